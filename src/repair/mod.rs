//! Repairs: what was probably meant, found by trial.
//!
//! Where an item cannot be read, small changes near the mistake (a word that is spelled nearly like this one, a bracket where the layout
//! shows that it belongs, a printed phrase in the words of the language) are tried one after another: the changed item is read and checked
//! again, and the cheapest change that leaves nothing to complain about becomes the message. So a message points at the slip itself instead
//! of the word behind it, one slip is one message, and what is suggested is known to be right.

mod apply;
mod brackets;
mod candidates;
mod dictionary;
mod edit;
mod judge;
mod layout;
mod message;
mod printed;
mod region;
mod spelling;
mod turned;

pub use apply::applied;
pub use judge::Judge;

use crate::diag::{Code, Diagnostic, Severity};
use crate::source::{FileId, Span};
use candidates::{Candidate, Suspect};
use dictionary::Dictionary;
use edit::Log;
use judge::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// Most changes that are tried for one run of the compiler; what is broken beyond that keeps its plain messages.
pub const MAX_TRIALS: usize = 20_000;

/// Most changes that are tried for one mistake.
const TRIALS_A_MISTAKE: usize = 400;

/// Most mistakes that are looked for in one item.
const MISTAKES_AN_ITEM: usize = 5;

/// A change that costs so little more than the best one could have been meant as well.
const AS_LIKELY: u32 = 2;

/// A change that costs so much more than one after which something else is wrong may be the only one that is needed: a bracket at the end of an item
/// lets its reading go on, and belongs further in.
const BETTER: u32 = 8;

/// Changes from this cost on are guesses: they are offered only beside the message that was there.
const GUESS: u32 = 30;

/// Finds repairs for the errors of one file. Errors whose cause is found are replaced by one message each, with the change that mends it.
pub fn mend(judge: &Judge<'_, '_>, file: FileId, text: &str, trials: &mut usize, diagnostics: &mut Vec<Diagnostic>) {
    let is_own = |d: &Diagnostic| d.severity() == Severity::Error && d.span.is_some_and(|span| span.file == file);
    if *trials == 0 || !diagnostics.iter().any(is_own) {
        return;
    }
    let regions = region::regions(text);
    // The region of an error: the last one that begins before it.
    let region_of = |d: &Diagnostic| {
        let start = d.span.filter(|_| is_own(d))?.start as usize;
        let at = regions.partition_point(|region| region.start <= start).checked_sub(1)?;
        regions
            .get(at)
            .is_some_and(|region| region.contains(&start))
            .then_some(at)
    };
    // An item that stands for too much is no slip, and each trial would read all of it again.
    let endless: BTreeSet<usize> = diagnostics
        .iter()
        .filter(|d| d.code == Code::ExpandsTooFar)
        .filter_map(region_of)
        .collect();
    let mut broken: BTreeSet<usize> = diagnostics.iter().filter_map(region_of).collect();
    broken.retain(|at| !endless.contains(at));
    let mut dictionary = None;
    let mut mended: BTreeMap<usize, Vec<Diagnostic>> = BTreeMap::new();
    for at in broken {
        let Some(region) = regions.get(at).filter(|_| *trials > 0) else {
            break;
        };
        let Some(own) = text.get(region.clone()) else { continue };
        let first = judge.verdict(own);
        if first.is_clean() {
            continue;
        }
        let dictionary = dictionary.get_or_insert_with(|| Dictionary::of(judge.scope));
        let mut session = Session {
            judge,
            dictionary,
            trials,
        };
        let told = session.repaired(own, first);
        if !told.is_empty() {
            mended.insert(at, told);
        }
    }
    diagnostics.retain(|d| region_of(d).is_none_or(|at| !mended.contains_key(&at)));
    for (at, told) in mended {
        let base = regions.get(at).map_or(0, |region| region.start);
        let base = u32::try_from(base).unwrap_or(u32::MAX);
        diagnostics.extend(told.into_iter().map(|d| moved(d, file, base)));
    }
}

/// A diagnostic of an item, told for its file.
fn moved(mut diagnostic: Diagnostic, file: FileId, base: u32) -> Diagnostic {
    let shift = |span: Span| Span {
        file,
        start: span.start.saturating_add(base),
        end: span.end.saturating_add(base),
    };
    // What lies in another file (the definition of a keyword) stays where it is.
    let own = |span: Span| if span.file == judge::TRIAL { shift(span) } else { span };
    diagnostic.span = diagnostic.span.map(own);
    for (span, _) in &mut diagnostic.labels {
        *span = own(*span);
    }
    for fix in &mut diagnostic.fixes {
        for (span, _) in &mut fix.edits {
            *span = own(*span);
        }
    }
    diagnostic
}

struct Session<'j, 'a, 's, 't> {
    judge: &'j Judge<'a, 's>,
    dictionary: &'j Dictionary,
    trials: &'t mut usize,
}

/// A change that helps, and what is left after it.
struct Found {
    candidate: Candidate,
    /// The text with the change.
    text: String,
    verdict: Verdict,
    /// Whether nothing else is as likely.
    only: bool,
}

impl Found {
    /// How much more a change may cost to be tried as well.
    fn patience(&self) -> u32 {
        if self.verdict.is_clean() { AS_LIKELY } else { BETTER }
    }
}

impl Session<'_, '_, '_, '_> {
    /// The messages of an item after its mistakes were found; none if no mistake was.
    fn repaired(&mut self, own: &str, first: Verdict) -> Vec<Diagnostic> {
        let mut told: Vec<Diagnostic> = Vec::new();
        let mut log = Log::default();
        let mut text = own.to_owned();
        let mut verdict = first;
        for _ in 0..MISTAKES_AN_ITEM {
            if verdict.is_clean() {
                break;
            }
            let Some(found) = self.search(&text, &verdict) else {
                break;
            };
            let Some(problem) = message::of(&text, &verdict, &found.candidate, found.only, &log) else {
                break;
            };
            told.push(problem);
            for (range, with) in found.candidate.edits.iter().rev() {
                log.push(range.clone(), with.len());
            }
            text = found.text;
            verdict = found.verdict;
        }
        if !told.is_empty() {
            told.extend(verdict.errors.into_iter().map(|d| log.told(d)));
        }
        told
    }

    /// The cheapest change that helps.
    fn search(&mut self, text: &str, before: &Verdict) -> Option<Found> {
        let suspect = Suspect::new(text, before);
        let mut best: Option<Found> = None;
        for (tried, candidate) in candidates::all(&suspect, self.dictionary).into_iter().enumerate() {
            let limit = best
                .as_ref()
                .map_or(u32::MAX, |found| found.candidate.cost.saturating_add(found.patience()));
            if candidate.cost > limit || tried >= TRIALS_A_MISTAKE || *self.trials == 0 {
                break;
            }
            *self.trials -= 1;
            let changed = candidate.applied(text);
            let verdict = self.judge.verdict(&changed);
            if !verdict.helps(before, text, &changed, &candidate) {
                continue;
            }
            match &mut best {
                None => {
                    best = Some(Found {
                        candidate,
                        text: changed,
                        verdict,
                        only: true,
                    });
                }
                Some(found) if better(&verdict, &candidate, found) => {
                    let only = changed == found.text;
                    *found = Found {
                        candidate,
                        text: changed,
                        verdict,
                        only,
                    };
                }
                Some(found) => {
                    let as_likely = candidate.cost <= found.candidate.cost.saturating_add(AS_LIKELY);
                    found.only &= changed == found.text || !as_likely;
                }
            }
        }
        best
    }
}

/// Whether a change of nearly the same cost is better than the one that was found.
fn better(verdict: &Verdict, candidate: &Candidate, found: &Found) -> bool {
    let key = |v: &Verdict, c: &Candidate| (!v.is_clean(), v.warnings, c.cost);
    key(verdict, candidate) < key(&found.verdict, &found.candidate)
}
