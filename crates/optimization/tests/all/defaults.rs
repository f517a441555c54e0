//! The default methods, and how methods use the limits they are given.

use tremaux_core::{Limits, Progress, StopReason};
use tremaux_domain::{DomainEntry, HeuristicCache, Instance, SolveRequest, Source};
use tremaux_optimization::catalog::{FUNCTION, PACKING, QUEENS, SEQUENCING, TSP};

type Options = [(&'static str, String)];

fn instance(domain: &dyn DomainEntry, text: &str, options: &Options) -> Box<dyn Instance> {
    domain.instances(Source::One(text), options).expect(text).remove(0)
}

/// A random instance, as `generate --seed 1` makes it.
fn random(domain: &dyn DomainEntry, options: &Options) -> Box<dyn Instance> {
    let mut texts = domain.generate(1, 1, options).expect("the options are right");
    instance(domain, &texts.next().expect("a text"), &[])
}

/// The mean cost after so many evaluations.
fn mean(instance: &dyn Instance, algorithm: Option<&str>, seeds: u64, nodes: u64) -> f64 {
    let costs = (1..=seeds).map(|seed| {
        let algorithm = algorithm.map(str::to_owned);
        let request = SolveRequest { algorithm, seed, is_limited: true, ..SolveRequest::default() };
        let mut search = instance.start(&request, &HeuristicCache::default()).expect("a method");
        let _ = search.advance(&Limits::default().with_nodes(nodes));
        search.report().expect("a checked report").cost.map_or(f64::INFINITY, |cost| cost.as_f64())
    });
    costs.sum::<f64>() / seeds as f64
}

/// The default is at most 1.2 times as far from the best as each of the other methods.
fn check(domain: &dyn DomainEntry, instance: &dyn Instance, seeds: u64, nodes: u64) {
    let found = mean(instance, None, seeds, nodes);
    let climbing = "hill-climbing(first, restarts=1000000)";
    let others = domain.algorithms().into_iter().map(|info| info.component.name);
    for algorithm in others.filter(|name| *name != "hill-climbing").chain([climbing]) {
        let other = mean(instance, Some(algorithm), seeds, nodes);
        let text = instance.text();
        assert!(found <= 1.2 * other + 1e-6, "{text}: {found}, but {other} by {algorithm}");
    }
}

/// As in `docs/experiments/landscapes.toml`.
#[test]
fn the_default_for_functions_is_the_best() {
    for (text, step) in [
        ("rastrigin 5", "0.05"),
        ("rosenbrock 5", "0.1"),
        ("ackley 5", "0.02"),
        ("schwefel 5", "0.1"),
        ("terrain", "0.02"),
    ] {
        check(FUNCTION, &*instance(FUNCTION, text, &[("step", step.into())]), 2, 50_000);
    }
}

#[test]
fn the_defaults_for_other_problems_are_the_best() {
    check(TSP, &*random(TSP, &[("size", "60".into())]), 2, 20_000);
    check(QUEENS, &*instance(QUEENS, "100", &[]), 2, 20_000);
    check(SEQUENCING, &*random(SEQUENCING, &[("jobs", "30".into())]), 5, 50_000);
}

#[test]
fn the_default_for_packings_is_the_best() {
    let options = [("rectangles", "20".into()), ("width", "30".into())];
    check(PACKING, &*random(PACKING, &options), 2, 10_000);
}

/// Every method that could go on does so until the limit; without one, it ends by itself.
#[test]
fn methods_use_the_limits_they_are_given() {
    let jobs = "change 5; change a b 2; job 1 a 4 due 9; job 2 b 3; job 3 c 2 due 4 weight 3; \
                job 4 a 6; job 5 b 1 due 20 weight 2; job 6 c 3; job 7 b 2 due 11";
    // More than the methods take by themselves.
    let problems: [(&dyn DomainEntry, &str, u64); 4] = [
        (FUNCTION, "x^2 + sin(3*y)", 110_000),
        (TSP, "0 0 / 40 10 / 20 30 / 70 50 / 10 60 / 50 80 / 90 20", 310_000),
        (PACKING, "20: 6x10 1x6 2x9 6x4 1x1 8x1 5x3 7x10 6x2 5x3", 110_000),
        (SEQUENCING, jobs, 110_000),
    ];
    let mut count = 0;
    for (domain, text, most) in problems {
        let instance = instance(domain, text, &[]);
        for info in domain.algorithms() {
            let options = info.component.options;
            let goes_on = options.iter().any(|it| it.name == "steps" || it.name == "kicks");
            if !goes_on || info.component.name == "hill-climbing" {
                continue;
            }
            count += 1;
            let name = info.component.name;
            for is_limited in [true, false] {
                let algorithm = Some(name.to_owned());
                let request = SolveRequest { algorithm, is_limited, ..SolveRequest::default() };
                let search = instance.start(&request, &HeuristicCache::default());
                let mut search = search.expect(name);
                let nodes = if is_limited { most } else { u64::MAX };
                let progress = search.advance(&Limits::default().with_nodes(nodes));
                let is_used = progress == Progress::Paused(StopReason::NodeLimit);
                // Of fewer than eight cities, all tours are seen.
                let is_small = options.iter().any(|it| it.name == "kicks");
                assert_eq!(is_used, is_limited && !is_small, "{} {name}", domain.info().name);
            }
        }
    }
    assert_eq!(count, 4 * 5 + 3 + 1);
    let tour = instance(TSP, "0 0 / 4 1 / 2 3 / 7 5 / 1 6 / 5 8 / 9 2 / 3 3 / 6 6 / 8 9", &[]);
    for name in ["two-opt", "or-opt", "or-3opt"] {
        let algorithm = Some(name.to_owned());
        let request = SolveRequest { algorithm, is_limited: true, ..SolveRequest::default() };
        let mut search = tour.start(&request, &HeuristicCache::default()).expect(name);
        let progress = search.advance(&Limits::default().with_nodes(200_000));
        assert_eq!(progress, Progress::Paused(StopReason::NodeLimit), "{name}");
    }
}

/// Without a limit, the default for functions ends after its own, and says so.
#[test]
fn the_default_time_is_said() {
    let instance = instance(FUNCTION, "x^2 + sin(3*y)", &[]);
    let mut search = instance.start(&SolveRequest::default(), &HeuristicCache::default());
    let search = search.as_mut().expect("a default");
    assert!(matches!(search.advance(&Limits::default()), Progress::Done(_)));
    let report = search.report().expect("a checked report");
    assert!(report.remarks.default_time.is_some() && report.stopped.is_none());
    assert!((report.cost.expect("a value").as_f64() + 1.0).abs() < 1e-12);
}
