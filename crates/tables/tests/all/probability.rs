use tremaux_tables::ProbabilityTable;

fn rows() -> Vec<Vec<f64>> {
    let mut rows = vec![vec![], vec![0.0; 5], vec![1.0], vec![0.0, 0.0, 1.0 / 3.0, 0.0, 0.1, 0.0]];
    rows.extend((0..200u32).map(|row| {
        (0..row % 31).map(|at| f64::from((row * 37 + at * 11) % 101) / 100.0).collect()
    }));
    rows
}

#[test]
fn every_probability_is_found_again() {
    let rows = rows();
    let table = ProbabilityTable::new("test", &rows);
    assert_eq!(table.rows(), rows.len());
    for (number, row) in rows.iter().enumerate() {
        for (column, value) in row.iter().enumerate() {
            let found = table.get(number, column);
            assert!((found - value).abs() < 4e-15, "{number} {column}: {found} for {value}");
            assert_eq!(found == 0.0, *value == 0.0);
        }
        assert_eq!(table.get(number, row.len()), 0.0);
        let all: Vec<f64> = table.row(number).collect();
        let end = row.iter().rposition(|&value| value > 0.0).map_or(0, |last| last + 1);
        assert_eq!(all.len(), end);
        assert!(all.iter().enumerate().all(|(at, value)| *value == table.get(number, at)));
    }
    assert_eq!((table.get(rows.len(), 0), table.row(usize::MAX).count()), (0.0, 0));
    let few = ProbabilityTable::new("", [vec![1.0, 0.5]]);
    assert_eq!((few.get(0, 0), few.get(0, 1)), (1.0, 0.5));
}
