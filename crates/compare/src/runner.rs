//! Executes the runs that the database does not contain yet, several processes at once.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;
use thiserror::Error;
use tremaux_core::CancelToken;

use crate::database::{Database, DatabaseError};
use crate::plan::{Plan, Task, process_memory_of, time_of};
use crate::process::{Ending, Finished, ProcessLimits};
use crate::program::{Host, Program, ProgramError};
use crate::row::Row;

/// The environment in which an experiment is run.
#[derive(Clone, Debug)]
pub struct RunEnvironment {
    /// The name of the experiment.
    pub experiment: String,
    /// The program to measure, unless a configuration names another.
    pub program: Program,
    /// The number of processes to run at once.
    pub at_once: usize,
}

/// The progress of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The number of runs in the database.
    pub done: usize,
    /// The total number of runs.
    pub all: usize,
    /// The run that has just ended; `None` at the start.
    pub last: Option<&'a Row>,
}

/// The result of running an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExperimentOutcome {
    /// The rows of the plan that are in the database, in the order of the plan.
    pub rows: Vec<Row>,
    /// The number of runs executed now.
    pub run: usize,
    /// The number of runs that already existed.
    pub known: usize,
    /// The number of runs left after an interruption.
    pub left: usize,
}

/// The reason why an experiment was not completed.
#[derive(Debug, Error)]
pub enum RunError {
    /// A program cannot be used.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A process cannot be started.
    #[error("cannot start `{command}`: {source}")]
    Start {
        /// The command.
        command: String,
        /// The underlying error.
        source: std::io::Error,
    },
}

/// A task with its key and program.
struct KeyedTask<'a> {
    task: &'a Task,
    key: String,
    program: &'a Program,
}

impl RunEnvironment {
    /// Executes every task of `plan` that `database` does not contain, and returns the rows of
    /// all.
    ///
    /// Each row is written as soon as its run has ended. Once `cancel` is set, no further run
    /// starts, and the current ones are killed without leaving a row.
    ///
    /// # Errors
    ///
    /// Returns an error if a program cannot be started or the database cannot be written. The
    /// rows written before that are kept.
    pub fn run(
        &self,
        plan: &Plan,
        database: &Database,
        cancel: &CancelToken,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<ExperimentOutcome, RunError> {
        let mut programs: HashMap<&str, Program> = HashMap::new();
        for task in &plan.tasks {
            if let Some(path) = &task.program
                && !programs.contains_key(path.as_str())
            {
                programs.insert(path, Program::at(Path::new(path))?);
            }
        }
        let keyed: Vec<KeyedTask> = plan
            .tasks
            .iter()
            .map(|task| {
                let named = task.program.as_deref().and_then(|path| programs.get(path));
                let program = named.unwrap_or(&self.program);
                KeyedTask { task, key: task.key(program), program }
            })
            .collect();
        let mut missing = Vec::new();
        let mut asked = HashSet::new();
        for one in &keyed {
            if asked.insert(&one.key) && !database.holds(&one.key)? {
                missing.push(one);
            }
        }
        let all = asked.len();
        let known = all - missing.len();
        watch(Progress { done: known, all, last: None });
        let run = self.run_all(&missing, database, cancel, &mut |done, row| {
            watch(Progress { done: known + done, all, last: Some(row) });
        })?;
        let held: HashMap<String, Row> =
            database.rows()?.into_iter().map(|row| (row.key.clone(), row)).collect();
        // Another experiment may have used a different name for the same run.
        let rows = keyed.iter().filter_map(|one| {
            let mut row = held.get(&one.key)?.clone();
            row.configuration.clone_from(&one.task.configuration);
            row.problem.clone_from(&one.task.problem);
            Some(row)
        });
        let rows = rows.collect();
        let left = missing.len() - run;
        Ok(ExperimentOutcome { rows, run, known, left })
    }

    fn run_all(
        &self,
        missing: &[&KeyedTask],
        database: &Database,
        cancel: &CancelToken,
        ended: &mut dyn FnMut(usize, &Row),
    ) -> Result<usize, RunError> {
        let host = serde_json::to_value(Host::here()).unwrap_or(Value::Null);
        let next = AtomicUsize::new(0);
        let stop = CancelToken::default();
        let at_once = self.at_once.clamp(1, missing.len().max(1));
        thread::scope(|scope| {
            let (sender, rows) = mpsc::channel::<Result<Row, RunError>>();
            for worker in 0..at_once {
                let (sender, next, stop, host) = (sender.clone(), &next, &stop, &host);
                let work = move || {
                    while !cancel.is_cancelled() && !stop.is_cancelled() {
                        let Some(one) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        let row = self.run_one(one, host, cancel).transpose();
                        if row.is_none_or(|row| sender.send(row).is_err()) {
                            break;
                        }
                    }
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    Err(_) if worker > 0 => break,
                    Err(source) => {
                        return Err(RunError::Start { command: "a thread".to_owned(), source });
                    }
                }
            }
            drop(sender);
            let mut count = 0;
            for row in rows {
                let kept = row.and_then(|row| {
                    database.add(&row)?;
                    Ok(row)
                });
                match kept {
                    Ok(row) => {
                        count += 1;
                        ended(count, &row);
                    }
                    Err(error) => {
                        stop.cancel();
                        return Err(error);
                    }
                }
            }
            Ok(count)
        })
    }

    /// Returns `None` if it was cancelled.
    fn run_one(
        &self,
        one: &KeyedTask,
        host: &Value,
        cancel: &CancelToken,
    ) -> Result<Option<Row>, RunError> {
        let KeyedTask { task, key, program } = one;
        let ration =
            ProcessLimits::for_search(time_of(&task.limits), process_memory_of(&task.limits));
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
        let finished = Finished::run(&program.path, &task.arguments, ration, cancel)
            .map_err(|source| RunError::Start { command: task.command(program), source })?;
        if finished.ending == Ending::Cancelled {
            return Ok(None);
        }
        let (outcome, reason, report) = finished.judge();
        Ok(Some(Row {
            key: key.clone(),
            experiment: self.experiment.clone(),
            version: program.version.clone(),
            build: program.build.clone(),
            host: host.clone(),
            domain: task.domain.clone(),
            problem: task.problem.clone(),
            instance: task.instance.clone(),
            configuration: task.configuration.clone(),
            algorithm: task.algorithm.clone(),
            heuristic: task.heuristic.clone(),
            seed: task.seed,
            limits: task.limits(),
            command: task.command(program),
            exit: match finished.ending {
                Ending::Exit(status) => Some(status),
                Ending::Signal(_) | Ending::TimedOut | Ending::Cancelled => None,
            },
            outcome,
            reason,
            report,
            wall_seconds: finished.wall.as_secs_f64(),
            at_once: self.at_once as u64,
            started,
        }))
    }
}
