//! How well a game stands: the leader's defense, cards to play with, the field, and the attacks that are still to come in the turn.

use super::tables::{attr, card_type, keyword, player, time, zone};
use super::{attack, has, links, record};
use crate::exec::Game;
use crate::kernel::{P, Ref};

/// A point of the leader's defense, and what each point below ten adds to those that are left.
const LIFE: i32 = 28;
const LAST: i32 = 9;
const DANGER: i32 = 10;
/// A card of the hand and of the EX area, as far as the limits allow.
const HAND: i32 = 90;
const EX: i32 = 75;
/// The most play points a player can have, one of them, and an evolution point.
const MAX_PP: i32 = 40;
const PLAY_POINT: i32 = 3;
const EVOLUTION: i32 = 45;
/// A card on the field, what a point of attack and of defense adds, and what keywords add.
const CARD: i32 = 30;
const ATTACK: i32 = 24;
const DEFENSE: i32 = 18;
const WARD: i32 = 20;
/// A point of attack of a follower that can still attack this turn.
const READY: i32 = 12;

/// The difference between what the two players have.
pub(super) fn score(game: &Game, p: P) -> i32 {
    worth(game, p).saturating_sub(worth(game, p.other()))
}

/// Whether nothing is being fought out.
pub(super) fn is_settled(game: &Game) -> bool {
    game.is_idle() && !record::attacker(game).is_some()
}

fn number(game: &Game, card: Ref, which: crate::kernel::AttrId) -> i32 {
    game.info(card).attr(which.ix()).clamp(0, 1000)
}

fn count(game: &Game, p: P, z: crate::kernel::ZoneId) -> i32 {
    i32::try_from(links::cards(game, p, z).len()).unwrap_or(i32::MAX)
}

fn worth(game: &Game, p: P) -> i32 {
    let hand = count(game, p, zone::HAND).min(game.player_attr(p, player::HAND_LIMIT).max(0) + 1);
    let leader = links::cards(game, p, zone::LEADER);
    let life = leader.first().map_or(0, |l| number(game, *l, attr::DEFENSE));
    let missing = DANGER.saturating_sub(life).max(0);
    let points = |which| game.player_attr(p, which).clamp(0, 100);
    let mut sum = life * LIFE - missing * (missing + 1) / 2 * LAST;
    sum += hand * HAND + count(game, p, zone::EX).min(10) * EX;
    sum += points(player::MAX_PP) * MAX_PP + points(player::PLAY_POINTS) * PLAY_POINT;
    sum += points(player::EVOLUTION_POINTS) * EVOLUTION;
    for card in links::cards(game, p, zone::FIELD) {
        sum = sum.saturating_add(CARD);
        if game.info(card).types & card_type::FOLLOWER != 0 {
            let strength = number(game, card, attr::ATTACK) * ATTACK + number(game, card, attr::DEFENSE) * DEFENSE;
            let ward = if has(game, card, keyword::WARD) { WARD } else { 0 };
            sum = sum.saturating_add(strength + ward);
        }
    }
    if game.state.turn.player == p && game.state.turn.phase == time::MAIN {
        for card in attack::attackers(game, p) {
            sum = sum.saturating_add(number(game, card, attr::ATTACK) * READY);
        }
    }
    sum
}
