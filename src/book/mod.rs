//! The handbook: its pages, the book of printed phrases, and the search through both. The texts are found while building (`catalog`).

mod how;
mod pages;
mod phrases;
mod tokens;

pub use how::{Hit, how};
pub use pages::{Place, page, render, search};
pub use phrases::{Entry, card, entries, frame, phrases, speaks_of};
