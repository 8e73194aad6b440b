//! Deck construction (5.1.2).

use super::tables::{allow, card_type};
use crate::exec::code::ChangeOp;
use crate::exec::{DeckFault, DeckList, Pool, count_names, count_of};
use crate::kernel::DefId;

/// The only part of a deck.
const MAIN: u8 = 0;
/// How many cards a deck has (5.1.2.1).
const SIZE: u64 = 50;
/// How many cards of one name (5.1.2.2).
const COPIES: u64 = 4;
/// How many climaxes (5.1.2.3).
const CLIMAXES: u64 = 8;

/// What is wrong with a deck.
pub(super) fn faults(pool: &Pool, deck: &DeckList) -> Vec<DeckFault> {
    let mut faults = Vec::new();
    let size = deck.size(MAIN);
    if size != SIZE {
        faults.push(DeckFault {
            message: format!("a deck has exactly {SIZE} cards, this one has {size}"),
            rule: "5.1.2.1",
        });
    }
    // 5.1.2.2.1: the name alone decides, not the printing.
    let name = |def: DefId| pool.def(def).name.as_str();
    for (which, copies) in count_names(deck.part(MAIN), name) {
        let unlimited = || {
            let mut same = deck.part(MAIN).filter(|(def, _)| name(*def) == which);
            same.any(|(def, _)| any_number(pool, def))
        };
        if copies > COPIES && !unlimited() {
            faults.push(DeckFault {
                message: format!("at most {COPIES} cards of one name, there are {copies} of \"{which}\""),
                rule: "5.1.2.2",
            });
        }
    }
    let is_climax = |def: DefId| pool.def(def).printed.types & card_type::CLIMAX != 0;
    let climaxes = count_of(deck.part(MAIN), is_climax);
    if climaxes > CLIMAXES {
        faults.push(DeckFault {
            message: format!("at most {CLIMAXES} climaxes, there are {climaxes}"),
            rule: "5.1.2.3",
        });
    }
    faults
}

/// 5.1.2.4: a continuous ability about deck construction wins.
fn any_number(pool: &Pool, card: DefId) -> bool {
    pool.def(card).abilities.iter().any(|a| {
        pool.ability(*a).statics.iter().any(|part| {
            part.changes
                .iter()
                .any(|c| matches!(pool.change(*c).op, ChangeOp::Allow(p, _) if p == allow::ANY_NUMBER_IN_DECK))
        })
    })
}
