//! Cardfight!! Vanguard, in two editions of its comprehensive rules: the G-era edition and 1.10. One file a concern; rule numbers in the comments are those of
//! the edition g where nothing else is said. What differs between the two is the table in `edition`.
//!
//! Rulings for passages that are damaged, contradict each other or are silent, each in one place: R01 the master chooses among the own abilities
//! (`exec::check`) · R03 the close step starts over (`battle::close_step`) · R04 ties hit (`battle::compare`) · R05 face-down bound cards (the table of zones) ·
//! R06 who chooses among replacements (`chooser`) · R07 the base of the drive (`chars`) · R08 no check timing inside a resolution (`check`) · R09 endless
//! loops (`exec::check`) · R10 limits of a turn (`exec::trigger`) · R11 the original power of a deleted unit (`chars::rebase`) · R12 only the own cards come
//! back at the end (`turn::clean_up`) · R13 who is told of a legion (`verbs::legion`) · R19 no damage is no event (`damage::process`) · R21 a rested unit does
//! not boost (`battle::booster`) · R22 G units come back face up (`rules::shape`, `ride::ridden`) · R23 hearts are no units (`circles::is_unit`) · R24 a locked
//! card is another card: its ties are gone (`ties`) · R25, R47 only a locked card changes the type of a circle (`circles::is_rc`) · R26 calls to the guardian
//! circle (`call`) · R27 the owner's drop zone (`rules::retire_ev`) · R28 costs of automatic abilities are offered (the linker's `Offer`) · R29 what ends with
//! a battle (`battle::close_step`) · R30 a deleted unit as a heart (`stride::stride`) · R31 the guarding player (`guard`) · R32 removed cards (the table of
//! zones) · R34 an attacker that is gone (`battle::attacks_as_vanguard`) · R37 which heart lends (`hearts`) · R40 the attacker rests (`battle`) · R41 without a
//! vanguard (`edition`) · R42 attacked units do not intercept (`guard::list`) · R43 a lost cost is no payment (`exec::permit`) · R46 `up to` wins (`exec::run`) ·
//! R48 state triggers (`exec::trigger`) · R49 clans without a nation (the table of nations).

mod aim;
mod assist;
mod battle;
mod call;
mod chars;
mod check;
mod circles;
mod damage;
mod deck;
pub mod descriptor;
mod edition;
mod guard;
mod hearts;
mod icons;
mod main_phase;
mod marks;
mod record;
mod ride;
mod rules;
mod score;
mod setup;
mod step;
mod stride;
mod style;
mod tables;
mod ties;
mod turn;
mod verbs;
mod why;

use crate::exec::{Candidate, DeckFault, DeckList, Flow, Game, Kernel, Pool, RulePass, Tables, VerbCall, Why};
use crate::games::common;
use crate::ir::Module;
use crate::kernel::{
    AbilityIx, Act, Atom, AttrId, Cause, CellId, Chars, DeckCard, Ev, EvKind, KernelStep, Layout, P, Ref, TimeId,
    ZoneId,
};
use marks::mark;
use std::sync::LazyLock;
use tables::{act, attr, keyword, known, rel, state, time, zone};
use ties::tie;

/// The game, in one edition of its rules.
#[derive(Debug)]
pub struct Vanguard {
    edition: &'static edition::Edition,
    tables: &'static Tables,
}

/// The edition g.
pub static VANGUARD_G: Vanguard = Vanguard {
    edition: &edition::G,
    tables: &tables::TABLES_G,
};

/// The edition 1.10.
pub static VANGUARD_110: Vanguard = Vanguard {
    edition: &edition::V110,
    tables: &tables::TABLES_110,
};

/// The cells of the game.
fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(tables::TABLES_G.zones));
    &LAYOUT
}

impl Kernel for Vanguard {
    fn name(&self) -> &'static str {
        "vanguard"
    }

    fn edition(&self) -> &'static str {
        self.edition.word
    }

    fn spares_found(&self) -> bool {
        self.edition.spares_found
    }

    fn tables(&self) -> &'static Tables {
        self.tables
    }

    fn layout(&self) -> &'static Layout {
        layout()
    }

    fn inherent(&self) -> Option<&'static Module> {
        static MODULE: LazyLock<Option<Module>> =
            LazyLock::new(|| common::inherent("vanguard", include_str!("inherent.card")));
        MODULE.as_ref()
    }

    fn deck_faults(&self, pool: &Pool, deck: &DeckList) -> Vec<DeckFault> {
        deck::faults(self.edition, pool, deck)
    }

    fn deck_zone(&self, _pool: &Pool, card: DeckCard) -> ZoneId {
        if card.part == deck::G_DECK { zone::G } else { zone::DECK }
    }

    fn begin(&self, game: &mut Game) {
        setup::begin(game);
    }

    fn begin_at(&self, game: &mut Game, time: TimeId, start: bool) -> bool {
        setup::begin_at(game, time, start)
    }

    fn step(&self, game: &mut Game, s: KernelStep) -> Flow {
        step::run(game, s)
    }

    fn verb(&self, game: &mut Game, call: VerbCall) {
        verbs::perform(game, call);
    }

    fn pay(&self, game: &mut Game, _who: P, _amount: i32, _cause: Cause) {
        // No cost of this game is a number of its own.
        game.state.done = 0;
    }

    fn can_pay(&self, _game: &Game, _who: P, _ability: AbilityIx) -> i32 {
        0
    }

    fn play_card(&self, _game: &mut Game, _who: P, _card: Ref, _free: bool) -> bool {
        false
    }

    fn interrupts(&self, game: &mut Game) {
        rules::interrupts(game);
    }

    fn rule_pass(&self, game: &mut Game) -> RulePass {
        rules::pass(game)
    }

    fn keeps_identity(&self, from: CellId, to: CellId) -> bool {
        // 4.1.4: from circle to circle it stays the same card.
        let (a, b) = (layout().cell(from), layout().cell(to));
        circles::is_circle(a.zone) && circles::is_circle(b.zone) && a.player == b.player
    }

    fn stays(&self, from: CellId, to: CellId) -> bool {
        // 10.1.4.1: only from elsewhere than a circle something is placed.
        self.keeps_identity(from, to)
    }

    fn reorients(&self, from: CellId, to: CellId) -> bool {
        // 4.6.6.2: only between rear-guard circles a card keeps its orientation.
        layout().cell(from).zone != zone::RC || layout().cell(to).zone != zone::RC
    }

    fn secret(&self, game: &Game, cell: CellId) -> bool {
        // 5.4.3: the first vanguard is not revealed before the game begins.
        layout().cell(cell).zone == zone::VC
            && circles::cards(game, cell).all(|c| !mark::ALL.iter().any(|m| marks::has(game, c, *m)))
    }

    fn renews(&self, mark: u8) -> bool {
        marks::renews(mark)
    }

    fn marked(&self, game: &mut Game, ev: &Ev) {
        rules::marked(game, ev);
    }

    fn receives(&self, game: &Game, card: Ref) -> bool {
        chars::receives(game, card)
    }

    fn judged_before(&self, from: CellId, to: CellId) -> bool {
        rules::judged_before(from, to)
    }

    fn chooser(&self, game: &Game, ev: &Ev, _candidates: &[Candidate]) -> (P, u64) {
        // Ruling R06: the master of the affected card, or the affected player.
        let on_field = ev.subj.is_some()
            && game.state.alive(ev.subj)
            && ev.kind != EvKind::Note
            && layout().zone(layout().cell(ev.from).zone).computed;
        let who = if on_field { game.master(ev.subj) } else { ev.who };
        (who, Candidate::ALL)
    }

    fn shape(&self, game: &Game, ev: &mut Ev) {
        rules::shape(game, ev);
    }

    fn together(&self, game: &mut Game) {
        rules::together(game);
    }

    fn noted(&self, _game: &mut Game, _ev: &Ev) {}

    fn moved(&self, game: &mut Game, ev: &Ev) {
        rules::moved(game, ev);
    }

    fn state(&self, game: &Game, card: Ref, which: u8) -> bool {
        match which {
            state::ATTACKING => record::is_attacking(game, card),
            state::ATTACKED => ties::to(game, tie::ATTACK, card).is_some(),
            // The state is there at once; what it adds may come later (1.10:7.3.1.7).
            state::BOOSTING => ties::of(game, tie::BOOST, card).is_some(),
            state::LOCKED => marks::has(game, card, mark::LOCKED),
            state::DELETED => marks::has(game, card, mark::DELETED),
            state::IN_LEGION => ties::with(game, tie::LEGION, card).is_some() && circles::is_unit(game, card),
            state::IN_HARMONY => ties::with(game, tie::HARMONY, card).is_some(),
            state::HEART => marks::has(game, card, mark::HEART),
            state::LENDS => {
                let boosts = ties::of(game, tie::BOOST, card).is_some() && record::boost_counts(game);
                boosts || card == record::attacking_mate(game) && record::boost_counts(game)
            }
            _ => false,
        }
    }

    fn related(&self, game: &Game, card: Ref, which: u8, out: &mut Vec<Ref>) {
        match which {
            rel::BATTLE_OPPONENT => {
                if record::is_attacking(game, card) {
                    out.extend(ties::all(game, tie::ATTACK).map(|t| t.b));
                } else if ties::to(game, tie::ATTACK, card).is_some() {
                    let both = [record::attacker(game), record::attacking_mate(game)];
                    out.extend(both.into_iter().filter(|c| c.is_some()));
                }
            }
            rel::ATTACK_TARGET if record::is_attacking(game, card) => {
                out.extend(ties::all(game, tie::ATTACK).map(|t| t.b));
            }
            rel::BOOSTED_UNIT => out.extend(ties::of(game, tie::BOOST, card)),
            rel::GUARDED_UNIT => out.extend(ties::of(game, tie::GUARD, card)),
            rel::MATE => out.extend(ties::of(game, tie::LEGION, card)),
            rel::LEADER => out.extend(ties::to(game, tie::LEGION, card)),
            rel::ASSOCIATE => {
                let pairs = ties::all(game, tie::HARMONY);
                out.extend(pairs.filter_map(|t| match card {
                    c if c == t.a => Some(t.b),
                    c if c == t.b => Some(t.a),
                    _ => None,
                }));
            }
            _ => {}
        }
    }

    fn known(&self, game: &Game, which: u8) -> Ref {
        match which {
            known::ATTACKER => record::attacker(game),
            _ => ties::all(game, tie::BOOST).next().map_or(Ref::NONE, |t| t.a),
        }
    }

    fn player_attr(&self, game: &Game, who: P, which: u8) -> i32 {
        match which {
            tables::player::BATTLE_COUNT => record::battles(game),
            other => game.state.val(who, other),
        }
    }

    fn relative(&self, cell: CellId, relation: u8, out: &mut Vec<CellId>) {
        circles::relative(cell, relation, out);
    }

    fn can_be_done(&self, game: &Game, verb: u8, card: Ref, cause: Cause) -> bool {
        verbs::can_be_done(game, verb, card, cause)
    }

    fn time_of(&self, game: &Game, which: TimeId, card: Option<Ref>) -> bool {
        let attacks = |c: Ref| record::is_attacking(game, c);
        match which {
            time::ATTACK => record::in_battle(game) && card.is_none_or(attacks),
            time::BATTLE => {
                let fights = |c: Ref| attacks(c) || ties::to(game, tie::ATTACK, c).is_some();
                record::in_battle(game) && card.is_none_or(fights)
            }
            _ => game.state.turn.step == which && card.is_none_or(attacks),
        }
    }

    fn card_attr(&self, game: &Game, card: Ref, which: AttrId) -> i32 {
        match which {
            attr::PRINTED_POWER => game
                .pool
                .def(game.state.card(card.ix).def)
                .printed
                .attr(attr::POWER.ix()),
            _ => 0,
        }
    }

    fn rebase(&self, game: &Game, card: Ref, chars: &mut Chars) {
        chars::rebase(game, card, chars);
    }

    fn finish_chars(&self, game: &Game, card: Ref, chars: &mut Chars) {
        chars::finish(game, card, chars);
    }

    fn may_pay(&self, game: &Game, who: P, ability: AbilityIx) -> bool {
        // 10.2.15.1: one cost with Homare a turn.
        let homare = game.pool.ability(ability).keywords & game.pool.known_keyword(keyword::HOMARE) != 0;
        !homare || !record::is_done(game, record::homare(who))
    }

    fn paid(&self, game: &mut Game, who: P, ability: AbilityIx) {
        if game.pool.ability(ability).keywords & game.pool.known_keyword(keyword::HOMARE) != 0 {
            record::do_it(game, record::homare(who));
        }
    }

    fn lay(&self, game: &mut Game, card: Ref, state: &str) -> bool {
        verbs::lay(game, card, state)
    }

    fn foremost(&self, game: &Game, cell: CellId) -> Option<Ref> {
        let spec = layout().cell(cell);
        if spec.zone == zone::VC {
            circles::vanguard(game, spec.player).or_else(|| game.state.top(cell))
        } else {
            game.state.top(cell)
        }
    }

    fn same_answer(&self, game: &Game, a: Atom, b: Atom) -> bool {
        match (a, b) {
            (Atom::Card(a), Atom::Card(b)) => {
                let (x, y) = (game.state.card(a.ix), game.state.card(b.ix));
                let on_field = circles::is_circle(game.zone_of(x.cell));
                x.def == y.def
                    && x.cell == y.cell
                    && x.orient == y.orient
                    && x.flags == y.flags
                    && x.owner == y.owner
                    && !on_field
            }
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
        why::not(game, who, card, asked, why);
    }

    fn act_words(&self, game: &Game, action: Act) -> String {
        let name = &game.pool.def(game.state.card(action.card.ix).def).name;
        let place = |n: u32| layout().cell_name(CellId(u8::try_from(n & 0xFF).unwrap_or(u8::MAX)));
        let at = || layout().cell_name(game.state.card(action.card.ix).cell);
        match action.kind {
            act::USE => {
                let label = &game.pool.ability(AbilityIx(action.n)).label;
                format!("use {label} of \"{name}\" at {}", at())
            }
            act::ASSIST => "assist".to_owned(),
            act::RIDE => format!("ride \"{name}\""),
            act::STRIDE => format!("stride \"{name}\""),
            act::CALL => format!("call \"{name}\" on {}", place(action.n)),
            act::MOVE => format!("move {} to {}", place(action.n >> 8), place(action.n)),
            act::BATTLE => "battle".to_owned(),
            act::ATTACK => format!("attack {}", at()),
            _ => format!("intercept {}", at()),
        }
    }
}
