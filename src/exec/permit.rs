//! What effects allow, demand and make dearer or cheaper: rules that the games ask for when they matter.

use super::code::{ChangeIx, ChangeOp, CostIx, EnterAs, PriceHow};
use super::door::FORBIDS;
use super::eval::{Env, Look, Refs};
use super::game::Game;
use crate::kernel::{AbilityIx, Captured, CellId, Effect, EffectTarget, P, Ref};
use std::sync::Arc;

/// A change of a price in icons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceChange {
    /// Instead, more or less.
    pub how: PriceHow,
    /// Which icons, by the game's table, and how many.
    pub icons: Vec<(u8, i32)>,
}

/// A cost that may be paid instead of a card's price, with what its operations need to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherCost {
    /// The permission, by the game's table.
    pub permission: u8,
    /// The cost; its operations are part of the ability.
    pub cost: CostIx,
    /// The ability that allows it.
    pub ability: AbilityIx,
    /// The card of the ability.
    pub src: Ref,
    /// Whose it is.
    pub me: P,
    /// What the ability had chosen.
    pub held: Option<Arc<Captured>>,
    /// It says how the card is paid for and not from where it is played: another effect has to allow that.
    pub price_only: bool,
}

impl Game {
    fn rule_op(&self, rule: &Effect) -> &ChangeOp {
        &self.pool.change(ChangeIx(rule.change)).op
    }

    /// Somebody goes by a rule.
    #[inline]
    fn goes_by(&self, rule: &Effect) -> bool {
        self.count_change(rule.change, true);
        true
    }

    fn rule_env(rule: &Effect) -> Env<'_> {
        Env::of_card(rule.src, rule.me).with_held(rule.held.as_deref())
    }

    /// The rules that effects make for a card or player.
    fn rules_on(&self, target: EffectTarget) -> impl Iterator<Item = &Effect> {
        self.state.rules.iter().filter(move |rule| rule.target == target)
    }

    /// Whether a permission of the game's table is given to a card or player.
    pub fn allowed(&self, permission: u8, target: EffectTarget) -> bool {
        self.rules_on(target).any(
            |rule| matches!(self.rule_op(rule), ChangeOp::Allow(a, None) if *a == permission && self.goes_by(rule)),
        )
    }

    /// Whether one of these permissions, or one at another cost, is given to anything at all: a quick test before a long one.
    pub fn any_allowed(&self, permissions: &[u8]) -> bool {
        self.has_permissions()
            && self.state.rules.iter().any(|rule| match self.rule_op(rule) {
                ChangeOp::Allow(a, _) => permissions.contains(a),
                ChangeOp::AllowFor(..) => true,
                _ => false,
            })
    }

    /// Whether a player has a permission of the game's table for a card: one that names what it is for.
    pub fn allowed_with(&self, permission: u8, who: P, card: Ref) -> bool {
        self.allowed_for(permission, EffectTarget::Player(who), card)
    }

    /// Whether a card has a permission of the game's table about another card: `this can attack recovered resonators`.
    pub fn allowed_to(&self, permission: u8, card: Ref, other: Ref) -> bool {
        self.allowed_for(permission, EffectTarget::Card(card), other)
    }

    fn allowed_for(&self, permission: u8, target: EffectTarget, card: Ref) -> bool {
        self.rules_on(target).any(|rule| match self.rule_op(rule) {
            ChangeOp::Allow(a, Some(objs)) if *a == permission => {
                self.objects(*objs, &Game::rule_env(rule)).contains(&card) && self.goes_by(rule)
            }
            _ => false,
        })
    }

    /// Permissions of the game's table that a card has about several others at once: which, and up to how many of them.
    pub fn allowed_several(&self, permission: u8, card: Ref) -> Vec<(Refs, i32)> {
        let rules = self.rules_on(EffectTarget::Card(card));
        let found = rules.filter_map(|rule| match self.rule_op(rule) {
            ChangeOp::AllowSome(a, objs, most) if *a == permission && self.goes_by(rule) => {
                let env = Game::rule_env(rule);
                Some((self.objects(*objs, &env), self.number(*most, &env)))
            }
            _ => None,
        });
        found.collect()
    }

    /// Duties of the game's table that are laid on a card and are about these others.
    pub fn duties(&self, duty: u8, card: Ref) -> Vec<Refs> {
        let rules = self.rules_on(EffectTarget::Card(card));
        let found = rules.filter_map(|rule| match self.rule_op(rule) {
            ChangeOp::MustWith(d, objs) if *d == duty && self.goes_by(rule) => {
                Some(self.objects(*objs, &Game::rule_env(rule)))
            }
            _ => None,
        });
        found.collect()
    }

    /// Whether an ability of a card has lost its cost, for the player who would pay it: nothing is paid then (10.1.28.1 and its like).
    pub fn cost_lost(&self, ability: AbilityIx, card: Ref, who: P) -> bool {
        let linked = self.pool.ability(ability);
        let fits = |rule: &Effect| match self.rule_op(rule) {
            ChangeOp::NoCost {
                category,
                keywords,
                which,
            } => {
                category.is_none_or(|c| c == linked.category)
                    && (*keywords == 0 || linked.keywords & keywords != 0)
                    && (which.is_none() || u32::try_from(rule.val).is_ok_and(|n| n == ability.0))
                    && self.goes_by(rule)
            }
            _ => false,
        };
        self.has_permissions()
            && (self.rules_on(EffectTarget::Card(card)).any(fits) || self.rules_on(EffectTarget::Player(who)).any(fits))
    }

    /// Whether the cost of an ability can be paid now by its player, in full, or need not be paid.
    pub fn can_afford(&self, ability: AbilityIx, card: Ref, who: P) -> bool {
        let Some(cost) = self.pool.ability(ability).cost else {
            return true;
        };
        let env = Env::of_card(card, who).in_ability(ability);
        self.cost_lost(ability, card, who)
            || self.kernel().may_pay(self, who, ability) && self.can_pay_cost(cost, who, &env)
    }

    /// The costs that may be paid instead of a card's price, the oldest permission first.
    pub fn alternative_costs(&self, card: Ref) -> Vec<OtherCost> {
        let rules = self.rules_on(EffectTarget::Card(card));
        let costs = rules.filter_map(|rule| match self.rule_op(rule) {
            ChangeOp::AllowFor(permission, cost) if self.goes_by(rule) => Some(OtherCost {
                permission: *permission,
                cost: *cost,
                ability: rule.ability,
                src: rule.src,
                me: rule.me,
                held: rule.held.clone(),
                price_only: self.is_price_only(rule.ability),
            }),
            _ => None,
        });
        costs.collect()
    }

    /// Whether what an ability allows holds wherever the card can be played from, since its text names no place.
    fn is_price_only(&self, at: AbilityIx) -> bool {
        let ability = self.pool.ability(at);
        at != crate::kernel::Cause::NO_ABILITY && ability.category == crate::ast::Category::Cont && !ability.says_where
    }

    /// Whether any permission, duty or change of prices and players' numbers stands at all: a quick test before a long one.
    pub fn has_permissions(&self) -> bool {
        self.state.rule_mask & !FORBIDS != 0
    }

    /// Whether a duty of the game's table is laid on a card.
    pub fn obliged(&self, duty: u8, card: Ref) -> bool {
        self.rules_on(EffectTarget::Card(card))
            .any(|rule| matches!(self.rule_op(rule), ChangeOp::Must(d) if *d == duty && self.goes_by(rule)))
    }

    /// Which icons pay for which others for a player: the kind that pays, the kind that is asked for.
    pub fn substitutes(&self, p: P) -> Vec<(u8, u8)> {
        let rules = self.rules_on(EffectTarget::Player(p));
        let found = rules.filter_map(|rule| match self.rule_op(rule) {
            ChangeOp::Substitute(with, of) => Some((*with, *of)),
            _ => None,
        });
        found.collect()
    }

    /// The keywords and labels that effects give a player.
    pub fn player_keywords(&self, p: P) -> u128 {
        self.rules_on(EffectTarget::Player(p))
            .fold(0, |all, rule| match self.rule_op(rule) {
                ChangeOp::PlayerAbilities(_, keywords) => all | keywords,
                _ => all,
            })
    }

    /// The abilities that effects give a player.
    pub fn player_abilities(&self, p: P) -> Vec<AbilityIx> {
        let rules = self.rules_on(EffectTarget::Player(p));
        let found = rules.filter_map(|rule| match self.rule_op(rule) {
            ChangeOp::PlayerAbilities(abilities, _) => Some(abilities.as_slice()),
            _ => None,
        });
        found.flatten().copied().collect()
    }

    /// Who is to control a card: whoever the latest effect says, else whoever controls it by the rules.
    pub fn wanted_controller(&self, card: Ref) -> P {
        let rules = self.rules_on(EffectTarget::Card(card));
        let said = rules.filter(|rule| matches!(self.rule_op(rule), ChangeOp::Controller(_)));
        said.max_by_key(|rule| rule.stamp)
            .map_or(self.state.card(card.ix).base, |rule| {
                if rule.val == i32::from(P::ONE.0) {
                    P::ONE
                } else {
                    P::ONE.other()
                }
            })
    }

    /// The price of a card with the changes that effects make, never below 0.
    pub fn price(&self, card: Ref, printed: i32) -> i32 {
        let mut price = i64::from(printed);
        let first = self.tables().set_prices_first;
        if first {
            let set = self.rules_on(EffectTarget::Card(card));
            let set = set.filter(|rule| matches!(self.rule_op(rule), ChangeOp::PriceIs(_) if self.goes_by(rule)));
            price = set.last().map_or(price, |rule| i64::from(rule.val));
        }
        for rule in self.rules_on(EffectTarget::Card(card)) {
            match self.rule_op(rule) {
                ChangeOp::Price(..) if self.goes_by(rule) => price += i64::from(rule.val),
                ChangeOp::PriceIs(_) if !first && self.goes_by(rule) => price = i64::from(rule.val),
                _ => {}
            }
        }
        i32::try_from(price.max(0)).unwrap_or(i32::MAX)
    }

    /// The price of a card where an effect sets it: only what makes it greater or smaller changes it (10.10.2.4 of Evolve).
    pub fn price_from(&self, card: Ref, set: i32) -> i32 {
        let mut price = i64::from(set);
        for rule in self.rules_on(EffectTarget::Card(card)) {
            if let ChangeOp::Price(..) = self.rule_op(rule) {
                price += i64::from(rule.val);
            }
        }
        i32::try_from(price.max(0)).unwrap_or(i32::MAX)
    }

    /// The changes of a card's price in icons, in the order in which they are made (903.2i and its like); of one kind, the oldest first.
    pub fn price_changes(&self, card: Ref) -> Vec<PriceChange> {
        self.icon_changes(card, |keywords| keywords == 0)
    }

    /// Whether some effect changes prices in icons.
    pub(super) fn changes_prices(&self) -> bool {
        let mut ops = self.state.rules.iter().map(|rule| self.rule_op(rule));
        ops.any(|op| matches!(op, ChangeOp::PriceIcons { .. }))
    }

    /// The changes of the price of a card's ability.
    pub fn ability_price_changes(&self, card: Ref, ability: AbilityIx) -> Vec<PriceChange> {
        let own = self.pool.ability(ability).keywords;
        self.icon_changes(card, |keywords| keywords & own != 0)
    }

    fn icon_changes(&self, card: Ref, about: impl Fn(u128) -> bool) -> Vec<PriceChange> {
        let mut found: Vec<(PriceHow, u32, PriceChange)> = Vec::new();
        for rule in self.rules_on(EffectTarget::Card(card)) {
            let ChangeOp::PriceIcons { how, icons, keywords } = self.rule_op(rule) else {
                continue;
            };
            if !about(*keywords) {
                continue;
            }
            self.goes_by(rule);
            let env = Env {
                subject: card,
                ..Game::rule_env(rule)
            };
            let counted = icons.iter().map(|icon| {
                let n = self.number(icon.count, &env).max(0).saturating_mul(rule.val.max(0));
                (icon.kind, n)
            });
            let change = PriceChange {
                how: *how,
                icons: counted.collect(),
            };
            found.push((*how, rule.stamp, change));
        }
        found.sort_by_key(|(how, stamp, _)| (*how, *stamp));
        found.into_iter().map(|(_, _, change)| change).collect()
    }

    /// How a card comes into a cell because of effects: the orientation, and how many counters of which kinds. Several add up (1022.6 and its
    /// like).
    pub fn entering(&self, card: Ref, to: CellId) -> (Option<u8>, Vec<(u8, i32)>) {
        let mut out = (None, Vec::new());
        for rule in &self.state.rules {
            if let ChangeOp::EnterAs(how) = self.rule_op(rule)
                && how.what.is_some()
                && self.enters_as(how, card, to, &Game::rule_env(rule), &mut out)
            {
                self.goes_by(rule);
            }
        }
        // What a card says of its own way in counts, wherever its texts work otherwise.
        let me = self.layout().cell(to).player;
        let printed = self
            .printed_abilities(card.ix)
            .iter()
            .filter(|a| !self.has_lost(card, **a));
        let given = self.state.granted.iter().filter(|g| g.card == card);
        let all = printed
            .map(|a| (*a, None))
            .chain(given.map(|g| (g.ability, g.held.as_deref())));
        for (ability, held) in all {
            let linked = self.pool.ability(ability);
            let env = Env::of_card(card, me).with_held(held);
            for part in &linked.statics {
                let open = linked.gate.iter().chain(&part.cond).all(|c| self.holds(*c, &env));
                for change in part.changes.iter().filter(|_| open) {
                    if let ChangeOp::EnterAs(how) = &self.pool.change(*change).op
                        && how.what.is_none()
                    {
                        let does = self.enters_as(how, card, to, &env, &mut out);
                        self.count_change(change.0, does);
                    }
                }
            }
        }
        out
    }

    /// Whether it is meant, and what it adds.
    fn enters_as(
        &self,
        how: &EnterAs,
        card: Ref,
        to: CellId,
        env: &Env<'_>,
        out: &mut (Option<u8>, Vec<(u8, i32)>),
    ) -> bool {
        // It is judged as what it will be: where it goes, under the control of the player there.
        let look = Look {
            card,
            chars: self.info(card),
            cell: to,
            orient: 0,
            face_down: false,
            last: None,
            elsewhere: None,
            goes: None,
        };
        if !self.cells(how.place, env).contains(&to) || how.what.as_ref().is_some_and(|s| !self.fits(s, &look, env)) {
            return false;
        }
        out.0 = how.orient.or(out.0);
        for (kind, n) in &how.counters {
            let n = self.number(*n, env).max(0);
            match out.1.iter_mut().find(|(k, _)| k == kind) {
                Some((_, have)) => *have = have.saturating_add(n),
                None => out.1.push((*kind, n)),
            }
        }
        true
    }
}
