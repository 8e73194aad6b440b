//! How the rules shape events before anything else looks at them: where cards may go by their printed type (317), what a destroyed J-ruler becomes
//! (1010.1), owners' zones (302.6), how cards enter (303.1b, 909.5), and what the rules do at once after every event.

use super::step::{Step, begin, by_rule};
use super::tables::{card_type, counter, keyword, note, rule, zone};
use super::{addition, auto, battle, chase, layout, options, verbs};
use crate::exec::Game;
use crate::kernel::{CellId, End, Ev, EvKind, Flag, P, Ref, ZoneId};

/// Zones of a player, where only that player's own cards can be (302.5). The field, the chase and nowhere are shared.
fn is_shared(zone: ZoneId) -> bool {
    zone == zone::FIELD || zone == zone::CHASE || zone == zone::NOWHERE
}

/// The types printed on the side that was up when the game looked at it first: rules about where a card may go read what is printed (317).
fn printed(game: &Game, card: Ref) -> u32 {
    game.pool.def(game.state.card(card.ix).def).printed.types
}

/// Shapes an event.
pub(super) fn event(game: &Game, ev: &mut Ev) {
    match ev.kind {
        EvKind::Move => movement(game, ev),
        // 303.2a: rulers and J-rulers are never face down.
        EvKind::Face if ev.n != 0 && printed(game, ev.subj) & card_type::ANY_RULER != 0 => nowhere(ev),
        // 1007.4: damage to a card without DEF is not dealt.
        EvKind::Damage if ev.obj.as_player().is_none() => {
            let has = game.info(ev.obj).has_attr(super::tables::attr::DEF);
            let fights = game.info(ev.obj).types & card_type::FIGHTER != 0;
            if !has || !fights || game.zone_of(game.state.card(ev.obj.ix).cell) != zone::FIELD {
                ev.n = 0;
            }
        }
        _ => {}
    }
}

/// The event cannot happen: it goes to no cell.
fn nowhere(ev: &mut Ev) {
    ev.to = CellId(u8::MAX);
    ev.subj = Ref::NONE;
}

fn movement(game: &Game, ev: &mut Ev) {
    if !game.state.alive(ev.subj) || ev.subj.as_player().is_some() {
        return;
    }
    let card = game.state.card(ev.subj.ix);
    let from = game.zone_of(ev.from);
    let types = printed(game, ev.subj);
    if card.is(Flag::Pseudo) {
        return;
    }
    // 1010.1, 1010.2: what is destroyed is in the field, or is a ruler that the text names.
    if ev.tag == note::DESTROY && !matches!(from, zone::FIELD | zone::RULER) {
        nowhere(ev);
        return;
    }
    // 1010.1, 1010.2: a destroyed J-ruler returns to the ruler area ruler side up.
    if ev.tag == note::DESTROY && types & card_type::J_RULER != 0 && from == zone::FIELD {
        ev.to = layout().of(card.owner, zone::RULER);
        ev.side = 0;
        return;
    }
    // 1010.2: a ruler is destroyed only by what says so, and then goes to the graveyard.
    let to = game.zone_of(ev.to);
    if types & card_type::J_RULER != 0 && to != zone::FIELD && to != zone::RULER {
        // 317.2
        nowhere(ev);
        return;
    }
    if types & card_type::RULER != 0 && to != zone::GRAVEYARD && to != zone::RULER {
        let judging = ev.cause.rule == rule::JUDGMENT && to == zone::FIELD;
        if !judging {
            // 317.1
            nowhere(ev);
            return;
        }
    }
    if types & card_type::J_RULER != 0 && to == zone::RULER {
        ev.side = 0;
    }
    redirect(game, ev, types, from);
    let to = game.zone_of(ev.to);
    if !is_shared(to) && layout().cell(ev.to).player != card.owner {
        // 302.6
        ev.to = layout().of(card.owner, to);
    }
    if from != to && to == zone::FIELD {
        enter(game, ev);
    }
    if addition::stays(game, ev, types, from) {
        nowhere(ev);
    }
}

/// 317.3 to 317.5: what is told to go where its type cannot be goes elsewhere, or stays.
fn redirect(game: &Game, ev: &mut Ev, types: u32, from: ZoneId) {
    let owner = game.state.card(ev.subj.ix).owner;
    let to = game.zone_of(ev.to);
    let lasting = card_type::RESONATOR | card_type::ADDITION | card_type::REGALIA;
    if types & card_type::STONE != 0 {
        // Any other stone moves as specified (317.6).
        let gained = game.info(ev.subj).types & lasting != 0;
        if to == zone::RULER {
            nowhere(ev); // 317.5a
        } else if gained && to == zone::DECK {
            ev.to = layout().of(owner, zone::STONES); // 317.5b
        } else if gained && to == zone::HAND {
            ev.to = layout().of(owner, zone::STONES); // 317.5c, ruling R-07
            ev.end = End::Top;
        }
    } else if types & card_type::CHANT != 0 {
        if matches!(to, zone::STONES | zone::FIELD | zone::RULER) {
            // 317.4
            ev.to = layout().of(owner, zone::GRAVEYARD);
            ev.end = End::Top;
        }
    } else if types & lasting != 0 {
        if to == zone::RULER {
            nowhere(ev); // 317.3a
        } else if to == zone::STONES && from != zone::STONES {
            ev.to = layout().of(owner, zone::DECK); // 317.3b
        }
    }
}

/// 303.1b, 909.5: how a card enters the field: recovered unless something says otherwise.
fn enter(game: &Game, ev: &mut Ev) {
    let (turned, _) = game.entering(ev.subj, ev.to);
    if let Some(turned) = turned {
        ev.orient = turned;
    }
}

/// A card has moved: the counters it enters with are there at once (1022.6, 1122.2b), and so is the astral counter of a destroyed J-ruler (1010.1a).
pub(super) fn moved(game: &mut Game, ev: &Ev) {
    let (from, to) = (game.zone_of(ev.from), game.zone_of(ev.to));
    if from == to {
        return;
    }
    let ix = ev.subj.ix;
    if from == zone::CHASE && to == zone::FIELD {
        played_as(game, ev.subj);
    } else if !keeps_identity(ev.from, ev.to)
        && let Some(c) = game.state.cards.get_mut(usize::from(ix))
    {
        c.set(Flag::Marked, false);
        c.set(Flag::Second, false);
    }
    if to == zone::FIELD {
        // 909.5: a ruler that judged is the same card (302.3), with the texts of its other side from now on.
        if from == zone::RULER {
            game.state.dirty = true;
            game.settle();
        }
        let (_, mut counters) = game.entering(game.state.now(ix), ev.to);
        // 1122.2a: a ruler has its mana counters from the beginning of the game; those of its other side it gets with that side (1122.2b).
        if from != zone::RULER || ev.side != Ev::ANY_SIDE {
            counters.push((counter::MANA, entering_mana(game, ev)));
        }
        for (kind, n) in counters {
            give(game, ix, kind, n);
        }
    }
    let types = printed(game, game.state.now(ix));
    addition::entered(game, ev, types, from);
    // 1108.2: its information is still that of the field.
    let imperishable = game.info(ev.subj).keywords & game.pool.known_keyword(keyword::IMPERISHABLE) != 0;
    if ev.tag == note::DESTROY && from == zone::FIELD && to == zone::RULER && !imperishable {
        give(game, ix, counter::ASTRAL, 1);
    }
}

/// The number chosen for X stays with the card that enters (903.2.f.2), and so does that it was awakened: both are there as it enters (909.5).
fn played_as(game: &mut Game, spell: Ref) {
    let Some((x, bits)) = game.pending(spell).map(|p| (p.x.first().copied().unwrap_or(0), p.bits)) else {
        return;
    };
    game.state.lay(spell.ix, |l| l.x = x);
    if let Some(c) = game.state.cards.get_mut(usize::from(spell.ix)) {
        c.set(Flag::Marked, bits & chase::how::AWAKENED != 0);
    }
}

fn give(game: &mut Game, ix: u16, kind: u8, n: i32) {
    if n > 0 {
        let have = game.state.counter(ix, kind);
        game.state.set_counter(ix, kind, have.saturating_add(n));
        game.state.dirty = true;
    }
}

/// 1122.2b: [Mana] of what enters.
fn entering_mana(game: &Game, ev: &Ev) -> i32 {
    let def = game.state.card(ev.subj.ix).def;
    let side = if ev.side == Ev::ANY_SIDE { 0 } else { ev.side };
    let Some(def) = game.pool.side(def, side) else { return 0 };
    let Some(at) = super::play::keyword_of(game, def, keyword::MANA) else {
        return 0;
    };
    let env = crate::exec::Env::of_card(ev.subj, game.layout().cell(ev.to).player);
    game.pool
        .ability(at)
        .args
        .iter()
        .map(|arg| match arg {
            crate::exec::code::KeyArg::Num(n) => game.number(*n, &env),
            _ => 0,
        })
        .sum()
}

/// 302.3: between field and ruler area, and when control changes, it stays the same card.
pub(super) fn keeps_identity(from: CellId, to: CellId) -> bool {
    let (a, b) = (layout().cell(from).zone, layout().cell(to).zone);
    let board = |z: ZoneId| z == zone::FIELD || z == zone::RULER;
    board(a) && board(b)
}

/// 302.2: the hidden zones.
pub(super) fn is_hidden(z: ZoneId) -> bool {
    matches!(
        z,
        zone::DECK | zone::STONES | zone::HAND | zone::STANDBY | zone::EXTRA | zone::RUNE | zone::STRANGER
    )
}

/// 906.7: which side of a move is looked at.
pub(super) fn judged_before(from: CellId, to: CellId) -> bool {
    let (a, b) = (layout().cell(from).zone, layout().cell(to).zone);
    if a == b {
        return false;
    }
    let board = |z: ZoneId| z == zone::FIELD || z == zone::RULER;
    if is_hidden(a) != is_hidden(b) {
        // 906.7a: the public side.
        return is_hidden(b);
    }
    // 906.7b: field or ruler area; otherwise where it comes to.
    board(a) && !board(b)
}

/// What the rules do at once after an event.
pub(super) fn interrupts(game: &mut Game) {
    chase::tidy(game);
    battle::check(game);
    control(game);
    tokens(game);
    verbs::drop_overlays(game);
    wills(game);
    if !game.state.offers.is_empty() {
        let step = begin(Step::Offer, game.state.turn.player);
        game.push(step);
    }
}

/// 1303.3a: a token outside the field ceases to exist; so do copies that left the chase (1017.3a) and items outside their area.
fn tokens(game: &mut Game) {
    let stays = |game: &Game, ix: u16| {
        let card = game.state.card(ix);
        let at = game.zone_of(card.cell);
        let made = card.is(Flag::Token) || card.is(Flag::Copy);
        !made || matches!(at, zone::FIELD | zone::RULER | zone::CHASE | zone::ITEM | zone::NOWHERE)
    };
    let count = u16::try_from(game.state.cards.len()).unwrap_or(u16::MAX);
    let gone: Vec<u16> = (0..count).filter(|ix| !stays(game, *ix)).collect();
    for ix in gone {
        chase::vanish(game, game.state.now(ix));
    }
}

/// 105.3: cards change hands when what controls them says so.
pub(super) fn control(game: &mut Game) -> bool {
    game.settle();
    let mut moves = Vec::new();
    for p in P::BOTH {
        for card in options::cards(game, p, zone::FIELD) {
            let wanted = game.wanted_controller(card);
            if wanted != p {
                let cause = by_rule(game, rule::CONTROL);
                let mut ev = game.move_ev(card, layout().of(wanted, zone::FIELD), note::CONTROL, cause);
                ev.orient = game.state.card(card.ix).orient;
                moves.push(ev);
            }
        }
    }
    let any = !moves.is_empty();
    if any {
        game.state.batch = moves;
        game.send();
    }
    any
}

/// Ruling R-12: automatic will abilities resolve the moment they are set off, also while something is paid.
pub(super) fn wills(game: &mut Game) {
    let at = game.state.standby.iter().position(|i| auto::is_will(game, i.ability));
    if let Some(at) = at {
        let instance = game.state.standby.remove(at);
        auto::resolve_will(game, instance);
    }
}
