//! Built-in examples by name.

/// Names and texts of instances: one of TSPLIB, and one of places.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("burma14", BURMA),
    ("star", "50 0 / 61 35 / 98 35 / 68 57 / 79 91 / 50 70 / 21 91 / 32 57 / 2 35 / 39 35"),
];

/// G. Reinelt, TSPLIB: its shortest tour has 3323 km.
const BURMA: &str = "\
NAME: burma14
TYPE: TSP
DIMENSION: 14
EDGE_WEIGHT_TYPE: GEO
NODE_COORD_SECTION
1 16.47 96.10
2 16.47 94.44
3 20.09 92.54
4 22.39 93.37
5 25.23 97.24
6 22.00 96.05
7 20.47 97.02
8 17.20 96.29
9 16.30 97.38
10 14.05 98.12
11 16.53 97.38
12 21.52 95.59
13 19.41 97.13
14 20.09 94.55
EOF
";
