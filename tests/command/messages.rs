//! Usage errors: invalid arguments, and the suggestions for them.

use crate::support::{assert_ends_with, refused};

/// Arguments, and a part of the message.
const INVALID: &str = r#"-f none AB => error: cannot read AB: No such file
-j 0 => invalid value '0'
--steps AB => 'qttt solve --steps' exists
AB --no-header => --tsv
--json --no-header => cannot be used with
--json --tsv => cannot be used with
--json show AB => put the command first: qttt show [OPTIONS]...
-f games show => or write ./show if it is a file
show AB --values => --html
show AB --html --svg => cannot be used with
show AB --svg --ascii => cannot be used with
show AB --html --steps => --html already draws every position
solve AB --actions --steps => --actions and --steps can be combined only with --json
solve AB --value --steps => cannot be used with
solve AB --value --json => cannot be used with
solve AB --value --tsv => cannot be used with
solve AB --tsv --actions --steps => can be combined only with --json
play --o random:1.5 => invalid value
play -f none AB => cannot be used with
play -f none => cannot read none: No such file
generate --x person => invalid value 'person'
generate --x random:-0.1 => invalid value
generate --all --positions => cannot be used with
generate --all -n1 => cannot be used with
check cat -n 0 => invalid value '0'
man /dev/null/dir => cannot write to /dev/null/dir: Not a directory
hypercube check a b => quote the command: 'a b'
hypercube tournament a=true => 2 values required
hypercube tournament a=true b= => no command in "b="
hypercube tournament a=true b=builtin: => unknown built-in player
hypercube tournament a=true b=true --boards 6..3,2 => "6..3,2" is not a list
hypercube tournament a=true b=true --jobs 0 => is not in 1..=1024
hypercube tournament a=true b=true --rounds 0 => is not in 1..=500000
hypercube tournament a=true b=true --seed 1 => --rounds <N>
hypercube match --x builtin:greedy --o builtin:greedy 3,2 => two players are named "builtin:greedy"; rename one with NAME=COMMAND
hypercube tournament a=true a=false --boards 3,2 => two players are named "a"; rename one with NAME=COMMAND
hypercube match --x true --o true 3..4,2 => for example 3,2"#;

#[test]
fn invalid_arguments_are_usage_errors() {
    for line in INVALID.lines() {
        let (arguments, message) = line.split_once(" => ").expect("a message");
        let words: Vec<_> = arguments.split(' ').collect();
        let stderr = refused(2, &words, "");
        let is_reported = stderr.starts_with("error: ") && stderr.contains(message);
        assert!(is_reported, "{arguments}: {stderr}");
    }
}

#[test]
fn a_misspelled_command_gets_a_hint() {
    let stderr = refused(1, &["shwo", "AB"], "");
    assert_ends_with(&stderr, "\nDid you mean qttt show?\n");
}
