//! Built-in small levels by name.

/// Names and texts of levels made for this library; each demonstrates one aspect.
#[doc(hidden)]
pub const EXAMPLES: &[(&str, &str)] = &[
    ("corridor", "########|#__#___#|#@$___.#|#__#_$.#|########"),
    ("corner", "_#####|##___##|#__$__#|#_.#._#|#__$__#|##_@_##|_#####"),
    ("row", "#########|#___#___#|#_$_$_$_#|#_.___.@#|###_._###|__#####"),
    ("room", "#########|#___#___#|#_$_#_..#|#_$____.#|#_$_#__@#|#___#___#|#########"),
];
