//! `is` and `has` ask how a card is, `was` and `had` how it was: which of the two a condition can mean.

use super::Checker;
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Arg, AttrOf, Complement, Cond, CondId, Expr, ExprId, Filter, ObjId, Objects, PlaceId, PlaceKind, Role, SlotId,
    Subject,
};
use crate::source::Span;
use crate::vocab::{Data, Visibility};

impl Checker<'_, '_> {
    /// Whether the objects are cards that were spoken of before: only these have a past of their own.
    pub(super) fn is_spoken_of(&self, id: ObjId) -> bool {
        match &self.code[id] {
            Objects::This
            | Objects::Subject
            | Objects::Described
            | Objects::Slot(..)
            | Objects::Event(..)
            | Objects::Rest(_)
            | Objects::Related(..)
            | Objects::Known(_)
            | Objects::Param(_) => true,
            Objects::Part(_, of) => self.is_spoken_of(*of),
            Objects::Join(all) => all.iter().all(|of| self.is_spoken_of(*of)),
            Objects::Select(selector) => selector.among.is_some_and(|among| self.is_spoken_of(among)),
            Objects::ThisAbility
            | Objects::Stack { .. }
            | Objects::Players(_)
            | Objects::CardsAt(_)
            | Objects::Values(..) => false,
        }
    }

    /// Whether a number is about a card that was spoken of before.
    fn number_has_past(&self, id: ExprId) -> bool {
        match &self.code[id] {
            Expr::Attr(AttrOf::Objects(of), _)
            | Expr::Count(of)
            | Expr::Distinct(_, of)
            | Expr::Total(_, of)
            | Expr::Extreme(_, _, of) => self.is_spoken_of(*of),
            Expr::Op(_, a, b) => self.number_has_past(*a) || self.number_has_past(*b),
            Expr::Half(of, _) | Expr::Was(of) => self.number_has_past(*of),
            Expr::Attr(AttrOf::Subject, _) => true,
            _ => false,
        }
    }

    /// A number as it was: `its attack was 2`.
    pub(super) fn number_was(&mut self, number: ExprId, span: Span) -> Option<ExprId> {
        if !self.number_has_past(number) {
            self.no_past(span);
            return None;
        }
        Some(self.code.add_expr(Expr::Was(number)))
    }

    /// `was` and `had` about something whose past nobody remembers.
    pub(super) fn no_past(&mut self, span: Span) {
        self.report(
            Diagnostic::new(
                Code::NotACondition,
                span,
                "`was` and `had` look back at a card that was spoken of before; how anything else was is not remembered",
            )
            .with_help("ask with `is` or `has` how it is now, or ask what happened: `… was rested this turn`")
            .with_note("a card is remembered as it last was in the zone that it left"),
        );
    }

    /// `was` of a subject: it must be a card that was spoken of before.
    pub(super) fn has_past(&mut self, subject: &Subject, span: Span) -> Option<()> {
        let known = match subject {
            Subject::Objects(id) | Subject::Attr(AttrOf::Objects(id), _) => self.is_spoken_of(*id),
            Subject::Number(id) => self.number_has_past(*id),
            // `Surge was paid` and its like are deeds.
            Subject::Keyword(_) | Subject::Amount(_) | Subject::Icons(_) | Subject::Attr(AttrOf::Subject, _) => true,
            Subject::Players(_) | Subject::Place(_) | Subject::Word(_) | Subject::Time(_) | Subject::Attr(..) => false,
        };
        if !known {
            self.no_past(span);
        }
        known.then_some(())
    }

    /// Remembers cards that a command has certainly put where nobody can see any more how they are.
    pub(super) fn note_hidden(&mut self, roles: &[Role], result: SlotId, span: Span) {
        let moved = roles.iter().find_map(|role| match (&role.arg, role.name.as_ref()) {
            (Arg::Objects(id), "what") => match &self.code[*id] {
                Objects::Slot(slot, _) => Some(*slot),
                _ => None,
            },
            _ => None,
        });
        let to = roles.iter().find_map(|role| match (&role.arg, role.name.as_ref()) {
            (Arg::Place(_), "from") => None,
            (Arg::Place(place), _) => Some(*place),
            _ => None,
        });
        let (Some(slot), Some(to)) = (moved, to) else { return };
        let hides = self.hides(to);
        let hidden = &mut self.frame().hidden;
        hidden.retain(|(of, _)| *of != slot);
        if hides {
            hidden.extend([(slot, span), (result, span)]);
        }
    }

    /// Whether nobody, or only one player, sees the cards of a place.
    fn hides(&self, place: PlaceId) -> bool {
        match &self.code[place].kind {
            PlaceKind::Zone(names, _) => {
                let hides = |name: &crate::ir::Name| {
                    self.pick(name, |w, _| match &w.data {
                        Data::Zone(zone) => Some(zone.visibility != Visibility::Public),
                        _ => None,
                    })
                };
                !names.is_empty() && names.iter().all(|name| hides(name) == Some(true))
            }
            PlaceKind::End(_, of) => self.hides(*of),
            PlaceKind::Or(all) => all.iter().all(|of| self.hides(*of)),
            _ => false,
        }
    }

    /// The demand in the past: it holds of what the described card was.
    pub(super) fn past_filter(&mut self, filter: Filter) -> Filter {
        let described = self.code.add_object(Objects::Described);
        let cond: CondId = self.code.add_cond(Cond::Is {
            subject: Subject::Objects(described),
            was: true,
            what: Complement::Filters(vec![filter]),
        });
        Filter::If(cond)
    }
}

/// Whether something is asked that a card has on the board only: a state, a number that effects change, counters.
pub(super) fn asks_board(what: &Complement) -> bool {
    fn asks(filter: &Filter) -> bool {
        match filter {
            Filter::State(_) | Filter::Attr(..) | Filter::Counter(..) | Filter::Pair(..) => true,
            Filter::Not(inner) => asks(inner),
            Filter::Any(all) | Filter::All(all) => all.iter().any(asks),
            _ => false,
        }
    }
    match what {
        Complement::Filters(filters) | Complement::Info { filters, .. } => filters.iter().any(asks),
        Complement::Words(_) => true,
        _ => false,
    }
}
