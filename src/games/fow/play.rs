//! Playing cards (701 to 711, 903.2 a to k). Every stage of the procedure is a stage of one step; what cannot be completed is taken back (ruling R-13).

use super::chase::{self, how, kind};
use super::pay::Means;
use super::price::{self, Way};
use super::step::{by_rule, go};
use super::tables::{attr, card_type, keyword, note, player, prompt, rule, zone};
use super::{ability, addition, extra, layout, options, pay, priority};
use crate::ast::Category;
use crate::exec::code::{ChangeOp, KeyArg};
use crate::exec::{Env, Flow, Game, Refs, Why};
use crate::games::common::pending;
use crate::games::common::rows::places;
use crate::kernel::{
    AbilityIx, Atom, Cause, DefId, EffectTarget, Ev, EvInfo, EvKind, Flag, KernelStep, P, Pending, Ref,
};
use std::ops::ControlFlow;

/// Types that can be played (701).
const PLAYABLE: u32 = card_type::PLAYABLE;

/// Whether a player can play a card from where it is.
pub(super) fn playable(game: &Game, means: &Means<'_>, card: Ref, main: bool) -> bool {
    !sides(game, means, card, main, 0).is_empty()
}

/// The sides of a card that can be played (903.2b, 1302.2, 1307.3), by number.
fn sides(game: &Game, means: &Means<'_>, card: Ref, main: bool, bits: u32) -> Vec<u8> {
    let front = game.pool.def(game.pool.def(game.state.card(card.ix).def).front);
    let count = u8::try_from(front.sides.len().max(1)).unwrap_or(1);
    (0..count)
        .filter(|side| is_choice(front, *side))
        .filter(|side| {
            let def = game.pool.side(game.state.card(card.ix).def, *side);
            def.is_some_and(|def| side_playable(game, means, card, def, main, bits))
        })
        .collect()
}

/// Which sides a player may play: a future side with [Shift], the other half of an alternative card; never a J-ruler or a despair side.
fn is_choice(front: &crate::exec::code::Def, side: u8) -> bool {
    side == 0
        || front
            .sides
            .get(usize::from(side))
            .is_some_and(|(word, _)| word == "shift" || word == "back" && front.printed.types & PLAYABLE != 0)
}

fn side_playable(game: &Game, means: &Means<'_>, card: Ref, def: DefId, main: bool, bits: u32) -> bool {
    Why::nothing(|why| side_hurdles(game, means, card, def, (main, bits), why))
}

/// Notes why a player cannot play a card: for each side that could be meant.
pub(super) fn why_not(game: &Game, means: &Means<'_>, card: Ref, main: bool, why: &mut Why) -> ControlFlow<()> {
    if playable(game, means, card, main) {
        return ControlFlow::Continue(());
    }
    let front = game.pool.def(game.pool.def(game.state.card(card.ix).def).front);
    let count = u8::try_from(front.sides.len().max(1)).unwrap_or(1);
    for side in (0..count).filter(|side| is_choice(front, *side)) {
        if let Some(def) = game.pool.side(game.state.card(card.ix).def, side) {
            side_hurdles(game, means, card, def, (main, 0), why)?;
        }
    }
    ControlFlow::Continue(())
}

/// What stands in the way of playing a side of a card.
fn side_hurdles(
    game: &Game,
    means: &Means<'_>,
    card: Ref,
    def: DefId,
    (main, bits): (bool, u32),
    why: &mut Why,
) -> ControlFlow<()> {
    let who = means.who;
    let at = game.zone_of(game.state.card(card.ix).cell);
    let printed = game.pool.def(def).printed;
    // Effects on the card count for the side that is up.
    let mut info = if game.state.card(card.ix).def == def {
        *game.info(card)
    } else {
        printed
    };
    // 1307.3a: only the chosen half is looked at.
    if let Some(whole) = &game.pool.def(def).whole {
        info.keywords &= printed.keywords | !whole.keywords;
    }
    let rune = at == zone::RUNE;
    let wanted = if rune { card_type::RUNE } else { PLAYABLE };
    if printed.types & wanted == 0 {
        return why.not("701.2", || "it is no card that is played".to_owned());
    }
    let automatic = bits & how::AUTOMATIC != 0;
    let quick = info.keywords & game.pool.known_keyword(keyword::QUICKCAST) != 0 || anytime(game, def);
    if !(automatic || main || quick) {
        why.not("701.2", || {
            "it needs main timing: your own main phase, no battle, nothing on the chase".to_owned()
        })?;
    }
    if !placed_right(game, who, card, def, automatic) {
        why.not("708.5", || "it cannot be played from where it is now".to_owned())?;
    }
    why.unless_forbidden(game, &played(game, who, card), "104.4")?;
    // 906.2a: a condition that is not met is not met by playing it for nothing.
    if answers_only(game, def) && !automatic {
        why.not("708.3", || {
            "it is played only when its [Trigger] condition is met".to_owned()
        })?;
    }
    if rune && !divine(game, who, def) {
        why.not("711.2", || "your J/ruler has not enough divinity left".to_owned())?;
    }
    if !trigger_met(game, who, card, def) {
        why.not("708.4", || {
            "what its [Trigger] asks for does not hold or cannot be paid".to_owned()
        })?;
    }
    if !texts_possible(game, who, card, def, bits & how::AWAKENED) {
        why.not("903.2g", || "it has no legal target".to_owned())?;
    }
    if price::ways(game, means, card, def, bits).is_empty() {
        why.not("903.2j", || "its costs cannot be paid with what you have".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// 604.1, 708.4, 711.2: where a card can be played from.
fn placed_right(game: &Game, who: P, card: Ref, def: DefId, automatic: bool) -> bool {
    let c = game.state.card(card.ix);
    let own = layout().cell(c.cell).player == who;
    match game.zone_of(c.cell) {
        zone::HAND => own,
        // 708.5: not on the turn it was set; [Stealth] is not bound by it (1114.3).
        zone::STANDBY => {
            own && (automatic || anytime(game, def) && c.arrived < game.state.turn.number)
                || options::may_play_from(game, who, card)
        }
        zone::RUNE => own && c.is(Flag::FaceDown),
        _ => true,
    }
}

/// Whether an effect on the card lets this player play it: it speaks to its owner or controller.
pub(super) fn permitted_to(game: &Game, who: P, card: Ref) -> bool {
    layout().cell(game.state.card(card.ix).cell).player == who || game.state.card(card.ix).owner == who
}

/// The [Trigger] ability of a side.
fn trigger_of(game: &Game, def: DefId) -> Option<AbilityIx> {
    keyword_of(game, def, keyword::TRIGGER)
}

/// The ability that a keyword of a side became.
pub(super) fn keyword_of(game: &Game, def: DefId, which: usize) -> Option<AbilityIx> {
    let bit = game.pool.known_keyword(which);
    let abilities = &game.pool.def(def).abilities;
    abilities
        .iter()
        .copied()
        .find(|a| game.pool.ability(*a).keywords & bit != 0)
}

/// 1113.2a: a [Trigger] with a cost can be played with any priority.
fn anytime(game: &Game, def: DefId) -> bool {
    trigger_of(game, def).is_some_and(|a| !game.pool.ability(a).offer)
}

/// 1416.2a, 1416.2c: the condition of a [Trigger] that asks for one holds, and its cost can be paid (708.4).
fn trigger_met(game: &Game, who: P, card: Ref, def: DefId) -> bool {
    let Some(at) = trigger_of(game, def) else {
        return true;
    };
    let ability = game.pool.ability(at);
    let env = Env::of_card(card, who);
    ability.gate.is_none_or(|g| game.holds(g, &env))
        && ability.cost.is_none_or(|c| game.can_pay_without(c, who, &env, &[card]))
}

/// A [Trigger] or [Stealth] with a condition: it is played only when it is triggered (708.3).
fn answers_only(game: &Game, def: DefId) -> bool {
    trigger_of(game, def).is_some_and(|a| game.pool.ability(a).offer)
}

/// 711.1, 711.2: the J/ruler has [Divinity], and the rune does not use up more than is left.
fn divine(game: &Game, who: P, def: DefId) -> bool {
    let divinity = game.pool.def(def).printed.attr(attr::DIVINITY.ix());
    has_divinity(game, who) && divinity <= game.player_attr(who, player::REMAINING_DIVINITY)
}

/// The J/rulers of a player, wherever they are.
pub(super) fn rulers(game: &Game, who: P) -> Refs {
    let mut out = options::cards(game, who, zone::RULER);
    out.extend(options::cards(game, who, zone::FIELD));
    out.retain(|card| game.info(*card).types & card_type::ANY_RULER != 0);
    out
}

fn has_divinity(game: &Game, who: P) -> bool {
    rulers(game, who)
        .iter()
        .any(|r| present_number(game, *r, keyword::DIVINITY).is_some())
}

/// 711.2a, 1136.3: the divinity of the J/ruler less that of the revealed runes. It cannot be taken away (1136.2), so what is printed counts whatever became of it.
pub(super) fn remaining_divinity(game: &Game, who: P) -> i32 {
    let most = rulers(game, who)
        .iter()
        .filter_map(|r| present_number(game, *r, keyword::DIVINITY))
        .max()
        .unwrap_or(0);
    let used: i32 = options::cards(game, who, zone::RUNE)
        .iter()
        .filter(|r| !game.state.card(r.ix).is(Flag::FaceDown))
        .map(|r| game.info(*r).attr(attr::DIVINITY.ix()))
        .sum();
    most - used
}

/// The number behind a keyword that is printed on the side that is up, or that was given to the card.
fn present_number(game: &Game, card: Ref, which: usize) -> Option<i32> {
    let def = game.state.card(card.ix).def;
    let bit = game.pool.known_keyword(which);
    let given = game.abilities_of(card).into_iter();
    keyword_of(game, def, which)
        .into_iter()
        .chain(given.filter(|a| game.pool.ability(*a).keywords & bit != 0))
        .filter_map(|a| number_of(game, card, a))
        .max()
}

fn number_of(game: &Game, card: Ref, at: AbilityIx) -> Option<i32> {
    game.pool.ability(at).args.iter().find_map(|arg| match arg {
        KeyArg::Num(n) => Some(game.number(*n, &Env::of_card(card, game.master(card)))),
        _ => None,
    })
}

/// The numbers behind a keyword of a card, printed and given, together.
pub(super) fn keyword_number(game: &Game, card: Ref, which: usize) -> i32 {
    let bit = game.pool.known_keyword(which);
    game.abilities_of(card)
        .into_iter()
        .filter(|a| game.pool.ability(*a).keywords & bit != 0)
        .filter_map(|a| number_of(game, card, a))
        .sum()
}

/// The icons behind a keyword of a card, of every ability that has it.
pub(super) fn keyword_icons(game: &Game, card: Ref, which: usize) -> Vec<Vec<(u8, i32)>> {
    let bit = game.pool.known_keyword(which);
    let env = Env::of_card(card, game.master(card));
    game.abilities_of(card)
        .into_iter()
        .filter(|a| game.pool.ability(*a).keywords & bit != 0)
        .flat_map(|a| game.pool.ability(a).args.iter())
        .filter_map(|arg| match arg {
            KeyArg::Icons(icons) => Some(game.icons(icons, &env)),
            _ => None,
        })
        .collect()
}

/// 1129.2: what attacking or blocking with a card costs; nothing if it was mobilized.
pub(super) fn mobilize_price(game: &Game, card: Ref) -> Option<Vec<(u8, i32)>> {
    if game.info(card).keywords & game.pool.known_keyword(keyword::MOBILIZE) == 0
        || super::verbs::is_mobilized(game, card)
    {
        return None;
    }
    let all: Vec<(u8, i32)> = keyword_icons(game, card, keyword::MOBILIZE).concat();
    (!all.is_empty()).then_some(all)
}

/// The texts of a side that are carried out when it resolves, if what they are bound to holds now (1124.2, 1128.2a, 1134.2a).
pub(super) fn texts(game: &Game, who: P, card: Ref, def: DefId, bits: u32) -> Vec<AbilityIx> {
    let env = Env::of_card(card, who);
    let awakened = awakened(game, def, bits);
    let native = |a: &AbilityIx| {
        let keywords = game.pool.ability(*a).keywords;
        let which = |k: usize| keywords & game.pool.known_keyword(k) != 0;
        which(keyword::AWAKENING) && !awakened.contains(a)
            || [keyword::SHIFT, keyword::JUDGMENT, keyword::STEALTH, keyword::BREAK]
                .into_iter()
                .any(which)
            || game.pool.ability(*a).pc == u32::MAX
    };
    let all = &game.pool.def(def).abilities;
    all.iter()
        .copied()
        .flat_map(|a| {
            // 1109.2: an awakened chant has the texts that its awakening brings.
            let brought = if awakened.contains(&a) {
                brought(game, a)
            } else {
                Vec::new()
            };
            if brought.is_empty() { vec![a] } else { brought }
        })
        .filter(|a| {
            let ability = game.pool.ability(*a);
            let text = ability.category == Category::Play || ability.offer;
            text && !native(a) && game.gate_open(*a, card, &env)
        })
        .collect()
}

/// The texts among what an ability brings to its card.
fn brought(game: &Game, at: AbilityIx) -> Vec<AbilityIx> {
    let Some(change) = game.pool.ability(at).brings else {
        return Vec::new();
    };
    match &game.pool.change(change).op {
        ChangeOp::Abilities(abilities, _) => {
            let mut texts = abilities.clone();
            texts.retain(|a| game.pool.ability(*a).category == Category::Play);
            texts
        }
        _ => Vec::new(),
    }
}

/// Whether the texts of a side have the targets they need.
fn texts_possible(game: &Game, who: P, card: Ref, def: DefId, bits: u32) -> bool {
    let types = game.pool.def(def).printed.types;
    let host = addition::host_types(types) == 0 || !addition::targets(game, who, card, types).is_empty();
    // What is done only for a cost that may be left needs no target.
    let needed = texts(game, who, card, def, bits).into_iter();
    host && needed.filter(|a| !game.pool.ability(*a).gated).all(|a| {
        let cause = chase::cause(who, card, a);
        let env = Env::of_card(card, who);
        game.can_announce(a, &env, &cause)
    })
}

/// The note that a card is played.
pub(super) fn played(game: &Game, who: P, card: Ref) -> Ev {
    let cell = game.state.card(card.ix).cell;
    Ev {
        kind: EvKind::Note,
        tag: note::PLAY,
        subj: card,
        who,
        from: cell,
        to: cell,
        cause: chase::cause(who, card, Cause::NO_ABILITY),
        ..Ev::default()
    }
}

/// A card is played by an effect (903.2); true if that can begin.
pub(super) fn by_effect(game: &mut Game, who: P, card: Ref, free: bool) -> bool {
    let bits = how::EFFECT | if free { how::FREE } else { 0 };
    if !game.state.alive(card) || sides(game, &Means::of(game, who), card, true, bits).is_empty() {
        return false;
    }
    game.state.done = 0;
    game.mark(None);
    let mut s = super::step::begin(super::step::Step::Play, who);
    s.card = card;
    s.a = i32::try_from(bits).unwrap_or(0);
    game.push(s);
    true
}

/// An automatic card is played because it was triggered (708.3).
pub(super) fn automatic(game: &Game, who: P, card: Ref) -> Option<KernelStep> {
    let standby = game.zone_of(game.state.card(card.ix).cell) == zone::STANDBY;
    let bits = how::AUTOMATIC | if standby { how::FREE | how::STANDBY } else { 0 };
    if !game.state.alive(card) || sides(game, &Means::of(game, who), card, true, bits).is_empty() {
        return None;
    }
    let mut s = super::step::begin(super::step::Step::Play, who);
    s.card = card;
    s.a = i32::try_from(bits).unwrap_or(0);
    Some(s)
}

fn bits_of(s: KernelStep) -> u32 {
    u32::try_from(s.a & 0xFFFF).unwrap_or(0)
}

fn side_of(s: KernelStep) -> u8 {
    u8::try_from(s.a >> 16 & 0xFF).unwrap_or(0)
}

fn side_def(game: &Game, s: KernelStep) -> DefId {
    let def = game.state.card(s.card.ix).def;
    game.pool.side(def, side_of(s)).unwrap_or(def)
}

places! {
    /// Playing a card (903.2): until it is on the chase, then its stages there.
    pub(super) place:
        ASK_SIDE ASK_AWAKENING AWAKEN ASK_WAY TO_CHASE ON_CHASE TAKE_X TEXTS PRICE REDUCE PAY ALTERNATIVE COSTS
        PLAYED OVER EXTRA EXTRA_ANSWER;
}

/// The procedure. Until the card is on the chase, `a` keeps how it is played and `b` the chosen way to pay; then they keep the price.
pub(super) fn card(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        place::ASK_SIDE => {
            // 903.2b
            go(game, s, place::ASK_AWAKENING);
            let main = s.who == game.state.turn.player && priority::main_timing(game) || bits_of(s) != 0;
            let sides = sides(game, &Means::of(game, s.who), s.card, main, bits_of(s));
            choose(game, s, prompt::SIDE, &sides);
        }
        place::ASK_AWAKENING => {
            let side = picked(game).unwrap_or(0);
            let s = KernelStep {
                a: s.a | i32::from(side) << 16,
                ..s
            };
            game.state.picks.clear();
            game.goto(KernelStep {
                at: place::AWAKEN,
                b: 0,
                ..s
            });
        }
        place::AWAKEN => awaken(game, s),
        place::ASK_WAY => {
            go(game, s, place::TO_CHASE);
            let ways = price::ways(game, &Means::of(game, s.who), s.card, side_def(game, s), bits_of(s));
            let numbers: Vec<u8> = (0..ways.len()).filter_map(|n| u8::try_from(n).ok()).collect();
            choose(game, s, prompt::COST, &numbers);
        }
        place::TO_CHASE => {
            let way = picked(game).unwrap_or(0);
            // 708.4 asks where it was played from when it is there no more.
            let standby = game.zone_of(game.state.card(s.card.ix).cell) == zone::STANDBY;
            // 903.2.i.2: so does the permission to pay nothing, which may speak of the zone it was in.
            let ways = price::ways(game, &Means::of(game, s.who), s.card, side_def(game, s), bits_of(s));
            let free = ways.get(usize::from(way)).is_some_and(|w| w.free);
            let bits = if standby { how::STANDBY } else { 0 } | if free { how::FREE } else { 0 };
            let s = KernelStep {
                a: s.a | i32::try_from(bits).unwrap_or(0),
                b: if free { 0 } else { i32::from(way) },
                ..s
            };
            to_chase(game, s);
        }
        place::ON_CHASE => return begin_announcement(game, s),
        _ => return announced_card(game, s),
    }
    Flow::Go
}

/// Asks for one of some numbered things, if there is a choice.
fn choose(game: &mut Game, s: KernelStep, which: u8, numbers: &[u8]) {
    game.state.picks.clear();
    match numbers {
        [] => game.take_back(),
        [only] => game.state.picks.push(Atom::Option(*only)),
        several => {
            let atoms = several.iter().map(|n| Atom::Option(*n)).collect();
            priority::ask(game, s.who, which, s.card, atoms);
        }
    }
}

fn picked(game: &Game) -> Option<u8> {
    match game.state.picks.first() {
        Some(Atom::Option(n)) => Some(*n),
        _ => None,
    }
}

/// The [Awakening] abilities of a side.
fn awakenings(game: &Game, def: DefId) -> impl Iterator<Item = (AbilityIx, u32)> {
    let bit = game.pool.known_keyword(keyword::AWAKENING);
    let abilities = game.pool.def(def).abilities.iter().copied();
    abilities
        .filter(move |a| game.pool.ability(*a).keywords & bit != 0)
        .zip(how::AWAKENINGS)
}

/// Those of them that were paid for or are to be.
pub(super) fn awakened(game: &Game, def: DefId, bits: u32) -> Vec<AbilityIx> {
    let paid = awakenings(game, def).filter(|(_, bit)| bits & bit != 0);
    paid.map(|(at, _)| at).collect()
}

/// 903.2c: asks for each [Awakening] whether it is paid, one after the other; only for what can be paid with all that was chosen before it. `b` counts
/// those that were asked for.
fn awaken(game: &mut Game, s: KernelStep) {
    let def = side_def(game, s);
    let all: Vec<u32> = awakenings(game, def).map(|(_, bit)| bit).collect();
    let at = usize::try_from(s.b).unwrap_or(0);
    let answered = game.state.picks.first() == Some(&Atom::Yes);
    let bits = if answered {
        at.checked_sub(1).and_then(|n| all.get(n)).copied().unwrap_or(0)
    } else {
        0
    };
    game.state.picks.clear();
    let s = KernelStep {
        a: s.a | i32::try_from(bits).unwrap_or(0),
        ..s
    };
    let Some(bit) = all.get(at).copied() else {
        game.goto(KernelStep {
            at: place::ASK_WAY,
            b: 0,
            ..s
        });
        return;
    };
    game.goto(KernelStep { b: s.b + 1, ..s });
    let with = bits_of(s) | bit;
    let possible = texts_possible(game, s.who, s.card, def, with & how::AWAKENED);
    if possible && !price::ways(game, &Means::of(game, s.who), s.card, def, with).is_empty() {
        priority::ask_yes(game, s.who, prompt::AWAKEN, s.card);
    }
}

/// 903.2a, 903.2d: the card is turned face up and goes to the chase; of a rune, a copy goes there (711.2).
fn to_chase(game: &mut Game, s: KernelStep) {
    let c = game.state.card(s.card.ix);
    let to = layout().of(s.who, zone::CHASE);
    let next = KernelStep {
        at: place::ON_CHASE,
        ..s
    };
    if game.zone_of(c.cell) == zone::RUNE {
        let nowhere = layout().of(s.who, zone::NOWHERE);
        let Some(copy) = game.create(c.def, s.who, true) else {
            game.take_back();
            return;
        };
        if let Some(card) = game.state.cards.get_mut(usize::from(copy.ix)) {
            card.set(Flag::Token, false);
        }
        // Ruling R-16: the rune is revealed now and stays so.
        game.state.batch.clear();
        let face = Ev {
            kind: EvKind::Face,
            subj: s.card,
            who: s.who,
            from: c.cell,
            to: c.cell,
            n: 0,
            cause: by_rule(game, rule::RUNE),
            ..Ev::default()
        };
        let shown = Ev {
            kind: EvKind::Reveal,
            tag: note::REVEAL,
            ..face
        };
        let appear = Ev {
            kind: EvKind::Appear,
            subj: copy,
            who: s.who,
            from: nowhere,
            to,
            ..Ev::default()
        };
        game.goto(KernelStep {
            card: copy,
            a: next.a | i32::try_from(how::RUNE).unwrap_or(0),
            ..next
        });
        game.state.batch.extend([face, shown, appear]);
        game.send();
        return;
    }
    game.freeze_effects(s.card);
    let mut ev = game.move_ev(
        s.card,
        to,
        crate::kernel::Note::NONE,
        chase::cause(s.who, s.card, Cause::NO_ABILITY),
    );
    ev.side = side_of(s);
    ev.face_down = false;
    // The old reference tells where it came from.
    game.goto(next);
    game.emit(ev);
}

/// The announcement is on the chase: its texts are known, and X is chosen (903.2f).
fn begin_announcement(game: &mut Game, s: KernelStep) -> Flow {
    let card = game.state.now(s.card.ix);
    if game.zone_of(game.state.card(card.ix).cell) != zone::CHASE {
        game.take_back();
        return Flow::Go;
    }
    let def = game.state.card(card.ix).def;
    let mut bits = bits_of(s);
    if game.state.card(card.ix).is(Flag::Copy) {
        bits |= how::COPY;
    }
    // Where it was when the play began, which is kept in case the play is taken back.
    let from = game
        .state
        .marks
        .last()
        .map_or(crate::kernel::CellId(u8::MAX), |mark| mark.card(card.ix).cell);
    // 1124.2, 1124.2a: settled now, whatever is played afterwards.
    let torrential = super::record::has_played(game, s.who);
    if let Some(c) = game.state.cards.get_mut(usize::from(card.ix)) {
        c.set(Flag::Second, torrential);
    }
    game.state.dirty = true;
    game.settle();
    let texts = texts(game, s.who, card, def, bits);
    let ev = if bits & how::AUTOMATIC != 0 {
        std::mem::take(&mut game.state.cue)
    } else {
        EvInfo::default()
    };
    pending::announce(
        game,
        Pending {
            card,
            kind: kind::SPELL,
            me: s.who,
            ability: Cause::NO_ABILITY,
            src: card,
            src0: card,
            ev,
            texts: texts.into_iter().map(|a| (a, None)).collect(),
            x: [0, s.b],
            bits,
            from,
            seq: 0,
        },
    );
    let s = KernelStep { card, a: 0, b: 0, ..s };
    game.goto(KernelStep { at: place::TAKE_X, ..s });
    game.state.picks.clear();
    let way = chosen_way(game, s);
    let mut costs = ability::costs_by_x(game);
    let awakening = game.pool.known_keyword(keyword::AWAKENING);
    if bits & how::FREE != 0 || way.as_ref().is_some_and(|w| w.free) {
        // 903.2.i.2: X of an awakening that is not paid for is 0.
        costs.retain(|at| game.pool.ability(*at).keywords & awakening == 0);
    }
    let pays = way.as_ref().is_some_and(|w| w.pays_x);
    if pays || !costs.is_empty() {
        let pays_will = |at: &&AbilityIx| {
            let cost = game.pool.ability(**at).cost.map(|cost| game.pool.cost(cost));
            cost.is_some_and(|cost| {
                cost.demands
                    .iter()
                    .any(|d| matches!(d, crate::exec::code::Demand::Icons(_)))
            })
        };
        let awakens: Vec<&AbilityIx> = costs
            .iter()
            .filter(|at| game.pool.ability(**at).keywords & awakening != 0)
            .filter(pays_will)
            .collect();
        let icons = |x: i32| way.as_ref().map_or_else(Vec::new, |w| price::with_x(w, x));
        let most = pay::most_x(|x| {
            let price = !pays || pay::can(game, s.who, &icons(x), &[]);
            // 1109.2: an awakening is paid besides the price, out of the same will.
            let besides = awakens.is_empty() || {
                let both = icons(if pays { x } else { 0 })
                    .into_iter()
                    .chain([(crate::exec::code::Icon::ANY, x)]);
                pay::can(game, s.who, &both.collect::<Vec<_>>(), &[])
            };
            price && besides && costs.iter().all(|at| ability::payable_with(game, *at, card, s.who, x))
        });
        pay::ask_x(game, s.who, card, most);
    }
    Flow::Go
}

pub(super) fn latest(game: &Game, s: KernelStep) -> Option<&Pending> {
    game.state.pending.iter().rev().find(|p| p.card == s.card)
}

pub(super) fn chosen_way(game: &Game, s: KernelStep) -> Option<Way> {
    let pending = latest(game, s)?;
    let number = usize::try_from(pending.x.get(1).copied().unwrap_or(0)).unwrap_or(0);
    let def = game.state.card(s.card.ix).def;
    let means = Means::of(game, s.who);
    // 903.2i: with the targets the price is known.
    let mut ways = if s.at == place::PRICE {
        price::ways_now(game, &means, s.card, def, pending.bits)
    } else {
        price::ways(game, &means, s.card, def, pending.bits)
    };
    if number < ways.len() {
        Some(ways.swap_remove(number))
    } else {
        ways.pop()
    }
}

/// The stages on the chase: options and targets (903.2e to h), the cost (903.2i, j), and then it is played (903.2k).
fn announced_card(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        place::TAKE_X => {
            if let Some(Atom::Number(x)) = game.state.picks.first().copied() {
                let texts: Vec<AbilityIx> =
                    latest(game, s).map_or_else(Vec::new, |p| p.texts.iter().map(|t| t.0).collect());
                if let Some(pending) = chase::latest(game)
                    && let Some(first) = pending.x.first_mut()
                {
                    *first = x;
                }
                for text in texts {
                    ability::set_x(game, text, x);
                }
                game.state.dirty = true;
            }
            go(game, KernelStep { b: 0, ..s }, place::EXTRA);
        }
        place::EXTRA | place::EXTRA_ANSWER => extra::ask(game, s),
        place::TEXTS => match text_at(game, s) {
            Some(text) => {
                game.goto(KernelStep { b: s.b + 1, ..s });
                if !extra::left_out(game, text, pending::held_of(game, text).as_deref()) {
                    ability::announce(game, text, s);
                }
            }
            None => {
                go(game, KernelStep { b: 0, ..s }, place::PRICE);
                addition::ask_target(game, s);
            }
        },
        place::PRICE => price::fix(game, s),
        place::REDUCE => return price::reduce(game, s),
        place::PAY => {
            go(game, s, place::ALTERNATIVE);
            let price = pay::unpack(s.a, s.b);
            game.state.done = 1;
            if price.iter().any(|n| *n > 0) {
                pay::push(game, s.who, &price);
            }
        }
        place::ALTERNATIVE => {
            go(game, KernelStep { b: 0, ..s }, place::COSTS);
            price::pay_alternative(game, s);
        }
        place::COSTS => {
            // 1109.2, 708.4: further costs, in their order.
            let costs: Vec<AbilityIx> = latest(game, s).map_or_else(Vec::new, |p| {
                let paid = awakened(game, game.state.card(s.card.ix).def, p.bits).into_iter();
                let mut all: Vec<AbilityIx> = p.texts.iter().map(|t| t.0).collect();
                let besides: Vec<AbilityIx> = paid.filter(|at| !all.contains(at)).collect();
                all.extend(besides);
                all
            });
            let owed = |a: &AbilityIx| {
                let extra = || extra::left_out(game, *a, pending::held_of(game, *a).as_deref());
                let ability = game.pool.ability(*a);
                ability.payment.is_some() || ability.extra.is_some() && !extra()
            };
            let next = costs.into_iter().filter(owed).nth(usize::try_from(s.b).unwrap_or(0));
            match next {
                Some(at) => {
                    game.goto(KernelStep { b: s.b + 1, ..s });
                    ability::pay_cost(game, at, s);
                }
                None => go(game, s, place::PLAYED),
            }
        }
        place::PLAYED => {
            // 903.2k
            go(game, s, place::OVER);
            chase::played(game);
            super::record::play(game, s.who);
            game.forget_refused();
            game.state.done = 1;
            let mut ev = played(game, s.who, s.card);
            if let Some(pending) = latest(game, s) {
                // Where it was played from, and whether without paying its cost: abilities ask for both.
                ev.from = pending.from;
                ev.free = pending.bits & how::FREE != 0;
            }
            game.emit(ev);
        }
        _ => {
            game.state.done = 1;
            return Flow::Pop;
        }
    }
    Flow::Go
}

/// The text of the announcement that the step is at.
pub(super) fn text_at(game: &Game, s: KernelStep) -> Option<AbilityIx> {
    let texts = &latest(game, s)?.texts;
    texts.get(usize::try_from(s.b).unwrap_or(usize::MAX)).map(|t| t.0)
}

/// Whether a permission of the game's table lets the card be played for nothing.
pub(super) fn is_free(game: &Game, who: P, card: Ref) -> bool {
    use super::tables::allow;
    game.allowed(allow::PLAY_FREE, EffectTarget::Card(card))
        || game.allowed_with(allow::PLAY_FROM_FREE, who, card)
        || game.allowed_with(allow::PLAY_HAND_FREE, who, card)
}
