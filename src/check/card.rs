//! Cards, faces, definitions, counters, states, decks.

use super::Checker;
use super::keyword::{field_tokens, shown_signature};
use super::refs::{Frame, Givens, ParamValue, Var};
use crate::ast::{
    Body, Card, Counter, Deck, DeckLine, Definition, DefinitionBody, Face, Field, Head, Member, SignaturePart, State,
    Stmt, StmtKind, Text, Value,
};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Arg, Call, Line, Name};
use crate::resolve::native_reason;
use crate::source::Span;
use crate::vocab::{Data, ValueType};
use indexmap::IndexMap;

/// What a face's field lines say.
#[derive(Debug, Default)]
pub struct Header {
    types: Vec<Name>,
    attrs: IndexMap<Name, ir::Value>,
    text: Option<String>,
    note: Option<String>,
}

impl<'a, 's> Checker<'a, 's> {
    /// Compiles a card; None if it has an error.
    pub fn card(&mut self, card: &'a Card<'s>, set: Option<&str>) -> Option<ir::Card> {
        let errors = self.error_count();
        let before = self.findings.diagnostics.len();
        self.code = ir::Code::default();
        self.frames.clear();
        self.outermost = Frame::default();
        self.outermost.extras = extras(&card.members, self.scope);
        for (name, span) in card_variables(&card.members) {
            self.outermost.vars.insert(
                name,
                Var {
                    span,
                    used: true,
                    late: None,
                },
            );
        }
        let front = self.face(None, None, None, &card.members, card.name.span, card.token, true);
        let mut faces = vec![front];
        for member in &card.members {
            if let Member::Face(face) = member {
                faces.extend(self.other_face(face, card.token));
            }
        }
        if self.error_count() > errors {
            // What is suspicious in a broken card is mostly a consequence.
            let mut index = 0;
            self.findings.diagnostics.retain(|d| {
                index += 1;
                index <= before || d.severity() == crate::diag::Severity::Error
            });
            return None;
        }
        Some(ir::Card {
            name: card.name.text.to_owned(),
            id: card.id.map(|t| t.text.to_owned()),
            set: set.map(str::to_owned),
            token: card.token,
            faces,
            code: std::mem::take(&mut self.code),
            src: card.span.into(),
        })
    }

    fn error_count(&self) -> usize {
        self.findings
            .diagnostics
            .iter()
            .filter(|d| d.severity() == crate::diag::Severity::Error)
            .count()
    }

    fn other_face(&mut self, face: &'a Face<'s>, token: bool) -> Option<ir::Face> {
        let game = self.scope.vocab.game;
        let faces: Vec<&str> = self
            .scope
            .vocab
            .policy("faces")
            .unwrap_or("")
            .split_whitespace()
            .collect();
        let known = if faces.is_empty() {
            format!("cards of {game} have one face")
        } else {
            format!(
                "faces of {game} are {}",
                crate::diag::quoted_list(faces.iter().copied(), 8, "and")
            )
        };
        let Some(side) = face.words.first() else {
            self.report(
                Diagnostic::new(Code::UnknownFace, face.span, "this does not say which face it is").with_help(known),
            );
            return None;
        };
        if !faces.contains(&side.text) {
            let mut problem = Diagnostic::new(
                Code::UnknownFace,
                side.span,
                format!("`{}` is not a face of a card of {game}", side.text),
            );
            problem = match crate::diag::nearest(side.text, faces.iter().copied()) {
                Some(near) => problem.with_help(format!("did you mean `{near}`?")),
                None => problem.with_help(known),
            };
            self.report(problem);
        }
        let id = face.words.get(1).copied().or(face.id);
        Some(self.face(Some(side.text), face.name, id, &face.members, side.span, token, false))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a face")]
    fn face(
        &mut self,
        side: Option<&str>,
        name: Option<Text<'s>>,
        id: Option<Text<'s>>,
        members: &'a [Member<'s>],
        at: Span,
        token: bool,
        front: bool,
    ) -> ir::Face {
        let mut header = Header::default();
        for member in members {
            if let Member::Fields(fields) = member {
                self.header(fields, &mut header);
            }
        }
        if front {
            self.face_types = header
                .types
                .iter()
                .filter_map(|t| match t {
                    Name::Borrowed(t) => Some(*t),
                    Name::Owned(_) => None,
                })
                .collect();
            if header.types.is_empty() {
                let candidates = self
                    .scope
                    .vocab
                    .words()
                    .iter()
                    .filter(|w| matches!(w.data, Data::Type(_)))
                    .map(|w| w.name());
                let list = crate::diag::quoted_list(candidates, 20, "or");
                self.report(
                    Diagnostic::new(Code::NoType, at, "this card has no type")
                        .with_help(format!("start its first line with {list}")),
                );
            } else if !token {
                self.missing_attributes(&header, at);
            }
        } else if !header.types.is_empty() {
            self.face_types = header
                .types
                .iter()
                .filter_map(|t| match t {
                    Name::Borrowed(t) => Some(*t),
                    Name::Owned(_) => None,
                })
                .collect();
        }
        let mut lines = Vec::new();
        for member in members {
            match member {
                Member::Ability(ability) => lines.push(Line::Ability(self.ability(ability))),
                Member::Keyword(line) => lines.extend(self.keyword_line(line)),
                Member::Fields(fields) => {
                    for field in fields {
                        if !self.is_keyword_field(field) {
                            continue;
                        }
                        let tokens = field_tokens(field);
                        lines.extend(self.keyword_fields(&tokens, field.span));
                    }
                }
                Member::Face(_) => {}
            }
        }
        ir::Face {
            side: side.map(str::to_owned),
            name: name.map(|n| n.text.to_owned()),
            id: id.map(|t| t.text.to_owned()),
            types: header.types,
            attrs: header.attrs,
            lines,
            text: header.text,
            note: header.note,
        }
    }

    fn is_keyword_field(&self, field: &Field<'s>) -> bool {
        self.is_keyword(field.name.text)
            && self.attr(field.name.text).is_none_or(|(_, a)| !a.header)
            && self
                .pick(field.name.text, |w, _| matches!(w.data, Data::Type(_)).then_some(()))
                .is_none()
    }

    fn header(&mut self, fields: &'a [Field<'s>], header: &mut Header) {
        for field in fields {
            match field.name.text {
                "text" | "note" => {
                    let Some(Value::Str(text) | Value::Text(text)) = field.values.first() else {
                        self.error(
                            Code::WrongFieldValue,
                            field.span,
                            format!("`{}` needs a quoted text", field.name.text),
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

    fn field(&mut self, field: &'a Field<'s>, header: &mut Header) {
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
                                Some(ty) => header.types.push(self.name_of(ty, word.span)),
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
        if let Some(value) = self.field_value(field, data.ty, word.name()) {
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

    fn field_value(&mut self, field: &'a Field<'s>, ty: ValueType, attr: &str) -> Option<ir::Value> {
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
                        Value::Tag(tag) => tags.push(tag.text.to_owned()),
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
                        Some(found) => words.push(self.name_of(found, word.span)),
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

    fn values_of(&self, of: &str) -> String {
        let values = self
            .scope
            .vocab
            .words()
            .iter()
            .filter(|w| matches!(w.data, Data::Value(v) if v == of))
            .map(|w| w.name());
        crate::diag::quoted_list(values, 12, "or")
    }

    /// Warns of numbers that every card of the type has printed and this one lacks.
    fn missing_attributes(&mut self, header: &Header, at: Span) {
        let types: Vec<&'static str> = self.face_types.clone();
        let has = |a: &crate::vocab::AttrData| {
            let printed = types.iter().any(|t| !a.unprinted.contains(t));
            let ty = super::value::ObjTy {
                nouns: types.clone(),
                ..super::value::ObjTy::card()
            };
            printed && !a.on.contains(&"card") && self.nouns_have(&a.on, &ty)
        };
        let missing: Vec<&str> = self
            .scope
            .vocab
            .words()
            .iter()
            .filter(|w| {
                matches!(&w.data, Data::Attr(a) if a.header && a.ty == ValueType::Number && has(a))
                    && !header.attrs.contains_key(w.name())
            })
            .map(|w| w.name())
            .collect();
        if !missing.is_empty() {
            let ty = header.types.first().cloned().unwrap_or_default();
            self.report(
                Diagnostic::new(
                    Code::MissingAttribute,
                    at,
                    format!("this {ty} has no {}", missing.join(", no ")),
                )
                .with_help("add it to the first line of the card"),
            );
        }
    }

    /// Checks a definition by itself, with its parameters open.
    pub fn definition(&mut self, definition: &'a Definition<'s>) -> ir::Definition {
        self.code = ir::Code::default();
        self.frames.clear();
        self.outermost = Frame::default();
        self.face_types.clear();
        let signature = &definition.signature;
        let mut call = Call {
            name: signature.name.text.to_owned(),
            args: Vec::new(),
            text: shown_signature(signature),
        };
        let mut params = IndexMap::new();
        for part in &signature.parts {
            let SignaturePart::Param(param) = part else { continue };
            let name = param.name.text;
            let arg = match param.ty.map(|t| t.text) {
                None | Some("number") => Arg::Number(self.code.add_expr(ir::Expr::Var(name.to_owned()))),
                Some("name") => Arg::Name(name.to_owned()),
                Some("tag" | "tags") => Arg::Tag(name.to_owned()),
                Some("icons") => Arg::Icons(vec![ir::IconRun(vec![name.to_owned()])]),
                Some("card" | "cards") => {
                    let arg = Arg::Objects(self.code.add_object(ir::Objects::Param(name.to_owned())));
                    let ty = super::value::ObjTy {
                        single: param.ty.is_some_and(|t| t.text == "card"),
                        ..super::value::ObjTy::card()
                    };
                    self.outermost.object_params.insert(name, (arg.clone(), ty));
                    arg
                }
                Some(other) => {
                    let is_word = self
                        .pick(other, |w, _| {
                            matches!(w.data, Data::Attr(_) | Data::Zone(_) | Data::Type(_) | Data::Noun(_))
                                .then_some(())
                        })
                        .is_some();
                    if !is_word && other != "zone" && other != "word" {
                        let span = param.ty.map_or(param.name.span, |t| t.span);
                        self.report(
                            Diagnostic::new(Code::UnknownWord, span, format!("`{other}` is not a type of parameter"))
                                .with_help(
                                    "types are number, name, tag, icons, card, cards, or a word type of the game",
                                ),
                        );
                    }
                    Arg::Words(vec![Name::Owned(name.to_owned())])
                }
            };
            call.args.push(arg.clone());
            if params.insert(name, ParamValue::Arg(arg)).is_some() {
                self.error(
                    Code::NameTakenTwice,
                    param.name.span,
                    format!("the parameter `{name}` stands there twice"),
                );
            }
        }
        self.outermost.givens = Givens {
            params,
            open: true,
            declares: (signature.cost, signature.block),
            ..Givens::default()
        };
        self.expanding.push(signature.name.text);
        let mut native = None;
        match &definition.body {
            DefinitionBody::Keyword(members) => {
                native = native_reason(definition).map(str::to_owned);
                let body: Vec<&'a Member<'s>> = members.iter().filter(|m| !is_meta(m)).collect();
                if native.is_none() && body.is_empty() {
                    self.report(
                        Diagnostic::new(Code::NoEffect, definition.span, format!("the keyword `{}` means nothing", signature.name.text)).with_help("give it abilities; a word without a meaning is a `label`; what only the engine can do is `{ native \"why\" }`"),
                    );
                }
                if let (Some(_), Some(member)) = (&native, body.first()) {
                    let span = member_span(member);
                    self.error(
                        Code::BlockMismatch,
                        span,
                        "a native keyword has no abilities of its own",
                    );
                }
                for member in body {
                    match member {
                        Member::Ability(ability) => drop(self.ability(ability)),
                        Member::Keyword(line) => drop(self.keyword_line(line)),
                        Member::Fields(fields) => {
                            for field in fields {
                                let tokens = field_tokens(field);
                                self.keyword_fields(&tokens, field.span);
                            }
                        }
                        Member::Face(face) => self.error(Code::UnknownFace, face.span, "a keyword has no faces"),
                    }
                }
            }
            DefinitionBody::Label(cond) => {
                if let Some(cond) = cond {
                    self.cond(cond);
                }
            }
            DefinitionBody::Condition(cond) => {
                self.cond(cond);
            }
            DefinitionBody::Verb(block) => {
                self.block(block);
                self.unused_choices(0);
            }
        }
        self.expanding.pop();
        self.outermost = Frame::default();
        let doc = definition.doc.as_ref();
        if doc.is_none() {
            self.report(
                Diagnostic::new(
                    Code::MissingDocumentation,
                    signature.span,
                    format!("`{}` is not documented", signature.name.text),
                )
                .with_help("add a sentence behind its name: it prints as reminder text"),
            );
        }
        ir::Definition {
            kind: match &definition.body {
                DefinitionBody::Keyword(_) => ir::DefinitionKind::Keyword,
                DefinitionBody::Label(_) => ir::DefinitionKind::Label,
                DefinitionBody::Verb(_) => ir::DefinitionKind::Verb,
                DefinitionBody::Condition(_) => ir::DefinitionKind::Condition,
            },
            name: signature.name.text.to_owned(),
            signature: shown_signature(signature),
            doc: doc.map(|d| d.text.text.to_owned()),
            rules: doc
                .iter()
                .flat_map(|d| &d.fields)
                .filter(|(n, _)| n.text == "rule")
                .map(|(_, v)| v.text.to_owned())
                .collect(),
            native,
        }
    }

    /// A counter and what it gives.
    pub fn counter_item(&mut self, counter: &'a Counter<'s>) -> ir::Counter {
        self.fresh();
        let pair = counter.delta.as_ref().and_then(|d| {
            let (first, second) = (self.expr(&d.first), d.second.as_ref());
            let (minus, second) = second?;
            let second = self.expr(second);
            match (&self.code[first], &self.code[second]) {
                (ir::Expr::Num(a), ir::Expr::Num(b)) => {
                    Some((if d.minus { -a } else { *a }, if *minus { -b } else { *b }))
                }
                _ => None,
            }
        });
        let lines = self.lines(&counter.members);
        let name: String = counter.name.text.split_whitespace().collect();
        ir::Counter {
            name,
            pair,
            doc: counter.doc.as_ref().map(|d| d.text.text.to_owned()),
            lines,
            code: self.used_code(),
        }
    }

    /// A state and what it gives.
    pub fn state_item(&mut self, state: &'a State<'s>) -> ir::State {
        self.fresh();
        if !matches!(state.of.text, "game" | "player" | "card") {
            self.report(Diagnostic::new(
                Code::UnknownWord,
                state.of.span,
                format!(
                    "a state belongs to `game`, `player` or `card`, not to `{}`",
                    state.of.text
                ),
            ));
        }
        let lines = self.lines(&state.members);
        ir::State {
            name: state.name.text.to_owned(),
            of: state.of.text.to_owned(),
            values: state.values.iter().map(|v| v.text.to_owned()).collect(),
            doc: state.doc.as_ref().map(|d| d.text.text.to_owned()),
            lines,
            code: self.used_code(),
        }
    }

    fn fresh(&mut self) {
        self.code = ir::Code::default();
        self.frames.clear();
        self.outermost = Frame::default();
        self.face_types.clear();
    }

    /// The arenas, unless nothing in them is reachable.
    fn used_code(&mut self) -> ir::Code {
        let code = std::mem::take(&mut self.code);
        if code.abilities.is_empty() {
            ir::Code::default()
        } else {
            code
        }
    }

    /// A deck list.
    pub fn deck(&mut self, deck: &'a Deck<'s>) -> ir::Deck {
        let mut part = None;
        let mut lines = Vec::new();
        for line in &deck.lines {
            match line {
                DeckLine::Part(word) => part = Some(word.text.to_owned()),
                DeckLine::Cards { count, card, quoted } => {
                    let number = self.literal(count.text, count.span);
                    let name = if *quoted {
                        self.known.names.get(card.text).copied()
                    } else {
                        self.known.ids.get(card.text).copied()
                    };
                    let Some(name) = name else {
                        let mut problem = Diagnostic::new(
                            Code::UnknownCard,
                            card.span,
                            format!(
                                "there is no card {}",
                                if *quoted {
                                    format!("\"{}\"", card.text)
                                } else {
                                    card.text.to_owned()
                                }
                            ),
                        );
                        let near = if *quoted {
                            crate::diag::nearest(card.text, self.known.names.iter().copied())
                        } else {
                            crate::diag::nearest(card.text, self.known.ids.keys().copied())
                        };
                        problem = match near {
                            Some(near) => problem.with_help(format!("did you mean `{near}`?")),
                            None => {
                                problem.with_help("check the cards together with the deck: `cardwright check FOLDER`")
                            }
                        };
                        self.report(problem);
                        continue;
                    };
                    lines.push(ir::DeckLine {
                        part: part.clone(),
                        count: u32::try_from(number).unwrap_or(0),
                        card: name.to_owned(),
                    });
                }
            }
        }
        ir::Deck {
            name: deck.name.text.to_owned(),
            lines,
        }
    }
}

/// Members that tell about the keyword rather than what it does.
fn is_meta(member: &Member<'_>) -> bool {
    matches!(member, Member::Fields(fields) if fields.iter().all(|f| matches!(f.name.text, "native" | "edition" | "rule" | "note")))
}

fn member_span(member: &Member<'_>) -> Span {
    match member {
        Member::Face(f) => f.span,
        Member::Ability(a) => a.span,
        Member::Keyword(k) => k.span,
        Member::Fields(fields) => fields.first().map_or_else(Span::default, |f| f.span),
    }
}

/// Names of optional extra costs: `PLAY Surge may [pay 3]`.
fn extras<'s>(members: &[Member<'s>], scope: &crate::resolve::Scope<'_, 's>) -> Vec<&'s str> {
    let mut out = Vec::new();
    for member in members {
        if let Member::Ability(ability) = member
            && ability.category == crate::ast::Category::Play
            && ability.cost.is_some()
            && ability.heads.iter().any(|h| {
                matches!(
                    h,
                    Head::Swap {
                        may: true,
                        instead: false,
                        ..
                    }
                )
            })
        {
            out.extend(
                ability
                    .labels
                    .iter()
                    .map(|l| l.name.text)
                    .filter(|n| !scope.labels.contains_key(n) && !scope.keywords.contains_key(n)),
            );
        }
    }
    out
}

/// Variables that are paid while the card is played: its other abilities know them.
fn card_variables<'s>(members: &[Member<'s>]) -> Vec<(&'s str, Span)> {
    let mut out = Vec::new();
    for member in members {
        match member {
            Member::Fields(fields) => {
                for value in fields.iter().flat_map(|f| &f.values) {
                    if let Value::Icon(icon) = value
                        && matches!(icon.text, "X" | "Y")
                    {
                        out.push((icon.text, icon.span));
                    }
                }
            }
            Member::Ability(ability) if ability.category == crate::ast::Category::Play => {
                if let Some(cost) = &ability.cost {
                    cost.parts.iter().for_each(|s| stmt_variables(s, &mut out));
                }
            }
            Member::Keyword(line) => {
                if let Some(cost) = &line.cost {
                    cost.parts.iter().for_each(|s| stmt_variables(s, &mut out));
                }
                if let Body::Members(inner, _) = &line.body {
                    out.extend(card_variables(inner));
                }
            }
            Member::Face(face) => out.extend(card_variables(&face.members)),
            Member::Ability(_) => {}
        }
    }
    out
}

/// Variables in the phrases of a cost.
fn stmt_variables<'s>(stmt: &Stmt<'s>, out: &mut Vec<(&'s str, Span)>) {
    use crate::ast::{Atom, Core, CoreKind, Det, Phrase, QuantKind, Quantity};
    fn core_variables<'s>(core: &Core<'s>, out: &mut Vec<(&'s str, Span)>) {
        if let CoreKind::Plain { dets, run } = &core.kind {
            for det in dets {
                if let Det::Quant(q) = det
                    && let QuantKind::Count(Quantity::Var(v), _) | QuantKind::UpTo(Quantity::Var(v)) = &q.kind
                {
                    out.push((v.text, v.span));
                }
            }
            for atom in &run.atoms {
                if let Atom::Icon(icon) = &atom.atom
                    && matches!(icon.text, "X" | "Y")
                {
                    out.push((icon.text, icon.span));
                }
            }
        }
    }
    if let StmtKind::Command { phrases, .. } = &stmt.kind {
        for phrase in phrases {
            if let Phrase::Core(core) | Phrase::And(core) | Phrase::Prep { core, .. } = phrase {
                core_variables(core, out);
            }
        }
    }
}
