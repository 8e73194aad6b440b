//! The game as a value: plain data without behaviour of any game. Clone it, compare it, serialise it, resume it elsewhere.
//!
//! Cards lie in [`Cells`]; running work lies on a stack of [`Frame`]s and [`Run`]s; a pending question is an [`Ask`]. Nothing here knows a game or a card.

mod ask;
mod bits;
mod cells;
mod chars;
mod effect;
mod event;
mod frame;
mod hash;
mod ids;
mod layout;
mod log;
mod rng;
mod state;

pub use ask::{Act, Answer, Ask, AskKind, Atom, Ban, Given, Illegal, Laps, PickRule, Visit};
pub use bits::Bits;
pub use cells::{Cells, End};
pub use chars::{Chars, GrantedAbility, Lki, TAG_WORDS, Tags};
pub use effect::{Captured, Delayed, Effect, EffectTarget, Instance, Pending, Shield, Until, Use};
pub use event::{Cause, CauseKind, Ev, EvInfo, EvKind, Note, PastEv};
pub use frame::{Frame, KernelStep, Run, Slot, TimeChange};
pub use hash::{Position, answer_key};
pub use ids::{AbilityIx, AttrId, CellId, DefId, NameId, P, Ref, TagId, TimeId, ZoneId};
pub use layout::{CellSpec, Layout, Sees, ZoneSpec};
pub use log::{Log, LogEv, LogKind};
pub use rng::Rng;
pub use state::{Card, Counter, DeckCard, Flag, Laid, Outcome, Player, State, Tie, Turn};
