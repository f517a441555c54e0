//! Searches along one path forget the states of a space of closures that they have left, and no
//! others.

use tremaux::search::{BestFirst, BranchAndBound, DepthFirst, IdaStar, MemoryBounded};
use tremaux::search::{IterativeBroadening, RecursiveBestFirst};
use tremaux::{Algorithm, Limits, NoHeuristic, Progress, Random, Search};

/// A grid of 5 by 5 cells with walls, whose cells are texts.
fn steps(seed: u64) -> impl Fn(&String) -> Vec<(String, u32)> {
    move |cell| {
        let at: u64 = cell.parse().expect("a number");
        let (x, y) = (at % 5, at / 5);
        let beside = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        let open = beside.into_iter().filter(|&(x, y)| x < 5 && y < 5);
        let cost = |to: u64| (1 + (at * 7 + to * 3 + seed) % 3) as u32;
        let is_free = |to: &u64| !(to * 11 + seed).is_multiple_of(6) || *to == 24;
        open.map(|(x, y)| 5 * y + x).filter(is_free).map(|to| (to.to_string(), cost(to))).collect()
    }
}

/// The cost of a path along these states.
fn cost(seed: u64, states: &[String]) -> Option<u32> {
    let step = |pair: &[String]| {
        let next = steps(seed)(&pair[0]).into_iter().filter(|step| step.0 == pair[1]);
        next.map(|step| step.1).min()
    };
    states.windows(2).map(step).sum()
}

/// Several searches of one space take turns of every length: each finds what it finds alone, and
/// what it found stays so.
#[test]
fn searches_of_one_space_may_take_turns() {
    let mut compared = 0;
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let space = tremaux::space("0".to_owned(), steps(seed), |at| at == "24");
        let (ida, dfs) = (IdaStar::new(), DepthFirst::bounded(9).plan_count(5));
        let (all, broad) = (BranchAndBound::new().plan_count(3), IterativeBroadening::new(12));
        let mut found = Vec::new();
        macro_rules! in_turn {
            ($($name:ident $algorithm:expr),*) => {
                $(let mut $name = $algorithm.start(&space, NoHeuristic);)*
                let mut left = true;
                while left {
                    left = false;
                    $(
                        let slice = Limits::default().with_nodes(1 + random.bits() % 30);
                        let progress = $name.advance(&slice, &mut ());
                        left |= matches!(progress, Progress::Paused(_));
                    )*
                }
                $(found.push((stringify!($name), $name.report(), $name.solutions()));)*
                $({
                    let alone = tremaux::space("0".to_owned(), steps(seed), |at| at == "24");
                    let mut search = $algorithm.start(&alone, NoHeuristic);
                    let _ = search.advance(&Limits::default(), &mut ());
                    let at = found.iter().position(|it| it.0 == stringify!($name));
                    let (name, report, plans) = &found[at.expect("a search of this name")];
                    let theirs = search.report();
                    assert_eq!(report.termination, theirs.termination, "{name} {seed}");
                    assert_eq!(report.lower_bound, theirs.lower_bound, "{name} {seed}");
                    let counts = (report.statistics.expanded, theirs.statistics.expanded);
                    assert_eq!(counts.0, counts.1, "{name} {seed}");
                    for (ours, theirs) in plans.iter().zip(search.solutions()) {
                        let states = space.states(&ours.actions);
                        assert_eq!(states, alone.states(&theirs.actions), "{name} {seed}");
                        assert_eq!(cost(seed, &states), Some(ours.cost as u32), "{name} {seed}");
                        compared += 1;
                    }
                    assert_eq!(plans.len(), search.solutions().len(), "{name} {seed}");
                })*
            };
        }
        in_turn!(
            first ida, best BestFirst::a_star(), second ida, listed dfs,
            recursive RecursiveBestFirst::new(), bounded MemoryBounded, every all, wide broad
        );
    }
    assert!(compared > 100, "{compared} plans compared");
}
