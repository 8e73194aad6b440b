//! The commands as a user meets them: output, exit codes, and no input that breaks them.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_cardwright");

const GOOD: &str = "use weiss\nset \"Samples\" code SM\n\ncard \"Mio\" SM-01 {\n  character, color yellow, level 0, cost 0, power 2000, soul 1\n  traits <Lantern> <Harbor>, side weiss, title \"Lantern Harbor\"\n\n  AUTO when this is placed on stage from hand { draw 1 }\n}\n";

/// One syntax error, on line 4 from column 8.
const BROKEN: &str = "use weiss\n\ncard \"Mio\" SM-01 {\n  CONT {\n";

/// A folder of its own for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardwright-cli-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, content).expect("a file");
        self
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a text file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Outcome {
    code: i32,
    out: String,
    err: String,
}

impl Outcome {
    /// Checks the exit code, and that the run ended on its own terms.
    #[track_caller]
    fn exits(self, code: i32) -> Outcome {
        assert_eq!(
            self.code,
            code,
            "stdout: {}\nstderr: {}",
            cut(&self.out),
            cut(&self.err)
        );
        assert!(
            !self.err.contains("panicked") && !self.out.contains("panicked"),
            "{}",
            cut(&self.err)
        );
        self
    }

    #[track_caller]
    fn prints(self, part: &str) -> Outcome {
        assert!(self.out.contains(part), "no `{part}` in: {}", cut(&self.out));
        self
    }

    #[track_caller]
    fn complains(self, part: &str) -> Outcome {
        assert!(self.err.contains(part), "no `{part}` in: {}", cut(&self.err));
        self
    }

    #[track_caller]
    fn prints_nothing(self) -> Outcome {
        assert_eq!(cut(&self.out), "");
        self
    }
}

fn cut(text: &str) -> String {
    text.chars().take(2000).collect()
}

fn run_in(folder: &Path, arguments: &[&str], input: Option<&[u8]>) -> Outcome {
    finish(Command::new(BINARY).args(arguments).current_dir(folder), input)
}

fn finish(command: &mut Command, input: Option<&[u8]>) -> Outcome {
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let mut child = command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    if let (Some(mut pipe), Some(bytes)) = (child.stdin.take(), input) {
        // A program that has read enough closes its end; that is its right.
        let _ = pipe.write_all(bytes);
    }
    let output = child.wait_with_output().expect("the program ends");
    Outcome {
        code: output.status.code().expect("an exit code, not a signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8 output"),
        err: String::from_utf8(output.stderr).expect("UTF-8 messages"),
    }
}

fn run(folder: &Folder, arguments: &[&str]) -> Outcome {
    run_in(&folder.0, arguments, None)
}

fn here(arguments: &[&str]) -> Outcome {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments, None)
}

#[test]
fn help_teaches_with_examples() {
    here(&["--help"]).exits(0).prints("Examples:").prints("Exit codes:");
    for command in ["check", "fmt", "compile", "explain", "vocab"] {
        here(&[command, "--help"])
            .exits(0)
            .prints("Examples:")
            .prints(&format!("cardwright {command}"));
    }
    here(&["--version"]).exits(0).prints(env!("CARGO_PKG_VERSION"));
    here(&[]).exits(2).complains("Usage:");
    here(&["chekc"]).exits(2).complains("check");
    here(&["check", "--format", "xml"]).exits(2).complains("sarif");
}

#[test]
fn check_passes_good_cards_and_counts_them() {
    let folder = Folder::new("good")
        .with("a.card", GOOD)
        .with("sub/b.card", GOOD.replace("SM-01", "SM-02").replace("Mio", "Rin"));
    run(&folder, &["check"])
        .exits(0)
        .prints_nothing()
        .complains("2 cards in 2 files: no problems");
    run(&folder, &["check", "a.card", "./a.card", "."])
        .exits(0)
        .complains("2 cards in 2 files");
    run(&folder, &["check", "a.card"])
        .exits(0)
        .complains("1 card in 1 file");
}

#[test]
fn check_leaves_hidden_folders_target_and_other_files_out() {
    let folder = Folder::new("walk")
        .with("a.card", GOOD)
        .with(".git/b.card", BROKEN)
        .with("target/c.card", BROKEN)
        .with("d.txt", BROKEN);
    run(&folder, &["check"]).exits(0).complains("1 card in 1 file");
    run(&folder, &["check", "d.txt"]).exits(1).complains("1 card in 1 file");
}

#[test]
fn check_shows_problems_in_every_format() {
    let folder = Folder::new("formats").with("b.card", BROKEN);
    run(&folder, &["check"])
        .exits(1)
        .prints("[E0106]")
        .prints("b.card:4:8")
        .prints("CONT {")
        .complains("1 card in 1 file: 1 error");
    let short = run(&folder, &["check", "--format", "short"]).exits(1);
    assert!(short.out.starts_with("b.card:4:8: error[E0106]: "), "{}", short.out);
    assert_eq!(short.out.lines().count(), 1);

    let json = run(&folder, &["check", "--format", "json"]).exits(1);
    let object: serde_json::Value = serde_json::from_str(json.out.lines().next().expect("a line")).expect("JSON");
    assert_eq!(
        (&object["code"], &object["place"]["line"], &object["place"]["file"]),
        (&"E0106".into(), &4.into(), &"b.card".into())
    );

    let sarif = run(&folder, &["check", "--format", "sarif"]).exits(1);
    let log: serde_json::Value = serde_json::from_str(&sarif.out).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "E0106");

    let github = run(&folder, &["check", "--format", "github"]).exits(1);
    assert!(
        github.out.starts_with("::error file=b.card,line=4,col=8,"),
        "{}",
        github.out
    );

    let empty = Folder::new("sarif-empty").with("a.card", GOOD);
    let log: serde_json::Value =
        serde_json::from_str(&run(&empty, &["check", "--format", "sarif"]).exits(0).out).expect("JSON");
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn check_colours_a_pipe_only_when_asked() {
    let folder = Folder::new("color").with("b.card", BROKEN);
    assert!(!run(&folder, &["check"]).exits(1).out.contains('\x1b'));
    assert!(
        !run(&folder, &["check", "--color", "never"])
            .exits(1)
            .out
            .contains('\x1b')
    );
    run(&folder, &["check", "--color", "always"]).exits(1).prints("\x1b[");
}

#[test]
fn check_reads_standard_input() {
    let folder = Folder::new("stdin");
    run_in(&folder.0, &["check", "-"], Some(GOOD.as_bytes()))
        .exits(0)
        .complains("1 card in 1 file");
    run_in(&folder.0, &["check", "-", "--format", "short"], Some(BROKEN.as_bytes()))
        .exits(1)
        .prints("<stdin>:4:8");
}

#[test]
fn one_broken_card_does_not_hide_another() {
    let text = format!("{BROKEN}\ncard \"Rin\" SM-02 {{\n  ACT [\n");
    let folder = Folder::new("two").with("b.card", text);
    let outcome = run(&folder, &["check", "--format", "short"])
        .exits(1)
        .prints("b.card:4:8")
        .prints("b.card:7:7");
    assert_eq!(outcome.out.lines().count(), 2, "{}", outcome.out);
}

#[test]
fn paths_that_hold_nothing_are_wrong_use() {
    let folder = Folder::new("paths").with("a.card", GOOD);
    fs::create_dir(folder.0.join("none")).expect("a folder");
    for command in ["check", "fmt", "compile"] {
        run(&folder, &[command, "none"])
            .exits(2)
            .prints_nothing()
            .complains("no card files in none");
        run(&folder, &[command, "missing.card", "gone"])
            .exits(2)
            .complains("cannot read missing.card")
            .complains("cannot read gone");
        run(&folder, &[command, "a.card", "missing.card"])
            .exits(2)
            .complains("cannot read missing.card");
    }
    run(&folder, &["compile"]).exits(2).complains("PATHS");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_as_standard_input_is_a_clear_error() {
    let folder = Folder::new("dir-stdin");
    for command in ["check", "fmt"] {
        let input = fs::File::open(&folder.0).expect("a folder");
        let output = Command::new(BINARY)
            .args([command, "-"])
            .stdin(input)
            .output()
            .expect("the program ends");
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot read standard input: is a directory"));
    }
}

#[test]
fn bad_input_gets_a_message_and_exit_code_1() {
    let deep = format!(
        "use weiss\ncard \"A\" {{ CONT {{ {}{} }} }}\n",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let noise: Vec<u8> = (0..5000_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("latin.card", b"use weiss\n# caf\xe9\n".to_vec(), "E0101"),
        ("cut.card", b"use weiss\n# \xe3\x81".to_vec(), "E0101"),
        ("noise.card", noise, "E0101"),
        (
            "control.card",
            b"use weiss\ncard \"A\" { \x00\x07 }\n".to_vec(),
            "E0102",
        ),
        ("string.card", b"use weiss\ncard \"Mio {\n}\n".to_vec(), "E0103"),
        ("block.card", BROKEN.as_bytes().to_vec(), "E0106"),
        ("deep.card", deep.into_bytes(), "E0108"),
        ("open.card", "{".repeat(100_000).into_bytes(), "E0108"),
        ("close.card", "}\n".repeat(100_000).into_bytes(), "E0107"),
    ];
    for (name, content, code) in cases {
        let folder = Folder::new(&format!("bad-{name}")).with(name, &content);
        let check = run(&folder, &["check", "--format", "short"])
            .exits(1)
            .prints(&format!("{name}:"))
            .prints(code);
        assert!(
            check.out.len() < 100_000,
            "{name}: {} bytes of messages",
            check.out.len()
        );
        assert!(
            run(&folder, &["check"]).exits(1).prints(code).out.len() < 300_000,
            "{name}"
        );
        run(&folder, &["compile", name])
            .exits(1)
            .prints_nothing()
            .complains(code);
        run(&folder, &["fmt", name]).exits(1).complains(code);
    }
}

#[test]
fn not_utf8_names_the_byte_and_the_line() {
    let folder = Folder::new("utf8").with("latin.card", b"use weiss\n# caf\xe9 au lait\n");
    run(&folder, &["check", "--format", "short"])
        .exits(1)
        .prints("latin.card:2:6: error[E0101]")
        .prints("byte 15 (0xE9, line 2)");
    run(&folder, &["fmt"]).exits(1).complains("E0101");
    assert_eq!(
        fs::read(folder.0.join("latin.card")).expect("the file"),
        b"use weiss\n# caf\xe9 au lait\n"
    );
}

#[test]
fn an_empty_file_holds_no_cards() {
    let folder = Folder::new("empty").with("e.card", "");
    run(&folder, &["check"]).complains("0 cards in 1 file");
    run(&folder, &["fmt"]).exits(0);
}

#[test]
fn a_long_line_is_not_printed() {
    let folder = Folder::new("long").with(
        "l.card",
        format!("use weiss\n{}", "card \"A\" { AUTO ☃ } ".repeat(20_000)),
    );
    let check = run(&folder, &["check"]).exits(1).prints("l.card:2:");
    assert!(check.out.len() < 200_000, "{} bytes", check.out.len());
}

/// Runs with at most 2 GB of address space where the shell can limit it.
fn limited(folder: &Folder, command: &str) -> Outcome {
    let script = format!("ulimit -v 2000000 2>/dev/null; exec \"$0\" {command}");
    // Each worker thread reserves address space, so their number is part of the limit.
    finish(
        Command::new("sh")
            .args(["-c", &script, BINARY])
            .env("RAYON_NUM_THREADS", "2")
            .current_dir(&folder.0),
        None,
    )
}

#[cfg(unix)]
#[test]
fn large_files_are_refused_within_bounded_memory() {
    let folder = Folder::new("large").with("line.card", vec![b'x'; 50_000_000]);
    limited(&folder, "check --format short")
        .exits(1)
        .prints("line.card:1:1: error[E0105]")
        .prints("16 MiB");
    limited(&folder, "fmt line.card").exits(1).complains("E0105");
    limited(&folder, "check - --format short < line.card")
        .exits(1)
        .prints("<stdin>:1:1: error[E0105]");
    assert_eq!(
        fs::metadata(folder.0.join("line.card")).expect("the file").len(),
        50_000_000
    );
    if Path::new("/dev/zero").exists() {
        limited(&folder, "check /dev/zero").exits(1).prints("E0105");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let script = format!("(\"{BINARY}\" vocab fow; echo \"code $?\" >&2) | head -n 1");
    let outcome = finish(Command::new("sh").args(["-c", &script]), None)
        .exits(0)
        .complains("code 0");
    assert_eq!(outcome.out.lines().count(), 1);
    finish(
        Command::new("sh").args(["-c", "exec \"$0\" check missing 2>&-", BINARY]),
        None,
    )
    .exits(2);
}

/// `GOOD` in another layout: blanks at the ends of two lines.
fn untidy() -> String {
    GOOD.replace("soul 1\n", "soul 1  \n")
        .replace("use weiss\n", "use weiss \n")
}

#[test]
fn fmt_rewrites_files_and_names_them() {
    let folder = Folder::new("fmt").with("a.card", untidy()).with("b.card", GOOD);
    assert_eq!(run(&folder, &["fmt", "--check"]).exits(1).out, "a.card\n");
    assert_eq!(folder.read("a.card"), untidy());
    assert_eq!(run(&folder, &["fmt"]).exits(0).out, "a.card\n");
    assert_eq!(folder.read("a.card"), GOOD);
    run(&folder, &["fmt"]).exits(0).prints_nothing();
    run(&folder, &["fmt", "--check"]).exits(0).prints_nothing();
    let names: Vec<_> = fs::read_dir(&folder.0)
        .expect("the folder")
        .map(|e| e.expect("an entry").file_name())
        .collect();
    assert_eq!(names.len(), 2, "a temporary file is left: {names:?}");
}

#[cfg(unix)]
#[test]
fn fmt_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new("fmt-link").with("real/a.card", untidy());
    let real = folder.0.join("real/a.card");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink(&real, folder.0.join("link.card")).expect("a link");
    run(&folder, &["fmt", "link.card"]).exits(0).prints("link.card");
    assert!(folder.0.join("link.card").is_symlink());
    assert_eq!(folder.read("real/a.card"), GOOD);
    assert_eq!(
        fs::metadata(&real).expect("the file").permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn fmt_filters_standard_input() {
    let folder = Folder::new("fmt-stdin").with("a.card", GOOD);
    assert_eq!(
        run_in(&folder.0, &["fmt", "-"], Some(untidy().as_bytes())).exits(0).out,
        GOOD
    );
    assert_eq!(
        run_in(&folder.0, &["fmt", "-", "--check"], Some(untidy().as_bytes()))
            .exits(1)
            .out,
        "<stdin>\n"
    );
    run_in(&folder.0, &["fmt", "-", "--check"], Some(GOOD.as_bytes()))
        .exits(0)
        .prints_nothing();
    run_in(&folder.0, &["fmt", "-", "."], Some(b""))
        .exits(2)
        .prints_nothing()
        .complains("`-`");
}

#[test]
fn fmt_keeps_broken_items_and_says_so() {
    let folder = Folder::new("fmt-broken").with("b.card", BROKEN);
    run(&folder, &["fmt"])
        .exits(1)
        .complains("E0106")
        .complains("b.card:4:8");
    assert!(folder.read("b.card").contains("card \"Mio\" SM-01 {\n  CONT {\n"));
}

#[test]
fn compile_writes_nothing_when_there_are_errors() {
    let folder = Folder::new("compile-broken").with("b.card", BROKEN);
    run(&folder, &["compile", "b.card", "--out", "out.json"])
        .exits(1)
        .prints_nothing()
        .complains("E0106");
    assert!(!folder.0.join("out.json").exists());
}

#[test]
fn compile_writes_to_a_file_what_it_would_print() {
    let folder = Folder::new("compile").with("a.card", GOOD);
    for emit in ["ir", "text"] {
        let printed = run(&folder, &["compile", "a.card", "--emit", emit]).exits(0).out;
        run(&folder, &["compile", "a.card", "--emit", emit, "--out", "out"])
            .exits(0)
            .prints_nothing();
        assert_eq!(folder.read("out"), printed);
    }
    run(&folder, &["compile", "a.card", "--out", "no/such/folder"])
        .exits(2)
        .complains("cannot write no/such/folder");
}

#[test]
fn compile_gives_data_and_english() {
    let rin = GOOD.replace("SM-01", "SM-02").replace("Mio", "Rin");
    let folder = Folder::new("emit").with("a.card", GOOD).with("b.card", rin);
    let one: serde_json::Value =
        serde_json::from_str(&run(&folder, &["compile", "a.card"]).exits(0).out).expect("JSON");
    assert_eq!(
        (&one["game"], &one["cards"][0]["name"]),
        (&"weiss".into(), &"Mio".into())
    );
    let two: serde_json::Value = serde_json::from_str(&run(&folder, &["compile", "."]).exits(0).out).expect("JSON");
    assert_eq!(two[1]["cards"][0]["name"], "Rin");
    let text = run(&folder, &["compile", ".", "--emit", "text"])
        .exits(0)
        .prints("Mio")
        .prints("\n\nRin")
        .prints("draw");
    assert!(text.out.ends_with('\n') && !text.out.ends_with("\n\n"), "{}", text.out);
}

#[test]
fn imports_are_read_from_beside_the_file() {
    let importing = GOOD.replace("use weiss\n", "use weiss\nuse \"shared.card\"\n");
    let folder = Folder::new("import")
        .with("sub/a.card", &importing)
        .with("sub/shared.card", GOOD.replace("Mio", "Rin").replace("SM-01", "SM-02"));
    run(&folder, &["check", "sub/a.card"])
        .exits(0)
        .complains("1 card in 1 file: no problems");
    fs::remove_file(folder.0.join("sub/shared.card")).expect("removed");
    run(&folder, &["check", "sub/a.card"])
        .exits(1)
        .prints("E0320")
        .prints("shared.card");
}

#[test]
fn explain_prints_pages_and_lists_codes() {
    here(&["explain", "E0301"]).exits(0).prints("# E0301");
    here(&["explain", "e0301"]).exits(0).prints("# E0301");
    let list = here(&["explain"])
        .exits(0)
        .prints("E0101  the file is not UTF-8 text\n");
    assert_eq!(list.out.lines().count(), cardwright::diag::Code::ALL.len());
    here(&["explain", "E0391"])
        .exits(2)
        .prints_nothing()
        .complains("there is no code `E0391`")
        .complains("E0301");
}

#[test]
fn explain_tells_every_meaning_of_a_word() {
    here(&["explain", "draw"])
        .exits(0)
        .prints("draw (verb of every game)")
        .prints("forms: draws, drawn, drew");
    let rest = here(&["explain", "rested"])
        .exits(0)
        .prints("of weiss")
        .prints("of fow");
    assert!(rest.out.matches("(verb of ").count() >= 2, "{}", rest.out);
    let one = here(&["explain", "rest", "--game", "fow"])
        .exits(0)
        .prints("rest (verb of fow)")
        .prints("rules: 1013");
    assert!(!one.out.contains("weiss"), "{}", one.out);
    here(&["explain", "waiting room"])
        .exits(0)
        .prints("waiting-room (zone of weiss)");
    here(&["explain", "encore"])
        .exits(0)
        .prints("Encore (keyword of weiss)")
        .prints("signature: Encore [...]")
        .prints("rules: 10.2.2");
    here(&["explain", "foresee"])
        .exits(0)
        .prints("foresee (verb of the prelude of fow)");
    here(&["explain", "Overflow"])
        .exits(0)
        .prints("Overflow (condition of evolve)");
    here(&["explain", "Triple-Drive"]).exits(0).prints("only in edition g");
    here(&["explain", "the"]).exits(0).prints("word of the language itself");
}

#[test]
fn explain_suggests_near_words() {
    here(&["explain", "waitingroom"])
        .exits(2)
        .prints_nothing()
        .complains("there is no word")
        .complains("did you mean `waiting-room`?");
    here(&["explain", "qqqqqqqqqqqqqq"])
        .exits(2)
        .complains("cardwright vocab GAME");
    here(&["explain", "draw", "--game", "weis"])
        .exits(2)
        .complains("did you mean `weiss`?");
}

#[test]
fn vocab_lists_the_words_of_a_game_by_kind() {
    let weiss = here(&["vocab", "weiss"])
        .exits(0)
        .prints("\nzone (")
        .prints("waiting-room waiting-rooms")
        .prints("\nkeyword (")
        .prints("Backup P level L [...]");
    assert!(weiss.out.starts_with("type ("), "{}", cut(&weiss.out));
    let json: serde_json::Value =
        serde_json::from_str(&here(&["vocab", "weiss", "--format", "json"]).exits(0).out).expect("JSON");
    assert_eq!(json["title"], "Weiß Schwarz");
    let words = json["words"].as_array().expect("words");
    assert!(
        words
            .iter()
            .any(|w| w["kind"] == "verb" && w["name"] == "draw" && w["forms"][1] == "draws")
    );
    assert!(
        words
            .iter()
            .any(|w| w["kind"] == "keyword" && w["name"] == "Encore" && w["rules"][0] == "10.2.2")
    );
    here(&["vocab", "chess"])
        .exits(2)
        .complains("there is no game `chess`")
        .complains("`vanguard`");
}

#[test]
fn vocab_lists_the_events_of_a_game() {
    here(&["vocab", "weiss", "--events"])
        .exits(0)
        .prints("level up (it is told)")
        .prints("frontal attack")
        .prints("when, cannot, past");
    let json: serde_json::Value =
        serde_json::from_str(&here(&["vocab", "fow", "--events", "--format", "json"]).exits(0).out).expect("JSON");
    let events = json["events"].as_array().expect("events");
    let chase = events.iter().find(|e| e["event"] == "chase").expect("chase");
    assert_eq!(chase["can"], serde_json::json!(["cannot"]));
    let destroy = events.iter().find(|e| e["event"] == "destroy").expect("destroy");
    assert_eq!(destroy["verbs"], serde_json::json!(["destroy"]));
    assert_eq!(destroy["can"], serde_json::json!(["when", "instead", "cannot", "past"]));
}

#[test]
fn vocab_can_be_limited_to_an_edition() {
    here(&["vocab", "vanguard"]).exits(0).prints("Triple-Drive [g]");
    let old = here(&["vocab", "vanguard", "--edition", "1.10"])
        .exits(0)
        .prints("Twin-Drive");
    assert!(!old.out.contains("Triple-Drive"));
    here(&["vocab", "vanguard", "--edition", "7"])
        .exits(2)
        .complains("the editions are `g` and `1.10`");
    here(&["vocab", "weiss", "--edition", "g"])
        .exits(2)
        .complains("only one edition");
}

#[test]
fn vocab_lists_unused_words() {
    let folder = Folder::new("unused").with("a.card", GOOD);
    let outcome = run(&folder, &["vocab", "weiss", "--unused", "a.card"])
        .exits(1)
        .prints("keyword:Encore\n")
        .prints("verb:shuffle\n");
    let lines: Vec<&str> = outcome.out.lines().collect();
    assert!(
        !lines.contains(&"verb:draw") && !lines.contains(&"zone:stage"),
        "{lines:?}"
    );
    assert!(lines.is_sorted(), "{lines:?}");
    let json: Vec<String> = serde_json::from_str(
        &run(&folder, &["vocab", "weiss", "--unused", "a.card", "--format", "json"])
            .exits(1)
            .out,
    )
    .expect("JSON");
    assert_eq!(json, lines);
    run(&folder, &["vocab", "weiss", "--unused", "missing"])
        .exits(2)
        .complains("cannot read missing");
}

/// A card and a test of it, with a place for the lines.
fn tested(lines: &str) -> String {
    format!("{GOOD}\ntest \"Mio \u{e4}lone\" rules \"10.2\" {{\n  {lines}\n}}\n")
}

#[test]
fn test_runs_nothing_if_there_are_errors() {
    let folder = Folder::new("test-errors").with("a.card", tested("expect { p1 hnd 0 }"));
    run(&folder, &["test", "a.card"])
        .exits(1)
        .prints("E0705")
        .prints("did you mean `hand`?")
        .complains("no test was run");
    // A program still gets a report it can read.
    let junit = run(&folder, &["test", "a.card", "--format", "junit"]).exits(1);
    junit
        .complains("E0705")
        .prints("<testsuites")
        .prints("compiles (E0705)");
}

#[test]
fn test_says_if_nothing_matches() {
    let folder = Folder::new("test-filter").with("a.card", tested("expect { p1 hand 0 }"));
    run(&folder, &["test", "--filter", "Encore"])
        .exits(2)
        .complains("no test matches `Encore`")
        .prints_nothing();
    for filter in ["mio", "10.2", "a.car"] {
        let outcome = run(&folder, &["test", "--filter", filter]);
        assert!(outcome.code < 2, "{filter}: {}", outcome.err);
    }
}

#[test]
fn test_without_tests_is_fine() {
    let folder = Folder::new("test-none").with("cards/a.card", GOOD);
    run(&folder, &["test"]).exits(0).prints("\n0 passed, 0 failed\n");
    run(&folder, &["test", "--format", "junit"])
        .exits(0)
        .prints("<testsuites name=\"cardwright\" tests=\"0\"")
        .complains("0 passed, 0 failed");
    run(&folder, &["test", "--format", "json"])
        .exits(0)
        .prints("\"tests\": []");
    run(&folder, &["test", "nowhere"])
        .exits(2)
        .complains("cannot read nowhere");
}

#[test]
fn test_reports_kept_logs_that_are_kept_twice() {
    let folder = Folder::new("test-golden")
        .with("a.card", tested("expect { p1 hand 0 }"))
        .with("a.golden", "== gone\nx\n\n== gone\ny\n");
    run(&folder, &["test", "a.card"])
        .exits(1)
        .prints("FAILED a.golden:4: the kept logs")
        .prints("the log of \"gone\" is kept twice")
        .complains("a.golden keeps the log of \"gone\", but no golden test has this name");
}

#[test]
fn the_schemas_are_checked_in() {
    for (of, title) in [("ir", "Module"), ("board", "Board"), ("event", "Event")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{of}.schema.json"));
        let printed = here(&["schema", of]).exits(0).out;
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            fs::write(&path, &printed).expect("the schema");
        }
        assert_eq!(
            fs::read_to_string(&path).expect("the schema"),
            printed,
            "schema/{of}.schema.json is out of date: run `UPDATE_SCHEMA=1 cargo test --test all cli::`"
        );
        let schema: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(schema["title"], title);
    }
    assert_eq!(here(&["schema"]).exits(0).out, cardwright::cli::schema());
}

/// What may stand again behind itself without a bracket: deep chains are refused, never a stack overflow.
#[test]
fn chains_without_brackets_are_bounded() {
    let card = |body: &str| {
        format!(
            "use weiss\nset \"A\" code A\ncard \"M\" A-1 {{\n  character, color red, level 0, cost 0, power 500, soul 1\n  {body}\n}}\n"
        )
    };
    let many = |text: &str| text.repeat(20_000);
    let chains = [
        format!("CONT if {}this is rested {{ this gets +500 power }}", many("not ")),
        format!(
            "CONT if this has {}this {{ this gets +500 power }}",
            many("the same name as ")
        ),
        format!("ACT [pay 1] {{ draw (half {}2 up) }}", many("half ")),
        format!("ACT [pay 1] {{ {}this gets +500 power }}", many("until end of turn, ")),
        format!("ACT [pay 1] {{ draw (1{}) }}", many(" + 1")),
        format!("ACT [pay 1] {{ draw 1 {} }}", many("that is not a character ")),
        format!("ACT [pay 1] {{ draw 1 {} }}", many("of cards ")),
        format!("ACT [pay 1]{} {{ draw 1 }}", many(" or [pay 1]")),
        format!(
            "ACT [pay 1] {{ if this is rested {{ draw 1 }} {} }}",
            many("otherwise if this is rested { draw 1 } ")
        ),
        format!(
            "CONT if {}this is rested{} {{ this gets +500 power }}",
            "(".repeat(60),
            ")".repeat(60)
        ),
    ];
    for (i, chain) in chains.iter().enumerate() {
        let text = card(chain);
        let compiled =
            cardwright::compile::compile(vec![cardwright::source::SourceFile::new("deep.card", text.as_str())]);
        let codes: Vec<&str> = compiled.diagnostics.iter().map(|d| d.code.id()).collect();
        assert_eq!(codes, ["E0108"], "chain {i}");
        assert!(cardwright::fmt::format(&text).contains("card \"M\" A-1"), "chain {i}");
    }
}
