//! Trees written out.

use tremaux_core::{Game, GameNotation, Limits, Turn};
use tremaux_games::game_tree::GameTree;
use tremaux_play::{AlphaBeta, SearchParts};
use tremaux_testkit::textbook_games::minimax;
use tremaux_testkit::{check_game, check_game_notation, check_hashed_game, check_zero_sum_game};

const BOOK: &str = "(3 12 8) (2 4 6) (14 5 2)";

fn tree(text: &str) -> GameTree {
    GameTree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn contracts() {
    for text in [BOOK, "1", "((1 -2) 3) (4 (5 6)) 7"] {
        let tree = tree(text);
        if tree.turn(&tree.initial_state()) == Turn::Over {
            continue;
        }
        check_game(&tree, 1, 20);
        check_hashed_game(&tree, 2, 20);
        check_zero_sum_game(&tree, 3, 20);
        check_game_notation(&tree, 4, 20);
    }
}

/// The tree of Russell and Norvig, *Artificial Intelligence*: 3, and two leaves are cut off.
#[test]
fn the_tree_of_the_book() {
    let tree = tree(BOOK);
    let alpha_beta = AlphaBeta::default()
        .window(tremaux_play::Window::Full)
        .first_depth(2)
        .max_depth(2)
        .distance_pruning(false);
    let root = tree.initial_state();
    let report = alpha_beta.solve(&tree, &root, SearchParts::new(), &Limits::default());
    assert_eq!(report.score.get(), 3);
    let mut nodes = 0;
    let value = minimax(&tree, &(), &mut tree.initial_state(), 0, 2, &mut nodes);
    assert_eq!((value.get(), nodes), (3, 13));
    // Two leaves are pruned, and one is visited again to recover the best line.
    assert_eq!(report.statistics.nodes, 13 - 2 + 1);
}

#[test]
fn what_is_written_is_read_again() {
    for text in ["(1 2)", "((3 12 8) (2 4 6) (14 5 2))", "(((1)) -2 (3 (4)))"] {
        let read = tree(text);
        assert_eq!(tree(&read.to_text()), read);
        assert_eq!(read.to_text(), text);
    }
    assert_eq!(tree(BOOK).to_text(), format!("({BOOK})"));
    let deep = format!("{}1 2{}", "(".repeat(900), ")".repeat(900));
    assert_eq!(tree(&tree(&deep).to_text()), tree(&deep));
}

#[test]
fn errors_point_at_what_is_wrong() {
    for (text, column) in [
        ("", 1),
        ("(1 2", 1),
        ("1 2)", 4),
        ("(1 ())", 5),
        ("(1 x)", 4),
        ("40000", 1),
        ("(1 (2)", 1),
    ] {
        let error = GameTree::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
    }
    assert!(GameTree::parse(&"(".repeat(5000)).is_err());
    assert!(GameTree::parse(&"1 ".repeat(GameTree::MOST_NODES + 1)).is_err());
    let tree = tree(BOOK);
    assert!(tree.parse_position("2.4").is_err_and(|error| error.column == 3));
    assert!(tree.parse_position("2.1.1").is_err());
}

/// Leaves with decimals are whole in units of the last one, and are written as they were.
#[test]
fn leaves_take_decimals() {
    let tree = tree("(3.5 12 8) (2.25 -4 -.5)");
    assert_eq!(tree.to_text(), "((3.50 12.00 8.00) (2.25 -4.00 -0.50))");
    assert_eq!(GameTree::parse(&tree.to_text()), Ok(tree.clone()));
    let mut node = tree.initial_state();
    for word in ["1", "1"] {
        let branch = tree.parse_move(&node, word).unwrap();
        tree.play(&mut node, branch);
    }
    assert_eq!(tree.value(&node), Some(350));
    for text in [
        "(1 3.)",
        "(1 1.2345)",
        "(1 .)",
        "(1 30.0011)",
        "(1 3000.05 30.001)",
        "(1 1e2)",
        "(1 1.-2)",
    ] {
        assert!(GameTree::parse(text).is_err(), "{text}");
    }
}
