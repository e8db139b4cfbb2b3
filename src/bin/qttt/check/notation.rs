//! How records are written for a scorer.

use clap::ValueEnum;
use qttt::Action;

use super::Sample;

/// The names of the cells, in reading order.
pub(crate) type CellNames = [char; 9];

/// The names that `qttt` uses.
pub(crate) const LETTERS: CellNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'];

/// The cell whose mark names a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum NamingCell {
    /// The first cell of the cycle
    First,
    /// The second cell of the move that closed the cycle
    Last,
}

/// A way to write records.
pub(crate) struct Notation {
    pub(crate) cells: CellNames,
    pub(crate) measure: NamingCell,
    /// Whether there are no spaces.
    pub(crate) is_compact: bool,
}

impl Notation {
    /// Writes a sample. Its illegal rest stays as it is.
    pub(crate) fn write(&self, sample: &Sample) -> String {
        let mut closing = None;
        let mut tokens = Vec::new();
        for step in sample.record.steps() {
            tokens.push(match step.action {
                Action::Move(a, b) => {
                    closing = Some(b);
                    [a, b].map(|cell| self.cells[cell.index()]).iter().collect()
                }
                Action::Measure(mark) => {
                    let filling = closing.and_then(|cell| step.after.classical(cell));
                    let is_last = self.measure == NamingCell::Last;
                    filling.filter(|_| is_last).unwrap_or(mark).to_string()
                }
            });
        }
        tokens.extend(sample.illegal().map(str::to_string));
        tokens.join(if self.is_compact { "" } else { " " })
    }
}

#[cfg(test)]
mod tests {
    use qttt::generate::{Generator, Strategy};

    use super::{super::naive::Naive, *};

    #[test]
    fn the_last_cell_names_the_same_outcome_as_the_first() {
        let notation = Notation {
            cells: LETTERS,
            measure: NamingCell::Last,
            is_compact: false,
        };
        let mut generator = Generator::new(Strategy::Random, Strategy::Random, 9);
        for _ in 0..1_000 {
            let sample = Sample::valid(generator.record());
            let mut naive = Naive::default();
            for token in notation.write(&sample).split(' ') {
                let Ok(mark) = token.parse::<u8>() else {
                    naive.act(token);
                    continue;
                };
                let (_, [_, last]) = *naive.spooky.last().expect("a mark");
                let outcomes = naive.outcomes.expect("a measurement");
                let chosen = outcomes.into_iter().find(|outcome| outcome[last] == mark);
                naive.classical = chosen.expect("one of the outcomes");
                naive.outcomes = None;
                naive
                    .spooky
                    .retain(|(mark, _)| !naive.classical.contains(mark));
            }
            assert_eq!(naive.score(), sample.answer(), "{sample}");
        }
        let written = |record: &str| notation.write(&Sample::valid(record.parse().expect("legal")));
        assert_eq!(written("AB BE DE EA 4"), "AB BE DE EA 4");
        assert_eq!(written("AB BE DE AE 4"), "AB BE DE AE 2");
        let doubled = "BC BE CF EF 1 AD AG GH DG 6 II 9";
        assert!(written(doubled).ends_with(" II 9"));
    }
}
