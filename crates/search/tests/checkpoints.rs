//! A search cut off anywhere and gone on with from its checkpoint takes the same steps.

use std::time::Duration;

use tremaux_core::{
    Algorithm, Blind, FixedPacked, Heuristic, Limits, Progress, Search, StateSpace, Statistics,
};
use tremaux_search::{CheckpointError, DepthFirst, IdaStar};
use tremaux_testkit::{Estimates, Graph, Quality, Remembering, random_graph};

fn counts(statistics: &Statistics) -> Statistics {
    Statistics { elapsed: Duration::ZERO, peak_bytes: 0, peak_stored: 0, ..statistics.clone() }
}

/// Cuts a search off every `nodes` nodes; how often.
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
        cuts += check!(&name, IdaStar::typed().wanted(5), graph, heuristic, nodes);
        cuts += check!(&name, DepthFirst::iterative_deepening(), graph, heuristic, nodes);
        cuts += check!(&name, DepthFirst::bounded(5).wanted(3), graph, heuristic, nodes);
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

/// A search of `graph`, and its checkpoint after so many nodes.
fn checkpoint<C: tremaux_core::Cost + FixedPacked>(graph: &Graph<C>, nodes: u64) -> Vec<u8> {
    let mut search = IdaStar::new().start(graph, Blind);
    let _ = search.advance(&Limits::default().with_nodes(nodes), &mut ());
    search.checkpoint()
}

#[test]
fn what_is_damaged_is_refused() {
    let graph = Graph::line(50, 1_u32);
    let bytes = checkpoint(&graph, 310);
    let resume = |bytes: &[u8]| IdaStar::new().resume(&graph, Blind, bytes).map(|_| ());
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
    // Another start, another heuristic, other costs, another number of plans.
    let initial = graph.initial_state();
    assert_eq!(line.initial_state(), initial, "both start at node 0, only the path tells");
    assert_eq!(IdaStar::new().resume(&graph, Blind, &bytes).map(|_| ()), Err(other));
    let estimates = Estimates::new(vec![1; 51], Quality::Inadmissible.guarantees());
    assert_eq!(IdaStar::new().resume(&line, &estimates, &bytes).map(|_| ()), Err(other));
    let dear = Graph::line(50, 2_u32);
    assert_eq!(IdaStar::new().resume(&dear, Blind, &bytes).map(|_| ()), Err(other));
    assert_eq!(IdaStar::new().wanted(2).resume(&line, Blind, &bytes).map(|_| ()), Err(other));
    let deepening = DepthFirst::iterative_deepening().resume(&line, Blind, &bytes);
    assert_eq!(deepening.map(|_| ()), Err(CheckpointError::OtherAlgorithm));
}

#[test]
fn costs_of_all_types_come_back() {
    let line = Graph::line(50, 1_u32);
    let floats = line.with_costs(|_| tremaux_core::FloatCost::new(0.1));
    let bytes = checkpoint(&floats, 300);
    let mut search = IdaStar::new().resume(&floats, Blind, &bytes).expect("the same");
    let _ = search.advance(&Limits::default(), &mut ());
    let mut whole = IdaStar::new().start(&floats, Blind);
    let _ = whole.advance(&Limits::default(), &mut ());
    assert_eq!(search.report().plan, whole.report().plan);
    assert_eq!(counts(&search.report().statistics), counts(&whole.report().statistics));
}
