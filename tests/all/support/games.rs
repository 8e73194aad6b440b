//! Whole games between the bundled decks of a game: they end by the rules, every state is sound, and what a player may not know makes no difference to
//! that player. `engine.rs` says which games: their editions and decks.
//!
//! `CARDWRIGHT_GAMES` says how many games are played (200 if it is not set).

use cardwright::compile;
use cardwright::exec::{AtomView, Choice, Game, Home, Replay, SaveError, Status, View, seal_save};
use cardwright::kernel::{Answer, AskKind, Atom, DefId, Illegal, Outcome, P};
use cardwright::play::{Contest, Table};
use cardwright::source::SourceFile;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The games of one set of rules.
pub(crate) struct Setup {
    /// The game.
    pub(crate) game: &'static str,
    /// The edition of its rules, if it has several.
    pub(crate) edition: Option<&'static str>,
    /// Its bundled decks.
    pub(crate) decks: &'static [&'static str],
    /// One game is played for so many that are asked for: games differ in length.
    pub(crate) share: u64,
    /// No game of two random players takes as many decisions.
    pub(crate) most_decisions: usize,
    /// The linked cards, once a test has asked for them.
    pub(crate) table: OnceLock<Table>,
}

impl Setup {
    fn table(&self) -> &Table {
        self.table.get_or_init(|| self.linked())
    }

    fn linked(&self) -> Table {
        let folder = format!("{}/cards/{}", env!("CARGO_MANIFEST_DIR"), self.game);
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .expect("the cards")
            .map(|e| e.expect("a file").path())
            .filter(|p| {
                let name = p.file_name().and_then(|n| n.to_str()).unwrap_or("");
                let cards = p.extension().is_some_and(|e| e == "card");
                cards && !name.contains("test") && name != "prelude.card"
            })
            .collect();
        names.sort();
        let files = names
            .iter()
            .map(|p| {
                let text = std::fs::read_to_string(p).expect("a card file");
                SourceFile::new(p.file_name().and_then(|n| n.to_str()).unwrap_or(""), text)
            })
            .collect();
        let compiled = compile::compile(files);
        assert_eq!(compiled.counts().0, 0, "{:?}", compiled.diagnostics);
        let table = match self.edition {
            Some(edition) => Table::of_edition(self.game, edition, &compiled.modules),
            None => Table::from_modules(self.game, &compiled.modules),
        };
        match table {
            Ok(table) => table,
            Err(error) => panic!("{error}"),
        }
    }

    fn games(&self, share: u64) -> u64 {
        let all = std::env::var("CARDWRIGHT_GAMES")
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(200u64);
        (all / share / self.share).max(1)
    }

    /// All pairs both ways round, and each deck against itself.
    fn decks(&self, seed: u64) -> [&'static str; 2] {
        let count = self.decks.len() as u64;
        [seed % count, seed / count % count].map(|deck| self.decks[deck as usize])
    }

    pub(crate) fn new_game(&self, seed: u64) -> Game {
        let [one, two] = self.decks(seed);
        self.table().new_game(one, two, seed).expect("legal decks")
    }

    /// Plays a game at random; `look` sees it at each decision before it is answered.
    fn play(&self, seed: u64, mut look: impl FnMut(&mut Game, &mut Dice)) -> Game {
        let mut game = self.new_game(seed);
        let mut dice = Dice(seed ^ 0x5EED);
        for _ in 0..self.most_decisions {
            match game.advance() {
                Status::Over(_) => return game,
                Status::Decide(_) => {
                    look(&mut game, &mut dice);
                    let pick = dice.below(game.answer_count());
                    game.answer(Answer::Pick(pick)).expect("a legal answer");
                }
            }
        }
        panic!("game {seed} does not end");
    }

    /// Plays a game at random and checks that its state is sound after every batch of events and at every decision.
    fn play_soundly(&self, seed: u64) -> Game {
        let mut game = self.new_game(seed);
        let mut dice = Dice(seed ^ 0x5EED);
        for _ in 0..self.most_decisions {
            let stamp = std::cell::Cell::new(game.state.stamp);
            let status = game.advance_until(&|game| {
                if game.state.stamp != stamp.get() {
                    stamp.set(game.state.stamp);
                    sound(game, seed);
                }
                false
            });
            sound(&game, seed);
            match status {
                None | Some(Status::Over(_)) => return game,
                Some(Status::Decide(_)) => {
                    let pick = dice.below(game.answer_count());
                    game.answer(Answer::Pick(pick)).expect("a legal answer");
                }
            }
        }
        panic!("game {seed} does not end");
    }

    fn recorded(&self, seed: u64) -> (Replay, Vec<u64>, Game) {
        let mut game = self.new_game(seed);
        let decks = self.decks(seed).map(|d| self.table().deck(d).expect("a deck").to_vec());
        let mut replay = Replay::new(&self.table().pool, decks, seed);
        let mut dice = Dice(seed);
        let mut hashes = Vec::new();
        game.advance();
        while game.state.over.is_none() {
            let mut answer = Answer::Pick(dice.below(game.answer_count()));
            if dice.below(2000) == 0 {
                answer = Answer::Concede(P(dice.below(2) as u8));
            }
            game.answer(answer).expect("a legal answer");
            game.advance();
            replay.note(answer, &game);
            if game.state.decisions.is_multiple_of(32) {
                hashes.push(game.state.exact_hash());
            }
        }
        (replay, hashes, game)
    }
}

/// `SplitMix64`: a random player that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u32) -> u32 {
        (self.next() % u64::from(n.max(1))) as u32
    }
}

fn sound(game: &Game, seed: u64) {
    if let Err(message) = game.check_invariants() {
        panic!(
            "game {seed}, decision {}, turn {}: {message}\nrunning: {:?}",
            game.state.decisions,
            game.state.turn.number,
            game.state
                .runs
                .last()
                .map(|r| game.pool.ability(r.ability).label.clone())
        );
    }
}

/// The state in one string of bytes: nothing is left out but the derived.
fn bytes(game: &Game) -> Vec<u8> {
    game.save()
}

pub(crate) fn soak(setup: &Setup) {
    let outcomes: Vec<(u64, Outcome)> = (0..setup.games(1))
        .into_par_iter()
        .map(|seed| {
            let game = setup.play_soundly(seed);
            (seed, game.state.over.expect("an end"))
        })
        .collect();
    let faults: Vec<&(u64, Outcome)> = outcomes
        .iter()
        .filter(|(_, o)| matches!(o, Outcome::Fault(..)))
        .collect();
    assert!(faults.is_empty(), "{faults:?}");
    let wins = |p| outcomes.iter().filter(|(_, o)| *o == Outcome::Win(p)).count();
    // A random game is no walkover for either seat; a rule that only one of them obeys would show here.
    if outcomes.len() >= 100 {
        assert!(wins(P::ONE) * 5 > outcomes.len(), "{} wins of the first", wins(P::ONE));
        assert!(wins(P::TWO) * 5 > outcomes.len(), "{} wins of the second", wins(P::TWO));
    }
}

pub(crate) fn copies_and_saves_go_on_alike(setup: &Setup) {
    (0..setup.games(25)).into_par_iter().for_each(|seed| {
        // Each decision is answered three times: in the game, in a copy, and in a game that was saved and loaded.
        let mut fork: Option<(Game, Game)> = None;
        setup.play(seed, |game, dice| {
            if let Some((mut copy, mut loaded)) = fork.take() {
                copy.advance();
                loaded.advance();
                let now = bytes(game);
                assert_eq!(bytes(&copy), now, "game {seed}: a copy went another way");
                assert_eq!(bytes(&loaded), now, "game {seed}: a loaded game went another way");
            }
            let mut copy = game.clone();
            let mut loaded = Game::load(Arc::clone(&game.pool), &game.save()).expect("its own save");
            for p in P::BOTH {
                assert_eq!(
                    loaded.view(p),
                    game.view(p),
                    "game {seed}: a loaded game looks different"
                );
            }
            // The answer that the player is about to give.
            let pick = Dice(dice.0).below(game.answer_count());
            copy.answer(Answer::Pick(pick)).expect("a legal answer");
            loaded.answer(Answer::Pick(pick)).expect("a legal answer");
            fork = Some((copy, loaded));
        });
    });
}

/// What lies in each deck that is apart from the others, and in all other places of a player together.
fn cards_by_home(game: &Game) -> BTreeMap<Home, BTreeMap<DefId, usize>> {
    let mut homes: BTreeMap<Home, BTreeMap<DefId, usize>> = BTreeMap::new();
    for ix in 0..game.state.cards.len() as u16 {
        let deck = homes.entry(game.home(ix)).or_default();
        *deck.entry(game.state.card(ix).def).or_default() += 1;
    }
    homes
}

pub(crate) fn hidden_cards_make_no_difference(setup: &Setup) {
    let swaps: usize = (0..setup.games(5))
        .into_par_iter()
        .map(|seed| {
            let mut swaps = 0;
            let mut before = View::default();
            setup.play(seed, |game, _| {
                let mut dice = Dice(seed << 32 | u64::from(game.state.decisions));
                for viewer in P::BOTH {
                    game.view_into(viewer, &mut before);
                    let hidden = game.hidden_from(viewer);
                    for owner in P::BOTH {
                        let own = hidden.iter().copied();
                        let mine: Vec<u16> = own.filter(|ix| game.state.card(*ix).owner == owner).collect();
                        if mine.len() < 2 {
                            continue;
                        }
                        let a = mine[dice.below(mine.len() as u32) as usize];
                        let b = mine[dice.below(mine.len() as u32) as usize];
                        let mut other = game.clone();
                        assert!(other.swap_hidden(a, b));
                        assert_eq!(
                            other.view(viewer),
                            before,
                            "game {seed}: {viewer:?} can tell {a} from {b}"
                        );
                        swaps += 1;
                    }
                    let mut other = game.clone();
                    other.determinize(viewer, dice.next());
                    assert_eq!(
                        other.view(viewer),
                        before,
                        "game {seed}: {viewer:?} notices the new deal"
                    );
                    assert_eq!(
                        cards_by_home(&other),
                        cards_by_home(game),
                        "game {seed}: a new deal mixes decks"
                    );
                    assert!(
                        other.state.marks.iter().all(|mark| mark.rng == other.state.rng),
                        "game {seed}: a new deal keeps chances to come"
                    );
                    sound(&other, seed);
                }
            });
            swaps
        })
        .sum();
    assert!(swaps > 100, "only {swaps} swaps");
}

/// Questions are made from what their player may know: if two cards that stayed hidden from the asked player had changed places before the last
/// answer, the same answer would have led to the same view and the same question.
pub(crate) fn questions_tell_nothing_hidden(setup: &Setup) {
    let compared: usize = (0..setup.games(5))
        .into_par_iter()
        .map(|seed| {
            let mut compared = 0;
            let mut last: Option<(Game, u32)> = None;
            setup.play(seed, |game, dice| {
                let viewer = game.state.ask.expect("a decision").who;
                let pick = Dice(dice.0).below(game.answer_count());
                let Some((before, answer)) = last.replace((game.clone(), pick)) else {
                    return;
                };
                if before.state.ask.is_none_or(|a| a.who != viewer) || before.state.rng != game.state.rng {
                    return;
                }
                // Who searches a pile sees what lies in it: there the cards make a difference, as they should.
                let searching = |view: &View| {
                    let sought = |c: &Choice| matches!(c.atom, AtomView::Card(handle) if handle.index.is_none());
                    view.choices.iter().any(sought)
                };
                if searching(&game.view(viewer)) {
                    return;
                }
                // Cards that were hidden before and after, and did not move between.
                let after = game.hidden_from(viewer);
                let mut own = Dice(seed << 32 | u64::from(game.state.decisions));
                for owner in P::BOTH {
                    let still: Vec<u16> = before
                        .hidden_from(viewer)
                        .into_iter()
                        .filter(|ix| after.contains(ix) && before.state.card(*ix).owner == owner)
                        .filter(|ix| before.state.now(*ix) == game.state.now(*ix))
                        .collect();
                    if still.len() < 2 {
                        continue;
                    }
                    let a = still[own.below(still.len() as u32) as usize];
                    let b = still[own.below(still.len() as u32) as usize];
                    let mut other = before.clone();
                    other.swap_hidden(a, b);
                    other.answer(Answer::Pick(answer)).expect("a legal answer");
                    // The other player may have been asked in between because of a card in the own hand.
                    if other.advance() == Status::Decide(viewer) && !searching(&other.view(viewer)) {
                        assert_eq!(
                            other.view(viewer),
                            game.view(viewer),
                            "game {seed}: {a} and {b} make a difference"
                        );
                        compared += 1;
                    }
                }
            });
            compared
        })
        .sum();
    assert!(compared > 50, "only {compared} questions compared");
}

/// A view knows no card that the state says is hidden, and tells the other player nothing of the answers.
pub(crate) fn views_show_what_is_seen(setup: &Setup) {
    (0..setup.games(20)).into_par_iter().for_each(|seed| {
        setup.play(seed, |game, _| {
            for viewer in P::BOTH {
                assert!(!game.state.dirty, "game {seed}: a view of what is not computed yet");
                let view = game.view(viewer);
                let known = view.cards().iter().filter(|c| c.def.is_some()).count();
                let seen = (0..game.state.cards.len() as u16)
                    .filter(|ix| game.seen_by(game.state.now(*ix)) >> viewer.0 & 1 == 1)
                    .count();
                assert_eq!(known, seen);
                assert_eq!(view.cards().len(), game.state.cards.len());
                let ask = view.ask.expect("a decision");
                if ask.who == viewer {
                    let answers = if ask.range.is_some() { 0 } else { game.answer_count() };
                    assert_eq!(view.choices.len(), answers as usize);
                } else {
                    assert!(view.choices.is_empty() && ask.picks.is_none() && ask.range.is_none());
                }
                // Each answer is there once.
                let mut numbers: Vec<_> = view.choices.iter().map(|c| format!("{:?}", c.answer())).collect();
                numbers.sort();
                numbers.dedup();
                assert_eq!(numbers.len(), view.choices.len());
            }
        });
    });
}

/// A deal with new hidden cards can be played to its end.
pub(crate) fn new_deals_are_games(setup: &Setup) {
    (0..setup.games(10)).into_par_iter().for_each(|seed| {
        let at = 20 + seed % 150;
        let mut kept = None;
        setup.play(seed, |game, _| {
            if u64::from(game.state.decisions) == at {
                kept = Some(game.clone());
            }
        });
        let Some(mut game) = kept else { return };
        let viewer = game.state.ask.map_or(P::ONE, |a| a.who);
        game.determinize(viewer, seed);
        let mut dice = Dice(seed);
        while let Status::Decide(_) = game.advance() {
            sound(&game, seed);
            let pick = dice.below(game.answer_count());
            game.answer(Answer::Pick(pick)).expect("a legal answer");
        }
        assert!(
            !matches!(game.state.over, Some(Outcome::Fault(..)) | None),
            "{:?}",
            game.state.over
        );
    });
}

/// A passive game comes to where passing by hand leads, though it does not list what could be done on the way.
pub(crate) fn passive_games_pass(setup: &Setup) {
    let spared = AtomicUsize::new(0);
    (0..setup.games(10)).into_par_iter().for_each(|seed| {
        setup.play(seed, |game, dice| {
            if dice.below(4) > 0 {
                return;
            }
            let answer = Answer::Pick(Dice(dice.0).below(game.answer_count()));
            let (mut passive, mut asked) = (game.clone(), game.clone());
            passive.passive = true;
            for game in [&mut passive, &mut asked] {
                game.answer(answer).expect("a legal answer");
            }
            for _ in 0..20 {
                // Some chances are cheap to list, and are asked for all the same.
                let asked_for = pass_on(&mut passive);
                let all = pass_on(&mut asked);
                spared.fetch_add(
                    all.checked_sub(asked_for).expect("no more questions"),
                    Ordering::Relaxed,
                );
                assert_eq!(passive.state.over, asked.state.over, "game {seed}: another end");
                let Some(ask) = passive.state.ask else { break };
                assert_eq!(Some(ask), asked.state.ask, "game {seed}: another question");
                assert_eq!(passive.state.atoms, asked.state.atoms, "game {seed}: other answers");
                let [one, other] = [&passive, &asked].map(|game| game.state.rules_hash(0, game.state.cards_hash()));
                assert_eq!(one, other, "game {seed}: another position at {ask:?}");
                let answer = Answer::Pick(dice.below(passive.answer_count()));
                for game in [&mut passive, &mut asked] {
                    game.answer(answer).expect("a legal answer");
                }
            }
        });
    });
    assert!(spared.into_inner() > 0, "nothing was ever passed unasked");
}

/// Passes every chance to act that may be passed while something is half done; how many there were.
fn pass_on(game: &mut Game) -> usize {
    let mut passed = 0;
    while let Status::Decide(_) = game.advance() {
        let window = matches!(game.state.ask, Some(ask) if matches!(ask.kind, AskKind::Act(_)));
        let pass = game.state.atoms.iter().position(|atom| *atom == Atom::Pass);
        match pass {
            Some(pass) if window && !game.is_settled() => {
                game.answer(Answer::Pick(pass as u32)).expect("a legal answer");
                passed += 1;
            }
            _ => break,
        }
    }
    passed
}

pub(crate) fn replays_are_exact(setup: &Setup) {
    (0..setup.games(10)).into_par_iter().for_each(|seed| {
        let (replay, hashes, game) = setup.recorded(seed);
        let text = serde_json::to_string(&replay).expect("plain data");
        let read: Replay = serde_json::from_str(&text).expect("the same data");
        let again = read.play(&setup.table().pool).expect("the same game");
        assert_eq!(again.state.exact_hash(), game.state.exact_hash());
        assert_eq!(bytes(&again), bytes(&game));
        assert_eq!(
            read.replay(&setup.table().pool).expect("the same game"),
            game.state.exact_hash()
        );
        let (same, hashes_again, _) = setup.recorded(seed);
        assert_eq!((same, hashes_again), (replay, hashes));
    });
}

pub(crate) fn illegal_answers_change_nothing(setup: &Setup) {
    (0..setup.games(50)).into_par_iter().for_each(|seed| {
        setup.play(seed, |game, dice| {
            let before = bytes(game);
            let hash = game.state.exact_hash();
            let count = game.answer_count();
            for wrong in [count, count + 1, u32::MAX, count.saturating_add(dice.below(1 << 30))] {
                let refused = game.answer(Answer::Pick(wrong));
                assert_eq!(refused, Err(Illegal::NoSuchAtom(count)));
            }
            assert_eq!(game.state.exact_hash(), hash);
            assert_eq!(bytes(game), before);
        });
    });
    let mut over = setup.play(1, |_, _| {});
    let before = bytes(&over);
    assert_eq!(over.answer(Answer::Pick(0)), Err(Illegal::NotAsking));
    assert_eq!(bytes(&over), before);
}

/// Who reads the log as it comes and forgets what was read has read the same in the end as who keeps all of it: nothing that was taken back.
pub(crate) fn a_log_can_be_read_as_it_comes(setup: &Setup) {
    (0..setup.games(2)).into_par_iter().for_each(|seed| {
        let [one, two] = setup.decks(seed);
        let start = || Contest::with_log(setup.table(), one, two, seed).expect("decks of the table");
        let (mut whole, mut streamed, mut read) = (start(), start(), Vec::new());
        let mut dice = Dice(seed);
        while let Status::Decide(_) = whole.status() {
            streamed.read_log(|ev| read.push(*ev));
            let pick = Answer::Pick(dice.below(whole.game().answer_count()));
            whole.answer(pick).expect("a legal answer");
            streamed.answer(pick).expect("a legal answer");
        }
        streamed.read_log(|ev| read.push(*ev));
        assert!(read == whole.game().log.events, "game {seed}: other records");
    });
}

/// Where two games differ first, with the lines around it.
fn first_difference(one: &Game, other: &Game) -> String {
    let same_log = one.log.events == other.log.events;
    let [one, other] = [one, other].map(|game| {
        if same_log {
            format!("{:#?}", game.state)
        } else {
            let records: Vec<String> = game.log.events.iter().map(|ev| format!("{ev:?}")).collect();
            records.join("\n")
        }
    });
    let same = one.lines().zip(other.lines()).take_while(|(a, b)| a == b);
    let at = same.count();
    let around = |text: &str| -> String {
        let lines: Vec<&str> = text.lines().skip(at.saturating_sub(12)).take(14).collect();
        lines.join("\n")
    };
    format!(
        "another game from line {at} on:\n{}\ninstead of\n{}",
        around(&one),
        around(&other)
    )
}

/// Rounds of a repeated loop that are only written down leave the same state and the same log as rounds that are played.
pub(crate) fn repeated_rounds_are_as_if_played(setup: &Setup) {
    let written: usize = (0..setup.games(10))
        .into_par_iter()
        .map(|seed| {
            let start = || {
                let mut game = setup.new_game(seed);
                game.log.on = true;
                game
            };
            let (mut game, mut every) = (start(), start());
            every.plays_every_lap = true;
            let (mut dice, mut loops) = (Dice(seed), 0);
            while let Status::Decide(_) = game.advance() {
                every.advance();
                loops += usize::from(game.state.ask.is_some_and(|ask| ask.kind == AskKind::Repeat));
                let same = game.log.events == every.log.events && bytes(&game) == bytes(&every);
                assert!(same, "game {seed}: {}", first_difference(&game, &every));
                let pick = Answer::Pick(dice.below(game.answer_count()));
                game.answer(pick).expect("a legal answer");
                every.answer(pick).expect("a legal answer");
            }
            loops
        })
        .sum();
    // Where nobody was asked how often, nothing was compared. In one game what changes nothing may not be done again.
    let asks = setup.game != "evolve";
    assert!(!asks || written > 0 || setup.games(10) < 20, "no loop came up");
}

/// How a game is played besides the rules is kept in its save.
pub(crate) fn saves_keep_settings(setup: &Setup) {
    for (polite, passive) in [(true, false), (false, true)] {
        let mut game = setup.new_game(1);
        (game.polite, game.passive) = (polite, passive);
        let loaded = Game::load(Arc::clone(&game.pool), &game.save()).expect("its own save");
        assert_eq!((loaded.polite, loaded.passive), (polite, passive));
    }
}

pub(crate) fn broken_saves_are_refused(setup: &Setup) {
    let mut saves = Vec::new();
    setup.play(3, |game, _| {
        if game.state.decisions % 40 == 7 {
            saves.push(game.save());
        }
    });
    let good = saves.pop().expect("a save");
    let load = |bytes: &[u8]| Game::load(Arc::clone(&setup.table().pool), bytes);
    assert!(load(&good).is_ok());
    assert_eq!(load(&[]).err(), Some(SaveError::NotASave));
    assert_eq!(load(b"not a save at all").err(), Some(SaveError::NotASave));
    assert_eq!(load(&vec![0; 64 << 20]).err(), Some(SaveError::TooLarge(64 << 20)));
    let mut other = good.clone();
    other[4] = 99;
    assert_eq!(load(&other).err(), Some(SaveError::Format(99)));
    for end in 0..good.len() {
        assert!(load(&good[..end]).is_err(), "a save without its end");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert_eq!(load(&longer).err(), Some(SaveError::Broken));
    for at in 0..good.len() {
        let mut changed = good.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(load(&changed).is_err(), "byte {at} of a save was changed");
    }
    saves.push(good);
    // Whatever a forged save loads as can be played on without harm.
    (0..setup.games(1) * 20).into_par_iter().for_each(|seed| {
        let mut dice = Dice(seed);
        let mut bytes = saves[dice.below(saves.len() as u32) as usize].clone();
        for _ in 0..=dice.below(3) {
            let at = dice.below(bytes.len() as u32) as usize;
            bytes[at] = if dice.below(2) == 0 {
                dice.next() as u8
            } else {
                bytes[at] ^ (1 << dice.below(8))
            };
        }
        seal_save(&mut bytes);
        if let Ok(mut game) = load(&bytes) {
            for _ in 0..50 {
                let Status::Decide(p) = game.advance() else { break };
                let _ = game.view(p);
                let pick = dice.below(game.answer_count());
                game.answer(Answer::Pick(pick)).expect("a legal answer");
            }
        }
    });
}
