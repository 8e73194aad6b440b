//! What a sentence of the matrix means, judged by what happened and not by how the linker reads it.

use super::cast::Noun;
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
    ("", "deal", &["damage", "battle damage", "attack damage", "combat damage", "combat damage back"]),
    ("", "take", &["damage", "attack damage", "combat damage", "combat damage back"]),
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

/// What is needed to judge a sentence.
pub(super) struct Meaning<'m> {
    pub(super) sentence: Sentence,
    pub(super) tables: &'static Tables,
    pub(super) me: P,
    words: Vec<&'m str>,
    /// Moves of any kind, to or from a place.
    any_move: bool,
}

impl Meaning<'_> {
    pub(super) fn new(sentence: Sentence, game: &str, tables: &'static Tables, me: P) -> Meaning<'static> {
        let listed = WORDS.iter().find(|(of, verb, _)| (of.is_empty() || *of == game) && *verb == sentence.verb);
        let words = match listed {
            Some((_, _, words)) => words.to_vec(),
            None => named(tables, sentence.verb),
        };
        let any_move = matches!(sentence.verb, "enter" | "leave" | "place");
        Meaning {
            sentence,
            tables,
            me,
            words,
            any_move,
        }
    }

    /// Whether anything in the game is called so.
    pub(super) fn is_known(&self) -> bool {
        self.any_move || !self.words.is_empty()
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
        if !self.is_called(event) {
            return Fit::No;
        }
        // Of what a card does to another, the doer comes first.
        let pair = matches!(event.what, Happening::Note | Happening::Damage) && self.has_object(event);
        let mut all = match voice {
            Voice::Player(who) => self.done_by(event, who),
            Voice::Cards(part) => self.is(part, event.subject.as_ref(), None, event),
            Voice::Passive(part) if pair => self.is(part, event.object.as_ref(), event.object_player, event),
            Voice::Passive(part) => self.is(part, event.subject.as_ref(), None, event),
        };
        if let Some(part) = what {
            let done_to = match voice {
                Voice::Player(_) if !pair => (event.subject.as_ref(), None),
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
        all
    }

    fn is_called(&self, event: &Event) -> bool {
        if self.any_move {
            return event.what == Happening::Move;
        }
        let told = !matches!(event.what, Happening::Number | Happening::Begin | Happening::End);
        told && self.words.contains(&event.word)
    }

    fn has_object(&self, event: &Event) -> bool {
        let row = catalog::rows(self.tables).find(|row| {
            row.what == event.what && self.tables.notes[usize::from(row.note.0)] == event.word
        });
        row.is_some_and(|row| row.roles & (catalog::role::OBJECT | catalog::role::PLAYER) != 0)
    }

    /// Whether the player does it. Of moves that another player's effect makes it is a matter of the verb whose doing they are.
    fn done_by(&self, event: &Event, who: Who) -> Fit {
        let player = self.player(who);
        match event.what {
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
            (Part::This, Some(card)) => Fit::from(event.watchers.contains(&card.ix)),
            (Part::Cards(whose, noun), Some(card)) => {
                let own = whose.is_none_or(|who| card.player == self.player(who));
                Fit::from(own && self.has_kind(noun, card))
            }
            (Part::Thing(_), _) => Fit::Perhaps,
            (Part::Player(_), Some(_)) | (Part::This | Part::Cards(..), None) => Fit::No,
        }
    }

    fn has_kind(&self, noun: Noun, card: &Seen) -> bool {
        let bit = |word: &&str| {
            let at = self.tables.types.iter().position(|ty| ty == word);
            at.map_or(0, |at| 1u32 << at)
        };
        let types = noun.types.iter().map(bit).fold(0, |all, bit| all | bit);
        (types == 0 || card.types & types != 0) && (noun.zones.is_empty() || noun.zones.contains(&card.zone))
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
