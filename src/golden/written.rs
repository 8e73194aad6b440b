//! A position of a recorded game as the text of a test: the board as lines of `given`, the decisions up to the next chance to act as lines of `do`,
//! and what they changed as lines of `expect`.

use super::{paste, place, purse};
use crate::exec::{Game, Replay, ReplayError, player_word};
use crate::ir::Spot;
use crate::kernel::{Ask, AskKind, Atom, CellId, Flag, P, Ref, ZoneId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most decisions of one test.
const MOST: usize = 60;

/// The text of a test that begins where a recorded game has made `at` decisions; `game` is the game there. Why not, if no test can begin there.
pub fn written(replay: &Replay, game: &Game, at: usize, name: &str) -> Result<String, String> {
    let Some(ask) = game.state.ask.filter(can_begin(game)) else {
        return Err(
            "a test begins where a player may act and nothing waits to resolve: choose an earlier or a later decision"
                .to_owned(),
        );
    };
    let mut given = when(game);
    let before = board(game);
    given.extend(before.values().map(|place| place.line.clone()));
    given.extend(numbers(game));
    let mut game = game.clone();
    let lines = decisions(replay, &mut game, at).map_err(|error| error.to_string())?;
    let mut text = format!("test \"{name}\" {{\n");
    if !game.state.effects.is_empty() {
        text.push_str("  # What lasts from earlier turns is not laid out: say it with `p1 does { … }`.\n");
    }
    block(&mut text, "given", &given);
    block(&mut text, "do", &lines);
    let mut expected: Vec<String> = changed(&before, &board(&game));
    expected.extend(numbers(&game).into_iter().filter(|line| !given.contains(line)));
    if expected.is_empty() {
        expected.push(format!("{} turn", player_word(ask.who)));
    }
    block(&mut text, "expect", &expected);
    text.push_str("}\n");
    Ok(text)
}

/// Whether a test can begin with a question.
fn can_begin(game: &Game) -> impl Fn(&Ask) -> bool {
    let state = &game.state;
    let idle = state.standby.is_empty() && state.pending.is_empty() && state.runs.is_empty();
    move |ask: &Ask| idle && matches!(ask.kind, AskKind::Act(_))
}

fn block(text: &mut String, name: &str, lines: &[String]) {
    let _ = writeln!(text, "  {name} {{");
    for line in lines {
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("  }\n");
}

/// Whose turn it is, and where in it the game is.
fn when(game: &Game) -> Vec<String> {
    let turn = &game.state.turn;
    let mut out = vec![format!("{} turn {}", player_word(turn.player), turn.number)];
    let time = game.kernel().tables().times.get(turn.step.ix());
    out.extend(time.map(|time| format!("in {}", time.word)));
    out
}

/// A place with its cards.
struct Placed {
    /// What tests call it: `p1 hand`.
    place: String,
    /// The line that lists them.
    line: String,
    cards: Vec<String>,
    /// Where cards lie hidden or in numbers, a test counts them.
    counted: bool,
}

/// All places where cards lie, and those that are filled if no line lists them.
fn board(game: &Game) -> BTreeMap<(usize, CellId), Placed> {
    let layout = game.kernel().layout();
    let mut out = BTreeMap::new();
    for p in P::BOTH {
        for zone in (0u8..).map(ZoneId).take(layout.zones().len()) {
            let row = layout.zone(zone);
            let filled = game.kernel().vocab().unlisted().any(|(word, ..)| word == row.name);
            for cell in layout.cells_of(p, zone) {
                let own = layout.cell_name(cell);
                let word = if layout.position_named(p, own) == Some(cell) {
                    own.to_string()
                } else {
                    row.name.to_owned()
                };
                let cards = cards(game, p, cell, zone);
                if cards.is_empty() && !filled {
                    continue;
                }
                let place = format!("{} {word}", player_word(p));
                let list = if cards.is_empty() {
                    "none".to_owned()
                } else {
                    runs(&cards)
                };
                let placed = Placed {
                    line: format!("{place}: {list}"),
                    place,
                    counted: !row.computed || cards.len() > 4,
                    cards,
                };
                out.insert((p.ix(), cell), placed);
            }
        }
    }
    out
}

/// The cards of a cell as a test writes them, in the order that it lists them.
fn cards(game: &Game, p: P, cell: CellId, zone: ZoneId) -> Vec<String> {
    let spot = Spot::Zone(game.kernel().layout().zone(zone).name.to_owned());
    let all: Vec<Ref> = place::cards(game, Some(p), &spot).unwrap_or_default();
    all.into_iter()
        .filter(|card| game.state.card(card.ix).cell == cell && !game.state.card(card.ix).is(Flag::Pseudo))
        .map(|card| {
            let mut text = place::described(game, card);
            let fresh = game.kernel().vocab().test_states().any(|word| word == "fresh");
            if fresh && game.kernel().layout().zone(zone).computed && place::is_fresh(game, card) {
                text.push_str(" fresh");
            }
            text
        })
        .collect()
}

/// `"A", "B" * 3`: equal neighbours once, with their number behind the name.
fn runs(cards: &[String]) -> String {
    let mut out: Vec<(String, usize)> = Vec::new();
    for card in cards {
        match out.last_mut() {
            Some((last, n)) if last == card => *n += 1,
            _ => out.push((card.clone(), 1)),
        }
    }
    let entry = |(card, n): (String, usize)| match (n, card.rfind('"')) {
        (2.., Some(end)) => {
            let (name, rest) = card.split_at(end + 1);
            format!("{name} * {n}{rest}")
        }
        _ => card,
    };
    out.into_iter().map(entry).collect::<Vec<_>>().join(", ")
}

/// The numbers and pools of the players that are not what they are if nothing is said.
fn numbers(game: &Game) -> Vec<String> {
    let tables = game.kernel().tables();
    let vocab = game.kernel().vocab();
    let mut out = Vec::new();
    for (p, player) in P::BOTH.into_iter().zip(&game.state.players) {
        for (word, value) in tables.player_attrs.iter().zip(player.vals) {
            let unsaid = vocab
                .unsaid()
                .find(|(name, _)| name == word)
                .map_or(0, |(_, value)| value);
            if value != unsaid {
                out.push(format!("{} {word} {value}", player_word(p)));
            }
        }
        if let Some(word) = vocab.policy("purse").filter(|_| player.purse.iter().any(|n| *n > 0)) {
            out.push(format!(
                "{} {word} {}",
                player_word(p),
                purse::words(tables, &player.purse)
            ));
        }
    }
    out
}

/// The decisions of the recorded game up to the next chance to act, as lines; all picks of a question stand in one.
fn decisions(replay: &Replay, game: &mut Game, mut at: usize) -> Result<Vec<String>, ReplayError> {
    let mut out: Vec<String> = Vec::new();
    let mut picking = false;
    while at < replay.len() && out.len() < MOST {
        let line = replay.answers.get(at).and_then(|number| {
            let (ask, atom) = (game.state.ask?, game.answer_atom(*number)?);
            // What only ends a row of picks has been said by them.
            let ends = picking && matches!(atom, Atom::Done);
            (!ends && game.answer_count() > 1 || matches!(ask.kind, AskKind::Act(_)))
                .then(|| paste::line(game, &ask, atom))
        });
        if let Some(line) = line {
            if picking {
                out.pop();
            }
            out.push(line);
        }
        replay.step(game, at)?;
        at += 1;
        picking = !game.state.picked.is_empty();
        let idle = game.state.ask.is_none_or(|ask| can_begin(game)(&ask));
        if idle && !picking {
            break;
        }
    }
    Ok(out)
}

/// What lies otherwise than before.
fn changed(before: &BTreeMap<(usize, CellId), Placed>, now: &BTreeMap<(usize, CellId), Placed>) -> Vec<String> {
    let mut out = Vec::new();
    for (key, placed) in now {
        let same = before.get(key).is_some_and(|old| old.cards == placed.cards);
        if !same {
            out.push(if placed.counted {
                format!("{} {}", placed.place, placed.cards.len())
            } else {
                placed.line.clone()
            });
        }
    }
    let gone = before.iter().filter(|(key, _)| !now.contains_key(*key));
    out.extend(gone.map(|(_, old)| format!("{} empty", old.place)));
    out
}
