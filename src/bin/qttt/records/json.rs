//! Games as JSON objects, one per line.

use qttt::report::{Analysis, ErrorReport, Report, push_json_line};

use super::{Format, Lines, Refuse, Solving};

/// JSON objects, which include perfect play if it is asked for.
pub(crate) struct Objects(pub(crate) Option<Solving>);

impl Format for Objects {
    fn max_lines(&self) -> usize {
        Solving::max_lines(self.0.as_ref())
    }

    fn needs_history(&self) -> bool {
        Solving::needs_history(self.0.as_ref())
    }

    fn push(&self, lines: Lines<'_>, output: &mut Vec<u8>, refuse: &mut Refuse<'_>) {
        for line in lines {
            match line.read() {
                Ok(game) => {
                    let solving = self.0.as_ref();
                    let analysis =
                        solving.map(|solving| Analysis::new(&game, solving.query, &solving.solver));
                    let report = Report::new(&game, line.origin, analysis.as_ref());
                    push_json_line(&report, output);
                }
                Err(error) => {
                    push_json_line(&ErrorReport::new(line.text, &error, line.origin), output);
                    refuse(line, error);
                }
            }
        }
    }
}
