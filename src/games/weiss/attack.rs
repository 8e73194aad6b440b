//! The attack phase (7): attack after attack, then the encore step.

use super::step::{by_rule, enter, go};
use super::tables::{act, allow, attr, keyword, must, note, orient, player, prompt, rule, time, window, zone};
use super::{damage, geometry, icons, layout, play, record};
use crate::exec::{Flow, Game, VerbCall, Why};
use crate::games::common::rows::places;
use crate::kernel::{Act, Ask, AskKind, Atom, EffectTarget, Ev, EvKind, KernelStep, P, Ref, TimeId, Until};
use std::ops::ControlFlow;

places! {
    /// The attack phase, step by step (7).
    pub(super) attack_at:
        BEGIN CHECK DECLARE DECLARE_CHECK ASK ANSWER LAST_CHECK TRIGGER TRIGGER_CHECK TRIGGER_CHECKS
        TRIGGER_OVER COUNTER COUNTER_CHECK COUNTER_ASK COUNTER_ANSWER COUNTER_OVER DAMAGE DAMAGE_CHECK
        DAMAGE_DEAL DAMAGE_OVER BATTLE BATTLE_CHECK BATTLE_REVERSE BATTLE_OVER OVER TELL_END END;
}

/// The attack phase without its encore step.
pub(super) fn phase(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        attack_at::BEGIN => {
            if game.skips(p, time::ATTACK_PHASE) {
                // The encore step is a part of the phase (7.7).
                game.skip_time(p, time::ENCORE_STEP);
                return Flow::Pop;
            }
            // 7.2.1.1: once a turn.
            go(game, s, attack_at::CHECK);
            enter(game, time::ATTACK_PHASE, time::ATTACK_PHASE);
        }
        attack_at::CHECK => check(game, s, attack_at::DECLARE),
        attack_at::DECLARE => {
            go(game, s, attack_at::DECLARE_CHECK);
            enter(game, time::ATTACK_PHASE, time::ATTACK_STEP);
        }
        attack_at::DECLARE_CHECK => check(game, s, attack_at::ASK),
        attack_at::ASK => {
            go(game, s, attack_at::ANSWER);
            let mut atoms = std::mem::take(&mut game.state.atoms);
            atoms.clear();
            list(game, p, &mut atoms);
            // 1.3.1: while a character that must attack can, its player goes on attacking.
            let obliged = |atom: &Atom| matches!(atom, Atom::Act(a) if game.obliged(must::ATTACK, a.card));
            if !atoms.iter().any(obliged) {
                atoms.insert(0, Atom::Pass);
            }
            game.state.atoms = atoms;
            game.ask(Ask::one(p, AskKind::Act(window::ATTACK)));
        }
        attack_at::ANSWER => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                go(game, s, attack_at::LAST_CHECK);
                declare(game, p, action);
            }
            _ => return Flow::Pop,
        },
        // 7.2.1.6
        attack_at::LAST_CHECK => check(game, s, attack_at::TRIGGER),
        _ if s.at < attack_at::COUNTER => trigger_step(game, s),
        _ if s.at < attack_at::DAMAGE => counter_step(game, s),
        _ if s.at < attack_at::BATTLE => damage_step(game, s),
        _ if s.at < attack_at::OVER => battle_step(game, s),
        attack_at::OVER => {
            // The last step of the attack is over.
            go(game, s, attack_at::TELL_END);
            game.enter_time(time::ATTACK_PHASE, time::ATTACK_PHASE, &[]);
        }
        attack_at::TELL_END => {
            go(game, s, attack_at::END);
            let frontal = record::kind(game) == record::FRONTAL;
            let times: &[_] = if frontal {
                &[time::BATTLE, time::ATTACK]
            } else {
                &[time::ATTACK]
            };
            game.tell_end(times);
        }
        _ => {
            // 7.2.1.5: the states of the attack end with it.
            record::end(game);
            game.expire(time::ATTACK, false);
            game.expire(time::BATTLE, false);
            go(game, s, attack_at::DECLARE);
        }
    }
    Flow::Go
}

fn check(game: &mut Game, s: KernelStep, next: u8) {
    go(game, s, next);
    game.push_check();
}

/// The attacks that can be declared (7.2.1.3, 7.2.1.4).
fn list(game: &Game, p: P, out: &mut Vec<Atom>) {
    for cell in geometry::stage(p) {
        for ix in game.state.cells.cards(cell) {
            let card = game.state.now(*ix);
            if !Why::nothing(|why| hurdles(game, p, card, why)) {
                continue;
            }
            for (kind, target) in targets(game, card) {
                if !game.forbidden(&attack_ev(card, target, p, kind)) {
                    out.push(Atom::Act(Act {
                        kind: act::ATTACK,
                        card,
                        n: u32::try_from(kind).unwrap_or(0),
                    }));
                }
            }
        }
    }
}

/// What stands in the way of attacking with a character, whatever the kind of attack.
fn hurdles(game: &Game, p: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    let on = game.state.card(card.ix);
    if !geometry::CENTER.iter().any(|n| geometry::position(p, *n) == on.cell) {
        why.not("7.2.1.3", || "only characters of the center stage attack".to_owned())?;
    }
    if on.orient != orient::STANDING {
        why.not("7.2.1.3", || "only standing characters attack".to_owned())?;
    }
    // 7.2.1.3.1: one attack in the very first turn.
    if game.state.turn.number == 1 && record::attacks(game) > 0 {
        why.not("7.2.1.3.1", || "in the very first turn there is one attack".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// Notes why a player cannot attack with a character.
pub(super) fn why_not(game: &Game, p: P, card: Ref, why: &mut Why) {
    why.of_act(act::ATTACK, |why| {
        hurdles(game, p, card, why)?;
        let ways = targets(game, card);
        let attacks = || ways.iter().map(|(kind, target)| attack_ev(card, *target, p, *kind));
        if attacks().all(|ev| game.forbidden(&ev)) {
            for ev in attacks() {
                why.unless_forbidden(game, &ev, "1.3.3")?;
            }
        }
        ControlFlow::Continue(())
    });
}

/// The kinds of attack a character can make, with whom it meets.
fn targets(game: &Game, card: Ref) -> Vec<(i32, Ref)> {
    let cell = game.state.card(card.ix).cell;
    let opponent = layout().cell(cell).player.other();
    // 10.6.2 (ruling D12): Great Performance in the middle, not reversed, turns every attack into a frontal attack on it.
    let performance = game.pool.known_keyword(keyword::GREAT_PERFORMANCE);
    let middle = game.state.top(geometry::position(opponent, geometry::MIDDLE));
    if let Some(star) = middle
        && performance != 0
        && game.info(star).keywords & performance != 0
        && game.state.card(star.ix).orient != orient::REVERSED
    {
        return vec![(record::FRONTAL, star)];
    }
    match geometry::facing(cell).and_then(|c| game.state.top(c)) {
        Some(facing) => vec![(record::FRONTAL, facing), (record::SIDE, facing)],
        None => vec![(record::DIRECT, Ref::NONE)],
    }
}

fn attack_ev(card: Ref, target: Ref, p: P, kind: i32) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: match kind {
            record::FRONTAL => note::FRONTAL_ATTACK,
            record::SIDE => note::SIDE_ATTACK,
            _ => note::DIRECT_ATTACK,
        },
        subj: card,
        obj: target,
        who: p,
        ..Ev::default()
    }
}

fn until_end_of_turn(game: &Game) -> Until {
    Until::Time {
        time: time::TURN,
        start: false,
        whose: None,
        from_turn: game.state.turn.number,
    }
}

/// An attack is declared (7.2.1.4, 7.2.1.5): kind and soul change are fixed from here on (7.2.1.4.3).
fn declare(game: &mut Game, p: P, action: Act) {
    let kind = i32::try_from(action.n).unwrap_or(record::DIRECT);
    let target = targets(game, action.card)
        .into_iter()
        .find(|(k, _)| *k == kind)
        .map_or(Ref::NONE, |(_, t)| t);
    let change = match kind {
        record::DIRECT => 1,
        // 1.3.1: a card may say that its soul does not decrease.
        record::SIDE if game.allowed(allow::SIDE_ATTACK_WHOLE, EffectTarget::Card(action.card)) => 0,
        record::SIDE => -game.info(target).attr(attr::LEVEL.ix()).max(0),
        _ => 0,
    };
    if change != 0 {
        let until = until_end_of_turn(game);
        game.add_plain_effect(action.card, attr::SOUL, change, until, p);
    }
    record::begin(game, kind, action.card, target);
    let mut attacks = attack_ev(action.card, target, p, kind);
    attacks.cause = by_rule(game, rule::ATTACKS);
    let rests = game.turn_ev(action.card, orient::RESTED, by_rule(game, rule::ATTACKER_RESTS));
    game.state.batch.clear();
    game.state.batch.extend([rests, attacks]);
    let battle = (kind == record::FRONTAL).then_some(time::BATTLE);
    for begins in std::iter::once(time::ATTACK).chain(battle) {
        let ev = game.time_ev(EvKind::Begin(begins));
        game.state.batch.push(ev);
    }
    game.send();
}

/// `defend-with`: from now on this is the defending character (7.2.1.5.1, 1.3.1). Only a character of the attacked player in a frontal attack can be.
pub(super) fn defend(game: &mut Game, call: &VerbCall) {
    let card = call.card;
    let fits = game.state.alive(card)
        && record::kind(game) == record::FRONTAL
        && game.master(card) != game.state.turn.player
        && game.zone_of(game.state.card(card.ix).cell) == zone::STAGE;
    game.state.done = i32::from(fits);
    game.state.moved.clear();
    if fits {
        record::defend(game, card);
        game.state.moved.push(card);
    }
}

/// The trigger step (7.3): it happens even if the attacker has left.
fn trigger_step(game: &mut Game, s: KernelStep) {
    match s.at {
        attack_at::TRIGGER => begin_step(game, s, time::TRIGGER_STEP),
        attack_at::TRIGGER_CHECK => check(game, s, attack_at::TRIGGER_CHECKS),
        attack_at::TRIGGER_CHECKS => {
            go(game, s, attack_at::TRIGGER_OVER);
            let p = game.state.turn.player;
            icons::push_checks(game, p, game.player_attr(p, player::TRIGGER_CHECKS));
        }
        _ => {
            let next = if record::kind(game) == record::FRONTAL {
                attack_at::COUNTER
            } else {
                attack_at::DAMAGE
            };
            check(game, s, next);
        }
    }
}

fn begin_step(game: &mut Game, s: KernelStep, step: TimeId) {
    let p = game.state.turn.player;
    if game.skips(p, step) {
        let after = match step {
            time::TRIGGER_STEP if record::kind(game) == record::FRONTAL => attack_at::COUNTER,
            time::TRIGGER_STEP | time::COUNTER_STEP => attack_at::DAMAGE,
            time::DAMAGE_STEP if record::kind(game) == record::FRONTAL => attack_at::BATTLE,
            _ => attack_at::OVER,
        };
        go(game, s, after);
        return;
    }
    go(game, s, s.at.saturating_add(1));
    enter(game, time::ATTACK_PHASE, step);
}

/// The counter step (7.4), only in frontal attacks: one action of the attacked player (ruling D4).
fn counter_step(game: &mut Game, s: KernelStep) {
    let p = game.state.turn.player.other();
    match s.at {
        attack_at::COUNTER => begin_step(game, s, time::COUNTER_STEP),
        attack_at::COUNTER_CHECK => check(game, s, attack_at::COUNTER_ASK),
        attack_at::COUNTER_ASK => {
            go(game, s, attack_at::COUNTER_ANSWER);
            game.ask_to_act(p, window::COUNTER, true, |game, atoms| {
                play::list_counters(game, p, atoms);
            });
        }
        attack_at::COUNTER_ANSWER => {
            go(game, s, attack_at::COUNTER_OVER);
            if let Some(Atom::Act(action)) = game.state.picks.first().copied() {
                play::act(game, p, action);
            }
        }
        _ => check(game, s, attack_at::DAMAGE),
    }
}

/// The damage step (7.5).
fn damage_step(game: &mut Game, s: KernelStep) {
    match s.at {
        attack_at::DAMAGE => begin_step(game, s, time::DAMAGE_STEP),
        attack_at::DAMAGE_CHECK => check(game, s, attack_at::DAMAGE_DEAL),
        attack_at::DAMAGE_DEAL => {
            go(game, s, attack_at::DAMAGE_OVER);
            let attacker = record::attacker(game);
            // 7.5.1.2.2: an attacker that is gone, moved or has another master deals none.
            if record::in_place(game, attacker) {
                let soul = game.info(attacker).attr(attr::SOUL.ix());
                let p = game.state.turn.player.other();
                damage::push(game, p, soul, attacker, 0);
            }
        }
        _ => {
            let next = if record::kind(game) == record::FRONTAL {
                attack_at::BATTLE
            } else {
                attack_at::OVER
            };
            check(game, s, next);
        }
    }
}

/// The battle step (7.6).
fn battle_step(game: &mut Game, s: KernelStep) {
    match s.at {
        attack_at::BATTLE => begin_step(game, s, time::BATTLE_STEP),
        attack_at::BATTLE_CHECK => check(game, s, attack_at::BATTLE_REVERSE),
        attack_at::BATTLE_REVERSE => {
            go(game, s, attack_at::BATTLE_OVER);
            let (attacker, defender) = (record::attacker(game), record::defender(game));
            // 7.6.1.3: both must still be there.
            if record::in_place(game, attacker) && record::in_place(game, defender) {
                let power = |card: Ref| game.info(card).attr(attr::POWER.ix());
                let (ours, theirs) = (power(attacker), power(defender));
                let cause = by_rule(game, rule::BATTLE);
                let mut batch = Vec::new();
                if ours <= theirs {
                    batch.push(game.turn_ev(attacker, orient::REVERSED, cause));
                }
                if theirs <= ours {
                    batch.push(game.turn_ev(defender, orient::REVERSED, cause));
                }
                game.state.batch = batch;
                game.send();
            }
        }
        _ => check(game, s, attack_at::OVER),
    }
}

places! {
    /// The encore step (7.7).
    encore_at: BEGIN CHECK ASK ANSWER AGAIN;
}

/// The encore step (7.7): reversed characters go one by one, the turn player's first.
pub(super) fn encore(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        encore_at::BEGIN => {
            if game.skips(p, time::ENCORE_STEP) {
                return Flow::Pop;
            }
            go(game, s, encore_at::CHECK);
            enter(game, time::ATTACK_PHASE, time::ENCORE_STEP);
        }
        encore_at::CHECK => check(game, s, encore_at::ASK),
        encore_at::ASK => {
            // 7.7.1.2 for the turn player, 7.7.1.3 for the other, then from the start (ruling D18).
            let next = [p, p.other()].into_iter().find(|who| !reversed(game, *who).is_empty());
            match next {
                Some(who) => {
                    let atoms = reversed(game, who).into_iter().map(Atom::Card).collect();
                    game.goto(KernelStep {
                        at: encore_at::ANSWER,
                        who,
                        ..s
                    });
                    game.state.atoms = atoms;
                    game.ask(Ask::one(who, AskKind::Rule(prompt::ENCORE)));
                }
                None => check(game, s, encore_at::AGAIN),
            }
        }
        encore_at::ANSWER => {
            go(game, s, encore_at::CHECK);
            if let Some(Atom::Card(card)) = game.state.picks.first().copied() {
                let owner = game.state.card(card.ix).owner;
                let turn = game.state.turn.player == s.who;
                let step = if turn {
                    rule::ENCORE_STEP
                } else {
                    rule::ENCORE_STEP_OTHER
                };
                let cause = by_rule(game, step);
                let ev = game.move_ev(card, layout().of(owner, zone::WAITING_ROOM), note::PUT, cause);
                game.emit(ev);
                // 11.1.1.1: a character that cannot leave is chosen again and again.
                game.lap();
            }
        }
        _ => {
            // 7.7.1.4: once more if something was reversed meanwhile.
            if P::BOTH.iter().any(|who| !reversed(game, *who).is_empty()) {
                go(game, s, encore_at::ASK);
            } else {
                return Flow::Pop;
            }
        }
    }
    Flow::Go
}

/// A player's reversed characters.
fn reversed(game: &Game, who: P) -> Vec<Ref> {
    geometry::stage(who)
        .flat_map(|c| game.state.cells.cards(c).iter())
        .map(|ix| game.state.now(*ix))
        .filter(|r| game.state.card(r.ix).orient == orient::REVERSED)
        .collect()
}
