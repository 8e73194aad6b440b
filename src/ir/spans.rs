//! Where the nodes of a card were written, beside the compiled form: for messages about cards that were just compiled.

use super::Src;

/// The phrases that nodes come from, by arena. They are no part of what a card means: they are not written, and cards that differ in
/// nothing else are equal. Nodes of a keyword's own text belong to the author's word that brought it.
#[derive(Clone, Default)]
pub struct Spans {
    /// The phrase in hand.
    at: Option<Src>,
    by_arena: Vec<Vec<Option<Src>>>,
    /// Keyword lines as written, with their places.
    keywords: Vec<(String, Src)>,
}

impl Spans {
    /// Nodes that are added from now on belong to this phrase; gives the one before.
    pub fn begin(&mut self, phrase: Option<Src>) -> Option<Src> {
        std::mem::replace(&mut self.at, phrase)
    }

    /// Remembers the place of a keyword line.
    pub fn keyword(&mut self, text: &str, src: Src) {
        self.keywords.push((text.to_owned(), src));
    }

    /// The place of a keyword line.
    pub fn of_keyword(&self, text: &str) -> Option<Src> {
        let mut all = self.keywords.iter();
        all.find(|(known, _)| known == text).map(|(_, src)| *src)
    }

    /// The places of all keyword lines.
    pub fn keywords(&self) -> impl Iterator<Item = Src> {
        self.keywords.iter().map(|(_, src)| *src)
    }

    pub(super) fn push(&mut self, arena: usize, id: u32) {
        if self.by_arena.len() <= arena {
            self.by_arena.resize(arena + 1, Vec::new());
        }
        if let Some(spans) = self.by_arena.get_mut(arena) {
            spans.resize(id as usize, None);
            spans.push(self.at);
        }
    }

    pub(super) fn get(&self, arena: usize, id: u32) -> Option<Src> {
        self.by_arena.get(arena)?.get(id as usize).copied().flatten()
    }

    /// Every place, to be numbered anew.
    pub fn each(&mut self, mut visit: impl FnMut(&mut Src)) {
        self.by_arena.iter_mut().flatten().flatten().for_each(&mut visit);
        self.keywords.iter_mut().for_each(|(_, src)| visit(src));
    }
}

impl PartialEq for Spans {
    fn eq(&self, _: &Spans) -> bool {
        true
    }
}

impl std::fmt::Debug for Spans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Spans")
    }
}
