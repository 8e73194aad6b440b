//! Setting up the board of a test.

use super::link::Cards;
use super::place::{cells, counter_kind, from_top, is_card};
use super::purse;
use super::runner::{Failure, Job, fail};
use crate::exec::{DeckList, Game, Kernel, MAX_CARDS, player_word};
use crate::ir::{CardRef, Deck, Given, GivenLine, Src, TestCard, TestCards, TestPlayer};
use crate::kernel::{Card, CellId, DeckCard, DefId, EvInfo, Flag, Outcome, P, Ref, Rng, TimeId, ZoneId};
use std::sync::Arc;

/// The seed if none is said.
const SEED: u64 = 1;
/// The turn if none is said.
const TURN: u32 = 3;
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
fn deck_cards(job: &Job<'_>, cards: &Cards, name: &str) -> Result<Vec<DeckCard>, Failure> {
    let lines = deck_lines(job, cards, name)?;
    // No game has more cards: one too many is enough to be refused.
    let most = |n: u32| n.min(u32::try_from(MAX_CARDS).unwrap_or(u32::MAX).saturating_add(1));
    let copies = lines.into_iter().flat_map(|(card, n)| (0..most(n)).map(move |_| card));
    Ok(copies.take(MAX_CARDS + 1).collect())
}

/// A deck as the rules judge it.
pub(super) fn deck_list(job: &Job<'_>, cards: &Cards, name: &str) -> Result<DeckList, Failure> {
    let mut list = DeckList::default();
    for (card, n) in deck_lines(job, cards, name)? {
        list.add(card, u64::from(n));
    }
    Ok(list)
}

/// The lines of a deck: which card, and how many of it.
fn deck_lines(job: &Job<'_>, cards: &Cards, name: &str) -> Result<Vec<(DeckCard, u32)>, Failure> {
    let decks = || job.library.iter().flat_map(|m| &m.decks);
    let deck: &Deck = decks().find(|deck| deck.name == name).ok_or_else(|| Failure {
        src: None,
        message: format!("there is no deck \"{name}\""),
    })?;
    let tables = cards.linked.pool.kernel.tables();
    let mut out = Vec::new();
    for line in &deck.lines {
        cards.linked.usable(&line.card)?;
        let def = cards.linked.pool.def_listed(&line.card, line.id.as_deref());
        let def = def.ok_or_else(|| no_card(&line.card))?;
        let part = tables.deck_part(line.part.as_deref());
        out.push((DeckCard { def, part }, line.count));
    }
    Ok(out)
}

/// The definition of a card of the test.
pub(super) fn def(cards: &Cards, name: &str) -> Result<DefId, Failure> {
    cards.linked.usable(name)?;
    let pool = &cards.linked.pool;
    // A card is called by the name of its front; another card's side may have the same one.
    let front = pool.defs.iter().position(|d| d.side == 0 && d.name == name);
    let front = front.and_then(|at| u16::try_from(at).ok()).map(DefId);
    front.ok_or_else(|| no_card(name))
}

fn no_card(name: &str) -> Failure {
    Failure {
        src: None,
        message: format!("there is no card \"{name}\""),
    }
}

/// A card to be laid out.
struct Laid {
    cell: CellId,
    def: DefId,
    owner: P,
    orient: u8,
    face_down: bool,
    fresh: bool,
    damage: i32,
    /// Kinds and numbers.
    counters: Vec<(u8, i32)>,
    /// The card it is added or attached to, or lies on, and where that was said.
    on: Option<(CardRef, Src)>,
    /// States that only the game knows, and where they were said.
    states: Vec<(String, Src)>,
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
    board.game.state.dirty = true;
    board.game.settle();
    board.does(given)?;
    if given.iter().any(|line| line.given == Given::Setup) {
        // Turn 1 says who begins; otherwise chance does.
        board.game.state.turn.number = u16::from(said_turn.is_some_and(|(_, number)| number == 1));
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

fn nothing() -> Failure {
    Failure {
        src: None,
        message: "there are no cards to draw from".to_owned(),
    }
}

fn last<T>(given: &[GivenLine], of: impl Fn(&Given) -> Option<T>) -> Option<T> {
    given.iter().rev().find_map(|line| of(&line.given))
}

impl Board<'_> {
    fn turn(&mut self, (player, number): (P, u32)) {
        let turn = &mut self.game.state.turn;
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
        self.game.state.turn.phase = TimeId(phase);
        self.game.state.turn.step = time;
    }

    fn lay_out(&mut self, given: &[GivenLine]) -> Result<(), Failure> {
        let mut listed: Vec<(P, ZoneId)> = Vec::new();
        for line in given {
            match &line.given {
                Given::Cards { player, spot, cards } => {
                    let p = seat(*player);
                    let cells = cells(&self.game, p, spot).map_err(|m| fail(line.src, m))?;
                    listed.extend(cells.iter().map(|c| (p, self.game.zone_of(*c))));
                    self.list(p, &cells, cards, line.src)?;
                }
                Given::DeckList { player, deck } => {
                    let p = seat(*player);
                    // The whole deck: no other part of it is made up.
                    let unlisted = self.game.kernel().vocab().unlisted();
                    listed.extend(unlisted.filter_map(|(zone, ..)| Some((p, self.zone(zone)?))));
                    self.deck(p, deck).map_err(|f| f.at(line.src))?;
                }
                _ => {}
            }
        }
        for p in P::BOTH {
            for (word, count, name) in self.game.kernel().vocab().unlisted() {
                match self.zone(word) {
                    Some(zone) if !listed.contains(&(p, zone)) => self.unlisted(p, zone, count, name)?,
                    _ => {}
                }
            }
        }
        let kernel = self.game.kernel();
        for (_, zone) in listed {
            kernel.lists(&mut self.game, zone);
        }
        self.put_down()
    }

    fn zone(&self, word: &str) -> Option<ZoneId> {
        self.game.kernel().layout().zone_named(word)
    }

    /// Lays out the cards of a zone that no line lists.
    fn unlisted(&mut self, p: P, zone: ZoneId, count: usize, name: &str) -> Result<(), Failure> {
        let layout = self.game.kernel().layout();
        let def = def(self.cards, name).map_err(|mut failure| {
            let place = layout.zone(zone).name;
            let hint = format!(
                "\n{}'s {place} is not listed, so it would be {count} times \"{name}\": define or import such a card, or list the {place}",
                player_word(p)
            );
            failure.message.push_str(&hint);
            failure
        })?;
        for _ in 0..count {
            let laid = self.new_card(layout.of(p, zone), def, p);
            self.laid.push(laid);
        }
        Ok(())
    }

    /// Lays out a deck list, each part in its zone.
    fn deck(&mut self, p: P, name: &str) -> Result<(), Failure> {
        let kernel = self.game.kernel();
        for card in deck_cards(self.job, self.cards, name)? {
            let zone = kernel.deck_zone(&self.game.pool, card);
            let laid = self.new_card(kernel.layout().of(p, zone), card.def, p);
            self.laid.push(laid);
        }
        Ok(())
    }

    /// A card as it comes into a cell.
    fn new_card(&self, cell: CellId, def: DefId, owner: P) -> Laid {
        let layout = self.game.kernel().layout();
        let zone = layout.cell(cell).zone;
        Laid {
            cell,
            def: self.game.kernel().side_in(&self.game.pool, zone, def),
            owner,
            orient: 0,
            face_down: layout.zone(layout.cell(cell).zone).face_down,
            fresh: false,
            damage: 0,
            counters: Vec::new(),
            on: None,
            states: Vec::new(),
        }
    }

    fn list(&mut self, p: P, cells: &[CellId], cards: &[TestCards], src: Src) -> Result<(), Failure> {
        let mut free = cells.iter().copied();
        for entry in cards {
            let owner = entry.owner.map_or(p, seat);
            for _ in 0..entry.count {
                // A zone with positions takes one card a position; a pile takes all.
                let cell = if let [only] = cells { Some(*only) } else { free.next() };
                let Some(cell) = cell else {
                    return Err(fail(src, "there are more cards than positions"));
                };
                let def = match &entry.what {
                    TestCard::Named(name) => def(self.cards, name).map_err(|f| f.at(src))?,
                    TestCard::Random(deck) => self.random(cell, deck.as_deref()).map_err(|f| f.at(src))?,
                    TestCard::Hidden => return Err(fail(src, "a hidden card cannot be laid out")),
                };
                let mut laid = self.new_card(cell, def, owner);
                laid.on = entry.on.clone().map(|on| (on, src));
                self.mark(&mut laid, entry, src).map_err(|m| fail(src, m))?;
                self.laid.push(laid);
            }
        }
        Ok(())
    }

    /// A card drawn by the seed: from the part of a deck list that begins in the zone of the cell, or from the cards of the file.
    fn random(&mut self, cell: CellId, deck: Option<&str>) -> Result<DefId, Failure> {
        let kernel = self.game.kernel();
        let defs: Vec<DefId> = match deck {
            Some(deck) => {
                let all = deck_cards(self.job, self.cards, deck)?;
                let zone = self.game.zone_of(cell);
                let here = |card: &DeckCard| kernel.deck_zone(&self.game.pool, *card) == zone;
                // Zones in which no part of a deck begins take cards of the main deck.
                let any = all.iter().any(here);
                let wanted = all.iter().filter(|card| if any { here(card) } else { card.part == 0 });
                wanted.map(|card| card.def).collect()
            }
            None => {
                let own: Vec<_> = self
                    .job
                    .module
                    .cards
                    .iter()
                    .filter(|c| !c.token)
                    .map(|c| c.name.as_str())
                    .collect();
                let names: Vec<&str> = if own.is_empty() {
                    let all = self.job.library.iter().flat_map(|m| &m.cards).filter(|c| !c.token);
                    all.map(|c| c.name.as_str()).collect()
                } else {
                    own
                };
                let at = self.draw(names.len());
                return names
                    .get(at)
                    .map_or_else(|| Err(nothing()), |name| def(self.cards, name));
            }
        };
        let at = self.draw(defs.len());
        defs.get(at).copied().ok_or_else(nothing)
    }

    fn draw(&mut self, count: usize) -> usize {
        self.drawing.below(u32::try_from(count).unwrap_or(u32::MAX)) as usize
    }

    /// What an entry of a list says about its card.
    fn mark(&self, laid: &mut Laid, entry: &TestCards, src: Src) -> Result<(), String> {
        for state in &entry.states {
            match state.as_str() {
                "face-down" => laid.face_down = true,
                "face-up" => laid.face_down = false,
                "fresh" => laid.fresh = true,
                word => {
                    let orients = self.game.kernel().tables().orients;
                    let at = orients.iter().position(|o| *o == word);
                    match at.and_then(|at| u8::try_from(at).ok()) {
                        Some(orient) => laid.orient = orient,
                        // A state that a counter of the same name stands for.
                        None => match self.game.pool.counter_kind(word) {
                            Some(kind) => laid.counters.push((kind, 1)),
                            None => laid.states.push((word.to_owned(), src)),
                        },
                    }
                }
            }
        }
        if let Some(damage) = entry.damage {
            laid.damage = i32::try_from(damage).map_err(|_| "the number is too large")?;
        }
        for counters in &entry.counters {
            let count = i32::try_from(counters.count).map_err(|_| "the number is too large")?;
            laid.counters.push((counter_kind(&self.game, &counters.kind)?, count));
        }
        if let Some(side) = &entry.side {
            let pool = &self.game.pool;
            let sides = (0..=u8::MAX).map_while(|n| pool.side(laid.def, n));
            let mut sides = sides.filter(|def| pool.side_word(*def) == side);
            laid.def = sides.next().ok_or_else(|| format!("this card has no side `{side}`"))?;
        }
        Ok(())
    }

    /// Puts the listed cards onto the table: a deck's first card ends on top, every other pile's last.
    fn put_down(&mut self) -> Result<(), Failure> {
        let laid = std::mem::take(&mut self.laid);
        let layout = self.game.kernel().layout();
        let mut decks = Vec::new();
        let mut hosted = Vec::new();
        let mut states = Vec::new();
        for card in laid {
            let token = self.game.pool.def(card.def).token;
            let state = &mut self.game.state;
            let ix = u16::try_from(state.cards.len()).unwrap_or(u16::MAX);
            state.stamp += 1;
            let since = if card.fresh { state.turn.number } else { 0 };
            let mut new = Card {
                orient: card.orient,
                base: layout.cell(card.cell).player,
                entered: state.stamp,
                placed: state.stamp,
                turn: since,
                arrived: since,
                ..Card::new(card.def, card.cell, card.owner)
            };
            new.set(Flag::FaceDown, card.face_down);
            new.set(Flag::Token, token);
            state.cards.push(new);
            state.lay(ix, |l| l.damage = card.damage);
            for (kind, count) in card.counters {
                state.set_counter(ix, kind, count);
            }
            hosted.extend(card.on.map(|(on, src)| (ix, on, src)));
            states.extend(card.states.into_iter().map(|(state, src)| (ix, state, src)));
            if from_top(&self.game, card.cell) {
                decks.push((card.cell, ix));
            } else {
                self.game.state.cells.add(card.cell, ix);
            }
        }
        for (cell, ix) in decks.into_iter().rev() {
            self.game.state.cells.add(cell, ix);
        }
        for (ix, on, src) in hosted {
            let host = self.host(ix, &on).map_err(|m| fail(src, m))?;
            self.game.state.lay(ix, |l| l.host = host);
        }
        let kernel = self.game.kernel();
        for (ix, state, src) in states {
            let card = self.game.state.now(ix);
            if !kernel.lay(&mut self.game, card, &state) {
                return Err(fail(src, format!("this card cannot be laid out `{state}`")));
            }
        }
        Ok(())
    }

    /// The card that another one is on: one of the same player if there is one, and the first of several.
    fn host(&self, ix: u16, on: &CardRef) -> Result<Ref, String> {
        let state = &self.game.state;
        let all = (0u16..).zip(&state.cards).filter(|(other, _)| *other != ix);
        let named: Vec<Ref> = all
            .map(|(other, _)| state.now(other))
            .filter(|other| is_card(&self.game, *other, on))
            .collect();
        let master = self.game.master(state.now(ix));
        let own = named.iter().find(|card| self.game.master(**card) == master);
        let host = own.or(named.first()).copied();
        host.ok_or_else(|| format!("there is no \"{}\" that a card could be on", on.name))
    }

    fn values(&mut self, given: &[GivenLine]) -> Result<(), Failure> {
        // A game from its very beginning sets its numbers itself.
        if !given.iter().any(|line| line.given == Given::Setup) {
            for (name, value) in self.game.kernel().vocab().unsaid() {
                if let Ok(attr) = player_attr(&self.game, name) {
                    for p in P::BOTH {
                        self.set(p, attr, value);
                    }
                }
            }
        }
        for line in given {
            match &line.given {
                Given::Value { player, name, value } => {
                    let attr = player_attr(&self.game, name).map_err(|m| fail(line.src, m))?;
                    let value = i32::try_from(*value).map_err(|_| fail(line.src, "the number is too large"))?;
                    self.set(seat(*player), attr, value);
                }
                Given::Purse { player, icons } => {
                    let tables = self.game.kernel().tables();
                    if let Some(player) = self.game.state.players.get_mut(seat(*player).ix()) {
                        purse::fill(tables, icons, &mut player.purse).map_err(|m| fail(line.src, m))?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn set(&mut self, p: P, attr: u8, value: i32) {
        let player = self.game.state.players.get_mut(p.ix());
        if let Some(slot) = player.and_then(|p| p.vals.get_mut(usize::from(attr))) {
            *slot = value;
        }
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
                if self.game.state.ask.is_none() {
                    break;
                }
                let number = super::answer::default(&self.game);
                if self.game.answer(crate::kernel::Answer::Pick(number)).is_err() {
                    break;
                }
            }
            // Nothing is under way yet, so the machine stops with a fault when the statements are done: that is the sign.
            let done = self.game.state.stack.is_empty() && matches!(self.game.state.over, Some(Outcome::Fault(..)));
            if !done {
                let who = player_word(me);
                return Err(fail(line.src, format!("what {who} does here does not come to an end")));
            }
            self.game.state.over = None;
            self.game.state.steps = 0;
        }
        Ok(())
    }
}
