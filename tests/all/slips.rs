//! A fixed share of the slips of `cargo bench --bench slips`: mistakes are noticed, pointed at and mended.

#[path = "../../benches/slips/harness.rs"]
mod harness;
#[path = "../../benches/slips/kinds.rs"]
mod kinds;
#[path = "../../benches/slips/same.rs"]
mod same;

/// Slips of the share; a few seconds.
const SLIPS: usize = 320;

#[test]
fn slips_are_noticed_pointed_at_and_mended() {
    let scripts = harness::scripts(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    let report = harness::run(&scripts, SLIPS, 20_261);
    let table = format!("{}\n{}", report.misses.join("\n"), harness::table(&report));
    let mut all = harness::Row::default();
    let mut spelling = harness::Row::default();
    for ((_, row), kind) in report.rows.iter().zip(kinds::KINDS) {
        all.sum(row);
        if kind.spelling {
            spelling.sum(row);
        }
    }
    let of = |part: usize, whole: usize| part * 100 / whole.max(1);
    assert!(of(all.caught + all.equal, all.slips) >= 95, "{table}");
    assert!(of(all.touches, all.caught) >= 92, "{table}");
    assert!(of(spelling.suggested, spelling.caught) >= 95, "{table}");
    assert!(all.messages * 100 <= all.caught * 120, "{table}");
    assert!(of(all.restored, all.repairs) >= 90, "{table}");
    let [back, otherwise, worse] = all.fixed;
    assert!(of(back, back + otherwise) >= 95 && worse == 0, "{table}");
}
