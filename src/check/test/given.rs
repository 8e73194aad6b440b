//! The lines of `given`.

use super::super::Checker;
use super::line::{Line, Table};
use crate::ast::{Block, Category, CellKind, TestLine, TestTail};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Ability, AbilityId, Given, Spot, TestPlayer};

impl<'a, 's> Checker<'a, 's> {
    /// A line of `given`.
    pub(super) fn given(&mut self, line: &'a TestLine<'s>) -> Option<Given> {
        let mut line = Line::new(line, Table::Given);
        let line = &mut line;
        let given = if line.eat("setup") {
            Given::Setup
        } else if line.eat("at") {
            Given::At(self.moment(line, "a phase or step")?)
        } else if line.eat("in") {
            Given::In(self.moment(line, "a phase or step")?)
        } else if line.eat("seed") {
            Given::Seed(u64::from(self.how_many(line)?))
        } else {
            let player = self.player(line, "`p1`, `p2`, `at`, `in`, `setup` or `seed`")?;
            self.given_of(line, player)?
        };
        self.end(line, given)
    }

    fn given_of(&mut self, line: &mut Line<'a, 's>, player: TestPlayer) -> Option<Given> {
        if line.eat("turn") {
            let number = self.ordinal(line)?;
            return Some(Given::Turn { player, number });
        }
        if line.peek_word().is_some_and(|word| self.is_purse(word)) {
            line.skip();
            let icons = self.purse(line)?;
            return Some(Given::Purse { player, icons });
        }
        let Some(word) = line.peek_word() else {
            if let (None, Some(TestTail::Does(block))) = (line.peek(), line.tail) {
                line.tail = None;
                let ability = self.does(block);
                return Some(Given::Does { player, ability });
            }
            return self.wrong(
                line,
                "a zone, a position, a number of the player, `turn` or `does { … }`",
            );
        };
        if self.is_spot(word) {
            let spot = self.spot(line)?;
            if spot == Spot::Zone("deck".to_owned()) && line.peek().is_some_and(|c| c.kind == CellKind::Str) {
                let deck = self.existing_deck(line)?;
                return Some(Given::DeckList { player, deck });
            }
            if !line.eat(":") {
                return self.wrong(line, "`:` and the cards");
            }
            let cards = self.cards(line, false)?;
            return Some(Given::Cards { player, spot, cards });
        }
        let word = line.take(CellKind::Word)?;
        let name = self.player_number(&word)?;
        let value = self.whole(line)?;
        Some(Given::Value { player, name, value })
    }

    /// The statements of `does`, as the body of an ability.
    fn does(&mut self, block: &'a Block<'s>) -> AbilityId {
        if block.stmts.is_empty() {
            self.report(
                Diagnostic::new(Code::EmptyBlock, block.span, "this block does nothing")
                    .with_help("say what happens before the test: `p1 does { draw 1 }`"),
            );
        }
        self.nested(|checker| {
            let body = checker.block(block);
            checker.unused_choices(0);
            let frame = checker.frame();
            let prologue = std::mem::take(&mut frame.prologue);
            let slots = frame.slots;
            checker.code.add_ability(Ability {
                category: Category::Play,
                body,
                prologue,
                slots,
                src: block.span.into(),
                ..Ability::empty()
            })
        })
    }
}
