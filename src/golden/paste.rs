//! Legal answers as the lines of a test that would give them.

use super::{answer, place};
use crate::exec::{Game, player_word};
use crate::ir::{Answer, CardRef, Which};
use crate::kernel::{AbilityIx, Act, Ask, Atom, P, Ref};
use std::fmt::Write as _;

/// The line that gives a legal answer of the open question; what its words alone do not tell stands behind `#`.
pub(super) fn line(game: &Game, ask: &Ask, atom: Atom) -> String {
    let who = player_word(ask.who);
    let choose = |what: String| format!("{who} choose {what}");
    match atom {
        Atom::Pass => format!("{who} pass"),
        Atom::Yes => format!("{who} yes"),
        Atom::No => format!("{who} no"),
        Atom::Done => format!("{who} choose none"),
        Atom::Act(act) => action(game, ask.who, act),
        Atom::Card(card) => choose(several(game, ask, card)),
        Atom::Cell(cell) => {
            let layout = game.kernel().layout();
            let spec = layout.cell(cell);
            let name = layout.cell_name(cell);
            if layout.position_named(spec.player, name) == Some(cell) {
                choose(name.to_string())
            } else {
                choose(layout.zone(spec.zone).name.to_owned())
            }
        }
        Atom::Option(n) => match answer::option_word(game, ask.kind, n) {
            Some(word) => choose(word.to_owned()),
            None => choose(format!("option {}", u32::from(n) + 1)),
        },
        Atom::Instance(n) => match game.state.standby.get(usize::from(n)) {
            Some(waits) => {
                let mut text = format!("{who} trigger {}", called(game, ask.who, waits.src, &rivals(game)));
                text.push_str(&which(game, waits.src, waits.ability));
                let _ = write!(text, "  # {}", game.atom_words(atom));
                text
            }
            None => format!("{who} trigger …"),
        },
        Atom::Replacement(n) => match game.replacement_candidate(n) {
            Some((_, card)) => {
                let name = place::name(game, card);
                let same = |at: &Atom| match at {
                    Atom::Replacement(m) => game
                        .replacement_candidate(*m)
                        .is_some_and(|(_, other)| place::name(game, other) == name),
                    _ => false,
                };
                let like: Vec<Atom> = game.state.atoms.iter().copied().filter(same).collect();
                let number = like.iter().position(|other| *other == atom).unwrap_or(0) + 1;
                let number = if like.len() > 1 {
                    format!(" number {number}")
                } else {
                    String::new()
                };
                choose(format!("\"{name}\"{number}"))
            }
            None => choose("…".to_owned()),
        },
        Atom::Number(_) | Atom::Player(_) | Atom::Word(_) | Atom::Name(_) | Atom::Tag(_) => {
            choose(game.atom_words(atom))
        }
    }
}

/// A card with those that were picked before it: all picks of one question stand in one line.
fn several(game: &Game, ask: &Ask, card: Ref) -> String {
    let rivals = rivals(game);
    let before = game.state.picks.iter().filter_map(|atom| match atom {
        Atom::Card(card) => Some(*card),
        _ => None,
    });
    let picks: Vec<String> = before
        .chain([card])
        .map(|card| called(game, ask.who, card, &rivals))
        .collect();
    let missing = usize::from(ask.min).saturating_sub(picks.len());
    let mut text = picks.join(", ");
    if missing > 0 {
        let _ = write!(text, "  # and {missing} more in this line");
    }
    text
}

/// The cards that the open question is about.
fn rivals(game: &Game) -> Vec<Ref> {
    let of = |atom: &Atom| match atom {
        Atom::Card(card) => Some(*card),
        Atom::Act(act) if act.card.is_some() && act.card.as_player().is_none() => Some(act.card),
        Atom::Instance(n) => game.state.standby.get(usize::from(*n)).map(|waits| waits.src),
        _ => None,
    };
    let mut cards: Vec<Ref> = game.state.atoms.iter().filter_map(of).collect();
    cards.sort_unstable_by_key(|card| card.ix);
    cards.dedup();
    cards
}

/// A card by its name, with what tells it apart from the others of that name.
fn called(game: &Game, asked: P, card: Ref, rivals: &[Ref]) -> String {
    if card.as_player().is_some() {
        return game.atom_words(Atom::Card(card));
    }
    let name = place::name(game, card);
    let mut text = format!("\"{name}\"");
    let like: Vec<Ref> = rivals
        .iter()
        .copied()
        .filter(|other| *other != card && other.as_player().is_none() && place::name(game, *other) == name)
        .collect();
    if like.is_empty() {
        return text;
    }
    let layout = game.kernel().layout();
    let cell = |card: Ref| game.state.card(card.ix).cell;
    let spec = layout.cell(cell(card));
    if like.iter().any(|other| cell(*other) != cell(card)) {
        let at = layout.cell_name(cell(card));
        if layout.position_named(spec.player, at) == Some(cell(card)) {
            let _ = write!(text, " at {at}");
        } else {
            let _ = write!(text, " in {}", layout.zone(spec.zone).name);
        }
        if spec.player != asked {
            let _ = write!(text, " of {}", player_word(spec.player));
        }
    }
    if like
        .iter()
        .any(|other| cell(*other) == cell(card) && !answer::cards_alike(game, *other, card))
        && let Some(number) = place::number(game, card)
    {
        let _ = write!(text, " number {number}");
    }
    text
}

/// How an ability of a card is told apart from its other ones: by its number among the printed or the granted ones.
fn which(game: &Game, card: Ref, ability: AbilityIx) -> String {
    let of = CardRef {
        name: place::name(game, card).to_owned(),
        spot: None,
        of: None,
        nth: None,
    };
    let fits = |which: &Which| {
        let all = answer::fitting(
            game,
            &Answer::Use {
                card: of.clone(),
                which: Some(which.clone()),
            },
        );
        let all = if all.is_empty() {
            answer::fitting(
                game,
                &Answer::Trigger {
                    card: of.clone(),
                    which: Some(which.clone()),
                },
            )
        } else {
            all
        };
        all.iter().filter_map(|n| game.answer_atom(*n)).any(|atom| match atom {
            Atom::Act(act) => act.card == card && AbilityIx(act.n) == ability,
            Atom::Instance(n) => game
                .state
                .standby
                .get(usize::from(n))
                .is_some_and(|waits| waits.src == card && waits.ability == ability),
            _ => false,
        })
    };
    let lone = Answer::Use {
        card: of.clone(),
        which: None,
    };
    if answer::fitting(game, &lone).len() == 1 {
        return String::new();
    }
    for n in 1..=8u32 {
        if fits(&Which::Number(n)) {
            return format!(" {n}");
        }
        if fits(&Which::Granted(n)) {
            return format!(" granted {n}");
        }
    }
    String::new()
}

/// An action as a line.
fn action(game: &Game, who: P, act: Act) -> String {
    let words = game.atom_words(Atom::Act(act));
    let player = player_word(who);
    let tables = game.kernel().tables();
    let word = tables.acts.get(usize::from(act.kind)).copied().unwrap_or("");
    if !act.card.is_some() || act.card.as_player().is_some() {
        return format!("{player} {words}");
    }
    match word {
        "play" => {
            let mut text = format!("{player} play {}", called(game, who, act.card, &rivals(game)));
            let behind = answer::words_of(game, act);
            if let Some(at) = behind.iter().position(|w| w == "on")
                && let Some(position) = behind.get(at + 1)
            {
                let _ = write!(text, " on {position}");
            }
            text
        }
        "use" => {
            let card = called(game, who, act.card, &rivals(game));
            format!(
                "{player} use {card}{}  # {words}",
                which(game, act.card, AbilityIx(act.n))
            )
        }
        _ => format!("{player} {words}"),
    }
}
