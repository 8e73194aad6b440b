//! The cards that permissions and prohibitions are for: where they lie, where those come from that have their name only when they are there, and what a card
//! says of itself everywhere.

use super::super::catalog::{self, role};
use super::super::code::{
    ApplyTo, ChangeIx, ChangeOp, Filter, Obj, ObjIx, PatIx, PatKind, PatSubject, Pattern, Select, Static,
};
use super::super::tables::EventWord;
use super::change::Target;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, Deed, Desc, ObjId, Objects, PlaceId, PlaceKind, Quant, Subject};
use crate::kernel::ZoneId;

impl CardLinker<'_, '_> {
    /// The cards that a permission is given to.
    pub(super) fn allowed(&mut self, subject: &Subject, id: ObjId) -> Linked<Target> {
        if !matches!(subject, Subject::Players(ir::Who::You)) {
            return Err(Fail::limit(
                Limit::Allow,
                "the engine can allow that to the ability's player only",
            ));
        }
        if let Objects::Select(selector) = &self.code()[id] {
            match selector.quant {
                Quant::Bare | Quant::All | Quant::AnyNumber | Quant::Each | Quant::Any => {}
                _ => {
                    return Err(Fail::limit(
                        Limit::Allow,
                        "the engine cannot allow that for a certain number yet",
                    ));
                }
            }
            let found = self.plain_select(selector, &[])?;
            return Ok(Target::Cards(self.add_obj(Obj::Select(Box::new(found))), true));
        }
        Ok(Target::Cards(self.obj(id)?, false))
    }

    /// The cards of a zone that a permission is for.
    pub(super) fn allowed_from(&mut self, subject: &Subject, what: Option<ObjId>, from: PlaceId) -> Linked<ObjIx> {
        if !matches!(subject, Subject::Players(ir::Who::You)) {
            return Err(Fail::limit(
                Limit::Allow,
                "the engine can allow that to the ability's player only",
            ));
        }
        if !matches!(self.code()[from].whose, None | Some(ir::Who::You)) {
            return Err(Fail::limit(
                Limit::Allow,
                "the engine can allow that from the player's own zones only",
            ));
        }
        let place = self.place(from)?;
        let Some(what) = what else {
            return Ok(self.add_obj(Obj::At(place)));
        };
        let Objects::Select(selector) = &self.code()[what] else {
            let among = self.obj(what)?;
            return Ok(self.add_obj(Obj::Select(Box::new(Select {
                among: Some(among),
                filters: vec![Filter::At(place)],
                ..Select::default()
            }))));
        };
        match selector.quant {
            Quant::Bare | Quant::All | Quant::Each | Quant::Any => {}
            _ => {
                return Err(Fail::limit(
                    Limit::Allow,
                    "the engine cannot allow that for a certain number yet",
                ));
            }
        }
        let found = self.plain_select(selector, &[place])?;
        Ok(self.add_obj(Obj::Select(Box::new(found))))
    }

    /// Whether a row of the table of permissions is about the place.
    pub(super) fn row_from(&self, zones: &[ZoneId], from: Option<PlaceId>) -> bool {
        match from.map(|place| &self.code()[place].kind) {
            None => zones.is_empty(),
            Some(PlaceKind::Zone(names, filters)) => {
                filters.is_empty()
                    && names.iter().all(|name| {
                        let cells = self.zone_cells(name);
                        let whole = |(zone, positions): &(ZoneId, u16)| {
                            zones.contains(zone) && *positions == self.all_positions(*zone)
                        };
                        !cells.is_empty() && cells.iter().all(whole)
                    })
            }
            Some(_) => false,
        }
    }

    /// Whether such an event tells of a card that is brought somewhere.
    pub(super) fn tells_the_way(&self, kind: &PatKind) -> bool {
        let mut about = catalog::rows(self.tables()).filter(|row| row.is_of(kind)).peekable();
        about.peek().is_some() && about.all(|row| row.roles & role::TO != 0)
    }

    /// Whether a verb brings cards into play that are not there yet.
    pub(super) fn brings_into_play(&self, verb: &str) -> bool {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        match row.and_then(|row| row.event) {
            Some(EventWord::Note(bits) | EventWord::Passive(bits)) => self.tells_the_way(&PatKind::Note(bits)),
            _ => false,
        }
    }

    /// `you can normal-call units without the grade-limit`: what is called so when it is there lies where it comes from.
    pub(super) fn brought_from(&mut self, id: ObjId, target: Target) -> Target {
        let target = self.where_played(id, target, Vec::new(), None);
        if let Target::Cards(obj, true) = &target
            && let Some(Obj::Select(select)) = self.l.parts.objs.get_mut(obj.0 as usize)
        {
            select.filters.retain(|filter| !matches!(filter, Filter::Noun(_)));
        }
        target
    }

    /// Refuses a permission that changes nothing, by the game's table.
    pub(super) fn is_idle(&self, deeds: &[Deed], what: ObjId) -> Linked<()> {
        let Objects::Select(selector) = &self.code()[what] else {
            return Ok(());
        };
        let of = |noun: &str| {
            let is = |desc: &Desc| desc.noun.as_ref().is_some_and(|n| n == noun) && desc.filters.is_empty();
            selector.filters.is_empty() && !selector.descs.is_empty() && selector.descs.iter().all(is)
        };
        let mut rows = self.tables().idle_permissions.iter();
        let row = rows.find(|(verb, noun, _)| deeds.iter().any(|deed| deed.verb == *verb) && of(noun));
        match row {
            None => Ok(()),
            Some((verb, noun, near)) => Err(Fail::wording(
                format!("that it can {verb} a {noun} changes nothing"),
                *near,
            )),
        }
    }

    /// Refuses `opponent's units cannot be normal-called`: by their name they are there, and what is called comes from elsewhere. Units intercept where they are.
    pub(super) fn is_brought_there(&self, deed: &Deed, target: &Target, pattern: PatIx) -> Linked<()> {
        let brought =
            |p: &Pattern| !p.about_object && matches!(p.kind, PatKind::Note(_)) && self.tells_the_way(&p.kind);
        let (Target::Cards(obj, true), true) = (target, deed.passive) else {
            return Ok(());
        };
        let Some(Obj::Select(select)) = self.l.parts.objs.get(obj.0 as usize) else {
            return Ok(());
        };
        let places = select.places.iter().map(|place| self.zone_bits(*place));
        let looked_in = places.fold(0, |all, bits| all | bits);
        let in_hand = looked_in == 0 || looked_in & self.tables().hand.bit() != 0;
        if in_hand || !self.l.parts.patterns.get(pattern.0 as usize).is_some_and(brought) {
            return Ok(());
        }
        Err(Fail::wording(
            "by their name these cards are there already, and what comes there comes from elsewhere",
            "write `cards`, or say who cannot do it: `opponent cannot …`",
        ))
    }

    /// Whether an ability says of its own card what holds wherever it is: its tags, words and numbers (904.2 and its like).
    pub(super) fn is_base(&self, statics: &[Static]) -> bool {
        let info = |change: &ChangeIx| {
            let change = self.l.parts.changes.get(change.0 as usize).map(|c| &c.op);
            matches!(
                change,
                Some(
                    ChangeOp::Add { .. }
                        | ChangeOp::SetAttr(..)
                        | ChangeOp::Tag(..)
                        | ChangeOp::TagsAre(_)
                        | ChangeOp::NoTags
                        | ChangeOp::Words { .. }
                )
            )
        };
        let own = |one: &Static| {
            self.is_of_this(one) && one.each.is_none() && one.cond.is_none() && one.changes.iter().all(info)
        };
        self.tables().base_abilities && !statics.is_empty() && statics.iter().all(own)
    }

    /// Whether the price of the card itself hangs on how many cards were played, itself among them (13.2.1.2 of Evolve): patterns from this number on belong to
    /// the ability.
    pub(super) fn counts_itself(&self, statics: &[Static], asked: usize) -> bool {
        let play = self.tables().note.play;
        let counts = |p: &Pattern| {
            let played = matches!(p.kind, PatKind::Note(bits) if play.is_in(bits));
            played && !p.would && p.subject == PatSubject::Any
        };
        let priced = |change: &ChangeIx| {
            let change = self.l.parts.changes.get(change.0 as usize).map(|c| &c.op);
            matches!(change, Some(ChangeOp::Price(..) | ChangeOp::PriceIs(_)))
        };
        let own = |one: &Static| self.is_of_this(one) && one.changes.iter().any(priced);
        self.tables().plays_count_at_once
            && statics.iter().any(own)
            && self.l.parts.patterns.iter().skip(asked).any(counts)
    }

    fn is_of_this(&self, one: &Static) -> bool {
        match one.scope {
            ApplyTo::Cards(objs) => matches!(self.l.parts.objs.get(objs.0 as usize), Some(Obj::This)),
            _ => false,
        }
    }
}
