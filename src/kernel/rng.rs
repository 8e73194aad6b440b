//! Portable randomness: `ChaCha8` keyed by the seed of the match, with our own sampling, so that a seed means the same game for ever.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};
use serde::{Deserialize, Serialize};

/// A position in the stream of random words of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Rng {
    /// The seed of the match.
    pub seed: u64,
    /// How many words were drawn.
    pub position: u64,
}

impl Rng {
    /// The stream of a seed, at its beginning.
    pub fn new(seed: u64) -> Rng {
        Rng { seed, position: 0 }
    }

    fn open(self) -> ChaCha8Rng {
        let mut key = [0u8; 32];
        let mut state = self.seed;
        for part in key.chunks_exact_mut(8) {
            // SplitMix64 spreads close seeds over the whole key.
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            part.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes());
        }
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_word_pos(u128::from(self.position));
        stream
    }

    /// A number below `n`, each equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        let mut stream = self.open();
        self.draw(&mut stream, n)
    }

    /// A number to seed something else with.
    pub fn wide(&mut self) -> u64 {
        u64::from(self.below(u32::MAX)) << 32 | u64::from(self.below(u32::MAX))
    }

    /// Lemire's bounded draw with rejection.
    fn draw(&mut self, stream: &mut ChaCha8Rng, n: u32) -> u32 {
        let threshold = n.wrapping_neg() % n;
        loop {
            self.position += 1;
            let wide = u64::from(stream.next_u32()) * u64::from(n);
            let low = u32::try_from(wide & 0xFFFF_FFFF).unwrap_or(u32::MAX);
            if low >= threshold {
                return u32::try_from(wide >> 32).unwrap_or(0);
            }
        }
    }

    /// Puts a list in random order: Fisher-Yates from the end.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        let mut stream = self.open();
        for i in (1..list.len()).rev() {
            let n = u32::try_from(i + 1).unwrap_or(u32::MAX);
            let j = self.draw(&mut stream, n) as usize;
            list.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    /// These numbers are part of the replay format: if they change, every replay breaks.
    #[test]
    fn the_stream_never_changes() {
        let mut rng = Rng::new(1);
        let drawn: Vec<u32> = (0..6).map(|_| rng.below(100)).collect();
        let mut list: Vec<u32> = (0..10).collect();
        rng.shuffle(&mut list);
        assert_eq!(drawn, [28, 93, 35, 53, 88, 4]);
        assert_eq!(list, [4, 8, 6, 5, 0, 2, 9, 1, 7, 3]);
        assert_eq!(rng.position, 15);
    }
}
