//! Events: the only way anything changes.

use super::{AbilityIx, AttrId, CellId, End, P, Ref, TimeId};
use serde::{Deserialize, Serialize};

/// A word for something that happens, by the game's table of notes: `draw`, `attack`, `cancel`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Note(pub u8);

impl Note {
    /// Nothing in particular.
    pub const NONE: Note = Note(0);

    /// Its bit in sets of notes. The tables of a game have no more notes than such a set; a number beyond them has no bit.
    #[inline]
    pub const fn bit(self) -> u64 {
        match 1u64.checked_shl(self.0 as u32) {
            Some(bit) => bit,
            None => 0,
        }
    }

    /// Whether it is in a set of notes.
    #[inline]
    pub const fn is_in(self, notes: u64) -> bool {
        notes & self.bit() != 0
    }
}

/// What kind of change an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum EvKind {
    /// A card goes from one cell to another.
    #[default]
    Move,
    /// A card changes its orientation to `n`.
    Turn,
    /// A card is turned face up (`n` = 0) or face down (1) where it lies.
    Face,
    /// A player's cell is shuffled.
    Shuffle,
    /// A card is shown to all.
    Reveal,
    /// A card is shown to `who`.
    Look,
    /// This number of the player changes by `n`.
    Value(u8),
    /// A card (`subj`) deals `n` damage to a card or player (`obj`).
    Damage,
    /// Damage `n` is taken off a card.
    Mend,
    /// A card gets `n` counters of this kind, or loses them.
    Counter(u8),
    /// This side of a card comes up.
    Side(u8),
    /// A card is added to another (`obj`), or to nothing.
    Attach,
    /// A card gets (`n` = 1) or loses (0) this mark of the game, and lies face down or face up from then on.
    Mark(u8),
    /// Something that is no card, or a card that was outside the game, appears in a cell; nobody notices.
    Appear,
    /// Something ceases to exist; nobody notices.
    Vanish,
    /// Something happens that changes nothing by itself but can be noticed, replaced and forbidden.
    Note,
    /// This number of a card has become greater or smaller by `n`: told when it is worked out anew, and changes nothing.
    Number(AttrId),
    /// A stretch of time starts.
    Begin(TimeId),
    /// A stretch of time ends.
    End(TimeId),
}

/// Why something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum CauseKind {
    /// The rules demand it.
    #[default]
    Rule,
    /// A cost is paid.
    Cost,
    /// An effect does it.
    Effect,
    /// A player plays a card.
    Play,
}

/// The cause of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cause {
    /// What kind of cause.
    pub kind: CauseKind,
    /// Whose doing it is.
    pub by: P,
    /// The card behind it.
    pub src: Ref,
    /// The ability behind it; the greatest number if none.
    pub ability: AbilityIx,
    /// The rule, by the game's list of rule numbers.
    pub rule: u16,
}

impl Cause {
    /// No ability.
    pub const NO_ABILITY: AbilityIx = AbilityIx(u32::MAX);

    /// The rules themselves, at this number of the game's list.
    pub fn rule(rule: u16, by: P) -> Cause {
        Cause {
            kind: CauseKind::Rule,
            by,
            src: Ref::NONE,
            ability: Cause::NO_ABILITY,
            rule,
        }
    }
}

impl Default for Cause {
    fn default() -> Self {
        Cause::rule(0, P::ONE)
    }
}

/// One event. Which fields mean something depends on its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ev {
    /// What kind of change.
    pub kind: EvKind,
    /// The word for it: *draw* and *discard* are both moves.
    pub tag: Note,
    /// What it is about.
    pub subj: Ref,
    /// What else is part of it.
    pub obj: Ref,
    /// Whose it is: the player who draws, the player who is dealt damage.
    pub who: P,
    /// From where.
    pub from: CellId,
    /// To where.
    pub to: CellId,
    /// To which end of it.
    pub end: End,
    /// An amount, an orientation.
    pub n: i32,
    /// The orientation a placed card gets.
    pub orient: u8,
    /// Of a play: without paying its cost.
    pub free: bool,
    /// The placed card lies face down.
    pub face_down: bool,
    /// The side that comes up with the move, of a mark the orientation that the card gets with it; the greatest number for the one the rules say.
    pub side: u8,
    /// Players who do not learn where among others the card was put: bit 0 and bit 1.
    pub blind: u8,
    /// Of a move, where the card came from if that is not `from`: what was played came from where it was played from.
    pub origin: CellId,
    /// Why.
    pub cause: Cause,
    /// Replacements already applied to it, or to the event it came from.
    pub used: [u32; Ev::USES],
    /// The rules let it happen together with what was said: whoever speaks of the result does not speak of it.
    pub along: bool,
}

impl Default for Ev {
    fn default() -> Self {
        Ev {
            kind: EvKind::Move,
            tag: Note::NONE,
            subj: Ref::NONE,
            obj: Ref::NONE,
            who: P::ONE,
            from: CellId::default(),
            to: CellId::default(),
            end: End::Top,
            n: 0,
            orient: 0,
            free: false,
            face_down: false,
            side: Ev::ANY_SIDE,
            blind: 0,
            origin: Ev::SAME,
            cause: Cause::default(),
            used: [0; Ev::USES],
            along: false,
        }
    }
}

impl Ev {
    /// How many replacements can be applied to one event.
    pub const USES: usize = 6;

    /// No other place than the one it moves from.
    pub const SAME: CellId = CellId(u8::MAX);

    /// Where a card that moves came from.
    pub fn came_from(&self) -> CellId {
        if self.origin == Ev::SAME {
            self.from
        } else {
            self.origin
        }
    }

    /// The side that the rules say.
    pub const ANY_SIDE: u8 = u8::MAX;

    /// Whether a replacement was applied already; a full list counts as applied, which ends any chain.
    pub fn was_used(&self, replacement: u32) -> bool {
        self.used.contains(&replacement) || !self.used.contains(&0)
    }

    /// Remembers a replacement.
    pub fn mark_used(&mut self, replacement: u32) {
        if let Some(slot) = self.used.iter_mut().find(|u| **u == 0) {
            *slot = replacement;
        }
    }
}

/// What an ability remembers of the event it answers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct EvInfo {
    /// What the event was about, as it is now.
    pub subj: Ref,
    /// What it was about, as it was when the event was judged.
    pub subj0: Ref,
    /// What it was done to.
    pub obj: Ref,
    /// Its amount.
    pub n: i32,
    /// The word for it.
    pub tag: Note,
    /// Its player.
    pub who: P,
    /// The card behind it.
    pub cause: Ref,
    /// What kind of cause it had.
    #[serde(default)]
    pub how: CauseKind,
}

/// An event of the past, as far as questions of the cards need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PastEv {
    /// The event; its subject is the card before the event.
    pub ev: Ev,
    /// The subject after the event.
    pub after: Ref,
    /// The turn it happened in.
    pub turn: u16,
    /// When.
    pub stamp: u32,
}
