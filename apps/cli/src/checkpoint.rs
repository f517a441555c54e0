//! Searches saved and gone on with: `--checkpoint`, `--resume`.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use tremaux_registry::Running;

use crate::failure::Failure;
use crate::quantity;
use crate::replacing::write_whole;

/// The options of a search that is saved.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Checkpoints")]
pub(crate) struct Saving {
    /// Save the search here on Ctrl-C, when a limit stops it, and by the minute
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often it is saved: 1s, 5m
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(requires = "checkpoint", allow_hyphen_values = true, default_value = "1m")]
    pub(crate) checkpoint_every: Duration,
    /// Go on with the search that was saved here, to the same result
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) resume: Option<PathBuf>,
}

impl Saving {
    /// The checkpoint to go on from.
    pub(crate) fn saved(&self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(path) = &self.resume else { return Ok(None) };
        let failed = |source| Failure::Read { path: path.clone(), source };
        fs::read(path).map(Some).map_err(failed)
    }
}

/// Saves a search from time to time.
pub(crate) struct Saver<'a> {
    saving: &'a Saving,
    last: Instant,
    /// Why it could not be saved.
    failure: Option<Failure>,
}

impl<'a> Saver<'a> {
    pub(crate) fn new(saving: &'a Saving) -> Self {
        Self { saving, last: Instant::now(), failure: None }
    }

    /// Saves the search if it is time.
    pub(crate) fn look(&mut self, search: &dyn Running) {
        if self.last.elapsed() >= self.saving.checkpoint_every {
            self.save(search);
        }
    }

    /// Saves the search now.
    pub(crate) fn save(&mut self, search: &dyn Running) {
        let Some(path) = &self.saving.checkpoint else { return };
        if let Some(bytes) = search.checkpoint() {
            self.failure = write_whole(path, &bytes).err();
        }
        self.last = Instant::now();
    }

    /// Whether the search was saved when it last was to be.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.failure.map_or(Ok(()), Err)
    }
}
