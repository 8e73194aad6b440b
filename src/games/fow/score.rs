//! How well a game stands: life, the field with the J-ruler, hand, stones, and the attacks that are still to come in the turn.

use super::tables::{attr, card_type, orient, player, time, zone};
use super::{chars, layout, priority, record};
use crate::exec::Game;
use crate::kernel::{P, Ref};

/// A hundred life, and how much more while there is little of it.
const LIFE: i32 = 16;
const LAST_LIFE: i32 = 14;
const LITTLE: i32 = 1500;
/// A card of the hand, up to the number that can be kept.
const HAND: i32 = 90;
/// A stone on the field; with many of them one more matters less.
const STONE: i32 = 75;
const STONES: i32 = 5;
const MORE_STONES: i32 = 25;
/// A fighter as such, and what each hundred ATK and DEF adds.
const FIGHTER: i32 = 30;
const ATK: i32 = 11;
const DEF: i32 = 7;
/// A card on the field that does not fight.
const OTHER: i32 = 80;
/// The ruler became a J-ruler.
const JUDGED: i32 = 40;

/// The difference between what the two players have.
pub(super) fn score(game: &Game, p: P) -> i32 {
    worth(game, p).saturating_sub(worth(game, p.other()))
}

fn number(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn worth(game: &Game, p: P) -> i32 {
    let life = game.state.val(p, player::LIFE).clamp(0, 20_000);
    let mut sum = life * LIFE / 100 + life.min(LITTLE) * LAST_LIFE / 100;
    let hand = number(game.state.cells.len(layout().of(p, zone::HAND)));
    let limit = game.player_attr(p, player::HAND_LIMIT).max(0);
    sum = sum.saturating_add(hand.min(limit).saturating_mul(HAND));
    let mut stones = 0;
    for ix in game.state.cells.cards(layout().of(p, zone::FIELD)) {
        let card = game.state.now(*ix);
        let types = game.info(card).types;
        if types & card_type::STONE != 0 {
            stones += 1;
        } else if types & card_type::FIGHTER != 0 {
            sum = sum.saturating_add(fighter(game, p, card));
        } else {
            sum = sum.saturating_add(OTHER);
        }
        if types & card_type::J_RULER != 0 {
            sum = sum.saturating_add(JUDGED);
        }
    }
    sum.saturating_add(stones.min(STONES) * STONE)
        .saturating_add((stones - STONES).max(0).saturating_mul(MORE_STONES))
}

fn fighter(game: &Game, p: P, card: Ref) -> i32 {
    let atk = game.info(card).attr(attr::ATK.ix()).clamp(0, 20_000) / 100;
    let left = chars::attr(game, card, attr::CAPACITY).clamp(0, 20_000) / 100;
    let mut value = FIGHTER + atk * ATK + left * DEF;
    let turn = &game.state.turn;
    if game.state.card(card.ix).orient == orient::RECOVERED {
        let may_attack = turn.player == p && turn.phase == time::MAIN && !record::is(game, record::NO_BATTLE);
        // An attack to come, or a block.
        value += if may_attack { 5 + atk * 5 } else { 15 };
    }
    value
}

/// Whether nothing is being fought out and the turn player may go on. When that player has passed, the attacks to come are none any more, whatever the
/// other player may still do.
pub(super) fn is_settled(game: &Game) -> bool {
    game.is_idle() && priority::main_timing(game)
}
