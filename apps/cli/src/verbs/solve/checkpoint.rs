//! Saving and resuming searches: `--checkpoint`, `--resume`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use tremaux_registry::ActiveSearch;

use crate::atomic_file::write_whole;
use crate::failure::Failure;
use crate::input::bytes_of_file;
use crate::quantity;

/// Options for saving and resuming a search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Checkpoints")]
pub(crate) struct CheckpointOptions {
    /// Save the search to this file on Ctrl-C, at a limit, and periodically
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Time between periodic saves: 1s, 5m
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(requires = "checkpoint", default_value = "1m")]
    pub(crate) checkpoint_every: Duration,
    /// Resume a saved search; the result is the same as without a break
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) resume: Option<PathBuf>,
}

impl CheckpointOptions {
    /// The checkpoint to resume from.
    pub(crate) fn saved(&self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(path) = &self.resume else { return Ok(None) };
        bytes_of_file(path).map(Some)
    }
}

/// Saves a search periodically.
pub(crate) struct Saver<'a> {
    saving: &'a CheckpointOptions,
    last: Instant,
    /// Why it could not be saved.
    failure: Option<Failure>,
}

impl<'a> Saver<'a> {
    pub(crate) fn new(saving: &'a CheckpointOptions) -> Self {
        Self { saving, last: Instant::now(), failure: None }
    }

    /// Saves the search if the period has passed.
    pub(crate) fn look(&mut self, search: &dyn ActiveSearch) {
        if self.last.elapsed() >= self.saving.checkpoint_every {
            self.save(search);
        }
    }

    /// Saves the search now.
    pub(crate) fn save(&mut self, search: &dyn ActiveSearch) {
        let Some(path) = &self.saving.checkpoint else { return };
        if let Some(bytes) = search.checkpoint() {
            self.failure = write_whole(path, &bytes).err();
        }
        self.last = Instant::now();
    }

    /// Fails if the last save failed.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.failure.map_or(Ok(()), Err)
    }
}
