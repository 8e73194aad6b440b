//! Cards that nobody wrote: texts made from the grammar of the language and the words of a game, most of them valid. Tests play with them what no author
//! has thought of.
//!
//! Sentences are put together from parts of the bundled cards (triggers, conditions, costs, statements) and from the verbs of the vocabulary with what
//! may fill their roles; then words and numbers change places with others of their kind. A set is made from a bundled one: names, printed values and decks
//! stay, so that the decks can be played, and the texts are new.

mod parts;
mod sentence;
mod words;

use crate::ast::{Item, Member};
use crate::catalog;
use crate::compile::{self, Compiled};
use crate::diag::Severity;
use crate::kernel::Rng;
use crate::parse;
use crate::play;
use crate::source::{FileId, SourceFile, Span};
use crate::vocab::{self, Vocab};
use parts::Parts;
use std::ops::Range;

/// How often what is wrong is taken out of a set before it is given up.
const ROUNDS: usize = 4;

/// The generator of one game.
#[derive(Debug)]
pub struct Generator {
    vocab: &'static Vocab,
    files: Vec<catalog::CardFile>,
    parts: Parts,
}

/// A text of a set, written or made.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Which file.
    pub file: usize,
    /// What is written; empty if it was taken out.
    pub text: String,
    /// It was made; else it is what stands there in the bundled set.
    pub made: bool,
}

/// A generated set: its files, in pieces.
#[derive(Debug, Clone, Default)]
pub struct Set {
    names: Vec<&'static str>,
    /// The pieces, file by file, in order.
    pub pieces: Vec<Piece>,
    /// How many texts were made.
    pub made: usize,
    /// How many of them were valid at the first try.
    pub valid: usize,
}

impl Set {
    /// The files as they are written.
    pub fn files(&self) -> Vec<SourceFile> {
        let text = |at: usize| -> String {
            let own = self.pieces.iter().filter(|piece| piece.file == at);
            own.map(|piece| piece.text.as_str()).collect()
        };
        let names = self.names.iter().enumerate();
        names.map(|(at, name)| SourceFile::new(*name, text(at))).collect()
    }

    /// The same in one file, for people: imports among its own files are left out.
    pub fn joined(&self) -> String {
        let all: Vec<String> = self.files().iter().map(|file| file.text.clone()).collect();
        all.join("\n# ---\n")
    }

    /// Where the pieces of a file lie in its text.
    fn places(&self, file: usize) -> Vec<(usize, Range<usize>)> {
        let mut at = 0;
        let mut out = Vec::new();
        for (n, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| piece.file == file) {
            let end = at + piece.text.len();
            out.push((n, at..end));
            at = end;
        }
        out
    }

    /// The made pieces in which something is wrong.
    fn wrong(&self, compiled: &Compiled) -> Vec<usize> {
        let mut out = Vec::new();
        for (file, name) in self.names.iter().enumerate() {
            let places = self.places(file);
            for problem in &compiled.diagnostics {
                let Some(span) = problem.span.filter(|_| problem.severity() == Severity::Error) else {
                    continue;
                };
                if compiled
                    .sources
                    .get(span.file)
                    .is_none_or(|source| source.name != *name)
                {
                    continue;
                }
                let hit = places.iter().filter(|(_, range)| touches(range, span));
                out.extend(hit.map(|(n, _)| *n));
            }
        }
        out.retain(|n| self.pieces.get(*n).is_some_and(|piece| piece.made));
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Takes a piece out.
    pub fn take_out(&mut self, at: usize) {
        if let Some(piece) = self.pieces.get_mut(at) {
            piece.text.clear();
        }
    }

    /// The made pieces that are still there.
    pub fn left(&self) -> Vec<usize> {
        let pieces = self.pieces.iter().enumerate();
        pieces
            .filter(|(_, piece)| piece.made && !piece.text.is_empty())
            .map(|(n, _)| n)
            .collect()
    }
}

fn touches(range: &Range<usize>, span: Span) -> bool {
    let (start, end) = (span.start as usize, span.end as usize);
    start < range.end && end.max(start + 1) > range.start
}

impl Generator {
    /// The generator of a game, if there is such a game.
    pub fn new(game: &str) -> Option<Generator> {
        let vocab = vocab::game(game)?;
        let all = catalog::files(game)?;
        let plain = |file: &&catalog::CardFile| !file.name.contains("test");
        let files: Vec<catalog::CardFile> = all.sets.iter().filter(plain).copied().collect();
        let mut parts = Parts::default();
        for file in &files {
            parts.collect(file.text);
        }
        Some(Generator { vocab, files, parts })
    }

    /// One made ability or keyword line.
    pub fn ability(&self, rng: &mut Rng) -> String {
        sentence::ability(self.vocab, &self.parts, rng)
    }

    /// A set as it was made, mistakes included.
    pub fn raw_set(&self, seed: u64) -> Set {
        let mut rng = Rng::new(seed);
        let mut set = Set {
            names: self.files.iter().map(|file| file.name).collect(),
            ..Set::default()
        };
        for (at, file) in self.files.iter().enumerate() {
            self.file(at, file.text, &mut rng, &mut set);
        }
        set.made = set.left().len();
        set
    }

    /// A set without the texts that are refused, compiled; none if what is left of it is refused too.
    pub fn set(&self, seed: u64) -> Option<(Set, Compiled)> {
        let mut set = self.raw_set(seed);
        for round in 0..ROUNDS {
            let compiled = checked(set.files());
            let wrong = set.wrong(&compiled);
            if round == 0 {
                set.valid = set.made.saturating_sub(wrong.len());
            }
            if compiled.counts().0 == 0 {
                return Some((set, compiled));
            }
            for at in wrong {
                set.take_out(at);
            }
        }
        None
    }

    /// A set compiled, if nothing in it is wrong.
    pub fn compile(&self, set: &Set) -> Option<Compiled> {
        let compiled = checked(set.files());
        (compiled.counts().0 == 0).then_some(compiled)
    }

    /// The pieces of a file: its cards with other texts.
    fn file(&self, at: usize, text: &str, rng: &mut Rng, set: &mut Set) {
        let parsed = parse::parse(FileId(0), text);
        let mut spans: Vec<Span> = Vec::new();
        for item in &parsed.file.items {
            if let Item::Card(card) = item {
                texts(&card.members, &mut spans);
            }
        }
        spans.sort_unstable_by_key(|span| span.start);
        let mut done = 0;
        let mut push = |text: &str, made: bool| {
            set.pieces.push(Piece {
                file: at,
                text: text.to_owned(),
                made,
            });
        };
        for span in spans {
            let (start, end) = (span.start as usize, span.end as usize);
            push(text.get(done..start).unwrap_or_default(), false);
            // Some texts stay: what is made shall meet what was written.
            if rng.below(4) == 0 {
                push(text.get(start..end).unwrap_or_default(), false);
            } else {
                push(&self.ability(rng), true);
            }
            if rng.below(4) == 0 {
                push("\n\n  ", false);
                push(&self.ability(rng), true);
            }
            done = end;
        }
        push(text.get(done..).unwrap_or_default(), false);
    }
}

/// What `check` says of the files: what the engine cannot play is an error, too.
fn checked(files: Vec<SourceFile>) -> Compiled {
    let mut compiled = compile::compile(files);
    play::check(&mut compiled);
    compiled
}

/// Where the texts of a card and its other faces stand.
fn texts(members: &[Member<'_>], out: &mut Vec<Span>) {
    for member in members {
        match member {
            Member::Ability(ability) => out.push(ability.span),
            Member::Keyword(line) => out.push(line.span),
            Member::Face(face) => texts(&face.members, out),
            Member::Fields(_) => {}
        }
    }
}
