use tremaux_core::erased::{ErasedAction, Key, ToKey};

#[test]
fn keys_of_any_length_come_back() {
    for length in [0, 1, Key::INLINE, Key::INLINE + 1, 500] {
        let bytes: Vec<u8> = (0..length).map(|at| at as u8).collect();
        let key = Key::new(&bytes);
        assert_eq!(key.bytes(), bytes);
        assert_eq!(key, Key::with_len(length, |to| to.copy_from_slice(&bytes)));
    }
    assert_ne!(Key::new(&[0]), Key::new(&[0, 0]));
    let cells: Box<[u16]> = [3, 0, 65_535].into();
    let key: Key = cells.to_key();
    assert_eq!(Box::from_key(&key), cells);
    assert_eq!(size_of::<Key>(), 32);
}

#[test]
fn actions_come_back() {
    assert_eq!(ErasedAction::new(255_u8).get::<u8>(), 255);
    assert!(ErasedAction::new(true).get::<bool>());
    assert_eq!(size_of::<Option<ErasedAction>>(), 8);
}
