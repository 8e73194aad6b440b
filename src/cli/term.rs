//! Standard output and standard error.

use super::args::ColorChoice;
use super::exit::Stop;
use super::files::reason;
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Stdout, Write as _};

/// Standard output. A reader that goes away (`| head`) is no error: what follows is dropped.
#[derive(Debug)]
pub(super) struct Out {
    writer: BufWriter<Stdout>,
    failure: Option<io::Error>,
}

impl Out {
    /// Opens standard output.
    pub(super) fn new() -> Out {
        Out {
            writer: BufWriter::new(io::stdout()),
            failure: None,
        }
    }

    /// Writes text as it is.
    pub(super) fn text(&mut self, text: &str) {
        if self.failure.is_none() {
            self.failure = self.writer.write_all(text.as_bytes()).err();
        }
    }

    /// Writes a line.
    pub(super) fn line(&mut self, line: &str) {
        self.text(line);
        self.text("\n");
    }

    /// Sends off what was written so far, for somebody who is to answer.
    pub(super) fn flush(&mut self) {
        if self.failure.is_none() {
            self.failure = self.writer.flush().err();
        }
    }

    /// Whether something could not be written: then nobody needs more of it.
    pub(super) fn is_broken(&self) -> bool {
        self.failure.is_some()
    }

    /// Sends everything off and tells whether that went well.
    pub(super) fn finish(mut self) -> Result<(), Stop> {
        let flushed = self.writer.flush().err();
        match self.failure.or(flushed) {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(Stop::new(format!("cannot write the output: {}", reason(&error))))
            }
            _ => Ok(()),
        }
    }
}

/// Writes a line to standard error; if nobody can read it, there is nobody to tell.
pub(super) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{}", line.trim_end_matches('\n'));
}

/// Shows what is going on while it goes on, if somebody watches; [`clear_progress`] takes it away.
pub(super) fn progress(text: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r{text}");
    }
}

/// Takes the progress line away.
pub(super) fn clear_progress() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[2K");
    }
}

/// Whether to colour what goes to standard output.
pub(super) fn color_out(choice: ColorChoice) -> bool {
    color(choice, io::stdout().is_terminal())
}

/// Whether to colour what goes to standard error.
pub(super) fn color_err() -> bool {
    color(ColorChoice::Auto, io::stderr().is_terminal())
}

fn color(choice: ColorChoice, terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // By convention an empty NO_COLOR counts as unset.
        ColorChoice::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    }
}
