//! What must hold of every state between two steps. Loading a save and the soak tests ask for it; play never does.

use super::code::ChangeIx;
use super::game::Game;
use super::layers::PLAIN_ADD;
use super::parts::{Part, each_lasting, each_offered, each_running};
use crate::kernel::{Atom, Card, Cause, CellId, Cells, EffectTarget, Frame, Ref, Slot, Until};

/// No counter of a game that ends comes near this.
const COUNTERS: u32 = 1 << 30;
/// No number of a card, a player or a step of the rules comes near this.
const NUMBERS: i32 = 1_000_000_000;

impl Game {
    /// Whether the state is sound: cards lie in exactly one place, everything that points somewhere points at something, running work has its
    /// shape, open questions can be answered, and computed information is what a computation from the beginning gives.
    pub fn check_invariants(&self) -> Result<(), String> {
        self.check_shape()?;
        self.check_computed()
    }

    /// The part of the invariants that does not need computed information.
    pub(super) fn check_shape(&self) -> Result<(), String> {
        self.check_cells()?;
        self.check_counters()?;
        self.check_parts()?;
        self.check_stack()?;
        self.check_effects()?;
        self.check_question()?;
        self.check_marks()
    }

    /// What the game would go back to is sound too, and goes back no further by itself.
    fn check_marks(&self) -> Result<(), String> {
        ensure(self.state.marks.len() <= super::undo::DEEPEST, || {
            "too many marks".to_owned()
        })?;
        for mark in &self.state.marks {
            ensure(mark.marks.is_empty(), || "a mark inside a mark".to_owned())?;
            ensure(mark.cards.len() <= self.state.cards.len(), || {
                "a mark with cards that are not there".to_owned()
            })?;
            let mut game = self.clone();
            game.log.on = false;
            game.state.clone_from(mark);
            game.state.dirty = true;
            game.check_shape()?;
        }
        Ok(())
    }

    fn check_cells(&self) -> Result<(), String> {
        let state = &self.state;
        let layout = self.layout();
        ensure(state.cells.count() == layout.len(), || {
            format!("{} cells, and the game has {}", state.cells.count(), layout.len())
        })?;
        let mut seen = vec![false; state.cards.len()];
        let mut again = Cells::new(layout.len());
        for (cell, ix) in state.cells.all() {
            match seen.get_mut(usize::from(ix)) {
                None => {
                    return Err(format!(
                        "{} holds card {ix}, which does not exist",
                        layout.cell_name(cell)
                    ));
                }
                Some(true) => return Err(format!("card {ix} lies in two places")),
                Some(flag) => *flag = true,
            }
            let card = state.card(ix);
            ensure(card.cell == cell, || {
                format!("card {ix} lies in cell {} and thinks it is in {}", cell.0, card.cell.0)
            })?;
            again.add(cell, ix);
        }
        if let Some(lost) = seen.iter().position(|s| !s) {
            return Err(format!("card {lost} lies nowhere"));
        }
        // A list of cells that is not cut into cells in order would differ from the one built up.
        ensure(again == state.cells, || "the cells do not cover the cards".to_owned())?;
        for (ix, card) in state.cards.iter().enumerate() {
            ensure(card.def.ix() < self.pool.defs.len(), || {
                format!("card {ix} has definition {}, which does not exist", card.def.0)
            })?;
            ensure(card.turn <= state.turn.number, || {
                format!("card {ix} came in a later turn")
            })?;
            ensure(card.entered <= state.stamp && card.placed <= state.stamp, || {
                format!("card {ix} came in later than now")
            })?;
        }
        Ok(())
    }

    fn check_counters(&self) -> Result<(), String> {
        let state = &self.state;
        for (name, n) in [
            ("stamp", state.stamp),
            ("sequence", state.seq),
            ("decisions", state.decisions),
            ("steps", state.steps),
            ("laps", state.laps),
        ] {
            ensure(n < COUNTERS, || format!("the counter of {name} stands at {n}"))?;
        }
        ensure(state.turn.number < u16::MAX / 2, || {
            format!("turn {}", state.turn.number)
        })?;
        let times = self.tables().times.len();
        ensure(state.turn.phase.ix() < times && state.turn.step.ix() < times, || {
            "a phase that does not exist".to_owned()
        })?;
        let ahead = |f: &Frame| match f {
            Frame::Times { turn: t, .. } => {
                let all = [t.phase, t.step].into_iter().chain(t.ends).chain(t.begins);
                usize::from(t.told) <= t.begins.len() && all.into_iter().all(|time| time.ix() < times)
            }
            _ => true,
        };
        ensure(state.stack.iter().all(ahead), || {
            "a time that does not exist".to_owned()
        })?;
        let steps = state.stack.iter().filter_map(|f| match f {
            Frame::Kernel(step) => Some([step.a, step.b]),
            _ => None,
        });
        let small = |n: i32| (-NUMBERS..=NUMBERS).contains(&n);
        let numbers = state
            .players
            .iter()
            .flat_map(|p| p.vals)
            .chain(state.ext)
            .chain(steps.flatten())
            .chain(state.stack.iter().filter_map(|f| match f {
                Frame::Serial { left, .. } => Some(*left),
                Frame::Keep { done, .. } => Some(*done),
                _ => None,
            }))
            .chain([state.done])
            .chain(state.effects.iter().map(|e| e.val))
            .chain(state.laid.iter().flat_map(|l| [l.damage, l.x]));
        ensure(state.paying < 200, || format!("{} costs are being paid", state.paying))?;
        for n in numbers {
            ensure(small(n), || format!("the number {n}"))?;
        }
        ensure(
            state
                .past
                .iter()
                .all(|p| p.turn <= state.turn.number && p.stamp <= state.stamp),
            || "the past lies in the future".to_owned(),
        )?;
        ensure(state.rng.position < u64::from(COUNTERS) * 4, || {
            format!("{} random words", state.rng.position)
        })
    }

    fn check_ref(&self, r: Ref) -> Result<(), String> {
        if !r.is_some() || r.as_player().is_some() {
            return Ok(());
        }
        match self.state.cards.get(usize::from(r.ix)) {
            None => Err(format!("a reference to card {}, which does not exist", r.ix)),
            Some(card) if r.life > card.life => Err(format!(
                "a reference to life {} of card {}, which is in life {}",
                r.life, r.ix, card.life
            )),
            Some(_) => Ok(()),
        }
    }

    fn check_cell(&self, cell: CellId) -> Result<(), String> {
        ensure(cell.ix() < self.layout().len() || cell.0 == u8::MAX, || {
            format!("cell {}, which does not exist", cell.0)
        })
    }

    fn check_parts(&self) -> Result<(), String> {
        let mut found = Ok(());
        let mut check = |part: Part| {
            if found.is_err() {
                return;
            }
            found = match part {
                Part::Card(r) => self.check_ref(r),
                Part::Cell(cell) => self.check_cell(cell),
                Part::Player(p) => ensure(p.0 < 2, || format!("player {}", p.0)),
                Part::Ability(a) => ensure(a.ix() < self.pool.abilities.len() || a == Cause::NO_ABILITY, || {
                    format!("ability {}, which does not exist", a.0)
                }),
            };
        };
        each_running(&self.state, &mut check);
        each_offered(&self.state, &mut check);
        each_lasting(&self.state, &mut check);
        found
    }

    fn check_stack(&self) -> Result<(), String> {
        let state = &self.state;
        let frames = state.stack.iter().filter(|f| matches!(f, Frame::Run)).count();
        ensure(frames == state.runs.len(), || {
            format!("{frames} frames for {} running abilities", state.runs.len())
        })?;
        ensure(state.over.is_some() || !state.stack.is_empty(), || {
            "nothing runs, and the game is not over".to_owned()
        })?;
        let (mut slots, mut words) = (0, 0);
        for run in &state.runs {
            ensure(run.slots >= slots && run.words >= words, || {
                "running abilities share their slots".to_owned()
            })?;
            (slots, words) = (run.slots, run.words);
            ensure(run.pc as usize <= self.pool.ops.len() || run.pc == u32::MAX, || {
                format!("operation {}, which does not exist", run.pc)
            })?;
            ensure(run.start <= state.stamp.saturating_add(1), || {
                "an ability that begins later than now".to_owned()
            })?;
        }
        ensure(
            slots as usize <= state.slots.len() && words as usize <= state.words.len(),
            || "a running ability without its slots".to_owned(),
        )?;
        sets(&state.slots, state.words.len())?;
        for frame in &state.stack {
            if let Frame::Serial { base, .. } | Frame::Keep { base, .. } = frame {
                ensure(*base as usize <= state.words.len(), || {
                    "a frame without its cards".to_owned()
                })?;
            }
        }
        for held in state
            .effects
            .iter()
            .filter_map(|e| e.held.as_deref())
            .chain(state.standby.iter().filter_map(|i| i.held.as_deref()))
            .chain(state.delayed.iter().map(|d| &*d.held))
            .chain(state.shields.iter().filter_map(|s| s.held.as_deref()))
            .chain(
                state
                    .pending
                    .iter()
                    .flat_map(|p| p.texts.iter().filter_map(|(_, held)| held.as_deref())),
            )
            .chain(state.runs.iter().chain(&state.bodies).filter_map(|r| r.held.as_deref()))
        {
            sets(&held.slots, held.words.len())?;
        }
        Ok(())
    }

    fn check_effects(&self) -> Result<(), String> {
        let state = &self.state;
        for effect in &state.effects {
            let known = if effect.change >= PLAIN_ADD {
                effect.change - PLAIN_ADD < 6
            } else {
                (ChangeIx(effect.change).0 as usize) < self.pool.changes.len()
            };
            ensure(known, || format!("change {}, which does not exist", effect.change))?;
            ensure(effect.stamp <= state.stamp.saturating_add(1), || {
                "an effect that begins later than now".to_owned()
            })?;
            let target = match effect.target {
                EffectTarget::Card(r) => r.is_some(),
                EffectTarget::Player(p) => p.0 < 2,
                EffectTarget::Open(objs) => (objs as usize) < self.pool.objs.len(),
            };
            ensure(target, || "an effect on nothing".to_owned())?;
        }
        for shield in &state.shields {
            ensure(shield.left > 0 && shield.stamp <= state.stamp, || {
                "something prevents nothing".to_owned()
            })?;
            let known = |p: u32| (p as usize) < self.pool.patterns.len();
            ensure(shield.pattern.is_none_or(known), || {
                "a pattern that does not exist".to_owned()
            })?;
        }
        for pair in state.counters.windows(2) {
            if let [a, b] = pair {
                ensure((a.card, a.kind) < (b.card, b.kind), || {
                    "counters in disorder".to_owned()
                })?;
            }
        }
        for counter in &state.counters {
            let known =
                usize::from(counter.card) < state.cards.len() && usize::from(counter.kind) < self.pool.counters.len();
            ensure(known && counter.n > 0, || "a counter on nothing".to_owned())?;
        }
        let whiles = state
            .effects
            .iter()
            .map(|e| e.until)
            .chain(state.delayed.iter().map(|d| d.until))
            .chain(state.shields.iter().map(|s| s.until));
        for until in whiles {
            let ok = match until {
                Until::While(cond) => (cond as usize) < self.pool.conds.len(),
                Until::Time { time, whose, .. } => {
                    time.ix() < self.tables().times.len() && whose.is_none_or(|p| p.0 < 2)
                }
                Until::Event(pattern) => (pattern as usize) < self.pool.patterns.len(),
                Until::Game | Until::Here => true,
            };
            ensure(ok, || "a duration that does not exist".to_owned())?;
        }
        Ok(())
    }

    fn check_question(&self) -> Result<(), String> {
        let state = &self.state;
        for atom in state.atoms.iter().chain(&state.picks) {
            // Options become bits of a number, words become bits of a wide one.
            let fits = match atom {
                Atom::Option(n) => *n < 31,
                Atom::Word(n) => *n < 64,
                _ => true,
            };
            ensure(fits, || format!("the answer {atom:?} is out of range"))?;
        }
        let Some(ask) = state.ask else { return Ok(()) };
        ensure(state.over.is_none(), || "a question after the end".to_owned())?;
        if let Some((low, high)) = ask.range {
            return ensure(low <= high && low >= -NUMBERS && high <= NUMBERS, || {
                format!("a question for a number from {low} to {high}")
            });
        }
        ensure(!state.atoms.is_empty(), || "a question without an answer".to_owned())?;
        ensure(ask.min <= ask.max, || "a question for more than it takes".to_owned())?;
        for atom in &state.atoms {
            let alive = match atom {
                Atom::Card(r) => state.alive(*r),
                Atom::Act(act) => !act.card.is_some() || state.alive(act.card),
                Atom::Instance(n) => usize::from(*n) < state.standby.len(),
                _ => true,
            };
            ensure(alive, || format!("the answer {atom:?} is about what is gone"))?;
        }
        Ok(())
    }

    fn check_computed(&self) -> Result<(), String> {
        let state = &self.state;
        if state.dirty {
            return Ok(());
        }
        ensure(state.chars.len() == state.chars_of.len(), || {
            "computed information without its card".to_owned()
        })?;
        for (n, ix) in state.chars_of.iter().enumerate() {
            // A card that left since is printed again; any other must know its place in the list.
            let at = state.card(*ix).chars_at;
            ensure(usize::from(at) == n || at == Card::PRINTED, || {
                format!("card {ix} has lost its computed information")
            })?;
        }
        for (ix, card) in state.cards.iter().enumerate() {
            let at = card.chars_at;
            let of = state.chars_of.get(usize::from(at)).map(|c| usize::from(*c));
            ensure(at == Card::PRINTED || of == Some(ix), || {
                format!("card {ix} has the computed information of another")
            })?;
        }
        let mut fresh = self.clone();
        fresh.log.on = false;
        fresh.state.dirty = true;
        fresh.work.rest();
        fresh.settle();
        ensure(
            fresh.state.chars_of == state.chars_of && fresh.state.chars == state.chars,
            || {
                let wrong = state
                    .chars_of
                    .iter()
                    .find(|ix| self.info(state.now(**ix)) != fresh.info(fresh.state.now(**ix)))
                    .copied()
                    .unwrap_or(u16::MAX);
                format!(
                    "the computed information of card {wrong} is out of date: {:?}, and should be {:?}",
                    self.info(state.now(wrong)),
                    fresh.info(fresh.state.now(wrong))
                )
            },
        )?;
        ensure(fresh.state.granted == state.granted, || {
            let list = |game: &Game| -> Vec<String> {
                let one = |g: &crate::kernel::GrantedAbility| {
                    format!(
                        "{} to \"{}\" at {}",
                        game.pool.ability(g.ability).label,
                        game.pool.def(game.state.card(g.card.ix).def).name,
                        g.stamp
                    )
                };
                game.state.granted.iter().map(one).collect()
            };
            format!(
                "the given abilities are out of date: {:?}, and should be {:?}",
                list(self),
                list(&fresh)
            )
        })?;
        ensure(
            fresh.state.rules == state.rules && fresh.state.rule_mask == state.rule_mask,
            || "the rules made by effects are out of date".to_owned(),
        )
    }
}

/// Whether the sets of slots lie inside the words.
fn sets(slots: &[Slot], words: usize) -> Result<(), String> {
    for slot in slots {
        if let Slot::Set { start, len } = slot {
            let end = (*start as usize).saturating_add(*len as usize);
            ensure(end <= words, || format!("a slot of {len} cards that are not there"))?;
        }
    }
    Ok(())
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
