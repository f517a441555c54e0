//! Local search in landscapes, and problems whose solutions are improved, one module each.
//!
//! Needs the feature `landscape`; the problems need `optimize`.

pub use tremaux_landscape::{
    AnnealedBestFirst, Annealing, Census, Choice, Genetic, HillClimbing, Landscape, LateAcceptance,
    LocalSearch, LocalSearchMethod, Optimization, OptimizationReport, Recombination, Restarts,
    Schedule, StateLandscape, Tabu, Walk, census,
};
#[cfg(feature = "optimize")]
pub use tremaux_optimization::{function, packing, queens, sequencing, tsp};
