//! A board in plain text, from what players see.

use crate::exec::{CardView, Pool, View, player_word};
use crate::kernel::{P, Sees, ZoneId};

/// The board, one line a zone: the cards of each player as that player's view shows them. With two views of one player it is what that player sees.
pub fn board(pool: &Pool, views: [&View; 2]) -> Vec<String> {
    let mut lines = Vec::new();
    for (p, view) in P::BOTH.into_iter().zip(views) {
        lines.push(heading(pool, view, p));
        for (z, spec) in (0u8..).map(ZoneId).zip(pool.layout.zones()) {
            let cells: Vec<_> = pool.layout.cells_of(p, z).collect();
            let held: usize = cells.iter().map(|cell| view.cell(*cell).len()).sum();
            if held == 0 {
                continue;
            }
            if spec.sees == Sees::Nobody {
                lines.push(format!("  {} {held}", spec.name));
                continue;
            }
            let text = if spec.positions.is_empty() {
                let cards = cells.iter().flat_map(|cell| view.cell(*cell));
                format!(
                    "{held}: {}",
                    grouped(cards.map(|card| words(pool, card, spec.computed)).collect())
                )
            } else {
                let places = cells.iter().filter(|cell| !view.cell(**cell).is_empty());
                let places = places.map(|cell| {
                    let cards = view.cell(*cell).iter().map(|card| words(pool, card, spec.computed));
                    format!("{} {}", pool.layout.cell_name(*cell), grouped(cards.collect()))
                });
                places.collect::<Vec<_>>().join("; ")
            };
            lines.push(format!("  {} {text}", spec.name));
        }
    }
    lines
}

/// The player's numbers, and whether it is their turn.
fn heading(pool: &Pool, view: &View, p: P) -> String {
    let names = pool.kernel.tables().player_attrs;
    let values = view.players.get(p.ix()).map_or(&[][..], Vec::as_slice);
    let numbers: Vec<String> = names
        .iter()
        .zip(values)
        .filter(|(_, value)| **value != 0)
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let mut line = player_word(p).to_owned();
    // Before the first turn it is nobody's.
    if view.turn > 0 && view.turn_player == p {
        line.push_str(" (whose turn it is)");
    }
    if !numbers.is_empty() {
        line.push_str(": ");
        line.push_str(&numbers.join(", "));
    }
    line
}

/// A card with how it lies and, where numbers matter, its numbers.
fn words(pool: &Pool, card: &CardView, numbers: bool) -> String {
    let tables = pool.kernel.tables();
    let mut text = match card.def {
        Some(def) => format!("\"{}\"", pool.def(def).name),
        None => "a hidden card".to_owned(),
    };
    if card.face_down {
        text.push_str(" face down");
    }
    if card.orient != 0
        && let Some(word) = tables.orients.get(usize::from(card.orient))
    {
        text.push(' ');
        text.push_str(word);
    }
    if let (Some(attrs), true) = (card.attrs, numbers) {
        let shown: Vec<String> = tables
            .attrs
            .iter()
            .zip(attrs)
            .filter(|(_, value)| *value != 0)
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        if !shown.is_empty() {
            text.push_str(" (");
            text.push_str(&shown.join(", "));
            text.push(')');
        }
    }
    text
}

/// The same words behind one another are counted.
fn grouped(words: Vec<String>) -> String {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for word in words {
        match groups.last_mut() {
            Some((last, n)) if *last == word => *n += 1,
            _ => groups.push((word, 1)),
        }
    }
    let parts = groups
        .into_iter()
        .map(|(word, n)| if n == 1 { word } else { format!("{word} ×{n}") });
    parts.collect::<Vec<_>>().join(", ")
}
