//! The lines of `do`, and the answers that `offered` shares with them.

use super::super::Checker;
use super::line::{Line, Table};
use crate::ast::{CellKind, TestLine};
use crate::diag::nearest;
use crate::ir::{Answer, Do, Until, Which};
use crate::vocab::{ActData, Vocab};

const ANSWERS: [&str; 10] = [
    "play", "use", "move", "choose", "order", "trigger", "yes", "no", "pass", "concede",
];

/// The words that an answer can begin with: those of every game, and the actions that the vocabulary of this one lists.
pub(super) fn answers(vocab: &Vocab) -> Vec<&'static str> {
    ANSWERS
        .into_iter()
        .chain(vocab.acts().iter().map(|act| act.word))
        .collect()
}

impl<'a, 's> Checker<'a, 's> {
    /// A line of `do`.
    pub(super) fn act(&mut self, line: &'a TestLine<'s>) -> Option<Do> {
        let mut line = Line::new(line, Table::Do);
        let line = &mut line;
        let act = if line.eat("until") {
            Do::Until(self.until(line)?)
        } else if self.has_chase() && line.eat("resolve") {
            Do::Resolve { all: line.eat("all") }
        } else {
            let expected = if self.has_chase() {
                "`p1`, `p2`, `until` or `resolve`"
            } else {
                "`p1`, `p2` or `until`"
            };
            let player = self.player(line, expected)?;
            let answer = self.answer(line)?;
            Do::Answer { player, answer }
        };
        self.end(line, act)
    }

    fn until(&mut self, line: &mut Line<'a, 's>) -> Option<Until> {
        if line.eat("over") {
            return Some(Until::Over);
        }
        if line.peek_word().is_some_and(|word| matches!(word, "p1" | "p2")) {
            let player = self.player(line, "`p1` or `p2`")?;
            if !line.eat("turn") {
                return self.wrong(line, "`turn`");
            }
            return Some(Until::Turn(player));
        }
        self.moment(line, "a phase or step, `p1 turn`, `p2 turn` or `over`")
            .map(Until::Time)
    }

    /// An answer, behind the player.
    pub(super) fn answer(&mut self, line: &mut Line<'a, 's>) -> Option<Answer> {
        if let Some(answer) = self.game_act(line) {
            return answer;
        }
        let answers = answers(self.scope.vocab);
        let Some(word) = line.peek_word().filter(|word| answers.contains(word)) else {
            let near = line.peek_word().and_then(|word| nearest(word, answers.iter().copied()));
            let expected = match near {
                Some(near) => format!("`{near}`"),
                None => format!("an answer ({})", crate::diag::quoted_list(answers, 24, "or")),
            };
            return self.wrong(line, &expected);
        };
        line.skip();
        Some(match word {
            "play" => {
                let card = self.card_ref(line)?;
                let on = if line.eat("on") {
                    Some(self.position(line)?)
                } else {
                    None
                };
                Answer::Play { card, on }
            }
            "use" => {
                let card = self.card_ref(line)?;
                let which = self.which(line)?;
                Answer::Use { card, which }
            }
            "trigger" => {
                let card = self.card_ref(line)?;
                let which = self.which(line)?;
                Answer::Trigger { card, which }
            }
            "move" => {
                let from = self.position(line)?;
                if !line.eat("to") {
                    return self.wrong(line, "`to` and a position");
                }
                let to = self.position(line)?;
                Answer::Move { from, to }
            }
            "choose" => Answer::Choose(self.picks(line)?),
            "order" => Answer::Order(self.card_refs(line)?),
            "yes" => Answer::Yes,
            "no" => Answer::No,
            "pass" => Answer::Pass,
            _ => Answer::Concede,
        })
    }

    /// An action that the vocabulary of the game lists; nothing if the line has no word of one.
    #[expect(clippy::option_option, reason = "no such word, or a mistake behind it")]
    fn game_act(&mut self, line: &mut Line<'a, 's>) -> Option<Option<Answer>> {
        let word = line.peek_word()?;
        let act = self.scope.vocab.acts().iter().find(|act| act.word == word)?;
        let span = line.peek()?.text.span;
        line.skip();
        self.in_editions(act.word, act.edition, span);
        Some(self.act_done_with(line, act))
    }

    /// What stands behind the word of an action: the card or position it is done with, and where it goes.
    fn act_done_with(&mut self, line: &mut Line<'a, 's>, act: &ActData) -> Option<Answer> {
        let (mut card, mut position, mut on) = (None, None, None);
        let next = line.peek().map(|c| c.kind);
        // What an action is done with can be left out only where nothing else is said.
        let must = act.position && !act.card;
        if must || act.position && next.is_some() && !(act.card && next == Some(CellKind::Str)) {
            position = Some(self.position(line)?);
        } else if act.card && next.is_some() {
            card = Some(self.card_ref(line)?);
        }
        if act.on && line.eat("on") {
            on = Some(self.position(line)?);
        }
        let kind = match line.peek_word() {
            Some(word) if act.kinds.contains(&word) => {
                line.skip();
                Some(word.to_owned())
            }
            Some(_) if !act.kinds.is_empty() => {
                let kinds = crate::diag::quoted_list(act.kinds.iter().copied(), 8, "or");
                return self.wrong(line, &format!("{kinds}, or the end of the line"));
            }
            _ => None,
        };
        Some(Answer::Act {
            word: act.word.to_owned(),
            card,
            position,
            on,
            kind,
        })
    }

    /// Which ability of a card: a number, `granted` and a number, or a quoted keyword or label; nothing if the line does not say.
    fn which(&mut self, line: &mut Line<'a, 's>) -> Option<Option<Which>> {
        if line.eat("granted") {
            let number = if line.at_number() { self.ordinal(line)? } else { 1 };
            return Some(Some(Which::Granted(number)));
        }
        match line.peek().map(|c| c.kind) {
            Some(CellKind::Num) => Some(Some(Which::Number(self.ordinal(line)?))),
            Some(CellKind::Str) => {
                let word = line.take(CellKind::Str)?;
                Some(Some(Which::Name(self.keyword_word(&word)?)))
            }
            _ => Some(None),
        }
    }
}
