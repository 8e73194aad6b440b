//! The matrix: every sentence about an event that the vocabulary of a game leads to is refused, or it is shown to act.
#![allow(dead_code)]

pub mod cast;
mod deeds;
mod ground;
mod made;
mod meaning;
pub mod sentence;
mod witness;
mod judge;
pub mod table;
