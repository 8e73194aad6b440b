//! Moments that are announced more than once, while each ability answers to them once: the end of a turn, the end of a battle.

use super::game::Game;
use crate::kernel::{Captured, Ev, EvKind, Instance, LogKind, Use};
use std::sync::Arc;

impl Game {
    /// Announces a moment. If it was announced `before`, only abilities answer that have not done so since [`Game::forget_answers`]; `mark` keeps the
    /// moments apart that can be open together.
    pub fn announce_once(&mut self, moment: &[EvKind], before: bool, mark: u16) {
        let who = self.state.turn.player;
        let waiting = self.state.standby.len();
        self.state.batch.clear();
        for kind in moment {
            self.state.batch.push(Ev {
                kind: *kind,
                who,
                ..Ev::default()
            });
        }
        // Who answered before is not told of again.
        let told = self.log.on;
        self.log.on = told && !before;
        self.send();
        self.log.on = told;
        let turn = self.state.turn.number;
        let mut fresh = self.state.standby.split_off(waiting.min(self.state.standby.len()));
        // An ability that waited for this moment once is not the one that answered before, though both have one text (8.7.5.1 and its like).
        let spent = |i: &Instance| {
            let still = |held: &Arc<Captured>| {
                let granted = |g: &crate::kernel::GrantedAbility| g.held.as_ref().is_some_and(|h| Arc::ptr_eq(h, held));
                self.state.delayed.iter().any(|d| Arc::ptr_eq(&d.held, held)) || self.state.granted.iter().any(granted)
            };
            i.held.as_ref().is_some_and(|held| !still(held))
        };
        let answered = |i: &Instance| {
            let of = |u: &Use| u.ability == i.ability && u.card == i.src0 && u.turn == turn && u.n == mark;
            self.state.uses.iter().any(of)
        };
        fresh.retain(|i| !before || spent(i) || !answered(i));
        for i in &fresh {
            if before {
                self.log_ability(LogKind::Standby, i.ability, i.src, i.me);
            }
            self.state.uses.push(Use {
                ability: i.ability,
                card: i.src0,
                who: i.me,
                turn,
                n: mark,
            });
        }
        self.state.standby.extend(fresh);
    }

    /// The moment is over: all may answer to the next one of its kind.
    pub fn forget_answers(&mut self, mark: u16) {
        self.state.uses.retain(|u| u.n != mark);
    }
}
