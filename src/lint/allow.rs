//! `# allow W0601: reason`: warnings that an author knows of. Behind a line or above it the comment is about that line, above an item about all of it.

use super::{allow_without_reason, stale_allow, unknown_allow};
use crate::diag::{Code, Diagnostic, Severity};
use crate::lex::{self, ChunkKind, Token, TokenKind};
use crate::source::{FileId, SourceFile, SourceMap, Span};

/// How a comment begins that allows something.
const MARK: &str = "allow ";

/// What is found only where cards are linked or played with: whether an allow of it is needed is not known before.
const LATER: [Code; 5] = [
    Code::UnplayableDeck,
    Code::SearchWithoutShuffle,
    Code::DeadClause,
    Code::StaleReason,
    Code::VacuousTest,
];

/// A comment that allows warnings.
struct Allow {
    span: Span,
    codes: Vec<(Code, bool)>,
    /// The bytes that it is about.
    about: std::ops::Range<u32>,
}

/// Takes out those of later findings that their files allow.
pub fn allowed_later(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let mut all = std::mem::take(found);
    allowed(&mut all, sources);
    all.retain(|d| LATER.contains(&d.code));
    *found = all;
}

/// Takes out the warnings that their files allow, and adds one for every allow that is not needed or says too little.
pub fn allowed(diagnostics: &mut Vec<Diagnostic>, sources: &SourceMap) {
    spare_tests(diagnostics);
    let mut told = Vec::new();
    let mut allows: Vec<Allow> = Vec::new();
    for (id, file) in sources.iter().filter(|(_, file)| !file.embedded) {
        // Most files allow nothing, and are not read again.
        if file.text.contains("allow W") || file.text.contains("# allow ") {
            read(id, file, &mut allows, &mut told);
        }
    }
    if allows.is_empty() {
        diagnostics.extend(told);
        return;
    }
    diagnostics.retain(|d| {
        let Some(span) = d.span.filter(|_| d.severity() == Severity::Warning) else {
            return true;
        };
        let about = |allow: &&mut Allow| allow.span.file == span.file && allow.about.contains(&span.start);
        let mut kept = true;
        for allow in allows.iter_mut().filter(about) {
            for (_, used) in allow.codes.iter_mut().filter(|(code, _)| *code == d.code) {
                *used = true;
                kept = false;
            }
        }
        kept
    });
    for allow in allows {
        // Where something does not compile, its warnings are not told, so that nobody knows whether they are needed.
        let broken =
            |d: &Diagnostic| d.severity() == Severity::Error && d.span.is_some_and(|s| s.file == allow.span.file);
        if diagnostics.iter().any(broken) {
            continue;
        }
        for (code, _) in allow.codes.iter().filter(|(code, used)| !used && !LATER.contains(code)) {
            told.push(stale_allow::warning(*code, allow.span));
        }
    }
    diagnostics.extend(told);
}

/// Reads the comments of a file.
fn read(id: FileId, file: &SourceFile, allows: &mut Vec<Allow>, told: &mut Vec<Diagnostic>) {
    let mut tokens = lex::lex(&file.text);
    let split = lex::split(&file.text, &mut tokens);
    for (at, token) in tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Comment) {
        let text = token.text(&file.text).trim_start_matches('#').trim();
        let Some(rest) = text.strip_prefix(MARK).map(str::trim_start) else {
            continue;
        };
        // Only what names a code is meant for the program: the rest is English.
        if !rest.starts_with(['W', 'E']) || !rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit()) {
            continue;
        }
        let span = Span {
            file: id,
            start: token.start,
            end: token.end,
        };
        let (list, reason) = rest.split_once(':').unwrap_or((rest, ""));
        if reason.trim().is_empty() {
            told.push(allow_without_reason::warning(span));
        }
        let mut codes = Vec::new();
        for word in list.split([',', ' ']).filter(|word| !word.is_empty()) {
            match Code::find(word).filter(|code| code.severity() == Severity::Warning) {
                Some(code) => codes.push((code, false)),
                None => told.push(unknown_allow::warning(word, span)),
            }
        }
        let about = about(&tokens, at, &split.chunks, file);
        allows.push(Allow { span, codes, about });
    }
}

/// What a comment is about: its line if something stands before it there; else the next line, or the item that begins there.
fn about(tokens: &[Token], at: usize, chunks: &[lex::Chunk], file: &SourceFile) -> std::ops::Range<u32> {
    let code = |t: &&Token| !matches!(t.kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment);
    let line = |byte: u32| file.line_col(byte).0;
    let whole = |token: &Token| {
        let start = file
            .text
            .get(..token.start as usize)
            .and_then(|t| t.rfind('\n'))
            .map_or(0, |n| n + 1);
        let rest = file.text.get(token.start as usize..).unwrap_or("");
        let end = token.start as usize + rest.find('\n').unwrap_or(rest.len());
        u32::try_from(start).unwrap_or(0)..u32::try_from(end).unwrap_or(u32::MAX)
    };
    let Some(comment) = tokens.get(at) else { return 0..0 };
    let before = tokens.get(..at).unwrap_or_default().iter().rev().find(code);
    if let Some(before) = before
        && line(before.end.saturating_sub(1)) == line(comment.start)
    {
        return whole(comment);
    }
    let next = tokens.iter().enumerate().skip(at).find(|(_, t)| code(t));
    let Some((n, token)) = next else { return 0..0 };
    let item = chunks
        .iter()
        .find(|chunk| chunk.kind == ChunkKind::Item && chunk.start == n);
    match item.and_then(|chunk| tokens.get(chunk.end.saturating_sub(1))) {
        Some(last) => token.start..last.end,
        None => whole(token),
    }
}

/// Takes out what was said of tests in files with errors: one mistake is one message.
fn spare_tests(diagnostics: &mut Vec<Diagnostic>) {
    let of_tests = |code| {
        matches!(
            code,
            Code::IdleTest | Code::RepeatedTest | Code::EmptyCase | Code::RepeatedExpectation
        )
    };
    let errors = diagnostics.iter().filter(|d| d.severity() == Severity::Error);
    let broken: std::collections::BTreeSet<_> = errors.filter_map(|d| Some(d.span?.file)).collect();
    diagnostics.retain(|d| !of_tests(d.code) || d.span.is_none_or(|span| !broken.contains(&span.file)));
}
