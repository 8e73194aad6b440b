//! Computed characteristics: printed values, then continuous effects layer by layer; inside a layer by dependency, then by age.
//!
//! `settle` brings the computed information up to date; it runs before every step of the machine if something that matters has changed.

use super::code::{ApplyTo, ChangeIx, ChangeOp, CondIx, Num, ObjIx, SlotIx, bits};
use super::door::FORBIDS;
use super::eval::{Env, Refs};
use super::game::Game;
use crate::kernel::{
    AbilityIx, Captured, Card, Chars, Effect, EffectTarget, Flag, GrantedAbility, Log, P, Ref, Slot, Until, ZoneId,
};
use smallvec::SmallVec;
use std::sync::Arc;

/// Effects made by the rules themselves add to a number; they need no change of the pool. The attribute is the number beyond this.
pub(super) const PLAIN_ADD: u32 = 0x8000_0000;

/// The most tests for dependency in one layer; each copies the state.
const MOST_TESTS: u32 = 256;

/// A continuous effect that is active now: one change of a static or of a resolved effect.
#[derive(Debug, Clone)]
struct Active {
    change: u32,
    layer: u8,
    stamp: u32,
    src: Ref,
    me: P,
    ability: AbilityIx,
    scope: ScopeOf,
    /// A gate and a condition that must hold when it is applied.
    conds: SmallVec<[CondIx; 2]>,
    each: Option<(ObjIx, SlotIx)>,
    /// The amount, if it was fixed.
    val: Option<i32>,
    held: Option<Arc<Captured>>,
    origin: Origin,
    /// It makes a rule rather than changing information.
    rule: bool,
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
enum ScopeOf {
    Objs(ObjIx),
    Who(u16),
    Target(EffectTarget),
}

/// Room for the active effects, kept from one computation to the next; a copy of a game starts without.
#[derive(Debug, Default)]
pub(super) struct Scratch(Vec<Active>);

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Scratch::default()
    }
}

/// What an effect does to which card: equal footprints mean that nothing changed for the effect.
type Footprint = SmallVec<[(Ref, i32); 8]>;

impl Game {
    /// Brings the computed information up to date.
    #[inline]
    pub fn settle(&mut self) {
        if self.st.dirty {
            self.recompute();
        }
    }

    fn recompute(&mut self) {
        self.st.dirty = false;
        self.st.unchecked = true;
        for at in &self.st.chars_of {
            if let Some(card) = self.st.cards.get_mut(usize::from(*at)) {
                card.chars_at = Card::PRINTED;
            }
        }
        self.st.chars_of.clear();
        self.st.chars.clear();
        self.st.granted.clear();
        self.st.rules.clear();
        self.st.rule_mask = 0;
        self.st.live_deps = 0;
        for card in self.board() {
            self.add_computed(card.ix);
        }
        let mut active = std::mem::take(&mut self.scratch.0);
        self.gather(&mut active);
        // A layer may give abilities that work in a later one, so how many layers there are is known only at the end.
        let mut from = 0;
        while let Some(layer) = active.iter().map(|a| a.layer).filter(|layer| *layer >= from).min() {
            self.apply_layer(layer, &mut active);
            let Some(next) = layer.checked_add(1) else { break };
            from = next;
        }
        self.make_rules(&active);
        active.clear();
        self.scratch.0 = active;
        if !self.kernel().tables().finishes {
            return;
        }
        for n in 0..self.st.chars.len() {
            let (Some(ix), Some(mut chars)) = (self.st.chars_of.get(n).copied(), self.st.chars.get(n).copied()) else {
                continue;
            };
            self.kernel().finish_chars(self, self.st.now(ix), &mut chars);
            if let Some(slot) = self.st.chars.get_mut(n) {
                *slot = chars;
            }
        }
    }

    /// Gives a card computed information, beginning with what is printed.
    fn add_computed(&mut self, ix: u16) -> Option<usize> {
        let card = self.st.card(ix);
        if card.chars_at != Card::PRINTED {
            return Some(usize::from(card.chars_at));
        }
        let at = self.st.chars.len();
        let place = u8::try_from(at).ok().filter(|p| *p != Card::PRINTED)?;
        let chars = *self.info(self.st.now(ix));
        self.st.chars.push(chars);
        self.st.chars_of.push(ix);
        if let Some(c) = self.st.cards.get_mut(usize::from(ix)) {
            c.chars_at = place;
        }
        Some(at)
    }

    /// All effects that may be active now.
    fn gather(&mut self, out: &mut Vec<Active>) {
        let mut deps = 0;
        let layout = self.layout();
        for z in 0..layout.zones().len() {
            let zone = ZoneId(u8::try_from(z).unwrap_or(u8::MAX));
            if self.pool.static_zones >> zone.0 & 1 == 0 {
                continue;
            }
            for p in P::BOTH {
                for cell in layout.cells_of(p, zone) {
                    for ix in self.st.cells.cards(cell) {
                        let card = self.st.card(*ix);
                        let def = self.pool.def(card.def);
                        if def.static_zones >> zone.0 & 1 == 0 {
                            continue;
                        }
                        let hidden = card.is(Flag::FaceDown) && !layout.zone(zone).face_down;
                        for at in &def.abilities {
                            let ability = self.pool.ability(*at);
                            if ability.statics.is_empty()
                                || ability.works >> zone.0 & 1 == 0
                                || (hidden && !ability.works_face_down)
                            {
                                continue;
                            }
                            deps |= ability.deps;
                            self.add_statics(*at, self.st.now(*ix), p, None, Origin::Printed, out);
                        }
                    }
                }
            }
        }
        for effect in &self.st.effects {
            let mut conds = SmallVec::new();
            if let Until::While(cond) = effect.until {
                conds.push(CondIx(cond));
                deps = u64::MAX;
            }
            if let EffectTarget::Open(_) = effect.target {
                // Which cards fit may change with anything.
                deps = u64::MAX;
            }
            let layer = if effect.change >= PLAIN_ADD {
                1
            } else {
                self.pool.change(ChangeIx(effect.change)).layer
            };
            out.push(Active {
                change: effect.change,
                layer,
                stamp: effect.stamp,
                src: effect.src,
                me: effect.me,
                ability: effect.ability,
                scope: ScopeOf::Target(effect.target),
                conds,
                each: None,
                val: Some(effect.val),
                held: effect.held.clone(),
                origin: Origin::Resolved,
                rule: self.is_rule(effect.change),
            });
        }
        self.st.live_deps = deps;
        self.sort_by_age(out);
    }

    /// Age decides; of effects of one age, the turn player's come first.
    fn sort_by_age(&self, effects: &mut [Active]) {
        let tp = self.st.turn.player;
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
        let stamp = self.st.card(src.ix).entered;
        for (n, part) in ability.statics.iter().enumerate() {
            let scope = match &part.scope {
                ApplyTo::Cards(objs) => ScopeOf::Objs(*objs),
                ApplyTo::Players(_) => ScopeOf::Who(u16::try_from(n).unwrap_or(0)),
            };
            for change in &part.changes {
                let mut conds: SmallVec<[CondIx; 2]> = SmallVec::new();
                conds.extend(ability.gate);
                conds.extend(part.cond);
                out.push(Active {
                    change: change.0,
                    layer: self.pool.change(*change).layer,
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

    /// Applies the effects of one layer.
    fn apply_layer(&mut self, layer: u8, active: &mut Vec<Active>) {
        let mut todo: SmallVec<[u16; 32]> = SmallVec::new();
        for (n, effect) in active.iter().enumerate() {
            if effect.layer == layer && !effect.rule {
                todo.push(u16::try_from(n).unwrap_or(u16::MAX));
            }
        }
        // Abilities given in an earlier layer stand at the end of the list, whatever their age.
        self.order_by_age(&mut todo, active);
        let mut tests = MOST_TESTS;
        while !todo.is_empty() {
            let next = self.next_in_layer(&todo, active, &mut tests);
            let at = usize::from(todo.remove(next));
            let Some(effect) = active.get(at) else { continue };
            let mut granted = Vec::new();
            for (card, amount) in self.footprint(effect) {
                self.apply(effect, card, amount);
                if let Some(more) = self.statics_of_grant(effect, card) {
                    granted.extend(more);
                }
            }
            for new in granted {
                // What is given works from this layer on.
                self.st.live_deps |= self.pool.ability(new.ability).deps;
                let here = new.layer == layer && !new.rule;
                if here {
                    todo.push(u16::try_from(active.len()).unwrap_or(u16::MAX));
                }
                active.push(new);
                if here {
                    self.order_by_age(&mut todo, active);
                }
            }
        }
    }

    fn order_by_age(&self, todo: &mut [u16], active: &[Active]) {
        let tp = self.st.turn.player;
        todo.sort_by_key(|n| active.get(usize::from(*n)).map(|a| (a.stamp, a.me != tp)));
    }

    /// Which effect comes next: the oldest that depends on no other; in a circle, the oldest. A board on which more effects hang together than
    /// can be tested is ordered by age.
    fn next_in_layer(&self, todo: &[u16], active: &[Active], tests: &mut u32) -> usize {
        if todo.len() < 2 {
            return 0;
        }
        let effects = || todo.iter().filter_map(|n| active.get(usize::from(*n)));
        let (reads, writes) = effects().fold((0, 0), |(r, w), a| {
            let (ar, aw) = self.masks(a);
            (r | ar, w | aw)
        });
        if reads & writes == 0 {
            return 0;
        }
        for (n, effect) in effects().enumerate() {
            let depends = effects().enumerate().any(|(m, other)| {
                m != n && *tests > 0 && self.may_depend(effect, other) && {
                    *tests -= 1;
                    self.depends(effect, other) && !self.depends(other, effect)
                }
            });
            if !depends {
                return n;
            }
        }
        0
    }

    /// Whether an effect reads what the other writes at all.
    fn may_depend(&self, effect: &Active, other: &Active) -> bool {
        self.masks(effect).0 & self.masks(other).1 != 0
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

    /// Whether applying `other` changes what the effect does, or to which cards.
    fn depends(&self, effect: &Active, other: &Active) -> bool {
        if !self.may_depend(effect, other) {
            return false;
        }
        let before = self.footprint(effect);
        // The log may be long, and nothing reads it here.
        let mut scratch = Game {
            pool: Arc::clone(&self.pool),
            st: self.st.clone(),
            log: Log::default(),
            polite: self.polite,
            scratch: Scratch::default(),
            hashed: None,
        };
        scratch.log.on = false;
        for (card, amount) in scratch.footprint(other) {
            scratch.apply(other, card, amount);
        }
        scratch.footprint(effect) != before
    }

    /// Whether the continuous ability that makes the effect has been taken from its card.
    fn is_gone(&self, effect: &Active) -> bool {
        match effect.origin {
            Origin::Printed => self.info(effect.src).lost,
            Origin::Given(stamp) => !self
                .st
                .granted
                .iter()
                .any(|g| g.card == effect.src && g.ability == effect.ability && g.stamp == stamp),
            Origin::Resolved => false,
        }
    }

    /// Which cards an effect is applied to now, and with which amount.
    fn footprint(&self, effect: &Active) -> Footprint {
        let mut out = Footprint::new();
        if self.is_gone(effect) {
            return out;
        }
        let base = Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref());
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

    fn footprint_in(&self, effect: &Active, env: &Env<'_>, out: &mut Footprint) {
        if !effect.conds.iter().all(|c| self.holds(*c, env)) {
            return;
        }
        let cards: Refs = match effect.scope {
            ScopeOf::Objs(objs) => self.objects(objs, env),
            ScopeOf::Target(EffectTarget::Card(card)) if self.st.alive(card) => Refs::from_slice(&[card]),
            ScopeOf::Target(EffectTarget::Open(objs)) => self.objects(ObjIx(objs), env),
            ScopeOf::Target(_) | ScopeOf::Who(_) => Refs::new(),
        };
        for card in cards {
            let env = Env { subject: card, ..*env };
            out.push((card, self.amount(effect, &env)));
        }
    }

    /// The amount of a change: fixed, or counted now.
    fn amount(&self, effect: &Active, env: &Env<'_>) -> i32 {
        if let Some(val) = effect.val {
            return val;
        }
        self.change_amount(ChangeIx(effect.change), env)
    }

    /// The amount of a change as it is now.
    pub(super) fn change_amount(&self, ix: ChangeIx, env: &Env<'_>) -> i32 {
        let change = self.pool.change(ix);
        let times = change
            .per
            .map_or(1, |objs| i64::try_from(self.objects(objs, env).len()).unwrap_or(0));
        let (n, minus) = match &change.op {
            ChangeOp::Add { by, minus, .. } | ChangeOp::PlayerAdd { by, minus, .. } => (self.number(*by, env), *minus),
            ChangeOp::Price(by, more) => (self.number(*by, env), !*more),
            ChangeOp::SetAttr(_, to) | ChangeOp::PlayerSet(_, to) | ChangeOp::PriceIs(to) => {
                return self.number(*to, env);
            }
            _ => return 0,
        };
        let total = i64::from(n) * times * if minus { -1 } else { 1 };
        i32::try_from(total.clamp(-1_000_000_000, 1_000_000_000)).unwrap_or(0)
    }

    /// Applies a change to one card's information.
    fn apply(&mut self, effect: &Active, card: Ref, amount: i32) {
        let Some(at) = self.add_computed(card.ix) else { return };
        let tag_slot = |slot: SlotIx| match effect.held.as_ref().and_then(|h| h.slots.get(usize::from(slot))) {
            Some(Slot::Value(_, n)) => u16::try_from(*n).ok().map(crate::kernel::TagId),
            _ => None,
        };
        let Some(chars) = self.st.chars.get_mut(at) else { return };
        if effect.change >= PLAIN_ADD {
            add(chars, (effect.change - PLAIN_ADD) as usize, amount);
            return;
        }
        match &self.pool.change(ChangeIx(effect.change)).op {
            ChangeOp::Add { attr, .. } => add(chars, attr.ix(), amount),
            ChangeOp::SetAttr(attr, _) => {
                if let Some(value) = chars.attrs.get_mut(attr.ix()) {
                    *value = amount;
                }
            }
            ChangeOp::Tag(tag, gains) => {
                if *gains {
                    chars.tags.insert(*tag);
                } else {
                    chars.tags.remove(*tag);
                }
            }
            ChangeOp::TagSlot(slot, gains) => {
                if let Some(tag) = tag_slot(*slot) {
                    if *gains {
                        chars.tags.insert(tag);
                    } else {
                        chars.tags.remove(tag);
                    }
                }
            }
            ChangeOp::NoTags => chars.tags = crate::kernel::Tags::default(),
            ChangeOp::Words { clear, add } => chars.values = (chars.values & !clear) | add,
            ChangeOp::Type(types) => chars.types |= types,
            ChangeOp::Name(name) => chars.add_name(*name),
            ChangeOp::Abilities(abilities, keywords) => {
                chars.keywords |= keywords;
                chars.granted = true;
                for ability in abilities {
                    self.st.granted.push(GrantedAbility {
                        card,
                        ability: *ability,
                        stamp: effect.stamp,
                        held: effect.held.clone(),
                    });
                }
            }
            ChangeOp::NoAbilities => {
                chars.lost = true;
                chars.keywords = 0;
                chars.granted = false;
                self.st.granted.retain(|g| g.card != card);
            }
            ChangeOp::LoseThis => {
                // The ability that makes the effect is one that was given: that very grant goes.
                let ability = effect.ability;
                if let Some(at) = self
                    .st
                    .granted
                    .iter()
                    .position(|g| g.card == card && g.ability == ability)
                {
                    self.st.granted.remove(at);
                }
            }
            ChangeOp::PlayerAdd { .. }
            | ChangeOp::PlayerSet(..)
            | ChangeOp::Forbid(_)
            | ChangeOp::Allow(..)
            | ChangeOp::Must(_)
            | ChangeOp::Price(..)
            | ChangeOp::PriceIs(_) => {}
        }
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

    fn is_rule(&self, change: u32) -> bool {
        change < PLAIN_ADD
            && matches!(
                self.pool.change(ChangeIx(change)).op,
                ChangeOp::PlayerAdd { .. }
                    | ChangeOp::PlayerSet(..)
                    | ChangeOp::Forbid(_)
                    | ChangeOp::Allow(..)
                    | ChangeOp::Must(_)
                    | ChangeOp::Price(..)
                    | ChangeOp::PriceIs(_)
            )
    }

    /// Rules that effects make: prohibitions, permissions, players' numbers, prices. They are read from the list when they matter.
    fn make_rules(&mut self, active: &[Active]) {
        let mut rules = Vec::new();
        for effect in active.iter().filter(|a| a.rule) {
            if self.is_gone(effect) {
                continue;
            }
            let mut targets: SmallVec<[(EffectTarget, i32); 8]> = SmallVec::new();
            match effect.scope {
                ScopeOf::Target(EffectTarget::Card(_) | EffectTarget::Open(_)) | ScopeOf::Objs(_) => {
                    targets.extend(
                        self.footprint(effect)
                            .into_iter()
                            .map(|(card, amount)| (EffectTarget::Card(card), amount)),
                    );
                }
                ScopeOf::Target(target) => targets.push((target, effect.val.unwrap_or(0))),
                ScopeOf::Who(part) => {
                    let env = Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref());
                    if effect.conds.iter().all(|c| self.holds(*c, &env))
                        && let Some(ApplyTo::Players(who)) = self
                            .pool
                            .ability(effect.ability)
                            .statics
                            .get(usize::from(part))
                            .map(|s| &s.scope)
                    {
                        let amount = self.amount(effect, &env);
                        targets.extend(
                            self.players(who, &env)
                                .into_iter()
                                .map(|p| (EffectTarget::Player(p), amount)),
                        );
                    }
                }
            }
            for (target, val) in targets {
                rules.push(Effect {
                    change: effect.change,
                    target,
                    src: effect.src,
                    ability: effect.ability,
                    me: effect.me,
                    stamp: effect.stamp,
                    until: Until::Game,
                    val,
                    held: effect.held.clone(),
                });
            }
        }
        for rule in &rules {
            self.st.rule_mask |= match self.pool.change(ChangeIx(rule.change)).op {
                ChangeOp::Forbid(_) => FORBIDS,
                _ => 2,
            };
        }
        self.st.rules = rules;
    }

    /// An effect of the rules: a number of a card changes until a time.
    pub fn add_plain_effect(&mut self, card: Ref, attr: crate::kernel::AttrId, amount: i32, until: Until, me: P) {
        let stamp = self.st.stamp;
        let effect = Effect {
            change: PLAIN_ADD + u32::from(attr.0),
            target: EffectTarget::Card(card),
            src: card,
            ability: crate::kernel::Cause::NO_ABILITY,
            me,
            stamp,
            until,
            val: amount,
            held: None,
        };
        self.log_effects(std::slice::from_ref(&effect));
        self.st.effects.push(effect);
        self.st.dirty = true;
    }

    /// A number that is a plain literal, for tests that need no context.
    pub fn is_const(&self, ix: super::code::NumIx) -> bool {
        matches!(self.pool.num(ix), Num::Const(_))
    }
}

fn add(chars: &mut Chars, attr: usize, amount: i32) {
    if let Some(value) = chars.attrs.get_mut(attr) {
        *value = value.saturating_add(amount).clamp(-1_000_000_000, 1_000_000_000);
    }
}
