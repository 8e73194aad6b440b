//! The shape of an item: statements of words and blocks.

use super::piece::Piece;
use crate::lex::TokenKind;
use crate::parse::Role;

/// A part of a statement; words are given by their piece.
#[derive(Debug)]
pub(super) enum Element {
    Word(usize),
    Block(Block),
}

/// What stands between two separators, or a whole item.
#[derive(Debug)]
pub(super) struct Statement {
    /// Its first piece.
    pub(super) first: usize,
    /// Its last piece.
    pub(super) last: usize,
    pub(super) elements: Vec<Element>,
}

/// `{ … }`
#[derive(Debug)]
pub(super) struct Block {
    pub(super) open: usize,
    pub(super) close: usize,
    pub(super) statements: Vec<Statement>,
    /// Whether it may stand on one line if it fits.
    pub(super) joinable: bool,
}

/// Most statements of a block on one line.
const MAX_JOINED_STATEMENTS: usize = 2;
/// Most blocks inside a block on one line.
const MAX_JOINED_BLOCKS: usize = 1;

/// The tree of an item; nothing if the pieces are not exactly one item.
pub(super) fn item(pieces: &[Piece<'_>]) -> Option<Statement> {
    let mut builder = Builder { pieces, at: 0 };
    let mut statements = builder.statements();
    let statement = statements.pop()?;
    (statements.is_empty() && builder.at == pieces.len()).then_some(statement)
}

struct Builder<'p, 's> {
    pieces: &'p [Piece<'s>],
    at: usize,
}

impl Builder<'_, '_> {
    /// Reads statements up to the closing brace or the end.
    fn statements(&mut self) -> Vec<Statement> {
        let mut statements: Vec<Statement> = Vec::new();
        let mut opened = true;
        while let Some(piece) = self.pieces.get(self.at) {
            let at = self.at;
            let element = match piece.kind {
                TokenKind::RBrace if piece.role != Role::Given => break,
                TokenKind::LBrace if piece.role != Role::Given => Element::Block(self.block()),
                _ => {
                    self.at += 1;
                    Element::Word(at)
                }
            };
            let last = self.at.saturating_sub(1);
            match statements.last_mut() {
                Some(statement) if !opened && !piece.separated => {
                    statement.elements.push(element);
                    statement.last = last;
                }
                _ => statements.push(Statement {
                    first: at,
                    last,
                    elements: vec![element],
                }),
            }
            opened = false;
        }
        statements
    }

    /// Reads a block; its opening brace is next.
    fn block(&mut self) -> Block {
        let open = self.at;
        self.at += 1;
        let statements = self.statements();
        let close = self.at.min(self.pieces.len().saturating_sub(1));
        self.at = close + 1;
        let joinable = self.joinable(open, close, &statements);
        Block {
            open,
            close,
            statements,
            joinable,
        }
    }

    fn joinable(&self, open: usize, close: usize, statements: &[Statement]) -> bool {
        let inside = self.pieces.get(open + 1..=close).unwrap_or_default();
        let commented = inside.iter().any(|p| !p.gap.comments.is_empty())
            || self
                .pieces
                .get(open..close)
                .unwrap_or_default()
                .iter()
                .any(|p| p.trail.is_some());
        let one_line = inside.iter().all(|p| !p.gap.newline && !p.text.contains('\n'));
        !commented
            && (statements.is_empty()
                || (one_line
                    && statements.len() <= MAX_JOINED_STATEMENTS
                    && statements.iter().map(blocks).sum::<usize>() <= MAX_JOINED_BLOCKS))
    }
}

/// How many blocks a statement has, those inside its blocks included.
fn blocks(statement: &Statement) -> usize {
    let count = |element: &Element| match element {
        Element::Word(_) => 0,
        Element::Block(block) => 1 + block.statements.iter().map(blocks).sum::<usize>(),
    };
    statement.elements.iter().map(count).sum()
}
