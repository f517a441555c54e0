//! Breadth-first search from both ends for closures.

use std::hash::Hash;

use super::numbers::Numbers;

/// A path with the fewest steps, layer by layer from the end whose layer is smaller. All layers
/// before are whole, so the first state that both ends reach lies on a shortest path.
pub(super) fn shortest_path<N, I, J>(
    start: N,
    goal: N,
    mut successors: impl FnMut(&N) -> I,
    mut predecessors: impl FnMut(&N) -> J,
) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
    J: IntoIterator<Item = N>,
{
    // Twice the number of the state that a state was reached from, plus the end it was reached
    // from.
    let mut numbers = Numbers::<N, u32>::default();
    let ends = [start, goal].map(|end| numbers.of(end, 0));
    if ends[0] == ends[1] {
        return Some(vec![numbers.state(ends[0]).clone()]);
    }
    *numbers.node_mut(ends[1]) = ends[1] << 1 | 1;
    // A layer's states have successive numbers.
    let mut layers = ends.map(|end| end..end + 1);
    let mut sought = Vec::new();
    loop {
        let side = usize::from(layers[1].len() < layers[0].len());
        let first = numbers.len() as u32;
        for id in layers[side].clone() {
            let parent = *numbers.node(id) >> 1;
            let mut met = None;
            let mut reach = |numbers: &mut Numbers<N, u32>, child: u32, ()| {
                if met.is_none() && *numbers.node(child) & 1 != side as u32 {
                    met = Some(child);
                }
            };
            let new = || id << 1 | side as u32;
            if side == 0 {
                let next = successors(numbers.state(id)).into_iter().map(|next| (next, ()));
                numbers.each(next, parent, true, new, &mut sought, &mut reach);
            } else {
                let next = predecessors(numbers.state(id)).into_iter().map(|next| (next, ()));
                numbers.each(next, parent, true, new, &mut sought, &mut reach);
            }
            if let Some(child) = met {
                let mut met = [id, child];
                met.rotate_left(side);
                return Some(path(&numbers, met, ends));
            }
        }
        layers[side] = first..numbers.len() as u32;
        if layers[side].is_empty() {
            return None;
        }
    }
}

/// The path through two neighbours that were reached from the start and from the goal.
fn path<N: Clone + Eq + Hash>(numbers: &Numbers<N, u32>, met: [u32; 2], ends: [u32; 2]) -> Vec<N> {
    let to_end = |side: usize| {
        std::iter::successors(Some(met[side]), move |&at: &u32| {
            (at != ends[side]).then(|| *numbers.node(at) >> 1)
        })
        .map(|at| numbers.state(at).clone())
    };
    let mut path: Vec<N> = to_end(0).collect();
    path.reverse();
    path.extend(to_end(1));
    path
}
