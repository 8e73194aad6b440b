//! Abilities whose bodies the program around the engine does itself, in Rust or in a script of its own.
//!
//! A card is compiled and linked as ever: when it answers, where it works and what it costs stay words of the card. [`Pool::host_body`] then puts a
//! number in the place of an ability's operations, and the [`Host`] of the pool is called with that number whenever the ability resolves. Descriptions
//! and conditions can be given to the host in the same way ([`Obj::Host`], [`Cond::Host`]). What a host changes goes through the door like everything
//! else: it fills the batch and sends it, pushes frames, asks questions, begins effects, and returns; it never waits. So games with hosted abilities
//! can be copied, saved and replayed like all others.
//!
//! [`Obj::Host`]: super::code::Obj::Host
//! [`Cond::Host`]: super::code::Cond::Host

use super::code::Op;
use super::eval::{Env, Refs};
use super::game::Game;
use super::pool::Pool;
use crate::kernel::AbilityIx;

/// How a step of a hosted body ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosted {
    /// The body goes on at this stage when what it sent, pushed or asked is done.
    Again(u8),
    /// The body is over.
    Over,
}

/// What the program around the engine does of the cards of a pool. All of it is asked for by numbers that the program gave out itself.
pub trait Host: Sync + Send + std::fmt::Debug {
    /// One step of a body: the ability is the topmost of `game.state.runs`; the first stage is 0. The result of the step before is in `picks` (a
    /// question) or in `done` and `moved` (a batch).
    fn step(&self, game: &mut Game, body: u16, stage: u8) -> Hosted;

    /// The cards of a description.
    fn objects(&self, game: &Game, which: u16, env: &Env<'_>, out: &mut Refs) {
        let _ = (game, which, env, out);
    }

    /// Whether a condition holds; a card that is described is the subject of `env`.
    fn holds(&self, game: &Game, which: u16, env: &Env<'_>) -> bool {
        let _ = (game, which, env);
        false
    }
}

impl Pool {
    /// Gives the body of an ability to the host, under this number: from now on the ability does what the host does. What the card says about
    /// when the ability answers, where it works and what it replaces stays; the payment of its cost is part of the body.
    pub fn host_body(&mut self, ability: AbilityIx, body: u16) {
        let pc = u32::try_from(self.ops.len()).unwrap_or(u32::MAX);
        if let Some(linked) = self.abilities.get_mut(ability.ix()) {
            linked.pc = pc;
            self.ops.extend([Op::Host(body), Op::End]);
            self.op_src.extend([linked.src; 2]);
        }
    }
}
