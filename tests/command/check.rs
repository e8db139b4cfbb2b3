//! `qttt check COMMAND`: correct scorers pass, the mistakes of others are named, and hostile programs do no harm.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;

use crate::support::{
    answer, assert_contains, assert_ends_with, assert_starts_with, at_once, content,
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

/// The cases in a table: options, a program, and the expected text, in which `\n` begins a new line.
fn cases(table: &str) -> Vec<(Vec<&str>, &str, String)> {
    let case = |line| {
        let (options, rest) = str::split_once(line, " => ").expect("options");
        let (program, expected) = rest.split_once(" => ").expect("a program");
        (
            options.split(' ').collect(),
            program,
            expected.replace("\\n", "\n"),
        )
    };
    table.lines().map(case).collect()
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
    is_right("read line; qttt \"$line\"", &["-n", "30", "--each=stdin"]);
    is_right(
        "f() { qttt \"$@\" | tr ' ' '\\n'; }; f",
        &["-n", "30", "--each=argument"],
    );
    is_right("qttt | sed 's/^/[1] /; s/0.5/½/; $s/$/\\n\\n/'", &[]);
}

const LETTERS: &str = "awk '{ for (i = 1; i <= NF; i++) if (length($i) == 2) $i = \
    substr(\"ABCDEFGHI\", substr($i, 1, 1) + 1, 1) substr(\"ABCDEFGHI\", substr($i, 2) + 1, 1) } 1'";

/// The commands of docs/judging.md, with a scorer that reads only records of one kind.
#[test]
fn records_can_be_converted_in_a_pipe() {
    let page = include_str!("../../docs/judging.md");
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
            let (folder, _) = script("mine", &format!("#!/bin/sh\n{program}\n"));
            fs::write(folder.path().join("records.txt"), "AB AB 1\n\nJ\nAA\n").expect("written");
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
}

#[test]
fn the_record_is_shown_in_its_simplest_form() {
    // Only the order of the pair of C and D matters.
    let said = fault("sed 's/.*DC.*/J/' | qttt -q", &[]);
    assert_eq!(shown(&said).collect::<Vec<_>>(), ["DC"], "{said}");
    // Only the number of moves matters.
    let said = fault(
        "sed -E 's/.*([A-I]{2}[^A-I]*){5}.*/J/' | qttt -q",
        &["-n", "100"],
    );
    let moves = shown(&said).filter(|token| token.len() == 2);
    assert_eq!(moves.count(), 5, "{said}");
}

#[test]
fn a_mistake_is_named_only_after_40_records() {
    let swaps = "qttt | sed 's/\\(.*\\) \\(.*\\)/\\2 \\1/'";
    for (records, is_named) in [("39", false), ("40", true)] {
        let said = fault(swaps, &["-n", records]);
        assert_eq!(said.contains("seems to"), is_named, "{said}");
    }
}

/// How the verdict on a program ends.
const HINTS: &str = r#"-n 10 => read record; qttt "$record" => If it reads only one record per run, try --each stdin.
--each=argument => sh -c qttt mine => Does the scorer read standard input? Try --each stdin.
--each=stdin => f() { test $# = 0 || qttt "$@"; }; f => Does the scorer take the record as an argument? Try --each argument.
-n 100 => qttt | sed 's/0\.5/0,5/' => Print 0.5, not 0,5.
-n 100 => qttt | sed G => Print one line for each record.
-n 100 => qttt | tr '\n' ' ' => Print a newline after each answer.
-n 100 => qttt | sed '1iX O' => If this line is a header, don't print it: each line is an answer.
-n 100 => qttt | awk '{ print 2 * $1, 2 * $2 }' => The scorer seems to double the points.
-n 100 => qttt | awk '{ print 100 * $1 "%", 100 * $2 "%" }' => The scorer seems to print percentages.
--each=stdin => qttt "$@" | sed -E 's/(.*) (.*)/\2 \1/' => The scorer seems to print O's points first.
-n 10000 => sed 's/.*DC.*/J/' | qttt -q => The scorer seems to depend on the order of the letters in a pair.
-n 100 => qttt | sed '2,$s/^0 1/1 0/' => Does your scorer skip a record, answer one twice, or carry over state from earlier ones?"#;

#[test]
fn a_hint_says_what_may_be_wrong_and_what_to_try() {
    at_once(&cases(HINTS), |(options, program, hint)| {
        assert_ends_with(&fault(program, options), &format!("{hint}\n"));
    });
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
fn a_command_that_cannot_be_run_is_not_a_fault_of_the_scorer() {
    let (folder, _) = script("mine.py", "#!/bin/sh\n");
    for line in [
        " => a value is required",
        "no-such-program-here => error: cannot run `",
        "./ => error: cannot run `",
        "python3 mine.py => quote the command: 'python3",
        "python3 mine.py --foo => quote the command: 'python3 mine.py --foo'",
        "qttt --ech => a similar argument exists: '--each'",
        "qttt --each => a value is required for '--each <HOW>'",
        "mine.py => mine.py: not found\nerror: cannot run `mine.py`",
    ] {
        let (arguments, hint) = line.split_once(" => ").expect("a hint");
        let arguments: Vec<_> = ["check"].into_iter().chain(arguments.split(' ')).collect();
        let mut command = qttt(&arguments);
        let (code, stdout, stderr) = answer(command.current_dir(folder.path()), "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert_contains(&stderr, hint);
    }
}

/// The first line about the answers of a program.
const FAULTS: &str = r#"-n 100 => qttt | sed 's/0\.5/0,5/' => After 21 correct answers: expected two numbers, X's points and O's; found three: 1 0,5
-n 100 => qttt | sed 's/ /\n/' => Expected two numbers, X's points and O's; found one: 0
-n 100 => qttt | sed 's/.*/draw/' => Expected two numbers, X's points and O's; found none: draw
-n 100 => qttt | sed 's/.*//' => Expected two numbers, X's points and O's; found none: ""
-n 100 => qttt | sed 's/.*/0,0 0,0/' => Expected two numbers, X's points and O's; found more: 0,0 0,0
-n 100 => yes => Expected two numbers, X's points and O's; found none: y
-n 100 => yes 1 | tr -d '\n' => Expected two numbers, X's points and O's; found one: 111111111111111111111111111111111111111111111111111111111111...
-n 100 => qttt | sed p => After 100 answers, 71 of them wrong: the scorer printed an extra line: 1 0
-n 100 => qttt | sed 5d => After 99 answers, 62 of them wrong: the scorer stopped (exit status: 0).
-n 100 => qttt; echo 0 0 => After 100 correct answers: the scorer printed an extra line: 0 0
-n 100 => qttt; echo 'Moves: ' => After 100 correct answers: the scorer printed an extra line: "Moves: "
-n 100 => qttt; cat /dev/zero => After 100 correct answers: the scorer printed an extra line: "\0
-n 100 => kill -9 $$ => The scorer printed nothing (killed by SIGKILL; out of memory?).
-n 100 => qttt; kill -9 $$ => After 100 correct answers: the scorer stopped (killed by SIGKILL; out of memory?).
-n 100 => qttt; sh -c 'kill -SEGV $$'; exit $? => After 100 correct answers: the scorer stopped (killed by SIGSEGV).
-n 100 => sleep 1000 & exec qttt | head -2 => After 2 correct answers: the scorer stopped (exit status: 0)."#;

#[test]
fn the_fault_of_a_program_is_named_and_nothing_is_left_running() {
    let (_folder, [mark]) = temporary(["mark"]);
    at_once(&cases(FAULTS), |(options, program, expected)| {
        let mut command = command(program, options);
        let (code, stdout, _) = answer(command.env("MARK", &mark), "");
        assert_eq!(code, 1, "{program}");
        assert_starts_with(&stdout, expected);
        // The game doesn't matter to an answer in the wrong form.
        let shows_game = stdout.contains('┌');
        assert!(!expected.contains("; found") || !shows_game, "{stdout}");
    });
    #[cfg(target_os = "linux")]
    wait_for_end(&mark);
}

/// How the verdict on a slow scorer ends. Slow are all answers together, the eleventh record unless it is alone, the
/// records with CG, the second number, the exit, and the start.
const SLOW: &str = r#"-n 20 --timeout 3 => while read -r r; do sleep 0.2; qttt "$r"; done => 20 records: all answers are correct.
-n 20 --timeout 3 => while read -r r; do n=$((n + 1)); [ $n != 11 ] || sleep 100; qttt "$r"; done => If your scorer is slow, allow more time (--timeout) or check fewer records (-n).
-n 20 --timeout 3 => while read -r r; do case $r in *CG*) sleep 100; esac; qttt "$r"; done => within 3 s.\n\n  BH BG GI AI DF BC CG 2\n\nexpected: 0.5 1
-n 20 --timeout 3 --each stdin => printf 0; sleep 100 => The scorer neither answered nor exited within 3 s.\n\n  HI BG IB CE BG 2\n\nexpected: 1 0
-n 20 --timeout 3 => qttt; sleep 100 => After 20 correct answers: the scorer neither answered nor exited within 3 s.
-n 20 --timeout 3 --each stdin => qttt; sleep 100 => After 1 correct answer: the scorer neither answered nor exited within 3 s.
-n 1 --each argument => sleep 5; qttt => leave out --each\n1 record: all answers are correct."#;

#[test]
fn a_slow_scorer_is_not_wrong() {
    at_once(&cases(SLOW), |(options, program, expected)| {
        let (code, stdout, stderr) = check(program, options);
        let is_right = i32::from(!expected.ends_with("correct."));
        assert_eq!(code, is_right, "{program}");
        assert_ends_with(&(stderr + &stdout), &format!("{expected}\n"));
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
        let said = fault(&program, &["--each=stdin", "-n", "5"]);
        let hint = "Do several copies of your scorer share a file? Try taskset -c 0 qttt check.\n";
        assert_ends_with(&said, hint);
    }
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
