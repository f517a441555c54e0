//! Events that an observer skips are counted, and the totals are the same.

use crate::algorithms::{best_first, depth_first, family};
use tremaux_core::{Detail, Event, Limits, Observer, Pruning, SkippedCounts};
use tremaux_testkit::{Estimates, Graph, Quality, random_graph};

/// Follows a limited number of steps and counts the others.
#[derive(Debug, Default)]
struct Follower {
    left: u64,
    told: u64,
    /// The kinds are initial, generated, expanded, duplicate, reopened, pruned (by reason),
    /// backtracked.
    steps: [u64; 10],
    /// Iterations, bounds and solutions.
    proofs: Vec<(u8, u32)>,
}

impl Observer<Graph> for Follower {
    fn observe(&mut self, event: Event<'_, Graph>) {
        let kind = match event {
            Event::Generated { action: None, .. } => 0,
            Event::Generated { .. } => 1,
            Event::Expanded { .. } => 2,
            Event::Duplicate { .. } => 3,
            Event::Reopened { .. } => 4,
            Event::Pruned { reason: Pruning::Bound | Pruning::Circle, .. } => 5,
            Event::Pruned { reason: Pruning::DeadEnd, .. } => 6,
            Event::Pruned { reason: Pruning::Searched, .. } => 7,
            Event::Pruned { .. } => 8,
            Event::Backtracked { .. } => 9,
            Event::Iteration(limit) => return self.proofs.push((0, limit)),
            Event::LowerBound(bound) => return self.proofs.push((1, bound)),
            Event::Solution(cost) => return self.proofs.push((2, cost)),
            other => panic!("of no kind: {:?}", std::mem::discriminant(&other)),
        };
        self.steps[kind] += 1;
        self.told += 1;
        self.left = self.left.saturating_sub(1);
    }

    fn detail(&self) -> Detail {
        if self.left > 0 { Detail::Steps } else { Detail::Counts }
    }

    fn take_skipped(&mut self, it: &SkippedCounts) {
        let made = [it.initial, it.generated, it.expanded, it.duplicates, it.reopened];
        let left = [it.pruned, it.dead_ends, it.searched, it.enough, it.backtracked];
        assert_eq!(it.events(), made.iter().chain(&left).sum::<u64>());
        self.steps.iter_mut().zip(made.into_iter().chain(left)).for_each(|(all, it)| *all += it);
    }
}

#[test]
fn what_is_not_told_is_counted() {
    let entries: Vec<_> = best_first().into_iter().chain(family()).chain(depth_first()).collect();
    let mut skipped = vec![0; entries.len()];
    for seed in 0..100 {
        let graph = random_graph(seed, 20);
        let estimates = Estimates::random(&graph, Quality::ALL[seed as usize % 4], seed);
        for (entry, skipped) in entries.iter().zip(&mut skipped) {
            let follow = |left| {
                let mut follower = Follower { left, ..Follower::default() };
                let mut search = (entry.start)(&graph, &estimates);
                for _ in 0..20 {
                    let _ = search.advance_any(&Limits::default().with_nodes(30), &mut follower);
                }
                follower
            };
            let whole = follow(u64::MAX);
            assert_eq!(whole.told, whole.steps.iter().sum::<u64>(), "{}", entry.name);
            for left in [0, 1, 7, 40] {
                let part = follow(left);
                assert_eq!(part.steps, whole.steps, "{}, {left} told, seed {seed}", entry.name);
                assert_eq!(part.proofs, whole.proofs, "{}, {left} told, seed {seed}", entry.name);
                *skipped += whole.told - part.told;
            }
        }
    }
    for (entry, &skipped) in entries.iter().zip(&skipped) {
        assert!(skipped > 0, "{}: no step was skipped", entry.name);
    }
}
