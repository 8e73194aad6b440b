//! Rule actions (9): interrupts at once, the others in check timings; and what the rules do to every event.

use super::step::{Step, begin, go};
use super::tables::{attr, card_type, note, player, prompt, rule, zone};
use super::{geometry, layout, record};
use crate::exec::{Flow, Game, RulePass};
use crate::games::common::rows::places;
use crate::games::common::setup;
use crate::kernel::{
    Ask, AskKind, Atom, Cause, CellId, Ev, EvKind, Flag, Frame, KernelStep, Outcome, P, Ref, Sees, ZoneId,
};

/// How many cards in the clock make a player level up (9.3.1).
const LEVEL_UP: usize = 7;
/// The level at which a player loses (9.4.1.1).
const LOSING_LEVEL: usize = 4;

fn count(game: &Game, p: P, z: ZoneId) -> usize {
    game.state.cells.len(layout().of(p, z))
}

/// 9.3.1
fn level_up_due(game: &Game, p: P) -> bool {
    count(game, p, zone::CLOCK) >= LEVEL_UP
}

/// 9.2.1; with nothing to make a deck of, it is a loss (9.2.2.1, ruling D1) unless a climax of a running damage process will fill the waiting room.
fn refresh_due(game: &Game, p: P) -> bool {
    count(game, p, zone::DECK) == 0
        && !(count(game, p, zone::WAITING_ROOM) == 0
            && (saved_by_climax(game, p) || cannot_lose(game, p) || record::is_spared(game, p)))
}

fn saved_by_climax(game: &Game, p: P) -> bool {
    record::damaging(game, p)
        && game
            .state
            .cells
            .cards(layout().of(p, zone::RESOLUTION))
            .iter()
            .any(|ix| game.info(game.state.now(*ix)).types & card_type::CLIMAX != 0)
}

/// 9.1.2.1: refresh and level up interrupt whatever is going on. Called after every batch; a game that was not dealt yet has no decks.
pub(super) fn interrupts(game: &mut Game) {
    if game.state.turn.number == 0 {
        return;
    }
    for p in P::BOTH {
        if record::is_spared(game, p) && count(game, p, zone::DECK) + count(game, p, zone::WAITING_ROOM) > 0 {
            record::spare(game, p, false);
        }
    }
    // One is carried out whole before the next (9.1.2.1.1.1): what is due meanwhile waits for its turn.
    let running = |frame: &Frame| matches!(frame, Frame::Kernel(s) if s.id == Step::Interrupt as u8);
    if game.state.stack.iter().any(running) {
        return;
    }
    if P::BOTH.iter().any(|p| level_up_due(game, *p) || refresh_due(game, *p)) {
        let p = game.state.turn.player;
        game.push(begin(Step::Interrupt, p));
    }
}

places! {
    /// What is due in between.
    interrupt_at: LOOK ANSWER;
}

/// The due interrupts one after another: the turn player's first (9.1.2.1.1.1), in the order that player likes (9.1.2.1.1.2).
pub(super) fn interrupt(game: &mut Game, s: KernelStep) -> Flow {
    let tp = game.state.turn.player;
    if s.at == interrupt_at::ANSWER {
        go(game, s, interrupt_at::LOOK);
        let step = match game.state.picks.first() {
            Some(Atom::Option(0)) => Step::LevelUp,
            _ => Step::Refresh,
        };
        game.push(begin(step, s.who));
        return Flow::Go;
    }
    for p in [tp, tp.other()] {
        let (level, refresh) = (level_up_due(game, p), refresh_due(game, p));
        if level && refresh {
            game.goto(KernelStep {
                at: interrupt_at::ANSWER,
                who: p,
                ..s
            });
            game.state.atoms.clear();
            game.state.atoms.extend([Atom::Option(0), Atom::Option(1)]);
            game.ask(Ask::one(p, AskKind::Rule(prompt::INTERRUPT)));
            return Flow::Go;
        }
        if level || refresh {
            game.push(begin(if level { Step::LevelUp } else { Step::Refresh }, p));
            return Flow::Go;
        }
    }
    Flow::Pop
}

places! {
    /// A level up (9.3.2).
    level_up_at: ASK MOVE TELL OVER;
}

/// 9.3.2: one of the bottom seven cards goes to the level zone, the other six to the waiting room (ruling D17).
pub(super) fn level_up(game: &mut Game, s: KernelStep) -> Flow {
    let clock = layout().of(s.who, zone::CLOCK);
    let cause = Cause::rule(rule::LEVEL_UP, s.who);
    match s.at {
        level_up_at::ASK => {
            if !level_up_due(game, s.who) {
                return Flow::Pop;
            }
            go(game, s, level_up_at::MOVE);
            let seven: Vec<Atom> = game
                .state
                .cells
                .cards(clock)
                .iter()
                .take(LEVEL_UP)
                .map(|ix| Atom::Card(game.state.now(*ix)))
                .collect();
            game.state.atoms = seven;
            game.ask(Ask::one(s.who, AskKind::Rule(prompt::LEVEL_UP)));
        }
        level_up_at::MOVE => {
            let Some(Atom::Card(chosen)) = game.state.picks.first().copied() else {
                return Flow::Pop;
            };
            game.goto(KernelStep {
                at: level_up_at::TELL,
                card: chosen,
                ..s
            });
            let seven: Vec<u16> = game.state.cells.cards(clock).iter().take(LEVEL_UP).copied().collect();
            let mut batch = Vec::new();
            for ix in seven {
                let card = game.state.now(ix);
                let (to, tag) = if card == chosen {
                    (zone::LEVEL, note::LEVEL)
                } else {
                    (zone::WAITING_ROOM, note::PUT)
                };
                batch.push(game.move_ev(card, layout().of(s.who, to), tag, cause));
            }
            game.state.batch = batch;
            game.send();
        }
        level_up_at::TELL => {
            go(game, s, level_up_at::OVER);
            let card = game.state.now(s.card.ix);
            game.emit(Ev {
                kind: EvKind::Note,
                tag: note::LEVEL_UP,
                subj: card,
                obj: card,
                who: s.who,
                cause,
                ..Ev::default()
            });
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

places! {
    /// A refresh (9.2.2).
    refresh_at: MOVE SHUFFLE POINT TELL OVER;
}

/// 9.2.2: the waiting room becomes the deck, and the player gets a refresh point.
pub(super) fn refresh(game: &mut Game, s: KernelStep) -> Flow {
    let (deck, room) = (layout().of(s.who, zone::DECK), layout().of(s.who, zone::WAITING_ROOM));
    let cause = Cause::rule(rule::REFRESH, s.who);
    match s.at {
        refresh_at::MOVE => {
            if !refresh_due(game, s.who) {
                return Flow::Pop;
            }
            if game.state.cells.is_empty(room) {
                // 9.2.2.1 (ruling D1): an immediate loss; if it does not come to it, no refresh until there are cards again.
                go(game, s, refresh_at::OVER);
                record::spare(game, s.who, true);
                game.emit(loss(s.who, rule::NO_CARDS));
                return Flow::Go;
            }
            go(game, s, refresh_at::SHUFFLE);
            let cards: Vec<u16> = game.state.cells.cards(room).to_vec();
            let batch: Vec<Ev> = cards
                .into_iter()
                .map(|ix| {
                    let card = game.state.now(ix);
                    game.move_ev(card, deck, note::REFRESH, cause)
                })
                .collect();
            game.state.batch = batch;
            game.send();
        }
        refresh_at::SHUFFLE => {
            go(game, s, refresh_at::POINT);
            game.emit(setup::shuffle(s.who, deck, note::SHUFFLE, cause));
        }
        refresh_at::POINT => {
            go(game, s, refresh_at::TELL);
            game.emit(Ev {
                kind: EvKind::Value(player::REFRESH_POINTS),
                who: s.who,
                n: 1,
                cause,
                ..Ev::default()
            });
        }
        refresh_at::TELL => {
            go(game, s, refresh_at::OVER);
            game.emit(Ev {
                kind: EvKind::Note,
                tag: note::REFRESH,
                who: s.who,
                cause,
                ..Ev::default()
            });
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// What a loss looks like to those who would replace or forbid it.
fn loss(p: P, rule: u16) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: note::LOSE,
        who: p,
        cause: Cause::rule(rule, p),
        ..Ev::default()
    }
}

/// The losses that are due in this check (9.4.1): judged before anything else of the pass.
fn losses(game: &Game) -> Vec<Ev> {
    let loses = |p: &P| {
        let cards = count(game, *p, zone::DECK) + count(game, *p, zone::WAITING_ROOM);
        let due = count(game, *p, zone::LEVEL) >= LOSING_LEVEL || cards == 0;
        due && !cannot_lose(game, *p)
    };
    P::BOTH
        .into_iter()
        .filter(loses)
        .map(|p| loss(p, rule::LOSING))
        .collect()
}

/// 1.3.3: an effect that says a player cannot lose wins over the verdict.
fn cannot_lose(game: &Game, p: P) -> bool {
    game.forbidden(&loss(p, rule::LOSING))
}

/// A loss was neither forbidden nor replaced. In a check both players may lose together; without cards to make a deck of it counts at once (9.2.2.1).
pub(super) fn noted(game: &mut Game, ev: &Ev) {
    if ev.tag == note::LOSE {
        match ev.cause.rule {
            rule::LOSING => record::lose(game, ev.who),
            rule::NO_CARDS => game.finish(Outcome::Win(ev.who.other())),
            _ => {}
        }
    }
}

/// 1.2.1, 1.2.3: the losses of a check that were not replaced end the game.
pub(super) fn verdict(game: &mut Game, _s: KernelStep) -> Flow {
    let outcome = match (record::has_lost(game, P::ONE), record::has_lost(game, P::TWO)) {
        (true, true) => Some(Outcome::Draw),
        (true, false) => Some(Outcome::Win(P::TWO)),
        (false, true) => Some(Outcome::Win(P::ONE)),
        (false, false) => None,
    };
    if let Some(outcome) = outcome {
        game.finish(outcome);
    }
    Flow::Pop
}

/// Whether a rule action of the check kind is due.
pub(super) fn is_due(game: &mut Game) -> bool {
    game.settle();
    !losses(game).is_empty() || !due(game).is_empty()
}

/// All due rule actions of the check kind, at the same time (9.1.2.2.1).
pub(super) fn pass(game: &mut Game) -> RulePass {
    let losing = losses(game);
    let batch = if losing.is_empty() {
        due(game)
    } else {
        // The verdict is spoken when both losses have happened or were replaced.
        game.push(begin(Step::Verdict, game.state.turn.player));
        losing
    };
    if batch.is_empty() {
        return RulePass::Nothing;
    }
    game.state.batch = batch;
    game.send();
    RulePass::Did
}

/// The events of one pass.
fn due(game: &Game) -> Vec<Ev> {
    let mut out = Vec::new();
    for p in [game.state.turn.player, game.state.turn.player.other()] {
        if !is_tidy(game, p) {
            tidy(game, p, &mut out);
        }
        // 9.7.1, 9.7.2
        crowding(game, layout().of(p, zone::CLIMAX), rule::CROWDED_CLIMAX, &mut out);
        // 9.9.1: one refresh point a pass.
        if game.state.val(p, player::REFRESH_POINTS) > 0
            && let Some(top) = game.state.top(layout().of(p, zone::DECK))
        {
            let cause = Cause::rule(rule::REFRESH_POINT, p);
            out.push(game.move_ev(top, layout().of(p, zone::CLOCK), note::REFRESH_POINT, cause));
            out.push(Ev {
                kind: EvKind::Value(player::REFRESH_POINTS),
                who: p,
                n: -1,
                cause,
                ..Ev::default()
            });
        }
    }
    // 1.3.2, 1.3.3: what cannot be done is not due.
    out.retain(|ev| !game.forbidden(ev));
    out
}

/// 9.5.1
fn lacks_power(game: &Game, card: Ref) -> bool {
    game.info(card).attr(attr::POWER.ix()) <= 0
}

/// Whether a stage has nothing to tidy up, as nearly always: all have power, a place of their own, and no markers.
fn is_tidy(game: &Game, p: P) -> bool {
    let cells = &game.state.cells;
    let (from, to) = layout().span(p, zone::STAGE);
    let (first, end) = layout().span(p, zone::MARKERS);
    let powerless = |ix: &u16| lacks_power(game, game.state.now(*ix));
    cells.span(first, end).is_empty() && !cells.is_crowded(from, to) && !cells.span(from, to).iter().any(powerless)
}

/// What leaves a stage, position after position.
fn tidy(game: &Game, p: P, out: &mut Vec<Ev>) {
    for cell in geometry::stage(p) {
        let cards = game.state.cells.cards(cell);
        for ix in cards {
            let card = game.state.now(*ix);
            if lacks_power(game, card) {
                leave(game, card, rule::NO_POWER, out);
            }
        }
        crowding(game, cell, rule::CROWDED, out);
        // 9.8.1
        if cards.is_empty()
            && let Some(under) = game.cell_under(cell)
        {
            for ix in game.state.cells.cards(under).iter().rev() {
                leave(game, game.state.now(*ix), rule::LOOSE_MARKER, out);
            }
        }
    }
}

/// A card goes to its owner's waiting room by the rules.
fn leave(game: &Game, card: Ref, rule: u16, out: &mut Vec<Ev>) {
    if out.iter().any(|ev| ev.subj == card) {
        return;
    }
    let owner = game.state.card(card.ix).owner;
    let cause = Cause::rule(rule, owner);
    out.push(game.move_ev(card, layout().of(owner, zone::WAITING_ROOM), note::PUT, cause));
}

/// 9.6.1: of several cards in one place the last placed one stays; 9.6.2: placed together, all of them go.
fn crowding(game: &Game, cell: CellId, rule: u16, out: &mut Vec<Ev>) {
    let cards = game.state.cells.cards(cell);
    if cards.len() < 2 {
        return;
    }
    // Moving from position to position places a card too, though it stays the same card.
    let placed = |ix: u16| game.state.card(ix).placed;
    let last = cards.iter().map(|ix| placed(*ix)).max().unwrap_or(0);
    let together = cards.iter().filter(|ix| placed(**ix) == last).count() > 1;
    // Those that came together go for a reason of their own.
    let rule = match rule {
        rule::CROWDED_CLIMAX if together => rule::CLIMAXES_TOGETHER,
        rule::CROWDED if together => rule::CROWDED_TOGETHER,
        rule => rule,
    };
    for ix in cards {
        if together || placed(*ix) != last {
            leave(game, game.state.now(*ix), rule, out);
        }
    }
}

/// 8.7.4.1: between a public and a hidden zone the public one counts; from the stage the stage; else the new zone.
pub(super) fn judged_before(from: CellId, to: CellId) -> bool {
    let (a, b) = (layout().cell(from), layout().cell(to));
    if a.zone == zone::STAGE {
        return b.zone != zone::STAGE || a.player != b.player;
    }
    let public = |z: ZoneId| layout().zone(z).sees == Sees::All && z != zone::MARKERS;
    public(a.zone) && !public(b.zone)
}

/// 3.1.6: cards go to their owner's zones, whoever masters them; only stages and markers take cards of both players.
pub(super) fn shape(game: &Game, ev: &mut Ev) {
    if ev.kind != EvKind::Move {
        return;
    }
    let to = layout().cell(ev.to);
    let owner = game.state.card(ev.subj.ix).owner;
    if to.player != owner && to.zone != zone::STAGE && to.zone != zone::MARKERS && to.zone != zone::RESOLUTION {
        ev.to = layout().at(owner, to.zone, to.position);
    }
}

/// 3.7.3: markers go along with their character, or fall into the waiting room when it leaves the stage. In a swap both sets travel; only markers that do not
/// travel are put away (ruling D16).
pub(super) fn markers_go_along(game: &mut Game) {
    let mut more = Vec::new();
    for ev in &game.state.batch {
        if ev.kind != EvKind::Move || layout().cell(ev.from).zone != zone::STAGE || !game.state.alive(ev.subj) {
            continue;
        }
        let Some(under) = game.cell_under(ev.from) else {
            continue;
        };
        if game.state.cells.is_empty(under) {
            continue;
        }
        let stays =
            layout().cell(ev.to).zone == zone::STAGE && layout().cell(ev.to).player == layout().cell(ev.from).player;
        if !stays {
            // Markers that came with a character placed here later are under that one, not under the one that leaves.
            let later = game
                .state
                .cells
                .cards(ev.from)
                .iter()
                .filter(|ix| {
                    !game
                        .state
                        .batch
                        .iter()
                        .any(|gone| gone.kind == EvKind::Move && gone.subj.ix == **ix)
                })
                .map(|ix| game.state.card(*ix).placed)
                .filter(|placed| *placed > game.state.card(ev.subj.ix).placed)
                .max();
            let own = |ix: &&u16| later.is_none_or(|later| game.state.card(**ix).placed < later);
            for ix in game.state.cells.cards(under).iter().rev().filter(own) {
                leave(game, game.state.now(*ix), rule::MARKERS_FALL, &mut more);
            }
            continue;
        }
        let Some(target) = game.cell_under(ev.to) else { continue };
        let swapped = game
            .state
            .batch
            .iter()
            .any(|other| other.kind == EvKind::Move && other.from == ev.to && other.to == ev.from);
        if !swapped {
            for ix in game.state.cells.cards(target).iter().rev() {
                leave(game, game.state.now(*ix), rule::MARKERS_GO_ALONG, &mut more);
            }
        }
        for ix in game.state.cells.cards(under) {
            let card = game.state.now(*ix);
            let cause = Cause::rule(rule::MARKERS_GO_ALONG, layout().cell(ev.from).player);
            let mut along = game.move_ev(card, target, note::MOVE, cause);
            along.face_down = game.state.card(*ix).is(Flag::FaceDown);
            more.push(along);
        }
    }
    more.retain(|ev| !game.state.batch.iter().any(|have| have.subj == ev.subj));
    for ev in &mut more {
        ev.along = true;
    }
    game.state.batch.extend(more);
}

/// Whether the character with which a marker goes still goes: a character whose leaving was replaced keeps its markers (3.7.3.2).
pub(super) fn still_along(game: &Game, ev: &Ev, batch: &[Ev]) -> bool {
    let under = |cell| game.cell_under(cell) == Some(ev.from);
    // Markers that are already there make room only for what comes (3.7.3.1).
    let makes_room = |go: &Ev| ev.cause.rule == rule::MARKERS_GO_ALONG && under(go.to);
    batch
        .iter()
        .filter(|go| go.kind == EvKind::Move && !go.along)
        .any(|go| under(go.from) || makes_room(go))
}
