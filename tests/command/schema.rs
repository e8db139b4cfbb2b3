//! The output of `--json`, and the tables of fields and columns in `docs/output.md`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::*;

/// The names in the tables of the page whose cell at this index isn't `no`: 2 for fields, 3 for columns.
pub(super) fn documented(index: usize) -> impl Iterator<Item = String> {
    let rows = include_str!("../../docs/output.md").lines();
    let rows = rows.map(|row| row.split(" | ").collect::<Vec<_>>());
    let listed = rows.filter(move |row| row.get(index).is_some_and(|cell| !cell.starts_with("no")));
    let names = listed.filter_map(|row| row[0].strip_prefix("| `"));
    names
        .flat_map(|names| names.split(", "))
        .flat_map(|name| match name.trim_matches('`') {
            "A` to `I" => ('A'..='I').map(String::from).collect(),
            "m1` to `m9" => (1..=9).map(|mark| format!("m{mark}")).collect(),
            name => vec![name.to_string()],
        })
}

/// A record for each state, and an invalid one.
const RECORDS: &str = "AB\nAB BE DE AE\nAE BF EI DH AI 1\nAB BJ\n";

#[test]
fn the_tables_list_exactly_the_printed_fields() {
    let (_folder, path) = file("games.txt", RECORDS);
    let files = ["--json", "-q", "-f", &path, &path];
    let mut printed = BTreeSet::new();
    for arguments in [
        files.to_vec(),
        [&["solve", "--actions"], &files[..]].concat(),
        [&["solve", "--steps"], &files[..]].concat(),
        vec!["--json", ".../.../... 1AB"],
    ] {
        for object in objects(&arguments, "") {
            for (field, value) in object.as_object().expect("an object") {
                printed.insert(field.clone());
                // Steps and spooky marks are objects, too.
                let parts = value.as_array().into_iter().flatten();
                let parts = parts.filter_map(Value::as_object);
                printed.extend(parts.flat_map(|part| part.keys().cloned()));
            }
        }
    }
    assert_eq!(printed, documented(2).collect());
}

#[test]
fn an_error_in_a_position_does_not_have_a_move() {
    for (arguments, kind) in [
        (&["1../.../..."][..], "position"),
        (&["solve", "--steps", "41./32./..."], "no_history"),
    ] {
        let error = &objects(&[arguments, &["--json"]].concat(), "")[0];
        assert_eq!((&error["kind"], error.get("move")), (&kind.into(), None));
    }
}

#[test]
fn an_invalid_record_is_printed_unchanged_but_with_escapes() {
    let text = "AB \u{9b}2J\"\\\u{202e}\x1b\0\x7fé\u{e0041}";
    let (_, json, _) = run(&["--json", "-q"], format!("{text}\n"));
    assert!(json.lines().all(is_plain), "{json}");
    assert_contains(&json, "\\u007fé\\udb40\\udc41");
    let object: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(object["record"], text);
}

#[test]
fn the_field_file_is_present_if_files_are_read() {
    let (_folder, path) = file("games.txt", "AB\nA\n");
    let places = json!([[1, path], [2, path], [1, "<stdin>"]]);
    for (files, expected) in [
        (&["-f", &path, "-f", "-"][..], places),
        (&[], json!([[1, null]])),
    ] {
        let printed = objects(&[&["--json", "-q"], files].concat(), "AB\n").into_iter();
        let places = printed.map(|object| json!([object["line"], object["file"]]));
        assert_eq!(Value::from_iter(places), expected);
    }
}
