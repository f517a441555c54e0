//! Games that are ended by rule before they are over: both sides see a draw, or one is lost.

use tremaux_registry::Outcome;

use super::fields::fields;

/// A rule that ends games by the scores that the players give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScoreRule {
    /// For so many moves in a row.
    moves: u32,
    /// The score, in the unit of the game: hundredths of a pawn in chess.
    score: i64,
    /// Not before this move.
    from: u32,
}

impl ScoreRule {
    /// Reads `moves=8,score=10,from=40`.
    pub(super) fn draw(text: &str) -> Result<Self, String> {
        Self::parse(text, 0.0)
    }

    /// Reads `moves=3,score=700`.
    pub(super) fn resign(text: &str) -> Result<Self, String> {
        Self::parse(text, 1.0)
    }

    fn parse(text: &str, least_score: f64) -> Result<Self, String> {
        let [moves, score, from] = fields(text, ["moves", "score", "from"])?;
        let (Some(moves), Some(score)) = (moves, score) else {
            return Err("expected moves and score, such as moves=3,score=700".into());
        };
        let from = from.unwrap_or(1.0);
        let is_count = |number: f64| number.fract() == 0.0 && (1.0..=10_000.0).contains(&number);
        if !is_count(moves) || !is_count(from) {
            return Err("expected whole numbers from 1 to 10000 for moves and from".into());
        }
        if !(least_score..=1e9).contains(&score) {
            return Err(format!("expected a score from {least_score} to 1000000000"));
        }
        Ok(Self { moves: moves as u32, score: score as i64, from: from as u32 })
    }
}

/// When games are ended by rule.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Adjudication {
    /// A draw if both players' scores are at most this far from zero.
    pub(super) draw: Option<ScoreRule>,
    /// A loss for a player whose own scores are at least this bad.
    pub(super) resign: Option<ScoreRule>,
    /// A draw after so many moves of each side.
    pub(super) max_moves: Option<u32>,
}

/// The rules applied to one game.
#[derive(Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Plies in a row with scores of a draw.
    drawn: u32,
    /// Moves in a row with scores of a loss, of each side.
    lost: [u32; 2],
}

/// How a rule ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// By scores; for the first side.
    Scores(Outcome),
    /// By its length: a draw.
    Length,
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication) -> Self {
        Self { rules, drawn: 0, lost: [0; 2] }
    }

    /// Takes notice of the move of `side` that made the game `plies` long; `score` is what that
    /// side gave it.
    pub(super) fn after(
        &mut self,
        side: usize,
        plies: usize,
        score: Option<i64>,
    ) -> Option<Ruling> {
        let number = plies.div_ceil(2) as u32;
        if let Some(rule) = self.rules.resign {
            let is_bad = number >= rule.from && score.is_some_and(|score| score <= -rule.score);
            self.lost[side] = if is_bad { self.lost[side] + 1 } else { 0 };
            if self.lost[side] >= rule.moves {
                let outcome = if side == 0 { Outcome::Loss } else { Outcome::Win };
                return Some(Ruling::Scores(outcome));
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_level = number >= rule.from && score.is_some_and(|it| it.abs() <= rule.score);
            self.drawn = if is_level { self.drawn + 1 } else { 0 };
            if self.drawn >= 2 * rule.moves {
                return Some(Ruling::Scores(Outcome::Draw));
            }
        }
        let is_long = self.rules.max_moves.is_some_and(|most| plies as u64 >= 2 * u64::from(most));
        is_long.then_some(Ruling::Length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply after which these scores end a game, and how.
    fn end(rules: Adjudication, scores: &[Option<i64>]) -> Option<(usize, Ruling)> {
        let mut judge = Adjudicator::new(rules);
        let mut plies = 1..;
        scores.iter().find_map(|&score| {
            let ply = plies.next()?;
            judge.after((ply - 1) % 2, ply, score).map(|ruling| (ply, ruling))
        })
    }

    #[test]
    fn hopeless_games_are_resigned_by_the_loser() {
        let rules = Adjudication {
            resign: ScoreRule::resign("moves=2,score=700").ok(),
            ..Default::default()
        };
        let lost = [0, -700, 0, -699, 900, -800, 900, -701].map(Some);
        assert_eq!(end(rules, &lost), Some((8, Ruling::Scores(Outcome::Win))));
        assert_eq!(end(rules, &[Some(-900), None, None, None, Some(-900)]), None);
        let white = [-900, 0, -900].map(Some);
        assert_eq!(end(rules, &white), Some((3, Ruling::Scores(Outcome::Loss))));
    }

    #[test]
    fn level_games_are_drawn_when_both_agree() {
        let draw = ScoreRule::draw("moves=2,score=10,from=3").ok();
        let rules = Adjudication { draw, ..Default::default() };
        let level = [0, 0, 0, 0, 10, -10, 3, 0, 0].map(Some);
        assert_eq!(end(rules, &level), Some((8, Ruling::Scores(Outcome::Draw))));
        let rules = Adjudication { max_moves: Some(2), ..Default::default() };
        assert_eq!(end(rules, &[None; 9]), Some((4, Ruling::Length)));
    }

    #[test]
    fn wrong_rules_are_refused() {
        for wrong in ["", "moves=3", "moves=0,score=1", "moves=1.5,score=1", "moves=1,score=-1"] {
            assert!(ScoreRule::draw(wrong).is_err(), "{wrong}");
        }
        assert!(ScoreRule::resign("moves=1,score=0").is_err());
    }
}
