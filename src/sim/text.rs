//! Tables and bars of plain text.

/// How long the longest bar is.
const BAR: u64 = 40;

/// Rows under a heading, columns aligned: the first to the left, the others to the right.
pub(super) fn table(out: &mut String, heading: &[&str], rows: &[Vec<String>]) {
    let cell = |row: &[String], at: usize| row.get(at).map_or(0, |text| text.chars().count());
    let widths: Vec<usize> = heading
        .iter()
        .enumerate()
        .map(|(at, word)| {
            rows.iter()
                .map(|row| cell(row, at))
                .max()
                .unwrap_or(0)
                .max(word.chars().count())
        })
        .collect();
    line(
        out,
        &heading.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>(),
        &widths,
        "",
    );
    for row in rows {
        line(out, row, &widths, "  ");
    }
    out.push('\n');
}

fn line(out: &mut String, row: &[String], widths: &[usize], indent: &str) {
    let mut text = String::from(indent);
    for (at, (cell, width)) in row.iter().zip(widths).enumerate() {
        let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
        if at == 0 {
            text.push_str(cell);
            text.push_str(&blanks);
            // The heading begins further to the left than its rows.
            if indent.is_empty() {
                text.push_str("  ");
            }
        } else {
            text.push_str("  ");
            text.push_str(&blanks);
            text.push_str(cell);
        }
    }
    out.push_str(text.trim_end());
    out.push('\n');
}

/// A bar for a part of the most, in eighths of a character; what is more than nothing can be seen.
pub(super) fn bar(part: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = part.saturating_mul(BAR * 8).checked_div(most).unwrap_or(0);
    let eighths = if part > 0 { eighths.max(1) } else { 0 };
    let full = usize::try_from(eighths / 8).unwrap_or(0);
    let rest = usize::try_from(eighths % 8).unwrap_or(0);
    let mut text = "█".repeat(full);
    text.push_str(EIGHTHS.get(rest).copied().unwrap_or(""));
    text
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_show_what_there_is() {
        assert_eq!(bar(0, 10), "");
        assert_eq!(bar(1, 100_000), "▏");
        assert_eq!(bar(10, 10).chars().count(), 40);
        assert_eq!(bar(1, 16), "██▌");
        assert_eq!(bar(3, 0), "▏");
    }
}
