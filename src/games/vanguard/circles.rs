//! The circles (4.6): where they are, and who stands on them.

use super::layout;
use super::marks::{self, mark};
use super::tables::{card_type, relation, zone};
use super::ties::{self, tie};
use crate::exec::Game;
pub(super) use crate::games::common::cards::cards;
use crate::kernel::{CellId, P, Ref, ZoneId};

/// Rear-guard circles by their numbers in the table of zones: LF RF LB CB RB.
const LF: u8 = 0;
const RF: u8 = 1;
const LB: u8 = 2;
const CB: u8 = 3;
const RB: u8 = 4;

/// The vanguard circle.
pub(super) fn vc(p: P) -> CellId {
    layout().of(p, zone::VC)
}

/// The guardian circle.
pub(super) fn gc(p: P) -> CellId {
    layout().of(p, zone::GC)
}

/// The circles of the rear-guards.
pub(super) fn rcs(p: P) -> impl Iterator<Item = CellId> {
    layout().cells_of(p, zone::RC)
}

/// The two front rear-guard circles.
pub(super) fn front_rcs(p: P) -> [CellId; 2] {
    [layout().at(p, zone::RC, LF), layout().at(p, zone::RC, RF)]
}

/// The circles that can be exchanged within a column (6.6.1.2.3).
pub(super) fn pairs(p: P) -> [(CellId, CellId); 2] {
    let at = |n| layout().at(p, zone::RC, n);
    [(at(LF), at(LB)), (at(RF), at(RB))]
}

/// Whether a zone is made of circles.
pub(super) fn is_circle(z: ZoneId) -> bool {
    z == zone::VC || z == zone::RC || z == zone::GC
}

/// The column (from the first player's left) and whether it is the front row; none for other places (4.6.2, 4.6.3).
fn place(cell: CellId) -> Option<(u8, bool)> {
    let spec = layout().cell(cell);
    let (column, front) = match (spec.zone, spec.position) {
        (zone::VC, _) => (1, true),
        (zone::RC, LF) => (0, true),
        (zone::RC, RF) => (2, true),
        (zone::RC, LB) => (0, false),
        (zone::RC, CB) => (1, false),
        (zone::RC, RB) => (2, false),
        _ => return None,
    };
    // 4.6.2.1: the left of one player is the right of the other.
    Some((if spec.player == P::ONE { column } else { 2 - column }, front))
}

/// The circle directly behind a front circle.
pub(super) fn behind(cell: CellId) -> Option<CellId> {
    let mut out = Vec::new();
    relative(cell, relation::BEHIND, &mut out);
    out.first().copied()
}

/// The circles in a relation to a circle.
pub(super) fn relative(cell: CellId, which: u8, out: &mut Vec<CellId>) {
    let Some((column, front)) = place(cell) else { return };
    let me = layout().cell(cell).player;
    for p in P::BOTH {
        for c in std::iter::once(vc(p)).chain(rcs(p)) {
            let Some((its_column, its_front)) = place(c) else {
                continue;
            };
            let fits = match which {
                relation::FRONT => p == me && its_column == column && its_front && !front,
                relation::BEHIND => p == me && its_column == column && !its_front && front,
                relation::COLUMN => its_column == column,
                _ => p == me && its_front == front,
            };
            if fits {
                out.push(c);
            }
        }
    }
}

/// Whether a card on a circle is a unit: neither locked nor a heart (3.8.1, 10.1.26.3).
pub(super) fn is_unit(game: &Game, card: Ref) -> bool {
    let (on, bad) = (game.state.card(card.ix), [mark::LOCKED, mark::HEART]);
    is_circle(game.zone_of(on.cell)) && !bad.iter().any(|m| on.is(*m)) && game.info(card).types & card_type::UNIT != 0
}

/// The units on a circle.
pub(super) fn units(game: &Game, cell: CellId) -> Vec<Ref> {
    cards(game, cell).filter(|c| is_unit(game, *c)).collect()
}

/// A player's vanguard: the Leader if there is a legion, the last placed one if there are too many.
pub(super) fn vanguard(game: &Game, p: P) -> Option<Ref> {
    let mut on = units(game, vc(p));
    on.retain(|c| ties::to(game, tie::LEGION, *c).is_none());
    on.into_iter().max_by_key(|c| game.state.card(c.ix).placed)
}

/// The grade of a player's vanguard or Leader; of none, less than every grade.
pub(super) fn vanguard_grade(game: &Game, p: P) -> i32 {
    let grade = |c: Ref| game.info(c).attr(super::tables::attr::GRADE.ix());
    vanguard(game, p).map_or(-1, grade)
}

/// A player's units on the vanguard circle and the rear-guard circles, the vanguard first.
pub(super) fn fighters(game: &Game, p: P) -> Vec<Ref> {
    let mut out: Vec<Ref> = vanguard(game, p).into_iter().collect();
    for cell in std::iter::once(vc(p)).chain(rcs(p)) {
        let more = units(game, cell);
        out.extend(more.into_iter().filter(|c| Some(*c) != vanguard(game, p)));
    }
    out
}

/// A player's rear-guards.
pub(super) fn rear_guards(game: &Game, p: P) -> Vec<Ref> {
    rcs(p).flat_map(|c| units(game, c)).collect()
}

/// Whether a circle is a rear-guard circle now: a locked card makes it another one (4.6.7, 10.1.21.6).
pub(super) fn is_rc(game: &Game, cell: CellId) -> bool {
    game.zone_of(cell) == zone::RC && !cards(game, cell).any(|c| marks::has(game, c, mark::LOCKED))
}
