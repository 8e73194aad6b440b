//! Statements as lines; events, conditions and arguments on one line.

use super::super::{
    Amount, Arg, Boundary, Call, ChoiceTime, Complement, Cond, CondId, Delta, Duration, EventId, EventKind, ExprId,
    Grant, Limit, ModalOption, ModalWord, PriceChange, Role, Stmt, StmtId, Subject, TimeRef, Window,
};
use super::noun::{icons, slot};
use super::{Dump, Node, list};

pub(super) fn choice(time: ChoiceTime) -> &'static str {
    match time {
        ChoiceTime::Play => "at-play",
        ChoiceTime::Resolution => "at-resolution",
    }
}

fn modal_word(word: ModalWord) -> &'static str {
    match word {
        ModalWord::Cannot => "cannot",
        ModalWord::Can => "can",
        ModalWord::Must => "must",
    }
}

impl Dump<'_> {
    pub(super) fn call(&self, call: &Call) -> String {
        let args = list(&call.args, |arg| self.arg(arg), ", ");
        let mut text = call.name.clone();
        if !args.is_empty() {
            add!(text, "({args})");
        }
        if call.text != call.name {
            add!(text, " `{}`", call.text);
        }
        text
    }

    pub(super) fn limit(&self, limit: &Limit) -> String {
        format!(
            "{} times{}",
            self.expr(limit.times),
            list(&limit.per, |per| format!(" per {per}"), "")
        )
    }

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
        let mut text = match edge {
            Some(Boundary::Start) => String::from("start of "),
            Some(Boundary::End) => String::from("end of "),
            None => String::new(),
        };
        for (flag, word) in [(this, "this "), (next, "next "), (each, "each ")] {
            if *flag {
                text += word;
            }
        }
        text += span;
        if let Some(whose) = whose {
            add!(text, " whose={}", self.who(whose));
        }
        if let Some(of) = of {
            add!(text, " of ({})", self.objects(*of));
        }
        if let Some(within) = within {
            add!(text, " within ({})", self.time(within));
        }
        if let Some(named) = named {
            add!(text, " named {}", slot(*named));
        }
        text
    }

    pub(super) fn amount(&self, amount: &Amount) -> String {
        let Amount {
            quant,
            of,
            kinds,
            whose,
            filters,
        } = amount;
        let mut text = format!("amount {} {of}", self.quant(quant));
        if !kinds.is_empty() {
            add!(text, " kind={}", kinds.join("+"));
        }
        if let Some(whose) = whose {
            add!(text, " of ({})", self.attr_of(whose));
        }
        if !filters.is_empty() {
            add!(text, " where {}", self.filters(filters));
        }
        text
    }

    pub(super) fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Objects(of) => self.objects(*of),
            Arg::Place(place) => self.place(*place),
            Arg::Number(number) => self.expr(*number),
            Arg::Compared(than) => self.comparison(than),
            Arg::Amount(amount) => self.amount(amount),
            Arg::Icons(runs) => icons(runs),
            Arg::Words(words) => format!("words {}", words.join("+")),
            Arg::Order(order) => format!("order {order}"),
            Arg::Name(name) => format!("{name:?}"),
            Arg::Tag(tag) => format!("<{tag}>"),
            Arg::Declare(quant, what) => format!("declare {} {what}", self.quant(quant)),
            Arg::OneOf(words) => format!("one-of {}", words.join("|")),
            Arg::Cost(cost) => format!("cost [{}]", self.cost(*cost)),
            Arg::Without(word) => format!("without {word}"),
            Arg::Time(time) => self.time(time),
            Arg::Event(event) => self.event(*event),
            Arg::Keyword(call) => format!("keyword {}", self.call(call)),
            Arg::Attr(of, attr) => format!("{attr} of ({})", self.attr_of(of)),
            Arg::Filter(filter) => format!("filter {}", self.filter(filter)),
            Arg::Slot(of, name) => format!("{} `{name}`", slot(*of)),
            Arg::As(name) => format!("as-the {name}"),
            Arg::All(args) => format!("({})", list(args, |arg| self.arg(arg), "; ")),
        }
    }

    fn roles(&self, roles: &[Role]) -> String {
        list(roles, |role| format!(" {}={}", role.name, self.arg(&role.arg)), ";")
    }

    pub(super) fn event(&self, id: EventId) -> String {
        let event = &self.code[id];
        let mut text = event
            .subject
            .as_ref()
            .map_or_else(String::new, |subject| format!("{} ", self.subject(subject)));
        for (flag, word) in [(event.not, "not "), (event.past, "past "), (event.would, "would ")] {
            if flag {
                text += word;
            }
        }
        let kind = match &event.kind {
            EventKind::Does(verbs) => format!("does {}", verbs.join("|")),
            EventKind::Done(verb) => format!("is-done {verb}"),
            EventKind::Becomes(what) => format!("becomes {}", self.complement(what)),
        };
        text += &kind;
        text += &self.roles(&event.roles);
        match &event.window {
            None => {}
            Some(Window::ThisWay) => text += " window=this-way",
            Some(Window::In(time)) => add!(text, " window={}", self.time(time)),
        }
        text + &list(&event.during, |time| format!(" during {}", self.time(time)), "")
    }

    fn complement(&self, what: &Complement) -> String {
        match what {
            Complement::Filters(filters) => self.filters(filters),
            Complement::Number(than) => self.comparison(than),
            Complement::Place(place) => format!("at {}", self.place(*place)),
            Complement::Objects(of) => format!("objects {}", self.objects(*of)),
            Complement::Words(words) => format!("words {}", words.join("+")),
            Complement::Info { also, filters } => {
                format!("info{} {}", if *also { " also" } else { "" }, self.filters(filters))
            }
            Complement::Value(of, name) => format!("value {} `{name}`", slot(*of)),
            Complement::Player(who) => format!("player {}", self.who(who)),
            Complement::Time(time) => format!("time {}", self.time(time)),
        }
    }

    fn subject(&self, subject: &Subject) -> String {
        match subject {
            Subject::Objects(of) => self.objects(*of),
            Subject::Players(who) => format!("player {}", self.who(who)),
            Subject::Attr(of, attr) => format!("{attr} of ({})", self.attr_of(of)),
            Subject::Amount(amount) => self.amount(amount),
            Subject::Place(place) => format!("place {}", self.place(*place)),
            Subject::Number(number) => self.expr(*number),
            Subject::Word(word) => format!("the {word}"),
            Subject::Time(time) => format!("time {}", self.time(time)),
            Subject::Icons(runs) => icons(runs),
            Subject::Keyword(call) => format!("keyword {}", self.call(call)),
        }
    }

    fn delta(&self, delta: &Delta) -> String {
        format!(
            "{}{} {}",
            if delta.minus { "-" } else { "+" },
            self.expr(delta.by),
            delta.attr
        )
    }

    /// What is granted: abilities become lines of their own below.
    fn grants(&self, grants: &[Grant], kids: &mut Vec<Node>) -> String {
        list(
            grants,
            |grant| match grant {
                Grant::Delta(delta) => self.delta(delta),
                Grant::Pair(first, second) => {
                    format!("{} / {}", self.delta(first), self.delta(second))
                }
                Grant::Lines(lines) => {
                    kids.extend(self.lines(lines));
                    String::from("lines")
                }
                Grant::Keyword(line) => {
                    kids.push(self.line(line));
                    String::from("keyword")
                }
                Grant::Tag(tag) => format!("<{tag}>"),
                Grant::Filters(filters) => format!("value {}", self.filters(filters)),
                Grant::Abilities(of) => format!("abilities {}", self.objects(*of)),
                Grant::Slot(of, name) => format!("{} `{name}`", slot(*of)),
                Grant::Amount(amount) => self.amount(amount),
                Grant::AllOf(attr) => format!("all-of {attr}"),
            },
            ", ",
        )
    }

    pub(super) fn durations(&self, durations: &[Duration]) -> String {
        list(
            durations,
            |duration| match duration {
                Duration::Until(time) => format!(" until {}", self.time(time)),
                Duration::UntilEvent(event) => format!(" until-event ({})", self.event(*event)),
                Duration::While(cond) => format!(" while ({})", self.cond(*cond)),
                Duration::During(time) => format!(" during {}", self.time(time)),
            },
            ",",
        )
    }

    fn defs(&self, defs: &[(String, ExprId)]) -> String {
        list(
            defs,
            |(name, number)| format!(" where {name} = {}", self.expr(*number)),
            "",
        )
    }

    pub(super) fn stmts(&self, ids: &[StmtId]) -> Vec<Node> {
        let mut nodes = Vec::new();
        for (at, id) in ids.iter().enumerate() {
            // `otherwise` names the statement before it; one that stands nowhere else is shown with it.
            if let Stmt::Otherwise(base, _) = &self.code[*id]
                && !ids.iter().take(at).any(|before| before == base)
            {
                nodes.push(self.stmt(*base));
            }
            nodes.push(self.stmt(*id));
        }
        nodes
    }

    pub(super) fn stmt(&self, id: StmtId) -> Node {
        match &self.code[id] {
            stmt @ (Stmt::Do { .. }
            | Stmt::Gain { .. }
            | Stmt::Set { .. }
            | Stmt::Modality { .. }
            | Stmt::Price { .. }) => self.sentence(stmt),
            Stmt::If { cond, then, other } => {
                let mut kids = self.stmts(then);
                if !other.is_empty() {
                    kids.push(Node::new("else", self.stmts(other)));
                }
                Node::new(format!("if {}", self.cond(*cond)), kids)
            }
            Stmt::Override { base, arms, joins } => {
                let mut kids = vec![self.stmt(*base)];
                kids.extend(
                    arms.iter()
                        .map(|(cond, body)| Node::new(format!("instead if {}", self.cond(*cond)), self.stmts(body))),
                );
                kids.extend(joins.iter().map(|met| {
                    let what = if met.cards { "" } else { " the number" };
                    let arm = met.arm + 1;
                    Node::leaf(format!("arm {arm}{what} {} -> {}", slot(met.from), slot(met.to)))
                }));
                Node::new("override", kids)
            }
            Stmt::Otherwise(base, body) => {
                Node::new(format!("otherwise not `{}`", self.stmt(*base).text), self.stmts(body))
            }
            Stmt::ForEach { over, slot: kept, body } => Node::new(
                format!("for-each {} -> {}", self.objects(*over), slot(*kept)),
                self.stmts(body),
            ),
            Stmt::Repeat { times, body, until } => {
                let times = times.map_or_else(String::new, |times| format!(" {} times", self.expr(times)));
                let until = until.map_or_else(String::new, |until| format!(" until {}", self.cond(until)));
                Node::new(format!("repeat{times}{until}"), self.stmts(body))
            }
            Stmt::Delayed {
                once,
                ability,
                durations,
            } => {
                let once = if *once { " once" } else { "" };
                Node::new(
                    format!("delayed{once}{}", self.durations(durations)),
                    vec![self.ability(*ability)],
                )
            }
            Stmt::Modal {
                verb,
                quant,
                overrides,
                options,
                time,
            } => {
                let overrides = list(
                    overrides,
                    |(quant, cond)| format!(", or {} if {}", self.quant(quant), self.cond(*cond)),
                    "",
                );
                let head = format!("modal {verb} {}{overrides} {}", self.quant(quant), choice(*time));
                Node::new(head, options.iter().map(|option| self.option(option)).collect())
            }
            Stmt::Define(name, number) => Node::leaf(format!("define {name} = {}", self.expr(*number))),
            Stmt::May { who, cost, body } => {
                let cost = cost.map_or_else(String::new, |cost| format!(" [{}]", self.cost(cost)));
                Node::new(format!("may {}{cost}", self.who(who)), self.stmts(body))
            }
            Stmt::Actor { who, body } => Node::new(format!("actor {}", self.who(who)), self.stmts(body)),
            Stmt::Block(body) => Node::new("block", self.stmts(body)),
            Stmt::Given => Node::leaf("given"),
        }
    }

    /// A statement that is one sentence: what is done, given, set, allowed or priced.
    fn sentence(&self, stmt: &Stmt) -> Node {
        match stmt {
            Stmt::Do {
                verb,
                call,
                roles,
                slot: kept,
                choice: time,
                per,
                durations,
                defs,
            } => {
                let mut text = format!("do {verb}{}", self.roles(roles));
                let mut kids = Vec::new();
                if let Some((call, body)) = call {
                    add!(text, " call={}", self.call(call));
                    kids = self.stmts(body);
                }
                if let Some(time) = time {
                    add!(text, " {}", choice(*time));
                }
                text += &per.map_or_else(String::new, |per| format!(" for-each ({})", self.objects(per)));
                text += &self.durations(durations);
                text += &self.defs(defs);
                text += &kept.map_or_else(String::new, |kept| format!(" -> {}", slot(kept)));
                Node::new(text, kids)
            }
            Stmt::Gain {
                subject,
                lose,
                grants,
                durations,
                per,
                defs,
            } => {
                let mut kids = Vec::new();
                let granted = self.grants(grants, &mut kids);
                let per = per.map_or_else(String::new, |per| format!(" for-each ({})", self.objects(per)));
                let verb = if *lose { "lose" } else { "gain" };
                Node::new(
                    format!(
                        "{verb} {}: {granted}{}{per}{}",
                        self.subject(subject),
                        self.durations(durations),
                        self.defs(defs)
                    ),
                    kids,
                )
            }
            Stmt::Set {
                subject,
                is,
                to,
                durations,
                defs,
            } => {
                let verb = if *is { "is" } else { "becomes" };
                Node::leaf(format!(
                    "set {} {verb} {}{}{}",
                    self.subject(subject),
                    self.complement(to),
                    self.durations(durations),
                    self.defs(defs)
                ))
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
                let deeds = list(
                    deeds,
                    |deed| format!("{}{}", if deed.passive { "be-" } else { "" }, deed.verb),
                    "|",
                );
                let limit = limit
                    .as_ref()
                    .map_or_else(String::new, |limit| format!(" limit {}", self.limit(limit)));
                let word = modal_word(*word);
                Node::leaf(format!(
                    "{word} {}: {deeds}{}{}{limit}{}",
                    self.subject(subject),
                    self.roles(roles),
                    self.durations(durations),
                    self.defs(defs)
                ))
            }
            Stmt::Price {
                subject,
                amount,
                change,
                durations,
                per,
                defs,
            } => {
                let change = match change {
                    PriceChange::Less => "less",
                    PriceChange::More => "more",
                    PriceChange::Instead => "instead",
                };
                let per = per.map_or_else(String::new, |per| format!(" for-each ({})", self.objects(per)));
                let amount = self.arg(amount);
                Node::leaf(format!(
                    "price {}: {amount} {change}{}{per}{}",
                    self.subject(subject),
                    self.durations(durations),
                    self.defs(defs)
                ))
            }
            // `stmt` sends no other statement here.
            _ => Node::leaf("?"),
        }
    }

    fn option(&self, option: &ModalOption) -> Node {
        let mut text = String::from("option");
        if let Some(name) = &option.name {
            add!(text, " {name:?}");
        }
        if let Some(limit) = &option.limit {
            add!(text, " limit {}", self.limit(limit));
        }
        if let Some(cond) = option.condition {
            add!(text, " if {}", self.cond(cond));
        }
        if let Some(cost) = option.cost {
            add!(text, " [{}]", self.cost(cost));
        }
        Node::new(text, self.stmts(&option.body))
    }

    pub(super) fn cond(&self, id: CondId) -> String {
        match &self.code[id] {
            Cond::And(conds) => format!("({})", list(conds, |cond| self.cond(*cond), " and ")),
            Cond::Or(conds) => format!("({})", list(conds, |cond| self.cond(*cond), " or ")),
            Cond::Not(cond) => format!("not ({})", self.cond(*cond)),
            Cond::Done(None) => "done".into(),
            Cond::Done(Some(stmt)) => format!("done `{}`", self.stmt(*stmt).text),
            Cond::Paid(None) => "paid".into(),
            Cond::Paid(Some(name)) => format!("paid {name:?}"),
            Cond::Compare(number, than) => {
                format!("{} {}", self.expr(*number), self.comparison(than))
            }
            Cond::Is { subject, was, what } => format!(
                "{} {} {}",
                self.subject(subject),
                if *was { "was" } else { "is" },
                self.complement(what)
            ),
            Cond::Has { subject, what } => {
                format!("{} has ({})", self.subject(subject), self.objects(*what))
            }
            Cond::HasMore {
                subject,
                more,
                what,
                than,
            } => {
                let more = if *more { "more" } else { "fewer" };
                format!(
                    "{} has {more} ({}) than {}",
                    self.subject(subject),
                    self.objects(*what),
                    self.subject(than)
                )
            }
            Cond::Happened(event) => format!("happened ({})", self.event(*event)),
            Cond::Can {
                subject,
                word,
                deed,
                roles,
            } => {
                let passive = if deed.passive { "be-" } else { "" };
                format!(
                    "{} {} {passive}{}{}",
                    self.subject(subject),
                    modal_word(*word),
                    deed.verb,
                    self.roles(roles)
                )
            }
            Cond::Named(call, None) => self.call(call),
            Cond::Named(call, Some(meaning)) => {
                format!("{} := ({})", self.call(call), self.cond(*meaning))
            }
            Cond::During(time) => format!("during {}", self.time(time)),
        }
    }
}
