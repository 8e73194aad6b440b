//! The front door: what a program that embeds Cardwright can rely on.

use crate::support::game_rules;
use cardwright::front::{Cursor, What};
use cardwright::prelude::*;
use std::collections::BTreeSet;

fn table(game: &str, edition: Option<&str>) -> Table {
    let mut cards = Cards::of(game).bundled();
    if let Some(edition) = edition {
        cards = cards.edition(edition);
    }
    cards.compile().expect("bundled cards").table()
}

/// A game between the first two bundled decks that the rules allow.
fn start(game: &str, edition: Option<&str>, seed: u64) -> (Table, Game) {
    let table = table(game, edition);
    let legal: Vec<_> = table.decks().filter(|deck| table.check(deck).is_empty()).collect();
    let [one, two, ..] = legal.as_slice() else {
        panic!("{game} {edition:?} has no two decks")
    };
    let game = table.start([one, two], seed).expect("a game");
    (table, game)
}

/// The same number for the same game and decision, spread a little.
fn dice(seed: u64, at: usize) -> usize {
    let mixed = (seed ^ at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 33) as usize
}

/// Plays at most so many decisions with answers of no purpose; `look` sees the game before each.
fn play(game: &mut Game, seed: u64, most: usize, mut look: impl FnMut(&Game, usize)) {
    for at in 0..most {
        look(game, at);
        let Some(seat) = game.asked() else { return };
        let answers = seat.answers();
        let pick = dice(seed, at) % answers.len();
        let choice = answers.get(pick).expect("an answer");
        game.choose(&choice).expect("a legal answer");
    }
}

const VIEWERS: [Viewer; 4] = [
    Viewer::Player(PlayerId::One),
    Viewer::Player(PlayerId::Two),
    Viewer::Spectator,
    Viewer::All,
];

#[test]
fn boards_tell_nothing_hidden() {
    for (name, edition) in game_rules() {
        let (_, mut game) = start(name, edition, 5);
        let mut told = 0;
        play(&mut game, 5, 400, |game, at| {
            if at % 9 != 0 {
                return;
            }
            if let Some(seat) = game.asked() {
                // What the player cannot know is another way in the dealt game.
                let other = seat.deal(at as u64);
                let me = Viewer::Player(seat.me());
                assert_eq!(other.board(me), game.board(me), "{name}, decision {at}");
                assert_eq!(
                    other.board(Viewer::Spectator),
                    game.board(Viewer::Spectator),
                    "{name}, decision {at}"
                );
                told += usize::from(other.board(Viewer::All) != game.board(Viewer::All));
                let onlooker = Viewer::Player(seat.me().other());
                let answers = game.board(onlooker).question.map(|q| q.answers.len());
                assert_eq!(answers, Some(0), "{name}: the other player is told the answers");
            }
        });
        assert!(told > 10, "{name}: nothing was hidden");
    }
}

#[test]
fn who_looks_on_knows_no_more_than_both_players() {
    for (name, edition) in game_rules() {
        let (_, mut game) = start(name, edition, 8);
        play(&mut game, 8, 300, |game, at| {
            if at % 11 != 0 {
                return;
            }
            let [one, two, onlooker, all] = VIEWERS.map(|viewer| game.board(viewer));
            for (p, seen) in onlooker.players.iter().enumerate() {
                for (z, zone) in seen.zones.iter().enumerate() {
                    let named = |board: &Board| {
                        board.players[p].zones[z]
                            .cards
                            .iter()
                            .filter(|c| c.name.is_some())
                            .count()
                    };
                    assert!(
                        named(&onlooker) <= named(&one).min(named(&two)),
                        "{name}: {}",
                        zone.zone
                    );
                    assert_eq!(named(&all), zone.cards.len(), "{name}: {}", zone.zone);
                }
            }
        });
    }
}

#[test]
fn events_are_told_once_and_stay() {
    for (name, edition) in game_rules() {
        let (_, mut game) = start(name, edition, 3);
        let mut cursor = game.cursor();
        let mut read = Vec::new();
        play(&mut game, 3, 3_000, |game, _| {
            read.extend(game.events(&mut cursor, Viewer::All));
        });
        read.extend(game.events(&mut cursor, Viewer::All));
        let mut from_the_start = Cursor::default();
        let whole = game.events(&mut from_the_start, Viewer::All);
        assert_eq!(read, whole, "{name}");
        assert!(whole.len() > 200, "{name}: {} events", whole.len());
        let numbers: BTreeSet<u32> = whole.iter().map(|event| event.number).collect();
        assert_eq!(numbers.len(), whole.len(), "{name}: numbers twice");
        assert!(
            whole.iter().any(|e| e.cause.rule.is_some()),
            "{name}: no rule behind anything"
        );
        assert!(
            whole.iter().any(|e| matches!(e.what, What::Moved { .. })),
            "{name}: nothing moved"
        );
    }
}

#[test]
fn events_keep_hidden_cards_hidden() {
    for (name, edition) in game_rules() {
        let (_, mut game) = start(name, edition, 4);
        play(&mut game, 4, 1_000, |_, _| {});
        let [one, two, onlooker, all] = VIEWERS.map(|viewer| game.events(&mut Cursor::default(), viewer));
        let hidden = |events: &[Event]| -> BTreeSet<u32> {
            let json = |event: &Event| {
                serde_json::to_string(&event.what)
                    .expect("text")
                    .contains("\"name\":null")
            };
            events
                .iter()
                .filter(|event| json(event))
                .map(|event| event.number)
                .collect()
        };
        assert!(hidden(&all).is_empty(), "{name}");
        assert!(
            !hidden(&one).is_empty() && !hidden(&two).is_empty(),
            "{name}: nothing was hidden"
        );
        assert!(hidden(&onlooker).is_superset(&hidden(&one)), "{name}");
        assert!(hidden(&onlooker).is_superset(&hidden(&two)), "{name}");
        // A card that is drawn is known to who draws it alone, in the event as in its words.
        for (mine, theirs) in [(&one, &two), (&two, &one)] {
            for (seen, other) in mine.iter().zip(theirs) {
                if let (What::Moved { card: known, .. }, What::Moved { card, .. }) = (&seen.what, &other.what)
                    && let (Some(known), None) = (&known.name, &card.name)
                {
                    let words = other.words.as_deref().unwrap_or("");
                    // The card behind it may be another copy.
                    let words = words.split(" (by ").next().unwrap_or("");
                    assert!(!words.contains(&format!("\"{known}\"")), "{name}: {words}");
                }
            }
        }
    }
}

/// A client that knows nothing but the text of boards plays whole games.
#[test]
fn a_remote_client_can_play_from_boards_alone() {
    for (name, edition) in game_rules() {
        let (_, mut game) = start(name, edition, 6);
        for at in 0..250 {
            let Some(asked) = game.asked().map(|seat| seat.me()) else {
                break;
            };
            let sent = serde_json::to_string(&game.board(Viewer::Player(asked))).expect("text");
            let board: Board = serde_json::from_str(&sent).expect("a board");
            assert_eq!(board, game.board(Viewer::Player(asked)), "{name}");
            let question = board.question.expect("a question");
            let choice = match question.range {
                Some((low, high)) => {
                    assert!(question.number(high.saturating_add(1)).is_none() || high == i32::MAX);
                    question.number(low).expect("the lowest number")
                }
                None => question.answers[dice(6, at) % question.answers.len()].choice,
            };
            let answer = serde_json::to_string(&choice).expect("text");
            game.choose(&serde_json::from_str(&answer).expect("an answer"))
                .expect("a legal answer");
        }
        let events = game.events(&mut Cursor::default(), Viewer::Spectator);
        let sent = serde_json::to_string(&events).expect("text");
        assert_eq!(
            serde_json::from_str::<Vec<Event>>(&sent).expect("events"),
            events,
            "{name}"
        );
    }
}

#[test]
fn answers_know_their_decision() {
    let (_, mut game) = start("weiss", None, 7);
    let first = game.asked().expect("a question").answers().next().expect("an answer");
    game.choose(&first).expect("a legal answer");
    assert_eq!(game.choose(&first), Err(Error::Stale));
    let seat = game.asked().expect("a question");
    assert_eq!(seat.action(&first), None);
    let count = u32::try_from(seat.answers().len()).expect("few answers");
    let mut sent = serde_json::to_value(seat.answers().next().expect("an answer")).expect("data");
    sent["number"] = count.into();
    let forged: Choice = serde_json::from_value(sent.clone()).expect("an answer");
    assert_eq!(game.choose(&forged), Err(Error::NoSuchAnswer(count)));
    let other = game.asked().expect("a question").me().other();
    sent["player"] = serde_json::to_value(other).expect("data");
    sent["number"] = 0.into();
    let foreign: Choice = serde_json::from_value(sent).expect("an answer");
    assert_eq!(game.choose(&foreign), Err(Error::NotYours));
}

#[test]
fn saved_games_go_on_alike_and_broken_ones_are_refused() {
    for (name, edition) in game_rules() {
        let (table, mut game) = start(name, edition, 9);
        play(&mut game, 9, 60, |_, _| {});
        let bytes = game.save();
        let mut loaded = table.load(&bytes).expect("its own save");
        assert_eq!(loaded.decks(), game.decks());
        play(&mut game, 10, 40, |_, _| {});
        play(&mut loaded, 10, 40, |_, _| {});
        assert_eq!(game.board(Viewer::All), loaded.board(Viewer::All), "{name}");
        for at in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(table.load(&changed).is_err(), "{name}: byte {at}");
        }
        assert!(table.load(&[]).is_err());
        assert!(table.load(&bytes[..bytes.len() - 1]).is_err());
    }
}

/// Another deck on the table makes no difference to a game that does not use it.
#[test]
fn games_do_not_depend_on_other_decks() {
    let plain = table("weiss", None);
    let text = "use weiss\nset \"Reed Bed\" code RB\ncard \"Bittern\" RB-01 {\n  character, color green, level 0, cost 0, power 2500, soul 1\n  traits <Reed>, side weiss\n}\ndeck \"Reeds\" { 50 \"Bittern\" }\n";
    let more = Cards::of("weiss")
        .source("reeds.card", text)
        .bundled()
        .compile()
        .expect("cards")
        .table();
    let decks = ["Lamplighters", "Deep Water"].map(|name| plain.deck(name).expect("a deck"));
    let game = plain.start([&decks[0], &decks[1]], 2).expect("a game");
    let moved = more.load(&game.save()).expect("the same cards");
    assert_eq!(moved.board(Viewer::All), game.board(Viewer::All));
}

#[test]
fn an_own_card_takes_the_place_of_a_bundled_one_and_says_so() {
    let bundled = Cards::of("weiss").bundled().compile().expect("bundled cards");
    let name = bundled.names().next().expect("a card").to_owned();
    let text = format!(
        "use weiss\nset \"Own\" code OW\ncard \"{name}\" OW-01 {{\n  character, color green, level 0, cost 0, power 500, soul 1\n  side weiss\n}}\n"
    );
    let cards = Cards::of("weiss")
        .source("own.card", text)
        .bundled()
        .compile()
        .expect("cards");
    let said: Vec<&Problem> = cards
        .warnings()
        .iter()
        .filter(|w| w.file.as_deref() == Some("own.card"))
        .collect();
    assert!(
        said.iter()
            .any(|w| w.message.contains(&name) && w.message.contains("bundled")),
        "{said:?}"
    );
    assert!(
        cards.text(&name).is_some_and(|text| text.contains("500")),
        "{:?}",
        cards.text(&name)
    );
}

#[test]
fn decks_in_code_are_judged() {
    let table = table("weiss", None);
    let card = table
        .deck("Lamplighters")
        .expect("a deck")
        .cards()
        .next()
        .expect("a card")
        .1
        .to_owned();
    let few = Deck::new("Few").add(4, card.as_str());
    let problems = table.check(&few);
    assert!(problems.iter().any(|p| p.rule.is_some()), "{problems:?}");
    let slip = format!("{card}x");
    let wrong = Deck::new("Wrong")
        .add(4, slip.as_str())
        .add_to("side-board", 1, card.as_str());
    let words: Vec<String> = table.check(&wrong).iter().map(ToString::to_string).collect();
    assert!(
        words.iter().any(|w| w.contains(&format!("did you mean \"{card}\"?"))),
        "{words:?}"
    );
    assert!(words.iter().any(|w| w.contains("`side-board`")), "{words:?}");
    assert!(matches!(table.start([&wrong, &wrong], 1), Err(Error::Deck { .. })));
    assert!(matches!(table.deck("No Such"), Err(Error::NoDeck(_))));
    assert!(matches!(Cards::of("chess").compile(), Err(Error::NoGame(_))));
}

#[test]
fn errors_of_cards_come_with_their_places() {
    let text = "use weiss\nset \"S\" code S\ncard \"A\" S-01 {\n  event, color red, level 0, cost 0\n  side weiss\n  PLAY { darw 1 }\n}\n";
    let Err(Error::Cards(problems)) = Cards::of("weiss").source("s.card", text).compile() else {
        panic!("a verb that does not exist is an error");
    };
    assert_eq!((problems[0].line, problems[0].column), (6, 10), "{problems:?}");
    assert_eq!(
        problems[0].to_string(),
        "s.card:6:10: error[E0301]: `darw` is not a verb of weiss"
    );
}

/// Who takes another answer each time.
struct Turning(usize);

impl Player for Turning {
    fn decide(&mut self, seat: &Seat<'_>) -> Choice {
        let answers = seat.answers();
        self.0 += 1;
        answers
            .get(dice(1, self.0) % answers.len())
            .expect("there is always an answer")
    }

    fn name(&self) -> String {
        "turning".to_owned()
    }
}

/// Who gives the first answer again and again.
struct Stale(Option<Choice>);

impl Player for Stale {
    fn decide(&mut self, seat: &Seat<'_>) -> Choice {
        *self.0.get_or_insert_with(|| seat.answers().next().expect("an answer"))
    }
}

#[test]
fn own_players_play_batches() {
    let table = table("weiss", None);
    let [one, two] = ["Lamplighters", "Deep Water"].map(|name| table.deck(name).expect("a deck"));
    let batch = table.matches([&one, &two]).games(8).seed(3);
    let report = batch.play(|_| Turning(0), Random::new).expect("games");
    assert_eq!(report.games.len(), 8);
    assert_eq!(
        batch.play(|_| Turning(0), Random::new).expect("games"),
        report,
        "the same batch again"
    );
    let rate = report.win_rate(0);
    assert!(rate.low <= rate.high && report.wins(0) + report.wins(1) <= 8);
    assert_eq!(batch.play(|_| Stale(None), Random::new).err(), Some(Error::Stale));
}
