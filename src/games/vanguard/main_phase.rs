//! The main phase (6.6.1): calls, abilities, exchanges, until the player passes.

use super::step::{check_then, enter, go};
use super::tables::{act, allow, attr, note, rule, time, window, zone};
use super::{call, circles, layout};
use crate::ast::Category;
use crate::exec::{Flow, Game, UseRules, Why};
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Act, Atom, Cause, CauseKind, CellId, EffectTarget, Ev, KernelStep, P, Ref};
use std::ops::ControlFlow;

places! {
    /// The main phase (6.6.1).
    place: BEGIN CHECK ROUND ASK REPEAT ANSWER;
}

/// The phase.
pub(super) fn phase(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        place::BEGIN => {
            if game.skips(p, time::MAIN) {
                return Flow::Pop;
            }
            go(game, s, place::CHECK);
            enter(game, time::MAIN, &[time::MAIN]);
        }
        place::CHECK => check_then(game, s, place::ROUND),
        place::ROUND => {
            // 11.1.1.2: a round of actions that comes back to where it began.
            let round = game.find_round();
            go(game, s, if round { place::REPEAT } else { place::ASK });
        }
        place::ASK => {
            go(game, s, place::ANSWER);
            game.ask_to_act(p, window::MAIN, true, |game, atoms| list(game, p, atoms));
        }
        place::REPEAT => {
            if !game.repeat_round() {
                go(game, s, place::ASK);
            }
        }
        _ => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                go(game, s, place::CHECK);
                perform(game, p, action);
            }
            _ => return Flow::Pop,
        },
    }
    Flow::Go
}

/// The actions of a play timing (6.6.1.2).
fn list(game: &Game, p: P, out: &mut Vec<Atom>) {
    for card in circles::cards(game, layout().of(p, zone::HAND)) {
        if !may_call(game, p, card) {
            continue;
        }
        for cell in call_cells(game, p) {
            if call::can(game, p, card, cell, rule::NORMAL_CALL) {
                out.push(Atom::Act(Act {
                    kind: act::CALL,
                    card,
                    n: u32::from(cell.0),
                }));
            }
        }
    }
    game.list_usable(p, act::USE, &|_| true, out);
    for (front, back) in circles::pairs(p) {
        // 6.6.1.2.3: both must be rear-guard circles; with two empty ones nothing happens.
        let both = circles::is_rc(game, front) && circles::is_rc(game, back);
        if both && !exchanged(game, p, front, back).is_empty() && can_exchange(game, p, front, back) {
            out.push(Atom::Act(Act {
                kind: act::MOVE,
                card: Ref::NONE,
                n: u32::from(front.0) << 8 | u32::from(back.0),
            }));
        }
    }
}

/// The circles that cards of the hand are called to.
fn call_cells(game: &Game, p: P) -> impl Iterator<Item = CellId> {
    circles::rcs(p).filter(|c| circles::is_rc(game, *c))
}

pub(super) fn may_call(game: &Game, p: P, card: Ref) -> bool {
    Why::nothing(|why| call_hurdles(game, p, card, why))
}

/// 8.5.2.1.1.2: a grade that is not greater than the vanguard's.
pub(super) fn call_hurdles(game: &Game, p: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    let (its, most) = (game.info(card).attr(attr::GRADE.ix()), circles::vanguard_grade(game, p));
    let allowed = || {
        game.has_permissions()
            && (game.allowed_with(allow::CALL_WITHOUT_LIMIT, p, card)
                || game.allowed(allow::CALL_WITHOUT_LIMIT, EffectTarget::Card(card)))
    };
    if its > most && !allowed() {
        why.not("8.5.2.1.1.2", || {
            format!("its grade is {its}, and that of your vanguard is {most}")
        })?;
    }
    ControlFlow::Continue(())
}

/// Notes why a card cannot be called, used or anything else in the main phase.
pub(super) fn why_not(game: &Game, p: P, card: Ref, why: &mut Why) {
    let place = game.zone_of(game.state.card(card.ix).cell);
    if place == zone::HAND {
        why.of_act(act::CALL, |why| {
            call_hurdles(game, p, card, why)?;
            let cells: Vec<CellId> = call_cells(game, p).collect();
            if cells.is_empty() {
                why.not("6.6.1.2.1", || "no rear-guard circle is open".to_owned())?;
            }
            if cells.iter().all(|c| !call::can(game, p, card, *c, rule::NORMAL_CALL)) {
                for cell in cells {
                    call::hurdles(game, p, card, cell, rule::NORMAL_CALL, why)?;
                }
            }
            ControlFlow::Continue(())
        });
    }
    game.why_unused(p, card, act::USE, USE_RULES, &|_, _| ControlFlow::Continue(()), why);
    let has = |a: &AbilityIx| game.pool.ability(*a).category == Category::Act;
    if place != zone::HAND && !game.abilities_of(card).iter().any(has) {
        why.of_act(act::USE, |why| {
            why.not("6.6.1.2.2", || {
                "it has no ability that is used by its player".to_owned()
            })
        });
    }
}

/// What the rules say of using an ability.
const USE_RULES: UseRules = UseRules {
    condition: "6.6.1.2.2",
    limit: "6.6.1.2.2",
    cost: "8.5.2.3",
    forbidden: "1.3.3",
};

fn perform(game: &mut Game, p: P, action: Act) {
    match action.kind {
        act::CALL => {
            let cell = CellId(u8::try_from(action.n).unwrap_or(u8::MAX));
            let cause = Cause {
                kind: CauseKind::Play,
                src: action.card,
                ..Cause::rule(rule::NORMAL_CALL, p)
            };
            let ev = call::normal(game, p, action.card, cell, cause);
            let told = call::told(&ev, note::NORMAL_CALL);
            game.state.batch.clear();
            game.state.batch.extend([ev, told]);
            game.send();
        }
        act::USE => game.use_ability(p, action.card, AbilityIx(action.n)),
        act::MOVE => exchange(game, p, action.n),
        _ => {}
    }
}

/// 6.6.1.2.3: what is on two circles of a column changes places, together.
fn exchange(game: &mut Game, p: P, pair: u32) {
    let cell = |n: u32| CellId(u8::try_from(n & 0xFF).unwrap_or(u8::MAX));
    game.state.batch = exchanged(game, p, cell(pair >> 8), cell(pair));
    game.send();
}

fn exchanged(game: &Game, p: P, a: CellId, b: CellId) -> Vec<Ev> {
    let cause = Cause::rule(rule::SWAP, p);
    let moves = |(from, to)| circles::cards(game, from).map(move |card| game.move_ev(card, to, note::MOVE, cause));
    [(a, b), (b, a)].into_iter().flat_map(moves).collect()
}

/// 1.3.3: an exchange that is forbidden to one of the two is no exchange.
fn can_exchange(game: &Game, p: P, a: CellId, b: CellId) -> bool {
    exchanged(game, p, a, b).into_iter().all(|ev| game.could_move(ev))
}
