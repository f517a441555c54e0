//! Estimates that texts give for the nodes of graphs.

use tremaux_domain::{HeuristicCache, SolveRequest, Source};
use tremaux_maps::catalog::GRAPH;
use tremaux_maps::paths::{GraphMap, MapKind};

/// The notes about a graph, and the cost of A* with its estimates and whether that is proved.
fn solved(text: &str, to: &str) -> (Vec<String>, Option<f64>, Option<bool>, u64) {
    let given = [("to", to.to_owned())];
    let given = if to.is_empty() { &[][..] } else { &given };
    let instance = GRAPH.instances(Source::One(text), given).unwrap().pop().unwrap();
    let request = SolveRequest { algorithm: Some("a-star".into()), ..Default::default() };
    let mut running = instance.start(&request, &HeuristicCache::default()).unwrap();
    running.advance(&tremaux_core::Limits::default());
    let report = running.report().unwrap();
    let cost = report.cost.map(|cost| cost.as_f64());
    (instance.notes(), cost, report.optimal, report.counts.expanded)
}

const LIST: &str = "a b 1\na c 3\nb d 4\nc d 1\n";

/// The same graph with the same estimates in every form.
#[test]
fn every_form_has_estimates() {
    let list = format!("{LIST}%h a 4\n%h b 4\n%h c 1\n%h d 0\n");
    let json = r#"{"directed": true, "nodes": [{"id": "a", "h": 4}, {"id": "b", "h": 4},
        {"id": "c", "h": 1}, {"id": "d", "h": 0}], "links": [
        {"source": "a", "target": "b", "weight": 1}, {"source": "a", "target": "c", "weight": 3},
        {"source": "b", "target": "d", "weight": 4},
        {"source": "c", "target": "d", "weight": 1}]}"#;
    let csv = "source,target,weight,h\na,b,1,4\na,c,3,\nb,d,4,4\nc,d,1,1\nd,,,0\n";
    let graphml = r#"<graphml><key id="h" for="node" attr.name="h"/>
        <key id="w" for="edge" attr.name="weight"/><graph edgedefault="directed">
        <node id="a"><data key="h">4</data></node><node id="b"><data key="h">4</data></node>
        <node id="c"><data key="h">1</data></node><node id="d"><data key="h">0</data></node>
        <edge source="a" target="b"><data key="w">1</data></edge>
        <edge source="a" target="c"><data key="w">3</data></edge>
        <edge source="b" target="d"><data key="w">4</data></edge>
        <edge source="c" target="d"><data key="w">1</data></edge></graph></graphml>"#;
    for text in [&list, json, csv, graphml] {
        let (notes, cost, optimal, expanded) = solved(text, "d");
        let said = "the given estimates are admissible and consistent, checked arc by arc";
        assert_eq!(notes, [said], "{text}");
        assert_eq!((cost, optimal, expanded), (Some(4.0), Some(true), 2), "{text}");
    }
}

#[test]
fn faults_are_named() {
    let notes = |h: [f64; 4]| {
        let lines: Vec<String> =
            ["a", "b", "c", "d"].iter().zip(h).map(|(name, h)| format!("%h {name} {h}")).collect();
        solved(&format!("{LIST}{}\n", lines.join("\n")), "d").0.join("\n")
    };
    let inconsistent = notes([4.0, 0.0, 1.0, 0.0]);
    assert_eq!(
        inconsistent,
        "the given estimates are admissible, but not consistent: h(a) = 4, but the arc to b costs \
         1, and h(b) = 0"
    );
    let too_high = notes([3.0, 4.5, 1.0, 0.0]);
    assert_eq!(
        too_high,
        "the given estimates are not admissible: h(b) = 4.5, but a goal can be reached from there \
         at the cost 4; not consistent: h(b) = 4.5, but the arc to d costs 4, and h(d) = 0"
    );
    assert!(notes([0.0, 0.0, 0.0, 2.0]).contains("h(d) = 2, where a goal costs 0"));
    // Nothing is proved by estimates that may be too high.
    let list = format!("{LIST}%h a 0\n%h b 0\n%h c 9\n%h d 0\n");
    let (_, cost, optimal, _) = solved(&list, "d");
    assert_eq!((cost, optimal), (Some(5.0), Some(false)));
    // For another goal the same estimates are judged anew.
    let list = format!("{LIST}%h a 4\n%h b 4\n%h c 1\n%h d 0\n");
    assert!(solved(&list, "b").0[0].contains("not admissible"));
}

/// Decimals are checked exactly, and are not rounded where all costs are whole.
#[test]
fn decimals_are_exact() {
    let notes = |text: &str| solved(text, "c").0.join("\n");
    let sums = notes("a b 0.1\nb c 0.6\n%h a 0.7\n%h b 0.6\n%h c 0\n");
    assert!(sums.contains("admissible and consistent"), "{sums}");
    let above = notes("a b 0.1\nb c 0.6\n%h a 0.700001\n%h b 0.6\n%h c 0\n");
    assert!(above.contains("h(a) = 0.700001"), "{above}");
    // By whole estimates b would be as good as the goal.
    let text = "a b 2\na d 2\nb c 2\nd c 1\n%h a 2.5\n%h b 1.9\n%h d 0.9\n%h c 0\n";
    let (_, cost, _, expanded) = solved(text, "c");
    assert_eq!((cost, expanded), (Some(3.0), 2));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (kind, text, line, expected) in [
        (MapKind::EdgeList, "a b 1\n%h a 1\n", 2, "`b` has none"),
        (MapKind::EdgeList, "a b 1\n%h a -1\n%h b 0\n", 2, "an estimate"),
        (MapKind::EdgeList, "a b 1\n%h a\n%h b 0\n", 2, "an estimate"),
        (MapKind::EdgeList, "a b 1\n%h x 1\n", 2, "a node of the graph"),
        (MapKind::EdgeList, "a b 1\n%h a 1\n%h a 2\n%h b 0", 3, "only one estimate"),
        (MapKind::Table, "source,target,h\na,b,1\n", 2, "`b` has none"),
        (MapKind::Table, "source,target,h\na,b,far\n", 2, "an estimate"),
        (MapKind::Table, "source,target,h\na,b,1\na,c,2\nb,,0\nc,,0", 3, "only one estimate"),
        (MapKind::Table, "source,target\na,\n", 2, "the name of a node"),
        (
            MapKind::NodeLink,
            "{\"nodes\": [{\"id\": \"a\", \"h\": 1},\n{\"id\": \"b\"}], \"links\": []}",
            2,
            "for all nodes or for none",
        ),
    ] {
        let Err(error) = GraphMap::parse(kind, text) else { panic!("{text}") };
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
}

/// Informed searches without estimates say so.
#[test]
fn searches_without_estimates_say_so() {
    let says = |algorithm: &str, heuristic: Option<&str>, text: &str| {
        let instance = GRAPH.instances(Source::One(text), &[]).unwrap().pop().unwrap();
        let heuristic = heuristic.map(str::to_owned);
        let algorithm = Some(algorithm.to_owned());
        let request = SolveRequest { algorithm, heuristic, ..Default::default() };
        let mut running = instance.start(&request, &HeuristicCache::default()).unwrap();
        running.advance(&tremaux_core::Limits::default());
        running.report().unwrap().verdict.contains("zero everywhere")
    };
    for algorithm in ["a-star", "greedy-best-first", "ida-star"] {
        assert!(says(algorithm, None, "a b 1"), "{algorithm}");
        assert!(!says(algorithm, None, "a b 1\n%h a 1\n%h b 0"), "{algorithm}");
    }
    assert!(!says("a-star", Some("blind"), "a b 1"));
    assert!(!says("dijkstra", None, "a b 1"));
}

/// Russell and Norvig's example: A* expands six towns and finds 418 km.
#[test]
fn romania_is_built_in() {
    let given = [("example", "romania".to_owned())];
    let instance = GRAPH.instances(Source::Options, &given).unwrap().pop().unwrap();
    let request = SolveRequest { algorithm: Some("a-star".into()), ..Default::default() };
    let mut running = instance.start(&request, &HeuristicCache::default()).unwrap();
    let mut visited = Vec::new();
    running.advance_visiting(&tremaux_core::Limits::default(), &mut |state, _| {
        visited.push(state.to_owned());
    });
    let report = running.report().unwrap();
    assert_eq!(report.cost.map(|cost| cost.as_f64()), Some(418.0));
    assert_eq!(visited[..5], ["Arad", "Sibiu", "Rimnicu-Vilcea", "Fagaras", "Pitesti"]);
}
