//! Battle (800): one attacker, at most one blocker, step by step.

use super::step::{by_rule, enter, go};
use super::tables::{act, allow, attr, card_type, keyword, must, note, orient, prompt, rule, time, window, zone};
use super::{ability, chars, layout, pay, play, priority, process, record, turn};
use crate::exec::code::{ChangeIx, ChangeOp, bits};
use crate::exec::{Env, Flow, Game, Why};
use crate::games::common::rows::places;
use crate::kernel::{Act, Ask, AskKind, Atom, Cause, EffectTarget, Ev, EvKind, KernelStep, Note, P, Ref, TimeId};
use std::ops::ControlFlow;

places! {
    /// A battle, step by step (800).
    battle_at:
        BEGIN SEQUENCE ATTACK ATTACK_SEQUENCE ASK_ATTACKER ATTACKER OBJECT ATTACK_PRICE ATTACKS
        ATTACK_LAST_SEQUENCE ATTACK_OVER BLOCK BLOCK_SEQUENCE ASK_BLOCKER BLOCKER BLOCK_PRICE BLOCKS
        BLOCK_LAST_SEQUENCE BLOCK_OVER STRIKE STRIKE_PIERCE STRIKE_DAMAGE STRIKE_SEQUENCE STRIKE_OVER DAMAGE
        DAMAGE_PIERCE DAMAGE_DEAL DAMAGE_SEQUENCE DAMAGE_OVER CLOSE CLOSE_END CLOSE_SEQUENCE CLOSE_EXPIRE
        CLOSE_REPEAT CLOSE_TIME CLOSE_OVER;
}

/// Where a battle goes on for a board that was set up by hand; none if it cannot begin there.
pub(super) fn place(at: TimeId, start: bool) -> Option<u8> {
    match at {
        time::BATTLE => Some(u8::from(!start)),
        time::ATTACK_STEP => Some(battle_at::ATTACK + u8::from(!start)),
        _ => None,
    }
}

/// A battle begins (801.1): nobody attacks or blocks yet, nobody has answered.
pub(super) fn open(game: &mut Game) {
    record::no_battle(game);
    record::put(game, record::BATTLE, true);
}

/// Whether a player may initiate a battle at main timing (801.1): not after a forfeit (803.6).
pub(super) fn may_begin(game: &Game, who: P) -> bool {
    who == game.state.turn.player && !record::is(game, record::BATTLE | record::NO_BATTLE)
}

/// A battle.
pub(super) fn battle(game: &mut Game, s: KernelStep) -> Flow {
    check(game);
    match s.at {
        battle_at::BEGIN => {
            // 802.1
            open(game);
            go(game, s, battle_at::SEQUENCE);
            enter(game, time::MAIN, time::BATTLE);
        }
        // 802.2
        battle_at::SEQUENCE => sequence(game, s, battle_at::ATTACK),
        _ if s.at < battle_at::BLOCK => attack_step(game, s),
        _ if s.at < battle_at::STRIKE => block_step(game, s),
        _ if s.at < battle_at::DAMAGE => strike_step(game, s),
        _ if s.at < battle_at::CLOSE => damage_step(game, s),
        _ => return close_step(game, s),
    }
    Flow::Go
}

/// The turn player gains priority; the battle goes on afterwards.
fn sequence(game: &mut Game, s: KernelStep, next: u8) {
    go(game, s, next);
    priority::push(game);
}

/// A step is over, and the next place comes.
fn leave(game: &mut Game, s: KernelStep, next: u8) {
    go(game, s, next);
    game.forget_refused();
}

// Who takes part ------------------------------------------------------------------------------

fn has_keyword(game: &Game, card: Ref, which: usize) -> bool {
    game.info(card).keywords & game.pool.known_keyword(which) != 0
}

/// A J/resonator with ATK and DEF.
fn fights(game: &Game, card: Ref) -> bool {
    let info = game.info(card);
    let both = attr::ATK.bit() | attr::DEF.bit();
    info.types & card_type::FIGHTER != 0 && info.has & both == both
}

fn in_field(game: &Game, card: Ref) -> bool {
    card.as_player().is_none() && game.state.alive(card) && game.zone_of(game.state.card(card.ix).cell) == zone::FIELD
}

/// A player's cards in the field that can fight.
fn fighters(game: &Game, p: P) -> impl Iterator<Item = Ref> + '_ {
    game.state
        .cells
        .cards(layout().of(p, zone::FIELD))
        .iter()
        .map(|ix| game.state.now(*ix))
        .filter(|card| fights(game, *card))
}

fn is_recovered(game: &Game, card: Ref) -> bool {
    game.state.card(card.ix).orient == orient::RECOVERED
}

/// The status of attacker and blocker ends with what made it possible (803.5a, 804.4a); a card that is gone is no object any more (ruling R-21).
/// Called after every batch and before every step of a battle.
pub(super) fn check(game: &mut Game) {
    if !record::is(game, record::BATTLE) {
        return;
    }
    game.settle();
    let tp = game.state.turn.player;
    let stays = |game: &Game, card: Ref, p: P| in_field(game, card) && fights(game, card) && game.master(card) == p;
    let attacker = record::attacker(game);
    if attacker.is_some() && !stays(game, attacker, tp) {
        record::set_attacker(game, Ref::NONE);
    }
    let blocker = record::blocker(game);
    if blocker.is_some() && !stays(game, blocker, tp.other()) {
        no_blocker(game);
    }
    let object = record::object(game);
    if object.is_some() && object.as_player().is_none() && !in_field(game, object) {
        record::set_object(game, Ref::NONE);
    }
}

/// The blocker stops blocking; before the attacker has dealt damage, the attacker stops being blocked for good (804.4a, 804.5b).
fn no_blocker(game: &mut Game) {
    record::set_blocker(game, Ref::NONE);
    if !record::is(game, record::STRUCK) {
        record::put(game, record::WAS_BLOCKED, false);
    }
}

/// 1029.1: a J/resonator has no part in the battle any more.
pub(super) fn remove(game: &mut Game, card: Ref) {
    if card == record::attacker(game) {
        record::set_attacker(game, Ref::NONE);
    }
    if card == record::blocker(game) {
        no_blocker(game);
    }
    if card == record::object(game) {
        record::set_object(game, Ref::NONE);
    }
}

/// 804.5: whom the attacker battles with: the blocker, or the attacked J/resonator unless a blocker took the damage (ruling R-05).
pub(super) fn opponent(game: &Game) -> Ref {
    let attacker = record::attacker(game);
    let (blocker, object) = (record::blocker(game), record::object(game));
    let spent = record::is(game, record::STRUCK) && record::is(game, record::WAS_BLOCKED);
    if !attacker.is_some() {
        Ref::NONE
    } else if blocker.is_some() {
        blocker
    } else if !spent && in_field(game, object) && game.info(object).types & card_type::FIGHTER != 0 {
        object
    } else {
        Ref::NONE
    }
}

/// A declaration, as prohibitions and abilities see it.
fn declared(game: &Game, tag: Note, card: Ref, object: Ref, rule: u16) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag,
        subj: card,
        obj: object,
        who: game.master(card),
        from: game.state.card(card.ix).cell,
        to: game.state.card(card.ix).cell,
        cause: by_rule(game, rule),
        ..Ev::default()
    }
}

/// Whether a card can be rested and its price paid (803.5, 804.4, 1129.2).
fn afford_hurdles(game: &Game, card: Ref, why: &mut Why) -> ControlFlow<()> {
    let rests = game.turn_ev(card, orient::RESTED, by_rule(game, rule::ATTACK));
    why.unless_forbidden(game, &rests, "104.4")?;
    if play::mobilize_price(game, card).is_some_and(|price| !pay::can(game, game.master(card), &price, &[])) {
        why.not("803.5", || {
            "the cost of attacking or blocking with it cannot be paid".to_owned()
        })?;
    }
    ControlFlow::Continue(())
}

// Attack --------------------------------------------------------------------------------------

/// 803.3a: under this player's control since the turn began (ruling R-04: a ruler that judged was), or with Swiftness.
fn established(game: &Game, card: Ref) -> bool {
    game.state.card(card.ix).turn < game.state.turn.number || ability::swift(game, card)
}

/// 803.3b: what a J/resonator can attack.
fn objects(game: &Game, card: Ref) -> Vec<Ref> {
    let opponent = game.master(card).other();
    let allowed = |object: &Ref| !is_recovered(game, *object) || may_attack_recovered(game, card, *object);
    std::iter::once(Ref::player(opponent))
        .chain(fighters(game, opponent).filter(allowed))
        .filter(|object| !game.forbidden(&declared(game, note::ATTACK, card, *object, rule::ATTACK)))
        .collect()
}

/// 1103.2 and effects like it.
fn may_attack_recovered(game: &Game, card: Ref, object: Ref) -> bool {
    let target = EffectTarget::Card(card);
    if has_keyword(game, card, keyword::PRECISION) || game.allowed(allow::ATTACK, target) {
        return true;
    }
    game.state.rules.iter().any(|rule| {
        let ChangeOp::Allow(allow::ATTACK, Some(objs)) = game.pool.change(ChangeIx(rule.change)).op else {
            return false;
        };
        let env = Env::of_card(rule.src, rule.me).with_held(rule.held.as_deref());
        rule.target == target && game.objects(objs, &env).contains(&object)
    })
}

/// 804.5: whether a card battles with another one.
pub(super) fn battles(game: &Game, card: Ref) -> bool {
    let other = opponent(game);
    card.is_some() && other.is_some() && (card == record::attacker(game) || card == other)
}

/// The J/resonators a player can attack with now.
pub(super) fn attackers(game: &Game, p: P) -> Vec<Ref> {
    fighters(game, p)
        .filter(|card| Why::nothing(|why| attack_hurdles(game, *card, why)))
        .collect()
}

/// What stands in the way of attacking with a J/resonator of the field.
fn attack_hurdles(game: &Game, card: Ref, why: &mut Why) -> ControlFlow<()> {
    if !is_recovered(game, card) {
        why.not("803.3a", || "it is rested".to_owned())?;
    }
    if !established(game, card) {
        why.not("803.3a", || "it came under your control this turn".to_owned())?;
    }
    afford_hurdles(game, card, why)?;
    if objects(game, card).is_empty() {
        why.not("803.3b", || "there is nothing it can attack".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// Notes why a player cannot declare an attack or a block with a card.
pub(super) fn why_not(game: &Game, p: P, card: Ref, kind: u8, why: &mut Why) {
    let (rule, word, duty) = match kind {
        act::ATTACK => ("803.3a", "attack", must::ATTACK),
        _ => ("804.3", "block", must::BLOCK),
    };
    why.of_act(kind, |why| {
        if game.is_refused(Act { kind, card, n: 0 }) {
            why.not(rule, || format!("it was tried and could not {word}"))?;
        }
        if !fighters(game, p).any(|c| c == card) {
            return why.not(rule, || format!("only J/resonators of your field {word}"));
        }
        let able = if kind == act::ATTACK {
            attack_hurdles(game, card, why)?;
            attackers(game, p)
        } else {
            block_hurdles(game, card, why)?;
            blockers(game, p)
        };
        let musts = forced(game, duty, &able);
        if able.contains(&card) && !musts.is_empty() && !musts.contains(&card) {
            why.not("712.2", || format!("another J/resonator must {word}"))?;
        }
        ControlFlow::Continue(())
    });
}

/// Those of the cards that must do it and need nothing but to be declared (712.2e).
fn forced(game: &Game, duty: u8, cards: &[Ref]) -> Vec<Ref> {
    let must = |card: &Ref| game.obliged(duty, *card) && play::mobilize_price(game, *card).is_none();
    cards.iter().copied().filter(must).collect()
}

/// 712.2: whether the player has a J/resonator that must attack and can.
pub(super) fn must_attack(game: &Game, p: P) -> bool {
    // 712.2d: where no battle can be initiated any more (803.6) nobody can attack.
    may_begin(game, p) && !forced(game, must::ATTACK, &attackers(game, p)).is_empty()
}

/// Asks for a declaration: one of those that must, if there are any; else any of the cards or none.
fn ask_declaration(game: &mut Game, p: P, duty: u8, kind: u8, asked: u8, cards: &[Ref]) {
    let refused = |card: &Ref| {
        game.is_refused(Act {
            kind,
            card: *card,
            n: 0,
        })
    };
    let cards: Vec<Ref> = cards.iter().copied().filter(|card| !refused(card)).collect();
    let musts = forced(game, duty, &cards);
    let free = musts.is_empty();
    let open = if free { &cards } else { &musts };
    let mut atoms = std::mem::take(&mut game.state.atoms);
    atoms.clear();
    if free {
        atoms.push(Atom::Pass);
    }
    atoms.extend(open.iter().map(|card| {
        Atom::Act(Act {
            kind,
            card: *card,
            n: 0,
        })
    }));
    game.state.atoms = atoms;
    game.ask(Ask::one(p, AskKind::Act(asked)));
}

/// The declare attack step (803). `card` is the attacker being declared, `a` tells whether it was rested.
fn attack_step(game: &mut Game, s: KernelStep) {
    let p = game.state.turn.player;
    match s.at {
        // 803.1, 803.2
        battle_at::ATTACK => {
            go(game, s, battle_at::ATTACK_SEQUENCE);
            enter(game, time::MAIN, time::ATTACK_STEP);
        }
        battle_at::ATTACK_SEQUENCE => sequence(game, s, battle_at::ASK_ATTACKER),
        battle_at::ASK_ATTACKER => {
            go(game, s, battle_at::ATTACKER);
            let cards = attackers(game, p);
            ask_declaration(game, p, must::ATTACK, act::ATTACK, window::ATTACK, &cards);
        }
        battle_at::ATTACKER => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                declare(game, s, action, battle_at::ASK_ATTACKER, battle_at::OBJECT);
                ask_object(game, p, action.card);
            }
            _ => forfeit(game, s),
        },
        battle_at::OBJECT => {
            let object = match game.state.picks.first().copied() {
                Some(Atom::Card(card)) => card,
                _ => Ref::player(p.other()),
            };
            record::set_object(game, object);
            rest(game, s, battle_at::ATTACK_PRICE);
        }
        battle_at::ATTACK_PRICE => price(game, s, battle_at::ATTACKS),
        battle_at::ATTACKS => {
            if stands(game, s, battle_at::ASK_ATTACKER) {
                go(game, s, battle_at::ATTACK_LAST_SEQUENCE);
                record::set_attacker(game, s.card);
                let attack = declared(game, note::ATTACK, s.card, record::object(game), rule::ATTACK);
                game.emit(attack);
            }
        }
        // 803.7
        battle_at::ATTACK_LAST_SEQUENCE => sequence(game, s, battle_at::ATTACK_OVER),
        _ => leave(game, s, battle_at::BLOCK),
    }
}

fn ask_object(game: &mut Game, p: P, card: Ref) {
    let atoms = objects(game, card)
        .into_iter()
        .map(|object| object.as_player().map_or(Atom::Card(object), Atom::Player))
        .collect();
    game.state.atoms = atoms;
    let mut ask = Ask::one(p, AskKind::Rule(prompt::OBJECT));
    ask.source = card;
    game.ask(ask);
}

/// 803.3, 803.6: no attack; no more battles in this turn if the other player did nothing.
fn forfeit(game: &mut Game, s: KernelStep) {
    if !record::is(game, record::ANSWERED) {
        record::put(game, record::NO_BATTLE, true);
    }
    leave(game, s, battle_at::CLOSE);
}

/// A card is declared: it can be taken back as long as something must be paid. `b` tells whether the game was marked for that.
fn declare(game: &mut Game, s: KernelStep, action: Act, choice: u8, next: u8) -> KernelStep {
    go(game, s, choice);
    let marks = game.state.marks.len();
    if play::mobilize_price(game, action.card).is_some() {
        game.mark(Some(action));
    }
    let s = KernelStep {
        at: next,
        a: 0,
        b: i32::from(game.state.marks.len() > marks),
        card: action.card,
        ..s
    };
    game.goto(s);
    s
}

/// The declared card rests (803.5, 804.4); the battle goes on with the price.
fn rest(game: &mut Game, s: KernelStep, next: u8) {
    go(game, s, next);
    let rule = if s.at < battle_at::BLOCK {
        rule::ATTACK
    } else {
        rule::BLOCK
    };
    let rests = game.turn_ev(s.card, orient::RESTED, Cause::rule(rule, game.master(s.card)));
    game.emit(rests);
}

/// What must be done to attack or block (1129.2); a card that could not be rested pays nothing.
fn price(game: &mut Game, s: KernelStep, next: u8) {
    let rested = game.state.done;
    game.goto(KernelStep {
        at: next,
        a: rested,
        ..s
    });
    if rested == 0 {
        return;
    }
    match play::mobilize_price(game, s.card) {
        Some(price) => {
            pay::price(game, game.master(s.card), &price);
        }
        None => game.state.done = 1,
    }
}

/// Whether the declaration stands. One that could not be paid for did not happen: the game goes on at the choice (803.5, 804.4).
fn stands(game: &mut Game, s: KernelStep, choice: u8) -> bool {
    let paid = s.a > 0 && game.state.done > 0 && in_field(game, s.card);
    match (paid, s.b > 0) {
        (true, true) => game.unmark(),
        (false, true) => game.take_back(),
        (false, false) => go(game, s, choice),
        (true, false) => {}
    }
    if paid {
        game.forget_refused();
    }
    paid
}

// Block ---------------------------------------------------------------------------------------

/// 804.3, 804.4: the J/resonators a player can block with. One that came this turn can too.
fn blockers(game: &Game, p: P) -> Vec<Ref> {
    fighters(game, p)
        .filter(|card| Why::nothing(|why| block_hurdles(game, *card, why)))
        .collect()
}

/// What stands in the way of blocking with a J/resonator of the field.
fn block_hurdles(game: &Game, card: Ref, why: &mut Why) -> ControlFlow<()> {
    let (attacker, object) = (record::attacker(game), record::object(game));
    if !is_recovered(game, card) {
        why.not("804.3", || "it is rested".to_owned())?;
    }
    if card == object {
        why.not("804.4", || "it is attacked itself".to_owned())?;
    }
    afford_hurdles(game, card, why)?;
    why.unless_forbidden(game, &declared(game, note::BLOCK, card, attacker, rule::BLOCK), "104.4")
}

/// The declare block step (804).
fn block_step(game: &mut Game, s: KernelStep) {
    let p = game.state.turn.player.other();
    match s.at {
        // 804.1, 804.2: whether anybody attacks or not.
        battle_at::BLOCK => {
            go(game, s, battle_at::BLOCK_SEQUENCE);
            enter(game, time::MAIN, time::BLOCK_STEP);
        }
        battle_at::BLOCK_SEQUENCE => sequence(game, s, battle_at::ASK_BLOCKER),
        battle_at::ASK_BLOCKER => {
            if record::attacker(game).is_some() {
                go(game, s, battle_at::BLOCKER);
                let cards = blockers(game, p);
                ask_declaration(game, p, must::BLOCK, act::BLOCK, window::BLOCK, &cards);
            } else {
                go(game, s, battle_at::BLOCK_LAST_SEQUENCE);
            }
        }
        battle_at::BLOCKER => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                let s = declare(game, s, action, battle_at::ASK_BLOCKER, battle_at::BLOCK_PRICE);
                rest(game, s, battle_at::BLOCK_PRICE);
            }
            _ => go(game, s, battle_at::BLOCK_LAST_SEQUENCE),
        },
        battle_at::BLOCK_PRICE => price(game, s, battle_at::BLOCKS),
        battle_at::BLOCKS => {
            if stands(game, s, battle_at::ASK_BLOCKER) {
                go(game, s, battle_at::BLOCK_LAST_SEQUENCE);
                record::set_blocker(game, s.card);
                record::put(game, record::WAS_BLOCKED, true);
                let block = declared(game, note::BLOCK, s.card, record::attacker(game), rule::BLOCK);
                game.emit(block);
            }
        }
        // 804.6
        battle_at::BLOCK_LAST_SEQUENCE => sequence(game, s, battle_at::BLOCK_OVER),
        _ => leave(game, s, battle_at::STRIKE),
    }
}

// Damage --------------------------------------------------------------------------------------

/// The first strike step (805).
fn strike_step(game: &mut Game, s: KernelStep) {
    match s.at {
        battle_at::STRIKE => begin_damage(game, s, time::STRIKE_STEP),
        battle_at::STRIKE_PIERCE => {
            // 805.2: only the attacker's First Strike counts (1104.2).
            let first = has_keyword(game, record::attacker(game), keyword::FIRST_STRIKE);
            go(
                game,
                s,
                if first {
                    battle_at::STRIKE_DAMAGE
                } else {
                    battle_at::STRIKE_SEQUENCE
                },
            );
            if first {
                ask_pierce(game);
            }
        }
        battle_at::STRIKE_DAMAGE => {
            go(game, s, battle_at::STRIKE_SEQUENCE);
            let mut batch = Vec::new();
            strike(game, rule::FIRST_STRIKE, &mut batch);
            record::put(game, record::STRUCK, true);
            send(game, batch);
        }
        // 805.3 (ruling R-20): even if nothing happened.
        battle_at::STRIKE_SEQUENCE => sequence(game, s, battle_at::STRIKE_OVER),
        _ => leave(game, s, battle_at::DAMAGE),
    }
}

/// The normal damage step (806).
fn damage_step(game: &mut Game, s: KernelStep) {
    match s.at {
        battle_at::DAMAGE => begin_damage(game, s, time::DAMAGE_STEP),
        battle_at::DAMAGE_PIERCE => {
            go(game, s, battle_at::DAMAGE_DEAL);
            game.state.picks.clear();
            if !record::is(game, record::STRUCK) {
                ask_pierce(game);
            }
        }
        battle_at::DAMAGE_DEAL => {
            // 806.2: all of it together (ruling R-15).
            go(game, s, battle_at::DAMAGE_SEQUENCE);
            let mut batch = Vec::new();
            let (attacker, other) = (record::attacker(game), opponent(game));
            if !record::is(game, record::STRUCK) {
                strike(game, rule::BATTLE_DAMAGE, &mut batch);
            }
            if other.is_some() {
                // 806.2b
                let n = game.info(other).attr(attr::ATK.ix());
                deal(game, other, attacker, n, rule::BATTLE_DAMAGE, &mut batch);
            }
            record::put(game, record::STRUCK, true);
            send(game, batch);
        }
        // 806.3
        battle_at::DAMAGE_SEQUENCE => sequence(game, s, battle_at::DAMAGE_OVER),
        _ => leave(game, s, battle_at::CLOSE),
    }
}

/// 805.1, 806.1: without an attacker the battle is over.
fn begin_damage(game: &mut Game, s: KernelStep, step: TimeId) {
    if record::attacker(game).is_some() {
        go(game, s, s.at.saturating_add(1));
        enter(game, time::MAIN, step);
    } else {
        go(game, s, battle_at::CLOSE);
    }
}

fn send(game: &mut Game, batch: Vec<Ev>) {
    if !batch.is_empty() {
        game.state.batch = batch;
        game.send();
    }
}

/// 1102.2b: the least and the most that a blocker can be assigned, if the attacker's player has a choice.
fn pierce(game: &Game) -> Option<(i32, i32)> {
    let (attacker, blocker) = (record::attacker(game), record::blocker(game));
    if !blocker.is_some() || !has_keyword(game, attacker, keyword::PIERCE) {
        return None;
    }
    let most = game.info(attacker).attr(attr::ATK.ix());
    let capacity = chars::attr(game, blocker, attr::CAPACITY).max(0);
    let least = capacity.saturating_add(capacity.saturating_neg().rem_euclid(100));
    (least < most).then_some((least, most))
}

/// 1102.2: the attacker's player says how much the blocker gets; no question without Pierce or without a blocker.
fn ask_pierce(game: &mut Game) {
    game.state.picks.clear();
    let Some((least, most)) = pierce(game) else { return };
    let attacker = record::attacker(game);
    game.state.atoms = (least..=most).step_by(100).map(Atom::Number).collect();
    let mut ask = Ask::one(game.master(attacker), AskKind::Rule(prompt::PIERCE));
    ask.source = attacker;
    game.ask(ask);
}

/// The attacker deals its ATK to the blocker, else to what it attacks (805.2a, 806.2a); with Pierce to both (1102.2c).
fn strike(game: &Game, rule: u16, batch: &mut Vec<Ev>) {
    let (attacker, blocker, object) = (record::attacker(game), record::blocker(game), record::object(game));
    if !attacker.is_some() {
        return;
    }
    let atk = game.info(attacker).attr(attr::ATK.ix());
    if !blocker.is_some() {
        deal(game, attacker, object, atk, rule, batch);
        return;
    }
    match game.state.picks.first().copied() {
        Some(Atom::Number(n)) => {
            deal(game, attacker, blocker, n, rule, batch);
            deal(game, attacker, object, atk.saturating_sub(n), rule, batch);
        }
        _ => deal(game, attacker, blocker, atk, rule, batch),
    }
}

/// One packet of battle damage; none to what is gone or has no DEF (1007.4).
fn deal(game: &Game, source: Ref, receiver: Ref, n: i32, rule: u16, batch: &mut Vec<Ev>) {
    let who = match receiver.as_player() {
        Some(p) => p,
        None if in_field(game, receiver) && game.info(receiver).has_attr(attr::DEF) => game.master(receiver),
        None => return,
    };
    if n <= 0 {
        return;
    }
    let cell = game.state.card(source.ix).cell;
    batch.push(Ev {
        kind: EvKind::Damage,
        tag: note::BATTLE_DEAL,
        subj: source,
        obj: receiver,
        who,
        from: cell,
        to: cell,
        n,
        cause: Cause {
            src: source,
            ..Cause::rule(rule, game.master(source))
        },
        ..Ev::default()
    });
}

// End -----------------------------------------------------------------------------------------

/// The end of battle step (807).
fn close_step(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        battle_at::CLOSE => {
            go(game, s, battle_at::CLOSE_END);
            enter(game, time::MAIN, time::CLOSE_STEP);
        }
        battle_at::CLOSE_END => {
            // 807.1
            go(game, s, battle_at::CLOSE_SEQUENCE);
            turn::end_time(game, time::BATTLE);
        }
        // 807.2
        battle_at::CLOSE_SEQUENCE => sequence(game, s, battle_at::CLOSE_EXPIRE),
        battle_at::CLOSE_EXPIRE => {
            // 807.3a
            go(game, s, battle_at::CLOSE_REPEAT);
            game.expire(time::BATTLE, false);
            game.settle();
        }
        battle_at::CLOSE_REPEAT => {
            // 807.3b (ruling R-18)
            if process::is_due(game) {
                sequence(game, s, battle_at::CLOSE_EXPIRE);
            } else {
                go(game, s, battle_at::CLOSE_TIME);
            }
        }
        battle_at::CLOSE_TIME => {
            go(game, s, battle_at::CLOSE_OVER);
            game.enter_time(time::MAIN, time::MAIN, &[]);
        }
        _ => {
            // 807.4
            record::no_battle(game);
            game.touch(bits::TIME);
            return Flow::Pop;
        }
    }
    Flow::Go
}
