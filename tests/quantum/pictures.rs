//! Legible pictures: distances, contrasts, and sizes in the SVG itself.

use qttt::{
    Position, Record,
    draw::{svg, svg_steps},
};
use roxmltree::{Document, Node};

use super::games;
use crate::support::contrast;

type Point = [f64; 2];
type Path = Vec<Point>;

/// A mark: everything within `reach` of its lines. A circle has one, from its centre to its centre.
struct Mark {
    number: f64,
    lines: Vec<Path>,
    reach: f64,
}

impl Mark {
    fn of(node: Node) -> Self {
        let child = |name| {
            node.children()
                .find(|child: &Node| child.has_tag_name(name))
        };
        let (lines, reach) = match (child("circle"), child("path")) {
            (Some(circle), _) => {
                let center = ["cx", "cy"].map(|name| number(circle, name));
                (vec![vec![center; 2]], number(circle, "r") + 2.0)
            }
            (_, Some(cross)) => {
                let arms = attribute(cross, "d").split('M').skip(1);
                (
                    arms.map(|arm| arm.split('L').map(point).collect())
                        .collect(),
                    7.5,
                )
            }
            _ => panic!("neither a circle nor a cross"),
        };
        let number = number(node, "data-mark");
        // A spooky mark has the same spot in every cell and picture.
        if node.has_attribute("data-spooky") {
            let spot = [
                41.0 + (number - 1.0) % 3.0 * 62.0,
                43.0 + ((number - 1.0) / 3.0).floor() * 62.0,
            ];
            let [x, y] = lines[0][0].map(|at: f64| at % 200.0);
            assert!(distance([x, y], spot) < 0.2, "mark {number} has moved");
        }
        Self {
            number,
            lines,
            reach,
        }
    }

    fn is_within(&self, margin: f64, path: &[Point]) -> bool {
        let near = self.reach + margin;
        path.iter()
            .any(|&at| distance_to_paths(at, &self.lines) < near)
    }
}

/// Counts links of many positions.
#[derive(Default)]
struct Tally {
    links: usize,
    /// Links with a gap behind another mark.
    behind: usize,
    /// Links that touch a letter.
    on_letter: usize,
    faults: Vec<String>,
}

impl Tally {
    fn of(games: impl Iterator<Item = Record>) -> Self {
        let mut tally = Self::default();
        for game in games {
            for position in game.positions() {
                tally.look_at(&position);
            }
        }
        tally
    }

    fn look_at(&mut self, position: &Position) {
        let picture = svg(position, None);
        let document = Document::parse(&picture).expect("XML");
        let mut boards = document.descendants();
        let board = boards
            .find(|node| node.has_attribute("data-board"))
            .expect("a board");
        let of_class = |class| {
            board
                .descendants()
                .filter(move |node| node.attribute("class") == Some(class))
        };
        let path_of = |node| curves(attribute(node, "d"));
        let marks: Vec<_> = of_class("mark").map(Mark::of).collect();
        let links: Vec<_> = of_class("link")
            .map(|link| (number(link, "data-link"), path_of(link)))
            .collect();
        // The ring covers the links of the cycle and no others.
        let on_cycle = of_class("link").filter(|link| link.attribute("data-part") == Some("cycle"));
        assert!(
            of_class("ring")
                .flat_map(path_of)
                .eq(on_cycle.flat_map(path_of)),
            "{position}"
        );
        assert_eq!(
            of_class("tint").count(),
            position.cycle().len(),
            "{position}"
        );
        self.links += links.len();
        for (i, (mark, parts)) in links.iter().enumerate() {
            self.behind += usize::from(parts.len() > 1);
            // A letter is 16 units high above its base line.
            let is_on = |letter: Node| {
                let middle = [number(letter, "x"), number(letter, "y") - 8.0];
                distance_to_paths(middle, parts) < 12.0
            };
            self.on_letter += usize::from(of_class("name").any(is_on));
            if let Some(fault) = fault(*mark, parts, &marks, &links[..i]) {
                self.faults
                    .push(format!("{position}: the link of {mark} {fault}"));
            }
        }
    }

    /// Asserts that few links have faults, pass behind marks, or touch letters.
    #[track_caller]
    fn assert_legible(&self, max_faults: usize) {
        let (links, behind, on_letter) = (self.links, self.behind, self.on_letter);
        assert!(
            self.faults.len() <= max_faults,
            "{}",
            self.faults.join("\n")
        );
        assert!(behind * 200 <= links, "{behind} of {links}");
        assert!(on_letter * 100 <= links, "{on_letter} of {links}");
    }
}

/// Returns what is wrong with the link of a mark, given all marks and the links drawn before it.
fn fault(
    mark: f64,
    parts: &[Path],
    marks: &[Mark],
    earlier: &[(f64, Vec<Path>)],
) -> Option<&'static str> {
    let (own, others): (Vec<_>, Vec<_>) = marks.iter().partition(|other| other.number == mark);
    let ends = [parts[0][0], parts[parts.len() - 1][40]];
    let is_at_end = |mark: &&Mark| {
        ends.iter()
            .any(|&end| distance(end, mark.lines[0][0]) < 0.2)
    };
    let touches = |part: &Path| others.iter().any(|mark| mark.is_within(4.0, part));
    let is_behind = |gap: &[Path]| {
        let gap = [gap[0][40], gap[1][0]];
        others.iter().any(|mark| mark.is_within(14.0, &gap))
    };
    let is_inside = |at: &f64| (0.0..=600.0).contains(at);
    if !own.iter().all(is_at_end) {
        Some("does not end at its marks")
    } else if parts.iter().any(touches) {
        Some("touches a mark")
    } else if !parts.windows(2).all(is_behind) {
        Some("has a gap where nothing is")
    } else if earlier
        .iter()
        .any(|(_, other)| length_beside(parts, other) > 50.0)
    {
        Some("runs beside another link")
    } else if !parts.iter().flatten().flatten().all(is_inside) {
        Some("leaves the board")
    } else {
        None
    }
}

/// Returns the length in which a link is near another.
fn length_beside(link: &[Path], other: &[Path]) -> f64 {
    let pieces = link.iter().flat_map(|part| part.windows(2));
    let near = pieces.filter(|ends| distance_to_paths(ends[0], other) < 8.0);
    near.map(|ends| distance(ends[0], ends[1])).sum()
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).expect("the attribute")
}

fn number(node: Node, name: &str) -> f64 {
    attribute(node, name).parse().expect("a number")
}

fn point(text: &str) -> Point {
    let (x, y) = text.split_once(' ').expect("two coordinates");
    [x, y].map(|at| at.parse().expect("a number"))
}

/// Returns 41 points along each cubic curve of a path: `Mx yCx y x y x y`.
fn curves(d: &str) -> Vec<Path> {
    let curve = |curve: &str| {
        let numbers = curve.split(['C', ' ']).map(str::parse);
        let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().expect("numbers");
        // De Casteljau's algorithm.
        let at = |t: f64| {
            let mut points: Vec<Point> = numbers.chunks(2).map(|at| [at[0], at[1]]).collect();
            while points.len() > 1 {
                points = points
                    .windows(2)
                    .map(|ends| between(ends[0], ends[1], t))
                    .collect();
            }
            points[0]
        };
        (0..=40).map(|i| at(f64::from(i) / 40.0)).collect()
    };
    d.split('M').skip(1).map(curve).collect()
}

fn between(a: Point, b: Point, t: f64) -> Point {
    [0, 1].map(|i| a[i] + t * (b[i] - a[i]))
}

fn distance(a: Point, b: Point) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

fn distance_to_paths(p: Point, paths: &[Path]) -> f64 {
    let to_segment = |ends: &[Point]| {
        let (a, b) = (ends[0], ends[1]);
        let along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]);
        let t = along / distance(a, b).powi(2).max(f64::MIN_POSITIVE);
        distance(p, between(a, b, t.clamp(0.0, 1.0)))
    };
    let segments = paths.iter().flat_map(|path| path.windows(2));
    segments.map(to_segment).fold(f64::INFINITY, f64::min)
}

#[test]
fn links_avoid_other_marks_and_links() {
    let tally = Tally::of(games(40, 19));
    assert!(tally.links > 1_000);
    tally.assert_legible(0);
}

#[test]
#[ignore = "takes minutes"]
fn fewer_than_one_link_in_two_thousand_has_a_fault() {
    let tally = Tally::of(games(5_000, 19));
    tally.assert_legible(tally.links / 2_000);
}

/// Eight and nine marks in a cell at the centre, in a corner, and at an edge; cycles that surround each other.
#[test]
fn crowded_boards_have_no_faults() {
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
        let tally = Tally::of([record.parse().expect("legal")].into_iter());
        assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
    }
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
