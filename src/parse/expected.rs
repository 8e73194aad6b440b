//! From pest's error (a token index and rule names) to a message in the words of the language.

use super::grammar::Rule;
use crate::diag::{Code, Diagnostic};
use crate::lex::{Token, TokenKind};
use crate::source::{FileId, Span};
use pest::error::{Error, ErrorVariant, InputLocation};

/// Terminals by their rule name, so that messages show spelling.
fn terminal(rule: Rule) -> Option<TokenKind> {
    let name = format!("{rule:?}");
    TokenKind::ALL.iter().copied().find(|k| k.terminal() == name)
}

/// What a phrase is called; rules that only group others are not named.
fn phrase(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::np | Rule::core => "a noun phrase",
        Rule::expr | Rule::prim | Rule::quantity | Rule::term => "a number",
        Rule::cond | Rule::check => "a condition",
        Rule::event => "an event",
        Rule::block => "a block `{ … }`",
        Rule::members => "a block of abilities `{ … }`",
        Rule::cost => "a cost `[ … ]`",
        Rule::command => "a command",
        Rule::verb => "a verb",
        Rule::filter => "a filter",
        Rule::item => "an item",
        Rule::field => "a field",
        Rule::label => "a label",
        Rule::ability => "an ability",
        Rule::complement => "what it is",
        Rule::option_arm => "`option`",
        Rule::cell => "a word, name or number",
        Rule::test_body => "the block `{ … }` of the test",
        Rule::test_lines => "a block of lines `{ … }`",
        Rule::grant => "what is gained or lost",
        Rule::delta => "a change such as `+1000 power`",
        Rule::EOI => "the end of the item",
        _ => return None,
    })
}

/// The order in which expectations lead the message: what would close or separate comes first, then structure, then phrases.
fn rank(shown: &str) -> u8 {
    match shown {
        "`}`" | "`]`" | "`)`" => 0,
        "the end of the line" | "`;`" | "`,`" => 1,
        s if s.starts_with("a block") || s.starts_with("a cost") => 2,
        s if s.starts_with('a') => 3,
        _ => 4,
    }
}

/// Makes the diagnostic of a failed item.
pub(super) fn diagnose(file: FileId, text: &str, tokens: &[Token], error: &Error<Rule>) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((start, _)) => start,
    };
    let span_of = |t: &Token| Span::new(file, t.start as usize, t.end as usize);
    let found = tokens.get(at);
    let before = at.checked_sub(1).and_then(|i| tokens.get(i));
    let span = found.or(before).map_or_else(Span::default, span_of);
    let expectations = expectations(error);
    if let Some(special) = special_case(text, tokens, at, span) {
        return special;
    }
    let found_shown = match found {
        None => "the item ends".to_owned(),
        Some(t) if t.kind == TokenKind::Nl => "the line ends".to_owned(),
        Some(t) => format!("found `{}`", clip(t.text(text))),
    };
    let expected = join(&expectations);
    // A line end is a poor place to point at: point at the word before it.
    let span = match (found, before) {
        (Some(t), Some(b)) if t.kind == TokenKind::Nl => span_of(b),
        (None, Some(b)) => span_of(b),
        _ => span,
    };
    let help = help(tokens, at);
    let message = match expected.as_str() {
        "" => format!("this cannot stand here: {found_shown}"),
        expected => format!("expected {expected}, but {found_shown}"),
    };
    let code = if found.is_none() {
        Code::UnfinishedItem
    } else {
        Code::Syntax
    };
    let diagnostic = Diagnostic::new(code, span, message);
    match help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

/// What is usually meant by a frequent slip.
fn help(tokens: &[Token], at: usize) -> Option<&'static str> {
    use TokenKind as K;
    let kind = |i: usize| tokens.get(i).map(|t| t.kind);
    let before = at.checked_sub(1).and_then(kind);
    let owner = at.checked_sub(2).and_then(kind);
    let line = line_of(tokens, at);
    let first = kind(line.start);
    if kind(0) == Some(K::ItemDeck) && matches!(kind(at), Some(K::Str | K::Star)) {
        return Some("a line of a deck is how many and which card: `4 \"Mio\"`");
    }
    Some(match (before, kind(at), kind(at + 1)) {
        (Some(K::Opponent | K::Player), Some(K::Word), _) => {
            "another player acts in a block: `opponent { discard 1 card }`, `each player { draw 1 }`"
        }
        (Some(K::Minus), Some(K::Tag | K::Str), _) if word_before(tokens, at) => {
            "what a card must not have stands behind the noun: `1 card without <Tag>`, `1 card that is not named \"Name\"`"
        }
        (Some(K::You), Some(K::Word), _) => "a command needs no subject: write `draw 1`",
        (Some(K::Word), Some(K::Num), _) if owner == Some(K::This) || owner == Some(K::It) => {
            "what a card does by its text is a command: write the verb first, `draw 1`, and who or what it is done to behind it"
        }
        (Some(K::Word), Some(K::Num), Some(K::Word)) => {
            "a number of cards stands in front of all that describes them, and an attribute behind `with`"
        }
        (_, Some(K::LParen), _) if matches!(first, Some(K::Act | K::Auto | K::Cont | K::Play)) => {
            "a cost stands in square brackets: `[pay 1]`"
        }
        (_, Some(K::Colon), _) => "the effect stands in braces: `{ draw 1 }`",
        (_, Some(K::Comma), _) if first == Some(K::If) => "an `if` in an effect has a block: `if … { … }`",
        (_, Some(K::With | K::In | K::On), _) if first == Some(K::When) => "put a long subject in parentheses",
        _ => return None,
    })
}

/// Whether a word and a minus sign stand before the token: `non-<Tag>`.
fn word_before(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(2).and_then(|i| tokens.get(i));
    before.is_some_and(|t| t.kind == TokenKind::Word)
}

fn clip(text: &str) -> String {
    if text.chars().count() <= 40 {
        text.to_owned()
    } else {
        text.chars().take(39).chain(['…']).collect()
    }
}

fn expectations(error: &Error<Rule>) -> Vec<String> {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return Vec::new();
    };
    let mut shown: Vec<String> = Vec::new();
    for rule in positives {
        let name = match phrase(*rule) {
            Some(name) => name.to_owned(),
            None => match terminal(*rule) {
                Some(kind) => kind.shown().to_owned(),
                None => continue,
            },
        };
        if !shown.contains(&name) {
            shown.push(name);
        }
    }
    shown.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.cmp(b)));
    if shown.iter().any(|s| rank(s) < 4) {
        shown.retain(|s| rank(s) < 4);
    }
    shown
}

fn join(shown: &[String]) -> String {
    let list: Vec<&str> = shown.iter().take(5).map(String::as_str).collect();
    match list.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// Mistakes that deserve their own words.
fn special_case(text: &str, tokens: &[Token], at: usize, span: Span) -> Option<Diagnostic> {
    let kind_at = |i: usize| tokens.get(i).map(|t| t.kind);
    let text_at = |i: usize| tokens.get(i).map_or("", |t| t.text(text));
    let line = line_of(tokens, at);
    let first = line.start;
    // `characters you have get +500 power`: a plain word in front makes it a command, so the auxiliary comes as a surprise.
    let auxiliary = |k: TokenKind| {
        matches!(
            k,
            TokenKind::Get
                | TokenKind::Become
                | TokenKind::Cannot
                | TokenKind::Can
                | TokenKind::Is
                | TokenKind::Has
                | TokenKind::Costs
                | TokenKind::May
        )
    };
    if kind_at(first) == Some(TokenKind::Word) && kind_at(at).is_some_and(auxiliary) && at > first {
        let (word, aux) = (text_at(first), text_at(at));
        return Some(
            Diagnostic::new(
                Code::BareSubject,
                span,
                format!("`{aux}` needs a subject, but a line that starts with a plain word is a command"),
            )
            .with_label(
                Span {
                    file: span.file,
                    start: tokens.get(first)?.start,
                    end: tokens.get(first)?.end,
                },
                "this would be the command's verb",
            )
            .with_help(format!(
                "put a determiner before the subject: `your {word} …`, `all {word} …`"
            )),
        );
    }
    // `when your unit with "X" in its name attacks`
    if (first..at).any(|i| kind_at(i) == Some(TokenKind::When))
        && matches!(
            kind_at(at),
            Some(TokenKind::With | TokenKind::That | TokenKind::In | TokenKind::On)
        )
    {
        return Some(
            Diagnostic::new(
                Code::LongSubject,
                span,
                "a subject before a verb of the game is short: determiners, adjectives and one noun".to_owned(),
            )
            .with_help("put a longer one in parentheses: when (your unit with \"Blaster\" in its name) attacks"),
        );
    }
    // `this gets power +2000`
    let sign_at = (at.saturating_sub(2)..=at).find(|i| matches!(kind_at(*i), Some(TokenKind::Plus | TokenKind::Minus)));
    let gets = (first..at).find(|i| matches!(kind_at(*i), Some(TokenKind::Get | TokenKind::Lose)));
    if let (Some(sign_at), Some(gets)) = (sign_at, gets)
        && sign_at > gets + 1
        && kind_at(sign_at - 1) == Some(TokenKind::Word)
        && kind_at(sign_at + 1) == Some(TokenKind::Num)
    {
        let (word, sign, number) = (text_at(sign_at - 1), text_at(sign_at), text_at(sign_at + 1));
        let span = tokens
            .get(sign_at - 1)
            .zip(tokens.get(sign_at + 1))
            .map_or(span, |(a, b)| Span {
                file: span.file,
                start: a.start,
                end: b.end,
            });
        return Some(
            Diagnostic::new(Code::NumberFirst, span, "the number comes first".to_owned())
                .with_help(format!("write `{sign}{number} {word}`")),
        );
    }
    None
}

/// The tokens of the line or statement around `at`.
fn line_of(tokens: &[Token], at: usize) -> std::ops::Range<usize> {
    let ends = |k: TokenKind| {
        matches!(
            k,
            TokenKind::Nl | TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace
        )
    };
    let at = at.min(tokens.len());
    let start = tokens.iter().take(at).rposition(|t| ends(t.kind)).map_or(0, |i| i + 1);
    let end = tokens
        .iter()
        .skip(at)
        .position(|t| ends(t.kind))
        .map_or(tokens.len(), |i| at + i);
    start..end
}
