//! Reading the game: what numbers, conditions, descriptions and places of linked code mean right now.

mod cond;
mod number;
mod place;
mod select;
mod tense;

use crate::exec::code::{SlotIx, Who};
use crate::exec::game::Game;
use crate::kernel::{AbilityIx, Captured, Card, Cause, CellId, Chars, EvInfo, Flag, Lki, P, Ref, Run, Slot};
use smallvec::SmallVec;

/// A short list of cards.
pub type Refs = SmallVec<[Ref; 16]>;
/// A short list of cells.
pub type CellList = SmallVec<[CellId; 16]>;
/// One or two players.
pub type Players = SmallVec<[P; 2]>;
/// Abilities of a card: few, and asked for all the time.
pub type AbilityList = SmallVec<[AbilityIx; 8]>;

/// The largest number card text can make.
const LIMIT: i32 = 1_000_000_000;

/// Keeps a number in bounds, so that no sum of such numbers overflows.
#[inline]
fn bound(n: i64) -> i32 {
    i32::try_from(n.clamp(-i64::from(LIMIT), i64::from(LIMIT))).unwrap_or(0)
}

/// What a piece of code may refer to.
#[derive(Debug, Clone, Copy)]
pub struct Env<'e> {
    /// The player of the ability.
    pub me: P,
    /// Who acts.
    pub actor: P,
    /// The card of the ability as it is now.
    pub src: Ref,
    /// The card of the ability as it was when the ability began or triggered.
    pub src0: Ref,
    /// The card that is being described or computed.
    pub subject: Ref,
    /// The event.
    pub ev: EvInfo,
    /// Slots.
    pub slots: &'e [Slot],
    /// The cards of the slots.
    pub words: &'e [Ref],
    /// One slot bound by a continuous loop.
    pub bound: Option<(SlotIx, Ref)>,
    /// When the ability began.
    pub start: u32,
    /// When the ability began that set this one up; 0 if none did.
    pub since: u32,
    /// The ability, if it is known; else the greatest number.
    pub ability: AbilityIx,
    /// Cards are asked for as they were (`was`, `had`) rather than as they are.
    pub past: bool,
}

impl<'e> Env<'e> {
    /// Only a card and its player.
    pub fn of_card(card: Ref, me: P) -> Env<'e> {
        Env {
            me,
            actor: me,
            src: card,
            src0: card,
            subject: Ref::NONE,
            ev: EvInfo::default(),
            slots: &[],
            words: &[],
            bound: None,
            start: 0,
            since: 0,
            ability: Cause::NO_ABILITY,
            past: false,
        }
    }

    /// With what a creating effect had chosen.
    #[must_use]
    pub fn with_held(mut self, held: Option<&'e Captured>) -> Env<'e> {
        if let Some(held) = held {
            self.slots = &held.slots;
            self.words = &held.words;
            self.ev = held.ev;
            self.since = held.start;
        }
        self
    }

    /// As part of an ability.
    #[must_use]
    pub fn in_ability(mut self, ability: AbilityIx) -> Env<'e> {
        self.ability = ability;
        self
    }

    /// With a card that is being described.
    #[must_use]
    fn about(mut self, subject: Ref) -> Env<'e> {
        self.subject = subject;
        self
    }

    pub(in crate::exec) fn slot(&self, slot: SlotIx) -> Slot {
        self.slots.get(usize::from(slot)).copied().unwrap_or_default()
    }

    /// The cards in a slot.
    pub fn slot_cards(&self, slot: SlotIx) -> &'e [Ref] {
        match self.slot(slot) {
            Slot::Set { start, len } => self
                .words
                .get(start as usize..(start as usize).saturating_add(len as usize))
                .unwrap_or(&[]),
            _ => &[],
        }
    }
}

/// A card as it is to be judged: now, or as it was when it left.
#[derive(Debug, Clone, Copy)]
pub struct Look<'g> {
    /// The card.
    pub card: Ref,
    /// Its information.
    pub chars: &'g Chars,
    /// Where.
    pub cell: CellId,
    /// Its orientation.
    pub orient: u8,
    /// Its back is up.
    pub face_down: bool,
    /// What is remembered of it, if it is judged as it was.
    pub last: Option<&'g Lki>,
    /// Where it is looked for if that is not where its information comes from: `is in …` is about now, whatever else is remembered.
    pub elsewhere: Option<CellId>,
    /// Where it would be brought: what it is called there it may be called already.
    pub goes: Option<CellId>,
}

/// The information of a face-down card (3.12.2.2 and its like): none.
static BLANK: Chars = NOTHING;

/// No information.
pub const NOTHING: Chars = Chars {
    def: crate::kernel::DefId(u16::MAX),
    attrs: [0; 6],
    has: 0,
    types: 0,
    name_count: 0,
    names: [crate::kernel::NameId(0); 3],
    tags: crate::kernel::Tags([0; crate::kernel::TAG_WORDS]),
    values: 0,
    keywords: 0,
    lost_keywords: 0,
    lost: true,
    granted: false,
};

impl Game {
    /// The slots and context of the topmost running ability.
    #[inline]
    pub fn env(&self) -> Env<'_> {
        match self.state.runs.last() {
            Some(run) => self.env_of(run),
            None => Env::of_card(Ref::NONE, P::ONE),
        }
    }

    /// The context of a running ability.
    #[inline]
    pub fn env_of(&self, run: &Run) -> Env<'_> {
        Env {
            me: run.me,
            actor: run.actor,
            src: run.src,
            src0: run.src0,
            subject: Ref::NONE,
            ev: run.ev,
            slots: self.state.slots.get(run.slots as usize..).unwrap_or(&[]),
            words: &self.state.words,
            bound: None,
            start: run.start,
            since: run.held.as_ref().map_or(0, |held| held.start),
            ability: run.ability,
            past: false,
        }
    }

    /// The information of a card: computed, printed, or the last known.
    #[inline]
    pub fn info(&self, r: Ref) -> &Chars {
        let Some(card) = self.state.cards.get(usize::from(r.ix)) else {
            return &BLANK;
        };
        if card.life == r.life {
            self.info_now(card)
        } else {
            self.info_last(card, r)
        }
    }

    /// The last known information of what a card was.
    #[inline(never)]
    fn info_last(&self, card: &Card, r: Ref) -> &Chars {
        match self.state.last_of(r) {
            Some(lki) => &lki.chars,
            None => &self.pool.def(card.def).printed,
        }
    }

    #[inline]
    fn info_now(&self, card: &Card) -> &Chars {
        if card.chars_at != Card::PRINTED
            && let Some(chars) = self.state.chars.get(usize::from(card.chars_at))
        {
            return chars;
        }
        let def = self.pool.def(card.def);
        if card.is(Flag::FaceDown) || self.pool.halves {
            return self.info_aside(card, def);
        }
        &def.printed
    }

    /// The information of a card that lies face down or has two halves.
    #[inline(never)]
    fn info_aside<'g>(&'g self, card: &Card, def: &'g crate::exec::code::Def) -> &'g Chars {
        let zone = self.layout().zone(self.zone_of(card.cell));
        if card.is(Flag::FaceDown) && !zone.face_down && zone.sees != crate::kernel::Sees::Everybody {
            let back = self.tables().back;
            let known = back.filter(|back| def.printed.types & back.types != 0);
            return known.unwrap_or(&BLANK);
        }
        match &def.whole {
            Some(whole) if !zone.computed => whole,
            _ => &def.printed,
        }
    }

    /// A card as it is now, or as it was when it left a computed cell.
    pub fn look(&self, r: Ref) -> Option<Look<'_>> {
        let card = self.state.cards.get(usize::from(r.ix))?;
        if card.life == r.life {
            return Some(self.look_at(r, card));
        }
        self.state.last_of(r).map(Look::back)
    }

    /// A card as it is now, by its number.
    #[inline]
    fn look_now(&self, ix: u16) -> Look<'_> {
        match self.state.cards.get(usize::from(ix)) {
            Some(card) => self.look_at(Ref { ix, life: card.life }, card),
            None => self.look_nowhere(ix),
        }
    }

    /// What is no card, as an inert one.
    #[cold]
    fn look_nowhere(&self, ix: u16) -> Look<'_> {
        let card = self.state.card(ix);
        self.look_at(Ref { ix, life: card.life }, &card)
    }

    #[inline]
    fn look_at(&self, r: Ref, card: &Card) -> Look<'_> {
        Look {
            card: r,
            chars: self.info_now(card),
            cell: card.cell,
            orient: card.orient,
            face_down: card.is(Flag::FaceDown),
            last: None,
            elsewhere: None,
            goes: None,
        }
    }

    /// A numeric attribute.
    pub fn attr(&self, r: Ref, attr: crate::kernel::AttrId) -> i32 {
        self.attr_of(self.info(r), r, attr)
    }

    /// A numeric attribute of a card with this information; those that are not kept are worked out by the game.
    #[inline]
    pub(super) fn attr_of(&self, chars: &Chars, r: Ref, attr: crate::kernel::AttrId) -> i32 {
        if attr.0 < crate::exec::code::bits::KEPT {
            chars.attr(attr.ix())
        } else {
            self.kernel().card_attr(self, r, attr)
        }
    }

    /// The player, if the word means one whatever lies on the table.
    #[inline]
    fn plain_player(&self, who: &Who, env: &Env<'_>) -> Option<P> {
        match who {
            Who::You => Some(env.me),
            Who::Opponent => Some(env.me.other()),
            Who::Actor => Some(env.actor),
            Who::Event => Some(env.ev.who),
            Who::Turn => Some(self.state.turn.player),
            _ => None,
        }
    }

    /// Players.
    #[inline]
    pub fn players(&self, who: &Who, env: &Env<'_>) -> Players {
        match self.plain_player(who, env) {
            Some(p) => Players::from_buf_and_len([p; 2], 1),
            None => self.players_of(who, env),
        }
    }

    fn players_of(&self, who: &Who, env: &Env<'_>) -> Players {
        let mut out = Players::new();
        match who {
            Who::You => out.push(env.me),
            Who::Opponent => out.push(env.me.other()),
            Who::Each | Who::Any => {
                out.push(self.state.turn.player);
                out.push(self.state.turn.player.other());
            }
            Who::Actor => out.push(env.actor),
            Who::Event => out.push(env.ev.who),
            Who::OpponentOf(inner) => out.extend(self.players(inner, env).into_iter().map(P::other)),
            Who::OwnerOf(objs) => out.extend(self.objects(*objs, env).first().map(|r| self.state.card(r.ix).owner)),
            // Of what left the board, who controlled it last (911.1 and its like).
            Who::MasterOf(objs) => {
                let seen = self.seen(*objs, env);
                out.extend(seen.first().map(|l| self.layout().cell(l.cell).player));
            }
            Who::Slot(slot) => match env.slot(*slot) {
                Slot::Player(p) => out.push(p),
                Slot::Set { .. } => out.extend(env.slot_cards(*slot).iter().filter_map(|r| r.as_player())),
                _ => {}
            },
            Who::Turn => out.push(self.state.turn.player),
        }
        out
    }

    /// The first of the players, or the ability's own.
    #[inline]
    pub fn player(&self, who: &Who, env: &Env<'_>) -> P {
        match self.plain_player(who, env) {
            Some(p) => p,
            None => self.players_of(who, env).first().copied().unwrap_or(env.me),
        }
    }

    /// Whether the player is one of them.
    #[inline]
    pub fn is_player(&self, p: P, who: &Who, env: &Env<'_>) -> bool {
        match who {
            Who::You => p == env.me,
            Who::Opponent => p == env.me.other(),
            Who::Each | Who::Any => true,
            _ => self.players(who, env).contains(&p),
        }
    }
}
