//! Descriptions of positions and actions in English. All sentences about a position are written here.

use std::iter;

use super::{
    chains::{Chain, chains},
    facts::{Facts, Outcome, Part, Reason},
};
use crate::{Action, Cell, CellSet, Player, Position, Record, Score, Status};

impl Facts {
    /// Describes the next action, or the result and its reason.
    ///
    /// ```
    /// use qttt::{Record, draw::Facts};
    ///
    /// let position = "AI EG BE EH DG AI 1 BC CE 3".parse::<Record>()?.position();
    /// assert_eq!(
    ///     Facts::of(&position).describe(),
    ///     "O wins 1 to 0.5. Both players have a line. The highest number is 6 in O's line and 7 in X's."
    /// );
    /// # Ok::<(), qttt::RecordError>(())
    /// ```
    #[must_use]
    pub fn describe(&self) -> String {
        match self.status {
            Status::Move(player) => {
                format!("Move {}: {player} to move.", self.position.moves() + 1)
            }
            Status::Measure { by, cell, choices } if choices.iter().count() > 1 => {
                format!("{by} measures: which mark fills {cell}, {choices}?")
            }
            Status::Measure { by, cell, choices } => {
                format!("{by} measures: {choices} fills {cell}.")
            }
            Status::Over => self.describe_end(),
        }
    }

    fn describe_end(&self) -> String {
        let result = match self.score.winner() {
            Some(winner) => describe_win(winner, self.score),
            None => "Nobody wins: 0 to 0".to_string(),
        };
        let reason = self.reason().map(|reason| reason.describe());
        format!("{result}. {}", reason.unwrap_or_default())
    }

    /// Describes the board: the marks and their cells, and the cycle.
    ///
    /// ```
    /// use qttt::{Record, draw::Facts};
    ///
    /// let position = "AB AB 1 CF DE EI DI".parse::<Record>()?.position();
    /// assert_eq!(
    ///     Facts::of(&position).describe_board(),
    ///     "Classical marks: X1 in A, O2 in B. Spooky marks: X3 in C and F. \
    ///      A cycle runs from D via O4 to E, via X5 to I, via O6 to D."
    /// );
    /// # Ok::<(), qttt::RecordError>(())
    /// ```
    #[must_use]
    pub fn describe_board(&self) -> String {
        let mut sentences = Vec::new();
        let classical = |cell: Cell| Some(format!("{:?} in {cell}", self.classical[cell.index()]?));
        let mut list = |title: &str, marks: Vec<String>| {
            if !marks.is_empty() {
                sentences.push(format!("{title}: {}.", marks.join(", ")));
            }
        };
        let spooky = |part| {
            let marks = self.with_part(part).into_iter();
            marks
                .map(|spooky| {
                    let [a, b] = spooky.cells;
                    format!("{:?} in {a} and {b}", spooky.mark)
                })
                .collect()
        };
        list(
            "Classical marks",
            Cell::ALL.into_iter().filter_map(classical).collect(),
        );
        list("Spooky marks", spooky(Part::Free));
        list("Attached to the cycle", spooky(Part::Attached));
        for Chain { start, marks } in chains(self.with_part(Part::Cycle), CellSet::EMPTY) {
            let marks: Vec<_> = marks
                .iter()
                .map(|(mark, cell)| format!("via {mark:?} to {cell}"))
                .collect();
            sentences.push(format!("A cycle runs from {start} {}.", marks.join(", ")));
        }
        if sentences.is_empty() {
            return "The board is empty.".to_string();
        }
        sentences.join(" ")
    }
}

impl Reason {
    /// Describes the reason in a sentence: `X has the line AEI.`
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::NoLine => "Every cell is taken, and nobody has a line.".to_string(),
            Self::Lines(winner, lines) => {
                let lines: Vec<_> = lines.iter().map(|line| line.letters()).collect();
                let noun = if lines.len() == 1 { "line" } else { "lines" };
                format!("{winner} has the {noun} {}.", lines.join(" and "))
            }
            Self::BothLines([(winner, low), (loser, high)]) => format!(
                "Both players have a line. The highest number is {low} in {winner}'s line and {high} in {loser}'s."
            ),
        }
    }
}

impl Outcome {
    /// Describes the choice and its result, each without a full stop: `A becomes X1` and `No line yet`.
    #[must_use]
    pub fn describe(&self) -> [String; 2] {
        let result = match self.score.winner() {
            Some(winner) => describe_win(winner, self.score),
            None if self.after.is_over() => "Nobody wins".to_string(),
            None => "No line yet".to_string(),
        };
        [format!("{} becomes {:?}", self.cell, self.choice), result]
    }
}

/// Describes a score with a winner: `X wins 1 to 0.5`.
fn describe_win(winner: Player, score: Score) -> String {
    let [points, others] = [winner, winner.opponent()].map(|player| score.of(player));
    format!("{winner} wins {points} to {others}")
}

/// Returns the positions of a record, the empty board first, each with a caption: `The empty board`, `1. X plays AB`.
#[must_use]
pub fn captions(record: &Record) -> Vec<(String, Position)> {
    let start = ("The empty board".to_string(), Position::new());
    let steps = record.steps();
    let steps = steps.map(|step| (describe_action(step.action, &step.after), step.after));
    iter::once(start).chain(steps).collect()
}

/// Returns the positions after the actions of a record, or the empty board if it has none, each with a caption.
pub(super) fn frames(record: &Record) -> Vec<(String, Position)> {
    let mut frames = captions(record);
    if frames.len() > 1 {
        frames.remove(0);
    }
    frames
}

/// Describes an action, given the position after it: `4. O plays AE` or `X measures 1`.
#[must_use]
pub fn describe_action(action: Action, after: &Position) -> String {
    // The player who measures also makes the next move.
    let (number, next) = (after.moves(), after.next_to_move());
    let mover = next.opponent();
    match (action, after.status()) {
        (Action::Measure(_), _) => format!("{next} measures {action}"),
        (_, Status::Measure { .. }) => {
            format!("{number}. {mover} plays {action} and closes a cycle")
        }
        _ => format!("{number}. {mover} plays {action}"),
    }
}
