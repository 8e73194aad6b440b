//! Words of the printed text that the script does not have: what they stand for is missing in it.

use crate::ast::{Member, Value};
use crate::diag::{Code, Diagnostic};
use crate::lex::{TokenKind, lex};
use crate::source::Span;
use std::collections::BTreeSet;

/// What is printed, in small letters, and the words of a script that say it.
const SAID: [(&str, &[&str]); 6] = [
    ("you may", &["may", "can", "[", "any", "up"]),
    ("up to", &["up", "may", "once"]),
    ("until end of turn", &["until", "during", "this"]),
    ("instead", &["instead", "would", "or"]),
    ("at random", &["random"]),
    ("for each", &["each", "*", "per"]),
];

pub(super) fn check(source: &str, members: &[Member<'_>], out: &mut Vec<Diagnostic>) {
    let mut printed: Option<(&str, Span)> = None;
    let mut words: BTreeSet<&str> = BTreeSet::new();
    for member in members {
        match member {
            Member::Fields(fields) => {
                for field in fields {
                    match (field.name.text, field.values.first()) {
                        ("text", Some(Value::Str(text) | Value::Text(text))) => printed = Some((text.text, text.span)),
                        _ => add(source, field.span, &mut words),
                    }
                }
            }
            Member::Ability(ability) => add(source, ability.span, &mut words),
            Member::Keyword(line) => add(source, line.span, &mut words),
            Member::Face(_) => {}
        }
    }
    let Some((text, span)) = printed else { return };
    if text.trim().is_empty() {
        out.push(
            Diagnostic::new(Code::EmptyText, span, "this printed text is empty")
                .with_help("leave `text` out, or write what is printed"),
        );
        return;
    }
    let text = without_reminders(text).to_lowercase();
    // A keyword brings a text of its own, which the card may print.
    let plain = members.iter().all(|member| !matches!(member, Member::Keyword(_)));
    let lacks = SAID
        .iter()
        .filter(|(said, by)| text.contains(said) && !by.iter().any(|word| words.contains(word)));
    let missing: Vec<String> = lacks.map(|(said, _)| format!("\"{said}\"")).collect();
    if plain && !missing.is_empty() && members.iter().any(|member| matches!(member, Member::Ability(_))) {
        let text = format!("the printed text says {}, the script does not", missing.join(", "));
        out.push(
            Diagnostic::new(Code::TextWords, span, text).with_help("is a part of the text missing in the script?"),
        );
    }
}

/// The words of a piece of script.
fn add<'s>(source: &'s str, span: Span, words: &mut BTreeSet<&'s str>) {
    let text = source.get(span.range()).unwrap_or("");
    let tokens = lex(text);
    words.extend(
        tokens
            .iter()
            .filter(|t| t.kind != TokenKind::Comment)
            .map(|t| t.text(text)),
    );
}

/// Reminder text in parentheses is not part of the card.
fn without_reminders(text: &str) -> String {
    let mut depth = 0_u32;
    let kept = text.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    kept.collect()
}
