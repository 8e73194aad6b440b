//! What effects allow, demand and make dearer or cheaper: rules that the games ask for when they matter.

use super::code::{ChangeIx, ChangeOp};
use super::door::FORBIDS;
use super::eval::Env;
use super::game::Game;
use crate::kernel::{EffectTarget, P, Ref};

impl Game {
    /// Whether a permission of the game's table is given to a card or player.
    pub fn allowed(&self, permission: u8, target: EffectTarget) -> bool {
        self.st.rules.iter().any(|rule| {
            (rule.target == target)
                && matches!(self.pool.change(ChangeIx(rule.change)).op, ChangeOp::Allow(a, None) if a == permission)
        })
    }

    /// Whether a player has a permission of the game's table for a card: one that names what it is for.
    pub fn allowed_with(&self, permission: u8, who: P, card: Ref) -> bool {
        self.st.rules.iter().any(|rule| {
            let ChangeOp::Allow(a, Some(objs)) = self.pool.change(ChangeIx(rule.change)).op else {
                return false;
            };
            let env = Env::of_card(rule.src, rule.me).with_held(rule.held.as_deref());
            a == permission && rule.target == EffectTarget::Player(who) && self.objects(objs, &env).contains(&card)
        })
    }

    /// Whether any permission, duty or change of prices and players' numbers stands at all: a quick test before a long one.
    pub fn has_permissions(&self) -> bool {
        self.st.rule_mask & !FORBIDS != 0
    }

    /// Whether a duty of the game's table is laid on a card.
    pub fn obliged(&self, duty: u8, card: Ref) -> bool {
        self.st.rules.iter().any(|rule| {
            rule.target == EffectTarget::Card(card)
                && matches!(self.pool.change(ChangeIx(rule.change)).op, ChangeOp::Must(d) if d == duty)
        })
    }

    /// The price of a card with the changes that effects make, never below 0.
    pub fn price(&self, card: Ref, printed: i32) -> i32 {
        let mut price = i64::from(printed);
        for rule in &self.st.rules {
            if rule.target == EffectTarget::Card(card) {
                match &self.pool.change(ChangeIx(rule.change)).op {
                    ChangeOp::Price(..) => price += i64::from(rule.val),
                    ChangeOp::PriceIs(_) => price = i64::from(rule.val),
                    _ => {}
                }
            }
        }
        i32::try_from(price.max(0)).unwrap_or(i32::MAX)
    }
}
