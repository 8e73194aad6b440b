//! Setting up the board of a test.

use super::link::Cards;
use super::runner::{Failure, Job, fail};
use crate::exec::{Game, Kernel, player_word};
use crate::ir::{Deck, Given, GivenLine, Spot, Src, TestCard, TestCards, TestPlayer};
use crate::kernel::{Card, CellId, DefId, EvInfo, Flag, Outcome, P, Ref, Rng, TimeId};
use std::sync::Arc;

/// The seed if none is said.
const SEED: u64 = 1;
/// The turn if none is said.
const TURN: u32 = 3;
/// How many cards a deck has that is not listed, and which.
const DECK: (usize, &str) = (20, "Filler");
/// The time a test begins in if none is said.
const MAIN: &str = "main-phase";
/// Keeps the cards drawn for `random` apart from the chance of the game itself.
const DRAWING: u64 = 0x5EED_0FCA_4D00;
/// The most decisions a `does` block may ask for.
const MAX_ASIDE: u32 = 1000;

/// The player of a test as the engine calls them.
pub(super) fn seat(player: TestPlayer) -> P {
    match player {
        TestPlayer::P1 => P::ONE,
        TestPlayer::P2 => P::TWO,
    }
}

/// The cells of a place.
pub(super) fn cells(game: &Game, p: P, spot: &Spot) -> Result<Vec<CellId>, String> {
    let layout = game.kernel().layout();
    let none = |what: &str| format!("this game has no place `{what}`");
    match spot {
        Spot::Zone(zone) => {
            let zone = layout.zone_named(zone).ok_or_else(|| none(zone))?;
            Ok(layout.cells_of(p, zone).collect())
        }
        Spot::Position(name) => Ok(vec![layout.position_named(p, name).ok_or_else(|| none(name))?]),
        Spot::Markers(name) => {
            let name = format!("{name} markers");
            Ok(vec![layout.position_named(p, &name).ok_or_else(|| none(&name))?])
        }
    }
}

/// Whether a cell is listed from its top.
pub(super) fn from_top(game: &Game, cell: CellId) -> bool {
    game.zone_of(cell) == game.kernel().tables().deck
}

/// A number of players by its word.
pub(super) fn player_attr(game: &Game, name: &str) -> Result<u8, String> {
    let attrs = game.kernel().tables().player_attrs;
    attrs
        .iter()
        .position(|a| *a == name)
        .and_then(|at| u8::try_from(at).ok())
        .ok_or_else(|| {
            format!(
                "this game has no number `{name}` of a player; it has {}",
                attrs.join(", ")
            )
        })
}

/// A time by its word.
pub(super) fn time(kernel: &dyn Kernel, name: &str) -> Result<TimeId, String> {
    kernel
        .tables()
        .times
        .iter()
        .position(|t| t.word == name)
        .and_then(|at| u8::try_from(at).ok())
        .map(TimeId)
        .ok_or_else(|| format!("this game has no time `{name}`"))
}

/// The cards of a deck list, one by one.
pub(super) fn deck_cards(job: &Job<'_>, name: &str) -> Option<Vec<String>> {
    let deck: &Deck = job
        .library
        .iter()
        .flat_map(|m| &m.decks)
        .find(|deck| deck.name == name)?;
    Some(
        deck.lines
            .iter()
            .flat_map(|line| (0..line.count).map(|_| line.card.clone()))
            .collect(),
    )
}

/// The definition of a card of the test.
pub(super) fn def(cards: &Cards, name: &str) -> Result<DefId, Failure> {
    cards.linked.usable(name)?;
    cards.linked.pool.def_named(name).ok_or_else(|| Failure {
        src: None,
        message: format!("there is no card \"{name}\""),
    })
}

/// A card to be laid out.
struct Laid {
    cell: CellId,
    def: DefId,
    owner: P,
    orient: u8,
    face_down: bool,
}

/// Sets up a board step by step.
struct Board<'j> {
    job: &'j Job<'j>,
    cards: &'j Cards,
    game: Game,
    drawing: Rng,
    laid: Vec<Laid>,
}

/// The game of a test, up to where its first decision is to be made.
pub(super) fn set_up(job: &Job<'_>, cards: &Cards) -> Result<Game, Failure> {
    let given = &job.test.given;
    let seed = last(given, |g| match g {
        Given::Seed(seed) => Some(*seed),
        _ => None,
    })
    .unwrap_or(SEED);
    let mut board = Board {
        job,
        cards,
        game: Game::new(Arc::clone(&cards.linked.pool), seed),
        drawing: Rng::new(seed ^ DRAWING),
        laid: Vec::new(),
    };
    let said_turn = last(given, |g| match g {
        Given::Turn { player, number } => Some((seat(*player), *number)),
        _ => None,
    });
    board.turn(said_turn.unwrap_or((P::ONE, TURN)));
    board.lay_out(given)?;
    board.values(given)?;
    board.game.st.dirty = true;
    board.game.settle();
    board.does(given)?;
    if given.iter().any(|line| line.given == Given::Setup) {
        // Turn 1 says who begins; otherwise chance does.
        board.game.st.turn.number = u16::from(said_turn.is_some_and(|(_, number)| number == 1));
        board.game.log.on = true;
        board.game.polite = true;
        let kernel = board.game.kernel();
        kernel.begin(&mut board.game);
        return Ok(board.game);
    }
    let when = given.iter().rev().find_map(|line| match &line.given {
        Given::At(time) => Some((time.as_str(), true, Some(line.src))),
        Given::In(time) => Some((time.as_str(), false, Some(line.src))),
        _ => None,
    });
    let (word, start, src) = when.unwrap_or((MAIN, false, None));
    let kernel = board.game.kernel();
    let time = time(kernel, word).map_err(|message| Failure { src, message })?;
    board.at(time);
    board.game.log.on = true;
    board.game.polite = true;
    if !kernel.begin_at(&mut board.game, time, start) {
        let how = if start { "at" } else { "in" };
        return Err(Failure {
            src,
            message: format!("a test cannot begin {how} {word}"),
        });
    }
    Ok(board.game)
}

fn last<T>(given: &[GivenLine], of: impl Fn(&Given) -> Option<T>) -> Option<T> {
    given.iter().rev().find_map(|line| of(&line.given))
}

impl Board<'_> {
    fn turn(&mut self, (player, number): (P, u32)) {
        let turn = &mut self.game.st.turn;
        turn.number = u16::try_from(number).unwrap_or(u16::MAX);
        turn.player = player;
        // The starting player has the odd turns.
        turn.first = if number % 2 == 1 { player } else { player.other() };
    }

    fn at(&mut self, time: TimeId) {
        let phase = self
            .game
            .kernel()
            .tables()
            .times
            .get(time.ix())
            .map_or(time.0, |t| t.phase);
        self.game.st.turn.phase = TimeId(phase);
        self.game.st.turn.step = time;
    }

    fn lay_out(&mut self, given: &[GivenLine]) -> Result<(), Failure> {
        let mut has_deck = [false; 2];
        let deck = self.game.kernel().tables().deck;
        for line in given {
            match &line.given {
                Given::Cards { player, spot, cards } => {
                    let p = seat(*player);
                    let cells = cells(&self.game, p, spot).map_err(|m| fail(line.src, m))?;
                    if let Some(has) = has_deck.get_mut(p.ix()) {
                        *has |= cells.iter().any(|c| self.game.zone_of(*c) == deck);
                    }
                    self.list(p, &cells, cards, line.src)?;
                }
                Given::DeckList { player, deck: name } => {
                    let p = seat(*player);
                    if let Some(has) = has_deck.get_mut(p.ix()) {
                        *has = true;
                    }
                    let names = deck_cards(self.job, name)
                        .ok_or_else(|| fail(line.src, format!("there is no deck \"{name}\"")))?;
                    self.deck(p, &names).map_err(|f| f.at(line.src))?;
                }
                _ => {}
            }
        }
        for p in P::BOTH {
            if has_deck.get(p.ix()) == Some(&false) {
                let (count, name) = DECK;
                self.deck(p, &vec![name.to_owned(); count]).map_err(|mut failure| {
                    let hint = format!(
                        "\n{}'s deck is not listed, so it would be {count} times \"{name}\": define or import such a card, or list the deck",
                        crate::exec::player_word(p)
                    );
                    failure.message.push_str(&hint);
                    failure
                })?;
            }
        }
        self.put_down();
        Ok(())
    }

    fn deck(&mut self, p: P, names: &[String]) -> Result<(), Failure> {
        let layout = self.game.kernel().layout();
        let cell = layout.of(p, self.game.kernel().tables().deck);
        for name in names {
            self.lay(cell, def(self.cards, name)?, p, &[])
                .map_err(|message| Failure { src: None, message })?;
        }
        Ok(())
    }

    fn list(&mut self, p: P, cells: &[CellId], cards: &[TestCards], src: Src) -> Result<(), Failure> {
        let mut free = cells.iter().copied();
        for entry in cards {
            let owner = entry.owner.map_or(p, seat);
            for _ in 0..entry.count {
                let def = match &entry.what {
                    TestCard::Named(name) => def(self.cards, name).map_err(|f| f.at(src))?,
                    TestCard::Random(deck) => self.random(deck.as_deref()).map_err(|f| f.at(src))?,
                    TestCard::Hidden => return Err(fail(src, "a hidden card cannot be laid out")),
                };
                // A zone with positions takes one card a position; a pile takes all.
                let cell = if let [only] = cells { Some(*only) } else { free.next() };
                let Some(cell) = cell else {
                    return Err(fail(src, "there are more cards than positions"));
                };
                self.lay(cell, def, owner, &entry.states).map_err(|m| fail(src, m))?;
            }
        }
        Ok(())
    }

    fn random(&mut self, deck: Option<&str>) -> Result<DefId, Failure> {
        let names: Vec<String> = match deck {
            Some(deck) => deck_cards(self.job, deck).unwrap_or_default(),
            None => {
                let own: Vec<_> = self
                    .job
                    .module
                    .cards
                    .iter()
                    .filter(|c| !c.token)
                    .map(|c| c.name.clone())
                    .collect();
                if own.is_empty() {
                    let all = self.job.library.iter().flat_map(|m| &m.cards).filter(|c| !c.token);
                    all.map(|c| c.name.clone()).collect()
                } else {
                    own
                }
            }
        };
        let count = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let at = self.drawing.below(count) as usize;
        match names.get(at) {
            Some(name) => def(self.cards, name),
            None => Err(Failure {
                src: None,
                message: "there are no cards to draw from".to_owned(),
            }),
        }
    }

    fn lay(&mut self, cell: CellId, def: DefId, owner: P, states: &[String]) -> Result<(), String> {
        let layout = self.game.kernel().layout();
        let zone = layout.zone(layout.cell(cell).zone);
        let mut laid = Laid {
            cell,
            def,
            owner,
            orient: 0,
            face_down: zone.face_down,
        };
        for state in states {
            match state.as_str() {
                "face-down" => laid.face_down = true,
                "face-up" => laid.face_down = false,
                word => {
                    let orients = self.game.kernel().tables().orients;
                    let at = orients.iter().position(|o| *o == word);
                    laid.orient = at
                        .and_then(|at| u8::try_from(at).ok())
                        .ok_or_else(|| format!("a card cannot be laid out `{word}`"))?;
                }
            }
        }
        self.laid.push(laid);
        Ok(())
    }

    /// Puts the listed cards onto the table: the deck's first card ends on top, every other pile's last.
    fn put_down(&mut self) {
        let laid = std::mem::take(&mut self.laid);
        let mut deck = Vec::new();
        for card in laid {
            let st = &mut self.game.st;
            let ix = u16::try_from(st.cards.len()).unwrap_or(u16::MAX);
            st.stamp += 1;
            let mut new = Card {
                orient: card.orient,
                entered: st.stamp,
                placed: st.stamp,
                ..Card::new(card.def, card.cell, card.owner)
            };
            new.set(Flag::FaceDown, card.face_down);
            st.cards.push(new);
            if from_top(&self.game, card.cell) {
                deck.push((card.cell, ix));
            } else {
                self.game.st.cells.add(card.cell, ix);
            }
        }
        for (cell, ix) in deck.into_iter().rev() {
            self.game.st.cells.add(cell, ix);
        }
    }

    fn values(&mut self, given: &[GivenLine]) -> Result<(), Failure> {
        for line in given {
            let Given::Value { player, name, value } = &line.given else {
                continue;
            };
            let attr = player_attr(&self.game, name).map_err(|m| fail(line.src, m))?;
            let value = i32::try_from(*value).map_err(|_| fail(line.src, "the number is too large"))?;
            let slot = self
                .game
                .st
                .players
                .get_mut(seat(*player).ix())
                .and_then(|p| p.vals.get_mut(usize::from(attr)));
            if let Some(slot) = slot {
                *slot = value;
            }
        }
        Ok(())
    }

    /// Carries out the `does` blocks.
    fn does(&mut self, given: &[GivenLine]) -> Result<(), Failure> {
        let mut own = self.cards.own.iter();
        for line in given {
            let Given::Does { player, .. } = &line.given else {
                continue;
            };
            let Some(ability) = own.next() else {
                return Err(fail(line.src, "the engine cannot carry this out"));
            };
            let me = seat(*player);
            let run = self
                .game
                .new_run(*ability, Ref::NONE, Ref::NONE, me, EvInfo::default(), None);
            self.game.run_ability(run);
            for _ in 0..MAX_ASIDE {
                self.game.advance();
                if self.game.st.ask.is_none() {
                    break;
                }
                let number = super::answer::default(&self.game);
                if self.game.answer(crate::kernel::Answer::Pick(number)).is_err() {
                    break;
                }
            }
            // Nothing is under way yet, so the machine stops with a fault when the statements are done: that is the sign.
            let done = self.game.st.stack.is_empty() && matches!(self.game.st.over, Some(Outcome::Fault(..)));
            if !done {
                let who = player_word(me);
                return Err(fail(line.src, format!("what {who} does here does not come to an end")));
            }
            self.game.st.over = None;
            self.game.st.steps = 0;
        }
        Ok(())
    }
}
