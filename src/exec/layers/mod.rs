//! Computed characteristics: printed values, then continuous effects layer by layer; inside a layer by dependency, then by age.
//!
//! `settle` brings the computed information up to date; it runs before every step of the machine if something that matters has changed.

mod alike;
mod counters;
mod nullify;

pub(super) use nullify::Nullified;

use super::code::{ApplyTo, AttrKey, ChangeIx, ChangeOp, CondIx, ObjIx, SlotIx, bits};
use super::eval::{Env, Refs};
use super::game::Game;
use super::pool::zones_in;
use crate::kernel::{AbilityIx, AttrId, Captured, Card, Chars, Effect, EffectTarget, Flag, P, Ref, Until};
use smallvec::SmallVec;
use std::sync::Arc;

/// Effects made by the rules themselves add to a number; they need no change of the pool. The attribute is the number beyond this.
pub(super) const PLAIN_ADD: u32 = 0x8000_0000;

/// The most tests for dependency in one layer; each applies an effect and takes it back.
const MOST_TESTS: u32 = 256;

/// Builds with assertions work out anew what an effect does on boards of no more cards than this.
const MOST_CHECKED: usize = 64;

/// The most effects that are active at once; the game ends with a fault before the next step if there are more.
const MOST_ACTIVE: usize = 0xFFFF;

/// A continuous effect that is active now: one change of a static or of a resolved effect.
#[derive(Debug, Clone)]
pub(super) struct Active {
    pub(super) change: u32,
    layer: u8,
    /// An earlier layer in which it gives cards information that they lack.
    early: Option<u8>,
    /// The cards that got it there.
    given: SmallVec<[Ref; 2]>,
    pub(super) stamp: u32,
    pub(super) src: Ref,
    pub(super) me: P,
    pub(super) ability: AbilityIx,
    pub(super) scope: ScopeOf,
    /// A gate and a condition that must hold when it is applied.
    conds: SmallVec<[CondIx; 2]>,
    /// Not before this turn, if it is for a certain time.
    from_turn: u16,
    each: Option<(ObjIx, SlotIx)>,
    /// The amount, if it was fixed.
    pub(super) val: Option<i32>,
    pub(super) held: Option<Arc<Captured>>,
    origin: Origin,
    /// It makes a rule rather than changing information.
    pub(super) rule: bool,
}

impl Active {
    /// Whether it is applied to cards in a layer.
    fn is_for(&self, layer: u8) -> bool {
        (self.layer == layer || self.early == Some(layer)) && !self.rule
    }

    /// Whether it is made by an ability that was given to the card: it comes along with that ability.
    pub(super) fn comes_along(&self, card: Ref) -> bool {
        matches!(self.origin, Origin::Given(_)) && self.src == card
    }
}

/// Where an effect comes from: what takes that away ends it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Origin {
    /// A continuous ability printed on the card: gone with all abilities of the card.
    Printed,
    /// A continuous ability that was given at this time: gone if abilities were taken away since.
    Given(u32),
    /// Something that was resolved: it stands on its own.
    Resolved,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ScopeOf {
    Objs(ObjIx),
    Who(u16),
    Target(EffectTarget),
}

/// An effect that a layer has still to apply.
#[derive(Debug)]
struct Waiting {
    /// Its place among the active ones.
    at: u16,
    /// Which information it reads and writes: see [`bits`].
    reads: u64,
    writes: u64,
    /// What it does as things are, if that was worked out.
    does: Option<Footprint>,
}

/// Whether one effect reads what another one writes: if not, it cannot depend on it.
fn may_depend(todo: &[Waiting], one: usize, other: usize) -> bool {
    matches!((todo.get(one), todo.get(other)), (Some(a), Some(b)) if a.reads & b.writes != 0)
}

/// Room for the active effects, kept from one computation to the next; a copy of a game starts without.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    active: Vec<Active>,
    todo: Vec<Waiting>,
    alike: alike::Alike,
    /// What is applied to this card is written down as effects on it.
    pub(super) trace: Option<(Ref, Vec<Effect>)>,
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Scratch::default()
    }
}

/// What an effect does to which card: equal footprints mean that nothing changed for the effect.
pub(super) type Footprint = SmallVec<[(Ref, i32); 8]>;

impl Game {
    /// Brings the computed information up to date.
    #[inline]
    pub fn settle(&mut self) {
        if self.state.dirty {
            self.recompute();
        }
    }

    fn recompute(&mut self) {
        let before = self.watched_numbers();
        self.compute();
        if !before.is_empty() {
            self.tell_changed(&before);
        }
    }

    /// The numbers of computed cards, if some ability answers to a number that becomes greater or smaller.
    fn watched_numbers(&self) -> Vec<(Ref, Chars)> {
        if !self.pool.watches_numbers {
            return Vec::new();
        }
        let cards = self.state.chars_of.iter().zip(&self.state.chars);
        cards.map(|(ix, chars)| (self.state.now(*ix), *chars)).collect()
    }

    /// Abilities answer to numbers that have become greater or smaller (104.6 and its like), of cards that were there before.
    fn tell_changed(&mut self, before: &[(Ref, Chars)]) {
        let note = self.kernel().tables().note;
        let mut found = Vec::new();
        for (card, old) in before {
            if self.state.card(card.ix).chars_at == Card::PRINTED || old.def != self.info(*card).def {
                continue;
            }
            let now = *self.info(*card);
            for (attr, (a, b)) in (0u8..).zip(old.attrs.iter().zip(&now.attrs)) {
                let had = old.has_attr(AttrId(attr)) && now.has_attr(AttrId(attr));
                if !had || a == b {
                    continue;
                }
                let ev = crate::kernel::Ev {
                    kind: crate::kernel::EvKind::Number(crate::kernel::AttrId(attr)),
                    tag: if b > a { note.increase } else { note.decrease },
                    subj: *card,
                    who: self.master(*card),
                    n: b.saturating_sub(*a),
                    ..crate::kernel::Ev::default()
                };
                self.find_triggers(&ev, *card, false, &[], &mut found);
            }
        }
        self.stand_by(found);
    }

    fn compute(&mut self) {
        self.work.add(2 * self.state.chars.len());
        self.state.dirty = false;
        self.state.unchecked = true;
        for at in &self.state.chars_of {
            if let Some(card) = self.state.cards.get_mut(usize::from(*at)) {
                card.chars_at = Card::PRINTED;
            }
        }
        self.state.chars_of.clear();
        self.state.chars.clear();
        self.state.granted.clear();
        self.state.rules.clear();
        self.state.rule_mask = 0;
        self.state.live_deps = 0;
        let mut board: SmallVec<[u16; 32]> = SmallVec::new();
        for (from, to) in self.layout().computed() {
            board.extend_from_slice(self.state.cells.span(*from, *to));
        }
        for ix in board {
            self.add_computed(ix);
        }
        self.apply_copies();
        let mut active = std::mem::take(&mut self.scratch.active);
        self.gather(&mut active);
        self.make_numbers(&active);
        // A layer may give abilities that work in a later one, so how many layers there are is known only at the end.
        let mut from = 0;
        let layers = |a: &Active| a.early.into_iter().chain([a.layer]);
        while let Some(layer) = active.iter().flat_map(layers).filter(|layer| *layer >= from).min() {
            self.apply_layer(layer, &mut active);
            if self.work.is_too_much() {
                break;
            }
            let Some(next) = layer.checked_add(1) else { break };
            from = next;
        }
        self.make_rules(&active);
        active.clear();
        self.scratch.active = active;
        if !self.kernel().tables().finishes {
            return;
        }
        for n in 0..self.state.chars.len() {
            let (Some(ix), Some(mut chars)) = (self.state.chars_of.get(n).copied(), self.state.chars.get(n).copied())
            else {
                continue;
            };
            self.kernel().finish_chars(self, self.state.now(ix), &mut chars);
            if let Some(slot) = self.state.chars.get_mut(n) {
                *slot = chars;
            }
        }
    }

    /// Gives a card computed information, beginning with what is printed.
    pub(super) fn add_computed(&mut self, ix: u16) -> Option<usize> {
        let card = self.state.card(ix);
        if card.chars_at != Card::PRINTED {
            return Some(usize::from(card.chars_at));
        }
        let at = self.state.chars.len();
        let place = u16::try_from(at).ok().filter(|p| *p != Card::PRINTED)?;
        let mut chars = *self.info(self.state.now(ix));
        if self.kernel().tables().rebases {
            self.kernel().rebase(self, self.state.now(ix), &mut chars);
        }
        self.state.chars.push(chars);
        self.state.chars_of.push(ix);
        if let Some(c) = self.state.cards.get_mut(usize::from(ix)) {
            c.chars_at = place;
        }
        Some(at)
    }

    /// All effects that may be active now.
    fn gather(&mut self, out: &mut Vec<Active>) {
        self.work.add(self.state.effects.len());
        let mut deps = self.kernel().tables().finish_deps;
        let layout = self.layout();
        for zone in zones_in(self.pool.static_zones) {
            for p in P::BOTH {
                let (from, to) = layout.span(p, zone);
                for ix in self.state.cells.span(from, to) {
                    let def = self.def_of(*ix);
                    if def.static_zones >> zone.0 & 1 == 0 {
                        continue;
                    }
                    let hidden = self.state.card(*ix).is(Flag::FaceDown) && !layout.zone(zone).face_down;
                    for at in &def.abilities {
                        let ability = self.pool.ability(*at);
                        if ability.statics.is_empty()
                            || ability.works >> zone.0 & 1 == 0
                            || (hidden && !ability.works_face_down)
                        {
                            continue;
                        }
                        deps |= ability.deps;
                        self.add_statics(*at, self.state.now(*ix), p, None, Origin::Printed, out);
                    }
                }
            }
        }
        for effect in &self.state.effects {
            let mut conds = SmallVec::new();
            if let Until::While(cond) = effect.until {
                conds.push(CondIx(cond));
                deps = u64::MAX;
            }
            if let EffectTarget::Open(_) = effect.target {
                // Which cards fit may change with anything.
                deps = u64::MAX;
            }
            let plain = effect.change >= PLAIN_ADD;
            let change = self.pool.change(ChangeIx(effect.change));
            if !plain && matches!(change.op, ChangeOp::CopyOf(_)) {
                continue;
            }
            // What is for the next card of a kind is for none yet; but a price is asked for while that card is being played.
            let waits = !plain && change.next.is_some() && matches!(effect.target, EffectTarget::Open(_));
            if waits
                && !matches!(
                    change.op,
                    ChangeOp::PriceIcons { .. } | ChangeOp::Price(..) | ChangeOp::PriceIs(_)
                )
            {
                continue;
            }
            if !plain && let Some(cond) = change.only {
                conds.push(cond);
                deps = u64::MAX;
            }
            let mut from_turn = 0;
            if !plain && change.during.is_some() {
                deps |= bits::TIME | bits::TURN;
                if let Until::Time { from_turn: from, .. } = effect.until {
                    from_turn = from;
                }
            }
            // An amount that is another one for each card cannot be fixed for cards that come later.
            let open = matches!(effect.target, EffectTarget::Open(_)) && !plain && change.each;
            let (layer, early) = self.layers_of(effect.change, false);
            out.push(Active {
                change: effect.change,
                layer,
                early,
                given: SmallVec::new(),
                from_turn,
                stamp: effect.stamp,
                src: effect.src,
                me: effect.me,
                ability: effect.ability,
                scope: ScopeOf::Target(effect.target),
                conds,
                each: None,
                val: (!open).then_some(effect.val),
                held: effect.held.clone(),
                origin: Origin::Resolved,
                rule: self.is_rule(effect.change),
            });
        }
        self.gather_counters(out);
        self.state.live_deps = deps;
        self.sort_by_age(out);
    }

    /// Age decides; of effects of one age, the turn player's come first.
    fn sort_by_age(&self, effects: &mut [Active]) {
        let tp = self.state.turn.player;
        effects.sort_by_key(|a| (a.layer, a.stamp, a.me != tp));
    }

    /// The effects of a continuous ability. Printed or given, their age is that of their card in its zone (8.9.1.5.1).
    fn add_statics(
        &self,
        at: AbilityIx,
        src: Ref,
        me: P,
        held: Option<&Arc<Captured>>,
        origin: Origin,
        out: &mut Vec<Active>,
    ) {
        let ability = self.pool.ability(at);
        if self.state.muted.contains(&(src, at)) {
            return;
        }
        if out.len() >= MOST_ACTIVE {
            self.work.exhaust();
            return;
        }
        self.work.add(4 * ability.statics.len() + self.state.muted.len() / 8);
        let stamp = self.state.card(src.ix).entered;
        let released = self.is_released(at, src);
        for (n, part) in ability.statics.iter().enumerate() {
            let scope = match &part.scope {
                ApplyTo::Cards(objs) | ApplyTo::Open(objs) => ScopeOf::Objs(*objs),
                ApplyTo::Players(_) => ScopeOf::Who(u16::try_from(n).unwrap_or(0)),
            };
            for change in &part.changes {
                let mut conds: SmallVec<[CondIx; 2]> = SmallVec::new();
                conds.extend(ability.gate.filter(|_| !released));
                conds.extend(part.cond);
                let (layer, early) = self.layers_of(change.0, ability.labelled);
                out.push(Active {
                    change: change.0,
                    layer,
                    early,
                    given: SmallVec::new(),
                    from_turn: 0,
                    stamp,
                    src,
                    me,
                    ability: at,
                    scope,
                    conds,
                    each: part.each,
                    val: None,
                    held: held.cloned(),
                    origin,
                    rule: self.is_rule(change.0),
                });
            }
        }
    }

    /// In which layer a change is applied, and in which earlier one to cards that lack what it gives. What a label's gate gives belongs to the
    /// early layers (909.1b, 909.1f and their like).
    fn layers_of(&self, change: u32, labelled: bool) -> (u8, Option<u8>) {
        let layers = self.kernel().tables().layers;
        if change >= PLAIN_ADD {
            return (layers.numbers, None);
        }
        let change = self.pool.change(ChangeIx(change));
        let Some((words, numbers)) = layers.new else {
            return (change.layer, None);
        };
        match change.op {
            ChangeOp::Add { .. } | ChangeOp::SetAttr(..) if labelled => (numbers, None),
            _ if labelled => (words, None),
            ChangeOp::SetAttr(..) => (change.layer, Some(numbers)),
            ChangeOp::Tag(_, true)
            | ChangeOp::TagSlot(_, true)
            | ChangeOp::Declared {
                key: AttrKey::Tags,
                gain: true,
                replace: false,
                ..
            } => (change.layer, Some(words)),
            _ => (change.layer, None),
        }
    }

    /// Whether a card lacks the kind of information that a change gives.
    fn lacks(&self, effect: &Active, card: Ref) -> bool {
        let chars = self.info(card);
        match self.pool.change(ChangeIx(effect.change)).op {
            ChangeOp::SetAttr(attr, _) => !chars.has_attr(attr),
            _ => chars.tags.is_empty(),
        }
    }

    /// Which cards an effect is applied to in a layer, if it is known what it does: in an early layer those that lack what it gives, in its own one all
    /// others.
    fn left_in_layer(&self, effect: &Active, layer: u8, does: Option<Footprint>) -> Footprint {
        let mut cards = does.unwrap_or_else(|| self.footprint(effect));
        debug_assert!(
            self.state.chars.len() > MOST_CHECKED
                || self.work.is_too_much()
                || cards == self.work.uncounted(|| self.footprint(effect)),
            "nothing that the effect reads was written"
        );
        if effect.early == Some(layer) {
            cards.retain(|(card, _)| self.lacks(effect, *card));
        } else if !effect.given.is_empty() {
            cards.retain(|(card, _)| !effect.given.contains(card));
        }
        cards
    }

    /// Applies the effects of one layer.
    fn apply_layer(&mut self, layer: u8, active: &mut Vec<Active>) {
        let mut todo = std::mem::take(&mut self.scratch.todo);
        let mut alike = std::mem::take(&mut self.scratch.alike);
        alike.clear();
        for (n, effect) in active.iter().enumerate() {
            if effect.is_for(layer) {
                todo.push(self.waiting(n, effect));
            }
        }
        let many = todo.len() > alike::FEW;
        // Abilities given in an earlier layer stand at the end of the list, whatever their age.
        self.order_by_age(&mut todo, active);
        let mut tests = MOST_TESTS;
        while !todo.is_empty() {
            self.work.add(1 + todo.len() / 8);
            let next = self.next_in_layer(&mut todo, active, &mut tests);
            let next = todo.remove(next);
            let at = usize::from(next.at);
            let Some(effect) = active.get(at) else { continue };
            if self.work.is_too_much() {
                self.work.blame(effect.ability);
                break;
            }
            let ability = effect.ability;
            let does = next
                .does
                .or_else(|| many.then(|| self.does_alike(effect, next.reads, &mut alike))?);
            let cards = self.left_in_layer(effect, layer, does);
            self.work.add(cards.len() / 2);
            for (card, amount) in &cards {
                self.apply(effect, *card, *amount);
                self.trace(effect, *card, *amount);
            }
            if !cards.is_empty() {
                // What reads nothing of what was written does what it did before.
                for other in todo.iter_mut().filter(|other| other.reads & next.writes != 0) {
                    other.does = None;
                }
                alike.forget(next.writes);
            }
            let granted: Vec<Active> = if self.gives_abilities(effect) {
                let given = cards
                    .iter()
                    .filter_map(|(card, _)| self.statics_of_grant(effect, *card));
                given.flatten().collect()
            } else {
                Vec::new()
            };
            if effect.early == Some(layer)
                && let Some(effect) = active.get_mut(at)
            {
                effect.given.extend(cards.iter().map(|(card, _)| *card));
            }
            self.work
                .add(16 * granted.len() + if granted.is_empty() { 0 } else { todo.len() });
            if active.len() + granted.len() > MOST_ACTIVE {
                self.work.exhaust();
                self.work.blame(ability);
                break;
            }
            let mut more = false;
            for new in granted {
                // What is given works from this layer on.
                self.state.live_deps |= self.pool.ability(new.ability).deps;
                if new.is_for(layer) {
                    todo.push(self.waiting(active.len(), &new));
                    more = true;
                }
                active.push(new);
            }
            if more {
                self.order_by_age(&mut todo, active);
            }
        }
        todo.clear();
        self.scratch.todo = todo;
        self.scratch.alike = alike;
    }

    /// What an effect does, if that is a matter of its text alone: worked out for the first card that has it.
    fn does_alike(&self, effect: &Active, reads: u64, alike: &mut alike::Alike) -> Option<Footprint> {
        if !self.is_alike(effect) || self.is_gone(effect) || !self.frozen_by(effect).is_empty() {
            return None;
        }
        if let Some(does) = alike.known(effect) {
            return Some(does.clone());
        }
        let does = self.footprint(effect);
        alike.keep(effect, reads, &does);
        Some(does)
    }

    fn waiting(&self, at: usize, effect: &Active) -> Waiting {
        let (reads, writes) = self.masks(effect);
        Waiting {
            at: u16::try_from(at).unwrap_or(u16::MAX),
            reads,
            writes,
            does: None,
        }
    }

    fn order_by_age(&self, todo: &mut [Waiting], active: &[Active]) {
        let tp = self.state.turn.player;
        todo.sort_by_key(|w| active.get(usize::from(w.at)).map(|a| (a.stamp, a.me != tp)));
    }

    /// Which effect comes next: the oldest that depends on no other; in a circle, the oldest. A board on which more effects hang together than
    /// can be tested is ordered by age.
    fn next_in_layer(&mut self, todo: &mut [Waiting], active: &[Active], tests: &mut u32) -> usize {
        let (reads, writes) = todo.iter().fold((0, 0), |(r, w), a| (r | a.reads, w | a.writes));
        if todo.len() < 2 || reads & writes == 0 {
            return 0;
        }
        for n in 0..todo.len() {
            let mut depends = false;
            for m in 0..todo.len() {
                // Whether the one reads what the other writes at all; most effects do nothing as things are, and on those nothing depends.
                if m == n || *tests == 0 || !may_depend(todo, n, m) || !self.does_something(todo, m, active) {
                    continue;
                }
                *tests -= 1;
                self.does_something(todo, n, active);
                depends =
                    self.alters(todo, m, n, active) && !(may_depend(todo, m, n) && self.alters(todo, n, m, active));
                if depends {
                    break;
                }
            }
            if !depends {
                return n;
            }
        }
        0
    }

    /// Whether an effect does anything as things are. What it does is worked out once, and again when something that it reads was written.
    fn does_something(&self, todo: &mut [Waiting], at: usize, active: &[Active]) -> bool {
        let Some(waiting) = todo.get_mut(at) else { return false };
        let Some(effect) = active.get(usize::from(waiting.at)) else {
            return false;
        };
        !waiting.does.get_or_insert_with(|| self.footprint(effect)).is_empty()
    }

    fn masks(&self, a: &Active) -> (u64, u64) {
        if a.change >= PLAIN_ADD {
            return (0, bits::attr(u8::try_from(a.change - PLAIN_ADD).unwrap_or(0)));
        }
        let change = self.pool.change(ChangeIx(a.change));
        // Whom an effect is applied to and under which condition are part of how it is applied, not only its amount.
        let scope = match a.scope {
            // The effect of a continuous ability also depends on whatever takes that ability away.
            ScopeOf::Objs(_) | ScopeOf::Who(_) => self.pool.ability(a.ability).deps | bits::LOST,
            ScopeOf::Target(EffectTarget::Card(_) | EffectTarget::Player(_)) if a.conds.is_empty() => 0,
            ScopeOf::Target(_) => u64::MAX,
        };
        (change.reads | scope, change.writes)
    }

    /// Whether applying one effect changes what the other does, or to which cards: tried, and taken back. Applying touches the computed information and
    /// the abilities that were given, and nothing else.
    fn alters(&mut self, todo: &[Waiting], one: usize, other: usize, active: &[Active]) -> bool {
        let known = |at: usize| {
            let waiting = todo.get(at)?;
            let effect = active.get(usize::from(waiting.at))?;
            Some((effect, waiting.writes, waiting.does.as_ref()?))
        };
        let (Some((one, writes, done)), Some((other, _, before))) = (known(one), known(other)) else {
            return false;
        };
        let count = self.state.chars.len();
        let chars: SmallVec<[(usize, Chars); 8]> = done
            .iter()
            .map(|(card, _)| usize::from(self.state.card(card.ix).chars_at))
            .filter_map(|at| Some((at, *self.state.chars.get(at)?)))
            .collect();
        let gives = writes & (bits::ABILITIES | bits::LOST) != 0;
        self.work
            .add(done.len() + if gives { self.state.granted.len() } else { 0 });
        let granted = gives.then(|| self.state.granted.clone());
        for (card, amount) in done {
            self.apply(one, *card, *amount);
        }
        let altered = self.footprint(other) != *before;
        for ix in self.state.chars_of.drain(count..) {
            if let Some(card) = self.state.cards.get_mut(usize::from(ix)) {
                card.chars_at = Card::PRINTED;
            }
        }
        self.state.chars.truncate(count);
        for (at, old) in chars {
            if let Some(slot) = self.state.chars.get_mut(at) {
                *slot = old;
            }
        }
        if let Some(granted) = granted {
            self.state.granted = granted;
        }
        altered
    }

    /// Whether the continuous ability that makes the effect has been taken from its card.
    pub(super) fn is_gone(&self, effect: &Active) -> bool {
        match effect.origin {
            Origin::Printed => self.has_lost(effect.src, effect.ability),
            Origin::Given(stamp) => {
                let granted = &self.state.granted;
                self.work.add(granted.len() / 8);
                !granted
                    .iter()
                    .any(|g| g.card == effect.src && g.ability == effect.ability && g.stamp == stamp)
            }
            Origin::Resolved => false,
        }
    }

    /// Which cards an effect is applied to now, and with which amount.
    pub(super) fn footprint(&self, effect: &Active) -> Footprint {
        let mut out = Footprint::new();
        if self.is_gone(effect) {
            return out;
        }
        let base = Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref());
        if !self.is_on(effect, &base) {
            return out;
        }
        if let Some((over, slot)) = effect.each {
            for element in self.objects(over, &base) {
                let env = Env {
                    bound: Some((slot, element)),
                    subject: element,
                    ..base
                };
                self.footprint_in(effect, &env, &mut out);
            }
        } else {
            self.footprint_in(effect, &base, &mut out);
        }
        out
    }

    /// Whether it is the time an effect is for.
    fn is_on(&self, effect: &Active, env: &Env<'_>) -> bool {
        if effect.change >= PLAIN_ADD {
            return true;
        }
        let during = self.pool.change(ChangeIx(effect.change)).during.as_ref();
        during.is_none_or(|when| self.state.turn.number >= effect.from_turn && self.is_during(when, env))
    }

    /// Whether an effect on players is active now.
    pub(super) fn is_active(&self, effect: &Active, env: &Env<'_>) -> bool {
        self.is_on(effect, env) && effect.conds.iter().all(|c| self.holds(*c, env))
    }

    fn footprint_in(&self, effect: &Active, env: &Env<'_>, out: &mut Footprint) {
        if !effect.conds.iter().all(|c| self.holds(*c, env)) {
            return;
        }
        let cards: Refs = match effect.scope {
            ScopeOf::Objs(objs) => self.objects(objs, env),
            ScopeOf::Target(EffectTarget::Card(card)) if self.state.alive(card) => Refs::from_slice(&[card]),
            ScopeOf::Target(EffectTarget::Open(objs)) => self.objects(ObjIx(objs), env),
            ScopeOf::Target(_) | ScopeOf::Who(_) => Refs::new(),
        };
        let fixed = matches!(effect.scope, ScopeOf::Objs(_) | ScopeOf::Target(EffectTarget::Open(_)));
        let frozen = if fixed { self.frozen_by(effect) } else { SmallVec::new() };
        for card in cards {
            if frozen.contains(&card.ix) || !self.kernel().receives(self, card) {
                continue;
            }
            let env = Env { subject: card, ..*env };
            out.push((card, self.amount(effect, &env)));
        }
    }

    fn gives_abilities(&self, effect: &Active) -> bool {
        effect.change < PLAIN_ADD && matches!(self.pool.change(ChangeIx(effect.change)).op, ChangeOp::Abilities(..))
    }

    /// The continuous parts of abilities that a change gives to a card.
    fn statics_of_grant(&self, effect: &Active, card: Ref) -> Option<Vec<Active>> {
        if effect.change >= PLAIN_ADD {
            return None;
        }
        let ChangeOp::Abilities(abilities, _) = &self.pool.change(ChangeIx(effect.change)).op else {
            return None;
        };
        let mut out = Vec::new();
        for ability in abilities {
            let me = self.master(card);
            self.add_statics(
                *ability,
                card,
                me,
                effect.held.as_ref(),
                Origin::Given(effect.stamp),
                &mut out,
            );
        }
        Some(out)
    }
}
