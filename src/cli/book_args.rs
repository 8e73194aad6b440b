//! The arguments of the commands that help with writing: `new`, `how`, `words` and `book`.

use super::args::ColorChoice;
use super::table::CardArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `new`.
#[derive(Debug, Args)]
#[command(after_help = NEW_HELP)]
pub(super) struct NewArgs {
    #[command(subcommand)]
    pub(super) what: NewCommand,
}

/// What is begun.
#[derive(Debug, Subcommand)]
pub(super) enum NewCommand {
    /// A set: a card file, the cards without text that tests and decks need, and `cardwright.toml`
    Set(NewSetArgs),
    /// A card at the end of the set
    Card(NewCardArgs),
    /// A keyword of your own at the end of the set
    Keyword(NewNamedArgs),
    /// A test of a card, below the card; or one that begins at a position of a recorded game
    Test(NewTestArgs),
    /// A deck that the rules allow, with as many cards of the set as fit
    Deck(NewNamedArgs),
}

const NEW_HELP: &str = "\
What is begun checks, is laid out and passes as it is: change it step by step. Nothing is ever written
over: a card, a keyword, a test or a deck is put at the end of its file. The game is that of
`cardwright.toml`, else that of the card files in the current folder.

Examples:
  cardwright new set \"Lamp Street\" --game weiss
  cardwright new card \"Night Lamp\"
  cardwright new card \"Old Lamp\" --kind event
  cardwright new card \"Lamp Thief\" --like \"draw a card, and discard a card\"
  cardwright new keyword Lamp-Light
  cardwright new test \"Night Lamp\"
  cardwright new test \"A late comeback\" --from saved.replay --at 42
  cardwright new deck \"Street at Night\"

Exit codes: 0 it was written; 2 it cannot be: there is one of that name, or it is not clear where it belongs.";

/// Arguments of `new set`.
#[derive(Debug, Args)]
pub(super) struct NewSetArgs {
    /// The name of the set
    pub(super) name: String,
    /// The game: weiss, vanguard, evolve or fow; needed in an empty folder
    #[arg(long)]
    pub(super) game: Option<String>,
    /// The edition of the rules; by default that of the project, else the first one the game has
    #[arg(long, value_name = "E")]
    pub(super) edition: Option<String>,
    /// The code that the ids of its cards begin with; by default made from the name
    #[arg(long)]
    pub(super) code: Option<String>,
}

/// Arguments of `new card`.
#[derive(Debug, Args)]
pub(super) struct NewCardArgs {
    /// The name of the card
    pub(super) name: String,
    /// What kind of card; by default the most usual one of the game
    #[arg(long, conflicts_with = "like")]
    pub(super) kind: Option<String>,
    /// Begin with the script of a printed phrase, as `cardwright how` finds it
    #[arg(long, value_name = "PHRASE")]
    pub(super) like: Option<String>,
    /// The card file; needed where there are several sets
    #[arg(long = "in", value_name = "FILE")]
    pub(super) file: Option<String>,
}

/// Arguments of `new test`.
#[derive(Debug, Args)]
pub(super) struct NewTestArgs {
    /// The name of the card; with `--from` the name of the test
    #[arg(required_unless_present = "from")]
    pub(super) name: Option<String>,
    /// A recorded game: the test begins at one of its decisions
    #[arg(long, value_name = "REPLAY", requires = "at")]
    pub(super) from: Option<PathBuf>,
    /// After so many decisions of that game
    #[arg(long, value_name = "N", requires = "from", allow_negative_numbers = true, value_parser = super::args::number::<usize>(0, u64::MAX))]
    pub(super) at: Option<usize>,
    /// The card file; needed where there are several sets
    #[arg(long = "in", value_name = "FILE")]
    pub(super) file: Option<String>,
    #[command(flatten)]
    pub(super) cards: CardArgs,
}

/// Arguments of the other beginnings.
#[derive(Debug, Args)]
pub(super) struct NewNamedArgs {
    /// Its name
    pub(super) name: String,
    /// The card file; needed where there are several sets
    #[arg(long = "in", value_name = "FILE")]
    pub(super) file: Option<String>,
}

/// Arguments of `how`.
#[derive(Debug, Args)]
#[command(after_help = HOW_HELP)]
pub(super) struct HowArgs {
    /// A phrase as cards print it, or in your own words
    #[arg(required = true, value_name = "PHRASE")]
    pub(super) phrase: Vec<String>,
    /// The game; by default that of the project, else all games
    #[arg(long)]
    pub(super) game: Option<String>,
    /// How many answers, 1 to 50
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = super::args::number::<usize>(1, 50))]
    pub(super) most: usize,
    /// Colours; by default on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
}

const HOW_HELP: &str = "\
Looks through the printed phrases of the handbook (`cardwright book phrases`) and prints the nearest
ones: how a script says them, and what the engine then does. Numbers, names and traits make no
difference. The same question always has the same answers; nothing is asked of a network.

Examples:
  cardwright how \"search your deck for up to one\"
  cardwright how \"this card gets +1000 power until end of turn\" --game weiss
  cardwright how destroy an enemy follower --game evolve --most 5

Exit codes: 0 something was found; 1 nothing is near; 2 wrong use.";

/// Arguments of `book`.
#[derive(Debug, Args)]
#[command(after_help = BOOK_HELP)]
pub(super) struct BookArgs {
    /// A page, or words to search for; without it, the table of contents
    #[arg(value_name = "TOPIC")]
    pub(super) topic: Vec<String>,
    /// Colours; by default on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
}

const BOOK_HELP: &str = "\
The pages are part of the program. A topic that is no page is searched for in all of them.

Examples:
  cardwright book                       the table of contents
  cardwright book tutorial/weiss        a page, by its name in the contents
  cardwright book golden log            where these words stand
  cardwright book tests | less          plain text through a pipe

Exit codes: 0 a page or passages were found; 1 nothing was found; 2 wrong use.";

/// Arguments of `words`.
#[derive(Debug, Args)]
#[command(after_help = WORDS_HELP)]
pub(super) struct WordsArgs {
    /// What stands before: the beginning of a statement of an effect
    #[arg(long, value_name = "TEXT")]
    pub(super) after: String,
    /// The game; by default that of the project
    #[arg(long)]
    pub(super) game: Option<String>,
    /// Card files whose names, keywords and tags are known too; by default those of the project
    #[arg(value_name = "PATHS")]
    pub(super) paths: Vec<PathBuf>,
}

const WORDS_HELP: &str = "\
Each word of the game is tried: those are printed with which the text can go on. The text is what
stands in an effect, such as `draw 1`. If it says `it` or `them`, something was drawn or looked at before.

Examples:
  cardwright words --after \"put it into your\" --game weiss
  cardwright words --after \"choose 1 of your opponent's\" --game vanguard
  cardwright words --after \"it gets +1000\" --game weiss

Exit codes: 0 words were found; 1 nothing can follow; 2 wrong use.";
