//! Abilities that a player can use now.

use super::code::Ability;
use super::eval::Env;
use super::game::Game;
use super::pool::zones_in;
use super::why::{UseRules, Why};
use crate::ast::Category;
use crate::kernel::{AbilityIx, Act, Atom, Ev, EvInfo, EvKind, Flag, P, Ref, ZoneId};
use std::ops::ControlFlow;

impl Game {
    /// Lists the abilities that a player can use, as actions of this kind, in every zone where one works.
    pub fn list_usable(&self, who: P, kind: u8, fits: &dyn Fn(&Ability) -> bool, out: &mut Vec<Atom>) {
        let layout = self.layout();
        for zone in zones_in(self.pool.act_zones) {
            let (from, to) = layout.span(who, zone);
            for ix in self.state.cells.span(from, to) {
                let def = self.def_of(*ix);
                if def.act_zones >> zone.0 & 1 == 0 {
                    continue;
                }
                let card = self.state.now(*ix);
                // What lies face down where cards lie face up has no abilities of its own; what it was given it has.
                let hidden = self.state.card(*ix).is(Flag::FaceDown) && !layout.zone(zone).face_down;
                let works = |a: &&AbilityIx| !hidden || self.pool.ability(**a).works_face_down;
                for ability in def.abilities.iter().filter(works) {
                    self.list_one(who, (card, zone), *ability, (kind, fits), out);
                }
            }
        }
        for granted in &self.state.granted {
            if self.state.alive(granted.card) && self.master(granted.card) == who {
                let zone = layout.cell(self.state.card(granted.card.ix).cell).zone;
                self.list_one(who, (granted.card, zone), granted.ability, (kind, fits), out);
            }
        }
    }

    fn list_one(
        &self,
        who: P,
        (card, zone): (Ref, ZoneId),
        at: AbilityIx,
        (kind, fits): (u8, &dyn Fn(&Ability) -> bool),
        out: &mut Vec<Atom>,
    ) {
        let ability = self.pool.ability(at);
        if ability.category == Category::Act
            && ability.works >> zone.0 & 1 == 1
            && fits(ability)
            && self.can_use(who, card, at)
        {
            let atom = Atom::Act(Act { kind, card, n: at.0 });
            if !out.contains(&atom) {
                out.push(atom);
            }
        }
    }

    /// Whether an ability can be used now.
    fn can_use(&self, who: P, card: Ref, at: AbilityIx) -> bool {
        Why::nothing(|why| self.use_hurdles(who, card, at, UseRules::default(), why))
    }

    /// What stands in the way of using an ability: it works, its limit is not used up, its cost can be paid in full (8.4.2.2, 8.6.2.3.2 and their like).
    pub(super) fn use_hurdles(
        &self,
        who: P,
        card: Ref,
        at: AbilityIx,
        rules: UseRules,
        why: &mut Why,
    ) -> ControlFlow<()> {
        let granted = self.state.granted.iter().any(|g| g.card == card && g.ability == at);
        let word = || self.ability_word(at);
        if !granted && self.has_lost(card, at) {
            why.not("", || format!("it has lost {}", word()))?;
        }
        let env = Env::of_card(card, who);
        if !self.gate_open(at, card, &env) {
            why.not(rules.condition, || format!("what {} asks for does not hold", word()))?;
        }
        if self.is_used_up(at, card, who) {
            why.not(rules.limit, || format!("{} was used as often as it can be", word()))?;
        }
        if !self.can_afford(at, card, who) {
            why.not(rules.cost, || format!("the cost of {} cannot be paid", word()))?;
        }
        let used = Ev {
            kind: EvKind::Note,
            tag: self.tables().note.use_ability,
            subj: card,
            who,
            n: i32::try_from(at.0).unwrap_or(-1),
            ..Ev::default()
        };
        why.unless_forbidden(self, &used, rules.forbidden)
    }

    /// Uses an ability of a card.
    pub fn use_ability(&mut self, who: P, card: Ref, at: AbilityIx) {
        self.count_use(at, card, who);
        let of = self.state.granted.iter().find(|g| g.card == card && g.ability == at);
        let held = of.and_then(|g| g.held.clone());
        let run = self.new_run(at, card, card, who, EvInfo::default(), held);
        self.begin_run(run);
    }
}
