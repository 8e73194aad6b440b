//! Hearts (10.1.26): the vanguard has the name of one of them, and its printed power besides its own.

use super::circles;
use super::marks::{self, mark};
use super::step::{Step, begin, go};
use super::tables::{card_type, prompt};
use super::ties::{self, tie};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::kernel::{Ask, AskKind, Atom, KernelStep, P, Ref};

/// A player's hearts.
pub(super) fn all(game: &Game, p: P) -> Vec<Ref> {
    let on = circles::cards(game, circles::vc(p));
    on.filter(|c| marks::has(game, *c, mark::HEART)).collect()
}

/// Whether a card is a G unit by what is printed on it: a heart has no type of its own.
fn is_g(game: &Game, card: Ref) -> bool {
    game.pool.def(game.state.card(card.ix).def).printed.types & card_type::G_UNIT != 0
}

/// The hearts that could lend their name: those that are no G units (10.1.26.5.1).
fn lenders(game: &Game, p: P) -> Vec<Ref> {
    let mut hearts = all(game, p);
    hearts.retain(|c| !is_g(game, *c));
    hearts
}

/// Which of these hearts are vanguards again when the G unit on them goes: those that are associated with it (10.1.27.5). A G unit that was stridden over is
/// alone with that: the hearts beneath it became hearts by its own stride (10.1.27.3.2) and stay hearts of it.
pub(super) fn returning(game: &Game, hearts: &[Ref]) -> Vec<Ref> {
    let last = hearts.iter().filter(|c| is_g(game, **c));
    match last.max_by_key(|c| game.state.card(c.ix).placed) {
        Some(g) => vec![*g],
        None => hearts.to_vec(),
    }
}

/// The heart whose name and power a vanguard has.
pub(super) fn lender(game: &Game, vanguard: Ref) -> Option<Ref> {
    ties::to(game, tie::HEART, vanguard).filter(|h| marks::has(game, *h, mark::HEART))
}

/// Whether a vanguard has hearts and none of them was chosen: then one is chosen at once (10.1.26.5.1, 10.1.26.5.2).
pub(super) fn due(game: &Game, p: P) -> bool {
    let Some(vanguard) = circles::vanguard(game, p) else {
        return false;
    };
    lender(game, vanguard).is_none() && !lenders(game, p).is_empty()
}

places! {
    /// The choice of a heart (10.1.26.5).
    place: ASK ANSWER;
}

/// The choice.
pub(super) fn choose(game: &mut Game, s: KernelStep) -> Flow {
    match (s.at, circles::vanguard(game, s.who)) {
        (place::ASK, Some(vanguard)) => {
            go(game, s, place::ANSWER);
            game.state.atoms = lenders(game, s.who).into_iter().map(Atom::Card).collect();
            let mut ask = Ask::one(s.who, AskKind::Rule(prompt::HEART));
            ask.source = vanguard;
            game.ask(ask);
            Flow::Go
        }
        (_, Some(vanguard)) => {
            if let Some(Atom::Card(heart)) = game.state.picks.first().copied() {
                ties::bind(game, tie::HEART, heart, vanguard);
            }
            Flow::Pop
        }
        _ => Flow::Pop,
    }
}

/// Pushes the choice of a player.
pub(super) fn push(game: &mut Game, p: P) {
    game.push(begin(Step::Heart, p));
}

/// On a board that was set up by hand the first heart lends.
pub(super) fn settle(game: &mut Game, p: P) {
    if let (true, Some(vanguard), Some(heart)) = (
        due(game, p),
        circles::vanguard(game, p),
        lenders(game, p).first().copied(),
    ) {
        ties::bind(game, tie::HEART, heart, vanguard);
    }
}
