//! Words of the game in a test: zones, positions, times, states, numbers, names of cards and decks.

use super::super::Checker;
use super::line::Line;
use crate::ast::{CellKind, Text};
use crate::diag::{Code, Diagnostic, nearest};
use crate::ir::Spot;
use crate::vocab::{AdjKind, Data, TimeKind, ValueType, Word};

fn is_state(word: &Word) -> bool {
    matches!(word.data, Data::State(_) | Data::Adj(AdjKind::State))
}

fn is_number(word: &Word) -> bool {
    matches!(&word.data, Data::Attr(a) if a.ty == ValueType::Number)
}

/// A number that players have; the power of a card is none.
fn is_player_number(word: &Word) -> bool {
    is_number(word) && matches!(&word.data, Data::Attr(a) if a.on.contains(&"player"))
}

fn is_time(word: &Word) -> bool {
    matches!(word.data, Data::Time(TimeKind::Phase | TimeKind::Step))
}

impl<'s> Checker<'_, 's> {
    /// Whether cards and abilities of the game wait in a chase: only then have tests lines about it.
    pub(super) fn has_chase(&self) -> bool {
        self.is_shared("chase")
    }

    /// Whether damage stays on the cards of the game, so that tests can speak of it.
    pub(super) fn has_damage(&self) -> bool {
        self.scope.vocab.test_states().any(|state| state == "damage")
    }

    /// Whether a word names a position, or a zone that is called like one.
    pub(super) fn is_position(&self, word: &str) -> bool {
        let vocab = self.scope.vocab;
        vocab.positions().chain(vocab.position_zones()).any(|p| p == word)
    }

    /// A position as an example: `` a position such as `C1` ``.
    fn example(&self) -> String {
        match self.scope.vocab.positions().next() {
            Some(position) => format!("a position such as `{position}`"),
            None => "a position".to_owned(),
        }
    }

    /// Whether a word is a zone that both players share.
    pub(super) fn is_shared(&self, word: &str) -> bool {
        let shared = |word: &Word| matches!(&word.data, Data::Zone(zone) if zone.shared);
        self.pick(word, |word, _| shared(word).then_some(())).is_some()
    }

    /// A zone.
    pub(super) fn zone_here(&mut self, line: &mut Line<'_, 's>) -> Option<String> {
        let Some(word) = line.take(CellKind::Word) else {
            return self.wrong(line, "a zone");
        };
        let zone = self.zone(&word);
        if zone.is_none() {
            let zones = self.spellings(|w| matches!(w.data, Data::Zone(_)));
            self.unknown(Code::TestPlace, word.span, word.text, "a zone", zones);
        }
        zone
    }

    /// A kind of counter: a word, or a quoted change such as `"+100/+100"`.
    pub(super) fn counter_word(&mut self, line: &mut Line<'_, 's>) -> Option<String> {
        let Some(name) = line.take(CellKind::Word).or_else(|| line.take(CellKind::Str)) else {
            return self.wrong(line, "a kind of counter, such as `mana` or `\"+100/+100\"`");
        };
        let kind: String = name.text.split_whitespace().collect();
        let errors = self.error_count();
        self.counter(&kind, &name);
        (self.error_count() == errors).then_some(kind)
    }

    /// A side of a card: the word of a face, or `front`.
    pub(super) fn side(&mut self, line: &mut Line<'_, 's>) -> Option<String> {
        let Some(word) = line.take(CellKind::Word) else {
            return self.wrong(line, "a side of the card, such as `front`");
        };
        let mut sides = vec!["front"];
        sides.extend(self.scope.vocab.policy("faces").unwrap_or("").split_whitespace());
        if sides.contains(&word.text) {
            return Some(word.text.to_owned());
        }
        self.unknown(Code::TestWord, word.span, word.text, "a side of a card", sides);
        None
    }

    /// Whether a word is that of what players have in their pool.
    pub(super) fn is_purse(&self, word: &str) -> bool {
        self.scope.vocab.policy("purse") == Some(word)
    }

    /// `{R}{R}{1}`, or `none`.
    pub(super) fn purse(&mut self, line: &mut Line<'_, 's>) -> Option<Vec<String>> {
        if line.eat("none") {
            return Some(Vec::new());
        }
        let mut out = Vec::new();
        while let Some(icon) = line.take(CellKind::Icon) {
            out.push(self.icon_text(icon)?);
        }
        if out.is_empty() {
            return self.wrong(line, "icons such as `{R}{R}{1}`, or `none`");
        }
        Some(out)
    }

    /// The text of an icon that the game has.
    pub(super) fn icon_text(&mut self, icon: Text<'s>) -> Option<String> {
        let errors = self.error_count();
        self.icon(icon);
        (self.error_count() == errors).then(|| icon.text.to_owned())
    }

    /// The game's name of a word of a kind.
    fn game_word(&mut self, text: &Text<'s>, want: fn(&Word) -> bool) -> Option<String> {
        let word = self.pick(text.text, |word, _| want(word).then_some(word))?;
        Some(self.name_of(word, text.span).into_owned())
    }

    /// The zone of a word, if it is one.
    pub(super) fn zone(&mut self, text: &Text<'s>) -> Option<String> {
        self.game_word(text, |word| matches!(word.data, Data::Zone(_)))
    }

    /// Whether a word names a zone or a position.
    pub(super) fn is_spot(&self, word: &str) -> bool {
        let zone = || self.pick(word, |word, _| matches!(word.data, Data::Zone(_)).then_some(()));
        self.is_position(word) || zone().is_some()
    }

    /// A zone, a position, or the markers of a position.
    pub(super) fn spot(&mut self, line: &mut Line<'_, 's>) -> Option<Spot> {
        let Some(word) = line.take(CellKind::Word) else {
            let expected = format!("a zone, or {}", self.example());
            return self.wrong(line, &expected);
        };
        if self.scope.vocab.positions().any(|p| p == word.text) {
            let position = word.text.to_owned();
            return Some(if line.eat("markers") {
                Spot::Markers(position)
            } else {
                Spot::Position(position)
            });
        }
        match self.zone(&word) {
            Some(zone) => Some(Spot::Zone(zone)),
            None => self.no_place(&word),
        }
    }

    /// A position.
    pub(super) fn position(&mut self, line: &mut Line<'_, 's>) -> Option<String> {
        match line.take(CellKind::Word) {
            Some(word) if self.is_position(word.text) => Some(word.text.to_owned()),
            Some(word) => self.no_position(&word),
            None => {
                let expected = self.example();
                self.wrong(line, &expected)
            }
        }
    }

    fn no_position<T>(&mut self, word: &Text<'s>) -> Option<T> {
        let vocab = self.scope.vocab;
        let known: Vec<&str> = vocab.positions().chain(vocab.position_zones()).collect();
        if known.is_empty() {
            let message = format!("{} has no positions", vocab.game);
            self.report(Diagnostic::new(Code::TestPlace, word.span, message).with_help("call the card by its name"));
            return None;
        }
        let mut problem = Diagnostic::new(Code::TestPlace, word.span, format!("`{}` is not a position", word.text));
        if let Some(near) = nearest(word.text, known.iter().copied()) {
            problem = problem.with_note(format!("did you mean `{near}`?"));
        }
        self.report(problem.with_help(format!(
            "the positions are {}",
            crate::diag::quoted_list(known, 12, "and")
        )));
        None
    }

    fn no_place<T>(&mut self, word: &Text<'s>) -> Option<T> {
        let mut zones = self.spellings(|w| matches!(w.data, Data::Zone(_)));
        zones.extend(self.scope.vocab.positions());
        self.unknown(Code::TestPlace, word.span, word.text, "a zone or position", zones);
        None
    }

    /// A number of the player. The vocabulary does not list those that only the rules know, so only what looks like a slip is refused here.
    pub(super) fn player_number(&mut self, word: &Text<'s>) -> Option<String> {
        if let Some(name) = self.game_word(word, is_player_number) {
            return Some(name);
        }
        // Numbers that only tests have a word for.
        let mut own = self.scope.vocab.player_numbers();
        if let Some(name) = own.find(|name| *name == word.text) {
            return Some(name.to_owned());
        }
        let mut candidates = self.spellings(|w| matches!(w.data, Data::Zone(_)) || is_player_number(w));
        candidates.extend(self.scope.vocab.positions());
        candidates.extend(self.scope.vocab.player_numbers());
        candidates.extend(["turn"].into_iter().chain(self.scope.vocab.policy("purse")));
        let wanted = "a zone, a position or a number of a player";
        self.unknown(Code::TestPlace, word.span, word.text, wanted, candidates);
        None
    }

    /// A phase or step; `expected` says what else could stand here.
    pub(super) fn moment(&mut self, line: &mut Line<'_, 's>, expected: &str) -> Option<String> {
        let Some(word) = line.take(CellKind::Word) else {
            return self.wrong(line, expected);
        };
        let time = self.game_word(&word, is_time);
        if time.is_none() {
            let times = self.spellings(is_time);
            self.unknown(Code::TestTime, word.span, word.text, "a phase or step", times);
        }
        time
    }

    /// The state of a word, if it is one.
    pub(super) fn state_word(&mut self, word: &Text<'s>) -> Option<String> {
        if self.scope.states.contains_key(word.text) || self.scope.state_values.contains_key(word.text) {
            return Some(word.text.to_owned());
        }
        if self.scope.vocab.test_states().any(|state| state == word.text) {
            // It may be the word of another thing in the language of cards, and only in some editions.
            if let Some(known) = self.pick(word.text, |known, _| Some(known)) {
                self.in_editions(known.name(), known.edition, word.span);
            }
            return Some(word.text.to_owned());
        }
        self.game_word(word, is_state)
    }

    /// The attribute with numbers of a word, if it is one.
    pub(super) fn number_word(&mut self, word: &Text<'s>) -> Option<String> {
        self.game_word(word, is_number)
    }

    /// Reports a word that is neither a state nor, if those can stand here, an attribute.
    pub(super) fn no_state<T>(&mut self, word: &Text<'s>, attributes: bool) -> Option<T> {
        let known = self.spellings(|w| is_state(w) || attributes && is_number(w));
        let mut candidates: Vec<&str> = known.into_iter().chain(self.scope.vocab.test_states()).collect();
        candidates.extend(self.scope.states.keys().copied());
        candidates.extend(self.scope.state_values.keys().copied());
        if attributes {
            candidates.extend(["empty", "markers", "has", "lacks"]);
        }
        let wanted = if attributes {
            "a state or a number of a card"
        } else {
            "a state"
        };
        self.unknown(Code::TestWord, word.span, word.text, wanted, candidates);
        None
    }

    /// A keyword or label.
    pub(super) fn keyword_word(&mut self, word: &Text<'s>) -> Option<String> {
        if self.is_keyword(word.text) {
            return Some(word.text.to_owned());
        }
        let mut candidates: Vec<&str> = self.scope.keywords.keys().copied().collect();
        candidates.extend(self.scope.labels.keys().copied());
        self.unknown(Code::TestWord, word.span, word.text, "a keyword", candidates);
        None
    }

    /// The name of a card that exists.
    pub(super) fn existing_card(&mut self, name: &Text<'s>) -> Option<String> {
        if let Some(front) = self.known.front_of(name.text) {
            self.report(
                Diagnostic::new(
                    Code::TestCard,
                    name.span,
                    format!("\"{}\" is another side of \"{front}\"", name.text),
                )
                .with_help(format!("tests call a card by the name of its front: \"{front}\"")),
            );
            return None;
        }
        // A token that the rules make is in every game.
        let made = self.scope.vocab.policy("made") == Some(name.text);
        if self.known.names.contains(name.text) || made {
            return Some(name.text.to_owned());
        }
        let mut problem = Diagnostic::new(Code::TestCard, name.span, format!("there is no card \"{}\"", name.text));
        problem = match self.known.near_name(name.text) {
            Some(near) => problem.with_help(format!("did you mean \"{near}\"?")),
            None => problem
                .with_help("write the card into this file, or import the file that has it: `use \"common.card\"`"),
        };
        self.report(problem);
        None
    }

    /// The name of a deck list that exists.
    pub(super) fn existing_deck(&mut self, line: &mut Line<'_, 's>) -> Option<String> {
        let Some(name) = line.take(CellKind::Str) else {
            return self.wrong(line, "the quoted name of a deck");
        };
        if self.known.decks.contains(name.text) {
            return Some(name.text.to_owned());
        }
        let mut problem = Diagnostic::new(Code::TestDeck, name.span, format!("there is no deck \"{}\"", name.text));
        problem = match self.known.near_deck(name.text) {
            Some(near) => problem.with_help(format!("did you mean \"{near}\"?")),
            None => problem.with_help(format!("list its cards: `deck \"{}\" {{ 4 \"…\" }}`", name.text)),
        };
        self.report(problem);
        None
    }
}
