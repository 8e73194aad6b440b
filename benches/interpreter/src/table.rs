//! The table that is printed.

use crate::rows::Row;

/// Less than this is noise.
const LEAST: f64 = 5.0;

/// All rows, and what lending a game to a script costs.
pub(crate) struct Table {
    lend: f64,
    rows: Vec<(&'static str, [f64; 5])>,
}

/// The geometric mean.
fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = ratios.map(f64::ln).collect();
    (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp()
}

impl Table {
    pub(crate) fn new(lend: f64) -> Table {
        Table { lend, rows: Vec::new() }
    }

    /// Adds a row: the times, and how often a script was called.
    pub(crate) fn row(&mut self, row: &Row, mut times: [f64; 5], steps: u32) {
        for way in [2, 3] {
            times[way] -= self.lend * f64::from(steps);
        }
        self.rows.push((row.card, times));
    }

    pub(crate) fn print(&self) {
        println!(
            "nanoseconds a run: (a) the interpreter, (b) by hand in Rust, (c) Lua 5.4, (d) Rhai, (e) the engine calls alone, which all share"
        );
        println!("own: the times without (e)\n");
        println!(
            "{:<22}{:>8}{:>8}{:>8}{:>8}{:>8}   {:>5} {:>5} {:>5}   {:>7} {:>7}",
            "ability", "a", "b", "c", "d", "e", "a/b", "c/a", "d/a", "own c/a", "own d/a"
        );
        for (name, [a, b, c, d, e]) in &self.rows {
            let own = (a - e).max(LEAST);
            println!(
                "{name:<22}{a:>8.0}{b:>8.0}{c:>8.0}{d:>8.0}{e:>8.0}   {:>5.2} {:>5.2} {:>5.2}   {:>7.1} {:>7.1}",
                a / b,
                c / a,
                d / a,
                (c - e) / own,
                (d - e) / own
            );
        }
        // The row that does nothing is no ability.
        let abilities = || self.rows.iter().skip(1).map(|(_, times)| times);
        let own = |n: usize| move |t: &[f64; 5]| (t[n] - t[4]).max(LEAST) / (t[0] - t[4]).max(LEAST);
        println!(
            "{:<62}   {:>5.2} {:>5.2} {:>5.2}   {:>7.1} {:>7.1}",
            "geometric means of the twenty abilities",
            mean(abilities().map(|t| t[0] / t[1])),
            mean(abilities().map(|t| t[2] / t[0])),
            mean(abilities().map(|t| t[3] / t[0])),
            mean(abilities().map(own(2))),
            mean(abilities().map(own(3)))
        );
        let sum = |n: usize| abilities().map(|t| t[n]).sum::<f64>();
        let shared = sum(4);
        println!(
            "\nall twenty together: a {:.0}, b {:.0}, c {:.0}, d {:.0}, e {shared:.0}; of the interpreter's time {:.0} % is the engine's",
            sum(0),
            sum(1),
            sum(2),
            sum(3),
            100.0 * shared / sum(0)
        );
        println!(
            "lending a game to a script costs {:.0} ns a step; it is taken off (c) and (d)",
            self.lend
        );
    }
}
