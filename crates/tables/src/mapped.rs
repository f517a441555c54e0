//! Bytes in memory or in a mapped file.

use std::fs::File;
use std::io;
use std::path::Path;

#[cfg(feature = "mapped")]
use memmap2::{Mmap, MmapMut};

/// Bytes that are owned or mapped.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// In memory.
    Owned(Vec<u8>),
    /// In a file.
    #[cfg(feature = "mapped")]
    Mapped(Mmap),
    /// In memory, in huge pages if the system has them.
    #[cfg(feature = "mapped")]
    Huge(MmapMut),
}

impl Bytes {
    /// Maps a file for reading, or reads it without the feature `mapped`.
    ///
    /// The system cannot prevent other processes from changing the file. So tables are written
    /// under another name and renamed, never changed in place.
    #[allow(unsafe_code)]
    pub(crate) fn map(path: &Path) -> io::Result<Self> {
        let file = open_regular(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Self::Owned(Vec::new()));
        }
        #[cfg(not(feature = "mapped"))]
        return Ok(Self::Owned(std::fs::read(path)?));
        // SAFETY: the map is only read. If another process writes to the file or truncates it in
        // spite of the rule above, lookups may return other values or the system may stop the
        // process; every offset read from the bytes is checked against their length each time,
        // and no reference into them outlives a lookup.
        #[cfg(feature = "mapped")]
        return Ok(Self::Mapped(unsafe { Mmap::map(&file)? }));
    }

    /// Whether a file is mapped.
    pub(crate) const fn is_mapped(&self) -> bool {
        match self {
            #[cfg(feature = "mapped")]
            Self::Mapped(_) => true,
            _ => false,
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            #[cfg(feature = "mapped")]
            Self::Mapped(map) => map,
            #[cfg(feature = "mapped")]
            Self::Huge(map) => map,
        }
    }

    /// The bytes as they are: huge pages come with the feature `mapped`.
    #[cfg(not(feature = "mapped"))]
    pub(crate) fn in_huge_pages(self) -> Self {
        self
    }

    /// A copy in huge pages, which most lookups in a large table need: with pages of 4 KiB they
    /// miss the translation lookaside buffer. Without the memory for it, the bytes as they are.
    #[cfg(feature = "mapped")]
    pub(crate) fn in_huge_pages(self) -> Self {
        let Ok(mut map) = MmapMut::map_anon(self.as_slice().len()) else { return self };
        // This is only a hint: if it is ignored, lookups are slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        map.copy_from_slice(self.as_slice());
        Self::Huge(map)
    }
}

/// Opens a regular file. Anything else, such as a pipe, could block forever.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Fails if there is something at `path` that is not a regular file.
pub(crate) fn check_regular(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(found) if !found.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
        }
        _ => Ok(()),
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
