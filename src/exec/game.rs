//! A game being played: the machine that steps frames until a player must decide.

use super::code::Ability;
use super::layers::Scratch;
use super::pool::Pool;
use super::seam::{Flow, Kernel};
use crate::kernel::{
    AbilityIx, Answer, Ask, AskKind, Atom, CellId, Frame, Illegal, KernelStep, Log, LogEv, LogKind, Note, Outcome, P,
    PickRule, Ref, State, Tags, ZoneId,
};
use std::sync::Arc;

/// The most steps between two decisions.
const MAX_STEPS: u32 = 200_000;
/// The most frames.
const MAX_FRAMES: usize = 256;
/// The most abilities that may wait.
const MAX_STANDBY: usize = 4096;
/// The most lasting effects.
const MAX_EFFECTS: usize = 1024;
/// The most words of running abilities.
const MAX_WORDS: usize = 16_384;
/// The most cards of a game, made ones included.
pub const MAX_CARDS: usize = 2048;
/// The most counters that give something to their cards.
pub(super) const MAX_GIFTS: usize = 2048;
/// The most turns.
const MAX_TURNS: u16 = 2000;

/// Why the engine gave up on a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum Fault {
    /// Too many steps without a decision.
    Steps = 701,
    /// Work nested too deeply.
    Depth = 702,
    /// Too many waiting abilities.
    Standby = 703,
    /// Too many effects.
    Effects = 704,
    /// An ability remembered too much.
    Words = 705,
    /// The game does not end.
    Turns = 706,
    /// Too many cards were made.
    Cards = 707,
    /// Too many counters that give something.
    Counters = 708,
    /// There is too much to look at: effects, descriptions and listeners of a board that is too large.
    Work = 709,
}

impl Fault {
    /// What happened, in words.
    pub fn words(code: u16) -> &'static str {
        match code {
            701 => "more than 200,000 steps without a decision",
            702 => "work nested more than 256 deep",
            703 => "more than 4,096 abilities standing by",
            704 => "more than 1,024 lasting effects",
            705 => "an ability remembers more than 16,384 cards",
            706 => "more than 2,000 turns",
            707 => "more than 2,048 cards",
            708 => "more than 2,048 counters that give their cards something",
            709 => {
                "too much to work out: continuous effects, descriptions and triggers look at cards more than 32,000,000 times"
            }
            _ => "an unknown fault",
        }
    }
}

/// What the machine waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// A player must decide.
    Decide(P),
    /// The game is over.
    Over(Outcome),
}

/// A game: shared cards, a state, a log.
#[derive(Debug)]
pub struct Game {
    /// The cards.
    pub pool: Arc<Pool>,
    /// The state.
    pub state: State,
    /// The log.
    pub log: Log,
    /// Players are asked in every window in which they might act, even if they can only pass: a skipped window would tell the other player so.
    pub polite: bool,
    /// While something is half done nobody acts: a chance to act that may be passed is passed, without a look at what could be done with it. For whoever
    /// looks ahead to where it is done and has no use for those lists.
    pub passive: bool,
    /// How much has been looked at.
    pub(super) work: super::work::Work,
    /// Room for computing characteristics.
    pub(super) scratch: Scratch,
    /// Where the last round of a repeated loop began, as long as others may be equal to it.
    pub(super) lap: Option<super::laps::LapStart>,
    /// Every round of a repeated loop is played, also where it could be written down. For tests.
    pub plays_every_lap: bool,
    /// The hash of where the cards lie, as long as they lie so.
    pub(super) hashed: Option<(HashKey, u64)>,
    /// Counts what the code does, if somebody wants to know; never part of a copy.
    pub(super) counting: Option<Box<super::coverage::Counting>>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            pool: Arc::clone(&self.pool),
            state: self.state.clone(),
            log: self.log.clone(),
            polite: self.polite,
            passive: self.passive,
            work: self.work.clone(),
            scratch: self.scratch.clone(),
            lap: self.lap.clone(),
            plays_every_lap: self.plays_every_lap,
            hashed: self.hashed,
            counting: None,
        }
    }

    /// Takes over another game in the room that this one has: players who try many answers copy one position again and again.
    fn clone_from(&mut self, other: &Game) {
        self.pool.clone_from(&other.pool);
        self.state.clone_from(&other.state);
        self.log.on = other.log.on;
        self.log.events.clone_from(&other.log.events);
        self.log.forgotten = other.log.forgotten;
        self.polite = other.polite;
        self.passive = other.passive;
        self.work.clone_from(&other.work);
        self.lap.clone_from(&other.lap);
        self.plays_every_lap = other.plays_every_lap;
        self.hashed = other.hashed;
    }
}

/// What tells that nothing happened since the cards were hashed.
pub(super) type HashKey = (u32, u64, usize, usize, crate::kernel::TimeId);

impl Game {
    /// An empty table for a pool.
    pub fn new(pool: Arc<Pool>, seed: u64) -> Game {
        let cells = pool.kernel.layout().len();
        Game {
            pool,
            state: State::new(cells, seed),
            log: Log::default(),
            polite: false,
            passive: false,
            work: super::work::Work::default(),
            scratch: Scratch::default(),
            lap: None,
            plays_every_lap: false,
            hashed: None,
            counting: None,
        }
    }

    /// The game without its log: what a moment to go back to needs.
    #[must_use]
    pub fn bare(&self) -> Game {
        Game {
            pool: Arc::clone(&self.pool),
            state: self.state.clone(),
            log: Log::default(),
            polite: self.polite,
            passive: self.passive,
            work: self.work.clone(),
            scratch: self.scratch.clone(),
            lap: None,
            plays_every_lap: self.plays_every_lap,
            hashed: self.hashed,
            counting: None,
        }
    }

    /// The game's rules.
    #[inline]
    pub fn kernel(&self) -> &'static dyn Kernel {
        self.pool.kernel
    }

    /// The game's tables.
    #[inline]
    pub fn tables(&self) -> &'static super::tables::Tables {
        self.pool.tables
    }

    /// The game's cells.
    #[inline]
    pub fn layout(&self) -> &'static crate::kernel::Layout {
        self.pool.layout
    }

    /// Runs until a player must decide or the game is over. Decisions with one legal answer are made here.
    pub fn advance(&mut self) -> Status {
        let pool = Arc::clone(&self.pool);
        loop {
            if let Some(status) = self.step_once(&pool) {
                return status;
            }
        }
    }

    /// Runs like [`Game::advance`], but stops between two steps as soon as the game is as `stop` says; none then.
    pub fn advance_until(&mut self, stop: &dyn Fn(&Game) -> bool) -> Option<Status> {
        let pool = Arc::clone(&self.pool);
        loop {
            if stop(self) {
                return None;
            }
            if let Some(status) = self.step_once(&pool) {
                return Some(status);
            }
        }
    }

    /// One step of the machine; a status if it waits or is over. Whoever steps holds a share of the pool, so that code can be read while the game
    /// changes.
    #[inline]
    fn step_once(&mut self, pool: &Pool) -> Option<Status> {
        if let Some(outcome) = self.state.over {
            return Some(Status::Over(outcome));
        }
        if let Some(ask) = self.state.ask {
            // What a repeated loop offers no more may leave a single answer.
            let answer = self
                .forced(&ask)
                .or_else(|| self.replayed(&ask))
                .or_else(|| self.forced(&ask));
            let Some(answer) = answer else {
                // Whoever looks now sees what is true now.
                self.settle();
                if self.work.is_too_much() {
                    self.fault(Fault::Work);
                    return None;
                }
                self.work.rest();
                return Some(Status::Decide(ask.who));
            };
            self.take(ask, answer);
            return None;
        }
        self.state.steps += 1;
        if let Some(fault) = self.over_budget() {
            self.fault(fault);
            return None;
        }
        self.settle();
        let Some(frame) = self.state.stack.last().copied() else {
            // A game whose rules ended without a result cannot go on.
            self.fault(Fault::Steps);
            return None;
        };
        let flow = match frame {
            Frame::Kernel(step) => self.kernel().step(self, step),
            Frame::Run => self.step_run(pool),
            Frame::Serial { .. } => self.step_serial(),
            Frame::Door { at, event } => self.step_door(at, event),
            Frame::Check { at, who } => self.step_check(at, who),
            Frame::Times { turn, done } => self.step_times(turn, done),
            Frame::Keep { done, base } => self.step_keep(done, base),
        };
        if flow == Flow::Pop {
            self.state.stack.pop();
        }
        None
    }

    /// Whether one more step has to be counted where budgets are looked at.
    #[inline]
    pub(super) fn is_over_budget_soon(&self) -> bool {
        self.state.steps >= MAX_STEPS || self.over_budget().is_some()
    }

    fn over_budget(&self) -> Option<Fault> {
        if self.state.steps > MAX_STEPS {
            Some(Fault::Steps)
        } else if self.work.is_too_much() {
            Some(Fault::Work)
        } else if self.state.stack.len() > MAX_FRAMES {
            Some(Fault::Depth)
        } else if self.state.standby.len() > MAX_STANDBY {
            Some(Fault::Standby)
        } else if self.state.effects.len() > MAX_EFFECTS {
            Some(Fault::Effects)
        } else if self.state.words.len() > MAX_WORDS {
            Some(Fault::Words)
        } else if self.state.cards.len() > MAX_CARDS {
            Some(Fault::Cards)
        } else if self.gifts_of_counters() > MAX_GIFTS {
            Some(Fault::Counters)
        } else if self.state.turn.number > MAX_TURNS {
            Some(Fault::Turns)
        } else {
            None
        }
    }

    fn fault(&mut self, fault: Fault) {
        let ability = self
            .state
            .runs
            .last()
            .map(|r| r.ability)
            .filter(|_| fault != Fault::Work || self.work.blamed().is_none())
            .or_else(|| self.work.blamed().filter(|_| fault == Fault::Work))
            .or_else(|| self.state.standby.last().map(|i| i.ability))
            .map_or(u32::MAX, |a| a.0);
        self.finish(Outcome::Fault(fault as u16, ability));
    }

    /// Why the engine gave up on the game, with the card and the line it gave up at; none if it did not.
    pub fn fault_words(&self) -> Option<String> {
        let words = self.fault_reason()?;
        Some(match self.fault_at() {
            Some((_, ability)) => format!("{words} ({}:{})", ability.file, ability.line),
            None => words,
        })
    }

    /// The same without the line: a card that moves to another line or file is the same card, and the engine gives up on it for the same reason.
    pub fn fault_reason(&self) -> Option<String> {
        let Some(Outcome::Fault(code, _)) = self.state.over else {
            return None;
        };
        let words = format!("the engine gave up: {}", Fault::words(code));
        Some(match self.fault_at() {
            Some((card, ability)) => format!("{words}, in {} of \"{card}\"", ability.label),
            None => words,
        })
    }

    /// The card and the ability at which the engine gave up, if it was at one.
    fn fault_at(&self) -> Option<(&str, &Ability)> {
        let Some(Outcome::Fault(_, ability)) = self.state.over else {
            return None;
        };
        let ability = self.pool.abilities.get(ability as usize)?;
        Some((&self.pool.def(ability.def).name, ability))
    }

    /// Ends the game.
    pub fn finish(&mut self, outcome: Outcome) {
        if self.state.over.is_none() {
            self.state.over = Some(outcome);
            self.work.rest();
            self.state.ask = None;
            let n = match outcome {
                Outcome::Win(p) => i32::from(p.0),
                Outcome::Draw => 2,
                Outcome::Fault(..) => 3,
            };
            self.note_in_log(LogKind::Over, Ref::NONE, self.state.turn.player, n);
        }
    }

    /// How many legal answers the open question has.
    pub fn answer_count(&self) -> u32 {
        match self.state.ask {
            None => 0,
            Some(Ask {
                range: Some((low, high)),
                ..
            }) => u32::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(0),
            Some(_) => u32::try_from(self.state.atoms.len()).unwrap_or(0),
        }
    }

    /// The legal answer with this number.
    pub fn answer_atom(&self, number: u32) -> Option<Atom> {
        let ask = self.state.ask?;
        match ask.range {
            Some((low, high)) => {
                let n = i64::from(low) + i64::from(number);
                (n <= i64::from(high)).then(|| Atom::Number(i32::try_from(n).unwrap_or(i32::MAX)))
            }
            None => self.state.atoms.get(number as usize).copied(),
        }
    }

    /// Answers the open question. An illegal answer changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Illegal> {
        let ask = self.state.ask.ok_or(Illegal::NotAsking)?;
        match answer {
            Answer::Concede(p) => {
                // Conceding cannot be interfered with: it goes past every effect.
                self.finish(Outcome::Win(p.other()));
                Ok(())
            }
            Answer::Pick(number) => {
                let count = self.answer_count();
                if number >= count {
                    return Err(Illegal::NoSuchAtom(count));
                }
                self.work.resume();
                self.state.decisions += 1;
                self.state.steps = 0;
                // Putting abilities in an order stops no loop, nor does the only answer there is.
                if count > 1 && !matches!(ask.kind, AskKind::Instances | AskKind::Order) {
                    self.state.laps = 0;
                }
                self.remember_answer(&ask, number);
                self.take(ask, number);
                Ok(())
            }
        }
    }

    fn forced(&self, ask: &Ask) -> Option<u32> {
        if self.polite && matches!(ask.kind, AskKind::Act(_)) {
            return None;
        }
        if ask.range.is_none() && self.state.atoms.len() == 1 {
            return Some(0);
        }
        matches!(ask.range, Some((low, high)) if low == high).then_some(0)
    }

    /// Applies a legal atom to the open question.
    fn take(&mut self, ask: Ask, number: u32) {
        let Some(atom) = self.answer_atom(number) else { return };
        if ask.max <= 1 && ask.range.is_none() {
            self.state.picks.clear();
            if atom != Atom::Done {
                self.state.picks.push(atom);
            }
            self.close_ask();
            return;
        }
        if ask.range.is_some() {
            self.state.picks.clear();
            self.state.picks.push(atom);
            self.close_ask();
            return;
        }
        if atom == Atom::Done {
            self.finish_picks(ask);
            return;
        }
        // Many picks: the picked atom leaves the list; what cannot complete the question any more leaves too.
        self.state.picks.push(atom);
        if self.state.picks.len() >= usize::from(ask.max) {
            self.finish_picks(ask);
            return;
        }
        self.relist(ask);
        if self.state.atoms.is_empty() {
            self.finish_picks(ask);
        }
    }

    fn finish_picks(&mut self, ask: Ask) {
        if !ask.ordered {
            // The order of picking leaves no trace.
            self.state.picks.sort_unstable();
        }
        self.close_ask();
    }

    fn close_ask(&mut self) {
        self.state.ask = None;
        self.state.atoms.clear();
        self.state.picked.clear();
    }

    /// Asks a question whose atoms the caller has put into the list; the answer is in `picks` when the asking frame is stepped again.
    pub fn ask(&mut self, ask: Ask) {
        self.state.picks.clear();
        self.state.picked.clear();
        self.without_banned();
        self.state.ask = Some(ask);
        // A demand on all picks holds for a single one too: one card may be too little, and none as well.
        if (ask.max > 1 || ask.rule != PickRule::Any) && ask.range.is_none() {
            self.relist(ask);
        }
        if self.state.atoms.is_empty() && ask.range.is_none() {
            // Nothing to choose from: the question is answered by nothing.
            self.close_ask();
        }
    }

    /// Asks a player for an action in a window; `may_pass` says whether nothing obliges the player to act, `list` adds the actions.
    pub fn ask_to_act(&mut self, who: P, window: u8, may_pass: bool, list: impl FnOnce(&Game, &mut Vec<Atom>)) {
        if may_pass && self.passes_unasked() {
            self.state.picks.clear();
            self.state.picks.push(Atom::Pass);
            return;
        }
        let mut atoms = std::mem::take(&mut self.state.atoms);
        atoms.clear();
        if may_pass {
            atoms.push(Atom::Pass);
        }
        list(self, &mut atoms);
        self.state.atoms = atoms;
        self.ask(Ask::one(who, AskKind::Act(window)));
    }

    /// Whether a chance to act that may be passed is passed at once, as [`Game::passive`] says.
    pub fn passes_unasked(&self) -> bool {
        self.passive && !self.is_settled()
    }

    /// Lists the atoms of a question with several picks: those not picked yet with which it can still be completed, and `Done` if it may end.
    fn relist(&mut self, ask: Ask) {
        let have = self.state.picks.len();
        let mut atoms = std::mem::take(&mut self.state.atoms);
        atoms.retain(|a| *a != Atom::Done);
        if let Some(last) = self.state.picks.last() {
            atoms.retain(|a| a != last);
        }
        if ask.rule != PickRule::Any {
            let picks = std::mem::take(&mut self.state.picks);
            let all = atoms.clone();
            atoms.retain(|a| self.completes(ask, &picks, *a, &all));
            self.state.picks = picks;
        }
        if have >= usize::from(ask.min) && self.rule_done(ask) {
            atoms.insert(0, Atom::Done);
        }
        self.state.atoms = atoms;
    }

    /// Replaces the kernel frame on top of the stack: where it goes on when it is stepped again.
    pub fn goto(&mut self, step: KernelStep) {
        if let Some(top) = self.state.stack.last_mut() {
            *top = Frame::Kernel(step);
        }
    }

    /// Pushes a step of the rules.
    pub fn push(&mut self, step: KernelStep) {
        self.state.stack.push(Frame::Kernel(step));
    }

    /// Pushes a check timing.
    pub fn push_check(&mut self) {
        self.state.stack.push(Frame::Check {
            at: 0,
            who: self.state.turn.player,
        });
    }

    /// Pushes a serial move of `count` cards off a pile.
    pub fn push_serial(&mut self, serial: Frame) {
        self.state.stack.push(serial);
    }

    /// The result of an interrupted event is read again.
    fn step_keep(&mut self, done: i32, base: u32) -> Flow {
        self.take_result(base);
        self.state.done = done;
        Flow::Pop
    }

    /// The cards that lie in the words from there on are the result that is read next. Both lists keep their room.
    pub(super) fn take_result(&mut self, base: u32) {
        let from = (base as usize).min(self.state.words.len());
        self.state.moved.clear();
        self.state.moved.extend(self.state.words.drain(from..));
    }

    /// The zone of a cell.
    #[inline]
    pub fn zone_of(&self, cell: CellId) -> ZoneId {
        self.layout().cell(cell).zone
    }

    /// Who masters a card: the player in whose zone it is.
    #[inline]
    pub fn master(&self, card: Ref) -> P {
        self.layout().cell(self.state.card(card.ix).cell).player
    }

    /// A record of the log that is not an event.
    pub fn note_in_log(&mut self, kind: LogKind, card: Ref, who: P, n: i32) {
        if !self.log.on {
            return;
        }
        let c = self.state.card(card.ix);
        let seen = self.seen_by(card);
        self.log.events.push(LogEv {
            kind,
            tag: Note::NONE,
            subj: card.is_some().then_some(c.def),
            obj: None,
            who,
            from: c.cell,
            to: c.cell,
            n,
            seen,
            cause: crate::kernel::CauseKind::Rule,
            cause_card: None,
            ability: AbilityIx(u32::MAX),
            rule: 0,
            turn: self.state.turn.number,
            change: 0,
        });
    }

    /// A record of the log about what a player takes out of the pool to pay with: a kind, and how much of it.
    pub fn log_spent(&mut self, who: P, kind: u8, amount: u16) {
        self.note_in_log(
            LogKind::Spent,
            Ref::NONE,
            who,
            i32::from(kind) << 16 | i32::from(amount),
        );
    }

    /// Records of the log for lasting effects that begin.
    pub(super) fn log_effects(&mut self, effects: &[crate::kernel::Effect]) {
        if !self.log.on {
            return;
        }
        for effect in effects {
            let about: Vec<(Ref, P)> = match effect.target {
                crate::kernel::EffectTarget::Card(card) => vec![(card, self.master(card))],
                crate::kernel::EffectTarget::Player(p) => vec![(Ref::NONE, p)],
                // A rule for described cards is told of those there are now.
                crate::kernel::EffectTarget::Open(objs) if self.tables().open_rules => {
                    let env = super::eval::Env::of_card(effect.src, effect.me).with_held(effect.held.as_deref());
                    let cards = self.objects(super::code::ObjIx(objs), &env);
                    cards.into_iter().map(|card| (card, self.master(card))).collect()
                }
                crate::kernel::EffectTarget::Open(_) => vec![(Ref::NONE, effect.me)],
            };
            let cause = self.state.card(effect.src.ix).def;
            for (card, who) in about {
                self.note_in_log(LogKind::Effect, card, who, effect.val);
                if let Some(last) = self.log.events.last_mut() {
                    last.change = effect.change;
                    last.ability = effect.ability;
                    last.cause = crate::kernel::CauseKind::Effect;
                    last.cause_card = effect.src.is_some().then_some(cause);
                }
            }
        }
    }

    /// All tags any card of the pool can have.
    pub fn all_tags(&self) -> Tags {
        let mut tags = Tags::default();
        for t in 0..self.pool.tags.len() {
            tags.insert(crate::kernel::TagId(u16::try_from(t).unwrap_or(u16::MAX)));
        }
        tags
    }
}
