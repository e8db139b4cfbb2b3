//! Record files: games are replayed when they are read, and an interrupted run resumes.

use std::fs;

use super::*;

/// The arguments of a tournament of `a` and `b`.
fn resume(options: &str) -> Vec<&str> {
    tournament(&["a=builtin:greedy", "b=builtin:random"], options)
}

#[test]
fn a_result_that_contradicts_the_moves_is_refused_with_file_and_line() {
    let (_folder, [path]) = temporary(["record"]);
    let standings = ["hypercube", "standings", &path];
    let options = format!("--record {path}");
    let resumed = resume(&options);
    let other = recorded("b", "a", FULL, None, "draw");
    let longer = format!("{ROW};2,2");
    let result = "the moves don't lead to the recorded winner and reason";
    for (moves, winner, reason, message) in [
        (ROW, Some("O"), "line", result),
        (ROW, Some("X"), "crash", result),
        (FULL, Some("X"), "draw", result),
        ("0,0;1,1", Some("O"), "line", result),
        ("0,0;1,1", Some("X"), "illegal", result),
        ("", Some("X"), "output", result),
        ("0,0;0,0", Some("O"), "time", "moves, column 5: "),
        ("0,0;3,0", Some("O"), "time", "moves, column 5: "),
        ("0,0;1,1;", Some("X"), "time", "moves, column 9: "),
        (&longer, Some("X"), "line", "moves, column 21: "),
    ] {
        let games = lines(&[other.clone(), recorded("a", "b", moves, winner, reason)]);
        fs::write(&path, &games).expect("written");
        for command in [&standings[..], &resumed] {
            let place = format!("error: {path}:2: not a legal game: {message}");
            assert_starts_with(&refused(2, command, ""), &place);
        }
        assert_eq!(content(&path), games);
    }
    let row = recorded("a", "b", ROW, Some("X"), "line");
    let late = recorded("a", "b", "0,0;1,1", Some("O"), "time");
    let (times, five, three) = ("milliseconds", "expected 5 numbers", "expected 3 numbers");
    for (game, field, value, why) in [
        (&row, times, json!([1, 2, 3, 4]), five),
        (&row, times, json!([1, 2, 3, 4, 5, 6]), five),
        (&row, times, json!([1, 2, 3, -4, 5]), five),
        (&row, times, json!([1, 2, 3, 4, 1e12]), five),
        (&late, times, json!([1, 2]), three),
        (&row, "opening", json!(6), "is longer"),
        (&row, "o", json!("a"), "both players have the same name"),
    ] {
        let mut game = game.clone();
        game[field] = value;
        let stderr = refused(2, &["hypercube", "standings", "-"], game.to_string());
        assert_starts_with(&stderr, "error: <stdin>:1: not a legal game: ");
        assert!(stderr.contains(field) && stderr.contains(why), "{stderr}");
    }
}

#[test]
fn a_file_that_is_not_a_record_file_is_refused_and_left_unchanged() {
    let (_folder, [path]) = temporary(["record"]);
    let options = format!("--record {path}");
    let arguments = resume(&options);
    let narrow = r#"{"board":"2,2","x":"a","o":"b","winner":null,"reason":"draw","moves":""}"#;
    let array = r#"["3,2","a","b","x","line","0,0;0,1;1,0;1,1;2,0",0,[],"",""]"#;
    let whole = recorded("a", "b", ROW, Some("X"), "line").to_string();
    let zeros = "\0".repeat(9000);
    for (text, line) in [
        ("my notes\0more\n".to_string(), 1),
        (format!("SQLite format 3{zeros}"), 1),
        (zeros.clone(), 1),
        ("{\"name\": \"my noteb".to_string(), 1),
        (format!("{whole}\n{zeros}{whole}"), 2),
        (format!("{whole}\nPK{zeros}\n"), 2),
        (format!("{whole}\nno record\n"), 2),
        (format!("{whole}\nno record"), 2),
        (format!("{whole}\n{{\"board\":\n{whole}\n"), 2),
        (format!("{narrow}\n"), 1),
        (format!("{array}\n"), 1),
        (whole.replace("\"X\"", "\"a\"") + "\n", 1),
        (whole.replace("\"line\"", "\"resigned\"") + "\n", 1),
        (whole.replace("\"x\":", "\"x\":\"twice\",\"x\":") + "\n", 1),
        (whole.replace("\"x\":", "\"judge\":\"me\",\"x\":") + "\n", 1),
    ] {
        fs::write(&path, &text).expect("written");
        let place = format!("error: {path}:{line}: not a game in JSON: ");
        for reads in [&arguments[..], &["hypercube", "replay", &path]] {
            assert_starts_with(&refused(2, reads, ""), &place);
            assert_eq!(content(&path), text);
        }
    }
}

#[test]
fn an_incomplete_last_line_is_removed() {
    let (_folder, [path]) = temporary(["record"]);
    let own = recorded("a", "b", "", Some("O"), "time").to_string() + "\n";
    let half = &own[..own.len() / 2];
    let zeros = "\0".repeat(9000);
    let note = format!("note: ignored the incomplete last line of {path}\n");
    let options = format!("--boards 3,2 -q --record {path}");
    for (part, end) in [(half, ""), (half, "\n"), ("", &zeros), (half, &zeros)] {
        fs::write(&path, format!("{own}{part}{end}")).expect("written");
        assert_eq!(exits(0, &resume(&options), "").1, note);
        let lines = content(&path);
        assert_starts_with(&lines, &format!("{own}{{"));
        assert_eq!(lines.lines().count(), 2);
    }
    // Other lines are not removed.
    let games = format!("{own}{half}{zeros}\n{own}");
    fs::write(&path, &games).expect("written");
    let stderr = refused(2, &resume(&options), "");
    assert_contains(&stderr, ":2: not a game in JSON: ");
    assert_eq!(content(&path), games);
}

#[test]
fn records_that_differ_are_refused_and_equal_ones_count_once() {
    let (_folder, [one, two]) = temporary(["one", "two"]);
    let won = recorded("a", "b", ROW, Some("X"), "line");
    let otherwise = recorded("a", "b", "0,0;1,0;0,1;1,1;0,2", Some("X"), "line");
    let write = |path: &str, games: &[Value]| fs::write(path, lines(games)).expect("written");
    let [crash, late] = ["crash", "time"].map(|fault| recorded("b", "a", "", Some("O"), fault));
    write(&one, &[won.clone(), won.clone(), late]);
    write(&two, &[crash, otherwise.clone()]);
    let stderr = refused(2, &["hypercube", "standings", &one, &two], "");
    let differs = "by b, differs from the record in";
    let message = format!(
        "error: {two}:1: move 1, {differs} {one}:3\nerror: {two}:2: move 2, {differs} {one}:1\n\
         error: 2 records with different moves or a different result than before\n"
    );
    assert_eq!(stderr, message);
    let stdout = printed(&["hypercube", "standings", &one], "");
    assert_contains(&stdout, "\n2 games on 1 board, 3,2.");
    write(&one, &[won, otherwise]);
    let stderr = refused(2, &resume(&format!("--record {one}")), "");
    assert_contains(&stderr, ":2: move 2, by b, differs from ");
}

#[test]
fn names_cannot_control_the_terminal_or_forge_a_row() {
    let name = "\u{1b}[31mred\n  1 forged\u{202e}\u{9b}2J\u{7f}";
    let games = lines(&[
        recorded("b", name, ROW, Some("X"), "line"),
        recorded("c", name, "", Some("O"), "time"),
    ]);
    let (table, stderr) = exits(0, &["hypercube", "standings", "-"], games.as_str());
    assert_contains(&table, r"\u{1b}[31mred\n  1 f…202e}\u{9b}2J\u{7f}");
    let (_, json, _) = run(&["hypercube", "standings", "--json", "-"], games.as_str());
    let (_, drawn, _) = run(&["hypercube", "replay", "-"], games);
    for text in [&table, &stderr, &drawn, &json] {
        assert!(text.lines().all(is_plain), "{text:?}");
        assert!(!text.contains("\n  1 forged"), "{text:?}");
    }
    let table: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(table["standings"][1]["name"], name);
}

#[test]
fn games_of_another_tournament_are_reported_and_left_alone() {
    let (_folder, [path]) = temporary(["record"]);
    let other = r#"{"board":"3,3","x":"a","o":"b","winner":"O","reason":"time","moves":""}"#;
    let own = recorded("a", "b", "", Some("O"), "time");
    // A last line without a newline is also complete.
    fs::write(&path, format!("{other}\n\n{own}")).expect("written");
    let options = format!("--boards 3,2 -q --record {path}");
    let (stdout, stderr) = exits(0, &resume(&options), "");
    let note = format!("note: ignored 1 game in {path} from another tournament\n");
    assert_eq!(stderr, note);
    assert_contains(&stdout, "2 games on 1 board, 3,2.\n");
    let lines = content(&path);
    let start = format!("{other}\n\n{own}\n{{\"board\":\"3,2\",\"x\":\"b\"");
    assert_starts_with(&lines, &start);
    assert_eq!(lines.lines().count(), 4);
}

#[test]
fn a_run_that_cannot_record_a_game_ends_and_can_be_resumed() {
    let (_folder, [path]) = temporary(["record"]);
    let options = format!("--boards 3..9,2 --record {path}");
    let arguments = resume(&options);
    let script = format!("ulimit -f 1; exec qttt {}", arguments.join(" "));
    let (code, _, stderr) = answer(&mut shell(&script), "");
    assert_eq!(code, 2, "{stderr}");
    let message = format!("cannot record a finished game: cannot write {path}: File too large");
    assert_contains(&stderr, &message);
    exits(0, &arguments, "");
    assert_eq!(content(&path).lines().count(), 14);
}

/// The standings, or the verdict, would overwrite what is in the file.
#[test]
fn the_file_of_standard_output_or_standard_error_is_refused() {
    let (folder, [path]) = temporary(["record"]);
    let own = recorded("a", "b", "", Some("O"), "time").to_string() + "\n";
    let play = "tournament a=builtin:greedy b=builtin:random --boards 3,2 --no-trial --record";
    for command in [
        &format!("hypercube {play} /dev/stdout >> record"),
        &format!("hypercube {play} record >> record"),
        &format!("hypercube {play} record 2>> record"),
        "check qttt -n 1 --save /dev/stdout >> record",
        "check qttt -n 1 --save record >> record",
    ] {
        fs::write(&path, &own).expect("written");
        let mut shell = shell(&format!("qttt {command}"));
        let (code, stdout, stderr) = answer(shell.current_dir(&folder), "");
        assert_eq!((code, &*stdout), (2, ""), "{command}: {stderr}");
        let message = " is also standard output or standard error; choose another file\n";
        assert_ends_with(&(content(&path) + &stderr), message);
        assert_starts_with(&content(&path), &own);
    }
    let both = "qttt check qttt -n 1 --save /dev/null > /dev/null";
    assert_eq!(answer(&mut shell(both), "").0, 0);
}

#[test]
fn a_run_ends_and_leaves_its_record_file_alone_if_another_program_changes_it() {
    let replaced = "was moved, replaced, or removed during the run: 1 game";
    let changed = "was changed by another program during the run: this run has recorded 1 game in it, up to line 1, ";
    // The bot records that it has won the game.
    let forge =
        r#"sed 's/"x":"[^"]*","o":"[^"]*"/"x":"builtin:greedy","o":"a"/' R > new; cat new >> R"#;
    for (change, others, message) in [
        ("mv R old", "", replaced),
        ("grep -v a R > new; mv new R", "", replaced),
        ("rm R", "", replaced),
        (": > R", "", changed),
        ("echo >> R", "{", changed),
        (forge, "{", changed),
    ] {
        let (_folder, [path]) = temporary(["record"]);
        // In the second game, O is the bot that changes the file, as soon as the first game is in it.
        let change = change.replace('R', "record");
        let wait = "until [ -s record ]; do sleep 0.01; done";
        let change = format!("cd $(dirname {path}); {wait}; {change}");
        let bot = format!("b=read board; read moves; case $moves in ?*) {change};; esac; echo 9,9");
        let options = format!("--boards 3,2 -q --record {path}");
        // X's fault ends the first game, which is recorded.
        let arguments = tournament(&[&bot, "builtin:greedy"], &options);
        let stderr = refused(2, &arguments, "");
        assert_starts_with(&stderr, &format!("error: {path} {message}"));
        assert_contains(&stderr, "the game that has just finished is not recorded");
        let left = fs::read_to_string(&path).unwrap_or_default();
        assert_starts_with(&left, others);
        assert!(left.lines().count() <= 2, "{left}");
    }
}

#[test]
fn a_command_or_time_limit_that_differs_from_recorded_games_causes_a_warning() {
    let (_folder, [path, other]) = temporary(["record", "other"]);
    let play = |bot: &str, boards: &str, seconds: &str| {
        let options = format!("-q --boards {boards} --timeout {seconds} --record {path}");
        let arguments = tournament(&["builtin:greedy", bot], &options);
        exits(0, &arguments, "").1
    };
    assert_eq!(play("carl=exit 7", "3,2", "60"), "");
    let commands = "warning: carl counts as one player, but has several commands: ";
    for (bot, count) in [(8, "this run"), (8, "2 games"), (7, "2 games")] {
        let warning = play(&format!("carl=exit {bot}"), "3..4,2", "60");
        let expected = format!("{commands}'exit 7' (2 games), 'exit 8' ({count})\n");
        assert_eq!(warning, expected);
    }
    assert_eq!(content(&path).lines().count(), 4);
    let limits = "warning: there are several time limits: ";
    let stderr = play("carl=exit 7", "3..4,2", "7.5");
    let several = format!("{limits}60 s (4 games), 7.5 s (this run)\n");
    assert_ends_with(&stderr, &several);
    // Files are read as one tournament.
    let faster = content(&path).replace("60.0", "5.0").replace("3,2", "5,2");
    fs::write(&other, faster).expect("written");
    let (_, stderr) = exits(0, &["hypercube", "standings", &path, &other], "");
    let commands = format!("{commands}'exit 7' (4 games), 'exit 8' (2 games)\n");
    let limits = format!("{limits}5 s (2 games), 60 s (4 games)\n");
    assert_eq!(stderr, commands + &limits);
    let game = printed(&["hypercube", "replay", &path, "--line", "1"], "");
    assert_contains(&game, "\nTime limit for each move: 60 s\n");
}
