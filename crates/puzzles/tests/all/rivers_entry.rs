//! The entry of rivers.

use tremaux_domain::OptionKind;
use tremaux_domain::Source;
use tremaux_puzzles::catalog::{RIVER_EXAMPLES as EXAMPLES, RIVERS};

#[test]
fn every_example_can_be_named() {
    let OptionKind::Choice { words } = RIVERS.info().options[0].kind else { panic!("a choice") };
    assert_eq!(EXAMPLES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), words);
    for word in words {
        let given = [("example", (*word).to_owned())];
        assert_eq!(RIVERS.instances(Source::Options, &given).expect("an example").len(), 1);
    }
    let made: Vec<String> = RIVERS.generate(3, 20, &[]).expect("options").collect();
    let text = made.join("\n\n");
    assert_eq!(RIVERS.instances(Source::Many(&text), &[]).expect("rivers").len(), 20);
}
