//! The verbs that every game shares, as rows: what each is as a command and as an event. The verbs of a game are rows of its own table.

/// What a verb of the language does as a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BaseVerb {
    /// Cards from the top of the deck into the hand.
    Draw,
    /// Cards to a place, or counters on cards.
    Put,
    /// Cards back to a place.
    Return,
    /// Cards or counters from one place to another.
    Move,
    /// The actor sees cards.
    Look,
    /// Everybody sees cards.
    Reveal,
    Search,
    Choose,
    Shuffle,
    Play,
    Declare,
    /// An extra turn or phase.
    Take,
    /// The game is won.
    Win,
    /// The game is lost; other things are lost by a row of the game.
    Lose,
    Pay,
    Exchange,
    Skip,
    /// Counters or damage off cards; other things are removed by a row of the game.
    Remove,
}

/// What a verb of the language tells as an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BaseEvent {
    /// A card moves from place to place.
    Moved,
    /// A card is drawn.
    Drawn,
    /// A card is shown to all.
    Revealed,
    /// A card is chosen.
    Chosen,
    /// A number grows (true) or shrinks.
    Changed(bool),
}

/// A row of the table.
struct BaseVerbRow {
    word: &'static str,
    /// None if it is no command, or one of the game's.
    command: Option<BaseVerb>,
    /// None if nothing can notice it, or it is an event of the game's.
    event: Option<BaseEvent>,
}

const fn row(word: &'static str, command: Option<BaseVerb>, event: Option<BaseEvent>) -> BaseVerbRow {
    BaseVerbRow { word, command, event }
}

/// The verbs of the language. A word that has no part here is looked for among the verbs of the game.
const BASE_VERBS: &[BaseVerbRow] = &[
    row("draw", Some(BaseVerb::Draw), Some(BaseEvent::Drawn)),
    row("put", Some(BaseVerb::Put), Some(BaseEvent::Moved)),
    row("place", Some(BaseVerb::Put), Some(BaseEvent::Moved)),
    row("return", Some(BaseVerb::Return), Some(BaseEvent::Moved)),
    row("move", Some(BaseVerb::Move), Some(BaseEvent::Moved)),
    row("look", Some(BaseVerb::Look), None),
    row("reveal", Some(BaseVerb::Reveal), Some(BaseEvent::Revealed)),
    row("search", Some(BaseVerb::Search), None),
    row("choose", Some(BaseVerb::Choose), Some(BaseEvent::Chosen)),
    row("select", Some(BaseVerb::Choose), None),
    row("shuffle", Some(BaseVerb::Shuffle), None),
    row("play", Some(BaseVerb::Play), None),
    row("declare", Some(BaseVerb::Declare), None),
    row("take", Some(BaseVerb::Take), None),
    row("win", Some(BaseVerb::Win), None),
    row("lose", Some(BaseVerb::Lose), None),
    row("pay", Some(BaseVerb::Pay), None),
    row("exchange", Some(BaseVerb::Exchange), None),
    row("skip", Some(BaseVerb::Skip), None),
    row("remove", Some(BaseVerb::Remove), None),
    row("increase", None, Some(BaseEvent::Changed(true))),
    row("decrease", None, Some(BaseEvent::Changed(false))),
];

/// What a word does as a command of the language.
pub(super) fn command(word: &str) -> Option<BaseVerb> {
    BASE_VERBS.iter().find(|row| row.word == word)?.command
}

/// What a word tells as an event of the language.
pub(super) fn event(word: &str) -> Option<BaseEvent> {
    BASE_VERBS.iter().find(|row| row.word == word)?.event
}

#[cfg(test)]
mod tests {
    use super::BASE_VERBS;

    #[test]
    fn every_row_is_one_verb() {
        for (at, row) in BASE_VERBS.iter().enumerate() {
            assert!(row.command.is_some() || row.event.is_some(), "{}", row.word);
            assert!(
                BASE_VERBS.iter().skip(at + 1).all(|other| other.word != row.word),
                "{}",
                row.word
            );
        }
    }
}
