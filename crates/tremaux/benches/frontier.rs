//! The memory of frontier search compared with searches that keep all states: breadth-first
//! search, and A* with and without a heuristic. The frontier is small compared with the space
//! in some cases and large in others. All plans must have the same cost.
//!
//! `cargo bench -p tremaux --bench frontier`

use std::time::Instant;

use tremaux_core::{Algorithm, Heuristic, IndexedSpace, Limits, NoHeuristic, StateSpace};
use tremaux_maps::grid::{
    Cell, Grid, GridWorld, MapKind, MazeMethod, Movement, OpenDistance, StepScale, TerrainRules,
};
use tremaux_puzzles::pancake::{Gap, PancakePuzzle, Stack64};
use tremaux_search::{BestFirst, FrontierBreadthFirst, Indexed};
use tremaux_tiles::{Board64, Instance, Manhattan, SlidingPuzzle};

/// The resources that a search takes.
struct Taken {
    name: &'static str,
    expanded: u64,
    bytes: usize,
    seconds: f64,
}

/// Runs a search and checks that its cost equals that of the previous searches.
fn taken<S, A, H>(name: &'static str, space: &S, with: (A, H), cost: &mut Option<u32>) -> Taken
where
    S: StateSpace<Cost = u32>,
    A: Algorithm<S>,
    H: Heuristic<S>,
{
    let started = Instant::now();
    let report = with.0.solve(space, with.1, &Limits::default(), &mut ());
    let seconds = started.elapsed().as_secs_f64();
    assert!(report.is_proven_optimal(), "{name}");
    let found = report.plan.map(|plan| plan.cost);
    assert_eq!(*cost.get_or_insert(report.lower_bound), report.lower_bound, "{name}");
    assert_eq!(found, *cost, "{name}");
    let statistics = report.statistics;
    Taken { name, expanded: statistics.expanded, bytes: statistics.peak_bytes, seconds }
}

fn print(problem: &str, cost: Option<u32>, searches: &[Taken]) {
    println!("{problem}: cost {}", cost.unwrap_or_default());
    let frontier = searches[0].bytes as f64;
    for Taken { name, expanded, bytes, seconds } in searches {
        println!(
            "  {name:<24} {expanded:>10} expanded {:>9.3} MB {:>9.3} of frontier search's \
             {seconds:>8.3} s",
            *bytes as f64 / 1e6,
            *bytes as f64 / frontier
        );
    }
}

/// Compares searches whose tables hash packed states.
fn compare<S: StateSpace<Cost = u32>>(problem: &str, space: &S, h: impl Heuristic<S>) {
    let mut cost = None;
    let searches = [
        taken("frontier", space, (FrontierBreadthFirst, NoHeuristic), &mut cost),
        taken("breadth-first", space, (BestFirst::breadth_first(), NoHeuristic), &mut cost),
        taken("A*, no heuristic", space, (BestFirst::a_star(), NoHeuristic), &mut cost),
        taken("A*", space, (BestFirst::a_star(), h), &mut cost),
    ];
    print(problem, cost, &searches);
}

/// Like [`compare`], plus searches with tables that have one entry for every state of the
/// space.
fn compare_indexed<S>(problem: &str, space: &S, h: impl Heuristic<S>)
where
    S: IndexedSpace + StateSpace<Cost = u32>,
{
    compare(problem, space, &h);
    let mut cost = None;
    let searches = [
        taken("frontier", space, (FrontierBreadthFirst, NoHeuristic), &mut cost),
        taken(
            "breadth-first, indexed",
            space,
            (BestFirst::breadth_first().table(Indexed), NoHeuristic),
            &mut cost,
        ),
        taken("A*, indexed", space, (BestFirst::a_star().table(Indexed), &h), &mut cost),
    ];
    print(&format!("{problem}, indexed tables"), cost, &searches);
}

fn tiles(start: &str) -> Option<SlidingPuzzle<Board64>> {
    SlidingPuzzle::new(&Instance::parse(start, "blank-first", None).ok()?)
}

fn main() {
    let landscape = MapKind::WalledMaze { method: MazeMethod::Wilson, braid: 50 };
    let map = landscape.generate(1001, 1001, 1);
    let grid = Grid::from_file(&map, &TerrainRules::land(), Movement::FourNeighbours);
    let scale = StepScale { straight: 1, diagonal: 1, is_four: true };
    let maze = GridWorld::new(grid, scale, Cell::new(1, 1), vec![Cell::new(999, 999)]);
    compare_indexed("a maze of 1,001x1,001, half of its dead ends opened", &maze, OpenDistance);

    let puzzle = tiles("8 0 6 / 5 4 7 / 2 3 1").expect("an 8-puzzle");
    let manhattan = Manhattan::to_goal(puzzle.goal());
    compare("the 8-puzzle, 31 moves", &puzzle, &manhattan);

    let pancakes = PancakePuzzle::<Stack64>::new(&[3, 8, 0, 5, 7, 2, 4, 1, 6]).expect("nine");
    compare("nine pancakes", &pancakes, Gap);
}
