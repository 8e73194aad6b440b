//! Items and members.

use super::{Builder, Pair, Rule};
use crate::ast::{
    Arg, Card, Counter, Deck, DeckLine, Definition, DefinitionBody, Doc, Face, Field, Group, Item, Label, Member,
    Param, Set, Signature, SignaturePart, State, Use, Value,
};

impl<'s> Builder<'_, 's> {
    pub(in crate::parse) fn item(&self, pair: Pair<'_>) -> Option<Item<'s>> {
        let pair = pair.into_inner().next()?;
        Some(match pair.as_rule() {
            Rule::use_item => Item::Use(self.use_item(pair)?),
            Rule::set_item => Item::Set(self.set_item(pair)?),
            Rule::card_item => Item::Card(self.card(pair)?),
            Rule::keyword_item | Rule::label_item | Rule::verb_item | Rule::condition_item => {
                Item::Definition(self.definition(pair)?)
            }
            Rule::group_item => Item::Group(self.group_item(pair)?),
            Rule::counter_item => Item::Counter(self.counter(pair)?),
            Rule::state_item => Item::State(self.state(pair)?),
            Rule::deck_item => Item::Deck(self.deck(pair)?),
            Rule::test_item => Item::Test(self.test(pair)?),
            _ => return None,
        })
    }

    fn use_item(&self, pair: Pair<'_>) -> Option<Use<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner().skip(1);
        let what = inner.next()?;
        let file = what.as_rule() == Rule::str;
        Some(Use {
            what: self.inner(&what),
            file,
            rest: inner.map(|p| self.inner(&p)).collect(),
            span,
        })
    }

    fn set_item(&self, pair: Pair<'_>) -> Option<Set<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner().skip(1);
        let name = self.inner(&inner.next()?);
        Some(Set {
            name,
            fields: inner.filter_map(|p| self.field(p)).collect(),
            span,
        })
    }

    fn card(&self, pair: Pair<'_>) -> Option<Card<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let token = self.raw(&inner.next()?).text == "token";
        let name = self.inner(&inner.next()?);
        let mut id = None;
        let mut members = Vec::new();
        for part in inner {
            match part.as_rule() {
                Rule::members => members = self.members(part),
                _ => id = Some(self.inner(&part)),
            }
        }
        Some(Card {
            token,
            name,
            id,
            members,
            span,
        })
    }

    fn definition(&self, pair: Pair<'_>) -> Option<Definition<'s>> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut signature = None;
        let mut doc = None;
        let mut members = None;
        let mut block = None;
        let mut cond = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::signature => signature = self.signature(part),
                Rule::doc => doc = self.doc(part),
                Rule::members => members = Some(self.members(part)),
                Rule::block => block = Some(self.block(part)),
                Rule::cond => cond = self.cond(part),
                _ => {}
            }
        }
        let body = match rule {
            // A keyword without a text is a word that others ask for.
            Rule::keyword_item => members.map_or(DefinitionBody::Label(None), DefinitionBody::Keyword),
            Rule::label_item => DefinitionBody::Label(cond),
            Rule::verb_item => DefinitionBody::Verb(block?),
            _ => DefinitionBody::Condition(cond?),
        };
        Some(Definition {
            signature: signature?,
            doc,
            body,
            span,
        })
    }

    fn signature(&self, pair: Pair<'_>) -> Option<Signature<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let name = self.raw(&inner.next()?);
        let mut out = Signature {
            name,
            parts: Vec::new(),
            cost: false,
            block: false,
            span,
        };
        for part in inner {
            match part.as_rule() {
                Rule::param => {
                    let mut words = part.into_inner().filter(|p| p.as_rule() != Rule::colon);
                    let name = self.raw(&words.next()?);
                    out.parts.push(SignaturePart::Param(Param {
                        name,
                        ty: words.next().map(|p| self.raw(&p)),
                    }));
                }
                Rule::given_cost => out.cost = true,
                Rule::given_block => out.block = true,
                _ => out.parts.push(SignaturePart::Word(self.raw(&part))),
            }
        }
        Some(out)
    }

    fn doc(&self, pair: Pair<'_>) -> Option<Doc<'s>> {
        let mut inner = pair.into_inner();
        let text = self.inner(&inner.next()?);
        let mut fields = Vec::new();
        for field in inner {
            let mut parts = field.into_inner();
            let name = self.raw(&parts.next()?);
            fields.extend(parts.map(|p| (name, self.inner(&p))));
        }
        Some(Doc { text, fields })
    }

    fn group_item(&self, pair: Pair<'_>) -> Option<Group<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner().filter(|p| p.as_rule() != Rule::comma).skip(1);
        let name = self.raw(&inner.next()?);
        Some(Group {
            name,
            names: inner.map(|p| self.inner(&p)).collect(),
            span,
        })
    }

    fn counter(&self, pair: Pair<'_>) -> Option<Counter<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner().skip(1);
        let first = inner.next()?;
        let name = self.raw(&first);
        let delta = if first.as_rule() == Rule::delta {
            self.delta(first)
        } else {
            None
        };
        let mut out = Counter {
            name,
            delta,
            doc: None,
            members: Vec::new(),
            span,
        };
        for part in inner {
            match part.as_rule() {
                Rule::doc => out.doc = self.doc(part),
                _ => out.members = self.members(part),
            }
        }
        Some(out)
    }

    fn state(&self, pair: Pair<'_>) -> Option<State<'s>> {
        let span = self.span(&pair);
        let mut inner = pair
            .into_inner()
            .skip(1)
            .filter(|p| !matches!(p.as_rule(), Rule::kw_of | Rule::colon | Rule::comma));
        let name = self.raw(&inner.next()?);
        let of = self.raw(&inner.next()?);
        let mut out = State {
            name,
            of,
            values: Vec::new(),
            doc: None,
            members: Vec::new(),
            span,
        };
        for part in inner {
            match part.as_rule() {
                Rule::doc => out.doc = self.doc(part),
                Rule::members => out.members = self.members(part),
                _ => out.values.push(self.raw(&part)),
            }
        }
        Some(out)
    }

    fn deck(&self, pair: Pair<'_>) -> Option<Deck<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner().skip(1);
        let name = self.inner(&inner.next()?);
        let lines = inner
            .filter(|p| p.as_rule() == Rule::deck_line)
            .filter_map(|p| self.deck_line(p))
            .collect();
        Some(Deck { name, lines, span })
    }

    fn deck_line(&self, pair: Pair<'_>) -> Option<DeckLine<'s>> {
        let mut inner = pair.into_inner();
        let first = inner.next()?;
        if first.as_rule() == Rule::word {
            return Some(DeckLine::Part(self.raw(&first)));
        }
        let card = inner.next()?;
        Some(DeckLine::Cards {
            count: self.raw(&first),
            quoted: card.as_rule() == Rule::str,
            card: self.inner(&card),
        })
    }

    pub(super) fn members(&self, pair: Pair<'_>) -> Vec<Member<'s>> {
        pair.into_inner().filter_map(|p| self.member(p)).collect()
    }

    fn member(&self, pair: Pair<'_>) -> Option<Member<'s>> {
        Some(match pair.as_rule() {
            Rule::facet => Member::Face(self.face(pair)),
            Rule::ability => Member::Ability(self.ability(pair)?),
            Rule::keyword_line => Member::Keyword(self.keyword_line(pair)),
            Rule::fields => Member::Fields(pair.into_inner().filter_map(|p| self.field(p)).collect()),
            _ => return None,
        })
    }

    fn face(&self, pair: Pair<'_>) -> Face<'s> {
        let span = self.span(&pair);
        let mut out = Face {
            words: Vec::new(),
            name: None,
            id: None,
            members: Vec::new(),
            span,
        };
        for part in pair.into_inner().skip(1) {
            match part.as_rule() {
                Rule::members => out.members = self.members(part),
                Rule::str => out.name = Some(self.inner(&part)),
                _ if out.name.is_some() => out.id = Some(self.raw(&part)),
                _ => out.words.push(self.raw(&part)),
            }
        }
        out
    }

    fn field(&self, pair: Pair<'_>) -> Option<Field<'s>> {
        if pair.as_rule() != Rule::field {
            return None;
        }
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let name = self.raw(&inner.next()?);
        Some(Field {
            name,
            values: inner.filter_map(|p| self.value(p)).collect(),
            span,
        })
    }

    fn value(&self, pair: Pair<'_>) -> Option<Value<'s>> {
        let pair = pair.into_inner().next()?;
        Some(match pair.as_rule() {
            Rule::fraction => {
                let (a, b) = self.fraction(pair)?;
                Value::Fraction(a, b)
            }
            Rule::quantity => Value::Quantity(self.quantity(pair)?),
            Rule::str => Value::Str(self.inner(&pair)),
            Rule::text => Value::Text(self.inner(&pair)),
            Rule::tag => Value::Tag(self.inner(&pair)),
            Rule::icon => Value::Icon(self.inner(&pair)),
            _ => Value::Word(self.raw(&pair)),
        })
    }

    pub(super) fn label(&self, pair: Pair<'_>) -> Option<Label<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let name = self.raw(&inner.next()?);
        Some(Label {
            name,
            args: inner.filter_map(|p| self.arg(p)).collect(),
            span,
        })
    }

    fn arg(&self, pair: Pair<'_>) -> Option<Arg<'s>> {
        let mut inner = pair.into_inner();
        let first = inner.next()?;
        Some(match first.as_rule() {
            Rule::quantity => Arg::Quantity(
                self.quantity(first)?,
                inner.find(|p| p.as_rule() == Rule::kw_more).map(|p| self.raw(&p)),
            ),
            Rule::str => Arg::Str(self.inner(&first)),
            Rule::tag => Arg::Tag(self.inner(&first)),
            Rule::icon => Arg::Icon(self.inner(&first)),
            _ => Arg::This(self.raw(&first)),
        })
    }
}
