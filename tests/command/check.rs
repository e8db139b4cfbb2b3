//! `qttt check COMMAND`: right scorers pass, wrong ones hear what is wrong, and bad programs do no harm.

use std::fs;

use crate::support::{alive, answer, at_once, qttt, text};

/// Checks a program for which `$QTTT` is the right scorer.
fn check(program: &str, options: &[&str]) -> (i32, String, String) {
    let mut command = qttt(&[&["check", program], options].concat());
    answer(command.env("QTTT", env!("CARGO_BIN_EXE_qttt")), "")
}

#[track_caller]
fn is_right(program: &str, options: &[&str]) {
    let (code, stdout, stderr) = check(program, options);
    assert_eq!((code, stderr.as_str()), (0, ""), "{program}: {stdout}");
    assert!(
        stdout.ends_with("records: all answers are right.\n"),
        "{stdout}"
    );
}

/// Returns what is said about a program that is at fault.
#[track_caller]
fn fault(program: &str, options: &[&str]) -> String {
    let (code, stdout, _) = check(program, options);
    assert_eq!(code, 1, "{program}: {stdout}");
    stdout
}

/// Checks that a program is at fault by what the first line says.
#[track_caller]
fn is_fault(program: &str, options: &[&str], expected: &str) {
    let said = fault(program, options);
    assert_eq!(said.lines().next(), Some(expected), "{program}");
}

#[test]
fn a_right_scorer_passes_in_every_way_to_ask_it() {
    is_right("\"$QTTT\"", &[]);
    is_right("\"$QTTT\"", &["-n", "500", "--seed", "7", "--compact"]);
    is_right("\"$QTTT\" -q", &["-n", "500", "--invalid"]);
    is_right("\"$QTTT\"", &["-n", "30", "--each"]);
    is_right("\"$QTTT\"", &["-n", "30", "--each=argument"]);
    is_right(
        "\"$QTTT\" -q \"$@\"",
        &["-n", "60", "--each=input", "--invalid"],
    );
    let (_, stdout, _) = check("\"$QTTT\"", &["-n", "1234"]);
    assert_eq!(stdout, "1234 records: all answers are right.\n");
}

#[test]
fn a_scorer_hears_what_is_wrong_and_which_mistake_it_makes() {
    let said = fault("\"$QTTT\" | sed 's/^2/1/'", &[]);
    let (first, rest) = said.split_once('\n').expect("lines");
    assert!(
        first.ends_with(" right answers, then a wrong one."),
        "{said}"
    );
    assert!(rest.contains("\nexpected: 2 0\nfound:    1 0\n"), "{said}");
    assert!(
        rest.contains("\nBefore the last measurement:\n┌─A──"),
        "{said}"
    );
    assert!(rest.contains("\nAt the end:\n┌─A──"), "{said}");
    assert!(rest.contains("\nX wins 2 to 0."), "{said}");
    assert!(
        said.ends_with("\nThe scorer seems to count two lines as one point.\n"),
        "{said}"
    );

    for (script, mistake) in [
        ("s/0\\.5/.5/", "print .5 for 0.5"),
        ("s/\\([^ ]*\\) \\(.*\\)/\\2 \\1/", "print O's points first"),
        (
            "s/0\\.5/1/",
            "give both players a whole point when both have a line",
        ),
        (
            "s/0\\.5/0/",
            "give nothing for the later line when both players have one",
        ),
        (
            "s/1 0.5/x/; s/0.5 1/1 0.5/; s/x/0.5 1/",
            "give the half point to the earlier line",
        ),
        (
            "s/\\<[0-9]\\>\\([^.]\\|$\\)/&/; s/^\\([0-9]\\) /\\1.0 /; s/ \\([0-9]\\)$/ \\1.0/",
            "print whole points with a decimal, such as 1.0",
        ),
    ] {
        let said = fault(&format!("\"$QTTT\" | sed '{script}'"), &["-n", "100"]);
        assert!(
            said.ends_with(&format!("\nThe scorer seems to {mistake}.\n")),
            "{script}: {said}"
        );
    }
    // No mistake that is known.
    let said = fault("\"$QTTT\" | sed 's/^0 1/0 2/'", &["-n", "100"]);
    assert!(!said.contains("seems to"), "{said}");
}

/// Parts of `benches/naive.py`, what they are in a scorer with a mistake, and the mistake.
const MISTAKES: [(&str, &str, &str); 5] = [
    (
        "if closes_cycle(marks, token):",
        "if closes_cycle(marks, token) and token not in marks.values():",
        "miss cycles of two cells",
    ),
    (
        "min(x) < min(o)",
        "max(all_x) < max(all_o)",
        "compare the highest numbers of all the players' marks, not of their lines",
    ),
    (
        "if one[c] != other[c]",
        "if c not in board",
        "read a measurement as the mark of the first cell of all that is tied to the cycle, not of the cycle's",
    ),
    (
        "            outcomes = []",
        "            outcomes = []; marks = {}",
        "forget the marks that are not tied to the cycle",
    ),
    (
        "one[cell] == int(token)",
        "True",
        "ignore which mark was chosen",
    ),
];

#[test]
fn scorers_in_python_are_right_or_make_one_mistake() {
    if std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_err()
    {
        println!("skipped: there is no python3");
        return;
    }
    let right = include_str!("../../benches/naive.py");
    let folder = tempfile::tempdir().expect("a folder");
    let program = |name: &str, source: &str| {
        let path = folder.path().join(name);
        fs::write(&path, source).expect("written");
        format!("python3 '{}'", text(&path))
    };
    is_right(&program("right.py", right), &["-n", "1000"]);
    for (nth, (part, wrong, mistake)) in MISTAKES.into_iter().enumerate() {
        assert!(right.contains(part), "{part}");
        let source = right.replace(part, wrong).replace(
            "    x, o = lines",
            "    all_x = [m for m in board.values() if m % 2]; all_o = [m for m in board.values() if m % 2 == 0]\n    x, o = lines",
        );
        let said = fault(&program(&format!("{nth}.py"), &source), &["-n", "1000"]);
        assert!(
            said.ends_with(&format!("\nThe scorer seems to {mistake}.\n")),
            "{said}"
        );
    }
    // It is only wrong after other records.
    let keeps = right
        .replace(
            "board, marks, moves, outcomes = {}, {}, 0, []",
            "global moves; board, marks, outcomes = {}, {}, []",
        )
        .replace("def score(record):", "moves = 0\n\n\ndef score(record):");
    assert_ne!(keeps, right);
    let said = fault(&program("keeps.py", &keeps), &["-n", "1000"]);
    assert!(
        said.contains("Asked alone, this record gets the right answer"),
        "{said}"
    );
}

#[test]
fn the_smallest_record_is_shown() {
    // What it gets wrong are all games with a fifth move.
    let program = "sed 's/.*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I][^A-I]*[A-I][A-I].*/J/' | \"$QTTT\" -q";
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
        assert!(said.contains(&format!("\nfound:    {shown}\n")), "{said}");
    }
}

#[test]
fn no_command_is_a_usage_error() {
    let (code, stdout, stderr) = check("", &[]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("a value is required"), "{stderr}");
}

#[test]
fn lines_that_are_missing_or_too_many_are_told_from_wrong_ones() {
    is_fault(
        "\"$QTTT\" | sed p",
        &["-n", "100"],
        "1 right answer, then lines out of step: at least 2 for 1 record.",
    );
    is_fault(
        "\"$QTTT\" | sed 5d",
        &["-n", "100"],
        "6 right answers, then lines out of step: 20 for 21 records.",
    );
    is_fault(
        "\"$QTTT\" | sed 100d",
        &["-n", "100"],
        "99 right answers, then none: the program ended with exit code 0.",
    );
    is_fault(
        "\"$QTTT\"; echo 0 0",
        &["-n", "100"],
        "100 right answers, then lines out of step: at least 101 for 100 records.",
    );
}

const FLOOD: &str = "0 right answers, then a line of more than 4096 bytes.";

#[test]
fn a_program_that_is_at_fault_is_told_how_and_leaves_nothing_running() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = text(folder.path());
    // How long each may take: less than it takes, or as long as it wants.
    let (short, long) = ("0.3", "60");
    let cases = [
        (
            "sleep 1000",
            short,
            "0 right answers, then none within 0.3 s.",
        ),
        (
            "\"$QTTT\"; sleep 1000",
            "5",
            "100 right answers, then no end within 5 s.",
        ),
        (
            "yes",
            long,
            "0 right answers, then lines out of step: at least 2 for 1 record.",
        ),
        ("cat /dev/zero", long, FLOOD),
        ("head -c 1000000000 /dev/zero | tr '\\0' x", long, FLOOD),
        (
            "kill -9 $$",
            long,
            "0 right answers, then none: the program was ended by signal 9.",
        ),
        (
            "\"$QTTT\"; kill -9 $$",
            long,
            "100 right answers, then the program was ended by signal 9.",
        ),
        (
            "exit 3",
            long,
            "0 right answers, then none: the program ended with exit code 3.",
        ),
        (
            "printf '0 0\\0\\n'",
            long,
            "0 right answers, then a wrong one.",
        ),
        (
            "setsid sleep 1000 & exec \"$QTTT\" | head -2",
            long,
            "2 right answers, then lines out of step: 2 for 21 records.",
        ),
    ];
    at_once(&cases, |(program, timeout, expected)| {
        let options = ["check", program, "-n", "100", "--timeout", timeout];
        let mut command = qttt(&options);
        let command = command
            .env("QTTT", env!("CARGO_BIN_EXE_qttt"))
            .env("MARK", mark);
        let (code, stdout, _) = answer(command, "");
        assert_eq!(code, 1, "{program}");
        assert_eq!(stdout.lines().next(), Some(*expected), "{program}");
    });
    #[cfg(target_os = "linux")]
    assert_eq!(alive(mark), [0; 0]);
}

#[test]
fn what_can_not_be_run_is_no_fault_of_a_scorer() {
    let folder = tempfile::tempdir().expect("a folder");
    for program in ["no-such-program-here", text(folder.path())] {
        let (code, stdout, stderr) = check(program, &[]);
        assert_eq!((code, stdout.as_str()), (2, ""), "{program}");
        assert!(stderr.starts_with("error: cannot run `"), "{stderr}");
    }
    for options in [
        &["-n", "0"][..],
        &["--each=both"],
        &["--timeout", "-1"],
        &["--seed", "x"],
    ] {
        let (code, stdout, stderr) = check("cat", options);
        assert_eq!((code, stdout.as_str()), (2, ""), "{options:?}");
        assert!(stderr.starts_with("error: "), "{stderr}");
    }
}

#[test]
fn a_seed_asks_the_same_records() {
    let asked = |seed: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("asked");
        is_right(
            &format!("tee '{}' | \"$QTTT\"", text(&file)),
            &["-n", "300", "--seed", seed],
        );
        fs::read_to_string(&file).expect("records")
    };
    assert_eq!(asked("1"), asked("1"));
    assert_ne!(asked("1"), asked("2"));
    let records = asked("1");
    assert_eq!(records.lines().count(), 300);
    assert!(
        records.starts_with("AB\nAI EG BE EH DG AI 1 BC CE 3\n"),
        "{records}"
    );
}
