//! `qttt check COMMAND`: right scorers pass, mistakes of wrong ones are named, and hostile programs do no harm.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
};

use crate::support::{
    alive, answer, assert_contains, assert_ends_with, assert_starts_with, at_once, path_with_qttt,
    qttt, text,
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
    assert_ends_with(&stdout, "records: all answers are right.\n");
}

/// Returns the verdict on a program with a fault.
#[track_caller]
fn fault(program: &str, options: &[&str]) -> String {
    let (code, stdout, _) = check(program, options);
    assert_eq!(code, 1, "{program}: {stdout}");
    stdout
}

#[test]
fn a_right_scorer_passes_in_every_way_to_ask_it() {
    is_right("qttt", &[]);
    is_right("qttt", &["-n", "500", "--seed", "7", "--compact"]);
    is_right("qttt -q", &["-n", "500", "--invalid"]);
    is_right("qttt", &["-n", "30", "--each"]);
    is_right("qttt", &["-n", "30", "--each=argument"]);
    is_right("qttt -q \"$@\"", &["-n", "60", "--each=stdin", "--invalid"]);
    let (_, stdout, _) = check("qttt", &["-n", "1234"]);
    assert_eq!(stdout, "1234 records: all answers are right.\n");
}

#[test]
fn a_wrong_scorer_is_told_what_is_wrong_and_which_mistake_it_makes() {
    let said = fault("qttt | sed 's/^2/1/'", &[]);
    let (first, rest) = said.split_once('\n').expect("lines");
    assert_starts_with(first, "After ");
    assert_ends_with(first, " right answers: a wrong answer.");
    for part in [
        "\nexpected: 2 0\nfound:    1 0\n",
        "\nBefore the last measurement:\n┌─A──",
        "\nAt the end:\n┌─A──",
        "\nX wins 2 to 0.",
    ] {
        assert_contains(rest, part);
    }
    assert_ends_with(
        &said,
        "\nThe scorer seems to count two lines as one point.\n",
    );

    for (script, mistake) in [
        ("s/\\([^ ]*\\) \\(.*\\)/\\2 \\1/", "print O's points first"),
        ("s/0\\.5/1/", "print 1 1 when both have a line"),
        (
            "s/0\\.5/0/",
            "give nothing for the line whose highest number is higher",
        ),
        (
            "s/1 0.5/x/; s/0.5 1/1 0.5/; s/x/0.5 1/",
            "give the half point to the line whose highest number is lower",
        ),
    ] {
        let said = fault(&format!("qttt | sed '{script}'"), &["-n", "100"]);
        assert_ends_with(&said, &format!("\nThe scorer seems to {mistake}.\n"));
    }
    // None of the known mistakes.
    let said = fault("qttt | sed 's/^0 1/0 2/'", &["-n", "100"]);
    assert!(!said.contains("seems to"), "{said}");
    // The answer is only wrong after other records.
    let said = fault("qttt | sed '2,$s/^0 1/1 0/'", &["-n", "100"]);
    assert_contains(&said, "\nCorrect on its own: ");
}

#[test]
fn the_verdict_stays_if_nobody_reads_why() {
    let mut child = qttt(&["check", "sed s/.*/x/"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn a_program_that_never_answers_speaks_first_and_no_board_is_drawn() {
    let program = "echo 'Traceback: no module named x' >&2; exit 1";
    let mut command = Command::new("sh");
    command.args(["-c", "exec qttt check \"$0\" 2>&1", program]);
    let (code, both, _) = answer(command.env("PATH", path_with_qttt()), "");
    assert_eq!(code, 1);
    assert_starts_with(
        &both,
        "Traceback: no module named x\nAfter 0 right answers: the scorer printed nothing (exit status: 1).\n",
    );
    assert!(!both.contains('┌'), "{both}");
}

#[test]
fn what_can_not_be_run_is_no_fault_of_a_scorer() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("mine.py");
    fs::write(&script, "#!/bin/sh\n").expect("written");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    for (arguments, hint) in [
        (&[""][..], "a value is required"),
        (&["no-such-program-here"], "error: cannot run `"),
        (&[text(folder.path())], "error: cannot run `"),
        (&["python3", "mine.py"], "quote the command: 'python3"),
        (&["--each", "argument", "./mine"], "`=`: --each=argument"),
        (&["--each", "stdin"], "value with `=`: --each=stdin"),
        (&["mine.py"], "did you mean ./mine.py?"),
    ] {
        let mut command = qttt(&[&["check"], arguments].concat());
        let (code, stdout, stderr) = answer(command.current_dir(folder.path()), "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(hint), "{arguments:?}: {stderr}");
    }
}

/// A scorer that looks for lines in its own way, but misses one.
const MISSES: &str = r#"qttt --tsv | awk -F '\t' -v missed=LINE '
    BEGIN { split("ABC DEF GHI ADG BEH CFI AEI CEG", lines, " ") }
    function mark(i, j) { return $(7 + index("ABCDEFGHI", substr(lines[i], j, 1))) }
    NR > 1 {
        count[0] = count[1] = 0
        for (i = 1; i <= 8; i++) {
            a = mark(i, 1); b = mark(i, 2); c = mark(i, 3)
            if (lines[i] == missed || a == "" || b == "" || c == "" || (a + b) % 2 || (b + c) % 2) continue
            count[a % 2]++
            last[a % 2] = a > b ? (a > c ? a : c) : (b > c ? b : c)
        }
        x = count[1]; o = count[0]
        if (x && o) { if (last[1] < last[0]) o = 0.5; else x = 0.5 }
        print x, o
    }'"#;

#[test]
fn a_missing_line_is_named_and_shown_by_a_record_as_short_as_possible() {
    is_right(MISSES, &["-n", "1000"]);
    for line in ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"] {
        let said = fault(&MISSES.replace("LINE", line), &[]);
        let named = format!("\nThe scorer seems to miss the line {line}.\n");
        assert_ends_with(&said, &named);
        // Five moves and a measurement.
        let record = said.lines().nth(2).expect("a record").trim();
        assert_eq!(record.split(' ').count(), 6, "{said}");
        assert_contains(&said, "\nqttt tried ");
    }
}

#[test]
fn a_doubled_cell_that_is_ignored_is_named() {
    let said = fault("sed 's/\\([A-I]\\)\\1 9//' | qttt", &[]);
    assert_ends_with(&said, "\nThe scorer seems to ignore II 9.\n");
    let record = said.lines().nth(2).expect("a record").trim();
    assert_eq!(record.split(' ').count(), 11, "{said}");
}

#[test]
fn right_values_in_another_form_are_named() {
    for script in ["s/ /,/", "s/0\\.5/.5/", "s/ 0$/ 0.0/", "s/$/ /", "s/ /  /"] {
        let said = fault(&format!("qttt | sed '{script}'"), &["-n", "100"]);
        let hint = "\nRight value, other form: write 0, 0.5, 1, or 2 with one space.\n";
        assert_ends_with(&said, hint);
    }
}

#[test]
fn a_scorer_that_expects_its_record_elsewhere_is_told_how_to_give_it() {
    for (how, program, code, question) in [
        (
            "--each=argument",
            "sh -c qttt mine",
            0,
            "Does it read standard input? Try --each=stdin.",
        ),
        (
            "--each=stdin",
            "f() { test $# = 1 && qttt \"$@\"; }; f",
            1,
            "Does it read its argument? Try --each=argument.",
        ),
    ] {
        let said = fault(program, &[how]);
        let first =
            format!("After 0 right answers: the scorer printed nothing (exit status: {code}).\n");
        assert_starts_with(&said, &first);
        assert_ends_with(&said, &format!("\n{question}\n"));
    }
    is_right(
        "f() { test $# = 1 && qttt \"$@\"; }; f",
        &["--each=argument", "-n", "20"],
    );
    is_right("sh -c qttt mine", &["--each=stdin", "-n", "20"]);
}

#[test]
fn the_smallest_record_is_shown() {
    // The scorer gets all games with a fifth move wrong.
    let program = "sed 's/.*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I].*/J/' | qttt -q";
    let said = fault(program, &["-n", "100"]);
    let record = said.lines().nth(2).expect("a record").trim();
    let moves = record.split(' ').filter(|token| token.len() == 2).count();
    assert_eq!(moves, 5, "{said}");
}

#[test]
fn an_answer_is_shown_without_quotes_in_quotes() {
    for (answer, shown) in [
        ("{\"x\":0}", "{\"x\":0}"),
        (" \"0 0\"", r#"" \"0 0\"""#),
        ("", "\"\""),
        (&"1".repeat(70), &("1".repeat(60) + "...")),
    ] {
        let said = fault(&format!("sed 's/.*/{answer}/'"), &["-n", "1"]);
        assert_contains(&said, &format!("\nfound:    {shown}\n"));
    }
    let said = fault("printf '0 0\\0\\n'", &["-n", "1"]);
    assert_starts_with(&said, "After 0 right answers: a wrong answer.\n");
}

/// Each program, the number of its right answers, and what it did then.
const FAULTS: [(&str, u8, &str); 13] = [
    ("qttt | sed p", 30, "printed at least 2 lines for 1 record"),
    ("qttt | sed 5d", 29, "printed 7 lines for 8 records"),
    ("qttt | sed 100d", 99, "ended (exit status: 0)"),
    (
        "qttt; echo 0 0",
        100,
        "printed at least 101 lines for 100 records",
    ),
    ("sleep 1000", 0, "did not exit within 0.3 s"),
    ("qttt; sleep 1000", 100, "did not exit within 5 s"),
    ("yes", 0, "printed at least 2 lines for 1 record"),
    ("cat /dev/zero", 0, "printed a line of more than 4096 bytes"),
    (
        "yes | tr -d '\\n'",
        0,
        "printed a line of more than 4096 bytes",
    ),
    ("kill -9 $$", 0, "printed nothing (signal: 9 (SIGKILL))"),
    ("qttt; kill -9 $$", 100, "ended (signal: 9 (SIGKILL))"),
    ("exit 3", 0, "printed nothing (exit status: 3)"),
    (
        "setsid sleep 1000 & exec qttt | head -2",
        2,
        "printed 2 lines for 8 records",
    ),
];

#[test]
fn a_program_that_is_at_fault_is_told_how_and_leaves_nothing_running() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    at_once(&FAULTS, |(program, right, fault)| {
        let limit = fault.strip_prefix("did not exit within ");
        let limit = limit.and_then(|limit| limit.strip_suffix(" s"));
        let options = ["-n", "100", "--timeout", limit.unwrap_or("60")];
        let mut command = command(program, &options);
        let (code, stdout, _) = answer(command.env("MARK", mark), "");
        let s = if *right == 1 { "" } else { "s" };
        let expected = format!("After {right} right answer{s}: the scorer {fault}.");
        let first = stdout.lines().next();
        assert_eq!((code, first), (1, Some(&*expected)), "{program}");
    });
    #[cfg(target_os = "linux")]
    assert_eq!(alive(mark), [0; 0]);
}

#[test]
fn a_seed_asks_the_same_records() {
    let asked = |seed: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("asked");
        is_right(
            &format!("tee '{}' | qttt", text(&file)),
            &["-n", "300", "--seed", seed],
        );
        fs::read_to_string(&file).expect("records")
    };
    assert_eq!(asked("1"), asked("1"));
    assert_ne!(asked("1"), asked("2"));
    let records = asked("1");
    assert_eq!(records.lines().count(), 300);
    assert_contains(&records, "\nCI AC CF DH CF 3\n");
    let actions = |record: &str| record.split(' ').count();
    assert!(records.lines().is_sorted_by_key(actions), "{records}");
}
