//! The log: typed events with their causes, complete in themselves.

use super::{AbilityIx, CauseKind, CellId, DefId, EvKind, Note, P};
use serde::{Deserialize, Serialize};

/// What a record of the log tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LogKind {
    /// An event that happened.
    Event(EvKind),
    /// An event that something forbade.
    Stopped(EvKind),
    /// An event that something replaced.
    Replaced(EvKind),
    /// A part `n` of an event that something prevented.
    Prevented(EvKind),
    /// An ability stands by.
    Standby,
    /// An ability begins to resolve.
    Resolve,
    /// A player chose this card.
    Chose,
    /// A player chose this number, option or word.
    Said,
    /// A player declined, or could not.
    Declined,
    /// A lasting effect begins on this card or player: `n` is its amount.
    Effect,
    /// The game is over: `n` is 0 or 1 for the winner, 2 for a draw.
    Over,
    /// A player pays out of the pool: `n` is the kind in its upper half and the amount in its lower one.
    Spent,
}

/// A record of the log. Cards are named by their definitions, so that it can be read without the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEv {
    /// What it tells.
    pub kind: LogKind,
    /// The word for it.
    pub tag: Note,
    /// The card it is about.
    pub subj: Option<DefId>,
    /// The other card.
    pub obj: Option<DefId>,
    /// Whose it is.
    pub who: P,
    /// From where.
    pub from: CellId,
    /// To where.
    pub to: CellId,
    /// An amount.
    pub n: i32,
    /// Which players may know the card it is about: bit 0 and bit 1.
    pub seen: u8,
    /// What kind of cause.
    pub cause: CauseKind,
    /// The card behind it.
    pub cause_card: Option<DefId>,
    /// The ability behind it.
    pub ability: AbilityIx,
    /// The rule behind it, by the game's list.
    pub rule: u16,
    /// The turn.
    pub turn: u16,
    /// The change of a lasting effect, by the pool's list.
    pub change: u32,
}

/// The log of a game. It is not part of the state: rules never read it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// Whether records are kept.
    pub on: bool,
    /// The records that are kept, in their order.
    pub events: Vec<LogEv>,
    /// How many records came before the first one that is kept: they were read and forgotten.
    pub forgotten: u32,
}

impl Log {
    /// How many records there have been: the number of the next one.
    pub fn count(&self) -> u32 {
        let kept = u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        self.forgotten.saturating_add(kept)
    }

    /// The records from this number on that are kept.
    pub fn since(&self, number: u32) -> &[LogEv] {
        let at = number.saturating_sub(self.forgotten) as usize;
        self.events.get(at..).unwrap_or_default()
    }

    /// Takes back what was recorded when there were so many records.
    pub fn take_back(&mut self, count: u32) {
        self.events.truncate(count.saturating_sub(self.forgotten) as usize);
    }

    /// Forgets the records before this number.
    pub fn forget(&mut self, before: u32) {
        let gone = before.min(self.count()).saturating_sub(self.forgotten);
        self.events.drain(..gone as usize);
        self.forgotten += gone;
    }
}
