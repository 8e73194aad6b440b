//! Cards where they lie, questions about them, and what was picked.

use crate::exec::Game;
use crate::kernel::{Ask, AskKind, Atom, Cause, CellId, Ev, Note, P, Ref};

/// The cards of a cell as they are now.
pub(in crate::games) fn cards(game: &Game, cell: CellId) -> impl Iterator<Item = Ref> + '_ {
    game.state.cells.cards(cell).iter().map(|ix| game.state.now(*ix))
}

/// The cards of a cell as answers to a question.
pub(in crate::games) fn atoms(game: &Game, cell: CellId) -> Vec<Atom> {
    cards(game, cell).map(Atom::Card).collect()
}

/// The cards that were picked.
pub(in crate::games) fn picked(game: &Game) -> Vec<Ref> {
    let card = |a: &Atom| match a {
        Atom::Card(card) => Some(*card),
        _ => None,
    };
    game.state.picks.iter().filter_map(card).collect()
}

/// Asks a player a question of the rules with so many answers at least and at most.
pub(in crate::games) fn ask_some(game: &mut Game, who: P, which: u8, atoms: Vec<Atom>, (least, most): (usize, usize)) {
    game.state.atoms = atoms;
    let mut ask = Ask::one(who, AskKind::Rule(which));
    ask.min = u16::try_from(least).unwrap_or(u16::MAX);
    ask.max = u16::try_from(most).unwrap_or(u16::MAX);
    game.ask(ask);
}

/// Asks a player for the cards of a hand that are too many; if none is, nothing is picked.
pub(in crate::games) fn ask_excess(game: &mut Game, who: P, hand: CellId, limit: i32, which: u8) {
    let cards = atoms(game, hand);
    let over = cards.len().saturating_sub(usize::try_from(limit).unwrap_or(0));
    game.state.picks.clear();
    if over > 0 {
        ask_some(game, who, which, cards, (over, over));
    }
}

/// The moves of the picked cards to a cell become the batch; how many there are.
pub(in crate::games) fn move_picked(game: &mut Game, to: CellId, tag: Note, cause: Cause) -> i32 {
    let moves: Vec<Ev> = picked(game)
        .into_iter()
        .map(|card| game.move_ev(card, to, tag, cause))
        .collect();
    game.state.batch = moves;
    i32::try_from(game.state.batch.len()).unwrap_or(i32::MAX)
}

/// Cards leave a pile from its top, one after another.
pub(in crate::games) fn serially(game: &mut Game, (from, to): (CellId, CellId), n: i32, tag: Note, cause: Cause) {
    let frame = game.serial(from, to, n, tag, cause);
    game.push_serial(frame);
}
