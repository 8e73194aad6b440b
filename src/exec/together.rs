//! Demands on several picks together: that they differ, that they add up. What can be picked, how many of it, and whether a cost that asks for such a
//! set can be paid, are decided here, so that they never disagree.

use super::code::Pick;
use super::eval::{Env, Refs};
use super::game::Game;
use crate::kernel::{Ask, Atom, AttrId, PickRule, Ref};
use smallvec::SmallVec;

/// So many steps are spent on a search for cards that differ; beyond that what was found counts.
const STEPS: u32 = 4_000;

/// The values that are added up.
type Values = SmallVec<[i64; 16]>;

impl Game {
    /// Whether the picks so far satisfy the demand on all of them.
    pub(super) fn rule_done(&self, ask: Ask) -> bool {
        let total = |attr: u8| -> i64 { self.state.picks.iter().map(|a| self.pick_value(*a, attr)).sum() };
        match ask.rule {
            PickRule::Any | PickRule::DifferentNames | PickRule::Different(_) => true,
            PickRule::TotalAtMost(attr, n) => total(attr) <= i64::from(n),
            PickRule::TotalAtLeast(attr, n) => total(attr) >= i64::from(n),
            PickRule::TotalIs(attr, n) => total(attr) == i64::from(n),
        }
    }

    fn pick_value(&self, atom: Atom, attr: u8) -> i64 {
        match atom {
            Atom::Card(card) => i64::from(self.attr(card, AttrId(attr))),
            _ => 0,
        }
    }

    /// Whether a question can be completed after this pick.
    pub(super) fn completes(&self, ask: Ask, picks: &[Atom], atom: Atom, all: &[Atom]) -> bool {
        let missing = usize::from(ask.min).saturating_sub(picks.len() + 1);
        let room = usize::from(ask.max).saturating_sub(picks.len() + 1);
        let others = || all.iter().copied().filter(|a| *a != atom);
        let (attr, n) = match ask.rule {
            PickRule::Any => return true,
            PickRule::DifferentNames | PickRule::Different(_) => {
                if picks.iter().any(|p| self.clash(ask.rule, *p, atom)) {
                    return false;
                }
                let fits = |a: &Atom| !picks.iter().chain([&atom]).any(|p| self.clash(ask.rule, *p, *a));
                let left: Vec<Atom> = others().filter(fits).collect();
                return missing == 0 || self.most_different(ask.rule, &left, missing) >= missing;
            }
            PickRule::TotalAtMost(attr, n) | PickRule::TotalAtLeast(attr, n) | PickRule::TotalIs(attr, n) => {
                (attr, i64::from(n))
            }
        };
        let sum = picks.iter().map(|p| self.pick_value(*p, attr)).sum::<i64>() + self.pick_value(atom, attr);
        let rest: Values = others().map(|a| self.pick_value(a, attr)).collect();
        adds_up(ask.rule, n - sum, (missing, room), rest)
    }

    /// Whether two picks cannot stand together in a set of picks that differ.
    fn clash(&self, rule: PickRule, a: Atom, b: Atom) -> bool {
        match rule {
            PickRule::DifferentNames => self.share_name(a, b),
            PickRule::Different(attr) => self.pick_value(a, attr) == self.pick_value(b, attr),
            _ => false,
        }
    }

    fn share_name(&self, a: Atom, b: Atom) -> bool {
        match (a, b) {
            (Atom::Card(a), Atom::Card(b)) => {
                let names = self.info(b);
                self.info(a).all_names().iter().any(|n| names.named(*n))
            }
            _ => false,
        }
    }

    /// How many of these can be picked that all differ; no more than are wanted are looked for.
    fn most_different(&self, rule: PickRule, all: &[Atom], wanted: usize) -> usize {
        let mut steps = STEPS;
        self.differ_from(rule, all, &mut Vec::new(), wanted, &mut steps)
    }

    fn differ_from(
        &self,
        rule: PickRule,
        left: &[Atom],
        taken: &mut Vec<Atom>,
        wanted: usize,
        steps: &mut u32,
    ) -> usize {
        let mut best = taken.len();
        for (n, atom) in left.iter().enumerate() {
            if best >= wanted || *steps == 0 || taken.len() + left.len() - n <= best {
                break;
            }
            *steps -= 1;
            if taken.iter().any(|t| self.clash(rule, *t, *atom)) {
                continue;
            }
            taken.push(*atom);
            best = best.max(self.differ_from(rule, left.get(n + 1..).unwrap_or(&[]), taken, wanted, steps));
            taken.pop();
        }
        best
    }

    /// Of these cards, how many can be picked together under a demand on all of them, up to so many; none if the demand cannot be met.
    pub(super) fn most_together(&self, rule: PickRule, refs: &[Ref], (least, most): (usize, usize)) -> Option<usize> {
        let most = most.min(refs.len());
        let (attr, n) = match rule {
            PickRule::Any => return Some(most),
            PickRule::DifferentNames | PickRule::Different(_) => {
                let atoms: Vec<Atom> = refs.iter().map(|r| Atom::Card(*r)).collect();
                return Some(self.most_different(rule, &atoms, most));
            }
            PickRule::TotalAtMost(attr, n) | PickRule::TotalAtLeast(attr, n) | PickRule::TotalIs(attr, n) => {
                (attr, i64::from(n))
            }
        };
        let mut values: Values = refs.iter().map(|r| self.pick_value(Atom::Card(*r), attr)).collect();
        if matches!(rule, PickRule::TotalAtMost(..)) {
            values.sort_unstable();
            let mut sum = 0;
            let few = values.iter().take_while(|v| {
                sum += **v;
                sum <= n
            });
            return Some(few.count().min(most));
        }
        adds_up(rule, n, (least.min(most), most), values).then_some(most)
    }

    /// Whether a part of a cost that picks cards can be paid with these: so many of them, and all together as its text demands (10.4.2.2 and its like).
    pub(super) fn picks_payable(&self, spec: &Pick, refs: &Refs, count: usize, env: &Env<'_>) -> bool {
        let rule = self.pick_rule(spec, env);
        if rule == PickRule::Any {
            return refs.len() >= count;
        }
        let most = spec
            .max
            .map_or(refs.len(), |n| usize::try_from(self.number(n, env)).unwrap_or(0));
        self.most_together(rule, refs, (count, most.max(count)))
            .is_some_and(|k| k >= count)
    }
}

/// Whether between so few and so many of the values add up to what is left of a demand.
fn adds_up(rule: PickRule, left: i64, (least, most): (usize, usize), mut values: Values) -> bool {
    let most = most.min(values.len());
    if least > most {
        return false;
    }
    match rule {
        PickRule::TotalAtMost(..) => {
            values.sort_unstable();
            values.iter().take(least).sum::<i64>() <= left
        }
        PickRule::TotalAtLeast(..) => {
            values.sort_unstable_by(|a, b| b.cmp(a));
            let must: i64 = values.iter().take(least).sum();
            let more: i64 = values.iter().take(most).skip(least).filter(|v| **v > 0).sum();
            must + more >= left
        }
        _ => reaches(&values, (least, most), left),
    }
}

/// Whether between so few and so many of the values add up to exactly this. The sums that so many of them have are kept as a set: the numbers on cards
/// are small.
fn reaches(values: &[i64], (least, most): (usize, usize), sum: i64) -> bool {
    use std::collections::BTreeSet;
    let mut by_count: Vec<BTreeSet<i64>> = vec![BTreeSet::new(); most + 1];
    if let Some(none) = by_count.first_mut() {
        none.insert(0);
    }
    for value in values {
        for k in (1..=most).rev() {
            let from: Vec<i64> = by_count.get(k - 1).into_iter().flatten().map(|s| s + value).collect();
            if let Some(sums) = by_count.get_mut(k) {
                sums.extend(from.into_iter().take(STEPS as usize));
            }
        }
    }
    by_count.iter().skip(least).any(|sums| sums.contains(&sum))
}
