//! What happened, in names and words: a record of the log that can be read without the game.

use super::board::Eyes;
use super::game::Outcome;
use super::id::{PlayerId, Viewer};
use super::question::Place;
use crate::exec::Game;
use crate::kernel::{AbilityIx, CauseKind, CellId, EvKind, LogEv, LogKind};
use serde::{Deserialize, Serialize};

/// How far somebody has read what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Cursor {
    next: u32,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Event {
    /// Its number, from 0, the same for every viewer.
    pub number: u32,
    /// The turn.
    pub turn: u16,
    /// Whose card, pile or number it is about.
    pub player: PlayerId,
    /// Whether it happened.
    #[serde(default, skip_serializing_if = "Fate::is_usual")]
    pub fate: Fate,
    /// What happened, or would have.
    pub what: What,
    /// The same in words; the ends of times and notes for abilities have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Why.
    pub cause: Cause,
}

/// Whether something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Fate {
    /// It happened.
    #[default]
    Happened,
    /// It would have happened, and something forbade it.
    Forbidden,
    /// It would have happened, and something else happened instead.
    Replaced,
    /// A part of it, the amount that is told, was prevented.
    Prevented,
}

impl Fate {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_usual(&self) -> bool {
        *self == Fate::Happened
    }
}

/// Why something happened.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Cause {
    /// Of which kind: `rule`, `cost`, `effect` or `play`.
    pub kind: String,
    /// The number of the rule behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The card behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The ability behind it, by keyword or category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<String>,
}

/// A card that an event is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Seen {
    /// What it is; none if the viewer does not know.
    pub name: Option<String>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum What {
    /// A card went from one place to another.
    Moved {
        /// The card.
        card: Seen,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
        /// The word for it, if there is one: `draw`, `destroy`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        word: Option<String>,
    },
    /// A card lies another way.
    Turned {
        /// The card.
        card: Seen,
        /// How it lies, by the word of the game.
        lies: String,
    },
    /// A card was turned over where it lies.
    TurnedOver {
        /// The card.
        card: Seen,
        /// Its back is up now.
        face_down: bool,
    },
    /// A pile was shuffled.
    Shuffled {
        /// The pile.
        pile: Place,
    },
    /// A card was shown to all.
    Revealed {
        /// The card.
        card: Seen,
    },
    /// A card was shown to its player.
    LookedAt {
        /// The card.
        card: Seen,
    },
    /// A number of the player changed.
    Number {
        /// Which one.
        name: String,
        /// By how much.
        by: i32,
    },
    /// Damage was dealt.
    Damage {
        /// The card that deals it, if a card does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Seen>,
        /// The card that takes it; none if the player does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Seen>,
        /// How much.
        amount: i32,
    },
    /// Damage was taken off a card.
    Mended {
        /// The card.
        card: Seen,
        /// How much.
        amount: i32,
    },
    /// A card got counters, or lost them.
    Counters {
        /// The card.
        card: Seen,
        /// Which counters.
        counter: String,
        /// How many more.
        by: i32,
    },
    /// A card was attached to another one, or to nothing any more.
    Attached {
        /// The card.
        card: Seen,
        /// The other one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Seen>,
    },
    /// Something of the game: an attack is declared, a card is played, a side comes up. The word says what.
    Did {
        /// The word of the game.
        word: String,
        /// The card it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Seen>,
        /// The other card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<Seen>,
        /// An amount, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<i32>,
    },
    /// A phase, a step or another stretch of time began.
    Began {
        /// Which one.
        time: String,
    },
    /// It ended.
    Ended {
        /// Which one.
        time: String,
    },
    /// An ability has triggered and waits.
    Triggered {
        /// Its card.
        card: Option<Seen>,
        /// The ability, by keyword or category.
        ability: String,
    },
    /// An ability begins to resolve.
    Resolving {
        /// Its card.
        card: Option<Seen>,
        /// The ability, by keyword or category.
        ability: String,
    },
    /// The player chose a card.
    Chose {
        /// The card.
        card: Option<Seen>,
    },
    /// The player said a number, or chose the option with that number.
    Said {
        /// The number.
        number: i32,
    },
    /// The player declined, or could not.
    Declined,
    /// A lasting effect began on a card or, if none is named, on the player: the words say which.
    EffectBegan {
        /// The card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Seen>,
    },
    /// The player paid out of what was produced.
    Paid {
        /// The kind, by the word of the game; the empty text for what is of no kind.
        icon: String,
        /// How much.
        amount: i32,
    },
    /// The game is over.
    Over {
        /// How it ended.
        outcome: Outcome,
    },
}

/// What happened since the cursor and cannot be taken back any more.
pub(super) fn read(game: &Game, cursor: &mut Cursor, viewer: Viewer) -> Vec<Event> {
    let settled = game.settled_records();
    let first = cursor.next.max(game.log.forgotten);
    let count = settled.saturating_sub(first) as usize;
    let telling = Telling { game, viewer };
    let records = game.log.since(first).iter().take(count);
    let events = (first..)
        .zip(records)
        .map(|(number, record)| telling.event(number, record));
    let events = events.collect();
    cursor.next = settled.max(cursor.next);
    events
}

#[derive(Clone, Copy)]
struct Telling<'g> {
    game: &'g Game,
    viewer: Viewer,
}

impl Telling<'_> {
    fn event(self, number: u32, ev: &LogEv) -> Event {
        let viewer = match self.viewer {
            Viewer::Player(player) => Some(player.p()),
            // The words for somebody who looks on are those for a player who knows the card, or for one who does not.
            Viewer::Spectator => self.less_knowing(ev),
            Viewer::All => None,
        };
        Event {
            number,
            turn: ev.turn,
            player: PlayerId::of(ev.who),
            fate: match ev.kind {
                LogKind::Stopped(_) => Fate::Forbidden,
                LogKind::Replaced(_) => Fate::Replaced,
                LogKind::Prevented(_) => Fate::Prevented,
                _ => Fate::Happened,
            },
            what: self.what(ev),
            words: self.game.log_line(ev, viewer),
            cause: self.cause(ev),
        }
    }

    /// The player who knows the least of a record.
    fn less_knowing(self, ev: &LogEv) -> Option<crate::kernel::P> {
        crate::kernel::P::BOTH.into_iter().min_by_key(|p| ev.seen >> p.0 & 1)
    }

    fn cause(self, ev: &LogEv) -> Cause {
        let rules = self.game.tables().rules;
        let by_rule = matches!(ev.cause, CauseKind::Rule | CauseKind::Play);
        let rule = rules
            .get(usize::from(ev.rule))
            .filter(|rule| by_rule && !rule.is_empty());
        let known = ev.ability != crate::kernel::Cause::NO_ABILITY;
        Cause {
            kind: match ev.cause {
                CauseKind::Rule => "rule",
                CauseKind::Cost => "cost",
                CauseKind::Effect => "effect",
                CauseKind::Play => "play",
            }
            .to_owned(),
            rule: rule.map(|rule| (*rule).to_owned()),
            card: ev.cause_card.map(|def| self.game.pool.def(def).name.clone()),
            ability: known.then(|| self.ability(ev.ability)),
        }
    }

    fn ability(self, ability: AbilityIx) -> String {
        self.game.ability_word(ability).to_owned()
    }

    fn place(self, cell: CellId) -> Place {
        let eyes = Eyes {
            game: self.game,
            viewer: self.viewer,
        };
        eyes.place(cell)
    }

    /// The card that a record is about.
    fn subject(self, ev: &LogEv) -> Option<Seen> {
        ev.subj.map(|def| Seen {
            name: self.viewer.knows(ev.seen).then(|| self.game.pool.def(def).name.clone()),
        })
    }

    fn card(self, ev: &LogEv) -> Seen {
        self.subject(ev).unwrap_or(Seen { name: None })
    }

    /// The other card; the log names it to everybody.
    fn object(self, ev: &LogEv) -> Option<Seen> {
        ev.obj.map(|def| Seen {
            name: Some(self.game.pool.def(def).name.clone()),
        })
    }

    fn what(self, ev: &LogEv) -> What {
        match ev.kind {
            LogKind::Event(kind) | LogKind::Stopped(kind) | LogKind::Replaced(kind) | LogKind::Prevented(kind) => {
                self.happened(ev, kind)
            }
            LogKind::Standby => What::Triggered {
                card: self.subject(ev),
                ability: self.ability(ev.ability),
            },
            LogKind::Resolve => What::Resolving {
                card: self.subject(ev),
                ability: self.ability(ev.ability),
            },
            LogKind::Chose => What::Chose { card: self.subject(ev) },
            LogKind::Said => What::Said { number: ev.n },
            LogKind::Declined => What::Declined,
            LogKind::Effect => What::EffectBegan { card: self.subject(ev) },
            LogKind::Over => What::Over {
                outcome: match ev.n {
                    0 => Outcome::Won(PlayerId::One),
                    1 => Outcome::Won(PlayerId::Two),
                    2 => Outcome::Draw,
                    _ => Outcome::Failed(self.game.fault_words().unwrap_or_default()),
                },
            },
            LogKind::Spent => {
                let (kind, amount) = (ev.n >> 16, ev.n & 0xFFFF);
                let icons = self.game.tables().icons;
                let icon = usize::try_from(kind).ok().and_then(|at| icons.get(at));
                What::Paid {
                    icon: icon.map_or_else(String::new, |icon| (*icon).to_owned()),
                    amount,
                }
            }
        }
    }

    fn happened(self, ev: &LogEv, kind: EvKind) -> What {
        let tables = self.game.tables();
        let word = |table: &[&str], at: usize| table.get(at).copied().unwrap_or("").to_owned();
        let tag = word(tables.notes, usize::from(ev.tag.0));
        let time = |time| self.game.time_word(time).to_owned();
        match kind {
            EvKind::Move => What::Moved {
                card: self.card(ev),
                from: self.place(ev.from),
                to: self.place(ev.to),
                word: Some(tag).filter(|tag| !tag.is_empty()),
            },
            EvKind::Turn => What::Turned {
                card: self.card(ev),
                lies: word(tables.orients, usize::try_from(ev.n).unwrap_or(usize::MAX)),
            },
            EvKind::Face => What::TurnedOver {
                card: self.card(ev),
                face_down: ev.n != 0,
            },
            EvKind::Shuffle => What::Shuffled {
                pile: self.place(ev.from),
            },
            EvKind::Reveal => What::Revealed { card: self.card(ev) },
            EvKind::Look => What::LookedAt { card: self.card(ev) },
            EvKind::Value(which) => What::Number {
                name: word(tables.player_attrs, usize::from(which)),
                by: ev.n,
            },
            EvKind::Damage => What::Damage {
                from: self.subject(ev),
                to: self.object(ev),
                amount: ev.n,
            },
            EvKind::Mend => What::Mended {
                card: self.card(ev),
                amount: ev.n,
            },
            EvKind::Counter(which) => What::Counters {
                card: self.card(ev),
                counter: self.game.pool.counter_name(which).to_owned(),
                by: ev.n,
            },
            EvKind::Attach => What::Attached {
                card: self.card(ev),
                to: self.object(ev),
            },
            EvKind::Begin(at) => What::Began { time: time(at) },
            EvKind::End(at) => What::Ended { time: time(at) },
            EvKind::Side(_) | EvKind::Mark(_) | EvKind::Appear | EvKind::Vanish | EvKind::Note | EvKind::Number(_) => {
                What::Did {
                    word: tag,
                    card: self.subject(ev),
                    other: self.object(ev),
                    amount: Some(ev.n).filter(|n| *n != 0),
                }
            }
        }
    }
}
