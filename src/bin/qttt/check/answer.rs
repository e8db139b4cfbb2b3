//! Answers of scorers: their values count, not their form.

use qttt::{Player, Record};

/// What makes a number a fraction in Julia, Haskell, Ruby, and Python: a division by 1 or 2. `0/2` is never two
/// numbers, because O never has two points.
const DENOMINATORS: [&str; 5] = ["//1", "//2", " % 1", " % 2", "/2"];

/// What an answer says, in whatever form.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Values {
    /// X's points and O's.
    Points([f64; 2]),
    /// The word `error`.
    Error,
}

/// A record, and what the scorer printed for it.
pub(super) struct Answer {
    pub(super) record: Record,
    pub(super) text: String,
    pub(super) values: Values,
    /// X's correct points and O's.
    pub(super) correct: [f64; 2],
}

impl Answer {
    pub(super) fn is_wrong(&self) -> bool {
        self.values != Values::Points(self.correct)
    }
}

/// Returns X's correct points and O's.
pub(super) fn points_of(record: &Record) -> [f64; 2] {
    let score = record.position().score();
    Player::ALL.map(|player| score.points(player).into())
}

impl Values {
    /// Returns `0.5 1`, or `error`.
    pub(super) fn text(self) -> String {
        match self {
            Self::Points([x, o]) => format!("{x} {o}"),
            Self::Error => "error".to_string(),
        }
    }
}

/// Returns the values of an answer, or `None` if it is neither two numbers nor `error`.
pub(super) fn values_of(answer: &str) -> Option<Values> {
    match numbers(answer)[..] {
        [x, o] => Some(Values::Points([x, o])),
        _ if answer.trim().eq_ignore_ascii_case("error") => Some(Values::Error),
        _ => None,
    }
}

/// Lists the numbers in an answer. There should be two: X's points and O's.
pub(super) fn numbers(answer: &str) -> Vec<f64> {
    let plain = numbers_with(answer, &DENOMINATORS);
    // `0/1` is two numbers, but `(1/2, 0/1)` is not four.
    let fractions = numbers_with(answer, &[&DENOMINATORS[..], &["/1"]].concat());
    if plain.len() > 2 && fractions.len() == 2 {
        return fractions;
    }
    plain
}

fn numbers_with(answer: &str, denominators: &[&str]) -> Vec<f64> {
    let text = answer.trim_start();
    // R prints this before a vector.
    let text = text.strip_prefix("[1]").unwrap_or(text).replace('½', "0.5");
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let (mut numbers, mut at) = (Vec::new(), 0);
    while at < text.len() {
        if !(is_digit(at) || text.as_bytes()[at] == b'.' && is_digit(at + 1)) {
            at += 1;
            continue;
        }
        // A minus directly after a number separates: `1-0.5`.
        let is_negative = text[..at].ends_with('-') && !(at > 1 && is_digit(at - 2));
        let (mut number, len) = longest_number(&text[at..]);
        at += len;
        let is_here = |by: &&&str| text[at..].starts_with(**by) && !is_digit(at + by.len());
        if let Some(by) = denominators.iter().find(is_here) {
            number /= if by.ends_with('2') { 2.0 } else { 1.0 };
            at += by.len();
        }
        numbers.push(if is_negative { -number } else { number });
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
    fn correct_values_are_accepted_in_every_form() {
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
            "(1/2, 1/1)",
            "[(1/2), (1/1)]",
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
            assert_eq!(
                values_of(answer),
                Some(Values::Points([0.5, 1.0])),
                "{answer:?}"
            );
        }
        for answer in [
            "1-0",
            "1 -0.0",
            "1//1 0//1",
            "1 % 1 0 % 1",
            "1/1 0/1",
            "1/0",
        ] {
            assert_eq!(
                values_of(answer),
                Some(Values::Points([1.0, 0.0])),
                "{answer:?}"
            );
        }
        assert_eq!(values_of("1/1/2"), Some(Values::Points([1.0, 0.5])));
        assert_eq!(values_of("Error\r"), Some(Values::Error));
    }

    #[test]
    fn an_answer_without_the_correct_two_points_is_wrong() {
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
            assert_ne!(
                values_of(answer),
                Some(Values::Points([0.5, 1.0])),
                "{answer:?}"
            );
        }
        assert_eq!(values_of("error: J"), None);
        // Hostile output takes hardly any time.
        for part in [".", "-", "1e", "1/2", "½"] {
            assert_eq!(values_of(&part.repeat(4096)), None);
        }
    }
}
