//! Pictures that can't be misread: what the SVG itself says about distances, whatever placed the marks and led the links.

use std::collections::BTreeMap;

use qttt::{
    Action, Game, Mark,
    draw::{Step, Theme, svg, svg_steps},
    generate::{Chance, Strategy},
    replay,
};
use roxmltree::{Document, Node};

type Point = [f64; 2];

/// From the rim of a mark to the middle of a link that isn't its own.
const MARGIN: f64 = 5.0;
const CELL: f64 = 200.0;

/// What a board of a picture has, in the board's own units.
#[derive(Default)]
struct Drawn {
    /// By number and cell; the centre and the radius, the line drawn around it included.
    marks: BTreeMap<(u8, char), (Point, f64)>,
    links: Vec<(u8, Vec<Point>)>,
    ring: Option<Vec<Point>>,
    /// The boxes of the cells' letters.
    letters: Vec<[Point; 2]>,
}

impl Drawn {
    fn of(board: Node) -> Self {
        let mut drawn = Self::default();
        for node in board.descendants() {
            match node.attribute("class") {
                Some("mark") => {
                    let cell = attribute(node, "data-cell").chars().next().expect("a cell");
                    drawn.marks.insert((mark(node), cell), disc(node));
                }
                Some("link") => drawn.links.push((mark(node), points(attribute(node, "d")))),
                Some("ring") => drawn.ring = Some(points(attribute(node, "d"))),
                Some("name") => drawn.letters.push(letter(node)),
                _ => {}
            }
        }
        assert_eq!(drawn.letters.len(), 9);
        drawn
    }

    /// Says what touches something that it does not belong to.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (number, path) in &self.links {
            faults.extend(
                self.faults_of_path(&format!("link {number}"), path, |mark| mark == *number),
            );
            let own = self.marks.iter().filter(|((mark, _), _)| mark == number);
            let own: Vec<_> = own.map(|(_, &(center, _))| center).collect();
            let ends = [path[0], path[path.len() - 1]];
            let is_end = |mark: Point| ends.iter().any(|&end| distance(mark, end) < 0.2);
            let is_mark = |end: Point| own.iter().any(|&mark| distance(mark, end) < 0.2);
            if !ends.into_iter().all(is_mark) || !own.iter().copied().all(is_end) {
                faults.push(format!("link {number} does not end at its marks"));
            }
        }
        for (&(mark, cell), &(center, radius)) in &self.marks {
            for (other, &(other_center, other_radius)) in &self.marks {
                let apart = distance(center, other_center) - radius - other_radius;
                if *other != (mark, cell) && apart < 3.0 {
                    faults.push(format!(
                        "{apart:.1} between mark {mark} in {cell} and {other:?}"
                    ));
                }
            }
            for &letter in &self.letters {
                let apart = distance_to_box(center, letter) - radius;
                if apart < 2.0 {
                    faults.push(format!("{apart:.1} from mark {mark} in {cell} to a letter"));
                }
            }
            let index = cell as usize - 'A' as usize;
            let corner = [(index % 3) as f64 * CELL, (index / 3) as f64 * CELL];
            let is_within =
                |(at, start): (f64, f64)| at - radius > start && at + radius < start + CELL;
            if !center.into_iter().zip(corner).all(is_within) {
                faults.push(format!("mark {mark} is not within {cell}"));
            }
        }
        faults
    }

    fn faults_of_path(
        &self,
        name: &str,
        path: &[Point],
        is_own: impl Fn(u8) -> bool,
    ) -> Vec<String> {
        let mut faults = Vec::new();
        for (&(mark, cell), &(center, radius)) in &self.marks {
            let apart = distance_to_path(center, path) - radius;
            if !is_own(mark) && apart < MARGIN {
                faults.push(format!("{apart:.1} from {name} to mark {mark} in {cell}"));
            }
        }
        for &letter in &self.letters {
            let [[left, top], [right, bottom]] = letter;
            let apart = distance_to_path([(left + right) / 2.0, (top + bottom) / 2.0], path);
            if apart < 14.0 {
                faults.push(format!("{name} strikes a letter"));
            }
        }
        if path
            .iter()
            .flatten()
            .any(|at| !(0.0..=3.0 * CELL).contains(at))
        {
            faults.push(format!("{name} leaves the board"));
        }
        faults
    }

    /// Says where the cycle is no closed line through all of its marks, or crosses itself.
    fn faults_of_ring(&self, cycle: &[u8]) -> Vec<String> {
        let Some(ring) = &self.ring else {
            return match cycle.is_empty() {
                true => Vec::new(),
                false => vec!["there is no ring".to_string()],
            };
        };
        let mut faults = self.faults_of_path("ring", ring, |mark| cycle.contains(&mark));
        let is_on_ring = |&p: &Point| distance_to_path(p, ring) < 0.2;
        if distance(ring[0], ring[ring.len() - 1]) > 0.2 {
            faults.push("the ring is open".to_string());
        }
        for ((mark, cell), (center, _)) in &self.marks {
            if is_on_ring(center) != cycle.contains(mark) {
                faults.push(format!(
                    "mark {mark} in {cell} should be on the ring, or should not"
                ));
            }
        }
        for (number, link) in &self.links {
            if link.iter().all(is_on_ring) != cycle.contains(number) {
                faults.push(format!(
                    "link {number} should be on the ring, or should not"
                ));
            }
        }
        match crossings(ring) {
            0 => {}
            count => faults.push(format!("the ring crosses itself {count} times")),
        }
        faults
    }
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

/// Returns the disc that a mark fills: its circle, or the cross of a large X.
fn disc(mark: Node) -> (Point, f64) {
    let child = |name| mark.children().find(|node: &Node| node.has_tag_name(name));
    if let Some(circle) = child("circle") {
        let stroke = if mark.has_attribute("data-spooky") {
            1.25
        } else {
            7.5
        };
        let center = [number(circle, "cx"), number(circle, "cy")];
        return (center, number(circle, "r") + stroke);
    }
    let ends = points(attribute(child("path").expect("a cross"), "d"));
    let center = [0, 1].map(|i| ends.iter().map(|end| end[i]).sum::<f64>() / ends.len() as f64);
    (center, distance(center, ends[0]) + 7.5)
}

fn letter(text: Node) -> [Point; 2] {
    let (x, y, size) = (number(text, "x"), number(text, "y"), 22.0);
    [[x - 0.4 * size, y - 0.75 * size], [x + 0.4 * size, y]]
}

/// Returns points along a path of absolute M, L, Q and Z, close together on curves.
fn points(d: &str) -> Vec<Point> {
    let mut path: Vec<Point> = Vec::new();
    let mut rest = d;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..]
            .find(|c: char| c.is_ascii_alphabetic())
            .map_or(rest.len(), |i| i + 1);
        let numbers: Vec<f64> = rest[1..end]
            .split_ascii_whitespace()
            .map(|number| number.parse().expect("a number"))
            .collect();
        match (command, &numbers[..]) {
            ('M' | 'L', &[x, y]) => path.push([x, y]),
            ('Q', &[cx, cy, x, y]) => {
                let [ax, ay] = path[path.len() - 1];
                path.extend((1..=40).map(|i| {
                    let t = f64::from(i) / 40.0;
                    let at = |a: f64, c: f64, b: f64| {
                        (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * c + t * t * b
                    };
                    [at(ax, cx, x), at(ay, cy, y)]
                }));
            }
            ('Z', []) => path.push(path[0]),
            _ => panic!("a path of another kind: {d}"),
        }
        rest = &rest[end..];
    }
    path
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

/// Counts how often a closed path crosses itself.
fn crossings(path: &[Point]) -> usize {
    let mut path = path.to_vec();
    path.dedup_by(|a, b| distance(*a, *b) < 0.01);
    let pieces: Vec<_> = path.windows(2).map(|ends| [ends[0], ends[1]]).collect();
    let side = |[a, b]: [Point; 2], p: Point| {
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    };
    let cross = |one: [Point; 2], other: [Point; 2]| {
        side(one, other[0]) * side(one, other[1]) < 0.0
            && side(other, one[0]) * side(other, one[1]) < 0.0
    };
    let crossed = |(i, piece): (usize, &[Point; 2])| {
        let before = pieces[..i].iter();
        before.filter(|&&other| cross(*piece, other)).count()
    };
    pieces.iter().enumerate().map(crossed).sum()
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

fn steps_of(record: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    replay(&mut Game::new(), record.as_bytes(), |action, game| {
        steps.push((action, *game))
    })
    .expect("legal");
    steps
}

/// Returns the marks of a closed cycle: those that settle in another cell in the other outcome.
fn cycle(game: &Game) -> Vec<u8> {
    let outcomes: Vec<Game> = game
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

/// Says what is wrong with the boards of a game, in a strip and each by itself.
fn faults_of_game(steps: &[Step]) -> Vec<String> {
    let strip = boards(&svg_steps(steps, Theme::Light));
    assert_eq!(strip.len(), steps.len());
    let mut faults = Vec::new();
    let mut before = Drawn::default();
    for ((action, game), drawn) in steps.iter().zip(strip) {
        let alone = boards(&svg(game, Theme::Light));
        let cycle = cycle(game);
        let mut found = Vec::new();
        for drawn in [&drawn, &alone[0]] {
            found.extend(drawn.faults());
            found.extend(drawn.faults_of_ring(&cycle));
        }
        for outcome in &alone[1..] {
            found.extend(outcome.faults());
        }
        found.extend(moved(&before, &drawn));
        faults.extend(
            found
                .into_iter()
                .map(|fault| format!("after {action}: {fault}")),
        );
        before = drawn;
    }
    faults
}

/// Says which spooky marks stand elsewhere on the next board.
fn moved(before: &Drawn, after: &Drawn) -> Vec<String> {
    let mut moved = Vec::new();
    for (&(mark, cell), &(center, radius)) in &before.marks {
        if let Some(&(now, radius_now)) = after.marks.get(&(mark, cell))
            && radius == radius_now
            && distance(center, now) > 0.2
        {
            moved.push(format!("mark {mark} in {cell} has moved"));
        }
    }
    moved
}

fn random_game(chance: &mut Chance) -> Vec<Step> {
    let mut game = Game::new();
    let mut steps = Vec::new();
    while let Some(action) = Strategy::Random.choose(&game, chance) {
        game.act(action).expect("legal");
        steps.push((action, game));
    }
    steps
}

fn faults_of_random_games(count: usize) -> Vec<String> {
    let mut chance = Chance::from_seed(18);
    let mut faults = Vec::new();
    for _ in 0..count {
        let steps = random_game(&mut chance);
        let record: Vec<_> = steps.iter().map(|(action, _)| action.to_string()).collect();
        let record = record.join(" ");
        faults.extend(
            faults_of_game(&steps)
                .into_iter()
                .map(|fault| format!("{record}: {fault}")),
        );
    }
    faults
}

#[track_caller]
fn assert_none(faults: &[String]) {
    let first = &faults[..faults.len().min(40)];
    assert!(
        faults.is_empty(),
        "{} faults, such as\n{}",
        faults.len(),
        first.join("\n")
    );
}

#[test]
fn nothing_touches_what_is_not_its_own_in_random_games() {
    assert_none(&faults_of_random_games(100));
}

/// Run by `cargo test --release --test main quantum::pictures -- --ignored`: 10,000 games.
#[test]
#[ignore = "takes minutes"]
fn nothing_touches_what_is_not_its_own_in_ten_thousand_games() {
    assert_none(&faults_of_random_games(10_000));
}

#[test]
fn nothing_touches_what_is_not_its_own_where_marks_crowd() {
    // Eight and nine marks in a cell, at the centre, in a corner and at an edge.
    for record in [
        "AE EB EC ED EF EG EH EI AE",
        "AE EB EC ED EF EG EH EI AB",
        "AB AC AD AE AF AG AH AI AB",
        "AB AC AD AE AF AG AH AI HI",
        "FA FB FC FD FE FG FH FI FA",
        "AI CG BH DF AB CD EH FG",
        "AI EG BE EH DG AI 1 BC CE 3",
        "FI GI FG 1 AD AH CH AE CH 6 BB 9",
    ] {
        assert_none(&faults_of_game(&steps_of(record)));
    }
}

/// A curve was taken to be as small as the point where it begins, so that what crossed it went unnoticed; and where the
/// streets between the marks are too few for a ring that winds around itself, lanes are needed.
#[test]
fn a_ring_does_not_cross_itself() {
    for record in [
        "BG FH EG BF CF CE 4 AI AD AI",
        "AI DF AE AF GH CI DI",
        "EG FG BD CF EH DH FI CD",
        "AH EH CF GI DI DH AC BF FG",
        "BC AH BF AF EG EH CG",
    ] {
        assert_none(&faults_of_game(&steps_of(record)));
    }
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
        let svg = svg(&Game::new(), theme);
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
            let grounds = [
                paper.clone(),
                of(".ring", "stroke"),
                of(".mark[data-part=cycle] circle", "fill"),
            ];
            let [x, o] = ["X", "O"].map(|player| of(&format!("[data-player={player}]"), "color"));
            for mark in [&x, &o] {
                for ground in &grounds {
                    assert!(contrast(mark, ground) >= 4.5, "{mark} on {ground}");
                }
            }
            for (mark, player) in [(&x, "X"), (&o, "O")] {
                let band = of(&format!(".band[data-player={player}]"), "fill");
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
    let steps = steps_of("AI EG BE EH DG AI 1 BC CE");
    let game = steps[8].1;
    for svg in [svg(&game, Theme::Auto), svg_steps(&steps, Theme::Auto)] {
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
    let steps = steps_of("AB AB 1 CF DE EI DI");
    let game = steps[steps.len() - 1].1;
    for svg in [svg(&game, Theme::Auto), svg_steps(&steps, Theme::Auto)] {
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
