//! The board in names and words, as somebody sees it: enough to draw it, in this program or in another one.

use super::game::Outcome;
use super::id::{PlayerId, Viewer};
use super::question::{CardAt, Question};
use crate::exec::Game;
use crate::kernel::{CellId, Flag, P, ZoneId};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Everything that somebody may know of a game at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Board {
    /// The game, by its word: `weiss`.
    pub game: String,
    /// The edition of its rules, if it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Whose eyes it is seen with.
    pub viewer: Viewer,
    /// The number of the turn; 0 before the first one.
    pub turn: u16,
    /// Whose turn it is.
    pub turn_player: PlayerId,
    /// The phase, by its word.
    pub phase: String,
    /// The step of the phase, if it has steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The players, the first one first.
    pub players: [PlayerBoard; 2],
    /// What is asked; none if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Abilities that have triggered and wait, each in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<String>,
    /// How the game ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// One player's part of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct PlayerBoard {
    /// Who.
    pub player: PlayerId,
    /// The player's numbers by their words, those that are 0 too.
    pub numbers: IndexMap<String, i32>,
    /// What the player has produced and not spent, by kind.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub purse: IndexMap<String, u8>,
    /// The zones, in the order of the game; empty ones too.
    pub zones: Vec<Zone>,
}

/// A zone of a player, or one position of such a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Zone {
    /// The zone, by its word.
    pub zone: String,
    /// The position in the zone, if it has positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The viewer knows the order of its cards; else the known cards come first.
    pub in_order: bool,
    /// The cards, the bottom one first.
    pub cards: Vec<BoardCard>,
}

/// A card on the board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct BoardCard {
    /// What it is; none if the viewer does not know.
    pub name: Option<String>,
    /// Its printed id, if the viewer knows the card and it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its back is up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub face_down: bool,
    /// How it lies, by the word of the game (`rested`); the empty text if it lies as usual.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lies: String,
    /// Whose deck it came from, if that is not the player whose zone it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<PlayerId>,
    /// Its numbers as they are now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<(String, i32)>,
    /// Its traits, races or clans.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Its card types and the words of its attributes, such as colours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Its keywords and labels, given ones too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// The abilities that effects gave it, by keyword or category.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// States that the game knows, such as locked or attacking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Counters on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<(String, u16)>,
    /// Damage on it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damage: i32,
    /// It was made by an effect.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub token: bool,
    /// The card that it is attached to or lies on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<CardAt>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// Whether a set of bits has a row of a table; a table may have more rows than there are bits for.
pub(super) fn is_set(bits: u128, row: usize) -> bool {
    u32::try_from(row)
        .ok()
        .and_then(|row| bits.checked_shr(row))
        .is_some_and(|bits| bits & 1 == 1)
}

impl BoardCard {
    /// One of its numbers, by the word of the game.
    pub fn number(&self, word: &str) -> Option<i32> {
        self.numbers.iter().find(|(name, _)| name == word).map(|(_, n)| *n)
    }
}

impl Board {
    /// The zones of a player with a word, one for each position that has cards or could have some.
    pub fn zone<'b>(&'b self, player: PlayerId, word: &'b str) -> impl Iterator<Item = &'b Zone> {
        let board = self.players.get(player.index());
        board.into_iter().flat_map(|b| &b.zones).filter(move |z| z.zone == word)
    }

    pub(super) fn of(game: &Game, viewer: Viewer) -> Board {
        let kernel = game.kernel();
        let turn = &game.state.turn;
        let word = |time| game.time_word(time).to_owned();
        Board {
            game: kernel.name().to_owned(),
            edition: Some(kernel.edition().to_owned()).filter(|edition| !edition.is_empty()),
            viewer,
            turn: turn.number,
            turn_player: PlayerId::of(turn.player),
            phase: word(turn.phase),
            step: (turn.step != turn.phase).then(|| word(turn.step)),
            players: PlayerId::BOTH.map(|player| Eyes { game, viewer }.player(player)),
            question: Question::of(game, viewer),
            waiting: Eyes { game, viewer }.waiting(),
            outcome: game.state.over.map(|outcome| Outcome::of(game, outcome)),
        }
    }
}

/// A game as somebody sees it.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'g> {
    pub(super) game: &'g Game,
    pub(super) viewer: Viewer,
}

impl Eyes<'_> {
    fn player(self, player: PlayerId) -> PlayerBoard {
        let (game, p) = (self.game, player.p());
        let tables = game.tables();
        let numbers = (0u8..).zip(tables.player_attrs);
        let purse = game.state.players.get(p.ix()).map_or(&[][..], |held| &held.purse);
        PlayerBoard {
            player,
            numbers: numbers
                .map(|(at, name)| ((*name).to_owned(), game.player_attr(p, at)))
                .collect(),
            purse: tables
                .icons
                .iter()
                .zip(purse)
                .filter(|(_, n)| **n > 0)
                .map(|(icon, n)| ((*icon).to_owned(), *n))
                .collect(),
            zones: self.zones(p),
        }
    }

    fn zones(self, p: P) -> Vec<Zone> {
        let layout = self.game.layout();
        let nowhere = self.game.tables().nowhere;
        let zones = (0u8..).map(ZoneId).zip(layout.zones());
        zones
            .filter(|(zone, _)| Some(*zone) != nowhere)
            .flat_map(|(zone, spec)| {
                layout.cells_of(p, zone).map(move |cell| Zone {
                    zone: spec.name.to_owned(),
                    position: (!spec.positions.is_empty()).then(|| layout.cell_name(cell).to_owned()),
                    in_order: self.in_order(cell),
                    cards: self.cards(cell),
                })
            })
            .collect()
    }

    /// Whether the viewer knows in which order the cards of a cell lie.
    pub(super) fn in_order(self, cell: CellId) -> bool {
        match self.viewer {
            Viewer::Player(player) => !self.game.is_jumbled(player.p(), cell),
            Viewer::Spectator => P::BOTH.iter().all(|p| !self.game.is_jumbled(*p, cell)),
            Viewer::All => true,
        }
    }

    fn cards(self, cell: CellId) -> Vec<BoardCard> {
        let cards = self.game.state.cells.cards(cell);
        let mut seen: Vec<BoardCard> = cards.iter().map(|ix| self.card(*ix)).collect();
        if !self.in_order(cell) {
            // Where a card lies among the others is not for the viewer to know.
            seen.sort_by(|a, b| a.name.is_none().cmp(&b.name.is_none()).then_with(|| a.cmp(b)));
        }
        seen
    }

    /// Whether the viewer knows what a card is.
    pub(super) fn knows(self, ix: u16) -> bool {
        self.viewer.knows(self.game.seen_by(self.game.state.now(ix)))
    }

    fn card(self, ix: u16) -> BoardCard {
        let game = self.game;
        let card = game.state.card(ix);
        let tables = game.tables();
        let known = self.knows(ix);
        let whose = game.layout().cell(card.cell).player;
        let mut seen = BoardCard {
            name: known.then(|| game.pool.def(card.def).name.clone()),
            id: game.pool.def(card.def).id.clone().filter(|_| known),
            face_down: card.is(Flag::FaceDown),
            lies: match card.orient {
                0 => String::new(),
                orient => tables
                    .orients
                    .get(usize::from(orient))
                    .copied()
                    .unwrap_or("")
                    .to_owned(),
            },
            owner: (known && card.owner != whose).then(|| PlayerId::of(card.owner)),
            numbers: Vec::new(),
            tags: Vec::new(),
            words: Vec::new(),
            keywords: Vec::new(),
            given: Vec::new(),
            states: Vec::new(),
            counters: Vec::new(),
            damage: 0,
            token: known && card.is(Flag::Token),
            host: None,
        };
        if known && !card.is(Flag::Pseudo) {
            self.details(ix, &mut seen);
        }
        seen
    }

    /// What is to be said of a card that the viewer knows.
    fn details(self, ix: u16, seen: &mut BoardCard) {
        let game = self.game;
        let (tables, card) = (game.tables(), game.state.now(ix));
        let info = game.info(card);
        let owned = |word: &str| word.to_owned();
        seen.numbers = self.numbers(info);
        seen.tags = info
            .tags
            .iter()
            .filter_map(|tag| game.pool.tags.get_index(tag.ix()).cloned())
            .collect();
        let types = tables
            .types
            .iter()
            .enumerate()
            .filter(|(bit, _)| is_set(info.types.into(), *bit));
        let values = tables
            .words
            .iter()
            .enumerate()
            .filter(|(bit, _)| is_set(info.values.into(), *bit));
        seen.words = types
            .map(|(_, word)| owned(word))
            .chain(values.map(|(_, (_, word))| owned(word)))
            .collect();
        let keywords = game
            .pool
            .keywords
            .iter()
            .enumerate()
            .filter(|(bit, _)| is_set(info.keywords, *bit));
        seen.keywords = keywords.map(|(_, word)| word.clone()).collect();
        let zone = game.layout().zone(game.zone_of(game.state.card(ix).cell));
        if !zone.computed {
            return;
        }
        let given = game.state.granted.iter().filter(|granted| granted.card == card);
        seen.given = given.map(|granted| owned(game.ability_word(granted.ability))).collect();
        let states = (0u8..)
            .zip(tables.states)
            .filter(|(n, _)| game.kernel().state(game, card, *n));
        seen.states = states.map(|(_, word)| owned(word)).collect();
        let counters = game.state.counters.iter().filter(|c| c.card == ix && c.n != 0);
        seen.counters = counters
            .map(|c| (game.pool.counter_name(c.kind).to_owned(), c.n))
            .collect();
        let laid = game.state.laid(ix);
        seen.damage = laid.damage;
        seen.host = laid.host.is_some().then(|| self.card_at(laid.host)).flatten();
    }

    /// The abilities that wait, as the viewer may know them.
    fn waiting(self) -> Vec<String> {
        let named = |instance: &crate::kernel::Instance| {
            let name = if instance.src.is_some() && self.knows(instance.src.ix) {
                self.game.card_name(instance.src)
            } else {
                "a hidden card".to_owned()
            };
            format!("{} of {name}", self.game.ability_word(instance.ability))
        };
        self.game.state.standby.iter().map(named).collect()
    }
}
