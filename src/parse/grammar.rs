//! The generated parser. The only place that knows pest's derive.

/// Parses the kind string of one item.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/tokens.pest"]
#[grammar = "../grammar/card.pest"]
pub(super) struct CardParser;
