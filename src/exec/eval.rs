//! Reading the game: what numbers, conditions, descriptions and places of linked code mean right now.

use super::code::{
    AttrKey, Cmp, Cond, CondIx, Edge, Filter, Num, NumIx, Obj, ObjIx, Place, PlaceIx, Select, SlotIx, When, Who, Window,
};
use super::game::Game;
use crate::kernel::{Captured, Card, CellId, Chars, EvInfo, Flag, P, Ref, Run, Slot, ZoneId};
use smallvec::SmallVec;

/// A short list of cards.
pub type Refs = SmallVec<[Ref; 16]>;
/// A short list of cells.
pub type CellList = SmallVec<[CellId; 16]>;
/// One or two players.
pub type Players = SmallVec<[P; 2]>;

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
        }
    }

    /// With what a creating effect had chosen.
    #[must_use]
    pub fn with_held(mut self, held: Option<&'e Captured>) -> Env<'e> {
        if let Some(held) = held {
            self.slots = &held.slots;
            self.words = &held.words;
            self.ev = held.ev;
        }
        self
    }

    fn slot(&self, slot: SlotIx) -> Slot {
        self.slots.get(usize::from(slot)).copied().unwrap_or_default()
    }

    fn slot_cards(&self, slot: SlotIx) -> &'e [Ref] {
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
}

/// The information of a face-down card (3.12.2.2 and its like): none.
static BLANK: Chars = Chars {
    def: crate::kernel::DefId(u16::MAX),
    attrs: [0; 6],
    has: 0,
    types: 0,
    name_count: 0,
    names: [crate::kernel::NameId(0); 3],
    tags: crate::kernel::Tags([0; crate::kernel::TAG_WORDS]),
    values: 0,
    keywords: 0,
    lost: true,
    granted: false,
};

impl Game {
    /// The slots and context of the topmost running ability.
    pub fn env(&self) -> Env<'_> {
        match self.st.runs.last() {
            Some(run) => self.env_of(run),
            None => Env::of_card(Ref::NONE, P::ONE),
        }
    }

    /// The context of a running ability.
    pub fn env_of(&self, run: &Run) -> Env<'_> {
        Env {
            me: run.me,
            actor: run.actor,
            src: run.src,
            src0: run.src0,
            subject: Ref::NONE,
            ev: run.ev,
            slots: self.st.slots.get(run.slots as usize..).unwrap_or(&[]),
            words: &self.st.words,
            bound: None,
            start: run.start,
        }
    }

    /// The information of a card: computed, printed, or the last known.
    #[inline]
    pub fn info(&self, r: Ref) -> &Chars {
        let Some(card) = self.st.cards.get(usize::from(r.ix)) else {
            return &BLANK;
        };
        if card.life == r.life {
            self.info_now(card)
        } else if let Some(lki) = self.st.lki.iter().rev().find(|l| l.old == r) {
            &lki.chars
        } else {
            &self.pool.def(card.def).printed
        }
    }

    #[inline]
    fn info_now(&self, card: &Card) -> &Chars {
        if card.chars_at != Card::PRINTED
            && let Some(chars) = self.st.chars.get(usize::from(card.chars_at))
        {
            return chars;
        }
        if card.is(Flag::FaceDown) && !self.kernel().layout().zone(self.zone_of(card.cell)).face_down {
            return &BLANK;
        }
        &self.pool.def(card.def).printed
    }

    /// A card as it is now, or as it was when it left a computed cell.
    pub fn look(&self, r: Ref) -> Option<Look<'_>> {
        let card = self.st.cards.get(usize::from(r.ix))?;
        if card.life == r.life {
            return Some(Look {
                card: r,
                chars: self.info_now(card),
                cell: card.cell,
                orient: card.orient,
                face_down: card.is(Flag::FaceDown),
            });
        }
        let lki = self.st.lki.iter().rev().find(|l| l.old == r)?;
        Some(Look {
            card: r,
            chars: &lki.chars,
            cell: lki.cell,
            orient: lki.orient,
            face_down: false,
        })
    }

    /// A numeric attribute.
    pub fn attr(&self, r: Ref, attr: crate::kernel::AttrId) -> i32 {
        self.info(r).attr(attr.ix())
    }

    /// The information of a card an ability refers to: if the ability itself moved it, as it was before (final information, 8.11.1 and its like).
    fn final_info(&self, r: Ref, env: &Env<'_>) -> &Chars {
        if self.st.alive(r)
            && env.start > 0
            && self.st.card(r.ix).chars_at == Card::PRINTED
            && let Some(lki) = self.st.lki.iter().rev().find(|l| l.new == r && l.stamp >= env.start)
        {
            return &lki.chars;
        }
        self.info(r)
    }

    /// Players.
    pub fn players(&self, who: &Who, env: &Env<'_>) -> Players {
        let mut out = Players::new();
        match who {
            Who::You => out.push(env.me),
            Who::Opponent => out.push(env.me.other()),
            Who::Each | Who::Any => {
                out.push(self.st.turn.player);
                out.push(self.st.turn.player.other());
            }
            Who::Actor => out.push(env.actor),
            Who::Event => out.push(env.ev.who),
            Who::OpponentOf(inner) => out.extend(self.players(inner, env).into_iter().map(P::other)),
            Who::OwnerOf(objs) => out.extend(self.objects(*objs, env).first().map(|r| self.st.card(r.ix).owner)),
            Who::MasterOf(objs) => {
                out.extend(
                    self.objects(*objs, env)
                        .first()
                        .and_then(|r| self.look(*r))
                        .map(|l| self.kernel().layout().cell(l.cell).player),
                );
            }
            Who::Slot(slot) => {
                if let Slot::Player(p) = env.slot(*slot) {
                    out.push(p);
                }
            }
            Who::Turn => out.push(self.st.turn.player),
        }
        out
    }

    /// The first of the players, or the ability's own.
    pub fn player(&self, who: &Who, env: &Env<'_>) -> P {
        self.players(who, env).first().copied().unwrap_or(env.me)
    }

    /// Whether the player is one of them.
    pub fn is_player(&self, p: P, who: &Who, env: &Env<'_>) -> bool {
        match who {
            Who::You => p == env.me,
            Who::Opponent => p == env.me.other(),
            Who::Each | Who::Any => true,
            _ => self.players(who, env).contains(&p),
        }
    }

    /// A number.
    pub fn number(&self, ix: NumIx, env: &Env<'_>) -> i32 {
        match self.pool.num(ix) {
            Num::Const(n) => *n,
            Num::Slot(slot) => match env.slot(*slot) {
                Slot::Num(n) => n,
                Slot::Set { len, .. } => i32::try_from(len).unwrap_or(LIMIT),
                Slot::Value(_, n) => i32::try_from(n).unwrap_or(LIMIT),
                Slot::Empty | Slot::Player(_) | Slot::Cell(_) => 0,
            },
            Num::Add(a, b) => bound(i64::from(self.number(*a, env)) + i64::from(self.number(*b, env))),
            Num::Sub(a, b) => bound(i64::from(self.number(*a, env)) - i64::from(self.number(*b, env))),
            Num::Mul(a, b) => bound(i64::from(self.number(*a, env)) * i64::from(self.number(*b, env))),
            Num::Div(a, b) => match self.number(*b, env) {
                0 => 0,
                by => self.number(*a, env).div_euclid(by),
            },
            Num::Half(a, up) => {
                let n = self.number(*a, env);
                if *up { (n + 1).div_euclid(2) } else { n.div_euclid(2) }
            }
            Num::Count(objs) => i32::try_from(self.objects(*objs, env).len()).unwrap_or(LIMIT),
            Num::Icons(objs, icon) => {
                let cards = self.objects(*objs, env);
                let count = cards.iter().map(|r| self.icon_count(*r, *icon)).sum::<usize>();
                i32::try_from(count).unwrap_or(LIMIT)
            }
            Num::Times(pattern, window) => self.times(*pattern, window, env, Ref::NONE),
            Num::Distinct(key, objs) => {
                let mut seen: Vec<u64> = Vec::new();
                for r in self.objects(*objs, env) {
                    self.values_of(r, *key, &mut seen);
                }
                seen.sort_unstable();
                seen.dedup();
                i32::try_from(seen.len()).unwrap_or(LIMIT)
            }
            Num::Total(attr, objs) => bound(
                self.objects(*objs, env)
                    .iter()
                    .map(|r| i64::from(self.final_info(*r, env).attr(attr.ix())))
                    .sum(),
            ),
            Num::Extreme(highest, attr, objs) => {
                let objs = self.objects(*objs, env);
                let values = objs.iter().map(|r| self.info(*r).attr(attr.ix()));
                if *highest { values.max() } else { values.min() }.unwrap_or(0)
            }
            Num::Attr(objs, attr) => {
                // `this card's power` of a card that paid for its own ability is its final information.
                if let Obj::This = self.pool.obj(*objs) {
                    return self.info(env.src0).attr(attr.ix());
                }
                self.objects_last(*objs, env)
                    .first()
                    .map_or(0, |r| self.final_info(*r, env).attr(attr.ix()))
            }
            Num::Player(who, attr) => self.players(who, env).iter().map(|p| self.player_attr(*p, *attr)).sum(),
            Num::EventAmount => env.ev.n,
            Num::Override(base, arms) => arms
                .iter()
                .rev()
                .find(|(_, cond)| self.holds(*cond, env))
                .map_or_else(|| self.number(*base, env), |(n, _)| self.number(*n, env)),
        }
    }

    /// How many icons of the kind a card has.
    fn icon_count(&self, r: Ref, icon: Option<u8>) -> usize {
        let def = self.info(r).def;
        let icons = &self.pool.def(def).icons;
        icons.iter().filter(|i| icon.is_none_or(|kind| kind == **i)).count()
    }

    /// The values of an attribute of a card, as numbers that can be compared.
    fn values_of(&self, r: Ref, key: AttrKey, out: &mut Vec<u64>) {
        let chars = self.info(r);
        match key {
            AttrKey::Num(attr) => out.push(u64::from(chars.attr(attr.ix()).cast_unsigned())),
            AttrKey::Name => out.extend(chars.all_names().iter().map(|n| u64::from(n.0))),
            AttrKey::Tags => out.extend(chars.tags.iter().map(|t| u64::from(t.0))),
            AttrKey::Words(mask) => {
                out.extend((0..64u64).filter(|b| (chars.values & mask) >> b & 1 == 1));
            }
            AttrKey::Type => out.push(u64::from(chars.types)),
            AttrKey::Text(n) => {
                if let Some(Some(text)) = self.pool.def(chars.def).texts.get(usize::from(n)) {
                    // Equal texts are equal whatever card they stand on: the first card with the text stands for it.
                    let first = self
                        .pool
                        .defs
                        .iter()
                        .position(|d| d.texts.get(usize::from(n)).is_some_and(|t| t.as_ref() == Some(text)));
                    out.extend(first.map(|at| u64::try_from(at).unwrap_or(0)));
                }
            }
            AttrKey::Icons => out.extend(self.pool.def(chars.def).icons.iter().map(|i| u64::from(*i))),
        }
    }

    /// Whether two cards share a value of the attribute.
    fn shares(&self, a: Ref, b: Ref, key: AttrKey) -> bool {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.values_of(a, key, &mut left);
        self.values_of(b, key, &mut right);
        left.iter().any(|v| right.contains(v))
    }

    /// Whether a condition holds.
    pub fn holds(&self, ix: CondIx, env: &Env<'_>) -> bool {
        match self.pool.cond(ix) {
            Cond::Const(b) => *b,
            Cond::And(all) => all.iter().all(|c| self.holds(*c, env)),
            Cond::Or(any) => any.iter().any(|c| self.holds(*c, env)),
            Cond::Not(c) => !self.holds(*c, env),
            Cond::Slot(slot) => match env.slot(*slot) {
                Slot::Num(n) => n > 0,
                Slot::Set { len, .. } => len > 0,
                Slot::Value(..) | Slot::Player(_) | Slot::Cell(_) => true,
                Slot::Empty => false,
            },
            Cond::Compare(a, cmp, b) => cmp.holds(self.number(*a, env), self.number(*b, env)),
            Cond::Fit {
                objs,
                every,
                was,
                filters,
            } => {
                let cards = if *was {
                    self.objects_last(*objs, env)
                } else {
                    self.objects_for_test(*objs, env)
                };
                let fits = |r: &Ref| self.look(*r).is_some_and(|l| self.all_fit(filters, &l, env));
                if *every {
                    cards.iter().all(fits)
                } else {
                    cards.iter().any(fits)
                }
            }
            Cond::Within(a, b) => {
                let inner = self.objects_for_test(*a, env);
                let outer = self.objects(*b, env);
                !inner.is_empty() && inner.iter().all(|r| outer.contains(r))
            }
            Cond::Happened(pattern, window) => self.times(*pattern, window, env, Ref::NONE) > 0,
            Cond::During(when) => self.is_during(when, env),
            Cond::Declared(objs, key, slot) => {
                let Some(r) = self.objects(*objs, env).first().copied() else {
                    return false;
                };
                let chars = self.final_info(r, env);
                match (env.slot(*slot), key) {
                    (Slot::Num(n), AttrKey::Num(attr)) => chars.attr(attr.ix()) == n,
                    (Slot::Value(_, v), AttrKey::Num(attr)) => i64::from(chars.attr(attr.ix())) == i64::from(v),
                    (Slot::Value(_, v), AttrKey::Name) => chars.all_names().iter().any(|n| u32::from(n.0) == v),
                    (Slot::Value(_, v), AttrKey::Tags) => chars
                        .tags
                        .has(crate::kernel::TagId(u16::try_from(v).unwrap_or(u16::MAX))),
                    (Slot::Value(_, v), AttrKey::Words(_)) => chars.values >> (v & 63) & 1 == 1,
                    (Slot::Value(_, v), AttrKey::Type) => chars.types >> (v & 15) & 1 == 1,
                    _ => false,
                }
            }
            Cond::SamePlayer(a, b) => self.player(a, env) == self.player(b, env),
            Cond::May(objs, pattern) => {
                let cards = self.objects(*objs, env);
                !cards.is_empty() && cards.iter().all(|r| !self.pattern_forbidden(*pattern, *r))
            }
        }
    }

    /// Whether it is that time.
    pub fn is_during(&self, when: &When, env: &Env<'_>) -> bool {
        if let Some(whose) = &when.whose
            && !self.is_player(self.st.turn.player, whose, env)
        {
            return false;
        }
        if let Some(within) = &when.within
            && !self.is_during(within, env)
        {
            return false;
        }
        let times = self.kernel().tables().times;
        let Some(row) = times.get(when.time.ix()) else {
            return false;
        };
        let of = when
            .of
            .map(|o| self.objects(o, env).first().copied().unwrap_or(Ref::NONE));
        // A turn or the game is always on; a phase is on if it is the phase, a step if it is the step.
        match row.word {
            "turn" | "game" => true,
            _ if self.st.turn.step == when.time => of.is_none_or(|c| self.kernel().time_of(self, when.time, Some(c))),
            _ if usize::from(row.phase) == when.time.ix() => self.st.turn.phase == when.time,
            _ => self.kernel().time_of(self, when.time, of),
        }
    }

    /// The objects of linked code, without what is gone.
    pub fn objects(&self, ix: ObjIx, env: &Env<'_>) -> Refs {
        let mut out = Refs::new();
        self.collect(ix, env, &mut out);
        out.retain(|r| self.st.alive(*r));
        out
    }

    /// The objects, with what is gone as it last was.
    pub fn objects_last(&self, ix: ObjIx, env: &Env<'_>) -> Refs {
        let mut out = Refs::new();
        if let Obj::This = self.pool.obj(ix) {
            out.push(env.src0);
        } else if let Obj::EventSubject = self.pool.obj(ix) {
            out.push(env.ev.subj0);
        } else {
            self.collect(ix, env, &mut out);
        }
        out
    }

    /// The objects of a test: a named card that left is judged as it was if the test is about the event.
    fn objects_for_test(&self, ix: ObjIx, env: &Env<'_>) -> Refs {
        if let Obj::EventSubject = self.pool.obj(ix)
            && !self.st.alive(env.ev.subj)
        {
            return self.objects_last(ix, env);
        }
        self.objects(ix, env)
    }

    fn collect(&self, ix: ObjIx, env: &Env<'_>, out: &mut Refs) {
        match self.pool.obj(ix) {
            Obj::This => out.push(env.src),
            Obj::Subject => out.push(env.subject),
            Obj::Slot(slot) => {
                if let Some((bound, card)) = env.bound
                    && bound == *slot
                {
                    out.push(card);
                } else {
                    out.extend_from_slice(env.slot_cards(*slot));
                }
            }
            Obj::SlotOf(slot, who) => {
                for p in self.players(who, env) {
                    out.extend_from_slice(env.slot_cards(slot.saturating_add(u16::from(p.0))));
                }
            }
            Obj::Rest(base, taken) => {
                for r in env.slot_cards(*base) {
                    let gone = taken.iter().any(|t| env.slot_cards(*t).iter().any(|x| x.ix == r.ix));
                    if !gone {
                        out.push(*r);
                    }
                }
            }
            Obj::EventSubject => out.push(env.ev.subj),
            Obj::EventObject => out.push(env.ev.obj),
            Obj::EventCause => out.push(env.ev.cause),
            Obj::Select(select) => self.select(select, env, out),
            Obj::Related(rel, of) => {
                let mut related = Vec::new();
                for card in self.objects_last(*of, env) {
                    self.kernel().related(self, card, *rel, &mut related);
                }
                out.extend(related);
            }
            Obj::Known(known) => out.push(self.kernel().known(self, *known)),
            Obj::Pile { top, count, place } => {
                let count = usize::try_from(self.number(*count, env)).unwrap_or(0);
                for cell in self.cells(*place, env) {
                    let cards = self.st.cells.cards(cell);
                    if *top {
                        out.extend(cards.iter().rev().take(count).map(|c| self.st.now(*c)));
                    } else {
                        out.extend(cards.iter().take(count).map(|c| self.st.now(*c)));
                    }
                }
            }
            Obj::Join(all) => {
                for o in all {
                    self.collect(*o, env, out);
                }
            }
            Obj::At(place) => {
                for cell in self.cells(*place, env) {
                    out.extend(self.st.cells.cards(cell).iter().map(|c| self.st.now(*c)));
                }
            }
        }
    }

    /// All cards that fit a description.
    fn select(&self, select: &Select, env: &Env<'_>, out: &mut Refs) {
        let first = out.len();
        if let Some(among) = select.among {
            for r in self.objects(among, env) {
                if let Some(look) = self.look(r)
                    && self.fits(select, &look, env)
                    && select.places.iter().all(|p| self.is_at(*p, &look, env))
                {
                    out.push(r);
                }
            }
        } else {
            for place in &select.places {
                for cell in self.cells(*place, env) {
                    if let Some(whose) = &select.whose
                        && !self.is_player(self.kernel().layout().cell(cell).player, whose, env)
                    {
                        continue;
                    }
                    for ix in self.st.cells.cards(cell) {
                        let r = self.st.now(*ix);
                        if let Some(look) = self.look(r)
                            && self.fits(select, &look, env)
                            && !out.get(first..).is_some_and(|seen| seen.contains(&r))
                        {
                            out.push(r);
                        }
                    }
                }
            }
        }
        if let Some((highest, attr)) = select.extreme {
            let values = out.iter().skip(first).map(|r| self.info(*r).attr(attr.ix()));
            let best = if highest { values.max() } else { values.min() };
            let kept: Refs = out
                .iter()
                .skip(first)
                .copied()
                .filter(|r| Some(self.info(*r).attr(attr.ix())) == best)
                .collect();
            out.truncate(first);
            out.extend(kept);
        }
    }

    /// Whether a card fits a description, wherever it is.
    pub fn fits(&self, select: &Select, look: &Look<'_>, env: &Env<'_>) -> bool {
        if select.types != 0 && look.chars.types & select.types == 0 {
            return false;
        }
        if select.other && look.card.ix == env.src.ix {
            return false;
        }
        if let Some(whose) = &select.whose
            && !self.is_player(self.kernel().layout().cell(look.cell).player, whose, env)
        {
            return false;
        }
        if select
            .among
            .is_some_and(|among| !self.objects(among, env).contains(&look.card))
        {
            return false;
        }
        self.all_fit(&select.filters, look, env)
    }

    /// Whether a card fits all the filters.
    pub(super) fn filters_fit(&self, filters: &[Filter], look: &Look<'_>, env: &Env<'_>) -> bool {
        self.all_fit(filters, look, env)
    }

    fn all_fit(&self, filters: &[Filter], look: &Look<'_>, env: &Env<'_>) -> bool {
        filters.iter().all(|f| self.filter(f, look, env))
    }

    fn filter(&self, filter: &Filter, look: &Look<'_>, env: &Env<'_>) -> bool {
        let chars = look.chars;
        match filter {
            Filter::Type(types) => chars.types & types != 0,
            Filter::Tag(tag) => chars.tags.has(*tag),
            Filter::Named(name) => chars.named(*name),
            Filter::NamedAs(slot) => match env.slot(*slot) {
                Slot::Value(_, n) => chars.all_names().iter().any(|x| u32::from(x.0) == n),
                Slot::Set { .. } => env
                    .slot_cards(*slot)
                    .iter()
                    .any(|r| self.info(*r).all_names().iter().any(|n| chars.named(*n))),
                _ => false,
            },
            Filter::NameAmong(names) => names.iter().any(|n| chars.named(*n)),
            Filter::TextHas(text, parts) => self
                .pool
                .def(chars.def)
                .texts
                .get(usize::from(*text))
                .and_then(|t| t.as_deref())
                .is_some_and(|t| parts.iter().any(|p| t.contains(p.as_str()))),
            Filter::Orient(orient) => look.orient == *orient,
            Filter::FaceDown(down) => look.face_down == *down,
            Filter::State(state) => self.kernel().state(self, look.card, *state),
            Filter::Words(words) => chars.values & words == *words,
            Filter::NoWords(words) => chars.values & words == 0,
            Filter::Attr(attr, cmp, n) => {
                let mut env = *env;
                env.subject = look.card;
                cmp.holds(chars.attr(attr.ix()), self.number(*n, &env))
            }
            Filter::Keyword(mask) => chars.keywords & mask != 0,
            Filter::Icons(icon, cmp, n) => {
                let icons = &self.pool.def(chars.def).icons;
                let count = icons.iter().filter(|i| icon.is_none_or(|k| k == **i)).count();
                cmp.holds(i32::try_from(count).unwrap_or(LIMIT), self.number(*n, env))
            }
            Filter::Under(filters, cmp, n) => {
                let count = self.under_count(filters, look, env);
                cmp.holds(i32::try_from(count).unwrap_or(LIMIT), self.number(*n, env))
            }
            Filter::Same(key, objs) => {
                let others = if let Obj::This = self.pool.obj(*objs) {
                    Refs::from_slice(&[env.src0])
                } else {
                    self.objects(*objs, env)
                };
                others.iter().any(|r| self.shares(look.card, *r, *key))
            }
            Filter::Among(objs) => self.objects(*objs, env).contains(&look.card),
            Filter::At(place) => self.is_at(*place, look, env),
            Filter::Of(who) => self.is_player(self.kernel().layout().cell(look.cell).player, who, env),
            Filter::OwnedBy(who) => self.is_player(self.st.card(look.card.ix).owner, who, env),
            Filter::Did(pattern, window) => self.times(*pattern, window, env, look.card) > 0,
            Filter::If(cond) => {
                let mut env = *env;
                env.subject = look.card;
                self.holds(*cond, &env)
            }
            Filter::Related(rel, filters) => {
                let mut related = Vec::new();
                self.kernel().related(self, look.card, *rel, &mut related);
                related
                    .iter()
                    .any(|r| self.look(*r).is_some_and(|l| self.all_fit(filters, &l, env)))
            }
            Filter::Not(inner) => !self.filter(inner, look, env),
            Filter::Any(any) => any.iter().any(|f| self.filter(f, look, env)),
            Filter::All(all) => self.all_fit(all, look, env),
        }
    }

    /// How many cards lie under a card; of a card that left, how many did.
    fn under_count(&self, filters: &[Filter], look: &Look<'_>, env: &Env<'_>) -> usize {
        if !self.st.alive(look.card) {
            return self
                .st
                .lki
                .iter()
                .rev()
                .find(|l| l.old == look.card)
                .map_or(0, |l| usize::from(l.under));
        }
        let Some(cell) = self.cell_under(look.cell) else {
            return 0;
        };
        self.st
            .cells
            .cards(cell)
            .iter()
            .filter(|ix| {
                filters.is_empty()
                    || self
                        .look(self.st.now(**ix))
                        .is_some_and(|l| self.all_fit(filters, &l, env))
            })
            .count()
    }

    /// The cell under a position.
    pub fn cell_under(&self, cell: CellId) -> Option<CellId> {
        let (under, of) = self.kernel().tables().under?;
        let spec = self.kernel().layout().cell(cell);
        (spec.zone == of).then(|| self.kernel().layout().at(spec.player, under, spec.position))
    }

    /// Whether a card is at a place.
    pub fn is_at(&self, place: PlaceIx, look: &Look<'_>, env: &Env<'_>) -> bool {
        self.cell_is_at(place, look.cell, env)
            || matches!(self.pool.place(place), Place::State(state) if self.kernel().state(self, look.card, *state))
    }

    /// Whether a cell is part of a place.
    pub fn cell_is_at(&self, place: PlaceIx, cell: CellId, env: &Env<'_>) -> bool {
        match self.pool.place(place) {
            Place::Zone {
                zones, whose, empty, ..
            } => {
                let spec = self.kernel().layout().cell(cell);
                zones
                    .iter()
                    .any(|(z, positions)| *z == spec.zone && positions >> spec.position & 1 == 1)
                    && whose.as_ref().is_none_or(|w| self.is_player(spec.player, w, env))
                    && (!empty || self.st.cells.is_empty(cell))
            }
            Place::Or(all) => all.iter().any(|p| self.cell_is_at(*p, cell, env)),
            _ => self.cells(place, env).contains(&cell),
        }
    }

    /// The cells of a place.
    pub fn cells(&self, place: PlaceIx, env: &Env<'_>) -> CellList {
        let mut out = CellList::new();
        self.collect_cells(place, env, &mut out);
        out
    }

    fn collect_cells(&self, place: PlaceIx, env: &Env<'_>, out: &mut CellList) {
        let layout = self.kernel().layout();
        match self.pool.place(place) {
            Place::Zone {
                zones, whose, empty, ..
            } => {
                let owners = match whose {
                    Some(who) => self.players(who, env),
                    None => Players::from_slice(&[env.me, env.me.other()]),
                };
                for p in owners {
                    for (zone, positions) in zones {
                        for cell in layout.cells_of(p, *zone) {
                            let position = layout.cell(cell).position;
                            if positions >> position & 1 == 1 && (!empty || self.st.cells.is_empty(cell)) {
                                out.push(cell);
                            }
                        }
                    }
                }
            }
            Place::Under(objs) => {
                for r in self.objects_last(*objs, env) {
                    if let Some(look) = self.look(r)
                        && let Some(cell) = self.cell_under(look.cell)
                    {
                        out.push(cell);
                    }
                }
            }
            Place::Relative(relation, objs) => {
                let mut cells = Vec::new();
                for r in self.objects(*objs, env) {
                    self.kernel().relative(self.st.card(r.ix).cell, *relation, &mut cells);
                }
                out.extend(cells);
            }
            Place::PositionOf(objs) => {
                for r in self.objects_last(*objs, env) {
                    if let Some(cell) = self.last_position(r) {
                        out.push(cell);
                    }
                }
            }
            Place::Slot(slot) => match env.slot(*slot) {
                Slot::Cell(cell) => out.push(cell),
                Slot::Set { .. } => {
                    for r in env.slot_cards(*slot) {
                        out.push(self.st.card(r.ix).cell);
                    }
                }
                _ => {}
            },
            Place::State(state) => {
                for r in self.board() {
                    if self.kernel().state(self, r, *state) {
                        out.push(self.st.card(r.ix).cell);
                    }
                }
            }
            Place::Or(all) => {
                for p in all {
                    self.collect_cells(*p, env, out);
                }
            }
        }
    }

    /// The position a card is on, or was on when it was last on one.
    pub fn last_position(&self, r: Ref) -> Option<CellId> {
        if let Some(look) = self.look(r)
            && self.kernel().layout().zone(self.zone_of(look.cell)).computed
        {
            return Some(look.cell);
        }
        self.st
            .lki
            .iter()
            .rev()
            .find(|l| l.new == r || l.old == r)
            .map(|l| l.cell)
    }

    /// All cards in computed cells.
    pub fn board(&self) -> Refs {
        let layout = self.kernel().layout();
        let mut out = Refs::new();
        for p in P::BOTH {
            for (z, spec) in layout.zones().iter().enumerate() {
                if spec.computed {
                    for cell in layout.cells_of(p, ZoneId(u8::try_from(z).unwrap_or(0))) {
                        out.extend(self.st.cells.cards(cell).iter().map(|c| self.st.now(*c)));
                    }
                }
            }
        }
        out
    }

    /// How often something happened; with a card, only with that card as its subject.
    pub fn times(&self, pattern: super::code::PatIx, window: &Window, env: &Env<'_>, card: Ref) -> i32 {
        let turn = self.st.turn.number;
        let count = self
            .st
            .past
            .iter()
            .filter(|p| match window {
                Window::ThisWay => p.stamp >= env.start,
                Window::ThisTurn => p.turn == turn,
                Window::LastTurn => p.turn + 1 == turn,
                Window::Game => true,
            })
            .filter(|p| !card.is_some() || p.after == card || p.ev.subj == card)
            .filter(|p| self.matches_past(pattern, p, env))
            .count();
        i32::try_from(count).unwrap_or(LIMIT)
    }

    /// A number of a player, with the changes that effects make.
    pub fn player_attr(&self, p: P, attr: u8) -> i32 {
        let mut n = i64::from(self.kernel().player_attr(self, p, attr));
        for rule in &self.st.rules {
            if rule.target == crate::kernel::EffectTarget::Player(p) {
                match &self.pool.change(super::code::ChangeIx(rule.change)).op {
                    super::code::ChangeOp::PlayerAdd { val, .. } if *val == attr => n += i64::from(rule.val),
                    super::code::ChangeOp::PlayerSet(val, _) if *val == attr => n = i64::from(rule.val),
                    _ => {}
                }
            }
        }
        bound(n)
    }

    /// Whether a point of time is meant by the pattern.
    pub fn is_edge(when: &When, time: crate::kernel::TimeId, edge: Edge) -> bool {
        when.time == time && when.edge == Some(edge)
    }

    /// Compares two numbers, for the games.
    pub fn compare(cmp: Cmp, a: i32, b: i32) -> bool {
        cmp.holds(a, b)
    }
}
