//! Which legal answers a line of a test means.

use super::board::seat;
use super::place::{self, is_card};
use super::purse;
use crate::exec::Game;
use crate::ir::{Answer, CardRef, Pick, Which};
use crate::kernel::{AbilityIx, Act, Ask, AskKind, Atom, Card, Flag, P, Ref};

/// The default answer of the open question.
pub(super) fn default(game: &Game) -> u32 {
    let decline = |atom: &Atom| matches!(atom, Atom::No | Atom::Pass | Atom::Done);
    match game.state.ask {
        Some(Ask { range: Some(_), .. }) | None => 0,
        Some(_) => {
            let at = game.state.atoms.iter().position(decline).unwrap_or(0);
            u32::try_from(at).unwrap_or(0)
        }
    }
}

/// Whether the open question is part of a payment, which is made by itself if no line speaks to it.
pub(super) fn is_payment(game: &Game, ask: &Ask) -> bool {
    match ask.kind {
        AskKind::Act(window) => {
            let row = game.kernel().tables().windows.get(usize::from(window));
            game.state.paying > 0 || row.is_some_and(|words| words.is_empty())
        }
        AskKind::Rule(_) => game.state.paying > 0 && asks_for_icons(game, ask),
        _ => false,
    }
}

/// Whether kinds of what pools hold are to be chosen from.
fn asks_for_icons(game: &Game, ask: &Ask) -> bool {
    let is_kind = |atom: &Atom| matches!(atom, Atom::Word(word) if purse::is_kind(game, ask.kind, *word));
    game.state.atoms.iter().any(is_kind)
}

/// Whether an answer is of a kind that the open question takes.
pub(super) fn speaks(game: &Game, ask: &Ask, answer: &Answer) -> bool {
    let has = |want: fn(&Atom) -> bool| game.state.atoms.iter().any(want);
    let acts = |word: &str| act_speaks(game, ask, word, answer);
    match answer {
        Answer::Play { .. } => acts("play"),
        Answer::Use { .. } => acts("use"),
        Answer::Move { .. } => acts("move"),
        Answer::Act { word, .. } => acts(word),
        Answer::Yes | Answer::No => match ask.kind {
            AskKind::May | AskKind::Pay | AskKind::More => true,
            AskKind::Replacements => has(|a| *a == Atom::No),
            _ => has(|a| matches!(a, Atom::Yes | Atom::No)),
        },
        Answer::Pass => !is_payment(game, ask) && (matches!(ask.kind, AskKind::Act(_)) || has(|a| *a == Atom::Pass)),
        Answer::Trigger { .. } => ask.kind == AskKind::Instances,
        Answer::Order(_) => ask.kind == AskKind::Order || ask.ordered && ask.max > 1,
        // A line with icons is about what pools hold, and nothing else is said of that.
        Answer::Choose(picks) if asks_for_icons(game, ask) || picks.iter().any(is_icon) => {
            asks_for_icons(game, ask) && picks.iter().all(is_icon)
        }
        Answer::Choose(_) => match ask.kind {
            AskKind::Cards
            | AskKind::Cells
            | AskKind::Options
            | AskKind::Declare
            | AskKind::Number
            | AskKind::Repeat
            | AskKind::Players
            | AskKind::Replacements => true,
            AskKind::Rule(_) => {
                ask.range.is_some()
                    || has(|a| !matches!(a, Atom::Yes | Atom::No | Atom::Pass | Atom::Done | Atom::Act(_)))
            }
            _ => false,
        },
        Answer::Concede => true,
    }
}

fn is_icon(pick: &Pick) -> bool {
    matches!(pick, Pick::Icon(_))
}

/// Whether a line with an action speaks to the question. Where the answer may well be meant for later, only if it is legal now: during a
/// payment, and as long as something waits to resolve.
fn act_speaks(game: &Game, ask: &Ask, word: &str, answer: &Answer) -> bool {
    if is_payment(game, ask) || !place::waiting_row(game).is_empty() {
        return !fitting(game, answer).is_empty();
    }
    let AskKind::Act(window) = ask.kind else {
        return false;
    };
    let row = game.kernel().tables().windows.get(usize::from(window));
    row.is_some_and(|words| words.contains(&word)) || !acts(game, word, |_| true).is_empty()
}

/// The legal answers that begin what an action belongs to, if it cannot be done yet.
pub(super) fn lead_in(game: &Game, answer: &Answer) -> Vec<u32> {
    let Answer::Act { word, .. } = answer else {
        return Vec::new();
    };
    let rows = game.kernel().vocab().acts();
    let begins = rows.iter().find(|act| act.word == word).and_then(|act| act.begins);
    begins.map_or_else(Vec::new, |begins| acts(game, begins, |_| true))
}

fn act_word(game: &Game, act: Act) -> &'static str {
    game.kernel()
        .tables()
        .acts
        .get(usize::from(act.kind))
        .copied()
        .unwrap_or("")
}

/// The legal answers that fit a line with one answer, as numbers.
pub(super) fn fitting(game: &Game, answer: &Answer) -> Vec<u32> {
    let asked = game.state.ask.map_or(P::ONE, |ask| ask.who);
    let is = |want: Atom| numbers(game, |a| a == want);
    match answer {
        Answer::Play { card, on } => {
            let all = acts(game, "play", |act| is_card(game, act.card, card));
            match on {
                Some(on) => on_position(game, asked, all, on),
                None => all,
            }
        }
        Answer::Use { card, which } => {
            let all = acts(game, "use", |act| is_card(game, act.card, card));
            let ability = |atom: Atom| match atom {
                Atom::Act(act) => Some((act.card, AbilityIx(act.n))),
                _ => None,
            };
            which_ability(game, all, which.as_ref(), ability)
        }
        Answer::Move { from, to } => {
            let says = |first: &str, second: &str| {
                acts(game, "move", |act| {
                    let words = words_of(game, act);
                    let named: Vec<&str> = words
                        .iter()
                        .map(String::as_str)
                        .filter(|w| *w == first || *w == second)
                        .collect();
                    named == [first, second]
                })
            };
            // A game in which two positions change places may name them the other way round.
            let said = says(from, to);
            if said.is_empty() { says(to, from) } else { said }
        }
        Answer::Act {
            word,
            card,
            position,
            on,
            kind,
        } => {
            let all = acts(game, word, |act| {
                card.as_ref().is_none_or(|card| is_card(game, act.card, card))
                    && position
                        .as_ref()
                        .is_none_or(|at| at_position(game, act.card, asked, at))
                    && kind
                        .as_ref()
                        .is_none_or(|kind| words_of(game, act).iter().any(|w| w == kind))
            });
            match on {
                Some(on) => on_position(game, asked, all, on),
                None => all,
            }
        }
        Answer::Trigger { card, which } => {
            let instance = |atom: Atom| match atom {
                Atom::Instance(n) => game.state.standby.get(usize::from(n)).map(|i| (i.src, i.ability)),
                _ => None,
            };
            let all = numbers(game, |a| instance(a).is_some_and(|(src, _)| is_card(game, src, card)));
            which_ability(game, all, which.as_ref(), instance)
        }
        Answer::Yes => {
            let yes = is(Atom::Yes);
            if yes.is_empty() {
                numbers(game, |a| matches!(a, Atom::Replacement(_)))
            } else {
                yes
            }
        }
        Answer::No => is(Atom::No),
        Answer::Pass => is(Atom::Pass),
        Answer::Choose(picks) => match picks.first() {
            Some(pick) => fitting_pick(game, pick),
            None => numbers(game, |a| matches!(a, Atom::Done | Atom::No | Atom::Pass)),
        },
        Answer::Order(cards) => cards
            .first()
            .map_or_else(Vec::new, |card| fitting_pick(game, &Pick::Card(card.clone()))),
        Answer::Concede => Vec::new(),
    }
}

/// The legal answers that a pick means, as numbers.
pub(super) fn fitting_pick(game: &Game, pick: &Pick) -> Vec<u32> {
    let Some(ask) = game.state.ask else {
        return Vec::new();
    };
    match pick {
        Pick::Card(card) => numbers(game, |a| match a {
            Atom::Card(r) => is_card(game, r, card),
            Atom::Name(name) => game.pool.name(name) == card.name,
            Atom::Replacement(n) => nth_replacement(game, n, card),
            _ => false,
        }),
        Pick::Position(name) => {
            // The asked player's own position is meant if both fit.
            let of = |p: P| {
                numbers(game, |a| match a {
                    Atom::Cell(cell) => game.kernel().layout().position_named(p, name) == Some(cell),
                    Atom::Card(card) => at_position(game, card, p, name),
                    _ => false,
                })
            };
            let own = of(ask.who);
            let all = if own.is_empty() { of(ask.who.other()) } else { own };
            foremost(game, all)
        }
        Pick::Player(player) => numbers(game, |a| a == Atom::Player(seat(*player))),
        Pick::Word(word) => numbers(game, |a| match a {
            Atom::Word(w) => word_fits(game, w, word),
            // A zone of the asked player, where a place among several zones is chosen.
            Atom::Cell(cell) => {
                let layout = game.kernel().layout();
                let spec = layout.cell(cell);
                spec.player == ask.who && layout.zone(spec.zone).name == word
            }
            Atom::Option(n) => option_word(game, ask.kind, n) == Some(word),
            _ => false,
        }),
        Pick::Tag(tag) => numbers(game, |a| match a {
            Atom::Tag(t) => game.pool.tags.get_index(t.ix()).is_some_and(|t| t == tag),
            _ => false,
        }),
        Pick::Icon(icon) => numbers(
            game,
            |a| matches!(a, Atom::Word(w) if purse::is_icon(game, ask.kind, w, icon)),
        ),
        Pick::Option(n) => numbers(
            game,
            |a| matches!(a, Atom::Option(option) if u32::from(option) + 1 == *n),
        ),
        Pick::Number(n) => match ask.range {
            Some((low, high)) if (i64::from(low)..=i64::from(high)).contains(n) => {
                u32::try_from(n - i64::from(low)).into_iter().collect()
            }
            Some(_) => Vec::new(),
            None => numbers(game, |a| matches!(a, Atom::Number(m) if i64::from(m) == *n)),
        },
    }
}

/// Whether a replacement is that of a card: of several such ones, the one with the number that is said.
fn nth_replacement(game: &Game, n: u16, wanted: &CardRef) -> bool {
    let any = CardRef {
        nth: None,
        ..wanted.clone()
    };
    let of = |n: u16| {
        game.replacement_candidate(n)
            .is_some_and(|(_, card)| is_card(game, card, &any))
    };
    let Some(nth) = wanted.nth else { return of(n) };
    let mut like = game.state.atoms.iter().filter_map(|atom| match atom {
        Atom::Replacement(m) if of(*m) => Some(*m),
        _ => None,
    });
    like.nth(usize::try_from(nth.saturating_sub(1)).unwrap_or(usize::MAX)) == Some(n)
}

/// Whether the open question takes these picks one after the other, and then needs no more: cards are judged as a set.
pub(super) fn takes_all(game: &Game, picks: &[Pick]) -> bool {
    let mut next = game.clone();
    for pick in picks {
        let fitting = fitting_pick(&next, pick);
        let Some(number) = fitting.first() else { return false };
        if next.answer(crate::kernel::Answer::Pick(*number)).is_err() {
            return false;
        }
    }
    next.state.ask.is_none() || next.state.atoms.contains(&Atom::Done) || next.answer_count() <= 1
}

/// Of several cards of one place, the one that the place goes by.
fn foremost(game: &Game, all: Vec<u32>) -> Vec<u32> {
    let is_foremost = |n: &u32| match game.answer_atom(*n) {
        Some(Atom::Card(card)) => game.kernel().foremost(game, game.state.card(card.ix).cell) == Some(card),
        _ => true,
    };
    if all.len() > 1 && all.iter().any(is_foremost) {
        return all.into_iter().filter(is_foremost).collect();
    }
    all
}

/// A declared word is one of an attribute or a card type; both are numbered from 0, and no game has one word for both.
fn word_fits(game: &Game, n: u8, word: &str) -> bool {
    let tables = game.kernel().tables();
    game.word_of(n) == word || tables.types.get(usize::from(n)).is_some_and(|t| *t == word)
}

/// The word for an option of a game's own question.
pub(super) fn option_word(game: &Game, kind: AskKind, n: u8) -> Option<&'static str> {
    let AskKind::Rule(prompt) = kind else {
        return None;
    };
    let options = game.kernel().tables().options;
    let (_, words) = options.iter().find(|(number, _)| *number == prompt)?;
    words.get(usize::from(n)).copied()
}

fn numbers(game: &Game, want: impl Fn(Atom) -> bool) -> Vec<u32> {
    if game.state.ask.is_none_or(|ask| ask.range.is_some()) {
        return Vec::new();
    }
    (0u32..)
        .zip(&game.state.atoms)
        .filter(|(_, atom)| want(**atom))
        .map(|(n, _)| n)
        .collect()
}

fn acts(game: &Game, word: &str, want: impl Fn(Act) -> bool) -> Vec<u32> {
    numbers(
        game,
        |a| matches!(a, Atom::Act(act) if act_word(game, act) == word && want(act)),
    )
}

/// The words an action is described with, behind the name of the card.
pub(super) fn words_of(game: &Game, act: Act) -> Vec<String> {
    let words = game.kernel().act_words(game, act);
    let behind = words.rsplit('"').next().unwrap_or(&words);
    behind
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|w| !w.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// The plays onto a position; all of them if the position is asked for later.
fn on_position(game: &Game, asked: P, all: Vec<u32>, on: &str) -> Vec<u32> {
    let cell = game.kernel().layout().position_named(asked, on);
    let says_where = |n: &u32| match game.answer_atom(*n) {
        Some(Atom::Act(act)) => words_of(game, act).iter().any(|w| w == "on"),
        _ => false,
    };
    if !all.iter().any(says_where) {
        return all;
    }
    all.into_iter()
        .filter(|n| match game.answer_atom(*n) {
            Some(Atom::Act(act)) => {
                words_of(game, act)
                    .iter()
                    .rev()
                    .take_while(|w| *w != "on")
                    .any(|w| w == on)
                    || cell.is_some_and(|c| u32::from(c.0) == act.n)
            }
            _ => false,
        })
        .collect()
}

/// Narrows answers about abilities: by the number among the card's abilities of that category, or by keyword or label.
fn which_ability(
    game: &Game,
    all: Vec<u32>,
    which: Option<&Which>,
    of: impl Fn(Atom) -> Option<(Ref, AbilityIx)>,
) -> Vec<u32> {
    let ability = |n: u32| game.answer_atom(n).and_then(&of);
    match which {
        None => all,
        Some(Which::Name(name)) => {
            let bit = game.pool.keyword(name);
            all.into_iter()
                .filter(|n| {
                    ability(*n).is_some_and(|(_, ix)| {
                        let ability = game.pool.ability(ix);
                        ability.keywords & bit != 0 || ability.label == *name
                    })
                })
                .collect()
        }
        Some(Which::Granted(number)) => {
            let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
            let granted =
                |n: &u32| ability(*n).is_some_and(|(card, ix)| !game.printed_abilities(card.ix).contains(&ix));
            all.into_iter().filter(granted).nth(at).into_iter().collect()
        }
        Some(Which::Number(number)) => {
            let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
            all.into_iter()
                .filter(|n| {
                    ability(*n).is_some_and(|(card, ix)| {
                        let category = game.pool.ability(ix).category;
                        let mut like = printed_with(game, card, ix)
                            .iter()
                            .filter(|a| game.pool.ability(**a).category == category);
                        like.nth(at) == Some(&ix)
                    })
                })
                .collect()
        }
    }
}

/// The printed abilities that an ability is one of: those of the side that the card shows now, of the card itself, or of a side that it showed when the
/// ability triggered.
fn printed_with(game: &Game, card: Ref, ability: AbilityIx) -> &[AbilityIx] {
    let own = &game.pool.def(game.state.card(card.ix).def).abilities;
    let other = game.pool.defs.iter().map(|d| d.abilities.as_slice());
    [game.printed_abilities(card.ix), own]
        .into_iter()
        .chain(other)
        .find(|printed| printed.contains(&ability))
        .unwrap_or(&[])
}

fn at_position(game: &Game, card: Ref, p: P, name: &str) -> bool {
    game.kernel().layout().position_named(p, name) == Some(game.state.card(card.ix).cell)
}

/// Whether a player must pick cards and all that can be picked are the same to everybody.
pub(super) fn are_all_alike(game: &Game) -> bool {
    let fixed = |ask: &Ask| ask.min == ask.max && ask.range.is_none();
    let atoms = &game.state.atoms;
    let card = |a: &Atom| matches!(a, Atom::Card(_));
    game.state.ask.as_ref().is_some_and(fixed)
        && atoms.iter().all(card)
        && atoms.windows(2).all(|two| matches!(two, [a, b] if alike(game, *a, *b)))
}

/// Whether a line picks something of the open question, or is no line that picks.
pub(super) fn picks_of(game: &Game, answer: &Answer) -> bool {
    match answer {
        Answer::Choose(picks) => picks.is_empty() || picks.iter().any(|p| !fitting_pick(game, p).is_empty()),
        _ => true,
    }
}

/// Whether two answers are the same to everybody.
fn alike(game: &Game, a: Atom, b: Atom) -> bool {
    if game.kernel().same_answer(game, a, b) {
        return true;
    }
    match (a, b) {
        (Atom::Card(a), Atom::Card(b)) => cards_alike(game, a, b),
        (Atom::Act(a), Atom::Act(b)) => a.kind == b.kind && a.n == b.n && cards_alike(game, a.card, b.card),
        (Atom::Instance(a), Atom::Instance(b)) => {
            let (a, b) = (
                game.state.standby.get(usize::from(a)),
                game.state.standby.get(usize::from(b)),
            );
            matches!((a, b), (Some(a), Some(b)) if a.ability == b.ability && (a.src == b.src || cards_alike(game, a.src, b.src)))
        }
        (Atom::Replacement(a), Atom::Replacement(b)) => {
            let (a, b) = (game.replacement_candidate(a), game.replacement_candidate(b));
            matches!((a, b), (Some((x, a)), Some((y, b))) if x == y && cards_alike(game, a, b))
        }
        (a, b) => a == b,
    }
}

pub(super) fn cards_alike(game: &Game, a: Ref, b: Ref) -> bool {
    let (x, y): (Card, Card) = (game.state.card(a.ix), game.state.card(b.ix));
    x.def == y.def
        && x.cell == y.cell
        && x.owner == y.owner
        && x.orient == y.orient
        && x.is(Flag::FaceDown) == y.is(Flag::FaceDown)
        && place::marks_alike(game, a, b)
        && game.info(a) == game.info(b)
}

/// The one answer meant: none if nothing fits, an error if the fitting ones differ.
pub(super) fn only(game: &Game, fitting: &[u32]) -> Result<Option<u32>, ()> {
    let Some(first) = fitting.first() else {
        return Ok(None);
    };
    let Some(atom) = game.answer_atom(*first) else {
        return Ok(Some(*first));
    };
    let same = fitting
        .iter()
        .all(|n| game.answer_atom(*n).is_some_and(|other| alike(game, atom, other)));
    if same { Ok(Some(*first)) } else { Err(()) }
}
