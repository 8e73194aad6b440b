//! Places.

use super::{CellList, Env, Look, Players, Refs};
use crate::exec::code::{Place, PlaceIx};
use crate::exec::game::Game;
use crate::kernel::{CellId, P, Ref, Slot};

impl Game {
    /// Whether a card came from a place by a move: from where its way began (5.4.3 and its like), or, if the place is nothing else, from where it lay on
    /// its way.
    pub(in crate::exec) fn comes_from(&self, place: PlaceIx, ev: &crate::kernel::Ev, env: &Env<'_>) -> bool {
        let on_the_way = || {
            let zone = self.zone_of(ev.from);
            let alone = |zones: &[(crate::kernel::ZoneId, u16)]| zones.iter().all(|(z, _)| *z == zone);
            matches!(self.pool.place(place), Place::Zone { zones, .. } if alone(zones))
                && self.cell_is_at(place, ev.from, env)
        };
        self.cell_is_at(place, ev.came_from(), env) || ev.came_from() != ev.from && on_the_way()
    }

    /// The cell under a position.
    pub fn cell_under(&self, cell: CellId) -> Option<CellId> {
        let (under, of) = self.tables().under?;
        let spec = self.layout().cell(cell);
        (spec.zone == of).then(|| self.layout().at(spec.player, under, spec.position))
    }

    /// Whether a card is at a place.
    pub fn is_at(&self, place: PlaceIx, look: &Look<'_>, env: &Env<'_>) -> bool {
        self.cell_is_at(place, look.elsewhere.unwrap_or(look.cell), env)
            || matches!(self.pool.place(place), Place::State(state) if self.kernel().state(self, look.card, *state))
    }

    /// Whether a cell is part of a place.
    pub fn cell_is_at(&self, place: PlaceIx, cell: CellId, env: &Env<'_>) -> bool {
        match self.pool.place(place) {
            Place::Zone {
                zones, whose, empty, ..
            } => {
                let spec = self.layout().cell(cell);
                zones
                    .iter()
                    .any(|(z, positions)| *z == spec.zone && positions >> spec.position & 1 == 1)
                    && whose.as_ref().is_none_or(|w| self.is_player(spec.player, w, env))
                    && (!empty || self.state.cells.is_empty(cell))
            }
            Place::Faced(relation) => self.is_faced(cell, *relation),
            Place::Elsewhere => self.last_position(env.src) != Some(cell),
            Place::Or(all) => all.iter().any(|p| self.cell_is_at(*p, cell, env)),
            Place::Both(one, other) => self.cell_is_at(*one, cell, env) && self.cell_is_at(*other, cell, env),
            _ => self.cells(place, env).contains(&cell),
        }
    }

    /// Whether a card lies on a position in this relation to the cell.
    fn is_faced(&self, cell: CellId, relation: u8) -> bool {
        let mut opposite = Vec::new();
        self.kernel().relative(cell, relation, &mut opposite);
        opposite.iter().any(|other| !self.state.cells.is_empty(*other))
    }

    /// The cells of a place.
    #[inline]
    pub fn cells(&self, place: PlaceIx, env: &Env<'_>) -> CellList {
        let mut out = CellList::new();
        self.collect_cells(place, env, &mut out);
        out
    }

    /// The cell of a place that is one cell, if that needs no look at the table.
    #[inline]
    pub(in crate::exec) fn only_cell(&self, place: PlaceIx, env: &Env<'_>) -> Option<CellId> {
        let Place::Zone {
            zones,
            whose: Some(who),
            empty: false,
            ..
        } = self.pool.place(place)
        else {
            return None;
        };
        let [(zone, positions)] = zones.as_slice() else {
            return None;
        };
        let (from, to) = self.layout().span(self.plain_player(who, env)?, *zone);
        (to.0 == from.0.saturating_add(1) && positions & 1 == 1).then_some(from)
    }

    /// The first cell of a place.
    #[inline]
    pub(in crate::exec) fn first_cell(&self, place: PlaceIx, env: &Env<'_>) -> Option<CellId> {
        match self.only_cell(place, env) {
            Some(cell) => Some(cell),
            None => self.cells(place, env).first().copied(),
        }
    }

    pub(super) fn collect_cells(&self, place: PlaceIx, env: &Env<'_>, out: &mut CellList) {
        let layout = self.layout();
        match self.pool.place(place) {
            Place::Zone {
                zones, whose, empty, ..
            } => {
                let owners = match whose {
                    Some(who) => self.players(who, env),
                    None => Players::from_slice(&[env.me, env.me.other()]),
                };
                for p in owners.iter().copied() {
                    for (zone, positions) in zones {
                        for (position, cell) in layout.cells_of(p, *zone).enumerate() {
                            if positions >> position & 1 == 1 && (!empty || self.state.cells.is_empty(cell)) {
                                out.push(cell);
                            }
                        }
                    }
                }
            }
            Place::Under(objs) => {
                for r in self.objects_last(*objs, env).iter().copied() {
                    if let Some(look) = self.look(r)
                        && let Some(cell) = self.cell_under(look.cell)
                    {
                        out.push(cell);
                    }
                }
            }
            Place::Relative(relation, objs) => {
                let mut cells = Vec::new();
                // Of a card that has left, the position where it last was (8.11.1, 8.8.1 and their like).
                for r in self.objects_last(*objs, env).iter().copied() {
                    if let Some(cell) = self.last_position(r) {
                        self.kernel().relative(cell, *relation, &mut cells);
                    }
                }
                out.extend(cells);
            }
            Place::PositionOf(objs) => {
                for r in self.objects_last(*objs, env).iter().copied() {
                    if let Some(cell) = self.last_position(r) {
                        out.push(cell);
                    }
                }
            }
            Place::Slot(slot) => match env.slot(*slot) {
                Slot::Cell(cell) => out.push(cell),
                Slot::Set { .. } => {
                    for r in env.slot_cards(*slot) {
                        out.push(self.state.card(r.ix).cell);
                    }
                }
                _ => {}
            },
            Place::State(state) => {
                for r in self.board() {
                    if self.kernel().state(self, r, *state) {
                        out.push(self.state.card(r.ix).cell);
                    }
                }
            }
            Place::Faced(relation) => {
                let cells = (0..self.layout().len()).filter_map(|n| u8::try_from(n).ok().map(CellId));
                out.extend(cells.filter(|cell| self.is_faced(*cell, *relation)));
            }
            Place::Elsewhere => {
                let own = self.last_position(env.src);
                let cells = (0..self.layout().len()).filter_map(|n| u8::try_from(n).ok().map(CellId));
                out.extend(cells.filter(|cell| own != Some(*cell)));
            }
            Place::Or(all) => {
                for p in all {
                    self.collect_cells(*p, env, out);
                }
            }
            Place::Both(one, other) => {
                let also = |cell: &CellId| self.cell_is_at(*other, *cell, env);
                out.extend(self.cells(*one, env).into_iter().filter(also));
            }
        }
    }

    /// Whether no card of a place comes twice when its cards are visited.
    #[inline]
    pub(super) fn comes_once(&self, place: PlaceIx) -> bool {
        matches!(self.pool.place(place), Place::Zone { zones, empty: false, .. } if zones.len() == 1)
    }

    /// Visits the cards of a place: whose they are, a stretch of them, and whether no card of the place comes twice. Cells that lie side by side are one
    /// stretch.
    #[inline]
    pub(super) fn stretches(&self, place: PlaceIx, env: &Env<'_>, visit: &mut impl FnMut(P, &[u16], bool)) {
        let layout = self.layout();
        let cells = &self.state.cells;
        match self.pool.place(place) {
            Place::Zone {
                zones,
                whose,
                empty: false,
                ..
            } => {
                let once = zones.len() == 1;
                let mut visit_of = |p: P| {
                    for (zone, positions) in zones {
                        let (from, to) = layout.span(p, *zone);
                        if positions.trailing_ones() >= u32::from(to.0.saturating_sub(from.0)) {
                            visit(p, cells.span(from, to), once);
                            continue;
                        }
                        for cell in layout.cells_of(p, *zone) {
                            if positions >> layout.cell(cell).position & 1 == 1 {
                                visit(p, cells.cards(cell), once);
                            }
                        }
                    }
                };
                match whose {
                    None => {
                        visit_of(env.me);
                        visit_of(env.me.other());
                    }
                    Some(who) => match self.plain_player(who, env) {
                        Some(p) => visit_of(p),
                        None => self.players(who, env).iter().copied().for_each(visit_of),
                    },
                }
            }
            _ => {
                for cell in self.cells(place, env).iter().copied() {
                    visit(layout.cell(cell).player, cells.cards(cell), false);
                }
            }
        }
    }

    /// The position a card is on, or was on when it was last on one.
    pub fn last_position(&self, r: Ref) -> Option<CellId> {
        if let Some(look) = self.look(r)
            && self.layout().zone(self.zone_of(look.cell)).computed
        {
            return Some(look.cell);
        }
        self.state
            .lki
            .iter()
            .rev()
            .find(|l| l.new == r || l.old == r)
            .map(|l| l.cell)
    }

    /// All cards in computed cells.
    pub fn board(&self) -> Refs {
        let mut out = Refs::new();
        for (from, to) in self.layout().computed() {
            out.extend(self.state.cells.span(*from, *to).iter().map(|c| self.state.now(*c)));
        }
        out
    }
}
