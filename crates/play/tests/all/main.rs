//! The integration tests, in one program: it is built and linked once.

mod alpha_beta;
mod clock;
mod equilibrium;
mod instruments;
mod minimax;
mod payoffs;
mod repetition;
mod textbook;
mod threads;
