//! Writes a player and lets it play against one that does not think. A player decides by its seat: what it may know, and games that look the same from
//! there.
//!
//! Run with `cargo run --example write_a_player`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::compile;
use cardwright::exec::{AtomView, Choice, Status};
use cardwright::kernel::{Answer, Outcome, P, Rng};
use cardwright::play::{Contest, Table, bundled};
use cardwright::players::{Player, Random, Seat};

/// Likes to act: passes and declines only half as often as chance would.
struct Eager(Rng);

impl Player for Eager {
    fn name(&self) -> String {
        "eager".to_owned()
    }

    fn decide(&mut self, seat: &Seat<'_>) -> Answer {
        let view = seat.view();
        let idle = |choice: &Choice| matches!(choice.atom, AtomView::Pass | AtomView::No | AtomView::Done);
        let count = u32::try_from(view.choices.len()).unwrap_or(u32::MAX);
        let mut any = || view.choices.get(self.0.below(count) as usize);
        let first = any();
        let choice = if first.is_some_and(idle) { any() } else { first };
        choice.map_or(Answer::Pick(0), Choice::answer)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let compiled = compile::compile(bundled("weiss"));
    let table = Table::from_modules("weiss", &compiled.modules)?;
    let mut won = 0;
    for seed in 0..20 {
        let mut contest = Contest::new(&table, "Lamplighters", "Deep Water", seed)?;
        let mut players: [Box<dyn Player>; 2] = [Box::new(Eager(Rng::new(seed))), Box::new(Random::new(seed))];
        while let Status::Decide(p) = contest.status() {
            let seat = Seat::new(contest.game(), p);
            let [one, two] = &mut players;
            let answer = if p == P(0) {
                one.decide(&seat)
            } else {
                two.decide(&seat)
            };
            contest.answer(answer)?;
        }
        won += i32::from(matches!(contest.status(), Status::Over(Outcome::Win(P(0)))));
    }
    println!("eager wins {won} of 20 games against random");
    Ok(())
}
