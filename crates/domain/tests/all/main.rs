//! Tests of what all domains share.

mod reading;
