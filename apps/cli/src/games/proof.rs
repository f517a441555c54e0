//! Proofs of the values of games: `--proof`.

use std::collections::HashSet;
use std::path::Path;

use serde_json::{Map, json};
use tremaux_core::{Limits, Turn};
use tremaux_registry::{
    AnalysisReport, AnalysisRequest, GameEntry, GameTable, OptionPairs, Outcome, PlayedGame,
};

use crate::failure::Failure;
use crate::proof::{ProofFile, known, side};

/// The size of the table for a reply, in bytes.
const TABLE: usize = 1 << 22;

/// An analysed game whose value is to be proved.
pub struct GameProof<'a> {
    /// The game.
    pub game: &'a GameEntry,
    /// Its options.
    pub given: OptionPairs<'a>,
    /// How it was analysed.
    pub request: &'a AnalysisRequest,
    /// The limits for each reply.
    pub limits: &'a Limits,
}

/// Fails if there are no proofs about this game.
///
/// # Errors
///
/// Returns why there are none.
pub fn check(game: &GameEntry) -> Result<(), Failure> {
    known(game.info().name).map(|_| ())
}

impl GameProof<'_> {
    /// Writes the value of a position, as `report` says: the replies of the side that reaches it,
    /// of both if the game is drawn, or if an exact score was asked for.
    ///
    /// # Errors
    ///
    /// Returns why there is no proof, or why it cannot be written.
    pub fn write(
        &self,
        path: &Path,
        start: &dyn PlayedGame,
        report: &AnalysisReport,
    ) -> Result<(), Failure> {
        if let Some(bounds) = report.bounds.filter(|_| !report.strategy.is_empty()) {
            return self.write_strategies(path, report, bounds);
        }
        let outcome = report.outcome.ok_or_else(|| side("the value was not found"))?;
        let is_first = is_first_to_move(start);
        let plies = report.plies.filter(|_| report.exact && self.request.exact);
        let (first, winner) = match (outcome, is_first) {
            (Outcome::Draw, _) => ("draws", None),
            (Outcome::Win, true) | (Outcome::Loss, false) => ("wins", Some(true)),
            _ => ("loses", Some(false)),
        };
        let info = self.game.info();
        let mut header = json!({ "proof": tremaux_check::VERSION, "kind": info.name });
        header["position"] = json!(start.written());
        for option in info.options {
            let given = self.given.iter().find(|(name, _)| *name == option.name);
            header[option.name] = json!(given.map(|(_, value)| value.as_str()).or(option.default));
        }
        let mut proof = ProofFile::new(path, false)?;
        proof.line(&header);
        for is_first in [true, false] {
            // How soon a win comes is shown by the replies of both, as a draw is.
            if plies.is_some() || winner != Some(!is_first) {
                self.replies(&mut proof, start.written(), is_first)?;
            }
        }
        let mut claim = json!({ "claim": "value", "first": first });
        if let Some(plies) = plies {
            claim["plies"] = json!(plies);
        }
        proof.line(&claim);
        proof.finish(path)
    }

    /// Writes strategies in millionths, and what they guarantee, less what rounding may cost.
    fn write_strategies(
        &self,
        path: &Path,
        report: &AnalysisReport,
        bounds: [f64; 2],
    ) -> Result<(), Failure> {
        const ROUNDING: i64 = 60;
        let [low, high] = bounds.map(|bound| bound * 1e6);
        let [low, high] = [low.floor() as i64 - ROUNDING, high.ceil() as i64 + ROUNDING];
        let mut proof = ProofFile::new(path, false)?;
        proof.line(&json!({ "proof": tremaux_check::VERSION, "kind": self.game.info().name }));
        for row in &report.strategy {
            let (mut moves, mut left) = (Map::new(), 1_000_000);
            for (at, it) in (1..).zip(&row.moves) {
                let rounded = ((it.probability * 1e6).round() as u64).min(left);
                let share = if at == row.moves.len() { left } else { rounded };
                left -= share;
                moves.insert(it.mv.clone(), json!(share));
            }
            proof.line(&json!([row.information, moves]));
        }
        proof.line(&json!({ "claim": "equilibrium", "at_least": low, "at_most": high }));
        proof.finish(path)
    }

    /// Writes a reply of one side to every position that the other can reach.
    fn replies(&self, proof: &mut ProofFile, start: String, is_first: bool) -> Result<(), Failure> {
        let request = AnalysisRequest { exact: true, depth: None, ..self.request.clone() };
        let (mut open, mut seen) = (vec![start], HashSet::new());
        while let Some(text) = open.pop() {
            let mut game = self.game.open(self.given, &text).map_err(Failure::Registry)?;
            if game.result().is_some() || !seen.insert(text.clone()) {
                continue;
            }
            let replies = is_first_to_move(&*game) == is_first;
            let mut moves = game.moves();
            if replies {
                let mut table = GameTable::new(TABLE).map_err(Failure::Registry)?;
                let report = game.analyze(&request, &mut table, self.limits, &mut |_| {});
                let is_known = report.outcome.is_some() && (report.exact || !self.request.exact);
                let best = report.best.filter(|_| is_known);
                moves = vec![best.ok_or_else(|| side(&format!("no value of {text} was found")))?];
            }
            for mv in moves {
                game.play(&mv).map_err(Failure::Registry)?;
                let after = game.position();
                game.take_back();
                if replies {
                    proof.line(&json!([text, after]));
                }
                open.push(after);
            }
        }
        Ok(())
    }
}

fn is_first_to_move(game: &dyn PlayedGame) -> bool {
    game.turn() == Turn::Player(0)
}
