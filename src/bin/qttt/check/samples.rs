//! The records for a scorer, with the right answers.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use qttt::{
    Action, Player, Record, RecordError,
    generate::{Generator, Strategy},
};

use super::naive::RECORDS;

/// A game has at most nine moves and five measurements. A mistake can follow.
const MAX_LENGTH: usize = 15;

/// The answer to an invalid record.
pub(super) const INVALID: &str = "error";

/// A record to score.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Sample {
    /// The legal part.
    pub(crate) record: Record,
    /// The illegal rest of an invalid record.
    mistake: Option<String>,
}

impl Sample {
    fn valid(record: Record) -> Self {
        Self {
            record,
            mistake: None,
        }
    }

    /// Returns the right answer.
    pub(crate) fn answer(&self) -> &'static str {
        match self.mistake {
            None => self.record.position().score().as_str(),
            Some(_) => INVALID,
        }
    }

    /// Returns the error of an invalid record.
    pub(crate) fn error(&self) -> Option<RecordError> {
        self.to_string().parse::<Record>().err()
    }

    /// Returns the number of actions. A mistake counts as one.
    pub(super) fn length(&self) -> usize {
        self.record.actions().len() + usize::from(self.mistake.is_some())
    }

    /// Returns the beginnings of the record, the shortest first, and the record itself.
    fn beginnings(&self) -> Vec<Self> {
        let mut record = Record::new();
        let mut beginnings = Vec::new();
        for &action in self.record.actions() {
            record.push(action).expect("it was legal before");
            beginnings.push(Self::valid(record.clone()));
        }
        beginnings.extend(self.mistake.is_some().then(|| self.clone()));
        beginnings
    }

    /// Returns the samples without one of the actions that are still valid, or still invalid.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let actions = self.record.actions();
        let shortened = (0..actions.len()).map(|dropped| Self {
            record: without(actions, dropped),
            mistake: self.mistake.clone(),
        });
        let is_smaller = |sample: &Self| {
            sample.length() < self.length()
                && !sample.to_string().is_empty()
                && sample.error().is_some() == self.mistake.is_some()
        };
        shortened.filter(is_smaller).collect()
    }
}

/// Writes the record for scorers.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mistake = self.mistake.as_deref().unwrap_or_default();
        f.write_str(format!("{} {mistake}", self.record).trim())
    }
}

/// Plays a record without one of its actions, and without those that become illegal.
fn without(actions: &[Action], dropped: usize) -> Record {
    let mut record = Record::new();
    for &action in actions[..dropped].iter().chain(&actions[dropped + 1..]) {
        let _ = record.push(action);
    }
    record
}

/// Returns records that distinguish all mistakes, the shortest first.
pub(super) fn for_mistakes() -> Vec<Sample> {
    RECORDS.map(known).to_vec()
}

/// Returns the published games.
fn published() -> impl Iterator<Item = Sample> {
    let lines = include_str!("published.txt").lines();
    let games = lines.filter(|line| !line.starts_with('#'));
    games.filter_map(|line| Some(known(line.split_once(" | ")?.0)))
}

fn known(record: &str) -> Sample {
    Sample::valid(record.parse().expect("it is legal"))
}

/// Returns `count` samples, the shortest first: the records for the mistakes, the published games, and random ones.
/// With `with_invalid`, about one in four is invalid.
///
/// Half of the random ones are beginnings of games. Each of their lengths has an equal share, and so has each kind of a
/// length: the number of moves, the lines of both players, and the kind of the error.
pub(crate) fn samples(count: usize, seed: u64, with_invalid: bool) -> Vec<Sample> {
    // Rare kinds are found in many games.
    let games = random(seed, with_invalid).take(count.max(2_000));
    let games: Vec<_> = games.collect();
    let share = count / 2 / MAX_LENGTH;
    let mut kinds = HashMap::new();
    let mut seen = HashSet::new();
    let mut ranked = Vec::new();
    for beginning in games.iter().flat_map(Sample::beginnings) {
        let position = beginning.record.position();
        let lines = Player::ALL.map(|own| position.cells_of(own).lines().collect::<Vec<_>>());
        let error = beginning.error().map(|error| error.kind());
        let kind = (beginning.length(), position.moves(), lines, error);
        let rank = kinds.entry(kind).or_insert(0);
        if *rank < share && seen.insert(beginning.clone()) {
            *rank += 1;
            ranked.push((beginning.length(), *rank, beginning));
        }
    }
    ranked.sort_by_key(|(length, rank, _)| (*length, *rank));
    let mut samples = for_mistakes();
    samples.extend(published());
    for of_length in ranked.chunk_by(|(one, ..), (other, ..)| one == other) {
        let chosen = of_length.iter().take(share);
        samples.extend(chosen.map(|(.., sample)| sample.clone()));
    }
    samples.extend(games);
    samples.truncate(count);
    samples.sort_by_key(Sample::length);
    samples
}

/// Returns endless random games, one in three of them cut off, and one in four invalid if those are wanted.
fn random(seed: u64, with_invalid: bool) -> impl Iterator<Item = Sample> {
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, seed);
    let random = (1_u64..).map(move |number| {
        if with_invalid && number % 4 == 0 {
            let (record, mistake) = generator.invalid();
            let mistake = Some(mistake);
            return Sample { record, mistake };
        }
        Sample::valid(if number % 3 == 0 {
            generator.partial_record()
        } else {
            generator.record()
        })
    });
    random.filter(|sample| !sample.to_string().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_what_it_says() {
        for sample in samples(4_000, 3, true) {
            let text = sample.to_string();
            assert!(!text.is_empty());
            match text.parse::<Record>() {
                Ok(record) => assert_eq!(record, sample.record),
                Err(_) => assert!(sample.mistake.is_some(), "{text}"),
            }
        }
        assert!(
            samples(4_000, 3, false)
                .iter()
                .all(|sample| sample.mistake.is_none())
        );
    }

    #[test]
    fn a_smaller_sample_has_fewer_actions_and_is_as_valid() {
        for sample in samples(1_000, 5, true).into_iter().step_by(5) {
            for smaller in sample.smaller() {
                assert!(smaller.record.actions().len() < sample.record.actions().len());
                let is_valid = smaller.to_string().parse::<Record>().is_ok();
                assert_eq!(is_valid, sample.mistake.is_none(), "{sample} to {smaller}");
            }
        }
    }

    #[test]
    fn an_action_is_dropped_with_those_that_need_it() {
        let smaller = |record: &str| -> Vec<_> {
            let smaller = known(record).smaller();
            smaller.iter().map(Sample::to_string).collect()
        };
        let [one, other] = ["AE BF EI DH AI 1", "CD AB AB 2"].map(smaller);
        assert!(one.contains(&"AE EI DH AI 1".to_string()), "{one:?}");
        assert!(one.contains(&"BF EI DH AI".to_string()), "{one:?}");
        assert_eq!(other, ["AB AB 2", "CD AB", "CD AB", "CD AB AB"]);
    }
}
