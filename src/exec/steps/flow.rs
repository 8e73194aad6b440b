//! The way through the operations: branches and loops as lines below lines.
//!
//! The linker lays a statement out in one stretch: what is left out by a jump forwards is a block below the operation that jumps, and a jump backwards
//! ends the body of a loop. A jump that is neither is said as it is, so that nothing is hidden.

use super::{Lines, Reader};
use crate::exec::code::{Op, Pc};

impl Reader<'_> {
    /// The operations from there to their end.
    pub(super) fn code(&self, start: Pc, lines: &mut Lines) {
        let end = u32::try_from(self.pool.ops.len()).unwrap_or(u32::MAX);
        if start < end {
            self.stretch(start, end, lines);
        }
    }

    /// The operations of a stretch; it ends where its ability, its payment or its announcement ends.
    fn stretch(&self, start: Pc, end: Pc, lines: &mut Lines) {
        let mut pc = start;
        while pc < end {
            let op = self.pool.op(pc);
            if matches!(op, Op::End | Op::Announced) {
                return;
            }
            pc = self.one(pc, end, lines).max(pc.saturating_add(1));
        }
    }

    /// One operation with what stands below it; gives where it goes on.
    fn one(&self, pc: Pc, end: Pc, lines: &mut Lines) -> Pc {
        let op = self.pool.op(pc);
        let next = pc.saturating_add(1);
        match op {
            Op::Unless(cond, to) => {
                lines.add(format!("if {}:", self.cond(*cond)));
                self.branch(next, *to, end, lines)
            }
            Op::May { who, other, done } => {
                let done = self.kept("whether so: ", *done);
                lines.add(format!("{} may choose to{done}:", self.who(who)));
                self.branch(next, *other, end, lines)
            }
            Op::Offer { cost, who, other, done } => {
                let done = self.kept("whether so: ", *done);
                lines.add(format!(
                    "{} may pay what takes {}{done}:",
                    self.who(who),
                    self.cost(*cost)
                ));
                self.branch(next, *other, end, lines)
            }
            Op::Each(objs, _) => {
                lines.add(format!("for each of {}:", self.obj(*objs)));
                next
            }
            Op::NextEach(_, element, to) => {
                lines.inside(|lines| {
                    let element = self.kept("", *element);
                    if !element.is_empty() {
                        lines.add(format!("take the next one{element}"));
                    }
                    self.stretch(next, (*to).min(end), lines);
                });
                *to
            }
            Op::EachPlayer(_) => {
                lines.add("for each player, the turn player first:");
                next
            }
            Op::NextPlayer(_, to) => {
                lines.inside(|lines| self.stretch(next, (*to).min(end), lines));
                *to
            }
            Op::Countdown(at, to) => {
                lines.add(format!("as often as the number {} says:", self.slot(*at)));
                lines.inside(|lines| self.stretch(next, (*to).min(end), lines));
                *to
            }
            Op::Modes {
                count,
                overrides,
                options,
                slot: at,
            } => {
                lines.add(format!(
                    "choose {} of the options while resolving -> {}:",
                    self.mode_count(*count, overrides),
                    self.slot(*at)
                ));
                let past = match self.pool.op(next) {
                    Op::NextMode(_, past) => *past,
                    _ => next,
                };
                lines.inside(|lines| {
                    for (n, option) in options.iter().enumerate() {
                        lines.add(format!("option {}{}:", n + 1, self.mode_cond(option)));
                        let until = options.get(n + 1).map_or(past, |o| o.pc);
                        lines.inside(|lines| self.stretch(option.pc, until.min(end), lines));
                    }
                });
                past
            }
            Op::Announce {
                count,
                overrides,
                options,
                slot: at,
            } => {
                lines.add(format!(
                    "choose {} of the options while playing -> {}:",
                    self.mode_count(*count, overrides),
                    self.slot(*at)
                ));
                lines.inside(|lines| {
                    for (n, option) in options.iter().enumerate() {
                        lines.add(format!("option {}{}", n + 1, self.mode_cond(option)));
                    }
                });
                next
            }
            Op::PayStart(cost) => {
                lines.add(format!("pay the cost, which takes {}:", self.cost(*cost)));
                let paid = self.paid(next, end);
                lines.inside(|lines| self.stretch(next, paid, lines));
                paid
            }
            Op::PayEnd => next,
            // The end of the body of a loop, or of the first branch of two.
            Op::Jump(to) if *to <= pc || *to >= end => next,
            Op::Jump(to) => {
                lines.add("otherwise:");
                lines.inside(|lines| self.stretch(next, (*to).min(end), lines));
                *to
            }
            Op::NextMode(..) => next,
            op => {
                self.operation(op, lines);
                next
            }
        }
    }

    /// Where the payment that begins there is over.
    fn paid(&self, start: Pc, end: Pc) -> Pc {
        (start..end)
            .find(|pc| matches!(self.pool.op(*pc), Op::PayEnd | Op::End))
            .unwrap_or(end)
    }

    /// What is done if a question is answered with yes, and behind it what is done otherwise; gives where both go on.
    fn branch(&self, from: Pc, to: Pc, end: Pc, lines: &mut Lines) -> Pc {
        let past = to.min(end);
        let last = to.saturating_sub(1);
        // A branch that ends with a jump forwards has another one behind it.
        let other = match self.pool.op(last) {
            Op::Jump(on) if last >= from && *on > to && *on <= end => Some(*on),
            _ => None,
        };
        let body = if other.is_some() { last } else { past };
        lines.inside(|lines| self.stretch(from, body, lines));
        let Some(on) = other else {
            return past;
        };
        lines.add("otherwise:");
        lines.inside(|lines| self.stretch(to, on, lines));
        on
    }
}
