//! Boards for hostile scripts, and games on them that are played for a bounded number of decisions.

use cardwright::compile;
use cardwright::exec::{Game, Kernel, Pool, Status};
use cardwright::games;
use cardwright::kernel::{Answer, Card, DefId, Flag, Outcome, P, TimeId};
use cardwright::source::SourceFile;
use std::sync::Arc;

/// A game without cards yet, whose pool has the cards of a text.
pub(crate) fn empty(game: &str, edition: Option<&str>, text: String) -> Game {
    let compiled = compile::compile(vec![SourceFile::new("hostile.card", text)]);
    assert!(compiled.diagnostics.is_empty(), "{:#?}", compiled.diagnostics);
    let kernel: &'static dyn Kernel = games::kernel(game, edition).expect("the game");
    let module = compiled.modules.first().expect("a module");
    let sources: Vec<_> = module.cards.iter().map(|c| (module, c)).collect();
    Game::new(Arc::new(Pool::link(kernel, &sources).expect("the cards link")), 1)
}

/// A card of the text by its name.
pub(crate) fn def(game: &Game, name: &str) -> DefId {
    game.pool.def_named(name).expect("a card of the text")
}

/// Puts so many of a card into a place of a zone.
pub(crate) fn put(game: &mut Game, def: DefId, owner: P, (zone, position): (&str, u8), n: usize) {
    let layout = game.pool.layout;
    let zone = layout.zone_named(zone).expect("a zone");
    for _ in 0..n {
        let cell = layout.at(owner, zone, position);
        let ix = u16::try_from(game.state.cards.len()).expect("few cards");
        let mut new = Card::new(def, cell, owner);
        new.set(Flag::FaceDown, layout.zone(zone).face_down);
        game.state.cards.push(new);
        game.state.cells.add(cell, ix);
    }
}

/// The game goes on in the main phase of the third turn: at its beginning, or behind it.
pub(crate) fn main_phase(mut game: Game, start: bool) -> Game {
    game.state.turn.number = 3;
    game.state.dirty = true;
    let times = game.kernel().tables().times;
    let main = times.iter().position(|t| t.word == "main-phase");
    let main = TimeId(u8::try_from(main.expect("the main phase")).expect("few times"));
    assert!(game.kernel().begin_at(&mut game, main, start));
    game
}

/// Plays on for so many decisions at the most: eagerly with the last legal answer each time, which is the most adventurous one, or with one after the
/// other.
pub(crate) fn play(mut game: Game, eager: bool, most: u32) -> (Option<Outcome>, Game) {
    for n in 0..most {
        match game.advance() {
            Status::Over(outcome) => return (Some(outcome), game),
            Status::Decide(_) => {
                let last = game.answer_count() - 1;
                let pick = if eager { last } else { n % (last + 1) };
                game.answer(Answer::Pick(pick)).expect("a legal answer");
            }
        }
        game.check_invariants().expect("the state is sound");
    }
    (None, game)
}

/// Played either way, the game ends, or it is still sound and within bounds.
pub(crate) fn survives(board: impl Fn() -> Game, most: u32) {
    for eager in [true, false] {
        let (_, game) = play(board(), eager, most);
        let state = &game.state;
        for (what, n) in [
            ("cards", state.cards.len()),
            ("abilities that stand by", state.standby.len()),
            ("ties", state.ties.len()),
            ("announcements", state.pending.len()),
        ] {
            assert!(n <= 4096, "{n} {what}");
        }
        let bytes = game.save();
        assert!(Game::load(Arc::clone(&game.pool), &bytes).is_ok(), "its own save");
    }
}
