//! Built-in problems.

/// The built-in problems.
#[doc(hidden)]
pub const EXAMPLES: &[(&str, &str)] = &[
    (
        "australia",
        "variables WA NT SA Q NSW V T: red green blue; different WA NT SA; different SA NT Q; \
         different SA Q NSW; different SA NSW V",
    ),
    (
        "menu",
        "variables breakfast lunch dinner: soup salad pasta; different breakfast lunch dinner; \
         forbid breakfast: soup / pasta; score lunch dinner: soup 1 pasta 3",
    ),
    ("unsolvable", "variables A B C: 1 2; different A B C"),
];
