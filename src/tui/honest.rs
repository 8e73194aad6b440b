//! Playing without looking ahead: an answer is taken back only as long as nothing has become known by it.

use super::session::Session;
use crate::exec::Game;
use crate::kernel::P;

/// What a person knew when a decision was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Knowledge {
    /// How far the chances of the game had been used.
    chance: u64,
    /// The cards whose faces the person did not know.
    hidden: Vec<u16>,
}

impl Knowledge {
    /// What the person knows now.
    pub(super) fn of(game: &Game, person: P) -> Knowledge {
        Knowledge {
            chance: game.state.rng.position,
            hidden: game.hidden_from(person),
        }
    }

    /// Whether the person knows no more now than then.
    fn is_all(&self, game: &Game, person: P) -> bool {
        let now = Knowledge::of(game, person);
        now.chance == self.chance && self.hidden.iter().all(|card| now.hidden.contains(card))
    }
}

impl Session {
    /// The same session, played honestly or not.
    #[must_use]
    pub fn honest(mut self, honest: bool) -> Session {
        self.honest = honest;
        self
    }

    /// Why the last decision cannot be taken back; none if it can.
    pub(super) fn refuses_undo(&self) -> Option<&'static str> {
        let Some(last) = self.decisions.last() else {
            return Some("there is nothing to undo");
        };
        if !self.honest {
            return None;
        }
        // What somebody else answered tells something, too.
        let alone = self.answered() == last.answers + 1;
        let known = last.known.as_ref();
        let knew = known.is_some_and(|(person, known)| known.is_all(self.game(), *person));
        (!alone || !knew).then_some("something has become known since: an honest game does not go back")
    }

    /// Why the game cannot be saved or another one loaded; none if it can.
    pub(super) fn refuses_files(&self) -> Option<&'static str> {
        let over = matches!(self.next(), super::Next::Nobody(_));
        (self.honest && !over)
            .then_some("an honest game is saved when it is over: its file holds the cards of both players")
    }
}
