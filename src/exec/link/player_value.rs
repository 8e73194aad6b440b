//! Numbers and states of players that effects set.

use super::super::code::{Num, NumIx, Op, What, Who};
use super::super::tables::VerbKind;
use super::grant::UNLIMITED;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, AttrOf, Complement, Delta, Filter, Grant, Stmt, Subject};
use crate::kernel::Note;

impl<'m> CardLinker<'_, 'm> {
    /// The number of a word as the value of a player: its place in the game's table.
    pub(super) fn player_word(&mut self, attr: &str, of: &str, word: &str) -> Linked<NumIx> {
        if word == "unlimited" {
            return Ok(self.constant(UNLIMITED));
        }
        let found = self.tables().words.iter().position(|w| *w == (of, word));
        match found.and_then(|at| i32::try_from(at).ok()) {
            Some(n) if attr == of => Ok(self.constant(n)),
            _ => Err(Fail::limit(
                Limit::Word,
                format!("the engine does not know the {attr} `{word}`"),
            )),
        }
    }

    /// Whether the state keeps this number of players: it grows and shrinks by events.
    pub(super) fn is_kept_value(&self, val: u8) -> bool {
        self.tables().kept_values.contains(&val)
            || val == self.tables().life
                && self
                    .tables()
                    .verbs
                    .iter()
                    .any(|row| matches!(row.command, VerbKind::Life(_)))
    }

    /// `your life becomes 2000`: not an effect that lasts, but something that happens. False if the statement says something else.
    pub(super) fn set_value(&mut self, stmt: &'m Stmt) -> Linked<bool> {
        let Stmt::Set {
            subject: Subject::Attr(AttrOf::Player(who), attr),
            is,
            to,
            durations,
            defs,
        } = stmt
        else {
            return Ok(false);
        };
        let word = match to {
            Complement::Filters(filters) => match filters.as_slice() {
                [Filter::Value(of, word)] => Some((of.as_ref(), word.as_ref())),
                _ => None,
            },
            Complement::Words(words) => match words.as_slice() {
                [word] => Some((attr.as_ref(), word.as_ref())),
                _ => None,
            },
            _ => None,
        };
        if let Some((of, word)) = word.filter(|_| !is && durations.is_empty() && defs.is_empty()) {
            // A word of a player stays until another one comes (1028.1b and its like).
            let to = self.player_word(attr, of, word)?;
            let (who, val) = (self.who(who)?, self.player_attr(attr)?);
            self.emit(Op::SetValue { who, val, to });
            return Ok(true);
        }
        let Complement::Number(ir::Comparison { how, with }) = to else {
            return Ok(false);
        };
        let val = match self.player_attr(attr) {
            Ok(val) if self.is_kept_value(val) => val,
            _ => return Ok(false),
        };
        if *how != ir::Compare::Is || !durations.is_empty() {
            return Err(Fail::limit(
                Limit::MixedEffect,
                format!("the engine cannot set the {attr} of a player for a while"),
            ));
        }
        for (name, expr) in defs {
            self.define(name, *expr)?;
        }
        let to = self.num(*with)?;
        let who = self.who(who)?;
        self.emit(Op::SetValue { who, val, to });
        Ok(true)
    }

    /// `you get +1 max-pp`: not an effect that lasts, but something that happens. False if the statement says something else.
    pub(super) fn gain_value(&mut self, stmt: &'m Stmt) -> Linked<bool> {
        let Stmt::Gain {
            subject: Subject::Players(who),
            lose: false,
            grants,
            per: None,
            durations,
            defs,
        } = stmt
        else {
            return Ok(false);
        };
        let mut deltas = Vec::new();
        for grant in grants {
            let Grant::Delta(Delta { attr, minus, by }) = grant else {
                return Ok(false);
            };
            match self.player_attr(attr) {
                Ok(val) if self.tables().kept_values.contains(&val) => deltas.push((val, *minus, *by)),
                _ => return Ok(false),
            }
        }
        let who = self.who(who)?;
        if !durations.is_empty() || matches!(who, Who::Each | Who::Any) {
            return Err(Fail::limit(
                Limit::MixedEffect,
                "the engine cannot give a player that for a while, nor several players at once",
            ));
        }
        for (name, expr) in defs {
            self.define(name, *expr)?;
        }
        for (val, minus, by) in deltas {
            let by = self.num(by)?;
            let now = self.add_num(Num::Player(who.clone(), val));
            let to = self.add_num(if minus { Num::Sub(now, by) } else { Num::Add(now, by) });
            self.emit(Op::SetValue {
                who: who.clone(),
                val,
                to,
            });
        }
        Ok(true)
    }

    /// `it becomes rested`, `it becomes face-up`: not an effect that lasts, but something that happens. False if the statement says something else.
    pub(super) fn set_state(&mut self, stmt: &'m Stmt) -> Linked<bool> {
        let Stmt::Set {
            subject: Subject::Objects(obj),
            is: false,
            to: Complement::Filters(filters),
            durations,
            defs,
        } = stmt
        else {
            return Ok(false);
        };
        let ([Filter::State(word)], true, true) = (filters.as_slice(), durations.is_empty(), defs.is_empty()) else {
            return Ok(false);
        };
        let orient = super::position(self.tables().orients, word);
        let face = match word.as_ref() {
            "face-up" => Some(false),
            "face-down" => Some(true),
            _ => None,
        };
        // A state that counters keep.
        let counter = super::position(self.tables().counters, word);
        if orient.is_none() && face.is_none() && counter.is_none() {
            return Ok(false);
        }
        let what = self.affected(*obj)?;
        if let Some(kind) = counter {
            let (count, done) = (self.one(), self.fresh());
            self.emit(Op::Counters {
                what,
                kind,
                count: Some(count),
                put: true,
                done,
            });
            return Ok(true);
        }
        if let Some(orient) = orient {
            let out = self.fresh();
            self.emit(Op::Turn {
                what: What::Objs(what),
                orient,
                out,
                done: None,
            });
        } else if let Some(down) = face {
            let out = self.fresh();
            self.emit(Op::Face {
                what: What::Objs(what),
                down,
                tag: Note::NONE,
                out,
                done: None,
            });
        } else if let Some(kind) = counter {
            let (count, done) = (Some(self.constant(1)), self.fresh());
            self.emit(Op::Counters {
                what,
                kind,
                count,
                put: true,
                done,
            });
        }
        Ok(true)
    }
}
