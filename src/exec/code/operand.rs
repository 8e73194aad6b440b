//! What operations work on.

use super::{ChangeIx, CondIx, Filter, NumIx, ObjIx, PatIx, Pc, PickIx, PlaceIx, SlotIx, When, Who};
use crate::kernel::DefId;

/// What a move takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// Cards a player picks first.
    Pick(PickIx),
    /// These cards, all together.
    Objs(ObjIx),
    /// The top (or bottom) cards of a pile, one at a time, with interrupts between.
    Pile {
        /// From the top.
        top: bool,
        /// How many.
        count: NumIx,
        /// The player may stop before each card.
        up_to: bool,
        /// Which pile.
        place: PlaceIx,
    },
}

impl What {
    /// The pick, if a player picks.
    pub fn pick(&self) -> Option<PickIx> {
        match self {
            What::Pick(pick) => Some(*pick),
            What::Objs(_) | What::Pile { .. } => None,
        }
    }
}

/// Which side of a card comes up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// The one with one of these types printed on it.
    Type(u32),
    /// The back, or any side that is not the front.
    Other,
}

/// What a new card is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Made {
    /// This.
    Def(DefId),
    /// So many of each of these, together.
    Several(Vec<(DefId, NumIx)>),
    /// What these objects are.
    Copy(ObjIx),
    /// The one of the word that was declared in the slot.
    Word(SlotIx, Vec<(u8, DefId)>),
    /// In each slot a name of one of these was chosen, or none.
    Chosen(Vec<SlotIx>, Vec<DefId>),
    /// The token that has the name of these objects.
    NameOf(ObjIx),
}

/// What a player names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declare {
    /// A number in a range.
    Number(NumIx, NumIx),
    /// A number up to what the player can pay.
    Payable,
    /// A number in steps of a hundred, up to the player's number that damage lowers.
    Life,
    /// A name of a card of the pool.
    Name,
    /// A word of an attribute: any of the bits.
    Word(u64),
    /// A card type: any of the bits.
    Type(u32),
    /// A tag, among those of these objects or all of the pool; only those that are values of one attribute, if that is said.
    Tag(Option<ObjIx>, Option<u8>),
    /// Which of these is made, by its name; none of them, if that is allowed.
    Made(Vec<DefId>, bool),
}

/// An option of a modal choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeOption {
    /// When it may be chosen.
    pub cond: Option<CondIx>,
    /// Where its operations begin; they end with a jump to [`Op::NextMode`].
    pub pc: Pc,
}

/// How long an effect lasts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lasting {
    /// For the rest of the game.
    Game,
    /// Until the start or end of a time.
    Until(When),
    /// While a condition holds (tested with the effect's card as `this`).
    While(CondIx),
    /// As long as the card it is about stays what it is.
    Here,
    /// Until something of the pattern happens.
    Event(PatIx),
}

/// In which order several cards come to lie in a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As the player of the pile likes.
    Owner,
    /// As the actor likes.
    Actor,
    /// At random, and nobody knows it.
    Random,
    /// As they lay or were shown, the first one uppermost.
    Kept,
}

/// What an effect is applied to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApplyTo {
    /// These cards: those there are when an effect begins; in a continuous ability, whatever fits at any time.
    Cards(ObjIx),
    /// Whatever fits at any time, from now on (909.4 and its like); only of effects that begin while something resolves.
    Open(ObjIx),
    /// These players.
    Players(Who),
}

/// Where cards of a native verb go, and how they lie there, as far as the text says it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Lay {
    /// The place.
    pub place: Option<PlaceIx>,
    /// A different position each.
    pub apart: bool,
    /// Face down or face up.
    pub face: Option<bool>,
    /// The orientation.
    pub orient: Option<u8>,
    /// Of which token.
    pub made: Option<Made>,
    /// With which name.
    pub name: Option<crate::kernel::NameId>,
}

/// Something that an operation reads.
#[derive(Debug)]
pub(in crate::exec) enum Operand<'a> {
    Num(NumIx),
    Cond(CondIx),
    Slot(SlotIx),
    Obj(ObjIx),
    Pick(PickIx),
    Place(PlaceIx),
    Pattern(PatIx),
    Change(ChangeIx),
    Filters(&'a [Filter]),
    Who(&'a Who),
    What(&'a What),
    Made(&'a Made),
    Target(&'a ApplyTo),
    Lasting(&'a Lasting),
    Lay(&'a Lay),
    Declare(&'a Declare),
}
