//! How much of the language generated cards use.

use crate::compile::Compiled;
use crate::exec::Pool;
use crate::ir::Module;
use crate::vocab;
use serde_json::Value;
use std::collections::BTreeSet;

/// What was used, of what there is.
#[derive(Debug, Default)]
pub struct Reach {
    words: BTreeSet<String>,
    all_words: BTreeSet<String>,
    nodes: BTreeSet<String>,
    all_nodes: BTreeSet<String>,
    operations: BTreeSet<String>,
}

impl Reach {
    /// Adds what a compiled and linked set uses.
    pub(super) fn add(&mut self, game: &str, compiled: &Compiled, pool: &Pool) {
        if self.all_nodes.is_empty() {
            variants(schemars::schema_for!(Module).as_value(), &mut self.all_nodes);
            let words = vocab::game(game).into_iter().flat_map(|vocab| vocab.words());
            self.all_words = words.map(|word| word.name().to_owned()).collect();
        }
        for used in compiled.used.values() {
            self.words
                .extend(used.iter().filter(|word| self.all_words.contains(*word)).cloned());
        }
        for module in &compiled.modules {
            if let Ok(value) = serde_json::to_value(module) {
                spoken(&value, &self.all_nodes, &mut self.nodes);
            }
        }
        for op in &pool.ops {
            let name: String = format!("{op:?}").chars().take_while(|c| c.is_alphanumeric()).collect();
            self.operations.insert(name);
        }
    }

    /// What, how many of it, of how many.
    pub(super) fn shares(&self) -> Vec<(&'static str, usize, usize)> {
        let operations = self.operations.len();
        vec![
            ("words of the vocabulary", self.words.len(), self.all_words.len()),
            ("kinds of nodes", self.nodes.len(), self.all_nodes.len()),
            ("kinds of operations that were linked", operations, OPERATIONS),
        ]
    }

    /// The words that no card used.
    pub fn unused_words(&self) -> impl Iterator<Item = &str> {
        self.all_words.difference(&self.words).map(String::as_str)
    }
}

/// How many kinds of operations there are: `tests/all/soak.rs` counts them.
pub const OPERATIONS: usize = 59;

/// The names of the alternatives in a schema.
fn variants(schema: &Value, out: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            for key in ["oneOf", "anyOf"] {
                let arms = map.get(key).and_then(Value::as_array);
                for arm in arms.into_iter().flatten() {
                    let words = arm.get("enum").and_then(Value::as_array).into_iter().flatten();
                    out.extend(
                        words
                            .chain(arm.get("const"))
                            .filter_map(Value::as_str)
                            .map(str::to_owned),
                    );
                    let fields = arm.get("properties").and_then(Value::as_object);
                    out.extend(fields.filter(|f| f.len() == 1).and_then(|f| f.keys().next()).cloned());
                }
            }
            map.values().for_each(|value| variants(value, out));
        }
        Value::Array(list) => list.iter().for_each(|value| variants(value, out)),
        _ => {}
    }
}

/// Which of the names stand in a value.
fn spoken(value: &Value, names: &BTreeSet<String>, out: &mut BTreeSet<String>) {
    let mut word = |word: &str| {
        if names.contains(word) && !out.contains(word) {
            out.insert(word.to_owned());
        }
    };
    match value {
        Value::String(text) => word(text),
        Value::Object(map) => {
            map.keys().for_each(|key| word(key));
            map.values().for_each(|value| spoken(value, names, out));
        }
        Value::Array(list) => list.iter().for_each(|value| spoken(value, names, out)),
        _ => {}
    }
}
