//! Records from files, and from streams as other programs write them.

use crate::support::*;
use serde_json::json;
use std::fs;

#[test]
fn the_next_file_is_read_if_one_cannot_be_read() {
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
    assert_eq!(lines.len(), 3, "{stderr}");
    for (line, start) in lines.into_iter().zip([
        format!("error: cannot read {none}: No such file"),
        format!("error: cannot read {folder}: Is a directory"),
        format!("{bad}:2:1: a move can use A twice only"),
    ]) {
        assert_starts_with(line, &start);
    }
}

#[test]
fn a_line_of_more_than_64_kib_is_an_error_and_the_other_lines_are_scored() {
    let longest = format!("AE{} BF EI DH AI 1", " ".repeat(65_536 - 16));
    let noise = "A1".repeat(400_000);
    let input = format!("{longest}\n{longest} \n\n{noise}\n{longest}\r\n");
    let why = "the record is longer than 64 KiB";
    for threads in ["-j1", "-j2"] {
        let (stdout, stderr) = exits(1, &[threads], input.clone());
        assert_eq!(stdout, "1 0\nerror\n0 0\nerror\n1 0\n");
        assert_starts_with(&stderr, &format!("<stdin>:2:65537: {why}\n<stdin>:4:1: "));
    }
    let expected = json!({
        "record": &longest, "error": why, "kind": "too_long", "line": 2, "column": 65_537,
    });
    assert_eq!(objects(&["--json"], input)[1], expected);
    // An argument is truncated at the same place.
    let argument = format!("{longest}  ");
    assert_eq!(objects(&["--json", &argument], "")[0]["record"], longest);
}

/// Old Macs end lines with CR alone, and other programs would see two lines.
#[test]
fn a_carriage_return_without_a_line_feed_is_an_error() {
    let why = "expected a line feed after the carriage return";
    let message = format!("{why}; to convert line endings, use tr '\\r' '\\n'");
    let others = "AE BF EI DH AI 1\r\n".repeat(40);
    let (stdout, stderr) = exits(1, &[], format!("AB\rBC\r\n{others}AB\r"));
    assert_eq!(stdout, format!("error\n{}0 0\n", "1 0\n".repeat(40)));
    assert_eq!(stderr, format!("<stdin>:1:3: {message}\n"));
    assert_eq!(printed(&["AB\r\nBE DE AE\r\n4"], ""), "0 0\n");
    assert_contains(&refused(1, &["AB\rBE"], ""), &message);
}

#[test]
fn a_file_in_utf_16_is_an_error_that_names_the_remedy() {
    let (_folder, [path]) = temporary(["games.txt"]);
    let why = "it is UTF-16; convert it with iconv -f UTF-16 -t UTF-8";
    let message = format!("error: cannot read {path}: {why}\n");
    let marked = [&b"\xff\xfeA\0B\0\r\0\n\0"[..], b"\xfe\xff\0A\0B\0\r\0\n"];
    let unmarked = marked.map(|text| &text[2..]);
    for text in [marked, unmarked].concat() {
        fs::write(&path, text).expect("written");
        for command in ["", "--json", "show", "play"] {
            let command = [&words(command)[..], &["-f", &path]].concat();
            assert_eq!(refused(2, &command, ""), message);
        }
    }
}

/// Files that begin with a mark may have been joined by `cat`.
#[test]
fn byte_order_marks_are_skipped_at_the_beginning_of_a_line() {
    let marked = "\u{feff}AA\n\u{feff}AB\n\u{feff}\u{feff}AB\nA\u{feff}B\n";
    let (stdout, stderr) = exits(1, &[], marked);
    assert_eq!(stdout, "error\n0 0\n0 0\nerror\n");
    assert_starts_with(&stderr, "<stdin>:1:1: a move can use A twice only");
    assert_contains(&stderr, "<stdin>:4:2: expected a cell");
}

#[test]
fn a_file_name_as_a_record_gets_a_hint() {
    let (folder, _) = file("show.txt", "AB\n");
    for name in ["-d.txt", "o'brien.txt", "AB"] {
        fs::write(folder.path().join(name), "AA\n").expect("written");
    }
    let in_folder = |arguments| answer(qttt(&words(arguments)).current_dir(&folder), "");
    for (arguments, hint) in [
        ("-q show.txt", "did you mean -f 'show.txt'?\n"),
        ("AB show.txt", "did you mean -f 'show.txt'?\n"),
        ("show show.txt", "did you mean -f 'show.txt'?\n"),
        // What the hints suggest is not an option, even if the name begins with a hyphen.
        ("-- -d.txt", "did you mean -f './-d.txt'?\n"),
        ("o'brien.txt", "did you mean -f 'o'\\''brien.txt'?\n"),
    ] {
        let (code, stdout, stderr) = in_folder(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments}");
        assert_ends_with(&stderr, hint);
    }
    // A directory is not suggested as a file, and a valid record is still a record.
    let (code, _, stderr) = in_folder("./");
    assert!(code == 1 && !stderr.contains("did you mean"), "{stderr}");
    assert_eq!(in_folder("AB"), (0, "0 0\n".to_string(), String::new()));
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
    let play = ["play", "--o", "person", "-f", &path];
    fs::write(&path, "\u{feff}abbe deae\r\n").expect("written");
    assert_contains(&printed(&play, "4\n"), "\nRecord: AB BE DE AE 4\n");
    // Its actions can be taken back.
    assert_contains(&printed(&play, "u\nu\n"), "\nRecord: AB BE\n");
    let (many, long) = ("AB\n".repeat(100_000), " ".repeat(1_000_000));
    for (text, code, message) in [
        ("AB\nBE\n", 2, " must contain exactly one record\n"),
        ("", 2, " must contain exactly one record\n"),
        (&many, 2, " must contain exactly one record\n"),
        (&long, 1, ":1:65537: the record is longer than 64 KiB\n"),
        ("AB AA\n", 1, ":1:4: a move can use A twice only"),
    ] {
        fs::write(&path, text).expect("written");
        let start = format!("error: {path}{message}");
        assert_starts_with(&refused(code, &play, "4\n"), &start);
    }
    // Standard input is read in the same way.
    for arguments in [&["-f", "-"][..], &["-"]] {
        let stdout = printed(&[&["play"], arguments].concat(), "AE BF\n");
        assert_contains(&stdout, "\nRecord: AE BF\n");
    }
}

#[test]
fn a_page_or_a_picture_without_records_is_an_error() {
    for format in ["--html", "--svg"] {
        let stderr = refused(2, &["show", format], "");
        assert_eq!(stderr, "error: there are no records to draw\n");
        assert_eq!(run(&["show", format], "\n").0, 0);
    }
    assert_eq!(run(&["show"], ""), (0, String::new(), String::new()));
}
