//! Lists of cards and of picks.

use super::super::Checker;
use super::line::{Line, Table};
use crate::ast::{CellKind, Text};
use crate::diag::{Code, Diagnostic, nearest};
use crate::ir::{CardRef, Pick, TestCard, TestCards, TestCounters, TestPlayer};

/// Most equal cards or picks in one entry; more is a slip, and would only cost memory.
const MAX_COUNT: u32 = 1000;

impl<'s> Checker<'_, 's> {
    /// `"A", "B" * 2 rested of p2`; `seen` lists may hold hidden cards.
    pub(super) fn cards(&mut self, line: &mut Line<'_, 's>, seen: bool) -> Option<Vec<TestCards>> {
        if line.table == Table::Given && line.eat("none") {
            return Some(Vec::new());
        }
        let mut out = vec![self.entry(line, seen)?];
        while line.eat(",") {
            out.push(self.entry(line, seen)?);
        }
        Some(out)
    }

    fn entry(&mut self, line: &mut Line<'_, 's>, seen: bool) -> Option<TestCards> {
        let random = line.table == Table::Given && line.eat("random");
        let what = if random {
            let deck = line.peek().is_some_and(|c| c.kind == CellKind::Str);
            TestCard::Random(if deck { Some(self.existing_deck(line)?) } else { None })
        } else if seen && line.eat("hidden") {
            TestCard::Hidden
        } else if let Some(name) = line.take(CellKind::Str) {
            TestCard::Named(self.existing_card(&name)?)
        } else {
            let expected = match line.table {
                Table::Given => "the quoted name of a card, `random` or `none`",
                Table::Expect if seen => "the quoted name of a card, or `hidden`",
                Table::Do | Table::Expect => "the quoted name of a card",
            };
            return self.wrong(line, expected);
        };
        let mut entry = TestCards {
            what,
            count: 1,
            states: Vec::new(),
            owner: None,
            damage: None,
            counters: Vec::new(),
            side: None,
            on: None,
        };
        loop {
            if line.eat("*") {
                entry.count = self.multiple(line)?;
            } else if line.eat("of") {
                entry.owner = Some(self.player(line, "`p1` or `p2`")?);
            } else if self.has_damage() && line.eat("damage") {
                entry.damage = Some(self.how_many(line)?);
            } else if line.eat("with") {
                let count = self.how_many(line)?;
                let kind = self.counter_word(line)?;
                entry.counters.push(TestCounters { kind, count });
            } else if line.eat("side") {
                entry.side = Some(self.side(line)?);
            } else if line.eat("on") {
                entry.on = Some(self.card_ref(line)?);
            } else if let Some(word) = line.take(CellKind::Word) {
                match self.state_word(&word) {
                    Some(state) => entry.states.push(state),
                    None => return self.no_state(&word, false),
                }
            } else {
                return Some(entry);
            }
        }
    }

    /// The number behind `*`.
    pub(super) fn multiple(&mut self, line: &mut Line<'_, 's>) -> Option<u32> {
        let expected = format!("a number from 1 to {MAX_COUNT}");
        let fits = line.peek().is_some_and(|c| {
            let number = c.text.text.parse::<u32>();
            c.kind == CellKind::Num && number.is_ok_and(|n| (1..=MAX_COUNT).contains(&n))
        });
        if !fits {
            return self.wrong(line, &expected);
        }
        self.how_many(line)
    }

    /// `"X"`, with what tells it apart: `in hand`, `at C2`, `of p2`.
    pub(super) fn card_ref(&mut self, line: &mut Line<'_, 's>) -> Option<CardRef> {
        match line.take(CellKind::Str) {
            Some(name) => {
                let name = self.existing_card(&name)?;
                self.told_apart(line, name)
            }
            None => self.wrong(line, "the quoted name of a card"),
        }
    }

    fn told_apart(&mut self, line: &mut Line<'_, 's>, name: String) -> Option<CardRef> {
        let mut card = CardRef {
            name,
            spot: None,
            of: None,
            nth: None,
        };
        loop {
            if card.spot.is_none() && (line.eat("in") || line.eat("at")) {
                card.spot = Some(self.spot(line)?);
            } else if card.of.is_none() && line.eat("of") {
                card.of = Some(self.player(line, "`p1` or `p2`")?);
            } else if card.nth.is_none() && line.eat("number") {
                card.nth = Some(self.ordinal(line)?);
            } else {
                return Some(card);
            }
        }
    }

    /// `"A", "B"`
    pub(super) fn card_refs(&mut self, line: &mut Line<'_, 's>) -> Option<Vec<CardRef>> {
        let mut out = Vec::new();
        loop {
            let card = self.card_ref(line)?;
            let times = if line.eat("*") { self.multiple(line)? } else { 1 };
            out.extend(std::iter::repeat_n(card, times as usize));
            if !line.eat(",") {
                return Some(out);
            }
        }
    }

    /// `"A", C1, option 2`, or `none`.
    pub(super) fn picks(&mut self, line: &mut Line<'_, 's>) -> Option<Vec<Pick>> {
        let mut out = Vec::new();
        if line.eat("none") {
            return Some(out);
        }
        loop {
            let pick = self.pick_one(line)?;
            let times = if line.eat("*") { self.multiple(line)? } else { 1 };
            out.extend(std::iter::repeat_n(pick, times as usize));
            if !line.eat(",") {
                return Some(out);
            }
        }
    }

    fn pick_one(&mut self, line: &mut Line<'_, 's>) -> Option<Pick> {
        if line.at_number() {
            return self.whole(line).map(Pick::Number);
        }
        if let Some(name) = line.take(CellKind::Str) {
            let name = self.card_or_tag(&name)?;
            return self.told_apart(line, name).map(Pick::Card);
        }
        if let Some(tag) = line.take(CellKind::Tag) {
            let _ = self.tag(tag.text, tag.span);
            return Some(Pick::Tag(tag.text.to_owned()));
        }
        if let Some(icon) = line.take(CellKind::Icon) {
            return self.icon_text(icon).map(Pick::Icon);
        }
        let Some(word) = line.take(CellKind::Word) else {
            return self.wrong(
                line,
                "a card, a position, a player, a word, a number, `option 2` or `none`",
            );
        };
        Some(match word.text {
            "p1" => Pick::Player(TestPlayer::P1),
            "p2" => Pick::Player(TestPlayer::P2),
            "option" | "options" => Pick::Option(self.ordinal(line)?),
            position if self.is_position(position) => Pick::Position(position.to_owned()),
            other => {
                if self.is_unknown(other) {
                    return self.no_pick(&word);
                }
                Pick::Word(other.to_owned())
            }
        })
    }

    /// A quoted name that is picked: that of a card, or a tag that a player declares.
    fn card_or_tag(&mut self, name: &Text<'s>) -> Option<String> {
        if self.known.tags.contains(name.text) {
            return Some(name.text.to_owned());
        }
        self.existing_card(name)
    }

    fn no_pick(&mut self, word: &Text<'s>) -> Option<Pick> {
        let mut problem = Diagnostic::new(
            Code::TestWord,
            word.span,
            format!("`{}` is nothing that can be picked", word.text),
        );
        let words = self.spellings(|w| matches!(w.data, crate::vocab::Data::Value(_)));
        if let Some(near) = nearest(word.text, words.into_iter().chain(["none", "option"])) {
            problem = problem.with_help(format!("did you mean `{near}`?"));
        }
        self.report(problem.with_note(
            "picks are cards (`\"A\"`), positions (`C1`), players, words of the game (`red`), options (`option 2`), numbers, or `none`",
        ));
        None
    }
}
