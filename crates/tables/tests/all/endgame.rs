use tremaux_tables::{EndgameTable, EndgameValue, StoredTable as _, TableFileError};

/// Blocks of all kinds: all alike, few and many values, the last one short.
fn values() -> Vec<EndgameValue> {
    let mut values = vec![EndgameValue::Draw; 5000];
    values.extend((0..5000u16).map(|i| match i % 7 {
        0 => EndgameValue::Invalid,
        1..4 => EndgameValue::Win(i % 40),
        _ => EndgameValue::Loss(i),
    }));
    values.push(EndgameValue::Win(EndgameValue::MAX_PLIES));
    values.push(EndgameValue::Loss(EndgameValue::MAX_PLIES));
    values
}

#[test]
fn every_value_is_found_again() {
    let values = values();
    let table = EndgameTable::new("test", values.iter().copied());
    assert_eq!(table.position_count(), values.len());
    for (index, value) in values.iter().enumerate() {
        assert_eq!(table.get(index), *value, "position {index}");
        assert_eq!(EndgameValue::from_code(value.code()), *value);
    }
    assert_eq!(table.get(values.len()), EndgameValue::Invalid);
    assert!(table.bytes() < 2 * values.len());
    assert_eq!(EndgameTable::new("", std::iter::empty()).get(0), EndgameValue::Invalid);
}

#[test]
fn files_are_checked() {
    let directory = std::env::temp_dir().join(format!("tremaux-endgame-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("table");
    let table = EndgameTable::new("test", values().into_iter());
    table.save(&path).expect("written");
    let read = EndgameTable::open(&path, "test").expect("a table");
    assert!((0..table.position_count()).all(|index| read.get(index) == table.get(index)));
    assert!(matches!(EndgameTable::open(&path, "chess"), Err(TableFileError::Foreign { .. })));
    let whole = std::fs::read(&path).expect("a file");
    for at in (0..whole.len()).step_by(97) {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        assert!(EndgameTable::from_bytes(damaged).is_err(), "byte {at}");
        assert!(EndgameTable::from_bytes(whole[..at].to_vec()).is_err(), "cut at {at}");
    }
    assert!(EndgameTable::open(&directory.join("none"), "test").is_err());
    std::fs::remove_dir_all(&directory).expect("removed");
}
