//! The chase (312): what was announced and waits to resolve. Its order over both players is that of the announcements.

use super::step::by_rule;
use super::tables::{counter, note, rule, zone};
use super::{layout, record, shape};
use crate::exec::Game;
use crate::kernel::{AbilityIx, Cause, Ev, EvKind, Flag, P, Pending, Ref};

/// Kinds of what waits on the chase.
pub(super) mod kind {
    /// A card being played or summoned (312.3).
    pub(crate) const SPELL: u8 = 0;
    /// An ability (903.2d).
    pub(crate) const ABILITY: u8 = 1;
    /// A judgment: neither spell nor ability (705.2d).
    pub(crate) const JUDGMENT: u8 = 2;
    /// A will ability: it never waits (907.3); the entry lasts only while it is being played.
    pub(crate) const WILL: u8 = 3;
}

/// How something was announced.
pub(super) mod how {
    /// One bit for each [Awakening] of the card, in the order of its text: each is paid or left by itself (1109.2).
    pub(crate) const AWAKENINGS: [u32; 4] = [1, 64, 4096, 8192];
    /// Any of them.
    pub(crate) const AWAKENED: u32 = 1 | 64 | 4096 | 8192;
    pub(crate) const FREE: u32 = 2;
    pub(crate) const SUMMONED: u32 = 4;
    pub(crate) const AUTOMATIC: u32 = 8;
    pub(crate) const RUNE: u32 = 16;
    pub(crate) const STANDBY: u32 = 32;
    pub(crate) const COPY: u32 = 128;
    pub(crate) const DIVE: u32 = 256;
    /// An effect says that it is played: no timing is asked for.
    pub(crate) const EFFECT: u32 = 512;
    /// The ability of a broken card (1415.1.d.2).
    pub(crate) const BREAK: u32 = 1024;
    /// An ability of a card in a hidden zone, which is revealed until the ability leaves the chase (905.2a).
    pub(crate) const REVEALED: u32 = 2048;
}

/// What waits, the last announced last.
pub(super) fn waiting(game: &Game) -> impl DoubleEndedIterator<Item = &Pending> {
    game.state.pending.iter().filter(|p| p.kind != kind::WILL)
}

/// What resolves next.
pub(super) fn top(game: &Game) -> Option<&Pending> {
    waiting(game).next_back()
}

/// Whether nothing waits.
pub(super) fn is_empty(game: &Game) -> bool {
    waiting(game).next().is_none()
}

/// 903.2k: the announcement is over, and what was announced is played.
pub(super) fn played(game: &mut Game) {
    game.unmark();
    if let Some(pending) = latest(game) {
        pending.bits |= Pending::PLAYED;
        let who = pending.me;
        answered(game, who);
    }
}

/// 803.6: the other player has played a spell or an ability in this battle: an activate, an automatic or a will ability (906.5, 907.3).
pub(super) fn answered(game: &mut Game, who: P) {
    if record::is(game, record::BATTLE) && who != game.state.turn.player {
        record::put(game, record::ANSWERED, true);
    }
}

/// The announcement in progress, or the last one.
pub(super) fn latest(game: &mut Game) -> Option<&mut Pending> {
    game.state.pending.last_mut()
}

/// Something that stands for an ability or process lies on the chase from now on (903.2d).
pub(super) fn appear(game: &mut Game, who: P, source: Ref) -> Ref {
    let nowhere = layout().of(who, zone::NOWHERE);
    let def = game.state.card(source.ix).def;
    let Some(made) = game.create(def, who, false) else {
        return Ref::NONE;
    };
    let ix = made.ix;
    let to = layout().of(who, zone::CHASE);
    if let Some(card) = game.state.cards.get_mut(usize::from(ix)) {
        card.set(Flag::Pseudo, true);
        card.set(Flag::Token, false);
    }
    game.emit(Ev {
        kind: EvKind::Appear,
        subj: game.state.now(ix),
        who,
        from: nowhere,
        to,
        cause: by_rule(game, rule::PLAY),
        ..Ev::default()
    });
    game.state.now(ix)
}

/// What is left of an announcement when its object has left the chase: nothing.
pub(super) fn tidy(game: &mut Game) {
    let gone = |game: &Game, p: &Pending| {
        p.kind != kind::WILL
            && !(game.state.alive(p.card) && game.zone_of(game.state.card(p.card.ix).cell) == zone::CHASE)
    };
    if game.state.pending.iter().any(|p| gone(game, p)) {
        let pending = std::mem::take(&mut game.state.pending);
        let (kept, left): (Vec<Pending>, Vec<Pending>) = pending.into_iter().partition(|p| !gone(game, p));
        game.state.pending = kept;
        game.state.dirty = true;
        for pending in left {
            if pending.bits & how::BREAK != 0 {
                after_break(game, pending.src);
            }
            if pending.bits & how::REVEALED != 0 {
                hide(game, pending.src);
            }
        }
    }
}

/// 1415.1.d.3: a broken card goes from the removed area to its owner's graveyard when its ability has left the chase, or if none is played.
pub(super) fn after_break(game: &mut Game, card: Ref) {
    if game.state.alive(card) && game.zone_of(game.state.card(card.ix).cell) == zone::REMOVED {
        let to = layout().of(game.state.card(card.ix).owner, zone::GRAVEYARD);
        let ev = game.move_ev(card, to, note::PUT, by_rule(game, rule::BREAK));
        game.emit(ev);
    }
}

/// Whether a card lies in a hidden zone and is not revealed.
pub(super) fn is_secret(game: &Game, card: Ref) -> bool {
    let at = game.zone_of(game.state.card(card.ix).cell);
    shape::is_hidden(at) && !P::BOTH.into_iter().all(|p| game.sees(card.ix, p))
}

/// 905.2a: the card of an ability of a hidden zone is revealed.
pub(super) fn reveal(game: &mut Game, who: P, card: Ref) {
    let cell = game.state.card(card.ix).cell;
    game.emit(Ev {
        kind: EvKind::Reveal,
        tag: note::REVEAL,
        subj: card,
        who,
        from: cell,
        to: cell,
        cause: by_rule(game, rule::PLAY),
        ..Ev::default()
    });
}

/// 905.2a: it stays revealed only as long as one of its abilities is on the chase.
pub(super) fn hide(game: &mut Game, card: Ref) {
    let waits = |p: &Pending| p.src == card && p.bits & how::REVEALED != 0;
    if !game.state.alive(card)
        || !shape::is_hidden(game.zone_of(game.state.card(card.ix).cell))
        || game.state.pending.iter().any(waits)
    {
        return;
    }
    game.hide(card);
}

/// 1144.2: when a [Dive] ability has resolved, its card is removed from the game with a cyberbrain counter, by which it can be played from there.
pub(super) fn dive(game: &mut Game, pending: &Pending) {
    if let Some(p) = game.state.pending.iter_mut().find(|p| p.card == pending.card) {
        p.bits &= !how::DIVE;
    }
    let card = pending.src;
    if !game.state.alive(card) || game.zone_of(game.state.card(card.ix).cell) != zone::HAND {
        return;
    }
    let owner = game.state.card(card.ix).owner;
    let cause = self::cause(pending.me, card, pending.ability);
    let ev = game.move_ev(card, layout().of(owner, zone::REMOVED), note::REMOVE, cause);
    game.emit(ev);
    let now = game.state.now(card.ix);
    if game.zone_of(game.state.card(card.ix).cell) == zone::REMOVED {
        game.emit(Ev {
            kind: EvKind::Counter(counter::CYBERBRAIN),
            tag: note::COUNTER,
            subj: now,
            who: owner,
            n: 1,
            cause,
            ..Ev::default()
        });
    }
}

/// 1144.2a: a card with a cyberbrain counter in the removed area can be played from there.
pub(super) fn is_dived(game: &Game, card: Ref) -> bool {
    game.zone_of(game.state.card(card.ix).cell) == zone::REMOVED && game.state.counter(card.ix, counter::CYBERBRAIN) > 0
}

/// The object ceases to exist: an ability has left the chase (707.3), a copy has (1017.3a).
pub(super) fn vanish(game: &mut Game, card: Ref) {
    let owner = game.state.card(card.ix).owner;
    let ev = Ev {
        kind: EvKind::Vanish,
        subj: card,
        who: owner,
        from: game.state.card(card.ix).cell,
        to: layout().of(owner, zone::NOWHERE),
        cause: by_rule(game, rule::RESOLVE_CHANT),
        ..Ev::default()
    };
    game.emit(ev);
}

/// The cause of what is being announced: targets are judged by it.
pub(super) fn cause(who: P, src: Ref, ability: AbilityIx) -> Cause {
    Cause {
        kind: crate::kernel::CauseKind::Play,
        by: who,
        src,
        ability,
        rule: rule::PLAY,
    }
}

/// 1008: whether nothing on the chase keeps the player from playing something above it.
pub(super) fn may_chase(game: &Game, who: P) -> bool {
    waiting(game).all(|p| {
        !game.forbidden(&Ev {
            kind: EvKind::Note,
            tag: note::CHASE,
            subj: p.card,
            who,
            ..Ev::default()
        })
    })
}
