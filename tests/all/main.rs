//! All integration tests, in one binary: it is linked once, and what several tests need is made once.
//!
//! `cargo test --test all golden::` runs the tests of one module, `cargo test --test all engine::fow` those of one game.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::cast_possible_truncation,
    reason = "a test may fail loudly"
)]

mod cli;
mod complete;
mod decks;
mod engine;
mod events;
mod examples;
mod flow;
mod fmt;
mod front;
mod golden;
mod hostile;
mod hostile_evolve;
mod hostile_fow;
mod hostile_vanguard;
mod independence;
mod insertions;
mod language;
mod link;
mod matrix;
mod nodes;
mod odd_files;
mod pages;
mod paraphrases;
mod phrases;
mod pipelines;
mod planted;
mod play;
mod players;
mod print;
mod probe;
mod project;
mod proofs;
mod reject;
mod replay;
mod robust;
mod saves;
mod scenario;
mod secrets;
mod sim;
mod slips;
mod steps;
mod support;
mod why;
mod words;
mod writing;
