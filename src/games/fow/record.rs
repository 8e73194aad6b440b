//! What the rules remember beside cards and players: the running battle (803 to 807) and what was done in this turn, kept in the state's own
//! numbers of the game.

use crate::exec::Game;
use crate::games::common::record::{self, get, set};
use crate::kernel::{P, Ref};

const ATTACKER: usize = 0;
const BLOCKER: usize = 1;
const OBJECT: usize = 2;
const FLAGS: usize = 3;
/// How many cards of a player's deck were missing for a draw of the own draw phase, since the last rule process (1202.2).
const MISSING: usize = 4;
/// How many turns each player has begun, up to two; and who loses in this rule process.
const TURNS: usize = 5;
const LOST: usize = 6;

/// A battle is going on (802 to 807).
pub(super) const BATTLE: i32 = 1;
/// The turn player has called a stone in this turn (710.1).
pub(super) const CALLED: i32 = 2;
/// The turn player has played a judgment in this turn (705.1).
pub(super) const JUDGED: i32 = 4;
/// No more battles in this turn (803.6).
pub(super) const NO_BATTLE: i32 = 8;
/// The other player has played a spell or ability in this battle (803.6).
pub(super) const ANSWERED: i32 = 16;
/// The attacker has dealt its battle damage (806.2a).
pub(super) const STRUCK: i32 = 32;
/// The attacker was blocked by the J/resonator that blocks, or by one that is gone (1102.2).
pub(super) const WAS_BLOCKED: i32 = 64;
/// The game is played by the rules of Valhalla (1415).
pub(super) const VALHALLA: i32 = 128;
/// The first player has played a card in this turn (1124.2); the next bit says so of the second.
const PLAYED: i32 = 256;
/// What is remembered of a turn only.
const OF_TURN: i32 = CALLED | JUDGED | NO_BATTLE | PLAYED | PLAYED << 1;

/// Whether a flag is set.
pub(super) fn is(game: &Game, flag: i32) -> bool {
    record::is(game, FLAGS, flag)
}

/// Sets or clears a flag.
pub(super) fn put(game: &mut Game, flag: i32, on: bool) {
    record::put(game, FLAGS, flag, on);
}

/// A new turn: what was done in the last one is forgotten.
pub(super) fn new_turn(game: &mut Game) {
    put(game, OF_TURN, false);
}

/// A new game: nothing was done yet; the rules that both agreed on stay.
pub(super) fn new_game(game: &mut Game) {
    let valhalla = is(game, VALHALLA);
    for at in [ATTACKER, BLOCKER, OBJECT, FLAGS, MISSING, TURNS, LOST] {
        set(game, at, 0);
    }
    put(game, VALHALLA, valhalla);
}

/// A player has played a card (903.2k).
pub(super) fn play(game: &mut Game, p: P) {
    put(game, record::of(PLAYED, p), true);
}

/// 1124.2a: whether a player has played a card in this turn, resolved or not.
pub(super) fn has_played(game: &Game, p: P) -> bool {
    is(game, record::of(PLAYED, p))
}

/// No battle is going on, or a new one begins.
pub(super) fn no_battle(game: &mut Game) {
    for at in [ATTACKER, BLOCKER, OBJECT] {
        set(game, at, 0);
    }
    put(game, BATTLE | ANSWERED | STRUCK | WAS_BLOCKED, false);
}

/// The attacking J/resonator.
pub(super) fn attacker(game: &Game) -> Ref {
    record::card(game, ATTACKER)
}

/// The blocking J/resonator.
pub(super) fn blocker(game: &Game) -> Ref {
    record::card(game, BLOCKER)
}

/// What is attacked: a J/resonator or a player.
pub(super) fn object(game: &Game) -> Ref {
    record::card(game, OBJECT)
}

/// Who attacks, or nobody any more.
pub(super) fn set_attacker(game: &mut Game, card: Ref) {
    record::set_card(game, ATTACKER, card);
}

/// Who blocks, or nobody any more.
pub(super) fn set_blocker(game: &mut Game, card: Ref) {
    record::set_card(game, BLOCKER, card);
}

/// What is attacked, or nothing any more.
pub(super) fn set_object(game: &mut Game, card: Ref) {
    record::set_card(game, OBJECT, card);
}

/// Whether a player had to draw and could not, since the last rule process.
pub(super) fn missed_draw(game: &Game, p: P) -> bool {
    record::is(game, MISSING, record::of(1, p))
}

/// A player had to draw and could not; or that is dealt with.
pub(super) fn miss_draw(game: &mut Game, p: P, missed: bool) {
    record::put(game, MISSING, record::of(1, p), missed);
}

/// Whether the running or the next turn of a player is the first one (503.1).
pub(super) fn first_turn(game: &Game, p: P) -> bool {
    turns(game, p) < 2
}

/// How many turns a player has begun; two stands for more.
fn turns(game: &Game, p: P) -> i32 {
    get(game, TURNS) >> (2 * p.0) & 3
}

/// A player has begun so many turns.
pub(super) fn set_turns(game: &mut Game, p: P, n: i32) {
    let others = get(game, TURNS) & !(3 << (2 * p.0));
    set(game, TURNS, others | n.clamp(0, 2) << (2 * p.0));
}

/// A turn of the player begins.
pub(super) fn count_turn(game: &mut Game, p: P) {
    let n = turns(game, p) + 1;
    set_turns(game, p, n);
}

/// Whether a player has lost by a rule process that is not over yet (1202).
pub(super) fn lost(game: &Game, p: P) -> bool {
    record::is(game, LOST, record::of(1, p))
}

/// A player loses by the running rule process.
pub(super) fn lose(game: &mut Game, p: P) {
    record::put(game, LOST, record::of(1, p), true);
}
