//! What is fed, and what must hold of it. A target panics if something does not hold; it takes any bytes.

use cardwright::exec::{Game, Status};
use cardwright::kernel::Answer;
use cardwright::play::{ReplayFile, Table};
use cardwright::source::SourceFile;
use cardwright::{catalog, compile, diag, fmt, lex};
use std::sync::{Arc, LazyLock};

/// The targets by name.
pub(crate) const TARGETS: [(&str, fn(&[u8])); 6] = [
    ("tokens", tokens),
    ("cards", cards),
    ("scenarios", scenarios),
    ("replay", replay),
    ("save", save),
    ("answers", answers),
];

/// The bundled cards of a game, linked.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let all = catalog::files("weiss").expect("the game");
    let plain = all.sets.iter().filter(|file| !file.name.contains("test"));
    let files = plain.map(|file| SourceFile::new(file.name, file.text)).collect();
    Table::from_modules("weiss", &compile::compile(files).modules).expect("its cards")
});

fn new_game(seed: u64) -> Game {
    TABLE.new_game("Lamplighters", "Deep Water", seed).expect("legal decks")
}

/// The tokens of a text are the text.
fn tokens(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let joined: String = lex::lex(&text).iter().map(|token| token.text(&text)).collect();
    assert_eq!(joined, text);
}

/// A text is compiled or told of, every message can be shown, and formatting twice is formatting once.
fn cards(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let once = fmt::format(&text);
    assert_eq!(fmt::format(&once), once);
    let compiled = compile::compile(vec![SourceFile::new("fuzz.card", text)]);
    for problem in compiled.diagnostics.iter().take(20) {
        assert!(!diag::short(problem, &compiled.sources).is_empty());
    }
    if compiled.counts().0 == 0 {
        for module in &compiled.modules {
            // What checks can be linked; it may have no decks.
            let table = Table::from_modules(&module.game, &compiled.modules);
            assert!(table.is_ok(), "{:?}", table.err());
        }
    }
}

/// Lines of a test.
fn scenarios(bytes: &[u8]) {
    let lines = String::from_utf8_lossy(bytes);
    let head = "use weiss\nset \"F\" code F\ncard \"Mio\" F-1 {\n  character, color red, level 0, cost 0, power 500, soul 1, side weiss\n}\n";
    cards(format!("{head}test \"t\" {{\n{lines}\n}}\n").as_bytes());
}

/// A replay file is read or refused; what is read can be written and read again.
fn replay(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(file) = ReplayFile::read(&text) {
        let again = ReplayFile::read(&file.write()).expect("its own text");
        assert!(again == file);
    }
}

/// A save is loaded or refused; what is loaded is sound and goes on.
fn save(bytes: &[u8]) {
    if let Ok(mut game) = Game::load(Arc::clone(&TABLE.pool), bytes) {
        game.check_invariants().expect("a loaded game is sound");
        game.advance();
    }
}

/// Every byte answers a question; the first is the seed.
fn answers(bytes: &[u8]) {
    let Some((seed, picks)) = bytes.split_first() else {
        return;
    };
    let mut game = new_game(u64::from(*seed));
    for (n, pick) in picks.iter().enumerate() {
        let Status::Decide(_) = game.advance() else { return };
        if n % 16 == 0 {
            game.check_invariants().expect("a sound state");
        }
        let count = game.answer_count().max(1);
        game.answer(Answer::Pick(u32::from(*pick) % count))
            .expect("a legal answer");
    }
}

/// Inputs to begin with, besides those that were kept.
pub(crate) fn first(target: &str) -> Vec<Vec<u8>> {
    match target {
        "replay" => Vec::new(),
        "save" => (0..3)
            .map(|seed| {
                let mut game = new_game(seed);
                game.advance();
                game.save()
            })
            .collect(),
        "answers" => vec![vec![7; 400], (0..=255).cycle().take(600).collect()],
        "scenarios" => vec![
            b"  given { p1 hand: \"Mio\" * 2, \"Mio\" rested ; seed 7 }\n  do { p1 play \"Mio\" on C1 ; until over }\n  expect { p1 hand 1 ; p1 C1: \"Mio\" }".to_vec(),
        ],
        _ => {
            let all = catalog::GAMES.iter().flat_map(|game| game.sets);
            all.filter(|file| file.text.len() < 5000).map(|file| file.text.as_bytes().to_vec()).collect()
        }
    }
}

/// A small generator, so that a run can be repeated.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (n.max(1) as u64)).unwrap_or(0)
    }
}

/// An input with some of it changed, or joined with another one.
pub(crate) fn changed(input: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = input.to_vec();
    for _ in 0..=random.below(4) {
        let (at, end) = (random.below(out.len() + 1), random.below(out.len() + 1));
        let (at, end) = (at.min(end), at.max(end));
        match random.below(6) {
            0 if !out.is_empty() => {
                out[at.min(input.len().max(1) - 1).min(end.saturating_sub(1))] ^= 1 << random.below(8)
            }
            1 => drop(out.drain(at..end.min(at + 40))),
            2 => {
                let copy = out[at..end.min(at + 200)].to_vec();
                out.splice(end..end, copy);
            }
            3 => out.insert(at, b"\0\n\r\"{}[]<>#'\\~\xFF\xE2"[random.below(16)]),
            4 if !other.is_empty() => {
                let from = random.below(other.len());
                let part = &other[from..(from + random.below(120)).min(other.len())];
                out.splice(at..at, part.iter().copied());
            }
            _ => out.truncate(out.len() - random.below(out.len() / 4 + 1)),
        }
    }
    out.truncate(1 << 16);
    out
}
