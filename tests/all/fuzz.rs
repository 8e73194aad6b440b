//! A short share of what `fuzz` does at length: every input that was ever kept, and some changed ones.

#[path = "../../fuzz/src/targets.rs"]
mod targets;

use rayon::prelude::*;
use targets::{Random, TARGETS, changed, first};

/// How many changed inputs a target gets.
const SHARE: usize = 60;

#[test]
fn kept_and_changed_inputs_break_nothing() {
    TARGETS.par_iter().for_each(|(name, target)| {
        let mut inputs = first(name);
        let folder = format!("{}/fuzz/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let kept = std::fs::read(entry.path()).expect("a kept input");
            target(&kept);
            inputs.push(kept);
        }
        let mut random = Random(0x5EED_F055);
        for _ in 0..if inputs.is_empty() { 0 } else { SHARE } {
            let (one, other) = (random.below(inputs.len()), random.below(inputs.len()));
            target(&changed(&inputs[one], &inputs[other], &mut random));
        }
    });
}
