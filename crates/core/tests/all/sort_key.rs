use tremaux_core::{Cost, FloatCost, SortKey};

#[test]
fn floats_keep_their_order_as_numbers() {
    let floats = [0.0, 1e-300, 0.5, 1.0, 1.5, 2e9, f64::MAX, f64::INFINITY];
    let numbers = floats.map(|float| FloatCost::new(float).to_number());
    assert!(numbers.is_sorted() && numbers.iter().all(Option::is_some));
    for float in floats.map(FloatCost::new) {
        let number = float.to_number().expect("a number");
        assert_eq!(FloatCost::from_number(number), float);
    }
    assert_eq!(FloatCost::ZERO.to_number(), Some(0));
}
