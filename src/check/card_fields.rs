//! The field lines of a card: types and attributes.

use super::Checker;
use crate::ast::{Field, Value};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Name};
use crate::vocab::{Data, ValueType};
use indexmap::IndexMap;

/// What a face's field lines say.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) types: Vec<Name>,
    pub(super) attrs: IndexMap<Name, ir::Value>,
    pub(super) text: Option<String>,
    pub(super) note: Option<String>,
}

impl<'a, 's> Checker<'a, 's> {
    pub(super) fn is_keyword_field(&self, field: &Field<'s>) -> bool {
        self.is_keyword(field.name.text)
            && self.attr(field.name.text).is_none_or(|(_, a)| !a.header)
            && self
                .pick(field.name.text, |w, _| matches!(w.data, Data::Type(_)).then_some(()))
                .is_none()
    }

    pub(super) fn header(&mut self, fields: &'a [Field<'s>], header: &mut Header) {
        for field in fields {
            match field.name.text {
                "text" | "note" => {
                    let [Value::Str(text) | Value::Text(text)] = field.values.as_slice() else {
                        self.error(
                            Code::WrongFieldValue,
                            field.span,
                            format!("`{}` needs one quoted text", field.name.text),
                        );
                        continue;
                    };
                    let text = text.text.trim().to_owned();
                    if field.name.text == "text" {
                        header.text = Some(text);
                    } else {
                        header.note = Some(text);
                    }
                }
                _ if self.is_keyword_field(field) => {}
                _ => self.field(field, header),
            }
        }
    }

    pub(super) fn field(&mut self, field: &'a Field<'s>, header: &mut Header) {
        let name = &field.name;
        if let Some(ty) = self.pick(name.text, |w, form| {
            (form == 0 && matches!(w.data, Data::Type(_))).then_some(w)
        }) {
            let attribute_too = self.attr(name.text).is_some_and(|(_, a)| a.header) && !field.values.is_empty();
            if !attribute_too {
                header.types.push(self.name_of(ty, name.span));
                // A second type word may follow without a comma: `magic-stone fire-stone`.
                for value in &field.values {
                    match value {
                        Value::Word(word) => {
                            match self.pick(word.text, |w, _| matches!(w.data, Data::Type(_)).then_some(w)) {
                                Some(ty) => {
                                    let name = self.name_of(ty, word.span);
                                    self.once(&mut header.types, name, word);
                                }
                                None => self.error(
                                    Code::WrongFieldValue,
                                    word.span,
                                    format!("`{}` is not a card type; separate fields with commas", word.text),
                                ),
                            }
                        }
                        _ => self.error(
                            Code::WrongFieldValue,
                            field.span,
                            "a card type has no value; separate fields with commas",
                        ),
                    }
                }
                return;
            }
        }
        let Some((word, data)) = self.attr(name.text).filter(|(_, a)| a.header) else {
            let mut candidates: Vec<&str> = self
                .scope
                .vocab
                .words()
                .iter()
                .filter(|w| matches!(&w.data, Data::Attr(a) if a.header) || matches!(w.data, Data::Type(_)))
                .map(|w| w.name())
                .collect();
            candidates.extend(["text", "note"]);
            candidates.extend(self.scope.keywords.keys().copied());
            let game = self.scope.vocab.game;
            let mut problem = Diagnostic::new(
                Code::UnknownField,
                name.span,
                format!("`{}` is not a field, type or keyword of {game}", name.text),
            );
            problem = match crate::diag::nearest(name.text, candidates.iter().copied()) {
                Some(near) => problem.with_help(format!("did you mean `{near}`?")),
                None => problem.with_help(format!(
                    "`cardwright vocab {game}` lists the attributes; a new keyword is defined with `keyword {} …`",
                    name.text
                )),
            };
            self.report(problem);
            return;
        };
        self.use_word(word, name.span);
        if let Some(value) = self.field_value(field, data, word.name()) {
            if header.attrs.contains_key(word.name()) {
                self.report(
                    Diagnostic::new(
                        Code::DuplicateHead,
                        field.span,
                        format!("{} is given twice", word.name()),
                    )
                    .with_help("keep one of them"),
                );
            }
            header.attrs.insert(Name::Borrowed(word.name()), value);
        }
    }

    pub(super) fn field_value(
        &mut self,
        field: &'a Field<'s>,
        data: &crate::vocab::AttrData,
        attr: &str,
    ) -> Option<ir::Value> {
        let (ty, repeats) = (data.ty, data.repeats);
        let wrong = |checker: &mut Self, wanted: &str| {
            checker.report(Diagnostic::new(
                Code::WrongFieldValue,
                field.span,
                format!("{attr} needs {wanted}"),
            ));
        };
        Some(match ty {
            ValueType::Number => match field.values.as_slice() {
                [Value::Quantity(crate::ast::Quantity::Num(n))] => ir::Value::Number(self.literal(n.text, n.span)),
                _ => {
                    wrong(self, &format!("one number: `{attr} 1`"));
                    return None;
                }
            },
            ValueType::Icons => {
                let mut icons = Vec::new();
                for value in &field.values {
                    match value {
                        Value::Icon(icon) => {
                            self.icon(*icon);
                            icons.push(icon.text.to_owned());
                        }
                        _ => {
                            wrong(self, &format!("icons: `{attr} {{1}}`"));
                            return None;
                        }
                    }
                }
                ir::Value::Icons(icons)
            }
            ValueType::Tags => {
                let mut tags = Vec::new();
                for value in &field.values {
                    match value {
                        Value::Tag(tag) => {
                            self.plain_tag(tag.text, tag.span);
                            self.once(&mut tags, tag.text.to_owned(), tag);
                        }
                        _ => {
                            wrong(self, &format!("tags: `{attr} <Lantern>`"));
                            return None;
                        }
                    }
                }
                ir::Value::Tags(tags)
            }
            ValueType::Name | ValueType::Text => match field.values.as_slice() {
                [Value::Str(name) | Value::Text(name)] => ir::Value::Name(name.text.to_owned()),
                _ => {
                    wrong(self, &format!("a quoted name: `{attr} \"…\"`"));
                    return None;
                }
            },
            ValueType::Word(of) | ValueType::Words(of) => {
                let mut words = Vec::new();
                for value in &field.values {
                    let Value::Word(word) = value else {
                        wrong(self, &format!("a word: {}", self.values_of(of)));
                        return None;
                    };
                    match self.pick(word.text, |w, _| {
                        matches!(w.data, Data::Value(v) if v == of).then_some(w)
                    }) {
                        Some(found) => {
                            let name = self.name_of(found, word.span);
                            if repeats {
                                words.push(name);
                            } else {
                                self.once(&mut words, name, word);
                            }
                        }
                        None => {
                            let candidates: Vec<&str> = self
                                .scope
                                .vocab
                                .words()
                                .iter()
                                .filter(|w| matches!(w.data, Data::Value(v) if v == of))
                                .map(|w| w.name())
                                .collect();
                            self.unknown(
                                Code::UnknownValue,
                                word.span,
                                word.text,
                                &format!("a value of {attr}"),
                                candidates,
                            );
                            return None;
                        }
                    }
                }
                if words.is_empty() || (words.len() > 1 && matches!(ty, ValueType::Word(_))) {
                    wrong(self, &format!("one word: {}", self.values_of(of)));
                    return None;
                }
                ir::Value::Words(words)
            }
        })
    }

    pub(super) fn values_of(&self, of: &str) -> String {
        let values = self
            .scope
            .vocab
            .words()
            .iter()
            .filter(|w| matches!(w.data, Data::Value(v) if v == of))
            .map(|w| w.name());
        crate::diag::quoted_list(values, 12, "or")
    }

    /// Refuses attributes that cards of the type do not have: an event with traits, a climax with a level.
    pub(super) fn foreign_attributes(&mut self, fields: &'a [Field<'s>]) {
        let types = self.face_types.clone();
        let Some(first) = types.first().copied() else { return };
        let ty = super::value::ObjTy {
            nouns: types,
            ..super::value::ObjTy::card()
        };
        for field in fields {
            let Some((word, data)) = self.attr(field.name.text).filter(|(_, a)| a.header) else {
                continue;
            };
            if field.values.is_empty() || self.nouns_have(&data.on, &ty) {
                continue;
            }
            let on = crate::diag::quoted_list(data.on.iter().copied().filter(|o| *o != "player"), 8, "and");
            let problem = format!("{} has no {}", crate::diag::with_article(first), word.name());
            self.report(
                Diagnostic::new(Code::AttributeMismatch, field.span, problem)
                    .with_help(format!("in {}, {} belongs to {on}", self.scope.vocab.game, word.name()))
                    .with_note(word.doc),
            );
        }
    }

    /// A value that a list may hold only once.
    fn once<T: PartialEq>(&mut self, list: &mut Vec<T>, value: T, word: &crate::ast::Text<'s>) {
        if list.contains(&value) {
            self.said_twice(word.text, word.span);
        }
        list.push(value);
    }
}
