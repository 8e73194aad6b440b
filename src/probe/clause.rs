//! The clauses of a card, read from its linked code: what sets an ability off, its conditions, its costs, its statements, its continuous changes.

use crate::ast::Category;
use crate::exec::code::{Ability, ChangeIx, ChangeOp, Cond, CondIx, CostIx, Num, Op, Pc};
use crate::exec::{Coverage, Pool};
use crate::ir::Src;
use crate::kernel::{AbilityIx, DefId};
use std::collections::{BTreeMap, BTreeSet};

/// What a clause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The ability as a whole: it is set off, used, played.
    Ability,
    /// A condition.
    Condition,
    /// A cost.
    Cost,
    /// A statement.
    Statement,
    /// A change that an effect makes.
    Change,
}

impl Kind {
    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Ability => "ability",
            Kind::Condition => "condition",
            Kind::Cost => "cost",
            Kind::Statement => "statement",
            Kind::Change => "change",
        }
    }
}

/// Why a clause never did anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The event it waits for never came.
    NeverTriggered,
    /// It could never be used or played.
    NeverUsed,
    /// The condition was never true.
    NeverTrue,
    /// The condition was never false, so that what it guards was never left out or the other way never taken.
    NeverFalse,
    /// No card ever fitted.
    NothingFits,
    /// The cost could never be paid.
    NeverPayable,
    /// It was never reached, though the ability ran.
    NeverReached,
    /// It was carried out and changed nothing.
    NeverActed,
}

impl Reason {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Reason::NeverTriggered => "never-triggered",
            Reason::NeverUsed => "never-used",
            Reason::NeverTrue => "never-true",
            Reason::NeverFalse => "never-false",
            Reason::NothingFits => "nothing-fits",
            Reason::NeverPayable => "never-payable",
            Reason::NeverReached => "never-reached",
            Reason::NeverActed => "never-acted",
        }
    }

    /// What happened, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::NeverTriggered => "this never triggered: the event it waits for never came",
            Reason::NeverUsed => "this could never be used",
            Reason::NeverTrue => "this condition was never true",
            Reason::NeverFalse => "this condition was never false",
            Reason::NothingFits => "no card ever fitted this description",
            Reason::NeverPayable => "this cost could never be paid",
            Reason::NeverReached => "this was never reached, though its ability was carried out",
            Reason::NeverActed => "this was carried out and never changed anything",
        }
    }
}

/// What a clause did in all tries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// What it is.
    pub kind: Kind,
    /// The ability it belongs to.
    pub ability: AbilityIx,
    /// Where it was written.
    pub src: Src,
    /// How often it was reached or asked.
    pub reached: u32,
    /// Of a condition: how often it was true; of a cost: how often it could be paid.
    pub yes: u32,
    /// The contrary.
    pub no: u32,
    /// How often it changed anything.
    pub acted: u32,
    /// Why it never did anything; none if it did.
    pub dead: Option<Reason>,
}

/// The abilities of a card, given ones included.
pub(super) fn abilities(pool: &Pool, defs: &[DefId]) -> Vec<AbilityIx> {
    let all = (0u32..).zip(&pool.abilities);
    // What works nowhere is about building a deck, and is judged there.
    let own = all.filter(|(_, a)| defs.contains(&a.def) && a.works != 0);
    own.map(|(at, _)| AbilityIx(at)).collect()
}

/// Every clause of a card as it is written, whether it was ever reached or not, with what it did: the same list for every count. What the rules of the
/// game know by its word alone is left out, for nothing of it runs.
pub fn all_clauses(pool: &Pool, defs: &[DefId], coverage: &Coverage) -> Vec<Clause> {
    let known = pool.known_keywords.iter().fold(0, |all, bit| all | bit);
    let mut out = Vec::new();
    for at in abilities(pool, defs) {
        let ability = pool.ability(at);
        if ability.keywords & known == 0 || ability.category != Category::Cont {
            let whole = true;
            Reader {
                pool,
                coverage,
                at,
                whole,
            }
            .read(&mut out);
        }
    }
    out
}

/// All clauses of a card with what they did.
pub(super) fn clauses(pool: &Pool, defs: &[DefId], coverage: &Coverage) -> Vec<Clause> {
    let mut out = Vec::new();
    let given = given(pool, defs);
    let known = pool.known_keywords.iter().fold(0, |all, bit| all | bit);
    for at in abilities(pool, defs) {
        let first = out.len();
        let whole = false;
        Reader {
            pool,
            coverage,
            at,
            whole,
        }
        .read(&mut out);
        // What was never given has nothing to show; what gives it is told of. What a keyword does is shown by the rules of
        // the game where they know it by its word.
        let by = given.iter().filter(|(ability, _)| *ability == at);
        let never = |giver: &Giver| match giver {
            Giver::Change(change) => coverage.change(*change).yes == 0,
            Giver::Op(pc) => coverage.op(*pc).yes == 0,
        };
        let mut by = by.map(|(_, giver)| never(giver)).peekable();
        let never_given = by.peek().is_some() && by.all(|never| never);
        let ability = pool.ability(at);
        let by_word = ability.keywords & known != 0 && ability.category == Category::Cont;
        if never_given || by_word {
            let own = out.get_mut(first..).unwrap_or_default();
            for clause in own {
                clause.dead = None;
            }
        }
    }
    out
}

/// What gives an ability.
enum Giver {
    Change(ChangeIx),
    Op(Pc),
}

/// The abilities of a card that effects give or set up, with what does it.
fn given(pool: &Pool, defs: &[DefId]) -> Vec<(AbilityIx, Giver)> {
    let mut out = Vec::new();
    for (at, (change, written)) in (0u32..).zip(pool.changes.iter().zip(&pool.change_src)) {
        if let ChangeOp::Abilities(list, _) | ChangeOp::PlayerAbilities(list, _) = &change.op
            && defs.contains(&written.def)
        {
            out.extend(list.iter().map(|ability| (*ability, Giver::Change(ChangeIx(at)))));
        }
    }
    for (pc, op) in (0u32..).zip(&pool.ops) {
        if let Op::Delay { ability, .. } = op
            && defs.contains(&pool.ability(*ability).def)
        {
            out.push((*ability, Giver::Op(pc)));
        }
    }
    out
}

/// Reads the clauses of one ability.
struct Reader<'p> {
    pool: &'p Pool,
    coverage: &'p Coverage,
    at: AbilityIx,
    /// What was never reached is listed too.
    whole: bool,
}

impl Reader<'_> {
    fn read(&self, out: &mut Vec<Clause>) {
        let ability = self.pool.ability(self.at);
        let ops = self.ops(ability);
        let continuous = ability.pc == Pc::MAX;
        let by_the_game = !continuous && ability.statics.is_empty() && !ops.keys().any(|pc| self.is_clause(*pc));
        let first = out.len();
        let counts = self.coverage.ability(self.at);
        let ran = counts.yes;
        if !continuous && !by_the_game {
            out.push(Clause {
                kind: Kind::Ability,
                ability: self.at,
                src: ability.src,
                reached: counts.no.max(ran),
                yes: 0,
                no: 0,
                acted: ran,
                dead: (ran == 0).then(|| self.why_not(ability)),
            });
        }
        self.conditions(ability, &ops, out);
        self.costs(ability, &ops, out);
        if ran > 0 || self.whole {
            self.statements(&ops, out);
        }
        self.changes(ability, &ops, ran > 0 || self.whole, out);
        let own = out.get_mut(first..).unwrap_or_default();
        thin_out(own);
    }

    /// Why an ability never ran.
    fn why_not(&self, ability: &Ability) -> Reason {
        let fits = |cond: &CondIx| self.coverage.cond(*cond).yes > 0;
        if !ability.triggers.is_empty() {
            if !ability.triggers.iter().any(|p| self.coverage.pattern(*p).yes > 0) {
                return Reason::NeverTriggered;
            }
        } else if ability.cost.is_some_and(|c| self.never_payable(c)) {
            return Reason::NeverPayable;
        }
        match ability.gate {
            Some(gate) if !fits(&gate) => Reason::NeverTrue,
            _ => Reason::NeverUsed,
        }
    }

    fn never_payable(&self, cost: CostIx) -> bool {
        let counts = self.coverage.cost(cost);
        let other = self.pool.cost(cost).or;
        counts.yes == 0 && counts.no > 0 && other.is_none_or(|other| self.never_payable(other))
    }

    /// The operations of an ability, with those that may follow each.
    fn ops(&self, ability: &Ability) -> BTreeMap<Pc, Vec<Pc>> {
        let mut out = BTreeMap::new();
        let extra = ability.extra.map(|e| e.payment);
        let roots = [Some(ability.pc), ability.announce, ability.payment, extra];
        let mut todo: Vec<Pc> = roots.into_iter().flatten().collect();
        while let Some(pc) = todo.pop() {
            if pc as usize >= self.pool.ops.len() || out.contains_key(&pc) {
                continue;
            }
            let next = self.after(pc);
            todo.extend(next.iter().copied());
            out.insert(pc, next);
        }
        out
    }

    fn after(&self, pc: Pc) -> Vec<Pc> {
        let on = pc + 1;
        match self.pool.op(pc) {
            Op::End | Op::Announced => Vec::new(),
            Op::Jump(to) | Op::NextMode(_, to) => vec![*to],
            Op::Unless(_, to)
            | Op::NextEach(_, _, to)
            | Op::NextPlayer(_, to)
            | Op::Countdown(_, to)
            | Op::May { other: to, .. }
            | Op::Offer { other: to, .. } => vec![on, *to],
            Op::Modes { options, .. } => options.iter().map(|o| o.pc).chain([on]).collect(),
            _ => vec![on],
        }
    }

    /// Whether an operation says something of its own, rather than leading to what does.
    fn is_clause(&self, pc: Pc) -> bool {
        // A price of nothing is a way to say that there is none.
        if let Op::Pay(amount, _) = self.pool.op(pc)
            && *self.pool.num(*amount) == Num::Const(0)
        {
            return false;
        }
        !matches!(
            self.pool.op(pc),
            Op::End
                | Op::Announced
                | Op::Jump(_)
                | Op::Unless(..)
                | Op::Set(..)
                | Op::Copy(..)
                | Op::Join(..)
                | Op::Keep(..)
                | Op::KeepFor(..)
                | Op::Freeze(_)
                | Op::Within(_)
                | Op::Carried(_)
                | Op::Actor(_)
                | Op::Each(..)
                | Op::NextEach(..)
                | Op::EachPlayer(_)
                | Op::NextPlayer(..)
                | Op::Countdown(..)
                | Op::NextMode(..)
                | Op::Recheck(..)
                | Op::May { .. }
                | Op::Offer { .. }
                | Op::Modes { .. }
                | Op::Announce { .. }
                | Op::PayStart(_)
                | Op::PayEnd
                | Op::Host(_)
        )
    }

    fn src(&self, pc: Pc) -> Src {
        let found = self.pool.op_src.get(pc as usize).copied();
        found.unwrap_or_else(|| self.pool.ability(self.at).src)
    }

    /// The conditions that stand in an ability, each with whether it was ever as its place wants it.
    fn conditions(&self, ability: &Ability, ops: &BTreeMap<Pc, Vec<Pc>>, out: &mut Vec<Clause>) {
        let mut roots: Vec<CondIx> = ability.gate.into_iter().chain(ability.condition).collect();
        for pc in ops.keys() {
            match self.pool.op(*pc) {
                Op::Unless(cond, _) => roots.push(*cond),
                Op::Modes { options, overrides, .. } | Op::Announce { options, overrides, .. } => {
                    roots.extend(options.iter().filter_map(|o| o.cond));
                    roots.extend(overrides.iter().map(|(_, cond)| *cond));
                }
                _ => {}
            }
        }
        roots.extend(ability.statics.iter().filter_map(|part| part.cond));
        let mut seen = BTreeSet::new();
        for root in roots {
            self.condition(root, true, &mut seen, out);
        }
    }

    fn condition(&self, ix: CondIx, wanted: bool, seen: &mut BTreeSet<CondIx>, out: &mut Vec<Clause>) {
        if !seen.insert(ix) {
            return;
        }
        match self.pool.cond(ix) {
            Cond::And(list) | Cond::Or(list) => list.iter().for_each(|c| self.condition(*c, wanted, seen, out)),
            Cond::Not(inner) => self.condition(*inner, !wanted, seen, out),
            // What an ability did or was told before is no question about the game.
            Cond::Const(_) | Cond::Slot(_) | Cond::Mode(..) | Cond::Host(_) => {}
            _ => {
                let counts = self.coverage.cond(ix);
                let (as_wanted, reason) = if wanted {
                    (counts.yes, Reason::NeverTrue)
                } else {
                    (counts.no, Reason::NeverFalse)
                };
                let src = self.pool.cond_src.get(ix.0 as usize).map(|w| w.src);
                out.push(Clause {
                    kind: Kind::Condition,
                    ability: self.at,
                    src: src.unwrap_or_else(|| self.pool.ability(self.at).src),
                    reached: counts.all(),
                    yes: counts.yes,
                    no: counts.no,
                    acted: as_wanted,
                    dead: (counts.all() > 0 && as_wanted == 0).then_some(reason),
                });
            }
        }
    }

    fn costs(&self, ability: &Ability, ops: &BTreeMap<Pc, Vec<Pc>>, out: &mut Vec<Clause>) {
        let mut costs: Vec<(CostIx, Src)> = Vec::new();
        let own = ability.cost.into_iter().chain(ability.offered);
        costs.extend(own.chain(ability.extra.map(|e| e.cost)).map(|c| (c, ability.src)));
        for pc in ops.keys() {
            if let Op::Offer { cost, .. } | Op::PayStart(cost) = self.pool.op(*pc)
                && !costs.iter().any(|(known, _)| known == cost)
            {
                costs.push((*cost, self.src(*pc)));
            }
        }
        for (cost, src) in costs {
            let counts = self.coverage.cost(cost);
            out.push(Clause {
                kind: Kind::Cost,
                ability: self.at,
                src,
                reached: counts.all(),
                yes: counts.yes,
                no: counts.no,
                acted: counts.yes,
                dead: self.never_payable(cost).then_some(Reason::NeverPayable),
            });
        }
    }

    /// Statements, each with all its operations.
    fn statements(&self, ops: &BTreeMap<Pc, Vec<Pc>>, out: &mut Vec<Clause>) {
        let mut found: Vec<(Src, u32, u32, bool)> = Vec::new();
        for pc in ops.keys().filter(|pc| self.is_clause(**pc)) {
            let (src, counts) = (self.src(*pc), self.coverage.op(*pc));
            let picks = self.picks(*pc);
            match found.iter_mut().find(|(known, ..)| *known == src) {
                Some((_, reached, acted, pick)) => {
                    *reached = (*reached).max(counts.all());
                    *acted = acted.saturating_add(counts.yes);
                    *pick |= picks;
                }
                None => found.push((src, counts.all(), counts.yes, picks)),
            }
        }
        for (src, reached, acted, picks) in found {
            let dead = match (reached, acted) {
                (0, _) => Some(self.why_not_reached(ops)),
                (_, 0) if picks => Some(Reason::NothingFits),
                (_, 0) => Some(Reason::NeverActed),
                _ => None,
            };
            out.push(Clause {
                kind: Kind::Statement,
                ability: self.at,
                src,
                reached,
                yes: 0,
                no: 0,
                acted,
                dead,
            });
        }
    }

    /// Whether an operation is about cards that somebody picks, or finds.
    fn picks(&self, pc: Pc) -> bool {
        matches!(self.pool.op(pc), Op::Choose(..) | Op::Target(..))
            || matches!(self.pool.op(pc), Op::Move { what, .. } | Op::Turn { what, .. } if what.pick().is_some())
    }

    /// Why something was not reached: a way that was never taken.
    fn why_not_reached(&self, ops: &BTreeMap<Pc, Vec<Pc>>) -> Reason {
        for pc in ops.keys() {
            if let Op::Unless(cond, _) = self.pool.op(*pc) {
                let counts = self.coverage.cond(*cond);
                if counts.yes > 0 && counts.no == 0 {
                    return Reason::NeverFalse;
                }
                if counts.no > 0 && counts.yes == 0 {
                    return Reason::NeverTrue;
                }
            }
        }
        Reason::NeverReached
    }

    /// The changes that the ability makes, continuously or by its statements.
    fn changes(&self, ability: &Ability, ops: &BTreeMap<Pc, Vec<Pc>>, ran: bool, out: &mut Vec<Clause>) {
        let mut all = Vec::new();
        for part in &ability.statics {
            let scope = match &part.scope {
                crate::exec::code::ApplyTo::Cards(objs) | crate::exec::code::ApplyTo::Open(objs) => Some(*objs),
                crate::exec::code::ApplyTo::Players(_) => None,
            };
            all.extend(part.changes.iter().map(|c| (*c, true, scope)));
        }
        for (pc, _) in ops.iter().filter(|_| ran) {
            if let Op::Apply { changes, .. } = self.pool.op(*pc)
                && (self.whole || self.coverage.op(*pc).yes > 0)
            {
                all.extend(changes.iter().map(|c| (*c, false, None)));
            }
        }
        for (change, continuous, scope) in all {
            let counts = self.coverage.change(change);
            let fitted = scope.is_none_or(|objs| {
                let found = self.coverage.objects(objs);
                found.yes > 0 || found.all() == 0
            });
            let gate_shut = continuous && ability.gate.is_some_and(|g| self.coverage.cond(g).yes == 0);
            let dead = match counts.yes {
                0 if gate_shut => Some(Reason::NeverTrue),
                0 if !fitted => Some(Reason::NothingFits),
                0 => Some(Reason::NeverActed),
                _ => None,
            };
            let src = self.pool.change_src.get(change.0 as usize).map(|w| w.src);
            out.push(Clause {
                kind: Kind::Change,
                ability: self.at,
                src: src.unwrap_or(ability.src),
                reached: counts.all(),
                yes: 0,
                no: 0,
                acted: counts.yes,
                dead,
            });
        }
    }
}

/// One cause is told once: of an ability that never ran only why; of what a condition kept from being reached only the condition.
fn thin_out(clauses: &mut [Clause]) {
    let never_ran = clauses.iter().any(|c| c.kind == Kind::Ability && c.dead.is_some());
    let deeper = |c: &Clause| c.kind != Kind::Ability && c.dead.is_some();
    if never_ran && clauses.iter().any(deeper) {
        // The condition or cost that was never met says more than that the ability never ran.
        for clause in clauses.iter_mut().filter(|c| c.kind == Kind::Ability) {
            clause.dead = None;
        }
    }
    let conditions: Vec<Reason> = clauses
        .iter()
        .filter(|c| c.kind == Kind::Condition)
        .filter_map(|c| c.dead)
        .collect();
    let unpaid = clauses.iter().any(|c| c.kind == Kind::Cost && c.dead.is_some());
    let guarded = |reason: Reason| matches!(reason, Reason::NeverTrue | Reason::NeverFalse);
    let mut last_reached = true;
    for clause in clauses
        .iter_mut()
        .filter(|c| matches!(c.kind, Kind::Statement | Kind::Change))
    {
        let told = clause.dead.is_some_and(|r| guarded(r) && conditions.contains(&r))
            || unpaid && clause.kind == Kind::Statement && clause.reached == 0;
        let follows = clause.kind == Kind::Statement && clause.reached == 0 && !last_reached;
        if clause.kind == Kind::Statement {
            last_reached = clause.reached > 0;
        }
        if told || follows {
            clause.dead = None;
        }
    }
}
