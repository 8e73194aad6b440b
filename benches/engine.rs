//! Speed of whole games: two bundled decks, uniformly random legal answers, one core; the cost of copies, saves and new deals; how it grows.
//!
//! Run with `cargo bench --bench engine`. `CARDWRIGHT_WEISS_SIM=<python with weiss-sim>` adds the ratio to that simulator on the same machine.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark may fail loudly"
)]
#![expect(clippy::print_stdout, reason = "a benchmark reports on standard output")]
#![expect(clippy::float_arithmetic, reason = "rates and ratios are for people")]
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "counts here are far below 2^52"
)]

use cardwright::compile;
use cardwright::exec::{Game, Status, View};
use cardwright::kernel::{Answer, AttrId, Outcome, P, State, Until};
use cardwright::play::Table;
use cardwright::source::SourceFile;
use std::hint::black_box;
use std::mem::size_of;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many states from the middle of games are kept.
const STORED: usize = 200;

/// The bundled decks of a game.
struct Bundle {
    game: &'static str,
    /// The edition of its rules, if it has several.
    edition: Option<&'static str>,
    decks: [&'static str; 2],
    /// The number of cards that effects change in the rows about growth.
    attr: &'static str,
    /// How many games are played for one that is asked for: games differ in length.
    share: u64,
}

const BUNDLES: [Bundle; 5] = [
    Bundle {
        game: "weiss",
        edition: None,
        decks: ["Lamplighters", "Deep Water"],
        attr: "power",
        share: 1,
    },
    Bundle {
        game: "fow",
        edition: None,
        decks: ["Steam over the Floes", "Noon to Midnight"],
        attr: "ATK",
        share: 4,
    },
    Bundle {
        game: "vanguard",
        edition: Some("g"),
        decks: ["The Comet Turns", "The Long Road Burns"],
        attr: "power",
        share: 2,
    },
    Bundle {
        game: "vanguard",
        edition: Some("1.10"),
        decks: ["Embers of the Long Road", "Night at the Drowned House"],
        attr: "power",
        share: 2,
    },
    Bundle {
        game: "evolve",
        edition: None,
        decks: ["Fired Twice", "What the Cellar Is Owed"],
        attr: "attack",
        share: 1,
    },
];

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

/// Every file of the bundled cards but the tests.
fn table(bundle: &Bundle) -> Table {
    let game = bundle.game;
    let folder = format!("{}/cards/{game}", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the cards")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
            let cards = path.extension().is_some_and(|e| e == "card");
            cards && !name.contains("test") && name != "prelude.card"
        })
        .collect();
    paths.sort();
    let files = paths.iter().map(|path| {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        SourceFile::new(name, std::fs::read_to_string(path).expect("a card file"))
    });
    let modules = compile::compile(files.collect()).modules;
    let table = match bundle.edition {
        Some(edition) => Table::of_edition(game, edition, &modules),
        None => Table::from_modules(game, &modules),
    };
    table.expect("the bundled cards can be played")
}

#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    games: u64,
    decisions: u64,
    answers: u64,
    turns: u64,
    void: u64,
    time: Duration,
}

/// Which views are computed at each decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Views {
    None,
    Asked,
    Both,
}

fn run(table: &Table, decks: [&str; 2], games: u64, views: Views, log: bool) -> Tally {
    let mut tally = Tally::default();
    let mut view = View::default();
    let start = Instant::now();
    for seed in 0..games {
        let mut dice = Dice(seed);
        let mut game = table.new_game(decks[0], decks[1], seed).expect("legal decks");
        game.log.on = log;
        let outcome = loop {
            match game.advance() {
                Status::Over(outcome) => break outcome,
                Status::Decide(p) => {
                    let count = game.answer_count();
                    tally.answers += u64::from(count);
                    tally.decisions += 1;
                    let number = dice.below(count);
                    let answer = if views == Views::None {
                        Answer::Pick(number)
                    } else {
                        if views == Views::Both {
                            game.view_into(p.other(), &mut view);
                            black_box(&view);
                        }
                        game.view_into(p, &mut view);
                        let choice = view.choices.get(number as usize);
                        choice.map_or(Answer::Pick(number), |c| c.answer())
                    };
                    game.answer(answer).expect("a legal answer");
                }
            }
        };
        tally.games += 1;
        tally.turns += u64::from(game.state.turn.number);
        tally.void += u64::from(matches!(outcome, Outcome::Fault(..)));
    }
    tally.time = start.elapsed();
    tally
}

fn line(name: &str, t: Tally) -> (f64, f64) {
    let seconds = t.time.as_secs_f64();
    let (decisions, games) = (t.decisions as f64 / seconds, t.games as f64 / seconds);
    println!(
        "{name:<34} {decisions:>10.0} decisions/s {games:>7.0} games/s {:>6.2} µs a decision",
        seconds * 1e6 / t.decisions as f64
    );
    (decisions, games)
}

/// The median of three runs.
fn best(table: &Table, decks: [&str; 2], games: u64, views: Views, log: bool) -> Tally {
    let mut runs: Vec<Tally> = (0..3).map(|_| run(table, decks, games, views, log)).collect();
    runs.sort_by_key(|t| t.time);
    runs[1]
}

/// States from the middle of games, at decisions.
fn stored(table: &Table, decks: [&str; 2]) -> Vec<Game> {
    let mut out = Vec::new();
    for seed in 0.. {
        let mut dice = Dice(seed);
        let mut game = table.new_game(decks[0], decks[1], seed).expect("legal decks");
        let at = 40 + dice.below(120);
        while let Status::Decide(_) = game.advance() {
            if game.state.decisions == at {
                out.push(game.clone());
                break;
            }
            let pick = dice.below(game.answer_count());
            game.answer(Answer::Pick(pick)).expect("a legal answer");
        }
        if out.len() == STORED || seed > 20_000 {
            break;
        }
    }
    out
}

/// Nanoseconds a call over all states, the median of seven rounds.
fn cost(games: &mut [Game], rounds: u32, mut call: impl FnMut(&mut Game)) -> f64 {
    let mut times: Vec<f64> = (0..7)
        .map(|_| {
            let start = Instant::now();
            for game in games.iter_mut() {
                for _ in 0..rounds {
                    call(game);
                }
            }
            start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds) / games.len().max(1) as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[3]
}

fn micro(name: &str, nanos: f64) {
    println!("{name:<34} {:>10.2} µs", nanos / 1e3);
}

fn bytes(state: &State) -> usize {
    macro_rules! lists {
        ($($field:ident),*) => { 0 $( + vec_bytes(&state.$field) )* };
    }
    size_of::<State>()
        + state.cards.len() * 2
        + state.cells.count() * 2
        + lists!(
            cards, effects, standby, delayed, uses, past, lki, stack, runs, slots, words, batch, bodies, moved, atoms,
            picked, picks, visited, answers, replay, banned, chars, chars_of, granted, rules
        )
}

fn vec_bytes<T>(v: &Vec<T>) -> usize {
    v.capacity() * size_of::<T>()
}

fn copies(table: &Table, games: &mut [Game]) {
    println!("\n{} states from the middle of games", games.len());
    let sizes: Vec<usize> = games.iter().map(|g| bytes(&g.state)).collect();
    println!(
        "{:<34} {:>10} bytes on average, {} at most",
        "a state",
        sizes.iter().sum::<usize>() / sizes.len().max(1),
        sizes.iter().max().copied().unwrap_or(0)
    );
    let mut pooled = games[0].clone();
    micro(
        "clone of the state",
        cost(games, 50, |g| drop(black_box(g.state.clone()))),
    );
    micro(
        "clone_from into a used state",
        cost(games, 50, |g| pooled.state.clone_from(black_box(&g.state))),
    );
    let mut view = View::default();
    micro(
        "view of the asked player",
        cost(games, 50, |g| {
            let p = g.state.ask.map_or(P::ONE, |a| a.who);
            g.view_into(p, &mut view);
            black_box(&view);
        }),
    );
    micro(
        "exact hash",
        cost(games, 20, |g| {
            black_box(g.state.exact_hash());
        }),
    );
    let saves: Vec<Vec<u8>> = games.iter().map(|g| g.save()).collect();
    let mean = saves.iter().map(Vec::len).sum::<usize>() / saves.len().max(1);
    micro(
        &format!("save ({mean} bytes)"),
        cost(games, 5, |g| drop(black_box(g.save()))),
    );
    let mut n = 0;
    micro(
        "load",
        cost(games, 5, |_| {
            n = (n + 1) % saves.len();
            drop(black_box(Game::load(Arc::clone(&table.pool), &saves[n])));
        }),
    );
    let mut seed = 0;
    micro(
        "determinize",
        cost(games, 5, |g| {
            seed += 1;
            g.determinize(P::ONE, seed);
        }),
    );
}

fn growth(table: &Table, attr: &str, games: &[Game]) {
    println!("\ncomputing the information of all cards anew");
    let again = |g: &mut Game| {
        g.state.dirty = true;
        g.settle();
    };
    for cards in [2, 6, 10] {
        let mut some: Vec<Game> = games.iter().filter(|g| g.board().len() == cards).cloned().collect();
        if !some.is_empty() {
            micro(
                &format!("{cards} cards on the board, {} states", some.len()),
                cost(&mut some, 50, again),
            );
        }
    }
    let mut some: Vec<Game> = games
        .iter()
        .filter(|g| (5..=8).contains(&g.board().len()))
        .cloned()
        .collect();
    let power = table
        .pool
        .kernel
        .tables()
        .attrs
        .iter()
        .position(|a| *a == attr)
        .unwrap_or(0);
    let mut before = 0;
    for effects in [0, 4, 8, 16] {
        for game in &mut some {
            let board = game.board();
            for n in before..effects {
                game.add_plain_effect(board[n % board.len()], AttrId(power as u8), 500, Until::Game, P::ONE);
            }
        }
        before = effects;
        if !some.is_empty() {
            micro(
                &format!("{effects} more effects, {} states", some.len()),
                cost(&mut some, 50, again),
            );
        }
    }
}

/// Random play of the other simulator on this machine.
fn peer(decisions: f64, games: f64) {
    println!();
    let Some(python) = std::env::var_os("CARDWRIGHT_WEISS_SIM") else {
        println!(
            "no ratio to weiss-sim: python3 -m venv v && v/bin/pip install weiss-sim==1.2.0, then CARDWRIGHT_WEISS_SIM=v/bin/python"
        );
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peer_weiss_sim.py");
    let out = Command::new(&python).arg(script).output();
    let text = match out {
        Ok(out) if out.status.success() => String::from_utf8_lossy(&out.stdout).into_owned(),
        Ok(out) => {
            println!("weiss-sim does not run: {}", String::from_utf8_lossy(&out.stderr));
            return;
        }
        Err(error) => {
            println!("weiss-sim does not run: {error}");
            return;
        }
    };
    for row in text.lines() {
        let fields: Vec<&str> = row.split('\t').collect();
        let number = |n: usize| fields.get(n).and_then(|f| f.parse::<f64>().ok()).unwrap_or(f64::NAN);
        println!(
            "weiss-sim, {}: {:.0} decisions/s, {:.0} games/s ({:.1} % cut off); the engine with views: {:.2} times the decisions, {:.2} times the games",
            fields.get(3).unwrap_or(&""),
            number(0),
            number(1),
            number(2) * 100.0,
            decisions / number(0),
            games / number(1)
        );
    }
}

fn rows(bundle: &Bundle, games: u64) -> (f64, f64) {
    let Bundle {
        game,
        edition,
        decks,
        attr,
        share,
    } = *bundle;
    let table = table(bundle);
    let name = edition.map_or_else(|| game.to_owned(), |edition| format!("{game} {edition}"));
    let games = (games / share).max(1);
    run(&table, decks, games / 10 + 1, Views::Asked, false);
    let asked = best(&table, decks, games, Views::Asked, false);
    println!(
        "== {name}: {games} games of \"{}\" against \"{}\", uniformly random answers, one core, median of three runs",
        decks[0], decks[1]
    );
    println!(
        "{:.1} decisions and {:.1} turns a game, {:.2} legal answers on average, {} games given up\n",
        asked.decisions as f64 / asked.games as f64,
        asked.turns as f64 / asked.games as f64,
        asked.answers as f64 / asked.decisions as f64,
        asked.void
    );
    let rates = line("with the view of the asked player", asked);
    line("without views", best(&table, decks, games, Views::None, false));
    line(
        "with both views and the log",
        best(&table, decks, games, Views::Both, true),
    );
    let mut kept = stored(&table, decks);
    growth(&table, attr, &kept);
    copies(&table, &mut kept);
    println!();
    rates
}

fn main() {
    let games: u64 = std::env::var("CARDWRIGHT_GAMES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1000);
    // `cargo bench --bench engine -- fow` measures one game.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    for bundle in &BUNDLES {
        if wanted.is_empty() || wanted.iter().any(|w| w == bundle.game) {
            let (decisions, rate) = rows(bundle, games);
            if bundle.game == "weiss" {
                peer(decisions, rate);
            }
        }
    }
}
