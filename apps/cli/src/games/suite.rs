//! Reports of many positions: their numbers and titles, and which expected moves were found.

use std::io::Write;

use serde::Serialize;
use tremaux_registry::{AnalysisReport, GameInfo, SCHEMA};

use crate::failure::Failure;
use crate::games::positions::Selected;
use crate::games::text::{score_in_words, signed};
use crate::quantity::{grouped, seconds_in_words};
use crate::style::Style;
use crate::visible::visible;

/// A report with what the input says of its position.
#[derive(Serialize)]
pub(crate) struct LabelledReport<'a> {
    #[serde(flatten)]
    pub(crate) report: &'a AnalysisReport,
    /// The number of the position or game.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// The moves of which the best should be one.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    expected: &'a [String],
    /// The moves that should not be the best.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    avoid: &'a [String],
    /// The exact score, if the input says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_score: Option<i64>,
    /// What is not as the input has it.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    /// Whether the best move, and the score if it is exact, is as it should be, if anything is said
    /// of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
}

impl<'a> LabelledReport<'a> {
    pub(crate) fn new(selected: &'a Selected, report: &'a AnalysisReport) -> Self {
        let noted = &selected.noted;
        Self {
            report,
            number: selected.number,
            title: noted.title.as_deref(),
            expected: &noted.best,
            avoid: &noted.avoid,
            expected_score: noted.score,
            notes: &noted.notes,
            solved: noted
                .is_solved_by(report.best.as_deref(), report.score.filter(|_| report.exact)),
        }
    }

    /// A line with the title; empty if there is none.
    pub(crate) fn heading(&self) -> String {
        let Some(title) = self.title else { return String::new() };
        let number = self.number.map_or(String::new(), |number| format!("{number}. "));
        format!("{number}{}\n", visible(title))
    }

    /// What is said of the best move, and whether it is so: for text.
    pub(crate) fn verdict(&self, style: Style) -> Option<String> {
        let is_solved = self.solved?;
        let verdict = if is_solved { style.proved("solved") } else { style.open("not solved") };
        Some(format!("{}: {verdict}", self.expectation()))
    }

    fn expectation(&self) -> String {
        let avoid = match self.avoid {
            [] => String::new(),
            moves => format!("not {}", moves.join(" ")),
        };
        let score = self.expected_score.map_or_else(String::new, signed);
        let words = [self.expected.join(" "), score, avoid];
        visible(&words.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" "))
            .into_owned()
    }
}

/// The results of many positions with expected moves.
#[derive(Debug, Serialize)]
pub(crate) struct Suite {
    schema: u32,
    game: &'static str,
    /// All positions.
    positions: u64,
    /// Those with expected moves.
    tested: u64,
    solved: u64,
    nodes: u64,
    seconds: f64,
    #[serde(skip)]
    info: &'static GameInfo,
    #[serde(skip)]
    title_width: usize,
}

impl Suite {
    pub(crate) fn new(info: &'static GameInfo, title_width: usize) -> Self {
        Self {
            schema: SCHEMA,
            game: info.name,
            info,
            positions: 0,
            tested: 0,
            solved: 0,
            nodes: 0,
            seconds: 0.0,
            title_width: title_width.clamp("position".len(), 30),
        }
    }

    pub(crate) fn count(&mut self, report: &LabelledReport<'_>) {
        self.positions += 1;
        self.tested += u64::from(report.solved.is_some());
        self.solved += u64::from(report.solved == Some(true));
        self.nodes += report.report.counts.nodes;
        self.seconds += report.report.seconds;
    }

    /// Writes a line about a position, after a heading if it is the first.
    pub(crate) fn write_line(
        &self,
        out: &mut dyn Write,
        labelled: &LabelledReport<'_>,
        style: Style,
    ) -> Result<(), Failure> {
        let width = self.title_width;
        if self.positions <= 1 {
            writeln!(
                out,
                "    #  {:width$}  {:10}  {:>5}  {:>8}  {:>8}  expected",
                "position", "best", "depth", "score", "time"
            )?;
        }
        let LabelledReport { report, number, title, .. } = labelled;
        let title: String = visible(title.unwrap_or("")).chars().take(width).collect();
        writeln!(
            out,
            "{:>5}  {title:width$}  {:10}  {:>5}  {:>8}  {:>8}  {}",
            number.unwrap_or(0),
            report.best.as_deref().unwrap_or("-"),
            report.depth,
            report.score.map_or_else(|| "-".to_owned(), |it| score_in_words(self.info, it)),
            seconds_in_words(report.seconds),
            labelled.verdict(style).as_deref().unwrap_or("-")
        )?;
        Ok(out.flush()?)
    }

    /// The total in words.
    pub(crate) fn total(&self) -> String {
        let Self { positions, tested, solved, nodes, seconds, .. } = *self;
        let without = match positions - tested {
            0 => String::new(),
            1 => " (1 more without an expected move)".to_owned(),
            others => format!(" ({others} more without an expected move)"),
        };
        let (nodes, time) = (grouped(nodes), seconds_in_words(seconds));
        format!("Solved: {solved} of {tested}{without}; {nodes} positions visited in {time}")
    }
}
