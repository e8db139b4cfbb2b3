//! `qttt hypercube check`: bots that follow the contest's protocol, and bots that don't.

use std::collections::BTreeSet;
use std::process::Stdio;

use super::*;

/// Checks a command on these boards.
fn check(command: &str, boards: &str, timeout: &str) -> (i32, String, String) {
    let options = ["--boards", boards, "--timeout", timeout];
    let check = ["hypercube", "check", command];
    run(&[&check[..], &options].concat(), "")
}

#[test]
fn a_bot_is_asked_on_exactly_the_boards_of_the_contest() {
    let (_folder, [asked]) = temporary(["asked"]);
    let bot = format!("tee -a {asked} | {FIRST}");
    let verdict = "48 positions, each tried twice: every answer follows the protocol.\n";
    assert_starts_with(&printed(&["hypercube", "check", &bot], ""), verdict);
    let asked = content(&asked);
    // Small boards come first.
    assert_starts_with(&asked, "3,2\n");
    let is_board = |line: &&str| line.matches(',').count() == 1 && !line.contains(';');
    let boards: BTreeSet<_> = asked.lines().filter(is_board).map(String::from).collect();
    let contest = tournament_boards().map(|board| board.to_string());
    assert_eq!(boards, contest.collect());
}

#[test]
fn a_fault_is_reported_with_the_input_that_reproduces_it() {
    let (_folder, [memory]) = temporary(["memory"]);
    // The second answer, on a busy machine, is another one.
    let changing =
        format!("echo >> {memory}; [ $(wc -l < {memory}) -lt 2 ] && echo 1,1 || echo 0,0");
    let cases = [
        ("sleep 100", "On 3,2: no move within 5 s\n"),
        ("echo 1,1; sleep 100", "On 3,2: did not exit within 5 s\n"),
        ("printf 1,1; sleep 100", "newline, and did not exit "),
        ("exit 3", "On 3,2: printed nothing (exit status: 3)\n"),
        ("head -c 3000 /dev/zero | tr '\\0' 1", "printed \"1111"),
        ("echo 1,1; echo 0,0", "printed more than one line: \"1,1"),
        (
            "echo 1,1",
            "1,1 is already taken by O\nx,y\n   0  1  2\n0  X [O] X\n1  ·  O  O\n2  X  X  O\n\
             O's last move was 1,0. Move 9: X to move.\nDoes the bot read the second line? ",
        ),
        (&changing, "answered 1,1, and then 0,0, when asked again\n"),
    ];
    in_parallel(&cases, |&(command, message)| {
        let timeout = if command.contains("sleep") { "5" } else { "20" };
        let (code, stdout, _) = check(command, "3,2", timeout);
        assert_eq!(code, 1, "{command}: {stdout}");
        assert!(stdout.contains(message), "{command}: {stdout}");
        // The printed command can be run, and shows what the bot was asked.
        let repeat = stdout.lines().last().expect("a command");
        let (input, _) = repeat.split_once(" | ").expect("a pipe");
        let (_, asked, _) = answer(&mut shell(input), "");
        assert_starts_with(&asked, "3,2\n");
        assert_eq!(asked.lines().count(), 2, "{repeat}");
    });
}

#[test]
fn the_slowest_answer_is_reported_with_what_else_a_bot_did() {
    let rule = "NR == 2 { if (!$0) system(\"sleep 1\"); ";
    let bot = FIRST.replace("NR == 2 {", rule);
    let unusual = format!("{bot}; sleep 1000 & head -c 65537 /dev/zero >&2; exit 3");
    let (code, stdout, _) = check(&unusual, "3,2", "20");
    assert_eq!(code, 0, "{stdout}");
    let (stdout, remarks) = stdout.split_once("\nThe bot ").expect(&stdout);
    assert_eq!(
        remarks,
        "ends with exit status: 3 after its move.\n\
         The bot leaves processes behind, which are then killed.\n\
         The bot prints more than 64 KiB on standard error.\n"
    );
    let (_, slowest) = stdout.split_once("\nSlowest answer: ").expect(stdout);
    let (seconds, place) = slowest.split_once(" s, on 3,2, ").expect(slowest);
    let seconds: f64 = seconds.parse().expect("a number");
    assert!(seconds >= 1.0, "{stdout}");
    assert_eq!(place.trim(), "first move");
    let much = format!("{FIRST}; head -c 65536 /dev/zero >&2");
    let (code, stdout, _) = check(&much, "3,2", "20");
    assert!(code == 0 && !stdout.contains("standard error"), "{stdout}");
}

#[test]
fn a_command_that_cannot_be_run_is_not_a_fault_of_the_bot() {
    let (code, stdout, stderr) = check("no-such-bot-of-anyone", "3,2", "20");
    assert_eq!((code, stdout.as_str()), (2, ""));
    let message = "error: no-such-bot-of-anyone could not be run on 3,2 as X, move 1: ";
    assert_starts_with(&stderr, message);
    assert_eq!(check("builtin:greedy", "3..4,2", "20").0, 0);
}

#[test]
fn an_interrupted_check_reports_its_progress() {
    let (_folder, [begun]) = temporary(["begun"]);
    // The bot answers the first question, and then hangs.
    let bot = format!("if test -n \"$(sed -n 2p)\"; then echo > {begun}; sleep 1000; fi; echo 1,1");
    let arguments = ["hypercube", "check", &bot, "--boards", "3,2"];
    let child = spawn(&arguments, Stdio::null(), Stdio::piped());
    wait_for_file(&begun);
    send(Signal::TERM, &child);
    let expected = "error: stopped after 1 of 3 positions\n".to_string();
    assert_eq!(ended(child), (Some(2), expected));
}
