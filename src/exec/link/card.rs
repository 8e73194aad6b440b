//! Card definitions: what is printed.

use super::super::code::Def;
use super::{Cx, Linker, R, Scope, position};
use crate::ir::{Card, Face, Module, Value};
use crate::kernel::{AbilityIx, Chars, DefId};

impl Linker {
    /// Links a card, or says why not.
    pub(super) fn card(&mut self, module: &Module, card: &Card, inherent: &[(u16, Vec<AbilityIx>)]) {
        let def = DefId(u16::try_from(self.parts.defs.len()).unwrap_or(u16::MAX));
        let mut cx = Cx {
            l: self,
            module,
            card,
            code: &card.code,
            def,
            src: card.src,
            scope: Scope::default(),
            ops: Vec::new(),
            costs: Vec::new(),
        };
        match cx.def(inherent) {
            Ok(def) => self.parts.defs.push(def),
            Err(message) => {
                let src = cx.src;
                self.error(module, card, src, message);
            }
        }
    }

    /// Links the abilities of a card of the rules' own script: by the type it is named after, or by its name alone.
    pub(super) fn inherent_card(&mut self, module: &Module, card: &Card) -> Option<(u16, Vec<AbilityIx>)> {
        let types = position(self.tables.types, &card.name).map_or(0, |bit| 1 << bit);
        let mut cx = Cx {
            l: self,
            module,
            card,
            code: &card.code,
            def: DefId(u16::MAX),
            src: card.src,
            scope: Scope::default(),
            ops: Vec::new(),
            costs: Vec::new(),
        };
        let mut abilities = Vec::new();
        let mut keywords = 0;
        for line in card.faces.iter().flat_map(|f| &f.lines) {
            if let Err(message) = cx.line(line, false, &mut abilities, &mut keywords) {
                let src = cx.src;
                self.error(module, card, src, message);
                return None;
            }
        }
        self.parts.inherent.insert(card.name.clone(), abilities.clone());
        Some((types, abilities))
    }
}

impl Cx<'_, '_> {
    fn def(&mut self, inherent: &[(u16, Vec<AbilityIx>)]) -> R<Def> {
        let Card {
            name,
            id,
            set: _,
            token,
            faces,
            code: _,
            src: _,
        } = self.card;
        let [face] = faces.as_slice() else {
            return Err("the engine cannot play cards with two sides yet".to_owned());
        };
        let Face {
            side,
            name: own_name,
            id: own_id,
            types,
            attrs,
            lines,
            text: _,
            note: _,
        } = face;
        if side.is_some() {
            return Err("the engine cannot play cards with two sides yet".to_owned());
        }
        let mut printed = Chars {
            def: self.def,
            ..Chars::default()
        };
        printed.add_name(self.name_id(own_name.as_ref().unwrap_or(name)));
        for word in types {
            match position(self.tables().types, word) {
                Some(bit) => printed.types |= 1 << bit,
                None => return Err(format!("the engine does not know the type `{word}`")),
            }
        }
        let mut icons = Vec::new();
        let mut texts = [None, None];
        for (attr, value) in attrs {
            self.printed(attr, value, &mut printed, &mut icons, &mut texts)?;
        }
        let mut abilities = Vec::new();
        let mut keywords = 0;
        for line in lines {
            self.line(line, false, &mut abilities, &mut keywords)?;
        }
        printed.keywords = keywords;
        for (kind, given) in inherent {
            if printed.types & kind != 0 {
                abilities.extend_from_slice(given);
            }
        }
        let mut def = Def {
            name: name.clone(),
            id: own_id.clone().or_else(|| id.clone()),
            printed,
            icons,
            texts,
            abilities,
            own_keys: 0,
            watch_keys: 0,
            static_zones: 0,
            watch_zones: 0,
            token: *token,
        };
        for ix in &def.abilities {
            let Some(ability) = self.l.parts.abilities.get(ix.ix()) else {
                continue;
            };
            if !ability.statics.is_empty() {
                def.static_zones |= ability.works;
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
        Ok(def)
    }

    fn printed(
        &mut self,
        attr: &str,
        value: &Value,
        printed: &mut Chars,
        icons: &mut Vec<u8>,
        texts: &mut [Option<String>; 2],
    ) -> R<()> {
        let unknown = || format!("the engine does not know the attribute `{attr}`");
        match value {
            Value::Number(n) => {
                let at = self.attr(attr)?;
                let n = i32::try_from(*n).map_err(|_| format!("the number {n} is too large"))?;
                *printed.attrs.get_mut(at.ix()).ok_or_else(unknown)? = n;
                printed.has |= 1 << (at.0 & 7);
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
                for tag in tags {
                    let tag = self.tag_id(tag);
                    printed.tags.insert(tag);
                }
            }
            Value::Name(text) => {
                let at = position(self.tables().text_attrs, attr).ok_or_else(unknown)?;
                *texts.get_mut(usize::from(at)).ok_or_else(unknown)? = Some(text.clone());
            }
            Value::Icons(_) => return Err(unknown()),
        }
        Ok(())
    }
}
