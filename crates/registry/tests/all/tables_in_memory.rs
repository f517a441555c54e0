//! The tables of heuristics count towards the memory limit, whether they are built or mapped.

use std::fs;
use std::path::PathBuf;

use tremaux_core::{Limits, StopReason};
use tremaux_domain::TableSource;
use tremaux_registry::{HeuristicCache, SolveReport, SolveRequest, Source, domain};
use tremaux_tables::Cache;

/// Solves an instance with tables from a folder, within so many bytes.
fn solve(
    (name, text): (&str, &str),
    heuristic: Option<&str>,
    folder: &PathBuf,
    memory: Option<usize>,
) -> SolveReport {
    let instances = domain(name).expect("a domain").instances(Source::One(text), &[]);
    let instances = instances.expect("an instance");
    let mut limits = Limits::default().with_nodes(200_000);
    limits.memory = memory;
    let heuristics = HeuristicCache::new(TableSource::new(Cache::at(folder), 1));
    heuristics.tables().limit(&limits);
    let request = SolveRequest {
        heuristic: heuristic.map(str::to_owned),
        memory,
        is_limited: true,
        ..SolveRequest::default()
    };
    let mut search = instances[0].start(&request, &heuristics).expect("it is offered");
    let _ = search.advance(&limits);
    search.report().expect("a report")
}

#[test]
fn a_limit_of_memory_means_the_same_whatever_a_cache_holds() {
    let base = std::env::temp_dir().join(format!("tremaux-limits-{}", std::process::id()));
    let (filled, empty) = (base.join("filled"), base.join("empty"));
    let far = "5 1 2 3 / 9 6 7 4 / 0 10 11 8 / 13 14 15 12";
    let near = "1 2 3 4 / 5 6 7 8 / 9 10 0 11 / 13 14 15 12";
    let (mut replaced, mut refused, mut solved) = (0, 0, 0);
    for (text, heuristic) in [
        (near, None),
        (far, None),
        (far, Some("pdb(5-5-5)")),
        (far, Some("pdb(4-4-4-3)")),
        (far, Some("max(walking-distance, linear-conflict)")),
        ("1 2 3 / 4 0 6 / 7 5 8", None),
    ] {
        let instance = ("tiles", text);
        let whole = solve(instance, heuristic, &filled, None);
        for memory in [1_000, 100_000, 400_000, 600_000, 1_000_000, 2_000_000, 64_000_000] {
            let with = solve(instance, heuristic, &filled, Some(memory));
            let without = solve(instance, heuristic, &empty, Some(memory));
            // Ignored: a folder that was never made.
            let _ = fs::remove_dir_all(&empty);
            let told = |it: &SolveReport| {
                let numbers = (it.cost, it.optimal, it.counts.expanded, it.peak_bytes);
                let words = (it.heuristic.clone(), it.remarks.replaced.clone());
                (numbers, words, it.stopped, it.remarks.unbuilt.clone())
            };
            let what = format!("{text}, {heuristic:?}, {memory} bytes");
            assert_eq!(told(&with), told(&without), "{what}");
            assert_eq!(with.remarks.replaced.is_some(), with.heuristic != whole.heuristic);
            // A short path may take more than a tiny limit before it is looked at.
            assert!(with.peak_bytes <= memory + (1 << 16), "{what}: {}", with.peak_bytes);
            replaced += u32::from(with.remarks.replaced.is_some());
            refused += u32::from(with.stopped == Some(StopReason::MemoryLimit));
            solved += u32::from(with.optimal == Some(true));
        }
    }
    let default = solve(("tiles", far), None, &filled, None);
    let stored = fs::read_dir(&filled).expect("tables").map(|file| {
        let file = file.expect("a file");
        let is_small = file.file_name().to_string_lossy().contains("5");
        (is_small, file.metadata().expect("its length").len())
    });
    let greatest = stored.map(|(_, length)| length).max().expect("tables");
    assert!(default.peak_bytes as u64 >= greatest, "{} of {greatest}", default.peak_bytes);
    fs::remove_dir_all(&base).expect("removed");
    assert!(replaced > 5 && refused > 5 && solved > 15, "{replaced} {refused} {solved}");
}
