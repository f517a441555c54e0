//! Built-in examples by name.

/// Names and texts of well-known instances from the literature.
#[doc(hidden)]
pub const EXAMPLES: &[(&str, &str)] = &[
    ("bachet", "jugs 8 5 3; start 8 0 0; goal 4 4 0"),
    ("twelve", "jugs 12 8 5; start 12 0 0; goal 6 6 0"),
    ("ten", "jugs 10 7 3; start 10 0 0; goal 5 5 0"),
    ("die-hard", "jugs 5 3; start 0 0; goal any 4; tap"),
];
