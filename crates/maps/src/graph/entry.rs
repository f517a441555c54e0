//! The domain of explicit graphs.

use tremaux_core::{ParseError, Random};
use tremaux_domain::{
    Domain, DomainEntry, DomainInfo, Entry, Generator, Instance, Options, ReadError, RegistryError,
};

use crate::graph::example;
use crate::paths::{GraphAlgorithms, GraphMap, MapKind, PathMap, graph_problem};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static GRAPH: &dyn DomainEntry = &Entry::<Graphs>::new();

/// Graphs.
struct Graphs;

/// The maximum length of an instance's text in a report.
const LONGEST_TEXT: usize = 200;

fn entered(
    graph: GraphMap,
    text: &str,
    options: &Options<'_>,
) -> Result<Box<dyn Instance>, RegistryError> {
    let graph = match options.word("undirected") {
        "yes" => {
            graph.both_ways(text).map_err(|error| options.wrong("undirected", error.expected))?
        }
        _ => graph,
    };
    let (from, to) = ends(&graph, options)?;
    let text = described(&graph, text, (from, &to));
    Ok(PathMap::of_graph(graph).query(from, to, text))
}

/// The nodes that `--from` and `--to` name, or the first and the last.
fn ends(graph: &GraphMap, options: &Options<'_>) -> Result<(u32, Vec<u32>), RegistryError> {
    let from = match options.given("from") {
        Some(_) => options.parsed("from", |text| graph.parse_node(text))?,
        None => 0,
    };
    let to = match options.given("to") {
        Some(_) => options.parsed("to", |text| goals(graph, text))?,
        None => vec![graph.node_count() as u32 - 1],
    };
    Ok((from, to))
}

/// The nodes in `text`, separated by commas. A name that contains a comma must be the only one.
fn goals(graph: &GraphMap, text: &str) -> Result<Vec<u32>, ParseError> {
    if let Ok(goal) = graph.parse_node(text) {
        return Ok(vec![goal]);
    }
    let goal = |name: &str| {
        let found = graph.parse_node(name);
        found.map_err(|error| ParseError::about(text, name.trim(), error.expected))
    };
    text.split(',').map(goal).collect()
}

/// An instance in a few words: its text if it is short, and the ends.
fn described(graph: &GraphMap, text: &str, (from, to): (u32, &[u32])) -> String {
    let goals: Vec<String> = to.iter().map(|&goal| graph.label(goal)).collect();
    let ends = format!("from {} to {}", graph.label(from), goals.join(" or "));
    match text.trim() {
        text if text.len() <= LONGEST_TEXT => {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            format!("{}: {ends}", lines.join("; "))
        }
        _ => format!("{} nodes, {} arcs: {ends}", graph.node_count(), graph.arc_count()),
    }
}

impl Domain for Graphs {
    type Problem = GraphAlgorithms;

    const INFO: &'static DomainInfo = graph_problem::INFO;
    const READS_ARCS: bool = true;
    const INSTANCE: &'static str = "a graph";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let kind = MapKind::of("", text);
        let graph = match options.given("weight") {
            None => GraphMap::parse(kind, text)?,
            Some(key) if kind.has_keys(text) => GraphMap::parse_with_key(kind, text, key)?,
            Some(_) => {
                let reason = "links have no keys in this text".to_owned();
                return Err(RegistryError::NotApplicable { option: "--weight", reason }.into());
            }
        };
        if graph.node_count() == 0 {
            return Err(ParseError::at_end(text, "a graph with a node").into());
        }
        Ok(entered(graph, text, options)?)
    }

    fn named(
        options: &Options<'_>,
    ) -> Result<Option<(&'static str, Box<dyn Instance>)>, RegistryError> {
        let Some(name) = options.given("example") else { return Ok(None) };
        let graph = match name {
            "small" => example::small().into(),
            "geographical" => example::geographical().into(),
            _ => GraphMap::parse(MapKind::EdgeList, example::ROMANIA)
                .map_err(|error| options.wrong("example", error.to_string()))?,
        };
        Ok(Some(("example", entered(graph, name, options)?)))
    }

    /// Random points in a square, each joined in both directions to the previous one and to a
    /// few others; arcs cost their straight-line length or up to a tenth more.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let nodes = options.integer("size");
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let mut text = String::from("%undirected\n");
            let points: Vec<[u64; 2]> =
                (0..nodes).map(|_| [random.below(1000), random.below(1000)]).collect();
            for (node, [x, y]) in points.iter().enumerate() {
                text.push_str(&format!("%node {node} {x} {y}\n"));
            }
            for node in 1..nodes as usize {
                for other in [node - 1, random.below(node as u64) as usize] {
                    let square: u64 =
                        (0..2).map(|at| points[node][at].abs_diff(points[other][at]).pow(2)).sum();
                    let length = square.isqrt() + 1;
                    let cost = length + random.below(1 + length / 10);
                    text.push_str(&format!("{node} {other} {cost}\n"));
                }
            }
            text
        }))
    }
}
