//! Prints a compiled card back as English, in the printed style of its game.
//!
//! Everything comes from the IR, the vocabulary and the definitions of the module; the source is not needed. One generic printer makes the
//! clauses; what the games do differently is in the style of the game.

/// Writes behind a text.
macro_rules! add {
    ($text:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($text, $($arg)*);
    }};
}

mod ability;
mod arg;
mod card;
mod cond;
mod cost;
mod event;
mod filter;
mod grant;
mod noun;
mod number;
mod place;
mod stmt;
#[cfg(test)]
mod tests;
mod vocabulary;

use crate::ir::{Card, Code, Expr, Module, Stmt, StmtId};
use crate::style::Style;
use crate::style::english::Np;
use crate::vocab::Vocab;
use crate::{catalog, games};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The card as English: a header line, then a paragraph for each line of the card, face by face.
pub fn card(card: &Card, module: &Module, vocab: &Vocab) -> String {
    Printer::new(&card.code, module, vocab).card(card)
}

/// The compiled prelude of a game, for the reminder texts of its keywords.
fn prelude(game: &str) -> Option<&'static Module> {
    static PRELUDES: [OnceLock<Option<Module>>; catalog::GAMES.len()] =
        [const { OnceLock::new() }; catalog::GAMES.len()];
    let mut games = catalog::GAMES.iter().zip(&PRELUDES);
    let (_, prelude) = games.find(|(files, _)| files.game == game)?;
    prelude.get_or_init(|| crate::compile::prelude(game)).as_ref()
}

struct Printer<'a> {
    code: &'a Code,
    module: &'a Module,
    vocab: &'a Vocab,
    style: &'static Style,
    /// How the card speaks of itself.
    this: Cell<&'static str>,
    /// Letters of the paragraph that are explained at its end.
    notes: RefCell<Vec<(String, String)>>,
    /// Letters that the script uses itself.
    taken: BTreeSet<&'a str>,
    /// Who acts instead of the player of the card.
    actor: RefCell<Option<Np>>,
    /// Statements that were printed.
    printed: RefCell<BTreeSet<StmtId>>,
}

impl<'a> Printer<'a> {
    fn new(code: &'a Code, module: &'a Module, vocab: &'a Vocab) -> Printer<'a> {
        let variables = code.exprs.iter().filter_map(|expr| {
            if let Expr::Var(name) = expr {
                Some(name.as_str())
            } else {
                None
            }
        });
        let defined = code.stmts.iter().filter_map(|stmt| {
            if let Stmt::Define(name, _) = stmt {
                Some(name.as_str())
            } else {
                None
            }
        });
        let style = games::style(vocab.game);
        Printer {
            code,
            module,
            vocab,
            style,
            this: Cell::new("this card"),
            notes: RefCell::default(),
            taken: variables.chain(defined).collect(),
            actor: RefCell::default(),
            printed: RefCell::default(),
        }
    }

    /// A letter for a number that is too long for its place; the same number keeps its letter.
    fn letter(&self, text: String) -> String {
        let known = self
            .notes
            .borrow()
            .iter()
            .find(|(_, meaning)| *meaning == text)
            .map(|(letter, _)| letter.clone());
        if let Some(letter) = known {
            return letter;
        }
        let used: Vec<String> = self.notes.borrow().iter().map(|(letter, _)| letter.clone()).collect();
        let free = ["X", "Y", "Z", "W", "V", "U"]
            .into_iter()
            .find(|letter| !self.taken.contains(letter) && !used.iter().any(|used| used == letter));
        match free {
            Some(letter) => {
                self.explain(letter.to_owned(), text);
                letter.to_owned()
            }
            None => format!("({text})"),
        }
    }

    /// Explains a letter at the end of the paragraph.
    fn explain(&self, letter: String, meaning: String) {
        let mut notes = self.notes.borrow_mut();
        if !notes.iter().any(|note| note.0 == letter && note.1 == meaning) {
            notes.push((letter, meaning));
        }
    }

    /// Prints a paragraph and puts the explanations of its letters behind it.
    fn explained(&self, print: impl FnOnce() -> String) -> String {
        let outer = self.notes.take();
        let mut text = print();
        for (letter, meaning) in self.notes.replace(outer) {
            add!(text, " {letter} is equal to {meaning}.");
        }
        text
    }
}
