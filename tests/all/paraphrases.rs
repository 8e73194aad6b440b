//! Sentences that must do the same do the same on generated boards, and sentences that must not do not: `tests/paraphrases`, whose README has the form of
//! the files.

use super::support::{self, game_names};
use cardwright::compile::{self, Compiled};
use cardwright::exec::{Game, Status};
use cardwright::golden::{self, Job, Shared};
use cardwright::ir::Module;
use cardwright::kernel::{Answer, AskKind, Atom, P, Rng};
use cardwright::play;
use cardwright::source::SourceFile;
use rayon::prelude::*;
use std::fmt::Write as _;

/// Boards for each sentence.
const BOARDS: u64 = 10;
/// The most answers after the card was played.
const ANSWERS: u32 = 120;

/// How a sentence becomes a card that is played.
#[derive(Debug, Clone, Default)]
struct Frame {
    name: String,
    /// The zone in which the card lies at first.
    zone: String,
    doing: Vec<String>,
    card: Vec<String>,
}

/// Which sentences are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// They must do the same, and the logs must say the same.
    Same,
    /// They must do the same; the logs may call it differently.
    SameBoard,
    /// They must not do the same on all boards.
    Differ,
}

#[derive(Debug)]
struct Group {
    kind: Kind,
    frame: String,
    title: String,
    sentences: Vec<String>,
}

/// A zone of a board: how many cards of which list lie there.
#[derive(Debug)]
struct Fill {
    zone: String,
    least: u32,
    most: u32,
    list: String,
}

#[derive(Debug, Default)]
struct Script {
    head: Vec<String>,
    lists: Vec<(String, Vec<String>)>,
    fills: Vec<Fill>,
    fixed: Vec<String>,
    frames: Vec<Frame>,
    groups: Vec<Group>,
}

/// The quoted names of a line.
fn names(line: &str) -> Vec<String> {
    line.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn group(line: &str) -> Group {
    let title = names(line).pop().unwrap_or_else(|| panic!("a title: {line}"));
    let words: Vec<&str> = line.split('"').next().unwrap_or("").split_whitespace().collect();
    let (kind, frame) = match words.as_slice() {
        ["same", frame] => (Kind::Same, frame),
        ["same", "board", frame] => (Kind::SameBoard, frame),
        ["differ", frame] => (Kind::Differ, frame),
        _ => panic!("same FRAME, same board FRAME or differ FRAME: {line}"),
    };
    Group {
        kind,
        frame: (*frame).to_owned(),
        title,
        sentences: Vec::new(),
    }
}

fn fill(line: &str) -> Fill {
    let (zone, rest) = line.rsplit_once(" from ").unwrap_or_else(|| panic!("from: {line}"));
    let (zone, range) = zone.rsplit_once(' ').expect("a zone");
    let (least, most) = range.split_once("..").expect("a range");
    Fill {
        zone: zone.to_owned(),
        least: least.parse().expect("a number"),
        most: most.parse().expect("a number"),
        list: rest.to_owned(),
    }
}

/// Reads a file of groups.
fn script(text: &str) -> Script {
    let mut script = Script::default();
    let mut part = String::new();
    for line in text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
        let inner = line.starts_with("  ");
        let line = line.trim();
        let first = line.split_whitespace().next().unwrap_or("");
        if !inner {
            first.clone_into(&mut part);
            match first {
                "use" | "set" => script.head.push(line.to_owned()),
                "list" => script
                    .lists
                    .push((line.split_whitespace().nth(1).unwrap_or("").to_owned(), names(line))),
                "board" => {}
                "frame" => script.frames.push(Frame {
                    name: line.split_whitespace().nth(1).unwrap_or("").to_owned(),
                    ..Frame::default()
                }),
                "same" | "differ" => script.groups.push(group(line)),
                _ => panic!("what is this line? {line}"),
            }
            continue;
        }
        match (part.as_str(), first) {
            ("list", _) => script.lists.last_mut().expect("a list").1.extend(names(line)),
            ("board", "=") => script.fixed.push(line.trim_start_matches("= ").to_owned()),
            ("board", _) => script.fills.push(fill(line)),
            ("frame", word) => {
                let frame = script.frames.last_mut().expect("a frame");
                let rest = line[word.len()..].trim().to_owned();
                match word {
                    "in" => frame.zone = rest,
                    "do" => frame.doing.push(rest),
                    "card" => frame.card.push(rest),
                    _ => panic!("in, do or card: {line}"),
                }
            }
            _ => script
                .groups
                .last_mut()
                .expect("a group")
                .sentences
                .push(line.to_owned()),
        }
    }
    script
}

/// A board: every card of a list lies in one place at most, as long as there are enough.
fn board(script: &Script, frame: &Frame, seed: u64) -> String {
    let mut rng = Rng::new(seed.wrapping_mul(0x9E37_79B9).wrapping_add(7));
    let mut lists = script.lists.clone();
    for (_, names) in &mut lists {
        rng.shuffle(names);
    }
    let mut out = String::new();
    let mut placed = false;
    for fill in &script.fills {
        let mut count = fill.least + rng.below(fill.most - fill.least + 1);
        let mut cards: Vec<String> = Vec::new();
        if fill.zone == frame.zone {
            placed = true;
            cards.push("\"Probe\"".to_owned());
            count = if fill.most == 1 { 0 } else { count };
        }
        let (_, names) = lists.iter_mut().find(|(name, _)| *name == fill.list).expect("a list");
        for _ in 0..count {
            let name = names.pop().expect("a list with enough cards for the board");
            cards.push(format!("\"{name}\""));
        }
        if !cards.is_empty() {
            let _ = writeln!(out, "    {}: {}", fill.zone, cards.join(", "));
        }
    }
    if !placed {
        let _ = writeln!(out, "    {}: \"Probe\"", frame.zone);
    }
    for line in &script.fixed {
        let _ = writeln!(out, "    {line}");
    }
    out
}

/// A card file with the sentence on a card, and a test for each board. Without a sentence the lines of the card that would hold it are left out.
fn card_file(script: &Script, frame: &Frame, sentence: Option<&str>) -> String {
    let mut out = script.head.join("\n");
    out.push_str("\n\ncard \"Probe\" PP-01 {\n");
    for line in &frame.card {
        match sentence {
            Some(sentence) => {
                let _ = writeln!(out, "  {}", line.replace('@', sentence));
            }
            None if line.contains('@') => {}
            None => {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    out.push_str("}\n");
    for seed in 0..BOARDS {
        let _ = write!(
            out,
            "\ntest \"board {seed}\" {{\n  given {{\n{}  }}\n",
            board(script, frame, seed)
        );
        if !frame.doing.is_empty() {
            let _ = writeln!(out, "  do {{ {} }}", frame.doing.join("\n"));
        }
        out.push_str("  expect { game on }\n}\n");
    }
    out
}

/// What became of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ending {
    log: Vec<String>,
    boards: Vec<String>,
}

fn boards(game: &Game) -> Vec<String> {
    let views = P::BOTH.map(|p| game.view(p));
    play::board(&game.pool, [&views[0], &views[1]])
}

/// Answers every question by what the answers say, chances to act by doing nothing, until the turn player may act freely (`turns` 0), or so many turns on.
fn play_on(game: &mut Game, turns: u16, rng: &mut Rng) {
    let last = game.state.turn.number + turns;
    for _ in 0..ANSWERS {
        let Status::Decide(_) = game.advance() else { return };
        let Some(ask) = game.state.ask else { return };
        if matches!(ask.kind, AskKind::Act(_)) {
            if game.is_settled() && game.state.turn.number >= last {
                return;
            }
            let pass = (0..game.answer_count()).find(|n| game.answer_atom(*n) == Some(Atom::Pass));
            if game.answer(Answer::Pick(pass.unwrap_or(0))).is_err() {
                return;
            }
            continue;
        }
        let number = if ask.range.is_some() {
            rng.below(game.answer_count())
        } else {
            let words = game.answers_words(usize::MAX);
            let mut sorted: Vec<&String> = words.iter().collect();
            sorted.sort();
            sorted.dedup();
            let picked = sorted[rng.below(u32::try_from(sorted.len()).expect("few answers")) as usize];
            let at = words.iter().position(|w| w == picked).expect("one of them");
            u32::try_from(at).expect("few answers")
        };
        if game.answer(Answer::Pick(number)).is_err() {
            return;
        }
    }
}

fn compiled(game: &str, text: &str) -> Result<Compiled, String> {
    let mut files = vec![SourceFile::new(
        format!("tests/paraphrases/{game}/probe.card"),
        text.to_owned(),
    )];
    let shared = support::card_files(&format!("tests/paraphrases/{game}"));
    files.extend(shared.into_iter().map(|(name, text)| SourceFile::new(name, text)));
    let compiled = compile::compile(files);
    if compiled.counts().0 > 0 {
        let errors = compiled
            .diagnostics
            .iter()
            .filter(|d| d.severity() == cardwright::diag::Severity::Error);
        let messages: Vec<String> = errors.map(|d| format!("{:?} {}", d.code, d.message)).collect();
        return Err(messages.join("\n"));
    }
    Ok(compiled)
}

/// Plays a sentence on all boards.
fn endings(game: &str, text: &str) -> Result<Vec<Ending>, String> {
    let compiled = compiled(game, text)?;
    let is_own = |m: &&Module| m.files.first().is_some_and(|f| f.ends_with("probe.card"));
    let module = compiled.modules.iter().find(is_own).ok_or("no module")?;
    let library: Vec<&Module> = std::iter::once(module)
        .chain(compiled.modules.iter().filter(|m| !is_own(m)))
        .collect();
    let edition = module.played_by().into_iter().next().flatten();
    let shared = Shared::default();
    let mut out = Vec::new();
    for (seed, test) in (0u64..).zip(&module.tests) {
        let job = Job {
            module,
            library: &library,
            test,
            edition,
            shared: &shared,
            trace: false,
        };
        let mut game = golden::record(&job)
            .map_err(|why| format!("{}: {why}", test.name))?
            .game;
        let mut rng = Rng::new(seed);
        play_on(&mut game, 0, &mut rng);
        let mut seen = boards(&game);
        play_on(&mut game, 1, &mut rng);
        seen.extend(boards(&game));
        out.push(Ending {
            log: game.log_lines(None),
            boards: seen,
        });
    }
    Ok(out)
}

fn first_difference(one: &[String], two: &[String]) -> String {
    let pair = one.iter().zip(two).find(|(a, b)| a != b);
    pair.map_or_else(
        || format!("{} lines and {} lines", one.len(), two.len()),
        |(a, b)| format!("{a}\n      {b}"),
    )
}

/// What is wrong with a group, if anything is.
fn judge(game: &str, script: &Script, group: &Group) -> Result<(), String> {
    let frame = script.frames.iter().find(|f| f.name == group.frame);
    let frame = frame.ok_or_else(|| format!("there is no frame {}", group.frame))?;
    let play = |sentence: Option<&str>| {
        endings(game, &card_file(script, frame, sentence))
            .map_err(|why| format!("{}\n      {why}", sentence.unwrap_or("without a sentence")))
    };
    let all: Vec<Vec<Ending>> = group
        .sentences
        .iter()
        .map(|s| play(Some(s)))
        .collect::<Result<_, _>>()?;
    let (first, others) = all.split_first().ok_or("no sentence")?;
    if others.is_empty() {
        return Err("one sentence alone".to_owned());
    }
    let blank = play(None)?;
    if group.kind != Kind::Differ && first.iter().zip(&blank).all(|(a, b)| a.boards == b.boards) {
        return Err(format!("it does nothing on any board: {}", group.sentences[0]));
    }
    for (other, sentence) in others.iter().zip(&group.sentences[1..]) {
        let parted = first.iter().zip(other).position(|(a, b)| match group.kind {
            Kind::SameBoard => a.boards != b.boards,
            Kind::Same | Kind::Differ => a != b,
        });
        match (group.kind, parted) {
            (Kind::Differ, None) => return Err(format!("no difference: {sentence}")),
            (Kind::Same | Kind::SameBoard, Some(at)) => {
                let (a, b) = (&first[at], &other[at]);
                let shown = if a.boards == b.boards {
                    first_difference(&a.log, &b.log)
                } else {
                    format!(
                        "{}\n      {}",
                        first_difference(&a.boards, &b.boards),
                        first_difference(&a.log, &b.log)
                    )
                };
                return Err(format!("board {at}: {sentence}\n      {shown}"));
            }
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn paraphrases_do_the_same_and_others_do_not() {
    let (mut same, mut differ) = (0, 0);
    let mut wrong: Vec<String> = Vec::new();
    for game in game_names() {
        let path = format!("{}/tests/paraphrases/{game}/groups.txt", env!("CARGO_MANIFEST_DIR"));
        let script = script(&std::fs::read_to_string(&path).expect("the groups"));
        same += script.groups.iter().filter(|g| g.kind != Kind::Differ).count();
        differ += script.groups.iter().filter(|g| g.kind == Kind::Differ).count();
        let judged: Vec<Option<String>> = script
            .groups
            .par_iter()
            .map(|group| {
                judge(game, &script, group)
                    .err()
                    .map(|why| format!("{game}: {}\n    {why}", group.title))
            })
            .collect();
        wrong.extend(judged.into_iter().flatten());
    }
    assert!(
        wrong.is_empty(),
        "{} groups are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(same >= 60 && differ >= 40, "{same} groups and {differ} pairs");
}
