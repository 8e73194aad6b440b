//! What trails a sentence: durations, `for each`, `where`, limits.

use super::Checker;
use super::noun::Want;
use crate::ast::Mod;
use crate::ir::{Duration, ExprId, ObjId};
use crate::source::Span;

/// What trails a sentence, in meaning.
#[derive(Debug, Default)]
pub(super) struct Mods {
    pub(super) durations: Vec<Duration>,
    pub(super) per: Option<ObjId>,
    pub(super) defs: Vec<(String, ExprId)>,
    pub(super) limit: Option<crate::ir::Limit>,
    pub(super) duration_span: Option<Span>,
    pub(super) limit_span: Option<Span>,
    pub(super) per_span: Option<Span>,
}

impl<'a, 's> Checker<'a, 's> {
    /// Definitions, multipliers, durations and limits behind a sentence. Definitions come first: the sentence uses them.
    pub(super) fn mods(&mut self, list: &[&'a Mod<'s>]) -> Mods {
        let mut out = Mods::default();
        for modifier in list {
            if let Mod::Where(definitions, _) = modifier {
                for (name, expr) in definitions {
                    let before = self.late.take();
                    let defining = std::mem::replace(&mut self.frame().defining, true);
                    let value = self.expr(expr);
                    self.frame().defining = defining;
                    let late = if self.frame().continuous { None } else { self.late };
                    self.late = before;
                    self.define(name.text, name.span, late);
                    out.defs.push((name.text.to_owned(), value));
                }
            }
        }
        for modifier in list {
            match modifier {
                Mod::PerEach(np, span) => {
                    let commanding = std::mem::replace(&mut self.frame().commanding, false);
                    let value = self.np(np, Want::Any);
                    self.frame().commanding = commanding;
                    out.per = value.and_then(|v| self.objects_of(v, np.span));
                    out.per_span = Some(*span);
                }
                Mod::Limit(limit) => {
                    out.limit_span = Some(limit.span);
                    out.limit = self.limit(limit);
                }
                Mod::UntilTime(_) | Mod::UntilEvent(..) | Mod::While(..) | Mod::During(..) | Mod::Where(..) => {}
            }
        }
        self.durations(list, &mut out);
        out
    }

    pub(super) fn durations(&mut self, list: &[&'a Mod<'s>], out: &mut Mods) {
        for modifier in list {
            if let Some(duration) = self.duration(modifier) {
                out.duration_span.get_or_insert(mod_span(modifier));
                out.durations.extend(duration.ok());
            }
        }
    }
}

/// Where a modifier stands.
pub(super) fn mod_span(modifier: &Mod<'_>) -> Span {
    match modifier {
        Mod::UntilTime(point) => point.span,
        Mod::UntilEvent(_, s) | Mod::While(_, s) | Mod::During(_, s) | Mod::PerEach(_, s) | Mod::Where(_, s) => *s,
        Mod::Limit(l) => l.span,
    }
}
