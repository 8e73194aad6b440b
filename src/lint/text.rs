//! Numbers of the printed text against numbers of the script.

use crate::ast::{Member, Value};
use crate::diag::{Code, Diagnostic};
use crate::lex::{TokenKind, lex};
use crate::source::Span;

/// Warns if the printed text and the abilities do not have the same large numbers. Small ones are often words, or left out.
pub(super) fn numbers(source: &str, members: &[Member<'_>], out: &mut Vec<Diagnostic>) {
    let has_text = |m: &Member<'_>| matches!(m, Member::Fields(fields) if fields.iter().any(|f| f.name.text == "text"));
    if !members.iter().any(has_text) {
        return;
    }
    let mut printed: Option<(&str, Span)> = None;
    let mut script: Vec<u64> = Vec::new();
    for member in members {
        match member {
            Member::Fields(fields) => {
                for field in fields {
                    match (field.name.text, field.values.first()) {
                        ("text", Some(Value::Str(text) | Value::Text(text))) => printed = Some((text.text, text.span)),
                        _ => script_numbers(source, field.span, &mut script),
                    }
                }
            }
            Member::Ability(ability) => script_numbers(source, ability.span, &mut script),
            Member::Keyword(line) => script_numbers(source, line.span, &mut script),
            Member::Face(_) => {}
        }
    }
    let Some((text, span)) = printed else { return };
    let mut missing: Vec<u64> = Vec::new();
    let mut digits = String::new();
    let mut depth = 0_u32;
    // Reminder text in parentheses is not part of the card.
    let plain: Vec<char> = text.chars().collect();
    let thousands = |i: usize| {
        plain.get(i) == Some(&',')
            && i > 0
            && plain.get(i - 1).is_some_and(char::is_ascii_digit)
            && plain.get(i + 1).is_some_and(char::is_ascii_digit)
    };
    let digits_only = plain
        .iter()
        .enumerate()
        .filter(|(i, _)| !thousands(*i))
        .map(|(_, c)| *c);
    for c in digits_only.chain([' ']) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 {
            continue;
        }
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if let Ok(number) = digits.parse::<u64>()
            && number >= 100
            && !script.contains(&number)
            && !missing.contains(&number)
        {
            missing.push(number);
        }
        digits.clear();
    }
    if !missing.is_empty() {
        let list: Vec<String> = missing.iter().map(u64::to_string).collect();
        out.push(
            Diagnostic::new(
                Code::TextDiffers,
                span,
                format!("the printed text says {}, the script does not", list.join(", ")),
            )
            .with_help("correct the one that is wrong"),
        );
    }
}

/// The numbers in the tokens of a piece of script.
fn script_numbers(source: &str, span: Span, out: &mut Vec<u64>) {
    let text = source.get(span.range()).unwrap_or("");
    out.extend(
        lex(text)
            .iter()
            .filter(|t| t.kind == TokenKind::Num)
            .filter_map(|t| t.text(text).parse::<u64>().ok()),
    );
}
