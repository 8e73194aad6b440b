//! Striding (6.5.1.2, 8.5.3.4, 10.1.27, 10.2.10).

use super::marks::{self, mark};
use super::step::{Step, begin, by_rule, check_then, enter, go};
use super::tables::{act, card_type, keyword, note, prompt, rule, time, window, zone};
use super::{circles, layout, record};
use crate::exec::{Env, Flow, Game, Why};
use crate::games::common::cards::picked;
use crate::games::common::rows::places;
use crate::kernel::{
    AbilityIx, Act, Ask, AskKind, Atom, Cause, CauseKind, Ev, EvInfo, EvKind, Flag, KernelStep, P, PickRule, Ref,
};
use std::ops::ControlFlow;

/// Both vanguards need this grade (8.5.2.1.1.3, 10.1.27.2).
const GRADE: i32 = 3;
/// The grades of the discarded cards together (10.2.10.3.1).
const COST: i32 = 3;

places! {
    /// The stride step (6.5.1.2).
    step_at: BEGIN CHECK ASK ANSWER PAY DISCARD STRIDE LAST_CHECK OVER;
}

/// The stride step: one normal stride at most (6.5.1.2.2). `card` is the G unit.
pub(super) fn step(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        step_at::BEGIN => {
            if game.skips(p, time::STRIDE_STEP) {
                return Flow::Pop;
            }
            go(game, s, step_at::CHECK);
            enter(game, time::RIDE, &[time::STRIDE_STEP]);
        }
        step_at::CHECK => check_then(game, s, step_at::ASK),
        // Whether a stride is open at all is for everybody to see.
        step_at::ASK if !could_stride(game, p) => go(game, s, step_at::LAST_CHECK),
        step_at::ASK => {
            go(game, s, step_at::ANSWER);
            game.ask_to_act(p, window::STRIDE, true, |game, atoms| list(game, p, atoms));
        }
        step_at::ANSWER => {
            let Some(Atom::Act(Act { card, .. })) = game.state.picks.first().copied() else {
                go(game, s, step_at::LAST_CHECK);
                return Flow::Go;
            };
            record::do_it(game, record::STRIDDEN);
            game.goto(KernelStep {
                at: step_at::PAY,
                card,
                ..s
            });
            // 8.5.2.1: the card is chosen and shown.
            let cell = game.state.card(card.ix).cell;
            game.emit(Ev {
                kind: EvKind::Reveal,
                tag: note::REVEAL,
                subj: card,
                who: p,
                from: cell,
                to: cell,
                cause: by_rule(game, rule::NORMAL_STRIDE),
                ..Ev::default()
            });
        }
        step_at::PAY => pay(game, s, p),
        step_at::DISCARD => {
            // The cards of the general cost go together.
            go(game, s, step_at::STRIDE);
            let cause = cost_cause(p, s.card);
            let drop = layout().of(p, zone::DROP);
            let discards = picked(game)
                .into_iter()
                .map(|card| game.move_ev(card, drop, note::DISCARD, cause));
            game.state.batch = discards.collect();
            game.send();
        }
        step_at::STRIDE => {
            go(game, s, step_at::LAST_CHECK);
            let mut stride = begin(Step::Stride, p);
            stride.card = s.card;
            stride.b = i32::from(rule::NORMAL_STRIDE);
            stride.a = NORMAL;
            game.push(stride);
        }
        step_at::LAST_CHECK => check_then(game, s, step_at::OVER),
        _ => return Flow::Pop,
    }
    Flow::Go
}

fn cost_cause(p: P, card: Ref) -> Cause {
    Cause {
        kind: CauseKind::Cost,
        src: card,
        ..Cause::rule(rule::NORMAL_STRIDE, p)
    }
}

/// Whether a player could stride at all: both vanguards have grade 3 or more; a G unit counts as any vanguard.
pub(super) fn is_open(game: &Game, p: P) -> bool {
    circles::vanguard_grade(game, p) >= GRADE && circles::vanguard_grade(game, p.other()) >= GRADE
}

/// Whether the player could stride, as far as both players can see: there is a face-down card in the G zone.
fn could_stride(game: &Game, p: P) -> bool {
    let down = |c: Ref| game.state.card(c.ix).is(Flag::FaceDown);
    !record::is_done(game, record::STRIDDEN)
        && is_open(game, p)
        && circles::cards(game, layout().of(p, zone::G)).any(down)
}

/// Face-down G units with a stride skill that can be paid (10.1.27.1, 10.2.10).
fn list(game: &Game, p: P, out: &mut Vec<Atom>) {
    for card in circles::cards(game, layout().of(p, zone::G)) {
        if Why::nothing(|why| hurdles(game, p, card, why)) {
            out.push(Atom::Act(Act {
                kind: act::STRIDE,
                card,
                n: 0,
            }));
        }
    }
}

/// What stands in the way of striding with a card of the G zone.
pub(super) fn hurdles(game: &Game, p: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    if !game.state.card(card.ix).is(Flag::FaceDown) {
        why.not("10.1.27.1", || "it lies face up: it was used".to_owned())?;
    }
    if game.info(card).types & card_type::G_UNIT == 0 {
        why.not("6.5.1.2.2", || "it is no G unit".to_owned())?;
    }
    if !can_pay(game, p, card) {
        why.not("10.2.10.3", || "the cost of the stride cannot be paid".to_owned())?;
    }
    why.unless_forbidden(game, &noted(game, p, card, by_rule(game, rule::NORMAL_STRIDE)), "1.3.3")
}

/// The stride skill of a G unit, if its text names a cost of its own.
fn skill(game: &Game, card: Ref) -> Option<AbilityIx> {
    let word = game.pool.known_keyword(keyword::STRIDE);
    let has = |a: &&AbilityIx| game.pool.ability(**a).keywords & word != 0 && game.pool.ability(**a).cost.is_some();
    game.printed_abilities(card.ix).iter().find(has).copied()
}

/// The discards of the general cost: cards of the hand whose grades reach it together.
fn hand(game: &Game, p: P) -> Vec<Ref> {
    circles::cards(game, layout().of(p, zone::HAND)).collect()
}

fn can_pay(game: &Game, p: P, card: Ref) -> bool {
    match skill(game, card).and_then(|a| game.pool.ability(a).cost) {
        Some(cost) => game.can_pay_cost(cost, p, &Env::of_card(card, p)),
        None => {
            let grade = |c: Ref| game.info(c).attr(super::tables::attr::GRADE.ix()).max(0);
            hand(game, p).into_iter().map(grade).sum::<i32>() >= COST
        }
    }
}

/// 10.2.10.3: the cost of the stride skill, or the general one.
fn pay(game: &mut Game, s: KernelStep, p: P) {
    if let Some(at) = skill(game, s.card) {
        go(game, s, step_at::STRIDE);
        // The skill is its cost and nothing else; running it asks which way to pay if there are several.
        let run = game.new_run(at, s.card, s.card, p, EvInfo::default(), None);
        game.run_ability(run);
        return;
    }
    go(game, s, step_at::DISCARD);
    let cards = hand(game, p);
    let mut ask = Ask::one(p, AskKind::Rule(prompt::STRIDE_COST));
    ask.min = 1;
    ask.max = u16::try_from(cards.len()).unwrap_or(u16::MAX);
    ask.rule = PickRule::TotalAtLeast(super::tables::attr::GRADE.0, COST);
    ask.source = s.card;
    game.state.atoms = cards.into_iter().map(Atom::Card).collect();
    game.ask(ask);
}

/// The stride is a normal one.
const NORMAL: i32 = 1;

/// A G unit strides by an effect.
pub(super) fn superior(game: &mut Game, who: P, card: Ref) {
    let mut step = begin(Step::Stride, who);
    step.card = card;
    step.b = i32::from(rule::STRIDE);
    game.push(step);
}

fn noted(game: &Game, p: P, card: Ref, cause: Cause) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: note::STRIDE,
        subj: card,
        obj: circles::vanguard(game, p).unwrap_or(Ref::NONE),
        who: p,
        from: game.state.card(card.ix).cell,
        to: circles::vc(p),
        cause,
        ..Ev::default()
    }
}

places! {
    /// A stride (10.1.27.3).
    stride_at: STRIDE OVER;
}

/// A stride (10.1.27.3): the G unit comes with the orientation of the vanguard, which becomes a heart.
pub(super) fn stride(game: &mut Game, s: KernelStep) -> Flow {
    let p = s.who;
    let on = game.state.card(s.card.ix);
    let possible =
        game.state.alive(s.card) && game.zone_of(on.cell) == zone::G && on.is(Flag::FaceDown) && is_open(game, p);
    if s.at > stride_at::STRIDE || !possible {
        if s.at == stride_at::STRIDE {
            game.state.done = 0;
            game.state.moved.clear();
        }
        return Flow::Pop;
    }
    go(game, s, stride_at::OVER);
    let cause = if s.a == NORMAL {
        Cause {
            kind: CauseKind::Play,
            src: s.card,
            ..Cause::rule(rule::NORMAL_STRIDE, p)
        }
    } else {
        super::verbs::cause_of_run(game, p, u16::try_from(s.b).unwrap_or(rule::STRIDE))
    };
    // 1.3.3: what is forbidden leaves the vanguard as it is.
    let comes = game.move_ev(s.card, circles::vc(p), note::STRIDE, cause);
    if game.forbidden(&comes) || game.forbidden(&noted(game, p, s.card, cause)) {
        game.state.done = 0;
        game.state.moved.clear();
        return Flow::Pop;
    }
    let rules = Cause {
        rule: rule::HEART,
        ..cause
    };
    let vanguards = circles::units(game, circles::vc(p));
    let orient = circles::vanguard(game, p).map_or(0, |v| game.state.card(v.ix).orient);
    let mut batch = Vec::new();
    for card in &vanguards {
        // Ruling R30: a deleted vanguard is turned face up first.
        if marks::has(game, *card, mark::DELETED) {
            batch.push(marks::restore(game, *card, rules));
        }
        batch.push(marks::become_heart(game, *card, s.card, rules));
    }
    batch.push(Ev { orient, ..comes });
    batch.push(noted(game, p, s.card, cause));
    game.state.batch = batch;
    game.send();
    Flow::Go
}
