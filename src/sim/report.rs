//! What came of a batch, as text: the same for the same games.

use super::one_game::{GameResult, Verdict};
use super::plan::Plan;
use super::run::Batch;
use super::stats::{Rate, Spread};
use super::text;
use crate::exec::Pool;
use crate::kernel::P;
use std::fmt::Write as _;

/// The most classes of a distribution.
const CLASSES: u32 = 14;

/// A report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The report as text.
    pub text: String,
    /// How many decisions the players made.
    pub decisions: u64,
    /// The games that failed: their numbers and why.
    pub failed: Vec<(u64, String)>,
    /// What can be drawn of it.
    pub figures: Figures,
}

/// The numbers of a report that a picture shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figures {
    /// What was played, in a line.
    pub title: String,
    /// Win rates: what the rate is of (players, decks, seats), its name, the rate.
    pub rates: Vec<(&'static str, String, Rate)>,
    /// How many games had how many turns: the first and the last number of a class, and the games in it.
    pub turns: Vec<(u32, u32, u64)>,
    /// How often who played a card won; the cards that were seen most.
    pub cards: Vec<(String, Rate)>,
}

/// Games, wins and draws.
#[derive(Debug, Clone, Copy, Default)]
struct Score {
    won: Rate,
    draws: u64,
}

impl Score {
    fn count(&mut self, verdict: &Verdict, seat: P) {
        self.won.count(*verdict == Verdict::Won(seat));
        self.draws += u64::from(*verdict == Verdict::Draw);
    }

    fn row(self, name: String) -> Vec<String> {
        let Rate { hits, of } = self.won;
        vec![
            name,
            of.to_string(),
            hits.to_string(),
            self.draws.to_string(),
            self.won.words(),
        ]
    }

    /// The row where it does not matter which side won.
    fn bare_row(self, name: String) -> Vec<String> {
        let none = || "–".to_owned();
        vec![name, self.won.of.to_string(), none(), self.draws.to_string(), none()]
    }
}

const HEADS: [&str; 4] = ["games", "won", "draws", "win rate"];

/// The report of a batch: `most_cards` cards are in its table of cards.
pub fn report(pool: &Pool, plan: &Plan, batch: &Batch, most_cards: usize) -> Report {
    let mut out = String::new();
    let mut figures = Figures::default();
    heading(&mut out, pool, plan, batch);
    out.lines().next().unwrap_or_default().clone_into(&mut figures.title);
    let done: Vec<&GameResult> = batch.games.iter().filter(|game| !game.failed()).collect();
    if !done.is_empty() {
        players(&mut out, &mut figures, plan, &done);
        decks(&mut out, &mut figures, plan, &done);
        seats(&mut out, &mut figures, &done);
        figures.turns = length(
            &mut out,
            "turns",
            done.iter().map(|game| u32::from(game.turns)).collect(),
        );
        length(&mut out, "decisions", done.iter().map(|game| game.decisions).collect());
        figures.cards = cards(&mut out, pool, batch, most_cards);
    }
    let failed: Vec<(u64, String)> = batch
        .games
        .iter()
        .filter_map(|game| match &game.verdict {
            Verdict::Failed(why) => Some((game.setup.number, why.clone())),
            Verdict::Won(_) | Verdict::Draw => None,
        })
        .collect();
    if failed.is_empty() {
        out.push_str("no game failed\n");
    } else {
        let _ = writeln!(out, "{} failed (not counted above):", counted(failed.len(), "game"));
        for (number, why) in &failed {
            let _ = writeln!(out, "  game {number}: {why}");
        }
    }
    Report {
        text: out,
        decisions: batch.games.iter().map(|game| u64::from(game.decisions)).sum(),
        failed,
        figures,
    }
}

fn counted(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

fn heading(out: &mut String, pool: &Pool, plan: &Plan, batch: &Batch) {
    let edition = match pool.kernel.edition() {
        "" => String::new(),
        edition => format!(" edition {edition}"),
    };
    let [one, two] = &plan.players;
    let played = counted(batch.games.len(), "game");
    let of = if batch.stopped {
        format!(" of {} (stopped)", plan.games)
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "{}{edition}: {played}{of}, {one} against {two}, seed {}",
        pool.kernel.name(),
        plan.seed
    );
    let _ = writeln!(
        out,
        "Games come in pairs with the seats changed; after two of them the players change decks. Intervals are 95 % (Wilson)."
    );
    if let Some(note) = uneven(plan, batch.games.len() as u64) {
        let _ = writeln!(out, "{note}");
    }
    out.push('\n');
}

/// What to say if not all pairings were played alike: rates of decks and players then depend on who met whom.
fn uneven(plan: &Plan, games: u64) -> Option<String> {
    let round = plan.round();
    let (rounds, more) = (games.checked_div(round)?, games.checked_rem(round)?);
    if more == 0 {
        return None;
    }
    let next = round.saturating_mul(rounds.saturating_add(1));
    let number = |n: u64, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let played = if games == 1 { "game is" } else { "games are" };
    Some(if rounds == 0 {
        format!("{games} {played} less than a round of {round}: decks have met unevenly; take {next}")
    } else {
        format!(
            "{games} {played} {} of {round} and {more} more: decks have met unevenly; take {} or {next}",
            number(rounds, "round"),
            round.saturating_mul(rounds)
        )
    })
}

fn players(out: &mut String, figures: &mut Figures, plan: &Plan, games: &[&GameResult]) {
    let mut scores = [Score::default(); 2];
    for game in games {
        for (seat, player) in P::BOTH.into_iter().zip(game.setup.players) {
            if let Some(score) = scores.get_mut(player) {
                score.count(&game.verdict, seat);
            }
        }
    }
    let [one, two] = &plan.players;
    let rows = scores.iter().zip(&plan.players).enumerate().map(|(at, (score, name))| {
        let name = if one == two {
            format!("{name} ({})", at + 1)
        } else {
            name.clone()
        };
        figures.rates.push(("players", name.clone(), score.won));
        score.row(name)
    });
    text::table(out, &headed("players"), &rows.collect::<Vec<_>>());
}

fn headed(first: &str) -> Vec<&str> {
    std::iter::once(first).chain(HEADS).collect()
}

fn decks(out: &mut String, figures: &mut Figures, plan: &Plan, games: &[&GameResult]) {
    let count = plan.decks.len();
    if count < 2 {
        return;
    }
    // Deck by deck, against each deck.
    let mut against = vec![vec![Score::default(); count]; count];
    let mut all = vec![Score::default(); count];
    let mut mirrors = vec![Score::default(); count];
    for game in games {
        let [one, two] = game.setup.decks;
        // Against itself a deck wins and loses at once: that says nothing about how good it is.
        if one == two {
            if let Some(score) = mirrors.get_mut(one) {
                score.count(&game.verdict, P::ONE);
            }
            continue;
        }
        for (seat, mine, other) in [(P::ONE, one, two), (P::TWO, two, one)] {
            if let Some(score) = against.get_mut(mine).and_then(|row| row.get_mut(other)) {
                score.count(&game.verdict, seat);
            }
            if let Some(score) = all.get_mut(mine) {
                score.count(&game.verdict, seat);
            }
        }
    }
    let rows = all.iter().zip(&plan.decks).map(|(score, name)| {
        figures.rates.push(("decks", name.clone(), score.won));
        score.row(name.clone())
    });
    text::table(out, &headed("decks"), &rows.collect::<Vec<_>>());
    if count < 3 && plan.mirrors.is_empty() {
        return;
    }
    let mut rows = Vec::new();
    for (a, row) in against.iter().enumerate() {
        // A pairing that did not come up has no rate.
        for (b, score) in row.iter().enumerate().filter(|(b, score)| a < *b && score.won.of > 0) {
            if let (Some(one), Some(two)) = (plan.decks.get(a), plan.decks.get(b)) {
                rows.push(score.row(format!("{one} against {two}")));
            }
        }
    }
    for (at, name) in plan.mirrors.iter().filter_map(|at| Some((*at, plan.decks.get(*at)?))) {
        let score = mirrors.get(at).copied().unwrap_or_default();
        if score.won.of > 0 {
            rows.push(score.bare_row(format!("{name} against itself")));
        }
    }
    text::table(out, &headed("pairings"), &rows);
}

fn seats(out: &mut String, figures: &mut Figures, games: &[&GameResult]) {
    let mut scores = [Score::default(); 4];
    for game in games {
        let [p1, p2, first, second] = &mut scores;
        p1.count(&game.verdict, P::ONE);
        p2.count(&game.verdict, P::TWO);
        first.count(&game.verdict, game.first);
        second.count(&game.verdict, game.first.other());
    }
    let names = ["seat p1", "seat p2", "first turn", "second turn"];
    let rows = scores.iter().zip(names).map(|(score, name)| {
        figures.rates.push(("seats", name.to_owned(), score.won));
        score.row(name.to_owned())
    });
    text::table(out, &headed("seats"), &rows.collect::<Vec<_>>());
}

/// Writes how numbers are spread; the classes.
fn length(out: &mut String, what: &str, numbers: Vec<u32>) -> Vec<(u32, u32, u64)> {
    let spread = Spread::of(numbers, CLASSES);
    let _ = writeln!(
        out,
        "{what}: least {}, median {}, mean {:.1}, most {}",
        spread.least, spread.median, spread.mean, spread.most
    );
    let most = spread.classes.iter().map(|(_, _, count)| *count).max().unwrap_or(0);
    let names: Vec<String> = spread
        .classes
        .iter()
        .map(|(from, to, _)| {
            if from == to {
                from.to_string()
            } else {
                format!("{from}–{to}")
            }
        })
        .collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, (_, _, count)) in names.iter().zip(&spread.classes) {
        let line = format!("  {name:>width$} {} {count}", text::bar(*count, most));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push('\n');
    spread.classes
}

/// Writes the table of cards; how often who played them won.
fn cards(out: &mut String, pool: &Pool, batch: &Batch, most: usize) -> Vec<(String, Rate)> {
    if most == 0 {
        return Vec::new();
    }
    let mut rows: Vec<_> = batch
        .cards
        .rows()
        .map(|(def, row)| (std::cmp::Reverse(row.seen), pool.def(def).name.as_str(), row))
        .collect();
    rows.sort_by_key(|(seen, name, _)| (*seen, *name));
    let shown = rows.len().min(most);
    let rate = |hits, of| Rate { hits, of }.words();
    let lines = rows.iter().take(most).map(|(_, name, row)| {
        vec![
            (*name).to_owned(),
            row.seen.to_string(),
            row.drawn.to_string(),
            rate(row.drawn_won, row.drawn),
            row.played.to_string(),
            rate(row.played_won, row.played),
        ]
    });
    let title = format!("cards ({shown} of {}, by players that saw them)", rows.len());
    let heads = [
        title.as_str(),
        "seen",
        "drawn",
        "won when drawn",
        "played",
        "won when played",
    ];
    text::table(out, &heads, &lines.collect::<Vec<_>>());
    let played = rows.iter().take(most).filter(|(_, _, row)| row.played > 0);
    let won = |row: &super::cards::CardRow| Rate {
        hits: row.played_won,
        of: row.played,
    };
    played.map(|(_, name, row)| ((*name).to_owned(), won(row))).collect()
}
