//! Whether an event is one that a pattern means: what happens, what it is about, what it is done to, and by what.

use super::code::{Boundary, Obj, Op, PatCause, PatIx, PatKind, PatObject, PatSubject, Pattern, Within};
use super::eval::{Env, Look};
use super::game::Game;
use crate::ast::Category;
use crate::kernel::{Cause, CauseKind, Ev, EvKind, Flag, PastEv, Ref};

impl Game {
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
                .filter(|_| !pat.in_all)
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
                    tag,
                    from,
                    to,
                    end,
                    within,
                    ..
                },
                EvKind::Move,
            ) => {
                tag.is_none_or(|t| t == ev.tag)
                    && end.is_none_or(|end| end == ev.end)
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
}
