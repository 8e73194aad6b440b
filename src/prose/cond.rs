//! Conditions and what is said of a subject.

use super::Printer;
use super::noun::{ANYBODYS, Bare};
use super::vocabulary::Form;
use crate::ir::{
    Compare, Complement, Cond, CondId, Expr, Filter, ModalWord, ObjId, Objects, Place, PlaceKind, Quant, Selector,
    Stmt, StmtId, Subject, Who,
};
use crate::style::english::list;

impl Printer<'_> {
    /// The condition as a clause; `not` asks for its opposite.
    pub(super) fn cond(&self, id: CondId, not: bool) -> String {
        let no = if not { " not" } else { "" };
        match &self.code[id] {
            Cond::And(conds) if not => format!("it is not true that {}", self.conds(conds, "and")),
            Cond::And(conds) => self.conds(conds, "and"),
            // Neither of them holds: each is denied.
            Cond::Or(conds) if not => list(
                &conds.iter().map(|cond| self.cond(*cond, true)).collect::<Vec<_>>(),
                "and",
            ),
            Cond::Or(conds) => self.conds(conds, "or"),
            Cond::Not(cond) => self.cond(*cond, !not),
            Cond::Done(stmt) => {
                let who = stmt.map_or(Who::You, |stmt| self.doer(stmt));
                format!("{} do{no}", self.did(&who))
            }
            Cond::Paid(None) => format!("the cost was{no} paid"),
            Cond::Paid(Some(name)) => format!("the cost of {} was{no} paid", self.spaced(name)),
            Cond::Compare(number, than) => {
                let (number, be) = match &self.code[*number] {
                    Expr::Was(of) => (of, "was"),
                    _ => (number, "is"),
                };
                let scale = matches!(self.code[*number], Expr::Attr(..));
                let with = if than.how == Compare::Is {
                    self.amount_text(than.with)
                } else {
                    self.comparison(than, scale)
                };
                format!("{} {be}{no} {with}", self.amount_text(*number))
            }
            Cond::Is { subject, .. } if not && self.says_how_many(subject) => {
                format!("it is not true that {}", self.cond(id, false))
            }
            Cond::Is { subject, was, what } => {
                let np = self.subject(subject, Bare::One);
                let many = np.bare_verb && np.subject != "you";
                let (denied, what) = match what {
                    Complement::Filters(filters) => match filters.as_slice() {
                        [Filter::Not(inner)] => (true, self.complement_filters(std::slice::from_ref(inner), many)),
                        filters => (false, self.complement_filters(filters, many)),
                    },
                    what => (false, self.complement(what, many)),
                };
                let not = not != denied;
                let no = if not { " not" } else { "" };
                match what.strip_prefix("with ") {
                    Some(things) if *was => {
                        format!("{} {} {things}", np.subject, if not { "did not have" } else { "had" })
                    }
                    Some(things) if not => {
                        format!("{} {} not have {things}", np.subject, np.pick("does", "do"))
                    }
                    Some(things) => format!("{} {} {things}", np.subject, np.pick("has", "have")),
                    None => format!("{} {}{no} {what}", np.subject, np.be(*was)),
                }
            }
            Cond::Has { subject, what } => self.has(subject, *what, not),
            Cond::HasMore {
                subject,
                more,
                what,
                than,
            } => {
                let more = if *more { "more" } else { "fewer" };
                let what = self.objects(*what, Bare::Many).object;
                let (np, than) = (self.subject(subject, Bare::One), self.subject(than, Bare::One));
                let verb = if not {
                    format!("{} not have", np.pick("does", "do"))
                } else {
                    np.pick("has", "have").to_owned()
                };
                format!("{} {verb} {more} {what} than {}", np.subject, than.object)
            }
            Cond::Happened(event) if not => self.no_event(*event),
            Cond::Happened(event) => self.event(*event),
            Cond::Can {
                subject,
                word,
                deed,
                roles,
            } => {
                let np = self.subject(subject, Bare::One);
                let deed = if deed.passive {
                    format!("be {}", self.verb(&deed.verb, Form::Participle))
                } else {
                    self.verb(&deed.verb, Form::Base)
                };
                let word = match (word, not) {
                    (ModalWord::Can, false) | (ModalWord::Cannot, true) => "can",
                    (ModalWord::Can, true) | (ModalWord::Cannot, false) => "cannot",
                    (ModalWord::Must, false) => "must",
                    (ModalWord::Must, true) => "need not",
                };
                format!("{} {word} {deed}{}", np.subject, self.roles(roles, "its owner's"))
            }
            // A named condition is printed by its name; what it stands for belongs to the rules.
            Cond::Named(call, _) if not => format!("{} is not active", self.keyword_name(call)),
            Cond::Named(call, _) => format!("{} is active", self.keyword_name(call)),
            Cond::During(time) => format!("it is{no} {}", self.time(time)),
        }
    }

    /// Whether a sentence is about a number of cards: what is said of them all is not what is said of the number.
    fn says_how_many(&self, subject: &Subject) -> bool {
        let Subject::Objects(id) = subject else { return false };
        match &self.code[*id] {
            Objects::Select(selector) => {
                selector.slot.is_none() && !matches!(selector.quant, Quant::Bare | Quant::A | Quant::Any)
            }
            Objects::Part(..) => true,
            _ => false,
        }
    }

    /// `you` or `they` in `if you do`.
    pub(super) fn did(&self, who: &Who) -> &'static str {
        if *who == Who::You && self.actor.borrow().is_none() {
            "you"
        } else {
            "they"
        }
    }

    fn conds(&self, conds: &[CondId], word: &str) -> String {
        let texts: Vec<_> = conds.iter().map(|cond| self.cond(*cond, false)).collect();
        list(&texts, word)
    }

    /// Who carries out the statement that `if done` asks for.
    pub(super) fn doer(&self, stmt: StmtId) -> Who {
        if let Stmt::May { who, .. } | Stmt::Actor { who, .. } = &self.code[stmt] {
            who.clone()
        } else {
            Who::You
        }
    }

    fn has(&self, subject: &Subject, what: ObjId, not: bool) -> String {
        let none = matches!(&self.code[what], Objects::Select(selector) if selector.quant == Quant::No);
        if let Subject::Place(place) = subject {
            let things = self.objects(what, Bare::Many);
            let place_text = self.located(*place, ANYBODYS);
            if let Place {
                kind: PlaceKind::Zone(..),
                whose: Some(Who::You),
                quant: None,
            } = &self.code[*place]
            {
                return format!(
                    "you {}have {} {place_text}",
                    if not { "do not " } else { "" },
                    things.object
                );
            }
            let be = if things.bare_verb { "are" } else { "is" };
            return format!(
                "there {be}{} {} {place_text}",
                if not { " not" } else { "" },
                things.object
            );
        }
        let np = self.subject(subject, Bare::One);
        let things = self.possessed(subject, what);
        match (not, none) {
            (false, _) => format!("{} {} {things}", np.subject, np.pick("has", "have")),
            (true, _) => format!("{} {} not have {things}", np.subject, np.pick("does", "do")),
        }
    }

    /// `you have 4 characters`: whose they are is said by the subject.
    fn possessed(&self, subject: &Subject, what: ObjId) -> String {
        if let (Subject::Players(who), Objects::Select(selector)) = (subject, &self.code[what])
            && selector.whose.as_ref().is_none_or(|whose| whose == who)
        {
            let bare = Selector {
                whose: None,
                ..selector.as_ref().clone()
            };
            return self.selector(&bare, Bare::Many).object;
        }
        self.objects(what, Bare::Many).object
    }

    pub(super) fn complement(&self, what: &Complement, many: bool) -> String {
        match what {
            Complement::Filters(filters) => self.complement_filters(filters, many),
            Complement::Number(than) if than.how == Compare::Is => self.amount_text(than.with),
            Complement::Number(than) => self.comparison(than, true),
            Complement::Place(place) => self.located(*place, if many { "their owners'" } else { "its owner's" }),
            Complement::Objects(of) => self.objects(*of, if many { Bare::Many } else { Bare::One }).object,
            Complement::Words(words) => {
                let words: Vec<_> = words.iter().map(|word| self.state(word)).collect();
                list(&words, "and")
            }
            Complement::Info { also, filters } => {
                format!(
                    "{}{}",
                    if *also { "also " } else { "" },
                    self.complement_filters(filters, many)
                )
            }
            Complement::Value(_, name) => format!("the {}", self.given_name(name)),
            Complement::Player(who) => self.who(who).object,
            Complement::Time(time) => self.time(time),
        }
    }
}
