//! What a player with priority may do (604).

use super::chase;
use super::pay::Means;
use super::step::{Step, begin};
use super::tables::{PLAY_FROM, act, allow, card_type, note, zone};
use super::{ability, battle, judgment, layout, play, priority, stone};
use crate::ast::Category;
use crate::exec::{AbilityList, Game, Refs, Why};
use crate::kernel::{AbilityIx, Act, Atom, EffectTarget, P, Ref, ZoneId};
use std::ops::ControlFlow;

/// All legal actions; `main` says whether those of main timing are among them.
pub(super) fn list(game: &Game, who: P, main: bool, out: &mut Vec<Atom>) {
    let chase = chase::may_chase(game, who);
    let means = Means::of(game, who);
    if chase {
        for card in play_candidates(game, who) {
            if play::playable(game, &means, card, main) {
                push(game, out, act::PLAY, card, 0);
            }
        }
    }
    list_abilities(game, who, chase, out);
    if main {
        list_main(game, &means, out);
    }
    for card in stone::breakable(game, who) {
        push(game, out, act::BREAK, card, 0);
    }
}

fn push(game: &Game, out: &mut Vec<Atom>, kind: u8, card: Ref, n: u32) {
    let act = Act { kind, card, n };
    if !game.is_refused(act) {
        out.push(Atom::Act(act));
    }
}

/// 604.2: actions of main timing.
fn list_main(game: &Game, means: &Means<'_>, out: &mut Vec<Atom>) {
    let who = means.who;
    for ruler in judgment::judges(game, who) {
        push(game, out, act::JUDGE, ruler, 0);
    }
    if stone::can_pay_set(means) {
        for card in cards(game, who, zone::HAND) {
            if stone::may_set(game, who, card) {
                push(game, out, act::SET, card, 0);
            }
        }
    }
    for ruler in stone::callers(game, who) {
        push(game, out, act::CALL, ruler, 0);
    }
    if battle::may_begin(game, who) {
        push(game, out, act::BATTLE, Ref::NONE, 0);
    }
}

/// The cards of a player's zone.
pub(super) fn cards(game: &Game, who: P, zone: ZoneId) -> Refs {
    let cards = game.state.cells.cards(layout().of(who, zone)).iter();
    cards.map(|ix| game.state.now(*ix)).collect()
}

/// What could be played: the hand, cards set in the standby area, face-down runes, and what effects let the player play from elsewhere.
pub(super) fn play_candidates(game: &Game, who: P) -> Refs {
    let mut out = cards(game, who, zone::HAND);
    out.extend(cards(game, who, zone::STANDBY));
    out.extend(cards(game, who, zone::RUNE));
    let lends = [allow::PLAY, allow::PLAY_FREE, allow::PLAY_FROM, allow::PLAY_FROM_FREE];
    if game.any_allowed(&lends) {
        for p in [who, who.other()] {
            for zone in PLAY_FROM.into_iter().filter(|z| *z != zone::STANDBY) {
                out.extend(
                    cards(game, p, zone)
                        .into_iter()
                        .filter(|card| may_play_from(game, who, *card)),
                );
            }
        }
    } else if !game.state.counters.is_empty() {
        // 1144.2: what [Dive] removed may be played without any other effect.
        let dived = |card: &Ref| chase::is_dived(game, *card);
        out.extend(cards(game, who, zone::REMOVED).into_iter().filter(dived));
    }
    out
}

/// Whether an effect lets the player play the card from where it is.
pub(super) fn may_play_from(game: &Game, who: P, card: Ref) -> bool {
    [allow::PLAY_FROM, allow::PLAY_FROM_FREE]
        .into_iter()
        .any(|permission| game.allowed_with(permission, who, card))
        || (game.allowed(allow::PLAY, EffectTarget::Card(card))
            || game.allowed(allow::PLAY_FREE, EffectTarget::Card(card))
            || game.alternative_costs(card).iter().any(|cost| !cost.price_only))
            && play::permitted_to(game, who, card)
        || chase::is_dived(game, card) && game.state.card(card.ix).owner == who
}

/// 604.1: activate abilities.
fn list_abilities(game: &Game, who: P, chase: bool, out: &mut Vec<Atom>) {
    let layout = layout();
    for z in 0..layout.zones().len() {
        let zone = ZoneId(u8::try_from(z).unwrap_or(u8::MAX));
        if game.pool.act_zones >> z & 1 == 0 {
            continue;
        }
        for card in cards(game, who, zone) {
            for at in abilities_of(game, card) {
                if ability::usable(game, who, card, at) && (chase || ability::is_will(game, at)) {
                    push(game, out, act::USE, card, at.0);
                }
            }
        }
    }
    // What effects give to cards of zones where no printed ability can be played (902.1b, 1020.1).
    for given in &game.state.granted {
        if !game.state.alive(given.card) || game.master(given.card) != who {
            continue;
        }
        let zone = game.zone_of(game.state.card(given.card.ix).cell);
        let at = given.ability;
        let act = game.pool.ability(at).category == Category::Act;
        if act
            && game.pool.act_zones & zone.bit() == 0
            && ability::usable(game, who, given.card, at)
            && (chase || ability::is_will(game, at))
        {
            push(game, out, act::USE, given.card, at.0);
        }
    }
}

/// The activate abilities of a card, printed and given.
pub(super) fn abilities_of(game: &Game, card: Ref) -> AbilityList {
    let mut out = game.abilities_of(card);
    out.retain(|a| game.pool.ability(*a).category == Category::Act);
    out.dedup();
    out
}

/// Notes why a player with priority cannot do something with a card.
pub(super) fn why_not(game: &Game, who: P, card: Ref, why: &mut Why) {
    let main = who == game.state.turn.player && priority::main_timing(game);
    let chase = chase::may_chase(game, who);
    let closed = |why: &mut Why| {
        why.not("104.4", || {
            "an effect forbids to play anything in answer to what is on the chase".to_owned()
        })
    };
    let means = Means::of(game, who);
    let in_hand = game.zone_of(game.state.card(card.ix).cell) == zone::HAND;
    if play_candidates(game, who).contains(&card) {
        why.of_act(act::PLAY, |why| {
            if !chase {
                closed(why)?;
            }
            refused(game, act::PLAY, card, 0, why)?;
            play::why_not(game, &means, card, main, why)
        });
    }
    let abilities = abilities_of(game, card);
    for at in &abilities {
        why.of_ability(act::USE, *at, |why| {
            if !chase && !ability::is_will(game, *at) {
                closed(why)?;
            }
            refused(game, act::USE, card, at.0, why)?;
            ability::hurdles(game, who, card, *at, why)
        });
    }
    let ruler = game.info(card).types & card_type::ANY_RULER != 0;
    if ruler {
        judgment::why_not(game, who, card, main, why);
        stone::why_not_call(game, who, card, main, why);
    }
    if abilities.is_empty() && !ruler && !in_hand {
        why.of_act(act::USE, |why| {
            why.not("604.1", || "it has no ability that is played with priority".to_owned())
        });
    }
}

/// What was begun and could not be completed is not offered again before something else happens.
fn refused(game: &Game, kind: u8, card: Ref, n: u32, why: &mut Why) -> ControlFlow<()> {
    if game.is_refused(Act { kind, card, n }) {
        why.not("903.2j", || "it was tried and could not be completed".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// Carries out an action (604).
pub(super) fn act(game: &mut Game, who: P, action: Act) {
    let step = |step: Step| {
        let mut s = begin(step, who);
        s.card = action.card;
        s
    };
    match action.kind {
        act::PLAY => {
            game.mark(Some(action));
            game.push(step(Step::Play));
        }
        act::USE => {
            game.mark(Some(action));
            let mut s = step(Step::Ability);
            s.a = i32::try_from(action.n).unwrap_or(0);
            game.push(s);
        }
        act::JUDGE => {
            game.mark(Some(action));
            game.push(step(Step::Judgment));
        }
        act::SET => {
            game.mark(Some(action));
            game.push(step(Step::Set));
        }
        act::CALL => game.push(step(Step::Call)),
        act::BATTLE => game.push(step(Step::Battle)),
        act::BREAK => stone::life_break(game, who, action.card),
        _ => {}
    }
}

/// Whether a card has a keyword.
pub(super) fn has(game: &Game, card: Ref, which: usize) -> bool {
    game.info(card).keywords & game.pool.known_keyword(which) != 0
}

/// The note that an ability is played, for those who forbid or answer it.
pub(super) fn used(who: P, card: Ref, ability: AbilityIx) -> crate::kernel::Ev {
    let n = i32::try_from(ability.0).unwrap_or(-1);
    let mut ev = priority::noted(who, note::USE, card, n);
    ev.cause = chase::cause(who, card, ability);
    ev
}
