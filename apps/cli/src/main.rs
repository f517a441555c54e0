//! tremaux-cli

fn main() {}
