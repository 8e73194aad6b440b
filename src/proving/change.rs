//! The changes that are tried on a card: each takes out or changes one thing that its text says. What stands in the text of a keyword or verb of the
//! prelude is not the card's own: there only the line as a whole is taken out.

use crate::ir::{
    Ability, Card, Code, Cond, CondId, Cost, CostUse, Duration, Expr, Grant, Line, NodeId, Objects, Place, PlaceKind,
    Quant, Selector, Src, Stmt, StmtId, Subject, Who,
};
use crate::ir::{AbilityId, CostId, EventId, ExprId, ObjId, PlaceId};
use std::collections::BTreeSet;

/// One change.
pub struct Change {
    /// What it does, in a few words.
    pub what: &'static str,
    /// The phrase it is about, if that is known.
    pub src: Option<Src>,
    /// It leaves the clause as it is but for a demand, a quantity, a part of its event or the time it lasts.
    pub fine: bool,
    make: Box<dyn Fn(&mut Card) + Send + Sync>,
}

impl std::fmt::Debug for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {:?}", self.what, self.src)
    }
}

impl Change {
    /// The card with the change.
    pub fn made(&self, card: &Card) -> Card {
        let mut card = card.clone();
        (self.make)(&mut card);
        card
    }
}

const OTHER: &str = "`other` is left out";
const NOT_UP_TO: &str = "without `up to`";
const UP_TO: &str = "`up to` so many";
const ALL: &str = "all of them";
const DEMAND: &str = "a demand is left out";
const ONE_OF: &str = "one of several is left out";
const EVENT_PART: &str = "a part of the event is left out";
const TIME: &str = "a time is left out";
const LASTS: &str = "without the time it lasts";
const LIMIT: &str = "without the limit";

/// The changes that leave the clause in its place.
const FINE: [&str; 10] = [
    OTHER, NOT_UP_TO, UP_TO, ALL, DEMAND, ONE_OF, EVENT_PART, TIME, LASTS, LIMIT,
];

/// All changes of a card; `zones` are the words of the zones of its game. Some of them may be refused, or mean the same.
pub fn changes(card: &Card, zones: &[&'static str]) -> Vec<Change> {
    let mut list = List {
        card,
        foreign: Foreign::of(card),
        out: Vec::new(),
    };
    list.numbers();
    list.conditions();
    list.objects();
    list.places(zones);
    list.events();
    list.costs();
    list.statements();
    list.abilities();
    list.lines();
    list.out.sort_by_key(|change| change.src.map(|src| src.1));
    list.out
}

/// What the author of the card did not write.
struct Foreign {
    /// The phrases of keyword lines: the nodes of the keyword's own text have them.
    phrases: BTreeSet<(u32, u32)>,
    /// The phrases of abilities and statements: what has no phrase of its own in them comes from labels, limits and keywords.
    whole: BTreeSet<(u32, u32)>,
    /// The statements that verbs of the language stand for.
    stmts: BTreeSet<StmtId>,
    /// The conditions that words of the language stand for.
    conds: BTreeSet<CondId>,
}

impl Foreign {
    fn of(card: &Card) -> Foreign {
        let mut phrases: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut stmts = BTreeSet::new();
        phrases.extend(card.code.spans.keywords().map(|src| (src.1, src.2)));
        for (at, stmt) in (0u32..).zip(&card.code.stmts) {
            let Stmt::Do {
                call: Some((_, body)), ..
            } = stmt
            else {
                continue;
            };
            // The body has the phrase of the sentence that calls it.
            if let Some(src) = card.code.phrase(StmtId(at)) {
                phrases.insert((src.1, src.2));
            }
            stmts.extend(body.iter().copied());
        }
        let abilities = card.code.abilities.iter().map(|ability| ability.src);
        let written = abilities.chain(card.code.stmt_src.iter().copied());
        for (at, src) in (0u32..).zip(&card.code.stmt_src) {
            // A statement of a keyword that this text gives has the phrase of what gives it, but it stands elsewhere.
            if src.0 != card.src.0 {
                stmts.insert(StmtId(at));
            }
        }
        let mut foreign = Foreign {
            phrases,
            whole: written
                .filter(|src| src.0 == card.src.0)
                .map(|src| (src.1, src.2))
                .collect(),
            stmts,
            conds: BTreeSet::new(),
        };
        for cond in &card.code.conds {
            if let Cond::Named(_, Some(inner)) = cond {
                foreign.defined(&card.code, *inner);
            }
        }
        let labels = card.code.abilities.iter().flat_map(|ability| &ability.labels);
        for gate in labels.filter_map(|label| label.gate) {
            // The gate as a whole is what the author asks for; what it is made of is not.
            foreign.parts(&card.code, gate);
        }
        foreign
    }

    fn defined(&mut self, code: &Code, cond: CondId) {
        if self.conds.insert(cond) {
            self.parts(code, cond);
        }
    }

    fn parts(&mut self, code: &Code, cond: CondId) {
        match &code[cond] {
            Cond::And(list) | Cond::Or(list) => list.iter().for_each(|part| self.defined(code, *part)),
            Cond::Not(inner) | Cond::Named(_, Some(inner)) => self.defined(code, *inner),
            _ => {}
        }
    }
}

struct List<'c> {
    card: &'c Card,
    foreign: Foreign,
    out: Vec<Change>,
}

impl List<'_> {
    fn code(&self) -> &Code {
        &self.card.code
    }

    fn add(&mut self, what: &'static str, src: Option<Src>, make: impl Fn(&mut Card) + Send + Sync + 'static) {
        let make = Box::new(make);
        let fine = FINE.contains(&what);
        self.out.push(Change { what, src, fine, make });
    }

    /// The phrase of a node that the author wrote into this card.
    fn own(&self, id: impl NodeId) -> Option<Option<Src>> {
        let src = self.code().phrase(id)?;
        let own = src.0 == self.card.src.0 && !self.foreign.phrases.contains(&(src.1, src.2));
        own.then_some(Some(src))
    }

    /// The same of a node that has a phrase below that of its ability: others come from labels and limits.
    fn inner(&self, id: impl NodeId) -> Option<Option<Src>> {
        let own = self.own(id)?;
        own.is_none_or(|src| !self.foreign.whole.contains(&(src.1, src.2)))
            .then_some(own)
    }

    fn numbers(&mut self) {
        for at in ids(self.code().exprs.len()) {
            let (Some(src), Expr::Num(number)) = (self.inner(ExprId(at)), &self.code()[ExprId(at)]) else {
                continue;
            };
            let next = number.saturating_add(if *number >= 100 { 500 } else { 1 });
            self.add("another number", src, move |card| {
                put(&mut card.code.exprs, at, |expr| *expr = Expr::Num(next));
            });
        }
    }

    fn conditions(&mut self) {
        for at in ids(self.code().conds.len()) {
            let Some(src) = self
                .own(CondId(at))
                .filter(|_| !self.foreign.conds.contains(&CondId(at)))
            else {
                continue;
            };
            self.add("the condition always holds", src, move |card| {
                put(&mut card.code.conds, at, |cond| *cond = Cond::And(Vec::new()));
            });
            self.add("the condition never holds", src, move |card| {
                put(&mut card.code.conds, at, |cond| *cond = Cond::Or(Vec::new()));
            });
        }
    }

    fn objects(&mut self) {
        for at in ids(self.code().objects.len()) {
            let (Some(src), Objects::Select(selector)) = (self.inner(ObjId(at)), self.code()[ObjId(at)].clone()) else {
                continue;
            };
            if selector.whose.as_ref().and_then(other_side).is_some() {
                self.select("of the other player", src, at, |s| turn(&mut s.whose));
            }
            if selector.other {
                self.select(OTHER, src, at, |s| s.other = false);
            }
            match selector.quant {
                Quant::UpTo(n) => self.select(NOT_UP_TO, src, at, move |s| s.quant = Quant::Exactly(n)),
                Quant::Exactly(n) => self.select(UP_TO, src, at, move |s| s.quant = Quant::UpTo(n)),
                Quant::AnyNumber => self.select(ALL, src, at, |s| s.quant = Quant::All),
                _ => {}
            }
            for n in 0..selector.filters.len() {
                self.select(DEMAND, src, at, move |s| drop_at(&mut s.filters, n));
            }
            for (d, desc) in selector.descs.iter().enumerate() {
                for n in 0..desc.filters.len() {
                    self.select(DEMAND, src, at, move |s| {
                        if let Some(desc) = s.descs.get_mut(d) {
                            drop_at(&mut desc.filters, n);
                        }
                    });
                }
                if selector.descs.len() > 1 {
                    self.select(ONE_OF, src, at, move |s| drop_at(&mut s.descs, d));
                }
            }
        }
    }

    fn select(
        &mut self,
        what: &'static str,
        src: Option<Src>,
        at: u32,
        edit: impl Fn(&mut Selector) + Send + Sync + 'static,
    ) {
        self.add(what, src, move |card| {
            put(&mut card.code.objects, at, |objects| {
                if let Objects::Select(selector) = objects {
                    edit(selector);
                }
            });
        });
    }

    fn places(&mut self, zones: &[&'static str]) {
        for at in ids(self.code().places.len()) {
            let Some(src) = self.inner(PlaceId(at)) else { continue };
            let Place { kind, whose, .. } = self.code()[PlaceId(at)].clone();
            if whose.as_ref().and_then(other_side).is_some() {
                self.place("of the other player", src, at, |place| turn(&mut place.whose));
            }
            match kind {
                PlaceKind::Zone(names, _) => {
                    for (n, name) in names.iter().enumerate() {
                        // The next zone of the game that the text can stand with; what is refused is left out later.
                        let known = zones.iter().position(|zone| zone == name).unwrap_or(0);
                        let others = zones.iter().cycle().skip(known + 1).take(zones.len().min(3));
                        for zone in others.copied().filter(|zone| !names.iter().any(|n| n == zone)) {
                            self.place("another zone", src, at, move |place| {
                                if let PlaceKind::Zone(names, _) = &mut place.kind
                                    && let Some(name) = names.get_mut(n)
                                {
                                    *name = zone.into();
                                }
                            });
                        }
                    }
                }
                PlaceKind::End(..) => self.place("the other end", src, at, |place| {
                    if let PlaceKind::End(top, _) = &mut place.kind {
                        *top = !*top;
                    }
                }),
                _ => {}
            }
        }
    }

    fn place(
        &mut self,
        what: &'static str,
        src: Option<Src>,
        at: u32,
        edit: impl Fn(&mut Place) + Send + Sync + 'static,
    ) {
        self.add(what, src, move |card| put(&mut card.code.places, at, &edit));
    }

    fn events(&mut self) {
        for at in ids(self.code().events.len()) {
            let Some(src) = self.own(EventId(at)) else { continue };
            let event = self.code()[EventId(at)].clone();
            for n in 0..event.roles.len() {
                self.add(EVENT_PART, src, move |card| {
                    put(&mut card.code.events, at, |event| drop_at(&mut event.roles, n));
                });
            }
            for n in 0..event.during.len() {
                self.add(TIME, src, move |card| {
                    put(&mut card.code.events, at, |event| drop_at(&mut event.during, n));
                });
            }
            if matches!(&event.subject, Some(Subject::Players(who)) if other_side(who).is_some()) {
                self.add("of the other player", src, move |card| {
                    put(&mut card.code.events, at, |event| {
                        if let Some(Subject::Players(who)) = &mut event.subject {
                            flip(who);
                        }
                    });
                });
            }
        }
    }

    fn costs(&mut self) {
        for at in ids(self.code().costs.len()) {
            let Some(src) = self.own(CostId(at)) else { continue };
            self.add("without the cost", src, move |card| {
                put(&mut card.code.costs, at, |cost| *cost = Cost::default());
            });
            let parts = self.code()[CostId(at)].parts.len();
            for n in (0..parts).filter(|_| parts > 1) {
                self.add("without a part of the cost", src, move |card| {
                    put(&mut card.code.costs, at, |cost| drop_at(&mut cost.parts, n));
                });
            }
        }
    }

    fn statements(&mut self) {
        for at in ids(self.code().stmts.len()) {
            let id = StmtId(at);
            if self.foreign.stmts.contains(&id) {
                continue;
            }
            // A sentence that calls a verb of the language is the author's own, though its phrase is also that of the verb's text.
            let calls = matches!(&self.code()[id], Stmt::Do { call: Some(_), .. });
            let own = self.own(id).or_else(|| calls.then(|| self.code().phrase(id)));
            let Some(src) = own else { continue };
            let stmt = self.code()[id].clone();
            if !matches!(&stmt, Stmt::Block(list) if list.is_empty()) {
                self.add("left out", src, move |card| {
                    put(&mut card.code.stmts, at, |stmt| *stmt = Stmt::Block(Vec::new()));
                });
            }
            self.statement(at, src, &stmt);
        }
    }

    fn statement(&mut self, at: u32, src: Option<Src>, stmt: &Stmt) {
        let mut edit = |what: &'static str, make: fn(&mut Stmt)| {
            self.add(what, src, move |card| put(&mut card.code.stmts, at, make));
        };
        match stmt {
            Stmt::May { cost: None, .. } => edit("without `may`", |stmt| {
                if let Stmt::May { who, body, .. } = stmt {
                    *stmt = Stmt::Actor {
                        who: who.clone(),
                        body: std::mem::take(body),
                    };
                }
            }),
            Stmt::Actor { who, .. } if other_side(who).is_some() => edit("the other player", |stmt| {
                if let Stmt::Actor { who, .. } = stmt {
                    flip(who);
                }
            }),
            Stmt::Gain { grants, .. }
                if grants
                    .iter()
                    .any(|grant| matches!(grant, Grant::Delta(_) | Grant::Pair(..))) =>
            {
                edit("more is less", |stmt| {
                    if let Stmt::Gain { grants, .. } = stmt {
                        grants.iter_mut().for_each(less);
                    }
                });
            }
            Stmt::Otherwise(..) => edit("without what is done otherwise", |stmt| {
                if let Stmt::Otherwise(_, other) = stmt {
                    other.clear();
                }
            }),
            Stmt::If { other, .. } if !other.is_empty() => edit("without what is done otherwise", |stmt| {
                if let Stmt::If { other, .. } = stmt {
                    other.clear();
                }
            }),
            _ => {}
        }
        let mut stmt = stmt.clone();
        if durations(&mut stmt).is_some_and(|list| !list.is_empty()) {
            self.add(LASTS, src, move |card| {
                put(&mut card.code.stmts, at, |stmt| {
                    if let Some(list) = durations(stmt) {
                        list.clear();
                    }
                });
            });
        }
    }

    fn abilities(&mut self) {
        for at in ids(self.code().abilities.len()) {
            let ability = self.code()[AbilityId(at)].clone();
            let src = Some(ability.src);
            if ability.src.0 != self.card.src.0 || self.own(AbilityId(at)).is_none() {
                continue;
            }
            if ability.limit.is_some() {
                self.ability(LIMIT, src, at, |ability| ability.limit = None);
            }
            for n in 0..ability.during.len() {
                self.ability(TIME, src, at, move |ability| {
                    drop_at(&mut ability.during, n);
                });
            }
            if matches!(ability.cost, Some((_, CostUse::Optional))) {
                self.ability("the cost has to be paid", src, at, |ability| {
                    if let Some((_, how)) = &mut ability.cost {
                        *how = CostUse::Required;
                    }
                });
            }
            if ability.replaces.is_some_and(|replacement| replacement.may) {
                self.ability("without `may`", src, at, |ability| {
                    if let Some(replacement) = &mut ability.replaces {
                        replacement.may = false;
                    }
                });
            }
        }
    }

    fn ability(
        &mut self,
        what: &'static str,
        src: Option<Src>,
        at: u32,
        edit: impl Fn(&mut Ability) + Send + Sync + 'static,
    ) {
        self.add(what, src, move |card| put(&mut card.code.abilities, at, &edit));
    }

    /// Whole lines of the card.
    fn lines(&mut self) {
        for (f, face) in self.card.faces.iter().enumerate() {
            for (n, line) in face.lines.iter().enumerate() {
                let src = match line {
                    Line::Ability(ability) => Some(self.code()[*ability].src),
                    Line::Keyword { calls, .. } => {
                        calls.last().and_then(|call| self.code().spans.of_keyword(&call.text))
                    }
                };
                self.add("the line is left out", src, move |card| {
                    if let Some(face) = card.faces.get_mut(f) {
                        drop_at(&mut face.lines, n);
                    }
                });
            }
        }
    }
}

/// The numbers of the nodes of an arena.
fn ids(len: usize) -> std::ops::Range<u32> {
    0..u32::try_from(len).unwrap_or(u32::MAX)
}

fn put<T>(arena: &mut [T], at: u32, edit: impl FnOnce(&mut T)) {
    if let Some(node) = arena.get_mut(at as usize) {
        edit(node);
    }
}

fn drop_at<T>(list: &mut Vec<T>, at: usize) {
    if at < list.len() {
        list.remove(at);
    }
}

/// The other player, if one of the two is meant.
fn other_side(who: &Who) -> Option<Who> {
    match who {
        Who::You => Some(Who::Opponent),
        Who::Opponent | Who::EachOpponent => Some(Who::You),
        Who::Of(_, _) | Who::Each => Some(Who::Opponent),
        _ => None,
    }
}

fn flip(who: &mut Who) {
    if let Some(other) = other_side(who) {
        *who = other;
    }
}

fn turn(whose: &mut Option<Who>) {
    if let Some(who) = whose {
        flip(who);
    }
}

fn less(grant: &mut Grant) {
    match grant {
        Grant::Delta(delta) => delta.minus = !delta.minus,
        Grant::Pair(one, two) => {
            one.minus = !one.minus;
            two.minus = !two.minus;
        }
        _ => {}
    }
}

/// How long what a statement does lasts, if it says so.
fn durations(stmt: &mut Stmt) -> Option<&mut Vec<Duration>> {
    match stmt {
        Stmt::Do { durations, .. }
        | Stmt::Gain { durations, .. }
        | Stmt::Set { durations, .. }
        | Stmt::Modality { durations, .. }
        | Stmt::Price { durations, .. }
        | Stmt::Delayed { durations, .. } => Some(durations),
        _ => None,
    }
}
