//! Records that come from files, and from streams as other programs write them.

use crate::support::{answer, qttt, run};
use std::fs;

#[test]
fn goes_on_with_the_next_file_after_one_that_cannot_be_read() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).display().to_string();
    fs::write(path("good"), "AE BF EI DH AI 1\nAB").expect("a file");
    fs::write(path("bad"), "AB\nAA\n").expect("a file");
    let (code, stdout, stderr) = run(
        &[
            "-f",
            &path("good"),
            "-f",
            &path("none"),
            "-f",
            &path(""),
            "-f",
            &path("bad"),
        ],
        "",
    );
    assert_eq!((code, stdout.as_str()), (2, "1 0\n0 0\n0 0\nerror\n"));
    let lines: Vec<_> = stderr.lines().collect();
    assert!(
        lines[0].starts_with(&format!(
            "error: cannot read {}: No such file",
            path("none")
        )),
        "{stderr}"
    );
    assert!(
        lines[1].starts_with(&format!("error: cannot read {}: Is a directory", path(""))),
        "{stderr}"
    );
    assert!(
        lines[2].starts_with(&format!(
            "{}:2:1: expected two different cells",
            path("bad")
        )),
        "{stderr}"
    );
    assert_eq!(lines.len(), 3);
}

#[test]
fn refuses_a_line_of_more_than_64_kib_and_scores_the_others() {
    let space = " ".repeat(65_536 - 16);
    let longest = format!("AE{space} BF EI DH AI 1");
    let noise = "A1".repeat(400_000);
    let input = format!("AB\n{longest}\n{longest} \n\n{noise}\n{longest}\r\nAB\n{longest}");
    let (code, stdout, stderr) = run(&[], input.clone());
    assert_eq!(
        (code, stdout.as_str()),
        (1, "0 0\n1 0\nerror\n0 0\nerror\n1 0\n0 0\n1 0\n")
    );
    let expected: String = [3, 5]
        .map(|line| {
            format!("<stdin>:{line}:65537: expected at most 65536 bytes, found a longer record\n")
        })
        .concat();
    assert_eq!(stderr, expected + "<stdin>: 2 of 8 records are invalid\n");
    let (_, stdout, _) = run(&["--json", "-q"], input);
    let object = stdout.lines().nth(2).expect("an object");
    let (record, rest) = object.split_once(r#"","error":"#).expect("a record");
    assert!(record.starts_with(r#"{"record":"AE  "#) && record.len() < 70_000);
    assert_eq!(
        rest,
        r#""expected at most 65536 bytes, found a longer record","kind":"too_long","line":3,"column":65537,"move":1}"#
    );
    let (code, stdout, stderr) = run(&[&format!("{longest} ")], "");
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(stderr.starts_with("error: expected at most 65536 bytes"));
}

#[test]
fn every_command_that_takes_records_reads_them_from_files() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("games.txt").display().to_string();
    fs::write(&path, "AE BF EI DH AI 1\nAA\nAE BF EI DH AI 3").expect("a file");
    for command in [
        &[][..],
        &["--json"],
        &["show"],
        &["show", "--svg"],
        &["solve", "--value"],
        &["solve", "--json"],
    ] {
        let (code, piped, message) = run(command, fs::read(&path).expect("the file"));
        assert_eq!(code, 1, "{command:?}: {message}");
        let read = run(&[command, &["-f", &path]].concat(), "");
        assert_eq!(read, (1, piped, message.replace("<stdin>", &path)));
    }
}

#[test]
fn asks_whether_a_word_that_is_a_file_was_meant_to_be_read() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).display().to_string();
    fs::write(path("show.txt"), "AB\n").expect("a file");
    for command in [
        &[][..],
        &["--json"],
        &["-q"],
        &["show"],
        &["solve"],
        &["play"],
    ] {
        for words in [&[&*path("show.txt")][..], &["AB", &path("show.txt")]] {
            let (code, stdout, stderr) = run(&[command, words].concat(), "");
            assert_eq!((code, stdout.as_str()), (2, ""), "{command:?}");
            let asked = format!("did you mean -f {}?\n", path("show.txt"));
            assert!(stderr.ends_with(&asked), "{stderr}");
        }
    }
    // A directory is none, and what is a record stays one.
    let (code, _, stderr) = run(&[&path("")], "");
    assert_eq!(
        (code, stderr),
        (
            2,
            format!("error: no such file: {}; did you mean -f FILE?\n", path(""))
        )
    );
    let mut beside = qttt(&["AB"]);
    fs::write(path("AB"), "AA\n").expect("a file");
    let (code, stdout, _) = answer(beside.current_dir(dir.path()), "");
    assert_eq!((code, stdout.as_str()), (0, "0 0\n"));
}

#[test]
fn a_file_name_forges_no_message() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).display().to_string();
    let name = "a\nb:1:1: forged\u{202e}\x1b[31m";
    fs::write(path(name), "AA\n").expect("a file");
    for name in [name, "none\nthere"] {
        let (_, _, stderr) = run(&["-f", &path(name)], "");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
    let (_, _, stderr) = run(&["-f", &path(name)], "");
    let shown = path(r"a\nb:1:1: forged\u{202e}\u{1b}[31m:1:1: expected");
    assert!(stderr.starts_with(&shown), "{stderr}");
}

#[test]
fn a_game_goes_on_from_the_only_record_of_a_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.txt").display().to_string();
    let play = |text: &str| {
        fs::write(&path, text).expect("a file");
        run(&["play", "--o", "human", "-f", &path], "4\n")
    };
    for text in ["AB BE DE AE", "\u{feff}abbe deae\r\n"] {
        let (code, stdout, stderr) = play(text);
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(stdout.contains("\nRecord: AB BE DE AE 4\n"), "{stdout}");
    }
    let (code, stdout, stderr) = play("AB\nBE\n");
    let refusal = format!("error: expected one record in {path}\n");
    assert_eq!((code, stdout.as_str(), stderr), (2, "", refusal));
    assert_eq!(play("").0, 2);
    let (code, _, stderr) = play("AB AA\n");
    assert_eq!(code, 1);
    assert!(
        stderr.starts_with(&format!("{path}:1:4: expected two different")),
        "{stderr}"
    );
    assert_eq!(run(&["play", "-f", &path, "AB"], "").0, 2);
    assert_eq!(run(&["play", "-f", "no such file"], "").0, 2);
}

#[test]
fn the_end_of_a_line_is_no_part_of_a_record() {
    let (_, unix, _) = run(&["--json", "-q"], "AJ\nAB\n");
    let (_, dos, _) = run(&["--json", "-q"], "AJ\r\nAB\r\n");
    assert_eq!(unix, dos);
}
