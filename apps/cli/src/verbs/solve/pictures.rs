//! Pictures of one or several searches on a grid, side by side.

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use tremaux_core::CancelToken;
use tremaux_registry::{DomainEntry, DomainInfo, SolveReport, SolveRequest};

use crate::atomic_file::write_whole;
use crate::drawing::cells::{LEGEND, Panel, png, svg, text};
use crate::drawing::picture_file::{self, check_extension, check_renderer, has_extension};
use crate::failure::{Failure, not_applicable};
use crate::instances::worst_status;
use crate::options::{Format, GlobalOptions};
use crate::output::Reports;
use crate::style::Style;
use crate::text::write_brief;

use super::cell_trace::CellTrace;
use super::recording::Recording;

/// The domains whose searches can be drawn: their states are cells of a grid.
const DRAWN: [&str; 1] = ["grid"];

/// Maximum width of a grid in a terminal, in columns.
const WIDEST: usize = 400;

/// The option `--draw`.
pub(super) fn draw_argument(help: &'static str) -> Arg {
    Arg::new("draw")
        .long("draw")
        .value_name("FILE")
        .value_hint(ValueHint::FilePath)
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

/// The file of `--draw` for a domain whose solutions can be drawn.
pub(super) fn solution_file(
    domain: &dyn DomainEntry,
    matches: &ArgMatches,
) -> Result<Option<PathBuf>, Failure> {
    if !domain.draws_solutions() {
        return Ok(None);
    }
    let file = draw_file(matches)?;
    if file.as_deref().is_some_and(|path| has_extension(path, "png")) {
        check_renderer("--draw")?;
    }
    Ok(file)
}

fn draw_file(matches: &ArgMatches) -> Result<Option<PathBuf>, Failure> {
    let path: Option<&PathBuf> = matches.get_one("draw");
    path.map(|path| check_extension("--draw", path, &["svg", "png"])).transpose()?;
    Ok(path.cloned())
}

/// Writes a picture of a solution as SVG or PNG.
pub(super) fn write_solution(path: &Path, svg: &str) -> Result<(), Failure> {
    if has_extension(path, "svg") {
        return write_whole(path, svg.as_bytes());
    }
    let image = picture_file::png(svg, 2.0);
    write_whole(path, &image.map_err(|error| Failure::Usage(format!("--draw: {error}")))?)
}

/// Adds the options of pictures if searches of this domain can be drawn.
pub(super) fn with_arguments(info: &DomainInfo, command: Command) -> Command {
    if !DRAWN.contains(&info.name) {
        return command;
    }
    command
        .arg(draw_argument("Draw visited cells, frontier and path to a .svg or .png file"))
        .arg(
            Arg::new("show")
                .long("show")
                .action(ArgAction::SetTrue)
                .help("Show the same picture in the terminal"),
        )
        .arg(
            Arg::new("compare")
                .long("compare")
                .value_name("NAMES")
                .conflicts_with("algorithm")
                .help("Compare algorithms, such as depth-first-graph,breadth-first"),
        )
}

/// The options of pictures.
pub(super) struct PictureOptions {
    draw: Option<PathBuf>,
    is_shown: bool,
    /// The algorithms to compare, if several.
    compared: Option<Vec<String>>,
}

impl PictureOptions {
    /// The options in `matches`; `None` if no picture is requested.
    pub(super) fn of(
        info: &DomainInfo,
        matches: &ArgMatches,
        format: Format,
    ) -> Result<Option<Self>, Failure> {
        if !DRAWN.contains(&info.name) {
            return Ok(None);
        }
        let draw = draw_file(matches)?;
        let compare: Option<&String> = matches.get_one("compare");
        let is_shown = matches.get_flag("show");
        if draw.is_none() && compare.is_none() && !is_shown {
            return Ok(None);
        }
        if is_shown && format != Format::Text {
            return not_applicable("--show", "the picture is printed only with --format text");
        }
        let names = |names: &String| names_in(names).map(|name| name.trim().to_owned()).collect();
        Ok(Some(Self { draw, is_shown, compared: compare.map(names) }))
    }

    /// Whether several algorithms are compared.
    pub(super) fn is_comparison(&self) -> bool {
        self.compared.is_some()
    }

    /// What to solve an instance with: `request`, with each algorithm that is compared.
    pub(super) fn requests(&self, request: SolveRequest) -> Vec<SolveRequest> {
        let Some(names) = &self.compared else { return vec![request] };
        let with =
            |name: &String| SolveRequest { algorithm: Some(name.clone()), ..request.clone() };
        names.iter().map(with).collect()
    }

    /// Whether a picture is drawn or shown.
    pub(super) fn has_pictures(&self) -> bool {
        self.is_shown || self.draw.is_some()
    }

    /// Fails if the grid is too wide for the terminal.
    pub(super) fn check_width(&self, cells: &CellTrace) -> Result<(), Failure> {
        if !self.is_shown || cells.width() <= WIDEST {
            return Ok(());
        }
        let message = format!(
            "--show: the grid is {} cells wide, more than {WIDEST}; use --draw FILE instead",
            cells.width()
        );
        Err(Failure::Usage(message))
    }

    /// Shows the recordings, writes the results, then draws; returns the exit status.
    pub(super) fn write(
        &self,
        results: Vec<(SolveReport, Option<Recording>)>,
        cancel: &CancelToken,
        (global, format, style): (&GlobalOptions, Format, Style),
        out: &mut dyn Write,
    ) -> Result<u8, Failure> {
        let (mut all, mut panels, mut status) = (Vec::new(), Vec::new(), 0);
        for (report, recording) in results {
            status = worst_status(status, &report, cancel);
            if let Some(Recording::Cells(cells)) = recording {
                if cells.is_cut_off() && !global.quiet {
                    let algorithm = &report.algorithm;
                    let _ = writeln!(
                        stderr(),
                        "note: {algorithm}: the picture shows only the first steps"
                    );
                }
                panels.push(panel(&report, cells));
            }
            all.push(report);
        }
        if self.is_shown {
            for panel in &panels {
                writeln!(out, "{}", text(panel, style.is_colored))?;
            }
            writeln!(out, "{LEGEND}\n")?;
        }
        if self.is_comparison() && format == Format::Text {
            for report in &all {
                write_brief(out, report, style)?;
            }
            out.flush()?;
        } else {
            let is_many = self.is_comparison();
            let mut reports = Reports::new(out, format, style, global.verbose, is_many);
            for report in &all {
                reports.write(report, None)?;
            }
            reports.finish()?;
        }
        if let Some(path) = &self.draw {
            write_picture(path, &panels).map_err(Failure::after_result)?;
        }
        Ok(status)
    }
}

/// The names in a list; commas within brackets do not separate.
fn names_in(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    list.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth <= 0
    })
}

fn of_steps(length: usize) -> String {
    if length == 1 { "1 step".into() } else { format!("{length} steps") }
}

/// The picture of a search, with its result above.
fn panel(report: &SolveReport, cells: CellTrace) -> Panel {
    let length = match report.length {
        Some(length) if report.optimal == Some(true) => {
            format!("{}, proved optimal", of_steps(length))
        }
        Some(length) => of_steps(length),
        None => "no path".to_owned(),
    };
    let width = cells.width();
    let (marks, visits) = cells.finish();
    let title = format!("{}: {length}, {visits} visited", report.algorithm);
    Panel { title, width, marks, visits }
}

fn write_picture(path: &Path, panels: &[Panel]) -> Result<(), Failure> {
    let picture = if has_extension(path, "svg") { svg(panels)?.into_bytes() } else { png(panels)? };
    write_whole(path, &picture)
}

#[cfg(test)]
mod tests {
    use super::names_in;

    #[test]
    fn commas_in_brackets_part_nothing() {
        let names = |text| names_in(text).collect::<Vec<_>>();
        assert_eq!(names("a,b"), ["a", "b"]);
        assert_eq!(names("a(1, 2), b"), ["a(1, 2)", " b"]);
        assert_eq!(names("a"), ["a"]);
    }
}
