//! No text makes the parser of TSPLIB panic, and distances are the same in both directions.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_optimization::tsp::Cities;

fuzz_target!(|text: &str| {
    match Cities::parse(text) {
        Ok(cities) => {
            let count = cities.count();
            assert!(count > 0);
            for one in 0..count.min(50) {
                let other = count - 1 - one;
                assert_eq!(cities.distance(one, other), cities.distance(other, one));
            }
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
