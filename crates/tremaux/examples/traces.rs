//! Traces: records a search to a file, reads the file, and draws what is in it.
//!
//! Run it with `cargo run --example traces -p tremaux`.

use std::fs::File;

use tremaux::search::BestFirst;
use tremaux::trace::Theme;
use tremaux::trace::{
    DebugDescriber, SearchRecorder, Trace, TraceError, TraceHeader, TraceSelection, TraceShape,
    TraceWriter, dot,
};
use tremaux::{Algorithm, Limits, NoHeuristic, StateSpace};

/// From 1 to 10: an action doubles the number or adds one.
struct Numbers;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Double,
    AddOne,
}

impl StateSpace for Numbers {
    type State = u32;
    type Packed = u32;
    type Action = Step;
    type Cost = u32;

    fn initial_state(&self) -> u32 {
        1
    }
    fn is_goal(&self, &number: &u32) -> bool {
        number == 10
    }
    fn actions(&self, &number: &u32, actions: &mut Vec<Step>) {
        actions.extend([Step::Double, Step::AddOne].into_iter().filter(|_| number <= 20));
    }
    fn cost(&self, _: &u32, _: Step) -> u32 {
        1
    }
    fn apply(&self, number: &mut u32, step: Step) {
        *number += if step == Step::Double { *number } else { 1 };
    }
    fn pack(&self, &number: &u32) -> u32 {
        number
    }
    fn unpack(&self, &number: &u32) -> u32 {
        number
    }
}

/// The nodes that the search expanded and those that the file holds, and the cost.
pub(crate) fn solve() -> Result<[u64; 3], TraceError> {
    let path = std::env::temp_dir().join(format!("numbers-{}.trace", std::process::id()));
    let mut recorder = SearchRecorder::new(TraceShape::Graph, TraceSelection::default());
    let header = TraceHeader::new("numbers", TraceShape::Graph);
    let mut writer = TraceWriter::new(File::create(&path)?, &header)?;
    let mut watch = recorder.watch(&Numbers, &DebugDescriber, &mut writer);
    let report = BestFirst::dijkstra().solve(&Numbers, NoHeuristic, &Limits::default(), &mut watch);
    let plan = report.plan.expect("a plan");
    recorder.finish(&Numbers, &DebugDescriber, Some(&plan.actions), "solved", &mut writer);
    writer.finish()?;

    let trace = Trace::read(File::open(&path)?)?;
    std::fs::remove_file(path)?;
    for &node in &trace.path {
        let node = &trace.nodes[node as usize];
        println!("{:6} {}", node.action, node.place);
    }
    println!("{}", dot(&trace, Theme::LIGHT, 100));
    let expanded = trace.nodes.iter().map(|node| u64::from(node.expansions)).sum();
    Ok([report.statistics.expanded, expanded, trace.path.len() as u64 - 1])
}

pub(crate) fn main() {
    let [searched, recorded, cost] = solve().expect("a file in the folder of temporary files");
    assert_eq!((searched, cost), (recorded, 4));
}
