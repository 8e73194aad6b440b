//! Who knows which card is which.

use super::SHOWS;
use crate::exec::game::Game;
use crate::kernel::{Card, CellId, Ev, Flag, P, Ref, Sees};

impl Game {
    /// A card that was shown where it lies is hidden again; who has seen it knows it.
    pub fn hide(&mut self, card: crate::kernel::Ref) {
        if let Some(card) = self.state.cards.get_mut(usize::from(card.ix)) {
            card.set(Flag::ShownToOne, false);
            card.set(Flag::ShownToTwo, false);
            card.set(Flag::Revealed, false);
        }
    }

    /// What effects revealed is shown until they have resolved (Vanguard 10.1.8.1.2, Force of Will 1005.1). A card whose ability still waits stays
    /// shown: the game says when that ends (Force of Will 905.2a, 906.2).
    pub(in crate::exec) fn hide_revealed(&mut self) {
        if !self.state.revealed {
            return;
        }
        self.state.revealed = false;
        for ix in 0..u16::try_from(self.state.cards.len()).unwrap_or(u16::MAX) {
            let waits = || {
                let state = &self.state;
                state.pending.iter().any(|p| p.src.ix == ix) || state.standby.iter().any(|i| i.src.ix == ix)
            };
            if !self.state.card(ix).is(Flag::Revealed) {
                continue;
            }
            if waits() {
                self.state.revealed = true;
            } else {
                self.hide(self.state.now(ix));
            }
        }
    }

    /// A card whose face everybody gets to see where it lies, without anybody being told that it is revealed.
    pub fn unveil(&mut self, card: Ref) {
        for p in P::BOTH {
            self.learn(card.ix, p);
            self.show(card.ix, p);
        }
    }

    /// A player gets to see a card where it lies until the effect has resolved, without anything being revealed (Vanguard 1.3.4 and its like).
    pub(in crate::exec) fn disclose(&mut self, card: Ref, to: P) {
        if self.sees(card.ix, to) {
            return;
        }
        self.learn(card.ix, to);
        self.show(card.ix, to);
        if let Some(card) = self.state.cards.get_mut(usize::from(card.ix)) {
            card.set(Flag::Revealed, true);
            self.state.revealed = true;
        }
    }

    /// What the players know of a moved card: a card seen on either side of the move stays known; an unseen move out of an unordered hidden zone
    /// makes a player lose track of that zone.
    pub(super) fn track_knowledge(&mut self, ev: &Ev, seen_before: u8) {
        let layout = self.layout();
        let from_zone = layout.zone(layout.cell(ev.from).zone);
        // What players come to know changes nothing about this.
        let shown = self.shown_to(ev.subj.ix);
        for p in P::BOTH {
            let bit = 1u8 << p.0;
            let flag = Card::known_flag(p);
            if ev.blind & bit != 0 && shown & bit == 0 {
                if let Some(c) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
                    c.set(flag, false);
                }
            } else if seen_before & bit != 0 {
                self.learn(ev.subj.ix, p);
            } else if matches!(from_zone.sees, Sees::Owner | Sees::OwnerAndFaceUp)
                && !(from_zone.ordered && from_zone.sees == Sees::OwnerAndFaceUp)
                && layout.cell(ev.from).player != p
                && shown & bit == 0
            {
                if let Some(c) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
                    c.set(flag, false);
                }
                for ix in self.state.cells.cards(ev.from) {
                    if let Some(c) = self.state.cards.get_mut(usize::from(*ix)) {
                        c.set(flag, false);
                    }
                }
            }
            if shown & bit != 0 {
                self.learn(ev.subj.ix, p);
            }
        }
    }

    pub(super) fn learn(&mut self, ix: u16, p: P) {
        if let Some(c) = self.state.cards.get_mut(usize::from(ix)) {
            c.set(Card::known_flag(p), true);
        }
    }

    pub(super) fn show(&mut self, ix: u16, p: P) {
        if let Some(c) = self.state.cards.get_mut(usize::from(ix)) {
            c.set(Card::shown_flag(p), true);
        }
    }

    /// Nobody knows any more which card of a zone is which, but for those that stayed where they were.
    pub(super) fn forget_cell(&mut self, cell: CellId, spared: &[u16]) {
        const KNOWN: u16 = Flag::KnownToOne as u16 | Flag::KnownToTwo as u16;
        const SHOWN: u16 = Flag::ShownToOne as u16 | Flag::ShownToTwo as u16 | Flag::Revealed as u16;
        for ix in self.state.cells.cards(cell) {
            if !spared.contains(ix)
                && let Some(c) = self.state.cards.get_mut(usize::from(*ix))
            {
                c.flags &= !(KNOWN | SHOWN);
            }
        }
    }

    /// Whether a card's place shows its face to the player.
    #[inline]
    pub fn shows(&self, ix: u16, p: P) -> bool {
        self.shown_to(ix) & 1 << p.0 != 0
    }

    /// To whom a card's place shows its face: bit 0 and bit 1.
    fn shown_to(&self, ix: u16) -> u8 {
        const BOTH: u8 = 3;
        let card = self.state.card(ix);
        let layout = self.layout();
        let cell = layout.cell(card.cell);
        if self.state.rule_mask & SHOWS != 0 && self.is_shown_by_effect(ix) {
            return BOTH;
        }
        let owner = 1u8 << cell.player.0;
        let down = card.is(Flag::FaceDown);
        match layout.zone(cell.zone).sees {
            Sees::Nobody => 0,
            Sees::Owner => owner,
            Sees::OwnerAndFaceUp if down => owner,
            Sees::All if down => 0,
            Sees::Everybody if down && self.kernel().secret(self, card.cell) => owner,
            Sees::OwnerAndFaceUp | Sees::All | Sees::Everybody => BOTH,
        }
    }

    /// Whether a continuous effect lets everybody see the card.
    fn is_shown_by_effect(&self, ix: u16) -> bool {
        let target = crate::kernel::EffectTarget::Card(self.state.now(ix));
        self.state.rules.iter().any(|rule| {
            rule.target == target
                && matches!(
                    self.pool.change(crate::exec::code::ChangeIx(rule.change)).op,
                    crate::exec::code::ChangeOp::Shown
                )
        })
    }

    /// Whether the player sees the face of a card now: its place shows it, or it is being shown. What a player remembers is more: [`Game::seen_by`].
    pub fn sees(&self, ix: u16, p: P) -> bool {
        self.shows(ix, p) || self.state.card(ix).is(Card::shown_flag(p))
    }

    /// Who knows what a card is: bit 0 and bit 1.
    pub fn seen_by(&self, r: Ref) -> u8 {
        let card = self.state.card(r.ix);
        let mut seen = self.shown_to(r.ix);
        for p in P::BOTH {
            seen |= u8::from(card.is(Card::known_flag(p))) << p.0;
        }
        seen
    }
}
