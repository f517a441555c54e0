use tremaux_tables::HistoryTable;

#[test]
fn ratings_stay_within_the_limit_and_fade() {
    let mut history = HistoryTable::with_len(2);
    for _ in 0..10_000 {
        history.add(0, 400);
        history.add(1, -400);
        history.add(2, 400);
    }
    assert!(history.rating(0) > HistoryTable::LIMIT * 9 / 10);
    assert!(history.rating(0) <= HistoryTable::LIMIT);
    assert!(history.rating(1) >= -HistoryTable::LIMIT && history.rating(1) < 0);
    assert_eq!(history.rating(2), 0);
    history.add(0, i32::MIN);
    assert!(history.rating(0) >= -HistoryTable::LIMIT);
    history.decay(0);
    history.decay(4);
    assert!(history.rating(0).abs() <= HistoryTable::LIMIT / 4);
}
