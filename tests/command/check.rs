//! `qttt check COMMAND`: correct scorers pass, the mistakes of others are named, and hostile programs do no harm.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread;

use crate::support::{
    answer, assert_contains, assert_ends_with, assert_starts_with, at_once, content, file,
    path_with_qttt, printed, qttt, script, shell, temporary, wait_for_end,
};

/// Checks a program, which finds the right scorer on its path.
fn command(program: &str, options: &[&str]) -> Command {
    let mut command = qttt(&[&["check", program], options].concat());
    command.env("PATH", path_with_qttt());
    command
}

fn check(program: &str, options: &[&str]) -> (i32, String, String) {
    answer(&mut command(program, options), "")
}

#[track_caller]
fn is_right(program: &str, options: &[&str]) {
    let (code, stdout, stderr) = check(program, options);
    assert_eq!((code, stderr.as_str()), (0, ""), "{program}: {stdout}");
    assert_ends_with(&stdout, "records: all answers are correct.\n");
}

/// Returns the verdict on a program with a fault.
#[track_caller]
fn fault(program: &str, options: &[&str]) -> String {
    let (code, stdout, _) = check(program, options);
    assert_eq!(code, 1, "{program}: {stdout}");
    stdout
}

/// Returns the actions of the record that a verdict shows.
fn shown(said: &str) -> impl Iterator<Item = &str> {
    said.lines().nth(2).expect("a record").trim().split(' ')
}

#[test]
fn a_correct_scorer_passes_with_every_option() {
    is_right("qttt", &[]);
    is_right("qttt", &["-n", "500", "--seed", "7"]);
    is_right("qttt", &["-n", "30", "--each", "stdin"]);
    is_right("qttt", &["-n", "30", "--each", "argument"]);
    is_right("qttt -q \"$@\"", &["-n", "30", "--each=stdin"]);
}

#[test]
fn correct_values_are_accepted_in_every_form() {
    let script = "s/^/[1] /; s/0.5/½/; s/ \\([^ ]*\\)$/-\\1/; $s/$/\\n\\n/";
    is_right(&format!("qttt | sed '{script}'"), &["-n", "300"]);
    for how in ["--each=stdin", "--each=argument"] {
        is_right("f() { qttt \"$@\" | tr ' ' '\\n'; }; f", &[how, "-n", "20"]);
    }
}

const LETTERS: &str = "awk '{ for (i = 1; i <= NF; i++) if (length($i) == 2) $i = \
    substr(\"ABCDEFGHI\", substr($i, 1, 1) + 1, 1) substr(\"ABCDEFGHI\", substr($i, 2) + 1, 1) } 1'";

/// The commands of docs/judging.md, with a scorer that reads only records of one kind.
#[test]
fn records_can_be_converted_in_a_pipe() {
    let page = include_str!("../../docs/judging.md");
    let (folder, _) = file("records.txt", "AB AB 1\n\nJ\nAA\n");
    for (command, mine) in [
        ("qttt check \"tr -d ' ' | ./mine\"", "grep -v ' ' | qttt"),
        (
            "qttt check 'tr A-I 0-8 | ./mine'",
            &format!("{LETTERS} | qttt"),
        ),
        (
            "qttt check --each stdin './mine \"$(tr A-I 0-8)\"'",
            &format!("echo \"$1\" | {LETTERS} | qttt"),
        ),
        (
            "diff <(qttt -q < records.txt) <(./mine < records.txt)",
            "qttt -q",
        ),
        (
            "qttt check --each argument 'f() { ./mine $1; }; f'",
            "test ${#1} = 2 && qttt \"$@\"",
        ),
        ("qttt check --save tests.tsv ./mine", "qttt"),
    ] {
        assert_contains(page, command);
        for (program, is_right) in [(mine, true), ("echo 0 0", false)] {
            let program = format!("#!/bin/sh\n{program}\n");
            let path = folder.path().join("mine");
            fs::write(&path, program).expect("written");
            fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("it is ours");
            let mut shell = Command::new("bash");
            shell.args(["-c", command]).current_dir(folder.path());
            let (code, said, _) = answer(shell.env("PATH", path_with_qttt()), "");
            assert_eq!(code, i32::from(!is_right), "{command}: {said}");
        }
    }
}

#[test]
fn a_wrong_answer_is_shown_with_the_likely_mistake() {
    let said = fault("qttt | sed 's/^2/1/'", &[]);
    let (first, rest) = said.split_once('\n').expect("lines");
    assert_eq!(first, "724 of 10,000 answers are wrong.");
    for part in [
        "\nexpected: 2 0\nfound:    1 0\n",
        "\nBefore the last measurement:\n┌─A──",
        "\nFinal position:\n┌─A──",
        "\nX wins 2 to 0.",
    ] {
        assert_contains(rest, part);
    }
    for (options, count) in [
        (&["-n", "2000"][..], "1,356 of 2,000"),
        (&["--each", "stdin"], "139 of 200"),
    ] {
        let said = fault("qttt \"$@\" | sed 's/\\(.*\\) \\(.*\\)/\\2 \\1/'", options);
        assert_starts_with(&said, &format!("{count} answers are wrong.\n"));
        assert_ends_with(&said, "\nThe scorer seems to print O's points first.\n");
    }
    // None of the known mistakes. The last program stops at the first record that contains a pair twice.
    for program in [
        "qttt | sed 's/.*/0 0/'",
        "qttt | sed 's/^0 1/0 2/'",
        "qttt | sed 's/1 0.5/0.5 0.5/'",
        r"sed -E '/(.)(.) (.* )?(\1\2|\2\1)/Q' | qttt",
    ] {
        let said = fault(program, &["-n", "1000"]);
        assert!(!said.contains("seems to"), "{said}");
    }
    // The answer is only wrong after other records.
    let said = fault("qttt | sed '2,$s/^0 1/1 0/'", &["-n", "100"]);
    let hint =
        "\nOn its own, this record is answered correctly. Does your scorer skip a record, answer";
    assert_contains(&said, hint);
}

#[test]
fn a_scorer_that_depends_on_the_order_of_letters_gets_a_hint() {
    // Only the order of the pair of C and D matters.
    let said = fault("sed 's/.*DC.*/J/' | qttt -q", &[]);
    assert_eq!(shown(&said).collect::<Vec<_>>(), ["DC"], "{said}");
    let hint = "\nThe scorer seems to depend on the order of the letters in a pair.\n";
    assert_ends_with(&said, hint);
}

#[test]
fn the_exit_code_is_the_same_if_nobody_reads_the_verdict() {
    let mut child = qttt(&["check", "sed s/.*/x/"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn standard_error_precedes_the_verdict() {
    for line in [
        "exit 1 => The scorer printed nothing (exit status: 1).\n\n  CI\n\nexpected: 0 0\n\nDoes",
        "qttt | sed 's/0/1/; 3q'; exit 1 => After 3 answers, 3 of them wrong: the scorer stopped (exit status: 1).\n",
    ] {
        let (program, verdict) = line.split_once(" => ").expect("a verdict");
        let program = format!("echo 'Traceback: list' >&2; {program}");
        let mut command = Command::new("sh");
        command.args(["-c", "exec qttt check \"$0\" 2>&1", &program]);
        let (_, both, _) = answer(command.env("PATH", path_with_qttt()), "");
        assert_starts_with(&both, &format!("Traceback: list\n{verdict}"));
    }
}

#[test]
fn a_scorer_that_answers_only_one_record_gets_a_hint() {
    let program = "read record; qttt \"$record\"";
    let said = fault(program, &[]);
    assert_eq!(
        said,
        "After 1 correct answer: the scorer stopped (exit status: 0).\n\n\
         The scorer answered one record and stopped. If it reads only one record per run, try --each stdin.\n"
    );
    is_right(program, &["--each=stdin", "-n", "20"]);
}

#[test]
fn a_command_that_cannot_be_run_is_not_a_fault_of_the_scorer() {
    let (folder, _) = script("mine.py", "#!/bin/sh\n");
    let name = folder.path().display().to_string();
    for (arguments, hint) in [
        (&[""][..], "a value is required"),
        (&["no-such-program-here"], "error: cannot run `"),
        (&[&name], "error: cannot run `"),
        (&["python3", "mine.py"], "quote the command: 'python3"),
        (
            &["python3", "mine.py", "--foo"],
            "quote the command: 'python3 mine.py --foo'",
        ),
        (&["qttt", "--ech"], "a similar argument exists: '--each'"),
        (
            &["qttt", "--each"],
            "a value is required for '--each <HOW>'",
        ),
        (
            &["mine.py"],
            "mine.py: not found\nerror: cannot run `mine.py`",
        ),
    ] {
        let mut command = qttt(&[&["check"], arguments].concat());
        let (code, stdout, stderr) = answer(command.current_dir(folder.path()), "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(hint), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_scorer_that_expects_its_record_elsewhere_gets_a_hint() {
    for (how, program, question) in [
        (
            "--each=argument",
            "sh -c qttt mine",
            "Does the scorer read standard input? Try --each stdin.",
        ),
        (
            "--each=stdin",
            "f() { test $# = 0 || qttt \"$@\"; }; f",
            "Does the scorer take the record as an argument? Try --each argument.",
        ),
    ] {
        let said = fault(program, &[how]);
        assert_starts_with(&said, "The scorer printed nothing (exit status: 0).\n");
        assert_ends_with(&said, &format!("\n{question}\n"));
    }
}

#[test]
fn an_answer_in_another_form_gets_a_hint() {
    for (filter, hint) in [
        ("sed 's/0\\.5/0,5/'", "Print 0.5, not 0,5."),
        ("sed G", "Print one line for each record."),
        ("tr '\\n' ' '", "Print a newline after each answer."),
        ("sed '1iX O'", "If this line is a header, don't print it"),
        (
            "awk '{ print 2 * $1, 2 * $2 }'",
            "The scorer seems to double the points.",
        ),
        (
            "awk '{ print 100 * $1 \"%\", 100 * $2 \"%\" }'",
            "The scorer seems to print percentages.",
        ),
    ] {
        let said = fault(&format!("qttt | {filter}"), &["-n", "100"]);
        assert_contains(&said, hint);
    }
}

#[test]
fn a_slow_start_for_each_record_gets_a_hint() {
    let command = "exec taskset -c 0 qttt check --each=argument -n 4 'sleep 1.5; qttt'";
    let (code, _, stderr) = answer(&mut shell(command), "");
    assert_eq!(code, 0, "{stderr}");
    assert_contains(
        &stderr,
        "if it reads many records, one per line, leave out --each",
    );
}

#[test]
fn names_need_enough_records() {
    let swaps = "qttt | sed 's/\\(.*\\) \\(.*\\)/\\2 \\1/'";
    for (records, is_named) in [("39", false), ("40", true)] {
        let said = fault(swaps, &["-n", records]);
        assert_eq!(said.contains("seems to"), is_named, "{said}");
    }
}

#[test]
fn the_smallest_record_is_shown() {
    // The scorer gets all games with a fifth move wrong.
    let program = "sed 's/.*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I].*/J/' | qttt -q";
    let said = fault(program, &["-n", "100"]);
    let moves = shown(&said).filter(|token| token.len() == 2);
    assert_eq!(moves.count(), 5, "{said}");
}

#[test]
fn an_answer_is_quoted_only_if_a_reader_would_miss_its_spaces() {
    for (answer, shown) in [
        ("{\"x\":0,\"o\":9}", "{\"x\":0,\"o\":9}"),
        (" \"0 9\"", r#"" \"0 9\"""#),
    ] {
        let said = fault(&format!("sed 's/.*/{answer}/'"), &["-n", "1"]);
        assert_contains(&said, &format!("\nfound:    {shown}\n"));
    }
}

/// Each program, and the first line about its answers to 100 records.
const FAULTS: &str = r#"qttt | sed 's/0\.5/0,5/' => After 21 correct answers: expected two numbers, X's points and O's; found three: 1 0,5
qttt | sed 's/ /\n/' => Expected two numbers, X's points and O's; found one: 0
qttt | sed 's/.*/draw/' => Expected two numbers, X's points and O's; found none: draw
qttt | sed 's/.*//' => Expected two numbers, X's points and O's; found none: ""
qttt | sed 's/.*/0,0 0,0/' => Expected two numbers, X's points and O's; found more: 0,0 0,0
yes => Expected two numbers, X's points and O's; found none: y
yes 1 | tr -d '\n' => Expected two numbers, X's points and O's; found one: 111111111111111111111111111111111111111111111111111111111111...
qttt | sed p => After 100 answers, 71 of them wrong: the scorer printed an extra line: 1 0
qttt | sed 5d => After 99 answers, 62 of them wrong: the scorer stopped (exit status: 0).
qttt; echo 0 0 => After 100 correct answers: the scorer printed an extra line: 0 0
qttt; echo 'Moves: ' => After 100 correct answers: the scorer printed an extra line: "Moves: "
qttt; cat /dev/zero => After 100 correct answers: the scorer printed an extra line: "\0
kill -9 $$ => The scorer printed nothing (killed by SIGKILL; out of memory?).
qttt; kill -9 $$ => After 100 correct answers: the scorer stopped (killed by SIGKILL; out of memory?).
qttt; sh -c 'kill -SEGV $$'; exit $? => After 100 correct answers: the scorer stopped (killed by SIGSEGV).
sleep 1000 & exec qttt | head -2 => After 2 correct answers: the scorer stopped (exit status: 0)."#;

#[test]
fn the_fault_of_a_program_is_named_and_nothing_is_left_running() {
    let (_folder, [mark]) = temporary(["mark"]);
    let faults: Vec<_> = FAULTS.lines().collect();
    at_once(&faults, |line| {
        let (program, expected) = line.split_once(" => ").expect("a fault");
        let mut command = command(program, &["-n", "100"]);
        let (code, stdout, _) = answer(command.env("MARK", &mark), "");
        assert_eq!(code, 1, "{program}");
        assert_starts_with(&stdout, expected);
        // The game doesn't matter to an answer in the wrong form.
        assert!(
            !expected.contains("; found") || !stdout.contains('┌'),
            "{stdout}"
        );
    });
    #[cfg(target_os = "linux")]
    wait_for_end(&mark);
}

/// Scorers that are slow, and what `qttt check` says.
const SLOW: [(&str, &[&str], &str); 6] = [
    // All answers together take longer than the time limit.
    (
        "while read -r record; do sleep 0.2; qttt \"$record\" </dev/null; done",
        &[],
        "20 records: all answers are correct.\n",
    ),
    // Only the eleventh record takes too long, and not if it is alone.
    (
        "while read -r record; do n=$((n + 1)); [ $n != 11 ] || sleep 100; qttt \"$record\" </dev/null; done",
        &[],
        "After 10 correct answers: the scorer neither answered nor exited within 3 s.\n\nOn its own, the record \
         is answered in time. If your scorer is slow, allow more time (--timeout) or check fewer records (-n).\n",
    ),
    (
        "while read -r record; do case $record in *CG*) sleep 100; esac; qttt \"$record\" </dev/null; done",
        &[],
        "After 10 correct answers: the scorer neither answered nor exited within 3 s.\n\n  BH BG GI AI DF BC CG 2\n\nexpected: 0.5 1\n",
    ),
    (
        "printf 0; sleep 100",
        &["--each", "stdin"],
        "The scorer neither answered nor exited within 3 s.\n\n  HI BG IB CE BG 2\n\nexpected: 1 0\n",
    ),
    (
        "qttt; sleep 100",
        &[],
        "After 20 correct answers: the scorer neither answered nor exited within 3 s.\n",
    ),
    (
        "qttt; sleep 100",
        &["--each", "stdin"],
        "After 1 correct answer: the scorer neither answered nor exited within 3 s.\n",
    ),
];

#[test]
fn a_slow_scorer_is_not_wrong() {
    at_once(&SLOW, |(program, options, expected)| {
        let options = [&["-n", "20", "--timeout", "3"], *options].concat();
        let (code, stdout, _) = check(program, &options);
        let is_right = i32::from(!expected.ends_with("correct.\n"));
        assert_eq!((code, &*stdout), (is_right, *expected), "{program}");
    });
}

#[test]
fn copies_of_a_scorer_that_share_a_file_can_run_one_after_another() {
    let (_folder, [lock]) = temporary(["lock"]);
    // Each copy waits until it has met another one.
    let program = format!("mkdir {lock} 2>/dev/null && sleep 1 && rmdir {lock} && qttt");
    let mut alone = Command::new("taskset");
    alone.args([
        "-c",
        "0",
        env!("CARGO_BIN_EXE_qttt"),
        "check",
        "--each=stdin",
        "-n2",
    ]);
    let (code, said, _) = answer(alone.arg(&program).env("PATH", path_with_qttt()), "");
    assert_eq!(code, 0, "{said}");
    if thread::available_parallelism().is_ok_and(|cores| cores.get() == 1) {
        return;
    }
    let said = fault(&program, &["--each=stdin", "-n", "5"]);
    let hint = "\nOn its own, this record is answered correctly. Do several copies of your scorer share a file? Try taskset -c 0 qttt check.\n";
    assert_ends_with(&said, hint);
}

#[test]
fn the_records_are_saved_with_their_scores() {
    let (_folder, [table]) = temporary(["tests.tsv"]);
    // The records are complete even if the scorer is wrong, and started again.
    fault("sed 's/.*/0 0/'", &["-n", "300", "--save", &table]);
    let saved = content(&table);
    let (header, rows) = saved.split_once('\n').expect("a header");
    assert_eq!(header, "record\tx\to");
    assert_eq!(rows.lines().count(), 300);
    let records = rows
        .lines()
        .map(|row| row.split('\t').next().expect("a record"));
    let scores = printed(&[], records.collect::<Vec<_>>().join("\n"));
    let answers = rows
        .lines()
        .map(|row| row.split_once('\t').expect("a score").1);
    assert!(answers.eq(scores.replace(' ', "\t").lines()), "{saved}");
    let (code, _, stderr) = check("qttt", &["--save", "/no/such/file"]);
    assert_eq!(code, 2);
    assert_contains(&stderr, "cannot write /no/such/file: ");
}

#[test]
fn the_same_seed_gives_the_same_records() {
    let saved = |seed: &str| {
        let (_folder, [table]) = temporary(["saved.tsv"]);
        is_right("qttt", &["-n", "300", "--seed", seed, "--save", &table]);
        content(&table)
    };
    assert_eq!(saved("1"), saved("1"));
    assert_ne!(saved("1"), saved("2"));
    let saved = saved("1");
    let rows = saved.lines().skip(1);
    let records: Vec<_> = rows.filter_map(|row| row.split('\t').next()).collect();
    assert_eq!(records.iter().collect::<BTreeSet<_>>().len(), 300);
    assert!(!printed(&["--json"], records.join("\n")).contains("\"measure\""));
    assert!(
        records.is_sorted_by_key(|record| record.split(' ').count()),
        "{saved}"
    );
}
