//! The streets between the rows and columns of marks, and the shortest ways along them.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{EDGE, Point, Router};
use crate::draw::layout::{BOARD, CELL};

/// Streets from the left to the right and from top to bottom, at the same distances.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Net {
    /// Between the rows and columns of marks, and along them.
    Wide,
    /// With a lane beside each of those, on which links can pass each other.
    Lanes,
}

impl Net {
    /// Where the streets of a wide net are within a cell; the far edge of the board has one more.
    const WITHIN_CELL: [f32; 6] = [0.0, 34.0, 67.0, 100.0, 133.0, 166.0];

    /// How many lanes there are from street to street.
    const fn lanes(self) -> usize {
        match self {
            Self::Wide => 1,
            Self::Lanes => 2,
        }
    }

    const fn streets(self) -> usize {
        18 * self.lanes() + 1
    }

    const fn crossroads(self) -> usize {
        self.streets() * self.streets()
    }

    fn street(self, i: usize) -> f32 {
        let wide = |i: usize| CELL * (i / 6) as f32 + Self::WITHIN_CELL[i % 6];
        let (before, lane) = (i / self.lanes(), i % self.lanes());
        let (from, to) = (wide(before), wide(before + 1));
        let at = from + (to - from) * (lane as f32 / self.lanes() as f32);
        at.clamp(EDGE, BOARD - EDGE)
    }

    fn crossing(self, i: usize) -> Point {
        let streets = self.streets();
        Point::new(self.street(i % streets), self.street(i / streets))
    }

    /// Returns the crossroads around one.
    fn around(self, i: usize) -> impl Iterator<Item = usize> {
        let streets = self.streets();
        let (x, y) = (i % streets, i / streets);
        let near = move |x: usize| x.saturating_sub(1)..=(x + 1).min(streets - 1);
        near(y)
            .flat_map(move |y| near(x).map(move |x| x + streets * y))
            .filter(move |&j| j != i)
    }
}

/// The farthest that a mark is from the crossroads where a way from it begins.
const REACH: f32 = 75.0;

impl Router {
    /// Finds the points of a short way that crosses few links.
    pub(super) fn along_streets(&self, a: Point, b: Point) -> Vec<Point> {
        // From the goal to the start: each crossroads then knows where to go on.
        let crossroads: Vec<_> = (0..self.net.crossroads())
            .map(|i| self.net.crossing(i))
            .collect();
        let mut cost = vec![f32::INFINITY; crossroads.len()];
        let mut next = vec![None; crossroads.len()];
        let mut queue = BinaryHeap::new();
        let near_b = (0..crossroads.len()).filter(|&i| crossroads[i].distance(b) <= REACH);
        let toll = |way| self.toll(way, [a, b]);
        // Costs are positive, so that their bits are in the order of the numbers.
        let key = |cost: f32, i: usize| (cost + crossroads[i].distance(a)).to_bits();
        for i in near_b {
            if let Some(toll) = toll([crossroads[i], b]) {
                cost[i] = toll;
                queue.push(Reverse((key(toll, i), toll.to_bits(), i)));
            }
        }
        let mut best = (f32::INFINITY, None);
        while let Some(Reverse((at_least, bits, i))) = queue.pop() {
            let so_far = f32::from_bits(bits);
            if f32::from_bits(at_least) >= best.0 {
                break;
            }
            if so_far > cost[i] {
                continue;
            }
            let here = crossroads[i];
            if here.distance(a) <= REACH
                && let Some(toll) = toll([a, here])
                && so_far + toll < best.0
            {
                best = (so_far + toll, Some(i));
            }
            for j in self.net.around(i) {
                // Without a toll it would cost its length.
                if so_far + here.distance(crossroads[j]) >= cost[j] {
                    continue;
                }
                if let Some(toll) = toll([crossroads[j], here])
                    && so_far + toll < cost[j]
                {
                    cost[j] = so_far + toll;
                    next[j] = Some(i);
                    queue.push(Reverse((key(cost[j], j), cost[j].to_bits(), j)));
                }
            }
        }
        let mut points = vec![a];
        let mut at = best.1;
        while let Some(i) = at {
            points.push(crossroads[i]);
            at = next[i];
        }
        points.push(b);
        self.tightened(&points, [a, b])
    }

    /// Leaves out the points that the way can do without.
    fn tightened(&self, points: &[Point], ends: [Point; 2]) -> Vec<Point> {
        let mut tight = vec![points[0]];
        let mut at = 0;
        while at + 1 < points.len() {
            let is_as_good = |&to: &usize| {
                let part = &points[at..=to];
                let whole: Option<f32> = part
                    .windows(2)
                    .map(|way| self.toll([way[0], way[1]], ends))
                    .sum();
                let straight = self.toll([points[at], points[to]], ends);
                matches!((straight, whole), (Some(straight), Some(whole)) if straight <= whole + 0.1)
            };
            at = (at + 2..points.len())
                .rev()
                .find(is_as_good)
                .unwrap_or(at + 1);
            tight.push(points[at]);
        }
        tight
    }

    /// Returns what a straight piece of a way costs, if it is free: its length, and a price for each link it crosses,
    /// and on lanes for what it comes near to.
    fn toll(&self, way: [Point; 2], ends: [Point; 2]) -> Option<f32> {
        if !self.obstacles.is_free(way, ends) {
            return None;
        }
        let crossings: usize = self.drawn.iter().map(|path| path.crossings_with(way)).sum();
        let [from, to] = way;
        let length = from.distance(to);
        let mut toll = length + self.against_crossing * crossings as f32;
        if self.net == Net::Lanes {
            let beside = self.drawn.iter().map(|path| path.beside(way, &ends));
            toll += 3.0 * beside.sum::<f32>();
            // To hug a mark would close the lane for the links that come later.
            if !self.obstacles.leaves_room(way, ends) {
                toll += 0.7 * length;
            }
        }
        Some(toll)
    }
}
