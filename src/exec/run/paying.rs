//! While a cost is paid: who pays, and what happens when it is done.

use crate::exec::game::Game;
use crate::kernel::{AbilityIx, Ev, EvKind, Note, P, Run};

impl Game {
    /// What the running ability does from here on is the payment of a cost by this player.
    pub fn start_paying(&mut self, payer: P) {
        self.state.paying += 1;
        if let Some(run) = self.state.runs.last_mut() {
            if !run.paying {
                run.acts = run.actor;
            }
            run.paying = true;
            run.actor = payer;
        }
    }

    /// The cost is paid: the ability's own, if it is named. What waited for that happens now.
    pub fn end_paying(&mut self, own: Option<AbilityIx>) {
        let payer = self.env().actor;
        self.state.paying = self.state.paying.saturating_sub(1);
        if let Some(run) = self.state.runs.last_mut() {
            run.paying = false;
            run.actor = run.acts;
        }
        if let Some(ability) = own {
            self.kernel().paid(self, payer, ability);
            let tag = self.tables().note.pay;
            let key = crate::exec::keys::notes(tag.bit());
            if tag != Note::NONE && (self.pool.all_keys | self.pool.past_keys) & key != 0 {
                // It tells of what is done, so the interrupts come with it.
                self.emit(Ev {
                    kind: EvKind::Note,
                    tag,
                    subj: self.env().src,
                    who: payer,
                    n: i32::try_from(ability.0).unwrap_or(-1),
                    cause: self.cause(),
                    ..Ev::default()
                });
                return;
            }
        }
        if self.state.paying == 0 {
            // What waited for the cost to be paid happens before the effect.
            self.kernel().interrupts(self);
        }
    }

    /// A run that only pays a cost: it begins at the cost's own place and ends with it.
    pub fn run_cost(&mut self, mut run: Run) {
        run.only_cost = true;
        let payer = run.me;
        self.push_run(run);
        self.start_paying(payer);
    }
}
