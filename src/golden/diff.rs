//! How two logs differ, line by line.

use similar::{Algorithm, ChangeTag, capture_diff_slices, group_diff_ops};

/// Unchanged lines shown around a change.
const CONTEXT: usize = 3;
/// Most lines of a difference that are shown.
const MAX_LINES: usize = 200;

/// The changed lines with a few around them: `-` only kept, `+` only found. Each stretch starts with the number of its first kept line.
pub fn diff(kept: &[String], found: &[String], color: bool) -> String {
    let ops = capture_diff_slices(Algorithm::Myers, kept, found);
    let mut out: Vec<String> = Vec::new();
    for group in group_diff_ops(ops, CONTEXT) {
        if let Some(first) = group.first() {
            out.push(format!("  @ line {}", first.old_range().start + 1));
        }
        for change in group.iter().flat_map(|op| op.iter_changes(kept, found)) {
            let (sign, paint) = match change.tag() {
                ChangeTag::Equal => (' ', ""),
                ChangeTag::Delete => ('-', "\u{1b}[31m"),
                ChangeTag::Insert => ('+', "\u{1b}[32m"),
            };
            let line = format!("  {sign} {}", change.value());
            let line = line.trim_end();
            out.push(if color && !paint.is_empty() {
                format!("{paint}{line}\u{1b}[0m")
            } else {
                line.to_owned()
            });
        }
    }
    let more = out.len().saturating_sub(MAX_LINES);
    out.truncate(MAX_LINES);
    if more > 0 {
        out.push(format!("  … {more} more lines"));
    }
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(numbers: impl IntoIterator<Item = u32>) -> Vec<String> {
        numbers.into_iter().map(|n| format!("line {n}")).collect()
    }

    #[test]
    fn changes_stand_in_their_context() {
        let kept = numbered(1..=20);
        let mut found = kept.clone();
        if let Some(line) = found.get_mut(9) {
            "another line".clone_into(line);
        }
        assert_eq!(
            diff(&kept, &found, false),
            "  @ line 7\n    line 7\n    line 8\n    line 9\n  - line 10\n  + another line\n    line 11\n    line 12\n    line 13"
        );
        assert!(diff(&kept, &found, true).contains("\u{1b}[31m  - line 10\u{1b}[0m"));
        assert_eq!(diff(&kept, &kept, false), "");
    }

    #[test]
    fn long_differences_are_cut() {
        let shown = diff(&numbered(0..500), &[], false);
        assert_eq!(shown.lines().count(), 201);
        assert!(shown.ends_with("… 301 more lines"));
    }
}
