//! The entry of maze.

use tremaux_domain::{OptionKind, Source};
use tremaux_maps::maze::entry::MAZE;

#[test]
fn mazes_are_parted_by_blank_lines() {
    let text = "\nS.\n.G\n\n\nSG\n";
    let found = MAZE.instances(Source::Many(text), &[]).expect("two mazes");
    let texts: Vec<&str> = found.iter().map(|maze| maze.text()).collect();
    assert_eq!(texts, ["S./.G", "SG"]);
}

#[test]
fn errors_point_into_the_whole_text() {
    let place = |text: &str| {
        let error = MAZE.instances(Source::Many(text), &[]).err().expect("no mazes");
        error.place().map(|(_, error)| (error.line, error.column))
    };
    assert_eq!(place("SG\n\nS.\n.?\n"), Some((4, 2)));
    assert_eq!(place("S./.?"), Some((1, 5)));
}

#[test]
fn mazes_of_all_methods_are_read_again() {
    let option = MAZE.info().generator.iter().find(|option| option.name == "kind");
    let OptionKind::Choice { words } = option.expect("it is there").kind else {
        panic!("a choice")
    };
    // Obstacles leave no dead ends to open.
    for name in words.iter().filter(|name| **name != "obstacles") {
        let given = [("kind", (*name).to_owned()), ("braid", "50".to_owned())];
        let made: Vec<String> = MAZE.generate(7, 3, &given).expect("options").collect();
        assert_eq!(made.len(), 3);
        assert_ne!(made[0], made[1], "{name}");
        let all = made.join("\n");
        assert_eq!(MAZE.instances(Source::Many(&all), &[]).expect("mazes").len(), 3);
    }
}
