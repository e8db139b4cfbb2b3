//! `--tsv`: a header, and a row for each record.

use crate::support::run;

/// Runs a command, and returns the columns of each line, by line.
fn table(arguments: &[&str], input: &str) -> Vec<Vec<String>> {
    let (_, stdout, _) = run(&[arguments, &["--tsv", "-q"]].concat(), input);
    let columns = |line: &str| line.split('\t').map(String::from).collect();
    stdout.lines().map(columns).collect()
}

/// Returns a column by its name.
fn column<'t>(table: &'t [Vec<String>], name: &str) -> Vec<&'t str> {
    let place = table[0].iter().position(|column| column == name);
    let place = place.expect("a column of that name");
    table[1..].iter().map(|line| line[place].as_str()).collect()
}

#[test]
fn a_line_holds_the_board() {
    let table = table(&[], "ae bf EIDH AI1\nAB BE DE AE\n\nAB BJ\n");
    for (name, expected) in [
        ("record", ["AE BF EI DH AI 1", "AB BE DE AE", "-", ""]),
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
    ] {
        assert_eq!(column(&table, name), expected, "{name}");
    }
}

const INPUT: &str = "AB BE DE AE\nAB BJ\nAE BF EI DH AI 1\n\n";

#[test]
fn values_and_best_actions_are_a_table_too() {
    let table = table(&["solve"], INPUT);
    assert!(table.iter().all(|row| row.len() == 27));
    assert_eq!(column(&table, "state"), ["measure", "", "over", "move"]);
    for table in [table, self::table(&["solve", "--value"], INPUT)] {
        assert_eq!(
            column(&table, "record"),
            ["AB BE DE AE", "", "AE BF EI DH AI 1", "-"]
        );
        assert_eq!(column(&table, "value"), ["0.5", "", "1", "0.5"]);
        assert_eq!(column(&table, "best"), ["1", "", "", "AI CG"]);
    }
}

/// The empty record would be an empty column, which is a missing value.
#[test]
fn the_first_column_of_a_table_can_be_read_as_records() {
    let positions = ["generate", "-n", "200", "--positions", "--seed", "1"];
    let (_, made, _) = run(&[&positions[..], &["--tsv"]].concat(), "");
    let rows = made.lines().skip(1);
    let records: Vec<_> = rows.filter_map(|row| row.split('\t').next()).collect();
    assert!(records.contains(&"-"));
    let (_, again, _) = run(&["--tsv"], records.join("\n") + "\n");
    assert_eq!(again, made);
}

#[test]
fn there_is_one_header_however_many_files() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "AB\n").expect("written");
    let path = file.path().to_str().expect("UTF-8");
    let table = table(&["-f", path, "-f", path], "");
    assert_eq!(column(&table, "record"), ["AB", "AB"]);
}
