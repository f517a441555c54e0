//! Graphs in DOT: see `check`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_maps::paths::MapKind;

include!("graph_text/check.rs");

fuzz_target!(|text: &str| check(MapKind::Dot, text));
