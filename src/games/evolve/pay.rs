//! Play points and evolution points (10.4.4, 12.2.3, 14.2.2.4).

use super::ability;
use super::step::{Step, ask, begin, go};
use super::tables::{note, player, prompt, rule};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Atom, Cause, Ev, EvKind, KernelStep, P, Ref};

/// How many play points a player can pay for an ability: one evolution point can stand for one of them.
pub(super) fn can(game: &Game, who: P, ability: AbilityIx) -> i32 {
    let points = game.player_attr(who, player::PLAY_POINTS);
    points + i32::from(ability::is_evolve(game, ability) && has_evolution_point(game, who))
}

fn has_evolution_point(game: &Game, who: P) -> bool {
    game.player_attr(who, player::EVOLUTION_POINTS) > 0
}

/// Pays play points for an ability; the result is in `done`.
pub(super) fn begin_payment(game: &mut Game, who: P, amount: i32, cause: Cause) {
    // 1.3.2.2.1, 10.6.2.5.2: nothing to pay is paid.
    if amount <= 0 {
        game.state.done = 1;
        return;
    }
    if amount > can(game, who, cause.ability) {
        game.state.done = 0;
        return;
    }
    let mut s = begin(Step::Pay, who);
    s.a = amount;
    s.b = i32::try_from(cause.ability.0).unwrap_or(-1);
    s.card = cause.src;
    game.push(s);
}

places! {
    /// A payment of points.
    place: ASK_POINT POINT POINTS OVER;
}

/// The payment. `a` is the amount, `b` the ability, `card` its card.
pub(super) fn step(game: &mut Game, s: KernelStep) -> Flow {
    let at = u32::try_from(s.b).map_or(Cause::NO_ABILITY, AbilityIx);
    let cause = Cause {
        kind: crate::kernel::CauseKind::Cost,
        by: s.who,
        src: s.card,
        ability: at,
        rule: rule::PAY,
    };
    match s.at {
        place::ASK_POINT => {
            go(game, s, place::POINT);
            game.state.picks.clear();
            if ability::is_evolve(game, at) && has_evolution_point(game, s.who) {
                let enough = game.player_attr(s.who, player::PLAY_POINTS) >= s.a;
                let atoms = if enough {
                    vec![Atom::No, Atom::Yes]
                } else {
                    vec![Atom::Yes]
                };
                ask(game, s.who, prompt::POINT, s.card, atoms);
            }
        }
        place::POINT => {
            let point = game.state.picks.first() == Some(&Atom::Yes);
            game.goto(KernelStep {
                at: place::POINTS,
                a: s.a - i32::from(point),
                ..s
            });
            if point {
                let cause = Cause {
                    rule: rule::EVOLUTION_POINT,
                    ..cause
                };
                points(game, s.who, player::EVOLUTION_POINTS, 1, cause);
            }
        }
        place::POINTS => {
            go(game, s, place::OVER);
            if s.a > 0 {
                points(game, s.who, player::PLAY_POINTS, s.a, cause);
            }
        }
        _ => {
            game.state.done = 1;
            game.state.moved.clear();
            return Flow::Pop;
        }
    }
    Flow::Go
}

/// A player spends points.
pub(super) fn points(game: &mut Game, who: P, which: u8, n: i32, cause: Cause) {
    game.emit(Ev {
        kind: EvKind::Value(which),
        tag: note::PAY,
        subj: Ref::NONE,
        who,
        n: -n,
        cause,
        ..Ev::default()
    });
}
