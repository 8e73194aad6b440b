//! Playing cards (8.2, 10.6.2). Every stage of the procedure is a stage of one step; what cannot be completed is taken back.

use super::ability::{self, kind};
use super::step::{ask, go, told};
use super::tables::{PLAY_FROM, allow, attr, card_type, keyword, note, player, prompt, rule, zone};
use super::{has, layout, links, pay};
use crate::ast::Category;
use crate::exec::code::Op;
use crate::exec::{AbilityList, Env, Flow, Game, OtherCost, Owed, Refs, Why};
use crate::games::common::pending;
use crate::games::common::rows::places;
use crate::kernel::{
    AbilityIx, Atom, Cause, CauseKind, EffectTarget, Ev, EvInfo, KernelStep, Note, P, PastEv, Pending, Ref,
};
use std::ops::ControlFlow;

/// How a card is played: bits of the step.
mod how {
    /// An effect says so: no timing is asked for.
    pub(super) const EFFECT: i32 = 1;
    /// It costs nothing.
    pub(super) const FREE: i32 = 2;
    /// An effect says what it costs (10.2.1.3.3): `b` of the step.
    pub(super) const SET: i32 = 4;
}

/// What a card that an effect plays costs.
#[derive(Clone, Copy)]
pub(super) enum Price {
    /// As much as it would anyway.
    Own,
    /// Nothing.
    None,
    /// This, with what makes it greater or smaller (10.10.2.4).
    Set(i32),
}

/// The price of what is played without its cost.
const FREE: i32 = -1;

/// The cause of what is being played.
pub(super) fn cause(who: P, src: Ref, ability: AbilityIx) -> Cause {
    Cause {
        kind: CauseKind::Play,
        by: who,
        src,
        ability,
        rule: rule::SPECIFY,
    }
}

/// What could be played: the hand, the EX area (8.2.1), and what effects let the player play from elsewhere.
pub(super) fn candidates(game: &Game, who: P) -> Refs {
    let mut out = links::cards(game, who, zone::HAND);
    out.extend(links::cards(game, who, zone::EX));
    let lends = [allow::PLAY, allow::PLAY_FREE, allow::PLAY_FROM, allow::PLAY_FROM_FREE];
    if game.any_allowed(&lends) {
        for zone in PLAY_FROM.into_iter().filter(|z| *z != zone::EX) {
            for p in [who, who.other()] {
                let lent = |c: &Ref| {
                    let from = [allow::PLAY_FROM, allow::PLAY_FROM_FREE];
                    from.into_iter().any(|a| game.allowed_with(a, who, *c))
                        || p == who
                            && [allow::PLAY, allow::PLAY_FREE]
                                .into_iter()
                                .any(|a| game.allowed(a, EffectTarget::Card(*c)))
                };
                out.extend(links::cards(game, p, zone).into_iter().filter(lent));
            }
        }
    }
    out
}

/// 8.2.1: what playing a card costs now; 10.10.2.4: set first, then more and less, never below 0 (1.3.2.2.1).
pub(super) fn price(game: &Game, who: P, card: Ref) -> i32 {
    let free = game.has_permissions()
        && (game.allowed(allow::PLAY_FREE, EffectTarget::Card(card))
            || game.allowed_with(allow::PLAY_FROM_FREE, who, card));
    if free {
        return 0;
    }
    game.price(card, game.info(card).attr(attr::COST.ix()))
}

/// Whether a player can play a card from where it is (10.6.2.1.1).
pub(super) fn playable(game: &Game, who: P, card: Ref, quick: bool) -> bool {
    Why::nothing(|why| hurdles(game, who, card, quick, why))
}

/// What stands in the way of playing a card from where it is.
pub(super) fn hurdles(game: &Game, who: P, card: Ref, quick: bool, why: &mut Why) -> ControlFlow<()> {
    if quick && !has(game, card, keyword::QUICK) {
        why.not("12.3.2", || "it has no Quick".to_owned())?;
    }
    demands(game, who, card, price(game, who, card), why)
}

fn possible(game: &Game, who: P, card: Ref, price: i32) -> bool {
    Why::nothing(|why| demands(game, who, card, price, why))
}

fn demands(game: &Game, who: P, card: Ref, price: i32, why: &mut Why) -> ControlFlow<()> {
    let types = game.info(card).types;
    if types & card_type::PLAYABLE == 0 {
        return why.not("8.2.1", || "it is no card that is played".to_owned());
    }
    let have = game.player_attr(who, player::PLAY_POINTS);
    if price > have && other_ways(game, who, card).is_empty() {
        why.not("8.2.1", || format!("it costs {price}, and you have {have} play points"))?;
    }
    why.unless_forbidden(game, &played(game, who, card), "1.3.3")?;
    if types & card_type::LASTING != 0 && !has_room(game, who) && extras(game, card).is_empty() {
        why.not("10.6.2.6", || "your field is full".to_owned())?;
    }
    if !texts_possible(game, who, card) {
        why.not("10.6.2.1.1", || "it has no legal target".to_owned())?;
    }
    let owed = Owed {
        currency: if other_ways(game, who, card).is_empty() {
            price
        } else {
            0
        },
        ..Owed::default()
    };
    if !game.texts_payable(&texts(game, card), card, who, &owed) {
        why.not("10.4.2.2", || {
            "what its text costs besides cannot be paid in full".to_owned()
        })?;
    }
    ControlFlow::Continue(())
}

/// The costs that can be paid in place of a card's play points, by their numbers (10.10.2.4: a text says so).
fn other_ways(game: &Game, who: P, card: Ref) -> Vec<u8> {
    let payable = |cost: &OtherCost| {
        let env = Env::of_card(card, who).with_held(cost.held.as_deref());
        // 10.6.2.1: the card has left its zone by then and pays for nothing.
        cost.permission == allow::PLAY && game.can_pay_without(cost.cost, who, &env.in_ability(cost.ability), &[card])
    };
    let costs = game.alternative_costs(card);
    let costs = (0u8..31).zip(costs.iter()).filter(|(_, cost)| payable(cost));
    costs.map(|(n, _)| n + 1).collect()
}

/// Pays the cost that takes the place of the play points.
fn pay_other(game: &mut Game, s: KernelStep, number: u8) {
    let Some(cost) = game.alternative_costs(s.card).into_iter().nth(usize::from(number) - 1) else {
        game.take_back();
        return;
    };
    let mut run = game.new_run(cost.ability, s.card, s.card, s.who, EvInfo::default(), cost.held);
    run.pc = game.pool.cost(cost.cost).pc;
    game.run_cost(run);
}

/// 10.6.2.6: whether one more card fits onto a player's field.
fn has_room(game: &Game, who: P) -> bool {
    let there = i32::try_from(links::cards(game, who, zone::FIELD).len()).unwrap_or(i32::MAX);
    there < game.player_attr(who, player::FIELD_LIMIT)
}

/// The texts that are carried out when a spell resolves (10.1.1.4).
fn texts(game: &Game, card: Ref) -> AbilityList {
    let mut out = game.abilities_of(card);
    out.retain(|a| game.pool.ability(*a).category == Category::Play);
    out
}

/// The additional costs that can or must be paid while the card is played (10.6.2.2.1, 10.6.2.5).
fn extras(game: &Game, card: Ref) -> AbilityList {
    let mut out = game.abilities_of(card);
    out.retain(|a| {
        let ability = game.pool.ability(*a);
        ability.category == Category::Play && (ability.extra.is_some() || ability.payment.is_some())
    });
    out
}

fn texts_possible(game: &Game, who: P, card: Ref) -> bool {
    if game.info(card).types & card_type::SPELL == 0 {
        return true;
    }
    let starts = texts(game, card).into_iter().filter(|a| !game.pool.ability(*a).gated);
    let mut starts = starts.filter_map(|a| game.pool.ability(a).announce.map(|pc| (a, pc)));
    let possible =
        |game: &Game, a: AbilityIx, pc: u32| game.announceable(pc, &Env::of_card(card, who), &cause(who, card, a));
    starts.all(|(a, pc)| {
        // Ruling D28: a condition that counts what was played counts this card too.
        if asks_first(game, pc) {
            let mut trial = game.clone();
            trial.state.past.push(PastEv {
                ev: played(game, who, card),
                after: card,
                turn: game.state.turn.number,
                stamp: game.state.stamp,
            });
            possible(&trial, a, pc)
        } else {
            possible(game, a, pc)
        }
    })
}

/// Whether the choices that begin here ask for a condition.
fn asks_first(game: &Game, pc: u32) -> bool {
    let ops = (pc..).map(|at| game.pool.op(at));
    ops.take_while(|op| !matches!(op, Op::Announced | Op::End))
        .take(256)
        .any(|op| matches!(op, Op::Unless(..)))
}

/// The note that a card is played.
fn played(game: &Game, who: P, card: Ref) -> Ev {
    let cell = game.state.card(card.ix).cell;
    Ev {
        from: cell,
        to: cell,
        ..told(note::PLAY, card, Ref::NONE, who, cause(who, card, Cause::NO_ABILITY))
    }
}

/// A card is played by an effect; true if that can begin.
pub(super) fn by_effect(game: &mut Game, who: P, card: Ref, how: Price) -> bool {
    let price = match how {
        Price::Own => price(game, who, card),
        Price::None => 0,
        Price::Set(set) => game.price_from(card, set),
    };
    if !game.state.alive(card) || !possible(game, who, card, price) {
        return false;
    }
    game.state.done = 0;
    game.mark(None);
    let mut s = super::step::begin(super::step::Step::Play, who);
    s.card = card;
    (s.a, s.b) = match how {
        Price::Own => (how::EFFECT, 0),
        Price::None => (how::EFFECT | how::FREE, 0),
        Price::Set(set) => (how::EFFECT | how::SET, set),
    };
    game.push(s);
    true
}

places! {
    /// Playing a card, in the order of 10.6.2.
    place: SPECIFY ANNOUNCED EXTRA EXTRA_ANSWERED CHOICES COSTS WAY PAY ROOM TEXT LAY DONE;
}

/// The procedure. Before the card lies in the resolution zone `a` keeps how it is played; then `a` counts texts and costs, and `b` is the price.
pub(super) fn card(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        place::SPECIFY => specify(game, s),
        place::ANNOUNCED => announced(game, s),
        // 10.6.2.2.1
        place::EXTRA | place::EXTRA_ANSWERED => return additional(game, s),
        place::CHOICES => {
            // 10.6.2.2 to 10.6.2.4: options, targets and division, text by text.
            match ability::text_at(game, s.a) {
                Some(text) => {
                    game.goto(KernelStep { a: s.a + 1, ..s });
                    ability::announce(game, text, s);
                }
                None => game.goto(KernelStep {
                    at: place::COSTS,
                    a: 0,
                    ..s
                }),
            }
        }
        // 10.6.2.5: of each text its additional cost and its own, then the play points.
        place::COSTS => match ability::text_at(game, s.a / 2) {
            Some(text) => {
                game.goto(KernelStep { a: s.a + 1, ..s });
                if s.a % 2 == 0 {
                    ability::pay_extra(game, text, s);
                } else {
                    ability::pay_own(game, text, s);
                }
            }
            None => {
                ability::keep_costs(game, s.card);
                go(game, s, place::WAY);
            }
        },
        place::WAY => ask_way(game, s),
        place::PAY => pay_way(game, s),
        place::ROOM => {
            // 10.6.2.6
            let lasting = game.info(s.card).types & card_type::LASTING != 0;
            if lasting && !has_room(game, s.who) {
                game.take_back();
                return Flow::Go;
            }
            go(game, s, place::TEXT);
            game.unmark();
            game.forget_refused();
            if let Some(pending) = game.state.pending.last_mut() {
                pending.bits |= Pending::PLAYED;
            }
        }
        _ => return resolve(game, s),
    }
    Flow::Go
}

/// The price is paid in the chosen way.
fn pay_way(game: &mut Game, s: KernelStep) {
    go(game, s, place::ROOM);
    match game.state.picks.first() {
        Some(Atom::Option(0)) if s.b > 0 => {
            let cause = Cause {
                kind: CauseKind::Cost,
                rule: rule::PAY,
                ..cause(s.who, s.card, Cause::NO_ABILITY)
            };
            pay::points(game, s.who, player::PLAY_POINTS, s.b, cause);
        }
        Some(Atom::Option(0)) => {}
        Some(Atom::Option(way)) => pay_other(game, s, *way),
        _ => game.take_back(),
    }
}

/// Which way to pay, if there are several.
fn ask_way(game: &mut Game, s: KernelStep) {
    // 0 is the printed way.
    let mut ways = if s.b == FREE {
        Vec::new()
    } else {
        other_ways(game, s.who, s.card)
    };
    if s.b <= game.player_attr(s.who, player::PLAY_POINTS) {
        ways.insert(0, 0);
    }
    let atoms: Vec<Atom> = ways.into_iter().map(Atom::Option).collect();
    go(game, s, place::PAY);
    if atoms.len() > 1 {
        ask(game, s.who, prompt::WAY, s.card, atoms);
    } else {
        game.state.picks = atoms;
    }
}

/// The card lies in the resolution zone: its texts are known from here on.
fn announced(game: &mut Game, s: KernelStep) {
    let card = game.state.now(s.card.ix);
    if links::zone_of(game, card) != zone::RESOLUTION {
        game.take_back();
        return;
    }
    game.settle();
    let spell = game.info(card).types & card_type::SPELL != 0;
    let texts = if spell { texts(game, card) } else { extras(game, card) };
    let texts = texts.into_iter().map(|a| (a, None)).collect();
    if let Some(pending) = game.state.pending.last_mut() {
        pending.card = card;
        pending.src = card;
        pending.src0 = card;
        pending.texts = texts;
    }
    game.goto(KernelStep {
        at: place::EXTRA,
        card,
        ..s
    });
    // Ruling D28: it counts as played from here on, unless all of it is taken back.
    let mut ev = played(game, s.who, card);
    if let Some(pending) = game.state.pending.last() {
        // Where it was played from: abilities ask for it.
        ev.from = pending.from;
    }
    game.emit(ev);
}

/// 10.6.2.1; ruling D12: what it costs is looked up where it is played from.
fn specify(game: &mut Game, s: KernelStep) {
    let price = if s.a & how::FREE != 0 {
        FREE
    } else if s.a & how::SET != 0 {
        game.price_from(s.card, s.b)
    } else {
        price(game, s.who, s.card)
    };
    let from = game.state.card(s.card.ix).cell;
    game.goto(KernelStep {
        at: place::ANNOUNCED,
        a: 0,
        b: price,
        ..s
    });
    announce(game, s, from);
    let to = layout().of(s.who, zone::RESOLUTION);
    let mut ev = game.move_ev(s.card, to, Note::NONE, cause(s.who, s.card, Cause::NO_ABILITY));
    ev.face_down = false;
    game.emit(ev);
}

/// The announcement of a card, while it is still where it is played from.
fn announce(game: &mut Game, s: KernelStep, from: crate::kernel::CellId) {
    pending::announce(
        game,
        Pending {
            card: s.card,
            kind: kind::CARD,
            me: s.who,
            ability: Cause::NO_ABILITY,
            src: s.card,
            src0: s.card,
            ev: EvInfo::default(),
            texts: Vec::new(),
            x: [0; 2],
            bits: 0,
            from,
            seq: 0,
        },
    );
}

/// Asks for each additional cost whether it is paid. `a` counts the texts.
fn additional(game: &mut Game, s: KernelStep) -> Flow {
    if s.at == place::EXTRA_ANSWERED {
        let text = ability::text_at(game, s.a);
        if game.state.picks.first() == Some(&Atom::Yes)
            && let Some(text) = text
        {
            ability::take_extra(game, text);
            ability::keep_costs(game, s.card);
        }
        game.goto(KernelStep {
            at: place::EXTRA,
            a: s.a + 1,
            ..s
        });
        return Flow::Go;
    }
    let Some(text) = ability::text_at(game, s.a) else {
        game.goto(KernelStep {
            at: place::CHOICES,
            a: 0,
            ..s
        });
        return Flow::Go;
    };
    go(game, s, place::EXTRA_ANSWERED);
    game.state.picks.clear();
    if ability::extra_payable(game, text, s.card, s.who) {
        // 10.6.2.6: without room only a cost that makes some leaves the play possible.
        let lasting = game.info(s.card).types & card_type::LASTING != 0;
        let must = lasting && !has_room(game, s.who) && ability::text_at(game, 1).is_none();
        let atoms = if must {
            vec![Atom::Yes]
        } else {
            vec![Atom::No, Atom::Yes]
        };
        ask(game, s.who, prompt::EXTRA, s.card, atoms);
    }
    Flow::Go
}

/// 10.6.2.7: followers and amulets go to the field; the text of a spell is carried out.
fn resolve(game: &mut Game, s: KernelStep) -> Flow {
    let pending = game.state.pending.iter().rev().find(|p| p.card == s.card).cloned();
    let there = game.state.alive(s.card) && links::zone_of(game, s.card) == zone::RESOLUTION;
    match s.at {
        place::TEXT => {
            // The text of a spell; of followers and amulets, what an additional cost was paid for.
            go(game, s, place::LAY);
            if let Some(pending) = pending {
                ability::resolve(game, &pending);
            }
        }
        place::LAY if there && game.info(s.card).types & card_type::LASTING != 0 => {
            // 10.6.2.7.1
            go(game, s, place::DONE);
            let cause = Cause::rule(rule::ENTER, s.who);
            let ev = game.move_ev(s.card, layout().of(s.who, zone::FIELD), note::PUT, cause);
            game.emit(ev);
        }
        place::LAY => {
            // 10.6.2.7.3
            go(game, s, place::DONE);
            if there {
                let owner = game.state.card(s.card.ix).owner;
                let cause = Cause::rule(rule::LEAVE, s.who);
                let ev = game.move_ev(s.card, layout().of(owner, zone::CEMETERY), note::RESOLVE, cause);
                game.emit(ev);
            }
        }
        _ => {
            game.state
                .pending
                .retain(|p| p.card.ix != s.card.ix || p.kind != kind::CARD);
            game.state.done = 1;
            ability::hide(game);
            return Flow::Pop;
        }
    }
    Flow::Go
}
