//! The vocabulary in JSON: values with a text as that text, points as numbers.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Action, Points, hypercube::Board};

/// Serializes as text: `AB` or `4`.
impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Serializes as a number: 0, 0.5, 1 and so on.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.halves() % 2 {
            0 => serializer.serialize_i8(self.halves() / 2),
            _ => serializer.serialize_f32(f32::from(self.halves()) / 2.0),
        }
    }
}

/// Serializes as text: `n,d`.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Deserializes from text: `n,d`.
impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
