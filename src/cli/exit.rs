//! How a run ends.

use std::process::ExitCode;

/// The exit codes of all commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// Everything is fine.
    Fine,
    /// The input has problems.
    Problems,
    /// Wrong use, or files that cannot be read.
    Misuse,
    /// Stopped by an interrupt, as shells tell it.
    Interrupted,
}

impl Exit {
    /// [`Exit::Problems`] if there are any.
    pub(super) fn problems(any: bool) -> Exit {
        if any { Exit::Problems } else { Exit::Fine }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Fine => ExitCode::SUCCESS,
            Exit::Problems => ExitCode::from(1),
            Exit::Misuse => ExitCode::from(2),
            Exit::Interrupted => ExitCode::from(130),
        }
    }
}

/// Why a command could not do its work at all; always [`Exit::Misuse`].
#[derive(Debug, Default)]
pub(super) struct Stop {
    /// What is wrong, one message a line.
    pub(super) messages: Vec<String>,
    /// What to do about it, one hint a line.
    pub(super) helps: Vec<String>,
}

impl Stop {
    /// A stop for one reason.
    pub(super) fn new(message: impl Into<String>) -> Stop {
        Stop {
            messages: vec![message.into()],
            helps: Vec::new(),
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub(super) fn with_help(mut self, help: impl Into<String>) -> Stop {
        self.helps.push(help.into());
        self
    }

    /// `value` if nothing went wrong with any of the files it came from.
    pub(super) fn unless_empty<T>(messages: Vec<String>, value: T) -> Result<T, Stop> {
        if messages.is_empty() {
            return Ok(value);
        }
        Err(Stop {
            messages,
            helps: Vec::new(),
        })
    }
}
