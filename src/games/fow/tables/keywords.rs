//! Keywords the rules ask for, and those the game does itself.

use super::verbs::note;
use super::zones::zone;
use crate::exec::{Extra, NativeKind};
use crate::games::common::rows::keywords;
use crate::kernel::ZoneId;

keywords! {
    pub(in crate::games::fow),
    PIERCE "Pierce";
    FIRST_STRIKE "First-Strike";
    SWIFTNESS "Swiftness";
    IMPERISHABLE "Imperishable";
    MOBILIZE "Mobilize";
    QUICKCAST "Quickcast";
    AWAKENING "Awakening";
    GODS_ART "Gods-Art";
    TRIGGER "Trigger";
    STEALTH "Stealth";
    SHIFT "Shift";
    DIVE "Dive";
    BREAK "Break";
    JUDGMENT "Judgment";
    ENERGIZE "Energize";
    MANA "Mana";
    DIVINITY "Divinity";
    GRIMOIRE "Grimoire";
    STRANGER "Stranger";
    TAG "Tag";
    BARRIER "Barrier";
    BESTOW "Bestow";
    PRECISION "Precision";
}

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
    // 902.1a, 902.1b
    ("Resonance", NativeKind::Enters(IN_PLAY, zone::FIELD, 10)),
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
    // 1101.1.c.1: words without a text, which other cards ask for.
    ("Will-of-Hope", NativeKind::Word),
    ("Will-of-Despair", NativeKind::Word),
    ("Dragon-Emblem", NativeKind::Word),
    ("Calmness", NativeKind::Word),
    ("Passion", NativeKind::Word),
    ("Limit-Break", NativeKind::Word),
    // 1101.1c: what it is of is asked for by [Force Resonance].
    ("Force-Command", NativeKind::Kept(ANYWHERE)),
];
