//! What changes do to the information of cards, and the rules that effects make.

use super::code::{ApplyTo, AttrKey, ChangeIx, ChangeOp, Def, Num, Obj, SlotIx, WhichAbility};
use super::door::{FORBIDS, SHOWS};
use super::eval::{AbilityList, Env};
use super::game::Game;
use super::layers::{Active, PLAIN_ADD, ScopeOf, Scratch};
use crate::kernel::{
    AbilityIx, AttrId, Bits, Cause, Chars, DefId, Effect, EffectTarget, GrantedAbility, Log, NameId, P, Ref, Slot,
    TagId, Tags, Until,
};
use smallvec::SmallVec;
use std::sync::Arc;

/// The number that is greater than any other and that nothing added or taken away changes (104.7 and its like).
pub(super) const INFINITY: i32 = 1_000_000_000;

impl Game {
    /// The definition a card has now: its own, or that of the card it is a copy of.
    #[inline]
    pub fn def_of(&self, ix: u16) -> &Def {
        let card = self.state.card(ix);
        if !self.pool.copies {
            return self.pool.def(card.def);
        }
        let computed = self.state.chars.get(usize::from(card.chars_at)).map(|c| c.def);
        // A card that lies face down has no information, but is still what it is.
        match computed {
            Some(def) if def.ix() < self.pool.defs.len() => self.pool.def(def),
            _ => self.pool.def(card.def),
        }
    }

    /// The abilities that are printed on a card, or on the card it is a copy of.
    pub fn printed_abilities(&self, ix: u16) -> &[AbilityIx] {
        &self.def_of(ix).abilities
    }

    /// The abilities a card has: those printed on it that it has not lost, and those that effects give it.
    pub fn abilities_of(&self, card: Ref) -> AbilityList {
        let printed = self.printed_abilities(card.ix).iter().copied();
        let given = self.state.granted.iter().filter(|g| g.card == card).map(|g| g.ability);
        printed.filter(|a| !self.has_lost(card, *a)).chain(given).collect()
    }

    /// Whether a card has lost one of its printed abilities.
    #[inline]
    pub fn has_lost(&self, card: Ref, ability: AbilityIx) -> bool {
        let chars = self.info(card);
        let keywords = self.pool.ability(ability).keywords;
        let kept = keywords & self.pool.kept_keywords != 0;
        !kept && (chars.lost || chars.lost_keywords != 0 && keywords & chars.lost_keywords != 0)
    }

    /// Whether the gate of an ability of a card is open: it holds, or an effect says that it counts as met (1026 and its like).
    pub fn gate_open(&self, at: AbilityIx, card: Ref, env: &Env<'_>) -> bool {
        let gate = self.pool.ability(at).gate;
        gate.is_none_or(|gate| self.holds(gate, &env.in_ability(at)) || self.is_released(at, card))
    }

    /// Whether an effect says that what the label of an ability asks for counts as met.
    pub(super) fn is_released(&self, at: AbilityIx, card: Ref) -> bool {
        let ability = self.pool.ability(at);
        if !ability.labelled || ability.keywords == 0 {
            return false;
        }
        self.work.add(self.state.effects.len() / 8);
        self.state.effects.iter().any(|effect| {
            let releases = effect.change < PLAIN_ADD
                && matches!(self.pool.change(ChangeIx(effect.change)).op, ChangeOp::Release(bits) if bits & ability.keywords != 0);
            releases
                && match effect.target {
                    EffectTarget::Card(target) => target == card,
                    EffectTarget::Open(objs) => {
                        let env = Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref());
                        self.objects(super::code::ObjIx(objs), &env).contains(&card)
                    }
                    EffectTarget::Player(_) => false,
                }
        })
    }

    /// Cards that are copies have the printed information of another card before anything else is applied to them.
    pub(super) fn apply_copies(&mut self) {
        let covered = self.kernel().covered(self);
        if !self.pool.copies && covered.is_empty() {
            return;
        }
        let mut copies: SmallVec<[(Ref, DefId); 4]> = SmallVec::new();
        for effect in &self.state.effects {
            let EffectTarget::Card(card) = effect.target else {
                continue;
            };
            if effect.change >= PLAIN_ADD
                || !matches!(self.pool.change(ChangeIx(effect.change)).op, ChangeOp::CopyOf(_))
                || !self.state.alive(card)
            {
                continue;
            }
            if let Until::While(cond) = effect.until {
                let env = Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref());
                if !self.holds(super::code::CondIx(cond), &env) {
                    continue;
                }
            }
            self.count_change(effect.change, effect.val >= 0);
            copies.extend(u16::try_from(effect.val).ok().map(|def| (card, DefId(def))));
        }
        copies.extend(covered);
        for (card, def) in copies {
            let mut printed = self.pool.def(def).printed;
            if self.kernel().tables().rebases {
                self.kernel().rebase(self, card, &mut printed);
            }
            if let Some(at) = self.add_computed(card.ix)
                && let Some(chars) = self.state.chars.get_mut(at)
            {
                *chars = printed;
            }
        }
    }

    /// The amount of a change: fixed, or counted now.
    pub(super) fn amount(&self, effect: &Active, env: &Env<'_>) -> i32 {
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
            ChangeOp::PriceIcons { .. } => (1, false),
            ChangeOp::SetAttr(_, to) | ChangeOp::PlayerSet(_, to) | ChangeOp::PriceIs(to) => {
                return self.number(*to, env);
            }
            ChangeOp::Controller(who) => return i32::from(self.player(who, env).0),
            ChangeOp::NoCost { which, .. } => {
                return match which {
                    Some(WhichAbility::This) => i32::try_from(env.ability.0).unwrap_or(-1),
                    Some(WhichAbility::Event) => env.ev.n,
                    None => 0,
                };
            }
            ChangeOp::CopyOf(objs) => {
                let copied = self.objects_last(*objs, env).first().map(|r| self.info(*r).def);
                return copied.map_or(-1, |def| i32::from(def.0));
            }
            _ => return 0,
        };
        let total = i64::from(n) * times * if minus { -1 } else { 1 };
        i32::try_from(total.clamp(-1_000_000_000, 1_000_000_000)).unwrap_or(0)
    }

    /// The abilities that a card has because others have them: as many as they have now.
    fn borrowed(&self, effect: &Active, card: Ref) -> Vec<GrantedAbility> {
        let op = (effect.change < PLAIN_ADD).then(|| &self.pool.change(ChangeIx(effect.change)).op);
        let Some(ChangeOp::AbilitiesOf(objs, category)) = op else {
            return Vec::new();
        };
        let env = Env {
            subject: card,
            ..Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref())
        };
        let mut out = Vec::new();
        for of in self.objects(*objs, &env).into_iter().filter(|of| *of != card) {
            let printed = self.printed_abilities(of.ix).iter().filter(|a| !self.has_lost(of, **a));
            let given = self.state.granted.iter().filter(|g| g.card == of);
            let all = printed
                .map(|a| (*a, None))
                .chain(given.map(|g| (g.ability, g.held.clone())));
            for (ability, held) in all.filter(|(a, _)| self.pool.ability(*a).category == *category) {
                out.push(GrantedAbility {
                    card,
                    ability,
                    stamp: effect.stamp,
                    held,
                });
            }
        }
        out
    }

    /// Applies a change to one card's information.
    #[inline]
    pub(super) fn apply(&mut self, effect: &Active, card: Ref, amount: i32) {
        if self.counting.is_none() {
            self.apply_change(effect, card, amount);
            return;
        }
        let (before, given) = (*self.info(card), self.state.granted.len());
        self.apply_change(effect, card, amount);
        let differs = *self.info(card) != before || self.state.granted.len() != given;
        self.count_change(effect.change, differs);
    }

    /// The number that a change adds to, if that is all it does.
    fn adds_to(&self, change: u32) -> Option<usize> {
        if change >= PLAIN_ADD {
            return Some((change - PLAIN_ADD) as usize);
        }
        match &self.pool.change(ChangeIx(change)).op {
            ChangeOp::Add { attr, .. } => Some(attr.ix()),
            _ => None,
        }
    }

    fn apply_change(&mut self, effect: &Active, card: Ref, amount: i32) {
        // In a game that tells what a card lacks from what it has, nothing is added to a number that is not there.
        let sparse = self.kernel().tables().layers.new.is_some();
        let Some(at) = self.add_computed(card.ix) else { return };
        // What most effects do needs nothing else.
        if let Some(attr) = self.adds_to(effect.change) {
            if let Some(chars) = self.state.chars.get_mut(at) {
                add(chars, attr, amount, sparse);
            }
            return;
        }
        let borrowed = self.borrowed(effect, card);
        let declared = |slot: SlotIx| match effect.held.as_ref().and_then(|h| h.slots.get(usize::from(slot))) {
            Some(Slot::Value(_, n)) => u16::try_from(*n).ok(),
            Some(Slot::Num(n)) => u16::try_from(*n).ok(),
            _ => None,
        };
        let Some(chars) = self.state.chars.get_mut(at) else {
            return;
        };
        match &self.pool.change(ChangeIx(effect.change)).op {
            ChangeOp::SetAttr(attr, _) => set(chars, *attr, amount, self.pool.kernel.tables().bases, sparse),
            ChangeOp::Tag(tag, gains) => set_tag(chars, *tag, *gains),
            ChangeOp::TagSlot(slot, gains) => {
                if let Some(tag) = declared(*slot) {
                    set_tag(chars, TagId(tag), *gains);
                }
            }
            ChangeOp::NoTags => chars.tags = Tags::default(),
            ChangeOp::TagsAre(tags) => {
                chars.tags = Tags::default();
                for tag in tags {
                    chars.tags.insert(*tag);
                }
            }
            ChangeOp::Words { clear, add } => chars.values = (chars.values & !clear) | add,
            ChangeOp::Type(types) => chars.types |= types,
            ChangeOp::TypeIs(types) => chars.types = *types,
            ChangeOp::Name(name) => chars.add_name(*name),
            ChangeOp::NameIs(name) => {
                chars.name_count = 0;
                chars.add_name(*name);
            }
            ChangeOp::Declared {
                slot,
                key,
                gain,
                replace,
            } => {
                if let Some(value) = declared(*slot) {
                    set_declared(chars, *key, value, *gain, *replace);
                }
            }
            ChangeOp::Abilities(abilities, keywords) => {
                chars.keywords |= keywords;
                chars.granted = true;
                for ability in abilities {
                    self.state.granted.push(GrantedAbility {
                        card,
                        ability: *ability,
                        stamp: effect.stamp,
                        held: effect.held.clone(),
                    });
                }
            }
            ChangeOp::AbilitiesOf(..) => {
                for given in borrowed {
                    chars.granted = true;
                    chars.keywords |= self.pool.ability(given.ability).keywords;
                    self.state.granted.push(given);
                }
            }
            ChangeOp::Invalid(keywords) => {
                chars.lost_keywords |= keywords;
                let pool = &self.pool;
                let idle = |g: &GrantedAbility| g.card == card && pool.ability(g.ability).keywords & keywords != 0;
                self.state.granted.retain(|g| !idle(g));
            }
            ChangeOp::LoseKeyword(keywords) => {
                let keywords = &(keywords & !self.pool.kept_keywords);
                chars.keywords &= !keywords;
                chars.lost_keywords |= keywords;
                let pool = &self.pool;
                let lost = |g: &GrantedAbility| g.card == card && pool.ability(g.ability).keywords & keywords != 0;
                self.state.granted.retain(|g| !lost(g));
            }
            ChangeOp::NoAbilities => {
                chars.lost = true;
                chars.keywords &= self.pool.kept_keywords;
                chars.granted = false;
                self.state.granted.retain(|g| g.card != card);
            }
            ChangeOp::NoGranted => self.lose_granted(at, card),
            ChangeOp::LoseThis => self.lose_this(effect.ability, card),
            // Done above.
            ChangeOp::Add { .. } => {}
            ChangeOp::CopyOf(_)
            | ChangeOp::Controller(_)
            | ChangeOp::Release(_)
            | ChangeOp::Shown
            | ChangeOp::Substitute(..)
            | ChangeOp::Copies(..)
            | ChangeOp::PlayerAdd { .. }
            | ChangeOp::PlayerSet(..)
            | ChangeOp::PlayerAbilities(..)
            | ChangeOp::Forbid(..)
            | ChangeOp::Allow(..)
            | ChangeOp::AllowFor(..)
            | ChangeOp::Must(_)
            | ChangeOp::AllowSome(..)
            | ChangeOp::MustWith(..)
            | ChangeOp::AtMost(..)
            | ChangeOp::NoCost { .. }
            | ChangeOp::EnterAs(_)
            | ChangeOp::Price(..)
            | ChangeOp::PriceIs(_)
            | ChangeOp::PriceIcons { .. } => {}
        }
    }

    /// The ability that makes the effect is one that was given: that very grant goes.
    fn lose_this(&mut self, ability: AbilityIx, card: Ref) {
        if let Some(at) = self
            .state
            .granted
            .iter()
            .position(|g| g.card == card && g.ability == ability)
        {
            self.state.granted.remove(at);
        }
    }

    /// Takes away what effects gave; what is printed, or by rule there, stays as far as it was not lost.
    fn lose_granted(&mut self, at: usize, card: Ref) {
        let Some(def) = self.state.chars.get(at).map(|chars| chars.def) else {
            return;
        };
        let mut base = self.pool.def(def).printed;
        if self.kernel().tables().rebases {
            self.kernel().rebase(self, card, &mut base);
        }
        if let Some(chars) = self.state.chars.get_mut(at) {
            chars.keywords &= base.keywords | self.pool.kept_keywords;
            chars.granted = false;
        }
        self.state.granted.retain(|g| g.card != card);
    }

    pub(super) fn is_rule(&self, change: u32) -> bool {
        change < PLAIN_ADD
            && matches!(
                self.pool.change(ChangeIx(change)).op,
                ChangeOp::Controller(_)
                    | ChangeOp::Release(_)
                    | ChangeOp::Shown
                    | ChangeOp::Substitute(..)
                    | ChangeOp::Copies(..)
                    | ChangeOp::PlayerAdd { .. }
                    | ChangeOp::PlayerSet(..)
                    | ChangeOp::PlayerAbilities(..)
                    | ChangeOp::Forbid(..)
                    | ChangeOp::Allow(..)
                    | ChangeOp::AllowFor(..)
                    | ChangeOp::Must(_)
                    | ChangeOp::AllowSome(..)
                    | ChangeOp::MustWith(..)
                    | ChangeOp::AtMost(..)
                    | ChangeOp::NoCost { .. }
                    | ChangeOp::EnterAs(_)
                    | ChangeOp::Price(..)
                    | ChangeOp::PriceIs(_)
                    | ChangeOp::PriceIcons { .. }
            )
    }

    /// Rules that effects make: prohibitions, permissions, players' numbers, prices. They are read from the list when they matter.
    pub(super) fn make_rules(&mut self, active: &[Active]) {
        let mut rules = Vec::new();
        for effect in active.iter().filter(|a| a.rule) {
            if self.is_gone(effect) {
                continue;
            }
            for (target, val) in self.rule_targets(effect) {
                if let EffectTarget::Card(card) = target {
                    self.trace(effect, card, val);
                }
                self.count_rule(effect.change);
                let rule = effect_on(effect, target, val);
                self.given_to_player(&rule, &mut rules);
                rules.push(rule);
            }
        }
        for rule in &rules {
            self.state.rule_mask |= match self.pool.change(ChangeIx(rule.change)).op {
                ChangeOp::Forbid(..) => FORBIDS,
                ChangeOp::Shown => SHOWS,
                _ => 2,
            };
        }
        self.state.rules = rules;
    }

    /// Players' numbers that effects have fixed: conditions of continuous abilities ask for them while the layers are applied.
    pub(super) fn make_numbers(&mut self, active: &[Active]) {
        let mut rules = Vec::new();
        for effect in active
            .iter()
            .filter(|a| a.rule && matches!(a.scope, ScopeOf::Target(EffectTarget::Player(_))))
        {
            let op = &self.pool.change(ChangeIx(effect.change)).op;
            if matches!(op, ChangeOp::PlayerAdd { .. } | ChangeOp::PlayerSet(..)) {
                let targets = self.rule_targets(effect).into_iter();
                rules.extend(targets.map(|(target, val)| effect_on(effect, target, val)));
            }
        }
        if !rules.is_empty() {
            self.state.rules = rules;
        }
    }

    /// Whom a rule is for, with its amount.
    fn rule_targets(&self, effect: &Active) -> SmallVec<[(EffectTarget, i32); 8]> {
        let mut targets = SmallVec::new();
        match effect.scope {
            ScopeOf::Target(EffectTarget::Card(_) | EffectTarget::Open(_)) | ScopeOf::Objs(_) => {
                let cards = self.footprint(effect).into_iter();
                targets.extend(cards.map(|(card, amount)| (EffectTarget::Card(card), amount)));
            }
            ScopeOf::Target(target) => {
                let env = Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref());
                if self.is_active(effect, &env) {
                    targets.push((target, effect.val.unwrap_or(0)));
                }
            }
            ScopeOf::Who(part) => {
                let env = Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref());
                let scope = self.pool.ability(effect.ability).statics.get(usize::from(part));
                if self.is_active(effect, &env)
                    && let Some(ApplyTo::Players(who)) = scope.map(|s| &s.scope)
                {
                    let amount = self.amount(effect, &env);
                    let players = self.players(who, &env).into_iter();
                    targets.extend(players.map(|p| (EffectTarget::Player(p), amount)));
                }
            }
        }
        targets
    }

    /// What an ability says of `this` is said of a player who has it.
    fn given_to_player(&self, rule: &Effect, out: &mut Vec<Effect>) {
        let (ChangeOp::PlayerAbilities(abilities, _), EffectTarget::Player(p)) =
            (&self.pool.change(ChangeIx(rule.change)).op, rule.target)
        else {
            return;
        };
        for ability in abilities {
            for part in &self.pool.ability(*ability).statics {
                let this = matches!(part.scope, ApplyTo::Cards(objs) if matches!(self.pool.obj(objs), Obj::This));
                for change in part.changes.iter().filter(|c| this && self.is_rule(c.0)) {
                    out.push(Effect {
                        change: change.0,
                        me: p,
                        ability: *ability,
                        ..rule.clone()
                    });
                }
            }
        }
    }

    /// Writes down what is applied to the card that is traced.
    pub(super) fn trace(&mut self, effect: &Active, card: Ref, amount: i32) {
        if let Some((traced, out)) = &mut self.scratch.trace
            && *traced == card
            && !effect.comes_along(card)
        {
            let one = effect_on(effect, EffectTarget::Card(card), amount);
            out.push(Effect {
                until: Until::Here,
                ..one
            });
        }
    }

    /// Every continuous change that applies to a card now, as effects on it.
    fn frozen_effects(&self, card: Ref) -> Vec<Effect> {
        let mut traced = Game {
            pool: Arc::clone(&self.pool),
            state: self.state.clone(),
            log: Log::default(),
            polite: self.polite,
            passive: false,
            work: self.work.clone(),
            scratch: Scratch::default(),
            lap: None,
            plays_every_lap: false,
            hashed: None,
            counting: None,
        };
        traced.log.on = false;
        traced.scratch.trace = Some((card, Vec::new()));
        traced.state.dirty = true;
        traced.settle();
        traced.scratch.trace.map(|(_, out)| out).unwrap_or_default()
    }

    /// Keeps every continuous change that applies to a card now on the card. What a card is being played with goes along with it to where it
    /// waits to resolve, and no further (903.2d and its like): call this before that move.
    pub fn freeze_effects(&mut self, card: Ref) {
        let all = self.frozen_effects(card);
        let own = |e: &Effect| {
            let mut mine = self
                .state
                .effects
                .iter()
                .filter(|o| o.target == EffectTarget::Card(card));
            mine.any(|o| o.change == e.change && o.stamp == e.stamp && o.src == e.src)
        };
        let new: Vec<Effect> = all.into_iter().filter(|e| !own(e)).collect();
        self.state.effects.extend(new);
        self.state.dirty = true;
    }

    /// An effect of the rules: a number of a card changes until a time.
    pub fn add_plain_effect(&mut self, card: Ref, attr: AttrId, amount: i32, until: Until, me: P) {
        let stamp = self.state.stamp;
        let effect = Effect {
            change: PLAIN_ADD + u32::from(attr.0),
            target: EffectTarget::Card(card),
            src: card,
            ability: Cause::NO_ABILITY,
            me,
            stamp,
            until,
            val: amount,
            held: None,
        };
        self.log_effects(std::slice::from_ref(&effect));
        self.state.effects.push(effect);
        self.state.dirty = true;
    }

    /// A number that is a plain literal, for tests that need no context.
    pub fn is_const(&self, ix: super::code::NumIx) -> bool {
        matches!(self.pool.num(ix), Num::Const(_))
    }
}

/// The effect as one on that target.
fn effect_on(effect: &Active, target: EffectTarget, val: i32) -> Effect {
    Effect {
        change: effect.change,
        target,
        src: effect.src,
        ability: effect.ability,
        me: effect.me,
        stamp: effect.stamp,
        until: Until::Game,
        val,
        held: effect.held.clone(),
    }
}

fn add(chars: &mut Chars, attr: usize, amount: i32, sparse: bool) {
    if sparse && !chars.has.has_bit(attr) {
        return;
    }
    if let Some(value) = chars.attrs.get_mut(attr)
        && *value < INFINITY
    {
        *value = value.saturating_add(amount).clamp(-1_000_000_000, 1_000_000_000);
    }
}

fn set_tag(chars: &mut Chars, tag: TagId, gains: bool) {
    if gains {
        chars.tags.insert(tag);
    } else {
        chars.tags.remove(tag);
    }
}

/// Gives or takes a value that was declared, as its kind of attribute counts it.
fn set_declared(chars: &mut Chars, key: AttrKey, value: u16, gain: bool, replace: bool) {
    match key {
        // Which tags are values of one attribute is a matter of the pool; a declared one is added to the others.
        AttrKey::TagsOf(_) => set_tag(chars, TagId(value), gain),
        AttrKey::Tags => {
            if replace {
                chars.tags = Tags::default();
            }
            set_tag(chars, TagId(value), gain);
        }
        AttrKey::Words(mask) => {
            if replace {
                chars.values &= !mask;
            }
            let bit = u64::bit(value);
            chars.values = if gain { chars.values | bit } else { chars.values & !bit };
        }
        AttrKey::Type => {
            let bit = u32::bit(value);
            let rest = if replace { 0 } else { chars.types };
            chars.types = if gain { rest | bit } else { rest & !bit };
        }
        AttrKey::Name => {
            if replace {
                chars.name_count = 0;
            }
            if gain {
                chars.add_name(NameId(value));
            }
        }
        AttrKey::Num(_) | AttrKey::Text(_) | AttrKey::Icons => {}
    }
}

/// Sets a number; numbers that begin as it is move along.
fn set(chars: &mut Chars, attr: AttrId, amount: i32, bases: &[(AttrId, AttrId)], sparse: bool) {
    let before = chars.attr(attr.ix());
    if let Some(value) = chars.attrs.get_mut(attr.ix()) {
        *value = amount;
        chars.has |= attr.bit();
    }
    for (_, moved) in bases.iter().filter(|(base, _)| *base == attr) {
        add(chars, moved.ix(), amount.saturating_sub(before), sparse);
    }
}
