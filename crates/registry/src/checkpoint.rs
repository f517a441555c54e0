//! A search saved, with what tells it from others.
//!
//! A line that says what it is, a line each for the program's version, the instance, the
//! algorithm and the heuristic, the number and checksum of the bytes, an empty line, and the
//! bytes of the search.

use std::fmt;

use tremaux_search::CheckpointError;

/// The first line.
const MAGIC: &str = "tremaux checkpoint 1";

/// Why a saved search is not gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointRefusal {
    /// It is no checkpoint.
    NotACheckpoint,
    /// Its bytes are not those that were written, or not all there.
    Damaged,
    /// Its bytes are whole, but the search does not take them.
    Search(CheckpointError),
    /// It is of another search.
    Other {
        /// What is another.
        what: &'static str,
        /// What it is in the checkpoint.
        found: String,
        /// What it is now.
        expected: String,
    },
}

impl fmt::Display for CheckpointRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACheckpoint => f.write_str("it is not a checkpoint"),
            Self::Damaged => f.write_str("the checkpoint is damaged"),
            Self::Search(error) => error.fmt(f),
            Self::Other { what, found, expected } => {
                write!(f, "the checkpoint is of another {what}: `{found}`, not `{expected}`")
            }
        }
    }
}

/// What tells a search from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Each with its value, on one line.
    parts: [(&'static str, String); 7],
}

impl Identity {
    pub(crate) fn new(
        domain: &str,
        (instance, goal): (&str, &str),
        algorithm: &str,
        heuristic: Option<&str>,
        depth: Option<u32>,
    ) -> Self {
        let line = |text: &str| text.replace(['\n', '\r'], " / ");
        let depth = depth.map_or_else(|| "any".to_owned(), |depth| depth.to_string());
        Self {
            parts: [
                ("program version", env!("CARGO_PKG_VERSION").to_owned()),
                ("domain", domain.to_owned()),
                ("instance", line(instance)),
                ("goal", line(goal)),
                ("algorithm", algorithm.to_owned()),
                ("heuristic", heuristic.unwrap_or("none").to_owned()),
                ("depth limit", depth),
            ],
        }
    }

    /// The file of a search that was saved as `bytes`.
    pub(crate) fn seal(&self, bytes: &[u8]) -> Vec<u8> {
        let mut head = format!("{MAGIC}\n");
        for (what, value) in &self.parts {
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

    /// The bytes of the search in `file`, if it is this one.
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
        for (what, expected) in &self.parts {
            let found = value(what)?;
            if found != expected {
                let (found, expected) = (found.to_owned(), expected.clone());
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
        Identity::new("tiles", ("1 0\n2 3", "0 1"), "ida-star", Some(heuristic), None)
    }

    #[test]
    fn what_is_sealed_is_opened_by_the_same_search_alone() {
        let bytes = b"any\n\nbytes: 7\n\xFF\0";
        let file = identity("manhattan").seal(bytes);
        assert_eq!(identity("manhattan").open(&file), Ok(&bytes[..]));
        assert_eq!(identity("manhattan").open(&identity("manhattan").seal(b"")), Ok(&b""[..]));
        let error = identity("misplaced").open(&file).expect_err("another");
        let words = "the checkpoint is of another heuristic: `manhattan`, not `misplaced`";
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
                // The case of a checksum's letters means nothing.
                let is_same = identity.open(&damaged) == Ok(b"bytes of a search");
                assert!(!is_same || file[at].is_ascii_hexdigit(), "byte {at}");
            }
            assert!(identity.open(&file[..at]).is_err());
        }
        assert_eq!(identity.open(b"PNG"), Err(CheckpointRefusal::NotACheckpoint));
    }
}
