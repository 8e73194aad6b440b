//! How a card that is spoken of is judged: as it is, or as it last was.
//!
//! All games have one rule for this (weiss 8.11.1, vanguard 8.8.1, evolve 10.11.1, fow 911.1): what an effect says of a card that has changed its zone
//! meanwhile, it says of the card as it last was in the zone that is meant. So the *present* looks at the card where it is, unless it has left the board
//! for a place where it has no states: then at what was last known. The *past* (`was`, `had`) looks at the card before it last left, wherever it is now.

use super::{Env, Look, Refs};
use crate::exec::code::{Obj, ObjIx};
use crate::exec::game::Game;
use crate::kernel::{CellId, Lki, Ref};
use smallvec::SmallVec;

/// Cards as they are judged.
pub(super) type Looks<'g> = SmallVec<[Look<'g>; 4]>;

/// No cell at all.
const NOWHERE: CellId = CellId(u8::MAX);

impl<'g> Look<'g> {
    /// A card as it is remembered.
    pub(in crate::exec) fn back(last: &'g Lki) -> Look<'g> {
        Look {
            card: last.old,
            chars: &last.chars,
            cell: last.cell,
            orient: last.orient,
            face_down: last.face_down,
            last: Some(last),
            elsewhere: None,
            goes: None,
        }
    }
}

impl Game {
    /// The cards that are spoken of, as they are judged; without those of which nothing is known any more.
    pub(super) fn seen(&self, ix: ObjIx, env: &Env<'_>) -> Looks<'_> {
        let mut out = Looks::new();
        self.add_seen(ix, env, &mut out);
        out
    }

    fn add_seen<'g>(&'g self, ix: ObjIx, env: &Env<'_>, out: &mut Looks<'g>) {
        match self.pool.obj(ix) {
            Obj::This => out.extend(self.judged(env.src, env.src0, env)),
            Obj::EventSubject => out.extend(self.judged(env.ev.subj, env.ev.subj0, env)),
            Obj::Join(all) => all.iter().for_each(|ix| self.add_seen(*ix, env, out)),
            _ => {
                let mut cards = Refs::new();
                self.collect(ix, env, &mut cards);
                out.extend(cards.iter().filter_map(|r| self.judged(*r, *r, env)));
            }
        }
    }

    /// A card as it is judged: as it is now, or as it last was. `first` is the card as the ability first knew it.
    pub(super) fn judged(&self, now: Ref, first: Ref, env: &Env<'_>) -> Option<Look<'_>> {
        let alive = self.state.alive(now);
        let card = self.state.cards.get(usize::from(now.ix));
        // What nothing is remembered of, which is most cards, costs no search.
        let last = if self.state.lki.is_empty() {
            None
        } else {
            self.last_meant(now, first, env)
        };
        let here = card.filter(|_| alive).map(|card| self.look_at(now, card));
        let Some(last) = last else { return here };
        let back = Look::back(last);
        if env.past {
            return Some(back);
        }
        match here {
            Some(here) if self.rank(last.cell) <= self.rank(here.cell) => Some(here),
            Some(here) => Some(Look {
                elsewhere: Some(here.cell),
                ..back
            }),
            None => Some(Look {
                elsewhere: Some(NOWHERE),
                ..back
            }),
        }
    }

    /// What is remembered of a card and of what it was before, as far as the ability moved it: the last time on the board if there was one.
    fn last_meant(&self, now: Ref, first: Ref, env: &Env<'_>) -> Option<&Lki> {
        let gone = |r: Ref| self.state.last_of(r).filter(|_| !self.state.alive(r));
        let mut best = gone(now);
        let began = if env.since > 0 { env.since } else { env.start };
        let mut at = now;
        // Newest first, so that one walk follows the card back through its lives.
        for last in self.state.lki.iter().rev() {
            if began == 0 || last.stamp < began {
                break;
            }
            if last.new == at && (env.past || last.old != last.new) {
                at = last.old;
                best = self.better(best, last);
            }
        }
        match gone(first).filter(|_| first != now) {
            Some(last) => self.better(best, last),
            None => best,
        }
    }

    /// Of two memories of a card, the one on the board; of two there, the newer one.
    fn better<'g>(&self, best: Option<&'g Lki>, other: &'g Lki) -> Option<&'g Lki> {
        match best {
            Some(best) if self.rank(best.cell) >= self.rank(other.cell) => Some(best),
            _ => Some(other),
        }
    }

    /// How much a card can be in a zone: on the board it has states; where effects reach it, other numbers than the printed ones.
    fn rank(&self, cell: CellId) -> u8 {
        let zone = self.layout().zone(self.zone_of(cell));
        2 * u8::from(zone.board) + u8::from(zone.computed)
    }
}
