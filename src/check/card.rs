//! Cards, faces, definitions, counters, states, decks.

use super::Checker;
use super::card_fields::Header;
use super::keyword::field_tokens;
use super::refs::{Frame, Var};
use crate::ast::{Body, Card, Face, Head, Member, Stmt, StmtKind, Text, Value};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Line, Name};
use crate::source::Span;
use crate::vocab::Data;

impl<'a, 's> Checker<'a, 's> {
    /// Compiles a card; None if it has an error.
    pub fn card(&mut self, card: &'a Card<'s>, set: Option<&str>) -> Option<ir::Card> {
        let errors = self.error_count();
        let before = self.findings.diagnostics.len();
        self.begin_item(card.name.span);
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

    pub(super) fn error_count(&self) -> usize {
        self.findings
            .diagnostics
            .iter()
            .filter(|d| d.severity() == crate::diag::Severity::Error)
            .count()
    }

    pub(super) fn other_face(&mut self, face: &'a Face<'s>, token: bool) -> Option<ir::Face> {
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
        if let Some(word) = face.words.get(2).or(face.words.get(1).filter(|_| face.id.is_some())) {
            self.report(
                Diagnostic::new(
                    Code::UnknownFace,
                    word.span,
                    format!("`{}` says nothing of a face", word.text),
                )
                .with_help("behind the word of the face stand its own name, if it has one, and its id, without blanks"),
            );
        }
        let id = face.words.get(1).copied().or(face.id);
        Some(self.face(Some(side.text), face.name, id, &face.members, side.span, token, false))
    }

    /// A card that does not say what it is.
    fn no_type(&mut self, members: &'a [Member<'s>], at: Span) {
        // The first line is where it should stand, and where a misspelt one stands.
        let first = members.iter().find_map(|member| match member {
            Member::Fields(fields) => fields.first().map(|field| field.name.span),
            _ => None,
        });
        // A first word that nothing knows was meant to be the type: that has been said.
        let unknown = |d: &Diagnostic| d.code == Code::UnknownField && d.span.is_some() && d.span == first;
        if self.findings.diagnostics.iter().any(unknown) {
            return;
        }
        let words = self.scope.vocab.words().iter();
        let types = words.filter(|w| matches!(w.data, Data::Type(_))).map(|w| w.name());
        let list = crate::diag::quoted_list(types, 20, "or");
        self.report(
            Diagnostic::new(Code::NoType, first.unwrap_or(at), "this card has no type")
                .with_help(format!("start its first line with {list}")),
        );
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a face")]
    pub(super) fn face(
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
            // What is made by effects may be typeless.
            if header.types.is_empty() && !token {
                self.no_type(members, at);
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
        for member in members {
            if let Member::Fields(fields) = member {
                self.foreign_attributes(fields);
            }
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
