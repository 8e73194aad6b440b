//! The engine calls as scripts see them: the same calls with whole numbers for everything. Cards are handles (number and life in one integer, -1 for
//! none), so no call builds a string or a table.
//!
//! A script cannot hold a borrowed game, so the game is lent to the thread while a script runs: it is swapped in before and out after. The bench
//! measures what that costs and takes it off the times of the scripts.

use crate::calls;
use cardwright::exec::Game;
use cardwright::kernel::{Note, P, Ref, TagId, ZoneId};
use std::cell::{Cell, RefCell};

thread_local! {
    static LENT: RefCell<Option<Game>> = const { RefCell::new(None) };
    static SWAPS: Cell<u32> = const { Cell::new(0) };
}

/// How often a game was swapped in or out.
pub(crate) fn swaps() -> u32 {
    SWAPS.get()
}

/// Makes room for lending.
pub(crate) fn prepare(spare: Game) {
    LENT.set(Some(spare));
}

/// Swaps the game of this thread with that of the caller.
#[inline]
pub(crate) fn swap(game: &mut Game) {
    SWAPS.set(SWAPS.get().wrapping_add(1));
    LENT.with_borrow_mut(|lent| std::mem::swap(lent.as_mut().expect("prepared"), game));
}

#[inline]
fn lent<R>(call: impl FnOnce(&mut Game) -> R) -> R {
    LENT.with_borrow_mut(|lent| call(lent.as_mut().expect("prepared")))
}

fn handle(card: Ref) -> i64 {
    if card == Ref::NONE {
        -1
    } else {
        i64::from(card.ix) | i64::from(card.life) << 16
    }
}

fn of(handle: i64) -> Ref {
    if handle < 0 {
        Ref::NONE
    } else {
        Ref {
            ix: (handle & 0xFFFF) as u16,
            life: (handle >> 16) as u16,
        }
    }
}

fn p(n: i64) -> P {
    P(n as u8)
}

fn zone(n: i64) -> ZoneId {
    ZoneId(n as u8)
}

pub(crate) fn me() -> i64 {
    lent(|g| i64::from(calls::me(g).0))
}
pub(crate) fn this_card() -> i64 {
    lent(|g| handle(calls::this(g)))
}
pub(crate) fn size(of_player: i64, at: i64) -> i64 {
    lent(|g| calls::cards(g, p(of_player), zone(at)).len() as i64)
}
pub(crate) fn card(of_player: i64, at: i64, n: i64) -> i64 {
    lent(|g| {
        let ix = calls::cards(g, p(of_player), zone(at)).get(n as usize).copied();
        ix.map_or(-1, |ix| handle(g.state.now(ix)))
    })
}
pub(crate) fn has_type(card: i64, types: i64) -> bool {
    lent(|g| calls::has_type(g, of(card), types as u16))
}
pub(crate) fn has_tag(card: i64, tag: i64) -> bool {
    lent(|g| calls::has_tag(g, of(card), TagId(tag as u16)))
}
pub(crate) fn level(card: i64) -> i64 {
    lent(|g| i64::from(calls::level(g, of(card))))
}
pub(crate) fn picked(n: i64) -> i64 {
    lent(|g| handle(calls::picked(g, n as usize)))
}
pub(crate) fn picked_option() -> i64 {
    lent(|g| i64::from(calls::picked_option(g)))
}
pub(crate) fn moved(n: i64) -> i64 {
    lent(|g| handle(calls::moved(g, n as usize)))
}
pub(crate) fn moved_count() -> i64 {
    lent(|g| g.state.moved.len() as i64)
}
pub(crate) fn keep_moved(slot: i64) {
    lent(|g| calls::keep_moved(g, slot as u16));
}
pub(crate) fn keep(slot: i64, card: i64) {
    lent(|g| g.keep(slot as u16, &[of(card)]));
}
pub(crate) fn kept(slot: i64, n: i64) -> i64 {
    lent(|g| {
        calls::kept(g, slot as u16)
            .get(n as usize)
            .map_or(-1, |card| handle(*card))
    })
}
pub(crate) fn kept_count(slot: i64) -> i64 {
    lent(|g| calls::kept(g, slot as u16).len() as i64)
}
pub(crate) fn past_len() -> i64 {
    lent(|g| calls::past_len(g) as i64)
}
pub(crate) fn past_put(n: i64, of_player: i64, at: i64) -> i64 {
    lent(|g| handle(calls::past_put(g, n as usize, p(of_player), zone(at))))
}
pub(crate) fn draw(n: i64) {
    lent(|g| calls::draw(g, &mut (), n as i32));
}
pub(crate) fn pile(from: i64, to: i64, n: i64, note: i64) {
    lent(|g| {
        let who = calls::me(g);
        let (from, to) = (calls::cell(g, who, zone(from)), calls::cell(g, who, zone(to)));
        calls::pile(g, &mut (), from, to, n as i32, Note(note as u8));
    });
}
pub(crate) fn begin() {
    lent(calls::begin);
}
pub(crate) fn put(card: i64, of_player: i64, at: i64, note: i64) {
    lent(|g| {
        let to = calls::cell(g, p(of_player), zone(at));
        calls::put(g, of(card), to, Note(note as u8));
    });
}
pub(crate) fn turn(card: i64, orient: i64) {
    lent(|g| calls::turn(g, of(card), orient as u8));
}
pub(crate) fn show(card: i64, all: bool) {
    lent(|g| calls::show(g, of(card), all));
}
pub(crate) fn shuffle(of_player: i64) {
    lent(|g| calls::shuffle(g, p(of_player)));
}
pub(crate) fn send() {
    lent(|g| calls::send(g, &mut ()));
}
pub(crate) fn candidates() {
    lent(calls::candidates);
}
pub(crate) fn candidate(card: i64) {
    lent(|g| calls::candidate(g, of(card)));
}
pub(crate) fn ask_cards(min: i64, max: i64) {
    lent(|g| calls::ask_cards(g, &mut (), min as u16, max as u16));
}
pub(crate) fn ask_option(count: i64) {
    lent(|g| calls::ask_option(g, &mut (), count as u8));
}
pub(crate) fn chose() {
    lent(|g| calls::chose(g, &mut ()));
}
pub(crate) fn said(n: i64) {
    lent(|g| calls::said(g, &mut (), n as i32));
}
pub(crate) fn effect(card: i64, body: i64, n: i64) {
    lent(|g| calls::effect(g, &mut (), of(card), body as u16, n as i32));
}
pub(crate) fn delay() {
    lent(|g| calls::delay(g, &mut ()));
}
pub(crate) fn deal(to: i64, n: i64) {
    lent(|g| calls::deal(g, &mut (), p(to), n as i32));
}
pub(crate) fn start_paying() {
    lent(|g| calls::start_paying(g, &mut ()));
}
pub(crate) fn pay(n: i64) {
    lent(|g| calls::pay(g, &mut (), n as i32));
}
pub(crate) fn end_paying() {
    lent(|g| calls::end_paying(g, &mut ()));
}
pub(crate) fn result() {
    lent(calls::result);
}

/// Hands every call to a macro: its name and its arguments, by their types.
macro_rules! each_call {
    ($register:ident) => {
        $register! {
            me(), this_card(), size(p: i64, zone: i64), card(p: i64, zone: i64, n: i64), has_type(card: i64, types: i64),
            has_tag(card: i64, tag: i64), level(card: i64), picked(n: i64), picked_option(), moved(n: i64), moved_count(),
            keep_moved(slot: i64), keep(slot: i64, card: i64), kept(slot: i64, n: i64), kept_count(slot: i64), past_len(),
            past_put(n: i64, p: i64, zone: i64), draw(n: i64), pile(from: i64, to: i64, n: i64, note: i64), begin(),
            put(card: i64, p: i64, zone: i64, note: i64), turn(card: i64, orient: i64), show(card: i64, all: bool),
            shuffle(p: i64), send(), candidates(), candidate(card: i64), ask_cards(min: i64, max: i64),
            ask_option(count: i64), chose(), said(n: i64), effect(card: i64, body: i64, n: i64), delay(),
            deal(to: i64, n: i64), start_paying(), pay(n: i64), end_paying(), result()
        }
    };
}
pub(crate) use each_call;
