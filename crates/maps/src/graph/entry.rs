//! The domain of explicit graphs.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;
use tremaux_core::Random;
use tremaux_core::erased::{TieKey, Typed};
use tremaux_domain::{
    AlgorithmInfo, Built, Catalogue, Component, DefaultInfo, Domain, DomainEntry, DomainInfo,
    Entry, ErasedForm, Generator, HeuristicEntry, Instance, OptionInfo, OptionKind, Options,
    Problem, ReadError, RegistryError, instance,
};

use crate::graph::{ArcCost, Euclidean, Graph, GraphQuery, MissingCoordinates, example};
use tremaux_core::{ParseError, StateSpace};
use tremaux_trace::{Place, Scene};

use crate::paths::{GRAPH_ALGORITHMS, GraphMap, MapKind, PathMap, graph_scene, with_graph};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static GRAPH: &dyn DomainEntry = &Entry::<Graphs>::new();

/// Graphs.
struct Graphs;

/// The maximum length of an instance's text in a report.
const LONGEST_TEXT: usize = 200;

pub(crate) static INFO: &DomainInfo = &DomainInfo {
    name: "graph",
    aliases: &["graphs"],
    title: "Graphs: find the cheapest path from one node to another",
    format: "A graph as JSON (node-link, JGF or Cytoscape), GraphML, GEXF, DOT, GML, Pajek, \
             Matrix Market, CSV, DIMACS (roads or colouring), or a list of arcs; or the name of a \
             file with one.\n\
             A list has one arc per line (or, on a single line, separated by `;`): FROM TO COST. \
             The cost defaults to 1; it may be an attribute: {'weight': 2}. A sign may stand \
             between the nodes of every arc: FROM -> TO one way, FROM -- TO both ways. `#` at the \
             start of a line or after a blank begins a comment, and so does `%` with a blank. \
             These lines may precede the arcs:\n  \
             %undirected       every line is an arc in both directions\n  \
             %simple           parallel arcs are an error\n  \
             %node NAME X Y    a node and its coordinates; arcs may then use only such nodes\n\
             In JSON: {\"directed\": true, \"nodes\": [{\"id\": \"a\", \"x\": 0, \"y\": 0}], \
             \"links\": [{\"source\": \"a\", \"target\": \"b\", \"weight\": 2}]}.\n\
             In CSV: rows of start, end and cost; a first row may name the columns: source, \
             target, weight.",
    example: "a b 4; a c 1; c b 2; b d 1",
    moves: "the node an arc leads to; if there are parallel arcs, b#2 is the second of those to b",
    options: &[
        OptionInfo {
            name: "from",
            title: "start node",
            kind: OptionKind::Word { form: "a node; the first by default" },
            default: None,
        },
        OptionInfo {
            name: "to",
            title: "goal node; of several, the one reached at the least cost",
            kind: OptionKind::Word {
                form: "one or more nodes, separated by commas; the last by default",
            },
            default: None,
        },
        OptionInfo {
            name: "weight",
            title: "key of the cost of links that have keys; every link must have it",
            kind: OptionKind::Word { form: "a key, `weight` if it is left out" },
            default: None,
        },
        OptionInfo {
            name: "undirected",
            title: "read each arc both ways, at the same cost",
            kind: OptionKind::Choice { words: &["yes", "no"] },
            default: Some("no"),
        },
        OptionInfo {
            name: "example",
            title: "a built-in example, used instead of INSTANCE",
            kind: OptionKind::Choice { words: &["small", "geographical"] },
            default: None,
        },
    ],
    generator: &[OptionInfo {
        name: "size",
        title: "number of nodes",
        kind: OptionKind::Integer { least: 2, most: 100_000 },
        default: Some("20"),
    }],
    defaults: &[
        DefaultInfo {
            case: "graphs without coordinates",
            algorithm: "dijkstra",
            heuristic: "blind",
            why: "without coordinates there is no estimate to guide the search",
        },
        DefaultInfo {
            case: "graphs where every arc costs at least its straight-line length",
            algorithm: "a-star",
            heuristic: "euclidean",
            why: "admissible, which was checked arc by arc, and consistent up to rounding",
        },
        DefaultInfo {
            case: "graphs where some arc costs less than its straight-line length",
            algorithm: "a-star",
            heuristic: "euclidean(yes)",
            why: "scaled down until it is consistent, which was checked arc by arc",
        },
    ],
};

static EUCLIDEAN: Component = Component {
    aliases: &["straight-line"],
    source: "Hart, Nilsson and Raphael 1968",
    guarantees: "checked arc by arc when the graph is read: if no arc costs less than its \
                 straight-line length, admissible, and consistent up to rounding; otherwise none. \
                 With scaled=yes always consistent",
    use_when: "nodes have coordinates, and costs are roughly proportional to distances",
    avoid_when: "costs have little to do with the positions of the nodes",
    options: &[OptionInfo {
        name: "scaled",
        title: "multiply by the largest factor that keeps the estimate consistent",
        kind: OptionKind::Choice { words: &["no", "yes"] },
        default: Some("no"),
    }],
    example: "euclidean(scaled=yes)",
    ..Component::new("euclidean", "straight-line distance to the goal")
};

/// Queries about graphs whose arcs cost `C`.
struct GraphProblem<C>(PhantomData<C>);

impl<C: ArcCost> Problem for GraphProblem<C>
where
    u64: ErasedForm<C::Path>,
{
    type Space = GraphQuery<C>;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[HeuristicEntry {
        info: &EUCLIDEAN,
        build: |space, options, _| {
            let made = match options.word("scaled") {
                "yes" => Euclidean::scaled(Arc::clone(space.graph())),
                _ => Euclidean::new(Arc::clone(space.graph())),
            };
            Ok(Built::new(made.map_err(|error| EUCLIDEAN.refused(error.to_string()))?))
        },
    }];

    fn erase(space: Arc<Self::Space>) -> Typed<Self::Space> {
        Typed::new(space).with_predecessors()
    }

    /// A hash of everything the heuristic depends on: positions, arcs and costs.
    fn heuristic_key(space: &Self::Space) -> String {
        let graph = space.graph();
        let mut hasher = DefaultHasher::new();
        for point in graph.points().into_iter().flatten() {
            [point.x.to_bits(), point.y.to_bits()].hash(&mut hasher);
        }
        for node in 0..graph.node_count() as u32 {
            for link in graph.outgoing(node) {
                (node, link.node, link.cost.to_f64().to_bits()).hash(&mut hasher);
            }
        }
        format!("{:016x}", hasher.finish())
    }

    fn notes(space: &Self::Space) -> Vec<String> {
        let graph = space.graph();
        let mut notes = graph.notes().to_vec();
        let Ok(heuristic) = Euclidean::new(Arc::clone(graph)) else { return notes };
        let Some(arc) = heuristic.worst_arc() else { return notes };
        let (tail, head) = (arc.tail(), graph.head(arc));
        let cost = graph.cost(arc).to_f64();
        let points = graph.points().unwrap_or_default();
        let line = points[tail as usize].distance(points[head as usize]);
        notes.push(format!(
            "the straight-line distance is neither admissible nor consistent here: the arc from {} \
             to {} costs {cost}, but its nodes are {line} apart; use euclidean(scaled=yes), which \
             is both",
            graph.label(tail),
            graph.label(head)
        ));
        notes
    }

    fn assumes(space: &Self::Space, cost: Option<f64>) -> Option<String> {
        space.graph().assumes(space.initial_state(), space.goals(), cost)
    }

    fn place<'a>(_space: &Self::Space, &node: &u32, _scratch: &'a mut String) -> Place<'a> {
        Place::Vertex { vertex: node }
    }

    fn scene(space: &Self::Space) -> Scene {
        graph_scene(space.graph())
    }

    /// The number of the node in the order of the text, as the tie-break key.
    fn tie_key() -> Option<TieKey<Self::Space>> {
        Some(|_, &node| node.into())
    }
}

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

/// An instance of a graph.
pub(crate) fn graph_instance(
    graph: &GraphMap,
    from: u32,
    to: Vec<u32>,
    text: String,
) -> Box<dyn Instance> {
    with_graph!(&graph.graph, graph => query(Arc::clone(graph), (from, to), text))
}

fn query<C: ArcCost>(
    graph: Arc<Graph<C>>,
    (from, to): (u32, Vec<u32>),
    text: String,
) -> Box<dyn Instance>
where
    u64: ErasedForm<C::Path>,
{
    let case = match Euclidean::new(Arc::clone(&graph)) {
        Err(MissingCoordinates) => 0,
        Ok(heuristic) if heuristic.guarantees().admissible => 1,
        Ok(_) => 2,
    };
    let space = Arc::new(GraphQuery::to_any(graph, from, to));
    instance::<GraphProblem<C>>(INFO, space, text, &INFO.defaults[case])
}

/// The algorithms of graphs: those of every domain, and those that only maps have.
pub(crate) struct GraphAlgorithms;

impl Catalogue for GraphAlgorithms {
    const HAS_STATES: bool = true;

    fn heuristics() -> Vec<&'static Component> {
        GraphProblem::<u32>::heuristics()
    }

    fn algorithms() -> Vec<&'static AlgorithmInfo> {
        let of_maps = GRAPH_ALGORITHMS.iter().map(|it| it.info);
        GraphProblem::<u32>::algorithms().into_iter().chain(of_maps).collect()
    }
}

impl Domain for Graphs {
    type Problem = GraphAlgorithms;

    const INFO: &'static DomainInfo = INFO;
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
        let graph = if name == "small" { example::small() } else { example::geographical() };
        Ok(Some(("example", entered(GraphMap::from(graph), name, options)?)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_goals_are_names_with_commas_between() {
        let graph = GraphMap::parse(MapKind::EdgeList, "a b 4\na c,d 1\nc e 1\n").unwrap();
        let named = |text: &str| -> Vec<String> {
            let nodes = goals(&graph, text).unwrap();
            nodes.into_iter().map(|node| graph.label(node)).collect()
        };
        assert_eq!(named("b"), ["b"]);
        assert_eq!(named("e, b"), ["e", "b"]);
        // A name may contain a comma.
        assert_eq!(named("c,d"), ["c,d"]);
        let error = goals(&graph, "b,nowhere").unwrap_err();
        assert_eq!((error.offset, error.length), (2, 7));
        assert!(error.expected.contains("5 nodes"), "{error}");
    }
}
