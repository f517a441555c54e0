//! Costs without rounding.

use serde_json::json;

use super::*;

fn cost(value: Value) -> Cost {
    Cost::read(&value).expect("a cost")
}

#[test]
fn costs_are_read_and_written() {
    let same = ["2.5", "7+3√2", "0.000001", "1000000", "0+1√2"];
    for text in same {
        assert_eq!(cost(json!(text)).to_string(), text);
    }
    assert_eq!(cost(json!("3.50")), cost(json!("3.5")));
    let wrong = [
        json!(-1),
        json!(1.5),
        json!("1e3"),
        json!("+1"),
        json!(""),
        json!("1.2345678"),
        json!("."),
        json!("√2"),
        json!("3+√2"),
        json!(null),
        json!(1_u64 << 60),
    ];
    for value in wrong {
        assert!(Cost::read(&value).is_err(), "{value}");
    }
}

#[test]
fn costs_are_compared_without_rounding() {
    // 19601/13860 is just above the square root of two, 47321/33461 just below.
    assert!(cost(json!(19601)) > cost(json!("0+13860√2")));
    assert!(cost(json!(47321)) < cost(json!("0+33461√2")));
    assert!(cost(json!("5+2√2")) < cost(json!("2+5√2")));
    assert!(cost(json!("5+2√2")) < cost(json!(8)));
    assert_eq!(cost(json!("1+2√2")).plus(Cost::ROOT).times(2), cost(json!("2+6√2")));
}

#[test]
fn sums_that_stop_equal_no_cost_that_is_read() {
    let most = cost(json!((1_u64 << 60) / 1_000_000 - 1));
    let stopped = most.plus(most).plus(most);
    assert!(stopped > most && stopped == stopped.plus(most));
}
