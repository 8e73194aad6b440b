//! Speed of the front end over a generated set of 10,000 cards: tokens, parse, check, compile, and the ratio to `serde_json` reading the same IR.
//!
//! Run with `cargo bench --bench front_end`. Figures are medians; ratios are taken inside one run, on the same data.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark may fail loudly"
)]
#![expect(clippy::print_stdout, reason = "a benchmark reports on standard output")]
#![expect(clippy::float_arithmetic, reason = "rates and ratios are for people")]
#![expect(clippy::cast_precision_loss, reason = "counts here are far below 2^52")]

use cardwright::source::{FileId, SourceFile};
use cardwright::{compile, ir, lex, parse};
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

const CARDS: usize = 10_000;

/// Abilities in the proportions of printed cards, with a number to vary.
const ABILITIES: [&str; 14] = [
    "CONT { your other <Lantern> characters get +{n}00 power }",
    "AUTO when this is placed on stage from hand { may put the top card of your clock into your waiting-room }",
    "CONT Assist { your characters in front of this get +{n}00 power }",
    "CONT during your turn { this gets +{n}000 power }",
    "Encore [put 1 character from your hand into your waiting-room]",
    "Backup {n}000 level 1 [pay 1, put this from your hand into your waiting-room]",
    "AUTO when this becomes reversed, if this card's battle-opponent has level {n} or less { may reverse this card's battle-opponent }",
    "ACT Brainstorm [pay 1, rest this] {\n    flip the top 4 cards of your deck\n    put them into your waiting-room\n    for each climax among them { choose up to 1 <Harbor> character in your waiting-room; return it to your hand }\n  }",
    "AUTO when this is placed on stage from hand [pay 1, put 1 card from your hand into your waiting-room] {\n    search your deck for up to 1 <Lantern> character\n    reveal it\n    put it into your hand\n    shuffle your deck\n  }",
    "AUTO once per turn, when you use an ACT ability { this gets +X power until end of turn where X is {n}00 * number of your other <Harbor> characters }",
    "AUTO when this attacks, if you have {n} or more <Lantern> characters { this gets +{n}000 power until end of turn }",
    "AUTO at the start of your climax-phase { look at the top {n} cards of your deck; choose up to 1 card among them; put it into your hand; put the rest into your waiting-room }",
    "CONT if your level is 2 or more { this gets +1 soul and { AUTO when this attacks { draw 1 } } }",
    "AUTO when this is placed on stage from hand {\n    choose 1 of opponent's characters with cost {n} or less\n    put it into its owner's stock\n  }",
];

fn generated() -> String {
    let mut out = String::from("use weiss\nset \"Bench\" code BN\n\n");
    for card in 0..CARDS {
        let _ = writeln!(
            out,
            "card \"Card {card} of the Lamp\" BN-{card:05} {{\n  character, color {}, level {}, cost {}, power {}500, soul 1, trigger soul, side weiss\n  traits <Lantern> <Harbor>",
            ["red", "blue", "green", "yellow"][card % 4],
            card % 4,
            card % 3,
            1 + card % 9
        );
        for step in [0, 5] {
            let ability = ABILITIES[(card + step) % ABILITIES.len()].replace("{n}", &(1 + card % 7).to_string());
            let _ = writeln!(out, "\n  {ability}");
        }
        out.push_str("}\n\n");
    }
    out
}

/// Median of several runs.
fn measure<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..7)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

fn row(name: &str, time: Duration, bytes: usize) {
    let seconds = time.as_secs_f64();
    println!(
        "{name:<34} {:>9.1} ms {:>10.0} cards/s {:>8.1} MB/s",
        seconds * 1e3,
        CARDS as f64 / seconds,
        bytes as f64 / seconds / 1e6
    );
}

fn main() {
    let text = generated();
    let bytes = text.len();
    let file = || vec![SourceFile::new("bench.card", text.as_str())];
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread");
    let two = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .expect("two threads");

    let compiled = compile::compile(file());
    assert_eq!(compiled.counts(), (0, 0), "the generated set compiles");
    let module = &compiled.modules[0];
    assert_eq!(module.cards.len(), CARDS);
    let json = serde_json::to_string(module).expect("plain data");
    println!(
        "{CARDS} cards, {:.2} MB of script, {:.2} MB of IR as JSON\n",
        bytes as f64 / 1e6,
        json.len() as f64 / 1e6
    );

    row("tokens", measure(|| lex::lex(&text)), bytes);
    let parse_one = measure(|| one.install(|| parse::parse(FileId(0), &text)));
    row("parse, 1 thread", parse_one, bytes);
    row(
        "parse, 2 threads",
        measure(|| two.install(|| parse::parse(FileId(0), &text))),
        bytes,
    );
    let check_one = measure(|| one.install(|| compile::compile(file())));
    row("check (parse to IR), 1 thread", check_one, bytes);
    row(
        "check (parse to IR), 2 threads",
        measure(|| two.install(|| compile::compile(file()))),
        bytes,
    );
    let whole =
        measure(|| one.install(|| serde_json::to_string(&compile::compile(file()).modules).expect("plain data")));
    row("compile to JSON text, 1 thread", whole, bytes);
    let read = measure(|| serde_json::from_str::<ir::Module>(&json).expect("the same data"));
    row("serde_json reads the IR", read, json.len());
    println!(
        "\ncheck takes {:.1} times as long as serde_json reading the same cards; parsing is {:.0} % of check",
        check_one.as_secs_f64() / read.as_secs_f64(),
        100.0 * parse_one.as_secs_f64() / check_one.as_secs_f64()
    );
}
