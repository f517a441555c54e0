//! Tests of the problems and of the methods on them.

mod defaults;
mod landscapes;
mod packings;
mod placements;
mod texts;
mod tours;
