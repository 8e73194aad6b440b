//! Trigger checks (7.3.1.2) and trigger icons (4.12.2).

use super::step::{Step, begin, go};
use super::tables::{attr, card_type, icon, note, orient, player, prompt, rule, time, zone};
use super::{geometry, layout, record};
use crate::exec::code::Op;
use crate::exec::{Flow, Game, VerbCall};
use crate::games::common::cards;
use crate::games::common::rows::places;
use crate::kernel::{
    Ask, AskKind, Atom, Captured, Cause, CauseKind, Delayed, Ev, EvInfo, EvKind, KernelStep, P, Ref, Slot, Until,
};
use std::sync::Arc;

/// Pushes so many trigger checks.
pub(super) fn push_checks(game: &mut Game, who: P, count: i32) {
    for _ in 0..count.clamp(0, 16) {
        game.push(begin(Step::TriggerCheck, who));
    }
}

places! {
    /// A trigger check (7.3.1.2).
    check_at: REVEAL ICONS STOCK OVER;
}

/// A trigger check: the top card of the deck, its icons in printed order (ruling D21), then face down onto the stock. `b` counts the icons done.
pub(super) fn check(game: &mut Game, s: KernelStep) -> Flow {
    let cause = Cause {
        src: record::attacker(game),
        ..Cause::rule(rule::TRIGGER_CHECK, s.who)
    };
    match s.at {
        check_at::REVEAL => {
            let Some(card) = game.state.top(layout().of(s.who, zone::DECK)) else {
                return Flow::Pop;
            };
            game.goto(KernelStep {
                at: check_at::ICONS,
                card: Ref {
                    ix: card.ix,
                    life: card.life.wrapping_add(1),
                },
                ..s
            });
            let flipped = game.move_ev(card, layout().of(s.who, zone::RESOLUTION), note::CHECK, cause);
            let noted = Ev {
                kind: EvKind::Note,
                tag: note::CHECK,
                subj: card,
                obj: card,
                who: s.who,
                cause,
                ..Ev::default()
            };
            game.state.batch.clear();
            game.state.batch.extend([flipped, noted]);
            game.send();
        }
        check_at::ICONS => {
            let done = usize::try_from(s.b).unwrap_or(0);
            let icons = &game.pool.def(game.state.card(s.card.ix).def).icons;
            match icons.get(done).copied() {
                Some(which) => {
                    game.goto(KernelStep {
                        b: s.b.saturating_add(1),
                        ..s
                    });
                    push_icon(game, s.who, which, s.card);
                }
                None => go(game, s, check_at::STOCK),
            }
        }
        check_at::STOCK => {
            go(game, s, check_at::OVER);
            // A treasure has gone to the hand; then this part is impossible (ruling D27).
            if game.state.alive(s.card) {
                let ev = game.move_ev(s.card, layout().of(s.who, zone::STOCK), note::PUT, cause);
                game.emit(ev);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// Performs an icon by an effect (4.12.1): its master does it.
pub(super) fn perform(game: &mut Game, call: &VerbCall) {
    game.state.done = 1;
    game.state.moved.clear();
    push_icon(game, call.who, call.word, call.card);
}

fn push_icon(game: &mut Game, who: P, which: u8, card: Ref) {
    let mut step = begin(Step::Icon, who);
    step.a = i32::from(which);
    step.card = card;
    game.push(step);
}

fn icon_rule(which: u8) -> u16 {
    const NO_RULE: u16 = 0;
    match which {
        icon::SOUL => rule::ICON_SOUL,
        icon::RETURN => rule::ICON_RETURN,
        icon::POOL => rule::ICON_POOL,
        icon::COMEBACK => rule::ICON_COMEBACK,
        icon::DRAW => rule::ICON_DRAW,
        icon::SHOT => rule::ICON_SHOT,
        icon::TREASURE => rule::ICON_TREASURE,
        icon::STANDBY => rule::ICON_STANDBY,
        _ => NO_RULE,
    }
}

places! {
    /// One icon: whether, which card, and where it goes is asked for; the pool is the second part of the treasure.
    icon_at: BEGIN WHETHER CARD WHERE POOL OVER ZONE;
}

/// One icon (4.12.2): `a` which, `who` performs it, `card` has it; `b` is the card that was chosen.
pub(super) fn icon(game: &mut Game, s: KernelStep) -> Flow {
    let which = u8::try_from(s.a).unwrap_or(0);
    match (s.at, which) {
        (icon_at::BEGIN, icon::SOUL) => {
            soul(game, s.who);
            return Flow::Pop;
        }
        (icon_at::BEGIN, icon::SHOT) => {
            shot(game, s.who, s.card);
            return Flow::Pop;
        }
        (icon_at::BEGIN, icon::TREASURE) => {
            go(game, s, icon_at::POOL);
            if game.state.alive(s.card) && game.zone_of(game.state.card(s.card.ix).cell) == zone::RESOLUTION {
                let owner = game.state.card(s.card.ix).owner;
                let ev = game.move_ev(s.card, layout().of(owner, zone::HAND), note::RETURN, cause_of(s));
                game.emit(ev);
            }
        }
        // The second part of the treasure is the pool's.
        (icon_at::BEGIN, icon::POOL | icon::DRAW) | (icon_at::POOL, _) => {
            if game.state.cells.is_empty(layout().of(s.who, zone::DECK)) {
                return Flow::Pop;
            }
            go(game, s, icon_at::WHETHER);
            ask_whether(game, s);
        }
        (icon_at::BEGIN, icon::RETURN | icon::COMEBACK | icon::STANDBY | icon::GATE | icon::CHOICE) => {
            if candidates(game, s).is_empty() {
                return Flow::Pop;
            }
            go(game, s, icon_at::WHETHER);
            ask_whether(game, s);
        }
        (icon_at::WHETHER, _) => {
            if game.state.picks.first() != Some(&Atom::Yes) {
                return Flow::Pop;
            }
            go(game, s, icon_at::OVER);
            match which {
                icon::POOL | icon::TREASURE => top_of_deck(game, s, zone::STOCK, note::PUT),
                icon::DRAW => top_of_deck(game, s, zone::HAND, note::DRAW),
                _ => {
                    go(game, s, icon_at::CARD);
                    game.state.atoms = candidates(game, s).into_iter().map(Atom::Card).collect();
                    let mut ask = Ask::one(s.who, AskKind::Rule(prompt::ICON_CARD));
                    ask.source = s.card;
                    game.ask(ask);
                }
            }
        }
        (icon_at::CARD, _) => {
            let Some(Atom::Card(card)) = game.state.picks.first().copied() else {
                return Flow::Pop;
            };
            if which == icon::STANDBY {
                game.goto(KernelStep {
                    at: icon_at::WHERE,
                    b: i32::from(card.ix),
                    ..s
                });
                // 4.12.2.10.1: an occupied position too.
                game.state.atoms = geometry::stage(s.who).map(Atom::Cell).collect();
                let mut ask = Ask::one(s.who, AskKind::Rule(prompt::POSITION));
                ask.source = card;
                game.ask(ask);
            } else if which == icon::CHOICE {
                game.goto(KernelStep {
                    at: icon_at::ZONE,
                    b: i32::from(card.ix),
                    ..s
                });
                game.state.atoms.clear();
                game.state.atoms.extend([Atom::Option(0), Atom::Option(1)]);
                let mut ask = Ask::one(s.who, AskKind::Rule(prompt::ICON_WHERE));
                ask.source = card;
                game.ask(ask);
            } else {
                go(game, s, icon_at::OVER);
                let owner = game.state.card(card.ix).owner;
                let ev = game.move_ev(card, layout().of(owner, zone::HAND), note::RETURN, cause_of(s));
                game.emit(ev);
            }
        }
        (icon_at::WHERE, _) => {
            go(game, s, icon_at::OVER);
            if let Some(Atom::Cell(cell)) = game.state.picks.first().copied() {
                let card = game.state.now(u16::try_from(s.b).unwrap_or(u16::MAX));
                let mut ev = game.move_ev(card, cell, note::PUT, cause_of(s));
                ev.orient = orient::RESTED;
                game.emit(ev);
            }
        }
        (icon_at::ZONE, _) => {
            go(game, s, icon_at::OVER);
            let card = game.state.now(u16::try_from(s.b).unwrap_or(u16::MAX));
            let owner = game.state.card(card.ix).owner;
            let (to, tag) = match game.state.picks.first() {
                Some(Atom::Option(1)) => (zone::STOCK, note::PUT),
                _ => (zone::HAND, note::RETURN),
            };
            let ev = game.move_ev(card, layout().of(owner, to), tag, cause_of(s));
            game.emit(ev);
        }
        // An icon without a text (ruling D2), or all is done.
        _ => return Flow::Pop,
    }
    Flow::Go
}

fn cause_of(s: KernelStep) -> Cause {
    Cause {
        kind: CauseKind::Effect,
        by: s.who,
        src: s.card,
        ability: Cause::NO_ABILITY,
        rule: icon_rule(u8::try_from(s.a).unwrap_or(0)),
    }
}

fn ask_whether(game: &mut Game, s: KernelStep) {
    game.state.atoms.clear();
    game.state.atoms.extend([Atom::No, Atom::Yes]);
    let mut ask = Ask::one(s.who, AskKind::Rule(prompt::ICON));
    ask.source = s.card;
    game.ask(ask);
}

fn top_of_deck(game: &mut Game, s: KernelStep, to: crate::kernel::ZoneId, tag: crate::kernel::Note) {
    let way = (layout().of(s.who, zone::DECK), layout().of(s.who, to));
    cards::serially(game, way, 1, tag, cause_of(s));
}

/// The cards an icon can be about; what cannot be chosen by effects cannot be chosen by this one (1.3.3).
fn candidates(game: &Game, s: KernelStep) -> Vec<Ref> {
    let mut cards = named(game, s.who, u8::try_from(s.a).unwrap_or(0));
    cards.retain(|card| {
        !game.forbidden(&Ev {
            kind: EvKind::Note,
            tag: note::CHOOSE,
            subj: *card,
            who: s.who,
            cause: cause_of(s),
            ..Ev::default()
        })
    });
    cards
}

/// The cards an icon's text names.
fn named(game: &Game, who: P, which: u8) -> Vec<Ref> {
    let cards = |p: P, z: crate::kernel::ZoneId, types: u32| -> Vec<Ref> {
        layout()
            .cells_of(p, z)
            .flat_map(|c| game.state.cells.cards(c).to_vec())
            .map(|ix| game.state.now(ix))
            .filter(|r| game.info(*r).types & types != 0)
            .collect()
    };
    let characters = |p, z| cards(p, z, card_type::CHARACTER);
    match which {
        // 4.12.2.3
        icon::RETURN => characters(who.other(), zone::STAGE),
        // 4.12.2.5
        icon::COMEBACK => characters(who, zone::WAITING_ROOM),
        // Ruling D34: what the climaxes with these icons say.
        icon::GATE => cards(who, zone::WAITING_ROOM, card_type::CLIMAX),
        icon::CHOICE => {
            let with_soul = |r: &Ref| game.info(*r).values >> icon::SOUL & 1 == 1;
            characters(who, zone::WAITING_ROOM)
                .into_iter()
                .filter(with_soul)
                .collect()
        }
        // 4.12.2.10 (ruling D3): from the waiting room.
        _ => {
            let most = game.player_attr(who, player::LEVEL) + 1;
            characters(who, zone::WAITING_ROOM)
                .into_iter()
                .filter(|r| game.info(*r).attr(attr::LEVEL.ix()) <= most)
                .collect()
        }
    }
}

/// 4.12.2.2: the attacking character gets +1 soul until end of turn; without one, nothing happens.
fn soul(game: &mut Game, who: P) {
    let attacker = record::attacker(game);
    if game.state.alive(attacker) && game.zone_of(game.state.card(attacker.ix).cell) == zone::STAGE {
        let until = until_end_of_turn(game);
        game.state.stamp += 1;
        game.add_plain_effect(attacker, attr::SOUL, 1, until, who);
    }
}

fn until_end_of_turn(game: &Game) -> Until {
    Until::Time {
        time: time::TURN,
        start: false,
        whose: None,
        from_turn: game.state.turn.number,
    }
}

/// 4.12.2.7: this turn, when the next damage of the attacker is canceled, 1 damage. The source is the card with the icon (ruling D25).
fn shot(game: &mut Game, who: P, card: Ref) {
    let attacker = record::attacker(game);
    let Some((ability, slot)) = shot_ability(game) else {
        return;
    };
    if !attacker.is_some() {
        return;
    }
    game.state.stamp += 1;
    let mut slots = vec![Slot::Empty; usize::from(slot) + 1];
    if let Some(last) = slots.last_mut() {
        *last = Slot::Set { start: 0, len: 1 };
    }
    let waiting = Delayed {
        ability,
        src: card,
        me: who,
        once: true,
        until: until_end_of_turn(game),
        held: Arc::new(Captured {
            slots,
            words: vec![attacker],
            ev: EvInfo::default(),
            src: card,
            start: 0,
        }),
        stamp: game.state.stamp,
        turn: game.state.turn.number,
    };
    game.state.delayed.push(waiting);
}

/// The waiting ability in the rules' own script, and the slot where it expects the attacker.
fn shot_ability(game: &Game) -> Option<(crate::kernel::AbilityIx, u16)> {
    let text = *game.pool.inherent.get("shot")?.first()?;
    let mut pc = game.pool.ability(text).pc;
    let mut slot = 0;
    loop {
        match game.pool.op(pc) {
            Op::Choose(_, s) => slot = *s,
            Op::Delay { ability, .. } => return Some((*ability, slot)),
            Op::End => return None,
            _ => {}
        }
        pc += 1;
    }
}

/// 4.12.2.7.1: damage of the attacker that is not canceled uses the shot up.
pub(super) fn noted(game: &mut Game, ev: &Ev) {
    if ev.tag != note::TAKEN || game.state.delayed.is_empty() {
        return;
    }
    let Some((ability, _)) = shot_ability(game) else { return };
    game.state
        .delayed
        .retain(|d| !(d.ability == ability && d.held.words.first() == Some(&ev.subj)));
}
