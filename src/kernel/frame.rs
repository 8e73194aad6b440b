//! Running work: a stack of frames, so that the game can stop anywhere and is still plain data.

use super::{AbilityIx, Captured, Cause, CellId, End, EvInfo, Note, P, Ref, TimeId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A step of the game's rules with its locals; what they mean is the game's business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct KernelStep {
    /// Which step.
    pub id: u8,
    /// Where in the step.
    pub at: u8,
    /// A player of the step.
    pub who: P,
    /// A local.
    pub a: i32,
    /// A local.
    pub b: i32,
    /// A card of the step.
    pub card: Ref,
}

/// A piece of running work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// A step of the rules.
    Kernel(KernelStep),
    /// The topmost [`Run`].
    Run,
    /// Cards leave a pile one at a time; interrupts fit between.
    Serial {
        /// The word for each move.
        tag: Note,
        /// Whose pile.
        who: P,
        /// How many are left.
        left: i32,
        /// The pile.
        from: CellId,
        /// Taken from the bottom.
        bottom: bool,
        /// Where to.
        to: CellId,
        /// Which end.
        end: End,
        /// Face down.
        face_down: bool,
        /// The orientation each card gets.
        orient: u8,
        /// The player may stop before each card.
        ask: bool,
        /// Where its cards lie in the words.
        base: u32,
        /// Why.
        cause: Cause,
        /// Where in the lap.
        stage: u8,
    },
    /// The batch on its way through the door.
    Door {
        /// Where on the way.
        at: u8,
        /// Which event of the batch.
        event: u16,
    },
    /// The check timing.
    Check {
        /// Where in the loop.
        at: u8,
        /// Whose waiting abilities are being asked for.
        who: P,
    },
    /// Times have ended and others begin, as soon as what answers to their end has been carried out.
    Times {
        /// What changes.
        turn: TimeChange,
        /// It has begun already.
        done: bool,
    },
    /// Keeps the result of an event while something interrupts.
    Keep {
        /// How many events happened.
        done: i32,
        /// Where the cards of the result lie in the words.
        base: u32,
    },
}

/// How the running phase and step change. Row 0 of every table of times is the turn, which stands for none here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct TimeChange {
    /// The step and the phase that end.
    pub ends: [TimeId; 2],
    /// The phase that runs from then on.
    pub phase: TimeId,
    /// The step that does, or the phase again.
    pub step: TimeId,
    /// So many times are told to begin.
    pub told: u8,
    /// Which.
    pub begins: [TimeId; 4],
}

/// A value an ability remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Slot {
    /// Nothing yet.
    #[default]
    Empty,
    /// A number.
    Num(i32),
    /// Cards: a range of the words.
    Set {
        /// The first.
        start: u32,
        /// How many.
        len: u32,
    },
    /// A declared word: kind and number.
    Value(u8, u32),
    /// A player.
    Player(P),
    /// A cell.
    Cell(CellId),
}

/// A resolving ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    /// The ability.
    pub ability: AbilityIx,
    /// The next operation.
    pub pc: u32,
    /// Where in that operation.
    pub stage: u8,
    /// A local of that operation.
    pub local: u32,
    /// Its card as it is now.
    pub src: Ref,
    /// Its card as it was when the ability began or triggered.
    pub src0: Ref,
    /// Its player.
    pub me: P,
    /// Who acts now.
    pub actor: P,
    /// While a cost is paid: who acts when it is paid.
    pub acts: P,
    /// The event it answers to.
    pub ev: EvInfo,
    /// Where its slots begin.
    pub slots: u32,
    /// Where its words begin.
    pub words: u32,
    /// When it began.
    pub start: u32,
    /// A cost is being paid.
    pub paying: bool,
    /// It only pays a cost.
    pub only_cost: bool,
    /// Its effect did something.
    pub did: bool,
    /// A status for which its effects would last lapsed while it waited: they are not made.
    #[serde(default)]
    pub lapsed: bool,
    /// The shorthand verb whose effect is being carried out: its number in the pool's list of keywords, counted from 1; 0 for none.
    #[serde(default)]
    pub within: u16,
    /// A replacement body: the replacements that made it, for the events it causes.
    pub used: [u32; super::Ev::USES],
    /// What the creating effect had chosen.
    pub held: Option<Arc<Captured>>,
}
