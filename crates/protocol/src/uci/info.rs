//! What the engine says of a search.

use std::fmt::{self, Write as _};

use tremaux_chess::{Castling, Move, Position};
use tremaux_core::{Line, Score};

use crate::server::{Counts, Iteration};

/// Moves as the protocol writes them, with a space before each.
pub(crate) struct Moves<'a> {
    pub(crate) position: &'a Position,
    pub(crate) moves: &'a [Move],
    pub(crate) castling: Castling,
}

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = Position::of(self.position.board().clone());
        for &mv in self.moves {
            f.write_char(' ')?;
            position.write_uci(mv, self.castling, f)?;
            position.play(mv);
        }
        Ok(())
    }
}

/// A score: hundredths of a pawn, or moves to mate.
fn score_text(score: Score) -> String {
    match score.plies_to_end() {
        None => format!("cp {}", score.get()),
        Some(plies) => {
            let sign = if score < Score::DRAW && plies > 0 { "-" } else { "" };
            format!("mate {sign}{}", plies.div_ceil(2))
        }
    }
}

fn counts_text(counts: Counts) -> String {
    let Counts { nodes, elapsed, table_use } = counts;
    let (rate, time) = (counts.rate(), elapsed.as_millis());
    format!("nodes {nodes} nps {rate} hashfull {table_use} time {time}")
}

/// The lines about an iteration.
pub(crate) fn iteration(it: &Iteration<Move>, position: &Position, castling: Castling) -> String {
    let mut text = String::new();
    for (number, Line { score, moves, .. }) in it.lines.iter().enumerate() {
        let Iteration { depth, longest, counts, .. } = it;
        let (score, counts, number) = (score_text(*score), counts_text(*counts), number + 1);
        let moves = Moves { position, moves, castling };
        let _ = writeln!(
            text,
            "info depth {depth} seldepth {longest} multipv {number} score {score} {counts} \
             pv{moves}"
        );
    }
    text
}

/// The line about counts.
pub(crate) fn counts(counts: Counts) -> String {
    format!("info {}\n", counts_text(counts))
}

#[cfg(test)]
mod tests {
    use super::score_text;
    use tremaux_core::Score;

    #[test]
    fn scores_count_moves_to_mate() {
        for (score, expected) in [
            (Score::estimate(-35), "cp -35"),
            (Score::DRAW, "cp 0"),
            (Score::win_in(1), "mate 1"),
            (Score::win_in(5), "mate 3"),
            (Score::loss_in(0), "mate 0"),
            (Score::loss_in(2), "mate -1"),
            (Score::loss_in(4), "mate -2"),
        ] {
            assert_eq!(score_text(score), expected);
        }
    }
}
