//! The printed style of Cardfight!! Vanguard.

use crate::style::english::capital;
use crate::style::{KeywordText, Part, Parts, Style, category_mark};

pub(super) const STYLE: Style = Style {
    hyphenated: &["rear-guard", "rear-guards"],
    lone: &["vanguard"],
    on: &["VC", "RC", "GC", "field"],
    circles: &["VC", "RC", "GC"],
    scale: ("greater", "less"),
    numbers_first: true,
    this: |types| {
        if types.iter().any(|word| word.contains("order")) {
            "this card"
        } else {
            "this unit"
        }
    },
    tag: ("«", "»"),
    token_name: ("\"", "\""),
    category: |category| format!("[{}]", category_mark(category)),
    prepositions: &[("onto", "on")],
    end_of: &[("battle", "that ")],
    blasts: true,
    delta: |attr, by| format!("[{}]{by}", capital(attr)),
    cost: |parts| format!("[{}]", Part::all(parts, true).join(" & ")),
    optional_cost: Some("you may pay the cost"),
    zone_marks: true,
    limit: None,
    place: None,
    given_marks: |given| {
        if given.zones.is_some() || given.limit.is_some() {
            format!("{} {} ", zones(given), limit(given))
        } else {
            String::new()
        }
    },
    paragraph: |style, parts, cost, effect| {
        let labels = style.labels(parts, " ");
        let marks = format!(
            "{}{} {labels}{}",
            style.mark(parts.category),
            zones(parts),
            limit(parts)
        );
        let head = marks.trim();
        let cost = cost.map_or_else(String::new, |cost| format!("COST {cost} "));
        if head.is_empty() {
            format!("{cost}{effect}")
        } else {
            format!("{head}: {cost}{effect}")
        }
    },
    keyword_line: |_, _, text| {
        let KeywordText {
            name,
            cost,
            effect,
            reminder,
        } = text;
        let cost = cost.map_or_else(String::new, |cost| format!(" COST {cost}"));
        let effect = if effect.is_empty() {
            effect
        } else {
            format!(": {effect}")
        };
        format!("{name}{cost}{effect}{reminder}")
    },
    ..Style::PLAIN
};

fn zones(parts: &Parts) -> String {
    let zones = parts.zones.as_ref();
    zones.map_or_else(String::new, |zones| format!("({zones})"))
}

/// `1/Turn`
fn limit(parts: &Parts) -> String {
    parts.limit.as_ref().map_or_else(String::new, |(times, per)| {
        let per: Vec<String> = per.iter().map(|per| capital(per)).collect();
        format!("{times}/{}", per.join("/"))
    })
}
