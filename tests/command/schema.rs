//! The output of `--json`, and the tables of its fields in `docs/json.md`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::serve::Server;
use crate::support::naive::Naive;
use crate::support::{file, is_plain, objects, run};

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

/// A record for each state.
const RECORDS: &str = "AB\nAB BE DE AE\nAE BF EI DH AI 1\nAC EH CI HI EH 5 DG BD DG 8\n\
    BC BE CF EF 1 AD AG GH DG 6 II 9\n";
/// Invalid records, and the kinds of their mistakes.
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
fn the_tables_list_exactly_the_printed_fields() {
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
    let response = Server::start().get("/position?record=AB").body;
    let position: Value = serde_json::from_str(&response).expect("JSON");
    printed.extend(position.as_object().expect("an object").keys().cloned());
    assert_eq!(printed, documented());
}

#[test]
fn the_page_lists_the_kind_of_each_mistake() {
    let page = page();
    for (record, kind) in MISTAKES {
        let [mistake] = &objects(&["--json", record], "")[..] else {
            panic!("one object")
        };
        assert_eq!(mistake["kind"], *kind, "{record}");
        // The moves of a position cannot be counted.
        let is_position = *kind == "position";
        assert_eq!(mistake.get("move").is_none(), is_position, "{record}");
        assert!(page.contains(&format!("`{kind}`")), "{kind}");
    }
    let steps = &objects(&["solve", "--steps", "--json", "41./32./..."], "")[0];
    assert_eq!(steps["kind"], "no_history");
    assert!(steps.get("move").is_none() && page.contains("`no_history`"));
}

#[test]
fn an_invalid_record_is_printed_unchanged_but_with_escapes() {
    let text = "AB \u{9b}2J\"\\\u{202e}\x1b\0\x7fé\u{e0041}";
    let (_, json, _) = run(&["--json", "-q"], format!("{text}\n"));
    assert!(
        json.lines().all(is_plain) && json.contains("\\u007fé\\udb40\\udc41"),
        "{json}"
    );
    let object: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(object["record"], text);
}

#[test]
fn cells_and_spooky_marks_match_the_naive_scorer() {
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
fn the_fields_of_solve_include_those_of_the_score() {
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
fn the_field_file_is_present_if_files_are_read() {
    let (_folder, path) = file("games.txt", "AB\nA\n");
    for (files, expected) in [
        (
            &["-f", &path, "-f", "-"][..],
            json!([[1, path], [2, path], [1, "<stdin>"]]),
        ),
        (&[], json!([[1, null]])),
    ] {
        let printed = objects(&[&["--json", "-q"], files].concat(), "AB\n");
        let places = printed
            .iter()
            .map(|object| json!([object["line"], object["file"]]));
        assert_eq!(Value::from_iter(places), expected);
    }
}
