//! The matrix: every sentence about an event that the vocabulary of a game leads to is refused, or what it says is seen in play.
//!
//! `CARDWRIGHT_MATRIX=1` tries all verbs, `CARDWRIGHT_MATRIX="fow destroy,draw"` some of one game; else a share of them is tried. `UPDATE_MATRIX=1` writes
//! down for every verb and form how many sentences are shown.

#![expect(
    clippy::large_types_passed_by_value,
    clippy::format_push_string,
    clippy::cast_sign_loss,
    reason = "records of events are plain data that tests pass around; sentences are put together piece by piece"
)]

mod cast;
mod deeds;
mod ground;
mod judge;
mod kept;
mod made;
mod meaning;
mod sentence;
mod table;
mod witness;

use cast::{CASTS, Cast};
use kept::{Counts, Kept};
use std::fs;
use std::path::Path;
use table::{FORMS, Row, Verdict};

/// Every so many verbs one is tried by every run of the tests.
const SHARE: usize = 24;

fn wanted(cast: &Cast) -> Option<Vec<String>> {
    let asked = std::env::var("CARDWRIGHT_MATRIX").unwrap_or_default();
    let game = asked.strip_prefix(&cast.name())?;
    Some(game.trim().split(',').map(str::to_owned).collect())
}

/// In how many parts all verbs of a game are tried.
const PARTS: usize = 8;

fn tried(cast: &'static Cast) -> Vec<Row> {
    if let Some(verbs) = wanted(cast) {
        return table::rows(cast, &FORMS, &|_, verb| verbs.iter().any(|v| v == verb));
    }
    if std::env::var("CARDWRIGHT_MATRIX").is_ok_and(|v| v == "1") {
        let part = |part: usize| table::rows(cast, &FORMS, &|n, _| n % PARTS == part);
        return (0..PARTS).flat_map(part).collect();
    }
    let first = cast.name().len() % SHARE;
    table::rows(cast, &FORMS, &|n, _| n % SHARE == first)
}

/// The whole table, for who looks into it.
fn write(cast: &Cast, rows: &[Row]) {
    let line = |row: &Row| format!("{:?}\t{}\t{}\t{:?}\n", row.form, row.verb, row.text, row.verdict);
    let text: String = rows.iter().map(line).collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("matrix-{}.tsv", cast.name().replace(' ', "-")));
    fs::write(path, text).expect("the table");
}

fn judged(cast: &'static Cast) {
    let rows = tried(cast);
    write(cast, &rows);
    let kept = Kept::read();
    let wrong = rows.iter().filter_map(|row| match &row.verdict {
        Verdict::Wrong(times, of, how) if !kept.knows(cast, row) => {
            Some(format!("{:?}: {} ({times} of {of}): {how}", row.form, row.text))
        }
        _ => None,
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} sentences do not act: {wrong:#?}", wrong.len());
    let now = Counts::of(&rows);
    if std::env::var("UPDATE_MATRIX").is_ok() {
        now.write(cast);
    }
    let lost = Counts::read(cast).lost(&now);
    assert!(lost.is_empty(), "nothing shows these any more: {lost:#?}");
}

#[test]
fn sentences_of_fow_act() {
    judged(&CASTS[0]);
}

#[test]
fn sentences_of_weiss_act() {
    judged(&CASTS[1]);
}

#[test]
fn sentences_of_evolve_act() {
    judged(&CASTS[2]);
}

#[test]
fn sentences_of_vanguard_g_act() {
    judged(&CASTS[3]);
}

#[test]
fn sentences_of_vanguard_1_10_act() {
    judged(&CASTS[4]);
}
