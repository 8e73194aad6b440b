//! Deck construction (402) and where its parts begin (403.1, 403.2).

use super::tables::{card_type, keyword, word, zone};
use crate::exec::code::{ChangeOp, KeyArg};
use crate::exec::{DeckFault, DeckList, Pool, count_names, count_of};
use crate::kernel::{Chars, DeckCard, TagId, ZoneId};

/// The parts of a deck, by the game's table.
mod part {
    pub(super) const MAIN: u8 = 0;
    pub(super) const STONES: u8 = 1;
    pub(super) const RULER: u8 = 2;
    pub(super) const RUNES: u8 = 3;
    pub(super) const EXTRA: u8 = 4;
    pub(super) const STRANGER: u8 = 5;
    pub(super) const SIDE: u8 = 6;
}

/// Where a card of a deck begins the game. The rules forget the stranger deck; it goes to its zone with the others.
pub(super) fn zone(_pool: &Pool, card: DeckCard) -> ZoneId {
    match card.part {
        part::STONES => zone::STONES,
        part::RULER => zone::RULER,
        part::RUNES => zone::RUNE,
        part::EXTRA => zone::EXTRA,
        part::STRANGER => zone::STRANGER,
        part::SIDE => zone::OUTSIDE,
        _ => zone::DECK,
    }
}

/// A deck being judged.
struct Judge<'d> {
    pool: &'d Pool,
    deck: &'d DeckList,
    faults: Vec<DeckFault>,
}

/// What is wrong with a deck.
pub(super) fn faults(pool: &Pool, deck: &DeckList) -> Vec<DeckFault> {
    let mut judge = Judge {
        pool,
        deck,
        faults: Vec::new(),
    };
    judge.rulers();
    judge.main();
    judge.stones();
    judge.extra();
    judge.runes();
    judge.strangers();
    judge.together();
    judge.faults
}

impl Judge<'_> {
    fn fault(&mut self, rule: &'static str, message: String) {
        self.faults.push(DeckFault { message, rule });
    }

    /// The cards of a part, each once: names and what is printed.
    fn part(&self, part: u8) -> Vec<(&str, &Chars)> {
        self.counted(part).map(|(name, printed, _)| (name, printed)).collect()
    }

    /// The same with the number of copies.
    fn counted(&self, part: u8) -> impl Iterator<Item = (&str, &Chars, u64)> {
        self.deck.part(part).map(|(def, n)| {
            let def = self.pool.def(def);
            (def.name.as_str(), &def.printed, n)
        })
    }

    /// Names of these parts with the number of their copies, as far as the cards count.
    fn copies(&self, parts: &[u8], counts: impl Fn(&Chars) -> bool) -> Vec<(String, u64)> {
        let cards = parts.iter().flat_map(|part| self.deck.part(*part));
        let cards = cards.filter(|(def, _)| counts(&self.pool.def(*def).printed));
        let names = count_names(cards, |def| self.pool.def(def).name.as_str());
        names.into_iter().map(|(name, n)| (name.to_owned(), n)).collect()
    }

    fn at_most(&mut self, rule: &'static str, most: u64, what: &str, names: Vec<(String, u64)>) {
        for (name, n) in names.into_iter().filter(|(_, n)| *n > most) {
            if n <= self.allowed(&name) {
                continue;
            }
            self.fault(
                rule,
                format!("{what}: at most {most} of one name, there are {n} of \"{name}\""),
            );
        }
    }

    /// How many cards of its name a card lets a deck have by its own text.
    fn allowed(&self, name: &str) -> u64 {
        let defs = self
            .deck
            .cards()
            .map(|(c, _)| self.pool.def(c.def))
            .filter(|def| def.name == name);
        let abilities = defs.flat_map(|def| &def.abilities).map(|a| self.pool.ability(*a));
        let changes = abilities.flat_map(|a| a.statics.iter().flat_map(|part| &part.changes));
        let counts = changes.filter_map(|change| match self.pool.change(*change).op {
            ChangeOp::Copies(of, n) if self.pool.name(of) == name => Some(u64::from(n)),
            _ => None,
        });
        counts.max().unwrap_or(0)
    }

    fn size(&mut self, rule: &'static str, what: &str, part: u8, least: u64, most: u64) {
        let n = self.deck.size(part);
        if n < least || n > most {
            self.fault(rule, format!("{what} has {least} to {most} cards, this one has {n}"));
        }
    }

    /// All cards of a part are of a kind.
    fn only(&mut self, rule: &'static str, what: &str, part: u8, fits: impl Fn(&Chars) -> bool) {
        let wrong: Vec<String> = self
            .part(part)
            .into_iter()
            .filter(|(_, c)| !fits(c))
            .map(|(name, _)| name.to_owned())
            .collect();
        for name in wrong {
            self.fault(rule, format!("\"{name}\" cannot be in {what}"));
        }
    }

    /// Whether a ruler of the deck has the keyword.
    fn ruler_has(&self, which: usize) -> bool {
        let bit = self.pool.known_keyword(which);
        // One that is not known could have it.
        self.deck.unknown(part::RULER) > 0 || self.part(part::RULER).iter().any(|(_, c)| c.keywords & bit != 0)
    }

    /// The races that a ruler's Tag names (1146.2).
    fn tagged(&self, ruler: &Chars) -> Vec<TagId> {
        let tag = self.pool.known_keyword(keyword::TAG);
        let abilities = self.pool.def(ruler.def).abilities.iter().map(|a| self.pool.ability(*a));
        abilities
            .filter(|a| a.keywords & tag != 0)
            .flat_map(|a| &a.args)
            .filter_map(|arg| match arg {
                KeyArg::Tag(race) => Some(*race),
                _ => None,
            })
            .collect()
    }

    /// 402.2, 1146.1: one ruler, or two with Tag of one race.
    fn rulers(&mut self) {
        let rulers: Vec<(&str, &Chars, u64)> = self.counted(part::RULER).collect();
        let n = self.deck.size(part::RULER);
        let tag = |a: &Chars, b: &Chars| self.tagged(a).iter().any(|race| self.tagged(b).contains(race));
        let fine = match rulers.as_slice() {
            [(_, a, 2)] if n == 2 => tag(a, a),
            [(_, a, _), (_, b, _)] if n == 2 => tag(a, b),
            // Who is not known could have any Tag.
            [] | [_] => n == 1 || n == 2 && self.deck.unknown(part::RULER) > 0,
            _ => false,
        };
        if !fine {
            self.fault(
                "402.2",
                format!("a deck has one ruler, or two with Tag of one race; this one has {n}"),
            );
        }
        self.only("402.2", "the ruler's place", part::RULER, |c| {
            c.types & card_type::RULER != 0
        });
    }

    /// 402.3
    fn main(&mut self) {
        let fits = |c: &Chars| {
            let rune = c.types & card_type::RUNE != 0 && c.types & card_type::CHANT == 0;
            let other = card_type::ANY_RULER | card_type::SUB_RULER | card_type::STONE;
            !rune && c.types & other == 0 && c.values & word::STRANGER == 0
        };
        self.only("402.3", "a main deck", part::MAIN, fits);
        self.size("402.3a", "a main deck", part::MAIN, 40, 60);
        let names = self.copies(&[part::MAIN], |_| true);
        self.at_most("402.3b", 4, "main deck", names);
    }

    /// 402.4
    fn stones(&mut self) {
        self.only("402.4", "a magic stone deck", part::STONES, |c| {
            c.types & card_type::STONE != 0
        });
        self.size("402.4a", "a magic stone deck", part::STONES, 10, 20);
        // 402.4b: basic ones in any number.
        let names = self.copies(&[part::STONES], |c| c.values & word::BASIC == 0);
        self.at_most("402.4c", 4, "magic stone deck", names);
    }

    /// 402.5, 1132.2
    fn extra(&mut self) {
        let other = card_type::ANY_RULER | card_type::SUB_RULER | card_type::STONE;
        self.only("402.5", "an extra deck", part::EXTRA, |c| c.types & other == 0);
        self.size("402.5a", "an extra deck", part::EXTRA, 0, 5);
        let names = self.copies(&[part::EXTRA], |_| true);
        self.at_most("402.5b", 1, "extra deck", names);
        if !self.part(part::EXTRA).is_empty() && !self.ruler_has(keyword::GRIMOIRE) {
            self.fault("402.5c", "an extra deck needs a ruler with Grimoire".to_owned());
        }
    }

    /// 402.6
    fn runes(&mut self) {
        self.only("402.6", "a rune deck", part::RUNES, |c| c.types & card_type::RUNE != 0);
        self.size("402.6a", "a rune deck", part::RUNES, 0, 5);
        let names = self.copies(&[part::RUNES], |_| true);
        self.at_most("402.6b", 1, "rune deck", names);
        let runes = self.part(part::RUNES);
        let is_master = |def| self.pool.def(def).printed.values & word::MASTER != 0;
        let masters = count_of(self.deck.part(part::RUNES), is_master);
        let ours = self.part(part::RULER).iter().fold(0, |all, (_, c)| all | c.values) & word::ATTRIBUTES;
        let strange: Vec<String> = runes
            .iter()
            .filter(|(_, c)| c.types & card_type::CHANT == 0 && c.types & card_type::RUNE != 0 && c.values & ours == 0)
            .map(|(name, _)| (*name).to_owned())
            .collect();
        if masters > 1 {
            self.fault(
                "402.6c",
                format!("a rune deck has at most one master rune, this one has {masters}"),
            );
        }
        let known = self.deck.unknown(part::RULER) == 0;
        for name in strange.into_iter().filter(|_| known) {
            self.fault(
                "402.6d",
                format!("the rune \"{name}\" shares no attribute with the ruler"),
            );
        }
    }

    /// 402.7
    fn strangers(&mut self) {
        self.only("402.7", "a stranger deck", part::STRANGER, |c| {
            c.values & word::STRANGER != 0
        });
        let n = self.deck.size(part::STRANGER);
        if n != 0 && n != 10 {
            self.fault(
                "402.7a",
                format!("a stranger deck has no or ten cards, this one has {n}"),
            );
        }
        if n != 0 && !self.ruler_has(keyword::STRANGER) {
            self.fault("402.7.a.1", "a stranger deck needs a ruler with Stranger".to_owned());
        }
        let names = self.copies(&[part::STRANGER], |_| true);
        self.at_most("402.7b", 2, "stranger deck", names);
    }

    /// 402.8: main deck, extra deck and rune deck together; what the main deck alone has too many of was told already.
    fn together(&mut self) {
        let main = self.copies(&[part::MAIN], |_| true);
        let told = |name: &str| main.iter().any(|(n, count)| n == name && *count > 4);
        let mut names = self.copies(&[part::MAIN, part::EXTRA, part::RUNES], |_| true);
        names.retain(|(name, _)| !told(name));
        self.at_most("402.8", 4, "main deck, extra deck and rune deck together", names);
    }
}
