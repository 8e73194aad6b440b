//! Objects: references, descriptions, filters.

use super::{Env, LIMIT, Look, Refs};
use crate::exec::code::{Filter, Num, Obj, ObjIx, PlaceIx, Select, Window};
use crate::exec::game::Game;
use crate::kernel::{Bits, P, Ref, Slot};
use smallvec::{SmallVec, smallvec};

/// A set of cards, a bit for each.
struct Told(SmallVec<[u64; 4]>);

impl Told {
    /// The empty set, with room for so many cards.
    fn of(cards: usize) -> Told {
        Told(smallvec![0; cards.div_ceil(64)])
    }

    /// What is no card has no room.
    fn add(&mut self, ix: u16) {
        if let Some(word) = self.0.get_mut(usize::from(ix / 64)) {
            *word |= 1 << (ix % 64);
        }
    }

    /// The numbers of the cards, the smallest first.
    fn iter(&self) -> impl Iterator<Item = u16> {
        let words = (0u16..).zip(&self.0);
        words.flat_map(|(n, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = u16::try_from(left.trailing_zeros()).ok().filter(|bit| *bit < 64)?;
                left &= left - 1;
                Some(n * 64 + bit)
            })
        })
    }

    fn has(&self, ix: u16) -> bool {
        self.0
            .get(usize::from(ix / 64))
            .is_some_and(|word| word >> (ix % 64) & 1 == 1)
    }
}

impl Game {
    /// The objects of linked code, without what is gone.
    #[inline]
    pub fn objects(&self, ix: ObjIx, env: &Env<'_>) -> Refs {
        let mut out = Refs::new();
        self.add_objects(ix, env, &mut out);
        out
    }

    /// Puts the objects of linked code into an empty list of the caller: handing a list on would copy it.
    fn add_objects(&self, ix: ObjIx, env: &Env<'_>, out: &mut Refs) {
        match self.pool.obj(ix) {
            // A description finds nothing that is gone.
            Obj::Select(select) => {
                self.select(select, env, out);
                self.count_objects(ix, !out.is_empty());
            }
            Obj::This if self.state.alive(env.src) => out.push(env.src),
            Obj::Slot(slot) if env.bound.is_none() => {
                for r in env.slot_cards(*slot) {
                    if self.state.alive(*r) {
                        out.push(*r);
                    }
                }
            }
            _ => {
                self.collect(ix, env, out);
                out.retain(|r| self.state.alive(*r));
            }
        }
    }

    /// The objects, with what is gone as it last was.
    #[inline]
    pub fn objects_last(&self, ix: ObjIx, env: &Env<'_>) -> Refs {
        let mut out = Refs::new();
        self.add_last(ix, env, &mut out);
        out
    }

    fn add_last(&self, ix: ObjIx, env: &Env<'_>, out: &mut Refs) {
        match self.pool.obj(ix) {
            Obj::This => out.push(env.src0),
            Obj::EventSubject => out.push(env.ev.subj0),
            _ => self.collect(ix, env, out),
        }
    }

    /// The objects of a test: a named card that left is judged as it was if the test is about the event.
    pub(super) fn objects_for_test(&self, ix: ObjIx, env: &Env<'_>) -> Refs {
        if let Obj::EventSubject = self.pool.obj(ix)
            && !self.state.alive(env.ev.subj)
        {
            return self.objects_last(ix, env);
        }
        self.objects(ix, env)
    }

    pub(super) fn collect(&self, ix: ObjIx, env: &Env<'_>, out: &mut Refs) {
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
                for p in self.players(who, env).iter().copied() {
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
                for card in self.objects_last(*of, env).iter().copied() {
                    // What left the board is related as it last was there (10.11.1 of Evolve and its like).
                    let meant = self.judged(card, card, env).map_or(card, |look| look.card);
                    self.kernel().related(self, meant, *rel, &mut related);
                }
                out.extend(related);
            }
            Obj::Host(which) => {
                if let Some(host) = self.pool.host {
                    host.objects(self, *which, env, out);
                }
            }
            Obj::Players(who) => out.extend(self.players(who, env).into_iter().map(Ref::player)),
            Obj::Known(known) => out.push(self.kernel().known(self, *known)),
            Obj::Pile { top, count, place } => {
                let count = usize::try_from(self.number(*count, env)).unwrap_or(0);
                for cell in self.cells(*place, env).iter().copied() {
                    let cards = self.state.cells.cards(cell);
                    if *top {
                        out.extend(cards.iter().rev().take(count).map(|c| self.state.now(*c)));
                    } else {
                        out.extend(cards.iter().take(count).map(|c| self.state.now(*c)));
                    }
                }
            }
            Obj::Join(all) => {
                let first = out.len();
                for o in all {
                    let mut more = Refs::new();
                    self.collect(*o, env, &mut more);
                    // What two descriptions fit is one of them once.
                    more.retain(|r| !out.get(first..).is_some_and(|seen| seen.contains(r)));
                    out.extend(more);
                }
            }
            Obj::At(place) => {
                for cell in self.cells(*place, env).iter().copied() {
                    out.extend(self.state.cells.cards(cell).iter().map(|c| self.state.now(*c)));
                }
            }
        }
    }

    /// How many objects there are.
    pub(super) fn count(&self, ix: ObjIx, env: &Env<'_>) -> usize {
        // The order of the cards does not matter here: of a description of the past only the cards are looked at that the past speaks of.
        if let Obj::Select(select) = self.pool.obj(ix)
            && select.among.is_none()
            && select.extreme.is_none()
        {
            let this_way = |filter: &Filter| matches!(filter, Filter::Did(_, Window::ThisWay));
            if select.filters.iter().any(this_way) {
                return self.spoken_of(ix, env).len();
            }
            if let Some(told) = self.told_of(select) {
                let fits = |ix: &u16| {
                    let look = self.look_now(*ix);
                    self.fits(select, &look, env) && select.places.iter().any(|p| self.cell_is_at(*p, look.cell, env))
                };
                return told.iter().filter(fits).count();
            }
            // Where no card can come twice, none has to be kept.
            if let [place] = select.places.as_slice()
                && self.comes_once(*place)
            {
                let mut count = 0;
                self.fitting(select, *place, None, env, &mut |_, _| count += 1);
                return count;
            }
        }
        self.spoken_of(ix, env).len()
    }

    /// The cards that a text asks about without doing anything to them: what is gone is among them as it last was (weiss 8.11.1 and its like).
    pub fn spoken_of(&self, ix: ObjIx, env: &Env<'_>) -> Refs {
        let mut out = Refs::new();
        match self.pool.obj(ix) {
            Obj::Slot(_) | Obj::SlotOf(..) | Obj::Rest(..) => {
                self.collect(ix, env, &mut out);
                out.retain(|r| self.judged(*r, *r, env).is_some());
            }
            Obj::Select(select) => {
                match select.among {
                    Some(among) if select.extreme.is_none() => {
                        let all = self.spoken_of(among, env);
                        self.select_among(select, &all, env, &mut out);
                    }
                    _ => self.select(select, env, &mut out),
                }
                self.add_gone(select, env, &mut out);
                self.count_objects(ix, !out.is_empty());
            }
            _ => self.add_objects(ix, env, &mut out),
        }
        out
    }

    /// Adds the cards that a description of what happened this way means and that are gone from where it happened to them.
    fn add_gone(&self, select: &Select, env: &Env<'_>, out: &mut Refs) {
        let this_way = |filter: &Filter| matches!(filter, Filter::Did(_, Window::ThisWay));
        if select.among.is_some() || select.extreme.is_some() || !select.filters.iter().any(this_way) {
            return;
        }
        for past in &self.state.past {
            let gone = past.after;
            if self.state.alive(gone) || out.contains(&gone) {
                continue;
            }
            if let Some(last) = self.state.last_of(gone)
                && let look = Look::back(last)
                && self.fits(select, &look, env)
                && select.places.iter().any(|p| self.cell_is_at(*p, look.cell, env))
            {
                out.push(gone);
            }
        }
    }

    /// Visits the cards of a place of a description that fit it; with each, whether the place cannot give it twice.
    #[inline]
    fn fitting(
        &self,
        select: &Select,
        place: PlaceIx,
        told: Option<&Told>,
        env: &Env<'_>,
        visit: &mut impl FnMut(Ref, bool),
    ) {
        self.stretches(place, env, &mut |whose, cards, once| {
            if !self.fits_owner(select, whose, env) || self.work.is_too_much() {
                return;
            }
            self.work.add(cards.len());
            let but = select.other.then_some(env.src.ix);
            let (types, filters) = (select.types, select.filters.as_slice());
            for ix in cards {
                if Some(*ix) == but || told.is_some_and(|told| !told.has(*ix)) {
                    continue;
                }
                let look = self.look_now(*ix);
                if (types == 0 || look.chars.types & types != 0) && self.all_fit(filters, &look, env) {
                    visit(look.card, once);
                }
            }
        });
    }

    /// All cards that fit a description.
    pub(super) fn select(&self, select: &Select, env: &Env<'_>, out: &mut Refs) {
        let first = out.len();
        if self.work.is_too_much() {
            return;
        }
        if let Some(among) = select.among {
            let all = self.objects(among, env);
            self.select_among(select, &all, env, out);
        } else {
            let told = self.told_of(select);
            for (n, place) in select.places.iter().enumerate() {
                self.fitting(select, *place, told.as_ref(), env, &mut |card, once| {
                    if once && n == 0 || !out.get(first..).is_some_and(|seen| seen.contains(&card)) {
                        out.push(card);
                    }
                });
            }
        }
        // Where a card may come twice, each is looked for among those that came before.
        if select.among.is_none() && select.places.len() > 1 {
            let found = out.len().saturating_sub(first);
            self.work.add(found.saturating_mul(found) / 16);
        }
        if let Some((highest, attr)) = select.extreme {
            let values = out.iter().skip(first).map(|r| self.attr(*r, attr));
            let best = if highest { values.max() } else { values.min() };
            let kept: Refs = out
                .iter()
                .skip(first)
                .copied()
                .filter(|r| Some(self.attr(*r, attr)) == best)
                .collect();
            out.truncate(first);
            out.extend(kept);
        }
    }

    /// Those of some cards that fit a description.
    fn select_among(&self, select: &Select, among: &Refs, env: &Env<'_>, out: &mut Refs) {
        self.work.add(among.len());
        for r in among.iter().copied() {
            if let Some(look) = self.judged(r, r, env)
                && self.fits_as_such(select, &look, env)
                && self.fits_owner(select, self.layout().cell(look.cell).player, env)
                && select.places.iter().all(|p| self.is_at(*p, &look, env))
            {
                out.push(r);
            }
        }
    }

    /// The cards that the past speaks of, if the description asks for what was done to a card: no other card can fit, and walking over the past once is
    /// cheaper than asking it for every card on the table.
    fn told_of(&self, select: &Select) -> Option<Told> {
        let asks = |filter: &Filter| matches!(filter, Filter::Did(..));
        if !select.filters.iter().any(asks) {
            return None;
        }
        self.work.add(self.state.past.len());
        let mut told = Told::of(self.state.cards.len());
        for past in &self.state.past {
            told.add(past.after.ix);
            told.add(past.ev.subj.ix);
            told.add(past.ev.obj.ix);
        }
        Some(told)
    }

    /// Whether a card fits a description, wherever it is.
    pub fn fits(&self, select: &Select, look: &Look<'_>, env: &Env<'_>) -> bool {
        self.fits_owner(select, self.layout().cell(look.cell).player, env)
            && self.fits_as_such(select, look, env)
            && select
                .among
                .is_none_or(|among| self.objects(among, env).contains(&look.card))
    }

    /// Whether the description is about cards of the player.
    #[inline]
    fn fits_owner(&self, select: &Select, player: P, env: &Env<'_>) -> bool {
        select
            .whose
            .as_ref()
            .is_none_or(|whose| self.is_player(player, whose, env))
    }

    /// Whether a card fits a description by what it is itself, whosever it is and among whatever it is.
    #[inline]
    fn fits_as_such(&self, select: &Select, look: &Look<'_>, env: &Env<'_>) -> bool {
        (select.types == 0 || look.chars.types & select.types != 0)
            && !(select.other && look.card.ix == env.src.ix)
            && self.all_fit(&select.filters, look, env)
    }

    /// Whether a card fits all the filters.
    pub(in crate::exec) fn filters_fit(&self, filters: &[Filter], look: &Look<'_>, env: &Env<'_>) -> bool {
        self.all_fit(filters, look, env)
    }

    #[inline]
    pub(super) fn all_fit(&self, filters: &[Filter], look: &Look<'_>, env: &Env<'_>) -> bool {
        filters.iter().all(|f| match f {
            // What texts ask for most often costs no call.
            Filter::Tag(tag) => look.chars.tags.has(*tag),
            Filter::Type(types) => look.chars.types & types != 0,
            _ => self.filter(f, look, env),
        })
    }

    pub(super) fn filter(&self, filter: &Filter, look: &Look<'_>, env: &Env<'_>) -> bool {
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
            Filter::NameAmong(names, _) => names.iter().any(|n| chars.named(*n)),
            Filter::TextHas(text, parts) => self
                .pool
                .def(chars.def)
                .texts
                .get(usize::from(*text))
                .and_then(|t| t.as_deref())
                .is_some_and(|t| parts.iter().any(|p| t.contains(p.as_str()))),
            Filter::Orient(orient) => look.orient == *orient,
            Filter::FaceDown(down) => look.face_down == *down,
            Filter::State(state) => match look.last {
                Some(last) => last.states.has_bit(*state),
                None => self.kernel().state(self, look.card, *state),
            },
            Filter::Words(words) => chars.values & words == *words,
            Filter::NoWords(words) => chars.values & words == 0,
            Filter::Attr(attr, cmp, n) => {
                let bar = match self.pool.num(*n) {
                    Num::Const(bar) => *bar,
                    _ => self.number(*n, &env.about(look.card)),
                };
                cmp.holds(self.attr_of(chars, look.card, *attr), bar)
            }
            Filter::Keyword(mask) => chars.keywords & mask != 0,
            Filter::Counter(kind, cmp, n) => cmp.holds(self.counters_on(look, *kind), self.number(*n, env)),
            Filter::Icons(icon, cmp, n) => {
                let icons = &self.pool.def(chars.def).icons;
                let count = icons.iter().filter(|i| icon.is_none_or(|k| k == **i)).count();
                cmp.holds(i32::try_from(count).unwrap_or(LIMIT), self.number(*n, env))
            }
            Filter::Price(kind) => self.pool.def(chars.def).price.iter().any(|icon| icon.kind == *kind),
            Filter::Under(filters, cmp, n) => {
                let count = self.under_count(filters, look, env);
                cmp.holds(i32::try_from(count).unwrap_or(LIMIT), self.number(*n, env))
            }
            Filter::Same(key, objs) => {
                let others = self.seen(*objs, env);
                self.work.add(others.len());
                others.iter().any(|other| self.shares(look, other, *key))
            }
            Filter::Among(objs) => {
                let among = self.objects(*objs, env);
                self.work.add(among.len() / 4);
                among.contains(&look.card)
            }
            Filter::At(place) => self.is_at(*place, look, env),
            Filter::Noun(place) => {
                self.is_at(*place, look, env) || look.goes.is_some_and(|to| self.cell_is_at(*place, to, env))
            }
            Filter::Of(who) => self.is_player(self.layout().cell(look.cell).player, who, env),
            Filter::OwnedBy(who) => self.is_player(self.state.card(look.card.ix).owner, who, env),
            Filter::Did(pattern, window) => self.happened(*pattern, window, env, look.card),
            Filter::If(cond) => self.holds(*cond, &env.about(look.card)),
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
    pub(super) fn under_count(&self, filters: &[Filter], look: &Look<'_>, env: &Env<'_>) -> usize {
        if let Some(last) = look.last {
            // What was under it has left with it, and is what is printed on it.
            let fits = |r: &&Ref| {
                let card = self.state.card(r.ix);
                let chars = &self.pool.def(card.def).printed;
                let under = self.look_at(**r, &card);
                filters.is_empty() || self.all_fit(filters, &Look { chars, ..under }, env)
            };
            return last.under.iter().filter(fits).count();
        }
        let Some(cell) = self.cell_under(look.cell) else {
            return 0;
        };
        self.state
            .cells
            .cards(cell)
            .iter()
            .filter(|ix| {
                filters.is_empty()
                    || self
                        .look(self.state.now(**ix))
                        .is_some_and(|l| self.all_fit(filters, &l, env))
            })
            .count()
    }
}
