//! The words of a set: what its files, the files they use and the game's prelude define.

use crate::ast::{Card, Counter, Definition, DefinitionBody, File, Group, Item, State};
use crate::diag::{Code, Diagnostic, Spellings};
use crate::source::Span;
use crate::vocab::{Data, Vocab};
use indexmap::{IndexMap, IndexSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// All words that a file may use besides the vocabulary.
#[derive(Debug, Clone)]
pub struct Scope<'a, 's> {
    /// The game's vocabulary.
    pub vocab: &'static Vocab,
    /// The editions that the file is for, in the order of the game; none if the game has one set of rules.
    pub editions: Vec<&'static str>,
    /// Keywords by name; one name may have several signatures.
    pub keywords: IndexMap<&'s str, Vec<&'a Definition<'s>>>,
    /// Labels and gates.
    pub labels: IndexMap<&'s str, Vec<&'a Definition<'s>>>,
    /// Verbs, by every form of the word.
    pub verbs: IndexMap<String, (&'a Definition<'s>, VerbForm)>,
    /// Named conditions.
    pub conditions: IndexMap<&'s str, Vec<&'a Definition<'s>>>,
    /// Counters.
    pub counters: IndexMap<&'s str, &'a Counter<'s>>,
    /// States.
    pub states: IndexMap<&'s str, &'a State<'s>>,
    /// Values of states, with their state.
    pub state_values: IndexMap<&'s str, &'a State<'s>>,
    /// Groups of names.
    pub groups: IndexMap<&'s str, &'a Group<'s>>,
    /// Words of the prelude and of imported files.
    foreign: IndexSet<&'s str>,
    /// The places of definitions, for messages about doubles.
    places: IndexMap<&'s str, Span>,
    /// Bytes of definitions that were read out for the file.
    spent: Arc<AtomicUsize>,
}

/// A form of a defined verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerbForm {
    /// `soul-charge`
    Base,
    /// `soul-charges`
    Third,
    /// `soul-charged`
    Participle,
}

/// Names of cards and tags that exist, over all files of a game.
#[derive(Debug, Clone, Default)]
pub struct Known<'s> {
    /// Names of cards, tokens and faces.
    pub names: IndexSet<&'s str>,
    /// Tags that cards carry.
    pub tags: IndexSet<&'s str>,
    /// Printed ids and the names of their cards.
    pub ids: IndexMap<&'s str, &'s str>,
    /// Names of deck lists.
    pub decks: IndexSet<&'s str>,
    /// Names of the cards themselves.
    fronts: IndexSet<&'s str>,
    /// Names of other faces and those of their fronts.
    backs: IndexMap<&'s str, &'s str>,
    /// The lists in the order in which misspelt words are looked up, once one was.
    near: OnceLock<Near>,
}

/// The names, tags, ids and decks, each in the order for misspelt words.
#[derive(Debug, Clone)]
struct Near {
    names: Spellings,
    tags: Spellings,
    ids: Spellings,
    decks: Spellings,
}

impl<'s> Known<'s> {
    /// Adds the cards and decks of a file.
    pub fn add(&mut self, file: &File<'s>) {
        self.near.take();
        for item in &file.items {
            match item {
                Item::Card(card) => self.card(card),
                Item::Deck(deck) => drop(self.decks.insert(deck.name.text)),
                _ => {}
            }
        }
    }

    fn near(&self) -> &Near {
        self.near.get_or_init(|| Near {
            names: Spellings::new(self.names.iter().copied()),
            tags: Spellings::new(self.tags.iter().copied()),
            ids: Spellings::new(self.ids.keys().copied()),
            decks: Spellings::new(self.decks.iter().copied()),
        })
    }

    /// The name of a card nearest to a word.
    pub fn near_name(&self, word: &str) -> Option<&str> {
        self.near().names.nearest(word)
    }

    /// The tag nearest to a word.
    pub fn near_tag(&self, word: &str) -> Option<&str> {
        self.near().tags.nearest(word)
    }

    /// The printed id nearest to a word.
    pub fn near_id(&self, word: &str) -> Option<&str> {
        self.near().ids.nearest(word)
    }

    /// The name of a deck nearest to a word.
    pub fn near_deck(&self, word: &str) -> Option<&str> {
        self.near().decks.nearest(word)
    }

    /// The name of the front of a face that has a name of its own, unless a card has this name too.
    pub fn front_of(&self, face: &str) -> Option<&'s str> {
        let front = self.backs.get(face).copied()?;
        (!self.fronts.contains(face)).then_some(front)
    }

    fn card(&mut self, card: &Card<'s>) {
        self.names.insert(card.name.text);
        self.fronts.insert(card.name.text);
        for member in &card.members {
            if let crate::ast::Member::Face(face) = member
                && let Some(name) = face.name
            {
                self.backs.entry(name.text).or_insert(card.name.text);
            }
        }
        if let Some(id) = card.id {
            self.ids.insert(id.text, card.name.text);
        }
        self.members(&card.members);
    }

    fn members(&mut self, members: &[crate::ast::Member<'s>]) {
        use crate::ast::{Member, Value};
        for member in members {
            match member {
                Member::Fields(fields) => {
                    for value in fields.iter().flat_map(|f| &f.values) {
                        match value {
                            Value::Tag(tag) => drop(self.tags.insert(tag.text)),
                            // Any quoted header value may be another name of the card.
                            Value::Str(name) => drop(self.names.insert(name.text)),
                            Value::Quantity(_)
                            | Value::Fraction(..)
                            | Value::Word(_)
                            | Value::Text(_)
                            | Value::Icon(_) => {}
                        }
                    }
                }
                Member::Face(face) => {
                    self.names.extend(face.name.map(|n| n.text));
                    self.members(&face.members);
                }
                Member::Ability(_) | Member::Keyword(_) => {}
            }
        }
    }
}

impl<'a, 's> Scope<'a, 's> {
    /// A scope with nothing but the vocabulary.
    pub fn new(vocab: &'static Vocab, editions: Vec<&'static str>) -> Self {
        Scope {
            vocab,
            editions,
            keywords: IndexMap::new(),
            labels: IndexMap::new(),
            verbs: IndexMap::new(),
            conditions: IndexMap::new(),
            counters: IndexMap::new(),
            states: IndexMap::new(),
            state_values: IndexMap::new(),
            groups: IndexMap::new(),
            foreign: IndexSet::new(),
            places: IndexMap::new(),
            spent: Arc::default(),
        }
    }

    /// Takes bytes of the definitions' text that the whole file may stand for; false if there are not so many left.
    pub fn spend(&self, bytes: usize, most: usize) -> bool {
        let before = self.spent.fetch_add(bytes, Ordering::Relaxed);
        before.saturating_add(bytes) <= most
    }

    /// Bytes of definitions that were read out for the file.
    pub fn spent(&self) -> usize {
        self.spent.load(Ordering::Relaxed)
    }

    /// Every word that is defined.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let words = self
            .keywords
            .keys()
            .chain(self.labels.keys())
            .chain(self.conditions.keys());
        let things = self.counters.keys().chain(self.states.keys()).chain(self.groups.keys());
        let all = words.chain(things).chain(self.state_values.keys());
        all.copied().chain(self.verbs.keys().map(String::as_str))
    }

    /// Adds the definitions of a file; what clashes is reported if the file is the user's own.
    pub fn add(&mut self, file: &'a File<'s>, mut report: Option<&mut Vec<Diagnostic>>) {
        for item in &file.items {
            let (name, span) = match item {
                Item::Definition(d) => (d.signature.name.text, d.signature.name.span),
                Item::Group(g) => (g.name.text, g.name.span),
                Item::Counter(c) => (c.name.text, c.name.span),
                Item::State(s) => (s.name.text, s.name.span),
                Item::Use(_) | Item::Set(_) | Item::Card(_) | Item::Deck(_) | Item::Test(_) => continue,
            };
            if let Some(out) = report.as_deref_mut()
                && let Some(problem) = self.clash(item, name, span)
            {
                let twice = problem.code == Code::DuplicateDefinition;
                out.push(problem);
                // A word that is taken is still defined, so that its uses bring no further messages.
                if twice {
                    continue;
                }
            }
            self.places.entry(name).or_insert(span);
            if report.is_none() {
                self.foreign.insert(name);
            }
            match item {
                Item::Definition(definition) => self.define(definition),
                Item::Group(group) => drop(self.groups.insert(name, group)),
                Item::Counter(counter) => drop(self.counters.insert(name, counter)),
                Item::State(state) => {
                    self.states.insert(name, state);
                    for value in &state.values {
                        self.state_values.insert(value.text, state);
                    }
                }
                Item::Use(_) | Item::Set(_) | Item::Card(_) | Item::Deck(_) | Item::Test(_) => {}
            }
        }
    }

    fn define(&mut self, definition: &'a Definition<'s>) {
        let name = definition.signature.name.text;
        match &definition.body {
            DefinitionBody::Keyword(_) => self.keywords.entry(name).or_default().push(definition),
            DefinitionBody::Label(_) => self.labels.entry(name).or_default().push(definition),
            DefinitionBody::Condition(_) => self.conditions.entry(name).or_default().push(definition),
            DefinitionBody::Verb(_) => {
                self.verbs.insert(name.to_owned(), (definition, VerbForm::Base));
                self.verbs
                    .insert(crate::vocab::third_person(name), (definition, VerbForm::Third));
                self.verbs
                    .insert(crate::vocab::participle(name), (definition, VerbForm::Participle));
            }
        }
    }

    /// Why a definition may not have its name.
    fn clash(&self, item: &Item<'s>, name: &'s str, span: Span) -> Option<Diagnostic> {
        // One name may have several signatures, as long as their parameters tell them apart.
        let params = |d: &Definition<'_>| {
            let parts = d.signature.parts.iter().map(|p| match p {
                crate::ast::SignaturePart::Param(p) => p.ty.map_or("number", |t| t.text).to_owned(),
                crate::ast::SignaturePart::Word(w) => format!("`{}`", w.text),
            });
            (parts.collect::<Vec<_>>(), d.signature.cost, d.signature.block)
        };
        let same = |list: Option<&Vec<&'a Definition<'s>>>, d: &Definition<'s>| {
            list.is_some_and(|l| l.iter().any(|other| params(other) == params(d)))
        };
        let taken = match item {
            Item::Definition(d) => match &d.body {
                DefinitionBody::Keyword(_) => same(self.keywords.get(name), d) || self.labels.contains_key(name),
                DefinitionBody::Label(_) => same(self.labels.get(name), d) || self.keywords.contains_key(name),
                DefinitionBody::Condition(_) => same(self.conditions.get(name), d),
                DefinitionBody::Verb(_) => self.verbs.contains_key(name),
            },
            Item::Group(_) => self.groups.contains_key(name),
            Item::Counter(_) => self.counters.contains_key(name),
            Item::State(_) => self.states.contains_key(name),
            Item::Use(_) | Item::Set(_) | Item::Card(_) | Item::Deck(_) | Item::Test(_) => false,
        };
        let foreign = matches!(item, Item::Definition(d) if !matches!(d.body, DefinitionBody::Verb(_)))
            && self.foreign.contains(name)
            && (self.keywords.contains_key(name) || self.labels.contains_key(name));
        if taken || foreign {
            let mut problem = Diagnostic::new(Code::DuplicateDefinition, span, format!("`{name}` is defined already"));
            if let Some(place) = self.places.get(name) {
                problem = problem.with_label(*place, "first defined here");
            }
            return Some(problem.with_help("give one of them another name"));
        }
        let word = self.vocab.pick(name, |word, _| {
            let clashes = match item {
                Item::Definition(d) => {
                    matches!((&d.body, &word.data), (DefinitionBody::Verb(_), Data::Verb(_)))
                        || !matches!(d.body, DefinitionBody::Verb(_)) && !matches!(word.data, Data::Verb(_))
                }
                Item::Group(_) | Item::State(_) => !matches!(word.data, Data::Verb(_)),
                Item::Counter(_) | Item::Use(_) | Item::Set(_) | Item::Card(_) | Item::Deck(_) | Item::Test(_) => false,
            };
            clashes.then_some(word)
        })?;
        Some(
            Diagnostic::new(
                Code::TakenWord,
                span,
                format!(
                    "`{name}` is already {} of {}",
                    crate::diag::with_article(word.kind_shown()),
                    self.vocab.game
                ),
            )
            .with_note(word.doc)
            .with_help("keywords, labels and conditions usually start with a capital letter; choose another word"),
        )
    }

    /// The only edition of a definition, if the file is for another one too.
    pub fn in_edition(&self, definition: &Definition<'s>) -> Result<(), &'s str> {
        match edition_of(definition) {
            Some(only) if self.exceeds(only) => Err(only),
            _ => Ok(()),
        }
    }

    /// Whether the file is for another edition than this one.
    pub fn exceeds(&self, edition: &str) -> bool {
        self.editions.iter().any(|e| *e != edition)
    }

    /// The editions of the file in words: `edition g`, `editions g and 1.10`.
    pub fn editions_words(&self) -> String {
        editions_words(&self.editions)
    }
}

/// Editions in words: `edition g`, `editions g and 1.10`.
pub fn editions_words(editions: &[&str]) -> String {
    let plural = if editions.len() == 1 { "" } else { "s" };
    format!("edition{plural} {}", editions.join(" and "))
}

/// The edition a definition is restricted to.
fn edition_of<'s>(definition: &Definition<'s>) -> Option<&'s str> {
    let from_doc = definition
        .doc
        .iter()
        .flat_map(|d| &d.fields)
        .find(|(name, _)| name.text == "edition")
        .map(|(_, value)| value.text);
    from_doc.or_else(|| match &definition.body {
        DefinitionBody::Keyword(members) => keyword_field(members, "edition"),
        DefinitionBody::Label(_) | DefinitionBody::Verb(_) | DefinitionBody::Condition(_) => None,
    })
}

/// Why a keyword is native, if it is.
pub fn native_reason<'s>(definition: &Definition<'s>) -> Option<&'s str> {
    match &definition.body {
        DefinitionBody::Keyword(members) => keyword_field(members, "native"),
        DefinitionBody::Label(_) | DefinitionBody::Verb(_) | DefinitionBody::Condition(_) => None,
    }
}

/// The value of a field in a keyword's block.
fn keyword_field<'s>(members: &[crate::ast::Member<'s>], name: &str) -> Option<&'s str> {
    use crate::ast::{Member, Value};
    members.iter().find_map(|member| match member {
        Member::Fields(fields) => fields
            .iter()
            .find(|f| f.name.text == name)
            .and_then(|f| match f.values.first() {
                Some(Value::Str(text) | Value::Word(text)) => Some(text.text),
                Some(Value::Quantity(crate::ast::Quantity::Num(text))) => Some(text.text),
                _ => None,
            }),
        Member::Face(_) | Member::Ability(_) | Member::Keyword(_) => None,
    })
}

/// Whether a word belongs to the grammar of the language.
pub fn is_grammar_word(word: &str) -> bool {
    crate::lex::TokenKind::reserved(word)
}
