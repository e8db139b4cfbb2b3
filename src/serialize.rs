//! Boards in JSON, as text.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::hypercube::Board;

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
