//! Rules handling (11), what the rules make of moves and numbers, and what they demand at once.

use super::step::{Step, ask_cards, begin, go, picked, told};
use super::tables::{attr, card_type, counter, keyword, note, player, prompt, rule, zone};
use super::{ability, evolution, has, layout, links, record, ward};
use crate::exec::{Flow, Game, RulePass};
use crate::games::common::rows::places;
use crate::kernel::{Card, Cause, CellId, Ev, EvKind, Flag, KernelStep, Note, Outcome, P, Ref, Sees, ZoneId};

/// The most play points and maximum play points (3.2.4.1).
const MOST_POINTS: i32 = 10;
/// A card that its player does not keep, or whose link is not kept (11.4.1, 11.5.1, 11.6.2).
const LEAVES: Flag = Flag::Third;

/// All rules handling that is due, at the same time (10.5.2.1, 11.1.3); a choice among cards is made first.
pub(super) fn pass(game: &mut Game) -> RulePass {
    game.settle();
    let losing = losers(game);
    for p in P::BOTH {
        record::miss_draw(game, p, false);
    }
    if !losing.is_empty() {
        // The verdict is spoken when both losses have happened or were replaced.
        game.push(begin(Step::Verdict, game.state.turn.player));
        game.state.batch = losing;
        game.send();
        return RulePass::Did;
    }
    if let Some((who, zone)) = overfull(game) {
        let mut step = begin(Step::Keep, who);
        step.a = i32::from(zone.0);
        game.push(step);
        return RulePass::Did;
    }
    if let Some(follower) = tied(game) {
        let mut step = begin(Step::Tie, game.master(follower));
        step.card = follower;
        game.push(step);
        return RulePass::Did;
    }
    let batch = due(game);
    if batch.is_empty() {
        return RulePass::Nothing;
    }
    game.state.batch = batch;
    game.send();
    RulePass::Did
}

/// Who loses (11.2).
fn losers(game: &Game) -> Vec<Ev> {
    let loss = |p: P| {
        let gone = |c: &Ref| game.info(*c).attr(attr::DEFENSE.ix()) <= 0;
        let number = if links::cards(game, p, zone::LEADER).iter().any(gone) {
            rule::LEADER_LOST
        } else if record::missed_draw(game, p) {
            rule::DECKED
        } else {
            return None;
        };
        Some(told(note::LOSE, Ref::NONE, Ref::NONE, p, Cause::rule(number, p)))
    };
    P::BOTH
        .into_iter()
        .filter_map(loss)
        .filter(|ev| !game.forbidden(ev))
        .collect()
}

/// 1.2.1, 1.2.2: the losses that were not replaced end the game.
pub(super) fn verdict(game: &mut Game, _s: KernelStep) -> Flow {
    let outcome = match (record::has_lost(game, P::ONE), record::has_lost(game, P::TWO)) {
        (true, true) => Some(Outcome::Draw),
        (true, false) => Some(Outcome::Win(P::TWO)),
        (false, true) => Some(Outcome::Win(P::ONE)),
        (false, false) => None,
    };
    if let Some(outcome) = outcome {
        game.finish(outcome);
    }
    Flow::Pop
}

/// A loss was noted: it was neither forbidden nor replaced.
pub(super) fn noted(game: &mut Game, ev: &Ev) {
    if ev.tag == note::LOSE {
        record::lose(game, ev.who);
        // 1.2.4: what an effect says counts at once; by the rules both may lose together.
        if !matches!(ev.cause.rule, rule::LEADER_LOST | rule::DECKED) {
            game.finish(Outcome::Win(ev.who.other()));
        }
    }
}

fn limit(zone: ZoneId) -> u8 {
    if zone == zone::FIELD {
        player::FIELD_LIMIT
    } else {
        player::EX_LIMIT
    }
}

/// How many cards a zone with a limit holds too many.
fn excess(game: &Game, who: P, zone: ZoneId) -> usize {
    let most = usize::try_from(game.player_attr(who, limit(zone)).max(0)).unwrap_or(0);
    links::cards(game, who, zone).len().saturating_sub(most)
}

/// A zone with too many cards whose player has not chosen yet (11.4.1, 11.5.1), the turn player's first.
fn overfull(game: &Game) -> Option<(P, ZoneId)> {
    let turn = game.state.turn.player;
    for p in [turn, turn.other()] {
        for zone in [zone::FIELD, zone::EX] {
            let leaving = links::cards(game, p, zone)
                .iter()
                .filter(|c| game.state.card(c.ix).is(LEAVES))
                .count();
            if excess(game, p, zone) > leaving {
                return Some((p, zone));
            }
        }
    }
    None
}

places! {
    /// Which cards of a full zone are kept.
    keep_at: ASK KEEP;
}

/// The choice which cards are kept; ruling D38: a card that is about to be destroyed can be kept.
pub(super) fn keep(game: &mut Game, s: KernelStep) -> Flow {
    let zone = ZoneId(u8::try_from(s.a).unwrap_or(0));
    let cards = links::cards(game, s.who, zone);
    if s.at == keep_at::ASK {
        go(game, s, keep_at::KEEP);
        let kept = cards.len() - excess(game, s.who, zone).min(cards.len());
        if kept > 0 {
            ask_cards(game, s.who, prompt::KEEP, &cards, (kept, kept));
        } else {
            game.state.picks.clear();
        }
        return Flow::Go;
    }
    let kept = picked(game);
    for card in cards {
        if let Some(c) = game.state.cards.get_mut(usize::from(card.ix)) {
            c.set(LEAVES, !kept.contains(&card));
        }
    }
    Flow::Pop
}

/// A follower that was linked to several cards at once, and none is selected yet (11.6.2).
fn tied(game: &Game) -> Option<Ref> {
    if links::all(game, zone::EVOLVE).len() < 2 {
        return None;
    }
    let open = |card: &Ref| !game.state.card(card.ix).is(LEAVES);
    let several = |follower: &Ref| links::newest(game, *follower).iter().filter(|c| open(c)).count() > 1;
    links::all(game, zone::FIELD).into_iter().find(several)
}

places! {
    /// Which of the links is kept (11.6.2).
    untie_at: ASK KEEP;
}

/// The choice which of the links is kept.
pub(super) fn untie(game: &mut Game, s: KernelStep) -> Flow {
    let cards = links::newest(game, s.card);
    if s.at == untie_at::ASK {
        go(game, s, untie_at::KEEP);
        ask_cards(game, s.who, prompt::LINK, &cards, (1, 1));
        return Flow::Go;
    }
    let kept = picked(game);
    for card in cards {
        if let Some(c) = game.state.cards.get_mut(usize::from(card.ix)) {
            c.set(LEAVES, !kept.contains(&card));
        }
    }
    Flow::Pop
}

/// The events of one pass.
fn due(game: &mut Game) -> Vec<Ev> {
    let mut out: Vec<Ev> = Vec::new();
    for card in links::all(game, zone::FIELD) {
        let info = game.info(card);
        let dead = info.types & card_type::FOLLOWER != 0 && info.attr(attr::DEFENSE.ix()) <= 0;
        let stacked = has(game, card, keyword::STACK) && game.state.counter(card.ix, counter::STACK) == 0;
        let (tag, rule) = if dead {
            (note::DESTROY, rule::DESTROYED)
        } else if game.state.card(card.ix).is(LEAVES) {
            (note::PUT, rule::FIELD_LIMIT)
        } else if stacked {
            (note::PUT, rule::NO_STACK)
        } else {
            continue;
        };
        out.push(to_cemetery(game, card, tag, rule));
    }
    for card in links::all(game, zone::EX) {
        if game.state.card(card.ix).is(LEAVES) {
            out.push(to_cemetery(game, card, note::PUT, rule::EX_LIMIT));
        }
    }
    for (from, rule) in [(zone::EVOLVE, rule::UNLINKED), (zone::RACE, rule::UNLINKED_CARROT)] {
        for card in links::all(game, from) {
            if links::host(game, card).is_none() {
                let owner = game.state.card(card.ix).owner;
                let mut ev = game.move_ev(
                    card,
                    layout().of(owner, zone::EVOLVE_DECK),
                    note::PUT,
                    Cause::rule(rule, owner),
                );
                ev.face_down = false;
                out.push(ev);
            }
        }
    }
    // 11.6.2: of several links the latest stays.
    for follower in links::all(game, zone::FIELD) {
        let evolved = links::linked(game, follower, zone::EVOLVE);
        let kept = evolved
            .iter()
            .rev()
            .find(|c| !game.state.card(c.ix).is(LEAVES))
            .copied();
        let others = evolved.into_iter().filter(|c| Some(*c) != kept);
        out.extend(others.map(|c| evolution::unlinked(game, c, rule::OLDER_LINK)));
    }
    for card in &mut game.state.cards {
        card.set(LEAVES, false);
    }
    out.retain(|ev| !game.forbidden(ev));
    out
}

fn to_cemetery(game: &Game, card: Ref, tag: Note, rule: u16) -> Ev {
    let owner = game.state.card(card.ix).owner;
    let cause = Cause::rule(rule, game.master(card));
    game.move_ev(card, layout().of(owner, zone::CEMETERY), tag, cause)
}

/// What the rules offer at once.
pub(super) fn interrupts(game: &mut Game) {
    ward::interrupts(game);
}

fn is_public(zone: ZoneId) -> bool {
    matches!(layout().zone(zone).sees, Sees::All | Sees::Everybody)
}

/// 10.7.4.1: what leaves the field is judged as it was there; between public and hidden the public side counts; else the new zone.
pub(super) fn judged_before(from: CellId, to: CellId) -> bool {
    let (a, b) = (layout().cell(from).zone, layout().cell(to).zone);
    if a == zone::FIELD {
        return b != zone::FIELD;
    }
    is_public(a) && !is_public(b)
}

/// What the rules make of an event before anything else looks at it.
pub(super) fn shape(game: &Game, ev: &mut Ev) {
    match ev.kind {
        EvKind::Move if ev.to.ix() < layout().len() => shape_move(game, ev),
        EvKind::Value(which) => {
            // 3.2.4, 5.14.1.1
            let most = match which {
                player::PLAY_POINTS if ev.tag == note::RECOVER => game.player_attr(ev.who, player::MAX_PP),
                player::PLAY_POINTS | player::MAX_PP => MOST_POINTS,
                _ => return,
            };
            let room = most - game.state.val(ev.who, which);
            if ev.n > 0 {
                ev.n = ev.n.min(room.max(0));
            }
        }
        _ => {}
    }
}

fn shape_move(game: &Game, ev: &mut Ev) {
    let (from, to) = (layout().cell(ev.from), layout().cell(ev.to));
    let card = game.state.card(ev.subj.ix);
    // 4.1.6, 5.21.3: cards go to their owner's zones; only fields are of who puts them there.
    let free = matches!(to.zone, zone::FIELD | zone::RESOLUTION | zone::NOWHERE);
    if to.player != card.owner && !free {
        ev.to = layout().of(card.owner, to.zone);
    }
    // An evolved card is a card of its own, which never shows the other side.
    ev.side = game.pool.def(card.def).side;
    // 5.4.3: what was played comes from where it was played from.
    if from.zone == zone::RESOLUTION
        && let Some(pending) = game.state.pending.iter().rev().find(|p| p.card == ev.subj)
    {
        ev.origin = pending.from;
    }
}

/// A card has moved: what was paid for one that was played is known of it as it enters (10.9.3).
pub(super) fn moved(game: &mut Game, ev: &Ev) {
    let (from, to) = (layout().cell(ev.from).zone, layout().cell(ev.to).zone);
    if from == zone::RESOLUTION && to == zone::FIELD {
        ability::keep_costs(game, game.state.now(ev.subj.ix));
    }
    if to == zone::FIELD && from != zone::FIELD {
        ward::entered(game, ev);
    }
}

/// 9.1.4: tokens that are where they may not be are eliminated at once.
pub(super) fn eliminated(game: &Game) -> Vec<Ev> {
    let astray = |c: &Card| c.is(Flag::Token) && is_astray(game, c);
    let mut out = Vec::new();
    // Nearly always there is none, and this is asked after every batch.
    if !game.state.cards.iter().any(astray) {
        return out;
    }
    for p in P::BOTH {
        for (z, _) in layout().zones().iter().enumerate() {
            let zone = ZoneId(u8::try_from(z).unwrap_or(u8::MAX));
            for card in links::cards(game, p, zone) {
                let c = game.state.card(card.ix);
                if astray(&c) {
                    out.push(Ev {
                        kind: EvKind::Vanish,
                        subj: card,
                        who: p,
                        from: c.cell,
                        to: layout().of(c.owner, zone::NOWHERE),
                        cause: Cause::rule(rule::ELIMINATED, p),
                        ..Ev::default()
                    });
                }
            }
        }
    }
    out
}

/// Whether a token is where it may not be.
fn is_astray(game: &Game, token: &Card) -> bool {
    match game.zone_of(token.cell) {
        zone::EX | zone::RESOLUTION | zone::NOWHERE => false,
        zone::FIELD => game.pool.def(token.def).printed.types & card_type::SPELL != 0,
        _ => true,
    }
}

/// 4.4.4.2, 4.8.3.2: of the batch, moves into a zone that is too small for them: their numbers, and how many fit.
pub(super) fn crowded(game: &Game) -> Option<(Vec<usize>, usize)> {
    let batch = &game.state.batch;
    for p in P::BOTH {
        for zone in [zone::FIELD, zone::EX] {
            let cell = layout().of(p, zone);
            let comes = |ev: &Ev| {
                let mut shaped = *ev;
                shape(game, &mut shaped);
                ev.kind == EvKind::Move && shaped.to == cell && ev.from != cell
            };
            let coming: Vec<usize> = batch
                .iter()
                .enumerate()
                .filter(|(_, ev)| comes(ev))
                .map(|(n, _)| n)
                .collect();
            if coming.is_empty() {
                continue;
            }
            let leaving = batch
                .iter()
                .filter(|ev| ev.kind == EvKind::Move && ev.from == cell && ev.to != cell)
                .count();
            let there = links::cards(game, p, zone).len().saturating_sub(leaving);
            let most = usize::try_from(game.player_attr(p, limit(zone)).max(0)).unwrap_or(0);
            let room = most.saturating_sub(there);
            if coming.len() > room {
                return Some((coming, room));
            }
        }
    }
    None
}
