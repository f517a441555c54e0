//! The 3×3×3 cube: contracts, a model of its own, texts and errors.

use tremaux_core::{Algorithm, Limits, Notation, Random};
use tremaux_cube::{Cube, Cubies, Face, MisplacedCubies, Turn, Turns};
use tremaux_search::IdaStar;
use tremaux_testkit as kit;

use crate::geometry::letters_after;

fn text(cubies: &Cubies) -> String {
    Cube::new(*cubies).state_text(cubies)
}

#[test]
fn contracts() {
    let cube = Cube::new(Cubies::parse("R U F' D2 L B' U2").expect("turns"));
    kit::check_space(&cube, 1, 60);
    kit::check_undo(&cube, 2, 60);
    kit::check_backward(&cube, 3, 30);
    kit::check_compact_actions(&cube, 4, 60);
    kit::check_commuting(&cube, 4, 60);
    kit::check_local_contexts(&cube, 5, 60);
    kit::check_notation(&cube, 6, 40);
    kit::check_depict(&cube, 7, 5);
    kit::check_heuristic(&cube, &MisplacedCubies, 8, 100);
}

#[test]
fn turns_are_those_of_stickers_in_space() {
    let mut random = Random::new(1);
    for length in [0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 5, 30, 100, 1000] {
        let turns: Vec<(usize, u8)> =
            (0..length).map(|_| (random.below(6) as usize, random.below(3) as u8 + 1)).collect();
        let turn =
            |&(face, quarters): &(usize, u8)| Turn::new(Face::ALL[face], quarters).expect("a turn");
        let cubies = Cubies::after(turns.iter().map(turn));
        assert_eq!(text(&cubies), letters_after(&turns));
    }
}

#[test]
fn facelets_are_read_in_any_colours() {
    let mut random = Random::new(2);
    for _ in 0..1000 {
        let cubies = Cubies::random(&mut random);
        let written = text(&cubies);
        assert_eq!(Cubies::parse(&written), Ok(cubies));
        let colour = |letter| match letter {
            'U' => 'w',
            'R' => 'é',
            'F' => '3',
            other => other,
        };
        let recoloured: String = written.chars().map(colour).collect();
        assert_eq!(Cubies::parse(&recoloured), Ok(cubies));
        assert_eq!(Cubies::parse(&recoloured.replace(' ', "")), Ok(cubies));
    }
    let both = ["R U2 F' B", "R1 U2 F3 B1", "\n R  U2' F’\tB "].map(Cubies::parse);
    assert!(both.iter().all(|cubies| *cubies == both[0] && cubies.is_ok()));
    assert_eq!(Cubies::parse(""), Ok(Cubies::SOLVED));
}

/// The identities by which the notation is defined, and the number of times after which sequences
/// change nothing.
#[test]
fn moves_are_read_as_cubers_write_them() {
    let read = |text: &str| Cubies::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for (one, other) in [
        ("RU2F'B", "R U2 F' B"),
        ("R2'U'2F3", "R2 U2 F'"),
        ("x U x'", "F"),
        ("x F x'", "D"),
        ("y R y'", "B"),
        ("y F y'", "R"),
        ("z U z'", "L"),
        ("z R z'", "U"),
        ("M x", "R L'"),
        ("E y", "U D'"),
        ("S z'", "F' B"),
        ("M' x'", "R' L"),
        ("r R'", "M'"),
        ("l L'", "M"),
        ("u U'", "E'"),
        ("d D'", "E"),
        ("f F'", "S"),
        ("b B'", "S'"),
        ("Rw2 Uw'", "r2 u'"),
        ("r U r'", "L F L'"),
        ("x y z", "y"),
        ("M2 E2 S2", "R2 L2 U2 D2 F2 B2"),
        ("(R U R' U')2 [F B]'", "R U R' U' R U R' U' B' F'"),
        ("((R U)2 F)'", "F' U' R' U' R'"),
        ("R‘ U’ F′ D`", "R' U' F' D'"),
    ] {
        assert_eq!(read(one), read(other), "{one} = {other}");
    }
    for (sequence, order) in [("R U R' U'", 6), ("R U", 105), ("M2 E2 S2", 2), ("x", 1)] {
        let times = (1..=400).find(|times| {
            let text = format!("({sequence})").repeat(*times);
            read(&text) == Cubies::SOLVED
        });
        assert_eq!(times, Some(order), "{sequence}");
    }
}

#[test]
fn random_cubes_are_spread_evenly() {
    let mut random = Random::new(3);
    let (mut corners, mut edges, mut twists, mut flips) = ([0; 8], [0; 12], [0; 3], [0; 2]);
    for _ in 0..6000 {
        let cubies = Cubies::random(&mut random);
        let (corner, twist) = cubies.corner(7);
        let (edge, flip) = cubies.edge(0);
        corners[usize::from(corner)] += 1;
        twists[usize::from(twist)] += 1;
        edges[usize::from(edge)] += 1;
        flips[usize::from(flip)] += 1;
    }
    let is_even = |counts: &[i32]| {
        let expected = 6000 / counts.len() as i32;
        counts.iter().all(|count| (count - expected).abs() < 5 * expected.isqrt())
    };
    assert!(is_even(&corners) && is_even(&edges) && is_even(&twists) && is_even(&flips));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let solved = "UUUUUUUUU RRRRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
    let change = |facelets: &[(usize, char)]| {
        let mut letters: Vec<char> = solved.chars().collect();
        // Facelets are numbered from 0, a blank after every nine.
        facelets.iter().for_each(|&(at, letter)| letters[at + at / 9] = letter);
        letters.into_iter().collect::<String>()
    };
    let cases = [
        ("R U X5".to_owned(), 5, "`X5`", "a turn of U, R, F, D, L or B"),
        ("R U4".into(), 3, "`U4`", "a turn of"),
        (solved[1..].into(), 59, "the end", "54 facelets instead of 53"),
        (format!("{solved} U"), 61, "facelet 55 of 55", "54 facelets"),
        (change(&[(53, 'X')]), 59, "a seventh colour, `X`", "six colours"),
        (change(&[(53, 'U')]), 59, "`U` for the tenth time of 10", "each colour nine times"),
        (change(&[(13, 'F'), (18, 'R')]), 25, "a second center of `F`", "another colour"),
        // One corner twisted, one edge flipped, two edges exchanged.
        (change(&[(8, 'R'), (9, 'F'), (20, 'U')]), 1, "a twisted corner", "can be solved"),
        (change(&[(5, 'R'), (10, 'U')]), 1, "a flipped edge", "can be solved"),
        (change(&[(10, 'F'), (19, 'R')]), 1, "an odd permutation", "can be solved"),
        // A corner as in a mirror, one without two of its colours, and one that is there twice.
        (change(&[(8, 'R'), (9, 'U')]), 9, "a corner of RUF", "three faces that meet, clockwise"),
        (change(&[(8, 'D'), (29, 'U')]), 9, "a corner of DRF", "clockwise"),
        (change(&[(5, 'D'), (28, 'U')]), 36, "a second edge of DR", "each edge once"),
        // UFL with the colours of URF, and an edge with the colour that is then missing.
        (
            change(&[(18, 'R'), (38, 'F'), (14, 'L')]),
            7,
            "a second corner of URF",
            "each corner once",
        ),
        ("R (U R'".into(), 3, "`(`", "a bracket that is closed"),
        ("R U] R'".into(), 4, "`]`", "`[` before `]`"),
        ("(R U)100".into(), 5, "`)100`", "up to 99"),
        ("((R U R' U')99)99".into(), 15, "`)99`", "at most 10000 moves"),
        ("R Mw".into(), 3, "`Mw`", "a slice M, E or S"),
    ];
    for (text, column, found, expected) in cases {
        let error = Cubies::parse(&text).expect_err(&text);
        assert!(error.found.contains(found), "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
        assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
    }
}

/// Exchanging any two facelets of different colours makes a cube that cannot be solved.
#[test]
fn every_exchange_of_two_facelets_is_refused() {
    let mut random = Random::new(4);
    for _ in 0..20 {
        let letters: Vec<char> =
            text(&Cubies::random(&mut random)).replace(' ', "").chars().collect();
        for first in 0..54 {
            for second in first + 1..54 {
                let mut letters = letters.clone();
                letters.swap(first, second);
                let is_same = letters[first] == letters[second];
                let parsed = Cubies::parse(&letters.iter().collect::<String>());
                let are_centers = first % 9 == 4 && second % 9 == 4;
                assert!(parsed.is_err() || is_same || are_centers, "{letters:?}");
            }
        }
    }
}

#[test]
fn short_scrambles_are_solved_optimally() {
    let mut random = Random::new(5);
    for turns in 0..5 {
        let mut last: Option<Turn> = None;
        let mut cubies = Cubies::SOLVED;
        for _ in 0..turns {
            let mut choice = last.map_or(Turns::ALL, |last| Turns::ALL.after(last));
            last = choice.nth(random.below(choice.len() as u64) as usize);
            last.into_iter().for_each(|turn| cubies.turn(turn));
        }
        let cube = Cube::new(cubies);
        let canonical = IdaStar::canonical_compact();
        let limits = Limits::default();
        let report = canonical.solve(&cube, MisplacedCubies, &limits, &mut ());
        let other = IdaStar::new().solve(&cube, MisplacedCubies, &limits, &mut ());
        assert!(report.is_proven_optimal());
        let plan = report.plan.expect("every cube can be solved");
        assert_eq!(Some(plan.cost), other.plan.map(|plan| plan.cost));
        assert!(plan.cost <= turns && report.statistics.expanded <= other.statistics.expanded);
        let mut end = cubies;
        plan.actions.iter().for_each(|&turn| end.turn(turn));
        assert_eq!(end, Cubies::SOLVED);
    }
}
