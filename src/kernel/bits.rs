//! Sets of small numbers, as the bits of one plain number.

/// A plain number as a set. A number that its width has no room for is in no set, and never taken for another one.
pub trait Bits: Copy {
    /// The set of this number alone.
    fn bit(n: impl TryInto<u32>) -> Self;

    /// Whether the number is in the set.
    fn has_bit(self, n: impl TryInto<u32>) -> bool;
}

macro_rules! bits {
    ($( $ty:ty )*) => {
        $(
            impl Bits for $ty {
                #[inline]
                fn bit(n: impl TryInto<u32>) -> Self {
                    let one: $ty = 1;
                    n.try_into().ok().and_then(|n| one.checked_shl(n)).unwrap_or(0)
                }

                #[inline]
                fn has_bit(self, n: impl TryInto<u32>) -> bool {
                    self & Self::bit(n) != 0
                }
            }
        )*
    };
}

bits!(u8 u16 u32 u64 u128 i32);

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn a_number_beyond_the_width_is_in_no_set() {
        assert_eq!((u8::bit(7_u8), u8::bit(8_u8), i32::bit(31_u8)), (128, 0, i32::MIN));
        assert_eq!((u128::bit(127_usize), u64::bit(usize::MAX)), (1 << 127, 0));
        assert!(5_u16.has_bit(2_u32) && !5_u16.has_bit(1_u32) && !u16::MAX.has_bit(16_u32));
    }
}
