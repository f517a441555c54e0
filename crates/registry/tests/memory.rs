//! What a search takes from the heap keeps within its memory limit, for every algorithm on every
//! domain.

use std::time::Duration;

use tremaux_core::Limits;
use tremaux_registry::{
    AnalysisRequest, DOMAINS, DepthLimit, DomainEntry, Family, GAMES, GameTable, HeuristicCache,
    RegistryError, SolveRequest, Source,
};
use tremaux_testkit::heap::{Counting, most_bytes};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The limit, in bytes: tables below four megabytes come from the heap.
const LIMIT: usize = 2 << 20;
/// What a search may hold besides, such as its path and plan.
const BESIDES: usize = 1 << 18;

/// The states that are goals belong to the instance; searches from both ends list them.
fn not_counted(what: &str) -> usize {
    match what {
        "jugs by bidirectional-breadth-first" | "jugs by bidirectional-a-star" => 20 << 20,
        _ => 0,
    }
}

/// An instance with more states than fit into the limit, as far as the domain has any.
fn instance(domain: &dyn DomainEntry) -> String {
    let options: &[(&str, &str)] = match domain.info().name {
        "tiles" => &[("size", "8x8")],
        "pancake" => &[("size", "50")],
        "jugs" => return "jugs 47 43 41 37; goal any 19; tap".into(),
        "rivers" => return "who a b c d e f g h i j k=2 l=3 m=4; boat 2; cost slowest".into(),
        "lights-out" => &[("size", "8x8")],
        "knapsack" => &[("items", "3000")],
        "assignment" => &[("size", "40")],
        "job-shop" => &[("jobs", "12"), ("machines", "8")],
        "peg-solitaire" => return "board european; empty e1; goal any".into(),
        "sudoku" => return ".".repeat(256),
        "crossword" => &[("size", "7x7")],
        "constraints" => &[("variables", "60"), ("borders", "150")],
        "sokoban" => &[("size", "10"), ("boxes", "5")],
        "graph" => &[("size", "30000")],
        "function" => return "rastrigin 1000".into(),
        "packing" => &[("rectangles", "100"), ("width", "100")],
        "sequencing" => &[("jobs", "200")],
        "queens" => return "10000".into(),
        "tsp" => &[("size", "150")],
        "grid" => &[("size", "301x301"), ("kind", "random")],
        _ => &[],
    };
    let options: Vec<(&'static str, String)> =
        options.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    let mut made = domain.generate(3, 1, &options).expect("options of its generator");
    made.next().expect("one instance")
}

#[test]
fn every_algorithm_keeps_within_its_memory() {
    let (mut searches, mut full) = (0, 0);
    for domain in DOMAINS {
        let text = instance(**domain);
        let instances = domain.instances(Source::One(&text), &[]).expect("an instance");
        for info in domain.algorithms() {
            let request = SolveRequest {
                algorithm: Some(info.component.name.into()),
                depth: (info.depth == DepthLimit::Required).then_some(300),
                memory: Some(LIMIT),
                ..SolveRequest::default()
            };
            let what = format!("{} by {}", domain.info().name, info.component.name);
            // The tables of heuristics are not those of the search.
            let heuristics = HeuristicCache::default();
            let within = Limits::default().with_time(Duration::from_secs(5));
            // What is prepared for a map is the search's own.
            let is_of_maps = info.family == Family::Map;
            heuristics.tables().limit(&if is_of_maps { within.with_memory(LIMIT) } else { within });
            match instances[0].start(&request, &heuristics) {
                Err(RegistryError::NotOffered { .. } | RegistryError::NotApplicable { .. }) => {
                    continue;
                }
                search => drop(search.map_err(|error| panic!("{what}: {error}"))),
            }
            let (_search, held) = most_bytes(|| {
                let mut search = instances[0].start(&request, &heuristics).expect("as before");
                let limits = Limits::default().with_memory(LIMIT).with_nodes(30_000);
                let _ = search.advance(&limits.with_time(Duration::from_millis(100)));
                search
            });
            let most = LIMIT + LIMIT / 10 + BESIDES + not_counted(&what);
            assert!(held <= most, "{what}: {held} bytes");
            searches += 1;
            full += usize::from(held > LIMIT / 2);
        }
    }
    // Of the others some need little memory, and some solve their instance.
    assert!(searches > 200 && full > 80, "{full} of {searches} filled half of their memory");
}

#[test]
fn solvers_of_games_keep_within_the_memory_of_the_table() {
    let mut full = 0;
    // Searches for equilibria have no use for the table.
    let games = GAMES.iter().filter(|game| !game.info().is_hidden);
    for (game, exact) in games.flat_map(|game| [(game, false), (game, true)]) {
        let info = game.info();
        let played = game.open(&[], info.example).expect("its example");
        let request = AnalysisRequest { exact, ..AnalysisRequest::default() };
        let limits = Limits::default().with_memory(LIMIT).with_nodes(5000);
        // Tables of the rules are made when they are first used.
        let [_, held] = [(); 2].map(|()| {
            let ((), held) = most_bytes(|| {
                let mut table = GameTable::new(LIMIT).expect("a table");
                played.analyze(&request, &mut table, &limits, &mut |_| {});
            });
            held
        });
        // What cutoffs taught comes on top; a second table does not fit.
        assert!(held <= LIMIT * 7 / 4, "{}: {held} bytes, {exact}", info.name);
        full += usize::from(held > LIMIT / 2);
    }
    assert!(full > 20, "{full} filled half of their memory");
}
