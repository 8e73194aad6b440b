//! The rules of the games as an index: which numbers there are, what they are about, and which of them a test can show.

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

static WEISS: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(include_str!("../games/weiss/rules.tsv")));

static EVOLVE: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(include_str!("../games/evolve/rules.tsv")));

static FOW: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(include_str!("../games/fow/rules.tsv")));

static VANGUARD_G: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(include_str!("../games/vanguard/rules.tsv")));

static VANGUARD_110: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(include_str!("../games/vanguard/rules-1.10.tsv")));

/// The rules of a game in the order of the document, by their default edition if none is named; none if there is no such index.
pub fn index(game: &str, edition: Option<&str>) -> Option<&'static [Rule]> {
    match (game, edition) {
        ("evolve", None) => Some(&EVOLVE),
        ("fow", None) => Some(&FOW),
        ("vanguard", None | Some("g")) => Some(&VANGUARD_G),
        ("vanguard", Some("1.10")) => Some(&VANGUARD_110),
        ("weiss", None) => Some(&WEISS),
        _ => None,
    }
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
        for (game, edition) in [
            ("evolve", None),
            ("fow", None),
            ("weiss", None),
            ("vanguard", Some("g")),
            ("vanguard", Some("1.10")),
        ] {
            let rules = index(game, edition).expect("an index");
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
