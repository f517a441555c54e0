//! Goal bounds in files.
//!
//! A header of 40 bytes (magic number, version, hash of the map and the costs, number of jump
//! points, checksum of everything else), then the boxes of each jump point, little-endian.

use std::fs;
use std::path::Path;

use super::{Boxes, GoalBounds, JumpPointRanks};
use crate::grid::legs::Legs;
use crate::grid::{Grid, StepScale};
use crate::prepared_file::{PreparedFileError, checksum, mixed, write_whole};

const MAGIC: &[u8; 8] = b"TRMXGB\r\n";
const VERSION: u32 = 1;
const HEADER: usize = 40;
const BOX_BYTES: usize = size_of::<Boxes>();

/// A hash of everything the boxes depend on.
pub(super) fn fingerprint(grid: &Grid, scale: StepScale<u32>) -> u64 {
    let movement = grid.movement().name();
    let sides = u64::from(grid.width()) << 16 | u64::from(grid.height());
    let costs = u64::from(scale.straight) << 32 | u64::from(scale.diagonal);
    let hash = mixed(mixed(checksum(movement.as_bytes()), sides), costs);
    (0..grid.height()).fold(hash, |hash, y| {
        grid.free_words(y).iter().fold(hash, |hash, &word| mixed(hash ^ u64::from(y), word))
    })
}

impl GoalBounds {
    /// The file name for the boxes of `grid`: a hash of the map, its movement rule, the costs
    /// and the format version, unique to this map.
    pub fn file_name(grid: &Grid, scale: StepScale<u32>) -> String {
        let (width, height) = (grid.width(), grid.height());
        format!("jps-bounds-{width}x{height}-{:016x}-v{VERSION}.grid", fingerprint(grid, scale))
    }

    /// Whether they were built for this state of the map and for these costs.
    pub fn belongs_to(&self, grid: &Grid, scale: StepScale<u32>) -> bool {
        self.fingerprint == fingerprint(grid, scale)
    }

    /// Writes them to the file at `path`. It writes a temporary file first and renames it when
    /// complete, so that nobody reads half a file.
    ///
    /// # Errors
    ///
    /// Returns why it could not be written; no file is left behind then.
    pub fn save(&self, path: &Path) -> Result<(), PreparedFileError> {
        let mut bytes = Vec::with_capacity(HEADER + self.boxes.len() * BOX_BYTES);
        bytes.extend(MAGIC);
        bytes.extend(u64::from(VERSION).to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend((self.boxes.len() as u64).to_le_bytes());
        bytes.extend([0; 8]);
        for boxes in &self.boxes {
            for side in [&boxes.west, &boxes.east, &boxes.north, &boxes.south] {
                bytes.extend(side.iter().flat_map(|value| value.to_le_bytes()));
            }
        }
        let sum = sum_of(&bytes);
        bytes[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
        write_whole(path, &bytes)
    }

    /// Reads the boxes of `grid` for searches with these costs from the file at `path`.
    ///
    /// # Errors
    ///
    /// Returns why the file cannot be used. Any changed byte is detected.
    pub fn open(
        path: &Path,
        grid: &Grid,
        scale: StepScale<u32>,
    ) -> Result<Self, PreparedFileError> {
        let bytes = fs::read(path)?;
        if bytes.len() < HEADER || &bytes[..8] != MAGIC {
            return Err(PreparedFileError::Foreign);
        }
        let word =
            |at: usize| bytes[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        if word(8) != u64::from(VERSION) {
            return Err(PreparedFileError::Version(word(8) as u32));
        }
        if sum_of(&bytes) != word(HEADER - 8) {
            return Err(PreparedFileError::Damaged);
        }
        let fingerprint = fingerprint(grid, scale);
        if word(16) != fingerprint {
            return Err(PreparedFileError::OtherMap);
        }
        let JumpPointRanks { ranks, points, .. } = JumpPointRanks::of(grid);
        let (boxes, rest) = bytes[HEADER..].as_chunks::<BOX_BYTES>();
        if word(24) != points.len() as u64 || boxes.len() != points.len() || !rest.is_empty() {
            return Err(PreparedFileError::Damaged);
        }
        let boxes = boxes.iter().map(read_boxes).collect();
        Ok(Self { ranks, boxes, fingerprint })
    }
}

fn read_boxes(bytes: &[u8; BOX_BYTES]) -> Boxes {
    let (values, _) = bytes.as_chunks::<2>();
    let side = |number: usize| {
        std::array::from_fn(|kind| i16::from_le_bytes(values[number * Legs::KINDS + kind]))
    };
    Boxes { west: side(0), east: side(1), north: side(2), south: side(3) }
}

/// The checksum of a whole file without the checksum field.
fn sum_of(bytes: &[u8]) -> u64 {
    mixed(checksum(&bytes[..HEADER - 8]), checksum(&bytes[HEADER..]))
}
