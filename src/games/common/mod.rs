//! What the games share: pieces of tables and procedures that are no rule of one game alone.

pub(super) mod cards;
pub(super) mod pending;
pub(super) mod record;
pub(super) mod rows;
pub(super) mod setup;
pub(super) mod step;

use crate::compile;
use crate::ir::Module;
use crate::source::SourceFile;

/// The abilities that every card of a type has, compiled from the game's own file.
pub(super) fn inherent(game: &str, text: &str) -> Option<Module> {
    let file = SourceFile::new(format!("<{game} rules>"), text);
    compile::compile(vec![file]).modules.into_iter().next()
}
