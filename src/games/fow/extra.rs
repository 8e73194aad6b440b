//! Additional costs that a player may pay while playing a card (903.2c, 903.2j): what was chosen, and what is left out otherwise.

use super::play::place;
use super::tables::prompt;
use super::{chase, pay, play, priority};
use crate::exec::code::{CostIx, Demand};
use crate::exec::{Env, Game};
use crate::games::common::pending;
use crate::kernel::{AbilityIx, Atom, Bits, Captured, KernelStep, Ref, Slot};

/// 903.2c: asks for each additional cost that may be left whether it is paid.
pub(super) fn ask(game: &mut Game, s: KernelStep) {
    let Some(text) = play::text_at(game, s) else {
        game.goto(KernelStep {
            at: place::TEXTS,
            b: 0,
            ..s
        });
        return;
    };
    if s.at == place::EXTRA_ANSWER {
        if game.state.picks.first() == Some(&Atom::Yes) {
            take(game, text);
            game.state.dirty = true;
        }
        game.goto(KernelStep {
            at: place::EXTRA,
            b: s.b + 1,
            ..s
        });
        return;
    }
    game.goto(KernelStep {
        at: place::EXTRA_ANSWER,
        ..s
    });
    game.state.picks.clear();
    let base = play::chosen_way(game, s).map_or_else(Vec::new, |way| way.icons);
    let extra = game.pool.ability(text).extra;
    if extra.is_some_and(|extra| with_price(game, s, extra.cost, &base)) {
        priority::ask_yes(game, s.who, prompt::EXTRA, s.card);
    }
}

/// Whether a cost can be paid besides a price.
pub(super) fn with_price(game: &Game, s: KernelStep, cost: CostIx, base: &[(u8, i32)]) -> bool {
    let env = Env::of_card(s.card, s.who);
    game.can_pay_cost(cost, s.who, &env) && {
        let mut all = base.to_vec();
        for demand in &game.pool.cost(cost).demands {
            if let Demand::Icons(icons) = demand {
                all.extend(game.icons(icons, &env));
            }
        }
        pay::can(game, s.who, &all, &[])
    }
}

/// The additional cost of a text will be paid.
fn take(game: &mut Game, at: AbilityIx) {
    let slot = game.pool.ability(at).extra.map(|extra| extra.slot);
    let (Some(slot), Some(pending)) = (slot, chase::latest(game)) else {
        return;
    };
    for (text, held) in &mut pending.texts {
        if *text == at {
            *held = Some(pending::with_number(held.as_deref(), slot, 1));
        }
    }
}

/// Whether the additional cost of a text is paid.
fn is_paid(game: &Game, at: AbilityIx, held: Option<&Captured>) -> bool {
    let slot = game.pool.ability(at).extra.map(|extra| usize::from(extra.slot));
    let paid = slot.and_then(|slot| held?.slots.get(slot));
    matches!(paid, Some(Slot::Num(n)) if *n > 0)
}

/// Whether a text is left out because its additional cost is not paid.
pub(super) fn left_out(game: &Game, at: AbilityIx, held: Option<&Captured>) -> bool {
    game.pool.ability(at).gated && !is_paid(game, at, held)
}

/// Which additional costs were paid for a spell, as bits: its other texts ask for it.
pub(super) fn paid_costs(game: &Game, card: Ref) -> i32 {
    let spell = game.state.pending.iter().rev().find(|p| p.card == card);
    let texts = spell.map_or(&[][..], |pending| pending.texts.as_slice());
    texts
        .iter()
        .fold(0, |all, (text, held)| match game.pool.ability(*text).extra {
            Some(extra) if is_paid(game, *text, held.as_deref()) => all | i32::bit(extra.number),
            _ => all,
        })
}
