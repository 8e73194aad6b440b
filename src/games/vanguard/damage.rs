//! Damage (3.14, 7.6.1.5, 10.1.14): each point is a damage check.

use super::check;
use super::step::{Step, begin, go};
use super::tables::{note, rule};
use crate::exec::{Flow, Game, VerbCall};
use crate::games::common::rows::places;
use crate::kernel::{Cause, Ev, EvKind, KernelStep, P, Ref};

/// The damage is an attack's.
const BATTLE: i32 = 1 << 16;

/// Damage of an attack.
pub(super) fn push_battle(game: &mut Game, who: P, amount: i32, attacker: Ref) {
    push(game, who, amount, attacker, BATTLE);
}

/// Damage by an effect: its source is the card (3.16.1.2). To both players: the turn player's first (1.3.4).
pub(super) fn by_effect(game: &mut Game, call: &VerbCall) {
    game.state.done = 0;
    game.state.moved.clear();
    let mut players: Vec<P> = Vec::new();
    for card in &call.to {
        // 10.1.24.7: a legion is dealt damage once.
        let p = game.master(*card);
        if !players.contains(&p) {
            players.push(p);
        }
    }
    if call.to.is_empty() {
        players = if call.both { P::BOTH.to_vec() } else { vec![call.who] };
    }
    // The last pushed comes first.
    players.sort_by_key(|p| *p == game.state.turn.player);
    for who in players {
        push(game, who, call.amount, call.cause.src, 0);
    }
}

fn push(game: &mut Game, who: P, amount: i32, source: Ref, flags: i32) {
    let mut step = begin(Step::Damage, who);
    step.a = amount;
    step.b = flags;
    step.card = source;
    game.push(step);
}

fn cause(game: &Game, s: KernelStep) -> Cause {
    if s.b & BATTLE == 0 {
        super::verbs::cause_of_run(game, s.who, rule::SKILL_DAMAGE)
    } else {
        Cause {
            src: s.card,
            ..Cause::rule(rule::DAMAGE, game.state.turn.player)
        }
    }
}

fn dealt(game: &Game, source: Ref, who: P, amount: i32, tag: crate::kernel::Note, cause: Cause) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag,
        subj: source,
        // 3.16.1.1: damage is dealt to a vanguard; its player checks.
        obj: super::circles::vanguard(game, who).unwrap_or(Ref::NONE),
        who,
        n: amount,
        cause,
        ..Ev::default()
    }
}

/// Whether nothing forbids a card to deal damage.
pub(super) fn may_deal(game: &Game, source: Ref, who: P, amount: i32) -> bool {
    let cause = Cause::rule(rule::DAMAGE, game.state.turn.player);
    !game.forbidden(&dealt(game, source, who, amount, note::DEAL, cause))
}

places! {
    /// Damage to a player (7.6.1.5).
    place: DEAL BEGIN CHECK TELL OVER;
}

/// Damage to a player: `a` points from `card`; the low half of `b` counts the checks.
pub(super) fn process(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        place::DEAL => {
            // 7.6.1.5.1, ruling R19: no damage is no event.
            if s.a <= 0 {
                game.state.done = 0;
                return Flow::Pop;
            }
            go(game, s, place::BEGIN);
            let mut ev = dealt(game, s.card, s.who, s.a, note::DEAL, cause(game, s));
            ev.used = game.state.runs.last().map_or([0; Ev::USES], |r| r.used);
            game.emit(ev);
        }
        place::BEGIN => {
            if game.state.done == 0 || game.state.moved.is_empty() && s.card.is_some() {
                // Replaced or forbidden.
                game.state.done = 0;
                return Flow::Pop;
            }
            go(game, s, place::CHECK);
        }
        place::CHECK => {
            let made = s.b & 0xFFFF;
            if made < s.a && made < 0xFFFF {
                game.goto(KernelStep {
                    b: s.b.saturating_add(1),
                    ..s
                });
                check::push_damage(game, s.who, s.card, s.b & BATTLE != 0);
            } else {
                go(game, s, place::TELL);
            }
        }
        place::TELL => {
            go(game, s, place::OVER);
            let ev = dealt(game, s.card, s.who, s.a, note::DAMAGE, cause(game, s));
            game.emit(ev);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}
