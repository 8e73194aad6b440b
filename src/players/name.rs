//! Players by name, as people write them on a command line.

use super::{Player, Random};

/// The names of the players.
pub const NAMES: &[&str] = &["random"];

/// Why there is no such player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Nobody is called so.
    #[error("there is no player `{0}`; there are {names}", names = NAMES.join(", "))]
    NoSuch(String),
}

/// The player of a name, with everything it does by chance from the seed.
pub fn by_name(name: &str, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    match name {
        "random" => Ok(Box::new(Random::new(seed))),
        _ => Err(PlayerError::NoSuch(name.to_owned())),
    }
}
