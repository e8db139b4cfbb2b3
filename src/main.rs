//! The command `qttt`: see `qttt --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    qttt::cli::main()
}
