//! Which slots linked code reads.

use super::super::code::{
    ApplyTo, Change, ChangeIx, ChangeOp, Cond, CondIx, Declare, Filter, Lasting, Lay, Made, Num, NumIx, Obj, ObjIx, Op,
    Operand, PatIx, PatKind, PatObject, PatSubject, PickDemand, PickIx, Place, PlaceIx, Select, SlotIx, What, When,
    Who,
};
use super::Parts;

/// The slots that something speaks of, so that there must be something in them. What only asks whether a slot has something, or takes away what a slot
/// has, needs nothing there.
pub(super) struct Reads<'p> {
    parts: &'p Parts,
    pub(super) found: Vec<SlotIx>,
    /// Those of them in which cards must be.
    pub(super) cards: Vec<SlotIx>,
}

impl<'p> Reads<'p> {
    pub(super) fn new(parts: &'p Parts) -> Self {
        Reads {
            parts,
            found: Vec::new(),
            cards: Vec::new(),
        }
    }

    fn slot(&mut self, slot: SlotIx) {
        if !self.found.contains(&slot) {
            self.found.push(slot);
        }
    }

    pub(super) fn num(&mut self, ix: NumIx) {
        let Some(num) = self.parts.nums.get(ix.0 as usize) else {
            return;
        };
        match num {
            Num::Const(_) | Num::EventAmount => {}
            Num::Slot(slot) => self.slot(*slot),
            Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) | Num::Div(a, b) => {
                self.num(*a);
                self.num(*b);
            }
            Num::Half(n, _) | Num::Was(n) => self.num(*n),
            Num::Count(obj)
            | Num::Icons(obj, _)
            | Num::Distinct(_, obj)
            | Num::Total(_, obj)
            | Num::Extreme(_, _, obj)
            | Num::Attr(obj, _)
            | Num::Counters(obj, _)
            | Num::Invalid(obj) => self.obj(*obj),
            Num::Positions(place) => self.place(*place),
            Num::Times(pattern, _) | Num::Doers(pattern, _) | Num::Amounts(pattern, _) => self.pattern(*pattern),
            Num::Player(who, _) => self.who(who),
            Num::Override(n, arms) => {
                self.num(*n);
                for (n, cond) in arms {
                    self.num(*n);
                    self.cond(*cond);
                }
            }
        }
    }

    pub(super) fn cond(&mut self, ix: CondIx) {
        let Some(cond) = self.parts.conds.get(ix.0 as usize) else {
            return;
        };
        match cond {
            Cond::Const(_) | Cond::Slot(_) | Cond::Mode(..) | Cond::CausedBy(_) | Cond::Host(_) => {}
            Cond::And(list) | Cond::Or(list) => {
                for c in list {
                    self.cond(*c);
                }
            }
            Cond::Not(inner) => self.cond(*inner),
            Cond::Compare(a, _, b) => {
                self.num(*a);
                self.num(*b);
            }
            Cond::Fit { objs, filters, .. } => {
                self.obj(*objs);
                self.filters(filters);
            }
            Cond::Within(a, b) => {
                self.obj(*a);
                self.obj(*b);
            }
            Cond::Happened(pattern, _) => self.pattern(*pattern),
            Cond::During(when) => self.when(when),
            Cond::Declared { objs, slot, .. } => {
                self.obj(*objs);
                self.slot(*slot);
            }
            Cond::SamePlayer(a, b) => {
                self.who(a);
                self.who(b);
            }
            Cond::PlayerHas(who, _) => self.who(who),
            Cond::May(obj, pattern) => {
                self.obj(*obj);
                self.pattern(*pattern);
            }
        }
    }

    pub(super) fn obj(&mut self, ix: ObjIx) {
        let Some(obj) = self.parts.objs.get(ix.0 as usize) else {
            return;
        };
        match obj {
            Obj::This
            | Obj::Subject
            | Obj::EventSubject
            | Obj::EventObject
            | Obj::EventCause
            | Obj::Known(_)
            | Obj::Host(_) => {}
            // What was taken from it may be nothing.
            Obj::Slot(slot) | Obj::Rest(slot, _) => {
                self.slot(*slot);
                self.cards.push(*slot);
            }
            // One of the two players may have nothing there.
            Obj::SlotOf(_, who) | Obj::Players(who) => self.who(who),
            Obj::Select(select) => self.select(select),
            Obj::Related(_, of) => self.obj(*of),
            Obj::Pile { count, place, .. } => {
                self.num(*count);
                self.place(*place);
            }
            Obj::Join(list) => {
                for o in list {
                    self.obj(*o);
                }
            }
            Obj::At(place) => self.place(*place),
        }
    }

    fn select(&mut self, select: &Select) {
        let Select {
            whose,
            places,
            among,
            other: _,
            types: _,
            filters,
            extreme: _,
        } = select;
        if let Some(who) = whose {
            self.who(who);
        }
        for p in places {
            self.place(*p);
        }
        if let Some(among) = among {
            self.obj(*among);
        }
        self.filters(filters);
    }

    fn filters(&mut self, filters: &[Filter]) {
        for filter in filters {
            self.filter(filter);
        }
    }

    fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::Type(_)
            | Filter::Tag(_)
            | Filter::Named(_)
            | Filter::NameAmong(..)
            | Filter::TextHas(..)
            | Filter::Price(_)
            | Filter::Orient(_)
            | Filter::FaceDown(_)
            | Filter::State(_)
            | Filter::Words(_)
            | Filter::NoWords(_)
            | Filter::Keyword(_) => {}
            Filter::NamedAs(slot) => self.slot(*slot),
            Filter::Attr(_, _, n) | Filter::Icons(_, _, n) | Filter::Counter(_, _, n) => self.num(*n),
            Filter::Under(filters, _, n) => {
                self.filters(filters);
                self.num(*n);
            }
            Filter::Same(_, obj) | Filter::Among(obj) => self.obj(*obj),
            Filter::At(place) | Filter::Noun(place) => self.place(*place),
            Filter::Of(who) | Filter::OwnedBy(who) => self.who(who),
            Filter::Did(pattern, _) => self.pattern(*pattern),
            Filter::If(cond) => self.cond(*cond),
            Filter::Related(_, filters) | Filter::Any(filters) | Filter::All(filters) => self.filters(filters),
            // What is none of these, or unlike these: there may be none of these yet.
            Filter::Not(inner) if matches!(**inner, Filter::Among(_) | Filter::Same(..)) => {}
            Filter::Not(inner) => self.filter(inner),
        }
    }

    fn place(&mut self, ix: PlaceIx) {
        let Some(place) = self.parts.places.get(ix.0 as usize) else {
            return;
        };
        match place {
            Place::Zone { whose, .. } => {
                if let Some(who) = whose {
                    self.who(who);
                }
            }
            Place::Under(obj) | Place::Relative(_, obj) | Place::PositionOf(obj) => self.obj(*obj),
            Place::Slot(slot) => self.slot(*slot),
            Place::Faced(_) | Place::State(_) | Place::Elsewhere => {}
            Place::Both(one, other) => {
                self.place(*one);
                self.place(*other);
            }
            Place::Or(list) => {
                for p in list {
                    self.place(*p);
                }
            }
        }
    }

    pub(super) fn pattern(&mut self, ix: PatIx) {
        let Some(pattern) = self.parts.patterns.get(ix.0 as usize) else {
            return;
        };
        match &pattern.subject {
            PatSubject::Any | PatSubject::This => {}
            PatSubject::Objs(obj) => self.obj(*obj),
            PatSubject::Fits(select) => self.select(select),
        }
        if let PatKind::Time(when) = &pattern.kind {
            self.when(when);
        }
        if let PatKind::Move { from, to, .. } = &pattern.kind {
            from.iter().chain(to).for_each(|p| self.place(*p));
        }
        for by in pattern.by.iter().flat_map(|by| by.any.iter().chain([by])) {
            if let Some(card) = &by.card {
                self.select(card);
            }
            if let Some(who) = &by.whose {
                self.who(who);
            }
        }
        if let Some(object) = &pattern.object {
            self.pattern_object(object);
        }
        if let Some((_, n)) = pattern.amount {
            self.num(n);
        }
        if let Some(n) = &pattern.together {
            self.num(*n);
        }
        if let Some(who) = &pattern.who {
            self.who(who);
        }
        for when in &pattern.during {
            self.when(when);
        }
        pattern.from.iter().chain(&pattern.to).for_each(|p| self.place(*p));
    }

    fn pattern_object(&mut self, object: &PatObject) {
        match object {
            PatObject::Objs(obj) => self.obj(*obj),
            PatObject::Fits(select) => self.select(select),
            PatObject::Player(who) => self.who(who),
            PatObject::Keyword(_) | PatObject::Category(_) | PatObject::ThisAbility | PatObject::Producer => {}
            PatObject::Any(list) => {
                for o in list {
                    self.pattern_object(o);
                }
            }
        }
    }

    fn who(&mut self, who: &Who) {
        match who {
            Who::You | Who::Opponent | Who::Each | Who::Actor | Who::Event | Who::Turn | Who::Any => {}
            Who::Slot(slot) => self.slot(*slot),
            Who::OpponentOf(who) => self.who(who),
            Who::OwnerOf(obj) | Who::MasterOf(obj) => self.obj(*obj),
        }
    }

    fn when(&mut self, when: &When) {
        if let Some(o) = &when.of {
            self.obj(*o);
        }
        if let Some(w) = &when.whose {
            self.who(w);
        }
        if let Some(w) = &when.within {
            self.when(w);
        }
        if let Some(slot) = &when.named {
            self.slot(*slot);
        }
    }

    fn pick(&mut self, ix: PickIx) {
        let Some(pick) = self.parts.picks.get(ix.0 as usize) else {
            return;
        };
        self.obj(pick.from);
        pick.min
            .iter()
            .chain(&pick.max)
            .chain(&pick.parts)
            .for_each(|n| self.num(*n));
        if let PickDemand::Total(_, _, n) = pick.rule {
            self.num(n);
        }
    }

    fn what(&mut self, what: &What) {
        match what {
            What::Pick(pick) => self.pick(*pick),
            What::Objs(obj) => self.obj(*obj),
            What::Pile { count, place, .. } => {
                self.num(*count);
                self.place(*place);
            }
        }
    }

    fn made(&mut self, made: &Made) {
        match made {
            Made::Def(_) => {}
            Made::Several(list) => list.iter().for_each(|(_, n)| self.num(*n)),
            Made::Copy(obj) | Made::NameOf(obj) => self.obj(*obj),
            Made::Word(slot, _) => self.slot(*slot),
            Made::Chosen(slots, _) => {
                for slot in slots {
                    self.slot(*slot);
                }
            }
        }
    }

    fn lasting(&mut self, lasting: &Lasting) {
        match lasting {
            Lasting::Game | Lasting::Here => {}
            Lasting::Until(when) => self.when(when),
            Lasting::While(cond) => self.cond(*cond),
            Lasting::Event(pattern) => self.pattern(*pattern),
        }
    }

    fn declare(&mut self, declare: &Declare) {
        match declare {
            Declare::Number(a, b) => {
                self.num(*a);
                self.num(*b);
            }
            Declare::Tag(obj, _) => {
                if let Some(o) = obj {
                    self.obj(*o);
                }
            }
            Declare::Payable
            | Declare::Life
            | Declare::Name
            | Declare::Word(_)
            | Declare::Type(_)
            | Declare::Made(..) => {}
        }
    }

    fn lay(&mut self, lay: &Lay) {
        if let Some(p) = &lay.place {
            self.place(*p);
        }
        if let Some(made) = &lay.made {
            self.made(made);
        }
    }

    pub(super) fn apply_to(&mut self, target: &ApplyTo) {
        match target {
            ApplyTo::Cards(obj) | ApplyTo::Open(obj) => self.obj(*obj),
            ApplyTo::Players(who) => self.who(who),
        }
    }

    /// What a change reads itself; abilities that it gives are looked at on their own.
    fn change(&mut self, ix: ChangeIx) {
        let Some(Change {
            op,
            per,
            during,
            only,
            next,
            ..
        }) = self.parts.changes.get(ix.0 as usize)
        else {
            return;
        };
        if let Some(o) = per {
            self.obj(*o);
        }
        if let Some(w) = during {
            self.when(w);
        }
        if let Some(c) = only {
            self.cond(*c);
        }
        if let Some(p) = next {
            self.pattern(*p);
        }
        match op {
            ChangeOp::Add { by: n, .. }
            | ChangeOp::SetAttr(_, n)
            | ChangeOp::PlayerAdd { by: n, .. }
            | ChangeOp::PlayerSet(_, n)
            | ChangeOp::Price(n, _)
            | ChangeOp::PriceIs(n) => self.num(*n),
            ChangeOp::TagSlot(slot, _) | ChangeOp::Declared { slot, .. } => self.slot(*slot),
            ChangeOp::CopyOf(obj) | ChangeOp::AbilitiesOf(obj, _) | ChangeOp::MustWith(_, obj) => self.obj(*obj),
            ChangeOp::Controller(who) => self.who(who),
            ChangeOp::Forbid(pattern) => self.pattern(*pattern),
            ChangeOp::Allow(_, Some(obj)) => self.obj(*obj),
            ChangeOp::Allow(_, None) => {}
            ChangeOp::AllowSome(_, obj, n) => {
                self.obj(*obj);
                self.num(*n);
            }
            ChangeOp::EnterAs(how) => {
                if let Some(select) = &how.what {
                    self.select(select);
                }
                self.place(how.place);
                how.counters.iter().for_each(|(_, n)| self.num(*n));
            }
            ChangeOp::PriceIcons { icons, .. } => {
                for icon in icons {
                    self.num(icon.count);
                }
            }
            _ => {}
        }
    }

    /// What an operation reads before it writes anything.
    pub(super) fn op(&mut self, op: &Op) {
        op.reads(&mut |operand| match operand {
            Operand::Num(n) => self.num(n),
            Operand::Cond(c) => self.cond(c),
            Operand::Slot(slot) => self.slot(slot),
            Operand::Obj(o) => self.obj(o),
            Operand::Pick(p) => self.pick(p),
            Operand::Place(p) => self.place(p),
            Operand::Pattern(p) => self.pattern(p),
            Operand::Change(c) => self.change(c),
            Operand::Filters(filters) => self.filters(filters),
            Operand::Who(who) => self.who(who),
            Operand::What(what) => self.what(what),
            Operand::Made(made) => self.made(made),
            Operand::Target(target) => self.apply_to(target),
            Operand::Lasting(lasting) => self.lasting(lasting),
            Operand::Lay(lay) => self.lay(lay),
            Operand::Declare(declare) => self.declare(declare),
        });
    }
}
