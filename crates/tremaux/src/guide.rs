//! The chapters of `docs/guide`, whose examples are tests.

macro_rules! chapters {
    ($($chapter:ident $file:literal),*) => {$(
        #[doc = include_str!(concat!("../../../docs/guide/src/", $file))]
        mod $chapter {}
    )*};
}

chapters!(
    first_path "first-path.md",
    your_own_puzzle "your-own-puzzle.md",
    heuristics "heuristics.md",
    memory "memory.md",
    limits "limits.md",
    games "games.md",
    beyond_alpha_beta "beyond-alpha-beta.md",
    maps "maps.md",
    roads "roads.md",
    watching "watching.md",
    contributing "contributing.md"
);

/// The example in the README.
#[doc = include_str!("../../../README.md")]
mod readme {}
