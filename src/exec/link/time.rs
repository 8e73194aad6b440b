//! Times and windows of the past.

use super::super::code::{Boundary, When, Window};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, position};
use crate::ir;
use crate::kernel::TimeId;

impl CardLinker<'_, '_> {
    pub(super) fn time_id(&self, span: &str) -> Linked<TimeId> {
        let words: Vec<&str> = self.tables().times.iter().map(|t| t.word).collect();
        position(&words, span)
            .map(TimeId)
            .ok_or_else(|| Fail::limit(Limit::Word, format!("the engine does not know the time `{span}`")))
    }

    pub(super) fn when(&mut self, time: &ir::TimeRef) -> Linked<When> {
        let ir::TimeRef {
            edge,
            span,
            whose,
            of,
            within,
            next,
            this: _,
            each,
            named,
        } = time;
        let extra = !self.tables().extra_turn.is_empty() && span == self.tables().extra_turn;
        if named.is_some() && span != "turn" {
            return Err(Fail::limit(
                Limit::Past,
                "the engine can refer back to a turn that was given only",
            ));
        }
        self.begins_in_time(time)?;
        let whose = match whose {
            Some(ir::Who::Each | ir::Who::Any) | None => None,
            Some(_) if *each => {
                return Err(Fail::wording(
                    "a time belongs to each player or to one, not both",
                    "write `each player's …` or `your …`",
                ));
            }
            Some(who) => Some(self.who(who)?),
        };
        Ok(When {
            time: self.time_id(if extra { "turn" } else { span })?,
            edge: edge.map(|e| match e {
                ir::Boundary::Start => Boundary::Start,
                ir::Boundary::End => Boundary::End,
            }),
            whose,
            of: of.map(|o| self.obj(o)).transpose()?,
            within: match within {
                Some(inner) => Some(Box::new(self.when(inner)?)),
                None => None,
            },
            next: *next,
            extra: extra || named.is_some(),
            named: named.map(Self::slot),
        })
    }

    /// Whether the start of a time can be what the text says: whose it is, and of which attack.
    fn begins_in_time(&self, time: &ir::TimeRef) -> Linked<()> {
        let ir::TimeRef {
            edge, span, whose, of, ..
        } = time;
        let tables = self.tables();
        if matches!(whose, Some(who) if !matches!(who, ir::Who::Each | ir::Who::Any))
            && tables.nobodys_times.contains(&span.as_ref())
        {
            return Err(Fail::wording(
                format!("the rules do not say whose {span} it is: one player's turn and the other one's deed"),
                format!("write `the {span}`, with `during your turn` or `during opponent's turn` if that matters"),
            ));
        }
        if time.next && tables.repeated_times.contains(&span.as_ref()) {
            return Err(Fail::wording(
                format!("of several times `{span}` in a turn the next one cannot be told: `next` is counted by turns"),
                "say the turn: `until end of turn`, `during your next turn`",
            ));
        }
        let of_a_card = of.is_some() || time.within.as_ref().is_some_and(|within| within.of.is_some());
        if *edge == Some(ir::Boundary::Start) && of_a_card && tables.times_before_attack.contains(&span.as_ref()) {
            return Err(Fail::never(super::super::catalog::Never {
                why: format!("when the {span} begins, nobody has been chosen to attack yet"),
                near: "answer to the attack itself: `when this attacks`".to_owned(),
            }));
        }
        Ok(())
    }

    /// The stretch whose end an ability answers to, as a window of the past.
    pub(super) fn window_that_ends(&mut self, span: &str) -> Linked<Window> {
        match span {
            "turn" => Ok(Window::ThisTurn),
            "game" => self.window(None),
            span => {
                self.l.parts.past_keys |= super::super::keys::TIMES;
                Ok(Window::Ended(self.time_id(span)?))
            }
        }
    }

    pub(super) fn window(&mut self, window: Option<&ir::Window>) -> Linked<Window> {
        match window {
            None => {
                self.l.parts.asks_whole_game = true;
                Ok(Window::Game)
            }
            Some(ir::Window::ThisWay) => Ok(Window::ThisWay),
            Some(ir::Window::In(time)) => {
                let ir::TimeRef {
                    edge,
                    span,
                    whose,
                    of,
                    within,
                    next,
                    this: _,
                    each,
                    named,
                } = time;
                let plain = edge.is_none() && whose.is_none() && of.is_none() && !next && !each && named.is_none();
                let last = within.as_ref().map(|w| w.span.as_ref());
                match (span.as_ref(), last) {
                    ("turn", None) if plain => Ok(Window::ThisTurn),
                    ("turn", Some("last")) if plain => Ok(Window::LastTurn),
                    ("game", None) if plain => {
                        self.l.parts.asks_whole_game = true;
                        Ok(Window::Game)
                    }
                    (span, None) if plain => {
                        // When it began is part of the past, too.
                        self.l.parts.past_keys |= super::super::keys::TIMES;
                        Ok(Window::Since(self.time_id(span)?))
                    }
                    _ => Err(Fail::limit(
                        Limit::Past,
                        format!("the engine cannot look back into `{span}` of that kind yet"),
                    )),
                }
            }
        }
    }
}
