//! The output of `--json`, and the tables of its fields in `docs/json.md`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{file, naive::Naive, objects, run};

fn page() -> &'static str {
    include_str!("../../docs/json.md")
}

/// The fields in the page's tables: the words in code in the first columns.
fn documented() -> BTreeSet<String> {
    let cells = page()
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    cells
        .flat_map(|cell| cell.trim().trim_end_matches('`').split("`, `"))
        .map(String::from)
        .collect()
}

/// A record for each state, and for each kind of mistake.
const RECORDS: &str = "AB\nAB BE DE AE\nAE BF EI DH AI 1\nAC EH CI HI EH 5 DG BD DG 8\n\
    BC BE CF EF 1 AD AG GH DG 6 II 9\n";
const MISTAKES: &[(&str, &str)] = &[
    ("AB BJ", "unknown_character"),
    ("AB C", "half_move"),
    ("AB AB 1 AC", "cell_taken"),
    ("AA", "doubled_cell"),
    ("AB AB CD", "measurement_due"),
    ("AB 1", "no_measurement_due"),
    ("AB BE DE AE 2", "not_a_choice"),
    ("AE BF EI DH AI 1 CD", "game_over"),
    ("AE BF EI DH AI 1 C", "game_over"),
    ("AB AB C", "measurement_due"),
    ("AB AB 1 A", "cell_taken"),
    ("1../.../...", "position"),
    ("X1+(1,2); X2+(2,3)", "state_string"),
];

#[test]
fn every_field_is_in_the_tables_and_every_one_in_the_tables_is_printed() {
    let mut records = RECORDS.to_string();
    records.extend(MISTAKES.iter().map(|(record, _)| format!("{record}\n")));
    let (_folder, path) = file("games.txt", &records);
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
                let steps = value
                    .as_array()
                    .filter(|_| field == "steps" || field == "spooky");
                for step in steps.into_iter().flatten() {
                    printed.extend(step.as_object().expect("an object").keys().cloned());
                }
            }
        }
    }
    printed.extend(super::serve::fields_of_a_position());
    assert_eq!(printed, documented());
}

#[test]
fn a_mistake_says_its_kind_and_the_page_lists_them() {
    let page = page();
    for (record, kind) in MISTAKES {
        let [mistake] = &objects(&["--json", record], "")[..] else {
            panic!("one object")
        };
        assert_eq!(mistake["kind"], *kind, "{record}");
        // A position has no moves to count.
        let is_position = *kind == "position";
        assert_eq!(mistake.get("move").is_none(), is_position, "{record}");
        assert!(page.contains(&format!("`{kind}`")), "{kind}");
    }
    let steps = &objects(&["solve", "--steps", "--json", "41./32./..."], "")[0];
    assert_eq!(
        (&steps["kind"], steps.get("move")),
        (&json!("no_history"), None)
    );
    assert!(page.contains("`no_history`"));
}

#[test]
fn an_invalid_record_is_kept_as_text() {
    let text = "AB \u{9b}2J\"\\\u{202e}\x1b\0";
    let objects = objects(&["--json", "-q"], format!("{text}\n"));
    assert_eq!(objects[0]["record"], text);
}

/// The board in JSON equals the board that a naive reading of the record gives.
#[test]
fn cells_and_spooky_marks_are_those_of_the_board() {
    let (_, records, _) = run(&["generate", "-n", "200", "--seed", "5"], "");
    let cut = |(i, record): (usize, &str)| {
        let tokens: Vec<_> = record.split(' ').collect();
        tokens[..tokens.len() - i % tokens.len()].join(" ") + "\n"
    };
    let input: String = records.lines().enumerate().map(cut).collect();
    for (object, record) in objects(&["--json"], &*input).iter().zip(input.lines()) {
        let naive = Naive::replay(record).expect("a legal game");
        let cells = naive.classical.map(|mark| (mark != 0).then_some(mark));
        assert_eq!(object["cells"], json!(cells), "{record}");
        let spooky: Vec<_> = naive
            .spooky
            .iter()
            .map(|(mark, [a, b])| {
                let letter = |cell: &usize| char::from(b'A' + *cell as u8);
                json!({"mark": mark, "cells": format!("{}{}", letter(a), letter(b))})
            })
            .collect();
        assert_eq!(object["spooky"], Value::from(spooky), "{record}");
    }
}

#[test]
fn every_command_says_the_same_of_a_record() {
    let alone = objects(&["--json"], RECORDS);
    for command in [&["solve", "--json"][..], &["solve", "--steps", "--json"]] {
        for (solved, scored) in objects(command, RECORDS).iter().zip(&alone) {
            for (field, value) in scored.as_object().expect("an object") {
                assert_eq!(&solved[field], value, "{field}");
            }
        }
    }
}

#[test]
fn the_file_is_named_if_there_is_one() {
    let (_one, one) = file("one", "AB\nA\n");
    let (_two, two) = file("two", "AB\n");
    let printed = objects(&["--json", "-q", "-f", &one, "-f", &two], "");
    let places = printed
        .iter()
        .map(|object| json!([object["line"], object["file"]]));
    let expected = json!([[1, one], [2, one], [1, two]]);
    assert_eq!(Value::from_iter(places), expected);
    let file_of = |arguments: &[&str]| objects(arguments, "AB\n")[0].get("file").cloned();
    assert_eq!(file_of(&["--json", "-f", &two]), Some(two.into()));
    assert_eq!(file_of(&["--json", "-f", "-"]), Some("<stdin>".into()));
    assert_eq!(file_of(&["--json"]), None);
}
