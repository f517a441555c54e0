//! Searches by stated conventions give the figures that textbooks print.

use serde_json::Value;

use crate::support::{json, run};

/// The reports of a command.
fn report(arguments: &[&str]) -> Value {
    let reports = json(&run(&[arguments, &["--format", "json"]].concat()));
    reports.get(0).cloned().unwrap_or(reports)
}

/// Heineman, Pollice and Selkow, Algorithms in a Nutshell, 2015: table 7-2.
#[test]
fn table_7_2_comes_out() {
    for (heuristic, order, [moves, closed, open]) in [
        ("good-evaluator", "f", [13, 14, 12]),
        ("weak-evaluator", "f", [13, 145, 110]),
        ("bad-evaluator", "h", [421, 2499, 1583]),
    ] {
        let reopen = if order == "f" { "yes" } else { "no" };
        let algorithm = format!(
            "graph-search(order={order}, ties=lifo, reopen={reopen}, duplicates=generated)"
        );
        let report = report(&[
            "solve",
            "tiles",
            "1 4 8 / 7 3 0 / 6 5 2",
            "--goal",
            "ring",
            "--order",
            "DLUR",
            "--algorithm",
            &algorithm,
            "--heuristic",
            heuristic,
        ]);
        let counts = &report["counts"];
        assert_eq!(
            [&report["length"], &counts["closed"], &counts["open"]],
            [&Value::from(moves), &closed.into(), &open.into()],
            "{heuristic}"
        );
    }
}

/// P. Klęsk's example graph: depth-first visits 0, 1, 3 and then the goal, 7.
#[test]
fn depth_first_visits_as_printed() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let trace = folder.join("depth-first.trace");
    let trace = trace.to_str().expect("a path");
    let algorithm = "graph-search(order=most-moves, ties=key, reopen=no)";
    let solve = ["solve", "graph", "--example", "small", "--algorithm", algorithm];
    let report = report(&solve);
    assert_eq!(report["moves"], serde_json::json!(["1", "3", "7"]));
    assert_eq!(report["counts"]["expanded"], 3);
    let recorded = run(&[&["trace"], &solve[..], &["--output", trace]].concat());
    assert_eq!(recorded.status, 0, "{}", recorded.err);
    // The referee shares no code with the search.
    let judged = run(&["referee", trace, "--as", "depth-first(successors=rules, goal=expansion)"]);
    assert_eq!(
        (judged.status, judged.out.contains("accepted: 3 steps")),
        (0, true),
        "{}",
        judged.out
    );
    let other = run(&["referee", trace, "--as", "breadth-first"]);
    assert_eq!(other.status, 1, "{}", other.out);
}

/// The same book: figures 7-11 and 7-12.
#[test]
fn alpha_beta_of_the_textbook_visits_as_many() {
    let nodes = |board: &str| {
        let algorithm = "textbook-alpha-beta(depth=7)";
        report(&["analyze", "tic-tac-toe", board, "--algorithm", algorithm])["counts"]["nodes"]
            .clone()
    };
    assert_eq!([nodes("x../o../..."), nodes(".../..o/..x")], [47, 960].map(Value::from));
}

#[test]
fn wrong_conventions_are_refused() {
    for (algorithm, place) in [
        ("graph-search(ties=newest)", "ties"),
        ("graph-search(tie=fifo)", "tie"),
        ("graph-search(depth=-1)", "depth"),
        ("graph-search(ties=key)", "key"),
        ("graph-search(order=g, weight=3)", "only order=f has one"),
    ] {
        let refused = run(&["solve", "pancake", "2 1 3", "--algorithm", algorithm]);
        assert_eq!((refused.status, refused.err.contains(place)), (2, true), "{}", refused.err);
    }
    for order in ["UDL", "UDLL", "UDLX", "UDLRU"] {
        let refused = run(&["solve", "tiles", "1 0 2 3", "--order", order]);
        assert_eq!((refused.status, refused.err.contains("order")), (2, true), "{}", refused.err);
    }
}
