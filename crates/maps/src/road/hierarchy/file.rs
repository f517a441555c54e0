//! Hierarchies in files.
//!
//! A header of 64 bytes (magic number, version, bytes per cost, nodes, arcs, hash of the graph,
//! checksum of the rest, checksum of the header), then the five arrays, each aligned to eight
//! bytes, little-endian.

use std::fs::File;
use std::path::Path;

use super::arc::{LEAF, UpArc};
use super::section::{self, Section};
use super::{ContractionHierarchy, fingerprint};
use crate::graph::Graph;
use crate::prepared_file::{PreparedFileError, checksum, write_whole};
use crate::road::weight::Weight;

const MAGIC: &[u8; 8] = b"TRMXCH\r\n";
const VERSION: u32 = 1;
const HEADER: usize = 64;

/// Where the arrays start, for this many nodes and arcs; the last number is the end.
fn layout<W: Weight>(nodes: usize, arcs: usize) -> Option<[usize; 6]> {
    let sizes = [
        nodes.checked_mul(8)?.checked_add(4)?,
        arcs.checked_mul(size_of::<UpArc<W>>())?,
        arcs.checked_mul(8)?,
        nodes.checked_mul(4)?,
        nodes.checked_mul(4)?,
    ];
    let mut starts = [HEADER; 6];
    for (index, size) in sizes.into_iter().enumerate() {
        starts[index + 1] = starts[index].checked_add(size)?.checked_next_multiple_of(8)?;
    }
    Some(starts)
}

impl<W: Weight> ContractionHierarchy<W> {
    /// The file name for the hierarchy of `graph`: a hash of all its arcs, the cost type and the
    /// format version, unique to this graph and cost type.
    pub fn file_name(graph: &Graph<u32>) -> String {
        let (nodes, arcs, bits) = (graph.node_count(), fingerprint(graph), 8 * size_of::<W>());
        format!("contraction-hierarchy-{nodes}-{arcs:016x}-u{bits}-v{VERSION}.road")
    }

    /// Writes it to the file at `path`. It writes a temporary file first and renames it when
    /// complete, so that nobody reads half a file.
    ///
    /// # Errors
    ///
    /// Returns why it could not be written; no file is left behind then.
    pub fn save(&self, path: &Path) -> Result<(), PreparedFileError> {
        write_whole(path, &self.to_bytes())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let (nodes, arcs) = (self.node_count(), self.arc_count());
        let [_, starts @ .., end] =
            layout::<W>(nodes, arcs).expect("it is in memory, so that its size is a number");
        let mut bytes = Vec::with_capacity(end);
        bytes.resize(HEADER, 0);
        let put = |bytes: &mut Vec<u8>, value: u32| bytes.extend(value.to_le_bytes());
        self.first.iter().for_each(|&value| put(&mut bytes, value));
        bytes.resize(starts[0], 0);
        for arc in self.arcs.iter() {
            put(&mut bytes, arc.node);
            let weight = arc.weight.to_u64().to_le_bytes();
            if size_of::<W>() == 8 {
                put(&mut bytes, 0);
            }
            bytes.extend(&weight[..size_of::<W>()]);
        }
        bytes.resize(starts[1], 0);
        self.children.iter().flatten().for_each(|&value| put(&mut bytes, value));
        bytes.resize(starts[2], 0);
        self.place.iter().for_each(|&value| put(&mut bytes, value));
        bytes.resize(starts[3], 0);
        self.node.iter().for_each(|&value| put(&mut bytes, value));
        bytes.resize(end, 0);

        let sum = checksum(&bytes[HEADER..]);
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&(size_of::<W>() as u32).to_le_bytes());
        let fields = [nodes as u64, arcs as u64, self.fingerprint, sum];
        for (place, field) in bytes[16..48].chunks_mut(8).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        let sum = checksum(&bytes[..56]);
        bytes[56..HEADER].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Maps the file at `path` into memory. Reads it once to check it; nothing is copied.
    ///
    /// The file must not be changed in place while it is in use; [`ContractionHierarchy::save`]
    /// never does. Use [`ContractionHierarchy::belongs_to`] to check that it belongs to a given
    /// graph.
    ///
    /// # Errors
    ///
    /// Returns why the file cannot be used. Any changed byte is detected, and a forged file is
    /// harmless: all numbers in it are checked.
    pub fn open(path: &Path) -> Result<Self, PreparedFileError> {
        let file = File::open(path)?;
        if file.metadata()?.len() < HEADER as u64 {
            return Err(PreparedFileError::Foreign);
        }
        let map = section::map(&file)?;
        let word = |at: usize| map[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        if &map[..8] != MAGIC || cfg!(target_endian = "big") {
            return Err(PreparedFileError::Foreign);
        }
        let (version, width) = (word(8) as u32, (word(8) >> 32) as u32);
        if version != VERSION {
            return Err(PreparedFileError::Version(version));
        }
        if checksum(&map[..56]) != word(56) {
            return Err(PreparedFileError::Damaged);
        }
        if width as usize != size_of::<W>() {
            return Err(PreparedFileError::WeightWidth(width));
        }
        let opened = || {
            let (nodes, arcs) = (usize::try_from(word(16)).ok()?, usize::try_from(word(24)).ok()?);
            let starts = layout::<W>(nodes, arcs)?;
            if starts[5] != map.len() || checksum(&map[HEADER..]) != word(40) {
                return None;
            }
            let hierarchy = Self {
                first: Section::mapped(&map, starts[0], 2 * nodes + 1)?,
                arcs: Section::mapped(&map, starts[1], arcs)?,
                children: Section::mapped(&map, starts[2], arcs)?,
                place: Section::mapped(&map, starts[3], nodes)?,
                node: Section::mapped(&map, starts[4], nodes)?,
                fingerprint: word(32),
            };
            hierarchy.is_sound().then_some(hierarchy)
        };
        opened().ok_or(PreparedFileError::Damaged)
    }

    /// Whether all numbers are in range, arcs lead upwards, and unpacking terminates.
    fn is_sound(&self) -> bool {
        let (nodes, arcs) = (self.node_count(), self.arc_count());
        let is_ordered =
            self.first.is_sorted() && self.first[0] == 0 && self.first[2 * nodes] as usize == arcs;
        let mut places = self.node.iter().zip(0_u32..);
        if !is_ordered || !places.all(|(&n, p)| self.place.get(n as usize) == Some(&p)) {
            return false;
        }
        let mut owners = vec![0_u32; arcs];
        for owner in 0..nodes as u32 {
            let range = self.side::<0>(owner).start..self.side::<1>(owner).end;
            owners[range.clone()].fill(owner);
            if self.arcs[range].iter().any(|arc| arc.node >= owner) {
                return false;
            }
        }
        self.children.iter().zip(&owners).all(|(&[first, second], &owner)| {
            if first == LEAF {
                return (second as usize) < nodes;
            }
            // The child arcs meet at a node less important than both ends.
            let is_below =
                |child: u32| owners.get(child as usize).is_some_and(|&below| below > owner);
            is_below(first) && is_below(second)
        })
    }
}
