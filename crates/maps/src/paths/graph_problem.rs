//! Explicit graphs as a problem for every search: what is said of them, and their estimate.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::StateSpace;
use tremaux_domain::erased::{TieKey, Typed};
use tremaux_domain::{
    AlgorithmInfo, Built, Catalogue, Component, DefaultInfo, DomainInfo, ErasedForm,
    HeuristicEntry, Instance, OptionInfo, Problem, Stated, Statement, instance,
};
use tremaux_trace::{Place, Scene};

use super::graph::{GraphMap, with_graph};
use super::graph_algorithms::GRAPH_ALGORITHMS;
use super::traced::graph_scene;
use crate::graph::{
    ArcCost, ArcId, EstimateFaults, Euclidean, GivenEstimates, Graph, GraphQuery,
    MissingCoordinates,
};

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
             A line `%h NAME NUMBER` is an estimate of the cost from a node to the goal, as are \
             `h` at the nodes of JSON and GraphML and a column `h` for the sources of a CSV.\n\
             In JSON: {\"directed\": true, \"nodes\": [{\"id\": \"a\", \"x\": 0, \"y\": 0}], \
             \"links\": [{\"source\": \"a\", \"target\": \"b\", \"weight\": 2}]}.\n\
             In CSV: rows of start, end and cost; a first row may name the columns: source, \
             target, weight.",
    example: "a b 4; a c 1; c b 2; b d 1",
    moves: "the node an arc leads to; if there are parallel arcs, b#2 is the second of those to b",
    options: &[
        OptionInfo::word("from", "a node; the first by default").title("start node"),
        OptionInfo::word("to", "one or more nodes, separated by commas; the last by default")
            .title("goal node; of several, the one reached at the least cost"),
        OptionInfo::word("weight", "a key, `weight` if it is left out")
            .title("key of the cost of links that have keys; every link must have it"),
        OptionInfo::choice("undirected", &["yes", "no"])
            .title("read each arc both ways, at the same cost")
            .default("no"),
        OptionInfo::choice("example", &["small", "geographical", "romania"])
            .title("a built-in example, used instead of INSTANCE"),
    ],
    generator: &[OptionInfo::integer("size", 2, 100_000).title("number of nodes").default("20")],
    defaults: &[
        DefaultInfo::new("graphs with an estimate at every node", "a-star", "given")
            .why("whether the estimates are admissible and consistent is checked arc by arc"),
        DefaultInfo::new("graphs without coordinates", "dijkstra", "blind")
            .why("without coordinates there is no estimate to guide the search"),
        DefaultInfo::new(
            "graphs where every arc costs at least its straight-line length",
            "a-star",
            "euclidean",
        )
        .why("admissible, which was checked arc by arc, and consistent up to rounding"),
        DefaultInfo::new(
            "graphs where some arc costs less than its straight-line length",
            "a-star",
            "euclidean(yes)",
        )
        .why("scaled down until it is consistent, which was checked arc by arc"),
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
    options: &[OptionInfo::choice("scaled", &["no", "yes"])
        .title("multiply by the largest factor that keeps the estimate consistent")
        .default("no")],
    example: "euclidean(scaled=yes)",
    ..Component::new("euclidean", "straight-line distance to the goal")
};

static GIVEN: Component = Component {
    aliases: &["h"],
    source: "Hart, Nilsson and Raphael 1968",
    guarantees: "checked when the graph is read: admissible if no estimate is above the cost of a \
                 path to the goal, consistent if no arc costs less than the estimate falls along \
                 it; otherwise none",
    use_when: "you want to choose the estimates yourself, or have them from a book",
    avoid_when: "the graph has no estimates",
    ..Component::new("given", "the estimates that stand at the nodes of the graph")
};

/// Queries about graphs whose arcs cost `C`.
struct GraphProblem<C>(PhantomData<C>);

impl<C: ArcCost> Problem for GraphProblem<C>
where
    u64: ErasedForm<C::Path>,
{
    type Space = GraphQuery<C>;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry {
            info: &EUCLIDEAN,
            build: |space, options, _| {
                let made = match options.word("scaled") {
                    "yes" => Euclidean::scaled(Arc::clone(space.graph())),
                    _ => Euclidean::new(Arc::clone(space.graph())),
                };
                Ok(Built::new(made.map_err(|error| EUCLIDEAN.refused(error.to_string()))?))
            },
        },
        HeuristicEntry {
            info: &GIVEN,
            build: |space, _, _| {
                let given = GivenEstimates::new(space);
                Ok(Built::new(given.ok_or_else(|| GIVEN.refused("the graph has no estimates"))?))
            },
        },
    ];

    fn erase(space: Arc<Self::Space>) -> Typed<Self::Space> {
        Typed::new(space).with_predecessors()
    }

    /// A hash of everything the heuristics depend on: positions, arcs, costs, and what estimates
    /// are checked for.
    fn heuristic_key(space: &Self::Space) -> String {
        let graph = space.graph();
        let mut hasher = DefaultHasher::new();
        for point in graph.points().into_iter().flatten() {
            [point.x.to_bits(), point.y.to_bits()].hash(&mut hasher);
        }
        if let Some(estimates) = graph.estimates() {
            space.goals().hash(&mut hasher);
            estimates.iter().for_each(|h| h.to_bits().hash(&mut hasher));
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
        notes.extend(EstimateFaults::of(space).map(|faults| faults.in_words(graph)));
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

    /// Costs have at most six decimals.
    fn statement(space: &Self::Space, text: &str) -> Option<Statement> {
        if !Self::is_stated(space, text) {
            return None;
        }
        let graph = space.graph();
        let stated = |node: u32| Stated::Text(graph.label(node));
        let cost = |cost: f64| match cost.fract() == 0.0 {
            true => Stated::Whole(cost as u64),
            false => Stated::Text(cost.to_string()),
        };
        let arc = |(from, arc): (u32, ArcId)| {
            let cost = cost(graph.cost(arc).to_f64());
            Stated::List(vec![stated(from), stated(graph.head(arc)), cost])
        };
        Some(Statement::new(vec![
            ("arcs", Stated::List(arcs(graph).map(arc).collect())),
            ("from", stated(space.initial_state())),
            ("to", Stated::List(space.goals().iter().map(|&goal| stated(goal)).collect())),
        ]))
    }

    fn is_stated(space: &Self::Space, _text: &str) -> bool {
        let graph = space.graph();
        let is_exact = |cost: f64| (cost * 1e6).round() / 1e6 == cost && cost < 1e9;
        arcs(graph).all(|(_, arc)| is_exact(graph.cost(arc).to_f64()))
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

/// An instance of a graph.
pub(super) fn graph_instance(
    graph: &GraphMap,
    from: u32,
    to: Vec<u32>,
    text: String,
) -> Box<dyn Instance> {
    with_graph!(&graph.graph, graph => query(Arc::clone(graph), (from, to), text))
}

/// All arcs, each with its tail.
fn arcs<C: ArcCost>(graph: &Graph<C>) -> impl Iterator<Item = (u32, ArcId)> {
    let nodes = 0..graph.node_count() as u32;
    nodes.flat_map(|node| graph.arcs_from(node).map(move |arc| (node, arc)))
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
        _ if graph.estimates().is_some() => 0,
        Err(MissingCoordinates) => 1,
        Ok(heuristic) if heuristic.guarantees().admissible => 2,
        Ok(_) => 3,
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
