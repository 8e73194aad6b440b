//! (b) The abilities by hand, in Rust: each a small state machine over the engine calls, since no call waits for a player. Numbers of zones, types and
//! traits are constants; what has to be remembered from step to step lies in the slots of the running ability, as plain data.

use crate::board::{CHARACTER, CLIMAX, LAMP, RESTED, TEA, zone};
use crate::calls::{
    Tape, ask_cards, ask_option, begin, candidate, candidates, cards, cell, chose, deal, delay, draw, effect,
    end_paying, has_tag, has_type, keep_moved, kept, level, me, moved, past_len, past_put, pay, picked, picked_option,
    pile, put, result, said, send, show, shuffle, start_paying, this, turn,
};
use crate::rows;
use cardwright::exec::Hosted::{Again, Over};
use cardwright::exec::{Env, Game, Host, Hosted, Refs};
use cardwright::kernel::{Note, P, Ref, ZoneId};

/// Words for moves.
pub(crate) const PUT: Note = Note(1);
pub(crate) const RETURN: Note = Note(3);
pub(crate) const FLIP: Note = Note(6);
const RESOLUTION: ZoneId = ZoneId(5);

/// The host whose abilities are written here.
#[derive(Debug)]
pub(crate) struct NativeHost;

impl Host for NativeHost {
    fn step(&self, game: &mut Game, body: u16, stage: u8) -> Hosted {
        step(game, &mut (), body, stage)
    }

    fn objects(&self, game: &Game, which: u16, env: &Env<'_>, out: &mut Refs) {
        objects(game, which, env, out);
    }

    fn holds(&self, game: &Game, which: u16, env: &Env<'_>) -> bool {
        holds(game, which, env)
    }
}

/// The cards of the continuous abilities of row 14: others of the own stage with a trait.
pub(crate) fn objects(game: &Game, which: u16, env: &Env<'_>, out: &mut Refs) {
    let tag = if which == rows::LAMP_CARDS { LAMP } else { TEA };
    for ix in cards(game, env.me, zone::STAGE) {
        let card = game.state.now(*ix);
        if card.ix != env.src.ix && has_type(game, card, CHARACTER) && has_tag(game, card, tag) {
            out.push(card);
        }
    }
}

/// Which cards rows 16 and 18 answer to: others of the own player; row 18 asks for a trait.
pub(crate) fn holds(game: &Game, which: u16, env: &Env<'_>) -> bool {
    let card = env.subject;
    card.ix != env.src.ix
        && game.master(card) == env.me
        && has_type(game, card, CHARACTER)
        && (which != 18 || has_tag(game, card, LAMP))
}

/// What a script is told of a card that it has to judge.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen {
    /// It is the card of the ability.
    pub(crate) this: bool,
    /// It is on the side of the ability's player.
    pub(crate) mine: bool,
    /// Its types, as bits.
    pub(crate) types: i64,
    /// Its traits, as bits.
    pub(crate) tags: i64,
}

/// A card as scripts judge it.
pub(crate) fn look_at(game: &Game, card: Ref, env: &Env<'_>) -> Seen {
    let info = game.info(card);
    Seen {
        this: card.ix == env.src.ix,
        mine: game.master(card) == env.me,
        types: i64::from(info.types),
        tags: i64::from(info.tags.has(LAMP)) | i64::from(info.tags.has(TEA)) << 1,
    }
}

/// The cards of the own stage that a script finds fitting.
pub(crate) fn select(game: &Game, env: &Env<'_>, out: &mut Refs, fits: impl Fn(Seen) -> bool) {
    for ix in cards(game, env.me, zone::STAGE) {
        let card = game.state.now(*ix);
        if fits(look_at(game, card, env)) {
            out.push(card);
        }
    }
}

/// Gathers the cards of a zone that fit.
fn gather(g: &mut Game, p: P, zone: ZoneId, fits: impl Fn(&Game, Ref) -> bool) {
    candidates(g);
    for n in 0..cards(g, p, zone).len() {
        let card = g.state.now(cards(g, p, zone)[n]);
        if fits(g, card) {
            candidate(g, card);
        }
    }
}

/// How many cards of a zone fit.
fn count(g: &Game, p: P, zone: ZoneId, fits: impl Fn(&Game, Ref) -> bool) -> i32 {
    let cards = cards(g, p, zone).iter();
    i32::try_from(cards.filter(|ix| fits(g, g.state.now(**ix))).count()).unwrap_or(0)
}

fn lamp(g: &Game, card: Ref) -> bool {
    has_type(g, card, CHARACTER) && has_tag(g, card, LAMP)
}

fn character(g: &Game, card: Ref) -> bool {
    has_type(g, card, CHARACTER)
}

/// The card that was picked is put somewhere; nothing, if none was.
fn put_picked<T: Tape>(g: &mut Game, t: &mut T, p: P, zone: ZoneId, note: Note) {
    let card = picked(g, 0);
    put_one(g, t, card, p, zone, note);
}

fn put_one<T: Tape>(g: &mut Game, t: &mut T, card: Ref, p: P, zone: ZoneId, note: Note) {
    begin(g);
    if card.is_some() {
        let to = cell(g, p, zone);
        put(g, card, to, note);
    }
    send(g, t);
}

/// One step of a body; the calls it makes are written down on the tape, if there is one.
pub(crate) fn step<T: Tape>(g: &mut Game, t: &mut T, body: u16, stage: u8) -> Hosted {
    let you = me(g);
    match (body, stage) {
        // Draw; also what a granted and a delayed ability do.
        (1 | 17 | 115 | 116, 0) => {
            draw(g, t, 1);
            Again(1)
        }
        (1 | 17 | 115 | 116, _) => {
            result(g);
            Over
        }

        (2, 0) => {
            draw(g, t, 1);
            Again(1)
        }
        (2, 1) => {
            result(g);
            gather(g, you, zone::HAND, |_, _| true);
            ask_cards(g, t, 1, 1);
            Again(2)
        }
        (2, 2) => {
            put_picked(g, t, you, zone::WAITING_ROOM, PUT);
            Again(3)
        }

        (3, 0) => {
            gather(g, you, zone::DECK, |g, c| character(g, c) && has_tag(g, c, TEA));
            ask_cards(g, t, 0, 1);
            Again(1)
        }
        (3, 1) => {
            chose(g, t);
            let card = picked(g, 0);
            begin(g);
            if card.is_some() {
                g.keep(0, &[card]);
                show(g, card, true);
            }
            send(g, t);
            Again(2)
        }
        (3, 2) => {
            result(g);
            let card = kept(g, 0).first().copied().unwrap_or(Ref::NONE);
            put_one(g, t, card, you, zone::HAND, PUT);
            Again(3)
        }
        (3, 3) => {
            result(g);
            begin(g);
            shuffle(g, you);
            send(g, t);
            Again(4)
        }

        (4, 0) => {
            gather(g, you, zone::WAITING_ROOM, lamp);
            ask_cards(g, t, 1, 1);
            Again(1)
        }
        (4, 1) => {
            chose(g, t);
            put_picked(g, t, you, zone::HAND, RETURN);
            Again(2)
        }

        (5, _) => {
            let card = this(g);
            effect(g, t, card, 5, 2000);
            Over
        }

        (6, 0) => {
            gather(g, you, zone::STAGE, character);
            ask_cards(g, t, 1, 1);
            Again(1)
        }
        (6, _) => {
            chose(g, t);
            let card = this(g);
            let others = count(g, you, zone::STAGE, |g, c| c.ix != card.ix && lamp(g, c));
            let chosen = picked(g, 0);
            if chosen.is_some() {
                effect(g, t, chosen, 6, 500 * others);
            }
            Over
        }

        (7, 0) => {
            let card = this(g);
            if count(g, you, zone::STAGE, |g, c| c.ix != card.ix && lamp(g, c)) < 2 {
                return step(g, t, 7, 2);
            }
            draw(g, t, 1);
            Again(1)
        }
        (7, 1) => {
            result(g);
            step(g, t, 7, 2)
        }
        (7, _) => {
            if cards(g, you, zone::WAITING_ROOM).len() >= 5 {
                let card = this(g);
                effect(g, t, card, 7, 1000);
            }
            Over
        }

        (8, 0) => {
            start_paying(g, t);
            pay(g, t, 1);
            Again(1)
        }
        (8, 1) => {
            gather(g, you, zone::HAND, |_, _| true);
            ask_cards(g, t, 1, 1);
            Again(2)
        }
        (8, 2) => {
            put_picked(g, t, you, zone::WAITING_ROOM, PUT);
            Again(3)
        }
        (8, 3) => {
            end_paying(g, t);
            Again(4)
        }
        (8, 4) => {
            draw(g, t, 2);
            Again(5)
        }

        (9, 0) => {
            gather(g, you.other(), zone::STAGE, |g, c| character(g, c) && level(g, c) <= 1);
            ask_cards(g, t, 1, 1);
            Again(1)
        }
        (9, 1) => {
            chose(g, t);
            let card = picked(g, 0);
            let owner = g.state.card(card.ix).owner;
            put_one(g, t, card, owner, zone::HAND, RETURN);
            Again(2)
        }

        // Four cards are looked at one by one, as cards leave or are shown from a pile.
        (10, 0..=3) => {
            let deck = cards(g, you, zone::DECK);
            let card = deck
                .iter()
                .rev()
                .nth(usize::from(stage))
                .map_or(Ref::NONE, |ix| g.state.now(*ix));
            if card.is_some() {
                begin(g);
                show(g, card, false);
                send(g, t);
            }
            Again(stage + 1)
        }
        (10, 4) => {
            g.did();
            let deck = cards(g, you, zone::DECK);
            let seen: Refs = deck.iter().rev().take(4).map(|ix| g.state.now(*ix)).collect();
            g.keep(0, &seen);
            candidates(g);
            for card in &seen {
                if lamp(g, *card) {
                    candidate(g, *card);
                }
            }
            ask_cards(g, t, 0, 1);
            Again(5)
        }
        (10, 5) => {
            chose(g, t);
            let card = picked(g, 0);
            begin(g);
            if card.is_some() {
                g.keep(1, &[card]);
                show(g, card, true);
            }
            send(g, t);
            Again(6)
        }
        (10, 6) => {
            let card = kept(g, 1).first().copied().unwrap_or(Ref::NONE);
            put_one(g, t, card, you, zone::HAND, PUT);
            Again(7)
        }
        (10, 7) => {
            result(g);
            let to = cell(g, you, zone::WAITING_ROOM);
            begin(g);
            for n in 0..kept(g, 0).len() {
                let card = kept(g, 0)[n];
                if kept(g, 1).iter().all(|taken| taken.ix != card.ix) {
                    put(g, card, to, PUT);
                }
            }
            send(g, t);
            Again(8)
        }

        (11, 0) => {
            deal(g, t, you.other(), 2);
            Again(1)
        }

        (12, 0) => {
            let (from, to) = (cell(g, you, zone::DECK), cell(g, you, RESOLUTION));
            pile(g, t, from, to, 4, FLIP);
            Again(1)
        }
        (12, 1) => {
            result(g);
            let to = cell(g, you, zone::WAITING_ROOM);
            begin(g);
            for n in 0..g.state.moved.len() {
                let card = moved(g, n);
                put(g, card, to, PUT);
            }
            send(g, t);
            Again(2)
        }
        (12, 2) => {
            result(g);
            keep_moved(g, 0);
            brainstorm(g, t, you, 3)
        }
        // One lap for each climax: the stage tells how many of the flipped cards were looked at.
        (12, 100..) => {
            result(g);
            brainstorm(g, t, you, stage - 100)
        }
        (12, _) => {
            chose(g, t);
            put_picked(g, t, you, zone::HAND, RETURN);
            Again(100 + stage)
        }

        (13, 0) => {
            ask_option(g, t, 3);
            Again(1)
        }
        (13, 1) => {
            let option = picked_option(g);
            said(g, t, i32::from(option) + 1);
            match option {
                0 => {
                    draw(g, t, 1);
                    Again(9)
                }
                1 => {
                    gather(g, you.other(), zone::STAGE, character);
                    ask_cards(g, t, 1, 1);
                    Again(2)
                }
                _ => {
                    gather(g, you, zone::WAITING_ROOM, character);
                    ask_cards(g, t, 1, 1);
                    Again(3)
                }
            }
        }
        (13, 2) => {
            chose(g, t);
            turn_picked(g, t);
            Again(9)
        }
        (13, 3) => {
            chose(g, t);
            put_picked(g, t, you, zone::HAND, RETURN);
            Again(9)
        }

        // A grant, a waiting ability and a nested grant, each to a card that is rested at once.
        (15 | 16 | 20, 0) => {
            if body == 16 {
                delay(g, t);
            }
            let card = this(g);
            gather(g, you, zone::STAGE, |g, c| c.ix != card.ix && character(g, c));
            ask_cards(g, t, 1, 1);
            Again(1)
        }
        (15 | 16 | 20, 1) => {
            chose(g, t);
            let card = picked(g, 0);
            if body != 16 && card.is_some() {
                effect(g, t, card, body, 0);
            }
            turn_picked(g, t);
            Again(2)
        }
        (120, 0) => {
            let card = this(g);
            effect(g, t, card, 120, 0);
            Again(1)
        }
        (120, 1) => {
            let card = this(g);
            put_one(g, t, card, g.state.card(card.ix).owner, zone::WAITING_ROOM, PUT);
            Again(2)
        }
        (220, 0) => {
            let card = this(g);
            put_one(g, t, card, you, zone::MEMORY, PUT);
            Again(1)
        }

        (117 | 118, 0) => {
            let (from, to) = (cell(g, you, zone::DECK), cell(g, you, zone::STOCK));
            pile(g, t, from, to, 1, PUT);
            Again(1)
        }
        (118, 1) => {
            result(g);
            let card = this(g);
            effect(g, t, card, 118, 500);
            Over
        }
        (18, 0) => {
            let card = this(g);
            begin(g);
            for n in 0..cards(g, you, zone::STAGE).len() {
                let other = g.state.now(cards(g, you, zone::STAGE)[n]);
                if other.ix != card.ix && character(g, other) {
                    turn(g, other, RESTED);
                }
            }
            send(g, t);
            Again(1)
        }

        (19, 0) => {
            let (from, to) = (cell(g, you, zone::DECK), cell(g, you, zone::WAITING_ROOM));
            pile(g, t, from, to, 3, PUT);
            Again(1)
        }
        (19, _) => {
            result(g);
            let put = (0..past_len(g)).filter(|n| {
                let card = past_put(g, *n, you, zone::WAITING_ROOM);
                card.is_some() && character(g, card)
            });
            let n = i32::try_from(put.count()).unwrap_or(0);
            let card = this(g);
            effect(g, t, card, 19, 1000 * n);
            Over
        }

        (0, _) => Over,
        // The last step of most: what happened counts as the ability's doing.
        _ => {
            result(g);
            Over
        }
    }
}

fn turn_picked<T: Tape>(g: &mut Game, t: &mut T) {
    let card = picked(g, 0);
    begin(g);
    if card.is_some() {
        turn(g, card, RESTED);
    }
    send(g, t);
}

/// Goes on to the next climax among the flipped cards, of which `from - 3` were looked at.
fn brainstorm<T: Tape>(g: &mut Game, t: &mut T, you: P, from: u8) -> Hosted {
    for n in usize::from(from) - 3..kept(g, 0).len() {
        if has_type(g, kept(g, 0)[n], CLIMAX) {
            gather(g, you, zone::WAITING_ROOM, lamp);
            ask_cards(g, t, 0, 1);
            return Again(u8::try_from(n + 4).unwrap_or(u8::MAX));
        }
    }
    Over
}
