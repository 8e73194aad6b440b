//! The examples run and print what they promise.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Where cargo puts the programs of `examples/`: beside the folder of this test.
fn programs() -> PathBuf {
    let me = std::env::current_exe().expect("this program");
    let target = me.ancestors().nth(2).expect("the folder of the profile");
    target.join("examples")
}

#[test]
fn examples_run() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = fs::read_dir(root.join("examples"))
        .expect("the examples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 5, "{names:?}");
    for name in names {
        let program = programs().join(&name);
        assert!(
            program.exists(),
            "`cargo test` builds the examples; else: cargo build --examples"
        );
        let output = Command::new(program)
            .current_dir(&root)
            .output()
            .expect("the example runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {errors}");
        if name == "many_games" {
            // How much memory games take differs from machine to machine.
            let out = String::from_utf8_lossy(&output.stdout);
            let (last, games) = out
                .lines()
                .rev()
                .collect::<Vec<_>>()
                .split_first()
                .map_or(("", 0), |(last, games)| {
                    (*last, games.iter().filter(|l| l.contains(" bytes a state")).count())
                });
            assert!(games == 5 && last.starts_with("500 games held at once"), "{out}");
            continue;
        }
        insta::assert_snapshot!(format!("example_{name}"), String::from_utf8_lossy(&output.stdout));
    }
}
