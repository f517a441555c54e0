//! Formats of graphs that other programs write: one graph in each, damaged and nested texts.

use tremaux_core::Limits;
use tremaux_domain::{HeuristicCache, SolveRequest};
use tremaux_maps::paths::{GraphMap, MapKind, PathMap};

/// a–b costs 2, b–c 3, c–d 4 and a–d 20, in both directions: from d back to a costs 9.
const FORMATS: &[(MapKind, &str)] = &[
    (
        MapKind::Dot,
        "// a graph\nstrict graph \"G\" { rankdir=LR; node [shape=box] edge [color=red]\n\
         a -- b [weight=2, label=\"x\"] /* y */; subgraph cluster_0 { b -- c:n [weight=\"3\"] }\n\
         # z\n{c} -- {d} [weight=4]; \"a\" -- d [weight = 20]; }\n",
    ),
    (
        MapKind::Gml,
        "# made by hand\nCreator \"me\"\ngraph [ comment \"[\" directed 0\nnode [ id 1 label \"a\" \
         graphics [ x 1 y 2 ] ] node [ id 2 label \"b\" ]\nedge [ source 1 target 2 value 2 ] \
         edge [ source 2 target 7 value 3 ]\nnode [ id 7 label \"c\" ] node [ id 4 label \"d\" ]\n\
         edge [ source 7 target 4 value 4 ] edge [ source 1 target 4 value 20 ] ]\n",
    ),
    (
        MapKind::Pajek,
        "% x\n*Vertices 4\n1 \"a\" 0.1 0.2 0.5\n2 b\n3 \"c\"\n4 \"d\"\n*Arcs\n1 2 2 c Blue\n2 1 2\n\
         *Edges :1 \"knows\"\n2 3 3\n3 4 4\n1 4 20\n",
    ),
    (
        MapKind::MatrixMarket,
        "%%MatrixMarket matrix coordinate real symmetric\n% x\n4 4 4\n2 1 2\n3 2 3\n4 3 4\n4 1 \
         20\n",
    ),
    (
        MapKind::Gexf,
        "<?xml version=\"1.0\"?><!-- <a> --><gexf xmlns:viz=\"x\"><meta/><graph \
         defaultedgetype=\"undirected\">\n<attributes class=\"edge\"><attribute id=\"0\" \
         title=\"length\"/></attributes><nodes><node id=\"0\" label=\"a\"><viz:size \
         value=\"2\"/><nodes><node id=\"1\" label=\"b\"/></nodes></node><node id=\"2\" \
         label=\"c\"/><node id=\"3\" label=\"d\"/></nodes><edges>\n<edge source=\"0\" \
         target=\"1\"><attvalues><attvalue for=\"0\" value=\"2\"/></attvalues></edge>\
         <edge source=\"1\" target=\"2\" length=\"3\"/>\n<edge type='mutual' source=\"2\" \
         target=\"3\" length=\"&#52;\"/><edge source=\"0\" target=\"3\" length=\"20\"/>\n\
         </edges></graph></gexf>\n",
    ),
    (
        MapKind::GraphMl,
        "<graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\"/><graph \
         edgedefault=\"undirected\">\n<node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>\
         <node id=\"d\"/><edge source=\"a\" target=\"b\"><data key=\"w\">2</data></edge>\n\
         <edge source=\"b\" target=\"c\"><data key=\"w\">3</data></edge><edge source=\"c\" \
         target=\"d\"><data key=\"w\">4</data></edge><edge source=\"a\" target=\"d\"><data \
         key=\"w\">20</data></edge>\n</graph></graphml>",
    ),
    (MapKind::Colouring, "c x\np edge 4 4\ne 1 2 2\ne 2 3 3\ne 3 4 4\ne 1 4 20\n"),
    (
        MapKind::NodeLink,
        r#"{"graph": {"directed": false, "nodes": {"a": {"label": "A"}, "b": {}, "c": {}, "d": {}},
        "edges": [{"source": "a", "target": "b", "metadata": {"weight": 2}}, {"source": "b",
        "target": "c", "weight": 3}, {"source": "c", "target": "d", "metadata": {"weight": "4"}},
        {"source": "d", "target": "a", "weight": 20}]}}"#,
    ),
    (
        MapKind::NodeLink,
        r#"{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b"}},
        {"data": {"id": "c"}, "position": {"x": 1, "y": 2}}, {"data": {"id": "d"}}],
        "edges": [{"data": {"source": "a", "target": "b", "cost": 2}}, {"data": {"source": "b",
        "target": "c", "cost": 3}}, {"data": {"source": "c", "target": "d", "cost": 4}},
        {"data": {"id": "e", "source": "d", "target": "a", "cost": 20}}]}}"#,
    ),
    (
        MapKind::NodeLink,
        r#"{"elements": [{"data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"id": "c"}},
        {"data": {"id": "d"}}, {"data": {"source": "a", "target": "b", "weight": 2}},
        {"data": {"source": "b", "target": "c", "weight": 3}}, {"data": {"source": "c",
        "target": "d", "weight": 4}}, {"data": {"source": "d", "target": "a", "weight": 20}}]}"#,
    ),
];

/// The nodes a and d in a format that names them so, or only numbers them.
fn named(graph: &GraphMap) -> [u32; 2] {
    let node = |names: [&str; 2]| names.iter().find_map(|name| graph.parse_node(name).ok());
    [["a", "1"], ["d", "4"]].map(|names| node(names).expect("a node"))
}

fn cost(graph: GraphMap, from: u32, to: u32) -> Option<f64> {
    let query = PathMap::of_graph(graph).query(from, vec![to], String::new());
    let mut search =
        query.start(&SolveRequest::default(), &HeuristicCache::default()).expect("a search");
    search.advance(&Limits::default());
    search.report().expect("a right path").cost.map(|cost| cost.as_f64())
}

fn read(kind: MapKind, text: &str) -> GraphMap {
    GraphMap::parse(kind, text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The cost between two nodes of a text.
fn between(text: &str, from: &str, to: &str) -> Option<f64> {
    let graph = read(MapKind::of("-", text), text);
    let [from, to] = [from, to].map(|name| graph.parse_node(name).expect("a node"));
    cost(graph, from, to)
}

#[test]
fn one_graph_in_every_format() {
    for &(kind, text) in FORMATS {
        // A header leaves no doubt, whatever the file is called.
        for name in ["-", "graph.txt", "graph.csv"] {
            // What is JSON is so only where the name says nothing else.
            let is_json = kind == MapKind::NodeLink && name != "-";
            assert!(is_json || MapKind::of(name, text) == kind, "{text}");
        }
        let graph = read(kind, text);
        assert_eq!(graph.node_count(), 4, "{text}");
        let [first, last] = named(&graph);
        assert_eq!(cost(graph, first, last), Some(9.0), "{text}");
        assert_eq!(cost(read(kind, text), last, first), Some(9.0), "{text}");
    }
}

#[test]
fn truncated_texts_are_refused_or_smaller() {
    for &(kind, text) in FORMATS {
        let mut refused = 0;
        for end in 0..text.len() {
            match GraphMap::parse(kind, &text[..end]) {
                Ok(graph) => assert!(graph.node_count() <= 4, "{}", &text[..end]),
                Err(error) => {
                    assert!(error.offset <= end, "{error}");
                    refused += 1;
                }
            }
            let _ = MapKind::of("-", &text[..end]);
        }
        assert!(refused > 0, "{text}");
    }
}

#[test]
fn nested_texts_are_refused() {
    const LEVELS: usize = 50_000;
    let (open, close) = ("{".repeat(LEVELS), "}".repeat(LEVELS));
    let (lists, ends) = ("a [ ".repeat(LEVELS), "] ".repeat(LEVELS));
    let brackets = format!("{}{}", "<".repeat(LEVELS), ">".repeat(LEVELS));
    let tags = format!("{}{}", "<a b='>'>".repeat(LEVELS), "</a>".repeat(LEVELS));
    let objects = format!("{}1{}", "{\"a\":".repeat(LEVELS), "}".repeat(LEVELS));
    let arrays = format!("{}{}", "[".repeat(LEVELS), "]".repeat(LEVELS));
    for (kind, text) in [
        (MapKind::GraphMl, format!("<graphml><!-- {tags} --><![CDATA[{tags}]]>{tags}</graphml>")),
        (MapKind::GraphMl, format!("<graphml>{}", "<graph>".repeat(LEVELS))),
        (MapKind::Gexf, format!("<gexf><graph><nodes>{tags}</nodes></graph></gexf>")),
        (MapKind::Gexf, format!("<gexf>{}", "<!-- --><a b=\"<\">".repeat(LEVELS))),
        (MapKind::NodeLink, format!("{{\"nodes\": {objects}, \"links\": []}}")),
        (MapKind::NodeLink, format!("{{\"nodes\": [{{\"id\": {arrays}}}], \"links\": []}}")),
        (MapKind::NodeLink, format!("{{\"graph\": {{\"nodes\": [{objects}]}}}}")),
        (MapKind::NodeLink, format!("{{\"graph\": {{\"nodes\": {{}}, \"edges\": {arrays}}}}}")),
        (MapKind::NodeLink, format!("{{\"elements\": {arrays}}}")),
        (MapKind::NodeLink, format!("{{\"elements\": {{\"nodes\": [{objects}]}}}}")),
        (MapKind::NodeLink, "[".repeat(LEVELS)),
        (MapKind::Dot, format!("graph {open}{close}")),
        (MapKind::Dot, format!("graph {open}")),
        (MapKind::Dot, format!("graph {{ a {{ subgraph x {brackets} }} }}")),
        (MapKind::Gml, format!("graph [ {lists}{ends} ]")),
        (MapKind::Gml, format!("graph [ node [ id 1 {lists}{ends} ] ]")),
        (MapKind::Gml, format!("graph [ {lists}")),
        (
            MapKind::NodeLink,
            format!("{{\"elements\": {}{}}}", "[".repeat(LEVELS), "]".repeat(LEVELS)),
        ),
        (MapKind::NodeLink, format!("{{\"graphs\": {}", "[".repeat(LEVELS))),
    ] {
        assert_eq!(MapKind::of("-", &text), kind);
        assert!(GraphMap::parse(kind, &text).is_err(), "{}", &text[..20]);
    }
}

#[test]
fn dot_as_graphviz_reads_it() {
    let text = "digraph { \"New York\" -> Boston [len=4]; Boston -> c [len=1] // y\n }";
    assert_eq!(between(text, "New York", "c"), Some(5.0));
    assert_eq!(between(text, "c", "New York"), None);
    assert_eq!(between("graph { a -- b -- c [cost=2.5] }", "c", "a"), Some(5.0));
    // Defaults hold to the end of their subgraph; attributes of a link overrule them.
    let text = "digraph { subgraph s { edge [weight=3] a -> b; b -> c [weight=1] } c -> d }";
    assert_eq!(between(text, "a", "d"), Some(5.0));
    let text = "digraph { {a b} -> {c d} -> e [weight=2]; \"x\" + \"y\" -> a [weight=2] }";
    assert_eq!(between(text, "xy", "e"), Some(6.0));
    let whole = read(MapKind::Dot, "graph { rankdir=LR; graph [dpi=300] a -- b [weight=1] }");
    assert_eq!(whole.notes(), ["ignored attributes of the graph: dpi, rankdir"]);
    let whole = "<gexf><graph mode='static' timeformat='date'><nodes><node id='a'/></nodes>\
                 <attvalues/></graph></gexf>";
    let notes = ["ignored attributes of the graph: attvalues, timeformat"];
    assert_eq!(read(MapKind::Gexf, whole).notes(), notes);
    let labels = "graph { a -- b [label=4]; b -- c [label=\"3\"] }";
    assert_eq!(between(labels, "a", "c"), Some(7.0));
    let notes = ["the labels of links are numbers: they are the costs"];
    assert_eq!(read(MapKind::Dot, labels).notes(), notes);
    let bare = read(MapKind::Dot, "digraph { a -> b [penwidth=2, color=red, by=rail] }");
    let notes = ["no link has a `weight`: each costs 1", "ignored attributes of links: by"];
    assert_eq!(bare.notes(), notes);
    assert_eq!(MapKind::of("-", "graph b {'weight': 4}"), MapKind::EdgeList);
}

#[test]
fn labels_name_nodes_if_they_are_their_own() {
    let gml = |second: &str| {
        format!(
            "graph [ directed 1 node [ id 1 label \"A &amp; B\" ] node [ id 2 label \"{second}\" ] \
             edge [ source 1 target 2 weight 4 ] ]"
        )
    };
    assert_eq!(between(&gml("C"), "A & B", "C"), Some(4.0));
    assert_eq!(between(&gml("C"), "1", "2"), Some(4.0));
    assert_eq!(between(&gml("C"), "2", "1"), None);
    // The same label twice, or one that is the id of the other node, names neither.
    for second in ["A &amp; B", "1"] {
        assert_eq!(between(&gml(second), "1", "2"), Some(4.0));
        let graph = read(MapKind::Gml, &gml(second));
        assert_eq!(graph.label(0), "1");
        assert!(graph.parse_node("A & B").is_err());
    }
    let net = "*Network x\n*Vertices 3 2\n*Arcslist\n1 2 3\n*Edgeslist\n3 2\n";
    assert_eq!(between(net, "1", "3"), Some(1.0));
    assert_eq!(between(net, "2", "3"), Some(1.0));
    assert_eq!(between(net, "3", "1"), None);
}

#[test]
fn matrices_general_and_patterns() {
    let header = "%%matrixmarket MATRIX coordinate";
    let text = format!("{header} pattern general\n3 3 2\n1 2\n2 3\n");
    assert_eq!(between(&text, "1", "3"), Some(2.0));
    assert_eq!(between(&text, "3", "1"), None);
    let text = format!("{header} real general\n2 2 1\n1 2 2.5e0\n");
    assert_eq!(between(&text, "1", "2"), Some(2.5));
}

/// A link with two costs.
fn twice(format: &str) -> String {
    let link = r#""source": "a", "target": "a", "weight": 1"#;
    match format {
        "jgf" => {
            let edges = format!(r#"[{{{link}, "metadata": {{"weight": 2}}}}]"#);
            format!(r#"{{"graph": {{"edges": {edges}, "nodes": {{"a": {{}}}}}}}}"#)
        }
        "cytoscape" => format!(
            r#"{{"elements": [{{"data": {{"id": "a"}}}}, {{"data": {{{link}, "weight": 2}}}}]}}"#
        ),
        "node-link" => {
            format!(r#"{{"links": [{{{link}, "weight": 2}}], "nodes": [{{"id": "a"}}]}}"#)
        }
        _ => "<gexf><graph><nodes><node id='a'/></nodes><edges>\n<edge source='a' target='a' \
              weight='1'><attvalues>\n<attvalue for='weight' value='2'/></attvalues></edge>\
              </edges></graph></gexf>"
            .to_owned(),
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let market = |rest: &str| format!("%%MatrixMarket matrix coordinate {rest}");
    let nested = |levels: usize| format!("<gexf>\n{}", "<a>".repeat(levels));
    let col = |rest: &str| format!("p edge 3 2\ne 1 2\n{rest}");
    for (text, line, column, expected) in [
        (&*nested(300), 2, 1 + 255 * 3, "at most 256 elements within each other"),
        ("<gexf><graph><x></graph></gexf>", 1, 17, "XML"),
        ("<gexf>\n<graph>", 2, 8, "`</graph>`"),
        ("<gexf><graph/></gexf><gexf/>", 1, 22, "the end of the XML"),
        ("<gexf><graph/></gexf>x", 1, 22, "an element"),
        ("<gexf><graph a='1' a='2'/></gexf>", 1, 7, "XML"),
        ("<gexf><graph>&x;</graph></gexf>", 1, 14, "a sign"),
        ("<gexf><graph/><graph/></gexf>", 1, 15, "only one graph"),
        (&*twice("jgf"), 1, 79, "only one `weight` of a link"),
        (&*twice("cytoscape"), 1, 91, "only one `weight` of a link"),
        (&*twice("node-link"), 1, 56, "only one `weight` of a link"),
        (&*twice("gexf"), 3, 1, "only one `weight` of a link"),
        ("graph { a -> b }", 1, 11, "`--`"),
        ("digraph { a -- b }", 1, 13, "`->`"),
        ("graph { a -- }", 1, 14, "a node"),
        ("graph { a -- b [weight=far] }", 1, 24, "a cost"),
        ("graph { a -- b [weight=1, len=2] }", 1, 27, "could both be the cost"),
        ("graph { a -- b [wieght=1] }", 1, 17, "a key of a link"),
        ("graph { a -- b } graph { }", 1, 18, "one graph"),
        ("graph { a -- b [weight=-1] }", 1, 24, "a cost"),
        ("strict graph { a -- b [weight=1]; b -- a [weight=2] }", 1, 53, "`strict`"),
        ("graph [ node [ id 1 ] node [ id 1 ] ]", 1, 33, "an id not used"),
        ("graph [ node [ id 1 ] edge [ source 1 target 2 ] ]", 1, 46, "a node of the graph"),
        ("graph [ node [ label \"x\" ] ]", 1, 9, "a node with an `id`"),
        ("graph [ edge [ source 1 ] ]", 1, 9, "an edge with a `target`"),
        ("graph [ directed 2 ]", 1, 18, "0 or 1"),
        ("*Vertices 2\n*Arcs\n1 3 1\n", 3, 3, "a node from 1 to 2"),
        ("*Vertices 2\n*Matrix\n0 1\n", 2, 1, "`*Arcs`"),
        ("*Vertices 2\n1 \"a\n", 2, 3, "a quote"),
        ("*Vertices 99999999\n", 1, 11, "no more nodes"),
        (&market("complex general\n1 1 0\n"), 1, 34, "`real`"),
        (&market("real general\n2 3 0\n"), 2, 3, "2 columns"),
        (&market("real general\n2 2 2\n1 2 1\n"), 3, 6, "2 entries"),
        (&market("real general\n2 2 1\n1 3 1\n"), 3, 3, "a node from 1 to 2"),
        (&market("real general\n2 2 1\n1 2 -1\n"), 3, 5, "a cost"),
        (r#"{"graph": {"nodes": {"a": {}}, "edges": [{"source": "a"}]}}"#, 1, 42, "a `target`"),
        (r#"{"elements": {"nodes": [{"id": "a"}]}}"#, 1, 25, "an element with `data`"),
        (&col("e 2 9\n"), 3, 5, "a node from 1 to 3"),
        (&col("e 1 3\ne 2 3\n"), 4, 6, "2 edges"),
        (&col("e 2 3 4\n"), 3, 8, "on every edge or on none"),
    ] {
        let Err(error) = GraphMap::parse(MapKind::of("-", text), text) else {
            panic!("read: {text}")
        };
        let found = (error.line, error.column, error.expected.contains(expected));
        assert_eq!(found, (line, column, true), "{error}\n{text}");
    }
}
