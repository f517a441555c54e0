//! Measures move generation in checkers: published perft counts, checked while timed, and the
//! engine's positions on the same processor.
//!
//! `cargo bench -p tremaux-games --bench checkers`

use tremaux_core::{Game, Limits};
use tremaux_games::checkers::{
    Brazilian, Checkers, English, International, Material, Russian, Variant,
};
use tremaux_play::{AlphaBeta, History, Killers, NoisyFirst, Quiescence, SearchParts, perft};
use tremaux_tables::{TranspositionTable, TwoLevel};

/// The processor time of this thread in seconds, which excludes other programs.
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Counts lines of `depth` moves, playing all of them; checks the published count if there is
/// one.
fn lines<V: Variant>(depth: u32, published: Option<u64>) {
    let game: Checkers<V> = Checkers::new();
    let mut position = game.initial_state();
    let before = now();
    let count = perft(&game, &mut position, depth);
    let seconds = now() - before;
    assert!(published.is_none_or(|published| published == count), "{} {count}", V::NAME);
    let speed = count as f64 / seconds / 1e6;
    println!("{:13} depth {depth:2} {count:10} lines {seconds:6.2} s {speed:6.1} M/s", V::NAME);
}

/// A search of the opening to a depth.
fn search<V: Variant>(depth: u32) {
    let game: Checkers<V> = Checkers::new();
    let table = TranspositionTable::<TwoLevel>::with_scheme(64 << 20);
    let ordering = (NoisyFirst, (Killers::default(), History::default()));
    let parts = SearchParts::new().evaluator(Material).ordering(ordering).table(table);
    let parts = parts.horizon(Quiescence::default());
    let options = AlphaBeta::default().max_depth(depth);
    let before = now();
    let report = options.solve(&game, &game.initial_state(), parts, &Limits::default());
    let seconds = now() - before;
    assert_eq!(report.depth, depth);
    let nodes = report.statistics.nodes;
    let speed = nodes as f64 / seconds / 1e6;
    println!("{:13} depth {depth:2} {nodes:10} nodes {seconds:6.2} s {speed:6.1} M/s", V::NAME);
}

fn main() {
    println!("perft: every line played to its last move");
    lines::<English>(10, Some(18_391_564));
    lines::<Brazilian>(9, None);
    lines::<Russian>(9, None);
    lines::<International>(8, Some(6_483_961));
    println!("alpha-beta with table, killers, history and quiescence, from the opening");
    search::<English>(15);
    search::<Brazilian>(13);
    search::<Russian>(13);
    search::<International>(11);
}
