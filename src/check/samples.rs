//! The records that a scorer is asked, and what is right.

use std::{fmt, iter};

use super::mistakes::Mistake;
use crate::{
    Action, CellSet, Mark, Position, Record, Score, Status,
    generate::{Generator, Invalid, Strategy},
};

/// The answer to an invalid record.
pub(super) const INVALID: &str = "error";

/// A record to score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sample {
    /// What is legal of it.
    pub(crate) record: Record,
    /// What follows that is not; most often nothing.
    pub(crate) mistake: String,
}

impl Sample {
    /// Returns the right answer.
    pub(crate) fn answer(&self) -> &'static str {
        match self.is_valid() {
            true => self.record.position().score().as_str(),
            false => INVALID,
        }
    }

    pub(crate) const fn is_valid(&self) -> bool {
        self.mistake.is_empty()
    }

    /// Returns `true` if the cells of every move are in alphabetical order.
    pub(super) fn is_in_order(&self) -> bool {
        let is_in_order = |action: &Action| !matches!(action, Action::Move(a, b) if a > b);
        self.record.actions().iter().all(is_in_order)
    }

    /// Returns samples with fewer actions, the shortest first: of these others, and of those that come of dropping an
    /// action, as far as there is the same kind of mistake in them.
    pub(super) fn smaller(&self, others: &[Self]) -> Vec<Self> {
        let actions = self.record.actions();
        let shortened = (0..actions.len()).map(|dropped| Self {
            record: without(actions, dropped),
            mistake: self.mistake.clone(),
        });
        let shortened = shortened.filter(|sample| sample.kind() == self.kind());
        let is_smaller = |sample: &Self| {
            sample.record.actions().len() < actions.len() && !sample.to_string().is_empty()
        };
        let mut smaller: Vec<_> = others
            .iter()
            .cloned()
            .chain(shortened)
            .filter(is_smaller)
            .collect();
        smaller.sort_by_key(|sample| sample.record.actions().len());
        smaller.dedup();
        smaller
    }

    /// Returns what kind of mistake is in it.
    fn kind(&self) -> Option<&'static str> {
        let error = self.to_string().parse::<Record>().err()?;
        Some(error.kind())
    }
}

impl From<Record> for Sample {
    fn from(record: Record) -> Self {
        Self {
            record,
            mistake: String::new(),
        }
    }
}

impl From<Invalid> for Sample {
    fn from(Invalid { record, mistake }: Invalid) -> Self {
        Self { record, mistake }
    }
}

/// Writes the record as scorers get it.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{} {}", self.record, self.mistake);
        f.write_str(text.trim())
    }
}

/// Plays a record without one of its actions. Marks get the numbers that they have then, a measurement that is due is
/// made, and what is no longer legal is left out.
fn without(actions: &[Action], dropped: usize) -> Record {
    let is_move = |action: &&Action| matches!(action, Action::Move(..));
    let gone = match actions[dropped] {
        Action::Move(..) => actions[..=dropped].iter().filter(is_move).count(),
        Action::Measure(_) => Mark::ALL.len(),
    };
    let renumbered = |action: &Action| match *action {
        Action::Measure(mark) if usize::from(mark.number()) > gone => {
            Action::Measure(Mark::ALL[usize::from(mark.number()) - 2])
        }
        action => action,
    };
    let mut record = Record::new();
    for action in actions[..dropped]
        .iter()
        .chain(&actions[dropped + 1..])
        .map(renumbered)
    {
        if let Status::Measure { choices, .. } = record.position().status() {
            let mut measurements = choices.iter().map(Action::Measure);
            let kept = measurements
                .clone()
                .find(|&measurement| measurement == action);
            let measured = kept
                .or(measurements.next())
                .map(|measurement| record.push(measurement));
            debug_assert_eq!(measured, Some(Ok(())));
        }
        if let Action::Move(..) = action {
            // Illegal now: its cells are taken, or the game is over.
            let _ = record.push(action);
        }
    }
    record
}

/// Returns the records that were published, and one for each mistake.
pub(super) fn known() -> Vec<Sample> {
    let published = include_str!("../../tests/quantum/published.txt").lines();
    let published = published.filter(|line| !line.starts_with('#'));
    let published = published.filter_map(|line| Some(line.split_once(" | ")?.0));
    let mut known = Vec::new();
    for record in published.chain(Mistake::ALL.iter().map(|mistake| mistake.record())) {
        let sample = Sample::from(record.parse::<Record>().expect("they are legal"));
        if !known.contains(&sample) {
            known.push(sample);
        }
    }
    known
}

/// After so many random records, every other one is of a rare kind.
const COMMON: u64 = 1_000;

/// What random games rarely have.
const RARITIES: [fn(&Record) -> bool; 6] = [
    |record| record.position().score() == Score::XTwice,
    |record| matches!(record.position().score(), Score::XFirst | Score::OFirst),
    |record| {
        record
            .actions()
            .iter()
            .any(|action| matches!(action, Action::Move(a, b) if a == b))
    },
    |record| record.actions().len() > 12,
    |record| {
        record
            .positions()
            .filter(|game| game.cycle().len() == 2)
            .count()
            > 2
    },
    |record| record.positions().any(|game| trees(&game) > 3),
];

/// Returns the known records, then endless random ones: whole games and parts of them. With `with_invalid`, one in four is
/// invalid.
pub(crate) fn samples(seed: u64, with_invalid: bool) -> impl Iterator<Item = Sample> {
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, seed);
    let mut number = 0;
    let random = iter::repeat_with(move || {
        number += 1;
        if with_invalid && number % 4 == 0 {
            return generator.invalid().into();
        }
        let kinds = RARITIES.len() as u64;
        let rarity = Some(number).filter(|&number| number > COMMON && number % 2 == 0);
        let is_wanted = match rarity {
            Some(number) => RARITIES[(number / 2 % kinds) as usize],
            None => |record: &Record| !record.actions().is_empty(),
        };
        loop {
            let record = match rarity {
                None if number % 3 == 0 => generator.partial_record(),
                _ => generator.record(),
            };
            if is_wanted(&record) {
                return record.into();
            }
        }
    });
    known().into_iter().chain(random)
}

/// Counts the trees that the spooky marks make: each has a cell more than it has marks.
fn trees(game: &Position) -> usize {
    let cells: CellSet = game.spooky_marks().flat_map(|(_, cells)| cells).collect();
    cells.len() - game.spooky_marks().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_what_it_says() {
        for sample in samples(3, true).take(4_000) {
            let text = sample.to_string();
            assert!(!text.is_empty());
            match text.parse::<Record>() {
                Ok(record) => assert_eq!(record, sample.record),
                Err(_) => assert!(!sample.is_valid(), "{text}"),
            }
        }
        assert!(
            samples(3, false)
                .take(4_000)
                .all(|sample| sample.is_valid())
        );
    }

    #[test]
    fn what_is_rare_comes_later() {
        let later: Vec<_> = samples(3, false)
            .skip(COMMON as usize)
            .take(3_000)
            .collect();
        for (nth, is_rare) in RARITIES.iter().enumerate() {
            let count = later
                .iter()
                .filter(|sample| is_rare(&sample.record))
                .count();
            assert!(count > 200, "rarity {nth}: {count}");
        }
    }

    #[test]
    fn a_smaller_sample_has_fewer_actions_and_the_same_kind_of_mistake() {
        for sample in samples(5, true).skip(50).take(200) {
            for smaller in sample.smaller(&[]) {
                assert!(smaller.record.actions().len() < sample.record.actions().len());
                assert_eq!(smaller.kind(), sample.kind(), "{sample} to {smaller}");
            }
        }
    }

    #[test]
    fn a_move_is_dropped_and_the_others_are_renumbered() {
        let sample: Sample = "AE BF EI DH AI 1".parse::<Record>().expect("legal").into();
        let smaller: Vec<_> = sample.smaller(&[]).iter().map(Sample::to_string).collect();
        assert!(
            smaller.contains(&"AE EI DH AI 1".to_string()),
            "{smaller:?}"
        );
        assert!(smaller.contains(&"BF EI DH AI".to_string()), "{smaller:?}");
        let sample: Sample = "CD AB AB 2".parse::<Record>().expect("legal").into();
        let smaller: Vec<_> = sample.smaller(&[]).iter().map(Sample::to_string).collect();
        assert_eq!(smaller, ["CD AB", "AB AB 1", "CD AB AB"]);
    }
}
