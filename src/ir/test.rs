//! Tests as plain data: what the board is, which decisions the players make, what must be true then.
//!
//! One [`Test`] is one run: a test with cases gives one for each case, with the lines of the test's `given` in front. The language of the lines is
//! `grammar/scenarios.md`.

use super::{AbilityId, Code, CondId, Src, is_false};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A test, or one case of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// The case, if the test has cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The rule numbers it shows, those of one edition only with its word in front: `1.10:6.4.1.2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The board, in source order.
    pub given: Vec<GivenLine>,
    /// The `do` and `expect` blocks in the order they happen.
    pub steps: Vec<Step>,
    /// Its log is compared with the kept one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub golden: bool,
    /// The arenas of `does` and `holds`.
    #[serde(default, skip_serializing_if = "Code::is_empty")]
    pub code: Code,
    /// Where its name, or that of the case, was written.
    pub src: Src,
}

impl Test {
    /// `name`, or `name / case`: how reports and golden files call it.
    pub fn title(&self) -> String {
        match &self.case {
            Some(case) => format!("{} / {case}", self.name),
            None => self.name.clone(),
        }
    }

    /// The numbers of the rules it shows when it is played by an edition: those with no edition in front, and those of this one.
    pub fn rules_in<'t>(&'t self, edition: Option<&'t str>) -> impl Iterator<Item = &'t str> {
        self.rules.iter().filter_map(move |rule| match rule.split_once(':') {
            Some((of, number)) => (edition == Some(of)).then_some(number),
            None => Some(rule.as_str()),
        })
    }
}

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum TestPlayer {
    /// `p1`, who begins the game.
    P1,
    /// `p2`
    P2,
}

/// Where cards of a player lie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Spot {
    /// A zone, by its word: `hand`.
    Zone(String),
    /// A position: `C1`.
    Position(String),
    /// The cards under a position: `C1 markers`.
    Markers(String),
    /// A card by its name: `"A"`, `"A" in ZONE`. Only in `expect`.
    Card {
        /// The name of its front.
        name: String,
        /// The zone it lies in; wherever cards of the game are at work if none is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
        /// Which of several of that name, from 1, as the place is listed: `number 2`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u32>,
    },
}

/// Some equal cards in a list: `"Mio" * 2 rested of p2`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestCards {
    /// Which cards.
    pub what: TestCard,
    /// How many.
    pub count: u32,
    /// State words behind the card: `rested`, `face-down`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// The owner, if it is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<TestPlayer>,
    /// The damage on it, if it is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<u32>,
    /// The counters on it: `with 2 mana`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<TestCounters>,
    /// The side that is up, if it is said: the word of the face, or `front`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The card it is added or attached to, or lies on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<CardRef>,
}

/// Counters of one kind: `2 mana`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestCounters {
    /// The kind, without blanks: `mana`, `+100/+100`.
    pub kind: String,
    /// How many.
    pub count: u32,
}

/// What an entry of a list of cards stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum TestCard {
    /// The card of this name.
    Named(String),
    /// Cards drawn by the seed: from this deck list, or from the cards of the file. Only in `given`.
    Random(Option<String>),
    /// A card whose face cannot be seen. Only in `sees`.
    Hidden,
}

/// A card that a decision is about: `"X" in hand of p2`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardRef {
    /// Its name.
    pub name: String,
    /// Where it lies, if that tells it apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// Whose it is, if that tells it apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<TestPlayer>,
    /// Which of several of that name in its place, from 1, as the place is listed: `number 2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
}

/// A line of `given` with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GivenLine {
    /// What it says.
    pub given: Given,
    /// Where it was written.
    pub src: Src,
}

/// What a line of `given` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Given {
    /// `p1 turn 3`
    Turn {
        /// Whose turn it is.
        player: TestPlayer,
        /// The number of the turn, from 1.
        number: u32,
    },
    /// `at PHASE`: the game goes on with the start of this phase or step.
    At(String),
    /// `in main-phase`: its start is over.
    In(String),
    /// `setup`
    Setup,
    /// `p1 hand: "A", "B" * 2`
    Cards {
        /// Whose.
        player: TestPlayer,
        /// Where.
        spot: Spot,
        /// The deck from the top, every other pile from the bottom.
        cards: Vec<TestCards>,
    },
    /// `p1 deck "Name"`
    DeckList {
        /// Whose.
        player: TestPlayer,
        /// The name of the deck list.
        deck: String,
    },
    /// `p1 refresh-points 1`
    Value {
        /// Whose.
        player: TestPlayer,
        /// The word of the number.
        name: String,
        /// What it is.
        value: i64,
    },
    /// What is in the pool of the player, by its word: `p1 WORD {R}{R}{1}`
    Purse {
        /// Whose.
        player: TestPlayer,
        /// The icons; a number is so much of no kind.
        icons: Vec<String>,
    },
    /// `p1 does { … }`
    Does {
        /// Who carries it out.
        player: TestPlayer,
        /// The statements, as the body of an ability of [`Test::code`].
        ability: AbilityId,
    },
    /// `seed 7`
    Seed(u64),
}

/// A `do` or `expect` block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Step {
    /// Decisions; after the last one the game runs to the next question.
    Do(Vec<DoLine>),
    /// What must be true now.
    Expect(Vec<ExpectLine>),
}

/// A line of `do` with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DoLine {
    /// What it says.
    pub act: Do,
    /// Where it was written.
    pub src: Src,
}

/// What a line of `do` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Do {
    /// `p1 play "X"`
    Answer {
        /// Who answers.
        player: TestPlayer,
        /// The answer to the next question of that player.
        answer: Answer,
    },
    /// `until PHASE`
    Until(Until),
    /// `resolve`, `resolve all`: everybody passes until the topmost thing that waits has resolved, or until nothing waits.
    Resolve {
        /// All that waits.
        #[serde(default, skip_serializing_if = "is_false")]
        all: bool,
    },
}

/// What the game goes on to with the default answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Until {
    /// The start of a phase or step.
    Time(String),
    /// The start of a turn of this player.
    Turn(TestPlayer),
    /// The end of the game.
    Over,
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Answer {
    /// `play "X" on C1`
    Play {
        /// The card.
        card: CardRef,
        /// The position it goes to, if it is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<String>,
    },
    /// `use "X" 2`
    Use {
        /// The card with the ability.
        card: CardRef,
        /// Which of its abilities; the only one if none is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        which: Option<Which>,
    },
    /// `move C1 to B4`
    Move {
        /// From this position.
        from: String,
        /// To this one.
        to: String,
    },
    /// `choose "A", C1, option 2`; no picks for `none`.
    Choose(Vec<Pick>),
    /// `order "A", "B"`
    Order(Vec<CardRef>),
    /// `trigger "X" 2`
    Trigger {
        /// The card with the waiting ability.
        card: CardRef,
        /// Which of its abilities; the only one if none is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        which: Option<Which>,
    },
    /// An action of the game by its word, which is a row of its vocabulary: `WORD "X" on C1`.
    Act {
        /// The word of the action.
        word: String,
        /// The card it is done with; any if none is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardRef>,
        /// The position of the card it is done with, if it is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// The position it goes to, if it is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<String>,
        /// The word for how it is done, where there is a choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `pass`
    Pass,
    /// `concede`
    Concede,
}

/// Which ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Which {
    /// By its number, from 1.
    Number(u32),
    /// By its keyword or label.
    Name(String),
    /// By its number among those that the card was given, from 1.
    Granted(u32),
}

/// One thing that is picked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Pick {
    /// A card, or the name itself if a name is asked for.
    Card(CardRef),
    /// A position.
    Position(String),
    /// A player.
    Player(TestPlayer),
    /// A word: `red`.
    Word(String),
    /// A tag.
    Tag(String),
    /// An icon: `{R}`.
    Icon(String),
    /// An option by its number, from 1.
    Option(u32),
    /// A number.
    Number(i64),
}

/// A line of `expect` with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExpectLine {
    /// What it says.
    pub expect: Expect,
    /// Where it was written.
    pub src: Src,
}

/// What a line of `expect` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Expect {
    /// `p1 hand 3`, `p1 C1 markers 2`, `ZONE 2`
    Count {
        /// Whose; nobody's if both players share the zone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<TestPlayer>,
        /// Where.
        spot: Spot,
        /// How many cards.
        count: u32,
    },
    /// `p1 hand: "A", "B"`, `p1 C1: "Mio" rested`
    Cards {
        /// Whose; nobody's if both players share the zone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<TestPlayer>,
        /// Where.
        spot: Spot,
        /// Exactly these cards.
        cards: Vec<TestCards>,
    },
    /// `p1 hand has "A" * 2`, `p1 C1 has <Tag>`, `p1 C1 lacks Word`
    Has {
        /// Whose; nobody's if both players share the zone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<TestPlayer>,
        /// Where.
        spot: Spot,
        /// What is looked for.
        what: Feature,
        /// It must not be there: `lacks`.
        #[serde(default, skip_serializing_if = "is_false")]
        lacks: bool,
    },
    /// `p1 C1 empty`
    Empty {
        /// Whose; nobody's if both players share the zone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<TestPlayer>,
        /// Where.
        spot: Spot,
    },
    /// `p1 C1 power 3500`, `p1 "A" ATK 500`
    Attr {
        /// Whose.
        player: TestPlayer,
        /// The position of the card, or its name.
        spot: Spot,
        /// The attribute.
        attr: String,
        /// Its computed value.
        value: i64,
    },
    /// `p1 C1 rested`, `p1 "A" not rested`
    State {
        /// Whose.
        player: TestPlayer,
        /// The position of the card, or its name.
        spot: Spot,
        /// The state word.
        state: String,
        /// It must not be in this state.
        #[serde(default, skip_serializing_if = "is_false")]
        not: bool,
    },
    /// `p1 "A" damage 300`
    Damage {
        /// Whose.
        player: TestPlayer,
        /// The position of the card, or its name.
        spot: Spot,
        /// The damage on it.
        value: u32,
    },
    /// `p1 "A" counters mana 2`
    Counters {
        /// Whose.
        player: TestPlayer,
        /// The position of the card, or its name.
        spot: Spot,
        /// The kind, without blanks.
        kind: String,
        /// How many are on it.
        count: u32,
    },
    /// `p1 "A" side front`
    Side {
        /// Whose.
        player: TestPlayer,
        /// The position of the card, or its name.
        spot: Spot,
        /// The word of the face, or `front`.
        side: String,
    },
    /// What is in the pool of the player, by its word: `p1 WORD {R}{R}`
    Purse {
        /// Whose.
        player: TestPlayer,
        /// Exactly these icons; a number is so much of no kind.
        icons: Vec<String>,
    },
    /// `p1 level 2`
    Value {
        /// Whose.
        player: TestPlayer,
        /// The word of the number.
        name: String,
        /// What it must be.
        value: i64,
    },
    /// `p1 asked`
    Asked(TestPlayer),
    /// `p1 offered play "X"`, `p1 not offered use "X"`
    Offered {
        /// Whose question is open.
        player: TestPlayer,
        /// The answer.
        answer: Answer,
        /// It must not be legal.
        #[serde(default, skip_serializing_if = "is_false")]
        not: bool,
    },
    /// `p1 choices: "A", "B"`
    Choices {
        /// Whose question is open.
        player: TestPlayer,
        /// Exactly these picks, in any order.
        picks: Vec<Pick>,
    },
    /// `p1 sees p2 hand: hidden * 2`
    Sees {
        /// Who looks.
        viewer: TestPlayer,
        /// Whose cards.
        player: TestPlayer,
        /// Where.
        spot: Spot,
        /// What the view shows.
        cards: Vec<TestCards>,
    },
    /// `p1 wins`
    Wins(TestPlayer),
    /// `draw`
    Draw,
    /// `game on`
    GameOn,
    /// `phase PHASE`
    Phase(String),
    /// `p2 turn`
    Turn(TestPlayer),
    /// `log "text"`, `log "text" 2 times`, `no log "text"` (0 times)
    Log {
        /// What a line of the log contains.
        text: String,
        /// How many such lines there are; at least one if none is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        times: Option<u32>,
        /// The player whose view of the log is meant: `p2 log "text"`; all that is known if none is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        viewer: Option<TestPlayer>,
    },
    /// `log "text" before "text"`
    LogBefore {
        /// What the earlier line contains.
        first: String,
        /// What the later line contains.
        second: String,
    },
    /// `deck "Name" legal`, `deck "Name" illegal "5.1.2.1"`
    Deck {
        /// The name of the deck list.
        deck: String,
        /// What the deck rules must say.
        legal: bool,
        /// What the complaint contains.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        complaint: Option<String>,
    },
    /// `p1 holds { condition }`
    Holds {
        /// Who `you` is.
        player: TestPlayer,
        /// The condition in [`Test::code`].
        cond: CondId,
    },
}

/// What `has` and `lacks` look for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Feature {
    /// Cards of this name, among others.
    Cards {
        /// Their name.
        name: String,
        /// How many.
        count: u32,
    },
    /// A tag.
    Tag(String),
    /// A keyword.
    Keyword(String),
}

impl Test {
    /// Visits every place of the test itself; those of its code are in [`Test::code`].
    pub(crate) fn each_src(&mut self, mut visit: impl FnMut(&mut Src)) {
        visit(&mut self.src);
        self.given.iter_mut().for_each(|line| visit(&mut line.src));
        for step in &mut self.steps {
            match step {
                Step::Do(lines) => lines.iter_mut().for_each(|line| visit(&mut line.src)),
                Step::Expect(lines) => lines.iter_mut().for_each(|line| visit(&mut line.src)),
            }
        }
    }
}
