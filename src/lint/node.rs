//! The nodes of a compiled card that its author wrote, with their places.

use crate::ir::{Card, NodeId, Src, Stmt, StmtId};
use crate::source::{FileId, Span};

/// A place as a span.
pub(super) fn span(src: Src) -> Span {
    Span {
        file: FileId(src.0),
        start: src.1,
        end: src.2,
    }
}

/// The phrase of a node, if it stands in the file of the card and no keyword brought it.
pub(super) fn own(card: &Card, id: impl NodeId) -> Option<Span> {
    let src = card.code.phrase(id)?;
    let brought = card.code.spans.keywords().any(|line| line == src);
    (src.0 == card.src.0 && !brought).then(|| span(src))
}

/// The statements that the author wrote, with their places.
pub(super) fn statements(card: &Card) -> impl Iterator<Item = (StmtId, &Stmt, Span)> {
    let all = (0u32..).zip(&card.code.stmts);
    all.filter_map(|(at, stmt)| {
        let src = card.code.stmt_src.get(at as usize)?;
        let brought = card.code.spans.keywords().any(|line| line == *src);
        (src.0 == card.src.0 && !brought).then(|| (StmtId(at), stmt, span(*src)))
    })
}

/// Lists of statements that are carried out one after the other.
pub(super) fn bodies(card: &Card) -> Vec<&[StmtId]> {
    let mut out: Vec<&[StmtId]> = Vec::new();
    for ability in card.code.abilities.iter().filter(|ability| ability.src.0 == card.src.0) {
        out.push(&ability.body);
    }
    for (_, stmt, _) in statements(card) {
        match stmt {
            Stmt::If { then, other, .. } => out.extend([then.as_slice(), other.as_slice()]),
            Stmt::Otherwise(_, body)
            | Stmt::ForEach { body, .. }
            | Stmt::Repeat { body, .. }
            | Stmt::May { body, .. }
            | Stmt::Actor { body, .. }
            | Stmt::Block(body) => out.push(body),
            Stmt::Modal { options, .. } => out.extend(options.iter().map(|option| option.body.as_slice())),
            _ => {}
        }
    }
    out
}

/// A text of statements without the numbers that they give to what they find: the first and the second of two equal ones are alike then.
pub(super) fn alike(text: &str) -> String {
    let mut parts = text.split(" -> $");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(" -> $");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}
