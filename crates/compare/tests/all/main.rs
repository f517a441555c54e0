//! Experiments, their files, processes and reports.

mod experiment_files;
#[cfg(unix)]
mod experiments;
#[cfg(unix)]
mod processes;
mod statistics;
mod tables;
