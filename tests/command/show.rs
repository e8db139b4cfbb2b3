//! `qttt show`: the text and the pictures.

use std::collections::BTreeSet;

use crate::support::*;
use qttt::Status;
use qttt::draw::{TextStyle, text, text_steps};

#[test]
fn pictures_match_the_snapshots() {
    for (arguments, snapshot) in [
        (&["AB BE DE AE"][..], "outcomes.txt"),
        (&["AB BE DE AE", "--ascii"], "outcomes-ascii.txt"),
        (&["AB BE DE AE", "--svg"], "outcomes.svg"),
        (&["AE BF EI DH AI 1", "--svg", "--steps"], "steps.svg"),
        (&["BC BE CF EF 1 AD AG GH DG 6 II"], "doubled.txt"),
        (&[""], "empty.txt"),
        (&["", "--steps"], "empty-steps.txt"),
        // Cell E contains eight marks, and no cell is empty.
        (&["AE EB EC ED EF EG EH EI"], "crowded.txt"),
    ] {
        let drawn = printed(&[&["show"], arguments].concat(), "");
        assert_is_snapshot(&drawn, snapshot);
    }
    let drawn = printed(&["show"], published_records().join("\n"));
    assert_is_snapshot(&drawn, "published-games.txt");
}

#[test]
fn a_measurement_fits_a_terminal_of_24_rows_and_80_columns() {
    let mut longest = 0;
    for record in games(300, 18) {
        for game in record.positions() {
            if let Status::Measure { .. } = game.status() {
                let drawn = text(&game, &TextStyle::default());
                let widest = drawn.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(80), "{drawn}");
                // The description below the board also says what the cell becomes.
                let outcomes = drawn.matches(" becomes ").count() - 1;
                assert_eq!(outcomes, game.legal_actions().len());
                longest = longest.max(drawn.lines().count());
            }
        }
    }
    // `qttt play` also prints an empty line, the last action, and the prompt.
    assert!((15..=21).contains(&longest), "{longest} rows");
}

#[test]
fn drawings_respect_the_width() {
    let game = record("AB BE DE AE 4");
    let cycle = record("AB BE DE AE").position();
    for width in [34, 40, 200] {
        for drawn in [
            text(&cycle, &in_width(width)),
            text_steps(&game, &in_width(width)),
        ] {
            let widest = drawn.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(width), "{drawn}");
        }
    }
    let drawn_in = |width| text(&cycle, &in_width(width));
    assert_eq!(drawn_in(usize::MAX), drawn_in(200));
    assert_eq!(drawn_in(0), drawn_in(1));
    // In a wide terminal, both outcomes are as large as the position.
    let [wide, narrow] = [106, 60].map(drawn_in);
    assert_eq!((wide.lines().count(), narrow.lines().count()), (18, 28));
    let boards = wide.lines().next().map(|line| line.matches('A').count());
    assert_eq!(boards, Some(3));
}

#[test]
fn colours_are_legible_on_white_and_on_black() {
    let (drawn, _) = colored(&["show", "AB"], "");
    let (cube, _) = colored(&["hypercube", "show"], "3,2\n1,1;0,0\n");
    for drawn in [drawn, cube] {
        let colors = drawn.split("\x1b[38;5;").skip(1);
        let colors = colors.filter_map(|rest| rest.split_once('m')?.0.parse().ok());
        let colors: BTreeSet<u8> = colors.collect();
        assert!(!colors.is_empty());
        for color in colors {
            // The cube of 216 colours: six levels of each channel.
            let digits = [(color - 16) / 36, (color - 16) / 6, color - 16];
            let color = digits.map(|digit| [0, 95, 135, 175, 215, 255][usize::from(digit % 6)]);
            for ground in [[0; 3], [255; 3]] {
                let contrast = contrast(color, ground);
                assert!(contrast >= 4.5, "{color:?} on {ground:?}: {contrast}");
            }
        }
    }
}

#[test]
fn a_picture_contains_each_mark_line_and_link_once() {
    let (_, svg, _) = run(&["show", "--svg", "AD BH EF CI EF 3 HI DG BI 2 AG 1"], "");
    for cell in 'A'..='I' {
        let mark = format!("data-in=\"{cell}\"");
        assert_eq!(svg.matches(&mark).count(), 1, "{svg}");
    }
    assert_eq!(svg.matches("data-line=").count(), 2);
    let (_, svg, _) = run(&["show", "--svg", "BC BE CF EF 1 AD AG GH DG 6 II"], "");
    for part in ["data-in=\"I\" data-spooky=\"9\"", "data-cells=\"II\""] {
        assert_eq!(svg.matches(part).count(), 1, "{svg}");
    }
}

#[test]
fn an_invalid_record_is_drawn_up_to_the_error() {
    let (code, stdout, _) = run(&["show", "AB", "BE", "EJ"], "");
    let (_, expected, _) = run(&["show", "AB", "BE"], "");
    assert_eq!((code, stdout), (1, expected));

    let (code, stdout, stderr) = run(&["show", "--svg"], "AB BE EJ\nAB\n");
    let expected = ["AB BE", "AB"].map(|record| printed(&["show", "--svg", record], ""));
    // The picture is the same, but struck out, with the reason.
    let remove = |text: &str, start: &str, end: &str| {
        let (before, rest) = text.split_once(start).expect("the start");
        let (removed, after) = rest.split_once(end).expect("the end");
        (removed.to_string(), format!("{before}{after}"))
    };
    let (_, plain) = remove(&stdout, "<path class=\"invalid\"", "/>");
    let (why, plain) = remove(&plain, "Invalid record, drawn up to the error: ", ". ");
    assert_starts_with(&why, "expected a cell (A to I)");
    assert_eq!((code, plain), (1, expected.concat()));
    assert_starts_with(&stderr, "<stdin>:1:8: expected a cell");
}

#[test]
fn an_empty_board_is_not_drawn_for_an_error_at_the_start() {
    for arguments in [
        &["show", "AJ"][..],
        &["show", "--steps", "AJ"],
        &["show", "--steps", "41./32./... 5CF"],
    ] {
        assert_contains(&refused(1, arguments, ""), "expected a");
    }
    let (_, stdout, _) = run(&["show"], "AJ\nAB\n");
    assert_eq!(stdout, format!("error\n\n{}\n", run(&["show", "AB"], "").1));
}
