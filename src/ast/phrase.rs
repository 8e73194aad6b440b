//! Noun phrases, prepositional phrases, numbers.

use super::{Cond, Cost, Deed, Text};
use crate::source::Span;
use serde::Serialize;

/// A noun phrase: a core and what follows it.
#[derive(Debug, Clone, Serialize)]
pub struct Np<'s> {
    /// Quantity, owner, adjectives, noun.
    pub core: Core<'s>,
    /// `with …`, `in …`, `that …`
    pub posts: Vec<Phrase<'s>>,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// The core of a noun phrase.
#[derive(Debug, Clone, Serialize)]
pub struct Core<'s> {
    /// What it is.
    pub kind: CoreKind<'s>,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// The forms of a core.
#[derive(Debug, Clone, Serialize)]
pub enum CoreKind<'s> {
    /// `the same name as this`
    SameAs(Vec<Text<'s>>, Box<Core<'s>>),
    /// `it`, `this card`, `each player`
    Pronoun(Pronoun<'s>),
    /// `the top 4 cards`
    Stack(Box<Stack<'s>>),
    /// `2 of them`, `all those cards`
    Part(Box<Quant<'s>>, Pronoun<'s>),
    /// `( NP and NP )`
    Group(Vec<Np<'s>>),
    /// Determiners and a run of words; either may be missing.
    Plain {
        /// Possessives, quantities, `the`, `same` …
        dets: Vec<Det<'s>>,
        /// Adjectives and nouns.
        run: Run<'s>,
    },
}

/// A pronoun or demonstrative.
#[derive(Debug, Clone, Serialize)]
pub struct Pronoun<'s> {
    /// `it`, `them`, `you`, `opponent`, `this`, `that`, `those`, `each`, `that-much`
    pub word: Text<'s>,
    /// `card` in `this card`, `player` in `each player`, `much` in `that much`
    pub noun: Option<Text<'s>>,
}

/// `the top up to 3 cards`.
#[derive(Debug, Clone, Serialize)]
pub struct Stack<'s> {
    /// Whose, if said before the end.
    pub poss: Option<Poss<'s>>,
    /// `top` or `bottom`.
    pub end: Text<'s>,
    /// `up to`
    pub up_to: bool,
    /// How many; one if left out.
    pub count: Option<Quantity<'s>>,
    /// The noun.
    pub noun: Option<Text<'s>>,
}

/// A determiner.
#[derive(Debug, Clone, Serialize)]
pub enum Det<'s> {
    /// `your`, `this card's`
    Poss(Poss<'s>),
    /// `up to 2`, `all`
    Quant(Quant<'s>),
    /// `the`, `same`, `different`, `highest`, `lowest`
    Word(Text<'s>),
}

/// A possessive chain: `your`, `its owner's`, `this card's battle-opponent's`.
#[derive(Debug, Clone, Serialize)]
pub struct Poss<'s> {
    /// Whose.
    pub owner: Owner<'s>,
    /// `battle-opponent's`, `other <A> character's` …
    pub steps: Vec<PossStep<'s>>,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// A further step of a possessive chain.
#[derive(Debug, Clone, Serialize)]
pub struct PossStep<'s> {
    /// What stands in front of its noun, and the noun; empty if the noun stands alone.
    pub described: Vec<RunAtom<'s>>,
    /// Its noun.
    pub noun: Text<'s>,
}

/// The first owner of a possessive chain.
#[derive(Debug, Clone, Serialize)]
pub enum Owner<'s> {
    /// `your`, `their`, `its`, `opponent's`
    Word(Text<'s>),
    /// `this card's`, `the bearer's`, `each enemy leader's`: the determiner and what follows it
    Phrase(Text<'s>, Vec<RunAtom<'s>>),
    /// `"Mio"'s`
    Name(Text<'s>),
}

/// A quantity in front of a noun.
#[derive(Debug, Clone, Serialize)]
pub struct Quant<'s> {
    /// Which.
    pub kind: QuantKind<'s>,
    /// `of` follows.
    pub of: bool,
    /// All of it.
    #[serde(skip)]
    pub span: Span,
}

/// The forms of a quantity.
#[derive(Debug, Clone, Serialize)]
pub enum QuantKind<'s> {
    /// `up to 2`
    UpTo(Quantity<'s>),
    /// `any number of`
    AnyNumber,
    /// `all`
    All,
    /// `each`
    Each,
    /// `any`
    Any,
    /// `no`
    No,
    /// `a`, `an`
    A,
    /// `another`
    Another,
    /// `2`, `2 or more`
    Count(Quantity<'s>, Option<Text<'s>>),
    /// `that many`; `that much` if true
    ThatMany(bool),
}

/// A number: literal, variable, or expression in parentheses with overrides.
#[derive(Debug, Clone, Serialize)]
pub enum Quantity<'s> {
    /// `2`
    Num(Text<'s>),
    /// `X`
    Var(Text<'s>),
    /// `(2, or 4 if Overflow)`
    Paren {
        /// The number.
        base: Box<Expr<'s>>,
        /// Other numbers and when they hold.
        overrides: Vec<(Expr<'s>, Cond<'s>)>,
        /// With its parentheses.
        #[serde(skip)]
        span: Span,
    },
}

impl Quantity<'_> {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Quantity::Num(t) | Quantity::Var(t) => t.span,
            Quantity::Paren { span, .. } => *span,
        }
    }
}

/// Adjectives and nouns in a row.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Run<'s> {
    /// The words.
    pub atoms: Vec<RunAtom<'s>>,
}

/// One word of a run; `or` says that it is joined to the one before.
#[derive(Debug, Clone, Serialize)]
pub struct RunAtom<'s> {
    /// `or` stands in front.
    pub or: bool,
    /// The word.
    pub atom: Atom<'s>,
}

/// A word, tag, name or icon inside a run.
#[derive(Debug, Clone, Serialize)]
pub enum Atom<'s> {
    /// A word of the game, or `number`, `other`, `next`, `start`, `end`, `player`, `opponent`, `same`, `ACT` …
    Word(Text<'s>),
    /// A tag.
    Tag(Text<'s>),
    /// A name.
    Str(Text<'s>),
    /// An icon.
    Icon(Text<'s>),
    /// `4/5`
    Fraction(Text<'s>, Text<'s>),
    /// `+100/+100`
    Counter(Text<'s>),
}

impl Atom<'_> {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Atom::Word(t) | Atom::Tag(t) | Atom::Str(t) | Atom::Icon(t) | Atom::Counter(t) => t.span,
            Atom::Fraction(a, b) => a.span.to(b.span),
        }
    }
}

/// A phrase behind a verb or noun.
#[derive(Debug, Clone, Serialize)]
pub enum Phrase<'s> {
    /// A noun phrase core without a preposition.
    Core(Core<'s>),
    /// `and CORE`
    And(Core<'s>),
    /// `into CORE`, `on CORE or under CORE`
    Prep {
        /// The preposition.
        prep: Text<'s>,
        /// What follows it.
        core: Core<'s>,
        /// Alternatives with their prepositions.
        or: Vec<(Text<'s>, Core<'s>)>,
        /// All of it.
        #[serde(skip)]
        span: Span,
    },
    /// `for [cost]`
    PrepCost(Text<'s>, Cost<'s>),
    /// `with FILTERS`, `without FILTERS`
    With {
        /// `with` or `without`.
        word: Text<'s>,
        /// The filters; the flag says that `or` (rather than `and`) stands in front.
        filters: Vec<(bool, Filter<'s>)>,
        /// All of it.
        #[serde(skip)]
        span: Span,
    },
    /// `that …`
    That(Box<Relative<'s>>),
}

impl Phrase<'_> {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Phrase::Core(c) | Phrase::And(c) => c.span,
            Phrase::Prep { span, .. } | Phrase::With { span, .. } => *span,
            Phrase::PrepCost(t, c) => t.span.to(c.span),
            Phrase::That(r) => r.span,
        }
    }
}

/// A filter of `with`.
#[derive(Debug, Clone, Serialize)]
pub enum Filter<'s> {
    /// `different names`
    Different(Text<'s>),
    /// `total cost 5 or more`
    Total(Text<'s>, Compare<'s>),
    /// `the highest power`
    Extreme(Text<'s>, Text<'s>),
    /// `"Blaster" in its name`
    NamePart(Vec<Text<'s>>, Text<'s>),
    /// `level 1 or less`
    Attr(Text<'s>, Compare<'s>),
    /// A keyword, counter, tag, `the same name as this` …
    Core(Core<'s>),
}

/// A relative clause.
#[derive(Debug, Clone, Serialize)]
pub struct Relative<'s> {
    /// What it says.
    pub kind: RelativeKind<'s>,
    /// All of it, from `that`.
    #[serde(skip)]
    pub span: Span,
}

/// The forms of a relative clause.
#[derive(Debug, Clone, Serialize)]
pub enum RelativeKind<'s> {
    /// `that you played this turn`
    By(Text<'s>, Text<'s>, Vec<Phrase<'s>>),
    /// `that is rested`, `that was placed this turn`
    Is {
        /// `was`
        was: bool,
        /// `not`
        not: bool,
        /// What.
        tail: Tail<'s>,
    },
    /// `that has a marker`, `that had a marker`
    Has {
        /// `had`
        was: bool,
        /// `not`
        not: bool,
        /// What.
        arg: HasArg<'s>,
    },
    /// `that cannot attack`
    Can(Text<'s>, Deed<'s>, Vec<Phrase<'s>>),
    /// `that attacked this turn`
    Does(Text<'s>, Vec<Phrase<'s>>),
}

/// A comparison.
#[derive(Debug, Clone, Serialize)]
pub enum Compare<'s> {
    /// `more than X`, `less than X`
    Than(Text<'s>, Expr<'s>),
    /// `X`, `X or more`, `X or less`
    Number(Expr<'s>, Option<Text<'s>>),
}

/// What follows `is` or `becomes`.
#[derive(Debug, Clone, Serialize)]
pub enum Tail<'s> {
    /// `3 or more`
    Compare(Compare<'s>, #[serde(skip)] Span),
    /// Phrases.
    Phrases(Vec<Phrase<'s>>, #[serde(skip)] Span),
}

impl Tail<'_> {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Tail::Compare(_, s) | Tail::Phrases(_, s) => *s,
        }
    }
}

/// What follows `has`.
#[derive(Debug, Clone, Serialize)]
pub enum HasArg<'s> {
    /// `more cards than opponent's soul`
    MoreThan {
        /// `more` or `less`.
        word: Text<'s>,
        /// What is counted.
        what: Box<Np<'s>>,
        /// Where it is counted for comparison.
        than: Box<Np<'s>>,
    },
    /// `"Blaster" in its name`
    NamePart(Vec<Text<'s>>, Text<'s>),
    /// `different names`
    Different(Text<'s>),
    /// `the highest power among …`
    Extreme(Text<'s>, Text<'s>, Option<Box<Np<'s>>>),
    /// `level 2 or more`
    Attr(Text<'s>, Compare<'s>),
    /// Phrases.
    Phrases(Vec<Phrase<'s>>, #[serde(skip)] Span),
}

/// An operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Op {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, whole and downwards
    Div,
}

/// A number expression.
#[derive(Debug, Clone, Serialize)]
pub enum Expr<'s> {
    /// A literal, variable or parenthesised expression.
    Quantity(Quantity<'s>),
    /// `a + b`
    Binary(Op, Box<Expr<'s>>, Box<Expr<'s>>),
    /// `number of NP`
    Count(Box<Np<'s>>, #[serde(skip)] Span),
    /// `total level of NP`
    Total(Text<'s>, Box<Np<'s>>, #[serde(skip)] Span),
    /// `highest cost among NP`
    Extreme(Text<'s>, Text<'s>, Box<Np<'s>>, #[serde(skip)] Span),
    /// `half X up`
    Half(Box<Expr<'s>>, Option<Text<'s>>, #[serde(skip)] Span),
    /// `that much`, `that many`
    That(Text<'s>),
    /// `its level`, `your life`
    Attr(Box<Poss<'s>>, Text<'s>),
    /// `the guess`
    The(Text<'s>),
}

impl Expr<'_> {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Expr::Quantity(q) => q.span(),
            Expr::Binary(_, a, b) => a.span().to(b.span()),
            Expr::Count(_, s) | Expr::Total(_, _, s) | Expr::Extreme(_, _, _, s) | Expr::Half(_, _, s) => *s,
            Expr::That(t) | Expr::The(t) => t.span,
            Expr::Attr(p, t) => p.span.to(t.span),
        }
    }
}

/// Icons in a row.
#[derive(Debug, Clone, Serialize)]
pub struct Icons<'s> {
    /// The letters of each.
    pub icons: Vec<Text<'s>>,
    /// All of them.
    #[serde(skip)]
    pub span: Span,
}
