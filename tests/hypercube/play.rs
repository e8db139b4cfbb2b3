//! `qttt hypercube play`, with input from a script.

use super::*;

/// Plays a script of entries and returns all that was printed.
#[track_caller]
fn play(arguments: &[&str], entries: &str) -> String {
    printed(&[&["hypercube", "play"], arguments].concat(), entries)
}

/// Returns the moves in the last line.
#[track_caller]
pub(super) fn moves(printed: &str) -> &str {
    let (_, moves) = printed.rsplit_once("\nMoves: ").expect("the moves");
    moves.trim_end()
}

#[test]
fn a_person_plays_against_the_built_in_player() {
    let printed = play(&["3,2"], "help\n1,1\n1,1\n1\nundo\n0,0\nquit\n");
    let intro = "Enter a cell, for example 1,1, or enter help. A cell is x,y: ";
    assert_starts_with(&printed, intro);
    assert_eq!(printed.matches("Not played: ").count(), 2, "{printed}");
    let why = "Not played: expected 2 coordinates from 0 to 2, found \"1\"\n";
    assert_contains(&printed, why);
    let rules = printed.replace('\n', " ");
    assert_contains(&rules, "as in the drawing: 1,1,1 or 1 1 1, or 111 if");
    assert!(moves(&printed).starts_with("0,0;1,1"), "{printed}");
}

#[test]
fn any_built_in_player_or_command_can_be_the_opponent() {
    let printed = play(&["3,2", "--o", "builtin:greedy"], "1,1\n");
    assert_eq!(moves(&printed), "1,1;0,0");
    let printed = play(&["3,2", "--x", "echo 2,0", "--o", "person"], "");
    assert_contains(&printed, "\n1. X plays 2,0\n");
    assert_eq!(moves(&printed), "2,0");
}

/// Arguments, entries, parts of the output, and the moves at the end.
#[test]
fn each_entry_is_played_or_answered() {
    for (arguments, entries, said, expected) in [
        // A cell can be entered in every unambiguous form.
        ("4,3", "111\n0 0 0\n 3, 3 ,3\n", "", "1,1,1;0,0,0;3,3,3"),
        ("4,3", "2,1\t0\n0  12\n", "Not played: ", "2,1,0"),
        ("4,3", "0,1,2;032\n", "", "0,1,2;0,3,2"),
        ("11,2", "10 1\n11\n", "Not played: ", "10,1"),
        ("3,2", "11;01;00\nundo\n", "Taken back: 0,0\n", "1,1;0,1"),
        ("3,2", "hint\n", "builtin:qttt would play 1,1.", ""),
        ("3,2 1,1 0,0", "20\n", "3. X plays 2,0", "1,1;0,0;2,0"),
    ] {
        let printed = play(&words(&format!("{arguments} --o person")), entries);
        assert_contains(&printed, said);
        assert_eq!(moves(&printed), expected, "{printed}");
    }
    refused(1, &["hypercube", "play", "3,2", "1,1;1,1"], "");
}

/// Signals are looked for while it thinks, which takes longer than a look.
#[test]
fn the_strongest_player_is_not_interrupted_without_a_signal() {
    let printed = play(&words("4,2 --x builtin:greedy --o builtin:qttt"), "");
    assert_contains(&printed, "\n 16. O ");
}
