//! Compares shortest paths on grid maps with `pathfinding::astar`, in one process.
//!
//! `cargo bench -p tremaux-maps --bench grid`; `QUERIES` sets the number of queries per map,
//! `ROUNDS` the number of rounds, `MAPS` the maps. Every length is checked while it is timed. The
//! queries are spread evenly over the scenario files. Prints the ratio of the means over the
//! queries of the minimum time over the rounds, and the time to prepare what needs preparation.

mod table;

use std::time::Instant;

use tremaux_core::{Guarantees, Heuristic, IndexedSpace, Limits, Search, StateSpace};
use tremaux_maps::grid::{
    Cell, Direction, Grid, GridHierarchy, HierarchyWorkspace, MapKind, Movement, OpenDistance,
    PathMethod, Pathfinder, Route, Scenario, StepCosts, StepQuery, StepScale, TerrainRules,
    Workspace, generate_scenarios, load_map, load_scenarios,
};
use tremaux_search::{
    AnyOrder, BestFirst, BestFirstSearch, ChainedBuckets, Heap, HighG, Indexed, Reopening,
    SearchMemory, Strategy,
};

use table::Table;

/// All maps of the data.
const MAPS: &str = "32room_000 AR0700SR AcrosstheCape Berlin_0_512 arena arena2 maze512-8-0";

/// Offers all steps in every cell: the textbook space, for comparison.
struct AllSteps<'a>(StepQuery<&'a Grid>);

impl StateSpace for AllSteps<'_> {
    type State = Cell;
    type Packed = u32;
    type Action = Direction;
    type Cost = u32;

    fn initial_state(&self) -> Cell {
        self.0.start
    }

    #[inline]
    fn is_goal(&self, cell: &Cell) -> bool {
        self.0.is_goal(cell)
    }

    #[inline]
    fn actions(&self, cell: &Cell, actions: &mut Vec<Direction>) {
        self.0.actions(cell, actions);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, cell: &Cell, direction: Direction) -> u32 {
        self.0.cost(cell, direction)
    }

    #[inline]
    fn apply(&self, cell: &mut Cell, direction: Direction) {
        self.0.apply(cell, direction);
    }

    #[inline]
    fn pack(&self, cell: &Cell) -> u32 {
        self.0.pack(cell)
    }

    #[inline]
    fn unpack(&self, index: &u32) -> Cell {
        self.0.unpack(index)
    }
}

impl IndexedSpace for AllSteps<'_> {
    fn state_count(&self) -> usize {
        self.0.state_count()
    }

    #[inline]
    fn index(&self, cell: &Cell) -> usize {
        self.0.index(cell)
    }

    #[inline]
    fn state(&self, index: usize) -> Cell {
        self.0.state(index)
    }

    #[inline]
    fn predecessor(&self, index: usize, direction: Direction) -> usize {
        self.0.predecessor(index, direction)
    }
}

impl Heuristic<AllSteps<'_>> for OpenDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, query: &AllSteps<'_>, &cell: &Cell) -> u32 {
        query.0.scale.distance(cell, query.0.goal)
    }
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

fn length(steps: impl Iterator<Item = Direction>) -> f64 {
    let (mut straight, mut diagonal) = (0, 0);
    for step in steps {
        if step.is_diagonal() { diagonal += 1 } else { straight += 1 }
    }
    f64::from(straight) + f64::from(diagonal) * 2_f64.sqrt()
}

fn is_right(length: f64, scenario: &Scenario) -> bool {
    (length - scenario.length).abs() <= scenario.tolerance
}

/// The minimum time of each query over several rounds, as other programs use the machine, too.
struct Least(Vec<f64>);

impl Least {
    fn new(questions: usize) -> Self {
        Self(vec![f64::MAX; questions])
    }

    fn record(&mut self, question: usize, started: Instant) {
        self.0[question] = self.0[question].min(started.elapsed().as_secs_f64());
    }

    /// The mean in microseconds.
    fn micros(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64 * 1e6
    }
}

/// Mean microseconds of a query.
#[inline(never)]
fn ours<'a, S, B>(
    strategy: B,
    scenarios: &[Scenario],
    make: impl Fn(&Scenario) -> S,
    steps: impl Fn(&[S::Action]) -> f64,
) -> f64
where
    S: StateSpace<Cost = u32> + 'a,
    B: Strategy<S>,
    OpenDistance: Heuristic<S>,
{
    let mut memory = SearchMemory::<S, B>::default();
    let mut least = Least::new(scenarios.len());
    let mut plan = Vec::new();
    let limits = Limits::default();
    for _ in 0..number("ROUNDS", 3) {
        for (question, scenario) in scenarios.iter().enumerate() {
            let started = Instant::now();
            plan.clear();
            let space = make(scenario);
            let mut search = BestFirstSearch::new(strategy, &space, OpenDistance, memory);
            let _ = search.advance(&limits, &mut ());
            let cost = search.copy_plan(&mut plan);
            memory = search.into_memory();
            least.record(question, started);
            assert!(cost.is_some() && is_right(steps(&plan), scenario), "{:?}", scenario.start);
        }
    }
    least.micros()
}

fn pathfinding(grid: &Grid, scenarios: &[Scenario]) -> f64 {
    let mut least = Least::new(scenarios.len());
    let scale = StepScale::FAST;
    for _ in 0..number("ROUNDS", 3) {
        for (question, scenario) in scenarios.iter().enumerate() {
            let started = Instant::now();
            let query = StepQuery { grid, scale, start: scenario.start, goal: scenario.goal };
            let start = query.index(&scenario.start) as u32;
            let goal = query.index(&scenario.goal) as u32;
            let found = pathfinding::prelude::astar(
                &start,
                |&node| {
                    let cell = query.state(node as usize);
                    let steps = grid.steps(cell);
                    let mut children = [(0, 0); 8];
                    for (child, &step) in children.iter_mut().zip(steps) {
                        *child = (query.index(&cell.stepped(step, 1)) as u32, scale.step(step));
                    }
                    children.into_iter().take(steps.len())
                },
                |&node| OpenDistance.estimate(&query, &query.state(node as usize)),
                |&node| node == goal,
            );
            least.record(question, started);
            let path = found.expect("a path").0;
            let cells = path.iter().map(|&node| query.state(node as usize));
            let steps = cells
                .clone()
                .zip(cells.skip(1))
                .map(|(a, b): (Cell, Cell)| Direction::between(a, b).expect("a step"));
            assert!(is_right(length(steps), scenario));
        }
    }
    least.micros()
}

/// The same through the interface for games: mean microseconds, and the seconds to prepare it.
fn pathfinder(grid: &Grid, method: PathMethod, scenarios: &[Scenario]) -> (f64, f64) {
    let grid = grid.clone();
    let started = Instant::now();
    let finder = Pathfinder::new(grid, StepCosts::Euclidean, method).expect("usable");
    let prepared = started.elapsed().as_secs_f64();
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut least = Least::new(scenarios.len());
    for _ in 0..number("ROUNDS", 3) {
        for (question, scenario) in scenarios.iter().enumerate() {
            let started = Instant::now();
            let found = finder.find(scenario.start, scenario.goal, &mut workspace, &mut route);
            least.record(question, started);
            assert!(found.is_ok() && is_right(route.cost, scenario));
        }
    }
    (least.micros(), prepared)
}

/// HPA* of two levels against our A* on queries longer than 100 cells.
fn hierarchy(grid: &Grid, scenarios: &[Scenario], table: &mut Table) {
    let long: Vec<&Scenario> = scenarios.iter().filter(|s| s.length > 100.0).collect();
    let count = number("QUERIES", 150).min(long.len());
    let long: Vec<&Scenario> = (0..count).map(|i| long[i * long.len() / count]).collect();
    if long.is_empty() {
        return;
    }
    let astar =
        Pathfinder::new(grid.clone(), StepCosts::Euclidean, PathMethod::AStar).expect("usable");
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut base = Least::new(long.len());
    for _ in 0..number("ROUNDS", 3) {
        for (question, scenario) in long.iter().enumerate() {
            let started = Instant::now();
            let found = astar.find(scenario.start, scenario.goal, &mut workspace, &mut route);
            base.record(question, started);
            assert!(found.is_ok() && is_right(route.cost, scenario));
        }
    }
    let grid = grid.clone();
    let started = Instant::now();
    let hierarchy = GridHierarchy::new(grid, StepCosts::Euclidean, 2).expect("usable");
    let prepared = started.elapsed().as_secs_f64();
    let mut workspace = HierarchyWorkspace::default();
    let (mut least, mut longer) = (Least::new(long.len()), 0.0);
    for _ in 0..number("ROUNDS", 3) {
        longer = 0.0;
        for (question, scenario) in long.iter().enumerate() {
            let started = Instant::now();
            let found = hierarchy.find(scenario.start, scenario.goal, &mut workspace, &mut route);
            least.record(question, started);
            assert!(found.is_ok() && route.cost >= scenario.length - scenario.tolerance);
            longer += route.cost / scenario.length - 1.0;
        }
    }
    table.set_ratio("HPA*, over 100 cells, to Pathfinder, A*", base.micros() / least.micros());
    let percent = longer / long.len() as f64 * 100.0;
    table.set("  paths longer by", format!("{percent:.2} %"));
    table.set_time("  prepared in (HPA*)", prepared);
}

/// A benchmark map with its scenarios, or a generated one like it.
fn load(name: &str) -> (Grid, Vec<Scenario>) {
    let (rules, movement) = (TerrainRules::land(), Movement::NoCornerCutting);
    if let Some(path) = tremaux_testkit::data(&format!("grid/{name}.map")) {
        let file = load_map(&path, &rules).expect("a map");
        let grid = Grid::from_file(&file, &rules, movement);
        let scenarios = load_scenarios(&path.with_extension("map.scen"), &grid).expect("scenarios");
        return (grid, scenarios.scenarios);
    }
    let (landscape, side) = match name {
        "arena2" => (MapKind::Rooms { size: 20 }, 256),
        "AcrosstheCape" => (MapKind::Caves, 768),
        "maze512-8-0" => (MapKind::Maze { corridor: 8 }, 512),
        _ => (MapKind::City, 512),
    };
    println!("no map {name}: a generated one instead");
    let file = landscape.generate(side, side, 1);
    let made = generate_scenarios(&file, name, movement, 1000, 2).expect("a small map");
    (Grid::from_file(&file, &rules, movement), made.scenarios)
}

fn main() {
    let count = number("QUERIES", 150);
    let maps = std::env::var("MAPS").unwrap_or_else(|_| MAPS.into());
    let mut table = Table::default();
    for name in maps.split_whitespace() {
        let (grid, all) = load(name);
        let total = all.len();
        let count = count.min(total);
        let scenarios: Vec<Scenario> = (0..count).map(|i| all[i * total / count].clone()).collect();
        table.begin(name);
        let scale = StepScale::FAST;
        let query = |s: &Scenario| StepQuery { grid: &grid, scale, start: s.start, goal: s.goal };
        let plain = |s: &Scenario| AllSteps(query(s));
        let steps = |plan: &[Direction]| length(plan.iter().copied());
        let base = pathfinding(&grid, &scenarios);
        let heap = BestFirst::a_star().ties(HighG).open_list(Heap).table(Indexed);
        let heap = heap.reopening(Reopening::Never);
        let buckets = heap.ties(AnyOrder).open_list(ChainedBuckets);
        table.set_ratio("A*, all steps, heap", base / ours(heap, &scenarios, plain, steps));
        table.set_ratio("A*, all steps, buckets", base / ours(buckets, &scenarios, plain, steps));
        for (method, name) in [
            (PathMethod::AStar, "Pathfinder, A*"),
            (PathMethod::BidirectionalAStar, "Pathfinder, A* from both ends"),
            (PathMethod::JumpPoints, "Pathfinder, jump points"),
            (PathMethod::TabledJumpPoints, "Pathfinder, jump points from a table"),
            (PathMethod::BoundedJumpPoints, "Pathfinder, jump points with bounds"),
        ] {
            let (micros, prepared) = pathfinder(&grid, method, &scenarios);
            table.set_ratio(name, base / micros);
            if name.contains("table") || name.contains("bounds") {
                table.set_time(&format!("  prepared in ({method})"), prepared);
            }
        }
        hierarchy(&grid, &all, &mut table);
    }
    table.print("times as fast as pathfinding::astar");
}
