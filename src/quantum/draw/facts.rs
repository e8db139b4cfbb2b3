//! What is shown of a position, in every format.

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{Action, Cell, CellSet, Mark, Player, Position, Score, Status};

/// What is shown of a position: drawings, descriptions, JSON, and tables are written from it.
///
/// The [lines](Self::lines), the [outcomes](Self::outcomes) of a measurement, and the [reason](Self::reason) of a
/// result take longer, and are computed when asked for.
///
/// ```
/// use qttt::{Record, draw::{Facts, Part}};
///
/// let facts = Facts::of(&"AB BC CD BC".parse::<Record>()?.position());
/// let parts = facts.spooky.iter().map(|spooky| spooky.part);
/// assert!(parts.eq([Part::Attached, Part::Cycle, Part::Attached, Part::Cycle]));
/// assert_eq!(facts.outcomes().len(), 2);
/// # Ok::<(), qttt::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The position.
    pub position: Position,
    /// The points of both players.
    pub score: Score,
    /// What is to be done next, and by whom.
    pub status: Status,
    /// The classical mark of each cell.
    pub classical: [Option<Mark>; 9],
    /// The spooky marks, the lowest subscript first.
    pub spooky: Vec<Spooky>,
    /// The cells of the cycle to measure; empty if no measurement is due.
    pub cycle: CellSet,
}

/// A pair of spooky marks: their subscript, their cells, and their part in the measurement.
///
/// It serializes as the mark and the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Spooky {
    /// The subscript.
    pub mark: Mark,
    /// The two cells, or the last free cell twice.
    #[serde(serialize_with = "cells")]
    pub cells: [Cell; 2],
    /// The part in the measurement that is due.
    #[serde(skip)]
    pub part: Part,
}

/// The part of a pair of spooky marks in the measurement that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// On the cycle: its classical mark depends on the choice.
    Cycle,
    /// Attached to the cycle: its classical mark is the same for either choice.
    Attached,
    /// In another component, or no measurement is due: the marks stay spooky.
    Free,
}

/// An outcome of a measurement that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The first cell of the cycle.
    pub cell: Cell,
    /// The choice: the mark that fills it.
    pub choice: Mark,
    /// The marks that become classical, each with its cell, in the order of the cells.
    pub collapsed: Vec<(Cell, Mark)>,
    /// The points of both players after it.
    pub score: Score,
    /// The position after it.
    pub after: Position,
}

/// Why a finished game has its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Every cell is taken, and nobody has a line.
    NoLine,
    /// This player has lines: one or two.
    Lines(Player, Vec<CellSet>),
    /// Both players have a line. Each has the maximum subscript of the line, the winner's first.
    BothLines([(Player, Mark); 2]),
}

impl Facts {
    /// Collects the facts of a position.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let cycle = position.cycle();
        let component = cycle
            .first()
            .map_or(CellSet::EMPTY, |cell| position.component_of(cell));
        let part_of = |cells: [Cell; 2]| {
            // A component has only one cycle, so a mark with both cells on the cycle is part of it.
            if cells.iter().all(|&cell| cycle.contains(cell)) {
                Part::Cycle
            } else if component.contains(cells[0]) {
                Part::Attached
            } else {
                Part::Free
            }
        };
        let spooky = position.spooky_marks().map(|(mark, cells)| Spooky {
            mark,
            cells,
            part: part_of(cells),
        });
        Self {
            position: *position,
            score: position.score(),
            status: position.status(),
            classical: Cell::ALL.map(|cell| position.classical(cell)),
            spooky: spooky.collect(),
            cycle,
        }
    }

    pub(super) fn with_part(&self, part: Part) -> Vec<Spooky> {
        let has_part = |spooky: &&Spooky| spooky.part == part;
        self.spooky.iter().filter(has_part).copied().collect()
    }

    /// Iterates over the spooky marks in a cell.
    pub(super) fn spooky_in(&self, cell: Cell) -> impl Iterator<Item = &Spooky> {
        let is_there = move |spooky: &&Spooky| spooky.cells.contains(&cell);
        self.spooky.iter().filter(is_there)
    }

    pub(super) fn is_on_line(&self, cell: Cell) -> bool {
        self.lines().any(|(_, line)| line.contains(cell))
    }

    /// Iterates over the lines of three, X's first.
    pub fn lines(&self) -> impl Iterator<Item = (Player, CellSet)> + use<> {
        let position = self.position;
        let has_line = move |player: &Player| position.cells_of(*player).count_lines() > 0;
        let lines = move |player| {
            let lines = position.cells_of(player).lines();
            lines.map(move |line| (player, line))
        };
        Player::ALL.into_iter().filter(has_line).flat_map(lines)
    }

    /// Returns the reason of the score, or `None` if the game is not over.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        let is_over = self.status == Status::Over;
        is_over.then(|| match self.score.winner() {
            None => Reason::NoLine,
            Some(winner) => {
                let both = [winner, winner.opponent()];
                match both.map(|player| Some((player, self.position.max_subscript(player)?))) {
                    [Some(low), Some(high)] => Reason::BothLines([low, high]),
                    _ => Reason::Lines(winner, self.lines().map(|(_, line)| line).collect()),
                }
            }
        })
    }

    /// Returns the two outcomes of a measurement that is due, or the only one; none if no measurement is due.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Outcome> {
        let Status::Measure { cell, choices, .. } = self.status else {
            return Vec::new();
        };
        let outcome = |choice| {
            let after = self.position.after(Action::Measure(choice));
            let after = after.expect("a choice is legal");
            let is_new = |cell: &Cell| self.classical[cell.index()].is_none();
            let cells = Cell::ALL.into_iter().filter(is_new);
            Outcome {
                cell,
                choice,
                collapsed: cells
                    .filter_map(|cell| Some((cell, after.classical(cell)?)))
                    .collect(),
                score: after.score(),
                after,
            }
        };
        choices.iter().map(outcome).collect()
    }
}

/// Serializes as the object in [docs/json.md](https://docs.rs/crate/qttt/latest/source/docs/json.md), without the
/// fields that need more than the position.
impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("x", &self.score.of(Player::X))?;
        object.serialize_entry("o", &self.score.of(Player::O))?;
        object.serialize_entry("state", self.status.name())?;
        object.serialize_entry("moves", &self.position.moves())?;
        match self.status {
            Status::Move(player) => object.serialize_entry("turn", &player)?,
            Status::Measure { by, cell, choices } => {
                object.serialize_entry("turn", &by)?;
                object.serialize_entry("cell", &cell)?;
                object.serialize_entry("choices", &choices)?;
            }
            Status::Over => {
                object.serialize_entry("winner", &self.score.winner())?;
                object.serialize_entry("lines", &Lines(self))?;
            }
        }
        object.serialize_entry("cells", &self.classical)?;
        object.serialize_entry("spooky", &self.spooky)?;
        object.end()
    }
}

/// The lines of a position. They serialize as a list without being collected first.
struct Lines<'a>(&'a Facts);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.lines().map(|(_, line)| line))
    }
}

/// Serializes as text: `AB`.
fn cells<S: Serializer>(&[a, b]: &[Cell; 2], serializer: S) -> Result<S::Ok, S::Error> {
    Action::Move(a, b).serialize(serializer)
}
