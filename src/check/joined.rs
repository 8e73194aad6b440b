//! Nouns joined by `and`: each is a whole thing, and a demand behind the last must not leave open whom it asks.

use super::Checker;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Filter, Name, ObjId, Objects, Quant, Selector};
use crate::source::Span;

impl Checker<'_, '_> {
    /// What `and` joins, once the nouns are shared out.
    pub(super) fn joins_wholes(&mut self, list: &[ObjId], span: Span) {
        if self.lacks_noun(list) {
            self.report(
                Diagnostic::new(
                    Code::Syntax,
                    span,
                    "a noun is missing: `and` joins whole things, and the first word has none",
                )
                .with_help(
                    "for a card of either kind write `or` (`1 fire or water resonator`); else say number and noun twice",
                ),
            );
        }
        if self.asks_last_or_all(list) {
            self.report(
                Diagnostic::new(
                    Code::TwoMeanings,
                    span,
                    "what is asked behind the last of these could be asked of it alone or of all",
                )
                .with_help(
                    "of all: `or` joins the nouns (`all resonators or regalia with …`); of the last alone: `all resonators and all regalia with …`",
                ),
            );
        }
    }

    /// `1 target fire and water resonator`: the first word would be a description of its own, of cards of every type.
    fn lacks_noun(&self, list: &[ObjId]) -> bool {
        let kind = |f: &Filter| matches!(f, Filter::Tag(_) | Filter::Value(..) | Filter::State(_));
        let nameless = |s: &Selector| {
            let bare = |d: &crate::ir::Desc| d.noun.is_none() && !d.filters.is_empty() && d.filters.iter().all(kind);
            !s.descs.is_empty() && s.descs.iter().all(bare) && s.places.is_empty() && s.among.is_none()
        };
        list.windows(2).any(|pair| match pair {
            [first, second] => match (&self.code[*first], &self.code[*second]) {
                (Objects::Select(first), Objects::Select(second)) => {
                    nameless(first)
                        && matches!(second.quant, Quant::Bare)
                        && second.whose.is_none()
                        && second.descs.iter().any(|d| d.noun.is_some())
                }
                _ => false,
            },
            _ => false,
        })
    }

    /// `all resonators and regalia with total-cost 2 or less`: of the last alone, or of both?
    fn asks_last_or_all(&self, list: &[ObjId]) -> bool {
        let Some((last, before)) = list.split_last() else {
            return false;
        };
        let nouns = |s: &Selector| !s.descs.is_empty() && s.descs.iter().all(|d| d.noun.is_some());
        let plain = |id: &ObjId| match &self.code[*id] {
            Objects::Select(s) => {
                matches!(s.quant, Quant::Bare | Quant::All | Quant::Each)
                    && s.places.is_empty()
                    && s.among.is_none()
                    && nouns(s)
                    && !s.filters.iter().any(is_demand)
                    && !self.is_one_each(s)
            }
            _ => false,
        };
        let asked = match &self.code[*last] {
            Objects::Select(s) => {
                matches!(s.quant, Quant::Bare) && s.whose.is_none() && nouns(s) && s.filters.iter().any(is_demand)
            }
            _ => false,
        };
        asked && !before.is_empty() && before.iter().all(plain)
    }

    /// Whether a player has one such card: `your vanguard and rear-guards with …` asks the others.
    fn is_one_each(&self, selector: &Selector) -> bool {
        let known = self.scope.vocab.policy("one-each").unwrap_or("");
        let one = |noun: &Name| known.split_whitespace().any(|word| word == noun.as_ref());
        selector.descs.iter().all(|desc| desc.noun.as_ref().is_some_and(one))
    }
}

/// Whether a demand stands behind a noun: `with …`, `that …`.
fn is_demand(filter: &Filter) -> bool {
    !matches!(filter, Filter::OfPlayer(_) | Filter::Of(_) | Filter::Quality(_))
}
