//! Drives a game by hand: a table is made of compiled sets, and its games run until a player must decide.
//!
//! Run with `cargo run --example play_a_game`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::compile;
use cardwright::exec::{Choice, Status};
use cardwright::kernel::Answer;
use cardwright::play::{Table, bundled};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The sets that come with the program; `SourceFile::new(name, text)` is for your own.
    let compiled = compile::compile(bundled("weiss"));
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
