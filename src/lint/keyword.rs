//! A keyword spelled out by hand: an ability whose head is that of a keyword of the game.

use crate::ast::{Ability, Body, Category, Definition, DefinitionBody, Head, Member};
use crate::diag::{Code, Diagnostic};
use crate::resolve::Scope;

/// The heads that keywords stand for.
#[derive(Debug)]
pub(super) struct Shapes {
    shapes: Vec<(Category, serde_json::Value, String)>,
}

impl Shapes {
    /// Collects the keywords without parameters that are one ability with the given cost and effect.
    pub(super) fn new(scope: &Scope<'_, '_>) -> Self {
        let shapes = scope.keywords.values().flatten().filter_map(|d| shape(d)).collect();
        Shapes { shapes }
    }

    /// Warns of abilities that are such keywords.
    pub(super) fn check(&self, _source: &str, members: &[Member<'_>], out: &mut Vec<Diagnostic>) {
        if self.shapes.is_empty() {
            return;
        }
        for member in members {
            let Member::Ability(ability) = member else { continue };
            if !ability.labels.is_empty()
                || !plain_trigger(ability)
                || !self.shapes.iter().any(|(c, ..)| *c == ability.category)
            {
                continue;
            }
            let Ok(heads) = serde_json::to_value(&ability.heads) else {
                continue;
            };
            if let Some((_, _, name)) = self
                .shapes
                .iter()
                .find(|(c, shape, _)| *c == ability.category && *shape == heads)
            {
                out.push(
                    Diagnostic::new(
                        Code::SpelledOutKeyword,
                        ability.span,
                        format!("this is the keyword `{name}`, spelled out"),
                    )
                    .with_help(format!("write `{name} {{ … }}`: other cards can then refer to it")),
                );
            }
        }
    }
}

/// An ability that is nothing but a trigger, a cost and an effect.
fn plain_trigger(ability: &Ability<'_>) -> bool {
    matches!(ability.heads.as_slice(), [Head::Trigger(_)])
}

fn shape(definition: &Definition<'_>) -> Option<(Category, serde_json::Value, String)> {
    let DefinitionBody::Keyword(members) = &definition.body else {
        return None;
    };
    if !definition.signature.parts.is_empty() {
        return None;
    }
    let [Member::Ability(ability)] = members.as_slice() else {
        return None;
    };
    let given = matches!(&ability.body, Body::Block(b) if b.given);
    if !given || !plain_trigger(ability) || !ability.labels.is_empty() {
        return None;
    }
    Some((
        ability.category,
        serde_json::to_value(&ability.heads).ok()?,
        definition.signature.name.text.to_owned(),
    ))
}
