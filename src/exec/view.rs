//! What one player may know of a game. A view is computed from the layout and the flags of the cards alone; no game writes view code.
//!
//! A view never holds the number of a card in the match: such a number would let its reader follow a card through a shuffle. Cards are named by
//! [`Handle`]s, and cards whose order the reader must not know are listed by definition.

use super::eval::CellList;
use super::game::Game;
use crate::kernel::{
    AbilityIx, Answer, AskKind, Atom, Card, CellId, DefId, Flag, NameId, Outcome, P, Ref, Sees, TagId, TimeId,
};
use serde::Serialize;

/// A card as a player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct CardView {
    /// What it is; none if the player does not know.
    pub def: Option<DefId>,
    /// Its orientation, by the game's table.
    pub orient: u8,
    /// Its back is up.
    pub face_down: bool,
    /// Its computed numbers, by the game's table of attributes, if it has any and the player knows the card.
    pub attrs: Option<[i32; 6]>,
}

/// A card of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Handle {
    /// Where it lies.
    pub cell: CellId,
    /// Its place in [`View::cell`]; none where the order is not for the player to know.
    pub index: Option<u16>,
    /// What it is; none if the player does not know.
    pub def: Option<DefId>,
}

/// A legal answer as the asked player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum AtomView {
    /// Do nothing, or nothing more.
    Pass,
    /// Yes.
    Yes,
    /// No.
    No,
    /// No more picks.
    Done,
    /// An action.
    Act {
        /// Which action, by the game's table.
        kind: u8,
        /// With which card, if with one.
        card: Option<Handle>,
        /// Which ability, which cell, which way.
        n: u32,
    },
    /// A card.
    Card(Handle),
    /// A cell.
    Cell(CellId),
    /// A number.
    Number(i32),
    /// One of the options.
    Option(u8),
    /// A waiting ability, its card, and the other card it is about.
    Instance(AbilityIx, Option<Handle>, Option<Handle>),
    /// A replacement.
    Replacement(AbilityIx, Option<Handle>),
    /// A player.
    Player(P),
    /// A word of an attribute.
    Word(u8),
    /// A name of a card.
    Name(NameId),
    /// A tag.
    Tag(TagId),
}

/// A legal answer, and how to give it.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Choice {
    /// The answer.
    pub atom: AtomView,
    /// Its number in the engine's list; that list may be in an order the player must not know, so the number stays with the view.
    #[serde(skip)]
    number: u32,
}

impl PartialEq for Choice {
    fn eq(&self, other: &Self) -> bool {
        self.atom == other.atom
    }
}

impl Eq for Choice {}

impl Choice {
    /// The answer, as the engine takes it.
    pub fn answer(&self) -> Answer {
        Answer::Pick(self.number)
    }
}

/// An open question as a player sees it. What depends on the cards of the asked player is told to that player alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AskView {
    /// Who is asked.
    pub who: P,
    /// What about.
    pub kind: AskKind,
    /// The card behind the question, if the viewer knows it.
    pub source: Option<DefId>,
    /// The fewest and the most picks, and how many were made.
    pub picks: Option<(u16, u16, u16)>,
    /// A range of numbers to answer with instead of a list: the answer `n` is the lowest number and `n`.
    pub range: Option<(i32, i32)>,
}

/// What one player may know.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct View {
    /// Whose view it is.
    pub viewer: P,
    /// The number of the turn.
    pub turn: u16,
    /// Whose turn it is.
    pub turn_player: P,
    /// The phase.
    pub phase: TimeId,
    /// The step, or the phase again.
    pub step: TimeId,
    /// How the game ended, if it did.
    pub over: Option<Outcome>,
    /// The numbers of the players, by the game's table of player numbers.
    pub players: [Vec<i32>; 2],
    /// The open question.
    pub ask: Option<AskView>,
    /// Its legal answers, if the viewer is asked.
    pub choices: Vec<Choice>,
    /// All cards, cell after cell.
    cards: Vec<CardView>,
    /// Where each cell begins in `cards`, and the end of the last.
    starts: Vec<u16>,
}

impl View {
    /// The cards of a cell, bottom first; in an unordered cell that the viewer cannot look into, known cards first.
    pub fn cell(&self, cell: CellId) -> &[CardView] {
        let at = |n: usize| self.starts.get(n).copied().map_or(0, usize::from);
        self.cards.get(at(cell.ix())..at(cell.ix() + 1)).unwrap_or(&[])
    }

    fn cell_mut(&mut self, cell: CellId) -> &mut [CardView] {
        let at = |n: usize| self.starts.get(n).copied().map_or(0, usize::from);
        let (from, to) = (at(cell.ix()), at(cell.ix() + 1));
        self.cards.get_mut(from..to).unwrap_or(&mut [])
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Every card in sight or not, cell after cell.
    pub fn cards(&self) -> &[CardView] {
        &self.cards
    }
}

impl Game {
    /// What a player may know.
    pub fn view(&self, p: P) -> View {
        let mut view = View::default();
        self.view_into(p, &mut view);
        view
    }

    /// Writes what a player may know into a view; one that was used before needs no new memory.
    pub fn view_into(&self, p: P, view: &mut View) {
        view.viewer = p;
        view.turn = self.state.turn.number;
        view.turn_player = self.state.turn.player;
        view.phase = self.state.turn.phase;
        view.step = self.state.turn.step;
        view.over = self.state.over;
        let numbers = u8::try_from(self.tables().player_attrs.len()).unwrap_or(u8::MAX);
        for (player, values) in P::BOTH.into_iter().zip(&mut view.players) {
            values.clear();
            values.extend((0..numbers).map(|attr| self.player_attr(player, attr)));
        }
        self.view_cells(p, view);
        self.view_question(p, view);
    }

    fn view_cells(&self, p: P, view: &mut View) {
        view.cards.clear();
        view.starts.clear();
        view.starts.extend_from_slice(self.state.cells.starts());
        let layout = self.layout();
        let flag = Card::known_flag(p);
        let mut jumbled = CellList::new();
        for c in 0..self.state.cells.count() {
            let cell = CellId(u8::try_from(c).unwrap_or(u8::MAX));
            let cards = self.state.cells.cards(cell);
            if cards.is_empty() {
                continue;
            }
            let spec = layout.cell(cell);
            let zone = layout.zone(spec.zone);
            // What the cell shows to the player is the same for all its cards, but for those that lie face down.
            let (open, unless_down) = match zone.sees {
                Sees::Nobody => (false, false),
                Sees::Owner => (spec.player == p, false),
                Sees::OwnerAndFaceUp => (true, spec.player != p),
                Sees::All => (true, true),
                Sees::Everybody => (true, spec.player != p && self.kernel().secret(self, cell)),
            };
            view.cards.extend(cards.iter().map(|ix| {
                let Some(card) = self.state.cards.get(usize::from(*ix)) else {
                    return CardView {
                        def: None,
                        orient: 0,
                        face_down: true,
                        attrs: None,
                    };
                };
                let down = card.is(Flag::FaceDown);
                let known = card.is(flag) || (open && !(unless_down && down));
                CardView {
                    def: known.then_some(card.def),
                    orient: card.orient,
                    face_down: down,
                    attrs: None,
                }
            }));
            if cards.len() > 1 && self.is_jumbled(p, cell) {
                jumbled.push(cell);
            }
        }
        self.view_numbers(view);
        for cell in jumbled {
            // Where a card lies among the others of such a cell is not for the viewer to know.
            view.cell_mut(cell).sort_unstable_by_key(|c| (c.def.is_none(), *c));
        }
    }

    /// Writes the computed numbers of the cards that the viewer knows.
    fn view_numbers(&self, view: &mut View) {
        for (n, (ix, chars)) in self.state.chars_of.iter().zip(&self.state.chars).enumerate() {
            let card = self.state.card(*ix);
            if usize::from(card.chars_at) != n {
                continue;
            }
            let cell = card.cell;
            let place = self.state.cells.cards(cell).iter().position(|c| c == ix);
            if let Some(seen) = place.and_then(|at| view.cell_mut(cell).get_mut(at))
                && seen.def.is_some()
            {
                seen.attrs = Some(chars.attrs);
            }
        }
    }

    /// Whether a cell has no order for the player: an unordered cell with a hidden side to it.
    pub fn is_jumbled(&self, p: P, cell: CellId) -> bool {
        let layout = self.layout();
        let spec = layout.cell(cell);
        let zone = layout.zone(spec.zone);
        !zone.ordered
            && match zone.sees {
                Sees::Nobody => true,
                Sees::Owner | Sees::OwnerAndFaceUp => spec.player != p,
                Sees::All | Sees::Everybody => false,
            }
    }

    pub(super) fn knows(&self, p: P, ix: u16) -> bool {
        self.state.card(ix).is(Card::known_flag(p)) || self.shows(ix, p)
    }

    fn view_question(&self, p: P, view: &mut View) {
        view.choices.clear();
        view.ask = None;
        let Some(ask) = self.state.ask else { return };
        let asked = ask.who == p;
        let source = self.state.alive(ask.source) && self.knows(p, ask.source.ix);
        view.ask = Some(AskView {
            who: ask.who,
            kind: ask.kind,
            source: source.then(|| self.state.card(ask.source.ix).def),
            picks: asked.then(|| {
                (
                    ask.min,
                    ask.max,
                    u16::try_from(self.state.picks.len()).unwrap_or(u16::MAX),
                )
            }),
            range: ask.range.filter(|_| asked),
        });
        if !asked || ask.range.is_some() {
            return;
        }
        self.choices_into(&mut view.choices);
    }

    /// Writes the legal answers of the open question as the asked player sees them; none if a range is asked for.
    pub fn choices_into(&self, choices: &mut Vec<Choice>) {
        choices.clear();
        let Some(ask) = self.state.ask.filter(|ask| ask.range.is_none()) else {
            return;
        };
        let mut jumbled = false;
        for (n, atom) in self.state.atoms.iter().enumerate() {
            let atom = self.atom_view(ask.who, *atom);
            jumbled |= atom.is_jumbled();
            choices.push(Choice {
                atom,
                number: u32::try_from(n).unwrap_or(u32::MAX),
            });
        }
        if jumbled {
            // The engine's list follows the deck; the player's list must not.
            choices.sort_unstable_by_key(|c| match c.atom {
                AtomView::Card(handle) if handle.index.is_none() => (1, handle.cell.0, handle.def, c.number),
                _ => (0, 0, None, c.number),
            });
        }
    }

    fn atom_view(&self, p: P, atom: Atom) -> AtomView {
        match atom {
            Atom::Pass => AtomView::Pass,
            Atom::Yes => AtomView::Yes,
            Atom::No => AtomView::No,
            Atom::Done => AtomView::Done,
            Atom::Act(act) => AtomView::Act {
                kind: act.kind,
                card: self.handle(p, act.card, false),
                n: act.n,
            },
            Atom::Card(card) => match self.handle(p, card, true) {
                Some(handle) => AtomView::Card(handle),
                None => AtomView::Pass,
            },
            Atom::Cell(cell) => AtomView::Cell(cell),
            Atom::Number(n) => AtomView::Number(n),
            Atom::Option(n) => AtomView::Option(n),
            Atom::Instance(n) => match self.state.standby.get(usize::from(n)) {
                Some(i) => AtomView::Instance(
                    i.ability,
                    self.handle(p, i.src, false),
                    self.instance_about(i).and_then(|card| self.handle(p, card, false)),
                ),
                None => AtomView::Pass,
            },
            Atom::Replacement(n) => match self.replacement_candidate(n) {
                Some((ability, card)) => AtomView::Replacement(ability, self.handle(p, card, false)),
                None => AtomView::Pass,
            },
            Atom::Player(p) => AtomView::Player(p),
            Atom::Word(w) => AtomView::Word(w),
            Atom::Name(n) => AtomView::Name(n),
            Atom::Tag(t) => AtomView::Tag(t),
        }
    }

    /// Whether a player who is offered cards of a cell is searching it.
    fn searches(&self, p: P, cell: CellId) -> bool {
        let spec = self.layout().cell(cell);
        spec.player == p && spec.zone == self.tables().deck
    }

    /// Whether a question that offers a card to a player shows its face.
    pub(super) fn is_offered_open(&self, p: P, card: Ref) -> bool {
        self.state.alive(card) && (self.knows(p, card.ix) || self.searches(p, self.state.card(card.ix).cell))
    }

    /// Names a card for a player. A player who is offered cards of the own deck is searching it and sees what they are, but not where they lie.
    fn handle(&self, p: P, card: Ref, offered: bool) -> Option<Handle> {
        if !self.state.alive(card) {
            return None;
        }
        let c = self.state.card(card.ix);
        let known = self.knows(p, card.ix);
        let searched = offered && !known && self.searches(p, c.cell);
        let index = if searched || self.is_jumbled(p, c.cell) {
            None
        } else {
            let at = self.state.cells.cards(c.cell).iter().position(|ix| *ix == card.ix)?;
            u16::try_from(at).ok()
        };
        Some(Handle {
            cell: c.cell,
            index,
            def: (known || searched).then_some(c.def),
        })
    }
}

impl AtomView {
    /// Whether it names a card without its place.
    fn is_jumbled(&self) -> bool {
        matches!(self, AtomView::Card(Handle { index: None, .. }))
    }
}
