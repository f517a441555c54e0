//! Where hill climbing gets stuck in the 8-puzzle, and what gets it out again.
//!
//! `cargo run --release -p tremaux --features landscape,puzzles --example plateaus`

use tremaux::landscape::{
    AnnealedBestFirst, Annealing, HillClimbing, LateAcceptance, LocalSearch, LocalSearchMethod,
    Optimization, StateLandscape, Tabu, census,
};
use tremaux::puzzles::tiles::{
    Board64, GoodEvaluator, Instance, Manhattan, Misplaced, SlidingPuzzle,
};
use tremaux::{Heuristic, Limits, Random};

type Puzzle = SlidingPuzzle<Board64>;

/// The boards from which each method starts, and the boards that it may evaluate.
const BOARDS: usize = 200;
const STEPS: u64 = 100_000;

/// A board with the tiles around the edge as its goal.
fn puzzle(text: &str) -> Puzzle {
    let instance = Instance::parse(text, "ring", None).expect("a board");
    Puzzle::new(&instance).expect("nine cells")
}

/// Boards from which the goal can be reached, each as likely as any other.
fn boards() -> Vec<Puzzle> {
    let mut random = Random::new(1);
    let mut boards = Vec::new();
    while boards.len() < BOARDS {
        let mut tiles: Vec<usize> = (0..9).collect();
        random.shuffle(&mut tiles);
        let words: Vec<String> = tiles.iter().map(usize::to_string).collect();
        let instance = Instance::parse(&words.join(" "), "ring", None).expect("a board");
        if instance.is_solvable() {
            boards.extend(Puzzle::new(&instance));
        }
    }
    boards
}

/// The boards that a method solves, and the mean length of its paths.
fn try_all<'a, H, M>(name: &str, boards: &'a [Puzzle], heuristic: &H, method: M)
where
    H: Heuristic<Puzzle>,
    M: for<'b> LocalSearchMethod<StateLandscape<&'a Puzzle, &'b H>> + Copy,
{
    let (mut solved, mut moves) = (0_usize, 0);
    for (seed, board) in boards.iter().enumerate() {
        let landscape = StateLandscape::new(board, heuristic);
        let mut search = LocalSearch::new(&landscape, method, seed as u64);
        let _ = search.advance(&Limits::default(), &mut |_| {});
        let report = search.report();
        if report.is_proven_optimal() {
            solved += 1;
            moves += report.best.map_or(0, |(position, _)| position.path.len());
        }
    }
    let mean = moves as f64 / solved.max(1) as f64;
    println!("| {name} | {:.1} | {mean:.0} |", 100.0 * solved as f64 / boards.len() as f64);
}

fn show<H: Heuristic<Puzzle>>(name: &str, goal: &Puzzle, boards: &[Puzzle], heuristic: H) {
    let counts = census(goal, &heuristic);
    println!("\n**{name}**: of {} boards", counts.states);
    println!("{} have a nearer neighbour,", counts.slopes);
    println!("{} lie on plateaus, {} are foothills,", counts.plateaus, counts.foothills);
    println!("{} of both are ridges, which two moves cross.", counts.ridges);
    println!("Steepest climbing reaches the goal from {:.3} %.\n", 100.0 * counts.success);
    println!("| method | solved % | moves |\n| --- | ---: | ---: |");
    let steepest = HillClimbing::steepest();
    try_all("hill climbing", boards, &heuristic, steepest);
    let sideways = steepest.sideways(100);
    try_all("hill climbing, 100 moves sideways", boards, &heuristic, sideways);
    let annealing = Annealing::default().steps(STEPS);
    try_all("annealing", boards, &heuristic, annealing);
    try_all("tabu search", boards, &heuristic, Tabu::default().steps(STEPS).tenure(100).sample(0));
    try_all(
        "late acceptance",
        boards,
        &heuristic,
        LateAcceptance::default().steps(STEPS).history(100),
    );
    let best_first = AnnealedBestFirst::default().steps(STEPS);
    try_all("annealed best-first", boards, &heuristic, best_first);
}

fn main() {
    let goal = puzzle("1 2 3 8 0 4 7 6 5");
    let boards = boards();
    show("misplaced tiles", &goal, &boards, Misplaced::to_goal(goal.goal()));
    show("Manhattan distance", &goal, &boards, Manhattan::to_goal(goal.goal()));
    let nilsson = GoodEvaluator::to_goal(goal.goal()).expect("the goal of its source");
    show("P + 3 S (Nilsson)", &goal, &boards, nilsson);
}
