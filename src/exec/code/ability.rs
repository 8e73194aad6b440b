//! Abilities, costs and cards.

use super::{ChangeIx, CondIx, CostIx, NumIx, ObjIx, PatIx, Pc, PickIx, PlaceIx, SlotIx, Static, What};
use crate::ast::Category;
use crate::ir::Src;
use crate::kernel::{AbilityIx, Chars, DefId, Note};

/// Where a part of a cost sends a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// The place.
    pub to: PlaceIx,
    /// The word for it.
    pub tag: Note,
    /// The face that it shows there, if the text says so: then a card can pay with it that is there already.
    pub down: Option<bool>,
}

/// What a cost demands, for finding out whether it can be paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Demand {
    /// The currency of the game.
    Pay(NumIx),
    /// So many cards of a pile, from the top or bottom; they go to the place, if they move, and this is the word for it.
    Pile(PlaceIx, NumIx, Option<Sent>),
    /// Cards a player picks; they go to the place, if they move.
    Pick(PickIx, Option<Sent>),
    /// These cards must be there and move.
    Objs(ObjIx, Option<Sent>),
    /// These cards must be there to be shown: they stay, and later parts may take them.
    Show(What),
    /// These cards (picked if the flag says so) must be there and not have the orientation yet.
    Turn(What, u8),
    /// These cards must be there and lie with the other face up; this is the word for turning them over.
    Face(What, bool, Note),
    /// This verb of the game is done to these cards, and must be possible with each.
    Done(What, u8),
    /// Icons of the game's table.
    Icons(Vec<Icon>),
    /// Two exchanged cards must be there.
    Exchange(ObjIx, Option<ObjIx>),
    /// A verb of the game must be possible with these, once or so many times.
    Native(u8, ObjIx, Option<NumIx>),
    /// So much of the number that damage lowers.
    Life(NumIx),
    /// The number that damage lowers must be so large for each of these, which must be there.
    Reduced(ObjIx, NumIx),
    /// So many counters of the kind on each of these, which must be there.
    Counters(ObjIx, u8, Option<NumIx>),
    /// Always possible.
    Free,
}

/// A cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// What it demands, in order.
    pub demands: Vec<Demand>,
    /// Where its operations begin; they end with [`Op::PayEnd`].
    pub pc: Pc,
    /// Or this one.
    pub or: Option<CostIx>,
}

/// `2 times per turn`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// How often.
    pub times: NumIx,
    /// In the whole game rather than in a turn.
    pub game: bool,
    /// All cards of that name of the player share it.
    pub by_name: bool,
}

/// An argument of a keyword that the game does itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyArg {
    /// A number.
    Num(NumIx),
    /// Icons of the game's table: the kind and how many.
    Icons(Vec<Icon>),
    /// A tag.
    Tag(crate::kernel::TagId),
    /// A name.
    Name(crate::kernel::NameId),
}

/// Parts of an event that an ability can speak of, as bits.
pub mod reads {
    /// What it is about.
    pub const SUBJECT: u8 = 1;
    /// What it is done to.
    pub const OBJECT: u8 = 2;
    /// The card behind it.
    pub const CAUSE: u8 = 4;
    /// Its amount.
    pub const AMOUNT: u8 = 8;
    /// Its player.
    pub const WHO: u8 = 16;
    /// All of them.
    pub const ALL: u8 = 31;
}

/// A cost that may be paid besides while something is announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtraCost {
    /// The cost.
    pub cost: CostIx,
    /// Where its payment begins; it ends with [`Op::Announced`](super::Op::Announced).
    pub payment: Pc,
    /// The slot that is 1 if it is paid.
    pub slot: super::SlotIx,
    /// Which additional cost of its card it is.
    pub number: u8,
    /// Where the number is kept that its payer has chosen.
    pub x: Option<super::SlotIx>,
}

/// An ability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ability {
    /// The card it is printed on, or on which the ability that gives it is printed.
    pub def: DefId,
    /// Its category.
    pub category: Category,
    /// Its keyword and labels, by the pool's list.
    pub keywords: u128,
    /// The zones where it works (bits).
    pub works: u32,
    /// Its text says where it works.
    pub says_where: bool,
    /// It works face down too.
    pub works_face_down: bool,
    /// What must hold for it to work at all, when it could trigger, or when it could be played.
    pub gate: Option<CondIx>,
    /// Its gate belongs to a label: what it gives is information the card does not have otherwise (909.1b and its like).
    pub labelled: bool,
    /// Conditions about its own card for which its effects last: if one lapses while it waits to resolve, no effect is made (909.8 and its
    /// like).
    pub whiles: Vec<CondIx>,
    /// What must hold when it resolves.
    pub condition: Option<CondIx>,
    /// How often.
    pub limit: Option<Limit>,
    /// What sets it off.
    pub triggers: Vec<PatIx>,
    /// It stands by whenever its condition holds.
    pub state: bool,
    /// It replaces its event: `Some(true)` if the player may choose.
    pub replaces: Option<bool>,
    /// It replaces damage with less of it, or with nothing: rules let others go first (910.2a and its like).
    pub prevents: bool,
    /// Which parts of its event it speaks of: see [`reads`].
    pub reads: u8,
    /// It answers once to everything that happens together; the slot keeps what that was about.
    pub together: Option<super::SlotIx>,
    /// Its cost, paid when it is played.
    pub cost: Option<CostIx>,
    /// A cost that may be paid besides while it is announced.
    pub extra: Option<ExtraCost>,
    /// All that it does is done only if that cost is paid.
    pub gated: bool,
    /// The slot that is 1 if the cost was paid that a condition of it stands for.
    pub chosen_cost: Option<super::SlotIx>,
    /// Its cost, if its player may pay it when it resolves.
    pub offered: Option<CostIx>,
    /// Where the choices begin that are made while it is announced, if there are any; they end with [`Op::Announced`](super::Op::Announced).
    pub announce: Option<Pc>,
    /// Where the payment begins, if it is made while announcing; it ends the same way.
    pub payment: Option<Pc>,
    /// The slots of numbers that are chosen while announcing.
    pub x: [Option<SlotIx>; 2],
    /// The abilities it brings to its card, as a change.
    pub brings: Option<ChangeIx>,
    /// Its player may show the card to let it answer.
    pub offer: bool,
    /// The arguments of a keyword that the game does itself.
    pub args: Vec<KeyArg>,
    /// Where its operations begin: the payment first, if there is a cost.
    pub pc: Pc,
    /// How many slots it uses.
    pub slots: u16,
    /// What it does continuously.
    pub statics: Vec<Static>,
    /// What its statics and gate depend on.
    pub deps: u64,
    /// The keys of the events it listens to.
    pub keys: u128,
    /// It listens only to events about its own card.
    pub own: bool,
    /// How the log names it: the keyword, or its category.
    pub label: String,
    /// The file it was written in.
    pub file: String,
    /// Where in that file.
    pub src: Src,
    /// The line in that file.
    pub line: u32,
}

/// A card definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// Its printed id.
    pub id: Option<String>,
    /// What is printed on it.
    pub printed: Chars,
    /// Its icons in order, as words of the game's table.
    pub icons: Vec<u8>,
    /// Text attributes.
    pub texts: [Option<String>; 2],
    /// Its abilities.
    pub abilities: Vec<AbilityIx>,
    /// The keys its abilities listen to in their own cards' events.
    pub own_keys: u128,
    /// The keys they listen to in other cards' events, and the points of time.
    pub watch_keys: u128,
    /// The zones where it has continuous abilities.
    pub static_zones: u32,
    /// Zones where it has abilities that a player can use (bits).
    pub act_zones: u32,
    /// The zones where it listens.
    pub watch_zones: u32,
    /// It is made by effects.
    pub token: bool,
    /// The front of the card; itself for a front.
    pub front: DefId,
    /// Which side of the card it is; 0 is the front.
    pub side: u8,
    /// All sides of the card by their words, the front first; only on the front.
    pub sides: Vec<(String, DefId)>,
    /// What playing it costs, in icons of the game's table.
    pub price: Vec<Icon>,
    /// The information of all halves together, which a card of two halves has where none of them is in use; only on the front.
    pub whole: Option<Box<Chars>>,
}

impl Icon {
    /// Icons that any kind pays.
    pub const ANY: u8 = 255;
    /// Icons whose number a player chooses: this number for the first variable of the game's table, and so on.
    pub const VARIABLE: u8 = 240;
}

/// So many icons of a kind in a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Icon {
    /// Which, by the game's table; beyond it, icons that any kind pays.
    pub kind: u8,
    /// How many.
    pub count: NumIx,
}
