//! Players and objects.

use super::Printer;
use super::filter::quoted;
use crate::ir::{AttrOf, Desc, Filter, Name, ObjId, Objects, Quant, RefWord, Selector, Who};
use crate::style::english::{Np, list, possessive, unescaped};
use crate::vocab::{Data, RelTo};

/// How many are meant where the script says no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bare {
    /// The one the event or condition is about.
    One,
    /// All that fit.
    Many,
}

/// Whose a hidden zone is that belongs to nobody in the text: cards in any player's are meant.
pub(super) const ANYBODYS: &str = "any player's";

impl Printer<'_> {
    pub(super) fn who(&self, who: &Who) -> Np {
        match who {
            Who::You => Np::pronoun("you", "you", "your", true),
            Who::Opponent => Np::one("your opponent"),
            Who::Each => Np::one("each player"),
            Who::EachOpponent => Np::one("each opponent"),
            Who::They => Np::pronoun("they", "them", "their", true),
            Who::That => Np::one("that player"),
            Who::OpponentOf(who) => Np::one(format!("{} opponent", self.who(who).owner)),
            Who::Of(of, role) => Np::one(format!("{} {}", self.objects(*of, Bare::One).owner, self.word(role))),
            Who::Chosen(chosen) => self.objects(*chosen, Bare::One),
            Who::Known(word) => Np::one(format!("the {}", self.word(word))),
            Who::Any => Np::one("a player"),
        }
    }

    /// `its level`, `your opponent's life`, `the weather`.
    pub(super) fn owned(&self, of: &AttrOf, what: &str) -> String {
        match of {
            // Some relations are printed as a clause: `the position it was just on`.
            AttrOf::Objects(of) if what.contains(" it ") => {
                let whole = what.replace(" it ", &format!(" {} ", self.objects(*of, Bare::One).subject));
                if whole.starts_with("the ") {
                    whole
                } else {
                    format!("the {whole}")
                }
            }
            AttrOf::Objects(of) => {
                let np = self.objects(*of, Bare::One);
                // A declared value is its own attribute: `your bid`.
                if np.subject.ends_with(&format!(" {what}")) {
                    np.subject
                } else {
                    format!("{} {what}", np.owner)
                }
            }
            AttrOf::Player(who) => format!("{} {what}", self.who(who).owner),
            AttrOf::Game => format!("the {what}"),
            AttrOf::Subject => format!("their {what}"),
        }
    }

    fn reference(&self, word: &RefWord) -> Np {
        match word {
            RefWord::It => Np::pronoun("it", "it", "its", false),
            RefWord::Them => Np::pronoun("they", "them", "their", true),
            RefWord::That(noun) => Np::one(format!("that {}", self.noun(noun, false))),
            RefWord::Those(noun) => Np::many(format!("those {}", self.noun(noun, true))),
            RefWord::The(name) => Np::one(format!("the {}", self.given_name(name))),
            RefWord::OfPlayer(who, name) => Np::one(format!("{} {}", self.who(who).owner, self.given_name(name))),
        }
    }

    pub(super) fn objects(&self, id: ObjId, bare: Bare) -> Np {
        match &self.code[id] {
            Objects::This => Np::one(self.this.get()),
            Objects::ThisAbility => Np::one("this ability"),
            Objects::Described => Np::pronoun("it", "it", "its", false),
            Objects::Subject => Np::pronoun("they", "them", "their", true),
            Objects::Slot(_, word) | Objects::Event(_, word) => self.reference(word),
            Objects::Rest(_) => Np::many("the rest"),
            Objects::Part(quant, of) => {
                let single = matches!(quant, Quant::Exactly(n) | Quant::UpTo(n) if self.literal(*n) == Some(1));
                let text = format!("{} of {}", self.quantity(quant), self.objects(*of, Bare::Many).object);
                if single { Np::one(text) } else { Np::many(text) }
            }
            Objects::Select(selector) => self.selector(selector, bare),
            Objects::Related(of, word) => {
                let many = self
                    .vocab
                    .pick(word, |word, _| {
                        matches!(word.data, Data::Rel(_, RelTo::Cards)).then_some(())
                    })
                    .is_some()
                    && bare == Bare::Many;
                let text = self.owned(of, &self.noun(word, many));
                if many { Np::many(text) } else { Np::one(text) }
            }
            Objects::Stack {
                top,
                count,
                up_to,
                place,
                noun,
            } => {
                let end = if *top { "top" } else { "bottom" };
                let one = count.is_none_or(|count| self.literal(count) == Some(1)) && !up_to;
                let noun = self.noun(noun.as_deref().unwrap_or("card"), !one);
                let place = self.place(*place, ANYBODYS);
                match count {
                    Some(count) if *up_to => Np::many(format!(
                        "up to {} {noun} from the {end} of {place}",
                        self.number(*count)
                    )),
                    Some(count) if !one => Np::many(format!("the {end} {} {noun} of {place}", self.number(*count))),
                    Some(_) | None => Np::one(format!("the {end} {noun} of {place}")),
                }
            }
            Objects::Join(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.objects(*part, bare).object).collect();
                Np::many(list(&parts, "and"))
            }
            Objects::Known(word) => Np::one(format!("the {}", self.noun(word, false))),
            Objects::Players(who) => self.who(who),
            Objects::Param(name) => Np::one(name.clone()),
            Objects::Values(attr, of) => {
                let many = bare == Bare::Many;
                let text = format!(
                    "{} among {}",
                    self.noun(attr, many),
                    self.objects(*of, Bare::Many).object
                );
                if many { Np::many(text) } else { Np::one(text) }
            }
            Objects::CardsAt(place) => Np::many(format!("the cards in {}", self.place(*place, ANYBODYS))),
        }
    }

    pub(super) fn selector(&self, selector: &Selector, bare: Bare) -> Np {
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
            slot: _,
            named,
        } = selector;
        let lone = descs
            .iter()
            .all(|desc| desc.noun.as_deref().is_some_and(|noun| self.style.lone.contains(&noun)));
        let bare = if lone { Bare::One } else { bare };
        let mut front = String::new();
        for (flag, word) in [
            (other, "other "),
            (next, "next "),
            (target, "target "),
            (random, "random "),
        ] {
            if *flag {
                front += word;
            }
        }
        let on_field = places.is_empty() && default_zones.iter().any(|zone| zone == "field");
        let elsewhere = self.style.controls_everywhere && !default_zones.is_empty();
        let mut back = String::new();
        let mut holder = "";
        let mut owner = whose.as_ref().map(|who| self.who(who).owner);
        if let (Some(who), true) = (whose, (on_field || elsewhere) && !lone) {
            let (before, behind) = (self.style.controlled)(who);
            if before.is_some() || behind.is_some() {
                owner = None;
                front += before.unwrap_or_default();
                holder = behind.unwrap_or_default();
            }
        }
        let holds = whose.as_ref().map(|who| self.owner_of(who));
        for place in places {
            add!(
                back,
                "{}{}",
                if Some(place) == places.first() { " " } else { " or " },
                self.located(*place, holds.as_deref().unwrap_or(ANYBODYS))
            );
        }
        if let Some(among) = among {
            add!(back, " among {}", self.objects(*among, Bare::Many).object);
        }
        if let Some(name) = named {
            add!(back, " as the {}", self.given_name(name));
        }
        let form = |many: bool| format!("{front}{}{back}", self.descriptions(filters, descs, holder, many));
        let (one, many) = (form(false), form(true));
        if descs.iter().all(|desc| desc.noun.is_none()) && owner.is_none() && matches!(quant, Quant::Bare) {
            return Np::one(one);
        }
        if *target && owner.is_none() && matches!(quant, Quant::Exactly(n) if self.literal(*n) == Some(1)) {
            return Np::one(one);
        }
        self.counted(quant, owner.as_deref(), &one, &many, bare)
    }

    fn descriptions(&self, shared: &[Filter], descs: &[Desc], holder: &str, many: bool) -> String {
        let texts: Vec<_> = match descs {
            [only] => {
                let all: Vec<_> = shared.iter().chain(&only.filters).cloned().collect();
                return self.described(only.noun.as_ref(), &all, holder, many);
            }
            _ => descs
                .iter()
                .map(|desc| match (&desc.noun, desc.filters.as_slice()) {
                    // `events or "Backup"`: abilities with the keyword, not cards that have it.
                    (None, [Filter::Keyword(call)]) => self.keyword_name(call),
                    (noun, filters) => self.described(noun.as_ref(), filters, "", many),
                })
                .collect(),
        };
        let (before, behind) = self.around(shared, many);
        format!("{before}{}{holder}{behind}", list(&texts, "or"))
    }

    /// A noun with its adjectives in front, whose it is and its other demands behind.
    pub(super) fn described(&self, noun: Option<&Name>, filters: &[Filter], holder: &str, many: bool) -> String {
        if noun.is_none() {
            let named: Vec<_> = filters.iter().filter_map(names).map(|names| quoted(&names)).collect();
            let rest: Vec<_> = filters
                .iter()
                .filter(|filter| names(filter).is_none())
                .cloned()
                .collect();
            let (before, behind) = self.around(&rest, many);
            let noun = if named.is_empty() {
                self.noun("card", many)
            } else {
                list(&named, "and")
            };
            return format!("{before}{noun}{holder}{behind}");
        }
        let noun = noun.map_or("card", AsRef::as_ref);
        let (token, rest): (Vec<_>, Vec<_>) = filters
            .iter()
            .cloned()
            .partition(|filter| noun == "token" && names(filter).is_some());
        // The name of a counter stands in front of the word.
        let (counters, rest): (Vec<_>, Vec<_>) = rest
            .into_iter()
            .partition(|filter| noun == "counter" && matches!(filter, Filter::Counter(..)));
        let mut kinds: Vec<_> = counters
            .iter()
            .filter_map(|filter| {
                if let Filter::Counter(name, _) = filter {
                    Some(self.word(name) + " ")
                } else {
                    None
                }
            })
            .collect();
        kinds.dedup();
        let kind = kinds.concat();
        let (before, behind) = self.around(&rest, many);
        let token: Vec<_> = token
            .iter()
            .filter_map(names)
            .map(|names| {
                let names: Vec<_> = names
                    .iter()
                    .map(|name| self.style.token_name(&unescaped(name)))
                    .collect();
                list(&names, "or") + " "
            })
            .collect();
        let token = token.concat();
        format!("{before}{token}{kind}{}{holder}{behind}", self.noun(noun, many))
    }

    /// What stands in front of a noun and behind it.
    fn around(&self, filters: &[Filter], many: bool) -> (String, String) {
        let (mut before, mut behind) = (String::new(), String::new());
        let mut posts: Vec<String> = Vec::new();
        for filter in filters {
            match self.adjective(filter) {
                Some(word) => add!(before, "{word} "),
                None => posts.push(self.demand(filter, many)),
            }
        }
        for post in posts {
            // `with A and with B` reads better as `with A and B`.
            let again = post.strip_prefix("with ").filter(|_| behind.contains(" with "));
            if let Some(rest) = again {
                add!(behind, " and {rest}");
            } else {
                add!(behind, " {post}");
            }
        }
        (before, behind)
    }

    /// The owner of what is printed without one.
    pub(super) fn owner_of(&self, who: &Who) -> String {
        let np = self.who(who);
        if np.owner.is_empty() {
            possessive(&np.subject)
        } else {
            np.owner
        }
    }
}

/// The names of a filter that asks for nothing but a name.
pub(super) fn names(filter: &Filter) -> Option<Vec<String>> {
    if let Filter::Named(name) = filter {
        return Some(vec![name.clone()]);
    }
    let Filter::Any(filters) = filter else {
        return None;
    };
    filters
        .iter()
        .map(names)
        .collect::<Option<Vec<_>>>()
        .map(|names| names.concat())
}
