//! A query of a [`Pathfinder`](super::Pathfinder) in progress.

use std::ops::Deref;
use std::sync::Arc;

use tremaux_core::{
    Heuristic, Limits, NoHeuristic, Observer, Progress, Search, StateSpace, StopReason, Termination,
};
use tremaux_search::{
    AnyOrder, BestFirst, BestFirstSearch, ChainedBuckets, G, GPlusH, Heap, HighG, Indexed, LowH,
    Reopening, SearchMemory, Strategy,
};

use super::bidirectional::{BidirectionalMemory, BidirectionalSearch};
use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::jump::{Jump, JumpQuery};
use super::path_method::PathMethod;
use super::prepared::Prepared;
use super::route::Route;
use super::space::{OpenDistance, StepQuery, WeightedQuery};
use crate::watch::{MapSteps, Watched};

type Steps = StepQuery<Arc<Grid>>;
type Weighted = WeightedQuery<Arc<Grid>>;

type AStar = BestFirst<GPlusH, AnyOrder, ChainedBuckets, Indexed>;
type Dijkstra = BestFirst<G, AnyOrder, ChainedBuckets, Indexed>;
type JumpAStar = BestFirst<GPlusH, AnyOrder, Heap, Indexed>;
/// With four neighbours most jumps have equal f, and any order among them expands most of them.
type FourJumpAStar = BestFirst<GPlusH, LowH, Heap, Indexed>;
type ExactAStar = BestFirst<GPlusH, HighG, Heap, Indexed>;
type ExactDijkstra = BestFirst<G, AnyOrder, Heap, Indexed>;

/// A space held by value, in a wrapper that a search can use like a pointer.
pub(super) struct ByValue<S>(S);

impl<S> Deref for ByValue<S> {
    type Target = S;

    #[inline]
    fn deref(&self) -> &S {
        &self.0
    }
}

type EngineSearch<S, B, H> = BestFirstSearch<ByValue<S>, H, S, B>;

/// The memory for the searches of one thread.
///
/// It grows to what the first searches need and is reused by all later ones, for any map; a map
/// of another size reallocates it.
#[derive(Default)]
pub struct Workspace {
    /// Boxed, so that it moves cheaply and an empty one costs nothing.
    buffers: Option<Box<Buffers>>,
}

/// Each method has its own memory, empty if it is never used.
#[derive(Default)]
struct Buffers {
    unlimited: Limits,
    dijkstra: SearchMemory<Steps, Dijkstra>,
    astar: SearchMemory<Steps, AStar>,
    bidirectional: BidirectionalMemory,
    jumps: SearchMemory<JumpQuery, JumpAStar>,
    four_jumps: SearchMemory<JumpQuery, FourJumpAStar>,
    exact_dijkstra: SearchMemory<Weighted, ExactDijkstra>,
    exact: SearchMemory<Weighted, ExactAStar>,
    steps: Vec<Direction>,
    legs: Vec<Jump>,
}

/// The searches that may be in progress.
#[allow(clippy::large_enum_variant, reason = "one at a time, never in a collection")]
enum Engine {
    /// There is no path, which is known without a search.
    Hopeless,
    Dijkstra(EngineSearch<Steps, Dijkstra, NoHeuristic>),
    AStar(EngineSearch<Steps, AStar, OpenDistance>),
    Bidirectional(BidirectionalSearch),
    Jumps(EngineSearch<JumpQuery, JumpAStar, OpenDistance>),
    FourJumps(EngineSearch<JumpQuery, FourJumpAStar, OpenDistance>),
    ExactDijkstra(EngineSearch<Weighted, ExactDijkstra, NoHeuristic>),
    Exact(EngineSearch<Weighted, ExactAStar, OpenDistance>),
}

/// A search for a shortest path that can run in slices.
///
/// [`Pathfinder::start`](super::Pathfinder::start) creates it. It takes the same steps, however
/// it is sliced.
pub struct PathSearch {
    shared: Arc<Prepared>,
    start: Cell,
    goal: Cell,
    engine: Engine,
    buffers: Box<Buffers>,
    /// Expansions of the searches before the current one.
    expanded_before: u64,
    progress: Option<Termination>,
    /// The path's cost, if 64-bit costs were needed.
    exact_cost: Option<u64>,
}

fn begin<S, B, H>(
    strategy: B,
    space: S,
    heuristic: H,
    memory: &mut SearchMemory<S, B>,
) -> EngineSearch<S, B, H>
where
    S: StateSpace,
    B: Strategy<S>,
    H: Heuristic<S>,
{
    BestFirstSearch::new(strategy, ByValue(space), heuristic, std::mem::take(memory))
}

impl PathSearch {
    pub(super) fn new(
        shared: &Arc<Prepared>,
        start: Cell,
        goal: Cell,
        is_reachable: bool,
        workspace: Workspace,
    ) -> Self {
        let mut search = Self {
            shared: Arc::clone(shared),
            start,
            goal,
            engine: Engine::Hopeless,
            buffers: workspace.buffers.unwrap_or_default(),
            expanded_before: 0,
            progress: None,
            exact_cost: None,
        };
        if is_reachable {
            search.engine = if shared.grid.is_weighted() { search.exact() } else { search.fast() };
        } else {
            search.progress = Some(Termination::Exhausted);
        }
        search
    }

    /// The search with 32-bit costs.
    fn fast(&mut self) -> Engine {
        let Self { start, goal, .. } = *self;
        let (scale, grid) = (self.shared.fast, Arc::clone(&self.shared.grid));
        let buffers = &mut *self.buffers;
        match self.shared.method {
            PathMethod::Dijkstra => {
                let strategy = BestFirst::by(G).ties(AnyOrder).open_list(ChainedBuckets);
                let strategy = strategy.table(Indexed).reopening(Reopening::Never);
                let query = StepQuery { grid, scale, start, goal };
                Engine::Dijkstra(begin(strategy, query, NoHeuristic, &mut buffers.dijkstra))
            }
            PathMethod::AStar | PathMethod::Auto => {
                let strategy = BestFirst::a_star().ties(AnyOrder).open_list(ChainedBuckets);
                let strategy = strategy.table(Indexed).reopening(Reopening::Never);
                let query = StepQuery { grid, scale, start, goal };
                Engine::AStar(begin(strategy, query, OpenDistance, &mut buffers.astar))
            }
            PathMethod::BidirectionalAStar => {
                let memory = std::mem::take(&mut buffers.bidirectional);
                Engine::Bidirectional(BidirectionalSearch::new(scale, start, goal, memory))
            }
            PathMethod::JumpPoints
            | PathMethod::TabledJumpPoints
            | PathMethod::BoundedJumpPoints => {
                let query = JumpQuery::new(&self.shared, start, goal);
                let strategy = BestFirst::a_star().open_list(Heap).table(Indexed);
                let strategy = strategy.reopening(Reopening::Never);
                if scale.is_four {
                    let memory = &mut buffers.four_jumps;
                    Engine::FourJumps(begin(strategy.ties(LowH), query, OpenDistance, memory))
                } else {
                    Engine::Jumps(begin(strategy, query, OpenDistance, &mut buffers.jumps))
                }
            }
        }
    }

    /// The search with 64-bit costs, for weights and for very long paths.
    fn exact(&mut self) -> Engine {
        let grid = Arc::clone(&self.shared.grid);
        let query =
            WeightedQuery { grid, scale: self.shared.exact, start: self.start, goal: self.goal };
        let buffers = &mut *self.buffers;
        if self.shared.method == PathMethod::Dijkstra {
            let strategy = BestFirst::by(G).ties(AnyOrder).open_list(Heap);
            let strategy = strategy.table(Indexed).reopening(Reopening::Never);
            Engine::ExactDijkstra(begin(strategy, query, NoHeuristic, &mut buffers.exact_dijkstra))
        } else {
            let strategy = BestFirst::a_star().ties(HighG).open_list(Heap).table(Indexed);
            let strategy = strategy.reopening(Reopening::Never);
            Engine::Exact(begin(strategy, query, OpenDistance, &mut buffers.exact))
        }
    }

    /// Continues until the path is found or a limit is reached; limits count from this call.
    ///
    /// The map bounds the memory, so memory limits do not apply here.
    pub fn advance(&mut self, limits: &Limits) -> Progress {
        self.advance_watched(limits, &mut ())
    }

    /// Like [`PathSearch::advance`], and reports every step to `observer`. A search that
    /// restarts with 64-bit costs reports a new start.
    pub fn advance_watched<O>(&mut self, limits: &Limits, observer: &mut O) -> Progress
    where
        O: Observer<MapSteps<Cell>> + ?Sized,
    {
        self.advance_after(None, limits, observer)
    }

    /// Like [`PathSearch::advance_watched`], for a part of a larger search that already has this
    /// path cost.
    fn advance_after<O>(
        &mut self,
        before: Option<f64>,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress
    where
        O: Observer<MapSteps<Cell>> + ?Sized,
    {
        if let Some(termination) = self.progress {
            return Progress::Done(termination);
        }
        let mut watched = Watched::new(&mut *observer, self.unit());
        if let Some(before) = before {
            watched = watched.after(before);
        }
        let progress = self.engine.advance(&self.shared, limits, watched);
        let Progress::Done(termination) = progress else {
            return progress;
        };
        if self.settle(termination) {
            self.progress = Some(termination);
            return progress;
        }
        // The path is too long for 32-bit costs to prove it shortest.
        self.expanded_before += self.engine.expanded();
        self.engine.give_back(&mut self.buffers);
        self.engine = self.exact();
        self.advance_after(before, limits, observer)
    }

    /// Continues to the end, for a part of a larger search that already has this path cost.
    pub(super) fn end_after<O>(&mut self, before: Option<f64>, observer: &mut O)
    where
        O: Observer<MapSteps<Cell>> + ?Sized,
    {
        let limits = self.buffers.unlimited.clone();
        let _ = self.advance_after(before, &limits, observer);
    }

    /// The current engine's cost for a cost of 1 on the map.
    #[inline]
    fn unit(&self) -> f64 {
        let Prepared { costs, fast, exact, .. } = &*self.shared;
        match &self.engine {
            Engine::Exact(_) | Engine::ExactDijkstra(_) => exact.unit(*costs),
            _ => fast.unit(*costs),
        }
    }

    /// Whether the answer is proved. Copies the path, if there is one.
    fn settle(&mut self, termination: Termination) -> bool {
        let Buffers { steps, legs, .. } = &mut *self.buffers;
        steps.clear();
        legs.clear();
        let cost = match &self.engine {
            Engine::Hopeless => None,
            Engine::Dijkstra(search) => search.copy_plan(steps),
            Engine::AStar(search) => search.copy_plan(steps),
            Engine::Bidirectional(search) => search.copy_plan(&self.shared.grid, steps),
            Engine::Jumps(search) => search.copy_plan(legs),
            Engine::FourJumps(search) => search.copy_plan(legs),
            Engine::ExactDijkstra(search) => {
                self.exact_cost = search.copy_plan(steps);
                return true;
            }
            Engine::Exact(search) => {
                self.exact_cost = search.copy_plan(steps);
                return true;
            }
        };
        let is_certain = |cost| self.shared.fast.is_certain(self.shared.costs, cost);
        termination != Termination::Stopped(StopReason::CostOverflow) && cost.is_none_or(is_certain)
    }

    /// The number of states expanded so far.
    #[inline]
    pub fn expanded(&self) -> u64 {
        self.expanded_before + self.engine.expanded()
    }

    /// The cells that the search passed through on the path, if it has found one, and those
    /// where a jump turns.
    pub fn stations(&self) -> Vec<Cell> {
        if self.progress != Some(Termination::Finished) {
            return Vec::new();
        }
        let mut here = self.start;
        let ends = self.legs().filter(|&(_, count)| count > 0).map(|(direction, count)| {
            here = here.stepped(direction, count);
            here
        });
        std::iter::once(self.start).chain(ends).collect()
    }

    /// The directions of the path that was found, each with a number of steps.
    fn legs(&self) -> impl Iterator<Item = (Direction, u16)> {
        let Buffers { steps, legs, .. } = &*self.buffers;
        let singles = steps.iter().map(|&step| (step, 1));
        singles.chain(legs.iter().flat_map(|jump| jump.legs()))
    }

    /// Writes the path into `route`, if one was found, and gives the workspace back.
    pub fn finish(mut self, route: &mut Route) -> Workspace {
        route.clear();
        route.expanded = self.expanded();
        if self.progress == Some(Termination::Finished) {
            let (straight, diagonal) = route.set_legs(self.start, self.legs());
            let Prepared { costs, exact, .. } = &*self.shared;
            route.cost = match self.exact_cost {
                Some(cost) => exact.length(*costs, cost),
                None => costs.of_steps(straight, diagonal),
            };
        }
        self.engine.give_back(&mut self.buffers);
        Workspace { buffers: Some(self.buffers) }
    }
}

impl Engine {
    fn advance<O>(
        &mut self,
        shared: &Prepared,
        limits: &Limits,
        mut watched: Watched<'_, Cell, O>,
    ) -> Progress
    where
        O: Observer<MapSteps<Cell>> + ?Sized,
    {
        match self {
            Self::Hopeless => Progress::Done(Termination::Exhausted),
            Self::Dijkstra(search) => search.advance(limits, &mut watched),
            Self::AStar(search) => search.advance(limits, &mut watched),
            Self::Bidirectional(search) => search.advance(&shared.grid, limits, &mut watched),
            Self::Jumps(search) => search.advance(limits, &mut watched),
            Self::FourJumps(search) => search.advance(limits, &mut watched),
            Self::ExactDijkstra(search) => search.advance(limits, &mut watched),
            Self::Exact(search) => search.advance(limits, &mut watched),
        }
    }

    #[inline]
    fn expanded(&self) -> u64 {
        match self {
            Self::Hopeless => 0,
            Self::Dijkstra(search) => search.statistics().expanded,
            Self::AStar(search) => search.statistics().expanded,
            Self::Bidirectional(search) => search.expanded(),
            Self::Jumps(search) => search.statistics().expanded,
            Self::FourJumps(search) => search.statistics().expanded,
            Self::ExactDijkstra(search) => search.statistics().expanded,
            Self::Exact(search) => search.statistics().expanded,
        }
    }

    /// Returns the memory and ends the search.
    fn give_back(&mut self, buffers: &mut Buffers) {
        match std::mem::replace(self, Self::Hopeless) {
            Self::Hopeless => {}
            Self::Dijkstra(search) => buffers.dijkstra = search.into_memory(),
            Self::AStar(search) => buffers.astar = search.into_memory(),
            Self::Bidirectional(search) => buffers.bidirectional = search.into_memory(),
            Self::Jumps(search) => buffers.jumps = search.into_memory(),
            Self::FourJumps(search) => buffers.four_jumps = search.into_memory(),
            Self::ExactDijkstra(search) => buffers.exact_dijkstra = search.into_memory(),
            Self::Exact(search) => buffers.exact = search.into_memory(),
        }
    }
}
