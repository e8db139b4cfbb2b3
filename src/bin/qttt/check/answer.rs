//! Answers of scorers: their values count, not their form.

/// One half in mathematics, Julia, and Haskell. Other fractions with a slash are two numbers.
const HALVES: [&str; 3] = ["1/2", "1//2", "1 % 2"];

/// What follows a whole number in Julia and Haskell.
const DENOMINATORS: [&str; 2] = ["//1", " % 1"];

/// Returns `true` if an answer has the same numbers as another one, in the same order, or both are the same word.
pub(super) fn agrees(answer: &str, other: &str) -> bool {
    let numbers_of_both = numbers(other);
    numbers(answer) == numbers_of_both
        && (!numbers_of_both.is_empty() || answer.trim().eq_ignore_ascii_case(other))
}

/// Lists the numbers in an answer. There should be two: X's points and O's.
pub(crate) fn numbers(answer: &str) -> Vec<f64> {
    let text = answer.trim_start();
    // R prints this before a vector.
    let text = text.strip_prefix("[1]").unwrap_or(text).replace('½', "0.5");
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let one_of = |parts: &[&'static str], at: usize| {
        let is_here = |part: &&str| text[at..].starts_with(part) && !is_digit(at + part.len());
        parts.iter().copied().find(is_here)
    };
    let (mut numbers, mut at) = (Vec::new(), 0);
    while at < text.len() {
        if !(is_digit(at) || text.as_bytes()[at] == b'.' && is_digit(at + 1)) {
            at += 1;
            continue;
        }
        // A minus directly after a number separates: `1-0.5`.
        let is_negative = text[..at].ends_with('-') && !(at > 1 && is_digit(at - 2));
        let (number, len) = match one_of(&HALVES, at) {
            Some(half) => (0.5, half.len()),
            None => longest_number(&text[at..]),
        };
        numbers.push(if is_negative { -number } else { number });
        at += len;
        at += one_of(&DENOMINATORS, at).map_or(0, |part| part.len());
    }
    numbers
}

/// Returns the longest decimal number at the start of the text, and its length.
fn longest_number(text: &str) -> (f64, usize) {
    let is_possible = |byte: &u8| byte.is_ascii_digit() || b".eE+-".contains(byte);
    let longest = text.bytes().take_while(is_possible).count();
    let mut lengths = (1..=longest).rev();
    let number = lengths.find_map(|len| Some((text[..len].parse().ok()?, len)));
    number.expect("the text begins with a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_values_are_accepted_in_every_form() {
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
            "1//2 1",
            "(1//2, 1//1)",
            "1 % 2 1 % 1",
            "(1 % 2,1 % 1)",
            "[1] 0.5 1.0",
            "[1] \"0.5 1\"",
            "{\"x\":0.5,\"o\":1}",
            "  5e-1\t+1E0 \r",
            "0.5\r\n1\r\n\n",
            "[0.5 1. ]",
            "X: 0.5, O: 1.",
        ] {
            assert!(agrees(answer, "0.5 1"), "{answer:?}");
        }
        assert!(agrees("1-0", "1 0") && agrees("-0.0 1", "0 1"));
        assert!(agrees("0//1 2//1", "0 2") && agrees("0 % 1 2 % 1", "0 2"));
        assert!(agrees("Error\r", "error"));
    }

    #[test]
    fn other_values_are_wrong() {
        for answer in [
            "",
            "1 0.5",
            "0.5",
            "0.5 1 0",
            "0,5 1",
            "0.5 [1] 1",
            "0.5 -1",
            "-.5 1",
            "0.5 1.5",
            "1/4 1",
            "11/2 1",
            "1/20 1",
            "1//20 1",
            "0.5 --1",
            "error",
            "5e-2 1",
            "½½1",
            "one half, one",
        ] {
            assert!(!agrees(answer, "0.5 1"), "{answer:?}");
        }
        assert!(!agrees("0 0", "error") && !agrees("error: J", "error"));
        // Hostile output takes hardly any time.
        for part in [".", "-", "1e", "1/2", "½"] {
            assert!(!agrees(&part.repeat(4096), "0 0"));
        }
    }
}
