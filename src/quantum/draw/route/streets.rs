//! The streets between the rows and columns of marks, and the shortest ways along them.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{EDGE, Point, Router};
use crate::draw::layout::{BOARD, CELL};

/// Where streets and rows of marks are, within a cell and on the whole board: six for each cell, and the far edge.
const WITHIN_CELL: [f32; 6] = [0.0, 34.0, 67.0, 100.0, 133.0, 166.0];
const STREETS: usize = 19;
const CROSSROADS: usize = STREETS * STREETS;

fn street(i: usize) -> f32 {
    let at = CELL * (i / 6) as f32 + WITHIN_CELL[i % 6];
    at.clamp(EDGE, BOARD - EDGE)
}

fn crossroads(i: usize) -> Point {
    Point::new(street(i % STREETS), street(i / STREETS))
}

/// Returns the crossroads around one.
fn around(i: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (i % STREETS, i / STREETS);
    let near = |x: usize| x.saturating_sub(1)..=(x + 1).min(STREETS - 1);
    near(y)
        .flat_map(move |y| near(x).map(move |x| x + STREETS * y))
        .filter(move |&j| j != i)
}

/// The farthest that a mark is from the crossroads where a way from it begins.
const REACH: f32 = 75.0;

impl Router {
    /// Finds the points of a short way that crosses few links.
    pub(super) fn along_streets(&self, a: Point, b: Point) -> Vec<Point> {
        // From the goal to the start: each crossroads then knows where to go on.
        let mut cost = [f32::INFINITY; CROSSROADS];
        let mut next = [None; CROSSROADS];
        let mut queue = BinaryHeap::new();
        let is_near =
            |point: Point| (0..CROSSROADS).filter(move |&i| crossroads(i).distance(point) <= REACH);
        let toll = |way| self.toll(way, [a, b]);
        // Costs are positive, so that their bits are in the order of the numbers.
        let key = |cost: f32| cost.to_bits();
        for i in is_near(b) {
            if let Some(toll) = toll([crossroads(i), b]) {
                cost[i] = toll;
                queue.push(Reverse((key(toll), i)));
            }
        }
        let mut best = (f32::INFINITY, None);
        while let Some(Reverse((bits, i))) = queue.pop() {
            let so_far = f32::from_bits(bits);
            if so_far >= best.0 {
                break;
            }
            if so_far > cost[i] {
                continue;
            }
            let here = crossroads(i);
            if here.distance(a) <= REACH
                && let Some(toll) = toll([a, here])
                && so_far + toll < best.0
            {
                best = (so_far + toll, Some(i));
            }
            for j in around(i) {
                // Without a toll it would cost its length.
                if so_far + here.distance(crossroads(j)) >= cost[j] {
                    continue;
                }
                if let Some(toll) = toll([crossroads(j), here])
                    && so_far + toll < cost[j]
                {
                    cost[j] = so_far + toll;
                    next[j] = Some(i);
                    queue.push(Reverse((key(cost[j]), j)));
                }
            }
        }
        let mut points = vec![a];
        let mut at = best.1;
        while let Some(i) = at {
            points.push(crossroads(i));
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

    /// Returns what a straight piece of a way costs, if it is free: its length, and a price for each link it crosses.
    fn toll(&self, way: [Point; 2], ends: [Point; 2]) -> Option<f32> {
        if !self.obstacles.is_free(way, ends) {
            return None;
        }
        let crossings: usize = self.drawn.iter().map(|path| path.crossings_with(way)).sum();
        let [a, b] = way;
        Some(a.distance(b) + self.against_crossing * crossings as f32)
    }
}
