//! Checks what a test expects.

use super::answer;
use super::board::{self, cells, from_top, player_attr, seat};
use super::runner::{Trial, over_words};
use crate::exec::{Env, Game, player_word};
use crate::ir::{Answer, Expect, Feature, Pick, Spot, TestCard, TestCards, TestPlayer};
use crate::kernel::{Atom, AttrId, CellId, Flag, Outcome, P, Ref};
use std::fmt::Write as _;

/// Whether an expectation holds; else what was expected and what is there.
pub(super) fn check(trial: &Trial<'_>, expect: &Expect) -> Result<(), String> {
    let game = &trial.game;
    match expect {
        Expect::Count { player, spot, count } => {
            let there = cards_at(game, *player, spot)?;
            ok(there.len() == *count as usize, || {
                format!("expected {count}, there are {}: {}", there.len(), listed(game, &there))
            })
        }
        Expect::Cards { player, spot, cards } => {
            let there = cards_at(game, *player, spot)?;
            let ordered = is_ordered(game, *player, spot)?;
            let fits = fit_all(&there, cards, ordered, |card, wanted| fits(game, *card, wanted))?;
            ok(fits, || {
                format!("expected {}\nthere is {}", wanted_words(cards), listed(game, &there))
            })
        }
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
            position,
            attr,
            value,
        } => {
            let card = card_at(game, *player, position)?;
            let attrs = game.kernel().tables().attrs;
            let at = attrs
                .iter()
                .position(|a| a == attr)
                .and_then(|at| u8::try_from(at).ok())
                .ok_or_else(|| format!("this game has no number `{attr}` of a card"))?;
            let found = game.attr(card, AttrId(at));
            ok(i64::from(found) == *value, || {
                format!("expected {attr} {value}, {} has {attr} {found}", game.card_name(card))
            })
        }
        Expect::State {
            player,
            position,
            state,
        } => {
            let card = card_at(game, *player, position)?;
            ok(in_state(game, card, state)?, || {
                format!("expected {state}, there is {}", described(game, card))
            })
        }
        Expect::Value { player, name, value } => {
            let attr = player_attr(game, name)?;
            let found = game.player_attr(seat(*player), attr);
            ok(i64::from(found) == *value, || {
                format!("expected {value}, it is {found}")
            })
        }
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
            let now = &game.st.turn;
            ok(now.step == time || now.phase == time, || {
                format!("expected {word}, it is {}", game.time_word(now.step))
            })
        }
        Expect::Turn(player) => {
            let now = game.st.turn.player;
            ok(now == seat(*player), || {
                format!("it is turn {}, of {}", game.st.turn.number, player_word(now))
            })
        }
        Expect::Log { text, times } => {
            let lines = game.log_lines(None);
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
        Expect::LogBefore { first, second } => {
            let lines = game.log_lines(None);
            let at = |text: &str| lines.iter().position(|line| line.contains(text));
            let earlier = at(first).ok_or_else(|| format!("no line of the log has \"{first}\""))?;
            let last = lines.iter().rposition(|line| line.contains(second.as_str()));
            let later = last.ok_or_else(|| format!("no line of the log has \"{second}\""))?;
            ok(earlier < later, || {
                format!(
                    "\"{first}\" is line {} of the log, \"{second}\" line {}",
                    earlier + 1,
                    later + 1
                )
            })
        }
        Expect::Deck { deck, legal, complaint } => deck_is(trial, deck, *legal, complaint.as_deref()),
        Expect::Holds { player, .. } => {
            let Some(ability) = trial.cards.own.get(trial.held) else {
                return Err("the engine cannot judge this".to_owned());
            };
            let ability = game.pool.ability(*ability);
            let env = Env::of_card(Ref::NONE, seat(*player));
            let holds = [ability.gate, ability.condition]
                .into_iter()
                .flatten()
                .all(|cond| game.holds(cond, &env));
            ok(holds, || "this does not hold".to_owned())
        }
    }
}

fn ok(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// The cards of a place in the order they are listed: a deck from its top, other piles from the bottom.
fn cards_at(game: &Game, player: TestPlayer, spot: &Spot) -> Result<Vec<Ref>, String> {
    let mut all = Vec::new();
    for cell in cells(game, seat(player), spot)? {
        let mut cards: Vec<Ref> = game.st.cells.cards(cell).iter().map(|ix| game.st.now(*ix)).collect();
        if from_top(game, cell) {
            cards.reverse();
        }
        all.extend(cards);
    }
    Ok(all)
}

fn is_ordered(game: &Game, player: TestPlayer, spot: &Spot) -> Result<bool, String> {
    let layout = game.kernel().layout();
    let ordered = |cell: &CellId| layout.zone(layout.cell(*cell).zone).ordered;
    Ok(cells(game, seat(player), spot)?.first().is_some_and(ordered))
}

fn card_at(game: &Game, player: TestPlayer, position: &str) -> Result<Ref, String> {
    let spot = Spot::Position(position.to_owned());
    let cards = cards_at(game, player, &spot)?;
    cards.last().copied().ok_or_else(|| "there is no card".to_owned())
}

/// A card with its states, as a test would write it.
fn described(game: &Game, card: Ref) -> String {
    let c = game.st.card(card.ix);
    let layout = game.kernel().layout();
    let cell = layout.cell(c.cell);
    let zone = layout.zone(cell.zone);
    let mut text = game.card_name(card);
    if zone.computed {
        let orient = game.kernel().tables().orients.get(usize::from(c.orient));
        let _ = write!(text, " {}", orient.copied().unwrap_or(""));
    }
    if c.is(Flag::FaceDown) != zone.face_down {
        text.push_str(if zone.face_down { " face-up" } else { " face-down" });
    }
    if c.owner != cell.player {
        let _ = write!(text, " of {}", player_word(c.owner));
    }
    text
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
            if let Some(owner) = entry.owner {
                let _ = write!(text, " of {}", player_word(seat(owner)));
            }
            text
        })
        .collect();
    words.join(", ")
}

fn fits(game: &Game, card: Ref, wanted: &TestCards) -> Result<bool, String> {
    let TestCard::Named(name) = &wanted.what else {
        return Ok(false);
    };
    let c = game.st.card(card.ix);
    if game.pool.def(c.def).name != *name || wanted.owner.is_some_and(|o| seat(o) != c.owner) {
        return Ok(false);
    }
    for state in &wanted.states {
        if !in_state(game, card, state)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn in_state(game: &Game, card: Ref, state: &str) -> Result<bool, String> {
    let tables = game.kernel().tables();
    let c = game.st.card(card.ix);
    let number = |list: &[&str]| {
        list.iter()
            .position(|s| *s == state)
            .and_then(|at| u8::try_from(at).ok())
    };
    match state {
        "face-down" => Ok(c.is(Flag::FaceDown)),
        "face-up" => Ok(!c.is(Flag::FaceDown)),
        _ => match (number(tables.orients), number(tables.states)) {
            (Some(orient), _) => Ok(c.orient == orient),
            (None, Some(state)) => Ok(game.kernel().state(game, card, state)),
            (None, None) => Err(format!("the engine does not know the state `{state}`")),
        },
    }
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
        (
            hidden,
            std::cmp::Reverse(entry.states.len() + usize::from(entry.owner.is_some())),
        )
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

fn has(game: &Game, player: TestPlayer, spot: &Spot, what: &Feature, lacks: bool) -> Result<(), String> {
    let there = cards_at(game, player, spot)?;
    let (found, wanted) = match what {
        Feature::Cards { name, count } => {
            let found = there
                .iter()
                .filter(|card| game.pool.def(game.st.card(card.ix).def).name == *name)
                .count();
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
    if there.is_empty() && !matches!(what, Feature::Cards { .. }) {
        return Err("there is no card".to_owned());
    }
    ok(found != lacks, || {
        let verb = if lacks { "no" } else { "at least" };
        format!("expected {verb} {wanted}, there is {}", listed(game, &there))
    })
}

fn asked(trial: &Trial<'_>, player: TestPlayer) -> Result<(), String> {
    let who = trial.game.st.ask.map(|ask| ask.who);
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
        Answer::Concede => trial.game.st.ask.is_some(),
        Answer::Choose(picks) if !picks.is_empty() => picks
            .iter()
            .all(|pick| !answer::fitting_pick(&trial.game, pick).is_empty()),
        Answer::Order(cards) => cards
            .iter()
            .all(|card| !answer::fitting_pick(&trial.game, &Pick::Card(card.clone())).is_empty()),
        _ => !answer::fitting(&trial.game, answer).is_empty(),
    }
}

fn choices(trial: &Trial<'_>, player: TestPlayer, picks: &[Pick]) -> Result<(), String> {
    asked(trial, player)?;
    let game = &trial.game;
    // A range of numbers has answers but no list of them. One that is longer than the line cannot be what the line says.
    let count = game.answer_count();
    let mut exact = game.st.ask.is_none_or(|ask| ask.range.is_none()) || count as usize == picks.len();
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
    let there = cards_at(game, player, spot)?;
    let ordered = is_ordered(game, player, spot)?;
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
    ok(game.st.over == wanted, || {
        let now = game.st.over.map_or_else(|| "the game goes on".to_owned(), over_words);
        format!("expected {words}: {now}")
    })
}

fn deck_is(trial: &Trial<'_>, name: &str, legal: bool, complaint: Option<&str>) -> Result<(), String> {
    let cards = board::deck_cards(trial.job, name).ok_or_else(|| format!("there is no deck \"{name}\""))?;
    let mut defs = Vec::new();
    for card in &cards {
        let def = board::def(trial.cards, card).map_err(|failure| failure.message)?;
        defs.push(crate::kernel::DeckCard { def, part: 0 });
    }
    let kernel = trial.game.kernel();
    let faults = kernel.deck_faults(&trial.game.pool, &defs);
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
