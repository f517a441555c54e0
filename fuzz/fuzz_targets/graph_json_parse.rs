//! Graphs in forms of JSON: see `graph_text`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_maps::paths::MapKind;

#[path = "graph_text/check.rs"]
mod graph_text;

fuzz_target!(|text: &str| graph_text::check(MapKind::NodeLink, text));
