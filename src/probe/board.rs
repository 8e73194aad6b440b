//! Boards for a card: a position of a real game, in which cards are exchanged for what the words of the card ask for.

use super::Types;
use super::table::Position;
use super::wants::{Side, Want, Wants};
use crate::exec::{Game, Pool, zones_in};
use crate::kernel::{Card, CellId, DefId, End, Flag, P, Rng, Sees, TimeId, ZoneId};
use std::sync::Arc;

/// The time boards begin in unless chance says otherwise.
const MAIN: &str = "main-phase";

/// What real positions show of the zones: which types lie there, and how many cards at most.
#[derive(Debug, Default)]
pub(super) struct Habits {
    zones: Vec<(Types, usize)>,
    most: [i32; 8],
}

impl Habits {
    pub(super) fn of(pool: &Pool, positions: &[Position]) -> Habits {
        let layout = pool.layout;
        let mut out = Habits {
            zones: vec![(0, 0); layout.zones().len()],
            ..Habits::default()
        };
        for position in positions {
            let mut counts = vec![[0usize; 2]; layout.zones().len()];
            for card in &position.cards {
                let cell = layout.cell(card.cell);
                if let (Some((types, most)), Some(count)) =
                    (out.zones.get_mut(cell.zone.ix()), counts.get_mut(cell.zone.ix()))
                {
                    *types |= pool.def(card.def).printed.types;
                    if let Some(count) = count.get_mut(cell.player.ix()) {
                        *count += 1;
                        *most = (*most).max(*count);
                    }
                }
            }
            for player in &position.players {
                for (most, val) in out.most.iter_mut().zip(player.vals) {
                    *most = (*most).max(val);
                }
            }
        }
        out
    }

    /// The types that cards have there.
    pub(super) fn types(&self, zone: ZoneId) -> Types {
        self.zones.get(zone.ix()).map_or(0, |(types, _)| *types)
    }

    fn most(&self, zone: ZoneId) -> usize {
        self.zones.get(zone.ix()).map_or(0, |(_, most)| *most)
    }
}

/// A card that is to lie on a board.
#[derive(Debug, Clone, Copy)]
pub struct Lay {
    /// The card.
    pub def: DefId,
    /// Where it lies.
    pub zone: ZoneId,
    /// Whether it belongs to the player that the board is made for, or to the other one.
    pub own: bool,
}

/// Everything that boards of one card are made from.
#[derive(Debug)]
pub(super) struct Maker<'t> {
    pub(super) pool: &'t Arc<Pool>,
    pub(super) positions: &'t [Position],
    pub(super) habits: &'t Habits,
    pub(super) wants: &'t Wants,
    /// The fronts of the probed card.
    pub(super) card: DefId,
    /// The zones where abilities of the card work (bits).
    pub(super) works: u32,
    /// Cards before this one are not dealt to hands as any card is.
    pub(super) first_helper: u16,
}

struct Making<'m, 't> {
    maker: &'m Maker<'t>,
    game: Game,
    rng: Rng,
    me: P,
}

impl Maker<'_> {
    /// The board of a try.
    pub(super) fn board(&self, number: u32, seed: u64) -> Option<Game> {
        let mut making = self.making(seed)?;
        making.more_cards();
        making.helpers();
        making.cleared();
        making.fitting_cards();
        making.probed(number);
        making.numbers();
        making.turned();
        making.begin()
    }

    /// A board on which certain cards lie, and the player who is meant by `own`.
    pub(super) fn laid(&self, cards: &[Lay], seed: u64) -> Option<(Game, P)> {
        let mut making = self.making(seed)?;
        making.more_cards();
        making.helpers();
        let me = making.me;
        for card in cards {
            making.put(card.def, card.zone, if card.own { me } else { me.other() });
        }
        making.numbers();
        Some((making.begin()?, me))
    }

    /// A position of a real game, with everything in it as if it had always been there.
    fn making(&self, seed: u64) -> Option<Making<'_, '_>> {
        let mut rng = Rng::new(seed);
        let at = rng.below(u32::try_from(self.positions.len()).ok()?) as usize;
        let position = self.positions.get(at)?;
        let mut game = Game::new(Arc::clone(self.pool), rng.wide());
        game.state.cards.clone_from(&position.cards);
        game.state.cells.clone_from(&position.cells);
        game.state.players = position.players;
        game.state.counters.clone_from(&position.counters);
        game.state.laid.clone_from(&position.laid);
        game.state.turn.clone_from(&position.turn);
        for card in &mut game.state.cards {
            game.state.stamp += 1;
            (card.entered, card.placed) = (game.state.stamp, game.state.stamp);
            (card.turn, card.arrived) = (0, 0);
        }
        let me = if rng.below(4) == 0 {
            position.turn.player.other()
        } else {
            position.turn.player
        };
        Some(Making {
            maker: self,
            game,
            rng,
            me,
        })
    }
}

impl Making<'_, '_> {
    fn zone(&self, cell: CellId) -> ZoneId {
        self.game.zone_of(cell)
    }

    fn types(&self, def: DefId) -> Types {
        self.maker.pool.def(def).printed.types
    }

    fn chance(&mut self, of: u32) -> bool {
        self.rng.below(of) == 0
    }

    /// Piles get a few more cards, as many as real ones have.
    fn more_cards(&mut self) {
        let layout = self.maker.pool.layout;
        for zone in 0..layout.zones().len() {
            let zone = ZoneId(u8::try_from(zone).unwrap_or(u8::MAX));
            let spec = layout.zone(zone);
            if spec.board || spec.apart || !spec.positions.is_empty() || self.maker.habits.most(zone) < 2 {
                continue;
            }
            for p in P::BOTH {
                let cell = layout.of(p, zone);
                let most = self.maker.habits.most(zone);
                let wanted = self.rng.below(u32::try_from(most + 1).unwrap_or(1)) as usize;
                let like = self.game.state.cards.clone();
                while self.game.state.cells.len(cell) < wanted && self.game.state.cards.len() < 300 {
                    let at = self.rng.below(u32::try_from(like.len()).unwrap_or(0)) as usize;
                    let Some(card) = like.get(at) else { break };
                    let from = layout.zone(layout.cell(card.cell).zone);
                    if from.board || from.apart || card.is(Flag::Pseudo) || card.is(Flag::Token) {
                        continue;
                    }
                    self.add(card.def, cell, p);
                }
            }
        }
    }

    /// Hands get cards of all kinds that the pool has: what they do may be what the card waits for.
    fn helpers(&mut self) {
        let layout = self.maker.pool.layout;
        for p in P::BOTH {
            for _ in 0..4 {
                let first = self.maker.first_helper;
                let all = u16::try_from(self.maker.pool.defs.len()).unwrap_or(u16::MAX);
                let at = self.rng.below(u32::from(all.saturating_sub(first)));
                let def = DefId(first.saturating_add(u16::try_from(at).unwrap_or(0)));
                let linked = self.maker.pool.def(def);
                if linked.side != 0 || linked.token {
                    continue;
                }
                let all = (0u8..).map(ZoneId).take(layout.zones().len());
                let homes: Vec<ZoneId> = all
                    .filter(|zone| {
                        let spec = layout.zone(*zone);
                        spec.sees == Sees::Owner
                            && !spec.apart
                            && self.maker.habits.types(*zone) & linked.printed.types != 0
                    })
                    .collect();
                let at = self.rng.below(u32::try_from(homes.len()).unwrap_or(0)) as usize;
                if let Some(zone) = homes.get(at) {
                    self.add(def, layout.of(p, *zone), p);
                }
            }
        }
    }

    /// Now and then a pile that the card speaks of is empty, or all its cards lie face down.
    fn cleared(&mut self) {
        let layout = self.maker.pool.layout;
        let zones: Vec<ZoneId> = self
            .maker
            .wants
            .cards
            .iter()
            .flat_map(|w| w.zones.iter().copied())
            .collect();
        for zone in zones {
            let spec = layout.zone(zone);
            if spec.board || spec.apart || spec.from_top || !spec.positions.is_empty() {
                continue;
            }
            let (empty, down) = (self.chance(12), spec.sees == Sees::Everybody && self.chance(8));
            for p in P::BOTH {
                let cell = layout.of(p, zone);
                let here = self.game.state.cells.cards(cell).to_vec();
                if empty && self.game.state.laid.iter().all(|l| !here.contains(&l.card)) {
                    self.send_home(&here, cell, p);
                } else if down {
                    for ix in here {
                        if let Some(card) = self.game.state.cards.get_mut(usize::from(ix)) {
                            card.set(Flag::FaceDown, true);
                        }
                    }
                }
            }
        }
    }

    /// Cards go to the bottom of their deck.
    fn send_home(&mut self, cards: &[u16], from: CellId, p: P) {
        let layout = self.maker.pool.layout;
        let Some(deck) = layout.zone_named("deck") else { return };
        let to = layout.of(p, deck);
        for ix in cards {
            if self.game.state.cells.shift(*ix, from, to, End::Bottom)
                && let Some(card) = self.game.state.cards.get_mut(usize::from(*ix))
            {
                card.cell = to;
                card.orient = 0;
                card.set(Flag::FaceDown, layout.zone(deck).face_down);
            }
        }
    }

    /// A new card in a cell.
    fn add(&mut self, def: DefId, cell: CellId, owner: P) -> Option<u16> {
        let zone = self.zone(cell);
        let kernel = self.game.kernel();
        let state = &mut self.game.state;
        let ix = u16::try_from(state.cards.len()).ok()?;
        state.stamp += 1;
        let mut card = Card {
            entered: state.stamp,
            placed: state.stamp,
            ..Card::new(kernel.side_in(self.maker.pool, zone, def), cell, owner)
        };
        card.set(Flag::FaceDown, self.maker.pool.layout.zone(zone).face_down);
        card.set(Flag::Token, self.maker.pool.def(def).token);
        state.cards.push(card);
        state.cells.add(cell, ix);
        Some(ix)
    }

    /// Puts a card of this definition into a zone: in the place of one of its type, at a free position, on a pile.
    fn put(&mut self, def: DefId, zone: ZoneId, p: P) -> Option<u16> {
        let layout = self.maker.pool.layout;
        let types = self.types(def);
        let (from, to) = layout.span(p, zone);
        let mut same: Vec<u16> = self.game.state.cells.span(from, to).to_vec();
        same.retain(|ix| self.types(self.game.state.card(*ix).def) == types);
        let spec = layout.zone(zone);
        let fits = self.maker.habits.types(zone) & types != 0 || !spec.board;
        let free: Vec<CellId> = layout
            .cells_of(p, zone)
            .filter(|cell| spec.positions.is_empty() || self.game.state.cells.is_empty(*cell))
            .collect();
        let add = fits && !free.is_empty() && (same.is_empty() || !self.chance(3));
        if add {
            let cell = *free.get(self.rng.below(u32::try_from(free.len()).ok()?) as usize)?;
            return self.add(def, cell, p);
        }
        let ix = *same.get(self.rng.below(u32::try_from(same.len()).ok()?) as usize)?;
        let side = self.game.kernel().side_in(self.maker.pool, zone, def);
        let token = self.maker.pool.def(def).token;
        let card = self.game.state.cards.get_mut(usize::from(ix))?;
        card.def = side;
        card.set(Flag::Token, token);
        Some(ix)
    }

    /// Cards that fit the descriptions of the card, where they are asked for.
    fn fitting_cards(&mut self) {
        // What one clause needs many of may keep another one from being met.
        let most = if self.chance(2) {
            3
        } else {
            self.maker.wants.numbers.most
        };
        for want in &self.maker.wants.cards {
            if self.chance(4) {
                continue;
            }
            for _ in 0..=self.rng.below(most) {
                self.fitting_card(want);
            }
        }
    }

    fn fitting_card(&mut self, want: &Want) {
        let p = match want.side {
            Side::Own => self.me,
            Side::Other => self.me.other(),
            Side::Either if self.chance(2) => self.me.other(),
            Side::Either => self.me,
        };
        let zone = if want.zones.is_empty() {
            // Anywhere: the place of any card of that type.
            let types = self.types(want.def);
            let like: Vec<CellId> = self
                .game
                .state
                .cards
                .iter()
                .filter(|c| self.types(c.def) == types)
                .map(|c| c.cell)
                .collect();
            let at = self.rng.below(u32::try_from(like.len()).unwrap_or(0)) as usize;
            like.get(at).map(|cell| self.zone(*cell))
        } else {
            let at = self.rng.below(u32::try_from(want.zones.len()).unwrap_or(0)) as usize;
            want.zones.get(at).copied()
        };
        let Some(zone) = zone else { return };
        let Some(ix) = self.put(want.def, zone, p) else { return };
        if let Some(card) = self.game.state.cards.get_mut(usize::from(ix)) {
            if let Some(orient) = want.orient {
                card.orient = orient;
            }
            if let Some(down) = want.face_down {
                card.set(Flag::FaceDown, down);
            }
        }
        if let Some((kind, n)) = want.counter {
            self.game.state.set_counter(ix, kind, n);
        }
        if let Some(state) = want.state {
            let card = self.game.state.now(ix);
            self.game.kernel().lay(&mut self.game, card, state);
        }
    }

    /// The probed card: in a hand or a deck, and where its abilities work, one zone after the other.
    fn probed(&mut self, number: u32) {
        let layout = self.maker.pool.layout;
        let types = self.types(self.maker.card);
        let mut put: Vec<u16> = Vec::new();
        let works: Vec<ZoneId> = zones_in(self.maker.works)
            .filter(|zone| zone.ix() < layout.zones().len())
            .filter(|zone| self.maker.habits.types(*zone) & types != 0 || !layout.zone(*zone).board)
            .collect();
        let all = (0u8..).map(ZoneId).take(layout.zones().len());
        let usual: Vec<ZoneId> = all.filter(|zone| self.maker.habits.types(*zone) & types != 0).collect();
        if let Some(at) = (number as usize).checked_rem(works.len())
            && let Some(zone) = works.get(at)
        {
            let p = if self.chance(6) { self.me.other() } else { self.me };
            put.extend(self.put(self.maker.card, *zone, p));
        }
        for zone in usual {
            let hidden = !layout.zone(zone).board;
            if (hidden && !self.chance(3)) || self.chance(8) {
                put.extend(self.put(self.maker.card, zone, self.me));
            }
        }
        for ix in put {
            self.own_states(ix);
        }
    }

    /// The probed card gets counters that its text speaks of, and is brought into states that it asks for.
    fn own_states(&mut self, ix: u16) {
        let layout = self.maker.pool.layout;
        let board = layout.zone(self.zone(self.game.state.card(ix).cell)).board;
        if !board {
            return;
        }
        let zone = self.zone(self.game.state.card(ix).cell);
        let own = &self.maker.pool.def(self.maker.card).abilities;
        let hidden = own.iter().map(|at| self.maker.pool.ability(*at));
        let hidden = hidden.filter(|a| a.works_face_down && zone.is_in(a.works)).count() > 0;
        if hidden && self.chance(2) {
            let card = self.game.state.cards.get_mut(usize::from(ix));
            if let Some(card) = card {
                card.set(Flag::FaceDown, true);
            }
        }
        for kind in &self.maker.wants.numbers.counters {
            if self.chance(2) {
                let n = 1 + self.rng.below(4);
                self.game.state.set_counter(ix, *kind, i32::try_from(n).unwrap_or(1));
            }
        }
        for state in &self.maker.wants.numbers.states {
            if self.chance(2) {
                let card = self.game.state.now(ix);
                self.game.kernel().lay(&mut self.game, card, state);
            }
        }
    }

    /// Numbers of players: as real ones at their best, or near what the card asks for.
    fn numbers(&mut self) {
        let kinds = self.game.tables().icons.len();
        for p in P::BOTH {
            if self.chance(3) {
                continue;
            }
            if let Some(player) = self.game.state.players.get_mut(p.ix()) {
                player.purse.iter_mut().take(kinds).for_each(|n| *n = 4);
            }
        }
        for p in P::BOTH {
            for (at, most) in self.maker.habits.most.into_iter().enumerate() {
                if self.chance(2)
                    && let Some(val) = self.game.state.players.get_mut(p.ix()).and_then(|p| p.vals.get_mut(at))
                {
                    *val = most;
                }
            }
        }
        for (side, at, n) in &self.maker.wants.numbers.players {
            let p = match side {
                Side::Own => self.me,
                Side::Other => self.me.other(),
                Side::Either => P::ONE,
            };
            if self.chance(4)
                && let Some(val) = self
                    .game
                    .state
                    .players
                    .get_mut(p.ix())
                    .and_then(|p| p.vals.get_mut(usize::from(*at)))
            {
                *val = *n;
            }
        }
    }

    /// Some cards of the board are turned.
    fn turned(&mut self) {
        let layout = self.maker.pool.layout;
        let orients = u32::try_from(self.game.tables().orients.len()).unwrap_or(1);
        for ix in 0..self.game.state.cards.len() {
            let Some(card) = self.game.state.cards.get(ix) else {
                continue;
            };
            let board = layout.zone(layout.cell(card.cell).zone).board;
            if board && self.rng.below(8) == 0 {
                let orient = u8::try_from(self.rng.below(orients)).unwrap_or(0);
                if let Some(card) = self.game.state.cards.get_mut(ix) {
                    card.orient = orient;
                }
            }
        }
    }

    /// The game goes on in the main phase, or at the start of some time.
    fn begin(mut self) -> Option<Game> {
        let kernel = self.game.kernel();
        let times = kernel.tables().times;
        let main = times.iter().position(|t| t.word == MAIN)?;
        let at = if self.chance(3) {
            self.rng.below(u32::try_from(times.len()).ok()?) as usize
        } else {
            main
        };
        self.game.state.dirty = true;
        self.game.settle();
        self.game.log.on = true;
        for (at, start) in [(at, at != main), (main, false)] {
            let row = times.get(at)?;
            let time = TimeId(u8::try_from(at).ok()?);
            self.game.state.turn.phase = TimeId(row.phase);
            self.game.state.turn.step = time;
            if kernel.begin_at(&mut self.game, time, start) {
                return Some(self.game);
            }
        }
        None
    }
}
