//! Will (907) and paying with it (1003): the purse of a player, will abilities used while paying, and whether a price can be paid at all.

use super::priority;
use super::step::{Step, begin, go};
use super::tables::{act, keyword, prompt, window, zone};
use super::{ability, options, play};
use crate::exec::code::{Cond, Icon, KeyArg, Op};
use crate::exec::{Env, Flow, Game};
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Act, Ask, AskKind, Atom, Frame, KernelStep, P, Ref, ZoneId};
use std::cell::OnceCell;

/// Kinds of will: the icons of the table, then void will.
pub(super) const KINDS: usize = 8;
/// Void will.
pub(super) const VOID: usize = 7;

/// A price: how many of each kind; the last counts those that any kind pays.
pub(super) type Price = [i32; KINDS];

/// The most of one kind in a price.
const MOST: i32 = 127;

/// A list of icons as a price.
pub(super) fn of(icons: &[(u8, i32)]) -> Price {
    let mut price: Price = [0; KINDS];
    for (kind, n) in icons {
        let at = if *kind == Icon::ANY { VOID } else { usize::from(*kind) };
        if let Some(slot) = price.get_mut(at) {
            *slot = slot.saturating_add(*n).clamp(0, MOST);
        }
    }
    price
}

fn total(price: &Price) -> i32 {
    price.iter().sum()
}

/// How much will of each kind a player has.
fn purse(game: &Game, who: P) -> Price {
    let mut out = [0; KINDS];
    if let Some(player) = game.state.players.get(who.ix()) {
        for (slot, n) in out.iter_mut().zip(player.purse) {
            *slot = i32::from(n);
        }
    }
    out
}

/// Whether will of these kinds covers a price: symbols by their own kind (1003.2, 1003.6), the rest by any.
fn covers(have: &Price, price: &Price) -> bool {
    let named = have.iter().zip(price).take(VOID).all(|(h, p)| h >= p);
    named && total(have) >= total(price)
}

/// Which kinds pay for which others for a player (903.2.i.1).
type Swaps = Vec<(usize, usize)>;

fn swaps(game: &Game, who: P) -> Swaps {
    let pairs = game.substitutes(who).into_iter();
    pairs
        .map(|(with, of)| (usize::from(with), usize::from(of)))
        .filter(|(with, of)| with != of && *with < VOID && *of < VOID)
        .collect()
}

/// The most ways of substituting that are tried.
const SWAPPED: usize = 200;

/// The prices that a price may become by paying other kinds for some of its symbols, itself first. What was put in is not replaced again.
fn swapped(price: &Price, swaps: &Swaps) -> Vec<Price> {
    // What is left of the price, and what takes the place of the rest.
    let mut all: Vec<(Price, Price)> = vec![(*price, [0; KINDS])];
    for (with, of) in swaps {
        let mut more = Vec::new();
        for (left, put) in &all {
            let mut one = (*left, *put);
            loop {
                if let (Some(n), Some(m)) = (one.0.get_mut(*of), one.1.get_mut(*with))
                    && *n > 0
                {
                    *n -= 1;
                    *m += 1;
                } else {
                    break;
                }
                more.push(one);
            }
        }
        all.extend(more);
        all.truncate(SWAPPED);
    }
    all.iter().map(|(left, put)| sum(left, put)).collect()
}

/// Whether will of these kinds covers a price in one of the ways of substituting.
fn covers_swapped(have: &Price, price: &Price, swaps: &Swaps) -> bool {
    if swaps.is_empty() {
        return covers(have, price);
    }
    swapped(price, swaps).iter().any(|price| covers(have, price))
}

/// With which kinds the next symbol can be paid that another kind may pay for, and what its own kind is.
fn swap_choice(have: &Price, price: &Price, swaps: &Swaps) -> Option<(usize, Vec<usize>)> {
    let asked = |kind: usize| price.get(kind).is_some_and(|n| *n > 0);
    let (_, of) = swaps.iter().find(|(_, of)| asked(*of))?;
    let others = swaps.iter().filter(|(_, o)| o == of).map(|(with, _)| *with);
    let mut kinds: Vec<usize> = std::iter::once(*of).chain(others).collect();
    let less = |from: &Price, kind: usize| {
        let mut out = *from;
        let slot = out.get_mut(kind).filter(|n| **n > 0)?;
        *slot -= 1;
        Some(out)
    };
    let rest = less(price, *of)?;
    kinds.retain(|kind| less(have, *kind).is_some_and(|have| covers_swapped(&have, &rest, swaps)));
    kinds.dedup();
    Some((*of, kinds))
}

/// A will ability that could be used: what it may produce, any of the rows.
struct Source {
    card: Ref,
    ability: AbilityIx,
    makes: Vec<Price>,
}

/// The will abilities a player could use now, without these cards.
fn sources(game: &Game, who: P, without: &[Ref]) -> Vec<Source> {
    let mut out = Vec::new();
    for z in [
        zone::FIELD,
        zone::RULER,
        zone::ITEM,
        zone::HAND,
        zone::GRAVEYARD,
        zone::REMOVED,
    ] {
        if game.pool.act_zones >> z.0 & 1 == 0 {
            continue;
        }
        for card in options::cards(game, who, ZoneId(z.0)) {
            if without.contains(&card) {
                continue;
            }
            for at in options::abilities_of(game, card) {
                if !ability::is_will(game, at) || costs_will(game, at) || !ability::usable(game, who, card, at) {
                    continue;
                }
                let makes = produced(game, who, card, at);
                if !makes.is_empty() && !game.is_refused(use_act(card, at)) {
                    out.push(Source {
                        card,
                        ability: at,
                        makes,
                    });
                }
            }
        }
    }
    out
}

/// A will ability that costs will is used before paying, not while it: it would have to be paid for first.
fn costs_will(game: &Game, at: AbilityIx) -> bool {
    let cost = game.pool.ability(at).cost;
    cost.is_some_and(|c| {
        let demands = &game.pool.cost(c).demands;
        demands.iter().any(|d| matches!(d, crate::exec::code::Demand::Icons(_)))
    })
}

fn use_act(card: Ref, at: AbilityIx) -> Act {
    Act {
        kind: act::USE,
        card,
        n: at.0,
    }
}

/// What an ability may produce: one row for each choice. Options are taken one at a time.
fn produced(game: &Game, who: P, card: Ref, at: AbilityIx) -> Vec<Price> {
    let env = Env::of_card(card, who);
    let mut rows: Vec<Price> = vec![[0; KINDS]];
    // What the options give, and where the one that is being read ends.
    let mut optional: Vec<Price> = Vec::new();
    let mut option: Option<(u32, Vec<Price>)> = None;
    for pc in game.pool.ability(at).pc.. {
        if let Some((_, made)) = option.take_if(|(end, _)| pc >= *end) {
            optional.extend(made);
        }
        match game.pool.op(pc) {
            Op::End => break,
            Op::Unless(cond, end) if matches!(game.pool.cond(*cond), Cond::Mode(..)) => {
                option = Some((*end, vec![[0; KINDS]]));
            }
            Op::Produce { runs, .. } => {
                let made: Vec<Vec<(u8, i32)>> = runs.iter().map(|run| game.icons(run, &env)).collect();
                let made: Vec<Price> = coined(game, who, card, made).iter().map(|icons| of(icons)).collect();
                let rows = option.as_mut().map_or(&mut rows, |(_, rows)| rows);
                *rows = joined(rows, &made);
            }
            _ => {}
        }
    }
    if !optional.is_empty() {
        rows = joined(&rows, &optional);
    }
    rows.retain(|row| total(row) > 0);
    rows
}

/// Each of the rows with each of the others added to it.
fn joined(rows: &[Price], more: &[Price]) -> Vec<Price> {
    let mut out = Vec::new();
    for row in rows {
        for other in more {
            out.push(sum(row, other));
        }
    }
    out.truncate(32);
    out
}

/// Both together.
fn sum(a: &Price, b: &Price) -> Price {
    let mut out = *a;
    for (slot, n) in out.iter_mut().zip(b) {
        *slot = slot.saturating_add(*n).min(MOST);
    }
    out
}

/// 1119.2, 1119.3a: what a will coin produces is said by its player's rulers: the symbols behind [Energize], else their attributes, and will without
/// an attribute if they have none (1119.2a).
fn coined(game: &Game, who: P, card: Ref, rows: Vec<Vec<(u8, i32)>>) -> Vec<Vec<(u8, i32)>> {
    if game.pool.def(game.state.card(card.ix).def).name != super::verbs::COIN {
        return rows;
    }
    let rulers = play::rulers(game, who);
    let mut symbols: Vec<(u8, i32)> = rulers
        .iter()
        .flat_map(|r| printed_icons(game, *r, keyword::ENERGIZE))
        .collect();
    if symbols.is_empty() {
        let values = rulers.iter().fold(0, |all, r| all | game.info(*r).values);
        let words = super::TABLES.icon_words.iter().enumerate();
        symbols = words
            .filter(|(_, word)| values & **word != 0)
            .filter_map(|(kind, _)| u8::try_from(kind).ok().map(|kind| (kind, 1)))
            .collect();
    }
    let mut out: Vec<Vec<(u8, i32)>> = Vec::new();
    for (kind, n) in symbols {
        // 1119.3.a.1: one of the symbols; 1119.3.a.2: a number is so much void will.
        let row = vec![(kind, if kind == Icon::ANY { n } else { 1 })];
        if !out.contains(&row) {
            out.push(row);
        }
    }
    if out.is_empty() { rows } else { out }
}

/// The icons behind a keyword that is printed on either side of a card.
fn printed_icons(game: &Game, card: Ref, which: usize) -> Vec<(u8, i32)> {
    let def = game.state.card(card.ix).def;
    let front = game.pool.def(game.pool.def(def).front);
    let env = Env::of_card(card, game.master(card));
    let found = front.sides.iter().find_map(|(_, d)| play::keyword_of(game, *d, which));
    let args = found
        .or_else(|| play::keyword_of(game, def, which))
        .map(|a| game.pool.ability(a).args.iter());
    let icons = args.into_iter().flatten().filter_map(|arg| match arg {
        KeyArg::Icons(icons) => Some(game.icons(icons, &env)),
        _ => None,
    });
    icons.flatten().collect()
}

/// What a card may produce now. In a payment only what can still lead to its end is offered.
pub(super) fn produces(game: &Game, who: P, card: Ref, rows: Vec<Vec<(u8, i32)>>) -> Vec<Vec<(u8, i32)>> {
    let rows = coined(game, who, card, rows);
    let paid = game.state.stack.iter().rev().find_map(|frame| match frame {
        Frame::Kernel(s) if s.id == Step::Pay as u8 && s.who == who => Some(unpack(s.a, s.b)),
        _ => None,
    });
    let Some(price) = paid.filter(|_| rows.len() > 1) else {
        return rows;
    };
    let have = purse(game, who);
    let rest = sources(game, who, &[]);
    let swaps = swaps(game, who);
    let leads = |row: &Vec<(u8, i32)>| reachable(&sum(&have, &of(row)), &price, &swaps, &rest);
    let useful: Vec<Vec<(u8, i32)>> = rows.iter().filter(|row| leads(row)).cloned().collect();
    if useful.is_empty() { rows } else { useful }
}

/// Whether some choice of sources covers what is missing. Sources of more than one will are tried row by row; for the others a matching decides, so
/// the search stays small.
fn reachable(have: &Price, price: &Price, swaps: &Swaps, sources: &[Source]) -> bool {
    let (single, several): (Vec<&Source>, Vec<&Source>) =
        sources.iter().partition(|s| s.makes.iter().all(|row| total(row) <= 1));
    let units: Vec<u16> = single.iter().map(|s| mask(s)).collect();
    let reached = |price: &Price| covered(have, price, &units, &several, &mut { TRIES });
    if swaps.is_empty() {
        return reached(price);
    }
    swapped(price, swaps).iter().any(reached)
}

/// How many combinations of large sources are tried. What is not tried counts as possible: what cannot be paid then is taken back (ruling R-13).
const TRIES: u16 = 2000;

fn covered(have: &Price, price: &Price, units: &[u16], several: &[&Source], tries: &mut u16) -> bool {
    if covers(have, price) || *tries == 0 {
        return true;
    }
    *tries -= 1;
    let most = |s: &&Source| s.makes.iter().map(total).max().unwrap_or(0);
    let ones = i32::try_from(units.len()).unwrap_or(i32::MAX);
    let all = several.iter().map(most).sum::<i32>().saturating_add(ones);
    if all.saturating_add(total(have)) < total(price) {
        return false;
    }
    if let Some((first, rest)) = several.split_first() {
        let mut rows = first.makes.iter();
        return rows.any(|row| covered(&sum(have, row), price, units, rest, tries));
    }
    // Which symbols are still missing.
    let mut missing: Vec<usize> = Vec::new();
    for (kind, (h, p)) in have.iter().zip(price).enumerate().take(VOID) {
        for _ in 0..(p - h).max(0) {
            missing.push(kind);
        }
    }
    let mut taken = vec![None; units.len()];
    missing.iter().enumerate().all(|(n, _)| {
        let mut seen = vec![false; units.len()];
        matched(n, &missing, units, &mut taken, &mut seen)
    })
}

/// Which kinds a source can make.
fn mask(source: &Source) -> u16 {
    let mut out = 0;
    for row in &source.makes {
        for (kind, n) in row.iter().enumerate() {
            if *n > 0 {
                out |= 1 << kind;
            }
        }
    }
    out
}

/// Augmenting paths: symbol `n` gets a source, perhaps taking it from another symbol.
fn matched(n: usize, missing: &[usize], units: &[u16], taken: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    let Some(kind) = missing.get(n) else { return true };
    for (at, unit) in units.iter().enumerate() {
        let Some(visited) = seen.get_mut(at) else { continue };
        if *visited || unit >> kind & 1 == 0 {
            continue;
        }
        *visited = true;
        let free = match taken.get(at).copied().flatten() {
            None => true,
            Some(other) => matched(other, missing, units, taken, seen),
        };
        if free {
            if let Some(slot) = taken.get_mut(at) {
                *slot = Some(n);
            }
            return true;
        }
    }
    false
}

/// What a player can pay with: looked up once for all prices that are asked about at one point.
pub(super) struct Means<'g> {
    game: &'g Game,
    pub(super) who: P,
    have: Price,
    swaps: Swaps,
    /// The will abilities there are, and whether more may come of them than they say.
    rest: OnceCell<(Vec<Source>, bool)>,
}

impl<'g> Means<'g> {
    pub(super) fn of(game: &'g Game, who: P) -> Means<'g> {
        Means {
            game,
            who,
            have: purse(game, who),
            swaps: swaps(game, who),
            rest: OnceCell::new(),
        }
    }

    /// Whether a price can be paid.
    pub(super) fn can(&self, price: &Price) -> bool {
        if covers_swapped(&self.have, price, &self.swaps) {
            return true;
        }
        let (sources, hopeful) = self.rest.get_or_init(|| {
            let sources = sources(self.game, self.who, &[]);
            let hopeful = !sources.is_empty() && answers_to_will(self.game, self.who);
            (sources, hopeful)
        });
        *hopeful || reachable(&self.have, price, &self.swaps, sources)
    }
}

/// Whether a player can pay a price with the will there is and the will abilities there are.
pub(super) fn can(game: &Game, who: P, icons: &[(u8, i32)], without: &[Ref]) -> bool {
    let price = of(icons);
    let have = purse(game, who);
    let swaps = swaps(game, who);
    if covers_swapped(&have, &price, &swaps) {
        return true;
    }
    let sources = sources(game, who, without);
    reachable(&have, &price, &swaps, &sources) || answers_to_will(game, who) && !sources.is_empty()
}

/// Whether an automatic will ability may add to what is produced (907.1): how much shows only when it does, and what cannot be paid then is taken back.
fn answers_to_will(game: &Game, who: P) -> bool {
    options::cards(game, who, zone::FIELD)
        .into_iter()
        .chain(options::cards(game, who, zone::RULER))
        .any(|card| {
            game.abilities_of(card)
                .into_iter()
                .any(|a| super::auto::is_will(game, a))
        })
}

/// Pushes a payment of a price.
pub(super) fn push(game: &mut Game, who: P, price: &Price) {
    let (a, b) = pack(price);
    let mut step = begin(Step::Pay, who);
    step.a = a;
    step.b = b;
    game.state.done = 0;
    game.push(step);
}

/// Pushes a payment; when it is over `done` says whether it was paid.
pub(super) fn price(game: &mut Game, who: P, icons: &[(u8, i32)]) {
    push(game, who, &of(icons));
}

pub(super) fn pack(price: &Price) -> (i32, i32) {
    let half = |part: &[i32]| part.iter().rev().fold(0, |all, n| all << 7 | (n & MOST));
    let (low, high) = price.split_at(4);
    (half(low), half(high))
}

pub(super) fn unpack(a: i32, b: i32) -> Price {
    let mut out = [0; KINDS];
    for (n, slot) in out.iter_mut().enumerate() {
        let word = if n < 4 { a } else { b };
        *slot = word >> (7 * (n % 4)) & MOST;
    }
    out
}

places! {
    /// A payment (903.2j, 1003).
    place: REACH SOURCE SPEND KIND SWAP;
}

/// The payment (903.2j, 1003): will abilities may be used until the purse covers the price (1003.5); then the will is spent.
pub(super) fn will(game: &mut Game, s: KernelStep) -> Flow {
    let price = unpack(s.a, s.b);
    let have = purse(game, s.who);
    let swaps = swaps(game, s.who);
    match s.at {
        place::REACH => {
            if covers_swapped(&have, &price, &swaps) {
                go(game, s, place::SPEND);
                return Flow::Go;
            }
            let all = sources(game, s.who, &[]);
            let hopeful = answers_to_will(game, s.who);
            let atoms: Vec<Atom> = all
                .iter()
                .enumerate()
                .filter(|(n, source)| hopeful || helps(&have, &price, &swaps, source, (&all, *n)))
                .map(|(_, source)| Atom::Act(use_act(source.card, source.ability)))
                .collect();
            if atoms.is_empty() {
                // 1003.4: all or nothing.
                game.state.done = 0;
                if game.state.marks.is_empty() {
                    return Flow::Pop;
                }
                game.take_back();
                return Flow::Go;
            }
            go(game, s, place::SOURCE);
            game.state.picks.clear();
            game.state.atoms = atoms;
            game.ask(Ask::one(s.who, AskKind::Act(window::PAYMENT)));
        }
        place::SOURCE => {
            go(game, s, place::REACH);
            if let Some(Atom::Act(act)) = game.state.picks.first().copied() {
                game.mark(Some(act));
                let mut step = begin(Step::Ability, s.who);
                step.card = act.card;
                step.a = i32::try_from(act.n).unwrap_or(0);
                game.push(step);
            }
        }
        place::SPEND => match swap_choice(&have, &price, &swaps) {
            Some((_, kinds)) if kinds.len() > 1 => {
                go(game, s, place::SWAP);
                let atoms = kinds.into_iter().map(|k| Atom::Word(u8::try_from(k).unwrap_or(0)));
                priority::ask(game, s.who, prompt::SPEND, Ref::NONE, atoms.collect());
            }
            Some((of, kinds)) if !kinds.is_empty() => {
                for kind in kinds {
                    spend_for(game, s, of, kind);
                }
            }
            _ => return spend(game, s, &price, &have),
        },
        place::SWAP => match (swap_choice(&have, &price, &swaps), game.state.picks.first().copied()) {
            (Some((of, kinds)), Some(Atom::Word(kind))) if kinds.contains(&usize::from(kind)) => {
                spend_for(game, s, of, usize::from(kind));
            }
            _ => go(game, s, place::SPEND),
        },
        _ => {
            if let Some(Atom::Word(kind)) = game.state.picks.first().copied() {
                take(game, s.who, usize::from(kind), 1);
                let mut price = price;
                if let Some(any) = price.last_mut() {
                    *any -= 1;
                }
                let (a, b) = pack(&price);
                game.goto(KernelStep {
                    at: place::SPEND,
                    a,
                    b,
                    ..s
                });
            } else {
                go(game, s, place::SPEND);
            }
        }
    }
    Flow::Go
}

/// One symbol is paid with will of this kind.
fn spend_for(game: &mut Game, s: KernelStep, symbol: usize, kind: usize) {
    take(game, s.who, kind, 1);
    let mut price = unpack(s.a, s.b);
    if let Some(n) = price.get_mut(symbol) {
        *n -= 1;
    }
    let (a, b) = pack(&price);
    game.goto(KernelStep {
        at: place::SPEND,
        a,
        b,
        ..s
    });
}

/// Whether the price can still be reached after a source is used in some way.
fn helps(have: &Price, price: &Price, swaps: &Swaps, source: &Source, (all, at): (&[Source], usize)) -> bool {
    let rest: Vec<Source> = all
        .iter()
        .enumerate()
        .filter(|(n, _)| *n != at)
        .map(|(_, s)| Source {
            card: s.card,
            ability: s.ability,
            makes: s.makes.clone(),
        })
        .collect();
    let mut rows = source.makes.iter();
    rows.any(|row| reachable(&sum(have, row), price, swaps, &rest))
}

/// The named symbols are paid with their own kinds; for the others the player chooses if there is a choice.
fn spend(game: &mut Game, s: KernelStep, price: &Price, have: &Price) -> Flow {
    let named = price.iter().take(VOID).sum::<i32>();
    if named > 0 {
        for (kind, n) in price.iter().enumerate().take(VOID) {
            take(game, s.who, kind, *n);
        }
        let mut rest = [0; KINDS];
        if let (Some(to), Some(from)) = (rest.last_mut(), price.last()) {
            *to = *from;
        }
        let (a, b) = pack(&rest);
        game.goto(KernelStep {
            at: place::SPEND,
            a,
            b,
            ..s
        });
        return Flow::Go;
    }
    let any = price.last().copied().unwrap_or(0);
    if any <= 0 {
        game.state.done = 1;
        return Flow::Pop;
    }
    let kinds: Vec<usize> = (0..KINDS).filter(|k| have.get(*k).is_some_and(|n| *n > 0)).collect();
    if total(have) <= any || kinds.len() == 1 {
        let mut left = any;
        for kind in kinds {
            let n = have.get(kind).copied().unwrap_or(0).min(left);
            take(game, s.who, kind, n);
            left -= n;
        }
        game.state.done = 1;
        return Flow::Pop;
    }
    go(game, s, place::KIND);
    // Void will first: it pays nothing else.
    let atoms = kinds
        .into_iter()
        .rev()
        .map(|k| Atom::Word(u8::try_from(k).unwrap_or(0)));
    priority::ask(game, s.who, prompt::SPEND, Ref::NONE, atoms.collect());
    Flow::Go
}

/// Takes will out of a pool. The log tells of it, so that a price that changes is seen there.
fn take(game: &mut Game, who: P, kind: usize, n: i32) {
    if let (Ok(kind), Ok(amount @ 1..)) = (u8::try_from(kind), u16::try_from(n)) {
        game.log_spent(who, kind, amount);
    }
    let slot = game.state.players.get_mut(who.ix()).and_then(|p| p.purse.get_mut(kind));
    if let Some(slot) = slot {
        *slot = slot.saturating_sub(u8::try_from(n.max(0)).unwrap_or(u8::MAX));
    }
}

/// The largest number for which something can be paid.
pub(super) fn most_x(can: impl Fn(i32) -> bool) -> i32 {
    (0..100).take_while(|x| can(*x)).last().unwrap_or(0)
}

/// Asks how much X is.
pub(super) fn ask_x(game: &mut Game, who: P, card: Ref, most: i32) {
    game.state.atoms.clear();
    let mut ask = Ask::one(who, AskKind::Rule(prompt::X));
    ask.source = card;
    ask.range = Some((0, most));
    game.ask(ask);
}
