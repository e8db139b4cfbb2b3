//! The records for a scorer, with the right answers.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sample {
    /// The legal part.
    pub(crate) record: Record,
    /// The illegal rest of an invalid record, with its error.
    illegal: Option<(String, RecordError)>,
}

impl Sample {
    pub(super) fn valid(record: Record) -> Self {
        Self {
            record,
            illegal: None,
        }
    }

    /// Appends a token to a record; returns `None` if the token is legal there.
    fn invalid(record: Record, token: String) -> Option<Self> {
        let error = record.clone().extend_from_text(token.as_bytes()).err()?;
        Some(Self {
            record,
            illegal: Some((token, error)),
        })
    }

    /// Returns the right answer, as `qttt` prints it.
    pub(crate) fn answer(&self) -> &'static str {
        match self.illegal {
            None => self.record.position().score().as_str(),
            Some(_) => INVALID,
        }
    }

    /// Returns the illegal rest of an invalid record.
    pub(super) fn illegal(&self) -> Option<&str> {
        self.illegal.as_ref().map(|(token, _)| token.as_str())
    }

    /// Returns the error of an invalid record.
    pub(crate) fn error(&self) -> Option<&RecordError> {
        self.illegal.as_ref().map(|(_, error)| error)
    }

    /// Returns the number of actions. A mistake counts as one.
    pub(super) fn length(&self) -> usize {
        self.record.actions().len() + usize::from(self.illegal.is_some())
    }

    /// Returns `true` if a valid record ends with a cycle that nobody has measured. A scorer for the challenge need not
    /// know such records: none of its examples ends like that.
    fn ends_with_cycle(&self) -> bool {
        let status = self.record.position().status();
        self.illegal.is_none() && matches!(status, Status::Measure { .. })
    }

    /// Returns the beginnings of the record, the shortest first, and the record itself.
    fn beginnings(&self) -> Vec<Self> {
        let mut record = Record::new();
        let mut beginnings = Vec::new();
        for &action in self.record.actions() {
            record.push(action).expect("it was legal before");
            beginnings.push(Self::valid(record.clone()));
        }
        beginnings.extend(self.illegal.is_some().then(|| self.clone()));
        beginnings
    }

    /// Returns the samples without one of the actions that are still valid, or still invalid. With `is_strict`, some can
    /// end with a cycle.
    pub(super) fn smaller(&self, is_strict: bool) -> Vec<Self> {
        let actions = self.record.actions();
        let shortened = (0..actions.len()).filter_map(|dropped| {
            let record = without(actions, dropped);
            match self.illegal() {
                None => Some(Self::valid(record)),
                Some(token) => Self::invalid(record, token.to_string()),
            }
        });
        let is_wanted = |sample: &Self| {
            (1..self.length()).contains(&sample.length())
                && (is_strict || !sample.ends_with_cycle())
        };
        shortened.filter(is_wanted).collect()
    }
}

/// Writes the record as `qttt` does.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let illegal = self.illegal().unwrap_or_default();
        f.write_str(format!("{} {illegal}", self.record).trim())
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

/// Which records to ask.
pub(crate) struct Selection {
    pub(crate) count: usize,
    /// The same seed gives the same records.
    pub(crate) seed: u64,
    /// Whether about one in four is invalid.
    pub(crate) with_invalid: bool,
    /// Whether records may end with a cycle that nobody has measured.
    pub(crate) is_strict: bool,
}

impl Selection {
    /// Returns different samples, the shortest first: the records for the mistakes, the published games, and random ones.
    ///
    /// Half of the random ones are beginnings of games. Each of their lengths has an equal share, and so has each kind of
    /// a length: the number of moves, the lines of both players, and the kind of the error.
    pub(crate) fn samples(&self) -> Vec<Sample> {
        let mut more = random(self.seed, self.with_invalid);
        // Rare kinds are found in many games.
        let games: Vec<_> = more.by_ref().take(self.count.max(2_000)).collect();
        let share = self.count / 2 / MAX_LENGTH;
        let mut kinds = HashMap::new();
        let mut ranked = Vec::new();
        let mut is_new = distinct();
        for beginning in games.iter().flat_map(Sample::beginnings) {
            let position = beginning.record.position();
            let lines = Player::ALL.map(|own| position.cells_of(own).lines().collect::<Vec<_>>());
            let error = beginning.error().map(RecordError::kind);
            let kind = (beginning.length(), position.moves(), lines, error);
            let rank = kinds.entry(kind).or_insert(0);
            if *rank < share && self.allows(&beginning) && is_new(&beginning) {
                *rank += 1;
                ranked.push((beginning.length(), *rank, beginning));
            }
        }
        ranked.sort_by_key(|(length, rank, _)| (*length, *rank));
        let of_lengths = ranked.chunk_by(|(one, ..), (other, ..)| one == other);
        let beginnings = of_lengths.flat_map(|of_length| of_length.iter().take(share));
        let beginnings = beginnings.map(|(.., sample)| sample.clone());
        let known = for_mistakes().into_iter().chain(published());
        let all = known.chain(beginnings).chain(games).chain(more);
        let wanted = all.filter(|sample| self.allows(sample)).filter(distinct());
        let mut samples: Vec<_> = wanted.take(self.count).collect();
        samples.sort_by_key(Sample::length);
        samples
    }

    fn allows(&self, sample: &Sample) -> bool {
        self.is_strict || !sample.ends_with_cycle()
    }
}

/// Returns a filter that lets each sample pass once.
fn distinct() -> impl FnMut(&Sample) -> bool {
    let mut seen = HashSet::new();
    move |sample| {
        let illegal = sample.illegal().map(str::to_string);
        seen.insert((sample.record.clone(), illegal))
    }
}

/// Returns endless random games, one in three of them cut off, and one in four invalid if those are wanted.
fn random(seed: u64, with_invalid: bool) -> impl Iterator<Item = Sample> {
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, seed);
    let random = (1_u64..).map(move |number| {
        if with_invalid && number % 4 == 0 {
            let (record, token) = generator.invalid();
            return Sample::invalid(record, token).expect("the token is illegal");
        }
        Sample::valid(if number % 3 == 0 {
            generator.partial_record()
        } else {
            generator.record()
        })
    });
    random.filter(|sample| sample.length() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(count: usize, seed: u64, with_invalid: bool, is_strict: bool) -> Vec<Sample> {
        let selection = Selection {
            count,
            seed,
            with_invalid,
            is_strict,
        };
        selection.samples()
    }

    #[test]
    fn every_sample_is_different_and_what_it_claims_to_be() {
        for with_invalid in [false, true] {
            for is_strict in [false, true] {
                let samples = samples(4_000, 3, with_invalid, is_strict);
                let texts: HashSet<_> = samples.iter().map(Sample::to_string).collect();
                assert_eq!((samples.len(), texts.len()), (4_000, 4_000));
                for sample in &samples {
                    let text = sample.to_string();
                    match text.parse::<Record>() {
                        Ok(record) => assert_eq!(record, sample.record),
                        Err(error) => assert_eq!(
                            Some(error.to_string()),
                            sample.error().map(ToString::to_string)
                        ),
                    }
                }
                let count =
                    |is: fn(&Sample) -> bool| samples.iter().filter(|sample| is(sample)).count();
                assert_eq!(count(|sample| sample.error().is_some()) > 0, with_invalid);
                assert_eq!(count(Sample::ends_with_cycle) > 0, is_strict);
            }
        }
        // Few samples are different, too, although most are known.
        let few: HashSet<_> = samples(30, 1, false, false)
            .iter()
            .map(Sample::to_string)
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
                        smaller.error().is_some(),
                        sample.error().is_some(),
                        "{sample} to {smaller}"
                    );
                    assert!(
                        is_strict || !smaller.ends_with_cycle(),
                        "{sample} to {smaller}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_action_is_dropped_with_those_that_need_it() {
        let smaller = |record: &str, is_strict| -> Vec<_> {
            let smaller = known(record).smaller(is_strict);
            smaller.iter().map(Sample::to_string).collect()
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
