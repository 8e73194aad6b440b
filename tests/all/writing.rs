//! The commands that help with writing: `new`, `how`, `words`, `book`, and the picture of `sim`. What they begin is tested by the tutorials (`pages`).

use cardwright::book;
use cardwright::games::GAMES;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder that is gone behind the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("writing-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.args(arguments).current_dir(&self.0).env_remove("NO_COLOR");
        command.output().expect("the program runs")
    }

    /// What a command prints if it ends with a code.
    fn says(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("text");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        said
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn help_teaches_with_examples() {
    let folder = Folder::new("help");
    for command in ["new", "how", "words", "book"] {
        let help = folder.says(0, &[command, "--help"]);
        assert!(
            help.contains("Examples:") && help.contains(&format!("  cardwright {command}")),
            "{help}"
        );
    }
}

#[test]
fn nothing_is_written_over_and_nothing_asked_that_is_known() {
    let folder = Folder::new("over");
    let said = folder.says(2, &["new", "set", "Lamp Street"]);
    assert!(said.contains("not known which game"), "{said}");
    folder.says(0, &["new", "set", "Lamp Street", "--game", "fow"]);
    folder.says(0, &["new", "card", "Moth"]);
    let text = || {
        ["cardwright.toml", "plain.card", "lamp-street.card"]
            .map(|file| fs::read_to_string(folder.0.join(file)).expect("a file"))
    };
    let before = text();
    for again in [
        &["new", "set", "Lamp Street"][..],
        &["new", "card", "Moth"],
        &["new", "card", "Other", "--kind", "unit"],
        &["new", "card", "Other", "--in", "missing.card"],
        &["new", "keyword", "Flying"],
        &["new", "test", "Nobody"],
    ] {
        let said = folder.says(2, again);
        assert!(said.contains("error: ") && said.contains("help: "), "{said}");
    }
    assert_eq!(text(), before);
    // A second set takes the plain cards and the game that are there; then a card must say where it belongs.
    folder.says(0, &["new", "set", "Tide Row"]);
    assert_eq!(text(), before);
    let said = folder.says(2, &["new", "card", "Crab"]);
    assert!(said.contains("several sets"), "{said}");
    folder.says(0, &["new", "card", "Crab", "--in", "tide-row.card"]);
    folder.says(0, &["check", "--deny", "warnings"]);
    folder.says(0, &["fmt", "--check"]);
}

#[test]
fn a_folder_with_two_games_is_not_guessed_at() {
    let folder = Folder::new("two");
    for game in ["weiss", "evolve"] {
        fs::write(
            folder.0.join(format!("{game}.card")),
            format!("use {game}\nset \"S\" code S\n"),
        )
        .expect("a file");
    }
    let said = folder.says(2, &["new", "card", "Moth"]);
    assert!(said.contains("not known which game"), "{said}");
}

#[test]
fn every_phrase_of_the_book_finds_itself() {
    let mut lost = Vec::new();
    let mut asked = 0;
    for game in GAMES.iter().map(|game| game.name) {
        for entry in book::phrases(game) {
            for phrase in entry.also.iter().chain([&entry.phrase]) {
                asked += 1;
                let hits = book::how(&[game], phrase, 3);
                if !hits.iter().any(|hit| hit.entry.phrase == entry.phrase) {
                    lost.push(format!("{game}: {phrase}"));
                }
            }
        }
    }
    assert!(asked > 1000, "{asked} phrases");
    // Different entries may print the same but for a number or a name: that costs a place, seldom three.
    assert!(lost.len() * 100 <= asked, "{} of {asked}: {lost:#?}", lost.len());
}

#[test]
fn other_words_for_the_same_are_found() {
    for (game, question, phrase) in [
        (
            "weiss",
            "search your deck for up to one character",
            "search your deck for up to 1 character",
        ),
        (
            "evolve",
            "deal two damage to an enemy follower",
            "select an enemy follower on the field and deal it 2 damage",
        ),
        ("fow", "kill a resonator", "destroy target resonator"),
        (
            "vanguard",
            "look at top three cards, rest to the bottom",
            "look at the top three cards",
        ),
    ] {
        let hits = book::how(&[game], question, 3);
        let found = hits.iter().any(|hit| hit.entry.phrase.starts_with(phrase));
        let names: Vec<&str> = hits.iter().map(|hit| hit.entry.phrase.as_str()).collect();
        assert!(found, "{question}: {names:?}");
    }
    let folder = Folder::new("how");
    let said = folder.says(0, &["how", "draw", "a", "card", "--game", "fow", "--most", "1"]);
    assert!(said.starts_with("draw a card  (fow"), "{said}");
    folder.says(1, &["how", "qwertz"]);
    folder.says(2, &["how", "draw", "--game", "chess"]);
}

#[test]
fn words_that_follow_can_follow() {
    let folder = Folder::new("words");
    let said = folder.says(0, &["words", "--game", "weiss", "--after", "put it into your"]);
    assert!(said.contains("waiting-room") && !said.contains("vanguard"), "{said}");
    folder.says(2, &["words", "--after", "put"]);
}

#[test]
fn the_book_is_in_the_program() {
    let folder = Folder::new("book");
    let contents = folder.says(0, &["book"]);
    assert!(
        contents.contains("tutorial/weiss") && contents.contains("reference/costs"),
        "{contents}"
    );
    let page = folder.says(0, &["book", "tutorial/weiss"]);
    assert!(
        page.contains("Lamp Street") && !page.contains("<!--") && !page.contains('\x1b'),
        "{page}"
    );
    assert!(folder.says(0, &["book", "costs", "--color", "always"]).contains('\x1b'));
    assert!(
        folder
            .says(0, &["book", "golden", "log"])
            .contains("tutorial/weiss: A golden log")
    );
    folder.says(1, &["book", "qwertz"]);
}

#[test]
fn a_run_can_be_drawn() {
    let folder = Folder::new("plot");
    let command = ["sim", "fow", "--games", "2", "--seed", "3", "--plot", "run.svg"];
    folder.says(0, &command);
    let first = fs::read_to_string(folder.0.join("run.svg")).expect("a picture");
    assert!(first.starts_with("<svg") && first.contains("Win rate"), "{first}");
    folder.says(0, &command);
    assert_eq!(first, fs::read_to_string(folder.0.join("run.svg")).expect("a picture"));
    assert!(
        folder
            .says(2, &["sim", "fow", "--games", "1", "--plot", "missing/run.svg"])
            .contains("cannot write")
    );
}

#[test]
fn a_position_of_a_recorded_game_becomes_a_test() {
    let folder = Folder::new("from");
    folder.says(0, &["new", "set", "Lamp Street", "--game", "weiss"]);
    folder.says(0, &["new", "card", "Night Lamp"]);
    folder.says(0, &["new", "deck", "Street at Night"]);
    folder.says(
        0,
        &[
            "sim",
            "weiss",
            "--cards",
            ".",
            "--decks",
            "Street at Night",
            "--games",
            "1",
            "--seed",
            "3",
            "--players",
            "greedy",
            "--keep-replays",
            "kept",
        ],
    );
    let mut kept = fs::read_dir(folder.0.join("kept")).expect("a folder");
    let replay = kept.next().expect("a game").expect("an entry").path();
    let replay = replay.to_str().expect("a plain name");
    let said = folder.says(2, &["new", "test", "Late", "--from", replay]);
    assert!(said.contains("--at"), "{said}");
    let said = folder.says(
        2,
        &[
            "new", "test", "Late", "--from", replay, "--at", "999999", "--cards", ".",
        ],
    );
    assert!(said.contains("--at takes 0 to"), "{said}");
    // Not every decision is one at which a test can begin.
    let begun = (20..120).find(|at| {
        let at = at.to_string();
        let said = folder.run(&[
            "new",
            "test",
            "A late turn",
            "--from",
            replay,
            "--at",
            &at,
            "--cards",
            ".",
        ]);
        said.status.success()
    });
    assert!(begun.is_some(), "no test begins anywhere");
    let text = fs::read_to_string(folder.0.join("lamp-street.card")).expect("the set");
    assert!(text.contains("test \"A late turn\" {"), "{text}");
    let said = folder.says(0, &["test", "--filter", "A late turn"]);
    assert!(said.contains("1 passed"), "{said}");
    let said = folder.says(
        2,
        &[
            "new",
            "test",
            "A late turn",
            "--from",
            replay,
            "--at",
            "20",
            "--cards",
            ".",
        ],
    );
    assert!(
        said.contains("already") || said.contains("a test begins where"),
        "{said}"
    );
}
