//! No text makes the parsers of graphs panic or point beyond it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::{FloatCost, ParseError};
use tremaux_maps::graph::{Graph, dimacs, edge_list, node_link};

fn check<C>(text: &str, read: Result<Graph<C>, ParseError>) {
    if let Err(error) = read {
        assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
        assert!(error.to_string().len() < 1000);
    }
}

fuzz_target!(|text: &str| {
    check(text, edge_list::parse::<u32>(text));
    check(text, edge_list::parse::<FloatCost>(text));
    check(text, node_link::parse::<u32>(text));
    check(text, node_link::parse::<FloatCost>(text));
    check(text, dimacs::parse(text));
});
