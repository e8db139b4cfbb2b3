//! Games as JSON objects, one per line.

use qttt::GameError;
use qttt::report::{Analysis, ErrorReport, Query, Report, push_json_line};

use super::{Format, Line, Solving};

/// JSON objects, which include perfect play if it is asked for.
pub(super) struct Objects(pub(super) Option<Solving>);

impl Format for Objects {
    fn max_lines(&self) -> usize {
        self.0.as_ref().map_or(512, |_| Solving::MAX_LINES)
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let solving = self.0.as_ref();
        let query = solving.map_or(Query::default(), |solving| solving.query);
        let read = query.read(line.text);
        match &read {
            Ok(game) => {
                let analysis = solving.map(|solving| Analysis::new(game, query, &solving.solver));
                let report = Report::new(game, line.origin, analysis.as_ref());
                push_json_line(&report, output);
            }
            Err(error) => {
                push_json_line(&ErrorReport::new(line.text, error, line.origin), output);
            }
        }
        read.map(drop)
    }
}
