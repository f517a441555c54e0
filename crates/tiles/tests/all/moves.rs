use tremaux_tiles::{Move, Moves, Slide};

#[test]
fn a_byte_tells_cell_and_slide() {
    for cell in 0..64 {
        for slide in Slide::ALL {
            match Move::new(cell, slide) {
                Some(mv) => assert_eq!((mv.cell(), mv.slide()), (cell, slide)),
                None => assert_eq!((cell, slide), (0, Slide::Right)),
            }
            assert_eq!(slide.opposite().opposite(), slide);
            assert_ne!(slide.is_forward(), slide.opposite().is_forward());
            assert_eq!(slide.is_vertical(), slide.opposite().is_vertical());
            assert_eq!(Slide::from_letter(slide.letter()), Some(slide));
        }
    }
    assert_eq!(Move::new(64, Slide::Up), None);
    assert_eq!(size_of::<Option<Move>>(), 1);
}

#[test]
fn a_set_keeps_its_order() {
    let moves: Vec<Move> = (1..5).filter_map(|cell| Move::new(cell, Slide::Up)).collect();
    for count in 0..=4 {
        let set = Moves::from_slice(&moves[..count]);
        assert_eq!(set.len(), count);
        assert_eq!(set.collect::<Vec<_>>(), moves[..count]);
    }
}
