//! Ctrl-C: the first stops the search, the second the program.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tremaux_core::CancelToken;

use crate::atomic_file::remove_partial_files;
use crate::failure::Failure;

/// The exit status of a program that is killed by Ctrl-C.
const KILLED: i32 = 130;

/// The exit status of a dialogue that is left by Ctrl-C.
const STOPPED: i32 = 3;

/// A token that is cancelled by the first Ctrl-C or termination request.
pub(crate) fn token() -> Result<CancelToken, Failure> {
    // The system takes one handler.
    static TOKEN: OnceLock<CancelToken> = OnceLock::new();
    if let Some(token) = TOKEN.get() {
        return Ok(token.clone());
    }
    let token = TOKEN.get_or_init(CancelToken::default).clone();
    let shared = token.clone();
    ctrlc::set_handler(move || {
        if shared.is_cancelled() {
            remove_partial_files();
            std::process::exit(KILLED);
        }
        shared.cancel();
    })?;
    Ok(token)
}

/// Ctrl-C in a dialogue: stops the current computation, or else the program.
pub(crate) struct Interruptions(Arc<Mutex<Option<CancelToken>>>);

impl Interruptions {
    /// Watches for Ctrl-C from now on.
    pub(crate) fn watch() -> Result<Self, Failure> {
        let current: Arc<Mutex<Option<CancelToken>>> = Arc::default();
        let shared = Arc::clone(&current);
        ctrlc::set_handler(move || {
            match &*shared.lock().unwrap_or_else(PoisonError::into_inner) {
                Some(token) if !token.is_cancelled() => token.cancel(),
                Some(_) => std::process::exit(KILLED),
                None => std::process::exit(STOPPED),
            }
        })?;
        Ok(Self(current))
    }

    /// Starts a computation that Ctrl-C can cancel.
    pub(crate) fn begin(&self) -> CancelToken {
        let token = CancelToken::default();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(token.clone());
        token
    }

    /// Ends the computation.
    pub(crate) fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
