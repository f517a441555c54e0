//! Figures, and the rows that compute them.

mod figures;
mod rows;
mod statistics;
