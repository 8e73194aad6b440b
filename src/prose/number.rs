//! Numbers, comparisons and quantities.

use super::Printer;
use super::noun::Bare;
use crate::ir::{Compare, Comparison, Expr, ExprId, Extreme, NumOp, Quant, Thats};
use crate::style::english::Np;

impl Printer<'_> {
    /// The number if it is written as one.
    pub(super) fn literal(&self, id: ExprId) -> Option<i64> {
        if let Expr::Num(number) = self.code[id] {
            Some(number)
        } else {
            None
        }
    }

    /// A number inside a sentence: long ones become a letter that is explained behind the sentence.
    pub(super) fn number(&self, id: ExprId) -> String {
        match &self.code[id] {
            Expr::Num(number) => number.to_string(),
            Expr::Var(name) => name.clone(),
            Expr::That(Thats::EventAmount) => "that much".into(),
            Expr::That(Thats::EventCount | Thats::Statement(_)) => "that many".into(),
            Expr::Op(..)
            | Expr::Count(_)
            | Expr::Times(_)
            | Expr::Distinct(..)
            | Expr::Total(..)
            | Expr::Extreme(..)
            | Expr::Half(..)
            | Expr::Attr(..)
            | Expr::Was(_)
            | Expr::Named(..)
            | Expr::Known(_)
            | Expr::Override(..) => self.letter(self.amount_text(id)),
        }
    }

    /// A number in words, as long as it is.
    pub(super) fn amount_text(&self, id: ExprId) -> String {
        match &self.code[id] {
            Expr::Num(number) => number.to_string(),
            Expr::Var(name) => name.clone(),
            Expr::Op(op, left, right) => {
                let word = match op {
                    NumOp::Add => "plus",
                    NumOp::Sub => "minus",
                    NumOp::Mul => "times",
                    NumOp::Div => "divided by",
                };
                format!("{} {word} {}", self.operand(*left), self.operand(*right))
            }
            Expr::Count(of) => format!("the number of {}", self.objects(*of, Bare::Many).object),
            Expr::Times(event) => format!("the number of times {}", self.event(*event)),
            Expr::Distinct(attr, of) => format!(
                "the number of different {} among {}",
                self.noun(attr, true),
                self.objects(*of, Bare::Many).object
            ),
            Expr::Total(attr, of) => format!(
                "the total {} of {}",
                self.word(attr),
                self.objects(*of, Bare::Many).object
            ),
            Expr::Extreme(which, attr, of) => format!(
                "the {} {} among {}",
                extreme(*which),
                self.word(attr),
                self.objects(*of, Bare::Many).object
            ),
            Expr::Half(of, up) => format!(
                "half of {}, rounded {}",
                self.amount_text(*of),
                if *up { "up" } else { "down" }
            ),
            Expr::That(Thats::EventAmount) => "that amount".into(),
            Expr::That(Thats::EventCount | Thats::Statement(_)) => "that number".into(),
            Expr::Attr(of, attr) => self.owned(of, &self.word(attr)),
            Expr::Was(of) => format!("what was {}", self.amount_text(*of)),
            Expr::Named(_, name) => format!("the {}", self.given_name(name)),
            Expr::Known(word) => format!("the {}", self.word(word)),
            Expr::Override(first, arms) => {
                let mut text = self.amount_text(*first);
                for (number, cond) in arms {
                    add!(
                        text,
                        ", or {} instead if {}",
                        self.amount_text(*number),
                        self.cond(*cond, false)
                    );
                }
                text
            }
        }
    }

    fn operand(&self, id: ExprId) -> String {
        let text = self.amount_text(id);
        if matches!(&self.code[id], Expr::Op(..) | Expr::Override(..)) {
            format!("({text})")
        } else {
            text
        }
    }

    /// `2 or more`, with the game's words for numbers on a scale.
    pub(super) fn comparison(&self, than: &Comparison, scale: bool) -> String {
        let (more, less) = if scale { self.style.scale } else { ("more", "less") };
        match than.how {
            Compare::Is => self.number(than.with),
            Compare::OrMore => format!("{} or {more}", self.number(than.with)),
            Compare::OrLess => format!("{} or {less}", self.number(than.with)),
            Compare::More => format!("{more} than {}", self.amount_text(than.with)),
            Compare::Less => format!("{less} than {}", self.amount_text(than.with)),
        }
    }

    /// A quantity in front of a noun; `one` and `many` are the noun's forms. What it counts may belong to somebody.
    pub(super) fn counted(&self, quant: &Quant, owner: Option<&str>, one: &str, many: &str, bare: Bare) -> Np {
        let of = |count: &str| owner.map(|owner| format!("{count} of {owner} {many}"));
        let several = |count: String| of(&count).unwrap_or_else(|| format!("{count} {many}"));
        let number = |count: String, id: ExprId| {
            let single = self.literal(id) == Some(1);
            let text = of(&count).unwrap_or_else(|| format!("{count} {}", if single { one } else { many }));
            if single { Np::one(text) } else { Np::many(text) }
        };
        match quant {
            Quant::Bare => match (owner, bare) {
                (Some(owner), Bare::One) => Np::one(format!("{owner} {one}")),
                (Some(owner), Bare::Many) => Np::many(format!("{owner} {many}")),
                (None, Bare::One) => Np::one(crate::style::english::article(one)),
                (None, Bare::Many) => Np::many(many),
            },
            Quant::Exactly(id) => number(self.number(*id), *id),
            Quant::UpTo(id) => number(format!("up to {}", self.number(*id)), *id),
            Quant::AtLeast(id) => Np::many(several(format!("{} or more", self.number(*id)))),
            Quant::AtMost(id) => Np::many(several(format!("{} or less", self.number(*id)))),
            Quant::AnyNumber => Np::many(of("any number").unwrap_or_else(|| format!("any number of {many}"))),
            Quant::All => Np::many(several("all".into())),
            Quant::Each => Np::one(of("each").unwrap_or_else(|| format!("each {one}"))),
            Quant::Any => Np::one(of("any").unwrap_or_else(|| format!("any {one}"))),
            Quant::No => Np::many(of("none").unwrap_or_else(|| format!("no {many}"))),
            Quant::A => Np::one(of("1").unwrap_or_else(|| crate::style::english::article(one))),
            Quant::Another => Np::one(
                of("another").unwrap_or_else(|| format!("another {}", one.strip_prefix("other ").unwrap_or(one))),
            ),
            Quant::ThatMany => Np::many(several("that many".into())),
        }
    }

    /// A quantity on its own: `1`, `up to 2`.
    pub(super) fn quantity(&self, quant: &Quant) -> String {
        match quant {
            Quant::Bare | Quant::A => "1".into(),
            Quant::Exactly(id) => self.number(*id),
            Quant::UpTo(id) => format!("up to {}", self.number(*id)),
            Quant::AtLeast(id) => format!("{} or more", self.number(*id)),
            Quant::AtMost(id) => format!("{} or less", self.number(*id)),
            Quant::AnyNumber => "any number".into(),
            Quant::All => "all".into(),
            Quant::Each => "each".into(),
            Quant::Any => "any".into(),
            Quant::No => "none".into(),
            Quant::Another => "another".into(),
            Quant::ThatMany => "that many".into(),
        }
    }
}

pub(super) fn extreme(which: Extreme) -> &'static str {
    match which {
        Extreme::Highest => "highest",
        Extreme::Lowest => "lowest",
    }
}
