//! Who plays whom with what. Games come in pairs with the seats changed, and in fours with the decks changed too.

use crate::kernel::P;

/// What is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The seed of the whole run.
    pub seed: u64,
    /// The decks, each once: every one plays against every other; a single one plays against itself.
    pub decks: Vec<String>,
    /// The decks that play against themselves too, by their place.
    pub mirrors: Vec<usize>,
    /// The two players.
    pub players: [String; 2],
}

/// One game of a plan: seat by seat, which deck and which player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The number of the game, from 0.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// The decks of the seats, by their place in the plan.
    pub decks: [usize; 2],
    /// The players of the seats, by their place in the plan.
    pub players: [usize; 2],
}

impl Plan {
    /// The pairings of decks, in order.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.decks.len();
        let all = (0..count).flat_map(|a| (a..count).map(move |b| (a, b)));
        all.filter(|(a, b)| a != b || count == 1 || self.mirrors.contains(a))
            .collect()
    }

    /// How many games it takes until every pairing was played by both players with both decks on both seats.
    pub fn round(&self) -> u64 {
        (self.pairings().len() as u64).saturating_mul(4)
    }

    /// The game with a number. Two neighbours are a pair: the same decks and players, with the seats changed. Two neighbouring pairs have the decks
    /// changed between the players. Every game has a seed of its own: with the seats changed the same chances would deal other hands anyway.
    pub fn setup(&self, number: u64) -> Setup {
        let pairings = self.pairings();
        let many = pairings.len().max(1) as u64;
        let pairing = usize::try_from(number / 4 % many).unwrap_or(0);
        let (a, b) = pairings.get(pairing).copied().unwrap_or((0, 0));
        let (decks, players) = match (number / 2 % 2, number % 2) {
            (0, 0) => ([a, b], [0, 1]),
            (0, _) => ([b, a], [1, 0]),
            (_, 0) => ([b, a], [0, 1]),
            (_, _) => ([a, b], [1, 0]),
        };
        Setup {
            number,
            seed: mix(self.seed, number),
            decks,
            players,
        }
    }
}

impl Setup {
    /// The seed of a player's own chances: another one than that of the game, or a player could foresee it.
    pub fn player_seed(&self, seat: P) -> u64 {
        mix(!self.seed, u64::from(seat.0))
    }
}

/// One number out of two, spread over all numbers: a step of `SplitMix64`.
pub(crate) fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed
        .wrapping_mul(0xD134_2543_DE82_EF95)
        .wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use std::collections::BTreeSet;

    fn plan(decks: &[&str]) -> Plan {
        Plan {
            games: 100,
            seed: 7,
            decks: decks.iter().map(|d| (*d).to_owned()).collect(),
            mirrors: Vec::new(),
            players: ["a".to_owned(), "b".to_owned()],
        }
    }

    #[test]
    fn every_round_has_everything_once() {
        let plan = plan(&["x", "y", "z"]);
        assert_eq!(plan.round(), 12);
        let all: BTreeSet<_> = (0..12).map(|n| plan.setup(n)).map(|s| (s.decks, s.players)).collect();
        assert_eq!(all.len(), 12);
    }

    #[test]
    fn decks_meet_themselves_if_they_are_told_to() {
        assert_eq!(plan(&["x"]).pairings(), [(0, 0)]);
        assert_eq!(plan(&["x", "y"]).pairings(), [(0, 1)]);
        let mirrored = Plan {
            mirrors: vec![0],
            ..plan(&["x", "y"])
        };
        assert_eq!(mirrored.pairings(), [(0, 0), (0, 1)]);
        assert_eq!(mirrored.round(), 8);
    }

    #[test]
    fn pairs_have_the_seats_changed() {
        let plan = plan(&["x", "y"]);
        for n in (0..40).step_by(2) {
            let (one, two) = (plan.setup(n), plan.setup(n + 1));
            let turned = |mut list: [usize; 2]| {
                list.reverse();
                list
            };
            assert_eq!((one.decks, one.players), (turned(two.decks), turned(two.players)));
            assert_ne!(one.seed, two.seed);
        }
    }
}
