//! The shared part: the engine calls of a row, written down once and played back without the logic that led to them.

use crate::calls::{self, Call};
use crate::native;
use cardwright::exec::{Env, Game, Host, Hosted, Refs};
use cardwright::kernel::Ref;
use std::cell::{Cell, RefCell};

/// The host that plays a tape, or makes one while it does as the hand-written abilities do.
#[derive(Debug)]
pub(crate) struct TapeHost;

#[derive(Debug)]
enum Entry {
    Step(Vec<Call>, Hosted),
    Objects(Vec<Ref>),
    Holds(bool),
}

thread_local! {
    static TAPE: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
    static AT: Cell<usize> = const { Cell::new(0) };
    static MODE: Cell<Mode> = const { Cell::new(Mode::Idle) };
}

/// What the host does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// As the hand-written abilities do.
    Idle,
    /// The same, and it is written down.
    Record,
    /// What was written down.
    Play,
}

/// From here on nothing is written down or played.
pub(crate) fn idle() {
    MODE.set(Mode::Idle);
}

/// From here on calls are written down on a new tape.
pub(crate) fn record() {
    TAPE.with_borrow_mut(Vec::clear);
    MODE.set(Mode::Record);
}

/// From here on the tape is played, from its start.
pub(crate) fn rewind() {
    MODE.set(Mode::Play);
    AT.set(0);
}

/// Takes the next entry.
fn next<R>(take: impl FnOnce(&Entry) -> R) -> R {
    let at = AT.get();
    AT.set(at + 1);
    // Entries inside an entry: a batch that is sent asks which cards fit.
    TAPE.with_borrow(|tape| take(tape.get(at).expect("the tape is long enough")))
}

/// Writes down an entry that is filled in later: what happens inside it comes behind it.
fn reserve(entry: Entry) -> usize {
    TAPE.with_borrow_mut(|tape| {
        tape.push(entry);
        tape.len() - 1
    })
}

impl Host for TapeHost {
    fn step(&self, game: &mut Game, body: u16, stage: u8) -> Hosted {
        if MODE.get() == Mode::Idle {
            return native::step(game, &mut (), body, stage);
        }
        if MODE.get() == Mode::Record {
            let at = reserve(Entry::Step(Vec::new(), Hosted::Over));
            let mut calls = Vec::new();
            let flow = native::step(game, &mut calls, body, stage);
            TAPE.with_borrow_mut(|tape| tape[at] = Entry::Step(calls, flow));
            return flow;
        }
        next(|entry| {
            let Entry::Step(calls, flow) = entry else {
                panic!("the tape tells of a step")
            };
            for call in calls {
                calls::play(game, call);
            }
            *flow
        })
    }

    fn objects(&self, game: &Game, which: u16, env: &Env<'_>, out: &mut Refs) {
        if MODE.get() != Mode::Play {
            native::objects(game, which, env, out);
            if MODE.get() == Mode::Record {
                reserve(Entry::Objects(out.to_vec()));
            }
            return;
        }
        next(|entry| {
            let Entry::Objects(cards) = entry else {
                panic!("the tape tells of cards")
            };
            out.extend_from_slice(cards);
        });
    }

    fn holds(&self, game: &Game, which: u16, env: &Env<'_>) -> bool {
        if MODE.get() != Mode::Play {
            let holds = native::holds(game, which, env);
            if MODE.get() == Mode::Record {
                reserve(Entry::Holds(holds));
            }
            return holds;
        }
        next(|entry| {
            let Entry::Holds(holds) = entry else {
                panic!("the tape tells of a condition")
            };
            *holds
        })
    }
}
