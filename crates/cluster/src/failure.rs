//! Errors, and how a process ends when others must end with it.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::exit;

/// The exit status of a process that ends because it, or another one, failed.
pub const FAILED: i32 = 70;

/// Why a computation did not start.
#[derive(Debug)]
pub enum ClusterError {
    /// An address that cannot be listened to, or a peer that did not come in time.
    Network(String),
    /// Processes that were started with different arguments.
    Mismatch(String),
    /// A problem that cannot be enumerated.
    Problem(String),
    /// A file that cannot be read or written.
    File(PathBuf, std::io::Error),
    /// A folder that holds something else.
    Folder(PathBuf, String),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(message) | Self::Mismatch(message) | Self::Problem(message) => {
                f.write_str(message)
            }
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Folder(path, message) => write!(f, "{}: {message}", path.display()),
        }
    }
}

impl std::error::Error for ClusterError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File(_, error) => Some(error),
            _ => None,
        }
    }
}

/// Prints why and ends the process: the peers see the closed sockets and end, too.
pub(crate) fn fail(message: &str) -> ! {
    let _ = writeln!(std::io::stderr(), "error: {message}");
    exit(FAILED)
}

/// The value, or the end of the process: a disk is full, or a file was damaged.
pub(crate) fn or_fail<T>(result: std::io::Result<T>, path: &Path) -> T {
    result.unwrap_or_else(|error| fail(&format!("{}: {error}", path.display())))
}

/// Makes a panic in any thread end the process. Otherwise the others would wait for ever.
pub(crate) fn end_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        before(panic);
        exit(FAILED);
    }));
}
