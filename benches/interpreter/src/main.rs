//! What interpreting costs: twenty abilities of Weiß Schwarz, from a plain draw to nested grants with replacement, each run in four ways against the
//! same engine calls:
//!
//! - (a) by the interpreter, as cards of the language (`cards.card`);
//! - (b) by hand in Rust (`native.rs`), as a host of the same pool;
//! - (c) as Lua 5.4 scripts through mlua (`abilities.lua`);
//! - (d) as Rhai scripts (`abilities.rhai`).
//!
//! In (b), (c) and (d) the host also says which cards continuous and triggered abilities are about. A fifth way, (e), plays back the engine calls of
//! a row without any logic: the part that the others share. Before anything is timed, every way must ask the same questions, come to the same position
//! and write the same log; else the bench fails.
//!
//! Run with `cargo run --release -p interpreter-bench`; `-- --check` compares and times nothing, `-- --list` prints the linked operations. `README.md` beside the
//! benches says how to read the table.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a benchmark may fail loudly"
)]
#![expect(clippy::print_stdout, reason = "a benchmark reports on standard output")]
#![expect(clippy::float_arithmetic, reason = "rates and ratios are for people")]
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "counts here are far below 2^52, and handles are small"
)]

mod api;
mod board;
mod calls;
mod lua;
mod native;
mod rows;
mod same;
mod script;
mod table;
mod tape;

use cardwright::ast::Category;
use cardwright::exec::{Game, Pool, Status};
use cardwright::kernel::{AbilityIx, Answer, EvInfo, Ref};
use rows::{Row, Start};
use std::sync::Arc;
use std::time::Instant;

/// How many games are run between two looks at the clock.
const BATCH: usize = 16;
/// How many rounds: the median of them counts.
const ROUNDS: usize = 301;

/// The interpreter, by hand, Lua, Rhai, the shared part.
const WAYS: [&str; 5] = ["interpreter", "by hand", "Lua", "Rhai", "shared"];
/// The number of the way that plays the tape.
const TAPE: usize = 4;

/// A row with one way to run it.
pub(crate) struct Runner {
    pub(crate) base: Game,
    start: Start,
    /// The ability that is used, and its card.
    used: Option<(AbilityIx, Ref)>,
    tape: bool,
}

impl Runner {
    fn new(pool: &Arc<Pool>, row: &Row, tape: bool) -> Runner {
        tape::idle();
        let base = board::position(pool, row);
        let def = pool.def_named(row.card).expect("the card of the row");
        let acts = |a: &&AbilityIx| pool.ability(**a).category == Category::Act;
        let ability = pool.def(def).abilities.iter().find(acts).copied();
        let at = base
            .state
            .cards
            .iter()
            .position(|c| c.def == def)
            .expect("the card lies there");
        let card = base.state.now(u16::try_from(at).expect("few cards"));
        Runner {
            used: ability.map(|ability| (ability, card)),
            base,
            start: row.start,
            tape,
        }
    }

    /// Runs the row once, to the end. Players answer by a fixed rule; every question is shown to `asked`.
    pub(crate) fn run(&self, game: &mut Game, asked: &mut impl FnMut(&Game)) {
        if self.tape {
            tape::rewind();
        }
        self.set_off(game, asked);
    }

    fn set_off(&self, game: &mut Game, asked: &mut impl FnMut(&Game)) {
        if self.start == Start::Compute {
            game.state.dirty = true;
            game.settle();
            return;
        }
        if self.start == Start::UseAndCheck {
            game.push_check();
        }
        let (ability, card) = self.used.expect("an ability to use");
        let run = game.new_run(ability, card, card, game.state.turn.player, EvInfo::default(), None);
        game.run_ability(run);
        let mut answers = 1;
        loop {
            match game.advance_until(&|g| g.state.stack.is_empty()) {
                None => return,
                Some(Status::Decide(_)) => {
                    asked(game);
                    let number = answers % game.answer_count();
                    answers += 2;
                    game.answer(Answer::Pick(number)).expect("a legal answer");
                }
                Some(Status::Over(outcome)) => panic!("the game is over: {outcome:?}"),
            }
        }
    }
}

/// The median of the nanoseconds a run takes, for each way. The ways take turns, and who begins changes from round to round.
fn measure(runners: &[Runner; 5]) -> [f64; 5] {
    let mut times: [Vec<f64>; 5] = Default::default();
    let mut games: [Vec<Game>; 5] = [0, 1, 2, 3, 4].map(|way| vec![runners[way].base.clone(); BATCH]);
    for round in 0..ROUNDS {
        for turn in 0..WAYS.len() {
            let way = (turn + round) % WAYS.len();
            let (runner, games) = (&runners[way], &mut games[way]);
            for game in games.iter_mut() {
                game.state.clone_from(&runner.base.state);
            }
            let start = Instant::now();
            for game in games.iter_mut() {
                runner.run(game, &mut |_| {});
            }
            times[way].push(start.elapsed().as_secs_f64() * 1e9 / BATCH as f64);
        }
    }
    times.map(|mut all| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    })
}

/// What lending the game to a script costs: there and back.
fn lending(game: &mut Game) -> f64 {
    let mut times: Vec<f64> = (0..101)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..1000 {
                api::swap(std::hint::black_box(&mut *game));
                api::swap(std::hint::black_box(&mut *game));
            }
            start.elapsed().as_secs_f64() * 1e9 / 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[50]
}

fn main() {
    let interpreted = board::interpreted();
    if std::env::args().any(|a| a == "--list") {
        for line in board::listing(&interpreted) {
            println!("{line}");
        }
        return;
    }
    let pools: [Arc<Pool>; 5] = [
        interpreted,
        board::hosted(&native::NativeHost),
        board::hosted(&lua::LuaHost),
        board::hosted(&script::RhaiHost),
        board::hosted(&tape::TapeHost),
    ]
    .map(Arc::new);
    let mut spare = board::position(&pools[0], &rows::ALL[0]);
    api::prepare(spare.clone());
    lua::prepare();
    script::prepare();
    let only_check = std::env::args().any(|a| a == "--check");
    // `-- --profile 4 0`: row 4 by the interpreter, over and over, for a profiler.
    let numbers: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    if let (true, [row, way]) = (std::env::args().any(|a| a == "--profile"), numbers.as_slice()) {
        let runner = Runner::new(&pools[*way], &rows::ALL[*row], false);
        let mut game = runner.base.clone();
        for _ in 0..200_000 {
            game.state.clone_from(&runner.base.state);
            runner.run(&mut game, &mut |_| {});
        }
        return;
    }
    let mut table = table::Table::new(lending(&mut spare));
    for row in rows::ALL {
        let runners: [Runner; 5] = [0, 1, 2, 3, 4].map(|way| Runner::new(&pools[way], row, way == TAPE));
        let steps = same::check(row, &runners);
        if !only_check {
            table.row(row, measure(&runners), steps);
        }
    }
    if only_check {
        println!("{} rows: all ways do the same", rows::ALL.len());
    } else {
        table.print();
    }
}
