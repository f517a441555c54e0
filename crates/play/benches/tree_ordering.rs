//! Measures how many nodes move ordering saves on uniform trees, compared with b^d, b^(3d/4)
//! (the average case, Pearl 1982) and the minimal tree. Counts nodes rather than time; no
//! table.
//!
//! `cargo bench -p tremaux-play --bench tree_ordering`

use tremaux_core::*;
use tremaux_play::*;
use tremaux_testkit::textbook_games::{minimal_leaves, minimal_nodes, uniform_nodes};
use tremaux_testkit::uniform_tree::{TreeOrder, UniformTree};

const TREES: u64 = 10;

/// Counts the leaves of the passes over the root, without those of the search for the line.
#[derive(Default)]
struct Leaves {
    count: u64,
    is_below_root: bool,
}

impl GameObserver<UniformTree> for Leaves {
    fn observe(&mut self, event: GameEvent<'_, UniformTree>) {
        match event {
            GameEvent::Entered { ply: 0, .. } => self.is_below_root = true,
            GameEvent::Left { ply: 0, .. } => self.is_below_root = false,
            GameEvent::Left { source: ScoreSource::Estimate, .. } if self.is_below_root => {
                self.count += 1;
            }
            _ => {}
        }
    }
}

fn mean_leaves(branching: u32, depth: u32, order: TreeOrder, window: Window) -> f64 {
    let mut leaves = Leaves::default();
    for seed in 0..TREES {
        let game = UniformTree { seed, branching, order };
        let start = game.initial_state();
        let options = AlphaBeta::default().window(window).first_depth(depth).max_depth(depth);
        let mut search = options.start(&game, &start, SearchParts::new().evaluator(game));
        let _ = search.advance(&Limits::default(), &mut leaves);
        assert_eq!(search.report().score, game.evaluate(&game, &start));
    }
    leaves.count as f64 / TREES as f64
}

fn main() {
    println!("mean leaves of {TREES} trees; full window, and null windows in brackets");
    for (branching, depth) in [(4, 8), (8, 6), (16, 5), (30, 4)] {
        let b = u64::from(branching);
        let average = f64::from(branching).powf(0.75 * f64::from(depth));
        println!(
            "b = {branching}, d = {depth}: b^d {}, b^(3d/4) {average:.0}, minimal tree {} leaves, \
             {} of {} nodes",
            b.pow(depth),
            minimal_leaves(b, depth),
            minimal_nodes(b, depth),
            uniform_nodes(b, depth, false),
        );
        let orders = [TreeOrder::Best, TreeOrder::Mostly(80), TreeOrder::Random, TreeOrder::Worst];
        for order in orders {
            let full = mean_leaves(branching, depth, order, Window::Full);
            let scout = mean_leaves(branching, depth, order, Window::Scout);
            let mtd = mean_leaves(branching, depth, order, Window::Mtd);
            println!(
                "  {:12} {full:12.0}  {:5.2} x minimal  (scout {scout:.0}, MTD(f) {mtd:.0})",
                format!("{order:?}"),
                full / minimal_leaves(b, depth) as f64
            );
            if order == TreeOrder::Best {
                assert_eq!(full, minimal_leaves(b, depth) as f64);
            }
        }
    }
}
