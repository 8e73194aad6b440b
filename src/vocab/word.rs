//! One word of a vocabulary.

/// Names a word of a vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordId(pub u16);

/// A word: spelling, meaning, documentation.
#[derive(Debug, Clone)]
pub struct Word {
    /// Its number in the vocabulary.
    pub id: WordId,
    /// Its spellings; nouns: singular, plural; verbs: base, third person, participle, past.
    pub forms: Vec<&'static str>,
    /// What it is.
    pub data: Data,
    /// The signature as written in the table.
    pub signature: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Rule numbers.
    pub rules: &'static str,
    /// The only edition that has it.
    pub edition: Option<&'static str>,
    /// How it is printed: first form, second form, participle; empty if regular.
    pub printed: [Option<&'static str>; 3],
    /// A player can declare a value of it.
    pub declare: bool,
}

/// An action of the rules, as a test calls it: `call "A" on LF`.
#[derive(Debug, Clone)]
pub struct ActData {
    /// Its word.
    pub word: &'static str,
    /// The card it is done with may follow.
    pub card: bool,
    /// The position it is done with may follow.
    pub position: bool,
    /// `on` and the position it goes to may follow.
    pub on: bool,
    /// Words that may follow where there is a choice of how it is done.
    pub kinds: Vec<&'static str>,
    /// The action that must be taken first, if that is still to be done: a test takes it by itself.
    pub begins: Option<&'static str>,
    /// The only edition that has it.
    pub edition: Option<&'static str>,
    /// One sentence.
    pub doc: &'static str,
}

impl ActData {
    /// An action from the columns of its line.
    pub(super) fn read(
        word: &'static str,
        takes: &str,
        flag: impl Fn(&str) -> Option<&'static str>,
        doc: &'static str,
    ) -> Option<ActData> {
        let takes: Vec<&str> = takes.split_whitespace().collect();
        let known = takes.iter().all(|t| matches!(*t, "card" | "position" | "on"));
        (known && !word.is_empty() && !doc.is_empty()).then_some(ActData {
            word,
            card: takes.contains(&"card"),
            position: takes.contains(&"position"),
            on: takes.contains(&"on"),
            kinds: flag("kinds").unwrap_or("").split_whitespace().collect(),
            begins: flag("begins"),
            edition: flag("edition"),
            doc,
        })
    }
}

impl Word {
    /// The canonical spelling.
    pub fn name(&self) -> &'static str {
        self.forms.first().copied().unwrap_or("")
    }

    /// The kind as the table calls it.
    pub fn kind(&self) -> &'static str {
        match &self.data {
            Data::Type(_) => "type",
            Data::Noun(_) => "noun",
            Data::Zone(_) => "zone",
            Data::Place(_) => "place",
            Data::State(_) => "state",
            Data::Adj(_) => "adj",
            Data::Attr(_) => "attr",
            Data::Value(_) => "value",
            Data::Rel(..) => "rel",
            Data::Verb(_) => "verb",
            Data::Time(_) => "time",
            Data::Icon(_) => "icon",
        }
    }

    /// The kind in words for people.
    pub fn kind_shown(&self) -> &'static str {
        match &self.data {
            Data::Type(_) => "card type",
            Data::Place(_) => "place",
            Data::Adj(_) => "adjective",
            Data::Attr(_) => "attribute",
            Data::Rel(..) => "related object",
            Data::Noun(_)
            | Data::Zone(_)
            | Data::State(_)
            | Data::Value(_)
            | Data::Verb(_)
            | Data::Time(_)
            | Data::Icon(_) => self.kind(),
        }
    }

    /// Other words its signature names.
    pub fn mentions(&self) -> Vec<&'static str> {
        match &self.data {
            Data::Type(t) => t.zones.iter().chain(&t.works).chain(&t.of).copied().collect(),
            Data::Noun(n) => n.zones.iter().chain(&n.of).copied().collect(),
            Data::Zone(z) => z.part_of.into_iter().collect(),
            Data::Place(PlaceData::In(zone)) => vec![zone],
            Data::Attr(a) => {
                a.on.iter()
                    .copied()
                    .filter(|w| !matches!(*w, "card" | "player" | "game" | "battle"))
                    .collect()
            }
            Data::Place(_)
            | Data::State(_)
            | Data::Adj(_)
            | Data::Value(_)
            | Data::Rel(..)
            | Data::Verb(_)
            | Data::Time(_)
            | Data::Icon(_) => Vec::new(),
        }
    }
}

/// What a word is.
#[derive(Debug, Clone)]
pub enum Data {
    /// A card type.
    Type(TypeData),
    /// Another noun.
    Noun(NounData),
    /// A zone.
    Zone(ZoneData),
    /// A place that is not a whole zone.
    Place(PlaceData),
    /// A state.
    State(Scope),
    /// An adjective.
    Adj(AdjKind),
    /// An attribute.
    Attr(AttrData),
    /// A value of a word type.
    Value(&'static str),
    /// A related object.
    Rel(RelFrom, RelTo),
    /// A verb.
    Verb(VerbData),
    /// A time.
    Time(TimeKind),
    /// An icon; true if it is will.
    Icon(bool),
}

/// A card type.
#[derive(Debug, Clone, Default)]
pub struct TypeData {
    /// Default zones of the bare noun.
    pub zones: Vec<&'static str>,
    /// Where abilities of such a card work by default.
    pub works: Vec<&'static str>,
    /// The types it stands for, if it is a collective word.
    pub of: Vec<&'static str>,
}

/// What kind of thing a noun names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NounKind {
    /// Cards.
    Card,
    /// Abilities.
    Ability,
    /// Effects.
    Effect,
    /// Counters.
    Counter,
    /// Players.
    Player,
    /// Damage.
    Damage,
    /// A countable resource.
    Amount,
    /// An order of cards.
    Order,
    /// A name.
    Name,
    /// A number.
    Number,
    /// A value of an attribute.
    Value,
    /// A cost.
    Cost,
    /// Something only a native verb understands.
    Thing,
    /// A position.
    Position,
    /// A time.
    Time,
}

/// A noun that no header carries.
#[derive(Debug, Clone)]
pub struct NounData {
    /// What it names.
    pub kind: NounKind,
    /// Default zones.
    pub zones: Vec<&'static str>,
    /// The types it stands for.
    pub of: Vec<&'static str>,
}

/// Who sees the cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody.
    Public,
    /// Nobody.
    Hidden,
    /// Only its player.
    Owner,
}

/// A zone.
#[derive(Debug, Clone)]
pub struct ZoneData {
    /// One for both players.
    pub shared: bool,
    /// Who sees it.
    pub visibility: Visibility,
    /// Its cards have an order.
    pub stack: bool,
    /// The zone it is part of.
    pub part_of: Option<&'static str>,
    /// Abilities can work there.
    pub works: bool,
}

/// A place that is not a whole zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceData {
    /// A position or group of positions of a zone.
    In(&'static str),
    /// Relative to a card.
    OfCard,
    /// A possessive: `this card's previous-position`.
    Attr,
}

/// Whose state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// A card's.
    Card,
    /// A player's.
    Player,
    /// The game's.
    Game,
}

/// What an adjective does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdjKind {
    /// A state of a card.
    State,
    /// Chosen at random.
    Random,
    /// Chosen when played.
    Target,
    /// The opponent's.
    Enemy,
    /// Any other property.
    Filter,
    /// `also`, `only`, `divided`, `named`.
    Quality,
}

/// The type of an attribute's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// A number.
    Number,
    /// Icons.
    Icons,
    /// One word of a word type.
    Word(&'static str),
    /// Several words of a word type.
    Words(&'static str),
    /// Tags.
    Tags,
    /// A name.
    Name,
    /// Free text.
    Text,
}

/// An attribute.
#[derive(Debug, Clone)]
pub struct AttrData {
    /// The type of its value.
    pub ty: ValueType,
    /// What has it: types, `card`, `player`, `game`.
    pub on: Vec<&'static str>,
    /// It may stand in a header.
    pub header: bool,
    /// One value may be printed several times.
    pub repeats: bool,
    /// `+N` may change it.
    pub gain: bool,
    /// `becomes` may set it.
    pub set: bool,
    /// It is the first of the game's pair.
    pub first: bool,
    /// It is the second of the game's pair.
    pub second: bool,
    /// Types that have it without printing it.
    pub unprinted: Vec<&'static str>,
}

/// Where a relation starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelFrom {
    /// A card.
    Card,
    /// A player.
    Player,
    /// The running battle or event.
    Nothing,
}

/// Where a relation leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelTo {
    /// One card.
    Card,
    /// Cards.
    Cards,
    /// A player.
    Player,
    /// A place.
    Place,
}

/// What a verb statement introduces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// Nothing.
    Nothing,
    /// What moved or was changed.
    Moved,
    /// What was chosen.
    Chosen,
    /// What was looked at.
    Looked,
    /// What was found.
    Found,
    /// What was made.
    Created,
    /// A value.
    Value,
}

/// When a choosing verb chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceWhen {
    /// While playing.
    Play,
    /// While resolving.
    Resolution,
    /// Public cards while playing, hidden ones while resolving.
    PublicPlay,
}

/// What may fill a role, as a set of type words.
#[derive(Debug, Clone, Default)]
pub struct Types {
    /// The words of the table: `cards`, `place`, `amount:life` …
    pub words: Vec<&'static str>,
}

impl Types {
    /// Whether one of the words is among the types.
    pub fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|w| words.contains(w) || *w == "any")
    }
}

/// A role of a verb.
#[derive(Debug, Clone)]
pub struct Role {
    /// `what`, or prepositions.
    pub names: Vec<&'static str>,
    /// What may fill it.
    pub types: Types,
    /// A command must fill it.
    pub required: bool,
}

/// A verb.
#[derive(Debug, Clone)]
pub struct VerbData {
    /// Who or what does it.
    pub subject: Types,
    /// Its roles.
    pub roles: Vec<Role>,
    /// What it introduces.
    pub gives: Gives,
    /// It may be a cost.
    pub pay: bool,
    /// It may be commanded.
    pub command: bool,
    /// It is an event.
    pub event: bool,
    /// `cannot` accepts it.
    pub prevent: bool,
    /// `would` accepts it.
    pub replace: bool,
    /// It chooses, and when.
    pub choice: Option<ChoiceWhen>,
    /// The zone that it takes cards from, if its text names none; whatever the zone of the noun is.
    pub takes: Option<&'static str>,
    /// Why the engine does it itself.
    pub native: Option<&'static str>,
}

/// A kind of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeKind {
    /// A turn, battle, attack.
    Span,
    /// A phase.
    Phase,
    /// A step.
    Step,
}
