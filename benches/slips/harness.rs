//! Random single slips in good scripts, and how well the checker tells them: is the slip noticed, does the first message point at it, is the right
//! word the first suggestion, is there one message, does the first repair bring the file back.

use super::kinds::{KINDS, Kind, Place};
use super::same;
use cardwright::ast::{Item, Member};
use cardwright::compile::{self, Compiled};
use cardwright::diag::{Diagnostic, Severity};
use cardwright::lex::{self, Token};
use cardwright::source::{FileId, SourceFile};
use cardwright::{parse, play, repair};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Chances that do not depend on the machine: splitmix64.
#[derive(Debug, Clone)]
pub(crate) struct Chances(pub(crate) u64);

impl Chances {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// A slip: what is replaced by what.
#[derive(Debug, Clone)]
pub(crate) struct Slip {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) with: String,
}

/// A good file: its game's words come along, and what it compiles to.
pub(crate) struct Script {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) tokens: Vec<Token>,
    /// For each token: whether it is in a test.
    pub(crate) in_test: Vec<bool>,
    with: Vec<SourceFile>,
    clean: BTreeSet<String>,
    ir: String,
}

fn said(compiled: &Compiled, name: &str) -> Vec<Diagnostic> {
    let own = compiled.sources.iter().find(|(_, f)| f.name == name).map(|(id, _)| id);
    let mut all: Vec<Diagnostic> = compiled
        .diagnostics
        .iter()
        .filter(|d| d.span.is_none_or(|s| Some(s.file) == own))
        .cloned()
        .collect();
    // Errors come first: that is what an author mends first.
    all.sort_by_key(|d| d.severity() != Severity::Error);
    all
}

fn key(d: &Diagnostic) -> String {
    format!("{} {}", d.code.id(), d.message)
}

/// The compiled form without places.
fn meaning(compiled: &Compiled) -> String {
    let mut modules = serde_json::to_value(&compiled.modules).expect("plain data");
    forget_places(&mut modules);
    modules.to_string()
}

pub(crate) fn forget_places(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => {
            for place in ["src", "line", "spans", "stmt_src"] {
                fields.remove(place);
            }
            fields.values_mut().for_each(forget_places);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(forget_places),
        _ => {}
    }
}

impl Script {
    /// A file with those that it is compiled with.
    pub(crate) fn new(name: String, text: String, with: Vec<SourceFile>) -> Script {
        let mut tokens = lex::lex(&text);
        let split = lex::split(&text, &mut tokens);
        let mut in_test = vec![false; tokens.len()];
        for chunk in &split.chunks {
            let test = tokens[chunk.start].text(&text) == "test";
            in_test[chunk.start..chunk.end].fill(test);
        }
        let mut script = Script {
            name,
            text,
            tokens,
            in_test,
            with,
            clean: BTreeSet::new(),
            ir: String::new(),
        };
        let mut compiled = script.compiled(&script.text);
        script.ir = meaning(&compiled);
        play::check(&mut compiled);
        script.clean = said(&compiled, &script.name).iter().map(key).collect();
        script
    }

    fn compiled(&self, text: &str) -> Compiled {
        let mut files = vec![SourceFile::new(self.name.clone(), text.to_owned())];
        files.extend(self.with.iter().cloned());
        compile::compile(files)
    }
}

/// A file without its tests and abilities: what other files need of it are its names and words.
fn bare(text: &str) -> String {
    let parsed = parse::parse(FileId(0), text);
    let mut gone = Vec::new();
    for item in &parsed.file.items {
        match item {
            Item::Test(test) => gone.push(test.span.range()),
            Item::Card(card) => abilities(&card.members, &mut gone),
            _ => {}
        }
    }
    let mut out = text.to_owned();
    for range in gone.into_iter().rev() {
        out.replace_range(range, "");
    }
    out
}

fn abilities(members: &[Member<'_>], gone: &mut Vec<std::ops::Range<usize>>) {
    for member in members {
        match member {
            Member::Ability(ability) => gone.push(ability.span.range()),
            Member::Keyword(line) => gone.push(line.span.range()),
            Member::Face(face) => abilities(&face.members, gone),
            Member::Fields(_) => {}
        }
    }
}

/// How a slip was told.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Told {
    /// A message, or the very same meaning.
    pub(crate) caught: bool,
    pub(crate) equal: bool,
    pub(crate) touches: bool,
    pub(crate) suggested: bool,
    pub(crate) messages: usize,
    /// A repair that can be applied without asking, and whether it gives the file back.
    pub(crate) repair: bool,
    pub(crate) restored: bool,
    /// What `check --fix` makes of the file, if it changes it.
    pub(crate) fixed: Option<Fixed>,
}

/// A file after `check --fix`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fixed {
    /// It says what it said before the slip.
    Back,
    /// It checks better, and says something else.
    Otherwise,
    /// It checks no better, or fixing it again would change it once more.
    Worse,
}

/// Judges one slip; with what it said, for the list of misses.
pub(crate) fn judge(script: &Script, slip: &Slip) -> (Told, String) {
    let mut text = script.text.clone();
    let old = text[slip.start..slip.end].to_owned();
    text.replace_range(slip.start..slip.end, &slip.with);
    let mut compiled = script.compiled(&text);
    let mut new = said(&compiled, &script.name);
    new.retain(|d| !script.clean.contains(&key(d)));
    if new.is_empty() {
        // What the front end takes, the engine may still refuse.
        play::check(&mut compiled);
        new = said(&compiled, &script.name);
        new.retain(|d| !script.clean.contains(&key(d)));
    }
    let mut told = Told {
        messages: new.len(),
        caught: !new.is_empty(),
        ..Told::default()
    };
    let end = slip.start + slip.with.len();
    let Some(first) = new.first() else {
        // Another form may still do the same, which is asked of the engine.
        told.equal = meaning(&compiled) == script.ir
            || same::plays_alike(&script.compiled(&script.text), &compiled, &script.name);
        return (told, "nothing was said".to_owned());
    };
    let (start, end) = (slip.start.saturating_sub(1) as u32, end as u32 + 1);
    let touches = |d: &Diagnostic| d.span.is_some_and(|s| s.start <= end && start <= s.end);
    // What stands at the end of the line before a gap is at the gap.
    let gap = |d: &Diagnostic| {
        d.span.is_some_and(|s| {
            let (from, to) = ((s.end as usize).min(slip.start), (s.end as usize).max(slip.start));
            slip.with.trim().is_empty() && text.get(from..to).is_some_and(|t| t.trim().is_empty())
        })
    };
    told.touches = touches(first) || gap(first);
    let right = old.trim();
    told.suggested = first
        .fixes
        .first()
        .is_some_and(|fix| restored(&text, fix) == script.text)
        || first.helps.first().is_some_and(|help| {
            help.contains(&format!("`{right}`"))
                || help.contains(&format!("`{}`", right.trim_matches('"')))
                || help.contains(&format!("\"{right}\""))
                || help.contains(right) && right.starts_with(['<', '"'])
        });
    if let Some(fix) = first.fixes.first().filter(|fix| fix.certain) {
        told.repair = true;
        told.restored = restored(&text, fix) == script.text || same_words(&restored(&text, fix), &script.text);
    }
    told.fixed = fixed(script, &text, &compiled);
    let shown = format!(
        "{:?} {} ({}) | {}",
        new.iter().map(|d| d.code.id()).collect::<Vec<_>>(),
        first.message,
        first.span.map_or("", |s| text.get(s.range()).unwrap_or("")),
        first.helps.first().map_or("", String::as_str)
    );
    (told, shown)
}

/// What `check --fix` does: every certain repair at once, as long as the file checks better for it.
fn fixed(script: &Script, text: &str, broken: &Compiled) -> Option<Fixed> {
    let errors = |compiled: &Compiled| {
        let said = said(compiled, &script.name);
        said.iter().filter(|d| d.severity() == Severity::Error).count()
    };
    let again = |text: &str, compiled: &Compiled| {
        let (id, _) = compiled.sources.iter().find(|(_, file)| file.name == script.name)?;
        repair::applied(id, text, &compiled.diagnostics)
    };
    let better = again(text, broken)?;
    let mended = script.compiled(&better);
    if errors(&mended) >= errors(broken) {
        // The command leaves such a file as it was.
        return None;
    }
    let steady = errors(&mended) > 0 || again(&better, &mended).is_none();
    Some(if !steady {
        Fixed::Worse
    } else if same_words(&better, &script.text)
        || meaning(&mended) == script.ir
        || same::plays_alike(&script.compiled(&script.text), &mended, &script.name)
    {
        Fixed::Back
    } else {
        Fixed::Otherwise
    })
}

/// A repair gives the file back if nothing but blanks differs.
fn same_words(a: &str, b: &str) -> bool {
    a.split_whitespace().collect::<String>() == b.split_whitespace().collect::<String>()
}

fn restored(text: &str, fix: &cardwright::diag::Fix) -> String {
    let mut out = text.to_owned();
    for (span, with) in fix.edits.iter().rev() {
        out.replace_range(span.range(), with);
    }
    out
}

/// The sums of one kind.
#[derive(Debug, Default, Clone)]
pub(crate) struct Row {
    pub(crate) slips: usize,
    pub(crate) caught: usize,
    pub(crate) equal: usize,
    pub(crate) touches: usize,
    pub(crate) suggested: usize,
    pub(crate) messages: usize,
    pub(crate) repairs: usize,
    pub(crate) restored: usize,
    /// Files that `check --fix` brought back, changed into something else, and made no better.
    pub(crate) fixed: [usize; 3],
}

impl Row {
    pub(crate) fn add(&mut self, told: Told) {
        self.slips += 1;
        self.caught += usize::from(told.caught);
        self.equal += usize::from(told.equal);
        self.touches += usize::from(told.touches);
        self.suggested += usize::from(told.suggested);
        self.messages += told.messages;
        self.repairs += usize::from(told.repair);
        self.restored += usize::from(told.restored);
        if let Some(fixed) = told.fixed {
            self.fixed[fixed as usize] += 1;
        }
    }

    pub(crate) fn sum(&mut self, other: &Row) {
        self.slips += other.slips;
        self.caught += other.caught;
        self.equal += other.equal;
        self.touches += other.touches;
        self.suggested += other.suggested;
        self.messages += other.messages;
        self.repairs += other.repairs;
        self.restored += other.restored;
        for (own, other) in self.fixed.iter_mut().zip(other.fixed) {
            *own += other;
        }
    }
}

/// What a run found: rows by kind, and the misses.
pub(crate) struct Report {
    pub(crate) rows: Vec<(&'static str, Row)>,
    pub(crate) misses: Vec<String>,
}

/// Makes so many slips, in equal shares of every kind as far as they fit.
pub(crate) fn run(scripts: &[Script], count: usize, seed: u64) -> Report {
    let mut chances = Chances(seed);
    let mut made = Vec::with_capacity(count);
    let mut which = 0;
    while made.len() < count {
        which = (which + 1) % KINDS.len();
        if let Some((script, slip)) = find(scripts, &KINDS[which], &mut chances) {
            made.push((which, script, slip));
        }
    }
    let judged: Vec<(Told, String)> = made.par_iter().map(|(_, script, slip)| judge(script, slip)).collect();
    let mut rows: Vec<(&'static str, Row)> = KINDS.iter().map(|kind| (kind.name, Row::default())).collect();
    let mut misses = Vec::new();
    for ((which, script, slip), (told, shown)) in made.iter().zip(judged) {
        rows[*which].1.add(told);
        let kind = &KINDS[*which];
        let why = match told {
            Told { equal: true, .. } => continue,
            Told { caught: false, .. } => "silent",
            Told { touches: false, .. } => "elsewhere",
            Told { suggested: false, .. } if kind.spelling => "suggestion",
            Told {
                fixed: Some(Fixed::Otherwise),
                ..
            } => "mended otherwise",
            Told {
                fixed: Some(Fixed::Worse),
                ..
            } => "made worse",
            Told { messages: 2.., .. } => "several",
            _ => continue,
        };
        misses.push(miss(why, kind.name, script, slip, &shown));
    }
    Report { rows, misses }
}

/// A slip that was not told as it should be, with what was said.
fn miss(why: &str, kind: &str, script: &Script, slip: &Slip, shown: &str) -> String {
    let line = script.text[..slip.start].matches('\n').count() + 1;
    let from = script.text[..slip.start].rfind('\n').map_or(0, |at| at + 1);
    let mut changed = script.text.clone();
    changed.replace_range(slip.start..slip.end, &slip.with);
    let shown_line = changed[from..].lines().next().unwrap_or("").trim();
    let original = script.text[from..].lines().next().unwrap_or("").trim();
    format!(
        "{why} {kind} {}:{line}: {shown_line}\n    was {original}\n      {shown}",
        script.name
    )
}

/// A place where a kind of slip fits.
fn find<'s>(scripts: &'s [Script], kind: &Kind, chances: &mut Chances) -> Option<(&'s Script, Slip)> {
    const TRIES: usize = 100_000;
    (0..TRIES).find_map(|_| {
        let script = &scripts[chances.below(scripts.len())];
        let place = Place {
            text: &script.text,
            tokens: &script.tokens,
            in_test: &script.in_test,
            at: chances.below(script.tokens.len()),
        };
        let slip = (kind.make)(&place, chances)?;
        (script.text[slip.start..slip.end] != slip.with).then_some((script, slip))
    })
}

/// The table of a run.
pub(crate) fn table(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<22} {:>6} {:>8} {:>7} {:>8} {:>8} {:>9} {:>8} {:>9} {:>12}",
        "kind", "slips", "caught", "equal", "either", "span", "suggested", "messages", "restored", "fixed"
    );
    let mut all = Row::default();
    for (name, row) in &report.rows {
        line(&mut out, name, row);
        all.sum(row);
    }
    line(&mut out, "all", &all);
    out
}

fn line(out: &mut String, name: &str, row: &Row) {
    let share = |part: usize, of: usize| match (part * 1000).checked_div(of) {
        None => "-".to_owned(),
        Some(share) => format!("{}.{}", share / 10, share % 10),
    };
    let per = (row.messages * 100).checked_div(row.caught).unwrap_or(0);
    let _ = writeln!(
        out,
        "{name:<22} {:>6} {:>8} {:>7} {:>8} {:>8} {:>9} {:>8} {:>9} {:>12}",
        row.slips,
        share(row.caught, row.slips),
        share(row.equal, row.slips),
        share(row.caught + row.equal, row.slips),
        share(row.touches, row.caught),
        share(row.suggested, row.caught),
        format!("{}.{:02}", per / 100, per % 100),
        format!("{}/{}", row.restored, row.repairs),
        row.fixed.map(|n| n.to_string()).join("/"),
    );
}

/// The good scripts: bundled cards and samples of the language, each compiled with the other files of its folder that define what it uses.
pub(crate) fn scripts(root: &std::path::Path) -> Vec<Script> {
    let mut out = Vec::new();
    for folder in ["cards", "tests/language"] {
        for game in ["weiss", "vanguard", "evolve", "fow"] {
            let mut files: Vec<(String, String)> = std::fs::read_dir(root.join(folder).join(game))
                .expect("a folder")
                .map(|entry| entry.expect("an entry").path())
                .filter(|path| path.extension().is_some_and(|e| e == "card"))
                .map(|path| {
                    let name = path.strip_prefix(root).expect("inside").display().to_string();
                    (name, std::fs::read_to_string(&path).expect("a text"))
                })
                .collect();
            files.sort();
            for (name, text) in &files {
                if name.ends_with("prelude.card") {
                    continue;
                }
                let with: Vec<SourceFile> = files
                    .iter()
                    .filter(|(other, _)| other != name && (text.contains("use \"") || folder == "cards"))
                    .map(|(other, text)| SourceFile::new(other.clone(), bare(text)))
                    .collect();
                out.push(Script::new(name.clone(), text.clone(), with));
            }
        }
    }
    out
}
