//! Records from files, and from streams as other programs write them.

use crate::support::{
    answer, assert_contains, assert_ends_with, assert_starts_with, file, printed, qttt, refused,
    run, temporary,
};
use std::fs;

#[test]
fn continues_with_the_next_file_if_one_cannot_be_read() {
    let (_folder, [good, none, folder, bad]) = temporary(["good", "none", "", "bad"]);
    fs::write(&good, "AE BF EI DH AI 1\nAB").expect("written");
    fs::write(&bad, "AB\nAA\n").expect("written");
    let files = ["-f", &good, "-f", &none, "-f", &folder, "-f", &bad];
    let (code, stdout, stderr) = run(&files, "");
    // After the first -f, every argument is a file, for `find -exec qttt -f {} +`.
    let bare = ["-f", &good, &none, &folder, &bad];
    assert_eq!(run(&bare, ""), (code, stdout.clone(), stderr.clone()));
    assert_eq!((code, stdout.as_str()), (2, "1 0\n0 0\n0 0\nerror\n"));
    let lines: Vec<_> = stderr.lines().collect();
    assert_eq!(lines.len(), 3);
    for (line, start) in lines.iter().zip([
        format!("error: cannot read {none}: No such file"),
        format!("error: cannot read {folder}: Is a directory"),
        format!("{bad}:2:1: a move can use A twice only"),
    ]) {
        assert!(line.starts_with(&start), "{stderr}");
    }
}

#[test]
fn a_line_of_more_than_64_kib_is_an_error_and_the_other_lines_are_scored() {
    let space = " ".repeat(65_536 - 16);
    let longest = format!("AE{space} BF EI DH AI 1");
    let noise = "A1".repeat(400_000);
    let input = format!("AB\n{longest}\n{longest} \n\n{noise}\n{longest}\r\nAB\n{longest}");
    let scores = "0 0\n1 0\nerror\n0 0\nerror\n1 0\n0 0\n1 0\n";
    let messages = r#"<stdin>:3:65537: the record is longer than 64 KiB
<stdin>:5:1: expected a second cell directly after A, found "1"; free cells: B C D E F G H I
"#;
    let expected = (1, scores.to_string(), messages.to_string());
    for threads in ["-j1", "-j2"] {
        assert_eq!(run(&[threads], input.clone()), expected);
    }
    let (_, stdout, _) = run(&["--json", "-q"], input);
    let object = stdout.lines().nth(2).expect("an object");
    let end = r#"","error":"the record is longer than 64 KiB","kind":"too_long","line":3,"column":65537}"#;
    assert_eq!(object, format!(r#"{{"record":"{longest} {end}"#));
}

/// Old Macs end lines with CR alone, and other programs would see two lines.
#[test]
fn a_carriage_return_without_a_line_feed_is_an_error() {
    let message =
        r"expected a line feed after the carriage return; to convert line ends, use tr '\r' '\n'";
    let others = "AE BF EI DH AI 1\r\n".repeat(40);
    let (code, stdout, stderr) = run(&[], format!("AB\rBC\r\n{others}AB\r"));
    assert_eq!(
        (code, stdout),
        (1, format!("error\n{}0 0\n", "1 0\n".repeat(40)))
    );
    assert_eq!(stderr, format!("<stdin>:1:3: {message}\n"));
    assert_eq!(printed(&["AB\r\nBE DE AE\r\n4"], ""), "0 0\n");
    assert_contains(&refused(1, &["AB\rBE"], ""), message);
}

#[test]
fn utf_16_is_named_with_the_remedy() {
    let encoded =
        |mark: &str| -> Vec<u16> { format!("{mark}AB\r\nBE\r\n").encode_utf16().collect() };
    let (_folder, [path]) = temporary(["games.txt"]);
    for units in [encoded("\u{feff}"), encoded("")] {
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for text in [little, big] {
            fs::write(&path, text).expect("written");
            for command in [
                &["-f"][..],
                &["--json", "-f"],
                &["show", "-f"],
                &["play", "-f"],
            ] {
                let (code, stdout, stderr) = run(&[command, &[&path]].concat(), "");
                assert_eq!((code, stdout.as_str()), (2, ""), "{command:?}");
                let message = "it is UTF-16; convert it by iconv -f UTF-16 -t UTF-8";
                assert_eq!(stderr, format!("error: cannot read {path}: {message}\n"));
            }
        }
    }
}

/// Files that begin with a mark may have been joined by `cat`.
#[test]
fn one_byte_order_mark_is_skipped_at_the_beginning_of_a_line() {
    let (code, stdout, stderr) = run(&[], "\u{feff}AA\n\u{feff}AB\n\u{feff}\u{feff}AB\n");
    assert_eq!((code, stdout.as_str()), (1, "error\n0 0\nerror\n"));
    assert_starts_with(&stderr, "<stdin>:1:1: a move can use A twice only");
    assert_contains(&stderr, "<stdin>:3:1: expected a cell");
}

#[test]
fn suggests_f_if_an_argument_is_a_file() {
    let (folder, file) = file("show.txt", "AB\n");
    for words in [&["-q", &file][..], &["AB", &file], &["show", &file]] {
        let question = format!("did you mean -f {file}?\n");
        assert_ends_with(&refused(2, words, ""), &question);
    }
    // The suggestion is not an option, even if the name begins with a hyphen.
    let in_folder = |words: &[&str]| answer(qttt(words).current_dir(folder.path()), "");
    fs::write(folder.path().join("-d.txt"), "AE BF EI DH AI 1\n").expect("written");
    let (_, _, stderr) = in_folder(&["--", "-d.txt"]);
    assert_ends_with(&stderr, "did you mean -f ./-d.txt?\n");
    let refusal = "cannot read -d.txt: if it is a file, write ./-d.txt\n";
    for command in ["solve", "play"] {
        let (code, _, stderr) = in_folder(&[command, "-f", "-d.txt"]);
        assert_eq!(code, 2);
        assert_ends_with(&stderr, refusal);
    }
    // A directory is not suggested as a file, and a valid record is still a record.
    let name = format!("{}/", folder.path().display());
    assert!(!refused(1, &[&name], "").contains("did you mean"));
    fs::write(folder.path().join("AB"), "AA\n").expect("written");
    let (code, stdout, _) = in_folder(&["AB"]);
    assert_eq!((code, stdout.as_str()), (0, "0 0\n"));
}

#[test]
fn a_file_name_cannot_forge_a_message() {
    let name = "a\nb:1:1: forged\u{202e}\x1b[31m";
    let shown = r"a\nb:1:1: forged\u{202e}\u{1b}[31m:1:1: a move can use A twice only";
    let (_folder, [forged, shown, none]) = temporary([name, shown, "none\nthere"]);
    fs::write(&forged, "AA\n").expect("written");
    for (path, start) in [(forged, &*shown), (none, "error: ")] {
        let (_, _, stderr) = run(&["-f", &path], "");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert_starts_with(&stderr, start);
    }
}

#[test]
fn play_resumes_the_only_record_in_a_file() {
    let (_folder, [path]) = temporary(["game.txt"]);
    let play = |text: &str| {
        fs::write(&path, text).expect("a file");
        run(&["play", "--o", "person", "-f", &path], "4\n")
    };
    let (code, stdout, stderr) = play("\u{feff}abbe deae\r\n");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_contains(&stdout, "\nRecord: AB BE DE AE 4\n");
    let refusal = format!("error: {path} must contain exactly one record\n");
    for text in ["AB\nBE\n", "", &"AB\n".repeat(100_000)] {
        assert_eq!(play(text), (2, String::new(), refusal.clone()));
    }
    let (code, _, stderr) = play(&" ".repeat(1_000_000));
    let message = format!("error: {path}:1:65537: the record is longer than 64 KiB\n");
    assert_eq!((code, stderr), (1, message));
    let (code, _, stderr) = play("AB AA\n");
    let start = format!("error: {path}:1:4: a move can use A twice only");
    assert!(code == 1 && stderr.starts_with(&start), "{stderr}");
    // Standard input is read in the same way.
    for arguments in [&["-f", "-"][..], &["-"]] {
        let stdout = printed(&[&["play"], arguments].concat(), "AE BF\n");
        assert_contains(&stdout, "\nRecord: AE BF\n");
    }
}

#[test]
fn a_page_or_a_picture_of_no_records_is_an_error() {
    for format in ["--html", "--svg"] {
        let stderr = refused(2, &["show", format], "");
        assert_eq!(stderr, "error: there are no records to draw\n");
        assert_eq!(run(&["show", format], "\n").0, 0);
    }
    assert_eq!(run(&["show"], ""), (0, String::new(), String::new()));
}
