//! The settings of a server.

use std::time::Duration;

/// The settings of a server.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The time for each move; on a clock, the most.
    pub time: Option<Duration>,
    /// Whether hopeless games are resigned.
    pub resigns: bool,
    /// The number of rows until a `boardsize`.
    pub size: usize,
    /// The komi in halves of a point until a `komi`.
    pub komi: i32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { time: None, resigns: true, size: 9, komi: 15 }
    }
}

impl Settings {
    /// The time for each move if neither the settings nor the controller limit it.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(5);
}
