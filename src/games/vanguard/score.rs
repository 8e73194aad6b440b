//! How well a game stands: damage, hand and its shields, grade, units, and the attacks that are still to come in the turn. Both editions.

use super::tables::{attr, keyword, orient, time, zone};
use super::{circles, layout, record};
use crate::exec::Game;
use crate::kernel::{CellId, Flag, P, Ref};

/// What the damage of a player costs, by the number of cards; the sixth loses the game (9.2.2).
const DAMAGE: [i32; 7] = [0, 110, 240, 400, 610, 900, 3000];
/// A card of the damage zone that can pay for a counter blast.
const OPEN: i32 = 20;
/// A card of the hand, and what each thousand of its shield adds.
const HAND: i32 = 75;
const SHIELD: i32 = 6;
/// A grade of the vanguard, up to the third.
const GRADE: i32 = 220;
/// A card of the soul.
const SOUL: i32 = 8;
/// A unit on a rear-guard circle, and what each thousand power adds: in the front row, in the back row.
const UNIT: i32 = 20;
const FRONT: i32 = 9;
const BACK: i32 = 8;
/// An attack to come, one that is strong enough for the other vanguard, a drive check.
const ATTACK: i32 = 25;
const STRONG: i32 = 45;
const CHECK: i32 = 60;

/// The difference between what the two players have.
pub(super) fn score(game: &Game, p: P) -> i32 {
    worth(game, p).saturating_sub(worth(game, p.other()))
}

fn number(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// Thousands of power.
fn power(game: &Game, card: Ref) -> i32 {
    game.info(card).attr(attr::POWER.ix()).clamp(0, 200_000) / 1000
}

fn worth(game: &Game, p: P) -> i32 {
    let damage = layout().of(p, zone::DAMAGE);
    let taken = game.state.cells.len(damage).min(DAMAGE.len() - 1);
    let open = circles::cards(game, damage).filter(|c| !game.state.card(c.ix).is(Flag::FaceDown));
    let mut sum = number(open.count()).saturating_mul(OPEN) - DAMAGE.get(taken).copied().unwrap_or(0);
    for card in circles::cards(game, layout().of(p, zone::HAND)) {
        let shield = game.info(card).attr(attr::SHIELD.ix()).clamp(0, 50_000) / 1000;
        sum = sum.saturating_add(HAND + SHIELD * shield);
    }
    let soul = number(game.state.cells.len(layout().of(p, zone::SOUL)));
    sum = sum.saturating_add(soul.min(12) * SOUL);
    sum.saturating_add(units(game, p))
}

fn units(game: &Game, p: P) -> i32 {
    let front = circles::front_rcs(p);
    let mut sum = circles::vanguard_grade(game, p).clamp(-1, 3) * GRADE;
    for cell in circles::rcs(p) {
        let row = if front.contains(&cell) { FRONT } else { BACK };
        for unit in circles::units(game, cell) {
            sum = sum.saturating_add(UNIT + row * power(game, unit).min(15));
        }
    }
    let turn = &game.state.turn;
    // 7.2.1.3: no attack in the very first turn.
    if turn.player == p && turn.number > 1 && turn.phase.0 <= time::BATTLE_PHASE.0 {
        let goal = circles::vanguard(game, p.other()).map_or(0, |v| power(game, v));
        for cell in std::iter::once(circles::vc(p)).chain(front) {
            sum = sum.saturating_add(attack(game, p, cell, goal));
        }
    }
    sum
}

/// What the attack to come of a unit in the front row promises.
fn attack(game: &Game, p: P, cell: CellId, goal: i32) -> i32 {
    let standing = |c: &Ref| game.state.card(c.ix).orient == orient::STANDING;
    let vanguard = cell == circles::vc(p);
    let unit = if vanguard {
        circles::vanguard(game, p)
    } else {
        circles::units(game, cell).first().copied()
    };
    let Some(unit) = unit.filter(standing) else { return 0 };
    let boost = game.pool.known_keyword(keyword::BOOST);
    let behind = circles::behind(cell).and_then(|c| circles::units(game, c).first().copied());
    let behind = behind.filter(|b| standing(b) && game.info(*b).keywords & boost != 0);
    let force = power(game, unit) + behind.map_or(0, |b| power(game, b));
    let mut value = ATTACK;
    if force >= goal {
        // Every five thousand more cost the other player a larger shield.
        value += STRONG + (force - goal).min(20) * 3;
    }
    if vanguard {
        value += CHECK * game.info(unit).attr(attr::DRIVE.ix()).clamp(0, 5);
    }
    value
}

/// Whether nothing is being fought out.
pub(super) fn is_settled(game: &Game) -> bool {
    game.is_idle() && !record::in_battle(game)
}
