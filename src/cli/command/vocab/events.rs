//! `cardwright vocab GAME --events`: the catalogue of events for authors.

use crate::cli::args::{TableFormat, VocabArgs};
use crate::cli::exit::Stop;
use crate::cli::term::Out;
use crate::exec::catalog::{self, EventRow, can, role};
use crate::exec::{EventWord, Tables};
use crate::play;
use crate::vocab::Vocab;
use serde_json::json;

/// Lists the events of a game that texts can speak of.
pub(super) fn list(out: &mut Out, vocab: &Vocab, args: &VocabArgs) -> Result<(), Stop> {
    let tables = play::tables(vocab.game, args.edition.as_deref())
        .ok_or_else(|| Stop::new(format!("the rules of {} are not played", vocab.game)))?;
    let rows: Vec<EventRow> = catalog::rows(tables).filter(|row| row.uses != 0).collect();
    match args.format {
        TableFormat::Text => {
            out.line("event, what changes, the verbs that speak of it | who takes part, besides its player and its cause | what texts can do");
            for row in &rows {
                out.line(&text(tables, row));
            }
        }
        TableFormat::Json => {
            let all: Vec<_> = rows.iter().map(|row| as_json(tables, row)).collect();
            out.line(&format!("{:#}", json!({ "game": vocab.game, "events": all })));
        }
    }
    Ok(())
}

fn text(tables: &Tables, row: &EventRow) -> String {
    let verbs = verbs(tables, row).join(", ");
    let named = catalog::word(tables, row);
    let change = row.what.words();
    let name = if named == change {
        named.to_owned()
    } else {
        format!("{named} ({change})")
    };
    let roles = catalog::list(&role::WORDS, row.roles);
    let uses = catalog::list(&can::WORDS, row.uses);
    format!("{name:44}  {verbs:24} | {roles:34} | {uses}")
        .trim_end()
        .to_owned()
}

fn as_json(tables: &Tables, row: &EventRow) -> serde_json::Value {
    let words = |words: &[(u8, &'static str)], bits: u8| -> Vec<&'static str> {
        let named = words.iter().filter(|(bit, _)| bits & bit != 0);
        named.map(|(_, word)| *word).collect()
    };
    json!({
        "event": catalog::word(tables, row),
        "change": row.what.words(),
        "verbs": verbs(tables, row),
        "roles": words(&role::WORDS, row.roles),
        "can": words(&can::WORDS, row.uses),
    })
}

/// The verbs of the game that speak of an event.
fn verbs(tables: &Tables, row: &EventRow) -> Vec<&'static str> {
    let moves = row.what == catalog::Happening::Move;
    let speaks = |word: EventWord| match word {
        EventWord::Moved(note) => moves && note == row.note,
        EventWord::Note(bits)
        | EventWord::Passive(bits)
        | EventWord::OfAbility(bits)
        | EventWord::OfPlayer(bits)
        | EventWord::Damage(bits)
        | EventWord::Taken(bits)
        | EventWord::Reduced(bits)
        | EventWord::Life(bits) => !moves && has(bits, row),
        EventWord::Amount { did, would, not, .. } => !moves && has(did | would | not, row),
        EventWord::Turn(_) => row.what == catalog::Happening::Turn,
        EventWord::Face => row.what == catalog::Happening::Face,
        EventWord::Enter | EventWord::Leave => moves && row.note.0 == 0,
        EventWord::Boundary(_) => row.what == catalog::Happening::Begin,
    };
    let rows = tables.verbs.iter().filter(|verb| verb.event.is_some_and(speaks));
    rows.map(|verb| verb.word).collect()
}

fn has(bits: u64, row: &EventRow) -> bool {
    row.note.0 != 0 && row.note.is_in(bits)
}
