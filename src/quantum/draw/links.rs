//! How links lead from mark to mark: as gentle arcs that keep away from other marks and from each other.
//!
//! A link has some curves to choose from. The links are led in the order of their marks, as in the game; each takes the
//! cheapest curve given all that is there, and those before it stay as they are unless another curve is much cheaper. So links seldom move from step to step.

use super::{
    layout::{BOARD, RADIUS, center, ends, letter, subscript},
    plane::{Curve, Point, Trace},
    scene::{Link, Scene},
};
use crate::{CellSet, Mark, Player};

/// How far curves bend aside, early and late on their way.
const BENDS: [f32; 15] = [
    0.0, 18.0, -18.0, 34.0, -34.0, 52.0, -52.0, 76.0, -76.0, 104.0, -104.0, 136.0, -136.0, 172.0,
    -172.0,
];
/// How often each link may choose again when another is added. Nearly always, twice is enough.
const MAX_ROUNDS: usize = 6;
/// How much cheaper a curve must be to replace another.
const MUCH_CHEAPER: f32 = 25.0;

/// From the rim of a mark to the middle of a link that isn't its own. With less, the link leads behind the mark, with a
/// gap on both sides.
const MARGIN: f32 = 5.0;
const GAP: f32 = 9.0;
/// More room than this makes nothing better; less than the second is too little for a letter.
const ROOM: f32 = 24.0;
const ROOM_OF_LETTER: [f32; 2] = [10.0, 3.0];
/// How near a link may come to the edge of the board.
const EDGE: f32 = 4.0;
/// Links nearer than this run together, unless they just cross.
const TOGETHER: f32 = 12.0;

/// The costs of a curve, each far more than the next.
const BEHIND_MARK: f32 = 600.0;
const OFF_BOARD: f32 = 400.0;
const ON_LETTER: f32 = 100.0;
const CROSSING: f32 = 8.0;
const TOGETHER_PER_UNIT: f32 = 4.0;

/// Leads the links of a board. Each is in the parts that are seen.
pub(super) fn lead(scene: &Scene) -> Vec<(Link, Vec<Curve>)> {
    let mut obstacles = fixed(scene);
    let mut leads: Vec<Lead> = Vec::new();
    for link in &scene.links {
        let marks = ends(link).map(|at| Obstacle {
            at,
            radius: RADIUS + 1.25,
            mark: Some(link.mark),
        });
        for lead in &mut leads {
            lead.avoid(&marks);
        }
        let mut lead = Lead::new(link);
        lead.avoid(&obstacles);
        obstacles.extend(marks);
        leads.push(lead);
        choose(&mut leads);
    }
    let parts = leads.iter().map(|lead| lead.parts(&obstacles));
    scene.links.iter().copied().zip(parts).collect()
}

/// A disc that links are led around.
struct Obstacle {
    at: Point,
    radius: f32,
    /// Whose it is; letters and digits are nobody's.
    mark: Option<Mark>,
}

/// Returns what is there before any link: letters and large marks.
fn fixed(scene: &Scene) -> Vec<Obstacle> {
    let mut obstacles = Vec::new();
    let mut add = |at, radius, mark| obstacles.push(Obstacle { at, radius, mark });
    for cell in CellSet::FULL {
        add(letter(cell), 10.0, None);
        let Some(mark) = scene.position.classical(cell) else {
            continue;
        };
        add(subscript(cell), 16.0, None);
        match mark.player() {
            // Links may lead into the corners of a large X.
            Player::X => {
                for along in (-3..=3).map(|i| 14.0 * i as f32) {
                    for way in [Point::new(along, along), Point::new(along, -along)] {
                        add(center(cell) + way, 8.5, Some(mark));
                    }
                }
            }
            Player::O => add(center(cell), 54.5, Some(mark)),
        }
    }
    obstacles
}

impl Obstacle {
    /// Returns the cost of a curve that comes near.
    fn cost(&self, trace: &Trace) -> f32 {
        let Some(distance) = trace.distance_within(self.at, self.radius + ROOM) else {
            return 0.0;
        };
        let room = distance - self.radius;
        let lacking = |enough: f32| ((enough - room) / enough).max(0.0);
        let [enough, too_little] = ROOM_OF_LETTER;
        match self.mark {
            Some(_) if room < MARGIN => BEHIND_MARK + 5.0 * lacking(ROOM),
            Some(_) => 30.0 * lacking(ROOM) * lacking(ROOM),
            None if room < too_little => ON_LETTER + lacking(enough),
            None => 10.0 * lacking(enough),
        }
    }
}

/// A link that is being led.
struct Lead {
    mark: Mark,
    curves: Vec<Choice>,
    chosen: usize,
}

struct Choice {
    /// Its cost apart from the other links.
    cost: f32,
    curve: Curve,
    trace: Trace,
}

impl Lead {
    fn new(link: &Link) -> Self {
        let [low, high] = [EDGE, BOARD - EDGE].map(|at| Point::new(at, at));
        let choice = |(bend, curve): (f32, Curve)| {
            let trace = curve.trace();
            let off_board = if trace.is_within(low, high) {
                0.0
            } else {
                OFF_BOARD
            };
            Choice {
                cost: bend + off_board,
                curve,
                trace,
            }
        };
        Self {
            mark: link.mark,
            curves: curves(ends(link)).into_iter().map(choice).collect(),
            chosen: 0,
        }
    }

    /// Adds the cost of more obstacles to that of each curve.
    fn avoid(&mut self, obstacles: &[Obstacle]) {
        for choice in &mut self.curves {
            let costs = obstacles
                .iter()
                .map(|obstacle| obstacle.cost(&choice.trace));
            choice.cost += costs.sum::<f32>();
        }
    }

    /// Returns the parts of the chosen curve that aren't behind a mark.
    fn parts(&self, obstacles: &[Obstacle]) -> Vec<Curve> {
        const STEPS: u16 = 400;
        let Choice { curve, trace, .. } = &self.curves[self.chosen];
        let before: Vec<_> = obstacles
            .iter()
            .filter(|obstacle| obstacle.mark.is_some_and(|mark| mark != self.mark))
            .filter(|Obstacle { at, radius, .. }| {
                trace.distance_within(*at, radius + MARGIN).is_some()
            })
            .collect();
        if before.is_empty() {
            return vec![*curve];
        }
        let time = |step: u16| f32::from(step) / f32::from(STEPS);
        let is_seen = |step: &u16| {
            let point = curve.at(time(*step));
            before
                .iter()
                .all(|Obstacle { at, radius, .. }| point.distance(*at) > radius + GAP)
        };
        let seen: Vec<_> = (0..=STEPS).filter(is_seen).collect();
        seen.chunk_by(|a, b| a + 1 == *b)
            .map(|run| curve.part([time(run[0]), time(run[run.len() - 1])]))
            .collect()
    }
}

/// Returns the curves from one point to another, each with the cost of its bends.
fn curves(ends: [Point; 2]) -> Vec<(f32, Curve)> {
    let [a, b] = ends;
    let length = a.distance(b);
    if length == 0.0 {
        return vec![(0.0, Curve::loop_at(a))];
    }
    let bends = BENDS
        .iter()
        .flat_map(|&early| BENDS.map(|late| [early, late]));
    bends
        .map(|[early, late]| ((early + late) / 2.0, (early - late) / 2.0, [early, late]))
        .filter(|(arc, wave, _)| arc.abs().max(wave.abs()) <= 0.6 * length)
        .map(|(arc, wave, bends)| {
            let of_arc = 0.002 * arc * arc * (200.0 / length).max(0.5);
            let of_wave = 0.008 * wave * wave;
            (of_arc + of_wave, Curve::between(ends, bends))
        })
        .collect()
}

/// Chooses a curve for the last link, and others for links that gain much by it.
fn choose(leads: &mut [Lead]) {
    for _ in 0..MAX_ROUNDS {
        let mut has_changed = false;
        for i in (0..leads.len()).rev() {
            let stays = if i + 1 < leads.len() {
                MUCH_CHEAPER
            } else {
                0.01
            };
            let best = best(i, leads, stays);
            has_changed |= best != leads[i].chosen;
            leads[i].chosen = best;
        }
        if !has_changed {
            break;
        }
    }
}

/// Returns the cheapest curve of a link, given those of the other links: its present one, unless another is cheaper by so
/// much.
fn best(link: usize, leads: &[Lead], by: f32) -> usize {
    let cost_with_others = |choice: &Choice, at_most: f32| {
        let others = leads.iter().enumerate().filter(|&(other, _)| other != link);
        let mut cost = choice.cost;
        for (_, other) in others {
            if cost >= at_most {
                break;
            }
            cost += cost_of_both(&choice.trace, &other.curves[other.chosen].trace);
        }
        cost
    };
    let lead = &leads[link];
    let now = cost_with_others(&lead.curves[lead.chosen], f32::INFINITY);
    let mut best = (now - by, lead.chosen);
    for (i, choice) in lead.curves.iter().enumerate() {
        let cost = cost_with_others(choice, best.0);
        if cost < best.0 {
            best = (cost, i);
        }
    }
    best.1
}

/// Returns the cost of two curves on the same board.
fn cost_of_both(one: &Trace, other: &Trace) -> f32 {
    if !one.may_meet(other, TOGETHER) {
        return 0.0;
    }
    let crossings = one.crossings(other) as f32;
    let together = one.length_beside(other, TOGETHER, RADIUS) - 2.0 * TOGETHER * crossings;
    CROSSING * crossings + TOGETHER_PER_UNIT * together.max(0.0)
}
