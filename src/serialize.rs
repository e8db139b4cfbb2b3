//! The vocabulary in serde: values with a text as that text, sets as their elements, points as numbers.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Action, Cell, CellSet, Choices, Mark, Points, Position, Record, hypercube};

/// Implements both ways by `Display` and `FromStr`.
macro_rules! as_text {
    ($($Type:ty: $form:literal),+ $(,)?) => {$(
        #[doc = concat!("Serializes as text: ", $form, ".")]
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[doc = concat!("Deserializes from text: ", $form, ".")]
        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )+};
}

as_text!(
    Cell: "`A` to `I`",
    Action: "`AB` or `4`",
    Position: "a position, such as `41./32./... 5CF`",
    Record: "`AB BE DE AE 4`",
    hypercube::Board: "`n,d`",
    hypercube::Cell: "`x,y,…`",
);

/// Serializes as a number: 0, 0.5, 1 and so on.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.halves() % 2 {
            0 => serializer.serialize_i8(self.halves() / 2),
            _ => serializer.serialize_f32(f32::from(self.halves()) / 2.0),
        }
    }
}

/// Serializes as the cells, in reading order.
impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Deserializes from the cells, in any order.
impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Cell>::deserialize(deserializer)?
            .into_iter()
            .collect())
    }
}

/// Serializes as the marks, lower number first.
impl Serialize for Choices {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Deserializes from one mark or two.
impl<'de> Deserialize<'de> for Choices {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Vec::<Mark>::deserialize(deserializer)?[..] {
            [only] => Ok(Self::new(only, only)),
            [one, other] if one != other => Ok(Self::new(one, other)),
            ref all => Err(D::Error::invalid_length(
                all.len(),
                &"one mark or two different ones",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use serde_json::{from_value, json, to_value};

    use super::*;
    use crate::{Player, Score, Status};

    /// A value is what JSON says, both ways; anything else is refused.
    #[track_caller]
    fn is_json<T>(value: &T, expected: serde_json::Value, refused: &[serde_json::Value])
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + fmt::Debug,
    {
        assert_eq!(to_value(value).expect("JSON"), expected);
        assert_eq!(&from_value::<T>(expected).expect("a value"), value);
        for refused in refused {
            let read = from_value::<T>(refused.clone());
            assert!(read.is_err(), "{refused}: {read:?}");
        }
    }

    #[test]
    fn the_vocabulary_reads_what_it_writes() {
        let four = Mark::new(4).expect("1 to 9");
        is_json(
            &Cell::C,
            json!("C"),
            &[json!("J"), json!("AB"), json!("é"), json!(3)],
        );
        is_json(&four, json!(4), &[json!(0), json!(10), json!("4")]);
        is_json(&Player::O, json!("O"), &[json!("P")]);
        is_json(
            &Action::Move(Cell::A, Cell::B),
            json!("AB"),
            &[
                json!(""),
                json!("A"),
                json!("AB "),
                json!(" AB"),
                json!("ABC"),
                json!("44"),
            ],
        );
        is_json(&Action::Measure(four), json!("4"), &[]);
        assert_eq!(to_value(Score::OFirst.x()).expect("JSON"), json!(0.5));
        assert_eq!(to_value(Score::O.payoff()).expect("JSON"), json!(-1));
        let diagonal = CellSet::from_iter([Cell::A, Cell::E, Cell::I]);
        is_json(&diagonal, json!(["A", "E", "I"]), &[json!(["AB"])]);
        let board = hypercube::Board::new(4, 3).expect("a board");
        is_json(&board, json!("4,3"), &[json!("2,2"), json!("4")]);
        let corner = hypercube::Cell([0, 3, 3].into());
        is_json(&corner, json!("0,3,3"), &[json!(""), json!("0,-3")]);
    }

    #[test]
    fn a_status_reads_what_it_writes() {
        let status = |record: &str| {
            record
                .parse::<Record>()
                .expect("a game")
                .position()
                .status()
        };
        is_json(&status("AB"), json!({"move": "O"}), &[json!({"move": "P"})]);
        is_json(
            &status("AB BE DE AE"),
            json!({"measure": {"by": "X", "cell": "A", "choices": [1, 4]}}),
            &[
                json!({"measure": {"by": "X", "cell": "A", "choices": []}}),
                json!({"measure": {"by": "X", "cell": "A", "choices": [1, 1]}}),
                json!({"measure": {"by": "X", "cell": "A", "choices": [1, 2, 3]}}),
            ],
        );
        is_json(&status("AE BF EI DH AI 1"), json!("over"), &[json!("done")]);
        assert_eq!(status("AE BF EI DH AI 1"), Status::Over);
    }
}
