//! The answers that are worth a look: each once, and of a range of numbers only some.

use crate::exec::{AtomView, Choice, Game, Handle};
use crate::kernel::{Answer, Layout, Sees};

/// Of more numbers than this only some are looked at.
const NUMBERS: i64 = 12;

/// A legal answer and what it is known by. The number of an answer may differ between two deals of the same question; its key does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) key: AtomView,
    pub(super) answer: Answer,
}

/// Writes the answers of a question. Two copies of a card in a hand are one answer.
pub(super) fn list(layout: &Layout, range: Option<(i32, i32)>, choices: &[Choice], out: &mut Vec<Candidate>) {
    out.clear();
    if let Some(range) = range {
        numbers(range, out);
        return;
    }
    for choice in choices {
        let key = key_of(layout, choice.atom);
        if !out.iter().any(|c| c.key == key) {
            out.push(Candidate {
                key,
                answer: choice.answer(),
            });
        }
    }
}

/// Writes the answers to the open question of a game whose cards are all known; `choices` is room to work in.
pub(super) fn list_open(game: &Game, choices: &mut Vec<Choice>, out: &mut Vec<Candidate>) {
    game.choices_into(choices);
    list(game.layout(), game.state.ask.and_then(|ask| ask.range), choices, out);
}

/// All numbers of a small range; of a large one the ends and some between them.
fn numbers((low, high): (i32, i32), out: &mut Vec<Candidate>) {
    let last = i64::from(high) - i64::from(low);
    let steps = last.clamp(0, NUMBERS - 1);
    for step in 0..=steps {
        let at = if steps == 0 { 0 } else { last * step / steps };
        let number = i32::try_from(i64::from(low) + at).unwrap_or(high);
        let pick = u32::try_from(at).unwrap_or(u32::MAX);
        out.push(Candidate {
            key: AtomView::Number(number),
            answer: Answer::Pick(pick),
        });
    }
}

/// What an answer is known by in all deals: where a card lies among the others of a hand means nothing.
fn key_of(layout: &Layout, atom: AtomView) -> AtomView {
    let plain = |handle: Handle| {
        let hand = layout.zone(layout.cell(handle.cell).zone).sees == Sees::Owner && handle.def.is_some();
        Handle {
            index: handle.index.filter(|_| !hand),
            ..handle
        }
    };
    match atom {
        AtomView::Card(handle) => AtomView::Card(plain(handle)),
        AtomView::Act { kind, card, n } => AtomView::Act {
            kind,
            card: card.map(plain),
            n,
        },
        AtomView::Instance(ability, card, about) => AtomView::Instance(ability, card.map(plain), about.map(plain)),
        AtomView::Replacement(ability, card) => AtomView::Replacement(ability, card.map(plain)),
        other => other,
    }
}
