//! A place at the table: all that a player can decide by.

use crate::exec::{Game, Pool, View};
use crate::kernel::{Answer, AskKind, Atom, Layout, P};

/// The seat of a player who is asked. It keeps the game to itself: what comes out of it is the same for every game that looks the same from here, so that
/// no player can peek.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'g> {
    game: &'g Game,
    me: P,
}

impl<'g> Seat<'g> {
    /// The seat of a player in a game.
    pub fn new(game: &'g Game, me: P) -> Seat<'g> {
        Seat { game, me }
    }

    /// Whose seat it is.
    pub fn me(&self) -> P {
        self.me
    }

    /// The cards of the table: what the ids of cards in a view mean. As in a match with open lists, everybody knows what may be played with.
    pub fn pool(&self) -> &'g Pool {
        &self.game.pool
    }

    /// The places of the table.
    pub fn layout(&self) -> &'static Layout {
        self.game.layout()
    }

    /// The answer that does nothing, if the position has come back to this chance to act: whatever the player did since led nowhere. Players who are not
    /// sure what is best would else go round for ever by ways that differ a little each time.
    pub fn rest(&self) -> Option<Answer> {
        let ask = self.game.state.ask?;
        if !matches!(ask.kind, AskKind::Act(_)) || !self.game.has_come_back() {
            return None;
        }
        let pass = |n: &u32| self.game.answer_atom(*n) == Some(Atom::Pass);
        (0..self.game.answer_count()).find(pass).map(Answer::Pick)
    }

    /// What the player may know.
    pub fn view(&self) -> View {
        self.game.view(self.me)
    }

    /// Writes what the player may know into a view that was used before.
    pub fn view_into(&self, view: &mut View) {
        self.game.view_into(self.me, view);
    }

    /// A game that looks the same from here: the cards that the player cannot know are dealt anew, and so are the chances to come. The numbers of the legal
    /// answers are those of the real game.
    pub fn deal(&self, seed: u64) -> Game {
        // The log may be long, and says more than the player knows.
        let mut game = self.game.bare();
        game.determinize(self.me, seed);
        game
    }
}
