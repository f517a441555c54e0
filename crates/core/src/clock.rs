//! The time, from the system or from outside: without the feature `system`, and in WebAssembly.

#[cfg(any(not(feature = "system"), target_family = "wasm"))]
pub use outside::{Instant, set_clock};
#[cfg(all(feature = "system", not(target_family = "wasm")))]
pub use std::time::Instant;

/// Whether there is a clock.
pub(crate) fn exists() -> bool {
    #[cfg(all(feature = "system", not(target_family = "wasm")))]
    return true;
    #[cfg(any(not(feature = "system"), target_family = "wasm"))]
    outside::is_set()
}

#[cfg(any(not(feature = "system"), target_family = "wasm"))]
mod outside {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: a function that returns the time since any fixed moment. Only the first call
    /// has an effect. Before this call, time stands still, and a
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

        /// [`Instant::duration_since`], by the name that says so.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.duration_since(earlier)
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
