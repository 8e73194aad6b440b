//! What is legal and probably wrong: as far as syntax and source text show it, and as far as compiled cards do. Some lints that need meaning are raised by
//! the checker.

mod allow;
mod allow_without_reason;
mod blank_in_name;
mod contrary_demands;
mod demands;
mod duplicate_ability;
mod duplicate_id;
mod duplicate_name;
mod empty_case;
mod empty_text;
mod far_value;
mod idle_cost;
mod idle_demand;
mod idle_test;
mod near_name;
mod near_tag;
mod nested_condition;
mod no_choice;
mod no_set;
mod node;
mod odd_id;
mod odd_value;
mod printed;
mod repeated_condition;
mod repeated_demand;
mod repeated_expectation;
mod repeated_import;
mod repeated_line;
mod repeated_name;
mod repeated_option;
mod repeated_statement;
mod repeated_test;
mod same_branches;
mod spelled_out_keyword;
mod stale_allow;
mod text_differs;
mod text_names;
mod text_words;
mod unknown_allow;
mod values;

pub use allow::{allowed, allowed_later};

use crate::ast::{Card, File, Item, Member};
use crate::diag::Diagnostic;
use crate::ir;
use crate::resolve::{Known, Scope};
use crate::source::Span;
use indexmap::IndexMap;

/// What lints remember over all files of a game.
#[derive(Debug, Default)]
pub struct Shared {
    ids: IndexMap<String, Span>,
}

/// Runs all lints over one file.
pub fn file<'a, 's>(
    source: &str,
    file: &'a File<'s>,
    sound: bool,
    scope: &'a Scope<'a, 's>,
    known: &'a Known<'s>,
    shared: &mut Shared,
    out: &mut Vec<Diagnostic>,
) {
    let cards: Vec<&'a Card<'s>> = file
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Card(card) => Some(card),
            _ => None,
        })
        .collect();
    if sound {
        no_set::check(file, &cards, out);
    }
    duplicate_id::check(&cards, shared, out);
    duplicate_name::check(&cards, out);
    repeated_import::check(&file.items, out);
    repeated_line::check(&file.items, out);
    repeated_name::check(&file.items, out);
    idle_test::check(&file.items, out);
    repeated_expectation::check(source, &file.items, out);
    repeated_test::check(source, &file.items, out);
    empty_case::check(&file.items, out);
    let mut spelled = spelled_out_keyword::Shapes::new(scope, known);
    for card in cards {
        members(source, &card.members, &mut spelled, out);
    }
}

fn members<'a, 's>(
    source: &str,
    list: &'a [Member<'s>],
    spelled: &mut spelled_out_keyword::Shapes<'a, 's>,
    out: &mut Vec<Diagnostic>,
) {
    duplicate_ability::check(source, list, out);
    if let Some(printed) = printed::Printed::of(source, list) {
        empty_text::check(&printed, out);
        text_differs::check(&printed, out);
        text_words::check(&printed, out);
        text_names::check(&printed, out);
    }
    spelled.check(list, out);
    for member in list {
        if let Member::Face(face) = member {
            members(source, &face.members, spelled, out);
        }
    }
}

/// Runs all lints over the compiled cards of one file.
pub fn meaning(cards: &[ir::Card], out: &mut Vec<Diagnostic>) {
    for card in cards {
        same_branches::check(card, out);
        repeated_condition::check(card, out);
        nested_condition::check(card, out);
        repeated_option::check(card, out);
        no_choice::check(card, out);
        idle_cost::check(card, out);
        repeated_statement::check(card, out);
        repeated_demand::check(card, out);
        contrary_demands::check(card, out);
        idle_demand::check(card, out);
    }
    far_value::check(cards, out);
    odd_value::check(cards, out);
    blank_in_name::check(cards, out);
    near_name::check(cards, out);
    odd_id::check(cards, out);
    near_tag::check(cards, out);
}

/// Source text without its layout.
fn squeezed(source: &str, span: Span) -> String {
    let text = source.get(span.range()).unwrap_or("");
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
