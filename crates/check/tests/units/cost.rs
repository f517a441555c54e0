//! Costs without rounding.

use super::*;

fn read(line: &str) -> Result<Cost, String> {
    Cost::read(&serde_json::from_str(line).map_err(|error| error.to_string())?)
}

fn cost(line: &str) -> Cost {
    read(line).expect("a cost")
}

#[test]
fn costs_are_read_and_written() {
    let same = ["2.5", "7+3√2", "0.000001", "1000000", "0+1√2"];
    for text in same {
        assert_eq!(cost(&format!("\"{text}\"")).to_string(), text);
    }
    assert_eq!(cost(r#""3.50""#), cost(r#""3.5""#));
    let wrong = [
        "-1",
        "1.5",
        r#""1e3""#,
        r#""+1""#,
        r#""""#,
        r#""1.2345678""#,
        r#"".""#,
        r#""√2""#,
        r#""3+√2""#,
        "null",
        "1152921504606846976",
    ];
    for line in wrong {
        assert!(read(line).is_err(), "{line}");
    }
}

#[test]
fn costs_are_compared_without_rounding() {
    // 19601/13860 is just above the square root of two, 47321/33461 just below.
    assert!(cost("19601") > cost(r#""0+13860√2""#));
    assert!(cost("47321") < cost(r#""0+33461√2""#));
    assert!(cost(r#""5+2√2""#) < cost(r#""2+5√2""#));
    assert!(cost(r#""5+2√2""#) < cost("8"));
    assert_eq!(cost(r#""1+2√2""#).plus(Cost::ROOT).times(2), cost(r#""2+6√2""#));
}

#[test]
fn sums_that_stop_equal_no_cost_that_is_read() {
    let most = Cost::whole((1 << 60) / 1_000_000 - 1);
    let stopped = most.plus(most).plus(most);
    assert!(stopped > most && stopped == stopped.plus(most));
}
