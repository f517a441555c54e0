//! No text makes the parsers of large boards and of groups of tiles panic, and what is read
//! can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_tiles::{Arrangement, LargeBoard, Partition, Size};

fuzz_target!(|texts: (&str, &str)| {
    let (board, groups) = texts;
    if let Ok(read) = LargeBoard::parse(board, None) {
        assert_eq!(LargeBoard::parse(&read.to_string(), None), Ok(read));
    }
    let _ = LargeBoard::parse_goal(board, 9, 9);
    let goal = Arrangement::blank_first(Size::new(4, 4).expect("a size"));
    if let Ok(partition) = Partition::parse(groups, &goal) {
        let again = Partition::parse(&partition.to_string(), &goal).expect("what is written");
        assert_eq!(again.to_string(), partition.to_string());
    }
});
