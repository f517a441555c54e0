//! Sliding puzzles by the textbook forms of *Algorithms in a Nutshell* and of *SaC*.

use serde::Deserialize;
use tremaux_core::{Heuristic, NoHeuristic, StateSpace};
use tremaux_testkit::reference::{
    Conventions, IdaStarConventions, Number, Outcome, Rank, graph_search, ida_star,
};
use tremaux_tiles::{
    Arrangement, BadEvaluator, Board, Board64, GoodEvaluator, Instance, LinearConflict, Manhattan,
    Misplaced, PrintedLinearConflict, Random, Size, Slide, SlidingPuzzle, WeakEvaluator, korf,
};

use super::textbook::{Order, Take, figures};
use crate::context::Context;
use crate::figure::{Figures, Obtained};
use crate::statistics::Sample;

pub(super) type Puzzle = SlidingPuzzle<Board64>;
type BoxedHeuristic = Box<dyn Heuristic<Puzzle, Memo = ()>>;

/// The text whose conventions apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Text {
    /// Nilsson's goal; the blank moves down, left, up, right.
    Nutshell,
    /// The goal with the blank first; the blank moves up, down, left, right.
    Sac,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Estimate {
    None,
    Good,
    Weak,
    Bad,
    Misplaced,
    Manhattan,
    LinearConflict,
    PrintedLinearConflict,
}

impl Estimate {
    fn to_goal(self, goal: &Arrangement) -> BoxedHeuristic {
        match self {
            Self::None => Box::new(NoHeuristic),
            Self::Good => Box::new(GoodEvaluator::to_goal(goal).expect("Nilsson's goal")),
            Self::Weak => Box::new(WeakEvaluator::to_goal(goal)),
            Self::Bad => Box::new(BadEvaluator::to_goal(goal).expect("Nilsson's goal")),
            Self::Misplaced => Box::new(Misplaced::to_goal(goal)),
            Self::Manhattan => Box::new(Manhattan::to_goal(goal)),
            Self::LinearConflict => Box::new(LinearConflict::to_goal(goal)),
            Self::PrintedLinearConflict => {
                Box::new(PrintedLinearConflict::to_goal(goal).expect("blank first"))
            }
        }
    }
}

/// The initial board: its cells, or the number of one of Korf's hundred.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Start {
    Cells(Vec<u8>),
    Korf(usize),
}

/// A search of one board.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct TileSearch {
    start: Start,
    text: Text,
    #[serde(with = "Order")]
    order: Rank,
    estimate: Estimate,
    depth_bound: Option<usize>,
    /// Whether boards with equal hashes are merged.
    #[serde(default)]
    merges: bool,
    /// Whether IDA* searches instead, which counts every visit as closed.
    #[serde(default)]
    ida_star: bool,
}

/// Java's hash of a list of numbers, by which the library identifies a board.
pub(super) fn java_hash_of(cells: impl Iterator<Item = i32>) -> i64 {
    cells.fold(1, |hash: i32, cell| hash.wrapping_mul(31).wrapping_add(cell)).into()
}

fn java_hash<const CELLS: usize>(board: &Board64) -> i64 {
    java_hash_of((0..CELLS).map(|cell| board.tile(cell) as i32))
}

/// The goal of *Algorithms in a Nutshell*.
pub(super) fn nilssons_goal() -> Arrangement {
    Arrangement::spiral(Size::new(3, 3).expect("in range"))
}

/// The puzzle from `start` to Nilsson's goal.
pub(super) fn nutshell_puzzle(start: Arrangement) -> Puzzle {
    let instance = Instance::new(start, nilssons_goal()).expect("of one size");
    let order = [Slide::Down, Slide::Left, Slide::Up, Slide::Right];
    Puzzle::new(&instance).expect("nine cells").with_order(order)
}

/// The puzzle from `start` to the goal with the blank first.
pub(super) fn sac_puzzle(start: Arrangement) -> Puzzle {
    let goal = Arrangement::blank_first(start.size());
    let puzzle = Puzzle::new(&Instance::new(start, goal).expect("of one size"));
    let order = [Slide::Up, Slide::Down, Slide::Left, Slide::Right];
    puzzle.expect("at most sixteen cells").with_order(order)
}

/// One of Korf's hundred instances.
pub(super) fn sac_korf(number: usize) -> Puzzle {
    sac_puzzle(korf::fifteen_puzzle(number).expect("of a hundred").start().clone())
}

impl TileSearch {
    pub(super) fn run(&self, context: &Context, take: &[Take]) -> Vec<Obtained> {
        context.say(|| format!("{self:?}"));
        let space = match &self.start {
            &Start::Korf(number) => sac_korf(number),
            Start::Cells(cells) => {
                let start = Arrangement::new(Size::new(3, 3).expect("in range"), cells);
                let start = start.expect("every tile once");
                if self.text == Text::Sac { sac_puzzle(start) } else { nutshell_puzzle(start) }
            }
        };
        let heuristic = self.estimate.to_goal(space.goal());
        let outcome = self.outcome(context, &space, &heuristic);
        figures(&outcome, take, |take| match (take, &outcome.plan) {
            (Take::Estimate, _) => {
                Obtained::Count(heuristic.estimate(&space, &space.initial_state()).into())
            }
            (_, None) => Obtained::Text("missed".to_owned()),
            (Take::Plan, Some(plan)) if plan.actions.len() > 40 => Obtained::Text("–".to_owned()),
            (Take::Plan, Some(plan)) => {
                Obtained::Text(plan.actions.iter().map(|mv| mv.slide().letter()).collect())
            }
            (_, Some(plan)) => Obtained::Count(plan.cost.into()),
        })
    }

    fn outcome(&self, context: &Context, space: &Puzzle, h: &BoxedHeuristic) -> Outcome<Puzzle> {
        if self.ida_star {
            let plain = IdaStarConventions { keeps_visits: false, ..Default::default() };
            return ida_star(space, h, &plain);
        }
        let depth_bound = self.depth_bound;
        let conventions: Conventions<Number<Board64>> = match (self.text, self.order) {
            (Text::Nutshell, Rank::Deepest) => {
                Conventions { depth_bound, ..Conventions::nutshell_depth_first(0) }
            }
            (Text::Nutshell, rank) => Conventions::nutshell(rank),
            (Text::Sac, rank) if space.goal().size().cells() == 9 => {
                Conventions::sac(rank, java_hash::<9>)
            }
            (Text::Sac, rank) => Conventions::sac(rank, java_hash::<16>),
        };
        let conventions =
            if self.merges { conventions.merging_equal_numbers() } else { conventions };
        graph_search(space, h, &context.conventions(conventions))
    }
}

/// The means of closed and open of A* on 8-puzzles a thousand random moves from the goal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RandomTiles {
    estimate: Estimate,
}

impl RandomTiles {
    pub(super) fn run(&self, context: &Context) -> Figures {
        /// The number of boards in the source.
        const PRINTED_TRIALS: f64 = 100.0;
        const MOVES: usize = 1000;
        let goal = Arrangement::blank_first(Size::new(3, 3).expect("in range"));
        let heuristic = self.estimate.to_goal(&goal);
        let conventions = context.conventions(Conventions::sac(Rank::GPlusH, java_hash::<9>));
        // Use the same boards for every heuristic.
        let mut random = Random::new(context.seed_for("boards of a thousand moves"));
        let (mut closed, mut open) = (Sample::default(), Sample::default());
        for trial in 0..context.trials {
            context.check()?;
            context.say(|| format!("board {trial} of {}", context.trials));
            let space = sac_puzzle(goal.random_walk(MOVES, &mut random));
            let outcome = graph_search(&space, &heuristic, &conventions);
            closed.add(outcome.closed as f64);
            open.add(outcome.open as f64);
        }
        Ok(vec![closed.beside(PRINTED_TRIALS), open.beside(PRINTED_TRIALS)])
    }
}
