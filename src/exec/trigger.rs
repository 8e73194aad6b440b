//! Who notices: matching events with the abilities that listen, and abilities standing by.

use super::code::{Boundary, PatIx, PatKind};
use super::door::info_of;
use super::eval::Env;
use super::game::Game;
use super::heard::Heard;
use super::keys;
use super::listeners::ListenFor;
use crate::kernel::{
    AbilityIx, Captured, Delayed, Ev, EvKind, Flag, Instance, LogKind, Note, P, Ref, Slot, Use, ZoneId,
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
                let cards = self.state.cells.span(from, to);
                self.work.add(cards.len());
                for ix in cards {
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
        self.work
            .add(self.state.granted.len() / 4 + self.state.delayed.len() / 4);
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
        self.forbids_waiting(instance, tag) || self.uses_waiting() && self.may_not_be_used(instance)
    }

    fn uses_waiting(&self) -> bool {
        self.tables().uses_waiting
    }

    /// Whether an effect keeps an ability that waits from being played.
    pub(super) fn may_not_be_played(&self, instance: &Instance) -> bool {
        self.may_not_trigger(instance) || self.uses_waiting() && self.may_not_be_used(instance)
    }

    fn may_not_be_used(&self, instance: &Instance) -> bool {
        let tag = self.tables().note.use_ability;
        let before = Instance {
            src: instance.src0,
            ..instance.clone()
        };
        self.forbids_waiting(instance, tag) || instance.src0 != instance.src && self.forbids_waiting(&before, tag)
    }

    fn forbids_waiting(&self, instance: &Instance, tag: Note) -> bool {
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
        used.is_some_and(|u| i32::from(u.n) >= times.saturating_mul(self.copies(ability, card)))
    }

    /// How often a card has an ability: each copy that was given has a limit of its own (3.7.1.1 of Vanguard and its like).
    fn copies(&self, ability: AbilityIx, card: Ref) -> i32 {
        let given = self.state.granted.iter();
        let given = given.filter(|g| g.card == card && g.ability == ability).count();
        i32::try_from(given.max(1)).unwrap_or(i32::MAX)
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
