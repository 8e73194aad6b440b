//! Events and times.

use super::Printer;
use super::noun::{ANYBODYS, Bare};
use super::vocabulary::Form;
use crate::ir::{
    Arg, Boundary, Duration, Event, EventId, EventKind, Name, ObjId, Objects, Role, Subject, TimeRef, Who, Window,
};
use crate::style::english::{Np, list};

impl Printer<'_> {
    pub(super) fn subject(&self, subject: &Subject, bare: Bare) -> Np {
        match subject {
            Subject::Objects(of) => self.objects(*of, bare),
            Subject::Players(who) => self.who(who),
            Subject::Attr(of, attr) => Np::one(self.owned(of, &self.word(attr))),
            Subject::Amount(amount) => self.amount(amount, bare),
            Subject::Place(place) => Np::one(self.place(*place, ANYBODYS)),
            Subject::Number(number) => Np::one(self.amount_text(*number)),
            Subject::Word(word) => Np::one(format!("the {}", self.word(word))),
            Subject::Time(time) => Np::one(self.time(time)),
            Subject::Icons(runs) => Np::one(self.icons(runs)),
            Subject::Keyword(call) => Np::one(self.keyword_name(call)),
        }
    }

    /// The event as a clause: `this card is placed on the stage from your hand`.
    pub(super) fn event(&self, id: EventId) -> String {
        self.event_clause(&self.code[id])
    }

    /// The event did not happen.
    pub(super) fn no_event(&self, id: EventId) -> String {
        let event = &self.code[id];
        self.event_clause(&Event {
            not: !event.not,
            ..event.clone()
        })
    }

    fn event_clause(&self, event: &Event) -> String {
        match &event.subject {
            Some(subject) => {
                let np = self.subject(subject, Bare::One);
                format!("{} {}", np.subject, self.predicate(event, &np))
            }
            None => self.predicate(event, &Np::one("it")),
        }
    }

    /// The event as a relative clause: `that attacked this turn`, `that you discarded this way`.
    pub(super) fn relative(&self, id: EventId, many: bool) -> String {
        let event = &self.code[id];
        let subject = event
            .subject
            .as_ref()
            .filter(|subject| !matches!(subject, Subject::Objects(of) if self.code[*of] == Objects::Described));
        match subject {
            Some(subject) => {
                let np = self.subject(subject, Bare::One);
                format!("that {} {}", np.subject, self.predicate(event, &np))
            }
            None => format!(
                "that {}",
                self.predicate(event, &if many { Np::many("they") } else { Np::one("it") })
            ),
        }
    }

    /// What an object may or may not do: `that cannot be destroyed`.
    pub(super) fn able(&self, id: EventId) -> String {
        let event = &self.code[id];
        let subject = event.subject.as_ref().map_or_else(String::new, |subject| {
            format!("{} ", self.subject(subject, Bare::One).subject)
        });
        let deed = match &event.kind {
            EventKind::Does(verbs) => self.verbs(verbs, Form::Base),
            EventKind::Done(verb) => format!("be {}", self.verb(verb, Form::Participle)),
            EventKind::Becomes(what) => format!("become {}", self.complement(what, false)),
        };
        format!(
            "that {subject}can{} {deed}{}{}",
            if event.not { "not" } else { "" },
            self.event_roles(event),
            self.window(event)
        )
    }

    fn verbs(&self, verbs: &[Name], form: Form) -> String {
        let verbs: Vec<_> = verbs.iter().map(|verb| self.verb(verb, form)).collect();
        list(&verbs, "or")
    }

    fn predicate(&self, event: &Event, np: &Np) -> String {
        let past = event.past || event.window.is_some();
        let not = if event.not { "not " } else { "" };
        let text = match &event.kind {
            EventKind::Does(verbs) if event.would => {
                format!("would {not}{}", self.verbs(verbs, Form::Base))
            }
            EventKind::Does(verbs) if event.not => format!(
                "{} not {}",
                if past { "did" } else { np.pick("does", "do") },
                self.verbs(verbs, Form::Base)
            ),
            EventKind::Does(verbs) if past => self.verbs(verbs, Form::Past),
            EventKind::Does(verbs) => self.verbs(verbs, if np.bare_verb { Form::Base } else { Form::Third }),
            EventKind::Done(verb) if event.would => {
                format!("would {not}be {}", self.verb(verb, Form::Participle))
            }
            EventKind::Done(verb) => {
                format!("{} {not}{}", np.be(past), self.verb(verb, Form::Participle))
            }
            EventKind::Becomes(what) => {
                let what = self.complement(what, np.bare_verb && np.subject != "you");
                match (event.would, event.not, past) {
                    (true, _, _) => format!("would {not}become {what}"),
                    (false, true, past) => {
                        format!("{} not become {what}", if past { "did" } else { np.pick("does", "do") })
                    }
                    (false, false, true) => format!("became {what}"),
                    (false, false, false) => format!("{} {what}", np.pick("becomes", "become")),
                }
            }
        };
        text + &self.event_roles(event) + &self.window(event)
    }

    fn event_roles(&self, event: &Event) -> String {
        let yours = match &event.subject {
            None | Some(Subject::Players(Who::You)) => true,
            Some(subject) => matches!(subject, Subject::Objects(of) if self.is_yours(*of)),
        };
        // What the clause describes is its noun, which stands in front of it; its preposition stays behind.
        let (described, roles): (Vec<_>, Vec<_>) = event
            .roles
            .iter()
            .cloned()
            .partition(|role| matches!(&role.arg, Arg::Objects(of) if self.code[*of] == Objects::Described));
        let mut text = self.roles(&roles, if yours { "your" } else { "its owner's" });
        for role in described.iter().filter(|role| role.name != "what") {
            add!(text, " {}", self.style.preposition(&role.name));
        }
        text
    }

    fn is_yours(&self, id: ObjId) -> bool {
        let objects = &self.code[id];
        *objects == Objects::This || matches!(objects, Objects::Select(selector) if selector.whose == Some(Who::You))
    }

    fn window(&self, event: &Event) -> String {
        let mut text = match &event.window {
            None => String::new(),
            Some(Window::ThisWay) => " this way".into(),
            Some(Window::In(time)) if time.this && time.edge.is_none() => {
                format!(" {}", self.time(time))
            }
            Some(Window::In(time)) => format!(" during {}", self.time(time)),
        };
        for time in &event.during {
            add!(text, " during {}", self.time(time));
        }
        text
    }

    /// A stretch or point of time: `your next turn`, `the beginning of your main phase`.
    pub(super) fn time(&self, time: &TimeRef) -> String {
        let TimeRef {
            edge,
            span,
            whose,
            of,
            within,
            next,
            this,
            each,
            named,
        } = time;
        let span = self.time_word(span);
        let next = if *next { "next " } else { "" };
        let owner = match (whose, of) {
            (Some(who), _) => Some(self.owner_of(who)),
            (None, Some(of)) => Some(self.objects(*of, Bare::One).owner),
            (None, None) => None,
        };
        let clause = of
            .filter(|_| span.contains(" it "))
            .map(|of| self.objects(of, Bare::One).subject);
        let mut text = match (owner, this, each) {
            // `the battle this unit attacked`
            _ if clause.is_some() => format!(
                "the {next}{}",
                span.replace(" it ", &format!(" {} ", clause.unwrap_or_default()))
            ),
            (Some(owner), _, true) => {
                format!("each of {owner} {next}{}", crate::style::english::with_s(&span))
            }
            (Some(owner), true, false) => {
                format!("this {next}{span} of {}", owner.trim_end_matches("'s"))
            }
            (Some(owner), false, false) => format!("{owner} {next}{span}"),
            (None, true, _) => format!("this {next}{span}"),
            (None, false, true) => format!("each {next}{span}"),
            (None, false, false) => format!("the {next}{span}"),
        };
        if named.is_some() && span == "turn" {
            text = "that turn".into();
        } else if let Some(within) = within {
            add!(text, " of {}", self.time(within));
        } else if named.is_some() {
            text += " of that turn";
        }
        match edge {
            Some(Boundary::Start) => format!("the {} of {text}", self.style.start),
            Some(Boundary::End) => format!("the end of {text}"),
            None => text,
        }
    }

    fn time_word(&self, span: &str) -> String {
        let printed = self
            .vocab
            .pick(span, |word, _| {
                matches!(word.data, crate::vocab::Data::Time(_)).then_some(word.printed[0])
            })
            .flatten();
        printed.map_or_else(|| self.spaced(span), str::to_owned)
    }

    /// How long: `until end of turn`.
    pub(super) fn duration(&self, duration: &Duration) -> String {
        match duration {
            Duration::Until(time) => {
                let plain = time.edge == Some(Boundary::End)
                    && time.whose.is_none()
                    && time.of.is_none()
                    && time.within.is_none()
                    && !(time.next || time.this || time.each)
                    && time.named.is_none();
                if plain {
                    format!(
                        "until end of {}{}",
                        self.style.end_of(&time.span),
                        self.time_word(&time.span)
                    )
                } else {
                    format!("until {}", self.time(time))
                }
            }
            Duration::UntilEvent(event) => format!("until {}", self.event(*event)),
            Duration::While(cond) => format!("as long as {}", self.cond(*cond, false)),
            Duration::During(time) => format!("during {}", self.time(time)),
        }
    }

    /// The durations behind a sentence.
    pub(super) fn durations(&self, durations: &[Duration]) -> String {
        durations
            .iter()
            .map(|duration| format!(" {}", self.duration(duration)))
            .collect::<Vec<_>>()
            .concat()
    }

    /// The roles of a verb: what it is done to first, then the prepositions as written.
    pub(super) fn roles(&self, roles: &[Role], owner: &str) -> String {
        let (what, others): (Vec<_>, Vec<_>) = roles.iter().partition(|role| role.name == "what");
        what.into_iter()
            .chain(others)
            .map(|role| format!(" {}", self.role(role, owner)))
            .collect::<Vec<_>>()
            .concat()
    }
}
