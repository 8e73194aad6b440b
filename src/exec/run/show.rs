//! Cards are shown to a player or to all.

use super::{HAPPENED, MORE, PICKED, START};
use crate::exec::code::{PlaceIx, SlotIx, What};
use crate::exec::eval::Refs;
use crate::exec::game::Game;
use crate::kernel::{AskKind, Atom, Ev, EvKind, Note, Ref, Slot};

impl Game {
    pub(super) fn op_show(
        &mut self,
        what: &What,
        all: bool,
        until: Option<&[crate::exec::code::Filter]>,
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        if let What::Pile {
            top,
            count,
            up_to,
            place,
        } = what
        {
            self.show_pile((*top, *count, *up_to, *place), all, until, out, done, stage);
            return;
        }
        match stage {
            START => match what {
                What::Pick(pick) => {
                    self.stage(PICKED);
                    self.ask_pick(*pick);
                }
                What::Objs(objs) => {
                    let refs = self.objects(*objs, &self.env());
                    self.keep(out, &refs);
                    self.show_cards(&refs, all);
                }
                What::Pile { .. } => {}
            },
            PICKED => {
                let refs = self.picked_cards(what.pick());
                self.keep(out, &refs);
                self.show_cards(&refs, all);
            }
            _ => {
                let n = self.env().slot_cards(out).len();
                if n > 0 {
                    self.did();
                }
                if let Some(done) = done {
                    self.set_slot(done, Slot::Num(i32::try_from(n).unwrap_or(i32::MAX)));
                }
                self.next();
            }
        }
    }

    pub(super) fn show_ev(&self, card: Ref, all: bool) -> Ev {
        Ev {
            kind: if all { EvKind::Reveal } else { EvKind::Look },
            tag: if all { self.tables().note.reveal } else { Note::NONE },
            subj: card,
            who: self.actor(),
            from: self.state.card(card.ix).cell,
            to: self.state.card(card.ix).cell,
            cause: self.cause(),
            ..Ev::default()
        }
    }

    pub(super) fn show_cards(&mut self, refs: &[Ref], all: bool) {
        self.state.batch.clear();
        for card in refs {
            let ev = self.show_ev(*card, all);
            self.add_effect(ev);
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    /// Cards of a pile are shown one after another; they stay in the pile.
    pub(super) fn show_pile(
        &mut self,
        (top, count, up_to, place): (bool, crate::exec::code::NumIx, bool, PlaceIx),
        all: bool,
        until: Option<&[crate::exec::code::Filter]>,
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        if stage == START {
            self.keep(out, &[]);
        }
        let shown = if stage == START { 0 } else { self.local() as usize };
        let Some((cell, n)) = self.pile(place, count) else {
            self.next();
            return;
        };
        let finished = {
            let env = self.env();
            let last = env.slot_cards(out).last().copied();
            let fits = until.is_some_and(|filters| {
                stage == HAPPENED
                    && last.is_some_and(|r| self.look(r).is_some_and(|l| self.filters_fit(filters, &l, &env)))
            });
            let declined = stage == MORE && self.state.picks.first() != Some(&Atom::Yes);
            fits || declined || i32::try_from(shown).is_ok_and(|s| s >= n) || shown >= self.state.cells.len(cell)
        };
        if finished {
            if shown > 0 {
                self.did();
            }
            if let Some(done) = done {
                self.set_slot(done, Slot::Num(i32::try_from(shown).unwrap_or(i32::MAX)));
            }
            self.next();
            return;
        }
        if up_to && stage != MORE {
            let who = self.env().actor;
            self.stage(MORE);
            self.ask_yes_no(who, AskKind::More);
            return;
        }
        let cards = self.state.cells.cards(cell);
        let ix = if top {
            cards.iter().rev().nth(shown)
        } else {
            cards.get(shown)
        }
        .copied();
        let Some(ix) = ix else {
            self.next();
            return;
        };
        let card = self.state.now(ix);
        let mut seen = Refs::from_slice(self.env().slot_cards(out));
        seen.push(card);
        self.keep(out, &seen);
        self.set_local(u32::try_from(shown + 1).unwrap_or(u32::MAX));
        self.stage(HAPPENED);
        let ev = self.show_ev(card, all);
        self.emit_effect(ev);
    }
}
