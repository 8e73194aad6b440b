//! The steps of the rules: which there are, and the way from a step's number to its code.

use super::{
    ability, attack, auto, evolution, graft, main_phase, pay, play, quick, rite, rules, setup, turn, verbs, ward,
};
use crate::exec::Game;
use crate::games::common::cards;
pub(super) use crate::games::common::cards::picked;
use crate::games::common::rows::steps;
pub(super) use crate::games::common::step::{by_rule, check_then, go};
use crate::kernel::{Ask, AskKind, Atom, Cause, Ev, EvKind, Note, P, Ref, TimeId};

steps! {
    Setup setup::setup;
    Turn turn::turn;
    Start turn::start;
    Main main_phase::phase;
    End turn::end;
    Quick quick::window;
    Attack attack::attack;
    Attacks attack::told_to;
    Play play::card;
    Ability ability::played;
    Auto auto::played;
    Pay pay::step;
    Ward ward::enters;
    Evolve evolution::evolve;
    Serve evolution::serve;
    Transform verbs::transform;
    Rite rite::pay;
    Keep rules::keep;
    Verdict rules::verdict;
    Changed evolution::changed;
    Graft graft::graft;
    Tie rules::untie;
}

/// Something that can only be noticed.
pub(super) fn told(tag: Note, subj: Ref, obj: Ref, who: P, cause: Cause) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag,
        subj,
        obj,
        who,
        cause,
        ..Ev::default()
    }
}

/// Times begin together: the last one is where the game is now.
pub(super) fn enter(game: &mut Game, times: &[TimeId]) {
    let now = times.last().copied().unwrap_or_default();
    game.enter_time(now, now, times);
}

/// Asks a player a question of the rules with one answer.
pub(super) fn ask(game: &mut Game, who: P, which: u8, card: Ref, atoms: Vec<Atom>) {
    game.state.picks.clear();
    game.state.atoms = atoms;
    let mut ask = Ask::one(who, AskKind::Rule(which));
    ask.source = card;
    game.ask(ask);
}

/// Asks a player to pick so many of some cards.
pub(super) fn ask_cards(game: &mut Game, who: P, which: u8, among: &[Ref], (least, most): (usize, usize)) {
    let all: Vec<Atom> = among.iter().copied().map(Atom::Card).collect();
    if least >= all.len() {
        // There is no choice.
        game.state.picks = all;
        return;
    }
    game.state.picks.clear();
    let none = (least == 0 && most == 1).then_some(Atom::Done);
    cards::ask_some(game, who, which, none.into_iter().chain(all).collect(), (least, most));
}
