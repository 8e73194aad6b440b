//! Words behind the numbers of the game's tables and of the pool.

use super::Reader;
use crate::exec::code::AttrKey;
use crate::exec::pool::zones_in;
use crate::exec::tables::VerbKind;
use crate::kernel::{AttrId, Bits, Note, TagId, TimeId, ZoneId};

/// `a`, `a or b`, `a, b or c`.
pub(super) fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// The word at a place of a table, or what the place is if there is none.
pub(super) fn at(table: &[&'static str], place: usize, what: &str) -> String {
    match table.get(place) {
        Some(word) if !word.is_empty() => (*word).to_owned(),
        _ => format!("{what} {place}"),
    }
}

/// The places of the bits that are set.
pub(super) fn bits(bits: u128) -> impl Iterator<Item = usize> {
    (0..128usize).filter(move |bit| bits >> bit & 1 == 1)
}

impl Reader<'_> {
    pub(super) fn zone(&self, zone: ZoneId) -> String {
        self.pool
            .tables
            .zones
            .get(usize::from(zone.0))
            .map_or_else(|| format!("zone {}", zone.0), |z| z.name.to_owned())
    }

    /// Some positions of a zone: the zone if it is all of them, else the word for the part or the positions one by one.
    pub(super) fn positions(&self, zone: ZoneId, positions: u16) -> String {
        let tables = self.pool.tables;
        let names = tables.zones.get(usize::from(zone.0)).map_or(&[][..], |z| z.positions);
        let all = names.iter().enumerate().fold(0u16, |all, (n, _)| all | u16::bit(n));
        if names.is_empty() || positions & all == all {
            return self.zone(zone);
        }
        if let Some((word, _, _)) = tables
            .parts
            .iter()
            .find(|(_, z, p)| *z == zone && p & all == positions & all)
        {
            return (*word).to_owned();
        }
        let names = names.iter().enumerate().filter(|(n, _)| positions >> n & 1 == 1);
        let names: Vec<String> = names.map(|(_, name)| (*name).to_owned()).collect();
        joined(&names, "or")
    }

    pub(super) fn zones(&self, bits: u32) -> String {
        if bits == u32::MAX {
            return "every zone".to_owned();
        }
        if bits == 0 {
            return "no zone".to_owned();
        }
        let zones: Vec<String> = zones_in(bits).map(|zone| self.zone(zone)).collect();
        joined(&zones, "or")
    }

    pub(super) fn attr(&self, attr: AttrId) -> String {
        at(self.pool.tables.attrs, usize::from(attr.0), "attribute")
    }

    pub(super) fn attr_key(&self, key: AttrKey) -> String {
        let tables = self.pool.tables;
        match key {
            AttrKey::Num(attr) => self.attr(attr),
            AttrKey::Name => "name".to_owned(),
            AttrKey::Tags => "tag".to_owned(),
            AttrKey::TagsOf(attr) => at(tables.tag_attrs, usize::from(attr), "tags"),
            AttrKey::Words(bits) => format!("word ({})", self.words(bits)),
            AttrKey::Type => "type".to_owned(),
            AttrKey::Text(attr) => at(tables.text_attrs, usize::from(attr), "text"),
            AttrKey::Icons => tables.icon_attr.to_owned(),
        }
    }

    pub(super) fn types(&self, types: u32) -> String {
        let types: Vec<String> = bits(u128::from(types))
            .map(|t| at(self.pool.tables.types, t, "type"))
            .collect();
        joined(&types, "or")
    }

    pub(super) fn words(&self, words: u64) -> String {
        let table = self.pool.tables.words;
        let words = bits(u128::from(words)).map(|bit| {
            let row = table.get(bit);
            row.map_or_else(|| format!("word {bit}"), |(attr, word)| format!("{attr} {word}"))
        });
        joined(&words.collect::<Vec<_>>(), "and")
    }

    pub(super) fn orient(&self, orient: u8) -> String {
        at(self.pool.tables.orients, usize::from(orient), "orientation")
    }

    pub(super) fn state(&self, state: u8) -> String {
        at(self.pool.tables.states, usize::from(state), "state")
    }

    pub(super) fn relation(&self, rel: u8) -> String {
        at(self.pool.tables.rels, usize::from(rel), "relation")
    }

    pub(super) fn time(&self, time: TimeId) -> String {
        let times = self.pool.tables.times;
        times
            .get(time.ix())
            .map_or_else(|| format!("time {}", time.ix()), |t| t.word.to_owned())
    }

    pub(super) fn player_attr(&self, val: u8) -> String {
        at(self.pool.tables.player_attrs, usize::from(val), "number")
    }

    pub(super) fn icon(&self, icon: u8) -> String {
        at(self.pool.tables.icons, usize::from(icon), "icon")
    }

    pub(super) fn counter(&self, kind: u8) -> String {
        self.pool.counter_name(kind).to_owned()
    }

    pub(super) fn tag(&self, tag: TagId) -> String {
        let tags = &self.pool.tags;
        tags.get_index(usize::from(tag.0))
            .map_or_else(|| format!("tag {}", tag.0), |t| format!("<{t}>"))
    }

    pub(super) fn note(&self, note: Note) -> String {
        at(self.pool.tables.notes, usize::from(note.0), "note")
    }

    /// The word of a change in brackets, nothing if it is no particular one.
    pub(super) fn by_word(&self, note: Note) -> String {
        if note == Note::NONE {
            String::new()
        } else {
            format!(" ({})", self.note(note))
        }
    }

    pub(super) fn notes(&self, notes: u64) -> String {
        let note = |bit: usize| self.note(Note(u8::try_from(bit).unwrap_or(u8::MAX)));
        let words: Vec<String> = bits(u128::from(notes)).map(note).collect();
        joined(&words, "or")
    }

    pub(super) fn keywords(&self, keywords: u128) -> String {
        let name = |bit: usize| {
            self.pool
                .keywords
                .get_index(bit)
                .map_or_else(|| format!("keyword {bit}"), Clone::clone)
        };
        let words: Vec<String> = bits(keywords).map(name).collect();
        joined(&words, "or")
    }

    /// The word of a verb that the game does itself.
    pub(super) fn native(&self, verb: u8) -> String {
        let tables = self.pool.tables;
        let is = |kind: VerbKind| matches!(kind, VerbKind::Native(n) | VerbKind::Counted(n) if n == verb);
        let row = tables.verbs.iter().find(|row| is(row.command)).map(|row| row.word);
        let nouns = || tables.noun_verbs.iter().find(|(_, _, n)| *n == verb);
        let noun = nouns().map(|(word, noun, _)| format!("{word} {noun}"));
        row.map(ToOwned::to_owned)
            .or(noun)
            .unwrap_or_else(|| format!("verb {verb}"))
    }
}
