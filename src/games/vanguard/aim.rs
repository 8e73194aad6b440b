//! What is attacked (7.3.1.4), and what effects make of it: `this can battle up to 2 units`, `this must battle all units` (7.3.1.4.5, 10.1.19.1).

use super::battle::{attack_ev, battle_at};
use super::tables::{allow, must, prompt, zone};
use super::ties::{self, tie};
use super::{circles, record};
use crate::exec::Game;
use crate::games::common::cards::picked;
use crate::kernel::{Ask, AskKind, Atom, P, Ref};

/// What can be attacked: the vanguard that is no Mate, then the rear-guards of the front row.
pub(super) fn targets(game: &Game, p: P) -> Vec<Ref> {
    let mut out: Vec<Ref> = circles::vanguard(game, p).into_iter().collect();
    let more = circles::units(game, circles::vc(p));
    let free = |c: &Ref| ties::to(game, tie::LEGION, *c).is_none() && !out.contains(c);
    let more: Vec<Ref> = more.into_iter().filter(free).collect();
    out.extend(more);
    out.extend(circles::front_rcs(p).into_iter().flat_map(|c| circles::units(game, c)));
    out
}

/// Whether the unit can be attacked by the attacking one as far as effects let it: it is the other player's, and no Mate (7.3.1.4.7).
fn is_open(game: &Game, attacker: Ref, target: Ref) -> bool {
    let cell = game.state.card(target.ix).cell;
    matches!(game.zone_of(cell), zone::VC | zone::RC)
        && circles::is_unit(game, target)
        && game.master(target) != game.master(attacker)
        && ties::to(game, tie::LEGION, target).is_none()
        && !game.forbidden(&attack_ev(game, attacker, target))
}

/// Units of the back row that effects let it attack: `this can attack opponent's units in back-row` (1.3.1).
fn beyond(game: &Game, attacker: Ref, p: P) -> Vec<Ref> {
    if !game.has_permissions() {
        return Vec::new();
    }
    let front = targets(game, p);
    let allowed = |c: &Ref| {
        let mut permissions = [allow::ATTACK_SEVERAL, allow::BATTLE_SEVERAL].into_iter();
        permissions.any(|permission| game.allowed_to(permission, attacker, *c))
    };
    let units = circles::rcs(p).flat_map(|cell| circles::units(game, cell));
    units
        .filter(|c| !front.contains(c) && is_open(game, attacker, *c) && allowed(c))
        .collect()
}

/// Several units that can be attacked together, and how many of them; of several permissions the widest one.
fn several(game: &Game, attacker: Ref) -> (Vec<Ref>, u16) {
    if !game.has_permissions() {
        return (Vec::new(), 0);
    }
    let permissions = [allow::BATTLE_SEVERAL, allow::ATTACK_SEVERAL].into_iter();
    let all = permissions.flat_map(|permission| game.allowed_several(permission, attacker));
    let open = all.map(|(cards, most)| {
        let cards: Vec<Ref> = cards.into_iter().filter(|c| is_open(game, attacker, *c)).collect();
        (cards, u16::try_from(most).unwrap_or(0))
    });
    let usable = open.filter(|(cards, most)| *most > 0 && !cards.is_empty());
    usable.max_by_key(|(_, most)| *most).unwrap_or_default()
}

/// Asks what is attacked; gives the step of the attack that comes next.
pub(super) fn ask(game: &mut Game, p: P) -> u8 {
    let attacker = record::attacker(game);
    game.state.picks.clear();
    game.state.atoms.clear();
    let duties = game.duties(must::BATTLE, attacker);
    if !duties.is_empty() {
        // All of them, without a choice; there may be none (7.3.1.4).
        let mut all: Vec<Ref> = Vec::new();
        for card in duties.into_iter().flatten() {
            if is_open(game, attacker, card) && !all.contains(&card) {
                all.push(card);
            }
        }
        game.state.picks = all.into_iter().map(Atom::Card).collect();
        return battle_at::TARGETS;
    }
    let mut alone = targets(game, p.other());
    alone.extend(beyond(game, attacker, p.other()));
    alone.retain(|t| !game.forbidden(&attack_ev(game, attacker, *t)));
    // 1.3.1: what must be attacked is attacked if it can be.
    let demanded: Vec<Ref> = game.duties(must::ATTACK, attacker).into_iter().flatten().collect();
    if alone.iter().any(|c| demanded.contains(c)) {
        alone.retain(|c| demanded.contains(c));
    }
    let (together, most) = several(game, attacker);
    // If whatever can be attacked alone can be attacked with others, it is one choice; else the first unit decides.
    let one_choice = alone.iter().all(|c| together.contains(c)) && demanded.is_empty();
    let (max, next) = match most {
        0 | 1 => (1, battle_at::TARGETS),
        _ if one_choice => (most, battle_at::TARGETS),
        _ => (1, battle_at::ASK_MORE),
    };
    let mut open = alone;
    let more: Vec<Ref> = together.into_iter().filter(|c| !open.contains(c)).collect();
    if demanded.is_empty() {
        open.extend(more);
    }
    if open.is_empty() {
        return battle_at::TARGETS;
    }
    choose(game, p, open, 1, max);
    next
}

/// Asks what else is attacked together with the unit that was chosen.
pub(super) fn ask_more(game: &mut Game, p: P) {
    aim(game);
    let attacker = record::attacker(game);
    let attacked: Vec<Ref> = ties::all(game, tie::ATTACK).map(|t| t.b).collect();
    let (mut together, most) = several(game, attacker);
    let joins = attacked.iter().all(|c| together.contains(c));
    together.retain(|c| !attacked.contains(c));
    game.state.picks.clear();
    if joins && most > 1 && !together.is_empty() {
        choose(game, p, together, 0, most - 1);
    }
}

fn choose(game: &mut Game, p: P, open: Vec<Ref>, min: u16, max: u16) {
    let mut ask = Ask::one(p, AskKind::Rule(prompt::TARGET));
    ask.source = record::attacker(game);
    ask.min = min;
    ask.max = max.min(u16::try_from(open.len()).unwrap_or(u16::MAX));
    game.state.atoms = open.into_iter().map(Atom::Card).collect();
    if min == 0 && ask.max == 1 {
        game.state.atoms.insert(0, Atom::Done);
    }
    game.ask(ask);
}

/// The chosen units are attacked from now on (7.3.1.4.1), a vanguard first.
pub(super) fn aim(game: &mut Game) {
    let attacker = record::attacker(game);
    let is_vanguard = |game: &Game, c: Ref| game.zone_of(game.state.card(c.ix).cell) == zone::VC;
    let mut chosen = picked(game);
    chosen.sort_by_key(|c| !is_vanguard(game, *c));
    for target in chosen {
        if !attacker.is_some() || !game.state.alive(target) {
            continue;
        }
        ties::bind(game, tie::ATTACK, attacker, target);
    }
}
