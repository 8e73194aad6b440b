//! Evolving (5.15) and serving (14.2.1): cards of the evolve deck are linked to followers.

use super::step::{self, Step, begin, go, told};
use super::tables::{card_type, note, prompt, rule, zone};
use super::{layout, links, record};
use crate::exec::{Flow, Game, Refs};
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Atom, Card, Cause, CauseKind, CellId, Ev, EvKind, Flag, KernelStep, NameId, P, Ref};

/// The face-down cards of a player's evolve deck that a follower can evolve with (5.15.1.1, ruling D17): of its name, or of one of the given names.
pub(super) fn choices(game: &Game, who: P, follower: Ref, names: &[NameId]) -> Refs {
    let own = *game.info(follower);
    let wanted = if names.is_empty() { own.all_names() } else { names };
    let mut out = links::cards(game, who, zone::EVOLVE_DECK);
    out.retain(|c| {
        let printed = game.info(*c);
        game.state.card(c.ix).is(Flag::FaceDown)
            && printed.types & card_type::FOLLOWER != 0
            && wanted.iter().any(|n| printed.named(*n))
    });
    out
}

/// The face-down Carrot cards of a player's evolve deck.
pub(super) fn carrots(game: &Game, who: P) -> Refs {
    let mut out = links::cards(game, who, zone::EVOLVE_DECK);
    out.retain(|c| game.state.card(c.ix).is(Flag::FaceDown) && game.info(*c).types & card_type::CARROT != 0);
    out
}

/// Whether a follower is linked to cards it was served (14.2.1.2.1).
pub(super) fn is_served(game: &Game, card: Ref) -> bool {
    !links::linked(game, card, zone::RACE).is_empty()
}

/// Whether so many Carrot cards are left to be served.
pub(super) fn enough_carrots(game: &Game, who: P, count: i32) -> bool {
    i32::try_from(carrots(game, who).len()).unwrap_or(i32::MAX) >= count
}

/// Asks which of some cards; copies are one choice.
pub(super) fn ask(game: &mut Game, who: P, source: Ref, choices: &[Ref]) {
    let mut atoms: Vec<Atom> = Vec::new();
    for card in choices {
        let copy = |a: &Atom| matches!(a, Atom::Card(c) if game.state.card(c.ix).def == game.state.card(card.ix).def);
        if !atoms.iter().any(copy) {
            atoms.push(Atom::Card(*card));
        }
    }
    step::ask(game, who, prompt::EVOLVED, source, atoms);
}

/// A card was revealed as part of the cost: it is the one that the evolving of this ability takes (5.15.1.1).
pub(super) fn offer(game: &mut Game, card: Ref) {
    if let Some(pending) = game.state.pending.last_mut() {
        pending.x = [i32::from(card.ix) + 1, i32::from(card.life)];
    }
}

/// The card that was revealed for the running ability, if it still lies where it was.
fn offered(game: &Game) -> Option<Ref> {
    let pending = game.state.pending.last()?;
    let [ix, life] = pending.x;
    let card = Ref {
        ix: u16::try_from(ix - 1).ok()?,
        life: u16::try_from(life).ok()?,
    };
    (game.state.alive(card) && links::zone_of(game, card) == zone::EVOLVE_DECK).then_some(card)
}

/// Followers evolve by an effect of a player, one after the other; each with a card of its name, or of the given one.
pub(super) fn begin_evolve(game: &mut Game, who: P, followers: &[Ref], name: Option<NameId>, cause: Cause) {
    sum_up(game, who);
    // Steps are a stack: the first one comes last.
    for follower in followers.iter().rev() {
        let mut s = begin(Step::Evolve, who);
        s.card = *follower;
        s.a = name.map_or(0, |name| i32::from(name.0) + 1);
        s.b = i32::try_from(cause.ability.0).unwrap_or(-1);
        game.push(s);
    }
}

/// Followers are served, one after the other; each with so many Carrot cards of its controller.
pub(super) fn begin_serve(game: &mut Game, who: P, followers: &[Ref], count: i32, cause: Cause) {
    sum_up(game, who);
    for follower in followers.iter().rev() {
        let mut s = begin(Step::Serve, game.master(*follower));
        s.card = *follower;
        s.a = count;
        // 14.2.2.3: part of a cost, if no ability says it.
        let told = (cause.kind != CauseKind::Cost).then_some(cause.ability.0);
        s.b = told.and_then(|a| i32::try_from(a).ok()).unwrap_or(-1);
        game.push(s);
    }
}

/// The steps that come above leave the followers that they have changed.
fn sum_up(game: &mut Game, who: P) {
    let mut sum = begin(Step::Changed, who);
    sum.a = i32::try_from(game.state.words.len()).unwrap_or(i32::MAX);
    game.push(sum);
}

/// The followers that were changed, which lie behind `a`, are what the text speaks of next.
pub(super) fn changed(game: &mut Game, s: KernelStep) -> Flow {
    let base = usize::try_from(s.a).unwrap_or(0).min(game.state.words.len());
    game.state.moved = game.state.words.split_off(base);
    game.state.done = i32::try_from(game.state.moved.len()).unwrap_or(i32::MAX);
    Flow::Pop
}

/// Whether a card is a follower that can evolve.
pub(super) fn can_evolve(game: &Game, card: Ref, cause: Cause) -> bool {
    let follows = links::on_field(game, card) && game.info(card).types & card_type::FOLLOWER != 0;
    follows && !game.forbidden(&told(note::EVOLVE, card, Ref::NONE, game.master(card), cause))
}

/// What the follower of a step can evolve with: nothing if it cannot evolve. Its controller takes a card of the own evolve deck, whoever says
/// that it evolves (5.15.1).
fn open(game: &Game, s: KernelStep) -> Refs {
    let player = game.master(s.card);
    if !can_evolve(game, s.card, cause_of(game, s, rule::EVOLVE)) {
        return Refs::new();
    }
    let name = u16::try_from(s.a - 1).ok().map(NameId);
    match offered(game) {
        Some(card) => Refs::from_slice(&[card]),
        None => choices(game, player, s.card, name.as_slice()),
    }
}

/// Why a step happens. `b` is the ability that says so: a running one, or the follower's own; below 0 it is part of a cost (14.2.2.3).
pub(super) fn cause_of(game: &Game, s: KernelStep, rule: u16) -> Cause {
    let ability = u32::try_from(s.b).map_or(Cause::NO_ABILITY, AbilityIx);
    let running = game.state.runs.last().filter(|run| run.ability == ability);
    Cause {
        kind: if s.b < 0 { CauseKind::Cost } else { CauseKind::Effect },
        by: s.who,
        src: running.map_or(s.card, |run| run.src),
        ability,
        rule,
    }
}

places! {
    /// A follower evolves (5.15.1).
    evolve_at: ASK MOVE LINK OVER;
}

/// The card goes to the evolve zone and is linked (5.15.1); then the follower has evolved (5.15.1.2). `a` is the name that
/// was given, then the card, both counted from 1; `who` controls the effect.
pub(super) fn evolve(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        evolve_at::ASK => {
            let open = open(game, s);
            if open.is_empty() {
                return Flow::Pop;
            }
            go(game, s, evolve_at::MOVE);
            ask(game, game.master(s.card), s.card, &open);
        }
        evolve_at::MOVE => {
            let Some(Atom::Card(card)) = game.state.picks.first().copied() else {
                return Flow::Pop;
            };
            game.goto(KernelStep {
                at: evolve_at::LINK,
                a: i32::from(card.ix) + 1,
                ..s
            });
            if links::zone_of(game, card) != zone::EVOLVE {
                let to = layout().of(game.master(s.card), zone::EVOLVE);
                let mut ev = game.move_ev(card, to, note::PUT, cause_of(game, s, rule::EVOLVE));
                ev.face_down = false;
                game.emit(ev);
            }
        }
        evolve_at::LINK => {
            go(game, s, evolve_at::OVER);
            let card = game.state.now(u16::try_from(s.a - 1).unwrap_or(u16::MAX));
            if !grow(game, s, &[card]) {
                return Flow::Pop;
            }
        }
        _ => {
            game.state.words.push(s.card);
            return Flow::Pop;
        }
    }
    Flow::Go
}

/// The follower of a step is linked to cards of the evolve zone at once, and has evolved (5.15.1.2).
pub(super) fn grow(game: &mut Game, s: KernelStep, with: &[Ref]) -> bool {
    let there = |card: &Ref| links::zone_of(game, *card) == zone::EVOLVE;
    let with: Vec<Ref> = with.iter().copied().filter(there).collect();
    let Some(first) = with.first().copied().filter(|_| links::on_field(game, s.card)) else {
        return false;
    };
    let cause = cause_of(game, s, rule::EVOLVE);
    record::evolved(game, s.card);
    let mut batch: Vec<Ev> = with.iter().map(|card| attach(game, *card, s.card, cause)).collect();
    batch.push(told(note::EVOLVE, s.card, first, game.master(s.card), cause));
    game.state.batch = batch;
    game.send();
    true
}

fn attach(game: &Game, card: Ref, host: Ref, cause: Cause) -> Ev {
    let cell: CellId = game.state.card(card.ix).cell;
    Ev {
        kind: EvKind::Attach,
        tag: note::LINK,
        subj: card,
        obj: host,
        who: game.master(card),
        from: cell,
        to: cell,
        cause,
        ..Ev::default()
    }
}

/// A link is lost (11.6.2).
pub(super) fn unlinked(game: &Game, card: Ref, rule: u16) -> Ev {
    attach(game, card, Ref::NONE, Cause::rule(rule, game.master(card)))
}

places! {
    /// Carrots are served (14.2.1.1).
    serve_at: MOVE LINK OVER;
}

/// 14.2.1.1: Carrot cards go to the race zone and are linked; nothing if the follower is linked already (14.2.1.2). `a` is how many, `b` the ability
/// that says so, below 0 if it is a cost.
pub(super) fn serve(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        serve_at::MOVE => {
            go(game, s, serve_at::LINK);
            if !links::on_field(game, s.card) || !links::linked(game, s.card, zone::RACE).is_empty() {
                return Flow::Pop;
            }
            let to = layout().of(s.who, zone::RACE);
            let count = usize::try_from(s.a.max(0)).unwrap_or(0);
            let taken = carrots(game, s.who).into_iter().take(count);
            game.state.batch = taken
                .map(|card| Ev {
                    face_down: false,
                    ..game.move_ev(card, to, note::PUT, cause_of(game, s, rule::SERVE))
                })
                .collect();
            game.send();
        }
        serve_at::LINK => {
            go(game, s, serve_at::OVER);
            let cause = cause_of(game, s, rule::SERVE);
            let served = std::mem::take(&mut game.state.moved);
            if served.is_empty() {
                return Flow::Pop;
            }
            let mut batch: Vec<Ev> = served.iter().map(|card| attach(game, *card, s.card, cause)).collect();
            batch.push(told(note::SERVE, s.card, Ref::NONE, game.master(s.card), cause));
            game.state.batch = batch;
            game.send();
        }
        _ => {
            game.state.words.push(s.card);
            return Flow::Pop;
        }
    }
    Flow::Go
}

/// A follower of a board that was set up by hand is evolved: an evolved card of its name lies in the evolve zone.
pub(super) fn lay(game: &mut Game, follower: Ref) -> bool {
    let on = game.state.card(follower.ix);
    let Some(def) = super::deck::evolved_side(&game.pool, on.def) else {
        return false;
    };
    let Ok(ix) = u16::try_from(game.state.cards.len()) else {
        return false;
    };
    if links::zone_of(game, follower) != zone::FIELD {
        return false;
    }
    let cell = layout().of(on.owner, zone::EVOLVE);
    game.state.stamp += 1;
    let card = Card {
        entered: game.state.stamp,
        placed: game.state.stamp,
        ..Card::new(def, cell, on.owner)
    };
    game.state.cards.push(card);
    game.state.cells.add(cell, ix);
    game.state.lay(ix, |l| l.host = follower);
    true
}
