//! The whole front end in one call: files in, diagnostics and compiled sets out. No input or output of its own.

mod project;

use crate::ast::{File, Item};
use crate::check::{Checker, Findings, expansion};
use crate::diag::{self, Code, Diagnostic, Severity};
use crate::ir::{self, Module};
use crate::lint;
use crate::parse;
use crate::repair;
use crate::resolve::{Known, Scope};
use crate::source::{FileId, SourceFile, SourceMap};
use crate::vocab::{self, Vocab};
use indexmap::IndexMap;
use project::{Header, Project};
use rayon::prelude::*;
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
    /// The sets of imported files that are not among the files of the run.
    pub imported: Vec<Module>,
    /// The files that each file imports, directly or not; a file that imports nothing is left out.
    pub imports: BTreeMap<String, BTreeSet<String>>,
    /// Which words each game's cards use, by game.
    pub used: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Compiled {
    /// How many errors and warnings there are.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self
            .diagnostics
            .iter()
            .filter(|d| d.severity() == Severity::Error)
            .count();
        (errors, self.diagnostics.len() - errors)
    }
}

/// Finds a file that another one imports; gets the path relative to the importing file.
pub type Loader<'l> = dyn Fn(&str) -> Option<SourceFile> + 'l;

/// Compiles files that import only each other. Errors are diagnostics; a card with an error is left out of its module.
pub fn compile(files: Vec<SourceFile>) -> Compiled {
    compile_with(files, &|_| None)
}

/// Compiles files; what they import besides each other comes from `load`.
pub fn compile_with(files: Vec<SourceFile>, load: &Loader<'_>) -> Compiled {
    let project = Project::load(files, load);
    let mut out = Compiled::default();
    let parsed: Vec<(FileId, parse::Parsed<'_>)> = project
        .sources
        .iter()
        .map(|(id, file)| (id, parse::parse_with(id, &file.text, &vocab::old_words)))
        .collect();
    let mut headers: Vec<Header> = Vec::new();
    for (id, parsed) in &parsed {
        let own = project.is_own(*id);
        let mut diagnostics = Vec::new();
        headers.push(project.header(*id, &parsed.file, parsed.diagnostics.is_empty(), &mut diagnostics));
        if own {
            out.diagnostics.extend(parsed.diagnostics.iter().cloned());
            out.diagnostics.extend(diagnostics);
        }
    }
    for (index, _) in headers.iter().enumerate().filter(|(i, _)| project.is_own_index(*i)) {
        project::check_editions(&headers, index, &mut out.diagnostics);
    }
    let ctx = Context {
        project: &project,
        parsed: &parsed,
        headers: &headers,
    };
    for game in vocab::games() {
        if headers
            .iter()
            .enumerate()
            .any(|(i, h)| h.game == Some(game) && project.is_own_index(i))
        {
            ctx.game(game, &mut out);
        }
    }
    // Modules come game by game; users expect the order of their files.
    out.modules
        .sort_by_key(|m| m.files.first().and_then(|name| project.position(name)));
    drop(parsed);
    out.sources = project.sources;
    spare_missing_cards(&mut out);
    spare_names(&mut out);
    lint::allowed(&mut out.diagnostics, &out.sources);
    diag::tidy(&mut out.diagnostics);
    out
}

/// One mistake is one message: lines of tests and decks that name a card or deck which is written down but broken are not reported again, and what does
/// not exist is reported once a file.
fn spare_missing_cards(out: &mut Compiled) {
    let is_missing = |d: &Diagnostic| {
        let names = matches!(d.code, Code::TestCard | Code::UnknownCard | Code::TestDeck);
        names && (d.message.starts_with("there is no card ") || d.message.starts_with("there is no deck "))
    };
    let broken = out
        .diagnostics
        .iter()
        .any(|d| d.severity() == Severity::Error && !is_missing(d));
    let written: BTreeSet<&str> = out
        .sources
        .iter()
        .flat_map(|(_, file)| file.text.lines())
        .filter_map(|line| {
            let head = line.trim_start();
            let named = ["card ", "token ", "deck "]
                .iter()
                .find_map(|word| head.strip_prefix(word))?;
            named.trim_start().strip_prefix('"')?.split('"').next()
        })
        .collect();
    let mut seen = BTreeSet::new();
    out.diagnostics.sort_by_key(|d| d.span);
    out.diagnostics.retain(|d| {
        if !is_missing(d) {
            return true;
        }
        let name = d.message.split('"').nth(1).unwrap_or("");
        !(broken && written.contains(name)) && seen.insert((d.span.map(|span| span.file), d.message.clone()))
    });
}

/// What a card with broken syntax is called and carries is not known: nobody is warned of names and tags that are written down elsewhere.
fn spare_names(out: &mut Compiled) {
    let unread = |d: &Diagnostic| d.severity() == Severity::Error && d.code <= Code::NounsClash;
    if !out.diagnostics.iter().any(unread) {
        return;
    }
    let Compiled {
        diagnostics, sources, ..
    } = out;
    diagnostics.retain(|d| {
        let (true, Some(span)) = (matches!(d.code, Code::UnknownTag | Code::UnknownCardName), d.span) else {
            return true;
        };
        let word = sources.text(span.file).get(span.range()).unwrap_or("");
        let times = |text: &str| if word.len() > 2 { text.matches(word).count() } else { 0 };
        sources.iter().map(|(_, file)| times(&file.text)).sum::<usize>() < 2
    });
}

/// Compiles only the prelude of a game, for its definitions.
pub fn prelude(game: &str) -> Option<Module> {
    let text = vocab::prelude(game)?;
    let compiled = compile(vec![SourceFile::new(format!("<{game} prelude>"), text)]);
    compiled.modules.into_iter().next()
}

/// Everything that is read, and nothing that is found.
struct Context<'a, 's> {
    project: &'a Project,
    parsed: &'a [(FileId, parse::Parsed<'s>)],
    headers: &'a [Header],
}

/// Sets with at least so many cards are checked on several threads.
const PARALLEL_CARDS: usize = 64;

impl<'a, 's> Context<'a, 's> {
    /// Checks all files of one game.
    fn game(&self, game: &'static str, out: &mut Compiled) {
        let Some(vocab) = vocab::game(game) else { return };
        let files: Vec<usize> = (0..self.parsed.len())
            .filter(|i| self.headers.get(*i).is_some_and(|h| h.game == Some(game)))
            .collect();
        let mut known: BTreeMap<&[&str], Known<'s>> = BTreeMap::new();
        for header in files.iter().filter_map(|i| self.headers.get(*i)) {
            let editions = header.editions.as_slice();
            known.entry(editions).or_insert_with(|| self.known(&files, editions));
        }
        let used = out.used.entry(game).or_default();
        let mut shared = lint::Shared::default();
        let mut trials = repair::MAX_TRIALS;
        let mut imported: BTreeSet<usize> = BTreeSet::new();
        for index in files.iter().filter(|i| self.project.is_own_index(**i)) {
            let reached = self.reached(*index);
            if let Some(name) = self.name(*index).filter(|_| !reached.is_empty()) {
                let names = reached.iter().filter_map(|i| self.name(*i)).collect();
                out.imports.insert(name, names);
                imported.extend(reached);
            }
        }
        for index in files {
            let (Some((id, parsed)), Some(header)) = (self.parsed.get(index), self.headers.get(index)) else {
                continue;
            };
            let Some(known) = known.get(header.editions.as_slice()) else {
                continue;
            };
            if !self.project.is_own(*id) {
                // What is wrong with an imported file is said when that file is checked; what is right is played with.
                if imported.contains(&index) {
                    let scope = self.scope(index, vocab, header, &mut Vec::new());
                    out.imported
                        .extend(self.file(*id, &parsed.file, header, &scope, known).0);
                }
                continue;
            }
            let scope = self.scope(index, vocab, header, &mut out.diagnostics);
            let (module, findings) = self.file(*id, &parsed.file, header, &scope, known);
            let overflown = scope.spent() > expansion::MAX_FILE;
            out.diagnostics.extend(findings.diagnostics);
            if overflown {
                continue;
            }
            let judge = repair::Judge {
                scope: &scope,
                known,
                set: header.set.as_deref(),
                prelude: self.is_prelude(*id, &scope),
            };
            let text = self.project.sources.text(*id);
            repair::mend(&judge, *id, text, &mut trials, &mut out.diagnostics);
            lint::file(
                text,
                &parsed.file,
                parsed.diagnostics.is_empty(),
                &scope,
                known,
                &mut shared,
                &mut out.diagnostics,
            );
            for (word, flag) in vocab.words().iter().zip(&findings.words) {
                if *flag {
                    used.insert(format!("{}:{}", word.kind(), word.name()));
                }
            }
            used.extend(findings.definitions);
            out.modules.extend(module);
        }
    }

    /// The names that files for all of these editions give.
    fn known(&self, files: &[usize], editions: &[&str]) -> Known<'s> {
        let mut known = Known::default();
        for index in files {
            if let (Some((_, parsed)), Some(header)) = (self.parsed.get(*index), self.headers.get(*index))
                && editions.iter().all(|e| header.editions.contains(e))
            {
                known.add(&parsed.file);
            }
        }
        known
    }

    /// The files that a file imports, directly or not, each once.
    fn reached(&self, index: usize) -> Vec<usize> {
        let imports = |i: usize| self.headers.get(i).map_or(&[][..], |h| h.imports.as_slice());
        let mut reached = Vec::new();
        let mut seen = BTreeSet::from([index]);
        let mut queue: Vec<usize> = imports(index).to_vec();
        while let Some(next) = queue.pop() {
            if seen.insert(next) {
                reached.push(next);
                queue.extend(imports(next));
            }
        }
        reached
    }

    fn name(&self, index: usize) -> Option<String> {
        let (id, _) = self.parsed.get(index)?;
        self.project.sources.get(*id).map(|f| f.name.clone())
    }

    /// The words a file may use: prelude, imported files, its own.
    fn scope(
        &self,
        index: usize,
        vocab: &'static Vocab,
        header: &Header,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Scope<'a, 's> {
        let mut scope = Scope::new(vocab, header.editions.clone());
        let own_id = self.parsed.get(index).map(|(id, _)| *id);
        if let Some((id, prelude)) = self.project.prelude(vocab.game).and_then(|p| self.parsed.get(p))
            && Some(*id) != own_id
        {
            scope.add(&prelude.file, None);
        }
        for next in self.reached(index) {
            if let Some((_, parsed)) = self.parsed.get(next) {
                scope.add(&parsed.file, None);
            }
        }
        if let Some((_, parsed)) = self.parsed.get(index) {
            scope.add(&parsed.file, Some(diagnostics));
        }
        scope
    }

    fn is_prelude(&self, id: FileId, scope: &Scope<'_, '_>) -> bool {
        self.project.prelude(scope.vocab.game) == Some(id.0 as usize)
    }

    fn file(
        &self,
        id: FileId,
        file: &'a File<'s>,
        header: &Header,
        scope: &Scope<'a, 's>,
        known: &Known<'s>,
    ) -> (Option<Module>, Findings) {
        let cards: Vec<&'a crate::ast::Card<'s>> = file
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Card(card) => Some(card),
                _ => None,
            })
            .collect();
        let set = header.set.as_deref();
        let prelude = self.is_prelude(id, scope);
        let check = |part: &[&'a crate::ast::Card<'s>]| {
            let mut checker = Checker::new(scope, known);
            checker.prelude = prelude;
            let cards: Vec<ir::Card> = part.iter().filter_map(|card| checker.card(card, set)).collect();
            (cards, checker.findings)
        };
        let parts: Vec<(Vec<ir::Card>, Findings)> = if cards.len() < PARALLEL_CARDS {
            vec![check(&cards)]
        } else {
            cards.par_chunks(PARALLEL_CARDS / 2).map(check).collect()
        };
        let mut findings = Findings::default();
        let mut compiled = Vec::with_capacity(cards.len());
        for (cards, found) in parts {
            compiled.extend(cards);
            merge(&mut findings, found);
        }
        lint::meaning(&compiled, &mut findings.diagnostics);
        let mut checker = Checker::new(scope, known);
        checker.prelude = prelude;
        let mut module = Module {
            version: ir::VERSION,
            game: scope.vocab.game.to_owned(),
            editions: scope.editions.iter().map(|e| (*e).to_owned()).collect(),
            files: vec![self.project.sources.get(id).map(|f| f.name.clone()).unwrap_or_default()],
            cards: compiled,
            definitions: Vec::new(),
            counters: Vec::new(),
            states: Vec::new(),
            groups: IndexMap::new(),
            decks: Vec::new(),
            tests: Vec::new(),
        };
        for item in &file.items {
            match item {
                Item::Definition(definition) => module.definitions.push(checker.definition(definition)),
                Item::Counter(counter) => module.counters.push(checker.counter_item(counter)),
                Item::State(state) => module.states.push(checker.state_item(state)),
                Item::Group(group) => {
                    module.groups.insert(
                        group.name.text.to_owned(),
                        group.names.iter().map(|n| n.text.to_owned()).collect(),
                    );
                }
                Item::Deck(deck) => module.decks.push(checker.deck(deck)),
                Item::Test(test) => module.tests.extend(checker.test(test)),
                Item::Use(_) | Item::Set(_) | Item::Card(_) => {}
            }
        }
        if scope.spent() > expansion::MAX_FILE {
            // Which item came too late depends on the order of the threads: nothing that was found is told.
            return (None, Findings::only(expansion::too_much_in(id)));
        }
        // Definitions use words too, but only what cards use counts as used by cards.
        findings.diagnostics.extend(checker.findings.diagnostics);
        expansion::tell_once(&mut findings.diagnostics);
        let empty = module.cards.is_empty()
            && module.definitions.is_empty()
            && module.decks.is_empty()
            && module.tests.is_empty()
            && module.counters.is_empty()
            && module.states.is_empty();
        self.renumber(&mut module, id);
        ((!empty).then_some(module), findings)
    }

    /// Spans in a module number its own files: 0 is the set's file, the others follow as they are met.
    fn renumber(&self, module: &mut Module, own: FileId) {
        let mut order: Vec<u32> = vec![own.0];
        let mut number = |src: &mut ir::Src| {
            let at = order.iter().position(|f| *f == src.0).unwrap_or_else(|| {
                order.push(src.0);
                order.len() - 1
            });
            src.0 = u32::try_from(at).unwrap_or(0);
        };
        module.tests.iter_mut().for_each(|test| test.each_src(&mut number));
        for deck in &mut module.decks {
            number(&mut deck.src);
            deck.lines.iter_mut().for_each(|line| number(&mut line.src));
        }
        let codes = module.cards.iter_mut().map(|c| {
            number(&mut c.src);
            &mut c.code
        });
        let codes: Vec<&mut ir::Code> = codes
            .chain(module.counters.iter_mut().map(|c| &mut c.code))
            .chain(module.states.iter_mut().map(|s| &mut s.code))
            .chain(module.tests.iter_mut().map(|t| &mut t.code))
            .collect();
        for code in codes {
            code.stmt_src.iter_mut().for_each(&mut number);
            code.spans.each(&mut number);
            for ability in &mut code.abilities {
                if let Some(file) = self.project.sources.get(FileId(ability.src.0)) {
                    ability.line = u32::try_from(file.line_col(ability.src.1).0).unwrap_or(u32::MAX);
                }
                number(&mut ability.src);
            }
        }
        module.files = order
            .iter()
            .map(|f| {
                self.project
                    .sources
                    .get(FileId(*f))
                    .map(|s| s.name.clone())
                    .unwrap_or_default()
            })
            .collect();
    }
}

fn merge(into: &mut Findings, found: Findings) {
    into.diagnostics.extend(found.diagnostics);
    into.definitions.extend(found.definitions);
    into.words.resize(found.words.len().max(into.words.len()), false);
    for (flag, other) in into.words.iter_mut().zip(found.words) {
        *flag |= other;
    }
}
