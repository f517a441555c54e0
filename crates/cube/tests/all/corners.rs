use tremaux_cube::pocket::Corners;
use tremaux_cube::{Face, Turn};

#[test]
fn four_quarters_are_none_and_the_order_of_turns_matters() {
    for face in [Face::U, Face::R, Face::F] {
        let mut corners = Corners::SOLVED;
        for _ in 0..4 {
            corners.turn(Turn::new(face, 1).expect("a turn"));
        }
        assert_eq!(corners, Corners::SOLVED);
    }
    let of = |text: &str| Corners::parse(text).expect("turns");
    assert_eq!(of("R R"), of("R2"));
    assert_eq!(of("R3 U1"), of("R' U"));
    assert_ne!(of("R U"), of("U R"));
    // A commutator of two faces that share two places has order six.
    assert_eq!(of(&"R U R' U' ".repeat(6)), Corners::SOLVED);
    assert_ne!(of(&"R U R' U' ".repeat(3)), Corners::SOLVED);
}

#[test]
fn numbers_are_those_of_all_states() {
    assert_eq!(Corners::SOLVED.index(), 0);
    for index in (0..Corners::COUNT).step_by(911).chain([Corners::COUNT - 1]) {
        let corners = Corners::of_index(index);
        assert_eq!(corners.index(), index);
        assert_eq!(Corners::of_bits(corners.bits()), corners);
        let pairs = std::array::from_fn(|place| corners.at(place));
        assert_eq!(Corners::new(pairs), Some(corners));
    }
    assert_eq!(Corners::new([(0, 1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]), None);
    assert_eq!(Corners::new([(0, 0), (0, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]), None);
}
