//! A progress line on standard error, only on a terminal.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tremaux_registry::{GameSnapshot, Snapshot};

use crate::quantity::{bytes_in_words, count_in_words, seconds_in_words};

/// The progress line, if it is shown.
pub struct ProgressLine {
    bar: Option<ProgressBar>,
    /// A prefix, such as the number of the instance.
    label: String,
    /// Nodes and seconds at the last update.
    last: (u64, f64),
}

impl ProgressLine {
    /// Time between updates.
    pub(crate) const PERIOD: Duration = Duration::from_millis(100);

    /// A line on standard error, shown if that is a terminal and `--quiet` is not given. It moves
    /// by itself, so that a step that reports nothing does not look frozen.
    pub fn new(is_quiet: bool, label: String) -> Self {
        let is_shown = !is_quiet && stderr().is_terminal();
        let bar = is_shown.then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            let bar = ProgressBar::with_draw_target(None, target);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Self::PERIOD);
            bar
        });
        Self { bar, label, last: (0, 0.0) }
    }

    /// The line itself, if it is shown.
    pub fn bar(&self) -> Option<ProgressBar> {
        self.bar.clone()
    }

    /// Shows a message, also on a line that was cleared.
    pub(crate) fn work(&self, message: &str) {
        if let Some(bar) = &self.bar {
            bar.reset();
            bar.enable_steady_tick(Self::PERIOD);
        }
        self.say(message);
    }

    /// Hides the line while `write` writes, perhaps to the same terminal.
    pub fn pause<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Shows a message.
    pub fn say(&self, message: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{}{message}", self.label));
            bar.tick();
        }
    }

    /// Shows the progress of a search.
    pub(crate) fn show(&mut self, snapshot: &Snapshot) {
        self.say(&line(snapshot, self.last));
        self.last = (snapshot.expanded, snapshot.seconds);
    }

    /// Shows the progress of a game analysis.
    pub(crate) fn show_game(&self, snapshot: &GameSnapshot) {
        let GameSnapshot { depth, nodes, score, bounds, best, seconds } = snapshot;
        let (time, nodes) = (seconds_in_words(*seconds), count_in_words(*nodes as f64));
        self.say(&match bounds {
            Some((least, most)) => format!("{time} · {nodes} positions · score {least} to {most}"),
            None => {
                let score = score.map_or(String::new(), |score| format!(" · score {score}"));
                format!("{time} · depth {depth} · {nodes} positions · best {best}{score}")
            }
        });
    }

    /// Removes the line.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for ProgressLine {
    /// An error leaves no half-written line behind.
    fn drop(&mut self) {
        self.clear();
    }
}

fn line(now: &Snapshot, (nodes, seconds): (u64, f64)) -> String {
    let speed = (now.expanded - nodes) as f64 / (now.seconds - seconds).max(1e-6);
    let cost = now.cost.map_or(String::new(), |cost| format!(" · best {cost}"));
    let memory = match now.bytes {
        0 => String::new(),
        bytes => format!(" · {}", bytes_in_words(bytes)),
    };
    format!(
        "{} · {} nodes · {} nodes/s · bound {}{cost}{memory}",
        seconds_in_words(now.seconds),
        count_in_words(now.expanded as f64),
        count_in_words(speed),
        now.bound,
    )
}

#[cfg(test)]
mod tests {
    use super::line;
    use tremaux_registry::{Number, Snapshot};

    #[test]
    fn the_line_tells_speed_since_the_last() {
        let snapshot = Snapshot {
            expanded: 3_000_000,
            generated: 6_000_000,
            bound: Number::Whole(51),
            cost: None,
            bytes: 120_000_000,
            seconds: 2.0,
        };
        let text = line(&snapshot, (1_000_000, 1.0));
        assert_eq!(text, "2.00 s · 3.00 M nodes · 2.00 M nodes/s · bound 51 · 120 MB");
    }
}
