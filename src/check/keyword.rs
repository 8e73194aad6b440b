//! Keywords, labels, named conditions and defined verbs: matching their arguments, and putting their text in their place.

use super::Checker;
use super::expansion::Room;
use super::refs::{Givens, ParamValue};
use crate::ast::{
    Arg as AstArg, Body, Category, Cond as AstCond, Cost, Definition, DefinitionBody, Field, Head, KeywordLine, Label,
    Member, Quantity, RunAtom, Signature, SignaturePart, Text, Value,
};
use crate::diag::{Code, Diagnostic, nearest};
use crate::ir::{Ability, AbilityId, Arg, Call, CondId, CostUse, IconRun, Line, Name};
use crate::resolve::native_reason;
use crate::source::Span;
use crate::vocab::Data;
use indexmap::IndexMap;

/// A word or value behind a keyword.
#[derive(Debug, Clone, Copy)]
pub(super) enum Token<'a, 's> {
    Word(Text<'s>),
    Quantity(&'a Quantity<'s>, Option<Text<'s>>),
    Str(Text<'s>),
    Tag(Text<'s>),
    Icon(Text<'s>),
    This(Text<'s>),
}

impl Token<'_, '_> {
    fn span(&self) -> Span {
        match self {
            Token::Word(t) | Token::Str(t) | Token::Tag(t) | Token::Icon(t) | Token::This(t) => t.span,
            Token::Quantity(q, _) => q.span(),
        }
    }

    fn text(&self) -> String {
        match self {
            Token::Word(t) | Token::This(t) => t.text.to_owned(),
            Token::Str(t) => format!("\"{}\"", t.text),
            Token::Tag(t) => format!("<{}>", t.text),
            Token::Icon(t) => format!("{{{}}}", t.text),
            Token::Quantity(q, or) => {
                let number = match q {
                    Quantity::Num(t) | Quantity::Var(t) => t.text.to_owned(),
                    Quantity::Paren { .. } => "X".to_owned(),
                };
                or.map_or_else(|| number.clone(), |w| format!("{number} or {}", w.text))
            }
        }
    }
}

/// The words of labels in a row.
pub(super) fn label_tokens<'a, 's>(labels: &'a [Label<'s>]) -> Vec<Token<'a, 's>> {
    let mut out = Vec::new();
    for label in labels {
        out.push(Token::Word(label.name));
        for arg in &label.args {
            out.push(match arg {
                AstArg::Quantity(q, or) => Token::Quantity(q, *or),
                AstArg::Word(t) => Token::Word(*t),
                AstArg::Str(t) => Token::Str(*t),
                AstArg::Tag(t) => Token::Tag(*t),
                AstArg::Icon(t) => Token::Icon(*t),
                AstArg::This(t) => Token::This(*t),
            });
        }
    }
    out
}

/// The words of a field.
pub(super) fn field_tokens<'a, 's>(field: &'a Field<'s>) -> Vec<Token<'a, 's>> {
    let mut out = vec![Token::Word(field.name)];
    for value in &field.values {
        match value {
            Value::Quantity(q) => out.push(Token::Quantity(q, None)),
            Value::Word(t) => out.push(Token::Word(*t)),
            Value::Str(t) | Value::Text(t) => out.push(Token::Str(*t)),
            Value::Tag(t) => out.push(Token::Tag(*t)),
            Value::Icon(t) => out.push(Token::Icon(*t)),
            Value::Fraction(..) => {}
        }
    }
    out
}

/// The words of a run.
pub(super) fn run_tokens<'a, 's>(atoms: &'a [RunAtom<'s>]) -> Option<Vec<Token<'a, 's>>> {
    use crate::ast::Atom;
    atoms
        .iter()
        .map(|a| {
            Some(match &a.atom {
                Atom::Word(t) => Token::Word(*t),
                Atom::Tag(t) => Token::Tag(*t),
                Atom::Str(t) => Token::Str(*t),
                Atom::Icon(t) => Token::Icon(*t),
                Atom::Fraction(..) | Atom::Counter(_) => return None,
            })
        })
        .collect()
}

/// A signature as it was written.
pub(super) fn shown_signature(signature: &Signature<'_>) -> String {
    let mut out = signature.name.text.to_owned();
    for part in &signature.parts {
        out.push(' ');
        match part {
            SignaturePart::Param(p) => out.push_str(p.name.text),
            SignaturePart::Word(w) => out.push_str(w.text),
        }
    }
    if signature.cost {
        out.push_str(" [...]");
    }
    if signature.block {
        out.push_str(" {...}");
    }
    out
}

/// What is given to a keyword besides its arguments.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given<'a, 's> {
    pub(super) heads: &'a [Head<'s>],
    pub(super) cost: Option<&'a Cost<'s>>,
    pub(super) body: Option<&'a Body<'s>>,
    pub(super) span: Span,
}

impl<'a, 's> Checker<'a, 's> {
    /// Matches the labels of one call against a definition's signatures.
    pub(super) fn call(
        &mut self,
        kind: &str,
        definitions: &[&'a Definition<'s>],
        labels: &'a [Label<'s>],
    ) -> Option<(Call, &'a Definition<'s>)> {
        let tokens = label_tokens(labels);
        let (call, definition, used) = self.match_call(kind, definitions, &tokens)?;
        if let Some(extra) = tokens.get(used) {
            self.wrong_arguments(definitions, extra.span());
        }
        Some((call, definition))
    }

    /// Matches tokens (name first) against signatures; the one that takes most wins.
    fn match_call(
        &mut self,
        kind: &str,
        definitions: &[&'a Definition<'s>],
        tokens: &[Token<'a, 's>],
    ) -> Option<(Call, &'a Definition<'s>, usize)> {
        let name = tokens.first()?;
        let mut best: Option<(&'a Definition<'s>, usize)> = None;
        for definition in definitions {
            if let Some(used) = self.fits(&definition.signature, tokens.get(1..).unwrap_or_default())
                && best.is_none_or(|(_, n)| used > n)
            {
                best = Some((definition, used));
            }
        }
        let Some((definition, used)) = best else {
            let at = tokens.get(1).unwrap_or(name);
            self.wrong_arguments(definitions, name.span().to(at.span()));
            return None;
        };
        self.use_definition(kind, definition.signature.name.text);
        if let Err(edition) = self.scope.in_edition(definition) {
            self.wrong_edition(definition.signature.name.text, edition, name.span());
        }
        let given = tokens.get(1..=used).unwrap_or_default();
        let args = self.arguments(&definition.signature, given);
        let text: Vec<String> = tokens.iter().take(used + 1).map(Token::text).collect();
        let call = Call {
            name: definition.signature.name.text.to_owned(),
            args,
            text: text.join(" "),
        };
        Some((call, definition, used + 1))
    }

    /// How many tokens a signature takes, if they fit.
    fn fits(&self, signature: &Signature<'s>, tokens: &[Token<'a, 's>]) -> Option<usize> {
        let mut at = 0;
        for part in &signature.parts {
            let token = tokens.get(at)?;
            match part {
                SignaturePart::Word(word) => match token {
                    Token::Word(t) if t.text == word.text => at += 1,
                    _ => return None,
                },
                SignaturePart::Param(param) => {
                    let ty = param.ty.map_or("number", |t| t.text);
                    let taken = match (ty, token) {
                        ("number", Token::Quantity(..))
                        | ("name", Token::Str(_))
                        | ("tag", Token::Tag(_))
                        | ("card" | "cards", Token::This(_)) => 1,
                        ("icons", Token::Icon(_)) => tokens
                            .iter()
                            .skip(at)
                            .take_while(|t| matches!(t, Token::Icon(_)))
                            .count(),
                        ("number" | "name" | "tag" | "card" | "cards" | "icons", _) => return None,
                        (_, Token::Word(t)) if !self.is_keyword(t.text) => 1,
                        _ => return None,
                    };
                    at += taken;
                }
            }
        }
        Some(at)
    }

    fn wrong_arguments(&mut self, definitions: &[&'a Definition<'s>], span: Span) {
        let shapes: Vec<String> = definitions.iter().map(|d| shown_signature(&d.signature)).collect();
        let name = definitions.first().map_or("", |d| d.signature.name.text);
        self.report(
            Diagnostic::new(
                Code::WrongArguments,
                span,
                format!("`{name}` does not fit its definition"),
            )
            .with_help(format!(
                "it is written {}",
                crate::diag::quoted_list(shapes.iter().map(String::as_str), 4, "or")
            )),
        );
    }

    /// What was given for the parameters, in their order; the tokens fit the signature.
    fn arguments(&mut self, signature: &Signature<'s>, tokens: &[Token<'a, 's>]) -> Vec<Arg> {
        let mut out = Vec::new();
        let mut rest = tokens.iter();
        for part in &signature.parts {
            let (SignaturePart::Param(_), Some(token)) = (part, rest.next()) else {
                continue;
            };
            if let Token::Icon(first) = token {
                let more = rest.as_slice().iter().map_while(|t| match t {
                    Token::Icon(icon) => Some(*icon),
                    _ => None,
                });
                let icons: Vec<Text<'s>> = std::iter::once(*first).chain(more).collect();
                rest = rest.as_slice().get(icons.len() - 1..).unwrap_or_default().iter();
                let run = icons.iter().map(|icon| icon.text.to_owned()).collect();
                for icon in icons {
                    self.icon(icon);
                }
                out.push(Arg::Icons(vec![IconRun(run)]));
            } else {
                out.push(self.one_argument(token));
            }
        }
        out
    }

    fn one_argument(&mut self, token: &Token<'a, 's>) -> Arg {
        match token {
            Token::Word(t) => Arg::Words(vec![self.word_argument(t)]),
            Token::Quantity(q, None) => Arg::Number(self.quantity(q)),
            Token::Quantity(q, Some(word)) => {
                let how = if word.text == "more" {
                    crate::ir::Compare::OrMore
                } else {
                    crate::ir::Compare::OrLess
                };
                let with = self.quantity(q);
                Arg::Compared(crate::ir::Comparison { how, with })
            }
            Token::Str(t) => Arg::Name(self.given_name(t.text).unwrap_or_else(|| t.text.to_owned())),
            Token::Tag(t) => Arg::Tag(self.tag(t.text, t.span)),
            Token::Icon(t) => {
                self.icon(*t);
                Arg::Icons(vec![IconRun(vec![t.text.to_owned()])])
            }
            Token::This(_) => Arg::Objects(self.code.add_object(crate::ir::Objects::This)),
        }
    }

    /// A word given to a keyword: a value, a zone, a type … any word of the game.
    fn word_argument(&mut self, text: &Text<'s>) -> Name {
        match self.pick(text.text, |w, _| (!matches!(w.data, Data::Verb(_))).then_some(w)) {
            Some(word) => self.name_of(word, text.span),
            None => {
                self.unknown_noun(text.span, text.text);
                Name::Owned(text.text.to_owned())
            }
        }
    }

    /// The parameters of a definition with what was given for them.
    pub(super) fn bind(&self, definition: &'a Definition<'s>, call: &Call) -> IndexMap<&'s str, ParamValue> {
        let params = definition.signature.parts.iter().filter_map(|p| match p {
            SignaturePart::Param(p) => Some(p.name.text),
            SignaturePart::Word(_) => None,
        });
        params
            .zip(call.args.iter().cloned())
            .map(|(name, arg)| (name, ParamValue::Arg(arg)))
            .collect()
    }

    /// A circle of definitions is one mistake: the first by name reports it.
    fn circle(&mut self, definition: &'a Definition<'s>) {
        let name = definition.signature.name.text;
        if self.expanding.iter().any(|other| *other < name) {
            return;
        }
        let quiet = std::mem::replace(&mut self.quiet, 0);
        let span = definition.signature.name.span;
        self.report(
            Diagnostic::new(Code::RecursiveDefinition, span, format!("`{name}` uses itself"))
                .with_help("a definition cannot contain itself; write the inner part out"),
        );
        self.quiet = quiet;
    }

    /// Runs `body` inside a definition's own text.
    pub(super) fn inside<T>(
        &mut self,
        definition: &'a Definition<'s>,
        call: &Call,
        given: Option<Given<'a, 's>>,
        body: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let name = definition.signature.name.text;
        match self.room_for(name, definition.span) {
            Room::Enough => {}
            Room::Full => return None,
            Room::Circle => {
                self.circle(definition);
                return None;
            }
        }
        let params = self.bind(definition, call);
        let outer = self.frame().givens.clone();
        let quiet = self.quiet;
        let block = match given.and_then(|g| g.body) {
            Some(Body::Block(block)) => Some(block),
            _ => None,
        };
        let givens = Givens {
            params,
            cost: given.and_then(|g| g.cost),
            block,
            heads: given.map_or(&[], |g| g.heads),
            open: false,
            declares: (definition.signature.cost, definition.signature.block),
            depth: self.expanding.len(),
            quiet,
            outer: Some(Box::new(outer.clone())),
        };
        self.frame().givens = givens;
        self.expanding.push(name);
        self.quiet += 1;
        let result = body(self);
        self.quiet = quiet;
        self.expanding.pop();
        self.frame().givens = outer;
        Some(result)
    }

    /// The condition a definition stands for.
    pub(super) fn expand_cond(
        &mut self,
        definition: &'a Definition<'s>,
        call: &Call,
        cond: &'a AstCond<'s>,
    ) -> Option<CondId> {
        self.inside(definition, call, None, |checker| checker.cond(cond))
            .flatten()
    }

    /// A line of a card that starts with a keyword.
    pub(super) fn keyword_line(&mut self, line: &'a KeywordLine<'s>) -> Vec<Line> {
        let lines = self.phrase(line.span, |checker| checker.keyword_line_inner(line));
        if self.quiet == 0 {
            for call in lines.iter().filter_map(|line| match line {
                Line::Keyword { calls, .. } => calls.last(),
                Line::Ability(_) => None,
            }) {
                self.code.spans.keyword(&call.text, line.span.into());
            }
        }
        lines
    }

    fn keyword_line_inner(&mut self, line: &'a KeywordLine<'s>) -> Vec<Line> {
        let given = Given {
            heads: &line.heads,
            cost: line.cost.as_ref(),
            body: Some(&line.body),
            span: line.span,
        };
        let mut calls = Vec::new();
        for run in &line.labels {
            let tokens = label_tokens(run);
            calls.push(self.calls(&tokens));
        }
        let calls: Option<Vec<Vec<_>>> = calls.into_iter().collect();
        match calls {
            Some(calls) => self.keyword(calls, given),
            None => {
                // The keyword is unknown, but what stands behind it is checked all the same.
                self.orphan(&given);
                Vec::new()
            }
        }
    }

    /// Keywords without anything behind them: `Storm, Drain`.
    pub(super) fn keyword_fields(&mut self, tokens: &[Token<'a, 's>], span: Span) -> Vec<Line> {
        let given = Given {
            heads: &[],
            cost: None,
            body: None,
            span,
        };
        match self.calls(tokens) {
            Some(calls) => self.keyword(vec![calls], given),
            None => Vec::new(),
        }
    }

    /// A keyword with its arguments inside a noun phrase: `Gods-Art "Falling Star"`.
    pub(super) fn keyword_run(&mut self, atoms: &'a [RunAtom<'s>]) -> Option<Call> {
        let Some(RunAtom {
            atom: crate::ast::Atom::Word(first),
            ..
        }) = atoms.first()
        else {
            return None;
        };
        if !self.is_keyword(first.text) || atoms.iter().any(|a| a.or) {
            return None;
        }
        let tokens = run_tokens(atoms)?;
        let definitions: Vec<_> = self
            .scope
            .keywords
            .get(first.text)
            .into_iter()
            .chain(self.scope.labels.get(first.text))
            .flatten()
            .copied()
            .collect();
        let fits = definitions
            .iter()
            .any(|d| self.fits(&d.signature, tokens.get(1..).unwrap_or_default()) == Some(tokens.len() - 1));
        if !fits {
            return None;
        }
        let mut calls = self.calls(&tokens)?;
        calls.pop().map(|(call, _)| call)
    }

    /// Several keywords and labels in a row.
    fn calls(&mut self, tokens: &[Token<'a, 's>]) -> Option<Vec<(Call, &'a Definition<'s>)>> {
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let Token::Word(name) = token else {
                let definitions: Vec<_> = out.last().map(|(_, d)| *d).into_iter().collect();
                self.wrong_arguments(&definitions, token.span());
                return None;
            };
            let keyword = self.scope.keywords.get(name.text).map(|l| ("keyword", l.clone()));
            let Some((kind, definitions)) =
                keyword.or_else(|| self.scope.labels.get(name.text).map(|l| ("label", l.clone())))
            else {
                if let Some((_, definition)) = out.last() {
                    let definitions = [*definition];
                    self.wrong_arguments(&definitions, name.span);
                } else {
                    self.unknown_keyword(name);
                }
                return None;
            };
            let (call, definition, used) = self.match_call(kind, &definitions, tokens.get(at..).unwrap_or_default())?;
            out.push((call, definition));
            at += used;
        }
        Some(out)
    }

    pub(super) fn unknown_keyword(&mut self, name: &Text<'s>) {
        let game = self.scope.vocab.game;
        let mut problem = Diagnostic::new(
            Code::UnknownKeyword,
            name.span,
            format!(
                "`{}` is not a keyword or label of {game}, nor defined in this set",
                name.text
            ),
        );
        let lower = name.text.to_lowercase();
        if crate::resolve::is_grammar_word(&lower) {
            self.report(problem.with_help(format!("the word of the language is written `{lower}`")));
            return;
        }
        let candidates = self.scope.keywords.keys().chain(self.scope.labels.keys()).copied();
        problem = match nearest(name.text, candidates) {
            Some(near) => problem.with_help(format!("did you mean `{near}`?")),
            None => problem.with_help(format!("define it: `keyword {} \"…\" {{ … }}`", name.text)),
        };
        self.report(problem);
    }

    /// Checks what was given to an unknown keyword.
    fn orphan(&mut self, given: &Given<'a, 's>) {
        self.given_ability(given, None);
    }

    /// One line of keywords; a leading label belongs to the keyword behind it.
    fn keyword(&mut self, runs: Vec<Vec<(Call, &'a Definition<'s>)>>, given: Given<'a, 's>) -> Vec<Line> {
        let mut leading = Vec::new();
        let mut calls = Vec::new();
        let mut abilities = Vec::new();
        let mut native = false;
        let mut open_given = false;
        for run in runs {
            let Some((main, labels)) = run.split_last() else {
                continue;
            };
            let label_calls: Vec<Call> = labels.iter().map(|(call, _)| call.clone()).collect();
            self.given_matches(main.1, &given);
            let before = abilities.len();
            match (&main.1.body, native_reason(main.1)) {
                (DefinitionBody::Keyword(members), None) => {
                    let (call, definition) = (main.0.clone(), main.1);
                    let expanded = self.inside(definition, &call, Some(given), |checker| {
                        checker.expand_members(members, &call)
                    });
                    abilities.extend(expanded.unwrap_or_default());
                }
                (DefinitionBody::Label(_), _) if given.body.is_some() => open_given = true,
                // A word that the card has, and that texts may ask for.
                (DefinitionBody::Label(Some(_)), _) => self.lone_gate(main.1, given.span),
                (DefinitionBody::Label(None), _) if given.cost.is_none() && given.heads.is_empty() => {}
                _ => {
                    native = true;
                    open_given = true;
                }
            }
            for id in abilities.iter().skip(before) {
                self.add_labels(*id, &label_calls);
            }
            leading.extend(label_calls);
            calls.push(main.0.clone());
        }
        let has_given =
            given.cost.is_some() || !given.heads.is_empty() || !matches!(given.body, None | Some(Body::None));
        // What was given is kept as written, so that the line prints back; a native keyword has nothing else.
        let given_id = (has_given).then(|| {
            if open_given {
                self.given_ability(&given, calls.last())
            } else {
                self.quiet += 1;
                let id = self.given_ability(&given, calls.last());
                self.quiet = self.quiet.saturating_sub(1);
                id
            }
        });
        let cost = given_id
            .flatten()
            .and_then(|id| self.code[id].cost.as_ref().map(|(c, _)| *c));
        vec![Line::Keyword {
            labels: leading,
            calls,
            cost,
            given: given_id.flatten(),
            lines: Vec::new(),
            abilities,
            native,
        }]
    }

    /// A label that says when an ability works, without an ability.
    fn lone_gate(&mut self, definition: &'a Definition<'s>, span: Span) {
        let name = definition.signature.name.text;
        self.report(
            Diagnostic::new(
                Code::BlockMismatch,
                span,
                format!("`{name}` says when an ability works, and there is none"),
            )
            .with_help(format!(
                "write it behind the kind of the ability: `CONT {name} … {{ … }}`"
            )),
        );
    }

    fn add_labels(&mut self, id: AbilityId, labels: &[Call]) {
        if let Some(ability) = self.code.abilities.get_mut(id.0 as usize) {
            let labels = labels.iter().map(|call| crate::ir::Label {
                call: call.clone(),
                gate: None,
            });
            ability.labels.extend(labels);
        }
    }

    /// Whether a keyword takes the cost and effect it was given.
    fn given_matches(&mut self, definition: &'a Definition<'s>, given: &Given<'a, 's>) {
        let signature = &definition.signature;
        let native = native_reason(definition).is_some();
        let label = matches!(definition.body, DefinitionBody::Label(_));
        let name = signature.name.text;
        let shape = shown_signature(signature);
        let has_body = !matches!(given.body, None | Some(Body::None));
        if let Some(cost) = given.cost.filter(|_| !signature.cost && !label) {
            self.report(
                Diagnostic::new(Code::CostMismatch, cost.span, format!("`{name}` takes no cost"))
                    .with_help(format!("it is written `{shape}`")),
            );
            return;
        }
        if given.cost.is_none() && signature.cost && !signature.block && !native {
            self.report(
                Diagnostic::new(Code::CostMismatch, given.span, format!("`{name}` needs a cost"))
                    .with_help(format!("it is written `{shape}`")),
            );
            return;
        }
        if has_body && !signature.block && !label {
            self.report(
                Diagnostic::new(Code::BlockMismatch, given.span, format!("`{name}` takes no effect"))
                    .with_help(format!("it is written `{shape}`")),
            );
            return;
        }
        if !has_body && signature.block && !native {
            self.report(
                Diagnostic::new(Code::BlockMismatch, given.span, format!("`{name}` needs an effect"))
                    .with_help(format!("it is written `{shape}`")),
            );
            return;
        }
        if matches!(given.body, Some(Body::Members(..))) && signature.block && !native {
            self.report(
                Diagnostic::new(
                    Code::BlockMismatch,
                    given.span,
                    format!("`{name}` takes statements, not abilities"),
                )
                .with_help("write what happens: `{ draw 1 }`"),
            );
        }
    }

    /// The abilities of a keyword's block.
    fn expand_members(&mut self, members: &'a [Member<'s>], call: &Call) -> Vec<AbilityId> {
        let mut out = Vec::new();
        for member in members {
            match member {
                Member::Ability(ability) => {
                    let id = self.ability(ability);
                    if let Some(node) = self.code.abilities.get_mut(id.0 as usize) {
                        node.keyword = Some(call.clone());
                    }
                    out.push(id);
                }
                Member::Keyword(line) => {
                    for line in self.keyword_line(line) {
                        if let Line::Keyword { abilities, .. } = line {
                            out.extend(abilities);
                        }
                    }
                }
                Member::Fields(fields) => {
                    for field in fields
                        .iter()
                        .filter(|f| !matches!(f.name.text, "edition" | "native" | "rule" | "note"))
                    {
                        let tokens = field_tokens(field);
                        for line in self.keyword_fields(&tokens, field.span) {
                            if let Line::Keyword { abilities, .. } = line {
                                out.extend(abilities);
                            }
                        }
                    }
                }
                Member::Face(face) => self.error(Code::UnknownFace, face.span, "a keyword has no faces"),
            }
        }
        out
    }

    /// Head, cost and effect given to a keyword, as an ability of its own.
    fn given_ability(&mut self, given: &Given<'a, 's>, call: Option<&Call>) -> Option<AbilityId> {
        let id = self.nested(|checker| {
            let mut node = Ability {
                category: Category::Play,
                src: given.span.into(),
                keyword: call.cloned(),
                ..Ability::empty()
            };
            checker.heads(given.heads, &mut node);
            if let Some(cost) = given.cost {
                node.cost = Some((checker.cost(cost), CostUse::Required));
            }
            match given.body {
                Some(Body::Block(block)) => node.body = checker.block(block),
                Some(Body::Members(members, _)) => node.lines = checker.lines(members),
                Some(Body::None) | None => {}
            }
            checker.unused_choices(0);
            let frame = checker.frame();
            node.prologue = std::mem::take(&mut frame.prologue);
            node.slots = frame.slots;
            checker.code.add_ability(node)
        });
        Some(id)
    }
}
