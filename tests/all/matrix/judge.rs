//! Whether a sentence acts: what it tells happens on boards without it, and then it is tried on the same boards.

use super::cast::Cast;
use super::ground::{Ground, Play};
use super::meaning::{Fit, Meaning};
use super::sentence::{Form, Sentence};
use super::table::Verdict;
use super::witness::Event;
use cardwright::kernel::{AbilityIx, DefId};

/// On how many boards on which it happens a sentence is tried.
const TRIES: usize = 5;

/// The line that says the sentence.
pub(super) fn line(cast: &Cast, form: Form, sentence: &Sentence) -> String {
    let (here, text) = (cast.here, sentence.text(cast, form));
    let line = match form {
        Form::Cannot => format!("CONT {here} {{ {text} }}"),
        Form::When => format!("AUTO {here}, {text} {{ {} until end of turn }}", cast.boost),
        Form::Past => format!("CONT {here}, {text} {{ {} }}", cast.boost),
        Form::Instead => format!("CONT {here}, {text}, instead {{ {} until end of turn }}", cast.boost),
    };
    line.replace(" ,", "").replace("  ", " ")
}

pub(super) fn judge(ground: &Ground, form: Form, sentence: Sentence, card: &str, plain: &[Play]) -> Verdict {
    let seeds = plain
        .iter()
        .filter(|play| first(ground, sentence, play).is_some())
        .map(|play| play.seed);
    let seeds: Vec<u64> = seeds.take(TRIES).collect();
    if seeds.is_empty() {
        return Verdict::Unseen;
    }
    let def = ground.def(card);
    let tried: Vec<Play> = seeds
        .iter()
        .filter_map(|seed| ground.play(sentence.verb, def, *seed))
        .collect();
    match form {
        Form::Cannot => {
            let leaks: Vec<String> = tried.iter().filter_map(|play| first(ground, sentence, play)).collect();
            verdict(leaks, seeds.len())
        }
        Form::When => answered(ground, sentence, &tried),
        Form::Past => asked(ground, sentence, &tried),
        Form::Instead => replaced(ground, sentence, &tried),
    }
}

fn verdict(wrong: Vec<String>, of: usize) -> Verdict {
    match wrong.first() {
        Some(first) => Verdict::Wrong(wrong.len(), of, first.clone()),
        None => Verdict::Shown(of),
    }
}

fn meaning(ground: &Ground, sentence: Sentence, play: &Play) -> Meaning<'static> {
    Meaning::new(sentence, ground.cast, ground.stage.pool.kernel.tables(), play.me)
}

/// The first event of a play that the sentence tells of while a watching card lies in its place.
fn first(ground: &Ground, sentence: Sentence, play: &Play) -> Option<String> {
    let meaning = meaning(ground, sentence, play);
    let told = play
        .events
        .iter()
        .find(|event| !event.watchers.is_empty() && meaning.fit(event) == Fit::Yes)?;
    Some(words(play, told))
}

fn words(play: &Play, event: &Event) -> String {
    format!("seed {} me {:?}: {event:?}", play.seed, play.me)
}

/// A trigger: every event that the sentence tells of sets it off, and nothing else does.
fn answered(ground: &Ground, sentence: Sentence, tried: &[Play]) -> Verdict {
    let mut wrong = Vec::new();
    for play in tried {
        let meaning = meaning(ground, sentence, play);
        // What happens at once is answered together.
        let batches = play.events.chunk_by(|a, b| a.fired == b.fired);
        for batch in batches {
            let best = batch.iter().map(|event| meaning.fit(event)).max().unwrap_or(Fit::No);
            let (before, now) = batch.first().map_or((0, 0), |event| event.fired);
            let told = batch
                .iter()
                .find(|event| meaning.fit(event) == best)
                .unwrap_or(&batch[0]);
            if best == Fit::Yes && now == before && !told.watchers.is_empty() {
                wrong.push(format!("not answered: {}", words(play, told)));
            } else if best == Fit::No && now > before && !told.strays {
                wrong.push(format!("answered: {}", words(play, told)));
            }
        }
    }
    verdict(wrong, tried.len())
}

/// A question about the past: it is true as soon as it has happened this turn, and not before.
fn asked(ground: &Ground, sentence: Sentence, tried: &[Play]) -> Verdict {
    let mut wrong = Vec::new();
    for play in tried {
        let mut meaning = meaning(ground, sentence, play);
        for look in &play.looks {
            meaning.this = Some((look.ix, look.life));
            let so_far = play.events[..look.events]
                .iter()
                .filter(|event| event.turn == look.turn);
            let best = so_far
                .map(|event| (meaning.fit(event), event))
                .max_by_key(|(fit, _)| *fit);
            match best {
                Some((Fit::Yes, event)) if !look.great => {
                    wrong.push(format!("not true: {}", words(play, event)));
                    break;
                }
                Some((Fit::No, _)) | None if look.great => {
                    wrong.push(format!("true: seed {} me {:?} {look:?}", play.seed, play.me));
                    break;
                }
                _ => {}
            }
        }
    }
    verdict(wrong, tried.len())
}

/// A replacement: what is replaced does not happen, and what stands for it does.
fn replaced(ground: &Ground, sentence: Sentence, tried: &[Play]) -> Verdict {
    let leaks: Vec<String> = tried.iter().filter_map(|play| first(ground, sentence, play)).collect();
    if leaks.is_empty() && !tried.iter().any(|play| play.looks.iter().any(|look| look.great)) {
        return Verdict::Unseen;
    }
    verdict(leaks, tried.len())
}

/// How often the only ability of a card has been set off.
pub(super) fn ability(ground: &Ground, def: DefId) -> Option<AbilityIx> {
    ground.stage.pool.def(def).abilities.first().copied()
}
