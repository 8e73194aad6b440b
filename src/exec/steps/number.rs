//! Numbers, conditions and times in words.

use super::Reader;
use super::word::joined;
use crate::exec::code::{Boundary, Cmp, Cond, CondIx, Num, NumIx, When, Window};
use crate::kernel::CauseKind;

/// `3 or more`.
pub(super) fn compared(cmp: Cmp, number: &str) -> String {
    match cmp {
        Cmp::Is => format!("exactly {number}"),
        Cmp::AtLeast => format!("{number} or more"),
        Cmp::AtMost => format!("{number} or less"),
        Cmp::More => format!("more than {number}"),
        Cmp::Less => format!("less than {number}"),
    }
}

impl Reader<'_> {
    pub(super) fn num(&self, num: NumIx) -> String {
        match self.pool.num(num) {
            Num::Const(n) => n.to_string(),
            Num::Slot(at) => format!("the number {}", self.slot(*at)),
            Num::Add(a, b) => format!("({} + {})", self.num(*a), self.num(*b)),
            Num::Sub(a, b) => format!("({} - {})", self.num(*a), self.num(*b)),
            Num::Mul(a, b) => format!("({} x {})", self.num(*a), self.num(*b)),
            Num::Div(a, b) => format!("({} / {}, rounded down)", self.num(*a), self.num(*b)),
            Num::Half(n, up) => format!("half of {}, rounded {}", self.num(*n), if *up { "up" } else { "down" }),
            Num::Was(n) => format!("what was, when last seen: {}", self.num(*n)),
            Num::Count(objs) => format!("the number of {}", self.obj(*objs)),
            Num::Positions(place) => format!("the number of positions of {}", self.place(*place)),
            Num::Icons(objs, None) => format!("the number of icons of {}", self.obj(*objs)),
            Num::Icons(objs, Some(icon)) => {
                format!("the number of icons {} of {}", self.word_icon(*icon), self.obj(*objs))
            }
            Num::Doers(pattern, window) => format!(
                "how many cards it was of which {} {}",
                self.pattern(*pattern),
                self.window(window)
            ),
            Num::Times(pattern, window) => format!("how often {} {}", self.pattern(*pattern), self.window(window)),
            Num::Amounts(pattern, window) => {
                format!(
                    "the amounts together of: {} {}",
                    self.pattern(*pattern),
                    self.window(window)
                )
            }
            Num::Distinct(key, objs) => format!(
                "the number of different values of {} of {}",
                self.attr_key(*key),
                self.obj(*objs)
            ),
            Num::Total(attr, objs) => format!("the total {} of {}", self.attr(*attr), self.obj(*objs)),
            Num::Extreme(high, attr, objs) => {
                let word = if *high { "highest" } else { "lowest" };
                format!("the {word} {} of {}", self.attr(*attr), self.obj(*objs))
            }
            Num::Attr(objs, attr) => format!("the {} of {}", self.attr(*attr), self.obj(*objs)),
            Num::Player(who, val) => format!("the {} of {}", self.player_attr(*val), self.who(who)),
            Num::Counters(objs, None) => format!("the number of counters on {}", self.obj(*objs)),
            Num::Counters(objs, Some(kind)) => {
                format!("the number of {} counters on {}", self.counter(*kind), self.obj(*objs))
            }
            Num::Invalid(objs) => format!("the number of abilities of {} that do nothing", self.obj(*objs)),
            Num::EventAmount => "the amount of the event".to_owned(),
            Num::Override(first, others) => {
                let mut text = self.num(*first);
                for (number, cond) in others {
                    text = format!("{text}, or {} if {}", self.num(*number), self.cond(*cond));
                }
                format!("({text})")
            }
        }
    }

    pub(super) fn conds(&self, conds: &[CondIx], word: &str) -> String {
        joined(&conds.iter().map(|c| self.cond(*c)).collect::<Vec<_>>(), word)
    }

    pub(super) fn cond(&self, cond: CondIx) -> String {
        match self.pool.cond(cond) {
            Cond::Const(true) => "always".to_owned(),
            Cond::Const(false) => "never".to_owned(),
            Cond::And(all) => format!("({})", self.conds(all, "and")),
            Cond::Or(any) => format!("({})", self.conds(any, "or")),
            Cond::Not(inner) => format!("not ({})", self.cond(*inner)),
            Cond::Slot(at) => format!("{} is not empty and not 0", self.slot(*at)),
            Cond::Mode(at, option) => format!("option {} was chosen in {}", u16::from(*option) + 1, self.slot(*at)),
            Cond::Compare(a, cmp, b) => format!("{} is {}", self.num(*a), compared(*cmp, &self.num(*b))),
            Cond::Fit {
                objs,
                every,
                was,
                filters,
            } => {
                let which = if *every { "every card of" } else { "at least one of" };
                let tense = if *was { "was, when last seen:" } else { "is now:" };
                format!("{which} {} {tense} {}", self.obj(*objs), self.filters(filters))
            }
            Cond::Within(a, b) => format!("there is some of {}, all among {}", self.obj(*a), self.obj(*b)),
            Cond::Happened(pattern, window) => format!("{} {}", self.pattern(*pattern), self.window(window)),
            Cond::During(when) => format!("it is {}", self.when(when)),
            Cond::Declared { objs, was, key, slot } => {
                let tense = if *was { "was, when last seen," } else { "is" };
                format!(
                    "the {} of {} {tense} what was declared as {}",
                    self.attr_key(*key),
                    self.obj(*objs),
                    self.slot(*slot)
                )
            }
            Cond::CausedBy(kind) => format!("the event came about by {}", cause(*kind)),
            Cond::SamePlayer(a, b) => format!("{} is {}", self.who(a), self.who(b)),
            Cond::PlayerHas(who, keywords) => format!("{} has {}", self.who(who), self.keywords(*keywords)),
            Cond::May(objs, pattern) => format!(
                "no rule or effect forbids {}: {}",
                self.obj(*objs),
                self.pattern(*pattern)
            ),
            Cond::Host(n) => format!("the host says so ({n})"),
        }
    }

    /// A time: `the end of your next turn`.
    pub(super) fn when(&self, when: &When) -> String {
        let When {
            time,
            edge,
            whose,
            of,
            within,
            next,
            extra,
            named,
        } = when;
        let edge = match edge {
            None => "",
            Some(Boundary::Start) => "the start of ",
            Some(Boundary::End) => "the end of ",
        };
        let whose = match whose {
            None => "the".to_owned(),
            Some(who) => self.whose(who),
        };
        let next = if *next { " next" } else { "" };
        let extra = if *extra { " given" } else { "" };
        let mut text = format!("{edge}{whose}{next}{extra} {}", self.time(*time));
        if let Some(of) = of {
            text = format!("{text} of {}", self.obj(*of));
        }
        if let Some(named) = named {
            text = format!("{text} kept as {}", self.slot(*named));
        }
        if let Some(within) = within {
            text = format!("{text} in {}", self.when(within));
        }
        text
    }

    pub(super) fn window(&self, window: &Window) -> String {
        match window {
            Window::ThisWay => "by this ability".to_owned(),
            Window::ThisTurn => "this turn".to_owned(),
            Window::LastTurn => "last turn".to_owned(),
            Window::Since(time) => format!("since this {} began", self.time(*time)),
            Window::Ended(time) => format!("in the {} that ends", self.time(*time)),
            Window::Game => "this game".to_owned(),
        }
    }
}

/// The kind of a cause.
pub(super) fn cause(kind: CauseKind) -> &'static str {
    match kind {
        CauseKind::Rule => "a rule",
        CauseKind::Cost => "a cost",
        CauseKind::Effect => "an effect",
        CauseKind::Play => "playing a card",
    }
}
