//! Sentences with a subject: gains, losses, settings, prohibitions, prices.

use super::Checker;
use super::keyword::run_tokens;
use super::noun::Want;
use super::value::{ObjTy, Val};
use crate::ast::{
    Amount as AstAmount, CoreKind, Delta as AstDelta, Grant as AstGrant, Mod, Np, Phrase, Pred, Tail, Text,
};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Arg, Delta, Filter, Grant, IconRun, Name, Objects, PriceChange, Stmt, StmtId, Subject};
use crate::source::Span;
use crate::vocab::{Data, NounKind};

impl<'a, 's> Checker<'a, 's> {
    pub(super) fn sentence(
        &mut self,
        subjects: &'a [Np<'s>],
        pred: &'a Pred<'s>,
        mods: &[&'a Mod<'s>],
        span: Span,
    ) -> Option<StmtId> {
        let modal = self.mods(mods);
        self.late = None;
        let choosing = !self.frame().continuous;
        let commanding = std::mem::replace(&mut self.frame().commanding, choosing);
        let mut values: Vec<Val> = subjects.iter().filter_map(|np| self.np(np, Want::Any)).collect();
        self.frame().commanding = commanding;
        if values.len() != subjects.len() {
            return None;
        }
        let at = subjects.first().map_or(span, |np| np.span);
        for value in &values {
            self.introduce_chosen(value, at);
        }
        let mut first = Vec::new();
        for value in &mut values {
            if let Val::Objs(id, ty) = value
                && let Some((stmt, reference)) = self.selection(*id, &ty.clone(), None, at)
            {
                first.push(stmt);
                *id = reference;
            }
        }
        let at_play = values
            .iter()
            .any(|v| matches!(self.chosen_slot(v), Some((_, crate::ir::ChoiceTime::Play))));
        let value = self.join(values, at)?;
        let (subject, ty) = self.subject(value, at)?;
        let set = matches!(&ty, Some(ty) if !ty.single) || matches!(subject, Subject::Players(crate::ir::Who::Each));
        let before = std::mem::replace(&mut self.frame().subject_set, set);
        let each = matches!(&subject, Subject::Objects(id) if self.is_each(*id));
        let each = std::mem::replace(&mut self.frame().subject_each, each);
        // `that ability loses its cost`
        let own = match (&subject, &ty) {
            (Subject::Objects(id), Some(ty)) if ty.kind == NounKind::Ability => Some((*id, ty.clone())),
            _ => None,
        };
        let own = std::mem::replace(&mut self.frame().own_object, own);
        let scoped = modal.defs.clone();
        let about = match (&subject, &ty) {
            (Subject::Objects(id), Some(ty)) => Some((*id, ty.clone())),
            _ => None,
        };
        let node = self.predicate(subject, ty, pred, modal, span, at);
        if let Some((id, ty)) = about {
            self.mention(id, &ty, at);
        }
        self.end_where(&scoped);
        self.frame().subject_set = before;
        self.frame().subject_each = each;
        self.frame().own_object = own;
        let id = self.code.stmt_at(node?, span.into());
        let id = self.after(first, id, span);
        let frame = self.frame();
        frame.last = Some(id);
        if at_play {
            frame.prologue.push(id);
        }
        Some(id)
    }

    fn is_each(&self, id: crate::ir::ObjId) -> bool {
        matches!(&self.code[id], crate::ir::Objects::Select(selector) if selector.quant == crate::ir::Quant::Each)
    }

    fn predicate(
        &mut self,
        subject: Subject,
        ty: Option<ObjTy>,
        pred: &'a Pred<'s>,
        mods: super::mods::Mods,
        span: Span,
        at: Span,
    ) -> Option<Stmt> {
        if let Some(place) = mods.limit_span
            && !matches!(pred, Pred::Modal { .. })
        {
            self.report(Diagnostic::new(Code::LimitOnCont, place, "this sentence has nothing that could be limited").with_help("limits belong to abilities (`ACT once per turn …`) and to permissions (`you can play this once per turn`)"));
        }
        if let Some(place) = mods.per_span
            && !matches!(pred, Pred::Gets(_) | Pred::Loses(_) | Pred::Costs(..))
        {
            self.report(
                Diagnostic::new(
                    Code::NotANumber,
                    place,
                    "`for each` multiplies the numbers of `gets` and `costs`; there is none here",
                )
                .with_help("repeat an action with `for each … { … }`"),
            );
        }
        Some(match pred {
            Pred::Gets(grants) => self.gain(subject, ty.as_ref(), grants, false, mods, at)?,
            Pred::Loses(grants) => self.gain(subject, ty.as_ref(), grants, true, mods, at)?,
            Pred::Becomes(tail) => {
                self.settable(&subject, at);
                let to = self.complement(tail, &subject, true)?;
                self.complement_fits(&subject, &to, tail.span());
                Stmt::Set {
                    subject,
                    is: false,
                    to,
                    durations: mods.durations,
                    defs: mods.defs,
                }
            }
            Pred::Is(tail) => {
                if !self.frame().continuous && !says_also(tail) {
                    self.report(
                        Diagnostic::new(
                            Code::NotACondition,
                            span,
                            "a statement changes something; `is` only says how it is",
                        )
                        .with_help("write `becomes …` to change it, `if … is …` to ask"),
                    );
                }
                let to = self.complement(tail, &subject, true)?;
                Stmt::Set {
                    subject,
                    is: true,
                    to,
                    durations: mods.durations,
                    defs: mods.defs,
                }
            }
            Pred::Has(_) => {
                self.report(
                    Diagnostic::new(
                        Code::NotGainable,
                        span,
                        "a statement gives or takes; `has` only says what there is",
                    )
                    .with_help("write `gets …`"),
                );
                return None;
            }
            Pred::Modal { word, deeds, phrases } => {
                let mut all = Vec::new();
                let mut roles = Vec::new();
                let last = deeds.len().saturating_sub(1);
                let be = deeds.first().is_some_and(|d| d.be);
                for (i, deed) in deeds.iter().enumerate() {
                    // What follows belongs to the last verb, and to the others as far as it fits; so does `be`.
                    let behind: &'a [Phrase<'s>] = if i == last { phrases } else { &[] };
                    let passive = deed.be || be && self.find_verb(deed.verb.text, super::event::Form::Base).is_none();
                    if !passive {
                        self.doer_fits(&subject, ty.as_ref(), &deed.verb, at);
                    }
                    let (deed, found) = self.deed_as(deed, passive, behind)?;
                    all.push(deed);
                    roles = found;
                }
                Stmt::Modality {
                    subject,
                    word: super::cond::modal_word(word.text),
                    deeds: all,
                    roles,
                    durations: mods.durations,
                    limit: mods.limit,
                    defs: mods.defs,
                }
            }
            Pred::Costs(amount, word) => {
                let amount = self.price(amount)?;
                let change = match word.text {
                    "less" => PriceChange::Less,
                    "more" => PriceChange::More,
                    _ => PriceChange::Instead,
                };
                Stmt::Price {
                    subject,
                    amount,
                    change,
                    durations: mods.durations,
                    per: mods.per,
                    defs: mods.defs,
                }
            }
        })
    }

    /// Who may, must or cannot do something must be able to do it at all.
    fn doer_fits(&mut self, subject: &Subject, ty: Option<&ObjTy>, verb: &Text<'s>, at: Span) {
        let Some(super::verb::VerbRef::Vocab(word, data)) = self.find_verb(verb.text, super::event::Form::Base) else {
            return;
        };
        let types: &[&str] = match (subject, ty.map(|t| t.kind)) {
            (Subject::Players(_), _) | (Subject::Objects(_), Some(NounKind::Player)) => &["players", "player"],
            (Subject::Objects(_), Some(NounKind::Card)) => &["cards", "card"],
            (Subject::Place(_), _) => &["place"],
            _ => return,
        };
        if !data.subject.has(types) {
            let doer = if data.subject.has(&["players", "player"]) {
                "a player"
            } else {
                "a card"
            };
            self.report(
                Diagnostic::new(Code::WrongRole, at, format!("only {doer} can `{}`", word.name()))
                    .with_note(word.doc)
                    .with_help("say it of the one who does it, or in the passive: `cannot be …`"),
            );
        }
    }

    fn price(&mut self, amount: &'a AstAmount<'s>) -> Option<Arg> {
        Some(match amount {
            AstAmount::Expr(expr) => Arg::Number(self.expr(expr)),
            AstAmount::Icons(runs) => {
                let mut out = Vec::new();
                for run in runs {
                    for icon in &run.icons {
                        self.icon(*icon);
                    }
                    out.push(IconRun(run.icons.iter().map(|i| i.text.to_owned()).collect()));
                }
                Arg::Icons(out)
            }
        })
    }

    /// Only some things can be set.
    fn settable(&mut self, subject: &Subject, span: Span) {
        if let Subject::Attr(_, name) = subject
            && let Some((word, data)) = self.attr(name)
            && !data.set
        {
            self.report(
                Diagnostic::new(Code::NotSettable, span, format!("{} cannot be set", word.name()))
                    .with_note(word.doc)
                    .with_help("`cardwright vocab` lists what `becomes` may set"),
            );
        }
    }

    fn gain(
        &mut self,
        subject: Subject,
        ty: Option<&ObjTy>,
        grants: &'a [AstGrant<'s>],
        lose: bool,
        mods: super::mods::Mods,
        at: Span,
    ) -> Option<Stmt> {
        let mut out = Vec::new();
        for grant in grants {
            match grant {
                AstGrant::Delta(delta) => {
                    let player = ObjTy::of(NounKind::Player);
                    let ty = if matches!(subject, Subject::Players(_)) {
                        Some(&player)
                    } else {
                        ty
                    };
                    out.extend(self.delta(delta, ty, lose));
                }
                AstGrant::Members(members, span) => {
                    if lose {
                        self.error(
                            Code::NotGainable,
                            *span,
                            "abilities that were written out cannot be lost; say `all abilities` or name a keyword",
                        );
                    }
                    let lines = self.granted(members);
                    out.push(Grant::Lines(lines));
                }
                AstGrant::Np(np) => out.extend(self.grant_np(np)),
            }
        }
        if out.len() < grants.len() {
            return None;
        }
        let has_number = out
            .iter()
            .any(|g| matches!(g, Grant::Delta(_) | Grant::Pair(..) | Grant::Amount(_)));
        if let Some(span) = mods.per_span.filter(|_| !has_number) {
            self.report(
                Diagnostic::new(
                    Code::NotANumber,
                    span,
                    "`for each` multiplies numbers, but nothing here is a number",
                )
                .with_help("write `+500 power for each …`, or repeat with `for each … { … }`"),
            );
        }
        let _ = at;
        Some(Stmt::Gain {
            subject,
            lose,
            grants: out,
            durations: mods.durations,
            per: mods.per,
            defs: mods.defs,
        })
    }

    /// Abilities given to a card: there `this` is that card.
    fn granted(&mut self, members: &'a [crate::ast::Member<'s>]) -> Vec<crate::ir::Line> {
        let types = std::mem::take(&mut self.face_types);
        let lines = self.nested(|checker| checker.lines(members));
        self.face_types = types;
        lines
    }

    /// `+100/+100 Flying`: both numbers are changed, and no attribute can be named behind them.
    fn nothing_behind_pair(&mut self, delta: &'a AstDelta<'s>) -> Option<()> {
        let Some(more) = &delta.attr else { return Some(()) };
        self.report(
            Diagnostic::new(
                Code::NotGainable,
                more.span,
                format!(
                    "both numbers are changed; `{}` behind them would say nothing",
                    more.text
                ),
            )
            .with_help(format!("join what else it gets with `and`: `and {}`", more.text)),
        );
        None
    }

    fn delta(&mut self, delta: &'a AstDelta<'s>, ty: Option<&ObjTy>, lose: bool) -> Option<Grant> {
        if lose {
            self.report(
                Diagnostic::new(Code::NotGainable, delta.span, "numbers are not lost")
                    .with_help("write `gets -1000 power`"),
            );
        }
        let first = self.expr(&delta.first);
        if let Some((minus, second)) = &delta.second {
            let second = self.expr(second);
            let pair: Vec<&'static crate::vocab::Word> = self
                .scope
                .vocab
                .words()
                .iter()
                .filter(|w| matches!(&w.data, Data::Attr(a) if a.first || a.second))
                .collect();
            let [a, b] = pair.as_slice() else {
                self.report(
                    Diagnostic::new(
                        Code::PairMismatch,
                        delta.span,
                        format!("{} has no pair of numbers", self.scope.vocab.game),
                    )
                    .with_help("name the attribute: `+1000 power`"),
                );
                return None;
            };
            if let (Some(ty), Data::Attr(data)) = (ty, &a.data)
                && !self.nouns_have(&data.on, ty)
            {
                let noun =
                    ty.nouns
                        .first()
                        .copied()
                        .unwrap_or(if ty.kind == NounKind::Player { "player" } else { "card" });
                self.error(
                    Code::AttributeMismatch,
                    delta.span,
                    format!(
                        "{} has no {} and {}",
                        crate::diag::with_article(noun),
                        a.name(),
                        b.name()
                    ),
                );
            }
            let (a, b) = (self.name_of(a, delta.span), self.name_of(b, delta.span));
            self.no_change(&[first, second], delta.span);
            self.nothing_behind_pair(delta)?;
            return Some(Grant::Pair(
                Delta {
                    attr: a,
                    minus: delta.minus,
                    by: first,
                },
                Delta {
                    attr: b,
                    minus: *minus,
                    by: second,
                },
            ));
        }
        self.no_change(&[first], delta.span);
        let Some(text) = &delta.attr else {
            self.report(
                Diagnostic::new(Code::NotGainable, delta.span, "say of what: the attribute is missing")
                    .with_help("write `+1000 power`"),
            );
            return None;
        };
        let (word, data) = self.attr_or_error(text.text, text.span)?;
        if !data.gain {
            let candidates = self
                .scope
                .vocab
                .words()
                .iter()
                .filter(|w| matches!(&w.data, Data::Attr(a) if a.gain))
                .map(|w| w.name());
            let list = crate::diag::quoted_list(candidates, 12, "and");
            self.report(
                Diagnostic::new(
                    Code::NotGainable,
                    delta.span,
                    format!("{} cannot be raised or lowered by a number", word.name()),
                )
                .with_help(format!("numbers that can change: {list}")),
            );
            return None;
        }
        if let Some(ty) = ty.filter(|t| !self.nouns_have(&data.on, t)) {
            let noun = ty
                .nouns
                .first()
                .copied()
                .unwrap_or(if ty.kind == NounKind::Player { "player" } else { "card" });
            let on = crate::diag::quoted_list(data.on.iter().copied(), 8, "and");
            self.report(
                Diagnostic::new(
                    Code::AttributeMismatch,
                    delta.span,
                    format!("{} has no {}", crate::diag::with_article(noun), word.name()),
                )
                .with_help(format!("in {}, {} belongs to {on}", self.scope.vocab.game, word.name())),
            );
        }
        Some(Grant::Delta(Delta {
            attr: Name::Borrowed(word.name()),
            minus: delta.minus,
            by: first,
        }))
    }

    /// A keyword, a tag, abilities, a value.
    fn grant_np(&mut self, np: &'a Np<'s>) -> Option<Grant> {
        if let CoreKind::Plain { dets, run } = &np.core.kind
            && dets.is_empty()
            && let Some(crate::ast::RunAtom {
                atom: crate::ast::Atom::Word(word),
                ..
            }) = run.atoms.first()
            && (self.is_keyword(word.text))
            && !run.atoms.iter().any(|a| a.or)
            && self.head_is_keyword(&run.atoms)
            && let Some(tokens) = run_tokens(&run.atoms)
        {
            let mut lines = self.keyword_fields(&tokens, np.span);
            if let Some(post) = np.posts.first() {
                self.report(
                    Diagnostic::new(Code::WrongArguments, post.span(), "this belongs to no keyword")
                        .with_help("say of which card it is with that card: `1 target … with … gets …`"),
                );
            }
            return lines.pop().map(|line| Grant::Keyword(Box::new(line)));
        }
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        let value = self.np(np, Want::Any);
        self.frame().commanding = commanding;
        Some(match value? {
            Val::Words(_, mut filters) => match filters.pop() {
                Some(Filter::Tag(tag)) if filters.is_empty() => Grant::Tag(tag),
                Some(filter) => {
                    filters.push(filter);
                    Grant::Filters(filters)
                }
                None => {
                    self.not_gainable(np.span, "this word");
                    return None;
                }
            },
            Val::Keyword(call) => Grant::Filters(vec![Filter::Keyword(call)]),
            Val::Objs(id, ty) if matches!(ty.kind, NounKind::Ability | NounKind::Effect) => Grant::Abilities(id),
            Val::Objs(id, _) => match self.code[id].clone() {
                // `gets the type resonator`: a type.
                Objects::Select(selector)
                    if matches!(selector.quant, crate::ir::Quant::Bare | crate::ir::Quant::A)
                        && selector.whose.is_none()
                        && selector.places.is_empty() =>
                {
                    let filters: Vec<Filter> = selector
                        .descs
                        .into_iter()
                        .flat_map(|d| d.filters.into_iter().chain(d.noun.map(Filter::Is)))
                        .chain(selector.filters)
                        .collect();
                    Grant::Filters(filters)
                }
                Objects::Slot(slot, crate::ir::RefWord::The(name)) => Grant::Slot(slot, name),
                _ => {
                    self.not_gainable(np.span, "a card");
                    return None;
                }
            },
            Val::Slot(slot, name) => Grant::Slot(slot, name),
            Val::Amount(amount, _) => Grant::Amount(amount),
            Val::Attr(_, name) | Val::Declare(crate::ir::Quant::All | crate::ir::Quant::Bare, name) => {
                Grant::AllOf(name)
            }
            Val::Declare(_, name) => {
                self.report(
                    Diagnostic::new(Code::NotGainable, np.span, format!("a change of {name} has a sign"))
                        .with_help(format!("write `gets +1000 {name}` or `gets -1000 {name}`")),
                );
                return None;
            }
            Val::Filter(filter) => Grant::Filters(vec![filter]),
            other => {
                self.not_gainable(np.span, other.shown());
                return None;
            }
        })
    }

    /// Whether the run is a keyword with arguments rather than abilities described by one (`Fanfare abilities`).
    fn head_is_keyword(&self, atoms: &[crate::ast::RunAtom<'s>]) -> bool {
        match atoms.last().map(|a| &a.atom) {
            Some(crate::ast::Atom::Word(word)) if atoms.len() > 1 => {
                self.is_keyword(word.text)
                    || self
                        .pick(word.text, |w, _| {
                            matches!(w.data, Data::Noun(_) | Data::Type(_)).then_some(())
                        })
                        .is_none()
            }
            _ => true,
        }
    }

    fn not_gainable(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::new(Code::NotGainable, span, format!("{what} cannot be gained or lost"))
                .with_help("cards get numbers (`+1000 power`), keywords, tags and abilities (`{ AUTO … }`)"),
        );
    }
}

/// Whether a tail says `also`.
fn says_also(tail: &Tail<'_>) -> bool {
    let Tail::Phrases(phrases, _) = tail else { return false };
    phrases.iter().any(|p| match p {
        Phrase::Core(core) => match &core.kind {
            CoreKind::Plain { run, .. } => run
                .atoms
                .iter()
                .any(|a| matches!(&a.atom, crate::ast::Atom::Word(Text { text: "also", .. }))),
            _ => false,
        },
        _ => false,
    })
}
