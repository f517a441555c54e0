//! A search that is interrupted anywhere and resumed from its checkpoint takes the same steps.

use std::time::Duration;

use tremaux_core::{
    Algorithm, FixedPacked, Heuristic, Limits, NoHeuristic, Progress, Search, StateSpace,
    Statistics,
};
use tremaux_search::{CheckpointError, DepthFirst, IdaStar};
use tremaux_testkit::{Estimates, Graph, Quality, Remembering, random_graph};

fn counts(statistics: &Statistics) -> Statistics {
    {
        let mut statistics = statistics.clone();
        statistics.elapsed = Duration::ZERO;
        statistics.peak_bytes = 0;
        statistics.peak_stored = 0;
        statistics
    }
}

/// Interrupts a search every `nodes` nodes and counts the interruptions.
macro_rules! check {
    ($name:expr, $algorithm:expr, $graph:expr, $heuristic:expr, $nodes:expr) => {{
        let (algorithm, graph, heuristic) = ($algorithm, $graph, $heuristic);
        let mut whole = algorithm.start(graph, heuristic);
        let mut cuts = 0;
        if let Progress::Done(termination) =
            whole.advance(&Limits::default().with_nodes(400), &mut ())
        {
            let limits = Limits::default().with_nodes($nodes);
            let mut search = algorithm.start(graph, heuristic);
            let end = loop {
                let bytes = search.checkpoint();
                search = algorithm.resume(graph, heuristic, &bytes).expect($name);
                assert_eq!(search.checkpoint(), bytes, "{}: not the same again", $name);
                match search.advance(&limits, &mut ()) {
                    Progress::Paused(_) => cuts += 1,
                    Progress::Done(end) => break end,
                }
            };
            let done = search.checkpoint();
            search = algorithm.resume(graph, heuristic, &done).expect($name);
            let (report, expected) = (search.report(), whole.report());
            assert_eq!((end, report.termination), (termination, termination), "{}", $name);
            assert_eq!(report.plan, expected.plan, "{}", $name);
            assert_eq!(search.solutions(), whole.solutions(), "{}", $name);
            assert_eq!(report.lower_bound, expected.lower_bound, "{}", $name);
            assert_eq!(counts(&report.statistics), counts(&expected.statistics), "{}", $name);
        }
        cuts
    }};
}

fn check_all<H: Heuristic<Graph>>(graph: &Graph, heuristic: &H, seed: u64) -> u64 {
    let mut cuts = 0;
    for nodes in [1, 7] {
        let name = format!("graph {seed}, {nodes} nodes");
        cuts += check!(&name, IdaStar::new(), graph, heuristic, nodes);
        cuts += check!(&name, IdaStar::in_place(), graph, heuristic, nodes);
        cuts += check!(&name, IdaStar::compact().plan_count(5), graph, heuristic, nodes);
        cuts += check!(&name, DepthFirst::iterative_deepening(), graph, heuristic, nodes);
        cuts += check!(&name, DepthFirst::bounded(5).plan_count(3), graph, heuristic, nodes);
    }
    cuts
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let mut cuts = 0;
    for seed in 0..300 {
        let graph = random_graph(seed, 14);
        let quality = Quality::ALL[seed as usize / 3 % 4];
        let estimates = Estimates::random(&graph, quality, seed);
        cuts += check_all(&graph, &estimates, seed);
        cuts += check_all(&graph, &Remembering { estimates: &estimates, looks_ahead: true }, seed);
    }
    assert!(cuts > 5_000, "{cuts}");
}

/// A search of `graph`, and its checkpoint after `nodes` nodes.
fn checkpoint<C: tremaux_core::Cost + FixedPacked>(graph: &Graph<C>, nodes: u64) -> Vec<u8> {
    let mut search = IdaStar::new().start(graph, NoHeuristic);
    let _ = search.advance(&Limits::default().with_nodes(nodes), &mut ());
    search.checkpoint()
}

#[test]
fn what_is_damaged_is_refused() {
    let graph = Graph::line(50, 1_u32);
    let bytes = checkpoint(&graph, 310);
    let resume = |bytes: &[u8]| IdaStar::new().resume(&graph, NoHeuristic, bytes).map(|_| ());
    assert_eq!(resume(&bytes), Ok(()));
    assert!(bytes.len() < 150, "{} bytes", bytes.len());
    for length in 0..bytes.len() {
        assert!(resume(&bytes[..length]).is_err(), "{length} bytes of {}", bytes.len());
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            let expected =
                if at < 8 { CheckpointError::NotACheckpoint } else { CheckpointError::Damaged };
            assert_eq!(resume(&damaged), Err(expected), "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn what_is_foreign_is_refused() {
    let graph = random_graph(5, 20).with_costs(|edge| edge.cost + 1);
    let line = Graph::line(50, 1_u32);
    let bytes = checkpoint(&line, 310);
    let other = CheckpointError::OtherProblem;
    // Different start, heuristic, costs, or number of plans.
    let initial = graph.initial_state();
    assert_eq!(line.initial_state(), initial, "both start at node 0; only the path differs");
    assert_eq!(IdaStar::new().resume(&graph, NoHeuristic, &bytes).map(|_| ()), Err(other));
    let estimates = Estimates::new(vec![1; 51], Quality::Inadmissible.guarantees());
    assert_eq!(IdaStar::new().resume(&line, &estimates, &bytes).map(|_| ()), Err(other));
    let dear = Graph::line(50, 2_u32);
    assert_eq!(IdaStar::new().resume(&dear, NoHeuristic, &bytes).map(|_| ()), Err(other));
    assert_eq!(
        IdaStar::new().plan_count(2).resume(&line, NoHeuristic, &bytes).map(|_| ()),
        Err(other)
    );
    let deepening = DepthFirst::iterative_deepening().resume(&line, NoHeuristic, &bytes);
    assert_eq!(deepening.map(|_| ()), Err(CheckpointError::OtherAlgorithm));
}

/// A corridor. In its far half, the steps back and in place come in either order: those listed
/// before the step forward are tried, those after it are not.
struct Corridor {
    is_back_first: bool,
}

impl StateSpace for Corridor {
    type State = u8;
    type Packed = u8;
    type Action = i8;
    type Cost = u32;

    fn initial_state(&self) -> u8 {
        0
    }

    fn is_goal(&self, &state: &u8) -> bool {
        state == 200
    }

    fn actions(&self, &state: &u8, actions: &mut Vec<i8>) {
        let is_back_first = state < 150 || self.is_back_first;
        actions.extend(if is_back_first { [-1, 1, 0] } else { [0, 1, -1] });
    }

    fn cost(&self, _state: &u8, _action: i8) -> u32 {
        1
    }

    fn apply(&self, state: &mut u8, step: i8) {
        *state = state.saturating_add_signed(step);
    }

    fn pack(&self, &state: &u8) -> u8 {
        state
    }

    fn unpack(&self, &packed: &u8) -> u8 {
        packed
    }
}

/// The exact distance to the goal.
struct Exact;

impl Heuristic<Corridor> for Exact {
    type Memo = ();

    fn guarantees(&self) -> tremaux_core::Guarantees {
        tremaux_core::Guarantees::CONSISTENT
    }

    fn estimate(&self, _space: &Corridor, &state: &u8) -> u32 {
        200 - u32::from(state)
    }
}

#[test]
fn another_order_of_actions_is_refused() {
    for is_back_first in [true, false] {
        let space = |is_back_first| Box::new(Corridor { is_back_first });
        let mut search = IdaStar::new().start(space(is_back_first), Exact);
        let _ = search.advance(&Limits::default().with_nodes(180), &mut ());
        let bytes = search.checkpoint();
        let resume =
            |is_back_first| IdaStar::new().resume(space(is_back_first), Exact, &bytes).map(|_| ());
        assert_eq!(resume(is_back_first), Ok(()));
        assert_eq!(resume(!is_back_first), Err(CheckpointError::OtherProblem));
    }
}

#[test]
fn costs_of_all_types_come_back() {
    let line = Graph::line(50, 1_u32);
    let floats = line.with_costs(|_| tremaux_core::FloatCost::new(0.1));
    let bytes = checkpoint(&floats, 300);
    let mut search = IdaStar::new().resume(&floats, NoHeuristic, &bytes).expect("the same");
    let _ = search.advance(&Limits::default(), &mut ());
    let mut whole = IdaStar::new().start(&floats, NoHeuristic);
    let _ = whole.advance(&Limits::default(), &mut ());
    assert_eq!(search.report().plan, whole.report().plan);
    assert_eq!(counts(&search.report().statistics), counts(&whole.report().statistics));
}
