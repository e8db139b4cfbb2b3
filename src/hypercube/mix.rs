//! Pseudorandom numbers.

/// Spreads a number over 64 bits: one step of SplitMix64, after Guy Steele, Doug Lea, and Christine Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014.
#[inline]
pub(super) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
