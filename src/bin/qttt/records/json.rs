//! Games as JSON objects, one per line.

use qttt::GameError;
use qttt::report::{ErrorReport, Query, Report};
use qttt::support::push_json_line;

use super::{Format, Line, max_lines_with};

/// JSON objects, with the results of perfect play if requested.
pub(super) struct Objects<'s>(pub(super) Option<Query<'s>>);

impl Format for Objects<'_> {
    fn max_lines(&self) -> usize {
        max_lines_with(self.0)
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        match line.read(self.0.is_some_and(|query| query.steps)) {
            Ok(game) => {
                push_json_line(&Report::new(&game, line.origin, self.0), output);
                Ok(())
            }
            Err(error) => {
                push_json_line(&ErrorReport::new(line.shown(), &error, line.origin), output);
                Err(error)
            }
        }
    }
}
