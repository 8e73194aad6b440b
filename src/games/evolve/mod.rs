//! Shadowverse: Evolve. One file a concern; rule numbers in the comments are those of the comprehensive rules.
//!
//! Rulings for passages that are damaged, contradict each other or are silent, each in one place: D09, D32 Storm waives all that asks how long a follower
//! has been there (`attack::reach`) · D10 costs of automatic abilities are offered while they resolve (the linker's `Offer`) · D12 prices are looked up
//! where a card is played from (`play::card`) · D13 nobody looks at targets again (`rechecks` in the tables) · D14 what asks for a condition that does not
//! hold selects nothing (`auto::begin_instance`, the linker) · D15 a missed draw is remembered until the rules look (`record::missed_draw`) · D17 face-up
//! cards of the evolve deck are seen and cannot be used (`evolution::choices`, the table of zones) · D18 Carrot cards belong to the evolve deck
//! (`deck::faults`) · D19 who raced has Rush while linked (`chars::rebase`, `verbs::race`) · D20 what leaves the field sees what leaves with it
//! (`rules::judged_before`) · D23 who chooses among replacements (`chooser`) · D24 who controls what is being played (the table of zones) · D29 additional
//! costs of automatic abilities (`auto::played`) · D33 a change of control ends no combat (`attack::combat`) · D37 who fought (`attack::attack`) · D38 a
//! dying card can be kept (`rules::keep`) · D43 face-down banished cards (the table of zones) · D44 created tokens come from no zone (the table of zones) ·
//! D45 Assail makes no duty (`attack::targets`).

mod ability;
mod attack;
mod auto;
mod chars;
mod deck;
pub mod descriptor;
mod evolution;
mod graft;
mod links;
mod main_phase;
mod pay;
mod play;
mod quick;
mod record;
mod rite;
mod rules;
mod score;
mod setup;
mod step;
mod style;
mod tables;
mod turn;
mod verbs;
mod ward;

use crate::compile;
use crate::exec::{Candidate, DeckFault, DeckList, Flow, Game, Kernel, Pool, RulePass, Tables, VerbCall, Why};
use crate::ir::Module;
use crate::kernel::{
    AbilityIx, Act, Atom, AttrId, Captured, Cause, CellId, Chars, DeckCard, DefId, Ev, EvKind, Instance, KernelStep,
    Layout, Note, P, Ref, TimeId, ZoneId,
};
use std::sync::{Arc, LazyLock};
use tables::{act, attr, known, player, rel, state, zone};

/// The game.
#[derive(Debug)]
pub struct Evolve;

/// The game.
pub static EVOLVE: Evolve = Evolve;

/// The cells of the game.
fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(tables::TABLES.zones));
    &LAYOUT
}

/// Whether a card has a keyword.
fn has(game: &Game, card: Ref, which: usize) -> bool {
    // 10.3.2: what is invalid is there and does nothing.
    let info = game.info(card);
    info.keywords & !info.lost_keywords & game.pool.known_keyword(which) != 0
}

impl Kernel for Evolve {
    fn name(&self) -> &'static str {
        "evolve"
    }

    fn tables(&self) -> &'static Tables {
        &tables::TABLES
    }

    fn layout(&self) -> &'static Layout {
        layout()
    }

    fn inherent(&self) -> Option<&'static Module> {
        // 9.1.2.3: the tokens of the appendix; no type of cards has abilities by the rules.
        static MODULE: LazyLock<Option<Module>> = LazyLock::new(|| compile::prelude("evolve"));
        MODULE.as_ref()
    }

    fn deck_faults(&self, pool: &Pool, deck: &DeckList) -> Vec<DeckFault> {
        deck::faults(pool, deck)
    }

    fn deck_zone(&self, _pool: &Pool, card: DeckCard) -> ZoneId {
        match card.part {
            deck::part::LEADER => zone::LEADER,
            deck::part::EVOLVE => zone::EVOLVE_DECK,
            _ => zone::DECK,
        }
    }

    fn side_in(&self, pool: &Pool, at: ZoneId, def: DefId) -> DefId {
        match at {
            zone::EVOLVE_DECK | zone::EVOLVE => deck::evolved_side(pool, def).unwrap_or(def),
            _ => def,
        }
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

    fn pay(&self, game: &mut Game, who: P, amount: i32, cause: Cause) {
        pay::begin_payment(game, who, amount, cause);
    }

    fn can_pay(&self, game: &Game, who: P, ability: AbilityIx) -> i32 {
        pay::can(game, who, ability)
    }

    fn play_card(&self, game: &mut Game, who: P, card: Ref, free: bool) -> bool {
        play::by_effect(game, who, card, if free { play::Price::None } else { play::Price::Own })
    }

    fn play_card_for(&self, game: &mut Game, who: P, card: Ref, price: i32) -> bool {
        play::by_effect(game, who, card, play::Price::Set(price))
    }

    fn plays_waiting(&self, game: &mut Game, instance: Instance) -> Option<Instance> {
        auto::begin_instance(game, instance);
        None
    }

    fn announced(&self, game: &mut Game, ability: AbilityIx, held: Arc<Captured>) {
        ability::announced(game, ability, held);
    }

    fn interrupts(&self, game: &mut Game) {
        rules::interrupts(game);
    }

    fn rule_pass(&self, game: &mut Game) -> RulePass {
        rules::pass(game)
    }

    fn keeps_identity(&self, from: CellId, to: CellId) -> bool {
        // 5.21.2: a stolen card is the same card.
        layout().cell(from).zone == zone::FIELD && layout().cell(to).zone == zone::FIELD
    }

    fn carries_effects(&self, from: CellId, to: CellId) -> bool {
        // 4.8.3.3, 10.6.2.1.2, 10.6.2.7.1.1
        matches!(
            (layout().cell(from).zone, layout().cell(to).zone),
            (zone::EX, zone::FIELD | zone::RESOLUTION) | (zone::RESOLUTION, zone::FIELD)
        )
    }

    fn judged_before(&self, from: CellId, to: CellId) -> bool {
        rules::judged_before(from, to)
    }

    fn chooser(&self, game: &Game, ev: &Ev, _candidates: &[Candidate]) -> (P, u64) {
        // 10.10.2, 10.10.2.1 (ruling D23): the controller of the card that it is done to, else the player it happens to.
        let done_to = if ev.kind == EvKind::Damage { ev.obj } else { ev.subj };
        let card = done_to.is_some() && done_to.as_player().is_none() && game.state.alive(done_to);
        let who = if card { game.master(done_to) } else { ev.who };
        (who, Candidate::ALL)
    }

    fn shape(&self, game: &Game, ev: &mut Ev) {
        rules::shape(game, ev);
    }

    fn together(&self, _game: &mut Game) {}

    fn crowded(&self, game: &Game) -> Option<(Vec<usize>, usize)> {
        rules::crowded(game)
    }

    fn eliminated(&self, game: &Game) -> Vec<Ev> {
        rules::eliminated(game)
    }

    fn noted(&self, game: &mut Game, ev: &Ev) {
        rules::noted(game, ev);
    }

    fn moved(&self, game: &mut Game, ev: &Ev) {
        rules::moved(game, ev);
    }

    fn ran_short(&self, game: &mut Game, who: P, tag: Note) {
        // 5.9.1.1
        let (from, to) = (layout().of(who, zone::DECK), layout().of(who, zone::HAND));
        let draw = Ev {
            tag,
            who,
            from,
            to,
            ..Ev::default()
        };
        // 1.3.3: what is forbidden was not to be done.
        if tag == tables::note::DRAW && !game.forbidden(&draw) {
            record::miss_draw(game, who, true);
            game.state.unchecked = true;
        }
    }

    fn state(&self, game: &Game, card: Ref, which: u8) -> bool {
        match which {
            // What is gone is evolved as it last was (10.11.1).
            state::EVOLVED => {
                let alive = game.state.alive(card);
                let def = if alive {
                    game.state.card(card.ix).def
                } else {
                    game.info(card).def
                };
                links::was_linked(game, card, zone::EVOLVE) || game.pool.def(def).side != 0
            }
            state::LINKED => [zone::EVOLVE, zone::RACE]
                .into_iter()
                .any(|z| links::was_linked(game, card, z)),
            state::IN_COMBAT => attack::combat(game).is_some_and(|(a, b)| card == a || card == b),
            state::TOKEN => game.state.card(card.ix).is(crate::kernel::Flag::Token),
            state::DAMAGED if game.state.alive(card) => game.state.laid(card.ix).damage > 0,
            state::DAMAGED => game.state.last_of(card).is_some_and(|l| l.damage > 0),
            _ => false,
        }
    }

    fn related(&self, game: &Game, card: Ref, which: u8, out: &mut Vec<Ref>) {
        match which {
            rel::LEADER => {
                // 10.11.1: of a card that is gone, who controlled it last.
                let last = game.state.last_of(card).filter(|_| !game.state.alive(card));
                let who = last.map_or_else(|| game.master(card), |last| last.master);
                out.extend(links::cards(game, who, zone::LEADER));
            }
            rel::COMBAT_OPPONENT => {
                if let Some((a, b)) = attack::combat(game) {
                    if card == a {
                        out.push(b);
                    } else if card == b {
                        out.push(a);
                    }
                }
            }
            _ => {}
        }
    }

    fn known(&self, game: &Game, which: u8) -> Ref {
        match which {
            known::ATTACKER => record::attacker(game),
            _ => record::target(game),
        }
    }

    fn player_attr(&self, game: &Game, who: P, which: u8) -> i32 {
        match which {
            // 6.2.1.6
            player::WENT_SECOND => i32::from(game.state.turn.first != who),
            _ => game.state.val(who, which),
        }
    }

    fn relative(&self, _cell: CellId, _relation: u8, _out: &mut Vec<CellId>) {}

    fn time_of(&self, game: &Game, which: TimeId, _card: Option<Ref>) -> bool {
        game.state.turn.step == which
    }

    fn card_attr(&self, game: &Game, card: Ref, which: AttrId) -> i32 {
        match which {
            attr::X_VALUE => record::chosen_x(game, card),
            attr::PAID_COSTS => record::paid_costs(game, card),
            attr::BASE_COST => game
                .pool
                .def(game.state.card(card.ix).def)
                .printed
                .attr(attr::COST.ix()),
            _ => 0,
        }
    }

    fn covered(&self, game: &Game) -> Vec<(Ref, DefId)> {
        chars::covered(game)
    }

    fn rebase(&self, game: &Game, card: Ref, chars: &mut Chars) {
        chars::rebase(game, card, chars);
    }

    fn finish_chars(&self, game: &Game, card: Ref, chars: &mut Chars) {
        chars::finish(game, card, chars);
    }

    fn payable_by(&self, game: &Game, who: P, verb: u8, (cards, times): (&[Ref], i32)) -> bool {
        // 14.2.1.2.1, 10.4.2.2
        let count = i32::try_from(cards.len()).unwrap_or(i32::MAX).saturating_mul(times);
        verb == tables::verb::SERVE
            && !cards.iter().any(|card| evolution::is_served(game, *card))
            && evolution::enough_carrots(game, who, count)
    }

    fn reducible(&self, game: &Game, card: Ref) -> i32 {
        game.info(card).attr(attr::DEFENSE.ix())
    }

    fn score(&self, game: &Game, p: P) -> i32 {
        score::score(game, p)
    }

    fn is_settled(&self, game: &Game) -> bool {
        score::is_settled(game)
    }

    fn number_set(&self, game: &mut Game, card: Ref, which: AttrId) {
        // 2.8.2: damage lowers what the defense is; what it becomes later is not lowered by what was lost before.
        if which == attr::DEFENSE {
            game.state.lay(card.ix, |l| l.damage = 0);
        }
    }

    fn lay(&self, game: &mut Game, card: Ref, state: &str) -> bool {
        state == "evolved" && evolution::lay(game, card)
    }

    fn same_answer(&self, game: &Game, a: Atom, b: Atom) -> bool {
        match (a, b) {
            (Atom::Card(a), Atom::Card(b)) => {
                let (x, y) = (game.state.card(a.ix), game.state.card(b.ix));
                let plain = matches!(game.zone_of(x.cell), zone::DECK | zone::EVOLVE_DECK | zone::CEMETERY);
                x.def == y.def && x.cell == y.cell && x.flags == y.flags && x.owner == y.owner && plain
            }
            _ => a == b,
        }
    }

    fn why_not(&self, game: &Game, who: P, card: Ref, asked: u8, why: &mut Why) {
        main_phase::why_not(game, who, card, asked, why);
    }

    fn act_words(&self, game: &Game, action: Act) -> String {
        let name = &game.pool.def(game.state.card(action.card.ix).def).name;
        match action.kind {
            act::PLAY => {
                let zone = layout().zone(game.zone_of(game.state.card(action.card.ix).cell)).name;
                format!("play \"{name}\" in {zone}")
            }
            act::USE => {
                let label = &game.pool.ability(AbilityIx(action.n)).label;
                format!("use {label} of \"{name}\"")
            }
            _ => format!("attack \"{name}\""),
        }
    }
}
