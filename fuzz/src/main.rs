//! Feeds targets with changed inputs for a while and keeps those that break them, in `fuzz/corpus/TARGET`.
//!
//! `cargo run --release -p cardwright-fuzz -- cards 600` feeds one target for ten minutes; without a name all of them take turns.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a tool for those who work on Cardwright"
)]

mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};
use targets::{Random, TARGETS, changed, first};

/// An input that takes longer than this is kept too.
const SLOW: Duration = Duration::from_secs(5);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let only = args.iter().find(|arg| arg.parse::<u64>().is_err());
    let seconds = args.iter().find_map(|arg| arg.parse().ok()).unwrap_or(60);
    let chosen: Vec<_> = TARGETS
        .iter()
        .filter(|(name, _)| only.is_none_or(|only| only == name))
        .collect();
    assert!(
        !chosen.is_empty(),
        "the targets are {:?}",
        TARGETS.map(|(name, _)| name)
    );
    let share = Duration::from_secs(seconds) / u32::try_from(chosen.len()).expect("few targets");
    for (name, target) in chosen {
        feed(name, *target, share);
    }
}

fn feed(name: &str, target: fn(&[u8]), time: Duration) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut inputs = first(name);
    let kept = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    inputs.extend(kept.filter_map(|entry| std::fs::read(entry.path()).ok()));
    let since = std::time::SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(1, |time| time.as_nanos() as u64);
    let mut random = Random(since | 1);
    let (start, mut runs, mut found) = (Instant::now(), 0_u64, 0);
    while start.elapsed() < time && !inputs.is_empty() {
        let (one, other) = (random.below(inputs.len()), random.below(inputs.len()));
        let input = changed(&inputs[one], &inputs[other], &mut random);
        let begun = Instant::now();
        let broken = catch_unwind(AssertUnwindSafe(|| target(&input))).is_err();
        runs += 1;
        if broken || begun.elapsed() > SLOW {
            found += 1;
            std::fs::create_dir_all(&folder).expect("the folder of kept inputs");
            std::fs::write(folder.join(format!("{runs}-{since:x}")), &input).expect("it can be kept");
        }
    }
    println!("{name}: {runs} inputs in {} s, {found} kept", start.elapsed().as_secs());
}
