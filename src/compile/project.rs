//! Which files there are, which game each is for, and what each imports.

use super::Loader;
use crate::ast::{Field, File, Item, Quantity, Set, Text, Use, Value};
use crate::diag::{Code, Diagnostic, nearest};
use crate::lex::{self, TokenKind};
use crate::resolve::editions_words;
use crate::source::{FileId, SourceFile, SourceMap, Span};
use crate::vocab;
use std::collections::BTreeMap;

/// The files of a run: the user's own, those they import, and the preludes.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) sources: SourceMap,
    own: usize,
    preludes: BTreeMap<&'static str, usize>,
    names: BTreeMap<String, usize>,
}

/// What the first lines of a file say.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) game: Option<&'static str>,
    /// The editions the file is for, in the order of the game.
    pub(super) editions: Vec<&'static str>,
    pub(super) set: Option<String>,
    pub(super) imports: Vec<usize>,
    /// Where each import is written.
    import_spans: Vec<Span>,
}

/// Most files a run reads through imports.
const MAX_IMPORTS: usize = 1000;

impl Project {
    /// Loads imports and preludes beside the user's files.
    pub(super) fn load(files: Vec<SourceFile>, load: &Loader<'_>) -> Project {
        let own = files.len();
        let mut project = Project {
            sources: SourceMap::new(),
            own,
            preludes: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        for file in files {
            project.add(file);
        }
        let mut at = 0;
        while let Some(file) = project.sources.get(FileId(u32::try_from(at).unwrap_or(u32::MAX))) {
            let wanted: Vec<String> = imports(&file.text)
                .into_iter()
                .map(|path| beside(&file.name, &path))
                .collect();
            for path in wanted {
                if !project.names.contains_key(&path)
                    && project.names.len() < own + MAX_IMPORTS
                    && let Some(mut file) = load(&path)
                {
                    file.name = path;
                    file.embedded = true;
                    project.add(file);
                }
            }
            at += 1;
        }
        for game in vocab::games() {
            // Preludes of games that nobody uses are not read.
            if !project.sources.iter().any(|(_, f)| uses(&f.text, game)) {
                continue;
            }
            // A user's own `prelude.card` takes the place of the embedded one.
            if let Some(index) = project.own_prelude(game) {
                project.preludes.insert(game, index);
                continue;
            }
            if let Some(text) = vocab::prelude(game) {
                let mut file = SourceFile::new(format!("<{game} prelude>"), text);
                file.embedded = true;
                let index = project.add(file);
                project.preludes.insert(game, index);
            }
        }
        project
    }

    /// A file of the user that is the prelude of the game.
    fn own_prelude(&self, game: &str) -> Option<usize> {
        let is_prelude = |name: &str| name == "prelude.card" || name.ends_with("/prelude.card");
        self.sources
            .iter()
            .take(self.own)
            .find(|(_, f)| is_prelude(&f.name) && uses(&f.text, game))
            .map(|(id, _)| id.0 as usize)
    }

    fn add(&mut self, file: SourceFile) -> usize {
        let name = file.name.clone();
        let index = self.sources.add(file).0 as usize;
        self.names.entry(name).or_insert(index);
        index
    }

    pub(super) fn is_own(&self, id: FileId) -> bool {
        self.is_own_index(id.0 as usize)
    }

    pub(super) fn is_own_index(&self, index: usize) -> bool {
        index < self.own
    }

    pub(super) fn prelude(&self, game: &str) -> Option<usize> {
        self.preludes.get(game).copied()
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// Reads `use` and `set`.
    pub(super) fn header(&self, id: FileId, file: &File<'_>, sound: bool, out: &mut Vec<Diagnostic>) -> Header {
        let mut header = Header::default();
        let mut first_game: Option<Span> = None;
        for item in &file.items {
            match item {
                Item::Use(item) if item.file => self.import(id, item, &mut header, out),
                Item::Use(item) => {
                    if let Some(first) = first_game {
                        out.push(
                            Diagnostic::new(Code::UnknownGame, item.span, "this file has a game already")
                                .with_label(first, "named here")
                                .with_help("a file is for one game; start another file"),
                        );
                        continue;
                    }
                    first_game = Some(item.span);
                    game(item, &mut header, out);
                }
                Item::Set(set) => {
                    set_fields(set, out);
                    let code = set.fields.iter().find(|f| f.name.text == "code").and_then(code_of);
                    header.set = Some(code.unwrap_or(set.name.text).to_owned());
                }
                _ => {}
            }
        }
        let first = file.items.iter().find_map(|item| match item {
            Item::Card(c) => Some(c.name.span),
            Item::Definition(d) => Some(d.signature.name.span),
            Item::Counter(c) => Some(c.name.span),
            Item::State(s) => Some(s.name.span),
            Item::Group(g) => Some(g.name.span),
            Item::Deck(d) => Some(d.name.span),
            Item::Test(t) => Some(t.name.span),
            Item::Use(_) | Item::Set(_) => None,
        });
        // A broken `use` line has had its message.
        if let (None, None, Some(span), true) = (header.game, first_game, first, sound) {
            let games: Vec<&str> = vocab::games().collect();
            out.push(
                Diagnostic::new(Code::MissingUse, span, "this file does not say which game it is for").with_help(
                    format!(
                        "start it with `use {}`; games are {}",
                        games.first().copied().unwrap_or_default(),
                        crate::diag::quoted_list(games, 8, "and")
                    ),
                ),
            );
        }
        header
    }

    fn import(&self, id: FileId, item: &Use<'_>, header: &mut Header, out: &mut Vec<Diagnostic>) {
        let from = self.sources.get(id).map_or("", |f| f.name.as_str());
        let path = beside(from, item.what.text);
        match self.names.get(&path) {
            Some(index) => {
                header.imports.push(*index);
                header.import_spans.push(item.what.span);
            }
            None => out.push(
                Diagnostic::new(
                    Code::UnknownImport,
                    item.what.span,
                    format!("the file \"{}\" cannot be read", item.what.text),
                )
                .with_note(format!("looked for {path}"))
                .with_help("the path is relative to this file"),
            ),
        }
    }
}

/// The code of a set: one word; a single letter or digit looks like a number elsewhere.
fn code_of<'s>(field: &Field<'s>) -> Option<&'s str> {
    match field.values.as_slice() {
        [Value::Word(code) | Value::Str(code) | Value::Quantity(Quantity::Var(code) | Quantity::Num(code))] => {
            Some(code.text)
        }
        _ => None,
    }
}

/// A set has a name and at most one code: anything else behind the name would be read and forgotten.
fn set_fields(set: &Set<'_>, out: &mut Vec<Diagnostic>) {
    let mut has_code = false;
    for field in &set.fields {
        let message = match field.name.text {
            "code" if std::mem::replace(&mut has_code, true) => "this set has a code already".to_owned(),
            "code" if code_of(field).is_none() => "the code of a set is one word".to_owned(),
            "code" => continue,
            other => format!("a set has no field `{other}`"),
        };
        out.push(
            Diagnostic::new(Code::UnknownField, field.name.span, message)
                .with_help("write `set \"Harbor Lights\" code HL`, or leave the code out"),
        );
    }
}

fn game(item: &Use<'_>, header: &mut Header, out: &mut Vec<Diagnostic>) {
    let Some(name) = vocab::games().find(|g| *g == item.what.text) else {
        let games: Vec<&str> = vocab::games().collect();
        let mut problem = Diagnostic::new(
            Code::UnknownGame,
            item.what.span,
            format!("`{}` is not a game that Cardwright knows", item.what.text),
        );
        problem = match nearest(item.what.text, games.iter().copied()) {
            Some(near) => problem.with_help(format!("did you mean `{near}`?")),
            None => problem.with_help(format!("games are {}", crate::diag::quoted_list(games, 8, "and"))),
        };
        out.push(problem);
        return;
    };
    header.game = Some(name);
    let Some(vocab) = vocab::game(name) else { return };
    header.editions = vocab.editions().take(1).collect();
    match item.rest.as_slice() {
        [] => {}
        [word, named @ ..] if word.text == "edition" && !named.is_empty() => {
            for (at, edition) in named.iter().enumerate() {
                if let Some(problem) = edition_fault(vocab, edition, named.get(..at).unwrap_or_default()) {
                    out.push(problem);
                }
            }
            let known: Vec<&str> = vocab
                .editions()
                .filter(|e| named.iter().any(|n| n.text == *e))
                .collect();
            if !known.is_empty() {
                header.editions = known;
            }
        }
        [word, ..] => out.push(
            Diagnostic::new(
                Code::UnknownEdition,
                word.span,
                format!("`{}` cannot stand behind the game", word.text),
            )
            .with_help("write `use vanguard edition 1.10`"),
        ),
    }
}

/// What is wrong with an edition that is named behind others.
fn edition_fault(vocab: &vocab::Vocab, edition: &Text<'_>, before: &[Text<'_>]) -> Option<Diagnostic> {
    let game = vocab.game;
    let problem = |message: String| Diagnostic::new(Code::UnknownEdition, edition.span, message);
    let editions: Vec<&str> = vocab.editions().collect();
    if before.iter().any(|other| other.text == edition.text) {
        return Some(
            problem(format!("the edition {} is named already", edition.text)).with_help("name each edition once"),
        );
    }
    if editions.contains(&edition.text) {
        return None;
    }
    let help = if editions.is_empty() {
        format!("{game} has one set of rules: write `use {game}`")
    } else {
        format!("its editions are {}", crate::diag::quoted_list(editions, 8, "and"))
    };
    Some(problem(format!("{game} has no edition {}", edition.text)).with_help(help))
}

/// Reports imports of files that are not for all editions of the importing file.
pub(super) fn check_editions(headers: &[Header], index: usize, out: &mut Vec<Diagnostic>) {
    let Some(own) = headers.get(index) else { return };
    for (import, span) in own.imports.iter().zip(&own.import_spans) {
        let Some(other) = headers.get(*import).filter(|other| other.game == own.game) else {
            continue;
        };
        let missing: Vec<&str> = own
            .editions
            .iter()
            .copied()
            .filter(|e| !other.editions.contains(e))
            .collect();
        let (Some(game), false) = (own.game, missing.is_empty()) else {
            continue;
        };
        let both: Vec<&str> = own
            .editions
            .iter()
            .copied()
            .filter(|e| other.editions.contains(e))
            .collect();
        let mut problem = Diagnostic::new(
            Code::ImportEdition,
            *span,
            format!("this file is not for the {}", editions_words(&missing)),
        )
        .with_note(format!(
            "it is for the {}; the file that imports it is for the {}",
            editions_words(&other.editions),
            editions_words(&own.editions)
        ));
        let wider: Vec<&str> = vocab::game(game)
            .into_iter()
            .flat_map(vocab::Vocab::editions)
            .filter(|e| own.editions.contains(e) || other.editions.contains(e))
            .collect();
        let widen = format!("write `use {game} edition {}` into it", wider.join(" "));
        problem = problem.with_help(if both.is_empty() {
            format!("{widen}, or import another file")
        } else {
            format!("{widen}, or `use {game} edition {}` here", both.join(" "))
        });
        out.push(problem);
    }
}

/// Whether a line of the text names the game with `use`.
fn uses(text: &str, game: &str) -> bool {
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix("use "))
        .any(|rest| rest.split_whitespace().next() == Some(game))
}

/// The quoted paths of `use` lines, found without parsing.
fn imports(text: &str) -> Vec<String> {
    let tokens: Vec<lex::Token> = lex::lex(text)
        .into_iter()
        .filter(|t| !matches!(t.kind, TokenKind::Space | TokenKind::Comment))
        .collect();
    let mut out = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let line_start = i == 0 || tokens.get(i - 1).is_some_and(|t| t.kind == TokenKind::Newline);
        if line_start
            && token.text(text) == "use"
            && let Some(path) = tokens.get(i + 1).filter(|t| t.kind == TokenKind::Str)
        {
            out.push(path.text(text).trim_matches('"').to_owned());
        }
    }
    out
}

/// A path relative to a file, with `.` and `..` resolved as far as possible.
fn beside(file: &str, path: &str) -> String {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let joined = if path.starts_with('/') || folder.is_empty() {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|p| !p.is_empty() && *p != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
