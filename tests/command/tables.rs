//! `--tsv`: a header, and a row for each record.

use std::collections::BTreeSet;
use std::fs;
use std::io::BufRead;

use super::schema::documented;
use crate::support::*;

/// Runs a command and returns the columns of each line.
fn table(arguments: &[&str], input: &str) -> Vec<Vec<String>> {
    let (_, stdout, _) = run(&[arguments, &["--tsv", "-q"]].concat(), input);
    let columns = |line: &str| line.split('\t').map(String::from).collect();
    stdout.lines().map(columns).collect()
}

fn column<'t>(table: &'t [Vec<String>], name: &str) -> Vec<&'t str> {
    let place = table[0].iter().position(|column| column == name);
    let place = place.expect("a column of that name");
    table[1..].iter().map(|line| line[place].as_str()).collect()
}

#[test]
fn a_row_contains_the_board_and_its_value() {
    let table = table(&["solve"], "ae bf EIDH AI1\nAB BE DE AE\n\nAB BJ\n");
    assert!(table.iter().all(|row| row.len() == table[0].len()));
    for (name, expected) in [
        ("record", ["AE BF EI DH AI 1", "AB BE DE AE", "-", "AB BJ"]),
        ("state", ["over", "measure", "move", ""]),
        ("x", ["1", "0", "0", ""]),
        ("o", ["0", "0", "0", ""]),
        ("moves", ["5", "4", "0", ""]),
        ("turn", ["", "X", "X", ""]),
        ("winner", ["X", "", "", ""]),
        ("A", ["1", "", "", ""]),
        ("I", ["5", "", "", ""]),
        ("m1", ["", "AB", "", ""]),
        ("m2", ["BF", "BE", "", ""]),
        ("m9", ["", "", "", ""]),
        ("cell", ["", "A", "", ""]),
        ("choices", ["", "1 4", "", ""]),
        ("value", ["1", "0.5", "0.5", ""]),
        ("best", ["", "1", "AI CG", ""]),
        ("line", ["1", "2", "3", "4"]),
        ("file", ["", "", "", ""]),
        ("error", ["", "", "", "unknown_character"]),
    ] {
        assert_eq!(column(&table, name), expected, "{name}");
    }
}

#[test]
fn the_tables_of_the_page_list_every_column_in_order() {
    let columns = |command: &[&str]| -> Vec<String> {
        let (_, stdout, _) = run(&[command, &["--tsv"]].concat(), "");
        let header = stdout.lines().next().expect("a header");
        header.split('\t').map(String::from).collect()
    };
    let all = columns(&["solve", "--actions"]);
    assert_eq!(documented(3).collect::<Vec<_>>(), all);
    assert_ends_with(&all.join(" "), "line file error");
    let action = ["action", "action_value"];
    let solved = ["value", "best", "position", "canonical"];
    let missing = [&solved[..], &action].concat();
    for (command, missing) in [(&["solve"][..], &action[..]), (&["-"], &missing)] {
        let expected = all.iter().filter(|name| !missing.contains(&name.as_str()));
        assert!(columns(command).iter().eq(expected), "{command:?}");
    }
}

/// For a CSV reader, a column that begins with a quote would end at the next quote, several rows later.
#[test]
fn an_invalid_record_is_escaped_and_does_not_change_other_rows() {
    let (_folder, [file]) = temporary(["\"games\".txt"]);
    fs::write(&file, b"AB\n\"AB\tCD\\\x1b\"\n41./32./... 5CF\n\xff\nAA").expect("written");
    let escaped = file.replace('"', r"\u{22}");
    let unknown = "unknown_character";
    for command in [&[][..], &["solve"], &["solve", "--actions"]] {
        let table = table(&[command, &["-f", &file, "-f", "-"]].concat(), "AJ\n");
        // A second header would also be a row with text in the last column.
        let fields = ["record", "line", "file", "error"].map(|name| column(&table, name));
        let rows = (0..table.len() - 1).map(|row| fields.each_ref().map(|field| field[row]));
        let rows: Vec<_> = rows.filter(|row| !row[3].is_empty()).collect();
        let expected = [
            [r"\u{22}AB\tCD\\\u{1b}\u{22}", "2", &escaped, unknown],
            ["\u{fffd}", "4", &escaped, unknown],
            ["AA", "5", &escaped, "doubled_cell"],
            ["AJ", "1", "<stdin>", unknown],
        ];
        assert_eq!(rows, expected, "{command:?}");
        assert!(table.iter().all(|row| row.len() == table[0].len()));
    }
}

#[test]
fn columns_contain_the_position_and_its_canonical_form() {
    // The first two records are one game on a turned board, and the last two lead to the same position.
    let cycles = "AB BE DE AE\nCB BE FE CE\n";
    let records = format!("{cycles}.../.../... 1AI\nAE BF EI DH AI 1\nAB CD EF\nEF CD AB\n");
    let table = table(&["solve"], &records);
    let positions = column(&table, "position");
    assert_eq!(positions[0], ".../.../... 1AB 2BE 3DE 4AE");
    assert_eq!(positions[2], ".../.../... 1AI");
    let values = |input: String| printed(&["solve", "--value"], input);
    let keys = column(&table, "canonical");
    assert_eq!(values(positions.join("\n")), values(records.clone()));
    assert_eq!(values(keys.join("\n")), values(records.clone()));
    assert_eq!(keys[0], keys[1]);
    assert_eq!(keys[4], keys[5]);
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 4);
    assert_eq!(column(&table, "record")[2], positions[2]);
    let objects = objects(&["solve", "--json"], records);
    assert_eq!(objects[2].get("record"), None);
}

#[test]
fn every_action_has_a_row() {
    let input = "AB BE DE AE\nAB BJ\nAE BF EI DH AI 1\n\n";
    let table = table(&["solve", "--actions"], input);
    let cycle = "AB BE DE AE";
    for (name, expected) in [
        ("record", [cycle, cycle, "AB BJ", "AE BF EI DH AI 1", "-"]),
        ("action", ["1", "4", "", "", "AI"]),
        ("action_value", ["0.5", "0", "", "", "0.5"]),
        ("line", ["1", "1", "2", "3", "4"]),
    ] {
        assert_eq!(column(&table, name)[..5], expected, "{name}");
    }
    // The header, these rows, and the other openings.
    assert_eq!(table.len(), 1 + 5 + 35);
}

#[test]
fn every_position_of_a_record_has_a_row_with_steps() {
    let table = table(&["solve", "--steps"], "AB AB 1\nAB BJ\n12./.../...\n\n");
    let (game, no_game) = ("AB AB 1", "12./.../...");
    for (name, expected) in [
        ("record", [game, game, game, game, "AB BJ", no_game, "-"]),
        ("step", ["0", "1", "2", "3", "", "", "0"]),
        ("action", ["", "AB", "AB", "1", "", "", ""]),
        ("loss", ["", "0.5", "1", "0", "", "", ""]),
        ("value", ["0.5", "0", "1", "1", "", "", "0.5"]),
        ("line", ["1", "1", "1", "1", "2", "3", "4"]),
        ("file", [""; 7]),
    ] {
        assert_eq!(column(&table, name), expected, "{name}");
    }
    let positions = column(&table, "position");
    assert_eq!(positions[2..4], [".../.../... 1AB 2AB", "12./.../..."]);
    assert_eq!(column(&table, "canonical")[0], positions[0]);
    let errors = column(&table, "error");
    assert_eq!(errors[4..6], ["unknown_character", "no_history"]);
}

/// A program that reads the header before it writes the first record.
#[test]
fn the_header_comes_before_the_first_record() {
    let (mut child, records, table) = piped(&["--tsv"]);
    let header = table.lines().next().expect("a header").expect("text");
    assert_starts_with(&header, "record\tx\to");
    drop(records);
    assert!(child.wait().expect("qttt ends").success());
}
