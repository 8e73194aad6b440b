//! The terminal: keys in, pictures out, and everything as it was when it is over.

use super::app::App;
use super::keys::Key;
use super::screen;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use std::io;
use std::time::{Duration, Instant};

/// How long programs play on before the screen is drawn again.
const GLANCE: Duration = Duration::from_millis(60);

/// Shows the screen until the person leaves. The terminal is restored in any case: also on errors, and the panic hook does it too.
pub fn run(app: &mut App<'_>) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let outcome = show(&mut terminal, app);
    let restored = ratatui::try_restore();
    outcome.and(restored)
}

fn show(terminal: &mut DefaultTerminal, app: &mut App<'_>) -> io::Result<()> {
    loop {
        // A picture is shown as a whole: terminals that know these marks wait for the second one.
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        terminal.draw(|frame| screen::draw(frame, app))?;
        execute!(io::stdout(), EndSynchronizedUpdate)?;
        if app.done {
            return Ok(());
        }
        if app.waits_for_program() {
            let begun = Instant::now();
            while app.waits_for_program() && begun.elapsed() < GLANCE {
                app.step();
            }
            continue;
        }
        // Whatever else happens, a new size among it, the screen is drawn again.
        if let Event::Key(key) = event::read()?
            && let Some(key) = meant(key)
        {
            app.press(key);
        }
    }
}

/// A key of the terminal as the screen knows it.
fn meant(key: KeyEvent) -> Option<Key> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Key::Leave);
    }
    Some(match key.code {
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Backspace => Key::Backspace,
        _ => return None,
    })
}
