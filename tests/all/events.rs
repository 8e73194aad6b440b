//! The catalogue of events: every verb of every game speaks of events that are told, or its sentences are refused. That nothing is announced that has
//! no row is asserted by the door, in every game that any test plays.

use cardwright::exec::catalog::{self, Happening, can};
use cardwright::exec::{EventWord, Kernel, Tables};
use cardwright::games;

/// The notes that a verb speaks of.
fn notes(word: EventWord) -> u64 {
    match word {
        EventWord::Note(bits)
        | EventWord::Passive(bits)
        | EventWord::OfAbility(bits)
        | EventWord::OfPlayer(bits)
        | EventWord::Damage(bits)
        | EventWord::Taken(bits)
        | EventWord::Reduced(bits)
        | EventWord::Life(bits) => bits,
        EventWord::Amount { did, would, not, .. } => did | would | not,
        _ => 0,
    }
}

fn told(tables: &Tables, moves: bool, note: u8) -> bool {
    catalog::rows(tables).any(|row| row.note.0 == note && row.uses != 0 && (row.what == Happening::Move) == moves)
}

/// Verbs whose events have no row: the linker refuses every sentence about them (E0805).
const REFUSED: &[(&str, &str)] = &[("fow", "pay"), ("evolve", "transform")];

fn dead_verbs(kernel: &dyn Kernel) -> Vec<(&'static str, &'static str)> {
    let tables = kernel.tables();
    let mut out = Vec::new();
    for verb in tables.verbs {
        let Some(word) = verb.event else { continue };
        let dead = match word {
            EventWord::Moved(note) => !told(tables, true, note.0),
            word => {
                let bits = notes(word);
                bits != 0 && !(0..64u8).any(|n| bits >> n & 1 == 1 && told(tables, false, n))
            }
        };
        if dead {
            out.push((kernel.name(), verb.word));
        }
    }
    out
}

#[test]
fn every_verb_speaks_of_events_that_are_told() {
    let mut found: Vec<_> = games::kernels().flat_map(dead_verbs).collect();
    found.sort_unstable();
    found.dedup();
    let mut wanted = REFUSED.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn every_row_is_one_event_with_a_word() {
    for kernel in games::kernels() {
        let tables = kernel.tables();
        let rows: Vec<_> = catalog::rows(tables).collect();
        for (at, row) in rows.iter().enumerate() {
            assert!(usize::from(row.note.0) < tables.notes.len(), "{row:?}");
            assert!(row.uses & !can::ALL == 0, "{row:?}");
            let again = rows.iter().skip(at + 1);
            // One event may have a row for each use of it: what can be said of its roles may differ.
            let same =
                again.filter(|other| (other.what, other.note) == (row.what, row.note) && other.uses & row.uses != 0);
            assert_eq!(same.count(), 0, "{} has two rows for {row:?}", kernel.name());
        }
    }
}
