//! The printed style of Shadowverse: Evolve.

use crate::ast::Category;
use crate::ir::Who;
use crate::style::{KeywordText, Pair, Part, Style};

pub(super) const STYLE: Style = Style {
    lone: &["leader"],
    on: &["field"],
    start: "start",
    gets: ("gains", "gain"),
    reminders: false,
    this: |types| match types.first().map(AsRef::as_ref) {
        Some("follower") => "this follower",
        Some("amulet") => "this amulet",
        Some(_) | None => "this card",
    },
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
    enemy: Some("enemy"),
    keyword,
    line_name: Some(|name, rest| format!("[{}]{rest}", name.to_lowercase().replace(' ', ""))),
    price: (("[cost", "]"), 2),
    turned: &[("engage", "[engage]")],
    delta: |attr, by| format!("[{attr}]{by}"),
    pair: Pair::Joined("/"),
    cost: |parts| Part::all(parts, false).join(", "),
    only: "Activate only",
    limit: Some("Activate only"),
    place: Some("Activate only while"),
    paragraph: |_, parts, cost, effect| {
        let labels = parts.labels.iter();
        let labels: Vec<String> = labels.map(|(label, rest)| format!("{label}{rest} — ")).collect();
        let labels = labels.concat();
        match (cost, parts.category) {
            (Some(cost), Category::Act) => format!("{labels}[act] {cost}: {effect}"),
            (None, Category::Act) => format!("{labels}[act] {effect}"),
            (Some(_) | None, Category::Auto | Category::Cont | Category::Play) => format!("{labels}{effect}"),
        }
    },
    keyword_line: |_, _, text| {
        let KeywordText {
            name,
            cost,
            effect,
            reminder,
        } = text;
        match (cost, effect.is_empty()) {
            (None, true) => format!("{name}.{reminder}"),
            (None, false) => format!("{name} {effect}"),
            (Some(cost), true) => format!("{name} {cost}.{reminder}"),
            (Some(cost), false) => format!("{name} {cost}: {effect}"),
        }
    },
    ..Style::PLAIN
};

/// `Drain`, `Necrocharge (10)`.
fn keyword(name: &str, rest: &str) -> String {
    if rest.trim().parse::<u32>().is_ok() {
        format!("{name} ({})", rest.trim())
    } else {
        format!("{name}{rest}")
    }
}
