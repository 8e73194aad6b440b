//! Plays a game, writes it down as a replay, and steps through the replay: a seed and a list of answers are one game.
//!
//! Run with `cargo run --example step_a_replay`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::compile;
use cardwright::exec::{Game, Replay, Status};
use cardwright::kernel::Answer;
use cardwright::play::{Contest, Table, bundled};
use cardwright::players::{Player, Random, Seat};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let compiled = compile::compile(bundled("fow"));
    let table = Table::from_modules("fow", &compiled.modules)?;
    let mut contest = Contest::new(&table, "Steam over the Floes", "Noon to Midnight", 3)?;
    let mut player = Random::new(3);
    while let Status::Decide(p) = contest.status() {
        let answer = player.decide(&Seat::new(contest.game(), p));
        contest.answer(answer)?;
    }

    // As text, and back.
    let text = serde_json::to_string(contest.replay())?;
    let replay: Replay = serde_json::from_str(&text)?;
    println!("{} answers in {} bytes", replay.answers.len(), text.len());

    // Step by step, with the log of what happened since the last answer.
    let [one, two] = &replay.decks;
    let mut game = Game::start(Arc::clone(&table.pool), [one, two], replay.seed);
    game.log.on = true;
    game.advance();
    for answer in replay.answers.iter().take(5) {
        game.log.events.clear();
        let question = game.question_words();
        game.answer(Answer::Pick(*answer))?;
        game.advance();
        println!("{question}");
        for line in game.log_lines(None) {
            println!("  {line}");
        }
    }

    // All of it at once, with checks on the way that it is the same game.
    let end = replay.play(&table.pool)?;
    assert_eq!(end.st.exact_hash(), contest.game().st.exact_hash());
    println!("the replay ends like the game: {:?}", end.st.over);
    Ok(())
}
