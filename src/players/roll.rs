//! Playing a game on without thinking, to where its score means something.

use crate::exec::{Game, Status};
use crate::kernel::{Answer, Ask, AskKind, Atom, P, Rng};

/// The most answers on the way to a position that can be judged.
const MOST: u32 = 40;

/// How questions are answered on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Nobody acts any more if they need not.
    Hold,
    /// Everybody mostly acts if they can.
    Press,
}

/// Goes on until somebody may act and nothing is half done, the turn is over, or the game is.
pub(super) fn settle(game: &mut Game, style: Style, rng: &mut Rng) {
    // Who holds has no use for what could be done.
    game.passive = style == Style::Hold;
    go_on(game, style, rng);
    game.passive = false;
}

fn go_on(game: &mut Game, style: Style, rng: &mut Rng) {
    let turn = game.state.turn.number;
    for _ in 0..MOST {
        match game.advance_until(&|game| game.state.turn.number != turn) {
            None | Some(Status::Over(_)) => return,
            Some(Status::Decide(_)) => {
                let Some(ask) = game.state.ask else { return };
                if matches!(ask.kind, AskKind::Act(_)) && game.is_settled() {
                    return;
                }
                let answer = default(game, ask, style, rng);
                if game.answer(answer).is_err() {
                    return;
                }
            }
        }
    }
}

/// What an answer is worth to a player one step ahead, in a game that may be changed for it; nothing if it is not legal.
pub(super) fn judge(game: &mut Game, me: P, answer: Answer, style: Style, rng: &mut Rng) -> Option<i64> {
    game.answer(answer).ok()?;
    settle(game, style, rng);
    Some(i64::from(game.score(me)))
}

/// An answer without a thought.
fn default(game: &Game, ask: Ask, style: Style, rng: &mut Rng) -> Answer {
    let count = game.answer_count();
    if ask.kind == AskKind::Repeat {
        // Nobody who only plays on has a use for a loop.
        return Answer::Pick(0);
    }
    if ask.range.is_some() {
        return Answer::Pick(rng.below(count));
    }
    let find = |atom: Atom| {
        let at = game.state.atoms.iter().position(|a| *a == atom);
        at.and_then(|at| u32::try_from(at).ok())
    };
    let acts = matches!(ask.kind, AskKind::Act(_));
    let idle = if acts { find(Atom::Pass) } else { None };
    match idle {
        Some(pass) if style == Style::Hold || rng.below(4) == 0 => Answer::Pick(pass),
        Some(pass) if count > 1 => {
            let picked = rng.below(count - 1);
            Answer::Pick(if picked >= pass { picked + 1 } else { picked })
        }
        _ => Answer::Pick(rng.below(count)),
    }
}
