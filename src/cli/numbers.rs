//! Whole numbers in arguments, whose mistakes are told in words.

use std::ops::RangeInclusive;

/// Returns a parser of whole numbers in a range that the type can hold.
pub(crate) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}
