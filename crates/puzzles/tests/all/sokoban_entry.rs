//! The entry of sokoban.

use tremaux_domain::OptionKind;
use tremaux_domain::Source;
use tremaux_puzzles::catalog::{SOKOBAN, SOKOBAN_EXAMPLES as EXAMPLES};

#[test]
fn examples_and_levels_that_are_made_are_read() {
    let OptionKind::Choice { words } = SOKOBAN.info().options[0].kind else { panic!("a choice") };
    assert_eq!(EXAMPLES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), words);
    for word in words {
        let given = [("example", (*word).to_owned())];
        assert_eq!(SOKOBAN.instances(Source::Options, &given).expect("an example").len(), 1);
    }
    let made: Vec<String> = SOKOBAN.generate(3, 20, &[]).expect("options").collect();
    let text = made.join("\n\n");
    assert_eq!(SOKOBAN.instances(Source::Many(&text), &[]).expect("levels").len(), 20);
}

#[test]
fn errors_point_into_the_whole_text() {
    let text = "; one\n#####\n#@$.#\n#####\n\n; two\n#####\n#@$x#\n#####\n";
    let levels = SOKOBAN.instances(Source::Many(text), &[]).expect("levels");
    assert!(levels[0].refusal().is_none());
    let (name, error) = levels[1].refusal().expect("no sign");
    assert_eq!(name, "level 2 (two)");
    assert_eq!(error.place().map(|(_, it)| (it.line, it.column)), Some((8, 4)));
}
