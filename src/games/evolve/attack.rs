//! Attacks (8.4).

use super::step::{Step, ask, begin, by_rule, check_then, go, told};
use super::tables::{allow, attr, card_type, keyword, must, note, orient, prompt, rule, zone};
use super::{has, links, record};
use crate::exec::{Flow, Game, Refs, Why};
use crate::games::common::rows::places;
use crate::kernel::{Atom, Cause, Ev, EvKind, KernelStep, Note, P, Ref};
use std::ops::ControlFlow;

/// What lets a follower attack (8.4.2.1, 12.9.2, 12.10.2).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Leaders and followers.
    All,
    /// Followers only.
    Followers,
}

/// What a follower may attack, if it may attack at all.
fn reach(game: &Game, card: Ref) -> Option<Reach> {
    let c = game.state.card(card.ix);
    let now = game.state.turn.number;
    // 8.4.2.1: on the field under this control since the turn began; ruling D09, D32: Storm waives that whole.
    let stayed = c.arrived < now && c.turn < now;
    if stayed || has(game, card, keyword::STORM) {
        return Some(Reach::All);
    }
    (record::evolved_now(game, card) || has(game, card, keyword::RUSH)).then_some(Reach::Followers)
}

/// The followers that can attack something (8.4.2, 8.1.2).
pub(super) fn attackers(game: &Game, who: P) -> Refs {
    let mut out = links::cards(game, who, zone::FIELD);
    out.retain(|c| Why::nothing(|why| hurdles(game, *c, why)));
    out
}

/// What stands in the way of attacking with a card of the field.
pub(super) fn hurdles(game: &Game, card: Ref, why: &mut Why) -> ControlFlow<()> {
    if game.info(card).types & card_type::FOLLOWER == 0 {
        return why.not("8.4.2", || "only followers attack".to_owned());
    }
    if game.state.card(card.ix).orient != orient::RESERVED {
        why.not("8.4.2", || "it is engaged".to_owned())?;
    }
    if reach(game, card).is_none() {
        return why.not("8.4.2.1", || "it came under your control this turn".to_owned());
    }
    if targets(game, card).is_empty() {
        why.not("8.4.3.1", || "there is nothing it can attack".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// Whether a follower of the player must attack and can.
pub(super) fn must_attack(game: &Game, who: P) -> bool {
    game.has_permissions() && attackers(game, who).into_iter().any(|c| game.obliged(must::ATTACK, c))
}

/// What a follower can attack (8.4.3.1), the leader first.
fn targets(game: &Game, card: Ref) -> Vec<Ref> {
    let Some(reach) = reach(game, card) else {
        return Vec::new();
    };
    let who = game.master(card);
    let enemy = who.other();
    let mut out = Vec::new();
    if reach == Reach::All {
        out.extend(links::cards(game, enemy, zone::LEADER));
    }
    let follower = |c: &Ref| {
        let open = game.state.card(c.ix).orient == orient::ENGAGED || game.allowed_to(allow::ATTACK, card, *c);
        open && game.info(*c).types & card_type::FOLLOWER != 0
    };
    out.extend(links::cards(game, enemy, zone::FIELD).into_iter().filter(follower));
    // 12.12.2
    out.retain(|c| !game.forbidden(&attacks(card, *c, who, by_rule(game, rule::ATTACKED))));
    // 12.8.2 iii: an engaged follower with Ward, if possible; a reserved one binds nobody (ruling D45).
    let ward = |c: &Ref| {
        has(game, *c, keyword::WARD)
            && game.state.card(c.ix).orient == orient::ENGAGED
            && links::zone_of(game, *c) == zone::FIELD
    };
    if out.iter().any(ward) {
        out.retain(ward);
    }
    out
}

fn attacks(attacker: Ref, target: Ref, who: P, cause: Cause) -> Ev {
    told(note::ATTACK, attacker, target, who, cause)
}

/// A follower attacks because an effect says so: what it attacks is said too.
pub(super) fn tell(game: &mut Game, who: P, attacker: Ref, target: Ref) {
    let mut s = begin(Step::Attacks, who);
    s.card = attacker;
    (s.a, s.b) = (i32::from(target.ix), i32::from(target.life));
    game.push(s);
}

places! {
    /// An attack that was told.
    told_at: TELL OVER;
}

/// An attack that was told. `a` and `b` are the target.
pub(super) fn told_to(game: &mut Game, s: KernelStep) -> Flow {
    let (Ok(ix), Ok(life), told_at::TELL) = (u16::try_from(s.a), u16::try_from(s.b), s.at) else {
        return Flow::Pop;
    };
    go(game, s, told_at::OVER);
    by_effect(game, s.card, Ref { ix, life });
    Flow::Go
}

fn by_effect(game: &mut Game, attacker: Ref, target: Ref) {
    if !links::on_field(game, attacker) || !game.state.alive(target) {
        return;
    }
    let who = game.master(attacker);
    if game.forbidden(&attacks(attacker, target, who, by_rule(game, rule::ATTACKED))) {
        return;
    }
    record::set_attack(game, attacker, target);
    let mut s = begin(Step::Attack, who);
    s.card = attacker;
    s.at = attack_at::ENGAGE;
    game.push(s);
}

places! {
    /// An attack (8.4).
    attack_at: ASK_TARGET TARGET ENGAGE TELL CHECK QUICK DAMAGE FOUGHT LAST_CHECK OVER;
}

/// An attack. `card` is the attacking follower, marked as an action that may be taken back until it has attacked.
pub(super) fn attack(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        attack_at::ASK_TARGET => {
            go(game, s, attack_at::TARGET);
            let targets = targets(game, s.card);
            match targets.as_slice() {
                // 8.4.3.2
                [] => game.take_back(),
                several => {
                    let atoms = several.iter().copied().map(Atom::Card).collect();
                    ask(game, s.who, prompt::TARGET, s.card, atoms);
                }
            }
        }
        attack_at::TARGET => {
            game.unmark();
            game.forget_refused();
            if let Some(Atom::Card(target)) = game.state.picks.first().copied() {
                record::set_attack(game, s.card, target);
            }
            go(game, s, attack_at::ENGAGE);
        }
        attack_at::ENGAGE => {
            // 8.4.4
            go(game, s, attack_at::TELL);
            let ev = game.turn_ev(s.card, orient::ENGAGED, by_rule(game, rule::ATTACK_ENGAGE));
            game.emit(ev);
        }
        attack_at::TELL => {
            // 8.4.5
            go(game, s, attack_at::CHECK);
            let cause = by_rule(game, rule::ATTACKED);
            game.state.batch = vec![attacks(s.card, record::target(game), s.who, cause)];
            // 8.4.5.1: two followers are in combat from now on.
            if let Some((attacker, target)) = combat(game) {
                let both = [(attacker, target), (target, attacker)];
                let told = both.map(|(a, b)| told(note::COMBAT, a, b, game.master(a), cause));
                game.state.batch.extend(told);
            }
            game.send();
        }
        // 8.4.6
        attack_at::CHECK => check_then(game, s, attack_at::QUICK),
        attack_at::QUICK => {
            // 8.4.7, 8.4.8
            go(game, s, attack_at::DAMAGE);
            game.push(begin(Step::Quick, game.state.turn.player.other()));
        }
        attack_at::DAMAGE => {
            go(game, s, attack_at::FOUGHT);
            damage(game);
        }
        attack_at::FOUGHT => {
            // 8.4.9.2 (ruling D37): whoever is still there has fought; nothing is destroyed yet.
            go(game, s, attack_at::LAST_CHECK);
            fought(game);
        }
        // 8.4.10
        attack_at::LAST_CHECK => check_then(game, s, attack_at::OVER),
        _ => {
            // 8.4.11
            record::set_attack(game, Ref::NONE, Ref::NONE);
            return Flow::Pop;
        }
    }
    Flow::Go
}

/// The two followers in combat (8.4.5.1): both on a field.
pub(super) fn combat(game: &Game) -> Option<(Ref, Ref)> {
    let (attacker, target) = (record::attacker(game), record::target(game));
    (links::on_field(game, attacker) && links::on_field(game, target)).then_some((attacker, target))
}

/// 8.4.9, 8.4.9.1: both at the same time, as much as their attack is now.
fn damage(game: &mut Game) {
    let (attacker, target) = (record::attacker(game), record::target(game));
    if !links::on_field(game, attacker) || !target.is_some() {
        return;
    }
    let leader = links::zone_of(game, target) == zone::LEADER;
    if !leader && !links::on_field(game, target) {
        return;
    }
    let tag = if leader { note::ATTACK_DEAL } else { note::COMBAT_DEAL };
    let mut batch = vec![hit(game, attacker, target, tag, rule::ATTACK_DAMAGE)];
    if !leader {
        batch.push(hit(game, target, attacker, note::BACK_DEAL, rule::COMBAT_DAMAGE));
    }
    game.state.batch = batch;
    game.send();
}

fn hit(game: &Game, from: Ref, to: Ref, tag: Note, rule: u16) -> Ev {
    Ev {
        kind: EvKind::Damage,
        tag,
        subj: from,
        obj: to,
        who: game.master(to),
        // 1.3.2.2: a negative amount is none.
        n: game.info(from).attr(attr::ATTACK.ix()).max(0),
        cause: Cause {
            src: from,
            ..Cause::rule(rule, game.master(from))
        },
        ..Ev::default()
    }
}

fn fought(game: &mut Game) {
    let Some((attacker, target)) = combat(game) else {
        return;
    };
    let cause = by_rule(game, rule::FOUGHT);
    game.state.batch = [(attacker, target), (target, attacker)]
        .into_iter()
        .map(|(a, b)| told(note::FIGHT, a, b, game.master(a), cause))
        .collect();
    game.send();
}
