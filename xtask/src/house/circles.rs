//! Circles in a graph.

/// The groups of nodes that can reach each other, of two nodes at least, each sorted. `arrows` has
/// the nodes to which each node points.
///
/// A node is in a group with those that it reaches and that reach it; graphs of files are small.
pub(crate) fn circles(arrows: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let reached: Vec<Vec<bool>> =
        (0..arrows.len()).map(|from| reached_from(from, arrows)).collect();
    let mut is_placed = vec![false; arrows.len()];
    let mut found = Vec::new();
    for node in 0..arrows.len() {
        if is_placed[node] {
            continue;
        }
        let is_with =
            |&other: &usize| other == node || reached[node][other] && reached[other][node];
        let group: Vec<usize> = (node..arrows.len()).filter(is_with).collect();
        group.iter().for_each(|&at| is_placed[at] = true);
        if group.len() > 1 {
            found.push(group);
        }
    }
    found
}

fn reached_from(from: usize, arrows: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; arrows.len()];
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        for &next in &arrows[node] {
            if !std::mem::replace(&mut reached[next], true) {
                open.push(next);
            }
        }
    }
    reached
}
