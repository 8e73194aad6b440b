//! Information of cards that the rules work out: counters and rounding (909.1h, 909.1i), void (208.4), X in the total cost (203.5b), and numbers
//! that are asked for by their own words.

use super::tables::{attr, counter, keyword, word, zone};
use super::verbs;
use crate::exec::Game;
use crate::exec::code::{Icon, Num};
use crate::kernel::{AttrId, Chars, Pending, Ref};

/// Corrects computed information after all layers of effects.
pub(super) fn finish(game: &Game, card: Ref, chars: &mut Chars) {
    let (atk, def) = if game.state.counters.is_empty() {
        (0, 0)
    } else {
        counted(game, card)
    };
    change(chars, attr::ATK, |n| round_up(n.saturating_add(atk)));
    change(chars, attr::DEF, |n| round_up(n.saturating_add(def)));
    // 208.4: void is having no attribute.
    if chars.values & word::ATTRIBUTES == 0 {
        chars.values |= word::VOID;
    } else {
        chars.values &= !word::VOID;
    }
    // 1010.1a: a ruler with an astral counter has lost its [Judgment] for the rest of the game.
    if game.state.counter(card.ix, counter::ASTRAL) > 0 {
        chars.keywords &= !game.pool.known_keyword(keyword::JUDGMENT);
    }
    if let Some(pending) = on_chase(game, card) {
        let x = chosen(game, chars, pending);
        change_any(chars, attr::TOTAL_COST, |n| n.saturating_add(x));
    }
}

fn change(chars: &mut Chars, which: AttrId, f: impl Fn(i32) -> i32) {
    if chars.has_attr(which) {
        change_any(chars, which, f);
    }
}

fn change_any(chars: &mut Chars, which: AttrId, f: impl Fn(i32) -> i32) {
    if let Some(value) = chars.attrs.get_mut(which.ix()) {
        *value = f(*value);
    }
}

/// 909.1i: up to the next hundred.
fn round_up(n: i32) -> i32 {
    n.saturating_add(n.saturating_neg().rem_euclid(100))
}

/// What the counters on a card add to its ATK and DEF (1022.2, 909.1h).
fn counted(game: &Game, card: Ref) -> (i32, i32) {
    let mut sum = (0i32, 0i32);
    let on = if game.state.alive(card) {
        game.state.counters_of(card.ix)
    } else {
        // 911.1
        game.state.last_of(card).map_or_else(Vec::new, |l| l.counters.clone())
    };
    for (kind, n) in on {
        let Some((atk, def)) = worth(game, kind) else {
            continue;
        };
        let n = i32::from(n);
        sum.0 = sum.0.saturating_add(atk.saturating_mul(n));
        sum.1 = sum.1.saturating_add(def.saturating_mul(n));
    }
    sum
}

/// What one counter of a kind is worth, if it is one of numbers.
fn worth(game: &Game, kind: u8) -> Option<(i32, i32)> {
    match kind {
        counter::PLUS => Some((100, 100)),
        counter::MINUS => Some((-100, -100)),
        _ => {
            let (atk, def) = game.pool.counter_name(kind).split_once('/')?;
            Some((atk.parse().ok()?, def.parse().ok()?))
        }
    }
}

/// What was announced with this card, while it lies on the chase.
fn on_chase(game: &Game, card: Ref) -> Option<&Pending> {
    if game.state.pending.is_empty() || game.zone_of(game.state.card(card.ix).cell) != zone::CHASE {
        return None;
    }
    game.state.pending.iter().find(|p| p.card == card)
}

/// 203.5b: how much will the chosen numbers add to the total cost.
fn chosen(game: &Game, chars: &Chars, pending: &Pending) -> i32 {
    let price = &game.pool.def(chars.def).price;
    let variable = |icon: &&Icon| icon.kind >= Icon::VARIABLE && icon.kind != Icon::ANY;
    price.iter().filter(variable).fold(0, |sum: i32, icon| {
        let which = usize::from(icon.kind - Icon::VARIABLE);
        let x = pending.x.get(which).copied().unwrap_or(0);
        let icons = match game.pool.num(icon.count) {
            Num::Const(n) => *n,
            _ => 1,
        };
        sum.saturating_add(x.saturating_mul(icons))
    })
}

/// A number that is not kept with the others.
pub(super) fn attr(game: &Game, card: Ref, which: AttrId) -> i32 {
    let info = game.info(card);
    // 1035.3: of a J-ruler under another card, its own card counts as printed.
    let overlaid = game.state.alive(card) && verbs::overlay_of(game, card).is_some();
    let def = if overlaid {
        game.state.card(card.ix).def
    } else {
        info.def
    };
    let printed = || &game.pool.def(def).printed;
    match which {
        // 909.1h: before counters are applied.
        attr::BASE_ATK => {
            let counters = counted(game, card).0;
            info.attr(attr::ATK.ix()).saturating_sub(counters)
        }
        attr::PRINTED_ATK => printed().attr(attr::ATK.ix()),
        attr::PRINTED_DEF => printed().attr(attr::DEF.ix()),
        attr::CAPACITY => info.attr(attr::DEF.ix()).saturating_sub(damage(game, card)),
        attr::X_VALUE => x_value(game, card),
        attr::PAID_COSTS => super::extra::paid_costs(game, card),
        attr::DAMAGE => damage(game, card),
        _ => 0,
    }
}

fn damage(game: &Game, card: Ref) -> i32 {
    if game.state.alive(card) {
        game.state.laid(card.ix).damage
    } else {
        // 911.1
        game.state.last_of(card).map_or(0, |l| l.damage)
    }
}

/// The number chosen for X: as announced on the chase, as kept elsewhere (903.2f).
fn x_value(game: &Game, card: Ref) -> i32 {
    if let Some(pending) = game.state.pending.iter().find(|p| p.card == card) {
        return pending.x.first().copied().unwrap_or(0);
    }
    if game.state.alive(card) {
        game.state.laid(card.ix).x
    } else {
        // 911.1
        game.state.last_of(card).map_or(0, |l| l.x)
    }
}
