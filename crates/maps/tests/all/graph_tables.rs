//! Tables of arcs as people's programs write them.

use tremaux_core::Limits;
use tremaux_domain::{HeuristicCache, SolveRequest};
use tremaux_maps::paths::{GraphMap, MapKind, PathMap};

/// The cost between two nodes, and the notes.
fn cost(graph: GraphMap, [from, to]: [&str; 2]) -> (Option<f64>, Vec<String>) {
    let notes = graph.notes().to_vec();
    let [from, to] = [from, to].map(|name| graph.parse_node(name).expect(name));
    let query = PathMap::of_graph(graph).query(from, vec![to], String::new());
    let mut search =
        query.start(&SolveRequest::default(), &HeuristicCache::default()).expect("a search");
    search.advance(&Limits::default());
    (search.report().expect("a right path").cost.map(|cost| cost.as_f64()), notes)
}

#[test]
fn tables_are_read_as_they_were_meant() {
    let routing = "id,source,target,cost,reverse_cost\n1,a,b,3,3\n2,b,c,-1,4\n3,c,d,5,6\n";
    for (text, ends, right) in [
        // Names that begin with `#` are names.
        ("source,target,weight\nhub,go,9\nhub,#rust,1\n#rust,go,1\n", ["hub", "go"], Some(2.0)),
        ("from\tto\tcost\nhub\t#a\t1\n#a\tend\t1\nhub\tend\t9\n", ["hub", "end"], Some(2.0)),
        ("# made by: a \"tool\nfrom,to,cost\n# x\na,b,1\nb,c,1\n", ["a", "c"], Some(2.0)),
        ("#source,target,weight\na,b,4\n", ["a", "b"], Some(4.0)),
        ("#a,b,4\n#b,c,3\n", ["#a", "b"], Some(4.0)),
        // Of pgRouting: the cost of the arc back, and no arc below 0.
        (routing, ["d", "c"], Some(6.0)),
        (routing, ["c", "d"], Some(5.0)),
        (routing, ["c", "b"], Some(4.0)),
        (routing, ["b", "c"], None),
        ("length,source,target,cost,reverse_cost\n7,a,b,3,4\n", ["b", "a"], Some(4.0)),
        // Of spreadsheets and pandas.
        ("sep=;\nsource;target;weight\na;b;3\n", ["a", "b"], Some(3.0)),
        ("sep=;\r\nfrom;to;cost\r\na;b;1,5\r\nb;c;2,5\r\n", ["a", "c"], Some(4.0)),
        ("Source;Target;Weight\na;b;3,5\nb;c;1,5\na;c;6\n", ["a", "c"], Some(5.0)),
        (",source,target,weight\n0,a,b,3\n1,b,c,1\n", ["a", "c"], Some(4.0)),
        ("Unnamed: 0,source,target\n0,a,b\n5,b,c\n", ["a", "c"], Some(2.0)),
        ("source,target,weight\n\"Main St\nnorth\",b,2\nb,c,1\n", ["b", "c"], Some(1.0)),
        ("from,to\n\"a \"\"x\"\" b\",c\n", ["a \"x\" b", "c"], Some(1.0)),
        (
            "\"Source\",\"Destination\",\"Type\"\nn1,n2,Directed\nn2,n3,Directed\n",
            ["n1", "n3"],
            Some(2.0),
        ),
        ("Start,End,Length,Road\na,b,3,A1\nb,c,4,A2\n", ["a", "c"], Some(7.0)),
        ("from_station,To Station,Distance (km)\na,b,3\nb,c,4\n", ["a", "c"], Some(7.0)),
        ("u,v,travel_time\na,b,3\n", ["a", "b"], Some(3.0)),
        ("New York,Boston,215\nBoston,Portland,108\n", ["New York", "Portland"], Some(323.0)),
        ("New York\tBoston\t215\nBoston\tA\t9\n", ["New York", "A"], Some(224.0)),
        ("city1,city2,distance_km\na,b,3\nb,c,4\n", ["a", "c"], Some(7.0)),
        ("Von;Nach;km\na;b;3,5\n", ["a", "b"], Some(3.5)),
        ("Node A,Node B\na,b\n", ["a", "b"], Some(1.0)),
        ("start,end,4\nend,c,3\n", ["start", "c"], Some(7.0)),
        ("start,end,cost\nstart,end,3\n", ["start", "end"], Some(3.0)),
        ("a,b,4\nb,c,3\n", ["a", "c"], Some(7.0)),
        ("a;b;4\na;c;1\nc;b;2\n", ["a", "b"], Some(3.0)),
    ] {
        let kind = MapKind::of("-", text);
        assert_eq!(kind, MapKind::Table, "{text}");
        let graph = GraphMap::parse(kind, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(cost(graph, ends).0, right, "{text}");
    }
}

#[test]
fn what_is_left_out_of_tables_is_noted() {
    for (text, expected) in [
        (",from,to,km\n0,a,b,3\n", &[][..]),
        ("from,to,km,road,\na,b,3,A1,x\n", &["ignored attributes of links: column 5, road"]),
        ("# x\nfrom,to,km\na,b,3\n", &["1 comment that begins with `#` is left out"]),
        ("# x\nfrom,to,km\na,b,3\n#y\n", &["2 comments that begin with `#` are left out"]),
        (
            "source,target,cost,reverse_cost\na,b,3,-1\nb,c,-1,-1\n",
            &["`reverse_cost` is what the arc back costs; arcs that cost less than 0 are left \
                 out: 3"],
        ),
    ] {
        let graph = GraphMap::parse(MapKind::Table, text).unwrap_or_else(|error| panic!("{error}"));
        let (_, notes) = cost(graph, ["a", "b"]);
        let others = ["one way", "one-way"];
        let notes: Vec<&String> =
            notes.iter().filter(|note| !others.iter().any(|it| note.contains(it))).collect();
        assert_eq!(notes, expected, "{text}");
    }
}

#[test]
fn what_is_ambiguous_in_tables_is_refused_by_name() {
    let routing = "source,target,cost,reverse_cost";
    for (text, line, column, expected) in [
        ("from,to,cost,weight\na,b,2,100\n", 1, 14, "`--weight COLUMN`"),
        ("from,to,cost,cost\na,b,7,9\n", 1, 14, "`cost` and `cost` could both be meant"),
        ("from,to,distance,time\na,b,1,5\n", 1, 18, "`distance` and `time`"),
        ("from,to,source,km\na,b,c,4\n", 1, 9, "`from` and `source`"),
        ("u,v\nv,w\n", 1, 1, "nodes are called so, too"),
        ("from;to;km\na;b;1,2,3\n", 2, 5, "a cost"),
        ("from;to;toll\na;b;3,5\n", 1, 9, "a key of a link"),
        ("from;to;km\na;b;x,3\n", 2, 5, "a cost"),
        ("from,to,km\na,b,-1\n", 2, 5, "a cost"),
        (&format!("{routing}\na,b,3,\n"), 2, 7, "a cost"),
        (&format!("{routing},type\na,b,3,3,Undirected\n"), 2, 9, "`Directed` beside"),
        ("\"Source\";\"Target\"\n\"The \\\"Rock\\\" J\";\"b\"\n", 2, 8, "is written `\"\"`"),
    ] {
        let Err(error) = GraphMap::parse(MapKind::Table, text) else { panic!("read: {text}") };
        let found = (error.line, error.column, error.expected.contains(expected));
        assert_eq!(found, (line, column, true), "{error}\n{text}");
    }
    let text = "from,to,distance,time\na,b,1,5\n";
    for (column, right) in [("distance", 1.0), ("time", 5.0)] {
        let graph = GraphMap::parse_with_key(MapKind::Table, text, column).expect("a choice");
        assert_eq!(cost(graph, ["a", "b"]).0, Some(right));
    }
}

#[test]
fn truncated_tables_are_refused_or_smaller() {
    let text = "sep=;\nfrom;to;km;note\na;b;1,5;\"x;\n\"\"y\"\n# z\n#t;b;2;\n";
    assert_eq!(GraphMap::parse(MapKind::Table, text).map(|it| it.arc_count()).ok(), Some(2));
    let mut refused = 0;
    for end in 0..text.len() {
        let part = &text[..end];
        let _ = MapKind::of("-", part);
        match GraphMap::parse(MapKind::Table, part) {
            Ok(graph) => assert!(graph.node_count() <= 3, "{part}"),
            Err(error) => {
                assert!(error.offset <= end, "{error}\n{part}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}
