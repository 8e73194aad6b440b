//! Output for programs: JSON lines, SARIF, GitHub workflow commands.

use super::{Diagnostic, Fix, Severity};
use crate::source::{SourceMap, Span};
use serde_json::{Value, json};

/// Byte range and line/column of a span.
fn location(sources: &SourceMap, span: Span) -> Value {
    let Some(file) = sources.get(span.file) else {
        return Value::Null;
    };
    let (line, column) = file.line_col(span.start);
    let (end_line, end_column) = file.line_col(span.end);
    json!({ "file": file.name, "start": span.start, "end": span.end, "line": line, "column": column, "endLine": end_line, "endColumn": end_column })
}

/// One JSON object.
pub fn json(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    json!({
        "code": diagnostic.code.id(),
        "severity": diagnostic.severity().word(),
        "message": diagnostic.message,
        "place": diagnostic.span.map(|s| location(sources, s)),
        "labels": diagnostic.labels.iter().map(|(s, text)| json!({ "place": location(sources, *s), "text": text })).collect::<Vec<_>>(),
        "help": diagnostic.helps,
        "notes": diagnostic.notes,
        "fixes": diagnostic.fixes.iter().map(|fix| fix_json(fix, sources)).collect::<Vec<_>>(),
    })
}

/// A repair: what it is called, whether it can be applied without asking, and what it replaces by what.
fn fix_json(fix: &Fix, sources: &SourceMap) -> Value {
    let edits: Vec<Value> = fix
        .edits
        .iter()
        .map(|(span, with)| json!({ "place": location(sources, *span), "text": with }))
        .collect();
    json!({ "title": fix.title, "certain": fix.certain, "edits": edits })
}

/// A SARIF 2.1.0 log.
pub fn sarif(diagnostics: &[Diagnostic], sources: &SourceMap) -> Value {
    let mut codes: Vec<_> = diagnostics.iter().map(|d| d.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let region = |span: Span| {
        let file = sources.get(span.file)?;
        let (line, column) = file.line_col(span.start);
        let (end_line, end_column) = file.line_col(span.end);
        Some(json!({
            "physicalLocation": {
                "artifactLocation": { "uri": file.name.replace('\\', "/") },
                "region": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
            }
        }))
    };
    let results: Vec<_> = diagnostics
        .iter()
        .map(|d| {
            let text = d.helps.iter().fold(d.message.clone(), |text, help| format!("{text}\n{help}"));
            json!({
                "ruleId": d.code.id(),
                "level": d.severity().word(),
                "message": { "text": text },
                "locations": d.span.and_then(region).into_iter().collect::<Vec<_>>(),
                "fixes": d.fixes.iter().map(|fix| sarif_fix(fix, sources)).collect::<Vec<_>>(),
                "relatedLocations": d.labels.iter().filter_map(|(s, text)| related(region(*s)?, text)).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "cardwright",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|c| json!({ "id": c.id(), "shortDescription": { "text": c.title() }, "help": { "text": c.page() } })).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// A repair as SARIF has it: the changes of each file.
fn sarif_fix(fix: &Fix, sources: &SourceMap) -> Value {
    let changes: Vec<Value> = fix
        .edits
        .iter()
        .filter_map(|(span, with)| {
            let file = sources.get(span.file)?;
            let (line, column) = file.line_col(span.start);
            let (end_line, end_column) = file.line_col(span.end);
            Some(json!({
                "artifactLocation": { "uri": file.name.replace('\\', "/") },
                "replacements": [{
                    "deletedRegion": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
                    "insertedContent": { "text": with },
                }],
            }))
        })
        .collect();
    json!({ "description": { "text": fix.title }, "artifactChanges": changes })
}

/// A location with the text that belongs to it.
fn related(mut place: Value, text: &str) -> Option<Value> {
    place
        .as_object_mut()?
        .insert("message".to_owned(), json!({ "text": text }));
    Some(place)
}

/// A GitHub workflow command: `::error file=…,line=…::message`.
pub fn github(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let word = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let text = diagnostic
        .helps
        .iter()
        .fold(diagnostic.message.clone(), |text, help| format!("{text}\n{help}"));
    let place = diagnostic.span.and_then(|span| {
        let file = sources.get(span.file)?;
        let (line, column) = file.line_col(span.start);
        let (end_line, end_column) = file.line_col(span.end);
        Some(format!(
            "file={},line={line},col={column},endLine={end_line},endColumn={end_column},",
            property(&file.name)
        ))
    });
    format!(
        "::{word} {}title={}::{}",
        place.unwrap_or_default(),
        property(diagnostic.code.id()),
        data(&text)
    )
}
