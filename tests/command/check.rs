//! `qttt check COMMAND`: correct scorers pass, what is so of the others is said, and hostile programs do no harm.

use std::collections::BTreeSet;
use std::fs;
use std::thread;

use crate::support::*;

/// The arguments that check a program, which finds `qttt`, the correct scorer, on its path.
fn arguments<'a>(program: &'a str, options: &'a str) -> Vec<&'a str> {
    [&["check", program], &words(options)[..]].concat()
}

fn check(program: &str, options: &str) -> (i32, String, String) {
    run(&arguments(program, options), "")
}

#[track_caller]
fn assert_correct(program: &str, options: &str) {
    let (code, stdout, stderr) = check(program, options);
    // On a busy machine, a note may say that the starts were slow.
    let is_noted = stderr.starts_with("note: starting the scorer ") && stderr.lines().count() == 1;
    assert_eq!(code, 0, "{program}: {stdout}{stderr}");
    assert!(stderr.is_empty() || is_noted, "{program}: {stderr}");
    assert_ends_with(&stdout, "records: all answers are correct.\n");
}

/// Returns the verdict on a program with a fault.
#[track_caller]
fn fault(program: &str, options: &str) -> String {
    let (code, stdout, _) = check(program, options);
    assert_eq!(code, 1, "{program}: {stdout}");
    stdout
}

/// Returns the actions of the record that a verdict shows.
fn shown(said: &str) -> impl Iterator<Item = &str> {
    let record = said.lines().find_map(|line| line.strip_prefix("  "));
    record.expect("a record").split(' ')
}

#[test]
fn a_correct_scorer_passes_with_every_option() {
    assert_correct("qttt", "");
    assert_correct("qttt", "-n 500 --seed 7");
    assert_correct("qttt", "-n 30 --each stdin");
    assert_correct("qttt", "-n 30 --each argument");
    assert_correct("qttt -q \"$@\"", "-n 30 --each=stdin");
    assert_correct("read line; qttt \"$line\"", "-n 30 --each=stdin");
    let on_two_lines = "f() { qttt \"$@\" | tr ' ' '\\n'; }; f";
    assert_correct(on_two_lines, "-n 30 --each=argument");
    assert_correct("qttt | sed 's/^/[1] /; s/0.5/½/; $s/$/\\n\\n/'", "");
}

#[test]
fn too_little_memory_for_threads_does_not_cause_a_panic() {
    let mut refused = 0;
    // With less memory, Rust panics before `main`.
    for limit in (10_000..15_000).step_by(500) {
        let check = "qttt check -n 2 --each stdin 'read x; echo 1 0'";
        let script = format!("ulimit -v {limit}; {check}; exit $?");
        let (_, _, stderr) = answer(&mut shell(&script), "");
        assert!(!stderr.contains("panicked"), "{limit}: {stderr}");
        refused += usize::from(stderr.contains("cannot start a thread"));
    }
    assert!(refused > 0);
}

const LETTERS: &str = "awk '{ for (i = 1; i <= NF; i++) if (length($i) == 2) $i = \
    substr(\"ABCDEFGHI\", substr($i, 1, 1) + 1, 1) substr(\"ABCDEFGHI\", substr($i, 2) + 1, 1) } 1'";

#[test]
fn records_can_be_converted_in_a_pipe() {
    let page = include_str!("../../docs/judging.md");
    for [command, mine] in cases(include_str!("scorers/pipes.txt"), " => ") {
        assert_contains(page, command);
        let quick = command.replace("qttt check", "qttt check -n 100");
        for (program, is_correct) in [(mine, true), ("echo 0 0", false)] {
            let program = program.replace("LETTERS", LETTERS);
            let (folder, _) = script("mine", &format!("#!/bin/sh\n{program}\n"));
            fs::write(folder.path().join("records.txt"), "AB AB 1\n\nJ\nAA\n").expect("written");
            let mut bash = shell("exec bash -c \"$0\"");
            let (code, said, _) = answer(bash.arg(&quick).current_dir(folder.path()), "");
            assert_eq!(code, i32::from(!is_correct), "{command}: {said}");
        }
    }
}

#[test]
fn a_wrong_answer_is_shown_with_the_game() {
    let said = fault("qttt | sed 's/^2/1/'", "");
    let verdict = "724 of 10,000 answers are wrong.\nThe wrong answers are";
    assert_starts_with(&said, verdict);
    assert_contains(&said, "\nexpected: 2 0\nfound:    1 0\n");
    assert_contains(&said, "\nBefore the last measurement:\n┌─A──");
    assert_contains(&said, "\nFinal position:\n┌─A──");
}

#[test]
fn the_record_is_shown_in_its_simplest_form() {
    // Only the order of the pair of C and D matters.
    let said = fault("sed 's/.*DC.*/J/' | qttt -q", "");
    assert!(shown(&said).eq(["DC"]), "{said}");
    // Only the number of moves matters.
    let five_moves = "sed -E 's/.*([A-I]{2}[^A-I]*){5}.*/J/' | qttt -q";
    let said = fault(five_moves, "-n 100");
    let moves = shown(&said).filter(|token| token.len() == 2);
    assert_eq!(moves.count(), 5, "{said}");
}

#[test]
fn a_hint_says_what_may_be_wrong_and_what_to_try() {
    let hints = cases(include_str!("scorers/hints.txt"), " => ");
    in_parallel(&hints, |[options, program, hint]| {
        assert_ends_with(&fault(program, options), &format!("{hint}\n"));
    });
}

#[test]
fn what_a_scorer_writes_on_standard_error_precedes_the_verdict() {
    let program = "echo 'Traceback: list' >&2; qttt | sed 's/0/1/; 3q'; exit 1";
    let mut check = shell("exec qttt check \"$0\" 2>&1");
    let (_, both, _) = answer(check.arg(program), "");
    let verdict = "After 3 answers, 3 of them wrong: the scorer stopped (exit status: 1).\n";
    let start = format!("Traceback: list\n{verdict}Without an answer: ");
    assert_starts_with(&both, &start);
}

#[test]
fn a_command_that_cannot_be_run_is_not_a_fault_of_the_scorer() {
    let (folder, _) = script("mine.py", "#!/bin/sh\n");
    for [arguments, hint] in cases(include_str!("scorers/commands.txt"), " => ") {
        let mut check = qttt(&["check"]);
        let check = check.args(arguments.split(' ')).current_dir(folder.path());
        let (code, stdout, stderr) = answer(check, "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments}: {stderr}");
        assert_contains(&stderr, &hint.replace("\\n", "\n"));
    }
}

#[test]
fn the_fault_of_a_program_is_named_and_nothing_is_left_running() {
    let (_folder, [mark]) = temporary(["mark"]);
    let faults = cases(include_str!("scorers/faults.txt"), " => ");
    in_parallel(&faults, |[program, expected]| {
        let check = &mut marked(&mark, &arguments(program, "-n 100"));
        let (code, stdout, _) = answer(check, "");
        assert_eq!(code, 1, "{program}");
        assert_starts_with(&stdout, expected);
        // The game doesn't matter to an answer in the wrong form.
        assert!(!expected.contains("; found") || !stdout.contains('┌'));
    });
    #[cfg(target_os = "linux")]
    wait_for_end(&mark);
}

#[test]
fn a_slow_scorer_is_not_wrong() {
    let slow = cases(include_str!("scorers/slow.txt"), " => ");
    in_parallel(&slow, |[options, program, expected]| {
        let (code, stdout, stderr) = check(program, options);
        let expected_code = i32::from(!expected.ends_with("correct."));
        assert_eq!(code, expected_code, "{program}");
        let expected = expected.replace("\\n", "\n") + "\n";
        assert_ends_with(&(stderr + &stdout), &expected);
    });
}

#[test]
fn copies_of_a_scorer_that_share_a_file_can_run_one_after_another() {
    let (_folder, [lock]) = temporary(["lock"]);
    // Each copy waits until it has met another one.
    let program = format!("mkdir {lock} 2>/dev/null && sleep 1 && rmdir {lock} && qttt");
    let alone = format!("taskset -c 0 qttt check --each=stdin -n2 '{program}'");
    assert_eq!(answer(&mut shell(&alone), "").0, 0);
    if thread::available_parallelism().is_ok_and(|cores| cores.get() > 1) {
        let said = fault(&program, "--each=stdin -n 5");
        let hint = "Do several copies of your scorer share a file? Try taskset -c 0 qttt check.\n";
        assert_ends_with(&said, hint);
    }
}

/// Splits the rows of a saved table into records and scores.
#[track_caller]
fn records_and_scores(table: &str) -> (Vec<&str>, Vec<&str>) {
    let rows = table.strip_prefix("record\tx\to\n").expect("a header");
    rows.lines().filter_map(|row| row.split_once('\t')).unzip()
}

#[test]
fn the_records_are_saved_with_their_scores_and_are_the_same_for_a_seed() {
    let (_folder, [table]) = temporary(["tests.tsv"]);
    // The records are complete even if the scorer is wrong, and started again.
    let save = |seed: &str| {
        let options = format!("-n 300 --seed {seed} --save {table}");
        fault("sed 's/.*/0 0/'", &options);
        content(&table)
    };
    let saved = save("1");
    assert_ne!(save("2"), saved);
    assert_eq!(save("1"), saved);
    let (records, scores) = records_and_scores(&saved);
    assert_eq!(records.iter().collect::<BTreeSet<_>>().len(), 300);
    let expected = printed(&[], records.join("\n")).replace(' ', "\t");
    assert!(expected.lines().eq(scores), "{saved}");
    assert!(!printed(&["--json"], records.join("\n")).contains("\"measure\""));
    let is_shortest_first = records.is_sorted_by_key(|record| record.split(' ').count());
    assert!(is_shortest_first, "{saved}");
}
