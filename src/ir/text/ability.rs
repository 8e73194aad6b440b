//! Lines of a card: abilities and keywords.

use super::super::{AbilityId, CostId, CostUse, Line, Trigger};
use super::{Dump, Node, inline, list};
use crate::ast::Category;

fn category(category: Category) -> &'static str {
    match category {
        Category::Act => "ACT",
        Category::Auto => "AUTO",
        Category::Cont => "CONT",
        Category::Play => "PLAY",
    }
}

impl Dump<'_> {
    pub(super) fn lines(&self, lines: &[Line]) -> Vec<Node> {
        lines.iter().map(|line| self.line(line)).collect()
    }

    pub(super) fn line(&self, line: &Line) -> Node {
        match line {
            Line::Ability(id) => self.ability(*id),
            Line::Keyword {
                labels,
                calls,
                cost,
                given,
                lines,
                abilities,
                native,
            } => {
                let mut text = format!("keyword {}", list(calls, |call| self.call(call), " or "));
                if !labels.is_empty() {
                    add!(text, " labels {}", list(labels, |call| self.call(call), ", "));
                }
                if let Some(cost) = cost {
                    add!(text, " [{}]", self.cost(*cost));
                }
                if *native {
                    text += " native";
                }
                let mut kids = Vec::new();
                if let Some(given) = given {
                    kids.push(Node::new("given", vec![self.ability(*given)]));
                }
                if !lines.is_empty() {
                    kids.push(Node::new("given lines", self.lines(lines)));
                }
                kids.extend(abilities.iter().map(|id| self.ability(*id)));
                Node::new(text, kids)
            }
        }
    }

    pub(super) fn ability(&self, id: AbilityId) -> Node {
        let ability = &self.code[id];
        let mut text = String::from(category(ability.category));
        if let Some(call) = &ability.keyword {
            add!(text, " of {}", self.call(call));
        }
        if ability.slots > 0 {
            add!(text, " slots={}", ability.slots);
        }
        let mut kids = Vec::new();
        for label in &ability.labels {
            let gate = label
                .gate
                .map_or_else(String::new, |gate| format!(" gate {}", self.cond(gate)));
            kids.push(Node::leaf(format!("label: {}{gate}", self.call(&label.call))));
        }
        if let Some(works) = ability.works {
            kids.push(Node::leaf(format!("works: {}", self.place(works))));
        }
        if !ability.default_works.is_empty() {
            kids.push(Node::leaf(format!(
                "works by default: {}",
                ability.default_works.join(" ")
            )));
        }
        if let Some(limit) = &ability.limit {
            kids.push(Node::leaf(format!("limit: {}", self.limit(limit))));
        }
        kids.extend(self.triggers(id).into_iter().map(Node::leaf));
        kids.extend(
            ability
                .during
                .iter()
                .map(|time| Node::leaf(format!("during: {}", self.time(time)))),
        );
        if let Some(cond) = ability.condition {
            kids.push(Node::leaf(format!("condition: {}", self.cond(cond))));
        }
        if let Some(replaces) = ability.replaces {
            kids.push(Node::leaf(if replaces.may { "replaces: may" } else { "replaces" }));
        }
        if let Some((cost, used)) = &ability.cost {
            let used = match used {
                CostUse::Required => "required".into(),
                CostUse::Optional => "optional".into(),
                CostUse::Extra(None) => "extra".into(),
                CostUse::Extra(Some(name)) => format!("extra {name:?}"),
            };
            kids.push(Node::leaf(format!("cost {used}: {}", self.cost(*cost))));
        }
        if !ability.prologue.is_empty() {
            kids.push(Node::new(
                "chosen while playing",
                ability
                    .prologue
                    .iter()
                    .map(|id| Node::leaf(self.stmt(*id).text))
                    .collect(),
            ));
        }
        kids.extend(self.stmts(&ability.body));
        if !ability.lines.is_empty() {
            kids.push(Node::new("lines", self.lines(&ability.lines)));
        }
        Node::new(text, kids)
    }

    /// What sets an ability off, a line each.
    fn triggers(&self, id: AbilityId) -> Vec<String> {
        match &self.code[id].trigger {
            None => Vec::new(),
            Some(Trigger::Events(events)) => {
                let events = events.iter();
                events.map(|event| format!("trigger: {}", self.event(*event))).collect()
            }
            Some(Trigger::Either(events, times)) => {
                let events = events.iter().map(|event| format!("trigger: {}", self.event(*event)));
                let times = times.iter().map(|time| format!("trigger: at {}", self.time(time)));
                events.chain(times).collect()
            }
            Some(Trigger::Time(time)) => vec![format!("trigger: at {}", self.time(time))],
            Some(Trigger::State) => vec!["trigger: state".to_owned()],
        }
    }

    pub(super) fn head(&self, id: AbilityId) -> String {
        format!("{} {}", category(self.code[id].category), self.triggers(id).join("; "))
    }

    pub(super) fn cost(&self, id: CostId) -> String {
        let cost = &self.code[id];
        let mut text = inline(&self.stmts(&cost.parts));
        if cost.given {
            text += if text.is_empty() { "given" } else { "; given" };
        }
        if let Some(or) = cost.or {
            add!(text, " or [{}]", self.cost(or));
        }
        text
    }
}
