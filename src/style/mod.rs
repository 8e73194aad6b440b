//! What the games print and show differently, as types: each game fills them in. With the English that belongs to no game.

mod board;
mod cost;
pub mod english;
mod parts;

pub use board::{BoardPlan, Row, Show};
pub use cost::{CostText, Part};
pub use parts::{KeywordParts, KeywordText, Parts};

use crate::ast::Category;
use crate::ir::{CostUse, Name, Who};
use english::{capital, clauses, instead, list, sentence, title};

/// Text in front of something and behind it.
pub type Around = (&'static str, &'static str);

/// How two numbers are changed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// Both changes, with this between them.
    Joined(&'static str),
    /// The values alone: `[+200/+200]`.
    Values,
}

/// The printed style of a game.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Words that keep their hyphen.
    pub hyphenated: &'static [&'static str],
    /// Nouns of which a player has one.
    pub lone: &'static [&'static str],
    /// Zones that cards are on rather than in.
    pub on: &'static [&'static str],
    /// Zones that are printed as a sign.
    pub circles: &'static [&'static str],
    /// `or higher`, `or lower`.
    pub scale: (&'static str, &'static str),
    /// `level 1 or lower character` rather than `character with level 1 or lower`.
    pub numbers_first: bool,
    /// The start of a phase.
    pub start: &'static str,
    /// `gets`, `get`.
    pub gets: (&'static str, &'static str),
    /// The condition of a continuous ability.
    pub as_long_as: &'static str,
    /// Keywords without a text of their own are explained.
    pub reminders: bool,
    /// How a card of these types speaks of itself.
    pub this: fn(&[Name]) -> &'static str,
    /// Cards in other zones are described as those on the field are.
    pub controls_everywhere: bool,
    /// How cards on the field of a player are described, in front of the noun and behind it.
    pub controlled: fn(&Who) -> (Option<&'static str>, Option<&'static str>),
    /// The adjective for cards of the other side, if there is one.
    pub enemy: Option<&'static str>,
    /// What stands around a trait, clan or race.
    pub tag: Around,
    /// What stands around the name of a token in front of the word.
    pub token_name: Around,
    /// A keyword inside a sentence: its name, what stands behind its word.
    pub keyword: fn(&str, &str) -> String,
    /// A keyword at the start of a line that has a text of its own; none if it is printed as it is inside a sentence.
    pub line_name: Option<fn(&str, &str) -> String>,
    /// The category as a mark or word.
    pub category: fn(Category) -> String,
    /// Prepositions of the script that are printed as others.
    pub prepositions: &'static [(&'static str, &'static str)],
    /// What stands before the word in `until end of battle`.
    pub end_of: &'static [(&'static str, &'static str)],
    /// What stands around an amount of the game's currency, and how many digits it has at least.
    pub price: (Around, usize),
    /// The signs for turning the card itself as a cost, by their verbs.
    pub turned: &'static [(&'static str, &'static str)],
    /// Verbs with a hyphen are printed like a keyword with their number: `Counter Blast (1)`.
    pub blasts: bool,
    /// A change of a number: the attribute, by how much.
    pub delta: fn(&str, &str) -> String,
    /// A change of the game's pair of numbers.
    pub pair: Pair,
    /// Options under their head.
    pub modal: fn(&str, &[String]) -> String,
    /// The parts of a cost, as they stand in front of an ability.
    pub cost: fn(&[Part]) -> String,
    /// How the text speaks of a cost that may be paid; none if it says what is paid.
    pub optional_cost: Option<&'static str>,
    /// Where an ability works stands among its marks and not in its text.
    pub zone_marks: bool,
    /// What sets an ability off stands in front of `>>>`.
    pub arrows: bool,
    /// What stands in front of the condition under which an activated ability can be used.
    pub only: &'static str,
    /// How often, in front of `1 time per turn`; none if that stands among the marks.
    pub limit: Option<&'static str>,
    /// Where an activated ability works, in front of the place; none if that stands among the marks.
    pub place: Option<&'static str>,
    /// What stands in front of the text that a card gives to a keyword.
    pub given_marks: fn(&Parts) -> String,
    /// The labels of a keyword stand in front of its name, printed like keywords.
    pub labels_lead: bool,
    /// An ability as a paragraph: its cost, if it stands in front, and its effect.
    pub paragraph: fn(&Style, &Parts, Option<String>, &str) -> String,
    /// A keyword as a paragraph.
    pub keyword_line: fn(&Style, &KeywordParts, KeywordText) -> String,
}

impl Style {
    /// Plain English without marks: what a game begins with.
    pub const PLAIN: Style = Style {
        hyphenated: &[],
        lone: &[],
        on: &[],
        circles: &[],
        scale: ("more", "less"),
        numbers_first: false,
        start: "beginning",
        gets: ("gets", "get"),
        as_long_as: "as long as",
        reminders: true,
        this: |_| "this card",
        controls_everywhere: false,
        controlled: |_| (None, None),
        enemy: None,
        tag: ("", ""),
        token_name: ("", ""),
        keyword: |name, rest| format!("{name}{rest}"),
        line_name: None,
        category: |category| category_word(category).to_owned(),
        prepositions: &[],
        end_of: &[],
        price: (("(", ")"), 1),
        turned: &[],
        blasts: false,
        delta: |attr, by| format!("{by} {attr}"),
        pair: Pair::Joined(" and "),
        modal: |head, options| format!("{head} of the following: • {}", options.join(" • ")),
        cost: |parts| Part::all(parts, true).join(", "),
        optional_cost: None,
        zone_marks: false,
        arrows: false,
        only: "Use this ability only",
        limit: Some("Use this ability only"),
        place: Some("Use this ability only while"),
        given_marks: |_| String::new(),
        labels_lead: true,
        paragraph: |style, parts, cost, effect| {
            let cost = cost.map_or_else(String::new, |cost| format!("{cost}: "));
            format!("{}{cost}{effect}", style.labels(parts, " — "))
        },
        keyword_line: |_, _, text| {
            let KeywordText {
                name,
                cost,
                effect,
                reminder,
            } = text;
            let cost = cost.map_or_else(String::new, |cost| format!(" {cost}"));
            let effect = if effect.is_empty() {
                effect
            } else {
                format!(": {effect}")
            };
            format!("{name}{cost}{effect}{reminder}")
        },
    };

    /// A trait, clan or race.
    pub fn tag(&self, tag: &str) -> String {
        around(self.tag, tag)
    }

    /// The name of a token in front of the word.
    pub fn token_name(&self, name: &str) -> String {
        around(self.token_name, name)
    }

    /// A keyword inside a sentence, with what stands behind its word.
    pub fn keyword(&self, name: &str, rest: &str) -> String {
        (self.keyword)(name, rest)
    }

    /// The category as a mark or word.
    pub fn category(&self, category: Category) -> String {
        (self.category)(category)
    }

    /// The category as a mark in front of an ability; the text of a card that is played has none.
    pub fn mark(&self, category: Category) -> String {
        if category == Category::Play {
            String::new()
        } else {
            self.category(category)
        }
    }

    /// The labels of an ability, printed like keywords, with this behind each.
    pub fn labels(&self, parts: &Parts, behind: &str) -> String {
        let labels = parts.labels.iter();
        labels
            .map(|(label, rest)| format!("{}{behind}", self.keyword(label, rest)))
            .collect::<Vec<_>>()
            .concat()
    }

    /// Whose a card is, as an adjective.
    pub fn side(&self, who: &Who) -> Option<&'static str> {
        self.enemy.filter(|_| matches!(who, Who::Opponent | Who::EachOpponent))
    }

    /// The preposition that is printed for one of the script.
    pub fn preposition<'w>(&self, word: &'w str) -> &'w str {
        look_up(self.prepositions, word).unwrap_or(word)
    }

    /// What stands before the word in `until end of battle`.
    pub fn end_of(&self, span: &str) -> &'static str {
        look_up(self.end_of, span).unwrap_or("")
    }

    /// The game's currency.
    pub fn price(&self, count: &str) -> String {
        let (signs, digits) = self.price;
        around(signs, &format!("{count:0>digits$}"))
    }

    /// The sign for turning the card itself as a cost.
    pub fn turned(&self, verb: &str) -> Option<&'static str> {
        look_up(self.turned, verb)
    }

    /// Actions that are printed like a keyword with their number: `Counter Blast (1)`.
    pub fn blast(&self, verb: &str, count: &str) -> Option<String> {
        (self.blasts && verb.contains('-')).then(|| format!("{} ({count})", title(verb)))
    }

    /// `+2000 power`.
    pub fn delta(&self, attr: &str, by: &str) -> String {
        (self.delta)(attr, by)
    }

    /// A change of the game's pair of numbers.
    pub fn pair(&self, first: (&str, &str), second: (&str, &str)) -> String {
        match self.pair {
            Pair::Joined(between) => {
                let (first, second) = (self.delta(first.0, first.1), self.delta(second.0, second.1));
                format!("{first}{between}{second}")
            }
            Pair::Values => format!("[{}/{}]", first.1, second.1),
        }
    }

    /// Options under their head.
    pub fn modal(&self, head: &str, options: &[String]) -> String {
        (self.modal)(head, options)
    }

    /// What stands in front of the effect: `when this card attacks`, `if you have no cards in your hand`.
    pub fn lead(&self, parts: &Parts, once: bool) -> Vec<String> {
        let mut lead = Vec::new();
        if let (Some(works), false) = (&parts.works, self.zone_marks || parts.category == Category::Act) {
            lead.push(format!("while {works}"));
        }
        let when = match (once, parts.replaces) {
            (true, _) => "the next time",
            (false, Some(_)) => "if",
            (false, None) => "when",
        };
        let events = (!parts.events.is_empty()).then(|| format!("{when} {}", list(&parts.events, "or")));
        let points = parts.points.iter().map(|time| format!("at {time}"));
        let triggers: Vec<String> = events.into_iter().chain(points).collect();
        if !triggers.is_empty() {
            lead.push(triggers.join(" or "));
        }
        lead.extend(parts.time.iter().map(|time| format!("at {time}")));
        if parts.category == Category::Act {
            return lead;
        }
        lead.extend(parts.during.iter().map(|time| format!("during {time}")));
        let word = match (parts.on_state, parts.category) {
            (true, _) => "when",
            (false, Category::Cont) => self.as_long_as,
            (false, Category::Act | Category::Auto | Category::Play) => "if",
        };
        lead.extend(parts.condition.iter().map(|cond| format!("{word} {cond}")));
        lead
    }

    /// When an activated ability can be used at all, as a sentence behind the effect: not a condition of what it does.
    fn usable(&self, parts: &Parts) -> String {
        if parts.category != Category::Act {
            return String::new();
        }
        let times = parts.during.iter().map(|time| format!("during {time}"));
        let conditions = parts.condition.iter().map(|cond| format!("if {cond}"));
        let all: Vec<String> = times.chain(conditions).collect();
        if all.is_empty() {
            return String::new();
        }
        format!(" {} {}.", self.only, all.join(" and "))
    }

    /// What the ability does, clause by clause, with the payment that its text speaks of; `shown` if its cost stands in front of it.
    pub fn steps(&self, parts: &Parts, shown: bool) -> Vec<String> {
        let mut body = parts.body.clone();
        if let Some(may) = parts.replaces {
            let done = clauses(&body);
            let you = if may { "you may " } else { "" };
            return match (&parts.cost, body.is_empty()) {
                (Some((cost, _)), true) => vec![format!("{you}{}", instead(&cost.clause()))],
                (Some((cost, _)), false) => vec![
                    format!("{you}{}", instead(&cost.clause())),
                    format!("if you do, {done}"),
                ],
                (None, true) if may => vec!["you may prevent that".into()],
                (None, true) => vec!["that does not happen".into()],
                (None, false) => vec![format!("{you}{}", instead(&done))],
            };
        }
        if parts.category == Category::Cont && body.len() > 1 {
            body = vec![clauses(&body)];
        }
        let payment = match &parts.cost {
            Some((cost, CostUse::Optional)) => match self.optional_cost.filter(|_| shown) {
                Some(text) => text.to_owned(),
                None => format!("you may {}", cost.clause()),
            },
            Some((cost, CostUse::Extra(name))) => {
                let name = name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
                format!(
                    "you may {} as an additional cost to play this card{name}",
                    cost.clause()
                )
            }
            Some((cost, CostUse::Required)) if parts.category == Category::Play => {
                body.insert(0, format!("as an additional cost to play this card, {}", cost.clause()));
                return body;
            }
            Some((_, CostUse::Required)) | None => return body,
        };
        if let Some(first) = body.first_mut() {
            *first = format!("if you do, {first}");
        }
        body.insert(0, payment);
        body
    }

    /// The effect as sentences.
    fn effect(&self, parts: &Parts) -> String {
        let mut lead = self.lead(parts, false);
        let mut text = String::new();
        if self.arrows && parts.category == Category::Auto && !lead.is_empty() {
            // The condition belongs to what happens, behind the arrows.
            let tail = if parts.condition.is_some() && !parts.on_state {
                lead.pop()
            } else {
                None
            };
            if !lead.is_empty() {
                text = format!("{} >>> ", capital(&lead.join(", ")));
            }
            lead = tail.into_iter().collect();
        }
        let mut steps = self.steps(parts, true);
        if let (Some(first), false) = (steps.first_mut(), lead.is_empty()) {
            *first = format!("{}, {first}", lead.join(", "));
        }
        let mut sentences: Vec<_> = steps.iter().map(|step| sentence(step)).collect();
        sentences.extend(parts.lines.iter().cloned());
        text + &sentences.join(" ")
    }

    /// How often, as a sentence behind the effect.
    fn limit(&self, parts: &Parts) -> String {
        let (Some((times, per)), Some(lead)) = (&parts.limit, self.limit) else {
            return String::new();
        };
        let unit = if times == "1" { "time" } else { "times" };
        let per: String = per
            .iter()
            .enumerate()
            .map(|(at, per)| format!(" {} {per}", if at == 0 { "per" } else { "for each" }))
            .collect::<Vec<_>>()
            .concat();
        format!(" {lead} {times} {unit}{per}.")
    }

    /// Where an activated ability works, as a sentence behind the effect.
    fn place(&self, parts: &Parts) -> String {
        match (&parts.works, self.place) {
            (Some(works), Some(lead)) if parts.category == Category::Act => format!(" {lead} {works}."),
            (Some(_) | None, Some(_) | None) => String::new(),
        }
    }

    /// An ability as a paragraph.
    pub fn paragraph(&self, parts: &Parts) -> String {
        let cost = parts.cost.as_ref().map(|(cost, used)| (cost.bracketed(self), used));
        let effect = format!(
            "{}{}{}{}",
            self.effect(parts),
            self.usable(parts),
            self.limit(parts),
            self.place(parts)
        );
        let up_front = cost
            .filter(|(_, used)| {
                parts.category != Category::Play && parts.replaces.is_none() && !matches!(used, CostUse::Extra(_))
            })
            .map(|(cost, _)| cost);
        (self.paragraph)(self, parts, up_front, &effect)
    }

    /// A keyword as a paragraph.
    pub fn keyword_line(&self, parts: &KeywordParts) -> String {
        let reminder = parts
            .reminder
            .as_ref()
            .filter(|_| self.reminders)
            .map_or_else(String::new, |doc| format!(" ({doc})"));
        let given_cost = parts
            .given
            .as_ref()
            .and_then(|given| given.cost.as_ref())
            .map(|(cost, _)| cost);
        let cost = parts.cost.as_ref().or(given_cost).map(|cost| cost.bracketed(self));
        let mut effect = parts.given.as_ref().map_or_else(String::new, |given| self.given(given));
        for line in &parts.lines {
            effect.push_str(if effect.is_empty() { "" } else { " " });
            effect.push_str(line);
        }
        let has_text = !effect.is_empty() || cost.is_some();
        let print = self.line_name.filter(|_| has_text).unwrap_or(self.keyword);
        let names: Vec<_> = parts.names.iter().map(|(name, rest)| print(name, rest)).collect();
        let mut name = list(&names, "or");
        if self.labels_lead {
            for (label, rest) in parts.labels.iter().rev() {
                name = format!("{} {name}", self.keyword(label, rest));
            }
        }
        let text = KeywordText {
            name,
            cost,
            effect,
            reminder,
        };
        (self.keyword_line)(self, parts, text)
    }

    /// What a card gives to a keyword; the keyword's line shows the cost.
    fn given(&self, given: &Parts) -> String {
        let lead = self.lead(given, false);
        let arrows = self.arrows && !given.events.is_empty();
        // The cost of a keyword is not spoken of again; only a replacement says what it stands for.
        let mut steps = if given.replaces.is_some() {
            self.steps(given, true)
        } else {
            given.body.clone()
        };
        if let (Some(first), false) = (steps.first_mut(), lead.is_empty()) {
            *first = if arrows {
                format!("{} >>> {}", lead.join(", "), capital(first))
            } else {
                format!("{}, {first}", lead.join(", "))
            };
        }
        let mut sentences: Vec<_> = steps.iter().map(|step| sentence(step)).collect();
        if steps.is_empty() && !lead.is_empty() {
            // Nothing is done under the condition but what the keyword does.
            sentences.push(sentence(&format!("{} {}", self.only, lead.join(", "))));
        }
        sentences.extend(given.lines.iter().cloned());
        let text = format!(
            "{}{}{}{}{}{}",
            (self.given_marks)(given),
            self.labels(given, " "),
            sentences.join(" "),
            self.usable(given),
            self.limit(given),
            self.place(given)
        );
        text.trim_start().to_owned()
    }
}

/// A category in a word.
pub fn category_word(category: Category) -> &'static str {
    match category {
        Category::Act => "activated",
        Category::Auto => "automatic",
        Category::Cont => "continuous",
        Category::Play => "play",
    }
}

/// A category as it is written in scripts.
pub fn category_mark(category: Category) -> &'static str {
    match category {
        Category::Act => "ACT",
        Category::Auto => "AUTO",
        Category::Cont => "CONT",
        Category::Play => "PLAY",
    }
}

fn around((before, behind): Around, text: &str) -> String {
    format!("{before}{text}{behind}")
}

fn look_up(rows: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    rows.iter().find(|(from, _)| *from == word).map(|(_, to)| *to)
}
