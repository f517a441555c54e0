use tremaux_tiles::{Board, Board64, Board128, ByteBoard, Move, Slide};

fn check<B: Board>(cells: u8) {
    for turn in 0..cells {
        let tiles: Vec<u8> = (0..cells).map(|cell| (cell + turn) % cells).collect();
        let board = B::from_tiles(&tiles);
        assert_eq!(board.blank(), usize::from((cells - turn) % cells));
        for (cell, &tile) in tiles.iter().enumerate() {
            assert_eq!(board.tile(cell), usize::from(tile));
        }
        let again = B::unpack(board.pack());
        assert_eq!((again, again.blank()), (board, board.blank()));
        let before = board.blank().checked_sub(1);
        if let Some(mv) = before.and_then(|cell| Move::new(cell, Slide::Left)) {
            let mut child = board;
            let moving = board.moving(mv);
            child.slide(mv);
            assert_eq!((child.blank(), child.tile(board.blank())), (mv.cell(), moving));
            assert_ne!(child, board);
        }
    }
}

#[test]
fn boards_of_every_size_hold_their_tiles() {
    for cells in 4..=64 {
        check::<ByteBoard>(cells);
        if cells <= 25 {
            check::<Board128>(cells);
        }
        if cells <= 16 {
            check::<Board64>(cells);
        }
    }
}
