//! Plays a game, writes it down as a replay file, and goes through it step by step: a seed and a list of answers are one game.
//!
//! Run with `cargo run --example step_a_replay`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::compile;
use cardwright::exec::Status;
use cardwright::play::{Contest, Playback, ReplayFile, Table, bundled};
use cardwright::players::{Player, Random, Seat};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let compiled = compile::compile(bundled("fow"));
    let table = Table::from_modules("fow", &compiled.modules)?;
    let mut contest = Contest::new(&table, "Steam over the Floes", "Noon to Midnight", 3)?;
    let mut player = Random::new(3);
    while let Status::Decide(p) = contest.status() {
        let answer = player.decide(&Seat::new(contest.game(), p));
        contest.answer(answer)?;
    }

    // As the text of a replay file, and back. The cards are found again by their names, among whatever cards are at hand.
    let text = ReplayFile::new(&contest, ["random".to_owned(), "random".to_owned()]).write();
    let file = ReplayFile::read(&text)?;
    let pool = file.pool(&compiled.modules)?;
    let mut playback = Playback::new(file.replay(&pool)?, &pool)?;
    println!("{} answers in a file of {} lines", playback.len(), text.lines().count());

    // Step by step, with the log of what happened since the last answer.
    for _ in 0..5 {
        let (question, told) = (playback.game().question_words(), playback.game().log.events.len());
        playback.forth()?;
        println!("{question}");
        let game = playback.game();
        for line in game
            .log
            .events
            .iter()
            .skip(told)
            .filter_map(|ev| game.log_line(ev, None))
        {
            println!("  {line}");
        }
    }

    // To the end, with checks on the way that it is the same game, and back to the beginning.
    playback.go(usize::MAX)?;
    file.check_end(playback.game())?;
    println!(
        "the replay ends like the game: {}",
        file.result().unwrap_or("it goes on")
    );
    playback.go(0)?;
    println!("{}", playback.game().question_words());
    Ok(())
}
