//! Parts of written texts.

use crate::ast::{Ability, Block, Body, Category, Cost, Head, Item, Member, Stmt, StmtKind, Trigger};
use crate::kernel::Rng;
use crate::lex;
use crate::parse;
use crate::source::{FileId, Span};

/// Words that speak of something said before.
const BACK: [&str; 16] = [
    "it",
    "its",
    "them",
    "they",
    "their",
    "those",
    "that",
    "rest",
    "X",
    "Y",
    "way",
    "otherwise",
    "instead",
    "done",
    "also",
    "same",
];

/// What texts are made of, by its place in a text.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Whole abilities and keyword lines.
    pub(super) whole: Vec<String>,
    /// `when …`, `at …`: with what the body says of them, if it does.
    pub(super) triggers: Vec<String>,
    /// `your level is 2 or more`
    pub(super) conditions: Vec<String>,
    /// `during your turn`
    pub(super) times: Vec<String>,
    /// `once per turn`
    pub(super) limits: Vec<String>,
    /// `[pay 1]`
    pub(super) costs: Vec<String>,
    /// Bodies of statements that speak of nothing outside.
    pub(super) bodies: Vec<String>,
    /// Single statements that speak of nothing outside.
    pub(super) statements: Vec<String>,
    /// What continuous abilities say.
    pub(super) lasting: Vec<String>,
    /// Names in quotes and tags.
    pub(super) names: Vec<String>,
    pub(super) tags: Vec<String>,
}

/// One of a list, if it has any.
pub(super) fn one<'a>(list: &'a [String], rng: &mut Rng) -> Option<&'a str> {
    let at = rng.below(u32::try_from(list.len()).unwrap_or(u32::MAX)) as usize;
    list.get(at).map(String::as_str)
}

/// Whether a text speaks of something that was said before it.
fn speaks_back(text: &str) -> bool {
    let tokens = lex::lex(text);
    let mut words = tokens.iter().map(|token| token.text(text));
    words.any(|word| BACK.contains(&word) || word == "...")
}

impl Parts {
    /// Adds the parts of the cards of a file.
    pub(super) fn collect(&mut self, text: &str) {
        let parsed = parse::parse(FileId(0), text);
        for item in &parsed.file.items {
            if let Item::Card(card) = item {
                self.names.push(format!("\"{}\"", card.name.text));
                self.members(text, &card.members);
            }
        }
        for token in lex::lex(text) {
            let word = token.text(text);
            if word.starts_with('<') && word.ends_with('>') {
                self.tags.push(word.to_owned());
            }
        }
        self.tags.sort_unstable();
        self.tags.dedup();
    }

    fn members(&mut self, text: &str, members: &[Member<'_>]) {
        for member in members {
            match member {
                Member::Ability(ability) => self.ability(text, ability),
                Member::Keyword(line) => {
                    self.whole.push(slice(text, line.span));
                    self.heads(text, &line.heads);
                    self.cost(text, line.cost.as_ref());
                    if let Body::Block(block) = &line.body {
                        self.block(text, block);
                    }
                }
                Member::Face(face) => self.members(text, &face.members),
                Member::Fields(_) => {}
            }
        }
    }

    fn ability(&mut self, text: &str, ability: &Ability<'_>) {
        self.whole.push(slice(text, ability.span));
        self.heads(text, &ability.heads);
        self.cost(text, ability.cost.as_ref());
        if let Body::Block(block) = &ability.body {
            if ability.category == Category::Cont {
                keep(&mut self.lasting, inside(text, block.span));
            } else {
                self.block(text, block);
            }
        }
    }

    fn heads(&mut self, text: &str, heads: &[Head<'_>]) {
        for head in heads {
            match head {
                Head::Trigger(Trigger::When(_, span) | Trigger::At(_, span) | Trigger::Either(_, _, span)) => {
                    keep(&mut self.triggers, slice(text, *span));
                }
                Head::If(cond) => {
                    if let Some(span) = cond.span() {
                        keep(&mut self.conditions, slice(text, span));
                    }
                }
                Head::During(_, span) => keep(&mut self.times, slice(text, *span)),
                Head::Limit(limit) => keep(&mut self.limits, slice(text, limit.span)),
                Head::Works(..) | Head::Swap { .. } | Head::Label(_) => {}
            }
        }
    }

    fn cost(&mut self, text: &str, cost: Option<&Cost<'_>>) {
        if let Some(cost) = cost.filter(|cost| !cost.given) {
            keep(&mut self.costs, slice(text, cost.span));
        }
    }

    fn block(&mut self, text: &str, block: &Block<'_>) {
        if block.given {
            return;
        }
        // A body may speak of its own first statement, but not begin with a word that speaks back.
        let first = block
            .stmts
            .first()
            .map(|stmt| slice(text, stmt.span))
            .unwrap_or_default();
        if !speaks_back(&first) {
            self.bodies.push(inside(text, block.span));
        }
        for stmt in &block.stmts {
            self.stmt(text, stmt);
        }
    }

    fn stmt(&mut self, text: &str, stmt: &Stmt<'_>) {
        keep(&mut self.statements, slice(text, stmt.span));
        match &stmt.kind {
            StmtKind::If { cond, then, other } => {
                if let Some(span) = cond.span() {
                    keep(&mut self.conditions, slice(text, span));
                }
                self.block(text, then);
                if let Some(other) = other {
                    self.block(text, other);
                }
            }
            StmtKind::ForEach(_, block) | StmtKind::Actor(_, block) | StmtKind::Repeat { body: block, .. } => {
                self.block(text, block);
            }
            StmtKind::May { body: Some(block), .. } => self.block(text, block),
            StmtKind::Modal { options, .. } => {
                for option in options {
                    self.block(text, &option.body);
                }
            }
            _ => {}
        }
    }
}

/// Keeps a text that speaks of nothing outside.
fn keep(list: &mut Vec<String>, text: String) {
    if !text.is_empty() && !speaks_back(&text) {
        list.push(text);
    }
}

fn slice(text: &str, span: Span) -> String {
    let range = span.start as usize..span.end as usize;
    text.get(range).unwrap_or_default().trim().to_owned()
}

/// What stands between the brackets.
fn inside(text: &str, span: Span) -> String {
    let whole = slice(text, span);
    let inner = whole.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    inner.unwrap_or_default().trim().to_owned()
}
