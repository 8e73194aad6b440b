//! `cardwright test --review`: the logs that are not as they were kept, one by one.

use super::suite::Suite;
use crate::cli::exit::Stop;
use crate::cli::files::reason;
use crate::cli::term::Out;
use crate::golden::{self, Outcome, TestResult};
use std::io::BufRead as _;

/// What is done with a log.
enum Verdict {
    Accept,
    Keep,
    Quit,
}

/// Asks about every log that differs; what is not accepted fails, and its kept log stays.
pub(super) fn run(suites: &[Suite<'_>], results: &mut [Vec<TestResult>], color: bool) -> Result<(), Stop> {
    let open = |result: &&TestResult| result.outcome == Outcome::Accepted;
    let total = results.iter().flatten().filter(open).count();
    let mut number = 0;
    let mut over = false;
    for (suite, results) in suites.iter().zip(results) {
        for ((test, round), result) in suite.tests.iter().zip(results) {
            if result.outcome != Outcome::Accepted {
                continue;
            }
            number += 1;
            let Some(job) = suite.job(test, *round, false) else {
                continue;
            };
            let kept = suite.golden.get(&golden::key(job.module, test, job.edition));
            let verdict = if over {
                Verdict::Quit
            } else {
                ask(result, kept, (number, total), color)?
            };
            over |= matches!(verdict, Verdict::Quit);
            if !matches!(verdict, Verdict::Accept) {
                result.outcome = match kept {
                    Some(_) => Outcome::Failed("the log is not the kept one, and that was kept".to_owned()),
                    None => Outcome::New,
                };
            }
        }
    }
    Ok(())
}

/// Shows what differs and reads what to do; the end of the input ends the review.
fn ask(
    result: &TestResult,
    kept: Option<&[String]>,
    (number, total): (usize, usize),
    color: bool,
) -> Result<Verdict, Stop> {
    let mut out = Out::new();
    out.line(&format!(
        "{number} of {total}: {}:{}: {}",
        result.file,
        result.line,
        result.title()
    ));
    match kept {
        Some(kept) => out.line(&golden::diff(kept, &result.log, color)),
        None => {
            out.line("  no log is kept yet; this is the new one:");
            show(&mut out, &result.log);
        }
    }
    loop {
        out.text("a accept, k keep the old one, s show the whole log, q quit: ");
        out.flush();
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        let read = read.map_err(|error| Stop::new(format!("cannot read standard input: {}", reason(&error))))?;
        let verdict = match line.trim() {
            _ if read == 0 || out.is_broken() => Some(Verdict::Quit),
            "a" | "accept" => Some(Verdict::Accept),
            "k" | "keep" => Some(Verdict::Keep),
            "q" | "quit" => Some(Verdict::Quit),
            "s" | "show" => {
                show(&mut out, &result.log);
                None
            }
            other => {
                out.line(&format!("`{other}` is none of a, k, s, q"));
                None
            }
        };
        if let Some(verdict) = verdict {
            out.line("");
            out.finish()?;
            return Ok(verdict);
        }
    }
}

fn show(out: &mut Out, log: &[String]) {
    for line in log {
        out.line(&format!("  {line}"));
    }
}
