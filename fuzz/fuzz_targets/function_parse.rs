//! No text makes the parser of functions panic, and what it reads has a value.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::Random;
use tremaux_landscape::Landscape;
use tremaux_optimization::function::Function;

fuzz_target!(|text: &str| {
    match Function::parse(text) {
        Ok(function) => {
            let point = function.initial_solution(&mut Random::new(0));
            assert!(!function.value(&point).is_nan());
            let again = Function::parse(function.text()).expect("it was read");
            let value = again.formula().at(point.coordinates());
            assert_eq!(value.to_bits(), function.value(&point).to_bits());
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
