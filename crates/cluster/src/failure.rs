//! Errors, and how a process ends when others must end with it.

use std::cell::RefCell;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::Once;

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

/// The name of every thread of a computation begins so.
const THREADS: &str = "timely:";

thread_local! {
    /// Whose computation this thread works on.
    static CALLER: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Names the thread that waits for what this one computes, for the message if it fails.
pub(crate) fn work_for(caller: Option<&str>) {
    CALLER.with(|it| *it.borrow_mut() = caller.map(str::to_owned));
}

/// Makes a panic in a thread of a computation end the process. Otherwise the other threads would
/// wait for ever. Panics of other threads stay what they are.
pub(crate) fn end_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            before(panic);
            let thread = std::thread::current();
            if thread.name().is_some_and(|name| name.starts_with(THREADS)) {
                let caller = CALLER.with(|it| it.borrow().clone());
                let of = caller.map_or_else(String::new, |name| format!(" of `{name}`"));
                fail(&format!("the computation{of} has failed"));
            }
        }));
    });
}
