//! Conventions that give printed counts.

use tremaux_referee::Printed;
use tremaux_registry::HeuristicCache;

use super::instance;

/// P. Klęsk's example graph: breadth-first search closes all eight nodes, the goal among them.
#[test]
fn printed_counts_are_explained() {
    let graph = instance("graph", "", &[("example", "small")]);
    let explained = |printed: Printed, by: &str| {
        let mut rules = graph.rules(None, &HeuristicCache::default()).unwrap();
        printed.explain(by, 1000, &mut *rules).unwrap()
    };
    let printed = Printed { closed: Some(7), moves: Some(4), ..Printed::default() };
    let found = explained(printed, "dijkstra");
    assert!(!found.found.is_empty());
    assert!(found.found.iter().all(|it| it.conventions.contains("goal=expansion")));
    assert!(found.found[0].counted.contains("closed 7 (with the goal)"));
    let none = explained(Printed { expanded: Some(77), ..Printed::default() }, "any");
    assert!(none.found.is_empty() && none.tried > 200, "{}", none.tried);
    // Tree search goes round in circles: it is given up, which is said.
    let rounds = instance("graph", "a b 1; b a 1; c d 1", &[("to", "d")]);
    let mut rules = rounds.rules(None, &HeuristicCache::default()).unwrap();
    let printed = Printed { open: Some(9), ..Printed::default() };
    let found = printed.explain("dijkstra", 1000, &mut *rules).unwrap();
    assert!(found.given_up > 0 && found.found.is_empty());
}
