//! The catalogue of events: what is announced in a game, who takes part in it, and what texts can do about it.
//!
//! A game lists its events beside its verbs ([`Tables::events`](super::Tables)); those that the engine makes by itself in every game stand here. The door
//! lets nothing through that has no row, and the linker refuses a sentence that no row can ever answer. So a text that waits for something, forbids it,
//! replaces it or asks the past for it is played, or its author is told.

use super::code::{PatCause, PatKind, PatObject, PatSubject, Pattern};
use super::tables::Tables;
use crate::kernel::{CauseKind, Ev, EvKind, Note};

/// What kind of change an event is, without what belongs to the one event only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Happening {
    /// A card goes from place to place.
    Move,
    /// A card changes its orientation.
    Turn,
    /// A card is turned face up or face down where it lies.
    Face,
    /// A pile is shuffled.
    Shuffle,
    /// A card is shown to all.
    Reveal,
    /// A card is shown to one player.
    Look,
    /// This number of a player changes.
    Value(u8),
    /// A card deals damage.
    Damage,
    /// Damage is taken off a card.
    Mend,
    /// A card gets or loses counters.
    Counter,
    /// Another side of a card comes up.
    Side,
    /// A card is added to another.
    Attach,
    /// A card gets or loses a mark of the game.
    Mark,
    /// Something appears that was nowhere.
    Appear,
    /// Something ceases to exist.
    Vanish,
    /// Something that changes nothing by itself.
    Note,
    /// A number of a card has become greater or smaller.
    Number,
    /// A time begins.
    Begin,
    /// A time ends.
    End,
}

impl Happening {
    /// What kind of change an event is.
    pub fn of(kind: EvKind) -> Happening {
        match kind {
            EvKind::Move => Happening::Move,
            EvKind::Turn => Happening::Turn,
            EvKind::Face => Happening::Face,
            EvKind::Shuffle => Happening::Shuffle,
            EvKind::Reveal => Happening::Reveal,
            EvKind::Look => Happening::Look,
            EvKind::Value(which) => Happening::Value(which),
            EvKind::Damage => Happening::Damage,
            EvKind::Mend => Happening::Mend,
            EvKind::Counter(_) => Happening::Counter,
            EvKind::Side(_) => Happening::Side,
            EvKind::Attach => Happening::Attach,
            EvKind::Mark(_) => Happening::Mark,
            EvKind::Appear => Happening::Appear,
            EvKind::Vanish => Happening::Vanish,
            EvKind::Note => Happening::Note,
            EvKind::Number(_) => Happening::Number,
            EvKind::Begin(_) => Happening::Begin,
            EvKind::End(_) => Happening::End,
        }
    }

    /// What changes, in words.
    pub fn words(self) -> &'static str {
        match self {
            Happening::Move => "a card moves",
            Happening::Turn => "a card turns",
            Happening::Face => "a card is turned over",
            Happening::Shuffle => "a pile is shuffled",
            Happening::Reveal => "a card is revealed",
            Happening::Look => "a card is looked at",
            Happening::Value(_) => "a number of a player changes",
            Happening::Damage => "damage is dealt",
            Happening::Mend => "damage is removed",
            Happening::Counter => "counters change",
            Happening::Side => "another side comes up",
            Happening::Attach => "a card is added to a card",
            Happening::Mark => "a card is marked",
            Happening::Appear => "something appears",
            Happening::Vanish => "something ceases to exist",
            Happening::Note => "it is told",
            Happening::Number => "a number of a card changes",
            Happening::Begin => "a time begins",
            Happening::End => "a time ends",
        }
    }
}

/// Who and what takes part in an event (bits). Its player and its cause are known of every event.
pub mod role {
    /// The card it is about.
    pub const SUBJECT: u8 = 1;
    /// The card it is done to.
    pub const OBJECT: u8 = 2;
    /// It may be done to a player.
    pub const PLAYER: u8 = 4;
    /// How much.
    pub const AMOUNT: u8 = 8;
    /// From where.
    pub const FROM: u8 = 16;
    /// To where.
    pub const TO: u8 = 32;
    /// Which ability.
    pub const ABILITY: u8 = 64;

    /// The words of the roles, in the order of their bits.
    pub const WORDS: [(u8, &str); 7] = [
        (SUBJECT, "subject"),
        (OBJECT, "object"),
        (PLAYER, "player as object"),
        (AMOUNT, "amount"),
        (FROM, "from"),
        (TO, "to"),
        (ABILITY, "ability"),
    ];
}

/// What makes an event happen (bits).
pub mod cause {
    use super::CauseKind;

    /// The rules demand it, or a player does what the rules offer.
    pub const RULE: u8 = 1;
    /// A cost is paid with it.
    pub const COST: u8 = 2;
    /// An effect does it.
    pub const EFFECT: u8 = 4;
    /// A player plays a card.
    pub const PLAY: u8 = 8;
    /// Whatever makes things happen.
    pub const ALL: u8 = RULE | COST | EFFECT | PLAY;

    /// The words of the causes, in the order of their bits.
    pub const WORDS: [(u8, &str); 4] = [
        (RULE, "the rules"),
        (COST, "a cost"),
        (EFFECT, "an effect"),
        (PLAY, "playing a card"),
    ];

    /// The bit of a cause.
    pub const fn of(kind: CauseKind) -> u8 {
        match kind {
            CauseKind::Rule => RULE,
            CauseKind::Cost => COST,
            CauseKind::Effect => EFFECT,
            CauseKind::Play => PLAY,
        }
    }
}

/// What texts can do about an event (bits).
pub mod can {
    /// Abilities answer to it.
    pub const TRIGGER: u8 = 1;
    /// Something else happens instead: if it does not happen, what it tells of does not.
    pub const REPLACE: u8 = 2;
    /// It is asked for before it happens.
    pub const FORBID: u8 = 4;
    /// The past is asked for it.
    pub const PAST: u8 = 8;

    /// What passes the door as a change.
    pub const ALL: u8 = TRIGGER | REPLACE | FORBID | PAST;
    /// What is told when it has happened.
    pub const HEAR: u8 = TRIGGER | PAST;
    /// What the rules ask for first and tell then.
    pub const DECLARE: u8 = HEAR | FORBID;

    /// The words of the uses, in the order of their bits.
    pub const WORDS: [(u8, &str); 4] = [
        (TRIGGER, "when"),
        (REPLACE, "instead"),
        (FORBID, "cannot"),
        (PAST, "past"),
    ];
}

/// A row of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventRow {
    /// What kind of change.
    pub what: Happening,
    /// The word for it.
    pub note: Note,
    /// Who and what takes part in it: bits of [`role`].
    pub roles: u8,
    /// What texts can do about it: bits of [`can`].
    pub uses: u8,
    /// What makes it happen: bits of [`cause`].
    pub causes: u8,
    /// What to write where a text wants something of it that cannot be; empty if there is nothing better than the general advice.
    pub near: &'static str,
}

impl EventRow {
    /// A row.
    pub const fn new(what: Happening, note: Note, roles: u8, uses: u8) -> EventRow {
        EventRow {
            what,
            note,
            roles,
            uses,
            causes: cause::ALL,
            near: "",
        }
    }

    /// A move with a word.
    pub const fn moved(note: Note) -> EventRow {
        EventRow::new(Happening::Move, note, MOVED, can::ALL)
    }

    /// Something that is told and changes nothing by itself.
    pub const fn told(note: Note, roles: u8, uses: u8) -> EventRow {
        EventRow::new(Happening::Note, note, roles, uses)
    }

    /// Made to happen by these only.
    #[must_use]
    pub const fn only(self, causes: u8) -> EventRow {
        EventRow { causes, ..self }
    }

    /// With advice.
    #[must_use]
    pub const fn near(self, near: &'static str) -> EventRow {
        EventRow { near, ..self }
    }

    /// Whether the row is about an event like this, with all who take part in it.
    fn lists(&self, ev: &Ev) -> bool {
        let player = ev.obj.as_player().is_some();
        let known = |there: bool, bit: u8| !there || self.roles & bit != 0;
        self.what == Happening::of(ev.kind)
            && self.note == ev.tag
            && self.causes & cause::of(ev.cause.kind) != 0
            && known(ev.subj.is_some(), role::SUBJECT)
            && known(player, role::PLAYER)
            && known(!player && ev.obj.is_some(), role::OBJECT)
    }

    /// Whether the pattern is about such events, whoever takes part in them.
    pub(super) fn is_of(&self, kind: &PatKind) -> bool {
        match (kind, self.what) {
            (PatKind::Move { tag, .. }, Happening::Move) => tag.is_none_or(|tag| tag == self.note),
            (PatKind::Turn(_), Happening::Turn)
            | (PatKind::Face(_), Happening::Face | Happening::Mark)
            | (PatKind::Counter(..), Happening::Counter)
            | (PatKind::Value(..), Happening::Number)
            | (PatKind::Time(_), Happening::Begin | Happening::End) => true,
            (PatKind::Points(which, _), Happening::Value(of)) => *which == of,
            (
                PatKind::Note(bits),
                Happening::Note
                | Happening::Reveal
                | Happening::Shuffle
                | Happening::Value(_)
                | Happening::Damage
                | Happening::Mend
                | Happening::Counter
                | Happening::Side
                | Happening::Attach
                | Happening::Face
                | Happening::Mark,
            ) => self.note != Note::NONE && self.note.is_in(*bits),
            _ => false,
        }
    }

    /// Whether nothing that a pattern asks for as the cause ever makes the event happen.
    fn is_never_caused(&self, pattern: &Pattern) -> bool {
        pattern.by.as_ref().is_some_and(|by| causes_of(by) & self.causes == 0)
    }

    /// The roles that a pattern asks for and the event does not have.
    fn lacks(&self, pattern: &Pattern) -> u8 {
        let mut wanted = 0;
        if pattern.subject != PatSubject::Any {
            wanted |= role::SUBJECT;
        }
        if pattern.amount.is_some() {
            wanted |= role::AMOUNT;
        }
        if pattern.from.is_some() {
            wanted |= role::FROM;
        }
        if pattern.to.is_some() {
            wanted |= role::TO;
        }
        let object = pattern.object.as_ref().map_or(0, |object| self.lacks_object(object));
        wanted & !self.roles | object
    }

    fn lacks_object(&self, object: &PatObject) -> u8 {
        let wanted = match object {
            PatObject::Objs(_) | PatObject::Fits(_) => role::OBJECT,
            PatObject::Player(_) => role::PLAYER,
            PatObject::Keyword(_) | PatObject::Category(_) | PatObject::ThisAbility | PatObject::Producer => {
                role::ABILITY
            }
            PatObject::Any(any) => {
                let lacking = any.iter().map(|one| self.lacks_object(one));
                return lacking.min_by_key(|lacks| lacks.count_ones()).unwrap_or(0);
            }
        };
        wanted & !self.roles
    }
}

/// The causes that a pattern of a cause can mean.
fn causes_of(by: &PatCause) -> u8 {
    let mut causes = cause::ALL;
    if by.effect || by.call != 0 {
        causes &= cause::EFFECT;
    }
    if by.cost {
        causes &= cause::COST;
    }
    if by.damage != 0 {
        causes &= cause::RULE;
    }
    if by.spell.is_some() {
        causes &= cause::EFFECT | cause::PLAY;
    }
    if !by.any.is_empty() {
        causes &= by.any.iter().map(causes_of).fold(0, |all, one| all | one);
    }
    causes
}

const MOVED: u8 = role::SUBJECT | role::FROM | role::TO;

/// The events that the engine makes by itself in every game, by the words that the game has for them.
fn shared(tables: &Tables) -> impl Iterator<Item = EventRow> {
    let words = &tables.note;
    let bare = |what, roles, uses| EventRow::new(what, Note::NONE, roles, uses);
    let unnamed = [
        bare(Happening::Move, MOVED | role::OBJECT, can::ALL),
        bare(Happening::Turn, role::SUBJECT, can::ALL),
        bare(Happening::Begin, 0, can::HEAR),
        bare(Happening::End, 0, can::HEAR),
        // Nobody notices these.
        bare(Happening::Reveal, role::SUBJECT, 0),
        bare(Happening::Look, role::SUBJECT, 0),
        bare(Happening::Face, role::SUBJECT, 0),
        bare(Happening::Counter, role::SUBJECT | role::AMOUNT, 0),
        bare(Happening::Appear, role::SUBJECT, 0),
        bare(Happening::Vanish, role::SUBJECT, 0),
    ];
    let named = [
        EventRow::moved(words.draw),
        EventRow::moved(words.put),
        EventRow::moved(words.give_back),
        EventRow::new(Happening::Move, words.shift, MOVED | role::OBJECT, can::ALL),
        EventRow::moved(words.exchange),
        EventRow::new(Happening::Reveal, words.reveal, role::SUBJECT | role::FROM, can::ALL),
        EventRow::new(Happening::Shuffle, words.shuffle, role::FROM, can::ALL),
        EventRow::told(words.use_ability, role::SUBJECT | role::ABILITY, can::DECLARE),
        EventRow::told(words.choose, role::SUBJECT, can::FORBID)
            .near("wait for what is done to the chosen card; that it `cannot be chosen` can be said"),
        EventRow::told(
            words.trigger.unwrap_or(Note::NONE),
            role::SUBJECT | role::ABILITY,
            can::FORBID,
        )
        .near("wait for what sets the ability off; that it `cannot` trigger can be said"),
    ];
    // Only where the game has a word for them.
    let of_some = [
        EventRow::told(words.search, role::FROM, can::HEAR),
        EventRow::told(words.call, 0, can::HEAR),
        EventRow::new(
            Happening::Counter,
            words.counter,
            role::SUBJECT | role::AMOUNT,
            can::ALL,
        ),
        EventRow::new(
            Happening::Counter,
            words.uncounter,
            role::SUBJECT | role::AMOUNT,
            can::ALL,
        ),
        EventRow::new(
            Happening::Number,
            words.increase,
            role::SUBJECT | role::AMOUNT,
            can::TRIGGER,
        ),
        EventRow::new(
            Happening::Number,
            words.decrease,
            role::SUBJECT | role::AMOUNT,
            can::TRIGGER,
        ),
        EventRow::told(words.target, role::SUBJECT | role::OBJECT | role::PLAYER, can::DECLARE),
        EventRow::told(words.pay, role::SUBJECT | role::ABILITY, can::HEAR),
    ];
    // What texts change for good, and what players are said to be.
    let is_word = |name: &str| tables.word_attrs.contains(&name);
    let attrs = (0u8..).zip(tables.player_attrs);
    let words_of = attrs.filter(move |(_, name)| is_word(name)).map(|(at, _)| at);
    let kept = tables.kept_values.iter().copied().chain(words_of);
    let kept = kept.map(|which| EventRow::new(Happening::Value(which), Note::NONE, role::AMOUNT, can::ALL));
    unnamed
        .into_iter()
        .chain(kept)
        .chain(of_some.into_iter().filter(|row| row.note != Note::NONE))
        .chain(named.into_iter().filter(|row| row.note != Note::NONE))
}

/// All events of a game: those of every game, then its own; what the game says of an event takes the place of what holds in every game.
pub fn rows(tables: &Tables) -> impl Iterator<Item = EventRow> {
    let own = |row: &EventRow| {
        let mut rows = tables.events.iter();
        rows.any(|other| (other.what, other.note) == (row.what, row.note))
    };
    let common = shared(tables).filter(move |row| !own(row));
    common.chain(tables.events.iter().copied())
}

/// Whether the catalogue of a game knows an event that passes the door.
pub fn announces(tables: &Tables, ev: &Ev) -> bool {
    rows(tables).any(|row| row.lists(ev) && row.uses != can::FORBID)
}

/// Whether the catalogue of a game knows that prohibitions are asked for an event.
pub fn asks(tables: &Tables, ev: &Ev) -> bool {
    rows(tables).any(|row| row.lists(ev))
}

/// Why a sentence about an event can never come true, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Never {
    /// What is wrong.
    pub why: String,
    /// What can be written.
    pub near: String,
}

/// Why a pattern can never match what it is used for (a bit of [`can`]); none if it can.
pub fn never(tables: &Tables, pattern: &Pattern, used: u8) -> Option<Never> {
    let about: Vec<EventRow> = rows(tables).filter(|row| row.is_of(&pattern.kind)).collect();
    let fits = |row: &&EventRow| row.uses & used != 0 && row.lacks(pattern) == 0;
    if about.iter().filter(fits).any(|row| !row.is_never_caused(pattern)) {
        return None;
    }
    if let Some(row) = about.iter().find(fits) {
        let causes = list(&cause::WORDS, row.causes);
        return Some(Never {
            why: format!("`{}` never comes from that: it comes from {causes}", word(tables, row)),
            near: "say it without `by …`, or wait for what that does".to_owned(),
        });
    }
    let useful = about.iter().find(|row| row.uses & used != 0);
    if let Some(row) = useful {
        let missing = list(&role::WORDS, row.lacks(pattern));
        let has = list(&role::WORDS, row.roles);
        return Some(Never {
            why: format!("what is told of `{}` has no {missing}", word(tables, row)),
            near: if has.is_empty() {
                "say only that it happens, and to whom".to_owned()
            } else {
                format!("it tells of these: {has}, the player, and what caused it")
            },
        });
    }
    let Some(row) = about.first() else {
        return Some(Never {
            why: "nothing in this game tells of that".to_owned(),
            near: "`cardwright vocab GAME --events` lists what is told".to_owned(),
        });
    };
    let word = word(tables, row);
    let (why, near) = match used {
        can::REPLACE if row.uses & can::HEAR != 0 => (
            format!("`{word}` is told when it has happened: nothing can happen instead of it"),
            "answer to it (`when …` without `would`), or replace what it comes from",
        ),
        can::FORBID => (
            format!("nothing asks before `{word}` happens, so it cannot be forbidden"),
            "forbid what it comes from",
        ),
        _ => (
            format!("`{word}` is only asked for by what forbids it: nothing tells that it happens"),
            "say it as a prohibition (`cannot`), or wait for what follows from it",
        ),
    };
    let near = if row.near.is_empty() { near } else { row.near };
    Some(Never {
        why,
        near: near.to_owned(),
    })
}

/// The word of an event.
pub fn word(tables: &Tables, row: &EventRow) -> &'static str {
    let word = tables.notes.get(usize::from(row.note.0)).copied();
    word.filter(|word| !word.is_empty()).unwrap_or(row.what.words())
}

/// The words of some bits.
pub fn list(words: &[(u8, &'static str)], bits: u8) -> String {
    let named: Vec<&str> = words
        .iter()
        .filter(|(bit, _)| bits & bit != 0)
        .map(|(_, w)| *w)
        .collect();
    named.join(", ")
}
