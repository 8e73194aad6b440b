//! The battle phase (7): attack sub phase after attack sub phase.

use super::step::{by_rule, check_then, enter, go};
use super::tables::{act, allow, attr, keyword, must, note, orient, prompt, rule, time, window};
use super::ties::{self, tie};
use super::{aim, check, circles, damage, edition, guard, record, rules};
use crate::exec::{Flow, Game, Why};
use crate::games::common::rows::places;
use crate::kernel::{
    Act, Ask, AskKind, Atom, EffectTarget, Ev, EvKind, Instance, KernelStep, Note, P, PastEv, Ref, Tie,
};
use std::ops::ControlFlow;

places! {
    /// The battle phase, step by step (7).
    pub(super) battle_at:
        BEGIN CHECK START START_CHECK DECIDE DECIDED ATTACK ATTACK_CHECK ASK_ATTACKER ATTACKER ASK_TARGET
        TARGETS BOOST TELL_ATTACK ATTACK_TOLD ATTACK_OVER ASK_MORE GUARD GUARD_CHECK ASK_GUARD GUARD_ACTION
        GUARDED GUARD_OVER DRIVE DRIVE_CHECK DRIVE_NEXT DRIVE_AGAIN DRIVE_OVER DAMAGE DAMAGE_CHECK COMPARE
        DEAL RETIRE TELL_HITS HITS_TOLD CLOSE CLOSE_CHECK CLOSE_EXPIRE CLOSE_AGAIN CLOSE_LATE;
}

/// The phase. `b` counts the rounds of a close step.
pub(super) fn phase(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        battle_at::BEGIN => {
            if game.skips(p, time::BATTLE_PHASE) {
                return Flow::Pop;
            }
            go(game, s, battle_at::CHECK);
            // The phase begins with its first start step.
            enter(game, time::BATTLE_PHASE, &[time::BATTLE_PHASE, time::START_STEP]);
        }
        // 7.2.1.1
        battle_at::CHECK => check_then(game, s, battle_at::DECIDE),
        battle_at::START => {
            go(game, s, battle_at::START_CHECK);
            enter(game, time::BATTLE_PHASE, &[time::START_STEP]);
        }
        battle_at::START_CHECK => check_then(game, s, battle_at::DECIDE),
        battle_at::DECIDE => return decide(game, s, p),
        battle_at::DECIDED => {
            if !matches!(game.state.picks.first(), Some(Atom::Act(_))) {
                return Flow::Pop;
            }
            // 7.2.1.2.1
            check_then(game, s, battle_at::ATTACK);
        }
        _ if s.at < battle_at::GUARD => attack_step(game, s, p),
        _ if s.at < battle_at::DRIVE => {
            if guard::step(game, s) {
                // 7.4.1.4: a drive step only if the attacking unit is on the vanguard circle.
                let next = if attacks_as_vanguard(game) {
                    battle_at::DRIVE
                } else {
                    battle_at::DAMAGE
                };
                check_then(game, s, next);
            }
        }
        _ if s.at < battle_at::DAMAGE => drive_step(game, s, p),
        _ if s.at < battle_at::CLOSE => damage_step(game, s, p),
        _ => close_step(game, s),
    }
    Flow::Go
}

/// 7.2.1.2: whether to attack; 7.2.1.3: not in the very first turn, and not if no attack is possible.
fn decide(game: &mut Game, s: KernelStep, p: P) -> Flow {
    let able = attackers(game, p);
    if game.state.turn.number == 1 || able.is_empty() {
        return Flow::Pop;
    }
    go(game, s, battle_at::DECIDED);
    game.state.atoms.clear();
    // 1.3.1: while a unit that must attack can, its player goes on attacking.
    if !able.iter().any(|c| game.obliged(must::ATTACK, *c)) {
        game.state.atoms.push(Atom::Pass);
    }
    game.state.atoms.push(Atom::Act(Act {
        kind: act::BATTLE,
        card: Ref::NONE,
        n: 0,
    }));
    game.ask(Ask::one(p, AskKind::Act(window::START)));
    Flow::Go
}

/// The units that can be chosen as attacking: standing, in the front row, able to attack something (7.3.1.3).
fn attackers(game: &Game, p: P) -> Vec<Ref> {
    let mut out: Vec<Ref> = Vec::new();
    for card in circles::fighters(game, p) {
        if Why::nothing(|why| hurdles(game, p, card, why)) {
            out.push(card);
        }
    }
    out
}

/// What stands in the way of attacking with a unit.
fn hurdles(game: &Game, p: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    let on = game.state.card(card.ix);
    let front = on.cell == circles::vc(p) || circles::front_rcs(p).contains(&on.cell);
    let back = || game.has_permissions() && game.allowed(allow::ATTACK_FROM_BACK, EffectTarget::Card(card));
    if on.orient != orient::STANDING {
        why.not("7.3.1.3", || "only standing units attack".to_owned())?;
    }
    // 10.1.24.5: a legion attacks as one, under the Leader's name; neither attacks alone.
    if ties::to(game, tie::LEGION, card).is_some() {
        why.not("10.1.24.5", || {
            "it is the Mate of a legion: the Leader is named for both".to_owned()
        })?;
    }
    if !front && !back() {
        why.not("7.3.1.3", || "only units of the front row attack".to_owned())?;
    }
    if !can_attack(game, card) {
        why.not("1.3.3", || "an effect forbids it to attack anything".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// Notes why a unit cannot be chosen to attack.
pub(super) fn why_not(game: &Game, p: P, card: Ref, why: &mut Why) {
    why.of_act(act::ATTACK, |why| {
        if !circles::fighters(game, p).contains(&card) {
            return why.not("7.3.1.3", || "only units on circles attack".to_owned());
        }
        hurdles(game, p, card, why)?;
        let able = attackers(game, p);
        let must = |c: &Ref| game.obliged(must::ATTACK, *c);
        if able.contains(&card) && !must(&card) && able.iter().any(must) {
            why.not("1.3.1", || "a unit that must attack attacks first".to_owned())?;
        }
        ControlFlow::Continue(())
    });
}

/// Whether nothing forbids a unit, and the Mate that would attack with it, to attack something.
fn can_attack(game: &Game, card: Ref) -> bool {
    let both = [Some(card), ties::of(game, tie::LEGION, card)];
    let p = game.master(card).other();
    let some = aim::targets(game, p).into_iter().any(|target| {
        let allowed = |c: Ref| !game.forbidden(&attack_ev(game, c, target));
        both.into_iter().flatten().all(allowed)
    });
    let rests = |c: Ref| !game.forbidden(&game.turn_ev(c, orient::RESTED, by_rule(game, rule::ATTACKS)));
    some && both.into_iter().flatten().all(rests)
}

pub(super) fn attack_ev(game: &Game, card: Ref, target: Ref) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: note::ATTACK,
        subj: card,
        obj: target,
        who: game.master(card),
        cause: by_rule(game, rule::ATTACKS),
        ..Ev::default()
    }
}

/// Whether the attacking unit is a vanguard.
fn attacks_as_vanguard(game: &Game) -> bool {
    let attacker = record::attacker(game);
    attacker.is_some() && game.state.card(attacker.ix).cell == circles::vc(game.state.turn.player)
}

/// The attack step (7.3).
fn attack_step(game: &mut Game, s: KernelStep, p: P) {
    match s.at {
        battle_at::ATTACK => {
            // 7.3.1.1, 7.3.1.2
            go(game, s, battle_at::ATTACK_CHECK);
            record::begin_battle(game);
            enter(game, time::BATTLE_PHASE, &[time::BATTLE, time::ATTACK_STEP]);
        }
        battle_at::ATTACK_CHECK => check_then(game, s, battle_at::ASK_ATTACKER),
        battle_at::ASK_ATTACKER => {
            let able = attackers(game, p);
            if able.is_empty() {
                go(game, s, battle_at::CLOSE);
                return;
            }
            go(game, s, battle_at::ATTACKER);
            let must = able.iter().any(|c| game.obliged(must::ATTACK, *c));
            let able = able.into_iter().filter(|c| !must || game.obliged(must::ATTACK, *c));
            let acts = able.map(|card| {
                Atom::Act(Act {
                    kind: act::ATTACK,
                    card,
                    n: 0,
                })
            });
            game.state.atoms = acts.collect();
            game.ask(Ask::one(p, AskKind::Act(window::ATTACK)));
        }
        battle_at::ATTACKER => {
            let Some(Atom::Act(Act { card, .. })) = game.state.picks.first().copied() else {
                go(game, s, battle_at::CLOSE);
                return;
            };
            // 7.3.1.3: it rests; of a legion both do (10.1.24.5, 10.1.24.10).
            go(game, s, battle_at::ASK_TARGET);
            let mate = ties::of(game, tie::LEGION, card).unwrap_or(Ref::NONE);
            record::set_attackers(game, card, mate);
            let rests = game.turn_ev(card, orient::RESTED, by_rule(game, rule::ATTACKS));
            game.emit(rests);
        }
        battle_at::ASK_TARGET => {
            let next = aim::ask(game, p);
            go(game, s, next);
        }
        // What more is attacked together with the first unit.
        battle_at::ASK_MORE => {
            go(game, s, battle_at::TARGETS);
            aim::ask_more(game, p);
        }
        battle_at::TARGETS => {
            aim::aim(game);
            let attacker = record::attacker(game);
            if ties::all(game, tie::ATTACK).next().is_none() {
                go(game, s, battle_at::CLOSE);
                return;
            }
            match booster(game, attacker) {
                Some(unit) => {
                    go(game, s, battle_at::BOOST);
                    game.state.atoms.clear();
                    game.state.atoms.extend([Atom::No, Atom::Yes]);
                    let mut ask = Ask::one(p, AskKind::Rule(prompt::BOOST));
                    ask.source = unit;
                    game.ask(ask);
                }
                None => go(game, s, battle_at::TELL_ATTACK),
            }
        }
        battle_at::BOOST => {
            go(game, s, battle_at::TELL_ATTACK);
            let attacker = record::attacker(game);
            if game.state.picks.first() == Some(&Atom::Yes)
                && let Some(unit) = booster(game, attacker)
            {
                ties::bind(game, tie::BOOST, unit, attacker);
                let rests = game.turn_ev(unit, orient::RESTED, by_rule(game, rule::BOOSTS));
                game.emit(rests);
            }
        }
        battle_at::TELL_ATTACK => {
            go(game, s, battle_at::ATTACK_TOLD);
            // 7.3.1.7: the power counts before the check timing; in 1.10 behind it (1.10:7.3.1.6, 7.3.1.7).
            if edition::of(game).boost_first {
                record::count_boost(game);
            }
            announce_attack(game);
        }
        // 7.3.1.8
        battle_at::ATTACK_TOLD => {
            hear_once(game, note::ATTACK);
            write_all(game, note::ATTACK, tie::ATTACK);
            check_then(game, s, battle_at::ATTACK_OVER);
        }
        // 7.3.1.9
        _ => {
            record::count_boost(game);
            check_then(game, s, battle_at::GUARD);
        }
    }
}

/// The unit that could boost: with Boost, directly behind the attacking unit, able to rest (7.3.1.6, ruling R21).
fn booster(game: &Game, attacker: Ref) -> Option<Ref> {
    if !attacker.is_some() {
        return None;
    }
    let cell = circles::behind(game.state.card(attacker.ix).cell)?;
    let boost = game.pool.known_keyword(keyword::BOOST);
    let fits = |c: &Ref| {
        let rests = game.turn_ev(*c, orient::RESTED, by_rule(game, rule::BOOSTS));
        game.info(*c).keywords & boost != 0
            && game.state.card(c.ix).orient == orient::STANDING
            && !game.forbidden(&rests)
            && !game.forbidden(&boost_ev(game, *c, attacker))
    };
    circles::units(game, cell).into_iter().find(fits)
}

fn boost_ev(game: &Game, unit: Ref, attacker: Ref) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: note::BOOST,
        subj: unit,
        obj: attacker,
        who: game.master(unit),
        cause: by_rule(game, rule::BOOSTS),
        ..Ev::default()
    }
}

/// The attack is told: of the attacking unit with what it attacks (a vanguard before rear-guards), of the others that are attacked with nobody, so that
/// one attack is heard once by who asks for the attacking unit and once by each that is attacked. The Mate attacks too (10.1.24.5).
fn announce_attack(game: &mut Game) {
    let attacker = record::attacker(game);
    let targets: Vec<Ref> = ties::all(game, tie::ATTACK).map(|t| t.b).collect();
    let mut batch = Vec::new();
    for (n, target) in targets.iter().enumerate() {
        let mut told = attack_ev(game, attacker, *target);
        if n > 0 {
            told.subj = Ref::NONE;
        }
        batch.push(told);
    }
    let mate = record::attacking_mate(game);
    if mate.is_some()
        && let Some(target) = targets.first()
    {
        batch.push(attack_ev(game, mate, *target));
    }
    for boost in ties::all(game, tie::BOOST) {
        batch.push(boost_ev(game, boost.a, boost.b));
    }
    batch.push(game.time_ev(EvKind::Begin(time::ATTACK)));
    game.state.batch = batch;
    game.send();
}

/// The attack of a legion is one attack and hits once (10.1.24.5, 10.1.24.6): an ability that has heard of the Leader does not hear of the Mate besides.
fn hear_once(game: &mut Game, tag: Note) {
    let (leader, mate) = (record::attacker(game), record::attacking_mate(game));
    if !mate.is_some() {
        return;
    }
    let told = |i: &Instance, of: Ref| (i.ev.tag == tag && i.ev.subj == of).then_some((i.ability, i.src0, i.me));
    let heard: Vec<_> = game.state.standby.iter().filter_map(|i| told(i, leader)).collect();
    game.state
        .standby
        .retain(|i| told(i, mate).is_none_or(|again| !heard.contains(&again)));
}

/// An attack on several units is told once of who attacks; questions about the past are to know all that it was about (7.1.2.2).
fn write_all(game: &mut Game, tag: Note, kind: u8) {
    let of = |t: &&Tie| t.kind == kind;
    let others: Vec<Ref> = game.state.ties.iter().filter(of).skip(1).map(|t| t.b).collect();
    for unit in [record::attacker(game), record::attacking_mate(game)] {
        let told = |p: &&PastEv| p.ev.tag == tag && p.ev.subj == unit;
        if let Some(first) = game.state.past.iter().rev().find(told).copied()
            && unit.is_some()
        {
            for other in &others {
                let mut again = first;
                again.ev.obj = *other;
                game.state.past.push(again);
            }
        }
    }
}

/// The drive step (7.5).
fn drive_step(game: &mut Game, s: KernelStep, p: P) {
    match s.at {
        battle_at::DRIVE => {
            if game.skips(p, time::DRIVE_STEP) {
                go(game, s, battle_at::DAMAGE);
                return;
            }
            record::set_checks(game, 0);
            go(game, s, battle_at::DRIVE_CHECK);
            enter(game, time::BATTLE_PHASE, &[time::DRIVE_STEP]);
        }
        battle_at::DRIVE_CHECK => check_then(game, s, battle_at::DRIVE_NEXT),
        battle_at::DRIVE_NEXT => {
            let done = record::checks(game);
            if done < drive_checks(game, done) {
                go(game, s, battle_at::DRIVE_AGAIN);
                record::set_checks(game, done + 1);
                check::push_drive(game, p, record::attacker(game));
            } else {
                go(game, s, battle_at::DRIVE_OVER);
            }
        }
        // 7.5.1.3
        battle_at::DRIVE_AGAIN => check_then(game, s, battle_at::DRIVE_NEXT),
        // 7.5.1.4
        _ => check_then(game, s, battle_at::DAMAGE),
    }
}

/// How many drive checks the attack makes, after so many.
fn drive_checks(game: &Game, done: i32) -> i32 {
    let attacker = record::attacker(game);
    let vanguard = attacks_as_vanguard(game);
    match edition::of(game).drive {
        // 7.5.1.2, 7.5.1.2.1, 7.5.1.3: the drive of the vanguard or the Leader, as it is now.
        edition::Drive::Value if vanguard => game.info(attacker).attr(attr::DRIVE.ix()),
        edition::Drive::Value => 0,
        // 1.10:7.5.1.2: the first one is made in any case; 1.10:7.5.1.3: the second one needs Twin Drive on a vanguard.
        edition::Drive::Twin if done == 0 => 1,
        edition::Drive::Twin => {
            let twin = game.pool.known_keyword(keyword::TWIN_DRIVE);
            if vanguard && game.info(attacker).keywords & twin != 0 {
                2
            } else {
                1
            }
        }
    }
}

/// The damage step (7.6).
fn damage_step(game: &mut Game, s: KernelStep, p: P) {
    match s.at {
        battle_at::DAMAGE => {
            if game.skips(p, time::DAMAGE_STEP) {
                go(game, s, battle_at::CLOSE);
                return;
            }
            go(game, s, battle_at::DAMAGE_CHECK);
            enter(game, time::BATTLE_PHASE, &[time::DAMAGE_STEP]);
        }
        battle_at::DAMAGE_CHECK => check_then(game, s, battle_at::COMPARE),
        battle_at::COMPARE => {
            compare(game);
            // 7.6.1.4
            check_then(game, s, battle_at::DEAL);
        }
        battle_at::DEAL => {
            go(game, s, battle_at::RETIRE);
            deal(game);
        }
        battle_at::RETIRE => {
            go(game, s, battle_at::TELL_HITS);
            retire(game);
        }
        battle_at::TELL_HITS => {
            go(game, s, battle_at::HITS_TOLD);
            tell_hits(game);
        }
        // 7.6.1.9
        _ => {
            hear_once(game, note::HIT);
            write_all(game, note::HIT, tie::HIT);
            check_then(game, s, battle_at::CLOSE);
        }
    }
}

/// 7.6.1.2, 7.6.1.3: what is attacked is hit if its power is not greater. Ties are gone with who has left a circle, so only those are compared that are
/// still there; the power of an attacking Leader holds that of the Mate and the booster (10.1.24.6), that of an attacked one only its own (10.1.24.8).
fn compare(game: &mut Game) {
    let power = |game: &Game, c: Ref| game.info(c).attr(attr::POWER.ix());
    game.state.stamp += 1;
    for attack in ties::all(game, tie::ATTACK).collect::<Vec<_>>() {
        let hit = power(game, attack.a) >= power(game, attack.b);
        let ev = hit_ev(game, attack.a, attack.b);
        if hit && !game.forbidden(&ev) {
            ties::bind(game, tie::HIT, attack.a, attack.b);
            // It is hit from now on, though abilities hear of it later (7.6.1.4, 7.6.1.9).
            game.write_down(&ev, game.state.turn.number);
        }
    }
}

fn hit_ev(game: &Game, attacker: Ref, target: Ref) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: note::HIT,
        subj: attacker,
        obj: target,
        who: game.state.turn.player,
        cause: by_rule(game, rule::HITS),
        ..Ev::default()
    }
}

/// 7.6.1.5: damage for a hit vanguard, as much as the critical of the attacking unit; none if that is gone or has moved (7.6.1.5.2).
fn deal(game: &mut Game) {
    let attacker = record::attacker(game);
    if !attacker.is_some() {
        return;
    }
    let hits: Vec<Ref> = ties::all(game, tie::HIT).map(|t| t.b).collect();
    for target in hits {
        if game.zone_of(game.state.card(target.ix).cell) == super::tables::zone::VC {
            let critical = game.info(attacker).attr(attr::CRITICAL.ix());
            // 10.1.24.6.1: if one of a legion cannot deal damage, neither can the other.
            let mate = record::attacking_mate(game);
            let who = game.master(target);
            if !mate.is_some() || damage::may_deal(game, mate, who, critical) {
                damage::push_battle(game, who, critical, attacker);
            }
        }
    }
}

/// 7.6.1.8: the rear-guards that were hit, and all guardians.
fn retire(game: &mut Game) {
    let p = game.state.turn.player.other();
    let cause = by_rule(game, rule::BATTLE_RETIRE);
    let rear =
        |c: &Ref| game.zone_of(game.state.card(c.ix).cell) == super::tables::zone::RC && circles::is_unit(game, *c);
    let mut gone: Vec<Ref> = ties::all(game, tie::HIT).map(|t| t.b).filter(rear).collect();
    gone.extend(circles::units(game, circles::gc(p)));
    gone.extend(circles::units(game, circles::gc(p.other())));
    let batch: Vec<Ev> = gone.into_iter().map(|c| rules::retire_ev(game, c, cause)).collect();
    game.state.batch = batch;
    game.send();
}

/// 7.6.1.9: only now abilities hear of the hits. Who was hit may be gone; it is spoken of as it last was.
fn tell_hits(game: &mut Game) {
    let hits: Vec<(Ref, Ref)> = game
        .state
        .ties
        .iter()
        .filter(|t| t.kind == tie::HIT)
        .map(|t| (t.a, t.b))
        .collect();
    // What is told now is written down again: each hit counts once.
    let silent = |ev: &Ev| ev.tag == note::HIT && ev.cause.rule == rule::HITS;
    game.state.past.retain(|p| !silent(&p.ev));
    let mut batch = Vec::new();
    for (n, (attacker, target)) in hits.into_iter().enumerate() {
        let mut told = hit_ev(game, attacker, target);
        told.cause = by_rule(game, rule::HIT_TOLD);
        if n > 0 {
            told.subj = Ref::NONE;
        }
        batch.push(told);
        let mate = record::attacking_mate(game);
        if n == 0 && mate.is_some() {
            batch.push(Ev { subj: mate, ..told });
        }
    }
    game.state.batch = batch;
    game.send();
}

/// 7.7.1.1: the beginning of the close step and the end of the battle; each ability answers once a close step.
const END_OF_BATTLE: [EvKind; 3] = [
    EvKind::Begin(time::CLOSE_STEP),
    EvKind::End(time::BATTLE),
    EvKind::End(time::ATTACK),
];

/// Marks abilities that have heard the end of the battle.
const CLOSE_MARK: u16 = u16::MAX - 1;

/// The close step (7.7): it starts over until nothing is left to do.
fn close_step(game: &mut Game, s: KernelStep) {
    match s.at {
        battle_at::CLOSE if game.state.turn.step != time::CLOSE_STEP => {
            game.enter_time(time::BATTLE_PHASE, time::CLOSE_STEP, &[]);
        }
        battle_at::CLOSE => {
            go(game, s, battle_at::CLOSE_CHECK);
            if s.b == 0 {
                game.forget_answers(CLOSE_MARK);
            }
            game.announce_once(&END_OF_BATTLE, s.b > 0, CLOSE_MARK);
        }
        battle_at::CLOSE_CHECK => check_then(game, s, battle_at::CLOSE_EXPIRE),
        battle_at::CLOSE_EXPIRE => {
            // 7.7.1.2: the battle ends, with what lasts as long (ruling R29).
            go(game, s, battle_at::CLOSE_AGAIN);
            for end in [time::BATTLE, time::ATTACK] {
                game.expire(end, false);
            }
        }
        battle_at::CLOSE_AGAIN => {
            // 7.7.1.3 (ruling R03)
            if !game.state.standby.is_empty() || rules::is_due(game) {
                again(game, s);
            } else {
                go(game, s, battle_at::CLOSE_LATE);
                game.announce_once(&END_OF_BATTLE, true, CLOSE_MARK);
            }
        }
        battle_at::CLOSE_LATE if !game.state.standby.is_empty() => again(game, s),
        _ => {
            // 7.7.1.4
            record::end_battle(game);
            game.goto(KernelStep {
                at: battle_at::START,
                b: 0,
                ..s
            });
        }
    }
}

fn again(game: &mut Game, s: KernelStep) {
    game.goto(KernelStep {
        at: battle_at::CLOSE,
        b: s.b.saturating_add(1),
        ..s
    });
}
