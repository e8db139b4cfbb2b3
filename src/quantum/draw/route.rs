//! Ways for the links that keep clear of every mark that isn't their own, and of the letters of the cells.
//!
//! Most links are straight, or one curve. Where none of those is free, a way is found along the streets between the
//! rows and columns of marks, and its corners are rounded.

mod streets;

use streets::Net;

use super::{
    layout::{BOARD, Layout, RADIUS, center},
    plane::{Path, Point},
    scene::{Link, Part, Scene, chains},
};
use crate::{CellSet, Game, Mark, Player};

/// How near the middle of a link may come to the middle of a spooky mark.
pub(super) const CLEAR: f32 = RADIUS + 8.5;
/// Likewise for the letter of a cell, and for a large mark and its subscript.
const CLEAR_OF_LETTER: f32 = 16.0;
const CLEAR_OF_LARGE: [f32; 2] = [74.0, 63.0];
const CLEAR_OF_SUBSCRIPT: f32 = 24.0;

/// How near the middle of a link may come to the edge of the board.
const EDGE: f32 = 1.0;

/// Where the subscript of a large mark has its middle, from the centre of the cell.
pub(super) const SUBSCRIPT: Point = Point::new(72.0, 42.0);

/// What links are to be led around.
pub(super) struct Obstacles(Vec<Disc>);

struct Disc {
    center: Point,
    radius: f32,
}

impl Obstacles {
    pub(super) fn of(game: &Game, layout: &Layout) -> Self {
        let mut discs = Vec::with_capacity(36);
        let mut add = |center, radius| discs.push(Disc { center, radius });
        for cell in CellSet::FULL {
            let center = center(cell);
            add(layout.letter(cell), CLEAR_OF_LETTER);
            if let Some(mark) = game.classical(cell) {
                let [x, o] = CLEAR_OF_LARGE;
                add(center, if mark.player() == Player::X { x } else { o });
                add(center + SUBSCRIPT, CLEAR_OF_SUBSCRIPT);
            }
        }
        for mark in Mark::ALL {
            for place in layout.places(mark).into_iter().flatten() {
                add(place, CLEAR);
            }
        }
        Self(discs)
    }

    /// Returns what a straight way comes too near to, apart from what stands at `ends`.
    pub(super) fn in_the_way(&self, way: [Point; 2], ends: [Point; 2]) -> usize {
        self.all_in_the_way(way, ends, 0.0).count()
    }

    fn all_in_the_way(
        &self,
        way: [Point; 2],
        ends: [Point; 2],
        room: f32,
    ) -> impl Iterator<Item = &Disc> {
        let [a, b] = way;
        let (left, right) = (a.x.min(b.x), a.x.max(b.x));
        let (top, bottom) = (a.y.min(b.y), a.y.max(b.y));
        // Most are far away, which is seen sooner than how far.
        let is_near = move |Disc { center, radius }: &&Disc| {
            let radius = radius + room;
            left - radius < center.x
                && center.x < right + radius
                && top - radius < center.y
                && center.y < bottom + radius
        };
        self.0
            .iter()
            .filter(is_near)
            .filter(move |disc| !ends.contains(&disc.center))
            .filter(move |disc| disc.center.distance_to_segment(way) < disc.radius + room)
    }

    fn is_free(&self, way: [Point; 2], ends: [Point; 2]) -> bool {
        self.all_in_the_way(way, ends, 0.0).next().is_none()
    }

    /// Tells whether there is room for another link between a straight way and everything else.
    fn leaves_room(&self, way: [Point; 2], ends: [Point; 2]) -> bool {
        self.all_in_the_way(way, ends, 17.0).next().is_none()
    }
}

/// The paths of a board's links.
pub(super) struct Routes {
    pub(super) links: Vec<(Link, Path)>,
    /// The cycle, through all of its marks and back.
    pub(super) ring: Option<Path>,
}

impl Routes {
    pub(super) fn of(scene: &Scene, layout: &Layout) -> Self {
        let mut router = Router::of(scene, layout);
        let cycle = scene.links_that(Part::Cycle);
        let ring = Ring::of(&cycle, layout);
        let mut links = Vec::new();
        let ring = ring.map(|ring| {
            let pieces = router.ring(&ring, Effort::Lanes);
            let whole = pieces
                .iter()
                .fold(Path::from(pieces[0].start()), |path, piece| {
                    path.then(piece)
                });
            links.extend(ring.links.into_iter().zip(pieces.into_iter().step_by(2)));
            whole
        });
        router.against_crossing = 70.0;
        for link in scene.links.iter().filter(|link| link.part != Part::Cycle) {
            if let Some([a, b]) = layout.places(link.mark) {
                let path = router.way(a, b);
                router.drawn.push(path.clone());
                links.push((*link, path));
            }
        }
        Self { links, ring }
    }
}

/// The marks of a cycle in the order in which it leads through them.
struct Ring {
    links: Vec<Link>,
    /// From mark to mark: along a link, then within the cell to the next link, and so on.
    ways: Vec<[Point; 2]>,
}

impl Ring {
    fn of(cycle: &[Link], layout: &Layout) -> Option<Self> {
        let chain = chains(cycle.to_vec(), CellSet::EMPTY).pop()?;
        let links: Vec<_> = chain
            .links
            .iter()
            .filter_map(|(mark, _)| cycle.iter().find(|link| link.mark == *mark))
            .copied()
            .collect();
        let marks = || chain.links.iter().map(|&(mark, _)| mark);
        let next_marks = marks().cycle().skip(1);
        let mut from = chain.start;
        let mut ways = Vec::new();
        for (&(mark, to), next) in chain.links.iter().zip(next_marks) {
            let place = |mark, cell| layout.place_in(mark, cell);
            ways.push([place(mark, from)?, place(mark, to)?]);
            ways.push([place(mark, to)?, place(next, to)?]);
            from = to;
        }
        if links.len() == 1 {
            // A doubled cell: the link itself leads back.
            ways.truncate(1);
        }
        Some(Self { links, ways })
    }
}

struct Router {
    obstacles: Obstacles,
    drawn: Vec<Path>,
    /// How long a detour may be that saves a crossing.
    against_crossing: f32,
    net: Net,
}

/// How long a detour may be that keeps a ring from crossing itself: any.
pub(super) const CROSSING: f32 = 100_000.0;

/// How much longer than straight a way between two marks may be, or else the streets are tried as well.
const LONG: f32 = 150.0;

/// How much is done to keep a ring from crossing itself.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Effort {
    /// Its ways are drawn in one order.
    OneOrder,
    /// They are drawn beginning with each of them, forwards or backwards, until the ring is simple.
    AllOrders,
    /// If that is not enough, they are led along lanes.
    Lanes,
}

/// Returns how long a ring is, and much more where it crosses itself.
pub(super) fn cost_of_ring(scene: &Scene, layout: &Layout, effort: Effort) -> f32 {
    let mut router = Router::of(scene, layout);
    let Some(ring) = Ring::of(&scene.links_that(Part::Cycle), layout) else {
        return 0.0;
    };
    let pieces = router.ring(&ring, effort);
    let length: f32 = pieces.iter().map(Path::length).sum();
    let beside = |(i, piece): (usize, &Path)| -> f32 {
        pieces[..i]
            .iter()
            .map(|other| piece.runs_beside(other))
            .sum()
    };
    let beside: f32 = pieces.iter().enumerate().map(beside).sum();
    length + 3.0 * beside + CROSSING * router.crossings_of_drawn() as f32
}

impl Router {
    fn of(scene: &Scene, layout: &Layout) -> Self {
        Self {
            obstacles: Obstacles::of(&scene.game, layout),
            drawn: Vec::new(),
            against_crossing: CROSSING,
            net: Net::Wide,
        }
    }

    /// Finds ways for the links of a ring, and between their ends within the cells, that cross each other as seldom as
    /// possible.
    fn ring(&mut self, ring: &Ring, effort: Effort) -> Vec<Path> {
        let count = ring.ways.len();
        let all_orders = || {
            [1, count - 1]
                .into_iter()
                .flat_map(|step| (0..count).map(move |first| (first, step)))
        };
        let (orders, orders_on_lanes) = match effort {
            Effort::OneOrder => (1, 0),
            Effort::AllOrders => (2 * count, 0),
            Effort::Lanes => (2 * count, 2 * count),
        };
        let tries = (all_orders().take(orders).map(|order| (Net::Wide, order))).chain(
            all_orders()
                .take(orders_on_lanes)
                .map(|order| (Net::Lanes, order)),
        );
        let mut best = (usize::MAX, Vec::new());
        // What is drawn last has to go around the rest: which way that is matters.
        for (net, (first, step)) in tries {
            self.net = net;
            let drawn = self.ring_in_order(ring, |i| (first + step * i) % count);
            self.drawn = drawn;
            let crossings = self.crossings_of_drawn();
            if crossings < best.0 {
                best = (crossings, self.drawn.clone());
            }
            if crossings == 0 {
                break;
            }
        }
        self.net = Net::Wide;
        self.drawn = best.1;
        self.drawn.clone()
    }

    /// Finds ways for a ring one after the other.
    fn ring_in_order(&mut self, ring: &Ring, order: impl Fn(usize) -> usize) -> Vec<Path> {
        let count = ring.ways.len();
        let way = |router: &Self, i| {
            let [a, b] = ring.ways[order(i)];
            router.way(a, b)
        };
        self.drawn.clear();
        for i in 0..count {
            let path = way(self, i);
            self.drawn.push(path);
        }
        // What was drawn first knew nothing of the rest.
        for i in 0..count {
            let old = self.drawn.remove(i);
            let new = match self.crossings(&old) {
                0 => old,
                _ => way(self, i),
            };
            self.drawn.insert(i, new);
        }
        let mut paths: Vec<_> = self.drawn.drain(..).enumerate().collect();
        paths.sort_by_key(|&(i, _)| order(i));
        paths.into_iter().map(|(_, path)| path).collect()
    }

    fn crossings_of_drawn(&self) -> usize {
        let with_those_before = |(i, path): (usize, &Path)| -> usize {
            self.drawn[..i]
                .iter()
                .map(|other| path.crossings(other))
                .sum()
        };
        self.drawn.iter().enumerate().map(with_those_before).sum()
    }

    /// Finds a way from mark to mark.
    fn way(&self, a: Point, b: Point) -> Path {
        if a == b {
            return petal(a);
        }
        let direct = self.best_of(&direct_ways(a, b), [a, b]);
        if let Some((path, cost)) = &direct
            && *cost < path.start().distance(b) + self.against_crossing.min(LONG)
        {
            return path.clone();
        }
        let detour = self.rounded(&self.along_streets(a, b), [a, b]);
        match direct {
            Some((path, cost)) if cost <= self.cost(&detour) => path,
            _ => detour,
        }
    }

    fn best_of(&self, ways: &[Path], ends: [Point; 2]) -> Option<(Path, f32)> {
        ways.iter()
            .filter(|path| self.is_free(path, ends))
            .map(|path| (path.clone(), self.cost(path)))
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    fn is_free(&self, path: &Path, ends: [Point; 2]) -> bool {
        let is_on_board = |at: f32| (EDGE..=BOARD - EDGE).contains(&at);
        path.segments().all(|piece| {
            piece.iter().all(|p| is_on_board(p.x) && is_on_board(p.y))
                && self.obstacles.is_free(piece, ends)
        })
    }

    fn cost(&self, path: &Path) -> f32 {
        let beside: f32 = self.drawn.iter().map(|other| path.runs_beside(other)).sum();
        path.length() + 3.0 * beside + self.against_crossing * self.crossings(path) as f32
    }

    /// Counts where a path crosses others; they may begin or end at the same mark.
    fn crossings(&self, path: &Path) -> usize {
        self.drawn.iter().map(|other| path.crossings(other)).sum()
    }

    /// Draws straight pieces from point to point as one line, its corners as round as there is room.
    fn rounded(&self, points: &[Point], ends: [Point; 2]) -> Path {
        const REACHES: [f32; 5] = [70.0, 45.0, 28.0, 14.0, 6.0];
        let sharp = Path::through(points, 0.0);
        let crossings = self.crossings(&sharp);
        REACHES
            .into_iter()
            .map(|reach| Path::through(points, reach))
            .find(|path| self.is_free(path, ends) && self.crossings(path) <= crossings)
            .unwrap_or(sharp)
    }
}

/// Returns the straight line, and curves to either side.
fn direct_ways(a: Point, b: Point) -> Vec<Path> {
    const BENDS: [f32; 5] = [0.12, 0.2, 0.3, 0.42, 0.55];
    let curve = |bend: f32| {
        let control = (a + b) * 0.5 + (b - a).turned() * bend;
        Path::from(a).curve_to(control, b)
    };
    let curves = BENDS
        .into_iter()
        .flat_map(|bend| [curve(bend), curve(-bend)]);
    [Path::from(a).line_to(b)]
        .into_iter()
        .chain(curves)
        .collect()
}

/// A loop from a mark back to itself, for a doubled cell.
fn petal(at: Point) -> Path {
    let to = |x, y| at + Point::new(x, y);
    Path::from(at)
        .curve_to(to(15.0, -105.0), to(60.0, -60.0))
        .curve_to(to(105.0, -15.0), at)
}
