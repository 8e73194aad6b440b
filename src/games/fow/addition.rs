//! Older additions: played, each targets the card it will be added to (1406.2); put into the field by an effect, it comes added to a card of the type
//! that its subtype names, or stays where it is (1406.3).

use super::step::{Step, begin, by_rule, go};
use super::tables::{card_type, note, prompt, rule, zone};
use super::{ability, chase, layout, options, priority, verbs};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::kernel::{Ask, AskKind, Atom, Ev, KernelStep, P, Pending, Ref, ZoneId};

/// 1406.2a: what an addition of these types is added to, by type; nothing for other cards and for additions of the field.
pub(super) fn host_types(types: u32) -> u32 {
    let wanted = card_type::ADDED_TO.iter().filter(|(addition, _)| types & addition != 0);
    wanted.fold(0, |all, (_, host)| all | host)
}

/// Whether a card with these printed types is put into the field by something else than its own resolution or the adding itself.
fn is_put(game: &Game, ev: &Ev, types: u32, from: ZoneId) -> bool {
    host_types(types) != 0
        && game.zone_of(ev.to) == zone::FIELD
        && from != zone::CHASE
        && from != zone::FIELD
        && ev.cause.rule != rule::PURSUE
}

fn hosts(game: &Game, types: u32) -> Vec<Ref> {
    P::BOTH
        .into_iter()
        .flat_map(|p| options::cards(game, p, zone::FIELD))
        .filter(|card| game.info(*card).types & host_types(types) != 0)
        .collect()
}

/// Whether it has to stay where it is, for there is nothing it could be added to.
pub(super) fn stays(game: &Game, ev: &Ev, types: u32, from: ZoneId) -> bool {
    is_put(game, ev, types, from) && hosts(game, types).is_empty()
}

/// It has moved: its player says what it is added to.
pub(super) fn entered(game: &mut Game, ev: &Ev, types: u32, from: ZoneId) {
    if is_put(game, ev, types, from) {
        let card = game.state.now(ev.subj.ix);
        let step = begin(Step::Addition, game.master(card));
        game.push(KernelStep { card, ..step });
    }
}

places! {
    /// An addition chooses what it is added to.
    place: ASK ANSWER OVER;
}

/// The question, asked only if there is a choice.
pub(super) fn step(game: &mut Game, s: KernelStep) -> Flow {
    let found = hosts(game, game.info(s.card).types);
    let host = match (s.at, found.as_slice()) {
        (place::ASK, [_, _, ..]) => {
            go(game, s, place::ANSWER);
            priority::ask(
                game,
                s.who,
                prompt::HOST,
                s.card,
                found.into_iter().map(Atom::Card).collect(),
            );
            return Flow::Go;
        }
        (place::ASK, first) => first.first().copied(),
        _ => match game.state.picks.first().copied() {
            Some(Atom::Card(host)) => Some(host),
            _ => None,
        },
    };
    if s.at < place::OVER
        && let Some(host) = host
    {
        go(game, s, place::OVER);
        verbs::attach_now(game, s.card, host, note::ADD);
        return Flow::Go;
    }
    Flow::Pop
}

/// 1406.2b: what an older addition can be added to.
pub(super) fn targets(game: &Game, who: P, card: Ref, types: u32) -> Vec<Ref> {
    let cause = chase::cause(who, card, ability::NONE);
    let wanted = host_types(types);
    P::BOTH
        .into_iter()
        .flat_map(|p| options::cards(game, p, zone::FIELD))
        .filter(|r| game.info(*r).types & wanted != 0 && game.may_target(*r, &cause))
        .collect()
}

/// 1406.2a: an older addition targets what it will be added to.
pub(super) fn ask_target(game: &mut Game, s: KernelStep) {
    game.state.picks.clear();
    let types = game.info(s.card).types;
    if host_types(types) == 0 {
        return;
    }
    let hosts = targets(game, s.who, s.card, types);
    if hosts.is_empty() {
        game.take_back();
        return;
    }
    game.state.atoms = hosts.into_iter().map(Atom::Card).collect();
    let mut ask = Ask::one(s.who, AskKind::Cards);
    ask.source = s.card;
    game.ask(ask);
}

/// 1406.2b: an older addition is added to its target, or goes to the graveyard.
pub(super) fn resolve(game: &mut Game, pending: &Pending) {
    let host = pending.ev.obj;
    let types = game.info(pending.card).types;
    let legal = game.state.alive(host) && targets(game, pending.me, pending.card, types).contains(&host);
    let owner = game.state.card(pending.card.ix).owner;
    if !legal {
        let ev = game.move_ev(
            pending.card,
            layout().of(owner, zone::GRAVEYARD),
            note::PUT,
            by_rule(game, rule::ADDITION),
        );
        game.emit(ev);
        return;
    }
    let to = layout().of(pending.me, zone::FIELD);
    let enter = game.move_ev(pending.card, to, note::PUT, by_rule(game, rule::RESOLVE_LASTING));
    game.state.batch.clear();
    game.state.batch.push(enter);
    game.send();
    let now = game.state.now(pending.card.ix);
    verbs::attach_now(game, now, host, note::ADD);
}
