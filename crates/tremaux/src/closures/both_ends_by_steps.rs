//! Breadth-first search from both ends for closures.

use std::fmt::Debug;
use std::hash::Hash;

use super::numbers::Numbers;

/// From which state each end reached a state.
#[derive(Clone, Copy)]
struct Reached([u32; 2]);

const NOT: u32 = u32::MAX;

impl Default for Reached {
    fn default() -> Self {
        Self([NOT; 2])
    }
}

/// A path with the fewest steps, layer by layer from the end whose layer is smaller. All layers
/// before are whole, so the first state that both ends reach lies on a shortest path.
pub(super) fn shortest_path<N, I, J>(
    start: N,
    goal: N,
    mut successors: impl FnMut(&N) -> I,
    mut predecessors: impl FnMut(&N) -> J,
) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash + Debug,
    I: IntoIterator<Item = N>,
    J: IntoIterator<Item = N>,
{
    let mut numbers = Numbers::<N, Reached>::default();
    let ends = [start, goal].map(|state| numbers.of(state));
    if ends[0] == ends[1] {
        return Some(vec![numbers.state(ends[0]).clone()]);
    }
    let mut layers = [vec![ends[0]], vec![ends[1]]];
    for (side, end) in ends.into_iter().enumerate() {
        numbers.node_mut(end).0[side] = end;
    }
    let (mut layer, mut children) = (Vec::new(), Vec::new());
    loop {
        let side = usize::from(layers[1].len() < layers[0].len());
        std::mem::swap(&mut layer, &mut layers[side]);
        layers[side].clear();
        if layer.is_empty() {
            return None;
        }
        for &id in &layer {
            let parent = numbers.node(id).0[side];
            let mut add = |next: N| {
                // A step back, which most spaces have, needs no look into the index.
                if next != *numbers.state(parent) {
                    let hash = numbers.seek(&next);
                    children.push((next, hash));
                }
            };
            if side == 0 {
                successors(numbers.state(id)).into_iter().for_each(&mut add);
            } else {
                predecessors(numbers.state(id)).into_iter().for_each(&mut add);
            }
            for (next, hash) in children.drain(..) {
                let child = numbers.find(next, hash);
                let reached = &mut numbers.node_mut(child).0;
                if reached[side] != NOT {
                    continue;
                }
                reached[side] = id;
                if reached[1 - side] != NOT {
                    return Some(path(&numbers, child, ends));
                }
                layers[side].push(child);
            }
        }
    }
}

/// The path through a state that both ends reached.
fn path<N: Clone + Eq + Hash>(numbers: &Numbers<N, Reached>, at: u32, ends: [u32; 2]) -> Vec<N> {
    let along = |side: usize| {
        std::iter::successors(Some(at), move |&at: &u32| {
            (at != ends[side]).then(|| numbers.node(at).0[side])
        })
    };
    let mut path: Vec<N> = along(0).map(|at| numbers.state(at).clone()).collect();
    path.reverse();
    path.extend(along(1).skip(1).map(|at| numbers.state(at).clone()));
    path
}
