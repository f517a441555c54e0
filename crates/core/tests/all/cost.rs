use std::num::NonZeroU32;

use tremaux_core::{Cost, FloatCost};

#[test]
fn differences_are_told_where_floats_tell_them() {
    assert_eq!(7_u8.difference(9), Some(-2));
    assert_eq!(u8::INFINITY.difference(250), None);
    assert_eq!((1_u64 << 60).difference((1 << 60) - 1), None);
    let float = FloatCost::new;
    assert_eq!(float(7.5).difference(float(9.5)), Some(-2));
    assert_eq!(float(7.25).difference(float(9.0)), None);
    assert_eq!(FloatCost::INFINITY.difference(float(9.0)), None);
    assert_eq!(FloatCost::INFINITY.difference(FloatCost::INFINITY), None);
}

#[test]
fn sums_of_estimates_are_dead_ends_only_where_a_part_is() {
    assert_eq!(200_u8.plus_estimate(55), u8::LARGEST);
    assert_eq!(u8::LARGEST.plus_estimate(u8::LARGEST), u8::LARGEST);
    assert_eq!(u8::INFINITY.plus_estimate(0), u8::INFINITY);
    assert_eq!(FloatCost::LARGEST.plus_estimate(FloatCost::LARGEST), FloatCost::LARGEST);
    assert_eq!(FloatCost::ZERO.plus_estimate(FloatCost::INFINITY), FloatCost::INFINITY);
}

#[test]
fn scaling_rounds_down_and_saturates() {
    let by = |denominator| NonZeroU32::new(denominator).expect("not zero");
    assert_eq!(7_u32.scaled(1, by(2)), 3);
    assert_eq!(200_u8.scaled(3, by(2)), u8::LARGEST);
    assert_eq!(85_u8.scaled(3, by(1)), u8::LARGEST);
    assert_eq!(FloatCost::LARGEST.scaled(3, by(1)), FloatCost::LARGEST);
    assert_eq!(u64::INFINITY.scaled(0, by(1)), u64::INFINITY);
    assert_eq!((u64::MAX - 1).scaled(u32::MAX, by(u32::MAX)), u64::MAX - 1);
    let third = FloatCost::new(0.1).scaled(1, by(3));
    assert!(third.get() > 0.033 && third.plus(third).plus(third).get() <= 0.1 + 1e-16);
    assert_eq!(FloatCost::new(0.7).scaled(7, by(7)), FloatCost::new(0.7));
    assert_eq!(FloatCost::INFINITY.scaled(0, by(3)), FloatCost::INFINITY);
}
