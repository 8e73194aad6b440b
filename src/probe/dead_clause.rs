//! A clause that never did anything, on no board that suits it: an ability that can never act, a condition that is never true.

use super::{Found, Probed};
use crate::diag::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// A card that no board could be made for.
pub(super) fn not_probed(card: &str, why: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DeadClause, at, format!("\"{card}\" could not be probed: {why}"))
}

pub(super) fn warning(card: &Probed, found: &Found, id: FileId) -> Option<Diagnostic> {
    let reason = found.clause.dead?;
    let span = Span {
        file: id,
        start: found.range.0,
        end: found.range.1,
    };
    let edition = card
        .edition
        .as_ref()
        .map_or_else(String::new, |e| format!(" by the edition {e}"));
    let text = format!(
        "\"{}\", {}{edition}: {} in {} tries",
        card.card,
        found.label,
        reason.sentence(),
        card.tries
    );
    let help = "`cardwright compile --emit steps` shows what the engine does with it; a clause that needs more than boards can offer takes a comment `# probe: REASON`";
    Some(Diagnostic::new(Code::DeadClause, span, text).with_help(help))
}
