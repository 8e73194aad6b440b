//! The priority sequence (600): rule processes, automatic objects, an action; and resolving what lies on top of the chase.

use super::chase::{self, how, kind};
use super::step::{Step, begin, by_rule, go};
use super::tables::{card_type, note, prompt, rule, time, window, zone};
use super::{addition, auto, battle, extra, judgment, layout, options, play, process, record, shape};
use crate::exec::{Flow, Game, RulePass};
use crate::games::common::rows::places;
use crate::kernel::{
    Ask, AskKind, Atom, Effect, EffectTarget, Ev, EvKind, Flag, Frame, KernelStep, P, Pending, Ref, Until,
};

/// The turn player gains priority and performs a priority sequence.
pub(super) fn push(game: &mut Game) {
    let step = begin(Step::Priority, game.state.turn.player);
    game.push(step);
}

/// 701.2: the turn player's priority in the own main phase, with an empty chase and no battle.
pub(super) fn main_timing(game: &Game) -> bool {
    game.state.turn.phase == time::MAIN
        && !record::is(game, record::BATTLE)
        && chase::is_empty(game)
        && holder(game) == game.state.turn.player
}

/// Who has priority: the player of the innermost sequence.
fn holder(game: &Game) -> P {
    let mut steps = game.state.stack.iter().rev().filter_map(|frame| match frame {
        Frame::Kernel(s) if s.id == Step::Priority as u8 => Some(s.who),
        _ => None,
    });
    steps.next().unwrap_or(game.state.turn.player)
}

places! {
    /// The priority sequence (602).
    sequence_at: RULES AUTOMATIC CHOSEN ROUND REPEAT ASK ANSWER;
}

/// The sequence (602). `who` has priority, `a` counts the passes in a row.
pub(super) fn sequence(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        sequence_at::RULES => {
            // 602.1a: rule processes, until none is due.
            if game.state.unchecked {
                // An effect that only says who controls a card is no event: nothing else has looked yet.
                if shape::control(game) {
                    return Flow::Go;
                }
                game.find_state_triggers();
                if process::pass(game) == RulePass::Did {
                    game.lap();
                    return Flow::Go;
                }
                game.state.unchecked = game.pool.state_zones != 0;
            }
            go(game, s, sequence_at::AUTOMATIC);
        }
        sequence_at::AUTOMATIC => return automatic(game, s),
        sequence_at::CHOSEN => {
            go(game, KernelStep { a: 0, ..s }, sequence_at::RULES);
            if let Some(Atom::Instance(n)) = game.state.picks.first().copied() {
                play_instance(game, usize::from(n));
            }
        }
        sequence_at::ROUND => {
            go(game, s, sequence_at::ASK);
            // 1301: a round of actions that comes back to where it began.
            if game.find_round() {
                go(game, s, sequence_at::REPEAT);
            }
        }
        sequence_at::REPEAT => {
            if !game.repeat_round() {
                go(game, s, sequence_at::ASK);
            }
        }
        sequence_at::ASK => {
            go(game, s, sequence_at::ANSWER);
            let main = s.who == game.state.turn.player && main_timing(game);
            // 712.2: whoever must attack and can may not pass.
            let may_pass = !(main && battle::must_attack(game, s.who));
            game.ask_to_act(s.who, window::PRIORITY, may_pass, |game, atoms| {
                options::list(game, s.who, main, atoms);
            });
        }
        _ => return acted(game, s),
    }
    Flow::Go
}

/// 602.1b, 603: one automatic object of the turn player, else of the other player, is played.
fn automatic(game: &mut Game, s: KernelStep) -> Flow {
    let tp = game.state.turn.player;
    let who = [tp, tp.other()]
        .into_iter()
        .find(|p| game.state.standby.iter().any(|i| i.me == *p));
    let Some(who) = who else {
        go(game, s, sequence_at::ROUND);
        return Flow::Go;
    };
    game.list_waiting(who);
    if let [Atom::Instance(n)] = game.state.atoms.as_slice() {
        let n = usize::from(*n);
        game.state.atoms.clear();
        go(game, KernelStep { a: 0, ..s }, sequence_at::RULES);
        play_instance(game, n);
    } else {
        go(game, s, sequence_at::CHOSEN);
        game.ask(Ask::one(who, AskKind::Instances));
    }
    Flow::Go
}

/// 603.3: the object is played if it can be; it waits once less either way.
fn play_instance(game: &mut Game, n: usize) {
    game.lap();
    if let Some(instance) = game.take_instance(n) {
        auto::begin_instance(game, instance);
    }
}

/// An action was begun: nobody has passed since. The game that is kept in case it is taken back still counts the passes (ruling R-02).
fn no_passes(game: &mut Game) {
    let steps = game.state.stack.iter_mut().rev().filter_map(|frame| match frame {
        Frame::Kernel(s) if s.id == Step::Priority as u8 => Some(s),
        _ => None,
    });
    if let Some(step) = steps.into_iter().next() {
        step.a = 0;
    }
}

/// 604, 605: what the player with priority did.
fn acted(game: &mut Game, s: KernelStep) -> Flow {
    if let Some(Atom::Act(action)) = game.state.picks.first().copied() {
        // 605.1a: the same player goes on.
        go(game, s, sequence_at::RULES);
        game.state.unchecked = true;
        options::act(game, s.who, action);
        no_passes(game);
        return Flow::Go;
    }
    game.forget_refused();
    if s.a == 0 {
        // 605.1c
        let next = KernelStep {
            who: s.who.other(),
            a: 1,
            ..s
        };
        go(game, next, sequence_at::RULES);
        return Flow::Go;
    }
    let Some(object) = chase::top(game).map(|p| p.card) else {
        // 605.1b
        return Flow::Pop;
    };
    let again = KernelStep {
        who: game.state.turn.player,
        a: 0,
        ..s
    };
    go(game, again, sequence_at::RULES);
    let mut step = begin(Step::Resolve, game.state.turn.player);
    step.card = object;
    game.push(step);
    Flow::Go
}

places! {
    /// An object resolves (903.3).
    resolve_at: BEGIN ENTERED READ JUDGED LEFT OVER;
}

/// 903.3: the object on top of the chase resolves.
pub(super) fn resolve(game: &mut Game, s: KernelStep) -> Flow {
    let Some(pending) = game.pending(s.card).cloned() else {
        return Flow::Pop;
    };
    match (s.at, pending.kind) {
        (resolve_at::BEGIN, kind::JUDGMENT) => {
            go(game, s, resolve_at::JUDGED);
            judgment::resolve(game, &pending);
        }
        (resolve_at::JUDGED, kind::JUDGMENT) => {
            go(game, s, resolve_at::LEFT);
            judgment::done(game, &pending);
        }
        (resolve_at::BEGIN, _) if pending.kind == kind::SPELL && is_lasting(game, &pending) => {
            go(game, s, resolve_at::ENTERED);
            if addition::host_types(game.info(s.card).types) != 0 && pending.bits & how::COPY == 0 {
                addition::resolve(game, &pending);
            } else {
                enter_field(game, &pending);
            }
        }
        (resolve_at::BEGIN, _) => {
            // 703.3, 707.3, 708.6, 711.3: what it says, in its order.
            go(game, s, resolve_at::READ);
            for (text, held) in pending.texts.iter().rev() {
                if extra::left_out(game, *text, held.as_deref()) {
                    continue;
                }
                let mut run = game.new_run(*text, pending.src, pending.src0, pending.me, pending.ev, held.clone());
                run.src = source_now(game, &pending);
                // 909.8
                run.lapsed = pending.bits & Pending::LAPSED != 0;
                game.begin_run(run);
            }
        }
        (resolve_at::READ, kind::SPELL) => {
            go(game, s, resolve_at::LEFT);
            leave(game, &pending);
        }
        (resolve_at::READ | resolve_at::LEFT, kind::ABILITY | kind::JUDGMENT) => {
            go(game, s, resolve_at::OVER);
            if pending.bits & how::DIVE != 0 && s.at == resolve_at::READ {
                go(game, s, resolve_at::LEFT);
                chase::dive(game, &pending);
            } else {
                chase::vanish(game, s.card);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// The card of an ability as it is now; a spell is its own source.
fn source_now(game: &Game, pending: &Pending) -> Ref {
    if pending.kind == kind::SPELL {
        game.state.now(pending.card.ix)
    } else {
        pending.src
    }
}

/// 702.3: resonators, additions and regalia stay in the field.
fn is_lasting(game: &Game, pending: &Pending) -> bool {
    let types = game.info(pending.card).types;
    types & card_type::LASTING != 0 && types & (card_type::CHANT | card_type::RUNE) == 0
}

/// The card enters the field under the control of the spell's controller. What it brings by awakening is there as it enters (909.5, 1109.2).
fn enter_field(game: &mut Game, pending: &Pending) {
    let side = game.pool.def(game.state.card(pending.card.ix).def).side;
    // 1006.2: a resonator that resolves is summoned.
    let tag = if game.info(pending.card).types & card_type::RESONATOR == 0 {
        note::PUT
    } else {
        note::SUMMON
    };
    let mut ev = game.move_ev(
        pending.card,
        layout().of(pending.me, zone::FIELD),
        tag,
        by_rule(game, rule::RESOLVE_LASTING),
    );
    ev.cause.by = pending.me;
    ev.side = side;
    give_awakening(game, pending);
    game.emit(ev);
}

fn give_awakening(game: &mut Game, pending: &Pending) {
    if pending.bits & how::AWAKENED == 0 {
        return;
    }
    let coming = Ref {
        ix: pending.card.ix,
        life: pending.card.life.wrapping_add(1),
    };
    let def = game.state.card(pending.card.ix).def;
    for change in play::awakened(game, def, pending.bits)
        .into_iter()
        .filter_map(|a| game.pool.ability(a).brings)
    {
        let stamp = game.state.stamp;
        game.state.effects.push(Effect {
            change: change.0,
            target: EffectTarget::Card(coming),
            src: coming,
            ability: crate::kernel::Cause::NO_ABILITY,
            me: pending.me,
            stamp,
            until: Until::Here,
            val: 0,
            held: None,
        });
    }
}

/// 703.3: a chant goes to its owner's graveyard; a copy and what was played as a copy of a rune cease to exist (711.3, 1017.1a).
fn leave(game: &mut Game, pending: &Pending) {
    let card = pending.card;
    if !game.state.alive(card) || game.zone_of(game.state.card(card.ix).cell) != zone::CHASE {
        return;
    }
    if game.state.card(card.ix).is(Flag::Copy) {
        chase::vanish(game, card);
        return;
    }
    let owner = game.state.card(card.ix).owner;
    let ev = game.move_ev(
        card,
        layout().of(owner, zone::GRAVEYARD),
        note::RESOLVE,
        by_rule(game, rule::RESOLVE_CHANT),
    );
    game.emit(ev);
}

/// Asks a player a question of the rules with one answer.
pub(super) fn ask(game: &mut Game, who: P, which: u8, card: Ref, atoms: Vec<Atom>) {
    game.state.picks.clear();
    game.state.atoms = atoms;
    let mut ask = Ask::one(who, AskKind::Rule(which));
    ask.source = card;
    game.ask(ask);
}

/// Asks yes or no.
pub(super) fn ask_yes(game: &mut Game, who: P, which: u8, card: Ref) {
    debug_assert!(which != prompt::X);
    ask(game, who, which, card, vec![Atom::No, Atom::Yes]);
}

/// Something is noted by the rules.
pub(super) fn noted(who: P, tag: crate::kernel::Note, subj: Ref, n: i32) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag,
        subj,
        who,
        n,
        ..Ev::default()
    }
}
