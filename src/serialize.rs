//! The vocabulary in JSON: values with a text as that text, points as numbers.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Action, Cell, Choices, Points, Position, hypercube};

macro_rules! serialize_as_text {
    ($($Type:ty: $form:literal),+ $(,)?) => {$(
        #[doc = concat!("Serializes as text: ", $form, ".")]
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}

macro_rules! deserialize_from_text {
    ($($Type:ty: $form:literal),+ $(,)?) => {$(
        #[doc = concat!("Deserializes from text: ", $form, ".")]
        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )+};
}

serialize_as_text!(
    Cell: "`A` to `I`",
    Action: "`AB` or `4`",
    Position: "a position, such as `41./32./... 5CF`",
    hypercube::Board: "`n,d`",
    hypercube::Cell: "`x,y,…`",
);

deserialize_from_text!(
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

/// Serializes as the marks, lower number first.
impl Serialize for Choices {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
