//! Counters of sets: what each of them gives to the card that bears it.

use super::super::code::{ChangeIx, ChangeOp};
use super::{CardLinker, Linked, Linker};
use crate::ir::{Card, Code, Counter, Module, Src};
use crate::kernel::DefId;

impl Linker {
    /// Links what a counter gives, or says why not.
    pub(super) fn counter(&mut self, module: &Module, counter: &Counter) {
        let kind = self.parts.counters.get_index_of(&counter.name).unwrap_or(usize::MAX);
        if kind > usize::from(u8::MAX) || counter.lines.is_empty() && counter.pair.is_none() {
            return;
        }
        // A message about it names it as the card would be named.
        let card = Card {
            name: format!("{} counter", counter.name),
            id: None,
            set: None,
            token: false,
            faces: Vec::new(),
            code: Code::default(),
            src: Src(0, 0, 0),
        };
        let mut linker = CardLinker::new(self, module, (&card, &counter.code), DefId(u16::MAX));
        let gifts = linker.gifts(counter).map_err(|fail| linker.refuse(fail));
        let refused = std::mem::take(&mut linker.refused);
        if let Ok(gifts) = gifts
            && refused.is_empty()
        {
            let all = &mut self.parts.counter_gifts;
            if all.len() <= kind {
                all.resize(kind + 1, Vec::new());
            }
            if let Some(place) = all.get_mut(kind) {
                *place = gifts;
            }
        }
        for fail in refused {
            self.error(module, &card, fail);
        }
    }
}

impl<'m> CardLinker<'_, 'm> {
    /// The changes that one counter makes to its card: its pair of numbers, unless the rules of the game count those themselves, and its abilities.
    fn gifts(&mut self, counter: &'m Counter) -> Linked<Vec<ChangeIx>> {
        let mut out = Vec::new();
        if let Some((first, second)) = counter.pair.filter(|_| !self.tables().counts_pairs) {
            let (one, other) = self.pair_attrs()?;
            for (attr, n) in [(one, first), (other, second)] {
                let by = self.literal(n)?;
                out.push(self.changed(ChangeOp::Add { attr, by, minus: false }, None));
            }
        }
        out.extend(self.brought(&counter.lines)?);
        Ok(out)
    }
}
