//! The printed style of Weiß Schwarz.

use crate::style::{KeywordText, Style, category_mark};

pub(super) const STYLE: Style = Style {
    on: &["stage", "center-stage", "back-stage"],
    scale: ("higher", "lower"),
    numbers_first: true,
    as_long_as: "if",
    tag: ("《", "》"),
    token_name: ("\"", "\""),
    category: |category| format!("【{}】", category_mark(category)),
    prepositions: &[("onto", "on")],
    cost: |parts| {
        // Signs stand side by side; what is paid first stands first.
        let front = parts.iter().take_while(|part| part.sign.is_some()).count();
        let signs: String = parts
            .iter()
            .take(front)
            .filter_map(|part| part.sign.as_deref())
            .collect();
        let words: Vec<_> = parts.iter().skip(front).map(|part| part.printed(true)).collect();
        format!("[{}]", format!("{signs} {}", words.join(" & ")).trim())
    },
    optional_cost: Some("you may pay the cost"),
    only: "Activate only",
    limit: Some("This ability activates up to"),
    place: Some("Activate only while"),
    labels_lead: false,
    paragraph: |style, parts, cost, effect| {
        let cost = cost.map_or_else(String::new, |cost| format!("{cost} "));
        let text = format!("{}{} {cost}{effect}", style.mark(parts.category), labels(&parts.labels));
        text.trim_start().to_owned()
    },
    keyword_line: |style, parts, text| {
        let KeywordText {
            name,
            cost,
            effect,
            reminder,
        } = text;
        let mark = parts
            .category
            .map_or_else(String::new, |category| style.category(category));
        let marks = labels(if parts.marks.is_empty() {
            &parts.labels
        } else {
            &parts.marks
        });
        let tail = cost.into_iter().chain((!effect.is_empty()).then_some(effect));
        let tail: Vec<String> = tail.map(|text| format!(" {text}")).collect();
        format!("{mark}{marks} {name}{}{reminder}", tail.concat())
            .trim_start()
            .to_owned()
    },
    ..Style::PLAIN
};

/// Labels behind the category: icons as marks, the others as words.
fn labels(labels: &[(String, String)]) -> String {
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
