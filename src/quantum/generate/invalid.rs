//! Invalid records, with each kind of mistake equally likely.

use std::fmt;

use super::{Generator, Rng, beginning};
use crate::{CellSet, Mark, Position, Record, Status};

/// A legal record, and after it something that the rules forbid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid {
    /// What is legal.
    pub record: Record,
    /// A token, or what can't be read as one.
    pub mistake: String,
}

impl Generator<'_> {
    /// Plays the beginning of a game, and then makes a mistake. Each [kind](crate::RecordError::kind) that a short record can
    /// have is equally likely, and so is each position of the game in which it can be made.
    pub fn invalid(&mut self) -> Invalid {
        let mistake = KINDS[self.rng.random_below(KINDS.len() as u32) as usize];
        loop {
            let record = self.record();
            let places: Vec<_> = (0..)
                .zip(record.positions())
                .filter_map(|(place, position)| Some((place, mistake(&position, &mut self.rng)?)))
                .collect();
            // Not every game has room for the mistake: there may be nothing to measure, say.
            if let Some((place, mistake)) = self.rng.pick(&places).cloned() {
                let record = beginning(&record, place);
                return Invalid { record, mistake };
            }
        }
    }
}

/// Writes the record, a space, and the mistake.
impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.record.actions() {
            [] => f.write_str(&self.mistake),
            _ => write!(f, "{} {}", self.record, self.mistake),
        }
    }
}

/// For each kind, what would be such a mistake in a position; `None` where there is none.
const KINDS: [fn(&Position, &mut Rng) -> Option<String>; 8] = [
    unknown_character,
    half_move,
    cell_taken,
    doubled_cell,
    measurement_due,
    no_measurement_due,
    not_a_choice,
    game_over,
];

fn unknown_character(position: &Position, rng: &mut Rng) -> Option<String> {
    if position.is_over() {
        return None;
    }
    let &character = rng.pick(b"JKLMNOPQRSTUVWXYZ0!?")?;
    Some(char::from(character).to_string())
}

fn half_move(position: &Position, rng: &mut Rng) -> Option<String> {
    let cell = rng.cell(cells_to_move_in(position)?)?;
    Some(cell.to_string())
}

fn cell_taken(position: &Position, rng: &mut Rng) -> Option<String> {
    let taken = rng.cell(!cells_to_move_in(position)?)?;
    let other = rng.cell(!CellSet::from(taken))?;
    let &[a, b] = rng.pick(&[[taken, other], [other, taken]])?;
    Some(format!("{a}{b}"))
}

fn doubled_cell(position: &Position, rng: &mut Rng) -> Option<String> {
    let free = cells_to_move_in(position).filter(|free| free.len() > 1)?;
    let cell = rng.cell(free)?;
    Some(format!("{cell}{cell}"))
}

fn measurement_due(position: &Position, rng: &mut Rng) -> Option<String> {
    let Status::Measure { .. } = position.status() else {
        return None;
    };
    let [a, b] = rng.pair(position.free())?;
    Some(format!("{a}{b}"))
}

fn no_measurement_due(position: &Position, rng: &mut Rng) -> Option<String> {
    let Status::Move(_) = position.status() else {
        return None;
    };
    rng.pick(&Mark::ALL).map(Mark::to_string)
}

fn not_a_choice(position: &Position, rng: &mut Rng) -> Option<String> {
    let Status::Measure { choices, .. } = position.status() else {
        return None;
    };
    let is_wrong = |mark: &Mark| choices.iter().all(|choice| choice != *mark);
    let wrong: Vec<_> = Mark::ALL.into_iter().filter(is_wrong).collect();
    rng.pick(&wrong).map(Mark::to_string)
}

fn game_over(position: &Position, rng: &mut Rng) -> Option<String> {
    if !position.is_over() {
        return None;
    }
    let [a, b] = rng.pair(CellSet::FULL)?;
    let mark = rng.pick(&Mark::ALL)?;
    rng.pick(&[format!("{a}{b}"), mark.to_string()]).cloned()
}

/// Returns the cells that a move can be made in, where one is to be made.
fn cells_to_move_in(position: &Position) -> Option<CellSet> {
    matches!(position.status(), Status::Move(_)).then(|| position.free())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::generate::Strategy;

    #[test]
    fn each_kind_of_mistake_is_as_likely() {
        let mut generator = Generator::new(Strategy::Random, Strategy::Random, 1);
        let mut counts = BTreeMap::new();
        for _ in 0..8_000 {
            let invalid = generator.invalid();
            let error = invalid
                .to_string()
                .parse::<Record>()
                .expect_err("a mistake");
            let legal = invalid.to_string().len() - invalid.mistake.len();
            assert!(error.span().bytes.start >= legal, "{invalid}: {error}");
            *counts.entry(error.kind()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), KINDS.len(), "{counts:?}");
        assert!(
            counts.values().all(|n| (850..1_150).contains(n)),
            "{counts:?}"
        );
    }
}
