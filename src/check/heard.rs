//! Every phrase is heard: what stands behind a verb or a noun and is read by nothing is an error at its place, never silence.
//!
//! Whoever gives a phrase its meaning reads what stands in it: a noun, a description, a clause, a cost. Each of these marks itself as heard. At the
//! end of a list of phrases those that nobody read are reported, so that no place that takes phrases can forget one.

use super::Checker;
use super::event::Gathered;
use super::possessive::Possessor;
use super::value::Val;
use crate::ast::{Atom, Core, CoreKind, Det, Phrase, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Filter, Name, Objects, Place, PlaceId, PlaceKind, Quant, Selector, Who, Window};
use crate::source::Span;
use crate::vocab::{AdjKind, Data, NounKind};

impl<'a, 's> Checker<'a, 's> {
    /// What stands here was read.
    pub(super) fn hear(&mut self, span: Span) {
        self.heard.insert(span);
    }

    fn is_heard(&self, phrase: &Phrase<'s>) -> bool {
        match phrase {
            Phrase::Core(core) | Phrase::And(core) => self.heard.contains(&core.span),
            // What stands behind a shared `or` belongs to the verb, which reads it later.
            Phrase::Prep { core, or, span, .. } => {
                self.heard.contains(&core.span)
                    && (self.shared_or.contains(span) || or.iter().all(|(_, core)| self.heard.contains(&core.span)))
            }
            Phrase::PrepCost(_, cost) => self.heard.contains(&cost.span),
            Phrase::With { span, .. } => self.heard.contains(span),
            Phrase::That(relative) => self.heard.contains(&relative.span),
        }
    }

    /// Reports the first phrase that nobody read, unless something else was reported since `before`.
    pub(super) fn all_heard(&mut self, phrases: &[&'a Phrase<'s>], before: usize) {
        if self.quiet > 0 || self.refused > before {
            return;
        }
        if let Some(lost) = phrases.iter().find(|phrase| !self.is_heard(phrase)) {
            self.report(
                Diagnostic::new(Code::NoSuchRole, lost.span(), "nothing here takes this: it would say nothing").with_help(
                    "leave it out, or say it where it belongs: a description stands behind its noun, in parentheses if more follows",
                ),
            );
        }
    }

    /// `under your control`: whose.
    pub(super) fn controller(&mut self, prep: &Text<'s>, core: &'a Core<'s>) -> Option<Option<Who>> {
        let CoreKind::Plain { dets, .. } = &core.kind else {
            return None;
        };
        let [Det::Poss(poss)] = dets.as_slice() else {
            return None;
        };
        if !is_control(prep, core) {
            return None;
        }
        self.hear(core.span);
        Some(match self.possessor(poss) {
            Some(Possessor::Player(who)) => Some(who),
            Some(Possessor::Subject) => Some(Who::They),
            Some(Possessor::Objects(..) | Possessor::Time(_)) => {
                self.error(Code::NotAPlayer, poss.span, "only a player controls cards");
                None
            }
            None => None,
        })
    }

    /// A place with what stands behind it.
    pub(super) fn narrowed_place(
        &mut self,
        (mut kind, mut whose, quant): (PlaceKind, Option<Who>, Option<Quant>),
        posts: &[&'a Phrase<'s>],
        relative: bool,
        head: &Text<'s>,
    ) -> Option<PlaceId> {
        for post in posts {
            if let Phrase::Prep { prep, core, span, .. } = post
                && let Some(who) = self.controller(prep, core)
            {
                self.controlled(&mut whose, who, *span);
                continue;
            }
            kind = self.place_post(kind, post, relative, head)?;
        }
        Some(self.code.add_place(Place { kind, whose, quant }))
    }

    /// A place or a card that is `under your control`: nobody else was named before.
    pub(super) fn controlled(&mut self, whose: &mut Option<Who>, who: Option<Who>, span: Span) {
        if whose.is_some() && who.is_some() {
            self.error(Code::SaidTwice, span, "whose it is was said before");
        }
        *whose = who.or_else(|| whose.take());
    }

    /// `at random` behind a noun: the card is not picked by anybody. Only what is picked by its number can be.
    pub(super) fn at_random(&mut self, selector: &mut Selector, core: &Core<'s>) {
        self.hear(core.span);
        let counted = matches!(
            selector.quant,
            Quant::Exactly(_) | Quant::UpTo(_) | Quant::AtLeast(_) | Quant::AtMost(_) | Quant::Another
        );
        if selector.random {
            self.said_twice("random", core.span);
        } else if selector.target || !counted || !self.frame().commanding {
            self.nothing_at_random(core.span);
        }
        selector.random = true;
    }

    /// `at random` with nothing that could be picked so.
    pub(super) fn nothing_at_random(&mut self, span: Span) {
        self.report(
            Diagnostic::new(Code::NoSuchRole, span, "nothing is picked here, so it cannot be picked at random").with_help(
                "say it of a number of cards that an effect picks: `discard 1 card at random`, `1 random card among them`",
            ),
        );
    }

    /// `this way` asks about what the effect did; nothing can be commanded or forbidden `this way`.
    pub(super) fn no_way(&mut self, gathered: &Gathered<'s>) {
        if let (Some(Window::ThisWay), Some(span)) = (&gathered.window, gathered.window_span) {
            self.report(
                Diagnostic::new(Code::NoSuchRole, span, "`this way` says nothing here").with_help(
                    "it asks what happened before: `if a card was discarded this way`, `for each card that was discarded this way`",
                ),
            );
        }
    }

    /// `if your resonator is rested`: a noun in the singular asks for one such card, as its English says, wherever there are several.
    pub(super) fn one_at_least(&mut self, value: &Val) {
        let Val::Objs(id, ty) = value else { return };
        if !ty.single || ty.kind != NounKind::Card {
            return;
        }
        let Objects::Select(selector) = &self.code[*id] else {
            return;
        };
        let asks = matches!(selector.quant, Quant::Bare)
            && selector.slot.is_none()
            && selector.among.is_none()
            && !selector.target
            && !selector
                .descs
                .iter()
                .all(|desc| desc.noun.as_ref().is_none_or(|noun| self.one_each(noun)));
        if asks && let Some(Objects::Select(selector)) = self.code.objects.get_mut(id.0 as usize) {
            selector.quant = Quant::A;
        }
    }

    /// `if your other characters attacked this turn` asks for all of them, as the plural does elsewhere.
    pub(super) fn all_of_them(&mut self, value: &Val) {
        let Val::Objs(id, ty) = value else { return };
        if ty.single || ty.kind != NounKind::Card {
            return;
        }
        if let Some(Objects::Select(selector)) = self.code.objects.get_mut(id.0 as usize)
            && selector.quant == Quant::Bare
            && selector.slot.is_none()
            && selector.among.is_none()
        {
            selector.quant = Quant::All;
        }
    }

    /// Whether a zone would stand in another zone, or at an end of one: only places and positions are parts of zones.
    pub(super) fn is_no_part(&self, head: &Text<'s>, outer: PlaceId) -> bool {
        let is_zone = |word: &str| {
            let zone = self.pick(word, |w, _| matches!(w.data, Data::Zone(_)).then_some(()));
            let part = self.pick(word, |w, _| matches!(w.data, Data::Place(_)).then_some(()));
            zone.is_some() && part.is_none()
        };
        is_zone(head.text)
            && match &self.code[outer].kind {
                PlaceKind::Zone(names, _) => names.iter().all(|name| is_zone(name)),
                PlaceKind::End(..) => true,
                _ => false,
            }
    }

    /// Whether a player has one card of this noun: `your leader`.
    fn one_each(&self, noun: &Name) -> bool {
        let known = self.scope.vocab.policy("one-each").unwrap_or("");
        known.split_whitespace().any(|word| word == noun.as_ref())
    }

    /// Whether a word says how a card is.
    pub(super) fn is_state_word(&self, word: &str) -> bool {
        let state = |w: &crate::vocab::Word| {
            matches!(
                w.data,
                Data::State(_) | Data::Value(_) | Data::Adj(AdjKind::State | AdjKind::Filter)
            )
        };
        self.pick(word, |w, _| state(w).then_some(())).is_some()
    }

    /// What a word says that is only a word: nothing more may hang on it.
    pub(super) fn only_words(words: &[Name], filters: &[Filter]) -> bool {
        filters.iter().all(|filter| match filter {
            Filter::Any(list) | Filter::All(list) => Self::only_words(words, list),
            filter => super::run::filter_word(filter).is_some_and(|word| words.contains(&word)),
        })
    }

    /// An amount has one owner, which was read before its description.
    pub(super) fn plain_amount(&mut self, selector: &Selector, span: Span) {
        if selector.target {
            self.error(Code::NoSuchRole, span, "an amount is no target");
        }
        if selector.whose.is_some() {
            self.error(Code::SaidTwice, span, "whose it is was said before");
        }
    }
}

/// Whether a core is nothing but `random`.
pub(super) fn is_random(prep: &Text<'_>, core: &Core<'_>) -> bool {
    prep.text == "at"
        && matches!(&core.kind, CoreKind::Plain { dets, run } if dets.is_empty() && matches!(run.atoms.as_slice(), [atom] if matches!(&atom.atom, Atom::Word(word) if word.text == "random")))
}

/// Whether a phrase says `under` somebody's `control`.
pub(super) fn is_control(prep: &Text<'_>, core: &Core<'_>) -> bool {
    prep.text == "under"
        && matches!(&core.kind, CoreKind::Plain { dets, run } if matches!(dets.as_slice(), [Det::Poss(_)]) && matches!(run.atoms.as_slice(), [atom] if matches!(&atom.atom, Atom::Word(word) if word.text == "control")))
}
