//! Rule actions (9), what the rules demand at once, and what they make of moves.

use super::marks::{self, mark};
use super::step::{Step, begin, go};
use super::tables::{card_type, note, orient, prompt, rule, time, zone};
use super::ties::{self, tie};
use super::{circles, edition, guard, hearts, layout, record, ride};
use crate::exec::{Flow, Game, RulePass};
use crate::games::common::rows::places;
use crate::kernel::{Ask, AskKind, Atom, Cause, CellId, Ev, EvKind, KernelStep, Outcome, P, Ref, Sees, ZoneId};

/// So much damage loses the game (9.2.2).
const LOSING_DAMAGE: usize = 6;

fn count(game: &Game, p: P, z: ZoneId) -> usize {
    game.state.cells.len(layout().of(p, z))
}

/// 9.5.1: a player of the edition that asks for one has no vanguard.
fn lacks_vanguard(game: &Game, p: P) -> bool {
    edition::of(game).needs_vanguard && circles::units(game, circles::vc(p)).is_empty()
}

/// Who loses in this check (9.2.2, 9.2.3, 9.2.4), judged before anything else of the pass.
fn losers(game: &Game) -> (bool, bool) {
    let loses = |p: P| {
        let due = count(game, p, zone::DAMAGE) >= LOSING_DAMAGE
            || count(game, p, zone::DECK) == 0
            || lacks_vanguard(game, p) && count(game, p, zone::SOUL) == 0;
        due && !cannot_lose(game, p)
    };
    (loses(P::ONE), loses(P::TWO))
}

/// 1.3.3: an effect that says a player cannot lose wins over the verdict.
fn cannot_lose(game: &Game, p: P) -> bool {
    game.forbidden(&Ev {
        kind: EvKind::Note,
        tag: note::LOSE,
        who: p,
        ..Ev::default()
    })
}

/// Whether a rule action is due.
pub(super) fn is_due(game: &mut Game) -> bool {
    game.settle();
    losers(game) != (false, false)
        || !due(game, Ref::NONE).is_empty()
        || P::BOTH
            .iter()
            .any(|p| lacks_vanguard(game, *p) && !riders(game, *p).is_empty())
}

/// All due rule actions, at the same time (8.4.1.1); a choice among cards that came together is made first.
pub(super) fn pass(game: &mut Game) -> RulePass {
    match losers(game) {
        (true, true) => game.finish(Outcome::Draw),
        (true, false) => game.finish(Outcome::Win(P::TWO)),
        (false, true) => game.finish(Outcome::Win(P::ONE)),
        (false, false) => {
            if let Some((who, cell)) = undecided(game) {
                let mut step = begin(Step::Crowd, who);
                step.a = i32::from(cell.0);
                game.push(step);
                return RulePass::Did;
            }
            let batch = due(game, Ref::NONE);
            if !batch.is_empty() {
                game.state.batch = batch;
                game.send();
                return RulePass::Did;
            }
            // 9.5.1: a card of the soul rides, the turn player's first.
            let turn = game.state.turn.player;
            let rides = |p: &P| lacks_vanguard(game, *p) && !riders(game, *p).is_empty();
            let Some(who) = [turn, turn.other()].into_iter().find(rides) else {
                return RulePass::Nothing;
            };
            game.push(begin(Step::FromSoul, who));
        }
    }
    RulePass::Did
}

/// What a circle holds too much of, and whether it is the vanguard circle.
fn crowds(game: &Game, cell: CellId) -> Vec<Vec<Ref>> {
    let units = circles::units(game, cell);
    if units.len() < 2 {
        return Vec::new();
    }
    if game.zone_of(cell) != zone::VC {
        return vec![units];
    }
    let in_legion = |c: &Ref| ties::with(game, tie::LEGION, *c).is_some();
    let (legion, others): (Vec<Ref>, Vec<Ref>) = units.iter().partition(|c| in_legion(c));
    if legion.is_empty() {
        // 9.3.1
        vec![others]
    } else if others.is_empty() {
        // 9.3.2: of several Mates one stays.
        let mates: Vec<Ref> = legion
            .into_iter()
            .filter(|c| ties::to(game, tie::LEGION, *c).is_some())
            .collect();
        if mates.len() > 1 { vec![mates] } else { Vec::new() }
    } else {
        // 9.3.5: one of all stays.
        vec![units]
    }
}

/// The cards of a crowd that were placed last, of which one is chosen to stay: of those that cannot leave, if there are any, no other stays.
fn choice(game: &Game, crowd: &[Ref]) -> Vec<Ref> {
    let newest = last(game, crowd);
    match newest.iter().find(|c| game.forbidden(&leave(game, **c))) {
        Some(fixed) => vec![*fixed],
        None => newest,
    }
}

/// The cards of a crowd that were placed last.
fn last(game: &Game, crowd: &[Ref]) -> Vec<Ref> {
    let placed = |c: &Ref| game.state.card(c.ix).placed;
    let newest = crowd.iter().map(placed).max().unwrap_or(0);
    crowd.iter().copied().filter(|c| placed(c) == newest).collect()
}

fn crowded_cells(p: P) -> impl Iterator<Item = CellId> {
    std::iter::once(circles::vc(p)).chain(circles::rcs(p))
}

/// A circle on which several cards were placed last together: its player chooses (9.3.3, 9.3.4, 9.3.5, 9.3.7), the turn player first.
fn undecided(game: &Game) -> Option<(P, CellId)> {
    let turn = game.state.turn.player;
    for p in [turn, turn.other()] {
        for cell in crowded_cells(p) {
            if crowds(game, cell).iter().any(|crowd| choice(game, crowd).len() > 1) {
                return Some((p, cell));
            }
        }
    }
    None
}

places! {
    /// The choice of what stays on a circle (9.3).
    crowd_at: ASK KEEP OVER;
}

/// The choice which of the cards placed last together stays; then everything that is due goes together.
pub(super) fn crowd(game: &mut Game, s: KernelStep) -> Flow {
    let cell = CellId(u8::try_from(s.a).unwrap_or(u8::MAX));
    match s.at {
        crowd_at::ASK => {
            go(game, s, crowd_at::KEEP);
            let crowd = crowds(game, cell).into_iter().next().unwrap_or_default();
            game.state.atoms = choice(game, &crowd).into_iter().map(Atom::Card).collect();
            game.ask(Ask::one(s.who, AskKind::Rule(prompt::KEEP)));
        }
        crowd_at::KEEP => {
            go(game, s, crowd_at::OVER);
            if let Some(Atom::Card(kept)) = game.state.picks.first().copied() {
                game.state.batch = due(game, kept);
                game.send();
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// The moves of one pass; `kept` stays of those that were placed last with it.
fn due(game: &Game, kept: Ref) -> Vec<Ev> {
    let mut out: Vec<Ev> = Vec::new();
    let turn = game.state.turn.player;
    for p in [turn, turn.other()] {
        for cell in crowded_cells(p) {
            for crowd in crowds(game, cell) {
                let newest = choice(game, &crowd);
                let stays = match newest.as_slice() {
                    [one] => *one,
                    _ if newest.contains(&kept) => kept,
                    _ => continue,
                };
                for card in crowd.into_iter().filter(|c| *c != stays) {
                    out.push(leave(game, card));
                }
            }
        }
        // 9.4.1
        if game.state.turn.phase != time::BATTLE_PHASE {
            let cause = Cause::rule(rule::LEFT_OVER_GUARDIAN, p);
            out.extend(
                circles::units(game, circles::gc(p))
                    .into_iter()
                    .map(|c| retire_ev(game, c, cause)),
            );
        }
    }
    // 1.3.2, 1.3.3: what cannot be done is not due.
    out.retain(|ev| !game.forbidden(ev));
    out
}

/// A card that is too much: into the soul from the vanguard circle (9.3.1), into the drop zone from the others (9.3.6).
fn leave(game: &Game, card: Ref) -> Ev {
    let owner = game.state.card(card.ix).owner;
    if game.zone_of(game.state.card(card.ix).cell) == zone::VC {
        let cause = Cause::rule(rule::CROWDED_VC, owner);
        let mut ev = game.move_ev(card, layout().of(owner, zone::SOUL), note::PUT, cause);
        ev.face_down = false;
        ev
    } else {
        retire_ev(game, card, Cause::rule(rule::CROWDED_RC, owner))
    }
}

/// A card goes from the field to the drop zone of its owner (10.1.3, ruling R27).
pub(super) fn retire_ev(game: &Game, card: Ref, cause: Cause) -> Ev {
    let owner = game.state.card(card.ix).owner;
    game.move_ev(card, layout().of(owner, zone::DROP), note::RETIRE, cause)
}

/// The cards of the soul that can ride for a player without a vanguard; none if a ride is forbidden (1.3.3).
fn riders(game: &Game, p: P) -> Vec<Ref> {
    let cause = Cause::rule(rule::NO_VANGUARD, p);
    let soul = circles::cards(game, layout().of(p, zone::SOUL));
    soul.filter(|c| ride::may(game, p, *c, note::SUPERIOR_RIDE, cause))
        .collect()
}

places! {
    /// A ride from the soul (9.5.1).
    soul_at: ASK RIDE OVER;
}

/// 9.5.1: which card of the soul rides.
pub(super) fn from_soul(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        soul_at::ASK => {
            go(game, s, soul_at::RIDE);
            game.state.atoms = riders(game, s.who).into_iter().map(Atom::Card).collect();
            game.ask(Ask::one(s.who, AskKind::Rule(prompt::RIDE_FROM_SOUL)));
        }
        soul_at::RIDE => {
            go(game, s, soul_at::OVER);
            if let Some(Atom::Card(card)) = game.state.picks.first().copied() {
                ride::superior(game, s.who, card, false, Cause::rule(rule::NO_VANGUARD, s.who));
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// What the rules demand at once: a heart that lends its name (10.1.26.5).
pub(super) fn interrupts(game: &mut Game) {
    for p in P::BOTH {
        if hearts::due(game, p) {
            hearts::push(game, p);
        }
    }
}

/// 8.6.5.1: what leaves the field is judged as it was there; between public and hidden the public side counts; else the new zone.
pub(super) fn judged_before(from: CellId, to: CellId) -> bool {
    let (a, b) = (layout().cell(from), layout().cell(to));
    if circles::is_circle(a.zone) {
        return !(circles::is_circle(b.zone) && a.player == b.player);
    }
    let public = |z: ZoneId| {
        matches!(
            layout().zone(z).sees,
            Sees::All | Sees::Everybody | Sees::OwnerAndFaceUp
        ) && z != zone::G
    };
    public(a.zone) && !public(b.zone)
}

/// What the rules make of a move before anything else looks at it.
pub(super) fn shape(game: &Game, ev: &mut Ev) {
    if ev.kind != EvKind::Move || ev.to.ix() >= layout().len() {
        return;
    }
    let (from, to) = (layout().cell(ev.from), layout().cell(ev.to));
    let card = game.state.card(ev.subj.ix);
    // 4.1.6: cards go to their owner's zones; only circles are of who calls there.
    if to.player != card.owner && !circles::is_circle(to.zone) {
        ev.to = layout().at(card.owner, to.zone, to.position);
    }
    if circles::is_circle(from.zone) {
        // 10.1.27.4 (ruling R22): a G unit leaves the vanguard circle for the G zone only, face up; as a heart too, for the rules call it a G unit even
        // then (10.1.26.5.1).
        let g = game.pool.def(card.def).printed.types & card_type::G_UNIT != 0;
        if g && to.zone != zone::G && ev.from != ev.to {
            ev.to = layout().of(card.owner, zone::G);
            ev.face_down = false;
            ev.tag = note::RETURN;
            ev.cause.rule = rule::STRIDE_RETURN;
        }
        // 10.1.3.2: a unit that goes from the field to the drop zone is retired, whatever moves it.
        if to.zone == zone::DROP && circles::is_unit(game, ev.subj) {
            ev.tag = note::RETIRE;
        }
    }
    match layout().cell(ev.to).zone {
        // 4.6.4.1: from another circle it comes standing.
        zone::VC if circles::is_circle(from.zone) => ev.orient = orient::STANDING,
        // 8.5.3.3, 7.4.1.2.2
        zone::GC => ev.orient = orient::RESTED,
        _ => {}
    }
}

/// What happens together with a batch: the hearts of a G unit that goes to its zone are vanguards again (10.1.27.5); Leader and Mate stand and rest
/// together, or neither does (10.1.24.10, 10.1.24.11).
pub(super) fn together(game: &mut Game) {
    let mut more: Vec<Ev> = Vec::new();
    for ev in &game.state.batch {
        match ev.kind {
            EvKind::Move if layout().cell(ev.from).zone == zone::VC && game.state.alive(ev.subj) => {
                hearts_return(game, ev, &mut more);
            }
            EvKind::Turn => {
                let other = ties::with(game, tie::LEGION, ev.subj);
                if let Some(other) = other.filter(|o| !turns(&game.state.batch, *o) && !turns(&more, *o)) {
                    let orient = u8::try_from(ev.n).unwrap_or(0);
                    more.push(game.turn_ev(other, orient, ev.cause));
                }
            }
            _ => {}
        }
    }
    for ev in &mut more {
        ev.along = true;
    }
    if !more.is_empty() {
        // Hearts are vanguards again before the G unit is gone (10.1.27.5).
        let mut batch = more;
        batch.append(&mut game.state.batch);
        game.state.batch = batch;
    }
    // Also where both are told to turn, as in the stand phase.
    let stuck: Vec<Ref> = game
        .state
        .batch
        .iter()
        .filter(|ev| ev.kind == EvKind::Turn)
        .filter_map(|ev| ties::with(game, tie::LEGION, ev.subj).filter(|_| game.forbidden(ev)))
        .collect();
    if !stuck.is_empty() {
        game.state
            .batch
            .retain(|ev| ev.kind != EvKind::Turn || !stuck.contains(&ev.subj));
    }
}

fn turns(batch: &[Ev], card: Ref) -> bool {
    batch.iter().any(|ev| ev.kind == EvKind::Turn && ev.subj == card)
}

fn hearts_return(game: &Game, ev: &Ev, more: &mut Vec<Ev>) {
    let card = game.state.card(ev.subj.ix);
    let g = game.pool.def(card.def).printed.types & card_type::G_UNIT != 0 && !card.is(mark::HEART);
    if !g || ev.from == ev.to {
        return;
    }
    let p = layout().cell(ev.from).player;
    let cause = Cause::rule(rule::HEART_RETURNS, p);
    // Who rides over the G unit puts the hearts into the soul (10.1.5.1.4), and in the end phase all G units go (6.8.1.1.3).
    let goes = |c: &Ref| game.state.batch.iter().any(|e| e.kind == EvKind::Move && e.subj == *c);
    let stay: Vec<Ref> = hearts::all(game, p).into_iter().filter(|c| !goes(c)).collect();
    for heart in hearts::returning(game, &stay) {
        if !more.iter().any(|e| e.subj == heart) {
            more.push(marks::end_heart(game, heart, card.orient, cause));
        }
    }
}

/// A card has moved.
pub(super) fn moved(game: &mut Game, ev: &Ev) {
    let (from, to) = (layout().cell(ev.from), layout().cell(ev.to));
    if circles::is_circle(from.zone) && ev.from != ev.to {
        let field = circles::is_circle(to.zone);
        record::leaves(game, ev.subj);
        ties::leaves(game, ev.subj, from.zone, field);
        if !field {
            marks::clear(game, ev.subj.ix);
        }
    }
    if to.zone == zone::GC {
        guard::arrived(game, ev);
    }
    // 10.1.24.1: the Mate that comes is associated with its Leader.
    if to.zone == zone::VC && ev.tag == note::LEGION && game.state.alive(ev.obj) {
        let mate = game.state.now(ev.subj.ix);
        ties::bind(game, tie::LEGION, ev.obj, mate);
    }
}

/// A card got or lost a mark: who is a heart is no unit, so it neither attacks nor is attacked any more, though it is where it was (10.1.26.3, 7.6.1.3).
pub(super) fn marked(game: &mut Game, ev: &Ev) {
    if game.state.alive(ev.subj) && game.state.card(ev.subj.ix).is(mark::HEART) {
        record::leaves(game, ev.subj);
        ties::leaves_battle(game, ev.subj);
    }
}
