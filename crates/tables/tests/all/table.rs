use tremaux_tables::{PatternDatabase, Width};

#[test]
fn entries_of_both_widths_are_read() {
    let crumbs = PatternDatabase::from_bytes(Width::Crumb, 6, vec![0b11_10_01_00, 0b01_10]);
    let crumbs = crumbs.expect("two bytes");
    assert_eq!((0..6).map(|index| crumbs.get(index)).collect::<Vec<_>>(), [0, 1, 2, 3, 2, 1]);
    let nibbles = PatternDatabase::from_bytes(Width::Nibble, 5, vec![0x21, 0x43, 0x05]);
    let nibbles = nibbles.expect("three bytes");
    assert_eq!((0..5).map(|index| nibbles.get(index)).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let bytes = PatternDatabase::from_bytes(Width::Byte, 3, vec![7, 200, 9]);
    let bytes = bytes.expect("three bytes");
    assert_eq!((0..3).map(|index| bytes.get(index)).collect::<Vec<_>>(), [7, 200, 9]);
    assert!(PatternDatabase::from_bytes(Width::Byte, 4, vec![0; 3]).is_none());
    assert!(PatternDatabase::from_bytes(Width::Nibble, 4, vec![0; 3]).is_none());
}
