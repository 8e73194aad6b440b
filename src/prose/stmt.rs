//! Statements as clauses.

use super::Printer;
use super::noun::Bare;
use super::vocabulary::Form;
use crate::ir::{
    Arg, Call, Deed, ExprId, Limit, ModalOption, ModalWord, ObjId, Objects, Quant, Role, Selector, Stmt, StmtId,
    Subject, Who,
};
use crate::style::english::{Np, clauses, instead, list, sentence};
use crate::vocab::Data;

/// Who acts, and with which form of the verb.
#[derive(Debug, Clone)]
pub(super) struct Voice {
    lead: String,
    form: Form,
    /// Who acts in the clauses behind the first one.
    next: Option<String>,
}

impl Voice {
    /// The player of the card is told what to do.
    pub(super) fn command() -> Voice {
        Voice {
            lead: String::new(),
            form: Form::Base,
            next: None,
        }
    }

    fn of(np: &Np) -> Voice {
        let next = if np.subject == "you" { "you " } else { "they " };
        Voice {
            lead: format!("{} ", np.subject),
            form: if np.bare_verb { Form::Base } else { Form::Third },
            next: Some(next.into()),
        }
    }

    fn may(np: &Np) -> Voice {
        Voice {
            lead: format!("{} may ", np.subject),
            form: Form::Base,
            next: Some(String::new()),
        }
    }

    fn after_first(&self) -> Voice {
        self.next.as_ref().map_or_else(
            || self.clone(),
            |lead| Voice {
                lead: lead.clone(),
                form: Form::Base,
                next: self.next.clone(),
            },
        )
    }
}

impl Printer<'_> {
    /// The clauses of a body; those that speak of what the one before chose or moved are joined to it.
    pub(super) fn body(&self, ids: &[StmtId], voice: &Voice) -> Vec<String> {
        let mut groups: Vec<Vec<String>> = Vec::new();
        let mut open = false;
        for (at, id) in ids.iter().enumerate() {
            let first = at == 0;
            let stmt = &self.code[*id];
            let texts = self.stmt(*id, &if first { voice.clone() } else { voice.after_first() });
            let acts = matches!(stmt, Stmt::Do { .. });
            let joins = open && texts.len() == 1 && self.refers_back(stmt);
            match groups.last_mut().filter(|group| joins && group.len() < 4) {
                Some(group) => group.extend(texts),
                None => groups.extend(texts.into_iter().map(|text| vec![text])),
            }
            open = acts;
        }
        groups.iter().map(|group| clauses(group)).collect()
    }

    /// A whole body as one clause.
    fn joined(&self, ids: &[StmtId], voice: &Voice) -> String {
        clauses(&self.body(ids, voice))
    }

    fn refers_back(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Do { roles, .. } => roles
                .iter()
                .any(|role| matches!(&role.arg, Arg::Objects(of) if self.is_reference(*of))),
            Stmt::Gain { subject, .. } | Stmt::Set { subject, .. } | Stmt::Modality { subject, .. } => {
                matches!(subject, Subject::Objects(of) if self.is_reference(*of))
            }
            Stmt::Price { .. }
            | Stmt::If { .. }
            | Stmt::Override { .. }
            | Stmt::Otherwise(..)
            | Stmt::ForEach { .. }
            | Stmt::Repeat { .. }
            | Stmt::Delayed { .. }
            | Stmt::Modal { .. }
            | Stmt::Define(..)
            | Stmt::May { .. }
            | Stmt::Actor { .. }
            | Stmt::Block(_)
            | Stmt::Given => false,
        }
    }

    fn is_reference(&self, id: ObjId) -> bool {
        let objects = &self.code[id];
        if let Objects::Part(_, of) = objects {
            self.is_reference(*of)
        } else if let Objects::Select(selector) = objects {
            selector.among.is_some_and(|among| self.is_reference(among))
        } else if let Objects::Join(parts) = objects {
            parts.iter().any(|part| self.is_reference(*part))
        } else {
            matches!(objects, Objects::Slot(..) | Objects::Rest(_))
        }
    }

    fn per(&self, per: Option<ObjId>) -> String {
        per.map_or_else(String::new, |of| format!(" for each {}", self.each_of(of)))
    }

    /// What `for each` counts: one of them.
    fn each_of(&self, of: ObjId) -> String {
        let text = if let Objects::Select(selector) = &self.code[of] {
            let each = if selector.quant == Quant::Bare {
                Quant::Each
            } else {
                selector.quant.clone()
            };
            self.selector(
                &Selector {
                    quant: each,
                    ..selector.as_ref().clone()
                },
                Bare::One,
            )
            .object
        } else if let Objects::Values(..) = &self.code[of] {
            self.objects(of, Bare::One).object
        } else {
            format!("of {}", self.objects(of, Bare::Many).object)
        };
        text.strip_prefix("each ").map_or(text.clone(), str::to_owned)
    }

    fn define_all(&self, defs: &[(String, ExprId)]) {
        for (name, number) in defs {
            self.explain(name.clone(), self.amount_text(*number));
        }
    }

    /// The clauses of one statement.
    pub(super) fn stmt(&self, id: StmtId, voice: &Voice) -> Vec<String> {
        self.printed.borrow_mut().insert(id);
        match &self.code[id] {
            stmt @ (Stmt::Do { .. }
            | Stmt::Gain { .. }
            | Stmt::Set { .. }
            | Stmt::Modality { .. }
            | Stmt::Price { .. }) => self.sentence(stmt, voice),
            Stmt::If { cond, then, other } => {
                let mut texts = vec![format!("if {}, {}", self.cond(*cond, false), self.joined(then, voice))];
                if !other.is_empty() {
                    texts.push(format!("otherwise, {}", self.joined(other, voice)));
                }
                texts
            }
            Stmt::Override { base, arms, joins: _ } => {
                let mut texts = self.stmt(*base, voice);
                texts.extend(arms.iter().map(|(cond, body)| {
                    format!("if {}, {}", self.cond(*cond, false), instead(&self.joined(body, voice)))
                }));
                texts
            }
            Stmt::Otherwise(base, body) => {
                let before = !self.printed.borrow().contains(base);
                let mut texts = if before { self.stmt(*base, voice) } else { Vec::new() };
                let who = self.did(&self.doer(*base));
                texts.push(format!("if {who} do not, {}", self.joined(body, voice)));
                texts
            }
            Stmt::ForEach { over, slot: _, body } => vec![format!(
                "for each {}, {}",
                self.each_of(*over),
                self.joined(body, voice)
            )],
            Stmt::Repeat { times, body, until } => {
                let times = times.map_or_else(String::new, |times| format!(" {} times", self.number(times)));
                let until = until.map_or_else(String::new, |until| format!(" until {}", self.cond(until, false)));
                vec![format!(
                    "repeat the following{times}{until}: {}",
                    self.joined(body, voice)
                )]
            }
            Stmt::Delayed {
                once,
                ability,
                durations,
            } => {
                let front: String = durations
                    .iter()
                    .map(|duration| format!("{}, ", self.duration(duration)))
                    .collect::<Vec<_>>()
                    .concat();
                vec![format!("{front}{}", self.waiting(*ability, *once))]
            }
            // When the options are chosen is the game's rule, not the card's text.
            Stmt::Modal {
                verb,
                quant,
                overrides,
                options,
                time: _,
            } => {
                let mut head = format!("{}{} {}", voice.lead, self.verb(verb, voice.form), self.quantity(quant));
                for (quant, cond) in overrides {
                    add!(
                        head,
                        " (or {} instead if {})",
                        self.quantity(quant),
                        self.cond(*cond, false)
                    );
                }
                let options: Vec<_> = options.iter().map(|option| self.option(option, voice)).collect();
                vec![self.style.modal(&head, &options)]
            }
            Stmt::Define(name, number) => {
                vec![format!("{name} is equal to {}", self.amount_text(*number))]
            }
            Stmt::May { who, cost, body } => self.may(who, cost.map(|cost| self.cost(cost).clause()), body),
            Stmt::Actor { who, body } => self.acted(who, body),
            Stmt::Block(body) => self.body(body, voice),
            Stmt::Given => vec!["do what is written behind it".into()],
        }
    }

    /// A statement that is one sentence: what is done, given, set, allowed or priced.
    fn sentence(&self, stmt: &Stmt, voice: &Voice) -> Vec<String> {
        match stmt {
            // What it introduces and when it chooses is part of its word in print.
            Stmt::Do {
                verb,
                call,
                roles,
                slot: _,
                choice: _,
                per,
                durations,
                defs,
            } => {
                self.define_all(defs);
                let text = format!(
                    "{}{}{}{}",
                    voice.lead,
                    self.action(verb, call.as_ref(), roles, voice.form),
                    self.per(*per),
                    self.durations(durations)
                );
                if let Some((_, meaning)) = call {
                    self.printed.borrow_mut().extend(meaning);
                }
                vec![text]
            }
            Stmt::Gain {
                subject,
                lose,
                grants,
                durations,
                per,
                defs,
            } => {
                self.define_all(defs);
                vec![self.gain(subject, *lose, grants, durations, &self.per(*per))]
            }
            Stmt::Set {
                subject,
                is,
                to,
                durations,
                defs,
            } => {
                self.define_all(defs);
                let np = self.subject(subject, Bare::Many);
                let verb = if *is {
                    np.be(false)
                } else {
                    np.pick("becomes", "become")
                };
                vec![format!(
                    "{} {verb} {}{}",
                    np.subject,
                    self.complement(to, np.bare_verb && np.subject != "you"),
                    self.durations(durations)
                )]
            }
            Stmt::Modality {
                subject,
                word,
                deeds,
                roles,
                durations,
                limit,
                defs,
            } => {
                self.define_all(defs);
                let limit = limit
                    .as_ref()
                    .map_or_else(String::new, |limit| format!(" {}", self.limit(limit)));
                vec![format!(
                    "{} {}{}{}{limit}",
                    self.subject(subject, Bare::Many).subject,
                    self.modality(*word, deeds),
                    self.roles(roles, "its owner's"),
                    self.durations(durations)
                )]
            }
            Stmt::Price {
                subject,
                amount,
                change,
                durations,
                per,
                defs,
            } => {
                self.define_all(defs);
                let np = self.subject(subject, Bare::Many);
                vec![format!(
                    "{}{}{}",
                    self.price_change(&np, amount, *change),
                    self.per(*per),
                    self.durations(durations)
                )]
            }
            _ => Vec::new(),
        }
    }

    /// What another player does.
    fn acted(&self, who: &Who, body: &[StmtId]) -> Vec<String> {
        let np = self.who(who);
        let outer = self.actor.replace(Some(np.clone()));
        let acts = body.first().is_some_and(|first| {
            matches!(
                &self.code[*first],
                Stmt::Do { .. } | Stmt::May { .. } | Stmt::Modal { .. }
            )
        });
        let mut texts = self.body(
            body,
            &if acts {
                Voice::of(&np)
            } else {
                Voice::of(&self.who(&Who::They))
            },
        );
        if let (Some(first), false) = (texts.first_mut(), acts) {
            *first = format!("for {}, {first}", np.object);
        }
        self.actor.replace(outer);
        texts
    }

    fn may(&self, who: &Who, cost: Option<String>, body: &[StmtId]) -> Vec<String> {
        // Inside what another player does, a bare `may` is that player's.
        let actor = self.actor.borrow().clone().filter(|_| *who == Who::You);
        let np = actor.unwrap_or_else(|| self.who(who));
        let acts = body
            .first()
            .is_some_and(|first| matches!(&self.code[*first], Stmt::Do { .. } | Stmt::Modal { .. }));
        let Some(cost) = cost else {
            if acts {
                return vec![self.joined(body, &Voice::may(&np))];
            }
            return vec![format!(
                "{} may do this: {}",
                np.subject,
                self.joined(body, &Voice::command())
            )];
        };
        let mut texts = vec![format!("{} may {cost}", np.subject)];
        if !body.is_empty() {
            let who = self.did(who);
            let voice = if who == "you" {
                Voice::command()
            } else {
                Voice::of(&self.who(&Who::They))
            };
            texts.push(format!("if {who} do, {}", self.joined(body, &voice)));
        }
        texts
    }

    fn modality(&self, word: ModalWord, deeds: &[Deed]) -> String {
        let word = match word {
            ModalWord::Cannot => "cannot",
            ModalWord::Can => "can",
            ModalWord::Must => "must",
        };
        let deeds: Vec<_> = deeds
            .iter()
            .map(|deed| {
                if deed.passive {
                    format!("be {}", self.verb(&deed.verb, Form::Participle))
                } else {
                    self.verb(&deed.verb, Form::Base)
                }
            })
            .collect();
        format!("{word} {}", list(&deeds, "or"))
    }

    /// `up to 2 times per turn for each name`.
    pub(super) fn limit(&self, limit: &Limit) -> String {
        let times = self.number(limit.times);
        let mut text = format!("up to {times} {}", if times == "1" { "time" } else { "times" });
        for (at, per) in limit.per.iter().enumerate() {
            add!(text, " {} {}", if at == 0 { "per" } else { "for each" }, self.word(per));
        }
        text
    }

    fn option(&self, option: &ModalOption, voice: &Voice) -> String {
        let ModalOption {
            name,
            limit,
            condition,
            cost,
            body,
        } = option;
        let mut text = name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        if let Some(cost) = cost {
            add!(text, "{} ", self.cost(*cost).bracketed(self.style));
        }
        let mut texts = self.body(body, voice);
        if let (Some(cond), Some(first)) = (condition, texts.first_mut()) {
            *first = format!("if {}, {first}", self.cond(*cond, false));
        }
        text += &texts.iter().map(|text| sentence(text)).collect::<Vec<_>>().join(" ");
        if let Some(limit) = limit {
            add!(text, " Choose this {}.", self.limit(limit));
        }
        text
    }

    /// A verb with what fills its roles.
    pub(super) fn action(&self, verb: &str, call: Option<&(Call, Vec<StmtId>)>, roles: &[Role], form: Form) -> String {
        let args: Vec<Role> = match call {
            Some((call, _)) if roles.is_empty() => call
                .args
                .iter()
                .map(|arg| Role {
                    name: "what".into(),
                    arg: arg.clone(),
                })
                .collect(),
            Some(_) | None => roles.to_vec(),
        };
        let what = args.iter().find(|role| role.name == "what");
        if let Some(Role {
            arg: Arg::Number(number),
            ..
        }) = what
        {
            let count = self.number(*number);
            if let Some(text) = self.style.blast(verb, &count) {
                return text;
            }
            let others: Vec<_> = args.iter().filter(|role| role.name != "what").cloned().collect();
            let things = match self.counts(verb) {
                Some("damage") => format!("{count} damage"),
                Some(noun) => format!("{count} {}", self.noun(noun, self.literal(*number) != Some(1))),
                None if verb == "pay" => self.style.price(&count),
                None => count,
            };
            return format!(
                "{} {things}{}",
                self.verb(verb, form),
                self.roles(&others, "its owner's")
            );
        }
        let (verb, roles) = (self.verb(verb, form), self.roles(&args, "its owner's"));
        // `remove it from battle`: the verb's own preposition stands behind what it is done to.
        match (verb.split_once(" from "), what) {
            (Some((verb, rest)), Some(_)) => format!("{verb}{roles} from {rest}"),
            (Some(_) | None, _) => format!("{verb}{roles}"),
        }
    }

    /// What a bare number behind the verb counts.
    fn counts(&self, verb: &str) -> Option<&'static str> {
        let types = self.vocab.pick(verb, |word, _| {
            if let Data::Verb(data) = &word.data {
                data.roles
                    .iter()
                    .find(|role| role.names.contains(&"what"))
                    .map(|role| &role.types)
            } else {
                None
            }
        })?;
        ["damage", "card"]
            .into_iter()
            .find(|noun| types.words.iter().any(|word| word.trim_end_matches('s') == *noun))
    }
}
