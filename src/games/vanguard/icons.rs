//! Trigger icons (2.8.1.1): what a card does that is checked. Both parts are actions of the check, not of an ability.

use super::step::{Step, begin, go};
use super::tables::{attr, icon, note, orient, prompt, rule, time, zone};
use super::{circles, layout};
use crate::exec::{Flow, Game};
use crate::games::common::cards;
use crate::games::common::rows::places;
use crate::kernel::{Ask, AskKind, Atom, AttrId, Cause, KernelStep, P, Ref, Until};

/// What every icon gives besides its own part.
const POWER: i32 = 5000;
/// What the critical icon gives.
const CRITICAL: i32 = 1;

/// An icon takes effect.
pub(super) fn push(game: &mut Game, who: P, which: u8, card: Ref) {
    let mut step = begin(Step::Icon, who);
    step.a = i32::from(which);
    step.card = card;
    game.push(step);
}

fn icon_rule(which: u8) -> u16 {
    match which {
        icon::CRITICAL => rule::ICON_CRITICAL,
        icon::DRAW => rule::ICON_DRAW,
        icon::STAND => rule::ICON_STAND,
        _ => rule::ICON_HEAL,
    }
}

places! {
    /// An icon: its own part and the power that comes with it, in the order that its player says (2.8.2).
    icon_at: ASK_ORDER ORDER OWN OWN_ANSWER POWERS POWERS_ANSWER OVER;
}

/// An icon: `a` is which; `b` counts the parts that are done.
pub(super) fn icon(game: &mut Game, s: KernelStep) -> Flow {
    let which = u8::try_from(s.a).unwrap_or(0);
    match s.at {
        icon_at::ASK_ORDER => {
            // 2.8.2: the player says which of the two comes first.
            go(game, s, icon_at::ORDER);
            game.state.atoms.clear();
            game.state.atoms.extend([Atom::Option(0), Atom::Option(1)]);
            ask(game, s, prompt::ICON_ORDER);
        }
        icon_at::ORDER => {
            let power_first = game.state.picks.first() == Some(&Atom::Option(1));
            go(game, s, if power_first { icon_at::POWERS } else { icon_at::OWN });
        }
        icon_at::OWN => begin_own(game, s, which),
        icon_at::POWERS => {
            go(game, s, icon_at::POWERS_ANSWER);
            ask_unit(game, s, prompt::ICON_POWER);
        }
        icon_at::OWN_ANSWER => {
            finish_own(game, s, which);
        }
        icon_at::POWERS_ANSWER => {
            next(game, s, icon_at::OWN);
            raise(game, s, attr::POWER, POWER);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// One part is done: the other one, or the end.
fn next(game: &mut Game, s: KernelStep, other: u8) {
    game.goto(KernelStep {
        at: if s.b == 0 { other } else { icon_at::OVER },
        b: s.b.saturating_add(1),
        ..s
    });
}

fn ask(game: &mut Game, s: KernelStep, what: u8) {
    let mut ask = Ask::one(s.who, AskKind::Rule(what));
    ask.source = s.card;
    game.ask(ask);
}

/// One of the player's units: guardians too (3.8.2).
fn ask_unit(game: &mut Game, s: KernelStep, what: u8) {
    let mut units = circles::fighters(game, s.who);
    units.extend(circles::units(game, circles::gc(s.who)));
    game.state.atoms = units.into_iter().map(Atom::Card).collect();
    ask(game, s, what);
}

/// The part of the icon itself.
fn begin_own(game: &mut Game, s: KernelStep, which: u8) {
    let cause = Cause {
        src: s.card,
        ..Cause::rule(icon_rule(which), s.who)
    };
    match which {
        icon::CRITICAL => {
            go(game, s, icon_at::OWN_ANSWER);
            ask_unit(game, s, prompt::ICON_CRITICAL);
        }
        icon::DRAW => {
            next(game, s, icon_at::POWERS);
            let (deck, hand) = (layout().of(s.who, zone::DECK), layout().of(s.who, zone::HAND));
            cards::serially(game, (deck, hand), 1, note::DRAW, cause);
        }
        icon::STAND => {
            go(game, s, icon_at::OWN_ANSWER);
            game.state.atoms = circles::rear_guards(game, s.who).into_iter().map(Atom::Card).collect();
            ask(game, s, prompt::ICON_STAND);
        }
        _ => {
            // 2.8.1.1.5: the checked card is in the trigger zone and no damage yet (4.10.3).
            let damage = |p: P| game.state.cells.len(layout().of(p, zone::DAMAGE));
            if damage(s.who) < damage(s.who.other()) {
                next(game, s, icon_at::POWERS);
                return;
            }
            go(game, s, icon_at::OWN_ANSWER);
            let cell = layout().of(s.who, zone::DAMAGE);
            game.state.atoms = circles::cards(game, cell).map(Atom::Card).collect();
            ask(game, s, prompt::ICON_HEAL);
        }
    }
}

fn finish_own(game: &mut Game, s: KernelStep, which: u8) {
    next(game, s, icon_at::POWERS);
    let Some(Atom::Card(card)) = game.state.picks.first().copied() else {
        return;
    };
    let cause = Cause {
        src: s.card,
        ..Cause::rule(icon_rule(which), s.who)
    };
    match which {
        icon::CRITICAL => raise(game, s, attr::CRITICAL, CRITICAL),
        icon::STAND => {
            let ev = game.turn_ev(card, orient::STANDING, cause);
            game.emit(ev);
        }
        _ => {
            let owner = game.state.card(card.ix).owner;
            let ev = game.move_ev(card, layout().of(owner, zone::DROP), note::HEAL, cause);
            game.emit(ev);
        }
    }
}

/// The picked unit gets more of a number until end of turn.
fn raise(game: &mut Game, s: KernelStep, what: AttrId, by: i32) {
    if let Some(Atom::Card(unit)) = game.state.picks.first().copied() {
        game.state.stamp += 1;
        let until = Until::Time {
            time: time::TURN,
            start: false,
            whose: None,
            from_turn: game.state.turn.number,
        };
        game.add_plain_effect(unit, what, by, until, s.who);
    }
}
