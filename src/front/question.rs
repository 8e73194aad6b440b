//! What is asked, and what can be answered.

use super::board::{Eyes, is_set};
use super::id::{PlayerId, Viewer};
use crate::exec::{AtomView, Choice as Offered, Game, Handle};
use crate::kernel::{AbilityIx, AskKind, CellId, P, Ref};
use serde::{Deserialize, Serialize};

/// An answer to one decision of one player. It is a number and good for that decision alone: given later, or by the other player, it is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Choice {
    pub(super) player: PlayerId,
    pub(super) decision: u32,
    pub(super) number: u32,
}

impl Choice {
    /// Whose answer it is.
    pub fn player(&self) -> PlayerId {
        self.player
    }
}

/// A question as somebody sees it. What depends on the cards of the asked player is told to that player alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Question {
    /// Who is asked.
    pub asked: PlayerId,
    /// What about, in one word: `act`, `cards`, `may`, `number` and so on.
    pub about: String,
    /// The question in words, for whoever may know them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The card behind it, if the viewer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How many picks are to be made at least and at most, and how many were made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picks: Option<(u16, u16, u16)>,
    /// A number is asked for: the lowest and the highest one. [`Question::number`] makes the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i32, i32)>,
    /// The legal answers, unless a number is asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Offer>,
    decision: u32,
}

/// A legal answer: what it means, and how to give it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Offer {
    /// What it means.
    pub action: Action,
    /// The answer.
    pub choice: Choice,
}

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Action {
    /// What is done, in one word: an action of the game (`play`, `attack`), or `pass`, `yes`, `no`, `done`, `choose`, `say`, `resolve`, `apply`.
    pub verb: String,
    /// The whole answer in words, for people.
    pub words: String,
    /// The card that it is done with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardAt>,
    /// The place that is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The number that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// The player who is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The ability that is resolved or applied, by keyword or category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<String>,
}

/// A zone or a position of a player.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Place {
    /// Whose.
    pub player: PlayerId,
    /// The zone, by its word.
    pub zone: String,
    /// The position in the zone, if it has positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// A card where it lies. It names a card of the board that it came with; on a later board it may be another one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CardAt {
    /// What it is; none if the viewer does not know.
    pub name: Option<String>,
    /// Where it lies.
    pub place: Place,
    /// Which of the cards there, from 0 at the bottom; none where the viewer does not know the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u16>,
    /// Its numbers, if the viewer knows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<(String, i32)>,
}

impl CardAt {
    /// One of its numbers, by the word of the game.
    pub fn number(&self, word: &str) -> Option<i32> {
        self.numbers.iter().find(|(name, _)| name == word).map(|(_, n)| *n)
    }
}

impl Action {
    /// A number is said.
    pub(super) fn say(number: i32) -> Action {
        Action {
            verb: "say".to_owned(),
            words: number.to_string(),
            card: None,
            place: None,
            number: Some(number),
            player: None,
            ability: None,
        }
    }
}

impl Question {
    pub(super) fn of(game: &Game, viewer: Viewer) -> Option<Question> {
        let ask = game.state.ask?;
        let asked = PlayerId::of(ask.who);
        let told = viewer.sees_answers(asked);
        // What the asked player is told is what that player's view says, whoever else may look.
        let view = told.then(|| game.view(ask.who));
        let seen = view.as_ref().and_then(|view| view.ask);
        let eyes = Eyes { game, viewer };
        let source = game.state.alive(ask.source) && eyes.knows(ask.source.ix);
        Some(Question {
            asked,
            about: about(ask.kind).to_owned(),
            words: view.as_ref().map(|view| game.question_for(view)),
            source: source.then(|| game.pool.def(game.state.card(ask.source.ix).def).name.clone()),
            picks: seen.and_then(|seen| seen.picks),
            range: seen.and_then(|seen| seen.range),
            answers: view.map_or_else(Vec::new, |view| {
                let offer = |offered: &Offered| Offer {
                    action: action(game, ask.who, offered),
                    choice: choice(game, ask.who, number_of(offered)),
                };
                view.choices.iter().map(offer).collect()
            }),
            decision: game.state.decisions,
        })
    }

    /// The answer to a question for a number, if the number is one of those that can be said.
    pub fn number(&self, number: i32) -> Option<Choice> {
        let (low, high) = self.range?;
        let above = u32::try_from(i64::from(number) - i64::from(low)).ok()?;
        (number <= high).then_some(Choice {
            player: self.asked,
            decision: self.decision,
            number: above,
        })
    }
}

/// The answer with a number to the open question.
pub(super) fn choice(game: &Game, who: P, number: u32) -> Choice {
    Choice {
        player: PlayerId::of(who),
        decision: game.state.decisions,
        number,
    }
}

pub(super) fn number_of(offered: &Offered) -> u32 {
    match offered.answer() {
        crate::kernel::Answer::Pick(number) => number,
        crate::kernel::Answer::Concede(_) => u32::MAX,
    }
}

fn about(kind: AskKind) -> &'static str {
    match kind {
        AskKind::Act(_) => "act",
        AskKind::Cards => "cards",
        AskKind::Cells => "places",
        AskKind::May => "may",
        AskKind::Pay => "pay",
        AskKind::More => "more",
        AskKind::Order => "order",
        AskKind::Number => "number",
        AskKind::Options => "options",
        AskKind::Instances => "abilities",
        AskKind::Replacements => "replacements",
        AskKind::Players => "players",
        AskKind::Declare => "declare",
        AskKind::Repeat => "repeat",
        AskKind::Rule(_) => "rule",
    }
}

/// What a legal answer means to the player who is asked.
pub(super) fn action(game: &Game, who: P, offered: &Offered) -> Action {
    let eyes = Eyes {
        game,
        viewer: Viewer::Player(PlayerId::of(who)),
    };
    let mut out = Action {
        verb: "choose".to_owned(),
        words: game.choice_words(who, offered),
        card: None,
        place: None,
        number: None,
        player: None,
        ability: None,
    };
    let ability = |ability: AbilityIx| Some(game.ability_word(ability).to_owned());
    let mut verb = |word: &str| word.clone_into(&mut out.verb);
    match offered.atom {
        AtomView::Pass => verb("pass"),
        AtomView::Yes => verb("yes"),
        AtomView::No => verb("no"),
        AtomView::Done => verb("done"),
        AtomView::Act { kind, card, .. } => {
            verb(game.tables().acts.get(usize::from(kind)).copied().unwrap_or(""));
            out.card = card.map(|card| eyes.handle(card));
        }
        AtomView::Card(card) => out.card = Some(eyes.handle(card)),
        AtomView::Cell(cell) => out.place = Some(eyes.place(cell)),
        AtomView::Number(n) => {
            verb("say");
            out.number = Some(n);
        }
        AtomView::Option(n) => out.number = Some(i32::from(n) + 1),
        AtomView::Instance(which, card, _) => {
            verb("resolve");
            out.ability = ability(which);
            out.card = card.map(|card| eyes.handle(card));
        }
        AtomView::Replacement(which, card) => {
            verb("apply");
            out.ability = ability(which);
            out.card = card.map(|card| eyes.handle(card));
        }
        AtomView::Player(p) => out.player = Some(PlayerId::of(p)),
        AtomView::Word(_) | AtomView::Name(_) | AtomView::Tag(_) => verb("say"),
    }
    out
}

impl Eyes<'_> {
    pub(super) fn place(self, cell: CellId) -> Place {
        let layout = self.game.layout();
        let spec = layout.cell(cell);
        let zone = layout.zone(spec.zone);
        Place {
            player: PlayerId::of(spec.player),
            zone: zone.name.to_owned(),
            position: (!zone.positions.is_empty()).then(|| layout.cell_name(cell).to_owned()),
        }
    }

    /// A card of a view.
    fn handle(self, handle: Handle) -> CardAt {
        let cards = self.game.state.cells.cards(handle.cell);
        let known = handle.index.filter(|_| handle.def.is_some());
        let ix = known.and_then(|at| cards.get(usize::from(at))).copied();
        CardAt {
            name: handle.def.map(|def| self.game.pool.def(def).name.clone()),
            place: self.place(handle.cell),
            index: handle.index,
            numbers: match (ix, handle.def) {
                (Some(ix), _) => self.numbers(self.game.info(self.game.state.now(ix))),
                (None, Some(def)) => self.numbers(&self.game.pool.def(def).printed),
                (None, None) => Vec::new(),
            },
        }
    }

    /// A card of the game, as far as the viewer may know it.
    pub(super) fn card_at(self, card: Ref) -> Option<CardAt> {
        if !self.game.state.alive(card) {
            return None;
        }
        let cell = self.game.state.card(card.ix).cell;
        let cards = self.game.state.cells.cards(cell);
        let at = cards.iter().position(|ix| *ix == card.ix);
        let known = self.knows(card.ix);
        Some(CardAt {
            name: known.then(|| self.game.pool.def(self.game.state.card(card.ix).def).name.clone()),
            place: self.place(cell),
            index: at.filter(|_| self.in_order(cell)).and_then(|at| u16::try_from(at).ok()),
            numbers: if known {
                self.numbers(self.game.info(card))
            } else {
                Vec::new()
            },
        })
    }

    pub(super) fn numbers(self, info: &crate::kernel::Chars) -> Vec<(String, i32)> {
        let attrs = self.game.tables().attrs.iter().enumerate();
        let had = attrs.filter(|(at, _)| is_set(info.has.into(), *at));
        had.map(|(at, name)| ((*name).to_owned(), info.attr(at))).collect()
    }
}
