//! The textbook forms compared with each other and with closed forms.

use tremaux_testkit::textbook_games::*;

#[test]
fn closed_forms() {
    assert_eq!(uniform_nodes(10, 6, true) - 1, 187_300);
    assert_eq!(uniform_nodes(30, 5, false), 25_137_931);
    assert_eq!(minimal_leaves_recurrence(3, 3), 11);
    for branching in 1..8 {
        for depth in 0..8 {
            let leaves = minimal_leaves(branching, depth);
            let printed = minimal_leaves_recurrence(branching, depth);
            assert!(if depth <= 3 { printed == leaves } else { printed >= leaves });
            // The worst case is all leaves; with b = 1 the tree is a line.
            assert!(leaves <= branching.pow(depth) && minimal_nodes(branching, depth) >= leaves);
        }
    }
}
