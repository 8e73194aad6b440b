//! Operations: what the interpreter carries out.

use super::{ApplyTo, Declare, Lasting, Lay, Made, ModeOption, Operand, Order, Side, What};
use super::{ChangeIx, CondIx, CostIx, Filter, NumIx, ObjIx, PatIx, Pc, PickIx, PlaceIx, SlotIx, Who};
use crate::kernel::{AbilityIx, AttrId, Note, TimeId};

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    /// The ability is over.
    End,
    /// Conditions that are asked once, when the effect begins: the slots become 1 or 0.
    Freeze(Vec<(SlotIx, super::CondIx)>),
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes on elsewhere unless the condition holds.
    Unless(CondIx, Pc),
    /// Keeps a number.
    Set(SlotIx, NumIx),
    /// The actor chooses; the picks go to the slot.
    Choose(PickIx, SlotIx),
    /// The actor chooses targets while announcing; too few of them end the announcement.
    Target(PickIx, SlotIx),
    /// The actor divides an amount among the cards of a slot, in steps; the parts go to the slots from there on.
    Divide {
        /// Among which.
        among: SlotIx,
        /// How much.
        total: NumIx,
        /// In which steps.
        step: NumIx,
        /// The first slot for the parts.
        parts: SlotIx,
    },
    /// The actor chooses options while announcing; the slot keeps them as bits.
    Announce {
        /// How many: fewest and most.
        count: (NumIx, NumIx),
        /// Other counts, the last whose condition holds.
        overrides: Vec<((NumIx, NumIx), CondIx)>,
        /// The options; their places are those of their targets.
        options: Vec<ModeOption>,
        /// Where the chosen options are kept.
        slot: SlotIx,
    },
    /// What was chosen or paid while announcing is kept for the effect.
    Announced,
    /// Leaves only the targets that are still legal.
    Recheck(PickIx, SlotIx),
    /// Copies a number.
    Copy(SlotIx, SlotIx),
    /// Icons are added to the actor's purse: one of the rows.
    Produce {
        /// The rows to choose from.
        runs: Vec<Vec<super::Icon>>,
        /// How many icons.
        done: Option<SlotIx>,
    },
    /// A price in icons is paid: kinds of the game's table and how many.
    PayIcons(Vec<super::Icon>, Option<SlotIx>),
    /// Joins the sets of slots into one.
    Join(Vec<SlotIx>, SlotIx),
    /// Keeps objects as they are now.
    Keep(ObjIx, SlotIx),
    /// Keeps the cards of the first slot for the player who acts: in the second slot if that is the first player, else in the one after it.
    /// [`Obj::SlotOf`] reads them.
    KeepFor(SlotIx, SlotIx),
    /// The actor chooses a position; the cell goes to the slot.
    ChooseCell(PlaceIx, SlotIx),
    /// Cards move.
    Move {
        /// Which.
        what: What,
        /// Where to.
        to: PlaceIx,
        /// The word for it.
        tag: Note,
        /// The orientation they get.
        orient: Option<u8>,
        /// Face down (true) or up.
        face_down: Option<bool>,
        /// With which side up; the one the rules say if none.
        side: Option<Side>,
        /// In which order they come to lie in a pile.
        order: Order,
        /// Where the moved cards are kept.
        out: SlotIx,
        /// Where the number of moved cards is kept.
        done: Option<SlotIx>,
    },
    /// The players draw.
    Draw {
        /// Who; the actor if none.
        who: Who,
        /// How many.
        count: NumIx,
        /// The player may stop before each card.
        up_to: bool,
        /// The drawn cards.
        out: SlotIx,
        /// Their number.
        done: Option<SlotIx>,
    },
    /// Cards are shown to all (reveal) or to the actor (look); they stay where they are.
    Show {
        /// Which; piles are shown card by card if `up_to`.
        what: What,
        /// To all.
        all: bool,
        /// Reveal cards of the pile until one fits (it is the last one shown).
        until: Option<Vec<Filter>>,
        /// The shown cards.
        out: SlotIx,
        /// Their number.
        done: Option<SlotIx>,
    },
    /// Cards of a pile are put face up into the zone where played cards lie, one at a time (`flip`).
    Flip {
        /// How many, from which pile.
        what: What,
        /// The flipped cards.
        out: SlotIx,
        /// Their number.
        done: Option<SlotIx>,
    },
    /// Damage is dealt, to all receivers at once.
    Damage {
        /// By which card; the card of the ability if none.
        by: Option<ObjIx>,
        /// How much to each.
        amount: NumIx,
        /// To which cards and players.
        to: ObjIx,
        /// How much to each in turn: the first of the slots that keep the parts.
        divided: Option<SlotIx>,
        /// The word for it; that of the event if none.
        tag: Option<Note>,
        /// Where the amount that was dealt is kept.
        done: SlotIx,
    },
    /// Damage is taken off cards.
    Mend {
        /// Which.
        what: ObjIx,
        /// How much; everything if none.
        amount: Option<NumIx>,
        /// Where the amount that was taken off is kept.
        done: SlotIx,
    },
    /// The number of players that damage lowers grows or shrinks.
    Life {
        /// Whose.
        who: Who,
        /// By how much.
        amount: NumIx,
        /// It grows.
        gain: bool,
        /// Where the amount is kept.
        done: SlotIx,
    },
    /// Cards get or lose counters.
    Counters {
        /// Which.
        what: ObjIx,
        /// Which kind.
        kind: u8,
        /// How many each; all there are if none.
        count: Option<NumIx>,
        /// They get them.
        put: bool,
        /// Where the number of counters is kept.
        done: SlotIx,
    },
    /// From now on damage is prevented.
    Prevent {
        /// To which cards and players.
        to: ObjIx,
        /// How much in all; everything if none.
        amount: Option<NumIx>,
        /// Of which kinds (bits of the game's notes).
        of: u64,
        /// Which events exactly.
        pattern: Option<PatIx>,
        /// How long.
        lasting: Lasting,
    },
    /// New cards that are in no deck are made and put somewhere.
    Create {
        /// What they are.
        made: Made,
        /// How many.
        count: NumIx,
        /// Where to.
        to: PlaceIx,
        /// The word for it.
        tag: Note,
        /// The orientation they get.
        orient: Option<u8>,
        /// The new cards.
        out: SlotIx,
        /// Their number.
        done: Option<SlotIx>,
    },
    /// The pile is put in random order; cards that were found by a search before may be left out.
    Shuffle(PlaceIx, Option<SlotIx>),
    /// Cards turn.
    Turn {
        /// Which.
        what: What,
        /// To which orientation.
        orient: u8,
        /// The cards that it is about, whether they turned or not (1.3.2 of Weiß Schwarz and its like).
        out: SlotIx,
        /// How many turned.
        done: Option<SlotIx>,
    },
    /// Two cards, or two positions' contents, change places.
    Exchange {
        /// The first, or both if the second is missing.
        a: ObjIx,
        /// The second.
        b: Option<ObjIx>,
        /// The orientation they get.
        orient: Option<u8>,
        /// The cards.
        out: SlotIx,
        /// 1 if it was done.
        done: Option<SlotIx>,
    },
    /// Continuous effects begin.
    Apply {
        /// On which cards (fixed now), on which player, or on whatever fits.
        target: ApplyTo,
        /// The changes.
        changes: Vec<ChangeIx>,
        /// How long.
        lasting: Lasting,
    },
    /// A number of players that the state keeps becomes this.
    SetValue {
        /// Whose.
        who: Who,
        /// Which, by the game's table.
        val: u8,
        /// What it becomes.
        to: NumIx,
    },
    /// Cards are turned face down or face up where they lie.
    Face {
        /// Which.
        what: What,
        /// Face down (true) or face up.
        down: bool,
        /// The word for it.
        tag: Note,
        /// The cards that it is about, whether they turned or not.
        out: SlotIx,
        /// How many turned.
        done: Option<SlotIx>,
    },
    /// An ability waits from now on.
    Delay {
        /// Which.
        ability: AbilityIx,
        /// Only once.
        once: bool,
        /// How long.
        lasting: Lasting,
    },
    /// A verb of the game, by its table.
    Native {
        /// Which.
        verb: u8,
        /// For which players; the actor if none.
        who: Option<Who>,
        /// With which objects.
        what: Option<ObjIx>,
        /// Done to which objects.
        to: Option<ObjIx>,
        /// With which amount.
        count: Option<NumIx>,
        /// With which word.
        word: u8,
        /// What cannot be done about it (bits), by the game's table of certainties.
        certain: u8,
        /// Where to, and how the cards come to lie there.
        lay: Lay,
        /// The cards of the result.
        out: Option<SlotIx>,
        /// The number of the result.
        done: Option<SlotIx>,
    },
    /// The actor has searched a place, for those who notice it.
    Searched(PlaceIx),
    /// The currency of the game is paid, so much.
    Pay(NumIx, Option<SlotIx>),
    /// The actor plays a card by the rules for it.
    PlayCard {
        /// Which.
        what: ObjIx,
        /// Without paying.
        free: bool,
        /// For this price in the currency of the game, in place of its own.
        price: Option<NumIx>,
        /// 1 if it was played.
        done: Option<SlotIx>,
    },
    /// The actor names something.
    Declare(Declare, SlotIx),
    /// The actor chooses options; their operations follow in order, each ending with `NextMode`.
    Modes {
        /// How many: fewest and most.
        count: (NumIx, NumIx),
        /// Other counts, the last whose condition holds.
        overrides: Vec<((NumIx, NumIx), CondIx)>,
        /// The options.
        options: Vec<ModeOption>,
        /// Where the chosen options are kept.
        slot: SlotIx,
    },
    /// The next chosen option of the `Modes` operation there, or on to the given place.
    NextMode(Pc, Pc),
    /// Asks a player; the slot gets 1 or 0; goes on elsewhere if not.
    May {
        /// Who.
        who: Who,
        /// Where to go if not.
        other: Pc,
        /// Where the answer is kept.
        done: Option<SlotIx>,
    },
    /// Offers a cost to a player if it can be paid; goes on elsewhere if it is not paid.
    Offer {
        /// The cost; its operations follow.
        cost: CostIx,
        /// Who pays.
        who: Who,
        /// Where to go if not.
        other: Pc,
        /// Where the answer is kept.
        done: Option<SlotIx>,
    },
    /// The operations of a cost begin (those of a required cost; `Offer` begins its own).
    PayStart(CostIx),
    /// The cost is paid: what waited for it happens now.
    PayEnd,
    /// Who acts from here on.
    Actor(Who),
    /// For each object: begins the loop over the set, kept in the slot.
    Each(ObjIx, SlotIx),
    /// The next element of the loop goes to the second slot, or on to the given place.
    NextEach(SlotIx, SlotIx, Pc),
    /// For each player, the turn player first: the slot counts; the player acts.
    EachPlayer(SlotIx),
    /// The next player acts, or on to the given place, where the ability's player acts again.
    NextPlayer(SlotIx, Pc),
    /// Counts down the slot, or on to the given place if it is 0 or less.
    Countdown(SlotIx, Pc),
    /// An extra turn; the slot keeps which one it is, by its place among those that wait.
    ExtraTurn(Who, SlotIx),
    /// Continuous effects do nothing any more: those of these cards, or, with an attribute, those that raise it.
    Nullify {
        /// Of which cards, or of whose attribute.
        cards: ObjIx,
        /// Which attribute.
        raised: Option<AttrId>,
        /// How many effects there were.
        done: SlotIx,
    },
    /// The player has one more phase, after the one that is going on in a turn of theirs.
    ExtraPhase(Who, crate::kernel::TimeId),
    /// A player wins (true) or loses.
    Finish(Who, bool),
    /// What follows is the effect of a shorthand verb: see [`Run::within`](crate::kernel::Run::within).
    Within(u16),
    /// A shorthand verb was carried out, unless the slot says that nothing was done: who waits for the verb hears it, once for all that it did.
    Carried(Option<SlotIx>),
    /// A phase or step is passed over the next time, by the game's table of times.
    Skip(Who, TimeId),
    /// The body is the host's, by the host's number. The linker never makes it.
    Host(u16),
}

impl Op {
    /// Whether the operation knows the place of another one.
    pub(in crate::exec) fn jumps(&self) -> bool {
        let mut moved = self.clone();
        moved.relocate(1);
        moved != *self
    }

    /// Moves the places that the operation knows: inside an ability they are relative until it is put into the pool.
    pub(in crate::exec) fn relocate(&mut self, base: Pc) {
        match self {
            Op::Jump(pc)
            | Op::Unless(_, pc)
            | Op::NextEach(_, _, pc)
            | Op::NextPlayer(_, pc)
            | Op::Countdown(_, pc)
            | Op::May { other: pc, .. }
            | Op::Offer { other: pc, .. } => *pc = pc.saturating_add(base),
            Op::NextMode(a, b) => {
                *a = a.saturating_add(base);
                *b = b.saturating_add(base);
            }
            Op::Modes { options, .. } | Op::Announce { options, .. } => {
                for option in options {
                    option.pc = option.pc.saturating_add(base);
                }
            }
            Op::End
            | Op::Freeze(..)
            | Op::Set(..)
            | Op::Choose(..)
            | Op::Join(..)
            | Op::Keep(..)
            | Op::KeepFor(..)
            | Op::ChooseCell(..)
            | Op::Move { .. }
            | Op::Draw { .. }
            | Op::Show { .. }
            | Op::Flip { .. }
            | Op::Shuffle(..)
            | Op::Turn { .. }
            | Op::Damage { .. }
            | Op::Mend { .. }
            | Op::Life { .. }
            | Op::Counters { .. }
            | Op::Prevent { .. }
            | Op::Create { .. }
            | Op::Exchange { .. }
            | Op::Apply { .. }
            | Op::Delay { .. }
            | Op::Target(..)
            | Op::Divide { .. }
            | Op::Announced
            | Op::Recheck(..)
            | Op::Copy(..)
            | Op::PayIcons(..)
            | Op::Produce { .. }
            | Op::Native { .. }
            | Op::Pay(..)
            | Op::PlayCard { .. }
            | Op::Searched(_)
            | Op::Declare(..)
            | Op::PayStart(_)
            | Op::PayEnd
            | Op::Actor(_)
            | Op::Each(..)
            | Op::EachPlayer(_)
            | Op::ExtraTurn(..)
            | Op::Nullify { .. }
            | Op::ExtraPhase(..)
            | Op::Finish(..)
            | Op::SetValue { .. }
            | Op::Face { .. }
            | Op::Within(_)
            | Op::Carried(_)
            | Op::Host(_)
            | Op::Skip(..) => {}
        }
    }

    /// What an operation reads before it writes anything.
    pub(in crate::exec) fn reads<'a>(&'a self, see: &mut dyn FnMut(Operand<'a>)) {
        match self {
            Op::Unless(cond, _) => see(Operand::Cond(*cond)),
            Op::Freeze(list) => list.iter().for_each(|(_, cond)| see(Operand::Cond(*cond))),
            Op::Set(_, n) | Op::Pay(n, _) => see(Operand::Num(*n)),
            Op::Choose(pick, _) | Op::Target(pick, _) => see(Operand::Pick(*pick)),
            Op::Divide { among, total, step, .. } => {
                see(Operand::Slot(*among));
                see(Operand::Num(*total));
                see(Operand::Num(*step));
            }
            Op::Announce { .. } | Op::Modes { .. } => self.read_modes(see),
            Op::Copy(from, _) | Op::KeepFor(from, _) => see(Operand::Slot(*from)),
            Op::Produce { runs: icons, .. } => icons.iter().flatten().for_each(|icon| see(Operand::Num(icon.count))),
            Op::PayIcons(icons, _) => {
                for icon in icons {
                    see(Operand::Num(icon.count));
                }
            }
            Op::Join(slots, _) => {
                for slot in slots {
                    see(Operand::Slot(*slot));
                }
            }
            Op::Keep(obj, _) | Op::Each(obj, _) => see(Operand::Obj(*obj)),
            Op::ChooseCell(place, _) | Op::Shuffle(place, _) | Op::Searched(place) => see(Operand::Place(*place)),
            Op::Move { what, to, .. } => {
                see(Operand::What(what));
                see(Operand::Place(*to));
            }
            Op::Draw { who, count, .. } => {
                see(Operand::Who(who));
                see(Operand::Num(*count));
            }
            Op::Show { what, until, .. } => {
                see(Operand::What(what));
                if let Some(filters) = until {
                    see(Operand::Filters(filters));
                }
            }
            Op::Flip { what, .. } | Op::Turn { what, .. } | Op::Face { what, .. } => see(Operand::What(what)),
            Op::Damage { .. } | Op::Mend { .. } | Op::Life { .. } | Op::Counters { .. } | Op::Prevent { .. } => {
                self.read_amounts(see);
            }
            Op::Create { made, count, to, .. } => {
                see(Operand::Made(made));
                see(Operand::Num(*count));
                see(Operand::Place(*to));
            }
            Op::Exchange { a, b, .. } => [a].into_iter().chain(b).for_each(|o| see(Operand::Obj(*o))),
            Op::Apply {
                target,
                changes,
                lasting,
            } => {
                see(Operand::Target(target));
                for c in changes {
                    see(Operand::Change(*c));
                }
                see(Operand::Lasting(lasting));
            }
            Op::SetValue { who, to, .. } => {
                see(Operand::Who(who));
                see(Operand::Num(*to));
            }
            Op::Delay { lasting, .. } => see(Operand::Lasting(lasting)),
            Op::Native {
                who,
                what,
                to,
                count,
                lay,
                ..
            } => {
                if let Some(who) = who {
                    see(Operand::Who(who));
                }
                what.iter().chain(to).for_each(|o| see(Operand::Obj(*o)));
                if let Some(n) = count {
                    see(Operand::Num(*n));
                }
                see(Operand::Lay(lay));
            }
            Op::PlayCard { what, price, .. } => {
                see(Operand::Obj(*what));
                if let Some(n) = price {
                    see(Operand::Num(*n));
                }
            }
            Op::Declare(declare, _) => see(Operand::Declare(declare)),
            Op::May { who, .. }
            | Op::Offer { who, .. }
            | Op::Actor(who)
            | Op::ExtraTurn(who, _)
            | Op::ExtraPhase(who, _)
            | Op::Finish(who, _)
            | Op::Skip(who, _) => see(Operand::Who(who)),
            Op::Nullify { cards, .. } => see(Operand::Obj(*cards)),
            // A target that was chosen in an option that was not is no target.
            Op::Recheck(..)
            | Op::End
            | Op::Jump(_)
            | Op::Announced
            | Op::NextMode(..)
            | Op::PayStart(_)
            | Op::PayEnd
            | Op::NextEach(..)
            | Op::EachPlayer(_)
            | Op::NextPlayer(..)
            | Op::Countdown(..)
            | Op::Within(_)
            | Op::Carried(_)
            | Op::Host(_) => {}
        }
    }

    /// What a choice among options reads.
    fn read_modes<'a>(&'a self, see: &mut dyn FnMut(Operand<'a>)) {
        match self {
            Op::Announce {
                count,
                overrides,
                options,
                ..
            }
            | Op::Modes {
                count,
                overrides,
                options,
                ..
            } => {
                let counts = overrides.iter().map(|(count, _)| count).chain([count]);
                counts
                    .flat_map(|(least, most)| [least, most])
                    .for_each(|n| see(Operand::Num(*n)));
                for (_, cond) in overrides {
                    see(Operand::Cond(*cond));
                }
                options
                    .iter()
                    .filter_map(|o| o.cond)
                    .for_each(|c| see(Operand::Cond(c)));
            }
            _ => {}
        }
    }

    /// What damage, life and counters read.
    fn read_amounts<'a>(&'a self, see: &mut dyn FnMut(Operand<'a>)) {
        match self {
            Op::Damage {
                by,
                amount,
                to,
                divided,
                ..
            } => {
                by.iter().chain([to]).for_each(|o| see(Operand::Obj(*o)));
                see(Operand::Num(*amount));
                if let Some(slot) = divided {
                    see(Operand::Slot(*slot));
                }
            }
            Op::Mend { what, amount, .. } => {
                see(Operand::Obj(*what));
                if let Some(n) = amount {
                    see(Operand::Num(*n));
                }
            }
            Op::Life { who, amount, .. } => {
                see(Operand::Who(who));
                see(Operand::Num(*amount));
            }
            Op::Counters { what, count, .. } => {
                see(Operand::Obj(*what));
                if let Some(n) = count {
                    see(Operand::Num(*n));
                }
            }
            Op::Prevent {
                to,
                amount,
                pattern,
                lasting,
                ..
            } => {
                see(Operand::Obj(*to));
                if let Some(n) = amount {
                    see(Operand::Num(*n));
                }
                if let Some(p) = pattern {
                    see(Operand::Pattern(*p));
                }
                see(Operand::Lasting(lasting));
            }
            _ => {}
        }
    }

    /// The slots that an operation fills.
    pub(in crate::exec) fn writes(&self) -> Vec<SlotIx> {
        let with = |out: SlotIx, done: Option<SlotIx>| [out].into_iter().chain(done).collect();
        match self {
            Op::Freeze(list) => list.iter().map(|(slot, _)| *slot).collect(),
            Op::KeepFor(_, base) => vec![*base, base.saturating_add(1)],
            Op::Set(slot, _)
            | Op::Choose(_, slot)
            | Op::Target(_, slot)
            | Op::Divide { parts: slot, .. }
            | Op::Announce { slot, .. }
            | Op::Modes { slot, .. }
            | Op::Copy(_, slot)
            | Op::Join(_, slot)
            | Op::Keep(_, slot)
            | Op::Each(_, slot)
            | Op::ChooseCell(_, slot)
            | Op::Declare(_, slot)
            | Op::EachPlayer(slot)
            | Op::ExtraTurn(_, slot)
            | Op::Damage { done: slot, .. }
            | Op::Mend { done: slot, .. }
            | Op::Life { done: slot, .. }
            | Op::Counters { done: slot, .. }
            | Op::Nullify { done: slot, .. } => vec![*slot],
            Op::Move { out, done, .. }
            | Op::Draw { out, done, .. }
            | Op::Show { out, done, .. }
            | Op::Flip { out, done, .. }
            | Op::Create { out, done, .. }
            | Op::Turn { out, done, .. }
            | Op::Exchange { out, done, .. }
            | Op::Face { out, done, .. } => with(*out, *done),
            Op::Native { out, done, .. } => out.iter().chain(done).copied().collect(),
            Op::Produce { done, .. }
            | Op::PayIcons(_, done)
            | Op::Pay(_, done)
            | Op::PlayCard { done, .. }
            | Op::May { done, .. }
            | Op::Offer { done, .. } => done.iter().copied().collect(),
            Op::NextEach(_, element, _) => vec![*element],
            Op::End
            | Op::Jump(_)
            | Op::Unless(..)
            | Op::Announced
            | Op::Recheck(..)
            | Op::Prevent { .. }
            | Op::Shuffle(..)
            | Op::Apply { .. }
            | Op::SetValue { .. }
            | Op::Delay { .. }
            | Op::Searched(_)
            | Op::NextMode(..)
            | Op::PayStart(_)
            | Op::PayEnd
            | Op::Actor(_)
            | Op::NextPlayer(..)
            | Op::Countdown(..)
            | Op::ExtraPhase(..)
            | Op::Finish(..)
            | Op::Within(_)
            | Op::Carried(_)
            | Op::Skip(..)
            | Op::Host(_) => Vec::new(),
        }
    }
}
