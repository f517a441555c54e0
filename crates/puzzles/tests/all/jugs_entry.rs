//! The entry of jugs.

use tremaux_domain::OptionKind;
use tremaux_domain::Source;
use tremaux_puzzles::catalog::{JUG_EXAMPLES as EXAMPLES, JUGS};

#[test]
fn every_example_can_be_named() {
    let OptionKind::Choice { words } = JUGS.info().options[0].kind else { panic!("a choice") };
    assert_eq!(EXAMPLES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), words);
    for word in words {
        let given = [("example", (*word).to_owned())];
        assert_eq!(JUGS.instances(Source::Options, &given).expect("an example").len(), 1);
    }
    let made: Vec<String> = JUGS.generate(3, 20, &[]).expect("options").collect();
    let text = made.join("\n\n");
    assert_eq!(JUGS.instances(Source::Many(&text), &[]).expect("jugs").len(), 20);
}

#[test]
fn errors_point_into_the_whole_text() {
    let text = "jugs 3; goal 3\n\njugs 3\ngoal 4\n";
    let error = JUGS.instances(Source::Many(text), &[]).err().expect("too much");
    assert_eq!(error.place().map(|(_, it)| (it.line, it.column)), Some((4, 6)));
}
