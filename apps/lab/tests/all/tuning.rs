//! `tremaux lab tune`: weights of evaluations.

use crate::support::{file, run};

#[test]
fn weights_are_tuned_on_its_own_games() {
    let path = file("tuned-weights.in", b"");
    let name = path.to_str().expect("a name");
    let options = ["tune", "chess", "--games", "10", "--nodes", "100", "--steps", "5"];
    let to_file = run(&[&options[..], &["--output", name]].concat());
    assert_eq!(to_file.status, 0, "{}", to_file.err);
    assert!(to_file.err.contains("seed 1. Mean squared error: "), "{}", to_file.err);
    assert!(to_file.err.contains("; on every tenth game, left out: "), "{}", to_file.err);
    let again = run(&options);
    assert_eq!(again.out, std::fs::read_to_string(&path).expect("weights"));
    assert!(again.out.starts_with("[\n    // material\n    w("), "{}", again.out);
    let few = run(&["tune", "chess", "--games", "2", "--nodes", "100", "--steps", "1"]);
    assert!(few.err.contains("; fewer than ten games, so none to check it on."), "{}", few.err);
    let none = run(&["tune", "chess", "--games", "0"]);
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.contains("play more of them (--games)"), "{}", none.err);
}

#[test]
fn weights_of_othello_are_tuned_on_its_own_games() {
    let path = file("tuned.weights", b"");
    let name = path.to_str().expect("a name");
    let options = ["tune", "othello", "--games", "20", "--depth", "1", "--output", name];
    let tuned = run(&options);
    assert_eq!(tuned.status, 0, "{}", tuned.err);
    let mut last = tuned.err.lines().last().unwrap_or_default().split_whitespace();
    assert_eq!((last.next(), last.next()), (Some("56-59"), Some("18")), "{}", tuned.err);
    assert_eq!(std::fs::metadata(&path).expect("weights").len(), 1_708_170);
    let none = run(&["tune", "othello", "--games", "9"]);
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.contains("--games is at least 10"), "{}", none.err);
}
