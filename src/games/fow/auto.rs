//! Automatic objects (603, 906): abilities that were set off, automatic cards that were revealed, and automatic will abilities.

use super::chase::{self, kind};
use super::step::{Step, begin, by_rule, go};
use super::tables::{keyword, note, prompt, rule, zone};
use super::{ability, layout, options, play, priority};
use crate::exec::{Flow, Game};
use crate::games::common::pending;
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Atom, Ev, EvKind, Instance, KernelStep, Ref};

/// 907.1: an automatic ability that is set off by playing a will ability, needs no target and produces will. One that is set off by anything else is
/// none and uses the chase.
pub(super) fn is_will(game: &Game, at: AbilityIx) -> bool {
    let linked = game.pool.ability(at);
    linked.replaces.is_none() && game.answers_to_will(linked) && game.makes_icons(linked)
}

/// Plays an automatic object (603.3, 906.6). If it cannot be played it waits no longer.
pub(super) fn begin_instance(game: &mut Game, instance: Instance) {
    if game.pool.ability(instance.ability).offer {
        begin_card(game, &instance);
        return;
    }
    // 906.6: what is prohibited is not played, and waits no longer.
    if game.forbidden(&options::used(instance.me, instance.src, instance.ability)) {
        return;
    }
    if is_will(game, instance.ability) {
        resolve_will(game, instance);
        return;
    }
    game.mark(None);
    let Instance {
        ability,
        src,
        src0,
        me,
        ev,
        held,
        seq: _,
    } = instance;
    let object = chase::appear(game, me, src);
    let mut pending = pending::of_ability((object, kind::ABILITY), me, ability, (src, src0), ev, held);
    if game.pool.ability(ability).keywords & game.pool.known_keyword(keyword::BREAK) != 0 {
        pending.bits |= chase::how::BREAK;
    }
    pending::announce(game, pending);
    let mut step = begin(Step::Auto, me);
    step.at = played_at::ANNOUNCE;
    step.card = src;
    step.a = i32::try_from(ability.0).unwrap_or(0);
    game.push(step);
}

/// 907.3, ruling R-12: an automatic will ability resolves the moment it is set off.
pub(super) fn resolve_will(game: &mut Game, instance: Instance) {
    chase::answered(game, instance.me);
    let run = game.new_run(
        instance.ability,
        instance.src,
        instance.src0,
        instance.me,
        instance.ev,
        instance.held,
    );
    game.begin_run(run);
}

/// 708.3: a revealed card is played as a spell; if it cannot be, it goes to the graveyard (708.3a). A card that is elsewhere by now stays there (906.10).
fn begin_card(game: &mut Game, instance: &Instance) {
    let card = instance.src;
    if !game.state.alive(card) {
        return;
    }
    let mut failed = begin(Step::Auto, instance.me);
    failed.at = played_at::FAILED;
    failed.card = card;
    game.push(failed);
    let Some(step) = play::automatic(game, instance.me, card) else {
        return;
    };
    game.mark(None);
    game.state.stack.pop();
    // What its text calls `it`.
    game.state.cue = instance.ev;
    game.push(step);
}

places! {
    /// An automatic ability is played (906.6); or what could not be played goes (906.6a).
    played_at: ANNOUNCE PAY PLAYED OVER FAILED;
}

/// The procedure for an ability: choices, then its cost, then it is played.
pub(super) fn played(game: &mut Game, s: KernelStep) -> Flow {
    let at = AbilityIx(u32::try_from(s.a).unwrap_or(u32::MAX));
    match s.at {
        played_at::ANNOUNCE => {
            go(game, s, played_at::PAY);
            ability::announce(game, at, s);
        }
        played_at::PAY => {
            go(game, s, played_at::PLAYED);
            ability::pay_cost(game, at, s);
        }
        played_at::PLAYED => {
            go(game, s, played_at::OVER);
            chase::played(game);
        }
        played_at::FAILED => {
            // 906.6a
            go(game, s, played_at::OVER);
            if game.state.alive(s.card) {
                let owner = game.state.card(s.card.ix).owner;
                let to = layout().of(owner, zone::GRAVEYARD);
                let ev = game.move_ev(s.card, to, note::PUT, by_rule(game, rule::NOT_PLAYED));
                game.emit(ev);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

places! {
    /// Revealing automatic cards (708.2).
    offer_at: OFFER ANSWER;
}

/// Offers to reveal automatic cards whose condition is met right now (708.2, ruling R-32), one after another.
pub(super) fn offer(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        offer_at::OFFER => {
            while let Some(first) = game.state.offers.first().cloned() {
                if may_reveal(game, &first) {
                    go(game, s, offer_at::ANSWER);
                    priority::ask_yes(game, first.me, prompt::REVEAL, first.src);
                    return Flow::Go;
                }
                game.state.offers.remove(0);
            }
            return Flow::Pop;
        }
        offer_at::ANSWER => {
            go(game, s, offer_at::OFFER);
            if game.state.offers.is_empty() {
                return Flow::Go;
            }
            let instance = game.state.offers.remove(0);
            if game.state.picks.first() == Some(&Atom::Yes) {
                reveal(game, instance);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// 708.2a: once only; 708.5: not from the standby area on the turn it was set, but for [Stealth] (1114.3).
fn may_reveal(game: &Game, instance: &Instance) -> bool {
    let card = instance.src;
    if !game.state.alive(card)
        || game
            .state
            .standby
            .iter()
            .any(|i| i.src == card && i.ability == instance.ability)
    {
        return false;
    }
    let c = game.state.card(card.ix);
    let stealth = game.pool.ability(instance.ability).keywords & game.pool.known_keyword(keyword::STEALTH) != 0;
    game.zone_of(c.cell) != zone::STANDBY || stealth || c.arrived < game.state.turn.number
}

fn reveal(game: &mut Game, instance: Instance) {
    let card: Ref = instance.src;
    let cell = game.state.card(card.ix).cell;
    let who = instance.me;
    game.state.standby.push(instance);
    game.emit(Ev {
        kind: EvKind::Reveal,
        tag: note::REVEAL,
        subj: card,
        who,
        from: cell,
        to: cell,
        cause: by_rule(game, rule::AUTO_REVEALED),
        ..Ev::default()
    });
}
