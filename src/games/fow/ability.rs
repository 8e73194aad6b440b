//! Playing activate abilities (707, 903.2), will abilities among them (907).

use super::chase::{self, how, kind};
use super::step::go;
use super::tables::{card_type, keyword, orient, zone};
use super::{layout, options, pay};
use crate::exec::code::{Demand, Obj, What};
use crate::exec::{Env, Flow, Game, Why};
use crate::games::common::pending::{self, held_of, of_ability, with_number};
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Captured, Cause, EvInfo, KernelStep, P, Ref, Slot, Use};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Whether a player can play an ability of a card now.
pub(super) fn usable(game: &Game, who: P, card: Ref, at: AbilityIx) -> bool {
    Why::nothing(|why| hurdles(game, who, card, at, why))
}

/// What stands in the way of playing an ability of a card.
pub(super) fn hurdles(game: &Game, who: P, card: Ref, at: AbilityIx, why: &mut Why) -> ControlFlow<()> {
    let ability = game.pool.ability(at);
    let word = || game.ability_word(at);
    let zone = game.zone_of(game.state.card(card.ix).cell);
    if ability.works >> zone.0 & 1 == 0 {
        let place = layout().zone(zone).name;
        why.not("901.1a", || format!("{} does not work in {place}", word()))?;
    }
    if game.is_used_up(at, card, who) {
        why.not("901.1a", || format!("{} was used as often as it can be", word()))?;
    }
    if art_used(game, at, who) {
        why.not("1112.2", || "this God's Art was played before in this game".to_owned())?;
    }
    let env = Env::of_card(card, who).with_held(held(game, card, at));
    if !game.gate_open(at, card, &env) {
        why.not("901.1a", || format!("what {} asks for does not hold", word()))?;
    }
    if rests_itself(game, at) && !may_rest(game, card) {
        why.not("905.3", || {
            "it came under your control this turn and cannot be rested for a cost".to_owned()
        })?;
    }
    // 1005.2: what is revealed cannot be revealed again; the card of an ability from a hidden zone stays revealed (905.2a).
    if ability.keywords & game.pool.known_keyword(keyword::DIVE) != 0 && waits_for(game, card, at) {
        why.not("1005.2", || "it is revealed already".to_owned())?;
    }
    if ability.cost.is_some_and(|cost| !game.can_pay_cost(cost, who, &env)) {
        why.not("903.2j", || format!("the cost of {} cannot be paid", word()))?;
    }
    let cause = chase::cause(who, card, at);
    if !game.can_announce(at, &env, &cause) {
        why.not("903.2g", || format!("{} has no legal target", word()))?;
    }
    why.unless_forbidden(game, &options::used(who, card, at), "104.4")
}

fn waits_for(game: &Game, card: Ref, at: AbilityIx) -> bool {
    chase::waiting(game).any(|p| p.ability == at && p.src == card)
}

/// What an effect that gave the ability had chosen.
pub(super) fn held(game: &Game, card: Ref, at: AbilityIx) -> Option<&Captured> {
    let given = game.state.granted.iter().find(|g| g.card == card && g.ability == at)?;
    given.held.as_deref()
}

/// 1112.2: a God's Art of this name was played before in this game.
fn art_used(game: &Game, at: AbilityIx, who: P) -> bool {
    art(game, at).is_some_and(|art| {
        game.state
            .uses
            .iter()
            .any(|u| u.ability == art && u.who == who && u.turn == u16::MAX)
    })
}

/// The first ability of the pool with the name of this God's Art: equal names are one ability (901.1d).
fn art(game: &Game, at: AbilityIx) -> Option<AbilityIx> {
    let ability = game.pool.ability(at);
    if ability.keywords & game.pool.known_keyword(keyword::GODS_ART) == 0 {
        return None;
    }
    let first = game.pool.abilities.iter().position(|a| a.label == ability.label)?;
    u32::try_from(first).ok().map(AbilityIx)
}

/// Whether the cost of an ability rests its own card.
fn rests_itself(game: &Game, at: AbilityIx) -> bool {
    let Some(cost) = game.pool.ability(at).cost else {
        return false;
    };
    game.pool.cost(cost).demands.iter().any(|demand| {
        matches!(demand, Demand::Turn(What::Objs(objs), orient::RESTED) if matches!(game.pool.obj(*objs), Obj::This))
    })
}

/// 905.3: a J/resonator must have been in the field under the player's control since the turn began; 1107.2 lifts it.
fn may_rest(game: &Game, card: Ref) -> bool {
    let c = game.state.card(card.ix);
    let fights = game.info(card).types & card_type::FIGHTER != 0 && game.zone_of(c.cell) == zone::FIELD;
    let now = game.state.turn.number;
    !fights || (c.arrived < now && c.turn < now) || swift(game, card)
}

/// 1107.2: what has [Swiftness] may act on the turn it is put into the field; that it changed hands is no such turn.
pub(super) fn swift(game: &Game, card: Ref) -> bool {
    game.state.card(card.ix).arrived == game.state.turn.number && options::has(game, card, keyword::SWIFTNESS)
}

/// 907.1: an ability without targets that produces will.
pub(super) fn is_will(game: &Game, at: AbilityIx) -> bool {
    game.makes_icons(game.pool.ability(at))
}

places! {
    /// Playing an ability (903.2).
    played_at: APPEAR ASK_X ANNOUNCE PAY PLAYED RESOLVE OVER;
}

/// The procedure (903.2). `card` has the ability, `a` is its number, `b` the largest number X can have.
pub(super) fn played(game: &mut Game, s: KernelStep) -> Flow {
    let at = AbilityIx(u32::try_from(s.a).unwrap_or(u32::MAX));
    let will = is_will(game, at);
    match s.at {
        played_at::APPEAR => {
            go(game, s, played_at::ASK_X);
            let held = game
                .state
                .granted
                .iter()
                .find(|g| g.card == s.card && g.ability == at)
                .and_then(|g| g.held.clone());
            let (object, kind) = if will {
                (Ref::NONE, kind::WILL)
            } else {
                (chase::appear(game, s.who, s.card), kind::ABILITY)
            };
            let src = (s.card, s.card);
            let mut pending = of_ability((object, kind), s.who, at, src, EvInfo::default(), held);
            let dive = game.pool.ability(at).keywords & game.pool.known_keyword(keyword::DIVE) != 0;
            if dive {
                pending.bits |= how::DIVE;
            }
            // 905.2a; a cost that reveals the card does it by itself (1005.2).
            let reveal = !dive && chase::is_secret(game, s.card);
            if reveal || dive {
                pending.bits |= how::REVEALED;
            }
            pending::announce(game, pending);
            if reveal {
                chase::reveal(game, s.who, s.card);
            }
        }
        played_at::ASK_X => {
            go(game, s, played_at::ANNOUNCE);
            ask_x(game, s, at);
        }
        played_at::ANNOUNCE => {
            go(game, s, played_at::PAY);
            take_x(game, at);
            announce(game, at, s);
        }
        played_at::PAY => {
            go(game, s, played_at::PLAYED);
            pay_cost(game, at, s);
        }
        played_at::PLAYED => {
            // 903.2k: now it is played.
            go(game, s, played_at::RESOLVE);
            count(game, at, s.card, s.who);
            chase::played(game);
            game.forget_refused();
            game.emit(options::used(s.who, s.card, at));
        }
        played_at::RESOLVE if will => {
            // 907.3: it resolves at once.
            go(game, s, played_at::OVER);
            resolve_will(game);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// The will ability that is being played resolves.
pub(super) fn resolve_will(game: &mut Game) {
    let Some(at) = game.state.pending.iter().rposition(|p| p.kind == kind::WILL) else {
        return;
    };
    let pending = game.state.pending.remove(at);
    if pending.bits & how::REVEALED != 0 {
        chase::hide(game, pending.src);
    }
    for (text, held) in pending.texts.into_iter().rev() {
        let run = game.new_run(text, pending.src, pending.src0, pending.me, pending.ev, held);
        game.begin_run(run);
    }
}

fn count(game: &mut Game, at: AbilityIx, card: Ref, who: P) {
    game.count_use(at, card, who);
    if let Some(art) = art(game, at) {
        game.state.uses.push(Use {
            ability: art,
            card: Ref::NONE,
            who,
            turn: u16::MAX,
            n: 1,
        });
    }
}

/// 903.2f: the player chooses X, as much as can be paid.
fn ask_x(game: &mut Game, s: KernelStep, at: AbilityIx) {
    game.state.picks.clear();
    let ability = game.pool.ability(at);
    if ability.x.first().copied().flatten().is_none() || ability.cost.is_none() {
        return;
    }
    let most = pay::most_x(|x| payable_with(game, at, s.card, s.who, x));
    pay::ask_x(game, s.who, s.card, most);
}

/// Whether the cost of a text can be paid with this number for X.
pub(super) fn payable_with(game: &Game, at: AbilityIx, card: Ref, who: P, x: i32) -> bool {
    let ability = game.pool.ability(at);
    let (Some(slot), Some(cost)) = (ability.x.first().copied().flatten(), ability.cost) else {
        return true;
    };
    let mut slots = vec![Slot::Empty; usize::from(slot) + 1];
    if let Some(place) = slots.get_mut(usize::from(slot)) {
        *place = Slot::Num(x);
    }
    let env = Env {
        slots: &slots,
        ..Env::of_card(card, who)
    };
    game.can_pay_cost(cost, who, &env)
}

/// The texts of the announcement whose costs are paid by X.
pub(super) fn costs_by_x(game: &Game) -> Vec<AbilityIx> {
    let texts = game.state.pending.last().map_or(&[][..], |p| p.texts.as_slice());
    let by_x = |at: &AbilityIx| {
        let ability = game.pool.ability(*at);
        ability.cost.is_some() && ability.x.first().copied().flatten().is_some()
    };
    texts.iter().map(|text| text.0).filter(by_x).collect()
}

/// Keeps the number that was chosen for X.
fn take_x(game: &mut Game, at: AbilityIx) {
    if let Some(crate::kernel::Atom::Number(x)) = game.state.picks.first().copied() {
        set_x(game, at, x);
    }
}

/// The number for X goes to the announcement and to the slots of its text.
pub(super) fn set_x(game: &mut Game, at: AbilityIx, x: i32) {
    let slots = game.pool.ability(at).x;
    let Some(pending) = chase::latest(game) else { return };
    if let Some(first) = pending.x.first_mut() {
        *first = x;
    }
    for (text, held) in &mut pending.texts {
        if *text == at
            && let Some(slot) = slots.first().copied().flatten()
        {
            *held = Some(with_number(held.as_deref(), slot, x));
        }
    }
}

/// 903.2e to h: options and targets.
pub(super) fn announce(game: &mut Game, at: AbilityIx, s: KernelStep) {
    run_at(game, at, game.pool.ability(at).announce, s);
}

/// 903.2j: the cost, also one that is paid besides.
pub(super) fn pay_cost(game: &mut Game, at: AbilityIx, s: KernelStep) {
    let ability = game.pool.ability(at);
    run_at(
        game,
        at,
        ability.payment.or(ability.extra.map(|extra| extra.payment)),
        s,
    );
}

fn run_at(game: &mut Game, at: AbilityIx, pc: Option<u32>, s: KernelStep) {
    let Some(pc) = pc else { return };
    let Some(pending) = game.state.pending.last() else {
        return;
    };
    let (src, src0, ev) = (pending.src, pending.src0, pending.ev);
    let src = if src.is_some() { src } else { s.card };
    let mut run = game.new_run(at, src, src0, s.who, ev, held_of(game, at));
    run.pc = pc;
    game.run_ability(run);
}

/// Keeps what was chosen or paid for a text.
pub(super) fn announced(game: &mut Game, at: AbilityIx, held: Arc<Captured>) {
    let x = game.pool.ability(at).extra.and_then(|extra| extra.x);
    let Some(pending) = chase::latest(game) else { return };
    // The card may have moved as a part of its own cost.
    pending.src = held.src;
    // The number that an additional cost was paid with is X for all its texts.
    if let (Some(Slot::Num(x)), Some(first)) = (
        x.and_then(|slot| held.slots.get(usize::from(slot))),
        pending.x.first_mut(),
    ) {
        *first = *x;
    }
    if let Some((_, kept)) = pending.texts.iter_mut().find(|(text, _)| *text == at) {
        *kept = Some(held);
    }
}

/// No ability.
pub(super) const NONE: AbilityIx = Cause::NO_ABILITY;
