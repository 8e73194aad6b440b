//! The front door in one program: own cards beside the bundled ones, a deck in code, a player of one's own, a batch, a game that is followed, drawn, saved
//! and loaded.
//!
//! `cargo run --release --example embed_a_game`

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "an example shows what it does, and a question has always an answer"
)]

use cardwright::front::What;
use cardwright::prelude::*;

const MINE: &str = r#"
use weiss
set "Bells" code BE/W01

card "Big Brass Bell" BE/W01-001 {
  character, color yellow, level 0, cost 0, power 2500, soul 1
  traits <Bell>, side weiss
  AUTO when this is placed on stage from hand { draw 1 }
}

card "Bell Tower" BE/W01-002 {
  character, color yellow, level 0, cost 0, power 3000, soul 1
  traits <Bell>, side weiss
}
"#;

/// Plays the most expensive card that can be played; where there is none, does nothing more.
struct Spender;

impl Player for Spender {
    fn decide(&mut self, seat: &Seat<'_>) -> Choice {
        let worth = |choice: &Choice| {
            let action = seat.action(choice)?;
            match action.verb.as_str() {
                "play" => action.card?.number("cost"),
                "pass" | "no" | "done" => Some(-1),
                _ => None,
            }
        };
        let answers = seat.answers();
        answers.max_by_key(worth).expect("there is always an answer")
    }

    fn name(&self) -> String {
        "spender".to_owned()
    }
}

fn main() -> Result<()> {
    let cards = Cards::of("weiss").source("mine.card", MINE).bundled().compile()?;
    for warning in cards.warnings() {
        println!("{warning}");
    }
    let table = cards.table();
    let bells = Deck::new("Bells").add(4, "Big Brass Bell").add(46, "Bell Tower");
    for problem in table.check(&bells) {
        println!("{problem}");
    }
    let plain = table.deck("Lamplighters")?;
    let bells = Deck::new("Bells").add(4, "Big Brass Bell");
    let bells = plain.cards().fold(bells, |deck, (count, card)| deck.add(count, card));
    let bells = if table.check(&bells).is_empty() {
        bells
    } else {
        plain.clone()
    };

    let report = table
        .matches([&bells, &plain])
        .games(10)
        .seed(7)
        .play(|_| Spender, Random::new)?;
    println!("the spender won {} of {} games", report.wins(0), report.games.len());

    let mut game = table.start([&bells, &plain], 7)?;
    let mut read = game.cursor();
    let mut played = 0;
    let mut random = Random::new(3);
    while let Some(seat) = game.asked() {
        // What programs look ahead in: a game that looks the same from this seat, with other hidden cards.
        let dealt = seat.deal(1);
        assert_eq!(dealt.board(Viewer::Spectator), game.board(Viewer::Spectator));
        let choice = match seat.me() {
            PlayerId::One => Spender.decide(&seat),
            PlayerId::Two => random.decide(&seat),
        };
        game.choose(&choice)?;
        for event in game.events(&mut read, Viewer::All) {
            if let What::Did {
                word, card: Some(card), ..
            } = &event.what
                && word == "play"
            {
                played += 1;
                if played <= 3 {
                    println!("{} played {}", event.player, card.name.as_deref().unwrap_or("a card"));
                }
            }
        }
        game = table.load(&game.save())?;
    }
    println!("{:?} in turn {}", game.outcome(), game.board(Viewer::All).turn);
    Ok(())
}
