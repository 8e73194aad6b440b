//! Sentences made from the vocabulary: who does what to whom, from where and to where, and the four forms in which a card says it.

use super::cast::{Cast, Noun};
use cardwright::vocab::{self, Data, Types, VerbData, Word};

/// A player, seen from the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    You,
    Opponent,
}

impl Who {
    pub(super) const BOTH: [Who; 2] = [Who::You, Who::Opponent];

    pub(super) fn word(self) -> &'static str {
        match self {
            Who::You => "you",
            Who::Opponent => "opponent",
        }
    }

    fn owns(self) -> &'static str {
        match self {
            Who::You => "your",
            Who::Opponent => "opponent's",
        }
    }
}

/// Who or what takes part in an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The card itself.
    This,
    /// Cards of a player, or anybody's.
    Cards(Option<Who>, Noun),
    /// A player.
    Player(Who),
    /// Something that is neither.
    Thing(&'static str),
}

impl Part {
    fn text(self, plural: bool) -> String {
        match self {
            Part::This => "this".to_owned(),
            Part::Cards(Some(who), noun) => format!("{} {}", who.owns(), if plural { noun.many } else { noun.one }),
            Part::Cards(None, noun) if plural => noun.many.to_owned(),
            Part::Cards(None, noun) => format!("a {}", noun.one),
            Part::Player(who) => who.word().to_owned(),
            Part::Thing(word) => word.to_owned(),
        }
    }
}

/// In which way a sentence is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    /// A player does it.
    Player(Who),
    /// Cards do it.
    Cards(Part),
    /// It is done to cards.
    Passive(Part),
}

/// A sentence, without saying yet whether it is waited for or forbidden.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sentence {
    /// The word of the vocabulary.
    pub(super) verb: &'static str,
    forms: [&'static str; 4],
    pub(super) voice: Voice,
    /// What it is done to, if it is said beside the verb.
    pub(super) what: Option<Part>,
    /// Where it happens, with the preposition.
    pub(super) from: Option<&'static str>,
    pub(super) into: Option<(&'static str, &'static str)>,
    /// Whose effects do it; whose is not said if there is no player.
    pub(super) by: Option<Option<Who>>,
}

/// The forms of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    Cannot,
    When,
    Past,
    Instead,
}

impl Sentence {
    fn subject(&self, plural: bool) -> String {
        match self.voice {
            Voice::Player(who) => who.word().to_owned(),
            Voice::Cards(part) | Voice::Passive(part) => part.text(plural),
        }
    }

    fn tail(&self, cast: &Cast, plural: bool) -> String {
        let mut out = String::new();
        if let Some(what) = self.what {
            out += &format!(" {}", what.text(plural));
        }
        if let Some(from) = self.from {
            out += &format!(" from {from}");
        }
        if let Some((preposition, place)) = self.into {
            out += &format!(" {preposition} {place}");
        }
        match self.by {
            Some(Some(who)) => out += &format!(" by {} {}", who.owns(), cast.effects),
            Some(None) => out += &format!(" by {}", cast.effects),
            None => {}
        }
        out
    }

    /// The sentence as a card says it.
    pub(super) fn text(&self, cast: &Cast, form: Form) -> String {
        let [base, third, participle, past] = self.forms;
        let passive = matches!(self.voice, Voice::Passive(_));
        let plural = form == Form::Cannot;
        let (subject, tail) = (self.subject(plural), self.tail(cast, plural));
        let you = self.voice == Voice::Player(Who::You);
        let verb = match (form, passive) {
            (Form::Cannot, true) => format!("cannot be {participle}"),
            (Form::Cannot, false) => format!("cannot {base}"),
            (Form::When, true) => format!("is {participle}"),
            (Form::When, false) if you => base.to_owned(),
            (Form::When, false) => third.to_owned(),
            (Form::Past, true) => format!("was {participle}"),
            (Form::Past, false) => past.to_owned(),
            (Form::Instead, true) => format!("would be {participle}"),
            (Form::Instead, false) => format!("would {base}"),
        };
        match form {
            Form::Cannot => format!("{subject} {verb}{tail}"),
            Form::When | Form::Instead => format!("when {subject} {verb}{tail}"),
            Form::Past => format!("if {subject} {verb}{tail} this turn"),
        }
    }
}

/// All sentences of a game that its vocabulary leads to.
pub(super) fn all(cast: &Cast) -> Vec<Sentence> {
    let vocab = vocab::game(cast.game).expect("a game");
    let mut out: Vec<Sentence> = Vec::new();
    for word in vocab
        .words()
        .iter()
        .filter(|w| w.edition.is_none_or(|e| Some(e) == cast.edition))
    {
        if let Data::Verb(verb) = &word.data
            && verb.event
        {
            of_verb(cast, word, verb, &mut out);
        }
    }
    out
}

fn of_verb(cast: &Cast, word: &Word, verb: &VerbData, out: &mut Vec<Sentence>) {
    let form = |at: usize| word.forms.get(at).or(word.forms.last()).copied().unwrap_or_default();
    let base = Sentence {
        verb: form(0),
        forms: [form(0), form(1), form(2), form(3)],
        voice: Voice::Player(Who::You),
        what: None,
        from: None,
        into: None,
        by: None,
    };
    let role = |name: &str| verb.roles.iter().find(|role| role.names.contains(&name));
    let what = role("what");
    let fillers = what.map(|role| fillers(cast, &role.types)).unwrap_or_default();
    let mut bases = Vec::new();
    if verb.subject.words.is_empty() || verb.subject.has(&["players"]) {
        bases.extend(Who::BOTH.map(|who| Sentence {
            voice: Voice::Player(who),
            ..base
        }));
    }
    if verb.subject.has(&["cards", "card"]) {
        bases.extend(cards(cast).map(|part| Sentence {
            voice: Voice::Cards(part),
            ..base
        }));
    }
    for one in bases {
        out.push(one);
        for part in &fillers {
            if one.voice != Voice::Cards(*part) {
                out.push(Sentence {
                    what: Some(*part),
                    ..one
                });
            }
        }
    }
    let passive = what.is_some_and(|role| role.types.has(&["cards", "card"]));
    if passive {
        for part in cards(cast) {
            passives(
                cast,
                verb,
                Sentence {
                    voice: Voice::Passive(part),
                    ..base
                },
                out,
            );
        }
    }
}

/// The passive of a verb, with each thing that may stand beside it.
fn passives(cast: &Cast, verb: &VerbData, one: Sentence, out: &mut Vec<Sentence>) {
    let role = |name: &str| verb.roles.iter().find(|role| role.names.contains(&name));
    out.push(one);
    for by in [None, Some(Who::You), Some(Who::Opponent)] {
        out.push(Sentence { by: Some(by), ..one });
    }
    if role("from").is_some_and(|role| role.types.has(&["place"])) {
        out.extend(cast.places.iter().map(|place| Sentence {
            from: Some(*place),
            ..one
        }));
    }
    for preposition in ["into", "to", "on"] {
        if role(preposition).is_some_and(|role| role.types.has(&["place"])) {
            let to = cast.places.iter().map(|place| Sentence {
                into: Some((preposition, *place)),
                ..one
            });
            out.extend(to);
            break;
        }
    }
}

/// Cards that do something or that something is done to.
fn cards(cast: &Cast) -> impl Iterator<Item = Part> {
    let nouns = cast.nouns.iter();
    let described = nouns.flat_map(|noun| Who::BOTH.map(|who| Part::Cards(Some(who), *noun)));
    std::iter::once(Part::This).chain(described)
}

/// What may stand in a role.
fn fillers(cast: &Cast, types: &Types) -> Vec<Part> {
    let mut out = Vec::new();
    if types.has(&["cards", "card"]) {
        out.extend(cards(cast));
        out.extend(cast.nouns.iter().map(|noun| Part::Cards(None, *noun)));
    }
    if types.has(&["players"]) {
        out.extend(Who::BOTH.map(Part::Player));
    }
    for (kind, word) in cast.things {
        if types.has(&[kind]) {
            out.push(Part::Thing(word));
        }
    }
    out
}
