//! `cardwright schema`.

use crate::cli::args::SchemaOf;
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::Out;
use crate::front::{Board, Event};
use crate::ir::Module;
use schemars::schema_for;

/// Prints a JSON Schema.
pub(in crate::cli) fn run(of: SchemaOf) -> Result<Exit, Stop> {
    let mut out = Out::new();
    out.text(&text(of));
    out.finish()?;
    Ok(Exit::Fine)
}

/// The schema as text.
pub(in crate::cli) fn text(of: SchemaOf) -> String {
    let schema = match of {
        SchemaOf::Ir => schema_for!(Module),
        SchemaOf::Board => schema_for!(Board),
        SchemaOf::Event => schema_for!(Event),
    };
    format!("{:#}\n", schema.as_value())
}
