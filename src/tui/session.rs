//! A game in front of people: who sits where, what each of them may see, and the way back. Nothing here knows a terminal.

use super::app::Store;
use super::honest::Knowledge;
use super::seats::{PERSON, SeatError, Seating, Seats};
use super::texts::Texts;
use crate::exec::{AnswerLine, Game, Reason, Status, View, player_word};
use crate::kernel::{Answer, CellId, Illegal, Outcome, P, Ref};
use crate::play::{Contest, FileError, Moment, ReplayFile};
use crate::players::Seat;
use std::sync::Arc;

/// How many moments are kept ready to go back to; earlier ones are played again.
const READY: usize = 64;

/// Who decides next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// A person.
    Person(P),
    /// A program.
    Program(P),
    /// Nobody: the game is over.
    Nobody(Outcome),
}

/// A decision that a person made.
#[derive(Debug)]
pub(super) struct Decision {
    /// How many answers were given before it.
    pub(super) answers: usize,
    /// Who made it, and what that person knew; of a game that was loaded nobody can say.
    pub(super) known: Option<(P, Knowledge)>,
    /// The moment, if it is kept ready.
    moment: Option<Moment>,
}

/// What a person is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// In words.
    pub words: String,
    /// The legal answers.
    pub answers: Vec<AnswerLine>,
    /// A range of numbers to answer with instead.
    pub range: Option<(i32, i32)>,
}

/// A card that a person can ask about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub name: String,
    /// Where it is: whose place, which place.
    pub place: String,
    /// What it is.
    pub def: crate::kernel::DefId,
    /// The card itself, where a person may point at it.
    pub card: Option<Ref>,
}

/// Why a session cannot go on with a saved game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is a game of something else: of what, and what is played here.
    #[error("it is a game of {0}, and this is {1}")]
    OtherGame(String, String),
    /// Nobody can sit down there.
    #[error(transparent)]
    Seats(#[from] SeatError),
    /// The file is refused.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A game with people and programs at its seats.
pub struct Session {
    contest: Contest,
    seats: Seats,
    /// Who was asked to sit where: that holds for games that are loaded, too.
    seating: Seating,
    names: [String; 2],
    pub(super) decisions: Vec<Decision>,
    /// Nobody looks ahead.
    pub(super) honest: bool,
    texts: Arc<Texts>,
    /// The person who looked last.
    viewer: P,
    /// The answers, and who gave up, when the game was saved or loaded last.
    kept: Option<(Vec<u32>, Option<P>)>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("contest", &self.contest)
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A session of a contest. A seat without a program is a person's; somebody must sit there.
    pub fn new(contest: Contest, seats: Seats, texts: Arc<Texts>) -> Session {
        let mut session = Session {
            contest,
            seats: [None, None],
            seating: Seating::default(),
            names: [String::new(), String::new()],
            decisions: Vec::new(),
            honest: false,
            texts,
            viewer: P::ONE,
            kept: None,
        };
        session.sit_down(seats);
        session
    }

    /// The same session, with what was asked for about its seats: games that are loaded later keep to it.
    #[must_use]
    pub fn seated(mut self, seating: Seating) -> Session {
        self.seating = seating;
        self
    }

    /// The players take their seats, in front of the contest as it stands.
    fn sit_down(&mut self, seats: Seats) {
        self.names = seats
            .each_ref()
            .map(|seat| seat.as_ref().map_or_else(|| PERSON.to_owned(), |p| p.name()));
        self.seats = seats;
        self.viewer = if self.is_person(P::ONE) { P::ONE } else { P::TWO };
        self.remember();
        self.look();
    }

    /// Finds the decisions of persons in a contest that is gone on with.
    fn remember(&mut self) {
        self.decisions.clear();
        if self.contest.replay().answers.is_empty() {
            return;
        }
        // A contest that was played through once plays through again.
        let deciders = self.contest.deciders().unwrap_or_default();
        let persons = deciders.iter().enumerate().filter(|(_, p)| self.is_person(**p));
        let persons = persons.map(|(answers, _)| Decision {
            answers,
            known: None,
            moment: None,
        });
        self.decisions = persons.collect();
    }

    /// The person who is asked is the one who looks.
    fn look(&mut self) {
        if let Next::Person(p) = self.next() {
            self.viewer = p;
        }
    }

    /// Whether a person sits there.
    pub fn is_person(&self, p: P) -> bool {
        self.seats.get(p.ix()).is_some_and(Option::is_none)
    }

    /// Whether two people share the screen.
    pub fn is_hotseat(&self) -> bool {
        P::BOTH.into_iter().all(|p| self.is_person(p))
    }

    /// How the player of a seat is called.
    pub fn name(&self, p: P) -> &str {
        self.names.get(p.ix()).map_or("", String::as_str)
    }

    /// The person who looks: the one who is asked, or was asked last.
    pub fn viewer(&self) -> P {
        self.viewer
    }

    /// The contest.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.contest.game()
    }

    /// The turn with its player and the step, in words; before the first turn nobody's turn it is.
    pub(super) fn time_words(&self) -> (String, String) {
        let game = self.game();
        let turn = &game.state.turn;
        if turn.number == 0 {
            return ("setup".to_owned(), String::new());
        }
        (format!("turn {}", turn.number), game.time_word(turn.step).to_owned())
    }

    /// How many answers were given.
    pub fn answered(&self) -> usize {
        self.contest.replay().len()
    }

    /// Who decides next.
    pub fn next(&self) -> Next {
        match self.contest.status() {
            Status::Over(outcome) => Next::Nobody(outcome),
            Status::Decide(p) if self.is_person(p) => Next::Person(p),
            Status::Decide(p) => Next::Program(p),
        }
    }

    /// Lets the program that is asked answer; nothing happens if none is asked.
    pub fn let_program(&mut self) -> Result<(), Illegal> {
        let Next::Program(p) = self.next() else { return Ok(()) };
        let Some(Some(player)) = self.seats.get_mut(p.ix()) else {
            return Ok(());
        };
        let answer = player.decide(&Seat::new(self.contest.game(), p));
        self.contest.answer(answer)?;
        self.look();
        Ok(())
    }

    /// What the person who looks may know.
    pub fn view(&self) -> View {
        self.game().view(self.viewer)
    }

    /// What the person who looks is asked, if anything.
    pub fn question(&self) -> Option<Question> {
        let Next::Person(p) = self.next() else { return None };
        let game = self.game();
        let view = game.view(p);
        Some(Question {
            words: game.question_for(&view),
            answers: game.answers_for(&view),
            range: view.ask.and_then(|ask| ask.range),
        })
    }

    /// A person answers. An illegal answer changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Illegal> {
        let Next::Person(person) = self.next() else {
            return Err(Illegal::NotAsking);
        };
        let decision = Decision {
            answers: self.contest.replay().answers.len(),
            known: self.honest.then(|| (person, Knowledge::of(self.game(), person))),
            moment: Some(self.contest.moment()),
        };
        self.contest.answer(answer)?;
        self.decisions.push(decision);
        if let Some(at) = self.decisions.len().checked_sub(READY + 1)
            && let Some(old) = self.decisions.get_mut(at)
        {
            old.moment = None;
        }
        self.look();
        Ok(())
    }

    /// The person who is asked gives up.
    pub fn resign(&mut self) -> Result<(), Illegal> {
        match self.next() {
            Next::Person(p) => self.answer(Answer::Concede(p)),
            _ => Err(Illegal::NotAsking),
        }
    }

    /// Back to the last decision that a person made, over everything that came after it; else why not.
    pub fn undo(&mut self) -> Result<(), &'static str> {
        if let Some(why) = self.refuses_undo() {
            return Err(why);
        }
        let Some(last) = self.decisions.pop() else {
            return Ok(());
        };
        match last.moment {
            Some(moment) => self.contest.go_back(moment),
            None => {
                if self.contest.rewind(last.answers).is_err() {
                    return Err("the game cannot be played again up to there");
                }
            }
        }
        self.look();
        Ok(())
    }

    /// The game as a replay file: that is what a saved game is.
    pub fn file(&self) -> ReplayFile {
        ReplayFile::new(&self.contest, self.names.clone())
    }

    /// Goes on with a saved game: whoever sat there sits there again, as far as nothing else was asked for. If it cannot be loaded, nothing changes.
    pub fn load(&mut self, file: &ReplayFile) -> Result<(), LoadError> {
        let kernel = self.game().kernel();
        let edition = Some(kernel.edition()).filter(|edition| !edition.is_empty());
        if file.game() != kernel.name() || file.edition() != edition {
            let edition = edition.map_or_else(String::new, |e| format!(" edition {e}"));
            return Err(LoadError::OtherGame(
                file.title(),
                format!("{}{edition}", kernel.name()),
            ));
        }
        let seats = self.seating.of_file(file)?;
        let pool = file.pool(self.texts.modules())?;
        self.contest = Contest::resume(file, &pool, true)?;
        self.sit_down(seats);
        Ok(())
    }

    /// Keeps the game in a store; says where, or what went wrong.
    pub(super) fn save_to(&mut self, store: &dyn Store, name: &str) -> Result<String, String> {
        if let Some(why) = self.refuses_files() {
            return Err(why.to_owned());
        }
        let told = store.save(name, &self.file())?;
        self.keep();
        Ok(told)
    }

    fn keep(&mut self) {
        let replay = self.contest.replay();
        self.kept = Some((replay.answers.clone(), replay.concede));
    }

    /// Whether nothing is lost if another game takes the place of this one: nothing was decided since it was saved, or it is over.
    pub(super) fn is_kept(&self) -> bool {
        let replay = self.contest.replay();
        let same =
            |(answers, concede): &(Vec<u32>, Option<P>)| *answers == replay.answers && *concede == replay.concede;
        let over = matches!(self.next(), Next::Nobody(_));
        over || replay.answers.is_empty() || self.kept.as_ref().is_some_and(same)
    }

    /// Goes on with a game from a store; says so, and who sits where if that changed.
    pub(super) fn load_from(&mut self, store: &dyn Store, name: &str) -> Result<String, String> {
        if let Some(why) = self.refuses_files() {
            return Err(why.to_owned());
        }
        let before = self.names.clone();
        let file = store.load(name)?;
        self.load(&file).map_err(|error| match &error {
            LoadError::Seats(seats) => format!("{name}: {error}; start again: {}", seats.help()),
            LoadError::OtherGame(..) | LoadError::File(_) => format!("{name}: {error}"),
        })?;
        store.taken_up(name);
        self.keep();
        let [one, two] = &self.names;
        Ok(if before == self.names {
            format!("loaded {name}")
        } else {
            format!("loaded {name}: p1 is {one}, p2 is {two}")
        })
    }

    /// The log as the person who looks may know it, from a record on.
    pub fn log(&self, from: usize) -> Vec<String> {
        let game = self.game();
        let records = game.log.events.get(from..).unwrap_or(&[]);
        records
            .iter()
            .filter_map(|ev| game.log_line(ev, Some(self.viewer)))
            .collect()
    }

    /// How many records the log has.
    pub fn records(&self) -> usize {
        self.game().log.events.len()
    }

    /// The printed text of a card.
    pub fn text(&self, def: crate::kernel::DefId) -> String {
        self.texts.card(&self.game().pool, def)
    }

    /// Why the person who looks cannot do something with a card now.
    pub fn why(&self, card: Ref) -> Vec<Reason> {
        self.game().why_not(self.viewer, card)
    }

    /// A reason in words, with the rule behind it.
    pub fn reason_words(&self, reason: &Reason) -> String {
        let acts = self.game().kernel().tables().acts;
        let act = reason.act.and_then(|act| acts.get(usize::from(act)).copied());
        let label = reason.ability.map(|a| self.game().ability_word(a));
        let what = match (act, label) {
            (Some(act), Some(label)) => format!("{act} {label}: "),
            (Some(act), None) => format!("{act}: "),
            (None, _) => String::new(),
        };
        let rule = if reason.rule.is_empty() {
            String::new()
        } else {
            format!(" [{}]", reason.rule)
        };
        format!("{what}{}{rule}", reason.words)
    }

    /// The cards that the person who looks knows, their own first: what can be asked about.
    pub fn known(&self) -> Vec<Known> {
        let view = self.view();
        let game = self.game();
        let layout = game.layout();
        let mut out: Vec<Known> = Vec::new();
        let hand = game.kernel().tables().hand;
        let mut cells: Vec<CellId> = (0..view.cells())
            .filter_map(|n| u8::try_from(n).ok().map(CellId))
            .collect();
        cells.sort_by_key(|cell| {
            let spec = layout.cell(*cell);
            (
                spec.player != self.viewer,
                spec.zone != hand,
                !layout.zone(spec.zone).computed,
                cell.0,
            )
        });
        for cell in cells {
            let mine = layout.cell(cell).player == self.viewer;
            // In a cell whose order the person may not know the cards are listed by what they are, and nobody can point at one.
            let pointed = mine && layout.zone(layout.cell(cell).zone).sees != crate::kernel::Sees::Nobody;
            for (n, seen) in view.cell(cell).iter().enumerate() {
                let Some(def) = seen.def else { continue };
                let place = if mine {
                    layout.cell_name(cell).to_owned()
                } else {
                    format!("{} of {}", layout.cell_name(cell), player_word(self.viewer.other()))
                };
                let known = Known {
                    name: game.pool.def(def).name.clone(),
                    place,
                    def,
                    card: game
                        .state
                        .cells
                        .cards(cell)
                        .get(n)
                        .filter(|_| pointed)
                        .map(|ix| game.state.now(*ix)),
                };
                let piled = !layout.zone(layout.cell(cell).zone).computed;
                let told = piled && out.iter().any(|k| k.def == known.def && k.place == known.place);
                if !told {
                    out.push(known);
                }
            }
        }
        out
    }

    /// The cards of the person who looks that can be asked about with [`Session::why`].
    pub fn own(&self) -> Vec<Known> {
        let mut own = self.known();
        own.retain(|known| known.card.is_some());
        own
    }

    /// The outcome in words.
    pub fn outcome_words(&self, outcome: Outcome) -> String {
        crate::play::result_words(self.game(), outcome)
    }
}
