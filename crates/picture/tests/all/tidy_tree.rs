use tremaux_picture::TidyTree;

/// A random tree of `count` nodes, each with an earlier parent.
fn tree(count: u32, mut seed: u64, reach: u64) -> Vec<Vec<u32>> {
    let mut children = vec![Vec::new(); count as usize];
    for node in 1..count {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let back = 1 + (seed >> 33) % reach.min(u64::from(node));
        children[(u64::from(node) - back) as usize].push(node);
    }
    children
}

fn widths(node: u32) -> f64 {
    f64::from(10 + 7 * (node % 5))
}

#[test]
fn no_two_nodes_of_a_level_meet_and_parents_stand_in_the_middle() {
    for seed in 0..60 {
        let children = tree(3 + 7 * seed as u32, seed, 1 + seed % 17);
        let placed = TidyTree::new(&children, 0, widths, 3.0);
        let mut levels: Vec<Vec<u32>> = Vec::new();
        let mut queue = vec![0_u32];
        while !queue.is_empty() {
            levels.push(queue.clone());
            queue = queue.iter().flat_map(|&node| children[node as usize].clone()).collect();
        }
        let x = |node: u32| placed.x[node as usize];
        for (depth, level) in levels.iter().enumerate() {
            for pair in level.windows(2) {
                let apart = x(pair[1]) - x(pair[0]);
                let least = (widths(pair[0]) + widths(pair[1])) / 2.0 + 3.0;
                assert!(apart >= least - 1e-6, "seed {seed}: {pair:?} {apart} < {least}");
            }
            for &node in level {
                assert_eq!(placed.depth[node as usize] as usize, depth);
                assert!(x(node) - widths(node) / 2.0 >= -1e-6);
                assert!(x(node) + widths(node) / 2.0 <= placed.width + 1e-6);
                let of_node = &children[node as usize];
                if let (Some(&first), Some(&last)) = (of_node.first(), of_node.last()) {
                    let middle = (x(first) + x(last)) / 2.0;
                    assert!((x(node) - middle).abs() < 1e-6, "seed {seed}: node {node}");
                }
            }
        }
    }
}

#[test]
fn equal_subtrees_look_equal_and_mirrored_trees_mirrored() {
    // The same tree on both sides of a root.
    let side = tree(40, 9, 6);
    let mut children = vec![vec![1, 41]];
    for offset in [1, 41] {
        children.extend(side.iter().map(|of| of.iter().map(|id| id + offset).collect()));
    }
    let placed = TidyTree::new(&children, 0, |_| 10.0, 1.0);
    let apart = placed.x[41] - placed.x[1];
    for at in 1..41 {
        assert!((placed.x[at + 40] - placed.x[at] - apart).abs() < 1e-6);
    }
    let mirrored: Vec<Vec<u32>> =
        children.iter().map(|of| of.iter().rev().copied().collect()).collect();
    let mirrored = TidyTree::new(&mirrored, 0, |_| 10.0, 1.0);
    for (one, other) in placed.x.iter().zip(&mirrored.x) {
        assert!((one + other - placed.width).abs() < 1e-6, "{one} {other}");
    }
}

#[test]
fn a_path_of_a_million_nodes_needs_no_stack_and_circles_end() {
    let count = 1_000_000;
    let children: Vec<Vec<u32>> =
        (0..count).map(|node| if node + 1 < count { vec![node + 1] } else { vec![] }).collect();
    let placed = TidyTree::new(&children, 0, |_| 1.0, 0.0);
    assert_eq!((placed.width, placed.depth[count as usize - 1]), (1.0, count - 1));
    let circle = TidyTree::new(&[vec![1, 1, 7], vec![0]], 0, |_| 1.0, 0.0);
    assert_eq!(circle.depth, [0, 1]);
}
