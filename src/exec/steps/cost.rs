//! Costs, prices and limits in words.

use super::word::joined;
use super::{Lines, Reader};
use crate::exec::code::{Cost, CostIx, Demand, ExtraCost, Icon, KeyArg, Limit, Sent, What};

impl Reader<'_> {
    /// What a cost demands before anything of it is paid.
    pub(super) fn cost(&self, cost: CostIx) -> String {
        let Cost { demands, pc: _, or } = self.pool.cost(cost);
        let demands: Vec<String> = demands.iter().map(|d| self.demand(d)).collect();
        let text = if demands.is_empty() {
            "nothing".to_owned()
        } else {
            joined(&demands, "and")
        };
        match or {
            None => text,
            Some(other) => format!("{text}; or else {}", self.cost(*other)),
        }
    }

    fn demand(&self, demand: &Demand) -> String {
        match demand {
            Demand::Pay(n) => format!("{} to pay", self.num(*n)),
            Demand::Pile(place, n, to) => {
                format!("{} cards of {}{}", self.num(*n), self.place(*place), self.going(*to))
            }
            Demand::Pick(pick, to) => format!("{}{}", self.pick(*pick), self.going(*to)),
            Demand::Objs(objs, to) => format!("{}{}", self.obj(*objs), self.going(*to)),
            Demand::Show(what) => format!("{} to show", self.what(what)),
            Demand::Turn(what, orient) => format!("{} not yet {}", self.what(what), self.orient(*orient)),
            Demand::Face(what, down, _) => {
                format!("{} lying face {}", self.what(what), if *down { "up" } else { "down" })
            }
            Demand::Done(what, verb) => format!("that {} is possible with {}", self.native(*verb), self.what(what)),
            Demand::Icons(icons) => self.icons(icons),
            Demand::Exchange(a, None) => format!("{} to exchange", self.obj(*a)),
            Demand::Exchange(a, Some(b)) => format!("{} and {} to exchange", self.obj(*a), self.obj(*b)),
            Demand::Native(verb, objs, None) => {
                format!("that {} is possible with {}", self.native(*verb), self.obj(*objs))
            }
            Demand::Native(verb, objs, Some(n)) => {
                format!(
                    "that {} is possible with {}, {} times",
                    self.native(*verb),
                    self.obj(*objs),
                    self.num(*n)
                )
            }
            Demand::Life(n) => format!("{} of {}", self.num(*n), self.player_attr(self.pool.tables.life)),
            Demand::Reduced(objs, n) => format!("{} to take from each of {}", self.num(*n), self.obj(*objs)),
            Demand::Counters(objs, kind, None) => format!("{} counters on {}", self.counter(*kind), self.obj(*objs)),
            Demand::Counters(objs, kind, Some(n)) => {
                format!(
                    "{} {} counters on each of {}",
                    self.num(*n),
                    self.counter(*kind),
                    self.obj(*objs)
                )
            }
            Demand::Free => "nothing that could be lacking".to_owned(),
        }
    }

    fn going(&self, to: Option<Sent>) -> String {
        to.map_or_else(String::new, |sent| {
            format!(
                " that can go to {}{}",
                self.destination(sent.to),
                self.by_word(sent.tag)
            )
        })
    }

    /// What a move takes.
    pub(super) fn what(&self, what: &What) -> String {
        match what {
            What::Pick(pick) => format!("{} (picked now)", self.pick(*pick)),
            What::Objs(objs) => self.obj(*objs),
            What::Pile {
                top,
                count,
                up_to,
                place,
            } => {
                let end = if *top { "top" } else { "bottom" };
                let up_to = if *up_to { "up to " } else { "" };
                format!(
                    "the {end} {up_to}{} of {}, one at a time",
                    self.num(*count),
                    self.place(*place)
                )
            }
        }
    }

    /// An icon of a price.
    pub(super) fn price_icon(&self, kind: u8) -> String {
        match kind {
            Icon::ANY => "any icon".to_owned(),
            kind if kind >= Icon::VARIABLE => {
                let at = usize::from(kind - Icon::VARIABLE);
                super::word::at(self.pool.tables.variables, at, "variable")
            }
            kind => self.icon(kind),
        }
    }

    pub(super) fn icons(&self, icons: &[Icon]) -> String {
        let each = |Icon { kind, count }: &Icon| format!("{} of {}", self.num(*count), self.price_icon(*kind));
        joined(&icons.iter().map(each).collect::<Vec<_>>(), "and")
    }

    pub(super) fn limit(&self, limit: &Limit) -> String {
        let Limit { times, game, by_name } = limit;
        let span = if *game { "game" } else { "turn" };
        let shared = if *by_name {
            ", shared by all cards of this name of the player"
        } else {
            ""
        };
        let times = match self.num(*times) {
            once if once == "1" => "once".to_owned(),
            times => format!("{times} times"),
        };
        format!("at most {times} a {span}{shared}")
    }

    pub(super) fn key_arg(&self, arg: &KeyArg) -> String {
        match arg {
            KeyArg::Num(n) => self.num(*n),
            KeyArg::Icons(icons) => self.icons(icons),
            KeyArg::Tag(tag) => self.tag(*tag),
            KeyArg::Name(name) => format!("\"{}\"", self.pool.name(*name)),
        }
    }

    /// A cost that may be paid besides while something is announced.
    pub(super) fn extra_cost(&self, extra: &ExtraCost, lines: &mut Lines) {
        let ExtraCost {
            cost,
            payment,
            slot: paid,
            number,
            x,
        } = extra;
        lines.add(format!(
            "additional cost {number}, which its player may pay while it is played: {}{}{}",
            self.cost(*cost),
            self.kept("the chosen number ", *x),
            self.kept("whether it is paid: ", *paid)
        ));
        lines.inside(|lines| self.code(*payment, lines));
    }
}
