//! Everything in a state that points somewhere else, for those who check or follow it.

use crate::kernel::{AbilityIx, Atom, Captured, CellId, Ev, EvInfo, Frame, P, Ref, Run, Slot, State};

/// Something that points somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// At a card.
    Card(Ref),
    /// At a cell.
    Cell(CellId),
    /// At a player.
    Player(P),
    /// At an ability, or at none.
    Ability(AbilityIx),
}

type Visit<'v> = dyn FnMut(Part) + 'v;

/// Visits everything that running and waiting work points at.
pub(super) fn each_running(state: &State, visit: &mut Visit<'_>) {
    for p in &state.pending {
        visit(Part::Card(p.card));
        visit(Part::Player(p.me));
        visit(Part::Ability(p.ability));
        visit(Part::Card(p.src));
        visit(Part::Card(p.src0));
        visit(Part::Cell(p.from));
        info(&p.ev, visit);
        for (ability, held) in &p.texts {
            visit(Part::Ability(*ability));
            captured(held.as_deref(), visit);
        }
    }
    for i in &state.standby {
        visit(Part::Ability(i.ability));
        visit(Part::Card(i.src));
        visit(Part::Card(i.src0));
        visit(Part::Player(i.me));
        info(&i.ev, visit);
        captured(i.held.as_deref(), visit);
    }
    for d in &state.delayed {
        visit(Part::Ability(d.ability));
        visit(Part::Card(d.src));
        visit(Part::Player(d.me));
        captured(Some(&d.held), visit);
    }
    for r in state.runs.iter().chain(&state.bodies) {
        run(r, visit);
    }
    for f in &state.stack {
        frame(f, visit);
    }
    for s in &state.slots {
        slot(s, visit);
    }
    for r in &state.words {
        visit(Part::Card(*r));
    }
    for e in &state.batch {
        event(e, visit);
    }
    if let Some(ask) = &state.ask {
        visit(Part::Player(ask.who));
        visit(Part::Card(ask.source));
        visit(Part::Ability(ask.ability));
    }
}

/// Visits what the open question offers, and what was picked.
pub(super) fn each_offered(state: &State, visit: &mut Visit<'_>) {
    for a in state.atoms.iter().chain(&state.picks) {
        atom(a, visit);
    }
}

/// Visits everything else.
pub(super) fn each_lasting(state: &State, visit: &mut Visit<'_>) {
    for r in &state.moved {
        visit(Part::Card(*r));
    }
    for c in &state.cards {
        visit(Part::Cell(c.cell));
        visit(Part::Player(c.owner));
        visit(Part::Player(c.base));
    }
    for l in &state.laid {
        visit(Part::Card(Ref { ix: l.card, life: 0 }));
        visit(Part::Card(l.host));
    }
    for t in &state.ties {
        visit(Part::Card(t.a));
        visit(Part::Card(t.b));
    }
    for (card, _) in &state.muted {
        visit(Part::Card(*card));
    }
    visit(Part::Player(state.turn.player));
    visit(Part::Player(state.turn.first));
    let timed = state.turn.skips.iter().chain(&state.turn.phases);
    for p in state.turn.extra.iter().chain(timed.map(|(p, _)| p)) {
        visit(Part::Player(*p));
    }
    for e in &state.effects {
        match e.target {
            crate::kernel::EffectTarget::Card(r) => visit(Part::Card(r)),
            crate::kernel::EffectTarget::Player(p) => visit(Part::Player(p)),
            crate::kernel::EffectTarget::Open(_) => {}
        }
        visit(Part::Card(e.src));
        visit(Part::Ability(e.ability));
        visit(Part::Player(e.me));
        captured(e.held.as_deref(), visit);
    }
    for s in &state.shields {
        visit(Part::Card(s.to));
        visit(Part::Card(s.src));
        visit(Part::Player(s.me));
        captured(s.held.as_deref(), visit);
    }
    for u in &state.uses {
        visit(Part::Ability(u.ability));
        visit(Part::Card(u.card));
        visit(Part::Player(u.who));
    }
    for p in &state.past {
        event(&p.ev, visit);
        visit(Part::Card(p.after));
    }
    for l in &state.lki {
        visit(Part::Card(l.old));
        visit(Part::Card(l.new));
        visit(Part::Cell(l.cell));
        visit(Part::Player(l.master));
        visit(Part::Card(l.host));
        l.under.iter().for_each(|r| visit(Part::Card(*r)));
    }
}

fn run(r: &Run, visit: &mut Visit<'_>) {
    visit(Part::Ability(r.ability));
    visit(Part::Card(r.src));
    visit(Part::Card(r.src0));
    visit(Part::Player(r.me));
    visit(Part::Player(r.actor));
    info(&r.ev, visit);
    captured(r.held.as_deref(), visit);
}

fn frame(f: &Frame, visit: &mut Visit<'_>) {
    match f {
        Frame::Kernel(step) => {
            visit(Part::Player(step.who));
            visit(Part::Card(step.card));
        }
        Frame::Serial {
            who, from, to, cause, ..
        } => {
            visit(Part::Player(*who));
            visit(Part::Cell(*from));
            visit(Part::Cell(*to));
            visit(Part::Card(cause.src));
            visit(Part::Ability(cause.ability));
            visit(Part::Player(cause.by));
        }
        Frame::Check { who, .. } => visit(Part::Player(*who)),
        Frame::Run | Frame::Door { .. } | Frame::Times { .. } | Frame::Keep { .. } => {}
    }
}

fn event(e: &Ev, visit: &mut Visit<'_>) {
    visit(Part::Card(e.subj));
    visit(Part::Card(e.obj));
    visit(Part::Player(e.who));
    visit(Part::Cell(e.from));
    visit(Part::Cell(e.to));
    visit(Part::Card(e.cause.src));
    visit(Part::Ability(e.cause.ability));
    visit(Part::Player(e.cause.by));
}

fn info(e: &EvInfo, visit: &mut Visit<'_>) {
    visit(Part::Card(e.subj));
    visit(Part::Card(e.subj0));
    visit(Part::Card(e.obj));
    visit(Part::Card(e.cause));
    visit(Part::Player(e.who));
}

fn slot(s: &Slot, visit: &mut Visit<'_>) {
    match s {
        Slot::Player(p) => visit(Part::Player(*p)),
        Slot::Cell(c) => visit(Part::Cell(*c)),
        Slot::Empty | Slot::Num(_) | Slot::Set { .. } | Slot::Value(..) => {}
    }
}

fn captured(held: Option<&Captured>, visit: &mut Visit<'_>) {
    let Some(held) = held else { return };
    for s in &held.slots {
        slot(s, visit);
    }
    for r in &held.words {
        visit(Part::Card(*r));
    }
    info(&held.ev, visit);
    visit(Part::Card(held.src));
}

/// Visits what an atom points at.
pub(super) fn atom(a: &Atom, visit: &mut Visit<'_>) {
    match a {
        Atom::Act(act) => visit(Part::Card(act.card)),
        Atom::Card(r) => visit(Part::Card(*r)),
        Atom::Cell(c) => visit(Part::Cell(*c)),
        Atom::Player(p) => visit(Part::Player(*p)),
        Atom::Pass
        | Atom::Yes
        | Atom::No
        | Atom::Done
        | Atom::Number(_)
        | Atom::Option(_)
        | Atom::Instance(_)
        | Atom::Replacement(_)
        | Atom::Word(_)
        | Atom::Name(_)
        | Atom::Tag(_) => {}
    }
}
