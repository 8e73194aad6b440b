//! Writes a player and lets it play against one that does not think. A player decides by its seat: what it may know, and games that look the same from
//! there.
//!
//! Run with `cargo run --example write_a_player`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::compile;
use cardwright::exec::{AtomView, Choice, Handle};
use cardwright::kernel::{Answer, Outcome, P, Rng};
use cardwright::play::{Contest, Table, bundled};
use cardwright::players::{self, Player, Random, Seat};

/// Likes to act: what does nothing, and cards without text, it does only half as often as chance would.
struct Eager(Rng);

impl Player for Eager {
    fn name(&self) -> String {
        "eager".to_owned()
    }

    fn decide(&mut self, seat: &Seat<'_>) -> Answer {
        let view = seat.view();
        let dull = |choice: &Choice| match choice.atom {
            AtomView::Pass | AtomView::No | AtomView::Done => true,
            // A view names cards by ids; the pool knows what is printed on them.
            AtomView::Act {
                card: Some(Handle { def: Some(def), .. }),
                ..
            } => seat.pool().def(def).abilities.is_empty(),
            _ => false,
        };
        let count = u32::try_from(view.choices.len()).unwrap_or(u32::MAX);
        let mut any = || view.choices.get(self.0.below(count) as usize);
        let first = any();
        let choice = if first.is_some_and(dull) { any() } else { first };
        choice.map_or(Answer::Pick(0), Choice::answer)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let compiled = compile::compile(bundled("weiss"));
    let table = Table::from_modules("weiss", &compiled.modules)?;
    let mut won = 0;
    for seed in 0..20 {
        let mut contest = Contest::new(&table, "Lamplighters", "Deep Water", seed)?;
        let mut seats: [Box<dyn Player>; 2] = [Box::new(Eager(Rng::new(seed))), Box::new(Random::new(seed))];
        let outcome = players::play(&mut contest, &mut seats)?;
        won += i32::from(outcome == Outcome::Win(P::ONE));
    }
    println!("eager wins {won} of 20 games against random");
    Ok(())
}
