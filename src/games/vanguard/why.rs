//! Why a card cannot be used in a window: the demands stand where the actions are listed, this is the way to them.

use super::tables::{act, rule, window, zone};
use super::{battle, guard, main_phase, ride, stride};
use crate::exec::{Game, Why};
use crate::kernel::{P, Ref};

/// Notes why a player cannot do something with a card in a window.
pub(super) fn not(game: &Game, who: P, card: Ref, asked: u8, why: &mut Why) {
    let place = game.zone_of(game.state.card(card.ix).cell);
    let number = |rule: u16| {
        game.kernel()
            .tables()
            .rules
            .get(usize::from(rule))
            .copied()
            .unwrap_or("")
    };
    match asked {
        window::RIDE if place == zone::HAND => {
            why.of_act(act::RIDE, |why| ride::hurdles(game, who, card, why));
            // That a card can be ridden does not say why it cannot be called.
            why.of_act(act::CALL, |why| {
                why.not(number(rule::NORMAL_CALL), || {
                    "units are called to rear-guard circles in the main phase".to_owned()
                })
            });
        }
        window::STRIDE if place == zone::G => why.of_act(act::STRIDE, |why| stride::hurdles(game, who, card, why)),
        window::MAIN => main_phase::why_not(game, who, card, why),
        window::ATTACK => battle::why_not(game, who, card, why),
        window::GUARD => guard::why_not(game, who, card, why),
        window::ASSIST => why.of_act(act::ASSIST, |why| {
            why.not(number(rule::ASSIST), || {
                "in the G assist step only the assist is decided".to_owned()
            })
        }),
        window::RIDE => why.of_act(act::RIDE, |why| {
            why.not(number(rule::NORMAL_RIDE), || {
                "in the ride step only cards of the hand are ridden".to_owned()
            })
        }),
        window::STRIDE => why.of_act(act::STRIDE, |why| {
            why.not(number(rule::NORMAL_STRIDE), || {
                "in the stride step only G units of the G zone are used".to_owned()
            })
        }),
        _ => why.of_act(act::BATTLE, |why| {
            why.not("7.2.1.2", || "in the start step only the battle is decided".to_owned())
        }),
    }
    if asked != window::MAIN {
        let words = "abilities are used in the main phase";
        game.why_used_later(card, act::USE, "6.6.1.2.2", words, why);
    }
}
