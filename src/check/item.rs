//! Definitions, counters, states and decks.

use super::Checker;
use super::keyword::{field_tokens, shown_signature};
use super::refs::{Frame, Givens, ParamValue};
use crate::ast::{Counter, Deck, DeckLine, Definition, DefinitionBody, Member, SignaturePart, State};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Arg, Call, Name};
use crate::resolve::native_reason;
use crate::source::Span;
use crate::vocab::Data;
use indexmap::IndexMap;

impl<'a, 's> Checker<'a, 's> {
    /// Checks a definition by itself, with its parameters open.
    pub fn definition(&mut self, definition: &'a Definition<'s>) -> ir::Definition {
        self.begin_item(definition.signature.name.span);
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
                Some("tag") => Arg::Tag(name.to_owned()),
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
                Some(other) => self.word_param(param, other),
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
            DefinitionBody::Keyword(members) => native = self.keyword_body(definition, members),
            DefinitionBody::Label(cond) => {
                if let Some(cond) = cond {
                    self.cond(cond);
                } else if signature.cost || signature.block {
                    let problem = format!(
                        "nothing says what `{}` does with what is given to it",
                        signature.name.text
                    );
                    self.report(
                        Diagnostic::new(Code::NoEffect, signature.span, problem)
                            .with_help("give it abilities that use them: `keyword … { AUTO … [...] { ... } }`"),
                    );
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
        self.missing_documentation(definition);
        let doc = definition.doc.as_ref();
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

    /// A parameter that stands for a word of the game.
    fn word_param(&mut self, param: &crate::ast::Param<'s>, ty: &'s str) -> Arg {
        let is_word = self
            .pick(ty, |w, _| {
                matches!(w.data, Data::Attr(_) | Data::Zone(_) | Data::Type(_) | Data::Noun(_)).then_some(())
            })
            .is_some();
        if !is_word && ty != "zone" && ty != "word" {
            let span = param.ty.map_or(param.name.span, |t| t.span);
            self.report(
                Diagnostic::new(Code::UnknownWord, span, format!("`{ty}` is not a type of parameter"))
                    .with_help("types are number, name, tag, icons, card, cards, or a word type of the game"),
            );
        }
        Arg::Words(vec![Name::Owned(param.name.text.to_owned())])
    }

    /// The abilities of a keyword, or why only the engine can do it.
    fn keyword_body(&mut self, definition: &'a Definition<'s>, members: &'a [Member<'s>]) -> Option<String> {
        let native = native_reason(definition).map(str::to_owned);
        let body: Vec<&'a Member<'s>> = members.iter().filter(|m| !is_meta(m)).collect();
        if native.is_none() && body.is_empty() {
            self.report(
                Diagnostic::new(Code::NoEffect, definition.span, format!("the keyword `{}` means nothing", definition.signature.name.text)).with_help("give it abilities; a word without a meaning is a `label`; what only the engine can do is `{ native \"why\" }`"),
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
        native
    }

    /// A counter and what it gives.
    pub fn counter_item(&mut self, counter: &'a Counter<'s>) -> ir::Counter {
        self.begin_item(counter.name.span);
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
        self.begin_item(state.name.span);
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

    pub(super) fn fresh(&mut self) {
        self.code = ir::Code::default();
        self.frames.clear();
        self.outermost = Frame::default();
        self.face_types.clear();
    }

    /// The arenas, unless nothing in them is reachable.
    pub(super) fn used_code(&mut self) -> ir::Code {
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
        let mut unknown: Vec<(Option<String>, u64)> = Vec::new();
        let mut missing = Missing::default();
        for line in &deck.lines {
            match line {
                DeckLine::Part(word) => part = Some(word.text.to_owned()),
                DeckLine::Cards { count, card, quoted } => {
                    // A number that is too large is an error, and still as large as it is written.
                    self.literal(count.text, count.span);
                    let number = count.text.parse().unwrap_or(u64::MAX);
                    let name = if *quoted {
                        self.known.names.get(card.text).copied()
                    } else {
                        self.known.ids.get(card.text).copied()
                    };
                    let Some(name) = name else {
                        missing.note(card.text, *quoted, card.span);
                        // The deck is as large as its list says, whatever the cards are called.
                        match unknown.last_mut() {
                            Some((known, n)) if *known == part => *n = n.saturating_add(number),
                            _ => unknown.push((part.clone(), number)),
                        }
                        continue;
                    };
                    lines.push(ir::DeckLine {
                        part: part.clone(),
                        count: u32::try_from(number).unwrap_or(u32::MAX),
                        card: name.to_owned(),
                        id: (!*quoted).then(|| card.text.to_owned()),
                        src: ir::Src(count.span.file.0, count.span.start, card.span.end),
                    });
                }
            }
        }
        self.report_missing(missing);
        ir::Deck {
            name: deck.name.text.to_owned(),
            lines,
            unknown,
            src: deck.name.span.into(),
        }
    }

    /// Each card that does not exist once, at all of its lines.
    fn report_missing(&mut self, missing: Missing<'_>) {
        let Missing { cards, more } = missing;
        let last = cards.len();
        for (n, ((text, quoted), spans)) in cards.into_iter().enumerate() {
            let mut spans = spans.into_iter();
            let Some(first) = spans.next() else { continue };
            let name = if quoted { format!("\"{text}\"") } else { text.to_owned() };
            let mut problem = Diagnostic::new(Code::UnknownCard, first, format!("there is no card {name}"))
                .with_places(spans, "and here");
            let near = if quoted {
                self.known.near_name(text)
            } else {
                self.known.near_id(text)
            };
            problem = match near {
                Some(near) => problem.with_help(format!("did you mean `{near}`?")),
                None => problem.with_help("check the cards together with the deck: `cardwright check FOLDER`"),
            };
            if more > 0 && n + 1 == last {
                problem = problem.with_note(format!("{more} more lines of this deck name cards that do not exist"));
            }
            self.report(problem);
        }
    }
}

/// The cards of a deck that do not exist: as they are written, and where.
#[derive(Default)]
struct Missing<'t> {
    cards: IndexMap<(&'t str, bool), Vec<Span>>,
    /// Lines with still other such cards.
    more: usize,
}

/// The most cards of one deck that are reported as not existing.
const MOST_MISSING: usize = 50;

impl<'t> Missing<'t> {
    fn note(&mut self, text: &'t str, quoted: bool, span: Span) {
        let full = self.cards.len() >= MOST_MISSING;
        match self.cards.get_mut(&(text, quoted)) {
            Some(spans) => spans.push(span),
            None if full => self.more += 1,
            None => {
                self.cards.insert((text, quoted), vec![span]);
            }
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
