//! Abilities, statements, events, conditions, costs.

use super::{
    AbilityId, AttrOf, Comparison, CondId, CostId, EventId, ExprId, Filter, IconRun, Name, ObjId, PlaceId, Quant,
    SlotId, Src, StmtId, Who,
};
use crate::ast::Category;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A printed line: an ability, or a keyword with what it stands for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Line {
    /// An ability.
    Ability(AbilityId),
    /// A keyword.
    Keyword {
        /// Labels in front of the keyword: `Quick Word`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labels: Vec<Call>,
        /// The keywords, any of which brings the effect: `Fanfare or Last-Words`.
        calls: Vec<Call>,
        /// The cost given to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<CostId>,
        /// The ability that holds the given head, cost and effect.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        given: Option<AbilityId>,
        /// The lines given to it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lines: Vec<Line>,
        /// What it stands for; empty if the engine does it itself.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        abilities: Vec<AbilityId>,
        /// The engine does it itself.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        native: bool,
    },
}

/// A word that a set or the prelude defines, with its arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// The word.
    pub name: String,
    /// Arguments in the order of the signature; fixed words are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<Arg>,
    /// As written, with its fixed words.
    pub text: String,
}

/// A label on an ability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    /// The label and its arguments.
    pub call: Call,
    /// The gate it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<CondId>,
}

/// When a choice is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ChoiceTime {
    /// While the card or ability is played.
    Play,
    /// While it resolves.
    Resolution,
}

/// How a cost is used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum CostUse {
    /// Must be paid to play.
    Required,
    /// May be paid while resolving; the effect is "if you do".
    Optional,
    /// An optional extra while playing, perhaps with a name later text asks for.
    Extra(Option<String>),
}

/// A replacement: the effect takes the place of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Replacement {
    /// The player may use it or not.
    pub may: bool,
}

/// An ability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ability {
    /// Its category.
    pub category: Category,
    /// Labels and gates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Label>,
    /// The zones where it works, if the script says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub works: Option<PlaceId>,
    /// The zones where it works by the rules, if the script does not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub default_works: Vec<Name>,
    /// How often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<Trigger>,
    /// During which times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub during: Vec<TimeRef>,
    /// The condition in the head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<CondId>,
    /// It replaces its event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<Replacement>,
    /// Its cost and how it is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<(CostId, CostUse)>,
    /// What it does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub body: Vec<StmtId>,
    /// The choices that are made while playing, in order. One inside an option or a condition is made only if that option was chosen or
    /// that condition holds while playing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prologue: Vec<StmtId>,
    /// Abilities it brings instead of an effect: `Awakening [..] { Enter { … } }`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// How many slots its statements use.
    pub slots: u16,
    /// The keyword it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyword: Option<Call>,
    /// Where it was written.
    pub src: Src,
    /// The line of its file where it begins, for messages about a running game.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub line: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Ability {
    /// An ability that does nothing.
    pub(crate) fn empty() -> Self {
        Ability {
            category: Category::Cont,
            labels: Vec::new(),
            works: None,
            default_works: Vec::new(),
            limit: None,
            trigger: None,
            during: Vec::new(),
            condition: None,
            replaces: None,
            cost: None,
            body: Vec::new(),
            prologue: Vec::new(),
            lines: Vec::new(),
            slots: 0,
            keyword: None,
            src: Src(0, 0, 0),
            line: 0,
        }
    }
}

/// `2 times per turn per name`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    /// How often.
    pub times: ExprId,
    /// The stretch of time, then what shares the count.
    pub per: Vec<Name>,
}

/// What sets an ability off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Trigger {
    /// Any of these events.
    Events(Vec<EventId>),
    /// A point of time.
    Time(TimeRef),
    /// Any of these events and points of time.
    Either(Vec<EventId>, Vec<TimeRef>),
    /// The condition of the head becoming true.
    State,
}

/// Start or end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Boundary {
    /// The start.
    Start,
    /// The end.
    End,
}

/// A point or stretch of time: `the start of your next main-phase`, `this battle`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TimeRef {
    /// Its start or end; none for the whole stretch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Boundary>,
    /// `turn`, `main-phase`, `attack` …
    pub span: Name,
    /// Whose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<Who>,
    /// Of which card: `this card's attack`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<ObjId>,
    /// Inside which other stretch: `the damage-step of this card's attack`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Box<TimeRef>>,
    /// The next one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub next: bool,
    /// This very one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub this: bool,
    /// Of every player: `each player's turn`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// A named stretch: `the WORD's end-phase`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<SlotId>,
}

/// How far back a question about the past looks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Window {
    /// By the statements of this resolution so far, the cost included.
    ThisWay,
    /// In a stretch of time: `this turn`, `last turn`, `this game`.
    In(TimeRef),
}

/// A cost.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cost {
    /// What must be done, all of it, in order.
    pub parts: Vec<StmtId>,
    /// Or this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or: Option<CostId>,
    /// The cost given to the keyword that is being defined.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
}

/// An argument of a verb's role, a label or a keyword.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Arg {
    /// Cards, abilities, players.
    Objects(ObjId),
    /// A place.
    Place(PlaceId),
    /// A number.
    Number(ExprId),
    /// At least or at most a number: `Wave 3 or more`.
    Compared(Comparison),
    /// An amount of something: `3 damage`, `600 life`, `2 arrow counters`.
    Amount(Amount),
    /// Icons; any of the runs.
    Icons(Vec<IconRun>),
    /// States and other words: `as face-up marker`.
    Words(Vec<Name>),
    /// An order of cards: `any`, `random`.
    Order(Name),
    /// A name.
    Name(String),
    /// A tag.
    Tag(String),
    /// A kind of value to declare or choose: `1 level`.
    Declare(Quant, Name),
    /// One of these words.
    OneOf(Vec<Name>),
    /// A cost.
    Cost(CostId),
    /// No cost, no requirement: `without cost`.
    Without(Name),
    /// A time.
    Time(TimeRef),
    /// An event: `until a CARD is revealed`.
    Event(EventId),
    /// A keyword.
    Keyword(Call),
    /// An attribute of something.
    Attr(AttrOf, Name),
    /// A filter: `with Torrent`.
    Filter(Filter),
    /// What an earlier statement declared.
    Slot(SlotId, String),
    /// A name given to what the statement introduces.
    As(String),
    /// Several.
    All(Vec<Arg>),
}

/// An amount of something countable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Amount {
    /// How many.
    pub quant: Quant,
    /// Of what.
    pub of: Name,
    /// Which kind of it: the counter's name, `random` …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Name>,
    /// Whose or of which card: `this card's damage`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<AttrOf>,
    /// Further demands: `damage with amount 1 or less`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
}

/// A role of a verb and what fills it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Role {
    /// `what`, or the preposition.
    pub name: Name,
    /// What fills it.
    pub arg: Arg,
}

/// An event as an ability listens to it, or as the log is asked for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// What happens.
    pub kind: EventKind,
    /// Who or what does it, or to whom it happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// Further roles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<Role>,
    /// It does not happen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not: bool,
    /// It happened: a question about the past.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub past: bool,
    /// It would happen: the ability replaces it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub would: bool,
    /// When, for questions about the past.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// During which time: `attacks during your turn`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub during: Vec<TimeRef>,
}

impl Event {
    /// No event.
    pub(crate) fn none() -> Self {
        Event {
            kind: EventKind::Does(Vec::new()),
            subject: None,
            roles: Vec::new(),
            not: false,
            past: false,
            would: false,
            window: None,
            during: Vec::new(),
        }
    }
}

/// The kinds of event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum EventKind {
    /// The subject does one of these.
    Does(Vec<Name>),
    /// It is done to the subject.
    Done(Name),
    /// The subject becomes this.
    Becomes(Complement),
}

/// What is said of a subject with `is` or `becomes`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Complement {
    /// It fits these filters.
    Filters(Vec<Filter>),
    /// It compares so with a number.
    Number(Comparison),
    /// It is at the place.
    Place(PlaceId),
    /// It is these objects.
    Objects(ObjId),
    /// A word: a value, a state.
    Words(Vec<Name>),
    /// New information: types, tags, numbers; `also` keeps the old.
    Info {
        /// Keeps what it was.
        also: bool,
        /// Types, tags, values.
        filters: Vec<Filter>,
    },
    /// A slot's value.
    Value(SlotId, String),
    /// A player.
    Player(Who),
    /// A time: `the current-phase is main-phase`.
    Time(TimeRef),
}

/// What a sentence is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Subject {
    /// Cards, abilities.
    Objects(ObjId),
    /// Players.
    Players(Who),
    /// An attribute of something.
    Attr(AttrOf, Name),
    /// An amount: `damage`, `a counter`.
    Amount(Amount),
    /// A place: `your hand`.
    Place(PlaceId),
    /// A number.
    Number(ExprId),
    /// A word of the game: `the weather`, `the current-phase`.
    Word(Name),
    /// A stretch of time: `your turn`.
    Time(TimeRef),
    /// Icons: `{W}`.
    Icons(Vec<IconRun>),
    /// A keyword that was paid: `Surge`.
    Keyword(Call),
}

/// `+2000 power`, `+1/+1`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Delta {
    /// The attribute.
    pub attr: Name,
    /// Less rather than more.
    pub minus: bool,
    /// By how much.
    pub by: ExprId,
}

/// What is gained or lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Grant {
    /// A number.
    Delta(Delta),
    /// A pair of numbers.
    Pair(Delta, Delta),
    /// Abilities and keywords.
    Lines(Vec<Line>),
    /// A keyword.
    Keyword(Box<Line>),
    /// A tag.
    Tag(String),
    /// A value: a colour, a type.
    Filters(Vec<Filter>),
    /// Abilities that exist: `all abilities`, `this ability`.
    Abilities(ObjId),
    /// What was declared.
    Slot(SlotId, String),
    /// An amount: `3 life`.
    Amount(Amount),
    /// Every value of an attribute: `all traits`.
    AllOf(Name),
}

/// How long.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Duration {
    /// `until end of turn`
    Until(TimeRef),
    /// `until it leaves field`
    UntilEvent(EventId),
    /// `while this is rested`
    While(CondId),
    /// `during this battle`
    During(TimeRef),
}

/// `cannot`, `can`, `must`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ModalWord {
    /// Is forbidden.
    Cannot,
    /// Is allowed.
    Can,
    /// Is required.
    Must,
}

/// A verb that is forbidden, allowed or required.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Deed {
    /// The verb.
    pub verb: Name,
    /// It is done to the subject.
    pub passive: bool,
}

/// How a price changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum PriceChange {
    /// Less.
    Less,
    /// More.
    More,
    /// This instead.
    Instead,
}

/// An option of a modal statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModalOption {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How often it may be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// When it may be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<CondId>,
    /// What choosing it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<CostId>,
    /// What it does.
    pub body: Vec<StmtId>,
}

/// What an arm keeps in one place and the statement it replaces in another: behind them both are in the latter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Met {
    /// Which arm, by its number.
    pub arm: u16,
    /// Where the arm keeps it.
    pub from: SlotId,
    /// Where the statement keeps it.
    pub to: SlotId,
    /// Cards rather than a number.
    pub cards: bool,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Stmt {
    /// A player does something.
    Do {
        /// The verb.
        verb: Name,
        /// A verb that is written in the language, with its arguments and what it stands for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<(Call, Vec<StmtId>)>,
        /// What fills its roles.
        roles: Vec<Role>,
        /// Where what it introduces is kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slot: Option<SlotId>,
        /// When it chooses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choice: Option<ChoiceTime>,
        /// Repeated for each of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per: Option<ObjId>,
        /// How long, for actions that last.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        durations: Vec<Duration>,
        /// Numbers the sentence defines.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defs: Vec<(String, ExprId)>,
    },
    /// Subjects gain or lose something.
    Gain {
        /// Who or what.
        subject: Subject,
        /// Lose rather than gain.
        lose: bool,
        /// What.
        grants: Vec<Grant>,
        /// How long.
        durations: Vec<Duration>,
        /// Times the number of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per: Option<ObjId>,
        /// Numbers the sentence defines.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defs: Vec<(String, ExprId)>,
    },
    /// Something becomes something else.
    Set {
        /// What.
        subject: Subject,
        /// `is` rather than `becomes`.
        is: bool,
        /// What it becomes.
        to: Complement,
        /// How long.
        durations: Vec<Duration>,
        /// Numbers the sentence defines.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defs: Vec<(String, ExprId)>,
    },
    /// Something is forbidden, allowed or required.
    Modality {
        /// Who or what.
        subject: Subject,
        /// Which.
        word: ModalWord,
        /// What.
        deeds: Vec<Deed>,
        /// Roles of the deeds.
        roles: Vec<Role>,
        /// How long.
        durations: Vec<Duration>,
        /// How often.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
        /// Numbers the sentence defines.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defs: Vec<(String, ExprId)>,
    },
    /// The price of playing something changes.
    Price {
        /// Of what.
        subject: Subject,
        /// By how much.
        amount: Arg,
        /// How.
        change: PriceChange,
        /// How long.
        durations: Vec<Duration>,
        /// Times the number of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per: Option<ObjId>,
        /// Numbers the sentence defines.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defs: Vec<(String, ExprId)>,
    },
    /// If, then, otherwise.
    If {
        /// The condition.
        cond: CondId,
        /// If it holds.
        then: Vec<StmtId>,
        /// If not.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        other: Vec<StmtId>,
    },
    /// The last arm whose condition holds takes the place of the base.
    Override {
        /// What is done if no arm holds.
        base: StmtId,
        /// The arms.
        arms: Vec<(CondId, Vec<StmtId>)>,
        /// What is spoken of behind it, whichever was done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        joins: Vec<Met>,
    },
    /// What is done if the statement before was not carried out.
    Otherwise(StmtId, Vec<StmtId>),
    /// Once for each.
    ForEach {
        /// For each of these.
        over: ObjId,
        /// Where the element is kept.
        slot: SlotId,
        /// What.
        body: Vec<StmtId>,
    },
    /// Several times.
    Repeat {
        /// How often.
        times: Option<ExprId>,
        /// What.
        body: Vec<StmtId>,
        /// Until when.
        until: Option<CondId>,
    },
    /// An ability that waits: a delayed trigger or replacement.
    Delayed {
        /// Only the next time.
        once: bool,
        /// The ability.
        ability: AbilityId,
        /// How long it waits.
        durations: Vec<Duration>,
    },
    /// One or more of several.
    Modal {
        /// The choosing verb.
        verb: Name,
        /// How many.
        quant: Quant,
        /// How many instead, and when.
        overrides: Vec<(Quant, CondId)>,
        /// The options.
        options: Vec<ModalOption>,
        /// When they are chosen.
        time: ChoiceTime,
    },
    /// A number gets a name.
    Define(String, ExprId),
    /// A player may do something.
    May {
        /// Who.
        who: Who,
        /// Paying this.
        cost: Option<CostId>,
        /// What.
        body: Vec<StmtId>,
    },
    /// A player acts and chooses.
    Actor {
        /// Who.
        who: Who,
        /// What.
        body: Vec<StmtId>,
    },
    /// Statements in order.
    Block(Vec<StmtId>),
    /// The effect given to the keyword that is being defined.
    Given,
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Cond {
    /// All hold.
    And(Vec<CondId>),
    /// One holds.
    Or(Vec<CondId>),
    /// It does not hold.
    Not(CondId),
    /// The statement was carried out.
    Done(Option<StmtId>),
    /// The cost of the ability was paid, or the extra with this name.
    Paid(Option<String>),
    /// Two numbers compare so.
    Compare(ExprId, Comparison),
    /// The subject is so now (or was, when last seen).
    Is {
        /// Of what.
        subject: Subject,
        /// Last seen rather than now.
        was: bool,
        /// What.
        what: Complement,
    },
    /// The player or place has such objects.
    Has {
        /// Who, what or where.
        subject: Subject,
        /// What.
        what: ObjId,
    },
    /// The player or place has more or fewer of something than another.
    HasMore {
        /// Who or where.
        subject: Subject,
        /// More rather than fewer.
        more: bool,
        /// What is counted.
        what: ObjId,
        /// Than who or where.
        than: Subject,
    },
    /// It happened.
    Happened(EventId),
    /// It is possible, allowed or required.
    Can {
        /// Who or what.
        subject: Subject,
        /// Which.
        word: ModalWord,
        /// What.
        deed: Deed,
        /// Roles of the deed.
        roles: Vec<Role>,
    },
    /// A named condition, and what it stands for.
    Named(Call, Option<CondId>),
    /// During such a time.
    During(TimeRef),
}
