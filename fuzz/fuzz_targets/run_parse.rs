//! No bytes make the reader of runs panic, and its errors name a place in the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_referee::Run;
use tremaux_registry::RegistryError;

fuzz_target!(|bytes: &[u8]| {
    let _ = Run::from_trace(bytes);
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Err(RegistryError::Instance { text: whole, error, .. }) = Run::from_text(text) {
        assert!(error.line <= whole.lines().count().max(1));
    }
});
