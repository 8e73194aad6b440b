//! Abilities: category, labels, head, cost, effect.

use super::Checker;
use super::keyword::field_tokens;
use super::noun::Want;
use super::value::Val;
use crate::ast::{
    Ability as AstAbility, Body, Category, Cost as AstCost, Head, Label, Limit as AstLimit, Member, StmtKind,
    Trigger as AstTrigger,
};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Ability, AbilityId, Cost, CostId, CostUse, Expr, Limit, Line, Name, Replacement, Trigger};
use crate::source::Span;
use crate::vocab::Data;

impl<'a, 's> Checker<'a, 's> {
    /// The abilities and keywords of a granted block.
    pub(super) fn lines(&mut self, members: &'a [Member<'s>]) -> Vec<Line> {
        let mut out = Vec::new();
        for member in members {
            match member {
                Member::Ability(ability) => out.push(Line::Ability(self.ability(ability))),
                Member::Keyword(line) => out.extend(self.keyword_line(line)),
                Member::Fields(fields) => {
                    for field in fields {
                        let tokens = field_tokens(field);
                        out.extend(self.keyword_fields(&tokens, field.span));
                    }
                }
                Member::Face(face) => self.error(Code::UnknownFace, face.span, "a face belongs to a card, not here"),
            }
        }
        out
    }

    /// An ability.
    pub(super) fn ability(&mut self, ability: &'a AstAbility<'s>) -> AbilityId {
        self.phrase(ability.span, |checker| {
            checker.nested(|inner| inner.ability_inner(ability))
        })
    }

    fn ability_inner(&mut self, ability: &'a AstAbility<'s>) -> AbilityId {
        let mut node = Ability {
            category: ability.category,
            src: ability.span.into(),
            ..Ability::empty()
        };
        let labels_known = self.labels(&ability.labels, ability, &mut node);
        self.frame().continuous = ability.category == Category::Cont;
        self.heads(&ability.heads, &mut node);
        let given = self.frame().givens.heads;
        if !given.is_empty() {
            self.outside(|checker| checker.heads(given, &mut node));
        }
        if node.replaces.is_some() {
            self.frame().continuous = false;
        }
        if node.works.is_none() {
            node.default_works = match self.gate_works(&node) {
                Some(zones) => zones,
                None => self.default_works(&node),
            };
        }
        let may = ability.heads.iter().any(|h| {
            matches!(
                h,
                Head::Swap {
                    may: true,
                    instead: false,
                    ..
                }
            )
        });
        if labels_known {
            self.category_rules(ability, &node, may);
        }
        if let Some(cost) = &ability.cost
            && let Some(id) = self.cost_or_none(cost)
        {
            let usage = match ability.category {
                Category::Play if may => {
                    let extras = self.frame().extras.clone();
                    CostUse::Extra(
                        ability
                            .labels
                            .iter()
                            .map(|l| l.name.text)
                            .find(|n| extras.contains(n))
                            .map(str::to_owned),
                    )
                }
                Category::Auto | Category::Cont => CostUse::Optional,
                Category::Act | Category::Play => CostUse::Required,
            };
            node.cost = Some((id, usage));
        }
        self.frame().replacing = node.replaces.is_some();
        match &ability.body {
            Body::Block(block) => {
                if block.stmts.is_empty() && !block.given && node.replaces.is_none() {
                    self.report(
                        Diagnostic::new(Code::EmptyBlock, block.span, "this effect is empty")
                            .with_help("say what happens: `{ draw 1 }`"),
                    );
                }
                node.body = self.block(block);
                if ability.category == Category::Cont && node.replaces.is_none() && node.trigger.is_none() {
                    self.static_only(&block.stmts);
                }
            }
            Body::Members(_, span) => {
                self.report(
                    Diagnostic::new(
                        Code::BlockMismatch,
                        *span,
                        "an ability contains statements, not abilities",
                    )
                    .with_help("to give abilities write `this gets { … }`"),
                );
            }
            Body::None if may || node.replaces.is_some() => {}
            Body::None if !labels_known => {}
            // An additional cost of the card.
            Body::None
                if ability.category == Category::Play
                    && node.cost.is_some()
                    && self.scope.vocab.policy("play-costs") == Some("alone") => {}
            Body::None => self.report(
                Diagnostic::new(Code::NoEffect, ability.span, "this ability has no effect")
                    .with_help("add it in braces: `{ … }`"),
            ),
        }
        let gated = node.works.is_some() || self.gate_works(&node).is_some();
        if let Some(zones) = self.taken_from(&node).filter(|_| !gated) {
            node.default_works = zones;
        }
        self.unused_choices(0);
        if self.expanding.is_empty() && self.frames.len() <= 1 {
            self.unused_variables();
        }
        let frame = self.frame();
        node.prologue = std::mem::take(&mut frame.prologue);
        node.slots = frame.slots;
        self.code.add_ability(node)
    }

    /// Reads the labels; false if one of them is not known.
    fn labels(&mut self, labels: &'a [Label<'s>], ability: &'a AstAbility<'s>, node: &mut Ability) -> bool {
        let mut known = true;
        let may = ability.heads.iter().any(|h| matches!(h, Head::Swap { may: true, .. }));
        let mut rest = labels;
        while let Some((first, after)) = rest.split_first() {
            if ability.category == Category::Play && may && self.frame().extras.contains(&first.name.text) {
                rest = after;
                continue;
            }
            known &=
                self.scope.labels.contains_key(first.name.text) || self.scope.keywords.contains_key(first.name.text);
            let used = self.label(rest, node);
            rest = rest.get(used.max(1)..).unwrap_or_default();
        }
        known
    }

    /// One label, which may take the words of the labels behind it; says how many labels were used.
    fn label(&mut self, labels: &'a [Label<'s>], node: &mut Ability) -> usize {
        let Some(first) = labels.first() else { return 0 };
        let found = self.scope.labels.get(first.name.text).map(|l| ("label", l.clone()));
        let Some((kind, definitions)) =
            found.or_else(|| self.scope.keywords.get(first.name.text).map(|l| ("keyword", l.clone())))
        else {
            self.unknown_keyword(&first.name);
            return 1;
        };
        // A label takes the fixed words of its signature from the labels that follow; most take only their own arguments.
        let takes_words = definitions.iter().any(|d| {
            d.signature
                .parts
                .iter()
                .any(|p| matches!(p, crate::ast::SignaturePart::Word(_)))
        });
        let count = if takes_words { 2.min(labels.len()) } else { 1 };
        let slice = labels.get(..count).unwrap_or_default();
        if let Some((call, definition)) = self.call(kind, &definitions, slice) {
            let gate = match &definition.body {
                crate::ast::DefinitionBody::Label(Some(cond)) => self.expand_cond(definition, &call, cond),
                crate::ast::DefinitionBody::Label(None)
                | crate::ast::DefinitionBody::Keyword(_)
                | crate::ast::DefinitionBody::Verb(_)
                | crate::ast::DefinitionBody::Condition(_) => None,
            };
            node.labels.push(crate::ir::Label { call, gate });
        }
        count
    }

    /// Where an ability works if the script does not say.
    fn default_works(&mut self, node: &Ability) -> Vec<Name> {
        let mut zones: Vec<Name> = Vec::new();
        // Continuous text may work in more zones than other text (3.1.1.3.9 of Vanguard).
        if node.category == Category::Cont && node.trigger.is_none() && !self.face_types.is_empty() {
            let more = self.scope.vocab.policy("cont-works").unwrap_or("");
            zones.extend(more.split_whitespace().map(Name::Borrowed));
        }
        for ty in self.face_types.clone() {
            let works = self.pick(ty, |w, _| match &w.data {
                Data::Type(t) => Some(t.works.clone()),
                _ => None,
            });
            for zone in works.unwrap_or_default() {
                if !zones.iter().any(|z| z == zone) {
                    zones.push(Name::Borrowed(zone));
                }
            }
        }
        zones
    }

    /// What each category may and must have.
    fn category_rules(&mut self, ability: &'a AstAbility<'s>, node: &Ability, may: bool) {
        let limit = ability.heads.iter().find_map(|h| match h {
            Head::Limit(l) => Some(l.span),
            _ => None,
        });
        let trigger = ability.heads.iter().find_map(|h| match h {
            Head::Trigger(AstTrigger::When(_, s) | AstTrigger::At(_, s) | AstTrigger::Either(_, _, s)) => Some(*s),
            _ => None,
        });
        let would = matches!(&node.trigger, Some(Trigger::Events(list)) if list.iter().any(|e| self.code[*e].would));
        match ability.category {
            Category::Cont => {
                if let Some(span) = limit.filter(|_| node.replaces.is_none()) {
                    self.report(
                        Diagnostic::new(
                            Code::LimitOnCont,
                            span,
                            "a CONT ability is not activated, so it cannot have a limit",
                        )
                        .with_help("remove the limit, or make it AUTO with a trigger"),
                    );
                }
                if let Some(cost) = ability.cost.as_ref().filter(|_| node.replaces.is_none()) {
                    self.report(
                        Diagnostic::new(
                            Code::CostOnCont,
                            cost.span,
                            "a CONT ability always works, so nothing is paid for it",
                        )
                        .with_help("make it ACT, or AUTO with a trigger"),
                    );
                }
                if let Some(span) = trigger.filter(|_| {
                    node.replaces.is_some()
                        && !would
                        && matches!(&node.trigger, Some(Trigger::Events(l)) if !l.is_empty())
                }) {
                    self.report(
                        Diagnostic::new(
                            Code::TriggerNotAllowed,
                            span,
                            "a replacement takes the place of something that would happen",
                        )
                        .with_help("write `when … would …, instead { … }`"),
                    );
                }
                if let Some(span) = trigger.filter(|_| node.replaces.is_none()) {
                    let problem = Diagnostic::new(Code::TriggerNotAllowed, span, "a CONT ability has no trigger");
                    self.report(if would {
                        problem.with_help("a replacement says what happens in its place: `…, instead { … }`")
                    } else {
                        problem.with_help("make it AUTO; or `while …`, `if …` for something that holds all the time")
                    });
                }
            }
            Category::Auto => {
                if node.trigger.is_none() {
                    self.report(
                        Diagnostic::new(
                            Code::NoTrigger,
                            ability.category_span,
                            "an AUTO ability needs a trigger",
                        )
                        .with_help("say when: `when …`, `at the start of …`; an `if …` alone makes a state trigger"),
                    );
                }
                if let (true, Some(span)) = (would, trigger) {
                    self.report(
                        Diagnostic::new(
                            Code::TriggerNotAllowed,
                            span,
                            "`would` belongs to a replacement, and a replacement is CONT",
                        )
                        .with_help("write `CONT when … would …, instead { … }`, or `AUTO when … is …`"),
                    );
                }
            }
            Category::Act | Category::Play => {
                if let Some(span) = trigger {
                    let word = if ability.category == Category::Act {
                        "ACT"
                    } else {
                        "PLAY"
                    };
                    self.report(
                        Diagnostic::new(
                            Code::TriggerNotAllowed,
                            span,
                            format!("{word} has no trigger: a player uses it"),
                        )
                        .with_help("make it AUTO, or say when it may be used with `during …` or `if …`"),
                    );
                }
            }
        }
        if may && ability.category != Category::Play && node.replaces.is_none() {
            let span = ability.heads.iter().find_map(|h| match h {
                Head::Swap { span, .. } => Some(*span),
                _ => None,
            });
            if let Some(span) = span {
                self.error(
                    Code::Syntax,
                    span,
                    "`may` stands in the head only of PLAY and of replacements (`may instead`)",
                );
            }
        }
    }

    /// The parts of a head.
    pub(super) fn heads(&mut self, heads: &'a [Head<'s>], node: &mut Ability) {
        for head in heads {
            match head {
                Head::Works(np, span) => {
                    if node.works.is_some() {
                        self.twice(*span, "where it works");
                    }
                    node.works = self.works(np);
                }
                Head::Limit(limit) => {
                    if node.limit.is_some() {
                        self.twice(limit.span, "the limit");
                    }
                    node.limit = self.limit(limit);
                }
                Head::Trigger(trigger) => {
                    let span = match trigger {
                        AstTrigger::When(_, span) | AstTrigger::At(_, span) | AstTrigger::Either(_, _, span) => *span,
                    };
                    if node.trigger.is_some() {
                        self.twice(span, "the trigger");
                    }
                    node.trigger = self.trigger(trigger);
                }
                Head::If(cond) => {
                    let Some(id) = self.cond(cond) else { continue };
                    self.remember_asked();
                    node.condition = Some(match node.condition {
                        Some(old) => self.code.add_cond(crate::ir::Cond::And(vec![old, id])),
                        None => id,
                    });
                }
                Head::During(np, _) => node.during.extend(self.time_np(np)),
                Head::Swap { may, instead: true, .. } => node.replaces = Some(Replacement { may: *may }),
                Head::Swap { .. } => {}
                Head::Label(label) => {
                    self.label(std::slice::from_ref(label), node);
                }
            }
        }
        if node.category == Category::Auto && node.trigger.is_none() && node.condition.is_some() {
            node.trigger = Some(Trigger::State);
        }
    }

    fn twice(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::new(Code::DuplicateHead, span, format!("the head says {what} twice"))
                .with_help("join triggers with `or when …`, conditions with `and`"),
        );
    }

    fn works(&mut self, np: &'a crate::ast::Np<'s>) -> Option<crate::ir::PlaceId> {
        let value = match self.np(np, Want::Place)? {
            value @ Val::Objs(
                _,
                super::value::ObjTy {
                    kind: crate::vocab::NounKind::Position,
                    ..
                },
            ) => Val::Place(self.as_place("in", value, np.span)?),
            value => value,
        };
        let Val::Place(place) = value else {
            let candidates = self.spellings(|w| matches!(&w.data, Data::Zone(z) if z.works));
            self.report(
                Diagnostic::new(
                    Code::NotAZone,
                    np.span,
                    format!("expected a zone where the ability works, found {}", value.shown()),
                )
                .with_help(format!(
                    "abilities can work in {}",
                    crate::diag::quoted_list(candidates, 12, "and")
                )),
            );
            return None;
        };
        let mut names = Vec::new();
        self.zones_of(place, &mut names);
        for name in names {
            let works = self.pick(&name, |w, _| match &w.data {
                Data::Zone(z) => Some(z.works),
                Data::Place(_) => Some(true),
                _ => None,
            });
            if works == Some(false) {
                let candidates: Vec<&str> = self
                    .scope
                    .vocab
                    .words()
                    .iter()
                    .filter(|w| matches!(&w.data, Data::Zone(z) if z.works))
                    .map(|w| w.name())
                    .collect();
                self.report(
                    Diagnostic::new(
                        Code::ZoneWithoutAbilities,
                        np.span,
                        format!("abilities never work in `{name}` in this game"),
                    )
                    .with_help(format!(
                        "they can work in {}",
                        crate::diag::quoted_list(candidates, 16, "and")
                    )),
                );
            }
        }
        Some(place)
    }

    /// The zone words of a place.
    pub(super) fn zones_of(&self, place: crate::ir::PlaceId, out: &mut Vec<Name>) {
        use crate::ir::PlaceKind;
        match &self.code[place].kind {
            PlaceKind::Zone(names, _) => out.extend(names.iter().cloned()),
            PlaceKind::Within(_, outer) | PlaceKind::End(_, outer) => self.zones_of(*outer, out),
            PlaceKind::Or(places) => places.iter().for_each(|p| self.zones_of(*p, out)),
            PlaceKind::By(..)
            | PlaceKind::Relative(..)
            | PlaceKind::Same(..)
            | PlaceKind::Attr(..)
            | PlaceKind::Chosen(_)
            | PlaceKind::Game => {}
        }
    }

    pub(super) fn limit(&mut self, limit: &'a AstLimit<'s>) -> Option<Limit> {
        let times = match &limit.times {
            Some(q) => self.quantity(q),
            None => self.code.add_expr(Expr::Num(1)),
        };
        let mut per = Vec::new();
        for word in &limit.per {
            if limit.per.iter().filter(|other| other.text == word.text).count() > 1 {
                self.said_twice(&format!("per {}", word.text), word.span);
                return None;
            }
            match word.text {
                "player" | "players" => per.push(Name::Borrowed("player")),
                "name" => {
                    if let Some(found) = self.pick("name", |w, _| Some(w)) {
                        self.use_word(found, word.span);
                    }
                    per.push(Name::Borrowed("name"));
                }
                "label" => per.push(Name::Borrowed("label")),
                text => match self.pick(text, |w, _| matches!(w.data, Data::Time(_)).then_some(w)) {
                    Some(time) => per.push(self.name_of(time, word.span)),
                    None => {
                        let mut candidates = self.spellings(|w| matches!(w.data, Data::Time(_)));
                        candidates.extend(["name", "player", "label"]);
                        self.unknown(Code::NotATime, word.span, text, "a time that limits", candidates);
                    }
                },
            }
        }
        Some(Limit { times, per })
    }

    /// What sets an ability off; the event becomes visible to references.
    pub(super) fn trigger(&mut self, trigger: &'a AstTrigger<'s>) -> Option<Trigger> {
        match trigger {
            AstTrigger::When(events, span) => Some(Trigger::Events(self.trigger_events(events, *span))),
            AstTrigger::At(np, span) => {
                self.frame().events.push(super::refs::EventInfo::default());
                // A broken time was reported; the ability has a trigger all the same.
                Some(match self.trigger_time(np, *span) {
                    Some(time) => Trigger::Time(time),
                    None => Trigger::Events(Vec::new()),
                })
            }
            AstTrigger::Either(events, times, span) => {
                let events = if events.is_empty() {
                    Vec::new()
                } else {
                    self.trigger_events(events, *span)
                };
                // Nothing of the event can be spoken of: a point of time has no cards.
                self.frame().events.push(super::refs::EventInfo::default());
                let times = times.iter().filter_map(|np| self.trigger_time(np, *span)).collect();
                if events.iter().any(|id| self.code[*id].would) {
                    self.report(
                        Diagnostic::new(Code::TriggerNotAllowed, *span, "a point of time cannot be replaced")
                            .with_help("write two abilities"),
                    );
                }
                Some(Trigger::Either(events, times))
            }
        }
    }

    /// The events of a trigger.
    fn trigger_events(&mut self, events: &'a [crate::ast::Event<'s>], span: Span) -> Vec<crate::ir::EventId> {
        let mut ids = Vec::new();
        let mut infos = Vec::new();
        for event in events {
            if let Some((id, mut info)) = self.event(event) {
                info.about_this = matches!(&self.code[id].subject,
                    Some(crate::ir::Subject::Objects(obj)) if matches!(self.code[*obj], crate::ir::Objects::This));
                if info.implied && !info.about_this {
                    // Of two described cards only what is said is spoken of.
                    info.others.pop();
                }
                info.own = self.own_parts(id);
                info.span = Some(span);
                ids.push(id);
                infos.push(info);
            }
        }
        if ids.is_empty() {
            // Reported; the rest of the ability is checked with an event of which nothing is known.
            infos.push(super::refs::EventInfo {
                principal: Some((crate::ir::EventPart::Principal, super::value::ObjTy::card())),
                others: Vec::new(),
                has_amount: true,
                has_count: true,
                ..super::refs::EventInfo::default()
            });
        }
        self.frame().events.extend(infos);
        ids
    }

    /// The parts of an event, besides what it is about, that are the card itself: `when a unit attacks this`.
    fn own_parts(&self, id: crate::ir::EventId) -> Vec<crate::ir::EventPart> {
        let roles = self.code[id].roles.iter();
        let own = roles.filter(|role| {
            matches!(&role.arg, crate::ir::Arg::Objects(obj) if matches!(self.code[*obj], crate::ir::Objects::This))
        });
        own.map(|role| super::event::role_part(&role.name)).collect()
    }

    /// The point of time of a trigger.
    fn trigger_time(&mut self, np: &'a crate::ast::Np<'s>, span: Span) -> Option<crate::ir::TimeRef> {
        let time = self.time_np(np)?;
        if time.edge.is_none() && time.span != "way" {
            let is_point = self
                .pick(&time.span, |w, _| {
                    matches!(w.data, Data::Time(crate::vocab::TimeKind::Step)).then_some(())
                })
                .is_some();
            if !is_point {
                self.report(
                    Diagnostic::new(Code::NotATime, span, "a trigger needs a point of time")
                        .with_help(format!("write `at the start of {0}` or `at the end of {0}`", time.span)),
                );
            }
        }
        Some(time)
    }

    /// A cost; one that a keyword was not given is none.
    pub(super) fn cost_or_none(&mut self, cost: &'a AstCost<'s>) -> Option<CostId> {
        if cost.given {
            let (given, open) = (self.frame().givens.cost, self.frame().givens.open);
            return match given {
                Some(given) => Some(self.outside(|checker| checker.cost(given))),
                None if open && !self.frame().givens.declares.0 => {
                    self.report(
                        Diagnostic::new(Code::CostMismatch, cost.span, "this definition does not take a cost")
                            .with_help("declare it behind the name: `keyword Name [...] …`"),
                    );
                    None
                }
                None if open => Some(self.code.add_cost(Cost {
                    parts: Vec::new(),
                    or: None,
                    given: true,
                })),
                None => None,
            };
        }
        Some(self.cost(cost))
    }

    /// A cost.
    pub(super) fn cost(&mut self, cost: &'a AstCost<'s>) -> CostId {
        self.phrase(cost.span, |checker| checker.cost_inner(cost))
    }

    fn cost_inner(&mut self, cost: &'a AstCost<'s>) -> CostId {
        if cost.given {
            return match self.cost_or_none(cost) {
                Some(id) => id,
                None => self.code.add_cost(Cost::default()),
            };
        }
        let paying = std::mem::replace(&mut self.frame().paying, true);
        let mark = self.frame().intros.len();
        let mut parts = Vec::new();
        for part in &cost.parts {
            if let StmtKind::Command { verb, .. } = &part.kind {
                self.payable(verb);
            }
            parts.extend(self.stmt(part));
        }
        let or = cost.or.as_ref().map(|c| self.cost(c));
        let frame = self.frame();
        frame.paying = paying;
        for intro in frame.intros.iter_mut().skip(mark) {
            intro.origin = super::refs::Origin::Paid;
            intro.used = true;
        }
        self.code.add_cost(Cost {
            parts,
            or,
            given: false,
        })
    }

    fn payable(&mut self, verb: &crate::ast::Text<'s>) {
        let found = self.pick(verb.text, |w, form| match &w.data {
            Data::Verb(v) if form == 0 => Some((w, v.pay)),
            _ => None,
        });
        if let Some((word, false)) = found {
            let candidates = self
                .scope
                .vocab
                .words()
                .iter()
                .filter(|w| matches!(&w.data, Data::Verb(v) if v.pay))
                .map(|w| w.name());
            let list = crate::diag::quoted_list(candidates, 20, "and");
            self.report(
                Diagnostic::new(
                    Code::NotPayable,
                    verb.span,
                    format!("`{}` cannot be a cost in {}", word.name(), self.scope.vocab.game),
                )
                .with_help(format!("costs can be {list}")),
            );
        }
    }
}
