//! What happened in a game, told without any pattern: the events that passed the door, with the cards as they lay before.

use cardwright::exec::catalog::Happening;
use cardwright::exec::{Coverage, Game, Status};
use cardwright::kernel::{CauseKind, CellId, DefId, EvKind, Flag, P, PastEv, Ref};
use std::cell::RefCell;

/// A card as it lay before something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) ix: u16,
    pub(super) def: DefId,
    pub(super) player: P,
    pub(super) zone: &'static str,
    pub(super) types: u32,
    /// It says nothing: it lies face down, or has lost its abilities.
    pub(super) mute: bool,
    pub(super) life: u16,
}

/// Where something came from or went to.
pub(super) type Spot = Option<(P, &'static str)>;

/// Something that happened.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) what: Happening,
    /// The word that the log has for it; of a turn, the orientation.
    pub(super) word: &'static str,
    pub(super) subject: Option<Seen>,
    pub(super) object: Option<Seen>,
    pub(super) object_player: Option<P>,
    pub(super) who: P,
    pub(super) from: Spot,
    pub(super) to: Spot,
    pub(super) cause: CauseKind,
    pub(super) by: P,
    /// A card with the same text lay elsewhere on the board, or was the other player's.
    pub(super) strays: bool,
    /// Watching cards that lay in their place when it happened.
    pub(super) watchers: Vec<u16>,
    /// How often the watched ability had been set off before, and how often it has been by now.
    pub(super) fired: (u32, u32),
    pub(super) stamp: u32,
    pub(super) turn: u16,
}

/// What is seen of a watching card when somebody decides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// How much had happened by then.
    pub(super) events: usize,
    pub(super) turn: u16,
    pub(super) ix: u16,
    pub(super) life: u16,
    /// It is as great as only its own text makes it.
    pub(super) great: bool,
}

/// Who looks at a game while it runs.
pub(super) struct Witness<'w> {
    /// The watching card, its player and its zone.
    pub(super) watcher: (DefId, P, &'static str),
    /// How often the watched ability has been set off.
    pub(super) fired: &'w dyn Fn(&Coverage) -> u32,
    pub(super) coverage: &'w Coverage,
    /// By how much its own text makes the watching card greater.
    boost_by: i32,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    stamp: u32,
    fired: u32,
    cards: Vec<Seen>,
    events: Vec<Event>,
    looks: Vec<Look>,
}

impl<'w> Witness<'w> {
    pub(super) fn new(
        game: &Game,
        watcher: (DefId, P, &'static str),
        coverage: &'w Coverage,
        fired: &'w dyn Fn(&Coverage) -> u32,
        boost_by: i32,
    ) -> Witness<'w> {
        let state = State {
            stamp: game.state.stamp,
            cards: snapshot(game),
            ..State::default()
        };
        Witness {
            watcher,
            fired,
            coverage,
            boost_by,
            state: RefCell::new(state),
        }
    }

    /// Runs the game to its next question.
    pub(super) fn advance(&self, game: &mut Game) -> Status {
        let look = |game: &Game| {
            self.look(game);
            false
        };
        let status = game.advance_until(&look).expect("it runs on");
        self.look(game);
        self.measure(game);
        status
    }

    /// What happened, and what was seen of the watching cards.
    pub(super) fn told(self) -> (Vec<Event>, Vec<Look>) {
        let state = self.state.into_inner();
        (state.events, state.looks)
    }

    fn measure(&self, game: &Game) {
        let mut state = self.state.borrow_mut();
        let (events, watchers) = (state.events.len(), self.watchers(&state.cards));
        for ix in watchers {
            let card = game.state.now(ix);
            let (now, printed) = (game.info(card), &game.pool.def(game.state.card(ix).def).printed);
            let great = now
                .attrs
                .iter()
                .zip(printed.attrs)
                .any(|(now, printed)| now - printed >= self.boost_by);
            state.looks.push(Look {
                events,
                turn: game.state.turn.number,
                ix,
                life: game.state.card(ix).life,
                great,
            });
        }
    }

    /// Writes down what happened since the last look.
    fn look(&self, game: &Game) {
        let mut state = self.state.borrow_mut();
        if game.state.stamp < state.stamp {
            // Something was taken back.
            state.events.retain(|event| event.stamp <= game.state.stamp);
            let events = state.events.len();
            state.looks.retain(|look| look.events <= events);
            state.stamp = game.state.stamp;
            state.cards = snapshot(game);
        }
        if game.state.stamp == state.stamp {
            return;
        }
        let now = snapshot(game);
        let watchers = self.watchers(&state.cards);
        let strays = self.strays(&state.cards) || self.strays(&now);
        let fired = (self.fired)(self.coverage);
        let since = game.state.past.iter().filter(|past| past.stamp > state.stamp);
        let mut events: Vec<Event> = since.map(|past| event(game, past, &state.cards)).collect();
        for event in &mut events {
            event.watchers.clone_from(&watchers);
            event.strays = strays;
            event.fired = (state.fired, fired);
        }
        state.events.extend(events);
        state.fired = fired;
        state.stamp = game.state.stamp;
        state.cards = now;
    }

    fn strays(&self, cards: &[Seen]) -> bool {
        let (def, player, zone) = self.watcher;
        let elsewhere = |card: &Seen| card.def == def && (card.player != player || card.zone != zone || card.mute);
        cards.iter().any(elsewhere)
    }

    /// The watching cards that lie in their place.
    fn watchers(&self, cards: &[Seen]) -> Vec<u16> {
        let (def, player, zone) = self.watcher;
        let lies = |card: &&Seen| card.def == def && card.player == player && card.zone == zone && !card.mute;
        cards.iter().filter(lies).map(|card| card.ix).collect()
    }
}

fn snapshot(game: &Game) -> Vec<Seen> {
    let all = 0..game.state.cards.len();
    all.map(|ix| {
        let card = &game.state.cards[ix];
        let ix = ix as u16;
        let cell = game.layout().cell(card.cell);
        let info = game.info(game.state.now(ix));
        Seen {
            ix,
            def: card.def,
            player: cell.player,
            zone: game.layout().zone(cell.zone).name,
            types: info.types,
            mute: card.is(Flag::FaceDown) || info.lost || info.def != card.def,
            life: card.life,
        }
    })
    .collect()
}

fn spot(game: &Game, cell: CellId) -> Spot {
    (cell.ix() < game.layout().len()).then(|| {
        let cell = game.layout().cell(cell);
        (cell.player, game.layout().zone(cell.zone).name)
    })
}

fn event(game: &Game, past: &PastEv, before: &[Seen]) -> Event {
    let ev = &past.ev;
    let tables = game.tables();
    let card = |r: Ref| {
        let real = r.is_some() && r.as_player().is_none();
        let known = real.then(|| before.get(usize::from(r.ix)).copied()).flatten();
        known.or_else(|| real.then(|| snapshot(game)[usize::from(r.ix)]))
    };
    let from = spot(game, ev.came_from());
    let mut subject = card(ev.subj);
    let at = matches!(ev.kind, EvKind::Move | EvKind::Attach)
        .then(|| spot(game, ev.from))
        .flatten();
    if let (Some(subject), Some((player, zone))) = (&mut subject, at) {
        (subject.player, subject.zone) = (player, zone);
    }
    let word = match ev.kind {
        EvKind::Turn => tables.orients[ev.n as usize],
        _ => tables.notes[usize::from(ev.tag.0)],
    };
    Event {
        what: Happening::of(ev.kind),
        word,
        subject,
        object: card(ev.obj),
        object_player: ev.obj.as_player(),
        who: ev.who,
        from,
        to: spot(game, ev.to),
        cause: ev.cause.kind,
        by: ev.cause.by,
        strays: false,
        watchers: Vec::new(),
        fired: (0, 0),
        stamp: past.stamp,
        turn: past.turn,
    }
}
