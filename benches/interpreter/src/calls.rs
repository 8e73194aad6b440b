//! The engine calls: the only way in which a hosted ability touches a game, whether it is hand-written or a script. They are the calls that the
//! interpreter makes itself: events go into a batch and through the door, piles move card by card, questions have atoms, effects begin.
//!
//! Calls that change something can be written down on a [`Tape`]; a tape that is played back makes the same calls without any of the logic that led to
//! them. That is the part of the time that all ways share.

use crate::board::{self, TURN, zone};
use cardwright::exec::{Game, Refs, VerbCall};
use cardwright::kernel::{
    Ask, AskKind, Atom, AttrId, CellId, Delayed, Effect, EffectTarget, Ev, EvKind, LogKind, Note, P, Ref, TagId, Until,
    ZoneId,
};

/// One call that changes something, with all it needs.
#[derive(Debug, Clone)]
pub(crate) enum Call {
    Pile(CellId, CellId, i32, Note),
    Send(Vec<Ev>),
    Ask(Vec<Atom>, AskKind, u16, u16),
    Chose,
    Said(i32),
    Effect(Ref, u16, i32),
    Delay,
    Deal(P, i32),
    StartPaying,
    Pay(i32),
    EndPaying,
}

/// Where calls are written down, if they are.
pub(crate) trait Tape {
    fn call(&mut self, call: impl FnOnce() -> Call);
}

/// Nowhere: this is compiled away.
impl Tape for () {
    #[inline(always)]
    fn call(&mut self, _: impl FnOnce() -> Call) {}
}

impl Tape for Vec<Call> {
    fn call(&mut self, call: impl FnOnce() -> Call) {
        self.push(call());
    }
}

// Reading -------------------------------------------------------------------------------------------

/// The player of the running ability.
pub(crate) fn me(g: &Game) -> P {
    g.state.runs.last().map_or(P::ONE, |run| run.me)
}

/// The card of the running ability.
pub(crate) fn this(g: &Game) -> Ref {
    g.state.runs.last().map_or(Ref::NONE, |run| run.src)
}

pub(crate) fn cell(g: &Game, p: P, zone: ZoneId) -> CellId {
    g.layout().of(p, zone)
}

/// The cards of a zone, from the bottom up; of the stage, position by position.
pub(crate) fn cards(g: &Game, p: P, zone: ZoneId) -> &[u16] {
    let (from, to) = g.layout().span(p, zone);
    g.state.cells.span(from, to)
}

pub(crate) fn has_type(g: &Game, card: Ref, types: u16) -> bool {
    g.info(card).types & types != 0
}

pub(crate) fn has_tag(g: &Game, card: Ref, tag: TagId) -> bool {
    g.info(card).tags.has(tag)
}

pub(crate) fn level(g: &Game, card: Ref) -> i32 {
    g.attr(card, AttrId(0))
}

/// The card that was picked, by its number among the picks.
pub(crate) fn picked(g: &Game, n: usize) -> Ref {
    match g.state.picks.get(n) {
        Some(Atom::Card(card)) => *card,
        _ => Ref::NONE,
    }
}

/// The option that was picked.
pub(crate) fn picked_option(g: &Game) -> u8 {
    match g.state.picks.first() {
        Some(Atom::Option(n)) => *n,
        _ => u8::MAX,
    }
}

/// The cards of the last batch, as they are now.
pub(crate) fn moved(g: &Game, n: usize) -> Ref {
    g.state.moved.get(n).copied().unwrap_or(Ref::NONE)
}

/// The cards that the ability keeps in a slot.
pub(crate) fn kept(g: &Game, slot: u16) -> &[Ref] {
    g.env().slot_cards(slot)
}

/// The ability keeps the cards of the last batch in a slot.
pub(crate) fn keep_moved(g: &mut Game, slot: u16) {
    let moved = Refs::from_slice(&g.state.moved);
    g.keep(slot, &moved);
}

/// How many events of the past there are that cards ask for.
pub(crate) fn past_len(g: &Game) -> usize {
    g.state.past.len()
}

/// The card of an event of the past, if in this turn it was put into this zone of the player.
pub(crate) fn past_put(g: &Game, n: usize, p: P, zone: ZoneId) -> Ref {
    match g.state.past.get(n) {
        Some(past)
            if past.ev.kind == EvKind::Move
                && past.turn == g.state.turn.number
                && past.ev.to == cell(g, p, zone)
                && past.ev.from != past.ev.to =>
        {
            past.after
        }
        _ => Ref::NONE,
    }
}

// Doing ---------------------------------------------------------------------------------------------

/// Cards leave a pile from its top, one at a time.
pub(crate) fn pile<T: Tape>(g: &mut Game, t: &mut T, from: CellId, to: CellId, n: i32, note: Note) {
    t.call(|| Call::Pile(from, to, n, note));
    g.state.moved.clear();
    g.state.done = 0;
    let frame = g.serial(from, to, n, note, g.cause());
    g.push_serial(frame);
}

pub(crate) fn draw<T: Tape>(g: &mut Game, t: &mut T, n: i32) {
    let p = me(g);
    let note = g.kernel().tables().note.draw;
    pile(g, t, cell(g, p, zone::DECK), cell(g, p, zone::HAND), n, note);
}

/// A batch begins.
pub(crate) fn begin(g: &mut Game) {
    g.state.batch.clear();
}

/// A card is to go to a cell.
pub(crate) fn put(g: &mut Game, card: Ref, to: CellId, note: Note) {
    let ev = g.move_ev(card, to, note, g.cause());
    g.add_effect(ev);
}

/// A card is to turn.
pub(crate) fn turn(g: &mut Game, card: Ref, orient: u8) {
    let ev = g.turn_ev(card, orient, g.cause());
    g.add_effect(ev);
}

/// A card is to be shown to all, or to the player of the ability.
pub(crate) fn show(g: &mut Game, card: Ref, all: bool) {
    let at = g.state.card(card.ix).cell;
    let ev = Ev {
        kind: if all { EvKind::Reveal } else { EvKind::Look },
        tag: if all {
            g.kernel().tables().note.reveal
        } else {
            Note::NONE
        },
        subj: card,
        who: me(g),
        from: at,
        to: at,
        cause: g.cause(),
        ..Ev::default()
    };
    g.add_effect(ev);
}

/// A pile is to be shuffled.
pub(crate) fn shuffle(g: &mut Game, p: P) {
    let deck = cell(g, p, zone::DECK);
    let ev = Ev {
        kind: EvKind::Shuffle,
        tag: g.kernel().tables().note.shuffle,
        who: p,
        from: deck,
        to: deck,
        cause: g.cause(),
        ..Ev::default()
    };
    g.add_effect(ev);
}

/// The batch goes through the door.
pub(crate) fn send<T: Tape>(g: &mut Game, t: &mut T) {
    t.call(|| Call::Send(g.state.batch.clone()));
    g.send_or_nothing();
}

/// The atoms of a question are gathered from here on.
pub(crate) fn candidates(g: &mut Game) {
    g.state.atoms.clear();
    g.state.picks.clear();
}

/// One more card that may be picked.
pub(crate) fn candidate(g: &mut Game, card: Ref) {
    g.state.atoms.push(Atom::Card(card));
}

/// The player of the ability picks from `min` to `max` of the gathered cards, or as many as there are.
pub(crate) fn ask_cards<T: Tape>(g: &mut Game, t: &mut T, min: u16, max: u16) {
    t.call(|| Call::Ask(g.state.atoms.clone(), AskKind::Cards, min, max));
    let have = u16::try_from(g.state.atoms.len()).unwrap_or(u16::MAX);
    let max = max.min(have);
    let min = min.min(max);
    if max == 0 {
        return;
    }
    // All of them, without a choice.
    if min == max && max == have {
        let all = std::mem::take(&mut g.state.atoms);
        g.state.picks.extend(all);
        return;
    }
    if max == 1 && min == 0 {
        g.state.atoms.insert(0, Atom::Done);
    }
    let mut ask = g.about(Ask::one(me(g), AskKind::Cards));
    ask.min = min;
    ask.max = max;
    g.ask(ask);
}

/// The player of the ability picks one of so many options.
pub(crate) fn ask_option<T: Tape>(g: &mut Game, t: &mut T, options: u8) {
    candidates(g);
    g.state.atoms.extend((0..options).map(Atom::Option));
    t.call(|| Call::Ask(g.state.atoms.clone(), AskKind::Options, 1, 1));
    let ask = g.about(Ask::one(me(g), AskKind::Options));
    g.ask(ask);
}

/// The log tells which cards were picked.
pub(crate) fn chose<T: Tape>(g: &mut Game, t: &mut T) {
    t.call(|| Call::Chose);
    let who = me(g);
    for n in 0..g.state.picks.len() {
        g.note_in_log(LogKind::Chose, picked(g, n), who, 0);
    }
}

/// The log tells which option was picked.
pub(crate) fn said<T: Tape>(g: &mut Game, t: &mut T, n: i32) {
    t.call(|| Call::Said(n));
    let who = me(g);
    g.note_in_log(LogKind::Said, Ref::NONE, who, n);
}

/// The change of a body begins to work on a card, until the end of the turn.
pub(crate) fn effect<T: Tape>(g: &mut Game, t: &mut T, card: Ref, body: u16, n: i32) {
    t.call(|| Call::Effect(card, body, n));
    g.state.stamp += 1;
    let Some(run) = g.state.runs.last() else { return };
    let effect = Effect {
        change: board::change(body),
        target: EffectTarget::Card(card),
        src: run.src,
        ability: run.ability,
        me: run.me,
        stamp: g.state.stamp,
        until: until(g),
        val: n,
        held: None,
    };
    g.did();
    g.begin_effect(effect);
}

fn until(g: &Game) -> Until {
    Until::Time {
        time: TURN,
        start: false,
        whose: None,
        from_turn: g.state.turn.number,
    }
}

/// The ability that row 16 leaves behind waits until the end of the turn.
pub(crate) fn delay<T: Tape>(g: &mut Game, t: &mut T) {
    t.call(|| Call::Delay);
    g.state.stamp += 1;
    let Some(run) = g.state.runs.last() else { return };
    let waiting = Delayed {
        ability: board::waiting(),
        src: run.src,
        me: run.me,
        once: false,
        until: until(g),
        held: g.capture(),
        stamp: g.state.stamp,
        turn: g.state.turn.number,
    };
    g.state.delayed.push(waiting);
    g.did();
}

/// Damage to a player, by the rules of the game.
pub(crate) fn deal<T: Tape>(g: &mut Game, t: &mut T, to: P, n: i32) {
    t.call(|| Call::Deal(to, n));
    let call = VerbCall {
        verb: 0,
        who: to,
        both: false,
        card: this(g),
        cards: Vec::new(),
        to: Vec::new(),
        cells: Vec::new(),
        apart: false,
        face: None,
        orient: None,
        amount: n,
        word: 0,
        made: None,
        name: None,
        certain: 0,
        cause: g.cause(),
    };
    g.kernel().verb(g, call);
}

pub(crate) fn start_paying<T: Tape>(g: &mut Game, t: &mut T) {
    t.call(|| Call::StartPaying);
    g.start_paying(me(g));
}

pub(crate) fn pay<T: Tape>(g: &mut Game, t: &mut T, n: i32) {
    t.call(|| Call::Pay(n));
    let (who, cause) = (me(g), g.cause());
    g.kernel().pay(g, who, n, cause);
}

pub(crate) fn end_paying<T: Tape>(g: &mut Game, t: &mut T) {
    t.call(|| Call::EndPaying);
    let own = g.state.runs.last().map(|run| run.ability);
    g.end_paying(own);
}

/// The result of the last batch counts as the ability's doing.
pub(crate) fn result(g: &mut Game) {
    if g.state.done > 0 {
        g.did();
    }
}

/// Makes a call that was written down.
pub(crate) fn play(g: &mut Game, call: &Call) {
    let t = &mut ();
    match call {
        Call::Pile(from, to, n, note) => pile(g, t, *from, *to, *n, *note),
        Call::Send(events) => {
            g.state.batch.clear();
            g.state.batch.extend_from_slice(events);
            send(g, t);
        }
        Call::Ask(atoms, AskKind::Options, ..) => ask_option(g, t, u8::try_from(atoms.len()).unwrap_or(u8::MAX)),
        Call::Ask(atoms, _, min, max) => {
            candidates(g);
            g.state.atoms.extend_from_slice(atoms);
            ask_cards(g, t, *min, *max);
        }
        Call::Chose => chose(g, t),
        Call::Said(n) => said(g, t, *n),
        Call::Effect(card, body, n) => effect(g, t, *card, *body, *n),
        Call::Delay => delay(g, t),
        Call::Deal(to, n) => deal(g, t, *to, *n),
        Call::StartPaying => start_paying(g, t),
        Call::Pay(n) => pay(g, t, *n),
        Call::EndPaying => end_paying(g, t),
    }
}
