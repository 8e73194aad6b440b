//! What `not` behind a subject denies: of one thing the whole, of several what is said of each of them.

use super::Checker;
use crate::ir::{Complement, Cond, Filter, ObjId, Objects, Quant, RefWord, Subject};

impl Checker<'_, '_> {
    /// `if 2 or more of your characters are not rested` counts those that are not, `all of them are not rested` is said of all: `not` stands behind the
    /// subject, so it is said of each card, and the quantity stays as it is. In front (`not all of them are rested`) it denies the whole. Of a single
    /// thing both are the same, but for a thing that is not there.
    pub(super) fn denied(&mut self, node: Cond, single: bool) -> Cond {
        match node {
            Cond::Is {
                subject: Subject::Objects(id),
                was,
                what,
            } if self.says_how_many(id, single) => match refused(what) {
                Ok(filter) => Cond::Is {
                    subject: Subject::Objects(id),
                    was,
                    what: Complement::Filters(vec![filter]),
                },
                Err(what) => Cond::Not(self.code.add_cond(Cond::Is {
                    subject: Subject::Objects(id),
                    was,
                    what,
                })),
            },
            node => Cond::Not(self.code.add_cond(node)),
        }
    }

    fn says_how_many(&self, id: ObjId, single: bool) -> bool {
        match &self.code[id] {
            Objects::Select(selector) => selector.slot.is_none() && (selector.quant != Quant::Bare || !single),
            Objects::Part(..) | Objects::Join(_) | Objects::Slot(_, RefWord::Them | RefWord::Those(_)) => true,
            Objects::Related(..) => !single,
            _ => false,
        }
    }
}

/// What is not what the complement says; the complement itself if a description cannot say that.
fn refused(what: Complement) -> Result<Filter, Complement> {
    let not = |mut filters: Vec<Filter>| {
        let filter = match (filters.len(), filters.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                filters.extend(last);
                Filter::All(filters)
            }
        };
        Filter::Not(Box::new(filter))
    };
    match what {
        Complement::Filters(filters) | Complement::Info { also: false, filters } => Ok(not(filters)),
        Complement::Words(words) => Ok(not(words.into_iter().map(Filter::State).collect())),
        Complement::Place(place) => Ok(not(vec![Filter::At(place)])),
        Complement::Objects(of) => Ok(not(vec![Filter::Among(of)])),
        what => Err(what),
    }
}
