//! Earth Rite (13.3.3): a Stack counter as an additional cost.

use super::step::{Step, ask_cards, begin as at_start, go, picked};
use super::tables::{card_type, counter, keyword, note, prompt, rule, zone};
use super::{has, layout, links};
use crate::exec::{Flow, Game, Refs};
use crate::games::common::rows::places;
use crate::kernel::{Cause, CauseKind, Ev, EvKind, KernelStep, P, Ref};

/// The amulets with Stack of a player that a counter can be removed from.
pub(super) fn amulets(game: &Game, who: P) -> Refs {
    let mut out = links::cards(game, who, zone::FIELD);
    out.retain(|c| {
        game.info(*c).types & card_type::AMULET != 0
            && has(game, *c, keyword::STACK)
            && game.state.counter(c.ix, counter::STACK) > 0
    });
    out
}

/// The player pays a Stack counter for what is being played.
pub(super) fn begin(game: &mut Game, who: P, source: Ref) {
    let mut s = at_start(Step::Rite, who);
    s.card = source;
    game.push(s);
}

places! {
    /// A payment by Earth Rite.
    place: ASK TAKE BURY OVER;
}

/// The payment. `a` is the amulet, counted from 1.
pub(super) fn pay(game: &mut Game, s: KernelStep) -> Flow {
    let cause = Cause {
        kind: CauseKind::Cost,
        by: s.who,
        src: s.card,
        ability: Cause::NO_ABILITY,
        rule: rule::EARTH_RITE,
    };
    match s.at {
        place::ASK => {
            go(game, s, place::TAKE);
            let amulets = amulets(game, s.who);
            if amulets.is_empty() {
                // 10.6.2.5.3: what was there when it was chosen has gone while something else was paid.
                game.take_back();
                return Flow::Go;
            }
            ask_cards(game, s.who, prompt::RITE, &amulets, (1, 1));
        }
        place::TAKE => {
            let Some(card) = picked(game).first().copied() else {
                return Flow::Pop;
            };
            game.goto(KernelStep {
                at: place::BURY,
                a: i32::from(card.ix) + 1,
                ..s
            });
            game.emit(Ev {
                kind: EvKind::Counter(counter::STACK),
                tag: note::UNCOUNTER,
                subj: card,
                who: game.master(card),
                n: -1,
                cause,
                ..Ev::default()
            });
        }
        place::BURY => {
            // The last counter takes the amulet along at once.
            go(game, s, place::OVER);
            let card = game.state.now(u16::try_from(s.a - 1).unwrap_or(u16::MAX));
            if links::on_field(game, card) && game.state.counter(card.ix, counter::STACK) == 0 {
                let owner = game.state.card(card.ix).owner;
                let ev = game.move_ev(card, layout().of(owner, zone::CEMETERY), note::BURY, cause);
                game.emit(ev);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}
