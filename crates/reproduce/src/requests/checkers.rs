//! Checkers as searched by *SaC*.

use serde::Deserialize;
use tremaux_core::{Game, GameNotation};
use tremaux_games::checkers::{Bozykowski, Brazilian, Checkers, Position};
use tremaux_play::{AlphaBeta, NoisyFirst, Quiescence, RootScores, SearchParts, Textbook};

use crate::context::Context;
use crate::figure::{Figures, Obtained};
use crate::stopped::Stopped;

const GAME: Checkers<Brazilian> = Checkers::without_draws();

/// Alpha-beta with quiescence and the evaluation of the source, which has no name here: the states,
/// and the best moves of a position that is not the opening.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct CheckersSearch {
    /// The position; the opening if there is none.
    position: Option<String>,
    /// The depth, in moves of two plies.
    depth: f64,
}

impl CheckersSearch {
    pub(super) fn run(&self, context: &Context) -> Figures {
        context.check()?;
        let search = Textbook::default().max_depth(self.plies()).quiescence(true);
        let position = self.position.as_deref().map(|it| GAME.parse_position(it));
        let position = position.transpose().expect("a position");
        let start = position.unwrap_or_else(|| GAME.initial_state());
        let parts = SearchParts::new().evaluator(Bozykowski).horizon(Quiescence::default());
        let found = search.solve(&GAME, &start, parts, &context.limits());
        context.went(found.termination)?;
        let best = match position {
            Some(position) => self.best_moves(context, &position)?,
            None => "–".to_owned(),
        };
        Ok(vec![Obtained::Count(found.statistics.nodes), Obtained::Text(best)])
    }

    fn plies(&self) -> u32 {
        (self.depth * 2.0).round() as u32
    }

    /// All moves with the best score of the engine at the same depth.
    fn best_moves(&self, context: &Context, position: &Position) -> Result<String, Stopped> {
        let parts = SearchParts::new()
            .evaluator(Bozykowski)
            .ordering(NoisyFirst)
            .horizon(Quiescence::default());
        let engine = AlphaBeta::default().max_depth(self.plies()).root_scores(RootScores::Ties);
        let report = engine.solve(&GAME, position, parts, &context.limits());
        context.went(report.termination)?;
        let best = report.root_moves.iter().filter(|mv| mv.score == report.score);
        let best: Vec<String> = best.map(|mv| GAME.move_text(position, mv.mv)).collect();
        Ok(best.join(", "))
    }
}
