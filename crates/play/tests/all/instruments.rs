//! Node counts compared with closed forms on trees whose values are known.

use tremaux_core::*;
use tremaux_play::*;
use tremaux_testkit::textbook_games::{minimal_leaves, minimal_nodes, uniform_nodes};
use tremaux_testkit::uniform_tree::{TreeOrder, UniformTree};

fn search(
    game: &UniformTree,
    depth: u32,
    window: Window,
) -> GameReport<<UniformTree as Game>::Move> {
    let options = AlphaBeta::default().window(window).first_depth(depth).max_depth(depth);
    let parts = SearchParts::new().evaluator(game);
    let report = options.solve(game, &game.initial_state(), parts, &Limits::default());
    let start = game.initial_state();
    assert_eq!(report.score, game.evaluate(game, &start), "{game:?}, {window:?}");
    report
}

/// The passes over the root only, without the search for the line.
fn passes(game: &UniformTree, depth: u32, window: Window) -> (u64, u64) {
    struct Count(u64, u64, bool);
    impl GameObserver<UniformTree> for Count {
        fn observe(&mut self, event: GameEvent<'_, UniformTree>) {
            match event {
                // The search for the line starts from positions below the root.
                GameEvent::Entered { ply: 0, .. } => (self.0, self.2) = (self.0 + 1, true),
                GameEvent::Entered { .. } if self.2 => self.0 += 1,
                GameEvent::Left { source: ScoreSource::Estimate, .. } if self.2 => self.1 += 1,
                GameEvent::Left { ply: 0, .. } => self.2 = false,
                _ => {}
            }
        }
    }
    let options = AlphaBeta::default().window(window).first_depth(depth).max_depth(depth);
    let mut search = options.start(game, &game.initial_state(), SearchParts::new().evaluator(game));
    let mut count = Count(0, 0, false);
    let _ = search.advance(&Limits::default(), &mut count);
    (count.0, count.1)
}

#[test]
fn the_minimal_tree_is_what_the_best_order_visits() {
    for seed in 0..5 {
        for branching in 1..6 {
            for depth in 1..7 {
                let game = UniformTree { seed, branching, order: TreeOrder::Best };
                let (nodes, leaves) = passes(&game, depth, Window::Full);
                let b = u64::from(branching);
                assert_eq!(leaves, minimal_leaves(b, depth), "{game:?}, depth {depth}");
                assert_eq!(nodes, minimal_nodes(b, depth), "{game:?}, depth {depth}");
            }
        }
    }
}

#[test]
fn the_better_the_order_the_fewer_the_nodes() {
    for window in [Window::Full, Window::Scout, Window::Mtd] {
        let orders = [TreeOrder::Best, TreeOrder::Mostly(80), TreeOrder::Random, TreeOrder::Worst];
        let nodes = orders.map(|order| {
            let trees = (0..5).map(|seed| UniformTree { seed, branching: 5, order });
            trees.map(|game| search(&game, 6, window).statistics.nodes).sum::<u64>()
        });
        assert!(nodes.is_sorted(), "{window:?}: {nodes:?}");
        assert!(nodes[0] < nodes[2] / 2 && nodes[3] <= 3 * 5 * uniform_nodes(5, 6, false));
    }
}

#[test]
fn counts_fit_together() {
    let game = UniformTree { seed: 3, branching: 4, order: TreeOrder::Random };
    let statistics = search(&game, 5, Window::Scout).statistics;
    assert_eq!(statistics.leaves(), statistics.evaluated);
    assert_eq!(statistics.generated, 4 * statistics.expanded);
    let factor = statistics.effective_branching_factor(5);
    assert!(factor > 2.0 && factor < 4.0, "{factor}");
    assert!(statistics.first_move_cutoffs <= statistics.cutoffs);
    assert_eq!(statistics.iteration_nodes, statistics.nodes);
}
