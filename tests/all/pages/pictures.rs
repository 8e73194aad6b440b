//! The pictures in `docs/pictures`: what the program shows on a terminal, and the plot of a simulation, made from real output and kept in the tree.

#![expect(
    clippy::float_arithmetic,
    reason = "a picture is drawn with widths of letters; nothing else depends on them"
)]

use super::root;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroU16;
use std::process::Command;

/// The size of a letter.
const WIDE: f32 = 8.4;
const HIGH: u16 = 18;

/// What a command prints, with its colours.
fn shown(folder: &str, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(arguments)
        .current_dir(root().join(folder))
        .env_remove("NO_COLOR")
        .output()
        .expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(said).expect("text");
    // Times differ from run to run.
    let lines = text.lines().map(|line| match line.rsplit_once(", ") {
        Some((head, tail)) if tail.contains(" s") && tail.len() < 20 => head.to_owned(),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\r\n")
}

/// The screen of `cardwright play`, as the test of the screen keeps it.
fn screen() -> String {
    let kept =
        fs::read_to_string(root().join("tests/all/snapshots/all__play__screen_evolve.snap")).expect("a snapshot");
    let text = kept.splitn(3, "---\n").nth(2).expect("the text behind the head");
    text.trim_end().replace('\n', "\r\n")
}

fn color(color: vt100::Color, otherwise: &str) -> String {
    const NAMED: [&str; 16] = [
        "#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf", "#5c6370", "#ef7a85",
        "#a8d389", "#f5d08b", "#71bfff", "#d688ed", "#66c6d2", "#ffffff",
    ];
    match color {
        vt100::Color::Default => otherwise.to_owned(),
        vt100::Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        vt100::Color::Idx(n) if n < 16 => NAMED[usize::from(n)].to_owned(),
        vt100::Color::Idx(n @ 16..=231) => {
            let part = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let n = n - 16;
            format!("#{:02x}{:02x}{:02x}", part(n / 36), part(n / 6 % 6), part(n % 6))
        }
        vt100::Color::Idx(n) => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (n - 232)),
    }
}

/// A picture of what a terminal shows.
fn terminal(text: &str) -> String {
    let plain = |line: &str| {
        let mut parts = line.split('\x1b');
        let first = parts.next().unwrap_or("").chars().count();
        first
            + parts
                .map(|part| part.split_once('m').map_or(0, |(_, rest)| rest.chars().count()))
                .sum::<usize>()
    };
    let rows = u16::try_from(text.lines().count()).expect("few lines");
    let columns = u16::try_from(text.lines().map(plain).max().unwrap_or(1) + 1).expect("short lines");
    let size = |n: u16| NonZeroU16::new(n.max(1)).expect("not nothing");
    let mut parser = vt100::Parser::new(size(rows), size(columns), 0);
    parser.process(text.as_bytes());
    let width = f32::from(columns) * WIDE + 32.0;
    let height = rows * HIGH + 32;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#282c34\"/>\n"
    );
    for row in 0..rows {
        let y = 16 + row * HIGH + 13;
        for column in 0..columns {
            let Some(cell) = parser.screen().cell(row, column).filter(|cell| cell.has_contents()) else {
                continue;
            };
            let letter = cell.contents();
            if letter.trim().is_empty() {
                continue;
            }
            let fill = color(cell.fgcolor(), "#d7dae0");
            let weight = if cell.bold() { " font-weight=\"bold\"" } else { "" };
            let x = f32::from(column) * WIDE + 16.0;
            let letter = letter.replace('&', "&amp;").replace('<', "&lt;");
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y}\" fill=\"{fill}\"{weight}>{letter}</text>"
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The plot of a run.
fn plot() -> String {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("plot-{}.svg", std::process::id()));
    let name = file.display().to_string();
    let run = [
        "sim",
        "evolve",
        "--games",
        "24",
        "--players",
        "greedy",
        "random",
        "--decks",
        "Fired",
        "Spring",
        "--seed",
        "7",
        "--plot",
        &name,
    ];
    shown(".", &run);
    let picture = fs::read_to_string(&file).expect("a picture");
    fs::remove_file(&file).expect("it was there");
    picture
}

/// How a golden test fails: the example of the README beside a kept log in which the third line is another.
fn golden_diff() -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("golden-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::copy(root().join("examples/readme/harbor.card"), folder.join("harbor.card")).expect("a copy");
    let kept = fs::read_to_string(root().join("examples/readme/harbor.golden")).expect("a kept log");
    let lines = kept.lines().zip(0..);
    let other = lines.map(|(line, n)| {
        if n == 3 {
            "p1 does something else\n".to_owned()
        } else {
            format!("{line}\n")
        }
    });
    fs::write(folder.join("harbor.golden"), other.collect::<String>()).expect("a log");
    let said = shown(
        &folder.display().to_string(),
        &["test", "harbor.card", "--color", "always"],
    );
    fs::remove_dir_all(&folder).expect("it was there");
    said
}

#[test]
fn pictures_show_real_output() {
    let pictures = [
        (
            "diagnostic",
            terminal(&shown(
                "examples/readme/mistake",
                &["check", "harbor.card", "--color", "always"],
            )),
        ),
        (
            "failing-test",
            terminal(&shown(
                "examples/readme/failing",
                &["test", "harbor.card", "--color", "always"],
            )),
        ),
        ("golden-diff", terminal(&golden_diff())),
        ("play", terminal(&screen())),
        ("sim", plot()),
    ];
    for (name, made) in pictures {
        let path = root().join(format!("docs/pictures/{name}.svg"));
        if std::env::var_os("UPDATE_PAGES").is_some() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, &made).expect("a picture can be written");
            continue;
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == made, "docs/pictures/{name}.svg: run with UPDATE_PAGES=1");
        assert!(made.starts_with("<svg") && made.len() > 2000, "{name} shows nothing");
    }
}
