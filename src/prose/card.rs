//! The header and the paragraphs of a card.

use super::Printer;
use crate::ir::{Card, Face, Value};
use crate::style::english::{capital, list, unescaped};

impl Printer<'_> {
    pub(super) fn card(&self, card: &Card) -> String {
        let mut text = String::new();
        for (at, face) in card.faces.iter().enumerate() {
            if at > 0 {
                text.push('\n');
            }
            self.this.set((self.style.this)(&face.types));
            if let (Some(front), true) = (card.faces.first(), face.types.is_empty()) {
                self.this.set((self.style.this)(&front.types));
            }
            text += &self.header(card, face, at == 0);
            text.push('\n');
            for line in &face.lines {
                text += &self.line(line, true);
                text.push('\n');
            }
        }
        text
    }

    fn header(&self, card: &Card, face: &Face, front: bool) -> String {
        let name = face.name.as_ref().unwrap_or(&card.name);
        let id = face.id.as_ref().or(card.id.as_ref().filter(|_| front));
        let mut text = unescaped(name);
        if let Some(id) = id {
            add!(text, " ({id})");
        }
        let mut facts = Vec::new();
        if let Some(side) = &face.side {
            facts.push(format!("{} side", self.spaced(side)));
        }
        if card.token {
            facts.push("token".into());
        }
        facts.extend(face.types.iter().map(|word| self.noun(word, false)));
        facts.extend(face.attrs.iter().map(|(attr, value)| self.fact(attr, value)));
        if !facts.is_empty() {
            add!(text, " — {}", capital(&facts.join(", ")));
        }
        text
    }

    fn fact(&self, attr: &str, value: &Value) -> String {
        let value = match value {
            Value::Number(number) => number.to_string(),
            Value::Words(words) => words.iter().map(|word| self.word(word)).collect::<Vec<_>>().join(" "),
            Value::Tags(tags) => list(&tags.iter().map(|tag| self.style.tag(tag)).collect::<Vec<_>>(), "and"),
            Value::Name(name) => format!("\"{}\"", unescaped(name)),
            Value::Icons(icons) => icons
                .iter()
                .map(|icon| format!("{{{icon}}}"))
                .collect::<Vec<_>>()
                .concat(),
        };
        format!("{} {value}", self.spaced(attr))
    }
}
