//! What threads send each other: records for one thread, as bytes.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::word::Word;

/// Bytes for the thread `to`. Moved within a process; copied as a whole between processes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Parcel {
    pub(crate) to: u64,
    /// What else the sender has to say.
    pub(crate) note: u64,
    pub(crate) bytes: Bytes,
}

impl Parcel {
    /// One with these states.
    pub(crate) fn of_states<W: Word>(to: usize, states: &[W]) -> Self {
        let width = size_of::<W>();
        let mut bytes = vec![0; size_of_val(states)];
        for (to, state) in bytes.chunks_exact_mut(width).zip(states) {
            to.copy_from_slice(state.to_bytes().as_ref());
        }
        Self { to: to as u64, note: 0, bytes: Bytes(bytes) }
    }

    /// One without records.
    pub(crate) fn empty(to: usize, note: u64) -> Self {
        Self { to: to as u64, note, bytes: Bytes::default() }
    }
}

/// A vector of bytes that is written and read as a whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = Bytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }

            fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes))
            }
        }
        from.deserialize_byte_buf(Whole)
    }
}

/// The parcels that are being filled, one for each thread.
pub(crate) struct Parcels(Vec<Vec<u8>>);

impl Parcels {
    pub(crate) fn new(workers: usize) -> Self {
        Self(vec![Vec::new(); workers])
    }

    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Where records for the thread `to` are appended.
    #[inline]
    pub(crate) fn of(&mut self, to: usize) -> &mut Vec<u8> {
        &mut self.0[to]
    }

    /// Those with records.
    pub(crate) fn take(&mut self, note: u64) -> impl Iterator<Item = Parcel> {
        let filled = (0..).zip(&mut self.0).filter(|(_, bytes)| !bytes.is_empty());
        filled.map(move |(to, bytes)| Parcel { to, note, bytes: Bytes(std::mem::take(bytes)) })
    }
}
