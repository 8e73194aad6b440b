//! Abilities, their heads, and statements.

use super::{Core, Expr, HasArg, Icons, Label, Member, Np, Phrase, Quantity, Tail, Text};
use crate::source::Span;
use serde::Serialize;

/// `ACT`, `AUTO`, `CONT` or `PLAY`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize, schemars::JsonSchema)]
pub enum Category {
    /// Activated by its player.
    Act,
    /// Triggered by an event.
    Auto,
    /// Continuous.
    Cont,
    /// The text of a card that resolves when it is played.
    Play,
}

/// `AUTO labels, heads [cost] { effect }`.
#[derive(Debug, Clone, Serialize)]
pub struct Ability<'s> {
    /// The category.
    pub category: Category,
    /// Where the category word stands.
    #[serde(skip)]
    pub category_span: Span,
    /// Labels right behind the category.
    pub labels: Vec<Label<'s>>,
    /// Where, limit, trigger, condition …
    pub heads: Vec<Head<'s>>,
    /// The cost.
    pub cost: Option<Cost<'s>>,
    /// The effect.
    pub body: Body<'s>,
    /// The whole ability.
    #[serde(skip)]
    pub span: Span,
}

/// A keyword with a cost, a block or a head.
#[derive(Debug, Clone, Serialize)]
pub struct KeywordLine<'s> {
    /// `Fanfare or Last-Words`: one run of labels per alternative.
    pub labels: Vec<Vec<Label<'s>>>,
    /// Where, limit, trigger, condition …
    pub heads: Vec<Head<'s>>,
    /// The cost.
    pub cost: Option<Cost<'s>>,
    /// The effect.
    pub body: Body<'s>,
    /// The whole line.
    #[serde(skip)]
    pub span: Span,
}

/// What stands in the braces of an ability or keyword.
#[derive(Debug, Clone, Serialize)]
pub enum Body<'s> {
    /// Nothing.
    None,
    /// Statements.
    Block(Block<'s>),
    /// Abilities.
    Members(Vec<Member<'s>>, #[serde(skip)] Span),
}

/// A part of an ability's head.
#[derive(Debug, Clone, Serialize)]
pub enum Head<'s> {
    /// `in VC or RC`
    Works(Np<'s>, #[serde(skip)] Span),
    /// `once per turn`
    Limit(Limit<'s>),
    /// `when …`, `at …`
    Trigger(Trigger<'s>),
    /// `if …`
    If(Cond<'s>),
    /// `during …`
    During(Np<'s>, #[serde(skip)] Span),
    /// `may instead`, `instead`, `may`
    Swap {
        /// `may`
        may: bool,
        /// `instead`
        instead: bool,
        /// Where.
        #[serde(skip)]
        span: Span,
    },
    /// A label after a comma.
    Label(Label<'s>),
}

/// `once per turn`, `2 times per turn per name`.
#[derive(Debug, Clone, Serialize)]
pub struct Limit<'s> {
    /// How often; one if left out.
    pub times: Option<Quantity<'s>>,
    /// `turn`, `game`, `name`, `player` …
    pub per: Vec<Text<'s>>,
    /// The whole limit.
    #[serde(skip)]
    pub span: Span,
}

/// `when A or when B`, `at the start of …`.
#[derive(Debug, Clone, Serialize)]
pub enum Trigger<'s> {
    /// Events.
    When(Vec<Event<'s>>, #[serde(skip)] Span),
    /// A point of time.
    At(Np<'s>, #[serde(skip)] Span),
    /// Events and points of time: any of them.
    Either(Vec<Event<'s>>, Vec<Np<'s>>, #[serde(skip)] Span),
}

/// `[pay 1, rest this] or [discard 2 cards]`.
#[derive(Debug, Clone, Serialize)]
pub struct Cost<'s> {
    /// `[...]`: the cost given to the keyword.
    pub given: bool,
    /// Commands.
    pub parts: Vec<Stmt<'s>>,
    /// The other cost.
    pub or: Option<Box<Cost<'s>>>,
    /// With its brackets.
    #[serde(skip)]
    pub span: Span,
}

/// `{ … }` of statements.
#[derive(Debug, Clone, Serialize)]
pub struct Block<'s> {
    /// `{ ... }`: the effect given to the keyword.
    pub given: bool,
    /// The statements.
    pub stmts: Vec<Stmt<'s>>,
    /// With its braces.
    #[serde(skip)]
    pub span: Span,
}

/// A statement.
#[derive(Debug, Clone, Serialize)]
pub struct Stmt<'s> {
    /// What it is.
    pub kind: StmtKind<'s>,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// The kinds of statement.
#[derive(Debug, Clone, Serialize)]
pub enum StmtKind<'s> {
    /// `if C { } otherwise { }`
    If {
        /// The condition.
        cond: Cond<'s>,
        /// If it holds.
        then: Block<'s>,
        /// If not: a block, or a block of one `if`.
        other: Option<Block<'s>>,
    },
    /// `instead if C { }`
    Override(Cond<'s>, Block<'s>),
    /// `otherwise { }` after a `may` or command
    Otherwise(Block<'s>),
    /// `for each NP { }`
    ForEach(Np<'s>, Block<'s>),
    /// `repeat 3 times { }`, `repeat { } until C`
    Repeat {
        /// How often.
        times: Option<Expr<'s>>,
        /// What.
        body: Block<'s>,
        /// Until when.
        until: Option<Cond<'s>>,
    },
    /// `until end of turn, …`
    Scoped(Mod<'s>, Box<Stmt<'s>>),
    /// `at the end of turn { }`, `when … { }`, `next time … { }`
    Delayed {
        /// `next time` (true), or `when` / `at`
        next: Option<Text<'s>>,
        /// The event or time.
        trigger: Trigger<'s>,
        /// Conditions, limits, `instead`.
        heads: Vec<Head<'s>>,
        /// Its cost.
        cost: Option<Cost<'s>>,
        /// What happens.
        body: Block<'s>,
    },
    /// `choose 1 option { … }`
    Modal {
        /// The choosing verb.
        verb: Text<'s>,
        /// How many.
        quant: super::Quant<'s>,
        /// `or up to 3 instead if C`
        overrides: Vec<(super::Quant<'s>, Cond<'s>)>,
        /// The options.
        options: Vec<OptionArm<'s>>,
    },
    /// `X is …`
    Define(Text<'s>, Expr<'s>),
    /// `may …`, `opponent may …`
    May {
        /// Who; you if left out.
        who: Option<Np<'s>>,
        /// `may [cost]`
        cost: Option<Cost<'s>>,
        /// What.
        body: Option<Block<'s>>,
        /// `may draw 1`
        command: Option<Box<Stmt<'s>>>,
    },
    /// `opponent { … }`
    Actor(Np<'s>, Block<'s>),
    /// `NP gets …`
    Sentence {
        /// Its subjects, joined by `and`.
        subjects: Vec<Np<'s>>,
        /// What is said of them.
        pred: Pred<'s>,
        /// Durations and such.
        mods: Vec<Mod<'s>>,
    },
    /// `draw 2`
    Command {
        /// The verb.
        verb: Text<'s>,
        /// What follows it.
        phrases: Vec<Phrase<'s>>,
        /// Durations and such.
        mods: Vec<Mod<'s>>,
    },
}

/// An option of a modal statement.
#[derive(Debug, Clone, Serialize)]
pub struct OptionArm<'s> {
    /// Its name.
    pub name: Option<Text<'s>>,
    /// How often it may be chosen.
    pub limit: Option<Limit<'s>>,
    /// When it may be chosen.
    pub cond: Option<Cond<'s>>,
    /// What choosing it costs.
    pub cost: Option<Cost<'s>>,
    /// What it does.
    pub body: Block<'s>,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// What a sentence says of its subject.
#[derive(Debug, Clone, Serialize)]
pub enum Pred<'s> {
    /// `gets …`
    Gets(Vec<Grant<'s>>),
    /// `loses …`
    Loses(Vec<Grant<'s>>),
    /// `becomes …`
    Becomes(Tail<'s>),
    /// `cannot …`, `can …`, `must …`
    Modal {
        /// `cannot`, `can` or `must`.
        word: Text<'s>,
        /// What.
        deeds: Vec<Deed<'s>>,
        /// What follows the verb.
        phrases: Vec<Phrase<'s>>,
    },
    /// `costs 2 less`
    Costs(Amount<'s>, Text<'s>),
    /// `is also …`
    Is(Tail<'s>),
    /// `has …`
    Has(HasArg<'s>),
}

/// `attack`, `be chosen`.
#[derive(Debug, Clone, Serialize)]
pub struct Deed<'s> {
    /// Passive.
    pub be: bool,
    /// The verb; `become` and `has` are verbs here.
    pub verb: Text<'s>,
}

/// What is gained or lost.
#[derive(Debug, Clone, Serialize)]
pub enum Grant<'s> {
    /// `+2000 power`
    Delta(Delta<'s>),
    /// `{ AUTO … }`
    Members(Vec<Member<'s>>, #[serde(skip)] Span),
    /// A keyword, a tag, `all abilities`.
    Np(Np<'s>),
}

/// `+2000 power`, `+1/+1`.
#[derive(Debug, Clone, Serialize)]
pub struct Delta<'s> {
    /// `-` in front of the first number.
    pub minus: bool,
    /// The first number.
    pub first: Expr<'s>,
    /// The second number of a pair, with its sign.
    pub second: Option<(bool, Expr<'s>)>,
    /// The attribute.
    pub attr: Option<Text<'s>>,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// `{1} or {R}`, `2`.
#[derive(Debug, Clone, Serialize)]
pub enum Amount<'s> {
    /// Icons, with alternatives.
    Icons(Vec<Icons<'s>>),
    /// A number.
    Expr(Expr<'s>),
}

/// What trails a sentence.
#[derive(Debug, Clone, Serialize)]
pub enum Mod<'s> {
    /// `until end of turn`
    UntilTime(TimePoint<'s>),
    /// `until it leaves field`
    UntilEvent(Event<'s>, #[serde(skip)] Span),
    /// `while C`
    While(Cond<'s>, #[serde(skip)] Span),
    /// `during this battle`
    During(Np<'s>, #[serde(skip)] Span),
    /// `for each NP`
    PerEach(Np<'s>, #[serde(skip)] Span),
    /// `where X is …`
    Where(Vec<(Text<'s>, Expr<'s>)>, #[serde(skip)] Span),
    /// `once per turn`
    Limit(Limit<'s>),
}

/// `end of opponent's next turn`.
#[derive(Debug, Clone, Serialize)]
pub struct TimePoint<'s> {
    /// `start` or `end`.
    pub edge: Text<'s>,
    /// Of what.
    pub of: Option<Np<'s>>,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// An event as abilities listen to it.
#[derive(Debug, Clone, Serialize)]
pub struct Event<'s> {
    /// What happens.
    pub kind: EventKind<'s>,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// The forms of an event.
#[derive(Debug, Clone, Serialize)]
pub enum EventKind<'s> {
    /// `this is placed on stage`
    Is {
        /// To whom.
        subject: Np<'s>,
        /// `not`
        not: bool,
        /// What.
        tail: Tail<'s>,
    },
    /// `this becomes reversed`
    Becomes(Np<'s>, Tail<'s>),
    /// `this would be destroyed`
    Would {
        /// Who or what.
        subject: Np<'s>,
        /// Passive.
        be: bool,
        /// The verb.
        verb: Text<'s>,
        /// The rest.
        phrases: Vec<Phrase<'s>>,
    },
    /// `this attacks a vanguard`
    Does {
        /// Who or what.
        subject: Subject<'s>,
        /// The verbs, any of them.
        verbs: Vec<Text<'s>>,
        /// The rest.
        phrases: Vec<Phrase<'s>>,
    },
}

/// The short subject of a verb of the game.
#[derive(Debug, Clone, Serialize)]
pub enum Subject<'s> {
    /// `( NP )`
    Np(Box<Np<'s>>),
    /// Determiners, adjectives, one noun, read as a noun phrase core.
    Core(Box<Core<'s>>),
}

impl Cond<'_> {
    /// Where it stands, if it is more than its parts.
    pub fn span(&self) -> Option<Span> {
        match self {
            Cond::Not(_, span)
            | Cond::Done(span)
            | Cond::Measure { span, .. }
            | Cond::Is { span, .. }
            | Cond::Has { span, .. }
            | Cond::Can { span, .. }
            | Cond::Does { span, .. } => Some(*span),
            Cond::Or(_) | Cond::And(_) | Cond::Named(_) => None,
        }
    }
}

/// A condition.
#[derive(Debug, Clone, Serialize)]
pub enum Cond<'s> {
    /// `A or B`
    Or(Vec<Cond<'s>>),
    /// `A and B`
    And(Vec<Cond<'s>>),
    /// `not A`
    Not(Box<Cond<'s>>, #[serde(skip)] Span),
    /// `done`
    Done(#[serde(skip)] Span),
    /// `number of … is 3 or more`
    Measure {
        /// The number.
        left: Expr<'s>,
        /// `was`
        was: bool,
        /// `not`
        not: bool,
        /// Compared with.
        compare: super::Compare<'s>,
        /// All of it.
        #[serde(skip)]
        span: Span,
    },
    /// `NP is …`
    Is {
        /// Of what.
        subject: Np<'s>,
        /// `was`
        was: bool,
        /// `not`
        not: bool,
        /// What.
        tail: Tail<'s>,
        /// All of it.
        #[serde(skip)]
        span: Span,
    },
    /// `NP has …`
    Has {
        /// Who or what.
        subject: Np<'s>,
        /// `had`
        was: bool,
        /// `not`
        not: bool,
        /// What.
        arg: HasArg<'s>,
        /// All of it.
        #[serde(skip)]
        span: Span,
    },
    /// `NP can attack`
    Can {
        /// Who or what.
        subject: Np<'s>,
        /// `can`, `must` or `cannot`.
        word: Text<'s>,
        /// What.
        deed: Deed<'s>,
        /// The rest.
        phrases: Vec<Phrase<'s>>,
        /// All of it.
        #[serde(skip)]
        span: Span,
    },
    /// `this attacked this turn`
    Does {
        /// Who or what.
        subject: Subject<'s>,
        /// The verb.
        verb: Text<'s>,
        /// The rest.
        phrases: Vec<Phrase<'s>>,
        /// All of it.
        #[serde(skip)]
        span: Span,
    },
    /// A named condition.
    Named(Label<'s>),
}
