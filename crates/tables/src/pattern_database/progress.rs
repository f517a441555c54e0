//! The progress of a build, and why one fails.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

/// Items that are filled or packed between two looks at the progress; an even number.
pub(super) const AT_ONCE: usize = 1 << 22;

/// How often a build reports its progress within a layer.
pub(super) const TOLD_EVERY: Duration = Duration::from_millis(50);

/// The progress of a build: reported after every layer, and several times a second within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The distance of the current layer, or of the one just completed.
    pub distance: u8,
    /// The number of indices with a known distance.
    pub found: u64,
    /// The number of indices; some may be unreachable.
    pub total: u64,
}

/// Why a database could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// It needs more memory than allowed.
    TooMuchMemory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The progress listener stopped it.
    Cancelled,
    /// A distance or an entry is greater than 254.
    TooGreat,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMuchMemory { needed, allowed } => write!(
                f,
                "building the pattern database needs {} MiB, but only {} MiB are allowed",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            Self::Cancelled => f.write_str("building the pattern database was cancelled"),
            Self::TooGreat => f.write_str("a distance in the pattern database exceeds 254"),
        }
    }
}

impl std::error::Error for BuildError {}

/// A callback that takes the progress and may stop the build.
pub(super) type ProgressListener<'a> = dyn FnMut(BuildProgress) -> ControlFlow<()> + 'a;

/// A vector of `count` items, made in parts between which `watched` is asked: gigabytes take
/// many seconds.
pub(super) fn filled<T>(
    count: usize,
    item: impl Fn() -> T,
    watched: &mut impl FnMut() -> ControlFlow<()>,
) -> Result<Vec<T>, BuildError> {
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        if !all.is_empty() && watched().is_break() {
            return Err(BuildError::Cancelled);
        }
        all.resize_with(count.min(all.len() + AT_ONCE), &item);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{AT_ONCE, BuildError, filled};

    #[test]
    fn what_takes_long_to_fill_can_be_stopped() {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            if asked == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let few = filled(AT_ONCE, || 7_u8, &mut stop).expect("it is not asked");
        assert!(few.len() == AT_ONCE && few.iter().all(|&item| item == 7));
        let many = filled(2 * AT_ONCE + 1, || 7_u8, &mut stop);
        assert_eq!(many.expect_err("it is stopped"), BuildError::Cancelled);
    }
}
