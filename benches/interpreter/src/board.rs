//! The cards linked for each of the ways, and the position every ability is run from.

use crate::rows::{self, Row};
use cardwright::compile;
use cardwright::exec::code::{ApplyTo, ChangeIx, ChangeOp, Cond, CondIx, Filter, Obj, Op, PatSubject};
use cardwright::exec::{Game, Host, Pool};
use cardwright::games;
use cardwright::ir::Module;
use cardwright::kernel::{AbilityIx, Card, CellId, DefId, Flag, P, TagId, TimeId, ZoneId};
use cardwright::source::SourceFile;
use std::sync::{Arc, OnceLock};

/// Numbers of the game's tables that hand-written abilities use as constants; `check_numbers` compares them with the tables.
pub(crate) mod zone {
    use super::ZoneId;
    pub(crate) const DECK: ZoneId = ZoneId(0);
    pub(crate) const HAND: ZoneId = ZoneId(1);
    pub(crate) const WAITING_ROOM: ZoneId = ZoneId(2);
    pub(crate) const STOCK: ZoneId = ZoneId(3);
    pub(crate) const CLOCK: ZoneId = ZoneId(4);
    pub(crate) const STAGE: ZoneId = ZoneId(6);
    pub(crate) const LEVEL: ZoneId = ZoneId(9);
    pub(crate) const MEMORY: ZoneId = ZoneId(10);
}
/// Card types.
pub(crate) const CHARACTER: u16 = 1;
pub(crate) const CLIMAX: u16 = 4;
/// The trait most cards have.
pub(crate) const LAMP: TagId = TagId(0);
/// Another one.
pub(crate) const TEA: TagId = TagId(1);
/// Orientation.
pub(crate) const RESTED: u8 = 1;
/// Times.
pub(crate) const TURN: TimeId = TimeId(0);
const MAIN: TimeId = TimeId(5);

/// The changes that lasting effects of hosted abilities make, by the number of the body: those of the same cards.
static CHANGES: OnceLock<Vec<u32>> = OnceLock::new();
/// The abilities that hosted abilities leave waiting.
static WAITING: OnceLock<AbilityIx> = OnceLock::new();

/// The change that a body makes.
pub(crate) fn change(body: u16) -> u32 {
    CHANGES.get().expect("the pool was linked")[usize::from(body)]
}

/// The ability that row 16 leaves waiting.
pub(crate) fn waiting() -> AbilityIx {
    *WAITING.get().expect("the pool was linked")
}

fn modules() -> Vec<Module> {
    let text = include_str!("../cards.card");
    let compiled = compile::compile(vec![SourceFile::new("cards.card", text)]);
    let faults: Vec<String> = compiled.diagnostics.iter().map(|d| format!("{d:?}")).collect();
    assert!(faults.is_empty(), "the cards of the benchmark have faults: {faults:?}");
    compiled.modules
}

/// The cards as they are: for the interpreter.
pub(crate) fn interpreted() -> Pool {
    let modules = modules();
    let kernel = games::kernel("weiss", None).expect("the rules of Weiß Schwarz");
    let cards: Vec<_> = modules
        .iter()
        .flat_map(|m| m.cards.iter().map(move |c| (m, c)))
        .collect();
    let pool = Pool::link(kernel, &cards).unwrap_or_else(|faults| panic!("the cards do not link: {faults:?}"));
    check_numbers(&pool);
    pool
}

/// The same cards, with every body, description and condition of the rows given to a host.
pub(crate) fn hosted(host: &'static dyn Host) -> Pool {
    let mut pool = interpreted();
    let mut changes = vec![u32::MAX; 400];
    for row in rows::ALL {
        host_row(&mut pool, row, &mut changes);
    }
    assert_eq!(
        *CHANGES.get_or_init(|| changes.clone()),
        changes,
        "linking is the same each time"
    );
    pool.host = Some(host);
    pool
}

fn check_numbers(pool: &Pool) {
    let layout = pool.layout;
    for (zone, word) in [
        (zone::DECK, "deck"),
        (zone::HAND, "hand"),
        (zone::WAITING_ROOM, "waiting-room"),
        (zone::STOCK, "stock"),
        (zone::CLOCK, "clock"),
        (zone::STAGE, "stage"),
        (zone::LEVEL, "level-zone"),
        (zone::MEMORY, "memory"),
    ] {
        assert_eq!(layout.zone(zone).name, word);
    }
    let tables = pool.kernel.tables();
    assert_eq!(tables.types[0], "character");
    assert_eq!(tables.types[2], "climax");
    assert_eq!(tables.orients[usize::from(RESTED)], "rested");
    assert_eq!(tables.times[TURN.ix()].word, "turn");
    assert_eq!(tables.times[MAIN.ix()].word, "main-phase");
    assert_eq!(pool.tags.get_index_of("Lamp"), Some(0));
    assert_eq!(pool.tags.get_index_of("Tea"), Some(1));
}

/// Where the operations of an ability lead: its effects on cards, and the abilities it leaves waiting.
fn made_by(pool: &Pool, ability: AbilityIx) -> (Vec<ChangeIx>, Vec<AbilityIx>) {
    let (mut changes, mut waiting) = (Vec::new(), Vec::new());
    let from = pool.ability(ability).pc as usize;
    for op in pool.ops[from..].iter().take_while(|op| !matches!(op, Op::End)) {
        match op {
            Op::Apply { changes: made, .. } => changes.extend(made.iter().copied()),
            Op::Delay { ability, .. } => waiting.push(*ability),
            _ => {}
        }
    }
    (changes, waiting)
}

/// Gives everything a row does to the host. Bodies are numbered by the row, those of abilities that it gives or leaves behind from 100 on, and the
/// next level from 200 on.
fn host_row(pool: &mut Pool, row: &Row, found: &mut [u32]) {
    let def = pool
        .def_named(row.card)
        .unwrap_or_else(|| panic!("no card {}", row.card));
    for ability in pool.def(def).abilities.clone() {
        let linked = pool.ability(ability);
        if !linked.statics.is_empty() {
            host_statics(pool, ability);
            continue;
        }
        // What happens by itself is told apart from what is used by its player.
        let answers = !linked.triggers.is_empty();
        if linked.file != "cards.card" {
            continue;
        }
        host_filter(pool, ability, row.number);
        host_bodies(pool, ability, row.number + if answers { 100 } else { 0 }, found);
    }
}

fn host_bodies(pool: &mut Pool, ability: AbilityIx, body: u16, found: &mut [u32]) {
    let (changes, waiting) = made_by(pool, ability);
    pool.host_body(ability, body);
    for change in changes {
        found[usize::from(body)] = change.0;
        if let ChangeOp::Abilities(given, _) = pool.change(change).op.clone() {
            for given in given {
                host_bodies(pool, given, body + 100, found);
            }
        }
    }
    for ability in waiting {
        assert_eq!(*WAITING.get_or_init(|| ability), ability);
        host_filter(pool, ability, body);
        host_bodies(pool, ability, body + 100, found);
    }
}

/// The cards that a continuous ability is about, or that it counts, are the host's to say.
fn host_statics(pool: &mut Pool, ability: AbilityIx) {
    let statics = pool.ability(ability).statics.clone();
    for part in statics {
        for change in &part.changes {
            if let Some(per) = pool.change(*change).per {
                pool.objs[per.0 as usize] = Obj::Host(rows::TEA_CARDS);
                return;
            }
        }
        if let ApplyTo::Cards(objs) = part.scope {
            pool.objs[objs.0 as usize] = Obj::Host(rows::LAMP_CARDS);
        }
    }
}

/// Which cards an ability answers to is the host's to say.
fn host_filter(pool: &mut Pool, ability: AbilityIx, which: u16) {
    for pattern in pool.ability(ability).triggers.clone() {
        let cond = CondIx(u32::try_from(pool.conds.len()).expect("few conditions"));
        if let PatSubject::Fits(select) = &mut pool.patterns[pattern.0 as usize].subject {
            select.whose = None;
            select.other = false;
            select.types = 0;
            select.filters = vec![Filter::If(cond)];
            pool.conds.push(Cond::Host(which));
        }
    }
}

/// The position: the turn player's main phase, with the card of the row in the middle of the stage.
pub(crate) fn position(pool: &Arc<Pool>, row: &Row) -> Game {
    let mut game = Game::new(Arc::clone(pool), 7);
    game.state.turn.number = 3;
    game.state.turn.player = P::ONE;
    game.state.turn.first = P::ONE;
    game.state.turn.phase = MAIN;
    game.state.turn.step = MAIN;
    let layout = pool.layout;
    let def = |name: &str| pool.def_named(name).unwrap_or_else(|| panic!("no card {name}"));
    for p in P::BOTH {
        let other = if p == P::ONE { row.card } else { "Lamp" };
        for (position, name) in ["Lamp", other, "Stray", "Tea", "Lamp"].iter().enumerate() {
            lay(
                &mut game,
                layout.at(p, zone::STAGE, u8::try_from(position).unwrap_or(0)),
                def(name),
                p,
            );
        }
        let piles: [(ZoneId, &[(&str, usize)]); 6] = [
            (
                zone::DECK,
                &[
                    ("Word", 8),
                    ("Lamp", 6),
                    ("Tea", 5),
                    ("Dusk", 4),
                    ("Stray", 3),
                    ("Tea", 1),
                    ("Dusk", 1),
                    ("Lamp", 1),
                    ("Word", 1),
                ],
            ),
            (zone::HAND, &[("Lamp", 1), ("Word", 1), ("Tea", 2), ("Stray", 1)]),
            (
                zone::WAITING_ROOM,
                &[("Word", 2), ("Lamp", 3), ("Stray", 2), ("Tea", 1)],
            ),
            (zone::STOCK, &[("Word", 3), ("Lamp", 2)]),
            (zone::CLOCK, &[("Tea", 2)]),
            (zone::LEVEL, &[("Tea", 1)]),
        ];
        for (zone, cards) in piles {
            for (name, count) in cards {
                for _ in 0..*count {
                    lay(&mut game, layout.of(p, zone), def(name), p);
                }
            }
        }
    }
    game.state.dirty = true;
    game.settle();
    let kernel = game.kernel();
    assert!(kernel.begin_at(&mut game, MAIN, false), "the main phase can be set up");
    game.advance();
    // What follows begins between two decisions.
    game.state.ask = None;
    game.state.atoms.clear();
    game.state.stack.clear();
    game.log.on = false;
    game
}

fn lay(game: &mut Game, cell: CellId, def: DefId, owner: P) {
    let layout = game.layout();
    let state = &mut game.state;
    let ix = u16::try_from(state.cards.len()).expect("few cards");
    state.stamp += 1;
    let mut card = Card {
        entered: state.stamp,
        placed: state.stamp,
        ..Card::new(def, cell, owner)
    };
    card.set(Flag::FaceDown, layout.zone(layout.cell(cell).zone).face_down);
    state.cards.push(card);
    state.cells.add(cell, ix);
}

/// The linked operations of the rows, for whoever wants to see what the interpreter runs.
pub(crate) fn listing(pool: &Pool) -> Vec<String> {
    let mut out = Vec::new();
    for ability in pool.abilities.iter().filter(|a| a.file == "cards.card") {
        out.push(format!("{}, {}", pool.def(ability.def).name, ability.label));
        for pattern in &ability.triggers {
            out.push(format!("    on {:?}", pool.pattern(*pattern)));
        }
        for part in &ability.statics {
            out.push(format!("    {part:?}"));
        }
        for (pc, op) in pool.ops.iter().enumerate().skip(ability.pc as usize) {
            out.push(format!("    {pc} {op:?}"));
            if matches!(op, Op::End) {
                break;
            }
        }
    }
    out
}
