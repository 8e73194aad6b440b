//! All ways must do the same: the questions, the final position and the log of a row.

use crate::{Runner, TAPE, WAYS, api, rows::Row, tape};
use cardwright::exec::Game;
use cardwright::kernel::{Captured, EvInfo, LogEv, Ref, State};
use std::sync::Arc;

/// What can be seen of a run.
struct Seen {
    questions: Vec<String>,
    hash: u64,
    state: String,
    log: Vec<LogEv>,
}

/// Runs the row once in every way and compares; gives the number of steps that scripts were called for.
pub(crate) fn check(row: &Row, runners: &[Runner; 5]) -> u32 {
    let expected = see(&runners[0]);
    tape::record();
    let mut game = runners[TAPE].base.clone();
    runners[TAPE].set_off(&mut game, &mut |_| {});
    let mut steps = 0;
    for (way, runner) in runners.iter().enumerate().skip(1) {
        let before = api::swaps();
        let seen = see(runner);
        if way == 2 {
            steps = (api::swaps() - before) / 2;
        }
        let what = format!("{}: {} does not do what the interpreter does", row.card, WAYS[way]);
        assert_eq!(expected.questions, seen.questions, "{what}: the questions");
        assert_eq!(expected.log, seen.log, "{what}: the log");
        assert_eq!(expected.state, seen.state, "{what}: the position");
        assert_eq!(expected.hash, seen.hash, "{what}: the hash of the position");
    }
    steps
}

fn see(runner: &Runner) -> Seen {
    let mut game: Game = runner.base.clone();
    game.log.on = true;
    let mut questions = Vec::new();
    runner.run(&mut game, &mut |g| {
        questions.push(format!("{:?} {:?}", g.state.ask, g.state.atoms));
    });
    Seen {
        questions,
        hash: game.state.exact_hash(),
        log: game.log.events.clone(),
        state: format!("{:#?}", comparable(game.state)),
    }
}

/// The state without what must differ: the number of steps, the places in code at which loops are looked for, the leftovers of the last question and batch,
/// and what the slots of abilities held that left something behind.
fn comparable(mut state: State) -> State {
    let nothing = Arc::new(Captured {
        slots: Vec::new(),
        words: Vec::new(),
        ev: EvInfo::default(),
        src: Ref::NONE,
        start: 0,
    });
    state.steps = 0;
    state.visited.clear();
    state.answers.clear();
    state.picks.clear();
    state.moved.clear();
    state.batch.clear();
    state.done = 0;
    state.effects.iter_mut().for_each(|e| e.held = None);
    state.granted.iter_mut().for_each(|g| g.held = None);
    state.rules.iter_mut().for_each(|r| r.held = None);
    state.delayed.iter_mut().for_each(|d| d.held = Arc::clone(&nothing));
    state
}
