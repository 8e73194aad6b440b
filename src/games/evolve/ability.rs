//! Playing activated abilities (8.3, 10.6.2), evolve and serve abilities among them (12.2, 14.2.2); and what all announcements share.

use super::step::{by_rule, go, told};
use super::tables::{keyword, note, player, rule};
use super::{evolution, links, play, record, rite};
use crate::ast::Category;
use crate::exec::code::{KeyArg, Op};
use crate::exec::{AbilityList, Env, Flow, Game, Why};
use crate::games::common::pending::{announce as announce_pending, held_of, of_ability, with_number};
use crate::games::common::rows::places;
use crate::kernel::{
    AbilityIx, Atom, Bits, Captured, Cause, CauseKind, Ev, EvInfo, EvKind, Flag, KernelStep, P, Pending, Ref, Slot,
};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Kinds of what is being played.
pub(super) mod kind {
    pub(crate) const CARD: u8 = 0;
    pub(crate) const ABILITY: u8 = 1;
}

/// The activated abilities of a card, printed and given.
pub(super) fn acts_of(game: &Game, card: Ref) -> AbilityList {
    let mut out = game.abilities_of(card);
    out.retain(|a| game.pool.ability(*a).category == Category::Act);
    out.dedup();
    out
}

fn is(game: &Game, at: AbilityIx, which: usize) -> bool {
    game.pool.ability(at).keywords & game.pool.known_keyword(which) != 0
}

/// Whether it is an evolve or a serve ability: they share a limit (8.3.2), and an evolution point can stand for a play point (12.2.3, 14.2.2.4).
pub(super) fn is_evolve(game: &Game, at: AbilityIx) -> bool {
    at != Cause::NO_ABILITY && (is(game, at, keyword::EVOLVE) || is(game, at, keyword::FEED))
}

/// How often a serve ability serves (14.2.2.3).
fn servings(game: &Game, card: Ref, at: AbilityIx) -> i32 {
    let args = &game.pool.ability(at).args;
    let number = args.iter().find_map(|arg| match arg {
        KeyArg::Num(n) => Some(game.number(*n, &Env::of_card(card, game.master(card)))),
        _ => None,
    });
    number.unwrap_or(1)
}

/// Whether a player can play an ability of a card now.
pub(super) fn usable(game: &Game, who: P, card: Ref, at: AbilityIx, quick: bool) -> bool {
    Why::nothing(|why| hurdles(game, who, card, at, quick, why))
}

/// What stands in the way of playing an ability of a card.
pub(super) fn hurdles(game: &Game, who: P, card: Ref, at: AbilityIx, quick: bool, why: &mut Why) -> ControlFlow<()> {
    let ability = game.pool.ability(at);
    let word = || game.ability_word(at);
    let zone = links::zone_of(game, card);
    if ability.works >> zone.0 & 1 == 0 {
        let place = game.layout().zone(zone).name;
        why.not("8.3.1", || format!("{} does not work in {place}", word()))?;
    }
    if quick && !is(game, at, keyword::QUICK) {
        why.not("12.3.2", || format!("{} has no Quick", word()))?;
    }
    if game.is_used_up(at, card, who) {
        why.not("8.3.1", || format!("{} was used as often as it can be", word()))?;
    }
    let held = held_by(game, card, at);
    let env = Env::of_card(card, who).with_held(held.as_deref()).in_ability(at);
    if !game.gate_open(at, card, &env) {
        why.not("8.3.1", || format!("what {} asks for does not hold", word()))?;
    }
    if is_evolve(game, at) {
        evolve_hurdles(game, who, card, at, quick, why)?;
    }
    let cause = play::cause(who, card, at);
    if ability.cost.is_some_and(|cost| !game.can_pay_cost(cost, who, &env)) {
        why.not("10.4.2.2", || format!("the cost of {} cannot be paid", word()))?;
    }
    if ability.announce.is_some_and(|pc| !game.announceable(pc, &env, &cause)) {
        why.not("10.6.2.1.1", || format!("{} has no legal target", word()))?;
    }
    why.unless_forbidden(game, &used(who, card, at), "1.3.3")
}

/// What evolve and serve abilities ask for besides.
fn evolve_hurdles(game: &Game, who: P, card: Ref, at: AbilityIx, quick: bool, why: &mut Why) -> ControlFlow<()> {
    // 8.3.2 limits what is played in the own main phase.
    if !quick && record::evolves(game, who) >= game.player_attr(who, player::EVOLVE_LIMIT) {
        why.not("8.3.2", || "an evolve or serve ability was played this turn".to_owned())?;
    }
    if is(game, at, keyword::EVOLVE) {
        if evolution::choices(game, who, card, &[]).is_empty() {
            why.not("12.2.2", || "the evolve deck has no card to evolve into".to_owned())?;
        }
        return ControlFlow::Continue(());
    }
    // 14.2.1.2.1, 10.4.2.2
    if evolution::is_served(game, card) {
        why.not("14.2.1.2.1", || "it was served already".to_owned())?;
    }
    if !evolution::enough_carrots(game, who, servings(game, card, at)) {
        why.not("14.2.1.2.1", || "the evolve deck has too few carrots".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// The note that an ability is played, for those who forbid or answer it.
fn used(who: P, card: Ref, at: AbilityIx) -> Ev {
    Ev {
        n: i32::try_from(at.0).unwrap_or(-1),
        ..told(note::USE, card, Ref::NONE, who, play::cause(who, card, at))
    }
}

/// What an effect that gave the ability had chosen.
fn held_by(game: &Game, card: Ref, at: AbilityIx) -> Option<Arc<Captured>> {
    let given = game.state.granted.iter().find(|g| g.card == card && g.ability == at)?;
    given.held.clone()
}

places! {
    /// Playing an ability (10.6.2).
    played_at: PUT ANNOUNCE ASK_CARD REVEAL PAY PAY_EXTRA PLAYED RESOLVE OVER;
}

/// The procedure. `card` has the ability, `a` is its number; `b` is the card that was revealed from the evolve deck, counted from 1.
pub(super) fn played(game: &mut Game, s: KernelStep) -> Flow {
    let at = AbilityIx(u32::try_from(s.a).unwrap_or(u32::MAX));
    match s.at {
        played_at::PUT => {
            go(game, s, played_at::ANNOUNCE);
            let held = held_by(game, s.card, at);
            let pending = of_ability(
                (Ref::NONE, kind::ABILITY),
                s.who,
                at,
                (s.card, s.card),
                EvInfo::default(),
                held,
            );
            announce_pending(game, pending);
            ask_extra(game, s, at);
        }
        played_at::ANNOUNCE => {
            // 10.6.2.2 to 10.6.2.4
            go(game, s, played_at::ASK_CARD);
            if game.state.picks.first() == Some(&Atom::Yes) {
                take_extra(game, at);
            }
            announce(game, at, s);
        }
        played_at::ASK_CARD => {
            // 12.2.2: the card of the evolve deck; which one, if they differ.
            go(game, s, played_at::REVEAL);
            game.state.picks.clear();
            if is(game, at, keyword::EVOLVE) {
                let choices = evolution::choices(game, s.who, s.card, &[]);
                evolution::ask(game, s.who, s.card, &choices);
            } else if is(game, at, keyword::FEED) {
                let count = servings(game, s.card, at);
                // 14.2.2.3: part of the cost.
                let cause = Cause {
                    kind: CauseKind::Cost,
                    ..play::cause(s.who, s.card, at)
                };
                evolution::begin_serve(game, s.who, &[s.card], count, cause);
            }
        }
        played_at::REVEAL => {
            let revealed = match game.state.picks.first() {
                Some(Atom::Card(card)) if is(game, at, keyword::EVOLVE) => Some(*card),
                _ => None,
            };
            let b = revealed.map_or(0, |c| i32::from(c.ix) + 1);
            game.goto(KernelStep {
                at: played_at::PAY,
                b,
                ..s
            });
            if let Some(card) = revealed {
                reveal(game, s.who, card);
            }
        }
        played_at::PAY => {
            // 10.6.2.5
            go(game, s, played_at::PAY_EXTRA);
            run_at(game, at, game.pool.ability(at).payment, s);
        }
        played_at::PAY_EXTRA => {
            go(game, s, played_at::PLAYED);
            pay_extra(game, at, s);
        }
        played_at::PLAYED => {
            go(game, s, played_at::RESOLVE);
            game.unmark();
            game.forget_refused();
            game.count_use(at, s.card, s.who);
            if is_evolve(game, at) && s.who == game.state.turn.player {
                record::count_evolve(game, s.who);
            }
            game.emit(used(s.who, s.card, at));
        }
        played_at::RESOLVE => {
            // 10.6.2.7.2
            go(game, s, played_at::OVER);
            resolve_ability(game, s, at);
        }
        _ => {
            game.state.pending.pop();
            hide(game);
            return Flow::Pop;
        }
    }
    Flow::Go
}

fn reveal(game: &mut Game, who: P, card: Ref) {
    let cell = game.state.card(card.ix).cell;
    game.emit(Ev {
        kind: EvKind::Reveal,
        tag: note::REVEAL,
        subj: card,
        who,
        from: cell,
        to: cell,
        cause: by_rule(game, rule::EVOLVE_REVEAL),
        ..Ev::default()
    });
}

fn resolve_ability(game: &mut Game, s: KernelStep, at: AbilityIx) {
    let Some(pending) = game.state.pending.last().cloned() else {
        return;
    };
    // 5.15.1.1: the card that was revealed is the one to evolve with, whatever else the ability does.
    if let Ok(ix) = u16::try_from(s.b - 1) {
        evolution::offer(game, game.state.now(ix));
    }
    // 12.2.1: without an effect of its own an evolve ability evolves its card.
    let bare = match game.pool.ability(at).pc {
        u32::MAX => true,
        pc => matches!(game.pool.op(pc), Op::End),
    };
    if bare && is(game, at, keyword::EVOLVE) {
        evolution::begin_evolve(game, s.who, &[pending.src], None, play::cause(s.who, pending.src, at));
    } else if !bare {
        resolve(game, &pending);
    }
}

/// Whether an additional cost of an announcement can be paid (10.6.2.2.1).
pub(super) fn extra_payable(game: &Game, at: AbilityIx, card: Ref, who: P) -> bool {
    let ability = game.pool.ability(at);
    ability.chosen_cost.is_some() && !rite::amulets(game, who).is_empty()
        || ability
            .extra
            .is_some_and(|extra| game.can_pay_cost(extra.cost, who, &Env::of_card(card, who).in_ability(at)))
}

/// The slot that says whether an additional cost is paid.
fn extra_slot(game: &Game, at: AbilityIx) -> Option<u16> {
    let ability = game.pool.ability(at);
    ability.extra.map(|e| e.slot).or(ability.chosen_cost)
}

/// Asks whether the additional cost of an ability is paid.
pub(super) fn ask_extra(game: &mut Game, s: KernelStep, at: AbilityIx) {
    game.state.picks.clear();
    if extra_payable(game, at, s.card, s.who) {
        super::step::ask(
            game,
            s.who,
            super::tables::prompt::EXTRA,
            s.card,
            vec![Atom::No, Atom::Yes],
        );
    }
}

/// The additional cost of a text will be paid.
pub(super) fn take_extra(game: &mut Game, at: AbilityIx) {
    let slot = extra_slot(game, at);
    let (Some(slot), Some(pending)) = (slot, game.state.pending.last_mut()) else {
        return;
    };
    for (text, held) in &mut pending.texts {
        if *text == at {
            *held = Some(with_number(held.as_deref(), slot, 1));
        }
    }
}

/// Pays the additional cost of a text, if it was chosen.
pub(super) fn pay_extra(game: &mut Game, at: AbilityIx, s: KernelStep) {
    if !is_paid(game, at, held_of(game, at).as_deref()) {
        return;
    }
    match game.pool.ability(at).extra {
        Some(extra) => run_at(game, at, Some(extra.payment), s),
        None => rite::begin(game, s.who, s.card),
    }
}

/// Pays the cost of a text.
pub(super) fn pay_own(game: &mut Game, at: AbilityIx, s: KernelStep) {
    run_at(game, at, game.pool.ability(at).payment, s);
}

/// Whether the additional cost of a text is paid.
fn is_paid(game: &Game, at: AbilityIx, held: Option<&Captured>) -> bool {
    let Some(slot) = extra_slot(game, at) else {
        return false;
    };
    held.is_some_and(|h| matches!(h.slots.get(usize::from(slot)), Some(Slot::Num(n)) if *n > 0))
}

/// What is paid besides for a card that is being played is kept with it: its other texts ask for it.
pub(super) fn keep_costs(game: &mut Game, card: Ref) {
    let mut waiting = game.state.pending.iter().rev();
    let Some(pending) = waiting.find(|p| p.kind == kind::CARD && p.card.ix == card.ix) else {
        return;
    };
    let (mut paid, mut x) = (0, 0);
    for (text, held) in &pending.texts {
        if let Some(extra) = game.pool.ability(*text).extra
            && is_paid(game, *text, held.as_deref())
        {
            paid |= i32::bit(extra.number);
            let slot = extra.x.and_then(|slot| held.as_ref()?.slots.get(usize::from(slot)));
            if let Some(Slot::Num(n)) = slot {
                x = *n;
            }
        }
    }
    record::keep_costs(game, card, paid, x);
}

/// A text of what is being played, by its number.
pub(super) fn text_at(game: &Game, n: i32) -> Option<AbilityIx> {
    let pending = game.state.pending.last()?;
    let n = usize::try_from(n).ok()?;
    pending.texts.get(n).map(|t| t.0)
}

/// 10.6.2.2 to 10.6.2.4: options, targets and division.
pub(super) fn announce(game: &mut Game, at: AbilityIx, s: KernelStep) {
    if game.pool.ability(at).gated && !is_paid(game, at, held_of(game, at).as_deref()) {
        return;
    }
    run_at(game, at, game.pool.ability(at).announce, s);
}

fn run_at(game: &mut Game, at: AbilityIx, pc: Option<u32>, s: KernelStep) {
    let Some(pc) = pc else { return };
    let Some(pending) = game.state.pending.last() else {
        return;
    };
    let (src, src0, ev) = (pending.src, pending.src0, pending.ev);
    let mut run = game.new_run(at, src, src0, s.who, ev, held_of(game, at));
    run.pc = pc;
    game.run_ability(run);
}

/// Keeps what was chosen or paid for a text.
pub(super) fn announced(game: &mut Game, at: AbilityIx, held: Arc<Captured>) {
    let Some(pending) = game.state.pending.last_mut() else {
        return;
    };
    // The card may have moved as a part of its own cost.
    pending.src = held.src;
    if let Some((_, kept)) = pending.texts.iter_mut().find(|(text, _)| *text == at) {
        *kept = Some(held);
    }
}

/// 5.20.1.1: what was revealed where it is hidden is unrevealed when the effect has resolved.
pub(super) fn hide(game: &mut Game) {
    if !game.state.runs.is_empty() {
        return;
    }
    for card in &mut game.state.cards {
        card.set(Flag::ShownToOne, false);
        card.set(Flag::ShownToTwo, false);
    }
}

/// 10.6.2.7.2: the texts are carried out in the written order, whether their card is still there or not (10.6.2.7.2.1).
pub(super) fn resolve(game: &mut Game, pending: &Pending) {
    for (text, held) in pending.texts.iter().rev() {
        let ability = game.pool.ability(*text);
        // What stands behind an additional cost is done only if that was paid.
        let left_out = ability.gated && !is_paid(game, *text, held.as_deref());
        if ability.pc == u32::MAX || left_out {
            continue;
        }
        let run = game.new_run(*text, pending.src, pending.src0, pending.me, pending.ev, held.clone());
        game.begin_run(run);
    }
}
