//! Slices of time do not change a search.

use std::time::{Duration, Instant};

use tremaux_core::Limits;
use tremaux_registry::{
    DOMAINS, DepthLimit, HeuristicCache, Instance, RegistryError, SolveReport, SolveRequest,
    Source, drive,
};

/// The report of a search that is interrupted after each `slice`; `None` if the domain does not
/// offer it.
fn sliced(
    instance: &dyn Instance,
    request: &SolveRequest,
    limits: &Limits,
    slice: Duration,
) -> Option<SolveReport> {
    let mut search = match instance.start(request, &HeuristicCache::default()) {
        Err(RegistryError::NotOffered { .. }) => return None,
        search => search.expect("it starts"),
    };
    drive(&mut *search, limits, Instant::now(), slice, &mut |_| ());
    Some(search.report().expect("a right plan"))
}

/// What must not depend on the slices.
fn steps(report: &SolveReport) -> impl PartialEq + std::fmt::Debug + use<> {
    let costs = (report.status, report.cost, report.length, report.bound, report.optimal);
    (costs, report.moves.clone(), report.stopped, format!("{:?}", report.counts))
}

#[test]
fn every_algorithm_does_the_same_in_slices() {
    let mut compared = 0;
    // What would not end is stopped, and differs.
    let any = Limits::default().with_time(Duration::from_secs(600));
    let all_limits = [
        any.clone().with_nodes(20),
        any.clone().with_nodes(200),
        any.clone().with_nodes(2000).with_memory(20 << 10),
        any.with_nodes(4000).with_memory(400 << 10),
    ];
    for domain in DOMAINS {
        let name = domain.info().name;
        let instances = domain.instances(Source::One(domain.info().example), &[]).expect(name);
        for info in domain.algorithms() {
            let algorithm = info.component.name;
            let request = SolveRequest {
                algorithm: Some(algorithm.to_owned()),
                depth: (info.depth == DepthLimit::Required).then_some(12),
                is_limited: true,
                ..SolveRequest::default()
            };
            for limits in &all_limits {
                let of = |slice| sliced(&*instances[0], &request, limits, slice);
                let Some(whole) = of(Duration::MAX) else { continue };
                let parts = of(Duration::from_micros(20)).expect("it is offered");
                assert_eq!(steps(&whole), steps(&parts), "{name}, {algorithm}, {limits:?}");
                compared += 1;
                // A local search at a dead end, which looks at a thousand states for each node.
                if whole.counts.evaluated > Some(10_000) {
                    break;
                }
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}
