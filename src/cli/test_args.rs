//! The arguments of `test`.

use super::args::{ColorChoice, TableFormat, number};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `test`.
#[derive(Debug, Args)]
#[command(after_help = TEST_HELP)]
pub(super) struct TestArgs {
    /// Files and folders (searched for *.card); by default the folder `cards` if there is one, else the current folder
    pub(super) paths: Vec<PathBuf>,
    /// Keep the logs of golden tests as they are now: each card file has a *.golden file beside it
    #[arg(long)]
    pub(super) accept: bool,
    /// Run only tests with this in their name or file name, or with this rule number; a test of several editions has its edition in its name:
    /// `[1.10]`
    #[arg(long, value_name = "TEXT")]
    pub(super) filter: Option<String>,
    /// Print everything that happens in each test
    #[arg(long)]
    pub(super) trace: bool,
    /// How to show the results
    #[arg(long, value_enum, default_value_t = TestFormat::Text)]
    pub(super) format: TestFormat,
    /// How many tests run at once, 1 to 256; by default one for each processor
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>(1, 256))]
    pub(super) jobs: Option<usize>,
    /// Write a replay file of every test that fails into this folder
    #[arg(long, value_name = "DIR")]
    pub(super) keep_replays: Option<PathBuf>,
    /// Count what every clause of the cards does in the tests, and list those that the tests do not show
    #[arg(long, conflicts_with_all = ["accept", "trace", "keep_replays", "review"])]
    pub(super) coverage: bool,
    /// Change or take out one clause of the cards after another, and list the changes that no test notices
    #[arg(long, conflicts_with_all = ["coverage", "accept", "trace", "keep_replays", "review", "watch"])]
    pub(super) mutate: bool,
    /// With --coverage or --mutate: only cards with this in their name
    #[arg(long, value_name = "TEXT")]
    pub(super) card: Option<String>,
    /// With --coverage: every clause, not only those that the tests do not show
    #[arg(long, requires = "coverage")]
    pub(super) all: bool,
    /// With --coverage or --mutate: fail only if less than this share is shown or noticed, in percent
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true, value_parser = number::<u8>(0, 100))]
    pub(super) least: Option<u8>,
    /// With --mutate: also try changes of demands, quantities, parts of events, limits and times
    #[arg(long, requires = "mutate")]
    pub(super) thorough: bool,
    /// With --mutate: begin no further change after so many seconds
    #[arg(long, requires = "mutate", value_name = "SECONDS", allow_negative_numbers = true, value_parser = number::<u64>(0, 1_000_000))]
    pub(super) within: Option<u64>,
    /// Go through the logs that are not as they were kept, one by one: accept, keep, or show the whole log
    #[arg(long, conflicts_with_all = ["accept", "watch"])]
    pub(super) review: bool,
    /// Run again whenever a card file or a kept log changes, until interrupted
    #[arg(long)]
    pub(super) watch: bool,
    /// Colours in text; by default on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
}

const TEST_HELP: &str = "\
A test is an item of a card file:

  test \"A level 0 character costs nothing\" rules \"2.7.1\" {
    given  { p1 hand: \"Mio\" }
    do     { p1 play \"Mio\" on C1 }
    expect { p1 C1: \"Mio\" standing; p1 hand 0 }
    golden
  }

`given` says what the board is, `do` which decisions the players make, `expect` what must be true
then; `golden` compares the log of the game with the one kept in the *.golden file. A test of a
file for several editions of the rules is played once an edition.

Examples:
  cardwright test                             all tests below cards
  cardwright test set.card --filter Encore    the tests with Encore in their name
  cardwright test --filter 10.2.2             the tests that show a rule
  cardwright test set.card --trace            see what happens
  cardwright test --accept                    the logs are right now: keep them
  cardwright test --format junit > tests.xml  for programs
  cardwright test --keep-replays failed       look at what fails with `cardwright replay`
  cardwright test --review                    changed logs one by one: accept or keep
  cardwright test --watch set.card            again after every change of a file
  cardwright test --coverage set.card         which clauses do the tests show?
  cardwright test --coverage --format lcov    the same for editors and services
  cardwright test --mutate set.card           would the tests notice another text?

Tests of tests. `--coverage` plays the tests and counts what every clause did: an ability, a cost, a
statement or a change is shown if it did something, a condition if it was both true and false.
`--mutate` changes one clause after another (numbers, sides, zones, conditions, costs, `may`, whole
sentences) wherever the engine then plays the card in another way, and plays the tests
that reach the card or put it on the board. A change that all of them pass is listed with what the
engine would do instead: a test for it is missing, or the clause is not needed. With `--filter` only
the tests it selects count.

Exit codes: 0 all passed, shown or noticed; 1 a test failed, a card has errors, or a clause is not
shown or a change not noticed (with --least: too many of them); 2 wrong use.";

/// How `test` shows results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TestFormat {
    /// Failures in full and a summary
    Text,
    /// One JSON object
    Json,
    /// `JUnit` XML
    Junit,
    /// With --coverage: an lcov tracefile
    Lcov,
}

/// Arguments of `status`.
#[derive(Debug, Args)]
#[command(after_help = STATUS_HELP)]
pub(super) struct StatusArgs {
    /// Files and folders (searched for *.card) with the cards and their tests; by default those of the project, else the folder `cards` if there is
    /// one, else the current folder
    pub(super) paths: Vec<PathBuf>,
    /// Only cards with this in their name
    #[arg(long, value_name = "TEXT")]
    pub(super) card: Option<String>,
    /// Leave out the changes of the cards, which take the longest
    #[arg(long)]
    pub(super) quick: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    /// How many threads, 1 to 256; by default one for each processor
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>(1, 256))]
    pub(super) jobs: Option<usize>,
}

const STATUS_HELP: &str = "\
A line a card: what `check` says of it, how many tests reach it or put it on the board, how many of
its clauses they show (as `test --coverage` counts), how many of its changes none of them notices
(`test --mutate`), and which rules these tests list. Cards that cannot be read have a line too.

Examples:
  cardwright status                       all cards of the project
  cardwright status set.card --quick      without the changes
  cardwright status set.card --card Mio   some of the cards
  cardwright status --format json | jq '.cards[] | select(.tests == 0).card'

Exit codes: 0 fine; 1 a card has errors or a test fails; 2 wrong use.";
