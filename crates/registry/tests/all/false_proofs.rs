//! False proofs: a search must not report that there is no plan because an estimate overflowed,
//! or because it resumed another search's checkpoint.

use tremaux_core::Limits;
use tremaux_registry::{
    DOMAINS, DepthLimit, DomainEntry, HeuristicCache, Instance, OptionKind, OptionPairs,
    RegistryError, SolveReport, SolveRequest, Source, Status,
};

/// Enough for most examples, and fast.
const NODES: u64 = 20_000;

fn read(domain: &dyn DomainEntry, given: OptionPairs<'_>) -> Option<Box<dyn Instance>> {
    domain.instances(Source::One(domain.info().example), given).ok()?.into_iter().next()
}

fn solve(instance: &dyn Instance, request: &SolveRequest) -> Option<SolveReport> {
    let mut search = instance.start(request, &HeuristicCache::default()).ok()?;
    let _ = search.advance(&Limits::default().with_nodes(NODES).with_memory(1 << 28));
    Some(search.report().expect("a plan that is one"))
}

/// Every algorithm with every heuristic scaled until it overflows: it must find a plan or reach
/// a limit, never report "no solution", and never report a bound above the cost of a plan.
#[test]
fn an_estimate_that_overflows_proves_nothing() {
    let mut found = 0;
    for domain in DOMAINS.iter().filter(|domain| domain.has_states()) {
        let info = domain.info();
        let instance = read(**domain, &[]).expect(info.name);
        let best = solve(&*instance, &SolveRequest::default()).and_then(|report| report.cost);
        let best = best.expect("the example is solved").as_f64();
        for algorithm in domain.algorithms().iter().filter(|algorithm| algorithm.is_informed) {
            for heuristic in domain.heuristics() {
                let name = heuristic.example;
                // Heuristics that need databases overflow like the others.
                if name.contains("pdb") || heuristic.operands.least > 0 {
                    continue;
                }
                let times = "scaled(".repeat(5) + name + &", 1000)".repeat(5);
                for text in [times.clone(), format!("max({name}, {times})")] {
                    let request = SolveRequest {
                        algorithm: Some(algorithm.component.name.into()),
                        heuristic: Some(text.clone()),
                        depth: (algorithm.depth == DepthLimit::Required).then_some(30),
                        ..SolveRequest::default()
                    };
                    let Some(report) = solve(&*instance, &request) else { continue };
                    let what = format!("{} {} {text}", info.name, algorithm.component.name);
                    assert_ne!(report.status, Status::NoSolution, "{what}");
                    assert!(report.bound.is_none_or(|bound| bound.as_f64() <= best), "{what}");
                    found += u32::from(report.cost.is_some());
                }
            }
        }
    }
    assert!(found > 100, "{found} plans");
}

/// Generic values of an option.
fn values(kind: &OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Choice { words } => words.iter().map(|&word| word.to_owned()).collect(),
        OptionKind::Integer { least, most } => {
            (*least..=*most).take(12).map(|number| number.to_string()).collect()
        }
        OptionKind::Number { .. } => ["1", "0.5", "2"].map(str::to_owned).into(),
        OptionKind::Word { .. } | OptionKind::File { .. } => {
            let words = ["blank-last", "ring", "3x3", "n1", "n2", "A", "B", "0 1 2", "1"];
            words.map(str::to_owned).into()
        }
    }
}

#[test]
fn a_checkpoint_is_refused_under_every_other_option_of_the_domain() {
    let (mut refused, mut domains) = (0, 0);
    for domain in DOMAINS.iter().filter(|domain| domain.has_states()) {
        let info = domain.info();
        let algorithms = domain.algorithms();
        let offered: Vec<_> = algorithms.iter().filter(|algorithm| algorithm.is_saved).collect();
        assert!(!offered.is_empty(), "{}", info.name);
        domains += 1;
        for algorithm in offered {
            let request = SolveRequest {
                algorithm: Some(algorithm.component.name.into()),
                depth: (algorithm.depth == DepthLimit::Required).then_some(30),
                is_saved: true,
                ..SolveRequest::default()
            };
            let saved = |given: OptionPairs<'_>, resume: Option<Vec<u8>>| {
                let instance = read(**domain, given)?;
                let request = SolveRequest { resume, ..request.clone() };
                match instance.start(&request, &HeuristicCache::default()) {
                    Ok(mut search) => {
                        let _ = search.advance(&Limits::default().with_nodes(2));
                        Some(Ok(search.checkpoint()?))
                    }
                    Err(RegistryError::Checkpoint(_)) => Some(Err(())),
                    Err(error) => panic!("{}: {error}", info.name),
                }
            };
            let Some(Ok(plain)) = saved(&[], None) else { continue };
            assert!(matches!(saved(&[], Some(plain.clone())), Some(Ok(_))), "{}", info.name);
            for option in info.options {
                let mut others: Vec<Vec<(&'static str, String)>> = vec![Vec::new()];
                others.extend(
                    values(&option.kind).into_iter().map(|value| vec![(option.name, value)]),
                );
                for first in &others {
                    let Some(Ok(bytes)) = saved(first, None) else { continue };
                    for second in others.iter().filter(|&second| second != first) {
                        let is_default = |given: &[(_, String)]| {
                            given
                                .first()
                                .is_none_or(|(_, value)| Some(value.as_str()) == option.default)
                        };
                        if is_default(first) && is_default(second) {
                            continue;
                        }
                        let Some(resumed) = saved(second, Some(bytes.clone())) else { continue };
                        assert!(resumed.is_err(), "{}: {first:?} as {second:?}", info.name);
                        refused += 1;
                    }
                }
            }
        }
    }
    println!("{refused} refused in {domains} domains");
    assert!(refused > 30, "{refused}");
}

#[test]
fn a_checkpoint_is_refused_with_another_seed_or_text() {
    let grid = DOMAINS.iter().find(|domain| domain.info().name == "grid").expect("grids");
    let request = SolveRequest {
        algorithm: Some("ida-star".into()),
        is_saved: true,
        ..SolveRequest::default()
    };
    let start = |text: &str, request: &SolveRequest| {
        let instance = grid.instances(Source::One(text), &[]).expect("a grid").remove(0);
        instance.start(request, &HeuristicCache::default())
    };
    let mut search = start("S..#/.#../...G", &request).expect("it starts");
    let _ = search.advance(&Limits::default().with_nodes(2));
    let resume = search.checkpoint();
    let again = SolveRequest { resume, ..request };
    assert!(start("S..#/.#../...G", &again).is_ok());
    assert!(start("S..#/.##./...G", &again).is_err());
    assert!(start("S..#/.#../...G", &SolveRequest { seed: 1, ..again }).is_err());
}
