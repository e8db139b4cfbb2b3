//! Where the spooky marks stand in their cells.
//!
//! A mark stands where the way to its partner is short and free, and stays there from board to board. Each cell has
//! eight spots, in rows and columns as far apart as a link needs that passes between two marks: whatever stands on
//! them, from every spot there is a way to every other one. [`Routes`](super::route::Routes) finds it.

use super::{
    plane::{Point, cross},
    route::{CLEAR, CROSSING, Effort, Obstacles, cost_of_ring},
    scene::{Part, Scene},
};
use crate::{Cell, Mark};

/// Lengths are in the units of the drawing.
pub(super) const CELL: f32 = 200.0;
pub(super) const BOARD: f32 = 3.0 * CELL;
pub(super) const RADIUS: f32 = 24.0;
/// How far apart the rows and columns of spots are.
const PITCH: f32 = 66.0;

/// How many pairs of spots are tried for a mark that closes a ring, until the ring doesn't cross itself.
const MOST_TRIES: usize = 24;
const MOST_SECOND_TRIES: usize = 8;

/// The spots of a cell, from its centre. The cell's letter has the top left corner.
const SPOTS: [Point; 8] = [
    Point::new(0.0, -PITCH),
    Point::new(PITCH, -PITCH),
    Point::new(-PITCH, 0.0),
    Point::new(0.0, 0.0),
    Point::new(PITCH, 0.0),
    Point::new(-PITCH, PITCH),
    Point::new(0.0, PITCH),
    Point::new(PITCH, PITCH),
];

/// The ninth spot, for the one mark in a game that may meet eight others: the letter makes room for it.
const LAST_SPOT: Point = Point::new(-PITCH, -PITCH);

/// Where the letter of a cell has its middle, from the centre of the cell: as a rule, and between four marks.
const LETTER: Point = Point::new(-82.0, -82.0);
const LETTER_AMONG_NINE: Point = Point::new(-PITCH / 2.0, -PITCH / 2.0);

pub(super) fn center(cell: Cell) -> Point {
    let [column, row] = [cell.index() % 3, cell.index() / 3];
    Point::new(column as f32 + 0.5, row as f32 + 0.5) * CELL
}

/// The place of each spooky mark in both of its cells.
#[derive(Clone)]
pub(super) struct Layout([Option<[(Cell, Point); 2]>; 9]);

impl Layout {
    pub(super) const EMPTY: Self = Self([None; 9]);

    /// Places the marks of a position. Those that have been placed before stay where they are.
    pub(super) fn then(&self, scene: &Scene) -> Self {
        let mut layout = Self::EMPTY;
        for (mark, places) in Mark::ALL.into_iter().zip(self.0) {
            let cells = places.map(|places| places.map(|(cell, _)| cell));
            if cells.is_some() && cells == scene.game.spooky(mark) {
                layout.0[index(mark)] = places;
            }
        }
        for link in &scene.links {
            if layout.0[index(link.mark)].is_none() {
                layout.place(scene, link.mark, link.cells);
            }
        }
        layout
    }

    /// Returns where a mark stands in its cells, in reading order.
    pub(super) fn places(&self, mark: Mark) -> Option<[Point; 2]> {
        self.0[index(mark)].map(|places| places.map(|(_, point)| point))
    }

    pub(super) fn place_in(&self, mark: Mark, cell: Cell) -> Option<Point> {
        let places = self.0[index(mark)]?;
        let (_, point) = places.into_iter().find(|&(at, _)| at == cell)?;
        Some(point)
    }

    /// Returns the cells of a mark, and where it stands in them; a doubled cell once.
    pub(super) fn cells(&self, mark: Mark) -> impl Iterator<Item = (Cell, Point)> + use<> {
        let [one, other] = match self.0[index(mark)] {
            Some([one, other]) => [Some(one), Some(other).filter(|_| one != other)],
            None => [None; 2],
        };
        one.into_iter().chain(other)
    }

    /// Returns where marks stand in a cell.
    fn points_in(&self, cell: Cell) -> impl Iterator<Item = Point> {
        self.0
            .iter()
            .flatten()
            .flatten()
            .filter(move |(at, _)| *at == cell)
            .map(|&(_, point)| point)
    }

    fn place(&mut self, scene: &Scene, mark: Mark, [a, b]: [Cell; 2]) {
        if a == b {
            // Nothing else is left on the board that is spooky.
            self.0[index(mark)] = Some([(a, center(a)); 2]);
            return;
        }
        let [spots_a, spots_b] = [a, b].map(|cell| self.free_spots(cell));
        let choice = Choice::of(self, scene, mark);
        let mut pairs: Vec<_> = spots_a
            .iter()
            .flat_map(|&at| spots_b.iter().map(move |&to| [at, to]))
            .map(|[at, to]| {
                let cost_of_spots = choice.cost_of_spot(a, at) + choice.cost_of_spot(b, to);
                (
                    cost_of_spots + choice.cost_of_link([at, to]),
                    [(a, at), (b, to)],
                )
            })
            .collect();
        pairs.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let with = |&(_, places): &(f32, [(Cell, Point); 2])| {
            let mut layout = self.clone();
            layout.0[index(mark)] = Some(places);
            layout
        };
        if choice.ring.is_empty() {
            *self = with(&pairs[0]);
            return;
        }
        let mut tries = Vec::new();
        for layout in pairs.iter().take(MOST_TRIES).map(with) {
            let cost = cost_of_ring(scene, &layout, Effort::OneOrder);
            tries.push((cost, layout));
            if cost < CROSSING {
                break;
            }
        }
        tries.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let simple_with = |effort| {
            let is_simple =
                move |(_, layout): &&(f32, Self)| cost_of_ring(scene, layout, effort) < CROSSING;
            tries.iter().take(MOST_SECOND_TRIES).find(is_simple)
        };
        let best = simple_with(Effort::AllOrders).or_else(|| simple_with(Effort::Lanes));
        *self = best.unwrap_or(&tries[0]).1.clone();
    }

    /// Returns the spots of a cell where nothing stands.
    fn free_spots(&self, cell: Cell) -> Vec<Point> {
        let is_free = |spot: &Point| self.points_in(cell).all(|point| point != *spot);
        let spots = SPOTS.map(|spot| center(cell) + spot);
        let free: Vec<_> = spots.into_iter().filter(is_free).collect();
        match free.is_empty() {
            true => vec![center(cell) + LAST_SPOT],
            false => free,
        }
    }

    /// Returns where the letter of a cell has its middle.
    pub(super) fn letter(&self, cell: Cell) -> Point {
        let at = center(cell);
        match self.points_in(cell).any(|point| point == at + LAST_SPOT) {
            true => at + LETTER_AMONG_NINE,
            false => at + LETTER,
        }
    }
}

fn index(mark: Mark) -> usize {
    usize::from(mark.number()) - 1
}

/// What the choice of two spots for a mark depends on.
struct Choice {
    obstacles: Obstacles,
    /// The links that are drawn already, as if they were straight.
    links: Vec<[Point; 2]>,
    marks: Vec<Point>,
    /// Where the ring that the mark closes goes on in either cell.
    ring: Vec<(Cell, Point)>,
    ring_links: Vec<[Point; 2]>,
}

impl Choice {
    fn of(layout: &Layout, scene: &Scene, mark: Mark) -> Self {
        let ring_marks: Vec<_> = scene.links_that(Part::Cycle);
        let places = |mark| layout.places(mark);
        let closes = ring_marks.last().is_some_and(|link| link.mark == mark);
        let ring_links: Vec<_> = ring_marks
            .iter()
            .filter(|_| closes)
            .filter_map(|link| places(link.mark))
            .collect();
        let ring = ring_marks
            .iter()
            .filter(|_| closes)
            .flat_map(|link| link.cells.map(|cell| (link.mark, cell)))
            .filter_map(|(mark, cell)| Some((cell, layout.place_in(mark, cell)?)))
            .collect();
        let links: Vec<_> = scene
            .links
            .iter()
            .filter_map(|link| places(link.mark))
            .collect();
        Self {
            obstacles: Obstacles::of(&scene.game, layout),
            marks: links.iter().flatten().copied().collect(),
            links,
            ring,
            ring_links,
        }
    }

    /// Counts what speaks against a spot, whatever the other one is.
    fn cost_of_spot(&self, cell: Cell, at: Point) -> f32 {
        // Links that would have to be led around it.
        let in_the_way = self
            .links
            .iter()
            .filter(|&&link| CLEAR > at.distance_to_segment(link))
            .count();
        let crowd = self
            .marks
            .iter()
            .filter(|mark| mark.distance(at) < 1.2 * PITCH)
            .count();
        let middle = if at == center(cell) { 30.0 } else { 0.0 };
        let joint: f32 = self
            .ring
            .iter()
            .filter(|&&(ring_cell, _)| ring_cell == cell)
            .map(|&(_, point)| self.cost_of_way([at, point]))
            .sum();
        160.0 * in_the_way as f32 + 12.0 * crowd as f32 + middle + joint
    }

    fn cost_of_link(&self, link: [Point; 2]) -> f32 {
        let across_ring = self.ring_links.iter().filter(|&&l| cross(l, link)).count();
        self.cost_of_way(link) + 200.0 * across_ring as f32
    }

    fn cost_of_way(&self, way: [Point; 2]) -> f32 {
        let [a, b] = way;
        let blocked = self.obstacles.in_the_way(way, way);
        let crossed = self.links.iter().filter(|&&link| cross(link, way)).count();
        a.distance(b) + 120.0 * blocked as f32 + 80.0 * crossed as f32
    }
}
