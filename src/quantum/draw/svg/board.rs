//! The SVG shapes of a board.

use super::Picture;
use crate::quantum::draw::layout::{
    BOARD, CELL, LARGE_O, LARGE_X, LETTER_SIZE, RADIUS, SUBSCRIPT_SIZE, center, letter, spot,
    subscript,
};
use crate::quantum::draw::links;
use crate::quantum::draw::plane::{Curve, Point};
use crate::{Cell, CellSet, Mark, Part, Player, Position, Spooky};

impl Picture {
    /// Draws a board in a square of 600: in drawing order, bands under lines of three, the cycle's cells, the grid,
    /// links, letters, marks, lines of three.
    pub(super) fn board(&mut self, position: &Position) {
        for (player, line) in position.lines() {
            self.band(player, first_and_last(line).map(center));
        }
        for cell in position.cycle() {
            let corner = center(cell) - Point::new(CELL, CELL) * 0.5;
            self.shapes +=
                &format!("<path class=\"tint\" d=\"M{corner}h{CELL}v{CELL}h-{CELL}Z\"/>");
        }
        for i in 1..3 {
            let (at, end) = (CELL * i as f32, BOARD);
            self.shapes +=
                &format!("<path class=\"grid\" d=\"M{at} 0L{at} {end}M0 {at}L{end} {at}\"/>");
        }
        let spooky: Vec<_> = position.spooky_marks().collect();
        let links = links::route(position, &spooky);
        let links = links.iter().map(|(spooky, parts)| (spooky, path(parts)));
        let (cycle, others): (Vec<_>, Vec<_>) =
            links.partition(|(spooky, _)| spooky.part == Part::Cycle);
        for (spooky, path) in others {
            self.link(spooky, &path);
        }
        if !cycle.is_empty() {
            let ring: String = cycle.iter().map(|(_, path)| &path[..]).collect();
            self.shapes += &format!(
                "<path class=\"ring\" data-cycle=\"{}\" d=\"{ring}\"/>",
                position.cycle().letters()
            );
        }
        for (spooky, path) in cycle {
            self.link(spooky, &path);
        }
        // Above the links, because players need the letters.
        for cell in Cell::ALL {
            self.letter("name", letter(cell), LETTER_SIZE, &cell.to_string());
        }
        for spooky in &spooky {
            let [one, other] = spooky.cells;
            self.spooky(spooky, one);
            if one != other {
                self.spooky(spooky, other);
            }
        }
        for cell in Cell::ALL {
            if let Some(mark) = position.classical(cell) {
                self.classical(cell, mark);
            }
        }
        for (player, line) in position.lines() {
            self.line(player, first_and_last(line));
        }
    }

    /// Draws the link between the two marks of a pair.
    fn link(&mut self, spooky: &Spooky, path: &str) {
        let Spooky { mark, cells, part } = spooky;
        let ([a, b], player, part) = (cells, mark.player(), name_of(*part));
        let mark = mark.number();
        self.shapes += &format!(
            "<path class=\"under\" d=\"{path}\"/>\
             <path class=\"link {player} {part}\" data-mark=\"{mark}\" data-link=\"{mark}\" data-cells=\"{a}{b}\" \
             data-player=\"{player}\" data-part=\"{part}\" d=\"{path}\"/>",
        );
    }

    fn spooky(&mut self, spooky: &Spooky, cell: Cell) {
        let mark = spooky.mark;
        let (player, part) = (mark.player(), name_of(spooky.part));
        let Point { x, y } = spot(mark, cell);
        let mark = mark.number();
        self.shapes += &format!(
            "<g class=\"mark {player} {part}\" data-mark=\"{mark}\" data-in=\"{cell}\" data-spooky=\"{mark}\" \
             data-player=\"{player}\" data-part=\"{part}\">\
             <circle class=\"disc\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>\
             <text class=\"text letter\" x=\"{}\" y=\"{}\">{player}</text>\
             <text class=\"text sub\" x=\"{}\" y=\"{}\">{mark}</text></g>",
            x - 6.0,
            y + 8.0,
            x + 9.0,
            y + 11.0,
        );
    }

    fn classical(&mut self, cell: Cell, mark: Mark) {
        let (at, player) = (center(cell), mark.player());
        let mark = mark.number().to_string();
        self.shapes += &format!(
            "<g class=\"mark {player}\" data-mark=\"{mark}\" data-in=\"{cell}\" data-player=\"{player}\">"
        );
        let corner = |x: f32, y: f32| at + Point::new(x, y) * LARGE_X;
        self.shapes += &match player {
            Player::X => format!(
                "<path class=\"large\" d=\"M{}L{}M{}L{}\"/>",
                corner(-1.0, -1.0),
                corner(1.0, 1.0),
                corner(1.0, -1.0),
                corner(-1.0, 1.0),
            ),
            Player::O => format!(
                "<circle class=\"large\" cx=\"{}\" cy=\"{}\" r=\"{LARGE_O}\"/>",
                at.x, at.y,
            ),
        };
        self.letter("subscript", subscript(cell), SUBSCRIPT_SIZE, &mark);
        self.shapes += "</g>";
    }

    /// Draws the band under a line of three, with round ends.
    fn band(&mut self, player: Player, [a, b]: [Point; 2]) {
        const HALF: f32 = 86.0;
        let aside = (b - a).turned() * (HALF / a.distance(b));
        let [p, q, r, s] = [a + aside, a - aside, b - aside, b + aside];
        self.shapes += &format!(
            "<path class=\"band {player}\" data-player=\"{player}\" \
             d=\"M{p}A{HALF} {HALF} 0 0 1 {q}L{r}A{HALF} {HALF} 0 0 1 {s}Z\"/>",
        );
    }

    /// Strikes through a line of three.
    fn line(&mut self, player: Player, [first, last]: [Cell; 2]) {
        let (a, b) = (center(first), center(last));
        let beyond = (b - a) * 0.17;
        self.shapes += &format!(
            "<path class=\"line {player}\" data-line=\"{first}{last}\" data-player=\"{player}\" d=\"M{}L{}\"/>",
            a - beyond,
            b + beyond,
        );
    }

    /// Writes a letter or digit with its middle at a point. The height of capitals and digits is 0.72 times the font
    /// size.
    fn letter(&mut self, class: &str, at: Point, size: f32, letter: &str) {
        self.text(class, at.x, at.y + 0.36 * size, letter);
    }
}

/// Returns the path data for a series of curves.
fn path(curves: &[Curve]) -> String {
    let curve = |Curve([a, b, c, d]): &Curve| format!("M{a}C{b} {c} {d}");
    curves.iter().map(curve).collect()
}

fn first_and_last(line: CellSet) -> [Cell; 2] {
    let mut cells = line.iter();
    [cells.next(), cells.last()].map(|cell| cell.expect("a line has three cells"))
}

const fn name_of(part: Part) -> &'static str {
    match part {
        Part::Cycle => "cycle",
        Part::Attached => "attached",
        Part::Free => "free",
    }
}
