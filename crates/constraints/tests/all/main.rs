//! Tests of the constraint engine.

mod brute_force;
mod limits;
mod linear;
mod modelled;
mod published;
