//! Deck construction (5.1.2).

use super::tables::{allow, card_type};
use crate::exec::code::ChangeOp;
use crate::exec::{DeckFault, Pool};
use crate::kernel::{DeckCard, DefId};

/// How many cards a deck has (5.1.2.1).
const SIZE: usize = 50;
/// How many cards of one name (5.1.2.2).
const COPIES: usize = 4;
/// How many climaxes (5.1.2.3).
const CLIMAXES: usize = 8;

/// What is wrong with a deck.
pub(super) fn faults(pool: &Pool, deck: &[DeckCard]) -> Vec<DeckFault> {
    let mut faults = Vec::new();
    if deck.len() != SIZE {
        faults.push(DeckFault {
            message: format!("a deck has exactly {SIZE} cards, this one has {}", deck.len()),
            rule: "5.1.2.1",
        });
    }
    let mut names: Vec<&str> = Vec::new();
    for card in deck {
        // 5.1.2.2.1: the name alone decides, not the printing.
        let name = pool.def(card.def).name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let copies: Vec<DefId> = deck
            .iter()
            .map(|c| c.def)
            .filter(|d| pool.def(*d).name == name)
            .collect();
        let unlimited = copies.iter().any(|d| any_number(pool, *d));
        if copies.len() > COPIES && !unlimited {
            faults.push(DeckFault {
                message: format!(
                    "at most {COPIES} cards of one name, there are {} of \"{name}\"",
                    copies.len()
                ),
                rule: "5.1.2.2",
            });
        }
    }
    let climaxes = deck
        .iter()
        .filter(|d| pool.def(d.def).printed.types & card_type::CLIMAX != 0)
        .count();
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
