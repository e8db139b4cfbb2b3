//! `--tsv`: a header, and a row for each record.

use crate::support::{objects, run, temporary};
use serde_json::Value;

/// Runs a command, and returns the columns of each line, by line.
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
fn a_line_holds_the_board_and_its_value() {
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
        ("value", ["1", "0.5", "0.5", ""]),
        ("best", ["", "1", "AI CG", ""]),
        ("line", ["1", "2", "3", "4"]),
        ("file", ["", "", "", ""]),
        ("error", ["", "", "", "unknown_character"]),
    ] {
        assert_eq!(column(&table, name), expected, "{name}");
    }
}

/// As scripts depend on it: columns are added between those of the position and `line`, and nowhere else.
#[test]
fn every_column_is_in_the_tables_of_the_page_in_order() {
    let page = include_str!("../../docs/tables.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let names = rows.flat_map(|row| row.split(" | ").next().expect("a cell").split(", "));
    let documented: Vec<_> = names
        .flat_map(|name| match name.trim_matches('`') {
            "A` to `I" => ('A'..='I').map(String::from).collect(),
            "m1` to `m9" => (1..=9).map(|mark| format!("m{mark}")).collect(),
            name => vec![name.to_string()],
        })
        .collect();
    let columns = |command: &[&str]| -> Vec<String> {
        let (_, stdout, _) = run(&[command, &["--tsv"]].concat(), "");
        let header = stdout.lines().next().expect("a header");
        header.split('\t').map(String::from).collect()
    };
    let all = columns(&["solve", "--actions"]);
    assert_eq!(all, documented);
    let action = ["action", "action_value"];
    let solved = ["value", "best", "position", "canonical"];
    let missing = [&solved[..], &action].concat();
    for (command, missing) in [(&["solve"][..], &action[..]), (&["-"], &missing)] {
        let expected = all.iter().filter(|name| !missing.contains(&name.as_str()));
        assert!(columns(command).iter().eq(expected), "{command:?}");
    }
}

/// A csv reader takes a column that begins with a quote to end at the next quote, several rows later.
#[test]
fn an_invalid_record_is_there_as_text_and_spoils_no_other_row() {
    let (_folder, [file]) = temporary(["\"games\".txt"]);
    std::fs::write(&file, b"AB\n\"AB\tCD\x1b\"\n41./32./... 5CF\n\xff\nAA").expect("written");
    let escaped = file.replace('"', r"\u{22}");
    for command in [&[][..], &["solve"], &["solve", "--actions"]] {
        let table = table(&[command, &["-f", &file, "-f", "-"]].concat(), "AJ\n");
        // A second header, too, would be a row with something in the last column.
        let rows = table[1..]
            .iter()
            .filter(|row| row.last().is_some_and(|error| !error.is_empty()));
        let rows: Vec<_> = rows
            .map(|row| [&row[..1], &row[row.len() - 3..]].concat())
            .collect();
        let expected = [
            [
                r"\u{22}AB\tCD\u{1b}\u{22}",
                "2",
                &escaped,
                "unknown_character",
            ],
            ["\u{fffd}", "4", &escaped, "unknown_character"],
            ["AA", "5", &escaped, "doubled_cell"],
            ["AJ", "1", "<stdin>", "unknown_character"],
        ];
        assert_eq!(rows, expected, "{command:?}");
        assert!(table.iter().all(|row| row.len() == table[0].len()));
    }
}

#[test]
fn a_position_has_a_text_and_a_key() {
    // The first two records are the same game on a rotated board, and the last two differ only in their history.
    let records =
        "AB BE DE AE\nCB BE FE CE\n.../.../... 1AI\nAE BF EI DH AI 1\nAB CD EF\nEF CD AB\n";
    let table = table(&["solve"], records);
    let positions = column(&table, "position");
    assert_eq!(positions[0], ".../.../... 1AB 2BE 3DE 4AE");
    assert_eq!(positions[2], ".../.../... 1AI");
    let (_, values, _) = run(&["solve", "--value"], records);
    assert_eq!(run(&["solve", "--value"], positions.join("\n")).1, values);
    let keys = column(&table, "canonical");
    assert_eq!(run(&["solve", "--value"], keys.join("\n")).1, values);
    assert_eq!(keys[0], keys[1]);
    assert_eq!(keys[4], keys[5]);
    let different: std::collections::BTreeSet<_> = keys.iter().collect();
    assert_eq!(different.len(), 4);
    for (i, object) in objects(&["solve", "--json"], records).iter().enumerate() {
        assert_eq!(
            (&object["position"], &object["canonical"]),
            (&positions[i].into(), &keys[i].into())
        );
        assert_eq!(object.get("record").is_none(), i == 2);
    }
}

/// The rows of a position have the same values as its object. An invalid record and a finished game also have a row.
#[test]
fn every_action_has_a_row() {
    let input = "AB BE DE AE\nAB BJ\nAE BF EI DH AI 1\n\n";
    let table = table(&["solve", "--actions"], input);
    let objects = objects(&["solve", "--actions", "--json", "-q"], input);
    let mut rows = table[1..].iter();
    for (line, object) in (1..).zip(objects) {
        let actions = object["actions"].as_array().into_iter().flatten();
        let columns = |one: &Value| {
            let action = one["action"].as_str().expect("text");
            [action.to_string(), one["value"].to_string()]
        };
        let mut expected: Vec<_> = actions.map(columns).collect();
        if expected.is_empty() {
            expected.push(["", ""].map(String::from));
        }
        for action in expected {
            let row = rows.next().expect("a row");
            let (columns, place) = row.split_at(row.len() - 3);
            assert_eq!(
                (&columns[columns.len() - 2..], &place[0]),
                (&action[..], &line.to_string())
            );
            // The empty record is the last.
            let record = object["record"].as_str().filter(|_| line < 4);
            assert_eq!(row[0], record.unwrap_or("-"));
        }
    }
    assert_eq!(rows.next(), None);
}

/// The empty record would be an empty column, which is a missing value.
#[test]
fn the_first_column_of_a_table_can_be_read_as_records() {
    let (_, records, _) = run(&["generate", "-n", "200", "--positions", "--seed", "1"], "");
    let (_, made, _) = run(&["--tsv"], records);
    let rows = made.lines().skip(1);
    let records: Vec<_> = rows.filter_map(|row| row.split('\t').next()).collect();
    assert!(records.contains(&"-"));
    let (_, again, _) = run(&["--tsv"], records.join("\n") + "\n");
    assert_eq!(again, made);
}
