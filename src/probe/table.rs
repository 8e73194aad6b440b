//! The cards that probing needs, linked together: those of the set, what they import, the bundled ones; and positions of games between bundled decks.

use super::directed::{Directed, Mood};
use crate::compile;
use crate::exec::{Game, Kernel, LinkError, Pool, Source, Status};
use crate::ir::Module;
use crate::kernel::{AskKind, Card, Cells, Counter, DeckCard, DefId, Flag, Laid, Player, Rng, Turn};
use crate::play;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most positions that are kept.
const POSITIONS: usize = 96;
/// The most games that are played for them.
const GAMES: u64 = 10;
/// The most decisions of such a game.
const DECISIONS: u32 = 900;

/// A position of a game, as cards on a table.
#[derive(Debug, Clone)]
pub(super) struct Position {
    pub(super) cards: Vec<Card>,
    pub(super) cells: Cells,
    pub(super) players: [Player; 2],
    pub(super) counters: Vec<Counter>,
    pub(super) laid: Vec<Laid>,
    pub(super) turn: Turn,
}

/// The bundled sets of a game, compiled.
pub(super) fn bundled(game: &str) -> Vec<Module> {
    compile::compile(play::bundled(game)).modules
}

/// The cards of a set with everything that may lie on a table with them.
pub(super) fn sources<'m>(own: &'m Module, others: &[&'m Module], edition: Option<&str>) -> Vec<Source<'m>> {
    let lines = others.iter().flat_map(|m| &m.decks).flat_map(|d| &d.lines);
    let listed: BTreeSet<&str> = lines.filter_map(|line| line.id.as_deref()).collect();
    let mut names = BTreeSet::new();
    let mut sources: Vec<Source<'m>> = Vec::new();
    for card in &own.cards {
        names.insert(card.name.as_str());
        sources.push((own, card));
    }
    for module in others.iter().filter(|m| m.is_for(edition)) {
        for card in &module.cards {
            if names.insert(card.name.as_str()) || card.id.as_deref().is_some_and(|id| listed.contains(id)) {
                sources.push((module, card));
            }
        }
    }
    sources
}

/// Links what can be linked; too large a pool is tried again with the cards of the set and of decks only. The errors are those of cards that were left
/// out.
pub(super) fn link(
    kernel: &'static dyn Kernel,
    mut sources: Vec<Source<'_>>,
    own: usize,
    others: &[&Module],
) -> (Option<Pool>, Vec<LinkError>) {
    let mut left_out = Vec::new();
    let lines = others.iter().flat_map(|m| &m.decks).flat_map(|d| &d.lines);
    let in_decks: BTreeSet<&str> = lines.map(|line| line.card.as_str()).collect();
    let mut own = own;
    for _ in 0..8 {
        match Pool::link(kernel, &sources) {
            Ok(pool) => return (Some(pool), left_out),
            Err(errors) => {
                let before = sources.len();
                let bad = |source: &Source<'_>| errors.iter().any(|e| e.card == source.1.name);
                let own_bad = sources.iter().take(own).filter(|s| bad(s)).count();
                sources.retain(|source| !bad(source));
                own = own.saturating_sub(own_bad);
                if sources.len() == before {
                    let mut at = 0;
                    sources.retain(|(_, card)| {
                        at += 1;
                        at <= own || in_decks.contains(card.name.as_str())
                    });
                    if sources.len() == before {
                        break;
                    }
                }
                left_out.extend(errors);
            }
        }
    }
    (None, left_out)
}

/// The decks that can be played with a pool.
pub(super) fn decks(pool: &Pool, modules: &[&Module], edition: Option<&str>) -> Vec<Vec<DeckCard>> {
    let modules = modules.iter().filter(|m| m.is_for(edition));
    let mut out = Vec::new();
    for deck in modules.flat_map(|m| &m.decks) {
        let cards: Option<Vec<(DeckCard, u32)>> = deck
            .lines
            .iter()
            .map(|line| {
                let def = pool.def_listed(&line.card, line.id.as_deref())?;
                let part = pool.kernel.tables().deck_part(line.part.as_deref());
                Some((DeckCard { def, part }, line.count))
            })
            .collect();
        if let Some(cards) = cards {
            let copies = |(card, count): (DeckCard, u32)| (0..count.min(1000)).map(move |_| card);
            out.push(cards.into_iter().flat_map(copies).collect());
        }
    }
    out
}

/// Positions of games between the decks, at the first decision of turns.
pub(super) fn positions(pool: &Arc<Pool>, decks: &[Vec<DeckCard>]) -> Vec<Position> {
    let mut out = Vec::new();
    for seed in 0..GAMES {
        let mut rng = Rng::new(seed);
        let mut deck = || {
            let at = rng.below(u32::try_from(decks.len()).unwrap_or(0)) as usize;
            decks.get(at)
        };
        let (Some(one), Some(two)) = (deck(), deck()) else {
            break;
        };
        let mut game = Game::start(Arc::clone(pool), [one, two], seed);
        let mut player = Directed::new(seed, &[], Mood::Idle);
        let mut last = 1;
        for _ in 0..DECISIONS {
            let Status::Decide(_) = game.advance() else { break };
            let acts = matches!(game.state.ask.map(|ask| ask.kind), Some(AskKind::Act(_)));
            let new_turn = game.state.turn.number > last;
            if acts && (new_turn || rng.below(16) == 0) && game.is_settled() {
                last = game.state.turn.number;
                out.push(Position::of(&game));
            }
            let answer = player.decide(&game);
            if game.answer(answer).is_err() {
                break;
            }
        }
        if out.len() >= POSITIONS {
            break;
        }
    }
    out
}

impl Position {
    fn of(game: &Game) -> Position {
        let state = &game.state;
        let mut cards = state.cards.clone();
        for card in &mut cards {
            card.life = 0;
            card.chars_at = Card::PRINTED;
            for flag in [Flag::Revealed, Flag::ShownToOne, Flag::ShownToTwo] {
                card.set(flag, false);
            }
        }
        let mut laid = state.laid.clone();
        for l in &mut laid {
            l.host.life = 0;
        }
        Position {
            cards,
            cells: state.cells.clone(),
            players: state.players,
            counters: state.counters.clone(),
            laid,
            turn: Turn {
                number: state.turn.number,
                player: state.turn.player,
                first: state.turn.first,
                ..Turn::default()
            },
        }
    }
}

/// Cards of decks that others are made from: no tokens, nothing in halves.
pub(super) fn bases(pool: &Pool, decks: &[Vec<DeckCard>]) -> Vec<DefId> {
    let all: BTreeSet<u16> = decks.iter().flatten().map(|card| card.def.0).collect();
    let plain = |def: &DefId| {
        let def = pool.def(*def);
        def.side == 0 && !def.token && def.whole.is_none()
    };
    all.into_iter().map(DefId).filter(plain).collect()
}
