//! `qttt show`: the text and the pictures.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{published_games, run, snapshot::assert_is_snapshot};
use qttt::{
    Record, Status,
    draw::{TextStyle, text},
    generate::{Generator, Strategy},
};
use roxmltree::{Document, Node};

/// A cell where eight marks meet; all nine cells are in use.
const CROWDED: &str = "AE EB EC ED EF EG EH EI";

#[track_caller]
fn assert_shows(arguments: &[&str], snapshot: &str) {
    let (code, stdout, stderr) = run(&[&["show"], arguments].concat(), "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_is_snapshot(&stdout, snapshot);
}

#[test]
fn draws_the_published_games() {
    let records: String = published_games()
        .iter()
        .map(|(record, _)| format!("{record}\n"))
        .collect();
    let (code, stdout, stderr) = run(&["show"], records);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_is_snapshot(&stdout, "published.txt");
}

#[test]
fn draws_both_outcomes_of_a_measurement_that_is_due() {
    assert_shows(&["AB BE DE AE"], "outcomes.txt");
    assert_shows(&["AB BE DE AE", "--ascii"], "outcomes-ascii.txt");
}

#[test]
fn a_measurement_fits_a_terminal_of_24_rows_and_80_columns() {
    let mut longest = 0;
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, 18);
    for _ in 0..300 {
        for game in generator.record().positions() {
            if let Status::Measure { .. } = game.status() {
                let drawn = text(&game, &TextStyle::default());
                assert!(
                    drawn.lines().all(|line| line.chars().count() <= 80),
                    "{drawn}"
                );
                assert_eq!(
                    drawn.matches("Settle").count(),
                    game.legal_actions().count()
                );
                longest = longest.max(drawn.lines().count());
            }
        }
    }
    // In a game at the terminal there are an empty line, what was played, and the prompt, too.
    assert!((15..=21).contains(&longest), "{longest} rows");
}

#[test]
fn any_width_will_do() {
    let game = "AB BE DE AE".parse::<Record>().expect("legal").position();
    let drawn_in = |width| {
        let style = TextStyle {
            width,
            ..TextStyle::default()
        };
        text(&game, &style)
    };
    assert_eq!(drawn_in(usize::MAX), drawn_in(200));
    assert_eq!(drawn_in(0).lines().next(), drawn_in(34).lines().next());
}

#[test]
fn draws_both_outcomes_as_large_as_the_position_where_there_is_room() {
    let (_, wide, _) = run(&["show", "--width", "106", "AB BE DE AE"], "");
    let (_, narrow, _) = run(&["show", "--width", "60", "AB BE DE AE"], "");
    assert_eq!((wide.lines().count(), narrow.lines().count()), (17, 26));
    assert_eq!(
        wide.lines().next().map(|line| line.matches('A').count()),
        Some(3)
    );
}

#[test]
fn colours_are_legible_on_white_and_on_black() {
    let (_, colored, _) = run(&["show", "--color=always", "AB"], "");
    let (_, cube, _) = run(&["hypercube", "show", "--color=always"], "3,2\n1,1;0,0\n");
    for drawn in [colored, cube] {
        let colors: BTreeSet<u8> = drawn
            .split("\x1b[38;5;")
            .skip(1)
            .filter_map(|rest| rest.split_once('m')?.0.parse().ok())
            .collect();
        assert!(!colors.is_empty());
        for color in colors {
            // The cube of 216 colours: six levels of each channel.
            let level =
                |digit: u8| [0.0_f64, 95.0, 135.0, 175.0, 215.0, 255.0][usize::from(digit % 6)];
            let linear = |digit| ((level(digit) / 255.0 + 0.055) / 1.055).powf(2.4);
            let [r, g, b] = [(color - 16) / 36, (color - 16) / 6, color - 16].map(linear);
            let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
            let (on_white, on_black) = (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05);
            assert!(
                on_white >= 4.5 && on_black >= 4.5,
                "{color}: {on_white}, {on_black}"
            );
        }
    }
}

#[test]
fn draws_a_doubled_cell() {
    assert_shows(&["BC BE CF EF 1 AD AG GH DG 6 II"], "doubled.txt");
}

#[test]
fn draws_the_empty_board() {
    assert_shows(&[""], "empty.txt");
    assert_shows(&["", "--steps"], "empty-steps.txt");
}

#[test]
fn draws_eight_marks_in_a_cell() {
    assert_shows(&[CROWDED], "crowded.txt");
}

#[test]
fn draws_every_step_side_by_side_as_the_width_allows() {
    let game = "AI EG BE EH DG AI 1 BC CE 3";
    for width in ["40", "200"] {
        assert_shows(
            &["--steps", "--width", width, game],
            &format!("steps-{width}.txt"),
        );
        let (_, stdout, _) = run(&["show", "--steps", "--width", width, game], "");
        let widest = stdout.lines().map(|line| line.chars().count()).max();
        assert!(widest <= width.parse().ok(), "{widest:?}");
    }
}

#[test]
fn keeps_notes_within_the_width() {
    for width in ["1", "40", "200"] {
        let (code, stdout, _) = run(&["show", "--width", width, "AB BE DE AE"], "");
        assert_eq!(code, 0);
        let boards_and_widest_word = 34.max(width.parse().expect("a number"));
        assert!(
            stdout
                .lines()
                .all(|line| line.chars().count() <= boards_and_widest_word)
        );
    }
}

#[test]
fn draws_an_invalid_record_up_to_the_mistake() {
    let (code, stdout, stderr) = run(&["show", "AB", "BE", "EJ"], "");
    let (_, expected, _) = run(&["show", "AB", "BE"], "");
    assert_eq!((code, stdout), (1, expected));
    assert!(
        stderr.starts_with("error: expected a cell (A to I)"),
        "{stderr}"
    );

    let (code, stdout, stderr) = run(&["show", "--svg"], "AB BE EJ\nAB\n");
    let (_, expected, _) = run(&["show", "--svg"], "AB BE\nAB\n");
    // It is the same picture, but struck out, and it says why.
    let cut = |text: &str, start: &str, end: &str| {
        let (before, rest) = text.split_once(start).expect("the start");
        let (cut, after) = rest.split_once(end).expect("the end");
        (cut.to_string(), format!("{before}{after}"))
    };
    let (_, plain) = cut(&stdout, "<path class=\"invalid\"", "/>");
    let (why, plain) = cut(&plain, "Invalid record, drawn up to its mistake: ", ". ");
    assert!(why.starts_with("expected a cell (A to I)"), "{why}");
    assert_eq!((code, plain), (1, expected));
    assert!(
        stderr.starts_with("<stdin>:1:8: expected a cell (A to I)"),
        "{stderr}"
    );
}

#[test]
fn options_of_pictures_are_for_pictures() {
    for arguments in [
        &["--theme", "dark"][..],
        &["--values"],
        &["--values", "--svg"],
        &["--html", "--svg"],
        &["--svg", "--ascii"],
        &["--html", "--width", "90"],
    ] {
        let (code, stdout, _) = run(&[&["show", "AB"], arguments].concat(), "");
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
    }
    for arguments in [
        &["--svg", "--theme", "dark"][..],
        &["--html", "--values", "--theme", "light"],
    ] {
        assert_eq!(run(&[&["show", "AB"], arguments].concat(), "").0, 0);
    }
}

#[test]
fn colours_only_when_it_is_told_to_or_on_a_terminal() {
    let escapes = |arguments: &[&str]| run(arguments, "").1.contains('\x1b');
    assert!(!escapes(&["show", "AB"]));
    assert!(escapes(&["show", "--color", "always", "AB"]));
    assert!(escapes(&["--color", "always", "show", "AB"]));
    assert!(!escapes(&["show", "--color", "never", "AB"]));
    let (_, plain, _) = run(&["show", "AB BE DE AE"], "");
    let (_, colored, _) = run(&["show", "--color=always", "AB BE DE AE"], "");
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
}

/// Counts the parts of a picture by what they say they are.
fn parts(node: Node) -> BTreeMap<String, usize> {
    let mut parts = BTreeMap::new();
    for node in node.descendants() {
        let names: Vec<_> = node
            .attributes()
            .filter_map(|a| Some(format!("{} {}", a.name().strip_prefix("data-")?, a.value())))
            .filter(|name| {
                !["board", "player", "part"]
                    .iter()
                    .any(|more| name.starts_with(more))
            })
            .collect();
        if !names.is_empty() {
            *parts.entry(names.join(" ")).or_default() += 1;
        }
    }
    parts
}

fn board<'a>(picture: &'a Document, kind: &str, nth: usize) -> Node<'a, 'a> {
    let is_kind = |node: &Node| node.attribute("data-board") == Some(kind);
    picture
        .descendants()
        .filter(is_kind)
        .nth(nth)
        .expect("a board")
}

#[track_caller]
fn assert_has_once(node: Node, expected: &[&str]) {
    let once = expected
        .iter()
        .map(|part| ((*part).to_string(), 1))
        .collect();
    assert_eq!(parts(node), once);
}

#[test]
fn a_picture_has_every_mark_link_and_line_once() {
    let (_, svg, _) = run(&["show", "--svg", "AB BE DE AE"], "");
    let picture = Document::parse(svg.trim_end()).expect("XML");
    let spooky = [
        "1 cell A", "1 cell B", "2 cell B", "2 cell E", "3 cell D", "3 cell E", "4 cell A",
        "4 cell E",
    ];
    let links = ["1 cells AB", "2 cells BE", "3 cells DE", "4 cells AE"];
    let expected: Vec<_> = [
        spooky
            .map(|part| format!("mark {part} spooky {}", &part[..1]))
            .to_vec(),
        links
            .map(|part| format!("mark {} link {part}", &part[..1]))
            .to_vec(),
        vec!["cycle ABE".to_string()],
    ]
    .concat();
    let expected: Vec<_> = expected.iter().map(String::as_str).collect();
    assert_has_once(board(&picture, "position", 0), &expected);
    assert_has_once(
        board(&picture, "outcome", 0),
        &[
            "mark 1 cell A",
            "mark 2 cell B",
            "mark 4 cell E",
            "mark 3 cell D",
        ],
    );
    assert_has_once(
        board(&picture, "outcome", 1),
        &[
            "mark 4 cell A",
            "mark 1 cell B",
            "mark 2 cell E",
            "mark 3 cell D",
        ],
    );

    let (_, svg, _) = run(&["show", "--svg", "AD BH EF CI EF 3 HI DG BI 2 AG 1"], "");
    let picture = Document::parse(svg.trim_end()).expect("XML");
    let position = parts(board(&picture, "position", 0));
    let lines: Vec<_> = position
        .keys()
        .filter(|part| part.starts_with("line"))
        .collect();
    assert_eq!(lines.len(), 2);
    assert!(position.values().all(|&count| count == 1));
    assert_eq!(
        position
            .keys()
            .filter(|part| part.starts_with("mark"))
            .count(),
        9
    );
}

#[test]
fn the_picture_in_the_readme_is_what_is_drawn() {
    assert_shows(&["--svg", "AB BE DE AE"], "outcomes.svg");
}

#[test]
fn a_picture_of_a_doubled_cell_has_its_mark_once() {
    let (_, svg, _) = run(&["show", "--svg", "BC BE CF EF 1 AD AG GH DG 6 II"], "");
    let picture = Document::parse(svg.trim_end()).expect("XML");
    let position = parts(board(&picture, "position", 0));
    assert_eq!(
        (
            position["mark 9 cell I spooky 9"],
            position["mark 9 link 9 cells II"]
        ),
        (1, 1)
    );
}

#[test]
fn a_picture_is_one_line_and_needs_nothing_from_outside() {
    for arguments in [&["show", "--svg"][..], &["show", "--svg", "--steps"]] {
        let (code, stdout, _) = run(arguments, format!("\n{CROWDED}\nAB AB\n"));
        assert_eq!((code, stdout.lines().count()), (0, 3));
        for svg in stdout.lines() {
            let picture = Document::parse(svg).expect("XML");
            let links = |node: Node| {
                node.attributes()
                    .any(|a| a.name() == "href" || a.value().contains("url("))
            };
            assert!(!picture.descendants().any(links));
            assert!(
                !picture
                    .descendants()
                    .any(|node| node.has_tag_name("script"))
            );
        }
    }
}

#[test]
fn a_strip_has_a_board_for_each_step() {
    let (_, svg, _) = run(&["show", "--svg", "--steps", "AB BE DE AE 4"], "");
    let picture = Document::parse(svg.trim_end()).expect("XML");
    let links = |nth| {
        parts(board(&picture, "position", nth))
            .keys()
            .filter(|part| part.contains("link"))
            .count()
    };
    assert_eq!([0, 1, 2, 3, 4].map(links), [1, 2, 3, 4, 0]);
}

#[test]
fn a_mistake_at_the_start_draws_no_empty_board() {
    for arguments in [
        &["show", "AJ"][..],
        &["show", "--steps", "AJ"],
        &["show", "--steps", "41./32./... 5CF"],
    ] {
        let (code, stdout, stderr) = run(arguments, "");
        assert_eq!((code, stdout.as_str()), (1, ""));
        assert!(stderr.contains("expected a"), "{stderr}");
    }
    // In a stream every record has its drawing, and an empty line after it.
    let (_, stdout, _) = run(&["show"], "AJ\nAB\n");
    assert_eq!(stdout, format!("\n{}\n", run(&["show", "AB"], "").1));
}
