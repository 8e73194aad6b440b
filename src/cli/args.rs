//! The arguments of all commands.

use super::book_args::{BookArgs, HowArgs, NewArgs, WordsArgs};
use super::table::{CardArgs, TableArgs};
pub(super) use super::test_args::{StatusArgs, TestArgs, TestFormat};
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
  cardwright book                   the handbook: begin with its tutorials
  cardwright new set \"Lamp Street\"  begin a set of cards
  cardwright how \"draw a card\"      how a script says what cards print
  cardwright check cards            check every *.card file below cards
  cardwright explain E0301          what an error means and how to mend it
  cardwright explain waiting-room   what a word means, in every game
  cardwright fmt cards              bring all files into the one layout
  cardwright test cards             play every test below cards
  cardwright status mine.card       how far is every card?
  cardwright probe mine.card        does every clause of my cards do something?
  cardwright rules weiss            which tests show which rule
  cardwright deck check mine.card   is my deck legal?
  cardwright play weiss             play a game
  cardwright sim weiss              a hundred games between the bundled decks
  cardwright replay game.replay     look at a game again

Exit codes: 0 fine; 1 problems found in the input; 2 wrong use, or files that cannot be read;
130 stopped by an interrupt.";

/// What `cardwright schema` describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SchemaOf {
    /// The compiled form of cards, as `cardwright compile` prints it
    Ir,
    /// A game as somebody sees it, with the open question and its answers
    Board,
    /// Something that happened in a game
    Event,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Begin a set, a card, a keyword, a test or a deck
    New(NewArgs),
    /// Find out how a script says what a card prints
    How(HowArgs),
    /// List the words that may follow
    Words(WordsArgs),
    /// Read the handbook
    Book(BookArgs),
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
    /// One line a card: problems, tests, clauses shown, changes that no test notices, rules
    Status(StatusArgs),
    /// Play with every card and report which clauses never do anything
    Probe(ProbeArgs),
    /// List the rules of a game with the tests that show them
    Rules(RulesArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Play many games and report who wins, how long they take, and which cards matter
    Sim(SimArgs),
    /// Look at a recorded game again
    Replay(ReplayArgs),
    /// Check decks by the rules of their game
    Deck(DeckArgs),
    /// Print the JSON Schema of the compiled form, or of what a program sees of a game
    Schema {
        /// What to describe
        #[arg(value_enum, default_value = "ir")]
        of: SchemaOf,
    },
}

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = CHECK_HELP)]
pub(super) struct CheckArgs {
    /// Files, folders (searched for *.card), or - for standard input; by default the `paths` of the project, else the current folder
    pub(super) paths: Vec<PathBuf>,
    /// How to show problems; by default as the project says, else as text
    #[arg(long, value_enum)]
    pub(super) format: Option<Format>,
    /// Standard input is the text of this file: problems name it, and what it imports lies beside it
    #[arg(long, value_name = "FILE", conflicts_with = "fix")]
    pub(super) stdin_filename: Option<PathBuf>,
    /// What to treat as an error
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) deny: Option<Deny>,
    /// Mend what has one right repair, and report what is left
    #[arg(long)]
    pub(super) fix: bool,
    /// With --fix: change no file, print the differences
    #[arg(long, requires = "fix")]
    pub(super) dry_run: bool,
    /// Colours in text; by default on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
}

const CHECK_HELP: &str = "\
Problems go to standard output, the summary to standard error. A folder with a file `.cardignore` in it is left out of a search unless it is named itself.
A repair is certain if the item checks with it and nothing else is as likely; a file that would check worse is left as it is.

A file `cardwright.toml` in a folder above the files makes a project of them. It can hold `paths` (what is
checked and tested if nothing is named), `game`, `edition`, `format`, and a table `[lints]` with the level of
single warnings or of `all`: allow, warn or deny. SARIF and GitHub annotations name files from the folder of
the project on. In a card file, `# allow W0613: reason` behind a line or above it allows a warning there, and
above an item in all of it; an allow that is not needed is a warning itself.

Examples:
  cardwright check                          everything below the current folder
  cardwright check set.card --format short  one line a problem: file:line:column: …
  cardwright check --format json | jq .code one JSON object a line
  cardwright check --deny warnings          exit code 1 for warnings too
  cardwright check --fix --dry-run          the repairs that are certain, as a difference
  cardwright check --fix                    the same, written into the files
  cardwright check - < set.card             standard input
  cardwright check --stdin-filename set.card < buffer   what an editor holds and has not saved

Exit codes: 0 no errors; 1 errors (with --deny warnings: or warnings); 2 wrong use, or files or settings
that cannot be read.";

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
  cardwright compile set.card --emit text          the cards in printed English
  cardwright compile set.card --emit steps         what the engine will do with them, step by step

`--emit text` proves that the text was read as you meant it. `--emit steps` is read back from the code that the
engine runs: when, who decides, among which cards of which zones, what happens to what, for how long. A number
behind an arrow is a name for the result (`-> #1`), by which later steps speak of it.";

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
    /// Print the events of the game instead: what is told, who takes part in it, and what texts can do about it
    #[arg(long, conflicts_with = "unused")]
    pub(super) events: bool,
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
  cardwright vocab weiss --events               what abilities can answer to, replace, forbid and ask the past for
  cardwright vocab weiss --unused cards/weiss   words no card uses; exit code 1 if there are any";

/// Arguments of `probe`.
#[derive(Debug, Args)]
#[command(after_help = PROBE_HELP)]
pub(super) struct ProbeArgs {
    /// Files, folders (searched for *.card), or - for standard input
    #[arg(default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
    /// Only cards with this in their name
    #[arg(long, value_name = "TEXT")]
    pub(super) card: Option<String>,
    /// Print the counts of every clause, not only the clauses that never did anything
    #[arg(long)]
    pub(super) all: bool,
    /// Print the counts of every clause, with an example of what it did
    #[arg(long)]
    pub(super) trace: bool,
    /// How to show what was found
    #[arg(long, value_enum, default_value_t = ProbeFormat::Text)]
    pub(super) format: ProbeFormat,
    /// The most tries a card, 8 to 100000; a card whose clauses have all done something needs fewer
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u32>(8, 100_000))]
    pub(super) tries: Option<u32>,
    /// How many cards are probed at once, 1 to 256; by default one for each processor
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>(1, 256))]
    pub(super) jobs: Option<usize>,
    /// Colours in text; by default on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
}

/// How `probe` shows what it found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ProbeFormat {
    /// For reading
    Text,
    /// One line a clause that never did anything
    Short,
    /// Everything that was counted
    Json,
}

const PROBE_HELP: &str = "\
A clean `check` says that a text can be read. `probe` plays with it: each card is put on boards that
are made from the words of its own text (cards that fit its descriptions and cards that do not,
where it looks for them; numbers near those it asks for), both players make random legal moves that
lean towards the card, and everything that its clauses do is counted: how often a statement was
reached and changed anything, how often a condition was true and false, how often a cost could be
paid. The same cards give the same counts, whatever the number of threads.

A clause that did nothing in all tries is a warning that says why: it never triggered, its condition
was never true, no card ever fitted, its cost could never be paid, it changed nothing. Either the
text does not say what you mean, or a board that would show it is too seldom. In the second case give the
reason in a comment, behind the clause or on the line above it (above an ability: for all of it):

  # probe: needs six cards of one name in the waiting room
  if you have 6 or more \"Mio\" in your waiting-room { draw 1 }

A reason that is not needed is a warning too. A card with an error cannot be played: its errors go to
standard error, the others are probed.

Examples:
  cardwright probe set.card                     what never did anything
  cardwright probe set.card --all               what every clause did
  cardwright probe set.card --card Mio --trace  with examples
  cardwright probe set.card --tries 5000        try harder
  cardwright probe --format json | jq .cards    for programs

Exit codes: 0 every clause did something or has its reason; 1 some did not, or a card has errors;
2 wrong use.";

/// Arguments of `rules`.
#[derive(Debug, Args)]
#[command(after_help = RULES_HELP)]
pub(super) struct RulesArgs {
    /// The game: weiss, vanguard, evolve or fow
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
    /// Your seat, by default 1; `both` for two people at one screen, each hand hidden from the other
    #[arg(long, value_enum, value_name = "SEAT")]
    pub(super) me: Option<Me>,
    /// Who sits on the other seat, by default random: random, greedy or search, or search:ms=500 with half a second for a decision
    #[arg(long, value_name = "PLAYER")]
    pub(super) against: Option<String>,
    /// The number that everything by chance comes from; by default one by chance
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>(0, u64::MAX))]
    pub(super) seed: Option<u64>,
    /// Go on with a game that was saved: its decks, the edition of its rules and who sits where are in the file
    #[arg(long, value_name = "FILE", conflicts_with = "decks")]
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

A saved game goes on with whoever sat where. --against puts another player on the other seat; --me
cannot take a seat that was not a person's, whose hand is hidden.

Where standard input or output is no terminal, or TERM is dumb, questions and numbered answers are
lines, and so are the answers: a number, or a word such as board, text NAME, why NAME, undo,
save FILE, resign, quit; `help` lists them. The end of the input ends the run.

Examples:
  cardwright play weiss                                 the bundled decks, against a program
  cardwright play fow --decks steam noon --seed 7       two decks, by the beginning of their names
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

/// Arguments of `sim`.
#[derive(Debug, Args)]
#[command(after_help = SIM_HELP)]
pub(super) struct SimArgs {
    #[command(flatten)]
    pub(super) table: TableArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = number::<u64>(0, u64::MAX))]
    pub(super) games: u64,
    /// The two players, or one name for both
    #[arg(long, num_args = 1..=2, value_name = "PLAYERS", default_value = "random")]
    pub(super) players: Vec<String>,
    /// The seed of the run: the same seed gives the same games, whatever the number of jobs; by default one by chance
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number::<u64>(0, u64::MAX))]
    pub(super) seed: Option<u64>,
    /// How many games are played at once; by default one for each processor
    #[arg(long, value_name = "J", allow_negative_numbers = true, value_parser = number::<u16>(1, 256))]
    pub(super) jobs: Option<u16>,
    /// A file with a row for each game: *.jsonl or *.csv
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// A picture of the report: win rates with their intervals, turns, cards
    #[arg(long, value_name = "FILE.svg")]
    pub(super) plot: Option<PathBuf>,
    /// Keep a replay file of every game in this folder
    #[arg(long, value_name = "DIR")]
    pub(super) keep_replays: Option<PathBuf>,
    /// How many cards the table of cards has
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true, value_parser = number::<usize>(0, u64::MAX))]
    pub(super) cards_table: usize,
}

const SIM_HELP: &str = "\
Every deck plays against every other; a single one plays against itself, and so does one that is
named twice. Games come in pairs with the seats changed, and after two of them the players change
decks: four games a pairing make a round. With games that make no whole round the report says so.
Who has the first turn is decided by the rules of the game.

Players, from weak to strong; none of them sees more than a person in their seat would:
  inverse                 looks one step ahead for what is worst: a control
  random                  does not think
  greedy                  looks one step ahead
  search                  searches the turn; `search:nodes=100` with so many ways down its trees for
                          a decision, `search:ms=50` with so many milliseconds (then the seed does
                          not decide any more what it does)

The report goes to standard output and depends on the seed alone; speed and progress go to standard
error. A win rate counts draws as not won; its interval holds the true rate 95 of 100 times
(Wilson). A card is drawn when it comes from the deck to the hand, and played when it comes into
play from anywhere but the deck; both are counted once a game and player.

Ctrl-C stops the run: games that have begun are played out, and what is done is reported. A game
that ends in a fault of the engine is reported with its replay file, and the run fails.

Examples:
  cardwright sim weiss                                      a hundred games, all bundled decks
  cardwright sim fow --games 10000 --seed 1                 the same games every time
  cardwright sim evolve --players search greedy             who is better
  cardwright sim vanguard --edition 1.10 --out games.csv    a row for each game
  cardwright sim weiss --decks Lamp Deep                    two decks, by how their names begin
  cardwright sim weiss --cards my-set --decks \"My Deck\"    own cards; the deck against itself
  cardwright sim weiss --plot lamps.svg                     a picture of the report
  cardwright sim weiss --games 4 --keep-replays replays     see `cardwright replay`

Exit codes: 0 fine; 1 a game failed; 2 wrong use; 130 stopped by an interrupt.";

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = REPLAY_HELP)]
pub(super) struct ReplayArgs {
    /// The replay file
    pub(super) file: PathBuf,
    /// Go through the game decision by decision
    #[arg(long, group = "how")]
    pub(super) step: bool,
    /// Show the board and the question after so many decisions
    #[arg(long, group = "how", value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>(0, u64::MAX))]
    pub(super) to: Option<usize>,
    /// Print the position after so many decisions, with the decisions up to the next chance to act, as a test
    #[arg(long, group = "how", value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>(0, u64::MAX))]
    pub(super) as_test: Option<usize>,
    /// Print the whole log of the game
    #[arg(long, group = "how")]
    pub(super) log: bool,
    #[command(flatten)]
    pub(super) cards: CardArgs,
}

const REPLAY_HELP: &str = "\
A replay file holds the decks, the seed and the answers of a game, or the board of a test and the
answers. Saved games of `cardwright play` are such
files, `cardwright sim --keep-replays` and `cardwright test --keep-replays` write them. The game is
played again from them, so the file is refused if the engine, the rules or the cards are others now;
the message says which.

With --step: Enter goes on, `b` back, `g N` to decision N, `s` shows the board, `q` ends. Lines can
be piped in.

Examples:
  cardwright replay game.replay                      who played what, and does it still play through?
  cardwright replay game.replay --log                everything that happened
  cardwright replay game.replay --to 40              the board at decision 40
  cardwright replay game.replay --step               step by step
  cardwright replay game.replay --as-test 40         a test from there, to be pasted into a card file
  cardwright replay game.replay --cards my-set       a game with own cards

Exit codes: 0 it plays through; 2 it is refused, or wrong use.";

/// Arguments of `deck`.
#[derive(Debug, Args)]
pub(super) struct DeckArgs {
    #[command(subcommand)]
    pub(super) command: DeckCommand,
}

/// What can be done with decks.
#[derive(Debug, Subcommand)]
pub(super) enum DeckCommand {
    /// Check the decks in card files by the rules of their game
    Check(DeckCheckArgs),
}

/// Arguments of `deck check`.
#[derive(Debug, Args)]
#[command(after_help = DECK_CHECK_HELP)]
pub(super) struct DeckCheckArgs {
    /// Files, folders (searched for *.card), or - for standard input
    #[arg(required = true)]
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) cards: CardArgs,
    /// How to show problems
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    /// Colours in text; by default on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
}

const DECK_CHECK_HELP: &str = "\
A deck is an item of a card file:

  use weiss

  deck \"My Deck\" {
    4 \"Mio\"
    2 SM-02
  }

Cards that the files do not hold are looked for in the bundled sets, or in the files of --cards. A
deck of a file for several editions is checked by each of them.

Examples:
  cardwright deck check mine.card                   a deck of bundled cards
  cardwright deck check mine.card --cards my-set    a deck of own cards
  cardwright deck check mine.card --format short    one line a problem: file:line:column: …

Exit codes: 0 all decks are legal; 1 one is not; 2 wrong use, or no deck in the files.";

/// A reader of whole numbers in a range. What is no such number gets the range, a negative number included.
pub(super) fn number<T>(least: u64, most: u64) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64>,
{
    move |text| {
        let number = text.parse().ok().filter(|n| (least..=most).contains(n));
        let number = number.and_then(|n| T::try_from(n).ok());
        number.ok_or_else(|| format!("write a whole number from {least} to {most}"))
    }
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
    /// What the engine will do with each card, step by step
    Steps,
    /// The same steps as JSON
    StepsJson,
}

/// How `vocab` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// A table for people
    Text,
    /// JSON
    Json,
}
