//! The tree of a search. Its edges are answers by what they are known by; a node stands for all positions that the same answers lead to.

use super::option::Candidate;
use crate::exec::AtomView;
use crate::kernel::{Answer, P, Rng};
use indexmap::IndexMap;

/// How strongly what was seldom tried is tried again, in worth.
const EXPLORE: i64 = 200;
/// How many visits the worth of an answer elsewhere counts for.
const PRIOR: i64 = 2;
/// What an answer is worth that nothing is known of.
const UNKNOWN: i64 = 520;

/// An answer from a node.
#[derive(Debug)]
struct Boundary {
    who: P,
    key: AtomView,
    to: u32,
    /// How often it could be given, how often it was, and what that was worth to who gave it.
    offered: i64,
    visits: i64,
    sum: i64,
}

/// A step down the tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    node: u32,
    edge: usize,
    /// Where it leads.
    pub(super) to: u32,
}

/// The tree.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Vec<Boundary>>,
    /// What an answer was worth wherever it was given: the sum and how often.
    elsewhere: IndexMap<(P, AtomView), (i64, i64)>,
}

impl Tree {
    pub(super) const ROOT: u32 = 0;

    pub(super) fn new() -> Tree {
        Tree {
            nodes: vec![Vec::new()],
            elsewhere: IndexMap::new(),
        }
    }

    /// Chooses among the answers that can be given now: the step, the answer, and whether it was never tried before.
    pub(super) fn choose(
        &mut self,
        node: u32,
        who: P,
        open: &[Candidate],
        rng: &mut Rng,
    ) -> Option<(Step, Answer, bool)> {
        let count = u32::try_from(open.len()).unwrap_or(u32::MAX);
        // Ties are broken by chance: the first of many answers is no better than the others.
        let turn = rng.below(count) as usize;
        let mut best: Option<(i64, usize, Candidate)> = None;
        for n in 0..open.len() {
            let candidate = *open.get((n + turn) % open.len())?;
            let at = self.edge(node, who, candidate.key);
            let prior = self.prior(who, candidate.key);
            let edge = self.nodes.get_mut(node as usize)?.get_mut(at)?;
            edge.offered += 1;
            let value = edge.value(prior);
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, at, candidate));
            }
        }
        let (_, at, candidate) = best?;
        let next = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let edge = self.nodes.get_mut(node as usize)?.get_mut(at)?;
        let fresh = edge.to == 0;
        if fresh {
            edge.to = next;
        }
        let step = Step {
            node,
            edge: at,
            to: edge.to,
        };
        if fresh {
            self.nodes.push(Vec::new());
        }
        Some((step, candidate.answer, fresh))
    }

    fn edge(&mut self, node: u32, who: P, key: AtomView) -> usize {
        let Some(edges) = self.nodes.get_mut(node as usize) else {
            return 0;
        };
        if let Some(at) = edges.iter().position(|e| e.who == who && e.key == key) {
            return at;
        }
        edges.push(Boundary {
            who,
            key,
            to: 0,
            offered: 0,
            visits: 0,
            sum: 0,
        });
        edges.len() - 1
    }

    fn prior(&self, who: P, key: AtomView) -> i64 {
        match self.elsewhere.get(&(who, key)) {
            Some((sum, count)) => (sum + UNKNOWN) / (count + 1),
            None => UNKNOWN,
        }
    }

    /// What a way down was worth to a player, from 0 to 1000.
    pub(super) fn learn(&mut self, path: &[Step], me: P, worth: i64) {
        for step in path {
            let edges = self.nodes.get_mut(step.node as usize);
            let Some(edge) = edges.and_then(|edges| edges.get_mut(step.edge)) else {
                continue;
            };
            let worth = if edge.who == me { worth } else { 1000 - worth };
            edge.visits += 1;
            edge.sum += worth;
            let known = self.elsewhere.entry((edge.who, edge.key)).or_insert((0, 0));
            known.0 += worth;
            known.1 += 1;
        }
    }
}

impl Boundary {
    /// The upper bound of what it may be worth.
    fn value(&self, prior: i64) -> i64 {
        let mean = (self.sum + PRIOR * prior) / (self.visits + PRIOR);
        mean + root_of(EXPLORE * EXPLORE / 16 * log(self.offered) / (self.visits + 1))
    }
}

/// Sixteen times the binary logarithm, between powers of two in a straight line: floating point would differ between machines.
fn log(n: i64) -> i64 {
    let n = n.max(1);
    let whole = n.ilog2();
    let rest = ((n - (1 << whole)) * 16) >> whole;
    i64::from(whole) * 16 + rest
}

fn root_of(n: i64) -> i64 {
    n.max(0).isqrt()
}
