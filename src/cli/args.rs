//! The arguments of all commands.

use super::table::TableArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A checker, formatter, compiler and rule engine for card scripts.
#[derive(Debug, Parser)]
#[command(name = "cardwright", version, max_term_width = 100, after_help = TOP_HELP)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

const TOP_HELP: &str = "\
Examples:
  cardwright check cards            check every *.card file below cards
  cardwright explain E0301          what an error means and how to mend it
  cardwright explain waiting-room   what a word means, in every game
  cardwright fmt cards              bring all files into the one layout
  cardwright test cards             play every test below cards
  cardwright rules weiss            which tests show which rule
  cardwright play weiss             play a game

Exit codes: 0 fine; 1 problems found in the input; 2 wrong use, or files that cannot be read.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check card scripts and report what is wrong
    Check(CheckArgs),
    /// Bring files into the one layout
    Fmt(FmtArgs),
    /// Compile cards to data, or back to printed English
    Compile(CompileArgs),
    /// Explain an error code or a word of a game
    Explain(ExplainArgs),
    /// Show the words a game offers to scripts
    Vocab(VocabArgs),
    /// Run the tests in card files
    Test(TestArgs),
    /// List the rules of a game with the tests that show them
    Rules(RulesArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Print the JSON Schema of the compiled form
    Schema,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = CHECK_HELP)]
pub(super) struct CheckArgs {
    /// Files, folders (searched for *.card), or - for standard input
    #[arg(default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
    /// How to show problems
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    /// What to treat as an error
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) deny: Option<Deny>,
    /// Colours in text; by default on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
}

const CHECK_HELP: &str = "\
Problems go to standard output, the summary to standard error. A folder with a file `.cardignore` in it is left out of a search unless it is named itself.

Examples:
  cardwright check                          everything below the current folder
  cardwright check set.card --format short  one line a problem: file:line:column: …
  cardwright check --format json | jq .code one JSON object a line
  cardwright check --deny warnings          exit code 1 for warnings too
  cardwright check - < set.card             standard input";

/// Arguments of `fmt`.
#[derive(Debug, Args)]
#[command(after_help = FMT_HELP)]
pub(super) struct FmtArgs {
    /// Files, folders (searched for *.card), or - to filter standard input to standard output
    #[arg(default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
    /// Change nothing; print the files that would change, and exit with 1 if there are any
    #[arg(long)]
    pub(super) check: bool,
}

const FMT_HELP: &str = "\
Prints the names of the files it changes. An item with a syntax error stays as it is.

Examples:
  cardwright fmt cards             format every *.card file below cards
  cardwright fmt --check           is everything formatted?
  cardwright fmt - < in.card       print the formatted text";

/// Arguments of `compile`.
#[derive(Debug, Args)]
#[command(after_help = COMPILE_HELP)]
pub(super) struct CompileArgs {
    /// Files, folders (searched for *.card), or - for standard input
    #[arg(required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Emit::Ir)]
    pub(super) emit: Emit,
    /// The file to write; standard output if left out
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

const COMPILE_HELP: &str = "\
With errors in the input nothing is written. The JSON is described by `cardwright schema`.

Examples:
  cardwright compile set.card                      the compiled set as JSON
  cardwright compile cards --out cards.json        several sets: a JSON array
  cardwright compile set.card --emit text          the cards in printed English";

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_HELP)]
pub(super) struct ExplainArgs {
    /// An error code, or a word of a game; without it, all codes are listed
    #[arg(value_name = "CODE|WORD")]
    pub(super) what: Option<String>,
    /// Only the meanings in this game
    #[arg(long)]
    pub(super) game: Option<String>,
}

const EXPLAIN_HELP: &str = "\
Examples:
  cardwright explain                    all codes
  cardwright explain E0301              the page of a code
  cardwright explain Encore             a keyword
  cardwright explain rest --game fow    a verb, in one game";

/// Arguments of `vocab`.
#[derive(Debug, Args)]
#[command(after_help = VOCAB_HELP)]
pub(super) struct VocabArgs {
    /// The game: weiss, vanguard, evolve or fow
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    /// Print only the words that no card in these files and folders uses
    #[arg(long, num_args = 1.., value_name = "PATHS")]
    pub(super) unused: Option<Vec<PathBuf>>,
    /// How to print
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    /// Only the words of this edition of the rules
    #[arg(long, value_name = "E")]
    pub(super) edition: Option<String>,
}

const VOCAB_HELP: &str = "\
Examples:
  cardwright vocab weiss                        all words, by kind
  cardwright vocab vanguard --edition 1.10      the words of one edition
  cardwright vocab fow --format json            for programs
  cardwright vocab weiss --unused cards/weiss   words no card uses; exit code 1 if there are any";

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
    /// How many tests run at once; by default one for each processor
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<usize>,
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

Exit codes: 0 all passed; 1 a test failed or a card has errors; 2 wrong use.";

/// Arguments of `rules`.
#[derive(Debug, Args)]
#[command(after_help = RULES_HELP)]
pub(super) struct RulesArgs {
    /// The game: weiss, fow or vanguard
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    /// Files and folders with tests; by default the folders `tests/scenarios` and `cards`, as far as they exist
    pub(super) paths: Vec<PathBuf>,
    /// The rules of this edition; by default the first one the game has
    #[arg(long, value_name = "E")]
    pub(super) edition: Option<String>,
    /// Only the rules that no test shows
    #[arg(long)]
    pub(super) uncovered: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
}

const RULES_HELP: &str = "\
Runs the tests; a rule is shown by the tests that list it and pass.

Examples:
  cardwright rules weiss                          every rule that can be tested, with its tests
  cardwright rules weiss --uncovered              the rules that no test shows
  cardwright rules vanguard --edition 1.10        the rules of one edition
  cardwright rules weiss cards --format json      for programs";

/// Arguments of `play`.
#[derive(Debug, Args)]
#[command(after_help = PLAY_HELP)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub(super) table: TableArgs,
    /// Your seat; `both` for two people at one screen, each hand hidden from the other
    #[arg(long, value_enum, default_value_t = Me::One, value_name = "SEAT")]
    pub(super) me: Me,
    /// Who sits on the other seat
    #[arg(long, default_value = "random", value_name = "PLAYER")]
    pub(super) against: String,
    /// The number that everything by chance comes from; by default one by chance
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE")]
    pub(super) load: Option<PathBuf>,
    /// Play by lines even on a terminal
    #[arg(long)]
    pub(super) plain: bool,
    /// Colours; by default on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
}

const PLAY_HELP: &str = "\
On a terminal the board, your hand, the log and the question with its keys are drawn; 80 columns and
24 lines are enough. The first deck is that of the first seat; without --decks the first two that the
rules allow are played. Keys: t the text of a card, ? why a card cannot be played, z zones, g log,
u undo, s save, l load, R resign, q quit, h help.

Where standard input or output is no terminal, questions and numbered answers are lines, and so are
the answers: a number, or a word such as board, text NAME, why NAME, undo, save FILE, resign, quit;
`help` lists them. The end of the input ends the run.

Examples:
  cardwright play weiss                                 the bundled decks, against a program
  cardwright play fow --decks ember gale --seed 7       two decks, by the beginning of their names
  cardwright play vanguard --edition 1.10 --me 2        the second seat, by an edition of the rules
  cardwright play weiss --me both                       two people at one screen
  cardwright play weiss --load game.json                go on with a saved game
  yes 1 | cardwright play weiss --seed 7                by lines: always the first answer

Exit codes: 0 fine; 2 wrong use, files that cannot be read, or a mistake of the engine.";

/// Which seats are people's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Me {
    /// The first seat
    #[value(name = "1")]
    One,
    /// The second seat
    #[value(name = "2")]
    Two,
    /// Both seats
    Both,
}

/// How `check` shows problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// With the lines they are about
    Text,
    /// One line each
    Short,
    /// One JSON object each
    Json,
    /// One SARIF 2.1.0 log
    Sarif,
    /// GitHub workflow commands
    Github,
}

/// How `test` shows results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TestFormat {
    /// Failures in full and a summary
    Text,
    /// One JSON object
    Json,
    /// `JUnit` XML
    Junit,
}

/// What `check` treats as an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// All warnings
    Warnings,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What `compile` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Emit {
    /// The compiled sets as JSON
    Ir,
    /// The cards in printed English
    Text,
}

/// How `vocab` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// A table for people
    Text,
    /// JSON
    Json,
}
