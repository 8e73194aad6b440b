//! New information: what is gained and lost, and what something becomes.

use super::super::code::{AttrKey, ChangeOp, NumIx, Obj, Op, SlotIx, WhichAbility, bits};
use super::change::{Made, Target};
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ast::Category;
use crate::ir::{self, Arg, AttrOf, Complement, Delta, Filter, Grant, Line, ObjId, Objects, Quant, Stmt, Subject};
use crate::kernel::AttrId;

/// The noun for a card that has the information of another one.
const COPY: &str = "copy";

/// More than anything that is counted.
pub(super) const UNLIMITED: i32 = 1_000_000_000;

impl<'m> CardLinker<'_, 'm> {
    pub(super) fn grant(&mut self, target: &Target, lose: bool, grant: &'m Grant) -> Linked<Vec<ChangeOp>> {
        let cards = matches!(target, Target::Cards(..));
        let op = match grant {
            Grant::Delta(Delta { attr, minus, by }) => {
                if lose {
                    return Err(Fail::wording(
                        "the engine knows gaining less, not losing more",
                        "write what is gained as a negative number: `gets -1000 power`",
                    ));
                }
                let by = self.num(*by)?;
                if cards {
                    ChangeOp::Add {
                        attr: self.kept_attr(attr)?,
                        by,
                        minus: *minus,
                    }
                } else {
                    ChangeOp::PlayerAdd {
                        val: self.player_attr(attr)?,
                        by,
                        minus: *minus,
                    }
                }
            }
            Grant::Keyword(line) if !cards && !lose => {
                let mut abilities = Vec::new();
                let mut keywords = 0;
                self.granted(line, &mut abilities, &mut keywords)?;
                ChangeOp::PlayerAbilities(abilities, keywords)
            }
            _ if !cards => {
                return Err(Fail::limit(
                    Limit::MixedEffect,
                    "players gain numbers and keywords only",
                ));
            }
            Grant::Pair(first, second) => {
                if lose {
                    return Err(Fail::wording(
                        "the engine knows gaining less, not losing more",
                        "write what is gained as a negative number: `gets -1000 power`",
                    ));
                }
                let mut out = Vec::new();
                for Delta { attr, minus, by } in [first, second] {
                    // A half that changes nothing is no change at all.
                    if !matches!(self.code()[*by], ir::Expr::Num(0)) {
                        out.push(ChangeOp::Add {
                            attr: self.kept_attr(attr)?,
                            by: self.num(*by)?,
                            minus: *minus,
                        });
                    }
                }
                return Ok(out);
            }
            Grant::Lines(lines) => {
                if lose {
                    return Err(Fail::limit(
                        Limit::LoseAbility,
                        "the engine cannot take away a certain ability yet",
                    ));
                }
                let mut abilities = Vec::new();
                let mut keywords = 0;
                for line in lines {
                    self.granted(line, &mut abilities, &mut keywords)?;
                }
                ChangeOp::Abilities(abilities, keywords)
            }
            Grant::Keyword(line) => {
                if lose {
                    return Ok(vec![ChangeOp::LoseKeyword(self.keyword_of(line)?)]);
                }
                let mut abilities = Vec::new();
                let mut keywords = 0;
                self.granted(line, &mut abilities, &mut keywords)?;
                ChangeOp::Abilities(abilities, keywords)
            }
            Grant::Tag(tag) => ChangeOp::Tag(self.tag_id(tag), !lose),
            Grant::Filters(filters) => return self.info(filters, !lose, false),
            Grant::Abilities(obj) if lose => self.lost(*obj)?,
            Grant::Abilities(obj) => self.abilities_of(*obj)?,
            Grant::Slot(slot, name) => self.grant_slot(slot.0, name, lose)?,
            Grant::Amount(amount) => {
                return Err(Fail::wording(
                    format!("cards and players have no amount of {}", amount.of),
                    "write a number that they have",
                ));
            }
            Grant::AllOf(attr) if lose && self.is_tags(attr) => ChangeOp::NoTags,
            Grant::AllOf(attr) if lose && self.tables().word_attrs.contains(&attr.as_ref()) => ChangeOp::Words {
                clear: self.words_of(attr),
                add: 0,
            },
            Grant::AllOf(attr) => {
                return Err(Fail::limit(
                    Limit::Change,
                    format!("the engine cannot give every {attr} yet"),
                ));
            }
        };
        Ok(vec![op])
    }

    /// What was declared is given or taken.
    fn grant_slot(&mut self, slot: SlotIx, name: &str, lose: bool) -> Linked<ChangeOp> {
        let declared = self
            .scope
            .declared
            .iter()
            .find(|(s, _)| *s == slot)
            .map(|(_, what)| what.clone());
        Ok(match declared {
            Some(what) if self.is_tags(&what) => ChangeOp::TagSlot(slot, !lose),
            Some(what) => self.declared_change(slot, &what, !lose, false)?,
            None => {
                return Err(Fail::limit(
                    Limit::Change,
                    format!("the engine cannot give or take `{name}`"),
                ));
            }
        })
    }

    /// `your ACT abilities lose their cost`.
    pub(super) fn no_cost(&mut self, subject: &'m Subject) -> Linked<Made> {
        let unknown = || Fail::limit(Limit::Price, "the engine cannot tell whose cost is lost");
        let Subject::Objects(obj) = subject else {
            return Err(unknown());
        };
        let (mut category, mut keywords, mut which) = (None, 0, None);
        let target = match &self.code()[*obj] {
            Objects::ThisAbility => {
                which = Some(WhichAbility::This);
                Target::Cards(self.add_obj(Obj::This), false)
            }
            // What a note about an ability is about is its card.
            Objects::Event(..) => {
                which = Some(WhichAbility::Event);
                self.reads |= super::super::code::reads::SUBJECT | super::super::code::reads::AMOUNT;
                Target::Cards(self.add_obj(Obj::EventSubject), false)
            }
            _ => {
                let thing = self.thing(*obj, Noun::Ability).ok_or_else(unknown)?;
                let all = matches!(thing.quant, Quant::Bare | Quant::All | Quant::Each);
                if thing.more || thing.among.is_some() || !all {
                    return Err(unknown());
                }
                let mut target = match thing.whose {
                    Some(who) => Some(Target::Players(self.who(who)?)),
                    None => None,
                };
                for filter in thing.filters {
                    match filter {
                        Filter::Of(cards) if target.is_none() => target = Some(self.cards(*cards)?),
                        Filter::OfPlayer(who) if target.is_none() => target = Some(Target::Players(self.who(who)?)),
                        Filter::Category(c) if category.is_none() => category = Some(*c),
                        other => match self.keyword_filter(other)? {
                            Some(bits) if keywords == 0 => keywords = bits,
                            _ => return Err(unknown()),
                        },
                    }
                }
                target.ok_or_else(unknown)?
            }
        };
        let op = ChangeOp::NoCost {
            category,
            keywords,
            which,
        };
        let changes = vec![self.changed(op, None)];
        Ok(Made { target, changes })
    }

    /// `all Enter abilities of your resonators become invalid`.
    fn invalid(&mut self, id: ObjId) -> Linked<(Target, Vec<ChangeOp>)> {
        let unknown = || {
            Fail::limit(
                Limit::LoseAbility,
                "the engine can make abilities with a keyword invalid only",
            )
        };
        let Objects::Select(selector) = &self.code()[id] else {
            return Err(unknown());
        };
        let thing = super::thing::Thing::of(selector)
            .filter(|thing| thing.noun.is_some_and(|n| self.noun(n) == Noun::Ability))
            .ok_or_else(unknown)?;
        let all = matches!(thing.quant, Quant::Bare | Quant::All | Quant::Each);
        if thing.more || thing.among.is_some() || thing.whose.is_some() || !all {
            return Err(unknown());
        }
        let (mut target, mut keywords) = (None, 0);
        for filter in thing.filters {
            match filter {
                Filter::Of(cards) if target.is_none() => target = Some(self.cards(*cards)?),
                other => match self.keyword_filter(other)? {
                    Some(bits) if keywords == 0 => keywords = bits,
                    _ => return Err(unknown()),
                },
            }
        }
        match target {
            Some(target) if keywords != 0 => Ok((target, vec![ChangeOp::Invalid(keywords)])),
            _ => Err(unknown()),
        }
    }

    /// `all AUTO abilities of your J-ruler`: continuously, as many as there are.
    fn abilities_of(&mut self, id: ObjId) -> Linked<ChangeOp> {
        let unknown = || {
            Fail::limit(
                Limit::LoseAbility,
                "the engine can give all AUTO or ACT abilities of certain cards only",
            )
        };
        if !self.scope.continuous {
            return Err(Fail::limit(
                Limit::Continuous,
                "the engine can copy abilities in a continuous ability only",
            ));
        }
        let thing = self.thing(id, Noun::Ability).ok_or_else(unknown)?;
        if thing.more
            || thing.among.is_some()
            || thing.whose.is_some()
            || !matches!(thing.quant, Quant::All | Quant::Bare | Quant::Each)
        {
            return Err(unknown());
        }
        let (mut of, mut category) = (None, None);
        for filter in thing.filters {
            match filter {
                Filter::Of(cards) if of.is_none() => of = Some(self.obj(*cards)?),
                Filter::Category(Category::Auto) if category.is_none() => category = Some(Category::Auto),
                Filter::Category(Category::Act) if category.is_none() => category = Some(Category::Act),
                _ => return Err(unknown()),
            }
        }
        match (of, category) {
            (Some(of), Some(category)) => Ok(ChangeOp::AbilitiesOf(of, category)),
            _ => Err(unknown()),
        }
    }

    fn lost(&mut self, id: ObjId) -> Linked<ChangeOp> {
        match &self.code()[id] {
            Objects::ThisAbility => Ok(ChangeOp::LoseThis),
            Objects::Select(_) => {
                let all = self
                    .thing(id, Noun::Ability)
                    .filter(|t| t.is_general() && matches!(t.quant, Quant::All | Quant::Bare));
                match all.as_ref().map(|t| t.filters.as_slice()) {
                    Some([]) => Ok(ChangeOp::NoAbilities),
                    Some([Filter::State(word)]) if word == "granted" => Ok(ChangeOp::NoGranted),
                    _ => Err(Fail::limit(
                        Limit::LoseAbility,
                        "the engine can take away all abilities, those that were given, or the one that speaks",
                    )),
                }
            }
            _ => Err(Fail::limit(
                Limit::LoseAbility,
                "the engine can take away all abilities or the one that speaks",
            )),
        }
    }

    /// The bits of keywords that are lost: those without arguments.
    fn keyword_of(&mut self, line: &Line) -> Linked<u128> {
        let Line::Keyword { calls, .. } = line else {
            return Err(Fail::limit(
                Limit::LoseAbility,
                "the engine cannot take away a certain ability yet",
            ));
        };
        let mut bits = 0;
        for call in calls {
            if !call.args.is_empty() {
                return Err(Fail::limit(
                    Limit::LoseAbility,
                    format!("the engine cannot take away {} with certain values yet", call.name),
                ));
            }
            bits |= self.all_bits(&call.name);
        }
        Ok(bits)
    }

    /// A number of cards that is kept, so that it can be changed.
    fn kept_attr(&self, attr: &str) -> Linked<AttrId> {
        match self.attr(attr)? {
            found if found.0 < bits::KEPT => Ok(found),
            _ => Err(Fail::limit(
                Limit::Change,
                format!("the engine cannot change the {attr} of a card"),
            )),
        }
    }

    /// The two numbers of the game's pair.
    pub(super) fn pair_attrs(&self) -> Linked<(AttrId, AttrId)> {
        let flagged = |second: bool| {
            let names = self.tables().attrs.iter().filter(|name| !name.is_empty());
            let mut found = names.filter(|name| {
                let flag = self.l.vocab.pick(name, |word, _| match &word.data {
                    crate::vocab::Data::Attr(data) => Some(if second { data.second } else { data.first }),
                    _ => None,
                });
                flag == Some(true)
            });
            found.next().and_then(|name| self.attr_ix(name))
        };
        match (flagged(false), flagged(true)) {
            (Some(first), Some(second)) => Ok((first, second)),
            _ => Err(Fail::limit(Limit::Word, "this game has no pair of numbers")),
        }
    }

    pub(super) fn literal(&mut self, n: i64) -> Linked<NumIx> {
        let n = i32::try_from(n).map_err(|_| Fail::limit(Limit::Size, format!("the number {n} is too large")))?;
        Ok(self.constant(n))
    }

    /// A value that was declared, as new information.
    fn declared_change(&mut self, slot: u16, what: &str, gain: bool, replace: bool) -> Linked<ChangeOp> {
        match self.attr_key(what)? {
            key @ (AttrKey::Tags | AttrKey::TagsOf(_) | AttrKey::Words(_) | AttrKey::Type | AttrKey::Name) => {
                Ok(ChangeOp::Declared {
                    slot,
                    key,
                    gain,
                    replace,
                })
            }
            AttrKey::Num(_) | AttrKey::Text(_) | AttrKey::Icons => Err(Fail::limit(
                Limit::Declare,
                format!("the engine cannot give or take a declared {what}"),
            )),
        }
    }

    /// New information: colours, types, tags, names, numbers. `replace` takes away the other values of the attribute first.
    fn info(&mut self, filters: &[Filter], gain: bool, replace: bool) -> Linked<Vec<ChangeOp>> {
        let mut found = Found::default();
        self.collect_info(filters, gain, replace, &mut found)?;
        let Found {
            words,
            tags,
            types,
            mut out,
        } = found;
        for (all, add) in words {
            out.push(match (gain, replace) {
                (true, true) => ChangeOp::Words { clear: all, add },
                (true, false) => ChangeOp::Words { clear: 0, add },
                (false, _) => ChangeOp::Words { clear: add, add: 0 },
            });
        }
        if gain && replace && !tags.is_empty() {
            out.push(ChangeOp::TagsAre(tags));
        } else {
            out.extend(tags.into_iter().map(|tag| ChangeOp::Tag(tag, gain)));
        }
        match (types, gain, replace) {
            (0, _, _) => {}
            (types, true, true) => out.push(ChangeOp::TypeIs(types)),
            (types, true, false) => out.push(ChangeOp::Type(types)),
            (_, false, _) => return Err(Fail::limit(Limit::Change, "the engine cannot take a type away yet")),
        }
        Ok(out)
    }

    fn collect_info(&mut self, filters: &[Filter], gain: bool, replace: bool, found: &mut Found) -> Linked<()> {
        for filter in filters {
            match filter {
                Filter::Value(attr, word) if attr != "type" => {
                    let (all, bit) = (self.words_of(attr), self.word_bit(attr, word)?);
                    match found.words.iter_mut().find(|(a, _)| *a == all) {
                        Some((_, bits)) => *bits |= bit,
                        None => found.words.push((all, bit)),
                    }
                }
                Filter::Tag(tag) => found.tags.push(self.tag_id(tag)),
                Filter::Named(name) if gain => {
                    let name = self.name_id(name);
                    found.out.push(if replace {
                        ChangeOp::NameIs(name)
                    } else {
                        ChangeOp::Name(name)
                    });
                }
                Filter::Is(word) | Filter::Value(_, word) if gain => match self.noun(word) {
                    // A vanguard is what lies on a certain circle: no card becomes that where it lies.
                    Noun::Card(types) if types != 0 && self.noun_zones(Some(word)).is_none() => found.types |= types,
                    _ => {
                        return Err(Fail::wording(
                            format!("a card cannot become `{word}`"),
                            "name what cards can be: a type, a colour, a state",
                        ));
                    }
                },
                Filter::Pair(first, second) if gain => {
                    let (a, b) = self.pair_attrs()?;
                    let (first, second) = (self.literal(*first)?, self.literal(*second)?);
                    found.out.push(ChangeOp::SetAttr(a, first));
                    found.out.push(ChangeOp::SetAttr(b, second));
                }
                Filter::Attr(attr, ir::Comparison { how, with }) if gain && *how == ir::Compare::Is => {
                    let attr = self.kept_attr(attr)?;
                    let with = self.num(*with)?;
                    found.out.push(ChangeOp::SetAttr(attr, with));
                }
                Filter::All(list) => self.collect_info(list, gain, replace, found)?,
                Filter::Any(_) => {
                    return Err(Fail::wording(
                        "nobody says which of these it is",
                        "let the player choose: `choose 1 option { option { … } option { … } }`",
                    ));
                }
                _ => {
                    return Err(Fail::limit(
                        Limit::Change,
                        "the engine cannot change that about a card yet",
                    ));
                }
            }
        }
        Ok(())
    }

    pub(super) fn set(&mut self, subject: &Subject, to: &Complement) -> Linked<(Target, Vec<ChangeOp>)> {
        match (subject, to) {
            (Subject::Objects(obj), Complement::Filters(filters)) if matches!(filters.as_slice(), [Filter::State(state)] if state == "invalid") => {
                self.invalid(*obj)
            }
            (Subject::Attr(of, attr), Complement::Number(ir::Comparison { how, with })) => {
                self.set_number(of, attr, *how, *with)
            }
            (Subject::Attr(AttrOf::Player(who), attr), Complement::Filters(filters)) => {
                let [Filter::Value(of, word)] = filters.as_slice() else {
                    return Err(Fail::limit(
                        Limit::Change,
                        format!("the engine cannot set the {attr} of a player to that"),
                    ));
                };
                let n = self.player_word(attr, of, word)?;
                let val = self.player_attr(attr)?;
                Ok((Target::Players(self.who(who)?), vec![ChangeOp::PlayerSet(val, n)]))
            }
            (Subject::Attr(AttrOf::Player(who), attr), Complement::Words(words)) => {
                let [word] = words.as_slice() else {
                    return Err(Fail::limit(
                        Limit::Change,
                        format!("the engine cannot set the {attr} of a player to that"),
                    ));
                };
                let n = self.player_word(attr, attr, word)?;
                let val = self.player_attr(attr)?;
                Ok((Target::Players(self.who(who)?), vec![ChangeOp::PlayerSet(val, n)]))
            }
            // `its class becomes neutral`
            (Subject::Attr(AttrOf::Objects(obj), attr), Complement::Filters(filters))
                if !filters.is_empty() && filters.iter().all(|f| matches!(f, Filter::Value(of, _) if of == attr)) =>
            {
                let ops = self.info(filters, true, true)?;
                Ok((self.cards(*obj)?, ops))
            }
            (Subject::Attr(AttrOf::Objects(obj), attr), Complement::Value(slot, _)) => {
                let op = match self.attr_ix(attr) {
                    Some(_) => ChangeOp::SetAttr(
                        self.kept_attr(attr)?,
                        self.add_num(super::super::code::Num::Slot(slot.0)),
                    ),
                    None => self.declared_change(slot.0, attr, true, true)?,
                };
                Ok((self.cards(*obj)?, vec![op]))
            }
            (Subject::Objects(obj), Complement::Value(slot, name)) => {
                let declared = self.scope.declared.iter().find(|(s, _)| *s == slot.0);
                let Some(what) = declared.map(|(_, what)| what.clone()) else {
                    return Err(Fail::limit(
                        Limit::Reference,
                        format!("the engine cannot tell what `{name}` is"),
                    ));
                };
                let op = self.declared_change(slot.0, &what, true, true)?;
                Ok((self.cards(*obj)?, vec![op]))
            }
            // `become the banner`, where the banner is an attribute that was chosen
            (Subject::Objects(obj), Complement::Objects(of)) => self.set_declared(*obj, *of),
            // `the top card of your deck is face-up`: it stays where it is, and everybody sees it.
            (Subject::Objects(obj), Complement::Filters(filters))
                if self.scope.continuous
                    && matches!(filters.as_slice(), [Filter::State(word)] if word == "face-up") =>
            {
                Ok((self.cards(*obj)?, vec![ChangeOp::Shown]))
            }
            (Subject::Objects(obj), Complement::Info { also, filters }) => {
                if let Some(of) = copied(filters) {
                    return self.becomes_copy(*obj, of, *also);
                }
                let ops = self.info(filters, true, !also)?;
                Ok((self.cards(*obj)?, ops))
            }
            (Subject::Objects(obj), Complement::Filters(filters)) => {
                if let Some(of) = copied(filters) {
                    return self.becomes_copy(*obj, of, false);
                }
                let ops = self.info(filters, true, true)?;
                Ok((self.cards(*obj)?, ops))
            }
            // `its controller becomes you`
            (Subject::Players(ir::Who::Of(obj, word)), Complement::Player(who)) if word == "controller" => {
                let who = self.who(who)?;
                Ok((self.cards(*obj)?, vec![ChangeOp::Controller(who)]))
            }
            _ => Err(Fail::limit(Limit::Change, "the engine cannot make that change yet")),
        }
    }

    fn set_declared(&mut self, obj: ObjId, of: ObjId) -> Linked<(Target, Vec<ChangeOp>)> {
        let declared = match &self.code()[of] {
            Objects::Slot(slot, _) => self.scope.declared.iter().find(|(s, _)| *s == slot.0),
            _ => None,
        };
        let Some((slot, what)) = declared.cloned() else {
            return Err(Fail::wording(
                "a card cannot become another card",
                "write `becomes a copy of …`",
            ));
        };
        let op = self.declared_change(slot, &what, true, true)?;
        Ok((self.cards(obj)?, vec![op]))
    }

    /// A number of a card or a player becomes another one.
    fn set_number(
        &mut self,
        of: &AttrOf,
        attr: &str,
        how: ir::Compare,
        with: ir::ExprId,
    ) -> Linked<(Target, Vec<ChangeOp>)> {
        if how != ir::Compare::Is {
            return Err(Fail::wording(
                "a number becomes another number",
                "write a number behind `becomes`",
            ));
        }
        let with = self.num(with)?;
        match of {
            AttrOf::Objects(obj) => {
                let attr = self.kept_attr(attr)?;
                Ok((self.cards(*obj)?, vec![ChangeOp::SetAttr(attr, with)]))
            }
            AttrOf::Player(who) => {
                let val = self.player_attr(attr)?;
                if self.is_kept_value(val) {
                    return Err(Fail::limit(
                        Limit::MixedEffect,
                        format!("the engine cannot fix the {attr} of a player continuously"),
                    ));
                }
                Ok((Target::Players(self.who(who)?), vec![ChangeOp::PlayerSet(val, with)]))
            }
            AttrOf::Game | AttrOf::Subject => Err(Fail::limit(
                Limit::Change,
                format!("the engine cannot set the {attr} of that"),
            )),
        }
    }

    /// A card becomes a copy of another one.
    fn becomes_copy(&mut self, obj: ObjId, of: ObjId, also: bool) -> Linked<(Target, Vec<ChangeOp>)> {
        if also || self.scope.continuous {
            return Err(Fail::limit(
                Limit::Change,
                "the engine can let a card become a copy by an effect that resolves only",
            ));
        }
        let of = self.affected(of)?;
        match self.cards(obj)? {
            target @ Target::Cards(_, false) => Ok((target, vec![ChangeOp::CopyOf(of)])),
            _ => Err(Fail::limit(
                Limit::Change,
                "the engine can let certain cards become copies only",
            )),
        }
    }

    /// `switch its ATK and its DEF`: each gets the number the other has now. False if the statement says something else.
    pub(super) fn switch(&mut self, stmt: &'m Stmt) -> Linked<bool> {
        let Stmt::Do {
            verb,
            call: None,
            roles,
            slot: _,
            choice: _,
            per: None,
            durations,
            defs,
        } = stmt
        else {
            return Ok(false);
        };
        if verb != "switch" {
            return Ok(false);
        }
        let unknown = || Fail::limit(Limit::Change, "the engine can switch two numbers of certain cards only");
        let [
            ir::Role {
                name,
                arg: Arg::All(both),
            },
        ] = roles.as_slice()
        else {
            return Err(unknown());
        };
        let ([Arg::Attr(AttrOf::Objects(a), x), Arg::Attr(AttrOf::Objects(b), y)], "what", true) =
            (both.as_slice(), name.as_ref(), defs.is_empty())
        else {
            return Err(unknown());
        };
        let mut kept = Vec::new();
        for (obj, attr) in [(a, x), (b, y)] {
            let target @ Target::Cards(cards, false) = self.cards(*obj)? else {
                return Err(unknown());
            };
            let attr = self.kept_attr(attr)?;
            let slot = self.fresh();
            let now = self.add_num(super::super::code::Num::Attr(cards, attr));
            self.emit(Op::Set(slot, now));
            kept.push((target, attr, slot));
        }
        let [(a, x, of_a), (b, y, of_b)] = kept.as_slice() else {
            return Err(unknown());
        };
        for (target, attr, from) in [(a, x, of_b), (b, y, of_a)] {
            let to = self.add_num(super::super::code::Num::Slot(*from));
            let change = self.changed(ChangeOp::SetAttr(*attr, to), None);
            self.begin(target.clone(), vec![change], durations)?;
        }
        Ok(true)
    }
}

/// New information, sorted by kind.
#[derive(Default)]
struct Found {
    /// All words of an attribute, and those that are meant.
    words: Vec<(u64, u64)>,
    tags: Vec<crate::kernel::TagId>,
    types: u32,
    out: Vec<ChangeOp>,
}

/// `a copy of X`: of what.
fn copied(filters: &[Filter]) -> Option<ObjId> {
    match filters {
        [Filter::Of(of), Filter::Is(noun)] | [Filter::Is(noun), Filter::Of(of)] if noun == COPY => Some(*of),
        _ => None,
    }
}
