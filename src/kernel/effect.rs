//! Lasting things: effects with a duration, waiting abilities, used-up limits.

use super::{AbilityIx, CellId, EvInfo, P, Ref, Slot, TimeId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// When an effect ends: at the end of a stretch of time that has not ended yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    /// Never.
    Game,
    /// At the start or end of a stretch of time.
    Time {
        /// Which.
        time: TimeId,
        /// Its start rather than its end.
        start: bool,
        /// Whose, if it matters.
        whose: Option<P>,
        /// Not before this turn.
        from_turn: u16,
    },
    /// When the engine's condition of the pool does not hold any more.
    While(u32),
    /// As long as the card it is about stays where it is.
    Here,
    /// When something of the pool's pattern happens.
    Event(u32),
}

/// What a resolved effect is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectTarget {
    /// One card of a set that was fixed when the effect began.
    Card(Ref),
    /// A player.
    Player(P),
    /// Whatever fits at any time, by the pool's list of objects.
    Open(u32),
}

/// A resolved continuous effect: one change to one target.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// The change, by the pool's list.
    pub change: u32,
    /// What it is about.
    pub target: EffectTarget,
    /// The card behind it.
    pub src: Ref,
    /// The ability behind it.
    pub ability: AbilityIx,
    /// Its player.
    pub me: P,
    /// When it began.
    pub stamp: u32,
    /// How long it lasts.
    pub until: Until,
    /// The amount, fixed when it began.
    pub val: i32,
    /// What the ability had chosen, for abilities it gives and rules it makes.
    pub held: Option<Arc<Captured>>,
}

/// What an ability had chosen and what it answered to, kept for an ability that it created.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Captured {
    /// Its slots; sets point into `words`.
    pub slots: Vec<Slot>,
    /// The cards of its sets.
    pub words: Vec<Ref>,
    /// Its event.
    pub ev: EvInfo,
    /// Its card.
    pub src: Ref,
    /// When it began, if what is done this way is still spoken of; else 0.
    #[serde(default)]
    pub start: u32,
}

/// A triggered ability that waits to be played.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Instance {
    /// The ability.
    pub ability: AbilityIx,
    /// Its card, as it is now.
    pub src: Ref,
    /// Its card, as it was when the event was judged.
    pub src0: Ref,
    /// Who plays it.
    pub me: P,
    /// The event.
    pub ev: EvInfo,
    /// What the creating effect had chosen.
    pub held: Option<Arc<Captured>>,
    /// The number of its standing by, to tell instances apart.
    pub seq: u32,
}

/// An ability that an effect set up to wait for something.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Delayed {
    /// The ability.
    pub ability: AbilityIx,
    /// The card behind it.
    pub src: Ref,
    /// Whose it is.
    pub me: P,
    /// Only once.
    pub once: bool,
    /// How long it waits.
    pub until: Until,
    /// What the effect had chosen.
    pub held: Arc<Captured>,
    /// When it was set up.
    pub stamp: u32,
    /// The turn in which it was set up: the end of a *next* turn is not the end of this one.
    pub turn: u16,
}

/// An amount that an effect prevents before it is dealt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shield {
    /// Whom it protects: a card or a player.
    pub to: Ref,
    /// How much it still prevents; the greatest number for everything.
    pub left: i32,
    /// Only of notes of these kinds (bits of the game's table).
    pub of: u64,
    /// Which sources: the pattern of the pool that the event must fit, if any.
    pub pattern: Option<u32>,
    /// How long it lasts.
    pub until: Until,
    /// The card behind it.
    pub src: Ref,
    /// Whose it is.
    pub me: P,
    /// What the effect had chosen.
    pub held: Option<Arc<Captured>>,
    /// When it began.
    pub stamp: u32,
}

impl Pending {
    /// The bit of `bits` that says that a status for which its effects would last has lapsed since it was announced (909.8 and its like).
    pub const LAPSED: u32 = 1 << 23;
    /// The bit that says that it has been played: from then on a status can lapse.
    pub const PLAYED: u32 = 1 << 22;
}

/// Something that was announced and waits to resolve: a card being played, or an ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pending {
    /// What lies there for it: the card, or what stands for the ability.
    pub card: Ref,
    /// Which kind, by the game's table.
    pub kind: u8,
    /// Whose it is.
    pub me: P,
    /// The ability, if it is one.
    pub ability: AbilityIx,
    /// The card of the ability as it is now, and as it was.
    pub src: Ref,
    /// The card of the ability as it was when it was announced or set off.
    pub src0: Ref,
    /// The event that set it off.
    pub ev: EvInfo,
    /// The texts it will carry out and what was chosen for them.
    pub texts: Vec<(AbilityIx, Option<Arc<Captured>>)>,
    /// The numbers that were chosen for X and Y.
    pub x: [i32; 2],
    /// How it was announced, in the game's own bits.
    pub bits: u32,
    /// From where.
    pub from: CellId,
    /// The number of its announcement.
    pub seq: u32,
}

/// How often something with a limit was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Use {
    /// The ability.
    pub ability: AbilityIx,
    /// The card, or no card if all cards with the ability share the limit.
    pub card: Ref,
    /// The player, if the limit is a player's.
    pub who: P,
    /// The turn it counts for; the greatest number for the whole game.
    pub turn: u16,
    /// How often.
    pub n: u16,
}
