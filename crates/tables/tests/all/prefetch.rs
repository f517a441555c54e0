use tremaux_tables::prefetch;

#[test]
fn any_index_will_do() {
    let items = [1_u64, 2, 3];
    for index in [0, 2, 3, 1 << 40, usize::MAX] {
        prefetch(&items, index);
    }
    prefetch::<u8>(&[], 0);
    assert_eq!(items, [1, 2, 3]);
}
