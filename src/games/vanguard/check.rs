//! Drive checks and damage checks (7.5.1.2, 7.6.1.6).

use super::step::{Step, begin, check_then, go};
use super::tables::{note, rule, tag_attr, zone};
use super::{circles, icons, layout};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::kernel::{Cause, CauseKind, Ev, EvKind, KernelStep, Note, P, Ref, Tags};

/// The check is a damage check, not a drive check.
const DAMAGE: i32 = 1;
/// It is made in a battle: check timings follow (ruling R08: inside the resolution of an ability there are none).
const BATTLE: i32 = 2;

/// A drive check of the attacking unit.
pub(super) fn push_drive(game: &mut Game, who: P, attacker: Ref) {
    push(game, who, attacker, BATTLE);
}

/// A damage check, in a battle or by an effect.
pub(super) fn push_damage(game: &mut Game, who: P, source: Ref, battle: bool) {
    push(game, who, source, if battle { DAMAGE | BATTLE } else { DAMAGE });
}

fn push(game: &mut Game, who: P, source: Ref, how: i32) {
    let mut step = begin(Step::Check, who);
    step.a = how;
    // The source is kept as a number; the card of the step is the checked one.
    step.b = i32::from(source.ix) << 16 | i32::from(source.life & 0x7FFF);
    step.card = Ref::NONE;
    game.push(step);
}

places! {
    /// A drive check or damage check (7.5.1.2, 7.6.1.6).
    place: REVEAL ICON CHECK MOVE LAST_CHECK OVER;
}

/// One check. `card` is the checked card once it lies in the trigger zone.
pub(super) fn check(game: &mut Game, s: KernelStep) -> Flow {
    let damage = s.a & DAMAGE != 0;
    let in_battle = s.a & BATTLE != 0;
    let (tag, look, taken) = if damage {
        (note::DAMAGE_CHECK, rule::DAMAGE_CHECK, rule::DAMAGE_TAKEN)
    } else {
        (note::DRIVE_CHECK, rule::DRIVE_CHECK, rule::DRIVE_HAND)
    };
    match s.at {
        place::REVEAL => {
            let Some(card) = game.state.top(layout().of(s.who, zone::DECK)) else {
                // 1.3.2: without a deck there is no check; the next check timing knows what that means.
                return Flow::Pop;
            };
            game.goto(KernelStep {
                at: place::ICON,
                card: Ref {
                    ix: card.ix,
                    life: card.life.wrapping_add(1),
                },
                ..s
            });
            reveal(game, s.who, card, tag, cause(game, s, look));
        }
        place::ICON => {
            go(game, s, if in_battle { place::CHECK } else { place::MOVE });
            if let Some(icon) = icon_of(game, s.who, s.card) {
                icons::push(game, s.who, icon, s.card);
            }
        }
        // 7.5.1.2.4, 7.6.1.6.3
        place::CHECK => check_then(game, s, place::MOVE),
        place::MOVE => {
            go(
                game,
                s,
                if in_battle && damage {
                    place::LAST_CHECK
                } else {
                    place::OVER
                },
            );
            // 7.5.1.2.5, 7.6.1.6.4: only if it is still there.
            let there = game.state.alive(s.card) && game.zone_of(game.state.card(s.card.ix).cell) == zone::TRIGGER;
            if there {
                let to = layout().of(s.who, if damage { zone::DAMAGE } else { zone::HAND });
                let ev = game.move_ev(s.card, to, note::PUT, cause(game, s, taken));
                game.emit(ev);
            }
        }
        // 7.6.1.6.5; behind a drive check the step itself has one (7.5.1.3).
        place::LAST_CHECK => check_then(game, s, place::OVER),
        _ => return Flow::Pop,
    }
    Flow::Go
}

fn cause(game: &Game, s: KernelStep, rule: u16) -> Cause {
    if s.a & BATTLE == 0 {
        return super::verbs::cause_of_run(game, s.who, rule);
    }
    let source = Ref {
        ix: u16::try_from(s.b >> 16).unwrap_or(u16::MAX),
        life: u16::try_from(s.b & 0x7FFF).unwrap_or(0),
    };
    Cause {
        kind: CauseKind::Rule,
        src: source,
        ..Cause::rule(rule, game.state.turn.player)
    }
}

/// 7.5.1.2.2, 7.6.1.6.1: the top card goes to the trigger zone; the check is told of the player, with the card it reveals.
fn reveal(game: &mut Game, who: P, card: Ref, tag: Note, cause: Cause) {
    let moved = game.move_ev(card, layout().of(who, zone::TRIGGER), tag, cause);
    let told = Ev {
        kind: EvKind::Note,
        tag,
        subj: card,
        obj: card,
        who,
        cause,
        ..Ev::default()
    };
    game.state.batch.clear();
    game.state.batch.extend([moved, told]);
    game.send();
}

/// The icon that takes effect (7.5.1.2.3, 7.6.1.6.2): of a card that shares a clan with a unit on the vanguard circle or a rear-guard circle.
fn icon_of(game: &Game, who: P, card: Ref) -> Option<u8> {
    if !game.state.alive(card) {
        return None;
    }
    let info = game.info(card);
    let icon = (0..4u8).find(|n| info.values >> n & 1 == 1)?;
    let clans = clans(game, card);
    let shared = circles::fighters(game, who)
        .into_iter()
        .any(|unit| self::clans(game, unit).meets(&clans));
    // 11.3.1: effects can nullify the trigger, all of it.
    let nullified = || {
        game.forbidden(&Ev {
            kind: EvKind::Note,
            tag: note::TRIGGER_ICON,
            subj: card,
            who,
            ..Ev::default()
        })
    };
    (shared && !nullified()).then_some(icon)
}

/// The clans of a card.
pub(super) fn clans(game: &Game, card: Ref) -> Tags {
    let all = game.pool.attr_tags.get(tag_attr::CLAN).copied().unwrap_or_default();
    let mut clans = game.info(card).tags;
    for (mine, clan) in clans.0.iter_mut().zip(all.0) {
        *mine &= clan;
    }
    clans
}
