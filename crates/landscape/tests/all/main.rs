//! What each method does, step by step, on landscapes made for it.

mod acceptance;
mod climbing;
mod memory;
mod restarts;
mod script;
mod tabu;
