//! Questions and answers. A question is answered by one or more atoms; the complete list of legal atoms exists at every stage.

use super::{AbilityIx, CellId, NameId, P, Ref, TagId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An action of a game, by its table of actions: play, use, attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Act {
    /// Which action.
    pub kind: u8,
    /// With which card.
    pub card: Ref,
    /// Which ability, which cell, which way.
    pub n: u32,
}

/// One legal answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Atom {
    /// Do nothing, or nothing more.
    Pass,
    /// Yes.
    Yes,
    /// No.
    No,
    /// No more picks.
    Done,
    /// An action.
    Act(Act),
    /// A card.
    Card(Ref),
    /// A cell.
    Cell(CellId),
    /// A number.
    Number(i32),
    /// One of the options, by number.
    Option(u8),
    /// A waiting ability, by its place among those that wait.
    Instance(u16),
    /// A replacement, by its place among the candidates.
    Replacement(u16),
    /// A player.
    Player(P),
    /// A word of an attribute, by the game's table.
    Word(u8),
    /// A name of a card.
    Name(NameId),
    /// A tag.
    Tag(TagId),
}

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AskKind {
    /// Act or pass; the number is the game's window.
    Act(u8),
    /// Pick cards.
    Cards,
    /// Pick a place.
    Cells,
    /// Do it or not.
    May,
    /// Pay or not.
    Pay,
    /// One more or stop.
    More,
    /// Put cards in an order.
    Order,
    /// A number.
    Number,
    /// Which options.
    Options,
    /// Which waiting ability comes next.
    Instances,
    /// Which replacement applies; no replacement if that is offered.
    Replacements,
    /// A player.
    Players,
    /// Declare something.
    Declare,
    /// How often a loop is repeated.
    Repeat,
    /// A question of the game's rules, by its table of prompts.
    Rule(u8),
}

/// A demand on all picks of a question together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PickRule {
    /// Any picks.
    Any,
    /// The picks differ in their names.
    DifferentNames,
    /// The picks differ in the attribute.
    Different(u8),
    /// The sum of the attribute is at most this.
    TotalAtMost(u8, i32),
    /// The sum of the attribute is at least this.
    TotalAtLeast(u8, i32),
    /// The sum of the attribute is exactly this.
    TotalIs(u8, i32),
}

/// A question to a player. Its atoms and picks lie beside it in the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ask {
    /// Who is asked.
    pub who: P,
    /// What about.
    pub kind: AskKind,
    /// The fewest picks.
    pub min: u16,
    /// The most picks.
    pub max: u16,
    /// The order of the picks means something.
    pub ordered: bool,
    /// What the picks must satisfy together.
    pub rule: PickRule,
    /// The card behind the question.
    pub source: Ref,
    /// The ability behind the question.
    pub ability: AbilityIx,
    /// A range of numbers instead of a list.
    pub range: Option<(i32, i32)>,
}

impl Ask {
    /// A question with one pick.
    pub fn one(who: P, kind: AskKind) -> Ask {
        Ask {
            who,
            kind,
            min: 1,
            max: 1,
            ordered: false,
            rule: PickRule::Any,
            source: Ref::NONE,
            ability: super::Cause::NO_ABILITY,
            range: None,
        }
    }
}

/// An answer from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The legal atom with this number.
    Pick(u32),
    /// The player gives up.
    Concede(P),
}

/// An answer that was given, as loops are found by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Who answered.
    pub who: P,
    /// What the answer is known by.
    pub key: u64,
    /// There were others.
    pub free: bool,
    /// An action that the player chose rather than passing.
    pub act: bool,
    /// The hashes of the question, exact and in form; 0 if it cannot be the one at which a loop is stopped.
    pub at: [u64; 2],
}

/// A point at which a round of a loop may begin or close.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// The hash of the position.
    pub exact: u64,
    /// The hash of its form.
    pub form: u64,
    /// How many answers had been given.
    pub answers: u32,
    /// How much there was of what a loop may make grow.
    pub amounts: Arc<[i32]>,
}

/// An answer that would begin a finished loop again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ban {
    /// The hash of the question: of the position, or of its form for a loop that made something grow.
    pub at: u64,
    /// What the answer is known by.
    pub key: u64,
}

/// A loop that is being repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laps {
    /// The hash of the form of its first question, once that has come.
    pub form: Option<u64>,
    /// How many answers a round has.
    pub len: u32,
    /// How many answers follow behind the last round, up to the one that stops the loop.
    pub tail: u32,
}

/// Why an answer was refused. The game is as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// No question is open.
    #[error("no question is open")]
    NotAsking,
    /// There is no such atom.
    #[error("there are {0} legal answers, and this is none of them")]
    NoSuchAtom(u32),
}
