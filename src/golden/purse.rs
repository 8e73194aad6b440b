//! What is in the pools of players, in the icons that tests write.

use crate::exec::{Game, Tables};
use crate::kernel::AskKind;
use std::fmt::Write as _;

/// The kind an icon means, and how much of it: a number is so much of no kind.
fn kind(tables: &Tables, icon: &str) -> Option<(usize, u8)> {
    if let Ok(plain) = icon.parse::<u8>() {
        return Some((tables.icons.len(), plain));
    }
    let at = tables.icons.iter().position(|i| *i == icon)?;
    Some((at, 1))
}

/// Puts exactly these icons into a pool.
pub(super) fn fill(tables: &Tables, icons: &[String], purse: &mut [u8]) -> Result<(), String> {
    purse.fill(0);
    for icon in icons {
        let unknown = || format!("this game has no icon {{{icon}}}");
        let (kind, count) = kind(tables, icon).ok_or_else(unknown)?;
        let slot = purse.get_mut(kind).ok_or_else(unknown)?;
        *slot = slot.saturating_add(count);
    }
    Ok(())
}

/// A pool as a test would write it.
pub(super) fn words(tables: &Tables, purse: &[u8]) -> String {
    let mut out = String::new();
    for (at, count) in purse.iter().enumerate().filter(|(_, count)| **count > 0) {
        match tables.icons.get(at) {
            Some(icon) => out.push_str(&format!("{{{icon}}}").repeat(usize::from(*count))),
            // What is of no kind comes behind the icons of the table; what lies further behind has no icon.
            None if at == tables.icons.len() => drop(write!(out, "{{{count}}}")),
            None => drop(write!(out, "({count} of kind {at})")),
        }
    }
    if out.is_empty() {
        out.push_str("none");
    }
    out
}

/// Whether a word of a question is this icon. Questions of the rules number the kinds like the table of icons; where cards ask, words count.
pub(super) fn is_icon(game: &Game, asked: AskKind, word: u8, icon: &str) -> bool {
    let tables = game.kernel().tables();
    game.word_of(word) == icon
        || matches!(asked, AskKind::Rule(_)) && kind(tables, icon).is_some_and(|(kind, _)| kind == usize::from(word))
}

/// Whether a word of a question is a kind of what pools hold.
pub(super) fn is_kind(game: &Game, asked: AskKind, word: u8) -> bool {
    let icons = game.kernel().tables().icons;
    icons.contains(&game.word_of(word))
        || matches!(asked, AskKind::Rule(_)) && !icons.is_empty() && usize::from(word) <= icons.len()
}
