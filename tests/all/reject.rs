//! The rejection corpus: one file, one mistake, the whole expected message beside it. `UPDATE_REJECTS=1` rewrites the messages.

use cardwright::compile::{self, Compiled};
use cardwright::diag::{self, Code, Diagnostic, Style};
use cardwright::golden::{self, Job, Shared};
use cardwright::ir::Module;
use cardwright::play;
use cardwright::probe::{self, Task};
use cardwright::proving::{self, Case};
use cardwright::settings;
use cardwright::source::{FileId, SourceFile};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const OLD_GUARD: &str = "use vanguard edition 1.10
set \"Old Guard\" code OG

card \"Veteran of the First Wall\" OG-01 {
  normal-unit, grade 1, power 7000, shield 5000, critical 1
  clan <Old Guard>
  Boost
}
";

const BUBBLES: &str = "use evolve
set \"Bubbles\" code BU

token \"Bubble\" {
  follower, class neutral, traits <Tide>, cost 1, attack 1, defense 1
}
";

/// What finds a mistake besides `check`: decks are judged by the rules only where that is asked for, and cards are played with only then.
#[derive(Clone, Copy, PartialEq)]
enum With {
    Check,
    Decks,
    Probe,
    Tests,
    Settings,
}

impl With {
    fn of(code: &str) -> With {
        match code {
            "E0802" | "E0803" => With::Decks,
            "W0901" | "W0902" => With::Probe,
            "W0903" => With::Tests,
            "E0901" | "E0902" | "E0903" => With::Settings,
            _ => With::Check,
        }
    }
}

fn checked(name: &str, text: &str, with: With) -> (Vec<Code>, String) {
    if with == With::Settings {
        let (_, found) = settings::read(FileId(0), text);
        return (found.iter().map(|d| d.code).collect(), String::new());
    }
    // The files that examples can import.
    let load = |path: &str| match path {
        "old-guard.card" => Some(SourceFile::new(path, OLD_GUARD)),
        "bubbles.card" => Some(SourceFile::new(path, BUBBLES)),
        _ => None,
    };
    let mut compiled = compile::compile_with(vec![SourceFile::new(name, text)], &load);
    play::check(&mut compiled);
    if with == With::Decks {
        // The command about decks tells all that is against the rules, as errors.
        compiled.diagnostics.retain(|d| d.code != Code::UnplayableDeck);
        let found = play::check_decks(&compiled);
        compiled.diagnostics.extend(found);
    }
    if with == With::Probe {
        let probed = probe::probe(&compiled, &Task::default(), &|_, _| ());
        let found = probe::diagnostics(&probed, &[], &compiled.sources);
        compiled.diagnostics.extend(found);
    }
    if with == With::Tests {
        let found = vacuous(&compiled);
        compiled.diagnostics.extend(found);
    }
    let rendered: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|d| diag::render(d, &compiled.sources, Style { color: false }))
        .collect();
    (
        compiled.diagnostics.iter().map(|d| d.code).collect(),
        rendered.join("\n"),
    )
}

/// What is said of the tests of a file, which all pass.
fn vacuous(compiled: &Compiled) -> Vec<Diagnostic> {
    let shared = Shared::default();
    let mut cases = Vec::new();
    let libraries: Vec<Vec<&Module>> = compiled.modules.iter().map(|module| vec![module]).collect();
    for (module, library) in compiled.modules.iter().zip(&libraries) {
        for edition in module.played_by() {
            cases.extend(module.tests.iter().map(|test| Case {
                job: Job {
                    module,
                    library,
                    test,
                    edition,
                    shared: &shared,
                    trace: false,
                },
                kept: None,
            }));
        }
    }
    let passed: Vec<bool> = cases
        .iter()
        .map(|case| golden::play(&case.job).failure.is_none())
        .collect();
    assert!(passed.iter().all(|passed| *passed), "a test of the file fails");
    proving::vacuous(compiled, &cases, &passed)
}

#[test]
fn every_mistake_gets_its_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reject");
    let update = std::env::var_os("UPDATE_REJECTS").is_some();
    let mut codes = BTreeSet::new();
    let mut files = 0;
    let mut wrong = Vec::new();
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the corpus")
        .map(|e| e.expect("an entry").file_name().into_string().expect("a plain name"))
        .filter(|n| Path::new(n).extension().is_some_and(|e| e == "card"))
        .collect();
    names.sort();
    for name in names {
        let text = fs::read_to_string(folder.join(&name)).expect("a text file");
        let with = With::of(name.split('-').next().unwrap_or(""));
        let (found, rendered) = checked(&name, &text, with);
        let expected_path = folder.join(name.replace(".card", ".txt"));
        if update {
            fs::write(&expected_path, &rendered).expect("the corpus can be written");
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        if name == "ten-mistakes.card" {
            assert_eq!(found.len(), 10, "{rendered}");
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 10);
        } else if let Some(number) = wanted_messages(&text) {
            if found.len() != number {
                wrong.push(format!("{name}: expected {number} messages, found {found:?}"));
            }
        } else {
            let wanted = name.split('-').next().unwrap_or("");
            if found.len() != 1 || found[0].id() != wanted {
                wrong.push(format!("{name}: expected one {wanted}, found {found:?}"));
            }
            codes.extend(found);
        }
        if rendered.trim_end() != expected.trim_end() {
            wrong.push(format!(
                "{name}: the message has changed\n--- expected\n{expected}\n--- found\n{rendered}"
            ));
        }
        files += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {files} files:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
    assert!(files >= 80, "only {files} files");
    assert!(codes.len() >= 50, "only {} codes", codes.len());
}

/// What a file says of itself that is about more than one message, or about none: `# 3 messages`.
fn wanted_messages(text: &str) -> Option<usize> {
    let first = text.lines().next()?.strip_prefix("# ")?;
    first.strip_suffix(" messages")?.parse().ok()
}

/// The fences of a page in a language, in order.
fn fences(page: &str, language: &str) -> Vec<String> {
    page.split(&format!("```{language}\n"))
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_page_shows_its_mistake() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let page = code.page();
        let heading = format!("# {}: {}", code.id(), code.title());
        if page.lines().next() != Some(heading.as_str()) {
            wrong.push(format!("{}: the page starts with {:?}", code.id(), page.lines().next()));
        }
        let settings = matches!(code, Code::UnknownSetting | Code::WrongSetting | Code::SettingsSyntax);
        let found = fences(page, if settings { "toml" } else { "card" });
        match (found.as_slice(), code) {
            ([], Code::NotUtf8 | Code::FileTooLarge) => {}
            ([bad, good], _) => {
                let with = With::of(code.id());
                let (codes, rendered) = checked("example.card", bad, with);
                if codes != [*code] {
                    wrong.push(format!("{}: the wrong example gives {codes:?}\n{rendered}", code.id()));
                }
                let (codes, rendered) = checked("example.card", good, with);
                if !codes.is_empty() {
                    wrong.push(format!("{}: the right example gives {codes:?}\n{rendered}", code.id()));
                }
            }
            (list, _) => wrong.push(format!("{}: {} examples", code.id(), list.len())),
        }
    }
    assert!(wrong.is_empty(), "{} pages:\n{}", wrong.len(), wrong.join("\n\n"));
}
