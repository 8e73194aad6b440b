//! Which information numbers, conditions and descriptions depend on.

use super::super::code::{
    AttrKey, Cond, CondIx, Filter, Num, NumIx, Obj, ObjIx, PatIx, PatObject, PatSubject, Place, PlaceIx, Select, When,
    Who, bits,
};
use super::CardLinker;

impl CardLinker<'_, '_> {
    pub(super) fn num_bits(&self, ix: NumIx) -> u64 {
        let Some(num) = self.l.parts.nums.get(ix.0 as usize) else {
            return 0;
        };
        match num {
            Num::Const(_) => 0,
            Num::Slot(_) | Num::EventAmount => bits::SOURCE,
            Num::Invalid(objs) => bits::ABILITIES | self.obj_bits(*objs),
            Num::Counters(objs, _) => bits::DAMAGE | self.obj_bits(*objs),
            Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) | Num::Div(a, b) => self.num_bits(*a) | self.num_bits(*b),
            Num::Half(n, _) | Num::Was(n) => self.num_bits(*n),
            Num::Count(obj) | Num::Icons(obj, _) => self.obj_bits(*obj),
            Num::Positions(place) => self.place_bits(*place),
            Num::Amounts(pattern, _) => bits::PAST | self.pattern_bits(*pattern),
            Num::Times(pattern, _) | Num::Doers(pattern, _) => bits::PAST | self.pattern_bits(*pattern),
            Num::Distinct(key, obj) => self.key_bits(*key) | self.obj_bits(*obj),
            Num::Total(attr, obj) | Num::Extreme(_, attr, obj) | Num::Attr(obj, attr) => {
                bits::attr(attr.0) | self.obj_bits(*obj)
            }
            // What a player's number is made of is the game's business.
            Num::Player(who, attr) => self.table_bits(self.tables().player_deps, *attr) | self.who_bits(who),
            Num::Override(n, arms) => arms.iter().fold(self.num_bits(*n), |all, (n, c)| {
                all | self.num_bits(*n) | self.cond_bits(*c)
            }),
        }
    }

    /// What a row of a game's table depends on; everything if the table does not say.
    fn table_bits(&self, table: &[u64], row: u8) -> u64 {
        table.get(usize::from(row)).copied().unwrap_or(u64::MAX)
    }

    fn all_zones(&self) -> u64 {
        (0..self.tables().zones.len().min(32)).fold(0, |all, zone| all | bits::zone(u8::try_from(zone).unwrap_or(0)))
    }

    fn key_bits(&self, key: AttrKey) -> u64 {
        match key {
            AttrKey::Num(attr) => bits::attr(attr.0),
            AttrKey::Name => bits::NAME,
            AttrKey::Tags | AttrKey::TagsOf(_) => bits::TAGS,
            AttrKey::Words(_) => bits::WORDS,
            AttrKey::Type => bits::TYPE,
            AttrKey::Text(_) | AttrKey::Icons => 0,
        }
    }

    pub(super) fn who_bits(&self, who: &Who) -> u64 {
        match who {
            Who::You | Who::Opponent | Who::Each | Who::Any => 0,
            Who::Actor | Who::Event | Who::Slot(_) => bits::SOURCE,
            Who::Turn => bits::TURN,
            Who::OpponentOf(who) => self.who_bits(who),
            Who::OwnerOf(obj) | Who::MasterOf(obj) => self.obj_bits(*obj),
        }
    }

    fn when_bits(&self, when: &When) -> u64 {
        let of = when.of.map_or(0, |o| self.obj_bits(o) | bits::EXT);
        let whose = when.whose.as_ref().map_or(0, |w| self.who_bits(w));
        let within = when.within.as_ref().map_or(0, |w| self.when_bits(w));
        // The turn is something slower than its phases and steps.
        let turn = self
            .tables()
            .times
            .get(when.time.ix())
            .is_some_and(|row| row.word == "turn");
        let time = if turn { bits::TURN } else { bits::TURN | bits::TIME };
        time | of | whose | within
    }

    pub(super) fn cond_bits(&self, ix: CondIx) -> u64 {
        let Some(cond) = self.l.parts.conds.get(ix.0 as usize) else {
            return 0;
        };
        match cond {
            Cond::Const(_) => 0,
            Cond::Slot(_) | Cond::Mode(..) | Cond::CausedBy(_) => bits::SOURCE,
            Cond::And(list) | Cond::Or(list) => list.iter().fold(0, |all, c| all | self.cond_bits(*c)),
            Cond::Not(inner) => self.cond_bits(*inner),
            Cond::Compare(a, _, b) => self.num_bits(*a) | self.num_bits(*b),
            Cond::Fit { objs, filters, .. } => self.obj_bits(*objs) | self.filters_bits(filters),
            Cond::Within(a, b) => self.obj_bits(*a) | self.obj_bits(*b),
            Cond::Happened(pattern, _) => bits::PAST | self.pattern_bits(*pattern),
            Cond::During(when) => self.when_bits(when),
            Cond::Declared { objs, key, .. } => bits::SOURCE | self.obj_bits(*objs) | self.key_bits(*key),
            Cond::SamePlayer(a, b) => self.who_bits(a) | self.who_bits(b),
            Cond::PlayerHas(who, _) => bits::RULES | self.who_bits(who),
            Cond::Host(_) => u64::MAX,
            Cond::May(obj, pattern) => bits::RULES | self.obj_bits(*obj) | self.pattern_bits(*pattern),
        }
    }

    pub(super) fn obj_bits(&self, ix: ObjIx) -> u64 {
        let Some(obj) = self.l.parts.objs.get(ix.0 as usize) else {
            return 0;
        };
        match obj {
            Obj::Subject => 0,
            Obj::This
            | Obj::Slot(_)
            | Obj::SlotOf(..)
            | Obj::Rest(..)
            | Obj::EventSubject
            | Obj::EventObject
            | Obj::EventCause => bits::SOURCE,
            Obj::Select(select) => self.select_bits(select),
            Obj::Related(rel, of) => self.table_bits(self.tables().rel_deps, *rel) | self.obj_bits(*of),
            Obj::Known(_) => bits::EXT | bits::SOURCE,
            Obj::Host(_) => u64::MAX,
            Obj::Players(who) => self.who_bits(who),
            Obj::Pile { count, place, .. } => self.num_bits(*count) | self.place_bits(*place),
            Obj::Join(list) => list.iter().fold(0, |all, o| all | self.obj_bits(*o)),
            Obj::At(place) => self.place_bits(*place),
        }
    }

    pub(super) fn select_bits(&self, select: &Select) -> u64 {
        let Select {
            whose,
            places,
            among,
            other,
            types,
            filters,
            extreme,
        } = select;
        let mut all = self.filters_bits(filters) | if *other { bits::SOURCE } else { 0 };
        all |= whose.as_ref().map_or(0, |w| self.who_bits(w));
        all |= places.iter().fold(0, |all, p| all | self.place_bits(*p));
        all |= among.map_or(0, |o| self.obj_bits(o));
        if *types != 0 {
            all |= bits::TYPE;
        }
        all | extreme.map_or(0, |(_, attr)| bits::attr(attr.0))
    }

    fn filters_bits(&self, filters: &[Filter]) -> u64 {
        filters.iter().fold(0, |all, f| all | self.filter_bits(f))
    }

    fn filter_bits(&self, filter: &Filter) -> u64 {
        match filter {
            Filter::Type(_) => bits::TYPE,
            Filter::Tag(_) => bits::TAGS,
            Filter::Named(_) | Filter::NameAmong(..) => bits::NAME,
            Filter::NamedAs(_) => bits::NAME | bits::SOURCE,
            Filter::TextHas(..) | Filter::Price(_) => 0,
            Filter::Orient(_) | Filter::FaceDown(_) => bits::ORIENT,
            Filter::State(_) => bits::EXT,
            Filter::Words(_) | Filter::NoWords(_) => bits::WORDS,
            Filter::Attr(attr, _, n) => bits::attr(attr.0) | self.num_bits(*n),
            Filter::Keyword(_) => bits::ABILITIES,
            Filter::Icons(_, _, n) => self.num_bits(*n),
            Filter::Counter(_, _, n) => bits::DAMAGE | self.num_bits(*n),
            Filter::Under(filters, _, n) => {
                let under = self.tables().under.map_or(0, |(zone, _)| bits::zone(zone.0));
                under | self.filters_bits(filters) | self.num_bits(*n)
            }
            Filter::Same(key, obj) => self.key_bits(*key) | self.obj_bits(*obj),
            Filter::Among(obj) => self.obj_bits(*obj),
            Filter::At(place) | Filter::Noun(place) => self.place_bits(*place),
            Filter::Of(who) | Filter::OwnedBy(who) => self.who_bits(who),
            Filter::Did(pattern, _) => bits::PAST | self.pattern_bits(*pattern),
            Filter::If(cond) => self.cond_bits(*cond),
            Filter::Related(rel, filters) => self.table_bits(self.tables().rel_deps, *rel) | self.filters_bits(filters),
            Filter::Not(inner) => self.filter_bits(inner),
            Filter::Any(list) | Filter::All(list) => self.filters_bits(list),
        }
    }

    fn place_bits(&self, ix: PlaceIx) -> u64 {
        let Some(place) = self.l.parts.places.get(ix.0 as usize) else {
            return 0;
        };
        match place {
            Place::Zone { zones, whose, .. } => {
                let who = whose.as_ref().map_or(0, |w| self.who_bits(w));
                zones.iter().fold(who, |all, (zone, _)| all | bits::zone(zone.0))
            }
            Place::Under(obj) => self.tables().under.map_or(0, |(zone, _)| bits::zone(zone.0)) | self.obj_bits(*obj),
            // Whatever moves on the board is computed anew anyway.
            Place::Relative(_, obj) | Place::PositionOf(obj) => self.obj_bits(*obj),
            Place::Slot(_) | Place::Faced(_) | Place::Elsewhere => bits::SOURCE | self.all_zones(),
            Place::State(_) => bits::EXT,
            Place::Both(one, other) => self.place_bits(*one) | self.place_bits(*other),
            Place::Or(list) => list.iter().fold(0, |all, p| all | self.place_bits(*p)),
        }
    }

    pub(super) fn pattern_bits(&self, ix: PatIx) -> u64 {
        let Some(pattern) = self.l.parts.patterns.get(ix.0 as usize) else {
            return 0;
        };
        let subject = match &pattern.subject {
            PatSubject::Any | PatSubject::This => 0,
            PatSubject::Objs(obj) => self.obj_bits(*obj),
            PatSubject::Fits(select) => self.select_bits(select),
        };
        let by = pattern.by.iter().flat_map(|by| by.any.iter().chain([by]));
        let by = by.filter_map(|by| by.card.as_ref());
        let by = by.fold(0, |all, card| all | self.select_bits(card));
        let object = pattern.object.as_ref().map_or(0, |o| self.object_bits(o));
        let amount = pattern.amount.map_or(0, |(_, n)| self.num_bits(n));
        let amount = amount | pattern.together.map_or(0, |n| self.num_bits(n));
        let who = pattern.who.as_ref().map_or(0, |w| self.who_bits(w));
        // An event may be one of this card, of this ability or of its running time.
        bits::SOURCE
            | subject
            | by
            | object
            | amount
            | who
            | pattern.during.iter().fold(0, |all, w| all | self.when_bits(w))
    }

    fn object_bits(&self, object: &PatObject) -> u64 {
        match object {
            PatObject::Objs(obj) => self.obj_bits(*obj),
            PatObject::Fits(select) => self.select_bits(select),
            PatObject::Player(who) => self.who_bits(who),
            PatObject::Keyword(_) | PatObject::Category(_) | PatObject::ThisAbility | PatObject::Producer => 0,
            PatObject::Any(list) => list.iter().fold(0, |all, o| all | self.object_bits(o)),
        }
    }
}
