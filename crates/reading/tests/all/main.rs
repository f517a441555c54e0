//! Tests of the one way in.

mod reading;
mod table;
