//! Other notations, positions, and links in place of records.

use crate::support::{assert_contains, assert_starts_with, exits, objects, printed, run};

#[test]
fn reads_every_notation_and_writes_letters() {
    let input = "12 25 45 15 4\nAB,BE;DE.AE , 4\n X1+(1,2); O2+(2,1)[12]; X2@X1(1)!O2(2)\n1225\n41./32./... 5CF\n";
    for arguments in [&[][..], &["-q"]] {
        assert_eq!(run(arguments, input.repeat(8)).1, "0 0\n".repeat(40));
    }
    assert_eq!(run(&["--json"], input).0, 0);
    let records = ["AB BE DE AE 4", "AB BE DE AE 4", "AB BA 1", "AB BE"];
    let objects = objects(&["--json"], input);
    let read = objects.iter().map(|object| &object["record"]).take(4);
    assert!(read.eq(&records), "{objects:?}");
}

#[test]
fn reads_positions_in_place_of_records() {
    let input = "41./32./... 5CF 6GH\nAB BE DE AE 4 CF GH\n135/2.4/...\n1../.../...\n";
    let (code, stdout, stderr) = run(&[], input);
    assert_eq!((code, stdout.as_str()), (1, "0 0\n0 0\n1 0\nerror\n"));
    let why = "X1 is the only classical mark, but the first measurement always makes at least two";
    assert_eq!(stderr, format!("<stdin>:4:1: {why}\n"));
    // Without messages, the lines are scored in lockstep, which leaves positions to the parser.
    let many = input.repeat(20);
    assert_eq!(run(&["-q"], many).1, stdout.repeat(20));
    let (_, values, _) = run(&["solve", "--value", "-q"], input);
    let values: Vec<_> = values.lines().collect();
    assert_eq!(values[0], values[1]);
    for arguments in [&["show"][..], &["show", "--svg"]] {
        let of = |text: &str| run(&[arguments, &[text]].concat(), "");
        assert_eq!(of("41./32./... 5CF 6GH"), of("AB BE DE AE 4 CF GH"));
    }
    for arguments in [&["show", "--steps"][..], &["solve", "--steps"]] {
        let (_, stderr) = exits(1, &[arguments, &["41./32./..."]].concat(), "");
        assert_contains(&stderr, "expected a record, not a position");
    }
}

#[test]
fn a_link_that_the_page_made_is_a_record() {
    let mistaken = "http://127.0.0.1:8000/#AB.AJ\n";
    for command in [&[][..], &["--json"], &["show"]] {
        let (_, stderr) = exits(1, command, mistaken);
        assert_starts_with(&stderr, "<stdin>:1:28: expected a cell");
    }
    let link = "http://127.0.0.1:8000/#AE.BF.EI.DH.AI.1";
    assert_eq!(printed(&[link], ""), "1 0\n");
}
