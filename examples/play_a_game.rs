//! Embeds the engine: plays a game between the bundled decks through the views of its players, and prints how it ended.
//!
//! Run with `cargo run --example play_a_game`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::exec::{Choice, Status};
use cardwright::kernel::Answer;
use cardwright::play::Table;
use cardwright::{compile, source::SourceFile};

const FILES: [&str; 5] = [
    "harbor-yellow.card",
    "harbor-blue.card",
    "harbor-red.card",
    "harbor-green.card",
    "decks.card",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    for name in FILES {
        let path = format!("{}/cards/weiss/{name}", env!("CARGO_MANIFEST_DIR"));
        files.push(SourceFile::new(name, std::fs::read_to_string(path)?));
    }
    let compiled = compile::compile(files);
    let table = Table::from_modules("weiss", &compiled.modules)?;
    let mut game = table.new_game("Lamplighters", "Deep Water", 7)?;
    game.log.on = true;
    while let Status::Decide(player) = game.advance() {
        // What this player may know, with the legal answers. This one always takes the last answer.
        let view = game.view(player);
        let answer = view.choices.last().map_or(Answer::Pick(0), Choice::answer);
        game.answer(answer)?;
    }
    for line in game.log_lines(None).iter().rev().take(3).rev() {
        println!("{line}");
    }
    Ok(())
}
