//! The tables, read from the files of `figures/`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::entry::{Code, Computation, Compute, Effort, Entry, Kind, Origin, Table};
use crate::figure::{Printed, Written};
use crate::requests::{Request, Take};

/// The files, whose tables follow each other in display order.
const FILES: [&str; 8] = [
    include_str!("../figures/nutshell.toml"),
    include_str!("../figures/sac_search.toml"),
    include_str!("../figures/brockington_memory.toml"),
    include_str!("../figures/korf.toml"),
    include_str!("../figures/histograms.toml"),
    include_str!("../figures/games.toml"),
    include_str!("../figures/sac_games.toml"),
    include_str!("../figures/brockington_sokoban.toml"),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    table: Vec<WrittenTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTable {
    name: String,
    title: String,
    source: String,
    conventions: String,
    /// The kind and the code of rows that do not name others.
    kind: Kind,
    code: Code,
    /// The origin of the figures of rows that do not name another.
    #[serde(default)]
    origin: Origin,
    rows: String,
    columns: Vec<String>,
    #[serde(default)]
    take: Vec<Take>,
    row: Vec<WrittenRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRow {
    /// The part of the id after the name of the table.
    id: String,
    what: String,
    kind: Option<Kind>,
    code: Option<Code>,
    origin: Option<Origin>,
    printed: Vec<Written>,
    #[serde(default)]
    ours: Vec<Written>,
    /// The computation, or what is missing.
    run: Option<Request>,
    needs: Option<String>,
    /// The seconds of a row that is computed by default.
    #[serde(default)]
    quick: u32,
    /// The seconds of a row that is computed on request.
    long: Option<u32>,
    take: Option<Vec<Take>>,
    #[serde(default)]
    comment: String,
}

fn figures(written: Vec<Written>) -> &'static [Printed] {
    written.into_iter().map(Printed::from).collect::<Vec<_>>().leak()
}

impl WrittenTable {
    /// The table, which lives as long as the program.
    fn table(self) -> Table {
        let entries: Vec<Entry> = self
            .row
            .into_iter()
            .map(|row| {
                let take = row.take.unwrap_or_else(|| self.take.clone());
                let command = row.run.as_ref().and_then(Request::command);
                let compute = match (row.run, row.needs) {
                    (Some(request), None) => Compute::By(
                        row.code.unwrap_or(self.code),
                        Box::leak(Box::new(Computation { request, take })),
                    ),
                    (None, Some(needs)) => Compute::Needs(needs.leak()),
                    _ => panic!("{}/{}: expected either run or needs", self.name, row.id),
                };
                let is_computed = matches!(compute, Compute::By(..));
                let kind = if is_computed { self.kind } else { Kind::Orientation };
                Entry {
                    id: format!("{}/{}", self.name, row.id).leak(),
                    what: row.what.leak(),
                    kind: row.kind.unwrap_or(kind),
                    origin: row.origin.unwrap_or(self.origin),
                    printed: figures(row.printed),
                    compute,
                    command: command.map(|command| &*command.leak()),
                    effort: row.long.map_or(Effort::Quick(row.quick), Effort::Long),
                    ours: figures(row.ours),
                    comment: row.comment.leak(),
                }
            })
            .collect();
        let columns = self.columns.into_iter().map(|column| &*column.leak());
        Table {
            name: self.name.leak(),
            title: self.title.leak(),
            source: self.source.leak(),
            conventions: self.conventions.leak(),
            rows: self.rows.leak(),
            columns: columns.collect::<Vec<&'static str>>().leak(),
            entries: entries.leak(),
        }
    }
}

/// Every table, in display order.
pub static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let files = FILES.into_iter().map(toml::from_str::<File>);
    let files = files.map(|file| file.expect("the files are part of the program"));
    files.flat_map(|file| file.table.into_iter().map(WrittenTable::table)).collect()
});

/// A part of a source that this program does not have yet.
#[derive(Clone, Copy, Debug)]
pub struct NotYet {
    /// The source: author, title, year.
    pub source: &'static str,
    /// The part, in a few words.
    pub what: &'static str,
}

/// The parts of the sources that are neither in the tables nor in the program, or have no row
/// although the program has them. Parts of one source follow each other.
pub static NOT_YET: LazyLock<Vec<NotYet>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Source {
        source: String,
        parts: Vec<String>,
    }
    #[derive(Deserialize)]
    struct Sources {
        source: Vec<Source>,
    }
    let text = include_str!("../figures/not_yet.toml");
    let file: Sources = toml::from_str(text).expect("the file is part of the program");
    let parts = file.source.into_iter().flat_map(|Source { source, parts }| {
        let source: &'static str = source.leak();
        parts.into_iter().map(move |what| NotYet { source, what: what.leak() })
    });
    parts.collect()
});
