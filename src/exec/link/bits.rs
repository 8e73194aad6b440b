//! Keywords and labels as bits.

use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir;
use crate::kernel::Bits;

impl CardLinker<'_, '_> {
    pub(super) fn keyword_bit(&mut self, name: &str) -> u128 {
        let (at, _) = self.l.parts.keywords.insert_full(name.to_owned());
        u128::bit(at)
    }

    /// The bit of a keyword that a text asks for. With values it is a keyword of its own, which the abilities with these very values have besides.
    pub(super) fn call_bit(&mut self, call: &ir::Call) -> Linked<u128> {
        let ir::Call { name, args, text: _ } = call;
        if args.is_empty() {
            return Ok(self.keyword_bit(name));
        }
        match self.valued(call) {
            Some(word) => Ok(self.keyword_bit(&word)),
            None => Err(Fail::limit(
                Limit::Keyword,
                format!("the engine cannot ask for {name} with such values yet"),
            )),
        }
    }

    /// The bits of a keyword that an ability or card has: with its values only if some text of the pool asks for them (the first pass finds that out).
    pub(super) fn own_bits(&mut self, call: &ir::Call) -> u128 {
        let bits = self.keyword_bit(&call.name);
        match self.valued(call) {
            Some(word) if self.l.parts.keywords.contains(&word) => bits | self.keyword_bit(&word),
            _ => bits,
        }
    }

    /// The bits of a keyword that is taken away: with whatever values.
    pub(super) fn all_bits(&mut self, name: &str) -> u128 {
        let valued: Vec<String> = {
            let words = self.l.parts.keywords.iter();
            let of = words.filter(|word| word.split_once(' ').is_some_and(|(first, _)| first == name));
            of.cloned().collect()
        };
        let plain = self.keyword_bit(name);
        valued.iter().fold(plain, |all, word| all | self.keyword_bit(word))
    }

    /// A keyword with its values in one spelling; none if it has none, or some that are not plain.
    fn valued(&self, call: &ir::Call) -> Option<String> {
        let ir::Call { name, args, text: _ } = call;
        let mut out = name.clone();
        for arg in args {
            out.push(' ');
            match arg {
                ir::Arg::Name(name) => out.extend(["\"", name.as_str(), "\""]),
                ir::Arg::Tag(tag) => out.extend(["<", tag.as_str(), ">"]),
                ir::Arg::Number(n)
                | ir::Arg::Compared(ir::Comparison {
                    how: ir::Compare::Is,
                    with: n,
                }) => match self.code()[*n] {
                    ir::Expr::Num(n) => out.push_str(&n.to_string()),
                    _ => return None,
                },
                ir::Arg::Icons(runs) => match runs.as_slice() {
                    [run] => out.push_str(&run.0.join(",")),
                    _ => return None,
                },
                _ => return None,
            }
        }
        (!args.is_empty()).then_some(out)
    }
}
