//! Cardwright makes card text run.
extern crate alloc;

pub mod ast;
pub mod check;
pub mod cli;
pub mod compile;
pub mod diag;
pub mod fmt;
pub mod ir;
pub mod lex;
pub mod lint;
pub mod parse;
pub mod prose;
pub mod resolve;
pub mod source;
pub mod vocab;
