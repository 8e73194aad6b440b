//! Lines and their indentation.

/// Where the lines of a text end: an item with many errors is asked for many of its lines.
#[derive(Debug)]
pub(super) struct Ends {
    ends: Vec<usize>,
    lines: usize,
}

impl Ends {
    /// Those of a text.
    pub(super) fn of(text: &str) -> Ends {
        let bytes = text.bytes().enumerate();
        Ends {
            ends: bytes.filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect(),
            lines: text.lines().count(),
        }
    }

    /// The number of the line that a byte is on, from 0.
    pub(super) fn line_of(&self, at: usize) -> usize {
        self.ends.partition_point(|end| *end < at)
    }

    /// How many lines stand from that of a byte on.
    pub(super) fn behind(&self, at: usize) -> usize {
        self.lines.saturating_sub(self.line_of(at))
    }
}

/// A line with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// First byte.
    pub(super) start: usize,
    /// One past the last byte that is no blank; a comment at its end left out.
    pub(super) end: usize,
    /// How far it is indented.
    pub(super) indent: usize,
}

/// The lines of a text that hold more than blanks and comments.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut out = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let code = without_comment(line).trim_end();
        if code.len() > indent {
            out.push(Line {
                start,
                end: start + code.len(),
                indent,
            });
        }
        start += line.len();
    }
    out
}

/// A line up to its comment; a `#` in quotes is none.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return line.get(..at).unwrap_or(line),
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_comments_are_no_lines() {
        let found = lines("a {\n\n  b # c\n# d\n}\n");
        let shape: Vec<_> = found.iter().map(|l| (l.start, l.end, l.indent)).collect();
        assert_eq!(shape, [(0, 3, 0), (5, 8, 2), (17, 18, 0)]);
    }
}
