//! Where cards are: one list of all cards, cut into cells. A card is in exactly one place by construction.

use super::CellId;
use serde::{Deserialize, Serialize};

/// Which end of a cell. The top is the last card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum End {
    /// The top.
    #[default]
    Top,
    /// The bottom.
    Bottom,
    /// Right under the top card.
    UnderTop,
}

/// All cards of a match, cell after cell.
#[derive(Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Cells {
    order: Vec<u16>,
    start: Vec<u16>,
}

impl Clone for Cells {
    fn clone(&self) -> Cells {
        Cells {
            order: self.order.clone(),
            start: self.start.clone(),
        }
    }

    fn clone_from(&mut self, other: &Cells) {
        self.order.clone_from(&other.order);
        self.start.clone_from(&other.start);
    }
}

impl Cells {
    /// So many empty cells.
    pub fn new(cells: usize) -> Cells {
        Cells {
            order: Vec::new(),
            start: vec![0; cells + 1],
        }
    }

    #[inline]
    fn start_of(&self, cell: usize) -> usize {
        self.start.get(cell).copied().map_or(0, usize::from)
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// The cards of a cell, bottom first.
    #[inline]
    pub fn cards(&self, cell: CellId) -> &[u16] {
        let from = self.start_of(cell.ix());
        let to = self.start_of(cell.ix() + 1);
        self.order.get(from..to).unwrap_or(&[])
    }

    /// How many cards a cell has.
    #[inline]
    pub fn len(&self, cell: CellId) -> usize {
        self.start_of(cell.ix() + 1).saturating_sub(self.start_of(cell.ix()))
    }

    /// Whether a cell has no card.
    #[inline]
    pub fn is_empty(&self, cell: CellId) -> bool {
        self.len(cell) == 0
    }

    /// The top card of a cell.
    #[inline]
    pub fn top(&self, cell: CellId) -> Option<u16> {
        self.cards(cell).last().copied()
    }

    /// Puts a new card onto a cell.
    pub fn add(&mut self, cell: CellId, card: u16) {
        let at = self.start_of(cell.ix() + 1).min(self.order.len());
        self.order.insert(at, card);
        for start in self.start.iter_mut().skip(cell.ix() + 1) {
            *start += 1;
        }
    }

    /// Moves a card from one cell to an end of another; false if it is not there.
    pub fn shift(&mut self, card: u16, from: CellId, to: CellId, end: End) -> bool {
        let Some(offset) = self.cards(from).iter().rposition(|c| *c == card) else {
            return false;
        };
        if to.ix() >= self.count() {
            return false;
        }
        let at = self.start_of(from.ix()) + offset;
        if from == to {
            let low = self.start_of(from.ix());
            let high = self.start_of(from.ix() + 1);
            match end {
                End::Top => self.rotate_left(at, high),
                End::Bottom => self.rotate_right(low, at + 1),
                // The top card itself goes under the one that is on top without it.
                End::UnderTop if at + 1 == high => self.rotate_right(high.saturating_sub(2).max(low), high),
                End::UnderTop => self.rotate_left(at, high.saturating_sub(1)),
            }
            return true;
        }
        if from.ix() < to.ix() {
            let high = self.start_of(to.ix() + 1);
            let low = self.start_of(to.ix());
            let goal = match end {
                End::Top => high,
                End::Bottom => low,
                End::UnderTop => high.saturating_sub(1).max(low),
            };
            self.rotate_left(at, goal);
            for start in self.start.iter_mut().take(to.ix() + 1).skip(from.ix() + 1) {
                *start -= 1;
            }
        } else {
            let high = self.start_of(to.ix() + 1);
            let low = self.start_of(to.ix());
            let goal = match end {
                End::Top => high,
                End::Bottom => low,
                End::UnderTop => high.saturating_sub(1).max(low),
            };
            self.rotate_right(goal, at + 1);
            for start in self.start.iter_mut().take(from.ix() + 1).skip(to.ix() + 1) {
                *start += 1;
            }
        }
        true
    }

    fn rotate_left(&mut self, from: usize, to: usize) {
        if let Some(part) = self.order.get_mut(from..to)
            && part.len() > 1
        {
            part.rotate_left(1);
        }
    }

    fn rotate_right(&mut self, from: usize, to: usize) {
        if let Some(part) = self.order.get_mut(from..to)
            && part.len() > 1
        {
            part.rotate_right(1);
        }
    }

    /// The cards of a cell, to be put in another order.
    pub fn cards_mut(&mut self, cell: CellId) -> &mut [u16] {
        let from = self.start_of(cell.ix());
        let to = self.start_of(cell.ix() + 1);
        self.order.get_mut(from..to).unwrap_or(&mut [])
    }

    /// The cards of the cells from one to another, which is not among them.
    #[inline]
    pub fn span(&self, from: CellId, to: CellId) -> &[u16] {
        let (from, to) = (self.start_of(from.ix()), self.start_of(to.ix()));
        self.order.get(from..to).unwrap_or(&[])
    }

    /// Whether a cell of a stretch, its last one left out, has more than one card.
    #[inline]
    pub fn is_crowded(&self, from: CellId, to: CellId) -> bool {
        let starts = self.start.get(from.ix()..=to.ix()).unwrap_or(&[]);
        starts
            .iter()
            .zip(starts.iter().skip(1))
            .any(|(low, high)| high.wrapping_sub(*low) > 1)
    }

    /// Where each cell begins in the list of all cards, and the end of the last.
    #[inline]
    pub fn starts(&self) -> &[u16] {
        &self.start
    }

    /// All cards, cell after cell.
    #[inline]
    pub fn order(&self) -> &[u16] {
        &self.order
    }

    /// Every card with its cell, cell after cell.
    pub fn all(&self) -> impl Iterator<Item = (CellId, u16)> + '_ {
        (0..self.count()).flat_map(move |c| {
            let cell = CellId(u8::try_from(c).unwrap_or(u8::MAX));
            self.cards(cell).iter().map(move |card| (cell, *card))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, End};
    use crate::kernel::CellId;
    use proptest::prelude::*;

    /// The slow model: a list per cell.
    fn model_shift(model: &mut [Vec<u16>], card: u16, from: usize, to: usize, end: End) -> bool {
        let Some(at) = model[from].iter().position(|c| *c == card) else {
            return false;
        };
        model[from].remove(at);
        let goal = match end {
            End::Top => model[to].len(),
            End::Bottom => 0,
            End::UnderTop => model[to].len().saturating_sub(1),
        };
        model[to].insert(goal, card);
        true
    }

    proptest! {
        #[test]
        fn moves_agree_with_a_list_per_cell(moves in prop::collection::vec((0u16..12, 0usize..5, 0usize..5, 0u8..3), 0..60)) {
            let mut cells = Cells::new(5);
            let mut model = vec![Vec::new(); 5];
            for card in 0..12u16 {
                cells.add(CellId(u8::try_from(card % 5).unwrap()), card);
                model[usize::from(card % 5)].push(card);
            }
            for (card, from, to, end) in moves {
                let end = [End::Top, End::Bottom, End::UnderTop][usize::from(end)];
                let done = cells.shift(card, CellId(u8::try_from(from).unwrap()), CellId(u8::try_from(to).unwrap()), end);
                prop_assert_eq!(done, model_shift(&mut model, card, from, to, end));
                for (c, list) in model.iter().enumerate() {
                    prop_assert_eq!(cells.cards(CellId(u8::try_from(c).unwrap())), list.as_slice());
                }
            }
        }
    }
}
