//! Checks what a test expects.

use super::answer;
use super::board::{self, player_attr, seat};
use super::place::{self, cells, described, fits, in_state};
use super::purse;
use super::runner::{Trial, over_words};
use crate::exec::{Env, Game, Status, player_word};
use crate::ir::{Answer, Expect, Feature, Pick, Spot, TestCard, TestCards, TestPlayer};
use crate::kernel::{self, Atom, AttrId, CellId, Outcome, P, Ref};
use std::fmt::Write as _;

/// Whether an expectation holds; else what was expected and what is there.
pub(super) fn check(trial: &Trial<'_>, expect: &Expect) -> Result<(), String> {
    let game = &trial.game;
    match expect {
        Expect::Count { player, spot, count } => count_is(game, *player, spot, *count),
        Expect::Cards { player, spot, cards } => cards_are(game, *player, spot, cards),
        Expect::Empty { player, spot } => {
            let there = cards_at(game, *player, spot)?;
            ok(there.is_empty(), || {
                format!("expected nothing, there is {}", listed(game, &there))
            })
        }
        Expect::Has {
            player,
            spot,
            what,
            lacks,
        } => has(game, *player, spot, what, *lacks),
        Expect::Attr {
            player,
            spot,
            attr,
            value,
        } => attr_is(game, *player, spot, attr, *value),
        Expect::State {
            player,
            spot,
            state,
            not,
        } => each(game, *player, spot, |card| {
            ok(in_state(game, card, state)? != *not, || {
                let not = if *not { "not " } else { "" };
                format!("expected {not}{state}, there is {}", described(game, card))
            })
        }),
        Expect::Value { player, name, value } => {
            let attr = player_attr(game, name)?;
            let found = game.player_attr(seat(*player), attr);
            ok(i64::from(found) == *value, || {
                format!("expected {value}, it is {found}")
            })
        }
        Expect::Damage { player, spot, value } => each(game, *player, spot, |card| {
            let found = game.state.laid(card.ix).damage;
            ok(i64::from(found) == i64::from(*value), || {
                format!("expected damage {value}, there is {}", described(game, card))
            })
        }),
        Expect::Counters {
            player,
            spot,
            kind,
            count,
        } => counters_are(game, *player, spot, kind, *count),
        Expect::Side { player, spot, side } => each(game, *player, spot, |card| {
            let found = game.pool.side_word(game.state.card(card.ix).def);
            ok(found == side, || format!("expected side {side}, {found} is up"))
        }),
        Expect::Purse { player, icons } => has_in_pool(game, seat(*player), icons),
        Expect::Asked(player) => asked(trial, *player),
        Expect::Offered { player, answer, not } => {
            asked(trial, *player)?;
            ok(is_offered(trial, answer) != *not, || {
                let what = if *not { "this is legal" } else { "this is not legal" };
                format!("{what}\n{}", trial.question())
            })
        }
        Expect::Choices { player, picks } => choices(trial, *player, picks),
        Expect::Sees {
            viewer,
            player,
            spot,
            cards,
        } => sees(game, seat(*viewer), *player, spot, cards),
        Expect::Wins(player) => outcome(game, Some(Outcome::Win(seat(*player))), "a win"),
        Expect::Draw => outcome(game, Some(Outcome::Draw), "a draw"),
        Expect::GameOn => outcome(game, None, "the game to go on"),
        Expect::Phase(word) => {
            let time = board::time(game.kernel(), word)?;
            let now = &game.state.turn;
            ok(now.step == time || now.phase == time, || {
                format!("expected {word}, it is {}", game.time_word(now.step))
            })
        }
        Expect::Turn(player) => {
            let now = game.state.turn.player;
            ok(now == seat(*player), || {
                format!("it is turn {}, of {}", game.state.turn.number, player_word(now))
            })
        }
        Expect::Log { text, times, viewer } => log_has(game, text, *times, *viewer),
        Expect::LogBefore { first, second } => log_before(game, first, second),
        Expect::Deck { deck, legal, complaint } => deck_is(trial, deck, *legal, complaint.as_deref()),
        Expect::Holds { player, .. } => holds(trial, *player),
    }
}

fn ok(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// A condition of a test is linked as an ability of its own.
fn holds(trial: &Trial<'_>, player: TestPlayer) -> Result<(), String> {
    let Some(ability) = trial.cards.own.get(trial.held) else {
        return Err("the engine cannot judge this".to_owned());
    };
    let ability = trial.game.pool.ability(*ability);
    let env = Env::of_card(Ref::NONE, seat(player));
    let holds = [ability.gate, ability.condition]
        .into_iter()
        .flatten()
        .all(|cond| trial.game.holds(cond, &env));
    ok(holds, || "this does not hold".to_owned())
}

fn log_before(game: &Game, first: &str, second: &str) -> Result<(), String> {
    let lines = game.log_lines(None);
    let at = |text: &str| lines.iter().position(|line| line.contains(text));
    let earlier = at(first).ok_or_else(|| format!("no line of the log has \"{first}\""))?;
    let last = lines.iter().rposition(|line| line.contains(second));
    let later = last.ok_or_else(|| format!("no line of the log has \"{second}\""))?;
    ok(earlier < later, || {
        format!(
            "\"{first}\" is line {} of the log, \"{second}\" line {}",
            earlier + 1,
            later + 1
        )
    })
}

fn log_has(game: &Game, text: &str, times: Option<u32>, viewer: Option<TestPlayer>) -> Result<(), String> {
    let lines = game.log_lines(viewer.map(seat));
    let found: Vec<&String> = lines.iter().filter(|line| line.contains(text)).collect();
    let holds = times.map_or(!found.is_empty(), |times| found.len() == times as usize);
    ok(holds, || {
        let mut message = format!("{} lines of the log have this", found.len());
        let shown = if found.is_empty() {
            message.push_str("; the log:");
            lines.iter().collect()
        } else {
            message.push(':');
            found
        };
        for line in shown {
            message.push_str("\n  ");
            message.push_str(line);
        }
        message
    })
}

fn counters_are(game: &Game, player: TestPlayer, spot: &Spot, kind: &str, count: u32) -> Result<(), String> {
    let number = place::counter_kind(game, kind)?;
    each(game, player, spot, |card| {
        let found = game.state.counter(card.ix, number);
        ok(i64::from(found) == i64::from(count), || {
            format!("expected {count} {kind}, there is {}", described(game, card))
        })
    })
}

fn attr_is(game: &Game, player: TestPlayer, spot: &Spot, attr: &str, value: i64) -> Result<(), String> {
    let attrs = game.kernel().tables().attrs;
    let at = attrs
        .iter()
        .position(|a| *a == attr)
        .and_then(|at| u8::try_from(at).ok())
        .ok_or_else(|| format!("this game has no number `{attr}` of a card"))?;
    each(game, player, spot, |card| {
        let found = game.attr(card, AttrId(at));
        ok(i64::from(found) == value, || {
            format!("expected {attr} {value}, {} has {attr} {found}", described(game, card))
        })
    })
}

fn cards_are(game: &Game, player: Option<TestPlayer>, spot: &Spot, cards: &[TestCards]) -> Result<(), String> {
    let there = cards_at(game, player, spot)?;
    let ordered = is_ordered(game, player, spot)?;
    let fits = fit_all(&there, cards, ordered, |card, wanted| fits(game, *card, wanted))?;
    ok(fits, || {
        format!("expected {}\nthere is {}", wanted_words(cards), listed(game, &there))
    })
}

fn count_is(game: &Game, player: Option<TestPlayer>, spot: &Spot, count: u32) -> Result<(), String> {
    let there = cards_at(game, player, spot)?;
    ok(there.len() == count as usize, || {
        format!("expected {count}, there are {}: {}", there.len(), listed(game, &there))
    })
}

fn cards_at(game: &Game, player: Option<TestPlayer>, spot: &Spot) -> Result<Vec<Ref>, String> {
    place::cards(game, player.map(seat), spot)
}

fn is_ordered(game: &Game, player: Option<TestPlayer>, spot: &Spot) -> Result<bool, String> {
    let layout = game.kernel().layout();
    let ordered = |cell: &CellId| layout.zone(layout.cell(*cell).zone).ordered;
    Ok(cells(game, player.map_or(P::ONE, seat), spot)?
        .first()
        .is_some_and(ordered))
}

/// Checks something of the card of a position, or of every card with the name that a line says: if they differ in it, the line is ambiguous.
fn each(game: &Game, player: TestPlayer, spot: &Spot, check: impl Fn(Ref) -> Result<(), String>) -> Result<(), String> {
    let mut there = cards_at(game, Some(player), spot)?;
    if !matches!(spot, Spot::Card { .. }) {
        let of = |card: Ref| game.kernel().foremost(game, game.state.card(card.ix).cell);
        there = there.pop().and_then(of).into_iter().collect();
    }
    let mut failed: Vec<String> = Vec::new();
    for card in &there {
        failed.extend(check(*card).err());
    }
    match failed.first() {
        None if there.is_empty() => Err("there is no card".to_owned()),
        None => Ok(()),
        Some(_) if failed.len() < there.len() => Err(format!(
            "this is ambiguous: it holds for some of {} and not for others",
            listed(game, &there)
        )),
        Some(first) => Err(first.clone()),
    }
}

fn has_in_pool(game: &Game, p: P, icons: &[String]) -> Result<(), String> {
    let tables = game.kernel().tables();
    let Some(player) = game.state.players.get(p.ix()) else {
        return Ok(());
    };
    let mut wanted = player.purse;
    purse::fill(tables, icons, &mut wanted)?;
    ok(player.purse == wanted, || {
        format!(
            "expected {}, it is {}",
            purse::words(tables, &wanted),
            purse::words(tables, &player.purse)
        )
    })
}

fn listed(game: &Game, cards: &[Ref]) -> String {
    if cards.is_empty() {
        return "nothing".to_owned();
    }
    let words: Vec<String> = cards.iter().map(|card| described(game, *card)).collect();
    words.join(", ")
}

fn wanted_words(cards: &[TestCards]) -> String {
    if cards.is_empty() {
        return "nothing".to_owned();
    }
    let words: Vec<String> = cards
        .iter()
        .map(|entry| {
            let mut text = match &entry.what {
                TestCard::Named(name) => format!("\"{name}\""),
                TestCard::Random(_) => "random".to_owned(),
                TestCard::Hidden => "hidden".to_owned(),
            };
            if entry.count != 1 {
                let _ = write!(text, " * {}", entry.count);
            }
            for state in &entry.states {
                let _ = write!(text, " {state}");
            }
            if let Some(side) = &entry.side {
                let _ = write!(text, " side {side}");
            }
            if let Some(damage) = entry.damage {
                let _ = write!(text, " damage {damage}");
            }
            for counters in &entry.counters {
                let _ = write!(text, " with {} {}", counters.count, counters.kind);
            }
            if let Some(on) = &entry.on {
                let _ = write!(text, " on \"{}\"", on.name);
            }
            if let Some(owner) = entry.owner {
                let _ = write!(text, " of {}", player_word(seat(owner)));
            }
            text
        })
        .collect();
    words.join(", ")
}

/// Whether a list of things is exactly what is wanted: in order, or each wanted one found once in any order.
fn fit_all<T>(
    there: &[T],
    wanted: &[TestCards],
    ordered: bool,
    fits: impl Fn(&T, &TestCards) -> Result<bool, String>,
) -> Result<bool, String> {
    let mut single: Vec<&TestCards> = wanted
        .iter()
        .flat_map(|entry| (0..entry.count).map(move |_| entry))
        .collect();
    if single.len() != there.len() {
        return Ok(false);
    }
    if ordered {
        for (card, entry) in there.iter().zip(single) {
            if !fits(card, entry)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    // Entries that say more are placed first, so that a general one does not take their card.
    single.sort_by_key(|entry| {
        let hidden = entry.what == TestCard::Hidden;
        (hidden, std::cmp::Reverse(place::says(entry)))
    });
    let mut taken = vec![false; there.len()];
    for entry in single {
        let mut found = false;
        for (card, used) in there.iter().zip(&mut taken) {
            if !*used && fits(card, entry)? {
                *used = true;
                found = true;
                break;
            }
        }
        if !found {
            return Ok(false);
        }
    }
    Ok(true)
}

fn has(game: &Game, player: Option<TestPlayer>, spot: &Spot, what: &Feature, lacks: bool) -> Result<(), String> {
    if let (Some(player), Spot::Card { .. }) = (player, spot) {
        return each(game, player, spot, |card| among(game, &[card], what, lacks));
    }
    let there = cards_at(game, player, spot)?;
    if there.is_empty() && !matches!(what, Feature::Cards { .. }) {
        return Err("there is no card".to_owned());
    }
    among(game, &there, what, lacks)
}

/// Whether some of the cards, or none if `lacks`, are or have what is looked for.
fn among(game: &Game, there: &[Ref], what: &Feature, lacks: bool) -> Result<(), String> {
    let (found, wanted) = match what {
        Feature::Cards { name, count } => {
            let found = there.iter().filter(|card| place::name(game, **card) == name).count();
            (found >= *count as usize, format!("\"{name}\" * {count}"))
        }
        Feature::Tag(tag) => {
            let id = game.pool.tags.get_index_of(tag).and_then(|at| u16::try_from(at).ok());
            let found = id.is_some_and(|id| {
                let id = crate::kernel::TagId(id);
                there.iter().any(|card| game.info(*card).tags.has(id))
            });
            (found, format!("<{tag}>"))
        }
        Feature::Keyword(word) => {
            let bit = game.pool.keyword(word);
            let found = there.iter().any(|card| game.info(*card).keywords & bit != 0);
            (found, word.clone())
        }
    };
    ok(found != lacks, || {
        let verb = if lacks { "no" } else { "at least" };
        format!("expected {verb} {wanted}, there is {}", listed(game, there))
    })
}

fn asked(trial: &Trial<'_>, player: TestPlayer) -> Result<(), String> {
    let who = trial.game.state.ask.map(|ask| ask.who);
    ok(who == Some(seat(player)), || {
        format!(
            "expected a question to {}\n{}",
            player_word(seat(player)),
            trial.question()
        )
    })
}

/// Whether an answer is legal for the open question.
fn is_offered(trial: &Trial<'_>, answer: &Answer) -> bool {
    match answer {
        Answer::Concede => trial.game.state.ask.is_some(),
        // One pick is asked about alone; several are judged as the set that they are.
        Answer::Choose(picks) if picks.len() > 1 => answer::takes_all(&trial.game, picks),
        Answer::Order(cards) => cards
            .iter()
            .all(|card| !answer::fitting_pick(&trial.game, &Pick::Card(card.clone())).is_empty()),
        _ => !answer::fitting(&trial.game, answer).is_empty() || is_offered_next(&trial.game, answer),
    }
}

/// Whether an answer is legal once what leads up to it has begun, as a line of `do` would begin it by itself: an attack needs a battle.
fn is_offered_next(game: &Game, answer: &Answer) -> bool {
    let lead = answer::lead_in(game, answer);
    let (Some(ask), [begin]) = (game.state.ask, lead.as_slice()) else {
        return false;
    };
    let mut next = game.clone();
    if next.answer(kernel::Answer::Pick(*begin)).is_err() {
        return false;
    }
    let asked = next.advance() == Status::Decide(ask.who);
    asked && !answer::fitting(&next, answer).is_empty()
}

fn choices(trial: &Trial<'_>, player: TestPlayer, picks: &[Pick]) -> Result<(), String> {
    asked(trial, player)?;
    let game = &trial.game;
    // A range of numbers has answers but no list of them. One that is longer than the line cannot be what the line says.
    let count = game.answer_count();
    let mut exact = game.state.ask.is_none_or(|ask| ask.range.is_none()) || count as usize == picks.len();
    let mut free: Vec<u32> = (0..if exact { count } else { 0 })
        .filter(|n| {
            !matches!(
                game.answer_atom(*n),
                Some(Atom::Done | Atom::Pass | Atom::No | Atom::Yes) | None
            )
        })
        .collect();
    for pick in picks {
        let fitting = answer::fitting_pick(game, pick);
        match free.iter().position(|n| fitting.contains(n)) {
            Some(at) => {
                free.remove(at);
            }
            None => exact = false,
        }
    }
    ok(exact && free.is_empty(), || {
        format!("these are not exactly the choices\n{}", trial.question())
    })
}

fn sees(game: &Game, viewer: P, player: TestPlayer, spot: &Spot, cards: &[TestCards]) -> Result<(), String> {
    let there = cards_at(game, Some(player), spot)?;
    let ordered = is_ordered(game, Some(player), spot)?;
    let seen = |card: &Ref| game.sees(card.ix, viewer);
    let holds = fit_all(&there, cards, ordered, |card, wanted| match wanted.what {
        TestCard::Hidden => Ok(!seen(card)),
        _ => Ok(seen(card) && fits(game, *card, wanted)?),
    })?;
    ok(holds, || {
        let view: Vec<String> = there
            .iter()
            .map(|card| {
                if seen(card) {
                    described(game, *card)
                } else {
                    "hidden".to_owned()
                }
            })
            .collect();
        format!(
            "expected {}\n{} sees {}",
            wanted_words(cards),
            player_word(viewer),
            view.join(", ")
        )
    })
}

fn outcome(game: &Game, wanted: Option<Outcome>, words: &str) -> Result<(), String> {
    ok(game.state.over == wanted, || {
        let now = game
            .state
            .over
            .map_or_else(|| "the game goes on".to_owned(), over_words);
        format!("expected {words}: {now}")
    })
}

fn deck_is(trial: &Trial<'_>, name: &str, legal: bool, complaint: Option<&str>) -> Result<(), String> {
    let cards = board::deck_list(trial.job, trial.cards, name).map_err(|failure| failure.message)?;
    let kernel = trial.game.kernel();
    let faults = kernel.deck_faults(&trial.game.pool, &cards);
    let lines: Vec<String> = faults.iter().map(|f| format!("{} [{}]", f.message, f.rule)).collect();
    if legal {
        return ok(faults.is_empty(), || {
            format!("the deck is not legal:\n{}", lines.join("\n"))
        });
    }
    ok(!faults.is_empty(), || "the deck is legal".to_owned())?;
    let said = complaint.is_none_or(|text| lines.iter().any(|line| line.contains(text)));
    ok(said, || format!("the complaints are others:\n{}", lines.join("\n")))
}
