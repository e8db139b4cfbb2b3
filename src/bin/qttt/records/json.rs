//! Games as JSON objects, one per line.

use qttt::report::{Analysis, ErrorReport, Report};
use qttt::support::push_json_line;
use qttt::{GameError, Unread};

use super::{FEW_LINES, Format, Line, MANY_LINES, Solving};

/// JSON objects, with the results of perfect play if requested.
pub(super) struct Objects<'s>(pub(super) Option<&'s Solving>);

impl Format for Objects<'_> {
    fn max_lines(&self) -> usize {
        self.0.map_or(MANY_LINES, |_| FEW_LINES)
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        match line.read(self.0.is_some_and(|solving| solving.query.steps)) {
            Ok(game) => {
                let analysis =
                    (self.0).map(|solving| Analysis::new(&game, solving.query, &solving.solver));
                push_json_line(&Report::new(&game, line.origin, analysis.as_ref()), output);
                Ok(())
            }
            Err(Unread { error, .. }) => {
                push_json_line(&ErrorReport::new(line.shown(), &error, line.origin), output);
                Err(error)
            }
        }
    }
}
