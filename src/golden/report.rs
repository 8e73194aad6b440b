//! The results of a run, for people and for programs.

use super::proof::Proof;
use serde_json::json as value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was as expected.
    Passed,
    /// The log differs from the kept one and takes its place.
    Accepted,
    /// Everything was as expected, but no log is kept yet that its log could be compared with.
    New,
    /// Why it failed, in as many lines as it takes.
    Failed(String),
}

/// The result of one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestResult {
    /// The card file.
    pub file: String,
    /// The line of its name, or of that of its case.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Its case.
    pub case: Option<String>,
    /// The edition of the rules it was played by, if its file is for several.
    pub edition: Option<String>,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// What it shows, if it passed and that was asked for.
    pub proof: Option<Proof>,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub duration: Duration,
    /// The trace, if it was asked for.
    pub trace: Vec<String>,
    /// The log of the game.
    pub log: Vec<String>,
}

impl TestResult {
    /// `name`, `name / case`, `name [1.10]` …
    pub fn title(&self) -> String {
        let mut title = self.name.clone();
        if let Some(case) = &self.case {
            let _ = write!(title, " / {case}");
        }
        if let Some(edition) = &self.edition {
            let _ = write!(title, " [{edition}]");
        }
        title
    }

    fn failure(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Failed(message) => Some(message),
            Outcome::Passed | Outcome::Accepted | Outcome::New => None,
        }
    }
}

/// The numbers of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Tests that passed, those whose log was accepted included.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Tests whose log was accepted.
    pub accepted: usize,
    /// Golden tests without a kept log.
    pub new: usize,
    /// Card files with tests.
    pub files: usize,
}

impl Summary {
    /// Counts results.
    pub fn of(results: &[TestResult]) -> Summary {
        let failed = results.iter().filter(|r| r.failure().is_some()).count();
        let accepted = results.iter().filter(|r| r.outcome == Outcome::Accepted).count();
        let new = results.iter().filter(|r| r.outcome == Outcome::New).count();
        let files: BTreeSet<&str> = results.iter().map(|r| r.file.as_str()).collect();
        Summary {
            passed: results.len() - failed - new,
            failed,
            accepted,
            new,
            files: files.len(),
        }
    }

    /// `3 passed, 1 failed`, and `, 2 new` if there are such: the line that programs look for.
    pub fn plain(&self) -> String {
        let new = if self.new > 0 {
            format!(", {} new", self.new)
        } else {
            String::new()
        };
        format!("{} passed, {} failed{new}", self.passed, self.failed)
    }

    /// Whether something is left to do: a failure to mend, or a log to accept.
    pub fn is_open(&self) -> bool {
        self.failed > 0 || self.new > 0
    }
}

/// The results for people: traces, every failure in full, and the summary; the last line is [`Summary::plain`].
pub fn text(results: &[TestResult], took: Duration, color: bool) -> String {
    let (red, plain) = if color { ("\u{1b}[31m", "\u{1b}[0m") } else { ("", "") };
    let mut out = String::new();
    for result in results {
        let place = format!("{}:{}: {}", result.file, result.line, result.title());
        if !result.trace.is_empty() {
            let _ = writeln!(out, "trace  {place}");
            indented(&mut out, result.trace.iter().map(String::as_str));
            out.push('\n');
        }
        if let Some(message) = result.failure() {
            let _ = writeln!(out, "{red}FAILED{plain} {place}");
            indented(&mut out, message.lines());
            if !result.rules.is_empty() {
                let _ = writeln!(out, "  rules: {}", result.rules.join(", "));
            }
            out.push('\n');
        }
        if result.outcome == Outcome::New {
            let _ = writeln!(out, "NEW    {place}");
            let _ = writeln!(out, "  no log is kept for this golden test; its log in this run:");
            indented(&mut out, result.log.iter().map(|line| line.as_str()));
            out.push_str("  if it is right, `cardwright test --accept` keeps it\n\n");
        }
    }
    let summary = Summary::of(results);
    let files = if summary.files == 1 { "file" } else { "files" };
    let accepted = if summary.accepted > 0 {
        format!(" ({} accepted)", summary.accepted)
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "{}{accepted} in {} {files}, {} s",
        summary.plain(),
        summary.files,
        tenths(took)
    );
    let _ = writeln!(out, "{}", summary.plain());
    out
}

fn indented<'l>(out: &mut String, lines: impl Iterator<Item = &'l str>) {
    for line in lines {
        let _ = writeln!(out, "{}", format!("  {line}").trim_end());
    }
}

/// Seconds with one digit behind the point.
fn tenths(duration: Duration) -> String {
    format!("{}.{}", duration.as_secs(), duration.subsec_millis() / 100)
}

/// The results as one JSON object.
pub fn json(results: &[TestResult], took: Duration) -> String {
    let millis = |d: Duration| u64::try_from(d.as_millis()).unwrap_or(u64::MAX);
    let tests: Vec<serde_json::Value> = results
        .iter()
        .map(|result| {
            let outcome = match &result.outcome {
                Outcome::Passed => "passed",
                Outcome::Accepted => "accepted",
                Outcome::New => "new",
                Outcome::Failed(_) => "failed",
            };
            value!({
                "file": result.file,
                "line": result.line,
                "name": result.name,
                "case": result.case,
                "edition": result.edition,
                "rules": result.rules,
                "outcome": outcome,
                "message": result.failure(),
                "milliseconds": millis(result.duration),
                "trace": result.trace,
            })
        })
        .collect();
    let summary = Summary::of(results);
    let report = value!({
        "passed": summary.passed,
        "failed": summary.failed,
        "accepted": summary.accepted,
        "new": summary.new,
        "files": summary.files,
        "milliseconds": millis(took),
        "tests": tests,
    });
    format!("{report:#}\n")
}

/// The results as `JUnit` XML: a suite for each card file.
pub fn junit(results: &[TestResult], took: Duration) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let summary = Summary::of(results);
    let _ = writeln!(
        out,
        "<testsuites name=\"cardwright\" tests=\"{}\" failures=\"{}\" time=\"{}\">",
        results.len(),
        summary.failed,
        seconds(took)
    );
    for suite in results.chunk_by(|a, b| a.file == b.file) {
        let summary = Summary::of(suite);
        let name = escaped(suite.first().map_or("", |r| r.file.as_str()));
        let took: Duration = suite.iter().map(|r| r.duration).sum();
        let _ = writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" time=\"{}\">",
            suite.len(),
            summary.failed,
            seconds(took)
        );
        for result in suite {
            let head = format!(
                "    <testcase classname=\"{name}\" name=\"{}\" file=\"{name}\" line=\"{}\" time=\"{}\"",
                escaped(&result.title()),
                result.line,
                seconds(result.duration)
            );
            let _ = match result.failure() {
                None => writeln!(out, "{head}/>"),
                Some(message) => writeln!(
                    out,
                    "{head}>\n      <failure message=\"{}\">{}</failure>\n    </testcase>",
                    escaped(message.lines().next().unwrap_or("")),
                    escaped(message)
                ),
            };
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn seconds(duration: Duration) -> String {
    format!("{}.{:03}", duration.as_secs(), duration.subsec_millis())
}

/// Text as XML takes it; characters that XML cannot hold are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            c if c < ' ' => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(file: &str, name: &str, outcome: Outcome) -> TestResult {
        TestResult {
            file: file.to_owned(),
            line: 3,
            name: name.to_owned(),
            case: None,
            edition: None,
            rules: Vec::new(),
            proof: None,
            outcome,
            duration: Duration::from_millis(12),
            trace: Vec::new(),
            log: Vec::new(),
        }
    }

    fn some() -> Vec<TestResult> {
        let mut failed = result(
            "a.card",
            "<b> & \"c\"",
            Outcome::Failed("p1 hand 3\nexpected 3\u{1b}".to_owned()),
        );
        failed.case = Some("one".to_owned());
        failed.rules = vec!["10.2".to_owned()];
        vec![
            result("a.card", "x", Outcome::Passed),
            failed,
            result("b.card", "y", Outcome::Accepted),
        ]
    }

    #[test]
    fn people_see_failures_and_the_summary() {
        assert_eq!(
            text(&some(), Duration::from_millis(1_250), false),
            "FAILED a.card:3: <b> & \"c\" / one\n  p1 hand 3\n  expected 3\u{1b}\n  rules: 10.2\n\n2 passed, 1 failed (1 accepted) in 2 files, 1.2 s\n2 passed, 1 failed\n"
        );
        assert_eq!(
            text(&[], Duration::ZERO, true),
            "0 passed, 0 failed in 0 files, 0.0 s\n0 passed, 0 failed\n"
        );
    }

    #[test]
    fn json_holds_everything() {
        let report: serde_json::Value = serde_json::from_str(&json(&some(), Duration::from_millis(30))).expect("JSON");
        assert_eq!(report.pointer("/passed"), Some(&value!(2)));
        assert_eq!(report.pointer("/tests/1/outcome"), Some(&value!("failed")));
        assert_eq!(report.pointer("/tests/1/case"), Some(&value!("one")));
        assert_eq!(report.pointer("/tests/0/message"), Some(&value!(null)));
    }

    #[test]
    fn junit_is_escaped() {
        let report = junit(&some(), Duration::from_millis(30));
        assert!(report.contains("<testsuites name=\"cardwright\" tests=\"3\" failures=\"1\" time=\"0.030\">"));
        assert!(report.contains("name=\"&lt;b&gt; &amp; &quot;c&quot; / one\""));
        assert!(report.contains("<failure message=\"p1 hand 3\">p1 hand 3&#10;expected 3\u{fffd}</failure>"));
        assert_eq!(report.matches("<testsuite ").count(), 2);
        assert_eq!(report.matches("</testsuite>").count(), 2);
        assert!(!report.contains('\u{1b}'));
    }
}
