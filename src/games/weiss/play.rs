//! Playing cards and abilities (8.6.2), and paying with stock (8.4.3).

use super::step::{Step, begin, go};
use super::tables::{
    COLORS, PLAY_FROM, WORDS, act, allow, attr, card_type, keyword, note, orient, prompt, rule, window, zone,
};
use super::{attack, geometry, layout};
use crate::ast::Category;
use crate::exec::code::Ability;
use crate::exec::{Flow, Game, Owed, Refs, UseRules, Why};
use crate::games::common::cards;
use crate::games::common::rows::places;
use crate::kernel::{
    AbilityIx, Act, Ask, AskKind, Atom, Cause, CauseKind, CellId, EffectTarget, Ev, EvInfo, EvKind, KernelStep, Note,
    P, Ref,
};
use std::ops::ControlFlow;

/// How many cards of stock a player has.
pub(super) fn stock(game: &Game, who: P) -> i32 {
    i32::try_from(game.state.cells.len(layout().of(who, zone::STOCK))).unwrap_or(0)
}

/// 8.4.3: so many cards from the top of the stock to the waiting room.
pub(super) fn pay(game: &mut Game, who: P, amount: i32, mut cause: Cause) {
    cause.rule = rule::PAY_COST;
    let way = (layout().of(who, zone::STOCK), layout().of(who, zone::WAITING_ROOM));
    cards::serially(game, way, amount, note::PAY, cause);
}

/// The colors among a player's level zone and clock (8.6.2.1.1).
fn colors(game: &Game, who: P) -> u64 {
    [zone::LEVEL, zone::CLOCK]
        .into_iter()
        .flat_map(|z| game.state.cells.cards(layout().of(who, z)).iter())
        .fold(0, |all, ix| all | game.info(game.state.now(*ix)).values & COLORS)
}

/// What every card a player could play is measured by.
struct Means {
    who: P,
    colors: u64,
    level: i32,
    stock: i32,
}

impl Means {
    fn of(game: &Game, who: P) -> Means {
        Means {
            who,
            colors: colors(game, who),
            level: game.player_attr(who, super::tables::player::LEVEL),
            stock: stock(game, who),
        }
    }
}

/// Whether a card can be played (8.6.2.1, 8.6.2.3).
fn playable(game: &Game, means: &Means, card: Ref, free: bool) -> bool {
    Why::nothing(|why| hurdles(game, means, card, free, why))
}

/// What stands in the way of playing a card.
fn hurdles(game: &Game, means: &Means, card: Ref, free: bool, why: &mut Why) -> ControlFlow<()> {
    let info = game.info(card);
    let climax = info.types & card_type::CLIMAX != 0;
    let level = info.attr(attr::LEVEL.ix());
    // 8.6.2.1.2: level; 8.6.2.1.2.1: climaxes have none.
    if !climax && level > means.level {
        why.not("8.6.2.1.2", || {
            format!("its level is {level}, and yours is {}", means.level)
        })?;
    }
    // 8.6.2.1.1: color; 8.6.2.1.1.1: level-0 characters and events are exempt, climaxes are not.
    let exempt = !climax && level <= 0;
    if !exempt && info.values & COLORS & means.colors == 0 && !colorless_allowed(game, means.who, card) {
        why.not("8.6.2.1.1", || {
            format!(
                "it is {}, and no card of your level zone or clock is",
                color_words(info.values)
            )
        })?;
    }
    let price = price(game, card);
    if !free && price > means.stock {
        why.not("8.6.2.3", || {
            format!("it costs {price}, and your stock has {}", means.stock)
        })?;
    }
    let owed = Owed {
        currency: if free { 0 } else { price },
        ..Owed::default()
    };
    // 8.6.2.3.2: all costs are paid in full, or it cannot be played.
    if !game.texts_payable(&texts(game, card), card, means.who, &owed) {
        why.not("8.6.2.3.2", || {
            "what its text costs besides cannot be paid in full".to_owned()
        })?;
    }
    why.unless_forbidden(game, &played(game, means.who, card), "1.3.3")
}

/// The texts that an event carries out.
fn texts(game: &Game, card: Ref) -> Vec<AbilityIx> {
    let all = &game.pool.def(game.state.card(card.ix).def).abilities;
    let is_text = |a: &AbilityIx| game.pool.ability(*a).category == Category::Play;
    all.iter().copied().filter(is_text).collect()
}

/// The colors of a card in words.
fn color_words(values: u64) -> String {
    let rows = WORDS.iter().enumerate();
    let colors = rows.filter(|(bit, _)| values & COLORS >> bit & 1 == 1 && COLORS >> bit & 1 == 1);
    let words: Vec<&str> = colors.map(|(_, (_, word))| *word).collect();
    if words.is_empty() {
        "colorless".to_owned()
    } else {
        words.join(" and ")
    }
}

/// Notes why a player cannot do something with a card in a window.
pub(super) fn why_not(game: &Game, who: P, card: Ref, asked: u8, why: &mut Why) {
    let info = game.info(card);
    let climax = info.types & card_type::CLIMAX != 0;
    let place = game.zone_of(game.state.card(card.ix).cell);
    let can_begin = offered(game, who).contains(&card);
    match asked {
        window::MAIN if can_begin => why.of_act(act::PLAY, |why| {
            if climax {
                return why.not("6.6.1.2.1", || "climaxes are played in the climax phase".to_owned());
            }
            hurdles(game, &Means::of(game, who), card, false, why)
        }),
        window::CLIMAX if can_begin => why.of_act(act::PLAY, |why| {
            if !climax {
                return why.not("6.6.1.2.1", || {
                    "only climaxes are played in the climax phase".to_owned()
                });
            }
            hurdles(game, &Means::of(game, who), card, false, why)
        }),
        window::COUNTER if can_begin => why.of_act(act::PLAY, |why| {
            if !is_counter(game, card) {
                return why.not("7.4.1.2.1", || {
                    "in the counter step only events with the counter icon are played".to_owned()
                });
            }
            hurdles(game, &Means::of(game, who), card, false, why)
        }),
        window::CLIMAX => why.of_act(act::PLAY, |why| {
            why.not("6.6.1.2.1", || {
                "in the climax phase only climaxes of the hand are played".to_owned()
            })
        }),
        window::ATTACK if place != zone::STAGE => {
            why.of_act(act::ATTACK, |why| {
                why.not("7.2.1.3", || {
                    "in the attack step only characters of the stage can do something".to_owned()
                })
            });
        }
        window::ATTACK => attack::why_not(game, who, card, why),
        window::CLOCK if place != zone::HAND => {
            why.of_act(act::CLOCK, |why| {
                why.not("6.4.1.2", || {
                    "in the clock phase only cards of the hand are put into the clock".to_owned()
                })
            });
        }
        // Whoever asks about a card that can go to the clock wants to know why it cannot be played.
        window::CLOCK => why.of_act(act::PLAY, |why| {
            let (rule, words) = if climax {
                ("6.6.1.2.1", "climaxes are played in the climax phase")
            } else if info.types & card_type::EVENT != 0 {
                ("6.5.1.2.2", "events are played in the main phase")
            } else {
                ("6.5.1.2.1", "characters are played in the main phase")
            };
            why.not(rule, || words.to_owned())
        }),
        _ => {}
    }
    if matches!(asked, window::CLOCK | window::CLIMAX | window::ATTACK) {
        let words = "abilities are used in the main phase";
        game.why_used_later(card, act::USE, "6.5.1.2.3", words, why);
    }
    if matches!(asked, window::MAIN | window::COUNTER) {
        let icon = game.pool.known_keyword(keyword::COUNTER);
        let fits = |ability: &Ability, why: &mut Why| {
            if asked == window::COUNTER && ability.keywords & icon == 0 {
                return why.not("7.4.1.2.1", || {
                    "in the counter step only abilities with the counter icon are used".to_owned()
                });
            }
            ControlFlow::Continue(())
        };
        let before = why.count();
        game.why_unused(who, card, act::USE, USE_RULES, &fits, why);
        let silent = why.count() == before;
        let has = game
            .abilities_of(card)
            .iter()
            .any(|a| game.pool.ability(*a).category == Category::Act);
        if !can_begin && silent && !has {
            why.of_act(act::USE, |why| {
                why.not("6.5.1.2.3", || {
                    "it has no ability that is used by its player".to_owned()
                })
            });
        }
    }
}

/// What the rules say of using an ability.
const USE_RULES: UseRules = UseRules {
    condition: "6.5.1.2.3",
    limit: "6.5.1.2.3",
    cost: "8.4.2.2",
    forbidden: "1.3.3",
};

fn colorless_allowed(game: &Game, who: P, card: Ref) -> bool {
    game.allowed(allow::PLAY_WITHOUT_COLOR, EffectTarget::Card(card))
        || game.allowed(allow::PLAY_WITHOUT_COLOR, EffectTarget::Player(who))
}

/// The cost of a card with all changes (2.7.2).
fn price(game: &Game, card: Ref) -> i32 {
    game.price(card, game.info(card).attr(attr::COST.ix()))
}

/// The note that a card is played.
fn played(game: &Game, who: P, card: Ref) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: note::PLAY,
        subj: card,
        who,
        from: game.state.card(card.ix).cell,
        to: game.state.card(card.ix).cell,
        cause: Cause {
            kind: CauseKind::Play,
            by: who,
            src: card,
            ability: Cause::NO_ABILITY,
            rule: rule::PLAY_CARD,
        },
        ..Ev::default()
    }
}

/// The cards a player plays from: the hand (8.6.2.1), and what an effect lets them play from elsewhere (1.3.1).
fn offered(game: &Game, who: P) -> Refs {
    let cards = |z| {
        game.state
            .cells
            .cards(layout().of(who, z))
            .iter()
            .map(|ix| game.state.now(*ix))
    };
    let mut out: Refs = cards(zone::HAND).collect();
    if game.has_permissions() {
        let elsewhere = PLAY_FROM.into_iter().flat_map(cards);
        out.extend(elsewhere.filter(|card| game.allowed_with(allow::PLAY_FROM, who, *card)));
    }
    out
}

/// The actions of the main phase (6.5.1.2).
pub(super) fn list_main(game: &Game, who: P, out: &mut Vec<Atom>) {
    let means = Means::of(game, who);
    for card in offered(game, who) {
        if game.info(card).types & card_type::CLIMAX == 0 && playable(game, &means, card, false) {
            out.push(play_atom(card));
        }
    }
    list_abilities(game, who, false, out);
    list_moves(game, who, out);
}

fn play_atom(card: Ref) -> Atom {
    Atom::Act(Act {
        kind: act::PLAY,
        card,
        n: 0,
    })
}

/// 6.6.1.2.1: climaxes from the hand.
pub(super) fn list_climaxes(game: &Game, who: P, out: &mut Vec<Atom>) {
    let means = Means::of(game, who);
    for card in offered(game, who) {
        if game.info(card).types & card_type::CLIMAX != 0 && playable(game, &means, card, false) {
            out.push(play_atom(card));
        }
    }
}

/// 7.4.1.2.1: events and abilities with the counter icon.
pub(super) fn list_counters(game: &Game, who: P, out: &mut Vec<Atom>) {
    let means = Means::of(game, who);
    for card in offered(game, who) {
        if is_counter(game, card) && playable(game, &means, card, false) {
            out.push(play_atom(card));
        }
    }
    list_abilities(game, who, true, out);
}

/// An event with the counter icon.
fn is_counter(game: &Game, card: Ref) -> bool {
    let icon = game.pool.known_keyword(keyword::COUNTER);
    let info = game.info(card);
    let texts = &game.pool.def(info.def).abilities;
    info.types & card_type::EVENT != 0 && texts.iter().any(|a| is_counter_text(game, *a, icon))
}

fn is_counter_text(game: &Game, ability: AbilityIx, icon: u128) -> bool {
    let ability = game.pool.ability(ability);
    ability.category == Category::Play && ability.keywords & icon != 0
}

/// The abilities a player can use (6.5.1.2.3); in the counter step only those with the icon.
fn list_abilities(game: &Game, who: P, counter: bool, out: &mut Vec<Atom>) {
    let icon = game.pool.known_keyword(keyword::COUNTER);
    game.list_usable(who, act::USE, &|ability| !counter || ability.keywords & icon != 0, out);
}

/// 6.5.1.2.4: the contents of two positions change places; two empty ones would change nothing.
fn list_moves(game: &Game, who: P, out: &mut Vec<Atom>) {
    let (from, to) = layout().span(who, zone::STAGE);
    for a in (from.0..to.0).map(CellId) {
        let empty = game.state.cells.is_empty(a);
        for b in (a.0..to.0).skip(1).map(CellId) {
            if (!empty || !game.state.cells.is_empty(b)) && can_swap(game, who, a, b) {
                out.push(Atom::Act(Act {
                    kind: act::MOVE,
                    card: Ref::NONE,
                    n: u32::from(a.0) << 8 | u32::from(b.0),
                }));
            }
        }
    }
}

/// Carries out an action.
pub(super) fn act(game: &mut Game, who: P, action: Act) {
    match action.kind {
        act::PLAY => {
            let mut step = begin(Step::PlayCard, who);
            step.card = action.card;
            game.push(step);
        }
        act::USE => game.use_ability(who, action.card, AbilityIx(action.n)),
        act::MOVE => swap(game, action.n),
        _ => {}
    }
}

/// 1.3.3: an exchange of which a part cannot happen is none.
fn can_swap(game: &Game, who: P, a: CellId, b: CellId) -> bool {
    let cause = Cause::rule(rule::SWAP, who);
    let free = |from: CellId, to: CellId| {
        let mut cards = game.state.cells.cards(from).iter();
        cards.all(|ix| !game.forbidden(&game.move_ev(game.state.now(*ix), to, note::MOVE, cause)))
    };
    free(a, b) && free(b, a)
}

fn swap(game: &mut Game, pair: u32) {
    let cell = |n: u32| CellId(u8::try_from(n & 0xFF).unwrap_or(u8::MAX));
    let (a, b) = (cell(pair >> 8), cell(pair));
    let cause = Cause::rule(rule::SWAP, game.state.turn.player);
    let mut batch = std::mem::take(&mut game.state.batch);
    batch.clear();
    for (from, to) in [(a, b), (b, a)] {
        for ix in game.state.cells.cards(from) {
            let card = game.state.now(*ix);
            batch.push(game.move_ev(card, to, note::MOVE, cause));
        }
    }
    game.state.batch = batch;
    game.send();
}

/// Plays a card by an effect; its requirements and cost are those of playing, unless it is free.
pub(super) fn by_effect(game: &mut Game, who: P, card: Ref, free: bool) -> bool {
    if !game.state.alive(card) || !playable(game, &Means::of(game, who), card, free) {
        return false;
    }
    let mut step = begin(Step::PlayCard, who);
    step.card = card;
    step.b = i32::from(free);
    game.push(step);
    true
}

places! {
    /// Playing a card (8.6.2).
    place: SHOW POSITION PAY PAID RESOLVE TEXT LEAVE OVER;
}

/// The play procedure of a card (8.6.2): designate, choose a position, pay, resolve. `a` is the position, `b` says that it is free.
pub(super) fn card(game: &mut Game, s: KernelStep) -> Flow {
    let types = game.info(s.card).types;
    let cause = Cause {
        kind: CauseKind::Play,
        by: s.who,
        src: s.card,
        ability: Cause::NO_ABILITY,
        rule: rule::PLAY_CARD,
    };
    match s.at {
        place::SHOW => {
            // 8.6.2.1: the card is shown to the opponent.
            go(game, s, place::POSITION);
            game.emit(Ev {
                kind: EvKind::Reveal,
                tag: Note::NONE,
                subj: s.card,
                who: s.who,
                from: game.state.card(s.card.ix).cell,
                to: game.state.card(s.card.ix).cell,
                cause,
                ..Ev::default()
            });
        }
        place::POSITION => {
            // 8.6.2.2.1: a character needs a position.
            go(game, s, place::PAY);
            game.state.picks.clear();
            if types & card_type::CHARACTER != 0 {
                game.state.atoms = geometry::stage(s.who).map(Atom::Cell).collect();
                let mut ask = Ask::one(s.who, AskKind::Rule(prompt::POSITION));
                ask.source = s.card;
                game.ask(ask);
            }
        }
        place::PAY => {
            let cell = match game.state.picks.first() {
                Some(Atom::Cell(cell)) => i32::from(cell.0),
                _ => 0,
            };
            game.goto(KernelStep {
                at: place::PAID,
                a: cell,
                ..s
            });
            let price = if s.b == 1 { 0 } else { price(game, s.card) };
            if price > 0 {
                game.state.paying += 1;
                pay(
                    game,
                    s.who,
                    price,
                    Cause {
                        kind: CauseKind::Cost,
                        ..cause
                    },
                );
            } else {
                go(game, KernelStep { a: cell, ..s }, place::RESOLVE);
            }
        }
        place::PAID => {
            // 8.4.2.1: what waited for the payment happens now.
            go(game, s, place::RESOLVE);
            game.state.paying = game.state.paying.saturating_sub(1);
            if game.state.paying == 0 {
                game.kernel().interrupts(game);
            }
        }
        place::RESOLVE => return resolve(game, s, types, cause),
        place::TEXT => {
            // 8.6.2.4.2: the event does what it says.
            go(game, s, place::LEAVE);
            let card = game.state.now(s.card.ix);
            for text in texts(game, card).into_iter().rev() {
                let run = game.new_run(text, card, card, s.who, EvInfo::default(), None);
                game.begin_run(run);
            }
        }
        place::LEAVE => {
            go(game, s, place::OVER);
            let card = game.state.now(s.card.ix);
            if game.zone_of(game.state.card(card.ix).cell) == zone::RESOLUTION {
                let owner = game.state.card(card.ix).owner;
                let cause = Cause {
                    rule: rule::RESOLVE_EVENT,
                    ..cause
                };
                let ev = game.move_ev(card, layout().of(owner, zone::WAITING_ROOM), note::PUT, cause);
                game.emit(ev);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// 8.6.2.4: the card goes where its type belongs.
fn resolve(game: &mut Game, s: KernelStep, types: u32, cause: Cause) -> Flow {
    if !game.state.alive(s.card) {
        return Flow::Pop;
    }
    let (to, rule, next) = if types & card_type::CHARACTER != 0 {
        (super::record::cell_of(s.a), rule::PLACE_CHARACTER, place::OVER)
    } else if types & card_type::CLIMAX != 0 {
        (layout().of(s.who, zone::CLIMAX), rule::PLACE_CLIMAX, place::OVER)
    } else {
        (layout().of(s.who, zone::RESOLUTION), rule::RESOLVE_EVENT, place::TEXT)
    };
    go(game, s, next);
    let cause = Cause { rule, ..cause };
    let mut placed = game.move_ev(s.card, to, note::PLAY, cause);
    placed.orient = orient::STANDING;
    let noted = played(game, s.who, s.card);
    game.state.batch.clear();
    game.state.batch.extend([placed, noted]);
    game.send();
    Flow::Go
}
