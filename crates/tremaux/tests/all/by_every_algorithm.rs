//! Every algorithm that searches a space of closures.

/// Runs the rest once for each algorithm, as `$algorithm` with `$name`; `$is_along_path` says
/// whether it needs memory for one path only.
macro_rules! by_every_algorithm {
    (|$name:ident, $algorithm:ident| $run:block) => {
        by_every_algorithm!(|$name, $algorithm, _is_along_path| $run);
    };
    (|$name:ident, $algorithm:ident, $is_along_path:ident| $run:block) => {
        by_every_algorithm!(@each $name, $algorithm, $is_along_path = false, $run,
            BestFirst::a_star(), BestFirst::dijkstra(), BestFirst::breadth_first(),
            BestFirst::greedy(), BestFirst::weighted_a_star(1.5), AnytimeAStar::new(),
            EnforcedHillClimbing, MemoryBounded, Fringe, Beam::new(2), Beam::new(100),
            KBest::new(1), KBest::new(3),
            KBest::new(2).loopless(), IslandDriven::through(Vec::new()), FrontierBreadthFirst,
            BidirectionalBreadthFirst, NearOptimalBidirectional::new(),
            NearOptimalBidirectional::with_backward(NoHeuristic), BranchAndBound::budgeted());
        by_every_algorithm!(@each $name, $algorithm, $is_along_path = true, $run,
            IdaStar::new(), BranchAndBound::new(), BranchAndBound::ida_star(),
            BranchAndBound::ida_star().order(ByEstimate), RecursiveBestFirst::new(),
            DepthFirst::iterative_deepening(), DepthFirst::bounded(6), IterativeBroadening::new(6));
    };
    (@each $name:ident, $algorithm:ident, $is_along_path:ident = $value:literal, $run:block,
        $($each:expr),*) => {$({
        use tremaux::search::*;
        let ($name, $algorithm, $is_along_path) = (stringify!($each), $each, $value);
        $run
    })*};
}
