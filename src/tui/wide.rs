//! Text in columns. Names of cards may have letters of any width.

use ratatui::text::Line;

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    Line::from(text).width()
}

/// The beginning of a text that fits, with a mark if something is left out.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        let mut next = out.clone();
        next.push(c);
        if width(&next) + 1 > columns {
            break;
        }
        out = next;
    }
    if columns > 0 {
        out.push('…');
    }
    out
}

/// A text on exactly so many columns; the last one stays free.
pub(super) fn fill(text: &str, columns: usize) -> String {
    let mut out = cut(text, columns.saturating_sub(1));
    let missing = columns.saturating_sub(width(&out));
    out.extend(std::iter::repeat_n(' ', missing));
    out
}

/// Breaks a text into lines at blanks; a word that is too long is broken where the line ends.
pub(super) fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let room = columns.saturating_sub(indent).max(1);
    let mut out: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        for part in parts(word, room) {
            if width(&line) + width(&part) + 1 > columns && !line.trim().is_empty() {
                out.push(std::mem::take(&mut line));
                line.extend(std::iter::repeat_n(' ', indent));
            }
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(&part);
        }
    }
    out.push(line);
    out
}

/// A word in parts that fit.
fn parts(word: &str, columns: usize) -> Vec<String> {
    if width(word) <= columns {
        return vec![word.to_owned()];
    }
    let mut out = Vec::new();
    let mut part = String::new();
    let mut used = 0;
    for c in word.chars() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        if used + wide > columns && !part.is_empty() {
            out.push(std::mem::take(&mut part));
            used = 0;
        }
        part.push(c);
        used += wide;
    }
    out.push(part);
    out
}
