//! Explicit graphs: reading, errors, and searches.

use std::sync::Arc;

use tremaux_core::{
    Algorithm, Event, FloatCost, Limits, NoHeuristic, Notation, Observer, Optimality,
};
use tremaux_domain::{HeuristicCache, Number, SolveRequest};
use tremaux_maps::graph::{
    ArcId, CostKey, Euclidean, Graph, GraphBuilder, GraphError, GraphQuery, Point, dimacs,
    edge_list, example, graphml, node_link, table,
};
use tremaux_maps::paths::{GraphMap, MapKind, PathMap};
use tremaux_search::{BestFirst, Indexed, plan_cost};
use tremaux_testkit::reference::{Conventions, Rank, graph_search};
use tremaux_testkit::{Walker, check_backward, check_heuristic, check_indexed, check_space};

type Floats = GraphQuery<FloatCost>;

/// Records the nodes in the order of expansion, the goal last.
#[derive(Default)]
struct Visits(Vec<u32>);

impl Observer<Floats> for Visits {
    fn observe(&mut self, event: Event<'_, Floats>) {
        if let Event::Expanded { state, .. } = event {
            self.0.push(*state);
        }
    }
}

fn nodes(query: &Floats, actions: &[ArcId]) -> Vec<u32> {
    let heads = actions.iter().map(|&arc| query.graph().head(arc));
    std::iter::once(0).chain(heads).collect()
}

/// Klęsk's slides: breadth first 0, 1, 2, 5, 3, 4, 6, 7 and Dijkstra 0, 2, 1, 5, 4, 3, 7.
#[test]
fn small_graph_visits() {
    let query = Floats::new(example::small().into(), 0, 7);
    for (rank, visits, path, cost) in [
        (Rank::Shallowest, vec![0, 1, 2, 5, 3, 4, 6, 7], vec![0, 1, 3, 7], 6.0),
        (Rank::Deepest, vec![0, 1, 3, 7], vec![0, 1, 3, 7], 6.0),
        (Rank::G, vec![0, 2, 1, 5, 4, 3, 7], vec![0, 2, 1, 3, 7], 5.0),
    ] {
        let conventions = Conventions::sac(rank, |&node: &u32| i64::from(node));
        let outcome = graph_search(&query, &NoHeuristic, &conventions);
        let plan = outcome.plan.expect("a way");
        assert_eq!(outcome.visits, visits);
        assert_eq!((nodes(&query, &plan.actions), plan.cost.get()), (path, cost));
    }
    // The fast engine takes the same steps.
    let limits = Limits::default();
    let mut visits = Visits::default();
    let report = BestFirst::breadth_first().solve(&query, NoHeuristic, &limits, &mut visits);
    let plan = report.plan.expect("a way");
    assert_eq!(visits.0, [0, 1, 2, 5, 3, 4, 6]);
    assert_eq!((nodes(&query, &plan.actions), plan.cost.get()), (vec![0, 1, 3, 7], 6.0));

    let tie = tremaux_search::ByKey(|state: &u32| *state);
    let mut visits = Visits::default();
    let report = BestFirst::dijkstra().ties(tie).table(Indexed).solve(
        &query,
        NoHeuristic,
        &limits,
        &mut visits,
    );
    let plan = report.plan.expect("a way");
    assert_eq!(visits.0, [0, 2, 1, 5, 4, 3]);
    assert_eq!((nodes(&query, &plan.actions), plan.cost.get()), (vec![0, 2, 1, 3, 7], 5.0));
}

/// The figures of the geographical graph, to the last digit.
#[test]
fn geographical_graph() {
    let graph = Arc::new(example::geographical());
    assert_eq!((graph.node_count(), graph.arc_count()), (100, 990));
    let heuristic = Euclidean::new(Arc::clone(&graph)).expect("places are known");
    assert!(heuristic.guarantees().consistent);
    assert_eq!(heuristic.worst_arc(), None);
    let query = Floats::new(graph, 0, 99);
    let conventions = Conventions::sac(Rank::GPlusH, |&node: &u32| i64::from(node));
    let counts = graph_search(&query, &heuristic, &conventions);
    let plan = counts.plan.expect("a way");
    assert_eq!(nodes(&query, &plan.actions), [0, 18, 14, 64, 60, 10, 5, 99]);
    assert_eq!(plan.cost.get(), 149.51694106202785);
    assert_eq!((counts.closed, counts.open), (18, 38));

    // The fast engine agrees, and Dijkstra's algorithm sees everything.
    let limits = Limits::default();
    let report = BestFirst::a_star().table(Indexed).solve(&query, &heuristic, &limits, &mut ());
    assert_eq!(report.optimality(), Optimality::UpToRounding);
    assert_eq!(report.plan, Some(plan));
    assert_eq!((report.statistics.closed, report.statistics.open), (18, 38));
    let report = BestFirst::dijkstra().solve(&query, NoHeuristic, &limits, &mut ());
    assert_eq!(report.plan.expect("a way").cost.get(), 149.51694106202785);
    assert_eq!(report.statistics.closed, 100);
}

fn random_graph(walker: &mut Walker) -> Graph {
    let nodes = 2 + walker.below(12);
    let mut builder = GraphBuilder::new(nodes);
    for _ in 0..nodes {
        let mut coordinate = || walker.below(50) as f64;
        builder.add_point(Point { x: coordinate(), y: coordinate() });
    }
    for _ in 0..walker.below(4 * nodes) {
        let mut node = || walker.below(nodes) as u32;
        let (tail, head) = (node(), node());
        builder.add_arc(tail, head, walker.below(60) as u32);
    }
    builder.build().expect("arcs between nodes")
}

#[test]
fn queries_keep_the_contracts() {
    let mut walker = Walker::new(11);
    for seed in 0..200 {
        let graph = Arc::new(random_graph(&mut walker));
        let goals = (0..seed as usize % 4).map(|_| walker.below(graph.node_count()) as u32);
        let query = GraphQuery::to_any(Arc::clone(&graph), 0, goals.collect());
        check_space(&query, seed, 30);
        check_indexed(&query, seed, 30);
        check_backward(&query, seed, 30);
        let narrow = query.clone().narrow();
        check_space(&narrow, seed, 30);
        let limits = Limits::default();
        let expected = BestFirst::dijkstra().solve(&query, NoHeuristic, &limits, &mut ()).plan;
        let expected = expected.map(|plan| plan.cost);
        for heuristic in [
            Euclidean::new(Arc::clone(&graph)).expect("places are known"),
            Euclidean::scaled(Arc::clone(&graph)).expect("places are known"),
        ] {
            check_heuristic(&query, &heuristic, seed, 50);
            let algorithm = BestFirst::a_star().table(Indexed);
            let report = algorithm.solve(&query, &heuristic, &limits, &mut ());
            let cost = report.plan.as_ref().map(|plan| plan.cost);
            if heuristic.guarantees().admissible {
                assert_eq!(cost, expected, "graph {seed}");
                assert!(report.plan.is_none() || report.optimality() == Optimality::Proved);
            }
            if let Some(plan) = report.plan {
                assert_eq!(plan_cost(&query, &plan.actions), Some(plan.cost));
            }
            let narrow_cost = algorithm.solve(&narrow, &heuristic, &limits, &mut ()).plan;
            assert_eq!(narrow_cost.map(|plan| u64::from(plan.cost)), cost);
        }
        assert!(Euclidean::scaled(graph).expect("places are known").guarantees().consistent);
    }
}

/// An arc that is shorter than its straight line takes the guarantees away.
#[test]
fn guarantees_are_worked_out() {
    let read = |cost: u32| {
        let text = format!("%node a 0 0\n%node b 30 40\n%node c 30 41\na b {cost}\nb c 5\n");
        Euclidean::new(Arc::new(edge_list::parse::<u32>(&text).expect("a graph")))
            .expect("places are known")
    };
    assert!(read(51).guarantees().consistent);
    let exact = read(50).guarantees();
    assert!(exact.admissible && !exact.consistent, "no room for rounding");
    let short = read(49);
    assert!(!short.guarantees().admissible && short.guarantees().safe);
    assert_eq!(short.worst_arc().map(ArcId::index), Some(0));
    let bare = edge_list::parse::<u32>("a b 1").expect("a graph");
    assert!(Euclidean::new(Arc::new(bare)).is_err());
}

#[test]
fn overflow_of_narrow_costs_is_told() {
    let text = "a b 4000000000\nb c 4000000000\n";
    let graph = Arc::new(edge_list::parse::<u32>(text).expect("a graph"));
    let query = GraphQuery::new(graph, 0, 2);
    let limits = Limits::default();
    let wide = BestFirst::a_star().table(Indexed).solve(&query, NoHeuristic, &limits, &mut ());
    assert_eq!(wide.plan.expect("a way").cost, 8_000_000_000);
    let narrow =
        BestFirst::a_star().table(Indexed).solve(&query.narrow(), NoHeuristic, &limits, &mut ());
    assert!(narrow.plan.is_none() && !narrow.is_proven_unsolvable());
}

#[test]
fn notation_is_read_back() {
    let text = "a b 1\na b 2\na c 3\na #odd 4\n".replace("#odd", "odd");
    for graph in
        [edge_list::parse::<u32>(&text), dimacs::parse("p sp 3 3\na 1 2 1\na 1 2 1\na 1 3 1\n")]
    {
        let graph = Arc::new(graph.expect("a graph"));
        let query = GraphQuery::new(Arc::clone(&graph), 0, 2);
        for arc in graph.arcs_from(0) {
            let text = query.action_text(&0, arc);
            assert_eq!(query.parse_action(&0, &text), Ok(arc), "{text}");
        }
        for node in 0..graph.node_count() as u32 {
            assert_eq!(query.parse_state(&query.state_text(&node)), Ok(node));
        }
        assert!(query.parse_state("nowhere").is_err());
        for text in ["#0", "#9", "nowhere", "#", ""] {
            assert!(query.parse_action(&0, text).is_err(), "{text}");
        }
    }
}

/// Checks line, column and a part of the message for invalid texts.
fn check_errors<T: std::fmt::Debug>(
    parse: impl Fn(&str) -> Result<T, tremaux_core::ParseError>,
    cases: &[(&str, usize, usize, &str)],
) {
    for &(text, line, column, expected) in cases {
        let error = parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
}

#[test]
fn dimacs_errors() {
    let cases = [
        ("", 1, 1, "header"),
        ("c only\n", 1, 7, "header"),
        ("c x\na 1 2 3\np sp 2 1\n", 2, 1, "header"),
        ("p sp 2 1\na 1 3 7\n", 2, 5, "from 1 to 2"),
        ("p sp 2 1\na 0 1 7\n", 2, 3, "from 1 to 2"),
        ("p sp 2 1\na one 1 7\n", 2, 3, "a node"),
        ("p sp 2 1\na 1 2 seven\n", 2, 7, "a cost"),
        ("p sp 2 1\na 1 2 -7\n", 2, 7, "a cost"),
        ("p sp 2 1\na 1 2 4294967296\n", 2, 7, "4294967295"),
        ("p sp 2 1\na 1 2 1.5\n", 2, 7, "a cost"),
        ("p sp 2 1\na 1 2\n", 2, 6, "a cost"),
        ("p sp 2 1\na 1 2 3 4\n", 2, 9, "end of the line"),
        ("p sp 2 2\na 1 2 3\n", 2, 8, "2 arcs"),
        ("p sp 2 1\na 1 2 3\na 1 2 3\n", 3, 1, "at most 1 arcs"),
        ("p sp 2 1\np sp 2 1\n", 2, 1, "one header"),
        ("p max 2 1\n", 1, 3, "sp"),
        ("p sp two 1\n", 1, 6, "nodes"),
        ("p sp 4000000000 0\n", 1, 6, "a file of this length"),
        ("p sp 2\n", 1, 7, "a number"),
        ("p sp 2 1\nb 1 2 3\n", 2, 1, "begins with"),
    ];
    check_errors(dimacs::parse::<u32>, &cases);
    let cases = [
        ("", 1, 1, "header"),
        ("v 1 0 0\n", 1, 1, "header"),
        ("p aux sp co 3\n", 1, 13, "2, the number"),
        ("p sp aux 2\n", 1, 3, "aux"),
        ("p aux sp co 2\nv 1 0 0\nv 3 0 0\n", 3, 3, "from 1 to 2"),
        ("p aux sp co 2\nv 1 0 0\nv 1 0 0\n", 3, 1, "one position"),
        ("p aux sp co 2\nv 1 0 0\n", 2, 8, "a position for node 2"),
        ("p aux sp co 2\nv 1 0 inf\n", 2, 7, "a number for y"),
        ("p aux sp co 2\nv 1 0\n", 2, 6, "a number for y"),
    ];
    check_errors(|text| dimacs::parse_coordinates(text, 2), &cases);
    // Written texts can be read back.
    let mut walker = Walker::new(2);
    for _ in 0..50 {
        let graph = random_graph(&mut walker);
        let again: Graph = dimacs::parse(&dimacs::to_text(&graph)).expect("what was written");
        for node in 0..graph.node_count() as u32 {
            assert_eq!(graph.outgoing(node), again.outgoing(node));
            assert_eq!(graph.incoming(node), again.incoming(node));
        }
    }
}

#[test]
fn edge_list_errors() {
    let cases = [
        ("a b -3\n", 1, 5, "a cost"),
        ("a b 3 4\n", 1, 7, "end of the line"),
        ("a\n", 1, 2, "leads to"),
        ("%simple\na b 1\na b 2\n", 3, 1, "one arc"),
        ("%undirected\n%simple\na b 1\nb a 2\n", 4, 1, "one arc"),
        ("%node a\nb a 1\n", 2, 1, "declared by an earlier"),
        ("%node a\n%node a\n", 2, 7, "not used by another node"),
        ("%node a 1 2\n%node b\n", 2, 8, "coordinates"),
        ("%node a\n%node b 1 2\n", 2, 7, "no coordinates"),
        ("%node a 1\n", 1, 10, "second coordinate"),
        ("%node a 1 y\n", 1, 11, "a coordinate"),
        ("a b\n%simple\n", 2, 1, "before the first arc"),
        ("%plain\n", 1, 1, "%undirected"),
    ];
    check_errors(edge_list::parse::<u32>, &cases);
    check_errors(
        edge_list::parse::<FloatCost>,
        &[("a b nan", 1, 5, "a cost"), ("a b inf", 1, 5, "a cost")],
    );
    let graph =
        edge_list::parse::<u32>("# nothing\n%undirected\na a 3 # a loop\n").expect("a graph");
    assert_eq!((graph.node_count(), graph.arc_count()), (1, 1));
}

#[test]
fn node_link_reads_and_refuses() {
    let text = r#"{"directed": false, "multigraph": false, "graph": {}, "nodes": [
        {"id": 1, "x": 0, "y": 0.5}, {"id": "two \u00e9", "x": 3, "y": 4, "label": [1, {}]}],
        "edges": [{"source": 1, "target": "two é", "weight": 7}, {"source": 1, "target": 1}]}"#;
    let graph = node_link::parse::<u32>(text).expect("a graph");
    assert_eq!((graph.node_count(), graph.arc_count()), (2, 3));
    let two = graph.node("two é").expect("the second");
    assert_eq!(graph.outgoing(two)[0].cost, 7);
    assert_eq!(graph.points().expect("places")[1], Point { x: 3.0, y: 4.0 });
    let in_km = text.replace("weight", "km").replace(": 1}]", ": 1, \"km\": 2}]");
    let costs = node_link::parse_by::<FloatCost>(&in_km, CostKey::Chosen("km"));
    assert_eq!(costs.expect("a graph").outgoing(two)[0].cost.get(), 7.0);

    let nodes = "{\"nodes\": [{\"id\": 1}, {\"id\": 2}],\n";
    let with = |rest: &str| format!("{nodes}{rest}}}");
    let link = |rest: &str| with(&format!(" \"links\": [{{\"source\": 1, {rest}}}]"));
    let directed = with(
        "\"directed\":true, \"multigraph\":false, \"links\": \
         [{\"source\":1,\"target\":2},\n{\"source\":1,\"target\":2}]",
    );
    let cases = [
        ("", 1, 1, "object"),
        ("[]", 1, 1, "object"),
        ("{\"nodes\": 3, \"links\": []}", 1, 11, "list of nodes"),
        ("{\"nodes\": [{\"id\": 1}],\n \"links\": [}", 2, 12, "JSON"),
        ("{\"nodes\": [{\"id\": 1}", 1, 21, "rest of the JSON"),
        ("{\"nodes\": [{\"name\": 1}], \"links\": []}", 1, 12, "`id`"),
        (
            "{\"nodes\": [{\"id\": 1}, {\"id\": 1}], \"links\": []}",
            1,
            30,
            "not used by another node",
        ),
        ("{\"nodes\": [{\"id\": null}], \"links\": []}", 1, 19, "a text, a number or a list"),
        ("{\"nodes\": [{\"id\": 1, \"x\": 2}], \"links\": []}", 1, 12, "both"),
        (
            "{\"nodes\": [{\"id\": 1, \"x\": 2, \"y\": 2},\n{\"id\": 2}], \"links\": []}",
            2,
            1,
            "coordinates",
        ),
        ("{\"nodes\": [{\"id\": 1, \"x\": \"2\", \"y\": 2}], \"links\": []}", 1, 27, "a number"),
        ("{\"nodes\": [], \"directed\": 1, \"links\": []}", 1, 27, "`true`"),
        ("{\"nodes\": []}", 1, 1, "`links`"),
    ];
    check_errors(node_link::parse::<u32>, &cases);
    check_errors(
        node_link::parse::<u32>,
        &[
            (&link("\"target\": 3"), 2, 36, "a node of the graph"),
            (&link("\"weight\": 3"), 2, 12, "`target`"),
            (&link("\"target\": 2, \"weight\": -3"), 2, 49, "a cost"),
            (&link("\"target\": 2, \"weight\": \"3\""), 2, 49, "a cost"),
            (&directed, 3, 1, "one link"),
        ],
    );
}

/// A misspelled `weight` would make every link cost 1.
#[test]
fn keys_that_are_not_known_are_errors() {
    let text = "{\"nodes\": [{\"id\": 1}, {\"id\": 2}],\n \"links\": [{\"source\": 1, \"target\": \
        2, \"w\": 5}]}";
    check_errors(
        node_link::parse::<u32>,
        &[
            (text, 2, 39, "did you mean `weight`"),
            (&text.replace("\"w\"", "\"wieght\""), 2, 39, "did you mean `weight`"),
            (&text.replace("\"w\"", "\"\\u0077\""), 2, 39, "did you mean `weight`"),
            (&text.replace("\"w\"", "\"zzz\""), 2, 39, "a key of a link: `weight`, `source`"),
            (&text.replace("{\"id\": 2", "{\"id\": 2, \"X\": 3"), 1, 33, "did you mean `x`"),
            (&text.replace("{\"nodes\"", "{\"direcetd\": true, \"nodes\""), 1, 2, "`directed`"),
        ],
    );
    let graph = node_link::parse_by::<u32>(text, CostKey::Chosen("w")).expect("a graph");
    assert_eq!(graph.outgoing(0)[0].cost, 5);
    let both = text.replace("\"w\": 5", "\"w\": 5, \"weight\": 7, \"colour\": \"red\"");
    let graph = node_link::parse_by::<u32>(&both, CostKey::Chosen("w")).expect("a graph");
    assert_eq!(graph.outgoing(0)[0].cost, 5);
    let none = |text: &str| node_link::parse_by::<u32>(text, CostKey::Chosen("weigth"));
    check_errors(
        none,
        &[
            (text, 2, 12, "this one has no such key"),
            (&text.replace("\"w\"", "\"weight\""), 2, 12, "did you mean `weight`"),
        ],
    );
}

#[test]
fn node_link_says_what_it_assumes() {
    let nodes = r#"{"nodes": [{"id": [0, 0], "team": 1}, {"id": [0, "b c"]}], "#;
    let with = |links: &str| format!("{nodes}\"links\": [{links}]}}");
    let plain = r#"{"source": [0,0], "target": [0, "b c"], "colour": "red"}"#;
    let graph = node_link::parse::<u32>(&with(plain)).expect("a graph");
    assert_eq!(graph.label(1), r#"[0,"b c"]"#);
    let notes = [
        "no link has a `weight`: each costs 1",
        "ignored attributes of links: colour",
        "ignored attributes of nodes: team",
    ];
    assert_eq!(graph.notes(), notes);
    let weighted = plain.replace("\"colour\": \"red\"", "\"weight\": 7, \"length\": 3");
    let some = with(&format!("{plain}, {weighted}"));
    let graph = node_link::parse::<u32>(&some).expect("a graph");
    assert_eq!(graph.notes()[0], "1 link without `weight` costs 1");
    let chosen = |text: &str| node_link::parse_by::<u32>(text, CostKey::Chosen("weight"));
    check_errors(chosen, &[(&some, 1, 70, "this one has no such key")]);
    let both = some.replace("\"links\": [", "\"edges\": [], \"links\": [");
    check_errors(node_link::parse::<u32>, &[(&both, 1, 69, "only one of `links` and `edges`")]);
}

/// Each graph has these arcs, in this order of nodes.
fn arcs_of(graph: &Graph<u32>) -> Vec<String> {
    let arcs = |node| {
        graph.outgoing(node).iter().map(move |link| {
            format!("{} {} {}", graph.label(node), graph.label(link.node), link.cost)
        })
    };
    (0..graph.node_count() as u32).flat_map(arcs).collect()
}

#[test]
fn tables_vary() {
    let expected = ["a b 4", "a c 1", "b c 2"];
    for text in [
        "source,target,weight\na,b,4\na,c,1\nb,c,2\n",
        "a;b;4\r\na;c;1\r\nb;c;2",
        "from\tto\tcost\na\tb\t4\na\tc\t1\nb\tc\t2\n",
        "Weight, Target, Source, Id\n4, b, a, 1\n1, c, a, 2\n# a comment\n\n2, c, b, 3\n",
        "source,target,weight,type\n\"a\",b,\"4\",Directed\na,c,1,directed\nb,c,2,Directed\n",
    ] {
        assert_eq!(MapKind::of("", text), MapKind::Table, "{text:?}");
        assert_eq!(arcs_of(&table::parse(text).expect(text)), expected, "{text:?}");
    }
    let quoted = "source,target,type\n\"New \"\"York\"\", NY\",Boston,Undirected\n";
    let graph = table::parse::<u32>(quoted).expect("a graph");
    assert_eq!(arcs_of(&graph), ["New \"York\", NY Boston 1", "Boston New \"York\", NY 1"]);
    assert_eq!(graph.notes(), ["no link has a `weight`: each costs 1"]);
    let far = "source,target,toll,colour\na,b,4,red\n";
    let chosen = table::parse_by(far, CostKey::Chosen("toll")).expect("a graph");
    assert_eq!(arcs_of(&chosen), ["a b 4"]);
    check_errors(
        table::parse::<u32>,
        &[
            ("", 1, 1, "a row"),
            ("a,b,c,d\n", 1, 1, "two or three columns"),
            ("name,age\nAda,36\n", 1, 1, "`source` and `target`"),
            ("source,target,weight\na,b\n", 2, 1, "a row of 3 cells, not of 2"),
            ("source,target,weight\na,b,far\n", 2, 5, "a cost"),
            ("source,target,weight\na,,1\n", 2, 3, "the name of a node"),
            ("source,target,weight\na,\"b,1\n", 2, 3, "a quote at the end"),
            ("source,target,type\na,b,both\n", 2, 5, "`Directed` or `Undirected`"),
            (far, 1, 15, "a key of a link"),
        ],
    );
    // Lists of arcs are no tables.
    for text in
        ["a b 4;b c 1", "a b 4\nc,d e 1\n", "0,0 0,1 3\n", "%undirected\na,b c\n", "a b 1\n"]
    {
        assert_eq!(MapKind::of("", text), MapKind::EdgeList, "{text:?}");
    }
}

#[test]
fn edge_lists_of_other_programs() {
    let text = "# of networkx\n% made by a converter\n%\n\
                a b {'weight': 4, 'color': '#f,f}', \"at\": (1, 2)}\na c {}\nb c {'weight': 2}\n";
    let graph = edge_list::parse::<u32>(text).expect("a graph");
    assert_eq!(arcs_of(&graph), ["a b 4", "a c 1", "b c 2"]);
    let notes = ["1 link without `weight` costs 1", "ignored attributes of links: at, color"];
    assert_eq!(graph.notes(), notes);
    assert_eq!(arcs_of(&edge_list::parse("a b 4;b c 1").expect("a graph")), ["a b 4", "b c 1"]);
    check_errors(
        edge_list::parse::<u32>,
        &[
            ("a b {'weight': 4\n", 1, 17, "`}`"),
            ("a b {'weight' 4}\n", 1, 15, "`:`"),
            ("a b {weight: 4}\n", 1, 6, "an attribute"),
            ("a b {'weight': far}\n", 1, 16, "a cost"),
            ("a b {'length': 4}\n", 1, 6, "a key of a link"),
            ("%%MatrixMarket\n", 1, 1, "`%undirected`"),
        ],
    );
}

#[test]
fn graphml_reads_and_refuses() {
    let whole = |inside: &str| {
        format!(
            "<?xml version='1.0'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
             <key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/>\n\
             <key id=\"d1\" for=\"node\" attr.name=\"x\"/><key id=\"d2\" for=\"node\" \
             attr.name=\"y\"/>\n<graph edgedefault=\"directed\">\n{inside}\n</graph></graphml>\n"
        )
    };
    let nodes = "<node id=\"a &amp; b\"><data key=\"d1\">1.5</data><data key=\"d2\">2</data></node>\
                 <node id=\"c\"><data key=\"d1\">0</data><data key=\"d2\">0</data></node>\n";
    let edges = "<edge source=\"a &amp; b\" target=\"c\"><data key=\"d0\">7</data></edge>\
                 <edge directed=\"false\" source=\"c\" target=\"a &amp; b\"/>";
    let graph = graphml::parse::<u32>(&whole(&format!("{nodes}{edges}"))).expect("a graph");
    assert_eq!(arcs_of(&graph), ["a & b c 7", "a & b c 1", "c a & b 1"]);
    assert_eq!(graph.points().expect("places")[0], Point { x: 1.5, y: 2.0 });
    let with = |edge: &str| whole(&format!("{nodes}{edge}"));
    check_errors(
        graphml::parse::<u32>,
        &[
            ("<html></html>", 1, 1, "`graphml`"),
            ("<graphml>", 1, 10, "XML"),
            ("<graphml/>", 1, 1, "an element `graph`"),
            (&with("<edge source=\"c\"/>"), 7, 1, "the attribute `target`"),
            (&with("<edge source=\"c\" target=\"d\"/>"), 7, 26, "a node of the graph"),
            (
                &with("<edge source=\"c\" target=\"c\"><data key=\"d0\">x</data></edge>"),
                7,
                44,
                "a cost",
            ),
            (&with("<hyperedge/>"), 7, 1, "`node` or `edge`"),
        ],
    );
}

/// Sums of whole costs are exact beyond 2^53, and so are those of decimals under searches that
/// need whole costs.
#[test]
fn sums_are_exact() {
    let graph = GraphMap::parse(MapKind::EdgeList, "a b 9007199254740992\nb c 1\nc d 1\n");
    let graph = graph.expect("a graph");
    let cost = |graph: GraphMap, goal: u32, algorithm: &str| {
        let query = PathMap::of_graph(graph).query(0, vec![goal], String::new());
        let request = SolveRequest { algorithm: Some(algorithm.into()), ..SolveRequest::default() };
        let mut search = query.start(&request, &HeuristicCache::default()).expect("a search");
        search.advance(&Limits::default());
        search.report().expect("a right path").cost
    };
    let whole = cost(graph, 3, "dijkstra").expect("a path");
    assert!(matches!(whole, Number::Whole(9_007_199_254_740_994)), "{whole}");
    // Ten tenths are one: in floats they are less.
    let tenths: String = (0..10).map(|at| format!("{at} {} 0.1\n", at + 1)).collect();
    for algorithm in ["bidirectional-dijkstra", "contraction-hierarchy", "alt(landmarks=2)"] {
        let graph = GraphMap::parse(MapKind::EdgeList, &format!("{tenths}0 10 1\n"));
        let found = cost(graph.expect("a graph"), 10, algorithm);
        assert_eq!(found, Some(Number::Real(1.0)), "{algorithm}");
    }
}

/// No text makes a reader panic.
#[test]
fn any_text_is_survived() {
    let seeds = [
        "p sp 3 2\na 1 2 3\na 3 2 1\n",
        "p aux sp co 3\nv 1 2 3\nv 2 1 1\nv 3 0 0\n",
        "%undirected\n%node é 1 2\n%node b 2 2\né b 3\n",
        "{\"nodes\": [{\"id\": \"é\", \"x\": 1, \"y\": 2}], \"links\": [{\"source\": \"é\", \
         \"target\": \"é\"}]}",
    ];
    let mut walker = Walker::new(8);
    for text in seeds {
        for _ in 0..2_000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..1 + walker.below(4) {
                let place = walker.below(bytes.len());
                match walker.below(3) {
                    0 => bytes[place] = b" \n\"{}[]-9a%#pv.\xC3\0"[walker.below(17)],
                    1 => drop(bytes.remove(place)),
                    _ => bytes.truncate(place.max(1)),
                }
                if bytes.is_empty() {
                    bytes.push(b'p');
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            let _ = dimacs::parse::<u32>(&text);
            let _ = dimacs::parse_coordinates(&text, 3);
            let _ = edge_list::parse::<FloatCost>(&text);
            let _ = node_link::parse::<u32>(&text);
            let _ = table::parse::<u32>(&text);
            let _ = graphml::parse::<u32>(&text);
            let _ = MapKind::of("", &text);
        }
    }
}

#[test]
fn builders_refuse() {
    let mut builder = GraphBuilder::new(2);
    builder.add_arc(0, 2, 1_u32);
    assert_eq!(builder.build().unwrap_err(), GraphError::NoSuchNode(2));
    let mut builder = GraphBuilder::<u32>::new(0);
    builder.add_named_node("a");
    builder.add_named_node("a");
    assert_eq!(builder.clone().build().unwrap_err(), GraphError::SameName("a".into()));
    builder.add_node();
    assert_eq!(builder.build().unwrap_err(), GraphError::Incomplete);
}
