//! The rules of the games as an index: which numbers there are, what they are about, and which of them a test can show.

use crate::games;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A numbered rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its number: `9.3.2`.
    pub id: &'static str,
    /// What it is about: `zone`, `combat`.
    pub class: &'static str,
    /// A test can show it.
    pub testable: bool,
    /// What it says, in a few words of our own.
    pub summary: &'static str,
    /// Why no program can show it, if that was written down.
    pub reason: &'static str,
}

/// The rules of a game in the order of the document, by their default edition if none is named; none if there is no such index.
pub fn index(game: &str, edition: Option<&str>) -> Option<&'static [Rule]> {
    static READ: LazyLock<BTreeMap<(&str, &str), Vec<Rule>>> = LazyLock::new(|| {
        let editions = games::GAMES.iter().flat_map(|game| game.editions);
        let read = |of: &games::Edition| ((of.kernel.name(), of.kernel.edition()), parse(of.rules));
        editions.map(read).collect()
    });
    let of = games::kernel(game, edition)?;
    READ.get(&(of.name(), of.edition())).map(Vec::as_slice)
}

/// Reads a table: a line of titles, then a rule a line, its parts between tabs.
fn parse(text: &'static str) -> Vec<Rule> {
    text.lines().skip(1).filter_map(row).collect()
}

fn row(line: &'static str) -> Option<Rule> {
    let mut parts = line.split('\t');
    Some(Rule {
        id: parts.next()?,
        class: parts.next()?,
        testable: parts.next()? == "yes",
        summary: parts.next()?,
        reason: parts.next().unwrap_or(""),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_stands_once_and_says_something() {
        for kernel in games::kernels() {
            let edition = Some(kernel.edition()).filter(|edition| !edition.is_empty());
            let rules = index(kernel.name(), edition).expect("an index");
            assert!(rules.len() > 500, "{}", rules.len());
            let ids: BTreeSet<&str> = rules.iter().map(|r| r.id).collect();
            assert_eq!(ids.len(), rules.len());
            assert!(rules.iter().all(|r| !r.summary.is_empty() && !r.class.is_empty()));
        }
        assert!(index("chess", None).is_none());
        assert!(index("weiss", Some("g")).is_none());
        assert!(index("vanguard", Some("h")).is_none());
    }

    #[test]
    fn rules_of_two_editions_say_why_they_cannot_be_shown() {
        for edition in ["g", "1.10"] {
            let rules = index("vanguard", Some(edition)).expect("an index").iter();
            let silent = rules.filter(|r| !r.testable && r.class != "heading" && r.reason.is_empty());
            assert_eq!(
                silent.map(|r| r.id).collect::<Vec<_>>(),
                Vec::<&str>::new(),
                "{edition}"
            );
        }
        assert_eq!(index("vanguard", None), index("vanguard", Some("g")));
    }
}
