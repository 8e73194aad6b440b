//! The lines of `do`, and the answers that `offered` shares with them.

use super::super::Checker;
use super::line::{Line, Table};
use crate::ast::{CellKind, TestLine};
use crate::diag::nearest;
use crate::ir::{Answer, Do, Until, Which};

const ANSWERS: [&str; 12] = [
    "play", "use", "attack", "move", "clock", "choose", "order", "trigger", "yes", "no", "pass", "concede",
];

/// Actions of games with a chase, besides attacking: the word, and whether a card may follow.
const CHASE_ACTS: [(&str, bool); 6] = [
    ("judge", true),
    ("set", true),
    ("call", true),
    ("battle", false),
    ("block", true),
    ("break", true),
];

/// The kinds of attack.
const ATTACKS: [&str; 3] = ["frontal", "side", "direct"];

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
        if self.has_chase()
            && let Some(answer) = self.chase_answer(line)
        {
            return answer;
        }
        let Some(word) = line.peek_word().filter(|word| ANSWERS.contains(word)) else {
            let mut answers = ANSWERS.to_vec();
            if self.has_chase() {
                answers.extend(CHASE_ACTS.map(|(word, _)| word));
            }
            let near = line.peek_word().and_then(|word| nearest(word, answers.iter().copied()));
            let expected = match near {
                Some(near) => format!("`{near}`"),
                None => format!("an answer ({})", crate::diag::quoted_list(answers, 18, "or")),
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
            "attack" => {
                let position = self.position(line)?;
                let kind = match line.peek_word() {
                    Some(kind) if ATTACKS.contains(&kind) => {
                        line.skip();
                        Some(kind.to_owned())
                    }
                    Some(_) => return self.wrong(line, "`frontal`, `side`, `direct` or the end of the line"),
                    None => None,
                };
                Answer::Attack { position, kind }
            }
            "move" => {
                let from = self.position(line)?;
                if !line.eat("to") {
                    return self.wrong(line, "`to` and a position");
                }
                let to = self.position(line)?;
                Answer::Move { from, to }
            }
            "clock" => Answer::Clock(self.card_ref(line)?),
            "choose" => Answer::Choose(self.picks(line)?),
            "order" => Answer::Order(self.card_refs(line)?),
            "yes" => Answer::Yes,
            "no" => Answer::No,
            "pass" => Answer::Pass,
            _ => Answer::Concede,
        })
    }

    /// An action of a game with a chase; nothing if the line has no word of one.
    #[expect(clippy::option_option, reason = "no such word, or a mistake behind it")]
    fn chase_answer(&mut self, line: &mut Line<'a, 's>) -> Option<Option<Answer>> {
        let word = line.peek_word()?;
        let (word, takes_card) = CHASE_ACTS
            .into_iter()
            .chain([("attack", true)])
            .find(|(act, _)| *act == word)?;
        line.skip();
        let mut card = None;
        if takes_card && line.peek().is_some() {
            match self.card_ref(line) {
                Some(named) => card = Some(named),
                None => return Some(None),
            }
        }
        let word = word.to_owned();
        Some(Some(Answer::Act { word, card }))
    }

    /// Which ability of a card: a number, or a quoted keyword or label; nothing if the line does not say.
    fn which(&mut self, line: &mut Line<'a, 's>) -> Option<Option<Which>> {
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
