//! Weiß Schwarz, by the comprehensive rules 2.00 (2017-12-05). One file a concern; rule numbers in the comments.
//!
//! Rulings for passages that are damaged or contradict each other, each in one place:
//! D1 deck and waiting room empty: immediate loss (`rules::interrupts`) · D2 the missing icon does nothing (`icons`) · D3 standby takes from the waiting room
//! (`icons`) · D4 the counter step is the other player's (`attack`) · D7 an automatic ability's cost is paid while it resolves (the linker's `Offer`) · D8 a search
//! may fail (`Pick::may_fail`) · D10 a cost cannot count on a refresh (`exec::pay`) · D12 Great Performance (`attack::targets`) · D16 markers in a swap
//! (`rules::markers_go_along`) · D19 the end phase starts over (`turn::end`) · D20 circles of dependency go by age (`exec::layers`) · D21 icons in printed order
//! (`icons`) · D22 a card exchanged into the clock goes on top (`exec::run`) · D24 Encore asks for the own waiting room (`rules::shape`) · D25 the source of Shot's
//! damage is the icon's card (`icons`) · D29 only the current position counts (`record::in_place`) · D31 damage to both players: the turn player's first
//! (`damage`) · D33 characters are placed standing (the first orientation of the table).

mod attack;
mod damage;
mod deck;
pub mod descriptor;
mod events;
mod geometry;
mod icons;
mod play;
mod record;
mod rules;
mod score;
mod setup;
mod step;
mod style;
mod tables;
mod turn;

use crate::exec::{Candidate, DeckFault, DeckList, Flow, Game, Kernel, Pool, RulePass, Tables, VerbCall, Why};
use crate::games::common;
use crate::ir::Module;
use crate::kernel::{Act, Atom, Cause, CellId, Chars, Ev, EvKind, KernelStep, Layout, P, Ref, TimeId};
use std::sync::LazyLock;
use tables::{TABLES, act, known, note, player, rel, state, time, verb, zone};

/// The game.
#[derive(Debug)]
pub struct Weiss;

/// The one instance of the game.
pub static WEISS: Weiss = Weiss;

/// The cells of the game.
fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(TABLES.zones));
    &LAYOUT
}

impl Kernel for Weiss {
    fn name(&self) -> &'static str {
        "weiss"
    }

    fn tables(&self) -> &'static Tables {
        &TABLES
    }

    fn layout(&self) -> &'static Layout {
        layout()
    }

    fn inherent(&self) -> Option<&'static Module> {
        static MODULE: LazyLock<Option<Module>> =
            LazyLock::new(|| common::inherent("weiss", include_str!("inherent.card")));
        MODULE.as_ref()
    }

    fn deck_faults(&self, pool: &Pool, deck: &DeckList) -> Vec<DeckFault> {
        deck::faults(pool, deck)
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
        match call.verb {
            verb::DEAL => damage::deal(game, &call),
            verb::DEFEND => attack::defend(game, &call),
            _ => icons::perform(game, &call),
        }
    }

    fn pay(&self, game: &mut Game, who: P, amount: i32, cause: Cause) {
        play::pay(game, who, amount, cause);
    }

    fn can_pay(&self, game: &Game, who: P, _ability: crate::kernel::AbilityIx) -> i32 {
        play::stock(game, who)
    }

    fn play_card(&self, game: &mut Game, who: P, card: Ref, free: bool) -> bool {
        play::by_effect(game, who, card, free)
    }

    fn interrupts(&self, game: &mut Game) {
        rules::interrupts(game);
    }

    fn rule_pass(&self, game: &mut Game) -> RulePass {
        rules::pass(game)
    }

    fn keeps_identity(&self, from: CellId, to: CellId) -> bool {
        // 3.1.4: from position to position of a stage it stays the same card.
        let (a, b) = (layout().cell(from), layout().cell(to));
        a.zone == zone::STAGE && b.zone == zone::STAGE && a.player == b.player
    }

    fn judged_before(&self, from: CellId, to: CellId) -> bool {
        rules::judged_before(from, to)
    }

    fn chooser(&self, game: &Game, ev: &Ev, _candidates: &[Candidate]) -> (P, u64) {
        // 8.10.2.1: the master of an affected card; 8.10.2 and 8.10.2.2: the affected player, who performs the action.
        let who = if ev.subj.is_some()
            && game.state.alive(ev.subj)
            && ev.kind != EvKind::Note
            && layout().zone(layout().cell(ev.from).zone).computed
        {
            game.master(ev.subj)
        } else if ev.kind == EvKind::Note && ev.tag == note::DEAL {
            // The performer of the action is the player who deals the damage.
            ev.cause.by
        } else {
            ev.who
        };
        (who, Candidate::ALL)
    }

    fn shape(&self, game: &Game, ev: &mut Ev) {
        rules::shape(game, ev);
    }

    fn together(&self, game: &mut Game) {
        rules::markers_go_along(game);
    }

    fn still_along(&self, game: &Game, ev: &Ev, batch: &[Ev]) -> bool {
        rules::still_along(game, ev, batch)
    }

    fn noted(&self, game: &mut Game, ev: &Ev) {
        icons::noted(game, ev);
        rules::noted(game, ev);
    }

    fn state(&self, game: &Game, card: Ref, which: u8) -> bool {
        let kind = record::kind(game);
        let attacker = card == record::attacker(game);
        let attacked = card == record::attacked(game);
        match which {
            state::ATTACKING => attacker && kind != record::NO_ATTACK,
            state::SIDE_ATTACKING => attacker && kind == record::SIDE,
            state::FRONTAL_ATTACKING => attacker && kind == record::FRONTAL,
            state::DIRECT_ATTACKING => attacker && kind == record::DIRECT,
            state::ATTACKED => attacked && kind != record::NO_ATTACK,
            state::FRONTAL_ATTACKED => attacked && kind == record::FRONTAL,
            state::BATTLE => (attacker || attacked) && kind == record::FRONTAL,
            _ => false,
        }
    }

    fn related(&self, game: &Game, card: Ref, which: u8, out: &mut Vec<Ref>) {
        match which {
            rel::BATTLE_OPPONENT => {
                if record::kind(game) == record::FRONTAL {
                    if card == record::attacker(game) {
                        out.push(record::attacked(game));
                    } else if card == record::attacked(game) {
                        out.push(record::attacker(game));
                    }
                }
            }
            rel::FACING => {
                // 8.11.1: of a character that has left, the position where it last was.
                let cell = game.last_position(card);
                if let Some(opposite) = cell.and_then(geometry::facing) {
                    out.extend(game.state.top(opposite));
                }
            }
            _ => {
                if let Some(under) = game.look(card).and_then(|l| game.cell_under(l.cell)) {
                    // 3.7.2.1: markers leave from the top.
                    out.extend(game.state.cells.cards(under).iter().rev().map(|ix| game.state.now(*ix)));
                }
            }
        }
    }

    fn known(&self, game: &Game, which: u8) -> Ref {
        match which {
            known::ATTACKER => record::attacker(game),
            _ => record::defender(game),
        }
    }

    fn player_attr(&self, game: &Game, who: P, which: u8) -> i32 {
        match which {
            player::LEVEL => i32::try_from(game.state.cells.len(layout().of(who, zone::LEVEL))).unwrap_or(0),
            player::HAND_LIMIT => 7,
            player::TRIGGER_CHECKS => 1,
            other => game.state.val(who, other),
        }
    }

    fn relative(&self, cell: CellId, relation: u8, out: &mut Vec<CellId>) {
        geometry::relative(cell, relation, out);
    }

    fn time_of(&self, game: &Game, which: TimeId, card: Option<Ref>) -> bool {
        let kind = record::kind(game);
        match which {
            time::ATTACK => kind != record::NO_ATTACK && card.is_none_or(|c| c == record::attacker(game)),
            time::BATTLE => kind == record::FRONTAL && card.is_none_or(|c| self.state(game, c, state::BATTLE)),
            _ => game.state.turn.step == which && card.is_none_or(|c| c == record::attacker(game)),
        }
    }

    fn finish_chars(&self, _game: &Game, _card: Ref, _chars: &mut Chars) {}

    fn same_answer(&self, game: &Game, a: Atom, b: Atom) -> bool {
        match (a, b) {
            (Atom::Card(a), Atom::Card(b)) => {
                let (x, y) = (game.state.card(a.ix), game.state.card(b.ix));
                x.def == y.def && x.cell == y.cell && x.orient == y.orient && x.flags == y.flags && x.owner == y.owner
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
        play::why_not(game, who, card, asked, why);
    }

    fn act_words(&self, game: &Game, action: Act) -> String {
        let name = &game.pool.def(game.state.card(action.card.ix).def).name;
        let place = |n: u32| layout().cell_name(CellId(u8::try_from(n & 0xFF).unwrap_or(u8::MAX)));
        match action.kind {
            act::PLAY => {
                let cell = game.state.card(action.card.ix).cell;
                if game.zone_of(cell) == zone::HAND {
                    format!("play \"{name}\"")
                } else {
                    format!("play \"{name}\" from {}", layout().cell_name(cell))
                }
            }
            act::USE => {
                let label = &game.pool.ability(crate::kernel::AbilityIx(action.n)).label;
                format!(
                    "use {label} of \"{name}\" at {}",
                    layout().cell_name(game.state.card(action.card.ix).cell)
                )
            }
            act::ATTACK => {
                let kind = match i32::try_from(action.n).unwrap_or(0) {
                    record::FRONTAL => "frontal",
                    record::SIDE => "side",
                    _ => "direct",
                };
                format!(
                    "attack {} {kind}",
                    layout().cell_name(game.state.card(action.card.ix).cell)
                )
            }
            act::MOVE => format!("move {} to {}", place(action.n >> 8), place(action.n)),
            _ => format!("clock \"{name}\""),
        }
    }
}
