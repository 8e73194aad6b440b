//! Warnings that need what only the checker knows: each is raised where that is known.

mod constant_condition;
mod empty_optional;
mod missing_attribute;
mod missing_documentation;
mod no_change;
mod passed_over;
mod present_of_hidden;
mod unknown_card_name;
mod unknown_tag;
mod unused_choice;
mod unused_variable;
