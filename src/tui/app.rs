//! What the screen shows and what keys do to it. Nothing here draws or reads keys.

use super::board::Board;
use super::keys::{self, Key};
use super::session::{Known, Next, Question, Session};
use crate::kernel::{Answer, AskKind, P};
use crate::play::ReplayFile;

/// Where games are kept: the program around the screen knows files, the screen does not.
pub trait Store {
    /// Keeps a game under a name; says where, or what went wrong.
    fn save(&self, name: &str, file: &ReplayFile) -> Result<String, String>;
    /// Finds a game that was kept.
    fn load(&self, name: &str) -> Result<ReplayFile, String>;
    /// The game that was found is the one that is played now.
    fn taken_up(&self, _name: &str) {}
}

/// What a list on the screen is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pick {
    /// Whose text to show.
    Text(Vec<Known>),
    /// Which card to ask about.
    Why(Vec<Known>),
    /// Which zone to look into.
    Zone(Vec<Vec<crate::kernel::CellId>>),
}

/// What a line of input is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Save,
    Load,
    Find,
}

/// What must be said yes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Doubt {
    Resign,
    Quit,
    /// The running game is not kept, and the game of this name would take its place.
    Load(String),
}

/// What is on the screen in place of, or beside, the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mode {
    /// The question.
    Ask,
    /// Somebody else takes the seat; nothing of the game is shown.
    Curtain(P),
    /// A list to pick from.
    List {
        title: String,
        lines: Vec<String>,
        pick: Pick,
    },
    /// A page to read, scrolled down so far.
    Page {
        title: String,
        lines: Vec<String>,
        from: usize,
    },
    /// A line to type.
    Input { entry: Entry, text: String },
    /// A question with yes and no.
    Confirm(Doubt),
}

/// The screen's state.
pub struct App<'s> {
    pub(super) session: Session,
    store: &'s dyn Store,
    pub(super) mode: Mode,
    /// The question that is shown, as long as it is open.
    pub(super) question: Option<Question>,
    /// The marked line of the list that is shown.
    pub(super) cursor: usize,
    /// How many lines of a list fit; the last drawing said so.
    pub(super) page: usize,
    /// The number that is being typed.
    pub(super) number: String,
    /// What answers are looked for.
    pub(super) find: String,
    /// What to tell about the last key.
    pub(super) message: String,
    /// Whose hand was shown last.
    seated: Option<P>,
    pub(super) done: bool,
    pub(super) colour: bool,
}

impl std::fmt::Debug for App<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("mode", &self.mode).finish_non_exhaustive()
    }
}

impl<'s> App<'s> {
    /// A screen for a session.
    pub fn new(session: Session, store: &'s dyn Store, colour: bool) -> App<'s> {
        let mut app = App {
            session,
            store,
            mode: Mode::Ask,
            question: None,
            cursor: 0,
            page: keys::ANSWERS.len(),
            number: String::new(),
            find: String::new(),
            message: String::new(),
            seated: None,
            done: false,
            colour,
        };
        app.settle();
        app
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The session, when the screen is no longer needed.
    pub fn into_session(self) -> Session {
        self.session
    }

    /// Whether a program is to answer now.
    pub fn waits_for_program(&self) -> bool {
        matches!(self.session.next(), Next::Program(_)) && !self.done
    }

    /// Lets the program answer.
    pub fn step(&mut self) {
        if let Err(error) = self.session.let_program() {
            self.message = format!("the program gave an answer that is not legal: {error}");
            self.done = true;
        }
        self.settle();
    }

    /// The game moved on: what is asked now, and whether somebody else must sit down first.
    fn settle(&mut self) {
        self.question = self.session.question();
        self.cursor = 0;
        self.number.clear();
        self.find.clear();
        self.mode = Mode::Ask;
        if let Next::Person(p) = self.session.next() {
            if self.session.is_hotseat() && self.seated != Some(p) {
                self.mode = Mode::Curtain(p);
            } else {
                self.seated = Some(p);
            }
        }
    }

    /// The answers that are shown: those with what is looked for in them.
    pub(super) fn shown(&self) -> Vec<(usize, String)> {
        let find = self.find.to_lowercase();
        let answers = self.question.as_ref().map_or(&[][..], |q| q.answers.as_slice());
        answers
            .iter()
            .enumerate()
            .filter(|(_, line)| find.is_empty() || line.words.to_lowercase().contains(&find))
            .map(|(n, line)| {
                let count = if line.count > 1 {
                    format!(" (x{})", line.count)
                } else {
                    String::new()
                };
                (n, format!("{}{count}", line.words))
            })
            .collect()
    }

    /// How many lines the list has that keys move in.
    fn lines(&self) -> usize {
        match &self.mode {
            Mode::List { lines, .. } => lines.len(),
            _ => self.shown().len(),
        }
    }

    /// The first line of the page that the mark is on.
    pub(super) fn first(&self) -> usize {
        let page = self.page.max(1);
        self.cursor / page * page
    }

    /// A key was pressed.
    pub fn press(&mut self, key: Key) {
        self.message.clear();
        if key == Key::Leave {
            self.done = true;
            return;
        }
        match self.mode.clone() {
            Mode::Curtain(p) => {
                if key == Key::Enter {
                    self.seated = Some(p);
                    self.mode = Mode::Ask;
                }
            }
            Mode::Confirm(doubt) => self.confirm(doubt, key),
            Mode::Input { entry, text } => self.input(entry, text, key),
            Mode::Page { .. } => self.scroll(key),
            Mode::List { pick, .. } => self.list(&pick, key),
            Mode::Ask => self.ask(key),
        }
    }

    fn confirm(&mut self, doubt: Doubt, key: Key) {
        self.mode = Mode::Ask;
        if key != Key::Char('y') {
            return;
        }
        match doubt {
            Doubt::Quit => self.done = true,
            Doubt::Load(name) => self.load(&name),
            Doubt::Resign => {
                if let Err(error) = self.session.resign() {
                    self.message = error.to_string();
                }
                self.settle();
            }
        }
    }

    fn input(&mut self, entry: Entry, mut text: String, key: Key) {
        match key {
            Key::Esc => {
                if entry == Entry::Find {
                    self.end_find();
                }
                self.mode = Mode::Ask;
                return;
            }
            Key::Enter => {
                self.mode = Mode::Ask;
                match entry {
                    Entry::Save => self.save(text.trim()),
                    Entry::Load if self.session.is_kept() => self.load(text.trim()),
                    Entry::Load => self.mode = Mode::Confirm(Doubt::Load(text.trim().to_owned())),
                    Entry::Find => {}
                }
                return;
            }
            Key::Backspace => {
                text.pop();
            }
            // A name that no file can have helps nobody.
            Key::Char(c) if text.len() < 1000 => text.push(c),
            _ => {}
        }
        if entry == Entry::Find {
            self.find.clone_from(&text);
            self.cursor = 0;
        }
        self.mode = Mode::Input { entry, text };
    }

    fn save(&mut self, name: &str) {
        self.message = if name.is_empty() {
            "not saved: a file needs a name".to_owned()
        } else {
            match self.session.save_to(self.store, name) {
                Ok(told) => told,
                Err(wrong) => wrong,
            }
        };
    }

    fn end_find(&mut self) {
        self.find.clear();
        self.cursor = 0;
    }

    fn load(&mut self, name: &str) {
        match self.session.load_from(self.store, name) {
            Ok(told) => {
                self.seated = None;
                self.settle();
                self.message = told;
            }
            Err(wrong) => self.message = wrong,
        }
    }

    /// Scrolls a page; how far down it can go is for the screen to say.
    fn scroll(&mut self, key: Key) {
        let Mode::Page { from, .. } = &mut self.mode else {
            return;
        };
        let page = self.page.max(1);
        match key {
            Key::Up | Key::Char('k') => *from = from.saturating_sub(1),
            Key::Down | Key::Char('j') => *from = from.saturating_add(1),
            Key::PageUp | Key::Char('<') => *from = from.saturating_sub(page),
            Key::PageDown | Key::Char('>' | ' ') => *from = from.saturating_add(page),
            Key::Home => *from = 0,
            Key::End => *from = usize::MAX,
            _ => self.mode = Mode::Ask,
        }
    }

    /// Moves the mark; true if the key was for that.
    fn moved(&mut self, key: Key) -> bool {
        let last = self.lines().saturating_sub(1);
        let page = self.page.max(1);
        self.cursor = match key {
            Key::Up => self.cursor.saturating_sub(1),
            Key::Down => (self.cursor + 1).min(last),
            Key::PageUp | Key::Char('<') => self.first().saturating_sub(page),
            Key::PageDown | Key::Char('>') => (self.first() + page).min(last),
            Key::Home => 0,
            Key::End => last,
            _ => return false,
        };
        true
    }

    /// The line that a key takes: the marked one, or the one with that key on the page.
    fn taken(&self, key: Key) -> Option<usize> {
        match key {
            Key::Enter => Some(self.cursor),
            Key::Char(c) => keys::place(c)
                .filter(|place| *place < self.page)
                .map(|place| self.first() + place),
            _ => None,
        }
        .filter(|line| *line < self.lines())
    }

    fn list(&mut self, pick: &Pick, key: Key) {
        if self.moved(key) {
            return;
        }
        let Some(line) = self.taken(key) else {
            if key == Key::Esc || key == Key::Char('q') {
                self.mode = Mode::Ask;
                self.cursor = 0;
            }
            return;
        };
        self.cursor = 0;
        self.mode = match pick {
            Pick::Text(cards) => match cards.get(line) {
                Some(known) => page(
                    &known.name,
                    self.session.text(known.def).lines().map(str::to_owned).collect(),
                ),
                None => Mode::Ask,
            },
            Pick::Why(cards) => match cards.get(line) {
                Some(known) => page(&format!("{} ({})", known.name, known.place), self.reasons(known)),
                None => Mode::Ask,
            },
            Pick::Zone(zones) => match zones.get(line) {
                Some(cells) => {
                    let view = self.session.view();
                    let mut lines = Board::new(self.session.game(), &view).contents(cells);
                    if lines.is_empty() {
                        lines.push("no cards".to_owned());
                    }
                    page("zone", lines)
                }
                None => Mode::Ask,
            },
        };
    }

    fn reasons(&self, known: &Known) -> Vec<String> {
        why_lines(&self.session, known)
    }

    fn ask(&mut self, key: Key) {
        if let Key::Char(c) = key
            && self.command(c)
        {
            return;
        }
        if key == Key::Esc {
            self.end_find();
            return;
        }
        if let Some((low, high)) = self.question.as_ref().and_then(|q| q.range) {
            self.type_number(low, high, key);
            return;
        }
        if self.moved(key) {
            return;
        }
        let answer = self.taken(key).and_then(|line| {
            let (n, _) = self.shown().into_iter().nth(line)?;
            self.question.as_ref()?.answers.get(n).map(|line| line.choice.answer())
        });
        match answer {
            Some(answer) => self.give(answer),
            None if matches!(key, Key::Char(_)) => "no such key: h shows the keys".clone_into(&mut self.message),
            None => {}
        }
    }

    fn type_number(&mut self, low: i32, high: i32, key: Key) {
        match key {
            Key::Char(c) if (c.is_ascii_digit() || c == '-') && self.number.len() < 11 => self.number.push(c),
            Key::Backspace => {
                self.number.pop();
            }
            Key::Enter => {
                let number: Option<i32> = self.number.parse().ok();
                match number.filter(|n| (low..=high).contains(n)) {
                    Some(n) => {
                        let at = i64::from(n) - i64::from(low);
                        self.give(Answer::Pick(u32::try_from(at).unwrap_or(u32::MAX)));
                    }
                    None => {
                        self.message = format!("type a number from {low} to {high}, then Enter");
                        self.number.clear();
                    }
                }
            }
            _ => {}
        }
    }

    fn give(&mut self, answer: Answer) {
        match self.session.answer(answer) {
            Ok(()) => self.settle(),
            Err(error) => self.message = error.to_string(),
        }
    }

    /// A key that is a command; true if it was one.
    fn command(&mut self, c: char) -> bool {
        let over = matches!(self.session.next(), Next::Nobody(_));
        match c {
            't' => {
                let cards = self.session.known();
                self.open("whose text?", card_lines(&cards), Pick::Text(cards));
            }
            '?' => {
                let cards = self.session.own();
                self.open("why can I not play …", card_lines(&cards), Pick::Why(cards));
            }
            'z' => {
                let view = self.session.view();
                let zones = Board::new(self.session.game(), &view).zones();
                let (lines, cells) = zones.into_iter().unzip();
                self.open("which zone?", lines, Pick::Zone(cells));
            }
            'g' => {
                self.mode = Mode::Page {
                    title: "log".to_owned(),
                    lines: self.session.log(0),
                    from: usize::MAX,
                };
            }
            'h' => self.mode = page("keys", keys::HELP.iter().map(|line| (*line).to_owned()).collect()),
            'u' => {
                let told = self.session.undo().map_or_else(|why| why, |()| "undone");
                self.settle();
                told.clone_into(&mut self.message);
            }
            's' => self.enter(Entry::Save),
            'l' => self.enter(Entry::Load),
            '/' => self.enter(Entry::Find),
            'R' if over => "the game is over".clone_into(&mut self.message),
            'R' => self.mode = Mode::Confirm(Doubt::Resign),
            'q' if over => self.done = true,
            'q' => self.mode = Mode::Confirm(Doubt::Quit),
            _ => return false,
        }
        true
    }

    fn enter(&mut self, entry: Entry) {
        self.mode = Mode::Input {
            entry,
            text: String::new(),
        };
    }

    fn open(&mut self, title: &str, lines: Vec<String>, pick: Pick) {
        self.cursor = 0;
        self.mode = Mode::List {
            title: title.to_owned(),
            lines,
            pick,
        };
    }
}

/// Why nothing, or only something, can be done with a card, line by line.
pub(super) fn why_lines(session: &Session, known: &Known) -> Vec<String> {
    let reasons = known.card.map(|card| session.why(card)).unwrap_or_default();
    if reasons.is_empty() {
        let acts = session
            .game()
            .state
            .ask
            .is_some_and(|ask| matches!(ask.kind, AskKind::Act(_)));
        let told = if acts {
            "nothing stands in the way: look for it among the answers"
        } else {
            "the open question offers it, look among the answers; what can be played is asked later"
        };
        return vec![told.to_owned()];
    }
    reasons.iter().map(|reason| session.reason_words(reason)).collect()
}

fn card_lines(cards: &[Known]) -> Vec<String> {
    cards
        .iter()
        .map(|known| format!("{} — {}", known.name, known.place))
        .collect()
}

fn page(title: &str, lines: Vec<String>) -> Mode {
    Mode::Page {
        title: title.to_owned(),
        lines,
        from: 0,
    }
}
