//! Files mapped into memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// The end of a file, mapped for reading: pages are shared between processes and read when
/// they are first touched.
pub(super) struct Mapping {
    map: Mmap,
    from: usize,
}

impl Mapping {
    /// Maps all of `file`; [`Mapping::bytes`] are those after the first `from`.
    pub(super) fn new(file: &File, from: usize) -> io::Result<Self> {
        // SAFETY: the bytes must not change while they are mapped. Nothing here ever writes
        // to a file that has its final name: files are written under another one, renamed,
        // and replaced by renaming, which leaves mappings of the old one as they are. Who
        // changes a file in the cache by other means gets wrong estimates; as all indices
        // are checked and every byte is a valid entry, no more than that, or the signal that
        // the system sends to whoever reads a mapped file that was cut.
        let map = unsafe { Mmap::map(file)? };
        let from = from.min(map.len());
        Ok(Self { map, from })
    }

    /// All of the file.
    pub(super) fn file(&self) -> &[u8] {
        &self.map
    }

    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.map[self.from..]
    }
}

#[cfg(test)]
mod tests {
    use super::Mapping;
    use std::fs::File;

    #[test]
    fn a_mapping_holds_the_bytes_of_the_file() {
        let path = std::env::temp_dir().join(format!("tremaux-mapping-{}", std::process::id()));
        let bytes: Vec<u8> = (0..10_000_u32).map(|number| (number % 251) as u8).collect();
        std::fs::write(&path, &bytes).expect("written");
        let mapping = Mapping::new(&File::open(&path).expect("there"), 100).expect("mapped");
        assert_eq!((mapping.file(), mapping.bytes()), (&bytes[..], &bytes[100..]));
        // What is mapped stays when the name goes to another file.
        let other = path.with_extension("other");
        std::fs::write(&other, b"short").expect("written");
        std::fs::rename(&other, &path).expect("renamed");
        assert_eq!(mapping.bytes(), &bytes[100..]);
        let beyond = Mapping::new(&File::open(&path).expect("there"), 100).expect("mapped");
        assert!(beyond.bytes().is_empty());
        std::fs::remove_file(&path).expect("removed");
    }
}
