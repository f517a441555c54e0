//! Built-in examples by name.

/// Names and texts of well-known instances from the literature.
#[doc(hidden)]
pub const EXAMPLES: &[(&str, &str)] = &[
    ("missionaries", "who missionary*3 cannibal*3; boat 2; never more cannibal than missionary"),
    (
        "wolf-goat-cabbage",
        "who farmer wolf goat cabbage; boat 2; rows farmer; never wolf with goat without farmer; \
         never goat with cabbage without farmer",
    ),
    (
        "couples",
        "who wife1 wife2 wife3 husband1 husband2 husband3; boat 2; aboard; \
         never wife1 with husband2 husband3 without husband1; \
         never wife2 with husband1 husband3 without husband2; \
         never wife3 with husband1 husband2 without husband3",
    ),
    ("bridge", "who A=1 B=2 C=5 D=10; boat 2; cost slowest"),
];
