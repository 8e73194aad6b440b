//! Abilities: heads, where they work, what they listen to.

use super::super::code::{
    Ability, ApplyTo, Cond, CondIx, ExtraCost, Filter, Limit as UseLimit, Obj, PatIx, PatKind, Pc, Place, Static,
};
use super::super::pool::Listening;
use super::effect::{Effect, Kind};
use super::heard::Heard;
use super::keyword::Native;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Scope};
use crate::ast::Category;
use crate::ir::{self, AbilityId, Line, Objects, PlaceId, PlaceKind};
use crate::kernel::AbilityIx;

/// Where an ability works and what else that demands.
pub(super) struct Works {
    pub(super) zones: u32,
    gate: Option<CondIx>,
}

/// What stands before the effect of an ability.
struct Head {
    category: Category,
    keywords: u128,
    works: u32,
    says_where: bool,
    gate: Option<CondIx>,
    labelled: bool,
    condition: Option<CondIx>,
    limit: Option<UseLimit>,
    x: [Option<super::SlotIx>; 2],
    deps: u64,
    continuous: bool,
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
                let calls: Vec<ir::Call> = self.code()[*id].labels.iter().map(|l| l.call.clone()).collect();
                let of_ability = self.play_bits(&calls);
                *keywords |= self.l.parts.abilities.get(ix.ix()).map_or(0, |a| a.keywords) & !of_ability;
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
                if let Some(src) = calls.last().and_then(|call| self.code().spans.of_keyword(&call.text)) {
                    self.src = src;
                    self.word = Some(src);
                }
                // The given cost and effect are already part of the abilities the keyword stands for.
                let mut bits = 0;
                for call in labels.iter().chain(calls) {
                    bits |= self.own_bits(call);
                }
                // 12.3.3 of Evolve: an ability with such a word is not a card with it.
                let of_ability = if calls.is_empty() || abilities.is_empty() {
                    0
                } else {
                    self.play_bits(labels)
                };
                *keywords |= bits & !of_ability;
                if *native {
                    if let (Some(first), true) = (labels.first(), labels.iter().chain(calls).all(|c| self.is_word(c))) {
                        return Err(Fail::wording(
                            format!("{} is a keyword of its own, no label of another", first.name),
                            "put a comma between the keywords, or write each on a line of its own",
                        ));
                    }
                    return self.native_line(calls, *given, lines, granted, bits, out);
                }
                if abilities.is_empty() && given.is_none() && lines.is_empty() {
                    return self.marker(calls, granted, bits, out);
                }
                if abilities.is_empty() {
                    return Err(Fail::wording(
                        "the keyword stands for nothing",
                        "give the keyword a text (`keyword … { … }`), or leave the line out",
                    ));
                }
                if !lines.is_empty() {
                    return Err(Fail::limit(
                        Limit::Keyword,
                        "the engine cannot give lines to a keyword yet",
                    ));
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
                    *keywords |= self.l.parts.abilities.get(ix.ix()).map_or(0, |a| a.keywords) & !of_ability;
                    out.push(ix);
                }
                Ok(())
            }
        }
    }

    /// The bits of those words that change when a card can be played.
    fn play_bits(&mut self, calls: &[ir::Call]) -> u128 {
        let words = self.tables().play_keywords;
        let of = calls.iter().filter(|call| words.contains(&call.name.as_ref()));
        of.fold(0, |all, call| all | self.own_bits(call))
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
        let replaced = std::mem::take(&mut self.replaced);
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
        self.replaced = replaced;
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
        let ability = &self.code()[id];
        self.word = self.phrase(id).or(self.word);
        self.begin_ability(ability, granted);
        let asked = self.l.parts.patterns.len();
        let category = native.map_or(ability.category, |n| n.category);
        // What is announced is paid for before it resolves.
        let announces = self.tables().stack_zone.is_some() && category != Category::Cont && ability.replaces.is_none();
        if !ability.prologue.is_empty() && !announces {
            return Err(Fail::limit(
                Limit::AnnouncedChoice,
                "the engine cannot choose while playing in this game",
            ));
        }
        if !ability.lines.is_empty() && native.is_none() {
            return Err(Fail::wording(
                "only a keyword can bring abilities",
                "write the abilities as lines of their own",
            ));
        }
        let mut gates = Vec::new();
        let mut bits = keywords | self.spelled_out(id);
        let labelled = self.labels(ability, &mut bits, &mut gates);
        let continuous = category == Category::Cont && ability.trigger.is_none();
        self.scope.continuous = continuous;
        let mut place = match native {
            Some(native) => Works {
                zones: native.zones,
                gate: None,
            },
            None => self.works(ability.works, &ability.default_works, granted)?,
        };
        self.scope.building = place.zones == 0;
        let x = self.variables(category, ability.cost.as_ref())?;
        gates.extend(place.gate);
        let limit = match &ability.limit {
            None => None,
            Some(ir::Limit { times, per }) => {
                let times = self.num(*times)?;
                Some(self.limit(times, per)?)
            }
        };
        // What it listens to comes first: the effect may speak of the event.
        let heard = self.heard(ability, native, &mut place);
        let heard = self.or_refuse(heard).unwrap_or_default();
        self.scope.works = place.zones;
        if !granted && native.is_none() {
            self.is_ever_heard(ability, category, &heard, place.zones)?;
        }
        let later = self.conditions(ability, category, heard.state, &mut gates);
        let later = self.or_refuse(later).flatten();
        let gate = self.all(gates);
        let kind = Kind {
            id,
            announces,
            continuous,
        };
        let effect = self.effect(ability, kind, native)?;
        let mut deps = gate.map_or(0, |g| self.cond_bits(g));
        for one in &effect.statics {
            deps |= self.static_bits(one);
        }
        if ability.works.is_none() && !granted {
            place.zones |= self.played_zones(&effect.statics);
            if continuous && self.counts_itself(&effect.statics, asked) {
                self.refuse(Fail::wording(
                    "the price of a card is asked before the card itself counts as played",
                    "ask for the cards before it: `if you played 2 or more other cards this turn`, `for each other card that you played this turn`",
                ));
            }
            if continuous && gate.is_none() && self.is_base(&effect.statics) {
                // What does not exist has no abilities.
                place.zones = !self.tables().nowhere.map_or(0, |zone| zone.bit());
            }
        }
        let head = Head {
            category,
            keywords: bits | self.scope.additional_costs,
            works: place.zones,
            says_where: ability.works.is_some(),
            gate,
            labelled,
            condition: later,
            limit,
            x,
            deps,
            continuous,
        };
        let ix = AbilityIx(u32::try_from(self.l.parts.abilities.len()).unwrap_or(u32::MAX));
        let (from, replaced) = (self.l.parts.ops.len(), std::mem::take(&mut self.replaced));
        let linked = self.assemble(ability, head, heard, effect, native);
        let pc = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let range = pc(from)..pc(self.l.parts.ops.len());
        self.programs.placed(ix, range, &replaced);
        self.register(&linked, granted);
        self.l.parts.abilities.push(linked);
        // The first pass links everything again.
        if !granted && self.l.tokens.is_some() && !self.refused_here {
            self.prove(ix);
        }
        Ok(ix)
    }

    /// A card whose text is carried out in one go as it is played has no time for other abilities then, and never comes where other cards are used
    /// (10.3.5, 10.6.2 of Evolve).
    fn is_ever_heard(&self, ability: &ir::Ability, category: Category, heard: &Heard, zones: u32) -> Linked<()> {
        let tables = self.tables();
        let playing = tables.resolution.bit();
        if !tables.texts_at_once || ability.works.is_some() || ability.default_works.len() != 1 {
            return Ok(());
        }
        let row = tables.zones.get(tables.resolution.ix()).map(|row| row.name);
        if ability.default_works.first().map(AsRef::as_ref) != row {
            return Ok(());
        }
        let in_play = tables.card_zones.iter().fold(0, |all, zone| all | zone.bit());
        let comes_into_play = |pattern: &PatIx| {
            let pattern = self.l.parts.patterns.get(pattern.0 as usize);
            matches!(pattern.map(|p| &p.kind), Some(PatKind::Move { to: Some(to), .. }) if self.zone_bits(*to) & !in_play == 0)
        };
        let dead = match category {
            Category::Act => true,
            Category::Auto => zones == playing && !heard.own || heard.own && heard.triggers.iter().any(comes_into_play),
            Category::Cont | Category::Play => false,
        };
        if dead {
            return Err(Fail::wording(
                "a card of this type has no such ability: its text is carried out when it is played, and it never comes into play",
                "write its text as `PLAY { … }`; an ability of another zone says so: `AUTO in …, when …`",
            ));
        }
        Ok(())
    }

    /// A part of the ability; if it is refused, the other parts are linked all the same, to tell what else is refused.
    fn or_refuse<T>(&mut self, part: Linked<T>) -> Option<T> {
        match part {
            Ok(part) => Some(part),
            Err(fail) => {
                self.refuse(fail);
                self.gathers = None;
                self.counts = None;
                None
            }
        }
    }

    /// Makes room for an ability: what the one before it knew is forgotten, unless this one stands inside it.
    fn begin_ability(&mut self, ability: &ir::Ability, granted: bool) {
        if !granted {
            let most = self.code().abilities.iter().map(|a| a.slots).max().unwrap_or(0);
            self.scope = Scope {
                next: most,
                ..Scope::default()
            };
            self.ops.clear();
            self.replaced.clear();
            self.costs.clear();
            self.reads = 0;
        }
        self.src = ability.src;
        self.scope.granted = granted;
        // The event is its own: one answer to several things that happen together is that of the ability around it.
        self.scope.together = None;
        // A question about the past that names no time is about the stretch that ends: `at the end of attack, if this attacked`.
        self.scope.ends = match &ability.trigger {
            Some(ir::Trigger::Time(time)) if time.edge == Some(ir::Boundary::End) => Some(time.span.clone()),
            _ => None,
        };
        self.scope.replaces_damage = false;
        self.scope.next = self.scope.next.max(ability.slots);
        self.scope.targets.clear();
        self.scope.chosen.clear();
        self.scope.early.clear();
        self.scope.unmade.clear();
        self.scope.frozen.clear();
        self.scope.apart.clear();
        self.scope.chosen_cost = None;
        self.scope.divided.clear();
        self.scope.modes.clear();
    }

    /// Labels and keyword of an ability: their bits and what they demand; tells whether a label demands something.
    fn labels(&mut self, ability: &'m ir::Ability, bits: &mut u128, gates: &mut Vec<CondIx>) -> bool {
        let mut labelled = false;
        for ir::Label { call, gate } in &ability.labels {
            *bits |= self.own_bits(call);
            if self.tables().cost_conditions.contains(&call.name.as_ref()) {
                let name = &call.name;
                self.refuse(Fail::wording(
                    format!("`{name}` as a label of an ability costs nothing"),
                    format!(
                        "write it as a part of the cost: `[…, {}]`; or ask for it in the effect: `if {name} {{ … }}`",
                        name.to_lowercase()
                    ),
                ));
            }
            if let Some(gate) = gate {
                labelled = true;
                let gate = self.cond(*gate);
                gates.extend(self.or_refuse(gate));
            }
        }
        if let Some(call) = &ability.keyword {
            *bits |= self.own_bits(call);
        }
        labelled
    }

    /// When it is used at all, and what is asked again when it resolves.
    fn conditions(
        &mut self,
        ability: &'m ir::Ability,
        category: Category,
        state: bool,
        gates: &mut Vec<CondIx>,
    ) -> Linked<Option<CondIx>> {
        let theirs = |time: &ir::TimeRef| matches!(time.whose, Some(ir::Who::Opponent | ir::Who::EachOpponent));
        let opens = ability
            .labels
            .iter()
            .any(|label| self.tables().play_keywords.contains(&label.call.name.as_ref()));
        if category == Category::Act && self.tables().texts_at_once && !opens && ability.during.iter().any(theirs) {
            let word = self.tables().play_keywords.first().copied().unwrap_or_default();
            return Err(Fail::wording(
                "no ability is played in the other player's turn without a word for it",
                format!("write `ACT {word} …`"),
            ));
        }
        for time in &ability.during {
            if time.next {
                return Err(Fail::wording(
                    "an ability works again and again: it has no moment from which the next time could be counted",
                    "write `during your …`, or give the ability by an effect: `it gets { … } until end of your next turn`",
                ));
            }
            let when = self.when(time)?;
            gates.push(self.add_cond(Cond::During(when)));
        }
        let Some(condition) = ability.condition else {
            return if state {
                Err(Fail::wording(
                    "an ability that waits for a condition needs one",
                    "write `AUTO when …, if …` or name an event",
                ))
            } else {
                Ok(None)
            };
        };
        let condition = self.cond(condition)?;
        let resolution = self.l.vocab.policy("condition-time") == Some("resolution");
        if category == Category::Auto && !state && ability.replaces.is_none() && resolution {
            return Ok(Some(condition));
        }
        gates.push(condition);
        Ok(None)
    }

    /// Puts the parts of an ability together; its operations go to the end of the pool's list.
    fn assemble(
        &mut self,
        ability: &ir::Ability,
        head: Head,
        heard: Heard,
        effect: Effect,
        native: Option<&Native>,
    ) -> Ability {
        let keys = heard
            .triggers
            .iter()
            .filter_map(|p| self.l.parts.patterns.get(p.0 as usize))
            .fold(0, |all, p| all | p.keys);
        let prevents = self.scope.replaces_damage && self.prevents();
        // The operations of a continuous ability are those of costs that it allows.
        let base = self.place_ops();
        let moved = |pc: Option<Pc>| pc.map(|pc| base.saturating_add(pc));
        let pc = if head.continuous {
            Pc::MAX
        } else {
            base.saturating_add(effect.begins)
        };
        let files = &self.module.files;
        let file = files.get(ability.src.0 as usize).or_else(|| files.first());
        Ability {
            def: self.def,
            category: head.category,
            keywords: head.keywords,
            works: head.works,
            says_where: head.says_where,
            works_face_down: false,
            gate: head.gate,
            labelled: head.labelled,
            whiles: std::mem::take(&mut self.scope.whiles),
            condition: head.condition,
            limit: head.limit,
            triggers: heard.triggers,
            state: heard.state,
            replaces: ability.replaces.map(|r| r.may),
            prevents,
            reads: self.reads,
            together: self.scope.together,
            cost: effect.paid,
            gated: effect.extra.is_some(),
            extra: effect.extra.map(|extra| ExtraCost {
                payment: base.saturating_add(extra.payment),
                ..extra
            }),
            chosen_cost: self.scope.chosen_cost,
            offered: effect.offered,
            announce: moved(effect.announce),
            payment: moved(effect.payment),
            x: head.x,
            brings: effect.brings,
            offer: native.is_some_and(|n| n.offer),
            args: native.map_or_else(Vec::new, |n| n.args.clone()),
            pc,
            slots: self.scope.next,
            statics: effect.statics,
            deps: head.deps,
            keys,
            own: heard.own,
            label: label(ability, head.category),
            file: file.cloned().unwrap_or_default(),
            src: ability.src,
            line: ability.line,
        }
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
        let computed = (0..).zip(self.l.tables.zones).filter(|(_, z)| z.computed);
        let computed = computed.fold(0u32, |all, (zone, _)| all | crate::kernel::ZoneId(zone).bit());
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

    fn limit(&mut self, times: super::NumIx, per: &[ir::Name]) -> Linked<UseLimit> {
        let mut limit = UseLimit {
            times,
            game: false,
            by_name: false,
        };
        for word in per {
            match word.as_ref() {
                "turn" => {}
                "game" => limit.game = true,
                "name" => limit.by_name = true,
                other => {
                    return Err(Fail::limit(
                        Limit::Frequency,
                        format!("the engine cannot count how often per {other} yet"),
                    ));
                }
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
                    Err(Fail::wording(
                        "the engine cannot tell where the ability works",
                        "say where it works: `in your hand`, `on the stage`",
                    ))
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
            let nowhere = self.tables().nowhere.map_or(0, |zone| zone.bit());
            return Ok(Works {
                zones: !nowhere,
                gate: None,
            });
        }
        let ix = self.place(place)?;
        let node = self.l.parts.places.get(ix.0 as usize).cloned();
        let Some(Place::Zone { zones, whose, .. }) = node else {
            return Err(Fail::limit(
                Limit::WorksWhere,
                "the engine cannot let an ability work there",
            ));
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
            op.relocate(base);
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

/// What an ability is called.
fn label(ability: &ir::Ability, category: Category) -> String {
    match &ability.keyword {
        Some(call) => call.text.clone(),
        None => match category {
            Category::Act => "ACT",
            Category::Auto => "AUTO",
            Category::Cont => "CONT",
            Category::Play => "PLAY",
        }
        .to_owned(),
    }
}
