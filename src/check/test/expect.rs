//! The lines of `expect`.

use super::super::Checker;
use super::line::{Line, Table};
use crate::ast::{CellKind, TestLine, TestTail};
use crate::ir::{Expect, Feature, Spot, TestPlayer};

impl<'a, 's> Checker<'a, 's> {
    /// A line of `expect`.
    pub(super) fn expectation(&mut self, line: &'a TestLine<'s>) -> Option<Expect> {
        let mut line = Line::new(line, Table::Expect);
        let line = &mut line;
        let expect = if line.eat("draw") {
            Expect::Draw
        } else if line.eat("game") {
            if !line.eat("on") {
                return self.wrong(line, "`on`");
            }
            Expect::GameOn
        } else if line.eat("phase") {
            Expect::Phase(self.moment(line, "a phase or step")?)
        } else if line.eat("log") {
            self.log(line, None)?
        } else if line.eat("no") {
            if !line.eat("log") {
                return self.wrong(line, "`log` and a quoted text");
            }
            Expect::Log {
                text: self.quoted(line, "a quoted text")?,
                times: Some(0),
                viewer: None,
            }
        } else if line.eat("deck") {
            self.deck_rules(line)?
        } else if line.peek_word().is_some_and(|word| self.is_shared(word)) {
            let spot = self.spot(line)?;
            self.expect_there(line, None, spot)?
        } else {
            let player = self.player(
                line,
                "`p1`, `p2`, `draw`, `game on`, `phase`, `log`, `no log` or `deck`",
            )?;
            self.expect_of(line, player)?
        };
        self.end(line, expect)
    }

    fn log(&mut self, line: &mut Line<'a, 's>, viewer: Option<TestPlayer>) -> Option<Expect> {
        let text = self.quoted(line, "a quoted text")?;
        if viewer.is_none() && line.eat("before") {
            let second = self.quoted(line, "a quoted text")?;
            return Some(Expect::LogBefore { first: text, second });
        }
        let mut times = None;
        if line.at_number() {
            times = Some(self.how_many(line)?);
            if !line.eat("times") {
                return self.wrong(line, "`times`");
            }
        }
        Some(Expect::Log { text, times, viewer })
    }

    fn deck_rules(&mut self, line: &mut Line<'a, 's>) -> Option<Expect> {
        let deck = self.existing_deck(line)?;
        if line.eat("legal") {
            return Some(Expect::Deck {
                deck,
                legal: true,
                complaint: None,
            });
        }
        if !line.eat("illegal") {
            return self.wrong(line, "`legal` or `illegal`");
        }
        let complaint = if line.peek().is_some() {
            Some(self.quoted(line, "a part of the complaint in quotes")?)
        } else {
            None
        };
        Some(Expect::Deck {
            deck,
            legal: false,
            complaint,
        })
    }

    /// What is expected of a player.
    fn expect_of(&mut self, line: &mut Line<'a, 's>, player: TestPlayer) -> Option<Expect> {
        const EXPECTED: &str = "a zone, a position, a number of the player, `asked`, `offered`, `choices`, `sees`, `log`, `no log`, `wins`, `turn` or `holds { … }`";
        if let Some(name) = line.take(CellKind::Str) {
            let name = self.existing_card(&name)?;
            let zone = if line.eat("in") {
                Some(self.zone_here(line)?)
            } else {
                None
            };
            let nth = if line.eat("number") {
                Some(self.ordinal(line)?)
            } else {
                None
            };
            return self.expect_card(line, player, Spot::Card { name, zone, nth });
        }
        let Some(word) = line.peek_word() else {
            if let (None, Some(TestTail::Holds(cond))) = (line.peek(), line.tail) {
                line.tail = None;
                let cond = self.nested(|checker| checker.cond(cond))?;
                return Some(Expect::Holds { player, cond });
            }
            return self.wrong(line, EXPECTED);
        };
        if self.is_spot(word) {
            let spot = self.spot(line)?;
            return self.expect_at(line, player, spot);
        }
        let word = line.take(CellKind::Word)?;
        Some(match word.text {
            "asked" => Expect::Asked(player),
            word if self.is_purse(word) => Expect::Purse {
                player,
                icons: self.purse(line)?,
            },
            "log" => self.log(line, Some(player))?,
            "no" => {
                if !line.eat("log") {
                    return self.wrong(line, "`log` and a quoted text");
                }
                Expect::Log {
                    text: self.quoted(line, "a quoted text")?,
                    times: Some(0),
                    viewer: Some(player),
                }
            }
            "wins" => Expect::Wins(player),
            "turn" => Expect::Turn(player),
            "offered" => Expect::Offered {
                player,
                answer: self.answer(line)?,
                not: false,
            },
            "not" => {
                if !line.eat("offered") {
                    return self.wrong(line, "`offered`");
                }
                Expect::Offered {
                    player,
                    answer: self.answer(line)?,
                    not: true,
                }
            }
            "choices" => {
                if !line.eat(":") {
                    return self.wrong(line, "`:` and the choices");
                }
                Expect::Choices {
                    player,
                    picks: self.picks(line)?,
                }
            }
            "sees" => {
                let other = self.player(line, "`p1` or `p2`")?;
                let spot = self.spot(line)?;
                if !line.eat(":") {
                    return self.wrong(line, "`:` and the cards");
                }
                Expect::Sees {
                    viewer: player,
                    player: other,
                    spot,
                    cards: self.cards(line, true)?,
                }
            }
            _ => {
                let name = self.player_number(&word)?;
                Expect::Value {
                    player,
                    name,
                    value: self.whole(line)?,
                }
            }
        })
    }

    /// What is expected of a zone or position.
    fn expect_at(&mut self, line: &mut Line<'a, 's>, player: TestPlayer, spot: Spot) -> Option<Expect> {
        let there = line
            .peek_word()
            .is_some_and(|word| matches!(word, "empty" | "has" | "lacks"))
            || line
                .peek()
                .is_some_and(|c| c.kind == CellKind::Mark && c.text.text == ":");
        match spot {
            Spot::Position(_) if !there => self.expect_card(line, player, spot),
            // `p1 VC power 16000`: the zone is called like a position.
            Spot::Zone(zone) if !there && !line.at_number() && self.is_position(&zone) => {
                self.expect_card(line, player, Spot::Position(zone))
            }
            _ => self.expect_there(line, Some(player), spot),
        }
    }

    /// What is expected of the cards of a place.
    fn expect_there(&mut self, line: &mut Line<'a, 's>, player: Option<TestPlayer>, spot: Spot) -> Option<Expect> {
        if line.eat(":") {
            let cards = self.cards(line, false)?;
            return Some(Expect::Cards { player, spot, cards });
        }
        if line.eat("empty") {
            return Some(Expect::Empty { player, spot });
        }
        let lacks = line.peek_word() == Some("lacks");
        if lacks || line.peek_word() == Some("has") {
            line.skip();
            let what = self.feature(line)?;
            return Some(Expect::Has {
                player,
                spot,
                what,
                lacks,
            });
        }
        if !line.at_number() {
            return self.wrong(line, "a number of cards, `:` and the cards, `has`, `lacks` or `empty`");
        }
        let count = self.how_many(line)?;
        Some(Expect::Count { player, spot, count })
    }

    /// What is expected of one card, called by its position or name.
    fn expect_card(&mut self, line: &mut Line<'a, 's>, player: TestPlayer, spot: Spot) -> Option<Expect> {
        let named = matches!(spot, Spot::Card { .. });
        let Some(word) = line.take(CellKind::Word) else {
            return self.wrong(
                line,
                if named {
                    "a number of the card (`ATK 500`), `damage 300`, `counters`, a state, `side`, `has` or `lacks`"
                } else {
                    "`:` and the card, a number of the card (`power 3500`), a state, `has`, `lacks` or `empty`"
                },
            );
        };
        match word.text {
            "has" | "lacks" => {
                return Some(Expect::Has {
                    player: Some(player),
                    spot,
                    what: self.quality(line)?,
                    lacks: word.text == "lacks",
                });
            }
            "damage" if self.has_damage() => {
                let value = self.how_many(line)?;
                return Some(Expect::Damage { player, spot, value });
            }
            "counters" => {
                let kind = self.counter_word(line)?;
                let count = self.how_many(line)?;
                return Some(Expect::Counters {
                    player,
                    spot,
                    kind,
                    count,
                });
            }
            "side" => {
                let side = self.side(line)?;
                return Some(Expect::Side { player, spot, side });
            }
            _ => {}
        }
        let not = word.text == "not";
        let word = if not {
            let Some(state) = line.take(CellKind::Word) else {
                return self.wrong(line, "a state");
            };
            state
        } else {
            word
        };
        if !not && let Some(attr) = self.number_word(&word) {
            let value = self.whole(line)?;
            return Some(Expect::Attr {
                player,
                spot,
                attr,
                value,
            });
        }
        match self.state_word(&word) {
            Some(state) => Some(Expect::State {
                player,
                spot,
                state,
                not,
            }),
            None => self.no_state(&word, !not),
        }
    }

    /// What `has` and `lacks` look for.
    fn feature(&mut self, line: &mut Line<'a, 's>) -> Option<Feature> {
        if let Some(name) = line.take(CellKind::Str) {
            let name = self.existing_card(&name)?;
            let count = if line.eat("*") { self.multiple(line)? } else { 1 };
            return Some(Feature::Cards { name, count });
        }
        if line
            .peek()
            .is_some_and(|c| matches!(c.kind, CellKind::Tag | CellKind::Word))
        {
            return self.quality(line);
        }
        self.wrong(line, "the quoted name of a card, a tag or a keyword")
    }

    /// What a card has: a tag or a keyword.
    fn quality(&mut self, line: &mut Line<'a, 's>) -> Option<Feature> {
        if let Some(tag) = line.take(CellKind::Tag) {
            let _ = self.tag(tag.text, tag.span);
            return Some(Feature::Tag(tag.text.to_owned()));
        }
        match line.take(CellKind::Word) {
            Some(word) => self.keyword_word(&word).map(Feature::Keyword),
            None => self.wrong(line, "a tag or a keyword"),
        }
    }
}
