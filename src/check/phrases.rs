//! The phrases behind a verb, one after the other: each gets its role, or describes a noun before it.

use super::Checker;
use super::command::{Filled, Group, Part, alternatives, ends_with_named, group};
use super::event::Gathered;
use super::verb::VerbRef;
use crate::ast::{Core, Cost, Filter, Phrase, Relative, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::Name;
use crate::source::Span;
use crate::vocab::{Role as VocabRole, Types};
use std::collections::VecDeque;

/// What has been read of the phrases behind a verb.
pub(super) struct Reading<'v, 'a, 's> {
    pub(super) verb: &'v VerbRef<'a, 's>,
    /// The roles that are filled before the phrases begin.
    filled: &'v [&'v str],
    pub(super) groups: Vec<Group<'a, 's>>,
    pub(super) out: Gathered<'s>,
    /// Whether a phrase was reported: what is missing then may be what it was meant to say.
    pub(super) failed: bool,
    queue: VecDeque<&'a Phrase<'s>>,
    /// The phrases that were given a place.
    pub(super) seen: Vec<&'a Phrase<'s>>,
}

impl<'v, 'a, 's> Reading<'v, 'a, 's> {
    pub(super) fn new(verb: &'v VerbRef<'a, 's>, filled: &'v [&'v str], phrases: &[&'a Phrase<'s>]) -> Self {
        Reading {
            verb,
            filled,
            groups: Vec::new(),
            out: Gathered::default(),
            failed: false,
            queue: phrases.iter().copied().collect(),
            seen: Vec::new(),
        }
    }

    fn is_filled(&self, role: &VocabRole) -> bool {
        self.filled.iter().any(|f| role.names.contains(f))
            || self.groups.iter().any(|g| role.names.contains(&g.name.as_ref()))
    }

    /// Whether nothing more can be its object.
    pub(super) fn has_object(&self) -> bool {
        let roles = self.verb.roles();
        let mut open = roles.iter().filter(|r| r.names.contains(&"what") && !self.is_filled(r));
        !roles.is_empty() && open.next().is_none()
    }

    /// The object of the verb, from words that stand before the phrases.
    pub(super) fn object(&mut self, core: Filled<'a, 's>, span: Span, filled_too: bool) {
        let mut roles = self.verb.roles().iter().filter(|r| r.names.contains(&"what"));
        let role = roles.find(|r| filled_too || !self.is_filled(r));
        let types = role.map_or_else(|| Types { words: vec!["any"] }, |r| r.types.clone());
        self.groups.push(Group {
            name: "what".into(),
            types,
            prep: "what",
            parts: vec![Part {
                core,
                posts: Vec::new(),
                named: None,
            }],
            or: Vec::new(),
            cost: None,
            without: false,
            span,
        });
    }

    /// The required roles that nothing was said for.
    pub(super) fn missing(&self) -> Vec<String> {
        let missing = |r: &&VocabRole| r.required && !self.is_filled(r);
        let roles = self.verb.roles().iter().filter(missing);
        roles.map(super::argument::shown_role).collect()
    }
}

impl<'a, 's> Checker<'a, 's> {
    /// Gives each phrase its role.
    pub(super) fn read_phrases(&mut self, read: &mut Reading<'_, 'a, 's>) {
        while let Some(phrase) = read.queue.pop_front() {
            read.seen.push(phrase);
            match phrase {
                Phrase::Core(core) => self.core_phrase(read, phrase, core),
                Phrase::And(core) => match read.groups.last_mut() {
                    Some(group) => group.parts.push(Part {
                        core: Filled::Core(core),
                        posts: Vec::new(),
                        named: None,
                    }),
                    None => self.error(Code::RoleTwice, core.span, "`and` has nothing to join"),
                },
                Phrase::Prep { prep, core, or, span } => self.prep_phrase(read, phrase, (prep, core, or), *span),
                Phrase::PrepCost(prep, cost) => self.cost_phrase(read, prep, cost),
                Phrase::With { word, filters, span } => self.with_phrase(read, phrase, (word, filters), *span),
                Phrase::That(relative) => self.that_phrase(read, phrase, relative),
            }
        }
    }

    /// A noun without a preposition: the object, a time, or the name that a description waits for.
    fn core_phrase(&mut self, read: &mut Reading<'_, 'a, 's>, phrase: &'a Phrase<'s>, core: &'a Core<'s>) {
        let declared = read.verb.roles();
        if let Some(time) = self.time_core(core) {
            self.window_late(&time, core.span);
            self.read_window(read, time, core.span);
            return;
        }
        let awaits_name = read
            .groups
            .last()
            .and_then(|g| g.parts.last())
            .is_some_and(|p| ends_with_named(p));
        if awaits_name {
            if let Some(part) = read.groups.last_mut().and_then(|g| g.parts.last_mut()) {
                part.posts.push(phrase);
            }
            return;
        }
        let role = declared.iter().find(|r| r.names.contains(&"what"));
        let taken = read.filled.contains(&"what") || read.groups.iter().any(|g| g.name == "what");
        match role {
            Some(role) if !taken => read.groups.push(group("what", "what", role.types.clone(), core)),
            None if matches!(read.verb, VerbRef::Defined(_)) && !taken => {
                read.groups
                    .push(group("what", "what", Types { words: vec!["any"] }, core));
            }
            Some(_) | None if taken => {
                read.failed = true;
                self.report(
                    Diagnostic::new(
                        Code::RoleTwice,
                        core.span,
                        format!("`{}` has its object already", read.verb.name()),
                    )
                    .with_help("join two things with `and`, or start a new statement"),
                );
            }
            _ => {
                read.failed = true;
                let takes = self.shown_roles(read.verb);
                self.report(
                    Diagnostic::new(
                        Code::NoSuchRole,
                        core.span,
                        format!("`{}` takes no object", read.verb.name()),
                    )
                    .with_help(takes),
                );
            }
        }
    }

    /// One time in which something happens.
    fn read_window(&mut self, read: &mut Reading<'_, 'a, 's>, time: crate::ir::TimeRef, span: Span) {
        if read.out.window.is_some() {
            self.error(Code::RoleTwice, span, "the time in which this happens was said before");
        }
        read.out.window = Some(Self::window(time));
        read.out.window_span = Some(span);
    }

    /// `at random`, `under your control`: of the cards of the sentence or of where they go, however far before it they stand.
    fn trailing(
        &mut self,
        read: &mut Reading<'_, 'a, 's>,
        phrase: &'a Phrase<'s>,
        prep: &'a Text<'s>,
        core: &'a Core<'s>,
    ) -> bool {
        let random = super::heard::is_random(prep, core);
        if !random && !super::heard::is_control(prep, core) {
            return false;
        }
        let fits = |group: &Group<'a, 's>| match group.parts.last().map(|part| part.core) {
            // Cards from somewhere are picked or controlled, not the place.
            _ if group.name == "from" || group.name == "by" => false,
            Some(Filled::Core(core)) if random => {
                let peek = self.peek(core);
                peek.contains(&"cards") && !peek.contains(&"place")
            }
            Some(_) => !random || group.name == "what",
            None => false,
        };
        let at = read.groups.iter().rposition(fits);
        match at
            .and_then(|at| read.groups.get_mut(at))
            .and_then(|g| g.parts.last_mut())
        {
            Some(part) => part.posts.push(phrase),
            None if random => self.nothing_at_random(phrase.span()),
            None => self.no_such_role(read.verb, prep, phrase.span()),
        }
        true
    }

    /// A noun behind a preposition: a role of the verb, what caused it, or a description of the noun before.
    fn prep_phrase(
        &mut self,
        read: &mut Reading<'_, 'a, 's>,
        phrase: &'a Phrase<'s>,
        (prep, core, or): (&'a Text<'s>, &'a Core<'s>, &'a [(Text<'s>, Core<'s>)]),
        span: Span,
    ) {
        let declared = read.verb.roles();
        if self.trailing(read, phrase, prep, core) {
            return;
        }
        if prep.text == "as"
            && let Some(name) = self.naming(core)
        {
            // The cards, not the place they go to.
            let cards = |part: &Part<'a, 's>| {
                let Filled::Core(core) = &part.core else { return false };
                let peek = self.peek(core);
                peek.contains(&"cards") && !peek.contains(&"place")
            };
            let at = read.groups.iter().rposition(|g| g.parts.last().is_some_and(cards));
            let at = at.unwrap_or(read.groups.len().saturating_sub(1));
            match read.groups.get_mut(at).and_then(|g| g.parts.last_mut()) {
                Some(part) if part.named.is_some() => self.said_twice("as the", span),
                Some(part) => part.named = Some(name),
                None => self.error(
                    Code::NoSuchRole,
                    span,
                    "`as the …` names what was chosen, but nothing was",
                ),
            }
            return;
        }
        if let Some(time) = self.time_core(core).filter(|_| matches!(prep.text, "in")) {
            self.read_window(read, time, span);
            return;
        }
        let peek = self.peek(core);
        let role = declared
            .iter()
            .find(|r| r.names.contains(&prep.text) && !read.is_filled(r) && r.types.has(&peek));
        // A role of this preposition whose type does not fit is still meant if no noun could take the phrase.
        let role = role.or_else(|| {
            let noun_takes = prep.text == "by"
                || matches!(prep.text, "of" | "in" | "on" | "under" | "behind" | "among" | "from")
                    && !read.groups.is_empty();
            declared
                .iter()
                .find(|r| r.names.contains(&prep.text) && !read.is_filled(r) && !noun_takes)
        });
        // `put 2 markers under this into …`: where to is said later, so this describes the noun.
        let later = |role: &VocabRole| {
            read.queue.iter().any(|p| {
                matches!(p, Phrase::Prep { prep: next, .. }
                if matches!(next.text, "into" | "onto" | "to") && role.names.contains(&next.text))
            })
        };
        if matches!(prep.text, "on" | "in" | "under" | "behind")
            && role.is_some_and(later)
            && self.attach(&mut read.groups, phrase)
        {
            return;
        }
        if let Some(role) = role {
            let mut new = group(prep.text, prep.text, role.types.clone(), core);
            new.name = Name::Borrowed(role.names.iter().copied().find(|n| *n == prep.text).unwrap_or("to"));
            new.or = alternatives(or);
            new.span = span;
            read.groups.push(new);
            return;
        }
        if prep.text == "by" && read.groups.iter().all(|g| g.name != "by") {
            let types = Types {
                words: vec![
                    "cards",
                    "abilities",
                    "effects",
                    "players",
                    "noun",
                    "cost",
                    "keyword",
                    "damage",
                    "things",
                ],
            };
            read.groups.push(group("by", "by", types, core));
            return;
        }
        if prep.text == "for" && read.groups.iter().all(|g| g.name != "for") && self.is_extra(core) {
            read.groups
                .push(group("for", "for", Types { words: vec!["keyword"] }, core));
            return;
        }
        // Directions and purposes belong to verbs; places and owners describe nouns.
        let describes = !matches!(prep.text, "into" | "onto" | "to" | "for" | "as" | "by");
        if describes && self.attach(&mut read.groups, phrase) {
            return;
        }
        read.failed = true;
        self.no_such_role(read.verb, prep, span);
    }

    fn cost_phrase(&mut self, read: &mut Reading<'_, 'a, 's>, prep: &'a Text<'s>, cost: &'a Cost<'s>) {
        let declared = read.verb.roles();
        let role = declared
            .iter()
            .find(|r| r.names.contains(&prep.text) && r.types.has(&["cost"]));
        match role {
            Some(role) => read.groups.push(Group {
                name: Name::Owned(prep.text.to_owned()),
                types: role.types.clone(),
                prep: prep.text,
                parts: Vec::new(),
                or: Vec::new(),
                cost: Some(cost),
                without: false,
                span: cost.span,
            }),
            None => self.no_such_role(read.verb, prep, prep.span.to(cost.span)),
        }
    }

    fn with_phrase(
        &mut self,
        read: &mut Reading<'_, 'a, 's>,
        phrase: &'a Phrase<'s>,
        (word, filters): (&'a Text<'s>, &'a [(bool, Filter<'s>)]),
        span: Span,
    ) {
        let declared = read.verb.roles();
        let role = declared
            .iter()
            .find(|r| r.names.contains(&word.text) && !read.is_filled(r));
        let fits = |checker: &Self, role: &VocabRole| match filters {
            [(_, Filter::Core(core))] => role.types.has(&checker.peek(core)),
            [(_, Filter::Attr(..))] => role.types.has(&["number", "keyword"]),
            _ => false,
        };
        if let Some(role) = role.filter(|r| fits(self, r))
            && let [(_, filter)] = filters
        {
            read.groups.push(Group {
                name: Name::Owned(word.text.to_owned()),
                types: role.types.clone(),
                prep: word.text,
                parts: vec![Part {
                    core: Filled::Filter(filter, span),
                    posts: Vec::new(),
                    named: None,
                }],
                or: Vec::new(),
                cost: None,
                without: word.text == "without",
                span,
            });
        } else if !self.attach(&mut read.groups, phrase) {
            self.no_such_role(read.verb, word, span);
        }
    }

    fn that_phrase(&mut self, read: &mut Reading<'_, 'a, 's>, phrase: &'a Phrase<'s>, relative: &'a Relative<'s>) {
        let declared = read.verb.roles();
        // `all units that were called this way into your soul`: the clause ends where its read.verb takes no more.
        let open = |name: &str| declared.iter().any(|r| r.names.contains(&name) && !read.is_filled(r));
        for rest in self.cut_clause(relative, open).iter().rev() {
            read.queue.push_front(rest);
        }
        if !self.attach(&mut read.groups, phrase) {
            self.error(
                Code::NoSuchRole,
                relative.span,
                "`that …` describes a noun, but none stands before it",
            );
        }
    }
}
