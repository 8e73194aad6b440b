//! The log and the questions in words. Nothing here knows a game: names come from the pool, places from the layout, words from the tables.

use super::code::ChangeOp;
use super::game::Game;
use super::tables::VerbKind;
use crate::kernel::{
    AbilityIx, Act, Ask, AskKind, Atom, CauseKind, CellId, DefId, EvKind, Instance, LogEv, LogKind, Note, P, Ref,
    TimeId,
};
use std::fmt::Write as _;

/// A player as tests and logs call them.
pub fn player_word(p: P) -> &'static str {
    if p == P::ONE { "p1" } else { "p2" }
}

/// A word of a table; nothing if there is no such row.
fn row(table: &'static [&'static str], at: usize) -> &'static str {
    table.get(at).copied().unwrap_or("")
}

impl Game {
    /// The word of a time.
    pub fn time_word(&self, time: TimeId) -> &'static str {
        self.tables().times.get(time.ix()).map_or("", |t| t.word)
    }

    /// The printed name of a card, in quotes.
    pub fn card_name(&self, card: Ref) -> String {
        if card.is_some() {
            self.def_words(self.state.card(card.ix).def)
        } else {
            "nothing".to_owned()
        }
    }

    fn def_words(&self, def: DefId) -> String {
        format!("\"{}\"", self.pool.def(def).name)
    }

    /// A card with its place: `"Mio" in hand`, `"Mio" at C1 of p2`.
    pub fn card_words(&self, card: Ref, asked: P) -> String {
        let name = self.card_name(card);
        if card.is_some() {
            format!("{name} {}", self.place_words(self.state.card(card.ix).cell, asked))
        } else {
            name
        }
    }

    fn place_words(&self, cell: CellId, asked: P) -> String {
        let layout = self.layout();
        let spec = layout.cell(cell);
        let word = if layout.zone(spec.zone).positions.is_empty() {
            "in"
        } else {
            "at"
        };
        let of = if spec.player == asked {
            String::new()
        } else {
            format!(" of {}", player_word(spec.player))
        };
        format!("{word} {}{of}", layout.cell_name(cell))
    }

    /// How an ability is called: its keyword or category.
    pub fn ability_word(&self, ability: AbilityIx) -> &str {
        let label = self.pool.ability(ability).label.as_str();
        if label.is_empty() { "ability" } else { label }
    }

    /// One line for each record of the log that tells something, as the viewer may know it; with no viewer, everything is known.
    pub fn log_lines(&self, viewer: Option<P>) -> Vec<String> {
        self.log
            .events
            .iter()
            .filter_map(|ev| self.log_line(ev, viewer))
            .collect()
    }

    /// The line of a record; the ends of times and the notes of used abilities have none.
    pub fn log_line(&self, ev: &LogEv, viewer: Option<P>) -> Option<String> {
        let who = player_word(ev.who);
        let subject = ev.subj.map(|def| {
            if viewer.is_none_or(|p| ev.seen >> p.0 & 1 == 1) {
                self.def_words(def)
            } else {
                "a card".to_owned()
            }
        });
        let card = subject.clone().unwrap_or_default();
        Some(match ev.kind {
            // What is used was told when it began to resolve; the note is for abilities that answer to it.
            LogKind::Event(EvKind::Note) if ev.tag == self.tables().note.use_ability => return None,
            LogKind::Event(EvKind::Note)
                if ev.tag == self.tables().note.target && ev.tag != crate::kernel::Note::NONE =>
            {
                return None;
            }
            // Another record tells of it.
            LogKind::Event(EvKind::Note) if row(self.tables().notes, usize::from(ev.tag.0)).is_empty() => return None,
            LogKind::Event(kind) => self.event_words(ev, kind, subject)?,
            LogKind::Stopped(kind) => format!("forbidden: {}", self.event_words(ev, kind, subject)?),
            LogKind::Replaced(kind) => format!("replaced: {}", self.event_words(ev, kind, subject)?),
            LogKind::Prevented(kind) => format!("prevented: {}", self.event_words(ev, kind, subject)?),
            LogKind::Standby => format!("{} of {card} stands by", self.ability_word(ev.ability)),
            LogKind::Resolve => format!("{who} resolves {} of {card}", self.ability_word(ev.ability)),
            LogKind::Chose => format!("{who} chooses {card}"),
            LogKind::Said => format!("{who} says {}", ev.n),
            LogKind::Declined if ev.ability == crate::kernel::Cause::NO_ABILITY => format!("{who} declines"),
            LogKind::Declined => format!("{who} does not carry out {} of {card}", self.ability_word(ev.ability)),
            LogKind::Effect => {
                let target = subject.unwrap_or_else(|| who.to_owned());
                let from = ev
                    .cause_card
                    .map_or_else(String::new, |def| format!(" (from {})", self.def_words(def)));
                format!("{target} {}{from}", self.change_words(ev))
            }
            LogKind::Spent => {
                let (kind, amount) = (ev.n >> 16, ev.n & 0xFFFF);
                let icon = usize::try_from(kind).ok().and_then(|at| self.tables().icons.get(at));
                let paid = match icon {
                    Some(icon) => format!("{{{icon}}}").repeat(usize::try_from(amount).unwrap_or(0)),
                    // What is of no kind comes behind the icons of the table.
                    None => format!("{{{amount}}}"),
                };
                format!("{who} pays {paid}")
            }
            LogKind::Over => match ev.n {
                0 => "p1 wins".to_owned(),
                1 => "p2 wins".to_owned(),
                2 => "the game is a draw".to_owned(),
                _ => self.fault_words().unwrap_or_else(|| "the engine gave up".to_owned()),
            },
        })
    }

    fn event_words(&self, ev: &LogEv, kind: EvKind, subject: Option<String>) -> Option<String> {
        let who = player_word(ev.who);
        let tables = self.tables();
        if kind == EvKind::Note && ev.tag == tables.note.call && ev.tag != Note::NONE {
            // What a shorthand verb did has lines of its own.
            return None;
        }
        let tag = row(tables.notes, usize::from(ev.tag.0));
        let card = subject.clone().unwrap_or_else(|| "nothing".to_owned());
        let line = match kind {
            EvKind::Move if ev.tag == tables.note.draw => format!("{who} draws {card}"),
            EvKind::Move => {
                let word = if tag.is_empty() {
                    String::new()
                } else {
                    format!(" ({tag})")
                };
                let (from, to) = (self.cell_words(ev.from, ev.who), self.cell_words(ev.to, ev.who));
                format!("{who} {card}: {from} -> {to}{word}")
            }
            EvKind::Turn => {
                let state = row(tables.orients, usize::try_from(ev.n).unwrap_or(usize::MAX));
                format!("{who} {card} becomes {state}")
            }
            EvKind::Face => format!("{who} {card} is turned face {}", if ev.n == 0 { "up" } else { "down" }),
            EvKind::Shuffle => format!("{who} shuffles {}", self.cell_words(ev.from, ev.who)),
            EvKind::Reveal => format!("{who} reveals {card}"),
            EvKind::Look => format!("{who} looks at {card}"),
            EvKind::Value(which) => {
                let name = row(tables.player_attrs, usize::from(which));
                if tables.word_attrs.contains(&name) {
                    format!(
                        "{who} {name} becomes {}",
                        self.word_of(u8::try_from(ev.n).unwrap_or(u8::MAX))
                    )
                } else {
                    format!("{who} {name} {:+}", ev.n)
                }
            }
            EvKind::Damage => {
                let to = ev.obj.map_or_else(|| who.to_owned(), |def| self.def_words(def));
                if tables.verbs.iter().any(|verb| verb.command == VerbKind::Reduce(ev.tag)) {
                    let lost = tables.reduced.first().copied().unwrap_or_default();
                    return Some(format!("{to} loses {} {lost}{}", ev.n, self.cause_words(ev)));
                }
                format!("{card} deals {} damage to {to}", ev.n)
            }
            EvKind::Mend => format!("{who} {card} loses {} damage", ev.n),
            EvKind::Counter(which) => format!("{who} {card}: {:+} {} counter", ev.n, self.pool.counter_name(which)),
            EvKind::Side(_) | EvKind::Mark(_) => format!("{who} {card}: {tag}"),
            EvKind::Attach => {
                let to = ev.obj.map_or_else(|| "nothing".to_owned(), |def| self.def_words(def));
                format!("{who} {card}: {tag} to {to}")
            }
            EvKind::Appear | EvKind::Vanish => return None,
            EvKind::Note if ev.tag == tables.note.use_ability => {
                let ability = AbilityIx(u32::try_from(ev.n).unwrap_or(u32::MAX));
                format!("{who} uses {} of {card}", self.ability_word(ability))
            }
            EvKind::Note | EvKind::Number(_) => {
                let mut line = who.to_owned();
                if let Some(card) = &subject {
                    line.push(' ');
                    line.push_str(card);
                }
                line.push_str(": ");
                line.push_str(tag);
                if let Some(def) = ev.obj {
                    line.push(' ');
                    line.push_str(&self.def_words(def));
                }
                if ev.n != 0 {
                    let _ = write!(line, " {}", ev.n);
                }
                line
            }
            EvKind::Begin(time) if tables.times.get(time.ix()).is_some_and(|row| row.quiet) => return None,
            EvKind::Begin(time) => return Some(format!("-- {who} {}", self.time_word(time))),
            EvKind::End(_) => return None,
        };
        Some(format!("{line}{}", self.cause_words(ev)))
    }

    fn cause_words(&self, ev: &LogEv) -> String {
        match (ev.cause, ev.cause_card) {
            (CauseKind::Cost, _) => " (cost)".to_owned(),
            (CauseKind::Effect, Some(def)) => format!(" (by {})", self.def_words(def)),
            // Of effects the number tells the shorthand verb they belong to, not a rule.
            (CauseKind::Effect, None) => String::new(),
            (CauseKind::Rule | CauseKind::Play, _) => match row(self.tables().rules, usize::from(ev.rule)) {
                "" => String::new(),
                rule => format!(" [{rule}]"),
            },
        }
    }

    /// A cell by its name, with its player if that is not the one the line is about.
    fn cell_words(&self, cell: CellId, about: P) -> String {
        let layout = self.layout();
        let name = layout.cell_name(cell);
        let whose = layout.cell(cell).player;
        if whose == about {
            name.to_owned()
        } else {
            format!("{name} of {}", player_word(whose))
        }
    }

    fn change_words(&self, ev: &LogEv) -> String {
        let tables = self.tables();
        if let Some(attr) = plain_attr(ev.change) {
            return format!("gets {:+} {}", ev.n, row(tables.attrs, attr));
        }
        let op = &self.pool.change(super::code::ChangeIx(ev.change)).op;
        match op {
            ChangeOp::Add { attr, .. } => format!("gets {:+} {}", ev.n, row(tables.attrs, attr.ix())),
            ChangeOp::SetAttr(attr, _) => format!("has {} {}", row(tables.attrs, attr.ix()), ev.n),
            ChangeOp::PlayerAdd { val, .. } => {
                format!("gets {:+} {}", ev.n, row(tables.player_attrs, usize::from(*val)))
            }
            ChangeOp::PlayerSet(val, _) => format!("has {} {}", row(tables.player_attrs, usize::from(*val)), ev.n),
            ChangeOp::Tag(tag, gains) => {
                let verb = if *gains { "gets" } else { "loses" };
                format!("{verb} <{}>", self.tag_word(*tag))
            }
            ChangeOp::TagSlot(_, gains) => format!("{} a tag", if *gains { "gets" } else { "loses" }),
            ChangeOp::NoTags => "loses all tags".to_owned(),
            ChangeOp::Words { add, .. } => {
                let words: Vec<&str> = tables
                    .words
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| add >> bit & 1 == 1)
                    .map(|(_, (_, word))| *word)
                    .collect();
                format!("becomes {}", words.join(" and "))
            }
            ChangeOp::Type(bits) | ChangeOp::TypeIs(bits) => {
                let types: Vec<&str> = tables
                    .types
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| bits >> bit & 1 == 1)
                    .map(|(_, word)| *word)
                    .collect();
                let verb = if matches!(op, ChangeOp::Type(_)) {
                    "is also"
                } else {
                    "becomes"
                };
                format!("{verb} {}", types.join(" and "))
            }
            ChangeOp::Name(name) => format!("is also named \"{}\"", self.pool.name(*name)),
            ChangeOp::Abilities(abilities, keywords) | ChangeOp::PlayerAbilities(abilities, keywords) => {
                format!("gets {}", self.given_words(abilities, *keywords))
            }
            ChangeOp::AbilitiesOf(..) => "gets the abilities of others".to_owned(),
            ChangeOp::NoAbilities => "loses all abilities".to_owned(),
            ChangeOp::NoGranted => "loses all abilities given by effects".to_owned(),
            ChangeOp::LoseThis => "loses the ability".to_owned(),
            ChangeOp::Forbid(..) => "is under a prohibition".to_owned(),
            ChangeOp::Allow(..) | ChangeOp::AllowFor(..) | ChangeOp::AllowSome(..) | ChangeOp::AtMost(..) => {
                "is under a permission".to_owned()
            }
            ChangeOp::Copies(..) => "is under a permission".to_owned(),
            ChangeOp::Substitute(..) => "pays with other icons".to_owned(),
            ChangeOp::NoCost { .. } => "has abilities without a cost".to_owned(),
            ChangeOp::Must(_) | ChangeOp::MustWith(..) | ChangeOp::EnterAs(_) => "is under a duty".to_owned(),
            ChangeOp::PriceIcons { .. } => "costs other icons to play".to_owned(),
            ChangeOp::Release(_) => "has its condition met".to_owned(),
            ChangeOp::Shown => "is seen by all".to_owned(),
            ChangeOp::NameIs(name) => format!("is named \"{}\"", self.pool.name(*name)),
            ChangeOp::TagsAre(tags) => {
                let tags: Vec<String> = tags.iter().map(|t| format!("<{}>", self.tag_word(*t))).collect();
                format!("becomes {}", tags.join(" "))
            }
            ChangeOp::Declared { gain, .. } => format!("{} what was declared", if *gain { "gets" } else { "loses" }),
            ChangeOp::CopyOf(_) => match u16::try_from(ev.n) {
                Ok(def) => format!("becomes a copy of {}", self.def_words(DefId(def))),
                Err(_) => "becomes a copy of nothing".to_owned(),
            },
            ChangeOp::Controller(_) => {
                let p = P(u8::try_from(ev.n).unwrap_or(0));
                format!("is controlled by {}", player_word(p))
            }
            ChangeOp::Invalid(_) => "has invalid abilities".to_owned(),
            ChangeOp::LoseKeyword(_) => "loses a keyword".to_owned(),
            ChangeOp::Price(..) => format!("costs {:+} to play", ev.n),
            ChangeOp::PriceIs(_) => format!("costs {} to play", ev.n),
        }
    }

    /// Abilities that something is given; keywords that the game does itself have none.
    fn given_words(&self, abilities: &[AbilityIx], keywords: u128) -> String {
        let mut labels: Vec<&str> = abilities.iter().map(|a| self.ability_word(*a)).collect();
        if labels.is_empty() {
            let names = self.pool.keywords.iter().enumerate();
            labels = names
                .filter(|(bit, _)| keywords >> bit & 1 == 1)
                .map(|(_, name)| name.as_str())
                .collect();
        }
        labels.join(" and ")
    }

    fn tag_word(&self, tag: crate::kernel::TagId) -> &str {
        self.pool.tags.get_index(tag.ix()).map_or("", String::as_str)
    }

    /// Who is asked what, and by which card; the empty text if nothing is asked.
    pub fn question_words(&self) -> String {
        let Some(ask) = self.state.ask else {
            return String::new();
        };
        let what = self.asked_words(&ask);
        let by = if ask.source.is_some() && ask.ability != crate::kernel::Cause::NO_ABILITY {
            format!(
                ", by {} of {}",
                self.ability_word(ask.ability),
                self.card_name(ask.source)
            )
        } else if ask.source.is_some() {
            format!(", by {}", self.card_name(ask.source))
        } else {
            String::new()
        };
        format!(
            "{} is asked {what}{by} ({})",
            player_word(ask.who),
            self.time_word(self.state.turn.step)
        )
    }

    /// What a question asks.
    pub(super) fn asked_words(&self, ask: &Ask) -> String {
        let tables = self.tables();
        match ask.kind {
            AskKind::Act(_) => "what to do".to_owned(),
            AskKind::Cards => format!("which cards to choose ({})", amount(ask.min, ask.max)),
            AskKind::Cells => "which place".to_owned(),
            AskKind::May => "whether to do it".to_owned(),
            AskKind::Pay => "whether to pay".to_owned(),
            AskKind::More => "whether to go on".to_owned(),
            AskKind::Order => "in which order".to_owned(),
            AskKind::Number => "which number".to_owned(),
            AskKind::Options => format!("which options ({})", amount(ask.min, ask.max)),
            AskKind::Instances => "which waiting ability comes next".to_owned(),
            AskKind::Replacements => "which replacement to apply".to_owned(),
            AskKind::Players => "which player".to_owned(),
            AskKind::Declare => "what to declare".to_owned(),
            AskKind::Repeat => "how often to repeat the loop".to_owned(),
            AskKind::Rule(prompt) => {
                let words = row(tables.prompts, usize::from(prompt));
                if ask.max > 1 {
                    format!("{words} ({})", amount(ask.min, ask.max))
                } else {
                    words.to_owned()
                }
            }
        }
    }

    /// A legal answer in words.
    pub fn atom_words(&self, atom: Atom) -> String {
        let asked = self.state.ask.map_or(P::ONE, |ask| ask.who);
        match atom {
            Atom::Pass => "pass".to_owned(),
            Atom::Yes => "yes".to_owned(),
            Atom::No => "no".to_owned(),
            Atom::Done => "none (no more)".to_owned(),
            Atom::Act(act) => self.act_in_words(act, asked),
            Atom::Card(card) => self.card_words(card, asked),
            Atom::Cell(cell) => self.cell_words(cell, asked),
            Atom::Number(n) => n.to_string(),
            Atom::Option(n) => format!("option {}", u32::from(n) + 1),
            Atom::Instance(n) => match self.state.standby.get(usize::from(n)) {
                Some(i) => self.instance_words(i, asked),
                None => "a waiting ability".to_owned(),
            },
            Atom::Replacement(n) => match self.replacement_candidate(n) {
                Some((ability, card)) => {
                    format!("{} of {}", self.ability_word(ability), self.card_words(card, asked))
                }
                None => "a replacement".to_owned(),
            },
            Atom::Player(p) => player_word(p).to_owned(),
            Atom::Word(w) => self.word_of(w).to_owned(),
            Atom::Name(name) => format!("\"{}\"", self.pool.name(name)),
            Atom::Tag(tag) => format!("<{}>", self.tag_word(tag)),
        }
    }

    /// A waiting ability; one of several with the same words is told apart by the card it is about.
    fn instance_words(&self, instance: &Instance, asked: P) -> String {
        let words = format!(
            "{} of {}",
            self.ability_word(instance.ability),
            self.card_words(instance.src, asked)
        );
        let same = |i: &&Instance| i.ability == instance.ability && i.src == instance.src;
        match self.instance_about(instance) {
            Some(card)
                if self.state.standby.iter().filter(same).count() > 1 && self.seen_by(card) >> asked.0 & 1 == 1 =>
            {
                format!("{words}, about {}", self.card_words(card, asked))
            }
            _ => words,
        }
    }

    /// The card that a waiting ability is about, if it is not its own: the one that set it off, or the one that was chosen for it.
    pub(super) fn instance_about(&self, instance: &Instance) -> Option<Ref> {
        let held = instance.held.iter().flat_map(|held| held.words.iter().copied());
        std::iter::once(instance.ev.subj)
            .chain(held)
            .find(|card| card.is_some() && card.ix != instance.src.ix && self.state.alive(*card))
    }

    fn act_in_words(&self, act: Act, asked: P) -> String {
        let words = self.kernel().act_words(self, act);
        if words.is_empty() {
            let verb = row(self.tables().acts, usize::from(act.kind));
            format!("{verb} {}", self.card_words(act.card, asked))
        } else {
            words
        }
    }

    /// The word of an attribute, or the card type if the open question asks for one.
    pub fn word_of(&self, word: u8) -> &'static str {
        self.tables().words.get(usize::from(word)).map_or("", |(_, word)| *word)
    }

    /// All legal answers of the open question in words, at most so many; a range of numbers is one line.
    pub fn answers_words(&self, most: usize) -> Vec<String> {
        let Some(ask) = self.state.ask else {
            return Vec::new();
        };
        if let Some((low, high)) = ask.range {
            return vec![format!("a number from {low} to {high}")];
        }
        let mut lines: Vec<String> = self
            .state
            .atoms
            .iter()
            .take(most)
            .map(|a| self.atom_words(*a))
            .collect();
        let more = self.state.atoms.len().saturating_sub(most);
        if more > 0 {
            lines.push(format!("… {more} more"));
        }
        lines
    }
}

impl Game {
    /// Goes on with a state that was saved: everything derived is worked out anew.
    pub fn resume(&mut self, state: crate::kernel::State) {
        self.state = state;
        self.lap = None;
        self.hashed = None;
        for card in &mut self.state.cards {
            card.chars_at = crate::kernel::Card::PRINTED;
        }
        self.state.dirty = true;
        self.settle();
    }
}

/// How many picks.
fn amount(min: u16, max: u16) -> String {
    match (min, max) {
        (a, b) if a == b => a.to_string(),
        (0, b) => format!("up to {b}"),
        (a, b) => format!("{a} to {b}"),
    }
}

/// The attribute of an effect the rules make themselves.
fn plain_attr(change: u32) -> Option<usize> {
    change
        .checked_sub(super::layers::PLAIN_ADD)
        .and_then(|attr| usize::try_from(attr).ok())
}
