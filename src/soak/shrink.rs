//! Making what fails small.

use super::game::Trouble;
use crate::generate::Set;

/// The most sets that are tried.
const MOST_TRIES: usize = 400;

/// The set without the made texts that the trouble does not need: halves, quarters and so on are taken out as long as it stays.
pub(super) fn shrink(set: &Set, trouble: &Trouble, fails: &dyn Fn(&Set) -> Option<Trouble>) -> Set {
    let mut small = set.clone();
    let mut tries = 0;
    let mut size = small.left().len().div_ceil(2);
    while size > 0 && tries < MOST_TRIES {
        let mut at = 0;
        loop {
            let left = small.left();
            let Some(part) = left
                .get(at..(at + size).min(left.len()))
                .filter(|part| !part.is_empty())
            else {
                break;
            };
            let mut less = small.clone();
            for piece in part {
                less.take_out(*piece);
            }
            tries += 1;
            if fails(&less).is_some_and(|other| other.is_like(trouble)) {
                small = less;
            } else {
                at += size;
            }
            if tries >= MOST_TRIES {
                break;
            }
        }
        size /= 2;
    }
    small
}
