//! The records for a scorer, with the right answers.

use std::fmt;

use qttt::{
    Action, Mark, Record, Status,
    generate::{Generator, Strategy},
};

use super::naive::RECORDS;

/// The answer to an invalid record.
pub(super) const INVALID: &str = "error";

/// A record to score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sample {
    /// The legal part.
    pub(crate) record: Record,
    /// The illegal rest, empty for a valid record.
    pub(crate) mistake: String,
}

impl Sample {
    /// Returns the right answer.
    pub(crate) fn answer(&self) -> &'static str {
        if self.mistake.is_empty() {
            self.record.position().score().as_str()
        } else {
            INVALID
        }
    }

    /// Returns the samples without one of the actions that are still valid, or still invalid.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let actions = self.record.actions();
        let shortened = (0..actions.len()).map(|dropped| Self {
            record: without(actions, dropped),
            mistake: self.mistake.clone(),
        });
        let is_smaller = |sample: &Self| {
            let text = sample.to_string();
            let is_as_valid = text.parse::<Record>().is_ok() == self.mistake.is_empty();
            sample.record.actions().len() < actions.len() && !text.is_empty() && is_as_valid
        };
        shortened.filter(is_smaller).collect()
    }
}

/// Writes the record for scorers.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{} {}", self.record, self.mistake);
        f.write_str(text.trim())
    }
}

/// Plays a record without one of its actions. Marks are renumbered, measurements that become due are made, and actions
/// that become illegal are left out.
fn without(actions: &[Action], dropped: usize) -> Record {
    let is_move = |action: &&Action| matches!(action, Action::Move(..));
    let gone = match actions[dropped] {
        Action::Move(..) => actions[..=dropped].iter().filter(is_move).count(),
        Action::Measure(_) => Mark::ALL.len(),
    };
    let mut record = Record::new();
    for &action in actions[..dropped].iter().chain(&actions[dropped + 1..]) {
        let action = match action {
            Action::Measure(mark) if usize::from(mark.number()) > gone => {
                Action::Measure(Mark::ALL[usize::from(mark.number()) - 2])
            }
            action => action,
        };
        if record.push(action).is_err()
            && let Status::Measure { choices, .. } = record.position().status()
            && let Some(mark) = choices.iter().next()
        {
            let _ = record.push(Action::Measure(mark));
            // It fails if its cells are taken, or the game is over.
            let _ = record.push(action);
        }
    }
    record
}

/// Returns records that distinguish all mistakes, the shortest first.
pub(super) fn for_mistakes() -> Vec<Sample> {
    let sample = |record: &str| Sample {
        record: record.parse().expect("it is legal"),
        mistake: String::new(),
    };
    RECORDS.map(sample).to_vec()
}

/// Returns the records for the mistakes, then endless random ones: whole games and parts of them. With `with_invalid`,
/// one in four is invalid.
pub(crate) fn samples(seed: u64, with_invalid: bool) -> impl Iterator<Item = Sample> {
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, seed);
    let random = (1_u64..).map(move |number| {
        if with_invalid && number % 4 == 0 {
            let (record, mistake) = generator.invalid();
            return Sample { record, mistake };
        }
        let record = if number % 3 == 0 {
            generator.partial_record()
        } else {
            generator.record()
        };
        let mistake = String::new();
        Sample { record, mistake }
    });
    let random = random.filter(|sample| !sample.to_string().is_empty());
    for_mistakes().into_iter().chain(random)
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
                Err(_) => assert!(!sample.mistake.is_empty(), "{text}"),
            }
        }
        assert!(
            samples(3, false)
                .take(4_000)
                .all(|sample| sample.mistake.is_empty())
        );
    }

    #[test]
    fn a_smaller_sample_has_fewer_actions_and_is_as_valid() {
        for sample in samples(5, true).skip(50).take(200) {
            for smaller in sample.smaller() {
                assert!(smaller.record.actions().len() < sample.record.actions().len());
                let is_valid = smaller.to_string().parse::<Record>().is_ok();
                assert_eq!(is_valid, sample.mistake.is_empty(), "{sample} to {smaller}");
            }
        }
    }

    #[test]
    fn a_move_is_dropped_and_the_others_are_renumbered() {
        let smaller = |record: &str| -> Vec<_> {
            let record = record.parse().expect("legal");
            let mistake = String::new();
            let smaller = Sample { record, mistake }.smaller();
            smaller.iter().map(Sample::to_string).collect()
        };
        let [one, other] = ["AE BF EI DH AI 1", "CD AB AB 2"].map(smaller);
        assert!(one.contains(&"AE EI DH AI 1".to_string()), "{one:?}");
        assert!(one.contains(&"BF EI DH AI".to_string()), "{one:?}");
        assert_eq!(other, ["AB AB 1", "CD AB", "CD AB", "CD AB AB"]);
    }
}
