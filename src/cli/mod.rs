//! The command line: a thin layer that reads files, calls the library and prints.

mod args;
mod book_args;
mod command;
mod exit;
mod files;
mod project;
mod replays;
mod report;
mod table;
mod term;
mod test_args;
mod vocabulary;

use args::{Cli, Command};
use clap::Parser as _;
use exit::Exit;
use std::process::ExitCode;

/// Runs the command that the arguments of the process ask for.
pub fn run() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::New(args) => command::new::run(&args),
        Command::How(args) => command::how::run(&args),
        Command::Words(args) => command::words::run(&args),
        Command::Book(args) => command::book::run(&args),
        Command::Check(args) => command::check::run(&args),
        Command::Fmt(args) => command::fmt::run(&args),
        Command::Compile(args) => command::compile::run(&args),
        Command::Explain(args) => command::explain::run(&args),
        Command::Vocab(args) => command::vocab::run(&args),
        Command::Test(args) => command::test::run(&args),
        Command::Status(args) => command::status::run(&args),
        Command::Probe(args) => command::probe::run(&args),
        Command::Rules(args) => command::rules::run(&args),
        Command::Play(args) => command::play::run(&args),
        Command::Sim(args) => command::sim::run(&args),
        Command::Replay(args) => command::replay::run(&args),
        Command::Deck(args) => command::deck::run(&args.command),
        Command::Schema { of } => command::schema::run(of),
    };
    outcome
        .unwrap_or_else(|stop| {
            for message in &stop.messages {
                term::complain(&format!("error: {message}"));
            }
            for help in &stop.helps {
                term::complain(&format!("help: {help}"));
            }
            Exit::Misuse
        })
        .into()
}

/// The JSON Schema of the IR, as `cardwright schema` prints it.
pub fn schema() -> String {
    command::schema::text(args::SchemaOf::Ir)
}
