//! Amounts: damage, life, counters, and what is made out of nothing.

use super::{HAPPENED, PLACED, START};
use crate::exec::code::{Lasting, Made, NumIx, ObjIx, PatIx, Place, PlaceIx, SlotIx, Who};
use crate::exec::eval::{CellList, Env};
use crate::exec::game::Game;
use crate::kernel::{Atom, Card, CellId, DefId, Ev, EvKind, Flag, NameId, Note, P, Ref, Shield, Slot};

/// No effect makes more at once.
const MOST_MADE: i32 = 1000;
/// What an operation that deals damage says.
pub(super) struct Deal {
    pub(super) by: Option<ObjIx>,
    pub(super) amount: NumIx,
    pub(super) to: ObjIx,
    pub(super) divided: Option<SlotIx>,
    pub(super) tag: Option<Note>,
}

/// What an operation that makes cards says.
pub(super) struct Making<'p> {
    pub(super) made: &'p Made,
    pub(super) count: NumIx,
    pub(super) to: PlaceIx,
    pub(super) tag: Note,
    pub(super) orient: Option<u8>,
}

impl Game {
    /// The amount of the batch becomes the result of the operation.
    fn amount_done(&mut self, done: SlotIx) {
        let n = self.state.done;
        if n > 0 {
            self.did();
        }
        self.set_slot(done, Slot::Num(n));
        self.next();
    }

    /// The player whom an event about an object concerns.
    fn concerned(&self, r: Ref) -> P {
        r.as_player().unwrap_or_else(|| self.master(r))
    }

    pub(super) fn op_damage(&mut self, deal: &Deal, done: SlotIx, stage: u8) {
        if stage != START {
            self.amount_done(done);
            return;
        }
        let env = self.env();
        let source = match deal.by {
            Some(by) => self.objects_last(by, &env).first().copied().unwrap_or(Ref::NONE),
            None if self.state.alive(env.src) => env.src,
            None => env.src0,
        };
        let amount = self.number(deal.amount, &env);
        let receivers = match deal.divided {
            // A target that is gone keeps its part, so that the others keep theirs.
            Some(_) => self.objects_last(deal.to, &env),
            None => self.objects(deal.to, &env),
        };
        let tag = deal.tag.unwrap_or(env.ev.tag);
        let cause = self.cause();
        self.state.batch.clear();
        for (n, to) in receivers.into_iter().enumerate() {
            let amount = match deal.divided {
                None => amount,
                Some(parts) => self.slot_number(parts.saturating_add(u16::try_from(n).unwrap_or(u16::MAX))),
            };
            if !self.state.alive(to) {
                continue;
            }
            let ev = Ev {
                kind: EvKind::Damage,
                tag,
                subj: source,
                obj: to,
                who: self.concerned(to),
                n: amount,
                cause,
                ..Ev::default()
            };
            self.add_effect(ev);
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    pub(super) fn op_mend(&mut self, what: ObjIx, amount: Option<NumIx>, done: SlotIx, stage: u8) {
        if stage != START {
            self.amount_done(done);
            return;
        }
        let env = self.env();
        let amount = amount.map(|n| self.number(n, &env));
        let tag = self.tables().note.undamage;
        let cause = self.cause();
        let cards = self.objects(what, &env);
        self.state.batch.clear();
        for card in cards {
            let ev = Ev {
                kind: EvKind::Mend,
                tag,
                subj: card,
                who: self.concerned(card),
                n: amount.unwrap_or(self.state.laid(card.ix).damage),
                cause,
                ..Ev::default()
            };
            self.add_effect(ev);
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    pub(super) fn op_life(&mut self, who: &Who, amount: NumIx, gain: bool, done: SlotIx, stage: u8) {
        if stage != START {
            self.amount_done(done);
            return;
        }
        let env = self.env();
        let n = self.number(amount, &env).max(0);
        let tables = self.tables();
        let cause = self.cause();
        let players = self.players(who, &env);
        self.state.batch.clear();
        for p in players {
            let ev = Ev {
                kind: EvKind::Value(tables.life),
                tag: if gain { tables.note.gain } else { tables.note.lose_value },
                who: p,
                n: if gain { n } else { -n },
                cause,
                ..Ev::default()
            };
            self.add_effect(ev);
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    pub(super) fn op_counters(
        &mut self,
        what: ObjIx,
        kind: u8,
        count: Option<NumIx>,
        put: bool,
        done: SlotIx,
        stage: u8,
    ) {
        if stage != START {
            self.amount_done(done);
            return;
        }
        let env = self.env();
        let count = count.map(|n| self.number(n, &env).max(0));
        let notes = &self.tables().note;
        let cause = self.cause();
        let cards = self.objects(what, &env);
        self.state.batch.clear();
        for card in cards {
            let n = count.unwrap_or_else(|| self.state.counter(card.ix, kind));
            let ev = Ev {
                kind: EvKind::Counter(kind),
                tag: if put { notes.counter } else { notes.uncounter },
                subj: card,
                who: self.concerned(card),
                n: if put { n } else { -n },
                cause,
                ..Ev::default()
            };
            if card.as_player().is_none() {
                self.add_effect(ev);
            }
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    pub(super) fn op_prevent(
        &mut self,
        to: ObjIx,
        amount: Option<NumIx>,
        of: u64,
        pattern: Option<PatIx>,
        lasting: &Lasting,
    ) {
        let env = self.env();
        let left = amount.map_or(i32::MAX, |n| self.number(n, &env));
        let protected = self.objects(to, &env);
        let until = self.until(lasting);
        let (src, me) = (env.src, env.me);
        let held = pattern.is_some() || matches!(until, crate::kernel::Until::While(_));
        let held = held.then(|| self.capture());
        if left <= 0 {
            return;
        }
        for to in protected {
            self.state.stamp += 1;
            self.state.shields.push(Shield {
                to,
                left,
                of,
                pattern: pattern.map(|p| p.0),
                until,
                src,
                me,
                held: held.clone(),
                stamp: self.state.stamp,
            });
            self.did();
        }
    }

    /// New cards come to their places one after the other; all of them move together. Where a place may be one of several, the player says which.
    pub(super) fn op_create(&mut self, making: &Making<'_>, out: SlotIx, done: Option<SlotIx>, stage: u8) {
        match stage {
            START => self.state.batch.clear(),
            PLACED => {
                if let Some(Atom::Cell(cell)) = self.state.picks.first().copied() {
                    self.create_next(making, cell);
                }
            }
            _ => {
                self.results(Some(out), done);
                self.next();
                return;
            }
        }
        loop {
            let env = self.env();
            let places = self.new_places(making.to, &env);
            let at = self.local() as usize;
            let made = self.made_now(making, &env).len().saturating_mul(places.len());
            let cells = places
                .get(at.checked_rem(places.len()).unwrap_or(0))
                .filter(|_| at < made);
            match cells.map(CellList::as_slice) {
                None => break,
                Some([]) => self.set_local(self.local() + 1),
                Some([only]) => {
                    let only = *only;
                    if !self.create_next(making, only) {
                        break;
                    }
                }
                Some(several) => {
                    let several = CellList::from_slice(several);
                    self.stage(PLACED);
                    self.ask_cell(&several);
                    return;
                }
            }
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    /// Makes the next card of an operation, for a cell. It is its player's whose zone it comes to (evolve 9.1.2.1 and its like). False if no room is left.
    fn create_next(&mut self, making: &Making<'_>, cell: CellId) -> bool {
        let env = self.env();
        let places = self.new_places(making.to, &env).len();
        let at = (self.local() as usize).checked_div(places).unwrap_or(0);
        let Some((def, copy)) = self.made_now(making, &env).get(at).copied() else {
            return false;
        };
        let cause = self.cause();
        let Some(card) = self.create(def, self.layout().cell(cell).player, copy) else {
            return false;
        };
        // Its move is in the batch before the next one is made: a card on its way is not taken for another.
        let mut ev = self.move_ev(card, cell, making.tag, cause);
        ev.orient = making.orient.unwrap_or(0);
        self.add_effect(ev);
        self.set_local(self.local() + 1);
        true
    }

    /// The cells for a new card, for each player to whose zone one comes: a place of nobody in particular is that of the one who acts.
    fn new_places(&self, place: PlaceIx, env: &Env<'_>) -> Vec<CellList> {
        let mut out: Vec<CellList> = Vec::new();
        match self.pool.place(place) {
            Place::Zone { zones, whose: None, .. } => {
                let cells = zones.iter().flat_map(|(zone, positions)| {
                    let all = self.layout().cells_of(env.actor, *zone).enumerate();
                    all.filter(move |(n, _)| positions >> n & 1 == 1).map(|(_, cell)| cell)
                });
                out.push(cells.collect());
            }
            Place::Zone { .. } => {
                for cell in self.cells(place, env) {
                    let player = |c: &CellId| self.layout().cell(*c).player;
                    match out
                        .iter_mut()
                        .find(|list| list.first().map(player) == Some(player(&cell)))
                    {
                        Some(list) => list.push(cell),
                        None => out.push(CellList::from_slice(&[cell])),
                    }
                }
            }
            _ => out.push(self.cells(place, env)),
        }
        out
    }

    /// What an operation makes, one entry a card.
    fn made_now(&self, making: &Making<'_>, env: &Env<'_>) -> Vec<(DefId, bool)> {
        let count = self.number(making.count, env).clamp(0, MOST_MADE);
        let defs = self.made_defs(making.made, env);
        defs.iter().flat_map(|one| (0..count).map(|_| *one)).collect()
    }

    /// The definitions of what is made, and whether they are copies.
    pub(super) fn made_defs(&self, made: &Made, env: &Env<'_>) -> Vec<(DefId, bool)> {
        match made {
            Made::Def(def) => vec![(*def, false)],
            Made::Several(list) => {
                let each = list
                    .iter()
                    .map(|(def, n)| (*def, self.number(*n, env).clamp(0, MOST_MADE)));
                each.flat_map(|(def, n)| (0..n).map(move |_| (def, false))).collect()
            }
            Made::Word(slot, defs) => {
                let word = match env.slot(*slot) {
                    Slot::Value(_, n) => u8::try_from(n).ok(),
                    _ => None,
                };
                let made = defs.iter().filter(|(of, _)| Some(*of) == word);
                made.map(|(_, def)| (*def, false)).collect()
            }
            Made::Chosen(slots, defs) => {
                let chosen = slots.iter().filter_map(|slot| match env.slot(*slot) {
                    Slot::Value(_, name) => defs
                        .iter()
                        .find(|def| self.first_name(**def).is_some_and(|own| u32::from(own.0) == name)),
                    _ => None,
                });
                chosen.map(|def| (*def, false)).collect()
            }
            Made::NameOf(objs) => {
                let cards = self.objects_last(*objs, env);
                let found = cards.iter().filter_map(|r| self.token_of_name(*r));
                found.map(|def| (def, false)).collect()
            }
            Made::Copy(objs) => self
                .objects_last(*objs, env)
                .iter()
                .map(|r| (self.info(*r).def, true))
                .collect(),
        }
    }

    /// The name by which a definition is chosen.
    pub(super) fn first_name(&self, def: DefId) -> Option<NameId> {
        self.pool.def(def).printed.all_names().first().copied()
    }

    /// The token of the pool that has a name of a card.
    fn token_of_name(&self, r: Ref) -> Option<DefId> {
        let names = self.info(r);
        let defs = u16::try_from(self.pool.defs.len()).unwrap_or(u16::MAX);
        (0..defs)
            .map(DefId)
            .filter(|def| self.pool.def(*def).token)
            .find(|def| {
                self.first_name(*def)
                    .is_some_and(|own| names.all_names().contains(&own))
            })
    }

    /// A new card that is in no deck, where what does not exist yet lies; it comes from there by an ordinary move. None if the game has no such
    /// place or no room is left.
    pub fn create(&mut self, def: DefId, owner: P, copy: bool) -> Option<Ref> {
        let nowhere = self.tables().nowhere?;
        let cell = self.layout().of(owner, nowhere);
        let free = self
            .state
            .cells
            .cards(cell)
            .iter()
            .copied()
            .find(|ix| self.is_unused(*ix));
        let ix = if let Some(ix) = free {
            let life = self.state.card(ix).life.wrapping_add(1);
            let card = self.state.cards.get_mut(usize::from(ix))?;
            *card = Card {
                life,
                ..Card::new(def, cell, owner)
            };
            ix
        } else {
            // One more than there may be ends the game with a message.
            if self.state.cards.len() > crate::exec::game::MAX_CARDS {
                return None;
            }
            let ix = u16::try_from(self.state.cards.len()).ok()?;
            self.state.cards.push(Card::new(def, cell, owner));
            self.state.cells.add(cell, ix);
            ix
        };
        let turn = self.state.turn.number;
        let card = self.state.cards.get_mut(usize::from(ix))?;
        card.turn = turn;
        card.arrived = turn;
        card.set(Flag::Token, true);
        card.set(Flag::Copy, copy);
        for p in P::BOTH {
            card.set(Card::known_flag(p), true);
        }
        Some(self.state.now(ix))
    }

    /// Whether a card that does not exist now can be taken for a new one: no event on its way and none of this turn that is remembered speaks of it.
    fn is_unused(&self, ix: u16) -> bool {
        let card = self.state.card(ix);
        (card.is(Flag::Token) || card.is(Flag::Copy) || card.is(Flag::Pseudo))
            && self.state.batch.iter().all(|ev| ev.subj.ix != ix)
            && (card.is(Flag::Pseudo) || !self.is_remembered(ix))
            && self.state.pending.iter().all(|p| p.card.ix != ix)
    }

    fn is_remembered(&self, ix: u16) -> bool {
        let now = self.state.turn.number;
        self.state.past.iter().any(|p| p.turn == now && p.ev.subj.ix == ix)
    }
}
