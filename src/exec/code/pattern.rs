//! Patterns of events.

use super::{Cmp, NumIx, ObjIx, PlaceIx, Select, When, Who};
use crate::ast::Category;
use crate::kernel::Note;

/// A pattern of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// What happens.
    pub kind: PatKind,
    /// What it is about.
    pub subject: PatSubject,
    /// What it is done to.
    pub object: Option<PatObject>,
    /// Whose event it is.
    pub who: Option<Who>,
    /// How large its amount is.
    pub amount: Option<(Cmp, NumIx)>,
    /// By what.
    pub by: Option<PatCause>,
    /// Only during these times.
    pub during: Vec<When>,
    /// The keys of events it can match.
    pub keys: u128,
    /// It is about things that would happen: only replacements use it.
    pub would: bool,
    /// One event for everything that happens together: `1 or more cards are put …`, at least so many.
    pub together: Option<NumIx>,
    /// From where, for a note of a play: it tells in `from`.
    pub from: Option<PlaceIx>,
    /// To where, for a note of what brings a card somewhere: it tells in `to`.
    pub to: Option<PlaceIx>,
    /// A prohibition is about what it is done to, not about what does it.
    pub about_object: bool,
    /// Only without paying: notes of a play say so.
    pub free: bool,
    /// Its amount is that of all such events together: `took 3 or more damage this turn`. Only questions about the past ask so.
    pub in_all: bool,
}

/// Whether a pattern of a move means changes of position, after which a card is the same card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// Only from zone to zone.
    No,
    /// From zone to zone, and from position to position.
    Too,
    /// Only from position to position.
    Only,
}

/// What happens in a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatKind {
    /// A card moves.
    Move {
        /// With this word, if it matters: draw.
        tag: Option<Note>,
        /// From one of these places.
        from: Option<PlaceIx>,
        /// To one of these places.
        to: Option<PlaceIx>,
        /// To this end of the pile there.
        end: Option<crate::kernel::End>,
        /// Whether a change of position inside a zone is meant.
        within: Within,
        /// The card is judged as one of those who have it then: `your resonator enters`.
        enters: bool,
    },
    /// A card turns to one of these orientations (bits).
    Turn(u16),
    /// A card is turned face down (true) or face up where it lies.
    Face(bool),
    /// One of these notes (bits of the game's table).
    Note(u64),
    /// Counters of this kind are put on a card (true) or taken from it.
    Counter(u8, bool),
    /// This number of a card becomes greater (true) or smaller.
    Value(crate::kernel::AttrId, bool),
    /// This number of a player becomes greater (true) or smaller.
    Points(u8, bool),
    /// A point of time.
    Time(When),
}

/// The subject of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatSubject {
    /// Anything.
    Any,
    /// This card.
    This,
    /// One of these objects.
    Objs(ObjIx),
    /// A card that fits; its places and default zones are not asked.
    Fits(Box<Select>),
}

/// The object of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatObject {
    /// One of these objects.
    Objs(ObjIx),
    /// A card that fits.
    Fits(Box<Select>),
    /// An ability with one of these keywords or labels.
    Keyword(u128),
    /// An ability of this category.
    Category(Category),
    /// The ability that asks.
    ThisAbility,
    /// An ability that makes what costs are paid with and chooses nothing.
    Producer,
    /// A player.
    Player(Who),
    /// Any of these.
    Any(Vec<PatObject>),
}

/// The cause in a pattern.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatCause {
    /// An effect (not a cost, not a rule).
    pub effect: bool,
    /// The payment of a cost.
    pub cost: bool,
    /// Damage of these kinds (notes): the rule by which damage destroys, and the card got such damage last. 0 for any cause.
    pub damage: u64,
    /// Of an ability with one of these keywords; 0 for any.
    pub keyword: u128,
    /// The effect of this shorthand verb; 0 for any.
    pub call: u16,
    /// Of an ability of this category.
    pub category: Option<Category>,
    /// Whose: the player of the effect.
    pub whose: Option<Who>,
    /// Of a card that fits.
    pub card: Option<Box<Select>>,
    /// A card that is being played or resolves (true), or an ability that does (false).
    pub spell: Option<bool>,
    /// One of these, if there are any.
    pub any: Vec<PatCause>,
}
