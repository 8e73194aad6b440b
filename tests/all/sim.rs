//! Batches of games: the same whatever the number of threads, with rows and a report, and honest about what failed.

use crate::support::tide::{FAULTY, TIDE};
use cardwright::compile;
use cardwright::exec::{Game, Host, Hosted};
use cardwright::kernel::AbilityIx;
use cardwright::play::{ReplayFile, Table};
use cardwright::sim::{self, Batch, GameResult, Plan, Verdict, Watch};
use cardwright::source::SourceFile;
use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

const BINARY: &str = env!("CARGO_BIN_EXE_cardwright");

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let compiled = compile::compile(vec![SourceFile::new("tide.card", format!("{TIDE}{FAULTY}"))]);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    Table::from_modules("weiss", &compiled.modules).expect("a table")
});

fn plan(games: u64, decks: &[&str]) -> Plan {
    Plan {
        games,
        seed: 11,
        decks: decks.iter().map(|d| (*d).to_owned()).collect(),
        mirrors: Vec::new(),
        players: ["random".to_owned(), "random".to_owned()],
    }
}

#[derive(Default)]
struct Notes {
    stop_after: Option<usize>,
    stop: AtomicBool,
    played: Mutex<Vec<u64>>,
    handed: Mutex<Vec<u64>>,
    replays: Mutex<Vec<(u64, String)>>,
}

impl Watch for Notes {
    fn wants(&self, number: u64) -> bool {
        number == 3
    }

    fn replay(&self, number: u64, file: &ReplayFile) {
        self.replays.lock().expect("a list").push((number, file.write()));
    }

    fn played(&self, result: &GameResult) {
        let mut played = self.played.lock().expect("a list");
        played.push(result.setup.number);
        if self.stop_after.is_some_and(|after| played.len() >= after) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn chunk(&self, results: &[GameResult]) {
        self.handed
            .lock()
            .expect("a list")
            .extend(results.iter().map(|r| r.setup.number));
    }
}

fn batch(plan: &Plan, jobs: usize) -> (Batch, Notes) {
    let notes = Notes::default();
    let batch = sim::run(&TABLE, plan, Some(jobs), &notes.stop, &notes).expect("a batch");
    (batch, notes)
}

#[test]
fn the_number_of_jobs_makes_no_difference() {
    let plan = plan(24, &["Limpets", "Mixed Shells", "Barnacles"]);
    let (one, notes) = batch(&plan, 1);
    let (two, others) = batch(&plan, 2);
    assert_eq!(one, two);
    assert_eq!(one.games.len(), 24);
    assert!(!one.stopped);
    let text = |batch: &Batch| sim::report(&TABLE.pool, &plan, batch, 5).text;
    assert_eq!(text(&one), text(&two));
    for notes in [&notes, &others] {
        assert_eq!(*notes.handed.lock().expect("a list"), (0..24).collect::<Vec<_>>());
    }
    let replays = notes.replays.into_inner().expect("a list");
    assert_eq!(replays.len(), 1);
    assert_eq!(replays.first().map(|(number, _)| *number), Some(3));
    let other = sim::run(
        &TABLE,
        &Plan {
            seed: 12,
            ..plan.clone()
        },
        Some(2),
        &AtomicBool::new(false),
        &Notes::default(),
    );
    assert_ne!(other.expect("a batch").games, one.games);
}

/// Notes in which order games are over and handed on.
#[derive(Default)]
struct Diary(Mutex<Vec<(&'static str, u64)>>);

impl Watch for Diary {
    fn wants(&self, _number: u64) -> bool {
        false
    }

    fn replay(&self, _number: u64, _file: &ReplayFile) {}

    fn played(&self, result: &GameResult) {
        self.0.lock().expect("a list").push(("played", result.setup.number));
    }

    fn chunk(&self, results: &[GameResult]) {
        let numbers = results.iter().map(|result| ("handed", result.setup.number));
        self.0.lock().expect("a list").extend(numbers);
    }
}

#[test]
fn games_are_handed_on_at_once() {
    let diary = Diary::default();
    let plan = plan(5, &["Limpets"]);
    sim::run(&TABLE, &plan, Some(1), &AtomicBool::new(false), &diary).expect("a batch");
    let expected: Vec<_> = (0..5).flat_map(|n| [("played", n), ("handed", n)]).collect();
    assert_eq!(diary.0.into_inner().expect("a list"), expected);
}

#[test]
fn what_cannot_be_played_is_told_alike_by_all_threads() {
    for jobs in [1, 2] {
        let plan = plan(1000, &["Limpets", "No Such Deck"]);
        let error = sim::run(&TABLE, &plan, Some(jobs), &AtomicBool::new(false), &Notes::default());
        assert!(error.expect_err("no such deck").to_string().contains("No Such Deck"));
    }
}

#[test]
fn a_deck_against_itself_is_told_apart() {
    let plan = Plan {
        mirrors: vec![0],
        ..plan(16, &["Limpets", "Barnacles"])
    };
    let (batch, _) = batch(&plan, 2);
    let text = sim::report(&TABLE.pool, &plan, &batch, 0).text;
    let row = |name: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(name));
        let words = line.and_then(|line| line.trim_start().strip_prefix(name));
        words.map(|rest| rest.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(
        row("Limpets against itself").expect("a row"),
        ["8", "–", "0", "–"],
        "{text}"
    );
    for name in ["Limpets against Barnacles", "Limpets  ", "Barnacles  "] {
        assert_eq!(
            row(name).expect("a row").first().map(String::as_str),
            Some("8"),
            "{text}"
        );
    }
}

#[test]
fn the_report_tells_it_all() {
    let plan = plan(24, &["Limpets", "Mixed Shells", "Barnacles"]);
    let (batch, _) = batch(&plan, 2);
    let report = sim::report(&TABLE.pool, &plan, &batch, 2);
    assert!(report.failed.is_empty());
    insta::assert_snapshot!("sim-report", report.text);
}

#[test]
fn a_stopped_run_reports_what_is_done() {
    let plan = plan(1000, &["Limpets"]);
    let notes = Notes {
        stop_after: Some(5),
        ..Notes::default()
    };
    let batch = sim::run(&TABLE, &plan, Some(2), &notes.stop, &notes).expect("a batch");
    assert!(batch.stopped);
    assert!((5..=7).contains(&batch.games.len()), "{}", batch.games.len());
    let numbers: Vec<u64> = batch.games.iter().map(|game| game.setup.number).collect();
    assert_eq!(numbers, (0..batch.games.len() as u64).collect::<Vec<_>>());
    assert_eq!(*notes.handed.lock().expect("a list"), numbers);
    let report = sim::report(&TABLE.pool, &plan, &batch, 0);
    assert!(
        report
            .text
            .contains(&format!("{} games of 1000 (stopped)", batch.games.len()))
    );
}

#[test]
fn a_fault_of_the_engine_fails_the_game_alone() {
    let plan = plan(4, &["Whirlpools"]);
    let (batch, notes) = batch(&plan, 2);
    let failed = batch
        .games
        .iter()
        .filter(|g| matches!(g.verdict, Verdict::Failed(_)))
        .count();
    assert!(failed > 0);
    assert!(notes.replays.lock().expect("a list").len() >= failed);
    // Two players may have seen a card in each game that ended.
    let counted = 2 * (batch.games.len() - failed) as u64;
    assert!(batch.cards.rows().all(|(_, row)| row.seen <= counted));
    let report = sim::report(&TABLE.pool, &plan, &batch, 3);
    assert_eq!(report.failed.len(), failed);
    assert!(
        report.text.contains("AUTO of \"Whirlpool\" (tide.card:"),
        "{}",
        report.text
    );
}

/// Does what breaks the engine.
#[derive(Debug)]
struct Rock;

impl Host for Rock {
    fn step(&self, _game: &mut Game, _body: u16, _stage: u8) -> Hosted {
        std::panic::resume_unwind(Box::new("the ship struck a rock"));
    }
}

#[test]
fn the_replay_of_a_panic_leads_to_it() {
    let compiled = compile::compile(vec![SourceFile::new("tide.card", format!("{TIDE}{FAULTY}"))]);
    let mut table = Table::from_modules("weiss", &compiled.modules).expect("a table");
    let pool = Arc::get_mut(&mut table.pool).expect("nobody else has the pool");
    pool.host = Some(&Rock);
    for ability in (0..).map(AbilityIx).take(pool.abilities.len()) {
        pool.host_body(ability, 0);
    }
    let plan = plan(4, &["Whirlpools"]);
    let notes = Notes::default();
    let batch = sim::run(&table, &plan, Some(1), &notes.stop, &notes).expect("a batch");
    let replays = notes.replays.into_inner().expect("a list");
    assert_eq!((batch.games.len(), replays.len()), (4, 4));
    for (game, (_, text)) in batch.games.iter().zip(&replays) {
        let file = ReplayFile::read(text).expect("a replay file");
        let replay = file.replay(&table.pool).expect("a replay");
        assert_eq!(replay.len(), game.decisions as usize);
        let last = replay.len() - 1;
        let why = format!("the program failed at decision {last}: the ship struck a rock");
        assert_eq!(game.verdict, Verdict::Failed(why));
        // All answers but the last lead to the decision, the last one to the panic.
        let mut game = replay.begin(&table.pool, false).expect("a game");
        for at in 0..last {
            replay.step(&mut game, at).expect("a step");
        }
        catch_unwind(AssertUnwindSafe(|| replay.step(&mut game, last))).expect_err("a panic");
    }
}

/// A folder of its own for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardwright-sim-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        fs::write(path.join("tide.card"), format!("{TIDE}{FAULTY}")).expect("a file");
        Folder(path)
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(BINARY)
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        parts(&output)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a text file")
    }

    fn replays(&self, folder: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.join(folder)).expect("a folder");
        let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "replay"));
        paths.sort();
        paths
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn parts(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let code = output.status.code().expect("an exit code, not a signal");
    (code, text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_writes_rows_and_replays() {
    let folder = Folder::new("rows");
    let common = [
        "sim",
        "weiss",
        "--cards",
        "tide.card",
        "--seed",
        "5",
        "--games",
        "6",
        "--decks",
        "limp",
        "Mixed",
    ];
    let with = |more: &[&str]| {
        let all: Vec<&str> = common.iter().chain(more).copied().collect();
        let (code, out, err) = folder.run(&all);
        assert_eq!(code, 0, "{out}{err}");
        (out, err)
    };
    let (out, err) = with(&["--jobs", "1", "--out", "games.jsonl", "--keep-replays", "kept"]);
    assert!(out.contains("6 games, random against random, seed 5"), "{out}");
    assert!(err.contains("decisions/s"), "{err}");
    let (again, _) = with(&["--jobs", "2", "--out", "games.csv"]);
    assert_eq!(out, again);
    with(&["--jobs", "2", "--out", "again.jsonl"]);
    assert_eq!(folder.read("games.jsonl"), folder.read("again.jsonl"));
    let lines: Vec<serde_json::Value> = folder
        .read("games.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(lines.len(), 6);
    let csv = folder.read("games.csv");
    let mut rows = csv.lines();
    assert_eq!(rows.next().expect("a heading"), sim::COLUMNS.join(","));
    for (line, row) in lines.iter().zip(rows) {
        let values: Vec<String> = sim::COLUMNS
            .iter()
            .map(|column| match line.get(*column).expect("a column") {
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            })
            .collect();
        assert_eq!(values.join(","), row);
    }
    let kept = folder.replays("kept");
    assert_eq!(kept.len(), 6);
    for path in kept {
        let (code, out, err) = folder.run(&["replay", &path.to_string_lossy(), "--cards", "tide.card"]);
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.contains("It plays through"), "{out}");
    }
}

#[test]
fn runs_that_differ_keep_their_replays_apart() {
    let folder = Folder::new("apart");
    let kept_after = |more: &[&str]| {
        let common = ["sim", "weiss", "--cards", "tide.card", "--seed", "5", "--games", "2"];
        let all: Vec<&str> = common
            .iter()
            .chain(&["--keep-replays", "kept"])
            .chain(more)
            .copied()
            .collect();
        let (code, out, err) = folder.run(&all);
        assert_eq!(code, 0, "{out}{err}");
        folder.replays("kept").len()
    };
    assert_eq!(kept_after(&["--decks", "Limpets"]), 2);
    assert_eq!(kept_after(&["--decks", "Limpets"]), 2);
    assert_eq!(kept_after(&["--decks", "Barnacles"]), 4);
    assert_eq!(kept_after(&["--decks", "Barnacles", "--players", "greedy"]), 6);
}

#[test]
fn a_deck_that_is_named_twice_plays_against_itself() {
    let folder = Folder::new("twice");
    let pairings = |decks: &[&str]| {
        let common = ["sim", "weiss", "--cards", "tide.card", "--seed", "5", "--games", "8"];
        let all: Vec<&str> = common
            .iter()
            .chain(&["--out", "games.csv", "--decks"])
            .chain(decks)
            .copied()
            .collect();
        let (code, out, err) = folder.run(&all);
        assert_eq!(code, 0, "{out}{err}");
        let rows = folder.read("games.csv");
        let decks = |row: &str| {
            row.split(',')
                .skip(2)
                .take(2)
                .map(str::to_owned)
                .collect::<BTreeSet<_>>()
        };
        rows.lines().skip(1).map(decks).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(pairings(&["Limpets", "Limpets"]), 1);
    assert_eq!(pairings(&["Limpets", "Barnacles"]), 1);
    assert_eq!(pairings(&["Limpets", "Limpets", "Barnacles"]), 2);
}

#[test]
fn a_fault_is_reported_with_its_replay_and_fails_the_run() {
    let folder = Folder::new("fault");
    let (code, out, err) = folder.run(&[
        "sim", "weiss", "--cards", ".", "--decks", "Whirl", "--games", "2", "--seed", "1",
    ]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("failed (not counted above)"), "{out}");
    let replays = folder.replays("");
    assert!(!replays.is_empty());
    for path in replays {
        assert!(
            err.contains(&path.file_name().expect("a name").to_string_lossy().into_owned()),
            "{err}"
        );
        let (code, out, err) = folder.run(&["replay", &path.to_string_lossy(), "--cards", "tide.card"]);
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.contains("the engine gave up"), "{out}");
    }
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::new("mistakes");
    let complains = |arguments: &[&str], what: &str| {
        let (code, out, err) = folder.run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(what), "{err}");
    };
    complains(&["sim", "chess"], "there is no game `chess`");
    complains(
        &["sim", "weiss", "--edition", "2"],
        "the rules of weiss have only one edition",
    );
    let cards = ["sim", "weiss", "--seed", "1", "--cards", "tide.card"];
    let with = |more: &[&'static str]| cards.iter().chain(more).copied().collect::<Vec<_>>();
    complains(&with(&["--decks", "Limpits"]), "did you mean \"Limpets\"?");
    complains(
        &with(&["--decks", "nothing like it"]),
        "the decks are \"Limpets\", \"Mixed Shells\"",
    );
    complains(&with(&["--players", "nobody"]), "there is no player `nobody`");
    complains(&with(&["--out", "games.txt"]), "neither *.jsonl nor *.csv");
    complains(&["sim", "weiss", "--cards", "no-such.card"], "cannot read no-such.card");
    // A negative number is no unknown option: the range is told.
    for option in ["--seed", "--games", "--cards-table"] {
        for number in ["-1", "1.5", "99999999999999999999"] {
            complains(
                &["sim", "weiss", option, number],
                "write a whole number from 0 to 18446744073709551615",
            );
        }
    }
    for number in ["-1", "0", "257"] {
        complains(
            &["sim", "weiss", "--jobs", number],
            "write a whole number from 1 to 256",
        );
        complains(&["test", "--jobs", number], "write a whole number from 1 to 256");
    }
}

#[test]
fn a_run_that_does_not_begin_leaves_the_rows_alone() {
    let folder = Folder::new("begin");
    fs::write(folder.0.join("games.csv"), "rows of yesterday\n").expect("a file");
    let start = ["sim", "weiss", "--cards", "tide.card", "--seed", "1", "--games", "1"];
    let with = |more: &[&'static str]| folder.run(&start.iter().chain(more).copied().collect::<Vec<_>>());
    let (code, _, err) = with(&["--out", "games.csv", "--keep-replays", "tide.card/kept"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("cannot make the folder"), "{err}");
    assert_eq!(folder.read("games.csv"), "rows of yesterday\n");
    // The folder of the replays may be that of the rows.
    let (code, _, err) = with(&["--out", "kept/games.csv", "--keep-replays", "kept"]);
    assert_eq!(code, 0, "{err}");
    assert!(folder.read("kept/games.csv").lines().count() == 2);
}

#[test]
fn uneven_schedules_are_told() {
    let told = |games: u64, decks: &[&str]| {
        let plan = plan(games, decks);
        let (batch, _) = batch(&plan, 2);
        sim::report(&TABLE.pool, &plan, &batch, 0).text
    };
    let three = ["Limpets", "Mixed Shells", "Barnacles"];
    let text = told(12, &three);
    assert!(!text.contains("unevenly"), "{text}");
    let text = told(20, &three);
    let note = "20 games are 1 round of 12 and 8 more: decks have met unevenly; take 12 or 24";
    assert_eq!(text.lines().filter(|line| *line == note).count(), 1, "{text}");
    let text = told(4, &three);
    assert!(
        text.contains("4 games are less than a round of 12: decks have met unevenly; take 12"),
        "{text}"
    );
    // Only the pairing that came up has a row.
    assert!(text.contains("Limpets against Mixed Shells"), "{text}");
    assert!(!text.contains("against Barnacles"), "{text}");
}

/// An interrupt ends the run with what is done, and with the exit code that shells expect.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    use std::io::{BufRead as _, BufReader};
    let folder = Folder::new("interrupt");
    let child = Command::new(BINARY)
        .args([
            "sim",
            "weiss",
            "--cards",
            "tide.card",
            "--decks",
            "Limpets",
            "--games",
            "100000000",
            "--jobs",
            "1",
        ])
        .args(["--seed", "3", "--out", "games.jsonl"])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first rows tell that games are being played.
    let rows = folder.0.join("games.jsonl");
    let begun = || fs::File::open(&rows).is_ok_and(|file| BufReader::new(file).lines().next().is_some());
    while !begun() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(killed.success());
    let (code, out, err) = parts(&child.wait_with_output().expect("the program ends"));
    assert_eq!(code, 130, "{err}");
    assert!(out.contains("of 100000000 (stopped)"), "{out}");
    assert!(err.contains("stopped after"), "{err}");
    let told = err
        .split("stopped after ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .expect("a number");
    assert_eq!(told, folder.read("games.jsonl").lines().count().to_string());
}

#[test]
fn the_help_teaches() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (arguments, wanted) in [
        (
            vec!["sim", "--help"],
            ["Examples:", "Exit codes:", "cardwright sim weiss"],
        ),
        (
            vec!["replay", "--help"],
            ["Examples:", "Exit codes:", "cardwright replay game.replay --step"],
        ),
        (
            vec!["deck", "check", "--help"],
            ["Examples:", "Exit codes:", "cardwright deck check mine.card"],
        ),
    ] {
        let output = Command::new(BINARY)
            .args(&arguments)
            .current_dir(here)
            .output()
            .expect("the program runs");
        let (code, out, _) = parts(&output);
        assert_eq!(code, 0);
        for part in wanted {
            assert!(out.contains(part), "no `{part}` in: {out}");
        }
    }
}
