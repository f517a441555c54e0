use std::time::Duration;

use tremaux_registry::quantity::*;

#[test]
fn quantities_are_read() {
    assert_eq!(time("10s"), Ok(Duration::from_secs(10)));
    assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
    assert_eq!(time("1.5h"), Ok(Duration::from_secs(5400)));
    assert_eq!(count("5M"), Ok(5_000_000));
    assert_eq!(count("1.5k"), Ok(1500));
    assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(bytes("2G"), Ok(2_000_000_000));
    assert_eq!(bytes("1.5GB"), Ok(1_500_000_000));
    assert_eq!(bytes("4Ki"), Ok(4096));
}

#[test]
fn what_is_no_quantity_is_refused() {
    for wrong in ["", "s", "-1s", "1x", "1 2", "1e3", "∞", "NaN", "..", "1.2.3s"] {
        assert!(time(wrong).is_err(), "{wrong}");
        assert!(count(wrong).is_err(), "{wrong}");
        assert!(bytes(wrong).is_err(), "{wrong}");
    }
    assert!(time(&format!("{}d", "9".repeat(39))).is_err());
    for wrong in ["1.5", "99999999999999G", "18446744073709551616", "0.0001k"] {
        assert!(count(wrong).is_err(), "{wrong}");
    }
    assert!(bytes(&"9".repeat(10_000)).is_err());
}

#[test]
fn words_have_three_digits() {
    let bytes = [999, 1000, 12_345, 999_499, 999_500, 20_000_000_000].map(bytes_in_words);
    assert_eq!(bytes, ["999 bytes", "1.00 kB", "12.3 kB", "999 kB", "1.00 MB", "20.0 GB"]);
    assert_eq!(grouped(1_234_567), "1,234,567");
    assert_eq!(grouped(12), "12");
    assert_eq!(seconds_in_words(0.0421), "42 ms");
}
