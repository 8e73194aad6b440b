//! Costs: whether one can be paid, jointly over its parts, before anything is paid.

use super::code::{Cost, CostIx, Demand, PickIx, Sent, SlotIx, What};
use super::eval::{Env, Refs};
use super::game::Game;
use crate::kernel::{AbilityIx, Cause, CauseKind, CellId, Flag, Note, P, Ref, Slot};
use smallvec::SmallVec;

/// The largest number that is named for a cost, if nothing else bounds it.
const MOST_NAMED: i32 = 1000;

/// Cards that a part of a cost needs: any so many of these.
#[derive(Debug, Clone)]
struct Need {
    from: Refs,
    count: usize,
}

/// What is to be paid besides a cost, by the same player and out of the same means: the price of the card that is played.
#[derive(Debug, Clone, Default)]
pub struct Owed {
    /// So much of the currency of the game.
    pub currency: i32,
    /// Icons of the game's table.
    pub icons: Vec<(u8, i32)>,
}

/// What the demands of a cost that were gone through take.
#[derive(Default)]
struct Tally {
    needs: SmallVec<[Need; 4]>,
    /// A card that is turned may be sent away afterwards, but it is turned once.
    turned: SmallVec<[Need; 4]>,
    /// A card that is shown stays where it is, but it is shown once.
    shown: SmallVec<[Need; 4]>,
    /// How many cards piles gain and lose on the way: a chained cost may use what an earlier part put there.
    flow: SmallVec<[(CellId, i64); 4]>,
    /// Cards that an earlier part sends away: the parts are paid in their order (903.2.j.1 and its like).
    gone: Refs,
    owed: Owed,
}

impl Game {
    /// Whether a player can pay a cost in full (a cost is all or nothing), or one of its alternatives.
    pub fn can_pay_cost(&self, cost: CostIx, payer: P, env: &Env<'_>) -> bool {
        self.can_pay_alone(cost, payer, env)
            || self
                .pool
                .cost(cost)
                .or
                .is_some_and(|other| self.can_pay_cost(other, payer, env))
    }

    /// Whether a player can pay a cost without these cards: they will be elsewhere by then.
    pub fn can_pay_without(&self, cost: CostIx, payer: P, env: &Env<'_>, taken: &[Ref]) -> bool {
        let env = Env { actor: payer, ..*env };
        let found = self.pool.cost(cost);
        let owed = Owed::default();
        self.demands_met(&found.demands, payer, &env, (taken, owed), self.paid_for(cost, env.src))
            || found
                .or
                .is_some_and(|other| self.can_pay_without(other, payer, &env, taken))
    }

    /// Whether a player can pay this alternative of a cost.
    pub(super) fn can_pay_alone(&self, cost: CostIx, payer: P, env: &Env<'_>) -> bool {
        let env = Env { actor: payer, ..*env };
        let payable = self.demands_met(
            &self.pool.cost(cost).demands,
            payer,
            &env,
            (&[], Owed::default()),
            self.paid_for(cost, env.src),
        );
        self.count_cost(cost, payable);
        payable
    }

    /// Whether a player can pay what the texts of a card cost that are carried out when it is played: all of them together and together with its price.
    /// The card itself is spoken for, for it is elsewhere by then.
    pub fn texts_payable(&self, texts: &[AbilityIx], card: Ref, payer: P, owed: &Owed) -> bool {
        let costs: Vec<(AbilityIx, CostIx)> = texts
            .iter()
            .filter_map(|at| Some((*at, self.pool.ability(*at).cost?)))
            .collect();
        self.texts_payable_from(&costs, &mut Vec::new(), card, payer, owed)
    }

    /// The same, with the demands of the costs that were gone through; of each cost one alternative is paid.
    fn texts_payable_from(
        &self,
        costs: &[(AbilityIx, CostIx)],
        demands: &mut Vec<Demand>,
        card: Ref,
        payer: P,
        owed: &Owed,
    ) -> bool {
        let Some(((at, cost), rest)) = costs.split_first() else {
            return true;
        };
        let mut next = Some(*cost);
        while let Some(cost) = next {
            let Cost { demands: own, or, .. } = self.pool.cost(cost);
            let before = demands.len();
            demands.extend(own.iter().cloned());
            let env = Env::of_card(card, payer).in_ability(*at);
            let met = if rest.is_empty() {
                self.demands_met(demands, payer, &env, (&[card], owed.clone()), None)
            } else {
                self.texts_payable_from(rest, demands, card, payer, owed)
            };
            demands.truncate(before);
            if met {
                return true;
            }
            next = *or;
        }
        false
    }

    /// The ability of the card that this cost or one of its alternatives is the cost of, if effects change prices.
    fn paid_for(&self, cost: CostIx, card: Ref) -> Option<AbilityIx> {
        if !self.changes_prices() {
            return None;
        }
        let is_of = |at: &AbilityIx| {
            let mut next = self.pool.ability(*at).cost;
            while let Some(c) = next {
                if c == cost {
                    return true;
                }
                next = self.pool.cost(c).or;
            }
            false
        };
        self.abilities_of(card).into_iter().find(is_of)
    }

    /// Whether the demands can be met together without the cards that are spoken for.
    fn demands_met(
        &self,
        demands: &[Demand],
        payer: P,
        env: &Env<'_>,
        (taken, owed): (&[Ref], Owed),
        paid_for: Option<AbilityIx>,
    ) -> bool {
        let mut tally = Tally {
            owed,
            ..Tally::default()
        };
        let all = |demand: &Demand| self.demand_met(demand, payer, env, (taken, &mut tally), paid_for);
        demands.iter().all(all) && matched(&tally.needs) && matched(&tally.turned) && matched(&tally.shown)
    }

    /// Whether one demand can be met beside those before it.
    fn demand_met(
        &self,
        demand: &Demand,
        payer: P,
        env: &Env<'_>,
        (taken, tally): (&[Ref], &mut Tally),
        paid_for: Option<AbilityIx>,
    ) -> bool {
        match demand {
            Demand::Free => true,
            Demand::Pay(n) => {
                // What several parts ask for is paid out of the same.
                tally.owed.currency = tally.owed.currency.saturating_add(self.number(*n, env).max(0));
                tally.owed.currency <= self.kernel().can_pay(self, payer, env.ability)
            }
            Demand::Life(n) => {
                // It must be there in full (105.4a and its like).
                let n = self.number(*n, env);
                n <= self.player_attr(payer, self.tables().life)
            }
            Demand::Reduced(objs, n) => {
                // It must be there in full (10.4.5 and its like).
                let cards = self.objects(*objs, env);
                let n = self.number(*n, env);
                !cards.is_empty() && cards.iter().all(|r| self.kernel().reducible(self, *r) >= n)
            }
            Demand::Counters(objs, kind, n) => {
                let cards = self.objects(*objs, env);
                let n = n.map_or(0, |n| self.number(n, env));
                !cards.is_empty() && cards.iter().all(|r| self.state.counter(r.ix, *kind) >= n)
            }
            Demand::Pile(place, count, to) => {
                let n = i64::from(self.number(*count, env).max(0));
                let Some(cell) = self.cells(*place, env).first().copied() else {
                    return false;
                };
                let chained = !self.tables().costs_at_once;
                let gains = tally.flow.iter().filter(|(c, n)| *c == cell && (chained || *n < 0));
                let gained: i64 = gains.map(|(_, n)| n).sum();
                let have = i64::try_from(self.state.cells.len(cell)).unwrap_or(0) + gained;
                tally.flow.push((cell, -n));
                self.note_gain(*to, n, env, &mut tally.flow);
                have >= n
            }
            Demand::Pick(pick, to) => {
                let mut need = self.need_of(*pick, env, taken);
                need.from.retain(|r| self.can_go(*r, *to, payer, env));
                self.note_gain(*to, i64::try_from(need.count).unwrap_or(0), env, &mut tally.flow);
                let enough = self.picks_payable(self.pool.pick(*pick), &need.from, need.count, env);
                tally.needs.push(need);
                enough
            }
            Demand::Objs(objs, to) => {
                let cards = self.objects(*objs, env);
                let count = cards.len();
                let go = cards.iter().all(|r| self.can_go(*r, *to, payer, env));
                self.note_gain(*to, i64::try_from(count).unwrap_or(0), env, &mut tally.flow);
                if to.is_some() {
                    tally.gone.extend(cards.iter().copied());
                }
                tally.needs.push(Need { from: cards, count });
                let whole = matches!(self.pool.obj(*objs), super::code::Obj::At(_));
                let whole_zone_moves = whole
                    && to.is_some_and(|sent| self.tables().whole_zone_moves.is_some_and(|(word, _)| word == sent.tag));
                (count > 0 || whole_zone_moves) && go
            }
            Demand::Show(what) => self.show_met(what, env, taken, tally),
            Demand::Turn(What::Objs(objs), orient) => {
                // A card that is in the state already cannot be brought into it: that part cannot be paid.
                let cards = self.objects(*objs, env);
                let turns = |r: &Ref| self.could_turn(*r, *orient, payer, env) && !tally.gone.contains(r);
                let all = !cards.is_empty() && cards.iter().all(turns);
                let count = cards.len();
                self.turned(tally).push(Need { from: cards, count });
                all
            }
            Demand::Turn(What::Pick(pick), orient) => {
                let mut need = self.need_of(*pick, env, taken);
                need.from.retain(|r| self.could_turn(*r, *orient, payer, env));
                let enough = self.picks_payable(self.pool.pick(*pick), &need.from, need.count, env);
                self.turned(tally).push(need);
                enough
            }
            Demand::Face(what, down, tag) => {
                let turns = |r: &Ref| self.could_turn_over(*r, (*down, *tag), payer, env);
                self.each_could(what, turns, env, (taken, tally))
            }
            Demand::Done(what, verb) => {
                let possible = |r: &Ref| self.could_be_done(*verb, *r, payer, env);
                self.each_could(what, possible, env, (taken, tally))
            }
            Demand::Turn(What::Pile { .. }, _) => false,
            Demand::Icons(icons) => {
                let mut price = self.icons(icons, env);
                if let Some(ability) = paid_for {
                    price = self.kernel().reprice(self, payer, env.src, ability, price);
                }
                tally.owed.icons.extend(price);
                self.kernel().can_pay_icons(self, payer, &tally.owed.icons, taken)
            }
            Demand::Native(verb, objs, n) => {
                let cards = self.objects(*objs, env);
                let times = n.map_or(1, |n| self.number(n, env));
                !cards.is_empty() && self.kernel().payable_by(self, payer, *verb, (&cards, times))
            }
            Demand::Exchange(a, b) => {
                let first = self.objects(*a, env).len();
                match b {
                    Some(b) => first > 0 && !self.objects(*b, env).is_empty(),
                    None => first >= 2,
                }
            }
        }
    }

    /// Whether something could be done to each of the cards, none of which an earlier part sends away.
    fn each_could(
        &self,
        what: &What,
        could: impl Fn(&Ref) -> bool,
        env: &Env<'_>,
        (taken, tally): (&[Ref], &mut Tally),
    ) -> bool {
        match what {
            What::Objs(objs) => {
                let cards = self.objects(*objs, env);
                let all = !cards.is_empty() && cards.iter().all(|r| could(r) && !tally.gone.contains(r));
                let count = cards.len();
                tally.needs.push(Need { from: cards, count });
                all
            }
            What::Pick(pick) => {
                let mut need = self.need_of(*pick, env, taken);
                need.from.retain(|r| could(r));
                let enough = self.picks_payable(self.pool.pick(*pick), &need.from, need.count, env);
                tally.needs.push(need);
                enough
            }
            What::Pile { .. } => false,
        }
    }

    /// What the cards that are turned cannot be besides: where all is chosen before anything is paid, no card pays twice.
    fn turned<'t>(&self, tally: &'t mut Tally) -> &'t mut SmallVec<[Need; 4]> {
        if self.tables().costs_at_once {
            &mut tally.needs
        } else {
            &mut tally.turned
        }
    }

    /// Whether cards are there to be shown.
    fn show_met(&self, what: &What, env: &Env<'_>, taken: &[Ref], tally: &mut Tally) -> bool {
        match what {
            What::Objs(objs) => {
                let cards = self.objects(*objs, env);
                !cards.is_empty() && !cards.iter().any(|r| tally.gone.contains(r))
            }
            What::Pick(pick) => {
                let need = self.need_of(*pick, env, taken);
                let enough = self.picks_payable(self.pool.pick(*pick), &need.from, need.count, env);
                // Where all is chosen before anything is paid, nothing is chosen twice; what an earlier part sends away is not there to be shown.
                if self.tables().costs_at_once || !tally.needs.is_empty() {
                    tally.needs.push(need);
                } else {
                    tally.shown.push(need);
                }
                enough
            }
            What::Pile { .. } => false,
        }
    }

    /// A price with its numbers worked out.
    pub fn icons(&self, icons: &[super::code::Icon], env: &Env<'_>) -> Vec<(u8, i32)> {
        icons.iter().map(|i| (i.kind, self.number(i.count, env))).collect()
    }

    /// What the events of a payment come from.
    fn payment(payer: P, env: &Env<'_>) -> Cause {
        Cause {
            kind: CauseKind::Cost,
            by: payer,
            src: env.src,
            ..Cause::default()
        }
    }

    /// Whether a card lies where cards are turned, and otherwise than so, and may be turned: outside the board a card has no orientation to give up.
    fn could_turn(&self, card: Ref, orient: u8, payer: P, env: &Env<'_>) -> bool {
        let on = self.state.card(card.ix);
        self.layout().zone(self.zone_of(on.cell)).board
            && on.orient != orient
            && !self.forbidden(&self.turn_ev(card, orient, Game::payment(payer, env)))
    }

    /// Whether the other face of a card is up, and it may be turned over.
    fn could_turn_over(&self, card: Ref, (down, tag): (bool, Note), payer: P, env: &Env<'_>) -> bool {
        self.state.card(card.ix).is(Flag::FaceDown) != down
            && !self.forbidden(&self.face_ev(card, (down, tag), Game::payment(payer, env)))
    }

    /// Whether the game lets its verb be done to a card.
    fn could_be_done(&self, verb: u8, card: Ref, payer: P, env: &Env<'_>) -> bool {
        self.kernel().can_be_done(self, verb, card, Game::payment(payer, env))
    }

    fn need_of(&self, pick: PickIx, env: &Env<'_>, taken: &[Ref]) -> Need {
        let spec = self.pool.pick(pick);
        let mut from = self.candidates(pick, env);
        from.retain(|r| !taken.contains(r));
        let most = spec
            .max
            .map_or(0, |n| usize::try_from(self.number(n, env)).unwrap_or(0));
        let count = spec
            .min
            .map_or(most, |n| usize::try_from(self.number(n, env)).unwrap_or(0));
        Need { from, count }
    }

    /// Whether a card can go where a part of a cost sends it: what stays where it is pays nothing.
    fn can_go(&self, card: Ref, to: Option<Sent>, payer: P, env: &Env<'_>) -> bool {
        let Some(Sent { to: place, tag, down }) = to else {
            return true;
        };
        let cause = Game::payment(payer, env);
        // What lies there already does not go there, but for piles, where it can come to lie elsewhere; it may come to lie there with its other face up.
        let there = self.state.card(card.ix);
        let turns = down.is_some_and(|down| there.is(Flag::FaceDown) != down);
        let moves = |cell: CellId| cell != there.cell || turns || self.layout().zone(self.zone_of(cell)).ordered;
        let goes = |cell: CellId| moves(cell) && self.could_move(self.move_ev(card, cell, tag, cause));
        match self.only_destination(place, card, env) {
            Some(only) => goes(only),
            None => self.destinations(place, card, env).into_iter().any(goes),
        }
    }

    fn note_gain(&self, to: Option<Sent>, n: i64, env: &Env<'_>, flow: &mut SmallVec<[(CellId, i64); 4]>) {
        if let Some(cell) = to.and_then(|sent| self.first_cell(sent.to, env)) {
            flow.push((cell, n));
        }
    }

    /// The largest number that the payer of the running cost can name for a slot: all of the cost must be payable with it.
    pub(super) fn most_payable(&self, slot: SlotIx) -> i32 {
        let Some(run) = self.state.runs.last() else { return 0 };
        let costs = self.pool.costs.iter().enumerate().filter(|(_, c)| c.pc <= run.pc);
        let Some((number, cost)) = costs.max_by_key(|(_, c)| c.pc) else {
            return 0;
        };
        let env = self.env();
        let paid_for = self.paid_for(CostIx(u32::try_from(number).unwrap_or(u32::MAX)), env.src);
        let mut slots = env.slots.to_vec();
        let mut payable = |n: i32| {
            if let Some(place) = slots.get_mut(usize::from(slot)) {
                *place = Slot::Num(n);
            }
            let env = Env { slots: &slots, ..env };
            self.demands_met(&cost.demands, run.actor, &env, (&[], Owed::default()), paid_for)
        };
        let (mut low, mut high) = (0, MOST_NAMED);
        while low < high {
            let middle = low + (high - low + 1) / 2;
            if payable(middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// While a cost is paid: leaves only the cards with which the rest of it can still be paid.
    pub(super) fn keep_payable(&self, pick: PickIx, refs: &mut Refs) {
        let Some(run) = self.state.runs.last() else { return };
        let env = self.env();
        // Turning what is turned already pays nothing.
        let Some(number) = self.pool.cost_of_pick.get(pick.0 as usize).copied().flatten() else {
            return;
        };
        let cost = self.pool.cost(number);
        for demand in &cost.demands {
            if let Demand::Turn(What::Pick(p), orient) = demand
                && *p == pick
            {
                refs.retain(|r| self.could_turn(*r, *orient, run.actor, &env));
            }
            if let Demand::Face(What::Pick(p), down, tag) = demand
                && *p == pick
            {
                refs.retain(|r| self.could_turn_over(*r, (*down, *tag), run.actor, &env));
            }
            if let Demand::Done(What::Pick(p), verb) = demand
                && *p == pick
            {
                refs.retain(|r| self.could_be_done(*verb, *r, run.actor, &env));
            }
            if let Demand::Pick(p, to) = demand
                && *p == pick
            {
                refs.retain(|r| self.can_go(*r, *to, run.actor, &env));
            }
        }
        let Some(at) = cost.demands.iter().position(|d| demand_picks(d, pick)) else {
            return;
        };
        // What is shown stays for the other parts.
        let stays = matches!(cost.demands.get(at), Some(Demand::Show(_))) && !self.tables().costs_at_once;
        let later = cost.demands.get(at + 1..).filter(|_| !stays).unwrap_or(&[]);
        if !later.is_empty() && refs.len() > 1 {
            let payer = run.actor;
            let paid_for = self.paid_for(number, env.src);
            refs.retain(|r| self.rest_payable(later, payer, &env, *r, paid_for));
        }
    }

    fn rest_payable(&self, later: &[Demand], payer: P, env: &Env<'_>, taken: Ref, paid_for: Option<AbilityIx>) -> bool {
        // A card that a later part names itself must be left for it.
        let named = later.iter().any(|d| match d {
            Demand::Objs(objs, _) | Demand::Turn(What::Objs(objs), _) | Demand::Done(What::Objs(objs), _) => {
                self.objects(*objs, env).contains(&taken)
            }
            _ => false,
        });
        !named && self.demands_met(later, payer, env, (&[taken], Owed::default()), paid_for)
    }
}

/// The first cost with each pick among its demands, for so many picks.
pub(super) fn costs_of_picks(costs: &[Cost], picks: usize) -> Vec<Option<CostIx>> {
    let mut out = vec![None; picks];
    for (number, cost) in (0u32..).zip(costs) {
        let picked = cost.demands.iter().filter_map(demand_pick);
        for pick in picked {
            if let Some(slot) = out.get_mut(pick.0 as usize) {
                slot.get_or_insert(CostIx(number));
            }
        }
    }
    out
}

/// The pick of a demand.
fn demand_pick(demand: &Demand) -> Option<PickIx> {
    match demand {
        Demand::Pick(p, _)
        | Demand::Show(What::Pick(p))
        | Demand::Turn(What::Pick(p), _)
        | Demand::Face(What::Pick(p), ..)
        | Demand::Done(What::Pick(p), _) => Some(*p),
        _ => None,
    }
}

fn demand_picks(demand: &Demand, pick: PickIx) -> bool {
    demand_pick(demand) == Some(pick)
}

/// Whether every need can have its own cards: bipartite matching by augmenting paths; the lists are short.
fn matched(needs: &[Need]) -> bool {
    if needs.len() < 2 {
        return true;
    }
    let units: Vec<&Refs> = needs
        .iter()
        .flat_map(|n| std::iter::repeat_n(&n.from, n.count))
        .collect();
    let mut holder: Vec<(Ref, usize)> = Vec::new();
    (0..units.len()).all(|unit| augment(unit, &units, &mut holder, &mut Vec::new()))
}

fn augment(unit: usize, units: &[&Refs], holder: &mut Vec<(Ref, usize)>, seen: &mut Vec<Ref>) -> bool {
    let Some(cards) = units.get(unit) else { return false };
    for card in *cards {
        if seen.contains(card) {
            continue;
        }
        seen.push(*card);
        match holder.iter().position(|(c, _)| c == card) {
            None => {
                holder.push((*card, unit));
                return true;
            }
            Some(at) => {
                let other = holder.get(at).map_or(0, |(_, u)| *u);
                if augment(other, units, holder, seen) {
                    if let Some(entry) = holder.iter_mut().find(|(c, _)| c == card) {
                        entry.1 = unit;
                    }
                    return true;
                }
            }
        }
    }
    false
}
