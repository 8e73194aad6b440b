//! Lines of a card: abilities and keywords.

use super::Printer;

use super::stmt::Voice;
use crate::ast::Category;
use crate::ir::{AbilityId, Call, Definition, DefinitionKind, Line, Place, PlaceId, PlaceKind, Trigger};
use crate::style::english::{clauses, list};
use crate::style::{KeywordParts, Parts};

impl Printer<'_> {
    /// One line of a card or of a granted text.
    pub(super) fn line(&self, line: &Line, reminder: bool) -> String {
        self.explained(|| match line {
            Line::Ability(id) => self.style.paragraph(&self.parts(*id)),
            Line::Keyword {
                labels,
                calls: keywords,
                cost,
                given,
                lines,
                abilities,
                native,
            } => {
                let first = abilities.first().map(|id| &self.code[*id]);
                let doc = keywords.first().and_then(|call| self.reminder(call));
                let given = given.map(|id| self.parts(id));
                let plain = lines.is_empty()
                    && given
                        .as_ref()
                        .is_none_or(|given| given.body.is_empty() && given.lines.is_empty());
                let marks = first.map(|ability| {
                    ability
                        .labels
                        .iter()
                        .map(|label| self.called(&label.call))
                        .collect::<Vec<_>>()
                });
                self.style.keyword_line(&KeywordParts {
                    names: keywords.iter().map(|call| self.called(call)).collect(),
                    category: first
                        .map(|ability| ability.category)
                        .or(native.then_some(Category::Cont)),
                    labels: labels.iter().map(|call| self.called(call)).collect(),
                    marks: marks.unwrap_or_default(),
                    cost: cost.map(|cost| self.cost(cost)),
                    given,
                    lines: lines.iter().map(|line| self.line(line, false)).collect(),
                    reminder: doc.filter(|_| reminder && plain),
                })
            }
        })
    }

    /// What a keyword means, with what is given to it in the place of its parameters.
    fn reminder(&self, call: &Call) -> Option<String> {
        let definition = self.definition(DefinitionKind::Keyword, &call.name)?;
        let doc = definition.doc.as_ref()?;
        let letters = definition.signature.split_whitespace().skip(1);
        let letters = letters.filter(|word| word.chars().all(|c| c.is_ascii_uppercase()));
        let values: Vec<(&str, String)> = letters
            .zip(&call.args)
            .map(|(letter, arg)| (letter, self.arg(arg, "your")))
            .collect();
        let words = doc.split(' ').map(|word| {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            let value = values.iter().find(|(letter, _)| *letter == bare);
            value.map_or_else(|| word.to_owned(), |(letter, value)| word.replace(letter, value))
        });
        Some(words.collect::<Vec<_>>().join(" "))
    }

    /// What the set, or else the game's prelude, says about a word.
    fn definition(&self, kind: DefinitionKind, name: &str) -> Option<&Definition> {
        let prelude = super::prelude(self.vocab.game).map_or(&[][..], |module| &module.definitions);
        let mut all = self.module.definitions.iter().chain(prelude);
        all.find(|def| def.kind == kind && def.name == name)
    }

    fn parts(&self, id: AbilityId) -> Parts {
        let ability = &self.code[id];
        let (mut events, mut time, mut on_state) = (Vec::new(), None, false);
        let mut points = Vec::new();
        match &ability.trigger {
            None => {}
            Some(Trigger::Events(ids)) => {
                events = ids.iter().map(|event| self.event(*event)).collect();
            }
            Some(Trigger::Time(at)) => time = Some(self.time(at)),
            Some(Trigger::Either(ids, times)) => {
                events = ids.iter().map(|event| self.event(*event)).collect();
                points = times.iter().map(|at| self.time(at)).collect();
            }
            Some(Trigger::State) => on_state = true,
        }
        let condition = ability.condition.map(|cond| self.cond(cond, false));
        let cost = ability
            .cost
            .as_ref()
            .map(|(cost, used)| (self.cost(*cost), used.clone()));
        let mut body = self.body(&ability.body, &Voice::command());
        // Choices made while playing are mostly statements of the body; any other is printed in front.
        let apart: Vec<_> = ability
            .prologue
            .iter()
            .copied()
            .filter(|id| !self.printed.borrow().contains(id))
            .collect();
        body.splice(0..0, self.body(&apart, &Voice::command()));
        Parts {
            category: ability.category,
            labels: ability.labels.iter().map(|label| self.called(&label.call)).collect(),
            zones: ability.works.map(|place| self.zone_words(place)),
            works: ability
                .works
                .map(|place| format!("{} is {}", self.this.get(), self.located(place, "your"))),
            limit: ability.limit.as_ref().map(|limit| {
                (
                    self.number(limit.times),
                    limit.per.iter().map(|per| self.word(per)).collect(),
                )
            }),
            events,
            points,
            time,
            on_state,
            during: ability.during.iter().map(|time| self.time(time)).collect(),
            condition,
            replaces: ability.replaces.map(|replaces| replaces.may),
            cost,
            body,
            lines: ability.lines.iter().map(|line| self.line(line, false)).collect(),
        }
    }

    /// The zones of an ability by their words alone: `VC/RC`.
    fn zone_words(&self, id: PlaceId) -> String {
        match &self.code[id] {
            Place {
                kind: PlaceKind::Zone(names, filters),
                whose: None,
                quant: None,
            } if filters.is_empty() => names
                .iter()
                .map(|name| self.noun(name, false))
                .collect::<Vec<_>>()
                .join("/"),
            Place {
                kind: PlaceKind::Or(places),
                whose: None,
                quant: None,
            } => places
                .iter()
                .map(|place| self.zone_words(*place))
                .collect::<Vec<_>>()
                .join("/"),
            Place {
                kind: _,
                whose: _,
                quant: _,
            } => self.place(id, "your"),
        }
    }

    /// An ability that waits, as a clause: `the next time it attacks, draw 1 card`.
    pub(super) fn waiting(&self, id: AbilityId, once: bool) -> String {
        let parts = self.parts(id);
        let lead = self.style.lead(&parts, once);
        let mut text = clauses(&self.style.steps(&parts, false));
        if !lead.is_empty() {
            text = format!("{}, {text}", lead.join(", "));
        }
        if let Some((times, per)) = &parts.limit {
            add!(text, " (up to {times} time(s) per {})", list(per, "and"));
        }
        for (label, rest) in parts.labels.iter().rev() {
            text = format!("{label}{rest}: {text}");
        }
        text
    }
}
