//! The columns of tables are the fields of reports.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value as Json;
use tremaux_core::StopReason;
use tremaux_registry::{
    AnalysisCounts, AnalysisReport, Counts, CurvePoint, Expectation, FoundPlan, IterationCounts,
    MoveProbability, Number, Outcome, Remarks, RouteReport, Samples, SolveReport, Status,
    StrategyRow, Total,
};

/// A report that leaves nothing out: a field that is added must be added here.
fn solved() -> SolveReport {
    let some = || Some(vec!["a".to_owned()]);
    let (one, number) = (Some(1), Some(Number::Whole(1)));
    let counts = Counts {
        expanded: 1,
        generated: one,
        reopened: one,
        duplicates: one,
        pruned: one,
        evaluated: one,
        inconsistencies: one,
        open: one,
        closed: one,
        max_open: one,
        iterations: one,
    };
    let route = RouteReport {
        map: Some("m".into()),
        movement: Some("four"),
        costs: Some("sqrt2".into()),
        path: some(),
        nearest: Some("n".into()),
        nearest_cost: number,
        nearest_path: some(),
        expected: number,
        notes: vec!["n".into()],
        preparation_seconds: Some(0.0),
        prepared_file: Some(PathBuf::new()),
        is_any_angle: false,
    };
    let plan = FoundPlan { cost: Number::Whole(1), length: 1, moves: some(), goal: None };
    SolveReport {
        schema: 1,
        domain: "d",
        instance: "i".into(),
        algorithm: "a".into(),
        heuristic: Some("h".into()),
        status: Status::Solved,
        verdict: "v".into(),
        cost: number,
        length: Some(1),
        parts: Some(1),
        moves: some(),
        plan_notes: vec!["p".into()],
        bound: number,
        optimal: Some(true),
        rounding: number,
        assumes: Some("a".into()),
        goal: Some("g".into()),
        total: Some(Total::score(1)),
        solutions: vec![plan],
        only: Some(true),
        stopped: Some(StopReason::TimeLimit),
        counts,
        route: Some(Box::new(route)),
        peak_bytes: 1,
        seconds: 0.0,
        seed: 0,
        threads: 1,
        remarks: Remarks::default(),
    }
}

fn analysed() -> AnalysisReport {
    let half = MoveProbability { mv: "m".into(), probability: 0.5 };
    let counts = AnalysisCounts {
        nodes: 1,
        leaves: 1,
        cutoffs: 1,
        table_hits: 1,
        playouts: 1,
        tree_nodes: 1,
        helper_nodes: 1,
        iterations: 1,
        last_iteration: Some(IterationCounts::default()),
        passes: 1,
        searched_again: 1,
        line_nodes: 1,
        line_leaves: 1,
    };
    AnalysisReport {
        schema: 1,
        game: "g",
        position: "p".into(),
        side: "x",
        is_chance: true,
        is_over: true,
        best: Some("m".into()),
        score: Some(1),
        exact: true,
        outcome: Some(Outcome::Win),
        plies: Some(1),
        expectations: vec![Expectation { side: "x", payoff: 1.0, unit: "points" }],
        bounds: Some([0.0; 2]),
        exploitability: Some(0.0),
        mix: vec![half.clone()],
        strategy: vec![StrategyRow { side: "x", information: "i".into(), moves: vec![half] }],
        curve: vec![CurvePoint { iterations: 1, exploitability: 0.5 }],
        at_least: Some(1),
        at_most: Some(1),
        samples: Some(Samples { visits: 1, win_rate: 0.5, confidence: 0.1 }),
        depth: 1,
        line: vec!["m".into()],
        lines: Vec::new(),
        moves: Vec::new(),
        counts,
        algorithm: "a".into(),
        seconds: 0.0,
        threads: 1,
        stopped: Some(StopReason::TimeLimit),
        has_solver: false,
    }
}

/// The names of fields, those of counts among them, without lists that have rows of their own.
fn names(report: &Json, rows: &[&str]) -> BTreeSet<String> {
    let fields = report.as_object().expect("an object").iter();
    let fields = fields.filter(|(name, _)| !rows.contains(&name.as_str()));
    let names = fields.flat_map(|(name, value)| match value {
        Json::Object(inner) => inner.keys().cloned().collect(),
        _ => vec![name.clone()],
    });
    names.collect()
}

fn columns(lists: &[&str]) -> BTreeSet<String> {
    lists.iter().flat_map(|list| list.split_whitespace()).map(str::to_owned).collect()
}

#[test]
fn tables_have_every_field_of_a_report() {
    let report = serde_json::to_value(solved()).expect("JSON");
    let all = columns(&[SolveReport::COLUMNS, RouteReport::COLUMNS]);
    assert_eq!(names(&report, &["solutions"]), all);
    let report = serde_json::to_value(analysed()).expect("JSON");
    assert_eq!(names(&report, &["moves", "lines"]), columns(&[AnalysisReport::COLUMNS]));
}
