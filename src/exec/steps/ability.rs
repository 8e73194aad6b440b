//! An ability: when it works, what sets it off, what it costs, what it does.

use super::event::category;
use super::slot::Names;
use super::word::joined;
use super::{AbilitySteps, Lines, Reader};
use crate::exec::code::{Ability, Pc};
use crate::exec::pool::Pool;
use crate::kernel::AbilityIx;

/// Abilities given by abilities that are given, and so on: deeper than any card goes.
const DEEPEST: usize = 40;

/// How an ability is called: its keyword or category.
pub(super) fn label(pool: &Pool, ability: AbilityIx) -> String {
    let code = pool.ability(ability);
    if code.label.is_empty() {
        category(code.category).to_owned()
    } else {
        code.label.clone()
    }
}

/// A printed ability.
pub(super) fn printed(pool: &Pool, ability: AbilityIx) -> AbilitySteps {
    let code = pool.ability(ability);
    let read = |slots: Names| {
        let reader = Reader { pool, slots };
        let mut lines = Lines::default();
        reader.ability(code, &mut lines);
        (lines.steps, reader.slots)
    };
    let (_, slots) = read(Names::default());
    let (steps, _) = read(slots.again());
    AbilitySteps {
        label: label(pool, ability),
        line: code.line,
        steps,
    }
}

impl Reader<'_> {
    /// An ability that something gives, below that.
    pub(super) fn nested(&self, ability: AbilityIx, lines: &mut Lines) {
        if lines.depth > DEEPEST {
            lines.add("… and so on");
            return;
        }
        let code = self.pool.ability(ability);
        lines.add(format!("{} ability:", category(code.category)));
        lines.inside(|lines| self.ability(code, lines));
    }

    fn ability(&self, ability: &Ability, lines: &mut Lines) {
        // Where it is written is said above; what it depends on, listens to and reads is worked out from the rest.
        let Ability {
            def: _,
            category: _,
            keywords,
            works,
            says_where: _,
            works_face_down,
            gate,
            labelled,
            whiles,
            condition,
            limit,
            triggers: _,
            state: _,
            replaces: _,
            prevents: _,
            reads: _,
            together: _,
            cost,
            extra,
            gated,
            chosen_cost,
            offered: _,
            announce,
            payment,
            x,
            brings,
            offer: _,
            args,
            pc,
            slots: _,
            statics,
            deps: _,
            keys: _,
            own: _,
            label: _,
            file: _,
            src: _,
            line: _,
        } = ability;
        let face_down = if *works_face_down { ", face down too" } else { "" };
        lines.add(format!("works in {}{face_down}", self.zones(*works)));
        if *keywords != 0 {
            lines.add(format!("is {}", self.keywords(*keywords)));
        }
        if !args.is_empty() {
            let args: Vec<String> = args.iter().map(|a| self.key_arg(a)).collect();
            lines.add(format!("with {}", joined(&args, "and")));
        }
        if let Some(gate) = gate {
            let label = if *labelled { ", as its label asks" } else { "" };
            lines.add(format!("only if {}{label}", self.cond(*gate)));
        }
        for cond in whiles {
            lines.add(format!("makes no effect unless then {}", self.cond(*cond)));
        }
        if let Some(limit) = limit {
            lines.add(self.limit(limit));
        }
        self.answers_to(ability, lines);
        if let Some(cond) = condition {
            lines.add(format!("if, when it resolves, {}", self.cond(*cond)));
        }
        if let Some(at) = chosen_cost {
            lines.add(format!(
                "the cost that a condition stands for was paid -> 1 in {}",
                self.slot(*at)
            ));
        }
        for at in x.iter().flatten() {
            lines.add(format!(
                "its player chooses a number while playing it -> the number {}",
                self.slot(*at)
            ));
        }
        if let Some(brings) = brings {
            lines.add("its card");
            lines.inside(|lines| self.changes(&[*brings], lines));
        }
        if let Some(start) = announce {
            self.part("while it is played", *start, lines);
        }
        if let Some(extra) = extra {
            self.extra_cost(extra, lines);
            if *gated {
                lines.add("does nothing unless that is paid");
            }
        }
        if let Some(start) = payment {
            // Without anything that is chosen before, the payment is the first thing of its effect.
            if start != pc {
                self.part("then it is paid", *start, lines);
            }
        } else if let Some(cost) = cost {
            lines.add(format!("cannot be used unless there is {}", self.cost(*cost)));
        }
        for part in statics {
            self.statics(part, lines);
        }
        self.code(*pc, lines);
    }

    /// What an ability answers to, and how.
    fn answers_to(&self, ability: &Ability, lines: &mut Lines) {
        let Ability {
            triggers,
            state,
            replaces,
            prevents,
            together,
            offer,
            ..
        } = ability;
        for (n, pattern) in triggers.iter().enumerate() {
            let word = if n == 0 { "when" } else { "or when" };
            lines.add(format!("{word} {}", self.pattern(*pattern)));
        }
        if *state {
            lines.add("whenever its condition begins to hold");
        }
        if let Some(at) = together {
            lines.add(format!(
                "answers once to all that happens together{}",
                self.kept("", *at)
            ));
        }
        match replaces {
            None => {}
            Some(true) => lines.add("happens instead, if its player wants"),
            Some(false) => lines.add("happens instead"),
        }
        if *prevents {
            lines.add("only takes something off the event");
        }
        if *offer {
            lines.add("its player may show the card to let it answer");
        }
    }

    fn part(&self, title: &str, start: Pc, lines: &mut Lines) {
        lines.add(format!("{title}:"));
        lines.inside(|lines| self.code(start, lines));
    }
}
