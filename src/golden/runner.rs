//! Plays a test: sets up its board, makes its decisions, checks what it expects.

use super::link::{Cards, Shared, cards};
use super::{answer, board, expect, paste};
use crate::exec::{Fault, Game, Status, player_word};
use crate::games;
use crate::ir::{Answer, Do, DoLine, Expect, ExpectLine, Module, Pick, Src, Step, Test, Until};
use crate::kernel::{self, Ask, AskKind, Atom, CellId, EvKind, LogKind, Outcome, P, State, TimeId};
use std::fmt::Write as _;

/// The most decisions of one test.
const MAX_DECISIONS: usize = 20_000;
/// The most legal answers that a message lists.
const MAX_LISTED: usize = 60;

/// A test to be run, with all cards it may use.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The module the test stands in.
    pub module: &'a Module,
    /// All modules of the game: the test's own first, then what its file imports, then the others. The first card of a name counts.
    pub library: &'a [&'a Module],
    /// The test.
    pub test: &'a Test,
    /// The edition of the rules it is played by; none if the game has one set of rules.
    pub edition: Option<&'a str>,
    /// The linked cards of the file, shared by its tests.
    pub shared: &'a Shared,
    /// Collect a trace of everything that happens.
    pub trace: bool,
}

/// What came of a test.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Played {
    /// The log of the game, as golden files keep it.
    pub log: Vec<String>,
    /// The trace, if it was asked for.
    pub trace: Vec<String>,
    /// Why the test fails, if it does.
    pub failure: Option<Failure>,
}

/// Why a test fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The line of the test it is about.
    pub src: Option<Src>,
    /// What was expected and what was found, in as many lines as it takes.
    pub message: String,
}

/// How reports call a test: by its name, and by the edition it is played by if its module is for several.
pub fn title(module: &Module, test: &Test, edition: Option<&str>) -> String {
    entitled(test, edition.filter(|_| module.editions.len() > 1))
}

/// The name the log of a test is kept under: that of the test, with the edition behind it unless that is the module's first.
pub fn key(module: &Module, test: &Test, edition: Option<&str>) -> String {
    let first = module.editions.first().map(String::as_str);
    entitled(test, edition.filter(|edition| first != Some(edition)))
}

fn entitled(test: &Test, edition: Option<&str>) -> String {
    match edition {
        Some(edition) => format!("{} [{edition}]", test.title()),
        None => test.title(),
    }
}

impl Failure {
    /// The same about a line, if it is about none yet.
    pub(super) fn at(mut self, src: Src) -> Failure {
        self.src.get_or_insert(src);
        self
    }
}

/// A failure about a line.
pub(super) fn fail(src: Src, message: impl Into<String>) -> Failure {
    Failure {
        src: Some(src),
        message: message.into(),
    }
}

/// Plays a test, and plays it again with the game saved and loaded at every decision: both must go the same way.
pub fn play(job: &Job<'_>) -> Played {
    let none = |failure: Failure| Played {
        failure: Some(failure),
        ..Played::default()
    };
    let Some(kernel) = games::kernel(&job.module.game, job.edition) else {
        return none(Failure {
            src: None,
            message: format!("the game `{}` cannot be played yet", job.module.game),
        });
    };
    let cards = match cards(job, kernel) {
        Ok(cards) => cards,
        Err(failure) => return none(failure),
    };
    let mut first = match Trial::new(job, &cards, false) {
        Ok(trial) => trial,
        Err(failure) => return none(failure),
    };
    let mut failure = first.run().err().map(|failure| first.explained(failure));
    if failure.is_none() {
        failure = match Trial::new(job, &cards, true) {
            Ok(mut second) => {
                let again = second.run().err();
                compare(&first, &second, again)
            }
            Err(failure) => Some(failure),
        };
    }
    Played {
        log: first.game.log_lines(None),
        trace: if job.trace { first.trace() } else { Vec::new() },
        failure,
    }
}

/// What differs between a game and the same game saved and loaded all the time.
fn compare(first: &Trial<'_>, second: &Trial<'_>, again: Option<Failure>) -> Option<Failure> {
    let (a, b) = (&first.game.log.events, &second.game.log.events);
    if second.unsaved {
        return Some(Failure {
            src: None,
            message: "the game cannot be saved and loaded".to_owned(),
        });
    }
    if a == b && again.is_none() {
        return None;
    }
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let decision = first.made.iter().take_while(|(at, _)| *at <= same).count();
    let mut message = format!("a saved game went on differently at decision {decision}");
    let line = |trial: &Trial<'_>| {
        let ev = trial.game.log.events.get(same)?;
        trial.game.log_line(ev, None)
    };
    for (who, trial) in [("played through", first), ("saved and loaded", second)] {
        if let Some(line) = line(trial) {
            let _ = write!(message, "\n  {who}: {line}");
        }
    }
    let src = again.as_ref().and_then(|f| f.src);
    if let Some(again) = again {
        let _ = write!(message, "\n{}", again.message);
    }
    Some(Failure { src, message })
}

/// A running test.
pub(super) struct Trial<'j> {
    pub(super) job: &'j Job<'j>,
    pub(super) cards: &'j Cards,
    pub(super) game: Game,
    /// Save and load the game at every decision.
    reload: bool,
    /// The game could not be saved and loaded.
    unsaved: bool,
    /// The decisions made: how long the log was then, and what was decided.
    made: Vec<(usize, String)>,
    /// A position that a line named in advance of the question, with the line.
    position: Option<(P, CellId, Src)>,
    /// The last line that was played is an `until`: the game stands where that time began.
    halted: bool,
    /// The choices among several answers that were made by themselves since the last line, as lines.
    taken: Vec<String>,
    /// Nothing is played: the board stays as it was laid out.
    pub(super) still: bool,
    /// How many `holds` lines were checked.
    pub(super) held: usize,
    /// The answers that the engine would not have given by itself, if they are recorded.
    pub(super) recorded: Option<Vec<kernel::Answer>>,
}

impl<'j> Trial<'j> {
    pub(super) fn new(job: &'j Job<'j>, cards: &'j Cards, reload: bool) -> Result<Trial<'j>, Failure> {
        let does = job
            .test
            .given
            .iter()
            .filter(|line| matches!(line.given, crate::ir::Given::Does { .. }))
            .count();
        Ok(Trial {
            job,
            cards,
            game: board::set_up(job, cards)?,
            reload,
            unsaved: false,
            made: Vec::new(),
            position: None,
            halted: false,
            taken: Vec::new(),
            still: false,
            held: does,
            recorded: None,
        })
    }

    pub(super) fn run(&mut self) -> Result<(), Failure> {
        let steps = &self.job.test.steps;
        if steps.is_empty() {
            self.advance();
        }
        for step in steps {
            match step {
                Step::Do(lines) => {
                    let last = lines.len().saturating_sub(1);
                    for (n, line) in lines.iter().enumerate() {
                        self.line(line, n == last)?;
                    }
                    // `until` stops where its time begins, between two questions if it must; any other line runs on to a question.
                    self.halted = matches!(lines.last().map(|line| &line.act), Some(Do::Until(_)));
                    if !self.halted {
                        self.advance();
                    }
                    self.use_position()?;
                    // A game that the engine has given up shows nothing.
                    if let (Some(line), Some(words)) = (lines.last(), self.game.fault_words()) {
                        return Err(fail(line.src, words));
                    }
                    if let Some(line) = lines.last()
                        && !self.halted
                    {
                        self.finish_payment(line.src)?;
                    }
                }
                Step::Expect(lines) => {
                    if !self.halted {
                        self.advance();
                        self.choose_alike(lines)?;
                    }
                    for line in lines {
                        self.expect(line)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A choice among cards that are the same to everybody is made before something is expected, unless that is about the question.
    fn choose_alike(&mut self, lines: &[ExpectLine]) -> Result<(), Failure> {
        let about = |game: &Game, line: &ExpectLine| match &line.expect {
            Expect::Asked(_) => true,
            Expect::Offered { answer, .. } => {
                let speaks = |ask: &Ask| answer::speaks(game, ask, answer);
                game.state.ask.as_ref().is_some_and(speaks) && answer::picks_of(game, answer)
            }
            Expect::Choices { picks, .. } => answer::picks_of(game, &Answer::Choose(picks.clone())),
            _ => false,
        };
        let Some(src) = lines.first().map(|line| line.src) else {
            return Ok(());
        };
        while answer::are_all_alike(&self.game) && !lines.iter().any(|line| about(&self.game, line)) {
            self.pick(0, src)?;
            self.advance();
        }
        Ok(())
    }

    fn expect(&mut self, line: &ExpectLine) -> Result<(), Failure> {
        let result = expect::check(self, &line.expect);
        if matches!(line.expect, Expect::Holds { .. }) {
            self.held += 1;
        }
        if let Some(words) = self.game.fault_words() {
            return Err(fail(line.src, words));
        }
        result.map_err(|message| fail(line.src, message))
    }

    /// A failure with the choices that no line made.
    fn explained(&self, mut failure: Failure) -> Failure {
        if !self.taken.is_empty() {
            failure.message.push_str("\ntaken by themselves since the last line:");
            for line in &self.taken {
                let _ = write!(failure.message, "\n  {line}");
            }
        }
        failure
    }

    /// Runs to the next question.
    pub(super) fn advance(&mut self) -> Status {
        if self.still {
            return self.game.state.over.map_or(Status::Decide(P::ONE), Status::Over);
        }
        loop {
            let status = self.game.advance();
            // A window in which the other player can only pass is passed by itself; the turn player's windows are places to stop at.
            let lone = self.game.answer_count() == 1
                && !matches!(status, Status::Decide(p) if p == self.game.state.turn.player);
            if lone {
                self.record(kernel::Answer::Pick(0));
                if self.game.answer(kernel::Answer::Pick(0)).is_ok() {
                    continue;
                }
            }
            self.at_decision(status);
            return status;
        }
    }

    /// In the second run of a test the game is saved and loaded wherever it waits.
    pub(super) fn at_decision(&mut self, status: Status) {
        self.game.settle();
        if self.reload && matches!(status, Status::Decide(_)) {
            self.save_and_load();
        }
    }

    fn save_and_load(&mut self) {
        let saved = postcard::to_stdvec(&self.game.state);
        let loaded = saved.ok().and_then(|bytes| postcard::from_bytes::<State>(&bytes).ok());
        match loaded {
            Some(state) => self.game.resume(state),
            None => self.unsaved = true,
        }
    }

    pub(super) fn pick(&mut self, number: u32, src: Src) -> Result<(), Failure> {
        if self.made.len() > MAX_DECISIONS {
            return Err(fail(src, format!("more than {MAX_DECISIONS} decisions")));
        }
        let words = self.game.answer_atom(number).map(|a| self.atom_words(a));
        let text = format!("{}: {}", self.game.question_words(), words.unwrap_or_default());
        self.made.push((self.game.log.events.len(), text));
        self.record(kernel::Answer::Pick(number));
        self.game
            .answer(kernel::Answer::Pick(number))
            .map_err(|error| fail(src, error.to_string()))
    }

    /// Notes an answer that is about to be given, unless the engine would give it by itself: a test spells out the picks of a question one by one.
    fn record(&mut self, answer: kernel::Answer) {
        if self.recorded.is_none() || self.game.state.ask.is_none() {
            return;
        }
        let mut alone = self.game.clone();
        let _: Status = alone.advance();
        let waits = alone.state.ask == self.game.state.ask && alone.state.picks == self.game.state.picks;
        if let (Some(recorded), true) = (&mut self.recorded, waits) {
            recorded.push(answer);
        }
    }

    fn line(&mut self, line: &DoLine, last: bool) -> Result<(), Failure> {
        self.taken.clear();
        match &line.act {
            Do::Answer { player, answer } => self.answer(board::seat(*player), answer, line.src),
            Do::Until(until) => self.until(until, line.src),
            Do::Resolve { all } => self.resolve(*all, last, line.src),
        }
    }

    /// Goes on with default answers to the question that an answer speaks to, and answers it.
    fn answer(&mut self, player: P, answer: &Answer, src: Src) -> Result<(), Failure> {
        let mut passed: Option<String> = None;
        let turn = self.game.state.turn.number;
        loop {
            let status = self.advance();
            let why = match status {
                Status::Over(outcome) => Some(over_words(outcome)),
                _ if self.game.state.turn.number > turn.saturating_add(1) => {
                    Some("a line waits until the end of the next turn at most".to_owned())
                }
                Status::Decide(_) => None,
            };
            if let Some(why) = why {
                let mut message = format!("this was never asked for: {why}");
                if let Some(passed) = passed {
                    let _ = write!(
                        message,
                        "\nthe first question that this line does not speak to: {passed}"
                    );
                }
                return Err(fail(src, message));
            }
            self.use_position()?;
            let Some(ask) = self.game.state.ask else {
                continue;
            };
            if *answer == Answer::Concede {
                self.made
                    .push((self.game.log.events.len(), format!("{} concedes", player_word(player))));
                self.record(kernel::Answer::Concede(player));
                return self
                    .game
                    .answer(kernel::Answer::Concede(player))
                    .map_err(|error| fail(src, error.to_string()));
            }
            if ask.who == player && answer::speaks(&self.game, &ask, answer) {
                // A choice among cards that are all the same needs no line of its own.
                if answer::are_all_alike(&self.game) && !answer::picks_of(&self.game, answer) {
                    self.pick(0, src)?;
                    continue;
                }
                return self.give(&ask, answer, src);
            }
            if ask.who == player
                && let [begin] = answer::lead_in(&self.game, answer).as_slice()
            {
                self.pick(*begin, src)?;
                continue;
            }
            if ask.who == player && self.must_be_answered(&ask) {
                return Err(fail(
                    src,
                    format!("this line does not answer what is asked\n{}", self.question()),
                ));
            }
            passed.get_or_insert_with(|| self.question());
            self.pick_default(src)?;
        }
    }

    /// Whether a question that the next line of its player does not speak to is a mistake in the test: something is to be chosen. A chance to act is
    /// passed, a payment, an order and the turn of abilities that wait are left to themselves, and so is what one can decline.
    fn must_be_answered(&self, ask: &Ask) -> bool {
        let declined = |atom: &Atom| matches!(atom, Atom::No | Atom::Pass | Atom::Done);
        !matches!(ask.kind, AskKind::Act(_) | AskKind::Order | AskKind::Instances)
            && ask.range.is_none()
            && !answer::is_payment(&self.game, ask)
            && !answer::are_all_alike(&self.game)
            && self.game.answer_count() > 1
            // Where all are taken, only their order is open.
            && usize::from(ask.min).saturating_sub(self.game.state.picks.len()) < self.game.state.atoms.len()
            && !self.game.state.atoms.iter().any(declined)
    }

    /// Gives the default answer, and notes it if there was a choice.
    pub(super) fn pick_default(&mut self, src: Src) -> Result<(), Failure> {
        const MOST: usize = 12;
        let number = answer::default(&self.game);
        if self.game.answer_count() > 1
            && self.taken.len() < MOST
            && let (Some(ask), Some(atom)) = (self.game.state.ask, self.game.answer_atom(number))
        {
            let line = paste::line(&self.game, &ask, atom);
            self.taken.push(format!("{line}  # {}", self.game.question_words()));
        }
        self.pick(number, src)
    }

    fn give(&mut self, ask: &Ask, answer: &Answer, src: Src) -> Result<(), Failure> {
        let picks: Vec<Pick> = match answer {
            Answer::Choose(picks) if !picks.is_empty() => picks.clone(),
            Answer::Order(cards) => cards.iter().cloned().map(Pick::Card).collect(),
            _ => {
                let fitting = answer::fitting(&self.game, answer);
                let number = self.only(&fitting, src)?;
                if let Answer::Play { on: Some(on), .. } | Answer::Act { on: Some(on), .. } = answer {
                    self.name_position(number, ask.who, on, src)?;
                }
                return self.pick(number, src);
            }
        };
        let last = picks.len().saturating_sub(1);
        for (at, pick) in picks.iter().enumerate() {
            if self.game.state.ask.is_none() {
                return Err(fail(
                    src,
                    format!("the question takes {at} picks, and this line has more"),
                ));
            }
            let fitting = answer::fitting_pick(&self.game, pick);
            let number = self.only(&fitting, src)?;
            self.pick(number, src)?;
            if at < last && self.reload && self.game.state.ask.is_some() {
                self.save_and_load();
            }
        }
        if self.game.state.ask.is_none() {
            return Ok(());
        }
        // The question is still open: it must be possible to stop here, or there must be no choice left.
        if let Some(done) = self.game.state.atoms.iter().position(|a| *a == Atom::Done) {
            return self.pick(u32::try_from(done).unwrap_or(0), src);
        }
        if self.game.answer_count() <= 1 || matches!(answer, Answer::Order(_)) && self.game.state.atoms.len() <= 1 {
            return Ok(());
        }
        Err(fail(
            src,
            format!(
                "the question asks for more picks than this line has\n{}",
                self.question()
            ),
        ))
    }

    fn only(&self, fitting: &[u32], src: Src) -> Result<u32, Failure> {
        match answer::only(&self.game, fitting) {
            Ok(Some(number)) => Ok(number),
            Ok(None) => Err(fail(src, format!("this is not legal now\n{}", self.question()))),
            Err(()) => {
                let which: Vec<String> = fitting
                    .iter()
                    .filter_map(|n| self.game.answer_atom(*n))
                    .map(|a| self.atom_words(a))
                    .collect();
                Err(fail(
                    src,
                    format!(
                        "this is ambiguous: it means {}\n{}",
                        which.join(" or "),
                        self.question()
                    ),
                ))
            }
        }
    }

    /// Remembers the position of a play whose position is asked for later.
    fn name_position(&mut self, number: u32, who: P, on: &str, src: Src) -> Result<(), Failure> {
        if let Some(Atom::Act(act)) = self.game.answer_atom(number)
            && answer::words_of(&self.game, act).iter().any(|w| w == "on")
        {
            return Ok(());
        }
        let layout = self.game.kernel().layout();
        let Some(cell) = layout.position_named(who, on) else {
            let known: Vec<&str> = layout.zones().iter().flat_map(|z| z.positions).copied().collect();
            let message = format!("there is no position `{on}`; the positions are {}", known.join(", "));
            return Err(fail(src, message));
        };
        self.position = Some((who, cell, src));
        Ok(())
    }

    /// Answers a question about the position that a line named in advance. By the next action it must have been asked for.
    pub(super) fn use_position(&mut self) -> Result<(), Failure> {
        let (Some((who, cell, src)), Some(ask)) = (self.position, self.game.state.ask) else {
            return Ok(());
        };
        if ask.who == who && self.game.state.atoms.iter().any(|a| matches!(a, Atom::Cell(_))) {
            self.position = None;
            let fitting: Vec<u32> = (0u32..)
                .zip(&self.game.state.atoms)
                .filter(|(_, a)| **a == Atom::Cell(cell))
                .map(|(n, _)| n)
                .collect();
            let number = self.only(&fitting, src)?;
            self.pick(number, src)?;
            self.advance();
            return Ok(());
        }
        if matches!(ask.kind, AskKind::Act(_)) {
            self.position = None;
            return Err(fail(src, "the position of this line was never asked for"));
        }
        Ok(())
    }

    fn until(&mut self, until: &Until, src: Src) -> Result<(), Failure> {
        let time = match until {
            Until::Time(word) => Some(board::time(self.game.kernel(), word).map_err(|m| fail(src, m))?),
            Until::Turn(_) | Until::Over => None,
        };
        let mark = self.game.log.events.len();
        let turn = self.game.state.turn.number;
        loop {
            let Some(status) = self.game.advance_until(&|game| began(game, until, time, mark, turn)) else {
                // The time is a new one already, though nothing has happened in it: what depends on it is worked out before it is looked at.
                self.game.state.dirty = true;
                self.game.settle();
                self.use_position()?;
                return Ok(());
            };
            self.at_decision(status);
            self.use_position()?;
            if let Status::Over(outcome) = status {
                return match until {
                    Until::Over => Ok(()),
                    _ => Err(fail(src, format!("this did not begin: {}", over_words(outcome)))),
                };
            }
            self.pick_default(src)?;
        }
    }

    /// The open question with all legal answers, for messages.
    pub(super) fn question(&self) -> String {
        let Some(ask) = self.game.state.ask else {
            return match self.game.state.over {
                Some(outcome) => over_words(outcome),
                None => "no question is open".to_owned(),
            };
        };
        let mut text = format!("{}; the legal answers are:", self.game.question_words());
        if ask.range.is_some() {
            for line in self.game.answers_words(MAX_LISTED) {
                let _ = write!(text, "\n  {line}");
            }
            return text;
        }
        let mut lines: Vec<String> = Vec::new();
        for atom in self.game.state.atoms.iter().take(MAX_LISTED) {
            let line = paste::line(&self.game, &ask, *atom);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        for line in lines {
            let _ = write!(text, "\n  {line}");
        }
        let more = self.game.state.atoms.len().saturating_sub(MAX_LISTED);
        if more > 0 {
            let _ = write!(text, "\n  … {more} more");
        }
        text
    }

    /// A legal answer in the words of a test.
    pub(super) fn atom_words(&self, atom: Atom) -> String {
        if let (Atom::Option(n), Some(ask)) = (atom, self.game.state.ask)
            && let Some(word) = answer::option_word(&self.game, ask.kind, n)
        {
            return word.to_owned();
        }
        self.game.atom_words(atom)
    }

    /// The log with the decisions between its lines.
    fn trace(&self) -> Vec<String> {
        let mut out = Vec::new();
        let mut made = self.made.iter().peekable();
        for (at, ev) in self.game.log.events.iter().enumerate() {
            while let Some((_, text)) = made.next_if(|(when, _)| *when <= at) {
                out.push(format!("? {text}"));
            }
            out.extend(self.game.log_line(ev, None));
        }
        out.extend(made.map(|(_, text)| format!("? {text}")));
        if self.game.state.ask.is_some() {
            out.extend(self.question().lines().map(|line| format!("? {line}")));
        }
        out
    }
}

/// How a game ended, in words.
pub(super) fn over_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(p) => format!("the game is over, {} won", player_word(p)),
        Outcome::Draw => "the game is over, a draw".to_owned(),
        Outcome::Fault(code, _) => format!("the engine gave up: {}", Fault::words(code)),
    }
}

/// Whether what `until` waits for has begun: a turn of the player, or the start of the time since the line began.
fn began(game: &Game, until: &Until, time: Option<TimeId>, mark: usize, turn: u16) -> bool {
    match until {
        Until::Over => false,
        Until::Turn(player) => game.state.turn.player == board::seat(*player) && game.state.turn.number != turn,
        Until::Time(_) => time.is_some_and(|time| {
            let events = &game.log.events;
            events
                .iter()
                .skip(mark)
                .any(|ev| ev.kind == LogKind::Event(EvKind::Begin(time)))
        }),
    }
}
