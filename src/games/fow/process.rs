//! Rule processes (1200): what the rules do by themselves before a player gains priority.

use super::step::{Step, begin, go};
use super::tables::{attr, card_type, counter, keyword, note, player, rule, zone};
use super::{addition, layout, record};
use crate::exec::{Flow, Game, RulePass};
use crate::games::common::rows::places;
use crate::kernel::{Ask, AskKind, Atom, Cause, CellId, Ev, EvKind, Flag, Frame, KernelStep, Outcome, P, Ref};

/// Cards a lifebreak area holds (1415.1.a.2).
const LIFEBREAK: usize = 4;

/// The first kind of rule process that is due, as one batch; the caller looks again until nothing is due (602.1a, 1201.1).
pub(super) fn pass(game: &mut Game) -> RulePass {
    game.settle();
    if verdict(game) {
        return RulePass::Did;
    }
    let losing = losers(game);
    if !losing.is_empty() {
        lose(game, losing);
        return RulePass::Did;
    }
    // 1202.2 asks for what happened since the last rule process.
    for p in P::BOTH {
        record::miss_draw(game, p, false);
    }
    let batch = due(game);
    if batch.is_empty() {
        return RulePass::Nothing;
    }
    game.state.batch = batch;
    let step = begin(Step::Order, game.state.turn.player);
    game.push(step);
    RulePass::Did
}

places! {
    /// Cards that are put into graveyards together are put in order (302.4).
    order_at: ASK_FIRST SORT_FIRST ASK_OTHER SORT_OTHER SEND;
}

/// 302.4: cards that a rule process puts into a graveyard together are put in order by their owner, the turn player first. Then all of it happens.
pub(super) fn order(game: &mut Game, s: KernelStep) -> Flow {
    let tp = game.state.turn.player;
    go(game, s, s.at.saturating_add(1));
    match s.at {
        order_at::ASK_FIRST | order_at::ASK_OTHER => {
            let who = if s.at == order_at::ASK_FIRST { tp } else { tp.other() };
            ask_order(game, who, layout().of(who, zone::GRAVEYARD));
        }
        order_at::SORT_FIRST | order_at::SORT_OTHER => {
            let picks = std::mem::take(&mut game.state.picks);
            let place = |ev: &Ev| {
                picks
                    .iter()
                    .position(|a| *a == Atom::Card(ev.subj))
                    .map_or(0, |n| n + 1)
            };
            game.state.batch.sort_by_key(place);
        }
        order_at::SEND => game.send(),
        _ => return Flow::Pop,
    }
    Flow::Go
}

fn ask_order(game: &mut Game, who: P, to: CellId) {
    game.state.picks.clear();
    let stays = |ev: &&Ev| {
        let card = game.state.card(ev.subj.ix);
        let ruler = game.pool.def(card.def).printed.types & card_type::J_RULER != 0;
        ev.kind == EvKind::Move && ev.to == to && !card.is(Flag::Token) && !ruler
    };
    let cards: Vec<Ref> = game.state.batch.iter().filter(stays).map(|ev| ev.subj).collect();
    let name = |card: &Ref| game.state.card(card.ix).def;
    // Nobody can tell one card from another of its kind there.
    if cards.iter().all(|c| cards.first().map(name) == Some(name(c))) {
        return;
    }
    let mut ask = Ask::one(who, AskKind::Order);
    ask.min = u16::try_from(cards.len()).unwrap_or(u16::MAX);
    ask.max = ask.min;
    ask.ordered = true;
    game.state.atoms = cards.into_iter().map(Atom::Card).collect();
    game.ask(ask);
}

/// Whether a final step must be repeated (505.5e, 807.3b): a rule process is due, or an automatic object is triggered. What ended just now may have
/// fulfilled a status (906.9).
pub(super) fn is_due(game: &mut Game) -> bool {
    game.settle();
    game.find_state_triggers();
    !losers(game).is_empty() || !due(game).is_empty() || !game.state.standby.is_empty()
}

/// The events of the first kind of which there are any, in the order of the rules.
fn due(game: &Game) -> Vec<Ev> {
    let kinds: [fn(&Game) -> Vec<Ev>; 5] = [counters, destroyed, rounded, additions, lifebreak];
    kinds
        .into_iter()
        .map(|kind| kind(game))
        .find(|batch| !batch.is_empty())
        .unwrap_or_default()
}

/// What a loss looks like to those who would replace or forbid it.
fn loss(p: P, rule: u16) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: note::LOSE_GAME,
        who: p,
        cause: Cause::rule(rule, p),
        ..Ev::default()
    }
}

/// 1202: who loses, all at the same time.
fn losers(game: &Game) -> Vec<Ev> {
    let verdict = |p: P| {
        if game.state.val(p, player::LIFE) <= 0 {
            Some(loss(p, rule::LOST))
        } else if record::missed_draw(game, p) {
            Some(loss(p, rule::DECKED))
        } else {
            None
        }
    };
    P::BOTH
        .into_iter()
        .filter_map(verdict)
        .filter(|ev| !game.forbidden(ev))
        .collect()
}

/// The losses happen, unless something replaces them.
fn lose(game: &mut Game, losing: Vec<Ev>) {
    let who: Vec<P> = losing.iter().map(|ev| ev.who).collect();
    for p in P::BOTH {
        record::miss_draw(game, p, false);
    }
    game.state.batch = losing;
    game.send();
    if !matches!(game.state.stack.last(), Some(Frame::Door { .. })) {
        for p in who {
            record::lose(game, p);
        }
        verdict(game);
    }
}

/// A loss was noted: it was neither forbidden nor replaced. The verdict is spoken by the next rule process, for both players together.
pub(super) fn noted(game: &mut Game, ev: &Ev) {
    if ev.kind == EvKind::Note && ev.tag == note::LOSE_GAME {
        record::lose(game, ev.who);
        game.state.unchecked = true;
    }
}

/// Ends the game if a loss has happened (103.2); both at once is a draw (103.3).
fn verdict(game: &mut Game) -> bool {
    let outcome = match (record::lost(game, P::ONE), record::lost(game, P::TWO)) {
        (true, true) => Outcome::Draw,
        (true, false) => Outcome::Win(P::TWO),
        (false, true) => Outcome::Win(P::ONE),
        (false, false) => return false,
    };
    game.finish(outcome);
    true
}

/// The cards of a zone, the turn player's first.
fn cards_in(game: &Game, z: crate::kernel::ZoneId) -> Vec<Ref> {
    let tp = game.state.turn.player;
    [tp, tp.other()]
        .into_iter()
        .flat_map(|p| game.state.cells.cards(layout().of(p, z)))
        .map(|ix| game.state.now(*ix))
        .collect()
}

/// 1203.1, 1203.2: counters that cancel each other out, in the field and the ruler areas (ruling R-44).
fn counters(game: &Game) -> Vec<Ev> {
    let mut out = Vec::new();
    if game.state.counters.is_empty() {
        return out;
    }
    for card in [zone::FIELD, zone::RULER].into_iter().flat_map(|z| cards_in(game, z)) {
        let count = |kind: u8| game.state.counter(card.ix, kind);
        let pairs = count(counter::PLUS).min(count(counter::MINUS));
        if pairs <= 0 {
            continue;
        }
        let cell = game.state.card(card.ix).cell;
        for kind in [counter::PLUS, counter::MINUS] {
            out.push(Ev {
                kind: EvKind::Counter(kind),
                tag: note::UNCOUNTER,
                subj: card,
                who: game.master(card),
                from: cell,
                to: cell,
                n: -pairs,
                cause: Cause::rule(rule::COUNTERS, game.master(card)),
                ..Ev::default()
            });
        }
    }
    out
}

/// 1204: J/resonators with too much damage or too little DEF, all together (ruling R-15). What cannot be destroyed stays (1010.3).
fn destroyed(game: &Game) -> Vec<Ev> {
    cards_in(game, zone::FIELD)
        .into_iter()
        .filter_map(|card| {
            let info = game.info(card);
            if info.types & card_type::FIGHTER == 0 || !info.has_attr(attr::DEF) {
                return None;
            }
            let (def, damage) = (info.attr(attr::DEF.ix()), game.state.laid(card.ix).damage);
            let rule = if def <= 0 {
                rule::NO_DEF
            } else if damage >= def {
                rule::LETHAL
            } else {
                return None;
            };
            Some(to_graveyard(game, card, note::DESTROY, rule))
        })
        .filter(|ev| !game.forbidden(ev))
        .collect()
}

/// A card goes to its owner's graveyard by the rules.
fn to_graveyard(game: &Game, card: Ref, tag: crate::kernel::Note, rule: u16) -> Ev {
    let owner = game.state.card(card.ix).owner;
    let cause = Cause::rule(rule, game.master(card));
    game.move_ev(card, layout().of(owner, zone::GRAVEYARD), tag, cause)
}

/// 1205.1: life is rounded up to hundreds.
fn rounded(game: &Game) -> Vec<Ev> {
    P::BOTH
        .into_iter()
        .filter_map(|p| {
            let missing = game.state.val(p, player::LIFE).saturating_neg().rem_euclid(100);
            (missing > 0).then(|| Ev {
                kind: EvKind::Value(player::LIFE),
                who: p,
                n: missing,
                cause: Cause::rule(rule::ROUND_LIFE, p),
                ..Ev::default()
            })
        })
        .collect()
}

/// 1206.1: additions that are added to nothing, to themselves or to a card they cannot be added to.
fn additions(game: &Game) -> Vec<Ev> {
    cards_in(game, zone::FIELD)
        .into_iter()
        .filter_map(|card| {
            let host = game.state.laid(card.ix).host;
            let bestow = game.info(card).keywords & game.pool.known_keyword(keyword::BESTOW) != 0;
            if !illegal(game, card, host) {
                None
            } else if bestow {
                // 1206.1a: it stays, and is added to nothing.
                host.is_some().then(|| detached(game, card))
            } else {
                Some(to_graveyard(game, card, note::PUT, rule::ADDITION))
            }
        })
        .filter(|ev| !game.forbidden(ev))
        .collect()
}

/// Whether an addition is where it must not be. Additions of the field need no card (1406.4).
fn illegal(game: &Game, card: Ref, host: Ref) -> bool {
    let types = game.info(card).types;
    if types & card_type::ADDITION == 0 {
        return false;
    }
    let wanted = addition::host_types(types);
    if !host.is_some() {
        return wanted != 0;
    }
    let there = game.state.alive(host) && game.zone_of(game.state.card(host.ix).cell) == zone::FIELD;
    let fits = wanted == 0 || game.info(host).types & wanted != 0;
    host == card || !there || !fits
}

fn detached(game: &Game, card: Ref) -> Ev {
    let cell = game.state.card(card.ix).cell;
    Ev {
        kind: EvKind::Attach,
        subj: card,
        obj: Ref::NONE,
        who: game.master(card),
        from: cell,
        to: cell,
        cause: Cause::rule(rule::ADDITION, game.master(card)),
        ..Ev::default()
    }
}

/// 1415.1.e.1: of a lifebreak area that is too large the lowest cards stay.
fn lifebreak(game: &Game) -> Vec<Ev> {
    if !record::is(game, record::VALHALLA) {
        return Vec::new();
    }
    P::BOTH
        .into_iter()
        .flat_map(|p| {
            game.state
                .cells
                .cards(layout().of(p, zone::LIFEBREAK))
                .iter()
                .skip(LIFEBREAK)
        })
        .map(|ix| to_graveyard(game, game.state.now(*ix), note::PUT, rule::BREAK))
        .collect()
}
