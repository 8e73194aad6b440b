//! Slips: how well mistakes are told. `cargo bench --bench slips -- [COUNT] [SEED] [--misses]`

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    reason = "a benchmark may fail loudly and reports on standard output"
)]

mod harness;
mod kinds;
mod same;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let count = numbers.first().copied().unwrap_or(2_000);
    let seed = numbers.get(1).copied().unwrap_or(1);
    let scripts = harness::scripts(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    let report = harness::run(&scripts, count as usize, seed);
    if words.iter().any(|word| word == "--misses") {
        for miss in &report.misses {
            println!("{miss}");
        }
    }
    println!("{count} slips, seed {seed}, {} files", scripts.len());
    print!("{}", harness::table(&report));
}
