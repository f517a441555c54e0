//! Runs what is not in the database yet, several processes at once.

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
use crate::process::{Ending, Finished, Ration};
use crate::program::{Host, Program, ProgramError};
use crate::row::Row;

/// Where an experiment is run.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The name of the experiment.
    pub experiment: String,
    /// The program that is measured unless a configuration names another.
    pub program: Program,
    /// How many processes run at once.
    pub at_once: usize,
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Runs that are in the database.
    pub done: usize,
    /// All of them.
    pub all: usize,
    /// The run that has just ended; none at the start.
    pub last: Option<&'a Row>,
}

/// What came of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The rows of the plan that are in the database, in the plan's order.
    pub rows: Vec<Row>,
    /// How many of them were run now.
    pub run: usize,
    /// How many were there before.
    pub known: usize,
    /// How many are left, after an interruption.
    pub left: usize,
}

/// Why an experiment was not run to its end.
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
        /// Why.
        source: std::io::Error,
    },
}

/// A task with its key and program.
struct Keyed<'a> {
    task: &'a Task,
    key: String,
    program: &'a Program,
}

impl Bench {
    /// Runs every task of `plan` that `database` does not hold, and returns the rows of all.
    ///
    /// A row is written as soon as its run has ended. Once `cancel` is set, no run is begun,
    /// and those in flight are killed and leave no row.
    ///
    /// # Errors
    ///
    /// Fails if a program cannot be started or the database cannot be written; the rows
    /// written by then stay.
    pub fn run(
        &self,
        plan: &Plan,
        database: &Database,
        cancel: &CancelToken,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Done, RunError> {
        let mut programs: HashMap<&str, Program> = HashMap::new();
        for task in &plan.tasks {
            if let Some(path) = &task.program
                && !programs.contains_key(path.as_str())
            {
                programs.insert(path, Program::at(Path::new(path))?);
            }
        }
        let keyed: Vec<Keyed> = plan
            .tasks
            .iter()
            .map(|task| {
                let named = task.program.as_deref().and_then(|path| programs.get(path));
                let program = named.unwrap_or(&self.program);
                Keyed { task, key: task.key(program), program }
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
        // Another experiment may have called the same run something else.
        let rows = keyed.iter().filter_map(|one| {
            let mut row = held.get(&one.key)?.clone();
            row.configuration.clone_from(&one.task.configuration);
            row.problem.clone_from(&one.task.problem);
            Some(row)
        });
        let rows = rows.collect();
        let left = missing.len() - run;
        Ok(Done { rows, run, known, left })
    }

    fn run_all(
        &self,
        missing: &[&Keyed],
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
            for _ in 0..at_once {
                let (sender, next, stop, host) = (sender.clone(), &next, &stop, &host);
                scope.spawn(move || {
                    while !cancel.is_cancelled() && !stop.is_cancelled() {
                        let Some(one) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        let row = self.run_one(one, host, cancel).transpose();
                        if row.is_none_or(|row| sender.send(row).is_err()) {
                            break;
                        }
                    }
                });
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

    /// Returns none if it was cancelled.
    fn run_one(
        &self,
        one: &Keyed,
        host: &Value,
        cancel: &CancelToken,
    ) -> Result<Option<Row>, RunError> {
        let Keyed { task, key, program } = one;
        let ration = Ration::for_search(time_of(&task.limits), process_memory_of(&task.limits));
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
