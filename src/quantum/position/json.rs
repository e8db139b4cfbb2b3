//! A position as JSON.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{Position, Spooky, Status};
use crate::{Action, Cell, Mark, Player};

/// Serializes as the object in [docs/json.md](https://docs.rs/crate/qttt/latest/source/docs/json.md), without the
/// fields that need more than the position.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let score = self.score();
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("x", &score.points(Player::X))?;
        object.serialize_entry("o", &score.points(Player::O))?;
        let status = self.status();
        object.serialize_entry("state", status.name())?;
        object.serialize_entry("moves", &self.moves())?;
        match status {
            Status::Move(player) => object.serialize_entry("turn", &player)?,
            Status::Measure { by, cell, choices } => {
                object.serialize_entry("turn", &by)?;
                object.serialize_entry("cell", &cell)?;
                object.serialize_entry("choices", &choices)?;
            }
            Status::Over => {
                let lines: Vec<_> = self.lines().map(|(_, line)| line).collect();
                object.serialize_entry("winner", &score.winner())?;
                object.serialize_entry("lines", &lines)?;
            }
        }
        object.serialize_entry("cells", &Cell::ALL.map(|cell| self.classical(cell)))?;
        let spooky = self.spooky_marks().map(|Spooky { mark, cells, .. }| Pair {
            mark,
            cells: Action::Move(cells[0], cells[1]),
        });
        object.serialize_entry("spooky", &spooky.collect::<Vec<_>>())?;
        object.serialize_entry("possible", &self.possible())?;
        object.end()
    }
}

#[derive(Serialize)]
struct Pair {
    mark: Mark,
    /// The move of the mark, which is two letters in JSON.
    cells: Action,
}
