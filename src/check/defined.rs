//! Verbs that are written in the language.

use super::Checker;
use super::mods::Mods;
use super::noun::Want;
use super::value::{ObjTy, Val};
use crate::ast::{Phrase, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Arg, Call, Expr, Name, Stmt, StmtId};
use crate::source::Span;

impl<'a, 's> Checker<'a, 's> {
    /// A verb that is written in the language.
    pub(super) fn defined_command(
        &mut self,
        definition: &'a crate::ast::Definition<'s>,
        verb: &'a Text<'s>,
        phrases: &'a [Phrase<'s>],
        mods: Mods,
        span: Span,
    ) -> Option<StmtId> {
        let crate::ast::DefinitionBody::Verb(block) = &definition.body else {
            return None;
        };
        let params: Vec<&'a crate::ast::Param<'s>> = definition
            .signature
            .parts
            .iter()
            .filter_map(|p| match p {
                crate::ast::SignaturePart::Param(p) => Some(p),
                crate::ast::SignaturePart::Word(_) => None,
            })
            .collect();
        let mut args = Vec::new();
        let mut shown = definition.signature.name.text.to_owned();
        let mut cores = phrases.iter().peekable();
        let mut fits = true;
        let mut types = Vec::new();
        for param in params {
            let Some(Phrase::Core(core)) = cores.next() else {
                fits = false;
                break;
            };
            let mut posts = Vec::new();
            while let Some(next) = cores.next_if(|p| !matches!(p, Phrase::Core(_))) {
                posts.push(next);
            }
            let number = param.ty.is_none_or(|t| t.text == "number");
            let commanding = std::mem::replace(&mut self.frame().commanding, true);
            let value = self.noun(core, &posts, Want::Any);
            self.frame().commanding = commanding;
            match value {
                Some(Val::Number(n)) if number => {
                    shown.push(' ');
                    shown.push_str(&self.literal_text(n));
                    args.push(Arg::Number(n));
                }
                Some(value @ Val::Objs(..)) if !number => {
                    self.introduce_chosen(&value, core.span);
                    if let Val::Objs(id, ty) = value {
                        types.push(ty);
                        args.push(Arg::Objects(id));
                    }
                }
                Some(Val::Attr(of, name)) if number => {
                    let n = self.code.add_expr(Expr::Attr(of, name));
                    args.push(Arg::Number(n));
                }
                Some(other) => {
                    let wanted = if number { "a number" } else { "cards" };
                    self.error(
                        Code::WrongArguments,
                        core.span,
                        format!(
                            "`{}` takes {wanted}, found {}",
                            definition.signature.name.text,
                            other.shown()
                        ),
                    );
                    return None;
                }
                None => return None,
            }
        }
        if !fits || cores.next().is_some() {
            let shape = super::keyword::shown_signature(&definition.signature);
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    span,
                    format!("`{}` does not fit its definition", verb.text),
                )
                .with_help(format!("it is written `{shape}`")),
            );
            return None;
        }
        let call = Call {
            name: definition.signature.name.text.to_owned(),
            args,
            text: shown,
        };
        let body = self.inside(definition, &call, None, |checker| {
            checker.bind_objects(definition, &call, &types);
            checker.block(block)
        })?;
        let slot = self.frame().last_slot;
        let node = Stmt::Do {
            verb: Name::Owned(call.name.clone()),
            call: Some((call, body)),
            roles: Vec::new(),
            slot,
            choice: None,
            per: mods.per,
            durations: mods.durations,
            defs: mods.defs,
        };
        let id = self.code.stmt_at(node, span.into());
        self.frame().last = Some(id);
        Some(id)
    }

    /// Parameters of type card are names inside the definition: `C` stands for what was given.
    pub(super) fn bind_objects(&mut self, definition: &'a crate::ast::Definition<'s>, call: &Call, types: &[ObjTy]) {
        let params = self.bind(definition, call);
        let mut types = types.iter();
        for (name, value) in params {
            let super::refs::ParamValue::Arg(arg) = value;
            if let Arg::Objects(_) = arg {
                let ty = types.next().cloned().unwrap_or_else(ObjTy::card);
                self.frame().object_params.insert(name, (arg, ty));
            }
        }
    }
}
