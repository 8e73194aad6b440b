//! Weiß Schwarz, by the comprehensive rules 2.00.

mod tables;

use crate::exec::Tables;

/// The tables of the game.
pub fn tables() -> &'static Tables {
    &tables::TABLES
}
