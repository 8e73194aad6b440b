//! No clause of a script may be dropped on the way to the IR: every content word, number, name, tag and icon of a card must be found in its IR.

use crate::support;

use cardwright::ast::{Item, Member};
use cardwright::lex::{self, TokenKind};
use cardwright::source::{FileId, Span};
use cardwright::{compile, ir, parse, vocab};
use std::collections::BTreeMap;

/// Words that the IR holds in its structure rather than by name.
const STRUCTURAL: [&str; 14] = [
    "also", "named", "way", "card", "cards", "time", "label", "turn", "only", "enemy", "order", "rest", "game",
    "counter",
];

/// What must be found: canonical words and literals with how often they stand in the source.
fn wanted(source: &str, span: Span, vocab: &vocab::Vocab, out: &mut BTreeMap<Vec<String>, usize>) {
    let text = &source[span.range()];
    let tokens: Vec<_> = lex::lex(text).into_iter().filter(|t| !t.kind.is_trivia()).collect();
    for (i, token) in tokens.iter().enumerate() {
        let word = token.text(text);
        let keys = match token.kind {
            TokenKind::Num => vec![word.to_owned()],
            TokenKind::Str | TokenKind::Tag | TokenKind::Icon => vec![word[1..word.len() - 1].to_owned()],
            TokenKind::Word => {
                // `this card`, `that unit`: the noun only says what is meant.
                let before = i.checked_sub(1).map(|b| tokens[b].kind);
                if matches!(before, Some(TokenKind::This | TokenKind::That | TokenKind::Those))
                    || STRUCTURAL.contains(&word)
                {
                    continue;
                }
                let mut names: Vec<String> = vocab
                    .find(word)
                    .iter()
                    .filter_map(|(id, _)| vocab.word(*id))
                    .map(|w| w.name().to_owned())
                    .collect();
                names.push(word.to_owned());
                // Verbs that the prelude defines stand in the IR by their base form.
                names.extend(
                    word.strip_suffix('d')
                        .or_else(|| word.strip_suffix('s'))
                        .map(str::to_owned),
                );
                names.sort();
                names.dedup();
                names
            }
            _ => continue,
        };
        *out.entry(keys).or_default() += 1;
    }
}

fn count(haystack: &str, needle: &str) -> usize {
    // A number may follow a sign.
    let number = needle.chars().all(|c| c.is_ascii_digit());
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' && !number);
    haystack
        .match_indices(needle)
        .filter(|(at, _)| {
            !is_word(haystack[..*at].chars().next_back()) && !is_word(haystack[at + needle.len()..].chars().next())
        })
        .count()
}

#[test]
fn every_word_of_a_card_is_in_its_ir() {
    let mut missing = Vec::new();
    let mut cards = 0;
    for (path, source) in support::card_files("tests/language") {
        let compiled = compile::compile(vec![cardwright::source::SourceFile::new(
            path.as_str(),
            source.as_str(),
        )]);
        assert!(compiled.diagnostics.is_empty(), "{path}: {:?}", compiled.diagnostics);
        let module = &compiled.modules[0];
        let vocab = vocab::game(&module.game).expect("a game");
        let parsed = parse::parse(FileId(0), &source);
        for item in &parsed.file.items {
            let Item::Card(card) = item else { continue };
            let compiled = module
                .cards
                .iter()
                .find(|c| c.name == card.name.text && c.src.1 == card.span.start)
                .expect("the card is compiled");
            cards += 1;
            check(
                &path,
                &source,
                card.name.text,
                &card.members,
                compiled,
                vocab,
                &mut missing,
            );
        }
    }
    assert!(cards > 400, "only {cards} cards were looked at");
    assert!(
        missing.is_empty(),
        "{} words are lost:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

fn check(
    path: &str,
    source: &str,
    name: &str,
    members: &[Member<'_>],
    card: &ir::Card,
    vocab: &vocab::Vocab,
    missing: &mut Vec<String>,
) {
    let mut words = BTreeMap::new();
    let mut stack: Vec<&Member<'_>> = members.iter().collect();
    while let Some(member) = stack.pop() {
        match member {
            Member::Ability(ability) => wanted(source, ability.span, vocab, &mut words),
            Member::Keyword(line) => wanted(source, line.span, vocab, &mut words),
            Member::Fields(fields) => fields
                .iter()
                .filter(|f| !matches!(f.name.text, "text" | "note"))
                .for_each(|f| wanted(source, f.span, vocab, &mut words)),
            Member::Face(face) => stack.extend(&face.members),
        }
    }
    let mut plain = card.clone();
    plain.code.stmt_src.clear();
    for face in &mut plain.faces {
        face.text = None;
        face.note = None;
    }
    let json = serde_json::to_string(&plain).expect("plain data");
    for (keys, times) in words {
        let found: usize = keys.iter().map(|k| count(&json, k)).sum();
        if found < times {
            missing.push(format!("{path}: \"{name}\": {} ({found} of {times})", keys.join(" / ")));
        }
    }
}
