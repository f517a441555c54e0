//! The entry of grid.

use tremaux_domain::{OptionKind, Source};
use tremaux_maps::catalog::GRID;

#[test]
fn grids_of_all_kinds_are_read_again() {
    let OptionKind::Choice { words } = GRID.info().generator[0].kind else { panic!("a choice") };
    for kind in words {
        let options = [("kind", (*kind).to_owned()), ("weights", "30".into())];
        let made: Vec<String> = GRID.generate(7, 2, &options).expect("options").collect();
        assert_eq!(made.len(), 2, "{kind}");
        let given = [("movement", "eight-always".to_owned())];
        let grids = GRID.instances(Source::Many(&made.join("\n")), &given).expect("grids");
        assert_eq!(grids.len(), 2, "{kind}");
    }
}

/// Layouts of mazes do not change: experiments name them by kind, size and seed.
#[test]
fn mazes_are_the_same_for_ever() {
    let made = |kind: &str, braid: &str| {
        let options = [("kind", kind), ("size", "9x7"), ("braid", braid)];
        let options = options.map(|(name, value)| (name, value.to_owned()));
        GRID.generate(3, 1, &options).expect("options").collect::<String>().replace('\n', "/")
    };
    assert_eq!(
        made("depth-first", "0"),
        "#########/#S......#/#.#####.#/#.....#.#/#####.###/#......G#/#########/"
    );
    assert_eq!(
        made("kruskal", "100"),
        "#########/#S......#/#.#.#.#.#/#.#.#...#/#.#.#.#.#/#...#..G#/#########/"
    );
    assert_eq!(
        made("prim", "0"),
        "#########/#S......#/#######.#/#.......#/#####.###/#......G#/#########/"
    );
    assert_eq!(
        made("wilson", "50"),
        "#########/#S#.....#/#.#.###.#/#.#...#.#/#.#.###.#/#......G#/#########/"
    );
    assert_eq!(
        made("recursive-division", "0"),
        "#########/#S......#/###.###.#/#...#...#/#.###.#.#/#...#.#G#/#########/"
    );
}

#[test]
fn grids_are_parted_by_blank_lines() {
    let text = "\nS.\n.G\n\n\nSG\n";
    let found = GRID.instances(Source::Many(text), &[]).expect("two grids");
    let texts: Vec<&str> = found.iter().map(|grid| grid.text()).collect();
    assert_eq!(texts, ["S./.G", "SG"]);
}

#[test]
fn errors_point_into_the_whole_text() {
    let place = |text: &str| {
        let error = GRID.instances(Source::Many(text), &[]).err().expect("no grids");
        error.place().map(|(_, error)| (error.line, error.column))
    };
    assert_eq!(place("SG\n\nS.\n.?\n"), Some((4, 2)));
    assert_eq!(place("S./.0"), Some((1, 5)));
}

#[test]
fn wrong_options_are_refused() {
    for (name, text) in [("movement", "five"), ("costs", "10/99"), ("costs", "0/0"), ("costs", "x")]
    {
        assert!(GRID.instances(Source::One("SG"), &[(name, text.to_owned())]).is_err());
    }
    for (name, text) in
        [("size", "0x9"), ("size", "9"), ("size", "99999x9"), ("kind", "x"), ("braid", "101")]
    {
        assert!(GRID.generate(1, 1, &[(name, text.to_owned())]).is_err(), "{name}={text}");
    }
}

#[test]
fn ends_that_are_given_replace_those_that_are_drawn() {
    let given = [("from", "1,0".to_owned()), ("to", "0,0".to_owned())];
    let found = GRID.instances(Source::One("S.G"), &given).expect("a grid");
    assert_eq!(found[0].text(), "1,0 0,0");
}
