//! The signature: how many nodes all searches of a fixed suite expand and generate.
//!
//! A change that is not meant to alter any search must not move it; one that is says so by
//! moving it. To write it anew:
//!
//! ```text
//! TREMAUX_SIGNATURE=write cargo test -p tremaux --test signature
//! ```

use std::path::Path;

use tremaux_core::{Algorithm, Blind, Heuristic, Limits, StateSpace};
use tremaux_puzzles::tiles::{AnyPuzzle, LinearConflict, Manhattan, WalkingDistance, korf};
use tremaux_search::{
    AnyOrder, BestFirst, Buckets, DepthFirst, Fifo, GoalTest, IdaStar, Indexed, LowH, QuadHeap,
    Reopening,
};
use tremaux_testkit::{Estimates, Quality, random_graph};

const FILE: &str = "../../tests/golden/signature.txt";

/// Nodes that a search expands and generates.
fn nodes<S, A, H>(algorithm: &A, space: &S, heuristic: H, most: u64) -> u64
where
    S: StateSpace,
    A: Algorithm<S>,
    H: Heuristic<S>,
{
    let limits = Limits::default().with_nodes(most);
    let statistics = algorithm.solve(space, heuristic, &limits, &mut ()).statistics;
    statistics.expanded + statistics.generated
}

/// Adds up `$suite` for each algorithm, and says what each comes to.
macro_rules! total {
    ($total:ident, $suite:expr; $($algorithm:expr;)*) => {$(
        let part: u64 = $suite(&$algorithm);
        println!("{part:>9}  {}", stringify!($algorithm));
        $total += part;
    )*};
}

/// All random graphs with one algorithm.
macro_rules! on_graphs {
    () => {
        |algorithm: &_| {
            let seeds = 0..300;
            let part = seeds.map(|seed| {
                let graph = random_graph(seed, 25);
                let quality = Quality::ALL[seed as usize % 4];
                let estimates = Estimates::random(&graph, quality, seed);
                nodes(algorithm, &graph, &estimates, 2000)
            });
            part.sum()
        }
    };
}

/// Some of Korf's instances with one algorithm and heuristic.
macro_rules! on_tiles {
    ($heuristic:expr) => {
        |algorithm: &_| {
            let numbers = [12, 55, 79];
            let part = numbers.map(|number| {
                let instance = korf::fifteen_puzzle(number).expect("of a hundred");
                let AnyPuzzle::Small(puzzle) = instance.puzzle() else { unreachable!() };
                nodes(algorithm, &puzzle, &($heuristic)(puzzle.goal()), 200_000)
            });
            part.iter().sum()
        }
    };
}

#[test]
fn no_search_takes_other_steps_than_it_did() {
    let mut total = 0;
    total! { total, on_graphs!();
        BestFirst::astar();
        BestFirst::astar().ties(LowH).table(Indexed);
        BestFirst::astar().ties(Fifo).open_list(QuadHeap).reopening(Reopening::Never);
        BestFirst::astar().ties(AnyOrder).open_list(Buckets);
        BestFirst::astar().reopening(Reopening::OnBetterScoreWhileOpen);
        BestFirst::astar().goal_test(GoalTest::OnGeneration);
        BestFirst::weighted_astar(3, 2);
        BestFirst::greedy();
        BestFirst::dijkstra();
        BestFirst::breadth_first();
        IdaStar::new();
        IdaStar::typed();
        DepthFirst::iterative_deepening();
        DepthFirst::bounded(6);
    }
    total! { total, on_tiles!(Manhattan::to_goal);
        BestFirst::astar().ties(AnyOrder).open_list(Buckets);
        BestFirst::weighted_astar(5, 2);
        BestFirst::greedy();
        IdaStar::typed();
    }
    total! { total, on_tiles!(LinearConflict::to_goal);
        BestFirst::astar();
        IdaStar::in_place();
    }
    total! { total, on_tiles!(|goal| WalkingDistance::to_goal(goal).expect("a small square"));
        BestFirst::astar().ties(LowH);
        IdaStar::new();
    }
    let line = tremaux_testkit::random_line(7, 2000, 4);
    total += nodes(&BestFirst::dijkstra(), &line, Blind, u64::MAX);

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var("TREMAUX_SIGNATURE").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, format!("{total}\n")).expect("the signature can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the signature can be read");
    assert_eq!(
        written.trim(),
        total.to_string(),
        "searches take other steps; if they are meant to, write the signature anew: \
         TREMAUX_SIGNATURE=write cargo test -p tremaux --test signature"
    );
}
