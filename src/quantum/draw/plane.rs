//! Points of the drawing, and paths made of straight pieces and curves.

use std::{
    fmt,
    ops::{Add, Mul, Sub},
};

/// A point, or the way from one point to another; x grows to the right, y downwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub(super) x: f32,
    pub(super) y: f32,
}

impl Point {
    pub(super) const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// Tells on which side of this way another one leads: the sign of the sine of the angle between them.
    fn side(self, other: Self) -> f32 {
        self.x * other.y - self.y * other.x
    }

    pub(super) fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    pub(super) fn distance(self, other: Self) -> f32 {
        (other - self).length()
    }

    /// Returns the way turned by a quarter.
    pub(super) const fn turned(self) -> Self {
        Self::new(-self.y, self.x)
    }

    pub(super) fn distance_to_segment(self, [a, b]: [Self; 2]) -> f32 {
        let (way, to_here) = (b - a, self - a);
        let length = way.dot(way);
        let along = if length > 0.0 {
            (to_here.dot(way) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (to_here - way * along).length()
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Self;

    fn mul(self, factor: f32) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// Writes the coordinates as paths have them, to a tenth: `34 100.5`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = |x: f32| (x * 10.0).round() / 10.0;
        write!(f, "{} {}", tenths(self.x), tenths(self.y))
    }
}

/// Tells whether two segments cross, or one ends on the other.
pub(super) fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let apart = |from: Point, way: Point, one: Point, other: Point| {
        way.side(one - from) * way.side(other - from) <= 0.0
    };
    may_be_near([a, b], [c, d], 0.0) && apart(a, b - a, c, d) && apart(c, d - c, a, b)
}

/// Tells whether the boxes around two segments come so near to each other: soon seen, and mostly they don't.
#[inline]
fn may_be_near([a, b]: [Point; 2], [c, d]: [Point; 2], near: f32) -> bool {
    let overlap =
        |a: f32, b: f32, c: f32, d: f32| a.min(b) <= c.max(d) + near && c.min(d) <= a.max(b) + near;
    overlap(a.x, b.x, c.x, d.x) && overlap(a.y, b.y, c.y, d.y)
}

/// So near to each other, paths touch: more than the straight pieces of a curve are off.
const TOUCH: f32 = 3.0;
/// So near to an end of a path, a mark covers it.
const UNDER_A_MARK: f32 = 30.0;

/// Tells whether an end of one of two segments comes so near to the other.
fn end_is_near(one: [Point; 2], other: [Point; 2], near: f32) -> bool {
    one.iter().any(|p| p.distance_to_segment(other) < near)
        || other.iter().any(|p| p.distance_to_segment(one) < near)
}

/// A line that can be drawn without lifting the pen.
#[derive(Clone, Debug)]
pub(super) struct Path {
    start: Point,
    pieces: Vec<Piece>,
    /// Points along it, near enough to each other to measure by.
    flat: Vec<Point>,
    /// The top left and the bottom right corner of the box that they are in.
    bounds: [Point; 2],
}

#[derive(Clone, Copy, Debug)]
enum Piece {
    Line(Point),
    /// A quadratic curve: its control point and its end.
    Curve(Point, Point),
}

impl Path {
    pub(super) fn from(start: Point) -> Self {
        Self {
            start,
            pieces: Vec::new(),
            flat: vec![start],
            bounds: [start, start],
        }
    }

    fn push(&mut self, point: Point) {
        let [low, high] = self.bounds;
        self.bounds = [
            Point::new(low.x.min(point.x), low.y.min(point.y)),
            Point::new(high.x.max(point.x), high.y.max(point.y)),
        ];
        self.flat.push(point);
    }

    pub(super) fn line_to(mut self, end: Point) -> Self {
        self.pieces.push(Piece::Line(end));
        self.push(end);
        self
    }

    pub(super) fn curve_to(mut self, control: Point, end: Point) -> Self {
        const PARTS: u8 = 12;
        let start = self.end();
        for i in 1..=PARTS {
            let t = f32::from(i) / f32::from(PARTS);
            let (a, b) = (start + (control - start) * t, control + (end - control) * t);
            self.push(a + (b - a) * t);
        }
        self.pieces.push(Piece::Curve(control, end));
        self
    }

    /// Goes through points on straight pieces, and rounds the corners as far as `reach` allows.
    pub(super) fn through(points: &[Point], reach: f32) -> Self {
        let mut path = Self::from(points[0]);
        for corner in points.windows(3) {
            let [before, at, after] = [corner[0], corner[1], corner[2]];
            let towards = |other: Point| {
                let way = other - at;
                let length = way.length();
                at + way * ((length / 2.0).min(reach) / length)
            };
            path = path.line_to(towards(before));
            if reach > 0.0 {
                path = path.curve_to(at, towards(after));
            }
        }
        path.line_to(points[points.len() - 1])
    }

    /// Goes on along another path, which begins where this one ends.
    pub(super) fn then(mut self, other: &Self) -> Self {
        self.pieces.extend(&other.pieces);
        for &point in &other.flat {
            self.push(point);
        }
        self
    }

    pub(super) fn start(&self) -> Point {
        self.start
    }

    fn end(&self) -> Point {
        self.pieces.last().map_or(self.start, |piece| piece.end())
    }

    /// Returns the straight pieces that it nearly consists of.
    pub(super) fn segments(&self) -> impl Iterator<Item = [Point; 2]> + Clone + '_ {
        self.flat.windows(2).map(|ends| [ends[0], ends[1]])
    }

    /// Counts where it crosses or touches another path. Paths may begin or end at the same point.
    pub(super) fn crossings(&self, other: &Self) -> usize {
        self.segments()
            .map(|piece| other.crossings_with(piece))
            .sum()
    }

    /// Counts where it crosses or touches a segment, apart from its ends.
    pub(super) fn crossings_with(&self, segment: [Point; 2]) -> usize {
        let ends = [self.start, self.end()];
        let is_at_an_end = |piece: [Point; 2]| {
            piece
                .iter()
                .any(|point| ends.iter().any(|end| end.distance(*point) < UNDER_A_MARK))
        };
        // Those that part at a mark meet only if they can hardly be told apart.
        let part_at_an_end = |piece: [Point; 2]| {
            piece.into_iter().any(|p| {
                segment.contains(&p) && ends.contains(&p) && {
                    let [one, other] = [piece, segment].map(|[a, b]| (a - p) + (b - p));
                    one.dot(other) <= 0.96 * one.length() * other.length()
                }
            })
        };
        let meet = |piece: [Point; 2]| {
            may_be_near(piece, segment, TOUCH)
                && match is_at_an_end(piece) {
                    true => cross(piece, segment) && !part_at_an_end(piece),
                    false => cross(piece, segment) || end_is_near(piece, segment, TOUCH),
                }
        };
        match self.is_near(segment, TOUCH) {
            true => self.segments().filter(|&piece| meet(piece)).count(),
            false => 0,
        }
    }

    /// Tells whether a segment reaches to the box that the path is in, or is nearly there.
    fn is_near(&self, [a, b]: [Point; 2], near: f32) -> bool {
        let [low, high] = self.bounds;
        a.x.min(b.x) <= high.x + near
            && a.x.max(b.x) >= low.x - near
            && a.y.min(b.y) <= high.y + near
            && a.y.max(b.y) >= low.y - near
    }

    /// Returns for about how long it runs so near to another path that they could be taken for one. Where both begin or
    /// end they may.
    pub(super) fn runs_beside(&self, other: &Self) -> f32 {
        let ends = [other.start, other.end()];
        let common: Vec<_> = [self.start, self.end()]
            .into_iter()
            .filter(|end| ends.contains(end))
            .collect();
        self.segments()
            .map(|piece| other.beside(piece, &common))
            .sum()
    }

    /// Returns for about how long a segment runs so near that it could be taken for a part of the path. Around some
    /// points it may.
    pub(super) fn beside(&self, segment: [Point; 2], around: &[Point]) -> f32 {
        const NEAR: f32 = 18.0;
        const STEP: f32 = 20.0;
        const AROUND: f32 = 60.0;
        if !self.is_near(segment, NEAR) {
            return 0.0;
        }
        let is_beside = |point: &Point| {
            around.iter().all(|end| end.distance(*point) > AROUND)
                && self
                    .segments()
                    .any(|piece| point.distance_to_segment(piece) < NEAR)
        };
        let [a, b] = segment;
        let length = a.distance(b);
        let steps = (length / STEP).ceil() as usize;
        let points = (0..steps).map(|i| a + (b - a) * ((i as f32 + 0.5) / steps as f32));
        points.filter(is_beside).count() as f32 * length / steps.max(1) as f32
    }

    pub(super) fn length(&self) -> f32 {
        self.segments().map(|[a, b]| a.distance(b)).sum()
    }
}

impl Piece {
    const fn end(self) -> Point {
        match self {
            Self::Line(end) | Self::Curve(_, end) => end,
        }
    }
}

/// Writes the path as SVG does, every coordinate counted from the same origin.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "M{}", self.start)?;
        for piece in &self.pieces {
            match piece {
                Piece::Line(end) => write!(f, "L{end}")?,
                Piece::Curve(control, end) => write!(f, "Q{control} {end}")?,
            }
        }
        Ok(())
    }
}
