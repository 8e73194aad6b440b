//! A keyword spelled out by hand: an ability whose head means what that of a keyword of the game means.

use crate::ast::{Ability, Body, Category, Definition, DefinitionBody, Head, Member};
use crate::check::{Checker, HeadAlone};
use crate::diag::{Code, Diagnostic};
use crate::resolve::{Known, Scope};

/// What the head of a keyword means, and its name.
#[derive(Debug)]
struct Shape<'s> {
    category: Category,
    head: HeadAlone,
    name: &'s str,
}

/// The heads that keywords stand for.
#[derive(Debug)]
pub(super) struct Shapes<'a, 's> {
    shapes: Vec<Shape<'s>>,
    reader: Checker<'a, 's>,
}

impl<'a, 's> Shapes<'a, 's> {
    /// Collects the keywords without parameters that are one ability with the given cost and effect.
    pub(super) fn new(scope: &'a Scope<'a, 's>, known: &'a Known<'s>) -> Self {
        // What is wrong with a head was said where it stands: what this reader finds is nobody's.
        let mut reader = Checker::new(scope, known);
        reader.prelude = true;
        let definitions = scope.keywords.values().flatten();
        let shapes = definitions.filter_map(|d| shape(&mut reader, d)).collect();
        Shapes { shapes, reader }
    }

    /// Warns of abilities that are such keywords.
    pub(super) fn check(&mut self, members: &'a [Member<'s>], out: &mut Vec<Diagnostic>) {
        for member in members {
            let Member::Ability(ability) = member else { continue };
            if !plain_trigger(ability) || self.shapes.iter().all(|s| s.category != ability.category) {
                continue;
            }
            let head = self.reader.head_alone(ability.category, &ability.heads);
            let Some(Shape { name, .. }) = head.and_then(|head| self.shapes.iter().find(|s| s.head == head)) else {
                continue;
            };
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

/// An ability that is nothing but a trigger, a cost and an effect.
fn plain_trigger(ability: &Ability<'_>) -> bool {
    ability.labels.is_empty() && matches!(ability.heads.as_slice(), [Head::Trigger(_)])
}

fn shape<'a, 's>(reader: &mut Checker<'a, 's>, definition: &'a Definition<'s>) -> Option<Shape<'s>> {
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
    if !given || !plain_trigger(ability) {
        return None;
    }
    Some(Shape {
        category: ability.category,
        head: reader.head_alone(ability.category, &ability.heads)?,
        name: definition.signature.name.text,
    })
}
