//! Numbers and players.

use super::super::code::{AttrKey, Cmp, Declare, Num, NumIx, Obj, Op, SlotIx, Who};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Var, position};
use crate::ir::{self, AttrOf, Expr, ExprId, Extreme, NumOp, Thats};

/// The word for the number that a verb of the game gave last.
const RESULT: &str = "result";

impl CardLinker<'_, '_> {
    pub(super) fn who(&mut self, who: &ir::Who) -> Linked<Who> {
        Ok(match who {
            // The words of a defined verb speak to whoever does it.
            ir::Who::You if self.scope.in_verb && self.scope.actor.is_some() => Who::Actor,
            ir::Who::You => Who::You,
            ir::Who::Opponent | ir::Who::EachOpponent => Who::Opponent,
            ir::Who::Each => Who::Each,
            // A lasting effect has no acting player any more: whoever it is that can be said is said.
            ir::Who::They if !self.scope.each_player && !self.scope.in_verb => match &self.scope.actor {
                Some(Who::Opponent) => Who::Opponent,
                Some(Who::Slot(slot)) => Who::Slot(*slot),
                Some(_) => Who::Actor,
                None => {
                    return Err(Fail::limit(
                        Limit::Reference,
                        "the engine cannot tell who `they` are here",
                    ));
                }
            },
            ir::Who::They => match self.scope.actor {
                Some(_) => Who::Actor,
                None => {
                    return Err(Fail::limit(
                        Limit::Reference,
                        "the engine cannot tell who `they` are here",
                    ));
                }
            },
            ir::Who::That => {
                self.reads |= super::super::code::reads::WHO;
                Who::Event
            }
            ir::Who::OpponentOf(who) => Who::OpponentOf(Box::new(self.who(who)?)),
            ir::Who::Of(obj, word) => {
                self.surely_one(*obj)?;
                let obj = self.obj(*obj)?;
                match word.as_ref() {
                    "owner" => Who::OwnerOf(obj),
                    "master" | "controller" => Who::MasterOf(obj),
                    _ => {
                        return Err(Fail::limit(
                            Limit::Word,
                            format!("the engine does not know the player `{word}` of a card"),
                        ));
                    }
                }
            }
            ir::Who::Chosen(obj) => match &self.code()[*obj] {
                ir::Objects::Slot(slot, _) => Who::Slot(slot.0),
                ir::Objects::Select(selector) if self.is_turn_player(selector) => Who::Turn,
                _ => match self.target_slot(*obj) {
                    Some(slot) => Who::Slot(slot),
                    None => {
                        return Err(Fail::limit(
                            Limit::ChoiceInside,
                            "the engine cannot choose a player inside another sentence yet",
                        ));
                    }
                },
            },
            ir::Who::Known(word) if word == "turn-player" => Who::Turn,
            ir::Who::Known(word) => {
                return Err(Fail::limit(
                    Limit::Word,
                    format!("the engine does not know the player `{word}`"),
                ));
            }
            ir::Who::Any => Who::Any,
        })
    }

    /// `the turn-player`, `the active player`.
    fn is_turn_player(&self, selector: &ir::Selector) -> bool {
        let thing = super::thing::Thing::of(selector).filter(super::thing::Thing::is_general);
        thing.is_some_and(|t| {
            let named = match t.filters.as_slice() {
                [] => "turn-player",
                [ir::Filter::State(word)] if word == "active" => "player",
                _ => return false,
            };
            matches!(t.quant, ir::Quant::Bare | ir::Quant::A) && t.noun.is_some_and(|n| n == named)
        })
    }

    pub(super) fn cmp(how: ir::Compare) -> Cmp {
        match how {
            ir::Compare::Is => Cmp::Is,
            ir::Compare::OrMore => Cmp::AtLeast,
            ir::Compare::OrLess => Cmp::AtMost,
            ir::Compare::More => Cmp::More,
            ir::Compare::Less => Cmp::Less,
        }
    }

    /// A variable that only a cost mentions: its payer names it, up to what can be paid.
    pub(super) fn free_variable(&mut self, name: &str) -> SlotIx {
        let slot = self.fresh();
        self.emit(Op::Declare(Declare::Payable, slot));
        self.scope.vars.push((name.to_owned(), Var::Slot(slot)));
        slot
    }

    /// A number of the effect that a target needs: it is worked out once, while announcing (903.2.f.3 and its like).
    fn fix(&mut self, expr: ExprId) -> Linked<SlotIx> {
        if let Some((_, slot)) = self.scope.fixed.iter().find(|(e, _)| *e == expr) {
            return Ok(*slot);
        }
        let num = self.num(expr)?;
        let slot = self.fresh();
        self.emit(Op::Set(slot, num));
        self.scope.fixed.push((expr, slot));
        Ok(slot)
    }

    pub(super) fn num(&mut self, id: ExprId) -> Linked<NumIx> {
        let num = self.num_node(id).map_err(|fail| fail.at(self.phrase(id)))?;
        let times = match &mut self.scope.multiplied {
            Some(of) if of.number == id => {
                of.done = true;
                of.times
            }
            _ => return Ok(num),
        };
        Ok(self.add_num(Num::Mul(num, times)))
    }

    fn num_node(&mut self, id: ExprId) -> Linked<NumIx> {
        let node = match &self.code()[id] {
            Expr::Num(n) => Num::Const(
                i32::try_from(*n).map_err(|_| Fail::limit(Limit::Size, format!("the number {n} is too large")))?,
            ),
            Expr::Var(name) => {
                let found = self.scope.vars.iter().rev().find(|(n, _)| n == name);
                match found.map(|(_, var)| var.clone()) {
                    Some(Var::Slot(slot)) => Num::Slot(slot),
                    // Nobody knows before it is paid whether the rest can be paid as often.
                    Some(Var::Counted(_)) => {
                        return Err(Fail::limit(
                            Limit::Cost,
                            format!("the engine cannot count by {name} twice in a cost"),
                        ));
                    }
                    Some(Var::Expr(expr)) => return self.num(expr),
                    Some(Var::Later(expr)) => Num::Slot(self.fix(expr)?),
                    Some(Var::OfCard) => {
                        let this = self.add_obj(Obj::This);
                        Num::Attr(this, self.attr("x-value")?)
                    }
                    None if self.scope.cost => Num::Slot(self.free_variable(name)),
                    None if self.extra_variable(name)? => {
                        let this = self.add_obj(Obj::This);
                        Num::Attr(this, self.attr("x-value")?)
                    }
                    None => {
                        return Err(Fail::unsaid(name));
                    }
                }
            }
            Expr::Op(op, a, b) => {
                let (a, b) = (self.num(*a)?, self.num(*b)?);
                match op {
                    NumOp::Add => Num::Add(a, b),
                    NumOp::Sub => Num::Sub(a, b),
                    NumOp::Mul => Num::Mul(a, b),
                    NumOp::Div => Num::Div(a, b),
                }
            }
            Expr::Count(obj) => self.count_of(*obj)?,
            Expr::Times(event) => {
                let (pattern, window) = self.past(*event)?;
                Num::Times(pattern, window)
            }
            Expr::Distinct(attr, obj) => Num::Distinct(self.attr_key(attr)?, self.obj(*obj)?),
            Expr::Total(attr, obj) => Num::Total(self.attr(attr)?, self.obj(*obj)?),
            Expr::Extreme(which, attr, obj) => {
                Num::Extreme(matches!(which, Extreme::Highest), self.attr(attr)?, self.obj(*obj)?)
            }
            Expr::Half(of, up) => Num::Half(self.num(*of)?, *up),
            Expr::Was(of) => {
                self.l.parts.asks_was = true;
                Num::Was(self.num(*of)?)
            }
            Expr::That(Thats::EventAmount) => {
                self.reads |= super::super::code::reads::AMOUNT;
                Num::EventAmount
            }
            Expr::That(Thats::EventCount) => {
                if !self.scope.parts.is_some_and(|p| p.counted) && self.scope.together.is_none() {
                    return Err(Fail::limit(
                        Limit::Amount,
                        "the engine cannot count the objects of that event",
                    ));
                }
                self.reads |= super::super::code::reads::AMOUNT;
                Num::EventAmount
            }
            Expr::That(Thats::Statement(slot)) | Expr::Named(slot, _) => {
                self.slot_is_made(slot.0)?;
                Num::Slot(self.told(slot.0))
            }
            Expr::Attr(of, attr) => self.attr_num(of, attr)?,
            // Greater than any other number (104.7 and its like).
            Expr::Known(word) if word == "infinity" => Num::Const(super::super::apply::INFINITY),
            Expr::Known(word) if word == RESULT && self.scope.result.is_some() => {
                Num::Slot(self.scope.result.unwrap_or_default())
            }
            Expr::Known(word) if word == RESULT && self.scope.rolled => {
                self.reads |= super::super::code::reads::AMOUNT;
                Num::EventAmount
            }
            // A number of the game that is the same for both players.
            Expr::Known(word) if position(self.tables().player_attrs, word).is_some() => {
                Num::Player(Who::Turn, self.player_attr(word)?)
            }
            Expr::Known(word) => {
                return Err(Fail::limit(
                    Limit::Word,
                    format!("the engine does not know the number `{word}`"),
                ));
            }
            Expr::Override(base, others) => {
                let base = self.num(*base)?;
                let mut arms = Vec::new();
                for (num, cond) in others {
                    arms.push((self.num(*num)?, self.cond(*cond)?));
                }
                Num::Override(base, arms)
            }
        };
        Ok(self.add_num(node))
    }

    /// How many there are: icons, counters, damage, deeds and open places are counted in their own ways.
    fn count_of(&mut self, obj: ir::ObjId) -> Linked<Num> {
        if let Some(num) = self.icon_count(obj)? {
            return Ok(num);
        }
        if let Some(num) = self.counter_count(obj)? {
            return Ok(num);
        }
        if let Some(num) = self.damage_count(obj)? {
            return Ok(num);
        }
        if let Some(num) = self.deed_count(obj)? {
            return Ok(num);
        }
        if let Some(num) = self.special_count(obj)? {
            return Ok(num);
        }
        if let Some(num) = self.open_count(obj)? {
            return Ok(num);
        }
        Ok(Num::Count(self.obj(obj)?))
    }

    /// An attribute of objects or of a player as a number.
    pub(super) fn attr_num(&mut self, of: &AttrOf, attr: &str) -> Linked<Num> {
        match of {
            AttrOf::Objects(obj) => {
                let attr = self.attr(attr)?;
                self.surely_one(*obj)?;
                Ok(Num::Attr(self.obj(*obj)?, attr))
            }
            AttrOf::Subject => {
                let attr = self.attr(attr)?;
                let subject = self.add_obj(Obj::Subject);
                Ok(Num::Attr(subject, attr))
            }
            AttrOf::Player(who) => Ok(Num::Player(self.who(who)?, self.player_attr(attr)?)),
            AttrOf::Game => Ok(Num::Player(Who::Turn, self.player_attr(attr)?)),
        }
    }

    pub(super) fn player_attr(&self, attr: &str) -> Linked<u8> {
        position(self.tables().player_attrs, attr).ok_or_else(|| {
            Fail::limit(
                Limit::Word,
                format!("the engine does not know the number `{attr}` of a player"),
            )
        })
    }

    pub(super) fn attr(&self, attr: &str) -> Linked<crate::kernel::AttrId> {
        self.attr_ix(attr).ok_or_else(|| {
            Fail::limit(
                Limit::Word,
                format!("the engine does not know the number `{attr}` of a card"),
            )
        })
    }

    pub(super) fn attr_key(&self, attr: &str) -> Linked<AttrKey> {
        let tables = self.tables();
        if let Some(attr) = self.attr_ix(attr) {
            Ok(AttrKey::Num(attr))
        } else if attr == "name" {
            Ok(AttrKey::Name)
        } else if attr == "type" {
            Ok(AttrKey::Type)
        } else if let Some(text) = position(tables.text_attrs, attr) {
            Ok(AttrKey::Text(text))
        } else if tables.word_attrs.contains(&attr) {
            Ok(AttrKey::Words(self.words_of(attr)))
        } else if let Some(kind) = position(tables.tag_attrs, attr) {
            Ok(AttrKey::TagsOf(kind))
        } else if self.is_tags(attr) {
            Ok(AttrKey::Tags)
        } else {
            Err(Fail::limit(
                Limit::Word,
                format!("the engine does not know the attribute `{attr}`"),
            ))
        }
    }

    /// All bits of an attribute whose values are words.
    pub(super) fn words_of(&self, attr: &str) -> u64 {
        let rows = self.tables().words.iter().enumerate();
        rows.filter(|(_, (a, _))| *a == attr)
            .fold(0, |all, (at, _)| all | 1 << at)
    }

    pub(super) fn word_bit(&self, attr: &str, word: &str) -> Linked<u64> {
        let found = self.tables().words.iter().position(|w| *w == (attr, word));
        found.map(|at| 1 << at).ok_or_else(|| {
            let unknown = Fail::limit(Limit::Word, format!("the engine does not know the {attr} `{word}`"));
            self.unknown(word, unknown)
        })
    }

    /// Whether the attribute holds tags, by the vocabulary.
    pub(super) fn is_tags(&self, attr: &str) -> bool {
        self.l
            .vocab
            .pick(attr, |word, _| match &word.data {
                crate::vocab::Data::Attr(data) => Some(matches!(data.ty, crate::vocab::ValueType::Tags)),
                _ => None,
            })
            .unwrap_or(false)
    }
}
