//! FNV-1a: the one hash that is written here. It is quick on short input and the same on every machine; nothing that must
//! withstand an attacker rests on it.

use std::fmt;
use std::hash::Hasher;

/// What an empty input gives.
pub(crate) const BASIS: u64 = 0xCBF2_9CE4_8422_2325;
/// What each step multiplies with.
pub(crate) const PRIME: u64 = 0x0000_0100_0000_01B3;

/// A hash of bytes: of keys of a map, or of what is written into it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(BASIS)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        Hasher::write(self, s.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_published_hash() {
        let mut hash = Fnv::default();
        assert_eq!(hash.finish(), BASIS);
        Hasher::write(&mut hash, b"foobar");
        assert_eq!(hash.finish(), 0x8594_4171_F739_67E8);
    }
}
