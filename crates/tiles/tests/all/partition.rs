use tremaux_tiles::{Arrangement, Partition, Size};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("in range")
}

#[test]
fn published_partitions_turn_with_the_blank() {
    let patterns = |goal: &Arrangement| {
        let partition = Partition::parse("7-8", goal).expect("fifteen tiles");
        partition
            .patterns()
            .iter()
            .map(|tiles| {
                let mut tiles = tiles.clone();
                tiles.sort();
                tiles
            })
            .collect::<Vec<_>>()
    };
    let first = Arrangement::blank_first(size(4, 4));
    assert_eq!(patterns(&first), [(1..=7).collect::<Vec<u8>>(), (8..=15).collect()]);
    let last = Arrangement::blank_last(size(4, 4));
    assert_eq!(patterns(&last), [(9..=15).collect::<Vec<u8>>(), (1..=8).collect()]);
    // Three of the four patterns of the 24-puzzle are one 2x3 block.
    let goal = Arrangement::blank_first(size(5, 5));
    let partition = Partition::parse("6-6-6-6", &goal).expect("24 tiles");
    assert_eq!(partition.databases().expect("fits").len(), 2);
    let reflected = partition.reflected().expect("on the diagonal");
    assert_ne!(reflected, partition);
    assert_eq!(reflected.reflected(), Ok(partition));
}

#[test]
fn any_sizes_that_fit_are_partitions() {
    let goal = Arrangement::spiral(size(3, 5));
    let partition = Partition::parse("5-5-4", &goal).expect("fourteen tiles");
    let lists: Vec<&[u8]> = partition.patterns().iter().map(Vec::as_slice).collect();
    assert_eq!(Partition::new(&goal, &lists).as_ref(), Ok(&partition));
    assert_eq!(Partition::parse(&partition.to_string(), &goal), Ok(partition));
    for wrong in ["", "5", "5-5-5", "14-0", "5--9", "x", "1,2|3", "1,1|2", "1,2,", "300-1", "+7-7"]
    {
        let error = Partition::parse(wrong, &goal).expect_err(wrong);
        assert!(error.line == 1 && error.column >= 1, "{wrong}");
    }
}
