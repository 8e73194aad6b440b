//! The answers that are worth a look: each once, and of a range of numbers only some.

use crate::exec::{AtomView, Choice, Game, Handle};
use crate::kernel::{Answer, AskKind, Layout, Sees};

/// Of more numbers than this only some are looked at.
const NUMBERS: i64 = 12;
/// So many repetitions of a loop are looked at.
const REPEATS: [i64; 4] = [0, 1, 4, 16];

/// A legal answer and what it is known by. The number of an answer may differ between two deals of the same question; its key does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) key: AtomView,
    pub(super) answer: Answer,
}

/// A question for a number: what it is about, the least and the greatest.
pub(super) type Range = (AskKind, (i32, i32));

/// Writes the answers of a question. Two copies of a card in a hand are one answer.
pub(super) fn list(layout: &Layout, range: Option<Range>, choices: &[Choice], out: &mut Vec<Candidate>) {
    out.clear();
    if let Some((kind, range)) = range {
        numbers(range, kind == AskKind::Repeat, out);
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
    let range = game.state.ask.and_then(|ask| Some((ask.kind, ask.range?)));
    list(game.layout(), range, choices, out);
}

/// All numbers of a small range; of a large one the ends and some between them. How often a loop is repeated is looked at for few small numbers: every
/// round is played, and what a hundred rounds are good for shows after some.
fn numbers((low, high): (i32, i32), repeats: bool, out: &mut Vec<Candidate>) {
    let last = i64::from(high) - i64::from(low);
    let steps = last.clamp(0, NUMBERS - 1);
    let spread = |step: i64| if steps == 0 { 0 } else { last * step / steps };
    let offsets: Vec<i64> = if repeats {
        REPEATS.into_iter().filter(|n| *n <= last).collect()
    } else {
        (0..=steps).map(spread).collect()
    };
    for at in offsets {
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
