//! Small instances without a solution, which every algorithm must report.

use std::collections::BTreeMap;

use tremaux_core::{Limits, Random};
use tremaux_registry::{
    DOMAINS, DepthLimit, DomainEntry, HeuristicCache, Instance, RegistryError, SolveRequest,
    Source, Status,
};

/// The number of instances of each domain that has any, and the fewest that may be found.
const WANTED: usize = 20;
const FEWEST: usize = 10;

/// More than any of the algorithms needs for one of them.
const NODES: u64 = 30_000;

/// A random one of `words`.
fn word<'a>(random: &mut Random, words: &[&'a str]) -> &'a str {
    words[random.scaled(words.len() as u64) as usize]
}

/// A random number from `least` to `most`.
fn number(random: &mut Random, least: u64, most: u64) -> u64 {
    least + random.scaled(most - least + 1)
}

/// Cells with the given signs, a start and a goal.
fn cells(random: &mut Random, signs: &[&str]) -> String {
    let (columns, rows) = (3 + random.scaled(2) as usize, 3);
    let mut all: Vec<&str> = (0..columns * rows).map(|_| word(random, signs)).collect();
    let start = random.scaled(all.len() as u64) as usize;
    let goal = (start + 1 + random.scaled(all.len() as u64 - 1) as usize) % all.len();
    (all[start], all[goal]) = ("S", "G");
    let rows: Vec<String> = all.chunks(columns).map(|row| row.concat()).collect();
    rows.join("/")
}

/// An instance that may have a solution; `None` if the domain has none without.
fn candidate(domain: &str, random: &mut Random) -> Option<String> {
    Some(match domain {
        "tiles" => {
            let mut tiles: Vec<u64> = (0..9).collect();
            for at in (1..9).rev() {
                tiles.swap(at, number(random, 0, at as u64) as usize);
            }
            tiles.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
        }
        "jugs" => {
            let (a, b) = (number(random, 1, 7), number(random, 2, 8));
            let goal = number(random, 1, a.max(b));
            format!("jugs {a} {b}; tap; goal any {goal}")
        }
        "rivers" => {
            let (count, boat) = (number(random, 2, 5), number(random, 1, 2));
            match number(random, 0, 2) {
                0 => format!(
                    "who missionary*{count} cannibal*{count}; boat {boat}; never more cannibal \
                     than missionary"
                ),
                1 => format!(
                    "who farmer wolf goat cabbage hen*{}; boat {boat}; rows farmer; never wolf \
                     with goat without farmer; never goat with cabbage without farmer; never hen \
                     with goat without farmer",
                    number(random, 1, 3)
                ),
                _ => format!("who a*{count} b; boat 1; never a with b"),
            }
        }
        "lights-out" => {
            let row = |random: &mut Random| (0..4).map(|_| word(random, &["#", "."])).collect();
            let rows: Vec<String> = (0..4).map(|_| row(random)).collect();
            rows.join(" / ")
        }
        "peg-solitaire" => {
            let row = |random: &mut Random| (0..4).map(|_| word(random, &["o", "."])).collect();
            let rows: Vec<String> = (0..3).map(|_| row(random)).collect();
            rows.join("\n")
        }
        "sudoku" => {
            let signs = [".", ".", ".", ".", "1", "2", "3", "4"];
            (0..16).map(|_| word(random, &signs)).collect()
        }
        "crossword" => {
            let signs = [".", ".", "A", "E", "T", "S", "N"];
            let row = |random: &mut Random| (0..3).map(|_| word(random, &signs)).collect();
            let rows: Vec<String> = (0..3).map(|_| row(random)).collect();
            rows.join("/")
        }
        "word-ladder" => {
            let words = ["ALE", "ACE", "EBB", "EYE", "DYE", "IMP", "ICE", "TEA", "OWL", "EWE"];
            format!("{} {}", word(random, &words), word(random, &words))
        }
        "constraints" => {
            let names = ["A", "B", "C", "D"];
            let pair = |random: &mut Random| {
                let first = random.scaled(4) as usize;
                let other = (first + 1 + random.scaled(3) as usize) % 4;
                format!("different {} {}", names[first], names[other])
            };
            let pairs: Vec<String> = (0..6).map(|_| pair(random)).collect();
            format!("variables A B C D: 1 2; {}", pairs.join("; "))
        }
        "sokoban" => {
            let (columns, rows) = (5, 4);
            let mut all = vec![" "; columns * rows];
            let boxes = number(random, 1, 2);
            for sign in ["$", "."].repeat(boxes as usize).into_iter().chain(["@"]) {
                let free = all.iter().enumerate().filter(|(_, sign)| **sign == " ");
                let free: Vec<usize> = free.map(|(at, _)| at).collect();
                all[free[number(random, 0, free.len() as u64 - 1) as usize]] = sign;
            }
            for _ in 0..3 {
                let at = number(random, 0, all.len() as u64 - 1) as usize;
                if all[at] == " " {
                    all[at] = "#";
                }
            }
            let rows = all.chunks(columns).map(|row| format!("#{}#", row.concat()));
            let wall = "#".repeat(columns + 2);
            let rows: Vec<String> = [wall.clone()].into_iter().chain(rows).chain([wall]).collect();
            rows.join("\n")
        }
        "grid" => cells(random, &["#", "#", "#", ".", "2"]),
        "graph" => {
            // No arc leads to the last node from the others, among which there are cycles.
            let arc = |random: &mut Random| {
                let [from, to] = [0, 1].map(|_| 1 + random.scaled(5));
                format!("n{from} n{to} {}", random.scaled(4))
            };
            let arcs: Vec<String> = (0..9).map(|_| arc(random)).collect();
            format!("n6 n1 1; {}", arcs.join("; "))
        }
        "assignment" => {
            let row = |random: &mut Random| {
                (0..3).map(|_| word(random, &["-", "-", "2"])).collect::<Vec<_>>().join(" ")
            };
            (0..3).map(|_| row(random)).collect::<Vec<_>>().join(" / ")
        }
        // Every pile can be sorted, every cube that can be entered be solved, and all can be left.
        // Rings that cannot be solved are seen by their parity before a search.
        "pancake" | "topspin" | "cube" | "pocket-cube" | "knapsack" | "job-shop" => return None,
        other => panic!("no instances for {other}"),
    })
}

fn read(domain: &dyn DomainEntry, text: &str) -> Option<Box<dyn Instance>> {
    let given = match domain.info().name {
        "graph" => vec![("from", "n1".to_owned()), ("to", "n6".to_owned())],
        _ => Vec::new(),
    };
    domain.instances(Source::One(text), &given).ok()?.into_iter().next()
}

fn status(instance: &dyn Instance, request: &SolveRequest, nodes: u64) -> Option<Status> {
    let mut search = match instance.start(request, &HeuristicCache::default()) {
        // Some need what not every problem has, such as predecessors.
        Err(RegistryError::NotOffered { .. }) => return None,
        search => search.expect("a search"),
    };
    let _ = search.advance(&Limits::default().with_nodes(nodes).with_memory(1 << 26));
    Some(search.report().expect("no wrong plan").status)
}

/// Instances without a solution, different ones.
fn unsolvable(domain: &dyn DomainEntry) -> Vec<(String, Box<dyn Instance>)> {
    let mut random = Random::new(10);
    let mut found = BTreeMap::new();
    for _ in 0..3000 {
        let Some(text) = candidate(domain.info().name, &mut random) else { break };
        let Some(instance) = read(domain, &text) else { continue };
        let breadth_first =
            SolveRequest { algorithm: Some("breadth-first".into()), ..SolveRequest::default() };
        if status(&*instance, &breadth_first, NODES) == Some(Status::NoSolution) {
            found.insert(text, instance);
        }
        if found.len() == WANTED {
            break;
        }
    }
    found.into_iter().collect()
}

/// Algorithms that may end without a proof.
fn is_incomplete(algorithm: &str) -> bool {
    // It keeps no closed states, so it goes round in cycles whose actions have no way back. The
    // others look at what is near, or never go back.
    let local = ["enforced-hill-climbing", "hill-climbing", "annealing", "tabu", "late-acceptance"];
    algorithm == "frontier-breadth-first" || local.contains(&algorithm)
}

#[test]
fn every_algorithm_proves_that_there_is_no_solution() {
    let (mut searches, mut wrong) = (0, Vec::new());
    for domain in DOMAINS.iter().filter(|domain| domain.has_states()) {
        let name = domain.info().name;
        let instances = unsolvable(**domain);
        assert!(instances.is_empty() || instances.len() >= FEWEST, "{name}: {}", instances.len());
        for (text, instance) in &instances {
            for info in domain.algorithms() {
                let algorithm = info.component.name;
                let options = match algorithm {
                    "branch-and-bound" => {
                        &["", "(bounds=least-cut)", "(bounds=best-plan)", "(order=listed)"][..]
                    }
                    "k-best" => &["", "(loops=no)"],
                    _ => &[""],
                };
                for options in options {
                    let request = SolveRequest {
                        algorithm: Some(format!("{algorithm}{options}")),
                        depth: (info.depth == DepthLimit::Required).then_some(1000),
                        ..SolveRequest::default()
                    };
                    let what = format!("{name} {text:?} {algorithm}{options}");
                    let nodes = if is_incomplete(algorithm) { 1000 } else { NODES };
                    match status(&**instance, &request, nodes) {
                        None | Some(Status::NoSolution) => {}
                        Some(Status::Limit) if is_incomplete(algorithm) => {}
                        status => wrong.push(format!("{what}: {status:?}")),
                    }
                    searches += 1;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(searches > 3000, "{searches} searches");
}

#[test]
fn a_depth_limit_that_means_nothing_is_refused() {
    for domain in DOMAINS {
        let info = domain.info();
        let instance = domain.instances(Source::One(info.example), &[]).expect("an example");
        for algorithm in domain.algorithms() {
            let request = SolveRequest {
                algorithm: Some(algorithm.component.name.into()),
                depth: Some(1),
                ..SolveRequest::default()
            };
            let what = format!("{} {}", info.name, algorithm.component.name);
            match instance[0].check(&request) {
                Err(RegistryError::NotApplicable { option, .. }) => {
                    assert_eq!(option, "--depth", "{what}");
                    continue;
                }
                result => result.expect(&what),
            }
            assert_ne!(algorithm.depth, DepthLimit::Meaningless, "{what}");
            let Ok(mut search) = instance[0].start(&request, &HeuristicCache::default()) else {
                continue;
            };
            let _ = search.advance(&Limits::default().with_nodes(NODES).with_depth(1));
            let report = search.report().expect("no wrong plan");
            assert!(report.length.is_none_or(|length| length <= 1), "{what}");
        }
    }
}
