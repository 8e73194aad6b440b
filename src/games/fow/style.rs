//! The printed style of Force of Will.

use crate::ast::Category;
use crate::ir::Who;
use crate::style::{KeywordText, Pair, Parts, Style};

pub(super) const STYLE: Style = Style {
    lone: &["ruler", "J-ruler", "J/ruler"],
    gets: ("gains", "gain"),
    controls_everywhere: true,
    controlled: |who| match who {
        Who::You => (None, Some(" you control")),
        Who::Opponent => (None, Some(" your opponent controls")),
        Who::They => (None, Some(" they control")),
        Who::That => (None, Some(" that player controls")),
        Who::EachOpponent => (None, Some(" your opponents control")),
        Who::Each | Who::OpponentOf(_) | Who::Of(..) | Who::Chosen(_) | Who::Known(_) | Who::Any => (None, None),
    },
    keyword: |name, rest| format!("[{name}]{rest}"),
    price: (("{", "}"), 1),
    turned: &[("rest", "{Rest}")],
    pair: Pair::Values,
    modal: |head, options| {
        let options: Vec<_> = options.iter().map(|option| option.trim_end_matches('.')).collect();
        format!("{head} — {}", options.join("; or "))
    },
    arrows: true,
    only: "Play this ability only",
    limit: Some("Play this ability only"),
    place: Some("Play this ability only while"),
    paragraph: |style, parts, cost, effect| {
        let labels = style.labels(parts, " — ");
        match (cost, parts.category) {
            (Some(cost), Category::Act) => format!("{labels}{cost}: {effect}"),
            (Some(_) | None, Category::Act | Category::Auto | Category::Cont | Category::Play) => {
                format!("{labels}{effect}")
            }
        }
    },
    keyword_line: |_, parts, text| {
        let KeywordText {
            name,
            cost,
            effect,
            reminder,
        } = text;
        let cost = cost.map_or_else(String::new, |cost| format!(" {cost}"));
        let unsaid = |given: &Parts| given.events.is_empty() && given.time.is_none();
        let triggered = parts.given.as_ref().is_some_and(unsaid) && parts.category == Some(Category::Auto);
        match (cost.is_empty(), effect.is_empty()) {
            (_, true) => format!("{name}{cost}{reminder}"),
            (true, false) if triggered => format!("{name} >>> {effect}"),
            (true, false) => format!("{name} {effect}"),
            (false, false) => format!("{name}{cost}: {effect}"),
        }
    },
    ..Style::PLAIN
};
