//! What the games print differently.

use super::ability::{KeywordParts, Parts};
use super::cost::Part;
use super::english::{capital, clauses, instead, list, sentence, title};
use crate::ast::Category;
use crate::ir::{CostUse, Name, Who};

/// The games that have a printed style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Game {
    Weiss,
    Vanguard,
    Evolve,
    Fow,
}

/// The printed style of a game.
#[derive(Debug)]
pub(super) struct Style {
    game: Game,
    /// Words that keep their hyphen.
    pub(super) hyphenated: &'static [&'static str],
    /// Nouns of which a player has one.
    pub(super) lone: &'static [&'static str],
    /// Zones that cards are on rather than in.
    pub(super) on: &'static [&'static str],
    /// Zones that are printed as a sign.
    pub(super) circles: &'static [&'static str],
    /// `or higher`, `or lower`.
    pub(super) scale: (&'static str, &'static str),
    /// `level 1 or lower character` rather than `character with level 1 or lower`.
    pub(super) numbers_first: bool,
    /// The start of a phase.
    pub(super) start: &'static str,
    /// `gets`, `get`.
    pub(super) gets: (&'static str, &'static str),
    /// The condition of a continuous ability.
    as_long_as: &'static str,
    /// Keywords without a text of their own are explained.
    reminders: bool,
    /// How a card of these types speaks of itself.
    pub(super) this: fn(&[Name]) -> &'static str,
    /// Cards in other zones are described as those on the field are.
    pub(super) controls_everywhere: bool,
    /// How cards on the field of a player are described, in front of the noun and behind it.
    pub(super) controlled: fn(&Who) -> (Option<&'static str>, Option<&'static str>),
}

static WEISS: Style = Style {
    game: Game::Weiss,
    hyphenated: &[],
    lone: &[],
    on: &["stage", "center-stage", "back-stage"],
    circles: &[],
    scale: ("higher", "lower"),
    numbers_first: true,
    start: "beginning",
    gets: ("gets", "get"),
    as_long_as: "if",
    reminders: true,
    this: |_| "this card",
    controls_everywhere: false,
    controlled: |_| (None, None),
};

static VANGUARD: Style = Style {
    game: Game::Vanguard,
    hyphenated: &["rear-guard", "rear-guards"],
    lone: &["vanguard"],
    on: &["VC", "RC", "GC", "field"],
    circles: &["VC", "RC", "GC"],
    scale: ("greater", "less"),
    numbers_first: true,
    start: "beginning",
    gets: ("gets", "get"),
    as_long_as: "as long as",
    reminders: true,
    this: |types| {
        if types.iter().any(|word| word.contains("order")) {
            "this card"
        } else {
            "this unit"
        }
    },
    controls_everywhere: false,
    controlled: |_| (None, None),
};

static EVOLVE: Style = Style {
    game: Game::Evolve,
    hyphenated: &[],
    lone: &["leader"],
    on: &["field"],
    circles: &[],
    scale: ("more", "less"),
    numbers_first: false,
    start: "start",
    gets: ("gains", "gain"),
    as_long_as: "as long as",
    reminders: false,
    this: |types| match types.first().map(AsRef::as_ref) {
        Some("follower") => "this follower",
        Some("amulet") => "this amulet",
        Some(_) | None => "this card",
    },
    controls_everywhere: false,
    controlled: |who| match who {
        Who::You => (None, Some(" on your field")),
        Who::Opponent | Who::EachOpponent => (Some("enemy "), None),
        Who::Each
        | Who::They
        | Who::That
        | Who::OpponentOf(_)
        | Who::Of(..)
        | Who::Chosen(_)
        | Who::Known(_)
        | Who::Any => (None, None),
    },
};

static FOW: Style = Style {
    game: Game::Fow,
    hyphenated: &[],
    lone: &["ruler", "J-ruler", "J/ruler"],
    on: &[],
    circles: &[],
    scale: ("more", "less"),
    numbers_first: false,
    start: "beginning",
    gets: ("gains", "gain"),
    as_long_as: "as long as",
    reminders: true,
    this: |_| "this card",
    controls_everywhere: true,
    controlled: |who| match who {
        Who::You => (None, Some(" you control")),
        Who::Opponent => (None, Some(" your opponent controls")),
        Who::They => (None, Some(" they control")),
        Who::That => (None, Some(" that player controls")),
        Who::EachOpponent => (None, Some(" your opponents control")),
        Who::Each | Who::OpponentOf(_) | Who::Of(..) | Who::Chosen(_) | Who::Known(_) | Who::Any => (None, None),
    },
};

impl Style {
    /// The style of a game by its name in `use`.
    pub(super) fn of(game: &str) -> &'static Style {
        match game {
            "weiss" => &WEISS,
            "vanguard" => &VANGUARD,
            "evolve" => &EVOLVE,
            _ => &FOW,
        }
    }

    /// A trait, clan or race.
    pub(super) fn tag(&self, tag: &str) -> String {
        match self.game {
            Game::Weiss => format!("《{tag}》"),
            Game::Vanguard => format!("«{tag}»"),
            Game::Evolve | Game::Fow => tag.to_owned(),
        }
    }

    /// The name of a token in front of the word.
    pub(super) fn token_name(&self, name: &str) -> String {
        match self.game {
            Game::Weiss | Game::Vanguard => format!("\"{name}\""),
            Game::Evolve | Game::Fow => name.to_owned(),
        }
    }

    /// A keyword inside a sentence, with what stands behind its word.
    pub(super) fn keyword(&self, name: &str, rest: &str) -> String {
        match self.game {
            Game::Evolve if rest.trim().parse::<u32>().is_ok() => {
                format!("{name} ({})", rest.trim())
            }
            Game::Weiss | Game::Vanguard | Game::Evolve => format!("{name}{rest}"),
            Game::Fow => format!("[{name}]{rest}"),
        }
    }

    /// The category as a mark or word.
    pub(super) fn category(&self, category: Category) -> String {
        let word = match category {
            Category::Act => "ACT",
            Category::Auto => "AUTO",
            Category::Cont => "CONT",
            Category::Play => "PLAY",
        };
        match self.game {
            Game::Weiss => format!("【{word}】"),
            Game::Vanguard => format!("[{word}]"),
            Game::Evolve | Game::Fow => match category {
                Category::Act => "activated".into(),
                Category::Auto => "automatic".into(),
                Category::Cont => "continuous".into(),
                Category::Play => "play".into(),
            },
        }
    }

    /// Whose a card is, as an adjective.
    pub(super) fn side(&self, who: &Who) -> Option<&'static str> {
        (self.game == Game::Evolve && matches!(who, Who::Opponent | Who::EachOpponent)).then_some("enemy")
    }

    /// The preposition that is printed for one of the script.
    pub(super) fn preposition<'w>(&self, word: &'w str) -> &'w str {
        match self.game {
            Game::Weiss | Game::Vanguard if word == "onto" => "on",
            Game::Weiss | Game::Vanguard | Game::Evolve | Game::Fow => word,
        }
    }

    /// What stands before the word in `until end of battle`.
    pub(super) fn end_of(&self, span: &str) -> &'static str {
        if self.game == Game::Vanguard && span == "battle" {
            "that "
        } else {
            ""
        }
    }

    /// The game's currency.
    pub(super) fn price(&self, count: &str) -> String {
        match self.game {
            Game::Weiss | Game::Vanguard => format!("({count})"),
            Game::Evolve => format!("[cost{count:0>2}]"),
            Game::Fow => format!("{{{count}}}"),
        }
    }

    /// The sign for turning the card itself as a cost.
    pub(super) fn turned(&self, verb: &str) -> Option<&'static str> {
        match (self.game, verb) {
            (Game::Evolve, "engage") => Some("[engage]"),
            (Game::Fow, "rest") => Some("{Rest}"),
            (Game::Weiss | Game::Vanguard | Game::Evolve | Game::Fow, _) => None,
        }
    }

    /// Actions that are printed like a keyword with their number: `Counter Blast (1)`.
    pub(super) fn blast(&self, verb: &str, count: &str) -> Option<String> {
        (self.game == Game::Vanguard && verb.contains('-')).then(|| format!("{} ({count})", title(verb)))
    }

    /// `+2000 power`.
    pub(super) fn delta(&self, attr: &str, by: &str) -> String {
        match self.game {
            Game::Weiss | Game::Fow => format!("{by} {attr}"),
            Game::Vanguard => format!("[{}]{by}", capital(attr)),
            Game::Evolve => format!("[{attr}]{by}"),
        }
    }

    /// A change of the game's pair of numbers.
    pub(super) fn pair(&self, first: (&str, &str), second: (&str, &str)) -> String {
        match self.game {
            Game::Evolve => format!("{}/{}", self.delta(first.0, first.1), self.delta(second.0, second.1)),
            Game::Fow => format!("[{}/{}]", first.1, second.1),
            Game::Weiss | Game::Vanguard => format!(
                "{} and {}",
                self.delta(first.0, first.1),
                self.delta(second.0, second.1)
            ),
        }
    }

    /// Options under their head.
    pub(super) fn modal(&self, head: &str, options: &[String]) -> String {
        match self.game {
            Game::Fow => {
                let options: Vec<_> = options
                    .iter()
                    .map(|option| option.trim_end_matches('.').to_owned())
                    .collect();
                format!("{head} — {}", options.join("; or "))
            }
            Game::Weiss | Game::Vanguard | Game::Evolve => {
                format!("{head} of the following: • {}", options.join(" • "))
            }
        }
    }

    /// The parts of a cost, as they stand in front of an ability.
    pub(super) fn cost(&self, parts: &[Part]) -> String {
        let texts = |capitals: bool| parts.iter().map(|part| part.printed(capitals)).collect::<Vec<_>>();
        match self.game {
            Game::Weiss => {
                let signs: String = parts.iter().filter_map(|part| part.sign.as_deref()).collect();
                let words: Vec<_> = parts
                    .iter()
                    .filter(|part| part.sign.is_none())
                    .map(|part| part.printed(true))
                    .collect();
                format!("[{}]", format!("{signs} {}", words.join(" & ")).trim())
            }
            Game::Vanguard => format!("[{}]", texts(true).join(" & ")),
            Game::Evolve => texts(false).join(", "),
            Game::Fow => texts(true).join(", "),
        }
    }

    /// What stands in front of the effect: `when this card attacks`, `if you have no cards in your hand`.
    pub(super) fn lead(&self, parts: &Parts, once: bool) -> Vec<String> {
        let mut lead = Vec::new();
        if let (Some(works), false) = (
            &parts.works,
            self.game == Game::Vanguard || parts.category == Category::Act,
        ) {
            lead.push(format!("while {works}"));
        }
        let when = match (once, parts.replaces) {
            (true, _) => "the next time",
            (false, Some(_)) => "if",
            (false, None) => "when",
        };
        if !parts.events.is_empty() {
            lead.push(format!("{when} {}", list(&parts.events, "or")));
        }
        lead.extend(parts.time.iter().map(|time| format!("at {time}")));
        lead.extend(parts.during.iter().map(|time| format!("during {time}")));
        let word = match (parts.on_state, parts.category) {
            (true, _) => "when",
            (false, Category::Cont) => self.as_long_as,
            (false, Category::Act | Category::Auto | Category::Play) => "if",
        };
        lead.extend(parts.condition.iter().map(|cond| format!("{word} {cond}")));
        lead
    }

    /// What the ability does, clause by clause, with the payment that its text speaks of.
    pub(super) fn steps(&self, parts: &Parts) -> Vec<String> {
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
            Some((cost, CostUse::Optional)) => match self.game {
                Game::Weiss | Game::Vanguard => "you may pay the cost".to_owned(),
                Game::Evolve | Game::Fow => format!("you may {}", cost.clause()),
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
        if self.game == Game::Fow && parts.category == Category::Auto && !lead.is_empty() {
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
        let mut steps = self.steps(parts);
        if let (Some(first), false) = (steps.first_mut(), lead.is_empty()) {
            *first = format!("{}, {first}", lead.join(", "));
        }
        let mut sentences: Vec<_> = steps.iter().map(|step| sentence(step)).collect();
        sentences.extend(parts.lines.iter().cloned());
        text + &sentences.join(" ")
    }

    /// How often, as a sentence behind the effect.
    fn limit(&self, parts: &Parts) -> String {
        let Some((times, per)) = &parts.limit else {
            return String::new();
        };
        let unit = if times == "1" { "time" } else { "times" };
        let per: String = per
            .iter()
            .enumerate()
            .map(|(at, per)| format!(" {} {per}", if at == 0 { "per" } else { "for each" }))
            .collect::<Vec<_>>()
            .concat();
        match self.game {
            Game::Weiss => format!(" This ability activates up to {times} {unit}{per}."),
            Game::Vanguard => String::new(),
            Game::Evolve => format!(" Activate only {times} {unit}{per}."),
            Game::Fow => format!(" Play this ability only {times} {unit}{per}."),
        }
    }

    /// Where an activated ability works, as a sentence behind the effect.
    fn place(&self, parts: &Parts) -> String {
        match (&parts.works, self.game) {
            (Some(works), Game::Weiss | Game::Evolve) if parts.category == Category::Act => {
                format!(" Activate only while {works}.")
            }
            (Some(works), Game::Fow) if parts.category == Category::Act => {
                format!(" Play this ability only while {works}.")
            }
            (_, Game::Weiss | Game::Vanguard | Game::Evolve | Game::Fow) => String::new(),
        }
    }

    /// An ability as a paragraph.
    pub(super) fn paragraph(&self, parts: &Parts) -> String {
        let cost = parts.cost.as_ref().map(|(cost, used)| (cost.bracketed(self), used));
        let effect = format!("{}{}{}", self.effect(parts), self.limit(parts), self.place(parts));
        let up_front = cost
            .filter(|(_, used)| {
                parts.category != Category::Play && parts.replaces.is_none() && !matches!(used, CostUse::Extra(_))
            })
            .map(|(cost, _)| cost);
        match self.game {
            Game::Weiss => {
                let mark = if parts.category == Category::Play {
                    String::new()
                } else {
                    self.category(parts.category)
                };
                let cost = up_front.map_or_else(String::new, |cost| format!("{cost} "));
                format!("{mark}{} {cost}{effect}", weiss_labels(&parts.labels))
                    .trim_start()
                    .to_owned()
            }
            Game::Vanguard => {
                let mark = if parts.category == Category::Play {
                    String::new()
                } else {
                    self.category(parts.category)
                };
                let labels: String = parts
                    .labels
                    .iter()
                    .map(|(label, rest)| format!("{label}{rest} "))
                    .collect::<Vec<_>>()
                    .concat();
                let (zones, limit) = (vanguard_zones(parts), vanguard_limit(parts));
                let head = format!("{mark}{zones} {labels}{limit}").trim().to_owned();
                let cost = up_front.map_or_else(String::new, |cost| format!("COST {cost} "));
                if head.is_empty() {
                    format!("{cost}{effect}")
                } else {
                    format!("{head}: {cost}{effect}")
                }
            }
            Game::Evolve => {
                let labels: String = parts
                    .labels
                    .iter()
                    .map(|(label, rest)| format!("{label}{rest} — "))
                    .collect::<Vec<_>>()
                    .concat();
                match (up_front, parts.category) {
                    (Some(cost), Category::Act) => format!("{labels}[act] {cost}: {effect}"),
                    (None, Category::Act) => format!("{labels}[act] {effect}"),
                    (Some(_) | None, Category::Auto | Category::Cont | Category::Play) => {
                        format!("{labels}{effect}")
                    }
                }
            }
            Game::Fow => {
                let labels: String = parts
                    .labels
                    .iter()
                    .map(|(label, rest)| format!("{} — ", self.keyword(label, rest)))
                    .collect::<Vec<_>>()
                    .concat();
                match (up_front, parts.category) {
                    (Some(cost), Category::Act) => format!("{labels}{cost}: {effect}"),
                    (Some(_) | None, Category::Act | Category::Auto | Category::Cont | Category::Play) => {
                        format!("{labels}{effect}")
                    }
                }
            }
        }
    }

    /// A keyword as a paragraph.
    pub(super) fn keyword_line(&self, parts: &KeywordParts) -> String {
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
            add!(effect, "{}{line}", if effect.is_empty() { "" } else { " " });
        }
        let names: Vec<_> = parts
            .names
            .iter()
            .map(|(name, rest)| self.line_name(name, rest, !effect.is_empty() || cost.is_some()))
            .collect();
        let mut name = list(&names, "or");
        if self.game != Game::Weiss {
            for (label, rest) in parts.labels.iter().rev() {
                name = format!("{} {name}", self.keyword(label, rest));
            }
        }
        match self.game {
            Game::Weiss => {
                let mark = parts
                    .category
                    .map_or_else(String::new, |category| self.category(category));
                let marks = weiss_labels(if parts.marks.is_empty() {
                    &parts.labels
                } else {
                    &parts.marks
                });
                let tail: String = cost
                    .into_iter()
                    .chain((!effect.is_empty()).then_some(effect))
                    .map(|text| format!(" {text}"))
                    .collect::<Vec<_>>()
                    .concat();
                format!("{mark}{marks} {name}{tail}{reminder}").trim_start().to_owned()
            }
            Game::Vanguard => {
                let cost = cost.map_or_else(String::new, |cost| format!(" COST {cost}"));
                let effect = if effect.is_empty() {
                    effect
                } else {
                    format!(": {effect}")
                };
                format!("{name}{cost}{effect}{reminder}")
            }
            Game::Evolve => {
                let cost = cost.map_or_else(String::new, |cost| format!(" {cost}"));
                match (cost.is_empty(), effect.is_empty()) {
                    (true, true) => format!("{name}.{reminder}"),
                    (true, false) => format!("{name} {effect}"),
                    (false, true) => format!("{name}{cost}.{reminder}"),
                    (false, false) => format!("{name}{cost}: {effect}"),
                }
            }
            Game::Fow => {
                let cost = cost.map_or_else(String::new, |cost| format!(" {cost}"));
                let triggered = parts
                    .given
                    .as_ref()
                    .is_some_and(|given| given.events.is_empty() && given.time.is_none())
                    && parts.category == Some(Category::Auto);
                match (cost.is_empty(), effect.is_empty()) {
                    (_, true) => format!("{name}{cost}{reminder}"),
                    (true, false) if triggered => format!("{name} >>> {effect}"),
                    (true, false) => format!("{name} {effect}"),
                    (false, false) => format!("{name}{cost}: {effect}"),
                }
            }
        }
    }

    /// What a card gives to a keyword; the keyword's line shows the cost.
    fn given(&self, given: &Parts) -> String {
        let lead = self.lead(given, false);
        let arrows = self.game == Game::Fow && !given.events.is_empty();
        // The cost of a keyword is not spoken of again; only a replacement says what it stands for.
        let mut steps = if given.replaces.is_some() {
            self.steps(given)
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
        let mut labels: String = given
            .labels
            .iter()
            .map(|(label, rest)| format!("{} ", self.keyword(label, rest)))
            .collect::<Vec<_>>()
            .concat();
        if self.game == Game::Vanguard && (given.zones.is_some() || given.limit.is_some()) {
            labels = format!("{} {} {labels}", vanguard_zones(given), vanguard_limit(given));
        }
        let mut sentences: Vec<_> = steps.iter().map(|step| sentence(step)).collect();
        sentences.extend(given.lines.iter().cloned());
        format!(
            "{labels}{}{}{}",
            sentences.join(" "),
            self.limit(given),
            self.place(given)
        )
    }

    fn line_name(&self, name: &str, rest: &str, has_text: bool) -> String {
        match self.game {
            Game::Evolve if has_text => format!("[{}]{rest}", name.to_lowercase().replace(' ', "")),
            Game::Weiss | Game::Vanguard | Game::Evolve | Game::Fow => self.keyword(name, rest),
        }
    }
}

/// Labels behind the category: icons as marks, the others as words.
fn weiss_labels(labels: &[(String, String)]) -> String {
    labels
        .iter()
        .map(|(label, rest)| {
            if matches!(label.as_str(), "CXCombo" | "Counter" | "Clock") {
                format!("【{}{rest}】", label.to_uppercase())
            } else {
                format!(" {label}{rest}")
            }
        })
        .collect()
}

fn vanguard_zones(parts: &Parts) -> String {
    parts
        .zones
        .as_ref()
        .map_or_else(String::new, |zones| format!("({zones})"))
}

/// `1/Turn`
fn vanguard_limit(parts: &Parts) -> String {
    parts.limit.as_ref().map_or_else(String::new, |(times, per)| {
        format!(
            "{times}/{}",
            per.iter().map(|per| capital(per)).collect::<Vec<_>>().join("/")
        )
    })
}
