//! Distances to every state, and all cheapest paths, against tables of all pairs and against every
//! path that there is.

use tremaux::{all_cheapest_paths, breadth_first_all, dijkstra, dijkstra_all, dijkstra_within};

/// Random numbers with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % bound
    }
}

/// Arcs of a graph with so many nodes, with costs from `least` on.
fn graph(nodes: usize, least: u64, random: &mut Random) -> Vec<(usize, usize, u64)> {
    let arcs = random.below(5 * nodes as u64 + 1);
    let mut node = || random.below(nodes as u64) as usize;
    let ends: Vec<(usize, usize)> = (0..arcs).map(|_| (node(), node())).collect();
    ends.into_iter().map(|(from, to)| (from, to, least + random.below(3))).collect()
}

const NONE: u64 = u64::MAX;

/// The distances of all pairs (Floyd 1962).
fn all_pairs(nodes: usize, arcs: &[(usize, usize, u64)]) -> Vec<Vec<u64>> {
    let mut table = vec![vec![NONE; nodes]; nodes];
    (0..nodes).for_each(|node| table[node][node] = 0);
    for &(from, to, cost) in arcs {
        table[from][to] = table[from][to].min(cost);
    }
    for by in 0..nodes {
        for from in 0..nodes {
            for to in 0..nodes {
                let through = table[from][by].saturating_add(table[by][to]);
                table[from][to] = table[from][to].min(through);
            }
        }
    }
    table
}

/// Every path of nodes of this cost from one to another that visits no node twice.
fn paths(
    arcs: &[(usize, usize, u64)],
    path: &mut Vec<usize>,
    left: u64,
    goal: usize,
    found: &mut Vec<Vec<usize>>,
) {
    let at = path[path.len() - 1];
    if left == 0 && at == goal {
        found.push(path.clone());
    }
    let leads_on = |arc: &&(usize, usize, u64)| arc.0 == at && arc.2 <= left;
    let mut steps: Vec<_> = arcs.iter().filter(leads_on).collect();
    steps.retain(|arc| !path.contains(&arc.1));
    steps.sort_unstable();
    steps.dedup();
    for &&(_, to, cost) in &steps {
        path.push(to);
        paths(arcs, path, left - cost, goal, found);
        path.pop();
    }
}

#[test]
fn distances_are_those_of_all_pairs() {
    let mut random = Random(1);
    for round in 0..300 {
        let nodes = 1 + random.below(12) as usize;
        let arcs = graph(nodes, 1, &mut random);
        let table = all_pairs(nodes, &arcs);
        let successors = |&from: &usize| {
            let arcs: Vec<_> = arcs.iter().filter(|arc| arc.0 == from).collect();
            arcs.into_iter().map(|&(_, to, cost)| (to, cost))
        };
        let starts = [0, random.below(nodes as u64) as usize];
        let most = random.below(6);
        let (all, near) =
            (dijkstra_all(starts, successors), dijkstra_within(starts, successors, most));
        let by_steps = breadth_first_all(starts, |from| successors(from).map(|(to, _)| to));
        let unit: Vec<_> = arcs.iter().map(|&(from, to, _)| (from, to, 1)).collect();
        let steps = all_pairs(nodes, &unit);
        for to in 0..nodes {
            let least = starts.map(|start| table[start][to]).into_iter().min().expect("two");
            let expected = (least != NONE).then_some(least);
            assert_eq!(all.cost(&to), expected, "{round}");
            assert_eq!(near.cost(&to), expected.filter(|&cost| cost <= most), "{round}");
            let fewest = starts.map(|start| steps[start][to]).into_iter().min().expect("two");
            assert_eq!(by_steps.cost(&to), (fewest != NONE).then_some(fewest), "{round}");
            let Some(path) = all.path_to(&to) else { continue };
            assert!(starts.contains(&path[0]) && path.last() == Some(&to), "{round}");
            let cost = |leg: &[usize]| table[leg[0]][leg[1]];
            assert_eq!(path.windows(2).map(cost).sum::<u64>(), least, "{round}");
            assert_eq!(all.parent(&to), path.iter().rev().nth(1), "{round}");
        }
        assert_eq!(all.len(), all.iter().count());
        let costs: Vec<u64> = all.iter().map(|(_, cost)| cost).collect();
        assert!(costs.is_sorted() && costs.first() == Some(&0), "{round}: {costs:?}");
    }
    let nothing = dijkstra_all([0_u32; 0], |_| [(1, 1)]);
    assert!(nothing.is_empty() && nothing.cost(&1).is_none());
}

/// Also with steps that cost nothing: there are infinitely many paths only if a cycle of these lies
/// on one of them.
#[test]
fn all_cheapest_paths_are_found_once() {
    let mut random = Random(2);
    let (mut several, mut endless, mut free) = (0, 0, 0);
    for round in 0..600 {
        let nodes = 2 + random.below(8) as usize;
        let arcs = graph(nodes, round % 2, &mut random);
        let goal = nodes - 1;
        let successors = |&from: &usize| {
            let arcs: Vec<_> = arcs.iter().filter(|arc| arc.0 == from).collect();
            arcs.into_iter().map(|&(_, to, cost)| (to, cost))
        };
        let found = all_cheapest_paths(0, successors, |&node| node == goal);
        let best = dijkstra(0, successors, |&node| node == goal).map(|(_, cost)| cost);
        assert_eq!(found.cost(), best, "{round}");
        let mut listed: Vec<Vec<usize>> = found.iter().collect();
        listed.sort_unstable();
        let mut expected = Vec::new();
        if let Some(cost) = best {
            paths(&arcs, &mut vec![0], cost, goal, &mut expected);
        }
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(listed, expected, "{round}");
        let table = all_pairs(nodes, &arcs);
        let is_on_cycle = |&(from, to, cost): &(usize, usize, u64)| {
            let whole = table[0][from].saturating_add(table[to][goal]);
            cost == 0 && table[to][from] == 0 && Some(whole) == best
        };
        let is_endless = arcs.iter().any(is_on_cycle);
        assert_eq!(found.count(), (!is_endless).then_some(listed.len() as u64), "{round}");
        several += usize::from(listed.len() > 1);
        endless += usize::from(is_endless);
        free += usize::from(!is_endless && arcs.iter().any(|arc| arc.2 == 0) && best.is_some());
    }
    assert!(several > 20 && endless > 20 && free > 20, "{several} {endless} {free}");
}

/// A state needs neither to be shown nor to be copied at once.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Silent(u32);

#[test]
fn states_need_not_be_shown() {
    let path = tremaux::a_star(
        Silent(1),
        |state| [(Silent(state.0 * 2), 3), (Silent(state.0 + 1), 1)],
        |_| 0,
        |state| state.0 == 10,
    );
    assert_eq!(path.map(|(_, cost)| cost), Some(7));
    let map = dijkstra_within([Silent(1)], |state| [(Silent(state.0 + 1), 0.5)], 2.0);
    assert_eq!(map.cost(&Silent(5)), Some(2.0));
}
