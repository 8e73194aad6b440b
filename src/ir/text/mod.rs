//! A stable text form of the IR for snapshots and for reading: ids are followed, spans are left out, everything else is shown.

/// Writes behind a text.
macro_rules! add {
    ($text:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($text, $($arg)*);
    }};
}

mod ability;
mod noun;
mod stmt;
#[cfg(test)]
mod tests;

use super::{AbilityId, Card, Code, CondId, Face, Filter, StmtId, Value};

/// The card as indented text.
pub fn dump(card: &Card) -> String {
    let dump = Dump { code: &card.code };
    let mut head = format!("{} {:?}", if card.token { "token" } else { "card" }, card.name);
    if let Some(id) = &card.id {
        add!(head, " {id}");
    }
    if let Some(set) = &card.set {
        add!(head, " of {set:?}");
    }
    let mut out = String::new();
    let mut faces = card.faces.iter();
    let mut root = Node::leaf(head);
    if let Some(front) = faces.next() {
        dump.face(front, &mut root);
    }
    root.write(0, &mut out);
    for face in faces {
        let mut node = Node::leaf("face");
        dump.face(face, &mut node);
        node.write(1, &mut out);
    }
    out
}

/// What an ability answers to, as text: its category and its events, without what it asks and does.
pub fn ability_head(code: &Code, ability: AbilityId) -> String {
    Dump { code }.head(ability)
}

/// What an ability does, as text.
pub fn ability_body(code: &Code, ability: AbilityId) -> String {
    let dump = Dump { code };
    inline(&dump.stmts(&code[ability].body))
}

/// Statements on one line, as text: two that say the same are equal.
pub fn statements(code: &Code, list: &[StmtId]) -> String {
    inline(&Dump { code }.stmts(list))
}

/// A condition as text: two that ask the same are equal.
pub fn condition(code: &Code, cond: CondId) -> String {
    Dump { code }.cond(cond)
}

/// A demand as text: two that demand the same are equal.
pub fn demand(code: &Code, filter: &Filter) -> String {
    Dump { code }.filter(filter)
}

/// A line of the text with the lines that belong to it.
struct Node {
    text: String,
    kids: Vec<Node>,
}

impl Node {
    fn leaf(text: impl Into<String>) -> Node {
        Node {
            text: text.into(),
            kids: Vec::new(),
        }
    }

    fn new(text: impl Into<String>, kids: Vec<Node>) -> Node {
        Node {
            text: text.into(),
            kids,
        }
    }

    fn write(&self, depth: usize, out: &mut String) {
        for _ in 0..depth {
            out.push_str("  ");
        }
        out.push_str(&self.text);
        out.push('\n');
        for kid in &self.kids {
            kid.write(depth + 1, out);
        }
    }

    /// The node on one line, for places inside a line.
    fn inline(&self) -> String {
        if self.kids.is_empty() {
            self.text.clone()
        } else {
            format!("{} {{ {} }}", self.text, inline(&self.kids))
        }
    }
}

fn inline(nodes: &[Node]) -> String {
    nodes.iter().map(Node::inline).collect::<Vec<_>>().join("; ")
}

fn list<T>(items: &[T], each: impl FnMut(&T) -> String, between: &str) -> String {
    items.iter().map(each).collect::<Vec<_>>().join(between)
}

struct Dump<'c> {
    code: &'c Code,
}

impl Dump<'_> {
    fn face(&self, face: &Face, node: &mut Node) {
        let mut text = String::new();
        if let Some(side) = &face.side {
            add!(text, " {side}");
        }
        if let Some(name) = &face.name {
            add!(text, " {name:?}");
        }
        if let Some(id) = &face.id {
            add!(text, " {id}");
        }
        if !face.types.is_empty() {
            add!(text, " [{}]", face.types.join(" "));
        }
        for (attr, value) in &face.attrs {
            add!(text, " {attr}={}", printed_value(value));
        }
        node.text += &text;
        if let Some(text) = &face.text {
            node.kids.push(Node::leaf(format!("text: {text:?}")));
        }
        if let Some(note) = &face.note {
            node.kids.push(Node::leaf(format!("note: {note:?}")));
        }
        node.kids.extend(self.lines(&face.lines));
    }
}

fn printed_value(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Words(words) => words.join("+"),
        Value::Tags(tags) => list(tags, |t| format!("<{t}>"), ""),
        Value::Name(name) => format!("{name:?}"),
        Value::Icons(icons) => list(icons, |i| format!("{{{i}}}"), ""),
    }
}
