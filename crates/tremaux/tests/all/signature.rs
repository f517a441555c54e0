//! The signature: the number of nodes that each search of a fixed suite expands and generates, a
//! row for each.
//!
//! A change that is not meant to alter any search must not change the signature. One that is
//! must update it. To write it again:
//!
//! ```text
//! TREMAUX_SIGNATURE=write cargo test -p tremaux signature
//! ```

use std::fmt::Write;
use std::path::Path;

use tremaux_core::{Algorithm, Heuristic, Limits, NoHeuristic, StateSpace};
use tremaux_search::{
    BestFirst, DepthFirst, Fifo, GoalTest, Heap, HighG, IdaStar, Indexed, LowH, Reopening,
};
use tremaux_testkit::{Estimates, Quality, random_graph};
use tremaux_tiles::{AnyPuzzle, LinearConflict, Manhattan, WalkingDistance, korf};

const FILE: &str = "../../tests/golden/signature.txt";

/// The number of nodes that a search expands and generates.
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

/// Adds a row for each algorithm to `$rows`: the nodes of `$suite`, its name, the algorithm.
macro_rules! rows {
    ($rows:ident, $name:literal, $suite:expr; $($algorithm:expr;)*) => {$(
        let nodes: u64 = $suite(&$algorithm);
        writeln!($rows, "{nodes:>9}  {:<24} {}", $name, stringify!($algorithm))
            .expect("a string takes everything");
    )*};
}

/// Runs one algorithm on all random graphs.
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

/// Runs one algorithm and heuristic on some of Korf's instances.
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
    let mut rows = String::new();
    let high_g = BestFirst::a_star().ties(HighG).open_list(Heap);
    rows! { rows, "random graphs", on_graphs!();
        high_g;
        BestFirst::a_star().ties(LowH).open_list(Heap).table(Indexed);
        BestFirst::a_star().ties(Fifo).reopening(Reopening::Never);
        BestFirst::a_star();
        high_g.reopening(Reopening::OnBetterScoreWhileOpen);
        high_g.goal_test(GoalTest::OnGeneration);
        BestFirst::weighted_a_star(1.5).ties(HighG).open_list(Heap);
        BestFirst::greedy();
        BestFirst::dijkstra().ties(HighG).open_list(Heap);
        BestFirst::dijkstra();
        BestFirst::breadth_first();
        IdaStar::new();
        IdaStar::compact();
        DepthFirst::iterative_deepening();
        DepthFirst::bounded(6);
    }
    rows! { rows, "Korf, Manhattan", on_tiles!(Manhattan::to_goal);
        BestFirst::a_star();
        BestFirst::weighted_a_star(2.5).ties(HighG).open_list(Heap);
        BestFirst::weighted_a_star(2.5);
        BestFirst::greedy();
        IdaStar::compact();
    }
    rows! { rows, "Korf, linear conflict", on_tiles!(LinearConflict::to_goal);
        high_g;
        BestFirst::a_star();
        IdaStar::in_place();
    }
    rows! { rows, "Korf, walking distance",
        on_tiles!(|goal| WalkingDistance::to_goal(goal).expect("a small square"));
        BestFirst::a_star().ties(LowH).open_list(Heap);
        IdaStar::new();
    }
    let line = tremaux_testkit::random_line(7, 2000, 4);
    rows! { rows, "a line of 2000 states",
        |algorithm: &_| nodes(algorithm, &line, NoHeuristic, u64::MAX);
        BestFirst::dijkstra().ties(HighG).open_list(Heap);
    }

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var("TREMAUX_SIGNATURE").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, &rows).expect("the signature can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the signature can be read");
    let changed: Vec<_> =
        rows.lines().filter(|row| !written.lines().any(|was| was == *row)).collect();
    assert!(
        rows == written,
        "searches take different steps; if that is intended, update the signature with \
         TREMAUX_SIGNATURE=write cargo test -p tremaux signature:\n{}",
        changed.join("\n")
    );
}
