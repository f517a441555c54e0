//! Stores rows in SQLite. Each row is written as soon as its run has ended.

use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, params};
use serde_json::Value;
use thiserror::Error;

use crate::row::Row;

/// The application id in the header of the SQLite file: "Trmx".
const APPLICATION: i64 = 0x5472_6d78;
/// The version of the database schema.
const SCHEMA: i64 = 1;

/// The most bytes of a line of an import, and of all its lines, so that endless input does not
/// fill the memory.
const LONGEST_LINE: u64 = 16 << 20;
const MOST_BYTES: u64 = 1 << 30;

const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS runs (
        key TEXT PRIMARY KEY,
        experiment TEXT NOT NULL,
        version TEXT NOT NULL,
        build TEXT NOT NULL,
        host TEXT NOT NULL,
        domain TEXT NOT NULL,
        problem TEXT NOT NULL,
        instance TEXT NOT NULL,
        configuration TEXT NOT NULL,
        algorithm TEXT,
        heuristic TEXT,
        seed INTEGER NOT NULL,
        limits TEXT NOT NULL,
        command TEXT NOT NULL,
        exit INTEGER,
        outcome TEXT NOT NULL,
        reason TEXT,
        cost REAL,
        length INTEGER,
        bound REAL,
        optimal INTEGER,
        expanded INTEGER,
        generated INTEGER,
        peak_bytes INTEGER,
        seconds REAL,
        wall_seconds REAL NOT NULL,
        at_once INTEGER NOT NULL,
        started INTEGER NOT NULL,
        report TEXT
    ) STRICT, WITHOUT ROWID;
";

const INSERT: &str = "
    INSERT OR IGNORE INTO runs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
        ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)";

/// A database of rows.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
}

/// The reason why a database cannot be used.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The file is a database of another application.
    #[error("{} is a database, but not a database of experiments", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version.
    #[error(
        "{} was written by a later version (schema {schema}; this version supports {SCHEMA})",
        path.display()
    )]
    Later {
        /// The file.
        path: PathBuf,
        /// The schema of the file.
        schema: i64,
    },
    /// SQLite failed.
    #[error("{}: {source}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// The underlying error.
        source: rusqlite::Error,
    },
    /// A line of an import cannot be read.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The problem.
        reason: String,
    },
    /// Rows cannot be read or written.
    #[error(transparent)]
    Stream(#[from] std::io::Error),
}

/// The result of merging rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The number of rows added.
    pub added: usize,
    /// The number of rows that already existed.
    pub known: usize,
}

impl Database {
    /// Opens the database at `path`, and creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has another format or cannot be opened.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let failed = |source| DatabaseError::Sqlite { path: path.to_owned(), source };
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        let database = Self { connection, path: path.to_owned() };
        database.prepare()?;
        Ok(database)
    }

    fn prepare(&self) -> Result<(), DatabaseError> {
        let number = |query: &str| -> Result<i64, DatabaseError> {
            self.ask(|connection| connection.query_row(query, [], |row| row.get(0)))
        };
        self.ask(|connection| connection.busy_timeout(Duration::from_secs(30)))?;
        let application = number("PRAGMA application_id")?;
        let schema = number("PRAGMA user_version")?;
        let objects = number("SELECT count(*) FROM sqlite_schema")?;
        if application != APPLICATION && objects > 0 {
            return Err(DatabaseError::Foreign { path: self.path.clone() });
        }
        if schema > SCHEMA {
            return Err(DatabaseError::Later { path: self.path.clone(), schema });
        }
        self.ask(|connection| {
            connection.pragma_update(None, "application_id", APPLICATION)?;
            connection.pragma_update(None, "user_version", SCHEMA)?;
            // A process that is killed keeps exactly what it has committed.
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.execute_batch(TABLE)
        })
    }

    /// The answer of SQLite.
    fn ask<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, DatabaseError> {
        let failed = |source| DatabaseError::Sqlite { path: self.path.clone(), source };
        work(&self.connection).map_err(failed)
    }

    /// Whether the database contains a run.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn holds(&self, key: &str) -> Result<bool, DatabaseError> {
        self.ask(|connection| {
            let mut statement = connection.prepare_cached("SELECT 1 FROM runs WHERE key = ?1")?;
            statement.exists([key])
        })
    }

    /// Writes a row to the disk unless its run already exists. Returns whether it was added.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn add(&self, row: &Row) -> Result<bool, DatabaseError> {
        let number = |name: &str| row.number(name);
        let whole = |name: &str| number(name).map(|value| value as i64);
        let optimal = row.report.as_ref().and_then(|it| it.get("optimal")?.as_bool());
        self.ask(|connection| {
            let mut statement = connection.prepare_cached(INSERT)?;
            let changed = statement.execute(params![
                row.key,
                row.experiment,
                row.version,
                row.build,
                row.host.to_string(),
                row.domain,
                row.problem,
                row.instance,
                row.configuration,
                row.algorithm,
                row.heuristic,
                // SQLite has only signed integers; the bits are kept.
                row.seed.cast_signed(),
                row.limits.to_string(),
                row.command,
                row.exit,
                row.outcome.to_string(),
                row.reason,
                number("cost"),
                whole("length"),
                number("bound"),
                optimal,
                whole("expanded"),
                whole("generated"),
                whole("peak_bytes"),
                number("seconds"),
                row.wall_seconds,
                row.at_once.cast_signed(),
                row.started.cast_signed(),
                row.report.as_ref().map(Value::to_string),
            ])?;
            Ok(changed == 1)
        })
    }

    /// All rows, ordered by experiment, problem, configuration, instance, seed and key.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn rows(&self) -> Result<Vec<Row>, DatabaseError> {
        const COLUMNS: &str = "key, experiment, version, build, host, domain, problem, instance,
            configuration, algorithm, heuristic, seed, limits, command, exit, outcome, reason,
            report, wall_seconds, at_once, started";
        let statement = format!(
            "SELECT {COLUMNS} FROM runs
            ORDER BY experiment, problem, configuration, instance, seed, key"
        );
        let json = |text: String| serde_json::from_str(&text).unwrap_or(Value::Null);
        let read = |row: &rusqlite::Row<'_>| {
            let outcome: String = row.get(15)?;
            let outcome = outcome.parse().map_err(|reason: String| {
                let kind = rusqlite::types::Type::Text;
                rusqlite::Error::FromSqlConversionFailure(15, kind, reason.into())
            })?;
            Ok(Row {
                key: row.get(0)?,
                experiment: row.get(1)?,
                version: row.get(2)?,
                build: row.get(3)?,
                host: json(row.get(4)?),
                domain: row.get(5)?,
                problem: row.get(6)?,
                instance: row.get(7)?,
                configuration: row.get(8)?,
                algorithm: row.get(9)?,
                heuristic: row.get(10)?,
                seed: row.get::<_, i64>(11)?.cast_unsigned(),
                limits: json(row.get(12)?),
                command: row.get(13)?,
                exit: row.get(14)?,
                outcome,
                reason: row.get(16)?,
                report: row.get::<_, Option<String>>(17)?.map(json),
                wall_seconds: row.get(18)?,
                at_once: row.get::<_, i64>(19)?.cast_unsigned(),
                started: row.get::<_, i64>(20)?.cast_unsigned(),
            })
        };
        self.ask(|connection| connection.prepare(&statement)?.query_map([], read)?.collect())
    }

    /// Writes all rows as JSON objects, one per line. Returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be read or written.
    pub fn export(&self, out: &mut dyn Write) -> Result<usize, DatabaseError> {
        let rows = self.rows()?;
        for row in &rows {
            serde_json::to_writer(&mut *out, row).map_err(std::io::Error::from)?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
        Ok(rows.len())
    }

    /// Adds rows: either all or none of them.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. Nothing is added then.
    pub fn add_all(&mut self, rows: &[Row]) -> Result<Merged, DatabaseError> {
        self.ask(|connection| connection.execute_batch("BEGIN IMMEDIATE"))?;
        let mut merged = Merged::default();
        for row in rows {
            match self.add(row) {
                Ok(true) => merged.added += 1,
                Ok(false) => merged.known += 1,
                Err(error) => {
                    // Only the first failure is reported.
                    let _ = self.connection.execute_batch("ROLLBACK");
                    return Err(error);
                }
            }
        }
        self.ask(|connection| connection.execute_batch("COMMIT"))?;
        Ok(merged)
    }
}

/// The rows written by [`Database::export`].
///
/// # Errors
///
/// Returns an error at the first line that is not a row.
pub fn parse_rows(lines: &mut dyn BufRead) -> Result<Vec<Row>, DatabaseError> {
    let mut rows = Vec::new();
    let mut left = MOST_BYTES;
    for at in 1.. {
        let mut line = String::new();
        let count = (&mut *lines).take(LONGEST_LINE.min(left)).read_line(&mut line)? as u64;
        if count == 0 && left > 0 {
            break;
        }
        left -= count;
        if count == LONGEST_LINE || left == 0 {
            let reason = format!(
                "too long: expected lines of at most {} MiB, {} MiB in all",
                LONGEST_LINE >> 20,
                MOST_BYTES >> 20
            );
            return Err(DatabaseError::Line { line: at, reason });
        }
        if line.trim().is_empty() {
            continue;
        }
        let row: Row = serde_json::from_str(&line).map_err(|error| {
            let reason = format!("column {}: {error}", error.column());
            DatabaseError::Line { line: at, reason }
        })?;
        rows.push(row);
    }
    Ok(rows)
}
