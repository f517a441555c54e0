use tremaux_tables::{available_memory, memory_in_words};

#[test]
fn sizes_have_units() {
    assert_eq!(memory_in_words(1), "1 KiB");
    assert_eq!(memory_in_words(900 << 20), "900 MiB");
    assert_eq!(memory_in_words(12_777_000_000), "11.9 GiB");
    if cfg!(target_os = "linux") {
        assert!(available_memory().is_some_and(|bytes| bytes > 1 << 20));
    }
}
