//! Questions and legal answers in words, for the player who is asked: nothing in them tells what that player may not know.

use super::game::Game;
use super::log_words::player_word;
use super::view::{AtomView, Choice, Handle, View};
use crate::kernel::{AskKind, Atom, P};

/// A legal answer in words. Cards of a pile that nobody could tell apart are one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerLine {
    /// The words.
    pub words: String,
    /// The answer; of several alike, the first.
    pub choice: Choice,
    /// How many alike there are.
    pub count: usize,
}

impl Game {
    /// The open question to the viewer in words: what is asked, and by which card if the viewer knows it.
    pub fn question_for(&self, view: &View) -> String {
        let (Some(ask), Some(seen)) = (self.state.ask, view.ask) else {
            return String::new();
        };
        let mut words = self.asked_words(&ask);
        if let Some((_, max, picked)) = seen.picks.filter(|(_, max, _)| *max > 1) {
            words = format!("{words}, picked {picked} of {max}");
        }
        let by_rules = matches!(ask.kind, AskKind::Act(_));
        match seen.source {
            Some(def) if !by_rules => format!("{words} — {}", self.pool.def(def).name),
            _ => words,
        }
    }

    /// The legal answers of the viewer in words, those that nobody could tell apart only once.
    pub fn answers_for(&self, view: &View) -> Vec<AnswerLine> {
        let mut lines: Vec<AnswerLine> = Vec::new();
        for choice in &view.choices {
            let words = self.choice_words(view.viewer, choice);
            let same = lines
                .iter_mut()
                .find(|l| l.words == words && self.alike(&l.choice, choice));
            match same {
                Some(line) => line.count += 1,
                None => lines.push(AnswerLine {
                    words,
                    choice: *choice,
                    count: 1,
                }),
            }
        }
        lines
    }

    /// Whether two answers with the same words are the same to the player: copies of a card in a pile or a hand.
    fn alike(&self, a: &Choice, b: &Choice) -> bool {
        let piled = |handle: &Handle| !self.layout().zone(self.zone_of(handle.cell)).computed;
        match (&a.atom, &b.atom) {
            (AtomView::Card(a), AtomView::Card(b)) => {
                piled(a) && a.def == b.def && a.cell == b.cell && (a.def.is_some() || a.index == b.index)
            }
            (
                AtomView::Act { kind, card: Some(a), n },
                AtomView::Act {
                    kind: other,
                    card: Some(b),
                    n: m,
                },
            ) => piled(a) && kind == other && a.def.is_some() && a.def == b.def && a.cell == b.cell && n == m,
            (a, b) => a == b,
        }
    }

    /// A legal answer as the asked player may know it.
    pub fn choice_words(&self, viewer: P, choice: &Choice) -> String {
        let atom = match choice.answer() {
            crate::kernel::Answer::Pick(number) => self.answer_atom(number),
            crate::kernel::Answer::Concede(_) => None,
        };
        let Some(atom) = atom else { return String::new() };
        match choice.atom {
            AtomView::Card(handle) if handle.def.is_none() => self.hidden_words(&handle, viewer),
            AtomView::Act {
                kind,
                card: Some(handle),
                ..
            } if handle.def.is_none() => {
                let verb = self
                    .kernel()
                    .tables()
                    .acts
                    .get(usize::from(kind))
                    .copied()
                    .unwrap_or("");
                format!("{verb} {}", self.hidden_words(&handle, viewer))
            }
            AtomView::Instance(_, Some(handle), _) | AtomView::Replacement(_, Some(handle)) if handle.def.is_none() => {
                format!("an ability of {}", self.hidden_words(&handle, viewer))
            }
            AtomView::Card(handle) => self.told_apart(&handle, self.atom_words(atom)),
            AtomView::Act { card: Some(handle), .. } => self.told_apart(&handle, self.atom_words(atom)),
            _ => match atom {
                Atom::Pass => "pass".to_owned(),
                atom => self.atom_words(atom),
            },
        }
    }

    /// Cards of one name on one cell of the board are told apart by their place there, counted as the board shows them.
    fn told_apart(&self, handle: &Handle, words: String) -> String {
        let cards = self.state.cells.cards(handle.cell);
        let zone = self.layout().zone(self.zone_of(handle.cell));
        let copies = cards
            .iter()
            .filter(|ix| Some(self.state.card(**ix).def) == handle.def)
            .count();
        match handle.index {
            Some(index) if zone.computed && copies > 1 => format!("{words} #{}", index + 1),
            _ => words,
        }
    }

    fn hidden_words(&self, handle: &Handle, viewer: P) -> String {
        let layout = self.layout();
        let whose = layout.cell(handle.cell).player;
        let of = if whose == viewer {
            String::new()
        } else {
            format!(" of {}", player_word(whose))
        };
        let number = handle
            .index
            .map_or_else(String::new, |index| format!(" #{}", index + 1));
        format!("a hidden card in {}{of}{number}", layout.cell_name(handle.cell))
    }
}
