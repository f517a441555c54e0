//! Built-in examples by name.

/// Names and texts of well-known instances from the literature.
#[doc(hidden)]
pub const EXAMPLES: &[(&str, &str)] = &[
    ("central", "board english; empty d4; goal d4"),
    ("cross", "board english; pegs d2 c3 d3 e3 d4 d5; goal d4"),
    ("plus", "board english; pegs d2 d3 b4 c4 d4 e4 f4 d5 d6; goal d4"),
    ("pyramid", "board english; pegs d2 c3 d3 e3 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 f5 g5; goal d4"),
    ("european", "board european; empty c1; goal e4"),
    ("triangle", "board triangle 5; empty a1; goal a1"),
    // The position classes of start and goal differ.
    ("unsolvable", "board european; empty d4; goal d4"),
];
