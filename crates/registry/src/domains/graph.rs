//! Explicit graphs by name.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::{AnyHeuristic, FloatCost, ParseError};
use tremaux_maps::graph::{ArcCost, Euclidean, Graph, GraphQuery, MissingCoordinates, example};
use tremaux_trace::{Place, Scene};

use super::reading::{in_instance, in_option, value, wrong};
use crate::algorithms::AlgorithmInfo;
use crate::capability::{Integer, With, Without};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::domain::{
    DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers,
};
use crate::error::RegistryError;
use crate::options::Options;
use crate::paths::{AnyGraph, GraphMap, MapKind, graph_scene};
use crate::problem::{Problem, TieKey};

/// The entry in [`DOMAINS`](crate::DOMAINS).
pub(crate) static GRAPH: Graphs = Graphs;

/// Graphs.
pub(crate) struct Graphs;

/// The longest text that stands in a report.
const LONGEST_TEXT: usize = 200;

static INFO: DomainInfo = DomainInfo {
    name: "graph",
    aliases: &["graphs"],
    title: "Graphs: the cheapest way from one named node to another",
    format: "A graph as node-link JSON, a DIMACS road network, or a list of arcs; or the name of \
             a file that holds one.\nA list has an arc a line, or between `;`: FROM TO COST; \
             a cost left out is 1, `#` starts a comment. Before them may stand:\n  \
             %undirected       every line is an arc each way\n  \
             %simple           two arcs from one node to another are an error\n  \
             %node NAME X Y    a node and where it is; only such may be named then\n\
             In JSON: {\"directed\": true, \"nodes\": [{\"id\": \"a\", \"x\": 0, \"y\": 0}], \
             \"links\": [{\"source\": \"a\", \"target\": \"b\", \"weight\": 2}]}.",
    example: "a b 4; a c 1; c b 2; b d 1",
    moves: "the node that an arc leads to; #2 is the second arc, where several lead there",
    options: &[
        OptionInfo {
            name: "from",
            title: "where the way starts",
            kind: OptionKind::Word { form: "a node, the first if it is left out" },
            default: None,
        },
        OptionInfo {
            name: "to",
            title: "where it ends, at the nearest of several nodes",
            kind: OptionKind::Word {
                form: "a node, or several with commas between; the last if it is left out",
            },
            default: None,
        },
        OptionInfo {
            name: "example",
            title: "instead of INSTANCE, a well-known one",
            kind: OptionKind::Choice { words: &["small", "geographical"] },
            default: None,
        },
    ],
    generator: &[OptionInfo {
        name: "size",
        title: "how many nodes",
        kind: OptionKind::Integer { least: 2, most: 100_000 },
        default: Some("20"),
    }],
    defaults: &[
        DefaultInfo {
            case: "graphs without coordinates",
            algorithm: "dijkstra",
            heuristic: "blind",
            why: "nothing is known but the arcs",
        },
        DefaultInfo {
            case: "graphs where no arc is cheaper than its straight line",
            algorithm: "a-star",
            heuristic: "euclidean",
            why: "admissible, as was checked arc by arc, and consistent but for rounding",
        },
        DefaultInfo {
            case: "graphs where some arc is cheaper than its straight line",
            algorithm: "a-star",
            heuristic: "euclidean(yes)",
            why: "scaled down until it is consistent, as was checked arc by arc",
        },
    ],
};

static EUCLIDEAN: Component = Component {
    aliases: &["straight-line"],
    source: "Hart, Nilsson and Raphael 1968",
    guarantees: "looked at arc by arc when the graph is read: admissible if no arc is cheaper than \
                 its straight line, consistent but for rounding; else nothing; scaled, always \
                 consistent",
    use_when: "nodes have coordinates, and costs are about lengths",
    avoid_when: "costs have little to do with where nodes are",
    options: &[OptionInfo {
        name: "scaled",
        title: "times the greatest factor that keeps it consistent",
        kind: OptionKind::Choice { words: &["no", "yes"] },
        default: Some("no"),
    }],
    example: "euclidean(scaled=yes)",
    ..Component::new("euclidean", "the straight line to the goal")
};

/// Queries about graphs whose arcs cost `C`.
struct GraphProblem<C>(PhantomData<C>);

/// Costs of graphs that searches by name can have.
trait NamedCost: ArcCost {
    /// Whether they are whole.
    type Integer: Integer<GraphQuery<Self>>;
}

impl NamedCost for u32 {
    type Integer = With;
}

impl NamedCost for FloatCost {
    type Integer = Without;
}

/// What the straight line is good for on a graph.
fn plain<C: ArcCost>(graph: &Arc<Graph<C>>) -> Result<Euclidean<C>, MissingCoordinates> {
    Euclidean::new(Arc::clone(graph))
}

impl<C: NamedCost> Problem for GraphProblem<C> {
    type Space = GraphQuery<C>;
    type Typed = Without;
    type Undo = Without;
    type Backward = With;
    type Indexed = With;
    type Integer = C::Integer;

    const HEURISTICS: &'static [&'static Component] = &[&EUCLIDEAN];

    fn heuristic(
        space: &Self::Space,
        component: &'static Component,
        options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<Self::Space>>, RegistryError> {
        let made = match options.word("scaled") {
            "yes" => Euclidean::scaled(Arc::clone(space.graph())),
            _ => plain(space.graph()),
        };
        let made = made.map_err(|error| RegistryError::NotOffered {
            component: component.name.into(),
            reason: error.to_string(),
        });
        Ok(Arc::new(made?))
    }

    /// A number made of all that the heuristic is made of: places, arcs and costs.
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
        let Ok(heuristic) = plain(graph) else { return Vec::new() };
        let Some(arc) = heuristic.worst_arc() else { return Vec::new() };
        let (tail, head) = (arc.tail(), graph.head(arc));
        let cost = graph.cost(arc).to_f64();
        let points = graph.points().unwrap_or_default();
        let line = points[tail as usize].distance(points[head as usize]);
        vec![format!(
            "the straight line is neither admissible nor consistent here: the arc from {} to {} \
             costs {cost}, and they are {line} apart; euclidean(scaled=yes) is both",
            graph.label(tail),
            graph.label(head)
        )]
    }

    fn place<'a>(_space: &Self::Space, &node: &u32, _scratch: &'a mut String) -> Place<'a> {
        Place::Vertex { vertex: node }
    }

    fn scene(space: &Self::Space) -> Scene {
        graph_scene(space.graph())
    }

    /// The number of the node, in the order of the text.
    fn tie_key() -> Option<TieKey<Self::Space>> {
        Some(|_, &node| node.into())
    }
}

/// The nodes that `--from` and `--to` name, or the first and the last.
fn ends(graph: &GraphMap, given: Given<'_>) -> Result<(u32, Vec<u32>), RegistryError> {
    let from = match value(given, "from") {
        Some(text) => graph.parse_node(text).map_err(|error| in_option("from", text, error))?,
        None => 0,
    };
    let to = match value(given, "to") {
        Some(text) => goals(graph, text).map_err(|error| in_option("to", text, error))?,
        None => vec![graph.node_count() as u32 - 1],
    };
    Ok((from, to))
}

/// The nodes in `text`, with commas between. A name with a comma in it stands alone.
fn goals(graph: &GraphMap, text: &str) -> Result<Vec<u32>, ParseError> {
    if let Ok(goal) = graph.parse_node(text) {
        return Ok(vec![goal]);
    }
    let names = text.split(',');
    names
        .map(|name| {
            graph
                .parse_node(name)
                .map_err(|error| ParseError::about(text, name.trim(), error.expected))
        })
        .collect()
}

fn query<C: NamedCost>(
    graph: Arc<Graph<C>>,
    (from, to): (u32, Vec<u32>),
    text: &str,
) -> Box<dyn Instance> {
    let (nodes, arcs) = (graph.node_count(), graph.arc_count());
    let goals: Vec<String> = to.iter().map(|&goal| graph.label(goal)).collect();
    let ends = format!("from {} to {}", graph.label(from), goals.join(" or "));
    let text = match text.trim() {
        text if text.len() <= LONGEST_TEXT => {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            format!("{}: {ends}", lines.join("; "))
        }
        _ => format!("{nodes} nodes, {arcs} arcs: {ends}"),
    };
    let case = match plain(&graph) {
        Err(MissingCoordinates) => 0,
        Ok(heuristic) if heuristic.guarantees().admissible => 1,
        Ok(_) => 2,
    };
    let space = Arc::new(GraphQuery::to_any(graph, from, to));
    let default_choice = &INFO.defaults[case];
    Box::new(InstanceOf::<GraphProblem<C>> { domain: &INFO, space, text, default_choice })
}

/// Reads the graph in `text`: its lines may be parted by `;` where that is the only line.
fn read(text: &str) -> Result<GraphMap, ParseError> {
    let kind = MapKind::of("", text);
    if kind == MapKind::EdgeList && !text.trim().contains('\n') && text.contains(';') {
        // Bytes for bytes, so that offsets stay what they are.
        return GraphMap::parse(kind, &text.replace(';', "\n")).map_err(|error| {
            ParseError::at(text, error.offset, error.length, error.found, error.expected)
        });
    }
    GraphMap::parse(kind, text)
}

impl DomainEntry for Graphs {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<GraphProblem<u32>>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<GraphProblem<u32>>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let named = value(given, "example");
        let (graph, text) = match source {
            Source::One(text) | Source::Many(text) if named.is_some() => {
                let expected = "no graph beside --example, which names one";
                return Err(in_instance(text, ParseError::about(text, text.trim(), expected)));
            }
            Source::One(text) | Source::Many(text) => {
                (read(text).map_err(|error| in_instance(text, error))?, text)
            }
            Source::Options => match named.map(str::trim) {
                Some("small") => (GraphMap::from(example::small()), "small"),
                Some("geographical") => (GraphMap::from(example::geographical()), "geographical"),
                Some(name) => return Err(wrong("example", name, "`small` or `geographical`")),
                None => {
                    let expected = "a graph, --file FILE or --example NAME";
                    return Err(in_instance("", ParseError::at_end("", expected)));
                }
            },
        };
        if graph.node_count() == 0 {
            return Err(in_instance(text, ParseError::at_end(text, "a graph with a node")));
        }
        let ends = ends(&graph, given)?;
        Ok(vec![match graph.graph {
            AnyGraph::Whole(graph) => query(graph, ends, text),
            AnyGraph::Real(graph) => query(graph, ends, text),
        }])
    }

    /// Places in a square, each joined both ways to the one before it and to a few others;
    /// arcs cost their straight line or up to a tenth more.
    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let nodes = super::reading::number(given, INFO.generator, "size")?.unwrap_or(20);
        let mut random = tremaux_puzzles::Random::new(seed);
        Ok(Box::new((0..count).map(move |_| {
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
        })))
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
        // A name with a comma in it is a name all the same.
        assert_eq!(named("c,d"), ["c,d"]);
        let error = goals(&graph, "b,nowhere").unwrap_err();
        assert_eq!((error.offset, error.length), (2, 7));
        assert!(error.expected.contains("5 nodes"), "{error}");
    }

    #[test]
    fn the_nearest_goal_is_found() {
        let given = [("to", "b,d".to_owned())];
        let mut instances = GRAPH.instances(Source::One("a b 9; a c 1; c d 2"), &given).unwrap();
        let instance = instances.pop().unwrap();
        assert!(instance.text().ends_with("from a to b or d"), "{}", instance.text());
        let limits = tremaux_core::Limits::default();
        // The one goes by costs, the other by arcs, and from the goals as well.
        for (algorithm, cost) in [("dijkstra", 3.0), ("bidirectional-breadth-first", 9.0)] {
            let choice = crate::Choice { algorithm: Some(algorithm.into()), ..Default::default() };
            let mut running = instance.start(&choice, &crate::Shelf::default()).unwrap();
            let slice = std::time::Duration::from_secs(1);
            crate::drive(&mut *running, &limits, std::time::Instant::now(), slice, &mut |_| {});
            assert_eq!(running.report().unwrap().cost.map(|cost| cost.0), Some(cost));
        }
    }
}
