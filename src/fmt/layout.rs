//! From the tree of an item to lines.

use super::piece::{Comment, Piece};
use super::spacing::{break_quality, tight};
use super::tree::{Block, Element, Statement};
use crate::parse::{Role, joins_cells, joins_lines};

/// Widest line, unless a word or sentence cannot be broken.
const WIDTH: usize = 100;
/// How much deeper the inside of a block stands.
const INDENT: usize = 2;
/// How much deeper a line stands that goes on with the one above.
const CONTINUATION: usize = 4;
/// The width of ` {`.
const BRACE: usize = 2;

/// Prints an item, without a newline at its end.
pub(super) fn print(pieces: &[Piece<'_>], item: &Statement) -> String {
    Printer { pieces }.statement(item, 0, false)
}

/// The lines of one statement, the first without its indentation.
struct Lines {
    text: String,
    column: usize,
    /// Whether nothing but indentation stands on the last line.
    fresh: bool,
}

impl Lines {
    fn at(column: usize) -> Self {
        Lines {
            text: String::new(),
            column,
            fresh: true,
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + text.chars().count(),
        };
        self.fresh = false;
    }

    fn newline(&mut self, indent: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
        self.fresh = true;
    }

    fn fits(&self, width: usize) -> bool {
        self.column + width <= WIDTH
    }
}

struct Printer<'p, 's> {
    pieces: &'p [Piece<'s>],
}

impl<'p, 's> Printer<'p, 's> {
    /// Prints a statement that starts at column `indent`, its trailing comment included.
    fn statement(&self, statement: &Statement, indent: usize, semicolon: bool) -> String {
        let mut lines = Lines::at(indent);
        let may_join = self.may_join_blocks(statement, indent);
        let mut rest = statement.elements.as_slice();
        while !rest.is_empty() {
            let (words, behind) = leading_words(rest);
            let brace = if behind.is_empty() { 0 } else { BRACE };
            self.fill(&mut lines, &words, brace, indent + CONTINUATION, statement.first);
            rest = match behind {
                [Element::Block(block), behind @ ..] => {
                    self.block(&mut lines, block, may_join, behind, indent);
                    behind
                }
                _ => &[],
            };
        }
        if semicolon {
            lines.push(";");
        }
        self.trail(&mut lines, statement.last);
        lines.text
    }

    /// Prints words, going to a new line where the line is full or a comment ends it.
    fn fill(&self, lines: &mut Lines, words: &[usize], room_behind: usize, indent: usize, first: usize) {
        let ends_line = |at: usize| at != first && self.comment_before(at);
        let mut stretches = words.chunk_by(|_, next| !ends_line(*next)).peekable();
        while let Some(stretch) = stretches.next() {
            if let Some(start) = stretch.first().filter(|at| ends_line(**at) && !lines.fresh) {
                self.line_break(lines, *start, indent);
            }
            let room_behind = if stretches.peek().is_none() { room_behind } else { 0 };
            let mut rest = stretch;
            while let Some((line, below)) = self.best_break(lines, rest, room_behind) {
                for at in line {
                    self.word(lines, *at);
                }
                lines.newline(indent);
                rest = below;
            }
            for at in rest {
                self.word(lines, *at);
            }
        }
    }

    /// Where to break words that do not fit on the line: at the best place of its last part, else as late as possible, else at the first place behind.
    fn best_break<'w>(
        &self,
        lines: &Lines,
        words: &'w [usize],
        room_behind: usize,
    ) -> Option<(&'w [usize], &'w [usize])> {
        let mut best: Option<(u8, usize)> = None;
        let mut width = 0;
        for (n, at) in words.iter().enumerate() {
            let starts_line = n == 0 && lines.fresh;
            if let Some(quality) = self.break_quality(*at).filter(|_| !starts_line) {
                let full = !lines.fits(width);
                let late = lines.column + width >= WIDTH / 3;
                let quality = if late { quality } else { 0 };
                if best.is_none_or(|(best, _)| !full && quality >= best) {
                    best = Some((quality, n));
                }
                if full {
                    break;
                }
            }
            width += self.width(&[*at], starts_line);
        }
        if lines.fits(width + room_behind) {
            return None;
        }
        best.and_then(|(_, n)| words.split_at_checked(n))
    }

    fn word(&self, lines: &mut Lines, at: usize) {
        let Some(piece) = self.pieces.get(at) else {
            return;
        };
        if !lines.fresh && !self.tight_before(at) {
            lines.push(" ");
        }
        lines.push(piece.text);
    }

    /// Prints a block behind what stands on the line already.
    fn block(&self, lines: &mut Lines, block: &Block, may_join: bool, behind: &[Element], indent: usize) {
        if self.comment_before(block.open) && !lines.fresh {
            self.line_break(lines, block.open, indent + CONTINUATION);
        } else if !lines.fresh {
            lines.push(" ");
        }
        if block.joinable && (may_join || block.statements.is_empty()) {
            let joined = self.joined(block);
            let (words, behind) = leading_words(behind);
            let brace = if behind.is_empty() { 0 } else { BRACE };
            let width = joined.chars().count() + self.width(&words, false) + brace;
            if block.statements.is_empty() || lines.fits(width) {
                lines.push(&joined);
                return;
            }
        }
        lines.push("{");
        self.trail(lines, block.open);
        self.body(lines, block, indent + INDENT);
        lines.newline(indent);
        lines.push("}");
    }

    /// Prints the statements of a block, one a line, and the comments between them.
    fn body(&self, lines: &mut Lines, block: &Block, indent: usize) {
        let mut above: Option<(Role, bool)> = None;
        let mut statements = block.statements.iter().peekable();
        while let Some(statement) = statements.next() {
            let semicolon = statements
                .peek()
                .is_some_and(|next| self.would_join(statement.last, next.first));
            let text = self.statement(statement, indent, semicolon);
            let Some(first) = self.pieces.get(statement.first) else {
                continue;
            };
            let tall = text.contains('\n');
            let mut parts = first.gap.comments.clone();
            parts.push(Comment {
                text: &text,
                blank: first.gap.blank,
            });
            if let Some(start) = parts.first_mut().filter(|_| above.is_none()) {
                start.blank = false;
            }
            let apart = above == Some((Role::Ability, true)) || (tall && above == Some((Role::Ability, false)));
            if apart && first.role == Role::Ability && !parts.iter().any(|part| part.blank) {
                parts.iter_mut().take(1).for_each(|part| part.blank = true);
            }
            own_lines(lines, &parts, indent);
            above = Some((first.role, tall));
        }
        let mut closing = self
            .pieces
            .get(block.close)
            .map_or_else(Vec::new, |p| p.gap.comments.clone());
        if let Some(start) = closing.first_mut().filter(|_| above.is_none()) {
            start.blank = false;
        }
        own_lines(lines, &closing, indent);
    }

    /// A block on one line.
    fn joined(&self, block: &Block) -> String {
        let statements: Vec<String> = block
            .statements
            .iter()
            .map(|statement| self.joined_statement(statement))
            .collect();
        match statements.as_slice() {
            [] => "{ }".to_owned(),
            all => format!("{{ {} }}", all.join("; ")),
        }
    }

    /// A statement on one line.
    fn joined_statement(&self, statement: &Statement) -> String {
        let mut lines = Lines::at(0);
        for element in &statement.elements {
            match element {
                Element::Word(at) => self.word(&mut lines, *at),
                Element::Block(block) => {
                    if !lines.fresh {
                        lines.push(" ");
                    }
                    lines.push(&self.joined(block));
                }
            }
        }
        lines.text
    }

    /// Whether the blocks of a statement may stand on one line: several ones must do so together.
    fn may_join_blocks(&self, statement: &Statement, indent: usize) -> bool {
        let blocks = statement.elements.iter().filter_map(|element| match element {
            Element::Block(block) => Some(block),
            Element::Word(_) => None,
        });
        let commented = || (statement.first + 1..=statement.last).any(|at| self.comment_before(at));
        let width = || self.joined_statement(statement).chars().count();
        blocks.clone().count() < 2
            || (blocks.clone().all(|block| block.joinable) && !commented() && indent + width() <= WIDTH)
    }

    /// Goes to a new line before a piece, with the comments that stand there.
    fn line_break(&self, lines: &mut Lines, at: usize, indent: usize) {
        if let Some(before) = at.checked_sub(1) {
            self.trail(lines, before);
        }
        for comment in self.pieces.get(at).map_or(&[][..], |p| p.gap.comments.as_slice()) {
            lines.newline(indent);
            lines.push(comment.text);
        }
        lines.newline(indent);
    }

    fn trail(&self, lines: &mut Lines, at: usize) {
        if let Some(comment) = self.pieces.get(at).and_then(|p| p.trail) {
            lines.push("  ");
            lines.push(comment);
        }
    }

    fn neighbours(&self, at: usize) -> Option<(&'p Piece<'s>, &'p Piece<'s>)> {
        Some((self.pieces.get(at.checked_sub(1)?)?, self.pieces.get(at)?))
    }

    fn tight_before(&self, at: usize) -> bool {
        self.neighbours(at).is_none_or(|(before, piece)| tight(before, piece))
    }

    fn break_quality(&self, at: usize) -> Option<u8> {
        self.neighbours(at)
            .and_then(|(before, piece)| break_quality(before, piece, self.pieces.get(at + 1)))
    }

    /// Whether a comment stands between a piece and the one before it.
    fn comment_before(&self, at: usize) -> bool {
        self.neighbours(at)
            .is_some_and(|(before, piece)| before.trail.is_some() || !piece.gap.comments.is_empty())
    }

    /// Whether a mere newline between two statements would make them one.
    fn would_join(&self, last: usize, next: usize) -> bool {
        let pieces = self.pieces.get(last).zip(self.pieces.get(next));
        pieces.is_some_and(|(last, next)| match next.role {
            Role::Cell => joins_cells(last.kind, next.kind),
            _ => joins_lines(last.kind, next.kind),
        })
    }

    /// The width of words in a row, with the blank before them unless they start the line.
    fn width(&self, words: &[usize], fresh: bool) -> usize {
        let blank = |n: usize, at: usize| usize::from((n > 0 || !fresh) && !self.tight_before(at));
        let width = |at: usize| self.pieces.get(at).map_or(0, Piece::width);
        words.iter().enumerate().map(|(n, at)| blank(n, *at) + width(*at)).sum()
    }
}

/// Prints parts that stand on lines of their own.
fn own_lines(lines: &mut Lines, parts: &[Comment<'_>], indent: usize) {
    for part in parts {
        if part.blank {
            lines.text.push('\n');
        }
        lines.newline(indent);
        lines.push(part.text);
    }
}

/// The words at the start of a list of elements, and what stands behind them.
fn leading_words(elements: &[Element]) -> (Vec<usize>, &[Element]) {
    let word = |element: &Element| match element {
        Element::Word(at) => Some(*at),
        Element::Block(_) => None,
    };
    let words: Vec<usize> = elements.iter().map_while(word).collect();
    let behind = elements.get(words.len()..).unwrap_or_default();
    (words, behind)
}
