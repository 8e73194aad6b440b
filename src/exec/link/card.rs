//! Card definitions: what is printed.

use super::super::code::{Def, Icon, Num};
use super::refusal::{Fail, Limit, Refusal};
use super::{CardLinker, Linked, Linker, position};
use crate::ast::Category;
use crate::ir::{Card, Face, Line, Module, Value};
use crate::kernel::{AbilityIx, Bits, Chars, DefId};

impl Linker {
    /// Links a card, or says why not.
    pub(super) fn card(&mut self, module: &Module, card: &Card, inherent: &[(u32, Vec<AbilityIx>)]) {
        let def = DefId(u16::try_from(self.parts.defs.len()).unwrap_or(u16::MAX));
        let mut linker = CardLinker::new(self, module, (card, &card.code), def);
        let defs = linker.sides(inherent).map_err(|fail| linker.refuse(fail));
        let refused = foremost(std::mem::take(&mut linker.refused));
        if let Ok(defs) = defs
            && refused.is_empty()
        {
            self.parts.defs.extend(defs);
        }
        if card.token && !refused.is_empty() {
            self.broken.insert(card.name.to_lowercase());
        }
        for fail in refused {
            self.error(module, card, fail);
        }
    }

    /// Links the abilities of a card of the rules' own script: by the type it is named after, or by its name alone.
    pub(super) fn inherent_card(&mut self, module: &Module, card: &Card) -> Option<(u32, Vec<AbilityIx>)> {
        let types = position(self.tables.types, &card.name).map_or(0, |bit| 1 << bit);
        let mut linker = CardLinker::new(self, module, (card, &card.code), DefId(u16::MAX));
        let mut abilities = Vec::new();
        let mut keywords = 0;
        for line in card.faces.iter().flat_map(|f| &f.lines) {
            if let Err(fail) = linker.line(line, false, &mut abilities, &mut keywords) {
                linker.refuse(fail);
            }
        }
        let refused = std::mem::take(&mut linker.refused);
        if !refused.is_empty() {
            for fail in refused {
                self.error(module, card, fail);
            }
            return None;
        }
        self.parts.inherent.insert(card.name.clone(), abilities.clone());
        Some((types, abilities))
    }
}

impl<'m> CardLinker<'_, 'm> {
    /// All sides of the card, the front first. Each is a definition of its own: turning the card over changes which one it has.
    fn sides(&mut self, inherent: &[(u32, Vec<AbilityIx>)]) -> Linked<Vec<Def>> {
        let front = self.def;
        let mut out = Vec::new();
        let mut words = Vec::new();
        for (n, face) in self.card.faces.iter().enumerate() {
            let side = u8::try_from(n).map_err(|_| Fail::limit(Limit::Size, "a card has at most 255 sides"))?;
            self.def = DefId(front.0.saturating_add(u16::from(side)));
            words.push((face.side.clone().unwrap_or_else(|| "front".to_owned()), self.def));
            let mut def = self.side(face, inherent)?;
            def.front = front;
            def.side = side;
            out.push(def);
        }
        self.def = front;
        if self.tables().sides_inherit {
            self.inherit(&mut out);
        }
        match out.first_mut() {
            Some(first) if words.len() > 1 => first.sides = words,
            Some(_) => {}
            None => return Err(Fail::wording("the card has no side", "give the card its attributes")),
        }
        let whole = self.whole(&out);
        if let Some(first) = out.first_mut() {
            first.whole = whole;
        }
        Ok(out)
    }

    /// What another side does not print itself it has from the front: types, words of each attribute, tags.
    fn inherit(&self, sides: &mut [Def]) {
        let Some((front, others)) = sides.split_first_mut() else {
            return;
        };
        for side in others {
            let (mine, theirs) = (&mut side.printed, &front.printed);
            if mine.types == 0 {
                mine.types = theirs.types;
            }
            for attr in self.tables().word_attrs {
                let words = self.tables().words.iter().enumerate().filter(|(_, (of, _))| of == attr);
                let mask = words.fold(0u64, |all, (bit, _)| all | 1 << bit);
                if mine.values & mask == 0 {
                    mine.values |= theirs.values & mask;
                }
            }
            if mine.tags.is_empty() {
                mine.tags = theirs.tags;
            }
        }
    }

    /// 1307.5 and its like: what a card of two halves is where neither is in use. Numbers that both halves have are added up.
    fn whole(&self, sides: &[Def]) -> Option<Box<Chars>> {
        let (word, types) = self.tables().halves?;
        let front = sides.first().filter(|front| front.printed.types & types != 0)?;
        let at = front.sides.iter().position(|(w, _)| w == word)?;
        let other = &sides.get(at)?.printed;
        let mut all = front.printed;
        for name in other.all_names() {
            all.add_name(*name);
        }
        for (mine, theirs) in all.attrs.iter_mut().zip(other.attrs) {
            *mine = mine.saturating_add(theirs);
        }
        for tag in other.tags.iter() {
            all.tags.insert(tag);
        }
        let none = self.tables().none_words;
        let nothing = front.printed.values & other.values & none;
        all.values = (front.printed.values | other.values) & !none | nothing;
        all.has |= other.has;
        all.types |= other.types;
        all.keywords |= other.keywords;
        Some(Box::new(all))
    }

    /// Texts that happen when a card resolves stand on cards that have such texts.
    fn spoken(&self, line: &Line, types: u32) -> Linked<()> {
        let Line::Ability(id) = line else { return Ok(()) };
        let ability = &self.code()[*id];
        let silent = types != 0 && types & self.tables().spoken == 0;
        let paid = self.tables().paid_texts && ability.cost.is_some();
        if silent && !paid && ability.category == Category::Play && !ability.body.is_empty() {
            return Err(Fail::wording(
                "a card of this type has no text that happens when it resolves",
                "write an ability that answers to its coming into play; a cost alone may stand here: `PLAY [discard 1 card]`",
            )
            .at(self.phrase(*id)));
        }
        Ok(())
    }

    fn side(&mut self, face: &'m Face, inherent: &[(u32, Vec<AbilityIx>)]) -> Linked<Def> {
        let Card {
            name,
            id,
            set: _,
            token,
            faces: _,
            code: _,
            src: _,
        } = self.card;
        let Face {
            side: _,
            name: own_name,
            id: own_id,
            types,
            attrs,
            lines,
            text: _,
            note: _,
        } = face;
        let mut printed = Chars {
            def: self.def,
            ..Chars::default()
        };
        printed.add_name(self.name_id(own_name.as_ref().unwrap_or(name)));
        self.printed_types(types, &mut printed);
        let mut icons = Vec::new();
        let mut texts = [None, None];
        let mut price = Vec::new();
        for (attr, value) in attrs {
            match (self.tables().price, value) {
                (Some((word, total)), Value::Icons(list)) if attr == word => {
                    price = self.price(list)?;
                    printed.has |= total.bit();
                    let total = printed.attrs.get_mut(total.ix());
                    if let Some(total) = total {
                        *total = self.total(&price);
                    }
                }
                _ => {
                    if let Err(fail) = self.printed(attr, value, &mut printed, &mut icons, &mut texts) {
                        self.refuse(fail);
                    }
                }
            }
        }
        for (base, of) in self.tables().bases {
            let n = printed.attr(of.ix());
            if let Some(value) = printed.attrs.get_mut(base.ix()) {
                *value = n;
                if printed.has_attr(*of) {
                    printed.has |= base.bit();
                }
            }
        }
        self.imply_tags(&mut printed, attrs.keys().map(AsRef::as_ref));
        // 208.2 and its like: without words of its own a card has those that the icons of its price stand for.
        let words = self.tables().icon_words;
        let said = words.iter().fold(self.tables().none_words, |all, word| all | word);
        if printed.values & said == 0 {
            let shown = price.iter().filter_map(|icon| words.get(usize::from(icon.kind)));
            printed.values |= shown.fold(0, |all, word| all | word);
        }
        let letters = price.iter().filter(|i| (Icon::VARIABLE..Icon::ANY).contains(&i.kind));
        self.face_variables = letters.fold(0, |all, i| all | u8::bit(i.kind - Icon::VARIABLE));
        let mut abilities = Vec::new();
        let mut keywords = 0;
        for line in lines {
            self.refused_here = false;
            self.word = None;
            let linked = self.line(line, false, &mut abilities, &mut keywords);
            if let Err(fail) = linked.and_then(|()| self.spoken(line, printed.types)) {
                self.refuse(fail);
            }
        }
        printed.keywords = keywords;
        if *token && self.tables().named_tokens && !types.is_empty() && printed.tags.is_empty() {
            let tag = self.tag_id(name);
            printed.tags.insert(tag);
        }
        for (kind, given) in inherent {
            if printed.types & kind != 0 {
                abilities.extend_from_slice(given);
                // 10.2.3 of Weiß Schwarz and its like: a card has what the rules give it.
                let of = |ability: &AbilityIx| self.l.parts.abilities.get(ability.ix()).map_or(0, |a| a.keywords);
                printed.keywords |= given.iter().map(of).fold(0, |all, bits| all | bits);
            }
        }
        let mut def = Def {
            name: own_name.as_ref().unwrap_or(name).clone(),
            id: own_id.clone().or_else(|| id.clone()),
            printed,
            icons,
            texts,
            abilities,
            own_keys: 0,
            watch_keys: 0,
            static_zones: 0,
            act_zones: 0,
            watch_zones: 0,
            token: *token,
            front: self.def,
            side: 0,
            sides: Vec::new(),
            price,
            whole: None,
        };
        self.listening(&mut def);
        Ok(def)
    }

    /// The types of a card, with the wider ones that each of them is.
    fn printed_types(&mut self, types: &[crate::ir::Name], printed: &mut Chars) {
        for word in types {
            match position(self.tables().types, word) {
                Some(bit) => printed.types |= 1 << bit,
                None => {
                    let fail = Fail::limit(Limit::Word, format!("the engine does not know the type `{word}`"));
                    self.refuse(self.unknown(word, fail));
                }
            }
            let wider = self.tables().kinds_of.iter().filter(|(kind, _)| *kind == word.as_ref());
            for bit in wider.filter_map(|(_, of)| position(self.tables().types, of)) {
                printed.types |= 1 << bit;
            }
        }
    }

    /// Where the abilities of a card work, and what they listen to.
    fn listening(&self, def: &mut Def) {
        for ix in &def.abilities {
            let Some(ability) = self.l.parts.abilities.get(ix.ix()) else {
                continue;
            };
            if !ability.statics.is_empty() {
                def.static_zones |= ability.works;
            }
            if ability.category == Category::Act {
                def.act_zones |= ability.works;
            }
            if ability.own {
                def.own_keys |= ability.keys;
            } else if ability.keys != 0 {
                def.watch_keys |= ability.keys;
            }
            if ability.keys != 0 || ability.state {
                def.watch_zones |= ability.works;
            }
        }
    }

    fn printed(
        &mut self,
        attr: &str,
        value: &Value,
        printed: &mut Chars,
        icons: &mut Vec<u8>,
        texts: &mut [Option<String>; 2],
    ) -> Linked<()> {
        let unknown = || Fail::limit(Limit::Word, format!("the engine does not know the attribute `{attr}`"));
        match value {
            Value::Number(n) => {
                let at = self.attr(attr)?;
                let n =
                    i32::try_from(*n).map_err(|_| Fail::limit(Limit::Size, format!("the number {n} is too large")))?;
                *printed.attrs.get_mut(at.ix()).ok_or_else(unknown)? = n;
                printed.has |= at.bit();
            }
            Value::Words(words) => {
                for word in words {
                    printed.values |= self.word_bit(attr, word)?;
                    if attr == self.tables().icon_attr {
                        icons.push(self.icon(word)?);
                    }
                }
            }
            Value::Tags(tags) => {
                let kind = position(self.tables().tag_attrs, attr);
                for tag in tags {
                    if !self.is_of_rules(attr, tag) {
                        continue;
                    }
                    let tag = self.tag_id(tag);
                    printed.tags.insert(tag);
                    if let Some(all) = kind.and_then(|k| self.l.parts.attr_tags.get_mut(usize::from(k))) {
                        all.insert(tag);
                    }
                }
            }
            Value::Name(text) if self.tables().name_attrs.contains(&attr) => {
                let name = self.name_id(text);
                printed.add_name(name);
            }
            Value::Name(text) => {
                let at = position(self.tables().text_attrs, attr).ok_or_else(unknown)?;
                *texts.get_mut(usize::from(at)).ok_or_else(unknown)? = Some(text.clone());
            }
            Value::Icons(_) => return Err(unknown()),
        }
        Ok(())
    }

    /// Where the rules list the tags of an attribute, an icon that is not of the list says nothing (2.17.3.1 of Vanguard).
    fn is_of_rules(&self, attr: &str, tag: &str) -> bool {
        let tables = self.tables();
        tables.implied_tags.is_empty()
            || tables.tag_attrs.last() != Some(&attr)
            || tables.implied_tags.iter().any(|(_, listed)| *listed == tag)
    }

    /// Tags that a card has because of others: if it has no attribute of their kind itself.
    fn imply_tags<'a>(&mut self, printed: &mut Chars, mut said: impl Iterator<Item = &'a str>) {
        let Some(kind) = self.tables().tag_attrs.last() else {
            return;
        };
        if said.any(|attr| attr == *kind) {
            return;
        }
        for (tag, implied) in self.tables().implied_tags {
            let known = self.l.parts.tags.get_index_of(*tag);
            let Some(known) = known.and_then(|at| u16::try_from(at).ok()) else {
                continue;
            };
            if printed.tags.has(crate::kernel::TagId(known)) {
                let implied = self.tag_id(implied);
                printed.tags.insert(implied);
                if let Some(all) = self.l.parts.attr_tags.last_mut() {
                    all.insert(implied);
                }
            }
        }
    }

    /// The icons of a price, equal ones together.
    pub(super) fn price(&mut self, icons: &[String]) -> Linked<Vec<Icon>> {
        let mut counted: Vec<(u8, i32)> = Vec::new();
        for icon in icons {
            let (kind, n) = self.price_icon(icon)?;
            match counted.iter_mut().find(|(k, _)| *k == kind) {
                Some((_, count)) => *count = count.saturating_add(n),
                None => counted.push((kind, n)),
            }
        }
        let linked = counted.into_iter().map(|(kind, n)| Icon {
            kind,
            count: self.constant(n),
        });
        Ok(linked.collect())
    }

    fn price_icon(&self, icon: &str) -> Linked<(u8, i32)> {
        let tables = self.tables();
        if let Ok(n) = icon.parse::<i32>() {
            return Ok((Icon::ANY, n));
        }
        if let Some(at) = position(tables.icons, icon) {
            return Ok((at, 1));
        }
        match position(tables.variables, icon) {
            Some(at) => Ok((Icon::VARIABLE.saturating_add(at), 1)),
            None => Err(Fail::limit(
                Limit::Word,
                format!("the engine does not know the icon `{icon}`"),
            )),
        }
    }

    /// How many icons a price has; those whose number is chosen count as none.
    fn total(&self, price: &[Icon]) -> i32 {
        let fixed = |icon: &&Icon| icon.kind < Icon::VARIABLE || icon.kind == Icon::ANY;
        let count = |icon: &Icon| match self.l.parts.nums.get(icon.count.0 as usize) {
            Some(Num::Const(n)) => *n,
            _ => 0,
        };
        price.iter().filter(fixed).map(count).fold(0, i32::saturating_add)
    }
}

/// A word that no rules have is the whole reason: whatever else is refused of such a card, nobody can play it.
fn foremost(mut refused: Vec<Fail>) -> Vec<Fail> {
    let later = |fail: &Fail| fail.refusal == Refusal::Limit(Limit::LaterFormat);
    if refused.iter().any(later) {
        refused.retain(later);
    }
    refused
}
