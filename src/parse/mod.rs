//! Text to syntax tree. Never fails: what can be read is read, the rest is diagnostics.

mod build;
mod expected;
mod grammar;
mod kinds;
mod old;
mod outline;
mod twice;

use crate::ast::{File, Item};
use crate::diag::{Code, Diagnostic};
use crate::lex::{self, Chunk, ChunkKind, OldWord, Token, TokenKind};
use crate::source::{FileId, Span};
use grammar::{CardParser, Rule};
use pest::Parser;
use rayon::prelude::*;

pub(crate) use kinds::{joins_cells, joins_lines};
pub(crate) use outline::{Outline, Role, outline, significant};

/// A parsed file: its tree and what is wrong with its syntax.
#[derive(Debug, Default)]
pub struct Parsed<'s> {
    /// The items that could be read.
    pub file: File<'s>,
    /// What could not.
    pub diagnostics: Vec<Diagnostic>,
}

/// Most syntax errors reported per file; a file of noise gets no novel.
const MAX_ERRORS: usize = 200;

/// Parses one file, each word as it stands there.
pub fn parse(id: FileId, text: &str) -> Parsed<'_> {
    parse_with(id, text, &|_| &[])
}

/// Parses one file; `old` says for what a file uses which words of older cards are read as words of today.
pub fn parse_with<'s>(id: FileId, text: &'s str, old: &dyn Fn(&str) -> &'static [OldWord]) -> Parsed<'s> {
    let mut tokens = lex::lex(text);
    let split = lex::split(text, &mut tokens);
    let old = uses(text, &tokens, &split.chunks).map_or(&[][..], old);
    let mut out = Parsed::default();
    let mut broken = vec![false; split.chunks.len()];
    let mut lexical = Reporter {
        file: id,
        text,
        tokens: &tokens,
        out: &mut out.diagnostics,
    };
    lexical.bad_tokens(&split.chunks, &mut broken);
    lexical.brackets(&split, &mut broken);
    let work: Vec<&Chunk> = split
        .chunks
        .iter()
        .zip(&broken)
        .filter(|(_, broken)| !**broken)
        .map(|(chunk, _)| chunk)
        .collect();
    let read = |part: &[&Chunk]| {
        let mut buffer = kinds::Kinds::default();
        part.iter()
            .map(|chunk| {
                item(
                    id,
                    text,
                    tokens.get(chunk.start..chunk.end).unwrap_or_default(),
                    chunk.kind,
                    &mut buffer,
                    old,
                )
            })
            .collect::<Vec<_>>()
    };
    // Items are independent of each other; small files are not worth a second thread.
    let results: Vec<_> = if work.len() < PARALLEL_ITEMS {
        read(&work)
    } else {
        work.par_chunks(PARALLEL_ITEMS / 2).flat_map_iter(read).collect()
    };
    for result in results {
        match result {
            Ok(item) => out.file.items.extend(item),
            Err(diagnostic) if out.diagnostics.len() < MAX_ERRORS => out.diagnostics.push(*diagnostic),
            Err(_) => {}
        }
    }
    out
}

/// The first word that the file says it uses.
fn uses<'s>(text: &'s str, tokens: &[Token], chunks: &[Chunk]) -> Option<&'s str> {
    chunks.iter().find_map(|chunk| {
        let words = tokens.get(chunk.start..chunk.end)?;
        let mut words = words.iter().filter(|t| !t.kind.is_trivia());
        words.next().filter(|t| t.kind == TokenKind::ItemUse)?;
        words.next().filter(|t| t.kind == TokenKind::Word).map(|t| t.text(text))
    })
}

/// Files with at least so many items are parsed on several threads.
const PARALLEL_ITEMS: usize = 128;

/// Parses one item.
fn item<'s>(
    id: FileId,
    text: &'s str,
    tokens: &[Token],
    kind: ChunkKind,
    buffer: &mut kinds::Kinds,
    old: &[OldWord],
) -> Result<Option<Item<'s>>, Box<Diagnostic>> {
    if kind == ChunkKind::Stray {
        return Err(Box::new(stray(id, text, tokens)));
    }
    buffer.fill(tokens);
    buffer.read_old(text, old);
    buffer.read_plural(text);
    if let Some(token) = buffer.too_deep() {
        let span = Span::new(id, token.start as usize, token.end as usize);
        let problem = Diagnostic::new(Code::TooDeep, span, "this sentence is nested too deep");
        return Err(Box::new(problem.with_help(
            "split it: define numbers with `X is …`, name conditions with `condition`, start a new statement",
        )));
    }
    match CardParser::parse(Rule::item, &buffer.text) {
        Ok(mut pairs) => {
            let builder = build::Builder::new(id, text, &buffer.tokens, &buffer.said);
            let item = pairs.next().and_then(|pair| builder.item(pair));
            match item
                .as_ref()
                .and_then(|item| twice::in_item(id, text, &buffer.tokens, item))
            {
                Some(problem) => Err(Box::new(problem)),
                None => Ok(item),
            }
        }
        Err(error) => {
            let problem = expected::diagnose(id, text, &buffer.tokens, &error);
            Err(Box::new(
                twice::instead_of(id, text, &buffer.tokens, &problem).unwrap_or(problem),
            ))
        }
    }
}

/// Text outside all items.
fn stray(file: FileId, text: &str, tokens: &[Token]) -> Diagnostic {
    let (first, last) = (tokens.first(), tokens.last());
    let span = Span::new(
        file,
        first.map_or(0, |t| t.start as usize),
        last.map_or(0, |t| t.end as usize),
    );
    let word = first.map_or("", |t| t.text(text));
    let mut diagnostic = Diagnostic::new(Code::StrayText, span, "this line belongs to no item".to_owned());
    let items = [
        "use",
        "set",
        "card",
        "token",
        "keyword",
        "label",
        "verb",
        "condition",
        "group",
        "counter",
        "state",
        "deck",
        "test",
    ];
    if let Some(near) = crate::diag::nearest(word, items.iter().copied()) {
        diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
    }
    diagnostic.with_note("a file is a list of items; an item starts a line with one of: use, set, card, token, keyword, label, verb, condition, group, counter, state, deck, test")
}

/// Reports what the grammar never gets to see.
struct Reporter<'a> {
    file: FileId,
    text: &'a str,
    tokens: &'a [Token],
    out: &'a mut Vec<Diagnostic>,
}

impl Reporter<'_> {
    fn span(&self, at: usize) -> Span {
        self.tokens.get(at).map_or_else(Span::default, |t| {
            Span::new(self.file, t.start as usize, t.end as usize)
        })
    }

    fn shown(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.text(self.text))
    }

    fn brackets(&mut self, split: &lex::Split, broken: &mut [bool]) {
        // A bad token may have swallowed a bracket: such items have had their message.
        let spoilt: Vec<bool> = broken.to_vec();
        let is_spoilt = |chunk: usize| spoilt.get(chunk).copied().unwrap_or(false);
        let mut spoil = |chunk: usize| {
            if let Some(flag) = broken.get_mut(chunk) {
                *flag = true;
            }
        };
        for (at, chunk) in &split.too_deep {
            spoil(*chunk);
            let message = "brackets are nested deeper than 64 levels".to_owned();
            self.out.push(
                Diagnostic::new(Code::TooDeep, self.span(*at), message)
                    .with_help("name the inner part with `keyword`, `verb` or `condition` and use the name"),
            );
        }
        let mut reported = None;
        for (at, chunk) in split.unclosed.iter().rev() {
            spoil(*chunk);
            // One message an item: the innermost bracket is where the reader should look; too deep items have had theirs.
            if reported == Some(*chunk)
                || is_spoilt(*chunk)
                || self.out.len() > MAX_ERRORS
                || split.too_deep.iter().any(|(_, c)| c == chunk)
                || split.unopened.iter().any(|(_, _, c)| c == chunk)
            {
                continue;
            }
            reported = Some(*chunk);
            let bracket = self.shown(*at).to_owned();
            let closer = closer_of(&bracket);
            self.out.push(
                Diagnostic::new(
                    Code::UnclosedBracket,
                    self.span(*at),
                    format!("this `{bracket}` is never closed"),
                )
                .with_help(format!("add the missing `{closer}`")),
            );
        }
        let mut reported = None;
        for (at, open, chunk) in &split.unopened {
            spoil(*chunk);
            if reported == Some(*chunk)
                || is_spoilt(*chunk)
                || self.out.len() > MAX_ERRORS
                || split.too_deep.iter().any(|(_, c)| c == chunk)
            {
                continue;
            }
            reported = Some(*chunk);
            let bracket = self.shown(*at).to_owned();
            let diagnostic = match open {
                Some(open) => {
                    let opener = self.shown(*open).to_owned();
                    let closer = closer_of(&opener);
                    Diagnostic::new(
                        Code::UnopenedBracket,
                        self.span(*at),
                        format!("`{bracket}` does not close `{opener}`"),
                    )
                    .with_label(self.span(*open), format!("this `{opener}` is open here"))
                    .with_help(format!("close it with `{closer}` first"))
                }
                None => Diagnostic::new(
                    Code::UnopenedBracket,
                    self.span(*at),
                    format!("this `{bracket}` closes nothing"),
                )
                .with_help("remove it, or add the bracket it should close"),
            };
            self.out.push(diagnostic);
        }
    }

    fn bad_tokens(&mut self, chunks: &[Chunk], broken: &mut [bool]) {
        for (chunk, broken) in chunks.iter().zip(broken.iter_mut()) {
            // Where the last message of this item begins.
            let mut last = None;
            for at in chunk.start..chunk.end {
                let Some(token) = self.tokens.get(at) else { continue };
                if !token.kind.is_error() || self.out.len() > MAX_ERRORS {
                    continue;
                }
                *broken = true;
                let span = self.span(at);
                let start = span.start as usize;
                // Curly quotes and the like come in pairs: one message a line.
                let between = last.replace(start).and_then(|last| self.text.get(last..start));
                if token.kind == TokenKind::Unknown && between.is_some_and(|text| !text.contains(['\n', '\r'])) {
                    continue;
                }
                let diagnostic = match token.kind {
                    TokenKind::OpenStr => {
                        Diagnostic::new(Code::UnclosedName, span, "this name has no closing `\"`".to_owned()).with_help(
                            "a name ends on its line; text over several lines stands between `\"\"\"` and `\"\"\"`",
                        )
                    }
                    TokenKind::OpenTag => {
                        Diagnostic::new(Code::UnclosedTag, span, "this tag has no closing `>`".to_owned()).with_help(
                            "a tag is written `<Lantern>`; comparisons use words: `level 1 or less`, `more than X`",
                        )
                    }
                    _ => unknown_character(span, token.text(self.text)),
                };
                self.out.push(diagnostic);
            }
        }
    }
}

fn closer_of(opener: &str) -> &'static str {
    match opener {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

fn unknown_character(span: Span, text: &str) -> Diagnostic {
    let shown: String = text
        .chars()
        .take(8)
        .flat_map(|c| {
            if c.is_control() {
                c.escape_unicode().collect::<Vec<_>>()
            } else {
                vec![c]
            }
        })
        .collect();
    let diagnostic = Diagnostic::new(Code::UnknownCharacter, span, format!("`{shown}` means nothing here"));
    match text.chars().next() {
        Some('“' | '”' | '„' | '«' | '»') => {
            diagnostic.with_help("names are written with plain quotes: \"Mio\"")
        }
        Some('≪' | '≫' | '《' | '》') => diagnostic.with_help("a trait, race or clan is a tag: <Lantern>"),
        Some('=' | '>' | '!') => {
            diagnostic.with_help("comparisons are words: `level 1 or less`, `is 3`, `more than X`")
        }
        Some('\'' | '’') => {
            diagnostic.with_help("a possessive is written `'s`: `this card's power`; names stand in double quotes")
        }
        Some('–' | '—' | '−') => diagnostic.with_help("use the plain minus sign `-`"),
        Some('.') => diagnostic.with_help("a statement ends with its line or with `;`, not with a full stop"),
        _ => diagnostic.with_help("remove it; text that is not part of the card goes into a comment: # …"),
    }
}

/// The contents of `grammar/tokens.pest`, made from the token kinds.
pub fn terminals() -> String {
    use std::fmt::Write as _;
    let mut out = String::from(
        "// Generated from src/lex/kind.rs; a test keeps it in step. One byte a token kind; `at_x` looks ahead and `raw_x` reads without leaving a trace.\n\n",
    );
    for kind in TokenKind::ALL.iter().filter(|k| !k.is_trivia() && !k.is_error()) {
        let (name, byte) = (kind.terminal(), kind.byte());
        let _ = writeln!(
            out,
            "{name} = {{ \"\\x{byte:02X}\" }}\nat_{name} = _{{ &\"\\x{byte:02X}\" }}\nraw_{name} = _{{ \"\\x{byte:02X}\" }}"
        );
    }
    out
}
