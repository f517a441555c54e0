//! Bytes in memory or in a mapped file.

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

/// Bytes that are owned or mapped.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// In memory.
    Owned(Vec<u8>),
    /// In a file.
    Mapped(Mmap),
}

impl Bytes {
    /// Maps a file for reading.
    ///
    /// The system gives no guarantee that nobody changes the file meanwhile: tables are
    /// written under another name and renamed, never changed in place.
    #[allow(unsafe_code)]
    pub(crate) fn map(path: &Path) -> std::io::Result<Self> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Self::Owned(Vec::new()));
        }
        // SAFETY: the map is only read. Should somebody else write to the file or cut it
        // short in spite of the rule above, lookups may return other values or the process
        // may be stopped by the system; every offset read from the bytes is checked against
        // their length each time, and no reference into them outlives a lookup.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self::Mapped(map))
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_what_is_there() {
        let path = std::env::temp_dir().join(format!("tremaux-mapped-{}", std::process::id()));
        for contents in [&b""[..], b"some bytes"] {
            std::fs::write(&path, contents).expect("written");
            assert_eq!(Bytes::map(&path).expect("mapped").as_slice(), contents);
        }
        std::fs::remove_file(&path).expect("removed");
        assert!(Bytes::map(&path).is_err());
    }
}
