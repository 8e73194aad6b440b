//! Replay files: what was played comes back exactly, and what cannot come back is refused with its reason.

use crate::support;
use crate::support::tide::{FAULTY, TIDE};
use cardwright::compile;
use cardwright::exec::{CHECK_EVERY, Pool, ReplayError, Status};
use cardwright::golden::{self, Job, Shared};
use cardwright::ir::Module;
use cardwright::kernel::{Answer, Outcome, P};
use cardwright::play::{Contest, FileError, Playback, ReplayFile, Table};
use cardwright::players::{self, Player};
use cardwright::source::SourceFile;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

const BINARY: &str = env!("CARGO_BIN_EXE_cardwright");

fn modules(text: &str) -> Vec<Module> {
    let compiled = compile::compile(vec![SourceFile::new("tide.card", text)]);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    compiled.modules
}

static MODULES: LazyLock<Vec<Module>> = LazyLock::new(|| modules(TIDE));

/// A game that was played out.
static PLAYED: LazyLock<(Contest, ReplayFile)> = LazyLock::new(|| {
    let table = Table::from_modules("weiss", &MODULES).expect("a table");
    let mut contest = Contest::new(&table, "Limpets", "Barnacles", 9).expect("a game");
    let mut seats = [1, 2].map(|seed| players::by_name("random", seed).expect("a player"));
    players::play(&mut contest, &mut seats).expect("legal answers");
    let file = ReplayFile::new(&contest, ["one".to_owned(), "two".to_owned()]);
    (contest, file)
});

fn opened(file: &ReplayFile) -> (Arc<Pool>, Playback) {
    let pool = file.pool(&MODULES).expect("the same cards");
    let playback = Playback::new(file.replay(&pool).expect("the same decks"), &pool).expect("the same game");
    (pool, playback)
}

#[test]
fn a_game_comes_back_from_its_file() {
    let (contest, file) = &*PLAYED;
    let read = ReplayFile::read(&file.write()).expect("a replay file");
    assert_eq!(read, *file);
    assert_eq!((read.game(), read.edition(), read.seed()), ("weiss", None, Some(9)));
    assert_eq!(
        (read.players(), read.deck_names()),
        (["one", "two"], ["Limpets", "Barnacles"])
    );
    let (_, mut playback) = opened(&read);
    assert_eq!(playback.len(), contest.replay().len());
    playback.go(usize::MAX).expect("it plays through");
    read.check_end(playback.game()).expect("the same end");
    assert_eq!(playback.game().state.exact_hash(), contest.game().state.exact_hash());
}

/// Wherever a player may act, the position is a test that passes: it lays out the same board, takes the same decisions and finds what they changed.
#[test]
fn positions_of_a_game_become_tests() {
    let (_, mut playback) = opened(&PLAYED.1);
    let (mut made, mut passed, mut failed) = (0, 0, Vec::new());
    for at in 0..playback.len() {
        playback.go(at).expect("a position");
        let Ok(text) = golden::written(playback.replay(), playback.game(), at, "a position") else {
            continue;
        };
        made += 1;
        let text = format!("{TIDE}\n{text}");
        let compiled = compile::compile(vec![SourceFile::new("tide.card", text.clone())]);
        assert!(compiled.diagnostics.is_empty(), "{:?}\n{text}", compiled.diagnostics);
        let module = &compiled.modules[0];
        let test = module
            .tests
            .iter()
            .find(|test| test.name == "a position")
            .expect("the test");
        let library = [module];
        let job = Job {
            module,
            library: &library,
            test,
            edition: None,
            shared: &Shared::default(),
            trace: false,
        };
        match golden::once(&job, false).failure {
            None => passed += 1,
            Some(why) => failed.push(format!("decision {at}: {why}\n{}", &text[TIDE.len()..])),
        }
    }
    // What lasts from earlier turns and what only happened before is not laid out.
    assert!(
        made >= 20 && passed * 100 >= made * 80,
        "{passed} of {made}:\n{}",
        failed.join("\n")
    );
}

#[test]
fn going_back_is_the_same_as_never_having_gone_on() {
    let (_, mut playback) = opened(&PLAYED.1);
    let mut hashes = vec![playback.game().state.exact_hash()];
    while playback.forth().expect("a decision") {
        hashes.push(playback.game().state.exact_hash());
    }
    for to in [0, 1, 31, 32, 33, hashes.len() / 2, 5, hashes.len() - 1, 64] {
        let to = to.min(hashes.len() - 1);
        playback.go(to).expect("a place");
        assert_eq!(
            (playback.at(), Some(playback.game().state.exact_hash())),
            (to, hashes.get(to).copied())
        );
    }
}

#[test]
fn an_unfinished_game_goes_on() {
    let table = Table::from_modules("weiss", &MODULES).expect("a table");
    let mut contest = Contest::new(&table, "Limpets", "Mixed Shells", 4).expect("a game");
    let mut player = players::Random::new(3);
    for _ in 0..50 {
        let Status::Decide(who) = contest.status() else { break };
        let answer = player.decide(&players::Seat::new(contest.game(), who));
        contest.answer(answer).expect("a legal answer");
    }
    let file = ReplayFile::new(&contest, ["one".to_owned(), "two".to_owned()]);
    assert_eq!(file.result(), None);
    let read = ReplayFile::read(&file.write()).expect("a replay file");
    let pool = read.pool(&MODULES).expect("the same cards");
    let mut again = Contest::resume(&read, &pool, true).expect("it goes on");
    assert_eq!(again.game().state.exact_hash(), contest.game().state.exact_hash());
    assert_eq!((again.decks(), again.replay()), (contest.decks(), contest.replay()));
    again.answer(Answer::Concede(P::TWO)).expect("one may always give up");
    let file = ReplayFile::new(&again, ["one".to_owned(), "two".to_owned()]);
    let (_, mut playback) = opened(&file);
    playback.go(usize::MAX).expect("it plays through");
    file.check_end(playback.game()).expect("the same end");
    assert_eq!(file.result(), Some("p1 wins"));
}

#[test]
fn other_cards_rules_and_engines_are_refused_with_the_reason() {
    let file = &PLAYED.1;
    let refusal = |text: &str| file.pool(&modules(text)).expect_err("a refusal");
    // Where a card stands, what else there is, and comments make no difference.
    for same in [
        format!("# tides\n{TIDE}"),
        format!("{TIDE}{FAULTY}"),
        TIDE.replace("set \"Tide Pool\" code TP\n", "set \"Tide Pool\" code TP\n\n\n"),
    ] {
        assert!(file.pool(&modules(&same)).is_ok(), "{same}");
    }
    let other = TIDE.replace("power 500", "power 1000");
    assert_eq!(refusal(&other), FileError::OtherCards(vec!["Limpet".to_owned()]));
    assert_eq!(
        refusal(&other).to_string(),
        "the replay was made with other cards: \"Limpet\" says something else now"
    );
    let gone = TIDE.replace("Barnacle", "Mussel");
    assert_eq!(refusal(&gone), FileError::MissingCards(vec!["Barnacle".to_owned()]));
    let text = file.write();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        ReplayFile::read(&text.replacen(from, to, 1)).and_then(|file| file.pool(&MODULES).map(|_| ()))
    };
    let engine = format!("\"engine\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        changed(&engine, "\"engine\": \"9.9.9\""),
        Err(FileError::Engine("9.9.9".to_owned()))
    );
    assert_eq!(
        changed("\"rules\": \"", "\"rules\": \"1"),
        Err(FileError::Rules("weiss".to_owned()))
    );
    assert_eq!(changed("\"cards\": \"", "\"cards\": \"1"), Err(FileError::OtherSets));
    assert_eq!(
        changed("\"game\": \"weiss\"", "\"game\": \"chess\""),
        Err(FileError::NoRules("chess".to_owned()))
    );
    assert_eq!(
        changed("\"cardwright-replay\": 1", "\"cardwright-replay\": 7"),
        Err(FileError::Version(7))
    );
}

#[test]
fn a_changed_answer_is_noticed() {
    let (contest, file) = &*PLAYED;
    let mut answers = contest.replay().answers.clone();
    let before = answers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    // The first answer that was a choice: another one makes another game.
    let at = answers.iter().position(|a| *a > 0).expect("a choice");
    answers[at] = 0;
    let after = answers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let file = ReplayFile::read(&file.write().replace(&before, &after)).expect("a replay file");
    let (_, mut playback) = opened(&file);
    let played = playback.go(usize::MAX).map_err(FileError::from);
    assert!(played.and_then(|()| file.check_end(playback.game())).is_err());
}

/// A game that the engine gave up on, from the file: the card may stand elsewhere by then.
#[test]
fn a_fault_is_the_same_wherever_its_card_stands() {
    let table = Table::from_modules("weiss", &modules(&format!("{TIDE}{FAULTY}"))).expect("a table");
    let mut contest = Contest::new(&table, "Whirlpools", "Whirlpools", 1).expect("a game");
    let mut seats = [1, 2].map(|seed| players::by_name("random", seed).expect("a player"));
    let outcome = players::play(&mut contest, &mut seats).expect("legal answers");
    assert!(matches!(outcome, Outcome::Fault(..)), "{outcome:?}");
    let file = ReplayFile::new(&contest, ["one".to_owned(), "two".to_owned()]);
    let result = file.result().expect("an end");
    assert!(result.ends_with("in AUTO of \"Whirlpool\""), "{result}");
    let moved = SourceFile::new("other/place.card", format!("# a comment\n\n{TIDE}{FAULTY}"));
    let pool = file
        .pool(&compile::compile(vec![moved]).modules)
        .expect("the same cards");
    let game = file
        .replay(&pool)
        .expect("a replay")
        .play(&pool)
        .expect("it plays through");
    file.check_end(&game).expect("the same end");
    let words = game.fault_words().expect("a fault");
    assert!(words.contains("(other/place.card:"), "{words}");
    // Another end is still another end.
    let other = ReplayFile::read(
        &file
            .write()
            .replace("\"result\":\"the engine", "\"result\":\"an engine"),
    );
    let refused = other.expect("a replay file").check_end(&game);
    assert!(matches!(refused, Err(FileError::End(..))), "{refused:?}");
}

/// One check stands for 32 answers: who leaves one out has not shown that all are right.
#[test]
fn missing_and_surplus_checks_are_refused() {
    let (contest, file) = &*PLAYED;
    let text = file.write();
    let wanted = contest.replay().answers.len() / CHECK_EVERY;
    assert!(wanted > 0);
    let checks = text
        .lines()
        .find(|line| line.starts_with("  \"checks\""))
        .expect("checks");
    for (now, given) in [
        ("  \"checks\": \"\",".to_owned(), 0),
        (checks.replace("\",", "0000\","), wanted + 1),
    ] {
        let file = ReplayFile::read(&text.replace(checks, &now)).expect("a replay file");
        let pool = file.pool(&MODULES).expect("the same cards");
        let refused = FileError::Replay(ReplayError::Checks(given, wanted));
        assert_eq!(Contest::resume(&file, &pool, false).err(), Some(refused.clone()));
        let played = Playback::new(file.replay(&pool).expect("a replay"), &pool);
        assert_eq!(played.err().map(FileError::from), Some(refused));
    }
}

#[test]
fn decks_that_no_game_can_have_are_refused_on_reading() {
    let text = PLAYED.1.write();
    let reason = |n: &str| {
        let read = ReplayFile::read(&text.replacen("\"n\":50", n, 1));
        read.expect_err("a refusal").to_string()
    };
    assert_eq!(
        reason("\"n\":4000"),
        "the replay file is broken: its decks have 4050 cards, and a game can have 2048"
    );
    assert!(
        reason("\"n\":1999").contains("2049 cards"),
        "one more than a game can have"
    );
    assert_eq!(
        reason("\"n\":0"),
        "the replay file is broken: a line of a deck stands for no card: its `n` is 0"
    );
}

/// Whatever a file says, it is refused or played, never more.
#[test]
fn hostile_files_are_refused() {
    let text = PLAYED.1.write();
    for junk in [
        "",
        "{",
        "[]",
        "null",
        "{\"cardwright-replay\": -1}",
        "{\"cardwright-replay\": 1}",
        &"[".repeat(100_000),
        &text.replace("\"answers\": \"", "\"answers\": \"-3 "),
        &text.replace("\"answers\": \"", "\"answers\": \"99999999999 "),
        &text.replace("\"answers\": \"", "\"answers\": \"4294967295 "),
        &text.replace("\"checks\": \"", "\"checks\": \"é"),
        &text.replace("\"n\":50", "\"n\":4294967295"),
        &text.replace("\"n\":50", "\"n\":0"),
        &text.replace("\"card\":\"Limpet\"", "\"card\":\"Nobody\""),
        &text.replace("\"card\":\"Limpet\"", "\"part\":\"ruler\",\"card\":\"Limpet\""),
        &text.replace(
            "\"seed\": 9",
            "\"seed\": 9, \"board\": {\"test\": \"\", \"polite\": true, \"save\": \"00\"}",
        ),
        &text.replace("\"seed\": 9,", ""),
        &text.replace("\"end\"", "\"fin\""),
    ] {
        let judged = ReplayFile::read(junk).and_then(|file| {
            let pool = file.pool(&MODULES)?;
            let mut playback = Playback::new(file.replay(&pool)?, &pool)?;
            playback.go(usize::MAX)?;
            file.check_end(playback.game())
        });
        assert!(judged.is_err(), "{}", junk.chars().take(200).collect::<String>());
    }
    let large = " ".repeat(cardwright::play::MOST_BYTES + 1);
    assert_eq!(ReplayFile::read(&large), Err(FileError::TooLarge(large.len())));
    let file = ReplayFile::read(&text.replace("\"concede\": 1", "\"concede\": 3")).expect("a replay file");
    assert!(file.pool(&MODULES).is_ok());
}

const TESTS: &str = r#"
test "It draws" {
  given {
    p1 hand: "Whelk"
    p1 deck: "Limpet" * 3
    p2 deck: "Limpet" * 3
  }
  do     { p1 play "Whelk" on C1 }
  expect { p1 hand 5 }
}

test "It holds" {
  given {
    p1 hand: "Whelk"
    p1 deck: "Limpet" * 3
    p2 deck: "Limpet" * 3
  }
  do     { p1 play "Whelk" on C1 }
  expect {
    p1 holds { you have 2 or more cards in your hand }
  }
}
"#;

/// A test is a board and answers: it becomes a replay, with its own code among the cards.
#[test]
fn tests_become_replays() {
    let modules = modules(&format!("{TIDE}{TESTS}"));
    let module = modules.first().expect("a module");
    for test in &module.tests {
        let job = Job {
            module,
            library: &[module],
            test,
            edition: None,
            shared: &Shared::default(),
            trace: false,
        };
        assert!(golden::play(&job).failure.is_some(), "{}", test.title());
        let recorded = golden::record(&job).expect("a board");
        assert!(!recorded.replay.is_empty(), "{}", test.title());
        let file = ReplayFile::of_test(&test.title(), &recorded);
        let read = ReplayFile::read(&file.write()).expect("a replay file");
        assert_eq!((read.test(), read.seed()), (Some(test.title().as_str()), None));
        let pool = read.pool(&modules).expect("the same cards");
        let mut playback = Playback::new(read.replay(&pool).expect("a replay"), &pool).expect("a board");
        playback.go(usize::MAX).expect("it plays through");
        assert_eq!(playback.game().state.exact_hash(), recorded.game.state.exact_hash());
        assert!(
            playback
                .game()
                .log_lines(None)
                .iter()
                .any(|line| line.contains("\"Whelk\""))
        );
    }
    let holds = ReplayFile::of_test("It holds", &{
        let test = module.tests.last().expect("a test");
        let job = Job {
            module,
            library: &[module],
            test,
            edition: None,
            shared: &Shared::default(),
            trace: false,
        };
        golden::record(&job).expect("a board")
    });
    let refused = holds.pool(&MODULES).err();
    assert_eq!(refused, Some(FileError::NoTest("It holds".to_owned())));
}

/// Some scenarios of each game, or all of them with `REPLAYS=all`: each becomes a replay file that plays through, whatever its board.
#[test]
fn scenarios_become_replays() {
    let all = std::env::var("REPLAYS").is_ok_and(|value| value == "all");
    for (game, few) in [
        ("weiss", "weiss/08-cards-and-abilities/8.6"),
        ("fow", "fow/0800-battle/80"),
        ("vanguard", "vanguard/09-rule-actions"),
        ("evolve", "evolve/10-cards-and-abilities/10.6.2"),
    ] {
        let files = support::card_files(&format!("tests/scenarios/{game}"));
        let source = |(name, text): &(String, String)| SourceFile::new(name.clone(), text.clone());
        let load = |path: &str| files.iter().find(|(name, _)| name == path).map(source);
        let wanted = |name: &str| all || name.contains("/common") || name.contains(few);
        let wanted: Vec<SourceFile> = files.iter().filter(|(name, _)| wanted(name)).map(source).collect();
        let compiled = compile::compile_with(wanted, &load);
        let modules = &compiled.modules;
        let mut played = 0;
        for module in modules {
            for edition in module.played_by() {
                let others = modules
                    .iter()
                    .filter(|m| m.is_for(edition) && !std::ptr::eq(*m, module));
                let library: Vec<&Module> = std::iter::once(module).chain(others).collect();
                let shared = Shared::default();
                for test in module.tests.iter().step_by(if all { 1 } else { 7 }) {
                    let job = Job {
                        module,
                        library: &library,
                        test,
                        edition,
                        shared: &shared,
                        trace: false,
                    };
                    let title = format!("{game} {:?}: {}", module.files.first(), test.title());
                    let recorded = golden::record(&job).unwrap_or_else(|why| panic!("{title}: {why}"));
                    let file = ReplayFile::read(&ReplayFile::of_test(&test.title(), &recorded).write());
                    let file = file.unwrap_or_else(|why| panic!("{title}: {why}"));
                    let pool = file.pool(modules).unwrap_or_else(|why| panic!("{title}: {why}"));
                    let again = file.replay(&pool).expect("a replay").play(&pool);
                    let again = again.unwrap_or_else(|why| panic!("{title}: {why}"));
                    assert_eq!(again.state.exact_hash(), recorded.game.state.exact_hash(), "{title}");
                    file.check_end(&again).unwrap_or_else(|why| panic!("{title}: {why}"));
                    played += 1;
                }
            }
        }
        assert!(played > 0, "{game}");
    }
}

/// A folder of its own for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardwright-replay-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn with(self, name: &str, text: &str) -> Folder {
        fs::write(self.0.join(name), text).expect("a file");
        self
    }

    fn run(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> (i32, String, String) {
        let mut child = Command::new(BINARY)
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        if let Some(mut pipe) = child.stdin.take() {
            let _ = pipe.write_all(input.as_ref());
        }
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (
            output.status.code().expect("an exit code"),
            text(output.stdout),
            text(output.stderr),
        )
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_command_shows_a_game() {
    let folder = Folder::new("shows")
        .with("tide.card", TIDE)
        .with("game.replay", &PLAYED.1.write());
    let replay = |more: &[&str], input: &str| {
        let all: Vec<&str> = ["replay", "game.replay", "--cards", "tide.card"]
            .iter()
            .chain(more)
            .copied()
            .collect();
        let (code, out, err) = folder.run(&all, input);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        out
    };
    insta::assert_snapshot!("replay-summary", replay(&[], ""));
    insta::assert_snapshot!("replay-to", replay(&["--to", "12"], ""));
    insta::assert_snapshot!("replay-step", replay(&["--step"], "\n\nb\ng 5\nwhat\ns\nq\n"));
    let log = replay(&["--log"], "");
    assert!(
        log.contains("shuffles deck") && log.trim_end().ends_with("wins"),
        "{log}"
    );
    let (code, _, err) = folder.run(&["replay", "game.replay", "--cards", "tide.card", "--to", "999999"], "");
    assert_eq!(code, 2);
    assert!(err.contains("--to takes 0 to"), "{err}");
    let (code, _, err) = folder.run(&["replay", "game.replay", "--cards", "tide.card", "--to", "-1"], "");
    assert_eq!(code, 2);
    assert!(err.contains("write a whole number from 0 to"), "{err}");
    // Stepping does not mind what is typed, and does not go where nothing is.
    let step = ["replay", "game.replay", "--cards", "tide.card", "--step"];
    let (code, out, err) = folder.run(&step, b"\xff\xfe\ng 999999\ng 99999999999999999999999\ng 1\nq\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("Enter: next decision;"), "{out}");
    let length = PLAYED.1.replay(&PLAYED.0.game().pool).expect("a game").len();
    let told = format!("the replay has {length} decisions\ng takes 0 to {length}\n");
    assert_eq!(out.matches(&told).count(), 2, "{out}");
}

#[test]
fn the_command_says_why_it_refuses() {
    let text = PLAYED.1.write();
    let folder = Folder::new("refuses")
        .with("tide.card", TIDE)
        .with("other.card", &TIDE.replace("power 500", "power 1000"))
        .with("game.replay", &text)
        .with("junk.replay", "no JSON")
        .with("new.replay", &text.replace("\"engine\": \"", "\"engine\": \"9."));
    let refuses = |arguments: &[&str]| {
        let all: Vec<&str> = std::iter::once(&"replay").chain(arguments).copied().collect();
        let (code, out, err) = folder.run(&all, "");
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        err
    };
    let mut told = String::new();
    for arguments in [
        &["game.replay", "--cards", "other.card"][..],
        &["junk.replay"],
        &["new.replay", "--cards", "tide.card"],
        &["none.replay"],
    ] {
        told += &refuses(arguments);
    }
    insta::assert_snapshot!("replay-refusals", told);
}

#[test]
fn failing_tests_leave_replays() {
    let folder = Folder::new("tests").with("tide.card", &format!("{TIDE}{TESTS}"));
    let (code, _, err) = folder.run(&["test", "tide.card", "--keep-replays", "failed"], "");
    assert_eq!(code, 1, "{err}");
    let mut names: Vec<String> = fs::read_dir(folder.0.join("failed"))
        .expect("a folder")
        .map(|e| e.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
    for (name, end) in names.iter().zip(["-it-draws.replay", "-it-holds.replay"]) {
        assert!(name.starts_with("tide-") && name.ends_with(end), "{name}");
    }
    for (name, title) in names.iter().zip(["It draws", "It holds"]) {
        let shows = |path: &str| {
            let (code, out, err) = folder.run(&["replay", path, "--cards", "tide.card"], "");
            assert_eq!(code, 0, "{err}");
            assert!(out.contains(&format!("the board of the test \"{title}\"")), "{out}");
        };
        let path = format!("failed/{name}");
        shows(&path);
        // Who goes on with it and saves it has a game from the same board; another game is not overwritten.
        let on = format!("on-{name}");
        let (code, out, err) = folder.run(
            &["play", "weiss", "--cards", "tide.card", "--load", &path],
            format!("save {on}\nload {on}\nquit\n"),
        );
        assert_eq!(code, 0, "{err}");
        assert!(out.contains(&format!("loaded {on}")), "{out}");
        shows(&on);
    }
}

/// The command that `sim` tells for a failed game works, and still does when the set was moved.
#[test]
fn a_failed_game_is_looked_at_with_its_cards() {
    let folder = Folder::new("failed").with("my tide.card", &format!("{TIDE}{FAULTY}"));
    let mut sim = vec!["sim", "weiss", "--cards", "my tide.card", "--decks", "Whirl"];
    sim.extend(["--games", "1", "--seed", "1"]);
    let (code, _, err) = folder.run(&sim, "");
    assert_eq!(code, 1, "{err}");
    let told = err.split('`').nth(1).expect("a command");
    let file = told.split(' ').nth(2).expect("a file");
    assert_eq!(told, format!("cardwright replay {file} --cards \"my tide.card\""));
    let folder = folder.with("moved.card", &format!("# a comment\n{TIDE}{FAULTY}"));
    for cards in ["my tide.card", "moved.card"] {
        let (code, out, err) = folder.run(&["replay", file, "--cards", cards], "");
        assert_eq!(code, 0, "{err}");
        assert!(out.contains(&format!("AUTO of \"Whirlpool\" ({cards}:")), "{out}");
    }
}

#[test]
fn decks_are_checked_by_the_rules() {
    let folder = Folder::new("decks")
        .with("tide.card", TIDE)
        .with(
            "bad.card",
            "use weiss\n\ndeck \"Thin\" {\n  30 \"Limpet\"\n  5 \"Whelk\"\n}\n\ndeck \"Fine\" { 50 \"Limpet\" }\n\ndeck \"Many\" {\n  3 \"Cowrie\"\n  45 \"Limpet\"\n  2 TP-04\n}\n",
        )
        .with("none.card", "use weiss\n")
        .with("own.card", "use weiss\n\ndeck \"Nobody\" { 50 \"No such card\" }\n");
    let (code, out, err) = folder.run(&["deck", "check", "tide.card"], "");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("3 decks in 1 file: no problems"), "{err}");
    let (code, out, err) = folder.run(&["deck", "check", "bad.card", "--cards", "tide.card"], "");
    assert_eq!(code, 1, "{err}");
    insta::assert_snapshot!("deck-check", format!("{out}{err}"));
    let (code, out, _) = folder.run(
        &["deck", "check", "bad.card", "--cards", "tide.card", "--format", "short"],
        "",
    );
    assert_eq!(code, 1);
    assert!(out.starts_with("bad.card:3:6: error[E0802]"), "{out}");
    let (code, _, err) = folder.run(&["deck", "check", "none.card"], "");
    assert_eq!(code, 2);
    assert!(err.contains("there is no deck in these files"), "{err}");
    let (code, out, _) = folder.run(&["deck", "check", "own.card"], "");
    assert_eq!(code, 1);
    assert!(out.contains("there is no card \"No such card\""), "{out}");
}
