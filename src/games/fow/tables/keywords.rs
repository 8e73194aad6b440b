//! Keywords the rules ask for, and those the game does itself.

use super::verbs::note;
use super::zones::zone;
use crate::exec::{Extra, NativeKind};
use crate::kernel::ZoneId;

/// Keywords and labels the rules ask for, in the order of [`KEYWORDS`].
pub(in crate::games::fow) mod keyword {
    pub(crate) const PIERCE: usize = 0;
    pub(crate) const FIRST_STRIKE: usize = 1;
    pub(crate) const SWIFTNESS: usize = 2;
    pub(crate) const IMPERISHABLE: usize = 3;
    pub(crate) const MOBILIZE: usize = 4;
    pub(crate) const QUICKCAST: usize = 5;
    pub(crate) const AWAKENING: usize = 6;
    pub(crate) const MASTERY: usize = 7;
    pub(crate) const GODS_ART: usize = 8;
    pub(crate) const TRIGGER: usize = 9;
    pub(crate) const STEALTH: usize = 10;
    pub(crate) const SHIFT: usize = 11;
    pub(crate) const INHERITANCE: usize = 12;
    pub(crate) const DIVE: usize = 13;
    pub(crate) const RESONANCE: usize = 14;
    pub(crate) const BREAK: usize = 15;
    pub(crate) const JUDGMENT: usize = 16;
    pub(crate) const ENERGIZE: usize = 17;
    pub(crate) const MANA: usize = 18;
    pub(crate) const DIVINITY: usize = 19;
    pub(crate) const GRIMOIRE: usize = 20;
    pub(crate) const STRANGER: usize = 21;
    pub(crate) const TAG: usize = 22;
    pub(crate) const BARRIER: usize = 23;
    pub(crate) const REMNANT: usize = 24;
    pub(crate) const WILL: usize = 25;
    pub(crate) const BESTOW: usize = 26;
    pub(crate) const FLYING: usize = 27;
    pub(crate) const PRECISION: usize = 28;
    pub(crate) const DRAIN: usize = 29;
    pub(crate) const EXPLODE: usize = 30;
    pub(crate) const TORRENT: usize = 31;
    pub(crate) const SEAL: usize = 32;
    pub(crate) const ENTER: usize = 33;
    pub(crate) const INCARNATION: usize = 34;
}

pub(super) const KEYWORDS: &[&str] = &[
    "Pierce",
    "First-Strike",
    "Swiftness",
    "Imperishable",
    "Mobilize",
    "Quickcast",
    "Awakening",
    "Mastery",
    "Gods-Art",
    "Trigger",
    "Stealth",
    "Shift",
    "Inheritance",
    "Dive",
    "Resonance",
    "Break",
    "Judgment",
    "Energize",
    "Mana",
    "Divinity",
    "Grimoire",
    "Stranger",
    "Tag",
    "Barrier",
    "Remnant",
    "Will",
    "Bestow",
    "Flying",
    "Precision",
    "Drain",
    "Explode",
    "Torrent",
    "Seal",
    "Enter",
    "Incarnation",
];

/// Where rulers, J-rulers and other entities have their abilities (902.1).
const IN_PLAY: &[ZoneId] = &[zone::FIELD, zone::RULER];
/// Everywhere: abilities that are read rather than used.
const ANYWHERE: &[ZoneId] = &[
    zone::DECK,
    zone::STONES,
    zone::HAND,
    zone::GRAVEYARD,
    zone::STANDBY,
    zone::REMOVED,
    zone::FIELD,
    zone::RULER,
    zone::CHASE,
    zone::EXTRA,
    zone::RUNE,
    zone::STRANGER,
    zone::LIFEBREAK,
    zone::OUTSIDE,
];

pub(super) const NATIVE: &[(&str, NativeKind)] = &[
    ("Pierce", NativeKind::Word),
    ("First-Strike", NativeKind::Word),
    ("Swiftness", NativeKind::Word),
    ("Imperishable", NativeKind::Word),
    ("Quickcast", NativeKind::Word),
    ("Mobilize", NativeKind::Kept(ANYWHERE)),
    ("Awakening", NativeKind::Kept(ANYWHERE)),
    ("Mastery", NativeKind::Kept(ANYWHERE)),
    ("Gods-Art", NativeKind::Act(IN_PLAY, Extra::None)),
    ("Trigger", NativeKind::Offer(&[zone::HAND, zone::STANDBY])),
    ("Stealth", NativeKind::Offer(&[zone::STANDBY])),
    // 1126.2: the card itself is discarded.
    (
        "Inheritance",
        NativeKind::Act(&[zone::HAND], Extra::Send(zone::GRAVEYARD, note::DISCARD)),
    ),
    // 1144.2: the card itself is revealed.
    ("Dive", NativeKind::Act(&[zone::HAND], Extra::Reveal)),
    ("Resonance", NativeKind::Enters(zone::FIELD, 10)),
    ("Break", NativeKind::Kept(&[zone::LIFEBREAK])),
    ("Judgment", NativeKind::Kept(ANYWHERE)),
    ("Energize", NativeKind::Kept(ANYWHERE)),
    ("Mana", NativeKind::Kept(ANYWHERE)),
    ("Divinity", NativeKind::Kept(ANYWHERE)),
    ("Grimoire", NativeKind::Kept(ANYWHERE)),
    ("Stranger", NativeKind::Kept(ANYWHERE)),
    ("Tag", NativeKind::Kept(ANYWHERE)),
    ("Barrier", NativeKind::Kept(ANYWHERE)),
    // 1130.3: a mark without a text; what is unsealed is written as an ability with the label.
    ("Sealed-Item", NativeKind::Kept(ANYWHERE)),
];
