//! What entries are computed with.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tremaux_core::{CancelToken, Limits, SearchReport, StopReason, Termination};
use tremaux_search::GoalTest;
use tremaux_search::reference::{Conventions, InClosed, InOpen, Number, Rank, Tie};

use crate::cases::{Cases, Keeper, Results};

/// A convention of a text, replaced by another that a reader might have chosen.
///
/// It concerns the searches of one agent by the textbook forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Ties are broken the other way: the oldest first for the newest, the newest first for
    /// the oldest or the least number.
    Ties,
    /// A state already in open is inserted again where the better path alone would stay, and the
    /// other way round.
    Open,
    /// Closed states that a better path reaches stay closed, and those that would have
    /// stayed are opened again; where the order is by the number of actions alone it has no
    /// meaning and changes nothing.
    Reopening,
    /// Goals are recognised when they are taken from open instead of when they are
    /// generated, and the other way round.
    GoalTest,
}

impl Change {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("ties", Self::Ties),
        ("open", Self::Open),
        ("reopening", Self::Reopening),
        ("goal-test", Self::GoalTest),
    ];

    /// What it does, in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Ties => "ties broken the other way",
            Self::Open => "states in open treated the other way",
            Self::Reopening => "closed states treated the other way",
            Self::GoalTest => "goals recognised at the other time",
        }
    }
}

/// Why an entry was not computed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It was asked to stop.
    Cancelled,
    /// The time was over.
    Time,
    /// A search met another limit.
    Limit(StopReason),
    /// A data file is not there: what is needed, in words.
    Needs(&'static str),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("stopped"),
            Self::Time => f.write_str("out of time"),
            Self::Needs(what) => write!(f, "needs {what}"),
            Self::Limit(reason) => write!(f, "stopped: {reason:?}"),
        }
    }
}

/// Hears how far a computation is, in words.
pub type Listener = Arc<dyn Fn(&str) + Send + Sync>;

/// What entries are computed with.
#[derive(Clone)]
pub struct Context {
    /// Where the random numbers of statistical entries start.
    seed: u64,
    /// How many random instances they take where the text does not fix the number.
    pub(crate) trials: usize,
    change: Option<Change>,
    deadline: Option<Instant>,
    cancel: CancelToken,
    listener: Option<Listener>,
    /// On how many threads a row of many cases is computed.
    pub(crate) threads: usize,
    /// The cases that are done.
    pub(crate) cases: Cases,
    /// What several entries need.
    pub(crate) shared: Arc<Shared>,
}

/// Results that several entries need, computed once.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Of the walks of Table 7-3, by their length.
    pub(crate) walks: [OnceLock<crate::tables::nutshell_growth::Walks>; 31],
    /// The nodes of Korf's hundred by IDA* with Manhattan distance.
    pub(crate) korf_manhattan: OnceLock<Vec<u64>>,
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Context");
        out.field("seed", &self.seed).field("trials", &self.trials).field("change", &self.change);
        out.finish_non_exhaustive()
    }
}

/// Seed 1, a thousand trials as the texts have, the conventions of the texts, no limits.
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
            shared: Arc::default(),
        }
    }
}

impl Context {
    /// With random numbers that start here.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// With so many random instances where a text does not fix the number.
    #[must_use]
    pub fn with_trials(self, trials: usize) -> Self {
        Self { trials, ..self }
    }

    /// With this convention replaced, if any.
    #[must_use]
    pub fn with_change(self, change: Option<Change>) -> Self {
        Self { change, ..self }
    }

    /// Stops when this is cancelled.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// Tells this one how far it is.
    #[must_use]
    pub fn with_listener(self, listener: Listener) -> Self {
        Self { listener: Some(listener), ..self }
    }

    /// With the cases of long rows that were done before; who keeps them is told of all there
    /// are whenever one more is done.
    ///
    /// Their results hold for the same program, seed, trials and change alone.
    #[must_use]
    pub fn with_cases(self, done: Results, keeper: Keeper) -> Self {
        Self { cases: Cases::kept(done, keeper), ..self }
    }

    /// Stops after this long from now.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Whether to go on.
    ///
    /// # Errors
    ///
    /// Returns why not.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Time);
        }
        Ok(())
    }

    /// The text of a data file that is not part of the project: in the folder that
    /// `TREMAUX_DATA` names, or in `shared/data` beside the folder worked in or one above it.
    ///
    /// # Errors
    ///
    /// Returns `needs` if it cannot be read.
    pub(crate) fn data(&self, name: &str, needs: &'static str) -> Result<String, Stopped> {
        let beside = || {
            let here = std::env::current_dir().ok()?;
            let mut folders = here.ancestors().map(|folder| folder.join("shared/data"));
            folders.find(|folder| folder.is_dir())
        };
        let folder = std::env::var_os("TREMAUX_DATA").map(PathBuf::from).or_else(beside);
        let text = folder.and_then(|folder| std::fs::read_to_string(folder.join(name)).ok());
        text.ok_or(Stopped::Needs(needs))
    }

    /// With so many threads for a row of many cases.
    pub(crate) fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Tells how far a computation is.
    pub(crate) fn say(&self, message: impl FnOnce() -> String) {
        if let Some(listener) = &self.listener {
            listener(&message());
        }
    }

    /// The limits of one search: what is left of the time.
    pub(crate) fn limits(&self) -> Limits {
        let limits = Limits::default().with_cancel(self.cancel.clone());
        match self.deadline {
            Some(deadline) => limits.with_time(deadline.saturating_duration_since(Instant::now())),
            None => limits,
        }
    }

    /// Hands on the report of a search that came to its end.
    ///
    /// # Errors
    ///
    /// Returns why it did not.
    pub(crate) fn ended<A, C>(
        &self,
        report: SearchReport<A, C>,
    ) -> Result<SearchReport<A, C>, Stopped> {
        self.went(report.termination).map(|()| report)
    }

    /// Whether a computation came to its end.
    ///
    /// # Errors
    ///
    /// Returns why it did not.
    pub(crate) fn went(&self, termination: Termination) -> Result<(), Stopped> {
        match termination {
            Termination::Stopped(StopReason::Cancelled) => Err(Stopped::Cancelled),
            Termination::Stopped(StopReason::TimeLimit) => Err(Stopped::Time),
            Termination::Stopped(reason) => Err(Stopped::Limit(reason)),
            Termination::Finished | Termination::Exhausted => Ok(()),
        }
    }

    /// A seed for the random numbers of one computation, the same whatever else is computed.
    pub(crate) fn seed_for(&self, what: &str) -> u64 {
        // FNV-1a of the name, so that each computation has numbers of its own.
        let hash = what.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        hash ^ self.seed
    }

    /// The conventions of a text, one of them replaced if that is asked for.
    pub(crate) fn conventions<T>(
        &self,
        conventions: Conventions<Number<T>>,
    ) -> Conventions<Number<T>> {
        match self.change {
            None => conventions,
            Some(Change::Ties) => {
                let tie = match conventions.tie {
                    Tie::Newest => Tie::Oldest,
                    Tie::Oldest | Tie::Least(_) => Tie::Newest,
                };
                Conventions { tie, ..conventions }
            }
            Some(Change::Open) => {
                let in_open = match conventions.in_open {
                    InOpen::Keep => InOpen::Replace,
                    InOpen::Replace => InOpen::Keep,
                };
                Conventions { in_open, ..conventions }
            }
            // By the number of actions nothing is reached again in fewer, or everything in
            // more, without end.
            Some(Change::Reopening)
                if matches!(conventions.rank, Rank::Shallowest | Rank::Deepest) =>
            {
                conventions
            }
            Some(Change::Reopening) => {
                let in_closed = match conventions.in_closed {
                    InClosed::Drop => InClosed::Reopen,
                    InClosed::Reopen => InClosed::Drop,
                };
                Conventions { in_closed, ..conventions }
            }
            Some(Change::GoalTest) => {
                let goal_test = match conventions.goal_test {
                    GoalTest::OnGeneration => GoalTest::OnExpansion,
                    GoalTest::OnExpansion => GoalTest::OnGeneration,
                };
                Conventions { goal_test, ..conventions }
            }
        }
    }
}
