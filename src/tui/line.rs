//! Playing by lines: a question, numbered answers, a line of input. For pipes, scripts, and terminals that cannot draw.

use super::app::{Store, why_lines};
use super::board::Board;
use super::session::{Known, Next, Question, Session};
use crate::exec::player_word;
use crate::kernel::{Answer, P};
use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::terminal::{self, Clear, ClearType};
use std::io::{self, BufRead, Write};

/// The most bytes of a line that are read.
const MOST: u64 = 4096;
/// The width that boards are written for.
const COLUMNS: usize = 78;
/// The fewest empty lines between two people, for a terminal that does not say how tall it is.
const FEWEST_ROWS: usize = 100;

const HELP: &str = "\
A number answers the question. Words:
  board            the board and your hand
  answers          the question again
  zone NAME        the cards of a zone; without a name, all zones
  text NAME        the printed text of a card (the beginning of its name is enough)
  why NAME         why a card of yours cannot be played now
  log [N]          the last N lines of the log
  undo             back to the last decision of a person
  save FILE        keep the game
  load FILE        go on with a game that was kept
  resign           give the game up
  quit             leave
The keys of the screen (t ? z g u s l R q h) stand for the words.";

/// A session by lines.
pub struct Plain<'s> {
    session: Session,
    store: &'s dyn Store,
    /// How much of the log was written for each player.
    told: [usize; 2],
    /// Whose hand was shown last.
    seated: Option<P>,
    /// Two people would share a screen that must be cleared between them.
    shared: bool,
    /// The screen can be erased, with what has left it at the top.
    erases: bool,
}

impl std::fmt::Debug for Plain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plain")
            .field("told", &self.told)
            .finish_non_exhaustive()
    }
}

impl<'s> Plain<'s> {
    /// A session; `shared` if two people would look at one screen.
    pub fn new(session: Session, store: &'s dyn Store, shared: bool) -> Plain<'s> {
        Plain {
            session,
            store,
            told: [0; 2],
            seated: None,
            shared,
            erases: false,
        }
    }

    /// The same on a terminal that understands to be erased.
    #[must_use]
    pub fn erasing(mut self) -> Plain<'s> {
        self.erases = true;
        self
    }

    /// The session, when it is over.
    pub fn into_session(self) -> Session {
        self.session
    }

    /// Plays until the game is over and nothing more comes in, or somebody leaves.
    pub fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        let mut fresh = true;
        loop {
            while let Next::Program(p) = self.session.next() {
                if let Err(error) = self.session.let_program() {
                    writeln!(out, "{}: {error}", player_word(p))?;
                    return Ok(());
                }
            }
            if fresh {
                if let Next::Person(p) = self.session.next()
                    && !self.seat(p, input, out)?
                {
                    return Ok(());
                }
                self.tell(out)?;
                self.ask(out)?;
            }
            write!(out, "> ")?;
            out.flush()?;
            let Some(line) = read_line(input)? else {
                writeln!(out)?;
                writeln!(out, "end of input")?;
                return Ok(());
            };
            match self.obey(line.trim(), out)? {
                Done::Leave => return Ok(()),
                Done::Again => fresh = false,
                Done::On => fresh = true,
            }
        }
    }

    /// Somebody else sits down: the other hand goes out of sight first. False if nobody comes.
    fn seat(&mut self, p: P, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<bool> {
        let changed = self.seated.is_some_and(|before| before != p);
        let first = self.seated.is_none();
        self.seated = Some(p);
        if !self.session.is_hotseat() || !changed && !first {
            return Ok(true);
        }
        writeln!(out, "---- {} takes the seat ----", player_word(p))?;
        if self.shared {
            if changed {
                self.draw_curtain(out)?;
            }
            writeln!(out, "{}: press Enter", player_word(p))?;
            out.flush()?;
            return Ok(read_line(input)?.is_some());
        }
        Ok(true)
    }

    /// Nothing that the other person saw stays on the screen, or above it.
    fn draw_curtain(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = terminal::size().map_or(0, |(_, rows)| usize::from(rows));
        write!(out, "{}", "\n".repeat(rows.max(FEWEST_ROWS)))?;
        if self.erases {
            write!(
                out,
                "{}{}{}",
                Clear(ClearType::All),
                Clear(ClearType::Purge),
                MoveTo(0, 0)
            )?;
        }
        Ok(())
    }

    /// What happened since the last line.
    fn tell(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let records = self.session.records();
        // Each person reads the log with their own eyes, and all of it.
        if let Some(told) = self.told.get_mut(self.session.viewer().ix()) {
            for line in self.session.log(*told) {
                writeln!(out, "{line}")?;
            }
            *told = records;
        }
        Ok(())
    }

    fn ask(&self, out: &mut dyn Write) -> io::Result<()> {
        match (self.session.next(), self.session.question()) {
            (Next::Nobody(outcome), _) => {
                writeln!(out, "The game is over: {}", self.session.outcome_words(outcome))
            }
            (Next::Person(p), Some(asked)) => self.write_question(p, &asked, out),
            _ => Ok(()),
        }
    }

    fn write_question(&self, p: P, asked: &Question, out: &mut dyn Write) -> io::Result<()> {
        let when = match self.session.time_words() {
            (turn, step) if step.is_empty() => turn,
            (turn, step) => format!("{turn}, {step}"),
        };
        writeln!(out, "{} ({when}): {}", player_word(p), asked.words)?;
        if let Some((low, high)) = asked.range {
            return writeln!(out, "  a number from {low} to {high}");
        }
        for (n, line) in asked.answers.iter().enumerate() {
            let count = if line.count > 1 {
                format!(" (x{})", line.count)
            } else {
                String::new()
            };
            writeln!(out, "{:>3}) {}{count}", n + 1, line.words)?;
        }
        Ok(())
    }

    fn obey(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Done> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if let Ok(number) = word.parse::<i64>() {
            return self.number(number, out);
        }
        // The keys of the screen mean the same here.
        let word = match word {
            "t" => "text",
            "?" => "why",
            "z" => "zone",
            "g" => "log",
            "u" => "undo",
            "s" => "save",
            "l" => "load",
            "R" => "resign",
            "q" => "quit",
            "h" => "help",
            word => word,
        };
        match word {
            "" => {}
            "board" => self.board(out)?,
            "answers" => self.ask(out)?,
            "zone" => self.zone(rest, out)?,
            "text" => self.text(rest, out)?,
            "why" => self.why(rest, out)?,
            "log" => self.log(rest, out)?,
            "help" => writeln!(out, "{HELP}")?,
            "quit" => return Ok(Done::Leave),
            "undo" => {
                if let Err(why) = self.session.undo() {
                    writeln!(out, "{why}")?;
                    return Ok(Done::Again);
                }
                let records = self.session.records();
                self.told = self.told.map(|told| told.min(records));
                writeln!(out, "undone")?;
                return Ok(Done::On);
            }
            "save" | "load" if rest.is_empty() => writeln!(out, "{word} needs the name of a file")?,
            "save" => {
                let told = self.session.save_to(self.store, rest);
                writeln!(out, "{}", told.unwrap_or_else(|wrong| wrong))?;
            }
            "load" => return self.load(rest, out),
            "resign" => match self.session.resign() {
                Ok(()) => return Ok(Done::On),
                Err(_) => writeln!(out, "the game is over")?,
            },
            _ => writeln!(out, "`{word}` is no number and no word; `help` lists the words")?,
        }
        Ok(Done::Again)
    }

    fn load(&mut self, name: &str, out: &mut dyn Write) -> io::Result<Done> {
        match self.session.load_from(self.store, name) {
            Ok(told) => {
                self.told = [self.session.records(); 2];
                self.seated = None;
                writeln!(out, "{told}")?;
                Ok(Done::On)
            }
            Err(wrong) => {
                writeln!(out, "{wrong}")?;
                Ok(Done::Again)
            }
        }
    }

    fn number(&mut self, number: i64, out: &mut dyn Write) -> io::Result<Done> {
        // Whoever goes on answering when the game is over is no person.
        let Some(asked) = self.session.question() else {
            return Ok(Done::Leave);
        };
        let answer = match asked.range {
            Some((low, high)) if (i64::from(low)..=i64::from(high)).contains(&number) => {
                u32::try_from(number - i64::from(low)).ok().map(Answer::Pick)
            }
            Some(_) => None,
            None => usize::try_from(number)
                .ok()
                .and_then(|n| n.checked_sub(1))
                .and_then(|n| asked.answers.get(n))
                .map(|line| line.choice.answer()),
        };
        match answer.map(|answer| self.session.answer(answer)) {
            Some(Ok(())) => Ok(Done::On),
            _ => {
                writeln!(out, "{number} is none of the answers")?;
                Ok(Done::Again)
            }
        }
    }

    fn board(&self, out: &mut dyn Write) -> io::Result<()> {
        let view = self.session.view();
        let board = Board::new(self.session.game(), &view);
        let me = view.viewer;
        writeln!(
            out,
            "{} {}: {}",
            player_word(me.other()),
            self.session.name(me.other()),
            board.numbers(me.other())
        )?;
        for line in board
            .side(me.other(), COLUMNS)
            .into_iter()
            .chain(board.side(me, COLUMNS))
        {
            writeln!(out, "  {line}")?;
        }
        writeln!(
            out,
            "{} {}: {}",
            player_word(me),
            self.session.name(me),
            board.numbers(me)
        )?;
        writeln!(out, "  hand: {}", board.hand().join("; "))
    }

    fn zone(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let view = self.session.view();
        let board = Board::new(self.session.game(), &view);
        for (title, cells) in board.zones().into_iter().filter(|(title, _)| title.contains(name)) {
            writeln!(out, "{title}")?;
            if !name.is_empty() {
                for line in board.contents(&cells) {
                    writeln!(out, "  {line}")?;
                }
            }
        }
        Ok(())
    }

    fn text(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        match find(&self.session.known(), name) {
            Some(known) => write!(out, "{}", self.session.text(known.def)),
            None => writeln!(out, "you see no card \"{name}\""),
        }
    }

    fn why(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(known) = find(&self.session.own(), name) else {
            return writeln!(out, "you have no card \"{name}\" to ask about");
        };
        writeln!(out, "{} ({})", known.name, known.place)?;
        for line in why_lines(&self.session, &known) {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    fn log(&self, count: &str, out: &mut dyn Write) -> io::Result<()> {
        let count: usize = count.parse().unwrap_or(20);
        let lines = self.session.log(0);
        for line in lines.iter().skip(lines.len().saturating_sub(count)) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// What a line led to.
enum Done {
    /// The game moved.
    On,
    /// It did not.
    Again,
    /// The person leaves.
    Leave,
}

/// A card by its name, or by the beginning of it; capitals and quotes do not matter.
fn find(cards: &[Known], name: &str) -> Option<Known> {
    let wanted = name.trim_matches('"').to_lowercase();
    let exact = cards.iter().find(|known| known.name.to_lowercase() == wanted);
    let near = || {
        cards
            .iter()
            .find(|known| known.name.to_lowercase().starts_with(&wanted))
    };
    exact.or_else(near).filter(|_| !wanted.is_empty()).cloned()
}

/// A line of input, without more of it than a line needs; none at the end.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, MOST).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 >= MOST {
        // The rest of a line that is too long is no line of its own.
        skip_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let (done, used) = {
            let buffer = input.fill_buf()?;
            match buffer.iter().position(|b| *b == b'\n') {
                Some(at) => (true, at + 1),
                None => (buffer.is_empty(), buffer.len()),
            }
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
