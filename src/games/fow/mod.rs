//! Force of Will, by the comprehensive rules Ver 10.2 (2021/2/22). One file a concern; rule numbers in the comments.
//!
//! The document is damaged in places. Rulings for what is lost or ambiguous, each in one place: R-01 a status ability on the chase is still triggered
//! (`exec::trigger`) · R-02 passes in a row end with any action (`priority::acted`) · R-03 the player with priority acts (`priority`) · R-04 a ruler that
//! judged may attack, not rest (`battle`, `ability::may_rest`) · R-05 only who battles deals damage (`battle`) · R-06 default control is the owner's
//! (`exec::door`) · R-07 a stone told to go to the hand goes to the stone deck (`shape::redirect`) · R-09 choosers (`chooser`) · layers
//! (`exec::layers`) · R-12 automatic will abilities (`shape::wills`) · R-13 failed plays are taken back (`exec::undo`) · R-14 decking (`turn`, `process`) ·
//! R-15 simultaneous destruction (`process`) · R-16 runes are revealed when their copy is on the chase (`play::to_chase`) · R-17 summoning is not playing
//! (`verbs::summon`) · sequences (`turn`, `battle`) · R-21 an object that left (`battle`) · R-25 tokens are owned by who made them (`verbs::make`) ·
//! R-32 revealing is optional (`auto::offer`) · R-43 copies (`exec::layers`) · R-46 Remnant (the prelude) · R-48 calling by an effect (`verbs::call_stone`).

mod ability;
mod addition;
mod auto;
mod battle;
mod chars;
mod chase;
mod deck;
pub mod descriptor;
mod extra;
mod judgment;
mod options;
mod pay;
mod play;
mod price;
mod priority;
mod process;
mod record;
mod score;
mod setup;
mod shape;
mod step;
mod stone;
mod style;
mod tables;
mod turn;
mod verbs;

use crate::exec::{Candidate, DeckFault, DeckList, Flow, Game, Kernel, Pool, RulePass, Tables, VerbCall, Why};
use crate::games::common;
use crate::ir::Module;
use crate::kernel::{
    AbilityIx, Act, Atom, AttrId, Bits, Captured, Cause, CellId, Chars, DeckCard, DefId, Ev, EvKind, KernelStep,
    Layout, P, Ref, TimeId, ZoneId,
};
use std::sync::{Arc, LazyLock};
use tables::{TABLES, act, keyword, known, player, rel, time, window, zone};

/// The game.
#[derive(Debug)]
pub struct Fow;

/// The one instance of the game.
pub static FOW: Fow = Fow;

/// The cells of the game.
fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(TABLES.zones));
    &LAYOUT
}

impl Kernel for Fow {
    fn name(&self) -> &'static str {
        "fow"
    }

    fn tables(&self) -> &'static Tables {
        &TABLES
    }

    fn layout(&self) -> &'static Layout {
        layout()
    }

    fn inherent(&self) -> Option<&'static Module> {
        static MODULE: LazyLock<Option<Module>> =
            LazyLock::new(|| common::inherent("fow", include_str!("inherent.card")));
        MODULE.as_ref()
    }

    fn deck_faults(&self, pool: &Pool, deck: &DeckList) -> Vec<DeckFault> {
        deck::faults(pool, deck)
    }

    fn deck_zone(&self, pool: &Pool, card: DeckCard) -> ZoneId {
        deck::zone(pool, card)
    }

    fn begin(&self, game: &mut Game) {
        setup::begin(game);
    }

    fn begin_at(&self, game: &mut Game, time: TimeId, start: bool) -> bool {
        setup::begin_at(game, time, start)
    }

    fn lists(&self, game: &mut Game, zone: ZoneId) {
        setup::lists(game, zone);
    }

    fn step(&self, game: &mut Game, s: KernelStep) -> Flow {
        step::run(game, s)
    }

    fn verb(&self, game: &mut Game, call: VerbCall) {
        verbs::perform(game, &call);
    }

    fn pay(&self, game: &mut Game, who: P, amount: i32, _cause: Cause) {
        pay::price(game, who, &[(crate::exec::code::Icon::ANY, amount)]);
    }

    fn can_pay(&self, game: &Game, who: P, _ability: crate::kernel::AbilityIx) -> i32 {
        pay::most_x(|x| pay::can(game, who, &[(crate::exec::code::Icon::ANY, x)], &[]))
    }

    fn can_pay_icons(&self, game: &Game, who: P, price: &[(u8, i32)], without: &[Ref]) -> bool {
        pay::can(game, who, price, without)
    }

    fn reprice(&self, game: &Game, who: P, card: Ref, at: AbilityIx, price: Vec<(u8, i32)>) -> Vec<(u8, i32)> {
        price::of_ability(game, who, card, at, price)
    }

    fn pay_icons(&self, game: &mut Game, who: P, price: &[(u8, i32)], _cause: Cause) {
        pay::price(game, who, price);
    }

    fn play_card(&self, game: &mut Game, who: P, card: Ref, free: bool) -> bool {
        play::by_effect(game, who, card, free)
    }

    fn announced(&self, game: &mut Game, at: AbilityIx, held: Arc<Captured>) {
        ability::announced(game, at, held);
    }

    fn produces(&self, game: &Game, who: P, card: Ref, rows: Vec<Vec<(u8, i32)>>) -> Vec<Vec<(u8, i32)>> {
        pay::produces(game, who, card, rows)
    }

    fn can_target(&self, game: &Game, target: Ref, cause: &Cause) -> bool {
        can_target(game, target, cause)
    }

    fn settle_end(&self, game: &mut Game) {
        priority::push(game);
    }

    /// 503.6: the players have priority at the end of the recovery phase in any case; 807.3: a battle ends with its last step.
    fn ends_itself(&self, time: TimeId) -> bool {
        matches!(time, time::RECOVERY | time::BATTLE)
    }

    fn interrupts(&self, game: &mut Game) {
        shape::interrupts(game);
    }

    fn rule_pass(&self, game: &mut Game) -> RulePass {
        process::pass(game)
    }

    fn keeps_identity(&self, from: CellId, to: CellId) -> bool {
        shape::keeps_identity(from, to)
    }

    /// 1010.1a, 906.7c: a J-ruler that leaves the field for the ruler area is a J-ruler when it leaves and a ruler when it has come.
    fn judged_twice(&self, from: CellId, to: CellId) -> bool {
        layout().cell(from).zone == zone::FIELD && layout().cell(to).zone == zone::RULER
    }

    fn judged_before(&self, from: CellId, to: CellId) -> bool {
        shape::judged_before(from, to)
    }

    fn chooser(&self, game: &Game, ev: &Ev, candidates: &[Candidate]) -> (P, u64) {
        // 910.2 and ruling R-09: the affected player, or the controller of the affected card.
        let about = if ev.kind == EvKind::Damage { ev.obj } else { ev.subj };
        let affected = match about.as_player() {
            Some(p) => p,
            None if game.state.alive(about) => game.master(about),
            None => ev.who,
        };
        // 910.2a: what does not prevent comes first, and the side that deals the damage chooses among it.
        let other = (0u32..).zip(candidates).filter(|(_, c)| !c.prevents);
        let first = other.fold(0, |all, (n, _)| all | u64::bit(n));
        match ev.kind {
            EvKind::Damage if first != 0 => (ev.cause.by, first),
            _ => (affected, Candidate::ALL),
        }
    }

    fn shape(&self, game: &Game, ev: &mut Ev) {
        shape::event(game, ev);
    }

    fn together(&self, _game: &mut Game) {}

    fn noted(&self, game: &mut Game, ev: &Ev) {
        process::noted(game, ev);
    }

    fn ran_short(&self, game: &mut Game, who: P, tag: crate::kernel::Note) {
        if tag == tables::note::DRAW {
            turn::miss_draw(game, who);
        }
    }

    fn moved(&self, game: &mut Game, ev: &Ev) {
        shape::moved(game, ev);
    }

    fn state(&self, game: &Game, card: Ref, which: u8) -> bool {
        verbs::in_state(game, card, which)
    }

    fn related(&self, game: &Game, card: Ref, which: u8, out: &mut Vec<Ref>) {
        if which == rel::SOURCE
            && let Some(pending) = game.pending(card).filter(|p| p.card != p.src)
        {
            out.push(pending.src);
        }
        if which == rel::FOE && battle::battles(game, card) {
            let attacker = record::attacker(game);
            out.push(if card == attacker {
                battle::opponent(game)
            } else {
                attacker
            });
        }
        if which == rel::HOST {
            // 911.1: of a card that is gone, what it was added to.
            let host = if game.state.alive(card) {
                game.state.laid(card.ix).host
            } else {
                game.state.last_of(card).map_or(Ref::NONE, |l| l.host)
            };
            if host.is_some() && game.state.alive(host) {
                out.push(host);
            }
        }
    }

    fn known(&self, game: &Game, which: u8) -> Ref {
        match which {
            known::ATTACKER => record::attacker(game),
            _ => record::blocker(game),
        }
    }

    fn player_attr(&self, game: &Game, who: P, which: u8) -> i32 {
        match which {
            player::HAND_LIMIT => 7,
            player::REMAINING_DIVINITY => play::remaining_divinity(game, who),
            other => game.state.val(who, other),
        }
    }

    fn card_attr(&self, game: &Game, card: Ref, attr: AttrId) -> i32 {
        chars::attr(game, card, attr)
    }

    fn relative(&self, _cell: CellId, _relation: u8, _out: &mut Vec<CellId>) {}

    fn time_of(&self, game: &Game, which: TimeId, card: Option<Ref>) -> bool {
        match which {
            time::BATTLE => record::is(game, record::BATTLE) && card.is_none_or(|c| battle::battles(game, c)),
            time::MAIN_TIMING => priority::main_timing(game),
            time::FIRST_TURN => record::first_turn(game, game.state.turn.player),
            _ => game.state.turn.step == which,
        }
    }

    fn covered(&self, game: &Game) -> Vec<(Ref, DefId)> {
        verbs::covered(game)
    }

    fn finish_chars(&self, game: &Game, card: Ref, chars: &mut Chars) {
        chars::finish(game, card, chars);
    }

    fn same_answer(&self, game: &Game, a: Atom, b: Atom) -> bool {
        match (a, b) {
            (Atom::Card(a), Atom::Card(b)) => alike(game, a, b),
            (Atom::Act(a), Atom::Act(b)) => a.kind == b.kind && a.n == b.n && alike(game, a.card, b.card),
            _ => a == b,
        }
    }

    fn score(&self, game: &Game, p: P) -> i32 {
        score::score(game, p)
    }

    fn is_settled(&self, game: &Game) -> bool {
        score::is_settled(game)
    }

    fn why_not(&self, game: &Game, who: P, card: Ref, asked: u8, why: &mut Why) {
        match asked {
            window::PRIORITY => options::why_not(game, who, card, why),
            window::ATTACK => battle::why_not(game, who, card, act::ATTACK, why),
            _ => battle::why_not(game, who, card, act::BLOCK, why),
        }
    }

    fn act_words(&self, game: &Game, action: Act) -> String {
        let name = game.pool.front_name(game.state.card(action.card.ix).def);
        let cell = game.state.card(action.card.ix).cell;
        match action.kind {
            act::PLAY if game.zone_of(cell) == zone::HAND => format!("play \"{name}\""),
            act::PLAY => format!("play \"{name}\" from {}", layout().cell_name(cell)),
            act::USE => {
                let label = &game.pool.ability(AbilityIx(action.n)).label;
                format!("use {label} of \"{name}\"")
            }
            act::BATTLE => "battle".to_owned(),
            kind => {
                let word = TABLES.acts.get(usize::from(kind)).copied().unwrap_or("");
                format!("{word} \"{name}\"")
            }
        }
    }
}

/// Whether two cards are the same to everybody.
fn alike(game: &Game, a: Ref, b: Ref) -> bool {
    if a == b {
        return true;
    }
    if !a.is_some() || !b.is_some() || a.as_player().is_some() || b.as_player().is_some() {
        return false;
    }
    let (x, y) = (game.state.card(a.ix), game.state.card(b.ix));
    x.def == y.def
        && x.cell == y.cell
        && x.orient == y.orient
        && x.flags == y.flags
        && x.owner == y.owner
        && game.state.laid(a.ix).damage == game.state.laid(b.ix).damage
        && game.state.laid(a.ix).host == game.state.laid(b.ix).host
        && game.info(a) == game.info(b)
}

/// 903.2.g.1: nothing targets itself; 1120.3: [Barrier] of certain attributes; 705.2d: a judgment is no target.
fn can_target(game: &Game, target: Ref, cause: &Cause) -> bool {
    if target.as_player().is_some() {
        return true;
    }
    let pending = game.pending(target);
    if target == cause.src && pending.is_some() || pending.is_some_and(|p| p.kind == chase::kind::JUDGMENT) {
        return false;
    }
    let barrier = game.pool.known_keyword(keyword::BARRIER);
    if game.info(target).keywords & barrier != 0 && cause.by != game.master(target) {
        let values = game.info(cause.src).values;
        let hit = play::keyword_icons(game, target, keyword::BARRIER)
            .into_iter()
            .flatten()
            .any(|(kind, _)| values >> kind & 1 == 1);
        if hit {
            return false;
        }
    }
    true
}
