//! Why something cannot be done now. The games walk over what the rules ask for with a [`Why`]: the same walk says whether anything stands in the way, and
//! what all stands there, so that the explanation cannot contradict the list of legal answers.

use super::code::Ability;
use super::game::Game;
use super::log_words::player_word;
use crate::ast::Category;
use crate::kernel::{AbilityIx, AskKind, Atom, Ev, Flag, Outcome, P, Ref};
use std::ops::ControlFlow;

/// One thing that stands in the way of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Of which action, by the game's table; none if no action is possible at all.
    pub act: Option<u8>,
    /// Of which ability of the card.
    pub ability: Option<AbilityIx>,
    /// What it is.
    pub words: String,
    /// The rule that says so; an empty word if it is no rule but the state of the game.
    pub rule: &'static str,
}

/// A walk over what the rules ask for: it stops at the first thing that is not met, or notes all of them.
#[derive(Debug, Default)]
pub struct Why {
    all: bool,
    act: Option<u8>,
    ability: Option<AbilityIx>,
    reasons: Vec<Reason>,
}

/// The rules that say what using an ability asks for.
#[derive(Debug, Clone, Copy, Default)]
pub struct UseRules {
    /// What it is bound to must hold.
    pub condition: &'static str,
    /// It can be used so many times.
    pub limit: &'static str,
    /// Its cost must be paid in full.
    pub cost: &'static str,
    /// What is forbidden cannot be done.
    pub forbidden: &'static str,
}

impl Why {
    /// A walk that notes everything.
    fn list() -> Why {
        Why {
            all: true,
            ..Why::default()
        }
    }

    /// Whether the walk meets nothing that stands in the way.
    pub fn nothing(walk: impl FnOnce(&mut Why) -> ControlFlow<()>) -> bool {
        walk(&mut Why::default()).is_continue()
    }

    /// Something stands in the way. The words are made only if they are wanted.
    pub fn not(&mut self, rule: &'static str, words: impl FnOnce() -> String) -> ControlFlow<()> {
        if !self.all {
            return ControlFlow::Break(());
        }
        let reason = Reason {
            act: self.act,
            ability: self.ability,
            words: words(),
            rule,
        };
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
        ControlFlow::Continue(())
    }

    /// A prohibition may stand against the event.
    pub fn unless_forbidden(&mut self, game: &Game, ev: &Ev, rule: &'static str) -> ControlFlow<()> {
        match game.forbidding(ev) {
            Some(effect) => self.not(rule, || format!("{} forbids it", game.card_name(effect.src))),
            None => ControlFlow::Continue(()),
        }
    }

    /// Walks for an action. What is noted meanwhile stands in the way of it.
    pub fn of_act(&mut self, act: u8, walk: impl FnOnce(&mut Why) -> ControlFlow<()>) {
        self.about(Some(act), None, walk);
    }

    /// The same for one ability of the card.
    pub fn of_ability(&mut self, act: u8, ability: AbilityIx, walk: impl FnOnce(&mut Why) -> ControlFlow<()>) {
        self.about(Some(act), Some(ability), walk);
    }

    fn about(&mut self, act: Option<u8>, ability: Option<AbilityIx>, walk: impl FnOnce(&mut Why) -> ControlFlow<()>) {
        let outer = (self.act, self.ability);
        (self.act, self.ability) = (act, ability);
        // A walk that notes everything never stops.
        let _: ControlFlow<()> = walk(self);
        (self.act, self.ability) = outer;
    }

    /// How much was noted so far.
    pub fn count(&self) -> usize {
        self.reasons.len()
    }
}

impl Game {
    /// Why a player cannot do something with a card of theirs now: nothing about actions that are offered. A player who is not to know the card learns
    /// nothing.
    pub fn why_not(&self, who: P, card: Ref) -> Vec<Reason> {
        let mut why = Why::list();
        if self.state.alive(card) && self.seen_by(card) >> who.0 & 1 == 1 {
            let _: ControlFlow<()> = self.hindrances(who, card, &mut why);
        }
        why.reasons
    }

    /// Whether something with a card is among the legal answers.
    fn is_offered(&self, card: Ref) -> bool {
        self.state.atoms.iter().any(|atom| match atom {
            Atom::Act(act) => act.card == card,
            Atom::Card(c) => *c == card,
            _ => false,
        })
    }

    fn hindrances(&self, who: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
        match self.state.over {
            Some(Outcome::Win(_) | Outcome::Draw) => return why.not("", || "the game is over".to_owned()),
            Some(Outcome::Fault(..)) => return why.not("", || "the engine gave up on the game".to_owned()),
            None => {}
        }
        if self.layout().cell(self.state.card(card.ix).cell).player != who && self.master(card) != who {
            return why.not("", || format!("it is a card of {}", player_word(who.other())));
        }
        let Some(ask) = self.state.ask else {
            return why.not("", || "nobody is asked anything now".to_owned());
        };
        if ask.who != who {
            let other = player_word(ask.who);
            return why.not("", || format!("{other} is asked now: wait for your own question"));
        }
        let windows = self.tables().windows;
        match ask.kind {
            AskKind::Act(window) if windows.get(usize::from(window)).is_some_and(|acts| !acts.is_empty()) => {
                self.kernel().why_not(self, who, card, window, why);
                if why.count() == 0 && !self.is_offered(card) && !self.state.banned.is_empty() {
                    why.not("", || "it would begin a loop again that was stopped".to_owned())?;
                }
                ControlFlow::Continue(())
            }
            _ if self.is_offered(card) => ControlFlow::Continue(()),
            _ => why.not("", || {
                "another question is open: answer it first, you are asked what to do later".to_owned()
            }),
        }
    }

    /// Notes what stands in the way of using the abilities of a card as actions of this kind.
    pub fn why_unused(
        &self,
        who: P,
        card: Ref,
        act: u8,
        rules: UseRules,
        fits: &dyn Fn(&Ability, &mut Why) -> ControlFlow<()>,
        why: &mut Why,
    ) {
        let zone = self.zone_of(self.state.card(card.ix).cell);
        let hidden = self.state.card(card.ix).is(Flag::FaceDown) && !self.layout().zone(zone).face_down;
        for at in self.abilities_of(card) {
            let ability = self.pool.ability(at);
            if ability.category != Category::Act {
                continue;
            }
            why.of_ability(act, at, |why| {
                if ability.works >> zone.0 & 1 == 0 {
                    return why.not("", || {
                        format!(
                            "{} does not work in {}",
                            self.ability_word(at),
                            self.layout().zone(zone).name
                        )
                    });
                }
                if hidden && !ability.works_face_down {
                    why.not("", || "it lies face down".to_owned())?;
                }
                fits(ability, why)?;
                self.use_hurdles(who, card, at, rules, why)
            });
        }
    }

    /// Notes that the abilities of a card that its player uses are not for this window: what else can be done with the card does not answer for them.
    pub fn why_used_later(&self, card: Ref, act: u8, rule: &'static str, words: &str, why: &mut Why) {
        let zone = self.zone_of(self.state.card(card.ix).cell);
        for at in self.abilities_of(card) {
            let ability = self.pool.ability(at);
            if ability.category == Category::Act && ability.works >> zone.0 & 1 == 1 {
                why.of_ability(act, at, |why| why.not(rule, || words.to_owned()));
            }
        }
    }
}
