//! What a report says of its result, in sentences: the same on every surface.

use std::fmt;

use super::report::{Number, SolveReport, Status, Total};

/// How a part of a sentence is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As any other.
    Plain,
    /// What the sentence is about.
    Strong,
    /// Proved.
    Proved,
    /// Not proved, or not found.
    Open,
}

/// A sentence in parts that are meant differently.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(Vec<(Tone, String)>);

impl Sentence {
    fn plain(text: impl Into<String>) -> Self {
        Self::default().then(Tone::Plain, text)
    }

    fn then(mut self, tone: Tone, text: impl Into<String>) -> Self {
        self.0.push((tone, text.into()));
        self
    }

    fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Its parts.
    pub fn parts(&self) -> impl Iterator<Item = (Tone, &str)> {
        self.0.iter().map(|(tone, text)| (*tone, text.as_str()))
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(_, text)| f.write_str(text))
    }
}

/// What is optimal up to the rounding of costs, of which another plan saves at most so much.
fn up_to_rounding(rounding: Number) -> String {
    // Rounded up to one digit.
    let value = rounding.as_f64();
    let mut text = format!("{value:.0e}");
    let nearest: f64 = text.parse().unwrap_or(value);
    let digit = text.chars().next().and_then(|it| it.to_digit(10));
    if let Some(digit) = digit.filter(|_| nearest < value) {
        text = format!("{:.0e}", value + nearest / f64::from(2 * digit));
    }
    format!("optimal up to rounding ({text})")
}

impl SolveReport {
    /// The report with what it says of itself.
    #[must_use]
    pub fn with_verdict(mut self) -> Self {
        let sentences: Vec<String> = self.sentences().iter().map(ToString::to_string).collect();
        self.verdict = sentences.join(" ");
        self
    }

    /// What the report says: the result and what is proved about it, and what that rests on.
    #[must_use]
    pub fn sentences(&self) -> Vec<Sentence> {
        let is_found = self.cost.is_some() || self.length.is_some() || self.moves.is_some();
        let is_best = self.remarks.solution.is_some() && is_found;
        let first = match self.status {
            _ if is_best => self.best(),
            _ if is_found => self.solved(),
            Status::NoSolution => self.unsolvable(),
            Status::Solved | Status::Limit => self.open(),
        };
        let is_proof = match is_found {
            true => !is_best && self.bound.is_some_and(|bound| bound.as_f64() > 0.0),
            false => self.status == Status::NoSolution,
        };
        let assumption = self.assumes.as_ref().filter(|_| is_proof);
        let assumption = assumption.map(|it| format!("The proof assumes that {it}."));
        let stopped = self.stopped.filter(|_| is_found).map(|why| format!("Stopped: {why}."));
        let default_time = self.remarks.default_time.map(|time| {
            let seconds = time.as_secs_f64();
            format!(
                "Stopped at the default limit of {seconds} s; a limit of time or nodes replaces it."
            )
        });
        let stopped = stopped.or(default_time);
        let count = self.solutions.len();
        let several = (count > 0).then(|| match self.remarks.may_have_more {
            true => format!("{count} solutions were found; there may be more."),
            false => format!("{count} solutions were found, which are all that were asked for."),
        });
        let nearest = self.remarks.nearest.map(|(length, estimate)| {
            let state = match length {
                0 => "the start".to_owned(),
                length => format!("after {}", self.of_moves(length)),
            };
            format!("Closest state reached: {state} (h = {estimate}).")
        });
        let unguided = self.remarks.is_unguided.then(|| {
            "No estimates guided the search: the heuristic is zero everywhere.".to_owned()
        });
        let rest = assumption.into_iter().chain(stopped).chain(several).chain(nearest);
        let rest = rest.chain(unguided);
        std::iter::once(first).chain(rest.map(Sentence::plain)).collect()
    }

    /// A number of moves, as they are called in the domain of the report.
    #[must_use]
    pub fn of_moves(&self, length: usize) -> String {
        let [one, many] = self.remarks.step;
        if length == 1 { format!("1 {one}") } else { format!("{length} {many}") }
    }

    /// A cost, of a path with at most six decimals.
    fn shown_cost(&self, cost: Number) -> String {
        match cost {
            Number::Real(_) if self.route.is_some() => cost.in_six_decimals(),
            cost => cost.to_string(),
        }
    }

    /// What is looked for.
    fn plan(&self) -> &'static str {
        if self.route.is_some() { "path" } else { "plan" }
    }

    /// That nothing of the kind costs less than the bound.
    fn least(&self) -> Option<String> {
        let bound = self.bound.filter(|bound| bound.as_f64() > 0.0)?;
        Some(format!("no {} costs less than {}", self.plan(), self.shown_cost(bound)))
    }

    /// What is proved about the cost: that it is optimal, optimal up to rounding, or no more than
    /// `bound` says.
    fn optimality(&self, bound: Option<String>) -> Sentence {
        match (self.rounding, bound) {
            _ if self.optimal == Some(true) => self.proved("proved optimal"),
            (Some(rounding), _) => self.proved(&up_to_rounding(rounding)),
            (None, bound) => {
                let bound = bound.map_or_else(String::new, |bound| format!("; {bound}"));
                let open = Sentence::default().then(Tone::Open, "not proved optimal");
                open.then(Tone::Plain, bound)
            }
        }
    }

    /// What is proved, and how that can be checked.
    fn proved(&self, text: &str) -> Sentence {
        let text = match (self.remarks.check, text.strip_suffix(')')) {
            (None, _) => text.to_owned(),
            (Some(with), Some(text)) => format!("{text}; check with {with})"),
            (Some(with), None) => format!("{text} (check with {with})"),
        };
        Sentence::default().then(Tone::Proved, text)
    }

    /// What the best solution is worth.
    fn best(&self) -> Sentence {
        let Some(words) = self.remarks.solution else { return Sentence::default() };
        let cost = self.cost.map_or_else(|| "undefined".to_owned(), |cost| cost.to_string());
        let known = match words.is_solved {
            true => {
                let bound = self.bound;
                let less = |bound| format!("no {} has less than {bound}", words.solution);
                self.optimality(bound.map(less))
            }
            false => Sentence::default().then(Tone::Open, "not solved"),
        };
        Sentence::plain(format!("Best {} found: ", words.solution))
            .then(Tone::Strong, format!("{} {cost}", words.value))
            .then(Tone::Plain, ", ")
            .and(known)
            .then(Tone::Plain, ".")
    }

    fn solved(&self) -> Sentence {
        let length = self.length.unwrap_or(0);
        let parts = self.parts.filter(|parts| *parts != length);
        let cost = match (self.total, self.cost) {
            (Some(Total { value, is_minimized: true }), _) => format!(", total {value}"),
            (Some(Total { value, .. }), _) => format!(", total score {value}"),
            // Each part costs something else, and the words are the same at any cost.
            _ if self.parts.is_some() => String::new(),
            (None, Some(cost)) if cost.as_f64() != length as f64 => {
                format!(", cost {}", self.shown_cost(cost))
            }
            _ => String::new(),
        };
        let bound = match (self.remarks.best_total, self.bound) {
            (Some(Total { value, is_minimized }), Some(_)) => {
                let better = if is_minimized { "less" } else { "greater" };
                Some(format!("no total is {better} than {value}"))
            }
            _ => self.least(),
        };
        let empty = Sentence::default();
        let known = match self.only {
            Some(true) => self.proved("the only solution (proved)"),
            Some(false) => empty.then(Tone::Open, "not the only solution"),
            None if self.remarks.drawing.is_some() && !self.remarks.seeks_best_goal => {
                empty.then(Tone::Open, "not known whether it is the only solution")
            }
            None => self.optimality(bound),
        };
        let moves = match parts {
            Some(parts) => format!("{} by choosing {length}", self.of_moves(parts)),
            None => self.of_moves(length),
        };
        let moved = Sentence::plain("Solved: ").then(Tone::Strong, moves);
        moved.then(Tone::Plain, format!("{cost}, ")).and(known).then(Tone::Plain, ".")
    }

    fn unsolvable(&self) -> Sentence {
        let how = self.remarks.proof.as_ref().map_or(String::new(), |proof| format!(": {proof}"));
        let what = if self.route.is_some() { "path" } else { "solution" };
        self.proved(&format!("No {what} exists (proved)")).then(Tone::Plain, format!("{how}."))
    }

    fn open(&self) -> Sentence {
        let stopped = match self.stopped {
            Some(stopped) => stopped.to_string(),
            None => "the search ended without a proof".to_owned(),
        };
        let bound = self.least().map_or_else(String::new, |bound| format!("; {bound}"));
        Sentence::default()
            .then(Tone::Open, format!("No {} found", self.plan()))
            .then(Tone::Plain, format!(": {stopped}{bound}."))
    }
}
