//! What a sentence of the matrix means, judged by what happened and not by how the linker reads it.

use super::cast::{Cast, Noun};
use super::sentence::{Part, Sentence, Voice, Who};
use super::witness::{Event, Seen, Spot};
use cardwright::exec::Tables;
use cardwright::exec::catalog::{self, Happening};
use cardwright::kernel::{CauseKind, P};

/// Whether a sentence tells what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// The rules would have to be asked.
    Perhaps,
    Yes,
}

impl From<bool> for Fit {
    fn from(yes: bool) -> Fit {
        if yes { Fit::Yes } else { Fit::No }
    }
}

/// Verbs whose events have other words: the verb, the words. Turns are known by the orientation.
const WORDS: &[(&str, &str, &[&str])] = &[
    ("", "rest", &["rested"]),
    ("", "recover", &["recovered"]),
    (
        "",
        "deal",
        &[
            "damage",
            "battle damage",
            "attack damage",
            "combat damage",
            "combat damage back",
        ],
    ),
    (
        "",
        "take",
        &["damage", "attack damage", "combat damage", "combat damage back"],
    ),
    ("fow", "lose", &["lose life"]),
    ("fow", "judge", &["judgment"]),
    ("fow", "roll", &["force"]),
    ("weiss", "stand", &["standing"]),
    ("weiss", "reverse", &["reversed"]),
    ("weiss", "cancel", &["canceled"]),
    ("weiss", "trigger", &["trigger check"]),
    ("weiss", "attack", &["frontal attack", "side attack", "direct attack"]),
    ("vanguard", "stand", &["standing"]),
    ("evolve", "engage", &["engaged"]),
    ("evolve", "refresh", &["refreshed"]),
];

/// Verbs of every game for moves.
const GENERAL: &[&str] = &["put", "return", "move"];

/// Where cards are said to be placed.
const PLACED: &[&str] = &["stage", "climax-area", "VC", "RC", "GC"];

/// What is needed to judge a sentence.
pub(super) struct Meaning<'m> {
    pub(super) sentence: Sentence,
    pub(super) tables: &'static Tables,
    pub(super) me: P,
    /// One watching card, if `this` means it and no other.
    pub(super) this: Option<(u16, u16)>,
    cast: &'static Cast,
    words: Vec<&'m str>,
    /// Moves of any kind, to or from a place.
    any_move: bool,
}

impl Meaning<'_> {
    pub(super) fn new(sentence: Sentence, cast: &'static Cast, tables: &'static Tables, me: P) -> Meaning<'static> {
        let game = cast.game;
        let listed = WORDS
            .iter()
            .find(|(of, verb, _)| (of.is_empty() || *of == game) && *verb == sentence.verb);
        let words = match listed {
            Some((_, _, words)) => words.to_vec(),
            None => named(tables, sentence.verb),
        };
        let any_move = matches!(sentence.verb, "enter" | "leave" | "place");
        Meaning {
            sentence,
            tables,
            me,
            this: None,
            cast,
            words,
            any_move,
        }
    }

    fn player(&self, who: Who) -> P {
        match who {
            Who::You => self.me,
            Who::Opponent => self.me.other(),
        }
    }

    /// Whether the sentence tells of the event.
    pub(super) fn fit(&self, event: &Event) -> Fit {
        let Sentence {
            voice,
            what,
            from,
            into,
            by,
            ..
        } = self.sentence;
        let called = self.is_called(event);
        if called == Fit::No {
            return Fit::No;
        }
        // Of what a card does to another, the doer comes first.
        let pair = matches!(event.what, Happening::Note | Happening::Damage) && self.has_object(event);
        let mut all = match voice {
            Voice::Player(who) => self.done_by(event, who),
            // Who takes damage is whom it is dealt to.
            Voice::Cards(part) if self.sentence.verb == "take" => {
                self.is(part, event.object.as_ref(), event.object_player, event)
            }
            Voice::Cards(part) => self.is(part, event.subject.as_ref(), None, event),
            // What lies where the attack is aimed is not attacked by it.
            Voice::Passive(_) if event.word == "direct attack" => Fit::No,
            Voice::Passive(part) if pair => self.is(part, event.object.as_ref(), event.object_player, event),
            Voice::Passive(part) => self.is(part, event.subject.as_ref(), None, event),
        };
        if let Some(part) = what {
            let done_to = match voice {
                Voice::Player(_) if !pair || self.sentence.verb != "guard" => (event.subject.as_ref(), None),
                _ => (event.object.as_ref(), event.object_player),
            };
            all = all.min(self.is(part, done_to.0, done_to.1, event));
        }
        if let Some(place) = from {
            all = all.min(lies(event.from, place));
        }
        if let Some((_, place)) = into {
            all = all.min(lies(event.to, place));
        }
        if let Some(whose) = by {
            all = all.min(self.caused(event, whose));
        }
        all.min(called)
    }

    fn is_called(&self, event: &Event) -> Fit {
        if self.any_move {
            let zone = |spot: Spot| spot.map_or("", |(_, zone)| zone);
            let (from, to) = (zone(event.from), zone(event.to));
            let placed = self.sentence.verb != "place" || PLACED.contains(&to) && !PLACED.contains(&from);
            return Fit::from(event.what == Happening::Move && from != to && placed);
        }
        let told = !matches!(event.what, Happening::Number | Happening::Begin | Happening::End);
        // Words of the language for moves mean whatever brings a card there.
        let moves = event.what == Happening::Move;
        let general = moves && GENERAL.contains(&self.sentence.verb);
        let called = told && self.words.contains(&event.word);
        // What goes to where it is does not move; what is told by a word of its own is not told by the moves that it brings.
        let stays = moves && event.from == event.to && self.sentence.verb != "move";
        let twice = moves && self.is_told_apart(event.word);
        match called {
            true if stays || twice || general && self.goes_elsewhere(event) => Fit::Perhaps,
            false if general => Fit::Perhaps,
            called => Fit::from(called),
        }
    }

    /// To be moved is to change the position, where zones have some.
    fn goes_elsewhere(&self, event: &Event) -> bool {
        let positions = self.tables.zones.iter().any(|zone| !zone.positions.is_empty());
        self.sentence.verb == "move" && positions && event.from != event.to
    }

    /// Whether a word stands for something that is told besides the moves.
    fn is_told_apart(&self, word: &str) -> bool {
        let mut rows = catalog::rows(self.tables);
        rows.any(|row| row.what == Happening::Note && self.tables.notes[usize::from(row.note.0)] == word)
    }

    fn has_object(&self, event: &Event) -> bool {
        let row = catalog::rows(self.tables)
            .find(|row| row.what == event.what && self.tables.notes[usize::from(row.note.0)] == event.word);
        row.is_some_and(|row| row.roles & (catalog::role::OBJECT | catalog::role::PLAYER) != 0)
    }

    /// Whether the player does it. Of moves that another player's effect makes it is a matter of the verb whose doing they are.
    fn done_by(&self, event: &Event, who: Who) -> Fit {
        let player = self.player(who);
        match event.what {
            // Damage is told as an event of the player who gets it.
            Happening::Note if self.sentence.verb == "deal" => {
                Fit::from(event.subject.is_some_and(|card| card.player == player))
            }
            Happening::Note | Happening::Value(_) => Fit::from(event.who == player),
            _ => {
                let owner = event.from.map_or(event.who, |(player, _)| player);
                match (event.by == player, owner == player) {
                    (true, true) => Fit::Yes,
                    (false, false) => Fit::No,
                    _ => Fit::Perhaps,
                }
            }
        }
    }

    fn caused(&self, event: &Event, whose: Option<Who>) -> Fit {
        let own = whose.is_none_or(|who| event.by == self.player(who));
        match event.cause {
            CauseKind::Effect => Fit::from(own),
            CauseKind::Play => Fit::Perhaps,
            CauseKind::Rule | CauseKind::Cost => Fit::No,
        }
    }

    fn is(&self, part: Part, card: Option<&Seen>, player: Option<P>, event: &Event) -> Fit {
        match (part, card) {
            (Part::Player(who), None) => Fit::from(player == Some(self.player(who))),
            (Part::This, Some(card)) if card.zone != self.cast.zone => Fit::Perhaps,
            (Part::This, Some(card)) => match self.this {
                Some((ix, life)) if card.ix == ix && card.life != life => Fit::Perhaps,
                Some((ix, _)) => Fit::from(card.ix == ix),
                None => Fit::from(event.watchers.contains(&card.ix)),
            },
            (Part::Cards(whose, noun), Some(card)) => {
                let own = whose.is_none_or(|who| card.player == self.player(who));
                let kind = match self.has_kind(noun, card) {
                    kind if own => kind,
                    _ => Fit::No,
                };
                // What is done in a place and tells nothing of moves may come from elsewhere or go there.
                let told = matches!(event.what, Happening::Note | Happening::Mark | Happening::Reveal);
                let goes = event.to.is_some_and(|(_, zone)| noun.zones.contains(&zone));
                let kind = match kind {
                    Fit::Perhaps if !told && !goes => Fit::No,
                    kind => kind,
                };
                // Where any card is meant, the verb and the place that is said have a say.
                let usual = !noun.types.is_empty() || self.is_usual(card);
                if usual { kind } else { kind.min(Fit::Perhaps) }
            }
            (Part::Thing(_), _) => Fit::Perhaps,
            (Part::Player(_), Some(_)) | (Part::This | Part::Cards(..), None) => Fit::No,
        }
    }

    /// Whether a card lies where one is meant that is called nothing but a card.
    fn is_usual(&self, card: &Seen) -> bool {
        let taken = self.cast.taken.iter().find(|(verb, _)| *verb == self.sentence.verb);
        match (self.sentence.from, taken) {
            (Some(from), _) => card.zone == from,
            (None, Some((_, zone))) => card.zone == *zone,
            (None, None) => self.cast.cards.is_empty() || self.cast.cards.contains(&card.zone),
        }
    }

    /// Whether a card is of a kind; perhaps, if it lies elsewhere than such cards do.
    fn has_kind(&self, noun: Noun, card: &Seen) -> Fit {
        let bit = |word: &&str| {
            let at = self.tables.types.iter().position(|ty| ty == word);
            at.map_or(0, |at| 1u32 << at)
        };
        let types = noun.types.iter().map(bit).fold(0, |all, bit| all | bit);
        if types != 0 && card.types & types == 0 {
            return Fit::No;
        }
        let there = noun.zones.is_empty() || noun.zones.contains(&card.zone);
        if there { Fit::Yes } else { Fit::Perhaps }
    }
}

fn lies(spot: Spot, place: &str) -> Fit {
    spot.map_or(Fit::No, |(_, zone)| Fit::from(zone == place))
}

fn named(tables: &'static Tables, verb: &str) -> Vec<&'static str> {
    let name = verb.replace('-', " ");
    let rows = catalog::rows(tables).map(|row| tables.notes[usize::from(row.note.0)]);
    let mut found: Vec<&str> = rows.filter(|note| *note == name).collect();
    found.dedup();
    found
}
