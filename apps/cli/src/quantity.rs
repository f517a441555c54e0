//! Lengths of time, numbers of nodes and bytes, as the registry reads and writes them.

pub(crate) use tremaux_registry::quantity::{
    bytes, bytes_in_words, count, count_in_words, grouped, seconds_in_words, time,
};
