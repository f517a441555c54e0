//! Ctrl-C and requests to terminate: the first stops the search, the second the program.

use std::sync::{Mutex, OnceLock, PoisonError};

use tremaux_core::CancelToken;

use crate::atomic_file::remove_partial_files;
use crate::failure::Failure;

/// The exit status of a program that is killed by a second Ctrl-C.
const KILLED: i32 = 130;

/// The exit status of a program that is stopped where it has no result yet.
const STOPPED: i32 = 3;

/// The computation that the next Ctrl-C cancels; without one it ends the program.
static CURRENT: Mutex<Option<CancelToken>> = Mutex::new(None);

/// Listens from now on. It may be called again.
pub(crate) fn listen() -> Result<(), Failure> {
    // The system takes one handler.
    static IS_SET: Mutex<bool> = Mutex::new(false);
    let mut is_set = IS_SET.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_set {
        ctrlc::set_handler(interrupted)?;
        *is_set = true;
    }
    Ok(())
}

fn interrupted() {
    let exit = |status| {
        remove_partial_files();
        std::process::exit(status)
    };
    match &*CURRENT.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(token) if !token.is_cancelled() => token.cancel(),
        Some(_) => exit(KILLED),
        None => exit(STOPPED),
    }
}

fn set_current(token: Option<CancelToken>) {
    *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = token;
}

/// While it lives, Ctrl-C ends the program at once: nothing is there yet that could be printed.
pub(crate) struct EndsProgram(Option<CancelToken>);

impl EndsProgram {
    /// Until the value is dropped.
    pub(crate) fn for_now() -> Self {
        Self(CURRENT.lock().unwrap_or_else(PoisonError::into_inner).take())
    }
}

impl Drop for EndsProgram {
    fn drop(&mut self) {
        set_current(self.0.take());
    }
}

/// A token that is cancelled by the first Ctrl-C or termination request.
pub fn token() -> Result<CancelToken, Failure> {
    listen()?;
    static TOKEN: OnceLock<CancelToken> = OnceLock::new();
    let token = TOKEN.get_or_init(CancelToken::default).clone();
    set_current(Some(token.clone()));
    Ok(token)
}

/// Starts a computation of a dialogue that Ctrl-C can cancel; otherwise it ends the program.
pub(crate) fn begin() -> CancelToken {
    let token = CancelToken::default();
    set_current(Some(token.clone()));
    token
}

/// Ends the computation.
pub(crate) fn end() {
    set_current(None);
}
