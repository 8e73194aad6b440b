//! Players, objects, places and numbers on one line.

use super::super::{
    AttrOf, Compare, Comparison, Desc, EventPart, Expr, ExprId, Extreme, Filter, IconRun, NumOp, ObjId, Objects,
    PlaceId, PlaceKind, Quant, RefWord, Selector, SlotId, Thats, Who,
};
use super::{Dump, list};

pub(super) fn slot(slot: SlotId) -> String {
    format!("${}", slot.0)
}

pub(super) fn icons(runs: &[IconRun]) -> String {
    list(runs, |run| list(&run.0, |icon| format!("{{{icon}}}"), ""), " or ")
}

fn extreme(extreme: Extreme) -> &'static str {
    match extreme {
        Extreme::Highest => "highest",
        Extreme::Lowest => "lowest",
    }
}

impl Dump<'_> {
    pub(super) fn who(&self, who: &Who) -> String {
        match who {
            Who::You => "you".into(),
            Who::Opponent => "opponent".into(),
            Who::Each => "each-player".into(),
            Who::EachOpponent => "each-opponent".into(),
            Who::They => "they".into(),
            Who::That => "that-player".into(),
            Who::OpponentOf(who) => format!("opponent of {}", self.who(who)),
            Who::Of(of, role) => format!("{role} of ({})", self.objects(*of)),
            Who::Chosen(chosen) => format!("chosen ({})", self.objects(*chosen)),
            Who::Known(word) => format!("the {word}"),
            Who::Any => "any-player".into(),
        }
    }

    pub(super) fn quant(&self, quant: &Quant) -> String {
        match quant {
            Quant::Bare => "bare".into(),
            Quant::Exactly(number) => self.expr(*number),
            Quant::UpTo(number) => format!("up-to {}", self.expr(*number)),
            Quant::AtLeast(number) => format!("at-least {}", self.expr(*number)),
            Quant::AtMost(number) => format!("at-most {}", self.expr(*number)),
            Quant::AnyNumber => "any-number".into(),
            Quant::All => "all".into(),
            Quant::Each => "each".into(),
            Quant::Any => "any".into(),
            Quant::No => "no".into(),
            Quant::A => "a".into(),
            Quant::Another => "another".into(),
            Quant::ThatMany => "that-many".into(),
        }
    }

    fn ref_word(&self, word: &RefWord) -> String {
        match word {
            RefWord::It => "it".into(),
            RefWord::Them => "them".into(),
            RefWord::That(noun) => format!("that {noun}"),
            RefWord::Those(noun) => format!("those {noun}"),
            RefWord::The(name) => format!("the {name}"),
            RefWord::OfPlayer(who, name) => format!("{name} of {}", self.who(who)),
        }
    }

    pub(super) fn objects(&self, id: ObjId) -> String {
        match &self.code[id] {
            Objects::This => "this".into(),
            Objects::ThisAbility => "this-ability".into(),
            Objects::Described => "described".into(),
            Objects::Subject => "each subject".into(),
            Objects::Slot(of, word) => format!("{} `{}`", slot(*of), self.ref_word(word)),
            Objects::Event(part, word) => {
                format!("event {} `{}`", event_part(part), self.ref_word(word))
            }
            Objects::Rest(of) => format!("rest of {}", slot(*of)),
            Objects::Part(quant, of) => format!("{} of ({})", self.quant(quant), self.objects(*of)),
            Objects::Select(selector) => self.selector(selector),
            Objects::Related(of, word) => format!("{word} of ({})", self.attr_of(of)),
            Objects::Stack {
                top,
                count,
                up_to,
                place,
                noun,
            } => {
                let mut text = String::from(if *top { "top" } else { "bottom" });
                if *up_to {
                    text += " up-to";
                }
                if let Some(count) = count {
                    add!(text, " {}", self.expr(*count));
                }
                if let Some(noun) = noun {
                    add!(text, " {noun}");
                }
                text + " of " + &self.place(*place)
            }
            Objects::Join(parts) => list(parts, |part| format!("({})", self.objects(*part)), " and "),
            Objects::Known(word) => format!("the {word}"),
            Objects::Players(who) => format!("players {}", self.who(who)),
            Objects::Param(name) => format!("param {name}"),
            Objects::Values(attr, of) => format!("values {attr} among ({})", self.objects(*of)),
            Objects::CardsAt(place) => format!("cards-at {}", self.place(*place)),
        }
    }

    fn selector(&self, selector: &Selector) -> String {
        let Selector {
            quant,
            whose,
            filters,
            descs,
            places,
            default_zones,
            among,
            other,
            target,
            random,
            next,
            slot: kept,
            named,
        } = selector;
        let mut text = self.quant(quant);
        for (flag, word) in [
            (other, " other"),
            (target, " target"),
            (random, " random"),
            (next, " next"),
        ] {
            if *flag {
                text += word;
            }
        }
        add!(text, " {}", list(descs, |desc| self.desc(desc), " | "));
        if !filters.is_empty() {
            add!(text, " where {}", self.filters(filters));
        }
        if let Some(whose) = whose {
            add!(text, " whose={}", self.who(whose));
        }
        if !places.is_empty() {
            add!(text, " at {}", list(places, |place| self.place(*place), " or "));
        }
        if !default_zones.is_empty() {
            add!(text, " zones={}", default_zones.join("+"));
        }
        if let Some(among) = among {
            add!(text, " among ({})", self.objects(*among));
        }
        if let Some(name) = named {
            add!(text, " as-the {name}");
        }
        if let Some(kept) = kept {
            add!(text, " -> {}", slot(*kept));
        }
        text
    }

    fn desc(&self, desc: &Desc) -> String {
        let noun = desc.noun.as_deref().unwrap_or("-");
        if desc.filters.is_empty() {
            noun.to_owned()
        } else {
            format!("{noun}[{}]", self.filters(&desc.filters))
        }
    }

    pub(super) fn filters(&self, filters: &[Filter]) -> String {
        list(filters, |filter| self.filter(filter), ", ")
    }

    pub(super) fn filter(&self, filter: &Filter) -> String {
        match filter {
            Filter::Tag(tag) => format!("<{tag}>"),
            Filter::Named(name) => format!("named {name:?}"),
            Filter::NamedAs(of) => format!("named-as ({})", self.objects(*of)),
            Filter::NamePart(parts, attr) => {
                format!("{} in {attr}", list(parts, |p| format!("{p:?}"), " or "))
            }
            Filter::State(word) => format!("state {word}"),
            Filter::Is(noun) => format!("is {noun}"),
            Filter::Value(attr, value) => format!("{attr} {value}"),
            Filter::Attr(attr, than) => format!("{attr} {}", self.comparison(than)),
            Filter::Pair(first, second) => format!("{first}/{second}"),
            Filter::Keyword(call) => format!("has {}", self.call(call)),
            Filter::Counter(name, than) => format!("counters {name} {}", self.comparison(than)),
            Filter::Icon(icon) => format!("{{{icon}}}"),
            Filter::Category(category) => format!("category {category:?}"),
            Filter::Same(attr, of) => format!("same {attr} as ({})", self.objects(*of)),
            Filter::Different(attr) => format!("different {attr}"),
            Filter::Total(attr, than) => format!("total {attr} {}", self.comparison(than)),
            Filter::Extreme(which, attr) => format!("{} {attr}", extreme(*which)),
            Filter::Has(what) => format!("has ({})", self.objects(*what)),
            Filter::Among(of) => format!("among ({})", self.objects(*of)),
            Filter::At(place) => format!("at {}", self.place(*place)),
            Filter::Of(of) => format!("of ({})", self.objects(*of)),
            Filter::OfPlayer(who) => format!("of-player {}", self.who(who)),
            Filter::During(time) => format!("during {}", self.time(time)),
            Filter::Group(name) => format!("in-group {name}"),
            Filter::Did(event) => format!("did ({})", self.event(*event)),
            Filter::Can(event) => format!("can ({})", self.event(*event)),
            Filter::Only(filter) => format!("only ({})", self.filter(filter)),
            Filter::StateIs(state, value) => format!("{state} is {value}"),
            Filter::If(cond) => format!("if ({})", self.cond(*cond)),
            Filter::Not(filter) => format!("not ({})", self.filter(filter)),
            Filter::Any(filters) => format!("any({})", self.filters(filters)),
            Filter::All(filters) => format!("all({})", self.filters(filters)),
            Filter::Quality(word) => format!("quality {word}"),
        }
    }

    pub(super) fn comparison(&self, than: &Comparison) -> String {
        let sign = match than.how {
            Compare::Is => "=",
            Compare::OrMore => ">=",
            Compare::OrLess => "<=",
            Compare::More => ">",
            Compare::Less => "<",
        };
        format!("{sign} {}", self.expr(than.with))
    }

    pub(super) fn place(&self, id: PlaceId) -> String {
        let place = &self.code[id];
        let mut text = match &place.kind {
            PlaceKind::Zone(names, filters) if filters.is_empty() => names.join("|"),
            PlaceKind::Zone(names, filters) => {
                format!("{}[{}]", names.join("|"), self.filters(filters))
            }
            PlaceKind::Within(inner, outer) => {
                format!("({} within {})", self.place(*inner), self.place(*outer))
            }
            PlaceKind::End(top, of) => format!("{}-of({})", if *top { "top" } else { "bottom" }, self.place(*of)),
            PlaceKind::By(word, of) | PlaceKind::Relative(word, of) => {
                format!("{word}({})", self.objects(*of))
            }
            PlaceKind::Same(word, of) => format!("same-{word}({})", self.objects(*of)),
            PlaceKind::Attr(of, word) => format!("{word} of ({})", self.attr_of(of)),
            PlaceKind::Or(places) => format!("({})", list(places, |p| self.place(*p), " or ")),
            PlaceKind::Chosen(of) => format!("chosen({})", self.objects(*of)),
            PlaceKind::Game => "game".into(),
        };
        if let PlaceKind::Relative(..) = place.kind {
            text = format!("relative {text}");
        }
        if let Some(whose) = &place.whose {
            text = format!("{text} whose={}", self.who(whose));
        }
        if let Some(quant) = &place.quant {
            text = format!("{} {text}", self.quant(quant));
        }
        text
    }

    pub(super) fn attr_of(&self, of: &AttrOf) -> String {
        match of {
            AttrOf::Objects(of) => self.objects(*of),
            AttrOf::Player(who) => format!("player {}", self.who(who)),
            AttrOf::Game => "game".into(),
            AttrOf::Subject => "subject".into(),
        }
    }

    pub(super) fn expr(&self, id: ExprId) -> String {
        match &self.code[id] {
            Expr::Num(number) => number.to_string(),
            Expr::Var(name) => name.clone(),
            Expr::Op(op, left, right) => {
                let sign = match op {
                    NumOp::Add => "+",
                    NumOp::Sub => "-",
                    NumOp::Mul => "*",
                    NumOp::Div => "/",
                };
                format!("({} {sign} {})", self.expr(*left), self.expr(*right))
            }
            Expr::Count(of) => format!("count({})", self.objects(*of)),
            Expr::Times(event) => format!("times({})", self.event(*event)),
            Expr::Distinct(attr, of) => format!("distinct({attr} of {})", self.objects(*of)),
            Expr::Total(attr, of) => format!("total({attr} of {})", self.objects(*of)),
            Expr::Extreme(which, attr, of) => {
                format!("{}({attr} of {})", extreme(*which), self.objects(*of))
            }
            Expr::Half(of, up) => format!("half({}, {})", self.expr(*of), if *up { "up" } else { "down" }),
            Expr::That(Thats::EventAmount) => "that-much(event amount)".into(),
            Expr::That(Thats::EventCount) => "that-many(event count)".into(),
            Expr::That(Thats::Statement(of)) => format!("that-many({})", slot(*of)),
            Expr::Attr(of, attr) => format!("({attr} of {})", self.attr_of(of)),
            Expr::Was(of) => format!("was({})", self.expr(*of)),
            Expr::Named(of, name) => format!("{} `{name}`", slot(*of)),
            Expr::Known(word) => format!("the {word}"),
            Expr::Override(first, arms) => {
                format!(
                    "({}{})",
                    self.expr(*first),
                    list(
                        arms,
                        |(number, cond)| format!(", or {} if {}", self.expr(*number), self.cond(*cond)),
                        ""
                    )
                )
            }
        }
    }
}

fn event_part(part: &EventPart) -> String {
    match part {
        EventPart::Principal => "principal".into(),
        EventPart::Object => "object".into(),
        EventPart::Role(role) => format!("role {role}"),
        EventPart::Outer(part) => format!("outer {}", event_part(part)),
    }
}
