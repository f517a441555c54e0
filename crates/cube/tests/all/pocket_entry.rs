//! The entry of pocket cube.

use tremaux_cube::catalog::POCKET_CUBE;
use tremaux_domain::Source;

#[test]
fn cubes_are_read_and_made() {
    let made: Vec<String> = POCKET_CUBE.generate(3, 20, &[]).expect("options").collect();
    assert!(made.iter().all(|turns| turns.split(' ').count() == 20));
    let text = made.join(" # scrambled\n");
    let read = POCKET_CUBE.instances(Source::Many(&text), &[]).expect("cubes");
    assert_eq!(read.len(), 20);
    let error = POCKET_CUBE.instances(Source::Many("R U\nR D\n"), &[]).err().expect("D");
    assert_eq!(error.place().map(|(_, it)| (it.line, it.column)), Some((2, 3)));
}
