//! The time, from the system or from outside.

#[cfg(not(feature = "system"))]
pub use outside::{Instant, set_clock};
#[cfg(feature = "system")]
pub use std::time::Instant;

/// Whether there is a clock.
pub(crate) fn exists() -> bool {
    #[cfg(feature = "system")]
    return true;
    #[cfg(not(feature = "system"))]
    outside::is_set()
}

#[cfg(not(feature = "system"))]
mod outside {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: a function that returns the time since any fixed moment. Only the first call
    /// has an effect. Without the feature `system` and before this call, time stands still, and a
    /// search with a limit of time takes no step: it reports
    /// [`StopReason::TimeUnsupported`](crate::StopReason::TimeUnsupported).
    pub fn set_clock(now: fn() -> Duration) {
        let _ = CLOCK.set(now);
    }

    pub(super) fn is_set() -> bool {
        CLOCK.get().is_some()
    }

    /// A moment, by the clock that [`set_clock`] has set.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |now| now()))
        }

        /// The time since an earlier moment.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Self::now().duration_since(*self)
        }

        /// The moment after this time.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }
}
