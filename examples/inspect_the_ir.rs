//! Looks into a compiled card: its abilities as the engine gets them, and its JSON.
//!
//! Run with `cargo run --example inspect_the_ir`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::source::SourceFile;
use cardwright::{compile, diag};

const CARD: &str = r#"use vanguard
set "Tidewatch" code TW

card "Harbour Warden" TW-01 {
  normal-unit, grade 1, power 7000, shield 5000, critical 1
  clan <Tidewatch>, race <Human>
  Boost
  AUTO in RC, when this attacks [counter-blast 1] { this gets +3000 power until end of battle }
}
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let compiled = compile::compile(vec![SourceFile::new("tidewatch.card", CARD)]);
    for diagnostic in &compiled.diagnostics {
        println!("{}", diag::short(diagnostic, &compiled.sources));
    }
    for module in &compiled.modules {
        for card in &module.cards {
            println!("{}", cardwright::ir::dump(card));
            let json = serde_json::to_string(card)?;
            println!(
                "{} bytes as JSON, by the schema that `cardwright schema` prints",
                json.len()
            );
        }
    }
    Ok(())
}
