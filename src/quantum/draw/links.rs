//! Routes the links between the two marks of each pair, as simple curves that avoid other marks and each other.
//!
//! Each link, in the order of the marks, takes the first curve without flaws; if there is none, the curve with the
//! fewest flaws. A link doesn't depend on later links, so few links change from position to position.

use super::layout::{
    BOARD, LARGE_O, LARGE_X, RADIUS, RIM, STROKE, center, ends, letter, subscript,
};
use super::plane::{Curve, Point, Trace};
use crate::{Cell, Mark, Player, Position, Spooky};

/// How far curves bend sideways, near their start and near their end.
const BENDS: [f32; 15] = [
    0.0, 18.0, -18.0, 34.0, -34.0, 52.0, -52.0, 76.0, -76.0, 104.0, -104.0, 136.0, -136.0, 172.0,
    -172.0,
];

/// The minimum distance from the rim of a mark to the middle of another mark's link.
const MARGIN: f32 = 5.0;
/// The gap between a mark and a link that passes behind it.
const GAP: f32 = 9.0;
/// The minimum distance from a link to the edge of the board.
const EDGE: f32 = 4.0;
/// Two links may be nearer than this only for a length of `MAX_CLOSE_LENGTH`.
const CLOSE_DISTANCE: f32 = 10.0;
const MAX_CLOSE_LENGTH: f32 = 40.0;
/// A link that crosses another nearer to a mark than this seems to cut it off.
const END: f32 = RADIUS + 30.0;

/// Routes the links of the spooky marks of a position; returns the visible segments of each.
pub(super) fn route(position: &Position, spooky: &[Spooky]) -> Vec<Vec<Curve>> {
    let obstacles = obstacles(position, spooky);
    let mut traces: Vec<Trace> = Vec::new();
    let mut routes = Vec::new();
    for spooky in spooky {
        let (curve, trace) = best(spooky, &obstacles, &traces);
        routes.push(visible(spooky.mark, curve, &trace, &obstacles));
        traces.push(trace);
    }
    routes
}

/// A disc that links avoid.
struct Obstacle {
    at: Point,
    radius: f32,
    /// The mark; `None` for a letter or digit.
    mark: Option<Mark>,
}

/// Returns the obstacles: letters, large marks, and spooky marks.
fn obstacles(position: &Position, spooky: &[Spooky]) -> Vec<Obstacle> {
    let mut obstacles = Vec::new();
    let mut add = |at, radius, mark| obstacles.push(Obstacle { at, radius, mark });
    for cell in Cell::ALL {
        add(letter(cell), 10.0, None);
        let Some(mark) = position.classical(cell) else {
            continue;
        };
        add(subscript(cell), 16.0, None);
        match mark.player() {
            // Links can pass between the arms of a large X.
            Player::X => {
                for along in (-3..=3).map(|i| LARGE_X / 3.0 * i as f32) {
                    for direction in [Point::new(along, along), Point::new(along, -along)] {
                        add(center(cell) + direction, STROKE / 2.0 + 1.0, Some(mark));
                    }
                }
            }
            Player::O => add(center(cell), LARGE_O + STROKE / 2.0, Some(mark)),
        }
    }
    for spooky in spooky {
        for at in ends(spooky) {
            add(at, RADIUS + RIM / 2.0, Some(spooky.mark));
        }
    }
    obstacles
}

/// Returns the curve of a link, with points along it.
fn best(spooky: &Spooky, obstacles: &[Obstacle], others: &[Trace]) -> (Curve, Trace) {
    let [a, b] = ends(spooky);
    if a == b {
        let curve = Curve::loop_at(a);
        return (curve, curve.trace());
    }
    let mut bends: Vec<_> = BENDS
        .iter()
        .flat_map(|&early| BENDS.map(|late| [early, late]))
        .collect();
    bends.sort_by(|a, b| strain(*a).total_cmp(&strain(*b)));
    let mut best = None;
    for bends in bends {
        let curve = Curve::between([a, b], bends);
        let trace = curve.trace();
        let flaws = flaws(spooky.mark, &trace, obstacles, others);
        if flaws == [0; 5] {
            return (curve, trace);
        }
        if best.as_ref().is_none_or(|(fewest, _)| flaws < *fewest) {
            best = Some((flaws, (curve, trace)));
        }
    }
    best.expect("BENDS is not empty").1
}

/// Returns how much a curve differs from a straight line. An S is worse than an arc.
fn strain([early, late]: [f32; 2]) -> f32 {
    let [arc, wave] = [early + late, early - late];
    arc * arc + 4.0 * wave * wave
}

/// Returns the flaws of a curve, the worst first: the number of marks in front of it, 1 if it leaves the board, the
/// length beside other links, the number of points near the ends of other links that it passes, and the number of
/// letters and digits under it.
fn flaws(mark: Mark, trace: &Trace, obstacles: &[Obstacle], others: &[Trace]) -> [usize; 5] {
    let hit = |is_mark: bool, margin: f32| {
        let is_hit = |obstacle: &&Obstacle| {
            obstacle.mark.is_some() == is_mark
                && obstacle.mark != Some(mark)
                && trace.distance_to(obstacle.at) < obstacle.radius + margin
        };
        obstacles.iter().filter(is_hit).count()
    };
    let beside = others
        .iter()
        .map(|other| trace.length_beside(other, CLOSE_DISTANCE));
    let ends = others.iter().flat_map(|other| other.near_ends(END));
    let covered = ends.filter(|&point| trace.distance_to(point) < CLOSE_DISTANCE);
    [
        hit(true, MARGIN),
        usize::from(!trace.is_within(EDGE..=BOARD - EDGE)),
        beside
            .filter(|&length| length > MAX_CLOSE_LENGTH)
            .sum::<f32>() as usize,
        covered.count(),
        hit(false, 3.0),
    ]
}

/// Returns the segments of a curve that aren't behind a mark.
fn visible(mark: Mark, curve: Curve, trace: &Trace, obstacles: &[Obstacle]) -> Vec<Curve> {
    const STEPS: u16 = 400;
    let in_front: Vec<_> = obstacles
        .iter()
        .filter(|obstacle| obstacle.mark.is_some_and(|other| other != mark))
        .filter(|obstacle| trace.distance_to(obstacle.at) < obstacle.radius + MARGIN)
        .collect();
    if in_front.is_empty() {
        return vec![curve];
    }
    let time = |step: u16| f32::from(step) / f32::from(STEPS);
    let is_visible = |step: &u16| {
        let point = curve.at(time(*step));
        let is_apart = |obstacle: &&Obstacle| point.distance(obstacle.at) > obstacle.radius + GAP;
        in_front.iter().all(is_apart)
    };
    let steps: Vec<_> = (0..=STEPS).filter(is_visible).collect();
    steps
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| curve.part([time(run[0]), time(run[run.len() - 1])]))
        .collect()
}
