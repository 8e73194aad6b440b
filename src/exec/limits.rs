//! What the tables of a game can hold. Sets of zones, notes, words and the like are bits of plain numbers, so each has a limit. Tables that go over one, or
//! name a row that is not there, make no pool: [`Tables::faults`] says which limit, and a bit is never dropped or taken for another one.

use super::code::{Icon, bits};
use super::tables::{EngineNotes, EventWord, NativeKind, SendFrom, Tables, VerbKind};
use crate::kernel::{Note, Player, ZoneId};

/// Zones: bits of `u32` where abilities work, and of the keys of moves.
pub(super) const ZONES: usize = 32;
/// Cells of both players together, by their numbers.
pub(super) const CELLS: usize = 255;
/// Positions of a zone: bits of `u16`.
pub(super) const POSITIONS: usize = 16;
/// Orientations: bits of the keys of turns.
pub(super) const ORIENTS: usize = 8;
/// Notes: bits of `u64`.
pub(super) const NOTES: usize = 64;
/// Words of attributes: bits of `u64`.
pub(super) const WORDS: usize = 64;
/// Card types: bits of `u32`.
pub(super) const TYPES: usize = 32;
/// Certainties: bits of `u8`.
pub(super) const CERTAINTIES: usize = 8;
/// Icons whose number is chosen: bits of `u8`.
pub(super) const VARIABLES: usize = 8;
/// Rows that are counted by `u8`.
pub(super) const ROWS: usize = 255;
/// Rules: counted by `u16`.
pub(super) const RULES: usize = u16::MAX as usize;
/// Keywords and labels of a pool: bits of `u128`.
pub(super) const KEYWORDS: usize = 128;
/// Tags of a pool.
pub(super) const TAGS: usize = crate::kernel::TAG_WORDS * 64;
/// Kinds of counters of a pool.
pub(super) const COUNTERS: usize = 255;
/// Names and definitions of a pool.
pub(super) const NAMES: usize = u16::MAX as usize;

/// What was found while looking through the tables.
struct Look<'t> {
    tables: &'t Tables,
    faults: Vec<String>,
}

impl Look<'_> {
    fn most(&mut self, what: &str, n: usize, most: usize) {
        if n > most {
            self.faults
                .push(format!("a game has at most {most} {what}, and there are {n}"));
        }
    }

    /// A number of a row is one of these rows.
    fn row(&mut self, what: &str, at: usize, rows: usize) {
        if at >= rows {
            self.faults.push(format!("{what} is row {at}, and there are {rows}"));
        }
    }

    /// Bits of a set belong to rows that are there.
    fn bits(&mut self, what: &str, bits: u64, rows: usize) {
        let over = u64::BITS.saturating_sub(bits.leading_zeros()) as usize;
        if over > rows {
            self.faults
                .push(format!("{what} has bit {}, and there are {rows} rows", over - 1));
        }
    }

    fn zone(&mut self, what: &str, zone: ZoneId) {
        self.row(what, zone.ix(), self.tables.zones.len());
    }

    fn zones(&mut self, what: &str, zones: &[ZoneId]) {
        for zone in zones {
            self.zone(what, *zone);
        }
    }

    fn note(&mut self, what: &str, note: Note) {
        self.row(what, usize::from(note.0), self.tables.notes.len());
    }

    fn notes(&mut self, what: &str, notes: u64) {
        self.bits(what, notes, self.tables.notes.len());
    }

    /// Every word of a table stands there once; rows without a word are gaps.
    fn once<'w>(&mut self, what: &str, words: impl Iterator<Item = &'w str>) {
        let mut seen = std::collections::BTreeSet::new();
        for word in words.filter(|word| !word.is_empty()) {
            if !seen.insert(word) {
                self.faults.push(format!("`{word}` stands twice among the {what}"));
            }
        }
    }

    fn same(&mut self, what: &str, n: usize, of: &str, rows: usize) {
        if n != rows {
            self.faults.push(format!("there are {n} {what} for {rows} {of}"));
        }
    }

    fn sizes(&mut self) {
        let t = self.tables;
        let cells = t.zones.iter().map(|zone| zone.positions.len().max(1));
        for (what, n, most) in [
            ("zones", t.zones.len(), ZONES),
            ("cells", 2 * cells.sum::<usize>(), CELLS),
            ("orientations", t.orients.len(), ORIENTS),
            ("notes", t.notes.len(), NOTES),
            ("words of attributes", t.words.len(), WORDS),
            ("types", t.types.len(), TYPES),
            ("certainties", t.certainties.len(), CERTAINTIES),
            ("icons whose number is chosen", t.variables.len(), VARIABLES),
            ("icons", t.icons.len(), Player::PURSE.min(usize::from(Icon::VARIABLE))),
            ("rules", t.rules.len(), RULES),
            ("kinds of counters", t.counters.len(), COUNTERS),
            ("keywords that the rules ask for", t.known_keywords.len(), KEYWORDS),
            ("attributes", t.attrs.len(), ROWS),
            ("attributes with tags", t.tag_attrs.len(), ROWS),
            ("states", t.states.len(), ROWS),
            ("relations between cards", t.rels.len(), ROWS),
            ("relations between positions", t.relations.len(), ROWS),
            ("known cards", t.knowns.len(), ROWS),
            ("numbers of players", t.player_attrs.len(), ROWS),
            ("times", t.times.len(), ROWS),
            ("actions", t.acts.len(), ROWS),
            ("windows", t.windows.len(), ROWS),
            ("questions", t.prompts.len(), ROWS),
            ("permissions", t.allows.len(), ROWS),
            ("duties", t.musts.len(), ROWS),
            ("parts of a deck", t.deck_parts.len(), ROWS),
        ] {
            self.most(what, n, most);
        }
        for zone in t.zones {
            self.most(
                &format!("positions of `{}`", zone.name),
                zone.positions.len(),
                POSITIONS,
            );
        }
        self.same(
            "dependencies",
            t.rel_deps.len(),
            "relations between cards",
            t.rels.len(),
        );
        self.same(
            "dependencies",
            t.player_deps.len(),
            "numbers of players",
            t.player_attrs.len(),
        );
    }

    fn words(&mut self) {
        let t = self.tables;
        self.once("zones", t.zones.iter().map(|zone| zone.name));
        self.once("attributes", t.attrs.iter().copied());
        self.once("types", t.types.iter().copied());
        self.once("orientations", t.orients.iter().copied());
        self.once("states", t.states.iter().copied());
        self.once("times", t.times.iter().map(|time| time.word));
        self.once("verbs", t.verbs.iter().map(|verb| verb.word));
        self.once("actions", t.acts.iter().copied());
        self.once("numbers of players", t.player_attrs.iter().copied());
    }

    fn places(&mut self) {
        let t = self.tables;
        self.zone("the deck", t.deck);
        self.zone("the hand", t.hand);
        self.zone("where played cards lie", t.resolution);
        for (word, zone, positions) in t.parts {
            self.zone(word, *zone);
            let rows = t.zones.get(zone.ix()).map_or(0, |zone| zone.positions.len().max(1));
            self.bits(word, u64::from(*positions), rows);
        }
        self.zones("a shared zone", t.shared);
        self.zones("a zone that cards are played from", t.plays_from);
        self.zones("a zone of cards that nothing is said of", t.card_zones);
        self.zones("where announcements wait", t.stack_zone.as_slice());
        self.zones("the zone of what does not exist", t.nowhere.as_slice());
        for (a, b) in t.under.iter().chain(&t.outside) {
            self.zones("a pair of zones", &[*a, *b]);
        }
        for allow in t.allows {
            self.zones("a zone of a permission", allow.from);
        }
        for (word, kind) in t.native_keywords {
            match kind {
                NativeKind::Word => {}
                NativeKind::Kept(zones) | NativeKind::Act(zones, _) | NativeKind::Offer(zones) => {
                    self.zones(word, zones);
                }
                NativeKind::Enters(zones, zone, _) => {
                    self.zones(word, zones);
                    self.zone(word, *zone);
                }
            }
        }
    }

    fn verbs(&mut self) {
        let t = self.tables;
        for verb in t.verbs {
            match verb.command {
                VerbKind::Turn(orient) => self.row(verb.word, usize::from(orient), t.orients.len()),
                VerbKind::Flip(zone) => self.zone(verb.word, zone),
                VerbKind::Send(zone, note, from) => {
                    self.zone(verb.word, zone);
                    self.note(verb.word, note);
                    if let SendFrom::Zone(zone) = from {
                        self.zone(verb.word, zone);
                    }
                }
                VerbKind::Face(zone, _, note) => {
                    self.zone(verb.word, zone);
                    self.note(verb.word, note);
                }
                VerbKind::Over(up, down) => {
                    self.note(verb.word, up);
                    self.note(verb.word, down);
                }
                VerbKind::Reduce(note) | VerbKind::Nullify(_, note) => self.note(verb.word, note),
                VerbKind::Deal
                | VerbKind::Prevent
                | VerbKind::Life(_)
                | VerbKind::Produce
                | VerbKind::Native(_)
                | VerbKind::Counted(_)
                | VerbKind::Release
                | VerbKind::Event => {}
            }
            match verb.event {
                Some(
                    EventWord::Note(notes)
                    | EventWord::Passive(notes)
                    | EventWord::OfAbility(notes)
                    | EventWord::OfPlayer(notes)
                    | EventWord::Damage(notes)
                    | EventWord::Taken(notes)
                    | EventWord::Reduced(notes)
                    | EventWord::Life(notes),
                ) => self.notes(verb.word, notes),
                Some(EventWord::Amount { did, would, not, .. }) => self.notes(verb.word, did | would | not),
                Some(EventWord::Moved(note)) => self.note(verb.word, note),
                Some(EventWord::Turn(orient)) => self.row(verb.word, usize::from(orient), t.orients.len()),
                Some(EventWord::Face | EventWord::Enter | EventWord::Leave | EventWord::Boundary(_)) | None => {}
            }
        }
    }

    fn told(&mut self) {
        let t = self.tables;
        for note in t.note.all() {
            self.note("a note of the engine", note);
        }
        for (what, notes) in [("moves of own cards", t.own_moves), ("what looks back", t.looks_back)] {
            self.notes(what, notes);
        }
        for (word, notes) in t.becoming.iter().chain(t.damage_kinds) {
            self.notes(word, *notes);
        }
        if let Some((a, b)) = t.whole_zone_moves {
            self.note("a move of a whole zone", a);
            self.note("a move of a whole zone", b);
        }
    }

    fn rows(&mut self) {
        let t = self.tables;
        for time in t.times {
            self.row(time.word, usize::from(time.phase), t.times.len());
        }
        for (word, time) in t.extra_phases {
            self.row(word, time.ix(), t.times.len());
        }
        for (word, state) in t.noun_states.iter().chain(t.played_with) {
            self.row(word, usize::from(*state), t.states.len());
        }
        for (word, rel) in t.standing.iter().chain(t.meanwhile) {
            self.row(word, usize::from(*rel), t.rels.len());
        }
        for (prompt, _) in t.options {
            self.row("options", usize::from(*prompt), t.prompts.len());
        }
        if let Some(prompt) = t.produce_prompt {
            self.row(
                "the question which icon is produced",
                usize::from(prompt),
                t.prompts.len(),
            );
        }
        if let Some(rule) = t.lethal {
            self.row("the rule by which damage destroys", usize::from(rule), t.rules.len());
        }
        let priced = t.price.iter().map(|(_, attr)| *attr);
        let based = t.bases.iter().flat_map(|(base, of)| [*base, *of]);
        for attr in priced.chain(based) {
            self.row(
                "an attribute that is kept",
                attr.ix(),
                t.attrs.len().min(usize::from(bits::KEPT)),
            );
        }
        for value in t.kept_values.iter().chain(std::iter::once(&t.life)) {
            self.row("a number of players that is kept", usize::from(*value), Player::VALUES);
        }
        for words in t.icon_words.iter().chain(std::iter::once(&t.none_words)) {
            self.bits("words of icons", *words, t.words.len());
        }
        let halves = t.halves.map_or(0, |(_, types)| types);
        for types in [t.sole, halves] {
            self.bits("types", u64::from(types), t.types.len());
        }
        for (attr, word) in t.words {
            if !t.word_attrs.contains(attr) {
                self.faults
                    .push(format!("`{word}` is a word of `{attr}`, which has none"));
            }
        }
    }
}

impl EngineNotes {
    /// All of them.
    fn all(&self) -> impl Iterator<Item = Note> + use<> {
        let EngineNotes {
            draw,
            put,
            give_back,
            exchange,
            shift,
            flip,
            choose,
            use_ability,
            trigger,
            play,
            reveal,
            shuffle,
            search,
            call,
            lose,
            pay,
            target,
            deal,
            gain,
            lose_value,
            counter,
            uncounter,
            undamage,
            produce,
            increase,
            decrease,
        } = *self;
        let always = [
            draw,
            put,
            give_back,
            exchange,
            shift,
            flip,
            choose,
            use_ability,
            play,
            reveal,
            shuffle,
            search,
            call,
            lose,
            pay,
            target,
            deal,
            gain,
            lose_value,
            counter,
            uncounter,
            undamage,
            produce,
            increase,
            decrease,
        ];
        always.into_iter().chain(trigger)
    }
}

impl Tables {
    /// What is wrong with the tables: limits they go over, rows they name and do not have. A game whose tables have faults makes no pool.
    pub fn faults(&self) -> Vec<String> {
        let mut look = Look {
            tables: self,
            faults: Vec::new(),
        };
        look.sizes();
        look.words();
        look.places();
        look.verbs();
        look.told();
        look.rows();
        look.faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Sees, ZoneSpec};

    const PILE: ZoneSpec = ZoneSpec {
        name: "",
        positions: &[],
        sees: Sees::All,
        ordered: true,
        computed: false,
        face_down: false,
        serial: false,
        from_top: false,
        apart: false,
        board: false,
    };

    const SMALL: Tables = Tables {
        zones: &[PILE],
        deck: ZoneId(0),
        hand: ZoneId(0),
        resolution: ZoneId(0),
        notes: &[""],
        ..Tables::BASE
    };

    #[test]
    fn small_tables_have_no_faults_and_empty_ones_miss_the_zones() {
        assert_eq!(SMALL.faults(), Vec::<String>::new());
        assert_eq!(
            Tables::BASE.faults().first().map(String::as_str),
            Some("the deck is row 255, and there are 0")
        );
    }

    #[test]
    fn every_limit_is_named() {
        let many = |n: usize| Vec::leak(vec!["x"; n]);
        let first = |tables: Tables| tables.faults().first().cloned().unwrap_or_default();
        let zones: &'static [ZoneSpec] = Vec::leak(vec![PILE; 33]);
        assert_eq!(
            first(Tables { zones, ..SMALL }),
            "a game has at most 32 zones, and there are 33"
        );
        let (notes, types, orients) = (many(65), many(33), many(9));
        assert_eq!(
            first(Tables { notes, ..SMALL }),
            "a game has at most 64 notes, and there are 65"
        );
        assert_eq!(
            first(Tables { types, ..SMALL }),
            "a game has at most 32 types, and there are 33"
        );
        assert_eq!(
            first(Tables { orients, ..SMALL }),
            "a game has at most 8 orientations, and there are 9"
        );
        let certainties = Vec::leak(vec![("a", "b"); 9]);
        assert_eq!(
            first(Tables { certainties, ..SMALL }),
            "a game has at most 8 certainties, and there are 9"
        );
        let own_moves = 0b10;
        assert_eq!(
            first(Tables { own_moves, ..SMALL }),
            "moves of own cards has bit 1, and there are 1 rows"
        );
        let deck = ZoneId(1);
        assert_eq!(first(Tables { deck, ..SMALL }), "the deck is row 1, and there are 1");
    }
}
