//! The printed text of a card beside its script, for the lints that compare them: clause by clause where both have as many, else as a whole.

use crate::ast::{Body, Member, Value};
use crate::lex::{TokenKind, lex};
use crate::source::Span;
use std::collections::BTreeSet;

/// What is printed, and the abilities that say it.
pub(super) struct Printed<'s> {
    pub(super) text: &'s str,
    pub(super) span: Span,
    pub(super) clauses: Vec<Clause<'s>>,
    /// What stands in all of its abilities.
    pub(super) abilities: Script<'s>,
}

/// A printed text and the part of the script that says the same.
pub(super) struct Clause<'s> {
    /// Without reminder texts.
    pub(super) printed: String,
    /// A bare keyword brings a text of its own, which the card may print.
    pub(super) keyword: bool,
    pub(super) script: Script<'s>,
}

/// The tokens of a part of a script.
#[derive(Default, Clone)]
pub(super) struct Script<'s> {
    pub(super) words: BTreeSet<&'s str>,
    pub(super) numbers: BTreeSet<u64>,
    /// Names in quotes and tags in brackets, without these.
    pub(super) names: BTreeSet<&'s str>,
}

impl<'s> Script<'s> {
    fn add(&mut self, source: &'s str, span: Span) {
        let text = source.get(span.range()).unwrap_or("");
        for token in lex(text).iter().filter(|t| t.kind != TokenKind::Comment) {
            let word = token.text(text);
            match token.kind {
                TokenKind::Num => self.numbers.extend(word.parse::<u64>()),
                TokenKind::Str | TokenKind::Tag => {
                    self.names.insert(word.trim_matches(['"', '<', '>']));
                }
                _ => {}
            }
            self.words.insert(word);
        }
    }
}

impl<'s> Printed<'s> {
    /// The printed text of a card or face, if it has one.
    pub(super) fn of(source: &'s str, members: &[Member<'s>]) -> Option<Printed<'s>> {
        let mut printed: Option<(&'s str, Span)> = None;
        let mut card = Script::default();
        let mut abilities = Script::default();
        let mut parts: Vec<(bool, Script<'s>)> = Vec::new();
        for member in members {
            let (span, keyword) = match member {
                Member::Fields(fields) => {
                    for field in fields {
                        match (field.name.text, field.values.first()) {
                            ("text", Some(Value::Str(text) | Value::Text(text))) => {
                                printed = Some((text.text, text.span));
                            }
                            _ => card.add(source, field.span),
                        }
                    }
                    continue;
                }
                Member::Ability(ability) => (ability.span, false),
                Member::Keyword(line) => (line.span, matches!(line.body, Body::None)),
                Member::Face(_) => continue,
            };
            let mut script = Script::default();
            script.add(source, span);
            card.add(source, span);
            abilities.add(source, span);
            parts.push((keyword, script));
        }
        let (text, span) = printed?;
        let lines: Vec<String> = without_reminders(text)
            .lines()
            .map(|line| line.trim().to_owned())
            .filter(|line| !line.is_empty())
            .collect();
        let clauses = if lines.len() == parts.len() {
            let pairs = lines.into_iter().zip(parts);
            pairs
                .map(|(printed, (keyword, script))| Clause {
                    printed,
                    keyword,
                    script,
                })
                .collect()
        } else {
            vec![Clause {
                printed: lines.join("\n"),
                keyword: parts.iter().any(|(keyword, _)| *keyword),
                script: card,
            }]
        };
        Some(Printed {
            text,
            span,
            clauses,
            abilities,
        })
    }
}

/// Reminder text in parentheses is not part of the card.
fn without_reminders(text: &str) -> String {
    let mut depth = 0_u32;
    let kept = text.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' => {
                let inside = depth > 0;
                depth = depth.saturating_sub(1);
                return !inside;
            }
            _ => {}
        }
        depth == 0
    });
    kept.collect()
}
