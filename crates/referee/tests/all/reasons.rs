//! What the referee says is wrong.

use tremaux_referee::Run;

use super::{instance, judged};

/// What is said of a run on a graph.
fn said(text: &str, run: &str, by: &str) -> String {
    let run = Run::from_text(&run.replace(' ', "\n")).unwrap();
    judged(&*instance("graph", text, &[("to", "d")]), &run, by).unwrap().message
}

const GRAPH: &str = "a b 4\na c 1\nc b 2\nb d 1\nc d 9\n";

#[test]
fn the_first_wrong_step_is_named() {
    for (run, by, what) in [
        ("a b", "dijkstra", "step 2: expanded b with g = 4 while c with g = 1 was open"),
        ("a c b d", "dijkstra", "4 steps as "),
        ("a", "dijkstra", "step 2: the run ends, but no goal was reached and c was open"),
        ("a d", "dijkstra", "step 2: expanded d, which no step has led to"),
        ("a c c", "dijkstra", "step 3: expanded c again, which step 2 expanded"),
        ("a c b d c", "dijkstra", "step 5: step 4 expanded the goal d, and the search went on"),
        (
            "a c b d",
            "breadth-first(goal=generation, successors=reversed)",
            "step 3: a goal, d, was generated at step 2 and the search went on: goal test at \
             expansion",
        ),
        (
            "a c b",
            "breadth-first(successors=rules)",
            "step 2: expanded c while b, which is older, was open",
        ),
        (
            "a c b",
            "depth-first(successors=rules)",
            "step 2: expanded c while b, which is newer, was open",
        ),
        (
            "a b d",
            "breadth-first(depth=1, goal=expansion)",
            "step 3: expanded d at depth 2, beyond the bound",
        ),
    ] {
        let said = said(GRAPH, run, by);
        assert!(said.starts_with(what), "{run} by {by}: {said}");
    }
}

#[test]
fn ties_and_numbers_are_judged() {
    let even = "a b 1\na c 1\nb d 5\nc d 5\n";
    let tie = "step 2: expanded c with g = 1 while b with the same g was open, which is older \
               (ties: fifo)";
    assert_eq!(said(even, "a c", "dijkstra(ties=fifo, successors=rules)"), tie);
    assert!(said(even, "a c b d", "dijkstra").starts_with("4 steps"));
    let table = "state,g\na,0\nb,1\nc,2\n".replace(' ', "\n");
    let run = Run::from_text(&table).unwrap();
    let verdict = judged(&*instance("graph", even, &[("to", "d")]), &run, "dijkstra").unwrap();
    assert_eq!(verdict.message, "step 3: expanded c with g = 2, but it is 1");
    assert_eq!((verdict.step, verdict.line), (Some(3), Some(4)));
}

/// The estimate of b falls by more than an arc costs: c is reached by a dearer path first.
#[test]
fn reopening_is_a_convention() {
    let text = "a c 4\na b 1\nb c 1\nc d 9\n%h a 0\n%h b 5\n%h c 0\n%h d 0\n";
    let by =
        |reopen: &str| said(text, "a c b c d", &format!("a-star(reopen={reopen}, duplicates=all)"));
    assert!(by("yes").starts_with("5 steps"), "{}", by("yes"));
    let cheaper = "a cheaper path was found since, but closed states are not opened again";
    assert_eq!(by("no"), format!("step 4: expanded c again, which step 2 expanded; {cheaper}"));
}
