//! The referee follows the engines, whose lists it does not share, and refuses what was changed.

mod counts;
mod forms;
mod reasons;

use tremaux_core::{Limits, Random};
use tremaux_referee::{Run, Verdict};
use tremaux_registry::{
    HeuristicCache, Instance, RegistryError, SolveRequest, Source, TieBreakName, domain,
};
use tremaux_trace::{TraceSelection, TraceWriter};

/// The domain of an instance, its text, and its options.
type Written = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const INSTANCES: &[Written] = &[
    ("graph", "a b 4; a c 1; c b 2; b d 1", &[]),
    ("graph", "", &[("example", "romania")]),
    ("graph", "", &[("example", "small")]),
    (
        "graph",
        "%undirected\nS A 4\nS B 1\nB A 1\nA C 1\nC G 4\n%h S 0\n%h A 0\n%h B 5\n%h C 2\n%h G 0",
        &[],
    ),
    ("tiles", "1 2 3 / 4 0 6 / 7 5 8", &[]),
    ("tiles", "8 1 3 / 4 0 2 / 7 6 5", &[]),
    ("grid", "S....#../.##..#../..#.2#../..#...G.", &[]),
    ("grid", "S..#G/.#.../...#G", &[]),
    ("pancake", "4 1 3 2", &[]),
    ("jugs", "jugs 8 5 3; start 8 0 0; goal 4 4 0", &[]),
];

/// An instance of a domain.
fn instance(name: &str, text: &str, options: &[(&'static str, &str)]) -> Box<dyn Instance> {
    let given: Vec<_> = options.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    let source = if text.is_empty() { Source::Options } else { Source::One(text) };
    domain(name).unwrap().instances(source, &given).unwrap().pop().unwrap()
}

/// The trace of a search by an engine. Tree search of a space with cycles may not end.
fn trace(instance: &dyn Instance, request: &SolveRequest) -> Vec<u8> {
    trace_within(instance, request, 2000)
}

/// The trace of a search by an engine that expands so many states.
fn trace_within(instance: &dyn Instance, request: &SolveRequest, nodes: u64) -> Vec<u8> {
    let mut search = instance.start(request, &HeuristicCache::default()).unwrap();
    let selection = TraceSelection::default();
    let mut writer = TraceWriter::new(Vec::new(), &search.trace_header(selection)).unwrap();
    search.advance_recorded(&Limits::default().with_nodes(nodes), selection, &mut writer);
    search.end_recording(&mut writer);
    writer.finish().unwrap()
}

/// What the referee says of a run.
fn judged(instance: &dyn Instance, run: &Run, by: &str) -> Result<Verdict, RegistryError> {
    let mut rules = instance.rules(None, &HeuristicCache::default())?;
    Verdict::of(run, by, &mut *rules)
}

/// Every engine whose algorithm the referee knows does what its name says.
#[test]
fn engines_take_the_steps_of_their_algorithms() {
    let mut judged_runs = 0;
    for &(name, text, options) in INSTANCES {
        let instance = instance(name, text, options);
        for component in tremaux_referee::algorithms() {
            let algorithm = component.name;
            let heuristic = Some(instance.default_choice().heuristic.to_owned());
            let request = SolveRequest {
                algorithm: Some(algorithm.to_owned()),
                heuristic: heuristic.clone(),
                always_searches: true,
                ..SolveRequest::default()
            };
            let request = match instance.check(&request) {
                Ok(()) => request,
                Err(_) => SolveRequest { heuristic: None, ..request },
            };
            // Without a table, engines prune strings of slides that are superfluous.
            let is_pruned = name == "tiles" && algorithm == "iterative-deepening";
            if is_pruned || instance.check(&request).is_err() {
                continue;
            }
            let run = Run::from_trace(&trace(&*instance, &request)[..]).unwrap();
            let verdict = judged(&*instance, &run, algorithm).unwrap();
            assert!(
                verdict.ok,
                "{name} {text}: {algorithm}: {} {:?}",
                verdict.message, verdict.conventions
            );
            judged_runs += 1;
        }
    }
    assert!(judged_runs > 50, "{judged_runs}");
}

/// Searches that deepen over cycles that are longer than two moves: around four cells of the tiles
/// it takes twelve.
#[test]
fn searches_that_deepen_are_explained_beyond_their_cycles() {
    let tiles = instance("tiles", "8 1 3 / 4 0 2 / 7 6 5", &[]);
    let request = SolveRequest {
        algorithm: Some("iterative-deepening".to_owned()),
        always_searches: true,
        ..SolveRequest::default()
    };
    let run = Run::from_trace(&trace_within(&*tiles, &request, 6000)[..]).unwrap();
    let verdict = judged(&*tiles, &run, "iterative-deepening").unwrap();
    assert!(verdict.ok, "{}", verdict.message);
    assert!(verdict.conventions.iter().all(|it| it.contains("duplicates=parent")));
}

/// The engines break ties as they say.
#[test]
fn engines_break_ties_as_they_say() {
    for &(name, text, options) in INSTANCES {
        let instance = instance(name, text, options);
        for tie in [TieBreakName::Fifo, TieBreakName::Lifo, TieBreakName::HighG, TieBreakName::LowH]
        {
            let request = SolveRequest {
                algorithm: Some("a-star".to_owned()),
                heuristic: Some(instance.default_choice().heuristic.to_owned()),
                tie_break: Some(tie),
                always_searches: true,
                ..SolveRequest::default()
            };
            let run = Run::from_trace(&trace(&*instance, &request)[..]).unwrap();
            let by = format!("a-star(ties={tie})");
            let verdict = judged(&*instance, &run, &by).unwrap();
            assert!(
                verdict.ok,
                "{name} {text}: {by}: {} {:?}",
                verdict.message, verdict.conventions
            );
        }
    }
}

/// Graph search follows the conventions that it states, in the words of the referee.
#[test]
fn stated_conventions_are_those_of_the_referee() {
    const ALGORITHMS: [(&str, &str); 5] = [
        ("f", "a-star"),
        ("g", "dijkstra"),
        ("h", "greedy-best-first"),
        ("fewest-moves", "breadth-first"),
        ("most-moves", "depth-first"),
    ];
    let mut random = Random::new(1);
    let mut one_of = |words: &[&'static str]| words[random.below(words.len() as u64) as usize];
    let mut judged_runs = 0;
    for &(name, text, options) in INSTANCES {
        let instance = instance(name, text, options);
        for (order, algorithm) in ALGORITHMS.into_iter().cycle().take(100) {
            let (ties, reopen) = match order {
                "fewest-moves" => ("fifo", "no"),
                "most-moves" => ("lifo", one_of(&["no", "yes"])),
                _ => {
                    let ties = one_of(&["fifo", "lifo", "high-g", "low-g", "low-h", "key"]);
                    (ties, one_of(&["no", "yes"]))
                }
            };
            let stated = format!(
                "ties={ties}, then={}, successors={}, goal={}, reopen={reopen}, duplicates={}",
                one_of(&["fifo", "lifo"]),
                one_of(&["rules", "reversed"]),
                one_of(&["expansion", "generation"]),
                one_of(&["all", "closed", "generated", "path", "none"]),
            );
            let depth = if stated.contains("expansion") { one_of(&["", ", depth=3"]) } else { "" };
            let request = SolveRequest {
                algorithm: Some(format!("graph-search(order={order}, {stated}{depth})")),
                heuristic: Some(instance.default_choice().heuristic.to_owned()),
                always_searches: true,
                ..SolveRequest::default()
            };
            if ties == "key" && !["graph", "tiles"].contains(&name) {
                assert!(instance.start(&request, &HeuristicCache::default()).is_err());
                continue;
            }
            let run = Run::from_trace(&trace(&*instance, &request)[..]).unwrap();
            let by = format!("{algorithm}({stated}{depth})");
            let verdict = judged(&*instance, &run, &by).unwrap();
            assert!(verdict.ok, "{name} {text}: order={order}: {by}: {}", verdict.message);
            let same = judged(&*instance, &run, request.algorithm.as_deref().unwrap()).unwrap();
            assert_eq!(same.conventions, verdict.conventions, "{by}");
            judged_runs += 1;
        }
    }
    assert!(judged_runs > 900, "{judged_runs}");
}

/// With everything stated there is one run: any other is refused.
#[test]
fn changed_runs_are_refused() {
    let mut random = Random::new(1);
    let mut changed = 0;
    for &(name, text, options) in INSTANCES {
        let instance = instance(name, text, options);
        let request = SolveRequest {
            algorithm: Some("a-star".to_owned()),
            heuristic: Some(instance.default_choice().heuristic.to_owned()),
            always_searches: true,
            ..SolveRequest::default()
        };
        let run = Run::from_trace(&trace(&*instance, &request)[..]).unwrap();
        let each = judged(&*instance, &run, "any").unwrap();
        assert!(each.ok, "{name} {text}: {}", each.message);
        let by = &each.conventions[0];
        for _ in 0..40 {
            let mut other = run.clone();
            let count = other.steps.len();
            let at = random.below(count as u64) as usize;
            match random.below(3) {
                0 if at + 1 < count => other.steps.swap(at, at + 1),
                1 if at + 1 < count => drop(other.steps.remove(at)),
                _ => {
                    other.steps.insert(at, other.steps[random.below(count as u64) as usize].clone())
                }
            }
            let shown =
                |run: &Run| run.steps.iter().map(|step| format!("{step:?}")).collect::<Vec<_>>();
            let places = |run: &Run| {
                shown(run)
                    .iter()
                    .map(|it| it.split(", line").next().unwrap().to_owned())
                    .collect::<Vec<_>>()
            };
            if places(&other) == places(&run) {
                continue;
            }
            let verdict = judged(&*instance, &other, by).unwrap();
            assert!(!verdict.ok, "{name} {text}: {by}: {:?}", places(&other));
            changed += 1;
        }
    }
    assert!(changed > 250, "{changed}");
}
