//! Iterative deepening for closures.

/// A path with the fewest steps to a goal. Paths that visit a state twice are left out, so the
/// search ends if no goal is reachable and there are finitely many states.
pub(super) fn shortest_path<N, I>(
    start: N,
    mut successors: impl FnMut(&N) -> I,
    mut is_goal: impl FnMut(&N) -> bool,
) -> Option<Vec<N>>
where
    N: Eq,
    I: IntoIterator<Item = N>,
{
    if is_goal(&start) {
        return Some(vec![start]);
    }
    let mut path = vec![start];
    // What is left to try after each state of the path.
    let mut left: Vec<I::IntoIter> = Vec::new();
    let mut is_cut = true;
    let mut depth = 0;
    while std::mem::take(&mut is_cut) {
        depth += 1;
        left.push(successors(&path[0]).into_iter());
        while let Some(iterator) = left.last_mut() {
            let Some(state) = iterator.next() else {
                left.pop();
                if !left.is_empty() {
                    path.pop();
                }
                continue;
            };
            if path.contains(&state) {
                continue;
            }
            let is_deepest = left.len() == depth;
            if !is_deepest {
                left.push(successors(&state).into_iter());
                path.push(state);
            } else if is_goal(&state) {
                path.push(state);
                return Some(path);
            } else {
                is_cut = true;
            }
        }
    }
    None
}
