//! Lists of arcs and `GraphML` as people write them: what is read, noted and refused.

use tremaux_core::{FloatCost, Limits};
use tremaux_domain::{HeuristicCache, SolveRequest};
use tremaux_maps::graph::{Graph, edge_list, graphml};
use tremaux_maps::paths::{GraphMap, MapKind, PathMap};

/// The arcs of a graph as `tail head cost`, and its notes.
fn arcs(graph: &Graph<FloatCost>) -> String {
    let of = |node: u32| {
        let links = graph.outgoing(node).iter();
        links.map(move |it| {
            format!("{} {} {}", graph.label(node), graph.label(it.node), it.cost.get())
        })
    };
    let arcs: Vec<String> = (0..graph.node_count() as u32).flat_map(of).collect();
    arcs.join(", ")
}

#[test]
fn lists_are_no_road_networks() {
    let lists: &[(&str, &str)] = &[
        ("a b {'weight': 5}\nb c {'weight': 2}\n", "a b 5, b c 2"),
        ("a -> b 5\nb -> c 2\n", "a b 5, b c 2"),
        ("a -- b 3\nb -- c 2\n", "a b 3, b a 3, b c 2, c b 2"),
        ("c -- p 3\np -- a 2\n", "c p 3, p c 3, p a 2, a p 2"),
        ("a <-> b {'weight': 2};\nb -- c;", "a b 2, b a 2, b c 1, c b 1"),
        ("a -> b 2; b -- c", "a b 2, b c 1, c b 1"),
        ("a -> b 5 # cheap\nb -- c\n", "a b 5, b c 1, c b 1"),
        ("p sp 3\nsp a 2\n", "p sp 3, sp a 2"),
        ("c d 3\nc p 1\na b 2\n", "c d 3, c p 1, a b 2"),
        ("a 1 2\na 2 3\n", "a 1 2, a 2 3"),
        ("a -- a 2\n", "a a 2"),
        ("p -> sp 2\n", "p sp 2"),
    ];
    for (text, expected) in lists {
        assert_eq!(MapKind::of("-", text), MapKind::EdgeList, "{text}");
        let graph = edge_list::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(arcs(&graph), *expected, "{text}");
    }
    for text in ["p sp 3 3\na 1 2 3\n", "c roads\ncc\np sp 3 0\n", "\nc a b 3\na 1 2 3\n"] {
        assert_eq!(MapKind::of("-", text), MapKind::Dimacs, "{text}");
    }
}

#[test]
fn a_word_is_never_cut() {
    let texts: &[(&str, &str)] = &[
        ("a b#2 5\nb c 1\na c 3\n", "a b#2 5, a c 3, b c 1"),
        ("http://x/ http://y/#top 3#\n", ""),
        ("http://x/#a http://y/#b 3 # far\n", "http://x/#a http://y/#b 3"),
        ("x y#z\n\t# none\n#\n", "x y#z 1"),
        ("%node a#b 1 2\n%node c 3 4\na#b c {'weight': 2, 'color': '#f # f'} # x\n", "a#b c 2"),
    ];
    for (text, expected) in texts {
        match edge_list::parse(text) {
            Ok(graph) => assert_eq!(arcs(&graph), *expected, "{text}"),
            Err(error) => {
                assert_eq!(*expected, "", "{text}: {error}");
                assert_eq!(error.found, "`3#`");
            }
        }
    }
}

#[test]
fn comments_that_could_be_arcs_are_counted() {
    let notes = |text: &str| {
        let graph = edge_list::parse::<FloatCost>(text).expect("a graph");
        graph.notes().join("; ")
    };
    let said = "1 line that begins with `#` reads as an arc and is left out";
    assert_eq!(notes("hub go 9\n#rust go 1\n# rust go 1\n#from to cost\n#two words\n"), said);
    let said = "2 lines that begin with `#` read as arcs and are left out";
    assert_eq!(notes("hub go\n#rust go\n#go hub\n#comment\n"), said);
    assert_eq!(notes("a b 2\nb c\n"), "1 link without a cost costs 1");
    assert_eq!(notes("a b\nb c\n"), "");
}

#[test]
fn matrices_are_no_lists() {
    for text in [
        "0 3 9\n3 0 2\n9 2 0\n",
        "# distances\n0 3 9 # x\n\n3 0 2\n9 2 0",
        "5 3 9 1\n3 5 2 1\n9 2 5 1\n1 1 1 1\n",
        "0 3 - 1\n3 0 2 inf\n",
    ] {
        let error = edge_list::parse::<FloatCost>(text).expect_err(text);
        assert!(error.found.starts_with("a matrix of"), "{error}");
        assert!(error.expected.contains("`FROM TO COST` for each entry"), "{error}");
    }
    for (text, expected) in [
        ("1 2 3\n2 3 4\n3 1 5\n", "1 2 3, 2 3 4, 3 1 5"),
        ("0 5\n5 0\n", "0 5 1, 5 0 1"),
        ("0 3 9\n3 0 2\n", "0 3 9, 3 0 2"),
        ("0 3 9\n3 0 2\n9 2 0\n3 9 0\n", "0 3 9, 3 0 2, 3 9 0, 9 2 0"),
    ] {
        assert_eq!(arcs(&edge_list::parse(text).expect("a list")), expected);
    }
}

#[test]
fn lists_refuse_what_is_ambiguous() {
    for (text, line, column, expected) in [
        ("hub #rust 2\n", 1, 5, "after a blank, `#` begins a comment"),
        ("a -> #b 2\n", 1, 6, "after a blank, `#` begins a comment"),
        ("a ->\n", 1, 5, "the node an arc leads to"),
        ("a->b 5\n", 1, 1, "blanks before and after"),
        ("a--b {'weight': 5}\n", 1, 1, "blanks before and after"),
        ("a -> b 5\nb c 2\n", 2, 3, "of every arc or of none"),
        ("a b 5\nb -> c 2\n", 2, 6, "of every arc or of none"),
        ("%undirected\na -> b 5\n", 2, 6, "`%undirected`"),
        ("%simple\na -- b 5\nb -- a 5\n", 3, 1, "at most one arc"),
        ("a b {'weight': 4, 'weight': 5}\n", 1, 19, "only one `weight`"),
        ("a b {'weight': 4, 'cost': 5}\n", 1, 19, "could both be the cost"),
    ] {
        let error = edge_list::parse::<FloatCost>(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
}

/// A graph of `GraphML` with these keys and these data of nodes and of an edge from a to b.
fn graph_ml(keys: &str, of_node: &str, of_edge: &str) -> String {
    format!(
        "<graphml>{keys}<graph edgedefault=\"directed\"><node id=\"a\">{of_node}</node><node \
         id=\"b\"/><edge source=\"a\" target=\"b\">{of_edge}</edge></graph></graphml>"
    )
}

const WEIGHT: &str = "<key id=\"d\" for=\"edge\" attr.name=\"weight\"/>";

#[test]
fn values_are_whole() {
    for (value, cost) in [
        ("1<!-- was 15 -->0", 10.0),
        ("<!-- minutes -->4", 4.0),
        ("4<!-- minutes -->", 4.0),
        ("1<![CDATA[0]]>", 10.0),
        ("<![CDATA[7]]>", 7.0),
        ("&#49;0", 10.0),
        (" 1<?x y?>2\n", 12.0),
    ] {
        let text = graph_ml(WEIGHT, "", &format!("<data key=\"d\">{value}</data>"));
        let graph = graphml::parse::<FloatCost>(&text).expect(value);
        assert_eq!(graph.outgoing(0)[0].cost.get(), cost, "{value}");
    }
    let text = graph_ml(WEIGHT, "", "<data key=\"d\">1<b>0</b></data>");
    let error = graphml::parse::<FloatCost>(&text).expect_err("an element");
    assert!(error.expected.contains("a cost"), "{error}");
}

#[test]
fn keys_of_nodes_and_edges_are_kept_apart() {
    let of_edge = "<key id=\"w\" for=\"edge\" attr.name=\"weight\"><default>5</default></key>";
    let of_node = "<key id=\"w\" for=\"node\" attr.name=\"size\"/>";
    let data = "<data key=\"w\">70</data>";
    for keys in [format!("{of_edge}{of_node}"), format!("{of_node}{of_edge}")] {
        let cost = |of_edge: &str| {
            let text = graph_ml(&keys, data, of_edge);
            let graph = graphml::parse::<FloatCost>(&text).expect("a graph");
            assert_eq!(graph.notes(), ["ignored attributes of nodes: size"]);
            graph.outgoing(0)[0].cost.get()
        };
        assert_eq!((cost(""), cost("<data key=\"w\">2</data>")), (5.0, 2.0));
    }
    let undeclared = graph_ml("", "", "<data key=\"weight\">3</data><data key=\"by\">rail</data>");
    let graph = graphml::parse::<FloatCost>(&undeclared).expect("a graph");
    assert_eq!((arcs(&graph).as_str(), graph.notes().len()), ("a b 3", 1));
    let second = "<key id=\"e\" for=\"edge\" attr.name=\"weight\"/>";
    let cost = "<key id=\"e\" for=\"edge\" attr.name=\"cost\"/>";
    let both = "<data key=\"d\">1</data><data key=\"e\">2</data>";
    for (keys, data, expected) in [
        (format!("{WEIGHT}{second}"), both, "only one `weight`"),
        (format!("{WEIGHT}{cost}"), both, "could both be the cost"),
        (format!("{WEIGHT}{WEIGHT}"), "", "an id not used by another key"),
        (of_node.to_owned(), data, "a key that is declared `for` this kind"),
        (WEIGHT.to_owned(), "<data key=\"d\">1</data><data key=\"d\">2</data>", "only one"),
    ] {
        let error = graphml::parse::<FloatCost>(&graph_ml(&keys, "", data)).expect_err(expected);
        assert!(error.expected.contains(expected), "{error}");
    }
}

/// The roads of the textbook (Russell and Norvig, figure 3.1): each once.
const ROMANIA: &str = "Arad Zerind 75\nArad Sibiu 140\nArad Timisoara 118\nZerind Oradea 71\n\
    Oradea Sibiu 151\nTimisoara Lugoj 111\nLugoj Mehadia 70\nMehadia Drobeta 75\n\
    Drobeta Craiova 120\nSibiu Fagaras 99\nSibiu Rimnicu 80\nCraiova Rimnicu 146\n\
    Craiova Pitesti 138\nPitesti Rimnicu 97\nFagaras Bucharest 211\nPitesti Bucharest 101\n\
    Bucharest Giurgiu 90\nBucharest Urziceni 85\nUrziceni Hirsova 98\nHirsova Eforie 86\n\
    Urziceni Vaslui 142\nVaslui Iasi 92\nIasi Neamt 87\n";

/// The cost between two nodes, and what a proof that there is no path assumes.
fn between(graph: GraphMap, ends: [&str; 2], algorithm: &str) -> (Option<f64>, bool) {
    let [from, to] = ends.map(|name| graph.parse_node(name).expect("a node"));
    let query = PathMap::of_graph(graph).query(from, vec![to], String::new());
    let request = SolveRequest { algorithm: Some(algorithm.into()), ..SolveRequest::default() };
    let mut search = query.start(&request, &HeuristicCache::default()).expect("a search");
    search.advance(&Limits::default());
    let report = search.report().expect("a path");
    let assumes = report.assumes.is_some_and(|it| it.contains("--undirected"));
    (report.cost.map(|cost| cost.as_f64()), assumes)
}

#[test]
fn roads_lead_both_ways_if_they_should() {
    let table = format!("from,to,cost\n{}", ROMANIA.replace(' ', ","));
    for (kind, text) in [(MapKind::EdgeList, ROMANIA), (MapKind::Table, &table)] {
        for algorithm in ["dijkstra", "bidirectional-dijkstra", "contraction-hierarchy"] {
            let read = || GraphMap::parse(kind, text).expect("a graph");
            assert_eq!((read().notes().len(), read().arc_count()), (0, 23));
            let (there, back) = (["Arad", "Bucharest"], ["Bucharest", "Arad"]);
            assert_eq!(between(read(), there, algorithm), (Some(450.0), true));
            assert_eq!(between(read(), back, algorithm), (None, true));
            // The only way in both directions, and the cheapest.
            assert_eq!(between(read(), ["Arad", "Sibiu"], algorithm), (Some(140.0), false));
            let both = || read().both_ways(text).expect("a graph");
            assert_eq!(both().arc_count(), 46);
            for ends in [there, back] {
                assert_eq!(between(both(), ends, algorithm), (Some(418.0), false));
            }
        }
    }
}

#[test]
fn direction_is_only_doubted_where_nothing_says_it() {
    for (text, is_doubted, arcs, arcs_both_ways) in [
        ("a b 2\nb c 3\n", true, 2, 4),
        ("b a 2\nc b 3\n", false, 2, 4),
        ("a b 2\nb a 2\nb c 3\n", true, 3, 4),
        ("a b 2\na c 3\nc b 2\n", true, 3, 6),
        ("a -> b 2\nb -> c 2\n", false, 2, 4),
        ("%undirected\na b 2\nb c 2\n", false, 4, 4),
        ("from,to,type\na,b,Directed\nb,c,Directed\n", false, 2, 4),
        ("digraph { a -> b; b -> c }", false, 2, 4),
    ] {
        let read = || GraphMap::parse(MapKind::of("-", text), text).expect(text);
        assert_eq!(between(read(), ["c", "a"], "dijkstra").1, is_doubted, "{text}");
        let graph = read();
        assert!(graph.notes().iter().all(|it| !it.contains("--undirected")), "{text}");
        assert_eq!(graph.arc_count(), arcs, "{text}");
        assert_eq!(graph.both_ways(text).expect("arcs").arc_count(), arcs_both_ways, "{text}");
    }
    // Some arcs have one that leads back; what is missing is the way back from c.
    let some = || GraphMap::parse(MapKind::EdgeList, "a b\nb a\nb c\nd d\n").expect("a graph");
    for (ends, assumes) in [(["c", "a"], true), (["a", "d"], false)] {
        for algorithm in ["a-star", "bidirectional-dijkstra"] {
            assert_eq!(between(some(), ends, algorithm), (None, assumes), "{ends:?}");
        }
    }
}

#[test]
fn a_choice_between_two_costs_is_followed() {
    let text = "a b {'weight': 4, 'cost': 5}\n";
    let graph = GraphMap::parse_with_key(MapKind::EdgeList, text, "cost").expect("a graph");
    assert_eq!(between(graph, ["a", "b"], "dijkstra"), (Some(5.0), false));
}
