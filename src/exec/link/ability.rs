//! Abilities: heads, where they work, what they listen to.

use super::super::code::{
    Ability, ApplyTo, Cond, CondIx, Filter, Limit, Obj, Op, PatIx, PatKind, PatSubject, Pc, Place, Static, Who,
};
use super::super::pool::Listening;
use super::super::seam::{Extra, VerbKind};
use super::keyword::Native;
use super::{CardLinker, Linked, Principal, Scope};
use crate::ast::Category;
use crate::ir::{self, AbilityId, Arg, CostUse, Event, EventKind, Line, Objects, PlaceId, PlaceKind, Subject, Trigger};
use crate::kernel::AbilityIx;

/// Where an ability works and what else that demands.
struct Works {
    zones: u32,
    gate: Option<CondIx>,
}

impl<'m> CardLinker<'_, 'm> {
    /// A printed line: its abilities and the keywords it brings.
    pub(super) fn line(
        &mut self,
        line: &'m Line,
        granted: bool,
        out: &mut Vec<AbilityIx>,
        keywords: &mut u128,
    ) -> Linked<()> {
        match line {
            Line::Ability(id) => {
                let ix = self.ability(*id, granted, 0, None)?;
                *keywords |= self.l.parts.abilities.get(ix.ix()).map_or(0, |a| a.keywords);
                out.push(ix);
                Ok(())
            }
            Line::Keyword {
                labels,
                calls,
                cost: _,
                given,
                lines,
                abilities,
                native,
            } => {
                // The given cost and effect are already part of the abilities the keyword stands for.
                let mut bits = 0;
                for call in labels.iter().chain(calls) {
                    bits |= self.own_bits(call);
                }
                *keywords |= bits;
                if *native {
                    return self.native_line(calls, *given, lines, granted, bits, out);
                }
                if abilities.is_empty() {
                    return Err("the keyword stands for nothing".to_owned());
                }
                if !lines.is_empty() {
                    return Err("the engine cannot give lines to a keyword yet".to_owned());
                }
                // Several keywords before one effect are so many abilities, each with its own (12.1.2 and its like).
                let own = calls.len() > 1 && abilities.iter().all(|id| self.code()[*id].keyword.is_some());
                let bits = if own {
                    labels.iter().fold(0, |all, call| all | self.own_bits(call))
                } else {
                    bits
                };
                for id in abilities {
                    let ix = self.ability(*id, granted, bits, None)?;
                    *keywords |= self.l.parts.abilities.get(ix.ix()).map_or(0, |a| a.keywords);
                    out.push(ix);
                }
                Ok(())
            }
        }
    }

    /// Whether an event is a verb that gives a number, which its amount tells then.
    fn gives_number(&self, event: &Event) -> bool {
        let EventKind::Does(verbs) = &event.kind else {
            return false;
        };
        !event.would
            && verbs.iter().all(|verb| {
                let gives = self.l.vocab.pick(verb, |word, _| match &word.data {
                    crate::vocab::Data::Verb(data) => Some(matches!(data.gives, crate::vocab::Gives::Value)),
                    _ => None,
                });
                let row = self.tables().verbs.iter().find(|row| row.word == verb.as_ref());
                gives == Some(true) && matches!(row.map(|r| r.command), Some(VerbKind::Counted(_)))
            })
    }

    /// A line that an effect gives.
    pub(super) fn granted(&mut self, line: &'m Line, out: &mut Vec<AbilityIx>, keywords: &mut u128) -> Linked<()> {
        self.apart(|linker| linker.line(line, true, out, keywords))
    }

    /// An ability that waits.
    pub(super) fn nested(&mut self, id: AbilityId) -> Linked<AbilityIx> {
        self.apart(|linker| linker.ability(id, true, 0, None))
    }

    /// Links something inside an ability apart from it: own operations, own event; slots go on counting.
    fn apart<T>(&mut self, link: impl FnOnce(&mut Self) -> Linked<T>) -> Linked<T> {
        let ops = std::mem::take(&mut self.ops);
        let costs = std::mem::take(&mut self.costs);
        let scope = self.scope.clone();
        let src = self.src;
        self.scope.actor = None;
        self.scope.each_player = false;
        self.scope.cost = false;
        self.scope.whiles.clear();
        if self.scope.continuous {
            // A number of the giving ability would be worked out for the wrong card.
            self.scope.vars.clear();
        }
        let out = link(self)?;
        let next = self.scope.next;
        self.scope = scope;
        self.scope.next = next;
        self.ops = ops;
        self.costs = costs;
        self.src = src;
        Ok(out)
    }

    /// Links an ability on its own or inside another one.
    pub(super) fn ability(
        &mut self,
        id: AbilityId,
        granted: bool,
        keywords: u128,
        native: Option<&Native>,
    ) -> Linked<AbilityIx> {
        if !granted {
            let most = self.code().abilities.iter().map(|a| a.slots).max().unwrap_or(0);
            self.scope = Scope {
                next: most,
                ..Scope::default()
            };
            self.ops.clear();
            self.costs.clear();
        }
        let ir::Ability {
            category,
            labels,
            works,
            default_works,
            limit,
            trigger,
            during,
            condition,
            replaces,
            cost,
            body,
            prologue,
            lines,
            slots,
            keyword,
            src,
            line,
        } = &self.code()[id];
        self.src = *src;
        self.scope.next = self.scope.next.max(*slots);
        let category = &native.map_or(*category, |n| n.category);
        // What is announced is paid for before it resolves.
        let announces = self.tables().chase.is_some() && *category != Category::Cont && replaces.is_none();
        if !prologue.is_empty() && !announces {
            return Err("the engine cannot choose while playing in this game".to_owned());
        }
        if !lines.is_empty() && native.is_none() {
            return Err("only a keyword can bring abilities".to_owned());
        }
        if !granted {
            self.reads = 0;
        }
        self.scope.targets.clear();
        self.scope.early.clear();
        self.scope.frozen.clear();
        self.scope.apart.clear();
        self.scope.rite = None;
        self.scope.divided.clear();
        self.scope.modes.clear();
        let mut bits = keywords;
        let mut gates = Vec::new();
        let mut labelled = false;
        for ir::Label { call, gate } in labels {
            bits |= self.own_bits(call);
            if let Some(gate) = gate {
                labelled = true;
                gates.push(self.cond(*gate)?);
            }
        }
        if let Some(call) = keyword {
            bits |= self.own_bits(call);
        }
        let continuous = *category == Category::Cont && trigger.is_none();
        self.scope.continuous = continuous;
        let mut place = match native {
            Some(native) => Works {
                zones: native.zones,
                gate: None,
            },
            None => self.works(*works, default_works, granted)?,
        };
        self.scope.building = place.zones == 0;
        let x = self.variables(*category, cost.as_ref().map(|(cost, _)| *cost))?;
        gates.extend(place.gate);
        let limit = match limit {
            None => None,
            Some(ir::Limit { times, per }) => {
                let times = self.num(*times)?;
                Some(self.limit(times, per)?)
            }
        };

        // What it listens to comes first: the effect may speak of the event.
        let mut triggers: Vec<PatIx> = Vec::new();
        let mut state = false;
        let mut own = false;
        match trigger {
            None => {
                self.scope.parts = None;
                self.scope.rolled = false;
            }
            Some(Trigger::Events(events)) => {
                own = true;
                let mut common = None;
                let mut gathers = Vec::new();
                let mut damage = true;
                for event in events {
                    let event = &self.code()[*event];
                    if event.would != replaces.is_some() {
                        return Err("the engine replaces what would happen, and nothing else".to_owned());
                    }
                    let (pattern, part) = self.pattern(event, super::event::Use::Trigger)?;
                    own &= pattern.subject == PatSubject::This && !matches!(pattern.kind, PatKind::Time(_));
                    // `is attacked`: the object is this card, but the event is about another one.
                    own &= part.principal == Principal::Subject;
                    gathers.push(pattern.together.is_some());
                    damage &= self.is_damage(&pattern.kind);
                    common = match common {
                        None => Some(Some(part)),
                        Some(first) => Some(first.and_then(|first: super::event::Parts| first.common(part))),
                    };
                    if used_of_this(self.code(), event) {
                        place.zones = u32::MAX;
                    }
                    // A card that speaks of its own way out of a place speaks there, wherever its texts work otherwise (8.7.4 and its like).
                    if let PatKind::Move {
                        from: Some(from), to, ..
                    } = pattern.kind
                        && pattern.subject == PatSubject::This
                        && works.is_none()
                        && (replaces.is_some() || to.is_none_or(|to| self.zone_bits(to) & place.zones == 0))
                    {
                        place.zones |= self.zone_bits(from);
                    }
                    triggers.push(self.add_pattern(pattern));
                }
                self.scope.rolled = events.iter().all(|event| self.gives_number(&self.code()[*event]));
                self.scope.parts = common.flatten();
                self.scope.replaces_damage = damage && replaces.is_some();
                if gathers.iter().any(|g| *g) {
                    if !gathers.iter().all(|g| *g) {
                        return Err("the engine notices several things at once, or one, not both".to_owned());
                    }
                    let slot = self.fresh();
                    self.scope.together = Some(slot);
                }
            }
            Some(Trigger::Time(time)) => {
                triggers.push(self.time_pattern(time)?);
                self.scope.parts = None;
            }
            Some(Trigger::State) => {
                state = true;
                self.scope.parts = None;
            }
        }
        if let Some(pattern) = native.and_then(|n| n.pattern.clone()) {
            if !triggers.is_empty() {
                return Err("the keyword says itself when it answers".to_owned());
            }
            triggers.push(self.add_pattern(pattern));
            self.scope.parts = Some(super::event::Parts::SUBJECT);
        }
        for time in during {
            let when = self.when(time)?;
            gates.push(self.add_cond(Cond::During(when)));
        }
        let mut later = None;
        if let Some(condition) = condition {
            let condition = self.cond(*condition)?;
            let resolution = self.l.vocab.policy("condition-time") == Some("resolution");
            if *category == Category::Auto && !state && replaces.is_none() && resolution {
                later = Some(condition);
            } else {
                gates.push(condition);
            }
        } else if state {
            return Err("an ability that waits for a condition needs one".to_owned());
        }
        let gate = self.all(gates);

        let mut statics = Vec::new();
        let (mut paid, mut offered) = (None, None);
        let (mut extra_cost, mut freeze) = (None, None);
        let (mut announce_pc, mut cost_pc, mut effect_pc) = (None, None, 0);
        if announces {
            let vars = self.scope.vars.len();
            self.prologue(body)?;
            self.scope.vars.truncate(vars);
            if !self.ops.is_empty() {
                announce_pc = Some(0);
                self.emit(Op::Announced);
            }
        }
        let brings = self.brought(lines)?;
        if continuous {
            if cost.is_some() {
                return Err("a continuous ability has no cost".to_owned());
            }
            self.statics(body, None, None, &mut statics)?;
        } else {
            // Who may replace something at a cost pays when the replacement is chosen: there is no second question.
            let chosen = replaces.as_ref().is_some_and(|r| r.may);
            let usage = cost.as_ref().map(|(cost, usage)| match usage {
                CostUse::Optional if chosen => (*cost, &CostUse::Required),
                usage => (*cost, usage),
            });
            let offer = match &usage {
                None => None,
                Some((cost, CostUse::Required)) => {
                    cost_pc = Some(self.here());
                    let at = self.emit(Op::End);
                    let extra = native.map_or(Extra::None, |n| n.extra);
                    let ix = self.cost_with(*cost, None, extra)?;
                    self.patch(at, Op::PayStart(ix));
                    paid = Some(ix);
                    if announces {
                        self.emit(Op::Announced);
                        effect_pc = self.here();
                    }
                    None
                }
                Some((cost, CostUse::Optional)) => {
                    freeze = self.freeze(announces);
                    let at = self.emit(Op::End);
                    let ix = self.cost(*cost, None)?;
                    offered = Some(ix);
                    Some((at, ix))
                }
                Some((cost, CostUse::Extra(_))) if announces && self.has_extras() => {
                    let slot = self.fresh();
                    let payment = self.here();
                    let at = self.emit(Op::End);
                    let known = self.scope.vars.len();
                    let ix = self.cost(*cost, None)?;
                    self.patch(at, Op::PayStart(ix));
                    self.emit(Op::Announced);
                    extra_cost = Some(super::super::code::ExtraCost {
                        cost: ix,
                        payment,
                        slot,
                        number: self.extra_number(id)?,
                        x: self.variable_since(known)?,
                    });
                    None
                }
                Some((_, CostUse::Extra(_))) => return Err("the engine knows no extra costs yet".to_owned()),
            };
            if announces {
                if paid.is_none() {
                    effect_pc = match offer {
                        Some((at, _)) => u32::try_from(freeze.unwrap_or(at)).unwrap_or(u32::MAX),
                        None => self.here(),
                    };
                }
                if freeze.is_none() {
                    freeze = self.freeze(true);
                }
                self.recheck();
            }
            self.scope.freezes = freeze.is_some();
            let linked = self.body(body);
            self.scope.freezes = false;
            linked?;
            if let Some(at) = freeze {
                let frozen = std::mem::take(&mut self.scope.frozen);
                self.patch(at, Op::Freeze(frozen));
            }
            if let Some((at, cost)) = offer {
                let other = self.here();
                self.patch(
                    at,
                    Op::Offer {
                        cost,
                        who: Who::You,
                        other,
                        done: None,
                    },
                );
            }
            self.src = *src;
            self.emit(Op::End);
        }
        let keys = triggers
            .iter()
            .filter_map(|p| self.l.parts.patterns.get(p.0 as usize))
            .fold(0, |all, p| all | p.keys);
        let mut deps = gate.map_or(0, |g| self.cond_bits(g));
        for one in &statics {
            deps |= self.static_bits(one);
        }
        let prevents = self.scope.replaces_damage && self.prevents();
        if works.is_none() && !granted {
            place.zones |= self.played_zones(&statics);
        }
        // The operations of a continuous ability are those of costs that it allows.
        let base = self.place_ops();
        let moved = |pc: Option<Pc>| pc.map(|pc| base.saturating_add(pc));
        let pc = if continuous {
            Pc::MAX
        } else {
            base.saturating_add(effect_pc)
        };
        let label = match keyword {
            Some(call) => call.text.clone(),
            None => match category {
                Category::Act => "ACT",
                Category::Auto => "AUTO",
                Category::Cont => "CONT",
                Category::Play => "PLAY",
            }
            .to_owned(),
        };
        let file = self
            .module
            .files
            .get(src.0 as usize)
            .or_else(|| self.module.files.first());
        let ability = Ability {
            def: self.def,
            category: *category,
            keywords: bits,
            works: place.zones,
            works_face_down: false,
            gate,
            labelled,
            whiles: std::mem::take(&mut self.scope.whiles),
            condition: later,
            limit,
            triggers,
            state,
            replaces: replaces.map(|r| r.may),
            prevents,
            reads: self.reads,
            together: self.scope.together,
            cost: paid,
            extra: extra_cost.map(|extra| super::super::code::ExtraCost {
                payment: base.saturating_add(extra.payment),
                ..extra
            }),
            gated: extra_cost.is_some(),
            rite: self.scope.rite,
            offered,
            announce: moved(announce_pc),
            payment: moved(cost_pc),
            x,
            brings,
            offer: native.is_some_and(|n| n.offer),
            args: native.map_or_else(Vec::new, |n| n.args.clone()),
            pc,
            slots: self.scope.next,
            statics,
            deps,
            keys,
            own,
            label,
            file: file.cloned().unwrap_or_default(),
            src: *src,
            line: *line,
        };
        self.register(&ability, granted);
        let ix = AbilityIx(u32::try_from(self.l.parts.abilities.len()).unwrap_or(u32::MAX));
        self.l.parts.abilities.push(ability);
        Ok(ix)
    }

    /// A place at the beginning of an effect for conditions that are asked there, if some text of the card asks such ones.
    fn freeze(&mut self, announces: bool) -> Option<usize> {
        let frozen = self.tables().frozen;
        let asks = |c: &ir::Cond| matches!(c, ir::Cond::Named(call, _) if frozen.contains(&call.name.as_ref()));
        (announces && self.code().conds.iter().any(asks)).then(|| self.emit(Op::End))
    }

    /// Tells the pool what must be looked at because of an ability.
    fn register(&mut self, ability: &Ability, granted: bool) {
        let parts = &mut self.l.parts;
        parts.all_keys |= ability.keys;
        if ability.replaces.is_some() {
            parts.replace_keys |= ability.keys;
        }
        parts.listening.resize(128, Listening::default());
        for (bit, zones) in parts.listening.iter_mut().enumerate() {
            // What effects give is found through the effects, not by looking at every card.
            if !granted && ability.keys >> bit & 1 == 1 {
                if ability.own {
                    zones.own |= ability.works;
                } else {
                    zones.all |= ability.works;
                }
            }
        }
        // Granted abilities are found through the effect that gives them; only computed zones hold cards that have them.
        let computed = self.l.tables.zones.iter().enumerate().filter(|(_, z)| z.computed);
        let computed = computed.fold(0u32, |all, (zone, _)| all | 1 << (zone & 31));
        let zones = if granted {
            ability.works & computed
        } else {
            ability.works
        };
        if !ability.statics.is_empty() {
            parts.static_zones |= zones;
        }
        if ability.state {
            parts.state_zones |= zones;
        }
    }

    fn static_bits(&self, one: &Static) -> u64 {
        let Static {
            scope,
            each,
            changes,
            cond,
        } = one;
        let mut all = match scope {
            ApplyTo::Cards(obj) | ApplyTo::Open(obj) => self.obj_bits(*obj),
            ApplyTo::Players(_) => 0,
        };
        all |= each.map_or(0, |(obj, _)| self.obj_bits(obj));
        all |= cond.map_or(0, |c| self.cond_bits(c));
        let changes = changes.iter().filter_map(|c| self.l.parts.changes.get(c.0 as usize));
        all | changes.fold(0, |all, c| all | c.reads)
    }

    fn limit(&mut self, times: super::NumIx, per: &[ir::Name]) -> Linked<Limit> {
        let mut limit = Limit {
            times,
            game: false,
            by_name: false,
        };
        for word in per {
            match word.as_ref() {
                "turn" => {}
                "game" => limit.game = true,
                "name" => limit.by_name = true,
                other => return Err(format!("the engine cannot count how often per {other} yet")),
            }
        }
        Ok(limit)
    }

    fn works(&mut self, works: Option<PlaceId>, default_works: &[ir::Name], granted: bool) -> Linked<Works> {
        let Some(place) = works else {
            if default_works.is_empty() {
                return if granted {
                    Ok(Works {
                        zones: u32::MAX,
                        gate: None,
                    })
                } else {
                    Err("the engine cannot tell where the ability works".to_owned())
                };
            }
            let place = self.zones_place(default_works)?;
            return Ok(Works {
                zones: self.zone_bits(place),
                gate: None,
            });
        };
        if let ir::Place {
            kind: PlaceKind::Zone(names, filters),
            whose: None,
            quant: None,
        } = &self.code()[place]
            && names.len() == 1
            && names.first().is_some_and(|n| n == "deck-construction")
            && filters.is_empty()
        {
            return Ok(Works { zones: 0, gate: None });
        }
        if self.is_everywhere(place) {
            // What does not exist has no abilities.
            let nowhere = self.tables().nowhere.map_or(0, |zone| 1 << (zone.0 & 31));
            return Ok(Works {
                zones: !nowhere,
                gate: None,
            });
        }
        let ix = self.place(place)?;
        let node = self.l.parts.places.get(ix.0 as usize).cloned();
        let Some(Place::Zone { zones, whose, .. }) = node else {
            return Err("the engine cannot let an ability work there".to_owned());
        };
        // A part of a zone, or the zone of a certain player, is asked each time.
        let whole = whose.is_none() && zones.iter().all(|(zone, mask)| *mask == self.all_positions(*zone));
        let gate = if whole {
            None
        } else {
            let objs = self.add_obj(Obj::This);
            Some(self.add_cond(Cond::Fit {
                objs,
                every: false,
                was: false,
                filters: vec![Filter::At(ix)],
            }))
        };
        Ok(Works {
            zones: self.zone_bits(ix),
            gate,
        })
    }

    /// `in all zones`
    fn is_everywhere(&self, place: PlaceId) -> bool {
        let ir::Place {
            kind: PlaceKind::Chosen(obj),
            whose: None,
            quant: None,
        } = &self.code()[place]
        else {
            return false;
        };
        let Objects::Select(selector) = &self.code()[*obj] else {
            return false;
        };
        let thing = super::thing::Thing::of(selector);
        thing.is_some_and(|t| t.is_plain() && matches!(t.quant, ir::Quant::All) && t.noun.is_some_and(|n| n == "zone"))
    }

    /// Puts the operations in hand at the end of the pool's list; jumps were relative until now.
    fn place_ops(&mut self) -> Pc {
        let base = u32::try_from(self.l.parts.ops.len()).unwrap_or(u32::MAX);
        let ops = std::mem::take(&mut self.ops);
        for (mut op, src) in ops {
            relocate(&mut op, base);
            self.l.parts.ops.push(op);
            self.l.parts.op_src.push(src);
        }
        for cost in std::mem::take(&mut self.costs) {
            if let Some(cost) = self.l.parts.costs.get_mut(cost.0 as usize) {
                cost.pc = cost.pc.saturating_add(base);
            }
        }
        base
    }
}

/// Whether an operation knows the place of another one.
pub(super) fn jumps(op: &Op) -> bool {
    let mut moved = op.clone();
    relocate(&mut moved, 1);
    moved != *op
}

pub(super) fn relocate(op: &mut Op, base: Pc) {
    match op {
        Op::Jump(pc)
        | Op::Unless(_, pc)
        | Op::NextEach(_, _, pc)
        | Op::NextPlayer(_, pc)
        | Op::Countdown(_, pc)
        | Op::May { other: pc, .. }
        | Op::Offer { other: pc, .. } => *pc = pc.saturating_add(base),
        Op::NextMode(a, b) => {
            *a = a.saturating_add(base);
            *b = b.saturating_add(base);
        }
        Op::Modes { options, .. } | Op::Announce { options, .. } => {
            for option in options {
                option.pc = option.pc.saturating_add(base);
            }
        }
        Op::End
        | Op::Freeze(..)
        | Op::Set(..)
        | Op::Choose(..)
        | Op::Join(..)
        | Op::Keep(..)
        | Op::KeepFor(..)
        | Op::ChooseCell(..)
        | Op::Move { .. }
        | Op::Draw { .. }
        | Op::Show { .. }
        | Op::Flip { .. }
        | Op::Shuffle(..)
        | Op::Turn { .. }
        | Op::Damage { .. }
        | Op::Mend { .. }
        | Op::Life { .. }
        | Op::Counters { .. }
        | Op::Prevent { .. }
        | Op::Create { .. }
        | Op::Exchange { .. }
        | Op::Apply { .. }
        | Op::Delay { .. }
        | Op::Target(..)
        | Op::Divide { .. }
        | Op::Announced
        | Op::Recheck(..)
        | Op::Copy(..)
        | Op::PayIcons(..)
        | Op::Produce { .. }
        | Op::Native { .. }
        | Op::Pay(..)
        | Op::PlayCard { .. }
        | Op::Declare(..)
        | Op::PayStart(_)
        | Op::PayEnd
        | Op::Actor(_)
        | Op::Each(..)
        | Op::EachPlayer(_)
        | Op::ExtraTurn(..)
        | Op::Nullify { .. }
        | Op::ExtraPhase(..)
        | Op::Finish(..)
        | Op::SetValue { .. }
        | Op::Face { .. }
        | Op::Within(_)
        | Op::Host(_)
        | Op::Skip(..) => {}
    }
}

/// `when you use … of this`: the card may be elsewhere by then.
fn used_of_this(code: &ir::Code, event: &Event) -> bool {
    let uses = matches!(&event.kind, EventKind::Does(verbs) if verbs.iter().any(|v| v == "use"));
    uses && matches!(event.subject, Some(Subject::Players(_)))
        && event.roles.iter().any(|role| {
            role.name == "of" && matches!(role.arg, Arg::Objects(obj) if matches!(code[obj], Objects::This))
        })
}
