//! The verbs that every game shares, as rows: what each is as a command and as an event, and what links it. The verbs of a game are rows of its own table.

use super::super::code::{Num, Op, Who};
use super::action::Roles;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, SlotIx};
use crate::ir::Arg;

/// What a verb of the language does as a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BaseVerb {
    /// Cards from the top of the deck into the hand.
    Draw,
    /// Cards to a place, or counters on cards.
    Put,
    /// Cards back to a place.
    Return,
    /// Cards or counters from one place to another.
    Move,
    /// The actor sees cards.
    Look,
    /// Everybody sees cards.
    Reveal,
    Search,
    Choose,
    Shuffle,
    Play,
    Declare,
    /// An extra turn or phase.
    Take,
    /// The game is won.
    Win,
    /// The game is lost; other things are lost by a row of the game.
    Lose,
    Pay,
    Exchange,
    Skip,
    /// Counters or damage off cards; other things are removed by a row of the game.
    Remove,
}

/// What a verb of the language tells as an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BaseEvent {
    /// A card moves from place to place.
    Moved,
    /// A card is drawn.
    Drawn,
    /// A card is shown to all.
    Revealed,
    /// A card is chosen.
    Chosen,
    /// A number grows (true) or shrinks.
    Changed(bool),
}

/// A row of the table.
struct BaseVerbRow {
    word: &'static str,
    /// None if it is no command, or one of the game's.
    command: Option<BaseVerb>,
    /// None if nothing can notice it, or it is an event of the game's.
    event: Option<BaseEvent>,
}

const fn row(word: &'static str, command: Option<BaseVerb>, event: Option<BaseEvent>) -> BaseVerbRow {
    BaseVerbRow { word, command, event }
}

/// The verbs of the language. A word that has no part here is looked for among the verbs of the game.
const BASE_VERBS: &[BaseVerbRow] = &[
    row("draw", Some(BaseVerb::Draw), Some(BaseEvent::Drawn)),
    row("put", Some(BaseVerb::Put), Some(BaseEvent::Moved)),
    row("place", Some(BaseVerb::Put), Some(BaseEvent::Moved)),
    row("return", Some(BaseVerb::Return), Some(BaseEvent::Moved)),
    row("move", Some(BaseVerb::Move), Some(BaseEvent::Moved)),
    row("look", Some(BaseVerb::Look), None),
    row("reveal", Some(BaseVerb::Reveal), Some(BaseEvent::Revealed)),
    row("search", Some(BaseVerb::Search), None),
    row("choose", Some(BaseVerb::Choose), Some(BaseEvent::Chosen)),
    row("select", Some(BaseVerb::Choose), None),
    row("shuffle", Some(BaseVerb::Shuffle), None),
    row("play", Some(BaseVerb::Play), None),
    row("declare", Some(BaseVerb::Declare), None),
    row("take", Some(BaseVerb::Take), None),
    row("win", Some(BaseVerb::Win), None),
    row("lose", Some(BaseVerb::Lose), None),
    row("pay", Some(BaseVerb::Pay), None),
    row("exchange", Some(BaseVerb::Exchange), None),
    row("skip", Some(BaseVerb::Skip), None),
    row("remove", Some(BaseVerb::Remove), None),
    row("increase", None, Some(BaseEvent::Changed(true))),
    row("decrease", None, Some(BaseEvent::Changed(false))),
];

/// What a word does as a command of the language.
pub(super) fn command(word: &str) -> Option<BaseVerb> {
    BASE_VERBS.iter().find(|row| row.word == word)?.command
}

/// What a word tells as an event of the language.
pub(super) fn event(word: &str) -> Option<BaseEvent> {
    BASE_VERBS.iter().find(|row| row.word == word)?.event
}

impl<'m> CardLinker<'_, 'm> {
    /// Links a command that is not about counters or damage on cards.
    pub(super) fn base_verb(
        &mut self,
        base: Option<BaseVerb>,
        verb: &str,
        roles: &mut Roles<'m>,
        out: SlotIx,
    ) -> Linked<()> {
        let note = self.tables().note;
        let game = !matches!(roles.peek("what"), Some(Arg::Amount(_)));
        match base {
            Some(BaseVerb::Draw) => self.draw(roles, out),
            Some(BaseVerb::Put) => self.move_cards(verb, note.put, roles, out),
            Some(BaseVerb::Return) => self.move_cards(verb, note.give_back, roles, out),
            Some(BaseVerb::Move) => self.move_cards(verb, note.shift, roles, out),
            Some(BaseVerb::Look) => self.show(false, roles, out),
            Some(BaseVerb::Reveal) => self.show(true, roles, out),
            Some(BaseVerb::Search) => self.search(roles, out),
            Some(BaseVerb::Choose) => self.choose(roles, out),
            Some(BaseVerb::Shuffle) => self.shuffle(roles, out),
            Some(BaseVerb::Play) => self.play(roles, out),
            Some(BaseVerb::Declare) => self.declare(roles, out),
            Some(BaseVerb::Take) => self.take_extra(roles, out),
            Some(BaseVerb::Win) if game => self.finish_game(true, roles),
            Some(BaseVerb::Lose) if game => self.finish_game(false, roles),
            Some(BaseVerb::Pay) => self.pay(roles, out),
            Some(BaseVerb::Exchange) => self.exchange(roles, out),
            Some(BaseVerb::Skip) => self.skip(roles, out),
            None | Some(BaseVerb::Win | BaseVerb::Lose | BaseVerb::Remove) => self.table_verb(verb, roles, out),
        }
    }

    /// What was done can be told by the slot, though there are no cards to keep in it.
    pub(super) fn done(&mut self, out: SlotIx) {
        let one = self.one();
        self.emit(Op::Set(out, one));
    }

    fn shuffle(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let Some(Arg::Place(place)) = roles.take(&["what"]) else {
            return Err(Fail::wording(
                "the engine shuffles places only",
                "write a place: `shuffle your deck`",
            ));
        };
        let place = self.place(*place)?;
        self.emit(Op::Shuffle(place, self.scope.found));
        self.done(out);
        Ok(())
    }

    /// `take an extra turn`
    fn take_extra(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let Some(Arg::Amount(amount)) = roles.take(&["what"]) else {
            return Err(Fail::limit(
                Limit::VerbRole,
                "the engine can take extra turns and phases only",
            ));
        };
        let n = self.amount(amount)?;
        if !matches!(self.l.parts.nums.get(n.0 as usize), Some(Num::Const(1))) {
            return Err(Fail::wording(
                "the engine gives one extra turn or phase at a time",
                "write `take an extra turn`",
            ));
        }
        let mut phases = self.tables().extra_phases.iter();
        match phases.find(|(word, _)| amount.of == *word) {
            Some((_, time)) => {
                self.emit(Op::ExtraPhase(Who::Actor, *time));
                self.done(out);
            }
            // Which turn it is tells as well that there is one.
            None if amount.of == self.tables().extra_turn => {
                self.emit(Op::ExtraTurn(Who::Actor, out));
            }
            None => {
                return Err(Fail::limit(
                    Limit::VerbRole,
                    "the engine can take extra turns and phases only",
                ));
            }
        }
        Ok(())
    }

    fn finish_game(&mut self, win: bool, roles: &mut Roles<'m>) -> Linked<()> {
        match roles.take(&["what"]) {
            Some(Arg::Time(time)) if time.span == "game" => {}
            _ => {
                return Err(Fail::wording(
                    "the engine can win or lose the game only",
                    "write `win the game` or `lose the game`",
                ));
            }
        }
        self.emit(Op::Finish(Who::Actor, win));
        Ok(())
    }

    fn pay(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        match roles.take(&["what"]) {
            Some(Arg::Number(n)) => {
                let n = self.num(*n)?;
                self.emit(Op::Pay(n, Some(out)));
            }
            Some(Arg::Icons(runs)) => {
                let [run] = runs.as_slice() else {
                    return Err(Fail::wording(
                        "the engine pays one row of icons",
                        "write one row of icons: `pay {W}{1}`",
                    ));
                };
                let icons = self.paid_icons(&run.0)?;
                self.emit(Op::PayIcons(icons, Some(out)));
            }
            Some(Arg::Amount(amount)) => self.pay_life(amount, out)?,
            _ => {
                return Err(Fail::wording(
                    "the engine can pay the game's currency only",
                    "write the currency or the icons: `pay 2`, `pay {1}`",
                ));
            }
        }
        Ok(())
    }

    fn skip(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let Some(Arg::Time(time)) = roles.take(&["what"]) else {
            return Err(Fail::wording(
                "the engine can skip a time only",
                "write a phase or step: `skip your next draw phase`",
            ));
        };
        let when = self.when(time)?;
        if when.edge.is_some() || when.of.is_some() || when.within.is_some() {
            return Err(Fail::limit(
                Limit::VerbRole,
                "the engine can skip a whole phase or step only",
            ));
        }
        self.emit(Op::Skip(when.whose.unwrap_or(Who::Actor), when.time));
        self.done(out);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::BASE_VERBS;

    #[test]
    fn every_row_is_one_verb() {
        for (at, row) in BASE_VERBS.iter().enumerate() {
            assert!(row.command.is_some() || row.event.is_some(), "{}", row.word);
            assert!(
                BASE_VERBS.iter().skip(at + 1).all(|other| other.word != row.word),
                "{}",
                row.word
            );
        }
    }
}
