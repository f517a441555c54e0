//! Checkpoint files: saved searches with their identity.
//!
//! A file has a first line with the format, a line each for the build, the instance, the options
//! of the domain, the algorithm and the heuristic, the number and checksum of the bytes, an
//! empty line, and the bytes of the search.

use std::sync::OnceLock;

use crate::refuse::CheckpointRefusal;

/// The first line.
const MAGIC: &str = "tremaux checkpoint 2";

/// Everything that determines the steps of a search, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The parts, each with its value on one line.
    parts: Vec<(&'static str, String)>,
}

/// The version and checksum of this program, because steps may change from build to build.
fn build() -> String {
    static CHECKSUM: OnceLock<Option<u32>> = OnceLock::new();
    let checksum = CHECKSUM.get_or_init(|| {
        let bytes = std::fs::read(std::env::current_exe().ok()?).ok()?;
        Some(crc32fast::hash(&bytes))
    });
    let checksum = checksum.map_or_else(String::new, |checksum| format!(" {checksum:08x}"));
    format!("{}{checksum}", env!("CARGO_PKG_VERSION"))
}

impl Identity {
    pub(crate) fn new<const N: usize>(parts: [(&'static str, String); N]) -> Self {
        let parts = parts.map(|(what, value)| (what, value.replace(['\n', '\r'], " / ")));
        Self { parts: parts.into() }
    }

    /// The parts with the build, which is computed only if a search is saved.
    fn whole(&self) -> impl Iterator<Item = (&'static str, String)> {
        [("build", build())].into_iter().chain(self.parts.iter().cloned())
    }

    /// The contents of the file for a search saved as `bytes`.
    pub(crate) fn seal(&self, bytes: &[u8]) -> Vec<u8> {
        let mut head = format!("{MAGIC}\n");
        for (what, value) in self.whole() {
            head.push_str(&format!("{what}: {value}\n"));
        }
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(head.as_bytes());
        checksum.update(bytes);
        head.push_str(&format!(
            "bytes: {}\nchecksum: {:08x}\n\n",
            bytes.len(),
            checksum.finalize()
        ));
        let mut file = head.into_bytes();
        file.extend_from_slice(bytes);
        file
    }

    /// The bytes of the search in `file`, if its identity is this one.
    pub(crate) fn open<'a>(&self, file: &'a [u8]) -> Result<&'a [u8], CheckpointRefusal> {
        use CheckpointRefusal::{Damaged, NotACheckpoint};
        let rest = file.strip_prefix(MAGIC.as_bytes()).ok_or(NotACheckpoint)?;
        let end = rest.windows(2).position(|pair| pair == b"\n\n").ok_or(Damaged)?;
        let (head, bytes) = (&rest[..end], &rest[end + 2..]);
        let head = std::str::from_utf8(head).map_err(|_| Damaged)?;
        let value = |what: &str| {
            let lines = &mut head.lines();
            lines.find_map(|line| line.strip_prefix(what)?.strip_prefix(": ")).ok_or(Damaged)
        };
        if value("bytes")?.parse() != Ok(bytes.len()) {
            return Err(Damaged);
        }
        let told = head.rfind("bytes: ").ok_or(Damaged)?;
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(MAGIC.as_bytes());
        checksum.update(&head.as_bytes()[..told]);
        checksum.update(bytes);
        if u32::from_str_radix(value("checksum")?, 16) != Ok(checksum.finalize()) {
            return Err(Damaged);
        }
        for (what, expected) in self.whole() {
            let found = value(what)?;
            if found != expected {
                let found = found.to_owned();
                return Err(CheckpointRefusal::Other { what, found, expected });
            }
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::{CheckpointRefusal, Identity};

    fn identity(heuristic: &str) -> Identity {
        Identity::new([("instance", "1 0\n2 3".to_owned()), ("heuristic", heuristic.to_owned())])
    }

    #[test]
    fn what_is_sealed_is_opened_by_the_same_search_alone() {
        let bytes = b"any\n\nbytes: 7\n\xFF\0";
        let file = identity("manhattan").seal(bytes);
        assert_eq!(identity("manhattan").open(&file), Ok(&bytes[..]));
        assert_eq!(identity("manhattan").open(&identity("manhattan").seal(b"")), Ok(&b""[..]));
        let error = identity("misplaced").open(&file).expect_err("another");
        let words = "the checkpoint has a different heuristic: `manhattan`, expected `misplaced`";
        assert_eq!(error.to_string(), words);
    }

    #[test]
    fn every_flipped_byte_and_every_cut_is_recognised() {
        let identity = identity("manhattan");
        let file = identity.seal(b"bytes of a search");
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[at] ^= 1 << bit;
                // A checksum may have letters in either case.
                let is_same = identity.open(&damaged) == Ok(b"bytes of a search");
                assert!(!is_same || file[at].is_ascii_hexdigit(), "byte {at}");
            }
            assert!(identity.open(&file[..at]).is_err());
        }
        assert_eq!(identity.open(b"PNG"), Err(CheckpointRefusal::NotACheckpoint));
    }
}
