//! The beginning of a game (403), and beginning in the middle of one for tests.

use super::step::{Step, begin as at_start, go};
use super::tables::{card_type, counter, keyword, note, player, prompt, rule, time, word, zone};
use super::turn::{main_at, turn_at};
use super::{battle, layout, play, record, verbs};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::games::common::{cards, setup};
use crate::kernel::{
    Ask, AskKind, Atom, Card, Cause, End, Ev, EvKind, Flag, Frame, KernelStep, Note, P, Ref, State, TimeId, ZoneId,
};

/// The life a player begins with (403.3).
const LIFE: i32 = 4000;
/// The size of the first hand (403.5).
const FIRST_HAND: i32 = 5;
/// The size of a lifebreak area at the beginning (1415.1c).
const LIFEBREAK: i32 = 4;

/// A game begins: the decks lie in their zones. A turn number of 1 says that the starting player is decided already.
pub(super) fn begin(game: &mut Game) {
    record::new_game(game);
    game.state.stack.clear();
    game.push(at_start(Step::Setup, P::ONE));
}

places! {
    /// The setup (403).
    place:
        ASK_SIDE SIDE SHUFFLE LIFE FIRST_PLAYER ENERGIZE MANA HAND_FIRST HAND_OTHER MULLIGAN ASK_BACK
        ORDER_BACK PUT_BACK DRAW_BACK LIFEBREAK_FIRST LIFEBREAK_OTHER OVER;
}

/// The setup, in the order of 403. `who` is the player who is asked, `a` counts rulers, then cards.
pub(super) fn setup(game: &mut Game, s: KernelStep) -> Flow {
    let first = game.state.turn.first;
    match s.at {
        place::ASK_SIDE => ask_side(game, s),
        place::SIDE => take_side(game, s),
        place::SHUFFLE => {
            go(game, s, place::LIFE);
            shuffle(game);
        }
        place::LIFE => {
            go(game, s, place::FIRST_PLAYER);
            set_life(game);
        }
        place::FIRST_PLAYER => {
            go(game, s, place::ENERGIZE);
            first_player(game);
        }
        place::ENERGIZE => {
            // 1119.1, 1119.2: every ruler has Energize.
            go(game, s, place::MANA);
            let second = first.other();
            if !rulers(game, second).is_empty() {
                verbs::coin(game, second);
            }
        }
        place::MANA => {
            go(game, s, place::HAND_FIRST);
            mana(game);
        }
        place::HAND_FIRST | place::HAND_OTHER => {
            let who = if s.at == place::HAND_FIRST {
                first
            } else {
                first.other()
            };
            go(game, s, s.at.saturating_add(1));
            take(game, who, FIRST_HAND, zone::HAND, note::PUT, rule::FIRST_HAND);
        }
        place::MULLIGAN => {
            game.goto(KernelStep {
                at: place::ASK_BACK,
                who: first,
                ..s
            });
        }
        place::ASK_BACK..=place::DRAW_BACK => mulligan(game, s),
        place::LIFEBREAK_FIRST => {
            go(game, s, place::LIFEBREAK_OTHER);
            if record::is(game, record::VALHALLA) {
                take(game, first, LIFEBREAK, zone::LIFEBREAK, note::PUT, rule::BREAK);
            }
        }
        place::LIFEBREAK_OTHER => {
            go(game, s, place::OVER);
            if record::is(game, record::VALHALLA) {
                take(game, first.other(), LIFEBREAK, zone::LIFEBREAK, note::PUT, rule::BREAK);
            }
        }
        _ => {
            // 403.6
            setup::begin_turns(game, at_start(Step::Turn, first));
        }
    }
    Flow::Go
}

/// A player's rulers.
fn rulers(game: &Game, p: P) -> Vec<Ref> {
    cards::cards(game, layout().of(p, zone::RULER)).collect()
}

/// The sides of a card that are rulers, by number.
fn ruler_sides(game: &Game, card: Ref) -> Vec<u8> {
    let front = game.pool.def(game.pool.def(game.state.card(card.ix).def).front);
    front
        .sides
        .iter()
        .map(|(_, def)| game.pool.def(*def))
        .filter(|side| side.printed.types & card_type::RULER != 0)
        .map(|side| side.side)
        .collect()
}

/// 1306.2: the next ruler with two ruler sides; its player chooses one.
fn ask_side(game: &mut Game, s: KernelStep) {
    let all: Vec<Ref> = P::BOTH.into_iter().flat_map(|p| rulers(game, p)).collect();
    let Some(card) = all.get(usize::try_from(s.a).unwrap_or(usize::MAX)).copied() else {
        game.goto(KernelStep {
            at: place::SHUFFLE,
            a: 0,
            ..s
        });
        return;
    };
    let next = KernelStep {
        a: s.a.saturating_add(1),
        card,
        ..s
    };
    let sides = u8::try_from(ruler_sides(game, card).len()).unwrap_or(u8::MAX);
    if sides < 2 {
        game.goto(next);
        return;
    }
    game.goto(KernelStep {
        at: place::SIDE,
        ..next
    });
    game.state.atoms = (0..sides).map(Atom::Option).collect();
    let mut ask = Ask::one(game.state.card(card.ix).owner, AskKind::Rule(prompt::SIDE));
    ask.source = card;
    game.ask(ask);
}

fn take_side(game: &mut Game, s: KernelStep) {
    go(game, s, place::ASK_SIDE);
    let Some(Atom::Option(n)) = game.state.picks.first().copied() else {
        return;
    };
    if let Some(side) = ruler_sides(game, s.card).get(usize::from(n)).copied() {
        let card = game.state.card(s.card.ix);
        game.emit(Ev {
            kind: EvKind::Side(side),
            subj: s.card,
            who: card.owner,
            from: card.cell,
            to: card.cell,
            cause: Cause::rule(rule::TWO_FACES, card.owner),
            ..Ev::default()
        });
    }
}

/// 403.2: main deck and magic stone deck of both players.
fn shuffle(game: &mut Game) {
    game.state.batch.clear();
    for p in P::BOTH {
        for z in [zone::DECK, zone::STONES] {
            let cell = layout().of(p, z);
            let cause = Cause::rule(rule::SHUFFLE_UP, p);
            game.state.batch.push(setup::shuffle(p, cell, note::SHUFFLE, cause));
        }
    }
    game.send();
}

/// 403.3
fn set_life(game: &mut Game) {
    game.state.batch.clear();
    for p in P::BOTH {
        let n = LIFE.saturating_sub(game.state.val(p, player::LIFE));
        game.state.batch.push(Ev {
            kind: EvKind::Value(player::LIFE),
            who: p,
            n,
            cause: Cause::rule(rule::STARTING_LIFE, p),
            ..Ev::default()
        });
    }
    game.send();
}

/// 403.4: chance alone decides.
fn first_player(game: &mut Game) {
    let first = setup::decide_first(game);
    game.state.turn.player = first;
    game.emit(setup::told(first, note::STARTS, Cause::rule(rule::FIRST_PLAYER, first)));
}

/// 1122.2a: rulers with Mana begin with counters.
fn mana(game: &mut Game) {
    let mut batch = Vec::new();
    for card in P::BOTH.into_iter().flat_map(|p| rulers(game, p)) {
        let n = play::keyword_number(game, card, keyword::MANA);
        if n > 0 {
            let at = game.state.card(card.ix);
            batch.push(Ev {
                kind: EvKind::Counter(counter::MANA),
                tag: note::COUNTER,
                subj: card,
                who: at.owner,
                from: at.cell,
                to: at.cell,
                n,
                cause: Cause::rule(rule::MANA, at.owner),
                ..Ev::default()
            });
        }
    }
    if !batch.is_empty() {
        game.state.batch = batch;
        game.send();
    }
}

/// Cards from the top of the main deck, one after another (304.3).
fn take(game: &mut Game, p: P, n: i32, to: ZoneId, tag: Note, rule: u16) {
    let way = (layout().of(p, zone::DECK), layout().of(p, to));
    cards::serially(game, way, n, tag, Cause::rule(rule, p));
}

/// 403.5a: the first player, then the other one.
fn mulligan(game: &mut Game, s: KernelStep) {
    match s.at {
        place::ASK_BACK => {
            go(game, s, place::ORDER_BACK);
            setup::ask_mulligan(game, s.who, layout().of(s.who, zone::HAND), prompt::MULLIGAN);
        }
        place::ORDER_BACK => {
            let chosen: Vec<Atom> = cards::picked(game).into_iter().map(Atom::Card).collect();
            let n = u16::try_from(chosen.len()).unwrap_or(0);
            game.goto(KernelStep {
                at: place::PUT_BACK,
                a: i32::from(n),
                ..s
            });
            // 302.4: in an order their owner chooses, the first one on top of the others.
            if n > 1 {
                let mut ask = Ask::one(s.who, AskKind::Rule(prompt::BOTTOM));
                ask.min = n;
                ask.max = n;
                ask.ordered = true;
                game.state.atoms = chosen;
                game.ask(ask);
            }
        }
        place::PUT_BACK => {
            go(game, s, place::DRAW_BACK);
            if s.a > 0 {
                put_back(game, s.who);
            }
        }
        _ => {
            let first = game.state.turn.first;
            if s.who == first {
                game.goto(KernelStep {
                    at: place::ASK_BACK,
                    who: first.other(),
                    ..s
                });
            } else {
                go(game, s, place::LIFEBREAK_FIRST);
            }
            if s.a > 0 {
                take(game, s.who, s.a, zone::HAND, note::MULLIGAN, rule::MULLIGAN);
            }
        }
    }
}

/// The picked cards go to the bottom, each below the one before; only their owner knows the order.
fn put_back(game: &mut Game, p: P) {
    let deck = layout().of(p, zone::DECK);
    let cause = Cause::rule(rule::MULLIGAN, p);
    cards::move_picked(game, deck, note::MULLIGAN, cause);
    for ev in &mut game.state.batch {
        ev.end = End::Bottom;
        ev.blind = 1 << p.other().0;
    }
    game.send();
}

/// 1415.1a: only the rules of Valhalla know a lifebreak area. Whoever lists one, if only as empty, agrees to play by them.
pub(super) fn lists(game: &mut Game, at: ZoneId) {
    if at == zone::LIFEBREAK {
        record::put(game, record::VALHALLA, true);
    }
}

/// Goes on at a phase of a turn whose board was set up by hand.
pub(super) fn begin_at(game: &mut Game, at: TimeId, start: bool) -> bool {
    let after = u8::from(!start);
    // The place in the turn after the phase, the phase's step, where in it, and where in a battle.
    let (next, step, place, fight) = match at {
        time::TURN | time::DRAW => (turn_at::RECOVERY, Step::DrawPhase, after, None),
        time::RECOVERY => (turn_at::MAIN, Step::RecoveryPhase, after, None),
        time::MAIN => (turn_at::END, Step::MainPhase, after, None),
        time::MAIN_TIMING => (turn_at::END, Step::MainPhase, main_at::SEQUENCE, None),
        time::END => (turn_at::OVER, Step::EndPhase, after, None),
        _ => match battle::place(at, start) {
            Some(fight) => (turn_at::END, Step::MainPhase, main_at::SEQUENCE, Some(fight)),
            None => return false,
        },
    };
    let p = game.state.turn.player;
    let turn = KernelStep {
        at: next,
        ..at_start(Step::Turn, p)
    };
    let phase = KernelStep {
        at: place,
        ..at_start(step, p)
    };
    setup::resume(game, at, [turn, phase]);
    count_turns(game);
    if let Some(fight) = fight {
        battle::open(game);
        game.push(KernelStep {
            at: fight,
            ..at_start(Step::Battle, p)
        });
    }
    true
}

/// The turns the players have had by the number of the running one: they took turns.
fn count_turns(game: &mut Game) {
    let (number, first) = (i32::from(game.state.turn.number), game.state.turn.first);
    record::set_turns(game, first, (number + 1) / 2);
    record::set_turns(game, first.other(), number / 2);
}

/// 1033: the game ends without a result and begins anew; the player of the effect takes the first turn (1033.3). The card that is left out begins the
/// new game in its owner's removed area. What the restarting effect still has to do is done before the new game is set up.
pub(super) fn restart(game: &mut Game, who: P, without: Option<Ref>) {
    let old = std::mem::replace(&mut game.state, State::new(layout().len(), 0));
    game.state.rng = old.rng;
    game.state.seq = old.seq;
    game.state.decisions = old.decisions;
    let gone = |card: &Card| card.is(Flag::Token) || card.is(Flag::Copy) || card.is(Flag::Pseudo);
    let kept = without.map(|r| r.ix);
    let mut moved: Vec<(u16, u16)> = Vec::new();
    for (ix, card) in old.cards.iter().enumerate().filter(|(_, c)| !gone(c)) {
        let Ok(ix) = u16::try_from(ix) else { break };
        let def = game.pool.def(card.def).front;
        let zone = if kept == Some(ix) {
            zone::REMOVED
        } else {
            home(game, def, layout().cell(card.cell).zone)
        };
        let cell = layout().of(card.owner, zone);
        let new = u16::try_from(game.state.cards.len()).unwrap_or(u16::MAX);
        let mut fresh = Card::new(def, cell, card.owner);
        fresh.set(Flag::FaceDown, layout().zone(zone).face_down);
        game.state.cards.push(fresh);
        game.state.cells.add(cell, new);
        moved.push((ix, new));
    }
    begin(game);
    let renamed = |r: Ref| match moved.iter().find(|(from, _)| *from == r.ix) {
        Some((_, to)) => Ref { ix: *to, life: 0 },
        None => Ref::NONE,
    };
    if let Some(mut run) = old.runs.last().cloned() {
        run.src = renamed(run.src);
        run.src0 = run.src;
        run.ev = crate::kernel::EvInfo::default();
        run.held = None;
        game.state.words = old.words.iter().map(|r| renamed(*r)).collect();
        game.state.slots.clone_from(&old.slots);
        game.state.runs.push(run);
        game.state.stack.push(Frame::Run);
    }
    // A number of 1 says who begins.
    game.state.turn.first = who;
    game.state.turn.number = 1;
    game.state.done = 1;
}

/// Where a card begins a game, by what is printed on it (403.1).
fn home(game: &Game, def: crate::kernel::DefId, now: ZoneId) -> ZoneId {
    let printed = game.pool.def(def).printed;
    if printed.types & card_type::ANY_RULER != 0 {
        zone::RULER
    } else if printed.types & card_type::STONE != 0 {
        zone::STONES
    } else if printed.values & word::STRANGER != 0 {
        zone::STRANGER
    } else if printed.types & card_type::RUNE != 0 && printed.types & card_type::CHANT == 0 {
        zone::RUNE
    } else if matches!(now, zone::RUNE | zone::EXTRA | zone::OUTSIDE) {
        now
    } else {
        zone::DECK
    }
}
