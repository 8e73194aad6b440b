//! Numbers.

use super::{Env, LIMIT, Look, bound};
use crate::exec::code::{AttrKey, Num, NumIx, Obj, PatObject, PatSubject, Window};
use crate::exec::game::Game;
use crate::kernel::{AbilityIx, Chars, EvKind, Note, P, Ref, Slot, TimeId};
use smallvec::SmallVec;

impl Game {
    /// A number.
    #[inline]
    pub fn number(&self, ix: NumIx, env: &Env<'_>) -> i32 {
        match self.pool.num(ix) {
            Num::Const(n) => *n,
            num => self.number_of(num, env),
        }
    }

    fn number_of(&self, num: &Num, env: &Env<'_>) -> i32 {
        match num {
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
            Num::Count(objs) => i32::try_from(self.count(*objs, env)).unwrap_or(LIMIT),
            Num::Positions(place) => i32::try_from(self.cells(*place, env).len()).unwrap_or(LIMIT),
            Num::Icons(objs, icon) => {
                let cards = self.seen(*objs, env);
                let count = cards.iter().map(|l| self.icon_count(l.chars, *icon)).sum::<usize>();
                i32::try_from(count).unwrap_or(LIMIT)
            }
            Num::Was(n) => self.number(*n, &Env { past: true, ..*env }),
            Num::Amounts(pattern, window) => {
                let past = self.past_of(*pattern, window, env, Ref::NONE);
                bound(past.map(|p| i64::from(p.ev.n.saturating_abs())).sum())
            }
            Num::Doers(pattern, window) => {
                let mut doers: SmallVec<[Ref; 8]> = SmallVec::new();
                let mut nobody = 0_usize;
                for past in self.past_of(*pattern, window, env, Ref::NONE) {
                    match past.ev.subj {
                        Ref::NONE => nobody += 1,
                        card if doers.contains(&card) => {}
                        card => doers.push(card),
                    }
                }
                i32::try_from(doers.len() + nobody).unwrap_or(LIMIT)
            }
            Num::Times(pattern, window) => self.times(*pattern, window, env, Ref::NONE),
            Num::Distinct(key, objs) => {
                let mut seen: Vec<u64> = Vec::new();
                for look in &self.seen(*objs, env) {
                    self.values_of(look, *key, &mut seen);
                }
                seen.sort_unstable();
                seen.dedup();
                i32::try_from(seen.len()).unwrap_or(LIMIT)
            }
            Num::Total(attr, objs) => bound(
                self.seen(*objs, env)
                    .iter()
                    .map(|l| i64::from(self.attr_of(l.chars, l.card, *attr)))
                    .sum(),
            ),
            Num::Extreme(highest, attr, objs) => {
                let objs = self.seen(*objs, env);
                let values = objs.iter().map(|l| self.attr_of(l.chars, l.card, *attr));
                if *highest { values.max() } else { values.min() }.unwrap_or(0)
            }
            Num::Attr(objs, attr) => {
                let objs = self.seen(*objs, env);
                objs.first().map_or(0, |l| self.attr_of(l.chars, l.card, *attr))
            }
            Num::Player(who, attr) => self.players(who, env).iter().map(|p| self.player_attr(*p, *attr)).sum(),
            Num::Counters(objs, kind) => bound(
                self.seen(*objs, env)
                    .iter()
                    .map(|l| i64::from(self.counters_on(l, *kind)))
                    .sum(),
            ),
            Num::Invalid(objs) => {
                let idle = |r: &Ref| {
                    let info = self.info(*r);
                    // Abilities about decks work nowhere in the game (6.1.2 and its like). What is lost is not there.
                    let none = |a: &&AbilityIx| {
                        let ability = self.pool.ability(**a);
                        let idle = ability.keywords & info.lost_keywords & info.keywords != 0;
                        idle || ability.works == 0 && !info.lost
                    };
                    self.pool.def(info.def).abilities.iter().filter(none).count()
                };
                let all = self.objects(*objs, env).iter().map(idle).sum::<usize>();
                i32::try_from(all).unwrap_or(i32::MAX)
            }
            Num::EventAmount => env.ev.n,
            Num::Override(base, arms) => arms
                .iter()
                .rev()
                .find(|(_, cond)| self.holds(*cond, env))
                .map_or_else(|| self.number(*base, env), |(n, _)| self.number(*n, env)),
        }
    }

    /// How many counters of the kind (of every kind if none) a card has.
    pub(super) fn counters_on(&self, look: &Look<'_>, kind: Option<u8>) -> i32 {
        if let Some(last) = look.last {
            // Of a card that is gone, those it had last (911.1 and its like).
            let of_kind = last.counters.iter().filter(|(k, _)| kind.is_none_or(|kind| kind == *k));
            return of_kind.map(|(_, n)| i32::from(*n)).fold(0, i32::saturating_add);
        }
        match kind {
            Some(kind) => self.state.counter(look.card.ix, kind),
            None => {
                let on = self.state.counters.iter().filter(|c| c.card == look.card.ix);
                on.map(|c| i32::from(c.n)).fold(0, i32::saturating_add)
            }
        }
    }

    /// How many icons of the kind a card has.
    pub(super) fn icon_count(&self, chars: &Chars, icon: Option<u8>) -> usize {
        let icons = &self.pool.def(chars.def).icons;
        icons.iter().filter(|i| icon.is_none_or(|kind| kind == **i)).count()
    }

    /// The values of an attribute of a card, as numbers that can be compared.
    pub(super) fn values_of(&self, look: &Look<'_>, key: AttrKey, out: &mut Vec<u64>) {
        let (chars, r) = (look.chars, look.card);
        match key {
            AttrKey::Num(attr) => out.push(u64::from(self.attr_of(chars, r, attr).cast_unsigned())),
            AttrKey::Name => out.extend(chars.all_names().iter().map(|n| u64::from(n.0))),
            AttrKey::Tags => out.extend(chars.tags.iter().map(|t| u64::from(t.0))),
            AttrKey::TagsOf(kind) => {
                let all = self.pool.attr_tags.get(usize::from(kind));
                let of = |tag: &crate::kernel::TagId| all.is_some_and(|all| all.has(*tag));
                out.extend(chars.tags.iter().filter(of).map(|t| u64::from(t.0)));
            }
            AttrKey::Words(mask) => {
                // A word for having none is no value (fow 208.4).
                let values = chars.values & mask & !self.tables().none_words;
                out.extend((0..64u64).filter(|b| values >> b & 1 == 1));
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
    pub(super) fn shares(&self, a: &Look<'_>, b: &Look<'_>, key: AttrKey) -> bool {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.values_of(a, key, &mut left);
        self.values_of(b, key, &mut right);
        left.iter().any(|v| right.contains(v))
    }

    /// How often something happened; with a card, only with that card as its subject.
    pub fn times(&self, pattern: crate::exec::code::PatIx, window: &Window, env: &Env<'_>, card: Ref) -> i32 {
        // What one card does to several others at once was done once.
        let mut told: SmallVec<[(Note, Ref, u32); 8]> = SmallVec::new();
        let new = |p: &&crate::kernel::PastEv| {
            let key = (p.ev.tag, p.ev.subj, p.stamp);
            let again = p.ev.kind == EvKind::Note && p.ev.subj.is_some() && told.contains(&key);
            told.push(key);
            !again
        };
        i32::try_from(self.past_of(pattern, window, env, card).filter(new).count()).unwrap_or(LIMIT)
    }

    /// Whether something happened; with a card, with that card as its subject.
    pub(super) fn happened(
        &self,
        pattern: crate::exec::code::PatIx,
        window: &Window,
        env: &Env<'_>,
        card: Ref,
    ) -> bool {
        let env = &env.about(card);
        let mut past = self.past_of(pattern, window, env, card);
        let pat = self.pool.pattern(pattern);
        let Some((how, n)) = pat.amount.filter(|_| pat.in_all) else {
            return past.next().is_some();
        };
        // Each receiver has its own total.
        let mut totals: SmallVec<[(Ref, i64); 4]> = SmallVec::new();
        for event in past {
            let of = match () {
                () if pat.object.is_some() => event.ev.obj,
                () if pat.who.is_some() || pat.subject == PatSubject::Any => Ref::NONE,
                () => event.ev.subj,
            };
            let amount = i64::from(event.ev.n.saturating_abs());
            match totals.iter_mut().find(|(known, _)| *known == of) {
                Some((_, total)) => *total = total.saturating_add(amount),
                None => totals.push((of, amount)),
            }
        }
        if totals.is_empty() {
            totals.push((Ref::NONE, 0));
        }
        let asked = self.number(n, env);
        totals.into_iter().any(|(_, total)| how.holds(bound(total), asked))
    }

    /// The events of the past that fit; with a card, only those with that card as their subject, or as their object where the pattern asks for it there
    /// (`that this boosted`, `that was attacked`).
    fn past_of<'a>(
        &'a self,
        pattern: crate::exec::code::PatIx,
        window: &'a Window,
        env: &'a Env<'_>,
        card: Ref,
    ) -> impl Iterator<Item = &'a crate::kernel::PastEv> {
        let turn = self.state.turn.number;
        let since = match window {
            Window::Since(time) => self.began(*time),
            Window::Ended(time) => self.last_begun(*time).map(|begun| begun.stamp),
            _ => None,
        };
        let asked = &self.pool.pattern(pattern).object;
        let as_object = matches!(asked, Some(PatObject::Objs(objs)) if matches!(self.pool.obj(*objs), Obj::Subject));
        self.state
            .past
            .iter()
            // Asked card by card this is what leaves out most.
            .filter(move |p| {
                !card.is_some()
                    || if as_object {
                        p.ev.obj == card
                    } else {
                        p.after == card || p.ev.subj == card
                    }
            })
            .filter(move |p| match window {
                Window::ThisWay => p.stamp >= if env.since > 0 { env.since } else { env.start },
                Window::ThisTurn => p.turn == turn,
                Window::LastTurn => p.turn + 1 == turn,
                Window::Game => true,
                // What a stretch begins with, such as the declaration of an attack, is part of it.
                Window::Since(_) | Window::Ended(_) => since.is_some_and(|began| p.stamp >= began),
            })
            .filter(move |p| self.matches_past(pattern, p, env))
    }

    /// The newest beginning of a stretch of time.
    fn last_begun(&self, time: TimeId) -> Option<&crate::kernel::PastEv> {
        let mut edges = self.state.past.iter().rev();
        edges.find(|p| p.ev.kind == EvKind::Begin(time))
    }

    /// When a stretch of time began that is still going on.
    fn began(&self, time: TimeId) -> Option<u32> {
        let begun = self.last_begun(time)?;
        let mut edges = self.state.past.iter().rev();
        let ended = edges.find(|p| p.ev.kind == EvKind::End(time));
        // Its end may be told while it still goes on, for what happens `at the end of` it.
        let over = ended.is_some_and(|end| end.stamp > begun.stamp) && !self.kernel().time_of(self, time, None);
        (begun.turn == self.state.turn.number && !over).then_some(begun.stamp)
    }

    /// A number of a player, with the changes that effects make.
    pub fn player_attr(&self, p: P, attr: u8) -> i32 {
        let mut n = i64::from(self.kernel().player_attr(self, p, attr));
        for rule in &self.state.rules {
            if rule.target == crate::kernel::EffectTarget::Player(p) {
                match &self.pool.change(crate::exec::code::ChangeIx(rule.change)).op {
                    crate::exec::code::ChangeOp::PlayerAdd { val, .. } if *val == attr => n += i64::from(rule.val),
                    crate::exec::code::ChangeOp::PlayerSet(val, _) if *val == attr => n = i64::from(rule.val),
                    _ => {}
                }
            }
        }
        bound(n)
    }
}
