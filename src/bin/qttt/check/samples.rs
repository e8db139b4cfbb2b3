//! The records for a scorer, with the right answers.

use std::collections::{HashMap, HashSet};

use qttt::{
    Action, Player, Record, RecordError, Status,
    generate::{Generator, Strategy},
};

use super::naive::RECORDS;

/// A game has at most nine moves and five measurements. A mistake can follow.
const MAX_LENGTH: usize = 15;

/// The answer to an invalid record.
pub(super) const INVALID: &str = "error";

/// A record to score.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The legal part.
    pub(crate) record: Record,
    /// What follows, or nothing.
    pub(super) token: String,
    /// The error in what follows.
    pub(crate) error: Option<RecordError>,
}

impl Sample {
    /// Creates a sample from a record and a token that is illegal after it, or nothing.
    pub(super) fn new(record: Record, token: String) -> Self {
        let mut sample = Self {
            record,
            token,
            error: None,
        };
        if !sample.token.is_empty() {
            // The whole text, because a digit at its beginning is a cell.
            sample.error = sample.text().parse::<Record>().err();
        }
        sample
    }

    /// Returns the record as `qttt` writes it.
    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.record, self.token).trim().to_string()
    }

    /// Returns the right answer, as `qttt` prints it.
    pub(crate) fn answer(&self) -> &'static str {
        match self.error {
            None => self.record.position().score().as_str(),
            Some(_) => INVALID,
        }
    }

    /// Returns the number of actions. A mistake counts as one.
    pub(super) fn length(&self) -> usize {
        self.record.actions().len() + usize::from(self.error.is_some())
    }

    /// Returns `true` unless a valid record ends with an unmeasured cycle. A scorer for the challenge need not handle
    /// such records: none of its examples is one.
    fn is_measured(&self) -> bool {
        self.error.is_some() || !matches!(self.record.position().status(), Status::Measure { .. })
    }

    /// Returns the beginnings of the record, the shortest first, and the record itself.
    fn beginnings(&self) -> impl Iterator<Item = Self> {
        let actions = self.record.actions().iter();
        let beginnings = actions.scan(Record::new(), |record, &action| {
            record.push(action).expect("it was legal before");
            Some(Self::new(record.clone(), String::new()))
        });
        beginnings.chain(self.error.is_some().then(|| self.clone()))
    }

    /// Returns the samples without one of the actions that are still valid, or still invalid. With `is_strict`, some
    /// can end with a cycle.
    pub(super) fn smaller(&self, is_strict: bool) -> Vec<Self> {
        let actions = self.record.actions();
        let shortened =
            (0..actions.len()).map(|nth| Self::new(without(actions, nth), self.token.clone()));
        let is_wanted = |sample: &Self| {
            (1..self.length()).contains(&sample.length())
                && sample.error.is_some() == self.error.is_some()
                && (is_strict || sample.is_measured())
        };
        shortened.filter(is_wanted).collect()
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

fn published() -> impl Iterator<Item = Sample> {
    let lines = include_str!("published.txt").lines();
    let games = lines.filter(|line| !line.starts_with('#'));
    games.filter_map(|line| Some(known(line.split_once(" | ")?.0)))
}

/// Creates a sample of a legal record.
pub(super) fn known(record: &str) -> Sample {
    Sample::new(record.parse().expect("it is legal"), String::new())
}

/// Returns `count` different samples, the shortest first: the records for the mistakes, the published games, and random
/// ones. With `with_invalid`, about one in four is invalid. With `is_strict`, some end with a cycle to measure.
///
/// Half of the random ones are beginnings of games, and the others are whole games. Each length of a beginning has
/// an equal share, and so has each kind of a length: the number of moves, the lines of both players, and the kind of
/// the error.
pub(crate) fn samples(count: usize, seed: u64, with_invalid: bool, is_strict: bool) -> Vec<Sample> {
    let mut random = random(seed, with_invalid);
    // Rare kinds are found in many games.
    let games: Vec<_> = random.by_ref().take(count.max(2_000)).collect();
    let share = count / 2 / MAX_LENGTH;
    let mut kinds = HashMap::new();
    let mut ranked = Vec::new();
    let mut is_new = distinct(is_strict);
    for beginning in games
        .iter()
        .flat_map(Sample::beginnings)
        .filter(|one| is_new(one))
    {
        let position = beginning.record.position();
        let lines = Player::ALL.map(|own| position.cells_of(own).lines().collect::<Vec<_>>());
        let error = beginning.error.as_ref().map(RecordError::kind);
        let kind = (beginning.length(), position.moves(), lines, error);
        let rank = kinds.entry(kind).or_insert(0);
        if *rank < share {
            *rank += 1;
            ranked.push((beginning.length(), *rank, beginning));
        }
    }
    ranked.sort_by_key(|(length, rank, _)| (*length, *rank));
    let of_lengths = ranked.chunk_by(|(one, ..), (other, ..)| one == other);
    let beginnings = of_lengths.flat_map(|of_length| of_length.iter().take(share));
    let beginnings = beginnings.map(|(.., sample)| sample.clone());
    let known = RECORDS.map(known).into_iter().chain(published());
    let all = known.chain(beginnings).chain(games).chain(random);
    let mut samples: Vec<_> = all.filter(distinct(is_strict)).take(count).collect();
    samples.sort_by_key(Sample::length);
    samples
}

/// Returns a filter that lets each sample pass once; without `is_strict`, only if its cycles are measured.
fn distinct(is_strict: bool) -> impl FnMut(&Sample) -> bool {
    let mut seen = HashSet::new();
    move |sample| (is_strict || sample.is_measured()) && seen.insert(sample.text())
}

/// Returns endless random games, one in four invalid if those are wanted.
fn random(seed: u64, with_invalid: bool) -> impl Iterator<Item = Sample> {
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, seed);
    (1_u64..).map(move |number| {
        if with_invalid && number % 4 == 0 {
            let (record, token, _) = generator.invalid();
            Sample::new(record, token)
        } else {
            Sample::new(generator.record(), String::new())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_different_and_what_it_claims_to_be() {
        for with_invalid in [false, true] {
            for is_strict in [false, true] {
                let samples = samples(4_000, 3, with_invalid, is_strict);
                let texts: HashSet<_> = samples.iter().map(Sample::text).collect();
                assert_eq!((samples.len(), texts.len()), (4_000, 4_000));
                for sample in &samples {
                    let text = sample.text();
                    match text.parse::<Record>() {
                        Ok(record) => assert_eq!(record, sample.record),
                        Err(error) => assert_eq!(
                            Some(error.to_string()),
                            sample.error.as_ref().map(ToString::to_string)
                        ),
                    }
                }
                let count =
                    |is: fn(&Sample) -> bool| samples.iter().filter(|sample| is(sample)).count();
                assert_eq!(count(|sample| sample.error.is_some()) > 0, with_invalid);
                assert_eq!(count(|sample| !sample.is_measured()) > 0, is_strict);
            }
        }
        // Few samples are different, too, although most are known.
        let few: HashSet<_> = samples(30, 1, false, false)
            .iter()
            .map(Sample::text)
            .collect();
        assert_eq!(few.len(), 30);
    }

    #[test]
    fn a_smaller_sample_has_fewer_actions_and_is_as_valid() {
        for is_strict in [false, true] {
            for sample in samples(1_000, 5, true, is_strict).into_iter().step_by(5) {
                for smaller in sample.smaller(is_strict) {
                    assert!(smaller.record.actions().len() < sample.record.actions().len());
                    assert_eq!(
                        smaller.error.is_some(),
                        sample.error.is_some(),
                        "{sample:?} to {smaller:?}"
                    );
                    assert!(
                        is_strict || smaller.is_measured(),
                        "{sample:?} to {smaller:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_action_is_dropped_with_those_that_need_it() {
        let smaller = |record: &str, is_strict| -> Vec<_> {
            let smaller = known(record).smaller(is_strict);
            smaller.iter().map(Sample::text).collect()
        };
        let one = smaller("AE BF EI DH AI 1", true);
        assert!(one.contains(&"AE EI DH AI 1".to_string()), "{one:?}");
        assert!(one.contains(&"BF EI DH AI".to_string()), "{one:?}");
        let other = "CD AB AB 2";
        assert_eq!(
            smaller(other, true),
            ["AB AB 2", "CD AB", "CD AB", "CD AB AB"]
        );
        assert_eq!(smaller(other, false), ["AB AB 2", "CD AB", "CD AB"]);
    }
}
