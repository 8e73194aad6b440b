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
        }
    }
}

/// Why a command could not do its work at all; always [`Exit::Misuse`].
#[derive(Debug)]
pub(super) struct Stop {
    /// One message a line.
    pub(super) messages: Vec<String>,
}

impl Stop {
    /// A stop for one reason.
    pub(super) fn new(message: impl Into<String>) -> Stop {
        Stop { messages: vec![message.into()] }
    }
}
