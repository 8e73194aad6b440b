//! Who notices: matching events with the abilities that listen, and abilities standing by.

use super::code::{Boundary, Obj, Op, PatCause, PatIx, PatKind, PatObject, PatSubject, Pattern, Within};
use super::door::info_of;
use super::eval::{Env, Look};
use super::game::Game;
use super::heard::Heard;
use super::keys;
use super::listeners::ListenFor;
use crate::ast::Category;
use crate::kernel::{
    AbilityIx, Captured, Cause, CauseKind, Delayed, Ev, EvKind, Flag, Instance, LogKind, P, PastEv, Ref, Slot, Use,
    ZoneId,
};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// An ability that listens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<'g> {
    pub(super) ability: AbilityIx,
    pub(super) src: Ref,
    pub(super) me: P,
    pub(super) held: Option<&'g Arc<Captured>>,
    /// The stamp of a waiting ability.
    pub(super) delayed: Option<u32>,
}

/// An ability that was set off.
#[derive(Debug, Clone)]
pub(super) struct SetOff {
    instance: Instance,
    delayed: Option<u32>,
    before: bool,
    /// What the events that happened together were about.
    with: SmallVec<[Ref; 2]>,
}

/// An ability with which a card will hear what is about to be done to it.
#[derive(Debug, Clone)]
pub(super) struct Back {
    ability: AbilityIx,
    src: Ref,
    me: P,
    held: Option<Arc<Captured>>,
}

impl SetOff {
    /// Which ability of which card heard the event.
    pub(super) fn heard(&self) -> Heard {
        Heard {
            ability: self.instance.ability,
            card: self.instance.src0.ix,
            delayed: self.delayed,
        }
    }

    fn is_of(&self, found: &Found<'_>) -> bool {
        self.instance.ability == found.ability && self.instance.src0 == found.src && self.delayed == found.delayed
    }
}

/// What an event of several that happen together is about: what is dealt damage, what moves.
fn about(ev: &Ev, subject: Ref) -> Ref {
    if ev.kind == EvKind::Damage { ev.obj } else { subject }
}

impl Game {
    /// Visits every ability that listens to events of the key, for this. Abilities about their own card are visited only for the event's card.
    pub(super) fn listeners<'g>(&'g self, ear: ListenFor, key: u128, subject: Ref, visit: &mut dyn FnMut(Found<'g>)) {
        let layout = self.layout();
        let listening = self.pool.listeners(ear).listening(key);
        // A card that is a copy listens with what it is a copy of.
        let watching = listening.watching().filter(|_| !self.pool.copies);
        // Where cards listen only to what happens to themselves, nothing but the event's card is looked at.
        let place = self
            .state
            .cards
            .get(usize::from(subject.ix))
            .map(|c| layout.cell(c.cell));
        for zone in listening.zones(place.map(|at| at.zone)) {
            if listening.all >> zone.0 & 1 == 0 {
                let player = place.map_or(P::ONE, |at| at.player);
                self.listeners_of_card(subject.ix, zone, player, (Some(ear), key), subject, visit);
                continue;
            }
            for p in [self.state.turn.player, self.state.turn.player.other()] {
                let (from, to) = layout.span(p, zone);
                for ix in self.state.cells.span(from, to) {
                    let watches = match (watching, self.state.cards.get(usize::from(*ix))) {
                        (Some(words), Some(card)) => words
                            .get(card.def.ix() / 64)
                            .is_some_and(|word| word >> (card.def.ix() % 64) & 1 == 1),
                        _ => self.def_of(*ix).watch_keys & key != 0,
                    };
                    if watches || *ix == subject.ix {
                        self.listeners_of_card(*ix, zone, p, (Some(ear), key), subject, visit);
                    }
                }
            }
        }
        for granted in &self.state.granted {
            let ability = self.pool.ability(granted.ability);
            if ability.keys & key != 0
                && ListenFor::of(ability) == ear
                && (!ability.own || granted.card.ix == subject.ix)
                && self.state.alive(granted.card)
            {
                visit(Found {
                    ability: granted.ability,
                    src: granted.card,
                    me: self.master(granted.card),
                    held: granted.held.as_ref(),
                    delayed: None,
                });
            }
        }
        for waiting in &self.state.delayed {
            let ability = self.pool.ability(waiting.ability);
            if ability.keys & key != 0 && ListenFor::of(ability) == ear && !self.waits_for_later(waiting) {
                visit(Found {
                    ability: waiting.ability,
                    src: waiting.src,
                    me: waiting.me,
                    held: Some(&waiting.held),
                    delayed: Some(waiting.stamp),
                });
            }
        }
    }

    /// Whether a waiting ability means the end of a turn that comes after the running one, in which it was set up.
    fn waits_for_later(&self, waiting: &Delayed) -> bool {
        let later = |pattern: &PatIx| match &self.pool.pattern(*pattern).kind {
            PatKind::Time(when) => when.next && when.edge == Some(Boundary::End) && self.time_word(when.time) == "turn",
            _ => false,
        };
        waiting.turn == self.state.turn.number && self.pool.ability(waiting.ability).triggers.iter().any(later)
    }

    fn listeners_of_card<'g>(
        &'g self,
        ix: u16,
        zone: ZoneId,
        p: P,
        (ear, key): (Option<ListenFor>, u128),
        subject: Ref,
        visit: &mut dyn FnMut(Found<'g>),
    ) {
        let card = self.state.card(ix);
        let def = self.def_of(ix);
        let listens = def.watch_keys & key != 0 || (ix == subject.ix && def.own_keys & key != 0);
        if !listens {
            return;
        }
        let r = self.state.now(ix);
        let computed = card.chars_at != crate::kernel::Card::PRINTED;
        let hidden = card.is(Flag::FaceDown) && !self.layout().zone(zone).face_down;
        for at in &def.abilities {
            let ability = self.pool.ability(*at);
            if ability.keys & key != 0
                && ability.works >> zone.0 & 1 == 1
                && ear.is_none_or(|ear| ListenFor::of(ability) == ear)
                && (!ability.own || ix == subject.ix)
                && !(computed && self.has_lost(r, *at))
                && (!hidden || ability.works_face_down)
            {
                visit(Found {
                    ability: *at,
                    src: r,
                    me: p,
                    held: None,
                    delayed: None,
                });
            }
        }
    }

    /// Collects the abilities that an event sets off. `subject` is the event's card as it is to be judged. Of an event that was heard once already
    /// (`heard`), the same ability of the same card does not hear it again.
    pub(super) fn find_triggers(&self, ev: &Ev, subject: Ref, before: bool, heard: &[Heard], out: &mut Vec<SetOff>) {
        let key = keys::of(ev, self.zone_of(ev.to));
        if self.pool.listeners(ListenFor::Answer).keys & key == 0 {
            return;
        }
        let back = self.looks_back(ev);
        let first = out.len();
        let mut visit = |found: Found<'_>| {
            if heard.iter().any(|h| h.is_of(&found)) || back && found.delayed.is_none() && found.src.ix == ev.obj.ix {
                return;
            }
            self.hears(ev, subject, before, found, first, out);
        };
        self.listeners(ListenFor::Answer, key, subject, &mut visit);
        if !before && ev.kind == EvKind::Move && subject.is_some() {
            self.leaving(ev, key, subject, &mut visit);
        }
    }

    /// Whether the card an event is done to hears it as it was before.
    pub(super) fn looks_back(&self, ev: &Ev) -> bool {
        let notes = self.tables().looks_back;
        ev.kind == EvKind::Note && ev.tag.is_in(notes) && ev.obj.is_some()
    }

    /// The abilities with which the card that an event is done to will hear it: those it has before (8.6.5.1.4 and its like).
    pub(super) fn listens_before(&self, ev: &Ev) -> Vec<Back> {
        let mut out = Vec::new();
        let key = keys::of(ev, self.zone_of(ev.to));
        if !self.looks_back(ev) || self.pool.all_keys & key == 0 || !self.state.alive(ev.obj) {
            return out;
        }
        let cell = self.state.card(ev.obj.ix).cell;
        let (zone, p) = (self.zone_of(cell), self.layout().cell(cell).player);
        let mut keep = |found: Found<'_>| {
            out.push(Back {
                ability: found.ability,
                src: found.src,
                me: found.me,
                held: found.held.cloned(),
            });
        };
        self.listeners_of_card(ev.obj.ix, zone, p, (None, key), ev.obj, &mut keep);
        for granted in self.state.granted.iter().filter(|g| g.card == ev.obj) {
            if self.pool.ability(granted.ability).keys & key != 0 {
                keep(Found {
                    ability: granted.ability,
                    src: granted.card,
                    me: p,
                    held: granted.held.as_ref(),
                    delayed: None,
                });
            }
        }
        out
    }

    /// Collects which of these abilities an event sets off, when it has happened.
    pub(super) fn hear_back(&self, ev: &Ev, subject: Ref, back: &[Back], out: &mut Vec<SetOff>) {
        let first = out.len();
        for one in back {
            let found = Found {
                ability: one.ability,
                src: one.src,
                me: one.me,
                held: one.held.as_ref(),
                delayed: None,
            };
            self.hears(ev, subject, true, found, first, out);
        }
    }

    /// One ability hears an event. What was collected from `first` on was set off by the same event.
    fn hears(&self, ev: &Ev, subject: Ref, before: bool, found: Found<'_>, first: usize, out: &mut Vec<SetOff>) {
        let ability = self.pool.ability(found.ability);
        if ability.replaces.is_some() || ability.triggers.is_empty() {
            return;
        }
        let env = Env::of_card(found.src, found.me).with_held(found.held.map(|h| &**h));
        if !self.ability_answers(found.ability, ev, subject, &env)
            || self.is_used_up(found.ability, found.src, found.me)
        {
            return;
        }
        let unique = ability.keywords & self.pool.unique;
        let again =
            |s: &SetOff| s.instance.src0 == found.src && self.pool.ability(s.instance.ability).keywords & unique != 0;
        if unique != 0 && out.iter().skip(first).any(again) {
            // A keyword of which a card has never more than one.
            return;
        }
        if ability.together.is_some()
            && let Some(same) = out.iter_mut().find(|s| s.is_of(&found))
        {
            // Everything that happens together sets it off once.
            same.with.push(about(ev, subject));
            return;
        }
        out.push(SetOff {
            instance: Instance {
                ability: found.ability,
                src: found.src,
                src0: found.src,
                me: found.me,
                ev: info_of(ev, subject),
                held: found.held.cloned(),
                seq: 0,
            },
            delayed: found.delayed,
            before,
            with: smallvec![about(ev, subject)],
        });
    }

    /// The abilities of a moved card about its own move that worked where it came from and do not work where it is: they answer to it (8.7.4 and its
    /// like), though the card is judged as it is now.
    fn leaving(&self, ev: &Ev, key: u128, subject: Ref, visit: &mut dyn FnMut(Found<'_>)) {
        let (from, to) = (self.zone_of(ev.from), self.zone_of(ev.to));
        let def = self.def_of(subject.ix);
        if from == to || def.own_keys & key == 0 {
            return;
        }
        for at in &def.abilities {
            let ability = self.pool.ability(*at);
            let worked = ability.works >> from.0 & 1 == 1 && ability.works >> to.0 & 1 == 0;
            if ability.own && worked && ability.keys & key != 0 {
                visit(Found {
                    ability: *at,
                    src: subject,
                    me: self.layout().cell(ev.from).player,
                    held: None,
                    delayed: None,
                });
            }
        }
    }

    /// Whether one of the ability's patterns fits the event and its gate is open.
    pub(super) fn ability_answers(&self, ability: AbilityIx, ev: &Ev, subject: Ref, env: &Env<'_>) -> bool {
        let linked = self.pool.ability(ability);
        if !linked.triggers.iter().any(|pattern| {
            let fits = self.matches(*pattern, ev, subject, env);
            self.count_pattern(*pattern, fits);
            fits
        }) {
            return false;
        }
        let env = Env {
            ev: info_of(ev, subject),
            ..*env
        };
        self.gate_open(ability, env.src, &env)
    }

    /// Puts what was set off among the waiting abilities.
    pub(super) fn stand_by(&mut self, found: Vec<SetOff>) {
        for mut set_off in found {
            let instance = &mut set_off.instance;
            if set_off.before {
                // The card may have moved with the event: it is spoken of as it is now.
                instance.src = self.moved_to(instance.src);
                instance.ev.subj = self.moved_to(instance.ev.subj);
            }
            if self.is_used_up(instance.ability, instance.src0, instance.me)
                || self.may_not_trigger(instance)
                || !self.gather_events(&mut set_off)
            {
                continue;
            }
            if let Some(stamp) = set_off.delayed
                && let Some(at) = self.state.delayed.iter().position(|d| d.stamp == stamp)
                && self.state.delayed.get(at).is_some_and(|d| d.once)
            {
                self.state.delayed.remove(at);
            }
            self.count_ability(set_off.instance.ability, false);
            self.count_use(set_off.instance.ability, set_off.instance.src0, set_off.instance.me);
            self.state.seq += 1;
            set_off.instance.seq = self.state.seq;
            if self.pool.ability(set_off.instance.ability).offer {
                self.state.offers.push(set_off.instance);
            } else {
                self.log_ability(
                    LogKind::Standby,
                    set_off.instance.ability,
                    set_off.instance.src,
                    set_off.instance.me,
                );
                self.state.standby.push(set_off.instance);
            }
        }
    }

    /// Whether an effect keeps an ability from being set off (1015.1a and its like).
    pub(super) fn may_not_trigger(&self, instance: &Instance) -> bool {
        let Some(tag) = self.tables().note.trigger else {
            return false;
        };
        self.forbidden(&Ev {
            kind: EvKind::Note,
            tag,
            subj: instance.src,
            who: instance.me,
            n: i32::try_from(instance.ability.0).unwrap_or(-1),
            ..Ev::default()
        })
    }

    /// Keeps what happened together in the slot of an ability that answers to all of it at once; false if that were too few.
    fn gather_events(&self, set_off: &mut SetOff) -> bool {
        let ability = self.pool.ability(set_off.instance.ability);
        let Some(slot) = ability.together else { return true };
        let all: Vec<Ref> = set_off.with.iter().map(|r| self.moved_to(*r)).collect();
        let count = i32::try_from(all.len()).unwrap_or(i32::MAX);
        let instance = &mut set_off.instance;
        let env = Env::of_card(instance.src, instance.me).with_held(instance.held.as_deref());
        let enough = ability.triggers.iter().any(|p| {
            let least = self.pool.pattern(*p).together;
            least.is_some_and(|n| count >= self.number(n, &env))
        });
        let (mut slots, mut words) = match &instance.held {
            Some(held) => (held.slots.clone(), held.words.clone()),
            None => (Vec::new(), Vec::new()),
        };
        let set = Slot::Set {
            start: u32::try_from(words.len()).unwrap_or(u32::MAX),
            len: u32::try_from(all.len()).unwrap_or(0),
        };
        words.extend(all);
        if slots.len() <= usize::from(slot) {
            slots.resize(usize::from(slot) + 1, Slot::Empty);
        }
        if let Some(place) = slots.get_mut(usize::from(slot)) {
            *place = set;
        }
        instance.ev.n = count;
        instance.held = Some(Arc::new(Captured {
            slots,
            words,
            ev: instance.ev,
            src: instance.src,
            start: instance.held.as_ref().map_or(0, |held| held.start),
        }));
        enough
    }

    /// The card a reference has become by the batch that was just carried out.
    fn moved_to(&self, r: Ref) -> Ref {
        if self.state.alive(r) || !r.is_some() {
            return r;
        }
        let next = Ref {
            ix: r.ix,
            life: r.life.wrapping_add(1),
        };
        if self.state.alive(next) { next } else { r }
    }

    /// Abilities that stand by while a condition holds (state triggers): once, until they have resolved.
    pub fn find_state_triggers(&mut self) {
        if self.pool.state_zones == 0 {
            return;
        }
        let layout = self.layout();
        let mut found = Vec::new();
        for z in 0..layout.zones().len() {
            let zone = ZoneId(u8::try_from(z).unwrap_or(u8::MAX));
            if self.pool.state_zones >> zone.0 & 1 == 0 {
                continue;
            }
            for p in [self.state.turn.player, self.state.turn.player.other()] {
                for cell in layout.cells_of(p, zone) {
                    for ix in self.state.cells.cards(cell) {
                        let r = self.state.now(*ix);
                        for at in self.printed_abilities(*ix) {
                            let ability = self.pool.ability(*at);
                            if ability.state && ability.works >> zone.0 & 1 == 1 && !self.has_lost(r, *at) {
                                self.try_state(*at, r, p, None, &mut found);
                            }
                        }
                    }
                }
            }
        }
        for granted in &self.state.granted {
            if self.pool.ability(granted.ability).state && self.state.alive(granted.card) {
                let me = self.master(granted.card);
                self.try_state(granted.ability, granted.card, me, granted.held.as_ref(), &mut found);
            }
        }
        self.stand_by(found);
    }

    fn try_state(&self, at: AbilityIx, r: Ref, p: P, held: Option<&Arc<Captured>>, found: &mut Vec<SetOff>) {
        let waits = self.state.standby.iter().any(|i| i.ability == at && i.src == r)
            || self.state.pending.iter().any(|p| p.ability == at && p.src == r)
            || self.state.runs.iter().any(|run| run.ability == at && run.src == r);
        let env = Env::of_card(r, p).with_held(held.map(|h| &**h));
        let holds = self.gate_open(at, r, &env);
        if !waits && holds && !self.is_used_up(at, r, p) {
            found.push(SetOff {
                instance: Instance {
                    ability: at,
                    src: r,
                    src0: r,
                    me: p,
                    ev: crate::kernel::EvInfo::default(),
                    held: held.cloned(),
                    seq: 0,
                },
                delayed: None,
                before: false,
                with: SmallVec::new(),
            });
        }
    }

    /// Whether an event fits a pattern. `subject` is the event's card as it is to be judged.
    pub(super) fn matches(&self, pattern: PatIx, ev: &Ev, subject: Ref, env: &Env<'_>) -> bool {
        let pat = self.pool.pattern(pattern);
        self.rest_matches(pat, ev, env) && self.subject_matches(pat, ev, subject, env)
    }

    /// Whether an event fits all of a pattern but its card.
    fn rest_matches(&self, pat: &Pattern, ev: &Ev, env: &Env<'_>) -> bool {
        self.kind_matches(pat, ev, env)
            && pat.who.as_ref().is_none_or(|w| self.is_player(ev.who, w, env))
            && pat
                .amount
                .is_none_or(|(how, n)| how.holds(ev.n.saturating_abs(), self.number(n, env)))
            && pat.by.as_ref().is_none_or(|by| self.cause_matches(by, ev, env))
            && (!pat.free || ev.free)
            && pat.from.is_none_or(|place| self.cell_is_at(place, ev.from, env))
            && pat.to.is_none_or(|place| self.cell_is_at(place, ev.to, env))
            && pat.during.iter().all(|w| self.is_during(w, env))
            && pat.object.as_ref().is_none_or(|o| self.object_matches(o, ev, env))
    }

    /// Whether an event of the past fits a pattern: its card is judged as it was after the event, or as it last was.
    pub(super) fn matches_past(&self, pattern: PatIx, past: &PastEv, env: &Env<'_>) -> bool {
        let before = past.ev.kind == EvKind::Move && self.kernel().judged_before(past.ev.from, past.ev.to);
        let subject = if before { past.ev.subj } else { past.after };
        self.matches(pattern, &past.ev, subject, env)
            || self.judged_twice(&past.ev)
                && (self.matches(pattern, &past.ev, past.ev.subj, env) || self.matches_memory(pattern, past, env))
    }

    /// The same of a card that stayed the same card and is something else now: it is judged as it was when it happened.
    fn matches_memory(&self, pattern: PatIx, past: &PastEv, env: &Env<'_>) -> bool {
        let pat = self.pool.pattern(pattern);
        let PatSubject::Fits(select) = &pat.subject else {
            return false;
        };
        let (card, stamp) = (past.ev.subj, past.stamp);
        let mut memories = self.state.lki.iter().rev();
        let was = memories.find(|last| last.old == card && last.new == card && last.stamp == stamp);
        was.is_some_and(|was| self.fits(select, &Look::back(was), env) && self.rest_matches(pat, &past.ev, env))
    }

    fn kind_matches(&self, pat: &Pattern, ev: &Ev, env: &Env<'_>) -> bool {
        match (&pat.kind, ev.kind) {
            (
                PatKind::Move {
                    tag, from, to, within, ..
                },
                EvKind::Move,
            ) => {
                tag.is_none_or(|t| t == ev.tag)
                    && match within {
                        Within::Too => true,
                        Within::Only => self.kernel().keeps_identity(ev.from, ev.to),
                        Within::No => {
                            !self.kernel().stays(ev.from, ev.to)
                                && (self.zone_of(ev.from) != self.zone_of(ev.to) || self.comes_to_another(ev))
                        }
                    }
                    && from.is_none_or(|place| self.comes_from(place, ev, env))
                    && to.is_none_or(|place| self.cell_is_at(place, ev.to, env))
            }
            (PatKind::Counter(kind, put), EvKind::Counter(which)) => which == *kind && (ev.n > 0) == *put,
            (PatKind::Points(attr, up), EvKind::Value(which)) => {
                which == *attr && if *up { ev.n > 0 } else { ev.n < 0 }
            }
            (PatKind::Value(attr, up), EvKind::Number(which)) => which == *attr && (ev.n > 0) == *up,
            (PatKind::Turn(orients), EvKind::Turn) => {
                u32::try_from(ev.n).is_ok_and(|n| n < 16 && orients >> n & 1 == 1)
            }
            (
                PatKind::Note(notes),
                EvKind::Note
                | EvKind::Reveal
                | EvKind::Shuffle
                | EvKind::Value(_)
                | EvKind::Damage
                | EvKind::Mend
                | EvKind::Counter(_)
                | EvKind::Side(_)
                | EvKind::Attach
                | EvKind::Face
                | EvKind::Mark(_),
            ) => ev.tag.is_in(*notes),
            (PatKind::Face(down), EvKind::Face) => (ev.n != 0) == *down,
            (PatKind::Face(down), EvKind::Mark(_)) => ev.face_down == *down && self.turns_over(ev),
            (PatKind::Time(when), EvKind::Begin(time)) => {
                Game::is_edge(when, time, Boundary::Start) && self.time_matches(when, env)
            }
            (PatKind::Time(when), EvKind::End(time)) => {
                Game::is_edge(when, time, Boundary::End) && self.time_matches(when, env)
            }
            _ => false,
        }
    }

    /// Whether a mark that is about to be put on a card or taken off it turns the card over.
    fn turns_over(&self, ev: &Ev) -> bool {
        self.state.alive(ev.subj) && self.state.card(ev.subj.ix).is(Flag::FaceDown) != ev.face_down
    }

    /// A card that goes from one player's zone to the other's moves, though both have one name; in a zone that both share it only changes hands.
    fn comes_to_another(&self, ev: &Ev) -> bool {
        let layout = self.layout();
        layout.cell(ev.from).player != layout.cell(ev.to).player && !self.kernel().keeps_identity(ev.from, ev.to)
    }

    fn time_matches(&self, when: &super::code::When, env: &Env<'_>) -> bool {
        when.whose
            .as_ref()
            .is_none_or(|w| self.is_player(self.state.turn.player, w, env))
            && (!when.extra || self.is_given_turn(when, env))
            && when.within.as_ref().is_none_or(|w| self.is_during(w, env))
            && when.of.is_none_or(|of| {
                let card = self.objects(of, env).first().copied();
                self.kernel().time_of(self, when.time, card)
            })
    }

    fn subject_matches(&self, pat: &Pattern, ev: &Ev, subject: Ref, env: &Env<'_>) -> bool {
        match &pat.subject {
            PatSubject::Any => true,
            PatSubject::This => subject.is_some() && subject.ix == env.src.ix && self.same_card(subject, env.src),
            PatSubject::Objs(objs) => self
                .objects_last(*objs, env)
                .iter()
                .any(|r| self.same_card(*r, subject)),
            PatSubject::Fits(select) if matches!(pat.kind, PatKind::Move { enters: true, .. }) => {
                // What enters is of those under whose control it comes.
                self.judge(subject)
                    .is_some_and(|look| self.fits(select, &Look { cell: ev.to, ..look }, env))
            }
            PatSubject::Fits(select) => self.judge(subject).is_some_and(|look| {
                // `in your hand` said of a card that moves means where it came from; `cannot call units` asks what it would be.
                let came = Look { cell: ev.from, ..look };
                let goes = Some(if pat.would { ev.to } else { ev.from }).filter(|_| ev.to != ev.from);
                self.fits(select, &Look { goes, ..look }, env)
                    || (ev.kind == EvKind::Move && self.fits(select, &came, env))
            }),
        }
    }

    /// Whether two references mean one card, one of them perhaps from right before its last move.
    fn same_card(&self, a: Ref, b: Ref) -> bool {
        a.ix == b.ix && a.life.abs_diff(b.life) <= 1
    }

    /// A card to be judged; one that is gone without a trace is judged as printed where it is.
    fn judge(&self, r: Ref) -> Option<Look<'_>> {
        self.look(r).or_else(|| self.look(self.state.now(r.ix)))
    }

    fn object_matches(&self, object: &PatObject, ev: &Ev, env: &Env<'_>) -> bool {
        match object {
            PatObject::Objs(objs) => self.objects_last(*objs, env).iter().any(|r| self.same_card(*r, ev.obj)),
            PatObject::Player(who) => ev.obj.as_player().is_some_and(|p| self.is_player(p, who, env)),
            PatObject::Fits(select) => {
                ev.obj.is_some() && self.judge(ev.obj).is_some_and(|look| self.fits(select, &look, env))
            }
            // A card is played for its texts; a character with Backup is not (8.6.2.4.2 and its like).
            PatObject::Keyword(mask) if ev.kind == EvKind::Note && ev.tag == self.tables().note.play => self
                .printed_abilities(ev.subj.ix)
                .iter()
                .map(|a| self.pool.ability(*a))
                .any(|a| a.category == Category::Play && a.keywords & mask != 0),
            PatObject::Keyword(mask) => self.noted_ability(ev).is_some_and(|a| a.keywords & mask != 0),
            PatObject::Category(category) => self.noted_ability(ev).is_some_and(|a| a.category == *category),
            PatObject::ThisAbility => u32::try_from(ev.n).is_ok_and(|n| n == env.ability.0),
            PatObject::Producer => self.noted_ability(ev).is_some_and(|a| self.makes_icons(a)),
            // Any ability at all, if nothing is asked of it.
            PatObject::Any(any) => any.is_empty() || any.iter().any(|o| self.object_matches(o, ev, env)),
        }
    }

    /// The ability that a note is about.
    fn noted_ability(&self, ev: &Ev) -> Option<&super::code::Ability> {
        let n = u32::try_from(ev.n).ok()?;
        self.pool.abilities.get(n as usize)
    }

    /// Whether an ability makes what costs are paid with and needs no target (907.1 and its like). Options are no targets.
    pub fn makes_icons(&self, ability: &super::code::Ability) -> bool {
        let from = |pc: u32| self.pool.ops.iter().skip(pc as usize);
        let mut text = from(ability.pc).take_while(|op| !matches!(op, Op::End));
        let targets = ability.announce.is_some_and(|pc| {
            let mut choices = from(pc).take_while(|op| !matches!(op, Op::Announced | Op::End));
            choices.any(|op| matches!(op, Op::Target(..)))
        });
        !targets && text.any(|op| matches!(op, Op::Produce { .. }))
    }

    /// Whether all that sets an ability off is the playing of such abilities.
    pub fn answers_to_will(&self, ability: &super::code::Ability) -> bool {
        !ability.triggers.is_empty()
            && ability
                .triggers
                .iter()
                .all(|pattern| matches!(self.pool.pattern(*pattern).object, Some(PatObject::Producer)))
    }

    fn cause_matches(&self, by: &PatCause, ev: &Ev, env: &Env<'_>) -> bool {
        let cause = &ev.cause;
        if !by.any.is_empty() && !by.any.iter().any(|one| self.cause_matches(one, ev, env)) {
            return false;
        }
        if let Some(spell) = by.spell {
            // The text of a card that resolves is the card's; what the rules do and what is paid is neither.
            let none = cause.ability == Cause::NO_ABILITY;
            let text = none || self.pool.ability(cause.ability).category == Category::Play;
            if text != spell || matches!(cause.kind, CauseKind::Rule | CauseKind::Cost) {
                return false;
            }
        }
        if by.damage != 0 && !self.fell_by(by.damage, ev) {
            return false;
        }
        (!by.effect || cause.kind == CauseKind::Effect)
            && (!by.cost || cause.kind == CauseKind::Cost)
            && (by.call == 0 || cause.kind == CauseKind::Effect && cause.rule == by.call)
            && (by.keyword == 0 || self.pool.ability(cause.ability).keywords & by.keyword != 0)
            && by
                .category
                .is_none_or(|c| self.pool.ability(cause.ability).category == c)
            && by.whose.as_ref().is_none_or(|w| self.is_player(cause.by, w, env))
            && by.card.as_ref().is_none_or(|select| {
                // What `this` did before it left was done by this, also when it is no more.
                if select
                    .among
                    .is_some_and(|objs| matches!(self.pool.obj(objs), Obj::This))
                    && select.filters.is_empty()
                {
                    return cause.src.is_some() && (cause.src == env.src || cause.src == env.src0);
                }
                let fits = |env: &Env<'_>| {
                    cause.src.is_some() && self.judge(cause.src).is_some_and(|look| self.fits(select, &look, env))
                };
                fits(env) || env.src0 != env.src && fits(&Env { src: env.src0, ..*env })
            })
    }

    /// Whether a card was destroyed by the rule about damage, and the damage it got last was of these kinds.
    fn fell_by(&self, notes: u64, ev: &Ev) -> bool {
        let lethal = self.tables().lethal;
        let hit = |past: &&PastEv| past.ev.kind == EvKind::Damage && past.ev.obj == ev.subj;
        let last = self.state.past.iter().rev().find(hit);
        ev.cause.kind == CauseKind::Rule
            && lethal == Some(ev.cause.rule)
            && last.is_some_and(|past| past.ev.tag.is_in(notes))
    }

    /// Whether the ability's limit is used up.
    pub fn is_used_up(&self, ability: AbilityIx, card: Ref, me: P) -> bool {
        let Some(limit) = &self.pool.ability(ability).limit else {
            return false;
        };
        let times = self.number(limit.times, &Env::of_card(card, me));
        let turn = if limit.game { u16::MAX } else { self.state.turn.number };
        let used = self
            .state
            .uses
            .iter()
            .find(|u| u.ability == ability && u.turn == turn && u.who == me && (limit.by_name || u.card == card));
        used.is_some_and(|u| i32::from(u.n) >= times)
    }

    /// Counts one use of an ability with a limit.
    pub fn count_use(&mut self, ability: AbilityIx, card: Ref, me: P) {
        let Some(limit) = self.pool.ability(ability).limit.clone() else {
            return;
        };
        let turn = if limit.game { u16::MAX } else { self.state.turn.number };
        let now = self.state.turn.number;
        self.state.uses.retain(|u| u.turn == now || u.turn == u16::MAX);
        let card = if limit.by_name { Ref::NONE } else { card };
        let found = self
            .state
            .uses
            .iter_mut()
            .find(|u| u.ability == ability && u.turn == turn && u.who == me && u.card == card);
        if let Some(u) = found {
            u.n = u.n.saturating_add(1);
        } else {
            self.state.uses.push(Use {
                ability,
                card,
                who: me,
                turn,
                n: 1,
            });
        }
    }

    /// A record of the log about an ability.
    pub fn log_ability(&mut self, kind: LogKind, ability: AbilityIx, card: Ref, who: P) {
        if !self.log.on {
            return;
        }
        self.note_in_log(kind, card, who, 0);
        if let Some(last) = self.log.events.last_mut() {
            last.ability = ability;
        }
    }
}
