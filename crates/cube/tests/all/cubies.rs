use tremaux_core::Random;
use tremaux_cube::{Cubies, Turns, Unsolvable};

#[test]
fn products_and_inverses() {
    let mut random = Random::new(3);
    for _ in 0..100 {
        let (a, b) = (Cubies::random(&mut random), Cubies::random(&mut random));
        assert_eq!(a.times(&a.inverse()), Cubies::SOLVED);
        assert_eq!(a.times(&b).inverse(), b.inverse().times(&a.inverse()));
        for turn in Turns::ALL {
            let mut turned = a;
            turned.turn(turn);
            assert_ne!(turned, a);
            turned.turn(turn.inverse());
            assert_eq!(turned, a);
        }
    }
    let order = |text: &str| {
        let turn = |word| Turns::ALL.into_iter().find(|it| it.to_string() == word).expect("one");
        let one = Cubies::after(text.split(' ').map(turn));
        let (mut power, mut order) = (one, 1);
        while power != Cubies::SOLVED {
            (power, order) = (power.times(&one), order + 1);
        }
        order
    };
    // The orders of some elements are well known.
    assert_eq!((order("R U R' U'"), order("R U"), order("R U2 D' B D'")), (6, 105, 1260));
}

#[test]
fn wrongly_assembled_cubes_are_named() {
    let corners: [(u8, u8); 8] = std::array::from_fn(|at| (at as u8, 0));
    let edges: [(u8, bool); 12] = std::array::from_fn(|at| (at as u8, false));
    assert_eq!(Cubies::new(corners, edges), Ok(Cubies::SOLVED));
    let mut twisted = corners;
    twisted[3].1 = 1;
    assert_eq!(Cubies::new(twisted, edges), Err(Unsolvable::TwistedCorner));
    let mut flipped = edges;
    flipped[7].1 = true;
    assert_eq!(Cubies::new(corners, flipped), Err(Unsolvable::FlippedEdge));
    let (mut exchanged, mut both) = (edges, corners);
    exchanged.swap(2, 9);
    assert_eq!(Cubies::new(corners, exchanged), Err(Unsolvable::OddPermutation));
    both.swap(0, 1);
    assert!(Cubies::new(both, exchanged).is_ok());
}
