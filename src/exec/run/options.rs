//! Naming things, choosing options, and whether a body could do anything.

use super::{PICKED, START};
use crate::exec::code::{ModeOption, Op, SlotIx, What};
use crate::exec::eval::Env;
use crate::exec::game::Game;
use crate::kernel::{Ask, AskKind, Atom, Bits, LogKind, Ref, Slot};

impl Game {
    pub(super) fn op_declare(&mut self, what: &crate::exec::code::Declare, slot: SlotIx, stage: u8) {
        use crate::exec::code::Declare;
        if stage != START {
            let value = match self.state.picks.first().copied() {
                Some(Atom::Number(n)) => Slot::Num(n),
                Some(Atom::Name(n)) => Slot::Value(0, u32::from(n.0)),
                Some(Atom::Tag(t)) => Slot::Value(1, u32::from(t.0)),
                Some(Atom::Word(w)) => Slot::Value(2, u32::from(w)),
                _ => Slot::Empty,
            };
            if let Slot::Num(n) = value {
                self.note_in_log(LogKind::Said, Ref::NONE, self.actor(), n);
            }
            self.set_slot(slot, value);
            self.next();
            return;
        }
        let env = self.env();
        let mut ask = self.about(Ask::one(env.actor, AskKind::Declare));
        let mut atoms: Vec<Atom> = Vec::new();
        match what {
            Declare::Number(low, high) => {
                let low = self.number(*low, &env);
                ask.range = Some((low, self.number(*high, &env).max(low)));
            }
            Declare::Life => {
                let life = self.player_attr(env.actor, self.tables().life);
                let most = (life / 100).clamp(0, 1000);
                atoms.extend((0..=most).map(|n| Atom::Number(n * 100)));
            }
            Declare::Payable => ask.range = Some((0, self.most_payable(slot))),
            Declare::Name => {
                let defs = u16::try_from(self.pool.defs.len()).unwrap_or(u16::MAX);
                atoms.extend((0..defs).filter_map(|d| {
                    let printed = self.pool.def(crate::kernel::DefId(d)).printed;
                    printed.all_names().first().map(|n| Atom::Name(*n))
                }));
            }
            Declare::Made(defs, may_stop) => {
                let names = defs.iter().filter_map(|def| self.first_name(*def));
                atoms.extend(may_stop.then_some(Atom::Done).into_iter().chain(names.map(Atom::Name)));
            }
            Declare::Word(bits) => {
                atoms.extend((0..64u8).filter(|b| bits >> b & 1 == 1).map(Atom::Word));
            }
            Declare::Type(bits) => {
                atoms.extend((0..16u8).filter(|b| bits >> b & 1 == 1).map(Atom::Word));
            }
            Declare::Tag(among, kind) => {
                let mut tags = crate::kernel::Tags::default();
                match among {
                    Some(objs) => {
                        for r in self.objects(*objs, &env).iter().copied() {
                            for t in self.info(r).tags.iter() {
                                tags.insert(t);
                            }
                        }
                    }
                    None => tags = self.all_tags(),
                }
                let all = kind.and_then(|kind| self.pool.attr_tags.get(usize::from(kind)));
                let of = |tag: &crate::kernel::TagId| all.is_none_or(|all| all.has(*tag));
                atoms.extend(tags.iter().filter(of).map(Atom::Tag));
            }
        }
        self.state.atoms = atoms;
        self.stage(PICKED);
        self.ask(ask);
    }

    pub(super) fn op_modes(
        &mut self,
        count: (crate::exec::code::NumIx, crate::exec::code::NumIx),
        overrides: &[(
            (crate::exec::code::NumIx, crate::exec::code::NumIx),
            crate::exec::code::CondIx,
        )],
        options: &[ModeOption],
        slot: SlotIx,
        pc: u32,
        stage: u8,
    ) {
        if stage != START {
            let mut mask = 0;
            let who = self.actor();
            for at in 0..self.state.picks.len() {
                if let Some(Atom::Option(n)) = self.state.picks.get(at).copied() {
                    mask |= i32::bit(n);
                    self.note_in_log(LogKind::Said, Ref::NONE, who, i32::from(n) + 1);
                }
            }
            self.set_slot(slot, Slot::Num(mask));
            self.next_mode(options, slot, pc, pc);
            return;
        }
        // The list of the last question keeps its room; no condition speaks of it.
        let mut atoms = std::mem::take(&mut self.state.atoms);
        atoms.clear();
        let env = self.env();
        let count = overrides
            .iter()
            .rev()
            .find(|(_, cond)| self.holds(*cond, &env))
            .map_or(count, |(count, _)| *count);
        for (n, option) in options.iter().enumerate() {
            if option.cond.is_none_or(|c| self.holds(c, &env)) {
                atoms.push(Atom::Option(u8::try_from(n).unwrap_or(u8::MAX)));
            }
        }
        let have = i32::try_from(atoms.len()).unwrap_or(0);
        let max = self.number(count.1, &env).clamp(0, have);
        let min = self.number(count.0, &env).clamp(0, max);
        let mut ask = self.about(Ask::one(env.actor, AskKind::Options));
        ask.min = u16::try_from(min).unwrap_or(0);
        ask.max = u16::try_from(max).unwrap_or(0);
        if max == 1 && min == 0 {
            atoms.insert(0, Atom::Done);
        }
        self.state.atoms = atoms;
        self.stage(PICKED);
        if max == 0 {
            self.state.atoms.clear();
            self.state.picks.clear();
            return;
        }
        self.ask(ask);
    }

    /// Goes to the next chosen option; `after` is where the operations go on when all are done (the place of the modes itself when it is just beginning).
    pub(super) fn next_mode(&mut self, options: &[ModeOption], slot: SlotIx, modes: u32, after: u32) {
        let mask = self.slot_number(slot);
        let next = options
            .iter()
            .enumerate()
            .find(|(n, _)| mask >> n & 1 == 1)
            .map(|(n, o)| (n, o.pc));
        match next {
            Some((n, pc)) => {
                self.set_slot(slot, Slot::Num(mask & !(1 << n)));
                self.jump(pc);
            }
            None if after == modes => {
                // Nothing chosen: behind the modes stands a jump over all options.
                self.jump(modes + 1);
            }
            None => self.jump(after),
        }
    }

    /// Whether the operations of a body that move or exchange this very card find it.
    pub(super) fn this_is_there(&self, from: u32, to: u32, env: &Env<'_>) -> bool {
        let gone = |objs: &crate::exec::code::ObjIx| {
            matches!(self.pool.obj(*objs), crate::exec::code::Obj::This) && !self.state.alive(env.src)
        };
        (from..to).all(|pc| match self.pool.op(pc) {
            Op::Exchange { a, b, .. } => !gone(a) && !b.as_ref().is_some_and(gone),
            _ => true,
        })
    }

    /// Whether the first operation of a body could do anything, for replacements that a player may use.
    pub(in crate::exec) fn body_possible(&self, pc: u32, env: &Env<'_>) -> bool {
        match self.pool.op(pc) {
            Op::Turn {
                what: What::Objs(objs),
                orient,
                ..
            } => self
                .objects(*objs, env)
                .iter()
                .any(|r| self.state.card(r.ix).orient != *orient),
            Op::Turn {
                what: What::Pick(pick), ..
            }
            | Op::Choose(pick, _)
            | Op::Move {
                what: What::Pick(pick), ..
            } => {
                let have = i32::try_from(self.candidates(*pick, env).len()).unwrap_or(0);
                let spec = self.pool.pick(*pick);
                let want = spec.max.map_or(0, |n| self.number(n, env));
                have >= want.min(spec.min.map_or(want, |n| self.number(n, env)))
            }
            Op::Move {
                what: What::Objs(objs), ..
            } => !self.objects(*objs, env).is_empty(),
            Op::PayStart(cost) => self.can_pay_cost(*cost, env.me, env),
            _ => true,
        }
    }
}
