//! The settings with which entries are computed.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tremaux_core::{CancelToken, Limits, SearchReport, StopReason, Termination};
use tremaux_registry::algorithms::graph_search::GRAPH_SEARCH;
use tremaux_registry::{Argument, Expression, Options};

use crate::cases::{Cases, Results, ResultsListener};
use crate::statistics::Sample;
use crate::stopped::Stopped;

/// A convention of a text, replaced by another plausible one.
///
/// It affects searches by stated conventions, `graph-search`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Breaks ties the other way: oldest first instead of newest first, and newest first
    /// instead of oldest first or least key.
    Ties,
    /// Keeps all paths to a state that is already in open where only the better one would be kept,
    /// and vice versa.
    Open,
    /// Does not reopen closed states that would be reopened, and vice versa. Changes nothing if
    /// the order is neither by g nor by f.
    Reopening,
    /// Tests goals when they are removed from open instead of when they are generated, and vice
    /// versa.
    GoalTest,
}

impl Change {
    /// All changes, with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("ties", Self::Ties),
        ("open", Self::Open),
        ("reopening", Self::Reopening),
        ("goal-test", Self::GoalTest),
    ];

    /// A description of the change.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Ties => "ties broken the opposite way",
            Self::Open => "duplicates in open treated the opposite way",
            Self::Reopening => "closed states treated the opposite way",
            Self::GoalTest => "goals tested at the other time",
        }
    }
}

/// Called with a description of the progress of a computation.
pub type Listener = Arc<dyn Fn(&str) + Send + Sync>;

/// The settings with which entries are computed.
#[derive(Clone)]
pub struct Context {
    /// The seed for the random numbers of statistical entries.
    seed: u64,
    /// The number of random instances where the text does not fix it.
    pub(crate) trials: usize,
    change: Option<Change>,
    deadline: Option<Instant>,
    cancel: CancelToken,
    listener: Option<Listener>,
    /// The number of threads for a row of many cases.
    pub(crate) threads: usize,
    /// The finished cases.
    pub(crate) cases: Cases,
    /// The searches of random walks by their length, which several entries need.
    pub(crate) walks: Arc<[OnceLock<Walks>; 31]>,
}

/// Searches from boards some random moves from the goal: A*, breadth-first, and depth-first
/// search with two bounds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Walks {
    /// The numbers of states in open and closed at the end.
    pub(crate) states: [Sample; 4],
    /// The lengths of the plans, where there are plans.
    pub(crate) lengths: [Sample; 4],
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Context");
        out.field("seed", &self.seed).field("trials", &self.trials).field("change", &self.change);
        out.finish_non_exhaustive()
    }
}

/// Seed 1, a thousand trials as in the texts, the conventions of the texts, no limits.
impl Default for Context {
    fn default() -> Self {
        Self {
            seed: 1,
            trials: 1000,
            change: None,
            deadline: None,
            cancel: CancelToken::default(),
            listener: None,
            threads: 1,
            cases: Cases::default(),
            walks: Arc::new([const { OnceLock::new() }; 31]),
        }
    }
}

impl Context {
    /// Sets the seed of the random numbers.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of random instances where a text does not fix it.
    #[must_use]
    pub fn with_trials(self, trials: usize) -> Self {
        Self { trials, ..self }
    }

    /// Sets the convention to replace, if any.
    #[must_use]
    pub fn with_change(self, change: Option<Change>) -> Self {
        Self { change, ..self }
    }

    /// Sets a token that can cancel the computation.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// Sets a listener for progress messages.
    #[must_use]
    pub fn with_listener(self, listener: Listener) -> Self {
        Self { listener: Some(listener), ..self }
    }

    /// Continues with the finished cases of long rows. `keeper` is called with all results
    /// whenever one more is finished.
    ///
    /// The results are valid only for the same program, seed, trials and change.
    #[must_use]
    pub fn with_cases(self, done: Results, keeper: ResultsListener) -> Self {
        Self { cases: Cases::kept(done, keeper), ..self }
    }

    /// Stops after this time, counted from now.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Checks whether to continue.
    ///
    /// # Errors
    ///
    /// Returns the reason to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Time);
        }
        Ok(())
    }

    /// The text of a data file that is not part of the project. It is read from the folder
    /// named by `TREMAUX_DATA`, or from `shared/data` in the working directory or one of its
    /// ancestors.
    ///
    /// # Errors
    ///
    /// Says what is needed if the file cannot be read.
    pub(crate) fn data(&self, name: &str) -> Result<String, Stopped> {
        let beside = || {
            let here = std::env::current_dir().ok()?;
            let mut folders = here.ancestors().map(|folder| folder.join("shared/data"));
            folders.find(|folder| folder.is_dir())
        };
        let folder = std::env::var_os("TREMAUX_DATA").map(PathBuf::from).or_else(beside);
        let text = folder.and_then(|folder| std::fs::read_to_string(folder.join(name)).ok());
        text.ok_or_else(|| Stopped::Needs(format!("{name} in the folder TREMAUX_DATA").leak()))
    }

    /// Sets the number of threads for a row of many cases.
    pub(crate) fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Reports progress to the listener.
    pub(crate) fn say(&self, message: impl FnOnce() -> String) {
        if let Some(listener) = &self.listener {
            listener(&message());
        }
    }

    /// The limits of one search: the remaining time.
    pub(crate) fn limits(&self) -> Limits {
        let limits = Limits::default().with_cancel(self.cancel.clone());
        match self.deadline {
            Some(deadline) => limits.with_time(deadline.saturating_duration_since(Instant::now())),
            None => limits,
        }
    }

    /// Returns the report of a search that came to its end.
    ///
    /// # Errors
    ///
    /// Returns the reason if the search was stopped.
    pub(crate) fn ended<A, C>(
        &self,
        report: SearchReport<A, C>,
    ) -> Result<SearchReport<A, C>, Stopped> {
        self.went(report.termination).map(|()| report)
    }

    /// Checks whether a computation came to its end.
    ///
    /// # Errors
    ///
    /// Returns the reason if it was stopped.
    pub(crate) fn went(&self, termination: Termination) -> Result<(), Stopped> {
        match termination {
            Termination::Stopped(StopReason::Cancelled) => Err(Stopped::Cancelled),
            Termination::Stopped(StopReason::TimeLimit) => Err(Stopped::Time),
            Termination::Stopped(reason) => Err(Stopped::Limit(reason)),
            Termination::Finished | Termination::Exhausted => Ok(()),
        }
    }

    /// The seed for the random numbers of one computation, independent of what else is
    /// computed.
    pub(crate) fn seed_for(&self, what: &str) -> u64 {
        // FNV-1a of the name, so that each computation has its own random numbers.
        let hash = what.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        hash ^ self.seed
    }

    /// An algorithm with the requested change, if it is a search by stated conventions.
    pub(crate) fn changed(&self, algorithm: &str) -> String {
        let mut expression = Expression::parse(algorithm).expect("an algorithm of the program");
        let info = &GRAPH_SEARCH.component;
        let Some(change) = self.change.filter(|_| info.is_called(&expression.name)) else {
            return algorithm.to_owned();
        };
        let options = Options::read(info, &expression).expect("options of the program");
        let other = |name, [usual, other]: [&'static str; 2]| {
            (name, if options.word(name) == usual { other } else { usual })
        };
        let is_by_cost = ["f", "g"].contains(&options.word("order"));
        let (name, value) = match change {
            Change::Ties => other("ties", ["lifo", "fifo"]),
            Change::Open => other("duplicates", ["all", "generated"]),
            Change::Reopening if !is_by_cost => return algorithm.to_owned(),
            Change::Reopening => other("reopen", ["yes", "no"]),
            Change::GoalTest => other("goal", ["expansion", "generation"]),
        };
        expression.arguments.retain(|it| it.key.as_ref().is_none_or(|(key, _)| key != name));
        let key = Some((name.to_owned(), 0));
        expression.arguments.push(Argument { key, value: Expression::name(value) });
        expression.to_string()
    }
}
