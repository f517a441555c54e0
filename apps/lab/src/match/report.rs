//! The report of a match.

use std::io::Write;

use serde::Serialize;

use super::ending::Ending;
use super::sprt::{SprtReport, Verdict};
use super::statistics::{Estimate, elo, interval, normalized_elo, wilson};
use super::tally::{MOST_FAILURES, Tally};
use tremaux_cli::failure::Failure;
use tremaux_cli::options::Format;
use tremaux_cli::output::{write_json_line, write_rows};
use tremaux_cli::style::Style;
use tremaux_registry::SCHEMA;
use tremaux_registry::quantity::seconds_in_words;

/// The method of an interval.
const BY_PAIRS: &str = "pairs";

/// The result of `match`, in the order and with the names of the JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ContestReport {
    schema: u32,
    game: &'static str,
    a: String,
    b: String,
    /// What programs call themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    a_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b_name: Option<String>,
    games: u64,
    /// Of player A.
    wins: u64,
    draws: u64,
    losses: u64,
    /// Mean points a game of player A, and the interval around it; omitted if no game was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
    confidence: f64,
    /// `pairs` by the results of pairs; `wilson` by those of games, if all pairs are alike.
    method: &'static str,
    /// How much stronger A is, from the results of pairs; omitted if they do not differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized_elo: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
    /// How many pairs of games brought A 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// The results of A with each side.
    by_side: [SideResults; 2],
    /// The results of A by the reason why games ended.
    endings: Vec<EndingResults>,
    /// How many different openings were played.
    openings: usize,
    /// How many games repeat an earlier one move for move.
    #[serde(skip_serializing_if = "is_zero")]
    repeated_games: u64,
    opening_source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening_plies: Option<u64>,
    concurrency: u64,
    seed: u64,
    seconds: f64,
    /// Why not all games were played: `cancelled` or `failures`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<Stopped>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stopped {
    /// By Ctrl-C.
    Cancelled,
    /// A program failed in too many games in a row.
    Failures,
    /// A file of games cannot be written.
    Output,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct SideResults {
    side: &'static str,
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct EndingResults {
    ending: Ending,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// What a report says besides the results.
pub(super) struct Setting {
    pub(super) game: &'static str,
    pub(super) sides: [&'static str; 2],
    pub(super) players: [String; 2],
    pub(super) names: [Option<String>; 2],
    pub(super) opening_source: String,
    pub(super) opening_plies: Option<u64>,
    pub(super) concurrency: u64,
    pub(super) seed: u64,
}

impl ContestReport {
    pub(super) fn new(
        setting: Setting,
        tally: &Tally,
        sprt: Option<SprtReport>,
        stopped: Option<Stopped>,
        seconds: f64,
    ) -> Self {
        let [wins, draws, losses] = tally.results();
        let games = tally.games();
        let points = wins as f64 + draws as f64 / 2.0;
        let score = (games > 0).then(|| points / games as f64);
        let by_pairs = interval(&tally.pairs).map(|(_, ends)| ends.map(|end| end.clamp(0.0, 1.0)));
        let by_games = score.map(|score| wilson(score, games as f64));
        let [a, b] = setting.players;
        let [a_name, b_name] = setting.names;
        let by_side = [0, 1].map(|at| {
            let [wins, draws, losses] = tally.by_side[at];
            SideResults { side: setting.sides[at], wins, draws, losses }
        });
        let endings = tally.endings.iter().map(|(&ending, &[wins, draws, losses])| EndingResults {
            ending,
            wins,
            draws,
            losses,
        });
        Self {
            schema: SCHEMA,
            game: setting.game,
            a,
            b,
            a_name,
            b_name,
            games,
            wins,
            draws,
            losses,
            score,
            interval: by_pairs.or(by_games),
            confidence: 0.95,
            method: if by_pairs.is_some() { BY_PAIRS } else { "wilson" },
            elo: elo(&tally.pairs),
            normalized_elo: normalized_elo(&tally.pairs),
            sprt,
            pairs: tally.pairs,
            by_side,
            endings: endings.collect(),
            openings: tally.openings.len(),
            repeated_games: tally.repeated,
            opening_source: setting.opening_source,
            opening_plies: setting.opening_plies,
            concurrency: setting.concurrency,
            seed: setting.seed,
            seconds,
            stopped,
        }
    }

    /// 3 if not all games were played, or the test is not decided.
    pub(super) fn status(&self) -> u8 {
        let is_open = self.sprt.is_some_and(|sprt| sprt.verdict == Verdict::Undecided);
        if self.stopped.is_some() || is_open { 3 } else { 0 }
    }

    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        format: Format,
        style: Style,
    ) -> Result<(), Failure> {
        match format {
            Format::Json | Format::Jsonl => write_json_line(out, self)?,
            Format::Csv | Format::Md => {
                const COLUMNS: &str = "game a b games wins draws losses score interval elo elo_low \
                    elo_high pairs llr verdict seed";
                let mut row = serde_json::to_value(self)?;
                // A table has no brackets within brackets.
                if let Some(elo) = self.elo {
                    row["elo"] = elo.estimate.into();
                    row["elo_low"] = elo.low.into();
                    row["elo_high"] = elo.high.into();
                }
                write_rows(out, format, COLUMNS, [row])?;
            }
            Format::Text => self.write_text(out, style)?,
        }
        Ok(out.flush()?)
    }

    fn write_text(&self, out: &mut dyn Write, style: Style) -> Result<(), Failure> {
        let named = |text: &str, name: &Option<String>| match name {
            Some(name) => format!("{text}: {name}"),
            None => text.to_owned(),
        };
        writeln!(out, "A  {}", named(&self.a, &self.a_name))?;
        writeln!(out, "B  {}\n", named(&self.b, &self.b_name))?;
        let not_all = style.open("not all games were played");
        match self.stopped {
            Some(Stopped::Cancelled) => writeln!(out, "{not_all}: cancelled")?,
            Some(Stopped::Failures) => {
                writeln!(out, "{not_all}: a player failed in {MOST_FAILURES} games in a row")?;
            }
            Some(Stopped::Output) => writeln!(out, "{not_all}: a file cannot be written")?,
            None => {}
        }
        self.write_score(out, style)?;
        self.write_details(out)
    }

    /// Who is stronger, and how sure that is.
    fn write_score(&self, out: &mut dyn Write, style: Style) -> Result<(), Failure> {
        let Self { games, wins, draws, losses, .. } = self;
        let games = if *games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        writeln!(out, "{games}: A won {wins}, drew {draws}, lost {losses}")?;
        if let (Some(score), Some(interval)) = (self.score, self.interval) {
            let [low, high] = interval.map(|end| end * 100.0);
            let score = style.strong(&format!("{:.1} %", score * 100.0));
            let method = if self.method == BY_PAIRS { "by pairs" } else { "Wilson" };
            writeln!(
                out,
                "score of A: {score}, 95 % confidence interval {low:.1} to {high:.1} % ({method})"
            )?;
        }
        if let (Some(elo), Some(normalized)) = (self.elo, self.normalized_elo) {
            let (elo, normalized) = (in_words(elo), in_words(normalized));
            writeln!(out, "Elo of A minus B: {elo}; normalized {normalized} (by pairs)")?;
        }
        match self.interval {
            Some([low, _]) if low > 0.5 => writeln!(out, "A is stronger")?,
            Some([_, high]) if high < 0.5 => writeln!(out, "B is stronger")?,
            Some(_) => writeln!(out, "the games do not show who is stronger")?,
            None => {}
        }
        if self.repeated_games > 0 {
            let repeated = match self.repeated_games {
                1 => "1 game repeats".to_owned(),
                count => format!("{count} games repeat"),
            };
            let warning = format!("{repeated} an earlier one move for move");
            let advice = "intervals are too narrow; take more openings, or longer ones";
            writeln!(out, "{}: {advice}", style.open(&warning))?;
        }
        if let Some(sprt) = self.sprt {
            writeln!(out, "{}", style.strong(&sprt.to_string()))?;
        }
        Ok(writeln!(out)?)
    }

    /// The results by side, pair, ending and opening.
    fn write_details(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for SideResults { side, wins, draws, losses } in self.by_side {
            writeln!(out, "A as {side}: won {wins}, drew {draws}, lost {losses}")?;
        }
        let pairs: Vec<String> = self.pairs.iter().map(u64::to_string).collect();
        writeln!(out, "pairs with 0, ½, 1, 1½ and 2 points for A: {}", pairs.join(", "))?;
        let endings: Vec<String> = self.endings.iter().map(EndingResults::in_words).collect();
        if !endings.is_empty() {
            writeln!(out, "games ended by {}", endings.join(", "))?;
        }
        let (openings, time) = (self.openings, seconds_in_words(self.seconds));
        let openings = match openings {
            1 => "1 opening".to_owned(),
            count => format!("{count} different openings"),
        };
        let source = match (self.opening_source.as_str(), self.opening_plies) {
            ("random", plies) => format!("of up to {} random moves", plies.unwrap_or(0)),
            ("built-in", _) => "of those built in".to_owned(),
            (file, _) => format!("from {file}"),
        };
        writeln!(out, "\n{openings} {source}, seed {}, in {time}", self.seed)?;
        Ok(())
    }
}

impl EndingResults {
    /// `checkmate 12`, `time 3 (2 lost by A, 1 by B)`.
    fn in_words(&self) -> String {
        let name = self.ending.in_words();
        let all = self.wins + self.draws + self.losses;
        let is_loss = self.ending.is_failure() || self.ending == Ending::Time;
        match (is_loss, self.wins, self.losses) {
            (false, ..) => format!("{name} {all}"),
            (true, 0, _) => format!("{name} {all} (by A)"),
            (true, _, 0) => format!("{name} {all} (by B)"),
            (true, wins, losses) => format!("{name} {all} (by A {losses}, by B {wins})"),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde wants it")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// `+12 ± 30`, or the interval if it is not symmetric.
pub(super) fn in_words(estimate: Estimate) -> String {
    let Estimate { estimate: middle, low, high } = estimate;
    match (low, high) {
        (Some(low), Some(high)) if ((high - middle) - (middle - low)).abs() < 1.0 => {
            format!("{middle:+.0} ± {:.0}", (high - low) / 2.0)
        }
        _ => {
            let end = |end: Option<f64>, word: &str| {
                end.map_or(word.to_owned(), |end| format!("{end:+.0}"))
            };
            format!("{middle:+.0} ({} to {})", end(low, "-∞"), end(high, "+∞"))
        }
    }
}

#[cfg(test)]
mod tests {
    use tremaux_registry::Outcome::{Draw, Loss, Win};

    use super::super::opening::Opening;
    use super::*;

    fn text(pairs: [u64; 5]) -> String {
        let opening = Opening { start: String::new(), moves: Vec::new(), name: None };
        let results = [[Loss, Loss], [Loss, Draw], [Draw, Draw], [Draw, Win], [Win, Win]];
        let mut tally = Tally::default();
        for (pair, count) in results.into_iter().zip(pairs) {
            for _ in 0..count {
                for (swapped, outcome) in pair.into_iter().enumerate() {
                    tally.add(outcome, Ending::Rules, swapped, &opening, &[]);
                }
            }
        }
        let setting = Setting {
            game: "tic-tac-toe",
            sides: ["x", "o"],
            players: ["A".to_owned(), "B".to_owned()],
            names: [None, None],
            opening_source: "random".to_owned(),
            opening_plies: None,
            concurrency: 1,
            seed: 0,
        };
        let mut out = Vec::new();
        let report = ContestReport::new(setting, &tally, None, None, 1.0);
        report.write(&mut out, Format::Text, Style { is_colored: false }).expect("a vector");
        String::from_utf8(out).expect("text")
    }

    /// The score, Elo and the verdict agree on who is stronger, whatever the results are.
    #[test]
    fn what_is_said_of_the_results_does_not_contradict_itself() {
        let mut decided = 0;
        for number in 0..4_u64.pow(5) {
            let pairs = [0, 1, 2, 3, 4].map(|at| number / 4_u64.pow(at) % 4);
            let text = text(pairs);
            let count: u64 = pairs.iter().sum();
            let verdicts = ["A is stronger", "B is stronger", "do not show who is stronger"];
            let said = verdicts.map(|verdict| text.contains(verdict));
            assert_eq!(said.iter().filter(|&&it| it).count() as u64, count.min(1), "{text}");
            assert_eq!(text.contains("score of A"), count > 0, "{text}");
            let Some(elo) = elo(&pairs) else { continue };
            let is_sure =
                [elo.low.is_some_and(|low| low > 0.0), elo.high.is_some_and(|it| it < 0.0)];
            assert_eq!(said[..2], is_sure, "{text}");
            decided += u32::from(!said[2]);
        }
        assert!(decided > 50, "{decided}");
    }
}
