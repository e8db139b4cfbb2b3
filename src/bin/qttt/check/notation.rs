//! How records are written for a scorer.

use clap::{Args, ValueEnum};
use qttt::{Action, Cell};

use super::Sample;

/// A way to write records.
#[derive(Args)]
pub(crate) struct Notation {
    /// Write the records without spaces
    #[arg(long)]
    compact: bool,

    /// Names of the cells in reading order: nine different letters or digits
    #[arg(long, value_name = "NAMES", default_value = "ABCDEFGHI", value_parser = parse_names)]
    cells: [char; 9],

    /// The cell whose mark names a measurement
    #[arg(long, value_name = "CELL", default_value = "first")]
    measure: NamingCell,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum NamingCell {
    /// The first cell of the cycle
    First,
    /// The second cell of the move that closed the cycle
    Last,
}

fn parse_names(text: &str) -> Result<[char; 9], String> {
    let is_new = |(nth, c): (usize, char)| c.is_ascii_alphanumeric() && text.find(c) == Some(nth);
    let names: Vec<_> = text.chars().collect();
    match names.try_into() {
        Ok(names) if text.char_indices().all(is_new) => Ok(names),
        _ => Err("must be nine different letters or digits".to_string()),
    }
}

impl Notation {
    /// Writes a sample. Its illegal rest stays as it is.
    pub(crate) fn write(&self, sample: &Sample) -> String {
        let mut last_cell = Cell::A;
        let mut tokens = Vec::new();
        for step in sample.record.steps() {
            tokens.push(match step.action {
                Action::Move(a, b) => {
                    last_cell = b;
                    [a, b].map(|cell| self.cells[cell.index()]).iter().collect()
                }
                Action::Measure(mark) if self.measure == NamingCell::First => mark.to_string(),
                Action::Measure(mark) => {
                    let filling = step.after.classical(last_cell);
                    filling.unwrap_or(mark).to_string()
                }
            });
        }
        tokens.extend(sample.error.is_some().then(|| sample.token.clone()));
        tokens.join(if self.compact { "" } else { " " })
    }
}

#[cfg(test)]
mod tests {
    use qttt::generate::{Generator, Strategy};

    use super::{super::naive::Naive, *};

    #[test]
    fn the_last_cell_names_the_same_outcome_as_the_first() {
        let notation = Notation {
            compact: false,
            cells: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'],
            measure: NamingCell::Last,
        };
        let mut generator = Generator::new(Strategy::Random, Strategy::Random, 9);
        for _ in 0..1_000 {
            let sample = Sample::new(generator.record(), String::new());
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
            assert_eq!(naive.score(), sample.answer(), "{sample:?}");
        }
        let written = |record: &str| {
            notation.write(&Sample::new(record.parse().expect("legal"), String::new()))
        };
        assert_eq!(written("AB BE DE EA 4"), "AB BE DE EA 4");
        assert_eq!(written("AB BE DE AE 4"), "AB BE DE AE 2");
        let doubled = "BC BE CF EF 1 AD AG GH DG 6 II 9";
        assert!(written(doubled).ends_with(" II 9"));
    }
}
