//! Built-in examples by name.

/// Names and texts of instances.
#[doc(hidden)]
pub const EXAMPLES: &[(&str, &str)] = &[
    ("small", "### / ### / ###"),
    ("4x4", "#### / #### / #### / ####"),
    // Needs 15 presses, the maximum on this board.
    ("5x5", "##### / ##### / ##### / ##### / #####"),
    (
        "8x8",
        "######## / ######## / ######## / ######## / ######## / ######## / ######## / ########",
    ),
    ("torus", "torus ###### / ###### / ###### / ###### / ###### / ######"),
    // A single light in the corner of this board cannot be turned off.
    ("unsolvable", "#.... / ..... / ..... / ..... / ....."),
];
