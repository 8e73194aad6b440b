//! The stage (3.6.3 to 3.6.5): positions C1 C2 C3 are 0 to 2, B4 B5 are 3 and 4.

use super::layout;
use super::tables::{relation, zone};
use crate::kernel::{CellId, P};

/// Center positions.
pub(super) const CENTER: [u8; 3] = [0, 1, 2];
/// The middle of the center stage.
pub(super) const MIDDLE: u8 = 1;

/// The position opposite a center position: 1 faces 3, 2 faces 2, 3 faces 1 (3.6.5).
pub(super) fn facing(cell: CellId) -> Option<CellId> {
    let spec = layout().cell(cell);
    (spec.zone == zone::STAGE && spec.position < 3)
        .then(|| layout().at(spec.player.other(), zone::STAGE, 2 - spec.position))
}

/// The positions in front of a position, behind it (3.6.4) or opposite (3.6.5).
pub(super) fn relative(cell: CellId, which: u8, out: &mut Vec<CellId>) {
    if which == relation::FACING {
        out.extend(facing(cell));
        return;
    }
    let spec = layout().cell(cell);
    if spec.zone != zone::STAGE && spec.zone != zone::MARKERS {
        return;
    }
    let positions: &[u8] = match (which, spec.position) {
        (relation::FRONT, 3) => &[0, 1],
        (relation::FRONT, 4) => &[1, 2],
        (relation::BEHIND, 0) => &[3],
        (relation::BEHIND, 1) => &[3, 4],
        (relation::BEHIND, 2) => &[4],
        _ => &[],
    };
    out.extend(positions.iter().map(|p| layout().at(spec.player, zone::STAGE, *p)));
}

/// A position of a player's stage.
pub(super) fn position(player: P, position: u8) -> CellId {
    layout().at(player, zone::STAGE, position)
}

/// The cells of a player's stage.
pub(super) fn stage(player: P) -> impl Iterator<Item = CellId> {
    layout().cells_of(player, zone::STAGE)
}
