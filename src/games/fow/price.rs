//! What playing a card costs (903.2i): the printed price or another way to pay, changed by effects in the order quality, nothing, more, less.

use super::chase::{self, how};
use super::pay::{self, KINDS, Means, Price, VOID};
use super::play::{self, place};
use super::step::go;
use super::tables::{keyword, prompt, zone};
use super::{addition, priority};
use crate::exec::code::{ChangeOp, Icon, PriceHow};
use crate::exec::{Env, Flow, Game, OtherCost, Owed, PriceChange};
use crate::kernel::{AbilityIx, Atom, Cause, DefId, KernelStep, P, Ref};

/// One way to pay for a card.
#[derive(Debug, Clone)]
pub(super) struct Way {
    /// Icons, without those of X.
    pub(super) icons: Vec<(u8, i32)>,
    /// How many icons of X.
    pub(super) x: i32,
    /// X is paid and so chosen by the player (903.2.f.1).
    pub(super) pays_x: bool,
    /// How much less is to be paid; the player says of what (903.2.i.4).
    pub(super) less: i32,
    /// An effect lets it be played without paying its cost.
    pub(super) free: bool,
    /// A cost of another kind that takes the place of the price (1110.2).
    pub(super) other: Option<usize>,
}

/// The ways in which a player can pay for a side of a card now. A price that depends on what the card targets is known only when its targets are chosen
/// (903.2g comes before 903.2i): until then it is enough that one target makes it payable.
pub(super) fn ways(game: &Game, means: &Means<'_>, card: Ref, def: DefId, bits: u32) -> Vec<Way> {
    let out = ways_now(game, means, card, def, bits);
    if !out.is_empty() || !asks_price(game, def) {
        return out;
    }
    let who = means.who;
    for text in play::texts(game, who, card, def, bits) {
        let cause = chase::cause(who, card, text);
        let Some(pc) = game.pool.ability(text).announce else {
            continue;
        };
        for target in game.possible_targets(pc, &Env::of_card(card, who), &cause) {
            let mut trial = game.clone();
            trial.log.on = false;
            trial.tell_targets(&[target], &cause);
            trial.settle();
            let found = ways_now(&trial, &Means::of(&trial, who), card, def, bits);
            if !found.is_empty() {
                return found;
            }
        }
    }
    out
}

/// Whether a text of the card makes it cheaper under a condition.
fn asks_price(game: &Game, def: DefId) -> bool {
    game.pool.def(def).abilities.iter().any(|at| {
        let ability = game.pool.ability(*at);
        let cheaper = |change: &ChangeOp| {
            matches!(
                change,
                ChangeOp::PriceIcons {
                    how: PriceHow::Less | PriceHow::Instead,
                    ..
                }
            )
        };
        ability.statics.iter().any(|one| {
            let asks = ability.gate.is_some() || one.cond.is_some();
            asks && one.changes.iter().any(|change| cheaper(&game.pool.change(*change).op))
        })
    })
}

/// The ways to pay at the price of this moment.
pub(super) fn ways_now(game: &Game, means: &Means<'_>, card: Ref, def: DefId, bits: u32) -> Vec<Way> {
    let who = means.who;
    let mut out = Vec::new();
    let free = bits & how::FREE != 0;
    // 708.4: from the standby area the price of a card with [Trigger] is not paid; other cards that an effect lets be played from there cost theirs.
    let standby = game.zone_of(game.state.card(card.ix).cell) == zone::STANDBY || bits & how::STANDBY != 0;
    if free || standby && play::keyword_of(game, def, keyword::TRIGGER).is_some() {
        out.push(changed(game, card, nothing()));
    } else {
        out.push(changed(game, card, printed(game, card, def)));
        if play::is_free(game, who, card) {
            let free = Way {
                free: true,
                ..nothing()
            };
            out.push(changed(game, card, free));
        }
        for n in 0..game.alternative_costs(card).len() {
            let mut way = nothing();
            way.other = Some(n);
            out.push(changed(game, card, way));
        }
    }
    let mut texts = play::texts(game, who, card, def, bits);
    for at in play::awakened(game, def, bits) {
        if !texts.contains(&at) {
            texts.push(at);
        }
    }
    let costly = texts.iter().any(|at| game.pool.ability(*at).cost.is_some());
    // 903.2.j.1: the costs of its texts are paid with its price; all of it or nothing.
    let besides = |way: &Way| {
        let price = pay::of(&with_x(way, 0));
        any_reduced(&price, way.less, &|price| {
            let owed = Owed {
                currency: 0,
                icons: icons_of(price),
            };
            game.texts_payable(&texts, card, who, &owed)
        })
    };
    out.retain(|way| payable(game, means, card, way) && (!costly || besides(way)));
    out
}

fn nothing() -> Way {
    Way {
        icons: Vec::new(),
        x: 0,
        pays_x: false,
        less: 0,
        free: false,
        other: None,
    }
}

fn printed(game: &Game, card: Ref, def: DefId) -> Way {
    let env = Env::of_card(card, game.master(card));
    let price = game.icons(&game.pool.def(def).price, &env);
    let is_x = |kind: u8| (Icon::VARIABLE..Icon::ANY).contains(&kind);
    let x = price.iter().filter(|(k, _)| is_x(*k)).map(|(_, n)| n).sum();
    Way {
        icons: price.into_iter().filter(|(k, _)| !is_x(*k)).collect(),
        x,
        pays_x: x > 0,
        less: 0,
        free: false,
        other: None,
    }
}

/// The price of an ability with the changes that effects make (903.2i). A reduction takes off what any kind pays first, and named icons only as far as
/// that is needed for the price to be payable.
pub(super) fn of_ability(game: &Game, who: P, card: Ref, at: AbilityIx, icons: Vec<(u8, i32)>) -> Vec<(u8, i32)> {
    let changes = game.ability_price_changes(card, at);
    if changes.is_empty() {
        return icons;
    }
    let way = changed_by(Way { icons, ..nothing() }, changes);
    let mut price = pay::of(&way.icons);
    let means = Means::of(game, who);
    for left in (0..way.less).rev() {
        let without = |kind: usize| {
            let mut less = price;
            let slot = less.get_mut(kind).filter(|n| **n > 0)?;
            *slot -= 1;
            Some(less)
        };
        let mut ways = (0..KINDS).rev().filter_map(without);
        let first = ways.next();
        let Some(next) = first
            .into_iter()
            .chain(ways)
            .find(|less| any_reduced(less, left, &|price| means.can(price)))
            .or(first)
        else {
            break;
        };
        price = next;
    }
    icons_of(&price)
}

/// A price as icons of the table.
fn icons_of(price: &Price) -> Vec<(u8, i32)> {
    let named = |kind: usize| {
        if kind == VOID {
            Some(Icon::ANY)
        } else {
            u8::try_from(kind).ok()
        }
    };
    let kinds = price.iter().enumerate().filter(|(_, n)| **n > 0);
    kinds.filter_map(|(kind, n)| Some((named(kind)?, *n))).collect()
}

/// 903.2.i.1 to i.4.
fn changed(game: &Game, card: Ref, way: Way) -> Way {
    changed_by(way, game.price_changes(card))
}

fn changed_by(mut way: Way, changes: Vec<PriceChange>) -> Way {
    for change in changes {
        match change.how {
            PriceHow::Instead => {
                // 903.2.f.1: the price is replaced, and X with it.
                if way.other.is_none() && way.pays_x | !way.icons.is_empty() {
                    way.icons = change.icons;
                    way.x = 0;
                    way.pays_x = false;
                }
            }
            PriceHow::More => way.icons.extend(change.icons),
            PriceHow::Less => {
                for (kind, n) in change.icons {
                    if kind == Icon::ANY {
                        way.less = way.less.saturating_add(n);
                    } else {
                        way.icons.push((kind, -n));
                    }
                }
            }
        }
    }
    way
}

fn payable(game: &Game, means: &Means<'_>, card: Ref, way: &Way) -> bool {
    let who = means.who;
    let icons = with_x(way, 0);
    let price = pay::of(&icons);
    // 903.2d: the card is on the chase by then and pays for nothing.
    let other = way.other.is_none_or(|n| {
        game.alternative_costs(card)
            .get(n)
            .is_some_and(|cost| game.can_pay_without(cost.cost, who, &other_env(cost, who), &[card]))
    });
    other && any_reduced(&price, way.less, &|price| means.can(price))
}

/// Whether the price can be paid with some way of taking off the reduction.
fn any_reduced(price: &Price, less: i32, can: &dyn Fn(&Price) -> bool) -> bool {
    reduced_from(price, less, KINDS, can)
}

/// The same, taking icons off in one order of kinds only: which of them go first makes no difference. Those that any kind pays come first.
fn reduced_from(price: &Price, less: i32, kinds: usize, can: &dyn Fn(&Price) -> bool) -> bool {
    if less <= 0 || price.iter().all(|n| *n == 0) {
        return can(price);
    }
    let left = |k: &usize| price.get(*k).is_some_and(|n| *n > 0);
    (0..kinds).rev().filter(left).any(|kind| {
        let mut smaller = *price;
        if let Some(n) = smaller.get_mut(kind) {
            *n -= 1;
        }
        reduced_from(&smaller, less - 1, kind + 1, can)
    }) || price.iter().take(kinds).all(|n| *n == 0) && can(price)
}

/// The targets are chosen, and with them the price is known (903.2i); from here on `a` and `b` keep it.
pub(super) fn fix(game: &mut Game, s: KernelStep) {
    if let Some(Atom::Card(host)) = game.state.picks.first().copied()
        && addition::host_types(game.info(s.card).types) != 0
        && let Some(pending) = chase::latest(game)
    {
        pending.ev.obj = host;
        let cause = chase::cause(s.who, s.card, Cause::NO_ABILITY);
        game.tell_targets(&[host], &cause);
    }
    // 903.2i
    let Some(way) = play::chosen_way(game, s) else {
        game.take_back();
        return;
    };
    let x = play::latest(game, s).and_then(|p| p.x.first().copied()).unwrap_or(0);
    let price = pay::of(&with_x(&way, x));
    let (less, other) = (way.less, way.other);
    let (a, b) = pay::pack(&price);
    if let Some(pending) = chase::latest(game)
        && let Some(left) = pending.x.get_mut(1)
    {
        // From here on the second number counts what is still to be taken off; the cost that takes the place of the price is kept in the
        // bits, for what is paid meanwhile may be what another way would need.
        let number = other.and_then(|n| u32::try_from(n + 1).ok()).unwrap_or(0);
        pending.bits |= number << 24;
        *left = less;
    }
    go(game, KernelStep { a, b, ..s }, place::REDUCE);
}

/// The price with this number for X.
pub(super) fn with_x(way: &Way, x: i32) -> Vec<(u8, i32)> {
    let mut icons = way.icons.clone();
    if way.x > 0 && x > 0 {
        icons.push((Icon::ANY, way.x.saturating_mul(x)));
    }
    icons
}

/// 903.2.i.4: the player says which part of the cost is reduced, icon by icon. `a` and `b` keep the price.
pub(super) fn reduce(game: &mut Game, s: KernelStep) -> Flow {
    let mut price = pay::unpack(s.a, s.b);
    let left = left_to_reduce(game, s);
    if let Some(Atom::Word(kind)) = game.state.picks.first().copied()
        && left > 0
    {
        game.state.picks.clear();
        take_off(game, s, &mut price, usize::from(kind));
        return Flow::Go;
    }
    let kinds: Vec<usize> = (0..KINDS).filter(|k| price.get(*k).is_some_and(|n| *n > 0)).collect();
    match kinds.as_slice() {
        _ if left <= 0 => next(game, s, &price),
        [] => next(game, s, &price),
        [only] => take_off(game, s, &mut price, *only),
        _ if price.iter().sum::<i32>() <= left => {
            let none = [0; KINDS];
            next(game, s, &none);
        }
        _ => {
            let means = Means::of(game, s.who);
            let atoms = kinds
                .iter()
                .rev()
                .filter(|k| {
                    let mut less = price;
                    if let Some(n) = less.get_mut(**k) {
                        *n -= 1;
                    }
                    any_reduced(&less, left - 1, &|price| means.can(price))
                })
                .map(|k| Atom::Word(u8::try_from(*k).unwrap_or(0)))
                .collect::<Vec<Atom>>();
            if atoms.is_empty() {
                game.take_back();
                return Flow::Go;
            }
            priority::ask(game, s.who, prompt::REDUCE, s.card, atoms);
        }
    }
    Flow::Go
}

fn left_to_reduce(game: &Game, s: KernelStep) -> i32 {
    let pending = game.state.pending.iter().rev().find(|p| p.card == s.card);
    pending.and_then(|p| p.x.get(1).copied()).unwrap_or(0)
}

fn next(game: &mut Game, s: KernelStep, price: &Price) {
    let (a, b) = pay::pack(price);
    if let Some(p) = game.state.pending.iter_mut().rev().find(|p| p.card == s.card)
        && let Some(left) = p.x.get_mut(1)
    {
        *left = 0;
    }
    game.goto(KernelStep {
        at: place::PAY,
        a,
        b,
        ..s
    });
}

fn take_off(game: &mut Game, s: KernelStep, price: &mut Price, kind: usize) {
    if let Some(n) = price.get_mut(kind) {
        *n = (*n - 1).max(0);
    }
    if let Some(p) = game.state.pending.iter_mut().rev().find(|p| p.card == s.card)
        && let Some(left) = p.x.get_mut(1)
    {
        *left -= 1;
    }
    let (a, b) = pay::pack(price);
    game.goto(KernelStep {
        at: place::REDUCE,
        a,
        b,
        ..s
    });
}

/// 1110.2: the cost that takes the place of the price.
pub(super) fn pay_alternative(game: &mut Game, s: KernelStep) {
    let Some(pending) = game.state.pending.iter().rev().find(|p| p.card == s.card) else {
        return;
    };
    // One more than its number, none is 0; see the stage that fixes the price (903.2.i.5).
    let other = usize::try_from(pending.bits >> 24 & 0x7F).unwrap_or(0).checked_sub(1);
    let Some(cost) = other.and_then(|n| game.alternative_costs(s.card).into_iter().nth(n)) else {
        return;
    };
    let mut run = game.new_run(
        cost.ability,
        s.card,
        s.card,
        s.who,
        crate::kernel::EvInfo::default(),
        cost.held,
    );
    run.pc = game.pool.cost(cost.cost).pc;
    game.run_cost(run);
}

/// What a cost that takes the place of the price speaks of.
fn other_env(cost: &OtherCost, who: P) -> Env<'_> {
    Env::of_card(cost.src, who).with_held(cost.held.as_deref())
}
