//! What the words of a card ask for: cards that fit its descriptions, and where they lie.

use super::Types;
use super::board::Habits;
use crate::exec::Pool;
use crate::exec::code::{
    AttrKey, Cmp, Cond, Def, Demand, Filter, Icon, Num, NumIx, Obj, PatObject, PatSubject, Place, PlaceIx, Select, Who,
};
use crate::kernel::{DefId, Rng, ZoneId};

/// The most descriptions of a card that are looked at.
const MOST: usize = 40;

/// Whose zone is meant, seen from the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Own,
    Other,
    Either,
}

/// A card that fits a description, and where one is asked for.
#[derive(Debug, Clone)]
pub(super) struct Want {
    /// What fits.
    pub(super) def: DefId,
    /// Where.
    pub(super) zones: Vec<ZoneId>,
    pub(super) side: Side,
    /// How it lies.
    pub(super) orient: Option<u8>,
    pub(super) face_down: Option<bool>,
    pub(super) counter: Option<(u8, i32)>,
    /// A state that only the game knows.
    pub(super) state: Option<&'static str>,
}

/// Numbers that a card compares something with.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbers {
    /// Numbers of players: whose, which, how much.
    pub(super) players: Vec<(Side, u8, i32)>,
    /// The greatest number of cards that is asked for.
    pub(super) most: u32,
    /// Kinds of counters that the card speaks of.
    pub(super) counters: Vec<u8>,
    /// States that only the game knows and that the card speaks of, by their words.
    pub(super) states: Vec<&'static str>,
}

/// What one card asks for.
#[derive(Debug, Clone, Default)]
pub(super) struct Wants {
    pub(super) cards: Vec<Want>,
    pub(super) numbers: Numbers,
}

/// Finds what a card asks for and adds cards that fit to the pool.
pub(super) fn wants(pool: &mut Pool, defs: &[DefId], bases: (&[DefId], &Habits), rng: &mut Rng) -> Wants {
    let mut out = Wants {
        numbers: numbers(pool, defs),
        ..Wants::default()
    };
    for select in descriptions(pool, defs) {
        for _ in 0..2 {
            if let Some(want) = fitting(pool, &select, bases, rng) {
                out.cards.push(want);
            }
        }
    }
    out
}

fn descriptions(pool: &Pool, defs: &[DefId]) -> Vec<Select> {
    let mut out: Vec<Select> = Vec::new();
    let mut add = |select: &Select| {
        if out.len() < MOST && !out.contains(select) {
            out.push(select.clone());
        }
    };
    for (obj, written) in pool.objs.iter().zip(&pool.obj_src) {
        if let Obj::Select(select) = obj
            && defs.contains(&written.def)
        {
            add(select);
        }
    }
    for (cond, written) in pool.conds.iter().zip(&pool.cond_src) {
        if let Cond::Fit { objs, filters, .. } = cond
            && defs.contains(&written.def)
        {
            let mut select = match pool.obj(*objs) {
                Obj::Select(select) => Select::clone(select),
                _ => Select::default(),
            };
            select.filters.extend(filters.iter().cloned());
            add(&select);
        }
    }
    for (pattern, written) in pool.patterns.iter().zip(&pool.pattern_src) {
        if !defs.contains(&written.def) {
            continue;
        }
        if let PatSubject::Fits(select) = &pattern.subject {
            add(select);
        }
        if let Some(PatObject::Fits(select)) = &pattern.object {
            add(select);
        }
        if let Some(select) = pattern.by.as_ref().and_then(|by| by.card.as_ref()) {
            add(select);
        }
    }
    out
}

fn side(who: Option<&Who>) -> Side {
    match who {
        Some(Who::You | Who::Actor) => Side::Own,
        Some(Who::Opponent) => Side::Other,
        _ => Side::Either,
    }
}

fn constant(pool: &Pool, ix: NumIx) -> Option<i32> {
    match pool.num(ix) {
        Num::Const(n) => Some(*n),
        Num::Was(inner) => constant(pool, *inner),
        Num::Mul(a, b) => constant(pool, *a)?.checked_mul(constant(pool, *b)?),
        _ => None,
    }
}

fn numbers(pool: &Pool, defs: &[DefId]) -> Numbers {
    let mut out = Numbers {
        most: 3,
        ..Numbers::default()
    };
    own_states(pool, defs, &mut out);
    let own = pool.conds.iter().zip(&pool.cond_src);
    for (cond, _) in own.filter(|(_, written)| defs.contains(&written.def)) {
        let Cond::Compare(a, _, b) = cond else { continue };
        for (side_a, side_b) in [(a, b), (b, a)] {
            let Some(n) = constant(pool, *side_b) else { continue };
            match pool.num(*side_a) {
                Num::Player(who, val) => {
                    for near in [n - 1, n, n + 1] {
                        out.players.push((side(Some(who)), *val, near.max(0)));
                    }
                }
                Num::Count(_) | Num::Distinct(..) | Num::Icons(..) => {
                    out.most = out.most.max(u32::try_from(n.clamp(0, 12)).unwrap_or(0) + 1);
                }
                _ => {}
            }
        }
    }
    out
}

/// Counters and states of the card itself, wherever it speaks of them.
fn own_states(pool: &Pool, defs: &[DefId], out: &mut Numbers) {
    let mut filters: Vec<&Filter> = Vec::new();
    for (cond, written) in pool.conds.iter().zip(&pool.cond_src) {
        if let Cond::Fit { filters: list, .. } = cond
            && defs.contains(&written.def)
        {
            filters.extend(list);
        }
    }
    while let Some(filter) = filters.pop() {
        match filter {
            Filter::Counter(Some(kind), ..) => out.counters.push(*kind),
            Filter::State(state) => out.states.extend(pool.tables.states.get(usize::from(*state)).copied()),
            Filter::Not(inner) => filters.push(inner),
            Filter::Any(list) | Filter::All(list) => filters.extend(list),
            _ => {}
        }
    }
    let costs = pool
        .abilities
        .iter()
        .filter(|a| defs.contains(&a.def))
        .filter_map(|a| a.cost);
    for demand in costs.flat_map(|cost| &pool.cost(cost).demands) {
        if let Demand::Counters(_, kind, _) = demand {
            out.counters.push(*kind);
        }
    }
    out.counters.sort_unstable();
    out.counters.dedup();
    out.states.sort_unstable();
    out.states.dedup();
}

/// The zones of a place, and whose.
fn zones(pool: &Pool, place: PlaceIx, out: &mut Vec<ZoneId>, whose: &mut Side) {
    match pool.place(place) {
        Place::Zone { zones, whose: who, .. } => {
            out.extend(zones.iter().map(|(zone, _)| *zone));
            if who.is_some() {
                *whose = side(who.as_ref());
            }
        }
        Place::Or(places) => places.iter().for_each(|p| zones(pool, *p, out, whose)),
        Place::Both(a, b) => [a, b].into_iter().for_each(|p| zones(pool, *p, out, whose)),
        _ => {}
    }
}

/// A new card that fits a description, made from one that there is.
fn fitting(pool: &mut Pool, select: &Select, (bases, habits): (&[DefId], &Habits), rng: &mut Rng) -> Option<Want> {
    let mut types = types_asked(select);
    let (mut at, mut whose) = (Vec::new(), Side::Either);
    select
        .places
        .iter()
        .for_each(|place| zones(pool, *place, &mut at, &mut whose));
    if types == 0 {
        // What lies in such a place in real games.
        types = at.iter().fold(0, |all, zone| all | habits.types(*zone));
    }
    let tokens = tokens(pool, select);
    let fits: Vec<DefId> = tokens
        .as_deref()
        .unwrap_or(bases)
        .iter()
        .copied()
        .filter(|def| types == 0 || pool.def(*def).printed.types & types != 0)
        .collect();
    let named = named(pool, select, rng);
    let base = match named {
        Some(def) => def,
        None => *fits.get(rng.below(u32::try_from(fits.len()).ok()?) as usize)?,
    };
    let mut want = Want {
        def: base,
        zones: Vec::new(),
        side: side(select.whose.as_ref()),
        orient: None,
        face_down: None,
        counter: None,
        state: None,
    };
    for place in &select.places {
        zones(pool, *place, &mut want.zones, &mut want.side);
    }
    if named.is_some() {
        for filter in &select.filters {
            fit(pool, &mut pool.def(base).clone(), &mut want, filter, rng);
        }
        return Some(want);
    }
    let mut def = if tokens.is_some() {
        pool.def(base).clone()
    } else {
        plain(pool.def(base))
    };
    let blank = def.printed;
    for filter in &select.filters {
        fit(pool, &mut def, &mut want, filter, rng);
    }
    if def.printed == blank && def.icons == pool.def(base).icons && def.texts == pool.def(base).texts {
        return Some(want);
    }
    want.def = DefId(u16::try_from(pool.defs.len()).ok()?);
    def.printed.def = want.def;
    def.front = want.def;
    def.sides.clear();
    def.name = format!("{} (made to fit)", pool.def(base).name);
    pool.defs.push(def);
    Some(want)
}

/// The tokens of the pool, if a token is asked for.
fn tokens(pool: &Pool, select: &Select) -> Option<Vec<DefId>> {
    let word = |state: u8| pool.tables.states.get(usize::from(state)) == Some(&"token");
    let asked = |filter: &Filter| matches!(filter, Filter::State(state) if word(*state));
    if !select.filters.iter().any(asked) {
        return None;
    }
    let all = (0u16..).zip(&pool.defs);
    Some(
        all.filter(|(_, def)| def.token && def.side == 0)
            .map(|(at, _)| DefId(at))
            .collect(),
    )
}

/// A card of the pool with the name that is asked for.
fn named(pool: &Pool, select: &Select, rng: &mut Rng) -> Option<DefId> {
    let names = select.filters.iter().find_map(|filter| match filter {
        Filter::Named(name) => Some(vec![*name]),
        Filter::NameAmong(names, _) => Some(names.clone()),
        _ => None,
    })?;
    let at = rng.below(u32::try_from(names.len()).ok()?) as usize;
    let name = *names.get(at)?;
    let mut defs = (0u16..).zip(&pool.defs).filter(|(_, def)| def.side == 0);
    defs.find(|(_, def)| def.printed.named(name)).map(|(at, _)| DefId(at))
}

/// A card without its abilities.
fn plain(def: &Def) -> Def {
    let mut plain = def.clone();
    plain.abilities.clear();
    (plain.own_keys, plain.watch_keys) = (0, 0);
    (plain.static_zones, plain.act_zones, plain.watch_zones) = (0, 0, 0);
    plain.printed.keywords = 0;
    plain
}

fn types_asked(select: &Select) -> Types {
    let mut types = select.types;
    for filter in &select.filters {
        if let Filter::Type(more) = filter {
            types = if types == 0 { *more } else { types & more };
        }
    }
    types
}

/// Makes a card fit, as far as that lies in the card.
fn fit(pool: &Pool, def: &mut Def, want: &mut Want, filter: &Filter, rng: &mut Rng) {
    match filter {
        Filter::Tag(tag) => def.printed.tags.insert(*tag),
        Filter::Named(name) => {
            def.printed.name_count = 0;
            def.printed.add_name(*name);
        }
        Filter::NameAmong(names, _) => {
            let at = rng.below(u32::try_from(names.len()).unwrap_or(0)) as usize;
            if let Some(name) = names.get(at) {
                def.printed.name_count = 0;
                def.printed.add_name(*name);
            }
        }
        Filter::TextHas(which, words) => {
            if let (Some(text), Some(word)) = (def.texts.get_mut(usize::from(*which)), words.first()) {
                *text = Some(word.clone());
            }
        }
        Filter::Words(mask) => def.printed.values |= mask & mask.wrapping_neg(),
        Filter::NoWords(mask) => def.printed.values &= !mask,
        Filter::Attr(attr, cmp, n) => {
            if let (Some(n), Some(value)) = (constant(pool, *n), def.printed.attrs.get_mut(attr.ix())) {
                if !cmp.holds(*value, n) {
                    *value = match cmp {
                        Cmp::Is | Cmp::AtLeast | Cmp::AtMost => n,
                        Cmp::More => n.saturating_add(1),
                        Cmp::Less => n.saturating_sub(1),
                    };
                }
                def.printed.has |= attr.bit();
            }
        }
        Filter::Keyword(bits) => def.printed.keywords |= bits & bits.wrapping_neg(),
        Filter::Icons(Some(kind), Cmp::AtLeast | Cmp::More | Cmp::Is, n) => {
            let n = constant(pool, *n).unwrap_or(1).clamp(0, 5);
            for _ in 0..n {
                def.icons.push(*kind);
            }
        }
        Filter::Price(kind) => {
            let count = def.price.first().map(|icon| icon.count);
            def.price.extend(count.map(|count| Icon { kind: *kind, count }));
        }
        Filter::State(state) => want.state = pool.tables.states.get(usize::from(*state)).copied(),
        Filter::Orient(orient) => want.orient = Some(*orient),
        Filter::FaceDown(down) => want.face_down = Some(*down),
        Filter::Counter(kind, Cmp::AtLeast | Cmp::More | Cmp::Is, n) => {
            let n = constant(pool, *n).unwrap_or(1).max(1);
            want.counter = Some((kind.unwrap_or(0), n));
        }
        Filter::At(place) | Filter::Noun(place) => zones(pool, *place, &mut want.zones, &mut want.side),
        Filter::Of(who) | Filter::OwnedBy(who) => want.side = side(Some(who)),
        Filter::Same(AttrKey::Name, _) => {}
        Filter::Any(list) => {
            let at = rng.below(u32::try_from(list.len()).unwrap_or(0)) as usize;
            if let Some(one) = list.get(at) {
                fit(pool, def, want, one, rng);
            }
        }
        Filter::All(list) => list.iter().for_each(|f| fit(pool, def, want, f, rng)),
        _ => {}
    }
}
