//! Ctrl-C: the first stops the search, the second the program.

use tremaux_core::CancelToken;

use crate::failure::Failure;

/// The exit status of a program that is killed by Ctrl-C.
const KILLED: i32 = 130;

/// A token that the first Ctrl-C, or a request to terminate, cancels.
pub(crate) fn token() -> Result<CancelToken, Failure> {
    let token = CancelToken::default();
    let shared = token.clone();
    ctrlc::set_handler(move || {
        if shared.is_cancelled() {
            std::process::exit(KILLED);
        }
        shared.cancel();
    })?;
    Ok(token)
}
