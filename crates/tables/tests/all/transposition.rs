use tremaux_core::Bound;
use tremaux_tables::{Always, DepthPreferred, LeastCost, Record, TranspositionTable, TwoLevel};

fn record(value: i32, draft: u16) -> Record {
    Record { value, draft, bound: Bound::Exact, is_exact: false, code: 1 }
}

/// Keys that share a line and a slot.
const KEYS: [u64; 3] = [4, 8, 12];

#[test]
fn schemes_replace_as_they_say() {
    let [a, b, c] = KEYS;
    let always = TranspositionTable::<Always>::with_scheme(64);
    always.insert(a, record(1, 9));
    always.insert(b, record(2, 1));
    assert_eq!((always.get(a), always.get(b)), (None, Some(record(2, 1))));

    let deep = TranspositionTable::<DepthPreferred>::with_scheme(64);
    deep.insert(a, record(1, 9));
    deep.insert(b, record(2, 1));
    assert_eq!((deep.get(a), deep.get(b)), (Some(record(1, 9)), None));
    deep.age();
    assert_eq!(deep.get_with_age(a), Some((record(1, 9), 1)));
    deep.insert(b, record(2, 1));
    assert_eq!((deep.get(a), deep.get_with_age(b)), (None, Some((record(2, 1), 0))));

    let least = TranspositionTable::<LeastCost>::with_scheme(64);
    least.insert(a, record(1, 9));
    least.insert(b, record(2, 1));
    least.insert(c, record(3, 5));
    assert_eq!((least.get(a), least.get(b), least.get(c)), (None, Some(record(2, 1)), None));

    let two = TranspositionTable::<TwoLevel>::with_scheme(64);
    for (key, draft) in [(a, 9), (b, 1), (c, 2)] {
        two.insert(key, record(0, draft));
    }
    assert_eq!(
        (two.get(a), two.get(b), two.get(c)),
        (Some(record(0, 9)), None, Some(record(0, 2)))
    );

    let cluster = TranspositionTable::with_bytes(64);
    for key in 1..=4 {
        cluster.insert(key, record(0, key as u16));
    }
    cluster.insert(5, record(0, 1));
    assert_eq!((cluster.get(1), cluster.get(2)), (None, Some(record(0, 2))));
    cluster.age();
    cluster.insert(6, record(0, 1));
    cluster.insert(7, record(0, 1));
    assert!(cluster.get(6).is_some() && cluster.get(4).is_some() && cluster.get(2).is_none());
    assert!((cluster.load_factor() - 1.0).abs() < 1e-9);
}

#[test]
fn a_resized_table_knows_what_it_knew() {
    let table = TranspositionTable::<TwoLevel>::with_scheme(1 << 12);
    let key = |it: u64| it.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for it in 1..=64 {
        table.insert(key(it), record(it as i32, it as u16));
        if it == 32 {
            table.age();
        }
    }
    let known = |table: &TranspositionTable<TwoLevel>| -> Vec<_> {
        (1..=64).filter_map(|it| table.get_with_age(key(it))).collect()
    };
    let larger = table.resized(1 << 16).expect("memory");
    assert_eq!((larger.bytes(), known(&larger)), (1 << 16, known(&table)));
    assert!(known(&table).len() > 40, "{}", known(&table).len());
    assert!(table.resized(1 << 62).is_none(), "nobody has so much");
    let smaller = larger.resized(1 << 8).expect("memory");
    let left = known(&smaller);
    assert!(smaller.bytes() == 1 << 8 && !left.is_empty() && left.len() <= 16);
    assert!(left.iter().all(|it| known(&table).contains(it)));
}

/// A record with the same key is replaced, whatever the scheme.
#[test]
fn the_latest_record_of_a_position_counts() {
    let table = TranspositionTable::with_bytes(64);
    table.insert(1, record(1, 9));
    table.insert(1, record(2, 1));
    assert_eq!(table.get(1), Some(record(2, 1)));
    let mut table = table;
    table.clear();
    assert_eq!(table.get(1), None);
}

/// However many searches follow, a record of an old search never looks like one of the last.
#[test]
fn capped_ages_never_come_round() {
    let table = TranspositionTable::with_bytes(64);
    table.insert(1, record(1, 9));
    for search in 1..=200_u32 {
        table.age();
        if search % 16 == 0 {
            table.cap_ages(15);
        }
        let (found, since) = table.get_with_age(1).expect("the only record");
        assert_eq!(found, record(1, 9));
        assert!(u32::from(since) >= search.min(15), "{since} after {search}");
    }
}

/// Threads keep writing to the same few slots: a record is found complete or not at all.
#[test]
fn no_record_is_ever_torn() {
    let table = TranspositionTable::with_bytes(128);
    let content = |key: u64, writer: u64| {
        let mixed = (key ^ writer << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Record {
            value: (mixed >> 44) as i32 - (1 << 19),
            draft: (mixed >> 8) as u16,
            bound: Bound::AtLeast,
            is_exact: mixed & 1 == 1,
            code: (mixed >> 24) as u16,
        }
    };
    let found: u64 = std::thread::scope(|scope| {
        let (table, content) = (&table, &content);
        let worker = |writer: u64| {
            move || {
                let mut found = 0;
                for round in 0..100_000u64 {
                    let line = (round * (writer + 1)) % 13;
                    let key = (line << 60) | ((round + writer) % 17);
                    table.insert(key, content(key, writer));
                    let key = ((round * 7 % 13) << 60) | (round % 17);
                    if let Some(record) = table.get(key) {
                        let is_whole = (0..8).any(|writer| content(key, writer) == record);
                        assert!(is_whole, "{record:?} was never stored for {key:x}");
                        found += 1;
                    }
                }
                found
            }
        };
        let workers: Vec<_> = (0..8).map(|writer| scope.spawn(worker(writer))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
    });
    assert!(found > 1000, "{found}");
}

#[test]
fn packing_loses_nothing() {
    for value in [0, 1, -1, 1_000_000, -1_000_000, Record::MAX_VALUE, -Record::MAX_VALUE] {
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            for (draft, code, is_exact) in [(0, u16::MAX, true), (u16::MAX, 0, false)] {
                let record = Record { value, draft, bound, is_exact, code };
                let table = TranspositionTable::with_bytes(64);
                for _ in 0..32 {
                    table.insert(1, record);
                    assert_eq!(table.get(1), Some(record));
                    table.age();
                }
            }
        }
    }
}
