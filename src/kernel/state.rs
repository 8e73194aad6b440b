//! The state of a game.

use super::{
    Act, Ask, Atom, Ban, Cells, Chars, DefId, Delayed, Effect, Ev, Frame, Given, GrantedAbility, Instance, Laps, Lki,
    P, PastEv, Pending, Ref, Rng, Run, Shield, Slot, TimeId, Use, Visit,
};
use crate::kernel::{AbilityIx, CellId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A yes-or-no fact of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum Flag {
    /// Its back is up.
    FaceDown = 1,
    /// The first player knows what it is, though it lies hidden.
    KnownToOne = 2,
    /// The second player knows what it is.
    KnownToTwo = 4,
    /// It was made by an effect.
    Token = 8,
    /// It is shown to the first player where it lies, by a reveal or a look; a move ends that.
    ShownToOne = 16,
    /// It is shown to the second player where it lies.
    ShownToTwo = 32,
    /// It is no card: an ability or a process that waits where cards wait.
    Pseudo = 64,
    /// It is a copy that an effect made.
    Copy = 128,
    /// The game's own mark.
    Marked = 256,
    /// The game's second mark.
    Second = 512,
    /// The game's third mark.
    Third = 1024,
    /// It is shown to everybody by an effect that has not resolved yet.
    Revealed = 2048,
}

/// A card of a deck list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeckCard {
    /// What it is.
    pub def: DefId,
    /// The part of the deck it is in, by the game's table; 0 is the main deck.
    pub part: u8,
}

/// A card of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Its definition.
    pub def: DefId,
    /// Grows whenever the rules make it a new object.
    pub life: u16,
    /// Where it is.
    pub cell: CellId,
    /// Whose deck it came from.
    pub owner: P,
    /// Its orientation, by the game's table.
    pub orient: u8,
    /// Who controls it if no effect says otherwise.
    pub base: P,
    /// A set of [`Flag`]s.
    pub flags: u16,
    /// When it came into its zone; a move between positions does not renew it.
    pub entered: u32,
    /// When it came to where it lies; a move between positions renews it.
    pub placed: u32,
    /// The turn since which it has been this object under its master's control.
    pub turn: u16,
    /// The turn it came into its zone, as a new object or not.
    pub arrived: u16,
    /// Where its computed information is, if it has any; derived.
    #[serde(skip, default = "Card::printed")]
    pub chars_at: u16,
}

impl Card {
    /// No computed information.
    pub const PRINTED: u16 = u16::MAX;

    fn printed() -> u16 {
        Card::PRINTED
    }

    /// A card that was not touched yet.
    pub fn new(def: DefId, cell: CellId, owner: P) -> Card {
        Card {
            def,
            life: 0,
            cell,
            owner,
            orient: 0,
            base: owner,
            flags: 0,
            entered: 0,
            placed: 0,
            turn: 0,
            arrived: 0,
            chars_at: Card::PRINTED,
        }
    }

    /// Whether the flag is set.
    #[inline]
    pub fn is(&self, flag: Flag) -> bool {
        self.flags & flag as u16 != 0
    }

    /// Sets or clears a flag.
    pub fn set(&mut self, flag: Flag, on: bool) {
        if on {
            self.flags |= flag as u16;
        } else {
            self.flags &= !(flag as u16);
        }
    }

    /// The flag that says the card is being shown to the player.
    pub fn shown_flag(p: P) -> Flag {
        if p == P::ONE {
            Flag::ShownToOne
        } else {
            Flag::ShownToTwo
        }
    }

    /// The flag that says the player knows it.
    pub fn known_flag(p: P) -> Flag {
        if p == P::ONE {
            Flag::KnownToOne
        } else {
            Flag::KnownToTwo
        }
    }
}

/// A player's own numbers, by the game's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Player {
    /// The numbers.
    pub vals: [i32; Player::VALUES],
    /// What the player has produced and not spent, by kinds of the game's table.
    pub purse: [u8; Player::PURSE],
}

impl Player {
    /// How many numbers of a player the state keeps; those beyond are worked out by the game.
    pub const VALUES: usize = 8;
    /// How many kinds of icons a player can have produced.
    pub const PURSE: usize = 20;
}

/// What few cards have: kept beside the cards, so that the many stay small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Laid {
    /// The card.
    pub card: u16,
    /// Damage on it.
    pub damage: i32,
    /// The number that was chosen for its X.
    pub x: i32,
    /// What it is added or attached to, or lies on.
    pub host: Ref,
}

/// Two cards belong together, in a way that the game knows: it attacks the other one, it is paired with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tie {
    /// In which way, by the game's numbers.
    pub kind: u8,
    /// The one.
    pub a: Ref,
    /// The other.
    pub b: Ref,
}

/// Counters of one kind on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Counter {
    /// The card.
    pub card: u16,
    /// The kind, by the pool's list.
    pub kind: u8,
    /// How many; never 0.
    pub n: u16,
}

/// Where in the game we are.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Turn {
    /// The number of the turn, from 1.
    pub number: u16,
    /// Whose turn it is.
    pub player: P,
    /// Who had the first turn.
    pub first: P,
    /// The phase.
    pub phase: TimeId,
    /// The step, or the phase again.
    pub step: TimeId,
    /// Extra turns that were given, the latest last.
    pub extra: Vec<P>,
    /// This turn is one that was given.
    #[serde(default)]
    pub given: bool,
    /// Phases that were put into a turn of a player, the latest last.
    #[serde(default)]
    pub phases: Vec<(P, TimeId)>,
    /// Phases and steps to be passed over.
    pub skips: Vec<(P, TimeId)>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// A player won.
    Win(P),
    /// Nobody won.
    Draw,
    /// The engine gave up: the code and the ability it gave up at.
    Fault(u16, u32),
}

/// The whole game in the middle of anything. Everything above the last line is what the game *is*; the rest is derived from it.
#[derive(Debug, Serialize, Deserialize)]
pub struct State {
    /// All cards.
    pub cards: Vec<Card>,
    /// Where they lie.
    pub cells: Cells,
    /// The players.
    pub players: [Player; 2],
    /// The turn.
    pub turn: Turn,
    /// The game's own record: the running attack and the like.
    pub ext: [i32; 16],
    /// Resolved continuous effects, oldest first.
    pub effects: Vec<Effect>,
    /// Triggered abilities that wait.
    pub standby: Vec<Instance>,
    /// Abilities that effects set up.
    pub delayed: Vec<Delayed>,
    /// Cards that their players may show to let them answer to what just happened.
    pub offers: Vec<Instance>,
    /// What the card answers to that is about to be announced because it was set off.
    pub cue: super::EvInfo,
    /// Amounts that effects will prevent.
    pub shields: Vec<Shield>,
    /// Counters on cards, by card and kind.
    pub counters: Vec<Counter>,
    /// Damage on cards, their X and what they are added to, by card.
    pub laid: Vec<Laid>,
    /// Which cards belong together, the oldest first.
    pub ties: Vec<Tie>,
    /// Continuous abilities of cards whose effects were nullified.
    #[serde(default)]
    pub muted: Vec<(Ref, AbilityIx)>,
    /// What was announced and has not resolved yet, the first announced first.
    pub pending: Vec<Pending>,
    /// The game as it was when a play began that may have to be taken back, the innermost last.
    pub marks: Vec<Arc<State>>,
    /// How long the log was when this was kept as a mark.
    pub logged: u32,
    /// Actions that were begun at this point and taken back.
    pub refused: Vec<Act>,
    /// Used-up limits.
    pub uses: Vec<Use>,
    /// What happened, as far as cards ask for it.
    pub past: Vec<PastEv>,
    /// Last information of what left.
    pub lki: Vec<Lki>,
    /// Running work.
    pub stack: Vec<Frame>,
    /// Resolving abilities, the innermost last.
    pub runs: Vec<Run>,
    /// Their slots.
    pub slots: Vec<Slot>,
    /// The cards of their slots.
    pub words: Vec<Ref>,
    /// The events on their way through the door.
    pub batch: Vec<Ev>,
    /// Replacement bodies that wait for their batch to be over.
    pub bodies: Vec<Run>,
    /// The cards of the last batch, as they are now.
    pub moved: Vec<Ref>,
    /// Cards that the next shuffle leaves where they are: a search has found them.
    pub spared: Vec<u16>,
    /// How many events of the last batch happened; of amounts, how much.
    pub done: i32,
    /// The open question.
    pub ask: Option<Ask>,
    /// Its atoms.
    pub atoms: Vec<Atom>,
    /// The picks of it so far, as numbers of atoms.
    pub picked: Vec<u16>,
    /// The picks of the last question.
    pub picks: Vec<Atom>,
    /// The points of this turn at which a loop may close.
    pub visited: Vec<Visit>,
    /// The answers since the last point that cannot be part of a loop.
    pub answers: Vec<Given>,
    /// Answers still to be repeated by a declared loop, by what they are known by, the next one last.
    pub replay: Vec<u64>,
    /// The loop that they repeat.
    pub lapping: Option<Laps>,
    /// Loops that must not be begun again.
    pub banned: Vec<Ban>,
    /// How often the first of two players wants a loop repeated, while the other one is asked.
    pub named: Option<i32>,
    /// Randomness.
    pub rng: Rng,
    /// Grows with every batch.
    pub stamp: u32,
    /// Numbers the instances.
    pub seq: u32,
    /// How many decisions were made.
    pub decisions: u32,
    /// How many costs are being paid.
    pub paying: u8,
    /// Steps since the last decision.
    pub steps: u32,
    /// Abilities resolved since the last decision.
    pub laps: u32,
    /// How the game ended.
    pub over: Option<Outcome>,

    /// Computed information; cards know their place in the list.
    #[serde(skip)]
    pub chars: Vec<Chars>,
    /// The cards of that list.
    #[serde(skip)]
    pub chars_of: Vec<u16>,
    /// Abilities given by effects.
    #[serde(skip)]
    pub granted: Vec<GrantedAbility>,
    /// Rules made by effects and statics: change, source, player, target, when it began.
    #[serde(skip)]
    pub rules: Vec<Effect>,
    /// Which kinds of rule there are.
    #[serde(skip)]
    pub rule_mask: u64,
    /// What active effects depend on.
    #[serde(skip)]
    pub live_deps: u64,
    /// Computed information is out of date.
    #[serde(skip)]
    pub dirty: bool,
    /// Something happened since the rules were last found to demand nothing.
    #[serde(skip, default = "State::yes")]
    pub unchecked: bool,
    /// An effect may have revealed a card that is still shown.
    #[serde(skip, default = "State::yes")]
    pub revealed: bool,
}

/// A copy of a state; one that is copied into another state uses the room of its lists again.
macro_rules! copies {
    ($($field:ident,)*) => {
        impl Clone for State {
            fn clone(&self) -> State {
                State { $($field: self.$field.clone()),* }
            }

            fn clone_from(&mut self, other: &State) {
                $( self.$field.clone_from(&other.$field); )*
            }
        }
    };
}

copies! {
    cards, cells, players, turn, ext, effects, standby, delayed, offers, cue, shields, counters, laid, ties,
    muted, pending, marks, logged, refused, uses, past, lki, stack, runs, slots, words, batch, bodies, moved,
    spared, done, ask, atoms, picked, picks, visited, answers, replay, lapping, banned, named, rng, stamp, seq,
    decisions, paying, steps, laps, over, chars, chars_of, granted, rules, rule_mask, live_deps, dirty,
    unchecked,
    revealed,
}

impl State {
    fn yes() -> bool {
        true
    }

    /// An empty table.
    pub fn new(cells: usize, seed: u64) -> State {
        State {
            cards: Vec::new(),
            cells: Cells::new(cells),
            players: [Player::default(); 2],
            turn: Turn::default(),
            ext: [0; 16],
            effects: Vec::new(),
            standby: Vec::new(),
            delayed: Vec::new(),
            offers: Vec::new(),
            cue: super::EvInfo::default(),
            shields: Vec::new(),
            counters: Vec::new(),
            laid: Vec::new(),
            ties: Vec::new(),
            muted: Vec::new(),
            pending: Vec::new(),
            marks: Vec::new(),
            logged: 0,
            refused: Vec::new(),
            uses: Vec::new(),
            past: Vec::new(),
            lki: Vec::new(),
            stack: Vec::new(),
            runs: Vec::new(),
            slots: Vec::new(),
            words: Vec::new(),
            batch: Vec::new(),
            bodies: Vec::new(),
            moved: Vec::new(),
            spared: Vec::new(),
            done: 0,
            ask: None,
            atoms: Vec::new(),
            picked: Vec::new(),
            picks: Vec::new(),
            visited: Vec::new(),
            answers: Vec::new(),
            replay: Vec::new(),
            lapping: None,
            banned: Vec::new(),
            named: None,
            rng: Rng::new(seed),
            stamp: 1,
            seq: 0,
            decisions: 0,
            paying: 0,
            steps: 0,
            laps: 0,
            unchecked: true,
            revealed: false,
            over: None,
            chars: Vec::new(),
            chars_of: Vec::new(),
            granted: Vec::new(),
            rules: Vec::new(),
            rule_mask: 0,
            live_deps: 0,
            dirty: true,
        }
    }

    /// A card by its number; a card that does not exist is an inert one.
    #[inline]
    pub fn card(&self, ix: u16) -> Card {
        self.cards.get(usize::from(ix)).copied().unwrap_or(Card {
            def: DefId(0),
            life: u16::MAX,
            cell: CellId(u8::MAX),
            owner: P::ONE,
            orient: 0,
            base: P::ONE,
            flags: 0,
            entered: 0,
            placed: 0,
            turn: 0,
            arrived: 0,
            chars_at: Card::PRINTED,
        })
    }

    /// Damage on a card, its X and what it is added to.
    #[inline]
    pub fn laid(&self, card: u16) -> Laid {
        let found = self.laid.iter().find(|l| l.card == card);
        found.copied().unwrap_or(Laid {
            card,
            ..Laid::default()
        })
    }

    /// Changes damage on a card, its X or what it is added to.
    pub fn lay(&mut self, card: u16, change: impl FnOnce(&mut Laid)) {
        let mut laid = self.laid(card);
        change(&mut laid);
        let bare = laid
            == Laid {
                card,
                ..Laid::default()
            };
        match self.laid.binary_search_by_key(&card, |l| l.card) {
            Ok(at) if bare => {
                self.laid.remove(at);
            }
            Ok(at) => {
                if let Some(place) = self.laid.get_mut(at) {
                    *place = laid;
                }
            }
            Err(_) if bare => {}
            Err(at) => self.laid.insert(at, laid),
        }
    }

    /// How many counters of a kind a card has.
    pub fn counter(&self, card: u16, kind: u8) -> i32 {
        self.counters
            .iter()
            .find(|c| c.card == card && c.kind == kind)
            .map_or(0, |c| i32::from(c.n))
    }

    /// Gives a card so many counters of a kind.
    pub fn set_counter(&mut self, card: u16, kind: u8, n: i32) {
        let n = u16::try_from(n.clamp(0, i32::from(u16::MAX))).unwrap_or(0);
        let place = self.counters.binary_search_by_key(&(card, kind), |c| (c.card, c.kind));
        match place {
            Ok(at) if n == 0 => {
                self.counters.remove(at);
            }
            Ok(at) => {
                if let Some(counter) = self.counters.get_mut(at) {
                    counter.n = n;
                }
            }
            Err(_) if n == 0 => {}
            Err(at) => self.counters.insert(at, Counter { card, kind, n }),
        }
    }

    /// The counters on a card: kind and number.
    pub fn counters_of(&self, card: u16) -> Vec<(u8, u16)> {
        let on = self.counters.iter().filter(|c| c.card == card);
        on.map(|c| (c.kind, c.n)).collect()
    }

    /// The last information of a card that is gone.
    pub fn last_of(&self, r: Ref) -> Option<&Lki> {
        self.lki.iter().rev().find(|l| l.old == r)
    }

    /// Whether the reference still means that card.
    #[inline]
    pub fn alive(&self, r: Ref) -> bool {
        self.cards.get(usize::from(r.ix)).is_some_and(|c| c.life == r.life) || r.as_player().is_some()
    }

    /// The card as it is now.
    #[inline]
    pub fn now(&self, ix: u16) -> Ref {
        Ref {
            ix,
            life: self.cards.get(usize::from(ix)).map_or(0, |c| c.life),
        }
    }

    /// The top card of a cell.
    #[inline]
    pub fn top(&self, cell: CellId) -> Option<Ref> {
        self.cells.top(cell).map(|ix| self.now(ix))
    }

    /// A number of a player.
    #[inline]
    pub fn val(&self, p: P, val: u8) -> i32 {
        self.players
            .get(p.ix())
            .and_then(|x| x.vals.get(usize::from(val)))
            .copied()
            .unwrap_or(0)
    }
}
