//! The beginning of a game, and beginning in the middle of one for tests.

use super::cards;
use crate::exec::Game;
use crate::kernel::{Cause, CellId, Ev, EvKind, KernelStep, Note, P, TimeId};

/// A pile is shuffled by the rules.
pub(in crate::games) fn shuffle(who: P, pile: CellId, tag: Note, cause: Cause) -> Ev {
    Ev {
        kind: EvKind::Shuffle,
        tag,
        who,
        from: pile,
        to: pile,
        cause,
        ..Ev::default()
    }
}

/// Something that is only told of a player: who begins, for one.
pub(in crate::games) fn told(who: P, tag: Note, cause: Cause) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag,
        who,
        cause,
        ..Ev::default()
    }
}

/// A player by chance.
pub(in crate::games) fn anybody(game: &mut Game) -> P {
    P(u8::try_from(game.state.rng.below(2)).unwrap_or(0))
}

/// Chance decides who begins, unless a turn number of 1 says that it is decided already.
pub(in crate::games) fn decide_first(game: &mut Game) -> P {
    if game.state.turn.number == 0 {
        game.state.turn.first = anybody(game);
    }
    game.state.turn.first
}

/// A player may put any cards of the first hand back.
pub(in crate::games) fn ask_mulligan(game: &mut Game, who: P, hand: CellId, which: u8) {
    let cards = cards::atoms(game, hand);
    let most = cards.len();
    cards::ask_some(game, who, which, cards, (0, most));
}

/// The set-up is over: the first turn begins.
pub(in crate::games) fn begin_turns(game: &mut Game, turn: KernelStep) {
    game.state.stack.pop();
    game.state.turn.number = 0;
    game.state.turn.player = turn.who;
    game.push(turn);
}

/// A game goes on at a time of a turn whose board was set up by hand: in the steps that are under way then, the outermost first.
pub(in crate::games) fn resume(game: &mut Game, at: TimeId, steps: impl IntoIterator<Item = KernelStep>) {
    let times = game.kernel().tables().times;
    game.state.turn.phase = TimeId(times.get(at.ix()).map_or(0, |row| row.phase));
    game.state.turn.step = at;
    game.state.stack.clear();
    for step in steps {
        game.push(step);
    }
}
