//! Where and when what a text says of playing its own card is asked: where the card is played from, and before it is played.

use super::super::code::{self, ChangeIx, ChangeOp, Obj, Static};
use super::refusal::Fail;
use super::{CardLinker, Linked};
use crate::ir::{Arg, Deed, Duration, ObjId, Objects, Role, Subject, Who};
use crate::kernel::Bits;

impl CardLinker<'_, '_> {
    /// Zones where a continuous ability works besides those of its card's type, because it says how the card itself is played.
    pub(super) fn played_zones(&self, statics: &[Static]) -> u32 {
        let tables = self.tables();
        let this = |one: &Static| match one.scope {
            code::ApplyTo::Cards(objs) => matches!(self.l.parts.objs.get(objs.0 as usize), Some(Obj::This)),
            _ => false,
        };
        let plays = |one: &Static, change: &ChangeIx| match self.l.parts.changes.get(change.0 as usize).map(|c| &c.op) {
            Some(ChangeOp::Forbid(pattern)) => self.forbids_playing_this(*pattern, this(one)),
            // Where nothing waits to resolve, the price is asked in the hand.
            Some(ChangeOp::Price(..) | ChangeOp::PriceIs(_)) if this(one) => true,
            _ if tables.stack_zone.is_none() || !this(one) => false,
            Some(ChangeOp::Price(..) | ChangeOp::PriceIs(_) | ChangeOp::PriceIcons { keywords: 0, .. }) => true,
            Some(ChangeOp::Abilities(_, keywords)) => keywords & self.play_keywords() != 0,
            Some(ChangeOp::Allow(row, None) | ChangeOp::AllowFor(row, _)) => {
                let row = tables.allows.get(usize::from(*row));
                row.is_some_and(|row| row.verb == "play")
            }
            _ => false,
        };
        let said = statics
            .iter()
            .flat_map(|one| one.changes.iter().map(move |c| (this(one), c)))
            .fold(0, |all, (own, c)| {
                all | self.played_from(*c) | self.forbidden_from(own, *c) | self.given_to_itself(own, *c)
            });
        if !statics.iter().any(|one| one.changes.iter().any(|c| plays(one, c))) {
            return said;
        }
        let from = tables.plays_from.iter().chain(&tables.stack_zone);
        let usual = from.fold(tables.hand.bit(), |all, zone| all | zone.bit());
        // The price is asked wherever the card can be played from.
        let priced = |one: &Static, change: &ChangeIx| {
            let op = self.l.parts.changes.get(change.0 as usize).map(|c| &c.op);
            this(one)
                && matches!(
                    op,
                    Some(ChangeOp::PriceIcons { keywords: 0, .. } | ChangeOp::AllowFor(..))
                )
        };
        let elsewhere = if statics.iter().any(|one| one.changes.iter().any(|c| priced(one, c))) {
            let from = tables.allows.iter().flat_map(|row| row.from);
            from.filter(|zone| **zone != tables.deck)
                .fold(0, |all, zone| all | zone.bit())
        } else {
            0
        };
        said | usual | elsewhere
    }

    /// The zones where abilities work that a card gives to itself, as far as they say so: they are given there (`this gets Remnant`).
    fn given_to_itself(&self, own: bool, change: ChangeIx) -> u32 {
        let Some(ChangeOp::Abilities(given, _)) = self.l.parts.changes.get(change.0 as usize).map(|c| &c.op) else {
            return 0;
        };
        let abilities = given
            .iter()
            .filter(|_| own)
            .filter_map(|at| self.l.parts.abilities.get(at.ix()));
        let somewhere = abilities
            .map(|ability| ability.works)
            .filter(|works| *works != u32::MAX);
        somewhere.fold(0, |all, works| all | works)
    }

    /// The zones that a permission lets its own card be played from: it is given there.
    fn played_from(&self, change: ChangeIx) -> u32 {
        let Some(ChangeOp::Allow(row, Some(objs))) = self.l.parts.changes.get(change.0 as usize).map(|c| &c.op) else {
            return 0;
        };
        let play = self
            .tables()
            .allows
            .get(usize::from(*row))
            .is_some_and(|row| row.verb == "play");
        let Some(Obj::Select(select)) = self.l.parts.objs.get(objs.0 as usize) else {
            return 0;
        };
        let own = select
            .among
            .is_some_and(|of| matches!(self.l.parts.objs.get(of.0 as usize), Some(Obj::This)));
        if !play || !own {
            return 0;
        }
        let at = select.filters.iter().filter_map(|filter| match filter {
            code::Filter::At(place) => Some(*place),
            _ => None,
        });
        at.fold(0, |all, place| all | self.zone_bits(place))
    }

    /// Whether what is forbidden is that the card itself is played, which is handled where it is played from (10.3.4 of Evolve and its like).
    fn forbids_playing_this(&self, pattern: code::PatIx, of_this: bool) -> bool {
        let Some(pattern) = self.l.parts.patterns.get(pattern.0 as usize) else {
            return false;
        };
        let play = code::PatKind::Note(self.tables().note.play.bit());
        let own = match pattern.subject {
            // What is demanded besides (`from hand`) is demanded of this card.
            code::PatSubject::Any | code::PatSubject::Fits(_) => of_this,
            code::PatSubject::This => true,
            code::PatSubject::Objs(_) => false,
        };
        own && pattern.kind == play
    }

    /// The keywords that change when a card can be played, as far as any text has them.
    fn play_keywords(&self) -> u128 {
        let words = self.tables().play_keywords.iter();
        let bits = words.filter_map(|word| self.l.parts.keywords.get_index_of(*word));
        bits.fold(0, |all, at| all | u128::bit(at))
    }

    /// A price is asked before the text of the card is carried out: what that text says of it would come too late.
    pub(super) fn is_price_in_time(&self, subject: &Subject) -> Linked<()> {
        let late = !self.scope.continuous && self.scope.works == self.tables().resolution.bit();
        if !late || !matches!(subject, Subject::Objects(obj) if self.is_this(*obj)) {
            return Ok(());
        }
        Err(Fail::wording(
            "the price of this card is paid before its text is carried out",
            "write a line of its own: `CONT if … { this costs 1 less }`; for another cost in its place `CONT { you can play this for [ … ] }`",
        ))
    }

    fn is_this(&self, obj: ObjId) -> bool {
        matches!(self.code()[obj], Objects::This)
    }

    /// `you can play this during opponent's turn`: whether the other player's turn gives a chance for it, a keyword says.
    pub(super) fn in_another_turn(&self, deeds: &[Deed], roles: &[Role], durations: &[Duration]) -> Linked<()> {
        let Some(word) = self.tables().play_keywords.first() else {
            return Ok(());
        };
        let plays = deeds.iter().any(|deed| deed.verb == "play" && !deed.passive);
        let own = |role: &Role| role.name == "what" && matches!(role.arg, Arg::Objects(obj) if self.is_this(obj));
        let theirs = |duration: &Duration| {
            matches!(duration, Duration::During(time)
                if matches!(time.whose, Some(Who::Opponent | Who::EachOpponent)))
        };
        if plays && roles.iter().any(own) && durations.iter().any(theirs) {
            return Err(Fail::wording(
                "no card is played in the other player's turn by a permission alone",
                format!("write the keyword that opens it to the card: `{word}`, or `CONT if … {{ this gets {word} }}`"),
            ));
        }
        Ok(())
    }
}
