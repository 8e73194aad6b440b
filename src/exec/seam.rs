//! The seam between the engine and the games: what a game does itself (procedures) beside what it tells the engine in its tables.

use super::game::Game;
use super::pool::Pool;
use super::tables::Tables;
use crate::ir;
use crate::kernel::{Act, Atom, Bits, CellId, Chars, DeckCard, Ev, KernelStep, Layout, P, Ref, TimeId, ZoneId};
use crate::vocab::{self, Vocab};

/// What stepping a frame gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Go on with whatever is on top of the stack now.
    Go,
    /// This frame is over.
    Pop,
}

/// What a rule pass found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulePass {
    /// Nothing is due.
    Nothing,
    /// Something was put into the batch or onto the stack: look again afterwards.
    Did,
}

/// A replacement that could be applied to an event, as far as rules about the choice ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// Its card.
    pub src: Ref,
    /// Its player.
    pub me: P,
    /// Its player may leave it.
    pub may: bool,
    /// It prevents (a part of) the event.
    pub prevents: bool,
}

impl Candidate {
    /// All candidates are open to the choice.
    pub const ALL: u64 = u64::MAX;

    /// The candidates that prevent (true) or do not, as bits.
    pub fn that(candidates: &[Candidate], prevent: bool) -> u64 {
        let fit = candidates.iter().enumerate().filter(|(_, c)| c.prevents == prevent);
        fit.fold(0, |all, (n, _)| all | u64::bit(n))
    }
}

/// A complaint about a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckFault {
    /// What is wrong; the cards it is about are named in double quotes, so that their lines can be shown.
    pub message: String,
    /// The rule.
    pub rule: &'static str,
}

/// A game. Tables are data; procedures push frames, emit events and ask questions, and never wait.
pub trait Kernel: Sync + Send + std::fmt::Debug {
    /// The game's word.
    fn name(&self) -> &'static str;
    /// The edition of its rules; an empty word if there is only one.
    fn edition(&self) -> &'static str {
        ""
    }
    /// Its vocabulary.
    fn vocab(&self) -> &'static Vocab {
        vocab::game_or_empty(self.name())
    }
    /// Its tables.
    fn tables(&self) -> &'static Tables;
    /// Its cells.
    fn layout(&self) -> &'static Layout;
    /// Abilities every card of a type has: a compiled module whose cards are named after the types.
    fn inherent(&self) -> Option<&'static ir::Module>;

    /// What is wrong with a deck.
    fn deck_faults(&self, pool: &Pool, deck: &super::DeckList) -> Vec<DeckFault>;
    /// The zone where a card of a deck begins the game.
    fn deck_zone(&self, pool: &Pool, card: DeckCard) -> ZoneId {
        let _ = (pool, card);
        self.tables().deck
    }
    /// The side that a card shows in a zone where it begins the game, or is laid out by hand.
    fn side_in(&self, pool: &Pool, at: ZoneId, def: crate::kernel::DefId) -> crate::kernel::DefId {
        let _ = (pool, at);
        def
    }
    /// Begins a game: the decks lie unshuffled in their zones.
    fn begin(&self, game: &mut Game);
    /// Goes on at the start of a time (or, if not `start`, right after it) in a game whose board was set up by hand; false if it cannot.
    fn begin_at(&self, game: &mut Game, time: TimeId, start: bool) -> bool;
    /// A board that is set up by hand lists a zone, if only as empty: rules that only a game with this zone has are agreed on.
    fn lists(&self, game: &mut Game, zone: ZoneId) {
        let _ = (game, zone);
    }
    /// Puts a card of a board that is set up by hand, with all its cards in place, into a state that only the game knows; false if it cannot.
    fn lay(&self, game: &mut Game, card: Ref, state: &str) -> bool {
        let _ = (game, card, state);
        false
    }
    /// The card that a place goes by if it has several: the one on top.
    fn foremost(&self, game: &Game, cell: CellId) -> Option<Ref> {
        game.state.cells.cards(cell).last().map(|ix| game.state.now(*ix))
    }
    /// One step of the rules. The frame is on top of the stack; it writes itself back before it pushes others.
    fn step(&self, game: &mut Game, step: KernelStep) -> Flow;
    /// A native verb of a resolving ability: pushes what it needs.
    fn verb(&self, game: &mut Game, call: VerbCall);
    /// Pays the game's currency: pushes what it needs.
    fn pay(&self, game: &mut Game, who: P, amount: i32, cause: crate::kernel::Cause);
    /// How much of the currency the player can pay for an ability, without the cards that are spoken for.
    fn can_pay(&self, game: &Game, who: P, ability: crate::kernel::AbilityIx) -> i32;
    /// Plays a card from wherever it is, by an effect; true if it began.
    fn play_card(&self, game: &mut Game, who: P, card: Ref, free: bool) -> bool;
    /// Plays a card by an effect for a price that takes the place of its own; true if it began. Games whose tables say `plays_for` have it.
    fn play_card_for(&self, game: &mut Game, who: P, card: Ref, price: i32) -> bool {
        let _ = (game, who, card, price);
        false
    }

    /// A waiting ability is to be carried out at a check timing: the game plays it itself, or gives it back to be resolved.
    fn plays_waiting(&self, game: &mut Game, instance: crate::kernel::Instance) -> Option<crate::kernel::Instance> {
        let _ = game;
        Some(instance)
    }

    /// Consequences the rules draw at once, tested on the state after every batch; not while a cost is paid.
    fn interrupts(&self, game: &mut Game);
    /// Abilities that answer to the end of a phase or step have their say before the next one begins.
    fn settle_end(&self, game: &mut Game) {
        game.push_check();
    }
    /// Whether the rules have a place of their own where a phase or step ends; else it ends where the next one begins.
    fn ends_itself(&self, time: TimeId) -> bool {
        let _ = time;
        false
    }
    /// All due rule actions of one pass: fills the batch or pushes frames.
    fn rule_pass(&self, game: &mut Game) -> RulePass;
    /// Whether the two cells are one object's places: moving between them makes no new object.
    fn keeps_identity(&self, from: CellId, to: CellId) -> bool;
    /// Whether the effects on a card stay with it on this way though it is a new object.
    fn carries_effects(&self, from: CellId, to: CellId) -> bool {
        let _ = from;
        self.tables().stack_zone == Some(self.layout().cell(to).zone)
    }
    /// Moves of the batch into a place that is too small for all of them: their numbers, and how many fit. The player of the effect chooses.
    fn crowded(&self, game: &Game) -> Option<(Vec<usize>, usize)> {
        let _ = game;
        None
    }
    /// What must not be where it is and ceases to exist, after every batch; nobody notices.
    fn eliminated(&self, game: &Game) -> Vec<Ev> {
        let _ = game;
        Vec::new()
    }
    /// Whether a move between two zones is only a change of position: nothing comes or leaves by it.
    fn stays(&self, from: CellId, to: CellId) -> bool {
        let _ = (from, to);
        false
    }
    /// Whether a move is judged by the information before it (true) or after it.
    fn judged_before(&self, from: CellId, to: CellId) -> bool;
    /// Whether the card of a move is judged as it was before and as it is after: it is something else then, and either may be meant.
    fn judged_twice(&self, from: CellId, to: CellId) -> bool {
        let _ = (from, to);
        false
    }
    /// Who chooses among the replacements of an event, and which of them are open to the choice (bits); the others are looked at again when none
    /// of these is left.
    fn chooser(&self, game: &Game, ev: &Ev, candidates: &[Candidate]) -> (P, u64);
    /// Changes an event by the rules before anything else looks at it (where cards of the other player go, what goes along).
    fn shape(&self, game: &Game, ev: &mut Ev);
    /// Further events that happen together with a batch by the rules (markers fall with their character).
    fn together(&self, game: &mut Game);
    /// Whether an event that goes along with a batch still does, now that some of the batch may have been replaced or forbidden.
    fn still_along(&self, game: &Game, ev: &Ev, batch: &[Ev]) -> bool {
        let _ = (game, ev, batch);
        true
    }
    /// Something was noted: the game updates its record before triggers are looked for.
    fn noted(&self, game: &mut Game, ev: &Ev);

    /// Whether a card is in a state only the game knows.
    fn state(&self, game: &Game, card: Ref, state: u8) -> bool;
    /// A pile has fewer cards than had to leave it with this word.
    fn ran_short(&self, _game: &mut Game, _who: P, _tag: crate::kernel::Note) {}
    /// The cards in a relation to a card.
    fn related(&self, game: &Game, card: Ref, rel: u8, out: &mut Vec<Ref>);
    /// A card the game knows.
    fn known(&self, game: &Game, known: u8) -> Ref;
    /// A number of a player the game computes; `base` is what the state keeps.
    fn player_attr(&self, game: &Game, who: P, attr: u8) -> i32;
    /// The cells in a relation to a cell: in front of it, behind it.
    fn relative(&self, cell: CellId, relation: u8, out: &mut Vec<CellId>);
    /// Whether it is the time for the card (its battle), beyond what turn, phase and step say.
    fn time_of(&self, game: &Game, time: TimeId, card: Option<Ref>) -> bool;
    /// A number of a card that the game works out when it is asked for: attributes beyond those that are kept.
    fn card_attr(&self, game: &Game, card: Ref, attr: crate::kernel::AttrId) -> i32 {
        let _ = (game, card, attr);
        0
    }
    /// Whether a player can pay a price in icons of the game's table (number of the icon, how many), without these cards.
    fn can_pay_icons(&self, game: &Game, who: P, price: &[(u8, i32)], without: &[Ref]) -> bool {
        let _ = (game, who, without);
        price.is_empty()
    }
    /// The price of an ability of a card with the changes that effects make.
    fn reprice(
        &self,
        game: &Game,
        who: P,
        card: Ref,
        ability: crate::kernel::AbilityIx,
        price: Vec<(u8, i32)>,
    ) -> Vec<(u8, i32)> {
        let _ = (game, who, card, ability);
        price
    }
    /// Pays a price in icons: pushes what it needs; the result is in `done`.
    fn pay_icons(&self, game: &mut Game, who: P, price: &[(u8, i32)], cause: crate::kernel::Cause) {
        let _ = (who, price, cause);
        game.state.done = 0;
    }
    /// What a card may produce: one of the rows of icons. The game knows more than the text where the rules say what it is.
    fn produces(&self, game: &Game, who: P, card: Ref, rows: Vec<Vec<(u8, i32)>>) -> Vec<Vec<(u8, i32)>> {
        let _ = (game, who, card);
        rows
    }
    /// Whether something may be chosen as a target of what the cause names, beyond what prohibitions say.
    fn can_target(&self, game: &Game, target: Ref, cause: &crate::kernel::Cause) -> bool {
        let _ = (game, target, cause);
        true
    }
    /// A card has moved: the game updates its record before triggers are looked for.
    fn moved(&self, game: &mut Game, ev: &Ev) {
        let _ = (game, ev);
    }
    /// How much the number of a card is that damage lowers.
    fn reducible(&self, game: &Game, card: Ref) -> i32 {
        let _ = (game, card);
        0
    }
    /// Whether a player can pay a cost by doing a verb of the table `paying` with each of some cards, so many times.
    fn payable_by(&self, game: &Game, who: P, verb: u8, (cards, times): (&[Ref], i32)) -> bool {
        let _ = (game, who, verb, cards, times);
        false
    }
    /// Whether a verb of the game can be done to a card, by this cause: it would change something, and nothing forbids it.
    fn can_be_done(&self, game: &Game, verb: u8, card: Ref, cause: crate::kernel::Cause) -> bool {
        let _ = (game, verb, card, cause);
        true
    }
    /// An effect gives a number of a card a value.
    fn number_set(&self, game: &mut Game, card: Ref, attr: crate::kernel::AttrId) {
        let _ = (game, card, attr);
    }
    /// What was chosen or paid for an ability that is being announced.
    fn announced(
        &self,
        game: &mut Game,
        ability: crate::kernel::AbilityIx,
        held: std::sync::Arc<crate::kernel::Captured>,
    ) {
        let _ = (game, ability, held);
    }
    /// Cards that have the printed information of another card by rules of the game, before anything else is applied to them.
    fn covered(&self, game: &Game) -> Vec<(Ref, crate::kernel::DefId)> {
        let _ = game;
        Vec::new()
    }
    /// Whether the face-down cards of a cell are its player's secret for now, though the zone hides nothing.
    fn secret(&self, game: &Game, cell: CellId) -> bool {
        let _ = (game, cell);
        false
    }
    /// Whether a card that stays the same object comes to its new place with the orientation of the event rather than its own.
    fn reorients(&self, from: CellId, to: CellId) -> bool {
        let _ = (from, to);
        false
    }
    /// Whether a card that gets or loses this mark is another object from then on.
    fn renews(&self, mark: u8) -> bool {
        let _ = mark;
        false
    }
    /// A card got or lost a mark: the game updates its record before triggers are looked for.
    fn marked(&self, game: &mut Game, ev: &Ev) {
        let _ = (game, ev);
    }
    /// Whether effects give a card anything: by rules of the game some cards take nothing, as long as they are what they are.
    fn receives(&self, game: &Game, card: Ref) -> bool {
        let _ = (game, card);
        true
    }
    /// Changes what is printed on a card by rules of the game, before anything else is applied to it.
    fn rebase(&self, game: &Game, card: Ref, chars: &mut Chars) {
        let _ = (game, card, chars);
    }
    /// Whether a shuffle that follows a search leaves what was found where it is.
    fn spares_found(&self) -> bool {
        false
    }
    /// Whether the player may pay the cost of an ability now, beyond whether it can be paid.
    fn may_pay(&self, game: &Game, who: P, ability: crate::kernel::AbilityIx) -> bool {
        let _ = (game, who, ability);
        true
    }
    /// The cost of an ability was paid.
    fn paid(&self, game: &mut Game, who: P, ability: crate::kernel::AbilityIx) {
        let _ = (game, who, ability);
    }
    /// Corrects computed information by rules of the game.
    fn finish_chars(&self, game: &Game, card: Ref, chars: &mut Chars);
    /// Whether two answers of a question are the same to everybody (two copies of a card in one hand).
    fn same_answer(&self, game: &Game, a: Atom, b: Atom) -> bool;
    /// Notes why a player who is asked in this window cannot do something with a card of theirs, walking over what the rules ask for as the lists of
    /// legal actions do. What is offered may be walked over too: it meets nothing.
    fn why_not(&self, game: &Game, who: P, card: Ref, window: u8, why: &mut super::why::Why) {
        let _ = (game, who, card, window, why);
    }
    /// An action in words, for scenarios and the log.
    fn act_words(&self, game: &Game, act: Act) -> String;

    /// How well a game that is not over stands for a player: about 100 for a card of the hand, and as much below zero for the other player. It reads the
    /// state as it is: players ask it of games in which what they cannot know was dealt anew. Ask [`Game::score`].
    fn score(&self, game: &Game, p: P) -> i32;
    /// Whether nothing is half done, so that a score means something: no ability waits or runs and nothing is being fought out.
    fn is_settled(&self, game: &Game) -> bool {
        game.is_idle()
    }
}

/// The evaluated roles of a native verb.
#[derive(Debug, Clone)]
pub struct VerbCall {
    /// Which verb.
    pub verb: u8,
    /// For which player: the receiver, or the actor.
    pub who: P,
    /// For both players, the turn player first.
    pub both: bool,
    /// With which card.
    pub card: Ref,
    /// With which cards.
    pub cards: Vec<Ref>,
    /// Done to which cards.
    pub to: Vec<Ref>,
    /// At which positions the text allows it; any if there are none.
    pub cells: Vec<CellId>,
    /// At a different position each.
    pub apart: bool,
    /// Face down, face up, or as the rules say.
    pub face: Option<bool>,
    /// With this orientation, or that of the rules.
    pub orient: Option<u8>,
    /// With which amount.
    pub amount: i32,
    /// With which word of the game's table.
    pub word: u8,
    /// Of which token.
    pub made: Option<crate::kernel::DefId>,
    /// With which name.
    pub name: Option<crate::kernel::NameId>,
    /// What cannot be done about it (bits), by the game's table of certainties.
    pub certain: u8,
    /// Why.
    pub cause: crate::kernel::Cause,
}
