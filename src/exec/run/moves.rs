//! Cards move, turn and change places.

use super::{HAPPENED, MoveHow, ORDERED, PICKED, PLACED, START, slot_refs};
use crate::exec::code::{Obj, Order, Place, PlaceIx, SlotIx, What, Who};
use crate::exec::eval::{CellList, Env, Refs};
use crate::exec::game::Game;
use crate::kernel::{Ask, AskKind, Atom, CellId, DefId, End, Ev, EvKind, Frame, Note, Ref};

/// Where the counting of ordered piles begins in the local number of a move.
const ORDERING: u32 = 1 << 20;

impl Game {
    /// The pile of a `What::Pile`, with its count.
    pub(super) fn pile(&self, place: PlaceIx, count: crate::exec::code::NumIx) -> Option<(CellId, i32)> {
        let env = self.env();
        let n = self.number(count, &env);
        self.first_cell(place, &env).map(|c| (c, n))
    }

    pub(super) fn op_move(&mut self, what: &What, how: &MoveHow, out: SlotIx, done: Option<SlotIx>, stage: u8) {
        match stage {
            START => match what {
                What::Pick(pick) => {
                    self.stage(PICKED);
                    self.ask_pick(*pick);
                }
                What::Objs(objs) => {
                    let refs = self.objects(*objs, &self.env());
                    self.keep(out, &refs);
                    self.place_next(how, out);
                }
                What::Pile {
                    top,
                    count,
                    up_to,
                    place,
                } => {
                    if !self.asks_pile_place(*place, how) {
                        self.move_pile((*top, *up_to), *count, *place, how, None);
                    }
                }
            },
            PICKED => {
                let cards = self.picked_cards(what.pick());
                self.keep(out, &cards);
                self.place_next(how, out);
            }
            PLACED if matches!(what, What::Pile { .. }) => {
                let chosen = match self.state.picks.first().copied() {
                    Some(Atom::Cell(cell)) => Some(cell),
                    _ => None,
                };
                if let What::Pile {
                    top,
                    count,
                    up_to,
                    place,
                } = what
                {
                    self.move_pile((*top, *up_to), *count, *place, how, chosen);
                }
            }
            PLACED => {
                if let Some(Atom::Cell(cell)) = self.state.picks.first().copied() {
                    let card = self.slot_card(out, self.local()).unwrap_or(Ref::NONE);
                    self.add_move(how, card, cell);
                }
                self.place_next(how, out);
            }
            ORDERED => {
                self.order_next(how, out);
            }
            _ => {
                self.results(Some(out), done);
                let told = self.whole_moved(what, how);
                if told.is_some() {
                    self.did();
                }
                let turned = how.orient.map(|orient| (orient, self.state.moved.clone()));
                self.next();
                if let Some(ev) = told {
                    self.emit_effect(ev);
                } else if let Some((orient, moved)) = turned {
                    self.turn_moved(&moved, orient);
                }
            }
        }
    }

    /// Moved `as standing`: what stays the same card where it moves keeps its orientation, so it is turned there.
    fn turn_moved(&mut self, moved: &[Ref], orient: u8) {
        let cause = self.cause();
        self.state.batch.clear();
        for card in moved {
            if self.state.alive(*card) && self.state.card(card.ix).orient != orient {
                let ev = self.turn_ev(*card, orient, cause);
                self.add_effect(ev);
            }
        }
        if !self.state.batch.is_empty() {
            self.send();
        }
    }

    /// All cards of a player's zone were moved with a word that tells so, even if there was none (1019.2a and its like).
    fn whole_moved(&self, what: &What, how: &MoveHow) -> Option<Ev> {
        let (word, tag) = self.tables().whole_zone_moves?;
        let What::Objs(objs) = what else { return None };
        let Obj::At(place) = self.pool.obj(*objs) else {
            return None;
        };
        let cell = self.first_cell(*place, &self.env());
        cell.filter(|_| how.tag == word).map(|cell| Ev {
            kind: EvKind::Note,
            tag,
            who: self.layout().cell(cell).player,
            cause: self.cause(),
            ..Ev::default()
        })
    }

    /// Cards of a pile that can go to several places: their player says where to. Tells whether that is asked.
    fn asks_pile_place(&mut self, place: PlaceIx, how: &MoveHow) -> bool {
        let env = self.env();
        let Some(from) = self.first_cell(place, &env) else {
            return false;
        };
        let card = self.state.top(from).unwrap_or(Ref::NONE);
        if card == Ref::NONE || self.only_destination(how.to, card, &env).is_some() {
            return false;
        }
        let cells = self.destinations(how.to, card, &env);
        if cells.len() < 2 {
            return false;
        }
        self.stage(PLACED);
        self.ask_cell(&cells);
        true
    }

    pub(super) fn move_pile(
        &mut self,
        (top, up_to): (bool, bool),
        count: crate::exec::code::NumIx,
        place: PlaceIx,
        how: &MoveHow,
        chosen: Option<CellId>,
    ) {
        self.stage(HAPPENED);
        self.state.moved.clear();
        self.state.done = 0;
        let env = self.env();
        let Some((from, n)) = self.pile(place, count) else {
            return;
        };
        let card = self.state.top(from).unwrap_or(Ref::NONE);
        let only = chosen.or_else(|| self.only_destination(how.to, card, &env));
        let Some(to) = only.or_else(|| self.destinations(how.to, card, &env).first().copied()) else {
            return;
        };
        let cause = self.cause();
        let mut frame = self.serial(from, to, n, how.tag, cause);
        if let Frame::Serial {
            bottom,
            end,
            face_down,
            orient,
            ask,
            who,
            ..
        } = &mut frame
        {
            *bottom = !top;
            *end = self.end_of(how.to);
            *ask = up_to;
            *orient = how.orient.unwrap_or(0);
            *who = self.actor();
            if let Some(down) = how.face_down {
                *face_down = down;
            }
        }
        self.push_serial(frame);
    }

    pub(super) fn end_of(&self, place: PlaceIx) -> End {
        match self.pool.place(place) {
            Place::Zone { end, .. } => *end,
            _ => End::Top,
        }
    }

    /// The cell a card goes to, if there is but one, and that needs no look at the table.
    #[inline]
    pub(in crate::exec) fn only_destination(&self, place: PlaceIx, card: Ref, env: &Env<'_>) -> Option<CellId> {
        let only = self.only_cell(place, env);
        only.or_else(|| self.only_of_owner(place, card))
    }

    /// The one cell of a place of nobody in particular that a card goes to: its owner's.
    fn only_of_owner(&self, place: PlaceIx, card: Ref) -> Option<CellId> {
        let Place::Zone { zones, whose: None, .. } = self.pool.place(place) else {
            return None;
        };
        let [(zone, positions)] = zones.as_slice() else {
            return None;
        };
        let (from, to) = self.layout().span(self.state.card(card.ix).owner, *zone);
        let one = to.0 == from.0.saturating_add(1) && positions & 1 == 1;
        (one && !self.tables().shared.contains(zone)).then_some(from)
    }

    /// The cells a card can go to.
    pub(in crate::exec) fn destinations(&self, place: PlaceIx, card: Ref, env: &Env<'_>) -> CellList {
        match self.pool.place(place) {
            Place::Zone {
                zones,
                whose: None,
                empty,
                ..
            } => {
                let shared = self.tables().shared;
                // A place of nobody in particular is the owner's.
                let owner = self.state.card(card.ix).owner;
                let mut out = CellList::new();
                for (zone, positions) in zones {
                    let whose = if shared.contains(zone) {
                        self.sharer(card, env)
                    } else {
                        owner
                    };
                    let cells = self.layout().cells_of(whose, *zone).enumerate();
                    let fits =
                        |n: usize, c: CellId| positions >> n & 1 == 1 && (!empty || self.state.cells.is_empty(c));
                    out.extend(cells.filter(|(n, c)| fits(*n, *c)).map(|(_, c)| c));
                }
                out
            }
            Place::Both(one, other) => {
                let mut out = self.destinations(*one, card, env);
                if matches!(self.pool.place(*other), Place::Elsewhere) {
                    let from = self.state.card(card.ix).cell;
                    out.retain(|cell| *cell != from);
                } else {
                    out.retain(|cell| self.cell_is_at(*other, *cell, env));
                }
                out
            }
            _ => self.cells(place, env),
        }
    }

    /// Whose a card becomes that is put into a place of both players without a word about it: its owner's (105.3a and its like). What would come
    /// under somebody's control and comes there in another way still comes under that player's.
    fn sharer(&self, card: Ref, env: &Env<'_>) -> crate::kernel::P {
        let replaced = self
            .state
            .runs
            .last()
            .is_some_and(|run| run.used.iter().any(|u| *u != 0));
        if replaced && card.ix == env.ev.subj0.ix {
            env.ev.who
        } else {
            self.state.card(card.ix).owner
        }
    }

    /// The number of the side of a card that an effect wants up.
    fn side_number(&self, card: Ref, side: &crate::exec::code::Side) -> Option<u8> {
        use crate::exec::code::Side;
        let sides = &self.pool.def(self.pool.def(self.state.card(card.ix).def).front).sides;
        let at = match side {
            Side::Type(types) => sides
                .iter()
                .position(|(_, def)| self.pool.def(*def).printed.types & types != 0),
            Side::Other => (sides.len() > 1).then_some(1),
        };
        at.and_then(|at| u8::try_from(at).ok())
    }

    /// Finds a place for the next card of a move; asks if there are several. The batch is gathered meanwhile.
    pub(super) fn place_next(&mut self, how: &MoveHow, out: SlotIx) {
        if self.local() == 0 {
            self.state.batch.clear();
        }
        // The same for all cards.
        let only = self.only_cell(how.to, &self.env());
        loop {
            let Some(card) = self.slot_card(out, self.local()) else {
                self.order_moves(how);
                return;
            };
            if let Some(only) = only.or_else(|| self.only_of_owner(how.to, card)) {
                self.add_move(how, card, only);
                continue;
            }
            let env = self.env();
            let mut cells = self.destinations(how.to, card, &env);
            // An empty position that another card of this move goes to is not empty for the next one.
            if Place::asks_empty(&self.pool.places, how.to) {
                cells.retain(|c| !self.state.batch.iter().any(|ev| ev.to == *c));
            }
            match cells.as_slice() {
                [] => {
                    self.set_local(self.local() + 1);
                }
                [only] => {
                    let only = *only;
                    self.add_move(how, card, only);
                }
                several => {
                    let several = CellList::from_slice(several);
                    self.stage(PLACED);
                    self.ask_cell(&several);
                    return;
                }
            }
        }
    }

    /// The next card of a move goes to a cell.
    fn add_move(&mut self, how: &MoveHow, card: Ref, cell: CellId) {
        let own = how.tag.is_in(self.tables().own_moves);
        if own && self.master(card) != self.actor() {
            self.set_local(self.local() + 1);
            return;
        }
        let cause = self.cause();
        let mut ev = self.move_ev(card, cell, how.tag, cause);
        ev.end = self.end_of(how.to);
        ev.orient = how.orient.unwrap_or(0);
        if let Some(down) = how.face_down {
            ev.face_down = down;
        }
        if let Some(side) = &how.side {
            match self.side_number(card, side) {
                Some(side) => ev.side = side,
                // A card without that side cannot be put there so.
                None => {
                    self.set_local(self.local() + 1);
                    return;
                }
            }
        }
        // Going to where it is already changes nothing, unless the place is a pile; but it may come to lie there in another way.
        if ev.from != ev.to || self.layout().zone(self.zone_of(cell)).ordered {
            self.add_effect(ev);
        } else if let Some(down) = how.face_down {
            self.add_effect(Ev {
                kind: EvKind::Face,
                tag: Note::NONE,
                n: i32::from(down),
                ..ev
            });
        } else if let Some(orient) = how.orient {
            let turn = self.turn_ev(card, orient, cause);
            self.add_effect(turn);
        }
        self.set_local(self.local() + 1);
    }

    /// Several cards into one pile: their player puts them in order, pile by pile (302.4 and its like).
    pub(super) fn order_moves(&mut self, how: &MoveHow) {
        if how.order == Order::Kept {
            // What is put on top last lies uppermost.
            if self.end_of(how.to) == End::Top {
                self.state.batch.reverse();
            }
        } else if how.order == Order::Random {
            let mut rng = self.state.rng;
            rng.shuffle(&mut self.state.batch);
            self.state.rng = rng;
            // Nobody knows which card lies where.
            self.blind_to_order(3);
        } else if let Some(to) = self.piles(how).get(self.piles_done()).copied() {
            let ages = self.orders_ages(to);
            let who = if ages {
                // 909.3b and its like
                self.state.turn.player
            } else if how.order == Order::Actor {
                self.actor()
            } else {
                self.layout().cell(to).player
            };
            let of_pile = self.state.batch.iter().filter(|ev| ev.to == to);
            let cards: Vec<Atom> = of_pile.map(|ev| Atom::Card(ev.subj)).collect();
            let count = u16::try_from(cards.len()).unwrap_or(u16::MAX);
            self.state.atoms.clear();
            self.state.atoms.extend(cards);
            let mut ask = self.about(Ask::one(who, AskKind::Order));
            ask.min = count;
            ask.max = count;
            ask.ordered = true;
            for ev in self.state.batch.iter_mut().filter(|ev| ev.to == to && !ages) {
                ev.blind = 1 << who.other().0;
            }
            self.stage(ORDERED);
            self.ask(ask);
            return;
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    /// Whether the order in which cards come to a place together is that of their ages, which the turn player settles.
    fn orders_ages(&self, to: CellId) -> bool {
        self.tables().orders_ages && self.layout().zone(self.zone_of(to)).computed
    }

    /// The piles that get several of the gathered cards, and the places where it matters which of them applies first; the turn player's first.
    fn piles(&self, how: &MoveHow) -> Vec<CellId> {
        let layout = self.layout();
        let mut out: Vec<CellId> = Vec::new();
        if self.state.batch.len() < 2 {
            return out;
        }
        for (n, ev) in self.state.batch.iter().enumerate() {
            let ages = self.orders_ages(ev.to) && (how.order == Order::Actor || self.ages_matter(ev.to));
            let ordered = layout.zone(self.zone_of(ev.to)).ordered || ages;
            if ordered && !out.contains(&ev.to) && self.state.batch.iter().skip(n + 1).any(|other| other.to == ev.to) {
                out.push(ev.to);
            }
        }
        out.sort_by_key(|to| layout.cell(*to).player != self.state.turn.player);
        out
    }

    /// Whether two of the gathered cards have continuous abilities there of which it matters which one applies first.
    fn ages_matter(&self, to: CellId) -> bool {
        let zone = self.zone_of(to);
        let coming = self.state.batch.iter().filter(|ev| ev.to == to && !ev.face_down);
        let defs: Vec<DefId> = coming.map(|ev| self.state.card(ev.subj.ix).def).collect();
        let changes = |def: DefId| {
            let abilities = self.pool.def(def).abilities.iter().map(|at| self.pool.ability(*at));
            let there = abilities.filter(|a| a.works >> zone.0 & 1 == 1);
            let changes = there
                .flat_map(|a| a.statics.iter())
                .flat_map(|part| part.changes.iter());
            changes.map(|change| self.pool.change(*change))
        };
        let pairs = defs.iter().enumerate();
        let mut pairs = pairs.flat_map(|(n, one)| defs.iter().skip(n + 1).map(move |other| (*one, *other)));
        pairs.any(|(one, other)| one != other && changes(one).any(|a| changes(other).any(|b| a.clashes(b))))
    }

    /// How many piles were put in order already.
    fn piles_done(&self) -> usize {
        self.local().saturating_sub(ORDERING) as usize
    }

    /// The order of one pile was chosen; the next pile, or all cards move.
    fn order_next(&mut self, how: &MoveHow, out: SlotIx) {
        let done = self.piles_done();
        let mut order = if done == 0 {
            Refs::new()
        } else {
            slot_refs(&self.env(), out)
        };
        order.extend(self.picked_cards(None));
        self.keep(out, &order);
        let done = u32::try_from(done + 1).unwrap_or(u32::MAX);
        self.set_local(ORDERING.saturating_add(done));
        if self.piles_done() < self.piles(how).len() {
            self.order_moves(how);
        } else {
            self.send_moves(out);
        }
    }

    /// Sends the gathered moves in the order that was chosen.
    pub(super) fn send_moves(&mut self, out: SlotIx) {
        let env = self.env();
        let order = slot_refs(&env, out);
        self.state
            .batch
            .sort_by_key(|ev| order.iter().position(|r| *r == ev.subj).unwrap_or(usize::MAX));
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    /// Sends the batch through the door, if there is anything in it.
    pub fn send_or_nothing(&mut self) {
        self.state.moved.clear();
        self.state.done = 0;
        if !self.state.batch.is_empty() {
            self.send();
        }
    }

    pub(super) fn op_draw(
        &mut self,
        who: &Who,
        count: crate::exec::code::NumIx,
        up_to: bool,
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        let env = self.env();
        let players = self.players(who, &env);
        let at = self.local() as usize;
        if stage == HAPPENED {
            self.results(Some(out), done);
            self.set_local(u32::try_from(at + 1).unwrap_or(u32::MAX));
            self.stage(START);
            if at + 1 >= players.len() {
                self.next();
            }
            return;
        }
        let Some(p) = players.get(at).copied() else {
            self.next();
            return;
        };
        let n = self.number(count, &env);
        let tables = self.tables();
        let layout = self.layout();
        let cause = self.cause();
        let mut frame = self.serial(
            layout.of(p, tables.deck),
            layout.of(p, tables.hand),
            n,
            tables.note.draw,
            cause,
        );
        if let Frame::Serial { ask, .. } = &mut frame {
            *ask = up_to;
        }
        self.stage(HAPPENED);
        self.push_serial(frame);
    }

    pub(super) fn op_flip(&mut self, what: &What, out: SlotIx, done: Option<SlotIx>, stage: u8) {
        if stage == HAPPENED {
            self.results(Some(out), done);
            self.next();
            return;
        }
        self.stage(HAPPENED);
        self.state.moved.clear();
        self.state.done = 0;
        let What::Pile {
            count, up_to, place, ..
        } = what
        else {
            return;
        };
        let Some((from, n)) = self.pile(*place, *count) else {
            return;
        };
        let layout = self.layout();
        let tables = self.tables();
        let to = layout.of(layout.cell(from).player, tables.resolution);
        let cause = self.cause();
        let mut frame = self.serial(from, to, n, tables.note.flip, cause);
        if let Frame::Serial { ask, .. } = &mut frame {
            *ask = *up_to;
        }
        self.push_serial(frame);
    }

    pub(super) fn op_turn(&mut self, what: &What, orient: u8, out: SlotIx, done: Option<SlotIx>, stage: u8) {
        let refs = match (stage, what) {
            (START, What::Pick(pick)) => {
                self.stage(PICKED);
                self.ask_pick(*pick);
                return;
            }
            (START, What::Objs(objs)) => self.objects(*objs, &self.env()),
            (PICKED, what) => self.picked_cards(what.pick()),
            _ => {
                // What lay so already was spoken of all the same.
                self.results(None, done);
                self.next();
                return;
            }
        };
        self.keep(out, &refs);
        self.state.batch.clear();
        let cause = self.cause();
        for card in refs.iter().copied() {
            let ev = self.turn_ev(card, orient, cause);
            self.add_effect(ev);
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    /// Cards are turned face down or face up where they lie.
    pub(super) fn op_face(
        &mut self,
        what: &What,
        (down, tag): (bool, Note),
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        let refs = match (stage, what) {
            (START, What::Pick(pick)) => {
                self.stage(PICKED);
                self.ask_pick(*pick);
                return;
            }
            (START, What::Objs(objs)) => self.objects(*objs, &self.env()),
            (PICKED, what) => self.picked_cards(what.pick()),
            _ => {
                self.results(None, done);
                self.next();
                return;
            }
        };
        self.keep(out, &refs);
        self.state.batch.clear();
        let cause = self.cause();
        for card in refs.iter().copied() {
            let ev = self.face_ev(card, (down, tag), cause);
            self.add_effect(ev);
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    pub(super) fn op_exchange(
        &mut self,
        (a, b): (crate::exec::code::ObjIx, Option<crate::exec::code::ObjIx>),
        orient: Option<u8>,
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        if stage != START {
            self.results(Some(out), done);
            let turned = orient.map(|orient| (orient, self.state.moved.clone()));
            self.next();
            if let Some((orient, moved)) = turned {
                self.turn_moved(&moved, orient);
            }
            return;
        }
        let env = self.env();
        let mut pair = self.objects(a, &env);
        if let Some(b) = b {
            pair.truncate(1);
            pair.extend(self.objects(b, &env).into_iter().take(1));
        }
        self.stage(HAPPENED);
        self.state.batch.clear();
        if let [x, y] = pair.as_slice()
            && x.ix != y.ix
        {
            let (x, y) = (*x, *y);
            let (cx, cy) = (self.state.card(x.ix).cell, self.state.card(y.ix).cell);
            let tag = self.tables().note.exchange;
            let cause = self.cause();
            let both = [(x, cy), (y, cx)].map(|(card, to)| {
                let ev = self.move_ev(card, to, tag, cause);
                Ev {
                    orient: orient.unwrap_or(ev.orient),
                    ..ev
                }
            });
            // An exchange of which a part cannot happen is none.
            if both.iter().all(|ev| !self.forbidden(ev)) {
                for ev in both {
                    self.add_effect(ev);
                }
            }
        }
        self.send_or_nothing();
    }
}
