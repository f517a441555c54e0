use tremaux_core::Random;

#[test]
fn the_sequence_is_the_published_one() {
    let mut random = Random::new(1_234_567);
    let expected = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!(expected.map(|_| random.bits()), expected);
    let random = Random::new(1_234_567);
    assert_eq!([0, 1, 2, 3, 4].map(|at| random.bits_after(at)), expected);
}

#[test]
fn numbers_below_a_bound_and_fractions_are_scaled_bits() {
    let (mut random, mut scaled, mut unit) = (Random::new(9), Random::new(9), Random::new(9));
    for _ in 0..1000 {
        let fraction = random.bits() as f64 / 2f64.powi(64);
        assert!((unit.unit() - fraction).abs() < 1e-15);
        assert_eq!(scaled.scaled(1000), (fraction * 1000.0) as u64);
    }
}

#[test]
fn every_number_below_a_bound_comes() {
    let mut random = Random::new(5);
    let mut counts = [0; 6];
    for _ in 0..6000 {
        counts[random.below(6) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    assert_eq!((random.below(1), random.below(0)), (0, 0));
}

#[test]
fn a_shuffle_for_a_seed_never_changes() {
    let mut items: Vec<u8> = (0..8).collect();
    Random::new(42).shuffle(&mut items);
    let mut sorted = items.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..8).collect::<Vec<u8>>());
    assert_eq!(items, SHUFFLED);
}

const SHUFFLED: [u8; 8] = [3, 1, 6, 2, 4, 0, 7, 5];
