//! Legible pictures: distances, contrasts, and sizes in the SVG itself.

use std::collections::{BTreeMap, BTreeSet};

use qttt::{
    Part, Position, Record,
    draw::{svg, svg_steps},
};
use roxmltree::{Document, Node};

use super::games;
use crate::support::contrast;

type Point = [f64; 2];

/// The least distance from the rim of a mark to the middle of a link that isn't its own.
const MARGIN: f64 = 4.5;
/// Two links may be nearer than this only for a length of `MAX_TOGETHER`.
const TOGETHER: f64 = 8.0;
const MAX_TOGETHER: f64 = 50.0;
const CELL: f64 = 200.0;

/// The shapes of a board, in the units of the board.
#[derive(Default)]
struct Drawn {
    /// By subscript and cell.
    marks: BTreeMap<(u8, char), Shape>,
    /// By subscript: the visible segments, each as points along a curve.
    links: BTreeMap<u8, Vec<Vec<Point>>>,
    /// The cells of a cycle and the segments of its ring.
    ring: (String, Vec<Vec<Point>>),
    /// The middles of the cells' letters.
    letters: Vec<Point>,
}

/// The shape of a mark: everything within `reach` of its points.
struct Shape {
    center: Point,
    points: Vec<Point>,
    reach: f64,
}

/// Counts over many boards.
#[derive(Default)]
struct Tally {
    boards: usize,
    links: usize,
    /// Links with a gap behind another mark.
    behind: usize,
    /// Links that touch a letter.
    on_letter: usize,
    faults: Vec<String>,
}

impl Shape {
    /// Returns the shape of a circle, for O and for spooky marks, or of a cross.
    fn of(mark: Node) -> Self {
        let child = |name| mark.children().find(|node: &Node| node.has_tag_name(name));
        if let Some(circle) = child("circle") {
            let is_spooky = mark.has_attribute("data-spooky");
            let center = ["cx", "cy"].map(|name| number(circle, name));
            return Self {
                center,
                points: vec![center],
                reach: number(circle, "r") + if is_spooky { 1.25 } else { 7.5 },
            };
        }
        let arms = attribute(child("path").expect("a cross"), "d");
        let ends: Vec<Point> = arms.split(['M', 'L']).skip(1).map(point).collect();
        let arm = |ends: &[Point]| {
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| between(ends[0], ends[1], f64::from(i) / 8.0))
        };
        Self {
            center: between(ends[0], ends[1], 0.5),
            points: [arm(&ends[..2]), arm(&ends[2..])].concat(),
            reach: 7.5,
        }
    }

    fn distance(&self, path: &[Point]) -> f64 {
        least(self.points.iter().map(|&at| distance_to_path(at, path))) - self.reach
    }

    fn radius(&self) -> f64 {
        let distances = self.points.iter().map(|&at| distance(at, self.center));
        distances.fold(0.0, f64::max) + self.reach
    }
}

impl Drawn {
    fn of(board: Node) -> Self {
        let mut drawn = Self::default();
        let mark = |node| attribute(node, "data-mark").parse().expect("a mark");
        for node in board.descendants() {
            match node.attribute("class") {
                Some("mark") => {
                    let cell = attribute(node, "data-in").parse().expect("a cell");
                    drawn.marks.insert((mark(node), cell), Shape::of(node));
                }
                Some("link") => {
                    assert_eq!(attribute(node, "data-link"), attribute(node, "data-mark"));
                    let parts = parts(attribute(node, "d"));
                    assert!(drawn.links.insert(mark(node), parts).is_none());
                }
                Some("ring") => {
                    let cells = attribute(node, "data-cycle").to_string();
                    drawn.ring = (cells, parts(attribute(node, "d")));
                }
                // A letter is 16 units high above its base line.
                Some("name") => {
                    let [x, y] = ["x", "y"].map(|name| number(node, name));
                    drawn.letters.push([x, y - 8.0]);
                }
                _ => {}
            }
        }
        assert_eq!(drawn.letters.len(), 9);
        drawn
    }
}

impl Tally {
    fn count(&mut self, drawn: &Drawn) {
        self.boards += 1;
        self.links += drawn.links.len();
        for (&number, parts) in &drawn.links {
            self.behind += usize::from(parts.len() > 1);
            let touches = |&letter: &Point| distance_to_parts(letter, parts) < 12.0;
            self.on_letter += usize::from(drawn.letters.iter().any(touches));
            self.check_link(drawn, number, parts);
        }
        self.check_marks(drawn);
    }

    fn check(&mut self, holds: bool, fault: &str) {
        if !holds {
            self.faults.push(fault.to_string());
        }
    }

    /// Checks that a link ends at its own marks and avoids other marks and links.
    fn check_link(&mut self, drawn: &Drawn, number: u8, parts: &[Vec<Point>]) {
        let mut own = Vec::new();
        for (&(mark, _), shape) in &drawn.marks {
            if mark == number {
                own.push(shape.center);
                continue;
            }
            for part in parts {
                let apart = shape.distance(part);
                self.check(apart >= MARGIN, "a link touches a mark");
            }
        }
        let last = parts[parts.len() - 1].last();
        let ends = [parts[0][0], *last.expect("points")];
        let are_near = |of: &[Point], to: &[Point]| {
            of.iter().all(|&a| to.iter().any(|&b| distance(a, b) < 0.2))
        };
        let ends_at_marks = are_near(&ends, &own) && are_near(&own, &ends);
        self.check(ends_at_marks, "a link does not end at its marks");
        for gap in parts.windows(2) {
            // The gap is no wider than the mark in front of it requires.
            let gap = [gap[0][gap[0].len() - 1], gap[1][0]];
            let is_behind = drawn.marks.iter().any(|(&(mark, _), shape)| {
                let is_narrow = distance(gap[0], gap[1]) < 2.0 * (shape.radius() + 14.0);
                mark != number && is_narrow && shape.distance(&gap) < MARGIN
            });
            self.check(is_behind, "a link has a gap where nothing is");
        }
        for (_, other_parts) in drawn.links.range(..number) {
            let together = together(parts, other_parts);
            self.check(together <= MAX_TOGETHER, "two links run together");
        }
        let is_inside = |at: &f64| (0.0..=3.0 * CELL).contains(at);
        let is_inside = parts.iter().flatten().flatten().all(is_inside);
        self.check(is_inside, "a link leaves the board");
    }

    /// Checks that a mark is within its cell and hides neither another mark nor a letter.
    fn check_marks(&mut self, drawn: &Drawn) {
        for (key, shape) in &drawn.marks {
            let radius = shape.radius();
            for (_, other) in drawn.marks.range(..key) {
                let apart = distance(shape.center, other.center) - radius - other.radius();
                self.check(apart >= 3.0, "two marks touch");
            }
            for &letter in &drawn.letters {
                let apart = distance(shape.center, letter) - radius;
                self.check(apart >= 12.0, "a mark touches a letter");
            }
            let corner = corner(key.1);
            let is_within = [0, 1].into_iter().all(|i| {
                let from_corner = shape.center[i] - corner[i];
                from_corner > radius && from_corner + radius < CELL
            });
            self.check(is_within, "a mark is not within its cell");
        }
    }

    /// Checks that the ring covers the links of the cycle and no others.
    fn check_ring(&mut self, drawn: &Drawn, position: &Position, picture: &str) {
        let cycle = position.cycle();
        let cells = cycle.letters();
        let (named, ring) = &drawn.ring;
        self.check(*named == cells, "a ring has other cells than the cycle");
        let is_covered = |link: &Vec<Vec<Point>>| link.iter().all(|part| ring.contains(part));
        let covered = drawn.links.iter().filter(|(_, link)| is_covered(link));
        let covered: BTreeSet<u8> = covered.map(|(&number, _)| number).collect();
        let spooky = position.spooky_marks();
        let expected = spooky.filter(|spooky| spooky.part == Part::Cycle);
        let expected: BTreeSet<u8> = expected.map(|spooky| spooky.mark.number()).collect();
        self.check(covered == expected, "a ring covers other links");
        let links = expected.iter().map(|number| drawn.links[number].len());
        let is_exact = ring.len() == links.sum::<usize>();
        self.check(is_exact, "a ring covers more than links");
        let tints = picture.matches("class=\"tint\"").count();
        self.check(tints == cells.len(), "other cells are tinted");
    }

    /// Checks the boards of a game, in one picture and in a picture each.
    fn check_game(&mut self, record: &Record) {
        let strip = boards(&svg_steps(record, None));
        assert_eq!(strip.len(), record.actions().len());
        for (step, drawn) in record.steps().zip(strip) {
            let before = self.faults.len();
            let picture = svg(&step.after, None);
            // A picture also shows both outcomes of a closed cycle.
            let alone = boards(&picture);
            for board in alone.iter().chain([&drawn]) {
                self.count(board);
            }
            self.check_ring(&alone[0], &step.after, &picture);
            // A spooky mark has the same spot in every picture.
            for (&(mark, cell), shape) in &drawn.marks {
                let [x, y] = corner(cell);
                let [column, row] = [(mark - 1) % 3, (mark - 1) / 3].map(f64::from);
                let spot = [x + 41.0 + 62.0 * column, y + 43.0 + 62.0 * row];
                let has_moved =
                    drawn.links.contains_key(&mark) && distance(shape.center, spot) > 0.2;
                self.check(!has_moved, "a mark has moved");
            }
            for fault in &mut self.faults[before..] {
                *fault = format!("{record}, after {}: {fault}", step.action);
            }
        }
    }
}

/// Returns the longest stretch that two links run together.
fn together(one: &[Vec<Point>], other: &[Vec<Point>]) -> f64 {
    let mut longest = 0.0_f64;
    for part in one {
        let mut run = 0.0;
        for ends in part.windows(2) {
            let middle = between(ends[0], ends[1], 0.5);
            if distance_to_parts(middle, other) < TOGETHER {
                run += distance(ends[0], ends[1]);
            } else {
                run = 0.0;
            }
            longest = longest.max(run);
        }
    }
    longest
}

fn corner(cell: char) -> Point {
    let index = cell as usize - 'A' as usize;
    [(index % 3) as f64 * CELL, (index / 3) as f64 * CELL]
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).expect("the attribute")
}

fn number(node: Node, name: &str) -> f64 {
    attribute(node, name).parse().expect("a number")
}

fn numbers(text: &str) -> Vec<f64> {
    let numbers = text.split_ascii_whitespace().map(str::parse);
    numbers.collect::<Result<_, _>>().expect("numbers")
}

fn point(text: &str) -> Point {
    numbers(text).try_into().expect("two coordinates")
}

/// Returns points along each part of a path, which is a cubic curve: `M… C…`.
fn parts(d: &str) -> Vec<Vec<Point>> {
    let part = |part: &str| {
        let (start, rest) = part.split_once('C').expect("a curve");
        let (a, rest) = (point(start), numbers(rest));
        let [b, c, d] = [0, 2, 4].map(|i| [rest[i], rest[i + 1]]);
        // De Casteljau's algorithm.
        let at = |t: f64| {
            let [ab, bc, cd] = [(a, b), (b, c), (c, d)].map(|(from, to)| between(from, to, t));
            between(between(ab, bc, t), between(bc, cd, t), t)
        };
        (0..=40).map(|i| at(f64::from(i) / 40.0)).collect()
    };
    d.split('M').skip(1).map(part).collect()
}

fn between(a: Point, b: Point, t: f64) -> Point {
    [0, 1].map(|i| a[i] + t * (b[i] - a[i]))
}

fn distance(a: Point, b: Point) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

fn distance_to_path(p: Point, path: &[Point]) -> f64 {
    let to_segment = |ends: &[Point]| {
        let (a, b) = (ends[0], ends[1]);
        let along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]);
        let t = along / distance(a, b).powi(2).max(f64::MIN_POSITIVE);
        distance(p, between(a, b, t.clamp(0.0, 1.0)))
    };
    least(path.windows(2).map(to_segment))
}

fn distance_to_parts(p: Point, parts: &[Vec<Point>]) -> f64 {
    least(parts.iter().map(|part| distance_to_path(p, part)))
}

fn least(distances: impl Iterator<Item = f64>) -> f64 {
    distances.fold(f64::INFINITY, f64::min)
}

fn boards(svg: &str) -> Vec<Drawn> {
    let picture = Document::parse(svg).expect("XML");
    let nodes = picture.descendants();
    let boards = nodes.filter(|node| node.has_attribute("data-board"));
    boards.map(Drawn::of).collect()
}

fn tally_of_random_games(count: usize) -> Tally {
    let mut tally = Tally::default();
    for game in games(count, 19) {
        tally.check_game(&game);
    }
    tally
}

/// Asserts that few links pass behind marks or touch letters.
#[track_caller]
fn assert_legible(tally: &Tally) {
    let (links, behind, on_letter) = (tally.links, tally.behind, tally.on_letter);
    assert!(behind * 200 <= links, "{behind} of {links}");
    assert!(on_letter * 100 <= links, "{on_letter} of {links}");
}

#[test]
fn links_avoid_other_marks_and_links() {
    let tally = tally_of_random_games(40);
    assert!(tally.boards > 900);
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
    assert_legible(&tally);
}

#[test]
#[ignore = "takes minutes"]
fn fewer_than_one_link_in_two_thousand_has_a_fault() {
    let tally = tally_of_random_games(5_000);
    let (links, faults) = (tally.links, tally.faults.len());
    assert!(faults * 2_000 < links, "{faults} of {links}");
    assert_legible(&tally);
}

#[test]
fn crowded_boards_have_no_faults() {
    let mut tally = Tally::default();
    // Eight and nine marks in a cell at the centre, in a corner, and at an edge; cycles that surround each other.
    for record in [
        "AE EB EC ED EF EG EH EI AE",
        "AE EB EC ED EF EG EH EI AB",
        "AB AC AD AE AF AG AH AI AB",
        "AB AC AD AE AF AG AH AI HI",
        "FA FB FC FD FE FG FH FI FA",
        "AI CG BH DF AB CD EH FG",
        "AI EG BE EH DG AI 1 BC CE 3",
        "FI GI FG 1 AD AH CH AE CH 6 BB 9",
        "AI GH FG CE BH CH DI DE BA",
        "AB BC CD DE EF FG GH AH",
    ] {
        tally.check_game(&record.parse().expect("legal"));
    }
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
}

/// Returns the value of a property in the style sheet of a picture, outside of media queries.
fn declared<'s>(svg: &'s str, selector: &str, property: &str) -> &'s str {
    let sheet = svg.rsplit("<style>").next().expect("a style");
    sheet
        .split('}')
        .filter_map(|rule| rule.split_once('{'))
        .take_while(|(of, _)| !of.starts_with("@media"))
        .filter(|(of, _)| *of == selector)
        .flat_map(|(_, declarations)| declarations.split(';'))
        .find_map(|declaration| declaration.strip_prefix(&format!("{property}:")))
        .unwrap_or_else(|| panic!("{selector} has no {property}"))
}

/// Reads a colour such as #0a0b0c.
fn channels(color: &str) -> [u8; 3] {
    [1, 3, 5].map(|at| u8::from_str_radix(&color[at..at + 2], 16).expect("hexadecimal"))
}

#[test]
fn colours_have_the_contrast_that_wcag_requires() {
    let svg = svg(&Position::new(), None);
    // The light colours, then the dark ones.
    let sheets: Vec<&str> = svg.split("@media(prefers-color-scheme:dark){").collect();
    assert_eq!(sheets.len(), 2);
    for sheet in sheets {
        let of = |name: &str| {
            let (selector, property) = name.rsplit_once(' ').expect("two parts");
            declared(sheet, selector, property)
        };
        let band_x = ".band[data-player=X],[data-player=X]>circle fill";
        let band_o = ".band[data-player=O],[data-player=O]>circle fill";
        let [paper, tint, under] = [".paper fill", ".tint fill", ".under stroke"];
        let [x, o] = ["[data-player=X] color", "[data-player=O] color"];
        for (front, grounds, least) in [
            (".ring stroke", &[paper, tint][..], 3.0),
            (".mark[data-part=cycle] circle stroke", &[paper, tint], 3.0),
            (".grid stroke", &[paper], 3.0),
            (".name fill", &[paper, tint, band_x, band_o], 4.5),
            ("text fill", &[paper], 4.5),
            (x, &[paper, tint, under, band_x], 4.5),
            (o, &[paper, tint, under, band_o], 4.5),
        ] {
            for ground in grounds {
                let contrast = contrast(channels(of(front)), channels(of(ground)));
                assert!(contrast >= least, "{front} on {ground}");
            }
        }
    }
    assert_eq!(contrast([0; 3], [255; 3]), 21.0);
}

#[test]
fn letters_are_large_enough_at_the_default_size() {
    let record: Record = "AI EG BE EH DG AI 1 BC CE".parse().expect("legal");
    let alone = svg(&record.position(), None);
    for svg in [alone, svg_steps(&record, None)] {
        let scale = |text: &str| text.split(')').next().and_then(|text| text.parse().ok());
        let scales = svg.split("scale(").skip(1).map(scale);
        let scales: Vec<f64> = scales.collect::<Option<_>>().expect("numbers");
        assert!(!scales.is_empty());
        for selector in [".name", ".mark text", ".mark .sub", ".mark .subscript"] {
            let size = declared(&svg, selector, "font-size").trim_end_matches("px");
            let size: f64 = size.parse().expect("a number");
            let is_large = scales.iter().all(|scale| size * scale >= 11.0);
            assert!(is_large, "{selector}");
        }
    }
}
