//! Embeds the compiler: checks a card, prints its English, and shows what a mistake looks like.
//!
//! Run with `cargo run --example check_a_card`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::source::SourceFile;
use cardwright::{compile, diag, prose, vocab};

const CARD: &str = r#"use evolve
set "Glasshouse" code GH

card "Gardener's Apprentice" GH-01 {
  follower, class forestcraft, traits <Verdant>, cost 2, attack 1, defense 2
  Fanfare { select 1 enemy follower; deal 2 damage to it }
}
"#;

fn main() {
    for script in [CARD.to_owned(), CARD.replace("enemy", "enmy")] {
        let compiled = compile::compile(vec![SourceFile::new("glasshouse.card", script)]);
        for diagnostic in &compiled.diagnostics {
            println!(
                "{}",
                diag::render(diagnostic, &compiled.sources, diag::Style { color: false })
            );
        }
        for module in &compiled.modules {
            let Some(vocab) = vocab::game(&module.game) else {
                continue;
            };
            for card in &module.cards {
                println!("{}\n", prose::card(card, module, vocab));
            }
        }
    }
}
