//! What a verb that the game does itself is told.

use crate::kernel::{Cause, CellId, DefId, NameId, P, Ref};

/// The evaluated roles of a native verb.
#[derive(Debug, Clone)]
pub struct VerbCall {
    /// Which verb.
    pub verb: u8,
    /// For which player: the receiver, or the actor.
    pub who: P,
    /// For both players, the turn player first.
    pub both: bool,
    /// With which card.
    pub card: Ref,
    /// With which cards.
    pub cards: Vec<Ref>,
    /// Done to which cards.
    pub to: Vec<Ref>,
    /// At which positions the text allows it; any if there are none.
    pub cells: Vec<CellId>,
    /// At a different position each.
    pub apart: bool,
    /// Face down, face up, or as the rules say.
    pub face: Option<bool>,
    /// With this orientation, or that of the rules.
    pub orient: Option<u8>,
    /// With which amount.
    pub amount: i32,
    /// With which word of the game's table.
    pub word: u8,
    /// Of which token.
    pub made: Option<DefId>,
    /// With which name.
    pub name: Option<NameId>,
    /// What cannot be done about it (bits), by the game's table of certainties.
    pub firm: u8,
    /// Why.
    pub cause: Cause,
}
