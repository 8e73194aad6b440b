//! Players that are programs: they know what their seat shows and nothing else, their seed says what they do, and the better of two wins.

use cardwright::compile;
use cardwright::exec::{AtomView, Game, Status, View, WON};
use cardwright::games;
use cardwright::kernel::{Answer, Outcome, P};
use cardwright::play::{self, Contest, Table};
use cardwright::players::{self, Player, PlayerError, Seat};
use rayon::prelude::*;
use std::sync::LazyLock;

/// Every game that comes with decks, in every edition.
static TABLES: LazyLock<Vec<(String, Table)>> = LazyLock::new(|| {
    let mut names: Vec<&str> = games::GAMES.iter().map(|game| game.name).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|game| games::kernel(game, None).is_some());
    names.par_iter().flat_map_iter(|game| tables(game)).collect()
});

fn tables(game: &str) -> Vec<(String, Table)> {
    let compiled = compile::compile(play::bundled(game));
    assert_eq!(compiled.counts().0, 0, "{:?}", compiled.diagnostics);
    let mut editions: Vec<Option<&str>> = compiled.modules.iter().flat_map(|m| m.played_by()).collect();
    editions.sort_unstable();
    editions.dedup();
    let tables = editions.into_iter().map(|edition| {
        let table = match edition {
            Some(edition) => Table::of_edition(game, edition, &compiled.modules),
            None => Table::from_modules(game, &compiled.modules),
        };
        let table = table.unwrap_or_else(|error| panic!("{error}"));
        (format!("{game} {}", edition.unwrap_or("")), table)
    });
    tables.collect()
}

fn contest(table: &Table, seed: u64) -> Contest {
    let decks: Vec<&str> = table.decks().filter(|d| table.deck(d).is_ok()).collect();
    let at = |n: u64| decks[usize::try_from(n).expect("a number") % decks.len()];
    Contest::new(table, at(seed), at(seed / 2 + 1), seed).expect("legal decks")
}

fn player(name: &str, seed: u64) -> Box<dyn Player> {
    players::by_name(name, seed).expect("a player")
}

/// How many of so many pairs of games, the seats changed in the second of each, the first player wins; a draw is half a win. In halves.
fn duel(table: &Table, one: &str, two: &str, pairs: u64) -> u64 {
    let wins = (0..pairs * 2).into_par_iter().map(|n| {
        let (seed, swapped) = (n / 2, n % 2 == 1);
        let mut game = contest(table, seed);
        let names = if swapped { [two, one] } else { [one, two] };
        let mut seats = [player(names[0], seed * 2), player(names[1], seed * 2 + 1)];
        let mine = if swapped { P::TWO } else { P::ONE };
        match players::play(&mut game, &mut seats).expect("legal answers") {
            Outcome::Win(p) if p == mine => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw => 1,
            Outcome::Fault(..) => panic!("{}", game.game().fault_words().unwrap_or_default()),
        }
    });
    wins.sum()
}

fn wins_three_of_four(name: &str, table: &Table, one: &str, two: &str, pairs: u64) {
    let won = duel(table, one, two, pairs);
    assert!(
        won * 4 >= pairs * 4 * 3,
        "{name}: {one} has won {won} halves of {} games",
        pairs * 2
    );
}

#[test]
fn greedy_beats_random_and_its_opposite_loses() {
    TABLES.par_iter().for_each(|(name, table)| {
        let pairs = 4;
        wins_three_of_four(name, table, "greedy", "random", pairs);
        // The negative control: whoever wants the opposite loses against the one who wants it.
        let won = duel(table, "inverse", "greedy", pairs);
        assert!(
            won * 4 <= pairs * 4,
            "{name}: inverse has won {won} halves of {} games",
            pairs * 2
        );
    });
}

/// In all games it takes minutes: `benches/README.md` has the tables. Here is the one where few games show it.
#[test]
fn search_beats_greedy() {
    let (name, table) = TABLES
        .iter()
        .find(|(name, _)| name.starts_with("weiss"))
        .expect("Weiß Schwarz");
    wins_three_of_four(name, table, "search", "greedy", 3);
}

/// Plays a game at random; `look` sees every `nth` decision before it is answered.
fn watch(table: &Table, seed: u64, nth: u32, mut look: impl FnMut(&Game, P)) {
    let mut contest = contest(table, seed);
    let mut random = player("random", seed);
    while let Status::Decide(who) = contest.status() {
        if contest.game().state.decisions.is_multiple_of(nth) {
            look(contest.game(), who);
        }
        let answer = random.decide(&Seat::new(contest.game(), who));
        contest.answer(answer).expect("a legal answer");
    }
}

/// An answer as the player sees it: its number may tell where a card lies.
fn seen(view: &View, answer: Answer) -> (Answer, Option<AtomView>) {
    let choice = view.choices.iter().find(|c| c.answer() == answer);
    let atom = choice.map(|c| c.atom);
    (if atom.is_some() { Answer::Pick(0) } else { answer }, atom)
}

#[test]
fn players_decide_by_what_they_see() {
    let compared: usize = TABLES
        .par_iter()
        .map(|(name, table)| {
            let mut compared = 0;
            watch(table, 5, 13, |game, who| {
                // Hidden cards of each deck change places: it looks the same from the seat.
                let mut other = game.clone();
                let mut hidden = game.hidden_from(who);
                hidden.sort_by_key(|ix| game.home(*ix));
                for deck in hidden.chunk_by(|a, b| game.home(*a) == game.home(*b)) {
                    for pair in deck.chunks_exact(2) {
                        assert!(other.swap_hidden(pair[0], pair[1]));
                    }
                }
                let view = game.view(who);
                assert_eq!(other.view(who), view);
                for kind in ["random", "greedy", "inverse", "search:nodes=20"] {
                    let first = player(kind, 9).decide(&Seat::new(game, who));
                    let second = player(kind, 9).decide(&Seat::new(&other, who));
                    let turn = game.state.turn.number;
                    assert_eq!(
                        seen(&view, first),
                        seen(&other.view(who), second),
                        "{name}, turn {turn}: {kind} peeks"
                    );
                    compared += 1;
                }
            });
            compared
        })
        .sum();
    assert!(compared > 100, "only {compared} decisions");
}

#[test]
fn the_seed_says_what_a_player_does() {
    let (name, table) = &TABLES[0];
    let replay = |names: [&str; 2], seed: u64| {
        let mut game = contest(table, 3);
        let mut seats = [player(names[0], seed), player(names[1], seed + 1)];
        players::play(&mut game, &mut seats).expect("legal answers");
        format!("{:?}", game.replay())
    };
    for names in [["random", "greedy"], ["search:nodes=3", "random"]] {
        assert!(replay(names, 1) == replay(names, 1), "{name}: {names:?}");
        assert!(replay(names, 1) != replay(names, 2), "{name}: {names:?}");
    }
}

#[test]
fn scores_of_the_players_are_opposite() {
    for (name, table) in TABLES.iter() {
        watch(table, 2, 3, |game, who| {
            let score = game.score(who);
            assert_eq!(score, -game.score(who.other()), "{name}");
            assert!(score.abs() < WON, "{name}");
        });
        let mut over = contest(table, 1);
        over.answer(Answer::Concede(P::ONE)).expect("anybody may concede");
        assert_eq!(
            (over.game().score(P::ONE), over.game().score(P::TWO)),
            (-WON, WON),
            "{name}"
        );
    }
}

#[test]
fn players_are_known_by_their_names() {
    for name in ["random", "greedy", "inverse", "search:nodes=7", "search:ms=20"] {
        assert_eq!(player(name, 1).name(), name);
    }
    assert!(player("search", 1).name().starts_with("search:nodes="));
    let error = |name: &str| players::by_name(name, 1).err().map(|e: PlayerError| e.to_string());
    let names = error("wizard").expect("no player");
    assert!(players::NAMES.iter().all(|name| names.contains(name)), "{names}");
    assert_eq!(
        error("greedy:nodes=3").as_deref(),
        Some("`greedy` takes no settings; write `greedy` alone")
    );
    for wrong in [
        "search:nodes=0",
        "search:nodes=many",
        "search:ms",
        "search:ms=99999999999",
        "search:ms=-1",
    ] {
        let message = error(wrong).expect("no number");
        assert!(message.contains("write a whole number from 1 to"), "{wrong}: {message}");
    }
    assert!(
        error("search:depth=3")
            .expect("no setting")
            .contains("no setting `depth=3`")
    );
}

#[test]
fn a_time_budget_is_kept() {
    let (_, table) = &TABLES[0];
    let game = contest(table, 1);
    let Status::Decide(who) = game.status() else {
        panic!("a decision");
    };
    let begun = std::time::Instant::now();
    player("search:ms=30", 1).decide(&Seat::new(game.game(), who));
    // Machines that do much else are slow: only what never ends is wrong.
    assert!(begun.elapsed() < std::time::Duration::from_secs(20));
}
