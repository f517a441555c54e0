//! What a limit of memory is used for.

use tremaux_core::{Algorithm, Limits, NoHeuristic, StateSpace, StopReason, Termination};
use tremaux_search::BestFirst;

/// The numbers from 1 on; each leads to its double and to the number after that.
struct Doubles;

impl StateSpace for Doubles {
    type State = u64;
    type Packed = u64;
    type Action = bool;
    type Cost = u32;

    fn initial_state(&self) -> u64 {
        1
    }
    fn is_goal(&self, _: &u64) -> bool {
        false
    }
    fn actions(&self, _: &u64, actions: &mut Vec<bool>) {
        actions.extend([false, true]);
    }
    fn cost(&self, _: &u64, _: bool) -> u32 {
        1
    }
    fn apply(&self, number: &mut u64, adds: bool) {
        *number = 2 * *number + u64::from(adds);
    }
    fn pack(&self, &number: &u64) -> u64 {
        number
    }
    fn unpack(&self, &number: &u64) -> u64 {
        number
    }
}

/// A search that its memory ends has filled it with states, not with room for more of them.
#[test]
fn a_limit_of_memory_is_filled_with_states() {
    for bytes in [3 << 20, 1 << 23, 10_000_000, 1 << 24] {
        let limits = Limits::default().with_memory(bytes);
        let report = BestFirst::dijkstra().solve(&Doubles, NoHeuristic, &limits, &mut ());
        assert_eq!(report.termination, Termination::Stopped(StopReason::MemoryLimit));
        // Eighteen for a state, eight in the open list for half of them, the index.
        let each = bytes as f64 / report.statistics.peak_stored as f64;
        assert!(each < 29.0, "{bytes}: {each:.1} bytes a state");
    }
}
