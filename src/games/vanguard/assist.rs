//! The G assist step (6.4.1.2).

use super::setup::shuffle;
use super::step::{by_rule, check_then, enter, go};
use super::tables::{act, attr, note, prompt, rule, time, window, zone};
use super::{circles, layout};
use crate::exec::{Flow, Game};
use crate::games::common::cards::picked;
use crate::games::common::rows::places;
use crate::kernel::{Act, Ask, AskKind, Atom, Ev, EvKind, KernelStep, P, Ref};

/// How many cards are looked at (6.4.1.2.5).
const LOOK: usize = 5;
/// How many cards of each zone are removed.
const REMOVE: usize = 2;
/// From this grade on nobody needs an assist (6.4.1.2.2.1).
const GRADE: i32 = 3;

places! {
    /// The G assist step (6.4.1.2).
    place: BEGIN CHECK ASK ANSWER LOOK ASK_TAKE TAKE ASK_HAND ASK_G REVEAL REMOVE SHUFFLE LAST_CHECK OVER;
}

/// The step; `a` counts the cards of the hand that are removed.
pub(super) fn step(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        place::BEGIN => {
            if game.skips(p, time::ASSIST_STEP) {
                return Flow::Pop;
            }
            go(game, s, place::CHECK);
            enter(game, time::DRAW, &[time::ASSIST_STEP]);
        }
        place::CHECK => check_then(game, s, place::ASK),
        // 6.4.1.2.3: what both players can see decides whether there is anything to decide.
        place::ASK if !could_assist(game, p) => go(game, s, place::LAST_CHECK),
        place::ASK => {
            go(game, s, place::ANSWER);
            game.ask_to_act(p, window::ASSIST, true, |game, atoms| {
                if may_assist(game, p) {
                    atoms.push(Atom::Act(Act {
                        kind: act::ASSIST,
                        card: Ref::NONE,
                        n: 0,
                    }));
                }
            });
        }
        place::ANSWER => {
            if matches!(game.state.picks.first(), Some(Atom::Act(_))) {
                go(game, s, place::LOOK);
                show_hand(game, p);
            } else {
                go(game, s, place::LAST_CHECK);
            }
        }
        place::LOOK => {
            go(game, s, place::ASK_TAKE);
            look(game, p);
        }
        place::ASK_TAKE => {
            go(game, s, place::TAKE);
            ask_take(game, p);
        }
        place::TAKE => {
            go(game, s, place::ASK_HAND);
            take(game, p);
        }
        place::ASK_HAND => {
            // 6.4.1.2.5: only who has taken a card removes cards.
            if game.state.done > 0 {
                go(game, s, place::ASK_G);
                ask_removed(game, p, zone::HAND, prompt::ASSIST_HAND);
            } else {
                go(game, s, place::SHUFFLE);
            }
        }
        place::ASK_G => {
            // The cards of the hand wait in the batch until those of the G zone are chosen: all four go together.
            go(game, s, place::REVEAL);
            let removed = removals(game, p);
            ask_removed(game, p, zone::G, prompt::ASSIST_G);
            game.state.batch = removed;
        }
        place::REVEAL => {
            go(game, s, place::REMOVE);
            let more = removals(game, p);
            game.state.batch.extend(more);
            let cards: Vec<Ref> = game.state.batch.iter().map(|ev| ev.subj).collect();
            let kept = std::mem::take(&mut game.state.batch);
            reveal(game, p, &cards);
            game.state.batch = kept;
        }
        place::REMOVE => {
            go(game, s, place::SHUFFLE);
            game.send();
        }
        place::SHUFFLE => {
            go(game, s, place::LAST_CHECK);
            shuffle(game, p, rule::ASSIST);
        }
        place::LAST_CHECK => check_then(game, s, place::OVER),
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// The conditions that everybody sees (6.4.1.2.2.1, 6.4.1.2.2.2).
fn could_assist(game: &Game, p: P) -> bool {
    (0..GRADE).contains(&circles::vanguard_grade(game, p)) && game.state.cells.len(layout().of(p, zone::G)) >= REMOVE
}

/// 6.4.1.2.2.3: no card of the hand is one grade greater than the vanguard.
fn may_assist(game: &Game, p: P) -> bool {
    let grade = circles::vanguard_grade(game, p);
    let wanted = |c: Ref| game.info(c).attr(attr::GRADE.ix()) == grade + 1;
    !circles::cards(game, layout().of(p, zone::HAND)).any(wanted)
}

fn reveal(game: &mut Game, p: P, cards: &[Ref]) {
    let cause = by_rule(game, rule::ASSIST);
    game.state.batch = cards
        .iter()
        .map(|card| Ev {
            kind: EvKind::Reveal,
            tag: note::REVEAL,
            subj: *card,
            who: p,
            from: game.state.card(card.ix).cell,
            to: game.state.card(card.ix).cell,
            cause,
            ..Ev::default()
        })
        .collect();
    game.send();
}

/// 6.4.1.2.4: the hand is shown for a moment.
fn show_hand(game: &mut Game, p: P) {
    let hand: Vec<Ref> = circles::cards(game, layout().of(p, zone::HAND)).collect();
    reveal(game, p, &hand);
}

/// The top cards of the deck, the topmost first.
fn top(game: &Game, p: P) -> Vec<Ref> {
    let deck = game.state.cells.cards(layout().of(p, zone::DECK));
    deck.iter().rev().take(LOOK).map(|ix| game.state.now(*ix)).collect()
}

fn look(game: &mut Game, p: P) {
    // The hand is hidden again.
    for card in circles::cards(game, layout().of(p, zone::HAND)).collect::<Vec<_>>() {
        game.hide(card);
    }
    let cause = by_rule(game, rule::ASSIST);
    let deck = layout().of(p, zone::DECK);
    game.state.batch = top(game, p)
        .into_iter()
        .map(|card| Ev {
            kind: EvKind::Look,
            subj: card,
            who: p,
            from: deck,
            to: deck,
            cause,
            ..Ev::default()
        })
        .collect();
    game.send();
}

fn ask_take(game: &mut Game, p: P) {
    let grade = circles::vanguard_grade(game, p) + 1;
    let mut cards = top(game, p);
    cards.retain(|c| game.info(*c).attr(attr::GRADE.ix()) == grade);
    game.state.atoms = cards.into_iter().map(Atom::Card).collect();
    game.state.atoms.insert(0, Atom::Done);
    let mut ask = Ask::one(p, AskKind::Rule(prompt::ASSIST_TAKE));
    ask.min = 0;
    game.ask(ask);
}

fn take(game: &mut Game, p: P) {
    let Some(card) = picked(game).first().copied() else {
        game.state.done = 0;
        return;
    };
    let cause = by_rule(game, rule::ASSIST);
    let deck = game.state.card(card.ix).cell;
    let shown = Ev {
        kind: EvKind::Reveal,
        tag: note::REVEAL,
        subj: card,
        who: p,
        from: deck,
        to: deck,
        cause,
        ..Ev::default()
    };
    let taken = game.move_ev(card, layout().of(p, zone::HAND), note::ASSIST, cause);
    game.state.batch.clear();
    game.state.batch.extend([shown, taken]);
    game.send();
}

/// 6.4.1.2.5.2: all of a zone if it has fewer cards.
fn ask_removed(game: &mut Game, p: P, from: crate::kernel::ZoneId, what: u8) {
    game.state.atoms = circles::cards(game, layout().of(p, from)).map(Atom::Card).collect();
    let n = game.state.atoms.len().min(REMOVE);
    let mut ask = Ask::one(p, AskKind::Rule(what));
    ask.min = u16::try_from(n).unwrap_or(0);
    ask.max = ask.min;
    game.ask(ask);
}

fn removals(game: &Game, p: P) -> Vec<Ev> {
    let cause = by_rule(game, rule::ASSIST);
    let to = layout().of(p, zone::REMOVED);
    picked(game)
        .into_iter()
        .map(|card| game.move_ev(card, to, note::REMOVE, cause))
        .collect()
}
