//! Feature-space search.

use std::ops::Deref;

use tremaux_core::{
    Cost, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Pruning, Search, SearchReport,
    StateSpace, Statistics, StopReason, Termination,
};

use super::super::direction::Direction;
use super::super::matching::{Assignment, MinimalMatching};
use super::super::rules::{Position, Push, Sokoban};
use super::super::squares::{Square, Squares};
use super::cells::{Candidate, Cells};
use super::closed::ClosedGoals;
use super::corral::Corrals;
use super::features::{FeatureExtractor, Features};
use super::forced::ForcedPushes;
use super::packing::{Order, Packing};
use super::plan::{BoxWalk, WalkPlan};
use super::seen::Seen;
use super::walks::Walks;

/// The value for no parent.
const NONE: u32 = u32::MAX;

/// A position that was reached.
#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    boxes: Squares<W>,
    parent: u32,
    /// The walk that led here.
    walk: BoxWalk,
    cell: u32,
}

/// A child of a position that is not generated yet.
#[derive(Clone, Copy, Debug)]
struct ChildCandidate {
    from: Square,
    to: Square,
    player: Square,
    features: Features,
    /// The number of squares that the player can reach.
    room: u32,
    /// The pushes from there to the next goal, 255 if this box cannot reach it.
    to_next: u8,
}

/// Finds a solution of a large level by feature-space search (after Shoham and Schaeffer 2020).
///
/// One step is the whole walk of a box. Positions are classified by features: the number of
/// goals filled, the number of regions into which the boxes divide the floor, the number of
/// passages they block, and the number of boxes that obstruct the filling of goals. The cells of
/// this space take turns, and each continues with its walk of least weight: walks recommended by
/// an advisor have weight zero, others one. Dead ends are detected by dead squares, frozen boxes,
/// the matching of boxes to goals, goals closed by frozen boxes, and corrals; where a corral can
/// be dealt with at once, only walks that begin there are tried.
///
/// Two searches take turns, a walk each: one fills the goals in an order computed beforehand, the
/// other in any order in which the remaining ones can still be filled. The plan found is then
/// shortened by making two walks of a box one.
///
/// It does not guarantee optimality: the lower bound is that of [`MinimalMatching`] at the
/// start. If it finishes without a plan, there is none. Nodes are positions whose walks were
/// computed; each takes about a hundred bytes, and time proportional to boxes times the square
/// of the number of squares.
///
/// ```
/// use tremaux::{Limits, Search};
/// use tremaux::puzzles::sokoban::{FeatureSearch, Sokoban};
/// let level = Sokoban::parse("#######|#@__$.#|#_$___#|#___._#|#######")?;
/// let mut search = FeatureSearch::new(&level);
/// search.advance(&Limits::default(), &mut ());
/// let plan = search.report().plan.expect("a solution");
/// assert!(level.lurd(&plan.actions).is_some());
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Debug)]
pub struct FeatureSearch<P, const W: usize> {
    space: P,
    surveyor: FeatureExtractor<W>,
    corrals: Corrals<W>,
    closed: ClosedGoals<W>,
    /// The two searches, and the one whose turn it is.
    sides: [Side<W>; 2],
    turn: usize,
    /// The plan found, which is then shortened.
    plan: Option<WalkPlan<W>>,
    is_over: bool,
    bound: u32,
    /// The number of walks tried and nodes unfolded.
    steps: u64,
    walks: Walks<W>,
    prospects: Vec<ChildCandidate>,
    statistics: Statistics,
}

/// One of the two searches.
#[derive(Debug)]
struct Side<const W: usize> {
    packing: Packing<W>,
    nodes: Vec<Node<W>>,
    seen: Seen<W>,
    cells: Cells,
    has_begun: bool,
    steps: u64,
}

impl<const W: usize> Side<W> {
    fn of(space: &Sokoban<W>, order: Order) -> Self {
        Self {
            packing: Packing::of(space, order),
            nodes: Vec::new(),
            seen: Seen::default(),
            cells: Cells::default(),
            has_begun: false,
            steps: 0,
        }
    }

    /// A measure of the time used.
    fn work(&self) -> u64 {
        128 * self.steps + self.packing.work
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<W>>()
            + self.seen.capacity() * 56
            + self.cells.waiting() * size_of::<Candidate>()
            + self.packing.bytes()
    }
}

impl<P: Deref<Target = Sokoban<W>>, const W: usize> FeatureSearch<P, W> {
    /// Creates the search of a level.
    pub fn new(space: P) -> Self {
        let start = space.initial_state();
        let bound = MinimalMatching.estimate(&space, &start);
        Self {
            surveyor: FeatureExtractor::of(&space),
            sides: [Order::Fixed, Order::Any].map(|order| Side::of(&space, order)),
            space,
            corrals: Corrals::default(),
            closed: ClosedGoals::default(),
            turn: 0,
            plan: None,
            is_over: false,
            bound,
            steps: 0,
            walks: Walks::default(),
            prospects: Vec::new(),
            statistics: {
                let mut statistics = Statistics::default();
                statistics.evaluated = 1;
                statistics
            },
        }
    }

    #[inline]
    fn side(&mut self) -> &mut Side<W> {
        &mut self.sides[self.turn]
    }

    /// Starts with the start position of the level.
    fn begin<O: Observer<Sokoban<W>> + ?Sized>(&mut self, observer: &mut O) {
        self.side().has_begun = true;
        let state = self.space.initial_state();
        observer.observe(Event::Generated { state: &state, action: None, g: 0, h: self.bound });
        let packed = self.space.pack(&state);
        self.side().seen.insert(packed);
        if self.bound == u32::INFINITY {
            observer.observe(Event::Pruned { state: &state, reason: Pruning::DeadEnd });
            self.statistics.dead_ends += 1;
            self.is_over = true;
            return;
        }
        let player = state.player;
        self.add(&state, NONE, 0, BoxWalk { from: player, to: player, player }, observer);
    }

    /// Adds a position that is not a dead end: computes its walks and asks the advisors.
    fn add<O: Observer<Sokoban<W>> + ?Sized>(
        &mut self,
        position: &Position<W>,
        parent: u32,
        weight: u32,
        walk: BoxWalk,
        observer: &mut O,
    ) {
        let side = &mut self.sides[self.turn];
        let number = side.nodes.len() as u32;
        let boxes = position.boxes;
        let stage = side.packing.number(&self.space, &boxes);
        side.packing.prepare(&self.space, stage);
        let stage_here = side.packing.stage(stage);
        let here = self.surveyor.features(&self.space, &boxes, &position.reach, stage_here);
        let cell = side.cells.number(here);
        side.nodes.push(Node { boxes, parent, walk, cell });
        if self.space.is_goal(position) {
            let plan = WalkPlan::of(&self.space, self.space.initial_state(), self.walks_to(number));
            observer.observe(Event::Solution(plan.cost()));
            self.is_over = plan.is_short();
            self.plan = Some(plan);
            return;
        }
        self.statistics.expanded += 1;
        observer.observe(Event::Expanded { state: position, g: weight });
        self.survey(position, here, stage);
        let mut pushed: Vec<usize> = Vec::new();
        for at in self.advice(here, position.reach.len()).into_iter().flatten() {
            if !pushed.contains(&at) {
                pushed.push(at);
                let ChildCandidate { from, to, player, .. } = self.prospects[at];
                let candidate = Candidate { node: number, from, to, player };
                self.side().cells.push(cell, weight, candidate);
            }
        }
        if self.prospects.len() > pushed.len() {
            let others = Candidate { node: number, from: Candidate::ALL, to: 0, player: 0 };
            self.side().cells.push(cell, weight + 1, others);
        }
    }

    /// The child that each advisor recommends in a position with these features, where the player
    /// can reach `room` squares.
    fn advice(&self, here: Features, room: u32) -> [Option<usize>; 6] {
        let mut advised: [Option<(i64, usize)>; 6] = [None; 6];
        for (at, it) in self.prospects.iter().enumerate() {
            let there = &it.features;
            let gains = [
                i64::from(there.packed) - i64::from(here.packed),
                i64::from(here.regions) - i64::from(there.regions),
                i64::from(here.blocked) - i64::from(there.blocked),
                i64::from(here.in_the_way) - i64::from(there.in_the_way),
                i64::from(it.room) - i64::from(room),
                if it.to_next == u8::MAX { 0 } else { 256 - i64::from(it.to_next) },
            ];
            // Ties are broken by the least harm to the other features.
            let rest = 8 * i64::from(there.packed)
                - 4 * i64::from(there.in_the_way)
                - 4 * i64::from(there.regions)
                - 2 * i64::from(there.blocked);
            for (best, gain) in advised.iter_mut().zip(gains) {
                let worth = gain * 4096 + rest;
                if gain > 0 && best.is_none_or(|(most, _)| worth > most) {
                    *best = Some((worth, at));
                }
            }
        }
        advised.map(|best| best.map(|(_, at)| at))
    }

    /// Computes the walks in a position, and the features after each.
    fn survey(&mut self, position: &Position<W>, here: Features, stage: usize) {
        self.prospects.clear();
        let boxes = &position.boxes;
        let forced = ForcedPushes::of(&self.space, boxes, &position.reach);
        let packing = &mut self.sides[self.turn].packing;
        for from in boxes.iter() {
            let first = forced.directions(from);
            for walk in self.walks.find(&self.space, position, from, first) {
                let mut after = *boxes;
                after.remove(from);
                after.insert(walk.to);
                let stage_after = packing.number(&self.space, &after);
                let (now, then) = (packing.stage(stage), packing.stage(stage_after));
                let features = self.surveyor.features(&self.space, &after, &walk.reach, then);
                let is_nearer = now.to_next(walk.to) < now.to_next(from);
                let to_next = if is_nearer && features.packed == here.packed {
                    now.to_next(walk.to)
                } else {
                    u8::MAX
                };
                let (to, player, room) = (walk.to, walk.player, walk.reach.len());
                self.prospects.push(ChildCandidate { from, to, player, features, room, to_next });
            }
        }
    }

    fn position_of(&self, number: u32) -> Position<W> {
        let node = &self.sides[self.turn].nodes[number as usize];
        self.space.position(node.boxes, node.walk.player)
    }

    /// Puts all walks of a node into its cell; those already tried are detected as duplicates.
    fn unfold(&mut self, number: u32, weight: u32) {
        let position = self.position_of(number);
        let side = &mut self.sides[self.turn];
        let cell = side.nodes[number as usize].cell;
        let forced = ForcedPushes::of(&self.space, &position.boxes, &position.reach);
        for from in position.boxes.iter() {
            let first = forced.directions(from);
            for walk in self.walks.find(&self.space, &position, from, first) {
                let (from, to, player) = (walk.from, walk.to, walk.player);
                side.cells.push(cell, weight, Candidate { node: number, from, to, player });
            }
        }
    }

    /// Tries a walk.
    fn follow<O: Observer<Sokoban<W>> + ?Sized>(
        &mut self,
        candidate: Candidate,
        weight: u32,
        observer: &mut O,
    ) {
        let Candidate { node, from, to, player } = candidate;
        let mut boxes = self.side().nodes[node as usize].boxes;
        boxes.remove(from);
        boxes.insert(to);
        let child = self.space.position(boxes, player);
        self.statistics.generated += 1;
        let packed = self.space.pack(&child);
        if !self.side().seen.insert(packed) {
            self.statistics.duplicates += 1;
            observer.observe(Event::Duplicate { state: &child });
            return;
        }
        self.statistics.evaluated += 1;
        let assignment = Assignment::of(self.space.distances(), &child);
        let h = assignment.pushes();
        let direction = self.last_direction(player, to);
        let action = direction.map(|direction| Push { from: player, direction });
        observer.observe(Event::Generated { state: &child, action, g: weight, h });
        let is_dead = h == u32::INFINITY
            || self.closed.is_dead(&self.space, &child)
            || self.corrals.is_dead(&self.space, &child);
        if is_dead {
            self.statistics.dead_ends += 1;
            observer.observe(Event::Pruned { state: &child, reason: Pruning::DeadEnd });
            return;
        }
        self.add(&child, node, weight, BoxWalk { from, to, player }, observer);
    }

    /// The direction of the last push, if the player's square is next to that of the pushed box.
    fn last_direction(&self, player: Square, to: Square) -> Option<Direction> {
        let level = self.space.level();
        Direction::ALL.into_iter().find(|&it| level.next(player, it) == to)
    }

    /// The walks that lead to a node.
    fn walks_to(&self, number: u32) -> Vec<BoxWalk> {
        let nodes = &self.sides[self.turn].nodes;
        let line = std::iter::successors(Some(&nodes[number as usize]), |node| {
            nodes.get(node.parent as usize)
        });
        let mut walks: Vec<BoxWalk> =
            line.take_while(|node| node.parent != NONE).map(|node| node.walk).collect();
        walks.reverse();
        walks
    }

    /// Shortens the plan by a step.
    fn shorten<O: Observer<Sokoban<W>> + ?Sized>(&mut self, observer: &mut O) {
        if let Some(plan) = &mut self.plan {
            if plan.shorten(&self.space) {
                observer.observe(Event::Solution(plan.cost()));
            }
            self.is_over = plan.is_short();
        }
    }

    /// The ticks for checking the clock: a step takes far longer than the nodes a [`Meter`] is
    /// designed for.
    fn ticks(&self) -> u64 {
        16 * self.steps
    }

    fn bytes(&self) -> usize {
        self.sides.iter().map(Side::bytes).sum::<usize>()
            + self.corrals.len() * 56
            + self.closed.bytes()
    }
}

impl<P: Deref<Target = Sokoban<W>>, const W: usize> Search<Sokoban<W>> for FeatureSearch<P, W> {
    fn advance<O: Observer<Sokoban<W>> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress {
        let without_nodes = {
            let mut limits = limits.clone();
            limits.nodes = None;
            limits
        };
        let mut meter = Meter::start(&without_nodes, self.ticks());
        let last = limits.nodes.map(|nodes| self.statistics.expanded.saturating_add(nodes));
        let before = self.statistics.elapsed;
        let mut stopped = None;
        while !self.is_over {
            if last.is_some_and(|last| self.statistics.expanded >= last) {
                stopped = Some(StopReason::NodeLimit);
                break;
            }
            if self.ticks() >= meter.next_poll() {
                let bytes = self.bytes();
                self.statistics.peak_bytes = self.statistics.peak_bytes.max(bytes);
                if let Err(reason) = meter.check(self.ticks(), || bytes) {
                    stopped = Some(reason);
                    break;
                }
            }
            self.steps += 1;
            if self.plan.is_some() {
                self.shorten(observer);
                continue;
            }
            // Both get about the same time.
            self.turn = usize::from(self.sides[1].work() < self.sides[0].work());
            self.side().steps += 1;
            if !self.side().has_begun {
                self.begin(observer);
                continue;
            }
            match self.side().cells.pop() {
                None => self.is_over = true,
                Some((weight, Candidate { node, from: Candidate::ALL, .. })) => {
                    self.unfold(node, weight);
                }
                Some((weight, candidate)) => self.follow(candidate, weight, observer),
            }
        }
        self.statistics.elapsed = before + meter.elapsed();
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(self.bytes());
        match (stopped, &self.plan) {
            (Some(reason), _) => Progress::Paused(reason),
            (None, Some(_)) => Progress::Done(Termination::Finished),
            (None, None) => Progress::Done(Termination::Exhausted),
        }
    }

    fn report(&self) -> SearchReport<Push, u32> {
        let plan = self.plan.as_ref().map(|plan| {
            let actions = plan.all_pushes();
            Plan { cost: actions.len() as u32, actions }
        });
        let lower_bound = if self.is_over && plan.is_none() { u32::INFINITY } else { self.bound };
        let termination = match self.plan {
            None if self.is_over => Termination::Exhausted,
            _ => Termination::Finished,
        };
        SearchReport::new(plan, lower_bound, termination, {
            let mut statistics = self.statistics.clone();
            statistics.open = self.sides.iter().map(|side| side.cells.waiting() as u64).sum();
            statistics.closed = self.sides.iter().map(|side| side.nodes.len() as u64).sum();
            statistics.peak_stored = self.sides.iter().map(|side| side.nodes.len()).sum();
            statistics
        })
    }
}
