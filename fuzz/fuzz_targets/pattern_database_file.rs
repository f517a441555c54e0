//! No bytes make the reader of pattern databases panic or take more memory than they are,
//! and what is read is what was written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_tables::{FORMAT_VERSION, PatternDatabase};

/// The bytes with a header whose checksums are right, so that what lies behind is reached.
fn mended(data: &[u8]) -> Vec<u8> {
    let mut file = data.to_vec();
    file.resize(file.len().max(64), 0);
    file[..8].copy_from_slice(b"TRMX-PDB");
    file[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    let entries = crc32fast::hash(&file[64..]);
    file[16..20].copy_from_slice(&entries.to_le_bytes());
    let header = crc32fast::hash(&file[16..64]);
    file[12..16].copy_from_slice(&header.to_le_bytes());
    file
}

fuzz_target!(|data: (&[u8], &str)| {
    let (bytes, description) = data;
    for file in [bytes.to_vec(), mended(bytes)] {
        match PatternDatabase::read(&file, description) {
            Ok(database) => {
                assert!(database.bytes().len() < file.len());
                for index in 0..database.len() {
                    let _ = database.get(index);
                }
            }
            Err(error) => assert!(error.to_string().len() < 1000 + 4 * file.len()),
        }
    }
});
