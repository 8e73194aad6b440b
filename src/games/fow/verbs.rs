//! Verbs of cards that only the rules of this game know (1000 to 1038).

use super::chase::{self, how, kind};
use super::step::{Step, begin, by_rule, go};
use super::tables::{card_type, counter, keyword, note, prompt, rule, state, verb, zone};
use super::{battle, layout, options, play, priority, record, setup, stone};
use crate::exec::{Env, Flow, Game, Refs, VerbCall};
use crate::games::common::pending;
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Atom, Cause, DefId, Ev, EvInfo, EvKind, Flag, KernelStep, Note, P, Pending, Ref, Use};

/// Carries out a verb; what needs several steps is pushed.
pub(super) fn perform(game: &mut Game, call: &VerbCall) {
    game.state.done = 0;
    game.state.moved.clear();
    match call.verb {
        verb::CANCEL => cancel(game, call),
        verb::SUMMON => summon(game, call),
        verb::ADD | verb::BESTOW => add(game, call),
        verb::ATTACH => attach(game, call),
        verb::OVERLAY => overlay(game, call),
        verb::CALL => call_stone(game, call),
        verb::SHIFT => turn_over(game, call, "shift", note::SHIFT),
        verb::INVERT => turn_over(game, call, "inverse", note::INVERT),
        verb::HEAL => heal(game, call),
        verb::REMOVE_FROM_BATTLE => remove_from_battle(game, call),
        verb::ERASE => erase(game, call),
        verb::MOBILIZE => mobilize(game, call),
        verb::COPY => copy(game, call),
        verb::RETARGET => retarget(game, call),
        verb::ROLL => roll(game, call),
        verb::RESTART => setup::restart(game, call.who, call.cards.first().copied()),
        _ => {}
    }
}

/// 1012: a spell goes to its owner's graveyard, an ability just leaves the chase; a judgment is neither (705.2d).
fn cancel(game: &mut Game, call: &VerbCall) {
    let mut gone = 0;
    let mut batch = Vec::new();
    for card in &call.cards {
        let Some(pending) = game.pending(*card).cloned() else {
            continue;
        };
        if pending.kind == kind::JUDGMENT {
            continue;
        }
        let c = game.state.card(card.ix);
        let ev = game.move_ev(*card, layout().of(c.owner, zone::GRAVEYARD), note::CANCEL, call.cause);
        if game.forbidden(&ev) {
            continue;
        }
        if c.is(Flag::Pseudo) || c.is(Flag::Copy) {
            gone += 1;
            chase::vanish(game, *card);
        } else {
            batch.push(ev);
        }
    }
    if batch.is_empty() {
        game.state.done = gone;
    } else {
        game.state.batch = batch;
        game.send();
    }
    chase::tidy(game);
}

/// 1303.3: a token is taken from where it is and put nowhere; that is no move.
fn erase(game: &mut Game, call: &VerbCall) {
    let tokens = call.cards.iter().copied();
    let tokens: Vec<Ref> = tokens
        .filter(|card| game.state.alive(*card) && game.state.card(card.ix).is(Flag::Token))
        .collect();
    game.state.done = i32::try_from(tokens.len()).unwrap_or(i32::MAX);
    for token in tokens {
        chase::vanish(game, token);
    }
}

/// 1006: the card lies on top of the chase as a spell; it was not played (ruling R-17).
fn summon(game: &mut Game, call: &VerbCall) {
    let Some(card) = call.cards.first().copied() else {
        return;
    };
    if !game.state.alive(card) || game.info(card).types & card_type::LASTING == 0 {
        return;
    }
    let ev = game.move_ev(card, layout().of(call.who, zone::CHASE), note::PUT, call.cause);
    game.emit(ev);
    let now = game.state.now(card.ix);
    if game.zone_of(game.state.card(card.ix).cell) != zone::CHASE {
        return;
    }
    let mut pending = pending::of_ability(
        (now, kind::SPELL),
        call.who,
        Cause::NO_ABILITY,
        (now, now),
        EvInfo::default(),
        None,
    );
    pending.texts.clear();
    pending.bits = how::SUMMONED;
    pending::announce(game, pending);
}

/// 1002, 1121.3: an addition is added to a card; one that is not in the field enters it first. If it cannot be added it stays where it is (1002.2a).
fn add(game: &mut Game, call: &VerbCall) {
    let (Some(card), Some(host)) = (call.cards.first().copied(), call.to.first().copied()) else {
        return;
    };
    if !game.state.alive(card) || !game.state.alive(host) || game.zone_of(game.state.card(host.ix).cell) != zone::FIELD
    {
        return;
    }
    let tag = if call.verb == verb::ADD {
        note::ADD
    } else {
        note::BESTOW
    };
    // 1002.2: where adding it is prohibited, it stays where it is.
    let mut asked = attach_ev(game, card, host, tag);
    asked.cause.by = call.who;
    if game.forbidden(&asked) {
        return;
    }
    if game.zone_of(game.state.card(card.ix).cell) != zone::FIELD {
        let mut ev = game.move_ev(card, layout().of(call.who, zone::FIELD), note::PUT, call.cause);
        ev.cause.rule = rule::PURSUE;
        game.emit(ev);
    }
    let now = game.state.now(card.ix);
    if game.zone_of(game.state.card(card.ix).cell) == zone::FIELD {
        attach_now(game, now, host, tag);
    }
}

/// A card is attached to another where it lies.
pub(super) fn attach_now(game: &mut Game, card: Ref, host: Ref, tag: Note) {
    if game.state.alive(card) {
        let ev = attach_ev(game, card, host, tag);
        game.emit(ev);
    }
}

fn attach_ev(game: &Game, card: Ref, host: Ref, tag: Note) -> Ev {
    let cell = game.state.card(card.ix).cell;
    Ev {
        kind: EvKind::Attach,
        tag,
        subj: card,
        obj: host,
        who: game.master(card),
        from: cell,
        to: cell,
        cause: by_rule(game, rule::PURSUE),
        ..Ev::default()
    }
}

/// 1032.1: the card goes to its owner's item area as attached to the J/ruler.
fn attach(game: &mut Game, call: &VerbCall) {
    let (Some(card), Some(host)) = (call.cards.first().copied(), call.to.first().copied()) else {
        return;
    };
    if !game.state.alive(card) || !game.state.alive(host) {
        return;
    }
    let owner = game.state.card(card.ix).owner;
    let mut ev = game.move_ev(card, layout().of(owner, zone::ITEM), note::PUT, call.cause);
    ev.face_down = call.word == FACE_DOWN;
    game.emit(ev);
    let now = game.state.now(card.ix);
    attach_now(game, now, host, note::ATTACH);
}

/// The word of `as face-down`.
const FACE_DOWN: u8 = 1;

/// 1035.1: the card lies on top of the J-ruler and gives it its information.
fn overlay(game: &mut Game, call: &VerbCall) {
    let (Some(card), Some(host)) = (call.cards.first().copied(), call.to.first().copied()) else {
        return;
    };
    let ruler = game.info(host).types & card_type::J_RULER != 0;
    if !game.state.alive(card) || !game.state.alive(host) || !ruler {
        return;
    }
    // It is one entity with the J-ruler: the card waits beside the game as long as it lies on it.
    let owner = game.state.card(card.ix).owner;
    let ev = game.move_ev(card, layout().of(owner, zone::NOWHERE), note::OVERLAY, call.cause);
    game.emit(ev);
    let now = game.state.now(card.ix);
    attach_now(game, now, host, note::OVERLAY);
    game.state.dirty = true;
}

/// The card that lies on top of a J-ruler.
pub(super) fn overlay_of(game: &Game, host: Ref) -> Option<Ref> {
    P::BOTH
        .into_iter()
        .flat_map(|p| options::cards(game, p, zone::NOWHERE))
        .find(|card| game.state.laid(card.ix).host == host && !game.state.card(card.ix).is(Flag::Token))
}

/// 1035.1: what lies on top of J-rulers gives them its information.
pub(super) fn covered(game: &Game) -> Vec<(Ref, DefId)> {
    P::BOTH
        .into_iter()
        .flat_map(|p| options::cards(game, p, zone::NOWHERE))
        .map(|card| (game.state.card(card.ix), game.state.laid(card.ix).host))
        .filter(|(c, host)| host.is_some() && !c.is(Flag::Token) && !c.is(Flag::Pseudo) && game.state.alive(*host))
        .map(|(c, host)| (host, c.def))
        .collect()
}

/// 1035.3: when the entity leaves the field, the card on top goes to its owner's graveyard.
pub(super) fn drop_overlays(game: &mut Game) {
    let loose: Vec<Ref> = P::BOTH
        .into_iter()
        .flat_map(|p| options::cards(game, p, zone::NOWHERE))
        .filter(|card| {
            let c = game.state.card(card.ix);
            let host = game.state.laid(card.ix).host;
            host.is_some()
                && !c.is(Flag::Token)
                && !c.is(Flag::Pseudo)
                && (!game.state.alive(host) || game.zone_of(game.state.card(host.ix).cell) != zone::FIELD)
        })
        .collect();
    for card in loose {
        let owner = game.state.card(card.ix).owner;
        let ev = game.move_ev(
            card,
            layout().of(owner, zone::GRAVEYARD),
            note::PUT,
            by_rule(game, rule::DESTROYED_RULER),
        );
        game.emit(ev);
    }
}

/// 1016.1, ruling R-48: the whole procedure of calling, but for its timing.
fn call_stone(game: &mut Game, call: &VerbCall) {
    let spent = record::is(game, record::CALLED) || record::is(game, record::JUDGED);
    let rulers = if call.who == game.state.turn.player && spent {
        Refs::new()
    } else {
        stone::able_to_call(game, call.who)
    };
    match rulers.as_slice() {
        [] => {}
        [only] => {
            let mut step = begin(Step::Call, call.who);
            step.card = *only;
            game.push(step);
        }
        several => {
            let atoms = several.iter().map(|r| Atom::Card(*r)).collect();
            let step = begin(Step::Verb, call.who);
            game.push(step);
            priority::ask(game, call.who, prompt::RULER, Ref::NONE, atoms);
        }
    }
}

places! {
    /// A verb that waits for an answer.
    place: ANSWER OVER;
}

/// A verb that waited for an answer goes on.
pub(super) fn step(game: &mut Game, s: KernelStep) -> Flow {
    match (s.at, game.state.picks.first().copied()) {
        (place::ANSWER, Some(Atom::Card(ruler))) => {
            go(game, s, place::OVER);
            let mut call = begin(Step::Call, s.who);
            call.card = ruler;
            game.push(call);
            Flow::Go
        }
        _ => Flow::Pop,
    }
}

/// 1117.2a, 1030: the other side comes up, once.
fn turn_over(game: &mut Game, call: &VerbCall, word: &str, tag: Note) {
    let mut batch = Vec::new();
    for card in &call.cards {
        let def = game.pool.def(game.state.card(card.ix).def);
        let front = game.pool.def(def.front);
        let side = front.sides.iter().position(|(w, _)| w == word);
        let Some(side) = side.and_then(|n| u8::try_from(n).ok()).filter(|_| def.side == 0) else {
            continue;
        };
        let cell = game.state.card(card.ix).cell;
        batch.push(Ev {
            kind: EvKind::Side(side),
            tag,
            subj: *card,
            who: game.master(*card),
            from: cell,
            to: cell,
            cause: call.cause,
            ..Ev::default()
        });
    }
    game.state.batch = batch;
    if !game.state.batch.is_empty() {
        game.send();
    }
}

/// 1024: a ruler is healed of its astral counters.
fn heal(game: &mut Game, call: &VerbCall) {
    let batch: Vec<Ev> = call
        .cards
        .iter()
        .filter(|card| game.state.counter(card.ix, counter::ASTRAL) > 0)
        .map(|card| Ev {
            kind: EvKind::Counter(counter::ASTRAL),
            tag: note::HEAL,
            subj: *card,
            who: game.master(*card),
            n: -game.state.counter(card.ix, counter::ASTRAL),
            cause: call.cause,
            ..Ev::default()
        })
        .collect();
    game.state.batch = batch;
    if !game.state.batch.is_empty() {
        game.send();
    }
}

/// 1029: it attacks, blocks and is attacked no longer.
fn remove_from_battle(game: &mut Game, call: &VerbCall) {
    for card in &call.cards {
        battle::remove(game, *card);
    }
    game.state.done = i32::try_from(call.cards.len()).unwrap_or(0);
    if let Some(card) = call.cards.first() {
        let mut ev = priority::noted(call.who, note::OUT_OF_BATTLE, *card, 0);
        ev.cause = call.cause;
        game.emit(ev);
    }
}

/// 1129.3: these cards attack and block without paying in this turn.
fn mobilize(game: &mut Game, call: &VerbCall) {
    let turn = game.state.turn.number;
    for card in &call.cards {
        game.state.uses.push(Use {
            ability: Cause::NO_ABILITY,
            card: *card,
            who: call.who,
            turn,
            n: 1,
        });
    }
    game.state.done = i32::try_from(call.cards.len()).unwrap_or(0);
}

/// Whether a card was mobilized in this turn.
pub(super) fn is_mobilized(game: &Game, card: Ref) -> bool {
    let turn = game.state.turn.number;
    let free = |u: &Use| u.ability == Cause::NO_ABILITY && u.card == card && u.turn == turn;
    game.state.uses.iter().any(free)
}

/// 1017.1, 1017.3: a copy of a spell or ability lies on the chase with all that was chosen for it; of a card elsewhere, a copy that can be played.
fn copy(game: &mut Game, call: &VerbCall) {
    let Some(card) = call.cards.first().copied() else {
        return;
    };
    let nowhere = layout().of(call.who, zone::NOWHERE);
    let def = game.state.card(card.ix).def;
    let pending: Option<Pending> = game.pending(card).cloned();
    let (pseudo, torrential) = (
        game.state.card(card.ix).is(Flag::Pseudo),
        game.state.card(card.ix).is(Flag::Second),
    );
    let Some(mut made) = game.create(def, call.who, true) else {
        return;
    };
    let ix = made.ix;
    if let Some(c) = game.state.cards.get_mut(usize::from(ix)) {
        c.set(Flag::Token, false);
        c.set(Flag::Pseudo, pseudo);
        // 1017.1.c.1
        c.set(Flag::Second, torrential);
    }
    if let Some(mut pending) = pending {
        game.emit(Ev {
            kind: EvKind::Appear,
            subj: made,
            who: call.who,
            from: nowhere,
            to: layout().of(call.who, zone::CHASE),
            cause: call.cause,
            ..Ev::default()
        });
        made = game.state.now(ix);
        if pending.src == pending.card {
            pending.src = made;
            pending.src0 = made;
        }
        pending.card = made;
        pending.me = call.who;
        // What is done for an additional cost of a spell is about its being played: where that copies the spell, the copy does not copy itself again.
        if call.cause.src == card && game.pool.ability(call.cause.ability).gated {
            pending.texts.retain(|(text, _)| *text != call.cause.ability);
        }
        pending.bits |= how::COPY;
        pending::announce(game, pending);
    }
    game.state.moved.clear();
    game.state.moved.push(made);
    game.state.done = 1;
}

/// New targets are chosen as in playing, by the player whose effect says so: what may be chosen is still judged by whose spell it is. What cannot be
/// chosen anew stays.
fn retarget(game: &mut Game, call: &VerbCall) {
    let Some(card) = call.cards.first().copied() else {
        return;
    };
    let Some(at) = game.state.pending.iter().position(|p| p.card == card) else {
        return;
    };
    // The latest announcement is the one whose choices are kept.
    let pending = game.state.pending.remove(at);
    let texts: Vec<AbilityIx> = pending.texts.iter().map(|t| t.0).collect();
    let who = pending.me;
    game.state.pending.push(pending);
    game.state.done = 1;
    for text in texts.into_iter().rev() {
        let s = KernelStep {
            who,
            card,
            ..KernelStep::default()
        };
        if game.pool.ability(text).announce.is_some() {
            super::ability::announce(game, text, s);
            if let Some(run) = game.state.runs.last_mut() {
                run.actor = call.who;
            }
        }
    }
}

/// 1023: so many dice are rolled and added up.
fn roll(game: &mut Game, call: &VerbCall) {
    let dice = call.amount.clamp(0, 100);
    let mut total = 0;
    let mut rng = game.state.rng;
    for _ in 0..dice {
        total += i32::try_from(rng.below(6)).unwrap_or(0) + 1;
    }
    game.state.rng = rng;
    let mut ev = priority::noted(call.who, note::ROLL, Ref::NONE, total);
    ev.cause = call.cause;
    game.emit(ev);
    // A loop with chance in it is none.
    game.state.visited.clear();
    game.state.answers.clear();
    game.state.done = total;
}

/// 1119.2: the second player begins with a will coin.
pub(super) fn coin(game: &mut Game, who: P) {
    if let Some(def) = game.pool.def_named(COIN) {
        make(game, who, def, zone::ITEM);
    }
}

/// The name of the coin in the rules' own script.
pub(super) const COIN: &str = "Will Coin";

/// A token of a definition appears in a player's zone.
pub(super) fn make(game: &mut Game, who: P, def: DefId, to: crate::kernel::ZoneId) {
    if let Some(token) = game.create(def, who, false) {
        let ev = game.move_ev(token, layout().of(who, to), note::PUT, by_rule(game, rule::COIN));
        game.emit(ev);
    }
}

/// 1415.1.b.2, 1415.1.d.2: [Break] is played when its card was broken, if it can be.
pub(super) fn broken(game: &mut Game, who: P, card: Ref) -> bool {
    let now = game.state.now(card.ix);
    let Some(at) = play::keyword_of(game, game.state.card(card.ix).def, keyword::BREAK) else {
        return false;
    };
    let (env, cause) = (Env::of_card(now, who), chase::cause(who, now, at));
    if !game.can_announce(at, &env, &cause) {
        return false;
    }
    game.state.seq += 1;
    let seq = game.state.seq;
    game.state.standby.push(crate::kernel::Instance {
        ability: at,
        src: now,
        src0: card,
        me: who,
        ev: EvInfo::default(),
        held: None,
        seq,
    });
    true
}

/// Whether a card is in a state that only the rules know.
pub(super) fn in_state(game: &Game, card: Ref, which: u8) -> bool {
    let c = game.state.card(card.ix);
    let named = |name: &str| game.pool.def(c.def).name.ends_with(name);
    match which {
        state::ATTACKING => card == record::attacker(game),
        state::BLOCKING => card == record::blocker(game),
        state::BLOCKED => {
            card == record::attacker(game) && game.state.alive(record::blocker(game)) && record::blocker(game).is_some()
        }
        state::BATTLING => super::battle::battles(game, card),
        state::ASTRAL => game.state.counter(card.ix, counter::ASTRAL) > 0,
        state::OVERLAID => overlay_of(game, card).is_some(),
        state::AWAKENED => c.is(Flag::Marked) || game.pending(card).is_some_and(|p| p.bits & how::AWAKENED != 0),
        state::INVERTED => game.pool.side_word(c.def) == "inverse",
        state::SHIFTED => game.pool.side_word(c.def) == "shift",
        state::ESTABLISHED => c.turn < game.state.turn.number,
        state::BESTOWED => {
            let host = game.state.laid(card.ix).host;
            host.is_some() && game.state.alive(host)
        }
        state::TOKEN => c.is(Flag::Token),
        state::COPY => c.is(Flag::Copy),
        state::SPELL => !c.is(Flag::Pseudo) && game.zone_of(c.cell) == zone::CHASE,
        state::ABILITY => game.pending(card).is_some_and(|p| p.kind == kind::ABILITY),
        // What is neither a card nor an ability is a process of the rules (705.2d).
        state::JUDGMENT => c.is(Flag::Pseudo) && game.pending(card).is_none_or(|p| p.kind != kind::ABILITY),
        state::GEM => c.is(Flag::Token) && named("Gem"),
        state::CRYSTAL => c.is(Flag::Token) && named("Crystal"),
        state::COIN => c.is(Flag::Token) && named("Coin"),
        state::EMBLEM => c.is(Flag::Token) && named("Emblem"),
        state::LIMIT_BREAK => c.is(Flag::Token) && named("Limit Break"),
        state::CARD => !c.is(Flag::Pseudo),
        // 1124.2: settled when it is played; what was not played has none.
        state::TORRENTIAL => match game.zone_of(c.cell) {
            zone::CHASE | zone::FIELD => c.is(Flag::Second),
            _ => record::has_played(game, game.master(card)),
        },
        _ => false,
    }
}
