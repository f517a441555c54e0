//! Compares shortest paths on grid maps with `pathfinding::astar`, in one process.
//!
//! `cargo bench -p tremaux-maps --bench grid`; `QUERIES` sets the number of queries per map,
//! `ROUNDS` the number of rounds, `MAPS` the maps. Every length is checked while it is timed.
//! Prints the mean over the queries of the minimum time over the rounds, and its ratio to
//! `pathfinding`.

use std::time::Instant;

use tremaux_core::{Guarantees, Heuristic, IndexedSpace, Limits, Search, StateSpace};
use tremaux_maps::grid::{
    BoundedGrid, Cell, Direction, GoalBounds, Grid, GridHierarchy, HierarchyWorkspace, Jump,
    JumpQuery, JumpTable, MapKind, Movement, OpenDistance, PathMethod, Pathfinder, Route, Scenario,
    StepCosts, StepQuery, StepScale, TabledGrid, TerrainRules, Workspace, generate_scenarios,
    load_map, load_scenarios,
};
use tremaux_search::{
    AnyOrder, BestFirst, BestFirstSearch, ChainedBuckets, Heap, HighG, Indexed, LowH, Reopening,
    SearchMemory, Strategy,
};

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

/// Mean microseconds and expansions of a query.
#[inline(never)]
fn ours<'a, S, B>(
    strategy: B,
    scenarios: &[Scenario],
    make: impl Fn(&Scenario) -> S,
    steps: impl Fn(&[S::Action]) -> f64,
) -> (f64, f64)
where
    S: StateSpace<Cost = u32> + 'a,
    B: Strategy<S>,
    OpenDistance: Heuristic<S>,
{
    let mut memory = SearchMemory::<S, B>::default();
    let mut least = Least::new(scenarios.len());
    let mut expanded = 0;
    let mut plan = Vec::new();
    let limits = Limits::default();
    for _ in 0..number("ROUNDS", 3) {
        expanded = 0;
        for (question, scenario) in scenarios.iter().enumerate() {
            let started = Instant::now();
            plan.clear();
            let space = make(scenario);
            let mut search = BestFirstSearch::new(strategy, &space, OpenDistance, memory);
            let _ = search.advance(&limits, &mut ());
            let cost = search.copy_plan(&mut plan);
            expanded += search.statistics().expanded;
            memory = search.into_memory();
            least.record(question, started);
            assert!(cost.is_some() && is_right(steps(&plan), scenario), "{:?}", scenario.start);
        }
    }
    (least.micros(), expanded as f64 / scenarios.len() as f64)
}

fn pathfinding(grid: &Grid, scenarios: &[Scenario]) -> (f64, f64) {
    let mut least = Least::new(scenarios.len());
    let mut expanded = 0_u64;
    let scale = StepScale::FAST;
    for _ in 0..number("ROUNDS", 3) {
        expanded = 0;
        for (question, scenario) in scenarios.iter().enumerate() {
            let started = Instant::now();
            let query = StepQuery { grid, scale, start: scenario.start, goal: scenario.goal };
            let start = query.index(&scenario.start) as u32;
            let goal = query.index(&scenario.goal) as u32;
            let found = pathfinding::prelude::astar(
                &start,
                |&node| {
                    expanded += 1;
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
    (least.micros(), expanded as f64 / scenarios.len() as f64)
}

/// The same through the interface for games.
fn pathfinder(grid: &Grid, method: PathMethod, scenarios: &[Scenario]) -> (f64, f64) {
    let finder = Pathfinder::new(grid.clone(), StepCosts::Euclidean, method).expect("usable");
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let (mut least, mut expanded) = (Least::new(scenarios.len()), 0);
    for _ in 0..number("ROUNDS", 3) {
        expanded = 0;
        for (question, scenario) in scenarios.iter().enumerate() {
            let started = Instant::now();
            let found = finder.find(scenario.start, scenario.goal, &mut workspace, &mut route);
            least.record(question, started);
            assert!(found.is_ok() && is_right(route.cost, scenario));
            expanded += route.expanded;
        }
    }
    (least.micros(), expanded as f64 / scenarios.len() as f64)
}

/// HPA* against A* on queries longer than 300 cells: times, lengths, and edits.
fn hierarchy(grid: &Grid, scenarios: &[Scenario]) {
    let long: Vec<&Scenario> = scenarios.iter().filter(|s| s.length > 300.0).collect();
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
    let base = base.micros();
    println!("  {} queries of more than 300 cells:", long.len());
    println!("    A*                {:>9.1} us", base);
    for levels in 1..=2 {
        let started = Instant::now();
        let mut hierarchy =
            GridHierarchy::new(grid.clone(), StepCosts::Euclidean, levels).expect("usable");
        let built = started.elapsed();
        let mut workspace = HierarchyWorkspace::default();
        let (mut least, mut worst, mut longer) = (Least::new(long.len()), 1.0_f64, 0.0);
        for _ in 0..number("ROUNDS", 3) {
            longer = 0.0;
            for (question, scenario) in long.iter().enumerate() {
                let started = Instant::now();
                let found =
                    hierarchy.find(scenario.start, scenario.goal, &mut workspace, &mut route);
                least.record(question, started);
                assert!(found.is_ok() && route.cost >= scenario.length - scenario.tolerance);
                worst = worst.max(route.cost / scenario.length);
                longer += route.cost / scenario.length - 1.0;
            }
        }
        println!(
            "    HPA*, {levels} levels    {:>9.1} us {:>7.2}x   longer by {:.3} %, at most {:.2} %",
            least.micros(),
            base / least.micros(),
            longer / long.len() as f64 * 100.0,
            (worst - 1.0) * 100.0,
        );
        let started = Instant::now();
        for scenario in &long {
            hierarchy.set_free(&[(scenario.start, false)]);
            hierarchy.set_free(&[(scenario.start, true)]);
        }
        println!(
            "      built in {built:.1?}, {} entrances, {} KiB; an edit takes {:.1} us",
            hierarchy.entrances(),
            hierarchy.bytes() >> 10,
            started.elapsed().as_secs_f64() / (2 * long.len()) as f64 * 1e6,
        );
    }
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
    let maps = std::env::var("MAPS")
        .unwrap_or_else(|_| "arena2 AcrosstheCape maze512-8-0 Berlin_0_512".into());
    for name in maps.split_whitespace() {
        let (grid, all) = load(name);
        let total = all.len();
        let count = count.min(total);
        let scenarios: Vec<Scenario> = (0..count).map(|i| all[i * total / count].clone()).collect();
        let started = Instant::now();
        let table = JumpTable::new(&grid);
        println!("{name}: {} queries, table in {:?}", scenarios.len(), started.elapsed());
        let scale = StepScale {
            straight: number("STRAIGHT", 13860) as u32,
            diagonal: number("DIAGONAL", 19601) as u32,
            is_four: false,
        };
        let started = Instant::now();
        let limits = Limits::default();
        let bounds = GoalBounds::new(&grid, scale, number("THREADS", 2), &limits).expect("bounds");
        println!(
            "  bounds of {} jump points in {:?}, {} KiB, beside a table of {} KiB",
            bounds.jump_points(),
            started.elapsed(),
            bounds.bytes() >> 10,
            table.bytes() >> 10,
        );
        let query = |s: &Scenario| StepQuery { grid: &grid, scale, start: s.start, goal: s.goal };
        let plain = |s: &Scenario| AllSteps(query(s));
        let jump = |s: &Scenario| JumpQuery { finder: &grid, scale, start: s.start, goal: s.goal };
        let finder = TabledGrid { grid: &grid, table: &table };
        let plus = |s: &Scenario| JumpQuery { finder, scale, start: s.start, goal: s.goal };
        let bounded = BoundedGrid { tabled: finder, bounds: &bounds };
        let bounded =
            |s: &Scenario| JumpQuery { finder: bounded, scale, start: s.start, goal: s.goal };
        let steps = |plan: &[Direction]| length(plan.iter().copied());
        let jumps = |plan: &[Jump]| length(plan.iter().flat_map(|jump| jump.steps()));

        let (base, expansions) = pathfinding(&grid, &scenarios);
        let only = std::env::var("ONLY").unwrap_or_default();
        macro_rules! show {
            ($label:expr, $run:expr) => {
                if $label.contains(&only) {
                    let (micros, expanded): (f64, f64) = $run;
                    let ratio = base / micros;
                    println!("  {:<36} {micros:>9.1} us {expanded:>9.0} exp {ratio:>7.2}x", $label);
                }
            };
        }
        show!("pathfinding::astar", (base, expansions));
        let heap = BestFirst::a_star().ties(HighG).open_list(Heap).table(Indexed);
        let heap = heap.reopening(Reopening::Never);
        let buckets = heap.ties(AnyOrder).open_list(ChainedBuckets);
        show!("all steps, heap", ours(heap, &scenarios, plain, steps));
        show!("all steps, buckets", ours(buckets, &scenarios, plain, steps));
        show!("pruned, heap", ours(heap, &scenarios, query, steps));
        show!("pruned, buckets", ours(buckets, &scenarios, query, steps));
        show!("jump points, heap", ours(heap, &scenarios, jump, jumps));
        show!("jump points, heap, any order", ours(heap.ties(AnyOrder), &scenarios, jump, jumps));
        show!("jump points, heap, low h", ours(heap.ties(LowH), &scenarios, jump, jumps));
        show!("tabled jump points, heap", ours(heap, &scenarios, plus, jumps));
        show!("tabled jump points, any order", ours(heap.ties(AnyOrder), &scenarios, plus, jumps));
        let any = heap.ties(AnyOrder);
        show!("bounded jump points, any order", ours(any, &scenarios, bounded, jumps));
        for method in [
            PathMethod::AStar,
            PathMethod::BidirectionalAStar,
            PathMethod::JumpPoints,
            PathMethod::BoundedJumpPoints,
        ] {
            let label = format!("Pathfinder, {method}");
            show!(label, pathfinder(&grid, method, &scenarios));
        }
        if only.is_empty() || "hierarchy".contains(&only) {
            hierarchy(&grid, &all);
        }
    }
}
