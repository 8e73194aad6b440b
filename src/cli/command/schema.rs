//! `cardwright schema`.

use crate::cli::exit::{Exit, Stop};
use crate::cli::term::Out;
use crate::ir::Module;

/// Prints the JSON Schema of the IR.
pub(in crate::cli) fn run() -> Result<Exit, Stop> {
    let mut out = Out::new();
    out.text(&text());
    out.finish()?;
    Ok(Exit::Fine)
}

/// The schema as text.
pub(in crate::cli) fn text() -> String {
    format!("{:#}\n", schemars::schema_for!(Module).as_value())
}
