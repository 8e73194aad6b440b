//! What is written down of the matrix: sentences whose proof fails for a reason, and how many sentences are shown.

use super::cast::Cast;
use super::table::{Row, Verdict};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/matrix")
}

/// The sentences that are kept though their proof fails, from `tests/matrix/kept.tsv`: the game, the form, the sentence, the reason. A `*` stands for any
/// words.
pub(super) struct Kept(Vec<[String; 4]>);

impl Kept {
    pub(super) fn read() -> Kept {
        let text = fs::read_to_string(folder().join("kept.tsv")).expect("the list");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let row = |line: &str| -> [String; 4] {
            let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            cells.try_into().unwrap_or_else(|_| panic!("not four columns: {line}"))
        };
        Kept(lines.map(row).collect())
    }

    /// Whether there is a reason for a sentence.
    pub(super) fn knows(&self, cast: &Cast, row: &Row) -> bool {
        let form = format!("{:?}", row.form);
        let fits = |[game, of, text, _]: &[String; 4]| {
            [cast.game, "*"].contains(&game.as_str())
                && [form.as_str(), "*"].contains(&of.as_str())
                && like(text, &row.text)
        };
        self.0.iter().any(fits)
    }
}

/// Whether a text is like a pattern with `*` for anything.
fn like(pattern: &str, text: &str) -> bool {
    let mut rest = text;
    let parts: Vec<&str> = pattern.split('*').collect();
    let Some((last, parts)) = parts.split_last() else {
        return false;
    };
    for (n, part) in parts.iter().enumerate() {
        let Some(at) = rest.find(part).filter(|at| n > 0 || *at == 0) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    if parts.is_empty() {
        rest == *last
    } else {
        rest.ends_with(last)
    }
}

/// How many sentences of a verb in a form are refused, shown, and told of what never happened on the boards.
#[derive(Debug, Default)]
pub(super) struct Counts(BTreeMap<(String, String), [usize; 4]>);

impl Counts {
    pub(super) fn of(rows: &[Row]) -> Counts {
        let mut out = Counts::default();
        for row in rows {
            let counts = out
                .0
                .entry((row.verb.to_owned(), format!("{:?}", row.form)))
                .or_default();
            let at = match row.verdict {
                Verdict::Refused(..) => 0,
                Verdict::Shown(_) => 1,
                Verdict::Unseen => 2,
                Verdict::Wrong(..) => 3,
            };
            counts[at] += 1;
        }
        out
    }

    fn path(cast: &Cast) -> PathBuf {
        folder().join(format!("{}.tsv", cast.name().replace(' ', "-")))
    }

    pub(super) fn read(cast: &Cast) -> Counts {
        let text = fs::read_to_string(Counts::path(cast)).unwrap_or_default();
        let mut out = Counts::default();
        for line in text.lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| cells[at].parse().expect("a number");
            let key = (cells[0].to_owned(), cells[1].to_owned());
            out.0.insert(key, [number(2), number(3), number(4), number(5)]);
        }
        out
    }

    pub(super) fn write(&self, cast: &Cast) {
        let mut all = Counts::read(cast);
        all.0.extend(self.0.iter().map(|(key, counts)| (key.clone(), *counts)));
        let mut text = "verb\tform\trefused\tshown\tunseen\tkept\n".to_owned();
        for ((verb, form), [refused, shown, unseen, kept]) in &all.0 {
            text += &format!("{verb}\t{form}\t{refused}\t{shown}\t{unseen}\t{kept}\n");
        }
        fs::create_dir_all(folder()).expect("the folder");
        fs::write(Counts::path(cast), text).expect("the counts");
    }

    /// Verbs of which sentences in a form were shown, and none is now.
    pub(super) fn lost(&self, now: &Counts) -> Vec<String> {
        let shown = |(key, counts): (&(String, String), &[usize; 4])| {
            let now = now.0.get(key)?;
            (counts[1] > 0 && now[1] == 0 && now[2] > 0).then(|| format!("{} {}", key.0, key.1))
        };
        self.0.iter().filter_map(shown).collect()
    }
}
