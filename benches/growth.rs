//! How the time of `check`, `fmt`, `compile` and `test` grows with cards, errors, names, definitions, abilities, statements and tests.
//!
//! Run with `cargo bench --bench growth`. For each kind of file the table shows the time for three sizes, each twice the one before, and how much
//! longer each doubling takes: about 2 is as it should be, 4 is a square.

#![expect(clippy::print_stdout, reason = "a benchmark reports on standard output")]
#![expect(clippy::float_arithmetic, reason = "ratios are for people")]

use cardwright::golden::{Job, Shared};
use cardwright::source::SourceFile;
use cardwright::{compile, diag, fmt, golden};
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES: [usize; 3] = [1000, 2000, 4000];
const HEAD: &str = "use weiss\nset \"G\" code G\n";

fn card(name: &str, id: usize, text: &str) -> String {
    format!(
        "card \"{name}\" G-{id} {{\n  character, color red, level 0, cost 0, power 500, soul 1, side weiss\n{text}}}\n"
    )
}

/// A file of so many of something.
fn many(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).fold(HEAD.to_owned(), |mut text, at| {
        text.push_str(&one(at));
        text
    })
}

/// The number in letters: words hold no digits.
fn letters(n: usize) -> String {
    n.to_string()
        .bytes()
        .map(|digit| char::from(digit - b'0' + b'a'))
        .collect()
}

fn cards(n: usize) -> String {
    many(n, |at| {
        card(&format!("Card {at}"), at, "  AUTO when this attacks { draw 1 }\n")
    })
}

fn errors(n: usize) -> String {
    many(n, |at| {
        card(&format!("Card {at}"), at, "  AUTO when this attacks { drow 1 }\n")
    })
}

fn errors_of_one_card(n: usize) -> String {
    let text = (0..n).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "  AUTO when this attacks {{ drow {at} }}");
        text
    });
    HEAD.to_owned() + &card("Card", 0, &text)
}

fn misspelt_names(n: usize) -> String {
    let decks: Vec<String> = (0..n)
        .map(|at| format!("deck \"D{at}\" {{ 4 \"Crad {at}\" }}\n"))
        .collect();
    cards(n) + &decks.concat()
}

fn keywords(n: usize) -> String {
    let define = |at| format!("keyword K{} \"x\" {{ CONT {{ this gets +500 power }} }}\n", letters(at));
    many(n, |at| {
        define(at) + &card(&format!("Card {at}"), at, &format!("  K{}\n", letters(at)))
    })
}

fn verbs(n: usize) -> String {
    let define = |at| format!("verb q{} \"x\" {{ draw 1 }}\n", letters(at));
    many(n, |at| {
        define(at)
            + &card(
                &format!("Card {at}"),
                at,
                &format!("  AUTO when this attacks {{ q{} }}\n", letters(at)),
            )
    })
}

fn abilities(n: usize) -> String {
    HEAD.to_owned() + &card("Card", 0, &"  AUTO when this attacks { draw 1 }\n".repeat(n))
}

fn statements(n: usize) -> String {
    HEAD.to_owned()
        + &card(
            "Card",
            0,
            &format!("  AUTO when this attacks {{\n{}  }}\n", "    draw 1\n".repeat(n)),
        )
}

fn choices(n: usize) -> String {
    let text = "    choose 1 card in your hand; put it into your stock\n".repeat(n);
    HEAD.to_owned() + &card("Card", 0, &format!("  AUTO when this attacks {{\n{text}  }}\n"))
}

fn tests(n: usize) -> String {
    let test = |at| {
        format!("test \"t{at}\" {{\n  given {{ p1 hand: \"Card 0\" }}\n  do {{ }}\n  expect {{ p1 hand 1 }}\n}}\n")
    };
    cards(1) + &(0..n).map(test).collect::<String>()
}

fn tests_of_no_card(n: usize) -> String {
    let test = |at| {
        format!("test \"t{at}\" {{\n  given {{ p1 hand: \"Crad {at}\" }}\n  do {{ }}\n  expect {{ p1 hand 1 }}\n}}\n")
    };
    cards(n) + &(0..n).map(test).collect::<String>()
}

fn duplicates(n: usize) -> String {
    many(n, |at| card("Card", at, ""))
}

/// Plays the tests of a module; how many of them fail.
fn played(module: &cardwright::ir::Module) -> usize {
    let shared = Shared::default();
    let fails = |test: &&cardwright::ir::Test| {
        let job = Job {
            module,
            library: &[module],
            test,
            edition: None,
            shared: &shared,
            trace: false,
        };
        golden::play(&job).failure.is_some()
    };
    module.tests.iter().filter(fails).count()
}

/// The shorter time of two runs.
fn measure<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut once = || {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    };
    once().min(once())
}

fn row(kind: &str, command: &str, mut run: impl FnMut(usize) -> Duration) {
    let times = SIZES.map(&mut run).map(|time| time.as_secs_f64());
    let [a, b, c] = times;
    println!(
        "{kind:<22} {command:<8} {:>8.1} {:>8.1} {:>8.1} ms   x {:.1}  x {:.1}",
        a * 1e3,
        b * 1e3,
        c * 1e3,
        b / a,
        c / b
    );
}

/// What grows, and a file with so many of it.
type Kind = (&'static str, fn(usize) -> String);

fn main() {
    println!("{:<22} {:<8} {:>8} {:>8} {:>8}", "", "", SIZES[0], SIZES[1], SIZES[2]);
    let kinds: [Kind; 13] = [
        ("cards", cards),
        ("errors", errors),
        ("errors of one card", errors_of_one_card),
        ("misspelt names", misspelt_names),
        ("keywords", keywords),
        ("verbs", verbs),
        ("abilities of a card", abilities),
        ("statements", statements),
        ("choices", choices),
        ("tests", tests),
        ("tests of no card", tests_of_no_card),
        ("duplicate cards", duplicates),
        ("brackets", |n| HEAD.to_owned() + &"card \"C\" { ( [ { \n".repeat(n)),
    ];
    for (kind, text) in kinds {
        let file = |n: usize| vec![SourceFile::new("growth.card", text(n))];
        row(kind, "check", |n| {
            measure(|| {
                let compiled = compile::compile(file(n));
                let style = diag::Style { color: false };
                let mut renderer = diag::Renderer::new(&compiled.sources, style);
                compiled
                    .diagnostics
                    .iter()
                    .map(|one| renderer.render(one).len())
                    .sum::<usize>()
            })
        });
        row(kind, "fmt", |n| {
            let text = text(n);
            measure(|| fmt::format(&text))
        });
        row(kind, "compile", |n| measure(|| compile::compile(file(n)).modules));
        if kind == "tests" {
            row(kind, "test", |n| {
                let compiled = compile::compile(file(n));
                measure(|| compiled.modules.first().map(played))
            });
        }
    }
}
