use tremaux_tiles::Size;

#[test]
fn sizes_are_read_and_written() {
    for (width, height) in (2..=8).flat_map(|width| (2..=8).map(move |height| (width, height))) {
        let size = Size::new(width, height).expect("in range");
        assert_eq!(size.to_string().parse(), Ok(size));
    }
    for wrong in ["", "4", "4x", "1x4", "4x9", "4x4x4", "-2x3", "0x0", "99999999999x2"] {
        assert!(wrong.parse::<Size>().is_err(), "{wrong}");
    }
    assert_eq!(Size::square_of(15), None);
    assert_eq!(Size::square_of(16), Size::new(4, 4));
    assert_eq!(Size::square_of(1), None);
}
