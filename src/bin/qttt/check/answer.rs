//! Answers of scorers: their values count, not their form.

/// Returns `true` if an answer has the same values as the right one, in the same order, or is the same word.
pub(super) fn agrees(answer: &str, right: &str) -> bool {
    match points(right) {
        Some(points_of_both) => points(answer) == Some(points_of_both),
        None => answer.trim().eq_ignore_ascii_case(right),
    }
}

/// Returns the numbers in an answer, X's points and O's, if there are exactly two.
fn points(answer: &str) -> Option<[f64; 2]> {
    let text = answer.replace('½', "0.5");
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let is_number = is_digit(at) || rest[0] == b'.' && is_digit(at + 1);
        if !is_number {
            at += 1;
            continue;
        }
        // A minus directly after a number separates: `1-0.5`.
        let is_negative = text[..at].ends_with('-') && !(at > 1 && is_digit(at - 2));
        let (number, len) = if rest.starts_with(b"1/2") && !is_digit(at + 3) {
            (0.5, 3)
        } else {
            longest_number(&text[at..])?
        };
        numbers.push(if is_negative { -number } else { number });
        at += len;
    }
    numbers.try_into().ok()
}

/// Returns the longest decimal number at the start of a text, and its length.
fn longest_number(text: &str) -> Option<(f64, usize)> {
    let is_possible = |byte: &u8| byte.is_ascii_digit() || b".eE+-".contains(byte);
    let longest = text.bytes().take_while(is_possible).count();
    let mut lengths = (1..=longest).rev();
    lengths.find_map(|len| Some((text[..len].parse().ok()?, len)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_values_are_right_in_every_form() {
        for answer in [
            "0.5 1",
            "0.5,1",
            "[0.5, 1.0]",
            ".5 1",
            "(1/2, 1)",
            "½ 1",
            "½-1",
            "0.5-1",
            "1/2-1",
            "0.5 - 1",
            "0.5:1",
            "0.5/1",
            "1/2/1",
            "{\"x\":0.5,\"o\":1}",
            "  5e-1\t+1E0 \r",
            "0.5\r\n1\r\n",
            "[0.5 1. ]",
            "X: 0.5, O: 1.",
        ] {
            assert!(agrees(answer, "0.5 1"), "{answer:?}");
        }
        assert!(agrees("1-0", "1 0") && agrees("-0.0 1", "0 1"));
        assert!(agrees("Error\r", "error"));
    }

    #[test]
    fn other_values_are_wrong() {
        for answer in [
            "",
            "1 0.5",
            "0.5",
            "0.5 1 0",
            "0.5 -1",
            "-.5 1",
            "0.5 1.5",
            "1/4 1",
            "11/2 1",
            "1/20 1",
            "0.5 --1",
            "error",
            "5e-2 1",
            "½½1",
            "one half, one",
        ] {
            assert!(!agrees(answer, "0.5 1"), "{answer:?}");
        }
        assert!(!agrees("0 0", "error") && !agrees("error: J", "error"));
        // Hostile output takes no time.
        for part in [".", "-", "1e", "1/2", "½"] {
            assert!(!agrees(&part.repeat(4096), "0 0"));
        }
    }
}
