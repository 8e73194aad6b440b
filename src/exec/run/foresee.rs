//! Whether what is to be announced can be announced: its choices are tried ahead, each with what was chosen and counted before it.

use super::slot_refs;
use crate::exec::code::{Declare, Op, PickIx, SlotIx};
use crate::exec::eval::{Env, Refs};
use crate::exec::game::Game;
use crate::kernel::{AbilityIx, Cause, Ref, Slot};

/// So many operations are looked at; an announcement that branches more is taken as possible and taken back if it fails.
const STEPS: u32 = 4_000;

/// Numbers that are tried for one that a player declares.
const DECLARED: i32 = 12;

/// What would be in the slots.
#[derive(Clone)]
struct Trial {
    slots: Vec<Slot>,
    words: Vec<Ref>,
}

impl Trial {
    fn put(&mut self, slot: SlotIx, value: Slot) {
        let at = usize::from(slot);
        if self.slots.len() <= at {
            self.slots.resize(at + 1, Slot::Empty);
        }
        if let Some(place) = self.slots.get_mut(at) {
            *place = value;
        }
    }

    fn keep(&mut self, slot: SlotIx, cards: &[Ref]) {
        let start = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.words.extend_from_slice(cards);
        let len = u32::try_from(cards.len()).unwrap_or(0);
        self.put(slot, Slot::Set { start, len });
    }

    fn env<'t>(&'t self, env: &Env<'t>) -> Env<'t> {
        Env {
            slots: &self.slots,
            words: &self.words,
            ..*env
        }
    }
}

impl Game {
    /// Whether the choices from here on can be made, up to the next option: there are enough legal targets for each, whatever was chosen before it.
    pub fn announceable(&self, pc: u32, env: &Env<'_>, cause: &Cause) -> bool {
        let trial = Trial {
            slots: env.slots.to_vec(),
            words: env.words.to_vec(),
        };
        let mut steps = STEPS;
        self.foresee(pc, trial, env, cause, &mut steps)
    }

    /// The same for an ability from its beginning, with some number for each letter that its player names before targets are chosen (903.2f and its like).
    pub fn can_announce(&self, ability: AbilityIx, env: &Env<'_>, cause: &Cause) -> bool {
        let ability = self.pool.ability(ability);
        let Some(pc) = ability.announce else { return true };
        let numbers = |slot: Option<SlotIx>| 0..=if slot.is_some() { DECLARED } else { 0 };
        let [x, y] = ability.x;
        let mut steps = STEPS;
        numbers(x).any(|n| {
            numbers(y).any(|m| {
                let mut trial = Trial {
                    slots: env.slots.to_vec(),
                    words: env.words.to_vec(),
                };
                for (slot, number) in [(x, n), (y, m)] {
                    if let Some(slot) = slot {
                        trial.put(slot, Slot::Num(number));
                    }
                }
                self.foresee(pc, trial, env, cause, &mut steps)
            })
        })
    }

    fn foresee(&self, pc: u32, mut trial: Trial, env: &Env<'_>, cause: &Cause, steps: &mut u32) -> bool {
        let mut at = pc;
        loop {
            if *steps == 0 {
                return true;
            }
            *steps -= 1;
            match self.pool.op(at) {
                Op::Target(pick, slot) => {
                    return self.foresee_target((*pick, *slot), at + 1, &trial, env, cause, steps);
                }
                Op::Announce { count, options, .. } => {
                    let now = trial.env(env);
                    let open = options
                        .iter()
                        .filter(|o| o.cond.is_none_or(|c| self.holds(c, &now)))
                        .filter(|o| self.foresee(o.pc, trial.clone(), env, cause, steps));
                    let have = i32::try_from(open.count()).unwrap_or(i32::MAX);
                    return have >= self.number(count.0, &now);
                }
                Op::Unless(cond, other) => match self.pool.cond(*cond) {
                    // The next option begins: this one is over.
                    crate::exec::code::Cond::Mode(..) => return true,
                    _ if self.holds(*cond, &trial.env(env)) => at += 1,
                    _ => at = *other,
                },
                Op::Jump(to) => at = *to,
                Op::Set(slot, num) => {
                    let n = self.number(*num, &trial.env(env));
                    trial.put(*slot, Slot::Num(n));
                    at += 1;
                }
                Op::Copy(from, to) => {
                    let value = trial.slots.get(usize::from(*from)).copied();
                    trial.put(*to, value.unwrap_or(Slot::Empty));
                    at += 1;
                }
                Op::Join(parts, to) => {
                    let now = trial.env(env);
                    let cards: Vec<Ref> = parts.iter().flat_map(|slot| slot_refs(&now, *slot)).collect();
                    trial.keep(*to, &cards);
                    at += 1;
                }
                Op::Declare(declare, slot) => {
                    let numbers = matches!(declare, Declare::Number(..) | Declare::Payable);
                    return (0..=DECLARED).filter(|n| numbers || *n == 0).any(|n| {
                        let mut trial = trial.clone();
                        trial.put(*slot, Slot::Num(n));
                        self.foresee(at + 1, trial, env, cause, steps)
                    });
                }
                Op::Divide { .. } => at += 1,
                _ => return true,
            }
        }
    }

    /// Whether there are targets with which the choices behind them can be made too: as many as may be, then fewer, one at a time.
    fn foresee_target(
        &self,
        (pick, slot): (PickIx, SlotIx),
        next: u32,
        trial: &Trial,
        env: &Env<'_>,
        cause: &Cause,
        steps: &mut u32,
    ) -> bool {
        let now = trial.env(env);
        let refs = self.legal_targets(pick, &now, cause);
        let Some((least, most)) = self.target_range(self.pool.pick(pick), &refs, &now) else {
            return false;
        };
        let mut goes_on = |cards: &[Ref]| {
            let mut trial = trial.clone();
            trial.keep(slot, cards);
            self.foresee(next, trial, env, cause, steps)
        };
        let most = usize::try_from(most).unwrap_or(0).min(refs.len());
        let least = usize::try_from(least).unwrap_or(0);
        if goes_on(refs.get(..most).unwrap_or(&[])) {
            return true;
        }
        if least > 1 {
            // Every group of neighbours in the list.
            return refs.windows(least).any(&mut goes_on);
        }
        refs.iter().any(|card| most > 0 && goes_on(&[*card])) || least == 0 && most > 0 && goes_on(&[])
    }

    /// Everything that could be a target of the choices from here on, in every option.
    pub fn possible_targets(&self, pc: u32, env: &Env<'_>, cause: &Cause) -> Refs {
        let mut out = Refs::new();
        let mut at = pc;
        for _ in 0..256 {
            match self.pool.op(at) {
                Op::Target(pick, _) => {
                    out.extend(self.legal_targets(*pick, env, cause));
                    at += 1;
                }
                Op::Announce { options, .. } => {
                    for option in options {
                        out.extend(self.possible_targets(option.pc, env, cause));
                    }
                    return out;
                }
                Op::Unless(cond, other) => match self.pool.cond(*cond) {
                    crate::exec::code::Cond::Mode(..) => return out,
                    _ if self.holds(*cond, env) => at += 1,
                    _ => at = *other,
                },
                Op::Jump(to) => at = *to,
                Op::Divide { .. } | Op::Set(..) | Op::Copy(..) => at += 1,
                _ => return out,
            }
        }
        out
    }
}
