//! Legible pictures: distances, contrasts, and sizes in the SVG itself.

use qttt::Position;
use qttt::draw::{svg, svg_steps};
use roxmltree::{Document, Node};

use crate::support::*;

type Point = [f64; 2];

/// Points along a line or a curve, close together.
type Path = Vec<Point>;

/// The number of steps along a path.
const STEPS: usize = 200;

/// A mark: everything within `reach` of its points. A circle has one point, its centre.
struct Mark {
    number: f64,
    points: Path,
    reach: f64,
}

impl Mark {
    fn of(node: Node) -> Self {
        let child = |name| node.children().find(|child| child.has_tag_name(name));
        let (points, reach) = match child("circle") {
            Some(circle) => {
                let center = ["cx", "cy"].map(|name| number(circle, name));
                (vec![center], number(circle, "r") + 2.0)
            }
            None => (paths(child("path").expect("a cross")).concat(), 7.5),
        };
        Self {
            number: number(node, "data-mark"),
            points,
            reach,
        }
    }

    fn is_within(&self, margin: f64, path: &[Point]) -> bool {
        path.iter()
            .any(|&at| distance_to(&self.points, at) < self.reach + margin)
    }
}

/// The parts of the link of a mark.
type Link = (f64, Vec<Path>);

/// Checks the links in the picture of a position. Returns how many there are, how many of them have a gap behind
/// another mark, how many touch a letter, and how many are drawn over the end of another link.
#[track_caller]
fn check_links(position: &Position) -> [usize; 4] {
    let picture = svg(position);
    let document = Document::parse(&picture).expect("XML");
    let mut boards = document.descendants();
    let board = boards.find(|node| node.has_attribute("data-board"));
    let board = board.expect("a board");
    let of_class = |class| {
        board.descendants().filter(move |node| {
            let classes = node.attribute("class").unwrap_or_default();
            classes.split(' ').any(|name| name == class)
        })
    };
    let marks: Vec<_> = of_class("mark").map(Mark::of).collect();
    let links = of_class("link").map(|link| (number(link, "data-link"), paths(link)));
    let links: Vec<_> = links.collect();
    // The ring covers the links of the cycle and no others.
    let on_cycle = of_class("link").filter(|link| link.attribute("data-part") == Some("cycle"));
    let ring = of_class("ring").flat_map(paths);
    assert!(ring.eq(on_cycle.flat_map(paths)), "{position}");
    let tinted = of_class("tint").count();
    assert_eq!(tinted, position.cycle().len(), "{position}");
    for (i, link) in links.iter().enumerate() {
        check_link(link, &marks, &links[..i], position);
    }
    let has_gap = |(_, parts): &&Link| parts.len() > 1;
    let is_on_letter = |(_, parts): &&Link| {
        // A letter is 16 units high above its base line.
        let middle = |letter| [number(letter, "x"), number(letter, "y") - 8.0];
        of_class("name").any(|letter| distance_to(&parts.concat(), middle(letter)) < 12.0)
    };
    let behind = links.iter().filter(has_gap).count();
    let on_letter = links.iter().filter(is_on_letter).count();
    let is_on_end = |(i, (_, parts)): &(usize, &Link)| {
        let earlier = links[..*i].iter();
        let mut ends = earlier.map(|(_, parts)| near_ends(parts.concat()));
        ends.any(|ends| length_beside(parts, &ends) > 0.0)
    };
    let on_end = links.iter().enumerate().filter(is_on_end).count();
    [links.len(), behind, on_letter, on_end]
}

/// Checks the link of a mark, given all marks and the links drawn before it.
#[track_caller]
fn check_link((mark, parts): &Link, marks: &[Mark], earlier: &[Link], position: &Position) {
    let (own, others): (Vec<_>, Vec<_>) = marks.iter().partition(|other| other.number == *mark);
    let ends = [parts[0][0], parts[parts.len() - 1][STEPS]];
    let is_at_end = |mark: &&Mark| distance_to(&ends, mark.points[0]) < 0.2;
    let touches = |part: &Path| others.iter().any(|mark| mark.is_within(4.0, part));
    let is_behind = |gap: &[Path]| {
        let gap = [gap[0][STEPS], gap[1][0]];
        others.iter().any(|mark| mark.is_within(14.0, &gap))
    };
    let is_beside = |(_, other): &Link| length_beside(parts, &other.concat()) > 50.0;
    let is_inside = |at: &f64| (0.0..=600.0).contains(at);
    let link = format!("{position}: the link of {mark}");
    assert!(own.iter().all(is_at_end), "{link} misses its marks");
    assert!(!parts.iter().any(touches), "{link} touches a mark");
    assert!(parts.windows(2).all(is_behind), "{link} has a gap");
    assert!(!earlier.iter().any(is_beside), "{link} is beside another");
    let mut coordinates = parts.iter().flatten().flatten();
    assert!(coordinates.all(is_inside), "{link} leaves the board");
}

/// Returns the points of a link that are beside its marks.
fn near_ends(mut link: Path) -> Path {
    let ends = [link[0], link[link.len() - 1]];
    link.retain(|&at| distance_to(&ends, at) < 45.0);
    link
}

/// Returns the length in which a link is near another.
fn length_beside(link: &[Path], other: &[Point]) -> f64 {
    let pieces = link.iter().flat_map(|part| part.windows(2));
    let near = pieces.filter(|ends| distance_to(other, ends[0]) < 7.0);
    near.map(|ends| distance(ends[0], ends[1])).sum()
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).expect("the attribute")
}

fn number(node: Node, name: &str) -> f64 {
    attribute(node, name).parse().expect("a number")
}

/// Returns points along each line and cubic curve of a path: `Mx yLx y`, or `Mx yCx y x y x y`.
fn paths(node: Node) -> Vec<Path> {
    let path = |path: &str| {
        let numbers = path.split(['L', 'C', ' ']).map(str::parse);
        let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().expect("numbers");
        // De Casteljau's algorithm.
        let at = |step: usize| {
            let t = step as f64 / STEPS as f64;
            let mut points: Path = numbers.chunks(2).map(|at| [at[0], at[1]]).collect();
            let between =
                |ends: &[Point]| [0, 1].map(|i| ends[0][i] + t * (ends[1][i] - ends[0][i]));
            while points.len() > 1 {
                points = points.windows(2).map(between).collect();
            }
            points[0]
        };
        (0..=STEPS).map(at).collect()
    };
    attribute(node, "d").split('M').skip(1).map(path).collect()
}

fn distance(a: Point, b: Point) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

fn distance_to(points: &[Point], at: Point) -> f64 {
    let distances = points.iter().map(|&point| distance(point, at));
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn links_avoid_other_marks_links_and_letters() {
    let positions = games(40, 19).flat_map(|game| game.positions().collect::<Vec<_>>());
    let counts = positions.map(|position| check_links(&position));
    let [links, behind, on_letter, on_end] = counts.fold([0; 4], |sums, counts| {
        [0, 1, 2, 3].map(|i| sums[i] + counts[i])
    });
    assert!(links > 1_000);
    assert!(behind * 200 <= links, "{behind} of {links}");
    assert!(on_letter * 100 <= links, "{on_letter} of {links}");
    assert!(on_end * 20 <= links, "{on_end} of {links}");
    assert_eq!(check_links(&record("AE DE CE BF").position())[3], 0);
}

/// Eight and nine marks in a cell at the centre, in a corner, and at an edge; cycles that surround each other.
#[test]
fn links_on_crowded_boards_have_no_flaws() {
    for game in [
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
        for position in record(game).positions() {
            check_links(&position);
        }
    }
}

/// Returns the value of a selector's property in the style sheet of a picture, outside of media queries. The selector
/// is below the picture's class.
fn declared<'s>(svg: &'s str, name: &str) -> &'s str {
    let (selector, property) = name.rsplit_once(' ').expect("two parts");
    let sheet = svg.rsplit("<style>").next().expect("a style");
    sheet
        .split('}')
        .filter_map(|rule| rule.split_once('{'))
        .take_while(|(of, _)| !of.starts_with("@media"))
        .filter(|(of, _)| of.replace(".qttt ", "") == selector)
        .flat_map(|(_, declarations)| declarations.split(';'))
        .find_map(|declaration| declaration.strip_prefix(&format!("{property}:")))
        .expect(name)
}

/// Reads a colour, for example #0a0b0c.
fn channels(color: &str) -> [u8; 3] {
    [1, 3, 5].map(|at| u8::from_str_radix(&color[at..at + 2], 16).expect("hexadecimal"))
}

#[test]
fn colours_have_the_contrast_that_wcag_requires() {
    let svg = svg(&Position::new());
    // The light colours, then the dark ones.
    let sheets: Vec<&str> = svg.split("@media(prefers-color-scheme:dark){").collect();
    assert_eq!(sheets.len(), 2);
    for sheet in sheets {
        let color = |name| channels(declared(sheet, name));
        let band_x = ".band.X,.X .disc fill";
        let band_o = ".band.O,.O .disc fill";
        let [paper, tint, under] = [".paper fill", ".tint fill", ".under stroke"];
        let x = ".link.X,.line.X,.X .disc,.X .large stroke";
        let o = ".link.O,.line.O,.O .disc,.O .large stroke";
        assert_eq!(color(x), color(".X .text fill"));
        assert_eq!(color(o), color(".O .text fill"));
        for (front, grounds, minimum) in [
            (".ring stroke", &[paper, tint][..], 3.0),
            (".cycle .disc stroke", &[paper, tint], 3.0),
            (".grid stroke", &[paper], 3.0),
            (".name fill", &[paper, tint, band_x, band_o], 4.5),
            (".text fill", &[paper], 4.5),
            (x, &[paper, tint, under, band_x], 4.5),
            (o, &[paper, tint, under, band_o], 4.5),
        ] {
            for ground in grounds {
                let contrast = contrast(color(front), color(ground));
                assert!(contrast >= minimum, "{front} on {ground}");
            }
        }
    }
    assert_eq!(contrast([0; 3], [255; 3]), 21.0);
}

/// Qt draws shapes black whose colour is in a rule with an attribute selector; svglib omits what has `currentColor`.
#[test]
fn a_picture_is_one_line_of_xml_without_references_or_rare_css() {
    let record = record("AI EG BE EH DG AI 1 BC CE 3");
    let pictures = record.positions().map(|position| svg(&position));
    let rare = ["[", "currentColor", "var(", ">circle{"];
    let references = ["href=", "url(", "<script"];
    for picture in pictures.chain([svg_steps(&record)]) {
        assert!(Document::parse(&picture).is_ok(), "{picture}");
        // Rules outside the picture's class would restyle whatever else is on a page.
        let is_outside = |text: &str| text.starts_with(['.', 't']) && !text.starts_with(".qttt");
        assert!(!picture.split(['{', ',', '}']).any(is_outside), "{picture}");
        for part in [&rare[..], &references, &["\n"]].concat() {
            assert!(!picture.contains(part), "{part}: {picture}");
        }
    }
}

#[test]
fn letters_are_large_enough_at_the_default_size() {
    let record = record("AI EG BE EH DG AI 1 BC CE");
    let alone = svg(&record.position());
    for svg in [alone, svg_steps(&record)] {
        let scale = |text: &str| text.split(')').next().and_then(|text| text.parse().ok());
        let scales = svg.split("scale(").skip(1).map(scale);
        let scales: Vec<f64> = scales.collect::<Option<_>>().expect("numbers");
        assert!(!scales.is_empty());
        for selector in [".name", ".letter", ".sub", ".subscript"] {
            let size = declared(&svg, &format!("{selector} font-size"));
            let size: f64 = size.trim_end_matches("px").parse().expect("a number");
            let is_large = scales.iter().all(|scale| size * scale >= 11.0);
            assert!(is_large, "{selector}");
        }
    }
}
