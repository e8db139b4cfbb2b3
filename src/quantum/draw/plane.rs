//! Points of a drawing and curves.

use std::ops::{Add, Mul, RangeInclusive, Sub};
use std::{array, fmt};

/// A point or a vector; x increases to the right, y downwards.
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

    pub(super) fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    pub(super) fn distance(self, other: Self) -> f32 {
        (other - self).length()
    }

    /// Returns the vector rotated by 90 degrees, clockwise on the screen.
    pub(super) const fn turned(self) -> Self {
        Self::new(-self.y, self.x)
    }

    fn distance_to_segment(self, [a, b]: [Self; 2]) -> f32 {
        let (segment, to_self) = (b - a, self - a);
        let along = to_self.dot(segment) / segment.dot(segment);
        (to_self - segment * along.clamp(0.0, 1.0)).length()
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

/// Writes the coordinates as in a path, rounded to a tenth: `34 100.5`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenth = |at: f32| (at * 10.0).round() / 10.0;
        write!(f, "{} {}", tenth(self.x), tenth(self.y))
    }
}

/// A cubic Bézier curve: its start, two control points, and its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve(pub(super) [Point; 4]);

impl Curve {
    /// The number of straight segments that approximate the curve.
    const PIECES: usize = 20;

    /// Returns a curve that bends to the side by these distances, near its start and near its end.
    pub(super) fn between([a, b]: [Point; 2], [early, late]: [f32; 2]) -> Self {
        let line = b - a;
        // A curve bends three quarters as far as its control points.
        let aside = line.turned() * (4.0 / 3.0 / line.length());
        Self([
            a,
            a + line * 0.3 + aside * early,
            b - line * 0.3 + aside * late,
            b,
        ])
    }

    /// Returns a loop from a point to the left, upwards, and back.
    pub(super) fn loop_at(point: Point) -> Self {
        let [left, up] = [Point::new(-150.0, -10.0), Point::new(-10.0, -150.0)];
        Self([point, point + left, point + up, point])
    }

    /// Returns the point at a time, 0 to 1.
    pub(super) fn at(self, t: f32) -> Point {
        let Self([a, b, c, d]) = self;
        let s = 1.0 - t;
        a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
    }

    /// Returns how the point moves at a time, 0 to 1.
    fn velocity(self, t: f32) -> Point {
        let Self([a, b, c, d]) = self;
        let s = 1.0 - t;
        ((b - a) * (s * s) + (c - b) * (2.0 * s * t) + (d - c) * (t * t)) * 3.0
    }

    /// Returns the segment from one time to another, each 0 to 1.
    pub(super) fn part(self, [from, to]: [f32; 2]) -> Self {
        let (start, end, third) = (self.at(from), self.at(to), (to - from) / 3.0);
        let leaving = start + self.velocity(from) * third;
        let arriving = end - self.velocity(to) * third;
        Self([start, leaving, arriving, end])
    }

    pub(super) fn trace(self) -> Trace {
        Trace(array::from_fn(|i| self.at(i as f32 / Self::PIECES as f32)))
    }
}

/// Points along a curve.
pub(super) struct Trace([Point; Curve::PIECES + 1]);

impl Trace {
    fn pieces(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        self.0.windows(2).map(|ends| [ends[0], ends[1]])
    }

    pub(super) fn distance_to(&self, point: Point) -> f32 {
        let distances = self.pieces().map(|piece| point.distance_to_segment(piece));
        distances.fold(f32::INFINITY, f32::min)
    }

    pub(super) fn is_within(&self, range: RangeInclusive<f32>) -> bool {
        let mut coordinates = self.0.iter().flat_map(|point| [point.x, point.y]);
        coordinates.all(|at| range.contains(&at))
    }

    /// Iterates over the points that are nearer to the start or the end of the curve than `distance`.
    pub(super) fn near_ends(&self, distance: f32) -> impl Iterator<Item = Point> + '_ {
        let points = self.0.iter().copied();
        let [first, .., last] = self.0;
        points.filter(move |at| at.distance(first).min(at.distance(last)) < distance)
    }

    /// Returns the length within `near` of another curve.
    pub(super) fn length_beside(&self, other: &Self, near: f32) -> f32 {
        self.pieces()
            .filter(|[a, b]| other.distance_to((*a + *b) * 0.5) < near)
            .map(|[a, b]| a.distance(b))
            .sum()
    }
}
