//! Instances without favour: ten of many, drawn by a fixed seed.

use tremaux_core::Random;

/// Ten of `numbers`, drawn with seed 1, in ascending order.
pub(crate) fn ten(numbers: &[usize]) -> Vec<usize> {
    let mut numbers = numbers.to_vec();
    Random::new(1).shuffle(&mut numbers);
    numbers.truncate(10);
    numbers.sort_unstable();
    numbers
}
