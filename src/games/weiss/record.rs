//! The record of the running attack (7.2.1.5), kept in the state's own numbers of the game.

use crate::exec::Game;
use crate::games::common::record::{self, get, set};
use crate::kernel::{CellId, P, Ref};

/// No attack.
pub(super) const NO_ATTACK: i32 = 0;
/// A frontal attack.
pub(super) const FRONTAL: i32 = 1;
/// A side attack.
pub(super) const SIDE: i32 = 2;
/// A direct attack.
pub(super) const DIRECT: i32 = 3;

const KIND: usize = 0;
const ATTACKER: usize = 1;
const ATTACKED: usize = 2;
const ATTACKER_CELL: usize = 3;
const ATTACKED_CELL: usize = 4;
const ATTACKS: usize = 5;
const DAMAGED: usize = 6;
const FATE: usize = 7;
/// In the record of fates: who has lost in this check, and whose lack of cards was made good for by an effect.
const LOST: i32 = 1;
const SPARED: i32 = 1 << 2;

/// The kind of the running attack.
pub(super) fn kind(game: &Game) -> i32 {
    get(game, KIND)
}

/// The attacker.
pub(super) fn attacker(game: &Game) -> Ref {
    record::card(game, ATTACKER)
}

/// The character that is being attacked, frontally or from the side.
pub(super) fn attacked(game: &Game) -> Ref {
    record::card(game, ATTACKED)
}

/// The defending character: only a frontal attack has one (7.2.1.5.1).
pub(super) fn defender(game: &Game) -> Ref {
    if kind(game) == FRONTAL {
        attacked(game)
    } else {
        Ref::NONE
    }
}

/// Whether a character is still where it was when the attack was declared, with the same master. Only where it is now counts (ruling D29).
pub(super) fn in_place(game: &Game, card: Ref) -> bool {
    let at = if card == attacker(game) {
        ATTACKER_CELL
    } else {
        ATTACKED_CELL
    };
    game.state.alive(card) && i32::from(game.state.card(card.ix).cell.0) == get(game, at)
}

/// An attack begins.
pub(super) fn begin(game: &mut Game, kind: i32, attacker: Ref, attacked: Ref) {
    let cell = |game: &Game, card: Ref| i32::from(game.state.card(card.ix).cell.0);
    let (a, d) = (cell(game, attacker), cell(game, attacked));
    set(game, KIND, kind);
    record::set_card(game, ATTACKER, attacker);
    record::set_card(game, ATTACKED, attacked);
    set(game, ATTACKER_CELL, a);
    set(game, ATTACKED_CELL, d);
    set(game, ATTACKS, get(game, ATTACKS).saturating_add(1));
}

/// Another character defends, where it is now.
pub(super) fn defend(game: &mut Game, card: Ref) {
    let cell = i32::from(game.state.card(card.ix).cell.0);
    record::set_card(game, ATTACKED, card);
    set(game, ATTACKED_CELL, cell);
}

/// The attack is over: all its states end.
pub(super) fn end(game: &mut Game) {
    for at in [KIND, ATTACKER, ATTACKED, ATTACKER_CELL, ATTACKED_CELL] {
        set(game, at, 0);
    }
}

/// How many attacks were carried out this turn.
pub(super) fn attacks(game: &Game) -> i32 {
    get(game, ATTACKS)
}

/// A turn starts.
pub(super) fn new_turn(game: &mut Game) {
    end(game);
    set(game, ATTACKS, 0);
}

/// How many damage processes run against each player: bits of 4 for each (a process inside a process is possible through replacements).
pub(super) fn damaging(game: &Game, player: P) -> bool {
    get(game, DAMAGED) >> (8 * i32::from(player.0)) & 0xFF != 0
}

/// A damage process against a player begins or ends.
pub(super) fn damage_process(game: &mut Game, player: P, begins: bool) {
    let one = 1 << (8 * i32::from(player.0));
    let now = get(game, DAMAGED);
    set(
        game,
        DAMAGED,
        if begins {
            now.wrapping_add(one)
        } else {
            now.wrapping_sub(one)
        },
    );
}

/// A player has lost in the running check.
pub(super) fn lose(game: &mut Game, who: P) {
    record::put(game, FATE, record::of(LOST, who), true);
}

/// Whether a player has lost in the running check.
pub(super) fn has_lost(game: &Game, who: P) -> bool {
    record::is(game, FATE, record::of(LOST, who))
}

/// The loss of a player without cards to make a deck of is judged now, or there are cards again (9.2.2.1).
pub(super) fn spare(game: &mut Game, who: P, spared: bool) {
    record::put(game, FATE, record::of(SPARED, who), spared);
}

/// Whether the loss of a player without cards to make a deck of was judged already: no refresh then until there are cards (9.2.2.1).
pub(super) fn is_spared(game: &Game, who: P) -> bool {
    record::is(game, FATE, record::of(SPARED, who))
}

/// The cell as a local of a step.
pub(super) fn cell_of(n: i32) -> CellId {
    CellId(u8::try_from(n).unwrap_or(u8::MAX))
}
