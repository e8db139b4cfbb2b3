//! Pictures that can't be misread: what the SVG itself says about distances, whatever placed the marks and led the links.

use std::collections::BTreeMap;

use qttt::{
    Action, Mark, Position, Record,
    draw::{Theme, svg, svg_steps},
    generate::{Rng, Strategy},
};
use roxmltree::{Document, Node};

type Point = [f64; 2];

/// From the rim of a mark to the middle of a link that isn't its own.
const MARGIN: f64 = 4.5;
/// Links that stay nearer than this for longer than this run together.
const TOGETHER: [f64; 2] = [8.0, 50.0];
const CELL: f64 = 200.0;

/// What a board of a picture has, in the board's own units.
#[derive(Default)]
struct Drawn {
    /// By number and cell.
    marks: BTreeMap<(u8, char), Shape>,
    /// By number: the parts that are seen.
    links: BTreeMap<u8, Vec<Vec<Point>>>,
    ring: Option<(String, String)>,
    /// The boxes of the cells' letters.
    letters: Vec<[Point; 2]>,
}

/// A mark: everything within a distance of these strokes.
struct Shape {
    center: Point,
    strokes: Vec<[Point; 2]>,
    reach: f64,
}

/// What there is to count.
#[derive(Default)]
struct Tally {
    boards: usize,
    links: usize,
    /// Links that lead behind a mark that isn't theirs.
    behind: usize,
    /// Links that touch a letter.
    on_letter: usize,
    /// What a picture never has.
    faults: Vec<String>,
}

impl Shape {
    fn distance(&self, path: &[Point]) -> f64 {
        let to_stroke = |&[a, b]: &[Point; 2]| {
            (0..=16)
                .map(|i| f64::from(i) / 16.0)
                .map(|t| distance_to_path([0, 1].map(|i| a[i] + t * (b[i] - a[i])), path))
                .fold(f64::INFINITY, f64::min)
        };
        let nearest = self.strokes.iter().map(to_stroke);
        nearest.fold(f64::INFINITY, f64::min) - self.reach
    }

    fn extent(&self) -> f64 {
        let ends = self.strokes.iter().flatten();
        let farthest = ends.map(|&end| distance(end, self.center));
        farthest.fold(0.0, f64::max) + self.reach
    }
}

impl Drawn {
    fn of(board: Node) -> Self {
        let mut drawn = Self::default();
        for node in board.descendants() {
            match node.attribute("class") {
                Some("mark") => {
                    let cell = attribute(node, "data-cell").chars().next().expect("a cell");
                    drawn.marks.insert((mark(node), cell), shape(node));
                }
                Some("link") => {
                    assert_eq!(attribute(node, "data-link"), attribute(node, "data-mark"));
                    let parts = parts(attribute(node, "d"));
                    assert!(drawn.links.insert(mark(node), parts).is_none());
                }
                Some("ring") => {
                    let [cells, d] = ["data-cycle", "d"].map(|name| attribute(node, name).into());
                    drawn.ring = Some((cells, d));
                }
                Some("name") => drawn.letters.push(letter(node)),
                _ => {}
            }
        }
        assert_eq!(drawn.letters.len(), 9);
        drawn
    }

    fn count(&self, tally: &mut Tally) {
        tally.boards += 1;
        tally.links += self.links.len();
        for (&number, parts) in &self.links {
            tally.behind += usize::from(parts.len() > 1);
            let is_on = |&[low, high]: &[Point; 2]| {
                let middle = [0, 1].map(|i| (low[i] + high[i]) / 2.0);
                parts
                    .iter()
                    .any(|part| distance_to_path(middle, part) < 12.0)
            };
            tally.on_letter += usize::from(self.letters.iter().any(is_on));
            tally.faults.extend(self.faults_of_link(number, parts));
        }
        tally.faults.extend(self.faults_of_marks());
    }

    /// Says where a link touches a mark that isn't its own, or seems to end at one, or runs together with another link.
    fn faults_of_link(&self, number: u8, parts: &[Vec<Point>]) -> Vec<String> {
        let mut faults = Vec::new();
        let is_own = |of: u8| of == number;
        for (&(mark, cell), shape) in self.marks.iter().filter(|((mark, _), _)| !is_own(*mark)) {
            let nearest = parts.iter().map(|part| shape.distance(part));
            let apart = nearest.fold(f64::INFINITY, f64::min);
            if apart < MARGIN {
                faults.push(format!("{apart:.1} from link {number} to {mark} in {cell}"));
            }
        }
        let mut ends = vec![parts[0][0]];
        ends.extend(parts.last().and_then(|part| part.last()));
        let own: Vec<_> = self
            .marks
            .iter()
            .filter(|((mark, _), _)| is_own(*mark))
            .collect();
        let is_at_mark = |end: &Point| own.iter().any(|(_, at)| distance(at.center, *end) < 0.2);
        let is_linked = |at: &Shape| ends.iter().any(|&end| distance(at.center, end) < 0.2);
        if !ends.iter().all(is_at_mark) || !own.iter().all(|(_, at)| is_linked(at)) {
            faults.push(format!("link {number} does not end at its marks"));
        }
        for gap in parts.windows(2) {
            // What it leads behind lies in the middle, and the gap is no wider than that needs.
            let [from, to] = [gap[0][gap[0].len() - 1], gap[1][0]];
            let is_behind = |shape: &Shape| {
                shape.distance(&[from, to]) < MARGIN
                    && distance(from, to) < 2.0 * (shape.extent() + 14.0)
            };
            let mut others = self.marks.iter().filter(|((mark, _), _)| !is_own(*mark));
            if !others.any(|(_, shape)| is_behind(shape)) {
                faults.push(format!("link {number} has a gap where nothing is"));
            }
        }
        for (other, other_parts) in self.links.range(..number) {
            let together = together(parts, other_parts);
            if together > TOGETHER[1] {
                faults.push(format!(
                    "links {other} and {number} together for {together:.0}"
                ));
            }
        }
        if parts
            .iter()
            .flatten()
            .flatten()
            .any(|at| !(0.0..=3.0 * CELL).contains(at))
        {
            faults.push(format!("link {number} leaves the board"));
        }
        faults
    }

    fn faults_of_marks(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (&(mark, cell), shape) in &self.marks {
            let (center, radius) = (shape.center, shape.extent());
            for (other, other_shape) in &self.marks {
                let apart = distance(center, other_shape.center) - radius - other_shape.extent();
                if *other != (mark, cell) && apart < 3.0 {
                    faults.push(format!("{apart:.1} between {mark} in {cell} and {other:?}"));
                }
            }
            for &letter in &self.letters {
                let apart = distance_to_box(center, letter) - radius;
                if apart < 2.0 {
                    faults.push(format!("{apart:.1} from mark {mark} in {cell} to a letter"));
                }
            }
            let corner = corner(cell);
            let is_within =
                |(at, start): (f64, f64)| at - radius > start && at + radius < start + CELL;
            if !center.into_iter().zip(corner).all(is_within) {
                faults.push(format!("mark {mark} is not within {cell}"));
            }
        }
        faults
    }

    /// Says where the cycle that is shown isn't that of the game: its cells, and its links from end to end.
    fn faults_of_ring(&self, game: &Position, picture: &str) -> Vec<String> {
        let cells: String = game.cycle().iter().map(|cell| cell.letter()).collect();
        let Some((named, d)) = &self.ring else {
            return match cells.is_empty() {
                true => Vec::new(),
                false => vec!["there is no ring".to_string()],
            };
        };
        let mut faults = Vec::new();
        if *named != cells {
            faults.push(format!("the ring of {cells} is said to be that of {named}"));
        }
        let marks = cycle(game);
        let of_ring = parts(d).len();
        let of_links: usize = marks.iter().map(|mark| self.links[mark].len()).sum();
        if of_ring != of_links {
            faults.push(format!(
                "the ring has {of_ring} parts, its links {of_links}"
            ));
        }
        for (number, link) in &self.links {
            let is_drawn = link.iter().all(|part| parts(d).contains(part));
            if is_drawn != marks.contains(number) {
                faults.push(format!(
                    "link {number} should be on the ring, or should not"
                ));
            }
        }
        if picture.matches("class=\"tint\"").count() != cells.len() {
            faults.push("other cells are tinted than those of the cycle".to_string());
        }
        faults
    }
}

/// Returns the longest stretch that two links run together.
fn together(one: &[Vec<Point>], other: &[Vec<Point>]) -> f64 {
    let mut longest = 0.0_f64;
    for part in one {
        let mut run = 0.0;
        for ends in part.windows(2) {
            let middle = [0, 1].map(|i| (ends[0][i] + ends[1][i]) / 2.0);
            let is_near = |other: &Vec<Point>| distance_to_path(middle, other) < TOGETHER[0];
            run = match other.iter().any(is_near) {
                true => run + distance(ends[0], ends[1]),
                false => 0.0,
            };
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

fn mark(node: Node) -> u8 {
    attribute(node, "data-mark").parse().expect("a mark")
}

fn shape(mark: Node) -> Shape {
    let child = |name| mark.children().find(|node: &Node| node.has_tag_name(name));
    if let Some(circle) = child("circle") {
        let stroke = if mark.has_attribute("data-spooky") {
            1.25
        } else {
            7.5
        };
        let center = [number(circle, "cx"), number(circle, "cy")];
        return Shape {
            center,
            strokes: vec![[center; 2]],
            reach: number(circle, "r") + stroke,
        };
    }
    let arms = attribute(child("path").expect("a cross"), "d");
    let ends: Vec<Point> = arms
        .split(['M', 'L'])
        .skip(1)
        .map(|end| point(&numbers(end)))
        .collect();
    Shape {
        center: [0, 1].map(|i| ends.iter().map(|end| end[i]).sum::<f64>() / 4.0),
        strokes: vec![[ends[0], ends[1]], [ends[2], ends[3]]],
        reach: 7.5,
    }
}

fn numbers(text: &str) -> Vec<f64> {
    let numbers = text.split_ascii_whitespace();
    numbers
        .map(|number| number.parse().expect("a number"))
        .collect()
}

fn point(numbers: &[f64]) -> Point {
    numbers.try_into().expect("two coordinates")
}

fn letter(text: Node) -> [Point; 2] {
    let (x, y, size) = (number(text, "x"), number(text, "y"), 22.0);
    [[x - 0.4 * size, y - 0.75 * size], [x + 0.4 * size, y]]
}

/// Returns points along each part of a path, which is a cubic curve: `M… C…`.
fn parts(d: &str) -> Vec<Vec<Point>> {
    let part = |part: &str| {
        let (start, rest) = part.split_once('C').expect("a curve");
        let (a, rest) = (point(&numbers(start)), numbers(rest));
        let [b, c, d] = [0, 2, 4].map(|i| point(&rest[i..i + 2]));
        let at = |t: f64| {
            let s = 1.0 - t;
            let [of_a, of_b, of_c, of_d] = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
            [0, 1].map(|i| of_a * a[i] + of_b * b[i] + of_c * c[i] + of_d * d[i])
        };
        (0..=40).map(|i| at(f64::from(i) / 40.0)).collect()
    };
    d.split('M').skip(1).map(part).collect()
}

fn distance([ax, ay]: Point, [bx, by]: Point) -> f64 {
    (bx - ax).hypot(by - ay)
}

fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let length = distance(a, b);
    if length == 0.0 {
        return distance(p, a);
    }
    let along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length;
    let t = (along / length).clamp(0.0, 1.0);
    distance(p, [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])])
}

fn distance_to_path(p: Point, path: &[Point]) -> f64 {
    path.windows(2)
        .map(|ends| distance_to_segment(p, ends[0], ends[1]))
        .fold(f64::INFINITY, f64::min)
}

fn distance_to_box(p: Point, [low, high]: [Point; 2]) -> f64 {
    let nearest = [0, 1].map(|i| p[i].clamp(low[i], high[i]));
    distance(p, nearest)
}

/// Returns the boards of a picture.
fn boards(svg: &str) -> Vec<Drawn> {
    let picture = Document::parse(svg).expect("XML");
    let is_board = |node: &Node| node.has_attribute("data-board");
    picture
        .descendants()
        .filter(is_board)
        .map(Drawn::of)
        .collect()
}

/// Returns the marks of a closed cycle: those that settle in another cell in the other outcome.
fn cycle(game: &Position) -> Vec<u8> {
    let outcomes: Vec<Position> = game
        .legal_actions()
        .filter(|action| matches!(action, Action::Measure(_)))
        .map(|action| {
            let mut outcome = *game;
            outcome.act(action).expect("legal");
            outcome
        })
        .collect();
    let [one, other] = &outcomes[..] else {
        // A doubled cell is a cycle of its own mark.
        return outcomes.iter().map(|_| game.moves()).collect();
    };
    qttt::Cell::ALL
        .into_iter()
        .filter(|&cell| one.classical(cell) != other.classical(cell))
        .filter_map(|cell| one.classical(cell))
        .map(Mark::number)
        .collect()
}

/// Looks at the boards of a game, in a strip and each by itself.
fn look_at(record: &Record, tally: &mut Tally) {
    let strip = boards(&svg_steps(record, Theme::Light, None));
    assert_eq!(strip.len(), record.actions().len());
    for (step, drawn) in record.steps().zip(strip) {
        let game = &step.after;
        let picture = svg(game, Theme::Light, None);
        let alone = boards(&picture);
        drawn.count(tally);
        alone.iter().for_each(|board| board.count(tally));
        tally.faults.extend(alone[0].faults_of_ring(game, &picture));
        for (&(mark, cell), shape) in &drawn.marks {
            // From board to board, a mark never moves.
            if let Some(spooky) = drawn.links.get(&mark) {
                let [x, y] = [0, 1].map(|i| shape.center[i] - corner(cell)[i] - CELL / 2.0);
                let spot = [(mark - 1) % 3, (mark - 1) / 3].map(|at| f64::from(at) * 62.0 - 62.0);
                if distance([x, y], [spot[0] + 3.0, spot[1] + 5.0]) > 0.2 {
                    let parts = spooky.len();
                    tally
                        .faults
                        .push(format!("mark {mark} of {parts} has moved in {cell}"));
                }
            }
        }
    }
}

fn random_game(chance: &mut Rng) -> Record {
    let mut record = Record::new();
    while let Some(action) = Strategy::Random.choose(&record.position(), chance) {
        record.push(action).expect("legal");
    }
    record
}

fn look_at_random_games(count: usize) -> Tally {
    let mut chance = Rng::from_seed(18);
    let mut tally = Tally::default();
    for _ in 0..count {
        let record = random_game(&mut chance);
        let before = tally.faults.len();
        look_at(&record, &mut tally);
        for fault in &mut tally.faults[before..] {
            *fault = format!("{record}: {fault}");
        }
    }
    tally
}

#[track_caller]
fn assert_legible(tally: &Tally) {
    let Tally {
        boards,
        links,
        behind,
        on_letter,
        faults,
    } = tally;
    println!(
        "{boards} boards, {links} links: {behind} behind a mark, {on_letter} on a letter, {} faults",
        faults.len()
    );
    let first = &faults[..faults.len().min(40)];
    assert!(faults.is_empty(), "{}", first.join("\n"));
    assert!(behind * 200 <= *links, "{behind} of {links} behind a mark");
    assert!(
        on_letter * 100 <= *links,
        "{on_letter} of {links} on a letter"
    );
}

#[test]
fn links_keep_clear_of_what_is_not_their_own() {
    let tally = look_at_random_games(40);
    assert!(tally.boards > 900);
    assert_legible(&tally);
}

/// Run by `cargo test --release --test main quantum::pictures -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn links_keep_clear_of_what_is_not_their_own_in_five_thousand_games() {
    assert_legible(&look_at_random_games(5_000));
}

#[test]
fn crowded_boards_have_no_faults() {
    let mut tally = Tally::default();
    // Eight and nine marks in a cell, at the centre, in a corner and at an edge; rings that wind around each other.
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
        look_at(&record.parse().expect("legal"), &mut tally);
    }
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
}

/// Returns what the picture's style sheet declares outside of any media query.
fn declared<'s>(svg: &'s str, selector: &str, property: &str) -> &'s str {
    let sheet = svg.split_once("<style>").expect("a style").1;
    sheet
        .split('}')
        .filter_map(|rule| rule.split_once('{'))
        .take_while(|(of, _)| !of.starts_with("@media"))
        .filter(|(of, _)| *of == selector)
        .flat_map(|(_, declarations)| declarations.split(';'))
        .find_map(|declaration| declaration.strip_prefix(&format!("{property}:")))
        .unwrap_or_else(|| panic!("{selector} has no {property}"))
}

/// The contrast of two colours, as WCAG 2.2 defines it.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |color: &str| -> f64 {
        let channel = |at: usize| {
            let byte = u8::from_str_radix(&color[at..at + 2], 16).expect("hexadecimal");
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn colours_have_the_contrast_that_wcag_asks_for() {
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        let svg = svg(&Position::new(), theme, None);
        // The second colours of a picture for both themes are in its media query.
        let sheets: Vec<&str> = svg.split("@media(prefers-color-scheme:dark){").collect();
        assert_eq!(sheets.len(), 1 + usize::from(theme == Theme::Auto));
        for (i, sheet) in sheets.into_iter().enumerate() {
            let sheet = if i == 0 {
                sheet.to_string()
            } else {
                format!("<style>{sheet}")
            };
            let of = |selector: &str, property| declared(&sheet, selector, property).to_string();
            let paper = of(".paper", "fill");
            let ring = of(".ring", "stroke");
            assert_eq!(of(".mark[data-part=cycle] circle", "stroke"), ring);
            let tint = of(".tint", "fill");
            for ground in [&paper, &tint] {
                assert!(contrast(&ring, ground) >= 3.0, "{ring} on {ground}");
                assert!(contrast(&of(".name", "fill"), ground) >= 4.5);
            }
            let grounds = [paper.clone(), of(".under", "stroke"), tint];
            let [x, o] = ["X", "O"].map(|player| of(&format!("[data-player={player}]"), "color"));
            for mark in [&x, &o] {
                for ground in &grounds {
                    assert!(contrast(mark, ground) >= 4.5, "{mark} on {ground}");
                }
            }
            for (mark, player) in [(&x, "X"), (&o, "O")] {
                let disc = format!("[data-player={player}]>circle");
                let band = of(&format!(".band[data-player={player}],{disc}"), "fill");
                assert!(contrast(mark, &band) >= 4.5, "{mark} on {band}");
                assert!(contrast(&of(".name", "fill"), &band) >= 4.5);
            }
            for text in ["text", ".name"] {
                assert!(contrast(&of(text, "fill"), &paper) >= 4.5, "{text}");
            }
            assert!(contrast(&of(".grid", "stroke"), &paper) >= 3.0);
        }
    }
    assert_eq!(contrast("#000000", "#ffffff"), 21.0);
}

#[test]
fn letters_are_large_enough_at_the_size_that_is_shown() {
    let record: Record = "AI EG BE EH DG AI 1 BC CE".parse().expect("legal");
    let game = record.position();
    for svg in [
        svg(&game, Theme::Auto, None),
        svg_steps(&record, Theme::Auto, None),
    ] {
        let picture = Document::parse(&svg).expect("XML");
        let root = picture.root_element();
        let size =
            [root.attribute("width"), root.attribute("height")].map(|size| size.expect("a size"));
        assert_eq!(
            attribute(root, "viewBox"),
            format!("0 0 {} {}", size[0], size[1])
        );
        let mut seen = 0;
        for text in picture
            .descendants()
            .filter(|node| node.has_tag_name("text") || node.has_tag_name("tspan"))
        {
            let selector = match text.attribute("class") {
                Some(class @ ("sub" | "subscript")) => format!(".mark .{class}"),
                Some(class) => format!(".{class}"),
                None => ".mark text".to_string(),
            };
            let size: f64 = declared(&svg, &selector, "font-size")
                .trim_end_matches("px")
                .parse()
                .expect("a number");
            let scale = text
                .ancestors()
                .find_map(|node| node.attribute("transform"));
            let scale: f64 = scale.map_or(1.0, |transform| {
                let scale = transform.split_once("scale(").expect("a scale").1;
                scale.trim_end_matches(')').parse().expect("a number")
            });
            assert!(size * scale >= 11.0, "{selector}: {size} times {scale}");
            seen += 1;
        }
        assert!(seen > 30);
    }
}

#[test]
fn a_picture_says_in_words_what_it_shows() {
    let record: Record = "AB AB 1 CF DE EI DI".parse().expect("legal");
    let game = record.position();
    for svg in [
        svg(&game, Theme::Auto, None),
        svg_steps(&record, Theme::Auto, None),
    ] {
        let picture = Document::parse(&svg).expect("XML");
        let root = picture.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let first: Vec<_> = root.children().take(2).collect();
        assert!(first[0].has_tag_name("title") && first[1].has_tag_name("desc"));
        assert_eq!(
            first[0].text(),
            Some("X measures: which mark fills D, 4 or 6?")
        );
        let words = first[1].text().expect("words");
        assert!(words.ends_with(
            "Classical marks: X1 in A, O2 in B. Spooky marks: X3 in C and F. \
             A cycle from D by O4 to E, by X5 to I, by O6 to D."
        ));
    }
}
