//! Replay files: a game as text, to be kept, sent and looked at again. One JSON object, with every card by name: what it was played with is found again
//! among the cards at hand, and said if it is not there.

use super::Contest;
use crate::exec::{
    CardFingerprint, FORMAT, Game, LinkError, MAX_CARDS, Pool, Replay, ReplayError, Source, Start, pool_hash, spec_hash,
};
use crate::games;
use crate::golden;
use crate::ir::{Card, Module};
use crate::kernel::{DeckCard, Outcome, P};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

/// The version of the format of replay files.
const VERSION: u32 = 1;
/// The most bytes of a replay file. A game has some thousand; the rest is for boards that were set up by hand.
pub const MOST_BYTES: usize = 16 << 20;
/// The most answers, and the most cards of a pool.
const MOST_ANSWERS: usize = 1 << 18;
const MOST_LISTED: usize = 1 << 16;
/// The most letters of a name, and of the words about how a game ended.
const MOST_LETTERS: usize = 200;
const MOST_WORDS: usize = 4000;
/// The most cards that a message names.
const MOST_NAMED: usize = 5;

/// Why a replay file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It is larger than any game.
    #[error("{0} bytes are more than a replay file can have")]
    TooLarge(usize),
    /// It is no JSON, or a part of it is missing.
    #[error("this is not a replay file: {0}")]
    NotAReplay(String),
    /// It has another format.
    #[error("the replay file has version {0} of the format, and this program reads version {VERSION}")]
    Version(u32),
    /// A part of it cannot be.
    #[error("the replay file is broken: {0}")]
    Broken(String),
    /// The engine has no rules for the game.
    #[error("the replay is of the game `{0}`, which this program cannot play")]
    NoRules(String),
    /// It was made by another version of the program.
    #[error("the replay was made by cardwright {0}, and this is cardwright {here}", here = env!("CARGO_PKG_VERSION"))]
    Engine(String),
    /// It was made by other rules.
    #[error("the replay was made by other rules: the tables of {0} are not what they were then")]
    Rules(String),
    /// Cards are not there.
    #[error("the replay was made with cards that are not at hand: {}", named(.0))]
    MissingCards(Vec<String>),
    /// Cards say something else.
    #[error("the replay was made with other cards: {} {} something else now", named(.0), if .0.len() == 1 { "says" } else { "say" })]
    OtherCards(Vec<String>),
    /// The cards are the same, but not what they rest on.
    #[error(
        "the replay was made with other cards: what their sets define (keywords, groups, tokens) is not what it was then"
    )]
    OtherSets,
    /// The test whose board it begins with is not there.
    #[error("the replay is of the test \"{0}\", which is not in these files or says something else now")]
    NoTest(String),
    /// The engine has no behaviour for something the cards say.
    #[error("the cards of the replay cannot be played: {}", .0.iter().map(LinkError::to_string).collect::<Vec<_>>().join("; "))]
    Link(Vec<LinkError>),
    /// It does not play through.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It ends in another way.
    #[error("the game plays through, but does not end as it did: it ended with \"{0}\", and now with \"{1}\"")]
    End(String, String),
}

fn named(names: &[String]) -> String {
    let mut list: Vec<String> = names
        .iter()
        .take(MOST_NAMED)
        .map(|name| format!("\"{name}\""))
        .collect();
    if names.len() > MOST_NAMED {
        list.push(format!("{} more", names.len() - MOST_NAMED));
    }
    match list.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => list.concat(),
    }
}

/// A line of a deck list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    n: u32,
    card: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<String>,
}

/// A deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deck {
    name: String,
    cards: Vec<Line>,
}

/// A board that was set up by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    test: String,
    polite: bool,
    save: String,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    result: String,
    hash: String,
}

/// A replay file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayFile {
    #[serde(rename = "cardwright-replay")]
    version: u32,
    engine: String,
    game: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    edition: String,
    rules: String,
    cards: String,
    players: [String; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decks: Option<[Deck; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    /// The answers by their numbers, with blanks between them.
    answers: String,
    /// The player who gave up: 1 or 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    concede: Option<u8>,
    /// Four hexadecimal digits of the state after every 32 answers.
    checks: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    /// Everything the pool was linked from, in order: name, id, hash of what it says.
    listed: Vec<(String, Option<String>, String)>,
}

/// The parts of a file in the order they are written; the reader does not mind.
const ORDER: [&str; 15] = [
    "cardwright-replay",
    "engine",
    "game",
    "edition",
    "rules",
    "cards",
    "players",
    "seed",
    "decks",
    "board",
    "answers",
    "concede",
    "checks",
    "end",
    "listed",
];

/// What all versions of the format have.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "cardwright-replay")]
    version: u32,
}

impl ReplayFile {
    /// The file of a game, with the names of its players: finished or not, it can be looked at and gone on with.
    pub fn new(contest: &Contest, players: [String; 2]) -> ReplayFile {
        let test = contest.test().unwrap_or_default();
        let mut file = ReplayFile::bare(contest.replay(), contest.game(), contest.listed(), players, test);
        if let Start::Decks { decks, seed } = &contest.replay().start {
            let [one, two] = contest.decks();
            let [first, second] = decks;
            let pool = &contest.game().pool;
            file.seed = Some(*seed);
            file.decks = Some([deck(pool, one, first), deck(pool, two, second)]);
        }
        file
    }

    /// The file of a test: it begins with the board that the test sets up.
    pub fn of_test(title: &str, recorded: &golden::Recorded) -> ReplayFile {
        let players = ["test".to_owned(), "test".to_owned()];
        ReplayFile::bare(&recorded.replay, &recorded.game, &recorded.listed, players, title)
    }

    /// All but the decks; `test` is the title of the test whose board the game began with, if it began with one.
    fn bare(replay: &Replay, game: &Game, listed: &[CardFingerprint], players: [String; 2], test: &str) -> ReplayFile {
        let kernel = game.kernel();
        let numbers: Vec<String> = replay.answers.iter().map(u32::to_string).collect();
        ReplayFile {
            version: VERSION,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            game: kernel.name().to_owned(),
            edition: kernel.edition().to_owned(),
            rules: hex(replay.spec),
            cards: hex(replay.pool),
            players,
            seed: None,
            decks: None,
            board: match &replay.start {
                Start::Decks { .. } => None,
                Start::Board { save, polite } => Some(Board {
                    test: test.to_owned(),
                    polite: *polite,
                    save: bytes_hex(save),
                }),
            },
            answers: numbers.join(" "),
            concede: replay.concede.map(|p| p.0 + 1),
            checks: replay.checks.iter().fold(String::new(), |mut text, check| {
                let _ = write!(text, "{check:04x}");
                text
            }),
            end: game.state.over.map(|outcome| End {
                result: end_words(game, outcome),
                hash: hex(game.state.exact_hash()),
            }),
            listed: listed
                .iter()
                .map(|card| (card.name.clone(), card.id.clone(), hex(card.print)))
                .collect(),
        }
    }

    /// Reads a file from anywhere: what cannot be a replay is refused.
    pub fn read(text: &str) -> Result<ReplayFile, FileError> {
        if text.len() > MOST_BYTES {
            return Err(FileError::TooLarge(text.len()));
        }
        let no = |error: serde_json::Error| FileError::NotAReplay(tame(&error));
        let head: Head = serde_json::from_str(text).map_err(no)?;
        if head.version != VERSION {
            return Err(FileError::Version(head.version));
        }
        let file: ReplayFile =
            serde_json::from_str(text).map_err(|error: serde_json::Error| FileError::Broken(tame(&error)))?;
        file.check_words()?;
        if file.listed.len() > MOST_LISTED {
            return Err(broken("it lists more cards than a pool can have"));
        }
        match (&file.seed, &file.decks, &file.board) {
            (Some(_), Some(decks), None) => check_decks(decks).map(|()| file),
            (None, None, Some(_)) => Ok(file),
            _ => Err(broken("it must begin with a seed and decks, or with a board")),
        }
    }

    /// Refuses words that are not fit to be shown: whoever wrote the file could make a terminal do something with them.
    fn check_words(&self) -> Result<(), FileError> {
        let names = [&self.engine, &self.game, &self.edition, &self.rules, &self.cards];
        names.into_iter().chain(&self.players).try_for_each(|name| fit(name))?;
        for deck in self.decks.iter().flatten() {
            fit(&deck.name)?;
            for line in &deck.cards {
                fit(&line.card)?;
                line.id.iter().chain(&line.part).try_for_each(|name| fit(name))?;
            }
        }
        for (name, id, print) in &self.listed {
            fit(name)?;
            id.iter().chain([print]).try_for_each(|name| fit(name))?;
        }
        let ends = self.end.iter().flat_map(|end| [&end.result, &end.hash]);
        let tests = self.board.iter().map(|board| &board.test);
        ends.chain(tests).try_for_each(|words| fit_up_to(words, MOST_WORDS))
    }

    /// The file as text: one line for each part of it, and one for each listed card.
    pub fn write(&self) -> String {
        let mut out = String::from("{");
        // Plain data always has a form as JSON.
        let Ok(serde_json::Value::Object(parts)) = serde_json::to_value(self) else {
            return String::new();
        };
        let mut first = true;
        for key in ORDER {
            let Some(value) = parts.get(key) else { continue };
            out.push_str(if first { "\n" } else { ",\n" });
            first = false;
            let _ = write!(out, "  {}: ", serde_json::Value::from(key));
            match value {
                serde_json::Value::Array(rows) if key == "listed" || key == "decks" => {
                    let rows: Vec<String> = rows.iter().map(|row| format!("    {row}")).collect();
                    let _ = write!(out, "[\n{}\n  ]", rows.join(",\n"));
                }
                value => {
                    let _ = write!(out, "{value}");
                }
            }
        }
        out.push_str("\n}\n");
        out
    }

    /// The game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The edition of its rules; none if it has one set of rules.
    pub fn edition(&self) -> Option<&str> {
        Some(self.edition.as_str()).filter(|edition| !edition.is_empty())
    }

    /// Who played.
    pub fn players(&self) -> [&str; 2] {
        let [one, two] = &self.players;
        [one, two]
    }

    /// The names of the decks; empty for a board that was set up by hand.
    pub fn deck_names(&self) -> [&str; 2] {
        match &self.decks {
            Some([one, two]) => [&one.name, &two.name],
            None => ["", ""],
        }
    }

    /// The seed, if the game began with decks.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The test whose board the game began with.
    pub fn test(&self) -> Option<&str> {
        self.board.as_ref().map(|board| board.test.as_str())
    }

    /// How the game ended, if it did.
    pub fn result(&self) -> Option<&str> {
        self.end.as_ref().map(|end| end.result.as_str())
    }

    /// The cards that it was played with.
    pub(super) fn listed(&self) -> Arc<[CardFingerprint]> {
        let cards = self.listed.iter().map(|(name, id, print)| CardFingerprint {
            name: name.clone(),
            id: id.clone(),
            print: unhex(print).unwrap_or(0),
        });
        cards.collect()
    }

    /// Links the cards that the game was played with, found among those at hand; refuses if the engine, the rules or the cards are others.
    pub fn pool(&self, modules: &[Module]) -> Result<Arc<Pool>, FileError> {
        let kernel = games::kernel(&self.game, self.edition()).ok_or_else(|| FileError::NoRules(self.title()))?;
        if self.engine != env!("CARGO_PKG_VERSION") {
            return Err(FileError::Engine(self.engine.clone()));
        }
        let edition = Some(kernel.edition()).filter(|edition| !edition.is_empty());
        let modules: Vec<&Module> = modules
            .iter()
            .filter(|m| m.game == kernel.name() && m.is_for(edition))
            // Tests can be played with tokens that the rules define.
            .chain(kernel.inherent())
            .collect();
        let wanted = self.listed();
        let own = match self.test() {
            Some(title) if wanted.last().is_some_and(|card| card.name == golden::OWN) => {
                Some(own_card(&modules, title, &wanted, kernel).ok_or_else(|| FileError::NoTest(title.to_owned()))?)
            }
            _ => None,
        };
        let mut sources: Vec<Source<'_>> = Vec::new();
        let (mut missing, mut others) = (Vec::new(), Vec::new());
        let found = Found::of(&modules);
        for card in wanted.iter() {
            let known = match &own {
                Some((module, test_card)) if card.name == golden::OWN => Some((*module, test_card, card.print)),
                _ => found.best(card),
            };
            match known {
                Some((module, source, print)) => {
                    if print != card.print {
                        others.push(card.name.clone());
                    }
                    sources.push((module, source));
                }
                None => missing.push(card.name.clone()),
            }
        }
        if !missing.is_empty() {
            return Err(FileError::MissingCards(missing));
        }
        let at_hand: usize = modules.iter().map(|m| m.cards.len()).sum();
        if wanted.len() > at_hand + 1 {
            // Every listed card was a card of its own, and the code of a test is one more.
            return Err(broken("it lists more cards than there are"));
        }
        let pool = Arc::new(Pool::link(kernel, &sources).map_err(FileError::Link)?);
        if unhex(&self.rules) != Some(spec_hash(&pool)) {
            return Err(FileError::Rules(self.title()));
        }
        if unhex(&self.cards) != Some(pool_hash(&pool)) {
            return Err(if others.is_empty() {
                FileError::OtherSets
            } else {
                FileError::OtherCards(others)
            });
        }
        Ok(pool)
    }

    /// The game with its edition, in words.
    pub fn title(&self) -> String {
        match self.edition() {
            Some(edition) => format!("{} edition {edition}", self.game),
            None => self.game.clone(),
        }
    }

    /// The game as the engine takes it; `pool` is that of [`ReplayFile::pool`].
    pub fn replay(&self, pool: &Arc<Pool>) -> Result<Replay, FileError> {
        let start = match (&self.seed, &self.decks, &self.board) {
            (Some(seed), Some(decks), _) => {
                // A file can come from elsewhere than `read`, and lines are quickly written out to more cards than there is room for.
                check_decks(decks)?;
                let [one, two] = decks;
                Start::Decks {
                    decks: [cards_of(pool, one)?, cards_of(pool, two)?],
                    seed: *seed,
                }
            }
            (_, _, Some(board)) => Start::Board {
                save: bytes_of(&board.save).ok_or_else(|| broken("the board is not in hexadecimal digits"))?,
                polite: board.polite,
            },
            _ => return Err(broken("it does not say how the game began")),
        };
        let concede = match self.concede {
            None => None,
            Some(1) => Some(P::ONE),
            Some(2) => Some(P::TWO),
            Some(_) => return Err(broken("the player who gave up is neither 1 nor 2")),
        };
        Ok(Replay {
            format: FORMAT,
            spec: spec_hash(pool),
            pool: pool_hash(pool),
            start,
            answers: answers_of(&self.answers)?,
            concede,
            checks: checks_of(&self.checks)?,
        })
    }

    /// Whether a game that was played through ended as the file says.
    pub fn check_end(&self, game: &Game) -> Result<(), FileError> {
        let Some(end) = &self.end else { return Ok(()) };
        let now = game
            .state
            .over
            .map_or_else(|| "it goes on".to_owned(), |outcome| end_words(game, outcome));
        if now == end.result && unhex(&end.hash) == Some(game.state.exact_hash()) {
            return Ok(());
        }
        Err(FileError::End(end.result.clone(), now))
    }
}

/// How a game ended, in words.
pub fn result_words(game: &Game, outcome: Outcome) -> String {
    game.fault_words().unwrap_or_else(|| end_words(game, outcome))
}

/// How a game ended, as a file keeps it: without files and lines of cards, for sets that were moved or got a comment are still the same.
fn end_words(game: &Game, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(p) => format!("{} wins", crate::exec::player_word(p)),
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Fault(..) => game.fault_reason().unwrap_or_else(|| "the engine gave up".to_owned()),
    }
}

/// The cards at hand, each with a hash of what it says.
struct Found<'m>(std::collections::BTreeMap<&'m str, Vec<(&'m Module, &'m Card, CardFingerprint)>>);

impl<'m> Found<'m> {
    fn of(modules: &[&'m Module]) -> Found<'m> {
        let mut all: std::collections::BTreeMap<&str, Vec<_>> = std::collections::BTreeMap::new();
        for module in modules {
            for card in &module.cards {
                all.entry(card.name.as_str())
                    .or_default()
                    .push((*module, card, CardFingerprint::of(card)));
            }
        }
        Found(all)
    }

    /// The card that is meant: one that says the same, else one with the same id, else the first of the name.
    fn best(&self, wanted: &CardFingerprint) -> Option<(&'m Module, &'m Card, u64)> {
        let all = self.0.get(wanted.name.as_str())?;
        let same = all.iter().find(|(_, _, l)| l == wanted);
        let same = same.or_else(|| all.iter().find(|(_, _, l)| l.print == wanted.print));
        let near = same.or_else(|| all.iter().find(|(_, _, l)| l.id == wanted.id));
        let (module, card, listed) = near.or_else(|| all.first())?;
        Some((module, card, listed.print))
    }
}

/// The code of the test with this title, as a card.
fn own_card<'m>(
    modules: &[&'m Module],
    title: &str,
    wanted: &[CardFingerprint],
    kernel: &'static dyn crate::exec::Kernel,
) -> Option<(&'m Module, Card)> {
    let tests = modules.iter().flat_map(|m| m.tests.iter().map(move |test| (*m, test)));
    tests
        .filter(|(_, test)| test.title() == title)
        .filter_map(|(module, test)| golden::own_card(test, kernel).map(|card| (module, card)))
        .find(|(_, card)| {
            wanted
                .last()
                .is_some_and(|w| w.print == CardFingerprint::of(card).print)
        })
}

fn broken(what: impl Into<Cow<'static, str>>) -> FileError {
    FileError::Broken(what.into().into_owned())
}

fn fit(name: &str) -> Result<(), FileError> {
    fit_up_to(name, MOST_LETTERS)
}

fn fit_up_to(words: &str, most: usize) -> Result<(), FileError> {
    if words.chars().any(is_control) {
        return Err(broken("there is a control character in a name"));
    }
    if words.chars().nth(most).is_some() {
        return Err(broken(format!("a name has more than {most} letters")));
    }
    Ok(())
}

/// Whether a letter is none, but tells a terminal to do something; what turns the direction of writing around hides words as well.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What the reader of JSON says against a file; it may repeat words of the file.
fn tame(error: &serde_json::Error) -> String {
    let words = error.to_string();
    let shown = words
        .chars()
        .map(|c| if is_control(c) { char::REPLACEMENT_CHARACTER } else { c });
    let mut out: String = shown.take(MOST_LETTERS).collect();
    if words.chars().nth(MOST_LETTERS).is_some() {
        out.push('…');
    }
    out
}

/// A deck as lines: neighbours that are the same make one line.
fn deck(pool: &Pool, name: &str, cards: &[DeckCard]) -> Deck {
    let parts = pool.kernel.tables().deck_parts;
    let mut lines: Vec<Line> = Vec::new();
    let mut last = None;
    for card in cards {
        match lines.last_mut() {
            Some(line) if last == Some(*card) => line.n += 1,
            _ => {
                let def = pool.def(card.def);
                lines.push(Line {
                    n: 1,
                    card: def.name.clone(),
                    id: def.id.clone(),
                    part: parts
                        .get(usize::from(card.part))
                        .filter(|_| card.part > 0)
                        .map(|p| (*p).to_owned()),
                });
            }
        }
        last = Some(*card);
    }
    Deck {
        name: name.to_owned(),
        cards: lines,
    }
}

/// Refuses decks that no game can begin with.
fn check_decks(decks: &[Deck; 2]) -> Result<(), FileError> {
    let mut all = 0_u64;
    for line in decks.iter().flat_map(|deck| &deck.cards) {
        if line.n == 0 {
            return Err(broken("a line of a deck stands for no card: its `n` is 0"));
        }
        all += u64::from(line.n);
    }
    if all > MAX_CARDS as u64 {
        return Err(broken(format!(
            "its decks have {all} cards, and a game can have {MAX_CARDS}"
        )));
    }
    Ok(())
}

fn cards_of(pool: &Pool, deck: &Deck) -> Result<Vec<DeckCard>, FileError> {
    let tables = pool.kernel.tables();
    let mut cards: Vec<DeckCard> = Vec::new();
    for line in &deck.cards {
        let def = pool.def_listed(&line.card, line.id.as_deref()).ok_or_else(|| {
            broken(format!(
                "the deck \"{}\" has \"{}\", which it does not list",
                deck.name, line.card
            ))
        })?;
        let part = match line.part.as_deref() {
            Some(word) if !tables.deck_parts.contains(&word) => {
                return Err(broken(format!("the deck \"{}\" has a part `{word}`", deck.name)));
            }
            part => tables.deck_part(part),
        };
        cards.extend((0..line.n).map(|_| DeckCard { def, part }));
    }
    Ok(cards)
}

fn answers_of(text: &str) -> Result<Vec<u32>, FileError> {
    let mut answers = Vec::new();
    for number in text.split_ascii_whitespace() {
        if answers.len() >= MOST_ANSWERS {
            return Err(broken("it has more answers than a game"));
        }
        let number = number.parse().map_err(|_| broken("an answer is not a number"))?;
        answers.push(number);
    }
    Ok(answers)
}

fn checks_of(text: &str) -> Result<Vec<u16>, FileError> {
    let odd = || broken("the checks are not groups of four hexadecimal digits");
    if !text.len().is_multiple_of(4) {
        return Err(odd());
    }
    let groups = text.as_bytes().chunks_exact(4);
    groups
        .map(|group| {
            let digits = std::str::from_utf8(group).map_err(|_| odd())?;
            u16::from_str_radix(digits, 16).map_err(|_| odd())
        })
        .collect()
}

fn hex(number: u64) -> String {
    format!("{number:016x}")
}

fn unhex(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

fn bytes_hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) {
        return None;
    }
    let pairs = text.as_bytes().chunks_exact(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}
