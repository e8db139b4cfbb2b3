//! Help that several commands share.

use qttt::Strategy;

/// Help of the commands that take records.
pub(crate) const RECORDS: &str = "\
Records are written as in qttt --help: AB BE DE AE 4. In a file or on standard input, each line is a record. Unless the command needs the history of the game, you can give a position instead, for example 41./32./... 5CF: the classical marks row by row, then each pair of spooky marks with its two cells.";

pub(crate) const EXIT_CODES: &str =
    "Exit codes: 0 success; 1 invalid record; 2 usage or I/O error.";

/// The exit codes of the commands that find nothing invalid.
pub(crate) const SUCCESS_OR_ERROR: &str = "Exit codes: 0 success; 2 usage or I/O error.";

/// Lists the levels of the computer, each with its strategy: `easy (random)`.
pub(crate) fn levels() -> String {
    let levels = Strategy::LEVELS.map(|(name, strategy)| match strategy.to_string() {
        strategy if strategy == name => strategy,
        strategy => format!("{name} ({strategy})"),
    });
    format!("{}, or random:P", levels.join(", "))
}
