//! Draws the screen: the board, the hand, the question with its keys, the log. It works on 80 columns and 24 lines and does not mind fewer.

use super::app::{App, Doubt, Entry, Mode};
use super::board::Board;
use super::keys;
use super::session::Next;
use super::wide::{cut, width, wrap};
use crate::exec::player_word;
use crate::kernel::P;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use ratatui::{Frame, Terminal};

/// The fewest lines for a question and its answers; the board gives way.
const QUESTION: u16 = 6;
/// The most lines for the words of a question, and for what stands at the bottom.
const WORDS: usize = 4;
const FOOT: usize = 4;
/// The most lines for the hand; `z` shows all of it.
const HAND: usize = 3;
/// From this width on the log stands beside the answers.
const BESIDE: u16 = 60;

/// Draws everything; notes how many lines of a list fit.
pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App<'_>) {
    let area = frame.area();
    let foot = footer(app, area);
    let feet = u16::try_from(foot.len()).unwrap_or(1);
    let body = Rect {
        y: area.y.saturating_add(1),
        height: area.height.saturating_sub(1).saturating_sub(feet),
        ..area
    };
    let mut lines = Lines::new(frame, app.colour);
    let head = header(app);
    lines.put(row(area, 0), &cut(&head, usize::from(area.width)), lines.bar());
    match app.mode.clone() {
        Mode::Curtain(p) => curtain(&mut lines, body, p),
        Mode::List {
            title, lines: entries, ..
        } => {
            app.page = usize::from(body.height.saturating_sub(1)).clamp(1, keys::ANSWERS.len());
            lines.put(row(body, 0), &title, lines.strong());
            picks(&mut lines, below(body, 1), app, &entries);
        }
        Mode::Page {
            title,
            lines: text,
            from,
        } => {
            app.page = usize::from(body.height.saturating_sub(1)).max(1);
            lines.put(row(body, 0), &title, lines.strong());
            let width = usize::from(body.width);
            let wrapped: Vec<String> = text.iter().flat_map(|line| wrap_page(line, width)).collect();
            // The last page is a full one.
            let from = from.min(wrapped.len().saturating_sub(app.page));
            for (n, line) in wrapped.iter().skip(from).take(app.page).enumerate() {
                lines.put(row(body, u16::try_from(n + 1).unwrap_or(u16::MAX)), line, Style::new());
            }
            if let Mode::Page { from: kept, .. } = &mut app.mode {
                *kept = from;
            }
        }
        Mode::Ask | Mode::Input { .. } | Mode::Confirm(_) => {
            let used = table(&mut lines, body, app);
            question(&mut lines, below(body, used), app);
        }
    }
    let top = area.height.saturating_sub(feet);
    for (n, line) in (top..).zip(&foot) {
        lines.put(row(area, n), &cut(line, usize::from(area.width)), lines.bar());
    }
}

impl App<'_> {
    /// The screen as lines of text: what a terminal of this size would show.
    pub fn picture(&mut self, columns: u16, lines: u16) -> Vec<String> {
        // Writing into memory cannot fail.
        let Ok(mut terminal) = Terminal::new(TestBackend::new(columns, lines));
        let Ok(_) = terminal.draw(|frame| draw(frame, self));
        let buffer = terminal.backend().buffer();
        let row = |y: u16| {
            let cells = (0..columns).filter_map(|x| buffer.cell((x, y)));
            cells
                .map(ratatui::buffer::Cell::symbol)
                .collect::<String>()
                .trim_end()
                .to_owned()
        };
        (0..lines).map(row).collect()
    }
}

/// A page keeps its own breaks; lines that are too long are broken once more.
fn wrap_page(line: &str, width: usize) -> Vec<String> {
    if super::wide::width(line) <= width {
        vec![line.to_owned()]
    } else {
        wrap(line, width, 2)
    }
}

/// Writes lines with styles.
struct Lines<'f, 'b> {
    frame: &'f mut Frame<'b>,
    colour: bool,
}

impl<'f, 'b> Lines<'f, 'b> {
    fn new(frame: &'f mut Frame<'b>, colour: bool) -> Lines<'f, 'b> {
        Lines { frame, colour }
    }

    fn put(&mut self, at: Rect, text: &str, style: Style) {
        let at = at.intersection(self.frame.area());
        if at.is_empty() {
            return;
        }
        let padded = super::wide::fill(text, usize::from(at.width) + 1);
        let shown = if style.add_modifier.contains(Modifier::REVERSED) {
            padded
        } else {
            text.to_owned()
        };
        self.frame
            .render_widget(Paragraph::new(Line::from(Span::styled(shown, style))), at);
    }

    /// Writes lines below each other; how many they are.
    fn block(&mut self, at: Rect, all: &[String], style: Style) -> u16 {
        let mut n = 0;
        for line in all {
            self.put(row(at, n), line, style);
            n = n.saturating_add(1);
        }
        n
    }

    fn bar(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn strong(&self) -> Style {
        self.tint(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    fn tint(&self, color: Color) -> Style {
        if self.colour {
            Style::new().fg(color)
        } else {
            Style::new()
        }
    }
}

/// A line of an area.
fn row(area: Rect, n: u16) -> Rect {
    let height = u16::from(n < area.height);
    Rect {
        y: area.y.saturating_add(n),
        height,
        ..area
    }
}

/// What is left of an area below its first lines.
fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect {
        y: area.y.saturating_add(lines),
        height: area.height - lines,
        ..area
    }
}

fn header(app: &App<'_>) -> String {
    let game = app.session.game();
    let kernel = game.kernel();
    let edition = if kernel.edition().is_empty() {
        String::new()
    } else {
        format!(" {}", kernel.edition())
    };
    let when = match app.session.time_words() {
        // Before the first turn it is nobody's turn.
        (turn, step) if step.is_empty() => turn,
        (turn, step) => format!("{turn} of {} | {step}", player_word(game.state.turn.player)),
    };
    format!(
        " {}{edition} | {when} | decision {} ",
        kernel.name(),
        app.session.answered()
    )
}

/// The commands at the bottom, in the order they stand there; the number says which go first where there is no room for all of them.
const COMMANDS: [(&str, u8); 10] = [
    ("t text", 3),
    ("? why", 4),
    ("z zones", 6),
    ("g log", 7),
    ("u undo", 2),
    ("s save", 5),
    ("l load", 8),
    ("R resign", 9),
    ("q quit", 1),
    ("h help", 0),
];

/// As many commands as fit, those that help on first.
fn commands(columns: usize) -> String {
    let line = |least: u8| {
        let kept = COMMANDS.iter().filter(|(_, place)| *place <= least);
        kept.fold(String::new(), |line, (words, _)| format!("{line}  {words}"))
    };
    let lines = (0..=9).rev().map(line);
    let fits = lines.map(|line| line.get(1..).unwrap_or_default().to_owned());
    let fits = fits.into_iter().find(|line| width(line) <= columns);
    fits.unwrap_or_else(|| " h help".to_owned())
}

/// The lines at the bottom: what is typed or asked, a message, or the commands. A message that is too long for a line takes more of them.
fn footer(app: &App<'_>, area: Rect) -> Vec<String> {
    let columns = usize::from(area.width);
    let words = match &app.mode {
        Mode::Input { entry, text } => {
            let what = match entry {
                Entry::Save => "save as",
                Entry::Load => "load",
                Entry::Find => "find",
            };
            format!("{what}: {text}_  (Enter, Esc)")
        }
        Mode::Confirm(Doubt::Resign) => "Resign? y gives the game up, any other key goes on".to_owned(),
        Mode::Confirm(Doubt::Quit) => "Quit? y leaves without saving, any other key goes on".to_owned(),
        Mode::Confirm(Doubt::Load(_)) => {
            "Load? y leaves this game without saving, any other key goes on with it".to_owned()
        }
        Mode::Page { .. } => "arrows scroll, Esc goes back".to_owned(),
        Mode::List { .. } => "keys or arrows and Enter pick, Esc goes back".to_owned(),
        Mode::Curtain(_) => String::new(),
        Mode::Ask if !app.message.is_empty() => app.message.clone(),
        Mode::Ask if !app.find.is_empty() => format!("find: {} (Esc ends it)", app.find),
        Mode::Ask => return vec![commands(columns)],
    };
    let room = usize::from(area.height.saturating_sub(QUESTION)).clamp(1, FOOT);
    let lines = wrap(&words, columns.saturating_sub(1), 0);
    // What is typed is seen at its end, everything else from its beginning.
    let lines = if matches!(app.mode, Mode::Input { .. }) {
        let skip = lines.len().saturating_sub(room);
        lines.into_iter().skip(skip).collect()
    } else {
        most(lines, room)
    };
    lines.into_iter().map(|line| format!(" {line}")).collect()
}

fn curtain(lines: &mut Lines<'_, '_>, body: Rect, p: P) {
    let middle = body.height / 2;
    let text = format!("  {} takes the seat; the other player looks away.", player_word(p));
    lines.put(row(body, middle.saturating_sub(1)), &text, lines.strong());
    lines.put(
        row(body, middle.saturating_add(1)),
        "  Press Enter to see the game.",
        Style::new(),
    );
}

/// The board and the hand; how many lines they take.
fn table(lines: &mut Lines<'_, '_>, body: Rect, app: &App<'_>) -> u16 {
    let session = &app.session;
    let view = session.view();
    let board = Board::new(session.game(), &view);
    let me = view.viewer;
    let width = usize::from(body.width);
    let decks = session.contest().decks();
    let title = |p: P| {
        let deck = decks.get(p.ix()).copied().unwrap_or("");
        format!(
            "{} {} \"{deck}\": {}",
            player_word(p),
            session.name(p),
            board.numbers(p)
        )
    };
    let mut all: Vec<(String, Style)> = Vec::new();
    all.push((title(me.other()), lines.tint(Color::Red).add_modifier(Modifier::BOLD)));
    all.extend(
        board
            .side(me.other(), width)
            .into_iter()
            .map(|line| (line, Style::new())),
    );
    all.extend(board.side(me, width).into_iter().map(|line| (line, Style::new())));
    all.push((title(me), lines.tint(Color::Green).add_modifier(Modifier::BOLD)));
    let hand = format!("hand: {}", listed(&board.hand()));
    all.extend(
        most(wrap(&hand, width, 6), HAND)
            .into_iter()
            .map(|line| (line, Style::new())),
    );
    // On a small screen the far side goes first.
    let room = usize::from(body.height.saturating_sub(QUESTION));
    let skip = all.len().saturating_sub(room);
    let mut n = 0;
    for (line, style) in all.into_iter().skip(skip) {
        lines.put(row(body, n), &cut(&line, width), style);
        n = n.saturating_add(1);
    }
    n
}

/// The first lines, with a mark if there are more.
fn most(mut lines: Vec<String>, count: usize) -> Vec<String> {
    if lines.len() > count {
        lines.truncate(count);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    lines
}

/// Names in a row, copies together.
fn listed(names: &[String]) -> String {
    let mut counted: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => counted.push((name, 1)),
        }
    }
    let words = counted
        .into_iter()
        .map(|(name, n)| if n > 1 { format!("{name} x{n}") } else { name.clone() });
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        "-".to_owned()
    } else {
        words.join("; ")
    }
}

/// The question with its answers, and the log.
fn question(lines: &mut Lines<'_, '_>, area: Rect, app: &mut App<'_>) {
    let beside = area.width >= BESIDE;
    let left = Rect {
        width: if beside { area.width / 5 * 3 } else { area.width },
        ..area
    };
    let width = usize::from(left.width.saturating_sub(1));
    // The words may take half of the room: the rest is for the answers.
    let room = usize::from(left.height / 2).clamp(1, WORDS);
    match (app.session.next(), &app.question) {
        (Next::Nobody(outcome), _) => {
            let words = format!("The game is over: {}", app.session.outcome_words(outcome));
            let strong = lines.strong();
            lines.block(left, &most(wrap(&words, width, 1), room), strong);
        }
        (Next::Program(p), _) => {
            let words = format!("{} {} thinks …", player_word(p), app.session.name(p));
            lines.put(row(left, 0), &cut(&words, width), lines.strong());
        }
        (Next::Person(p), Some(asked)) => {
            let shown = app.shown();
            let height = usize::from(left.height);
            let words = format!("{}: {}", player_word(p), asked.words);
            let mut title = most(wrap(&words, width, 1), room);
            app.page = height.saturating_sub(title.len()).clamp(1, keys::ANSWERS.len());
            if shown.len() > app.page {
                // Which part of a long list is seen is said in the same words, so that they may need one more line.
                let part = |app: &App<'_>| {
                    let first = app.first();
                    let last = (first + app.page).min(shown.len());
                    format!("{words} ({}-{last} of {})", first + 1, shown.len())
                };
                title = most(wrap(&part(app), width, 1), room);
                app.page = height.saturating_sub(title.len()).clamp(1, keys::ANSWERS.len());
                title = most(wrap(&part(app), width, 1), room);
            }
            let yellow = lines.tint(Color::Yellow).add_modifier(Modifier::BOLD);
            let used = lines.block(left, &title, yellow);
            let answers = Rect {
                width: left.width.saturating_sub(1),
                ..below(left, used)
            };
            if let Some((low, high)) = asked.range {
                let text = format!("a number from {low} to {high}: {}_", app.number);
                lines.put(row(answers, 0), &text, Style::new());
            } else if shown.is_empty() && !app.find.is_empty() {
                let text = format!("no answer has \"{}\" in it", app.find);
                lines.put(row(answers, 0), &cut(&text, width), Style::new());
            } else {
                let entries: Vec<String> = shown.into_iter().map(|(_, words)| words).collect();
                picks(lines, answers, app, &entries);
            }
        }
        (Next::Person(_), None) => {}
    }
    if beside {
        let right = Rect {
            x: area.x.saturating_add(left.width),
            width: area.width.saturating_sub(left.width),
            ..area
        };
        log(lines, right, app);
    }
}

/// The page of a list that the mark is on, each line with its key.
fn picks(lines: &mut Lines<'_, '_>, area: Rect, app: &App<'_>, entries: &[String]) {
    let first = app.first();
    for (n, entry) in entries.iter().skip(first).take(app.page).enumerate() {
        let key = keys::of_place(n).unwrap_or(' ');
        let text = cut(&format!("{key} {entry}"), usize::from(area.width));
        let style = if first + n == app.cursor {
            lines.bar()
        } else {
            Style::new()
        };
        lines.put(row(area, u16::try_from(n).unwrap_or(u16::MAX)), &text, style);
    }
}

/// The last lines of the log, the newest at the bottom.
fn log(lines: &mut Lines<'_, '_>, area: Rect, app: &App<'_>) {
    let width = usize::from(area.width);
    let height = usize::from(area.height);
    // No line is shorter than one line of the screen.
    let from = app.session.records().saturating_sub(height.saturating_mul(4));
    let told = app.session.log(from);
    let wrapped: Vec<String> = told.iter().flat_map(|line| wrap(line, width, 1)).collect();
    let skip = wrapped.len().saturating_sub(height);
    for (n, line) in wrapped.into_iter().skip(skip).enumerate() {
        lines.put(
            row(area, u16::try_from(n).unwrap_or(u16::MAX)),
            &line,
            lines.tint(Color::DarkGray),
        );
    }
}
