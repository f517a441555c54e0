//! Tests of the constraint engine.

mod brute_force;
mod limits;
mod published;
