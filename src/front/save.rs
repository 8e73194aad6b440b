//! Saves: the decks of a game, and the game as the engine writes it.

use super::deck::Deck;
use crate::exec::SaveError;
use crate::fnv::Fnv;
use std::hash::Hasher as _;

/// The first bytes of a save of the front door.
const MAGIC: [u8; 4] = *b"CWFD";
/// The bytes of the checksum at the end.
const SUM_BYTES: usize = 8;
/// The most bytes that deck lists take.
const MOST_DECK_BYTES: usize = 1 << 20;

fn checksum(bytes: &[u8]) -> [u8; SUM_BYTES] {
    let mut fnv = Fnv::default();
    fnv.write(bytes);
    fnv.finish().to_le_bytes()
}

pub(super) fn write(decks: &[Deck; 2], game: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    // Plain data always has a form as text.
    let decks = serde_json::to_vec(decks).unwrap_or_default();
    bytes.extend(u32::try_from(decks.len()).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend(decks);
    bytes.extend(game);
    bytes.extend(checksum(&bytes));
    bytes
}

/// The decks of a save, and the game behind them.
pub(super) fn read(bytes: &[u8]) -> Result<([Deck; 2], &[u8]), SaveError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(SaveError::NotASave);
    }
    let (content, sum) = bytes.split_last_chunk::<SUM_BYTES>().ok_or(SaveError::Broken)?;
    let rest = content.strip_prefix(&MAGIC).ok_or(SaveError::NotASave)?;
    let (length, rest) = rest.split_first_chunk::<4>().ok_or(SaveError::Broken)?;
    let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| SaveError::Broken)?;
    if length > MOST_DECK_BYTES {
        return Err(SaveError::TooLarge(length));
    }
    if checksum(content) != *sum {
        return Err(SaveError::Broken);
    }
    let (decks, game) = rest.split_at_checked(length).ok_or(SaveError::Broken)?;
    let decks = serde_json::from_slice(decks).map_err(|_| SaveError::Broken)?;
    Ok((decks, game))
}
