//! The search of both phases.

use std::time::Duration;

use tremaux_core::{
    Detail, Event, Limits, Meter, Observer, Plan, Progress, Search, SearchReport, StateSpace,
    Statistics, StopReason, Termination,
};

use super::tables::{First, Second, Tables};
use super::{Cubies, Turn, TwoPhase};
use crate::symmetry::{self, Symmetry};
use crate::{Cube, Turns};

/// Nodes between two looks at the limits.
const LOOK_INTERVAL: u64 = 1 << 10;

/// A cube or its inverse as seen along an axis.
struct Variant {
    cubies: Cubies,
    is_inverse: bool,
    /// The rotation that leads back.
    back: Symmetry,
}

/// A state on the path of the first phase, and the turns left to try there.
struct Level {
    at: First,
    left: Turns,
}

/// A running [`TwoPhase`] search. It can be paused at any node.
pub struct TwoPhaseSearch {
    settings: TwoPhase,
    tables: &'static Tables,
    start: Cubies,
    variants: Vec<Variant>,
    /// The length of first phases, and the number of the variant searched.
    length: u32,
    variant: usize,
    levels: Vec<Level>,
    turns: Vec<Turn>,
    /// The least length of first phases, which no plan can be shorter than.
    least: u32,
    best: Option<Vec<Turn>>,
    lower_bound: u32,
    is_over: bool,
    stopped: StopReason,
    /// The nodes of both phases, each of which is expanded once.
    nodes: u64,
    /// Those that begin a search: no turn generates them.
    roots: u64,
    elapsed: Duration,
}

impl TwoPhaseSearch {
    pub(super) fn new(cube: &Cube, settings: TwoPhase) -> Self {
        let (tables, start, axes) = (Tables::get(), cube.initial_state(), symmetry::axes());
        let mut variants = Vec::with_capacity(6);
        for (axis, seen) in axes.iter().enumerate() {
            let (cubies, back) = (seen.of(&start), axes[(3 - axis) % 3]);
            variants.push(Variant { cubies, is_inverse: false, back });
            variants.push(Variant { cubies: cubies.inverse(), is_inverse: true, back });
        }
        let bounds = variants.iter().map(|it| tables.first_bound(Tables::first(&it.cubies)));
        let (least, most) =
            bounds.fold((u8::MAX, 0), |(least, most), bound| (least.min(bound), most.max(bound)));
        Self {
            settings,
            tables,
            start,
            variants,
            length: least.into(),
            variant: 0,
            levels: Vec::new(),
            turns: Vec::new(),
            least: least.into(),
            best: cube.known_plan().filter(|plan| plan.len() <= settings.longest as usize),
            lower_bound: most.into(),
            is_over: false,
            stopped: StopReason::NodeLimit,
            nodes: 0,
            roots: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The nodes so far.
    #[cfg(feature = "catalog")]
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The greatest length of a plan that is of use.
    fn wanted(&self) -> u32 {
        match &self.best {
            Some(best) => best.len() as u32 - 1,
            // A first phase that is the whole plan is tried at last, whatever its length.
            None => self.settings.longest.max(self.length),
        }
    }

    /// Raises the lower bound after all first phases of a length: if every second phase of use was
    /// tried after each, a shorter plan has a longer first phase.
    fn prove(&mut self) {
        let Some(best) = self.best.as_ref().map(|best| best.len() as u32) else { return };
        if best.saturating_sub(1 + self.least) <= self.settings.longest_second {
            let bound = best.min(self.length + 1);
            if bound > self.lower_bound {
                self.lower_bound = bound;
            }
        }
    }

    /// Goes to the next variant or length. Ends the search if it has what it wants.
    fn next_variant(&mut self) {
        self.variant += 1;
        if self.variant == self.variants.len() {
            self.prove();
            (self.variant, self.length) = (0, self.length + 1);
        }
    }

    /// Whether there is a plan that is short enough.
    fn is_enough(&self) -> bool {
        let best = self.best.as_ref().map(|best| best.len() as u32);
        best.is_some_and(|best| {
            // Without a proof, too, no longer first phase is of use.
            let is_tried = best <= self.lower_bound || self.length >= best;
            is_tried || self.nodes >= self.settings.nodes
        })
    }

    /// Counts and reports a node: the state to which the turns lead, from the start or, where the
    /// inverse is searched, from the end.
    fn count_node<O: Observer<Cube> + ?Sized>(&mut self, observer: &mut O) {
        self.nodes += 1;
        self.roots += u64::from(self.turns.is_empty());
        if observer.detail() == Detail::Nothing {
            return;
        }
        let variant = &self.variants[self.variant];
        let turns = self.turns.iter().map(|&turn| variant.back.of_turn(turn));
        let from = if variant.is_inverse { Cubies::SOLVED } else { self.start };
        let state = &from.times(&Cubies::after(turns));
        let action = self.turns.last().map(|&turn| variant.back.of_turn(turn));
        let (g, h) = (self.turns.len() as u32, 0);
        observer.observe(Event::Generated { state, action, g, h });
        observer.observe(Event::Expanded { state, g });
    }

    /// Expands the next node, or goes on to the next variant.
    fn step<O: Observer<Cube> + ?Sized>(&mut self, observer: &mut O) {
        if self.levels.is_empty() {
            let at = Tables::first(&self.variants[self.variant].cubies);
            let bound = u32::from(self.tables.first_bound(at));
            self.turns.clear();
            if bound > self.length || self.length > self.wanted() {
                return self.next_variant();
            }
            if self.length == 0 {
                self.second_phase(observer);
                return self.next_variant();
            }
            let left = self.turns_after(None);
            self.count_node(observer);
            self.levels.push(Level { at, left });
            return;
        }
        let level = self.levels.last_mut().expect("there is one");
        let Some(turn) = level.left.next() else {
            self.levels.pop();
            self.turns.pop();
            if self.levels.is_empty() {
                self.next_variant();
            }
            return;
        };
        let at = self.tables.first_after(level.at, turn);
        let left = self.length - self.levels.len() as u32;
        if u32::from(self.tables.first_bound(at)) > left {
            return;
        }
        self.turns.push(turn);
        if left == 0 {
            self.second_phase(observer);
            self.turns.pop();
            return;
        }
        self.count_node(observer);
        let left = self.turns_after(Some(turn));
        self.levels.push(Level { at, left });
    }

    /// The turns to try next. The last one of the first phase does not belong to the second:
    /// otherwise a shorter first phase would lead to the same plans.
    fn turns_after(&self, last: Option<Turn>) -> Turns {
        let all = last.map_or(Turns::ALL, |last| Turns::ALL.in_order_after(last));
        let is_last = self.turns.len() as u32 + 1 == self.length;
        if is_last { all.except(Turns::SECOND_PHASE) } else { all }
    }

    /// Solves the cube after the first phase, if that takes few enough turns.
    fn second_phase<O: Observer<Cube> + ?Sized>(&mut self, observer: &mut O) {
        let Some(most) = self.wanted().checked_sub(self.length) else { return };
        let mut cubies = self.variants[self.variant].cubies;
        self.turns.iter().for_each(|&turn| cubies.turn(turn));
        let at = Tables::second(&cubies);
        let least = u32::from(self.tables.second_bound(at));
        let first = self.turns.len();
        for length in least..=most.min(self.settings.longest_second) {
            if self.second(at, length, observer) {
                self.found();
                let cost = self.best.as_ref().map_or(0, |plan| plan.len() as u32);
                observer.observe(Event::Solution(cost));
                self.turns.truncate(first);
                return;
            }
        }
    }

    /// Whether the cube can be solved by `length` turns of the second phase, which are then
    /// appended. Recurses at most ten times.
    fn second<O: Observer<Cube> + ?Sized>(
        &mut self,
        at: Second,
        length: u32,
        observer: &mut O,
    ) -> bool {
        if length == 0 {
            return at.is_solved();
        }
        let all = Turns::SECOND_PHASE;
        self.count_node(observer);
        for turn in self.turns.last().map_or(all, |&last| all.in_order_after(last)) {
            let after = self.tables.second_after(at, turn);
            if u32::from(self.tables.second_bound(after)) < length {
                self.turns.push(turn);
                if self.second(after, length - 1, observer) {
                    return true;
                }
                self.turns.pop();
            }
        }
        false
    }

    /// Keeps the plan that the turns of both phases make.
    fn found(&mut self) {
        let variant = &self.variants[self.variant];
        let mut plan: Vec<Turn> =
            self.turns.iter().map(|&turn| variant.back.of_turn(turn)).collect();
        if variant.is_inverse {
            plan.reverse();
            plan.iter_mut().for_each(|turn| *turn = turn.inverse());
        }
        debug_assert_eq!(self.start.times(&Cubies::after(plan.iter().copied())), Cubies::SOLVED);
        self.best = Some(plan);
    }
}

impl Search<Cube> for TwoPhaseSearch {
    fn advance<O: Observer<Cube> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress {
        let mut meter = Meter::start(limits, self.nodes);
        let mut next_look = self.nodes;
        let progress = loop {
            self.is_over |= self.is_enough();
            if self.is_over {
                break Progress::Done(Termination::Finished);
            }
            if self.nodes >= next_look {
                if let Err(reason) = meter.check(self.nodes, || self.tables.bytes()) {
                    self.stopped = reason;
                    break Progress::Paused(reason);
                }
                next_look = meter.next_poll().min(self.nodes + LOOK_INTERVAL);
            }
            self.step(observer);
        };
        self.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> SearchReport<Turn, u32> {
        let plan = |turns: &Vec<Turn>| Plan { actions: turns.clone(), cost: turns.len() as u32 };
        SearchReport::new(
            self.best.as_ref().map(plan),
            self.lower_bound,
            match self.is_over {
                true => Termination::Finished,
                false => Termination::Stopped(self.stopped),
            },
            {
                let mut statistics = Statistics::default();
                statistics.expanded = self.nodes;
                statistics.generated = self.nodes - self.roots;
                statistics.peak_bytes = self.tables.bytes();
                statistics.elapsed = self.elapsed;
                statistics
            },
        )
    }
}
