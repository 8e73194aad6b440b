//! Players by name, as people write them on a command line.

use super::{Budget, Greedy, Player, Random, Search};
use std::time::Duration;

/// The names of the players.
pub const NAMES: &[&str] = &["random", "greedy", "search", "inverse"];
/// The most ways down the tree for a decision.
const MOST_NODES: u32 = 10_000_000;
/// The longest time for a decision, in milliseconds: an hour.
const MOST_MS: u32 = 3_600_000;

/// Why there is no such player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Nobody is called so.
    #[error("there is no player `{0}`; there are {names}, and `search:nodes=400` or `search:ms=50` with a budget", names = NAMES.join(", "))]
    NoSuch(String),
    /// The player has no settings.
    #[error("`{0}` takes no settings; write `{0}` alone")]
    NoSettings(String),
    /// There is no such setting.
    #[error(
        "`search` has no setting `{0}`; write `search:nodes=400` (ways down the tree for a decision) or `search:ms=50` (milliseconds)"
    )]
    NoSuchSetting(String),
    /// The number of a setting is none, or out of bounds.
    #[error("`{setting}={value}`: write a whole number from 1 to {most}")]
    Number {
        /// The setting.
        setting: String,
        /// What was written.
        value: String,
        /// The largest number.
        most: u32,
    },
}

/// The player of a name, with everything it does by chance from the seed: `random`, `greedy`, `search`, `search:nodes=400`, `search:ms=50`, and `inverse`,
/// the greedy player who wants to lose.
pub fn by_name(name: &str, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    let (who, setting) = match name.split_once(':') {
        Some((who, setting)) => (who, Some(setting)),
        None => (name, None),
    };
    let plain = |player: Box<dyn Player>| match setting {
        None => Ok(player),
        Some(_) => Err(PlayerError::NoSettings(who.to_owned())),
    };
    match who {
        "random" => plain(Box::new(Random::new(seed))),
        "greedy" => plain(Box::new(Greedy::new(seed))),
        "inverse" => plain(Box::new(Greedy::inverse(seed))),
        "search" => {
            let budget = setting.map_or(Ok(Budget::DEFAULT), budget)?;
            Ok(Box::new(Search::new(seed, budget)))
        }
        _ => Err(PlayerError::NoSuch(name.to_owned())),
    }
}

fn budget(setting: &str) -> Result<Budget, PlayerError> {
    let (word, value) = setting.split_once('=').unwrap_or((setting, ""));
    let most = match word {
        "nodes" => MOST_NODES,
        "ms" => MOST_MS,
        _ => return Err(PlayerError::NoSuchSetting(setting.to_owned())),
    };
    match value.parse::<u32>() {
        Ok(n) if (1..=most).contains(&n) => Ok(if word == "nodes" {
            Budget::Nodes(n)
        } else {
            Budget::Time(Duration::from_millis(u64::from(n)))
        }),
        _ => Err(PlayerError::Number {
            setting: word.to_owned(),
            value: value.to_owned(),
            most,
        }),
    }
}
