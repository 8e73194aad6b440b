//! Where and how the cards of an event are meant, if its sentence does not say so: a follower that is put away was in play, a spell that is canceled was one
//! before, a card that is refreshed was engaged.

use super::super::code::{
    ChangeIx, ChangeOp, Filter, Obj, PatIx, PatKind, PatObject, PatSubject, Pattern, Place, PlaceIx, Select, Within,
};
use super::super::tables::EventWord;
use super::change::Target;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{Deed, Desc, ObjId, Objects, Subject};

impl CardLinker<'_, '_> {
    /// Where a card comes from that a word for cards in play means: `your follower is put into your cemetery`. A `card` may come from anywhere, and what
    /// comes into play was not there.
    pub(super) fn usual_origin(&mut self, id: ObjId, to: Option<PlaceIx>) -> Linked<Option<PlaceIx>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(None);
        };
        let in_play = |desc: &Desc| {
            let noun = desc.noun.as_ref();
            noun.is_some_and(|n| n != "card" && n != "token")
        };
        let settled = selector.places.is_empty() && selector.among.is_none() && !selector.default_zones.is_empty();
        if !settled || selector.descs.is_empty() || !selector.descs.iter().all(in_play) {
            return Ok(None);
        }
        let zones = selector.default_zones.clone();
        let from = self.zones_place(&zones)?;
        let comes = to.is_none_or(|to| {
            self.zone_bits(to) & self.zone_bits(from) != 0
                || matches!(self.l.parts.places.get(to.0 as usize), Some(Place::Under(_)))
        });
        Ok((!comes).then_some(from))
    }

    /// A card is what it is called where it waits to resolve, from the moment that it is played until it leaves: what is forbidden to be played is not
    /// called so yet, and what has left not any more.
    pub(super) fn waits_to_resolve(&mut self, pattern: &mut Pattern) {
        let Some(stack) = self.tables().stack_zone else { return };
        let PatSubject::Fits(select) = &pattern.subject else {
            return;
        };
        let called = |filter: &Filter| self.is_called_waiting(filter);
        let kept: Vec<Filter> = select.filters.iter().filter(|f| !called(f)).cloned().collect();
        let plain = kept.len() == select.filters.len();
        let play = self.tables().note.play.bit();
        match &mut pattern.kind {
            PatKind::Note(bits) if pattern.would && *bits & play != 0 => {
                let kept = kept.into_iter().map(|filter| without(filter, &called)).collect();
                let select = Select {
                    filters: kept,
                    ..select.as_ref().clone()
                };
                pattern.subject = PatSubject::Fits(Box::new(select));
            }
            PatKind::Move { from, to, .. } if !plain && from.is_none_or(|from| self.zone_bits(from) == stack.bit()) => {
                if to.is_some_and(|to| self.zone_bits(to) & stack.bit() != 0) {
                    return;
                }
                let select = Select {
                    filters: kept,
                    ..select.as_ref().clone()
                };
                let cells = vec![(stack, self.all_positions(stack))];
                *from = Some(self.zone_list(cells));
                pattern.subject = PatSubject::Fits(Box::new(select));
            }
            _ => {}
        }
    }

    /// Whether a demand is that the card waits to resolve, by the meaning of its noun.
    pub(super) fn is_called_waiting(&self, filter: &Filter) -> bool {
        let Some(stack) = self.tables().stack_zone else {
            return false;
        };
        match filter {
            Filter::State(state) => {
                let mut rows = self.tables().noun_states.iter();
                rows.any(|(word, known)| known == state && self.is_spell(word))
            }
            Filter::Noun(place) => self.zone_bits(*place) == stack.bit(),
            _ => false,
        }
    }

    /// Whether whoever does it is where an amount comes from: `deal`.
    pub(super) fn is_dealt(&self, deed: &Deed) -> bool {
        let row = self.tables().verbs.iter().find(|row| row.word == deed.verb);
        !deed.passive
            && matches!(
                row.and_then(|row| row.event),
                Some(EventWord::Amount { suffered: false, .. })
            )
    }

    /// What is forbidden to happen to cards: to be played is forbidden where they are played from, and what happens only to what waits to resolve
    /// is forbidden there.
    pub(super) fn forbidden(&mut self, subject: &Subject, deeds: &[Deed]) -> Linked<Target> {
        let target = self.target(subject)?;
        let Subject::Objects(id) = subject else {
            return Ok(target);
        };
        if deeds.iter().all(|deed| deed.passive && deed.verb == "play") {
            // Where cards wait to resolve, those that effects let be played lie elsewhere too.
            let tables = self.tables();
            let lent = tables.allows.iter().filter(|_| tables.stack_zone.is_some());
            let lent = lent.flat_map(|row| row.from).filter(|zone| **zone != tables.deck);
            let lent = lent.copied().collect();
            return Ok(self.where_played(*id, target, lent, None));
        }
        if deeds.iter().all(|deed| deed.passive && self.is_of_stack(&deed.verb)) {
            self.while_waiting(*id, &target);
        }
        Ok(target)
    }

    /// Whether a verb moves only what waits to resolve (1012.1 and its like).
    pub(super) fn is_of_stack(&self, verb: &str) -> bool {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        matches!(row.and_then(|r| r.event), Some(EventWord::Moved(tag)) if self.tables().stack_moves.contains(&tag))
    }

    /// Cards of which no place is said, while they wait to resolve: `your resonators cannot be canceled`.
    fn while_waiting(&mut self, id: ObjId, target: &Target) {
        let (Objects::Select(selector), Some(stack)) = (&self.code()[id], self.tables().stack_zone) else {
            return;
        };
        let (Target::Cards(objs, true), true) = (target, selector.places.is_empty()) else {
            return;
        };
        let place = self.zone_list(vec![(stack, self.all_positions(stack))]);
        if let Some(Obj::Select(select)) = self.l.parts.objs.get_mut(objs.0 as usize) {
            select.places = vec![place];
        }
    }

    /// `characters cannot be put onto stage from hand`: they are the cards of that name where they would come from, not where the name looks for them.
    pub(super) fn where_it_comes_from(&mut self, subject: &Subject, target: &Target, pattern: PatIx) -> Linked<()> {
        let (Subject::Objects(id), Target::Cards(obj, true)) = (subject, target) else {
            return Ok(());
        };
        let Some(PatKind::Move { from, to, within, .. }) =
            self.l.parts.patterns.get(pattern.0 as usize).map(|p| &p.kind)
        else {
            return Ok(());
        };
        let (from, to, changes_place) = (*from, *to, *within == Within::Only);
        if !matches!(&self.code()[*id], Objects::Select(selector) if selector.places.is_empty() && selector.among.is_none())
        {
            return Ok(());
        }
        let places = match self.l.parts.objs.get(obj.0 as usize) {
            Some(Obj::Select(select)) => select.places.iter().map(|place| self.zone_bits(*place)),
            _ => return Ok(()),
        };
        let looked_in = places.fold(0, |all, bits| all | bits);
        let Some(from) = from else {
            let to = to.map_or(0, |to| self.zone_bits(to));
            if to != 0 && to & !looked_in == 0 && looked_in != u32::MAX && !changes_place {
                return Err(Fail::wording(
                    "by their name these cards are there already, and what comes there comes from elsewhere",
                    "write `cards`, or say from where: `from hand`",
                ));
            }
            return Ok(());
        };
        let elsewhere = looked_in & self.zone_bits(from) == 0;
        if let Some(Obj::Select(select)) = self.l.parts.objs.get_mut(obj.0 as usize)
            && elsewhere
        {
            select.places = vec![from];
        }
        Ok(())
    }

    /// The zones from which what a text forbids of its own card would happen: it works there (`this cannot be discarded`).
    pub(super) fn forbidden_from(&self, own: bool, change: ChangeIx) -> u32 {
        let change = self.l.parts.changes.get(change.0 as usize).map(|c| &c.op);
        let Some(ChangeOp::Forbid(pattern)) = change else {
            return 0;
        };
        let Some(pattern) = self.l.parts.patterns.get(pattern.0 as usize) else {
            return 0;
        };
        // `opponent cannot cancel this`: said of a player, it is about the card all the same.
        if !own && pattern.subject != PatSubject::This {
            return 0;
        }
        if let PatKind::Note(bits) = pattern.kind
            && bits != 0
            && bits & !self.tables().stack_notes == 0
        {
            return self.tables().stack_zone.map_or(0, |zone| zone.bit());
        }
        let PatKind::Move { tag, from, .. } = &pattern.kind else {
            return 0;
        };
        if let Some(from) = from {
            return self.zone_bits(*from);
        }
        let Some(tag) = tag else { return 0 };
        self.moves_from(*tag)
    }

    /// `when your damaged follower takes damage`: a card is seen as an event has left it, so a state that the event itself makes is no demand.
    pub(super) fn made_by_event(&self, pattern: &mut Pattern) -> Linked<()> {
        let PatKind::Note(bits) = pattern.kind else {
            return Ok(());
        };
        let ((PatSubject::Fits(select), _) | (_, Some(PatObject::Fits(select)))) =
            (&mut pattern.subject, &mut pattern.object)
        else {
            return Ok(());
        };
        if pattern.would {
            return Ok(());
        }
        for (note, state) in self.tables().makes {
            if !note.is_in(bits) {
                continue;
            }
            let word = self.tables().states.get(usize::from(*state)).copied().unwrap_or("");
            let is = |f: &Filter| *f == Filter::State(*state);
            let not = |f: &Filter| matches!(f, Filter::Not(inner) if is(inner));
            if select.filters.iter().any(|f| is(f) || not(f)) {
                return Err(Fail::wording(
                    format!("a card of this event is seen as it is afterwards, and then it is `{word}`"),
                    format!(
                        "leave the word out; what the card was before is kept by no event, so ask for something else than `{word}`"
                    ),
                ));
            }
        }
        Ok(())
    }

    /// `when your engaged follower is refreshed`: how a card was that is turned. Of two ways in which a card can lie it was in the other one.
    pub(super) fn turned_from(&self, pattern: &mut Pattern) -> Linked<()> {
        let PatKind::Turn(bits) = pattern.kind else {
            return Ok(());
        };
        if pattern.would {
            return Ok(());
        }
        let ((PatSubject::Fits(select), _) | (_, Some(PatObject::Fits(select)))) =
            (&mut pattern.subject, &mut pattern.object)
        else {
            return Ok(());
        };
        let lies = select.filters.iter().find_map(|f| match f {
            Filter::Orient(orient) => Some(*orient),
            _ => None,
        });
        let Some(lies) = lies else { return Ok(()) };
        if bits >> lies & 1 == 1 {
            return Err(Fail::wording(
                "a card that lies so already is not turned so",
                "leave the word out: what is turned lay otherwise before",
            ));
        }
        if self.tables().orients.len() > 2 {
            return Err(Fail::limit(
                Limit::Event,
                "the engine sees a card of such an event as it lies afterwards",
            ));
        }
        select.filters.retain(|f| !matches!(f, Filter::Orient(_)));
        Ok(())
    }
}

/// A demand without those that are met.
fn without(filter: Filter, met: &impl Fn(&Filter) -> bool) -> Filter {
    match filter {
        Filter::Any(list) => Filter::Any(list.into_iter().map(|f| without(f, met)).collect()),
        Filter::All(list) => Filter::All(list.into_iter().filter(|f| !met(f)).map(|f| without(f, met)).collect()),
        other if met(&other) => Filter::All(Vec::new()),
        other => other,
    }
}
