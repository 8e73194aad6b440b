//! Effects that are nullified.

use super::super::code::{ChangeOp, ObjIx, Op, PatKind, PatSubject, Pattern, SlotIx, Who};
use super::action::Roles;
use super::change::Target;
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, Arg, AttrOf, Duration, EventKind, Filter, ObjId, Objects, Quant, Role, Subject};
use crate::kernel::{AttrId, Note};

impl<'m> CardLinker<'_, 'm> {
    /// `nullify all continuous effects of it`, `nullify the effects of opponent's triggers until end of battle`.
    pub(super) fn nullify(
        &mut self,
        roles: &'m [Role],
        (noun, tag): (&str, Note),
        durations: &'m [Duration],
        out: SlotIx,
    ) -> Linked<()> {
        let unknown = || Fail::limit(Limit::Nullify, "the engine cannot nullify effects of that kind");
        let mut roles = Roles {
            left: roles.iter().collect(),
        };
        let Some(Arg::Objects(obj)) = roles.take(&["what"]) else {
            return Err(unknown());
        };
        roles.finish("nullify")?;
        let thing = self.thing(*obj, Noun::Effect).ok_or_else(unknown)?;
        let all = matches!(thing.quant, Quant::Bare | Quant::All | Quant::Each);
        if !thing.is_general() || !all {
            return Err(unknown());
        }
        let (mut of, mut raised, mut continuous) = (None, None, false);
        for filter in &thing.filters {
            match filter {
                Filter::State(word) if word == "continuous" && !continuous => continuous = true,
                Filter::Of(cards) if of.is_none() => of = Some(*cards),
                Filter::Did(event) if raised.is_none() => raised = Some(self.raised(*event)?),
                _ => return Err(unknown()),
            }
        }
        match (of, raised) {
            (Some(cards), None) if !continuous && self.is_all(cards, noun) => self.without(cards, tag, durations, out),
            _ if !durations.is_empty() => Err(Fail::limit(Limit::Duration, "what is nullified is so from then on")),
            (Some(cards), None) if continuous => {
                let cards = self.obj(cards)?;
                self.emit(Op::Nullify {
                    cards,
                    raised: None,
                    done: out,
                });
                Ok(())
            }
            (None, Some((cards, attr))) => {
                self.emit(Op::Nullify {
                    cards,
                    raised: Some(attr),
                    done: out,
                });
                Ok(())
            }
            _ => Err(unknown()),
        }
    }

    /// Whether all cards of a description are of the noun.
    fn is_all(&self, id: ObjId, noun: &str) -> bool {
        match &self.code()[id] {
            Objects::Select(selector) => {
                let is = |desc: &ir::Desc| desc.noun.as_ref().is_some_and(|n| n == noun);
                !selector.descs.is_empty() && selector.descs.iter().all(is)
            }
            _ => false,
        }
    }

    /// For a while, what the note tells of does not happen to cards that fit then.
    fn without(&mut self, cards: ObjId, tag: Note, durations: &'m [Duration], out: SlotIx) -> Linked<()> {
        let subject: PatSubject = self.pat_subject(cards)?;
        let kind = PatKind::Note(tag.bit());
        let keys = self.keys(&kind);
        let pattern = self.add_pattern(Pattern {
            kind,
            subject,
            object: None,
            who: None,
            amount: None,
            by: None,
            during: Vec::new(),
            keys,
            would: true,
            together: None,
            from: None,
            to: None,
            about_object: false,
            free: false,
            in_all: false,
        });
        let change = self.changed(ChangeOp::Forbid(pattern), None);
        self.begin(Target::Players(Who::Each), vec![change], durations)?;
        let one = self.one();
        self.emit(Op::Set(out, one));
        Ok(())
    }

    /// `effects that increase its power`: whose number, and which.
    fn raised(&mut self, id: ir::EventId) -> Linked<(ObjIx, AttrId)> {
        let unknown = || {
            Fail::limit(
                Limit::Nullify,
                "the engine can nullify effects that increase a number of cards",
            )
        };
        let ir::Event {
            kind: EventKind::Does(verbs),
            subject: Some(Subject::Objects(subject)),
            roles,
            not: false,
            past: false,
            would: false,
            window: None,
            during,
        } = &self.code()[id]
        else {
            return Err(unknown());
        };
        let described = matches!(self.code()[*subject], Objects::Described);
        let increases = matches!(verbs.as_slice(), [verb] if verb == "increase");
        let [
            Role {
                name,
                arg: Arg::Attr(AttrOf::Objects(cards), attr),
            },
        ] = roles.as_slice()
        else {
            return Err(unknown());
        };
        if !described || !increases || name != "what" || !during.is_empty() {
            return Err(unknown());
        }
        Ok((self.obj(*cards)?, self.attr(attr)?))
    }
}
