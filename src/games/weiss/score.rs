//! How well a game stands: level and clock, hand, stock, stage, and the attacks that are still to come in the turn.

use super::geometry;
use super::tables::{attr, card_type, orient, player, time, zone};
use super::{layout, record};
use crate::exec::Game;
use crate::kernel::{P, Ref, ZoneId};

/// What one more card of damage costs, at level 0; it costs more with every level.
const DAMAGE: i32 = 45;
/// What each level adds to that.
const DAMAGE_OF_LEVEL: i32 = 20;
/// Cards in a clock before they make a level (4.10, 9.2).
const CLOCK: i32 = 7;
/// A card of the hand, and one that the player's level does not allow for long.
const HAND: i32 = 100;
const FAR: i32 = 70;
/// A climax: one in the hand is enough.
const CLIMAX: i32 = 40;
/// A card of the stock, up to the number that can be spent.
const STOCK: i32 = 55;
const STOCK_MUCH: usize = 8;
const STOCK_MORE: i32 = 10;

/// The difference between what the two players have.
pub(super) fn score(game: &Game, p: P) -> i32 {
    worth(game, p).saturating_sub(worth(game, p.other()))
}

fn count(game: &Game, p: P, z: ZoneId) -> usize {
    game.state.cells.len(layout().of(p, z))
}

fn number(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn worth(game: &Game, p: P) -> i32 {
    let level = number(count(game, p, zone::LEVEL)).min(4);
    let clock = number(count(game, p, zone::CLOCK)).min(2 * CLOCK);
    let full: i32 = (0..level).map(|l| CLOCK * (DAMAGE + l * DAMAGE_OF_LEVEL)).sum();
    let damage = full.saturating_add(clock.saturating_mul(DAMAGE + level * DAMAGE_OF_LEVEL));
    let stock = count(game, p, zone::STOCK);
    let spare = stock.saturating_sub(STOCK_MUCH);
    let stock = number(stock - spare)
        .saturating_mul(STOCK)
        .saturating_add(number(spare).saturating_mul(STOCK_MORE));
    hand(game, p, level)
        .saturating_add(stock)
        .saturating_add(stage(game, p))
        .saturating_sub(damage)
}

fn hand(game: &Game, p: P, level: i32) -> i32 {
    let mut climaxes = 0;
    let mut sum = 0i32;
    for ix in game.state.cells.cards(layout().of(p, zone::HAND)) {
        let info = game.info(game.state.now(*ix));
        let value = if info.types & card_type::CLIMAX != 0 {
            climaxes += 1;
            if climaxes > 1 { CLIMAX / 2 } else { CLIMAX }
        } else if info.attr(attr::LEVEL.ix()) > level.saturating_add(1) {
            FAR
        } else {
            HAND
        };
        sum = sum.saturating_add(value);
    }
    // 6.8: what is over the limit is lost at the end of the turn.
    let limit = game.player_attr(p, player::HAND_LIMIT).max(0);
    let over = number(count(game, p, zone::HAND)).saturating_sub(limit).max(0);
    sum.saturating_sub(over.saturating_mul(HAND / 2))
}

fn power(game: &Game, card: Ref) -> i32 {
    game.info(card).attr(attr::POWER.ix()).clamp(0, 50_000)
}

fn stage(game: &Game, p: P) -> i32 {
    let mut sum = 0i32;
    let turn = &game.state.turn;
    // Whether attacks of the player can still come in this turn.
    let before = turn.player == p
        && (turn.phase.0 < time::ATTACK_PHASE.0 || turn.phase == time::ATTACK_PHASE)
        && turn.step != time::ENCORE_STEP;
    let mut ready = 0i32;
    for cell in geometry::stage(p) {
        let Some(card) = game.state.top(cell) else { continue };
        let state = game.state.card(card.ix).orient;
        let soul = game.info(card).attr(attr::SOUL.ix()).clamp(0, 10);
        let strength = power(game, card) / 100;
        let center = layout().cell(cell).position < 3;
        let mut value = 30 + strength;
        if center {
            value += 25 + 15 * soul;
            let rival = geometry::facing(cell).and_then(|c| game.state.top(c));
            value += match rival {
                Some(rival) if power(game, rival) >= power(game, card) => 0,
                Some(_) => 25,
                None => 15,
            };
            if before && state == orient::STANDING {
                ready = ready.saturating_add(20 + 30 * soul);
            }
        }
        // A reversed character leaves the stage (7.7).
        if state == orient::REVERSED {
            value /= 4;
        }
        sum = sum.saturating_add(value);
    }
    // 7.2.1.3.1: one attack in the very first turn.
    if turn.number == 1 {
        ready = if record::attacks(game) > 0 { 0 } else { ready.min(50) };
    }
    sum.saturating_add(ready)
}

/// Whether nothing is being fought out.
pub(super) fn is_settled(game: &Game) -> bool {
    game.is_idle() && record::kind(game) == record::NO_ATTACK
}
