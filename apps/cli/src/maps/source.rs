//! Where a map comes from: text, or a picture.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use tremaux_maps::grid::DrawnMap;
use tremaux_registry::reading::read_bytes;

use crate::failure::Failure;
use crate::input::{Input, ReadLimits, map_from};

/// What was read of a map.
pub(crate) enum MapSource {
    Text(Input),
    /// A picture or an array.
    Bytes {
        origin: String,
        bytes: Vec<u8>,
    },
}

/// The bytes that tell which.
const HEAD: u64 = 16;

impl MapSource {
    /// Reads a map from a file or, for `-`, from standard input.
    pub(crate) fn of(path: &Path, limits: &ReadLimits) -> Result<Self, Failure> {
        let failed = |source| Failure::Read { path: path.to_owned(), source };
        if path == Path::new("-") {
            let mut input = io::stdin().lock();
            if !DrawnMap::is_binary(input.fill_buf().map_err(failed)?) {
                drop(input);
                return Ok(Self::Text(map_from(path, limits)?));
            }
            let (origin, mut bytes) = ("standard input".to_owned(), Vec::new());
            input.take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
            return Ok(Self::Bytes { origin, bytes });
        }
        let mut head = Vec::new();
        // What cannot be opened or read is reported below.
        let _ = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        if !DrawnMap::is_binary(&head) {
            return Ok(Self::Text(map_from(path, limits)?));
        }
        let bytes = read_bytes(path, limits)?;
        Ok(Self::Bytes { origin: path.display().to_string(), bytes })
    }

    /// Its name in messages.
    pub(crate) fn origin(&self) -> &str {
        match self {
            Self::Text(input) => &input.origin,
            Self::Bytes { origin, .. } => origin,
        }
    }
}

/// The largest picture from standard input.
const MOST_BYTES: u64 = 1 << 30;
