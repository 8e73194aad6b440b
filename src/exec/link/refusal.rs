//! Why a card is refused: a limit of the engine, or a wording that the author can repair.

use crate::ir::Src;

macro_rules! limits {
    ($( $name:ident $lacks:literal $rules:literal; )*) => {
        /// What the engine lacks though the rules of a game have it. Every refusal that is not the author's to repair names one of these rows.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Limit {
            $( #[doc = $lacks] $name, )*
        }

        impl Limit {
            /// All limits, in the order of the table.
            pub const ALL: &'static [Limit] = &[ $( Limit::$name, )* ];

            /// What the engine lacks.
            pub const fn lacks(self) -> &'static str {
                match self { $( Limit::$name => $lacks, )* }
            }

            /// What the rules would want.
            pub const fn rules(self) -> &'static str {
                match self { $( Limit::$name => $rules, )* }
            }
        }
    };
}

limits! {
    Word "words of the vocabulary without behaviour" "every attribute, type, icon, state, place and time that cards of the game print has a meaning in play";
    LaterFormat "words of later formats" "these words belong to rules that no edition which is played has";
    Verb "verbs of the game without behaviour" "the rules describe what a player does for the word";
    VerbRole "verbs with such a part" "a command may say of every card it moves or makes where from, where to, in which state and as what";
    VerbDuration "commands that last for a while" "what a command does may end with a time";
    Repeat "repeating a shorthand verb" "a command may be done once for each of several things";
    Amount "amounts described that way" "an amount may be of a kind, of somebody, and described like cards";
    Keyword "keywords with such values or lines" "a keyword carries whatever cost, number, icon or ability is printed behind it";
    AnnouncedChoice "choices made while announcing" "targets, options and divisions are chosen while a card or ability is announced, in the order of its text";
    Frequency "limits of frequency" "an ability or permission may be limited to so many times for any span and thing";
    WorksWhere "places where abilities work" "an ability works wherever its text says";
    ChoiceInside "choices inside other phrases" "a player may choose wherever a text says so, with demands on each chosen thing and on all together";
    Pile "cards of a pile" "a pile is taken from, shown or stopped at card by card, by one player or by both";
    Cost "actions as a cost" "any action can be a cost; it can be paid if it can be done whole";
    ExtraCost "additional and alternative costs" "a card may be played for other or further costs, and its text may ask whether they were paid";
    Price "changes of prices" "an effect may change, replace or waive the price of any card or ability";
    Continuous "continuous effects of that shape" "a continuous ability may have several conditions and change whatever an effect can change";
    MixedEffect "effects on several kinds of things at once" "one effect may be for cards, players, or both, and last for a while on each";
    Duration "durations" "an effect may last for any time, several times, or begin later";
    Change "changes of what cards and players are" "an effect may change every printed piece of information";
    LoseAbility "taking certain abilities" "an effect may give, take or make invalid any described ability";
    Nullify "nullifying effects of that kind" "any described effect may be nullified";
    Condition "conditions of that kind" "a text may ask for everything that is open to the players";
    Could "what could be done" "a text may ask whether something could be done now";
    Past "the past" "a text may ask for whatever has happened, to whom and when, with last known information";
    Declare "declaring" "a player may declare whatever the text names";
    Event "events, or parts of them, that nothing tells" "an ability may answer to everything the rules let happen, with all who take part in it";
    NotHappening "what does not happen" "an ability may answer to something that was due and did not happen";
    Together "several things at once" "an ability may answer once to several things that happen together, or forbid them together";
    EventAmount "amounts of events" "an event may be described by how much of what happened to whom";
    Cause "causes of events" "an event may be described by any player, card, ability or effect that caused it";
    Forbid "prohibitions" "an effect may forbid whatever the rules let players and cards do";
    Allow "permissions" "an effect may allow whatever the rules do not, to any player, from any place, so many times";
    Duty "duties" "an effect may demand of players and cards whatever they can do";
    Deck "texts about the construction of decks" "a card may change how many cards of which kind a deck has";
    Entering "how cards enter" "an effect may say in which state and with what any card enters a place";
    Certainty "what cannot be done about an effect" "a text may say of every effect that it cannot be answered or prevented";
    Description "descriptions of cards" "cards may be described by everything that is printed on them or known of them";
    AbilityDescription "descriptions of abilities" "abilities may be described by category, keyword, card, player and cause together";
    PlayerDescription "descriptions of players" "players may be described like cards";
    Place "descriptions of places" "places may be described by position, column, owner and what lies there, several at once";
    Options "options with costs or limits" "an option may have a cost of its own or be chosen so many times";
    EachPlayer "players who act inside each other's actions" "each player may act inside any action";
    Reference "what a word refers back to" "a text may speak again of everything it has spoken of";
    Size "sizes" "the rules know no such bound";
}

/// Whose matter a refusal is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The engine lacks something that the rules have.
    Limit(Limit),
    /// The author must write it another way: how.
    Wording(String),
    /// It is about an event that nothing ever tells that way: what to write instead.
    Never(String),
}

/// Why something could not be linked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fail {
    pub(super) refusal: Refusal,
    /// What is wrong, in plain words.
    pub(super) message: String,
    /// The phrase it is about; the statement or ability in hand if none.
    pub(super) src: Option<Src>,
    /// It may come from an earlier refusal of the same ability only: what the words refer back to was refused.
    pub(super) follows: bool,
}

impl Fail {
    /// The engine lacks something.
    pub(super) fn limit(limit: Limit, message: impl Into<String>) -> Fail {
        Fail {
            refusal: Refusal::Limit(limit),
            message: message.into(),
            src: None,
            follows: limit == Limit::Reference,
        }
    }

    /// The author must write it another way.
    pub(super) fn wording(message: impl Into<String>, repair: impl Into<String>) -> Fail {
        Fail {
            refusal: Refusal::Wording(repair.into()),
            message: message.into(),
            src: None,
            follows: false,
        }
    }

    /// The sentence is about an event that can never be met that way.
    pub(super) fn never(never: crate::exec::catalog::Never) -> Fail {
        Fail {
            refusal: Refusal::Never(never.near),
            message: never.why,
            src: None,
            follows: false,
        }
    }

    /// Marks the phrase, unless a smaller one inside it is marked already.
    pub(super) fn at(mut self, src: Option<Src>) -> Fail {
        self.src = self.src.or(src);
        self
    }

    /// Nothing says what a letter is.
    pub(super) fn unsaid(letter: &str) -> Fail {
        Fail {
            follows: true,
            ..Fail::wording(
                format!("nothing says what {letter} is"),
                format!("say what the letter is: `where {letter} is …`"),
            )
        }
    }
}
